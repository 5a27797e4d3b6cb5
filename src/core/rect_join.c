/* rect_join.c: the fast search: the third and the fourth row as sets of words.
 *
 * The walk looks at one cell at a time. Here the words that are possible for a later row are one
 * set, a bit for each word, and a column cuts the set with one AND for 256 words.
 *
 * 1. When two rows stand, each column has a beginning of two letters. For each such beginning and
 *    each column there are two sets made beforehand: the words whose letter there can come third in
 *    that column, and those whose letter can come fourth (rect_join_new; equal ones are shared).
 * 2. The words for the second row are such a set too, cut by the first row's letters and listed.
 *    For each of them the set for the third row is cut, two columns at a time; what the word has
 *    in common with the one before is kept, and where the set becomes empty all words with this
 *    beginning are dead. Words are sorted, so the first columns empty whole blocks of 256 words;
 *    only blocks that are not empty are kept and looked at again.
 * 3. When the second row is whole, the words left for row three (few) are listed, and the same is
 *    done for row four, where the columns up to the first letter that has changed since the last
 *    second row keep what they had.
 * 4. The two lists are joined. A word of row three gives every column a beginning of three letters,
 *    hence a mask of letters for row four. If the lists are short each word of row four is tried
 *    against the masks. If they are long, row four is laid out by columns, and for each column and
 *    each letter that row three has there, one bitset tells which words of row four can follow;
 *    then a word of row three needs as many ANDs as there are columns.
 *    A row four of more than RECT_SLICE words is joined slice by slice, which bounds the memory of
 *    a thread.
 * 5. Whatever is left goes to the walk, from the fifth row on.
 *
 * The order of the grids depends on the problem alone: it is that of their rows, but for the
 * slices. Ties of a frame that may be mirrored are treated as in the walk.
 *
 * This file is compiled twice: by itself for any processor, and within rect_avx2.c.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_hot.h"

#include <assert.h>
#include <string.h>

#ifdef RECT_AVX2
#include <immintrin.h>
#endif

#define NO_TIE 99u /* no letter */

static bool is_empty(const rect_block *block)
{
#ifdef RECT_AVX2
    return _mm256_testz_si256((__m256i)*block, (__m256i)*block);
#else
    return ((*block)[0] | (*block)[1] | (*block)[2] | (*block)[3]) == 0;
#endif
}

/* Sets are cut by two columns at a time, or by the first one alone if their number is odd: what
 * costs is not the cutting but to begin and to end it. So a set is kept after every second column;
 * this is the last such place up to a column. */
static unsigned kept_place(unsigned col, unsigned columns)
{
    return col > 0 ? col - (columns - col) % 2 : 0;
}

/* The next one. */
static unsigned next_place(unsigned col, unsigned columns)
{
    return col + 2 - (columns - col) % 2;
}

/* Keeps of a set what `with` and `also` have too, and of that the blocks that are not empty. */
static inline void cut(struct rect_part *to, const struct rect_part *from, const rect_block *with,
                       const rect_block *also)
{
    const rect_block *bits = from->bits;
    const uint32_t *where = from->where;
    rect_block *to_bits = to->bits;
    uint32_t *to_where = to->where;
    unsigned blocks = from->count, count = 0;

    for (unsigned i = 0; i < blocks; i++) {
        uint32_t at = where[i];
        rect_block both = bits[i] & with[at] & also[at];
        to_bits[count] = both;
        to_where[count] = at;
        count += !is_empty(&both);
    }
    to->count = count;
}

/* ---- lists ---- */

/* Do the masks allow every letter of the word? Beyond the width they allow all. */
static bool fits(const uint32_t *masks, const uint8_t *word, unsigned width)
{
#ifdef RECT_AVX2
    const __m256i ones = _mm256_set1_epi32(1);
    __m256i letters = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)word));
    __m256i bits = _mm256_srlv_epi32(_mm256_loadu_si256((const __m256i *)masks), letters);
    bool allowed = _mm256_testc_si256(bits, ones); /* not asked for at once: it is a toss-up */
    if (width <= 8)
        return allowed;
    letters = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(word + 8)));
    bits = _mm256_srlv_epi32(_mm256_loadu_si256((const __m256i *)(masks + 8)), letters);
    return allowed & _mm256_testc_si256(bits, ones);
#else
    for (unsigned col = 0; col < width; col++)
        if ((masks[col] >> word[col] & 1) == 0)
            return false;
    return true;
#endif
}

/* Lists the words of a set. Most of the numbers have no bit, one or two, and which of them cannot
 * be foreseen: so two are always written, and stay if they are bits. */
static inline uint32_t list_words(const struct rect_part *part, uint32_t *out)
{
    unsigned blocks = part->count;
    uint32_t count = 0;

    for (unsigned i = 0; i < blocks; i++) {
        uint32_t first = part->where[i] * 256;
        for (unsigned quarter = 0; quarter < 4; quarter++, first += 64) {
            uint64_t bits = part->bits[i][quarter];
            for (int two = 0; two < 2; two++, bits &= bits - 1) {
                out[count] = first + lowest64_or_any(bits);
                count += bits != 0;
            }
            for (; bits != 0; bits &= bits - 1)
                out[count++] = first + lowest64(bits);
        }
    }
    return count;
}

/* Keeps the words that the masks allow. */
static inline uint32_t keep_words(const struct rect_list *list, const uint32_t *masks,
                                  uint32_t *words, uint32_t count)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = words[i];
        words[kept] = word;
        kept += fits(masks, list->words[word], list->length);
    }
    return kept;
}

/* Puts a word into a row, and goes on in every column. */
static void place(struct rect_search *search, unsigned row, const uint8_t *word)
{
    const struct rect_frame *frame = search->frame;

    memcpy(search->grid[row], word, RECT_SIDE);
    for (unsigned col = 0; col < frame->width; col++) {
        struct rect_node above = frame->column[col]->nodes[search->column[row][col]];
        search->column[row + 1][col] = child(above, word[col]);
    }
}

/* A grid that is whole with this row. */
static void complete(struct rect_search *search, unsigned row, const uint8_t *word, bool tied)
{
    if (search->found == NULL) {
        search->count += search->frame->mirror && !tied ? 2 : 1;
        return;
    }
    memcpy(search->grid[row], word, RECT_SIDE);
    search->found(search, tied);
}

/* ---- the join of row three with row four ---- */

/* A word of row three has met a word of row four. */
static void meet(struct rect_search *search, const struct rect_third *third, uint32_t fourth)
{
    const struct rect_frame *frame = search->frame;
    const uint8_t *word = frame->row[3]->list.words[fourth];

    bool tied = word[frame->width - 1] == third->tie;

    if (frame->height == 4) {
        complete(search, 3, word, tied);
        return;
    }
    for (unsigned col = 0; col < frame->width; col++)
        search->column[3][col] =
            child(frame->column[col]->nodes[search->column[2][col]], third->letters[col]);
    place(search, 3, word);
    search->tied[4] = tied;
    HOT(khi_rect_walk)(search, 4);
}

static void join_short(struct rect_search *search, const struct rect_third *third,
                       const uint32_t *fourth, uint32_t count)
{
    const struct rect_list *list = &search->frame->row[3]->list;

    for (uint32_t i = 0; i < count; i++)
        if (fits(third->mask, list->words[fourth[i]], list->length))
            meet(search, third, fourth[i]);
}

#ifdef RECT_AVX2
/* Eight columns of sixteen words: in each step the words i and i + half are interleaved, and after
 * four the letters of a column stand side by side. */
static void turn_sixteen(const uint8_t *const *words, unsigned base, uint8_t *out, size_t stride)
{
    __m128i from[8], to[8];

    for (unsigned i = 0; i < 8; i++)
        from[i] = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(words[i] + base)),
                                    _mm_loadl_epi64((const __m128i *)(words[i + 8] + base)));
    for (unsigned half = 4, parts = 1; half >= 1; half /= 2, parts *= 2) {
        for (unsigned i = 0; i < half; i++)
            for (unsigned part = 0; part < parts; part++) {
                __m128i a = from[i * parts + part], b = from[(i + half) * parts + part];
                to[(i * parts + part) * 2] = _mm_unpacklo_epi8(a, b);
                to[(i * parts + part) * 2 + 1] = _mm_unpackhi_epi8(a, b);
            }
        memcpy(from, to, sizeof from);
    }
    for (unsigned col = 0; col < 8; col++)
        _mm_storeu_si128((__m128i *)(out + col * stride), from[col]);
}
#endif

/* Row four by columns: for each column the letters of all its words, side by side, and the next
 * column `stride` bytes further on. What stands beyond the last word does not matter. */
static void lay_out(const struct rect_search *search, const uint32_t *fourth, uint32_t count,
                    size_t stride)
{
    const struct rect_list *list = &search->frame->row[3]->list;
    struct rect_scratch *scratch = search->scratch;

#ifdef RECT_AVX2
    for (uint32_t i = 0; i < count; i += 16) {
        const uint8_t *words[16];
        for (uint32_t one = 0; one < 16; one++)
            words[one] = list->words[fourth[i + one < count ? i + one : i]];
        turn_sixteen(words, 0, scratch->letters + i, stride);
        if (list->length > 8)
            turn_sixteen(words, 8, scratch->letters + 8 * stride + i, stride);
    }
#else
    for (uint32_t i = 0; i < count; i++)
        for (unsigned col = 0; col < list->length; col++)
            scratch->letters[col * stride + i] = list->words[fourth[i]][col];
#endif
}

/* The bitset of those of `count` letters that are in the mask. */
static void look_up(const uint8_t *letters, uint32_t count, uint32_t mask, rect_block *out)
{
#ifdef RECT_AVX2
    uint32_t *words = (uint32_t *)(void *)out, full = (count + 31) / 32;
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201u);
    const __m256i byte = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2,
                                          2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    __m256i table = _mm256_shuffle_epi8(_mm256_set1_epi32((int)mask), byte);
    table =
        _mm256_cmpeq_epi8(_mm256_and_si256(table, bit), bit); /* 0xff for a letter of the mask */
    __m256i low = _mm256_permute2x128_si256(table, table, 0x00);
    __m256i high = _mm256_permute2x128_si256(table, table, 0x11);
    for (uint32_t i = 0; i < full; i++) {
        __m256i at = _mm256_loadu_si256((const __m256i *)(letters + i * 32));
        __m256i hit =
            _mm256_blendv_epi8(_mm256_shuffle_epi8(low, at), _mm256_shuffle_epi8(high, at),
                               _mm256_slli_epi16(at, 3)); /* 16 becomes the sign */
        words[i] = (uint32_t)_mm256_movemask_epi8(hit);
    }
    if (count % 32 != 0)
        words[full - 1] &= (1u << count % 32) - 1;
    for (uint32_t i = full; i % 8 != 0; i++)
        words[i] = 0;
#else
    memset(out, 0, (count + 255) / 256 * sizeof *out);
    for (uint32_t i = 0; i < count; i++)
        out[i / 256][i / 64 % 4] |= (uint64_t)(mask >> letters[i] & 1) << i % 64;
#endif
}

static void meet_all(struct rect_search *search, const struct rect_third *third,
                     const uint32_t *fourth, const rect_block *both)
{
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        if (search->found == NULL && search->frame->height == 4 && third->tie == NO_TIE) {
            search->count += (search->frame->mirror ? 2 : 1) * popcount64((*both)[quarter]);
            continue;
        }
        for (uint64_t bits = (*both)[quarter]; bits != 0; bits &= bits - 1)
            meet(search, third, fourth[quarter * 64 + lowest64(bits)]);
    }
}

static void join_long(struct rect_search *search, const struct rect_third *thirds, unsigned many,
                      const uint32_t *fourth, uint32_t count)
{
    struct rect_scratch *scratch = search->scratch;
    unsigned width = search->frame->width;
    uint32_t blocks = (count + 255) / 256;
    size_t stride = blocks * 256; /* close together, though there is room for a whole slice */
    uint32_t made[KHI_RECT_MAX] = {0};

    assert(width > 0);
    lay_out(search, fourth, count, stride);
    for (unsigned i = 0; i < many; i++) {
        const struct rect_third *third = &thirds[i];
        const rect_block *sets[KHI_RECT_MAX];
        for (unsigned col = 0; col < width; col++) {
            unsigned letter = third->letters[col];
            rect_block *set = scratch->follow + (size_t)(col * KHI_LETTERS + letter) * blocks;
            if ((made[col] >> letter & 1) == 0)
                look_up(scratch->letters + col * stride, count, third->mask[col], set);
            made[col] |= 1u << letter;
            sets[col] = set;
        }
        memcpy(search->grid[2], third->letters, RECT_SIDE);
        for (uint32_t block = 0; block < blocks; block++) {
            /* cppcheck-suppress uninitvar ; the width is not 0 */
            rect_block both = sets[0][block];
            for (unsigned col = 1; col < width; col++)
                both &= sets[col][block];
            if (!is_empty(&both))
                meet_all(search, third, fourth + block * 256, &both);
        }
    }
}

/* ---- row three ---- */

/* Makes a batch of the words of row three, column by column. */
static void fill_thirds(const struct rect_search *search, const uint32_t *words, unsigned many,
                        unsigned tie)
{
    const struct rect_frame *frame = search->frame;
    struct rect_third *thirds = search->scratch->third;
    unsigned last = frame->width - 1;

    for (unsigned i = 0; i < many; i++)
        thirds[i].letters = frame->row[2]->list.words[words[i]];
    for (unsigned col = 0; col <= last; col++) {
        const struct rect_node *nodes = frame->column[col]->nodes;
        struct rect_node above = nodes[search->column[2][col]];
        for (unsigned i = 0; i < many; i++)
            thirds[i].mask[col] = nodes[child(above, thirds[i].letters[col])].mask;
    }
    for (unsigned i = 0; i < many; i++) {
        bool tied = thirds[i].letters[last] == tie;
        thirds[i].tie = tied ? search->grid[0][last - 3] : NO_TIE;
        if (tied)
            thirds[i].mask[last] &= ~0u << thirds[i].tie;
    }
}

/* The fourth row's set, cut by the columns that have changed since it was last asked for. */
static const struct rect_part *fourth_set(struct rect_search *search)
{
    struct rect_scratch *scratch = search->scratch;

    unsigned width = search->frame->width, col = kept_place(scratch->fourth_valid, width);

    for (unsigned next; col < width; col = next) {
        next = next_place(col, width);
        cut(&scratch->part[1][next], &scratch->part[1][col],
            rect_join_set(search->join, 1, col, search->column[2][col]),
            rect_join_set(search->join, 1, next - 1, search->column[2][next - 1]));
    }
    scratch->fourth_valid = width;
    return &scratch->part[1][width];
}

static void join_batch(struct rect_search *search, const struct rect_part *fourth, unsigned many)
{
    enum { FEW = 64, MANY = 4, SHORT = 500 };
    struct rect_scratch *scratch = search->scratch;
    const struct rect_list *list = &search->frame->row[3]->list;
    uint32_t any[RECT_SIDE];

    memset(any, 0, sizeof any);
    for (unsigned i = 0; i < many && many <= FEW; i++)
        for (unsigned col = 0; col < RECT_SIDE; col++)
            any[col] |= scratch->third[i].mask[col];
    uint32_t count = list_words(fourth, scratch->fourth);
    if (many > 1 && many <= FEW)
        count = keep_words(list, any, scratch->fourth, count);
    if (many > MANY && many * count > SHORT) {
        for (uint32_t from = 0; from < count; from += RECT_SLICE)
            join_long(search, scratch->third, many, scratch->fourth + from,
                      count - from < RECT_SLICE ? count - from : RECT_SLICE);
        return;
    }
    for (unsigned i = 0; i < many && count > 0; i++) {
        memcpy(search->grid[2], scratch->third[i].letters, RECT_SIDE);
        join_short(search, &scratch->third[i], scratch->fourth, count);
    }
}

/* Leaves out the third rows that would break a tie to the wrong side. */
static uint32_t drop_below(const struct rect_search *search, unsigned tie, uint32_t count)
{
    const struct rect_list *list = &search->frame->row[2]->list;
    uint32_t *thirds = search->scratch->thirds, left = 0;

    for (uint32_t i = 0; i < count; i++) {
        thirds[left] = thirds[i];
        left += list->words[thirds[i]][list->length - 1] >= tie;
    }
    return left;
}

/* Two rows stand. */
static void join(struct rect_search *search, bool tied)
{
    const struct rect_frame *frame = search->frame;
    struct rect_scratch *scratch = search->scratch;
    const struct rect_list *list = &frame->row[2]->list;
    unsigned last = frame->width - 1, tie = tied ? search->grid[0][last - 2] : NO_TIE;
    const struct rect_part *fourth = frame->height > 3 ? fourth_set(search) : NULL;

    if (fourth != NULL && fourth->count == 0)
        return;
    uint32_t count = list_words(&scratch->part[0][frame->width], scratch->thirds);
    if (tied)
        count = drop_below(search, tie, count);
    if (frame->height == 3) {
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t *word = list->words[scratch->thirds[i]];
            complete(search, 2, word, word[last] == tie);
        }
        return;
    }
    for (uint32_t from = 0; from < count; from += RECT_BATCH) {
        unsigned many = count - from < RECT_BATCH ? count - from : RECT_BATCH;
        fill_thirds(search, scratch->thirds + from, many, tie);
        join_batch(search, fourth, many);
    }
}

/* ---- row two ---- */

/* The words of row two that the first row's columns and the piece allow, listed. */
static uint32_t list_seconds(struct rect_search *search)
{
    const struct rect_frame *frame = search->frame;
    struct rect_scratch *scratch = search->scratch;
    struct rect_part *from = &scratch->second[0], *to = &scratch->second[1];

    khi_rect_join_piece(search, from);
    for (unsigned col = 0, next; col < frame->width && from->count > 0; col = next) {
        next = next_place(col, frame->width);
        cut(to, from, rect_join_second(search->join, col, search->grid[0][col]),
            rect_join_second(search->join, next - 1, search->grid[0][next - 1]));
        struct rect_part *swap = from;
        from = to;
        to = swap;
    }
    return list_words(from, scratch->seconds);
}

/* Letters that two words have in common at their beginnings, of `most`. */
static unsigned common(const uint8_t *word, const uint8_t *other, unsigned most)
{
    unsigned length = 0;

    while (length < most && word[length] == other[length])
        length++;
    return length;
}

/* The set of third rows for a column, which goes on by the word's letter. */
static inline const rect_block *third_set(struct rect_search *search, unsigned col,
                                          const uint8_t *word)
{
    uint32_t node = child(search->scratch->above[col], word[col]);

    search->column[2][col] = node;
    return rect_join_set(search->join, 0, col, node);
}

/* Goes on in the columns from `col` to before `end`, cutting row three's set. Returns the column
 * from which on it is empty, or `end`. */
static unsigned cut_third(struct rect_search *search, unsigned col, unsigned end,
                          const uint8_t *word)
{
    struct rect_part *part = search->scratch->part[0];

    for (unsigned next; col < end; col = next) {
        next = next_place(col, end);
        const rect_block *with = third_set(search, col, word);
        cut(&part[next], &part[col], with, third_set(search, next - 1, word));
        if (part[next].count == 0)
            return col;
    }
    return col;
}

static uint64_t count_common(const struct rect_part *part, const rect_block *with,
                             const rect_block *also)
{
    uint64_t count = 0;

    for (unsigned i = 0; i < part->count; i++) {
        uint32_t at = part->where[i];
        rect_block both = part->bits[i] & with[at] & also[at];
        for (unsigned quarter = 0; quarter < 4; quarter++)
            count += popcount64(both[quarter]);
    }
    return count;
}

/* Where row three is the last, and only counted, the last column needs no set of its own. */
static void count_thirds(struct rect_search *search, const uint8_t *word, bool tied)
{
    const struct rect_frame *frame = search->frame;
    unsigned col = frame->width - 1;
    const struct rect_part *part = &search->scratch->part[0][col];
    uint32_t node = child(search->scratch->above[col], word[col]);
    const rect_block *with = rect_join_set(search->join, 0, col, node);
    unsigned tie = tied ? search->grid[0][col - 2] : 0;

    uint64_t count = count_common(part, with, rect_join_from(search->join, tie));

    if (tied) /* a square counts once if it keeps the tie, twice if its letter is above */
        count += count_common(part, with, rect_join_from(search->join, tie + 1));
    search->count += frame->mirror && !tied ? 2 * count : count;
}

void HOT(khi_rect_join)(struct rect_search *search)
{
    const struct rect_frame *frame = search->frame;
    struct rect_scratch *scratch = search->scratch;
    const struct rect_list *list = &frame->row[1]->list;
    bool count_only = frame->height == 3 && search->found == NULL;
    unsigned width = frame->width, last = width - 1, cuts = count_only ? last : width;
    unsigned valid = 0; /* columns that row three is cut by */
    unsigned known = 0; /* the same, and those that made it empty */
    unsigned tie = search->tied[1] ? search->grid[0][last - 1] : 0;
    const uint8_t *before = search->grid[0]; /* none, but nothing is cut yet either */
    uint32_t count = list_seconds(search);

    scratch->fourth_valid = 0;
    for (unsigned col = 0; col < width; col++)
        scratch->above[col] = frame->column[col]->nodes[search->column[1][col]];
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *word = list->words[scratch->seconds[i]];
        unsigned same = common(word, before, known);
        bool dead = same == known && known > valid; /* it begins like one that had no third row */
        if (dead || word[last] < tie)
            continue;
        if (scratch->fourth_valid > same)
            scratch->fourth_valid = same;
        before = word;
        valid = cut_third(search, kept_place(same < valid ? same : valid, cuts), cuts, word);
        known = valid < cuts ? next_place(valid, cuts) : cuts;
        if (valid < cuts)
            continue;
        bool tied = search->tied[1] && word[last] == tie;
        memcpy(search->grid[1], word, RECT_SIDE);
        if (count_only)
            count_thirds(search, word, tied);
        else
            join(search, tied);
        if (rect_halted(search))
            return;
    }
}

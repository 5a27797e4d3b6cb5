/* rect_join_sets.c: the sets of words that rect_join.c cuts with, and the room that it needs. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

#include <stdlib.h>
#include <string.h>

enum { SETS_BYTES_MAX = 44 << 20 };

static uint32_t blocks_for(uint32_t words)
{
    return (words + 255) / 256;
}

/* ---- the sets ---- */

/* The letters that can come third (row 2) or fourth (row 3) after a beginning of two. */
static uint32_t letters_after(const struct rect_set *column, uint32_t node, unsigned row)
{
    struct rect_node at = column->nodes[node];
    uint32_t mask = 0;

    if (row == 2)
        return at.mask;
    for (unsigned i = 0; i < khi_popcount(at.mask); i++)
        mask |= column->nodes[at.first + i].mask;
    return mask;
}

/* Words by the letter that they have in this column. */
static void fill_letters(const struct rect_list *list, unsigned col, rect_block *sets)
{
    uint32_t blocks = blocks_for(list->count);

    memset(sets, 0, KHI_LETTERS * blocks * sizeof *sets);
    for (uint32_t i = 0; i < list->count; i++)
        sets[list->words[i][col] * blocks + i / 256][i / 64 % 4] |= (uint64_t)1 << i % 64;
}

static void fill_set(rect_block *set, const rect_block *letters, uint32_t blocks, uint32_t mask)
{
    memset(set, 0, blocks * sizeof *set);
    for (; mask != 0; mask &= mask - 1) {
        const rect_block *from = letters + khi_lowest(mask) * blocks;
        for (uint32_t i = 0; i < blocks; i++)
            set[i] |= from[i];
    }
}

struct masks { /* the different masks of one column */
    uint32_t count, mask[26 * 26];
    uint16_t slot[2048]; /* by hash: its number and 1 */
};

static uint32_t mask_number(struct masks *masks, uint32_t mask)
{
    uint32_t at = mask * 2654435761u >> 21;

    while (masks->slot[at] != 0 && masks->mask[masks->slot[at] - 1] != mask)
        at = (at + 1) % 2048;
    if (masks->slot[at] == 0) {
        masks->mask[masks->count++] = mask;
        masks->slot[at] = (uint16_t)masks->count;
    }
    return masks->slot[at] - 1u;
}

/* Numbers the sets that a column needs for one row, and counts them. */
static enum khi_status number_sets(struct rect_join *join, const struct rect_frame *frame,
                                   unsigned which, unsigned col, struct masks *masks)
{
    const struct rect_set *column = frame->column[col];
    uint32_t first = column->level[2], end = column->level[3];
    uint32_t *numbers = malloc((end - first) * sizeof *numbers);

    if (numbers == NULL)
        return KHI_NO_MEMORY;
    join->number[which][col] = numbers;
    join->first[col] = first;
    memset(masks, 0, sizeof *masks);
    for (uint32_t node = first; node < end; node++)
        numbers[node - first] =
            mask_number(masks, letters_after(column, node, which + 2)) * join->blocks[which];
    return KHI_OK;
}

static enum khi_status make_sets(struct rect_join *join, const struct rect_frame *frame,
                                 unsigned which, unsigned col, struct masks *masks)
{
    const struct rect_list *list = &frame->row[which + 2]->list;
    uint32_t blocks = blocks_for(list->count);
    enum khi_status status = number_sets(join, frame, which, col, masks);
    size_t bytes = (size_t)masks->count * blocks * sizeof(rect_block);

    if (status != KHI_OK)
        return status;
    join->bytes += bytes;
    if (join->bytes > SETS_BYTES_MAX)
        return KHI_TOO_LARGE;
    rect_block *letters = aligned_alloc(32, KHI_LETTERS * blocks * sizeof *letters + 32);
    join->sets[which][col] = aligned_alloc(32, bytes + 32);
    if (letters == NULL || join->sets[which][col] == NULL) {
        free(letters);
        return KHI_NO_MEMORY;
    }
    fill_letters(list, col, letters);
    for (uint32_t i = 0; i < masks->count; i++)
        fill_set(join->sets[which][col] + (size_t)i * blocks, letters, blocks, masks->mask[i]);
    free(letters);
    return KHI_OK;
}

static enum khi_status make_second_sets(struct rect_join *join, const struct rect_frame *frame)
{
    const struct rect_list *list = &frame->row[1]->list;
    uint32_t blocks = blocks_for(list->count);
    size_t column = (size_t)KHI_LETTERS * blocks;
    rect_block *letters = aligned_alloc(32, column * sizeof *letters + 32);

    join->second_blocks = blocks;
    join->second = aligned_alloc(32, frame->width * column * sizeof *letters + 32);
    for (unsigned col = 0; col < frame->width && letters && join->second; col++) {
        struct rect_node root = frame->column[col]->nodes[0];
        fill_letters(list, col, letters);
        for (unsigned letter = 0, next = root.first; letter < KHI_LETTERS; letter++) {
            uint32_t mask = 0;
            if (root.mask >> letter & 1)
                mask = frame->column[col]->nodes[next++].mask;
            fill_set(join->second + col * column + letter * blocks, letters, blocks, mask);
        }
    }
    free(letters);
    return letters != NULL && join->second != NULL ? KHI_OK : KHI_NO_MEMORY;
}

static enum khi_status make_from_sets(struct rect_join *join, const struct rect_frame *frame)
{
    const struct rect_list *list = &frame->row[2]->list;
    uint32_t blocks = join->blocks[0];

    join->from = aligned_alloc(32, (KHI_LETTERS + 1) * blocks * sizeof(rect_block) + 32);
    if (join->from == NULL)
        return KHI_NO_MEMORY;
    fill_letters(list, frame->width - 1, join->from);
    memset(join->from + KHI_LETTERS * blocks, 0, blocks * sizeof(rect_block));
    for (uint32_t i = KHI_LETTERS * blocks; i-- > 0;)
        join->from[i] |= join->from[i + blocks];
    return KHI_OK;
}

struct rect_join *khi_rect_join_new(const struct rect_frame *frame, const atomic_uint *signal)
{
    struct rect_join *join = calloc(1, sizeof *join);
    struct masks *masks = malloc(sizeof *masks);
    unsigned rows = frame->height > 3 ? 2 : 1;
    enum khi_status status = join != NULL && masks != NULL ? KHI_OK : KHI_NO_MEMORY;

    for (unsigned which = 0; which < rows && status == KHI_OK; which++) {
        join->blocks[which] = blocks_for(frame->row[which + 2]->list.count);
        for (unsigned col = 0; col < frame->width && status == KHI_OK; col++)
            status =
                rect_stopped(signal) ? KHI_RECT_STOPPED : make_sets(join, frame, which, col, masks);
    }
    if (status == KHI_OK)
        status = make_second_sets(join, frame);
    if (status == KHI_OK)
        status = make_from_sets(join, frame);
    free(masks);
    if (status == KHI_OK)
        return join;
    khi_rect_join_free(join);
    return NULL;
}

void khi_rect_join_free(struct rect_join *join)
{
    if (join == NULL)
        return;
    free(join->second);
    free(join->from);
    for (unsigned col = 0; col < KHI_RECT_MAX; col++)
        for (unsigned which = 0; which < 2; which++) {
            free(join->number[which][col]);
            free(join->sets[which][col]);
        }
    free(join);
}

/* ---- room ---- */

static size_t padded(size_t bytes)
{
    return (bytes + 63) / 32 * 32;
}

/* A part with every word in it. */
static void fill_whole(struct rect_part *part, uint32_t words)
{
    part->count = blocks_for(words);
    memset(part->bits, 0, part->count * sizeof *part->bits);
    for (uint32_t i = 0; i < part->count; i++)
        part->where[i] = i;
    for (uint32_t i = 0; i < words; i++)
        part->bits[i / 256][i / 64 % 4] |= (uint64_t)1 << i % 64;
}

static bool make_part(struct rect_part *part, uint32_t words)
{
    uint32_t blocks = blocks_for(words) + 1;

    part->bits = aligned_alloc(32, padded(blocks * sizeof *part->bits));
    part->where = malloc(blocks * sizeof *part->where);
    return part->bits != NULL && part->where != NULL;
}

static bool make_parts(struct rect_scratch *scratch, const struct rect_frame *frame, unsigned which)
{
    uint32_t words = frame->row[which + 2]->list.count;

    for (unsigned col = 0; col <= frame->width; col++)
        if (!make_part(&scratch->part[which][col], words))
            return false;
    fill_whole(&scratch->part[which][0], words);
    return true;
}

static bool make_join_room(struct rect_scratch *scratch, const struct rect_frame *frame)
{
    uint32_t words = frame->row[3]->list.count;
    size_t lines = (size_t)frame->width * KHI_LETTERS;
    size_t blocks = blocks_for(words < RECT_SLICE ? words : RECT_SLICE) + 1;

    scratch->fourth = malloc((words + 1) * sizeof *scratch->fourth);
    scratch->letters = calloc(RECT_SIDE, blocks * 256);
    scratch->follow = aligned_alloc(32, padded(lines * blocks * sizeof(rect_block)));
    scratch->third = calloc(RECT_BATCH, sizeof *scratch->third);
    if (scratch->fourth == NULL || scratch->letters == NULL || scratch->follow == NULL ||
        scratch->third == NULL)
        return false;
    for (unsigned i = 0; i < RECT_BATCH; i++) /* what lies beyond the width is allowed */
        memset(scratch->third[i].mask, 0xff, sizeof scratch->third[i].mask);
    return make_parts(scratch, frame, 1);
}

struct rect_scratch *khi_rect_scratch_new(const struct rect_frame *frame)
{
    struct rect_scratch *scratch = calloc(1, sizeof *scratch);

    if (scratch == NULL)
        return NULL;
    scratch->thirds = malloc((frame->row[2]->list.count + 1) * sizeof *scratch->thirds);
    scratch->seconds = malloc((frame->row[1]->list.count + 1) * sizeof *scratch->seconds);
    if (scratch->thirds != NULL && scratch->seconds != NULL &&
        make_part(&scratch->second[0], frame->row[1]->list.count) &&
        make_part(&scratch->second[1], frame->row[1]->list.count) &&
        make_parts(scratch, frame, 0) && (frame->height == 3 || make_join_room(scratch, frame)))
        return scratch;
    khi_rect_scratch_free(scratch);
    return NULL;
}

void khi_rect_scratch_free(struct rect_scratch *scratch)
{
    if (scratch == NULL)
        return;
    for (unsigned which = 0; which < 2; which++)
        for (unsigned col = 0; col < RECT_SIDE; col++) {
            free(scratch->part[which][col].bits);
            free(scratch->part[which][col].where);
        }
    for (unsigned i = 0; i < 2; i++) {
        free(scratch->second[i].bits);
        free(scratch->second[i].where);
    }
    free(scratch->seconds);
    free(scratch->thirds);
    free(scratch->fourth);
    free(scratch->letters);
    free(scratch->follow);
    free(scratch->third);
    free(scratch);
}

/* ---- the piece of the second row ---- */

/* The bits of a block from one place on. */
static void keep_from(rect_block *block, unsigned place)
{
    for (unsigned quarter = 0; quarter < 4; quarter++)
        if (place >= (quarter + 1) * 64)
            (*block)[quarter] = 0;
        else if (place > quarter * 64)
            (*block)[quarter] &= ~(uint64_t)0 << place % 64;
}

/* The first word whose first letters are not below these. */
static uint32_t first_from(const struct rect_list *list, unsigned first, unsigned second)
{
    uint32_t low = 0, high = list->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *word = list->words[middle];
        if (word[0] < first || (word[0] == first && word[1] < second))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static unsigned highest(uint32_t set)
{
    return 31u - (unsigned)__builtin_clz(set);
}

void khi_rect_join_piece(const struct rect_search *search, struct rect_part *part)
{
    const struct rect_list *list = &search->frame->row[1]->list;
    unsigned low = khi_lowest(search->piece[0]), high = highest(search->piece[0]);

    part->count = 0;
    bool whole = search->frame->pieces == 1;
    uint32_t from = whole ? 0 : first_from(list, low, khi_lowest(search->piece[1]));
    uint32_t to = whole ? list->count : first_from(list, high, highest(search->piece[1]) + 1);
    if (from >= to)
        return;
    for (uint32_t at = from / 256; at * 256 < to; at++) {
        part->where[part->count] = at;
        part->bits[part->count++] = ~(rect_block){0};
    }
    rect_block beyond = ~(rect_block){0};
    keep_from(&part->bits[0], from % 256);
    if (to % 256 != 0) {
        keep_from(&beyond, to % 256);
        part->bits[part->count - 1] &= ~beyond;
    }
}

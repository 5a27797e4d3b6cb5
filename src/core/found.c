/* found.c: gathering and sorting.
 *
 * Most queries are a rack and nothing else, and then there is less to carry along than the finder
 * does for any query: the words of a rack are gathered by a walk of their own. Its time goes to
 * what the processor cannot foresee, as half of all steps end nowhere; so a step looks ahead before
 * it writes anything down, and takes its letter, from the rack or as a blank, without a branch.
 *
 * The rest of the time goes to memory that is touched for the first time. So words are gathered as
 * text alone, in alphabetical order, and their places are counted out when all are there.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/found.h"

#include <stdlib.h>
#include <string.h>

enum {
    VALUE_MAX = 6 * KHI_WORD_MAX, /* half points of the dearest word */
    KEYS = (VALUE_MAX + 1) * (KHI_WORD_MAX + 1),
    BLANK = 'a' - 'A', /* how the letter of a blank is shown */
};

#define INLINED static inline __attribute__((always_inline))

struct gatherer {
    char *text;
    size_t used, room;
    uint32_t count;
};

/* Adds a word that is written as it is shown. False: no memory. */
static bool add_word(struct gatherer *gatherer, const char word[static KHI_WORD_MAX + 1],
                     unsigned length)
{
    if (gatherer->used + KHI_WORD_MAX + 3 > gatherer->room) {
        size_t room = gatherer->room ? gatherer->room * 2 : 1 << 15;
        char *text = realloc(gatherer->text, room);
        if (text == NULL)
            return false;
        gatherer->text = text;
        gatherer->room = room;
    }
    char *text = gatherer->text + gatherer->used;
    *text++ = (char)length;
    /* what this is too much is overwritten; a copy of a fixed size need not be measured */
    memcpy(text, word, length < 32 ? 32 : KHI_WORD_MAX + 1);
    text[length] = '\0';
    gatherer->used += length + 2;
    gatherer->count++;
    return true;
}

static bool gather_any(struct gatherer *gatherer, const struct khi_trie *trie,
                       const struct khi_query *query)
{
    struct khi_finder finder;
    char shown[sizeof finder.word];

    khi_finder_begin(&finder, trie, query);
    while (khi_finder_next(&finder)) {
        memcpy(shown, finder.word, sizeof shown);
        for (uint64_t left = finder.blanks; left != 0; left &= left - 1)
            shown[__builtin_ctzll(left)] |= BLANK;
        if (!add_word(gatherer, shown, finder.length))
            return false;
    }
    return true;
}

/* ---- a rack alone ---- */

struct walk {
    struct gatherer *gatherer;
    const struct khi_trie *trie;
    unsigned shortest, longest;
    uint8_t supply[KHI_LETTERS]; /* the rack's letters that are not yet used */
    char word[KHI_WORD_MAX + 1]; /* as it is shown */
};

/* Where the walk stands, after so many letters. */
struct place {
    struct khi_cursor at;
    unsigned depth;
    unsigned blanks; /* that are left */
    uint32_t have;   /* letters of which the supply has some */
    uint32_t left;   /* letters that lead on and are not yet tried */
};

INLINED uint32_t leads(const struct walk *walk, const struct place *place)
{
    uint32_t usable = place->have | (0u - (place->blanks > 0)); /* a blank is any letter */

    return place->depth < walk->longest ? khi_cursor_next(walk->trie, place->at) & usable : 0;
}

INLINED bool visit(struct walk *walk, struct place place,
                   bool (*go_on)(struct walk *walk, struct place place))
{
    bool done = true;

    for (; place.left != 0 && done; place.left &= place.left - 1) {
        unsigned letter = khi_lowest(place.left), supply = walk->supply[letter];
        bool blank = supply == 0;
        struct place next = {.at = place.at,
                             .depth = place.depth + 1,
                             .blanks = place.blanks - blank,
                             .have = place.have & ~((uint32_t)(supply == 1) << letter)};
        if (!khi_cursor_step(walk->trie, &next.at, letter) ||
            next.depth + khi_node_chain(next.at.mask) > walk->longest)
            continue;
        next.left = leads(walk, &next);
        bool is_word = khi_cursor_is_word(next.at);
        if (next.left == 0 && !is_word)
            continue;
        walk->word[place.depth] = (char)(khi_letter_char(letter) | blank * BLANK);
        if (is_word && next.depth >= walk->shortest)
            done = add_word(walk->gatherer, walk->word, next.depth);
        if (next.left != 0 && done) {
            walk->supply[letter] = (uint8_t)(supply - !blank);
            done = go_on(walk, next);
            walk->supply[letter] = (uint8_t)supply;
        }
    }
    return done;
}

static bool visit_plain(struct walk *walk, struct place place)
{
    return visit(walk, place, visit_plain);
}

KHI_WITH_POPCNT static bool visit_with_popcnt(struct walk *walk, struct place place)
{
    return visit(walk, place, visit_with_popcnt);
}

static bool is_rack_alone(const struct khi_query *query)
{
    return query->has_rack && query->pattern.places == 0 && query->pattern.open &&
           query->prefix.length + query->suffix.length + query->contains.length == 0;
}

static bool gather_rack(struct gatherer *gatherer, const struct khi_trie *trie,
                        const struct khi_query *query)
{
    struct walk walk = {.gatherer = gatherer,
                        .trie = trie,
                        .shortest = query->use_all ? query->tiles : query->shortest,
                        .longest = query->tiles < query->longest ? query->tiles : query->longest};
    struct place root = {.at = khi_cursor_root(trie), .blanks = query->blanks};

    if (walk.shortest < query->shortest)
        walk.shortest = query->shortest;
    memcpy(walk.supply, query->rack, sizeof walk.supply);
    for (unsigned letter = 0; letter < KHI_LETTERS; letter++)
        root.have |= (uint32_t)(query->rack[letter] > 0) << letter;
    root.left = leads(&walk, &root);
    return khi_has_popcnt() ? visit_with_popcnt(&walk, root) : visit_plain(&walk, root);
}

/* ---- what is told of a word; sorting ---- */

static bool is_blank(char letter)
{
    return letter & BLANK;
}

unsigned khi_found_blanks(const struct khi_found *found, uint32_t i)
{
    unsigned blanks = 0;

    for (const char *at = khi_found_text(found, i); *at != '\0'; at++)
        blanks += is_blank(*at);
    return blanks;
}

static unsigned halves_of(const char *word)
{
    unsigned halves = 0;

    for (; *word != '\0'; word++)
        halves += is_blank(*word) ? KHI_BLANK_HALVES : khi_letter_halves(khi_letter(*word));
    return halves;
}

unsigned khi_found_halves(const struct khi_found *found, uint32_t i)
{
    return halves_of(khi_found_text(found, i));
}

/* What is sorted by, greatest first. */
static unsigned sort_key(const char *word, unsigned length, enum khi_order order)
{
    return order == KHI_BY_ALPHA    ? 0
           : order == KHI_BY_LENGTH ? length
                                    : halves_of(word) * (KHI_WORD_MAX + 1u) + length;
}

/* How many words have each key, and from that where the first of them comes in the order. */
static void count_keys(const struct gatherer *gatherer, enum khi_order order, uint32_t *first,
                       uint32_t keys)
{
    for (size_t at = 0, length; at < gatherer->used; at += length + 2) {
        length = (unsigned char)gatherer->text[at];
        first[sort_key(gatherer->text + at + 1, (unsigned)length, order)]++;
    }
    for (uint32_t key = keys, before = 0; key-- > 0;) {
        uint32_t count = first[key];
        first[key] = before;
        before += count;
    }
}

/* Sorts by counting, which keeps words of the same key in their alphabetical order. */
static uint32_t *sort(const struct gatherer *gatherer, enum khi_order order)
{
    uint32_t keys = order == KHI_BY_VALUE ? KEYS : KHI_WORD_MAX + 1;
    uint32_t *first = calloc(keys, sizeof *first);
    uint32_t *starts = malloc((gatherer->count + 1) * sizeof *starts);

    if (first == NULL || starts == NULL) {
        free(starts);
        free(first);
        return NULL;
    }
    count_keys(gatherer, order, first, keys);
    for (size_t at = 0, length; at < gatherer->used; at += length + 2) {
        length = (unsigned char)gatherer->text[at];
        unsigned key = sort_key(gatherer->text + at + 1, (unsigned)length, order);
        starts[first[key]++] = (uint32_t)at + 1;
    }
    free(first);
    return starts;
}

enum khi_status khi_found_load(const struct khi_trie *trie, const struct khi_query *query,
                               enum khi_order order, struct khi_error *error,
                               struct khi_found *found)
{
    struct gatherer gatherer = {0};
    bool done = is_rack_alone(query) ? gather_rack(&gatherer, trie, query)
                                     : gather_any(&gatherer, trie, query);
    uint32_t *starts = done ? sort(&gatherer, order) : NULL;

    if (starts == NULL) {
        free(gatherer.text);
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    }
    *found = (struct khi_found){gatherer.text, starts, gatherer.count};
    return KHI_OK;
}

void khi_found_clear(struct khi_found *found)
{
    free(found->text);
    free(found->starts);
    *found = (struct khi_found){0};
}

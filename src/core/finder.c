/* finder.c: walking the trie for the words that answer a query.
 *
 * The walk goes down the trie letter by letter, with an explicit stack. On the way it does not know
 * yet where the word will end, and so which of its letters the suffix or the contained part will
 * give. It therefore asks for what is necessary: every letter behind the prefix must come from one
 * supply, the letters of rack, suffix and contained part together, or be a blank. That cuts the
 * walk to little more than the words wanted, and each letter is taken in one way only (from the
 * supply as long as it lasts, then as a blank), so no word is met twice.
 *
 * A word that is met is then fitted exactly: for each place where the contained part may stand, the
 * letters that no part covers are counted against the rack. Without suffix and contained part the
 * walk is exact itself.
 *
 * The pattern is carried along as a set of places in one 64-bit number; a step is a shift, a mask
 * and an or. A branch ends where the set is empty.
 *
 * What costs time is not the work but what the processor cannot foresee: more than half of the
 * steps end nowhere. So a step is written down only if it leads on, takes its letter without a
 * branch, and leaves what was there before in the level above, with nothing to undo but one count.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/finder.h"

#include <string.h>

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void add_supply(struct khi_finder *finder, const struct khi_part *part)
{
    for (unsigned i = 0; i < part->length; i++)
        finder->supply[khi_letter(part->letters[i])]++;
}

/* The functions of the walk are inlined into one, twice: with the instruction for counting bits and
 * without it. */
#define INLINED static inline __attribute__((always_inline))

/* Whether the letter at a depth comes from the supply, and is not simply given. */
static bool is_supplied(const struct khi_finder *finder, unsigned depth)
{
    return finder->query.has_rack && depth >= finder->query.prefix.length;
}

/* The letters to try at a depth. */
INLINED uint32_t choices(const struct khi_finder *finder, const struct khi_trie *trie,
                         unsigned depth)
{
    const struct khi_finder_level *level = &finder->levels[depth];
    const struct khi_query *query = &finder->query;

    unsigned chain = khi_node_chain(level->at.mask); /* no word ends within it */
    if (depth + (chain > 0 ? chain : 1) > finder->longest)
        return 0;
    uint32_t next = khi_cursor_next(trie, level->at);
    if (depth < query->prefix.length)
        return next & 1u << khi_letter(query->prefix.letters[depth]);
    if (!query->has_rack)
        return next;
    uint32_t any = 0u - (level->blanks > 0); /* all ones if a blank is left */
    return next & (level->supply | any);
}

void khi_finder_begin(struct khi_finder *finder, const struct khi_trie *trie,
                      const struct khi_query *query)
{
    const struct khi_pattern *pattern = &query->pattern;

    finder->trie = trie;
    finder->query = *query;
    finder->length = 0;
    memset(finder->word, 0, sizeof finder->word);
    finder->exact = query->suffix.length + query->contains.length == 0;
    finder->longest = query->longest;
    if (query->has_rack)
        finder->longest = least(finder->longest, query->tiles + query->prefix.length +
                                                     query->suffix.length + query->contains.length);
    if (!pattern->open && pattern->runs == 0)
        finder->longest = least(finder->longest, pattern->places);
    memcpy(finder->supply, query->rack, sizeof finder->supply);
    add_supply(finder, &query->suffix);
    add_supply(finder, &query->contains);
    struct khi_finder_level *root = &finder->levels[0];
    *root =
        (struct khi_finder_level){.at = khi_cursor_root(trie), .blanks = (uint8_t)query->blanks};
    for (unsigned letter = 0; letter < KHI_LETTERS; letter++)
        root->supply |= (uint32_t)(finder->supply[letter] > 0) << letter;
    root->left = choices(finder, trie, 0);
}

/* ---- fitting a word exactly ---- */

static unsigned count_bits(uint64_t bits)
{
    return khi_popcount((uint32_t)bits) + khi_popcount((uint32_t)(bits >> 32));
}

static uint64_t span(unsigned from, unsigned to)
{
    return to > from ? ~UINT64_C(0) >> (64 - (to - from)) << from : 0;
}

static bool has_part(const struct khi_finder *finder, const struct khi_part *part, unsigned at)
{
    return at + part->length <= finder->length &&
           memcmp(finder->word + at, part->letters, part->length) == 0;
}

/* Whether the rack makes the letters that no part covers, and which of them are blanks then. */
static bool fit_rack(const struct khi_finder *finder, uint64_t covered, uint64_t *blanks)
{
    const struct khi_query *query = &finder->query;
    uint8_t left[KHI_LETTERS];
    unsigned used = 0;

    *blanks = 0;
    if (!query->has_rack)
        return true;
    memcpy(left, query->rack, sizeof left);
    for (unsigned i = 0; i < finder->length; i++) {
        unsigned letter = khi_letter(finder->word[i]);
        if (covered >> i & 1)
            continue;
        used++;
        if (left[letter] > 0)
            left[letter]--;
        else
            *blanks |= UINT64_C(1) << i;
    }
    return count_bits(*blanks) <= query->blanks && (!query->use_all || used == query->tiles);
}

/* Fits the word with the contained part at each of its places in turn. */
static bool fit_parts(struct khi_finder *finder, uint64_t ends)
{
    const struct khi_part *part = &finder->query.contains;
    bool found = false;
    uint64_t blanks;

    if (part->length == 0)
        return fit_rack(finder, ends, &finder->blanks);
    for (unsigned at = 0; at + part->length <= finder->length; at++) {
        if (has_part(finder, part, at) &&
            fit_rack(finder, ends | span(at, at + part->length), &blanks) &&
            (!found || count_bits(blanks) < count_bits(finder->blanks))) {
            finder->blanks = blanks;
            found = true;
        }
    }
    return found;
}

/* Whether the word at hand answers the query; sets which of its letters are blanks. */
static bool fits(struct khi_finder *finder, unsigned length)
{
    const struct khi_query *query = &finder->query;
    unsigned prefix = query->prefix.length, suffix = query->suffix.length;

    if (length < query->shortest || length < prefix || length < suffix ||
        !khi_pattern_is_end(&query->pattern, finder->levels[length].pattern))
        return false;
    finder->length = length;
    finder->word[length] = '\0';
    finder->blanks = finder->levels[length].blanked;
    if (finder->exact)
        return !query->use_all || length - prefix == query->tiles;
    return has_part(finder, &query->suffix, length - suffix) &&
           fit_parts(finder, span(0, prefix) | span(length - suffix, length));
}

/* ---- the walk ---- */

/* Takes a letter from the supply if it has one, else a blank. Which of them cannot be foreseen, so
 * there is no branch. */
INLINED void take(struct khi_finder *finder, unsigned depth, unsigned letter)
{
    const struct khi_finder_level *level = &finder->levels[depth];
    struct khi_finder_level *next = &finder->levels[depth + 1];
    unsigned count = finder->supply[letter];
    bool supplied = is_supplied(finder, depth);
    bool blank = supplied & (count == 0);

    next->from_supply = supplied & (count > 0);
    next->supply = level->supply & ~((uint32_t)(supplied & (count == 1)) << letter);
    next->blanks = (uint8_t)(level->blanks - blank);
    next->blanked = level->blanked | (uint64_t)blank << depth;
}

/* Goes down by a letter from a depth. False if no word and no match lies there. */
INLINED bool go_down(struct khi_finder *finder, const struct khi_trie *trie, unsigned depth,
                     unsigned letter)
{
    const struct khi_finder_level *level = &finder->levels[depth];
    struct khi_finder_level *next = &finder->levels[depth + 1];
    struct khi_cursor at = level->at;

    next->pattern = level->pattern;
    if (!khi_pattern_step(&finder->query.pattern, depth == 0, letter, &next->pattern))
        return false;
    if (!khi_cursor_step(trie, &at, letter))
        return false;
    next->at = at;
    take(finder, depth, letter);
    next->left = choices(finder, trie, depth + 1);
    if (next->left == 0 && !khi_cursor_is_word(at)) /* so ends every second step */
        return false;
    finder->supply[letter] = (uint8_t)(finder->supply[letter] - next->from_supply);
    finder->word[depth] = khi_letter_char(letter);
    return true;
}

INLINED void go_up(struct khi_finder *finder, unsigned depth)
{
    unsigned letter = khi_letter(finder->word[depth - 1]);

    finder->supply[letter] = (uint8_t)(finder->supply[letter] + finder->levels[depth].from_supply);
}

INLINED bool walk(struct khi_finder *finder)
{
    const struct khi_trie trie = *finder->trie; /* a copy that no store can change */
    unsigned depth = finder->length;

    for (;;) {
        struct khi_finder_level *level = &finder->levels[depth];
        if (level->left == 0) {
            finder->length = 0;
            if (depth == 0)
                return false;
            go_up(finder, depth--);
            continue;
        }
        unsigned letter = khi_lowest(level->left);
        level->left &= level->left - 1;
        if (!go_down(finder, &trie, depth, letter))
            continue;
        depth++;
        if (khi_cursor_is_word(level[1].at) && fits(finder, depth))
            return true;
    }
}

KHI_WITH_POPCNT static bool walk_with_popcnt(struct khi_finder *finder)
{
    return walk(finder);
}

bool khi_finder_next(struct khi_finder *finder)
{
    return khi_has_popcnt() ? walk_with_popcnt(finder) : walk(finder);
}

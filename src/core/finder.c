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

/* The letters to try at a depth. */
static uint32_t choices(const struct khi_finder *finder, unsigned depth)
{
    const struct khi_query *query = &finder->query;

    if (depth >= finder->longest)
        return 0;
    uint32_t next = khi_cursor_next(finder->trie, finder->levels[depth].at);
    if (depth < query->prefix.length)
        return next & 1u << khi_letter(query->prefix.letters[depth]);
    if (!query->has_rack || finder->supply_blanks > 0)
        return next;
    return next & finder->supply_set;
}

void khi_finder_begin(struct khi_finder *finder, const struct khi_trie *trie,
                      const struct khi_query *query)
{
    const struct khi_pattern *pattern = &query->pattern;

    finder->trie = trie;
    finder->query = *query;
    finder->length = 0;
    finder->exact = query->suffix.length + query->contains.length == 0;
    finder->walk_blanks = 0;
    finder->longest = query->longest;
    if (query->has_rack)
        finder->longest = least(finder->longest, query->tiles + query->prefix.length +
                                                     query->suffix.length + query->contains.length);
    if (!pattern->open && pattern->runs == 0)
        finder->longest = least(finder->longest, pattern->places);
    memcpy(finder->supply, query->rack, sizeof finder->supply);
    add_supply(finder, &query->suffix);
    add_supply(finder, &query->contains);
    finder->supply_blanks = query->blanks;
    finder->supply_set = 0;
    for (unsigned letter = 0; letter < KHI_LETTERS; letter++)
        finder->supply_set |= (uint32_t)(finder->supply[letter] > 0) << letter;
    finder->levels[0] = (struct khi_finder_level){.at = khi_cursor_root(trie), .source = KHI_FREE};
    finder->levels[0].left = choices(finder, 0);
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
static bool fits(struct khi_finder *finder)
{
    const struct khi_query *query = &finder->query;
    unsigned length = finder->length, prefix = query->prefix.length, suffix = query->suffix.length;

    if (length < query->shortest || length < prefix || length < suffix ||
        !khi_pattern_is_end(&query->pattern, finder->levels[length].pattern))
        return false;
    finder->blanks = finder->walk_blanks;
    if (finder->exact)
        return !query->use_all || length - prefix == query->tiles;
    return has_part(finder, &query->suffix, length - suffix) &&
           fit_parts(finder, span(0, prefix) | span(length - suffix, length));
}

/* ---- the walk ---- */

static void take(struct khi_finder *finder, struct khi_finder_level *level, unsigned letter)
{
    if (!finder->query.has_rack || finder->length < finder->query.prefix.length) {
        level->source = KHI_FREE;
    } else if (finder->supply[letter] > 0) {
        level->source = KHI_FROM_SUPPLY;
        if (--finder->supply[letter] == 0)
            finder->supply_set &= ~(1u << letter);
    } else {
        level->source = KHI_FROM_BLANK;
        finder->supply_blanks--;
        finder->walk_blanks |= UINT64_C(1) << finder->length;
    }
}

/* Goes down by a letter. False if no word or no match lies there. */
static bool go_down(struct khi_finder *finder, unsigned letter)
{
    unsigned depth = finder->length;
    struct khi_finder_level *level = &finder->levels[depth + 1];

    level->pattern = finder->levels[depth].pattern;
    level->at = finder->levels[depth].at;
    if (!khi_pattern_step(&finder->query.pattern, depth == 0, letter, &level->pattern) ||
        !khi_cursor_step(finder->trie, &level->at, letter))
        return false;
    take(finder, level, letter);
    finder->word[depth] = khi_letter_char(letter);
    finder->word[++finder->length] = '\0';
    level->left = choices(finder, finder->length);
    return true;
}

static void go_up(struct khi_finder *finder)
{
    const struct khi_finder_level *level = &finder->levels[finder->length--];
    unsigned letter = khi_letter(finder->word[finder->length]);

    if (level->source == KHI_FROM_SUPPLY) {
        finder->supply[letter]++;
        finder->supply_set |= 1u << letter;
    } else if (level->source == KHI_FROM_BLANK) {
        finder->supply_blanks++;
        finder->walk_blanks &= ~(UINT64_C(1) << finder->length);
    }
}

bool khi_finder_next(struct khi_finder *finder)
{
    for (;;) {
        struct khi_finder_level *level = &finder->levels[finder->length];
        if (level->left == 0) {
            if (finder->length == 0)
                return false;
            go_up(finder);
            continue;
        }
        unsigned letter = khi_lowest(level->left);
        level->left &= level->left - 1;
        if (go_down(finder, letter) && khi_cursor_is_word(finder->levels[finder->length].at) &&
            fits(finder))
            return true;
    }
}

/* query.h: what a user asks of the finder, from text to a value.
 *
 * The meaning, which the finder follows to the letter:
 *   - a rack: the word is made of its letters, each used at most once; a blank (? or *) is any
 *     letter. Without a rack any letters will do;
 *   - prefix, suffix, contains: the word begins with, ends with and somewhere has these letters
 *     together. They are given besides the rack, and may overlap: prefix RE and contains EAT are
 *     both met by REATTACH, whose TACH is from the rack then;
 *   - a pattern says what the whole word looks like. It gives no letters;
 *   - length: of the whole word; use_all: every letter and blank of the rack is used;
 *   - of several ways to make a word the one with the fewest blanks counts, then the one whose
 *     contained part stands leftmost; of equal letters the ordinary ones stand before the blanks.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_QUERY_H
#define KHI_QUERY_H

#include "khi/letters.h"
#include "khi/status.h"

#include <stdbool.h>

/* As typed. NULL: not given. */
struct khi_query_text {
    const char *letters, *prefix, *suffix, *contains;
    const char *pattern; /* letters, . or ? for one, * for any run, [abc], [^abc], [a-e] */
    const char *length;  /* N or MIN-MAX */
    bool use_all;
};

/* A pattern is a row of places, one for each letter that it names; bit n of a set of places is the
 * nth. A set also says how far a word may have got: to which places its last letter may belong. */
struct khi_pattern {
    uint64_t takes[KHI_LETTERS]; /* where this letter may stand */
    uint64_t runs;               /* after which any run may follow */
    bool open;                   /* a run may come first */
    unsigned places;
};

struct khi_part {
    unsigned length;
    char letters[KHI_WORD_MAX + 1]; /* upper case */
};

struct khi_query {
    bool has_rack, use_all;
    uint8_t rack[KHI_LETTERS];
    unsigned blanks, tiles; /* tiles: letters and blanks */
    struct khi_part prefix, suffix, contains;
    struct khi_pattern pattern; /* that of * if none is given */
    unsigned shortest, longest;
};

/* Fails on text that has no meaning, also if neither letters, a part nor a pattern is given. */
enum khi_status khi_query_parse(const struct khi_query_text *text, struct khi_error *error,
                                struct khi_query *query);

/* Goes on by a letter from a state, which is 0 before the first. False if no word can match. */
static inline bool khi_pattern_step(const struct khi_pattern *pattern, bool first, unsigned letter,
                                    uint64_t *state)
{
    if (pattern->places == 0) /* * alone, or no pattern */
        return true;
    uint64_t next = (*state << 1 | (first || pattern->open)) & pattern->takes[letter];

    *state = next | (*state & pattern->runs);
    return *state != 0 || pattern->open;
}

/* Whether a word may end in this state. */
static inline bool khi_pattern_is_end(const struct khi_pattern *pattern, uint64_t state)
{
    return pattern->places == 0 ? pattern->open : state >> (pattern->places - 1) & 1;
}

#endif

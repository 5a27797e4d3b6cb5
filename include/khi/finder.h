/* finder.h: the words that answer a query, one by one in alphabetical order.
 *
 * A finder is a value of the caller, needs no memory of its own, and may be left at any word; it
 * borrows the trie, which must be whole (khi_lexicon_verify for one from outside).
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_FINDER_H
#define KHI_FINDER_H

#include "khi/query.h"
#include "khi/trie.h"

struct khi_finder {
    const struct khi_trie *trie;
    struct khi_query query;
    bool exact; /* the walk alone knows where each letter comes from */
    unsigned length, longest;
    char word[KHI_WORD_MAX + 1]; /* upper case */
    uint64_t blanks;             /* bit n: the nth letter of the word found is a blank */
    uint8_t supply[KHI_LETTERS]; /* letters of the rack and the parts that are not yet used */
    struct khi_finder_level {
        struct khi_cursor at;
        uint32_t left;    /* letters not yet tried */
        uint32_t supply;  /* the letters of which the supply has some */
        uint64_t pattern; /* how far the pattern has got */
        uint64_t blanked; /* which letters so far are blanks */
        uint8_t blanks;   /* that are left */
        bool from_supply; /* so was the last letter */
    } levels[KHI_WORD_MAX + 1];
};

void khi_finder_begin(struct khi_finder *finder, const struct khi_trie *trie,
                      const struct khi_query *query);

/* The next word. False after the last. */
bool khi_finder_next(struct khi_finder *finder);

#endif

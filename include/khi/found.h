/* found.h: all words that answer a query, gathered and sorted. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_FOUND_H
#define KHI_FOUND_H

#include "khi/finder.h"

enum khi_order {
    KHI_BY_LENGTH, /* longest first */
    KHI_BY_ALPHA,
    KHI_BY_VALUE, /* greatest value first, then longest */
};

struct khi_found {
    char *text;       /* each word behind a byte with its length, and ended by NUL */
    uint32_t *starts; /* of the words in the text, in order */
    uint32_t count;
};

/* A word; letters made by blanks are in lower case. */
static inline const char *khi_found_text(const struct khi_found *found, uint32_t i)
{
    return found->text + found->starts[i];
}

static inline unsigned khi_found_length(const struct khi_found *found, uint32_t i)
{
    return (unsigned char)found->text[found->starts[i] - 1];
}

/* How many of a word's letters are made by blanks, and what its letters are worth in half points.
 */
unsigned khi_found_blanks(const struct khi_found *found, uint32_t i);
unsigned khi_found_halves(const struct khi_found *found, uint32_t i);

/* All words that answer the query, sorted; those that are equal in order, alphabetically. */
enum khi_status khi_found_load(const struct khi_trie *trie, const struct khi_query *query,
                               enum khi_order order, struct khi_error *error,
                               struct khi_found *found);

/* Frees what it owns, not the struct. */
void khi_found_clear(struct khi_found *found);

#endif

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

struct khi_found_word {
    uint32_t start;  /* in the text */
    uint16_t halves; /* the value of its letters in half points */
    uint8_t length, blanks;
};

struct khi_found {
    char *text; /* a NUL after each word; letters made by blanks are in lower case */
    struct khi_found_word *words;
    uint32_t count;
};

static inline const char *khi_found_text(const struct khi_found *found, uint32_t i)
{
    return found->text + found->words[i].start;
}

/* All words that answer the query, sorted; those that are equal in order, alphabetically. */
enum khi_status khi_found_load(const struct khi_trie *trie, const struct khi_query *query,
                               enum khi_order order, struct khi_error *error,
                               struct khi_found *found);

/* Frees what it owns, not the struct. */
void khi_found_clear(struct khi_found *found);

#endif

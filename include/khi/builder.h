/* builder.h: from a list of words to the bytes of a trie file. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_BUILDER_H
#define KHI_BUILDER_H

#include "khi/wordlist.h"

/* Builds the smallest file that this module knows for the list, which khi_wordlist_parse has
 * sorted. The same words give the same bytes. The caller frees them. */
enum khi_status khi_trie_build(const struct khi_wordlist *list, struct khi_error *error,
                               uint8_t **bytes, size_t *size);

#endif

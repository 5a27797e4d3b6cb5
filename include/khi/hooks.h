/* hooks.h: the letters that make new words when put before or after a word. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_HOOKS_H
#define KHI_HOOKS_H

#include "khi/trie.h"

/* Sets the letters that can be put before and after the word, which need not be one itself.
 * KHI_NO if there are none; KHI_CORRUPT, with nothing set, if the dictionary is damaged. */
enum khi_answer khi_hooks(const struct khi_trie *trie, const char *word, size_t length,
                          uint32_t *front, uint32_t *back);

#endif

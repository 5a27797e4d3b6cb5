/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/hooks.h"

#include <string.h>

enum khi_answer khi_hooks(const struct khi_trie *trie, const char *word, size_t length,
                          uint32_t *front, uint32_t *back)
{
    char text[KHI_WORD_MAX + 2];
    uint32_t before = 0, after = 0;

    if (length > 0 && length < KHI_WORD_MAX) {
        memcpy(text + 1, word, length);
        for (unsigned letter = 0; letter < KHI_LETTERS; letter++) {
            text[0] = text[length + 1] = khi_letter_char(letter);
            enum khi_answer front_answer = khi_trie_contains(trie, text, length + 1);
            enum khi_answer back_answer = khi_trie_contains(trie, text + 1, length + 1);
            if (front_answer == KHI_CORRUPT || back_answer == KHI_CORRUPT)
                return KHI_CORRUPT;
            before |= (uint32_t)(front_answer == KHI_YES) << letter;
            after |= (uint32_t)(back_answer == KHI_YES) << letter;
        }
    }
    *front = before;
    *back = after;
    return before | after ? KHI_YES : KHI_NO;
}

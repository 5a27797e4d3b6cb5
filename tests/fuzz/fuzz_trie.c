/* fuzz_trie.c: any bytes as a trie file. Nothing may crash or hang, and what the verifier passes
 * must hold in every other way of reading the file. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "khi/trie.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED = 2000 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

/* Walks by a cursor as far as the bytes of the file itself lead, taken as letters. */
static void walk(const struct khi_trie *trie)
{
    struct khi_cursor at = khi_cursor_root(trie);

    for (uint32_t i = 0; i < trie->size && i < 256; i++) {
        uint32_t next = khi_cursor_next(trie, at);
        unsigned letter = trie->bytes[i] % KHI_LETTERS;
        bool went = khi_cursor_step(trie, &at, letter);
        require(!went || (next >> letter & 1));
        if (!went)
            at = khi_cursor_root(trie);
    }
}

/* Lists words, all of which must be found; returns how many there were, up to LISTED. */
static uint32_t list(const struct khi_trie *trie)
{
    struct khi_words words;
    char last[KHI_WORD_MAX + 1] = "";
    uint32_t count = 0;

    khi_words_begin(&words, trie);
    for (long steps = 0; count < LISTED && steps < 100000 && khi_words_next(&words); count++) {
        steps += words.length;
        require(strcmp(last, words.word) < 0);
        require(khi_trie_contains(trie, words.word, words.length) == KHI_YES);
        strcpy(last, words.word);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct khi_error error = {0};
    struct khi_trie *trie;
    struct khi_trie_summary sum;
    char sentence[256];

    if (khi_trie_from_memory(bytes, size, KHI_TRIE_BORROWED, &error, &trie) != KHI_OK)
        return 0;
    khi_trie_contains(trie, (const char *)bytes + 5, size - 5 < 64 ? size - 5 : 64);
    walk(trie);
    if (khi_trie_verify(trie, &error, &sum) == KHI_OK) {
        uint32_t listed = list(trie);
        require(listed == (sum.words < LISTED ? sum.words : LISTED));
    } else {
        require(error.at <= size);
        khi_error_format(&error, sentence, sizeof sentence);
    }
    khi_trie_free(trie);
    return 0;
}

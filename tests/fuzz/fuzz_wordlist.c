/* fuzz_wordlist.c: any bytes as a word list. What is taken must be sorted and unique, make a trie
 * that is whole, and come back from it. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "khi/builder.h"
#include "khi/trie.h"

#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_trie(const struct khi_wordlist *list)
{
    struct khi_trie *trie;
    struct khi_trie_summary sum;
    struct khi_words words;
    uint8_t *bytes;
    size_t size;

    require(khi_trie_build(list, NULL, &bytes, &size) == KHI_OK);
    require(khi_trie_from_memory(bytes, size, KHI_TRIE_HEAP, NULL, &trie) == KHI_OK);
    require(khi_trie_verify(trie, NULL, &sum) == KHI_OK);
    require(sum.words == list->count && !sum.legacy);
    khi_words_begin(&words, trie);
    for (uint32_t i = 0; i < list->count; i++)
        require(khi_words_next(&words) && strcmp(words.word, khi_wordlist_word(list, i)) == 0);
    require(!khi_words_next(&words));
    khi_trie_free(trie);
}

static void run(const uint8_t *bytes, size_t size, bool skip_invalid)
{
    struct khi_error error = {0};
    struct khi_wordlist list;
    char *text = malloc(size + 1);

    require(text != NULL);
    memcpy(text, bytes, size);
    if (khi_wordlist_parse(text, size, skip_invalid, &error, &list) != KHI_OK) {
        char sentence[256];
        khi_error_format(&error, sentence, sizeof sentence);
        require(error.code != KHI_OK);
        return;
    }
    for (uint32_t i = 1; i < list.count; i++)
        require(strcmp(khi_wordlist_word(&list, i - 1), khi_wordlist_word(&list, i)) < 0);
    require(skip_invalid || list.skipped == 0);
    check_trie(&list);
    khi_wordlist_clear(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    run(bytes, size, false);
    run(bytes, size, true);
    return 0;
}

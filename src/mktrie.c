/* mktrie.c: compiles the shipped word list while Khi itself is being built, on the build machine.
 * usage: mktrie LIST OUT */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/builder.h"
#include "khi/file.h"
#include "khi/trie.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct khi_error error = {0};
    struct khi_wordlist list = {0};
    struct khi_trie *trie = NULL;
    struct khi_trie_summary summary;
    uint8_t *bytes = NULL;
    size_t size = 0;

    if (argc != 3) {
        fputs("usage: mktrie LIST OUT\n", stderr);
        return 2;
    }
    enum khi_status status = khi_wordlist_load(argv[1], false, &error, &list);
    if (status == KHI_OK)
        status = khi_trie_build(&list, &error, &bytes, &size);
    if (status == KHI_OK)
        status = khi_file_write(argv[2], bytes, size, &error);
    if (status == KHI_OK)
        status = khi_trie_from_memory(bytes, size, KHI_TRIE_HEAP, &error, &trie);
    if (status == KHI_OK)
        status = khi_trie_verify(trie, &error, &summary);
    if (status != KHI_OK) {
        char sentence[512];
        khi_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "mktrie: %s\n", sentence);
        remove(argv[2]);
    }
    khi_trie_free(trie);
    khi_wordlist_clear(&list);
    return status == KHI_OK ? 0 : 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testlib.h"

#include "khi/builder.h"
#include "khi/lexicon.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_random test_random_begin(uint64_t fallback)
{
    const char *given = getenv("KHI_SEED");
    struct test_random random = {given ? strtoull(given, NULL, 0) : fallback};

    printf("seed %" PRIu64 " (KHI_SEED=%" PRIu64 " runs it again)\n", random.state, random.state);
    fflush(stdout);
    return random;
}

uint64_t test_random_next(struct test_random *random)
{
    return khi_mix(random->state += 0x9e3779b97f4a7c15u);
}

unsigned test_random_below(struct test_random *random, unsigned limit)
{
    return (unsigned)(test_random_next(random) % limit);
}

void test_random_word(struct test_random *random, unsigned length, unsigned letters, char *word)
{
    for (unsigned i = 0; i < length; i++)
        word[i] = khi_letter_char(test_random_below(random, letters));
    word[length] = '\0';
}

struct khi_trie *test_trie(const char *words)
{
    struct khi_error error = {0};
    struct khi_wordlist list;
    struct khi_trie *trie = NULL;
    uint8_t *bytes = NULL;
    size_t size = 0;
    char *text = strdup(words);

    ck_assert_ptr_nonnull(text);
    for (char *at = text; *at != '\0'; at++)
        if (*at == ' ')
            *at = '\n';
    test_ok(khi_wordlist_parse(text, strlen(words), false, &error, &list), &error);
    test_ok(khi_trie_build(&list, &error, &bytes, &size), &error);
    khi_wordlist_clear(&list);
    test_ok(khi_trie_from_memory(bytes, size, KHI_TRIE_HEAP, &error, &trie), &error);
    return trie;
}

struct khi_trie *test_shipped_trie(void)
{
    struct khi_error error = {0};
    struct khi_lexicon *lexicon = NULL;

    test_ok(khi_lexicon_open(KHI_LEXICON_DEFAULT, &error, &lexicon), &error);
    struct khi_trie *trie = lexicon->trie;
    lexicon->trie = NULL;
    khi_lexicon_free(lexicon);
    return trie;
}

void test_ok(enum khi_status status, const struct khi_error *error)
{
    char sentence[512] = "";

    if (status != KHI_OK && error != NULL)
        khi_error_format(error, sentence, sizeof sentence);
    ck_assert_msg(status == KHI_OK, "%s", sentence);
}

int test_run(Suite *suite)
{
    SRunner *runner = srunner_create(suite);

    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* check_judge.c: verdicts on words and on challenges. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/judge.h"
#include "testlib.h"

#include <stdlib.h>
#include <string.h>

static const struct challenge {
    const char *text;
    uint64_t words;
    enum khi_status status;
    bool acceptable;
} challenges[] = {
    {"cat", 1, KHI_OK, true},
    {"cat DOG Cat", 3, KHI_OK, true},
    {"  cat\t\r\n\v\fdog \n", 2, KHI_OK, true},
    {"cat dgo", 2, KHI_OK, false},
    {"dgo cat", 2, KHI_OK, false},
    {"x1 dgo ca", 3, KHI_OK, false},
    {"cat's", 1, KHI_OK, false},
    {"c\xc3\xa4t", 1, KHI_OK, false},
    {"", 0, KHI_CHALLENGE_EMPTY, false},
    {" \n\t", 0, KHI_CHALLENGE_EMPTY, false},
};

START_TEST(gives_one_verdict_on_a_challenge)
{
    const struct challenge *row = &challenges[_i];
    struct khi_trie *trie = test_trie("CAT DOG");
    struct khi_error error = {0};
    struct khi_judge judge;
    bool acceptable = false;

    khi_judge_begin(&judge, trie);
    khi_judge_text(&judge, row->text, strlen(row->text));
    ck_assert_uint_eq(judge.words, row->words);
    ck_assert_int_eq(khi_judge_verdict(&judge, &error, &acceptable), row->status);
    ck_assert_int_eq(acceptable, row->acceptable);
    khi_trie_free(trie);
}
END_TEST

START_TEST(judges_word_by_word)
{
    struct khi_trie *trie = test_trie("CAT DOG");
    struct khi_judge judge;

    khi_judge_begin(&judge, trie);
    ck_assert_int_eq(khi_judge_word(&judge, "dOg", 3), KHI_YES);
    ck_assert_int_eq(khi_judge_word(&judge, "dogs", 4), KHI_NO);
    ck_assert_int_eq(khi_judge_word(&judge, "cat", 3), KHI_YES);
    ck_assert(judge.refused);
    ck_assert_uint_eq(judge.words, 3);
    khi_trie_free(trie);
}
END_TEST

/* A file whose first offset leads out of it gives no verdict, whatever the other words are. */
START_TEST(gives_no_verdict_from_a_damaged_dictionary)
{
    struct khi_trie *whole = test_trie("CAT DOG");
    struct khi_error error = {0};
    struct khi_trie *trie = NULL;
    struct khi_judge judge;
    bool acceptable = true;
    uint8_t *bytes = malloc(whole->size);

    memcpy(bytes, whole->bytes, whole->size);
    memset(bytes + KHI_TRIE_ROOT + 4, 0x7f, 4);
    test_ok(khi_trie_from_memory(bytes, whole->size, KHI_TRIE_HEAP, &error, &trie), &error);
    khi_judge_begin(&judge, trie);
    khi_judge_text(&judge, "dog cat dog", 11);
    ck_assert_uint_eq(judge.words, 3);
    ck_assert_int_eq(khi_judge_verdict(&judge, &error, &acceptable), KHI_DICT_DAMAGED);
    ck_assert(acceptable); /* untouched */
    khi_trie_free(trie);
    khi_trie_free(whole);
}
END_TEST

START_TEST(accepts_every_word_of_the_list)
{
    struct khi_trie *trie = test_shipped_trie();
    struct khi_words words;
    struct khi_judge judge;
    struct khi_error error = {0};
    bool acceptable = false;

    khi_judge_begin(&judge, trie);
    khi_words_begin(&words, trie);
    while (khi_words_next(&words))
        khi_judge_word(&judge, words.word, words.length);
    test_ok(khi_judge_verdict(&judge, &error, &acceptable), &error);
    ck_assert(acceptable);
    khi_judge_word(&judge, "ZZZZ", 4);
    test_ok(khi_judge_verdict(&judge, &error, &acceptable), &error);
    ck_assert(!acceptable);
    khi_trie_free(trie);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("judge");
    TCase *cases = tcase_create("challenges");

    tcase_add_loop_test(cases, gives_one_verdict_on_a_challenge, 0,
                        sizeof challenges / sizeof *challenges);
    tcase_add_test(cases, judges_word_by_word);
    tcase_add_test(cases, gives_no_verdict_from_a_damaged_dictionary);
    tcase_add_test(cases, accepts_every_word_of_the_list);
    suite_add_tcase(suite, cases);
    return test_run(suite);
}

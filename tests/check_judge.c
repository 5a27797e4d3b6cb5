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

/* ---- texts, against words that are parted and looked up one by one ---- */

enum { TEXTS = 400, TEXT = 3000 };

/* A word of the list, or something like it that shares its beginning. */
static char *random_like(struct test_random *random, const struct khi_words *words, char *out)
{
    static const char strange[] = {'\0', '\1', '\b',   '\033', '@',   '[',
                                   '`',  '{',  '\x7f', '\xc1', '\xff'};
    unsigned length = words->length;

    memcpy(out, words->word, length);
    switch (test_random_below(random, 8)) {
    case 0:
        out[test_random_below(random, length)] = khi_letter_char(test_random_below(random, 26));
        break;
    case 1:
        out[test_random_below(random, length)] = strange[test_random_below(random, sizeof strange)];
        break;
    case 2:
        length = 1 + test_random_below(random, length);
        break;
    case 3:
        for (unsigned more = test_random_below(random, 30); more > 0; more--)
            out[length++] = khi_letter_char(test_random_below(random, 26));
        break;
    case 4:
        for (unsigned i = 0; i < length; i++)
            out[i] = (char)(test_random_below(random, 2) ? out[i] | 0x20 : out[i]);
        break;
    default:
        break;
    }
    return out + length;
}

/* Words in order, some left out, some twice; now and then it leaps. */
static size_t random_text(struct test_random *random, const struct khi_trie *trie, char *text)
{
    struct khi_words words;
    char *out = text, *stop = text + test_random_below(random, TEXT);

    khi_words_begin(&words, trie);
    for (unsigned skip = test_random_below(random, 5000); skip > 0 && khi_words_next(&words);
         skip--)
        ;
    while (out < stop) {
        unsigned leap = test_random_below(random, 50) ? test_random_below(random, 3) : 300;
        for (; leap > 0; leap--)
            if (!khi_words_next(&words))
                khi_words_begin(&words, trie);
        if (words.length > 0)
            out = random_like(random, &words, out);
        do
            *out++ = " \t\n\v\f\r"[test_random_below(random, 6)];
        while (test_random_below(random, 8) == 0);
    }
    return (size_t)(out - text) - (out > text && test_random_below(random, 2) == 0);
}

/* The text lies in memory of just its size, so that a sanitizer sees a step too far. */
static void compare_text(const struct khi_trie *trie, const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    const char *at = memcpy(copy, text, size), *end = copy + size, *slow = copy, *word;
    size_t length;
    struct khi_judge judge;

    khi_judge_begin(&judge, trie);
    khi_judge_follow(&judge, end);
    while (khi_next_word(&at, end, &word, &length)) {
        while (khi_is_white(*slow))
            slow++;
        const char *begin = slow;
        while (slow < end && !khi_is_white(*slow))
            slow++;
        if (word != begin || word + length != slow ||
            khi_judge_word(&judge, word, length) != khi_trie_contains(trie, word, length))
            ck_abort_msg("%.*s, or what comes before it", (int)length, word);
    }
    while (slow < end && khi_is_white(*slow))
        slow++;
    ck_assert_ptr_eq(slow, end);
    free(copy);
}

START_TEST(judges_words_of_a_text_as_it_does_each_alone)
{
    struct test_random random = test_random_begin(4100);
    struct khi_trie *shipped = test_shipped_trie();
    struct khi_trie *small =
        test_trie("A AA AAA AAAB AAABAAAAAAAAAAAAAAAAAAB AB ABA ABAAAAAAAAAAAAAA "
                  "ABAAAAAAAAAAAAAAA ABAAAAAAAAAAAAAAAA B BBBBBBBBBBBBBBBBBBBBBBBB");
    char text[TEXT + 200];

    for (int round = 0; round < TEXTS; round++) {
        const struct khi_trie *trie = round % 2 ? shipped : small;
        compare_text(trie, text, random_text(&random, trie, text));
    }
    khi_trie_free(small);
    khi_trie_free(shipped);
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
    tcase_add_test(cases, judges_words_of_a_text_as_it_does_each_alone);
    suite_add_tcase(suite, cases);
    return test_run(suite);
}

/* Word lists as people have them. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/wordlist.h"
#include "testlib.h"

#include <stdlib.h>
#include <string.h>

static enum khi_status parse(const char *text, size_t size, bool skip, struct khi_error *error,
                             struct khi_wordlist *list)
{
    char *copy = malloc(size + 1);

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    copy[size] = 'X'; /* nobody promises a NUL there */
    return khi_wordlist_parse(copy, size, skip, error, list);
}

#define TEXT(text) text, sizeof(text) - 1
#define LONG_64    "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKL"

static const struct {
    const char *name, *text;
    size_t size;
    const char *words; /* a blank after each */
    uint32_t skipped;
} good[] = {
    {"empty", TEXT(""), "", 0},
    {"one", TEXT("cat"), "CAT ", 0},
    {"unsorted, both cases", TEXT("dog\nCat\nAPE\n"), "APE CAT DOG ", 0},
    {"prefixes", TEXT("aaa\na\naa\nb\n"), "A AA AAA B ", 0},
    {"duplicates", TEXT("cat\nCAT\nape\ncat\nape"), "APE CAT ", 0},
    {"CRLF, no last newline", TEXT("dog\r\ncat"), "CAT DOG ", 0},
    {"CR at the very end", TEXT("dog\r\ncat\r"), "CAT DOG ", 0},
    {"blank lines", TEXT("\n\r\n\ncat\n\n\r\n"), "CAT ", 0},
    {"byte order mark",
     TEXT("\xef\xbb\xbf"
          "dog\ncat\n"),
     "CAT DOG ", 0},
    {"byte order mark alone", TEXT("\xef\xbb\xbf"), "", 0},
    {"64 letters", TEXT(LONG_64 "\na\n"), "A " LONG_64 " ", 0},
    {"invalid lines", TEXT("cat\nit's\n dog\nd\xc3\xa9j\xc3\xa0\n" LONG_64 "X\napes\n"),
     "APES CAT ", 4},
    {"NUL within", TEXT("a\nb\0c\nd\n"), "A D ", 1},
    {"invalid alone", TEXT("1\n2\n3"), "", 3},
};

START_TEST(takes_a_list)
{
    struct khi_error error = {0};
    struct khi_wordlist list = {0};
    char found[256] = "";

    test_ok(parse(good[_i].text, good[_i].size, good[_i].skipped > 0, &error, &list), &error);
    for (uint32_t i = 0; i < list.count; i++) {
        strcat(found, khi_wordlist_word(&list, i));
        strcat(found, " ");
    }
    ck_assert_msg(strcmp(found, good[_i].words) == 0, "%s: %s", good[_i].name, found);
    ck_assert_uint_eq(list.skipped, good[_i].skipped);
    khi_wordlist_clear(&list);
    ck_assert_ptr_null(list.text);
}
END_TEST

static const struct {
    const char *text;
    size_t size;
    enum khi_status code;
    const char *sentence;
} bad[] = {
    {TEXT("cat\ndon't\n"), KHI_LIST_BAD_LINE, "line 2: \"don't\" is not made of letters A-Z alone"},
    {TEXT("\n\r\ncat dog"), KHI_LIST_BAD_LINE,
     "line 3: \"cat dog\" is not made of letters A-Z alone"},
    {TEXT("\xef\xbb\xbf"
          "caf\xc3\xa9\n"),
     KHI_LIST_BAD_LINE, "line 1: \"caf\xc3\xa9\" is not made of letters A-Z alone"},
    {TEXT("a\x1b[31mb\n"), KHI_LIST_BAD_LINE,
     "line 1: \"a?[31mb\" is not made of letters A-Z alone"},
    {TEXT("ab\rcd\n"), KHI_LIST_BAD_LINE, "line 1: \"ab?cd\" is not made of letters A-Z alone"},
    {TEXT("a\n" LONG_64 "m\n"), KHI_LIST_LONG_WORD,
     "line 2: \"" LONG_64 "m\" has more than 64 letters"},
    {TEXT("\xff\xfe"
          "c\0a\0t\0"),
     KHI_LIST_UTF16, "the list is in UTF-16; *"},
    {TEXT("\xfe\xff\0c\0a\0t"), KHI_LIST_UTF16, "the list is in UTF-16; *"},
    {TEXT("c\0a\0t\0\n\0"), KHI_LIST_UTF16, "the list is in UTF-16; *"},
    {TEXT("\0c\0a\0t\0\n"), KHI_LIST_UTF16, "the list is in UTF-16; *"},
};

START_TEST(refuses_a_list)
{
    struct khi_error error = {0};
    struct khi_wordlist list = {.count = 77};
    char sentence[512];
    const char *star = strchr(bad[_i].sentence, '*');

    ck_assert_int_eq(parse(bad[_i].text, bad[_i].size, false, &error, &list), bad[_i].code);
    ck_assert_uint_eq(list.count, 77);
    khi_error_format(&error, sentence, sizeof sentence);
    if (star != NULL)
        sentence[star - bad[_i].sentence] = '*', sentence[star - bad[_i].sentence + 1] = '\0';
    ck_assert_str_eq(sentence, bad[_i].sentence);
}
END_TEST

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Few letters give many equal beginnings, which is where a radix sort could go wrong. */
START_TEST(sorts_as_qsort_does)
{
    struct test_random random = test_random_begin(42);
    enum { COUNT = 3000 };

    for (unsigned letters = 1; letters <= KHI_LETTERS; letters += 5) {
        char(*words)[KHI_WORD_MAX + 1] = malloc(COUNT * sizeof *words);
        const char *sorted[COUNT];
        char *text = malloc(COUNT * (KHI_WORD_MAX + 1));
        struct khi_error error = {0};
        struct khi_wordlist list;
        size_t used = 0;
        for (unsigned i = 0; i < COUNT; i++) {
            test_random_word(&random, 1 + test_random_below(&random, KHI_WORD_MAX), letters,
                             words[i]);
            sorted[i] = words[i];
            memcpy(text + used, words[i], strlen(words[i]));
            used += strlen(words[i]);
            text[used++] = '\n';
        }
        qsort(sorted, COUNT, sizeof *sorted, compare);
        test_ok(khi_wordlist_parse(text, used, false, &error, &list), &error);
        uint32_t kept = 0;
        for (unsigned i = 0; i < COUNT; i++) {
            if (i > 0 && strcmp(sorted[i - 1], sorted[i]) == 0)
                continue;
            ck_assert_uint_lt(kept, list.count);
            ck_assert_str_eq(khi_wordlist_word(&list, kept), sorted[i]);
            kept++;
        }
        ck_assert_uint_eq(kept, list.count);
        khi_wordlist_clear(&list);
        free(words);
    }
}
END_TEST

START_TEST(a_missing_file_is_named)
{
    struct khi_error error = {0};
    struct khi_wordlist list;
    char sentence[512];

    ck_assert_int_eq(khi_wordlist_load("/nowhere/list.txt", false, &error, &list), KHI_CANNOT_READ);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_str_eq(sentence, "/nowhere/list.txt: cannot read: No such file or directory");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wordlist");
    TCase *all = tcase_create("all");

    tcase_add_loop_test(all, takes_a_list, 0, sizeof good / sizeof *good);
    tcase_add_loop_test(all, refuses_a_list, 0, sizeof bad / sizeof *bad);
    tcase_add_test(all, sorts_as_qsort_does);
    tcase_add_test(all, a_missing_file_is_named);
    suite_add_tcase(suite, all);
    return test_run(suite);
}

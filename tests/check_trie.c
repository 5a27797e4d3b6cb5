/* The reader: lookups, cursors, listing, verifying; on good files and on hostile ones. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hostile.h"
#include "khi/trie.h"
#include "testlib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum khi_answer ask(const struct khi_trie *trie, const char *word)
{
    return khi_trie_contains(trie, word, strlen(word));
}

/* A trie over a copy of these bytes, in memory of exactly that size, so that a sanitizer sees a
 * read past its end. */
static struct khi_trie *open_copy(const void *bytes, size_t size)
{
    struct khi_trie *trie = NULL;
    uint8_t *copy = malloc(size ? size : 1);

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    return khi_trie_from_memory(copy, size, KHI_TRIE_HEAP, NULL, &trie) == KHI_OK ? trie : NULL;
}

/* All words of a trie, a blank after each. */
static void list_words(const struct khi_trie *trie, char *out, size_t size)
{
    struct khi_words words;
    size_t used = 0;

    out[0] = '\0';
    khi_words_begin(&words, trie);
    while (khi_words_next(&words)) {
        ck_assert_uint_eq(words.length, strlen(words.word));
        used += (size_t)snprintf(out + used, size - used, "%s ", words.word);
        ck_assert_uint_lt(used, size);
    }
    ck_assert(!khi_words_next(&words));
}

/* ---- good files ---- */

START_TEST(knows_its_words_and_no_others)
{
    static const char *const yes[] = {"A", "AA", "CAT", "CATS", "CATALOGUE", "cat", "cAtS", "DOG"};
    static const char *const no[] = {
        "",    "B",   "AAA", "CA",        "CATA", "CATSS",  "CATALOGU", "CAT'", "CAT ",      " CAT",
        "C@T", "CA[", "CA{", "CATALOGU`", "D0G",  "DO\307", "\303\201", "DOGS", "CATALOGUES"};
    struct khi_trie *trie = test_trie("cat cats catalogue dog a aa");

    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        ck_assert_msg(ask(trie, yes[i]) == KHI_YES, "%s", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        ck_assert_msg(ask(trie, no[i]) == KHI_NO, "%s", no[i]);
    ck_assert_int_eq(khi_trie_contains(trie, "CATS", 3), KHI_YES);
    ck_assert_int_eq(khi_trie_contains(trie, "CAT\0S", 5), KHI_NO);
    khi_trie_free(trie);
}
END_TEST

START_TEST(an_empty_dictionary_has_no_words)
{
    struct khi_trie *trie = test_trie("");
    struct khi_trie_summary sum = {0};
    struct khi_words words;

    ck_assert_uint_eq(trie->size, 9);
    ck_assert_int_eq(ask(trie, ""), KHI_NO);
    ck_assert_int_eq(ask(trie, "A"), KHI_NO);
    test_ok(khi_trie_verify(trie, NULL, &sum), NULL);
    ck_assert_uint_eq(sum.words, 0);
    ck_assert_uint_eq(sum.nodes, 1);
    ck_assert_uint_eq(sum.shortest, 0);
    ck_assert_uint_eq(sum.longest, 0);
    khi_words_begin(&words, trie);
    ck_assert(!khi_words_next(&words));
    khi_trie_free(trie);
}
END_TEST

START_TEST(a_cursor_shows_the_letters_that_can_come_next)
{
    struct khi_trie *trie = test_trie("ab abc abide z");
    struct khi_cursor at = khi_cursor_root(trie);

    ck_assert_uint_eq(khi_cursor_next(trie, at), 1u | 1u << 25);
    ck_assert(!khi_cursor_is_word(at));
    ck_assert(!khi_cursor_step(trie, &at, 1));
    ck_assert(khi_cursor_step(trie, &at, 0));
    ck_assert_uint_eq(khi_cursor_next(trie, at), 1u << 1);
    ck_assert(!khi_cursor_step(trie, &at, 2));
    ck_assert(khi_cursor_step(trie, &at, 1));
    ck_assert(khi_cursor_is_word(at));
    ck_assert_uint_eq(khi_cursor_next(trie, at), 1u << 2 | 1u << 8);
    ck_assert(khi_cursor_follow(trie, &at, "ide", 3));
    ck_assert(khi_cursor_is_word(at));
    ck_assert_uint_eq(khi_cursor_next(trie, at), 0);
    ck_assert(!khi_cursor_follow(trie, &at, "s", 1));
    at = khi_cursor_root(trie);
    ck_assert(!khi_cursor_follow(trie, &at, "a-", 2));
    khi_trie_free(trie);
}
END_TEST

START_TEST(lists_words_in_order)
{
    char listed[64];
    struct khi_trie *trie = test_trie("zoo b ba ab a abc zo");

    list_words(trie, listed, sizeof listed);
    ck_assert_str_eq(listed, "A AB ABC B BA ZO ZOO ");
    khi_trie_free(trie);
}
END_TEST

START_TEST(sums_a_file_up)
{
    struct khi_trie *trie = test_trie("tap taps top tops");
    struct khi_trie_summary sum = {0};

    test_ok(khi_trie_verify(trie, NULL, &sum), NULL);
    ck_assert_uint_eq(sum.words, 4);
    ck_assert_uint_eq(sum.nodes, 3); /* T, -P (shared), S */
    ck_assert_uint_eq(sum.shortest, 3);
    ck_assert_uint_eq(sum.longest, 4);
    ck_assert(!sum.legacy);
    khi_trie_free(trie);
}
END_TEST

/* TAP TOP as the builder writes them, and with a node for each letter and nothing shared. */
START_TEST(the_checksum_depends_on_the_words_alone)
{
    static const char plain[] = "TRIE\001"
                                "\0\10\0\0"
                                "\0\0\0\4" /* T */
                                "\0\0\100\1"
                                "\0\0\0\10"
                                "\0\0\0\14" /* A, O */
                                "\0\0\200\0"
                                "\0\0\0\14"
                                "\0\0\200\0"
                                "\0\0\0\10" /* P, P */
                                "\204\0\0\0"
                                "\204\0\0\0";
    struct khi_trie *built = test_trie("top tap"), *other = test_trie("top tan");
    struct khi_trie *spelled = open_copy(plain, sizeof plain - 1);
    struct khi_trie_summary of_built, of_spelled, of_other;
    struct khi_error error = {0};

    ck_assert_ptr_nonnull(spelled);
    test_ok(khi_trie_verify(built, &error, &of_built), &error);
    test_ok(khi_trie_verify(spelled, &error, &of_spelled), &error);
    test_ok(khi_trie_verify(other, &error, &of_other), &error);
    ck_assert_uint_ne(of_built.nodes, of_spelled.nodes);
    ck_assert(of_built.checksum == of_spelled.checksum);
    ck_assert(of_built.checksum != of_other.checksum);
    khi_trie_free(built);
    khi_trie_free(other);
    khi_trie_free(spelled);
}
END_TEST

/* ---- files of the Android app ---- */

/* AH, AHA and AHS: a leaf that has children, without their offsets. */
static const char legacy_file[] = "TRIE\001"
                                  "\0\0\0\1"
                                  "\0\0\0\4"
                                  "\214\4\0\1"
                                  "H";

START_TEST(reads_a_legacy_file)
{
    struct khi_trie *trie = open_copy(legacy_file, sizeof legacy_file - 1);
    struct khi_trie_summary sum = {0};
    struct khi_error error = {0};
    struct khi_cursor at;
    char listed[32];

    ck_assert_ptr_nonnull(trie);
    ck_assert(trie->legacy);
    ck_assert_int_eq(ask(trie, "AH"), KHI_YES);
    ck_assert_int_eq(ask(trie, "AHS"), KHI_YES);
    ck_assert_int_eq(ask(trie, "AHB"), KHI_NO);
    ck_assert_int_eq(ask(trie, "AHSS"), KHI_NO);
    ck_assert_int_eq(ask(trie, "A"), KHI_NO);
    test_ok(khi_trie_verify(trie, &error, &sum), &error);
    ck_assert(sum.legacy);
    ck_assert_uint_eq(sum.words, 3);
    ck_assert_uint_eq(sum.longest, 3);
    list_words(trie, listed, sizeof listed);
    ck_assert_str_eq(listed, "AH AHA AHS ");
    at = khi_cursor_root(trie);
    ck_assert(khi_cursor_follow(trie, &at, "AHS", 3));
    ck_assert(khi_cursor_is_word(at));
    ck_assert_uint_eq(khi_cursor_next(trie, at), 0);
    ck_assert(!khi_cursor_step(trie, &at, 0));
    khi_trie_free(trie);
}
END_TEST

START_TEST(its_own_files_are_not_legacy)
{
    struct khi_trie *trie = test_trie("ah aha ahs");

    ck_assert(!trie->legacy);
    khi_trie_free(trie);
}
END_TEST

/* ---- hostile files ---- */

/* Asks for everything that could lead out of the file; what is found must be made of letters. */
static void look_everywhere(const struct khi_trie *trie)
{
    char long_word[200];

    memset(long_word, 'A', sizeof long_word);
    for (size_t length = 0; length <= sizeof long_word; length++)
        khi_trie_contains(trie, long_word, length);
    for (char a = 'A' - 1; a <= 'Z' + 1; a++)
        for (char b = 'A' - 1; b <= 'Z' + 1; b++) {
            char word[] = {a, b, 'A', '[', '@'};
            for (size_t length = 1; length <= sizeof word; length++)
                if (khi_trie_contains(trie, word, length) == KHI_YES)
                    ck_assert_uint_eq(strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < length, 0);
        }
}

/* What is listed must be found. */
static void list_everything(const struct khi_trie *trie)
{
    struct khi_words words;

    khi_words_begin(&words, trie);
    for (int listed = 0; listed < 1000 && khi_words_next(&words); listed++)
        ck_assert_int_eq(khi_trie_contains(trie, words.word, words.length), KHI_YES);
}

START_TEST(refuses_a_hostile_file)
{
    const struct hostile *row = &hostiles[_i];
    struct khi_error error = {0};
    struct khi_trie *trie = NULL;
    struct khi_trie_summary sum;
    char sentence[512], expected[512];
    size_t size;
    uint8_t *bytes = hostile_bytes(row, &size);
    uint8_t *exact = realloc(bytes, size ? size : 1);

    enum khi_status status = khi_trie_from_memory(exact, size, KHI_TRIE_HEAP, &error, &trie);
    if (status == KHI_OK) {
        look_everywhere(trie);
        if (row->make == NULL) /* one of the others spells more words than can ever be listed */
            list_everything(trie);
        status = khi_trie_verify(trie, &error, &sum);
    }
    ck_assert_msg(status != KHI_OK, "%s is taken for whole", row->name);
    khi_error_format(&error, sentence, sizeof sentence);
    snprintf(expected, sizeof expected, "corrupt: %s at byte %zu", row->fault, row->offset);
    ck_assert_str_eq(sentence, expected);
    khi_trie_free(trie);
}
END_TEST

START_TEST(refuses_a_file_cut_short_anywhere)
{
    struct khi_trie *whole = test_trie("cat cats catalogue dog dogs dot internationalisation a");
    struct khi_trie_summary sum;

    for (size_t size = 0; size < whole->size; size++) {
        struct khi_error error = {0};
        struct khi_trie *trie = open_copy(whole->bytes, size);
        if (trie == NULL)
            continue;
        look_everywhere(trie);
        list_everything(trie);
        ck_assert_int_eq(khi_trie_verify(trie, &error, &sum), KHI_TRIE_CORRUPT);
        ck_assert_uint_le(error.at, size);
        khi_trie_free(trie);
    }
    khi_trie_free(whole);
}
END_TEST

START_TEST(an_offset_out_of_the_file_is_damage_and_not_a_no)
{
    static const char bytes[] = "TRIE\001"
                                "\0\0\0\3"
                                "\0\0\0\10"
                                "\0\0\1\0"
                                "\204\0\0\0";
    struct khi_trie *trie = open_copy(bytes, sizeof bytes - 1);

    ck_assert_ptr_nonnull(trie);
    ck_assert_int_eq(ask(trie, "A"), KHI_YES);
    ck_assert_int_eq(ask(trie, "B"), KHI_CORRUPT);
    ck_assert_int_eq(ask(trie, "BA"), KHI_CORRUPT);
    ck_assert_int_eq(ask(trie, "C"), KHI_NO);
    khi_trie_free(trie);
}
END_TEST

/* What the verifier passes must be sound, whatever was done to the file. */
static void check_sound(const struct khi_trie *trie, const struct khi_trie_summary *sum)
{
    struct khi_words words;
    char last[KHI_WORD_MAX + 1] = "";
    uint32_t count = 0;

    khi_words_begin(&words, trie);
    for (; khi_words_next(&words); count++) {
        ck_assert_int_lt(strcmp(last, words.word), 0);
        ck_assert_int_eq(khi_trie_contains(trie, words.word, words.length), KHI_YES);
        ck_assert_uint_ge(words.length, sum->shortest);
        ck_assert_uint_le(words.length, sum->longest);
        strcpy(last, words.word);
    }
    ck_assert_uint_eq(count, sum->words);
}

START_TEST(damage_is_found_or_harmless)
{
    struct test_random random = test_random_begin(20260101);
    struct khi_trie *whole = test_trie("ace aced aces acing ape apes aping mace maced maces macing "
                                       "internationalisations nationalisations s");
    int found = 0;

    for (int round = 0; round < 20000; round++) {
        struct khi_error error = {0};
        struct khi_trie_summary sum;
        struct khi_trie *trie = open_copy(whole->bytes, whole->size);
        ck_assert_ptr_nonnull(trie);
        uint8_t *bytes = (uint8_t *)trie->bytes;
        for (unsigned hits = 1 + test_random_below(&random, 3); hits > 0; hits--)
            bytes[5 + test_random_below(&random, trie->size - 5)] ^=
                (uint8_t)(1u << test_random_below(&random, 8));
        if (khi_trie_verify(trie, &error, &sum) == KHI_OK) {
            check_sound(trie, &sum);
        } else {
            found++;
            ck_assert_uint_lt(error.at, trie->size);
            look_everywhere(trie);
            list_everything(trie);
        }
        khi_trie_free(trie);
    }
    ck_assert_int_gt(found, 10000);
    khi_trie_free(whole);
}
END_TEST

/* ---- opening files ---- */

static void open_fails(const char *path, enum khi_status code, const char *part)
{
    struct khi_error error = {0};
    struct khi_trie *trie = NULL;
    char sentence[512];

    ck_assert_int_eq(khi_trie_open(path, &error, &trie), code);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_msg(strstr(sentence, part) != NULL, "%s", sentence);
    ck_assert_ptr_null(trie);
}

START_TEST(opens_a_file)
{
    char path[] = "/tmp/khi-check.XXXXXX";
    struct khi_error error = {0};
    struct khi_trie *trie = NULL, *built = test_trie("fig figs");
    int fd = mkstemp(path);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, built->bytes, built->size), (ssize_t)built->size);
    close(fd);
    test_ok(khi_trie_open(path, &error, &trie), &error);
    ck_assert_int_eq(ask(trie, "FIGS"), KHI_YES);
    khi_trie_free(trie);
    ck_assert_int_eq(truncate(path, 0), 0);
    open_fails(path, KHI_TRIE_CORRUPT, "does not begin with TRIE at byte 0");
    unlink(path);
    open_fails(path, KHI_CANNOT_READ, "No such file");
    open_fails("/", KHI_CANNOT_READ, "not an ordinary file");
    khi_trie_free(built);
}
END_TEST

START_TEST(tells_a_trie_from_a_list)
{
    ck_assert(khi_trie_is_magic("TRIE\001\204", 6));
    ck_assert(khi_trie_is_magic("TRIE\002", 5));
    ck_assert(!khi_trie_is_magic("TRIE\n", 5));
    ck_assert(!khi_trie_is_magic("TRIE\r\n", 6));
    ck_assert(!khi_trie_is_magic("TRIED\n", 6));
    ck_assert(!khi_trie_is_magic("trie\n", 5));
    ck_assert(!khi_trie_is_magic("CAT\nDOG\n", 8));
    /* nothing of a list is left, so these are the remains of a trie */
    ck_assert(khi_trie_is_magic("TRI", 3));
    ck_assert(khi_trie_is_magic("", 0));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trie");
    TCase *good = tcase_create("good files"), *hostile = tcase_create("hostile files");
    int rows = 0;

    tcase_add_test(good, knows_its_words_and_no_others);
    tcase_add_test(good, an_empty_dictionary_has_no_words);
    tcase_add_test(good, a_cursor_shows_the_letters_that_can_come_next);
    tcase_add_test(good, lists_words_in_order);
    tcase_add_test(good, sums_a_file_up);
    tcase_add_test(good, the_checksum_depends_on_the_words_alone);
    tcase_add_test(good, reads_a_legacy_file);
    tcase_add_test(good, its_own_files_are_not_legacy);
    tcase_add_test(good, opens_a_file);
    tcase_add_test(good, tells_a_trie_from_a_list);
    suite_add_tcase(suite, good);
    while (hostiles[rows].name != NULL)
        rows++;
    tcase_add_loop_test(hostile, refuses_a_hostile_file, 0, rows);
    tcase_add_test(hostile, refuses_a_file_cut_short_anywhere);
    tcase_add_test(hostile, an_offset_out_of_the_file_is_damage_and_not_a_no);
    tcase_add_test(hostile, damage_is_found_or_harmless);
    suite_add_tcase(suite, hostile);
    return test_run(suite);
}

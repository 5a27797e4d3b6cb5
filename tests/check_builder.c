/* The builder: what it writes spells the list, the whole list and nothing but the list. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/builder.h"
#include "khi/trie.h"
#include "testlib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct built {
    uint8_t *bytes;
    size_t size;
    struct khi_trie *trie;
};

static struct built build(const char *text, size_t size)
{
    struct khi_error error = {0};
    struct khi_wordlist list;
    struct built built = {0};
    char *copy = malloc(size + 1);

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    test_ok(khi_wordlist_parse(copy, size, false, &error, &list), &error);
    test_ok(khi_trie_build(&list, &error, &built.bytes, &built.size), &error);
    test_ok(khi_trie_from_memory(built.bytes, built.size, KHI_TRIE_BORROWED, &error, &built.trie),
            &error);
    khi_wordlist_clear(&list);
    return built;
}

static void end(struct built *built)
{
    khi_trie_free(built->trie);
    free(built->bytes);
}

/* ---- words in an array, for the obvious version ---- */

struct words {
    char (*at)[KHI_WORD_MAX + 1];
    size_t count;
};

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void sort_unique(struct words *words)
{
    size_t kept = 0;

    qsort(words->at, words->count, sizeof *words->at, compare);
    for (size_t i = 0; i < words->count; i++)
        if (kept == 0 || strcmp(words->at[kept - 1], words->at[i]) != 0)
            memmove(words->at[kept++], words->at[i], sizeof *words->at);
    words->count = kept;
}

/* Words of 1 to 64 letters over few or all letters; some are earlier ones with an end changed, so
 * that prefixes and suffixes are shared. */
static struct words random_words(struct test_random *random)
{
    struct words words = {.count = 1 + test_random_below(random, 200)};
    unsigned letters =
        test_random_below(random, 2) ? KHI_LETTERS : 1 + test_random_below(random, 3);
    unsigned longest = 1 + test_random_below(random, KHI_WORD_MAX);

    words.at = malloc(words.count * sizeof *words.at);
    ck_assert_ptr_nonnull(words.at);
    for (size_t i = 0; i < words.count; i++) {
        char *word = words.at[i];
        test_random_word(random, 1 + test_random_below(random, longest), letters, word);
        if (i > 0 && test_random_below(random, 2)) {
            const char *other = words.at[test_random_below(random, (unsigned)i)];
            size_t length = strlen(word), suffix = strlen(other);
            size_t cut = test_random_below(random, (unsigned)suffix);
            if (length + suffix - cut <= KHI_WORD_MAX)
                strcpy(word + length, other + cut);
        }
    }
    return words;
}

/* The list as a file might have it: shuffled, in either case, with duplicates and CRLF. */
static char *messy_text(struct test_random *random, const struct words *words, size_t *size)
{
    char *text = malloc(words->count * 3 * (KHI_WORD_MAX + 4) + 4);
    bool crlf = test_random_below(random, 2);
    size_t used = 0;

    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < words->count * 2; i++) {
        /* the first `count` in order of the array, which is random; then duplicates */
        size_t which = i < words->count ? i : test_random_below(random, (unsigned)words->count);
        for (const char *letter = words->at[which]; *letter != '\0'; letter++)
            text[used++] = (char)(*letter | (test_random_below(random, 2) ? 0x20 : 0));
        if (crlf)
            text[used++] = '\r';
        text[used++] = '\n';
        if (test_random_below(random, 8) == 0)
            text[used++] = '\n';
    }
    *size = used;
    return text;
}

static void check_listing(const struct khi_trie *trie, const struct words *words)
{
    struct khi_words listed;

    khi_words_begin(&listed, trie);
    for (size_t i = 0; i < words->count; i++) {
        ck_assert(khi_words_next(&listed));
        ck_assert_str_eq(listed.word, words->at[i]);
    }
    ck_assert(!khi_words_next(&listed));
}

static void check_near_misses(struct test_random *random, const struct khi_trie *trie,
                              const struct words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        char word[KHI_WORD_MAX + 2];
        strcpy(word, words->at[i]);
        size_t length = strlen(word), at = test_random_below(random, (unsigned)length);
        if (test_random_below(random, 3) == 0)
            word[--length] = '\0';
        else if (length < KHI_WORD_MAX && test_random_below(random, 2))
            strcpy(word + length++, "A");
        else
            word[at] = khi_letter_char(test_random_below(random, KHI_LETTERS));
        bool known = bsearch(word, words->at, words->count, sizeof *words->at, compare) != NULL;
        ck_assert_int_eq(khi_trie_contains(trie, word, length), known ? KHI_YES : KHI_NO);
    }
}

/* At each word's prefixes the cursor shows just the letters with which some word goes on. */
static void check_cursor(const struct khi_trie *trie, const struct words *words)
{
    for (size_t i = 0; i < words->count; i += 7) {
        struct khi_cursor at = khi_cursor_root(trie);
        for (size_t depth = 0; depth <= strlen(words->at[i]); depth++) {
            uint32_t next = 0;
            for (size_t j = 0; j < words->count; j++)
                if (strncmp(words->at[j], words->at[i], depth) == 0 && words->at[j][depth])
                    next |= 1u << khi_letter(words->at[j][depth]);
            ck_assert_uint_eq(khi_cursor_next(trie, at), next);
            if (words->at[i][depth] != '\0')
                ck_assert(khi_cursor_step(trie, &at, khi_letter(words->at[i][depth])));
        }
        ck_assert(khi_cursor_is_word(at));
    }
}

static void check_summary(const struct khi_trie *trie, const struct words *words)
{
    struct khi_error error = {0};
    struct khi_trie_summary sum;
    size_t shortest = KHI_WORD_MAX, longest = 0;

    test_ok(khi_trie_verify(trie, &error, &sum), &error);
    for (size_t i = 0; i < words->count; i++) {
        size_t length = strlen(words->at[i]);
        shortest = length < shortest ? length : shortest;
        longest = length > longest ? length : longest;
    }
    ck_assert_uint_eq(sum.words, words->count);
    ck_assert_uint_eq(sum.shortest, shortest);
    ck_assert_uint_eq(sum.longest, longest);
    ck_assert(!sum.legacy);
}

START_TEST(random_lists_come_back_as_they_went_in)
{
    struct test_random random = test_random_begin(1964);

    for (int round = 0; round < 300; round++) {
        struct words words = random_words(&random);
        size_t size, size_again;
        char *text = messy_text(&random, &words, &size);
        sort_unique(&words);
        char *again = messy_text(&random, &words, &size_again);
        struct built built = build(text, size), same = build(again, size_again);
        ck_assert_uint_eq(built.size, same.size);
        ck_assert_mem_eq(built.bytes, same.bytes, built.size);
        check_listing(built.trie, &words);
        check_near_misses(&random, built.trie, &words);
        check_cursor(built.trie, &words);
        check_summary(built.trie, &words);
        end(&built);
        end(&same);
        free(again);
        free(text);
        free(words.at);
    }
}
END_TEST

/* ---- known files ---- */

static const struct {
    const char *words, *bytes;
    size_t size;
} known[] = {
#define FILE_IS(text) "TRIE\001" text, sizeof("TRIE\001" text) - 1
    {"", FILE_IS("\4\0\0\0")},
    {"a", FILE_IS("\214\0\0\0"
                  "A")},
    {"cat", FILE_IS("\234\0\0\0"
                    "CAT")},
    {"a b", FILE_IS("\0\0\0\3"
                    "\0\0\0\10"
                    "\0\0\0\4"
                    "\204\0\0\0")},
    {"a ab", FILE_IS("\210\0\0\2"
                     "A"
                     "\0\0\0\4"
                     "\204\0\0\0")},
    {"abcdefghijklmno", FILE_IS("\374\0\0\0"
                                "ABCDEFGHIJKLMNO")},
    {"abcdefghijklmnop", FILE_IS("\170\0\200\0"
                                 "ABCDEFGHIJKLMNO"
                                 "\0\0\0\4"
                                 "\204\0\0\0")},
    {"abcdefghijklmnopqr", FILE_IS("\170\0\200\0"
                                   "ABCDEFGHIJKLMNO"
                                   "\0\0\0\4"
                                   "\224\0\0\0"
                                   "QR")},
};

START_TEST(writes_a_known_file)
{
    struct built built = build("", 0);

    end(&built);
    char *text = strdup(known[_i].words);
    for (char *at = text; (at = strchr(at, ' ')) != NULL;)
        *at = '\n';
    built = build(text, strlen(text));
    ck_assert_uint_eq(built.size, known[_i].size);
    ck_assert_mem_eq(built.bytes, known[_i].bytes, built.size);
    free(text);
    end(&built);
}
END_TEST

/* The chain of A runs into the node of B: it ends there, though without children it had no offset.
 */
START_TEST(breaks_a_chain_where_it_meets_a_node)
{
    static const char list[] = "APQRSTUVWXYZ\nBSTUVWXYZ\n";
    struct built built = build(list, sizeof list - 1);

    ck_assert_uint_eq(built.size, 5 + (4 + 8) + (4 + 2 + 4) + (4 + 8));
    ck_assert_int_eq(khi_trie_contains(built.trie, "APQRSTUVWXYZ", 12), KHI_YES);
    ck_assert_int_eq(khi_trie_contains(built.trie, "BSTUVWXYZ", 9), KHI_YES);
    ck_assert_int_eq(khi_trie_contains(built.trie, "APQR", 4), KHI_NO);
    end(&built);
}
END_TEST

/* ---- the shipped list ---- */

START_TEST(the_shipped_list_comes_back_whole_and_small)
{
    struct khi_trie *trie = test_shipped_trie();
    struct khi_error error = {0};
    struct khi_wordlist list = {0};
    struct khi_words listed;
    char path[4096];

    snprintf(path, sizeof path, "%s/dict/words.txt", getenv("SOURCE") ? getenv("SOURCE") : ".");
    test_ok(khi_wordlist_load(path, false, &error, &list), &error);
    ck_assert_uint_eq(list.count, 274137);
    ck_assert_uint_le(trie->size, 945000);
    khi_words_begin(&listed, trie);
    for (uint32_t i = 0; i < list.count; i++) {
        ck_assert(khi_words_next(&listed));
        if (strcmp(listed.word, khi_wordlist_word(&list, i)) != 0)
            ck_abort_msg("%s, not %s", listed.word, khi_wordlist_word(&list, i));
        if (khi_trie_contains(trie, listed.word, listed.length) != KHI_YES)
            ck_abort_msg("%s is not found", listed.word);
    }
    ck_assert(!khi_words_next(&listed));
    khi_wordlist_clear(&list);
    khi_trie_free(trie);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("builder");
    TCase *all = tcase_create("all");

    tcase_add_loop_test(all, writes_a_known_file, 0, sizeof known / sizeof *known);
    tcase_add_test(all, breaks_a_chain_where_it_meets_a_node);
    tcase_add_test(all, random_lists_come_back_as_they_went_in);
    tcase_add_test(all, the_shipped_list_comes_back_whole_and_small);
    suite_add_tcase(suite, all);
    return test_run(suite);
}

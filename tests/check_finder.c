/* check_finder.c: queries, the finder, the gathered words and hooks. The answers are compared with
 * a slow obvious search: each word of the list is held against the rules of query.h, one by one. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/found.h"
#include "khi/hooks.h"
#include "testlib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 30, QUERIES = 70, HOOK_WORDS = 70, ALL_WORDS = 300000 };

/* ---- the whole list ---- */

static struct listed {
    char word[32];
    unsigned length;
} list[ALL_WORDS];
static uint32_t list_letters[ALL_WORDS]; /* the set of each word's, close together: most words are
                                          * passed over by it */
static unsigned list_count;
static struct khi_trie *trie;

static void load_list(void)
{
    struct khi_words words;

    trie = test_shipped_trie();
    list_count = 0;
    khi_words_begin(&words, trie);
    while (khi_words_next(&words)) {
        struct listed *listed = &list[list_count];
        ck_assert_uint_lt(words.length, sizeof listed->word);
        strcpy(listed->word, words.word);
        listed->length = words.length;
        list_letters[list_count] = 0;
        for (const char *at = words.word; *at != '\0'; at++)
            list_letters[list_count] |= 1u << (*at - 'A');
        list_count++;
    }
}

static void free_list(void)
{
    khi_trie_free(trie);
}

/* ---- the slow obvious search ---- */

/* What is asked, in capitals; "" where it is not given. */
struct asked {
    char letters[65], prefix[65], suffix[65], contains[65], pattern[400], length[16];
    bool use_all;
    enum khi_order order;
};

struct slow {
    const struct asked *asked;
    uint8_t rack[26];
    unsigned blanks, tiles, low, high;
    size_t prefix, suffix, contains;
    uint32_t supply; /* the set of letters that are not blanks */
};

struct answer {
    char shown[32];
    unsigned blanks, length, halves;
};

static bool in_set(const char *set, const char *end, char letter)
{
    bool found = false;

    for (const char *at = set + (*set == '^'); at < end; at++) {
        if (at[1] == '-' && at + 2 < end) {
            found |= at[0] <= letter && letter <= at[2];
            at += 2;
        } else {
            found |= *at == letter;
        }
    }
    return found != (*set == '^');
}

static bool slow_matches(const char *pattern, const char *word)
{
    if (*pattern == '\0')
        return *word == '\0';
    if (*pattern == '*')
        return slow_matches(pattern + 1, word) || (*word && slow_matches(pattern, word + 1));
    if (*word == '\0')
        return false;
    if (*pattern == '[') {
        const char *end = strchr(pattern, ']');
        return in_set(pattern + 1, end, *word) && slow_matches(end + 1, word + 1);
    }
    bool any = *pattern == '.' || *pattern == '?';
    return (any || *pattern == *word) && slow_matches(pattern + 1, word + 1);
}

static unsigned worth(char letter)
{
    return 2u * (unsigned)("12211222133121123111222323"[letter - 'A'] - '0');
}

/* One way to make the word: with the contained part at this place. */
static bool one_way(const struct slow *slow, const struct listed *listed, size_t at,
                    struct answer *answer)
{
    const struct asked *asked = slow->asked;
    uint8_t left[26];
    unsigned used = 0;

    memcpy(left, slow->rack, sizeof left);
    *answer = (struct answer){.length = listed->length};
    for (size_t i = 0; i < listed->length && answer->blanks <= slow->blanks; i++) {
        char letter = listed->word[i];
        bool given = i < slow->prefix || i >= listed->length - slow->suffix ||
                     (i >= at && i < at + slow->contains);
        bool blank = false;
        if (!given && asked->letters[0] != '\0') {
            used++;
            blank = left[letter - 'A'] == 0;
            if (!blank)
                left[letter - 'A']--;
        }
        answer->blanks += blank;
        answer->halves += blank ? 1 : worth(letter);
        answer->shown[i] = (char)(blank ? letter - 'A' + 'a' : letter);
    }
    return answer->blanks <= slow->blanks && (!asked->use_all || used == slow->tiles);
}

static bool slow_answers(const struct slow *slow, const struct listed *listed,
                         struct answer *answer)
{
    const struct asked *asked = slow->asked;
    bool found = false;
    struct answer way;

    if (asked->letters[0] &&
        listed->length > slow->tiles + slow->prefix + slow->suffix + slow->contains)
        return false;
    if (listed->length < slow->low || listed->length > slow->high)
        return false;
    if (strncmp(listed->word, asked->prefix, slow->prefix) != 0)
        return false;
    if (listed->length < slow->suffix ||
        strcmp(listed->word + listed->length - slow->suffix, asked->suffix) != 0)
        return false;
    if (asked->pattern[0] != '\0' && !slow_matches(asked->pattern, listed->word))
        return false;
    for (const char *at = listed->word; (at = strstr(at, asked->contains)) != NULL; at++) {
        if (one_way(slow, listed, (size_t)(at - listed->word), &way) &&
            (!found || way.blanks < answer->blanks)) {
            *answer = way;
            found = true;
        }
        if (*at == '\0')
            break;
    }
    return found;
}

static struct slow slow_begin(const struct asked *asked)
{
    struct slow slow = {.asked = asked,
                        .low = 1,
                        .high = 64,
                        .prefix = strlen(asked->prefix),
                        .suffix = strlen(asked->suffix),
                        .contains = strlen(asked->contains)};
    const char *dash = strchr(asked->length, '-');

    for (const char *at = asked->letters; *at != '\0'; at++, slow.tiles++) {
        if (*at == '?' || *at == '*')
            slow.blanks++;
        else
            slow.rack[*at - 'A']++;
    }
    const char *texts[] = {asked->letters, asked->prefix, asked->suffix, asked->contains};
    for (int i = 0; i < 4; i++)
        for (const char *at = texts[i]; *at != '\0'; at++)
            if (*at >= 'A')
                slow.supply |= 1u << (*at - 'A');
    if (asked->letters[0] == '\0')
        slow.supply = KHI_ALL_LETTERS;
    if (asked->length[0] != '\0') {
        slow.low = (unsigned)atoi(asked->length);
        slow.high = dash ? (unsigned)atoi(dash + 1) : slow.low;
    }
    return slow;
}

static int compare_text(const struct answer *a, const struct answer *b)
{
    return strcasecmp(a->shown, b->shown);
}

static int compare_length(const void *a, const void *b)
{
    const struct answer *left = a, *right = b;

    return left->length != right->length ? (int)right->length - (int)left->length
                                         : compare_text(left, right);
}

static int compare_value(const void *a, const void *b)
{
    const struct answer *left = a, *right = b;

    return left->halves != right->halves ? (int)right->halves - (int)left->halves
                                         : compare_length(a, b);
}

static unsigned slow_search(const struct asked *asked, struct answer *answers)
{
    struct slow slow = slow_begin(asked);
    unsigned count = 0;

    for (unsigned i = 0; i < list_count; i++)
        if (khi_popcount(list_letters[i] & ~slow.supply) <= slow.blanks &&
            slow_answers(&slow, &list[i], &answers[count]))
            count++;
    if (asked->order != KHI_BY_ALPHA)
        qsort(answers, count, sizeof *answers,
              asked->order == KHI_BY_LENGTH ? compare_length : compare_value);
    return count;
}

/* ---- random queries ---- */

static const char *some_word(struct test_random *random)
{
    return list[test_random_below(random, list_count)].word;
}

/* Letters of a word, or any, in any order, and some blanks among them. */
static void random_rack(struct test_random *random, const char *word, char *rack)
{
    unsigned count = 0;

    if (test_random_below(random, 3) == 0) {
        count = 1 + test_random_below(random, 9);
        test_random_word(random, count, 26, rack);
    } else {
        for (; *word != '\0'; word++)
            if (test_random_below(random, 8) != 0)
                rack[count++] = *word;
    }
    if (test_random_below(random, 3) == 0)
        for (unsigned blanks = test_random_below(random, 2 + test_random_below(random, 7));
             blanks > 0; blanks--)
            rack[count++] = "?*"[test_random_below(random, 2)];
    if (count == 0)
        rack[count++] = 'E';
    rack[count] = '\0';
    for (unsigned i = count; i > 1; i--) {
        unsigned other = test_random_below(random, i);
        char kept = rack[i - 1];
        rack[i - 1] = rack[other];
        rack[other] = kept;
    }
}

static char *random_set(struct test_random *random, char letter, char *out)
{
    bool without = test_random_below(random, 2) == 0;

    *out++ = '[';
    if (without)
        *out++ = '^';
    for (unsigned i = 0; i < 3; i++)
        *out++ = khi_letter_char(test_random_below(random, 26));
    if (test_random_below(random, 3) == 0) {
        memcpy(out, "K-P", 3);
        out += 3;
    }
    if (!without)
        *out++ = letter;
    *out++ = ']';
    return out;
}

/* Something like the word. */
static void random_pattern(struct test_random *random, const char *word, char *out)
{
    char *begin = out;

    for (; *word != '\0'; word++) {
        switch (test_random_below(random, 6)) {
        case 0:
            *out++ = *word;
            break;
        case 1:
            out = random_set(random, *word, out);
            break;
        case 2:
            *out++ = '*';
            if (word[1] != '\0' && test_random_below(random, 2))
                word++;
            break;
        default:
            *out++ = ".?"[test_random_below(random, 2)];
        }
    }
    if (test_random_below(random, 4) == 0 || out == begin)
        *out++ = '*';
    *out = '\0';
}

static void random_length(struct test_random *random, char *out)
{
    unsigned low = 1 + test_random_below(random, 12);

    if (test_random_below(random, 2))
        sprintf(out, "%u", low);
    else
        sprintf(out, "%u-%u", low, low + test_random_below(random, 8));
}

static void random_parts(struct test_random *random, const char *word, struct asked *asked)
{
    unsigned kinds = test_random_below(random, 16), length = (unsigned)strlen(word);

    if (kinds & 1)
        sprintf(asked->prefix, "%.*s", 1 + (int)test_random_below(random, 3), word);
    if (kinds & 2)
        strcpy(asked->suffix, word + length - 1 - test_random_below(random, 2));
    if ((kinds & 12) == 12)
        sprintf(asked->contains, "%.*s", 1 + (int)test_random_below(random, 3),
                word + test_random_below(random, length));
}

static struct asked random_query(struct test_random *random)
{
    struct asked asked = {.order = test_random_below(random, 3)};
    const char *word = some_word(random);

    if (test_random_below(random, 8) != 0) {
        random_rack(random, word, asked.letters);
        asked.use_all = test_random_below(random, 4) == 0;
    }
    if (test_random_below(random, 2) == 0)
        random_parts(random, test_random_below(random, 4) ? word : some_word(random), &asked);
    if (test_random_below(random, 4) == 0)
        random_pattern(random, word, asked.pattern);
    if (test_random_below(random, 4) == 0)
        random_length(random, asked.length);
    if (!asked.letters[0] && !asked.prefix[0] && !asked.suffix[0] && !asked.contains[0] &&
        !asked.pattern[0])
        strcpy(asked.pattern, "*");
    return asked;
}

/* As a user would type it, in either case. */
static const char *typed(struct test_random *random, const char *text, char *out)
{
    if (text[0] == '\0')
        return NULL;
    for (size_t i = 0; i <= strlen(text); i++) {
        bool lower = khi_letter(text[i]) < KHI_LETTERS && test_random_below(random, 2);
        out[i] = (char)(lower ? text[i] | 0x20 : text[i]);
    }
    return out;
}

static struct khi_found fast_search(struct test_random *random, const struct asked *asked)
{
    char texts[5][400];
    struct khi_error error = {0};
    struct khi_query query;
    struct khi_found found;
    struct khi_query_text text = {
        .letters = typed(random, asked->letters, texts[0]),
        .prefix = typed(random, asked->prefix, texts[1]),
        .suffix = typed(random, asked->suffix, texts[2]),
        .contains = typed(random, asked->contains, texts[3]),
        .pattern = typed(random, asked->pattern, texts[4]),
        .length = asked->length[0] ? asked->length : NULL,
        .use_all = asked->use_all,
    };

    test_ok(khi_query_parse(&text, &error, &query), &error);
    test_ok(khi_found_load(trie, &query, asked->order, &error, &found), &error);
    return found;
}

/* Check notes every assertion in a file; with millions of words only a fault is worth it. */
static void compare_answers(const char *about, const struct khi_found *found,
                            const struct answer *answers, unsigned count)
{
    for (unsigned i = 0; i < count && i < found->count; i++) {
        if (strcmp(khi_found_text(found, i), answers[i].shown) != 0)
            ck_abort_msg("%s: word %u is %s, not %s", about, i, khi_found_text(found, i),
                         answers[i].shown);
        if (khi_found_blanks(found, i) != answers[i].blanks ||
            khi_found_halves(found, i) != answers[i].halves ||
            khi_found_length(found, i) != answers[i].length)
            ck_abort_msg("%s: the figures of %s", about, answers[i].shown);
    }
}

START_TEST(finds_what_a_slow_search_finds)
{
    struct test_random random = test_random_begin(20260 + (uint64_t)_i);
    struct answer *answers = malloc(ALL_WORDS * sizeof *answers);
    unsigned long total = 0;

    for (int round = 0; round < QUERIES; round++) {
        struct asked asked = random_query(&random);
        char about[1024];
        snprintf(about, sizeof about,
                 "find %s prefix %s suffix %s contains %s pattern %s length "
                 "%s%s sort %d",
                 asked.letters, asked.prefix, asked.suffix, asked.contains, asked.pattern,
                 asked.length, asked.use_all ? " all" : "", (int)asked.order);
        struct khi_found found = fast_search(&random, &asked);
        unsigned count = slow_search(&asked, answers);
        compare_answers(about, &found, answers, count);
        ck_assert_msg(found.count == count, "%s: %u words, not %u", about, found.count, count);
        total += count;
        khi_found_clear(&found);
    }
    ck_assert_uint_gt(total, QUERIES); /* the queries are not idle */
    free(answers);
}
END_TEST

START_TEST(hooks_are_what_a_slow_search_finds)
{
    struct test_random random = test_random_begin(777 + (uint64_t)_i);

    for (int round = 0; round < HOOK_WORDS; round++) {
        char word[32];
        uint32_t front, back, slow_front = 0, slow_back = 0;
        unsigned length = 1 + test_random_below(&random, 3);
        if (test_random_below(&random, 3))
            strcpy(word, some_word(&random));
        else
            test_random_word(&random, length, 26, word);
        length = (unsigned)strlen(word);
        for (unsigned i = 0; i < list_count; i++) {
            const char *longer = list[i].word;
            if (list[i].length != length + 1)
                continue;
            if (memcmp(longer, word, length) == 0)
                slow_back |= 1u << (longer[length] - 'A');
            if (memcmp(longer + 1, word, length) == 0)
                slow_front |= 1u << (longer[0] - 'A');
        }
        enum khi_answer answer = khi_hooks(trie, word, length, &front, &back);
        ck_assert_msg(front == slow_front && back == slow_back, "hooks of %s", word);
        ck_assert_int_eq(answer, slow_front || slow_back ? KHI_YES : KHI_NO);
    }
}
END_TEST

/* ---- known answers ---- */

static const struct known {
    const char *words;
    struct khi_query_text text;
    const char *found; /* by length */
} known[] = {
    {"CAT ACT CATS DOG", {.letters = "tac"}, "ACT CAT"},
    {"CAT ACT CATS DOG", {.letters = "tac?"}, "CATs ACT CAT"},
    {"CAT ACT CATS DOG", {.letters = "tac*", .use_all = true}, "CATs"},
    {"AA ABA AAA", {.letters = "a??"}, "Aaa Aba Aa"},
    {"REATTACH REHEAT", {.letters = "tach", .prefix = "re", .contains = "eat"}, "REATTACH REHEAT"},
    {"REHEAT", {.letters = "h", .prefix = "re", .contains = "eat", .use_all = true}, "REHEAT"},
    {"REHEAT", {.letters = "hx", .prefix = "re", .contains = "eat", .use_all = true}, ""},
    {"ABABA", {.letters = "ba", .prefix = "aba", .suffix = "aba"}, "ABABA"},
    {"ABAB", {.letters = "ab", .contains = "ab"}, "ABAB"},
    {"ABAB", {.letters = "a?", .contains = "ab"}, "ABAb"},
    {"QAT QUIT SUQ", {.pattern = "q[^u]*"}, "QAT"},
    {"QAT QUIT SUQ", {.pattern = "?u?"}, "SUQ"},
    {"QAT QUIT SUQ", {.pattern = "*t", .length = "4-9"}, "QUIT"},
    {"QAT QUIT SUQ", {.letters = "qat", .pattern = "..t"}, "QAT"},
    {"QAT QUIT SUQ", {.letters = "qa", .pattern = "..t"}, ""},
    {"BAD BED BID", {.pattern = "b[a-e]d"}, "BAD BED"},
    {"A AB", {.pattern = "*"}, "AB A"},
    {"A AB", {.letters = "a", .prefix = "b"}, ""},
};

static void join_found(const struct khi_found *found, char *out)
{
    *out = '\0';
    for (uint32_t i = 0; i < found->count; i++) {
        strcat(out, i ? " " : "");
        strcat(out, khi_found_text(found, i));
    }
}

START_TEST(finds_known_answers)
{
    struct khi_error error = {0};
    struct khi_trie *small = test_trie(known[_i].words);
    struct khi_query query;
    struct khi_found found;
    char text[200];

    test_ok(khi_query_parse(&known[_i].text, &error, &query), &error);
    test_ok(khi_found_load(small, &query, KHI_BY_LENGTH, &error, &found), &error);
    join_found(&found, text);
    ck_assert_str_eq(text, known[_i].found);
    khi_found_clear(&found);
    khi_trie_free(small);
}
END_TEST

START_TEST(knows_words_of_64_letters)
{
    char word[KHI_WORD_MAX + 1];
    struct khi_error error = {0};
    struct khi_query query;
    struct khi_found found;

    memset(word, 'Q', KHI_WORD_MAX);
    word[KHI_WORD_MAX] = '\0';
    struct khi_trie *small = test_trie(word);
    const struct khi_query_text texts[] = {
        {.letters = word}, {.prefix = word},
        {.suffix = word},  {.contains = word},
        {.pattern = word}, {.letters = word, .prefix = word, .suffix = word, .contains = word}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        test_ok(khi_query_parse(&texts[i], &error, &query), &error);
        test_ok(khi_found_load(small, &query, KHI_BY_VALUE, &error, &found), &error);
        ck_assert_uint_eq(found.count, 1);
        ck_assert_str_eq(khi_found_text(&found, 0), word);
        ck_assert_uint_eq(khi_found_halves(&found, 0), 6 * 64);
        khi_found_clear(&found);
    }
    khi_trie_free(small);
}
END_TEST

#define LETTERS_65 "abcdefghijklmabcdefghijklmabcdefghijklmabcdefghijklmabcdefghijklm"

static const struct refused {
    struct khi_query_text text;
    enum khi_status status;
} refused[] = {
    {{.length = "5"}, KHI_QUERY_NOTHING},
    {{.letters = ""}, KHI_QUERY_EMPTY},
    {{.prefix = ""}, KHI_QUERY_EMPTY},
    {{.pattern = ""}, KHI_QUERY_EMPTY},
    {{.letters = "ab1"}, KHI_QUERY_BAD_RACK},
    {{.letters = "ab c"}, KHI_QUERY_BAD_RACK},
    {{.letters = "\xc3\xa4"}, KHI_QUERY_BAD_RACK},
    {{.letters = LETTERS_65}, KHI_QUERY_LONG},
    {{.suffix = LETTERS_65}, KHI_QUERY_LONG},
    {{.contains = LETTERS_65}, KHI_QUERY_LONG},
    {{.pattern = LETTERS_65}, KHI_QUERY_LONG},
    {{.prefix = "re?"}, KHI_QUERY_NOT_LETTERS},
    {{.prefix = "re", .use_all = true}, KHI_QUERY_ALL_OF_NONE},
    {{.pattern = "a1"}, KHI_PATTERN_BAD},
    {{.pattern = "a]"}, KHI_PATTERN_BAD},
    {{.pattern = "[c-a]"}, KHI_PATTERN_BAD},
    {{.pattern = "[a-"}, KHI_PATTERN_BAD},
    {{.pattern = "[ab"}, KHI_PATTERN_OPEN},
    {{.pattern = "[^"}, KHI_PATTERN_OPEN},
    {{.pattern = "[]"}, KHI_PATTERN_NO_LETTER},
    {{.pattern = "[^]"}, KHI_PATTERN_NO_LETTER},
    {{.pattern = "[^a-z]"}, KHI_PATTERN_NO_LETTER},
    {{.letters = "a", .length = ""}, KHI_LENGTH_BAD},
    {{.letters = "a", .length = "0"}, KHI_LENGTH_BAD},
    {{.letters = "a", .length = "65"}, KHI_LENGTH_BAD},
    {{.letters = "a", .length = "5-"}, KHI_LENGTH_BAD},
    {{.letters = "a", .length = "-5"}, KHI_LENGTH_BAD},
    {{.letters = "a", .length = "5-6-7"}, KHI_LENGTH_BAD},
    {{.letters = "a", .length = "99999999999"}, KHI_LENGTH_BAD},
    {{.letters = "a", .length = "5-3"}, KHI_LENGTH_BACKWARD},
};

START_TEST(refuses_queries_without_meaning)
{
    struct khi_error error = {0};
    struct khi_query query;
    char sentence[512];

    ck_assert_int_eq(khi_query_parse(&refused[_i].text, &error, &query), refused[_i].status);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_ptr_null(strchr(sentence, '{'));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("finder");
    TCase *small = tcase_create("known answers"), *whole = tcase_create("the whole list");

    tcase_add_loop_test(small, finds_known_answers, 0, sizeof known / sizeof *known);
    tcase_add_loop_test(small, refuses_queries_without_meaning, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(small, knows_words_of_64_letters);
    tcase_add_unchecked_fixture(whole, load_list, free_list);
    tcase_add_loop_test(whole, finds_what_a_slow_search_finds, 0, ROUNDS);
    tcase_add_loop_test(whole, hooks_are_what_a_slow_search_finds, 0, ROUNDS);
    suite_add_tcase(suite, small);
    suite_add_tcase(suite, whole);
    return test_run(suite);
}

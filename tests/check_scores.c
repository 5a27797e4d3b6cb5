/* check_scores.c: the record of finished games. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gamelib.h"

#include "khi/scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char directory[] = "/tmp/khi-scores.XXXXXX", path[64];

static void set_up(void)
{
    strcpy(directory, "/tmp/khi-scores.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/below/scores", directory);
}

static void tear_down(void)
{
    char command[80];

    snprintf(command, sizeof command, "rm -rf %s", directory);
    ck_assert_int_eq(system(command), 0);
}

static struct khi_score random_score(struct test_random *random)
{
    return (struct khi_score){
        .time = (int64_t)test_random_below(random, 4000000000u),
        .seed = test_random_next(random),
        .totals = {(int)test_random_below(random, 200) - 100,
                   (int)test_random_below(random, 200) - 100},
        .turns = test_random_below(random, 100),
        .level = (uint8_t)(1 + test_random_below(random, 2)),
        .end = (uint8_t)(1 + test_random_below(random, 3)),
        .winner = (uint8_t)test_random_below(random, 3),
        .assisted = test_random_below(random, 2),
    };
}

START_TEST(scores_survive_format_and_parse)
{
    struct test_random random = test_random_begin(41);
    char text[KHI_SCORE_TEXT], again[KHI_SCORE_TEXT];

    for (unsigned round = 0; round < 1000; round++) {
        struct khi_score score = random_score(&random), back;
        khi_score_format(&score, text);
        ck_assert(khi_score_parse(text, strlen(text), &back));
        khi_score_format(&back, again);
        ck_assert_str_eq(text, again);
        ck_assert_int_eq(score.time, back.time);
        ck_assert_int_eq(score.totals[1], back.totals[1]);
        ck_assert_uint_eq(score.seed, back.seed);
    }
}
END_TEST

struct list {
    struct khi_score scores[10];
    unsigned count;
};

static void collect(void *context, const struct khi_score *score)
{
    struct list *list = context;

    list->scores[list->count++] = *score;
}

START_TEST(a_line_that_was_cut_short_costs_only_itself)
{
    struct test_random random = test_random_begin(42);
    struct khi_error error = {0};
    struct khi_score scores[3];
    struct list list = {0};
    unsigned unreadable;

    test_ok(khi_scores_each(path, collect, &list, &error, &unreadable), &error);
    ck_assert_uint_eq(list.count + unreadable, 0);
    for (unsigned i = 0; i < 3; i++) {
        scores[i] = random_score(&random);
        if (i == 2) {
            FILE *file = fopen(path, "a");
            fputs("2026-11-18T08:1", file);
            fclose(file);
        }
        test_ok(khi_scores_add(path, &scores[i], &error), &error);
    }
    test_ok(khi_scores_each(path, collect, &list, &error, &unreadable), &error);
    ck_assert_uint_eq(list.count, 3);
    ck_assert_uint_eq(unreadable, 1);
    ck_assert_uint_eq(list.scores[2].seed, scores[2].seed);
}
END_TEST

START_TEST(a_place_that_cannot_be_written_is_told)
{
    struct test_random random = test_random_begin(43);
    struct khi_score score = random_score(&random);
    struct khi_error error = {0};

    ck_assert_int_eq(khi_scores_add("/proc/none/scores", &score, &error), KHI_CANNOT_WRITE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scores");
    TCase *cases = tcase_create("scores");

    tcase_add_unchecked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, scores_survive_format_and_parse);
    tcase_add_test(cases, a_line_that_was_cut_short_costs_only_itself);
    tcase_add_test(cases, a_place_that_cannot_be_written_is_told);
    suite_add_tcase(suite, cases);
    return test_run(suite);
}

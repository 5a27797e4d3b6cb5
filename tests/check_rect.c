/* check_rect.c: known counts, a slow obvious solver on random problems, and the ways a search can
 * be cut into parts, which must always give the same set of grids. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/file.h"
#include "slowrect.h"
#include "testlib.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- dictionaries ---- */

static void open_words(struct khi_lexicon *lexicon, const char *words)
{
    struct khi_error error = {0};

    *lexicon = (struct khi_lexicon){.name = "test", .trie = test_trie(words), .verified = true};
    test_ok(khi_trie_verify(lexicon->trie, &error, &lexicon->summary), &error);
}

/* Every `step`th word of each of two lengths, in the order of the shipped list. */
static void open_shipped(struct khi_lexicon *lexicon, unsigned width, unsigned height,
                         unsigned step)
{
    struct khi_error error = {0};
    char path[4096], *text, *out, *save = NULL;
    unsigned seen[64] = {0};
    size_t size, used = 0;

    snprintf(path, sizeof path, "%s/dict/words.txt", getenv("SOURCE") ? getenv("SOURCE") : ".");
    test_ok(khi_file_read(path, 1 << 24, &error, &text, &size), &error);
    out = malloc(size + 2);
    ck_assert_ptr_nonnull(out);
    for (char *word = strtok_r(text, "\r\n", &save); word; word = strtok_r(NULL, "\r\n", &save)) {
        size_t length = strlen(word);
        if ((length == width || length == height) && seen[length]++ % step == 0)
            used += (size_t)sprintf(out + used, "%s\n", word);
    }
    open_words(lexicon, out);
    free(out);
    free(text);
}

static void close_words(struct khi_lexicon *lexicon)
{
    khi_trie_free(lexicon->trie);
}

/* ---- searching ---- */

static struct khi_rect *begin(const struct khi_rect_problem *problem,
                              const struct khi_lexicon *lexicon)
{
    struct khi_error error = {0};
    struct khi_rect *rect = NULL;

    test_ok(khi_rect_begin(problem, lexicon, NULL, NULL, &error, &rect), &error);
    return rect;
}

/* Takes grids until the search is done or `most` have come. */
static void collect(struct khi_rect *rect, size_t most, struct slow_grids *into)
{
    struct khi_rect_grid grids[7];
    struct khi_rect_progress progress;

    do {
        size_t room = most < 7 ? most : 7, count;
        khi_rect_wait(rect, 20);
        while (room > 0 && (count = khi_rect_take(rect, grids, room)) > 0) {
            for (size_t i = 0; i < count; i++)
                slow_grids_add(into, &grids[i]);
            most -= count;
            room = most < 7 ? most : 7;
        }
        khi_rect_progress(rect, &progress);
    } while (progress.state == KHI_RECT_RUNNING && most > 0);
}

static uint64_t count_grids(const struct khi_rect_problem *problem,
                            const struct khi_lexicon *lexicon)
{
    struct khi_rect_problem counted = *problem;
    struct khi_rect_progress progress;

    counted.count_only = true;
    struct khi_rect *rect = begin(&counted, lexicon);
    do {
        khi_rect_wait(rect, 50);
        khi_rect_progress(rect, &progress);
    } while (progress.state == KHI_RECT_RUNNING);
    ck_assert(progress.state == KHI_RECT_DONE && progress.complete);
    khi_rect_free(rect);
    return progress.found;
}

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

/* ---- known counts ---- */

static const struct {
    unsigned width, height, step;
    uint64_t grids;
} known[] = {
    {3, 3, 1, 9399067}, {4, 4, 3, 434605}, {5, 5, 5, 13695}, {6, 6, 6, 259},   {7, 7, 8, 0},
    {8, 8, 8, 0},       {7, 6, 8, 0},      {8, 5, 6, 0},     {4, 4, 6, 10222}, {5, 5, 10, 500},
    {6, 6, 12, 1},      {7, 7, 16, 0},     {8, 8, 16, 0},    {7, 6, 16, 0},    {8, 5, 12, 0},
};

START_TEST(counts_what_others_have_counted)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;

    khi_rect_problem_init(&problem, known[_i].width, known[_i].height);
    open_shipped(&lexicon, known[_i].width, known[_i].height, known[_i].step);
    ck_assert_uint_eq(count_grids(&problem, &lexicon), known[_i].grids);
    problem.plain = true;
    problem.threads = 1;
    if (known[_i].step > 8 || known[_i].width < 4)
        ck_assert_uint_eq(count_grids(&problem, &lexicon), known[_i].grids);
    close_words(&lexicon);
}
END_TEST

/* Some of the units of 6x6k2: few enough to be quick, with fourth rows of more words than are
 * joined at once. The numbers come from a program that joined them whole. */
START_TEST(joins_long_lists_in_slices)
{
    static const struct {
        unsigned shard;
        uint64_t grids;
    } rows[] = {{7, 37}, {8, 0}, {9, 6}};
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct slow_grids got = {0};

    khi_rect_problem_init(&problem, 6, 6);
    open_shipped(&lexicon, 6, 6, 2);
    problem.shards = 40000;
    for (int i = 0; i < ROWS(rows); i++) {
        problem.shard = rows[i].shard;
        problem.plain = false;
        ck_assert_uint_eq(count_grids(&problem, &lexicon), rows[i].grids);
        problem.plain = true;
        ck_assert_uint_eq(count_grids(&problem, &lexicon), rows[i].grids);
        struct khi_rect *rect = begin(&problem, &lexicon);
        collect(rect, SIZE_MAX, &got);
        khi_rect_free(rect);
        ck_assert_uint_eq(got.count, rows[i].grids);
        slow_grids_clear(&got);
    }
    close_words(&lexicon);
}
END_TEST

/* ---- random problems ---- */

struct example {
    struct khi_rect_problem problem;
    char text[200][8];
    const char *words[200];
    unsigned count;
    struct khi_lexicon lexicon;
    struct slow_grids all;
};

static void random_words(struct test_random *random, struct example *example)
{
    unsigned letters = 2 + test_random_below(random, 7);
    char joined[200 * 8] = "";

    example->count = 5 + test_random_below(random, 196);
    for (unsigned i = 0; i < example->count; i++) {
        bool across = test_random_below(random, 2);
        unsigned length = across ? example->problem.width : example->problem.height;
        test_random_word(random, length, letters, example->text[i]);
        example->words[i] = example->text[i];
        for (unsigned other = 0; other < i; other++)
            if (strcmp(example->text[other], example->text[i]) == 0) {
                i--; /* twice; the list becomes shorter */
                example->count--;
                break;
            }
    }
    for (unsigned i = 0; i < example->count; i++)
        strcat(strcat(joined, example->text[i]), " ");
    open_words(&example->lexicon, joined);
}

static void random_template(struct test_random *random, struct example *example)
{
    char text[64], *at = text;
    struct khi_error error = {0};

    for (unsigned row = 0; row < example->problem.height; row++) {
        unsigned given = test_random_below(random, 12);
        char letter = example->words[test_random_below(random, example->count)][0];
        for (unsigned col = 0; col < example->problem.width; col++)
            *at++ = given == col ? letter : '.';
        *at++ = '/';
    }
    at[-1] = '\0';
    test_ok(khi_rect_parse_template(&example->problem, text, &error), &error);
}

/* A random problem that the slow solver can do. */
static bool random_example(struct test_random *random, struct example *example)
{
    struct khi_rect_problem *problem = &example->problem;
    struct khi_error error = {0};

    khi_rect_problem_init(problem, 2 + test_random_below(random, 5),
                          2 + test_random_below(random, 5));
    if (test_random_below(random, 3) == 0)
        problem->height = problem->width;
    random_words(random, example);
    if (problem->width == problem->height) {
        problem->mirror = (enum khi_rect_mirror)test_random_below(random, 3);
        problem->once = test_random_below(random, 3) == 0;
    }
    problem->distinct = problem->mirror != KHI_RECT_SYMMETRIC && test_random_below(random, 3) == 0;
    if (test_random_below(random, 3) == 0)
        random_template(random, example);
    for (unsigned many = test_random_below(random, 5); many > 2; many--)
        test_ok(khi_rect_add_must(
                    problem, example->words[test_random_below(random, example->count)], &error),
                &error);
    if (slow_rect(problem, example->words, example->count, &example->all))
        return true;
    slow_grids_clear(&example->all);
    close_words(&example->lexicon);
    return false;
}

static void next_example(struct test_random *random, struct example *example)
{
    while (!random_example(random, example))
        continue;
}

static void end_example(struct example *example)
{
    slow_grids_clear(&example->all);
    close_words(&example->lexicon);
}

static void assert_same(struct slow_grids *got, const struct slow_grids *all)
{
    slow_grids_sort(got);
    for (size_t i = 1; i < got->count; i++)
        ck_assert_msg(strcmp(got->grids[i - 1].text, got->grids[i].text) != 0, "twice: %s",
                      got->grids[i].text);
    ck_assert_uint_eq(got->count, all->count);
    for (size_t i = 0; i < got->count; i++)
        ck_assert_str_eq(got->grids[i].text, all->grids[i].text);
    slow_grids_clear(got);
}

static void assert_solved(const struct khi_rect_problem *problem, const struct example *example)
{
    struct slow_grids got = {0};
    struct khi_rect *rect = begin(problem, &example->lexicon);

    collect(rect, SIZE_MAX, &got);
    khi_rect_free(rect);
    assert_same(&got, &example->all);
}

START_TEST(finds_what_a_slow_search_finds)
{
    struct test_random random = test_random_begin(20261118 + (uint64_t)_i);
    static struct example example;

    for (int i = 0; i < 100; i++) {
        next_example(&random, &example);
        for (unsigned threads = 1; threads <= 4; threads *= 2) {
            example.problem.threads = threads;
            example.problem.plain = test_random_below(&random, 2);
            assert_solved(&example.problem, &example);
        }
        ck_assert_uint_eq(count_grids(&example.problem, &example.lexicon), example.all.count);
        end_example(&example);
    }
}
END_TEST

START_TEST(shards_together_are_the_whole)
{
    struct test_random random = test_random_begin(4711);
    static struct example example;

    for (int i = 0; i < 60; i++) {
        struct slow_grids got = {0};
        next_example(&random, &example);
        example.problem.shards = 1 + test_random_below(&random, 6);
        example.problem.threads = 1 + test_random_below(&random, 2);
        for (unsigned shard = 0; shard < example.problem.shards; shard++) {
            example.problem.shard = shard;
            struct khi_rect *rect = begin(&example.problem, &example.lexicon);
            collect(rect, SIZE_MAX, &got);
            khi_rect_free(rect);
        }
        assert_same(&got, &example.all);
        end_example(&example);
    }
}
END_TEST

/* ---- checkpoints ---- */

static void checkpoint_path(char *path, size_t size)
{
    snprintf(path, size, "check_rect.%ld.tmp", (long)getpid());
    unlink(path);
}

START_TEST(an_interrupted_search_goes_on_where_it_was)
{
    struct test_random random = test_random_begin(815);
    static struct example example;
    char path[64];

    for (int i = 0; i < 60; i++) {
        struct slow_grids got = {0};
        struct khi_error error = {0};
        struct khi_rect_progress progress = {0};
        checkpoint_path(path, sizeof path);
        next_example(&random, &example);
        example.problem.checkpoint = path;
        while (!progress.complete) {
            example.problem.threads = 1 + test_random_below(&random, 4);
            example.problem.plain = test_random_below(&random, 2);
            struct khi_rect *rect = begin(&example.problem, &example.lexicon);
            collect(rect, 1 + example.all.count / 4, &got);
            khi_rect_confirm(rect);
            khi_rect_progress(rect, &progress);
            khi_rect_stop(rect);
            test_ok(khi_rect_save(rect, path, &error), &error);
            khi_rect_free(rect);
        }
        assert_same(&got, &example.all);
        end_example(&example);
    }
    unlink(path);
}
END_TEST

START_TEST(grids_that_are_not_confirmed_come_again)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct khi_rect_grid grids[3];
    struct slow_grids got = {0};
    struct khi_error error = {0};
    char path[64];

    checkpoint_path(path, sizeof path);
    open_words(&lexicon, "aa ab ba bb");
    khi_rect_problem_init(&problem, 2, 2);
    problem.checkpoint = path;
    problem.threads = 1;
    struct khi_rect *rect = begin(&problem, &lexicon);
    khi_rect_wait(rect, 10000);
    ck_assert_uint_gt(khi_rect_take(rect, grids, 3), 0);
    khi_rect_stop(rect);
    test_ok(khi_rect_save(rect, path, &error), &error);
    khi_rect_free(rect);
    rect = begin(&problem, &lexicon);
    collect(rect, SIZE_MAX, &got);
    ck_assert_uint_eq(got.count, 16);
    khi_rect_free(rect);
    slow_grids_clear(&got);
    close_words(&lexicon);
    unlink(path);
}
END_TEST

static enum khi_status begin_status(const struct khi_rect_problem *problem,
                                    const struct khi_lexicon *lexicon)
{
    struct khi_error error = {0};
    struct khi_rect *rect = NULL;
    enum khi_status status = khi_rect_begin(problem, lexicon, NULL, NULL, &error, &rect);

    khi_rect_free(rect);
    return status;
}

START_TEST(a_checkpoint_of_something_else_is_refused)
{
    struct khi_lexicon lexicon, other;
    struct khi_rect_problem problem, changed;
    struct khi_error error = {0};
    char path[64], *text;
    size_t size;

    checkpoint_path(path, sizeof path);
    open_words(&lexicon, "aa ab ba bb");
    open_words(&other, "aa ab ba");
    khi_rect_problem_init(&problem, 2, 2);
    problem.checkpoint = path;
    struct khi_rect *rect = begin(&problem, &lexicon);
    test_ok(khi_rect_save(rect, path, &error), &error);
    khi_rect_free(rect);
    ck_assert_int_eq(begin_status(&problem, &lexicon), KHI_OK);
    ck_assert_int_eq(begin_status(&problem, &other), KHI_RECT_CHECKPOINT_OTHER);
    changed = problem;
    changed.distinct = true;
    ck_assert_int_eq(begin_status(&changed, &lexicon), KHI_RECT_CHECKPOINT_OTHER);
    changed = problem;
    changed.shards = 2;
    ck_assert_int_eq(begin_status(&changed, &lexicon), KHI_RECT_CHECKPOINT_OTHER);
    test_ok(khi_file_read(path, 1 << 20, &error, &text, &size), &error);
    for (size_t cut = 0; cut < size; cut++) {
        test_ok(khi_file_write(path, text, cut, &error), &error);
        ck_assert_int_eq(begin_status(&problem, &lexicon), KHI_RECT_CHECKPOINT_BROKEN);
    }
    test_ok(khi_file_write(path, "my diary\n", 9, &error), &error);
    ck_assert_int_eq(begin_status(&problem, &lexicon), KHI_RECT_CHECKPOINT_NONE);
    free(text);
    unlink(path);
    close_words(&lexicon);
    close_words(&other);
}
END_TEST

/* ---- life of a search ---- */

static void count_wakes(void *context)
{
    atomic_fetch_add((_Atomic unsigned *)context, 1);
}

START_TEST(searches_can_be_paused_resumed_and_stopped_side_by_side)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct khi_rect *rects[3];
    struct khi_rect_progress progress, later;
    struct khi_error error = {0};
    struct khi_rect_grid grid;
    _Atomic unsigned wakes = 0;

    open_shipped(&lexicon, 6, 6, 1);
    khi_rect_problem_init(&problem, 6, 6);
    for (unsigned i = 0; i < 3; i++) {
        problem.threads = i + 1;
        test_ok(khi_rect_begin(&problem, &lexicon, count_wakes, &wakes, &error, &rects[i]), &error);
    }
    khi_rect_pause(rects[0]);
    khi_rect_progress(rects[0], &progress);
    ck_assert_int_eq(progress.state, KHI_RECT_PAUSED);
    khi_rect_wait(rects[1], 10000);
    ck_assert_uint_eq(khi_rect_take(rects[1], &grid, 1), 1);
    ck_assert_uint_eq(strlen(grid.text), 41);
    ck_assert_uint_gt(wakes, 0);
    khi_rect_progress(rects[0], &later);
    ck_assert(later.seconds == progress.seconds);
    khi_rect_resume(rects[0]);
    khi_rect_wait(rects[0], 60000);
    ck_assert_uint_eq(khi_rect_take(rects[0], &grid, 1), 1);
    khi_rect_pause(rects[2]);
    for (unsigned i = 0; i < 3; i++) {
        khi_rect_stop(rects[i]);
        khi_rect_progress(rects[i], &progress);
        ck_assert(progress.state == KHI_RECT_DONE && !progress.complete);
        khi_rect_free(rects[i]);
    }
    close_words(&lexicon);
}
END_TEST

START_TEST(a_full_queue_makes_the_workers_wait)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct khi_rect_progress progress;

    open_shipped(&lexicon, 3, 3, 1);
    khi_rect_problem_init(&problem, 3, 3);
    struct khi_rect *rect = begin(&problem, &lexicon);
    enum { QUEUE = 64 * (32768 / 12) }; /* chunks of so many bytes, and of a grid */
    uint64_t before = 0;
    for (int same = 0; same < 100; before = progress.found) {
        sched_yield();
        khi_rect_progress(rect, &progress);
        same = progress.found > 0 && progress.found == before ? same + 1 : 0;
    }
    ck_assert_uint_le(progress.found, QUEUE);
    ck_assert_int_eq(progress.state, KHI_RECT_RUNNING);
    khi_rect_free(rect);
    close_words(&lexicon);
}
END_TEST

/* Nobody asks it to: 7x7 takes hours, and its caller may be waiting for something else. */
START_TEST(the_workers_end_a_search_when_its_time_is_up)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct khi_rect_progress progress;

    khi_rect_problem_init(&problem, 7, 7);
    open_shipped(&lexicon, 7, 7, 1);
    problem.seconds = 1;
    struct khi_rect *rect = begin(&problem, &lexicon);
    do {
        khi_rect_wait(rect, 50);
        khi_rect_progress(rect, &progress);
    } while (progress.state == KHI_RECT_RUNNING);
    ck_assert_int_eq(progress.state, KHI_RECT_DONE);
    ck_assert(!progress.complete && progress.seconds >= 1);
    khi_rect_free(rect);
    close_words(&lexicon);
}
END_TEST

START_TEST(a_limit_ends_the_search)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct slow_grids got = {0};

    open_shipped(&lexicon, 3, 3, 1);
    khi_rect_problem_init(&problem, 3, 3);
    problem.limit = 1234;
    struct khi_rect *rect = begin(&problem, &lexicon);
    collect(rect, SIZE_MAX, &got);
    khi_rect_free(rect);
    ck_assert_uint_eq(got.count, 1234);
    slow_grids_clear(&got);
    close_words(&lexicon);
}
END_TEST

START_TEST(an_estimate_of_a_small_search_is_exact)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct khi_rect_estimate estimate;
    struct khi_error error = {0};

    open_words(&lexicon, "aa ab ba bb");
    khi_rect_problem_init(&problem, 2, 2);
    test_ok(khi_rect_estimate(&problem, &lexicon, 60, &error, &estimate), &error);
    ck_assert(estimate.exact && estimate.grids == 16 && estimate.grids_error == 0);
    close_words(&lexicon);
}
END_TEST

/* ---- text ---- */

static const struct {
    const char *text;
    enum khi_status status;
} sizes[] = {
    {"5x4", KHI_OK},
    {"15X2", KHI_OK},
    {"0x5", KHI_RECT_SIZE},
    {"16x3", KHI_RECT_SIZE},
    {"5by5", KHI_RECT_SIZE},
    {"5x", KHI_RECT_SIZE},
    {"x5", KHI_RECT_SIZE},
    {"5x5x5", KHI_RECT_SIZE},
    {"", KHI_RECT_SIZE},
    {"-5x5", KHI_RECT_SIZE},
    {"1x5", KHI_RECT_SIZE},
    {"5 x5", KHI_RECT_SIZE},
    {"99999999999x5", KHI_RECT_SIZE},
};

START_TEST(a_size_is_two_numbers_from_2_to_15)
{
    struct khi_error error = {0};
    unsigned width = 0, height = 0;

    ck_assert_int_eq(khi_rect_parse_size(sizes[_i].text, &error, &width, &height),
                     sizes[_i].status);
    ck_assert_int_eq(width == 0, sizes[_i].status != KHI_OK);
}
END_TEST

static const struct {
    const char *text;
    enum khi_status status;
} templates[] = {
    {"a.c/...", KHI_OK},
    {"", KHI_OK},
    {".../...", KHI_OK},
    {"...", KHI_RECT_TEMPLATE_SHAPE},
    {"..../...", KHI_RECT_TEMPLATE_SHAPE},
    {".../.../...", KHI_RECT_TEMPLATE_SHAPE},
    {".../", KHI_RECT_TEMPLATE_SHAPE},
    {".1./...", KHI_RECT_TEMPLATE_SIGN},
    {".../.\xc3\xa9.", KHI_RECT_TEMPLATE_SIGN},
};

START_TEST(a_template_has_the_shape_of_the_rectangle)
{
    struct khi_error error = {0};
    struct khi_rect_problem problem;

    khi_rect_problem_init(&problem, 3, 2);
    ck_assert_int_eq(khi_rect_parse_template(&problem, templates[_i].text, &error),
                     templates[_i].status);
}
END_TEST

static const struct {
    const char *text;
    enum khi_status status;
} shards[] = {
    {"0/1", KHI_OK},          {"3/4", KHI_OK},          {"4/4", KHI_RECT_SHARD},
    {"0/0", KHI_RECT_SHARD},  {"1", KHI_RECT_SHARD},    {"/2", KHI_RECT_SHARD},
    {"-1/2", KHI_RECT_SHARD}, {"1/2x", KHI_RECT_SHARD}, {"0/1048577", KHI_RECT_SHARD},
};

START_TEST(a_shard_is_one_of_so_many)
{
    struct khi_error error = {0};
    struct khi_rect_problem problem;

    khi_rect_problem_init(&problem, 3, 2);
    ck_assert_int_eq(khi_rect_parse_shard(&problem, shards[_i].text, &error), shards[_i].status);
}
END_TEST

START_TEST(what_can_never_be_is_told_beforehand)
{
    struct khi_lexicon lexicon;
    struct khi_rect_problem problem;
    struct khi_error error = {0};

    open_words(&lexicon, "aa ab ba bb abc");
    khi_rect_problem_init(&problem, 2, 2);
    ck_assert_int_eq(khi_rect_add_must(&problem, "abcd", &error), KHI_RECT_NEVER);
    ck_assert_int_eq(khi_rect_add_must(&problem, "a1", &error), KHI_RECT_MUST_LETTERS);
    test_ok(khi_rect_add_must(&problem, "zz", &error), &error);
    test_ok(khi_rect_add_must(&problem, "ZZ", &error), &error);
    ck_assert_uint_eq(problem.must_count, 1);
    ck_assert_int_eq(khi_rect_check(&problem, lexicon.trie, &error), KHI_RECT_NEVER);
    khi_rect_problem_init(&problem, 2, 2);
    problem.mirror = KHI_RECT_SYMMETRIC;
    problem.distinct = true;
    ck_assert_int_eq(khi_rect_check(&problem, lexicon.trie, &error), KHI_RECT_NEVER);
    khi_rect_problem_init(&problem, 2, 3);
    problem.mirror = KHI_RECT_SYMMETRIC;
    ck_assert_int_eq(khi_rect_check(&problem, lexicon.trie, &error), KHI_RECT_NOT_SQUARE);
    close_words(&lexicon);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rect");
    TCase *searching = tcase_create("searching"), *text = tcase_create("text");
    TCase *workers = tcase_create("workers"); /* what they share is watched, see .ci/run */

    tcase_add_loop_test(searching, counts_what_others_have_counted, 0, ROWS(known));
    tcase_add_test(searching, joins_long_lists_in_slices);
    tcase_add_loop_test(searching, finds_what_a_slow_search_finds, 0, 5);
    tcase_add_test(workers, shards_together_are_the_whole);
    tcase_add_test(workers, an_interrupted_search_goes_on_where_it_was);
    tcase_add_test(workers, grids_that_are_not_confirmed_come_again);
    tcase_add_test(searching, a_checkpoint_of_something_else_is_refused);
    tcase_add_test(workers, searches_can_be_paused_resumed_and_stopped_side_by_side);
    tcase_add_test(workers, a_full_queue_makes_the_workers_wait);
    tcase_add_test(workers, a_limit_ends_the_search);
    tcase_add_test(workers, the_workers_end_a_search_when_its_time_is_up);
    tcase_add_test(searching, an_estimate_of_a_small_search_is_exact);
    tcase_add_loop_test(text, a_size_is_two_numbers_from_2_to_15, 0, ROWS(sizes));
    tcase_add_loop_test(text, a_template_has_the_shape_of_the_rectangle, 0, ROWS(templates));
    tcase_add_loop_test(text, a_shard_is_one_of_so_many, 0, ROWS(shards));
    tcase_add_test(text, what_can_never_be_is_told_beforehand);
    suite_add_tcase(suite, searching);
    suite_add_tcase(suite, workers);
    suite_add_tcase(suite, text);
    return test_run(suite);
}

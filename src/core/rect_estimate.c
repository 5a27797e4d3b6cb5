/* rect_estimate.c: how long a search will take, from a sample of it.
 *
 * The search is a long row of items: a first row and the first letter of the second. Some of them
 * are searched, as many as fit into the time allowed, spread evenly over the whole by steps of the
 * golden ratio. The mean of their times and of their grids, times the number of items, is the
 * estimate; twice the standard error of the mean is its uncertainty. Where the sample turns out to
 * be the whole, the answer is exact.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_work.h"

#include <stdlib.h>

struct mean {
    double sum, squares;
};

struct sampler {
    struct rect_search search; /* first: a search is its sampler */
    const struct khi_rect_problem *problem;
    const struct rect_cases *cases;
    const uint8_t *places;
    double deadline;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void found(struct rect_search *search, bool tied)
{
    struct sampler *sampler = (struct sampler *)search;
    struct rect_letters grids[2];
    unsigned count = khi_rect_results(search, tied, grids);

    for (unsigned i = 0; i < count; i++)
        search->count +=
            khi_rect_accepts(sampler->problem, sampler->cases, sampler->places, &grids[i]);
}

/* One long item must not make the sample last. */
static bool attend(struct rect_search *search)
{
    return now() > ((struct sampler *)search)->deadline;
}

static void add(struct mean *mean, double value)
{
    mean->sum += value;
    mean->squares += value * value;
}

/* Adds the estimate of one case: the mean over `count` of `items`, and the square of its error. */
static void extend(const struct mean *mean, double count, double items, double *value,
                   double *variance)
{
    double average = mean->sum / count, spread = mean->squares / count - average * average;

    *value += average * items;
    if (count < items)
        *variance += spread > 0 && count > 1 ? spread / (count - 1) * items * items
                                             : average * average * items * items;
}

static uint64_t greatest_common(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A step that goes through all items, about 0.618 of their number. */
static uint64_t golden_step(uint64_t items)
{
    uint64_t step = (uint64_t)((double)items * 0.6180339887498949);

    for (step += step == 0; greatest_common(step, items) != 1; step++)
        continue;
    return step;
}

/* Square root by Newton's method, so that no library of mathematics is needed. */
static double root(double x)
{
    double guess = x > 1 ? x : 1;

    for (int i = 0; i < 200 && x > 0; i++)
        guess = (guess + x / guess) / 2;
    return x > 0 ? guess : 0;
}

static enum khi_status sample(struct sampler *sampler, struct rect_ready *ready, double budget,
                              struct khi_rect_estimate *estimate)
{
    struct mean times = {0}, grids = {0};
    double end = now() + budget, before = now(), count = 0;
    enum khi_status status = KHI_OK;

    if (!ready->possible)
        return KHI_OK;
    if (ready->frame.pieces == 1)
        ready->frame.pieces = 26;
    uint64_t items = (uint64_t)ready->frame.row[0]->list.count * ready->frame.pieces;
    if (items == 0)
        return KHI_OK;
    uint64_t step = golden_step(items), item = 0;
    sampler->places = ready->places;
    sampler->deadline = end + 2 * budget;
    while (count < (double)items && before < end && status == KHI_OK) {
        sampler->search.count = 0;
        status = khi_rect_run(&sampler->search, ready, (uint32_t)item, (uint32_t)items);
        double after = now();
        add(&times, after - before);
        add(&grids, (double)sampler->search.count);
        before = after;
        item = (item + step) % items;
        count++;
    }
    estimate->first_rows += ready->frame.row[0]->list.count;
    estimate->parts += items;
    estimate->sampled += (uint64_t)count;
    if (count > 0) {
        extend(&times, count, (double)items, &estimate->seconds, &estimate->seconds_error);
        extend(&grids, count, (double)items, &estimate->grids, &estimate->grids_error);
    }
    return status;
}

/* Means and variances of all cases together, cut down to this shard. */
static enum khi_status sample_cases(struct sampler *sampler, const struct rect_cases *cases,
                                    const struct rect_list *across, const struct rect_list *down,
                                    double budget, struct khi_rect_estimate *estimate)
{
    enum khi_status status = KHI_OK;

    for (unsigned i = 0; i < cases->count && status == KHI_OK; i++) {
        struct rect_ready *ready = calloc(1, sizeof *ready);
        if (ready == NULL)
            return KHI_NO_MEMORY;
        ready->index = i;
        ready->wide = khi_rect_has_wide(sampler->problem);
        status = khi_rect_ready_make(ready, sampler->problem, cases, across, down, NULL);
        if (status == KHI_OK)
            status = sample(sampler, ready, budget / cases->count, estimate);
        khi_rect_ready_clear(ready);
        free(ready);
    }
    double shards = sampler->problem->shards;
    estimate->exact = estimate->sampled == estimate->parts;
    estimate->seconds /= shards;
    estimate->seconds_error = 2 * root(estimate->seconds_error) / shards;
    estimate->grids /= shards;
    estimate->grids_error = 2 * root(estimate->grids_error) / shards;
    return status;
}

enum khi_status khi_rect_estimate(const struct khi_rect_problem *problem,
                                  const struct khi_lexicon *lexicon, double budget,
                                  struct khi_error *error, struct khi_rect_estimate *estimate)
{
    struct rect_cases cases = {0};
    struct rect_list across = {0}, down = {0};
    atomic_uint signal = 1;
    struct sampler sampler = {.problem = problem, .cases = &cases};
    enum khi_status status = khi_rect_check(problem, lexicon->trie, error);

    if (status != KHI_OK)
        return status;
    sampler.search.signal = &signal;
    sampler.search.attend = attend;
    sampler.search.found = khi_rect_is_filtered(problem) ? found : NULL;
    *estimate = (struct khi_rect_estimate){0};
    status = khi_rect_cases_make(&cases, problem);
    if (status == KHI_OK)
        status = khi_rect_list_load(&across, lexicon->trie, problem->width, NULL);
    if (status == KHI_OK)
        status = khi_rect_list_load(&down, lexicon->trie, problem->height, NULL);
    if (status == KHI_OK)
        status = sample_cases(&sampler, &cases, &across, &down, budget, estimate);
    khi_rect_scratch_free(sampler.search.scratch);
    free(cases.places);
    free(across.words);
    free(down.words);
    return status == KHI_OK ? KHI_OK : khi_fail(error, status, 0, "");
}

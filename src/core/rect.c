/* rect.c: the finder of word rectangles as its caller sees it.
 *
 * The parts: rect_problem.c reads a problem, rect_case.c cuts it into cases and units of work,
 * rect_words.c makes the tries, rect_frame.c and rect_plan.c choose how a case is looked at,
 * rect_walk.c and rect_join.c search, rect_work.c has the threads and the queue, rect_result.c
 * gives grids back as the user wants them, rect_ledger.c and rect_checkpoint.c keep what is done.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_work.h"

#include "khi/thread.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double khi_rect_seconds(const struct khi_rect *rect)
{
    struct timespec now;

    if (rect->paused || rect->ended)
        return rect->before;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return rect->before + (double)(now.tv_sec - rect->began.tv_sec) +
           (double)(now.tv_nsec - rect->began.tv_nsec) / 1e9;
}

/* ---- beginning ---- */

bool khi_rect_has_wide(const struct khi_rect_problem *problem)
{
#if defined(__x86_64__)
    return !problem->plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    (void)problem;
    return false;
#endif
}

static unsigned thread_count(const struct khi_rect_problem *problem)
{
    long cores = problem->threads > 0 ? (long)problem->threads : sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores > KHI_RECT_THREADS ? KHI_RECT_THREADS : (unsigned)cores;
}

static enum khi_status init(struct khi_rect *rect)
{
    const struct khi_rect_problem *problem = &rect->problem;
    pthread_condattr_t attributes;

    pthread_mutex_init(&rect->lock, NULL);
    pthread_cond_init(&rect->changed, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&rect->news, &attributes);
    pthread_condattr_destroy(&attributes);
    rect->tail = &rect->head;
    rect->signal =
        (problem->count_only ? 0 : SIGNAL_HUNGRY) | (problem->seconds ? SIGNAL_TIMED : 0);
    rect->wide = khi_rect_has_wide(problem);
    rect->filtered = khi_rect_is_filtered(problem);
    rect->grid_size = problem->height * (problem->width + 1);
    rect->chunk_room = CHUNK_BYTES / rect->grid_size;
    enum khi_status status = khi_rect_cases_make(&rect->cases, problem);
    uint32_t units = rect->cases.count * rect->cases.slices;
    if (status == KHI_OK)
        status = khi_rect_ledger_init(&rect->ledger, units);
    rect->next_unit = problem->shard;
    rect->shard_units =
        problem->shard < units ? (units - problem->shard - 1) / problem->shards + 1 : 0;
    rect->threads = calloc(thread_count(problem), sizeof *rect->threads);
    return rect->threads != NULL ? status : KHI_NO_MEMORY;
}

static enum khi_status start_threads(struct khi_rect *rect)
{
    unsigned wanted = thread_count(&rect->problem);

    pthread_mutex_lock(&rect->lock);
    clock_gettime(CLOCK_MONOTONIC, &rect->began);
    while (rect->started < wanted &&
           khi_thread_start(&rect->threads[rect->started], khi_rect_work, rect))
        rect->running = ++rect->started;
    pthread_mutex_unlock(&rect->lock);
    return rect->started > 0 ? KHI_OK : KHI_NO_MEMORY;
}

/* Reads what an earlier search has done. */
static enum khi_status go_on(struct khi_rect *rect, struct khi_error *error)
{
    enum khi_status status = khi_rect_load(&rect->ledger, rect->problem.checkpoint, &rect->problem,
                                           rect->lexicon->summary.checksum, error);

    rect->problem.checkpoint = NULL; /* it is the caller's text */
    rect->found_before = rect->ledger.grids;
    rect->done_before = rect->ledger.done_count;
    return status;
}

enum khi_status khi_rect_begin(const struct khi_rect_problem *problem,
                               const struct khi_lexicon *lexicon, void (*wake)(void *context),
                               void *context, struct khi_error *error, struct khi_rect **made)
{
    enum khi_status status = khi_rect_check(problem, lexicon->trie, error);

    if (status != KHI_OK)
        return status;
    struct khi_rect *rect = calloc(1, sizeof *rect);
    if (rect == NULL)
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    rect->problem = *problem;
    rect->lexicon = lexicon;
    rect->wake = wake;
    rect->context = context;
    status = init(rect);
    if (status != KHI_OK)
        khi_fail(error, status, 0, "");
    else if (problem->checkpoint != NULL)
        status = go_on(rect, error);
    if (status == KHI_OK && (status = start_threads(rect)) != KHI_OK)
        khi_fail(error, status, 0, "");
    if (status != KHI_OK) {
        khi_rect_free(rect);
        return status;
    }
    *made = rect;
    return KHI_OK;
}

/* ---- grids ---- */

/* With the lock. */
static void confirm(struct khi_rect *rect)
{
    for (unsigned i = 0; i < rect->pending_count; i++) {
        const struct rect_pending *one = &rect->pending[i];
        enum khi_status status =
            khi_rect_ledger_add(&rect->ledger, one->unit, one->grids, one->last);
        if (status != KHI_OK)
            rect->failure = status;
    }
    rect->pending_count = 0;
}

void khi_rect_confirm(struct khi_rect *rect)
{
    pthread_mutex_lock(&rect->lock);
    confirm(rect);
    pthread_mutex_unlock(&rect->lock);
}

/* With the lock: copies grids out of the first chunk, and gives it back when it is empty. */
static size_t empty_head(struct khi_rect *rect, struct khi_rect_grid *grids, size_t room)
{
    struct rect_chunk *chunk = rect->head;
    unsigned left = chunk->count - chunk->taken;
    unsigned count = left < room ? left : (unsigned)room;

    for (unsigned i = 0; i < count; i++)
        memcpy(grids[i].text, chunk->text + chunk->taken++ * rect->grid_size, rect->grid_size);
    bool whole = chunk->taken == chunk->count;
    rect->pending[rect->pending_count++] =
        (struct rect_pending){chunk->unit, count, whole && chunk->last};
    if (!whole)
        return count;
    rect->head = chunk->next;
    if (rect->head == NULL)
        rect->tail = &rect->head;
    chunk->next = rect->spare;
    rect->spare = chunk;
    pthread_cond_broadcast(&rect->changed);
    return count;
}

/* With the lock: the workers have to leave off. */
static void signal_stop(struct khi_rect *rect)
{
    atomic_fetch_or(&rect->signal, SIGNAL_STOP);
    pthread_cond_broadcast(&rect->changed);
}

size_t khi_rect_take(struct khi_rect *rect, struct khi_rect_grid *grids, size_t room)
{
    size_t count = 0;

    pthread_mutex_lock(&rect->lock);
    confirm(rect);
    if (rect->problem.limit > 0 && room > rect->problem.limit - rect->taken)
        room = (size_t)(rect->problem.limit - rect->taken);
    while (rect->head != NULL && rect->pending_count < PENDING && (room > count))
        count += empty_head(rect, grids + count, room - count);
    if (count == 0) /* ends of units, which nobody has to confirm */
        confirm(rect);
    rect->taken += count;
    if (rect->problem.limit > 0 && rect->taken == rect->problem.limit) {
        rect->limited = true;
        signal_stop(rect);
    } else if (rect->head == NULL && rect->running > 0 && !rect->problem.count_only) {
        atomic_fetch_or(&rect->signal, SIGNAL_HUNGRY);
    }
    pthread_mutex_unlock(&rect->lock);
    return count;
}

/* ---- progress ---- */

/* With the lock: is there nothing more to come? */
static bool is_over(const struct khi_rect *rect)
{
    return rect->running == 0 &&
           (rect->head == NULL || rect->limited || rect_signalled(rect, SIGNAL_STOP));
}

void khi_rect_wait(struct khi_rect *rect, unsigned milliseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += (time_t)(milliseconds / 1000) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&rect->lock);
    while (rect->head == NULL && rect->running > 0)
        if (pthread_cond_timedwait(&rect->news, &rect->lock, &until) != 0)
            break;
    pthread_mutex_unlock(&rect->lock);
}

static enum khi_rect_state state_of(const struct khi_rect *rect)
{
    if (rect->failure != KHI_OK)
        return KHI_RECT_FAILED;
    if (is_over(rect))
        return KHI_RECT_DONE;
    return rect->paused ? KHI_RECT_PAUSED : KHI_RECT_RUNNING;
}

/* With the lock. */
static double fraction_of(const struct khi_rect *rect, uint32_t done)
{
    return rect->shard_units > 0 ? (double)done / rect->shard_units : 1;
}

void khi_rect_progress(struct khi_rect *rect, struct khi_rect_progress *progress)
{
    pthread_mutex_lock(&rect->lock);
    uint64_t found = atomic_load_explicit(&rect->found, memory_order_relaxed);
    double now = khi_rect_seconds(rect);
    double fraction = fraction_of(rect, rect->ledger.done_count);
    double gained = fraction - fraction_of(rect, rect->done_before);

    *progress = (struct khi_rect_progress){
        .state = state_of(rect),
        .fraction = fraction,
        .found = rect->found_before + found,
        .taken = rect->taken,
        .seconds = now,
        .speed = now > 0 ? (double)found / now : 0,
        .left = gained > 0 ? now * (1 - fraction) / gained : -1,
        .complete = rect->running == 0 && rect->head == NULL && rect->failure == KHI_OK &&
                    !rect_signalled(rect, SIGNAL_STOP),
    };
    if (progress->complete)
        progress->fraction = 1;
    if (rect->problem.count_only && rect->limited)
        progress->found = rect->problem.limit;
    pthread_mutex_unlock(&rect->lock);
}

enum khi_status khi_rect_failure(struct khi_rect *rect, struct khi_error *error)
{
    pthread_mutex_lock(&rect->lock);
    enum khi_status status = rect->failure;
    pthread_mutex_unlock(&rect->lock);
    return khi_fail(error, status, 0, "");
}

/* ---- pausing and ending ---- */

void khi_rect_pause(struct khi_rect *rect)
{
    pthread_mutex_lock(&rect->lock);
    if (!rect->paused) {
        rect->before = khi_rect_seconds(rect);
        rect->paused = true;
        atomic_fetch_or(&rect->signal, SIGNAL_PAUSE);
    }
    pthread_mutex_unlock(&rect->lock);
}

void khi_rect_resume(struct khi_rect *rect)
{
    pthread_mutex_lock(&rect->lock);
    if (rect->paused) {
        rect->paused = false;
        clock_gettime(CLOCK_MONOTONIC, &rect->began);
        atomic_fetch_and(&rect->signal, ~(unsigned)SIGNAL_PAUSE);
        pthread_cond_broadcast(&rect->changed);
    }
    pthread_mutex_unlock(&rect->lock);
}

void khi_rect_stop(struct khi_rect *rect)
{
    pthread_mutex_lock(&rect->lock);
    if (rect->running > 0 || rect->head != NULL)
        signal_stop(rect);
    pthread_mutex_unlock(&rect->lock);
    while (rect->started > 0)
        pthread_join(rect->threads[--rect->started], NULL);
}

static void free_chunks(struct rect_chunk *chunk)
{
    while (chunk != NULL) {
        struct rect_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

void khi_rect_free(struct khi_rect *rect)
{
    if (rect == NULL)
        return;
    khi_rect_stop(rect);
    free_chunks(rect->head);
    free_chunks(rect->spare);
    if (rect->ready != NULL) {
        khi_rect_ready_clear(rect->ready);
        free(rect->ready);
    }
    khi_rect_ledger_clear(&rect->ledger);
    free(rect->cases.places);
    free(rect->across.words);
    free(rect->down_own.words);
    free(rect->threads);
    pthread_cond_destroy(&rect->news);
    pthread_cond_destroy(&rect->changed);
    pthread_mutex_destroy(&rect->lock);
    free(rect);
}

/* rect_work.c: the threads of a search, their units and the queue of grids.
 *
 * Every worker takes the next unit that is not done, makes its case ready if nobody has, and
 * searches it. Grids go into chunks, chunks into a queue. There is a fixed number of chunks: a
 * worker that needs one waits until the caller has emptied one. A unit counts as done when the
 * caller has taken its last grid, not before, so that a checkpoint knows exactly what was
 * delivered. A worker hands over a chunk that is not full when the caller has found the queue
 * empty, so that rare grids come at once.
 *
 * One lock guards all that threads share but `signal`, which the searches look at now and then: it
 * is not 0 when they have to stop, to pause or to hand over what they have.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_work.h"

#include <stdlib.h>

struct worker {
    struct rect_search search; /* first: a search is its worker */
    struct khi_rect *rect;
    struct rect_chunk *chunk;
    const uint8_t *places;
    uint32_t unit;
    uint64_t skip; /* grids of this unit that were delivered before */
    bool handed_over;
    unsigned looks;
};

enum { LOOKS_AT_CLOCK = 64 };

/* ---- signals ---- */

void khi_rect_notify(struct khi_rect *rect)
{
    pthread_cond_signal(&rect->news);
    if (rect->wake != NULL)
        rect->wake(rect->context);
}

/* With the lock: the search ends for this reason. */
static void fail(struct khi_rect *rect, enum khi_status status)
{
    if (rect->failure == KHI_OK)
        rect->failure = status;
    atomic_fetch_or(&rect->signal, SIGNAL_STOP);
    pthread_cond_broadcast(&rect->changed);
}

/* ---- chunks ---- */

/* With the lock. NULL if the search ends instead. */
static struct rect_chunk *new_chunk(struct khi_rect *rect)
{
    while (rect->spare == NULL && rect->chunks_made == CHUNKS && !rect_signalled(rect, SIGNAL_STOP))
        pthread_cond_wait(&rect->changed, &rect->lock);
    if (rect_signalled(rect, SIGNAL_STOP))
        return NULL;
    struct rect_chunk *chunk = rect->spare;
    if (chunk != NULL) {
        rect->spare = chunk->next;
    } else {
        chunk = malloc(sizeof *chunk);
        if (chunk == NULL) {
            fail(rect, KHI_NO_MEMORY);
            return NULL;
        }
        rect->chunks_made++;
    }
    chunk->next = NULL;
    chunk->count = chunk->taken = 0;
    chunk->last = false;
    return chunk;
}

/* With the lock: puts the worker's chunk into the queue. */
static void hand_over(struct worker *worker, bool last)
{
    struct khi_rect *rect = worker->rect;

    worker->chunk->unit = worker->unit;
    worker->chunk->last = last;
    bool first = rect->head == NULL;
    *rect->tail = worker->chunk;
    rect->tail = &worker->chunk->next;
    worker->chunk = NULL;
    worker->handed_over = true;
    atomic_fetch_and(&rect->signal, ~(unsigned)SIGNAL_HUNGRY);
    if (first)
        khi_rect_notify(rect);
}

static void lock_and_hand_over(struct worker *worker)
{
    pthread_mutex_lock(&worker->rect->lock);
    hand_over(worker, false);
    pthread_mutex_unlock(&worker->rect->lock);
}

static void deliver(struct worker *worker, const struct rect_letters *grid)
{
    struct khi_rect *rect = worker->rect;

    if (worker->skip > 0) {
        worker->skip--;
        return;
    }
    if (worker->chunk == NULL) {
        pthread_mutex_lock(&rect->lock);
        worker->chunk = new_chunk(rect);
        pthread_mutex_unlock(&rect->lock);
        if (worker->chunk == NULL)
            return;
    }
    struct rect_chunk *chunk = worker->chunk;
    khi_rect_format(&rect->problem, grid, chunk->text + chunk->count++ * rect->grid_size);
    atomic_fetch_add_explicit(&rect->found, 1, memory_order_relaxed);
    if (chunk->count == rect->chunk_room || rect_signalled(rect, SIGNAL_HUNGRY))
        lock_and_hand_over(worker);
}

/* ---- what the search calls ---- */

static void found(struct rect_search *search, bool tied)
{
    struct worker *worker = (struct worker *)search;
    struct khi_rect *rect = worker->rect;
    struct rect_letters grids[2];
    unsigned count = khi_rect_results(search, tied, grids);

    for (unsigned i = 0; i < count && !rect_signalled(rect, SIGNAL_STOP); i++) {
        if (rect->filtered &&
            !khi_rect_accepts(&rect->problem, &rect->cases, worker->places, &grids[i]))
            continue;
        if (rect->problem.count_only)
            search->count++;
        else
            deliver(worker, &grids[i]);
    }
}

/* The workers themselves look at the clock: their caller may be waiting for a terminal. */
static void watch_time(struct worker *worker)
{
    struct khi_rect *rect = worker->rect;

    if (++worker->looks % LOOKS_AT_CLOCK != 0)
        return;
    pthread_mutex_lock(&rect->lock);
    if (khi_rect_seconds(rect) >= rect->problem.seconds)
        fail(rect, KHI_OK);
    pthread_mutex_unlock(&rect->lock);
}

static bool attend(struct rect_search *search)
{
    struct worker *worker = (struct worker *)search;
    struct khi_rect *rect = worker->rect;

    if (rect_signalled(rect, SIGNAL_HUNGRY) && worker->chunk != NULL && worker->chunk->count > 0)
        lock_and_hand_over(worker);
    if (rect_signalled(rect, SIGNAL_PAUSE)) {
        pthread_mutex_lock(&rect->lock);
        while (rect_signalled(rect, SIGNAL_PAUSE) && !rect_signalled(rect, SIGNAL_STOP))
            pthread_cond_wait(&rect->changed, &rect->lock);
        pthread_mutex_unlock(&rect->lock);
    }
    if (rect_signalled(rect, SIGNAL_TIMED))
        watch_time(worker);
    return rect_signalled(rect, SIGNAL_STOP);
}

/* ---- units ---- */

/* With the lock: nobody uses this case any more. */
static void release(struct rect_ready *ready)
{
    if (ready != NULL && --ready->users == 0) {
        khi_rect_ready_clear(ready);
        free(ready);
    }
}

static enum khi_status load_lists(struct khi_rect *rect)
{
    const struct khi_trie *trie = rect->lexicon->trie;
    enum khi_status status = KHI_OK;

    if (rect->loaded)
        return KHI_OK;
    status = khi_rect_list_load(&rect->across, trie, rect->problem.width, &rect->signal);
    rect->down = &rect->across;
    if (status == KHI_OK && rect->problem.height != rect->problem.width) {
        rect->down = &rect->down_own;
        status = khi_rect_list_load(&rect->down_own, trie, rect->problem.height, &rect->signal);
    }
    rect->loaded = status == KHI_OK;
    return status;
}

static enum khi_status make_ready(struct khi_rect *rect, unsigned index, struct rect_ready **made)
{
    struct rect_ready *ready = calloc(1, sizeof *ready);
    enum khi_status status = ready != NULL ? load_lists(rect) : KHI_NO_MEMORY;

    if (status == KHI_OK) {
        ready->index = index;
        ready->users = 1;
        ready->wide = rect->wide;
        status = khi_rect_ready_make(ready, &rect->problem, &rect->cases, &rect->across, rect->down,
                                     &rect->signal);
    }
    if (status == KHI_OK) {
        *made = ready;
    } else if (ready != NULL) {
        khi_rect_ready_clear(ready);
        free(ready);
    }
    return status;
}

/* With the lock, which is given up meanwhile: the unit's case, made ready by one worker while the
 * others wait. NULL if the search ends instead. */
static struct rect_ready *ready_for(struct khi_rect *rect, unsigned index)
{
    while (!rect_signalled(rect, SIGNAL_STOP)) {
        if (rect->ready != NULL && rect->ready->index == index) {
            rect->ready->users++;
            return rect->ready;
        }
        if (rect->preparing) {
            pthread_cond_wait(&rect->changed, &rect->lock);
            continue;
        }
        struct rect_ready *ready = NULL;
        rect->preparing = true;
        pthread_mutex_unlock(&rect->lock);
        enum khi_status status = make_ready(rect, index, &ready);
        pthread_mutex_lock(&rect->lock);
        rect->preparing = false;
        if (status != KHI_OK) {
            fail(rect, status == KHI_RECT_STOPPED ? KHI_OK : status);
        } else {
            release(rect->ready);
            rect->ready = ready;
        }
        pthread_cond_broadcast(&rect->changed);
    }
    return NULL;
}

/* With the lock: the next unit of this shard that is not done. */
static bool take_unit(struct khi_rect *rect, uint32_t *unit)
{
    while (rect->next_unit < rect->ledger.units) {
        *unit = rect->next_unit;
        rect->next_unit = rect->problem.shards < rect->ledger.units - *unit
                              ? *unit + rect->problem.shards
                              : rect->ledger.units;
        if (!khi_rect_ledger_has(&rect->ledger, *unit))
            return true;
    }
    return false;
}

static bool limit_reached(const struct khi_rect *rect)
{
    return rect->problem.limit > 0 && rect->ledger.grids >= rect->problem.limit;
}

/* With the lock: the unit was searched to its end. */
static void close_unit(struct worker *worker)
{
    struct khi_rect *rect = worker->rect;
    enum khi_status status = KHI_OK;

    if (rect->problem.count_only) {
        status = khi_rect_ledger_add(&rect->ledger, worker->unit, worker->search.count, true);
        atomic_fetch_add_explicit(&rect->found, worker->search.count, memory_order_relaxed);
        if (limit_reached(rect) && rect->ledger.done_count < rect->shard_units) {
            rect->limited = true;
            fail(rect, KHI_OK);
        }
    } else if (worker->chunk != NULL && worker->chunk->count > 0) {
        hand_over(worker, true);
    } else if (worker->handed_over) {
        if (worker->chunk == NULL)
            worker->chunk = new_chunk(rect);
        if (worker->chunk != NULL)
            hand_over(worker, true);
    } else {
        status = khi_rect_ledger_add(&rect->ledger, worker->unit, 0, true);
    }
    if (status != KHI_OK)
        fail(rect, status);
}

static void begin_unit(struct worker *worker)
{
    worker->handed_over = false;
    worker->search.count = 0;
}

/* With the lock, which is given up meanwhile. */
static void search_unlocked(struct worker *worker, const struct rect_ready *ready)
{
    struct khi_rect *rect = worker->rect;
    uint32_t slices = rect->cases.slices;

    begin_unit(worker);
    worker->places = ready->places;
    worker->skip = khi_rect_ledger_delivered(&rect->ledger, worker->unit);
    worker->search.found = rect->filtered || !rect->problem.count_only ? found : NULL;
    pthread_mutex_unlock(&rect->lock);
    enum khi_status status = khi_rect_run(&worker->search, ready, worker->unit % slices, slices);
    pthread_mutex_lock(&rect->lock);
    if (status != KHI_OK)
        fail(rect, status);
}

/* With the lock, but not while it searches. */
static void work(struct worker *worker)
{
    struct khi_rect *rect = worker->rect;

    while (!rect_signalled(rect, SIGNAL_STOP) && take_unit(rect, &worker->unit)) {
        struct rect_ready *ready = ready_for(rect, worker->unit / rect->cases.slices);
        if (ready == NULL)
            break;
        if (!khi_rect_is_idle(ready, worker->unit % rect->cases.slices))
            search_unlocked(worker, ready);
        else
            begin_unit(worker);
        if (!rect_signalled(rect, SIGNAL_STOP))
            close_unit(worker);
        else if (rect->problem.count_only) /* counted, though the unit is not done */
            atomic_fetch_add_explicit(&rect->found, worker->search.count, memory_order_relaxed);
        release(ready);
    }
}

void *khi_rect_work(void *argument)
{
    struct khi_rect *rect = argument;
    struct worker worker = {.rect = rect};

    worker.search.signal = &rect->signal;
    worker.search.attend = attend;
    pthread_mutex_lock(&rect->lock);
    work(&worker);
    free(worker.chunk);
    khi_rect_scratch_free(worker.search.scratch);
    rect->running--;
    if (rect->running == 0) {
        rect->before = khi_rect_seconds(rect);
        rect->ended = true;
    }
    khi_rect_notify(rect);
    pthread_mutex_unlock(&rect->lock);
    return NULL;
}

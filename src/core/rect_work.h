/* rect_work.h: what the searching threads and the caller's interface share: the whole of a
 * struct khi_rect, and the threads' entry. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECT_WORK_H
#define RECT_WORK_H

#include "rect_inner.h"

#include <pthread.h>
#include <time.h>

enum { CHUNKS = 64, CHUNK_BYTES = 32768, PENDING = 64 };

struct rect_chunk {
    struct rect_chunk *next;
    uint32_t unit;
    unsigned count, taken;
    bool last; /* of its unit */
    char text[CHUNK_BYTES];
};

struct rect_pending { /* taken but not confirmed */
    uint32_t unit;
    unsigned grids;
    bool last;
};

struct khi_rect {
    struct khi_rect_problem problem;
    const struct khi_lexicon *lexicon;
    void (*wake)(void *context);
    void *context;
    bool filtered, wide;
    unsigned grid_size, chunk_room;
    atomic_uint signal;
    atomic_uint_fast64_t found;

    pthread_mutex_t lock;
    pthread_cond_t changed; /* for workers: a chunk, a case or the end of a pause */
    pthread_cond_t news;    /* for the caller */
    pthread_t *threads;
    unsigned started, running;
    enum khi_status failure;
    struct rect_cases cases;
    struct rect_list across, down_own, *down;
    bool loaded, preparing, limited;
    struct rect_ready *ready;
    uint32_t next_unit, shard_units;
    uint64_t found_before; /* grids of a checkpoint */
    uint32_t done_before;
    struct rect_ledger ledger;
    struct rect_chunk *head, **tail, *spare;
    unsigned chunks_made;
    struct rect_pending pending[PENDING];
    unsigned pending_count;
    uint64_t taken;

    struct timespec began; /* or resumed */
    double before;         /* seconds up to then */
    bool paused, ended;
};

static inline bool rect_signalled(const struct khi_rect *rect, unsigned which)
{
    return atomic_load_explicit(&rect->signal, memory_order_relaxed) & which;
}

/* Seconds of search so far. With the lock. */
double khi_rect_seconds(const struct khi_rect *rect);

/* Whether the processor has the wide instructions and the problem lets them be used. */
bool khi_rect_has_wide(const struct khi_rect_problem *problem);

/* Tells the caller that there is something new. With the lock. */
void khi_rect_notify(struct khi_rect *rect);

/* What a searching thread does; its argument is the khi_rect. */
void *khi_rect_work(void *rect);

#endif

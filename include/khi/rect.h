/* rect.h: word rectangles, found by worker threads beside the caller's own loop.
 *
 * A problem is a plain value: fill it with khi_rect_problem_init and the parse functions, change
 * what else should differ, then khi_rect_begin. That returns at once. The workers prepare, search,
 * and keep found grids in a queue of fixed size; when it is full they wait, so that memory stays
 * bounded. They call `wake` from their own threads when there is something new to ask for. All
 * other functions are for the one thread that began the search; none of them blocks but
 * khi_rect_wait, khi_rect_stop and khi_rect_free (under 50 ms). Several searches may run at once.
 * A search borrows its dictionary until it is freed; everything else is copied.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_RECT_H
#define KHI_RECT_H

#include "khi/lexicon.h"

enum {
    KHI_RECT_MIN = 2, /* letters or rows */
    KHI_RECT_MAX = 15,
    KHI_RECT_MUST = 2 * KHI_RECT_MAX,
    KHI_RECT_SHARDS = 1 << 20,
    KHI_RECT_THREADS = 1024,
};

enum khi_rect_mirror {
    KHI_RECT_ANY,
    KHI_RECT_SYMMETRIC,    /* only squares that read the same across and down */
    KHI_RECT_NO_SYMMETRIC, /* only the others */
};

struct khi_rect_problem {
    unsigned width, height;                     /* rows of `width` letters, `height` rows */
    char given[KHI_RECT_MAX][KHI_RECT_MAX + 1]; /* the template's rows: A-Z or '.' */
    char must[KHI_RECT_MUST][KHI_RECT_MAX + 1]; /* each is a row or a column */
    unsigned must_count;
    enum khi_rect_mirror mirror;
    bool distinct;   /* no word twice, across and down together */
    bool once;       /* one of each pair of squares that mirror each other */
    bool count_only; /* no grids come, only their number */
    uint64_t limit;  /* the search is done after so many grids; 0: all */
    unsigned shard, shards;
    unsigned threads;       /* 0: one for each core */
    unsigned seconds;       /* the workers leave off after so many, pauses left out; 0: never */
    const char *checkpoint; /* go on from this file, if it is there; NULL: from the beginning */
    bool plain;             /* do without the processor's wide instructions; for tests */
};

struct khi_rect_grid {
    char text[KHI_RECT_MAX * (KHI_RECT_MAX + 1)]; /* "ROW/ROW/ROW", ended by NUL */
};

enum khi_rect_state { KHI_RECT_RUNNING, KHI_RECT_PAUSED, KHI_RECT_DONE, KHI_RECT_FAILED };

struct khi_rect_progress {
    enum khi_rect_state state; /* DONE: searched to its end, to its limit or stopped */
    double fraction;           /* of the search, from 0 to 1 */
    uint64_t found;            /* grids, those before a checkpoint included */
    uint64_t taken;            /* of them, handed to the caller by this search */
    double seconds;            /* since the beginning, pauses left out */
    double speed;              /* grids a second */
    double left;               /* seconds to go, as it seems; below 0: not known yet */
    bool complete;             /* nothing was cut off by a limit or a stop */
};

/* ---- a problem from text; each fails with a sentence of its own ---- */

/* A free rectangle: no template, nothing demanded, one shard of one, every core. */
void khi_rect_problem_init(struct khi_rect_problem *problem, unsigned width, unsigned height);

/* "5x4" or "5X4". */
enum khi_status khi_rect_parse_size(const char *text, struct khi_error *error, unsigned *width,
                                    unsigned *height);

/* Rows separated by '/', of letters and '.'; its shape must be the problem's. "" takes it away. */
enum khi_status khi_rect_parse_template(struct khi_rect_problem *problem, const char *text,
                                        struct khi_error *error);

/* Adds a word that must appear; one that is there already is not added again.
 * KHI_RECT_NEVER: it fits neither side, so no grid can exist. */
enum khi_status khi_rect_add_must(struct khi_rect_problem *problem, const char *word,
                                  struct khi_error *error);

/* "I/N". */
enum khi_status khi_rect_parse_shard(struct khi_rect_problem *problem, const char *text,
                                     struct khi_error *error);

/* Do the parts go together? KHI_RECT_NEVER: they do, but no grid can exist, and the sentence says
 * why (a word that is not in the dictionary, a symmetric square of distinct words). */
enum khi_status khi_rect_check(const struct khi_rect_problem *problem, const struct khi_trie *trie,
                               struct khi_error *error);

/* ---- the search ---- */

struct khi_rect;

/* Begins the search. The lexicon is verified. wake may be NULL; it must not call back. */
enum khi_status khi_rect_begin(const struct khi_rect_problem *problem,
                               const struct khi_lexicon *lexicon, void (*wake)(void *context),
                               void *context, struct khi_error *error, struct khi_rect **rect);

/* Takes up to `room` grids out of the queue and returns how many. They count as delivered, for a
 * checkpoint, from the next call on or from khi_rect_confirm. */
size_t khi_rect_take(struct khi_rect *rect, struct khi_rect_grid *grids, size_t room);
void khi_rect_confirm(struct khi_rect *rect);

void khi_rect_progress(struct khi_rect *rect, struct khi_rect_progress *progress);

/* Writes what has been delivered into a file from which a later search of the same problem goes on:
 * the grids of both are the whole, none twice. At most every few seconds is often enough. */
enum khi_status khi_rect_save(struct khi_rect *rect, const char *path, struct khi_error *error);

/* Waits until there is a grid to take, the search is over or the time is up. */
void khi_rect_wait(struct khi_rect *rect, unsigned milliseconds);

void khi_rect_pause(struct khi_rect *rect);
void khi_rect_resume(struct khi_rect *rect);

/* Ends the workers. Grids that are found and not taken are dropped; a checkpoint still has them. */
void khi_rect_stop(struct khi_rect *rect);

/* What went wrong, if the state is KHI_RECT_FAILED. */
enum khi_status khi_rect_failure(struct khi_rect *rect, struct khi_error *error);
void khi_rect_free(struct khi_rect *rect);

/* ---- what a search would cost ---- */

struct khi_rect_estimate {
    uint64_t first_rows;           /* words to begin with, of all cases */
    uint64_t parts, sampled;       /* parts of the search, and those that were tried */
    double seconds, seconds_error; /* of one thread; the error is two standard errors */
    double grids, grids_error;
    bool exact; /* the sample was the whole */
};

/* Tries parts of the search for about `budget` seconds, in the caller's thread. */
enum khi_status khi_rect_estimate(const struct khi_rect_problem *problem,
                                  const struct khi_lexicon *lexicon, double budget,
                                  struct khi_error *error, struct khi_rect_estimate *estimate);

#endif

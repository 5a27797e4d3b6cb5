/* rect_inner.h: what the parts of the rectangle finder share; see rect.c for the whole.
 *
 * A problem is one case or, with words that must appear, several. A case is a set of letters for
 * each cell. A case is searched in a frame: the case as it is or turned (rows and columns change
 * places), its rows filled from the first or from the last, its words read from either end. The
 * search itself knows only frames; rect_result.c turns what it finds back.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECT_INNER_H
#define RECT_INNER_H

#include "khi/rect.h"

#include <stdatomic.h>

enum {
    RECT_SIDE = KHI_RECT_MAX + 1, /* bytes kept for a word */
    RECT_LINES = 2 * KHI_RECT_MAX,
    RECT_SLICES = 1 << 12, /* a free problem is cut into so many units of work */
};

/* Bits of the signal that the searching threads look at now and then. */
enum { SIGNAL_STOP = 1, SIGNAL_PAUSE = 2, SIGNAL_HUNGRY = 4, SIGNAL_TIMED = 8 };

/* Preparing takes up to a second, so it looks too (NULL: nobody stops it) and ends with
 * KHI_RECT_STOPPED. */
static inline bool rect_stopped(const atomic_uint *signal)
{
    return signal != NULL && (atomic_load_explicit(signal, memory_order_relaxed) & SIGNAL_STOP);
}

typedef uint8_t rect_word[RECT_SIDE];                    /* letters 0 to 25, then zeros */
typedef uint32_t rect_cells[KHI_RECT_MAX][KHI_RECT_MAX]; /* the set of letters of each cell */

/* ---- rect_words.c: words of one length, and their trie ---- */

struct rect_list {
    unsigned length;
    uint32_t count;
    rect_word *words; /* sorted */
};

/* Letters that can come next, and where the child for the lowest of them is. The children of the
 * last level are the words themselves, by their place in the list. */
struct rect_node {
    uint32_t mask, first;
};

struct rect_set {
    struct rect_list list;
    struct rect_node *nodes;       /* breadth first: those of each depth together */
    uint32_t level[RECT_SIDE + 1]; /* where the nodes of each depth begin */
};

enum khi_status khi_rect_list_load(struct rect_list *list, const struct khi_trie *trie,
                                   unsigned length, const atomic_uint *signal);
/* A copy with the words that these letters allow, read from the other end if `reverse`. */
enum khi_status khi_rect_list_filter(struct rect_list *to, const struct rect_list *from,
                                     const uint32_t *masks, bool reverse);
enum khi_status khi_rect_set_new(const struct rect_list *from, const uint32_t *masks, bool reverse,
                                 struct rect_set **set);
void khi_rect_set_free(struct rect_set *set);

/* ---- rect_frame.c: a case as it is searched ---- */

struct rect_plan {
    bool turned;      /* the frame's rows are the grid's columns */
    bool from_bottom; /* the frame's first row is the last */
    bool from_right;  /* the frame's words are read from their ends */
};

/* The sets of all frames of a case; lines with the same letters share one. */
struct rect_pool {
    struct rect_set *sets[2 * RECT_LINES];
    uint32_t keys[2 * RECT_LINES][RECT_SIDE];
    unsigned count;
};

struct rect_frame {
    unsigned width, height;
    struct rect_plan plan;
    bool symmetric; /* row i is column i */
    bool mirror;    /* a square that may be mirrored: only those whose last column is not before
                       their first row are sought, and each stands for its mirror image too */
    const struct rect_set *row[KHI_RECT_MAX], *column[KHI_RECT_MAX];
    unsigned pieces; /* 1, 26 or 676: parts that the search below a first row is cut into */
};

/* Narrows every cell to the letters that some word through it allows. False if one has none. */
bool khi_rect_narrow(rect_cells cells, const struct rect_list *across,
                     const struct rect_list *down);
enum khi_status khi_rect_frame_make(struct rect_frame *frame,
                                    const struct khi_rect_problem *problem, rect_cells cells,
                                    const struct rect_list *across, const struct rect_list *down,
                                    struct rect_plan plan, bool may_mirror, struct rect_pool *pool);
void khi_rect_pool_clear(struct rect_pool *pool);

/* ---- rect_plan.c ---- */
/* What the search of a frame will cost, in no unit; for comparison with other frames. */
double khi_rect_frame_cost(const struct rect_frame *frame);

/* ---- the search below a first row ---- */

struct rect_join; /* rect_join.c */

struct rect_search {
    const struct rect_frame *frame;
    const struct rect_join *join; /* NULL: the walk alone */
    struct rect_scratch *scratch; /* for the join; the search's own */
    unsigned scratch_case;        /* of which case, and 1 */
    uint8_t grid[RECT_SIDE][RECT_SIDE];
    uint32_t column[RECT_SIDE][RECT_SIDE]; /* nodes of the columns above each row */
    bool tied[RECT_SIDE];                  /* the last column is the first row so far */
    uint32_t piece[2];                     /* letters for the first two cells of the second row */
    uint64_t count;                        /* grids, when they are only counted */
    void (*found)(struct rect_search *search, bool tied); /* NULL: only count */
    const atomic_uint *signal;                            /* not 0: `attend` has to be called */
    bool (*attend)(struct rect_search *search);           /* true: leave off */
};

/* Asked now and then, so that a search can be paused and stopped. */
static inline bool rect_halted(struct rect_search *search)
{
    return atomic_load_explicit(search->signal, memory_order_relaxed) != 0 &&
           search->attend(search);
}

/* ---- rect_walk.c ---- */
void khi_rect_walk_plain(struct rect_search *search, unsigned row);
void khi_rect_walk_avx2(struct rect_search *search, unsigned row);

/* ---- rect_join.c and the sets that it works with, rect_join_sets.c ---- */

typedef uint64_t rect_block __attribute__((vector_size(32))); /* a bit for each of 256 words */

struct rect_join { /* [0] is for the third row, [1] for the fourth */
    uint32_t blocks[2], second_blocks;
    rect_block *second;                /* for the second row: by column and letter above */
    rect_block *from;                  /* third rows whose last letter is at least 0, 1 ... 26 */
    uint32_t first[KHI_RECT_MAX];      /* each column's first node of depth two */
    uint32_t *number[2][KHI_RECT_MAX]; /* where a node's set begins */
    rect_block *sets[2][KHI_RECT_MAX];
    size_t bytes;
};

struct rect_part { /* a set of words: its blocks that are not empty, and where they are */
    unsigned count;
    uint32_t *where;
    rect_block *bits;
};

struct rect_third { /* a word of the third row */
    const uint8_t *letters;
    unsigned tie; /* the last letter of row four that would keep a tie */
    uint32_t mask[RECT_SIDE]; /* of each column below it */
};

enum { RECT_BATCH = 256, RECT_SLICE = 4096 }; /* words of rows three and four in one join */

struct rect_scratch {
    struct rect_part part[2][RECT_SIDE]; /* cut by the first 0, 1, 2 ... columns */
    struct rect_part second[2];          /* of row two, before a cut and after it */
    struct rect_node above[RECT_SIDE];   /* of each column below the first row */
    unsigned fourth_valid;               /* columns that part[1] is cut by */
    uint32_t *seconds, *thirds, *fourth; /* words of the rows, listed */
    struct rect_third *third;
    uint8_t *letters;   /* of the fourth row's words, by columns */
    rect_block *follow; /* by column and letter of row three: which words of row four can follow */
};

/* The set for a column whose beginning of two letters has led to this node. */
static inline const rect_block *rect_join_set(const struct rect_join *join, unsigned which,
                                              unsigned col, uint32_t node)
{
    return join->sets[which][col] + join->number[which][col][node - join->first[col]];
}

/* The set of second rows for a column that begins with this letter. */
static inline const rect_block *rect_join_second(const struct rect_join *join, unsigned col,
                                                 unsigned letter)
{
    return join->second + (size_t)(col * KHI_LETTERS + letter) * join->second_blocks;
}

/* The set of third rows whose last letter is at least this one, which may be beyond Z. */
static inline const rect_block *rect_join_from(const struct rect_join *join, unsigned letter)
{
    return join->from + (size_t)letter * join->blocks[0];
}

/* All second rows of the search's piece. */
void khi_rect_join_piece(const struct rect_search *search, struct rect_part *part);
/* NULL if the sets would take too much memory: then there is the walk; or if it was stopped. */
struct rect_join *khi_rect_join_new(const struct rect_frame *frame, const atomic_uint *signal);
void khi_rect_join_free(struct rect_join *join);
struct rect_scratch *khi_rect_scratch_new(const struct rect_frame *frame);
void khi_rect_scratch_free(struct rect_scratch *scratch);
void khi_rect_join_plain(struct rect_search *search);
void khi_rect_join_avx2(struct rect_search *search);

/* ---- rect_case.c: where the words that must appear are, and the units of work ---- */

struct rect_cases {
    unsigned count, placed;           /* the first `placed` words have their place in a case */
    uint8_t (*places)[KHI_RECT_MUST]; /* a row, or the height and a column */
    uint32_t slices;                  /* units of each case */
};

struct rect_ready { /* a case made ready for the search */
    unsigned index;
    bool possible, wide; /* wide: use the processor's wide instructions */
    const uint8_t *places;
    struct rect_pool pool;
    struct rect_frame frame;
    struct rect_join *join;
    unsigned users;
};

enum khi_status khi_rect_cases_make(struct rect_cases *cases,
                                    const struct khi_rect_problem *problem);
enum khi_status khi_rect_ready_make(struct rect_ready *ready,
                                    const struct khi_rect_problem *problem,
                                    const struct rect_cases *cases, const struct rect_list *across,
                                    const struct rect_list *down, const atomic_uint *signal);
void khi_rect_ready_clear(struct rect_ready *ready);
/* Has this slice no items at all? */
bool khi_rect_is_idle(const struct rect_ready *ready, uint32_t slice);
/* Searches one slice of a case. */
enum khi_status khi_rect_run(struct rect_search *search, const struct rect_ready *ready,
                             uint32_t slice, uint32_t slices);

/* ---- rect_ledger.c: what is done ---- */

struct rect_ledger {
    uint32_t units, done_count;
    uint8_t *done;      /* a bit for each unit */
    uint64_t grids;     /* delivered, in all */
    struct rect_begun { /* units that are not done but have delivered grids */
        uint32_t unit;
        uint64_t grids;
    } * begun;
    uint32_t begun_count, begun_room;
};

enum khi_status khi_rect_ledger_init(struct rect_ledger *ledger, uint32_t units);
void khi_rect_ledger_clear(struct rect_ledger *ledger);
bool khi_rect_ledger_has(const struct rect_ledger *ledger, uint32_t unit);
/* Grids that an unfinished unit has delivered. */
uint64_t khi_rect_ledger_delivered(const struct rect_ledger *ledger, uint32_t unit);
enum khi_status khi_rect_ledger_add(struct rect_ledger *ledger, uint32_t unit, uint64_t grids,
                                    bool last);

/* ---- rect_checkpoint.c ---- */

/* The caller frees the text; NULL without memory. */
char *khi_rect_checkpoint_format(const struct rect_ledger *ledger,
                                 const struct khi_rect_problem *problem, uint64_t dictionary,
                                 size_t *size);
/* The checksum that ends it. */
uint64_t khi_rect_checkpoint_sum(const char *text, size_t size);
/* Reads a text that a NUL follows into an empty ledger. */
enum khi_status khi_rect_checkpoint_parse(struct rect_ledger *ledger, const char *text, size_t size,
                                          const struct khi_rect_problem *problem,
                                          uint64_t dictionary, struct khi_error *error);
/* The same from a file; none is well too. */
enum khi_status khi_rect_load(struct rect_ledger *ledger, const char *path,
                              const struct khi_rect_problem *problem, uint64_t dictionary,
                              struct khi_error *error);

/* ---- rect_result.c: from a filled frame to grids as the user wants them ---- */

struct rect_letters {
    uint8_t at[KHI_RECT_MAX][RECT_SIDE]; /* rows of the problem */
};

/* Does anything but the words decide about a grid? */
bool khi_rect_is_filtered(const struct khi_rect_problem *problem);
/* What the search has in its frame, as one grid or as two that mirror each other. */
unsigned khi_rect_results(const struct rect_search *search, bool tied,
                          struct rect_letters grids[static 2]);
bool khi_rect_accepts(const struct khi_rect_problem *problem, const struct rect_cases *cases,
                      const uint8_t *places, const struct rect_letters *grid);
/* "ROW/ROW/ROW" and a NUL: height * (width + 1) bytes. */
void khi_rect_format(const struct khi_rect_problem *problem, const struct rect_letters *grid,
                     char *text);

#endif

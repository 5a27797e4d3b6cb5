/* movegen.h: every legal play of a position, one by one. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_MOVEGEN_H
#define KHI_MOVEGEN_H

#include "khi/graph.h"
#include "khi/rules.h"

/* A play as the search finds it. */
struct khi_move {
    struct khi_lay lay;
    struct khi_run run; /* of the main word */
    uint16_t captures;
    uint8_t reach; /* how far its words come on the player's way, 0 to 18 */
    uint8_t stars;
    uint16_t halves; /* what the letters of the laid tiles are worth, in halves */
};

static inline bool khi_move_wins(const struct khi_move *move)
{
    return move->reach == KHI_SIDE - 1;
}

/* Captures + columns reached + letters, in halves of a point. */
static inline unsigned khi_move_value(const struct khi_move *move)
{
    return 2u * move->captures + 2u * (move->reach + 1u) + move->halves;
}

struct khi_search {
    struct khi_position position;
    struct khi_rack rack;
    /* NULL, or KHI_SQUARES flags: only plays that lay a tile on a square with a flag. Such a square
     * has to be beside a tile of the player's own. Not for a first word. */
    const uint8_t *targets;
    void (*visit)(void *context, const struct khi_move *move);
    void *context;
};

/* Calls visit for every legal play, in a fixed order; each set of squares and letters comes once,
 * with stars only where the rack has too few of a letter, on the later squares. Returns how many.
 */
uint64_t khi_movegen_each(const struct khi_graph *graph, const struct khi_search *search);

/* The play in full. */
void khi_move_play(const struct khi_move *move, const struct khi_board *board,
                   struct khi_play *play);

/* The better plays first: winning ones, greater value, fewer stars, then as they are found. */
bool khi_move_is_better(const struct khi_move *a, const struct khi_move *b);

/* Keeps the best plays of a search, the best first: give khi_best_visit and a struct khi_best with
 * an array that has room to khi_movegen_each. */
struct khi_best {
    struct khi_move *moves;
    unsigned room, count;
    bool by_value; /* the greatest value comes first, also before plays that win */
};

void khi_best_visit(void *best, const struct khi_move *move);

#endif

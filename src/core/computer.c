/* computer.c: the computer player.
 *
 * A first word is the one whose letters are worth most. After that it looks at its *positions*, its
 * own tiles with an empty square beside them, from the one nearest to the edge that it wants to
 * reach: hard at the first 8, easy at 5 of the first 12, picked by chance. A play is a candidate if
 * it lays a tile beside a selected position; the best is the one that wins, else that of greatest
 * value (movegen.h), then of fewest stars, then any by chance. Without a candidate it looks at all
 * its positions, and without one there it changes its tiles or passes.
 *
 * The left player is the mirror image: columns count from the other side, and its first word begins
 * where that of the right player ends. What chance decides comes from the seed, the number of the
 * turn and of the changes made in it, and not from the stream that tiles are drawn with, so that a
 * saved game can be played again without searching.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/computer.h"

#include "khi/movegen.h"
#include "khi/random.h"

#include <string.h>

enum {
    HARD_POSITIONS = 8,
    EASY_POSITIONS = 5,
    EASY_CHOICE = 12,
    FIRST_CHANGES = 3,
};

/* The best so far, and how many were as good. */
struct choice {
    struct khi_move best;
    uint32_t equals;
    uint64_t random;
    bool first;
    unsigned player;
};

/* Each of n equal plays stays with chance 1/n: the nth replaces the one before with chance 1/n. */
static void choose(struct choice *choice, const struct khi_move *move, bool better, bool worse)
{
    if (choice->equals > 0 && worse)
        return;
    if (better)
        choice->equals = 0;
    if (khi_random_below(&choice->random, ++choice->equals) == 0)
        choice->best = *move;
}

static void consider(void *context, const struct khi_move *move)
{
    struct choice *choice = context;

    choose(choice, move, khi_move_is_better(move, &choice->best),
           khi_move_is_better(&choice->best, move));
}

static bool is_richer(const struct khi_move *a, const struct khi_move *b)
{
    return a->halves != b->halves ? a->halves > b->halves : a->lay.count > b->lay.count;
}

/* A first word lies across, from the player's edge, and has no letter but the rack's. */
static void consider_first(void *context, const struct khi_move *move)
{
    struct choice *choice = context;
    unsigned start = khi_start_square(choice->player);
    bool from_edge = move->lay.tiles[choice->player ? move->lay.count - 1 : 0].square == start;

    if (move->run.across && from_edge && move->run.length == move->lay.count)
        choose(choice, move, is_richer(move, &choice->best), is_richer(&choice->best, move));
}

/* ---- positions ---- */

static bool has_room_beside(const struct khi_board *board, unsigned square)
{
    unsigned beside[4], count = khi_board_beside(square, beside);

    for (unsigned i = 0; i < count; i++)
        if (khi_board_is_empty(board, beside[i]))
            return true;
    return false;
}

/* The player's positions, the nearest to his goal first, then from the top. */
static unsigned find_positions(const struct khi_game *game, uint16_t *positions)
{
    unsigned count = 0;

    for (unsigned distance = 0; distance < KHI_SIDE; distance++) {
        unsigned col = khi_goal_col(game->player) ? KHI_SIDE - 1 - distance : distance;
        for (unsigned row = 0; row < KHI_SIDE; row++) {
            unsigned square = khi_square(row, col);
            uint8_t cell = game->board.cells[square];
            if (cell != 0 && khi_cell_player(cell) == game->player &&
                has_room_beside(&game->board, square))
                positions[count++] = (uint16_t)square;
        }
    }
    return count;
}

/* Brings the selected positions to the front and returns how many they are. */
static unsigned select_positions(const struct khi_game *game, uint64_t *random, uint16_t *positions,
                                 unsigned count)
{
    if (game->level[game->player] != KHI_EASY)
        return count < HARD_POSITIONS ? count : HARD_POSITIONS;
    unsigned range = count < EASY_CHOICE ? count : EASY_CHOICE;
    unsigned wanted = range < EASY_POSITIONS ? range : EASY_POSITIONS;
    for (unsigned i = 0; i < wanted; i++) {
        unsigned other = i + khi_random_below(random, range - i);
        uint16_t kept = positions[i];
        positions[i] = positions[other];
        positions[other] = kept;
    }
    return wanted;
}

/* ---- plays ---- */

static bool search(const struct khi_game *game, const struct khi_graph *graph,
                   const uint8_t *targets, struct choice *choice)
{
    struct khi_search search = {
        .position = khi_game_position(game),
        .rack = game->racks[game->player],
        .targets = targets,
        .visit = choice->first ? consider_first : consider,
        .context = choice,
    };

    khi_movegen_each(graph, &search);
    return choice->equals > 0;
}

static bool search_beside(const struct khi_game *game, const struct khi_graph *graph,
                          const uint16_t *positions, unsigned count, struct choice *choice)
{
    uint8_t targets[KHI_SQUARES] = {0};

    for (unsigned i = 0; i < count; i++) {
        unsigned beside[4], sides = khi_board_beside(positions[i], beside);
        for (unsigned side = 0; side < sides; side++)
            targets[beside[side]] = khi_board_is_empty(&game->board, beside[side]);
    }
    return search(game, graph, targets, choice);
}

static bool find_play(const struct khi_game *game, const struct khi_graph *graph,
                      struct choice *choice)
{
    uint16_t positions[KHI_SQUARES];

    if (choice->first)
        return search(game, graph, NULL, choice);
    unsigned count = find_positions(game, positions);
    unsigned selected = select_positions(game, &choice->random, positions, count);
    return search_beside(game, graph, positions, selected, choice) ||
           (selected < count && search_beside(game, graph, positions, count, choice));
}

/* ---- without a play ---- */

static bool leads(const struct khi_game *game)
{
    return khi_game_total(game, game->player) > khi_game_total(game, !game->player);
}

static bool wants_change(const struct khi_game *game, struct choice *choice)
{
    if (khi_game_can_change(game, NULL) != KHI_OK)
        return false;
    if (choice->first)
        return game->changes < FIRST_CHANGES;
    if (game->passed && leads(game))
        return false;
    return game->changes == 0 && khi_random_below(&choice->random, 2) == 1;
}

void khi_computer_choose(const struct khi_game *game, const struct khi_graph *graph,
                         struct khi_action *action)
{
    struct choice choice = {.player = game->player, .first = !game->started[game->player]};

    choice.random = khi_mix(game->seed ^ khi_mix((uint64_t)game->turn << 8 | game->changes));
    memset(action, 0, sizeof *action);
    if (find_play(game, graph, &choice)) {
        action->kind = KHI_DO_PLAY;
        khi_move_play(&choice.best, &game->board, &action->play);
    } else {
        action->kind = wants_change(game, &choice) ? KHI_DO_CHANGE : KHI_DO_PASS;
    }
}

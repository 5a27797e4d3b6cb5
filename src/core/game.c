/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/game.h"

#include "khi/random.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct khi_game) == 16 + 4 + 16 + 16 + KHI_KINDS + KHI_SQUARES + 16,
              "a game has no hidden bytes, so that it can be compared as bytes");

static const char *const level_names[KHI_LEVELS] = {"human", "easy", "hard"};

const char *khi_level_name(enum khi_level level)
{
    return level_names[level];
}

bool khi_level_parse(const char *text, enum khi_level *level)
{
    for (unsigned i = 0; i < KHI_LEVELS; i++) {
        if (strcmp(text, level_names[i]) == 0) {
            *level = (enum khi_level)i;
            return true;
        }
    }
    return false;
}

/* ---- beginning ---- */

static void deal(struct khi_game *game)
{
    khi_rack_fill(&game->racks[0], &game->bag, &game->random);
    khi_rack_fill(&game->racks[1], &game->bag, &game->random);
}

static void set_up(struct khi_game *game, uint64_t seed)
{
    memset(game, 0, sizeof *game);
    game->seed = game->random = seed;
    game->winner = KHI_NO_WINNER;
    khi_bag_init(&game->bag);
}

void khi_game_init(struct khi_game *game, uint64_t seed, enum khi_level left, enum khi_level right)
{
    set_up(game, seed);
    game->level[0] = (uint8_t)left;
    game->level[1] = (uint8_t)right;
    deal(game);
}

/* Takes the board's tiles out of the hold; a star replaces a letter of which none is left. */
static enum khi_status take_board(struct khi_game *game, const struct khi_board *board,
                                  struct khi_error *error)
{
    game->board = *board;
    for (unsigned square = 0; square < KHI_SQUARES; square++) {
        uint8_t *cell = &game->board.cells[square];
        char name[2] = {0};
        if (*cell == 0)
            continue;
        name[0] = khi_letter_char(khi_cell_letter(*cell));
        if (!khi_cell_is_star(*cell) && khi_bag_take(&game->bag, khi_cell_letter(*cell)))
            continue;
        if (!khi_bag_take(&game->bag, KHI_STAR))
            return khi_fail(error, KHI_BOARD_TILES, khi_square_row(square) + 1, name);
        *cell |= KHI_CELL_STAR;
    }
    return KHI_OK;
}

static enum khi_status take_rack(struct khi_game *game, unsigned player,
                                 const struct khi_rack *rack, struct khi_error *error)
{
    for (unsigned i = 0; i < rack->count; i++) {
        char name[2] = {rack->tiles[i] == KHI_STAR ? '*' : khi_letter_char(rack->tiles[i])};
        if (!khi_bag_take(&game->bag, rack->tiles[i]))
            return khi_fail(error, KHI_RACK_TILES, 0, name);
    }
    game->racks[player] = *rack;
    return KHI_OK;
}

enum khi_status khi_game_from_board(struct khi_game *game, const struct khi_board *board,
                                    const struct khi_rack *racks[static 2], unsigned turn,
                                    uint64_t seed, struct khi_error *error)
{
    struct khi_game made;

    set_up(&made, seed);
    made.turn = turn;
    made.started[0] = made.started[1] = turn > 0;
    enum khi_status status = take_board(&made, board, error);
    for (unsigned player = 0; player < 2 && status == KHI_OK; player++)
        if (racks[player] != NULL)
            status = take_rack(&made, player, racks[player], error);
    if (status != KHI_OK)
        return status;
    for (unsigned player = 0; player < 2; player++)
        if (racks[player] == NULL)
            khi_rack_fill(&made.racks[player], &made.bag, &made.random);
    *game = made;
    return KHI_OK;
}

/* ---- asking ---- */

int khi_game_total(const struct khi_game *game, unsigned player)
{
    return (int)khi_board_count(&game->board, player) - game->penalties[player] +
           game->bonus[player];
}

struct khi_position khi_game_position(const struct khi_game *game)
{
    return (struct khi_position){&game->board, game->player, game->started[game->player] != 0};
}

bool khi_game_is_whole(const struct khi_game *game)
{
    struct khi_bag full, seen = game->bag;

    khi_bag_init(&full);
    for (unsigned player = 0; player < 2; player++)
        for (unsigned i = 0; i < game->racks[player].count; i++)
            seen.count[game->racks[player].tiles[i]]++;
    for (unsigned square = 0; square < KHI_SQUARES; square++) {
        uint8_t cell = game->board.cells[square];
        if (cell != 0)
            seen.count[khi_cell_is_star(cell) ? KHI_STAR : khi_cell_letter(cell)]++;
    }
    return memcmp(&seen, &full, sizeof full) == 0;
}

/* ---- ending ---- */

static void end_game(struct khi_game *game, enum khi_end end)
{
    int left = khi_game_total(game, 0), right = khi_game_total(game, 1);

    game->end = (uint8_t)end;
    game->winner = left > right ? KHI_LEFT_WINS : right > left ? KHI_RIGHT_WINS : KHI_DRAW;
}

static void win_by_edge(struct khi_game *game, unsigned player)
{
    game->bonus[player] += KHI_BONUS_EDGE;
    if (game->started[!player] && khi_board_count(&game->board, !player) == 0)
        game->bonus[player] += KHI_BONUS_WIPE_OUT;
}

static void end_turn(struct khi_game *game, bool passed)
{
    game->turn++;
    game->changes = 0;
    game->passed = passed;
    game->player = !game->player;
}

/* ---- actions ---- */

/* The rack without the laid tiles, if it has them all. */
static enum khi_status take_from_rack(const struct khi_game *game, const struct khi_lay *lay,
                                      struct khi_error *error, struct khi_rack *rest)
{
    *rest = game->racks[game->player];
    for (unsigned i = 0; i < lay->count; i++) {
        unsigned kind = khi_laid_kind(lay->tiles[i]);
        char name[2] = {kind == KHI_STAR ? '*' : khi_letter_char(kind)};
        if (!khi_rack_remove(rest, kind))
            return khi_fail(error, KHI_PLAY_NOT_ON_RACK, 0, name);
    }
    return KHI_OK;
}

enum khi_status khi_game_judge(const struct khi_game *game, const struct khi_trie *trie,
                               const struct khi_lay *lay, struct khi_error *error,
                               struct khi_judgement *judgement)
{
    struct khi_position position = khi_game_position(game);
    struct khi_rack rest;

    if (game->end != KHI_GOING_ON)
        return khi_fail(error, KHI_GAME_OVER, 0, "");
    enum khi_status status = take_from_rack(game, lay, error, &rest);
    return status == KHI_OK ? khi_rules_check(&position, trie, lay, error, judgement) : status;
}

static void lay_down(struct khi_game *game, const struct khi_judgement *judgement)
{
    const struct khi_lay *lay = &judgement->play.lay;

    for (unsigned i = 0; i < lay->count; i++) {
        struct khi_laid tile = lay->tiles[i];
        khi_rack_remove(&game->racks[game->player], khi_laid_kind(tile));
        game->board.cells[tile.square] = khi_cell(tile.letter, game->player, tile.star);
    }
    for (unsigned i = 0; i < judgement->captured_count; i++)
        game->board.cells[judgement->captured[i]] ^= KHI_CELL_PLAYER;
}

enum khi_status khi_game_play(struct khi_game *game, const struct khi_trie *trie,
                              const struct khi_lay *lay, struct khi_error *error,
                              struct khi_judgement *judgement)
{
    struct khi_judgement own;
    unsigned player = game->player;

    if (judgement == NULL)
        judgement = &own;
    enum khi_status status = khi_game_judge(game, trie, lay, error, judgement);
    if (status != KHI_OK)
        return status;
    lay_down(game, judgement);
    game->started[player] = true;
    if (judgement->play.win)
        win_by_edge(game, player);
    khi_rack_fill(&game->racks[player], &game->bag, &game->random);
    bool empty = game->racks[player].count == 0;
    if (empty)
        game->bonus[player] += KHI_BONUS_EMPTY_RACK;
    if (judgement->play.win || empty)
        end_game(game, judgement->play.win ? KHI_END_EDGE : KHI_END_EMPTY_RACK);
    if (judgement->play.win)
        game->winner = (uint8_t)player;
    end_turn(game, false);
    return KHI_OK;
}

enum khi_status khi_game_can_change(const struct khi_game *game, struct khi_error *error)
{
    if (game->end != KHI_GOING_ON)
        return khi_fail(error, KHI_GAME_OVER, 0, "");
    if (game->racks[game->player].count < 2)
        return khi_fail(error, KHI_CHANGE_RACK, 0, "");
    if (khi_bag_total(&game->bag) == 0)
        return khi_fail(error, KHI_CHANGE_HOLD, 0, "");
    return KHI_OK;
}

enum khi_status khi_game_change(struct khi_game *game, struct khi_error *error)
{
    struct khi_rack *rack = &game->racks[game->player];
    enum khi_status status = khi_game_can_change(game, error);

    if (status != KHI_OK)
        return status;
    for (unsigned i = 0; i < rack->count; i++)
        game->bag.count[rack->tiles[i]]++;
    *rack = (struct khi_rack){0};
    khi_rack_fill(rack, &game->bag, &game->random);
    game->penalties[game->player] += KHI_CHANGE_PENALTY;
    if (game->changes < UINT8_MAX)
        game->changes++;
    return KHI_OK;
}

enum khi_status khi_game_can_pass(const struct khi_game *game, struct khi_error *error)
{
    if (game->end != KHI_GOING_ON)
        return khi_fail(error, KHI_GAME_OVER, 0, "");
    /* the computer passes even so when it finds no first word */
    if (!game->started[game->player] && game->level[game->player] == KHI_HUMAN)
        return khi_fail(error, KHI_PASS_FIRST, 0, "");
    return KHI_OK;
}

enum khi_status khi_game_pass(struct khi_game *game, struct khi_error *error)
{
    enum khi_status status = khi_game_can_pass(game, error);

    if (status != KHI_OK)
        return status;
    if (game->passed)
        end_game(game, KHI_END_PASSES);
    end_turn(game, true);
    return KHI_OK;
}

/* cmd_moves.c: khi moves, the legal plays of a position. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "khi/file.h"
#include "khi/game.h"
#include "khi/movegen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_LIMIT = 1 << 20, BEST_MAX = 100000 };

/* All plays, to be sorted by their text. */
struct listing {
    struct khi_move *moves;
    size_t count, room;
    bool failed;
};

static void keep(void *context, const struct khi_move *move)
{
    struct listing *listing = context;

    if (listing->failed)
        return;
    if (listing->count == listing->room) {
        size_t room = listing->room ? listing->room * 2 : 1024;
        struct khi_move *moves = realloc(listing->moves, room * sizeof *moves);
        if (moves == NULL) {
            listing->failed = true;
            return;
        }
        listing->moves = moves;
        listing->room = room;
    }
    listing->moves[listing->count++] = *move;
}

static void count_only(void *context, const struct khi_move *move)
{
    (void)context;
    (void)move;
}

/* ---- printing ---- */

struct line {
    char text[KHI_PLAY_TEXT];
};

static int compare_lines(const void *a, const void *b)
{
    return strcmp(((const struct line *)a)->text, ((const struct line *)b)->text);
}

static void print_play_json(const struct khi_move *move, const struct khi_play *play)
{
    char tiles[KHI_LAY_TEXT];
    unsigned value = khi_move_value(move);

    khi_lay_format(&play->lay, tiles);
    printf("{\"row\": %u, \"col\": %u, \"dir\": \"%c\", \"tiles\": \"%s\", \"word\": \"%s\", "
           "\"captures\": %u, \"win\": %s, \"value\": %u.%u}",
           khi_square_row(play->run.first), khi_square_col(play->run.first),
           play->run.across ? 'H' : 'V', tiles, play->word, play->captures,
           play->win ? "true" : "false", value / 2, value % 2 * 5);
}

/* In the order in which they are given. */
static void print_json(const struct khi_game *game, const struct khi_move *moves, size_t count)
{
    struct khi_play play;

    putchar('[');
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n  " : "\n  ", stdout);
        khi_move_play(&moves[i], &game->board, &play);
        print_play_json(&moves[i], &play);
    }
    puts(count ? "\n]" : "]");
}

static void print_best(const struct khi_game *game, const struct khi_move *moves, size_t count)
{
    char text[KHI_PLAY_TEXT];
    struct khi_play play;

    for (size_t i = 0; i < count; i++) {
        unsigned value = khi_move_value(&moves[i]);
        khi_move_play(&moves[i], &game->board, &play);
        khi_play_format(&play, text);
        printf("%u.%u %s\n", value / 2, value % 2 * 5, text);
    }
}

static bool print_sorted(const struct khi_game *game, const struct khi_move *moves, size_t count)
{
    struct line *lines = malloc((count + 1) * sizeof *lines);
    struct khi_play play;

    if (lines == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        khi_move_play(&moves[i], &game->board, &play);
        khi_play_format(&play, lines[i].text);
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; i++)
        puts(lines[i].text);
    free(lines);
    return true;
}

/* ---- searching ---- */

static uint64_t find(const struct khi_graph *graph, const struct khi_game *game,
                     void (*visit)(void *context, const struct khi_move *move), void *context)
{
    struct khi_search search = {
        .position = khi_game_position(game),
        .rack = game->racks[game->player],
        .visit = visit,
        .context = context,
    };

    return khi_movegen_each(graph, &search);
}

static int show_count(const struct cli *cli, const struct khi_graph *graph,
                      const struct khi_game *game)
{
    uint64_t count = find(graph, game, count_only, NULL);

    printf(cli_has(cli, "json") ? "{\"count\": %" PRIu64 "}\n" : "%" PRIu64 "\n", count);
    return cli_finish(count ? CLI_YES : CLI_NO);
}

static int show_best(const struct cli *cli, const struct khi_graph *graph,
                     const struct khi_game *game, long wanted)
{
    struct khi_best best = {.room = (unsigned)wanted, .by_value = true};

    best.moves = malloc((size_t)wanted * sizeof *best.moves);
    if (best.moves == NULL)
        return cli_error("out of memory");
    find(graph, game, khi_best_visit, &best);
    (cli_has(cli, "json") ? print_json : print_best)(game, best.moves, best.count);
    free(best.moves);
    return cli_finish(best.count ? CLI_YES : CLI_NO);
}

static int show_all(const struct cli *cli, const struct khi_graph *graph,
                    const struct khi_game *game)
{
    struct listing all = {0};

    find(graph, game, keep, &all);
    if (cli_has(cli, "json") && !all.failed)
        print_json(game, all.moves, all.count);
    else
        all.failed = all.failed || !print_sorted(game, all.moves, all.count);
    free(all.moves);
    if (all.failed)
        return cli_error("out of memory");
    return cli_finish(all.count ? CLI_YES : CLI_NO);
}

/* ---- the position ---- */

static enum khi_status read_board(const char *path, struct khi_error *error,
                                  struct khi_board *board)
{
    char *text;
    size_t size;
    enum khi_status status = khi_file_read(path, BOARD_LIMIT, error, &text, &size);

    if (status != KHI_OK)
        return status;
    status = khi_board_parse(text, size, error, board);
    free(text);
    return status;
}

static enum khi_status read_position(const struct cli *cli, unsigned player,
                                     struct khi_error *error, struct khi_game *game)
{
    struct khi_board board;
    struct khi_rack rack, none = {0};
    const struct khi_rack *racks[2] = {&none, &none};
    enum khi_status status = khi_rack_parse(cli_value(cli, "rack"), error, &rack);

    if (status == KHI_OK)
        status = read_board(cli_value(cli, "board"), error, &board);
    racks[player] = &rack;
    if (status == KHI_OK)
        status = khi_game_from_board(game, &board, racks, 1, 0, error);
    if (status == KHI_RACK_TILES)
        khi_error_file(error, ""); /* the fault is not in the board's file */
    if (status != KHI_OK)
        return status;
    game->player = (uint8_t)player;
    game->started[player] = !cli_has(cli, "first");
    return KHI_OK;
}

int command_moves(struct cli *cli)
{
    struct khi_error error = {0};
    struct khi_game game;
    long player = 0, best = 0;

    if (cli->word_count > 0)
        return cli_usage_error(cli, "moves takes no words: give --board and --rack");
    if (!cli_has(cli, "board") || !cli_has(cli, "rack"))
        return cli_usage_error(cli, "moves needs --board FILE and --rack LETTERS");
    if (!cli_number(cli, "player", 0, 1, &player) || !cli_number(cli, "best", 1, BEST_MAX, &best))
        return CLI_ERROR;
    if (read_position(cli, (unsigned)player, &error, &game) != KHI_OK)
        return cli_fail(&error);
    struct khi_lexicon *lexicon = cli_open_lexicon(cli, NULL, false);
    if (lexicon == NULL)
        return CLI_ERROR;
    struct khi_graph *graph = khi_graph_new(lexicon->trie);
    int status;
    if (graph == NULL)
        status = cli_error("out of memory");
    else if (cli_has(cli, "count"))
        status = show_count(cli, graph, &game);
    else
        status = best ? show_best(cli, graph, &game, best) : show_all(cli, graph, &game);
    khi_graph_free(graph);
    khi_lexicon_free(lexicon);
    return status;
}

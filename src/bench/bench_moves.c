/* bench_moves.c: the full list of plays over positions of self-play. `bench_moves` times it with 0,
 * 1, 2 and 3 stars on the rack; `bench_moves STARS POSITIONS` only runs it, for moves.sh to count
 * instructions. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include "khi/computer.h"
#include "khi/movegen.h"
#include "khi/random.h"
#include "khi/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 60, POSITIONS_MAX = 2048, KEPT = 4096 };

static struct khi_game positions[POSITIONS_MAX];
static unsigned position_count;

/* The list, written round and round. */
static struct khi_move kept[KEPT];
static unsigned kept_count;

static void keep(void *context, const struct khi_move *move)
{
    (void)context;
    kept[kept_count++ % KEPT] = *move;
}

/* Every position of some games, from the third turn on. */
static void play_games(const struct khi_lexicon *lexicon)
{
    struct khi_error error;
    struct khi_report report;

    for (unsigned seed = 0; seed < GAMES; seed++) {
        struct khi_session *session =
            khi_session_new(lexicon, seed, seed % 2 ? KHI_HARD : KHI_EASY, KHI_HARD);
        const struct khi_game *game = khi_session_game(session);
        while (game->end == KHI_GOING_ON && position_count < POSITIONS_MAX) {
            if (game->started[game->player])
                positions[position_count++] = *game;
            khi_session_computer(session, &error, &report);
            game = khi_session_game(session);
        }
        khi_session_free(session);
    }
}

/* The rack of a position with exactly so many stars. */
static struct khi_rack rack_with(const struct khi_game *game, unsigned stars)
{
    struct khi_rack rack = game->racks[game->player];
    uint64_t random = game->seed + game->turn;
    struct khi_bag bag;

    khi_bag_init(&bag);
    bag.count[KHI_STAR] = 0;
    for (unsigned i = 0; i < rack.count; i++) {
        if (i < stars)
            rack.tiles[i] = KHI_STAR;
        else if (rack.tiles[i] == KHI_STAR)
            rack.tiles[i] = (uint8_t)khi_bag_draw(&bag, &random);
    }
    return rack;
}

/* Not inlined: moves.sh counts what happens within it. */
__attribute__((noinline)) static uint64_t list_plays(const struct khi_graph *graph, unsigned stars,
                                                     unsigned count)
{
    uint64_t plays = 0;

    for (unsigned i = 0; i < count; i++) {
        const struct khi_game *game = &positions[i * 7 % position_count];
        struct khi_search search = {
            .position = khi_game_position(game),
            .rack = rack_with(game, stars),
            .visit = keep,
        };
        plays += khi_movegen_each(graph, &search);
    }
    return plays;
}

static void time_stars(const struct khi_graph *graph, unsigned stars)
{
    static const unsigned counts[] = {4000, 600, 60, 20};
    double begin = bench_cpu();
    uint64_t plays = list_plays(graph, stars, counts[stars]);
    double seconds = bench_cpu() - begin;

    printf("%u stars: %9.1f plays a position, %7.0f positions/s, %6.2f million plays/s\n", stars,
           (double)plays / counts[stars], counts[stars] / seconds, (double)plays / seconds / 1e6);
}

/* The computer's choice with three stars on its rack. */
static void time_turns(const struct khi_graph *graph)
{
    double slowest = 0, sum = 0;
    unsigned count = position_count < 400 ? position_count : 400;

    for (unsigned i = 0; i < count; i++) {
        struct khi_game game = positions[i * 7 % position_count];
        struct khi_action action;
        game.racks[game.player] = rack_with(&game, 3);
        double begin = bench_cpu();
        khi_computer_choose(&game, graph, &action);
        double seconds = bench_cpu() - begin;
        sum += seconds;
        slowest = seconds > slowest ? seconds : slowest;
    }
    printf("computer's turn with 3 stars: %.2f ms on average, %.2f ms at most of %u\n",
           sum / count * 1e3, slowest * 1e3, count);
}

int main(int argc, char **argv)
{
    struct khi_error error;
    struct khi_lexicon *lexicon;

    if (khi_lexicon_open(KHI_LEXICON_DEFAULT, &error, &lexicon) != KHI_OK ||
        khi_lexicon_verify(lexicon, &error) != KHI_OK)
        return 1;
    struct khi_graph *graph = khi_graph_new(lexicon->trie);
    play_games(lexicon);
    if (argc == 3)
        printf("%llu\n", (unsigned long long)list_plays(graph, (unsigned)atoi(argv[1]),
                                                        (unsigned)atoi(argv[2])));
    for (unsigned stars = 0; stars < 4 && argc != 3; stars++)
        time_stars(graph, stars);
    if (argc != 3)
        time_turns(graph);
    khi_graph_free(graph);
    khi_lexicon_free(lexicon);
    return 0;
}

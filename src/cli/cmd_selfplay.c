/* cmd_selfplay.c: khi selfplay, the computer on both sides. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "khi/computer.h"
#include "khi/random.h"
#include "khi/save.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct match {
    const struct khi_lexicon *lexicon;
    struct khi_graph *graph;
    enum khi_level level[2];
    uint64_t seed;
    const char *record;
    uint64_t games, turns, changes;
    uint64_t winners[KHI_NO_WINNER], ends[KHI_ENDS];
    int64_t totals[2];
    double seconds, slowest; /* of processor time; the slowest turn */
};

static double processor_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The rules have judged the play anew: it must be what the search said. */
static int check(const struct khi_game *game, const struct khi_action *action,
                 const struct khi_judgement *judged)
{
    char said[KHI_PLAY_TEXT], found[KHI_PLAY_TEXT];

    if (!khi_game_is_whole(game))
        return cli_error("seed %" PRIu64 ", turn %" PRIu32 ": tiles were lost or made", game->seed,
                         game->turn);
    if (action->kind != KHI_DO_PLAY)
        return CLI_YES;
    khi_play_format(&action->play, said);
    khi_play_format(&judged->play, found);
    if (strcmp(said, found) != 0)
        return cli_error("seed %" PRIu64 ", turn %" PRIu32 ": \"%s\" is really \"%s\"", game->seed,
                         game->turn, said, found);
    return CLI_YES;
}

static int take_action(struct match *match, struct khi_session *session, double *turn)
{
    struct khi_error error = {0};
    struct khi_action action;
    struct khi_judgement judged;
    double begin = processor_seconds();

    khi_computer_choose(khi_session_game(session), match->graph, &action);
    *turn += processor_seconds() - begin;
    if (khi_session_do(session, &action, &error, &judged) != KHI_OK)
        return cli_fail(&error);
    if (action.kind == KHI_DO_CHANGE) {
        match->changes++;
    } else {
        match->seconds += *turn;
        match->slowest = *turn > match->slowest ? *turn : match->slowest;
        *turn = 0;
    }
    return check(khi_session_game(session), &action, &judged);
}

static int record(const struct match *match, const struct khi_session *session)
{
    char path[PATH_MAX];
    struct khi_error error = {0};

    if (match->record == NULL)
        return CLI_YES;
    int length = snprintf(path, sizeof path, "%s/%" PRIu64 "-%s-%s.khi", match->record,
                          khi_session_game(session)->seed, khi_level_name(match->level[0]),
                          khi_level_name(match->level[1]));
    if (length >= (int)sizeof path)
        return cli_error("%s: the name is too long", match->record);
    return khi_save_store(path, session, &error) == KHI_OK ? CLI_YES : cli_fail(&error);
}

static int play_game(struct match *match)
{
    struct khi_session *session = khi_session_new(match->lexicon, match->seed + match->games,
                                                  match->level[0], match->level[1]);
    int status = CLI_YES;
    double turn = 0;

    if (session == NULL)
        return cli_error("out of memory");
    while (status == CLI_YES && khi_session_game(session)->end == KHI_GOING_ON)
        status = take_action(match, session, &turn);
    const struct khi_game *game = khi_session_game(session);
    if (status == CLI_YES) {
        status = record(match, session);
        match->games++;
        match->turns += game->turn;
        match->winners[game->winner]++;
        match->ends[game->end]++;
        for (unsigned player = 0; player < 2; player++)
            match->totals[player] += khi_game_total(game, player);
    }
    khi_session_free(session);
    return status;
}

/* ---- the result ---- */

static double mean(const struct match *match, double sum)
{
    return match->games ? sum / (double)match->games : 0;
}

static double per_second(const struct match *match)
{
    return match->seconds > 0 ? (double)match->turns / match->seconds : 0;
}

static void print_json(const struct match *match)
{
    printf("{\"games\": %" PRIu64 ", \"seed\": %" PRIu64 ", \"left\": \"%s\", \"right\": \"%s\",\n"
           " \"wins\": {\"left\": %" PRIu64 ", \"right\": %" PRIu64 ", \"draws\": %" PRIu64 "},\n"
           " \"ends\": {\"edge\": %" PRIu64 ", \"rack\": %" PRIu64 ", \"passes\": %" PRIu64 "},\n"
           " \"mean_turns\": %.2f, \"mean_totals\": {\"left\": %.2f, \"right\": %.2f},\n"
           " \"changes\": %" PRIu64 ", \"turns_per_second\": %.0f, \"slowest_turn_ms\": %.3f}\n",
           match->games, match->seed, khi_level_name(match->level[0]),
           khi_level_name(match->level[1]), match->winners[KHI_LEFT_WINS],
           match->winners[KHI_RIGHT_WINS], match->winners[KHI_DRAW], match->ends[KHI_END_EDGE],
           match->ends[KHI_END_EMPTY_RACK], match->ends[KHI_END_PASSES],
           mean(match, (double)match->turns), mean(match, (double)match->totals[0]),
           mean(match, (double)match->totals[1]), match->changes, per_second(match),
           match->slowest * 1e3);
}

static void print_text(const struct match *match)
{
    printf("games         %" PRIu64 " from seed %" PRIu64 "\n", match->games, match->seed);
    printf("wins          left (%s) %" PRIu64 ", right (%s) %" PRIu64 ", draws %" PRIu64 "\n",
           khi_level_name(match->level[0]), match->winners[KHI_LEFT_WINS],
           khi_level_name(match->level[1]), match->winners[KHI_RIGHT_WINS],
           match->winners[KHI_DRAW]);
    printf("ends          edge %" PRIu64 ", empty rack %" PRIu64 ", both passed %" PRIu64 "\n",
           match->ends[KHI_END_EDGE], match->ends[KHI_END_EMPTY_RACK], match->ends[KHI_END_PASSES]);
    printf("mean turns    %.1f\n", mean(match, (double)match->turns));
    printf("mean totals   left %.1f, right %.1f\n", mean(match, (double)match->totals[0]),
           mean(match, (double)match->totals[1]));
    printf("changes       %" PRIu64 "\n", match->changes);
    printf("turns/second  %.0f, the slowest turn took %.1f ms\n", per_second(match),
           match->slowest * 1e3);
}

/* ---- the command ---- */

static bool take_level(const struct cli *cli, const char *option, enum khi_level *level)
{
    const char *text = cli_value(cli, option);

    if (text == NULL)
        return true;
    if (khi_level_parse(text, level) && *level != KHI_HUMAN)
        return true;
    cli_error("--%s takes easy or hard, not \"%s\"", option, text);
    return false;
}

static bool take_seed(const struct cli *cli, uint64_t *seed)
{
    const char *text = cli_value(cli, "seed");

    if (text == NULL)
        return true;
    errno = 0;
    *seed = strtoull(text, NULL, 10);
    if (*text != '\0' && text[strspn(text, "0123456789")] == '\0' && errno == 0)
        return true;
    cli_error("--seed takes a whole number from 0 to 18446744073709551615, not \"%s\"", text);
    return false;
}

int command_selfplay(struct cli *cli)
{
    struct match match = {.level = {KHI_HARD, KHI_HARD}, .seed = 1};
    long games = 1;

    if (cli->word_count > 0)
        return cli_usage_error(cli, "selfplay takes options only");
    if (!cli_number(cli, "games", 1, 100000000, &games) || !take_seed(cli, &match.seed) ||
        !take_level(cli, "left", &match.level[0]) || !take_level(cli, "right", &match.level[1]))
        return CLI_ERROR;
    match.record = cli_value(cli, "record");
    if (match.record != NULL && match.record[0] == '\0')
        return cli_usage_error(cli, "--record needs the name of a directory");
    struct khi_lexicon *lexicon = cli_open_lexicon(cli, NULL, false);
    if (lexicon == NULL)
        return CLI_ERROR;
    match.lexicon = lexicon;
    match.graph = khi_graph_new(lexicon->trie);
    int status = match.graph ? CLI_YES : cli_error("out of memory");
    while (status == CLI_YES && match.games < (uint64_t)games)
        status = play_game(&match);
    if (status == CLI_YES) {
        (cli_has(cli, "json") ? print_json : print_text)(&match);
        status = cli_finish(CLI_YES);
    }
    khi_graph_free(match.graph);
    khi_lexicon_free(lexicon);
    return status;
}

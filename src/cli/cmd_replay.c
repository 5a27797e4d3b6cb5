/* cmd_replay.c: khi replay, a saved game in text. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "khi/save.h"

#include <inttypes.h>
#include <string.h>

static const char *const sides[2] = {"left", "right"};

static void print_action(const struct khi_session *session, unsigned number)
{
    const struct khi_game *game = khi_session_game_at(session, number);
    char text[KHI_PLAY_TEXT], rack[KHI_RACK + 1];

    khi_action_format(khi_session_action(session, number), text);
    khi_rack_format(&game->racks[game->player], rack);
    printf("%3u %-5s %-7s %s\n", number + 1, sides[game->player], rack, text);
}

/* Capital and small letters tell the sides apart, so a star gets no mark here. */
static void print_picture(const struct khi_board *board)
{
    fputs("    A B C D E F G H I J K L M N O P Q R S\n", stdout);
    for (unsigned square = 0; square < KHI_SQUARES; square++) {
        uint8_t cell = board->cells[square];
        char shown = '.';
        if (cell != 0)
            shown =
                (char)(khi_letter_char(khi_cell_letter(cell)) | (khi_cell_player(cell) ? 0x20 : 0));
        if (khi_square_col(square) == 0)
            printf("%3u ", khi_square_row(square) + 1);
        putchar(shown);
        putchar(khi_square_col(square) + 1 < KHI_SIDE ? ' ' : '\n');
    }
}

static void print_scores(const struct khi_game *game)
{
    static const char *const ends[KHI_ENDS] = {"", "the edge was reached", "a rack was empty",
                                               "both passed"};
    static const char *const winners[] = {"left wins", "right wins", "a draw"};

    for (unsigned player = 0; player < 2; player++) {
        char rack[KHI_RACK + 1];
        khi_rack_format(&game->racks[player], rack);
        printf("%-5s %-5s  tiles %u, penalties %" PRId32 ", bonus %" PRId32 ", total %d, rack %s\n",
               sides[player], khi_level_name(game->level[player]),
               khi_board_count(&game->board, player), game->penalties[player], game->bonus[player],
               khi_game_total(game, player), rack);
    }
    if (game->end != KHI_GOING_ON)
        printf("%s: %s\n", ends[game->end], winners[game->winner]);
    else
        printf("%s to move\n", sides[game->player]);
}

static void print_head(const struct khi_session *session)
{
    const struct khi_game *game = khi_session_game_at(session, 0);
    uint64_t checksum;
    const char *dictionary = khi_session_dictionary(session, &checksum);

    printf("dictionary %s %016" PRIx64 ", seed %" PRIu64 ", left %s, right %s%s\n", dictionary,
           checksum, game->seed, khi_level_name(game->level[0]), khi_level_name(game->level[1]),
           khi_session_is_assisted(session) ? ", assisted" : "");
}

static int show(const struct cli *cli, const struct khi_session *session)
{
    long at = khi_session_action_count(session);
    char text[KHI_BOARD_TEXT];

    if (!cli_number(cli, "at", 0, at, &at))
        return CLI_ERROR;
    const struct khi_game *game = khi_session_game_at(session, (unsigned)at);
    if (cli_has(cli, "board")) {
        khi_board_format(&game->board, text);
        fputs(text, stdout);
        return cli_finish(CLI_YES);
    }
    print_head(session);
    for (unsigned i = 0; i < (unsigned)at; i++)
        print_action(session, i);
    print_picture(&game->board);
    print_scores(game);
    return cli_finish(CLI_YES);
}

int command_replay(struct cli *cli)
{
    struct khi_error error = {0};
    struct khi_session *session = NULL;

    if (cli->word_count != 1)
        return cli_usage_error(cli, "replay takes one saved game");
    struct khi_lexicon *lexicon = cli_open_lexicon(cli, NULL, false);
    if (lexicon == NULL)
        return CLI_ERROR;
    int status;
    if (khi_save_load(cli->words[0], lexicon, &error, &session) != KHI_OK) {
        status = cli_fail(&error);
    } else {
        if (khi_session_is_view_only(session))
            cli_error("%s: warning: it was played with other words (%s), which are not looked up",
                      cli->words[0], khi_session_dictionary(session, NULL));
        status = show(cli, session);
    }
    khi_session_free(session);
    khi_lexicon_free(lexicon);
    return status;
}

/* cmd_play.c: the screen, from its options. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "khi/config.h"
#include "khi/game.h"
#include "restrict.h"
#include "tui/line.h"
#include "tui/loop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of a search for rectangles: one of many players must not keep a processor for hours. */
enum { STRANGERS_SECONDS = 60 };

static bool read_level(const struct cli *cli, struct app_options *options)
{
    const char *text = cli_value(cli, "level");
    enum khi_level level;

    options->level = -1;
    if (text == NULL)
        return true;
    if (!khi_level_parse(text, &level) || level == KHI_HUMAN) {
        cli_usage_error(cli, "--level is easy or hard, not \"%s\"", text);
        return false;
    }
    options->level = (int)level;
    return true;
}

static bool read_seed(const struct cli *cli, struct app_options *options)
{
    const char *text = cli_value(cli, "seed");
    char *end;

    if (text == NULL)
        return true;
    errno = 0;
    options->seed = strtoull(text, &end, 10);
    options->has_seed = true;
    if (errno == 0 && *text >= '0' && *text <= '9' && *end == '\0')
        return true;
    cli_usage_error(cli, "--seed takes a whole number, not \"%s\"", text);
    return false;
}

static bool read_theme(const struct cli *cli, struct screen_options *screen)
{
    const char *text = cli_value(cli, "theme");
    char value[KHI_CONFIG_VALUE];
    const char *no_color = getenv("NO_COLOR");

    screen->mono = cli_has(cli, "mono") || (no_color != NULL && no_color[0] != '\0');
    if (text == NULL && khi_config_get("theme", value) && theme_by_name(value) != THEME_COUNT)
        text = value;
    screen->theme = text != NULL ? theme_by_name(text) : THEME_DARK;
    if (screen->theme != THEME_COUNT)
        return true;
    cli_usage_error(cli, "--theme is default, light, safe or mono, not \"%s\"", text);
    return false;
}

/* Gives up all that strangers must not have. */
static bool restrict_play(const struct cli *cli, struct app_options *options)
{
    if (!restrict_is_on()) {
        if (cli_value(cli, "data") != NULL)
            cli_usage_error(cli, "--data goes with --restricted");
        return cli_value(cli, "data") == NULL;
    }
    options->restricted = true;
    options->search_seconds = STRANGERS_SECONDS;
    if (options->dict == NULL)
        options->dict = KHI_LEXICON_DEFAULT;
    if (options->board != NULL || !khi_lexicon_is_name(options->dict)) {
        cli_usage_error(cli, "--restricted takes no file: no --board, and --dict only by its name");
        return false;
    }
    line_reserve_terminal();
    if (!restrict_confine(cli_value(cli, "data")))
        return false;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return true;
    cli_error("the screen needs a terminal; with ssh that is ssh -t");
    return false;
}

int command_play(struct cli *cli)
{
    struct app_options options = {
        .dict = cli_value(cli, "dict"),
        .board = cli_value(cli, "board"),
        .rack = cli_value(cli, "rack"),
        .fresh = cli_has(cli, "new"),
        .turn = 1,
    };
    struct screen_options screen = {
        .ascii = cli_has(cli, "ascii"),
        .no_mouse = cli_has(cli, "no-mouse"),
    };

    if (cli->word_count > 0)
        return cli_usage_error(cli, "there is nothing to do with \"%s\"", cli->words[0]);
    if (!restrict_play(cli, &options))
        return CLI_ERROR;
    if (!read_level(cli, &options) || !read_seed(cli, &options) || !read_theme(cli, &screen) ||
        !cli_number(cli, "turn", 0, 100000, &options.turn))
        return CLI_ERROR;
    if (options.board == NULL && (options.rack != NULL || cli_has(cli, "turn")))
        return cli_usage_error(cli, "--rack and --turn go with --board");
    return loop_run(&options, &screen);
}

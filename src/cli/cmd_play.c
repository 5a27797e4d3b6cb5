/* cmd_play.c: the game on the screen. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

int command_play(struct cli *cli)
{
    (void)cli;
    return cli_error("the screen is not built yet; these commands work: khi --help");
}

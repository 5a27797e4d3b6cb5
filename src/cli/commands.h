/* commands.h: the functions of the commands, for the table in commands.c. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "cli.h"

/* mkdoc makes texts of the table and is linked without the commands. */
#ifdef TABLES_ALONE
#define RUN(function) NULL
#else
#define RUN(function) function
#endif

int command_check(struct cli *cli);
int command_dict_build(struct cli *cli);
int command_dict_import(struct cli *cli);
int command_dict_list(struct cli *cli);
int command_dict_info(struct cli *cli);
int command_dict_dump(struct cli *cli);
int command_dict_verify(struct cli *cli);
int command_find(struct cli *cli);
int command_hooks(struct cli *cli);
int command_moves(struct cli *cli);
int command_play(struct cli *cli);
int command_rect(struct cli *cli);
int command_replay(struct cli *cli);
int command_selfplay(struct cli *cli);

#endif

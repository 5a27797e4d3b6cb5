/* commands.h: the functions and options of the commands, for the table in commands.c. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "cli.h"

extern const struct option check_options[];
int command_check(struct cli *cli);

extern const struct option dict_build_options[], dict_import_options[], dict_json_options[];
int command_dict_build(struct cli *cli);
int command_dict_import(struct cli *cli);
int command_dict_list(struct cli *cli);
int command_dict_info(struct cli *cli);
int command_dict_dump(struct cli *cli);
int command_dict_verify(struct cli *cli);

extern const struct option find_options[];
int command_find(struct cli *cli);

extern const struct option hooks_options[];
int command_hooks(struct cli *cli);

extern const struct option moves_options[];
int command_moves(struct cli *cli);

extern const struct option play_options[];
int command_play(struct cli *cli);

extern const struct option rect_options[];
int command_rect(struct cli *cli);

extern const struct option replay_options[];
int command_replay(struct cli *cli);

extern const struct option selfplay_options[];
int command_selfplay(struct cli *cli);

#endif

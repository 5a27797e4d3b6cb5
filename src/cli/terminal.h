/* terminal.h: what the commands ask of the terminal they write to. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "cli.h"

/* Whether to colour standard output. False, after a message, if --color has a wrong value. */
bool terminal_color(const struct cli *cli, bool *color);

/* The number of columns of what is behind fd: of the window, else $COLUMNS, else 80. */
unsigned terminal_width(int fd);

/* Whether characters beyond ASCII can be shown. */
bool terminal_utf8(void);

#endif

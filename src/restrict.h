/* restrict.h: khi --restricted, the mode for players who are strangers: behind a forced command of
 * sshd or as a login shell. doc/ssh.md tells what it promises and why.
 *
 *     restrict_begin    first of all: the environment, the limits; before anything is opened
 *     restrict_confine  when the options are known: the data directory, and giving up the rest
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RESTRICT_H
#define RESTRICT_H

#include <stdbool.h>

/* Does the command line ask for it: --restricted, or the name of a login shell ("-khi" or
 * "khi-shell")? */
bool restrict_is_asked(char **argv);

/* False after a message: a command was to be run, or a limit cannot be set. */
bool restrict_begin(int *argc, char **argv);

/* Keeps all files in this directory, or if it is NULL in the one below the user's home. From now on
 * nothing else can be written, and little else be read. False after a message. */
bool restrict_confine(const char *data);

/* Has restrict_begin been called? */
bool restrict_is_on(void);

#endif

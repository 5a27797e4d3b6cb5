/* cli.h: what every command of the program shares.
 *
 * A command is a row of commands[] in commands.c: its name, usage, options and function. cli_main
 * parses the command line by those tables, so that help, error messages and the nearest match come
 * from them alone, and hands the command a struct cli to ask.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_H
#define CLI_H

#include "khi/lexicon.h"

#include <stdbool.h>
#include <stdio.h>

enum { CLI_YES = 0, CLI_NO = 1, CLI_ERROR = 2 }; /* exit status */

struct cli;

struct option {
    const char *name;  /* without the dashes; NULL ends a table */
    char letter;       /* its short form, or 0 */
    const char *value; /* what its value is called, or the choice, as easy|hard; NULL for a flag */
    const char *help;
};

struct command {
    const char *name; /* one word or two, such as "dict build"; NULL ends the table */
    const char *usage;
    const char *help; /* one line */
    const struct option *options;
    int (*run)(struct cli *cli);
    const char *more; /* further help, or NULL */
};

extern const struct command commands[];
extern const struct option global_options[]; /* those of every command */

struct cli_given {
    const struct option *option;
    const char *value;
};

struct cli {
    const struct command *command;
    struct cli_given *given; /* options in the order they came */
    const char **words;      /* what is not an option */
    int given_count, word_count;
};

/* Runs the command line and returns the exit status. */
int cli_main(int argc, char **argv);

/* ---- asking what was given ---- */
bool cli_has(const struct cli *cli, const char *option);
/* The last value given, or NULL. */
const char *cli_value(const struct cli *cli, const char *option);
/* The nth value of an option that may be repeated, or NULL after the last. */
const char *cli_value_at(const struct cli *cli, const char *option, int n);
/* A whole number in [low, high] into *number, which stays as it is if the option is not given.
 * False, after a message, if what was given is none. */
bool cli_number(const struct cli *cli, const char *option, long low, long high, long *number);

/* ---- messages: "khi: ..." on standard error, one line; they return CLI_ERROR ---- */
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_fail(const struct khi_error *error);
/* A wrong use of this command: the sentence, and where its help is. */
int cli_usage_error(const struct cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- the dictionary that --dict or the surroundings ask for ---- */
/* Unless `quick`, it is verified and its summary filled. NULL after a message. */
struct khi_lexicon *cli_open_lexicon(const struct cli *cli, const char *asked, bool quick);
/* One whose trie may be walked: verified if it comes from a file, or if the summary is wanted. */
struct khi_lexicon *cli_open_walkable(const struct cli *cli, bool summary);

void cli_warn_legacy(const char *path);

/* ---- output ---- */
/* Ends standard output: the status, or CLI_ERROR after a message if it could not be written. */
int cli_finish(int status);
/* Text as a JSON string, quotes included. */
void cli_json_text(FILE *out, const char *text);
/* A verified dictionary as a JSON object with its name and its number of words. */
void cli_json_dictionary(FILE *out, const struct khi_lexicon *lexicon);

#endif

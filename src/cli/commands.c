/* commands.c: the table of commands. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

const struct command commands[] = {
    {"play", "[play] [options]", "Play Khi in the terminal (the default)", NULL, command_play,
     NULL},
    {"check", "check [-t] [-q] [--json] [--color=WHEN] [WORD...|-]", "Tell whether words are valid",
     check_options, command_check,
     "Without words on a terminal it asks for them at a prompt (:help there tells more); with -,\n"
     "or in a pipe, it reads them from standard input, parted by white space.\n"
     "Case does not matter. What is not made of letters is invalid. Exit status: 0 all valid, 1 "
     "not.\n"
     "In tournament mode all words are one challenge: every word is looked up, and nothing tells\n"
     "which of them is at fault.\n"
     "Example: khi check --tournament quixotic za\n"},
    {"dict build", "dict build [-o OUT] [--skip-invalid] [LIST|-]",
     "Compile a word list into a .trie file", dict_build_options, command_dict_build,
     "A list has a word a line; case, order, duplicates, blank lines and CRLF do not matter.\n"
     "Without LIST, or with -, it is read from standard input.\n"},
    {"dict import", "dict import LIST [--name NAME]",
     "Compile a word list for your own use, under a name", dict_import_options, command_dict_import,
     "Example: khi dict import csw24.txt && khi check --dict csw24 zyzzyva\n"
     "LIST may also be a .trie file. The name is that of the file unless --name says otherwise.\n"},
    {"dict list", "dict list [--json]", "List the dictionaries that have names", dict_json_options,
     command_dict_list, NULL},
    {"dict info", "dict info [--json] [NAME|PATH]",
     "Show a dictionary's size, number of words and checksum", dict_json_options, command_dict_info,
     NULL},
    {"dict dump", "dict dump [NAME|PATH]", "Print all words, in upper case, sorted", NULL,
     command_dict_dump, NULL},
    {"dict verify", "dict verify PATH", "Check every byte of a .trie file", NULL,
     command_dict_verify, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

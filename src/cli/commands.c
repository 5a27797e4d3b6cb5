/* commands.c: the table of commands. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

const struct command commands[] = {
    {"play", "[play] [options]", "Play Khi in the terminal (the default)", play_options, command_play,
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
    {"find", "find [LETTERS] [options]", "Find the words that letters make, or that fit a pattern",
     find_options, command_find,
     "LETTERS is a rack: each letter is used at most once, and ? or * is a blank, any letter, "
     "shown\n"
     "in lower case in the result. Quote it: the shell knows ? and * too. Without LETTERS, any\n"
     "letters will do.\n"
     "Prefix, suffix and contains are given besides the rack, as if they lay on the board; they "
     "may\n"
     "overlap: --prefix re --contains eat finds REATTACH if the rack has the letters TACH.\n"
     "A pattern gives no letters, it only says what the whole word looks like; for letters that "
     "lie\n"
     "on the board, put them in LETTERS too.\n"
     "A word is listed once, made with the fewest blanks; of equal letters the ordinary ones "
     "stand\n"
     "before the blanks. Values: 1 for ADEILNORST, 3 for JKQXZ, 2 for others, a half for a blank.\n"
     "Examples: khi find 'retains?' --all      khi find --pattern 'q[^u]*'\n"
     "          khi find aeinst --contains qu  khi find --suffix ology --length 5-9\n"},
    {"hooks", "hooks [--json] WORD...", "Show the letters that can be put before and after words",
     hooks_options, command_hooks,
     "A line is: the letters before, the word, the letters after; - where there are none.\n"
     "Example: khi hooks at prints BCEFGHKLMNOPQRSTVW AT EST or the like.\n"},
    {"moves", "moves --board FILE --rack LETTERS [options]",
     "List the legal plays of a position of the game", moves_options, command_moves,
     "A play is a line: ROW COL DIR TILES WORD captures=N win=0|1. ROW and COL count from 0 and "
     "are\n"
     "those of the word's first letter; TILES are the laid ones, letter@row,col, in lower case for "
     "a\n"
     "star. All plays are sorted by their text; with --best they come in the computer's order:\n"
     "winning ones, then by value (captures, columns reached and letters), then fewer stars.\n"
     "Exit status: 0 there are plays, 1 none.\n"
     "Example: khi replay game.khi --at 9 --board | khi moves --board - --rack 'AEINST*' --best "
     "5\n"},
    {"selfplay", "selfplay [options]", "Let the computer play against itself", selfplay_options,
     command_selfplay,
     "Every play is judged by the rules again, and all 120 tiles are counted after each.\n"
     "Example: khi selfplay --games 100 --left easy --right hard\n"},
    {"replay", "replay FILE [--at N] [--board]", "Show a saved game's actions and board",
     replay_options, command_replay,
     "An action is shown with its number, the side, its rack before, and what it did. In the\n"
     "picture the left side has capital letters, the right side small ones.\n"},
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
    {"rect", "rect WxH [options]", "Find word rectangles: words across and down", rect_options,
     command_rect,
     "WxH: rows of W letters, H rows; 2 to 15 each way. Grids are printed as they are found.\n"
     "Examples: khi rect 5x5 --limit 3\n"
     "          khi rect 4x4 --must khat --template 'k.../..../..../....'\n"
     "          khi rect 6x6 --symmetric --count\n"
     "Exit status: 0 found, 1 none, 2 error.\n"},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* commands.c: the tables of commands and their options. The parser, the help, the manual page and
 * the completion of shells come from them. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

const struct option global_options[] = {
    {"dict", 0, "NAME|PATH",
     "use this dictionary (default: $KHI_DICT, the settings, the built-in one)"},
    {"help", 'h', NULL, "show this help and exit"},
    {"version", 0, NULL, "show the version and exit"},
    {NULL, 0, NULL, NULL},
};

static const struct option play_options[] = {
    {"level", 0, "easy|hard", "begin a game at this level if none goes on"},
    {"new", 0, NULL, "begin a new game, whatever was saved"},
    {"seed", 0, "N", "begin a new game with these tiles, and the next ones with N + 1, N + 2 ..."},
    {"board", 0, "FILE", "play on from a test board (it is not kept)"},
    {"turn", 0, "N", "the test board's turn; 0: nobody has begun (default: 1)"},
    {"rack", 0, "LETTERS", "your tiles on the test board"},
    {"theme", 0, "default|light|safe|mono", "colours"},
    {"mono", 0, NULL, "no colours (also if NO_COLOR is set)"},
    {"ascii", 0, NULL, "no characters beyond ASCII"},
    {"no-mouse", 0, NULL, "leave the mouse to the terminal"},
    {"restricted", 0, NULL, "for strangers behind ssh: no paths, no exports (see doc/ssh.md)"},
    {"data", 0, "DIR", "with --restricted: keep games, scores and settings here"},
    {NULL, 0, NULL, NULL},
};

static const struct option check_options[] = {
    {"tournament", 't', NULL, "one verdict for all words together, ACCEPTABLE or UNACCEPTABLE"},
    {"quiet", 'q', NULL, "print nothing; the exit status tells"},
    {"json", 0, NULL, "print JSON"},
    {"color", 0, "auto|always|never", "auto is the default; NO_COLOR turns auto off"},
    {NULL, 0, NULL, NULL},
};

static const struct option find_options[] = {
    {"prefix", 0, "LETTERS", "begins with these, which are given besides the rack"},
    {"suffix", 0, "LETTERS", "ends with these, likewise"},
    {"contains", 0, "LETTERS", "has these together somewhere, likewise"},
    {"pattern", 0, "PATTERN",
     "looks like this: . or ? one letter, * any run, [abc], [^abc], [a-e]"},
    {"length", 0, "N|MIN-MAX", "has so many letters"},
    {"all", 0, NULL, "use every letter and blank of LETTERS (anagrams)"},
    {"sort", 0, "length|alpha|value", "longest first (default), by alphabet, dearest first"},
    {"limit", 0, "N", "print only the first N words"},
    {"count", 0, NULL, "print only how many there are, whatever the limit"},
    {"json", 0, NULL, "print JSON"},
    {NULL, 0, NULL, NULL},
};

static const struct option hooks_options[] = {
    {"json", 0, NULL, "print JSON"},
    {NULL, 0, NULL, NULL},
};

static const struct option moves_options[] = {
    {"board", 0, "FILE", "the board: 19 lines of cells such as L0|  |a1 (- for standard input)"},
    {"rack", 0, "LETTERS", "the tiles to play with, * for a star"},
    {"player", 0, "0|1", "who plays: 0 from the left (default), 1 from the right"},
    {"first", 0, NULL, "the player has laid no word yet"},
    {"best", 0, "N", "only the N best, each with its value first"},
    {"count", 0, NULL, "only say how many there are"},
    {"json", 0, NULL, "print JSON"},
    {NULL, 0, NULL, NULL},
};

static const struct option selfplay_options[] = {
    {"games", 0, "N", "how many games (default: 1)"},
    {"seed", 0, "S", "what chance depends on (default: 1); game n of seed S is always the same"},
    {"left", 0, "easy|hard", "how well the left side plays (default: hard)"},
    {"right", 0, "easy|hard", "how well the right side plays (default: hard)"},
    {"record", 0, "DIR", "save every game in this directory, for khi replay"},
    {"json", 0, NULL, "print JSON"},
    {NULL, 0, NULL, NULL},
};

static const struct option replay_options[] = {
    {"at", 0, "N", "only up to action N, 0 for the beginning (default: all)"},
    {"board", 0, NULL, "only the board there, as khi moves reads it"},
    {NULL, 0, NULL, NULL},
};

static const struct option dict_build_options[] = {
    {"output", 'o', "OUT", "write to this file (default: standard output)"},
    {"skip-invalid", 0, NULL, "pass over lines that are not words and count them"},
    {NULL, 0, NULL, NULL},
};

static const struct option dict_import_options[] = {
    {"name", 0, "NAME", "the dictionary's name (default: that of the file)"},
    {"skip-invalid", 0, NULL, "pass over lines that are not words and count them"},
    {NULL, 0, NULL, NULL},
};

static const struct option dict_json_options[] = {
    {"json", 0, NULL, "print JSON"},
    {NULL, 0, NULL, NULL},
};

static const struct option rect_options[] = {
    {"count", 'c', NULL, "only count, and print the number"},
    {"format", 'f', "grid|line|json", "how grids look (default: grid on a terminal, else line)"},
    {"limit", 'n', "N", "end after N grids"},
    {"must", 'm', "WORD", "this word is a row or a column; may be repeated"},
    {"template", 't', "ROWS", "letters that are given, such as 'M..../.O.../.....'"},
    {"symmetric", 0, NULL, "only squares that read the same across and down"},
    {"no-symmetric", 0, NULL, "no such squares"},
    {"distinct", 'd', NULL, "no word twice in a grid"},
    {"once", 0, NULL, "one of each pair of squares that mirror each other"},
    {"threads", 'j', "N", "search with N threads (default: one for each core)"},
    {"shard", 0, "I/N", "only part I (from 0) of N equal parts, for N machines"},
    {"checkpoint", 0, "FILE", "keep what is done in FILE, and go on from there"},
    {"estimate", 0, NULL, "only tell how long it will take"},
    {"progress", 0, NULL, "show the progress even if standard error is no terminal"},
    {"quiet", 'q', NULL, "show no progress"},
    {NULL, 0, NULL, NULL},
};

const struct command commands[] = {
    {"play", "[play] [options]", "Play Khi in the terminal (the default)", play_options,
     RUN(command_play), NULL},
    {"check", "check [-t] [-q] [--json] [--color=WHEN] [WORD...|-]", "Tell whether words are valid",
     check_options, RUN(command_check),
     "Without words on a terminal it asks for them at a prompt (:help there tells more); with -,\n"
     "or in a pipe, it reads them from standard input, parted by white space.\n"
     "Case does not matter. What is not made of letters is invalid. Exit status: 0 all valid, 1 "
     "not.\n"
     "In tournament mode all words are one challenge: every word is looked up, and nothing tells\n"
     "which of them is at fault.\n"
     "Example: khi check --tournament quixotic za\n"},
    {"find", "find [LETTERS] [options]", "Find the words that letters make, or that fit a pattern",
     find_options, RUN(command_find),
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
     hooks_options, RUN(command_hooks),
     "A line is: the letters before, the word, the letters after; - where there are none.\n"
     "Example: khi hooks at prints BCEFGHKLMNOPQRSTVW AT EST or the like.\n"},
    {"rect", "rect WxH [options]", "Find word rectangles: words across and down", rect_options,
     RUN(command_rect),
     "WxH: rows of W letters, H rows; 2 to 15 each way. Grids are printed as they are found.\n"
     "Examples: khi rect 5x5 --limit 3\n"
     "          khi rect 4x4 --must khat --template 'k.../..../..../....'\n"
     "          khi rect 6x6 --symmetric --count\n"
     "Exit status: 0 found, 1 none, 2 error, or interrupted before the end.\n"},
    {"moves", "moves --board FILE --rack LETTERS [options]",
     "List the legal plays of a position of the game", moves_options, RUN(command_moves),
     "A play is a line: ROW COL DIR TILES WORD captures=N win=0|1. ROW and COL count from 0 and "
     "are\n"
     "those of the word's first letter; TILES are the laid ones, letter@row,col, in lower case for "
     "a\n"
     "star. All plays are sorted by their text; with --best by their value (captures,\n"
     "columns reached and letters), the greatest first, then those that win, then fewer stars.\n"
     "Exit status: 0 there are plays, 1 none.\n"
     "Example: khi replay game.khi --at 9 --board | khi moves --board - --rack 'AEINST*' --best "
     "5\n"},
    {"selfplay", "selfplay [options]", "Let the computer play against itself", selfplay_options,
     RUN(command_selfplay),
     "Every play is judged by the rules again, and all 120 tiles are counted after each.\n"
     "Example: khi selfplay --games 100 --left easy --right hard\n"},
    {"replay", "replay FILE [--at N] [--board]", "Show a saved game's actions and board",
     replay_options, RUN(command_replay),
     "An action is shown with its number, the side, its rack before, and what it did. In the\n"
     "picture the left side has capital letters, the right side small ones.\n"},
    {"dict build", "dict build [-o OUT] [--skip-invalid] [LIST|-]",
     "Compile a word list into a .trie file", dict_build_options, RUN(command_dict_build),
     "A list has a word a line; case, order, duplicates, blank lines and CRLF do not matter.\n"
     "Without LIST, or with -, it is read from standard input.\n"},
    {"dict import", "dict import LIST [--name NAME]",
     "Compile a word list for your own use, under a name", dict_import_options,
     RUN(command_dict_import),
     "Example: khi dict import csw24.txt && khi check --dict csw24 zyzzyva\n"
     "LIST may also be a .trie file. The name is that of the file unless --name says otherwise.\n"},
    {"dict list", "dict list [--json]", "List the dictionaries that have names", dict_json_options,
     RUN(command_dict_list), NULL},
    {"dict info", "dict info [--json] [NAME|PATH]",
     "Show a dictionary's size, number of words and checksum", dict_json_options,
     RUN(command_dict_info), NULL},
    {"dict dump", "dict dump [NAME|PATH]", "Print all words, in upper case, sorted", NULL,
     RUN(command_dict_dump), NULL},
    {"dict verify", "dict verify PATH", "Check every byte of a .trie file", NULL,
     RUN(command_dict_verify), NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

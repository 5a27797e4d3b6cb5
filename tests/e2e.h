/* e2e.h: what the tests of the whole program share: starting it in a terminal with a home of its
 * own, and looking at its screen. A look that fails shows the screen. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef E2E_H
#define E2E_H

#include "terminal.h"

#include <check.h>

struct launch {
    const char *term;               /* xterm-256color */
    int rows, cols;                 /* 24, 80 */
    int claimed_rows, claimed_cols; /* what the program is told instead, if not 0 */
    const char *home;               /* a new one */
    const char *const *arguments;
    const char *variable; /* of the environment, NAME=VALUE, before the usual ones */
    const char *program;  /* khi */
};

#define ARGS(...) ((const char *const[]){__VA_ARGS__, NULL})
/* Starts the program; what is not given is as in the comments above. In the environment
 * $KHI_PROGRAM is khi, for shells. */
#define START(...) e2e_start(&(const struct launch){__VA_ARGS__})
struct terminal *e2e_start(const struct launch *launch);

/* The program with tests/faults.c within. */
const char *e2e_faulty_program(void);

/* A new directory; its name is good until the eighth next call. */
const char *e2e_home(void);
/* A path below a directory; good until the fourth next call. */
const char *e2e_path(const char *directory, const char *leaf);
/* Writes a file there and returns its path. */
const char *e2e_file(const char *directory, const char *leaf, const char *text);
/* The whole file, or NULL; the caller frees it. */
char *e2e_read(const char *path);
/* The saved game of the first slot. */
const char *e2e_save_path(const char *home);
/* Runs `khi ARGUMENT PATH`, which may be NULL, without a terminal. Returns its exit status. */
int e2e_run(const char *home, const char *argument, const char *path);

/* A board of 19 lines for --board from words: "H 9 0 CAT 0" is CAT of player 0, across from row 9,
 * column 0; several are separated by ';'. */
const char *e2e_board(const char *words);

/* ---- looking ---- */
#define see(terminal, text)      e2e_see(terminal, text, __FILE__, __LINE__)
#define see_gone(terminal, text) e2e_see_gone(terminal, text, __FILE__, __LINE__)
#define see_not(terminal, text)  e2e_see_not(terminal, text, __FILE__, __LINE__)
#define see_square(terminal, row, col, glyph)                                                      \
    e2e_see_square(terminal, row, col, glyph, __FILE__, __LINE__)
#define see_rack(terminal, letters)       e2e_see_rack(terminal, letters, true, __FILE__, __LINE__)
#define see_other_rack(terminal, letters) e2e_see_rack(terminal, letters, false, __FILE__, __LINE__)
#define see_laid(terminal)                e2e_see_laid(terminal, true, __FILE__, __LINE__)
#define see_none_laid(terminal)           e2e_see_laid(terminal, false, __FILE__, __LINE__)
#define see_end(terminal, status)         e2e_see_end(terminal, status, __FILE__, __LINE__)
#define see_repaint(terminal)             e2e_see_repaint(terminal, __FILE__, __LINE__)
void e2e_see(struct terminal *terminal, const char *text, const char *file, int line);
void e2e_see_gone(struct terminal *terminal, const char *text, const char *file, int line);
/* That it is not there now; to be used after something that came later was seen. */
void e2e_see_not(struct terminal *terminal, const char *text, const char *file, int line);
/* Waits until a square of the board shows this letter. Rows and columns are those of the rules. */
void e2e_see_square(struct terminal *terminal, int row, int col, char glyph, const char *file,
                    int line);
/* Waits until the rack shows these letters, in order, a dot for an empty place; or others. */
void e2e_see_rack(struct terminal *terminal, const char *letters, bool same, const char *file,
                  int line);
/* Waits until the board shows a tile that is laid and not played, or none. */
void e2e_see_laid(struct terminal *terminal, bool laid, const char *file, int line);
void e2e_see_repaint(struct terminal *terminal, const char *file, int line);
/* Waits for the end, checks the status and frees the terminal. */
void e2e_see_end(struct terminal *terminal, int status, const char *file, int line);
/* Quits by ^Q, checks that the status is 0 and frees the terminal. */
#define quit(terminal) e2e_quit(terminal, __FILE__, __LINE__)
void e2e_quit(struct terminal *terminal, const char *file, int line);

/* Where a square of the board is on the screen. False: it is out of view. */
bool e2e_square(const struct terminal *terminal, int row, int col, int *screen_row,
                int *screen_col);
/* The first square with a laid tile. */
bool e2e_find_laid(const struct terminal *terminal, int *row, int *col);
void e2e_click_square(struct terminal *terminal, int row, int col);
/* Waits for the text and clicks on its first letter. */
#define click(terminal, text) e2e_click(terminal, text, __FILE__, __LINE__)
void e2e_click(struct terminal *terminal, const char *text, const char *file, int line);
/* A click on the place of the rack. */
void e2e_click_rack(struct terminal *terminal, int slot);

/* Runs the suite in a scratch directory that is removed at the end. */
int e2e_main(Suite *suite);

#endif

/* terminal.h: a terminal for tests: runs a program on a pty and keeps its screen with libvterm.
 *
 * Keys and mouse events are sent as such a terminal would send them. Waiting is for something that
 * is to appear on the screen, with a deadline of $KHI_DEADLINE seconds (30 unless set); there is no
 * waiting for time to pass. The caller owns the terminal and ends it with terminal_free, which
 * kills a program that still runs. Functions that wait return false, or -1, when the time is up.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct terminal;

struct terminal_options {
    const char *program;
    const char *const *arguments;   /* without the program's name; ended by NULL; may be NULL */
    const char *const *environment; /* the whole of it, NAME=VALUE, ended by NULL */
    int rows, cols;
    int claimed_rows, claimed_cols; /* what the program is told instead, if not 0 */
};

/* Failing to start ends the test program with a sentence. */
struct terminal *terminal_start(const struct terminal_options *options);
void terminal_free(struct terminal *terminal);
pid_t terminal_pid(const struct terminal *terminal);

/* How the program has ended, as terminal_wait_end says it, or -1 if it has not. */
int terminal_status(const struct terminal *terminal);

/* ---- what the user does ---- */
/* Text, with keys by name: "cat<Enter>", "<^Q>", "<Alt-1>", "<F1>", "<Esc>", "<Up>", "<PgDn>"... */
void terminal_keys(struct terminal *terminal, const char *keys);
/* Bytes as they are. */
void terminal_send(struct terminal *terminal, const char *bytes, size_t size);
/* Sends a key again and again, and takes nothing of what the program says to it, until the program
 * waits for that and takes no more keys. */
void terminal_stuff(struct terminal *terminal, const char *key);
/* Nothing is sent where the program has not asked for the mouse. */
void terminal_click(struct terminal *terminal, int row, int col);
void terminal_wheel(struct terminal *terminal, int row, int col, int turn);
void terminal_resize(struct terminal *terminal, int rows, int cols);
/* Tells the program a size; the screen here stays as it is. */
void terminal_claim_size(struct terminal *terminal, int rows, int cols);
/* Closes the terminal under the program, as when a window is closed. */
void terminal_hang_up(struct terminal *terminal);

/* ---- what is on the screen ---- */
void terminal_size(const struct terminal *terminal, int *rows, int *cols);
/* A row as UTF-8 without the blanks at its end; good until the next call. */
const char *terminal_row(const struct terminal *terminal, int row);
/* The whole screen, rows ended by newlines; the caller frees it. */
char *terminal_text(const struct terminal *terminal);
/* The first row that has this text, and in *col where it begins; -1: none. `col` may be NULL. */
int terminal_find(const struct terminal *terminal, const char *text, int *col);
void terminal_cursor(const struct terminal *terminal, int *row, int *col);

struct terminal_cell {
    uint32_t glyph;
    int fg, bg; /* colour numbers; -1: the terminal's own */
    bool bold, underline, reverse;
};
struct terminal_cell terminal_cell(const struct terminal *terminal, int row, int col);

/* ---- what the program has sent ---- */
size_t terminal_bytes(const struct terminal *terminal);
/* Of these, bytes above 127, and how often the screen was cleared. */
size_t terminal_beyond_ascii(const struct terminal *terminal);
size_t terminal_clears(const struct terminal *terminal);
/* Whether a colour was ever asked for. */
bool terminal_used_colour(const struct terminal *terminal);

/* Whether the title of the window was ever set, which this program never does by itself. */
bool terminal_was_titled(const struct terminal *terminal);
/* Whether the terminal is as it was before the program began: its modes, the first screen, the
 * cursor in view, no mouse. */
bool terminal_is_restored(const struct terminal *terminal);

/* ---- waiting ---- */
typedef bool terminal_test(const struct terminal *terminal, const void *context);
/* Until the test is true of the screen. */
bool terminal_wait_for(struct terminal *terminal, terminal_test *test, const void *context);
bool terminal_wait(struct terminal *terminal, const char *text);
bool terminal_wait_gone(struct terminal *terminal, const char *text);
bool terminal_wait_cursor(struct terminal *terminal, int row, int col);
/* Until the program has dealt with all that was sent: it is asked to repaint, and has. */
bool terminal_wait_repaint(struct terminal *terminal);
/* Until nothing has come for so many milliseconds. */
void terminal_wait_quiet(struct terminal *terminal, int milliseconds);
/* The program's exit status, 128 + the signal that killed it, or -1. */
int terminal_wait_end(struct terminal *terminal);

#endif

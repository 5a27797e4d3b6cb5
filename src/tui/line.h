/* line.h: the line editor behind every text entry: libedit, with its keys, the user's ~/.editrc,
 * history and vi mode. line.c alone knows libedit; tabs draw what it holds.
 *
 * One editor serves all fields: the field in focus is loaded into it.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LINE_H
#define LINE_H

#include "event.h"

enum {
    LINE_MAX_CHARS = 250,
    LINE_MAX_TEXT = 4 * LINE_MAX_CHARS + 24, /* bytes of text, the final NUL included */
};

struct line;

/* Takes the terminal that the editor will want, before a process gives up the right to open one.
 * Without it line_new opens one itself. */
void line_reserve_terminal(void);

/* Starts the editor; call before the screen begins. Reads ~/.editrc if `personal`. NULL if it
 * cannot be had. */
struct line *line_new(bool personal);
void line_free(struct line *line);

/* Begins to edit this text, cursor at its end. Without history, the keys for it find nothing. */
void line_load(struct line *line, const char *text, bool history);

/* Hands a key to the editor. True when it ended the line (Enter): line_text is the line that was
 * entered, and the editor is empty after the next call. */
bool line_key(struct line *line, const struct event *event);

/* The text as it stands, UTF-8, and the cursor's place in it, in columns. */
const char *line_text(const struct line *line);
int line_cursor(const struct line *line);

/* While the history is searched, what is looked for; else NULL. */
const char *line_search(const struct line *line);

/* Adds a line to the history. `line` is a struct line, for khi_history_each. */
void line_remember(void *line, const char *text);

/* What Tab does: gets the text up to the cursor and writes what to insert there. */
void line_on_complete(struct line *line,
                      void (*complete)(void *context, const char *before, char *insert,
                                       size_t size),
                      void *context);

#endif

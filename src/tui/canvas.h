/* canvas.h: a picture of the screen in memory: characters, styles, the cursor, and what a click
 * would hit. Tabs and panels draw on a canvas; screen.c shows it; tests read it. No curses here.
 *
 * Drawing outside the canvas, or outside the clip, is cut off, so that callers need not care.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CANVAS_H
#define CANVAS_H

#include "theme.h"

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

struct canvas_cell {
    wchar_t glyph; /* 0: the right half of a wide character */
    unsigned char style;
};

/* A place that can be clicked. What `id` and `index` mean is up to whoever drew it. */
struct hot {
    int row, col, rows, cols;
    int id, index;
};

enum { CANVAS_HOTS = 160 };

struct canvas {
    int rows, cols;
    struct canvas_cell *cells;
    int cursor_row, cursor_col; /* -1: no cursor */
    int clip_top, clip_bottom;  /* rows from top to bottom - 1 can be drawn */
    bool utf8;                  /* marks beyond ASCII may be drawn */
    struct hot hots[CANVAS_HOTS];
    int hot_count;
};

/* Gives the canvas this size, blank; keeps it as it was and returns false without memory. */
bool canvas_resize(struct canvas *canvas, int rows, int cols);
void canvas_free(struct canvas *canvas);

/* Blank, without cursor, hot places and clip. */
void canvas_clear(struct canvas *canvas, enum style style);

void canvas_put(struct canvas *canvas, int row, int col, enum style style, wchar_t glyph);
void canvas_fill(struct canvas *canvas, int row, int col, int rows, int cols, enum style style);

/* UTF-8 text; what cannot be shown becomes '?'. Returns the column after it. */
int canvas_text(struct canvas *canvas, int row, int col, enum style style, const char *text);
/* The same, cut after `width` columns. */
int canvas_text_cut(struct canvas *canvas, int row, int col, int width, enum style style,
                    const char *text);
/* The same without the first `skip` columns, for a text that is scrolled sideways. */
int canvas_text_part(struct canvas *canvas, int row, int col, int width, int skip, enum style style,
                     const char *text);
int canvas_printf(struct canvas *canvas, int row, int col, enum style style, const char *format,
                  ...) __attribute__((format(printf, 5, 6)));
/* Text in lines of at most `width` columns, broken at spaces and newlines; at most `rows` lines.
 * Returns the number of lines. With style < 0 it only counts. */
int canvas_wrap(struct canvas *canvas, int row, int col, int rows, int width, int style,
                const char *text);

void canvas_cursor(struct canvas *canvas, int row, int col);

/* A bar of `width` cells, filled by a fraction of 0 to 1. */
void canvas_bar(struct canvas *canvas, int row, int col, int width, double fraction);

/* A frame with a title. */
void canvas_frame(struct canvas *canvas, enum style style, const char *title);

/* Marks a place that can be clicked; later ones lie above earlier ones. */
void canvas_hot(struct canvas *canvas, int row, int col, int rows, int cols, int id, int index);
const struct hot *canvas_hit(const struct canvas *canvas, int row, int col);

#endif

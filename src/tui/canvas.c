/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool canvas_resize(struct canvas *canvas, int rows, int cols)
{
    if (canvas->cells == NULL || canvas->rows != rows || canvas->cols != cols) {
        struct canvas_cell *cells = calloc((size_t)rows * (size_t)cols, sizeof *cells);
        if (cells == NULL)
            return false;
        free(canvas->cells);
        canvas->cells = cells;
        canvas->rows = rows;
        canvas->cols = cols;
    }
    canvas_clear(canvas, STYLE_TEXT);
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    canvas->cells = NULL;
    canvas->rows = canvas->cols = 0;
}

void canvas_clear(struct canvas *canvas, enum style style)
{
    canvas->clip_top = 0;
    canvas->clip_bottom = canvas->rows;
    canvas->hot_count = 0;
    canvas->cursor_row = canvas->cursor_col = -1;
    canvas_fill(canvas, 0, 0, canvas->rows, canvas->cols, style);
}

void canvas_put(struct canvas *canvas, int row, int col, enum style style, wchar_t glyph)
{
    if (row < canvas->clip_top || row >= canvas->clip_bottom || col < 0 || col >= canvas->cols)
        return;
    canvas->cells[row * canvas->cols + col] =
        (struct canvas_cell){.glyph = glyph, .style = (unsigned char)style};
}

void canvas_fill(struct canvas *canvas, int row, int col, int rows, int cols, enum style style)
{
    for (int y = row; y < row + rows; y++)
        for (int x = col; x < col + cols; x++)
            canvas_put(canvas, y, x, style, L' ');
}

/* Takes one character off the text. A byte that is no part of UTF-8 is taken as '?'. */
static wchar_t next_glyph(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    unsigned count = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc2 ? 2 : 1;
    unsigned code = count == 1 ? at[0] : at[0] & (0x7fu >> count);

    for (unsigned i = 1; i < count; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            *text += 1;
            return L'?';
        }
        code = code << 6 | (at[i] & 0x3fu);
    }
    *text += count;
    return count == 1 && (code < 0x20 || code >= 0x7f) ? L'?' : (wchar_t)code;
}

int canvas_text_part(struct canvas *canvas, int row, int col, int width, int skip, enum style style,
                     const char *text)
{
    int end = col + width;

    while (*text != '\0') {
        wchar_t glyph = next_glyph(&text);
        int columns = glyph < 0x7f ? 1 : wcwidth(glyph);
        if (columns < 1) {
            glyph = L'?';
            columns = 1;
        }
        if (skip > 0) {
            skip -= columns;
            continue;
        }
        if (col + columns > end)
            break;
        canvas_put(canvas, row, col, style, glyph);
        if (columns == 2)
            canvas_put(canvas, row, col + 1, style, 0);
        col += columns;
    }
    return col;
}

int canvas_text_cut(struct canvas *canvas, int row, int col, int width, enum style style,
                    const char *text)
{
    return canvas_text_part(canvas, row, col, width, 0, style, text);
}

int canvas_text(struct canvas *canvas, int row, int col, enum style style, const char *text)
{
    return canvas_text_cut(canvas, row, col, canvas->cols - col, style, text);
}

int canvas_printf(struct canvas *canvas, int row, int col, enum style style, const char *format,
                  ...)
{
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return canvas_text(canvas, row, col, style, text);
}

/* How many bytes of the text fit on a line of this width, without cutting a word if it can be. */
static size_t line_length(const char *text, int width)
{
    size_t stop = strcspn(text, "\n");

    if (stop <= (size_t)width)
        return stop;
    for (size_t at = (size_t)width; at > 0; at--)
        if (text[at] == ' ')
            return at;
    return (size_t)width;
}

int canvas_wrap(struct canvas *canvas, int row, int col, int rows, int width, int style,
                const char *text)
{
    int lines = 0;
    char line[512];

    while (*text != '\0' && lines < rows && width > 0) {
        size_t length = line_length(text, width);
        if (style >= 0) {
            snprintf(line, sizeof line, "%.*s", (int)length, text);
            canvas_text_cut(canvas, row + lines, col, width, (enum style)style, line);
        }
        lines++;
        text += length;
        text += *text == '\n' || *text == ' ';
    }
    return lines;
}

void canvas_cursor(struct canvas *canvas, int row, int col)
{
    canvas->cursor_row = row;
    canvas->cursor_col = col;
}

void canvas_bar(struct canvas *canvas, int row, int col, int width, double fraction)
{
    int filled = (int)(fraction * width + 0.5);

    for (int i = 0; i < width; i++)
        canvas_put(canvas, row, col + i, i < filled ? STYLE_BAR : STYLE_BAR_REST,
                   i < filled ? (canvas->utf8 ? L'█' : L'#') : (canvas->utf8 ? L'░' : L'-'));
}

void canvas_frame(struct canvas *canvas, enum style style, const char *title)
{
    int bottom = canvas->rows - 1, right = canvas->cols - 1;
    const wchar_t *set = canvas->utf8 ? L"─│┌┐└┘" : L"-|++++";

    for (int col = 0; col <= right; col++) {
        canvas_put(canvas, 0, col, style, set[0]);
        canvas_put(canvas, bottom, col, style, set[0]);
    }
    for (int row = 0; row <= bottom; row++) {
        canvas_put(canvas, row, 0, style, set[1]);
        canvas_put(canvas, row, right, style, set[1]);
    }
    canvas_put(canvas, 0, 0, style, set[2]);
    canvas_put(canvas, 0, right, style, set[3]);
    canvas_put(canvas, bottom, 0, style, set[4]);
    canvas_put(canvas, bottom, right, style, set[5]);
    if (title[0] != '\0' && canvas->cols > 6) {
        int end = canvas_text_cut(canvas, 0, 3, canvas->cols - 6, style, title);
        canvas_put(canvas, 0, 2, style, L' ');
        canvas_put(canvas, 0, end, style, L' ');
    }
}

void canvas_hot(struct canvas *canvas, int row, int col, int rows, int cols, int id, int index)
{
    if (canvas->hot_count < CANVAS_HOTS)
        canvas->hots[canvas->hot_count++] = (struct hot){row, col, rows, cols, id, index};
}

const struct hot *canvas_hit(const struct canvas *canvas, int row, int col)
{
    for (int i = canvas->hot_count; i-- > 0;) {
        const struct hot *hot = &canvas->hots[i];
        if (row >= hot->row && row < hot->row + hot->rows && col >= hot->col &&
            col < hot->col + hot->cols)
            return hot;
    }
    return NULL;
}

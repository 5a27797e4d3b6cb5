/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "popup.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MARGIN = 2 };

void popup_init(struct popup *popup, const char *title, const char *text,
                void (*chosen)(void *owner, int choice), void *owner)
{
    *popup = (struct popup){.title = title, .width = 60, .chosen = chosen, .owner = owner};
    snprintf(popup->text, sizeof popup->text, "%s", text);
}

void popup_add(struct popup *popup, const char *label)
{
    if (popup->choice_count < POPUP_CHOICES)
        snprintf(popup->choices[popup->choice_count++], POPUP_LABEL, "%s", label);
}

/* ---- layout ---- */

static int choice_width(const struct popup *popup)
{
    size_t widest = 0;

    for (int i = 0; i < popup->choice_count; i++)
        if (strlen(popup->choices[i]) > widest)
            widest = strlen(popup->choices[i]);
    return (int)widest + 2;
}

static int choice_columns(const struct popup *popup)
{
    return popup->columns > 0 ? popup->columns : popup->choice_count > 0 ? popup->choice_count : 1;
}

static int choice_rows(const struct popup *popup)
{
    int columns = choice_columns(popup);

    return (popup->choice_count + columns - 1) / columns;
}

static int count_lines(const struct popup *popup, int width)
{
    return canvas_wrap(NULL, 0, 0, POPUP_TEXT, width, -1, popup->text);
}

void popup_measure(struct popup *popup, int screen_rows, int screen_cols, int *row, int *col,
                   int *rows, int *cols)
{
    int wanted = popup->width > screen_cols ? screen_cols : popup->width;
    int choices = choice_rows(popup);

    *cols = wanted;
    popup->text_lines = count_lines(popup, wanted - 2 * MARGIN);
    int gap = popup->text_lines > 0 && choices > 0;
    *rows = popup->text_lines + gap + choices + 2;
    if (*rows > screen_rows)
        *rows = screen_rows;
    /* a list of choices that is too long scrolls in place of the text */
    popup->shown_lines = *rows - 2 - gap - choices;
    if (popup->shown_lines < 0)
        popup->shown_lines = 0;
    *row = (screen_rows - *rows) / 2;
    *col = popup->at_right ? screen_cols - *cols : (screen_cols - *cols) / 2;
    int most = popup->text_lines - popup->shown_lines;
    if (popup->scroll > most)
        popup->scroll = most;
    if (popup->scroll < 0)
        popup->scroll = 0;
}

/* ---- drawing ---- */

/* The text line by line from the scrolled one on; headings stand out. */
static void draw_text(struct popup *popup, struct canvas *canvas, int width)
{
    const char *line = popup->text;
    int row = 1 - popup->scroll;

    canvas->clip_top = 1;
    canvas->clip_bottom = 1 + popup->shown_lines;
    while (*line != '\0') {
        char one[POPUP_TEXT];
        size_t length = strcspn(line, "\n");
        bool heading = line[0] == '#';
        snprintf(one, sizeof one, "%.*s", (int)length - heading, line + heading);
        int used = canvas_wrap(canvas, row, MARGIN, POPUP_TEXT, width,
                               heading ? STYLE_PANEL_STRONG : STYLE_PANEL, one);
        row += used > 0 ? used : 1;
        line += length;
        line += *line == '\n';
    }
    canvas->clip_top = 0;
    canvas->clip_bottom = canvas->rows;
    int right = canvas->cols - 1;
    if (popup->scroll > 0)
        canvas_text(canvas, 1, right - 1, STYLE_PANEL_DIM, canvas->utf8 ? "▲" : "^");
    if (popup->scroll + popup->shown_lines < popup->text_lines)
        canvas_text(canvas, popup->shown_lines, right - 1, STYLE_PANEL_DIM,
                    canvas->utf8 ? "▼" : "v");
}

static void draw_choices(const struct popup *popup, struct canvas *canvas)
{
    int columns = choice_columns(popup), width = choice_width(popup);
    int room = canvas->rows - 2;
    int count = choice_rows(popup), shown = count < room ? count : room;
    int first = popup->selected / columns - shown + 1;
    int top = canvas->rows - 1 - shown;
    bool one_row = popup->columns == 0;
    int left = one_row ? (canvas->cols - columns * (width + 2)) / 2 : MARGIN;

    if (first < 0)
        first = 0;
    if (popup->columns == 1)
        width = canvas->cols - 2 * MARGIN;
    for (int i = first * columns; i < popup->choice_count && i / columns < first + shown; i++) {
        int row = top + i / columns - first;
        int col = left + i % columns * (width + (one_row ? 2 : 0));
        enum style style = i == popup->selected ? STYLE_PANEL_CHOICE : STYLE_PANEL;
        canvas_fill(canvas, row, col, 1, width, style);
        canvas_text_cut(canvas, row, col + 1, width - 1, style, popup->choices[i]);
        canvas_hot(canvas, row, col, 1, width, HOT_CHOICE, i);
        if (i == popup->selected)
            canvas_cursor(canvas, row, col);
    }
}

void popup_draw(struct popup *popup, struct canvas *canvas)
{
    canvas_clear(canvas, STYLE_PANEL);
    canvas_frame(canvas, STYLE_PANEL, popup->title);
    draw_text(popup, canvas, canvas->cols - 2 * MARGIN);
    if (popup->choice_count > 0)
        draw_choices(popup, canvas);
}

/* ---- events ---- */

static void move_to(struct popup *popup, int choice)
{
    if (choice < 0 || choice >= popup->choice_count || choice == popup->selected)
        return;
    popup->selected = choice;
    if (popup->moved != NULL)
        popup->moved(popup->owner, choice);
}

/* True if the key moved the bar or the text. */
static bool move_by_key(struct popup *popup, int key)
{
    int columns = choice_columns(popup);
    bool scrolls = popup->text_lines > popup->shown_lines && choice_rows(popup) <= 1;

    switch (key) {
    case KEY_CODE_LEFT:
    case KEY_CODE_BACK_TAB:
        move_to(popup, popup->selected - 1);
        return true;
    case KEY_CODE_RIGHT:
    case KEY_CODE_TAB:
        move_to(popup, popup->selected + 1);
        return true;
    case KEY_CODE_UP:
        if (scrolls)
            popup->scroll--;
        else
            move_to(popup, popup->selected - columns);
        return true;
    case KEY_CODE_DOWN:
        if (scrolls)
            popup->scroll++;
        else
            move_to(popup, popup->selected + columns);
        return true;
    case KEY_CODE_PAGE_UP:
        popup->scroll -= popup->shown_lines;
        return true;
    case KEY_CODE_PAGE_DOWN:
        popup->scroll += popup->shown_lines;
        return true;
    default:
        return false;
    }
}

/* The choice that begins with this letter, or -1. */
static int choice_by_letter(const struct popup *popup, int key)
{
    for (int i = 0; i < popup->choice_count && key < 128; i++)
        if (tolower((unsigned char)popup->choices[i][0]) == tolower(key))
            return i;
    return -1;
}

static enum popup_answer close_with(struct popup *popup, int choice, int *answer)
{
    *answer = choice;
    if (choice >= 0)
        popup->selected = choice;
    return POPUP_CLOSES;
}

enum popup_answer popup_event(struct popup *popup, const struct event *event,
                              const struct canvas *canvas, int *choice)
{
    if (event->kind == EVENT_WHEEL) {
        popup->scroll += event->turn * 3;
        return POPUP_STAYS;
    }
    if (event->kind == EVENT_CLICK) {
        const struct hot *hot = canvas_hit(canvas, event->row, event->col);
        if (hot != NULL && hot->id == HOT_CHOICE)
            return close_with(popup, hot->index, choice);
        /* a panel that only wants to be read closes at a click anywhere on it */
        bool inside = event->row >= 0 && event->row < canvas->rows && event->col >= 0 &&
                      event->col < canvas->cols;
        if (inside && popup->choice_count == 1)
            return close_with(popup, 0, choice);
        return POPUP_STAYS;
    }
    if (event->alt || move_by_key(popup, event->key))
        return POPUP_STAYS;
    if (event->key == KEY_CODE_ENTER || event->key == ' ')
        return close_with(popup, popup->choice_count > 0 ? popup->selected : 0, choice);
    if (event->key == KEY_CODE_ESC)
        return close_with(popup, popup->must ? popup->selected : -1, choice);
    int picked = choice_by_letter(popup, event->key);
    if (picked >= 0 && popup->letters)
        return close_with(popup, picked, choice);
    if (picked >= 0)
        move_to(popup, picked);
    return POPUP_STAYS;
}

/* popup.h: floating panels: a title, text, and choices to pick from.
 *
 * Introduction, help, levels, menu, scores, end of the game, hints and the picker of a star's
 * letter are all such panels; they differ in what they say and in what happens with the choice.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef POPUP_H
#define POPUP_H

#include "canvas.h"
#include "event.h"

enum {
    POPUP_TEXT = 4096,
    POPUP_CHOICES = 40,
    POPUP_LABEL = 60,
    HOT_CHOICE = -1, /* hot places of a panel */
    HOT_OUTSIDE = -2,
};

struct popup {
    const char *title;
    char text[POPUP_TEXT]; /* a line that begins with '#' is a heading */
    char choices[POPUP_CHOICES][POPUP_LABEL];
    int choice_count;
    int columns;  /* choices stand in so many columns; 0: all in one row */
    int selected; /* choice under the bar */
    int scroll, shown_lines, text_lines;
    int width;     /* wanted, frame included */
    bool at_right; /* stands at the right edge, so that the board can be seen */
    bool letters;  /* a typed letter picks the choice that begins with it */
    bool must;     /* Esc picks the selected choice too */
    /* Called with the choice, or -1 for Esc, after the panel has closed. */
    void (*chosen)(void *owner, int choice);
    /* Called when the bar has moved, if not NULL. */
    void (*moved)(void *owner, int choice);
    void *owner;
};

/* Sets the title, text and owner; no choices yet. */
void popup_init(struct popup *popup, const char *title, const char *text,
                void (*chosen)(void *owner, int choice), void *owner);
void popup_add(struct popup *popup, const char *label);

/* Can it be left without a choice? */
static inline bool popup_can_leave(const struct popup *popup)
{
    return !popup->must;
}

/* The size and place of the panel on a screen of this size. */
void popup_measure(struct popup *popup, int screen_rows, int screen_cols, int *row, int *col,
                   int *rows, int *cols);
/* Draws on a canvas of the measured size. */
void popup_draw(struct popup *popup, struct canvas *canvas);

enum popup_answer { POPUP_STAYS, POPUP_CLOSES };

/* Clicks come with their place on the panel's own canvas. Sets *choice when it closes. */
enum popup_answer popup_event(struct popup *popup, const struct event *event,
                              const struct canvas *canvas, int *choice);

#endif

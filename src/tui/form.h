/* form.h: labelled fields that are filled in: texts, edited by the line editor, and switches. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FORM_H
#define FORM_H

#include "canvas.h"
#include "event.h"
#include "line.h"

enum { FORM_FIELDS = 10, FORM_OPTIONS = 4, HOT_FIELD = -3 };

struct field {
    const char *label, *help;
    int width;                         /* of a text field */
    const char *options[FORM_OPTIONS]; /* of a switch: NULL after the last; none for a text */
    int option;
    char text[LINE_MAX_TEXT];
};

struct form {
    struct field fields[FORM_FIELDS];
    int count, focus;
    struct line *line;
};

/* Adds a field; returns its number. */
int form_add_text(struct form *form, const char *label, int width, const char *help);
int form_add_switch(struct form *form, const char *label, const char *const *options,
                    const char *help);

/* The form's line editor begins to serve the field in focus, or the tab is left. */
void form_enter(struct form *form);
void form_focus(struct form *form, int field);
void form_set(struct form *form, int field, const char *text);

/* Draws a field at a place: label of `label_width` columns, then the field. */
void form_draw_field(const struct form *form, int field, struct canvas *canvas, int row, int col,
                     int label_width, bool active);

/* Keys for the field in focus, clicks on any. True if a text or switch has changed. */
bool form_event(struct form *form, const struct event *event, const struct hot *hot);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "form.h"

#include <stdio.h>
#include <string.h>

int form_add_text(struct form *form, const char *label, int width, const char *help)
{
    form->fields[form->count] = (struct field){.label = label, .help = help, .width = width};
    return form->count++;
}

int form_add_switch(struct form *form, const char *label, const char *const *options,
                    const char *help)
{
    struct field *field = &form->fields[form->count];

    *field = (struct field){.label = label, .help = help};
    for (int i = 0; i < FORM_OPTIONS && options[i] != NULL; i++) {
        field->options[i] = options[i];
        if ((int)strlen(options[i]) + 4 > field->width)
            field->width = (int)strlen(options[i]) + 4;
    }
    return form->count++;
}

static bool is_switch(const struct field *field)
{
    return field->options[0] != NULL;
}

void form_enter(struct form *form)
{
    struct field *field = &form->fields[form->focus];

    line_load(form->line, is_switch(field) ? "" : field->text, false);
}

void form_focus(struct form *form, int field)
{
    form->focus = (field + form->count) % form->count;
    form_enter(form);
}

void form_set(struct form *form, int field, const char *text)
{
    snprintf(form->fields[field].text, sizeof form->fields[field].text, "%s", text);
    if (field == form->focus)
        form_enter(form);
}

void form_draw_field(const struct form *form, int number, struct canvas *canvas, int row, int col,
                     int label_width, bool active)
{
    const struct field *field = &form->fields[number];
    bool focus = active && number == form->focus;
    enum style style = focus ? STYLE_FIELD_FOCUS : STYLE_FIELD;
    int left = col + label_width;

    canvas_text_cut(canvas, row, col, label_width, focus ? STYLE_STRONG : STYLE_TEXT, field->label);
    canvas_fill(canvas, row, left, 1, field->width, style);
    canvas_hot(canvas, row, col, 1, label_width + field->width, HOT_FIELD, number);
    if (is_switch(field)) {
        canvas_printf(canvas, row, left, style, "< %s >", field->options[field->option]);
        if (focus)
            canvas_cursor(canvas, row, left);
        return;
    }
    /* a text longer than the field shows the part around the cursor */
    int cursor = focus ? line_cursor(form->line) : 0;
    int skip = cursor >= field->width ? cursor - field->width + 1 : 0;
    canvas_text_part(canvas, row, left, field->width, skip, style, field->text);
    if (focus)
        canvas_cursor(canvas, row, left + cursor - skip);
}

static bool turn_switch(struct field *field, int by)
{
    int count = 0;

    while (count < FORM_OPTIONS && field->options[count] != NULL)
        count++;
    field->option = (field->option + by + count) % count;
    return true;
}

bool form_event(struct form *form, const struct event *event, const struct hot *hot)
{
    if (event->kind == EVENT_CLICK) {
        if (hot == NULL || hot->id != HOT_FIELD)
            return false;
        bool again = form->focus == hot->index;
        form_focus(form, hot->index);
        struct field *clicked = &form->fields[hot->index];
        return is_switch(clicked) && again && turn_switch(clicked, 1);
    }
    if (event->kind != EVENT_KEY)
        return false;
    struct field *field = &form->fields[form->focus];
    if (is_switch(field)) {
        if (event_is_key(event, ' ') || event_is_key(event, KEY_CODE_RIGHT))
            return turn_switch(field, 1);
        return event_is_key(event, KEY_CODE_LEFT) && turn_switch(field, -1);
    }
    char before[LINE_MAX_TEXT];
    snprintf(before, sizeof before, "%s", field->text);
    if (line_key(form->line, event)) /* an Enter that no tab wanted: the text stays */
        line_load(form->line, line_text(form->line), false);
    snprintf(field->text, sizeof field->text, "%s", line_text(form->line));
    return strcmp(before, field->text) != 0;
}

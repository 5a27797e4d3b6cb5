/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mouse.h"

#include <limits.h>
#include <stdio.h>

enum {
    MODIFIERS = 4 | 8 | 16, /* Shift, Alt, Control */
    LEFT = 0,
    WHEEL_UP = 64,
    WHEEL_DOWN = 65,
    X10_BYTES = 3,
};

void mouse_begin(struct mouse *mouse, enum mouse_report report)
{
    mouse->reading = report;
    mouse->used = 0;
}

static void report(struct event *event, int button, int col, int row)
{
    button &= ~MODIFIERS;
    if (button != LEFT && button != WHEEL_UP && button != WHEEL_DOWN)
        return;
    *event = (struct event){.kind = button == LEFT ? EVENT_CLICK : EVENT_WHEEL,
                            .row = row - 1,
                            .col = col - 1,
                            .turn = button == WHEEL_UP ? -1 : 1};
}

static void report_sgr(struct mouse *mouse, struct event *event)
{
    int button, col, row;

    mouse->text[mouse->used] = '\0';
    if (sscanf(mouse->text, "%5d;%5d;%5d", &button, &col, &row) == 3)
        report(event, button, col, row);
}

static void report_x10(const struct mouse *mouse, struct event *event)
{
    const unsigned char *bytes = (const unsigned char *)mouse->text;

    report(event, bytes[0] - 32, bytes[1] - 32, bytes[2] - 32);
}

bool mouse_take(struct mouse *mouse, int code, struct event *event)
{
    enum mouse_report reading = mouse->reading;
    bool sgr = reading == MOUSE_SGR, end = sgr && (code == 'M' || code == 'm');
    bool fits =
        sgr ? (code >= '0' && code <= '9') || code == ';' : code >= ' ' && code <= UCHAR_MAX;

    mouse->reading = MOUSE_NONE;
    if (end && code == 'M')
        report_sgr(mouse, event);
    if (end || !fits || mouse->used + 1 >= sizeof mouse->text)
        return end;
    mouse->text[mouse->used++] = (char)code;
    if (!sgr && mouse->used == X10_BYTES)
        report_x10(mouse, event);
    else
        mouse->reading = reading;
    return true;
}

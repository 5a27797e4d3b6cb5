/* mouse.h: what terminals report of the mouse, byte by byte.
 *
 * curses can read such reports itself, but waits in a read for the rest of one: three bytes would
 * stop the whole program.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MOUSE_H
#define MOUSE_H

#include "event.h"

#define MOUSE_ON  "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

#define MOUSE_SGR_BEGIN "\033[<" /* then BUTTON;COLUMN;ROW in digits, and M, or m for letting go   \
                                  */
#define MOUSE_X10_BEGIN "\033[M" /* then three bytes, each 32 too large */

enum mouse_report { MOUSE_NONE, MOUSE_SGR, MOUSE_X10 };

struct mouse {
    enum mouse_report reading; /* the kind of report that has begun */
    char text[20];             /* what has come of it */
    size_t used;
};

void mouse_begin(struct mouse *mouse, enum mouse_report report);

/* The next byte, or a key's number beyond them. False: it does not belong to the report, which is
 * over then. The event is set when a report is whole that is a click or a turn of the wheel; its
 * row and column count from 0 and may lie anywhere. */
bool mouse_take(struct mouse *mouse, int code, struct event *event);

#endif

/* event.h: what the user did: a key, a click, a turn of the wheel. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EVENT_H
#define EVENT_H

#include <stdbool.h>
#include <stddef.h>

/* A key is a character (control characters included: ^A is 1) or one of these. */
enum key {
    KEY_FIRST_SPECIAL = 0x110000,
    KEY_CODE_UP = KEY_FIRST_SPECIAL,
    KEY_CODE_DOWN,
    KEY_CODE_LEFT,
    KEY_CODE_RIGHT,
    KEY_CODE_HOME,
    KEY_CODE_END,
    KEY_CODE_PAGE_UP,
    KEY_CODE_PAGE_DOWN,
    KEY_CODE_INSERT,
    KEY_CODE_DELETE,
    KEY_CODE_BACKSPACE,
    KEY_CODE_ENTER,
    KEY_CODE_TAB,
    KEY_CODE_BACK_TAB,
    KEY_CODE_ESC,
    KEY_CODE_F1,
    KEY_CODE_F12 = KEY_CODE_F1 + 11,
};

enum event_kind { EVENT_NONE, EVENT_KEY, EVENT_CLICK, EVENT_WHEEL };

struct event {
    enum event_kind kind;
    int key;
    bool alt;
    int row, col; /* of a click or wheel */
    int turn;     /* of the wheel: -1 up, 1 down */
};

static inline bool event_is_key(const struct event *event, int key)
{
    return event->kind == EVENT_KEY && !event->alt && event->key == key;
}

/* A letter A-Z of either case as 0 to 25, else -1. */
static inline int event_letter(const struct event *event)
{
    if (event->kind != EVENT_KEY || event->alt || event->key >= 128)
        return -1;
    int letter = (event->key & 0xdf) - 'A';
    return event->key >= 'A' && letter >= 0 && letter < 26 ? letter : -1;
}

/* The key of this name, such as "a", "^P", "Alt-1", "Enter", "F10"; EVENT_NONE for anything else.
 */
struct event event_parse(const char *name, size_t length);

#endif

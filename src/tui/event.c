/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "event.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int key;
} names[] = {
    {"Up", KEY_CODE_UP},
    {"Down", KEY_CODE_DOWN},
    {"Left", KEY_CODE_LEFT},
    {"Right", KEY_CODE_RIGHT},
    {"Home", KEY_CODE_HOME},
    {"End", KEY_CODE_END},
    {"PgUp", KEY_CODE_PAGE_UP},
    {"PgDn", KEY_CODE_PAGE_DOWN},
    {"Insert", KEY_CODE_INSERT},
    {"Delete", KEY_CODE_DELETE},
    {"Backspace", KEY_CODE_BACKSPACE},
    {"Enter", KEY_CODE_ENTER},
    {"Tab", KEY_CODE_TAB},
    {"BackTab", KEY_CODE_BACK_TAB},
    {"Esc", KEY_CODE_ESC},
    {"Space", ' '},
};

static bool is_name(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

struct event event_parse(const char *name, size_t length)
{
    struct event event = {.kind = EVENT_KEY};

    if (length > 4 && memcmp(name, "Alt-", 4) == 0) {
        event.alt = true;
        name += 4;
        length -= 4;
    }
    if (length == 1) {
        event.key = (unsigned char)name[0];
        return event;
    }
    if (length == 2 && name[0] == '^') {
        event.key = name[1] & 0x1f;
        return event;
    }
    if (length >= 2 && length <= 3 && name[0] == 'F') {
        event.key = KEY_CODE_F1 + atoi(name + 1) - 1;
        return event;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (is_name(name, length, names[i].name)) {
            event.key = names[i].key;
            return event;
        }
    }
    return (struct event){.kind = EVENT_NONE};
}

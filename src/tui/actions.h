/* actions.h: the table of keys, from action.def. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ACTIONS_H
#define ACTIONS_H

#include "event.h"

enum action {
    ACTION_NONE,
#define ACTION(id, where, keys, label, help) ACTION_##id,
#include "action.def"
#undef ACTION
    ACTION_COUNT
};

/* Where an action is known. A tab is in one or more of these. */
enum place {
    IN_KHI = 1,
    IN_CHECK = 2,
    IN_FIND = 4,
    IN_RECT = 8,
    IN_FORM = IN_FIND | IN_RECT,
    IN_LIST = IN_CHECK | IN_FIND | IN_RECT,
    IN_TEXT = IN_CHECK | IN_FIND | IN_RECT,
    IN_ANY = IN_KHI | IN_TEXT,
};

struct action_row {
    unsigned where;
    const char *keys, *label, *help;
};

extern const struct action_row action_rows[ACTION_COUNT];

/* What this key does in a place, or ACTION_NONE. */
enum action action_for(const struct event *event, enum place place);

/* The first key's name, as the hint line shows it. */
void action_key_name(enum action action, char *out, size_t size);

#endif

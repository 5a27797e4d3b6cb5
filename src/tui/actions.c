/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "actions.h"

#include <stdio.h>
#include <string.h>

const struct action_row action_rows[ACTION_COUNT] = {
    [ACTION_NONE] = {0, "", "", ""},
#define ACTION(id, where, keys, label, help) [ACTION_##id] = {IN_##where, keys, label, help},
#include "action.def"
#undef ACTION
};

static bool has_key(const char *keys, const struct event *event)
{
    while (*keys != '\0') {
        size_t length = strcspn(keys, " ");
        struct event key = event_parse(keys, length);
        if (key.kind == EVENT_KEY && key.key == event->key && key.alt == event->alt)
            return true;
        keys += length;
        keys += strspn(keys, " ");
    }
    return false;
}

enum action action_for(const struct event *event, enum place place)
{
    if (event->kind != EVENT_KEY)
        return ACTION_NONE;
    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++)
        if ((action_rows[action].where & place) && has_key(action_rows[action].keys, event))
            return (enum action)action;
    return ACTION_NONE;
}

void action_key_name(enum action action, char *out, size_t size)
{
    const char *keys = action_rows[action].keys;

    if (strncmp(keys, "Backspace", 9) == 0)
        keys = "Bksp";
    snprintf(out, size, "%.*s", (int)strcspn(keys, " "), keys);
}

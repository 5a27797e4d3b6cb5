/* paths.h: where this user's files are (the XDG base directories). */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_PATHS_H
#define KHI_PATHS_H

#include <stdbool.h>
#include <stddef.h>

enum khi_place {
    KHI_CONFIG, /* $XDG_CONFIG_HOME/khi or ~/.config/khi: settings */
    KHI_DATA,   /* $XDG_DATA_HOME/khi or ~/.local/share/khi: dictionaries, games, scores */
    KHI_STATE,  /* $XDG_STATE_HOME/khi or ~/.local/state/khi: history of the prompt */
};

/* The path of `leaf` in a place ("" for the place itself). False if the user has no such place or
 * the path does not fit. */
bool khi_path(enum khi_place place, const char *leaf, char *out, size_t size);

/* From now on every place is this directory, whatever the environment says; "" means that the user
 * has no places at all. False if the path is too long. Call before threads begin. */
bool khi_paths_set_root(const char *directory);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/paths.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *variable, *below_home;
} places[] = {
    [KHI_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [KHI_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [KHI_STATE] = {"XDG_STATE_HOME", ".local/state"},
};

static bool has_root;
static char root[PATH_MAX];

bool khi_paths_set_root(const char *directory)
{
    if (strlen(directory) >= sizeof root)
        return false;
    strcpy(root, directory);
    has_root = true;
    return true;
}

bool khi_path(enum khi_place place, const char *leaf, char *out, size_t size)
{
    const char *base = has_root ? NULL : getenv(places[place].variable);
    const char *home = has_root ? NULL : getenv("HOME");
    const char *slash = leaf[0] ? "/" : "";
    int length;

    if (has_root && root[0] != '\0')
        length = snprintf(out, size, "%s%s%s", root, slash, leaf);
    else if (base != NULL && base[0] == '/') /* the standard has relative ones ignored */
        length = snprintf(out, size, "%s/khi%s%s", base, slash, leaf);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, size, "%s/%s/khi%s%s", home, places[place].below_home, slash, leaf);
    else
        return false;
    return length > 0 && (size_t)length < size;
}

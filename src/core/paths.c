/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/paths.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *variable, *below_home;
} places[] = {
    [KHI_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [KHI_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [KHI_STATE] = {"XDG_STATE_HOME", ".local/state"},
};

bool khi_path(enum khi_place place, const char *leaf, char *out, size_t size)
{
    const char *base = getenv(places[place].variable), *home = getenv("HOME");
    const char *slash = leaf[0] ? "/" : "";
    int length;

    if (base != NULL && base[0] == '/') /* the standard has relative ones ignored */
        length = snprintf(out, size, "%s/khi%s%s", base, slash, leaf);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, size, "%s/%s/khi%s%s", home, places[place].below_home, slash, leaf);
    else
        return false;
    return length > 0 && (size_t)length < size;
}

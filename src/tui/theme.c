/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "theme.h"

#include <string.h>

#define B LOOK_BOLD
#define U LOOK_UNDERLINE
#define R LOOK_REVERSE
#define C(fg, bg, attributes)                                                                      \
    {                                                                                              \
        fg, bg, attributes                                                                         \
    }

static const struct {
    struct look many[3], few[3]; /* DARK, LIGHT, SAFE with 256 and with 8 colours */
    unsigned char mono;
} rows[STYLE_COUNT] = {
#define STYLE(name, dark, light, safe, dark8, light8, safe8, mono)                                 \
    {{dark, light, safe}, {dark8, light8, safe8}, mono},
#include "theme.def"
#undef STYLE
};

const char *const theme_names[THEME_COUNT] = {"default", "light", "safe", "mono"};

struct look theme_look(enum theme theme, int colours, enum style style)
{
    if (theme == THEME_MONO || colours < 8)
        return (struct look){-1, -1, rows[style].mono};
    return colours >= 256 ? rows[style].many[theme] : rows[style].few[theme];
}

enum theme theme_by_name(const char *name)
{
    int theme = 0;

    while (theme < THEME_COUNT && strcmp(theme_names[theme], name) != 0)
        theme++;
    return (enum theme)theme;
}

/* theme.h: the styles that tabs draw with, and how each scheme shows them. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef THEME_H
#define THEME_H

enum style {
#define STYLE(name, ...) STYLE_##name,
#include "theme.def"
#undef STYLE
    STYLE_COUNT
};

enum theme { THEME_DARK, THEME_LIGHT, THEME_SAFE, THEME_MONO, THEME_COUNT };

enum { LOOK_BOLD = 1, LOOK_UNDERLINE = 2, LOOK_REVERSE = 4 };

struct look {
    short fg, bg; /* -1: the terminal's own */
    unsigned char attributes;
};

/* How a style looks in a scheme on a terminal with this many colours. */
struct look theme_look(enum theme theme, int colours, enum style style);

extern const char *const theme_names[THEME_COUNT];

/* The scheme of this name, or THEME_COUNT. */
enum theme theme_by_name(const char *name);

#endif

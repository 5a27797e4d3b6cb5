/* tabs.h: the four tabs, and what one asks of another. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TABS_H
#define TABS_H

#include "app.h"

extern const struct tab_ops tab_khi, tab_check, tab_find, tab_rect;

/* Shows a word with its hooks on the Check tab. */
void tab_check_show_word(struct app *app, const char *word);
/* Opens the Find tab with these letters. */
void tab_find_letters(struct app *app, const char *letters);

#endif

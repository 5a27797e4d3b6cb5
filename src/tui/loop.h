/* loop.h: the event loop: the app on a real terminal. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LOOP_H
#define LOOP_H

#include "app.h"
#include "screen.h"

/* Runs until the user quits, a signal ends it or the terminal goes away. Returns the exit status,
 * after a message on standard error if it could not begin. */
int loop_run(const struct app_options *options, const struct screen_options *screen);

#endif

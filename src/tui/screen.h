/* screen.h: the terminal. screen.c alone knows curses.
 *
 * Shows canvases, the base and floating panels above it, and turns what the terminal sends into
 * events. There is one screen in a program.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SCREEN_H
#define SCREEN_H

#include "canvas.h"
#include "event.h"

struct screen_options {
    enum theme theme;
    bool mono, ascii, no_mouse;
};

/* Can this terminal be used? The sentence in `why` tells why not. */
bool screen_check(char *why, size_t size);

/* Takes the terminal over. On failure it is as before, and the sentence in `why` tells the reason.
 */
bool screen_begin(const struct screen_options *options, char *why, size_t size);
/* Gives the terminal back. */
void screen_end(void);
/* The same from a signal handler, in a hurry. */
void screen_emergency_end(void);

/* The size in cells, now. Call screen_resized first when the window may have changed. */
void screen_size(int *rows, int *cols);
void screen_resized(void);

bool screen_is_utf8(void);
void screen_set_theme(enum theme theme);

/* The next event; false if there is none. */
bool screen_read(struct event *event);
/* After a poll said there was input and screen_read found none: has the terminal gone? */
bool screen_is_gone(void);

/* A floating panel: its picture and where it stands. */
struct screen_panel {
    const struct canvas *canvas;
    int row, col;
};

enum { SCREEN_PANELS = 4 };

/* Shows the base and the panels, later ones above. Only what has changed is sent. */
void screen_show(const struct canvas *base, const struct screen_panel *panels, int count);
void screen_repaint(void);

/* Stops this process as ^Z does, and comes back when it is continued. */
void screen_suspend(void);

#endif

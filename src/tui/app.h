/* app.h: the program on the screen: four tabs, floating panels above them, and what they share.
 *
 * app.c draws on canvases and takes events, so that tests can run it without a terminal; loop.c
 * connects it to one. A tab is a row of tab_table in tabs.c: its functions, given its own state.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_H
#define APP_H

#include "actions.h"
#include "canvas.h"
#include "event.h"
#include "khi/lexicon.h"
#include "line.h"
#include "popup.h"

enum { APP_POPUPS = 4, APP_MIN_ROWS = 10, APP_MIN_COLS = 30 };

enum tab_id { TAB_KHI, TAB_CHECK, TAB_FIND, TAB_RECT, TAB_COUNT };

/* Hot places of the frame; tabs number theirs from HOT_TAB_OWN on. */
enum { HOT_TAB = 1, HOT_ACTION, HOT_TAB_OWN = 100 };

struct app;

struct tab_ops {
    const char *name;
    enum place place;
    const char *intro; /* the first lines of its help */
    /* NULL: it cannot; the sentence in `why` stays "out of memory" unless it is another fault. */
    void *(*open)(struct app *app, char *why, size_t size);
    void (*close)(void *tab);
    void (*enter)(void *tab); /* it comes to the front */
    /* Rows 1 to rows - 2 of the canvas are the tab's. */
    void (*draw)(void *tab, struct canvas *canvas);
    /* An action of the table. False: the key goes to `event`. */
    bool (*act)(void *tab, enum action action);
    /* Can the action be done now? Such are shown on the hint line. */
    bool (*can)(const void *tab, enum action action);
    /* Everything else. `hot` is what a click or the wheel hit, or NULL. */
    void (*event)(void *tab, const struct event *event, const struct hot *hot);
    /* When `tick` wants to be called (see app_now), or -1; tick is also called after a wake-up. */
    int64_t (*deadline)(const void *tab);
    void (*tick)(void *tab, int64_t now);
    /* Text for the right end of the tab bar, and behind the tab's own name; "" for none. */
    void (*headline)(const void *tab, char *out, size_t size);
    void (*badge)(const void *tab, char *out, size_t size);
    /* Saves what can be lost, now. False: it cannot; the sentence in `why` tells why. */
    bool (*save)(void *tab, char *why, size_t size);
};

extern const struct tab_ops *const tab_table[TAB_COUNT];

struct app_options {
    const char *dict, *board, *rack;
    bool has_seed, fresh, restricted;
    uint64_t seed;
    long turn;
    int level;          /* enum khi_level, or -1 */
    int search_seconds; /* that a search for rectangles may take; 0: as many as it wants */
};

struct app {
    struct app_options options;
    struct khi_lexicon *lexicon;
    struct line *line;
    bool coach, animate; /* settings */
    enum theme theme;
    void (*set_theme)(enum theme theme); /* of the screen; NULL in tests */
    bool utf8;

    void *tabs[TAB_COUNT];
    enum tab_id active;

    struct canvas base;
    struct popup popups[APP_POPUPS];
    struct canvas popup_canvases[APP_POPUPS];
    int popup_rows[APP_POPUPS], popup_cols[APP_POPUPS]; /* where they stand */
    int popup_count;

    bool quit, suspend, repaint; /* what the loop is to do next */
    int wake_fd;                 /* workers write here; -1 in tests */
};

/* Opens the dictionary and the tabs. On failure the sentence is in `why` and app_close is to be
 * called all the same. */
bool app_open(struct app *app, const struct app_options *options, char *why, size_t size);
void app_close(struct app *app);

/* Draws everything for a screen of this size. */
void app_draw(struct app *app, int rows, int cols);
void app_event(struct app *app, const struct event *event);

/* Milliseconds of a clock that only goes forward. */
int64_t app_now(void);
/* The earliest deadline of a tab, or -1. */
int64_t app_deadline(const struct app *app);
void app_tick(struct app *app);
/* Saves what can be lost. False: something cannot be saved; the sentence in `why` tells why. */
bool app_save(struct app *app, char *why, size_t size);

/* ---- for tabs ---- */
/* A new panel on top, to be filled at once; its `chosen` is called when it closes. */
struct popup *app_popup(struct app *app, const char *title, const char *text,
                        void (*chosen)(void *owner, int choice), void *owner);
void app_switch(struct app *app, enum tab_id tab);
/* Called from worker threads: makes the loop call every tab's tick soon. */
void app_wake(void *app);
/* A setting: in the user's configuration, silently not kept where there is none. */
void app_keep_setting(const char *key, const char *value);

/* The error as a sentence of its own. */
void app_format_error(const struct khi_error *error, char *out, size_t size);

/* Draws a button and returns the column after it. */
int app_button(struct canvas *canvas, int row, int col, enum style style, const char *label, int id,
               int index);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app.h"

#include "khi/config.h"
#include "tabs.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int64_t app_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void app_wake(void *context)
{
    struct app *app = context;

    if (app->wake_fd >= 0)
        (void)!write(app->wake_fd, "", 1); /* a full pipe has woken the loop already */
}

void app_format_error(const struct khi_error *error, char *out, size_t size)
{
    khi_error_format(error, out, size);
    if (out[0] != '\0')
        out[0] = (char)toupper((unsigned char)out[0]);
}

/* ---- opening and closing ---- */

static bool setting_is_on(const char *key)
{
    char value[KHI_CONFIG_VALUE];

    return !khi_config_get(key, value) || strcmp(value, "off") != 0;
}

void app_keep_setting(const char *key, const char *value)
{
    khi_config_set(key, value, NULL);
}

bool app_open(struct app *app, const struct app_options *options, char *why, size_t size)
{
    struct khi_error error = {0};

    app->options = *options;
    enum khi_status status = khi_lexicon_open(options->dict, &error, &app->lexicon);
    if (status == KHI_OK)
        status = khi_lexicon_verify(app->lexicon, &error);
    if (status != KHI_OK) {
        if (options->restricted)
            error.file[0] = '\0'; /* no path is shown to strangers */
        khi_error_format(&error, why, size);
        return false;
    }
    app->line = line_new(!options->restricted);
    if (app->line == NULL) {
        snprintf(why, size,
                 "the line editor cannot be started: too many players at once, or no memory");
        return false;
    }
    app->coach = setting_is_on("coach");
    app->animate = setting_is_on("animation");
    snprintf(why, size, "out of memory");
    for (int tab = 0; tab < TAB_COUNT; tab++) {
        app->tabs[tab] = tab_table[tab]->open(app, why, size);
        if (app->tabs[tab] == NULL)
            return false;
    }
    tab_table[app->active]->enter(app->tabs[app->active]);
    return true;
}

void app_close(struct app *app)
{
    for (int tab = 0; tab < TAB_COUNT; tab++)
        if (app->tabs[tab] != NULL)
            tab_table[tab]->close(app->tabs[tab]);
    line_free(app->line);
    khi_lexicon_free(app->lexicon);
    canvas_free(&app->base);
    for (int i = 0; i < APP_POPUPS; i++)
        canvas_free(&app->popup_canvases[i]);
}

bool app_save(struct app *app, char *why, size_t size)
{
    bool saved = true;

    for (int tab = 0; tab < TAB_COUNT; tab++)
        if (app->tabs[tab] != NULL && tab_table[tab]->save != NULL)
            saved &= tab_table[tab]->save(app->tabs[tab], why, size);
    return saved;
}

/* ---- time ---- */

int64_t app_deadline(const struct app *app)
{
    int64_t first = -1;

    for (int tab = 0; tab < TAB_COUNT; tab++) {
        if (tab_table[tab]->deadline == NULL)
            continue;
        int64_t wanted = tab_table[tab]->deadline(app->tabs[tab]);
        if (wanted >= 0 && (first < 0 || wanted < first))
            first = wanted;
    }
    return first;
}

void app_tick(struct app *app)
{
    int64_t now = app_now();

    for (int tab = 0; tab < TAB_COUNT; tab++)
        if (tab_table[tab]->tick != NULL)
            tab_table[tab]->tick(app->tabs[tab], now);
}

/* ---- the frame ---- */

static const struct tab_ops *active_ops(const struct app *app)
{
    return tab_table[app->active];
}

static void draw_tab_bar(struct app *app, struct canvas *canvas)
{
    char text[64];
    int col = 0;

    canvas_fill(canvas, 0, 0, 1, canvas->cols, STYLE_TAB_BAR);
    for (int tab = 0; tab < TAB_COUNT; tab++) {
        enum style style = tab == (int)app->active ? STYLE_TAB_ACTIVE : STYLE_TAB_BAR;
        char badge[24] = "";
        if (tab_table[tab]->badge != NULL)
            tab_table[tab]->badge(app->tabs[tab], badge, sizeof badge);
        const char *left = tab == (int)app->active ? "[" : " ",
                   *right = tab == (int)app->active ? "]" : " ";
        char number[16] = "";
        if (canvas->cols >= 40)
            snprintf(number, sizeof number, "F%d ", tab + 1);
        int end = canvas_printf(canvas, 0, col, style, "%s%s%s%s%s%s", left, number,
                                tab_table[tab]->name, badge[0] ? " " : "", badge, right);
        canvas_hot(canvas, 0, col, 1, end - col, HOT_TAB, tab);
        col = end;
    }
    active_ops(app)->headline(app->tabs[app->active], text, sizeof text);
    int at = canvas->cols - (int)strlen(text) - 1;
    if (at > col)
        canvas_text(canvas, 0, at, STYLE_TAB_BAR, text);
}

static bool is_hinted(const struct app *app, int action)
{
    const struct action_row *row = &action_rows[action];
    const struct tab_ops *ops = active_ops(app);

    return (row->where & ops->place) && row->label[0] != '\0' &&
           (row->where == IN_ANY || ops->can(app->tabs[app->active], (enum action)action));
}

/* Draws a key and what it does if they fit; returns the column for the next. */
static int draw_key(struct canvas *canvas, int col, const char *key, const char *label)
{
    int row = canvas->rows - 1, width = (int)(strlen(key) + 1 + strlen(label));

    if (col + width > canvas->cols)
        return col;
    int next = canvas_text(canvas, row, col, STYLE_STRONG, key);
    return canvas_text(canvas, row, next + 1, STYLE_HINT, label) + 2;
}

static int draw_hint(struct canvas *canvas, int col, enum action action)
{
    const char *label = action_rows[action].label;
    char key[16];

    action_key_name(action, key, sizeof key);
    int next = draw_key(canvas, col, key, label + (*label == '+'));
    if (next > col)
        canvas_hot(canvas, canvas->rows - 1, col, 1, next - 2 - col, HOT_ACTION, (int)action);
    return next;
}

/* While a panel is open its keys are the ones that work. */
static void draw_panel_hints(const struct popup *popup, struct canvas *canvas)
{
    bool choice = popup->choice_count > 1;
    int col = choice ? draw_key(canvas, 0, "Arrows", "move") : 0;

    col = draw_key(canvas, col, "Enter", choice ? "choose" : "close");
    if (popup_can_leave(popup) && choice)
        col = draw_key(canvas, col, "Esc", "close");
    draw_key(canvas, col, "^Q", "quit");
}

/* The keys that work now; first those that are always there, so that little changes. */
static void draw_hints(const struct app *app, struct canvas *canvas)
{
    int col = 0;

    for (int passing = 0; passing < 2; passing++)
        for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++)
            if (is_hinted(app, action) && (action_rows[action].label[0] == '+') == passing)
                col = draw_hint(canvas, col, (enum action)action);
}

static void draw_too_small(struct canvas *canvas)
{
    canvas_printf(canvas, 0, 0, STYLE_TEXT, "khi needs %dx%d", APP_MIN_COLS, APP_MIN_ROWS);
    canvas_printf(canvas, 1, 0, STYLE_TEXT, "here: %dx%d", canvas->cols, canvas->rows);
    canvas_text(canvas, 2, 0, STYLE_TEXT, "^Q quits");
}

static void draw_popup(struct app *app, int i)
{
    struct popup *popup = &app->popups[i];
    struct canvas *canvas = &app->popup_canvases[i];
    int rows, cols;

    popup_measure(popup, app->base.rows, app->base.cols, &app->popup_rows[i], &app->popup_cols[i],
                  &rows, &cols);
    if (!canvas_resize(canvas, rows, cols))
        return;
    canvas->utf8 = app->utf8;
    popup_draw(popup, canvas);
}

void app_draw(struct app *app, int rows, int cols)
{
    struct canvas *canvas = &app->base;

    if (!canvas_resize(canvas, rows, cols))
        return;
    canvas->utf8 = app->utf8;
    if (rows < APP_MIN_ROWS || cols < APP_MIN_COLS) {
        draw_too_small(canvas);
        return;
    }
    active_ops(app)->draw(app->tabs[app->active], canvas);
    draw_tab_bar(app, canvas);
    if (app->popup_count > 0)
        draw_panel_hints(&app->popups[app->popup_count - 1], canvas);
    else
        draw_hints(app, canvas);
    for (int i = 0; i < app->popup_count; i++)
        draw_popup(app, i);
}

int app_button(struct canvas *canvas, int row, int col, enum style style, const char *label, int id,
               int index)
{
    int end = canvas_printf(canvas, row, col, style, "[%s]", label);

    canvas_hot(canvas, row, col, 1, end - col, id, index);
    return end;
}

/* ---- panels ---- */

struct popup *app_popup(struct app *app, const char *title, const char *text,
                        void (*chosen)(void *owner, int choice), void *owner)
{
    if (app->popup_count == APP_POPUPS) /* no chain of panels is so long */
        app->popup_count--;
    struct popup *popup = &app->popups[app->popup_count++];
    popup_init(popup, title, text, chosen, owner);
    return popup;
}

static void close_popup(struct app *app, int choice)
{
    struct popup *popup = &app->popups[app->popup_count - 1];
    /* what it calls may open the next panel in its place */
    void (*chosen)(void *owner, int choice) = popup->chosen;
    void *owner = popup->owner;

    app->popup_count--;
    if (chosen != NULL)
        chosen(owner, choice);
}

static void popup_takes(struct app *app, const struct event *event)
{
    int top = app->popup_count - 1, choice = -1;
    struct event local = *event;

    local.row -= app->popup_rows[top];
    local.col -= app->popup_cols[top];
    if (popup_event(&app->popups[top], &local, &app->popup_canvases[top], &choice) == POPUP_CLOSES)
        close_popup(app, choice);
}

/* Another tab is wanted: closes the panel, if it can be left. */
static bool leave_popup(struct app *app)
{
    if (!popup_can_leave(&app->popups[app->popup_count - 1]))
        return false;
    close_popup(app, -1);
    return app->popup_count == 0;
}

static size_t add_help_row(char *out, size_t size, int action)
{
    const struct action_row *row = &action_rows[action];

    return (size_t)snprintf(out, size, "  %-16s %s\n", row->keys, row->help);
}

/* Help is made from the table of keys. */
static void show_help(struct app *app)
{
    const struct tab_ops *ops = active_ops(app);
    char text[POPUP_TEXT];
    size_t used = (size_t)snprintf(text, sizeof text, "%s\n\n#Keys\n", ops->intro);

    for (int everywhere = 0; everywhere < 2; everywhere++) {
        if (everywhere)
            used += (size_t)snprintf(text + used, sizeof text - used, "\n#Everywhere\n");
        for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++)
            if ((action_rows[action].where & ops->place) && used + 128 < sizeof text &&
                (action_rows[action].where == IN_ANY) == everywhere)
                used += add_help_row(text + used, sizeof text - used, action);
    }
    struct popup *popup = app_popup(app, "Help", text, NULL, NULL);
    popup->width = 78;
    popup_add(popup, "Close");
}

/* ---- events ---- */

void app_switch(struct app *app, enum tab_id tab)
{
    app->active = tab;
    active_ops(app)->enter(app->tabs[tab]);
}

/* The actions of the frame itself. False: the tab's. */
static bool frame_acts(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_QUIT:
        app->quit = true;
        return true;
    case ACTION_SUSPEND:
        app->suspend = !app->options.restricted;
        return true;
    case ACTION_REPAINT:
        app->repaint = true;
        return true;
    case ACTION_TAB_KHI:
    case ACTION_TAB_CHECK:
    case ACTION_TAB_FIND:
    case ACTION_TAB_RECT:
        app_switch(app, (enum tab_id)(TAB_KHI + (action - ACTION_TAB_KHI)));
        return true;
    case ACTION_HELP:
    case ACTION_HELP_TEXT:
        show_help(app);
        return true;
    default:
        return false;
    }
}

static bool acts(struct app *app, enum action action)
{
    return action != ACTION_NONE &&
           (frame_acts(app, action) || active_ops(app)->act(app->tabs[app->active], action));
}

void app_event(struct app *app, const struct event *event)
{
    const struct hot *hot = NULL;
    enum action action = action_for(event, active_ops(app)->place);
    bool too_small = app->base.rows < APP_MIN_ROWS || app->base.cols < APP_MIN_COLS;

    if (event->kind == EVENT_NONE)
        return;
    if (action == ACTION_QUIT || action == ACTION_SUSPEND || action == ACTION_REPAINT) {
        frame_acts(app, action);
        return;
    }
    if (too_small)
        return;
    bool leaves = action >= ACTION_TAB_KHI && action <= ACTION_TAB_RECT;
    if (app->popup_count > 0 && !(leaves && leave_popup(app))) {
        if (!leaves)
            popup_takes(app, event);
        return;
    }
    if (event->kind != EVENT_KEY)
        hot = canvas_hit(&app->base, event->row, event->col);
    if (event->kind == EVENT_CLICK && hot != NULL && hot->id == HOT_TAB)
        app_switch(app, (enum tab_id)hot->index);
    else if (event->kind == EVENT_CLICK && hot != NULL && hot->id == HOT_ACTION)
        acts(app, (enum action)hot->index);
    else if (!acts(app, action))
        active_ops(app)->event(app->tabs[app->active], event, hot);
}

/* tab_rect.c: the Rect tab: word rectangles, searched for by workers while other tabs are used.
 *
 * The workers wake the loop; tick takes what they have found, at most now and then so that a fast
 * search cannot keep the screen busy. The first grids are kept to be looked at and saved; the rest
 * are counted.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tabs.h"

#include "form.h"
#include "khi/file.h"
#include "khi/rect.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TICK_MS = 100,
    TAKING_MS = 8,        /* of a tick, spent on taking grids */
    TAKING_LAST_MS = 80,  /* of the end of a search */
    KEPT_BYTES = 1 << 20, /* of the grids that are kept */
    TAKEN_AT_ONCE = 256,
    LABEL = 12,
    SMALL_ROWS = 20,
    HOT_BUTTON = HOT_TAB_OWN,
};

struct rect {
    struct app *app;
    struct form form;
    int width, height, must, mirror, distinct, limit, file;
    struct khi_rect *search; /* NULL when it has ended: it holds much memory */
    bool begun;              /* there was a search, whose progress and grids are shown */
    struct khi_rect_progress progress;
    uint64_t wanted;                  /* the limit of the search; 0: none */
    unsigned grid_width, grid_height; /* of the grids that are kept */
    char *kept;                       /* each grid_width * grid_height letters */
    uint32_t kept_count;
    uint64_t taken; /* grids that came out of the search, kept or not */
    int64_t next_tick;
    int scroll, view_rows;
    char message[256];
    bool failed; /* the message is bad news */
};

static const char *const mirror_options[] = {"any", "symmetric only", "not symmetric", NULL};
static const char *const yes_no[] = {"no", "yes", NULL};

/* ---- opening ---- */

static void *open_rect(struct app *app, char *why, size_t size)
{
    struct rect *rect = calloc(1, sizeof *rect);

    (void)why;
    (void)size;
    if (rect == NULL)
        return NULL;
    rect->app = app;
    struct form *form = &rect->form;
    form->line = app->line;
    rect->width = form_add_text(form, "Width", 4, "letters in a row, 2 to 15");
    rect->height = form_add_text(form, "Height", 4, "number of rows, 2 to 15");
    rect->must =
        form_add_text(form, "Must have", 24, "words that must appear, as a row or a column");
    rect->mirror = form_add_switch(form, "Symmetric", mirror_options,
                                   "squares that read the same across and down");
    rect->distinct = form_add_switch(form, "Distinct", yes_no, "no word twice in a grid");
    rect->limit = form_add_text(form, "Limit", 10, "stop after so many grids; empty: find all");
    rect->file = -1;
    if (!app->options.restricted)
        rect->file = form_add_text(form, "Save to", 24, "the file that F8 writes the grids to");
    strcpy(form->fields[rect->width].text, "4");
    strcpy(form->fields[rect->height].text, "4");
    strcpy(form->fields[rect->limit].text, "1000");
    if (!app->options.restricted)
        strcpy(form->fields[rect->file].text, "rectangles.txt");
    return rect;
}

static void close_rect(void *tab)
{
    struct rect *rect = tab;

    khi_rect_free(rect->search);
    free(rect->kept);
    free(rect);
}

static void enter(void *tab)
{
    struct rect *rect = tab;

    form_enter(&rect->form);
}

/* ---- the search ---- */

static bool is_running(const struct rect *rect)
{
    return rect->search != NULL &&
           (rect->progress.state == KHI_RECT_RUNNING || rect->progress.state == KHI_RECT_PAUSED);
}

static void say(struct rect *rect, bool failed, const char *text)
{
    rect->failed = failed;
    khi_text_clean(rect->message, sizeof rect->message, text, strlen(text));
}

static void say_error(struct rect *rect, const struct khi_error *error)
{
    char sentence[256];

    app_format_error(error, sentence, sizeof sentence);
    say(rect, true, sentence);
}

/* Reads the form. */
static enum khi_status read_problem(const struct rect *rect, struct khi_rect_problem *problem,
                                    struct khi_error *error)
{
    const struct field *fields = rect->form.fields;
    char text[LINE_MAX_TEXT * 2 + 2], *rest;
    unsigned width, height;

    snprintf(text, sizeof text, "%sx%s", fields[rect->width].text, fields[rect->height].text);
    enum khi_status status = khi_rect_parse_size(text, error, &width, &height);
    if (status != KHI_OK)
        return status;
    khi_rect_problem_init(problem, width, height);
    snprintf(text, sizeof text, "%s", fields[rect->must].text);
    for (char *word = strtok_r(text, " ,", &rest); word != NULL && status == KHI_OK;
         word = strtok_r(NULL, " ,", &rest))
        status = khi_rect_add_must(problem, word, error);
    problem->mirror = (enum khi_rect_mirror)fields[rect->mirror].option;
    problem->distinct = fields[rect->distinct].option == 1;
    problem->limit = strtoull(fields[rect->limit].text, NULL, 10);
    problem->threads = rect->app->options.restricted ? 1 : 0;
    if (rect->app->options.search_seconds > 0) /* if the loop cannot stop it in time, see below */
        problem->seconds = (unsigned)rect->app->options.search_seconds + 2;
    if (status == KHI_OK)
        status = khi_rect_check(problem, rect->app->lexicon->trie, error);
    return status;
}

static bool limit_is_number(const struct rect *rect)
{
    const char *text = rect->form.fields[rect->limit].text;

    return strlen(text) <= 18 && text[strspn(text, "0123456789")] == '\0';
}

static void end_search(struct rect *rect)
{
    khi_rect_free(rect->search);
    rect->search = NULL;
}

static void start(struct rect *rect)
{
    struct khi_rect_problem problem;
    struct khi_error error = {0};

    if (is_running(rect)) { /* what it has found would be lost */
        say(rect, false, "A search is running: F7 stops it.");
        return;
    }
    if (!limit_is_number(rect)) {
        say(rect, true, "The limit is a whole number, or empty");
        return;
    }
    end_search(rect);
    rect->begun = false;
    rect->kept_count = 0;
    rect->taken = 0;
    rect->scroll = 0;
    memset(&rect->progress, 0, sizeof rect->progress);
    enum khi_status status = read_problem(rect, &problem, &error);
    if (status == KHI_OK && rect->kept == NULL && (rect->kept = malloc(KEPT_BYTES)) == NULL)
        status = khi_fail(&error, KHI_NO_MEMORY, 0, "");
    if (status == KHI_OK)
        status = khi_rect_begin(&problem, rect->app->lexicon, app_wake, rect->app, &error,
                                &rect->search);
    if (status != KHI_OK) {
        say_error(rect, &error);
        return;
    }
    rect->begun = true;
    rect->wanted = problem.limit;
    rect->grid_width = problem.width;
    rect->grid_height = problem.height;
    rect->next_tick = app_now();
    say(rect, false, "Searching...");
}

/* Workers that stop at the limit may have found a few more. */
static uint64_t found(const struct rect *rect)
{
    uint64_t count = rect->progress.found;

    return rect->wanted != 0 && count > rect->wanted ? rect->wanted : count;
}

/* Keeps a grid, without the slashes between its rows, while there is room. */
static void keep(struct rect *rect, const struct khi_rect_grid *grid)
{
    size_t size = (size_t)rect->grid_width * rect->grid_height;

    if ((rect->kept_count + 1) * size > KEPT_BYTES)
        return;
    char *out = rect->kept + rect->kept_count++ * size;
    for (const char *at = grid->text; *at != '\0'; at++)
        if (*at != '/')
            *out++ = *at;
}

/* Takes what was found, for so many milliseconds at most. */
static void take_grids(struct rect *rect, int milliseconds)
{
    struct khi_rect_grid *grids = malloc(TAKEN_AT_ONCE * sizeof *grids);
    size_t got = TAKEN_AT_ONCE;
    int64_t until = app_now() + milliseconds;

    while (grids != NULL && got == TAKEN_AT_ONCE && app_now() < until) {
        got = khi_rect_take(rect->search, grids, TAKEN_AT_ONCE);
        for (size_t i = 0; i < got; i++)
            keep(rect, &grids[i]);
        rect->taken += got;
    }
    free(grids);
}

/* A stop drops what the workers still hold. Each hands it over when it is asked for grids and there
 * are none in the queue, so they are asked a few times. */
static void take_all(struct rect *rect)
{
    int64_t until = app_now() + TAKING_LAST_MS;

    khi_rect_resume(rect->search);
    while (app_now() < until) {
        take_grids(rect, TAKING_MS);
        khi_rect_wait(rect->search, TAKING_MS);
    }
}

static void stop(struct rect *rect)
{
    char text[96];

    if (!is_running(rect))
        return;
    take_all(rect);
    khi_rect_stop(rect->search);
    khi_rect_progress(rect->search, &rect->progress);
    end_search(rect);
    rect->progress.found = rect->taken;
    snprintf(text, sizeof text, "Stopped: %" PRIu64 " grids in %.1f seconds.", found(rect),
             rect->progress.seconds);
    say(rect, false, text);
}

/* So that all that was found is shown. The workers themselves end a little later, should this loop
 * be waiting for a terminal that takes nothing. */
static void stop_in_time(struct rect *rect)
{
    int seconds = rect->app->options.search_seconds;
    char text[80];

    if (seconds == 0 || rect->progress.seconds < seconds)
        return;
    stop(rect);
    snprintf(text, sizeof text, "Stopped: here a search may take %d seconds.", seconds);
    say(rect, false, text);
}

/* Of the whole search, or of the limit, whichever comes first. */
static double fraction(const struct rect *rect)
{
    double part = rect->wanted != 0 ? (double)found(rect) / (double)rect->wanted : 0;

    return part > rect->progress.fraction ? part : rect->progress.fraction;
}

static void say_done(struct rect *rect)
{
    struct khi_error error = {0};
    char text[128];

    if (khi_rect_failure(rect->search, &error) != KHI_OK) {
        say_error(rect, &error);
        return;
    }
    snprintf(text, sizeof text, "Done%s: %" PRIu64 " grids in %.1f seconds%s.",
             rect->progress.complete ? ", all found" : "", found(rect), rect->progress.seconds,
             rect->wanted != 0 && found(rect) == rect->wanted ? ", the limit" : "");
    say(rect, false, text);
}

static void finish(struct rect *rect)
{
    take_grids(rect, TAKING_LAST_MS);
    say_done(rect);
    end_search(rect);
}

static void pause_or_go_on(struct rect *rect)
{
    if (!is_running(rect))
        return;
    if (rect->progress.state == KHI_RECT_PAUSED) {
        khi_rect_resume(rect->search);
        say(rect, false, "Searching...");
    } else {
        khi_rect_pause(rect->search);
        take_grids(rect, TAKING_LAST_MS);
        say(rect, false, "Paused. F6 goes on.");
    }
    khi_rect_progress(rect->search, &rect->progress);
    if (!is_running(rect))
        finish(rect);
    rect->next_tick = app_now() + TICK_MS;
}

static void tick(void *tab, int64_t now)
{
    struct rect *rect = tab;

    if (!is_running(rect) || now < rect->next_tick)
        return;
    rect->next_tick = now + TICK_MS;
    take_grids(rect, TAKING_MS);
    khi_rect_progress(rect->search, &rect->progress);
    if (is_running(rect))
        stop_in_time(rect);
    else
        finish(rect);
}

static int64_t deadline(const void *tab)
{
    const struct rect *rect = tab;

    return is_running(rect) && rect->progress.state == KHI_RECT_RUNNING ? rect->next_tick : -1;
}

/* ---- saving ---- */

static void write_grids(struct rect *rect, const char *path)
{
    size_t size = (size_t)rect->grid_width * rect->grid_height, used = 0;
    struct khi_error error = {0};
    char text[LINE_MAX_TEXT + 64];

    char *out = malloc(rect->kept_count * (size + rect->grid_height + 1));
    if (out == NULL) {
        say(rect, true, "out of memory");
        return;
    }
    for (uint32_t i = 0; i < rect->kept_count; i++) {
        for (unsigned row = 0; row < rect->grid_height; row++) {
            memcpy(out + used, rect->kept + i * size + row * rect->grid_width, rect->grid_width);
            used += rect->grid_width;
            out[used++] = row + 1 < rect->grid_height ? '/' : '\n';
        }
    }
    if (khi_file_write(path, out, used, &error) != KHI_OK) {
        say_error(rect, &error);
    } else {
        int length =
            snprintf(text, sizeof text, "Saved %" PRIu32 " grids to %s.", rect->kept_count, path);
        if (rect->kept_count < found(rect))
            snprintf(text + length, sizeof text - (size_t)length, " (%" PRIu64 " were found.)",
                     found(rect));
        say(rect, false, text);
    }
    free(out);
}

static void overwrite_answered(void *owner, int choice)
{
    struct rect *rect = owner;

    if (choice == 0)
        write_grids(rect, rect->form.fields[rect->file].text);
}

static void save_grids(struct rect *rect)
{
    const char *path = rect->file >= 0 ? rect->form.fields[rect->file].text : "";
    char text[LINE_MAX_TEXT + 64];

    if (rect->kept_count == 0 || path[0] == '\0') {
        say(rect, true, path[0] ? "There is nothing to save yet" : "Give a file to save to");
        return;
    }
    if (access(path, F_OK) != 0) {
        write_grids(rect, path);
        return;
    }
    snprintf(text, sizeof text, "There is a file %s already. Write over it?", path);
    struct popup *popup = app_popup(rect->app, "Save", text, overwrite_answered, rect);
    popup->selected = 1;
    popup_add(popup, "Yes, write over it");
    popup_add(popup, "No");
}

/* ---- drawing ---- */

/* On a small screen grids that were found push fields out, but never the one in focus. */
static int draw_form(const struct rect *rect, struct canvas *canvas)
{
    bool wide = canvas->cols >= 78;
    int count = rect->form.count, rows = wide ? (count + 1) / 2 : count, first = 0;

    if (!wide && rect->begun && canvas->rows < SMALL_ROWS) {
        rows = canvas->rows - 5 - (int)rect->grid_height;
        rows = rows < 2 ? 2 : rows > count ? count : rows;
        first = rect->form.focus < rows ? 0 : rect->form.focus - rows + 1;
    }
    for (int i = first; i < count && (wide || i < first + rows); i++)
        form_draw_field(&rect->form, i, canvas, 1 + (wide ? i % rows : i - first),
                        wide && i >= rows ? 40 : 2, LABEL, true);
    return 1 + rows;
}

static void format_time(char *out, size_t size, double seconds)
{
    if (seconds < 120)
        snprintf(out, size, "%.0f s", seconds);
    else if (seconds < 7200)
        snprintf(out, size, "%.0f min", seconds / 60);
    else if (seconds < 172800)
        snprintf(out, size, "%.1f h", seconds / 3600);
    else
        snprintf(out, size, "%.0f days", seconds / 86400);
}

static int draw_controls(const struct rect *rect, struct canvas *canvas, int row)
{
    const struct khi_rect_progress *progress = &rect->progress;
    bool running = is_running(rect), paused = running && progress->state == KHI_RECT_PAUSED;
    int col = app_button(canvas, row, 2, running ? STYLE_BUTTON_OFF : STYLE_BUTTON, "F5 Start",
                         HOT_BUTTON, ACTION_RECT_START);
    char left[32];

    col = app_button(canvas, row, col + 1, running ? STYLE_BUTTON : STYLE_BUTTON_OFF,
                     paused ? "F6 Go on" : "F6 Pause", HOT_BUTTON, ACTION_RECT_PAUSE);
    col = app_button(canvas, row, col + 1, running ? STYLE_BUTTON : STYLE_BUTTON_OFF, "F7 Stop",
                     HOT_BUTTON, ACTION_RECT_STOP);
    if (!rect->app->options.restricted)
        app_button(canvas, row, col + 1, rect->kept_count ? STYLE_BUTTON : STYLE_BUTTON_OFF,
                   "F8 Save", HOT_BUTTON, ACTION_RECT_SAVE);
    if (!rect->begun)
        return row + 1;
    int width = canvas->cols > 76 ? 24 : canvas->cols / 4;
    canvas_bar(canvas, row + 1, 2, width, fraction(rect));
    int next =
        canvas_printf(canvas, row + 1, width + 3, STYLE_TEXT, "%3.0f%%  %" PRIu64 " found  %.0f/s",
                      fraction(rect) * 100, found(rect), progress->speed);
    format_time(left, sizeof left, progress->left);
    if (running && !paused && progress->left >= 0)
        canvas_printf(canvas, row + 1, next + 2, STYLE_TEXT, "%s left", left);
    else if (running)
        canvas_text(canvas, row + 1, next + 2, STYLE_TEXT, paused ? "paused" : "time unknown");
    return row + 2;
}

/* Grids side by side, as many as the width allows. */
static void draw_grids(struct rect *rect, struct canvas *canvas, int top)
{
    int height = (int)rect->grid_height + 1, width = (int)rect->grid_width * 2 + 2;
    int abreast = (canvas->cols - 2) / (width > 0 ? width : 1);
    size_t size = (size_t)rect->grid_width * rect->grid_height;

    if (rect->kept_count == 0)
        return;
    abreast = abreast > 0 ? abreast : 1;
    rect->view_rows = canvas->rows - 2 - top;
    int lines = ((int)rect->kept_count + abreast - 1) / abreast * height;
    if (rect->scroll > lines - rect->view_rows)
        rect->scroll = lines - rect->view_rows;
    if (rect->scroll < 0)
        rect->scroll = 0;
    canvas->clip_top = top;
    canvas->clip_bottom = canvas->rows - 2;
    int first = rect->scroll / height * abreast;
    for (uint32_t i = (uint32_t)first; i < rect->kept_count; i++) {
        int row = top + (int)i / abreast * height - rect->scroll,
            col = 2 + (int)i % abreast * width;
        if (row >= canvas->clip_bottom)
            break;
        for (size_t letter = 0; letter < size; letter++) {
            int line = row + (int)(letter / rect->grid_width);
            int place = col + 2 * (int)(letter % rect->grid_width);
            canvas_put(canvas, line, place, STYLE_GRID, (wchar_t)rect->kept[i * size + letter]);
            if ((letter + 1) % rect->grid_width != 0)
                canvas_put(canvas, line, place + 1, STYLE_GRID, L' ');
        }
    }
    canvas->clip_top = 0;
    canvas->clip_bottom = canvas->rows;
}

static void draw(void *tab, struct canvas *canvas)
{
    struct rect *rect = tab;
    const struct field *field = &rect->form.fields[rect->form.focus];
    int top = draw_controls(rect, canvas, draw_form(rect, canvas));

    draw_grids(rect, canvas, top);
    if (rect->message[0] != '\0')
        canvas_text(canvas, canvas->rows - 2, 0, rect->failed ? STYLE_BAD : STYLE_STATUS,
                    rect->message);
    else
        canvas_printf(canvas, canvas->rows - 2, 0, STYLE_STATUS, "%s: %s.", field->label,
                      field->help);
}

/* ---- events ---- */

static bool act(void *tab, enum action action)
{
    struct rect *rect = tab;
    int by = action == ACTION_FIELD_NEXT || action == ACTION_DOWN ? 1 : -1;

    switch (action) {
    case ACTION_FIELD_NEXT:
    case ACTION_DOWN:
    case ACTION_FIELD_LAST:
    case ACTION_UP:
        form_focus(&rect->form, rect->form.focus + by);
        if (!is_running(rect))
            rect->message[0] = '\0';
        return true;
    case ACTION_SCROLL_DOWN:
        rect->scroll += rect->view_rows - 1;
        return true;
    case ACTION_SCROLL_UP:
        rect->scroll -= rect->view_rows - 1;
        return true;
    case ACTION_RECT_START:
        start(rect);
        return true;
    case ACTION_RECT_PAUSE:
        pause_or_go_on(rect);
        return true;
    case ACTION_RECT_STOP:
        stop(rect);
        return true;
    case ACTION_RECT_SAVE:
        save_grids(rect);
        return true;
    default:
        return false;
    }
}

static bool can(const void *tab, enum action action)
{
    const struct rect *rect = tab;

    switch (action) {
    case ACTION_RECT_START:
        return !is_running(rect);
    case ACTION_RECT_PAUSE:
    case ACTION_RECT_STOP:
        return is_running(rect);
    case ACTION_RECT_SAVE:
        return rect->kept_count > 0 && !rect->app->options.restricted;
    case ACTION_SCROLL_DOWN:
        return rect->kept_count > 0;
    default:
        return true;
    }
}

static void event(void *tab, const struct event *event, const struct hot *hot)
{
    struct rect *rect = tab;

    if (event->kind == EVENT_WHEEL)
        rect->scroll += event->turn * 3;
    else if (event->kind == EVENT_CLICK && hot != NULL && hot->id == HOT_BUTTON)
        act(tab, (enum action)hot->index);
    else if (form_event(&rect->form, event, hot) && !is_running(rect))
        rect->message[0] = '\0';
}

static void headline(const void *tab, char *out, size_t size)
{
    const struct rect *rect = tab;

    if (rect->begun)
        snprintf(out, size, "%" PRIu64 " grids", found(rect));
    else
        out[0] = '\0';
}

static void badge(const void *tab, char *out, size_t size)
{
    const struct rect *rect = tab;

    if (is_running(rect))
        snprintf(out, size, rect->progress.state == KHI_RECT_PAUSED ? "paused" : "%.0f%%",
                 fraction(rect) * 100);
}

const struct tab_ops tab_rect = {
    .name = "Rect",
    .place = IN_RECT,
    .intro = "Word rectangles: grids whose rows and columns are all words. Give the size and press "
             "F5; the search goes on while you use the other tabs. Must-have words appear as a row "
             "or a column. Left, Right or Space turn a switch.",
    .open = open_rect,
    .close = close_rect,
    .enter = enter,
    .draw = draw,
    .act = act,
    .can = can,
    .event = event,
    .deadline = deadline,
    .tick = tick,
    .headline = headline,
    .badge = badge,
};

/* check_tui.c: the screen's parts without a terminal: keys, canvas, panels, styles, and the whole
 * program drawn on canvases. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testlib.h"
#include "tui/app.h"
#include "tui/mouse.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the table of keys ---- */

static struct event named(const char *name)
{
    return event_parse(name, strlen(name));
}

static const enum place places[] = {IN_KHI, IN_CHECK, IN_FIND, IN_RECT};

/* Calls `each` for every key of an action. */
static void each_key(int action, void (*each)(int action, const struct event *event))
{
    const char *keys = action_rows[action].keys;

    while (*keys != '\0') {
        size_t length = strcspn(keys, " ");
        struct event event = event_parse(keys, length);
        ck_assert_msg(event.kind == EVENT_KEY, "%.*s is no key", (int)length, keys);
        each(action, &event);
        keys += length;
        keys += strspn(keys, " ");
    }
}

static void is_the_actions_own(int action, const struct event *event)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (action_rows[action].where & places[i])
            ck_assert_msg((int)action_for(event, places[i]) == action,
                          "two actions share a key: %s and %s", action_rows[action].help,
                          action_rows[action_for(event, places[i])].help);
}

START_TEST(gives_each_key_of_a_place_one_meaning)
{
    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++)
        each_key(action, is_the_actions_own);
}
END_TEST

START_TEST(has_a_key_and_help_for_every_action)
{
    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
        ck_assert_uint_ne(action_rows[action].where, 0);
        ck_assert_str_ne(action_rows[action].keys, "");
        ck_assert_msg(strlen(action_rows[action].help) > 4, "%s has no help",
                      action_rows[action].keys);
    }
}
END_TEST

static void is_no_letter(int action, const struct event *event)
{
    if (action_rows[action].where & IN_TEXT)
        ck_assert_msg(event->alt || event->key < ' ' || event->key >= KEY_FIRST_SPECIAL,
                      "'%c' cannot be typed into a field", event->key);
}

START_TEST(takes_no_letter_from_those_that_are_typed)
{
    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++)
        each_key(action, is_no_letter);
}
END_TEST

START_TEST(parses_the_names_of_keys)
{
    ck_assert_int_eq(named("^P").key, 'P' & 0x1f);
    ck_assert_int_eq(named("F10").key, KEY_CODE_F1 + 9);
    ck_assert(named("Alt-1").alt);
    ck_assert_int_eq(named("Alt-1").key, '1');
    ck_assert_int_eq(named("Space").key, ' ');
    ck_assert_int_eq(named("Nothing").kind, EVENT_NONE);
    ck_assert_int_eq(event_letter(&(struct event){.kind = EVENT_KEY, .key = 'z'}), 25);
    ck_assert_int_eq(event_letter(&(struct event){.kind = EVENT_KEY, .key = '['}), -1);
    ck_assert_int_eq(event_letter(&(struct event){.kind = EVENT_KEY, .key = 'a', .alt = true}), -1);
}
END_TEST

/* ---- the canvas ---- */

static struct canvas canvas;

static void make_canvas(int rows, int cols)
{
    ck_assert(canvas_resize(&canvas, rows, cols));
}

static const char *row_text(const struct canvas *from, int row)
{
    static char text[512];
    size_t used = 0;

    for (int col = 0; col < from->cols && used + 1 < sizeof text; col++) {
        wchar_t glyph = from->cells[row * from->cols + col].glyph;
        text[used++] = glyph < 128 ? (char)glyph : '#';
    }
    while (used > 0 && text[used - 1] == ' ')
        used--;
    text[used] = '\0';
    return text;
}

START_TEST(cuts_off_what_is_outside)
{
    make_canvas(3, 10);
    canvas_text(&canvas, 1, 7, STYLE_TEXT, "abcdef");
    canvas_text(&canvas, -1, 0, STYLE_TEXT, "no");
    canvas_text(&canvas, 3, 0, STYLE_TEXT, "no");
    canvas_text(&canvas, 0, -2, STYLE_TEXT, "xyz");
    canvas_fill(&canvas, 2, -5, 9, 100, STYLE_GOOD);
    canvas_put(&canvas, 1, 10, STYLE_TEXT, L'!');
    ck_assert_str_eq(row_text(&canvas, 1), "       abc");
    ck_assert_str_eq(row_text(&canvas, 0), "z");
    ck_assert_int_eq(canvas_text_cut(&canvas, 0, 2, 3, STYLE_TEXT, "abcdef"), 5);
    ck_assert_str_eq(row_text(&canvas, 0), "z abc");
    canvas_free(&canvas);
}
END_TEST

static const struct {
    const char *text;
    int width, lines;
} wraps[] = {
    {"", 10, 0},         {"one", 10, 1},           {"one two three", 7, 2}, {"one two three", 3, 4},
    {"one\ntwo", 10, 2}, {"one\n\ntwo", 10, 3},    {"abcdefghij", 4, 3},    {"abcdefghij", 1, 10},
    {"a  b", 10, 1},     {"one two three", 13, 1},
};

START_TEST(breaks_lines_at_blanks)
{
    make_canvas(20, 20);
    int counted = canvas_wrap(NULL, 0, 0, 100, wraps[_i].width, -1, wraps[_i].text);
    int drawn = canvas_wrap(&canvas, 0, 0, 100, wraps[_i].width, STYLE_TEXT, wraps[_i].text);
    ck_assert_int_eq(counted, wraps[_i].lines);
    ck_assert_int_eq(drawn, counted);
    for (int row = 0; row < canvas.rows; row++)
        ck_assert_int_le((int)strlen(row_text(&canvas, row)), wraps[_i].width);
    canvas_free(&canvas);
}
END_TEST

START_TEST(finds_the_topmost_place_that_a_click_hits)
{
    make_canvas(5, 20);
    canvas_hot(&canvas, 0, 0, 5, 20, 1, 10);
    canvas_hot(&canvas, 1, 2, 1, 3, 2, 20);
    ck_assert_int_eq(canvas_hit(&canvas, 1, 4)->index, 20);
    ck_assert_int_eq(canvas_hit(&canvas, 1, 5)->index, 10);
    ck_assert_ptr_null(canvas_hit(&canvas, 5, 0));
    canvas_clear(&canvas, STYLE_TEXT);
    ck_assert_ptr_null(canvas_hit(&canvas, 1, 4));
    canvas_free(&canvas);
}
END_TEST

START_TEST(draws_text_that_is_not_utf8)
{
    make_canvas(1, 20);
    canvas_text(&canvas, 0, 0, STYLE_TEXT, "a\xff\xc3z\xe2\x82");
    ck_assert_int_eq((int)canvas.cells[0].glyph, 'a');
    ck_assert_ptr_nonnull(strchr(row_text(&canvas, 0), 'z'));
    canvas_free(&canvas);
}
END_TEST

/* ---- panels ---- */

static int chosen_choice;

static enum popup_answer press(struct popup *popup, const char *key)
{
    struct event event = named(key);

    chosen_choice = -2;
    return popup_event(popup, &event, &canvas, &chosen_choice);
}

static void open_popup(struct popup *popup, int rows, int cols)
{
    int row, col, height, width;

    popup_measure(popup, rows, cols, &row, &col, &height, &width);
    ck_assert_int_ge(row, 0);
    ck_assert_int_ge(col, 0);
    ck_assert_int_le(row + height, rows);
    ck_assert_int_le(col + width, cols);
    make_canvas(height, width);
    popup_draw(popup, &canvas);
}

START_TEST(picks_from_a_panel)
{
    struct popup popup;

    popup_init(&popup, "Title", "Some text.", NULL, NULL);
    popup_add(&popup, "Yes");
    popup_add(&popup, "No");
    open_popup(&popup, 24, 80);
    ck_assert_int_eq(press(&popup, "Right"), POPUP_STAYS);
    ck_assert_int_eq(press(&popup, "Right"), POPUP_STAYS); /* there is none */
    ck_assert_int_eq(press(&popup, "Enter"), POPUP_CLOSES);
    ck_assert_int_eq(chosen_choice, 1);
    ck_assert_int_eq(press(&popup, "Esc"), POPUP_CLOSES);
    ck_assert_int_eq(chosen_choice, -1);
    ck_assert_int_eq(press(&popup, "Alt-x"), POPUP_STAYS);
    popup.must = true;
    ck_assert_int_eq(press(&popup, "Esc"), POPUP_CLOSES);
    ck_assert_int_ge(chosen_choice, 0);
    canvas_free(&canvas);
}
END_TEST

START_TEST(fits_a_panel_into_every_screen)
{
    struct popup popup;
    char text[2000] = "";

    for (int i = 0; i < 60; i++)
        sprintf(text + strlen(text), "line %d of a long text\n", i);
    popup_init(&popup, "Title", text, NULL, NULL);
    for (int i = 0; i < 26; i++)
        popup_add(&popup, (char[]){(char)('A' + i), '\0'});
    popup.columns = 9;
    for (int rows = APP_MIN_ROWS; rows < 40; rows++)
        for (int cols = APP_MIN_COLS; cols < 100; cols += 7)
            open_popup(&popup, rows, cols);
    canvas_free(&canvas);
}
END_TEST

/* ---- styles ---- */

START_TEST(tells_own_and_enemy_tiles_apart_in_every_scheme)
{
    static const int colours[] = {256, 8, 0};
    struct look own = theme_look((enum theme)(_i / 3), colours[_i % 3], STYLE_OWN);
    struct look enemy = theme_look((enum theme)(_i / 3), colours[_i % 3], STYLE_ENEMY);
    struct look laid = theme_look((enum theme)(_i / 3), colours[_i % 3], STYLE_LAID);

    ck_assert(own.bg != enemy.bg || own.attributes != enemy.attributes);
    ck_assert(laid.bg != enemy.bg || laid.attributes != enemy.attributes);
    ck_assert(laid.bg != own.bg || laid.attributes != own.attributes);
}
END_TEST

/* ---- the whole, without a terminal ---- */

static char home[32];

static struct app *open_app(const struct app_options *options)
{
    struct app *app = calloc(1, sizeof *app);
    char why[256];

    strcpy(home, "/tmp/khi-tui.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(home));
    setenv("HOME", home, 1);
    app->wake_fd = -1;
    ck_assert_msg(app_open(app, options, why, sizeof why), "%s", why);
    return app;
}

static void close_app(struct app *app)
{
    char command[64];

    app_close(app);
    free(app);
    snprintf(command, sizeof command, "rm -rf %s", home);
    ck_assert_int_eq(system(command), 0);
}

static void press_keys(struct app *app, const char *const *names)
{
    for (; *names != NULL; names++) {
        struct event event = named(*names);
        app_event(app, &event);
    }
}

static bool shows(const struct app *app, const char *text)
{
    bool found = false;

    for (int row = 0; row < app->base.rows; row++)
        found |= strstr(row_text(&app->base, row), text) != NULL;
    return found;
}

START_TEST(draws_every_tab_at_every_size)
{
    struct app *app = open_app(
        &(struct app_options){.level = 1, .has_seed = true, .seed = 5, .restricted = true});

    for (int tab = 0; tab < TAB_COUNT; tab++) {
        app_switch(app, (enum tab_id)tab);
        for (int rows = 1; rows < 60; rows += 1 + rows / 12)
            for (int cols = 1; cols < 220; cols += 1 + cols / 12)
                app_draw(app, rows, cols);
        app_draw(app, 24, 80);
        ck_assert_ptr_nonnull(strstr(row_text(&app->base, 0), tab_table[tab]->name));
        ck_assert_ptr_nonnull(strstr(row_text(&app->base, 23), "^Q quit"));
    }
    press_keys(app, (const char *const[]){"F10", NULL});
    app_draw(app, 24, 80);
    ck_assert_int_eq(app->popup_count, 1);
    press_keys(app, (const char *const[]){"^Q", NULL});
    ck_assert(app->quit);
    close_app(app);
}
END_TEST

/* Ticks until the screen shows the text. Returns the milliseconds that it took. */
static int64_t tick_until(struct app *app, const char *text)
{
    int64_t begin = app_now();

    do {
        ck_assert_msg(app_now() < begin + 60000, "no \"%s\"", text);
        usleep(10000);
        app_tick(app);
        app_draw(app, 24, 80);
    } while (!shows(app, text));
    return app_now() - begin;
}

/* 7x7 without a limit takes days. */
static const char *const long_search[] = {
    "Backspace", "7",         "Tab",       "Backspace", "7",         "Tab", "Tab", "Tab",
    "Tab",       "Backspace", "Backspace", "Backspace", "Backspace", "F5",  NULL};

START_TEST(ends_a_search_when_its_time_is_up)
{
    struct app *app =
        open_app(&(struct app_options){.level = 1, .restricted = true, .search_seconds = 1});

    app_draw(app, 24, 80);
    press_keys(app, (const char *const[]){"Esc", "F4", NULL});
    press_keys(app, long_search);
    tick_until(app, "Searching");
    ck_assert_int_ge(tick_until(app, "Stopped: here a search may take 1 seconds."), 800);
    press_keys(app, (const char *const[]){"F5", NULL});
    tick_until(app, "Searching");
    ck_assert_int_ge(tick_until(app, "Stopped: here a search may take 1 seconds."), 800);
    close_app(app);
}
END_TEST

static const struct report {
    enum mouse_report report;
    const char *bytes; /* behind its beginning */
    struct event event;
    const char *rest; /* what is none of its bytes */
} reports[] = {
    {MOUSE_SGR, "0;7;3M", {.kind = EVENT_CLICK, .row = 2, .col = 6}, ""},
    {MOUSE_SGR, "20;7;3M", {.kind = EVENT_CLICK, .row = 2, .col = 6}, ""}, /* with Shift, Control */
    {MOUSE_SGR, "64;80;24Mx", {.kind = EVENT_WHEEL, .row = 23, .col = 79, .turn = -1}, "x"},
    {MOUSE_SGR, "65;1;1M", {.kind = EVENT_WHEEL, .turn = 1}, ""},
    {MOUSE_SGR, "0;7;3m", {.kind = EVENT_NONE}, ""},
    {MOUSE_SGR, "2;7;3M", {.kind = EVENT_NONE}, ""},
    {MOUSE_SGR, "0;7M", {.kind = EVENT_NONE}, ""},
    {MOUSE_SGR, ";;M", {.kind = EVENT_NONE}, ""},
    {MOUSE_SGR, "0;7;q", {.kind = EVENT_NONE}, "q"},
    {MOUSE_SGR, "0;-7;3M", {.kind = EVENT_NONE}, "-7;3M"},
    {MOUSE_SGR, "\021", {.kind = EVENT_NONE}, "\021"},
    {MOUSE_SGR, "00000000000000000000000M", {.kind = EVENT_NONE}, "0000M"},
    {MOUSE_X10, " '#", {.kind = EVENT_CLICK, .row = 2, .col = 6}, ""},
    {MOUSE_X10, "`!!", {.kind = EVENT_WHEEL, .turn = -1}, ""},
    {MOUSE_X10, "##", {.kind = EVENT_NONE}, ""},
    {MOUSE_X10, " \021", {.kind = EVENT_NONE}, "\021"},
};

START_TEST(reads_reports_of_the_mouse)
{
    const struct report *row = &reports[_i];
    struct event event = {.kind = EVENT_NONE};
    struct mouse mouse;
    const char *at = row->bytes;

    mouse_begin(&mouse, row->report);
    while (*at != '\0' && mouse.reading != MOUSE_NONE &&
           mouse_take(&mouse, (unsigned char)*at, &event))
        at++;
    ck_assert_str_eq(at, row->rest);
    ck_assert_int_eq(event.kind, row->event.kind);
    ck_assert(event.kind == EVENT_NONE ||
              (event.row == row->event.row && event.col == row->event.col));
    ck_assert(event.kind != EVENT_WHEEL || event.turn == row->event.turn);
}
END_TEST

static Suite *tui_suite(void)
{
    Suite *suite = suite_create("the screen's parts");
    TCase *tests = tcase_create("parts");

    tcase_add_test(tests, gives_each_key_of_a_place_one_meaning);
    tcase_add_test(tests, has_a_key_and_help_for_every_action);
    tcase_add_test(tests, takes_no_letter_from_those_that_are_typed);
    tcase_add_test(tests, parses_the_names_of_keys);
    tcase_add_loop_test(tests, reads_reports_of_the_mouse, 0,
                        (int)(sizeof reports / sizeof *reports));
    tcase_add_test(tests, cuts_off_what_is_outside);
    tcase_add_loop_test(tests, breaks_lines_at_blanks, 0, (int)(sizeof wraps / sizeof *wraps));
    tcase_add_test(tests, finds_the_topmost_place_that_a_click_hits);
    tcase_add_test(tests, draws_text_that_is_not_utf8);
    tcase_add_test(tests, picks_from_a_panel);
    tcase_add_test(tests, fits_a_panel_into_every_screen);
    tcase_add_loop_test(tests, tells_own_and_enemy_tiles_apart_in_every_scheme, 0, THEME_COUNT * 3);
    tcase_add_test(tests, draws_every_tab_at_every_size);
    tcase_add_test(tests, ends_a_search_when_its_time_is_up);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    return test_run(tui_suite());
}

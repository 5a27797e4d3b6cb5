/* e2e_terminal.c: terminals of all kinds and sizes. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include "testlib.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- every kind at every size ---- */

static const char *const kinds[] = {"xterm-256color", "xterm",  "vt100",           "ansi",
                                    "linux",          "screen", "screen-256color", "tmux-256color"};
static const struct {
    int rows, cols;
} sizes[] = {{24, 80}, {40, 120}, {20, 60}, {10, 30}};

enum { KINDS = sizeof kinds / sizeof *kinds, SIZES = sizeof sizes / sizeof *sizes };

START_TEST(plays_on_every_terminal_at_every_size)
{
    /* A cursor in the last column is elsewhere in such a terminal than in libvterm. */
    if (strcmp(kinds[_i / SIZES], "ansi") == 0 && sizes[_i % SIZES].cols == 30)
        return;
    struct terminal *terminal =
        START(.term = kinds[_i / SIZES], .rows = sizes[_i % SIZES].rows,
              .cols = sizes[_i % SIZES].cols, .arguments = ARGS("--level", "easy", "--seed", "21"));

    see(terminal, "Your move");
    see(terminal, "Rack");
    terminal_keys(terminal, "<Tab>\r\r"); /* the rack's first tile onto the cursor's square */
    see_rack(terminal, ".");
    see(terminal, "?");
    terminal_keys(terminal, "<^U>"); /* answered while a tile is laid */
    see(terminal, "nothing to take back");
    terminal_keys(terminal, "<Alt-2>cat\r");
    see(terminal, "CAT");
    terminal_keys(terminal, "<Alt-3>zax");
    see(terminal, "3 letters: 1");
    terminal_keys(terminal, "<Alt-4>");
    see(terminal, "Width");
    terminal_keys(terminal, "<Alt-1>");
    see_rack(terminal, ".");
    quit(terminal);
}
END_TEST

START_TEST(scrolls_the_board_where_it_does_not_fit)
{
    struct terminal *terminal =
        START(.rows = 10, .cols = 30, .arguments = ARGS("--level", "easy", "--seed", "21"));

    see(terminal, "10 *");
    terminal_keys(terminal, "<End>");
    see(terminal, "R S");
    terminal_keys(terminal, "<Down><Down><Down><Down><Down><Down><Down><Down><Down>");
    see(terminal, "19 .");
    terminal_keys(terminal, "<Home>");
    see(terminal, "A B");
    quit(terminal);
}
END_TEST

START_TEST(puts_the_cursor_on_the_active_cell)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy", "--seed", "21"));
    int row, col;

    see(terminal, "Your move");
    ck_assert(e2e_square(terminal, 9, 0, &row, &col));
    ck_assert(terminal_wait_cursor(terminal, row, col));
    terminal_keys(terminal, "<Right><Right><Up>");
    ck_assert(terminal_wait_cursor(terminal, row - 1, col + 4));
    terminal_keys(terminal, "<End>");
    ck_assert(terminal_wait_cursor(terminal, row - 1, col + 36));
    terminal_keys(terminal, "<F2>ab");
    see(terminal, "Words: ab");
    ck_assert_int_ge(terminal_find(terminal, "Words: ab", &col), 0);
    ck_assert(terminal_wait_cursor(terminal, 4, col + 9));
    quit(terminal);
}
END_TEST

/* ---- colours and characters ---- */

static const struct {
    const char *variable, *argument;
} colourless[] = {{"NO_COLOR=1", NULL}, {NULL, "--mono"}, {NULL, "--theme=mono"}};

/* Owners are told by attributes and marks, and no colour is ever asked for. */
START_TEST(does_without_colour)
{
    struct terminal *terminal =
        START(.variable = colourless[_i].variable,
              .arguments = ARGS("--board", e2e_board("H 9 0 CAT 0;V 6 3 DOG 1"), "--rack",
                                "SEEEEEE", colourless[_i].argument));
    int row, col, other_row, other_col;

    see(terminal, "Your move");
    see_square(terminal, 9, 0, 'C');
    see_square(terminal, 6, 3, 'D');
    ck_assert(e2e_square(terminal, 9, 0, &row, &col));
    ck_assert(e2e_square(terminal, 6, 3, &other_row, &other_col));
    ck_assert_uint_eq(terminal_cell(terminal, other_row, other_col + 1).glyph, '|');
    ck_assert_uint_eq(terminal_cell(terminal, row, col + 1).glyph, ' ');
    ck_assert(terminal_cell(terminal, row, col).reverse);
    ck_assert(!terminal_cell(terminal, other_row, other_col).reverse);
    terminal_keys(terminal, "s?");
    see(terminal, "Close");
    terminal_keys(terminal, "<Enter><F2>cat xqz<Enter><F3>cat<F4><F5>");
    see(terminal, "found");
    ck_assert(!terminal_used_colour(terminal));
    quit(terminal);
}
END_TEST

START_TEST(tells_owners_apart_by_colour)
{
    static const char *const themes[] = {"default", "light", "safe"};
    struct terminal *terminal =
        START(.term = _i % 2 ? "xterm" : "xterm-256color",
              .arguments = ARGS("--board", e2e_board("H 9 0 CAT 0;V 6 3 DOG 1"), "--rack",
                                "SEEEEEE", "--theme", themes[_i / 2]));
    int row, col, other_row, other_col;

    see(terminal, "Your move");
    ck_assert(terminal_used_colour(terminal));
    ck_assert(e2e_square(terminal, 9, 0, &row, &col));
    ck_assert(e2e_square(terminal, 6, 3, &other_row, &other_col));
    struct terminal_cell own = terminal_cell(terminal, row, col);
    struct terminal_cell other = terminal_cell(terminal, other_row, other_col);
    struct terminal_cell empty = terminal_cell(terminal, row + 3, col);
    ck_assert_int_ne(own.bg, other.bg);
    ck_assert_int_ne(own.bg, empty.bg);
    ck_assert_int_ne(other.bg, empty.bg);
    quit(terminal);
}
END_TEST

static const struct {
    const char *variable, *argument;
} plain[] = {{NULL, "--ascii"}, {"LC_ALL=C", NULL}};

START_TEST(sends_no_byte_beyond_ascii)
{
    struct terminal *terminal =
        START(.variable = plain[_i].variable,
              .arguments = ARGS("--level", "easy", "--seed", "21", plain[_i].argument));

    see(terminal, "Your move");
    terminal_keys(terminal, "<Tab><Enter><Enter> ");
    see_laid(terminal);
    terminal_keys(terminal, "<Esc>");
    see_none_laid(terminal);
    terminal_keys(terminal, "?");
    see(terminal, "Close");
    terminal_keys(terminal, "<PgDn><Esc>");
    see_gone(terminal, "Close");
    terminal_keys(terminal, "<^T>");
    see(terminal, "The best plays");
    terminal_keys(terminal, "<Enter><Enter>");
    see(terminal, "The computer ");
    terminal_keys(terminal, "<F2>cat xqz \303\244\342\202\254<Enter>");
    see(terminal, "invalid");
    terminal_keys(terminal, "<F5>cat<Enter>");
    see(terminal, "A C C E P T A B L E");
    terminal_keys(terminal, "x<F3>retain?");
    see(terminal, "RETAINs");
    terminal_keys(terminal, "<F4><F5>");
    see(terminal, "found");
    ck_assert_uint_eq(terminal_beyond_ascii(terminal), 0);
    quit(terminal);
}
END_TEST

START_TEST(loses_no_key_behind_a_byte_that_is_no_character)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<F2>cat\377s\342\202 \303\244x");
    see(terminal, "Words: cats \303\244x");
    quit(terminal);
}
END_TEST

START_TEST(leaves_the_mouse_alone_if_told)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy", "--no-mouse"));

    see(terminal, "Your move");
    terminal_click(terminal, 0, 12); /* nothing is sent */
    see_repaint(terminal);
    see(terminal, "[F1 Khi]");
    quit(terminal);
}
END_TEST

/* ---- refusals ---- */

static const struct {
    const char *term, *says;
} refused[] = {
    {"dumb", "cannot move its cursor"},
    {"no-such-terminal", "is not known here"},
    {"", "TERM is not set"},
};

START_TEST(refuses_a_terminal_that_cannot_do)
{
    struct terminal *terminal = START(.term = refused[_i].term);

    see(terminal, "khi: ");
    see(terminal, refused[_i].says);
    see_end(terminal, 2);
}
END_TEST

START_TEST(refuses_what_is_no_terminal)
{
    ck_assert_int_eq(e2e_run(e2e_home(), NULL, NULL), 2);
}
END_TEST

START_TEST(gives_the_terminal_back)
{
    struct terminal *terminal =
        START(.program = "/bin/sh",
              .arguments = ARGS("-c", "cd && stty -a >before && \"$KHI_PROGRAM\" --level "
                                      "easy; stty -a >after; cmp before after && echo the same"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<^Q>");
    see(terminal, "the same");
    see_not(terminal, "Your move"); /* the screen of before is back */
    see_end(terminal, 0);
}
END_TEST

/* ---- sizes that change ---- */

START_TEST(asks_for_more_room_and_comes_back)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy", "--seed", "21"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<Tab><Enter><Enter>");
    see_rack(terminal, ".");
    terminal_resize(terminal, 9, 40);
    see(terminal, "khi needs 30x10");
    terminal_keys(terminal, "x<Enter>"); /* what cannot be seen does nothing */
    terminal_resize(terminal, 24, 29);
    see(terminal, "here: 29x24");
    terminal_resize(terminal, 40, 120);
    see_laid(terminal);
    see_rack(terminal, ".");
    terminal_resize(terminal, 9, 29);
    see(terminal, "^Q quits");
    quit(terminal);
}
END_TEST

/* What is on the screen while sizes change: a laid tile, a panel, a form, a verdict. */
static const struct {
    const char *keys, *sees;
} under_storms[] = {
    {"", "Enter play"},         {"<^T>", "The best plays"},
    {"<F9>", "Menu"},           {"?", "Close"},
    {"<F2>cat", "cat"},         {"<F2><F5>cat<Enter>", "P T A B L E"},
    {"<F3>retains", "RETAINS"}, {"<F4><F5>", "found"},
};

START_TEST(survives_storms_of_resizing)
{
    struct test_random random = test_random_begin((uint64_t)_i + 1);
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy", "--seed", "21"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<Tab><Enter><Enter>");
    see_rack(terminal, ".");
    terminal_keys(terminal, under_storms[_i].keys);
    see(terminal, under_storms[_i].sees);
    for (int i = 0; i < 60; i++) {
        int rows = 1 + (int)test_random_below(&random, 60);
        int cols = 1 + (int)test_random_below(&random, 200);
        terminal_resize(terminal, i % 7 == 0 ? 1 : rows, i % 7 == 0 || i % 11 == 0 ? 1 : cols);
        if (i % 5 == 0)
            see_repaint(terminal);
    }
    terminal_resize(terminal, 1, 1);
    see_repaint(terminal);
    terminal_resize(terminal, 24, 80);
    see(terminal, under_storms[_i].sees);
    terminal_keys(terminal, "<Enter><F1>");
    see(terminal, "Rack");
    see_repaint(terminal);
    see(terminal, "Tile hold");
    quit(terminal);
}
END_TEST

static Suite *terminal_suite(void)
{
    Suite *suite = suite_create("terminals");
    TCase *tests = tcase_create("terminals");

    tcase_add_loop_test(tests, plays_on_every_terminal_at_every_size, 0, KINDS * SIZES);
    tcase_add_test(tests, scrolls_the_board_where_it_does_not_fit);
    tcase_add_test(tests, puts_the_cursor_on_the_active_cell);
    tcase_add_loop_test(tests, does_without_colour, 0, 3);
    tcase_add_loop_test(tests, tells_owners_apart_by_colour, 0, 6);
    tcase_add_loop_test(tests, sends_no_byte_beyond_ascii, 0, 2);
    tcase_add_test(tests, loses_no_key_behind_a_byte_that_is_no_character);
    tcase_add_test(tests, leaves_the_mouse_alone_if_told);
    tcase_add_loop_test(tests, refuses_a_terminal_that_cannot_do, 0, 3);
    tcase_add_test(tests, refuses_what_is_no_terminal);
    tcase_add_test(tests, gives_the_terminal_back);
    tcase_add_test(tests, asks_for_more_room_and_comes_back);
    tcase_add_loop_test(tests, survives_storms_of_resizing, 0,
                        (int)(sizeof under_storms / sizeof *under_storms));
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return e2e_main(terminal_suite());
}

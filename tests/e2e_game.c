/* e2e_game.c: whole games on the screen, and what surrounds them: introduction, levels, hints,
 * undo, restart, menu, settings, the end, scores. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 80 };

/* ---- a game played by its hints ---- */

enum moment { NOTHING, MY_MOVE, PANEL, NO_PLAY, END };

static enum moment moment_now(const struct terminal *terminal)
{
    if (terminal_find(terminal, "The end", NULL) >= 0)
        return END;
    if (terminal_find(terminal, "The best plays", NULL) >= 0 &&
        terminal_find(terminal, "\u2514", NULL) >= 0) /* down to its last corner */
        return PANEL;
    if (terminal_find(terminal, "There is no play", NULL) >= 0)
        return NO_PLAY;
    if (terminal_find(terminal, "Your move", NULL) >= 0 ||
        terminal_find(terminal, "If you pass now", NULL) >= 0)
        return MY_MOVE;
    return NOTHING;
}

static bool is_at(const struct terminal *terminal, const void *context)
{
    const unsigned *wanted = context;

    return *wanted >> moment_now(terminal) & 1;
}

/* Waits for one of these moments, a set of bits, and returns it. */
static enum moment wait_moment(struct terminal *terminal, unsigned wanted)
{
    if (!terminal_wait_for(terminal, is_at, &wanted)) {
        char *screen = terminal_text(terminal);
        ck_abort_msg("none of the moments %#x came; the screen:\n%s", wanted, screen);
    }
    return moment_now(terminal);
}

static enum moment ask_hint(struct terminal *terminal)
{
    terminal_keys(terminal, "<^T>");
    return wait_moment(terminal, 1u << PANEL | 1u << NO_PLAY);
}

/* Plays the best hint by keys, or passes. Returns the next moment. */
static enum moment play_by_keys(struct terminal *terminal)
{
    if (ask_hint(terminal) == NO_PLAY) {
        terminal_keys(terminal, "<^P><^P>");
        see_gone(terminal, "There is no play");
    } else {
        terminal_keys(terminal, "<Enter>");
        see_gone(terminal, "The best plays");
        see_laid(terminal);
        terminal_keys(terminal, "<Enter>");
        see_none_laid(terminal);
    }
    return wait_moment(terminal, 1u << MY_MOVE | 1u << END);
}

/* Takes a laid tile back with a click and lays it again with another. */
static void lay_again(struct terminal *terminal)
{
    int row, col, screen_row, screen_col;

    ck_assert(e2e_find_laid(terminal, &row, &col));
    ck_assert(e2e_square(terminal, row, col, &screen_row, &screen_col));
    char letter = (char)terminal_cell(terminal, screen_row, screen_col).glyph;
    terminal_click(terminal, screen_row, screen_col);
    see(terminal, "<  "); /* the tile is marked on the rack as >A< */
    terminal_click(terminal, screen_row, screen_col);
    if (letter >= 'a')
        click(terminal, ((char[]){' ', (char)(letter - 'a' + 'A'), ' ', '\0'}));
    see_square(terminal, row, col, letter);
}

/* The first play of the list stands below the panel's empty line. */
static void click_first_hint(struct terminal *terminal)
{
    int col, row = terminal_find(terminal, "\u250c", &col);

    while (terminal_cell(terminal, row, col + 2).glyph != ' ' ||
           terminal_cell(terminal, row, col + 3).glyph != ' ')
        row++;
    terminal_click(terminal, row + 1, col + 4);
}

static enum moment play_by_mouse(struct terminal *terminal)
{
    click(terminal, "^T hint");
    if (wait_moment(terminal, 1u << PANEL | 1u << NO_PLAY) == NO_PLAY) {
        click(terminal, "Pass]");
        see(terminal, "again: yes");
        click(terminal, "Pass]");
        see_gone(terminal, "again: yes");
    } else {
        click_first_hint(terminal);
        see_gone(terminal, "The best plays");
        see_laid(terminal);
        lay_again(terminal);
        click(terminal, "Play]");
        see_none_laid(terminal);
    }
    return wait_moment(terminal, 1u << MY_MOVE | 1u << END);
}

static void play_to_the_end(struct terminal *terminal, enum moment (*play)(struct terminal *))
{
    int turns = 0;

    while (play(terminal) != END)
        ck_assert_int_lt(++turns, MOST_TURNS);
    see(terminal, "Tile score");
    see(terminal, "Penalties");
    see(terminal, "Bonus");
    see(terminal, "Total");
    see(terminal, "Play again");
}

/* ---- whole games ---- */

static const struct {
    const char *seed, *term, *variable;
    int rows, cols;
} settings[] = {
    {"1", "xterm-256color", NULL, 24, 80}, {"2", "xterm-256color", NULL, 40, 120},
    {"3", "xterm-256color", NULL, 20, 60}, {"6", "vt100", NULL, 24, 80},
    {"7", "vt100", NULL, 20, 60},          {"8", "xterm-256color", "NO_COLOR=1", 24, 80},
};

START_TEST(plays_a_whole_game_by_keyboard)
{
    const char *home = e2e_home();
    struct terminal *terminal =
        START(.home = home, .term = settings[_i].term, .variable = settings[_i].variable,
              .rows = settings[_i].rows, .cols = settings[_i].cols,
              .arguments = ARGS("--seed", settings[_i].seed));

    see(terminal, "Welcome");
    see(terminal, "Begin");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "Hard");
    terminal_keys(terminal, _i % 2 ? "<Down><Enter>" : "<Enter>");
    see(terminal, _i % 2 ? "hard" : "easy");
    see(terminal, "Your move");
    play_to_the_end(terminal, play_by_keys);
    terminal_keys(terminal, "<Enter>"); /* play again */
    see(terminal, "New game");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "You 0");
    quit(terminal);
    ck_assert_int_eq(e2e_run(home, "replay", e2e_save_path(home)), 0);
}
END_TEST

START_TEST(shows_a_finished_game_again_and_keeps_its_score)
{
    const char *home = e2e_home();
    struct terminal *terminal =
        START(.home = home, .arguments = ARGS("--seed", "5", "--level", "easy"));

    see(terminal, "Your move");
    play_to_the_end(terminal, play_by_keys);
    quit(terminal);
    terminal = START(.home = home);
    see(terminal, "Play again");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "Play again");
    terminal_keys(terminal, "<F9>");
    click(terminal, "Scores");
    see(terminal, "1 game:");
    see(terminal, "easy, assisted");
    quit(terminal);
    ck_assert_int_eq(e2e_run(home, "replay", e2e_save_path(home)), 0);
}
END_TEST

START_TEST(scores_a_game_once_though_its_end_is_taken_back)
{
    const char *home = e2e_home();
    struct terminal *terminal =
        START(.home = home, .arguments = ARGS("--seed", "5", "--level", "easy"));

    see(terminal, "Your move");
    play_to_the_end(terminal, play_by_keys);
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "Play again");
    terminal_keys(terminal, "<Esc>a<^T>"); /* only Enter begins a new game */
    see(terminal, "The game is over");
    see_not(terminal, "New game");
    terminal_keys(terminal, "<^U>");
    see(terminal, "Taken back");
    terminal_keys(terminal, "<^Y>");
    see(terminal, "Play again");
    see_not(terminal, "Your move");
    terminal_keys(terminal, "<Esc><^U>");
    see(terminal, "Enter play");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "Play again");
    terminal_keys(terminal, "<Esc><F9>");
    click(terminal, "Scores");
    see(terminal, "1 game:");
    quit(terminal);
}
END_TEST

START_TEST(plays_a_whole_game_by_mouse)
{
    const char *home = e2e_home();
    struct terminal *terminal = START(.home = home, .arguments = ARGS("--seed", "4"));

    click(terminal, "Begin");
    click(terminal, "Easy");
    see(terminal, "easy");
    see(terminal, "Your move");
    play_to_the_end(terminal, play_by_mouse);
    click(terminal, "Look at the board");
    see_gone(terminal, "Tile score");
    click(terminal, "F9 menu");
    click(terminal, "Scores");
    see(terminal, "1 game:");
    see(terminal, "assisted");
    click(terminal, "Close");
    see_gone(terminal, "1 game:");
    quit(terminal);
}
END_TEST

/* ---- introduction and levels ---- */

static const char *const dismissals[] = {"<Enter>", "<Esc>", "click"};

START_TEST(dismisses_the_introduction_before_anything_else)
{
    struct terminal *terminal = START(0);

    see(terminal, "Welcome");
    see(terminal, "Begin");
    terminal_keys(terminal, "<^T><F2><Alt-3>q"); /* these do nothing */
    terminal_click(terminal, 0, 12);
    terminal_click(terminal, 23, 2);
    see_repaint(terminal);
    see(terminal, "Begin");
    see(terminal, "[F1 Khi]");
    if (strcmp(dismissals[_i], "click") == 0)
        click(terminal, "Begin");
    else
        terminal_keys(terminal, dismissals[_i]);
    see(terminal, "Hard");
    terminal_keys(terminal,
                  "<Esc>"); /* without a level there is no game, but there are other tabs */
    see(terminal, "Enter begins a game");
    terminal_keys(terminal, "<F2>");
    see(terminal, "[F2 Check]");
    terminal_keys(terminal, "<F1>");
    see(terminal, "Hard");
    click(terminal, "Hard");
    see(terminal, "hard");
    see(terminal, "covers the star on A10");
    quit(terminal);
}
END_TEST

START_TEST(shows_the_introduction_once_and_from_the_menu)
{
    const char *home = e2e_home();
    struct terminal *terminal = START(.home = home);

    see(terminal, "Welcome");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "New game");
    quit(terminal);
    terminal = START(.home = home);
    see(terminal, "New game");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "easy");
    terminal_keys(terminal, "<F9>");
    click(terminal, "Introduction");
    see(terminal, "Welcome");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "Welcome");
    see(terminal, "easy"); /* the game goes on */
    see_not(terminal, "New game");
    quit(terminal);
}
END_TEST

/* ---- restart ---- */

START_TEST(restarts_after_a_confirmation)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "hard", "--seed", "9"));

    see(terminal, "Your move");
    play_by_keys(terminal);
    terminal_keys(terminal, "<^R>");
    see(terminal, "No, go on");
    terminal_keys(terminal, "<Enter>"); /* no is what Enter means at first */
    see_gone(terminal, "No, go on");
    see_not(terminal, "You 0 ");
    click(terminal, "Restart]");
    click(terminal, "Yes, new game");
    see(terminal, "Easy");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "easy");
    see(terminal, "You 0 ");
    see_square(terminal, 9, 0, '*');
    quit(terminal);
}
END_TEST

static const char *rack_of(const struct terminal *terminal)
{
    return terminal_row(terminal, terminal_find(terminal, "Rack ", NULL));
}

START_TEST(a_seed_gives_a_series_of_games)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy", "--seed", "9"));
    char first[100], second[100];

    see(terminal, "Your move");
    snprintf(first, sizeof first, "%.33s", rack_of(terminal));
    terminal_keys(terminal, "<^R>");
    click(terminal, "Yes, new game");
    see(terminal, "How well shall");
    terminal_keys(terminal, "<Enter>");
    see_gone(terminal, "How well shall");
    see_repaint(terminal);
    snprintf(second, sizeof second, "%.33s", rack_of(terminal));
    ck_assert_str_ne(first, second);
    quit(terminal);
    terminal = START(.arguments = ARGS("--level", "easy", "--seed", "10"));
    see(terminal, "Your move");
    ck_assert_int_eq(strncmp(rack_of(terminal), second, 33), 0);
    quit(terminal);
}
END_TEST

/* ---- hints, undo, redo ---- */

START_TEST(previews_hints_on_the_board)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy", "--seed", "11"));
    int row, col;

    see(terminal, "Your move");
    see_not(terminal, "assisted");
    ck_assert_int_eq(ask_hint(terminal), PANEL);
    ck_assert(e2e_find_laid(terminal, &row, &col));
    char *before = terminal_text(terminal);
    terminal_keys(terminal, "<Down>");
    see_repaint(terminal);
    see(terminal, "The best plays");
    char *after = terminal_text(terminal);
    ck_assert_str_ne(before, after); /* another play is shown */
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "The best plays");
    see_square(terminal, 9, 0, '*'); /* and nothing is laid */
    see(terminal, "assisted");
    free(before);
    free(after);
    quit(terminal);
}
END_TEST

START_TEST(takes_moves_back_and_plays_them_again)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy", "--seed", "12"));

    see(terminal, "Your move");
    play_by_keys(terminal);
    see(terminal, "  2 Comp");
    terminal_keys(terminal, "<^U>");
    see_gone(terminal, "  1 You");
    see_laid(terminal); /* the word is laid, not played */
    see(terminal, "assisted");
    terminal_keys(terminal, "<^Y>");
    see(terminal, "  2 Comp");
    terminal_keys(terminal, "<^U>");
    see_gone(terminal, "  1 You");
    quit(terminal);
}
END_TEST

/* ---- menu and settings ---- */

START_TEST(keeps_settings_across_starts)
{
    const char *home = e2e_home();
    struct terminal *terminal = START(.home = home, .arguments = ARGS("--level", "easy"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<F9>");
    click(terminal, "Coach: on");
    see(terminal, "Coach: off");
    click(terminal, "Animation: on");
    see(terminal, "Animation: off");
    click(terminal, "Colours: default");
    see(terminal, "Colours: light");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "Colours");
    quit(terminal);
    terminal = START(.home = home);
    see(terminal, "goes on");
    terminal_keys(terminal, "<^G>");
    see(terminal, "Coach: off");
    see(terminal, "Animation: off");
    see(terminal, "Colours: light");
    quit(terminal);
}
END_TEST

START_TEST(opens_help_made_from_the_table_of_keys)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy"));

    see(terminal, "Your move");
    terminal_keys(terminal, "?");
    see(terminal, "Help");
    see(terminal, "Close");
    see(terminal, "lower case a star"); /* the whole introduction */
    terminal_keys(terminal, "<PgDn>");
    see(terminal, "shuffle the rack");
    terminal_keys(terminal, "<PgDn>");
    see(terminal, "repaint the screen");
    terminal_keys(terminal, "<Esc>");
    see(terminal, "Your move");
    see_gone(terminal, "Close");
    terminal_keys(terminal, "<F2><F10>");
    see(terminal, "Is it a word?");
    terminal_keys(terminal, "<Enter><F3><F10>");
    see(terminal, "Every word that your letters make");
    terminal_keys(terminal, "<Enter><F4><Alt-h>");
    see(terminal, "Word rectangles");
    quit(terminal);
}
END_TEST

START_TEST(goes_to_another_tab_from_a_panel)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<F9>");
    see(terminal, "Coach: on");
    see(terminal, "Esc close"); /* the hint line has the panel's keys */
    see_not(terminal, "F9 menu");
    terminal_keys(terminal, "<F2>");
    see(terminal, "[F2 Check]");
    see_gone(terminal, "Coach: on");
    quit(terminal);
}
END_TEST

static Suite *game_suite(void)
{
    Suite *suite = suite_create("games on the screen");
    TCase *tests = tcase_create("games");

    tcase_add_loop_test(tests, plays_a_whole_game_by_keyboard, 0,
                        (int)(sizeof settings / sizeof *settings));
    tcase_add_test(tests, shows_a_finished_game_again_and_keeps_its_score);
    tcase_add_test(tests, scores_a_game_once_though_its_end_is_taken_back);
    tcase_add_test(tests, plays_a_whole_game_by_mouse);
    tcase_add_loop_test(tests, dismisses_the_introduction_before_anything_else, 0, 3);
    tcase_add_test(tests, shows_the_introduction_once_and_from_the_menu);
    tcase_add_test(tests, restarts_after_a_confirmation);
    tcase_add_test(tests, a_seed_gives_a_series_of_games);
    tcase_add_test(tests, previews_hints_on_the_board);
    tcase_add_test(tests, takes_moves_back_and_plays_them_again);
    tcase_add_test(tests, keeps_settings_across_starts);
    tcase_add_test(tests, opens_help_made_from_the_table_of_keys);
    tcase_add_test(tests, goes_to_another_tab_from_a_panel);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return e2e_main(game_suite());
}

/* e2e_keep.c: nothing is lost: signals, closed terminals, second programs, damaged files. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Starts a game and lays the first tile of the rack on A10. Returns its letter in *letter. */
static struct terminal *start_and_lay(const char *home, char *letter)
{
    struct terminal *terminal =
        START(.home = home, .arguments = ARGS("--level", "easy", "--seed", "21"));
    int row, col;

    see(terminal, "Your move");
    terminal_keys(terminal, "<Tab><Enter><Enter>");
    see_laid(terminal);
    see_rack(terminal, ".");
    ck_assert(e2e_square(terminal, 9, 0, &row, &col));
    *letter = (char)terminal_cell(terminal, row, col).glyph;
    ck_assert_msg(*letter >= 'A' && *letter <= 'Z', "A10 shows '%c'", *letter);
    return terminal;
}

/* Until the saved game has this; the program is kept busy in the meantime. */
static void wait_saved(struct terminal *terminal, const char *home, const char *text)
{
    char *saved = e2e_read(e2e_save_path(home));

    for (int tries = 0; saved == NULL || strstr(saved, text) == NULL; tries++) {
        ck_assert_int_lt(tries, 2000);
        see_repaint(terminal);
        free(saved);
        saved = e2e_read(e2e_save_path(home));
    }
    free(saved);
}

/* ---- ends of all kinds in mid-turn ---- */

enum { CLOSED = -1 };

static const struct {
    int number, status;
} ends[] = {{SIGHUP, 0}, {SIGTERM, 0}, {SIGINT, 0}, {SIGQUIT, 0}, {CLOSED, 0}, {SIGKILL, 137}};

START_TEST(goes_on_with_the_laid_tiles_after_the_program_was_ended)
{
    const char *home = e2e_home();
    char letter;
    struct terminal *terminal = start_and_lay(home, &letter);

    if (ends[_i].number == SIGKILL)
        wait_saved(terminal, home, "laid ");
    if (ends[_i].number == CLOSED)
        terminal_hang_up(terminal);
    else
        kill(terminal_pid(terminal), ends[_i].number);
    see_end(terminal, ends[_i].status);
    ck_assert_int_eq(e2e_run(home, "replay", e2e_save_path(home)), 0);
    terminal = START(.home = home);
    see(terminal, "goes on, with the tiles you had laid");
    see_square(terminal, 9, 0, letter);
    see_rack(terminal, ".");
    terminal_keys(terminal, "<Esc>");
    see_square(terminal, 9, 0, '*');
    quit(terminal);
}
END_TEST

START_TEST(goes_on_with_the_same_game_after_quitting)
{
    const char *home = e2e_home();
    struct terminal *terminal = START(.home = home, .arguments = ARGS("--level", "hard"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<^X><^X>");
    see(terminal, "You -10");
    quit(terminal);
    terminal = START(.home = home);
    see(terminal, "goes on");
    see(terminal, "You -10");
    see(terminal, "hard");
    quit(terminal);
    terminal = START(.home = home, .arguments = ARGS("--new", "--level", "easy"));
    see(terminal, "You 0 ");
    see(terminal, "easy");
    quit(terminal);
}
END_TEST

START_TEST(undo_after_going_on_brings_the_played_tiles_back)
{
    const char *home = e2e_home();
    struct terminal *terminal = START(.home = home, .arguments = ARGS("--level", "easy"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<^T>");
    see(terminal, "The best plays");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "legal");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "The computer ");
    see_none_laid(terminal);
    quit(terminal);
    terminal = START(.home = home);
    see(terminal, "goes on");
    terminal_keys(terminal, "<^U>");
    see(terminal, "Taken back");
    see_laid(terminal);
    terminal_keys(terminal, "<Enter>");
    see(terminal, "The computer ");
    quit(terminal);
}
END_TEST

START_TEST(suspends_and_comes_back)
{
    struct terminal *terminal =
        START(.program = "/bin/sh",
              .arguments = ARGS("-c", "set -m; \"$KHI_PROGRAM\" --level easy; "
                                      "echo 'in the shell'; read x; fg"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<^Z>");
    see(terminal, "in the shell");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "Rack");
    see(terminal, "Your move");
    quit(terminal);
}
END_TEST

/* ---- a second program ---- */

START_TEST(leaves_the_game_of_a_running_program_alone)
{
    const char *home = e2e_home();
    char letter;
    struct terminal *first = start_and_lay(home, &letter);

    wait_saved(first, home, "laid ");
    char *before = e2e_read(e2e_save_path(home));
    struct terminal *second = START(.home = home, .arguments = ARGS("--level", "hard"));
    see(second, "Another khi is running");
    see(second, "hard");
    terminal_keys(second, "<^X><^X>");
    see(second, "You -10");
    quit(second);
    char *after = e2e_read(e2e_save_path(home));
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    second = START(.home = home); /* its own game goes on, too */
    see(second, "You -10");
    quit(second);
    quit(first);
    first = START(.home = home);
    see(first, "with the tiles you had laid");
    see_square(first, 9, 0, letter);
    quit(first);
}
END_TEST

/* ---- files that are not as they should be ---- */

static void make_games_directory(const char *home)
{
    static const char *const parts[] = {".local", ".local/share", ".local/share/khi",
                                        ".local/share/khi/games"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        ck_assert_int_eq(mkdir(e2e_path(home, parts[i]), 0700), 0);
}

START_TEST(sets_a_damaged_game_aside)
{
    const char *home = e2e_home();
    char letter;

    quit(start_and_lay(home, &letter));
    char *saved = e2e_read(e2e_save_path(home));
    *strstr(saved, "seed") = 'x';
    e2e_file(home, ".local/share/khi/games/game-0.khi", saved);
    struct terminal *terminal = START(.home = home);
    see(terminal, "The saved game cannot be read");
    see(terminal, "kept as game-0");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "New game");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "Your move");
    quit(terminal);
    char *fresh = e2e_read(e2e_save_path(home));
    ck_assert_str_ne(saved, fresh);
    free(saved);
    free(fresh);
    ck_assert_int_eq(e2e_run(home, "replay", e2e_save_path(home)), 0);
}
END_TEST

START_TEST(starts_where_the_saved_game_is_no_game)
{
    static const char *const texts[] = {"", "\n\n\n", "khi save 99\n", "\033[2J\377\376 noise"};
    const char *home = e2e_home();

    make_games_directory(home);
    e2e_file(home, ".local/share/khi/games/game-0.khi", texts[_i]);
    struct terminal *terminal = START(.home = home);
    see(terminal, "The saved game cannot be read");
    quit(terminal);
}
END_TEST

START_TEST(only_shows_a_game_of_another_dictionary)
{
    const char *home = e2e_home();
    const char *list = e2e_file(home, "list", "AT\nCAT\nCATS\nDOG\nEE\n");
    char letter;

    quit(start_and_lay(home, &letter));
    char *before = e2e_read(e2e_save_path(home));
    struct terminal *terminal = START(.home = home, .arguments = ARGS("--dict", list));
    see(terminal, "you can look at it");
    terminal_keys(terminal, "c");
    see(terminal, "can only be looked at");
    quit(terminal);
    char *after = e2e_read(e2e_save_path(home));
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    terminal = START(.home = home, .arguments = ARGS("--dict", list));
    see(terminal, "you can look at it");
    terminal_keys(terminal, "<^R>");
    see(terminal, "Yes, new game");
    terminal_keys(terminal, "<Left><Enter>");
    see(terminal, "Easy");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "Your move");
    quit(terminal);
}
END_TEST

START_TEST(plays_without_a_home)
{
    struct terminal *terminal = START(.home = "", .arguments = ARGS("--level", "easy"));

    see(terminal, "cannot be kept");
    terminal_keys(terminal, "<^X><^X>");
    see(terminal, "You -10");
    quit(terminal);
}
END_TEST

START_TEST(plays_where_nothing_can_be_written)
{
    const char *home = e2e_home();

    e2e_file(home, ".local", "a file where a directory should be");
    struct terminal *terminal = START(.home = home, .arguments = ARGS("--level", "easy"));
    see(terminal, "cannot be kept");
    terminal_keys(terminal, "<^X><^X>");
    see(terminal, "You -10");
    quit(terminal);
}
END_TEST

START_TEST(refuses_a_dictionary_that_is_not_there)
{
    struct terminal *terminal = START(.arguments = ARGS("--dict", "/nowhere/words.trie"));

    see(terminal, "khi: ");
    see(terminal, "/nowhere/words.trie");
    see_end(terminal, 2);
}
END_TEST

static Suite *keep_suite(void)
{
    Suite *suite = suite_create("nothing is lost");
    TCase *tests = tcase_create("keeping");

    tcase_add_loop_test(tests, goes_on_with_the_laid_tiles_after_the_program_was_ended, 0,
                        (int)(sizeof ends / sizeof *ends));
    tcase_add_test(tests, goes_on_with_the_same_game_after_quitting);
    tcase_add_test(tests, undo_after_going_on_brings_the_played_tiles_back);
    tcase_add_test(tests, suspends_and_comes_back);
    tcase_add_test(tests, leaves_the_game_of_a_running_program_alone);
    tcase_add_test(tests, sets_a_damaged_game_aside);
    tcase_add_loop_test(tests, starts_where_the_saved_game_is_no_game, 0, 4);
    tcase_add_test(tests, only_shows_a_game_of_another_dictionary);
    tcase_add_test(tests, plays_without_a_home);
    tcase_add_test(tests, plays_where_nothing_can_be_written);
    tcase_add_test(tests, refuses_a_dictionary_that_is_not_there);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return e2e_main(keep_suite());
}

/* e2e_rules.c: a turn on the screen: laying tiles, refusals, stars, changing, passing. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A home where the coach says nothing, so that what Play says is all there is. */
static const char *home_without_coach(void)
{
    const char *home = e2e_home();

    mkdir(e2e_path(home, ".config"), 0700);
    mkdir(e2e_path(home, ".config/khi"), 0700);
    e2e_file(home, ".config/khi/config", "coach = off\nanimation = off\n");
    return home;
}

static struct terminal *start_board(const char *home, const char *board, const char *turn,
                                    const char *rack)
{
    struct terminal *terminal =
        START(.home = home, .arguments = ARGS("--board", e2e_board(board), "--turn", turn, "--rack",
                                              rack, "--seed", "5"));

    see(terminal, "Your move");
    return terminal;
}

/* ---- refusals ---- */

static const struct refusal {
    const char *board, *turn, *rack, *keys, *says;
} refusals[] = {
    {"H 9 0 CAT 0", "1", "SDOGABE", "<Enter>", "Lay tiles first"},
    {"H 9 0 CAT 0", "1", "SDOGABE", "s<Down>d<Enter>", "Letters must be on the same row or column"},
    {"H 9 0 CAT 0", "1", "SDOGABE", "s<Right>d<Enter>", "There is a gap in your letters"},
    {"", "0", "SDOGABE", "s<Enter>", "A word has at least 2 letters"},
    {"", "0", "SDOGABE", "<Down>do<Enter>", "Your first word must cover the star on A10"},
    {"H 9 0 CAT 0;V 6 10 DOG 1", "1", "SDOGABE",
     "<Right><Right><Right><Right><Right><Right><Right><Right><Right><Right>s<Enter>",
     "Your word must join a tile of your own colour"},
    {"H 9 0 CAT 0;V 6 10 DOG 1", "1", "SDOGABE", "<Up><Up><Up>do<Enter>",
     "Your word must join another word"},
    {"H 9 0 CAT 0", "1", "SDOGABE", "b<Enter>", "Not in the dictionary: CATB"},
    {"H 9 0 CAT 0", "1", "SDOGABE", "q", "There is no Q on your rack"},
    {"H 9 0 CAT 0", "1", "SDOGABE", "*", "There is no star on your rack"},
    {"", "0", "SDOGABE", "<^P>", "You cannot pass on the first turn - try Change Tiles"},
    {"H 9 0 CAT 0", "1", "S", "<^X>", "Too few tiles to change - try Pass"},
    {"H 9 0 CAT 0", "1", "SDOGABE", "<^U>", "There is nothing to take back"},
    {"H 9 0 CAT 0", "1", "SDOGABE", "<^Y>", "There is nothing to play again"},
};

START_TEST(says_why_an_action_is_refused)
{
    const struct refusal *row = &refusals[_i];
    struct terminal *terminal = start_board(home_without_coach(), row->board, row->turn, row->rack);

    see_not(terminal, row->says);
    terminal_keys(terminal, row->keys);
    see(terminal, row->says);
    see(terminal, "< "); /* it is still the player's turn */
    terminal_keys(terminal, "<Esc>");
    see_repaint(terminal);
    see_rack(terminal, row->rack);
    quit(terminal);
}
END_TEST

START_TEST(lists_every_word_that_is_not_in_the_dictionary)
{
    struct terminal *terminal = start_board(home_without_coach(), "H 9 0 CAT 0", "1", "BBB");

    terminal_keys(terminal, "<Down>bbb<Enter>");
    see(terminal, "Not in the dictionary:");
    see(terminal, "BBB");
    see(terminal, "CB");
    see(terminal, "TB");
    quit(terminal);
}
END_TEST

/* ---- captures and the edge, as in the rules' examples ---- */

START_TEST(shows_what_a_play_would_capture)
{
    struct terminal *terminal = start_board(e2e_home(), "H 9 0 CAT 0;V 6 3 DOG 1", "1", "SEEEEEE");

    terminal_keys(terminal, "s");
    see(terminal, "CATS: legal, captures 3");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "CATS");
    see(terminal, "+3"); /* in the list of moves */
    quit(terminal);
}
END_TEST

/* Its tiles come one by one, or all at once when a key is pressed. */
START_TEST(marks_the_last_play_of_the_computer)
{
    struct terminal *terminal =
        start_board(e2e_home(), "H 9 0 CAT 0;V 6 3 DOG 1;H 9 16 DOE 1", "1", "SEEEEEE");

    terminal_keys(terminal, "s");
    see(terminal, "captures 3");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "The computer ");
    terminal_keys(terminal, "<Right>"); /* no tile is waited for */
    see(terminal, "!");
    quit(terminal);
}
END_TEST

START_TEST(wins_by_capturing_a_tile_on_the_edge)
{
    struct terminal *terminal = start_board(e2e_home(), "H 9 16 CAT 1;V 7 17 PE 0", "1", "SEEEEEE");

    terminal_keys(terminal, "<End><Left><Down>s");
    see(terminal, "PEAS wins!");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "The end");
    see(terminal, "You Win");
    see(terminal, "Tile score");
    see(terminal, "Bonus                30");  /* the computer has no tile left */
    terminal_keys(terminal, "<Right><Enter>"); /* look at the board */
    see_gone(terminal, "Tile score");
    see_square(terminal, 10, 17, 'S');
    quit(terminal);
}
END_TEST

START_TEST(judges_nothing_before_play_with_the_coach_off)
{
    struct terminal *terminal = start_board(home_without_coach(), "H 9 0 CAT 0", "1", "SDOGABE");

    terminal_keys(terminal, "s");
    see_square(terminal, 9, 3, 'S');
    see_not(terminal, "legal");
    see_not(terminal, "dictionary");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "CATS");
    quit(terminal);
}
END_TEST

/* ---- laying tiles ---- */

START_TEST(types_over_tiles_that_lie_there)
{
    struct terminal *terminal = start_board(e2e_home(), "H 9 1 A 0;H 9 3 S 0", "1", "CTEEEEE");

    terminal_keys(terminal, "c");
    see_square(terminal, 9, 0, 'C');
    terminal_keys(terminal, "t");
    see_square(terminal, 9, 2, 'T');
    see(terminal, "CATS: legal");
    terminal_keys(terminal, "<Backspace>");
    see_square(terminal, 9, 2, '.');
    terminal_keys(terminal, "t<Esc>");
    see_square(terminal, 9, 0, '*');
    see_square(terminal, 9, 2, '.');
    see_rack(terminal, "CTEEEEE");
    quit(terminal);
}
END_TEST

START_TEST(turns_the_direction_of_typing)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "CATEEEE");

    terminal_keys(terminal, " cat");
    see_square(terminal, 9, 0, 'C');
    see_square(terminal, 10, 0, 'A');
    see_square(terminal, 11, 0, 'T');
    terminal_keys(terminal, "<Esc> cat");
    see_square(terminal, 9, 2, 'T');
    see_square(terminal, 11, 0, '.');
    quit(terminal);
}
END_TEST

START_TEST(lays_tiles_with_the_mouse)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "CATEEEE");

    e2e_click_rack(terminal, 0);
    see(terminal, ">C<");
    e2e_click_rack(terminal, 1); /* picking another moves the highlight */
    see(terminal, ">A<");
    see_not(terminal, ">C<");
    e2e_click_square(terminal, 9, 1);
    see_square(terminal, 9, 1, 'A');
    e2e_click_square(terminal, 9, 1); /* a laid tile comes back and is selected */
    see(terminal, ">A<");
    see_square(terminal, 9, 1, '.');
    e2e_click_square(terminal, 9, 1);
    see_square(terminal, 9, 1, 'A');
    e2e_click_rack(terminal, 0);
    see(terminal, ">C<");
    e2e_click_square(terminal, 9, 0);
    see_square(terminal, 9, 0, 'C');
    terminal_keys(terminal, "t"); /* both ways mix */
    see(terminal, "CAT: legal");
    click(terminal, "Play]");
    see(terminal, "You ");
    see(terminal, "A10> CAT");
    quit(terminal);
}
END_TEST

START_TEST(lays_tiles_with_the_focus)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "CATEEEE");

    terminal_keys(terminal, "<Tab><Right><Enter>"); /* the second tile of the rack */
    see(terminal, ">A<");
    terminal_keys(terminal, "<Enter>");
    see_square(terminal, 9, 0, 'A');
    terminal_keys(terminal, "t<Tab><Tab><Enter>"); /* the first button is Play */
    see(terminal, "A10> AT");
    quit(terminal);
}
END_TEST

START_TEST(shuffles_and_sorts_the_rack)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "GFEDCBA");

    terminal_keys(terminal, "<^O>");
    see(terminal, "A   B   C   D   E   F   G");
    terminal_keys(terminal, "<^S>");
    see_gone(terminal, "A   B   C   D   E   F   G");
    terminal_keys(terminal, "<^O>");
    see(terminal, "A   B   C   D   E   F   G");
    quit(terminal);
}
END_TEST

/* ---- stars ---- */

START_TEST(asks_for_the_letter_of_a_star)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "*ATEEEE");

    terminal_keys(terminal, "*");
    see(terminal, "Which letter?");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "Which letter?");
    see_square(terminal, 9, 0, '*');
    see_rack(terminal, "*ATEEEE");
    terminal_keys(terminal, "*c"); /* typed */
    see_square(terminal, 9, 0, 'c');
    terminal_keys(terminal, "at");
    see(terminal, "CAT: legal");
    terminal_keys(terminal, "<Esc>");
    see_square(terminal, 9, 0, '*');
    see_rack(terminal, "*ATEEEE");                     /* it is a star again */
    terminal_keys(terminal, "*<Right><Right><Enter>"); /* or with the arrow keys */
    see_square(terminal, 9, 0, 'c');
    quit(terminal);
}
END_TEST

START_TEST(offers_a_star_for_a_letter_that_is_not_there)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "*ATEEEE");

    terminal_keys(terminal, "c");
    see(terminal, "no C on your rack");
    terminal_keys(terminal, "<Right><Enter>"); /* no */
    see_gone(terminal, "no C on your rack");
    see_rack(terminal, "*ATEEEE");
    terminal_keys(terminal, "c");
    see(terminal, "no C on your rack");
    terminal_keys(terminal, "<Enter>");
    see_square(terminal, 9, 0, 'c');
    quit(terminal);
}
END_TEST

START_TEST(asks_for_the_letter_of_a_star_that_is_clicked)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "*ATEEEE");
    int row, col;

    e2e_click_rack(terminal, 0);
    see(terminal, ">*<");
    e2e_click_square(terminal, 9, 0);
    see(terminal, "B  C  D");
    row = terminal_find(terminal, "B  C  D", &col);
    terminal_click(terminal, row, col + 3);
    see_square(terminal, 9, 0, 'c');
    quit(terminal);
}
END_TEST

/* ---- changing and passing ---- */

START_TEST(changes_tiles_for_ten_points)
{
    struct terminal *terminal = start_board(e2e_home(), "", "0", "ZZXXQJK");

    terminal_keys(terminal, "z");
    see_square(terminal, 9, 0, 'Z');
    terminal_keys(terminal, "<^X><^X>");
    see(terminal, "changed tiles");
    see_square(terminal, 9, 0, '*'); /* laid tiles went back first */
    see_other_rack(terminal, "ZZXXQJK");
    see(terminal, "You -10"); /* shown as tiles less penalties */
    see(terminal, "< ");      /* the turn goes on */
    click(terminal, "Change -10");
    see(terminal, "New tiles for 10 points?");
    click(terminal, "Change -10");
    see(terminal, "You -20");
    quit(terminal);
}
END_TEST

START_TEST(passes_after_the_first_word)
{
    struct terminal *terminal = start_board(e2e_home(), "H 9 0 CAT 0;H 9 16 DOG 1", "1", "SEEEEEE");

    terminal_keys(terminal, "s");
    see_square(terminal, 9, 3, 'S');
    terminal_keys(terminal, "<^P>");
    see(terminal, "Pass? ^P again: yes");
    terminal_keys(terminal, "<^P>");
    see(terminal, "You  passed");
    see_square(terminal, 9, 3, '.'); /* laid tiles went back */
    see(terminal, "The computer ");
    quit(terminal);
}
END_TEST

START_TEST(passes_with_the_button)
{
    struct terminal *terminal = start_board(e2e_home(), "H 9 0 CAT 0;H 9 16 DOG 1", "1", "SEEEEEE");

    click(terminal, "Pass]");
    see(terminal, "again: yes");
    click(terminal, "Pass]");
    see(terminal, "You  passed");
    quit(terminal);
}
END_TEST

/* A slip of the finger: the next key is the answer no, and nothing else. */
static const struct slip {
    const char *keys, *question, *answer;
} slips[] = {
    {"<^P>", "Pass?", "<Esc>"},     {"<^P>", "Pass?", "<Enter>"},  {"<^P>", "Pass?", "e"},
    {"<^P>", "Pass?", "<Right>"},   {"<^P>", "Pass?", "<^X>"},     {"<^X>", "New tiles", "<^P>"},
    {"<^X>", "New tiles", "<Esc>"}, {"<^X>", "New tiles", "<^U>"},
};

START_TEST(a_slip_of_the_finger_passes_and_changes_nothing)
{
    const struct slip *slip = &slips[_i];
    struct terminal *terminal = start_board(e2e_home(), "H 9 0 CAT 0;H 9 16 DOG 1", "1", "SEEEEEE");

    terminal_keys(terminal, "s");
    see(terminal, "CATS: legal");
    terminal_keys(terminal, slip->keys);
    see(terminal, slip->question);
    terminal_keys(terminal, slip->answer);
    see(terminal, "CATS: legal");
    see_rack(terminal, ".EEEEEE");
    see_square(terminal, 9, 3, 'S');
    see_not(terminal, "passed");
    terminal_keys(terminal, slip->keys); /* it is asked again */
    see(terminal, slip->question);
    quit(terminal);
}
END_TEST

START_TEST(asks_before_a_pass_that_ends_the_game)
{
    const char *home = e2e_home();
    const char *board = e2e_board("H 9 0 CAT 0;H 9 16 DOG 1");
    /* a word that the computer cannot lay beside its own, so that it passes */
    const char *list = e2e_file(home, "list", "CATS\n");
    struct terminal *terminal =
        START(.home = home, .arguments = ARGS("--board", board, "--turn", "1", "--rack", "SEEEEEE",
                                              "--dict", list));

    see(terminal, "Your move");
    terminal_keys(terminal, "s<Enter>");
    see(terminal, "If you pass now, the game ends");
    terminal_keys(terminal, "<^P>");
    see(terminal, "Pass, and so end the game?");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "again: yes");
    terminal_keys(terminal, "<^P>");
    see(terminal, "Pass, and so end the game?");
    terminal_keys(terminal, "<^P>");
    see(terminal, "Both passed.");
    quit(terminal);
}
END_TEST

START_TEST(a_click_on_play_plays_wherever_the_focus_is)
{
    struct terminal *terminal = start_board(e2e_home(), "H 9 0 CAT 0;H 9 16 DOG 1", "1", "SEEEEEE");

    terminal_keys(terminal, "s");
    see(terminal, "CATS: legal");
    terminal_keys(terminal, "<Tab><Tab><Right>"); /* on the button Pass */
    click(terminal, "Play]");
    see(terminal, "A10> CATS");
    quit(terminal);
}
END_TEST

/* ---- bad boards ---- */

START_TEST(refuses_a_board_that_is_wrong)
{
    struct terminal *terminal =
        START(.arguments = ARGS("--board", e2e_file(e2e_home(), "board", "A0|  |B7\n")));

    see(terminal, "khi: ");
    see(terminal, "line 1");
    see_end(terminal, 2);
    terminal = START(.arguments = ARGS("--board", e2e_board(""), "--rack", "ABCDEFGH"));
    see(terminal, "a rack has at most 7 tiles");
    see_end(terminal, 2);
}
END_TEST

static Suite *rules_suite(void)
{
    Suite *suite = suite_create("a turn on the screen");
    TCase *tests = tcase_create("turns");

    tcase_add_loop_test(tests, says_why_an_action_is_refused, 0,
                        (int)(sizeof refusals / sizeof *refusals));
    tcase_add_test(tests, lists_every_word_that_is_not_in_the_dictionary);
    tcase_add_test(tests, shows_what_a_play_would_capture);
    tcase_add_test(tests, marks_the_last_play_of_the_computer);
    tcase_add_test(tests, wins_by_capturing_a_tile_on_the_edge);
    tcase_add_test(tests, judges_nothing_before_play_with_the_coach_off);
    tcase_add_test(tests, types_over_tiles_that_lie_there);
    tcase_add_test(tests, turns_the_direction_of_typing);
    tcase_add_test(tests, lays_tiles_with_the_mouse);
    tcase_add_test(tests, lays_tiles_with_the_focus);
    tcase_add_test(tests, shuffles_and_sorts_the_rack);
    tcase_add_test(tests, asks_for_the_letter_of_a_star);
    tcase_add_test(tests, offers_a_star_for_a_letter_that_is_not_there);
    tcase_add_test(tests, asks_for_the_letter_of_a_star_that_is_clicked);
    tcase_add_test(tests, changes_tiles_for_ten_points);
    tcase_add_test(tests, passes_after_the_first_word);
    tcase_add_test(tests, passes_with_the_button);
    tcase_add_loop_test(tests, a_slip_of_the_finger_passes_and_changes_nothing, 0,
                        (int)(sizeof slips / sizeof *slips));
    tcase_add_test(tests, asks_before_a_pass_that_ends_the_game);
    tcase_add_test(tests, a_click_on_play_plays_wherever_the_focus_is);
    tcase_add_test(tests, refuses_a_board_that_is_wrong);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return e2e_main(rules_suite());
}

/* e2e_tabs.c: the Check, Find and Rect tabs. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Starts with a game, so that no panel is in the way, and goes to a tab. */
static struct terminal *start_tab(const char *home, const char *key, const char *name)
{
    struct terminal *terminal =
        START(.home = home, .arguments = ARGS("--level", "easy", "--seed", "3"));

    see(terminal, "Your move");
    terminal_keys(terminal, key);
    see(terminal, name);
    return terminal;
}

/* ---- the frame ---- */

static const struct {
    const char *key, *name;
} switches[] = {
    {"<F2>", "[F2 Check]"},     {"<F3>", "[F3 Find]"},    {"<F4>", "[F4 Rect]"},
    {"<Alt-2>", "[F2 Check]"},  {"<Alt-3>", "[F3 Find]"}, {"<Alt-4>", "[F4 Rect]"},
    {"F2 Check", "[F2 Check]"}, {"F3 Find", "[F3 Find]"}, {"F4 Rect", "[F4 Rect]"},
};

START_TEST(switches_tabs_by_key_and_click)
{
    struct terminal *terminal = START(.arguments = ARGS("--level", "easy"));

    see(terminal, "[F1 Khi]");
    see(terminal, "Your move");
    if (switches[_i].key[0] == '<')
        terminal_keys(terminal, switches[_i].key);
    else
        click(terminal, switches[_i].key);
    see(terminal, switches[_i].name);
    if (_i % 3 == 0)
        terminal_keys(terminal, "<F1>");
    else if (_i % 3 == 1)
        terminal_keys(terminal, "<Alt-1>");
    else
        click(terminal, "F1 Khi");
    see(terminal, "[F1 Khi]");
    see(terminal, "Rack");
    quit(terminal);
}
END_TEST

START_TEST(keeps_what_each_tab_holds)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");

    terminal_keys(terminal, "quixotry");
    see(terminal, "quixotry");
    terminal_keys(terminal, "<F3>zax");
    see(terminal, "3 letters: 1");
    terminal_keys(terminal, "<F4><Backspace>7");
    see(terminal, "Width       7");
    terminal_keys(terminal, "<F2>");
    see(terminal, "Words: quixotry");
    terminal_keys(terminal, "s");
    see(terminal, "quixotrys");
    terminal_keys(terminal, "<F3>");
    see(terminal, "Letters   zax");
    terminal_keys(terminal, "<F4>");
    see(terminal, "Width       7");
    terminal_keys(terminal, "<F1>");
    see(terminal, "Your move");
    quit(terminal);
}
END_TEST

/* ---- Check ---- */

START_TEST(judges_words_while_they_are_typed_and_on_enter)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");
    int row, col;

    see(terminal, "274137 words");
    terminal_keys(terminal, "cats qzxv");
    see(terminal, "\u2713 cats");
    see(terminal, "\u2717 qzxv");
    row = terminal_find(terminal, "\u2713 cats", &col);
    struct terminal_cell good = terminal_cell(terminal, row, col);
    row = terminal_find(terminal, "\u2717 qzxv", &col);
    struct terminal_cell bad = terminal_cell(terminal, row, col);
    ck_assert_int_ne(good.fg, bad.fg);
    terminal_keys(terminal, "<Enter>");
    see(terminal, "CATS");
    see(terminal, "QZXV");
    see(terminal, "invalid");
    see(terminal, "before S");
    see_gone(terminal, "Words: cats");
    quit(terminal);
}
END_TEST

START_TEST(edits_the_line_and_remembers_lines)
{
    const char *home = e2e_home();
    struct terminal *terminal = start_tab(home, "<F2>", "[F2 Check]");

    terminal_keys(terminal, "ats<Home>c<End>!<Backspace>");
    see(terminal, "Words: cats");
    terminal_keys(terminal, "<Left><Left>o");
    see(terminal, "Words: caots");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "CAOTS");
    terminal_keys(terminal, "first<Enter>second<Enter><Up>");
    see(terminal, "Words: second");
    terminal_keys(terminal, "<Up>");
    see(terminal, "Words: first");
    terminal_keys(terminal, "<Down>");
    see(terminal, "Words: second");
    terminal_keys(terminal, "<^U>");
    see_gone(terminal, "Words: second");
    terminal_keys(terminal, "<^R>fir");
    see(terminal, "first");
    quit(terminal);
    terminal = START(.home = home); /* and in the next run */
    see(terminal, "goes on");
    terminal_keys(terminal, "<F2><Up>");
    see(terminal, "Words: second");
    quit(terminal);
}
END_TEST

START_TEST(completes_a_word)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");

    terminal_keys(terminal, "quixotrie<Tab>");
    see(terminal, "\u2713 quixotries");
    quit(terminal);
}
END_TEST

START_TEST(leaves_no_trace_of_a_tournament_verdict)
{
    static const struct {
        const char *words, *verdict, *clear;
    } rows[] = {
        {"cat quixotry", "\u2713   A C C E P T A B L E", "x"},
        {"cat qzxv", "\u2717   U N A C C E P T A B L E", "<Enter>"},
        {"cat quixotry", "\u2713   A C C E P T A B L E", "<Esc>"},
        {"qzxv", "\u2717   U N A C C E P T A B L E", "click"},
    };
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");

    terminal_keys(terminal, "<F5>");
    see(terminal, "TOURNAMENT");
    see(terminal, "274137 words");
    terminal_keys(terminal, rows[_i].words);
    see(terminal, rows[_i].words);
    see_repaint(terminal); /* nothing is judged before Enter */
    see_not(terminal, "\u2713");
    see_not(terminal, "\u2717");
    terminal_keys(terminal, "<Enter>");
    see(terminal, rows[_i].verdict);
    see(terminal, rows[_i].words);
    if (strcmp(rows[_i].clear, "click") == 0)
        terminal_click(terminal, 15, 40);
    else
        terminal_keys(terminal, rows[_i].clear);
    see_gone(terminal, "P T A B L E");
    see_gone(terminal, rows[_i].words);
    terminal_keys(terminal, "<Up>"); /* no history either */
    see_repaint(terminal);
    see(terminal, "Words:");
    see_gone(terminal, rows[_i].words);
    see_not(terminal, "qzxv");
    see_not(terminal, "quixotry");
    see_not(terminal, "QZXV");
    quit(terminal);
}
END_TEST

START_TEST(clears_a_verdict_after_a_while)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");

    terminal_keys(terminal, "<F5>quixotry<Enter>");
    see(terminal, "A C C E P T A B L E");
    see_gone(terminal, "A C C E P T A B L E"); /* by itself */
    see_gone(terminal, "quixotry");
    quit(terminal);
}
END_TEST

START_TEST(gives_no_completion_and_no_empty_verdict_in_a_tournament)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");

    click(terminal, "ORDINARY");
    see(terminal, "TOURNAMENT");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "A challenge needs at least one word");
    terminal_keys(terminal, "quixotr<Tab>");
    see(terminal, "Words: quixotr");
    see_repaint(terminal);
    see(terminal, "Words: quixotr");
    see_not(terminal, "quixotry");
    terminal_keys(terminal, "<F5>");
    see(terminal, "ORDINARY");
    see_gone(terminal, "quixotr"); /* changing the mode clears */
    quit(terminal);
}
END_TEST

START_TEST(begins_the_next_challenge_with_the_letter_that_clears_the_verdict)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");

    terminal_keys(terminal, "<F5>qzxv<Enter>");
    see(terminal, "U N A C C E P T A B L E");
    terminal_keys(terminal, "cat");
    see(terminal, "Words: cat");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "\u2713   A C C E P T A B L E");
    quit(terminal);
}
END_TEST

START_TEST(says_how_words_go_on_where_they_part)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F2>", "[F2 Check]");

    terminal_keys(terminal, "quixoti<Tab>");
    see(terminal, "Words go on here with: CS");
    terminal_keys(terminal, "<Esc>qzx<Tab>");
    see(terminal, "No word begins so");
    quit(terminal);
}
END_TEST

/* ---- Find ---- */

START_TEST(finds_words_while_letters_are_typed)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F3>", "[F3 Find]");

    terminal_keys(terminal, "retains");
    see(terminal, "7 letters:");
    see(terminal, "RETAINS");
    see(terminal, "STAINER");
    terminal_keys(terminal, "<Backspace>?");
    see(terminal, "RETAINs"); /* what the blank stands for */
    terminal_keys(terminal, "<PgDn>");
    see_gone(terminal, "7 letters:");
    terminal_wheel(terminal, 12, 20, -1);
    terminal_keys(terminal, "<PgUp>");
    see(terminal, "7 letters:");
    terminal_wheel(terminal, 12, 20, 1);
    see_gone(terminal, "7 letters:");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "letters:");
    quit(terminal);
}
END_TEST

static const struct {
    const char *keys, *sees;
} finds[] = {
    {"<Tab>quixo", "QUIXOTRY"},
    {"<Tab><Tab>xotry", "QUIXOTRY"},
    {"<Tab><Tab><Tab>uixotr", "QUIXOTRY"},
    {"<Tab><Tab><Tab><Tab>q.ixotr[xyz]", "QUIXOTRY"},
    {"<BackTab><BackTab>", "Length"},
    {"cat<BackTab>", "3 letters"},
    {"<Tab><Tab><Tab><Tab><Tab>2", "2 letters: 124"},
    {"c1t", "is not a rack"},
    {"<Tab><Tab><Tab><Tab>[", "has no ]"},
};

START_TEST(searches_by_each_field)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F3>", "[F3 Find]");

    terminal_keys(terminal, finds[_i].keys);
    see(terminal, finds[_i].sees);
    quit(terminal);
}
END_TEST

START_TEST(shows_the_hooks_of_a_word_that_was_found)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F3>", "[F3 Find]");

    terminal_keys(terminal, "zax");
    see(terminal, "3 letters: 1");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "Enter shows the hooks");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "[F2 Check]");
    see(terminal, "ZAX");
    see(terminal, "hooks before");
    terminal_keys(terminal, "<F3>");
    see(terminal, "2 letters: 2");
    click(terminal, "AX ");
    see(terminal, "[F2 Check]");
    see(terminal, "AX ");
    quit(terminal);
}
END_TEST

START_TEST(finds_words_with_the_letters_of_the_rack)
{
    struct terminal *terminal =
        START(.arguments = ARGS("--board", e2e_board(""), "--turn", "0", "--rack", "RETAIN*"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<^F>");
    see(terminal, "[F3 Find]");
    see(terminal, "Letters   RETAIN*");
    see(terminal, "7 letters:");
    see(terminal, "RETAINs");
    quit(terminal);
}
END_TEST

START_TEST(finds_with_the_rack_without_an_old_pattern)
{
    struct terminal *terminal =
        START(.arguments = ARGS("--board", e2e_board(""), "--turn", "0", "--rack", "RETAINS"));

    see(terminal, "Your move");
    terminal_keys(terminal, "<F3><Tab>zzz");
    see(terminal, "Prefix    zzz");
    terminal_keys(terminal, "<F1><^F>");
    see(terminal, "STAINER");
    see_gone(terminal, "zzz");
    quit(terminal);
}
END_TEST

START_TEST(goes_from_the_words_back_to_the_form)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F3>", "[F3 Find]");

    terminal_keys(terminal, "zax");
    see(terminal, "3 letters: 1");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "Enter shows the hooks");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "Enter shows the hooks");
    see(terminal, "Letters   zax");
    terminal_keys(terminal, "<Esc>");
    see_gone(terminal, "Letters   zax");
    quit(terminal);
}
END_TEST

/* ---- Rect ---- */

START_TEST(finds_rectangles_and_saves_them)
{
    const char *home = e2e_home();

    ck_assert_int_eq(chdir(home), 0);
    struct terminal *terminal = start_tab(home, "<F4>", "[F4 Rect]");
    terminal_keys(terminal, "<F8>");
    see(terminal, "nothing to save");
    terminal_keys(terminal, "<BackTab><BackTab><Backspace><Backspace>"); /* a limit of 10 */
    see_gone(terminal, "Limit       1000");
    terminal_keys(terminal, "<F5>");
    see(terminal, "10 found");
    see(terminal, "Done: 10 grids");
    terminal_keys(terminal, "<F8>");
    see(terminal, "Saved 10 grids to rectangles.txt");
    char *saved = e2e_read(e2e_path(home, "rectangles.txt"));
    ck_assert_ptr_nonnull(saved);
    ck_assert_uint_eq(strlen(saved), 10 * 20);
    ck_assert_int_eq(saved[4], '/');
    free(saved);
    quit(terminal);
}
END_TEST

START_TEST(asks_before_it_writes_over_a_file)
{
    const char *home = e2e_home();

    ck_assert_int_eq(chdir(home), 0);
    e2e_file(home, "rectangles.txt", "mine\n");
    struct terminal *terminal = start_tab(home, "<F4>", "[F4 Rect]");
    terminal_keys(terminal, "<F5>");
    see(terminal, "Done: 1000 grids");
    terminal_keys(terminal, "<F8>");
    see(terminal, "Write over it?");
    terminal_keys(terminal, "<Enter>"); /* no, unless it is chosen */
    see_gone(terminal, "Write over it?");
    char *saved = e2e_read(e2e_path(home, "rectangles.txt"));
    ck_assert_str_eq(saved, "mine\n");
    free(saved);
    terminal_keys(terminal, "<F8>");
    click(terminal, "Yes, write over it");
    see(terminal, "Saved 1000 grids");
    quit(terminal);
}
END_TEST

/* Makes it a search that takes longer than any test: all rectangles of 5 x 6. */
static struct terminal *start_long_search(void)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F4>", "[F4 Rect]");

    terminal_keys(terminal, "<Backspace>5<Tab><Backspace>6<BackTab><BackTab><BackTab><^U>");
    see(terminal, "Width       5 ");
    see(terminal, "Height      6 ");
    see_gone(terminal, "1000");
    click(terminal, "F5 Start");
    see(terminal, "Searching");
    see(terminal, "% ");
    return terminal;
}

START_TEST(pauses_goes_on_and_stops)
{
    struct terminal *terminal = start_long_search();

    terminal_keys(terminal, "<F6>");
    see(terminal, "Paused");
    see(terminal, "F6 Go on");
    terminal_keys(terminal, "<F6>");
    see(terminal, "Searching");
    terminal_keys(terminal, "<F5>"); /* throws nothing away */
    see(terminal, "A search is running");
    click(terminal, "F6 Pause");
    see(terminal, "Paused");
    click(terminal, "F7 Stop");
    see(terminal, "Stopped");
    see_gone(terminal, "Searching");
    see_not(terminal, " left");      /* nothing goes on */
    terminal_keys(terminal, "<F5>"); /* again from the beginning */
    see(terminal, "Searching");
    quit(terminal);
}
END_TEST

START_TEST(searches_for_rectangles_while_tiles_are_laid)
{
    struct terminal *terminal = start_long_search();

    terminal_keys(terminal, "<F1>");
    see(terminal, "F4 Rect "); /* with its progress behind */
    see(terminal, "% ");
    terminal_keys(terminal, "<Tab><Enter><Enter>");
    see_laid(terminal);
    see_rack(terminal, ".");
    terminal_keys(terminal, "<Esc><^X><^X>");
    see(terminal, "You -10");
    terminal_keys(terminal, "<^T>");
    see(terminal, "The best plays");
    terminal_keys(terminal, "<Enter>");
    see_laid(terminal);
    terminal_keys(terminal, "<Enter>");
    see(terminal, "The computer ");
    see(terminal, "% "); /* it still runs */
    terminal_keys(terminal, "<F4><F7>");
    see(terminal, "Stopped");
    quit(terminal);
}
END_TEST

static const struct {
    const char *keys, *sees;
} bad_forms[] = {
    {"<Backspace>1<F5>", "is not a size"},
    {"<Backspace>99<F5>", "is not a size"},
    {"<Tab><Tab>c4t<F5>", "is not a word"},
    {"<BackTab><BackTab>x<F5>", "limit is a whole number"},
    {"<Backspace>5<Tab><Tab><Tab> <F5>", "Only squares can be symmetric"},
};

START_TEST(says_what_is_wrong_with_the_form)
{
    struct terminal *terminal = start_tab(e2e_home(), "<F4>", "[F4 Rect]");

    terminal_keys(terminal, bad_forms[_i].keys);
    see(terminal, bad_forms[_i].sees);
    quit(terminal);
}
END_TEST

static Suite *tabs_suite(void)
{
    Suite *suite = suite_create("the other tabs");
    TCase *frame = tcase_create("frame");
    TCase *check = tcase_create("Check");
    TCase *find = tcase_create("Find");
    TCase *rect = tcase_create("Rect");

    tcase_add_loop_test(frame, switches_tabs_by_key_and_click, 0, 9);
    tcase_add_test(frame, keeps_what_each_tab_holds);
    suite_add_tcase(suite, frame);
    tcase_add_test(check, judges_words_while_they_are_typed_and_on_enter);
    tcase_add_test(check, edits_the_line_and_remembers_lines);
    tcase_add_test(check, completes_a_word);
    tcase_add_loop_test(check, leaves_no_trace_of_a_tournament_verdict, 0, 4);
    tcase_add_test(check, clears_a_verdict_after_a_while);
    tcase_add_test(check, gives_no_completion_and_no_empty_verdict_in_a_tournament);
    tcase_add_test(check, begins_the_next_challenge_with_the_letter_that_clears_the_verdict);
    tcase_add_test(check, says_how_words_go_on_where_they_part);
    suite_add_tcase(suite, check);
    tcase_add_test(find, finds_words_while_letters_are_typed);
    tcase_add_loop_test(find, searches_by_each_field, 0, (int)(sizeof finds / sizeof *finds));
    tcase_add_test(find, shows_the_hooks_of_a_word_that_was_found);
    tcase_add_test(find, finds_words_with_the_letters_of_the_rack);
    tcase_add_test(find, finds_with_the_rack_without_an_old_pattern);
    tcase_add_test(find, goes_from_the_words_back_to_the_form);
    suite_add_tcase(suite, find);
    tcase_add_test(rect, finds_rectangles_and_saves_them);
    tcase_add_test(rect, asks_before_it_writes_over_a_file);
    tcase_add_test(rect, pauses_goes_on_and_stops);
    tcase_add_test(rect, searches_for_rectangles_while_tiles_are_laid);
    tcase_add_loop_test(rect, says_what_is_wrong_with_the_form, 0,
                        (int)(sizeof bad_forms / sizeof *bad_forms));
    suite_add_tcase(suite, rect);
    return suite;
}

int main(void)
{
    return e2e_main(tabs_suite());
}

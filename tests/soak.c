/* soak.c: whole games, one after the other in one run of the program, played by its own hints. The
 * memory that it uses at the end is compared with that after half of the games; in a build with
 * sanitizers, whose own memory grows, it is they who tell what was lost. $KHI_SOAK is the number of
 * games (10 unless set).
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include "testlib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    GAMES = 10,
    GROWTH_KB = 3072, /* pages that come and go: the heaps of threads, the stacks */
    STEPS_A_GAME = 2000,
};

static long memory_kb(pid_t pid)
{
    char path[64], line[256];
    long kb = -1;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL)
        sscanf(line, "RssAnon: %ld", &kb);
    fclose(file);
    return kb;
}

static bool shows(const struct terminal *terminal, const char *text)
{
    return terminal_find(terminal, text, NULL) >= 0;
}

/* What a player would do who looks at this screen. True when the game is over. */
static bool take_step(struct terminal *terminal)
{
    if (shows(terminal, "The end"))
        return true;
    if (shows(terminal, "Too few tiles"))
        terminal_keys(terminal, "<^P>");
    else if (shows(terminal, "There is no play"))
        terminal_keys(terminal, "<^X>");
    else if (shows(terminal, "The best plays"))
        terminal_keys(terminal, "<Enter><Enter>");
    else
        terminal_keys(terminal, "<^T>");
    see_repaint(terminal);
    return false;
}

static void play_game(struct terminal *terminal)
{
    int steps = 0;

    while (!take_step(terminal))
        ck_assert_msg(steps++ < STEPS_A_GAME, "the game has no end:\n%s", terminal_text(terminal));
}

/* Before a game, the other tabs get something to do. */
static void use_tabs(struct terminal *terminal)
{
    terminal_keys(terminal, "<F2>cat dgo<Enter>");
    see(terminal, "DGO");
    terminal_keys(terminal, "<F3><Esc>");
    see_repaint(terminal); /* else a key behind Esc would be one with Alt */
    terminal_keys(terminal, "retains");
    see(terminal, "RETAINS");
    terminal_keys(terminal, "<F4><F5>");
    see(terminal, "Done");
    terminal_keys(terminal, "<F1>");
    see_repaint(terminal);
}

static void begin_again(struct terminal *terminal)
{
    terminal_keys(terminal, "<Enter>"); /* Play again */
    see(terminal, "How well shall");
    terminal_keys(terminal, "<Enter>");
    see(terminal, "covers the star");
}

START_TEST(many_games_take_no_more_memory)
{
    const char *text = getenv("KHI_SOAK"), *home = e2e_home();
    int games = text != NULL && atoi(text) > 0 ? atoi(text) : GAMES;
    long before = 0, now = 0;

    mkdir(e2e_path(home, ".config"), 0700);
    mkdir(e2e_path(home, ".config/khi"), 0700);
    e2e_file(home, ".config/khi/config", "animation = off\n");
    struct terminal *terminal =
        START(.home = home, .arguments = ARGS("--level", "easy", "--seed", "11"));
    see(terminal, "Your move");
    for (int game = 0; game < games; game++) {
        if (game > 0)
            begin_again(terminal);
        use_tabs(terminal);
        play_game(terminal);
        now = memory_kb(terminal_pid(terminal));
        if (game == games / 2)
            before = now;
    }
    quit(terminal);
    printf("%d games: %ld kB of memory after half of them, %ld kB after the last\n", games, before,
           now);
#ifndef KHI_SANITIZED
    ck_assert_int_lt(now, before + GROWTH_KB);
#endif
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("soak");
    TCase *soak = tcase_create("soak");

    tcase_set_timeout(soak, 7200);
    tcase_add_test(soak, many_games_take_no_more_memory);
    suite_add_tcase(suite, soak);
    return e2e_main(suite);
}

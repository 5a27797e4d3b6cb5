/* soak.c: whole games, each another, one after the other in one run of the program, played by its
 * own hints. When the next game has begun, all that the last one took must have been given back:
 * what the program and its libraries have allocated and not freed is compared between the first
 * half of the games and the second. The least of each half counts, since a thread may hold
 * something for a moment. (Pages are no measure: the heaps of threads fray, so that 100 games take
 * 2 MB more of them while not a byte more is allocated.) $KHI_SOAK is the number of games (100
 * unless set).
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include "testlib.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    GAMES = 100,
    GROWTH = 4096, /* bytes in half of the games: how the C library cuts its blocks */
    STEPS_A_GAME = 2000,
};

/* What was allocated and not freed when the program last began to wait. */
static long live_bytes(const char *home)
{
    char *text = e2e_read(e2e_path(home, "live"));

    ck_assert_ptr_nonnull(text);
    long bytes = atol(text);
    free(text);
    ck_assert_int_gt(bytes, 0);
    return bytes;
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
        terminal_keys(terminal, "<^P><^P>");
    else if (shows(terminal, "There is no play"))
        terminal_keys(terminal, "<^X><^X>");
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
    char variable[4200];
    long least[2] = {LONG_MAX, LONG_MAX};

    mkdir(e2e_path(home, ".config"), 0700);
    mkdir(e2e_path(home, ".config/khi"), 0700);
    e2e_file(home, ".config/khi/config", "animation = off\n");
    snprintf(variable, sizeof variable, "KHI_FAULT=none 0,0 %s", e2e_path(home, "live"));
    struct terminal *terminal =
        START(.program = e2e_faulty_program(), .home = home, .variable = variable,
              .arguments = ARGS("--level", "easy", "--seed", "11"));
    see(terminal, "Your move");
    for (int game = 0; game < games; game++) {
        use_tabs(terminal);
        play_game(terminal);
        begin_again(terminal);
        long now = live_bytes(home), *half = &least[game >= games / 2];
        *half = now < *half ? now : *half;
    }
    quit(terminal);
    printf("%d games: %ld bytes allocated in the first half, %ld in the second\n", games, least[0],
           least[1]);
    ck_assert_int_lt(least[1], least[0] + GROWTH);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("soak");
    TCase *soak = tcase_create("soak");

    /* so that what was freed is not kept as if it were in use */
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0", 1);
    tcase_set_timeout(soak, 7200);
    tcase_add_test(soak, many_games_take_no_more_memory);
    suite_add_tcase(suite, soak);
    return e2e_main(suite);
}

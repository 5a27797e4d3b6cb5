/* e2e_faults.c: the program when memory or the disk fails, and when it dies of a fault of its own.
 *
 * Every call that wants memory, and every call that touches a saved game, fails once, in turn. So
 * many runs take a while: without KHI_FAULTS=all only some are tried, beginning with KHI_SEED.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include "testlib.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SAVE ".local/share/khi/games/game-0.khi"

/* How far apart the calls are that fail: 1 for all. */
static long stride(long some)
{
    const char *which = getenv("KHI_FAULTS");

    return which != NULL && strcmp(which, "all") == 0 ? 1 : some;
}

struct plan {
    const char *kind;
    long number;
    bool all_that_follow;
    int fault;
    const char *home;
    const char *const *arguments;
};

static const char *const new_game[] = {"--level", "easy", "--seed", "7", NULL};

static struct terminal *start_faulty(const struct plan *plan)
{
    static char variable[4200];

    snprintf(variable, sizeof variable, "KHI_FAULT=%s %ld%c%d %s", plan->kind, plan->number,
             plan->all_that_follow ? '+' : ',', plan->fault, e2e_path(plan->home, "failed"));
    return START(.program = e2e_faulty_program(), .home = plan->home, .variable = variable,
                 .arguments = plan->arguments);
}

static bool was_reached(const struct plan *plan)
{
    return access(e2e_path(plan->home, "failed"), F_OK) == 0;
}

/* ---- memory ---- */

/* Has the program answered, with what is wanted or with the fault or what comes of it? */
static bool has_answered(const struct terminal *terminal, const void *wanted)
{
    static const char *const others[] = {"memory", "annot", "Lay tiles first"};
    bool answered = terminal_find(terminal, wanted, NULL) >= 0;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        answered |= terminal_find(terminal, others[i], NULL) >= 0;
    return answered;
}

static const struct step {
    const char *keys, *until; /* NULL: until they are dealt with */
} steps[] = {
    {"", "Your move"},
    {"<^T>", NULL},
    {"<Enter>", NULL},
    {"<Enter>", "2 Comp"},
    {"<^S><^O><^U><^Y><F9><Esc>", NULL},
    {"<F2>cat dgo<Enter>", "DGO"},
    {"<F5>cat<Enter>", NULL},
    {"<F3>retains", "RETAINS"},
    {"<F4><Backspace>3<Tab><Backspace>3<F5>", "Done"},
    {"<F10><Esc><F1>", NULL},
};

static void play_session(struct terminal *terminal)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        terminal_keys(terminal, steps[i].keys);
        if (steps[i].until != NULL)
            terminal_wait_for(terminal, has_answered, steps[i].until);
        else
            terminal_wait_repaint(terminal);
        if (i == 6)
            terminal_resize(terminal, 40, 120);
    }
    terminal_keys(terminal, "<^Q>");
}

static void check_end(struct terminal *terminal, const struct plan *plan)
{
    int status = terminal_wait_end(terminal);
    char *screen = terminal_text(terminal);

    ck_assert_msg(status == 0 || status == 2, "%s %ld: exit status %d\n%s", plan->kind,
                  plan->number, status, screen);
    ck_assert_msg(status == 0 || strstr(screen, "khi: ") != NULL, "%s %ld: no message\n%s",
                  plan->kind, plan->number, screen);
    ck_assert_msg(terminal_is_restored(terminal), "%s %ld: the terminal is not restored\n%s",
                  plan->kind, plan->number, screen);
    if (access(e2e_path(plan->home, SAVE), F_OK) == 0)
        ck_assert_msg(e2e_run(plan->home, "replay", e2e_path(plan->home, SAVE)) == 0,
                      "%s %ld: the saved game cannot be loaded", plan->kind, plan->number);
    free(screen);
    terminal_free(terminal);
}

/* Plays with one call in each run that fails, from the first on, so far apart. Returns how many
 * calls there are. */
static long fail_in_turn(long step, const char *const *arguments,
                         void (*play)(struct terminal *terminal))
{
    struct test_random random = test_random_begin(1);
    long number = 1 + (long)test_random_below(&random, (unsigned)step);
    bool reached = true;

    for (; reached; number += step) {
        struct plan plan = {"alloc", number, false, ENOMEM, e2e_home(), arguments};
        struct terminal *terminal = start_faulty(&plan);
        play(terminal);
        reached = was_reached(&plan);
        check_end(terminal, &plan);
    }
    printf("memory: %ld calls of a session, every %ld. failed\n", number - step - 1, step);
    return number - step - 1;
}

START_TEST(ends_or_goes_on_cleanly_when_memory_fails)
{
    ck_assert_int_gt(fail_in_turn(stride(61), new_game, play_session), 100);
}
END_TEST

static void play_nothing(struct terminal *terminal)
{
    terminal_wait_for(terminal, has_answered, "Your move");
    terminal_keys(terminal, "<^Q>");
}

/* The libraries, where they are linked into the program, want most of their memory at the start. */
START_TEST(begins_or_ends_cleanly_when_memory_fails)
{
    ck_assert_int_gt(fail_in_turn(stride(13), new_game, play_nothing), 20);
}
END_TEST

/* Is the last line a prompt with nothing behind it? Keys that come while the program is busy are
 * lost. */
static bool is_prompting(const struct terminal *terminal, const void *context)
{
    int rows, cols;
    bool prompting = false;

    (void)context;
    terminal_size(terminal, &rows, &cols);
    for (int row = 0; row < rows; row++) {
        const char *text = terminal_row(terminal, row);
        if (text[0] != '\0')
            prompting = text[strlen(text) - 1] == '>';
    }
    return prompting;
}

static void ask_prompt(struct terminal *terminal)
{
    static const struct step asked[] = {
        {"", "274137>"},
        {"cat dgo<Enter>", "DGO invalid"},
        {"quiz<Tab><Enter>", "QUIZ valid"},
        {":tournament<Enter>", "tournament>"},
        {"<Up>cat dogg<Enter>", "UNACCEPTABLE"},
        {":ordinary<Enter>", "ordinary mode"},
        {":help<Enter>", "parted by"},
    };

    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        terminal_keys(terminal, asked[i].keys);
        terminal_wait_for(terminal, has_answered, asked[i].until);
        terminal_wait_for(terminal, is_prompting, NULL);
    }
    terminal_keys(terminal, ":quit<Enter>");
}

START_TEST(prompts_or_ends_cleanly_when_memory_fails)
{
    ck_assert_int_gt(fail_in_turn(stride(37), ARGS("check"), ask_prompt), 5);
}
END_TEST

#ifndef KHI_SANITIZED /* they need more than all addresses */
/* When memory is really short, the libraries get none either. */
START_TEST(ends_or_goes_on_cleanly_with_little_memory)
{
    struct plan plan = {"limit, in MB:", 24 + 12 * _i, false, ENOMEM, e2e_home(), NULL};
    char command[128];

    snprintf(command, sizeof command, "ulimit -v %ld && exec \"$0\" --level easy --seed 7",
             plan.number * 1024);
    struct terminal *terminal =
        START(.program = "/bin/sh", .home = plan.home,
              .arguments = ARGS("-c", command, getenv("KHI") ? getenv("KHI") : "./src/khi"));
    play_session(terminal);
    check_end(terminal, &plan);
}
END_TEST
#endif

/* ---- the disk ---- */

/* A saved game, and what becomes of it by one more turn, as the disk has it without faults. */
static char *game_before, *game_after;

static const char *home_with_game(const char *game)
{
    const char *home = e2e_home();

    mkdir(e2e_path(home, ".local"), 0700);
    mkdir(e2e_path(home, ".local/share"), 0700);
    mkdir(e2e_path(home, ".local/share/khi"), 0700);
    mkdir(e2e_path(home, ".local/share/khi/games"), 0700);
    if (game != NULL)
        e2e_file(home, SAVE, game);
    return home;
}

/* Lets the player play the first hint and the computer answer. */
static void play_turn(struct terminal *terminal, const char *move)
{
    terminal_keys(terminal, "<^T>");
    see(terminal, "Hint");
    terminal_keys(terminal, "<Enter>");
    see_gone(terminal, "Hint");
    terminal_keys(terminal, "<Enter>");
    see(terminal, move);
}

static void make_games(void)
{
    const char *home = home_with_game(NULL);
    struct terminal *terminal = START(.home = home, .arguments = new_game);

    see(terminal, "Your move");
    play_turn(terminal, "2 Comp");
    quit(terminal);
    game_before = e2e_read(e2e_path(home, SAVE));
    terminal = START(.home = home);
    see(terminal, "goes on");
    play_turn(terminal, "4 Comp");
    quit(terminal);
    game_after = e2e_read(e2e_path(home, SAVE));
    ck_assert_str_ne(game_before, game_after);
}

/* Nothing lies beside the saved game but its lock. */
static void check_nothing_is_left(const struct plan *plan)
{
    DIR *directory = opendir(e2e_path(plan->home, ".local/share/khi/games"));

    ck_assert_ptr_nonnull(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        ck_assert_msg(entry->d_name[0] == '.' || strcmp(entry->d_name, "game-0.khi") == 0 ||
                          strcmp(entry->d_name, "game-0.khi.lock") == 0,
                      "disk %ld, errno %d: %s is left", plan->number, plan->fault, entry->d_name);
    closedir(directory);
}

static const int disk_faults[] = {ENOSPC, EIO, EROFS};

/* The first call of the disk reads the game. */
static bool turn_with_fault(long number, int fault)
{
    struct plan plan = {"disk", number, false, fault, home_with_game(game_before), NULL};
    struct terminal *terminal = start_faulty(&plan);

    see(terminal, "goes on");
    play_turn(terminal, "4 Comp");
    terminal_keys(terminal, "<^Q>");
    ck_assert_int_eq(terminal_wait_end(terminal), 0);
    terminal_free(terminal);
    char *game = e2e_read(e2e_path(plan.home, SAVE));
    ck_assert_ptr_nonnull(game);
    ck_assert_msg(strcmp(game, game_after) == 0, "disk %ld, errno %d: the game is not saved",
                  number, fault);
    free(game);
    check_nothing_is_left(&plan);
    return was_reached(&plan);
}

START_TEST(saves_again_after_one_fault_of_the_disk)
{
    struct test_random random = test_random_begin(1);
    long step = stride(5), number = 3 + (long)test_random_below(&random, (unsigned)step);

    make_games();
    while (turn_with_fault(number, disk_faults[_i]))
        number += step;
    printf("disk: %ld calls of a turn, every %ld. failed: %s\n", number, step,
           strerror(disk_faults[_i]));
    ck_assert_int_gt(number, 15);
}
END_TEST

/* From one call on, all fail: the player is told on the screen and at the end. */
static bool turn_on_a_full_disk(long number, int fault)
{
    struct plan plan = {"disk", number, true, fault, home_with_game(game_before), NULL};
    struct terminal *terminal = start_faulty(&plan);

    see(terminal, "goes on");
    play_turn(terminal, "4 Comp");
    see_repaint(terminal);
    terminal_keys(terminal, "<^Q>");
    int status = terminal_wait_end(terminal);
    bool told = terminal_find(terminal, "khi: the game is not saved: cannot write", NULL) >= 0;
    ck_assert_int_eq(status, told ? 2 : 0);
    ck_assert(terminal_is_restored(terminal));
    terminal_free(terminal);
    ck_assert_int_eq(e2e_run(plan.home, "replay", e2e_path(plan.home, SAVE)), 0);
    char *game = e2e_read(e2e_path(plan.home, SAVE));
    ck_assert(told || strcmp(game, game_after) == 0);
    free(game);
    check_nothing_is_left(&plan);
    return was_reached(&plan);
}

START_TEST(keeps_the_old_game_and_tells_when_the_disk_stays_full)
{
    struct test_random random = test_random_begin(1);
    long step = stride(5), number = 3 + (long)test_random_below(&random, (unsigned)step);

    make_games();
    while (turn_on_a_full_disk(number, disk_faults[_i]))
        number += step;
    ck_assert_int_gt(number, 15);
}
END_TEST

START_TEST(tells_on_the_screen_that_a_game_is_not_saved)
{
    make_games();
    struct plan plan = {"disk", 3, true, disk_faults[_i], home_with_game(game_before), NULL};
    struct terminal *terminal = start_faulty(&plan);

    see(terminal, "goes on");
    terminal_keys(terminal, "<^T>");
    see(terminal, "Not saved: cannot write");
    see_not(terminal, "/khi/");
    terminal_free(terminal);
    char *game = e2e_read(e2e_path(plan.home, SAVE));
    ck_assert_str_eq(game, game_before);
    free(game);
}
END_TEST

START_TEST(leaves_a_game_alone_that_cannot_be_read_now)
{
    make_games();
    struct plan plan = {"disk", 1, false, EIO, home_with_game(game_before), NULL};
    struct terminal *terminal = start_faulty(&plan);

    see(terminal, "The saved game cannot be read");
    terminal_keys(terminal, "<Enter><Enter><Enter><^Q>");
    see_end(terminal, 0);
    char *game = e2e_read(e2e_path(plan.home, SAVE));
    ck_assert_str_eq(game, game_before);
    free(game);
    check_nothing_is_left(&plan);
}
END_TEST

/* ---- faults of our own ---- */

static const int own_faults[] = {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS};

/* The thread of the program that has this number, 0 for the main one; 0 if there are not so many.
 */
static pid_t thread_of(pid_t pid, int number)
{
    char path[64];
    pid_t found = 0;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *directory = opendir(path);
    ck_assert_ptr_nonnull(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.' && number-- == 0)
            found = (pid_t)atoi(entry->d_name);
    closedir(directory);
    return found;
}

START_TEST(gives_the_terminal_back_when_it_crashes)
{
    int fault = own_faults[_i], threads = 0;

    for (;; threads++) {
        struct terminal *terminal = START(.arguments = new_game);
        see(terminal, "Your move");
        pid_t pid = terminal_pid(terminal), thread = thread_of(pid, threads);
        if (thread == 0) {
            terminal_free(terminal);
            break;
        }
        ck_assert(!terminal_is_restored(terminal));
        ck_assert_int_eq((int)syscall(SYS_tgkill, pid, thread, fault), 0);
        int status = terminal_wait_end(terminal);
        ck_assert_int_eq(status, fault == SIGBUS ? 2 : 128 + fault);
        ck_assert_msg(terminal_is_restored(terminal), "%s in thread %d: not restored",
                      strsignal(fault), threads);
        terminal_free(terminal);
    }
    ck_assert_int_ge(threads, 3); /* the loop, the line editor, the store */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("faults");
    TCase *memory = tcase_create("memory");

    setenv("KHI_DEADLINE", "20", 0);
    tcase_set_timeout(memory, 3600);
    tcase_add_test(memory, ends_or_goes_on_cleanly_when_memory_fails);
    tcase_add_test(memory, begins_or_ends_cleanly_when_memory_fails);
    tcase_add_test(memory, prompts_or_ends_cleanly_when_memory_fails);
#ifndef KHI_SANITIZED
    tcase_add_loop_test(memory, ends_or_goes_on_cleanly_with_little_memory, 0, 16);
#endif
    suite_add_tcase(suite, memory);
    TCase *disk = tcase_create("disk");
    tcase_set_timeout(disk, 3600);
    tcase_add_loop_test(disk, saves_again_after_one_fault_of_the_disk, 0, 3);
    tcase_add_loop_test(disk, keeps_the_old_game_and_tells_when_the_disk_stays_full, 0, 3);
    tcase_add_loop_test(disk, tells_on_the_screen_that_a_game_is_not_saved, 0, 3);
    tcase_add_test(disk, leaves_a_game_alone_that_cannot_be_read_now);
    suite_add_tcase(suite, disk);
    TCase *own = tcase_create("own");
    tcase_add_loop_test(own, gives_the_terminal_back_when_it_crashes, 0, 5);
    suite_add_tcase(suite, own);
    return e2e_main(suite);
}

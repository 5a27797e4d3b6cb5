/* e2e_hostile.c: what strangers could try: a hostile environment, terminal or file. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include "khi/random.h"
#include "testlib.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* It would set the window's title, which the program never does. */
#define STEER "\033]0;steered\007"

static struct terminal *start_restricted(const char *data, const char *variable, const char *home)
{
    return START(.home = home, .variable = variable,
                 .arguments =
                     ARGS("--restricted", "--data", data, "--level", "easy", "--seed", "7"));
}

/* ---- the environment ---- */

static int entries_of(const char *path)
{
    DIR *directory = opendir(path);
    int count = 0;

    ck_assert_ptr_nonnull(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
    closedir(directory);
    return count;
}

static const char *const hostile_variables[] = {
    "KHI_DICT=%s/fig",      "XDG_DATA_HOME=%s",          "XDG_CONFIG_HOME=%s",  "XDG_STATE_HOME=%s",
    "TERMINFO=%s/terminfo", "TERMINFO_DIRS=%s/terminfo", "TERMCAP=%s/terminfo", "LOCPATH=%s",
    "NLSPATH=%s/%%N",       "EDITRC=%s/editrc",          "TZ=:%s/fig",          "COLUMNS=5",
    "ESCDELAY=100000",      "NCURSES_NO_UTF8_ACS=1",     "TMPDIR=%s",           "SSH_TTY=%s",
};

/* A home with all that a program might believe: settings, terminfo, keys of the line editor. */
static const char *hostile_home(void)
{
    const char *home = e2e_home();

    mkdir(e2e_path(home, "khi"), 0700);
    mkdir(e2e_path(home, "terminfo"), 0700);
    mkdir(e2e_path(home, "terminfo/x"), 0700);
    e2e_file(home, "terminfo/x/xterm-256color", "not a terminal" STEER);
    e2e_file(home, "khi/config", "dict = /etc/passwd\ntheme = mono\n");
    e2e_file(home, "fig", "fig\n");
    e2e_file(home, ".editrc", "bind r ed-delete-prev-char\n");
    e2e_file(home, "editrc", "bind r ed-delete-prev-char\n");
    return home;
}

START_TEST(restricted_believes_no_variable)
{
    char variable[4200];
    const char *data = e2e_home(), *home = hostile_home();
    int before = entries_of(home), below = entries_of(e2e_path(home, "khi"));

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(variable, sizeof variable, hostile_variables[_i], home);
#pragma GCC diagnostic pop
    struct terminal *terminal = start_restricted(data, variable, home);
    see(terminal, "Your move");
    terminal_keys(terminal, "<F3>retains");
    see(terminal, "RETAINS");
    terminal_keys(terminal, "<F2>cat<Enter>");
    see(terminal, "CAT");
    ck_assert(terminal_used_colour(terminal));
    ck_assert(!terminal_was_titled(terminal));
    quit(terminal);
    ck_assert_int_eq(access(e2e_path(data, "games/game-0.khi"), F_OK), 0);
    ck_assert_int_eq(access(e2e_path(data, "history"), F_OK), 0);
    ck_assert_int_eq(entries_of(home), before);
    ck_assert_int_eq(entries_of(e2e_path(home, "khi")), below);
}
END_TEST

/* ---- what is given up ---- */

/* Whether the file of /proc about the process has a line like this. */
static void check_proc(pid_t pid, const char *leaf, const char *name, const char *value)
{
    char path[64], line[256];
    bool found = false;

    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, leaf);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            found |= strncmp(line + strlen(name) + strspn(line + strlen(name), " \t"), value,
                             strlen(value)) == 0;
    fclose(file);
    ck_assert_msg(found, "%s: no line %s %s", path, name, value);
}

START_TEST(restricted_has_limits)
{
    struct terminal *terminal = start_restricted(e2e_home(), NULL, NULL);
    see(terminal, "Your move");
    pid_t pid = terminal_pid(terminal);

    check_proc(pid, "limits", "Max core file size", "0 ");
    check_proc(pid, "limits", "Max file size", "4194304 ");
    check_proc(pid, "limits", "Max open files", "64 ");
    check_proc(pid, "limits", "Max processes", "512 ");
    check_proc(pid, "status", "NoNewPrivs:", "1");
#ifndef KHI_SANITIZED
    check_proc(pid, "limits", "Max address space", "1073741824 ");
#if defined __x86_64__ || defined __aarch64__
    check_proc(pid, "status", "Seccomp:", "2");
#endif
#endif
    quit(terminal);
}
END_TEST

START_TEST(restricted_saves_no_grids_and_does_not_stop)
{
    struct terminal *terminal = start_restricted(e2e_home(), NULL, NULL);

    see(terminal, "Your move");
    terminal_keys(terminal, "<^Z>");
    see_repaint(terminal);
    kill(terminal_pid(terminal), SIGTSTP);
    see_repaint(terminal);
    terminal_keys(terminal, "<F4>");
    see(terminal, "F5 Start");
    see_not(terminal, "Save to");
    see_not(terminal, "F8");
    terminal_keys(terminal, "<F5>");
    see(terminal, "Done");
    terminal_keys(terminal, "<F8>");
    see_repaint(terminal);
    see_not(terminal, "Saved");
    quit(terminal);
}
END_TEST

START_TEST(restricted_shows_no_path)
{
    const char *data = e2e_home();

    ck_assert_int_eq(chmod(data, 0500), 0);
    if (access(data, W_OK) == 0) /* root may write everywhere: take what is no directory */
        data = "/dev/null";
    struct terminal *terminal = start_restricted(data, NULL, NULL);
    see(terminal, "cannot be kept");
    see_not(terminal, data);
    terminal_keys(terminal, "<^T><Enter><Enter>");
    see(terminal, "2 Comp");
    see_not(terminal, data);
    quit(terminal);
}
END_TEST

/* ---- the terminal's input ---- */

static const struct input {
    const char *bytes;
    size_t size, times;
} inputs[] = {
#define INPUT(text, times)                                                                         \
    {                                                                                              \
        text, sizeof(text) - 1, times                                                              \
    }
    INPUT("\033[", 1000),
    INPUT("\033[99999999999999999999999999999999m", 100),
    INPUT("\033[<0;99999999999;99999999999M", 100),
    INPUT("\033[<64;0;0M\033[<-1;-1;-1m", 100),
    INPUT("\033[<", 1),
    INPUT("\033[<0;1", 1),
    INPUT("\033[M", 1),
    INPUT("\033[M\377\377\377\033[M\001\001\001", 100),
    INPUT("\033]0;x\033\\\033P1$r\033\\\033_x\033\\\033^x", 100),
    INPUT("\033[200~", 100),
    INPUT("\033\033\033\033[[[[OOOO", 100),
    INPUT("\033O", 1000),
    INPUT("\377\376\300\200\355\240\200\364\220\200\200\200\277", 1000),
    INPUT("\342\202\033[A\342", 500),
    INPUT("\033[1;99R\033[?1;2c\033[>0;276;0c", 100),
    INPUT("\0\0\0\0\034\035\036\037", 500),
    INPUT("\360\237\221\251\342\200\215\360\237\232\200\314\201\314\201\314\201", 500),
    INPUT("\022a\022b\022\022\022\022", 500),
    INPUT("\026\026\033v\024\025\027\031", 300),
    INPUT("\033x\"\rcat\033xbind -r\r\033xedit off\r", 100), /* libedit's command line */
    INPUT("cat and dog\r", 3000),
    INPUT("0123456789abcdefghijklmnopqrstuvwxyz ", 30000), /* a megabyte */
};

/* A megabyte is pasted into one of the tabs, a tenth of it into the others. */
static size_t times_of(const struct input *input, int place)
{
    return input->times > 10000 && place != 1 ? input->times / 10 : input->times;
}

START_TEST(hostile_input_does_no_harm)
{
    static const char *const places[] = {"<F1>", "<F2>", "<F3>", "<F4>"};
    struct terminal *terminal = start_restricted(e2e_home(), NULL, NULL);

    see(terminal, "Your move");
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        terminal_keys(terminal, places[_i]);
        for (size_t times = times_of(&inputs[i], _i); times > 0; times--)
            terminal_send(terminal, inputs[i].bytes, inputs[i].size);
        terminal_keys(terminal, "<Esc><Esc>");
        if (!terminal_wait_repaint(terminal))
            ck_abort_msg("no answer after input %zu:\n%s", i, terminal_text(terminal));
    }
    terminal_keys(terminal, "<^Q>");
    ck_assert_int_eq(terminal_wait_end(terminal), 0);
    ck_assert(terminal_is_restored(terminal));
    ck_assert(!terminal_was_titled(terminal));
    terminal_free(terminal);
}
END_TEST

START_TEST(random_bytes_do_no_harm)
{
    struct test_random random = test_random_begin((uint64_t)_i + 1);
    struct terminal *terminal = start_restricted(e2e_home(), NULL, NULL);
    char bytes[50000];

    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)test_random_next(&random);
        if (bytes[i] == ('Q' & 0x1f)) /* it would quit */
            bytes[i] = '\033';
    }
    see(terminal, "Your move");
    terminal_send(terminal, bytes, sizeof bytes);
    terminal_keys(terminal, "<Esc><Esc>");
    see_repaint(terminal);
    terminal_keys(terminal, "<^Q>");
    ck_assert_int_eq(terminal_wait_end(terminal), 0);
    ck_assert(terminal_is_restored(terminal));
    ck_assert(!terminal_was_titled(terminal));
    terminal_free(terminal);
}
END_TEST

static const struct {
    int rows, cols;
} sizes[] = {{1, 1}, {2, 500}, {500, 2}, {65535, 10}, {10, 65535}, {32768, 32767}, {65535, 65535}};

/* A terminal in a test has no such sizes, so that only the program is told of them. */
START_TEST(no_size_of_the_window_does_harm)
{
    struct terminal *terminal = start_restricted(e2e_home(), NULL, NULL);

    see(terminal, "Your move");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        terminal_claim_size(terminal, sizes[i].rows, sizes[i].cols);
        see_repaint(terminal);
        terminal_keys(terminal, "<^T>");
        see_repaint(terminal);
    }
    terminal_claim_size(terminal, 24, 80);
    see_repaint(terminal);
    see(terminal, "Rack");
    quit(terminal);
}
END_TEST

START_TEST(begins_in_a_window_of_any_size)
{
    struct terminal *terminal =
        START(.rows = 24, .cols = 80, .claimed_rows = sizes[_i].rows,
              .claimed_cols = sizes[_i].cols, .arguments = ARGS("--level", "easy", "--seed", "7"));

    terminal_claim_size(terminal, 24, 80);
    see_repaint(terminal);
    see(terminal, "Rack");
    quit(terminal);
}
END_TEST

/* The program asks the terminal to take a picture after the other, and nobody takes them. */
START_TEST(ends_though_the_terminal_takes_nothing)
{
    struct terminal *terminal = start_restricted(e2e_home(), NULL, NULL);

    see(terminal, "Your move");
    terminal_stuff(terminal, "\f");
    kill(terminal_pid(terminal), SIGTERM);
    ck_assert_int_eq(
        waitid(P_PID, (id_t)terminal_pid(terminal), &(siginfo_t){0}, WEXITED | WNOWAIT), 0);
    terminal_wait_end(terminal);
    terminal_free(terminal);
}
END_TEST

/* ---- files ---- */

/* A saved game with its checksum, as the program would have written it. */
static const char *sealed(const char *text)
{
    static char out[4096];
    uint64_t sum = strlen(text);

    for (const char *at = text; *at != '\0'; at++)
        sum = khi_mix(sum ^ (unsigned char)*at);
    snprintf(out, sizeof out, "%schecksum %016llx\n", text, (unsigned long long)sum);
    return out;
}

static void make_directories(const char *home, const char *path)
{
    char part[256];

    for (const char *slash = path; slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        if (part[0] != '\0')
            mkdir(e2e_path(home, part), 0700);
    }
    mkdir(e2e_path(home, path), 0700);
}

static const struct hostile_file {
    const char *directory, *leaf, *text;
    bool is_save;
} hostile_files[] = {
    {".config/khi", "config", "dict = " STEER "\ntheme = " STEER "\n", false},
    {".config/khi", "config", "theme = " STEER "\ncoach = " STEER "\n" STEER "\n", false},
    {".local/state/khi", "history", "_HiStOrY_V2_\n" STEER "\n\\033]0;steered\\007\n", false},
    {".local/share/khi", "scores", STEER "\n2024-01-01T00:00:00Z " STEER "\n", false},
    {".local/share/khi/games", "game-0.khi", STEER "\n", false},
    {".local/share/khi/games", "game-0.khi", "khi save 1\nprogram " STEER "\n", true},
    {".local/share/khi/games", "game-0.khi",
     "khi save 1\nprogram 1\ndictionary " STEER " 0123456789abcdef\nseed 1\nleft human\n"
     "right easy\nassisted no\n",
     true},
    {".local/share/khi/games", "game-0.khi",
     "khi save 1\nprogram 1\ndictionary words 0123456789abcdef\nseed 1\nleft " STEER "\n", true},
};

START_TEST(nothing_from_a_file_steers_the_terminal)
{
    const struct hostile_file *file = &hostile_files[_i];
    const char *home = e2e_home();

    make_directories(home, file->directory);
    e2e_file(e2e_path(home, file->directory), file->leaf,
             file->is_save ? sealed(file->text) : file->text);
    struct terminal *terminal = START(.home = home);
    if (terminal_wait(terminal, "F1 Khi")) { /* else it has ended with a message */
        terminal_keys(terminal, "<Esc><Esc><F9>");
        see_repaint(terminal);
        terminal_keys(terminal, "<Esc><F2><Up><Up>");
        see_repaint(terminal);
        terminal_keys(terminal, "<Enter><Up><^R>s");
        see_repaint(terminal);
        terminal_keys(terminal, "<Esc><^Q>");
    }
    int status = terminal_wait_end(terminal);
    ck_assert(status == 0 || status == 2);
    ck_assert(!terminal_was_titled(terminal));
    terminal_free(terminal);
}
END_TEST

START_TEST(the_name_of_a_file_does_not_steer_the_terminal)
{
    const char *home = e2e_home();
    const char *path = e2e_file(home, "x" STEER "\033[31m.txt", _i == 0 ? "cat\n" : "c?t\n");
    struct terminal *terminal = START(.home = home, .arguments = ARGS("--dict", path));

    if (_i == 0) {
        see(terminal, "F1 Khi");
        terminal_keys(terminal, "<Esc><Enter><^Q>");
    }
    int status = terminal_wait_end(terminal);
    ck_assert_int_eq(status, _i == 0 ? 0 : 2);
    ck_assert(!terminal_was_titled(terminal));
    terminal_free(terminal);
}
END_TEST

/* What the program reads and writes itself, in restricted mode. */
static const char *const own_files[] = {"config", "history", "scores", "games/game-0.khi",
                                        "games/game-0.khi.lock"};

/* Opening a pipe waits for somebody at its other end, and a terminal could become the program's. */
START_TEST(waits_for_no_pipe_or_terminal_in_the_place_of_a_file)
{
    const char *data = e2e_home(), *path = e2e_path(data, own_files[_i / 2]);

    make_directories(data, "games");
    if (_i % 2 == 0)
        ck_assert_int_eq(mkfifo(path, 0600), 0);
    else
        ck_assert_int_eq(symlink("/dev/ptmx", path), 0);
    struct terminal *terminal = start_restricted(data, NULL, NULL);
    see(terminal, "F1 Khi");
    terminal_keys(terminal, "<Esc><Esc><F2>cat<Enter>");
    see(terminal, "CAT");
    kill(terminal_pid(terminal), SIGTERM);
    ck_assert_int_ge(terminal_wait_end(terminal), 0);
    terminal_free(terminal);
}
END_TEST

START_TEST(keeps_no_control_character_in_the_history)
{
    const char *data = e2e_home();
    struct terminal *terminal = start_restricted(data, NULL, NULL);

    see(terminal, "Your move");
    terminal_keys(terminal, "<F2>");
    see(terminal, "Words:");
    terminal_send(terminal, "cat\026\033]0;x\026\007 dog\r", 16);
    see(terminal, "DOG");
    quit(terminal);
    char *history = e2e_read(e2e_path(data, "history"));
    ck_assert_ptr_nonnull(history);
    ck_assert_ptr_nonnull(strstr(history, "cat"));
    for (const char *at = history; *at != '\0'; at++)
        ck_assert_msg(*at >= ' ' || *at == '\n', "the character %d", *at);
    free(history);
}
END_TEST

/* As a program leaves them that is killed while it writes. What else is there stays. */
START_TEST(clears_away_what_a_killed_program_has_left)
{
    static const char *const left[] = {"game-0.khi.aB3dE9", "game-0.khi.000000"};
    static const char *const others[] = {"game-0.khi.bad-01", "game-1.khi.aB3dE9", "game-0.khi.aB"};
    const char *data = e2e_home();

    make_directories(data, "games");
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        e2e_file(e2e_path(data, "games"), left[i], "khi save 1\n");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        e2e_file(e2e_path(data, "games"), others[i], "khi save 1\n");
    struct terminal *terminal = start_restricted(data, NULL, NULL);
    see(terminal, "Your move");
    quit(terminal);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        ck_assert_int_ne(access(e2e_path(e2e_path(data, "games"), left[i]), F_OK), 0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_int_eq(access(e2e_path(e2e_path(data, "games"), others[i]), F_OK), 0);
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

int main(void)
{
    Suite *suite = suite_create("hostile");
    TCase *restricted = tcase_create("restricted");
    TCase *input = tcase_create("input");
    TCase *file = tcase_create("file");

    tcase_add_loop_test(restricted, restricted_believes_no_variable, 0, COUNT(hostile_variables));
    tcase_add_test(restricted, restricted_has_limits);
    tcase_add_test(restricted, restricted_saves_no_grids_and_does_not_stop);
    tcase_add_test(restricted, restricted_shows_no_path);
    suite_add_tcase(suite, restricted);
    tcase_add_loop_test(input, hostile_input_does_no_harm, 0, 4);
    tcase_add_loop_test(input, random_bytes_do_no_harm, 0, 4);
    tcase_add_test(input, no_size_of_the_window_does_harm);
    tcase_add_loop_test(input, begins_in_a_window_of_any_size, 0, COUNT(sizes));
    tcase_add_test(input, ends_though_the_terminal_takes_nothing);
    suite_add_tcase(suite, input);
    tcase_add_loop_test(file, nothing_from_a_file_steers_the_terminal, 0, COUNT(hostile_files));
    tcase_add_loop_test(file, the_name_of_a_file_does_not_steer_the_terminal, 0, 2);
    tcase_add_loop_test(file, waits_for_no_pipe_or_terminal_in_the_place_of_a_file, 0,
                        2 * COUNT(own_files));
    tcase_add_test(file, keeps_no_control_character_in_the_history);
    tcase_add_test(file, clears_away_what_a_killed_program_has_left);
    suite_add_tcase(suite, file);
    return e2e_main(suite);
}

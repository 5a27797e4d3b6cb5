/* bench_screen.c: what the screen costs: bytes sent to the terminal, and memory. The program runs
 * on a pty as xterm-256color, 80x24. Each line has the figure and the most it may be; a figure
 * above that is marked. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { QUIET_MS = 250, IDLE_MS = 3000 };

static int missed;

static void report(const char *what, size_t figure, size_t limit, const char *unit)
{
    bool over = figure > limit;

    printf("%-44s %6zu %s (at most %zu)%s\n", what, figure, unit, limit, over ? "  MISSED" : "");
    missed += over;
}

/* A home in which the coach is on and the animation off. */
static char *make_home(void)
{
    static char home[] = "/tmp/khi-bench.XXXXXX";
    char path[128];

    if (mkdtemp(home) == NULL)
        exit(99);
    snprintf(path, sizeof path, "%s/.config", home);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/.config/khi", home);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/.config/khi/config", home);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        exit(99);
    fputs("animation = off\nintro = seen\n", file);
    fclose(file);
    return home;
}

static void remove_home(const char *home)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", home);
    if (system(command) != 0)
        fprintf(stderr, "bench: %s is left\n", home);
}

static void need(bool seen, const char *what)
{
    if (seen)
        return;
    fprintf(stderr, "bench: the screen did not show: %s\n", what);
    exit(1);
}

/* Bytes that the program sends in answer to these keys. */
static size_t cost(struct terminal *terminal, const char *keys, const char *sees)
{
    terminal_wait_quiet(terminal, QUIET_MS);
    size_t before = terminal_bytes(terminal);
    terminal_keys(terminal, keys);
    need(terminal_wait(terminal, sees), sees);
    terminal_wait_quiet(terminal, QUIET_MS);
    return terminal_bytes(terminal) - before;
}

/* The dearest of several steps of the cursor. */
static size_t cursor_cost(struct terminal *terminal)
{
    static const char *const keys[] = {"<Right>", "<Down>", "<Left>", "<Up>", "<End>", "<Home>"};
    size_t most = 0;

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        size_t bytes = cost(terminal, keys[i], "Rack");
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* The dearest of the first three tiles of the rack. */
static size_t tile_cost(struct terminal *terminal)
{
    size_t most = 0;

    for (int slot = 0; slot < 3; slot++) {
        int row = terminal_find(terminal, "Rack", NULL);
        uint32_t letter = terminal_cell(terminal, row, 6 + 4 * slot).glyph;
        if (letter == '*')
            continue;
        size_t bytes = cost(terminal, (char[]){(char)letter, '\0'}, "?");
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* Plays a word, then passes and passes: the dearest answer of the computer. What the pass itself
 * sends is counted with it, but not the question before it. */
static size_t move_cost(struct terminal *terminal)
{
    size_t most = 0;

    cost(terminal, "<^T>", "The best plays");
    cost(terminal, "<Enter>", "legal");
    cost(terminal, "<Enter>", "The computer ");
    for (int turn = 0; turn < 12 && terminal_find(terminal, "The end", NULL) < 0; turn++) {
        cost(terminal, "<^P>", "again: yes");
        size_t bytes = cost(terminal, "<^P>", "The computer ");
        if (terminal_find(terminal, "The end", NULL) >= 0)
            break;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static size_t resident_kilobytes(struct terminal *terminal)
{
    char path[64], line[128];
    size_t figure = 0;

    snprintf(path, sizeof path, "/proc/%d/status", (int)terminal_pid(terminal));
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            figure = strtoul(line + 6, NULL, 10);
    if (file != NULL)
        fclose(file);
    return figure;
}

int main(void)
{
    const char *program = getenv("KHI"), *build = getenv("BUILD");
    char *home = make_home(), variable[64], khi[4096];
    const char *arguments[] = {"--level", "hard", "--seed", "7", NULL};
    const char *environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", variable, NULL};

    snprintf(variable, sizeof variable, "HOME=%s", home);
    snprintf(khi, sizeof khi, "%s/src/khi", build ? build : ".");
    struct terminal *terminal = terminal_start(&(struct terminal_options){
        program ? program : khi, arguments, environment, .rows = 24, .cols = 80});
    need(terminal_wait(terminal, "Your move"), "Your move");
    terminal_wait_quiet(terminal, QUIET_MS);
    printf("%-44s %6zu bytes\n", "the first picture", terminal_bytes(terminal));
    report("resident memory at the start", resident_kilobytes(terminal), 6144, "kB");
    report("moving the cursor", cursor_cost(terminal), 12, "bytes");
    report("laying a tile", tile_cost(terminal), 120, "bytes");
    cost(terminal, "<Esc>", "Rack");
    report("a pass and the computer's move", move_cost(terminal), 700, "bytes");
    report("resident memory in the game", resident_kilobytes(terminal), 6144, "kB");
    terminal_wait_quiet(terminal, QUIET_MS);
    size_t before = terminal_bytes(terminal);
    terminal_wait_quiet(terminal, IDLE_MS);
    report("idle for three seconds", terminal_bytes(terminal) - before, 0, "bytes");
    terminal_keys(terminal, "<^Q>");
    need(terminal_wait_end(terminal) == 0, "the end");
    terminal_free(terminal);
    remove_home(home);
    return missed > 0;
}

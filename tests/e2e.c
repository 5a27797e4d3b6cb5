/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include "testlib.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 19, RACK_COL = 5 };

static char scratch[PATH_MAX];

/* ---- files ---- */

const char *e2e_path(const char *directory, const char *leaf)
{
    static char paths[4][PATH_MAX];
    static int turn;
    char *path = paths[turn++ % 4];

    snprintf(path, PATH_MAX, "%s/%s", directory, leaf);
    return path;
}

const char *e2e_home(void)
{
    static char homes[8][PATH_MAX];
    static int turn;
    char *home = homes[turn++ % 8];

    snprintf(home, PATH_MAX, "%.4000s/home.XXXXXX", scratch);
    ck_assert_msg(mkdtemp(home) != NULL, "%s: %s", home, strerror(errno));
    return home;
}

const char *e2e_file(const char *directory, const char *leaf, const char *text)
{
    const char *path = e2e_path(directory, leaf);
    FILE *file = fopen(path, "w");

    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}

char *e2e_read(const char *path)
{
    FILE *file = fopen(path, "r");

    if (file == NULL)
        return NULL;
    char *text = calloc(1, 1 << 20);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
    fclose(file);
    return text;
}

const char *e2e_save_path(const char *home)
{
    return e2e_path(home, ".local/share/khi/games/game-0.khi");
}

/* ---- boards ---- */

static const char *put_word(char cells[SIDE][SIDE][3], const char *word)
{
    char direction, letters[32];
    int row, col, player, length;

    ck_assert_int_eq(
        sscanf(word, " %c %d %d %31s %d%n", &direction, &row, &col, letters, &player, &length), 5);
    for (const char *letter = letters; *letter != '\0'; letter++) {
        cells[row][col][0] = *letter;
        cells[row][col][1] = (char)('0' + player);
        *(direction == 'H' ? &col : &row) += 1;
    }
    return word + length;
}

const char *e2e_board(const char *words)
{
    char cells[SIDE][SIDE][3], text[SIDE * (SIDE * 3 + 1) + 1];
    size_t used = 0;

    for (int row = 0; row < SIDE; row++)
        for (int col = 0; col < SIDE; col++)
            strcpy(cells[row][col], "  ");
    while (*words != '\0') {
        words = put_word(cells, words);
        words += *words == ';';
    }
    for (int row = 0; row < SIDE; row++)
        for (int col = 0; col < SIDE; col++)
            used +=
                (size_t)sprintf(text + used, "%s%s", cells[row][col], col + 1 < SIDE ? "|" : "\n");
    return e2e_file(e2e_home(), "board", text);
}

/* ---- starting ---- */

static const char *khi_program(void)
{
    const char *program = getenv("KHI");

    return program != NULL ? program : "./src/khi";
}

const char *e2e_faulty_program(void)
{
    static char path[PATH_MAX];
    const char *build = getenv("BUILD");

    snprintf(path, sizeof path, "%s/tests/khi_faults", build ? build : ".");
    return path;
}

struct terminal *e2e_start(const struct launch *launch)
{
    static const char *const passed_on[] = {"PATH",          "TMPDIR",       "ASAN_OPTIONS",
                                            "UBSAN_OPTIONS", "TSAN_OPTIONS", "GLIBC_TUNABLES"};
    static char variables[16][PATH_MAX + 16];
    const char *environment[17];
    int count = 0;

    if (launch->variable != NULL)
        snprintf(variables[count++], sizeof *variables, "%s", launch->variable);
    snprintf(variables[count++], sizeof *variables, "HOME=%s",
             launch->home != NULL ? launch->home : e2e_home());
    snprintf(variables[count++], sizeof *variables, "TERM=%s",
             launch->term != NULL ? launch->term : "xterm-256color");
    snprintf(variables[count++], sizeof *variables, "LC_ALL=C.UTF-8");
    snprintf(variables[count++], sizeof *variables, "KHI_PROGRAM=%s", khi_program());
    snprintf(variables[count++], sizeof *variables,
             "NCURSES_GPM_TERMS=none"); /* this is no console */
    snprintf(variables[count++], sizeof *variables,
             "LSAN_OPTIONS=print_suppressions=0:suppressions=%.3000s/tests/lsan.supp",
             getenv("SOURCE") ? getenv("SOURCE") : ".");
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
        if (getenv(passed_on[i]) != NULL)
            snprintf(variables[count++], sizeof *variables, "%s=%s", passed_on[i],
                     getenv(passed_on[i]));
    for (int i = 0; i < count; i++)
        environment[i] = variables[i];
    environment[count] = NULL;
    return terminal_start(&(struct terminal_options){
        .program = launch->program != NULL ? launch->program : khi_program(),
        .arguments = launch->arguments,
        .environment = environment,
        .rows = launch->rows > 0 ? launch->rows : 24,
        .cols = launch->cols > 0 ? launch->cols : 80,
        .claimed_rows = launch->claimed_rows,
        .claimed_cols = launch->claimed_cols,
    });
}

int e2e_run(const char *home, const char *argument, const char *path)
{
    pid_t pid = fork();
    int status;

    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        int nul = open("/dev/null", O_RDWR);
        dup2(nul, STDIN_FILENO);
        dup2(nul, STDOUT_FILENO);
        dup2(nul, STDERR_FILENO);
        setenv("HOME", home, 1);
        execl(khi_program(), "khi", argument, path, (char *)NULL);
        _exit(127);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* ---- looking ---- */

static void fail_look(const struct terminal *terminal, const char *what, const char *text,
                      const char *file, int line)
{
    char *screen = terminal_text(terminal);

    ck_abort_msg("%s:%d: %s \"%s\"; exit status %d; the screen:\n%s", file, line, what, text,
                 terminal_status(terminal), screen);
}

void e2e_see(struct terminal *terminal, const char *text, const char *file, int line)
{
    if (!terminal_wait(terminal, text))
        fail_look(terminal, "did not see", text, file, line);
}

void e2e_see_gone(struct terminal *terminal, const char *text, const char *file, int line)
{
    if (!terminal_wait_gone(terminal, text))
        fail_look(terminal, "still saw", text, file, line);
}

void e2e_see_not(struct terminal *terminal, const char *text, const char *file, int line)
{
    if (terminal_find(terminal, text, NULL) >= 0)
        fail_look(terminal, "saw", text, file, line);
}

void e2e_see_repaint(struct terminal *terminal, const char *file, int line)
{
    if (!terminal_wait_repaint(terminal))
        fail_look(terminal, "no repainting after", "^L", file, line);
}

void e2e_see_end(struct terminal *terminal, int status, const char *file, int line)
{
    int got = terminal_wait_end(terminal);
    char text[40];

    snprintf(text, sizeof text, "%d, not %d", got, status);
    if (got != status)
        fail_look(terminal, "the program's exit status was", text, file, line);
    terminal_free(terminal);
}

void e2e_quit(struct terminal *terminal, const char *file, int line)
{
    terminal_keys(terminal, "<^Q>");
    e2e_see_end(terminal, 0, file, line);
}

/* ---- the board and the rack ---- */

static bool find_column(const struct terminal *terminal, int col, int *screen_col)
{
    int rows, cols;

    terminal_size(terminal, &rows, &cols);
    for (*screen_col = 3; *screen_col < cols && *screen_col < 3 + 3 * SIDE; (*screen_col)++)
        if (terminal_cell(terminal, 1, *screen_col).glyph == (uint32_t)('A' + col))
            return true;
    return false;
}

bool e2e_square(const struct terminal *terminal, int row, int col, int *screen_row, int *screen_col)
{
    char number[12];
    int rows, cols;

    terminal_size(terminal, &rows, &cols);
    snprintf(number, sizeof number, "%2d", row + 1);
    *screen_row = -1;
    for (int at = 2; at < rows; at++)
        if (strncmp(terminal_row(terminal, at), number, 2) == 0)
            *screen_row = at;
    return find_column(terminal, col, screen_col) && *screen_row >= 0;
}

bool e2e_find_laid(const struct terminal *terminal, int *row, int *col)
{
    int screen_row, screen_col;

    for (*row = 0; *row < SIDE; (*row)++) {
        if (!e2e_square(terminal, *row, SIDE / 2, &screen_row, &screen_col) && screen_row < 0)
            continue;
        for (*col = 0; *col < SIDE; (*col)++)
            if (find_column(terminal, *col, &screen_col) &&
                terminal_cell(terminal, screen_row, screen_col + 1).glyph == '?')
                return true;
    }
    return false;
}

static bool laid_shows(const struct terminal *terminal, const void *context)
{
    int row, col;

    return e2e_find_laid(terminal, &row, &col) == *(const bool *)context;
}

void e2e_see_laid(struct terminal *terminal, bool laid, const char *file, int line)
{
    if (!terminal_wait_for(terminal, laid_shows, &laid))
        fail_look(terminal, "the board shows", laid ? "no laid tile" : "a laid tile", file, line);
}

struct square_look {
    int row, col;
    char glyph;
};

static bool square_shows(const struct terminal *terminal, const void *context)
{
    const struct square_look *look = context;
    int row, col;

    return e2e_square(terminal, look->row, look->col, &row, &col) &&
           terminal_cell(terminal, row, col).glyph == (uint32_t)look->glyph;
}

void e2e_see_square(struct terminal *terminal, int row, int col, char glyph, const char *file,
                    int line)
{
    struct square_look look = {row, col, glyph};
    char what[64];

    snprintf(what, sizeof what, "row %d, column %d does not show", row, col);
    if (!terminal_wait_for(terminal, square_shows, &look))
        fail_look(terminal, what, (char[]){glyph, '\0'}, file, line);
}

void e2e_click_square(struct terminal *terminal, int row, int col)
{
    int screen_row, screen_col;

    if (!e2e_square(terminal, row, col, &screen_row, &screen_col))
        fail_look(terminal, "a square is out of view:", "click", __FILE__, __LINE__);
    terminal_click(terminal, screen_row, screen_col);
}

void e2e_click(struct terminal *terminal, const char *text, const char *file, int line)
{
    int col;

    e2e_see(terminal, text, file, line);
    int row = terminal_find(terminal, text, &col);
    terminal_click(terminal, row, col);
}

static int rack_row(const struct terminal *terminal)
{
    int rows, cols;

    terminal_size(terminal, &rows, &cols);
    for (int row = 0; row < rows; row++)
        if (strncmp(terminal_row(terminal, row), "Rack ", 5) == 0)
            return row;
    return -1;
}

struct rack_look {
    const char *letters;
    bool same;
};

static bool rack_shows(const struct terminal *terminal, const void *context)
{
    const struct rack_look *look = context;
    int row = rack_row(terminal);
    bool same = true;

    for (int slot = 0; look->letters[slot] != '\0'; slot++)
        same &= terminal_cell(terminal, row, RACK_COL + 1 + 4 * slot).glyph ==
                (uint32_t)look->letters[slot];
    return row >= 0 && same == look->same;
}

void e2e_see_rack(struct terminal *terminal, const char *letters, bool same, const char *file,
                  int line)
{
    if (!terminal_wait_for(terminal, rack_shows, &(struct rack_look){letters, same}))
        fail_look(terminal, same ? "the rack is not" : "the rack is still", letters, file, line);
}

void e2e_click_rack(struct terminal *terminal, int slot)
{
    terminal_click(terminal, rack_row(terminal), RACK_COL + 1 + 4 * slot);
}

/* ---- running ---- */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

int e2e_main(Suite *suite)
{
    const char *directory = getenv("TMPDIR");

    snprintf(scratch, sizeof scratch, "%s/khi-e2e.XXXXXX", directory ? directory : "/tmp");
    if (mkdtemp(scratch) == NULL) {
        perror(scratch);
        return 99;
    }
    int status = test_run(suite);
    nftw(scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return status;
}

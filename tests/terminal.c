/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

enum {
    ROW_BYTES = 4096, /* of a row as text */
    SMALLEST = 24,    /* rows and columns that libvterm has at least */
};

struct terminal {
    pid_t pid;
    int master, pidfd; /* -1: closed */
    int rows, cols;
    int vterm_rows, vterm_cols; /* the largest so far: libvterm 0.1 faults when it shrinks */
    VTerm *vterm;
    VTermScreen *screen;
    size_t bytes, beyond_ascii, clears;
    bool used_colour;
    struct termios modes; /* as they were at the beginning */
    bool other_screen, hidden_cursor, mouse, titled;
    char last[32]; /* the last bytes that came, for sequences that two reads cut */
    bool ended;
    int status;
};

static void give_up(const char *what)
{
    fprintf(stderr, "terminal: %s: %s\n", what, strerror(errno));
    exit(99);
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t deadline(void)
{
    const char *text = getenv("KHI_DEADLINE");
    int seconds = text != NULL ? atoi(text) : 0;

    return now_ms() + 1000 * (seconds > 0 ? seconds : 30);
}

/* ---- starting and ending ---- */

static void run_child(const struct terminal_options *options)
{
    const char *arguments[32] = {options->program};
    sigset_t none;

    for (int i = 0; options->arguments != NULL && options->arguments[i] != NULL && i < 30; i++)
        arguments[i + 1] = options->arguments[i];
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    execve(options->program, (char *const *)arguments, (char *const *)options->environment);
    give_up(options->program);
}

static int at_least(int number, int least)
{
    return number > least ? number : least;
}

/* What the program asks of the terminal and has to take back. */
static int note_property(VTermProp property, VTermValue *value, void *context)
{
    struct terminal *terminal = context;

    if (property == VTERM_PROP_ALTSCREEN)
        terminal->other_screen = value->boolean;
    else if (property == VTERM_PROP_CURSORVISIBLE)
        terminal->hidden_cursor = !value->boolean;
    else if (property == VTERM_PROP_MOUSE)
        terminal->mouse = value->number != VTERM_PROP_MOUSE_NONE;
    terminal->titled |= property == VTERM_PROP_TITLE;
    return 1;
}

static void open_screen(struct terminal *terminal)
{
    terminal->vterm_rows = at_least(terminal->rows, SMALLEST);
    terminal->vterm_cols = at_least(terminal->cols, SMALLEST);
    terminal->vterm = vterm_new(terminal->vterm_rows, terminal->vterm_cols);
    if (terminal->vterm == NULL)
        give_up("vterm_new");
    vterm_set_utf8(terminal->vterm, 1);
    terminal->screen = vterm_obtain_screen(terminal->vterm);
    vterm_screen_enable_altscreen(terminal->screen, 1);
    static const VTermScreenCallbacks callbacks = {.settermprop = note_property};
    vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
    vterm_screen_reset(terminal->screen, 1);
}

struct terminal *terminal_start(const struct terminal_options *options)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    struct winsize size = {.ws_row = (unsigned short)options->rows,
                           .ws_col = (unsigned short)options->cols};

    if (terminal == NULL)
        give_up("calloc");
    if (options->claimed_rows != 0)
        size.ws_row = (unsigned short)options->claimed_rows;
    if (options->claimed_cols != 0)
        size.ws_col = (unsigned short)options->claimed_cols;
    terminal->rows = options->rows;
    terminal->cols = options->cols;
    open_screen(terminal);
    terminal->pid = forkpty(&terminal->master, NULL, NULL, &size);
    if (terminal->pid < 0)
        give_up("forkpty");
    if (terminal->pid == 0)
        run_child(options);
    tcgetattr(terminal->master, &terminal->modes);
    terminal->pidfd = (int)syscall(SYS_pidfd_open, terminal->pid, 0);
    if (terminal->pidfd < 0)
        give_up("pidfd_open");
    fcntl(terminal->master, F_SETFL, O_NONBLOCK);
    fcntl(terminal->master, F_SETFD, FD_CLOEXEC);
    fcntl(terminal->pidfd, F_SETFD, FD_CLOEXEC);
    return terminal;
}

void terminal_hang_up(struct terminal *terminal)
{
    if (terminal->master >= 0)
        close(terminal->master);
    terminal->master = -1;
}

void terminal_free(struct terminal *terminal)
{
    if (terminal == NULL)
        return;
    if (!terminal->ended) {
        kill(terminal->pid, SIGKILL);
        waitpid(terminal->pid, NULL, 0);
    }
    terminal_hang_up(terminal);
    close(terminal->pidfd);
    vterm_free(terminal->vterm);
    free(terminal);
}

pid_t terminal_pid(const struct terminal *terminal)
{
    return terminal->pid;
}

int terminal_status(const struct terminal *terminal)
{
    return terminal->ended ? terminal->status : -1;
}

/* ---- reading ---- */

/* Whether the sequence that ends here sets a colour: ESC [ ... m with 30 to 38 or 40 to 48. */
static bool asks_for_colour(const char *last, size_t size)
{
    bool found = false;

    for (size_t i = size - 1; i-- > 1;) {
        found |= (last[i] == '3' || last[i] == '4') && last[i + 1] >= '0' && last[i + 1] <= '8' &&
                 (last[i - 1] == ';' || last[i - 1] == '[');
        if (last[i] == '[')
            return found && last[i - 1] == '\033';
        if ((last[i] < '0' || last[i] > '9') && last[i] != ';')
            return false;
    }
    return found; /* longer than what is kept */
}

/* Notes what tests ask of the bytes: those beyond ASCII, clearings of the screen, colours. */
static void note(struct terminal *terminal, char byte)
{
    static const char *const clears[] = {"\033[H\033[2J", "\033[H\033[J", "\033[2J\033[H"};
    char *last = terminal->last;
    size_t size = sizeof terminal->last;

    memmove(last, last + 1, size - 1);
    last[size - 1] = byte;
    terminal->bytes++;
    terminal->beyond_ascii += (unsigned char)byte > 127;
    if (byte != 'J' && byte != 'H' && byte != 'm')
        return;
    for (size_t i = 0; i < sizeof clears / sizeof *clears; i++) {
        size_t length = strlen(clears[i]);
        if (memcmp(last + size - length, clears[i], length) == 0)
            terminal->clears++;
    }
    if (byte == 'm' && asks_for_colour(last, size))
        terminal->used_colour = true;
}

/* Takes what has come. False at the end of the program's output. */
static bool take(struct terminal *terminal)
{
    char bytes[8192];
    ssize_t got;

    while (terminal->master >= 0 && (got = read(terminal->master, bytes, sizeof bytes)) != 0) {
        if (got < 0)
            return errno == EAGAIN || errno == EINTR;
        for (ssize_t i = 0; i < got; i++)
            note(terminal, bytes[i]);
        vterm_input_write(terminal->vterm, bytes, (size_t)got);
    }
    return false;
}

/* Waits until something comes, the program ends or the time is up. False: it is up. */
static bool wait_some(struct terminal *terminal, int64_t until, bool *open)
{
    struct pollfd fds[] = {{terminal->pidfd, POLLIN, 0}, {terminal->master, POLLIN, 0}};
    int64_t left = until - now_ms();

    if (left <= 0)
        return false;
    if (!*open)
        fds[1].fd = -1;
    if (poll(fds, 2, (int)left) < 0 && errno != EINTR)
        give_up("poll");
    if (fds[1].revents != 0)
        *open = take(terminal);
    return true;
}

static bool has_ended(struct terminal *terminal)
{
    int status;

    if (terminal->ended || waitpid(terminal->pid, &status, WNOHANG) != terminal->pid)
        return terminal->ended;
    terminal->ended = true;
    terminal->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    take(terminal);
    return true;
}

/* ---- sending ---- */

void terminal_send(struct terminal *terminal, const char *bytes, size_t size)
{
    int64_t until = deadline();

    while (size > 0 && terminal->master >= 0 && now_ms() < until) {
        struct pollfd fd = {terminal->master, POLLIN | POLLOUT, 0};
        poll(&fd, 1, 1000);
        if ((fd.revents & POLLIN) && !take(terminal))
            return;
        if (!(fd.revents & POLLOUT))
            continue;
        ssize_t done = write(terminal->master, bytes, size);
        if (done < 0 && errno != EAGAIN && errno != EINTR)
            return;
        bytes += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
}

void terminal_stuff(struct terminal *terminal, const char *key)
{
    struct pollfd fd = {terminal->master, POLLOUT, 0};

    while (poll(&fd, 1, 1000) > 0)
        (void)!write(terminal->master, key, strlen(key));
}

/* Sends what libvterm has made of a key or of the mouse. */
static void send_made(struct terminal *terminal)
{
    char bytes[64];
    size_t size = vterm_output_read(terminal->vterm, bytes, sizeof bytes);

    terminal_send(terminal, bytes, size);
}

static bool special_key(const char *name, size_t length, VTermKey *key)
{
    static const struct {
        const char *name;
        VTermKey key;
    } keys[] = {
        {"Enter", VTERM_KEY_ENTER}, {"Tab", VTERM_KEY_TAB},
        {"Esc", VTERM_KEY_ESCAPE},  {"Backspace", VTERM_KEY_BACKSPACE},
        {"Up", VTERM_KEY_UP},       {"Down", VTERM_KEY_DOWN},
        {"Left", VTERM_KEY_LEFT},   {"Right", VTERM_KEY_RIGHT},
        {"Home", VTERM_KEY_HOME},   {"End", VTERM_KEY_END},
        {"PgUp", VTERM_KEY_PAGEUP}, {"PgDn", VTERM_KEY_PAGEDOWN},
        {"Insert", VTERM_KEY_INS},  {"Delete", VTERM_KEY_DEL},
    };

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].name) == length && memcmp(keys[i].name, name, length) == 0) {
            *key = keys[i].key;
            return true;
        }
    }
    *key = VTERM_KEY_FUNCTION(atoi(name + 1));
    return name[0] == 'F' && length >= 2;
}

static void send_key(struct terminal *terminal, const char *name, size_t length)
{
    VTermKey key;

    if (length == 2 && name[0] == '^') {
        terminal_send(terminal, (char[]){(char)(name[1] & 0x1f)}, 1);
    } else if (length == 5 && memcmp(name, "Alt-", 4) == 0) {
        terminal_send(terminal, (char[]){'\033', name[4]}, 2);
    } else if (length == 7 && memcmp(name, "BackTab", 7) == 0) {
        terminal_send(terminal, "\033[Z", 3);
    } else if (special_key(name, length, &key)) {
        vterm_keyboard_key(terminal->vterm, key, VTERM_MOD_NONE);
        send_made(terminal);
    } else {
        fprintf(stderr, "terminal: there is no key <%.*s>\n", (int)length, name);
        exit(99);
    }
}

void terminal_keys(struct terminal *terminal, const char *keys)
{
    while (*keys != '\0') {
        size_t plain = strcspn(keys, "<");
        terminal_send(terminal, keys, plain);
        keys += plain;
        if (*keys == '\0')
            return;
        size_t length = strcspn(keys, ">");
        send_key(terminal, keys + 1, length - 1);
        keys += length + (keys[length] != '\0');
    }
}

static void mouse(struct terminal *terminal, int row, int col, int button)
{
    take(terminal); /* it may just have asked for the mouse */
    vterm_mouse_move(terminal->vterm, row, col, VTERM_MOD_NONE);
    vterm_mouse_button(terminal->vterm, button, true, VTERM_MOD_NONE);
    if (button < 4)
        vterm_mouse_button(terminal->vterm, button, false, VTERM_MOD_NONE);
    send_made(terminal);
}

void terminal_click(struct terminal *terminal, int row, int col)
{
    mouse(terminal, row, col, 1);
}

void terminal_wheel(struct terminal *terminal, int row, int col, int turn)
{
    mouse(terminal, row, col, turn < 0 ? 4 : 5);
}

void terminal_claim_size(struct terminal *terminal, int rows, int cols)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};

    ioctl(terminal->master, TIOCSWINSZ, &size);
}

void terminal_resize(struct terminal *terminal, int rows, int cols)
{
    take(terminal);
    terminal->rows = rows;
    terminal->cols = cols;
    terminal->vterm_rows = at_least(rows, terminal->vterm_rows);
    terminal->vterm_cols = at_least(cols, terminal->vterm_cols);
    vterm_set_size(terminal->vterm, terminal->vterm_rows, terminal->vterm_cols);
    terminal_claim_size(terminal, rows, cols);
}

/* ---- the screen ---- */

void terminal_size(const struct terminal *terminal, int *rows, int *cols)
{
    *rows = terminal->rows;
    *cols = terminal->cols;
}

static VTermScreenCell cell_at(const struct terminal *terminal, int row, int col)
{
    VTermScreenCell cell;

    memset(&cell, 0, sizeof cell);
    vterm_screen_get_cell(terminal->screen, (VTermPos){row, col}, &cell);
    return cell;
}

static size_t put_utf8(char *out, uint32_t glyph)
{
    if (glyph < 0x80) {
        out[0] = (char)glyph;
        return 1;
    }
    if (glyph < 0x800) {
        out[0] = (char)(0xc0 | glyph >> 6);
        out[1] = (char)(0x80 | (glyph & 0x3f));
        return 2;
    }
    out[0] = (char)(0xe0 | glyph >> 12);
    out[1] = (char)(0x80 | (glyph >> 6 & 0x3f));
    out[2] = (char)(0x80 | (glyph & 0x3f));
    return 3;
}

const char *terminal_row(const struct terminal *terminal, int row)
{
    static char text[ROW_BYTES];
    size_t used = 0, solid = 0;

    for (int col = 0; col < terminal->cols && used + 4 < sizeof text; col++) {
        uint32_t glyph = cell_at(terminal, row, col).chars[0];
        if (glyph == (uint32_t)-1) /* the right half of a wide character */
            continue;
        used += put_utf8(text + used, glyph != 0 ? glyph : ' ');
        solid = glyph != 0 && glyph != ' ' ? used : solid;
    }
    text[solid] = '\0';
    return text;
}

char *terminal_text(const struct terminal *terminal)
{
    size_t used = 0, room = (size_t)terminal->rows * ((size_t)terminal->cols * 3 + 1) + 1;
    char *text = malloc(room);

    if (text == NULL)
        give_up("malloc");
    for (int row = 0; row < terminal->rows; row++)
        used += (size_t)snprintf(text + used, room - used, "%s\n", terminal_row(terminal, row));
    return text;
}

/* The column of a place in a row's text. */
static int column_of(const char *text, const char *place)
{
    int col = 0;

    for (; text < place; text++)
        col += ((unsigned char)*text & 0xc0) != 0x80;
    return col;
}

int terminal_find(const struct terminal *terminal, const char *text, int *col)
{
    for (int row = 0; row < terminal->rows; row++) {
        const char *line = terminal_row(terminal, row), *place = strstr(line, text);
        if (place == NULL)
            continue;
        if (col != NULL)
            *col = column_of(line, place);
        return row;
    }
    return -1;
}

void terminal_cursor(const struct terminal *terminal, int *row, int *col)
{
    VTermPos place;

    vterm_state_get_cursorpos(vterm_obtain_state(terminal->vterm), &place);
    *row = place.row;
    *col = place.col;
}

static int colour_number(const VTermColor *colour, bool is_default)
{
    return is_default ? -1 : VTERM_COLOR_IS_INDEXED(colour) ? colour->indexed.idx : -2;
}

struct terminal_cell terminal_cell(const struct terminal *terminal, int row, int col)
{
    VTermScreenCell cell = cell_at(terminal, row, col);

    return (struct terminal_cell){
        .glyph = cell.chars[0] != 0 ? cell.chars[0] : ' ',
        .fg = colour_number(&cell.fg, VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)),
        .bg = colour_number(&cell.bg, VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)),
        .bold = cell.attrs.bold,
        .underline = cell.attrs.underline != 0,
        .reverse = cell.attrs.reverse,
    };
}

size_t terminal_bytes(const struct terminal *terminal)
{
    return terminal->bytes;
}

size_t terminal_beyond_ascii(const struct terminal *terminal)
{
    return terminal->beyond_ascii;
}

size_t terminal_clears(const struct terminal *terminal)
{
    return terminal->clears;
}

bool terminal_used_colour(const struct terminal *terminal)
{
    return terminal->used_colour;
}

bool terminal_was_titled(const struct terminal *terminal)
{
    return terminal->titled;
}

bool terminal_is_restored(const struct terminal *terminal)
{
    struct termios now;

    return tcgetattr(terminal->master, &now) == 0 && now.c_iflag == terminal->modes.c_iflag &&
           now.c_oflag == terminal->modes.c_oflag && now.c_cflag == terminal->modes.c_cflag &&
           now.c_lflag == terminal->modes.c_lflag &&
           memcmp(now.c_cc, terminal->modes.c_cc, sizeof now.c_cc) == 0 &&
           !terminal->other_screen && !terminal->hidden_cursor && !terminal->mouse;
}

/* ---- waiting ---- */

bool terminal_wait_for(struct terminal *terminal, terminal_test *test, const void *context)
{
    int64_t until = deadline();
    bool open = take(terminal);

    for (;;) {
        bool ended = has_ended(terminal);
        if (test(terminal, context))
            return true;
        if (ended || !wait_some(terminal, until, &open))
            return false;
    }
}

static bool has_text(const struct terminal *terminal, const void *text)
{
    return terminal_find(terminal, text, NULL) >= 0;
}

static bool lacks_text(const struct terminal *terminal, const void *text)
{
    return terminal_find(terminal, text, NULL) < 0;
}

bool terminal_wait(struct terminal *terminal, const char *text)
{
    return terminal_wait_for(terminal, has_text, text);
}

bool terminal_wait_gone(struct terminal *terminal, const char *text)
{
    return terminal_wait_for(terminal, lacks_text, text);
}

static bool is_cursor(const struct terminal *terminal, const void *context)
{
    const int *wanted = context;
    int row, col;

    terminal_cursor(terminal, &row, &col);
    return row == wanted[0] && col == wanted[1];
}

bool terminal_wait_cursor(struct terminal *terminal, int row, int col)
{
    return terminal_wait_for(terminal, is_cursor, (int[]){row, col});
}

static bool has_cleared(const struct terminal *terminal, const void *context)
{
    return terminal->clears > *(const size_t *)context;
}

void terminal_wait_quiet(struct terminal *terminal, int milliseconds)
{
    size_t before;
    bool open = true;

    do {
        before = terminal->bytes;
        int64_t until = now_ms() + milliseconds;
        while (open && terminal->bytes == before && wait_some(terminal, until, &open))
            ;
    } while (terminal->bytes != before);
}

bool terminal_wait_repaint(struct terminal *terminal)
{
    take(terminal);
    size_t before = terminal->clears;
    terminal_send(terminal, "\f", 1);
    bool cleared = terminal_wait_for(terminal, has_cleared, &before);
    terminal_wait_quiet(terminal, 20); /* the picture comes in several pieces */
    return cleared;
}

int terminal_wait_end(struct terminal *terminal)
{
    int64_t until = deadline();
    bool open = terminal->master >= 0;

    while (!has_ended(terminal))
        if (!wait_some(terminal, until, &open))
            return -1;
    return terminal->status;
}

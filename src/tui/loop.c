/* loop.c: one poll over the terminal, the signals and the workers' wake-ups.
 *
 * Signals and workers both write a byte into one pipe: a signal its number, a worker 0. The poll
 * waits until the next deadline of a tab, so that an idle program makes no system call at all.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loop.h"

#include "shortage.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    EVENTS_A_FRAME = 256, /* keys taken before the screen is drawn again, as when text is pasted */
    TERMINAL_GONE = 3,    /* so many empty reads in a row mean the end of the terminal */
    ENDING_SECONDS = 10,  /* for the loop to hear of a signal and save the game */
};

static int wake_pipe[2] = {-1, -1};

/* ---- signals ---- */

static bool is_ending(int number)
{
    return number == SIGHUP || number == SIGTERM || number == SIGINT || number == SIGQUIT;
}

/* The loop does not hear while it waits for a terminal that takes nothing. The game is on the disk
 * as it was after the last move, so then there is little to lose. */
static void on_signal(int number)
{
    int kept = errno;
    char byte = (char)number;

    if (is_ending(number))
        alarm(ENDING_SECONDS);
    (void)!write(wake_pipe[1], &byte, 1);
    errno = kept;
}

/* A fault of our own, in any thread: give the terminal back, then die of it as usual. */
static void on_fault(int number)
{
    static const char gone[] = "khi: the dictionary was changed while it was in use\n";

    screen_emergency_end();
    if (number == SIGBUS) {
        (void)!write(STDERR_FILENO, gone, sizeof gone - 1);
        _exit(2);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* So that a stack without end is caught, too. */
static void make_fault_stack(void)
{
    static char room[64 * 1024];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};

    sigaltstack(&stack, NULL);
}

static void catch_signals(void)
{
    static const int noted[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGHUP, SIGTERM, SIGINT, SIGQUIT};
    static const int faults[] = {SIGSEGV, SIGILL, SIGFPE, SIGABRT, SIGBUS};
    struct sigaction note = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    struct sigaction fault = {.sa_handler = on_fault, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};

    make_fault_stack();
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        sigaction(noted[i], &note, NULL);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigaction(faults[i], &fault, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* What the pipe has brought. True if the program is to end. */
static bool take_wakes(struct app *app)
{
    char bytes[64];
    bool end = false;

    for (ssize_t got; (got = read(wake_pipe[0], bytes, sizeof bytes)) > 0;) {
        for (ssize_t i = 0; i < got; i++) {
            int number = (unsigned char)bytes[i];
            end |= is_ending(number);
            app->suspend |= number == SIGTSTP && !app->options.restricted;
            app->repaint |= number == SIGCONT;
        }
    }
    screen_resized();
    return end;
}

/* ---- the loop ---- */

static void show(struct app *app)
{
    struct screen_panel panels[APP_POPUPS];
    int rows, cols;

    screen_size(&rows, &cols);
    app_draw(app, rows, cols);
    bool fits = rows >= APP_MIN_ROWS && cols >= APP_MIN_COLS;
    for (int i = 0; i < app->popup_count; i++)
        panels[i] =
            (struct screen_panel){&app->popup_canvases[i], app->popup_rows[i], app->popup_cols[i]};
    screen_show(&app->base, panels, fits ? app->popup_count : 0);
}

/* Takes the keys that are there. Returns how many. */
static int take_events(struct app *app)
{
    struct event event;
    int count = 0;

    while (count < EVENTS_A_FRAME && !app->quit && !app->suspend && screen_read(&event)) {
        count++;
        /* a click or a panel's key must meet what is on the screen */
        if (event.kind != EVENT_KEY || app->popup_count > 0)
            show(app);
        app_event(app, &event);
    }
    return count;
}

static int time_to_wait(const struct app *app)
{
    int64_t deadline = app_deadline(app);

    if (deadline < 0)
        return -1;
    int64_t wait = deadline - app_now();
    return wait < 0 ? 0 : wait > 3600000 ? 3600000 : (int)wait;
}

static void run(struct app *app)
{
    int empty_reads = 0;
    bool pending = true; /* keys may be waiting in curses' own buffer */

    while (!app->quit) {
        struct pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
        if (app->suspend) {
            app->suspend = false;
            char why[256];
            app_save(app, why, sizeof why); /* the tab itself tells the player */
            screen_suspend();
        }
        if (app->repaint) {
            app->repaint = false;
            screen_repaint();
        }
        show(app);
        int ready = poll(fds, 2, pending ? 0 : time_to_wait(app));
        if (ready < 0 && errno != EINTR)
            return;
        if (fds[1].revents != 0 && take_wakes(app))
            return;
        int count = take_events(app);
        pending = count == EVENTS_A_FRAME;
        if (fds[0].revents != 0 && count == 0 && screen_is_gone()) {
            if (++empty_reads == TERMINAL_GONE)
                return;
        } else {
            empty_reads = 0;
        }
        app_tick(app);
    }
}

/* Is there more than the libraries want when they begin? Those that are shared cannot be watched
 * (see shortage.h). */
static bool has_room(void)
{
    void *volatile room = malloc(8 << 20);

    free(room);
    return room != NULL;
}

static struct app *watched;

/* A library got no memory. */
static void save_and_end(void)
{
    char why[512];

    screen_emergency_end();
    if (!app_save(watched, why, sizeof why))
        dprintf(STDERR_FILENO, "khi: %s\n", why);
}

static bool open_pipe(void)
{
    return pipe2(wake_pipe, O_NONBLOCK | O_CLOEXEC) == 0;
}

int loop_run(const struct app_options *options, const struct screen_options *screen)
{
    struct app *app = calloc(1, sizeof *app);
    char why[512] = "out of memory";
    int status = 2;

    if (app == NULL || !has_room() || !open_pipe())
        goto out;
    app->wake_fd = wake_pipe[1];
    app->theme = screen->theme;
    app->set_theme = screen_set_theme;
    catch_signals();
    watched = app;
    shortage_on_end(save_and_end);
    if (!screen_check(why, sizeof why) || !app_open(app, options, why, sizeof why) ||
        !screen_begin(screen, why, sizeof why))
        goto out;
    app->utf8 = screen_is_utf8();
    run(app);
    status = app_save(app, why, sizeof why) ? 0 : 2;
    screen_end();
out:
    shortage_on_end(NULL);
    if (status != 0)
        fprintf(stderr, "khi: %s\n", why);
    if (app != NULL)
        app_close(app);
    free(app);
    return status;
}

/* monkey.c: random keys, mouse events and resizes, from a printed seed, in several terminals. The
 * program must live through them, answer, quit by ^Q, and leave a saved game that can be played
 * again, which proves that no tile was lost. $KHI_MONKEY is the number of events (10,000 unless
 * set), $KHI_SEED the seed. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include "testlib.h"

#include <stdlib.h>
#include <unistd.h>

enum { EVENTS = 10000, BETWEEN_LOOKS = 100, BETWEEN_STARTS = 5000 };

static const char *const kinds[] = {"xterm-256color", "vt100", "linux", "screen-256color", "xterm"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int event_count(void)
{
    const char *text = getenv("KHI_MONKEY");
    int number = text != NULL ? atoi(text) : 0;

    return (number > 0 ? number : EVENTS) / KINDS;
}

/* Keys that lead somewhere come more often than letters. ^Q and ^Z are left out. */
static void random_key(struct terminal *terminal, struct test_random *random)
{
    static const char *const keys[] = {
        "<Enter>",     "<Enter>", "<Esc>",   "<Tab>",    "<BackTab>",
        "<Up>",        "<Down>",  "<Left>",  "<Right>",  "<Home>",
        "<End>",       "<PgUp>",  "<PgDn>",  "<F1>",     "<F1>",
        "<F2>",        "<F3>",    "<F4>",    "<F5>",     "<F6>",
        "<F7>",        "<F8>",    "<F9>",    "<F10>",    "<^T>",
        "<^U>",        "<^Y>",    "<^S>",    "<^O>",     "<^X>",
        "<^P>",        "<^F>",    "<^R>",    "<^G>",     "<^A>",
        "<^W>",        "<^K>",    "<^V>",    "<Alt-1>",  "<Alt-2>",
        "<Alt-3>",     "<Alt-4>", "<Alt-b>", "<Insert>", "<Delete>",
        "<Backspace>", " ",       "*",       "?",        "<^T><Enter><Enter>",
        "<^L>",        "[abc].*", "4-9",     "\303\244", "\342\202\254",
        "\377",
    };

    if (test_random_below(random, 3) == 0)
        terminal_keys(terminal, (char[]){(char)('a' + test_random_below(random, 26)), '\0'});
    else
        terminal_keys(terminal, keys[test_random_below(random, sizeof keys / sizeof *keys)]);
}

/* No escapes among them: what follows would be taken as a part of a key. */
static void random_bytes(struct terminal *terminal, struct test_random *random)
{
    char bytes[8];
    size_t size = 1 + test_random_below(random, sizeof bytes);

    for (size_t i = 0; i < size; i++) {
        bytes[i] = (char)test_random_below(random, 256);
        if (bytes[i] == ('Q' & 0x1f) || bytes[i] == ('Z' & 0x1f) || bytes[i] == '\033')
            bytes[i] = '\r';
    }
    terminal_send(terminal, bytes, size);
}

static void random_event(struct terminal *terminal, struct test_random *random)
{
    int rows, cols;

    terminal_size(terminal, &rows, &cols);
    int row = (int)test_random_below(random, (unsigned)(rows > 1 ? rows - 1 : 1));
    int col = (int)test_random_below(random, (unsigned)cols);
    switch (test_random_below(random, 40)) {
    case 0:
        terminal_resize(terminal, 1 + (int)test_random_below(random, 50),
                        1 + (int)test_random_below(random, 150));
        break;
    case 1:
    case 2:
    case 3:
        terminal_resize(terminal, 24, 80);
        break;
    case 4:
    case 5:
        terminal_wheel(terminal, row, col, test_random_below(random, 2) ? 1 : -1);
        break;
    case 6:
        random_bytes(terminal, random);
        break;
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
        terminal_click(terminal, row, col);
        break;
    default:
        random_key(terminal, random);
    }
}

/* Sends up to so many events; stops early where a click has hit ^Q on the line of hints. */
static int send_events(struct terminal *terminal, int events, struct test_random *random)
{
    int sent = 0;

    while (sent < events) {
        random_event(terminal, random);
        if (++sent % BETWEEN_LOOKS == 0 && !terminal_wait_repaint(terminal))
            return sent;
    }
    terminal_resize(terminal, 24, 80);
    terminal_wait_repaint(terminal);
    return sent;
}

/* A start, random events, and the end by ^Q. Returns how many events there were. */
static int run(const char *home, int kind, int events, struct test_random *random)
{
    struct terminal *terminal = START(.term = kinds[kind], .home = home);

    see(terminal, "F1 Khi");
    int sent = send_events(terminal, events, random);
    quit(terminal);
    if (access(e2e_save_path(home), F_OK) == 0)
        ck_assert_int_eq(e2e_run(home, "replay", e2e_save_path(home)), 0);
    return sent;
}

START_TEST(lives_through_random_events)
{
    struct test_random random = test_random_begin(1000u + (unsigned)_i);
    const char *home = e2e_home();
    int events = event_count();

    ck_assert_int_eq(chdir(home), 0); /* the Rect tab may save into it */
    while (events > 0)
        events -= run(home, _i, events < BETWEEN_STARTS ? events : BETWEEN_STARTS, &random);
}
END_TEST

static Suite *monkey_suite(void)
{
    Suite *suite = suite_create("random events");
    TCase *tests = tcase_create("monkey");

    tcase_set_timeout(tests, event_count() < EVENTS ? 240 : 3600);
    tcase_add_loop_test(tests, lives_through_random_events, 0, KINDS);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return e2e_main(monkey_suite());
}

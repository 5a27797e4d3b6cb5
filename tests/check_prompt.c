/* check_prompt.c: the prompt of khi check on a pseudo-terminal. Every step waits for text. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testlib.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { PATIENCE = 60 * 1000 }; /* milliseconds before a missing text is a fault */

#define ORDINARY   "words 274137> "
#define TOURNAMENT "words 274137 tournament> "

static char home[64], history_file[128];

struct session {
    int terminal;
    pid_t child;
    size_t used, seen; /* bytes that came, and those that a wait has passed */
    char text[1 << 16];
};

/* libtinfo loses a few bytes each time that libedit asks it for the terminal. */
static void forgive_libtinfo(void)
{
    char path[128], option[192];

    snprintf(path, sizeof path, "%s/leaks", home);
    snprintf(option, sizeof option, "suppressions=%s:print_suppressions=0", path);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs("leak:libtinfo\n", out);
    fclose(out);
    setenv("LSAN_OPTIONS", option, 1);
}

static void make_home(void)
{
    strcpy(home, "/tmp/khi-prompt.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(home));
    snprintf(history_file, sizeof history_file, "%s/khi/history", home);
    forgive_libtinfo();
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", home, 1);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", "1", 1);
    unsetenv("KHI_DICT");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
}

static void remove_home(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", home);
    ck_assert_int_eq(system(command), 0);
}

static void run_child(int terminal, char *const arguments[])
{
    const char *name = ptsname(terminal);
    const char *program = getenv("KHI") ? getenv("KHI") : "src/khi";

    setsid();
    int fd = open(name, O_RDWR);
    ioctl(fd, TIOCSCTTY, 0);
    for (int to = 0; to < 3; to++)
        dup2(fd, to);
    execv(program, arguments);
    _exit(99);
}

static void start(struct session *session, const char *option)
{
    char *arguments[] = {"khi", "check", (char *)option, NULL};

    *session = (struct session){.terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    ck_assert_int_ge(session->terminal, 0);
    ck_assert_int_eq(grantpt(session->terminal) | unlockpt(session->terminal), 0);
    session->child = fork();
    if (session->child == 0)
        run_child(session->terminal, arguments);
}

/* Reads on until the text comes, beyond what earlier waits have seen. */
static void wait_for(struct session *session, const char *text)
{
    for (;;) {
        session->text[session->used] = '\0';
        char *found = strstr(session->text + session->seen, text);
        if (found != NULL) {
            session->seen = (size_t)(found - session->text) + strlen(text);
            return;
        }
        struct pollfd ready = {session->terminal, POLLIN, 0};
        ck_assert_msg(poll(&ready, 1, PATIENCE) == 1, "no \"%s\" in: %s", text, session->text);
        ssize_t got = read(session->terminal, session->text + session->used,
                           sizeof session->text - 1 - session->used);
        ck_assert_msg(got > 0, "the end instead of \"%s\" in: %s", text, session->text);
        session->used += (size_t)got;
    }
}

static void type(struct session *session, const char *keys)
{
    ck_assert_int_eq(write(session->terminal, keys, strlen(keys)), (ssize_t)strlen(keys));
}

static int end_of(struct session *session)
{
    int status;
    char rest[4096];

    while (read(session->terminal, rest, sizeof rest) > 0)
        continue;
    ck_assert_int_eq(waitpid(session->child, &status, 0), session->child);
    close(session->terminal);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Ends the session as a user would. */
static void quit(struct session *session)
{
    type(session, ":quit\r");
    ck_assert_int_eq(end_of(session), 0);
}

static bool is_in_history(const char *text)
{
    char bytes[8192] = "";
    FILE *in = fopen(history_file, "r");

    if (in == NULL)
        return false;
    bytes[fread(bytes, 1, sizeof bytes - 1, in)] = '\0';
    fclose(in);
    return strstr(bytes, text) != NULL;
}

START_TEST(a_line_is_a_challenge)
{
    struct session session;

    start(&session, NULL);
    wait_for(&session, "Dictionary words, 274137 words.");
    wait_for(&session, ORDINARY);
    type(&session, "cat qzx\r");
    wait_for(&session, "CAT valid\r\nQZX invalid\r\n" ORDINARY);
    type(&session, ":tournament\r");
    wait_for(&session, TOURNAMENT);
    type(&session, "cat qzx\r");
    wait_for(&session, "\nUNACCEPTABLE\r\n" TOURNAMENT);
    type(&session, "cat dog\r");
    wait_for(&session, "\nACCEPTABLE\r\n" TOURNAMENT);
    type(&session, ":ordinary\r");
    wait_for(&session, ORDINARY);
    quit(&session);
}
END_TEST

START_TEST(control_d_ends_it)
{
    struct session session;

    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, "\004");
    ck_assert_int_eq(end_of(&session), 0);
}
END_TEST

START_TEST(control_c_clears_the_line)
{
    struct session session;

    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, "qzx");
    wait_for(&session, "qzx");
    type(&session, "\003dog\r");
    wait_for(&session, "\nDOG valid\r\n" ORDINARY);
    quit(&session);
}
END_TEST

START_TEST(tab_completes_and_lists_in_ordinary_mode)
{
    struct session session;

    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, "zyzzyv\t\r");
    wait_for(&session, "\nZYZZYVA valid\r\n" ORDINARY);
    type(&session, "quizm\t");
    wait_for(&session, "aster");
    type(&session, "\t");
    wait_for(&session, "QUIZMASTER  QUIZMASTERS\r\n");
    type(&session, "\r");
    wait_for(&session, "QUIZMASTER valid\r\n" ORDINARY);
    quit(&session);
}
END_TEST

START_TEST(tab_does_nothing_in_tournament_mode)
{
    struct session session;

    start(&session, "-t");
    wait_for(&session, TOURNAMENT);
    type(&session, "zyzzyv\t\r");
    wait_for(&session, "\nUNACCEPTABLE\r\n" TOURNAMENT);
    quit(&session);
}
END_TEST

START_TEST(history_comes_back_and_is_for_the_user_alone)
{
    struct session session;
    struct stat info;

    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, "aardvark\r");
    wait_for(&session, "AARDVARK valid\r\n" ORDINARY);
    type(&session, "\004");
    ck_assert_int_eq(end_of(&session), 0);
    ck_assert_int_eq(stat(history_file, &info), 0);
    ck_assert_int_eq(info.st_mode & 0777, 0600);
    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, "\020\r"); /* ^P */
    wait_for(&session, "\nAARDVARK valid\r\n" ORDINARY);
    quit(&session);
}
END_TEST

/* No key brings a challenge back: not by going up in history, nor by pasting what was cut. */
START_TEST(nothing_is_kept_of_a_challenge)
{
    struct session session;

    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, "badger\r");
    wait_for(&session, "BADGER valid\r\n" ORDINARY);
    type(&session, ":tournament\r");
    wait_for(&session, TOURNAMENT);
    type(&session, "otter\027weasel\r"); /* ^W cuts a word */
    wait_for(&session, "\nACCEPTABLE\r\n" TOURNAMENT);
    type(&session, "\031\020qqq\r"); /* ^Y ^P */
    wait_for(&session, "qqq\r\nUNACCEPTABLE\r\n" TOURNAMENT);
    type(&session, ":ordinary\r");
    wait_for(&session, ORDINARY);
    size_t begin = session.seen;
    type(&session, "\031\020\020\r"); /* past :tournament */
    wait_for(&session, "\nBADGER valid\r\n" ORDINARY);
    ck_assert_ptr_null(strstr(session.text + begin, "otter"));
    ck_assert_ptr_null(strstr(session.text + begin, "WEASEL"));
    quit(&session);
    ck_assert(is_in_history("badger"));
    ck_assert(!is_in_history("weasel"));
    ck_assert(!is_in_history("otter"));
    ck_assert(!is_in_history("qqq"));
}
END_TEST

START_TEST(commands_that_fail_change_nothing)
{
    struct session session;

    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, ":dict nope\r");
    wait_for(&session, "khi: no dictionary is called \"nope\"");
    wait_for(&session, ORDINARY);
    type(&session, ":dict\r");
    wait_for(&session, "khi: :dict needs a name");
    type(&session, ":frobnicate\r");
    wait_for(&session, "khi: there is no command \":frobnicate\" here (see: :help)");
    type(&session, ":help\r");
    wait_for(&session, ":dict NAME");
    wait_for(&session, ORDINARY);
    quit(&session);
}
END_TEST

START_TEST(another_dictionary_is_named_at_the_prompt)
{
    struct session session;
    char path[128], line[160];

    snprintf(path, sizeof path, "%s/tiny.txt", home);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs("QZX\nQZXES\n", out);
    fclose(out);
    start(&session, NULL);
    wait_for(&session, ORDINARY);
    snprintf(line, sizeof line, ":dict %s\r", path);
    type(&session, line);
    wait_for(&session, "tiny 2> ");
    type(&session, "qzx cat\r");
    wait_for(&session, "QZX valid\r\nCAT invalid\r\ntiny 2> ");
    quit(&session);
}
END_TEST

START_TEST(the_users_editrc_is_honoured)
{
    struct session session;
    char path[128];

    snprintf(path, sizeof path, "%s/.editrc", home);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs("khi:bind ^T ed-move-to-beg\n", out);
    fclose(out);
    start(&session, NULL);
    wait_for(&session, ORDINARY);
    type(&session, "og\024d\r");
    wait_for(&session, "\nDOG valid\r\n" ORDINARY);
    quit(&session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("prompt");
    TCase *cases = tcase_create("prompt");

    tcase_add_checked_fixture(cases, make_home, remove_home);
    tcase_add_test(cases, a_line_is_a_challenge);
    tcase_add_test(cases, control_d_ends_it);
    tcase_add_test(cases, control_c_clears_the_line);
    tcase_add_test(cases, tab_completes_and_lists_in_ordinary_mode);
    tcase_add_test(cases, tab_does_nothing_in_tournament_mode);
    tcase_add_test(cases, history_comes_back_and_is_for_the_user_alone);
    tcase_add_test(cases, nothing_is_kept_of_a_challenge);
    tcase_add_test(cases, commands_that_fail_change_nothing);
    tcase_add_test(cases, another_dictionary_is_named_at_the_prompt);
    tcase_add_test(cases, the_users_editrc_is_honoured);
    suite_add_tcase(suite, cases);
    return test_run(suite);
}

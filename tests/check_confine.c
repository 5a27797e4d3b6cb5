/* check_confine.c: what code that runs in a confined program still can do, and what not any more.
 *
 * The test is the other process, whose terminal, file and process the confined one tries to reach.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "confine.h"
#include "testlib.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif

#if (defined __x86_64__ || defined __aarch64__) && !defined KHI_SANITIZED
enum { HAS_FILTER = 1 };
#else
enum { HAS_FILTER = 0 };
#endif

static char data[64], other_file[64], other_terminal[64];
static pid_t other;

static bool has_landlock(void)
{
#if defined KHI_SANITIZED || !defined LANDLOCK_CREATE_RULESET_VERSION
    return false; /* for the sanitizers all files can be read */
#else
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
#endif
}

/* ---- attempts: each returns whether it has succeeded ---- */

static bool opens_terminal(void)
{
    return open(other_terminal, O_RDWR | O_NOCTTY) >= 0;
}

static bool reads_file(void)
{
    return open(other_file, O_RDONLY) >= 0;
}

static bool writes_file(void)
{
    return open(other_file, O_WRONLY) >= 0;
}

static bool changes_rights(void)
{
    return chmod(other_file, 0777) == 0 || syscall(SYS_fchmodat, AT_FDCWD, other_file, 0777) == 0;
}

static bool changes_times(void)
{
    return utimes(other_file, NULL) == 0 ||
           syscall(SYS_utimensat, AT_FDCWD, other_file, NULL, 0) == 0;
}

static bool signals(void)
{
    return kill(other, 0) == 0 || syscall(SYS_tgkill, other, other, 0) == 0 ||
           syscall(SYS_tkill, other, 0) == 0 || syscall(SYS_pidfd_open, other, 0) >= 0;
}

static bool limits(void)
{
    struct rlimit limit;

    return prlimit(other, RLIMIT_CORE, NULL, &limit) == 0;
}

static bool slows(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return setpriority(PRIO_PROCESS, (id_t)other, 19) == 0 ||
           sched_setaffinity(other, sizeof set, &set) == 0;
}

static bool leaves_memory(void)
{
    return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0 || msgget(IPC_PRIVATE, 0600) >= 0;
}

static bool starts(void)
{
    char *const arguments[] = {"true", NULL};
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    return child > 0 || execv("/bin/true", arguments) == 0;
}

static bool connects(void)
{
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}

/* What the program needs itself. */
static bool works(void)
{
    struct rlimit limit;
    char path[128];

    snprintf(path, sizeof path, "%s/new", data);
    return open(path, O_WRONLY | O_CREAT, 0600) >= 0 && getrlimit(RLIMIT_CORE, &limit) == 0 &&
           syscall(SYS_tgkill, getpid(), getpid(), 0) == 0;
}

static const struct {
    bool (*attempt)(void);
    bool needs_landlock, allowed;
} attempts[] = {
    {opens_terminal, true, false},  {reads_file, true, false},     {writes_file, true, false},
    {changes_rights, false, false}, {changes_times, false, false}, {signals, false, false},
    {limits, false, false},         {slows, false, false},         {leaves_memory, false, false},
    {starts, false, false},         {connects, false, false},      {works, false, true},
};

/* The exit status of a confined process: 0 the attempt fails, 1 it succeeds, 2 not confined. */
static int try(bool (*attempt)(void), bool confined)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        if (confined && !confine(data))
            _exit(2);
        _exit(attempt());
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void make_places(void)
{
    strcpy(data, "/tmp/khi-confine-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(data));
    strcpy(other_file, "/tmp/khi-other-XXXXXX");
    ck_assert_int_ge(mkstemp(other_file), 0);
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    snprintf(other_terminal, sizeof other_terminal, "%s", ptsname(master));
    other = getpid();
}

static void remove_places(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/new", data);
    unlink(path);
    rmdir(data);
    unlink(other_file);
}

START_TEST(reaches_nobody_else)
{
    bool known = attempts[_i].needs_landlock ? has_landlock() : HAS_FILTER;

    make_places();
    int status = known || attempts[_i].allowed ? try(attempts[_i].attempt, true) : 0;
    int before = attempts[_i].attempt == leaves_memory ? 1 : try(attempts[_i].attempt, false);
    remove_places();
    ck_assert_int_eq(status, attempts[_i].allowed);
    ck_assert_msg(before == 1, "nor could it be done before");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("confine");
    TCase *cases = tcase_create("attempts");

    tcase_add_loop_test(cases, reaches_nobody_else, 0, sizeof attempts / sizeof *attempts);
    suite_add_tcase(suite, cases);
    return test_run(suite);
}

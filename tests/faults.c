/* faults.c: linked into the program by tests/khi_faults, it makes one call fail.
 *
 * The linker's --wrap sends every call that the program's own code makes to a function below; in a
 * static program also those of the libraries.
 * $KHI_FAULT says which one fails: KIND N ERRNO REPORT
 *
 *     alloc  the Nth that wants memory, a thread, or something of a library that wants memory
 *     disk   the Nth that touches a saved game
 *     none   no call; but whenever the program is about to wait, the number of bytes that it has
 *            allocated and not freed, with those of its libraries, is written into REPORT
 *
 * A + behind the N means: and all that follow. When the first call has failed, the file REPORT is
 * made, so that a test knows when N is more than there are calls.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shortage.h"

#include <curses.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <malloc.h>
#include <panel.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { NOTHING, ALLOC, DISK, COUNT };

static enum kind kind;
static long first;
static bool all_that_follow;
static int fault;
static char report[4096];
static atomic_long calls;
static atomic_bool reported;
static atomic_bool is_kept[256]; /* descriptors of saved games */

/* WRAP(type, name, parameters): declares the real one and begins the one that may fail. */
#define WRAP(type, name, ...)                                                                      \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

int __real_open(const char *path, int flags, ...);
int __real_close(int fd);
ssize_t __real_write(int fd, const void *bytes, size_t size);

__attribute__((constructor)) static void read_plan(void)
{
    const char *plan = getenv("KHI_FAULT");
    char name[8], plus;

    if (plan == NULL ||
        sscanf(plan, "%7s %ld%c%d %4095s", name, &first, &plus, &fault, report) != 5)
        return;
    kind = strcmp(name, "alloc") == 0 ? ALLOC : strcmp(name, "disk") == 0 ? DISK : COUNT;
    all_that_follow = plus == '+';
}

static void tell(void)
{
    if (atomic_exchange(&reported, true))
        return;
    __real_close(__real_open(report, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

/* Counts a call; true if it is the one that is to fail. */
static bool fails(enum kind asked)
{
    if (asked != kind)
        return false;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (number != first && !(all_that_follow && number > first))
        return false;
    tell();
    errno = kind == DISK ? fault : ENOMEM;
    return true;
}

/* ---- memory ---- */

WRAP(void *, malloc, size_t size)
{
    return shortage_check(fails(ALLOC) ? NULL : __real_malloc(size), size);
}

WRAP(void *, calloc, size_t count, size_t size)
{
    return shortage_check(fails(ALLOC) ? NULL : __real_calloc(count, size), size);
}

WRAP(void *, realloc, void *old, size_t size)
{
    return shortage_check(fails(ALLOC) ? NULL : __real_realloc(old, size), size);
}

WRAP(void *, aligned_alloc, size_t alignment, size_t size)
{
    return fails(ALLOC) ? NULL : __real_aligned_alloc(alignment, size);
}

WRAP(char *, strdup, const char *text)
{
    return shortage_check(fails(ALLOC) ? NULL : __real_strdup(text), 1);
}

WRAP(char *, strndup, const char *text, size_t size)
{
    return shortage_check(fails(ALLOC) ? NULL : __real_strndup(text, size), 1);
}

WRAP(FILE *, open_memstream, char **text, size_t *size)
{
    return fails(ALLOC) ? NULL : __real_open_memstream(text, size);
}

WRAP(FILE *, fopen, const char *path, const char *mode)
{
    return fails(ALLOC) ? NULL : __real_fopen(path, mode);
}

WRAP(int, scandir, const char *path, struct dirent ***list, int (*choose)(const struct dirent *),
     int (*compare)(const struct dirent **, const struct dirent **))
{
    return fails(ALLOC) ? -1 : __real_scandir(path, list, choose, compare);
}

WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
     void *argument)
{
    return fails(ALLOC) ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

/* The sanitizers' own, where the program has them. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

/* 0: it cannot be known. */
static size_t allocated(void)
{
    if (__sanitizer_get_current_allocated_bytes != NULL)
        return __sanitizer_get_current_allocated_bytes();
#ifdef HAVE_MALLINFO2
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

WRAP(int, poll, struct pollfd *fds, nfds_t count, int milliseconds)
{
    if (kind == COUNT) {
        char text[32];
        int fd = __real_open(report, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        int length = snprintf(text, sizeof text, "%20zu\n", allocated());
        (void)!pwrite(fd, text, (size_t)length, 0);
        __real_close(fd);
    }
    return __real_poll(fds, count, milliseconds);
}

/* ---- libraries, where they want memory ---- */

WRAP(WINDOW *, newwin, int rows, int cols, int row, int col)
{
    return fails(ALLOC) ? NULL : __real_newwin(rows, cols, row, col);
}

WRAP(WINDOW *, newpad, int rows, int cols)
{
    return fails(ALLOC) ? NULL : __real_newpad(rows, cols);
}

WRAP(PANEL *, new_panel, WINDOW *window)
{
    return fails(ALLOC) ? NULL : __real_new_panel(window);
}

WRAP(SCREEN *, newterm, const char *type, FILE *out, FILE *in)
{
    return fails(ALLOC) ? NULL : __real_newterm(type, out, in);
}

WRAP(int, resizeterm, int rows, int cols)
{
    return fails(ALLOC) ? ERR : __real_resizeterm(rows, cols);
}

WRAP(EditLine *, el_init_fd, const char *name, FILE *in, FILE *out, FILE *err, int in_fd,
     int out_fd, int err_fd)
{
    return fails(ALLOC) ? NULL : __real_el_init_fd(name, in, out, err, in_fd, out_fd, err_fd);
}

WRAP(HistoryW *, history_winit, void)
{
    return fails(ALLOC) ? NULL : __real_history_winit();
}

/* ---- files ---- */

/* The saved games and their directory, without the locks. */
static bool is_ours(const char *path)
{
    return strstr(path, "/khi/games") != NULL && strstr(path, ".lock") == NULL;
}

static int keep(int fd, const char *path)
{
    if (fd >= 0 && fd < (int)(sizeof is_kept / sizeof *is_kept))
        atomic_store(&is_kept[fd], is_ours(path));
    return fd;
}

static bool fails_on(int fd)
{
    return fd >= 0 && fd < (int)(sizeof is_kept / sizeof *is_kept) && atomic_load(&is_kept[fd]) &&
           fails(DISK);
}

int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list arguments;

    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (is_ours(path) && fails(DISK))
        return -1;
    return keep(__real_open(path, flags, mode), path);
}

WRAP(int, mkstemp, char *path)
{
    if (is_ours(path) && fails(DISK))
        return -1;
    return keep(__real_mkstemp(path), path);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    return fails_on(fd) ? -1 : __real_write(fd, bytes, size);
}

WRAP(int, fsync, int fd)
{
    return fails_on(fd) ? -1 : __real_fsync(fd);
}

/* What close reports comes late: the descriptor is closed all the same. */
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    bool failed = fails_on(fd);
    int fault_then = errno;
    int done = __real_close(fd);

    if (fd >= 0 && fd < (int)(sizeof is_kept / sizeof *is_kept))
        atomic_store(&is_kept[fd], false);
    if (failed)
        errno = fault_then;
    return failed ? -1 : done;
}

WRAP(int, rename, const char *from, const char *to)
{
    return is_ours(to) && fails(DISK) ? -1 : __real_rename(from, to);
}

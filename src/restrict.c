/* restrict.c: what an administrator wants to be sure of before strangers play.
 *
 * Three belts, each of which would do alone if the others and the program had no faults:
 *
 *   the program     takes no path from the player, and nothing from the environment but the kind of
 *                   terminal, whether it knows UTF-8, and whether colours are wanted
 *   limits          on memory, on the size of a file, on open files and threads; no core dump
 *   the kernel      no_new_privs, Landlock and a system call filter (confine.c), as far as it has
 *                   them
 *
 * The environment is emptied before anything looks at it, because behind a forced command parts of
 * it come from the other side of the network. What counts is judged first and put back: TERM if it
 * can only name an entry of the system's own terminfo, and of the locale no more than "UTF-8 or
 * not".
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "restrict.h"

#include "cli/cli.h"
#include "confine.h"
#include "khi/file.h"
#include "khi/paths.h"
#include "khi/save.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define TERM_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-_."

enum { TERM_LENGTH = 64 };

static bool is_on;

bool restrict_is_on(void)
{
    return is_on;
}

bool restrict_is_asked(char **argv)
{
    if (argv[0] == NULL)
        return false;
    const char *slash = strrchr(argv[0], '/');
    if (argv[0][0] == '-' || strcmp(slash ? slash + 1 : argv[0], "khi-shell") == 0)
        return true;
    for (char **argument = argv + 1; *argument != NULL; argument++)
        if (strcmp(*argument, "--restricted") == 0)
            return true;
    return false;
}

/* ---- the environment ---- */

/* A command from the other side: behind a forced command, or given to a login shell. The command
 * khi is the game: so sshd can force it on whoever has the login shell. */
static bool is_command_wanted(int argc, char **argv)
{
    const char *command = getenv("SSH_ORIGINAL_COMMAND");
    bool is_game = argc == 3 && strcmp(argv[2], "khi") == 0;

    return (command != NULL && command[0] != '\0') ||
           (argc > 1 && strcmp(argv[1], "-c") == 0 && !is_game);
}

static bool is_utf8_wanted(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return strcasestr(value, "utf-8") != NULL || strcasestr(value, "utf8") != NULL;
    }
    return false;
}

/* The name of a terminal that cannot lead out of a terminfo directory. */
static void take_term(char term[static TERM_LENGTH])
{
    const char *value = getenv("TERM");

    term[0] = '\0';
    if (value != NULL && value[0] != '.' && strlen(value) < TERM_LENGTH &&
        value[strspn(value, TERM_CHARACTERS)] == '\0')
        strcpy(term, value);
}

static bool clean_environment(void)
{
    char term[TERM_LENGTH];
    const char *no_color = getenv("NO_COLOR");
    bool plain = no_color != NULL && no_color[0] != '\0', utf8 = is_utf8_wanted();

    take_term(term);
    return clearenv() == 0 && (term[0] == '\0' || setenv("TERM", term, 1) == 0) &&
           (!utf8 || setenv("LC_ALL", "C.UTF-8", 1) == 0) &&
           (!plain || setenv("NO_COLOR", "1", 1) == 0);
}

/* ---- limits ---- */

/* Lowers a limit for good; one that is lower already stays. */
static bool limit(int what, rlim_t most)
{
    struct rlimit now;

    if (getrlimit((__rlimit_resource_t)what, &now) != 0)
        return false;
    if (now.rlim_max > most)
        now.rlim_max = most;
    if (now.rlim_cur > now.rlim_max)
        now.rlim_cur = now.rlim_max;
    return setrlimit((__rlimit_resource_t)what, &now) == 0;
}

static bool set_limits(void)
{
    static const struct {
        int what;
        rlim_t most;
    } limits[] = {
        {RLIMIT_CORE, 0},
        {RLIMIT_FSIZE, KHI_SAVE_LIMIT}, /* a larger game could not be loaded again */
        {RLIMIT_NOFILE, 64},
        {RLIMIT_NPROC, 512}, /* threads of all players of one account: about 100 players */
#ifndef KHI_SANITIZED        /* their shadow memory is terabytes of addresses */
        {RLIMIT_AS, 1 << 30},
#endif
    };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (!limit(limits[i].what, limits[i].most))
            return false;
    signal(SIGXFSZ, SIG_IGN); /* writing then fails, and the player is told */
    return true;
}

bool restrict_begin(int *argc, char **argv)
{
    is_on = true;
    if (is_command_wanted(*argc, argv)) {
        cli_error("this account is for playing Khi; it takes no command");
        return false;
    }
    if (*argc > 1 && strcmp(argv[1], "-c") == 0) {
        *argc = 1;
        argv[1] = NULL;
    }
    umask(077);
    if (clean_environment() && set_limits() && chdir("/") == 0)
        return true;
    cli_error("the restricted mode cannot be set up: %s", strerror(errno));
    return false;
}

/* ---- the data directory ---- */

/* The user's home, from the system's list of users and not from $HOME. */
static bool find_home(char *out, size_t size)
{
    FILE *users = fopen("/etc/passwd", "re");
    const struct passwd *user;
    bool found = false;

    if (users == NULL)
        return false;
    while (!found && (user = fgetpwent(users)) != NULL)
        found = user->pw_uid == getuid() && user->pw_dir != NULL && user->pw_dir[0] == '/' &&
                snprintf(out, size, "%s", user->pw_dir) < (int)size;
    fclose(users);
    return found;
}

static bool choose_data(const char *data, char *out, size_t size)
{
    char home[PATH_MAX - 32];

    if (data != NULL)
        return snprintf(out, size, "%s", data) < (int)size;
    return find_home(home, sizeof home) &&
           snprintf(out, size, "%s/.local/share/khi", home) < (int)size;
}

bool restrict_confine(const char *data)
{
    char directory[PATH_MAX];

    if (data != NULL && data[0] != '/') {
        cli_error("--data takes a directory's whole path, beginning with /");
        return false;
    }
    bool known = choose_data(data, directory, sizeof directory) && khi_paths_set_root(directory);
    if (!known)
        khi_paths_set_root(""); /* play without keeping anything */
    else
        khi_file_make_dirs(directory, NULL); /* if it cannot be, the player is told */
    if (confine(known ? directory : NULL))
        return true;
    cli_error("the restricted mode cannot be set up: %s", strerror(errno));
    return false;
}

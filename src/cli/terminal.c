/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0';
}

/* By its name: these, and what ends in -m or -mono, have none. Terminfo would know, but for a line
 * of output it is not asked. */
static bool has_colors(const char *term)
{
    static const char *const none[] = {"dumb", "vt", "ansi-m", "unknown", "teletype", "network"};
    const char *end = strrchr(term, '-');

    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strncmp(term, none[i], strlen(none[i])) == 0)
            return false;
    return end == NULL || (strcmp(end, "-m") != 0 && strcmp(end, "-mono") != 0);
}

static bool can_color(void)
{
    const char *term = getenv("TERM");

    return isatty(STDOUT_FILENO) && !is_set("NO_COLOR") && term != NULL && term[0] != '\0' &&
           has_colors(term);
}

bool terminal_color(const struct cli *cli, bool *color)
{
    const char *when = cli_value(cli, "color");

    if (when == NULL || strcmp(when, "auto") == 0)
        *color = can_color();
    else if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        *color = when[0] == 'a';
    else
        return cli_usage_error(cli, "--color takes auto, always or never, not \"%s\"", when) ==
               CLI_YES;
    return true;
}

unsigned terminal_width(int fd)
{
    struct winsize window;
    const char *columns = getenv("COLUMNS");

    if (ioctl(fd, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
        return window.ws_col;
    int given = columns != NULL ? atoi(columns) : 0;
    return given > 0 ? (unsigned)given : 80;
}

bool terminal_utf8(void)
{
    setlocale(LC_CTYPE, ""); /* main leaves it where it may not be needed */
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

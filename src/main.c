/* main.c: picks the screen or a command. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "restrict.h"

#include <locale.h>
#include <signal.h>
#include <unistd.h>

/* A mapped dictionary that another program cuts short cannot be read on: end at once, with a
 * sentence instead of a core dump. */
static void on_bus_error(int number)
{
    static const char text[] = "khi: the dictionary was changed while it was in use\n";

    (void)number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(CLI_ERROR);
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = on_bus_error};

    if (restrict_is_asked(argv) && !restrict_begin(&argc, argv))
        return CLI_ERROR;
    if (isatty(STDIN_FILENO)) /* the screen and the prompt draw by it; loading it takes a while */
        setlocale(LC_CTYPE, "");
    sigaction(SIGBUS, &action, NULL);
    return cli_main(argc, argv);
}

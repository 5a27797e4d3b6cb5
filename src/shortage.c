/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shortage.h"

#include "cli/cli.h"

#include <unistd.h>

static _Thread_local bool ends_here;
static void (*do_last)(void);

bool shortage_ends(bool ends)
{
    bool before = ends_here;

    ends_here = ends;
    return before;
}

void shortage_on_end(void (*last)(void))
{
    do_last = last;
}

static void end(void)
{
    static const char text[] = "khi: out of memory\n";

    ends_here = false;
    if (do_last != NULL)
        do_last();
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(CLI_ERROR);
}

void *shortage_check(void *memory, size_t size)
{
    if (memory == NULL && size > 0 && ends_here)
        end();
    return memory;
}

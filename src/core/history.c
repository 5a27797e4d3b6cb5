/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/history.h"

#include "khi/file.h"
#include "khi/paths.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LARGE = 1 << 16, /* bytes from which on the older half of the file goes */
    LINE = 1024,
};

static bool read_all(char path[static PATH_MAX], char **bytes, size_t *size)
{
    return khi_path(KHI_STATE, "history", path, PATH_MAX) &&
           khi_file_read_own(path, 16 * LARGE, NULL, bytes, size) == KHI_OK;
}

void khi_history_each(void (*each)(void *context, const char *line), void *context)
{
    char path[PATH_MAX], *bytes, *rest;
    size_t size;

    if (!read_all(path, &bytes, &size))
        return;
    for (char *line = strtok_r(bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        each(context, line);
    free(bytes);
}

static void trim(void)
{
    char path[PATH_MAX], *bytes;
    size_t size;

    if (!read_all(path, &bytes, &size))
        return;
    char *newline = size > LARGE ? strchr(bytes + size / 2, '\n') : NULL;
    if (newline != NULL)
        khi_file_write_own(path, newline + 1, size - (size_t)(newline + 1 - bytes), NULL);
    free(bytes);
}

void khi_history_add(const char *line)
{
    char path[PATH_MAX], text[LINE];
    int length = snprintf(text, sizeof text, "%s\n", line);

    if (length >= LINE || !khi_path(KHI_STATE, "history", path, sizeof path) ||
        khi_file_make_parent(path, NULL) != KHI_OK)
        return;
    for (int i = 0; i + 1 < length; i++) /* whoever looks at the file is not steered */
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            text[i] = '?';
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    (void)!write(fd, text, (size_t)length);
    bool large = lseek(fd, 0, SEEK_END) > LARGE;
    close(fd);
    if (large)
        trim();
}

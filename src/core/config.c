/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/config.h"

#include "khi/file.h"
#include "khi/paths.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 64 * 1024 };

/* If the line sets this key, the place of its value. */
static const char *value_of(const char *line, const char *key)
{
    size_t length = strlen(key);

    line += strspn(line, " \t");
    if (strncmp(line, key, length) != 0)
        return NULL;
    line += length;
    line += strspn(line, " \t");
    if (*line != '=')
        return NULL;
    return line + 1 + strspn(line + 1, " \t");
}

static char *next_line(char *line)
{
    return line + strcspn(line, "\n") + (strchr(line, '\n') != NULL);
}

static bool read_config(char *path, char **text, size_t *size)
{
    if (!khi_path(KHI_CONFIG, "config", path, PATH_MAX))
        return false;
    return khi_file_read_own(path, FILE_LIMIT, NULL, text, size) == KHI_OK;
}

bool khi_config_get(const char *key, char value[static KHI_CONFIG_VALUE])
{
    char path[PATH_MAX];
    char *text;
    size_t size;
    bool found = false;

    if (!read_config(path, &text, &size))
        return false;
    for (char *line = text; *line != '\0' && !found; line = next_line(line)) {
        const char *set = value_of(line, key);
        if (set == NULL)
            continue;
        size_t length = strcspn(set, "\r\n");
        while (length > 0 && (set[length - 1] == ' ' || set[length - 1] == '\t'))
            length--;
        found = length > 0 && length < KHI_CONFIG_VALUE;
        if (found) {
            memcpy(value, set, length);
            value[length] = '\0';
        }
    }
    free(text);
    return found;
}

enum khi_status khi_config_set(const char *key, const char *value, struct khi_error *error)
{
    char path[PATH_MAX], directory[PATH_MAX];
    char *text = NULL;
    size_t size = 0;

    if (!khi_path(KHI_CONFIG, "", directory, sizeof directory))
        return khi_fail(error, KHI_NO_DATA_DIR, 0, "");
    enum khi_status status = khi_file_make_dirs(directory, error);
    if (status != KHI_OK)
        return status;
    if (!read_config(path, &text, &size))
        size = 0;
    char *out = malloc(size + strlen(key) + strlen(value) + 8);
    if (out == NULL) {
        free(text);
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    }
    size_t used = 0;
    for (char *line = text; line != NULL && *line != '\0'; line = next_line(line)) {
        size_t length = (size_t)(next_line(line) - line);
        if (value_of(line, key) != NULL)
            continue;
        memcpy(out + used, line, length);
        used += length;
    }
    if (used > 0 && out[used - 1] != '\n')
        out[used++] = '\n';
    used += (size_t)sprintf(out + used, "%s = %s\n", key, value);
    status = khi_file_write_own(path, out, used, error);
    free(out);
    free(text);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/file.h"

#include "khi/letters.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_ROOM = 64 * 1024 };

static enum khi_status read_all(int fd, size_t room, size_t limit, struct khi_error *error,
                                char **bytes, size_t *size)
{
    char *text = malloc(room + 1);
    size_t used = 0;

    if (text == NULL)
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    for (;;) {
        ssize_t got = read(fd, text + used, room - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(text);
            return khi_fail_errno(error, KHI_CANNOT_READ);
        }
        if (got == 0)
            break;
        used += (size_t)got;
        if (used > limit) {
            free(text);
            return khi_fail(error, KHI_TOO_LARGE, limit, "more than this program takes");
        }
        if (used == room) {
            char *larger = realloc(text, room * 2 + 1);
            if (larger == NULL) {
                free(text);
                return khi_fail(error, KHI_NO_MEMORY, 0, "");
            }
            text = larger;
            room *= 2;
        }
    }
    text[used] = '\0';
    *bytes = text;
    *size = used;
    return KHI_OK;
}

static size_t room_for(const struct stat *info, size_t limit)
{
    bool known = S_ISREG(info->st_mode) && info->st_size > 0 && (uintmax_t)info->st_size <= limit;

    return known ? (size_t)info->st_size + 1 : FIRST_ROOM;
}

enum khi_status khi_file_read(const char *path, size_t limit, struct khi_error *error, char **bytes,
                              size_t *size)
{
    struct stat info;

    if (strcmp(path, "-") == 0) {
        khi_error_file(error, "standard input");
        return read_all(STDIN_FILENO, FIRST_ROOM, limit, error, bytes, size);
    }
    khi_error_file(error, path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return khi_fail_errno(error, KHI_CANNOT_READ);
    size_t room = fstat(fd, &info) == 0 ? room_for(&info, limit) : FIRST_ROOM;
    enum khi_status status = read_all(fd, room, limit, error, bytes, size);
    close(fd);
    return status;
}

enum khi_status khi_file_read_own(const char *path, size_t limit, struct khi_error *error,
                                  char **bytes, size_t *size)
{
    struct stat info = {0};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

    khi_error_file(error, path);
    if (fd < 0)
        return khi_fail_errno(error, KHI_CANNOT_READ);
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(fd);
        return khi_fail(error, KHI_CANNOT_READ, 0, "not an ordinary file");
    }
    enum khi_status status = read_all(fd, room_for(&info, limit), limit, error, bytes, size);
    close(fd);
    return status;
}

static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t done = write(fd, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

/* Makes the renaming of a file in this directory last. Some file systems cannot; that is no fault.
 */
static bool sync_directory(const char *path)
{
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');

    if (slash == NULL)
        strcpy(directory, ".");
    else
        snprintf(directory, sizeof directory, "%.*s", slash == path ? 1 : (int)(slash - path),
                 path);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool done = fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
    close(fd);
    return done;
}

static bool write_and_close(int fd, const void *bytes, size_t size, bool sync)
{
    bool done = write_all(fd, bytes, size) && (!sync || fsync(fd) == 0);
    int fault = errno;

    if (close(fd) != 0)
        return false;
    errno = fault;
    return done;
}

/* A device or a pipe cannot be replaced and must not be: it gets the bytes. */
static bool write_into(const char *path, const void *bytes, size_t size)
{
    int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);

    return fd >= 0 && write_and_close(fd, bytes, size, false);
}

static mode_t mode_of_new_file(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

#define TEMPORARY ".XXXXXX" /* behind the name, with other letters and digits */

static bool replace(const char *path, mode_t mode, const void *bytes, size_t size)
{
    char temporary[PATH_MAX];

    if (snprintf(temporary, sizeof temporary, "%s" TEMPORARY, path) >= (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = mkstemp(temporary);
    if (fd < 0)
        return false;
    fchmod(fd, mode); /* if it cannot be, the file stays the user's alone */
    if (write_and_close(fd, bytes, size, true) && rename(temporary, path) == 0)
        return sync_directory(path);
    int fault = errno;
    unlink(temporary);
    errno = fault;
    return false;
}

enum khi_status khi_file_write(const char *path, const void *bytes, size_t size,
                               struct khi_error *error)
{
    char behind_link[PATH_MAX];
    struct stat info;
    bool there = stat(path, &info) == 0, done;

    khi_error_file(error, path);
    if (there && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        done = write_into(path, bytes, size);
    } else {
        const char *target = there && realpath(path, behind_link) ? behind_link : path;
        done = replace(target, there ? info.st_mode & 0777 : mode_of_new_file(), bytes, size);
    }
    return done ? KHI_OK : khi_fail_errno(error, KHI_CANNOT_WRITE);
}

enum khi_status khi_file_write_own(const char *path, const void *bytes, size_t size,
                                   struct khi_error *error)
{
    struct stat info;

    khi_error_file(error, path);
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return khi_fail(error, KHI_CANNOT_WRITE, 0, "not an ordinary file");
    return khi_file_write(path, bytes, size, error);
}

static bool is_temporary(const char *name, const char *leaf)
{
    size_t length = strlen(leaf);

    if (strncmp(name, leaf, length) != 0 || strlen(name) != length + strlen(TEMPORARY) ||
        name[length] != '.')
        return false;
    for (const char *at = name + length + 1; *at != '\0'; at++)
        if (khi_letter(*at) >= KHI_LETTERS && (*at < '0' || *at > '9'))
            return false;
    return true;
}

void khi_file_sweep(const char *path)
{
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');

    if (slash == NULL || (size_t)(slash - path) >= sizeof directory)
        return;
    snprintf(directory, sizeof directory, "%.*s", (int)(slash - path + 1), path);
    DIR *files = opendir(directory);
    if (files == NULL)
        return;
    for (const struct dirent *file; (file = readdir(files)) != NULL;)
        if (is_temporary(file->d_name, slash + 1))
            unlinkat(dirfd(files), file->d_name, 0);
    closedir(files);
}

enum khi_status khi_file_make_dirs(const char *path, struct khi_error *error)
{
    char part[PATH_MAX];

    khi_error_file(error, path);
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part) {
        errno = ENAMETOOLONG;
        return khi_fail_errno(error, KHI_CANNOT_WRITE);
    }
    for (char *slash = part + 1;; slash++) {
        if (*slash != '/' && *slash != '\0')
            continue;
        char kept = *slash;
        *slash = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST && (kept == '\0' || errno != EACCES))
            return khi_fail_errno(error, KHI_CANNOT_WRITE);
        *slash = kept;
        if (kept == '\0')
            return KHI_OK;
    }
}

enum khi_status khi_file_make_parent(const char *path, struct khi_error *error)
{
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');

    if (slash == NULL || slash == path)
        return KHI_OK;
    snprintf(directory, sizeof directory, "%.*s", (int)(slash - path), path);
    return khi_file_make_dirs(directory, error);
}

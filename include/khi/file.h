/* file.h: whole files, read at once and written so that a fault leaves the old one. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_FILE_H
#define KHI_FILE_H

#include "khi/status.h"

/* Reads a file ("-" is standard input) of at most `limit` bytes into memory that the caller frees.
 * A NUL stands after the last byte. */
enum khi_status khi_file_read(const char *path, size_t limit, struct khi_error *error, char **bytes,
                              size_t *size);

/* The same of a file that the program itself has written: anything but an ordinary file is refused,
 * and nothing is waited for, as it would be at a pipe or a terminal. */
enum khi_status khi_file_read_own(const char *path, size_t limit, struct khi_error *error,
                                  char **bytes, size_t *size);

/* Writes a file so that at every instant either the old or the new content is there, whole: into a
 * temporary file beside it, fsync, rename, fsync of the directory. A link stays and what it leads
 * to is replaced; a device or a pipe is written into. */
enum khi_status khi_file_write(const char *path, const void *bytes, size_t size,
                               struct khi_error *error);

/* The same for a file of the program itself: nothing but an ordinary file is written. */
enum khi_status khi_file_write_own(const char *path, const void *bytes, size_t size,
                                   struct khi_error *error);

/* Removes the temporary files that writers of this file have left who were killed meanwhile. For
 * somebody who knows that nobody writes it now. */
void khi_file_sweep(const char *path);

/* Makes a directory and those above it, for the user alone. */
enum khi_status khi_file_make_dirs(const char *path, struct khi_error *error);

/* The same for the directory that a file of this path is in. */
enum khi_status khi_file_make_parent(const char *path, struct khi_error *error);

#endif

/* save.h: sessions in text and in files. src/core/save.c describes the text.
 *
 * Loading plays every action again through the rules, so that what loads is a possible game. A file
 * is written so that at every instant either the old or the new game is there, whole.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_SAVE_H
#define KHI_SAVE_H

#include "khi/session.h"

enum { KHI_SAVE_LIMIT = 4 << 20 }; /* bytes that a saved game may have */

/* The text, ended by NUL, which the caller frees. NULL: out of memory. */
char *khi_save_format(const struct khi_session *session, size_t *size);

/* Reads a text. With other words than those it was played with, the session is for viewing only.
 * The error has the line and the reason. */
enum khi_status khi_save_parse(const char *text, size_t size, const struct khi_lexicon *lexicon,
                               struct khi_error *error, struct khi_session **session);

/* The file of a slot, 0 to 9, in the user's directory. False if he has none. */
bool khi_save_path(unsigned slot, char *out, size_t size);

/* The same from and to files. Saving makes the directory. A file that stands there and is no whole
 * saved game is first set aside. */
enum khi_status khi_save_load(const char *path, const struct khi_lexicon *lexicon,
                              struct khi_error *error, struct khi_session **session);
enum khi_status khi_save_store(const char *path, const struct khi_session *session,
                               struct khi_error *error);

/* Gives a file that could not be loaded another name beside it, which is put into `out`. */
enum khi_status khi_save_set_aside(const char *path, struct khi_error *error, char *out,
                                   size_t size);

#endif

/* wordlist.h: a plain list of words, a word a line, made ready for the builder.
 *
 * Either case, any order, duplicates, blank lines, CRLF, a UTF-8 byte order mark and a missing last
 * newline are all taken. A list owns its text.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_WORDLIST_H
#define KHI_WORDLIST_H

#include "khi/letters.h"
#include "khi/status.h"

#include <stdbool.h>

struct khi_wordlist {
    char *text;       /* upper case, a NUL after each word */
    uint32_t *starts; /* where each word begins in text */
    uint32_t count;
    uint32_t skipped; /* lines that were not words */
};

static inline const char *khi_wordlist_word(const struct khi_wordlist *list, uint32_t i)
{
    return list->text + list->starts[i];
}

/* Takes text over (also on failure), folds it, sorts the words and drops duplicates. The text has
 * room for a byte after `size`. A line with anything but letters fails with its number, or is
 * counted and passed over. */
enum khi_status khi_wordlist_parse(char *text, size_t size, bool skip_invalid,
                                   struct khi_error *error, struct khi_wordlist *list);

/* The same from a file, "-" for standard input. */
enum khi_status khi_wordlist_load(const char *path, bool skip_invalid, struct khi_error *error,
                                  struct khi_wordlist *list);

/* Frees what the list owns, not the struct. */
void khi_wordlist_clear(struct khi_wordlist *list);

#endif

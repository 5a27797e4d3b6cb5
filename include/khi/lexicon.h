/* lexicon.h: dictionaries as users name them.
 *
 * A dictionary is asked for by a name or a path, and comes from the user's data directory, the
 * package's, a file (a .trie or a plain list, told apart by content) or the program itself. It owns
 * its trie. One made from a plain list is built in memory when it is opened.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_LEXICON_H
#define KHI_LEXICON_H

#include "khi/trie.h"

#define KHI_LEXICON_DEFAULT "words" /* the name of the one within the program */

enum { KHI_LEXICON_NAME = 64 };

struct khi_lexicon {
    char name[KHI_LEXICON_NAME];
    char *path; /* NULL: within the program */
    struct khi_trie *trie;
    bool verified;
    struct khi_trie_summary summary; /* once verified */
};

/* Opens the dictionary that `asked` names; NULL: $KHI_DICT, else the one in the user's settings,
 * else the program's own. Checks a .trie's header alone: call khi_lexicon_verify before anything
 * but khi_trie_contains is asked of it. */
enum khi_status khi_lexicon_open(const char *asked, struct khi_error *error,
                                 struct khi_lexicon **lexicon);

void khi_lexicon_free(struct khi_lexicon *lexicon);

/* Verifies the trie, unless that is done, and fills the summary. */
enum khi_status khi_lexicon_verify(struct khi_lexicon *lexicon, struct khi_error *error);

bool khi_lexicon_is_name(const char *text);

/* Where a dictionary of this name is or would be in the user's directory. Fails for the name of the
 * program's own. */
enum khi_status khi_lexicon_user_path(const char *name, struct khi_error *error, char *out,
                                      size_t size);

/* The dictionaries that have names: calls `visit` for each, those of the user first, then the
 * package's and the program's; path is NULL for the last. */
enum khi_status khi_lexicon_each(void (*visit)(void *context, const char *name, const char *path),
                                 void *context, struct khi_error *error);

#endif

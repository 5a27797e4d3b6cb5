/* trie.h: the dictionary file in memory, as it lies on the disk.
 *
 * A trie is opened from a file (mapped) or from memory (borrowed), is never changed, and may be
 * read by any number of threads. doc/format.md describes the bytes. Every read is bounds-checked,
 * so a damaged file cannot crash a reader; but only khi_trie_verify proves that a file is whole,
 * and whoever walks an outside file with a cursor verifies it first.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_TRIE_H
#define KHI_TRIE_H

#include "khi/letters.h"
#include "khi/status.h"

#include <stdbool.h>

/* Fields of a node's mask. */
#define KHI_NODE_WORD     0x80000000u
#define KHI_NODE_LEAF     0x04000000u
#define KHI_NODE_CHAIN    27 /* shift of the number of in-between letters */
#define KHI_NODE_CHILDREN KHI_ALL_LETTERS

enum {
    KHI_TRIE_ROOT = 5,
    KHI_CHAIN_MAX = 15,
    KHI_TRIE_WORDS_MAX = 1 << 24, /* a file that spells more is refused */
};

struct khi_trie {
    const uint8_t *bytes;
    uint32_t size;
    bool legacy; /* written by the Android app: words may be missing */
    enum khi_trie_memory { KHI_TRIE_BORROWED, KHI_TRIE_MAPPED, KHI_TRIE_HEAP } memory;
};

struct khi_trie_summary {
    uint64_t checksum; /* of the set of words, however the file spells it */
    uint32_t words, nodes;
    unsigned shortest, longest;
    bool legacy; /* some node is written as only the Android app does */
};

enum khi_answer { KHI_NO, KHI_YES, KHI_CORRUPT };

/* Maps a file. Checks its header alone. */
enum khi_status khi_trie_open(const char *path, struct khi_error *error, struct khi_trie **trie);

/* A trie over bytes that outlive it; with KHI_TRIE_HEAP it takes them over, even on failure. */
enum khi_status khi_trie_from_memory(const void *bytes, size_t size, enum khi_trie_memory memory,
                                     struct khi_error *error, struct khi_trie **trie);

void khi_trie_free(struct khi_trie *trie);

/* Whether a file with this beginning, or with no more than this, is meant as a trie: a plain list
 * may begin with the word TRIE, but a trie that was cut short must not pass for a list. */
bool khi_trie_is_magic(const void *bytes, size_t size);

/* Is it a word? Case is ignored. KHI_CORRUPT: the file is damaged where the word would be. */
enum khi_answer khi_trie_contains(const struct khi_trie *trie, const char *word, size_t length);

/* The way that a lookup took, so that the next word, if it begins alike, goes on from there. The
 * words come one behind the other from one text, which stays as it is. */
struct khi_trail {
    const char *end;  /* of the text; NULL: words come from anywhere, and each is looked up alone */
    const char *word; /* the word before */
    size_t length;
    size_t dead;      /* no word begins with more of its letters than these */
    uint64_t entered; /* bit n: a node is entered after n of its letters */
    uint32_t nodes[64];
};

/* For words from a text that ends there. */
void khi_trail_begin(struct khi_trail *trail, const char *end);

/* As khi_trie_contains; fast for words that come sorted, and as fast as that for others. */
enum khi_answer khi_trail_contains(struct khi_trail *trail, const struct khi_trie *trie,
                                   const char *word, size_t length);

/* Checks every byte and sums the file up. The error names the first fault and its offset. */
enum khi_status khi_trie_verify(const struct khi_trie *trie, struct khi_error *error,
                                struct khi_trie_summary *summary);

/* A place in the trie: the letters so far spell the beginning of a word. `pos` is where the next
 * in-between letter, or the first child's offset, stands; `mask` is the node's mask with the number
 * of in-between letters that are left. */
struct khi_cursor {
    uint32_t pos, mask;
};

/* Big-endian, unaligned. */
static inline uint32_t khi_trie_word32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline unsigned khi_node_chain(uint32_t mask)
{
    return mask >> KHI_NODE_CHAIN & KHI_CHAIN_MAX;
}

/* Enters the node at pos, or fails if it would not lie within the file. */
static inline bool khi_cursor_enter(const struct khi_trie *trie, struct khi_cursor *cursor,
                                    uint32_t pos)
{
    if (pos < KHI_TRIE_ROOT || pos > trie->size - 4)
        return false;
    cursor->mask = khi_trie_word32(trie->bytes + pos);
    cursor->pos = pos + 4;
    return khi_node_chain(cursor->mask) <= trie->size - cursor->pos;
}

static inline struct khi_cursor khi_cursor_root(const struct khi_trie *trie)
{
    struct khi_cursor cursor;

    if (!khi_cursor_enter(trie, &cursor, KHI_TRIE_ROOT))
        return (struct khi_cursor){0, 0};
    return cursor;
}

/* Do the letters so far spell a word? */
static inline bool khi_cursor_is_word(struct khi_cursor cursor)
{
    return (cursor.mask & (KHI_NODE_WORD | (uint32_t)KHI_CHAIN_MAX << KHI_NODE_CHAIN)) ==
           KHI_NODE_WORD;
}

/* The set of letters that can come next. */
static inline uint32_t khi_cursor_next(const struct khi_trie *trie, struct khi_cursor cursor)
{
    if (khi_node_chain(cursor.mask) == 0)
        return cursor.mask & KHI_NODE_CHILDREN;
    unsigned letter = trie->bytes[cursor.pos] - (unsigned)'A';
    return letter < KHI_LETTERS ? 1u << letter : 0;
}

/* Goes on by a letter (0 to 25). False, with the cursor as it was, if no word goes on so. */
static inline __attribute__((always_inline)) bool
khi_cursor_step(const struct khi_trie *trie, struct khi_cursor *cursor, unsigned letter)
{
    if (khi_node_chain(cursor->mask) != 0) {
        if (trie->bytes[cursor->pos] != 'A' + letter)
            return false;
        cursor->pos++;
        cursor->mask -= 1u << KHI_NODE_CHAIN;
        return true;
    }
    uint32_t bit = 1u << letter;
    if ((cursor->mask & bit) == 0)
        return false;
    if (cursor->mask & KHI_NODE_LEAF) { /* a legacy file: a bare ending */
        *cursor = (struct khi_cursor){trie->size, KHI_NODE_WORD | KHI_NODE_LEAF};
        return true;
    }
    uint32_t field = cursor->pos + 4 * khi_popcount(cursor->mask & (bit - 1));
    if (field > trie->size - 4)
        return false;
    struct khi_cursor child;
    if (!khi_cursor_enter(trie, &child, field + khi_trie_word32(trie->bytes + field)))
        return false;
    *cursor = child;
    return true;
}

/* Goes on by a whole text of letters. */
bool khi_cursor_follow(const struct khi_trie *trie, struct khi_cursor *cursor, const char *text,
                       size_t length);

/* The words of a trie one by one, in alphabetical order. The word stands in `word`, upper case and
 * ended by NUL. Words beyond KHI_WORD_MAX letters are passed over. */
struct khi_words {
    const struct khi_trie *trie;
    unsigned length;
    char word[KHI_WORD_MAX + 1];
    struct khi_cursor at[KHI_WORD_MAX + 1];
    uint32_t left[KHI_WORD_MAX + 1]; /* letters not yet tried at each depth */
};

void khi_words_begin(struct khi_words *words, const struct khi_trie *trie);

/* False after the last word. */
bool khi_words_next(struct khi_words *words);

#endif

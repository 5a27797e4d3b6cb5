/* judge.h: is it a word? A verdict on each word, or one on a whole challenge.
 *
 * A challenge is some words that are judged together. Every word is looked up, also after one that
 * is none, and the judge remembers only whether all were words: nobody can learn from it which was
 * at fault. A damaged dictionary gives no verdict at all.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_JUDGE_H
#define KHI_JUDGE_H

#include "khi/trie.h"

struct khi_judge {
    const struct khi_trie *trie; /* borrowed */
    uint64_t words;
    bool refused, damaged;
    struct khi_trail trail;
};

void khi_judge_begin(struct khi_judge *judge, const struct khi_trie *trie);

/* Judges one more word of the challenge. Case is ignored; anything but letters is no word. */
enum khi_answer khi_judge_word(struct khi_judge *judge, const char *word, size_t length);

/* From now on the words come from one text that ends there and stays as it is until this is called
 * again; those that begin like the word before then cost little. NULL: from anywhere. */
void khi_judge_follow(struct khi_judge *judge, const char *end);

/* Whether so many bytes from here on lie within the text that is followed. */
static inline bool khi_judge_can_read(const struct khi_judge *judge, const char *at, size_t bytes)
{
    return judge->trail.end != NULL && (size_t)(judge->trail.end - at) >= bytes;
}

/* Judges all words of a text. */
void khi_judge_text(struct khi_judge *judge, const char *text, size_t length);

/* The one verdict. Fails if there was no word or the dictionary is damaged. */
enum khi_status khi_judge_verdict(const struct khi_judge *judge, struct khi_error *error,
                                  bool *acceptable);

/* What parts words: the six white characters of ASCII, whatever the locale. */
static inline bool khi_is_white(char c)
{
    return (unsigned char)c <= ' ' && (c == ' ' || (c >= '\t' && c <= '\r'));
}

/* Takes the next word from the text between *at and end. False if there is none. */
bool khi_next_word(const char **at, const char *end, const char **word, size_t *length);

#endif

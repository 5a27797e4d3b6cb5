/* rules.h: is a play legal, which words does it make, what does it capture, does it win?
 *
 * Pure functions over a board. doc/rules.md has the rules in words.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_RULES_H
#define KHI_RULES_H

#include "khi/play.h"
#include "khi/trie.h"

enum {
    KHI_NEW_WORDS = KHI_RACK + 1,
    KHI_CROSSED_WORDS = KHI_SIDE - 1,
};

struct khi_word {
    struct khi_run run;
    char text[KHI_SIDE + 1];
    bool valid; /* a word of the dictionary; crossed words are not looked up and count as valid */
};

struct khi_judgement {
    struct khi_play play;
    unsigned new_count, crossed_count, captured_count;
    struct khi_word new_words[KHI_NEW_WORDS]; /* the main word first */
    struct khi_word crossed[KHI_CROSSED_WORDS];
    uint16_t captured[KHI_SQUARES]; /* the squares that change colour, ascending */
    unsigned reach;                 /* how far its words come on the player's way, 0 to 18 */
};

/* A player's turn as the rules see it. */
struct khi_position {
    const struct khi_board *board; /* without the laid tiles */
    unsigned player;
    bool started; /* he has laid a word before */
};

/* Judges the laid tiles. The code is KHI_OK for a legal play, or the first reason against it. The
 * judgement is filled for KHI_OK and, so that it can be shown, for KHI_PLAY_BAD_WORDS; otherwise it
 * is left alone. Without a trie every word is taken as valid. */
enum khi_status khi_rules_check(const struct khi_position *position, const struct khi_trie *trie,
                                const struct khi_lay *lay, struct khi_error *error,
                                struct khi_judgement *judgement);

#endif

/* play.h: the tiles that a player lays in a turn, and a play in text.
 *
 * A lay is what goes onto the board; a play adds what the rules make of it. Both are plain values.
 * In text a play is one line, the same in listings, saved games and tests:
 *
 *     9 0 H C@9,0;A@9,1;T@9,2 CAT captures=0 win=0
 *
 * the main word's first square and direction, the laid tiles (lower case: a star), the main word.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_PLAY_H
#define KHI_PLAY_H

#include "khi/board.h"
#include "khi/rack.h"

enum { KHI_LAY_TEXT = KHI_RACK * 8 + 1, KHI_PLAY_TEXT = 160 };

struct khi_laid {
    uint16_t square;
    uint8_t letter; /* also a star has one now */
    bool star;
};

struct khi_lay {
    struct khi_laid tiles[KHI_RACK]; /* in reading order */
    uint16_t count;
};

struct khi_play {
    struct khi_lay lay;
    struct khi_run run; /* of the main word */
    uint16_t captures;
    char word[KHI_SIDE + 1];
    bool win;
};

/* Adds a tile where it belongs in reading order. There is room. */
void khi_lay_add(struct khi_lay *lay, struct khi_laid tile);
bool khi_lay_is_same(const struct khi_lay *lay, const struct khi_lay *other);

/* The kind of tile that this takes from the rack. */
static inline unsigned khi_laid_kind(struct khi_laid tile)
{
    return tile.star ? KHI_STAR : tile.letter;
}

/* The tiles alone, `C@9,0;a@9,1`, in reading order; "" if there are none. */
void khi_lay_format(const struct khi_lay *lay, char out[static KHI_LAY_TEXT]);
bool khi_lay_parse(const char *text, struct khi_lay *lay);

void khi_play_format(const struct khi_play *play, char out[static KHI_PLAY_TEXT]);

/* Reads exactly what khi_play_format writes; the error's text says what is wrong. Whether the play
 * is legal, and its words true, is for the rules to say. */
enum khi_status khi_play_parse(const char *text, struct khi_error *error, struct khi_play *play);

#endif

/* game.h: a game of Khi as a value, and the actions that change it.
 *
 * A khi_game has no pointers and may be copied and compared byte by byte. An action that the rules
 * refuse leaves it as it was. Everything that chance decides comes from the seed.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_GAME_H
#define KHI_GAME_H

#include "khi/rules.h"

enum {
    KHI_CHANGE_PENALTY = 10,
    KHI_BONUS_EDGE = 10,
    KHI_BONUS_WIPE_OUT = 20,
    KHI_BONUS_EMPTY_RACK = 5,
};

enum khi_level { KHI_HUMAN, KHI_EASY, KHI_HARD, KHI_LEVELS };

enum khi_end { KHI_GOING_ON, KHI_END_EDGE, KHI_END_EMPTY_RACK, KHI_END_PASSES, KHI_ENDS };

enum khi_winner { KHI_LEFT_WINS, KHI_RIGHT_WINS, KHI_DRAW, KHI_NO_WINNER };

struct khi_game {
    uint64_t seed, random; /* random: what the next draw from the hold depends on */
    uint32_t turn;         /* turns that were ended */
    int32_t penalties[2], bonus[2];
    struct khi_rack racks[2];
    struct khi_bag bag;
    struct khi_board board;
    uint8_t level[2]; /* enum khi_level */
    uint8_t started[2];
    uint8_t player;   /* whose turn it is */
    uint8_t passed;   /* the turn before this one was a pass */
    uint8_t changes;  /* of tiles in this turn */
    uint8_t end;      /* enum khi_end */
    uint8_t winner;   /* enum khi_winner */
    uint8_t spare[5]; /* always 0: no hidden bytes */
};

/* A new game: deals 7 tiles to player 0, then 7 to player 1. */
void khi_game_init(struct khi_game *game, uint64_t seed, enum khi_level left, enum khi_level right);

/* A game in the middle, player 0 to move: the board's tiles leave the hold (where a letter is used
 * up, a star stands for it), then the racks', which are dealt where NULL. With turn > 0 both have
 * started. */
enum khi_status khi_game_from_board(struct khi_game *game, const struct khi_board *board,
                                    const struct khi_rack *racks[static 2], unsigned turn,
                                    uint64_t seed, struct khi_error *error);

/* Judges tiles laid by the player whose turn it is, the rack included; see khi_rules_check. */
enum khi_status khi_game_judge(const struct khi_game *game, const struct khi_trie *trie,
                               const struct khi_lay *lay, struct khi_error *error,
                               struct khi_judgement *judgement);

/* The three actions. The judgement may be NULL. */
enum khi_status khi_game_play(struct khi_game *game, const struct khi_trie *trie,
                              const struct khi_lay *lay, struct khi_error *error,
                              struct khi_judgement *judgement);
enum khi_status khi_game_change(struct khi_game *game, struct khi_error *error);
enum khi_status khi_game_pass(struct khi_game *game, struct khi_error *error);

/* Could they be done now? The same answers without doing anything. */
enum khi_status khi_game_can_change(const struct khi_game *game, struct khi_error *error);
enum khi_status khi_game_can_pass(const struct khi_game *game, struct khi_error *error);

/* Tiles of his colour - penalties + bonus. */
int khi_game_total(const struct khi_game *game, unsigned player);

/* The position that the rules judge, of the player whose turn it is. */
struct khi_position khi_game_position(const struct khi_game *game);

/* Hold, racks and board together have every tile exactly once. */
bool khi_game_is_whole(const struct khi_game *game);

/* "human", "easy", "hard"; and back, false if the text is none of them. */
const char *khi_level_name(enum khi_level level);
bool khi_level_parse(const char *text, enum khi_level *level);

#endif

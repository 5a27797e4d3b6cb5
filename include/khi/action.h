/* action.h: what a player does in his turn, as a value with a text form: a play as in play.h,
 * `change` or `pass`. A saved game is a list of these. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_ACTION_H
#define KHI_ACTION_H

#include "khi/game.h"

enum khi_action_kind { KHI_DO_PLAY, KHI_DO_CHANGE, KHI_DO_PASS };

struct khi_action {
    enum khi_action_kind kind;
    struct khi_play play; /* all zero unless kind is KHI_DO_PLAY */
};

/* Does it, for the player whose turn it is. Of a play only the laid tiles are looked at. The
 * judgement, which may be NULL, is filled for a play. */
enum khi_status khi_action_do(const struct khi_action *action, struct khi_game *game,
                              const struct khi_trie *trie, struct khi_error *error,
                              struct khi_judgement *judgement);

void khi_action_format(const struct khi_action *action, char out[static KHI_PLAY_TEXT]);
enum khi_status khi_action_parse(const char *text, struct khi_error *error,
                                 struct khi_action *action);

#endif

/* computer.h: what the computer does, at its two levels, for either side.
 *
 * Its choice depends on the game alone (chance comes from the seed, the turn and the number of
 * changes), so that the same game gives the same choice on every machine, and nothing but its
 * actions need be kept.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_COMPUTER_H
#define KHI_COMPUTER_H

#include "khi/action.h"
#include "khi/graph.h"

/* The next action of the player whose turn it is, at his level (a human's is taken as hard). After
 * a change it is still his turn: ask again. The game is not over. */
void khi_computer_choose(const struct khi_game *game, const struct khi_graph *graph,
                         struct khi_action *action);

#endif

/* think.h: the computer's choice, made in a thread so that the screen goes on. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef THINK_H
#define THINK_H

#include "khi/computer.h"

struct think;

/* NULL: out of memory. `wake` is called from the thread when a choice has been made. */
struct think *think_new(void (*wake)(void *context), void *context);
/* Waits for a choice under way. */
void think_free(struct think *think);

/* Begins to choose for a copy of this game. The graph outlives the choice. If no thread can be had
 * it chooses before it returns. */
void think_begin(struct think *think, const struct khi_game *game, const struct khi_graph *graph);
bool think_is_busy(const struct think *think);
/* The choice, once it is made; then the thinker is free again. */
bool think_take(struct think *think, struct khi_action *action);
/* Waits for a choice under way and drops it. */
void think_cancel(struct think *think);

#endif

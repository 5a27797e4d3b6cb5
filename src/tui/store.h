/* store.h: where the game on the screen is kept.
 *
 * A store holds one slot of the user's saved games, locked so that a second program takes another.
 * Saving hands the text to a thread, since a disk may take its time and a key may not wait. What is
 * handed over last is written last; close waits for it.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_H
#define STORE_H

#include "khi/save.h"

struct store;

/* Takes the first slot that is free. `wake` is called from the thread when a save has failed or
 * works again. NULL: out of memory. */
struct store *store_open(void (*wake)(void *context), void *context);
void store_close(struct store *store);

/* The slot's number, 0 for the first; -1 if nothing can be kept, and why. */
int store_slot(const struct store *store, const char **why);

/* Loads the slot's game. KHI_OK with *session NULL: there is none. A file that cannot be read is
 * set aside; the sentence tells where. */
enum khi_status store_load(struct store *store, const struct khi_lexicon *lexicon,
                           struct khi_session **session, char *sentence, size_t size);

/* Sets the slot's file aside, before another game takes its place. */
void store_set_aside(struct store *store, char *sentence, size_t size);

/* Saves soon, or now. */
void store_save(struct store *store, const struct khi_session *session);
void store_flush(struct store *store);

/* If the last save failed, why; "" else. */
void store_problem(struct store *store, char *sentence, size_t size);

#endif

/* session.h: the inside of a session, for session.c and save.c alone. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_H
#define SESSION_H

#include "khi/graph.h"
#include "khi/session.h"

struct entry {
    struct khi_game game;     /* before the action */
    struct khi_rack dealt[2]; /* its racks before the players put them into another order */
    uint8_t laid_count;
    struct khi_tentative laid[KHI_RACK];
    struct khi_action action;
};

struct khi_session {
    const struct khi_lexicon *lexicon;
    struct khi_graph *graph; /* made when it is first needed */
    struct entry *entries;
    unsigned count, room, at;
    uint64_t shuffle; /* chance for the order of the rack */
    uint64_t checksum;
    char dictionary[KHI_LEXICON_NAME];
    bool assisted, view_only;
};

/* Does an action also in a session for viewing only, without looking words up there. */
enum khi_status khi_session_do_unchecked(struct khi_session *session,
                                         const struct khi_action *action, struct khi_error *error,
                                         struct khi_judgement *judgement);

/* The tiles that were laid before an action, or are laid now, in reading order. */
struct khi_lay khi_session_lay_at(const struct khi_session *session, unsigned number);

/* Whether an action alone tells how the turn before it looked: the racks as they were dealt, and
 * laid what it plays, or nothing where a computer decided. */
bool khi_session_tells_turn(const struct khi_session *session, unsigned number);
/* Makes it so for the last action. */
void khi_session_imply_turn(struct khi_session *session);

/* Puts both racks into an order and lays tiles. False if the racks have other tiles. */
bool khi_session_set_turn(struct khi_session *session, const struct khi_rack orders[static 2],
                          const struct khi_lay *lay);

#endif

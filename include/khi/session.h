/* session.h: a game as it is played: tiles that are laid but not yet played, the list of actions
 * with undo and redo, the computer's turn.
 *
 * A session owns its list and borrows the dictionary, which has been verified and outlives it. A
 * function that fails leaves the session as it was. save.h puts sessions into files.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_SESSION_H
#define KHI_SESSION_H

#include "khi/action.h"
#include "khi/lexicon.h"
#include "khi/movegen.h"

enum { KHI_ACTIONS_MAX = 10000 }; /* a session takes no more */

struct khi_session;

/* A tile of the unfinished turn. */
struct khi_tentative {
    uint8_t slot; /* of the rack, which still has the tile */
    struct khi_laid tile;
};

/* What the computer did in its turn. */
struct khi_report {
    unsigned player;
    unsigned changes;
    bool passed;                    /* else it played: */
    struct khi_judgement judgement; /* the play, its words and captures */
};

/* NULL: out of memory. */
struct khi_session *khi_session_new(const struct khi_lexicon *lexicon, uint64_t seed,
                                    enum khi_level left, enum khi_level right);
/* One that goes on from a game in the middle, such as a test board. It cannot be saved: a saved game
 * tells how to come there from the beginning. */
struct khi_session *khi_session_from_game(const struct khi_lexicon *lexicon,
                                          const struct khi_game *game);
void khi_session_free(struct khi_session *session);

/* ---- asking ---- */
const struct khi_game *khi_session_game(const struct khi_session *session);
const struct khi_lexicon *khi_session_lexicon(const struct khi_session *session);
/* It was saved with another dictionary: it can be looked at and undone, but not played on. */
bool khi_session_is_view_only(const struct khi_session *session);
/* The dictionary that it is played with, also if that is not at hand. */
const char *khi_session_dictionary(const struct khi_session *session, uint64_t *checksum);

/* ---- the unfinished turn: tiles laid by the player whose turn it is ---- */
/* The laid tiles in the order in which they were laid. */
const struct khi_tentative *khi_session_laid(const struct khi_session *session, unsigned *count);
/* Is the tile of this slot on the board? */
bool khi_session_is_laid(const struct khi_session *session, unsigned slot);
/* The laid tile on a square, or NULL. */
const struct khi_tentative *khi_session_laid_on(const struct khi_session *session, unsigned square);
/* Lays the tile of a slot on an empty square; for a star also its letter (0 to 25). */
enum khi_status khi_session_lay(struct khi_session *session, unsigned slot, unsigned square,
                                unsigned letter, struct khi_error *error);
/* Takes back the tile on a square; the last one laid; all. False if there was none. */
bool khi_session_take_back(struct khi_session *session, unsigned square);
bool khi_session_take_back_last(struct khi_session *session);
bool khi_session_take_back_all(struct khi_session *session);
/* The order of the rack. Laid tiles stay laid. */
void khi_session_shuffle(struct khi_session *session);
void khi_session_sort(struct khi_session *session);
/* What playing the laid tiles would do, or why they cannot be played: cheap, for every key. */
enum khi_status khi_session_judge(const struct khi_session *session, struct khi_error *error,
                                  struct khi_judgement *judgement);

/* ---- actions: each is added to the list; what could be redone is dropped ---- */
/* The laid tiles. The judgement may be NULL. */
enum khi_status khi_session_play(struct khi_session *session, struct khi_error *error,
                                 struct khi_judgement *judgement);
enum khi_status khi_session_change(struct khi_session *session, struct khi_error *error);
enum khi_status khi_session_pass(struct khi_session *session, struct khi_error *error);
/* Any action of the player whose turn it is, given in full. */
enum khi_status khi_session_do(struct khi_session *session, const struct khi_action *action,
                               struct khi_error *error, struct khi_judgement *judgement);
/* The words as the computer's search walks them, made when first asked for; the session's own. NULL:
 * out of memory. */
const struct khi_graph *khi_session_graph(struct khi_session *session);
/* The whole turn of a computer player. */
enum khi_status khi_session_computer(struct khi_session *session, struct khi_error *error,
                                     struct khi_report *report);

/* ---- undo and redo ---- */
/* Back to the human's last decision, with his tiles laid as they were before it; forward again. A
 * game between computers goes by single actions. False if there is nothing. */
bool khi_session_undo(struct khi_session *session);
bool khi_session_redo(struct khi_session *session);
bool khi_session_can_undo(const struct khi_session *session);
bool khi_session_can_redo(const struct khi_session *session);

/* ---- help for the player ---- */
/* The best plays for the rack, at most `room`, the best first; returns how many. Marks the session
 * as assisted. */
unsigned khi_session_hints(struct khi_session *session, unsigned room, struct khi_move *moves);
/* Hints were given, or a move was taken back and another one made. */
bool khi_session_is_assisted(const struct khi_session *session);
void khi_session_mark_assisted(struct khi_session *session);

/* ---- the list, up to where the session stands ---- */
unsigned khi_session_action_count(const struct khi_session *session);
const struct khi_action *khi_session_action(const struct khi_session *session, unsigned number);
/* The game before that action; with the number of actions the present one. */
const struct khi_game *khi_session_game_at(const struct khi_session *session, unsigned number);

#endif

/* sessionlib.h: games for the tests of sessions and of saving, played as a hesitant human would. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSIONLIB_H
#define SESSIONLIB_H

#include "gamelib.h"
#include "khi/session.h"

/* A human against the easy computer. */
struct khi_session *test_session(const struct khi_lexicon *lexicon, uint64_t seed);

/* As it would be saved; the caller frees it. */
char *test_session_text(const struct khi_session *session);

/* Lays the tiles of a legal play, if there is one. */
bool test_session_lay(struct khi_session *session, struct test_random *random);

/* The turn of whoever's it is. */
void test_session_turn(struct khi_session *session, struct test_random *random);

/* A game after at most so many turns, which may have tiles laid. */
struct khi_session *test_session_random(const struct khi_lexicon *lexicon,
                                        struct test_random *random, unsigned turns);

#endif

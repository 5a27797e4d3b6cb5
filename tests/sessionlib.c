/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sessionlib.h"

#include "khi/save.h"

struct khi_session *test_session(const struct khi_lexicon *lexicon, uint64_t seed)
{
    struct khi_session *session = khi_session_new(lexicon, seed, KHI_HUMAN, KHI_EASY);

    ck_assert_ptr_nonnull(session);
    return session;
}

char *test_session_text(const struct khi_session *session)
{
    size_t size;
    char *text = khi_save_format(session, &size);

    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(strlen(text), size);
    return text;
}

bool test_session_lay(struct khi_session *session, struct test_random *random)
{
    struct khi_move moves[20];
    unsigned count = khi_session_hints(session, 20, moves);
    const struct khi_game *game = khi_session_game(session);
    const struct khi_rack *rack = &game->racks[game->player];
    struct khi_error error = {0};

    khi_session_take_back_all(session);
    if (count == 0)
        return false;
    const struct khi_lay *lay = &moves[test_random_below(random, count)].lay;
    for (unsigned i = 0; i < lay->count; i++) {
        unsigned slot = 0;
        while (rack->tiles[slot] != khi_laid_kind(lay->tiles[i]) ||
               khi_session_is_laid(session, slot))
            slot++;
        test_ok(khi_session_lay(session, slot, lay->tiles[i].square, lay->tiles[i].letter, &error),
                &error);
    }
    return true;
}

/* One human turn, with some hesitation. */
static void take_turn(struct khi_session *session, struct test_random *random)
{
    struct khi_error error = {0};
    unsigned dice = test_random_below(random, 20);

    if (dice < 2)
        khi_session_change(session, &error);
    if (test_random_below(random, 3) == 0)
        khi_session_shuffle(session);
    bool laid = test_session_lay(session, random);
    if (test_random_below(random, 3) == 0)
        khi_session_sort(session);
    if (laid && dice > 2)
        test_ok(khi_session_play(session, &error, NULL), &error);
    else if (khi_session_pass(session, &error) != KHI_OK)
        khi_session_change(session, &error);
}

void test_session_turn(struct khi_session *session, struct test_random *random)
{
    struct khi_error error = {0};
    struct khi_report report;

    if (khi_session_game(session)->player == 0)
        take_turn(session, random);
    else
        test_ok(khi_session_computer(session, &error, &report), &error);
    ck_assert(khi_game_is_whole(khi_session_game(session)));
}

struct khi_session *test_session_random(const struct khi_lexicon *lexicon,
                                        struct test_random *random, unsigned turns)
{
    struct khi_session *session = test_session(lexicon, test_random_next(random));

    while (turns-- > 0 && khi_session_game(session)->end == KHI_GOING_ON)
        test_session_turn(session, random);
    if (khi_session_game(session)->end == KHI_GOING_ON && khi_session_game(session)->player == 0 &&
        test_random_below(random, 2))
        test_session_lay(session, random);
    return session;
}

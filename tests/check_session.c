/* check_session.c: laying tiles, actions, undo and redo. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sessionlib.h"

#include <stdlib.h>

enum { GAMES = 40 };

static struct khi_lexicon *lexicon;

static void set_up(void)
{
    struct khi_error error = {0};

    test_ok(khi_lexicon_open(KHI_LEXICON_DEFAULT, &error, &lexicon), &error);
    test_ok(khi_lexicon_verify(lexicon, &error), &error);
}

static void tear_down(void)
{
    khi_lexicon_free(lexicon);
}

START_TEST(undo_to_the_start_and_redo_to_the_end_give_the_same_text)
{
    struct test_random random = test_random_begin(31);

    for (unsigned round = 0; round < GAMES; round++) {
        struct khi_session *session =
            test_session_random(lexicon, &random, 1 + test_random_below(&random, 40));
        char *before = test_session_text(session);
        unsigned actions = khi_session_action_count(session);
        while (khi_session_undo(session))
            ck_assert_uint_eq(khi_session_game(session)->player, 0);
        ck_assert_uint_eq(khi_session_action_count(session), 0);
        while (khi_session_redo(session))
            ;
        char *after = test_session_text(session);
        ck_assert_uint_eq(khi_session_action_count(session), actions);
        ck_assert_str_eq(before, after);
        free(before);
        free(after);
        khi_session_free(session);
    }
}
END_TEST

/* ---- laying ---- */

START_TEST(tiles_are_laid_and_taken_back)
{
    struct khi_session *session = khi_session_new(lexicon, 7, KHI_HUMAN, KHI_HARD);
    struct khi_error error = {0};
    struct khi_judgement judged;
    unsigned count;

    /* the rack is DUIIPDK */
    ck_assert_int_eq(khi_session_judge(session, &error, &judged), KHI_PLAY_NOTHING);
    test_ok(khi_session_lay(session, 4, khi_square(9, 0), 0, &error), &error);
    ck_assert(khi_session_is_laid(session, 4));
    ck_assert_int_eq(khi_session_lay(session, 4, khi_square(9, 1), 0, &error), KHI_LAY_EMPTY_SLOT);
    ck_assert_int_eq(khi_session_lay(session, 7, khi_square(9, 1), 0, &error), KHI_LAY_EMPTY_SLOT);
    ck_assert_int_eq(khi_session_lay(session, 2, khi_square(9, 0), 0, &error), KHI_PLAY_OCCUPIED);
    ck_assert_str_eq(error.text, "A10");
    test_ok(khi_session_lay(session, 3, khi_square(9, 1), 0, &error), &error);
    ck_assert_int_eq(khi_session_judge(session, &error, &judged), KHI_OK);
    ck_assert_str_eq(judged.play.word, "PI");
    khi_session_sort(session);
    khi_session_shuffle(session);
    ck_assert_int_eq(khi_session_judge(session, &error, &judged), KHI_OK);
    ck_assert_str_eq(judged.play.word, "PI");
    ck_assert(khi_session_take_back(session, khi_square(9, 0)));
    ck_assert(!khi_session_take_back(session, khi_square(9, 0)));
    khi_session_laid(session, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert(khi_session_take_back_last(session));
    ck_assert(!khi_session_take_back_all(session));
    khi_session_free(session);
}
END_TEST

START_TEST(refused_actions_change_nothing)
{
    struct khi_session *session = khi_session_new(lexicon, 7, KHI_HUMAN, KHI_HARD);
    struct khi_error error = {0};
    struct khi_report report;

    test_ok(khi_session_lay(session, 0, khi_square(9, 0), 0, &error), &error);
    test_ok(khi_session_lay(session, 5, khi_square(9, 1), 0, &error), &error);
    char *before = test_session_text(session);
    ck_assert_int_eq(khi_session_play(session, &error, NULL), KHI_PLAY_BAD_WORDS);
    ck_assert_int_eq(khi_session_pass(session, &error), KHI_PASS_FIRST);
    ck_assert_int_eq(khi_session_computer(session, &error, &report), KHI_SESSION_NOT_COMPUTER);
    ck_assert(!khi_session_undo(session) && !khi_session_redo(session));
    char *after = test_session_text(session);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    khi_session_free(session);
}
END_TEST

START_TEST(undo_brings_the_laid_tiles_back_and_another_move_is_assisted)
{
    struct khi_session *session = khi_session_new(lexicon, 7, KHI_HUMAN, KHI_HARD);
    struct khi_error error = {0};
    struct khi_report report;
    struct khi_judgement judged;

    test_ok(khi_session_lay(session, 4, khi_square(9, 0), 0, &error), &error);
    test_ok(khi_session_lay(session, 3, khi_square(9, 1), 0, &error), &error);
    test_ok(khi_session_play(session, &error, &judged), &error);
    test_ok(khi_session_computer(session, &error, &report), &error);
    ck_assert(!report.passed);
    ck_assert_uint_eq(report.player, 1);
    ck_assert_uint_ge(strlen(report.judgement.play.word), 2);
    ck_assert(khi_session_undo(session));
    ck_assert_uint_eq(khi_session_action_count(session), 0);
    ck_assert_int_eq(khi_session_judge(session, &error, &judged), KHI_OK);
    ck_assert(khi_session_redo(session));
    ck_assert_uint_eq(khi_session_action_count(session), 2);
    ck_assert(!khi_session_is_assisted(session));
    khi_session_undo(session);
    test_ok(khi_session_change(session, &error), &error);
    ck_assert(khi_session_is_assisted(session));
    ck_assert(!khi_session_can_redo(session));
    khi_session_free(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session");
    TCase *play = tcase_create("playing");

    tcase_add_unchecked_fixture(play, set_up, tear_down);
    tcase_add_test(play, tiles_are_laid_and_taken_back);
    tcase_add_test(play, refused_actions_change_nothing);
    tcase_add_test(play, undo_brings_the_laid_tiles_back_and_another_move_is_assisted);
    tcase_add_test(play, undo_to_the_start_and_redo_to_the_end_give_the_same_text);
    suite_add_tcase(suite, play);
    return test_run(suite);
}

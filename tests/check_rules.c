/* check_rules.c: legality with its reasons, new and crossed words, capture, the edge. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gamelib.h"

static struct khi_trie *words;
static struct khi_board board;
static struct khi_judgement judged;

static void set_up(void)
{
    words = test_trie("CAT CATS DOG DOGS TOW GAB PE PEA PEAS AT TO SO ON NO SOON CATSO AS SAT TAB "
                      "AB BE");
    memset(&board, 0, sizeof board);
}

static void tear_down(void)
{
    khi_trie_free(words);
}

/* Judges tiles of a player who has started, or not. */
static enum khi_status judge(const char *tiles, unsigned player, bool started,
                             struct khi_error *error)
{
    struct khi_position position = {&board, player, started};
    struct khi_lay lay = test_lay(tiles);

    memset(&judged, 0, sizeof judged);
    return khi_rules_check(&position, words, &lay, error, &judged);
}

static void judge_legal(const char *tiles, unsigned player)
{
    struct khi_error error = {0};

    test_ok(judge(tiles, player, true, &error), &error);
}

static bool is_captured(unsigned row, unsigned col)
{
    for (unsigned i = 0; i < judged.captured_count; i++)
        if (judged.captured[i] == khi_square(row, col))
            return true;
    return false;
}

/* ---- the examples of the rules ---- */

START_TEST(a_tile_that_makes_two_words_captures_both)
{
    test_put(&board, "CAT", 9, 0, true, 0);
    test_put(&board, "DOG", 6, 3, false, 1);
    judge_legal("S@9,3", 0);
    ck_assert_uint_eq(judged.captured_count, 3);
    ck_assert_str_eq(judged.play.word, "CATS");
    ck_assert(judged.play.run.across);
    ck_assert_uint_eq(judged.new_count, 2);
    ck_assert_str_eq(judged.new_words[1].text, "DOGS");
}
END_TEST

START_TEST(a_capture_does_not_run_on_into_other_words)
{
    test_put(&board, "CAT", 9, 0, true, 0);
    test_put(&board, "DOG", 6, 3, false, 1);
    test_put(&board, "TOW", 7, 2, true, 1);
    judge_legal("S@9,3", 0);
    ck_assert_uint_eq(judged.captured_count, 3);
    ck_assert(is_captured(6, 3) && is_captured(7, 3) && is_captured(8, 3));
}
END_TEST

START_TEST(a_word_with_own_tiles_may_touch_only_the_opponents)
{
    test_put(&board, "CA", 9, 0, true, 0);
    test_put(&board, "T", 9, 2, true, 1);
    test_put(&board, "G", 8, 1, true, 1);
    test_put(&board, "B", 10, 1, true, 1);
    judge_legal("S@9,3", 0);
    ck_assert_uint_eq(judged.captured_count, 3);
    ck_assert_uint_eq(judged.crossed_count, 1);
    ck_assert_str_eq(judged.crossed[0].text, "GAB");
    ck_assert(is_captured(9, 2) && is_captured(8, 1) && is_captured(10, 1));
}
END_TEST

START_TEST(crossing_the_opponents_first_word_wins)
{
    test_put(&board, "CAT", 9, 16, true, 1);
    test_put(&board, "PE", 7, 17, false, 0);
    judge_legal("S@10,17", 0);
    ck_assert_str_eq(judged.play.word, "PEAS");
    ck_assert_uint_eq(judged.captured_count, 3);
    ck_assert(judged.play.win);
    ck_assert_uint_eq(judged.reach, 18);
}
END_TEST

START_TEST(the_right_player_wins_in_column_0)
{
    test_put(&board, "CAT", 9, 0, true, 0);
    test_put(&board, "PE", 7, 1, false, 1);
    judge_legal("S@10,1", 1);
    ck_assert(judged.play.win);
    ck_assert_uint_eq(judged.captured_count, 3);
}
END_TEST

START_TEST(a_single_tile_with_neighbours_both_ways_reads_across)
{
    test_put(&board, "A", 9, 2, true, 0);
    test_put(&board, "A", 8, 3, true, 0);
    judge_legal("T@9,3", 0);
    ck_assert(judged.play.run.across);
    ck_assert_uint_eq(judged.new_count, 2);
    ck_assert_uint_eq(judged.crossed_count, 0);
}
END_TEST

START_TEST(a_single_tile_below_another_reads_down)
{
    test_put(&board, "A", 8, 3, true, 0);
    judge_legal("T@9,3", 0);
    ck_assert(!judged.play.run.across);
    ck_assert_str_eq(judged.play.word, "AT");
}
END_TEST

START_TEST(words_across_right_angle_words_do_not_count)
{
    /* TO down makes no difference to the AT that is made through its T */
    test_put(&board, "C", 9, 0, true, 0);
    test_put(&board, "T", 8, 1, true, 1);
    test_put(&board, "AB", 7, 2, true, 1);
    test_put(&board, "T", 9, 2, true, 0);
    struct khi_error error = {0};
    ck_assert_int_eq(judge("A@9,1", 0, true, &error), KHI_PLAY_BAD_WORDS);
    ck_assert_str_eq(error.text, "TA");
    ck_assert_str_eq(judged.new_words[0].text, "CAT");
    ck_assert(judged.new_words[0].valid && !judged.new_words[1].valid);
}
END_TEST

/* ---- every reason ---- */

static const struct refusal {
    const char *tiles;
    unsigned player;
    bool started;
    enum khi_status code;
    const char *sentence;
} refusals[] = {
    {"", 0, true, KHI_PLAY_NOTHING, "No tiles are laid"},
    {"S@9,3;S@9,0", 0, true, KHI_PLAY_OCCUPIED, "There is a tile on A10 already"},
    {"S@8,3;S@9,4", 0, true, KHI_PLAY_NOT_IN_LINE, "Letters must be on the same row or column"},
    {"S@9,3;S@9,5", 0, true, KHI_PLAY_GAP, "There is a gap in your letters"},
    {"S@3,3;S@5,3", 0, true, KHI_PLAY_GAP, "There is a gap in your letters"},
    {"S@0,0", 0, true, KHI_PLAY_SHORT, "A word has at least 2 letters"},
    {"A@8,1;T@8,2", 0, false, KHI_PLAY_FIRST_LEFT, "Your first word must cover the star on A10"},
    {"A@8,18;T@9,18", 1, false, KHI_PLAY_FIRST_RIGHT,
     "The first word from the right must lie across and end on the star on S10"},
    {"A@9,15;T@9,16", 1, false, KHI_PLAY_FIRST_RIGHT,
     "The first word from the right must lie across and end on the star on S10"},
    {"S@9,3;O@9,4", 1, true, KHI_PLAY_JOIN_OWN, "Your word must join a tile of your own colour"},
    {"A@0,0;T@0,1", 0, true, KHI_PLAY_JOIN, "Your word must join another word"},
    {"X@9,3;X@9,4", 0, true, KHI_PLAY_BAD_WORDS, "Not in the dictionary: CATXX"},
    {"Q@10,0;Z@10,1", 0, true, KHI_PLAY_BAD_WORDS, "Not in the dictionary: QZ, CQ, AZ"},
};

START_TEST(refuses_with_the_reason)
{
    const struct refusal *refusal = &refusals[_i];
    struct khi_error error = {0};
    char sentence[256];

    test_put(&board, "CAT", 9, 0, true, 0);
    ck_assert_int_eq(judge(refusal->tiles, refusal->player, refusal->started, &error),
                     refusal->code);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_str_eq(sentence, refusal->sentence);
}
END_TEST

static const struct first {
    const char *tiles;
    unsigned player;
    bool legal;
} firsts[] = {
    {"A@9,0;T@9,1", 0, true},    {"A@8,0;T@9,0", 0, true},    {"A@9,0;T@10,0", 0, true},
    {"A@9,1;T@9,2", 0, false},   {"A@9,17;T@9,18", 1, true},  {"A@8,18;T@9,18", 1, false},
    {"A@9,16;T@9,17", 1, false}, {"A@9,17;T@9,18", 0, false},
};

START_TEST(first_words_stand_on_the_star)
{
    struct khi_error error = {0};
    enum khi_status status = judge(firsts[_i].tiles, firsts[_i].player, false, &error);

    ck_assert_int_eq(status == KHI_OK, firsts[_i].legal);
}
END_TEST

START_TEST(a_list_of_all_bad_words_fits)
{
    struct khi_error error = {0};

    for (unsigned col = 0; col < KHI_RACK; col++)
        test_put(&board, "QQQQQQQQQQQQQQQQQQ", 0, col, false, 0);
    ck_assert_int_eq(judge("Z@18,0;Z@18,1;Z@18,2;Z@18,3;Z@18,4;Z@18,5;Z@18,6", 0, true, &error),
                     KHI_PLAY_BAD_WORDS);
    ck_assert_uint_eq(strlen(error.text), 7 + 7 * (2 + 19));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rules");
    TCase *examples = tcase_create("examples"), *reasons = tcase_create("reasons");

    tcase_add_checked_fixture(examples, set_up, tear_down);
    tcase_add_checked_fixture(reasons, set_up, tear_down);
    tcase_add_test(examples, a_tile_that_makes_two_words_captures_both);
    tcase_add_test(examples, a_capture_does_not_run_on_into_other_words);
    tcase_add_test(examples, a_word_with_own_tiles_may_touch_only_the_opponents);
    tcase_add_test(examples, crossing_the_opponents_first_word_wins);
    tcase_add_test(examples, the_right_player_wins_in_column_0);
    tcase_add_test(examples, a_single_tile_with_neighbours_both_ways_reads_across);
    tcase_add_test(examples, a_single_tile_below_another_reads_down);
    tcase_add_test(examples, words_across_right_angle_words_do_not_count);
    tcase_add_loop_test(reasons, refuses_with_the_reason, 0,
                        (int)(sizeof refusals / sizeof *refusals));
    tcase_add_loop_test(reasons, first_words_stand_on_the_star, 0,
                        (int)(sizeof firsts / sizeof *firsts));
    tcase_add_test(reasons, a_list_of_all_bad_words_fits);
    suite_add_tcase(suite, examples);
    suite_add_tcase(suite, reasons);
    return test_run(suite);
}

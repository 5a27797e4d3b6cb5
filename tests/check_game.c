/* check_game.c: boards, racks and plays in text; dealing, playing, changing, passing, ends. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gamelib.h"

static struct khi_trie *words;

static void set_up(void)
{
    words = test_trie("CAT CATS AT TA PEAS PE DOG DOGS AA AAA AAAA");
}

static void tear_down(void)
{
    khi_trie_free(words);
}

/* A game in the middle with these racks; NULL to deal one. */
static struct khi_game game_with(const struct khi_board *board, const char *left, const char *right,
                                 unsigned turn)
{
    struct khi_rack racks[2];
    const struct khi_rack *given[2] = {NULL, NULL};
    struct khi_error error = {0};
    struct khi_game game;

    if (left != NULL) {
        racks[0] = test_rack(left);
        given[0] = &racks[0];
    }
    if (right != NULL) {
        racks[1] = test_rack(right);
        given[1] = &racks[1];
    }
    test_ok(khi_game_from_board(&game, board, given, turn, 1, &error), &error);
    ck_assert(khi_game_is_whole(&game));
    return game;
}

static void play(struct khi_game *game, const char *tiles)
{
    struct khi_error error = {0};
    struct khi_lay lay = test_lay(tiles);

    test_ok(khi_game_play(game, words, &lay, &error, NULL), &error);
    ck_assert(khi_game_is_whole(game));
}

/* ---- text ---- */

static const struct bad_board {
    const char *text; /* its first line; the others are empty */
    unsigned lines;
    const char *sentence;
} bad_boards[] = {
    {"", 18, "a board has 19 lines, not 18"},
    {"", 20, "a board has 19 lines, not 20"},
    {"A0|B2", 19, "line 1, cell 2, \"B2\": a cell is a letter and a player, 0 or 1, or two spaces"},
    {"A0| ", 19, "line 1, cell 2, \" \": a cell is a letter and a player, 0 or 1, or two spaces"},
    {"?0", 19, "line 1, cell 1, \"?0\": a cell is a letter and a player, 0 or 1, or two spaces"},
    {"A0||A0", 19, "line 1, cell 2, \"\": a cell is a letter and a player, 0 or 1, or two spaces"},
    {"  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |A0", 19,
     "line 1: more than 19 cells"},
};

START_TEST(refuses_a_bad_board)
{
    char text[256], sentence[256];
    struct khi_error error = {0};
    struct khi_board board, before;

    strcpy(text, bad_boards[_i].text);
    for (unsigned i = 0; i < bad_boards[_i].lines; i++)
        strcat(text, "\n");
    memset(&board, 7, sizeof board);
    before = board;
    ck_assert_int_ne(khi_board_parse(text, strlen(text), &error, &board), KHI_OK);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_str_eq(sentence, bad_boards[_i].sentence);
    ck_assert_mem_eq(&board, &before, sizeof board);
}
END_TEST

START_TEST(takes_short_lines_a_final_bar_and_crlf)
{
    char text[256] = "L0|  |a1|\r\nB1";
    struct khi_error error = {0};
    struct khi_board board;

    for (unsigned i = 0; i < 18; i++)
        strcat(text, "\n");
    test_ok(khi_board_parse(text, strlen(text), &error, &board), &error);
    ck_assert_uint_eq(board.cells[0], khi_cell(11, 0, false));
    ck_assert_uint_eq(board.cells[1], 0);
    ck_assert_uint_eq(board.cells[2], khi_cell(0, 1, true));
    ck_assert_uint_eq(board.cells[19], khi_cell(1, 1, false));
}
END_TEST

START_TEST(boards_survive_format_and_parse)
{
    struct test_random random = test_random_begin(5);
    struct khi_board board, back;
    struct khi_error error = {0};
    char text[KHI_BOARD_TEXT];

    for (unsigned round = 0; round < 200; round++) {
        for (unsigned square = 0; square < KHI_SQUARES; square++)
            board.cells[square] =
                test_random_below(&random, 3)
                    ? 0
                    : khi_cell(test_random_below(&random, 26), test_random_below(&random, 2),
                               test_random_below(&random, 2));
        khi_board_format(&board, text);
        test_ok(khi_board_parse(text, strlen(text), &error, &back), &error);
        ck_assert_mem_eq(&board, &back, sizeof board);
    }
}
END_TEST

START_TEST(plays_survive_parse_and_format)
{
    static const char *const texts[] = {
        "9 0 H C@9,0;A@9,1;T@9,2 CAT captures=0 win=0",
        "7 17 V s@10,17 PEAS captures=3 win=1",
        "0 0 V A@0,0;B@1,0;C@2,0;d@3,0;E@4,0;F@5,0;G@18,0 ABCDEFGHIJKLMNOPQRS captures=360 win=1",
    };
    char text[KHI_PLAY_TEXT];
    struct khi_error error = {0};
    struct khi_play play;

    test_ok(khi_play_parse(texts[_i], &error, &play), &error);
    khi_play_format(&play, text);
    ck_assert_str_eq(text, texts[_i]);
}
END_TEST

START_TEST(refuses_a_bad_play_text)
{
    static const char *const texts[] = {
        "",
        "9",
        "9 19 H C@9,0 CAT captures=0 win=0",
        "9 0 X C@9,0 CAT captures=0 win=0",
        "9 0 H C@9 CAT captures=0 win=0",
        "9 0 H C@9,2;A@9,1 CAT captures=0 win=0",
        "9 0 H C@9,1;A@9,1 CAT captures=0 win=0",
        "9 0 H C@9,0 cat captures=0 win=0",
        "9 0 H C@9,0 CAT captures=361 win=0",
        "9 0 H C@9,0 CAT captures=0 win=2",
        "9 0 H C@9,0 CAT captures=0 win=0 ",
        "09 0 H C@9,0 CAT captures=0 win=0",
        "9 0 H C@9,0 C captures=0 win=0",
        "9 0 H  CAT captures=0 win=0",
        "9 0 H *@9,0 CAT captures=0 win=0",
        "9 0 H A@9,0;A@9,1;A@9,2;A@9,3;A@9,4;A@9,5;A@9,6;A@9,7 CAT captures=0 win=0",
    };
    struct khi_error error = {0};
    struct khi_play play;

    ck_assert_int_eq(khi_play_parse(texts[_i], &error, &play), KHI_PLAY_BAD_TEXT);
}
END_TEST

static const struct bad_rack {
    const char *text, *sentence;
} bad_racks[] = {
    {"AB1", "a rack is made of the letters A-Z and *, not \"AB1\""},
    {"AB C", "a rack is made of the letters A-Z and *, not \"AB C\""},
    {"ABCDEFGH", "a rack has at most 7 tiles, not 8"},
    {"[", "a rack is made of the letters A-Z and *, not \"[\""},
};

START_TEST(refuses_a_bad_rack)
{
    struct khi_error error = {0};
    struct khi_rack rack;
    char sentence[256];

    ck_assert_int_ne(khi_rack_parse(bad_racks[_i].text, &error, &rack), KHI_OK);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_str_eq(sentence, bad_racks[_i].sentence);
}
END_TEST

/* ---- beginning ---- */

START_TEST(deals_seven_tiles_to_each)
{
    struct khi_game game;

    khi_game_init(&game, (uint64_t)_i, KHI_HUMAN, KHI_HARD);
    ck_assert_uint_eq(game.racks[0].count, 7);
    ck_assert_uint_eq(game.racks[1].count, 7);
    ck_assert_uint_eq(khi_bag_total(&game.bag), 106);
    ck_assert(khi_game_is_whole(&game));
}
END_TEST

START_TEST(a_star_stands_for_a_letter_that_is_used_up)
{
    struct khi_board board = {{0}};

    test_put(&board, "QQ", 0, 0, true, 0);
    struct khi_game game = game_with(&board, NULL, NULL, 1);
    ck_assert(!khi_cell_is_star(game.board.cells[0]));
    ck_assert(khi_cell_is_star(game.board.cells[1]));
}
END_TEST

START_TEST(names_the_letter_that_there_are_too_many_of)
{
    struct khi_board board = {{0}};
    const struct khi_rack *dealt[2] = {NULL, NULL};
    struct khi_error error = {0};
    struct khi_game game;
    char sentence[256];

    test_put(&board, "QQQQQ", 3, 0, true, 0);
    ck_assert_int_eq(khi_game_from_board(&game, &board, dealt, 1, 1, &error), KHI_BOARD_TILES);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_str_eq(sentence, "there are not enough tiles for the Q on line 4");
}
END_TEST

START_TEST(refuses_a_rack_with_more_of_a_letter_than_exist)
{
    struct khi_board board = {{0}};
    struct khi_rack rack = test_rack("QQ");
    const struct khi_rack *given[2] = {&rack, NULL};
    struct khi_error error = {0};
    struct khi_game game;

    ck_assert_int_eq(khi_game_from_board(&game, &board, given, 1, 1, &error), KHI_RACK_TILES);
    ck_assert_str_eq(error.text, "Q");
}
END_TEST

/* ---- actions ---- */

START_TEST(a_play_recolours_refills_and_gives_the_turn)
{
    struct khi_board board = {{0}};

    test_put(&board, "CAT", 9, 0, true, 0);
    test_put(&board, "DOG", 6, 3, false, 1);
    struct khi_game game = game_with(&board, "SZZXXYY", NULL, 4);
    play(&game, "S@9,3");
    ck_assert_uint_eq(khi_board_count(&game.board, 0), 7);
    ck_assert_uint_eq(khi_board_count(&game.board, 1), 0);
    ck_assert_uint_eq(game.racks[0].count, 7);
    ck_assert_uint_eq(game.player, 1);
    ck_assert_uint_eq(game.turn, 5);
    ck_assert_int_eq(khi_game_total(&game, 0), 7);
    ck_assert_uint_eq(game.end, KHI_GOING_ON);
}
END_TEST

START_TEST(refused_actions_change_no_byte)
{
    struct khi_board board = {{0}};
    static const char *const refused[] = {"",      "S@9,3;S@9,4", "Z@9,3",
                                          "S@0,0", "s@9,3",       "X@9,3;X@9,4;X@9,5"};
    struct khi_error error = {0};

    test_put(&board, "CAT", 9, 0, true, 0);
    struct khi_game game = game_with(&board, "SZZXXYY", NULL, 0), before = game;
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct khi_lay lay = test_lay(refused[i]);
        ck_assert_int_ne(khi_game_play(&game, words, &lay, &error, NULL), KHI_OK);
        ck_assert_mem_eq(&game, &before, sizeof game);
    }
    ck_assert_int_eq(khi_game_pass(&game, &error), KHI_PASS_FIRST);
    ck_assert_mem_eq(&game, &before, sizeof game);
}
END_TEST

START_TEST(a_star_keeps_its_letter_on_the_board)
{
    struct khi_board board = {{0}};

    test_put(&board, "CAT", 9, 0, true, 0);
    struct khi_game game = game_with(&board, "*", NULL, 4);
    play(&game, "s@9,3");
    uint8_t cell = game.board.cells[khi_square(9, 3)];
    ck_assert(khi_cell_is_star(cell));
    ck_assert_uint_eq(khi_cell_letter(cell), 'S' - 'A');
}
END_TEST

START_TEST(reaching_the_edge_wins_whatever_the_totals)
{
    struct khi_board board = {{0}};

    test_put(&board, "CAT", 9, 16, true, 1);
    test_put(&board, "DOG", 2, 5, true, 1);
    test_put(&board, "PE", 7, 17, false, 0);
    struct khi_game game = game_with(&board, "SZ", NULL, 4);
    game.penalties[0] = 70;
    play(&game, "S@10,17");
    ck_assert_uint_eq(game.end, KHI_END_EDGE);
    ck_assert_uint_eq(game.winner, KHI_LEFT_WINS);
    ck_assert_int_eq(game.bonus[0], 10);
    ck_assert_int_eq(khi_game_total(&game, 0), 6 - 70 + 10);
    ck_assert_int_eq(khi_game_total(&game, 1), 3);
}
END_TEST

START_TEST(wiping_the_opponent_out_with_it_gives_20_more)
{
    struct khi_board board = {{0}};

    test_put(&board, "CAT", 9, 16, true, 1);
    test_put(&board, "PE", 7, 17, false, 0);
    struct khi_game game = game_with(&board, "SZ", NULL, 4);
    play(&game, "S@10,17");
    ck_assert_int_eq(game.bonus[0], 30);
}
END_TEST

/* Leaves only so many tiles of the hold, by giving the others away for good. */
static void empty_hold(struct khi_game *game)
{
    memset(&game->bag, 0, sizeof game->bag);
}

START_TEST(an_empty_rack_ends_the_game)
{
    struct khi_board board = {{0}};
    struct khi_error error = {0};

    test_put(&board, "CAT", 9, 0, true, 0);
    struct khi_game game = game_with(&board, "S", NULL, 4);
    empty_hold(&game);
    struct khi_lay lay = test_lay("S@9,3");
    test_ok(khi_game_play(&game, words, &lay, &error, NULL), &error);
    ck_assert_uint_eq(game.end, KHI_END_EMPTY_RACK);
    ck_assert_int_eq(game.bonus[0], 5);
    ck_assert_uint_eq(game.winner, KHI_LEFT_WINS);
    ck_assert_int_eq(khi_game_play(&game, words, &lay, &error, NULL), KHI_GAME_OVER);
    ck_assert_int_eq(khi_game_pass(&game, &error), KHI_GAME_OVER);
    ck_assert_int_eq(khi_game_change(&game, &error), KHI_GAME_OVER);
}
END_TEST

START_TEST(an_empty_hold_alone_ends_nothing)
{
    struct khi_board board = {{0}};
    struct khi_error error = {0};

    test_put(&board, "CAT", 9, 0, true, 0);
    struct khi_game game = game_with(&board, "SZ", NULL, 4);
    empty_hold(&game);
    struct khi_lay lay = test_lay("S@9,3");
    test_ok(khi_game_play(&game, words, &lay, &error, NULL), &error);
    ck_assert_uint_eq(game.end, KHI_GOING_ON);
    ck_assert_uint_eq(game.racks[0].count, 1);
}
END_TEST

START_TEST(two_passes_end_the_game_and_changes_between_do_not_count)
{
    struct khi_board board = {{0}};
    struct khi_error error = {0};

    test_put(&board, "CAT", 9, 0, true, 0);
    test_put(&board, "AT", 9, 17, true, 1);
    struct khi_game game = game_with(&board, NULL, NULL, 4);
    test_ok(khi_game_pass(&game, &error), &error);
    ck_assert_uint_eq(game.passed, 1);
    test_ok(khi_game_change(&game, &error), &error);
    ck_assert_uint_eq(game.passed, 1);
    ck_assert_uint_eq(game.player, 1);
    test_ok(khi_game_pass(&game, &error), &error);
    ck_assert_uint_eq(game.end, KHI_END_PASSES);
    ck_assert_uint_eq(game.winner, KHI_LEFT_WINS);
    ck_assert_int_eq(khi_game_total(&game, 1), 2 - 10);
}
END_TEST

START_TEST(a_word_clears_the_memory_of_a_pass)
{
    struct khi_board board = {{0}};
    struct khi_error error = {0};

    test_put(&board, "CAT", 9, 0, true, 0);
    test_put(&board, "AT", 9, 17, true, 1);
    struct khi_game game = game_with(&board, "SZZXXYY", "A", 4);
    game.player = 1;
    test_ok(khi_game_pass(&game, &error), &error);
    play(&game, "S@9,3");
    test_ok(khi_game_pass(&game, &error), &error);
    ck_assert_uint_eq(game.end, KHI_GOING_ON);
}
END_TEST

START_TEST(equal_totals_are_a_draw)
{
    struct khi_board board = {{0}};
    struct khi_error error = {0};

    test_put(&board, "AT", 9, 0, true, 0);
    test_put(&board, "AT", 9, 17, true, 1);
    struct khi_game game = game_with(&board, NULL, NULL, 4);
    test_ok(khi_game_pass(&game, &error), &error);
    test_ok(khi_game_pass(&game, &error), &error);
    ck_assert_uint_eq(game.winner, KHI_DRAW);
}
END_TEST

START_TEST(a_change_costs_ten_and_draws_up_to_seven)
{
    struct khi_board board = {{0}};
    struct khi_error error = {0};
    struct khi_game game = game_with(&board, "AB*", NULL, 0);

    test_ok(khi_game_change(&game, &error), &error);
    ck_assert(khi_game_is_whole(&game));
    ck_assert_uint_eq(game.racks[0].count, 7);
    ck_assert_int_eq(game.penalties[0], 10);
    ck_assert_uint_eq(game.player, 0);
    empty_hold(&game);
    ck_assert_int_eq(khi_game_change(&game, &error), KHI_CHANGE_HOLD);
    game.bag.count[0] = 1;
    game.racks[0] = test_rack("BC");
    test_ok(khi_game_change(&game, &error), &error);
    ck_assert_uint_eq(game.racks[0].count, 3);
    game.bag.count[0] = 1;
    game.racks[0] = test_rack("B");
    ck_assert_int_eq(khi_game_change(&game, &error), KHI_CHANGE_RACK);
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

int main(void)
{
    Suite *suite = suite_create("game");
    TCase *text = tcase_create("text"), *begin = tcase_create("beginning");
    TCase *actions = tcase_create("actions");

    tcase_add_loop_test(text, refuses_a_bad_board, 0, ROWS(bad_boards));
    tcase_add_test(text, takes_short_lines_a_final_bar_and_crlf);
    tcase_add_test(text, boards_survive_format_and_parse);
    tcase_add_loop_test(text, plays_survive_parse_and_format, 0, 3);
    tcase_add_loop_test(text, refuses_a_bad_play_text, 0, 16);
    tcase_add_loop_test(text, refuses_a_bad_rack, 0, ROWS(bad_racks));
    tcase_add_loop_test(begin, deals_seven_tiles_to_each, 0, 20);
    tcase_add_test(begin, a_star_stands_for_a_letter_that_is_used_up);
    tcase_add_test(begin, names_the_letter_that_there_are_too_many_of);
    tcase_add_test(begin, refuses_a_rack_with_more_of_a_letter_than_exist);
    tcase_add_checked_fixture(actions, set_up, tear_down);
    tcase_add_test(actions, a_play_recolours_refills_and_gives_the_turn);
    tcase_add_test(actions, refused_actions_change_no_byte);
    tcase_add_test(actions, a_star_keeps_its_letter_on_the_board);
    tcase_add_test(actions, reaching_the_edge_wins_whatever_the_totals);
    tcase_add_test(actions, wiping_the_opponent_out_with_it_gives_20_more);
    tcase_add_test(actions, an_empty_rack_ends_the_game);
    tcase_add_test(actions, an_empty_hold_alone_ends_nothing);
    tcase_add_test(actions, two_passes_end_the_game_and_changes_between_do_not_count);
    tcase_add_test(actions, a_word_clears_the_memory_of_a_pass);
    tcase_add_test(actions, equal_totals_are_a_draw);
    tcase_add_test(actions, a_change_costs_ten_and_draws_up_to_seven);
    suite_add_tcase(suite, text);
    suite_add_tcase(suite, begin);
    suite_add_tcase(suite, actions);
    return test_run(suite);
}

/* check_movegen.c: the search for plays against a slow and obvious one.
 *
 * The slow one tries every word of the dictionary on every stretch of every row and column: it must
 * be the whole run there, agree with the tiles on the board, and the rack must have the rest. The
 * rules then say whether the play is legal and what it does. Only words that can be made of the
 * rack's and the line's tiles are tried, and only on stretches with 1 to 7 empty squares.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gamelib.h"

#include "khi/movegen.h"

#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 4, POSITIONS = 80 }; /* in each part */

struct record {
    struct khi_play play;
    unsigned value;
};

struct records {
    struct record *all;
    size_t count, room;
};

static struct khi_trie *trie;
static struct khi_graph *graph;

static void add(struct records *records, const struct khi_play *play, unsigned value)
{
    if (records->count == records->room) {
        records->room = records->room ? records->room * 2 : 1024;
        records->all = realloc(records->all, records->room * sizeof *records->all);
        ck_assert_ptr_nonnull(records->all);
    }
    struct record *record = &records->all[records->count++];
    memset(record, 0, sizeof *record);
    record->play = *play;
    record->value = value;
}

static int compare(const void *a, const void *b)
{
    char first[KHI_PLAY_TEXT], second[KHI_PLAY_TEXT];
    const struct record *one = a, *other = b;
    int by_square = memcmp(&one->play.lay, &other->play.lay, sizeof one->play.lay);

    if (by_square != 0)
        return by_square;
    khi_play_format(&one->play, first);
    khi_play_format(&other->play, second);
    return strcmp(first, second);
}

/* ---- the slow search ---- */

/* The words of one length. */
struct words {
    char (*text)[KHI_SIDE + 1];
    uint32_t *letters; /* of each word, as a set */
    size_t count;
};

static struct words every[KHI_SIDE + 1];

static void load_words(void)
{
    struct khi_words words;

    khi_words_begin(&words, trie);
    while (khi_words_next(&words)) {
        if (words.length < 2 || words.length > KHI_SIDE)
            continue;
        struct words *list = &every[words.length];
        if ((list->count & (list->count - 1)) == 0) { /* 0 or a power of two: full */
            size_t room = list->count ? list->count * 2 : 1;
            list->text = realloc(list->text, room * sizeof *list->text);
            list->letters = realloc(list->letters, room * sizeof *list->letters);
        }
        strcpy(list->text[list->count], words.word);
        list->letters[list->count] = 0;
        for (unsigned i = 0; i < words.length; i++)
            list->letters[list->count] |= 1u << khi_letter(words.word[i]);
        list->count++;
    }
}

/* The tiles that there are for a word in a line: those of the rack and of the board. */
struct supply {
    uint8_t count[KHI_KINDS];
    uint32_t letters; /* as a set */
};

static void supply_add(struct supply *supply, unsigned kind)
{
    supply->count[kind]++;
    supply->letters |= 1u << kind & KHI_ALL_LETTERS;
}

/* Are there letters for it, with stars for those that are missing? */
static bool can_make(const struct supply *supply, uint32_t letters, const char *word)
{
    if (khi_popcount(letters & ~supply->letters) > supply->count[KHI_STAR])
        return false;
    struct supply left = *supply;
    for (; *word != '\0'; word++) {
        unsigned letter = khi_letter(*word);
        if (left.count[left.count[letter] ? letter : KHI_STAR]-- == 0)
            return false;
    }
    return true;
}

/* The tiles that put this word there, if the board and the rack allow it. */
static bool fit_word(const struct khi_search *search, const char *word, struct khi_run run,
                     struct khi_lay *lay)
{
    const uint8_t *cells = search->position.board->cells;
    uint8_t rest[KHI_KINDS];

    for (unsigned i = 0; i < run.length; i++) {
        uint8_t cell = cells[khi_run_square(run, i)];
        if (cell != 0 && khi_cell_letter(cell) != khi_letter(word[i]))
            return false;
    }
    memset(lay, 0, sizeof *lay);
    khi_rack_kinds(&search->rack, rest);
    for (unsigned i = 0; i < run.length; i++) {
        unsigned square = khi_run_square(run, i), letter = khi_letter(word[i]);
        if (cells[square] != 0)
            continue;
        bool star = rest[letter] == 0;
        if (rest[star ? KHI_STAR : letter]-- == 0)
            return false;
        lay->tiles[lay->count++] = (struct khi_laid){(uint16_t)square, (uint8_t)letter, star};
    }
    return lay->count > 0;
}

static unsigned value_of(const struct khi_judgement *judged)
{
    unsigned halves = 2 * judged->captured_count + 2 * (judged->reach + 1);

    for (unsigned i = 0; i < judged->play.lay.count; i++) {
        struct khi_laid tile = judged->play.lay.tiles[i];
        halves += tile.star ? 1 : khi_letter_halves(tile.letter);
    }
    return halves;
}

static bool lays_on_target(const struct khi_search *search, const struct khi_lay *lay)
{
    for (unsigned i = 0; i < lay->count && search->targets != NULL; i++)
        if (search->targets[lay->tiles[i].square])
            return true;
    return search->targets == NULL;
}

static void try_word(const struct khi_search *search, const char *word, struct khi_run run,
                     struct records *found)
{
    struct khi_lay lay;
    struct khi_judgement judged;

    if (!fit_word(search, word, run, &lay) || !lays_on_target(search, &lay))
        return;
    if (khi_rules_check(&search->position, trie, &lay, NULL, &judged) != KHI_OK)
        return;
    /* the same single tile is met in its row and in its column */
    if (judged.play.run.across == run.across)
        add(found, &judged.play, value_of(&judged));
}

static unsigned empty_squares(const struct khi_board *board, struct khi_run run)
{
    unsigned count = 0;

    for (unsigned i = 0; i < run.length; i++)
        count += khi_board_is_empty(board, khi_run_square(run, i));
    return count;
}

/* Does this stretch end where no tile stands, on both sides? */
static bool is_whole_run(const struct khi_board *board, struct khi_run run)
{
    unsigned step = run.across ? 1 : KHI_SIDE;
    unsigned at = run.across ? khi_square_col(run.first) : khi_square_row(run.first);

    if (at > 0 && !khi_board_is_empty(board, run.first - step))
        return false;
    return at + run.length == KHI_SIDE ||
           khi_board_is_empty(board, khi_run_square(run, run.length));
}

/* Where in the line a word of this length can lie: as bits. */
static uint32_t possible_places(const struct khi_search *search, unsigned line, struct khi_run run)
{
    uint32_t places = 0;

    for (unsigned first = 0; first + run.length <= KHI_SIDE; first++) {
        run.first = (uint16_t)(run.across ? khi_square(line, first) : khi_square(first, line));
        unsigned empty = empty_squares(search->position.board, run);
        if (empty > 0 && empty <= search->rack.count && is_whole_run(search->position.board, run))
            places |= 1u << first;
    }
    return places;
}

/* All words of one length, wherever in the line they can lie. */
static void search_length(const struct khi_search *search, unsigned line, struct khi_run run,
                          const struct supply *supply, struct records *found)
{
    const struct words *list = &every[run.length];
    uint32_t places = possible_places(search, line, run);

    for (size_t i = 0; i < list->count && places != 0; i++) {
        if (!can_make(supply, list->letters[i], list->text[i]))
            continue;
        for (uint32_t left = places; left != 0; left &= left - 1) {
            unsigned first = khi_lowest(left);
            run.first = (uint16_t)(run.across ? khi_square(line, first) : khi_square(first, line));
            try_word(search, list->text[i], run, found);
        }
    }
}

static void search_line(const struct khi_search *search, unsigned line, bool across,
                        struct records *found)
{
    struct supply supply = {0};

    for (unsigned i = 0; i < search->rack.count; i++)
        supply_add(&supply, search->rack.tiles[i]);
    for (unsigned at = 0; at < KHI_SIDE; at++) {
        unsigned square = across ? khi_square(line, at) : khi_square(at, line);
        uint8_t cell = search->position.board->cells[square];
        if (cell != 0)
            supply_add(&supply, khi_cell_letter(cell));
    }
    for (unsigned length = 2; length <= KHI_SIDE; length++)
        search_length(search, line, (struct khi_run){0, (uint8_t)length, across}, &supply, found);
}

/* Can a play in this line touch anything, or the start square? */
static bool is_line_near(const struct khi_search *search, unsigned line, bool across)
{
    for (unsigned at = 0; at < KHI_SIDE; at++) {
        unsigned square = across ? khi_square(line, at) : khi_square(at, line), beside[4];
        unsigned count = khi_board_beside(square, beside);
        if (square == khi_start_square(search->position.player))
            return true;
        for (unsigned i = 0; i < count; i++)
            if (!khi_board_is_empty(search->position.board, beside[i]))
                return true;
    }
    return false;
}

static void search_slowly(const struct khi_search *search, struct records *found)
{
    for (unsigned line = 0; line < KHI_SIDE; line++)
        for (unsigned across = 0; across < 2; across++)
            if (is_line_near(search, line, across))
                search_line(search, line, across, found);
}

/* ---- the search under test ---- */

struct catcher {
    struct records *found;
    const struct khi_board *board;
};

static void catch_move(void *context, const struct khi_move *move)
{
    struct catcher *catcher = context;
    struct khi_play play;

    khi_move_play(move, catcher->board, &play);
    add(catcher->found, &play, khi_move_value(move));
}

static void check_equal(struct records *fast, struct records *slow)
{
    char text[KHI_PLAY_TEXT], other[KHI_PLAY_TEXT];

    ck_assert_int_eq(fast->count > 0, slow->count > 0);
    if (fast->count == 0)
        return;
    qsort(fast->all, fast->count, sizeof *fast->all, compare);
    qsort(slow->all, slow->count, sizeof *slow->all, compare);
    for (size_t i = 0; i < fast->count && i < slow->count; i++) {
        if (memcmp(&fast->all[i], &slow->all[i], sizeof *fast->all) == 0)
            continue;
        khi_play_format(&fast->all[i].play, text);
        khi_play_format(&slow->all[i].play, other);
        ck_assert_str_eq(text, other);
        ck_assert_msg(fast->all[i].value == slow->all[i].value, "%s: value %u, not %u halves", text,
                      fast->all[i].value, slow->all[i].value);
    }
    ck_assert_uint_eq(fast->count, slow->count);
}

/* ---- positions ---- */

/* What the positions had, so that the test is known to have tried every kind. */
static struct {
    uint64_t plays, wins, captures, both_ways, rim[4], stars[4], firsts[2], targeted;
} seen;

static void take_stock(const struct khi_search *search, const struct records *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const struct khi_play *play = &found->all[i].play;
        unsigned stars = 0;
        struct khi_run down =
            khi_board_run(search->position.board, play->lay.tiles[0].square, false);
        for (unsigned tile = 0; tile < play->lay.count; tile++) {
            unsigned square = play->lay.tiles[tile].square;
            stars += play->lay.tiles[tile].star;
            seen.rim[0] += khi_square_row(square) == 0;
            seen.rim[1] += khi_square_row(square) == KHI_SIDE - 1;
            seen.rim[2] += khi_square_col(square) == 0;
            seen.rim[3] += khi_square_col(square) == KHI_SIDE - 1;
        }
        seen.plays++;
        seen.wins += play->win;
        seen.captures += play->captures > 0;
        seen.both_ways += play->lay.count == 1 && play->run.across && down.length > 1;
        seen.stars[stars]++;
        seen.firsts[search->position.player] += !search->position.started;
        seen.targeted += search->targets != NULL;
    }
}

static struct khi_rack random_rack(struct test_random *random, unsigned stars)
{
    struct khi_rack rack = {0};
    struct khi_bag bag;
    uint64_t state = test_random_next(random);
    /* more letters beside 2 or 3 stars would make millions of plays */
    unsigned size = stars < 2 ? 1 + test_random_below(random, KHI_RACK)
                              : stars + (test_random_below(random, 3) == 0);

    khi_bag_init(&bag);
    bag.count[KHI_STAR] = 0;
    if (size < KHI_RACK / 2 && stars < 2 && test_random_below(random, 2))
        size = KHI_RACK;
    for (unsigned i = 0; i < size; i++)
        khi_rack_add(&rack, i < stars ? KHI_STAR : khi_bag_draw(&bag, &state));
    return rack;
}

struct sample {
    struct khi_move move;
    uint64_t count;
    struct test_random *random;
    bool forward; /* only plays that reach farthest */
};

static void sample_move(void *context, const struct khi_move *move)
{
    struct sample *sample = context;

    if (sample->forward && sample->count > 0 && move->reach < sample->move.reach)
        return;
    if (sample->forward && move->reach > sample->move.reach)
        sample->count = 0;
    if (test_random_below(sample->random, (unsigned)++sample->count) == 0)
        sample->move = *move;
}

/* One random play for a player, if there is any; the game goes on also after a win. */
static void play_at_random(struct khi_board *board, struct khi_position *position,
                           struct test_random *random)
{
    struct sample sample = {.random = random, .forward = test_random_below(random, 3) > 0};
    struct khi_judgement judged;
    struct khi_search search = {
        .position = *position,
        .rack = random_rack(random, 0),
        .visit = sample_move,
        .context = &sample,
    };

    if (khi_movegen_each(graph, &search) == 0)
        return;
    ck_assert_int_eq(khi_rules_check(position, trie, &sample.move.lay, NULL, &judged), KHI_OK);
    for (unsigned i = 0; i < judged.play.lay.count; i++) {
        struct khi_laid tile = judged.play.lay.tiles[i];
        board->cells[tile.square] = khi_cell(tile.letter, position->player, tile.star);
    }
    for (unsigned i = 0; i < judged.captured_count; i++)
        board->cells[judged.captured[i]] ^= KHI_CELL_PLAYER;
    position->started = true;
}

/* A board after some plays. If `first`, the player to move has laid none. */
static void random_board(struct khi_board *board, unsigned player, bool first,
                         struct test_random *random)
{
    struct khi_position positions[2] = {{board, 0, false}, {board, 1, false}};

    memset(board, 0, sizeof *board);
    for (unsigned plies = test_random_below(random, 40) + 1; plies > 0; plies--) {
        unsigned mover = first ? !player : plies % 2;
        play_at_random(board, &positions[mover], random);
    }
}

/* Some of the empty squares beside the player's tiles. */
static void random_targets(const struct khi_position *position, struct test_random *random,
                           uint8_t *targets)
{
    for (unsigned square = 0; square < KHI_SQUARES; square++) {
        uint8_t cell = position->board->cells[square];
        unsigned beside[4], count = khi_board_beside(square, beside);
        if (cell == 0 || khi_cell_player(cell) != position->player || test_random_below(random, 2))
            continue;
        for (unsigned i = 0; i < count; i++)
            targets[beside[i]] = khi_board_is_empty(position->board, beside[i]);
    }
}

static void compare_searches(struct khi_search *search)
{
    struct records fast = {0}, slow = {0};
    struct catcher catcher = {&fast, search->position.board};

    search->visit = catch_move;
    search->context = &catcher;
    ck_assert_uint_eq(khi_movegen_each(graph, search), fast.count);
    search_slowly(search, &slow);
    check_equal(&fast, &slow);
    take_stock(search, &slow);
    free(fast.all);
    free(slow.all);
}

START_TEST(finds_the_plays_that_the_slow_search_finds)
{
    struct test_random random = test_random_begin(20261118);

    random.state += (uint64_t)_i;
    memset(&seen, 0, sizeof seen);
    for (unsigned round = 0; round < POSITIONS; round++) {
        struct khi_board board;
        uint8_t targets[KHI_SQUARES] = {0};
        unsigned player = test_random_below(&random, 2), stars = round % 4;
        bool first = test_random_below(&random, 5) == 0;
        random_board(&board, player, first, &random);
        struct khi_search search = {
            .position = {&board, player, !first},
            .rack = random_rack(&random, stars),
        };
        if (!first && test_random_below(&random, 4) == 0) {
            random_targets(&search.position, &random, targets);
            search.targets = targets;
        }
        compare_searches(&search);
    }
    printf("%lu plays: %lu win, %lu capture, %lu of one tile both ways; with 0 to 3 stars %lu %lu "
           "%lu %lu; first words %lu and %lu; on the rims %lu %lu %lu %lu; targeted %lu\n",
           seen.plays, seen.wins, seen.captures, seen.both_ways, seen.stars[0], seen.stars[1],
           seen.stars[2], seen.stars[3], seen.firsts[0], seen.firsts[1], seen.rim[0], seen.rim[1],
           seen.rim[2], seen.rim[3], seen.targeted);
    fflush(stdout);
    ck_assert(seen.wins && seen.captures && seen.both_ways && seen.targeted);
    for (unsigned i = 0; i < 4; i++)
        ck_assert(seen.rim[i] && seen.stars[i] && seen.firsts[i % 2]);
}
END_TEST

/* ---- known answers ---- */

static uint64_t count_plays(const struct khi_board *board, unsigned player, bool started,
                            const char *rack, struct khi_best *best)
{
    struct khi_search search = {
        .position = {board, player, started},
        .rack = test_rack(rack),
        .visit = khi_best_visit,
        .context = best,
    };

    return khi_movegen_each(graph, &search);
}

START_TEST(knows_the_plays_of_small_positions)
{
    struct khi_board board = {{0}};
    struct khi_move moves[4];
    struct khi_best best = {.moves = moves, .room = 4};

    ck_assert_uint_eq(count_plays(&board, 0, true, "CATDOGS", &best), 0);
    ck_assert_uint_eq(count_plays(&board, 0, false, "", &best), 0);
    ck_assert_uint_eq(count_plays(&board, 0, false, "QZ", &best), 0);
    /* XU across and down from the star, and down with the U on it */
    ck_assert_uint_eq(count_plays(&board, 0, false, "XU", &best), 3);
    ck_assert_uint_eq(count_plays(&board, 1, false, "XU", &best), 1);
}
END_TEST

START_TEST(the_best_play_is_the_one_that_wins)
{
    struct khi_board board = {{0}};
    struct khi_move moves[3];
    struct khi_best best = {.moves = moves, .room = 3};

    test_put(&board, "CAT", 9, 16, true, 1);
    test_put(&board, "PE", 7, 17, false, 0);
    ck_assert_uint_gt(count_plays(&board, 0, true, "SHORING", &best), 3);
    ck_assert_uint_eq(best.count, 3);
    ck_assert(khi_move_wins(&moves[0]));
    ck_assert(!khi_move_is_better(&moves[1], &moves[0]));
}
END_TEST

START_TEST(by_value_the_greatest_comes_first_whether_it_wins_or_not)
{
    struct khi_board board = {{0}};
    struct khi_move moves[64];
    struct khi_best best = {.moves = moves, .room = 64, .by_value = true};

    test_put(&board, "CAT", 9, 16, true, 1);
    test_put(&board, "PE", 7, 17, false, 0);
    ck_assert_uint_gt(count_plays(&board, 0, true, "SHORING", &best), 3);
    for (unsigned i = 1; i < best.count; i++)
        ck_assert_uint_ge(khi_move_value(&moves[i - 1]), khi_move_value(&moves[i]));
}
END_TEST

START_TEST(walks_any_dictionary)
{
    static const char *const lists[] = {"",
                                        "A",
                                        "A AB",
                                        "AB ABAB ABABABABABABABABABA",
                                        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA AA",
                                        "ZA AZ ZAZ"};
    struct khi_trie *small = test_trie(lists[_i]);
    struct khi_graph *own = khi_graph_new(small);
    struct khi_words words;
    unsigned count = 0;

    khi_words_begin(&words, small);
    while (khi_words_next(&words)) {
        uint32_t node = own->root;
        for (unsigned i = 0; i + 1 < words.length; i++)
            node = khi_graph_step(own, node, khi_letter(words.word[i]));
        ck_assert(khi_graph_ends(own, node) >> khi_letter(words.word[words.length - 1]) & 1);
        count++;
    }
    ck_assert_uint_eq(count, (unsigned)(strlen(lists[_i]) > 0) + (strchr(lists[_i], ' ') != NULL) +
                                 (strchr(lists[_i], ' ') != strrchr(lists[_i], ' ')));
    struct khi_board board = {{0}};
    struct khi_move moves[1];
    struct khi_best best = {.moves = moves, .room = 1};
    struct khi_graph *kept = graph;
    graph = own;
    uint64_t plays = count_plays(&board, 1, false, "ABABAB*", &best);
    graph = kept;
    ck_assert_uint_eq(plays > 0, _i >= 2);
    khi_graph_free(own);
    khi_trie_free(small);
}
END_TEST

static void set_up(void)
{
    trie = test_shipped_trie();
    graph = khi_graph_new(trie);
    load_words();
}

static void tear_down(void)
{
    for (unsigned length = 0; length <= KHI_SIDE; length++) {
        free(every[length].text);
        free(every[length].letters);
    }
    memset(every, 0, sizeof every);
    khi_graph_free(graph);
    khi_trie_free(trie);
}

int main(void)
{
    Suite *suite = suite_create("movegen");
    TCase *known = tcase_create("known answers"), *random = tcase_create("random positions");

    tcase_add_unchecked_fixture(known, set_up, tear_down);
    tcase_add_unchecked_fixture(random, set_up, tear_down);
    tcase_add_test(known, knows_the_plays_of_small_positions);
    tcase_add_test(known, the_best_play_is_the_one_that_wins);
    tcase_add_test(known, by_value_the_greatest_comes_first_whether_it_wins_or_not);
    tcase_add_loop_test(known, walks_any_dictionary, 0, 6);
    tcase_add_loop_test(random, finds_the_plays_that_the_slow_search_finds, 0, PARTS);
    suite_add_tcase(suite, known);
    suite_add_tcase(suite, random);
    return test_run(suite);
}

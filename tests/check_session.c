/* check_session.c: laying tiles, actions, undo and redo, saving and loading. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gamelib.h"

#include "khi/save.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 40, SAVES = 500 };

static struct khi_lexicon *lexicon, *other;
static char directory[] = "/tmp/khi-session.XXXXXX", path[64];

static void set_up(void)
{
    struct khi_error error = {0};

    test_ok(khi_lexicon_open(KHI_LEXICON_DEFAULT, &error, &lexicon), &error);
    test_ok(khi_lexicon_verify(lexicon, &error), &error);
    other = test_lexicon("CAT CATS DOG");
    strcpy(directory, "/tmp/khi-session.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/games/one.khi", directory);
}

static void tear_down(void)
{
    char command[80];

    khi_lexicon_free(lexicon);
    khi_lexicon_free(other);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    ck_assert_int_eq(system(command), 0);
}

static struct khi_session *new_session(uint64_t seed)
{
    struct khi_session *session = khi_session_new(lexicon, seed, KHI_HUMAN, KHI_EASY);

    ck_assert_ptr_nonnull(session);
    return session;
}

static char *text_of(const struct khi_session *session)
{
    size_t size;
    char *text = khi_save_format(session, &size);

    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(strlen(text), size);
    return text;
}

/* ---- random games ---- */

/* Lays the tiles of a legal play, if there is one, as a human would. */
static bool lay_something(struct khi_session *session, struct test_random *random)
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
    bool laid = lay_something(session, random);
    if (test_random_below(random, 3) == 0)
        khi_session_sort(session);
    if (laid && dice > 2)
        test_ok(khi_session_play(session, &error, NULL), &error);
    else if (khi_session_pass(session, &error) != KHI_OK)
        khi_session_change(session, &error);
}

static void take_either_turn(struct khi_session *session, struct test_random *random)
{
    struct khi_error error = {0};
    struct khi_report report;

    if (khi_session_game(session)->player == 0)
        take_turn(session, random);
    else
        test_ok(khi_session_computer(session, &error, &report), &error);
    ck_assert(khi_game_is_whole(khi_session_game(session)));
}

static struct khi_session *random_game(struct test_random *random, unsigned turns)
{
    struct khi_session *session = new_session(test_random_next(random));

    while (turns-- > 0 && khi_session_game(session)->end == KHI_GOING_ON)
        take_either_turn(session, random);
    if (khi_session_game(session)->end == KHI_GOING_ON && khi_session_game(session)->player == 0 &&
        test_random_below(random, 2))
        lay_something(session, random);
    return session;
}

START_TEST(undo_to_the_start_and_redo_to_the_end_give_the_same_text)
{
    struct test_random random = test_random_begin(31);

    for (unsigned round = 0; round < GAMES; round++) {
        struct khi_session *session = random_game(&random, 1 + test_random_below(&random, 40));
        char *before = text_of(session);
        unsigned actions = khi_session_action_count(session);
        while (khi_session_undo(session))
            ck_assert_uint_eq(khi_session_game(session)->player, 0);
        ck_assert_uint_eq(khi_session_action_count(session), 0);
        while (khi_session_redo(session))
            ;
        char *after = text_of(session);
        ck_assert_uint_eq(khi_session_action_count(session), actions);
        ck_assert_str_eq(before, after);
        free(before);
        free(after);
        khi_session_free(session);
    }
}
END_TEST

START_TEST(a_session_survives_format_and_parse)
{
    struct test_random random = test_random_begin(32);
    struct khi_error error = {0};

    for (unsigned round = 0; round < GAMES; round++) {
        struct khi_session *session = random_game(&random, test_random_below(&random, 40)), *back;
        char *text = text_of(session);
        test_ok(khi_save_parse(text, strlen(text), lexicon, &error, &back), &error);
        char *again = text_of(back);
        unsigned laid, laid_back;
        ck_assert_str_eq(text, again);
        ck_assert_mem_eq(khi_session_game(session), khi_session_game(back),
                         sizeof(struct khi_game));
        khi_session_laid(session, &laid);
        khi_session_laid(back, &laid_back);
        ck_assert_uint_eq(laid, laid_back);
        ck_assert_int_eq(khi_session_is_assisted(session), khi_session_is_assisted(back));
        free(text);
        free(again);
        khi_session_free(session);
        khi_session_free(back);
    }
}
END_TEST

START_TEST(any_change_of_a_byte_is_noticed)
{
    struct test_random random = test_random_begin(33);
    struct khi_session *session = random_game(&random, 12), *read = NULL;
    char *text = text_of(session);
    size_t size = strlen(text);

    for (unsigned round = 0; round < 600; round++) {
        size_t at = test_random_below(&random, (unsigned)size);
        char kept = text[at];
        struct khi_error error = {0};
        text[at] = (char)(kept ^ (1 << test_random_below(&random, 7)));
        ck_assert_int_ne(khi_save_parse(text, size, lexicon, &error, &read), KHI_OK);
        ck_assert_uint_ge(error.at, 1);
        text[at] = kept;
        ck_assert_int_ne(khi_save_parse(text, at, lexicon, &error, &read), KHI_OK);
    }
    ck_assert_ptr_null(read);
    free(text);
    khi_session_free(session);
}
END_TEST

/* ---- saves that are refused ---- */

#define HEAD                                                                                       \
    "khi save 1\nprogram 0\ndictionary words ################\nseed 7\nleft human\nright "         \
    "hard\nassisted no\n"
#define SUM "checksum 0123456789abcdef\n"

static const struct bad_save {
    const char *text, *sentence;
} bad_saves[] = {
    {"", "line 1: this is no saved game of Khi"},
    {"hello\n", "line 1: this is no saved game of Khi"},
    {"khi save 2\n" SUM,
     "line 1: \"khi save 2\" was written by a newer program; this one reads version 1"},
    {"khi save 1\nprogram 0\n", "line 2: the file ends before its checksum"},
    {"khi save 1\nprogram 0\nchecksum 0123", "line 3: the file ends before its checksum"},
    {"khi save 1\nfoo\n" SUM, "line 2: here stands: program VERSION"},
    {"khi save 1\nprogram 0\ndictionary words x\n" SUM,
     "line 3: here stands: dictionary NAME CHECKSUM"},
    {HEAD "boo\n" SUM, "line 8: this is not a play: it begins with a row and a column"},
    {HEAD "pass\n" SUM, "line 8: You cannot pass on the first turn - try Change Tiles"},
    {HEAD "9 0 H Z@9,0;Z@9,1 ZZ captures=0 win=0\n" SUM, "line 8: There is no Z on the rack"},
    {HEAD "9 0 H P@9,0;I@9,1;K@9,2 PIK captures=0 win=0\n" SUM,
     "line 8: Not in the dictionary: PIK"},
    {HEAD "9 0 H P@9,0;I@9,1;K@9,2;I@9,3 PIKI captures=0 win=1\n" SUM,
     "line 8: the play does not have this word, place or outcome"},
    {HEAD "change\n" SUM, "line 9: here stands: racks LEFT/RIGHT"},
    {HEAD "racks ABC/DEF\n" SUM, "line 8: the racks have other tiles"},
    {HEAD "racks DUIIPDK/LTZKBWI\nlaid Z@9,0\n" SUM, "line 9: these tiles cannot have been laid"},
    {HEAD "racks DUIIPDK/LTZKBWI\nlaid D@9,0;D@9,1;D@9,2\n" SUM,
     "line 9: these tiles cannot have been laid"},
    {HEAD "racks DUIIPDK/LTZKBWI\nlaid D@9,0\nmore\n" SUM, "line 10: here stands the checksum"},
    {HEAD "racks DUIIPDK/LTZKBWI\n" SUM,
     "line 9: the checksum is wrong, so the file was damaged or edited"},
};

START_TEST(refuses_a_bad_save_with_line_and_reason)
{
    char text[512], checksum[20], sentence[256];
    struct khi_error error = {0};
    struct khi_session *session = NULL;

    snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)lexicon->summary.checksum);
    strcpy(text, bad_saves[_i].text);
    if (strchr(text, '#') != NULL)
        memcpy(strchr(text, '#'), checksum, 16);
    ck_assert_int_ne(khi_save_parse(text, strlen(text), lexicon, &error, &session), KHI_OK);
    khi_error_format(&error, sentence, sizeof sentence);
    ck_assert_str_eq(sentence, bad_saves[_i].sentence);
    ck_assert_ptr_null(session);
}
END_TEST

START_TEST(a_game_with_other_words_can_only_be_viewed)
{
    struct test_random random = test_random_begin(34);
    struct khi_session *session = random_game(&random, 6), *viewed;
    struct khi_error error = {0};
    char *text = text_of(session);

    test_ok(khi_save_parse(text, strlen(text), other, &error, &viewed), &error);
    ck_assert(khi_session_is_view_only(viewed));
    ck_assert_str_eq(khi_session_dictionary(viewed, NULL), "words");
    ck_assert_int_eq(khi_session_pass(viewed, &error), KHI_SESSION_VIEW_ONLY);
    ck_assert_int_eq(khi_session_lay(viewed, 0, 0, 0, &error), KHI_SESSION_VIEW_ONLY);
    char *again = text_of(viewed);
    ck_assert_str_eq(text, again);
    ck_assert(khi_session_undo(viewed));
    free(text);
    free(again);
    khi_session_free(session);
    khi_session_free(viewed);
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
    char *before = text_of(session);
    ck_assert_int_eq(khi_session_play(session, &error, NULL), KHI_PLAY_BAD_WORDS);
    ck_assert_int_eq(khi_session_pass(session, &error), KHI_PASS_FIRST);
    ck_assert_int_eq(khi_session_computer(session, &error, &report), KHI_SESSION_NOT_COMPUTER);
    ck_assert(!khi_session_undo(session) && !khi_session_redo(session));
    char *after = text_of(session);
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

/* ---- files ---- */

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_save_makes_its_directory_and_loads_again)
{
    struct test_random random = test_random_begin(35);
    struct khi_session *session = random_game(&random, 9), *back;
    struct khi_error error = {0};

    test_ok(khi_save_store(path, session, &error), &error);
    test_ok(khi_save_store(path, session, &error), &error);
    test_ok(khi_save_load(path, lexicon, &error, &back), &error);
    ck_assert_mem_eq(khi_session_game(session), khi_session_game(back), sizeof(struct khi_game));
    khi_session_free(session);
    khi_session_free(back);
}
END_TEST

START_TEST(a_damaged_file_is_set_aside_before_a_save_takes_its_place)
{
    struct khi_session *session = new_session(3), *back = NULL;
    struct khi_error error = {0};
    char aside[128], text[16] = "";

    test_ok(khi_save_store(path, session, &error), &error);
    write_file(path, "damaged");
    ck_assert_int_eq(khi_save_load(path, lexicon, &error, &back), KHI_SAVE_FOREIGN);
    test_ok(khi_save_store(path, session, &error), &error);
    test_ok(khi_save_load(path, lexicon, &error, &back), &error);
    snprintf(aside, sizeof aside, "%s.bad-1", path);
    FILE *file = fopen(aside, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, file));
    fclose(file);
    ck_assert_str_eq(text, "damaged");
    write_file(path, "again");
    test_ok(khi_save_set_aside(path, &error, aside, sizeof aside), &error);
    ck_assert_str_eq(aside + strlen(aside) - 6, ".bad-2");
    ck_assert_int_ne(access(path, F_OK), 0);
    khi_session_free(session);
    khi_session_free(back);
}
END_TEST

/* In a child whose files may have so many bytes: tells whether storing fails as it should. */
static int store_with_limit(const struct khi_session *session, rlim_t bytes)
{
    struct rlimit limit = {bytes, bytes};
    struct khi_error error = {0};

    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    return khi_save_store(path, session, &error) == KHI_CANNOT_WRITE;
}

START_TEST(a_full_disk_leaves_the_old_save)
{
    struct test_random random = test_random_begin(36);
    struct khi_session *session = random_game(&random, 4), *back;
    struct khi_error error = {0};
    int status;

    test_ok(khi_save_store(path, session, &error), &error);
    unsigned actions = khi_session_action_count(session);
    take_either_turn(session, &random);
    pid_t child = fork();
    if (child == 0)
        _exit(store_with_limit(session, 100) ? 0 : 1);
    waitpid(child, &status, 0);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    test_ok(khi_save_load(path, lexicon, &error, &back), &error);
    ck_assert_uint_eq(khi_session_action_count(back), actions);
    khi_session_free(session);
    khi_session_free(back);
}
END_TEST

START_TEST(a_directory_that_cannot_be_written_is_told)
{
    struct khi_session *session = new_session(3);
    struct khi_error error = {0};
    char inside[128];

    test_ok(khi_save_store(path, session, &error), &error);
    snprintf(inside, sizeof inside, "%s/below/two.khi", path); /* a file is no directory */
    ck_assert_int_eq(khi_save_store(inside, session, &error), KHI_CANNOT_WRITE);
    ck_assert_int_eq(khi_save_store("/proc/none/two.khi", session, &error), KHI_CANNOT_WRITE);
    khi_session_free(session);
}
END_TEST

/* ---- kill -9 ---- */

/* Grows with every action; a new game has a greater seed. */
static uint64_t progress(const struct khi_session *session)
{
    return khi_session_game(session)->seed << 32 | khi_session_action_count(session);
}

/* A game of this test has 50 actions. */
static unsigned count_saves(const struct khi_session *session)
{
    return (unsigned)(khi_session_game(session)->seed - 1) * 50 + khi_session_action_count(session);
}

/* Changes tiles (which needs no search), begins anew after 50 actions, and saves after every
 * action; tells each finished save. */
static void play_and_save(struct khi_session *session, int pipe)
{
    struct khi_error error = {0};

    for (;;) {
        if (khi_session_action_count(session) >= 50)
            session = new_session(khi_session_game(session)->seed + 1);
        test_ok(khi_session_change(session, &error), &error);
        uint64_t saved = progress(session);
        if (khi_save_store(path, session, &error) != KHI_OK ||
            write(pipe, &saved, sizeof saved) != sizeof saved)
            _exit(1);
    }
}

/* What the last save that was told as finished has; `before` if none was. */
static uint64_t last_told(int pipe, uint64_t before)
{
    uint64_t told = before, got;

    while (read(pipe, &got, sizeof got) == sizeof got)
        told = got;
    return told;
}

START_TEST(kill_9_at_any_instant_leaves_the_last_finished_save_or_a_newer_one)
{
    struct test_random random = test_random_begin(37);
    struct khi_session *session = new_session(1);
    struct khi_error error = {0};
    unsigned kills = 0;

    test_ok(khi_save_store(path, session, &error), &error);
    for (; count_saves(session) < SAVES; kills++) {
        int ends[2];
        ck_assert_int_eq(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0)
            play_and_save(session, ends[1]);
        close(ends[1]);
        usleep(test_random_below(&random, 6000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        uint64_t told = last_told(ends[0], progress(session));
        close(ends[0]);
        khi_session_free(session);
        session = NULL;
        test_ok(khi_save_load(path, lexicon, &error, &session), &error);
        ck_assert_uint_ge(progress(session), told);
    }
    printf("%u kills, %u saves\n", kills, count_saves(session));
    fflush(stdout);
    khi_session_free(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session");
    TCase *play = tcase_create("playing"), *save = tcase_create("saving");

    tcase_add_unchecked_fixture(play, set_up, tear_down);
    tcase_add_test(play, tiles_are_laid_and_taken_back);
    tcase_add_test(play, refused_actions_change_nothing);
    tcase_add_test(play, undo_brings_the_laid_tiles_back_and_another_move_is_assisted);
    tcase_add_test(play, undo_to_the_start_and_redo_to_the_end_give_the_same_text);
    tcase_add_unchecked_fixture(save, set_up, tear_down);
    tcase_add_test(save, a_session_survives_format_and_parse);
    tcase_add_test(save, any_change_of_a_byte_is_noticed);
    tcase_add_loop_test(save, refuses_a_bad_save_with_line_and_reason, 0,
                        (int)(sizeof bad_saves / sizeof *bad_saves));
    tcase_add_test(save, a_game_with_other_words_can_only_be_viewed);
    tcase_add_test(save, a_save_makes_its_directory_and_loads_again);
    tcase_add_test(save, a_damaged_file_is_set_aside_before_a_save_takes_its_place);
    tcase_add_test(save, a_full_disk_leaves_the_old_save);
    tcase_add_test(save, a_directory_that_cannot_be_written_is_told);
    tcase_add_test(save, kill_9_at_any_instant_leaves_the_last_finished_save_or_a_newer_one);
    suite_add_tcase(suite, play);
    suite_add_tcase(suite, save);
    return test_run(suite);
}

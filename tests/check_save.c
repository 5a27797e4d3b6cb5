/* check_save.c: sessions in text and in files. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sessionlib.h"

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
static char directory[] = "/tmp/khi-save.XXXXXX", path[64];

static void set_up(void)
{
    struct khi_error error = {0};

    test_ok(khi_lexicon_open(KHI_LEXICON_DEFAULT, &error, &lexicon), &error);
    test_ok(khi_lexicon_verify(lexicon, &error), &error);
    other = test_lexicon("CAT CATS DOG");
    strcpy(directory, "/tmp/khi-save.XXXXXX");
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

START_TEST(a_session_survives_format_and_parse)
{
    struct test_random random = test_random_begin(32);
    struct khi_error error = {0};

    for (unsigned round = 0; round < GAMES; round++) {
        struct khi_session *session = test_session_random(lexicon, &random,
                                                          test_random_below(&random, 40)),
                           *back;
        char *text = test_session_text(session);
        test_ok(khi_save_parse(text, strlen(text), lexicon, &error, &back), &error);
        char *again = test_session_text(back);
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

/* Both stand at the same place, with the same racks, and the same tiles laid on the same squares.
 */
static void assert_same_turn(const struct khi_session *session, const struct khi_session *back)
{
    unsigned count, back_count;
    const struct khi_tentative *laid = khi_session_laid(session, &count);

    khi_session_laid(back, &back_count);
    ck_assert_uint_eq(count, back_count);
    for (unsigned i = 0; i < count; i++) {
        const struct khi_tentative *twin = khi_session_laid_on(back, laid[i].tile.square);
        ck_assert_ptr_nonnull(twin);
        ck_assert_uint_eq(twin->tile.letter, laid[i].tile.letter);
        ck_assert_int_eq(twin->tile.star, laid[i].tile.star);
    }
    ck_assert_mem_eq(khi_session_game(session), khi_session_game(back), sizeof(struct khi_game));
}

START_TEST(undo_after_loading_shows_every_turn_as_it_was)
{
    struct test_random random = test_random_begin(36);
    struct khi_error error = {0};
    unsigned with_tiles = 0;

    for (unsigned round = 0; round < GAMES; round++) {
        struct khi_session *session = test_session_random(lexicon, &random,
                                                          1 + test_random_below(&random, 40)),
                           *back;
        char *text = test_session_text(session);
        test_ok(khi_save_parse(text, strlen(text), lexicon, &error, &back), &error);
        assert_same_turn(session, back);
        while (khi_session_undo(session)) {
            unsigned laid;
            ck_assert(khi_session_undo(back));
            assert_same_turn(session, back);
            khi_session_laid(session, &laid);
            with_tiles += laid > 0;
        }
        ck_assert(!khi_session_undo(back));
        free(text);
        khi_session_free(session);
        khi_session_free(back);
    }
    ck_assert_uint_gt(with_tiles, GAMES);
}
END_TEST

/* A game in the order in which it was dealt, with nothing laid but what was played: as every
 * program since the first has written it. */
START_TEST(a_plain_game_keeps_the_first_version)
{
    struct khi_session *session = test_session(lexicon, 7), *back;
    struct khi_error error = {0};
    struct test_random random = test_random_begin(37);
    unsigned laid;

    ck_assert(test_session_lay(session, &random));
    test_ok(khi_session_play(session, &error, NULL), &error);
    char *text = test_session_text(session);
    ck_assert_int_eq(strncmp(text, "khi save 1\n", 11), 0);
    test_ok(khi_save_parse(text, strlen(text), lexicon, &error, &back), &error);
    ck_assert(khi_session_undo(back));
    khi_session_laid(back, &laid);
    ck_assert_uint_gt(laid, 0);
    free(text);
    khi_session_free(session);
    khi_session_free(back);
}
END_TEST

/* Tiles that were laid before a pass are in no play: only version 2 tells them. */
START_TEST(tiles_laid_before_a_change_survive_in_the_second_version)
{
    struct khi_session *session = test_session(lexicon, 7), *back;
    struct khi_error error = {0};

    test_ok(khi_session_lay(session, 0, khi_square(3, 4), 0, &error), &error);
    test_ok(khi_session_change(session, &error), &error);
    char *text = test_session_text(session);
    ck_assert_int_eq(strncmp(text, "khi save 2\n", 11), 0);
    ck_assert_ptr_nonnull(strstr(text, "laid D@3,4\nchange\n"));
    test_ok(khi_save_parse(text, strlen(text), lexicon, &error, &back), &error);
    ck_assert(khi_session_undo(back));
    ck_assert_ptr_nonnull(khi_session_laid_on(back, khi_square(3, 4)));
    free(text);
    khi_session_free(session);
    khi_session_free(back);
}
END_TEST

START_TEST(any_change_of_a_byte_is_noticed)
{
    struct test_random random = test_random_begin(33);
    struct khi_session *session = test_session_random(lexicon, &random, 12), *read = NULL;
    char *text = test_session_text(session);
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

#define HEAD_REST                                                                                  \
    "program 0\ndictionary words ################\nseed 7\nleft human\nright hard\nassisted no\n"
#define HEAD   "khi save 1\n" HEAD_REST
#define HEAD_2 "khi save 2\n" HEAD_REST
#define SUM    "checksum 0123456789abcdef\n"

static const struct bad_save {
    const char *text, *sentence;
} bad_saves[] = {
    {"", "line 1: this is no saved game of Khi"},
    {"hello\n", "line 1: this is no saved game of Khi"},
    {"khi save 3\n" SUM,
     "line 1: \"khi save 3\" was written by a newer program; this one reads versions 1 and 2"},
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
    {HEAD "racks DUIIPDK/LTZKBWI\nchange\n" SUM, "line 9: here stands the checksum"},
    {HEAD_2 "racks UDIIPDK/LTZKBWI\nchange\n" SUM, "line 10: here stands: racks LEFT/RIGHT"},
    {HEAD_2 "racks DUIIPDK/LTZKBWI\nracks DUIIPDK/LTZKBWI\n" SUM,
     "line 9: this is not a play: it begins with a row and a column"},
    {HEAD_2 "racks DUIIPDK/LTZKBWI\nchange\n" SUM,
     "line 9: the racks before it stand there needlessly"},
    {HEAD_2 "racks DUIIPDK/LTZKBWI\nlaid Z@9,0\nchange\n" SUM,
     "line 9: these tiles cannot have been laid"},
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
    struct khi_session *session = test_session_random(lexicon, &random, 6), *viewed;
    struct khi_error error = {0};
    char *text = test_session_text(session);

    test_ok(khi_save_parse(text, strlen(text), other, &error, &viewed), &error);
    ck_assert(khi_session_is_view_only(viewed));
    ck_assert_str_eq(khi_session_dictionary(viewed, NULL), "words");
    ck_assert_int_eq(khi_session_pass(viewed, &error), KHI_SESSION_VIEW_ONLY);
    ck_assert_int_eq(khi_session_lay(viewed, 0, 0, 0, &error), KHI_SESSION_VIEW_ONLY);
    char *again = test_session_text(viewed);
    ck_assert_str_eq(text, again);
    ck_assert(khi_session_undo(viewed));
    free(text);
    free(again);
    khi_session_free(session);
    khi_session_free(viewed);
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
    struct khi_session *session = test_session_random(lexicon, &random, 9), *back;
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
    struct khi_session *session = test_session(lexicon, 3), *back = NULL;
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
    struct khi_session *session = test_session_random(lexicon, &random, 4), *back;
    struct khi_error error = {0};
    int status;

    test_ok(khi_save_store(path, session, &error), &error);
    unsigned actions = khi_session_action_count(session);
    test_session_turn(session, &random);
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
    struct khi_session *session = test_session(lexicon, 3);
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
            session = test_session(lexicon, khi_session_game(session)->seed + 1);
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
    struct khi_session *session = test_session(lexicon, 1);
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
    Suite *suite = suite_create("save");
    TCase *text = tcase_create("text"), *files = tcase_create("files");

    tcase_add_unchecked_fixture(text, set_up, tear_down);
    tcase_add_test(text, a_session_survives_format_and_parse);
    tcase_add_test(text, undo_after_loading_shows_every_turn_as_it_was);
    tcase_add_test(text, a_plain_game_keeps_the_first_version);
    tcase_add_test(text, tiles_laid_before_a_change_survive_in_the_second_version);
    tcase_add_test(text, any_change_of_a_byte_is_noticed);
    tcase_add_loop_test(text, refuses_a_bad_save_with_line_and_reason, 0,
                        (int)(sizeof bad_saves / sizeof *bad_saves));
    tcase_add_test(text, a_game_with_other_words_can_only_be_viewed);
    tcase_add_unchecked_fixture(files, set_up, tear_down);
    tcase_add_test(files, a_save_makes_its_directory_and_loads_again);
    tcase_add_test(files, a_damaged_file_is_set_aside_before_a_save_takes_its_place);
    tcase_add_test(files, a_full_disk_leaves_the_old_save);
    tcase_add_test(files, a_directory_that_cannot_be_written_is_told);
    tcase_add_test(files, kill_9_at_any_instant_leaves_the_last_finished_save_or_a_newer_one);
    suite_add_tcase(suite, text);
    suite_add_tcase(suite, files);
    return test_run(suite);
}

/* rules.c: judges one play.
 *
 * The laid tiles are put on a copy of the board, and from there on words are simply runs of tiles:
 *
 *     . . d . .        Laid: the S. Main word: CATS, with its old tiles C, A and T.
 *     . . o . .        New words: CATS and, at right angles through the laid S, doS.
 *     C A T S .        Crossed words: what stands at right angles through the old C, A and T.
 *
 * Legality is asked in a fixed order, so that of several reasons the first one is told. Then every
 * tile of the new and the crossed words is marked; those of the other colour are captured, and the
 * farthest marked column tells whether the play wins.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/rules.h"

#include <stdio.h>
#include <string.h>

struct trial {
    const struct khi_position *position;
    const struct khi_lay *lay;
    struct khi_board board; /* with the laid tiles */
};

static bool is_old(const struct trial *trial, unsigned square)
{
    return trial->position->board->cells[square] != 0;
}

/* ---- geometry: sections a to e ---- */

static enum khi_status put_down(struct trial *trial, struct khi_error *error)
{
    const struct khi_lay *lay = trial->lay;

    if (lay->count == 0)
        return khi_fail(error, KHI_PLAY_NOTHING, 0, "");
    trial->board = *trial->position->board;
    for (unsigned i = 0; i < lay->count; i++) {
        struct khi_laid tile = lay->tiles[i];
        char name[KHI_SQUARE_NAME];
        if (trial->board.cells[tile.square] != 0) {
            khi_square_format(tile.square, name);
            return khi_fail(error, KHI_PLAY_OCCUPIED, tile.square, name);
        }
        trial->board.cells[tile.square] = khi_cell(tile.letter, trial->position->player, tile.star);
    }
    return KHI_OK;
}

static bool in_one_line(const struct khi_lay *lay, bool across)
{
    unsigned first = lay->tiles[0].square;

    for (unsigned i = 1; i < lay->count; i++) {
        unsigned square = lay->tiles[i].square;
        if (across ? khi_square_row(square) != khi_square_row(first)
                   : khi_square_col(square) != khi_square_col(first))
            return false;
    }
    return true;
}

/* The complete run in the direction of the laid tiles. */
static enum khi_status find_main_run(const struct trial *trial, struct khi_error *error,
                                     struct khi_run *run)
{
    const struct khi_lay *lay = trial->lay;
    unsigned first = lay->tiles[0].square, last = lay->tiles[lay->count - 1].square;
    bool across = in_one_line(lay, true);

    if (!across && !in_one_line(lay, false))
        return khi_fail(error, KHI_PLAY_NOT_IN_LINE, 0, "");
    *run = khi_board_run(&trial->board, first, across);
    if (lay->count == 1 && run->length == 1)
        *run = khi_board_run(&trial->board, first, false);
    if (last > khi_run_square(*run, run->length - 1u))
        return khi_fail(error, KHI_PLAY_GAP, 0, "");
    if (run->length < 2)
        return khi_fail(error, KHI_PLAY_SHORT, 0, "");
    return KHI_OK;
}

/* ---- words: sections 4 and 5 ---- */

static struct khi_word word_of(const struct trial *trial, struct khi_run run)
{
    struct khi_word word = {.run = run, .valid = true};

    for (unsigned i = 0; i < run.length; i++)
        word.text[i] = khi_letter_char(khi_cell_letter(trial->board.cells[khi_run_square(run, i)]));
    return word;
}

static void find_words(const struct trial *trial, struct khi_run main, struct khi_judgement *found)
{
    found->new_words[found->new_count++] = word_of(trial, main);
    for (unsigned i = 0; i < main.length; i++) {
        unsigned square = khi_run_square(main, i);
        struct khi_run run = khi_board_run(&trial->board, square, !main.across);
        if (run.length < 2)
            continue;
        if (is_old(trial, square))
            found->crossed[found->crossed_count++] = word_of(trial, run);
        else
            found->new_words[found->new_count++] = word_of(trial, run);
    }
}

/* ---- legality: sections f to h ---- */

static bool covers_start(const struct trial *trial, unsigned player)
{
    for (unsigned i = 0; i < trial->lay->count; i++)
        if (trial->lay->tiles[i].square == khi_start_square(player))
            return true;
    return false;
}

static enum khi_status check_first(const struct trial *trial, struct khi_run main,
                                   struct khi_error *error)
{
    if (trial->position->player == 0)
        return covers_start(trial, 0) ? KHI_OK : khi_fail(error, KHI_PLAY_FIRST_LEFT, 0, "");
    /* the start is in the last column: a word across that covers it ends there */
    return main.across && covers_start(trial, 1) ? KHI_OK
                                                 : khi_fail(error, KHI_PLAY_FIRST_RIGHT, 0, "");
}

static enum khi_status check_join(const struct trial *trial, const struct khi_judgement *found,
                                  struct khi_error *error)
{
    bool touches = false;

    for (unsigned word = 0; word < found->new_count; word++) {
        struct khi_run run = found->new_words[word].run;
        for (unsigned i = 0; i < run.length; i++) {
            unsigned square = khi_run_square(run, i);
            if (!is_old(trial, square))
                continue;
            if (khi_cell_player(trial->board.cells[square]) == trial->position->player)
                return KHI_OK;
            touches = true;
        }
    }
    return khi_fail(error, touches ? KHI_PLAY_JOIN_OWN : KHI_PLAY_JOIN, 0, "");
}

static enum khi_status check_dictionary(const struct khi_trie *trie, struct khi_judgement *found,
                                        struct khi_error *error)
{
    char bad[KHI_NEW_WORDS * (KHI_SIDE + 2)] = "";
    size_t used = 0;

    for (unsigned i = 0; i < found->new_count && trie != NULL; i++) {
        struct khi_word *word = &found->new_words[i];
        word->valid = khi_trie_contains(trie, word->text, word->run.length) == KHI_YES;
        if (!word->valid)
            used += (size_t)snprintf(bad + used, sizeof bad - used, "%s%s", used ? ", " : "",
                                     word->text);
    }
    return used == 0 ? KHI_OK : khi_fail(error, KHI_PLAY_BAD_WORDS, 0, bad);
}

/* ---- outcome: sections 6 and 7 ---- */

static void mark_words(const struct khi_word *words, unsigned count, uint8_t *marks)
{
    for (unsigned word = 0; word < count; word++)
        for (unsigned i = 0; i < words[word].run.length; i++)
            marks[khi_run_square(words[word].run, i)] = 1;
}

static void find_outcome(const struct trial *trial, struct khi_judgement *found)
{
    uint8_t marks[KHI_SQUARES] = {0};
    unsigned player = trial->position->player;

    mark_words(found->new_words, found->new_count, marks);
    mark_words(found->crossed, found->crossed_count, marks);
    for (unsigned square = 0; square < KHI_SQUARES; square++) {
        if (!marks[square])
            continue;
        unsigned reach = khi_col_reach(player, khi_square_col(square));
        found->reach = reach > found->reach ? reach : found->reach;
        if (khi_cell_player(trial->board.cells[square]) != player)
            found->captured[found->captured_count++] = (uint16_t)square;
    }
    found->play.lay = *trial->lay;
    found->play.run = found->new_words[0].run;
    memcpy(found->play.word, found->new_words[0].text, sizeof found->play.word);
    found->play.captures = (uint16_t)found->captured_count;
    found->play.win = found->reach == KHI_SIDE - 1;
}

enum khi_status khi_rules_check(const struct khi_position *position, const struct khi_trie *trie,
                                const struct khi_lay *lay, struct khi_error *error,
                                struct khi_judgement *judgement)
{
    struct trial trial = {.position = position, .lay = lay};
    struct khi_judgement found = {0};
    struct khi_run main = {0};
    enum khi_status status = put_down(&trial, error);

    if (status == KHI_OK)
        status = find_main_run(&trial, error, &main);
    if (status != KHI_OK)
        return status;
    find_words(&trial, main, &found);
    status =
        position->started ? check_join(&trial, &found, error) : check_first(&trial, main, error);
    if (status != KHI_OK)
        return status;
    status = check_dictionary(trie, &found, error);
    find_outcome(&trial, &found);
    *judgement = found;
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gamelib.h"

#include <stdio.h>
#include <stdlib.h>

void test_put(struct khi_board *board, const char *word, unsigned row, unsigned col, bool across,
              unsigned player)
{
    for (; *word != '\0'; word++) {
        board->cells[khi_square(row, col)] = khi_cell(khi_letter(*word), player, *word >= 'a');
        row += !across;
        col += across;
    }
}

struct khi_lay test_lay(const char *tiles)
{
    struct khi_lay lay = {0};
    unsigned row, col;
    char letter;
    int used;

    while (sscanf(tiles, "%c@%u,%u%n", &letter, &row, &col, &used) == 3) {
        khi_lay_add(&lay, (struct khi_laid){(uint16_t)khi_square(row, col),
                                            (uint8_t)khi_letter(letter), letter >= 'a'});
        tiles += used + (tiles[used] == ';');
    }
    ck_assert_msg(*tiles == '\0', "no tiles: %s", tiles);
    return lay;
}

struct khi_rack test_rack(const char *text)
{
    struct khi_error error = {0};
    struct khi_rack rack = {0};

    test_ok(khi_rack_parse(text, &error, &rack), &error);
    return rack;
}

struct khi_lexicon *test_lexicon(const char *words)
{
    struct khi_lexicon *lexicon = calloc(1, sizeof *lexicon);
    struct khi_error error = {0};

    strcpy(lexicon->name, "test");
    lexicon->trie = test_trie(words);
    test_ok(khi_lexicon_verify(lexicon, &error), &error);
    return lexicon;
}

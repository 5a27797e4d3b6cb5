/* gamelib.h: what the tests of the game share: setting up boards and racks, tiles in text. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GAMELIB_H
#define GAMELIB_H

#include "khi/game.h"
#include "khi/lexicon.h"
#include "testlib.h"

#include <string.h>

/* Puts a word of one colour on the board; lower case for stars. */
void test_put(struct khi_board *board, const char *word, unsigned row, unsigned col, bool across,
              unsigned player);

/* Tiles such as "C@9,0;a@9,1", in any order. */
struct khi_lay test_lay(const char *tiles);

/* A verified dictionary of these words, called "test". */
struct khi_lexicon *test_lexicon(const char *words);

struct khi_rack test_rack(const char *text);

#endif

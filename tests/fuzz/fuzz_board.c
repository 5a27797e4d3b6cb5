/* fuzz_board.c: any bytes as a board. What is read must come out again, and the tiles of a game
 * made of it must be the 120. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "khi/game.h"

#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct khi_rack *dealt[2] = {NULL, NULL};
    struct khi_error error = {0};
    struct khi_board board, back;
    struct khi_game game;
    char text[KHI_BOARD_TEXT];

    if (khi_board_parse((const char *)bytes, size, &error, &board) != KHI_OK) {
        khi_error_format(&error, text, sizeof text);
        return 0;
    }
    khi_board_format(&board, text);
    require(khi_board_parse(text, strlen(text), &error, &back) == KHI_OK);
    require(memcmp(&board, &back, sizeof board) == 0);
    if (khi_game_from_board(&game, &board, dealt, 1, size, &error) == KHI_OK)
        require(khi_game_is_whole(&game));
    return 0;
}

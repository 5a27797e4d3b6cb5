/* board.h: the 19x19 board, its squares and the tiles on it.
 *
 * A board is a plain value. A square is a number, row * 19 + column; rows and columns count from 0,
 * row 0 on top. Player 0 plays from the left, player 1 from the right.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_BOARD_H
#define KHI_BOARD_H

#include "khi/letters.h"
#include "khi/status.h"

#include <stdbool.h>

enum {
    KHI_SIDE = 19,
    KHI_SQUARES = KHI_SIDE * KHI_SIDE,
    KHI_MIDDLE = KHI_SIDE / 2, /* the row of both start squares */
    KHI_SQUARE_NAME = 4,
    KHI_BOARD_TEXT = KHI_SIDE * KHI_SIDE * 3 + 1,
};

/* A cell: 0 is empty; else the letter + 1, the player who owns it and whether it is a star. */
enum { KHI_CELL_LETTER = 31, KHI_CELL_PLAYER = 32, KHI_CELL_STAR = 64 };

struct khi_board {
    uint8_t cells[KHI_SQUARES];
};

static inline unsigned khi_square(unsigned row, unsigned col)
{
    return row * KHI_SIDE + col;
}

static inline unsigned khi_square_row(unsigned square)
{
    return square / KHI_SIDE;
}

static inline unsigned khi_square_col(unsigned square)
{
    return square % KHI_SIDE;
}

static inline uint8_t khi_cell(unsigned letter, unsigned player, bool star)
{
    return (uint8_t)((letter + 1) | (player ? KHI_CELL_PLAYER : 0) | (star ? KHI_CELL_STAR : 0));
}

static inline unsigned khi_cell_letter(uint8_t cell)
{
    return (cell & KHI_CELL_LETTER) - 1u;
}

static inline unsigned khi_cell_player(uint8_t cell)
{
    return (cell & KHI_CELL_PLAYER) != 0;
}

static inline bool khi_cell_is_star(uint8_t cell)
{
    return (cell & KHI_CELL_STAR) != 0;
}

static inline bool khi_board_is_empty(const struct khi_board *board, unsigned square)
{
    return board->cells[square] == 0;
}

/* Where a player's first word has to be, and the column that he wants to reach. */
static inline unsigned khi_start_square(unsigned player)
{
    return khi_square(KHI_MIDDLE, player ? KHI_SIDE - 1 : 0);
}

static inline unsigned khi_goal_col(unsigned player)
{
    return player ? 0 : KHI_SIDE - 1;
}

/* How far a column lies on a player's way, 0 at his own edge to 18 at the other. */
static inline unsigned khi_col_reach(unsigned player, unsigned col)
{
    return player ? KHI_SIDE - 1 - col : col;
}

/* A square as it is called on the screen, A1 to S19. */
void khi_square_format(unsigned square, char out[static KHI_SQUARE_NAME]);

/* The number of tiles of this player's colour. */
unsigned khi_board_count(const struct khi_board *board, unsigned player);

/* The squares, at most four, beside this one; returns how many. */
unsigned khi_board_beside(unsigned square, unsigned beside[static 4]);

/* The complete run of tiles through a square, as its first square and length. The square itself
 * counts as a tile even if it is empty. */
struct khi_run {
    uint16_t first;
    uint8_t length;
    bool across;
};

struct khi_run khi_board_run(const struct khi_board *board, unsigned square, bool across);

/* The nth square of a run. */
static inline unsigned khi_run_square(struct khi_run run, unsigned nth)
{
    return run.first + nth * (run.across ? 1u : KHI_SIDE);
}

/* Reads 19 lines of 19 cells of two characters with `|` between them, such as `L0|  |A1`: a letter
 * (lower case: a star) and a player, or two spaces. Cells missing at the end of a line are empty. A
 * fault is told with its line and cell. */
enum khi_status khi_board_parse(const char *text, size_t size, struct khi_error *error,
                                struct khi_board *board);

/* Writes that text, ended by NUL. */
void khi_board_format(const struct khi_board *board, char out[static KHI_BOARD_TEXT]);

#endif

/* rect_walk.c: the plain search, cell by cell, row by row.
 *
 * A row grows letter by letter along its trie; every column has its own place in the column trie.
 * A cell's candidates are the letters that both allow: one AND of two masks. Going on means one
 * popcount for the row's node and one for the column's. The columns' places are kept for every row,
 * so that going back costs nothing. In the very last cell nothing follows, and counting is one
 * popcount.
 *
 * A symmetric square is half the work: the beginning of row i was spelled by column i, so the walk
 * enters row i at its diagonal cell from the place that the column has reached.
 *
 * In a frame that may be mirrored, the last column must not come before the first row, read from
 * the corner where they meet; as long as the two are tied, the last cell of a row takes no letter
 * below the one that it is the mirror image of.
 *
 * This file is compiled twice: by itself for any processor, and within rect_avx2.c.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_hot.h"

static void walk_row(struct rect_search *search, unsigned row);

/* All words of the last row that end here. `tie` is the letter that would keep a tie. */
static void finish(struct rect_search *search, unsigned row, uint32_t set, bool tied, unsigned tie)
{
    unsigned col = search->frame->width - 1;

    if (search->found == NULL) {
        search->count += popcount(set) * (search->frame->mirror ? 2 : 1);
        search->count -= tied && (set >> tie & 1);
        return;
    }
    for (; set != 0; set &= set - 1) {
        unsigned letter = khi_lowest(set);
        search->grid[row][col] = (uint8_t)letter;
        search->found(search, tied && letter == tie);
    }
}

/* The last cell of a row: a tie is kept by one letter and ended by those above it. */
static void walk_last(struct rect_search *search, unsigned row, struct rect_node above,
                      uint32_t set)
{
    unsigned col = search->frame->width - 1;
    bool tied = search->tied[row];
    unsigned tie = tied ? search->grid[0][col - row] : 0;

    set &= ~0u << tie;
    if (row + 1 == search->frame->height) {
        finish(search, row, set, tied, tie);
        return;
    }
    for (; set != 0; set &= set - 1) {
        unsigned letter = khi_lowest(set);
        search->grid[row][col] = (uint8_t)letter;
        search->column[row + 1][col] = child(above, letter);
        search->tied[row + 1] = tied && letter == tie;
        walk_row(search, row + 1);
    }
}

static void walk_cells(struct rect_search *search, unsigned row, unsigned col, uint32_t node)
{
    const struct rect_frame *frame = search->frame;
    struct rect_node along = frame->row[row]->nodes[node];
    struct rect_node above = frame->column[col]->nodes[search->column[row][col]];
    uint32_t set = along.mask & above.mask;

    if (row == 1 && col < 2)
        set &= search->piece[col];
    if (col + 1 == frame->width) {
        walk_last(search, row, above, set);
        return;
    }
    for (; set != 0; set &= set - 1) {
        unsigned letter = khi_lowest(set);
        search->grid[row][col] = (uint8_t)letter;
        search->column[row + 1][col] = child(above, letter);
        walk_cells(search, row, col + 1, child(along, letter));
    }
}

static void walk_row(struct rect_search *search, unsigned row)
{
    if (rect_halted(search))
        return;
    if (search->frame->symmetric)
        walk_cells(search, row, row, search->column[row][row]);
    else
        walk_cells(search, row, 0, 0);
}

void HOT(khi_rect_walk)(struct rect_search *search, unsigned row)
{
    walk_row(search, row);
}

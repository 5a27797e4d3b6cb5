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
 * In a frame that may be mirrored, the first column must not come before the first row; as long as
 * the two are tied, the first cell of a row takes no letter below that of the first row.
 *
 * This file is compiled twice: by itself for any processor, and within rect_avx2.c.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_hot.h"

/* All words of the last row that end here. */
static void finish(struct rect_search *search, unsigned row, unsigned col, uint32_t set, bool tied)
{
    if (search->found == NULL) {
        unsigned each = search->frame->mirror && !tied ? 2 : 1;
        search->count += each * popcount(set);
        return;
    }
    for (; set != 0; set &= set - 1) {
        search->grid[row][col] = (uint8_t)khi_lowest(set);
        search->found(search, tied);
    }
}

static void walk_row(struct rect_search *search, unsigned row);

static void walk_cells(struct rect_search *search, unsigned row, unsigned col, uint32_t node)
{
    const struct rect_frame *frame = search->frame;
    struct rect_node along = frame->row[row]->nodes[node];
    struct rect_node above = frame->column[col]->nodes[search->column[row][col]];
    uint32_t set = along.mask & above.mask;

    if (row == 1 && col < 2)
        set &= search->piece[col];
    if (col + 1 == frame->width && row + 1 == frame->height) {
        finish(search, row, col, set, search->tied[row + 1]);
        return;
    }
    for (; set != 0; set &= set - 1) {
        unsigned letter = khi_lowest(set);
        search->grid[row][col] = (uint8_t)letter;
        search->column[row + 1][col] = child(above, letter);
        if (col + 1 < frame->width)
            walk_cells(search, row, col + 1, child(along, letter));
        else
            walk_row(search, row + 1);
    }
}

/* The first cell of a row whose grid is tied: the letter of the first row keeps the tie, a higher
 * one ends it. */
static void walk_tied(struct rect_search *search, unsigned row)
{
    const struct rect_frame *frame = search->frame;
    struct rect_node along = frame->row[row]->nodes[0];
    struct rect_node above = frame->column[0]->nodes[search->column[row][0]];
    uint32_t set = along.mask & above.mask & ~0u << search->grid[0][row];

    if (row == 1)
        set &= search->piece[0];
    for (; set != 0; set &= set - 1) {
        unsigned letter = khi_lowest(set);
        search->grid[row][0] = (uint8_t)letter;
        search->column[row + 1][0] = child(above, letter);
        search->tied[row + 1] = letter == search->grid[0][row];
        walk_cells(search, row, 1, child(along, letter));
    }
}

static void walk_row(struct rect_search *search, unsigned row)
{
    if (rect_halted(search))
        return;
    search->tied[row + 1] = false;
    if (search->frame->symmetric)
        walk_cells(search, row, row, search->column[row][row]);
    else if (search->tied[row])
        walk_tied(search, row);
    else
        walk_cells(search, row, 0, 0);
}

void HOT(khi_rect_walk)(struct rect_search *search, unsigned row)
{
    walk_row(search, row);
}

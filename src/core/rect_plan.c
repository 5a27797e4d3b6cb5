/* rect_plan.c: from which side to look at a case.
 *
 * The same rectangle can be searched turned or not, from its first row or from its last, and the
 * work differs up to six times; which is best depends on the words. So the number of ways to fill
 * the first two, three and four rows is estimated for each frame: as if the letters of a word were
 * independent of each other, the chance that two words above each other fit in a column is the sum,
 * over all beginnings of two letters that the column has, of the product of the letters' shares at
 * that place; the columns' chances multiply. This needs one pass over the tops of the tries, no
 * random numbers, and gives the same answer on every machine, as shards have to.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

enum { DEPTH = 4 };

struct shares { /* of the words of each row, by the letter that they have in one column */
    double of[DEPTH][KHI_LETTERS];
};

static void count_shares(const struct rect_frame *frame, unsigned col, unsigned rows,
                         struct shares *shares)
{
    *shares = (struct shares){0};
    for (unsigned row = 0; row < rows; row++) {
        const struct rect_list *list = &frame->row[row]->list;
        if (row > 0 && list == &frame->row[row - 1]->list) {
            for (unsigned letter = 0; letter < KHI_LETTERS; letter++)
                shares->of[row][letter] = shares->of[row - 1][letter];
            continue;
        }
        for (uint32_t i = 0; i < list->count; i++)
            shares->of[row][list->words[i][col]] += 1;
        for (unsigned letter = 0; letter < KHI_LETTERS && list->count > 0; letter++)
            shares->of[row][letter] /= list->count;
    }
}

/* Adds the chances of all beginnings below a node to those of their lengths. */
static void add_chances(const struct rect_set *column, const struct shares *shares, uint32_t node,
                        unsigned depth, unsigned rows, double chance, double *chances)
{
    uint32_t next = column->nodes[node].first;

    for (uint32_t left = column->nodes[node].mask; left != 0; left &= left - 1, next++) {
        double here = chance * shares->of[depth][khi_lowest(left)];
        if (here <= 0)
            continue;
        chances[depth] += here;
        if (depth + 1 < rows)
            add_chances(column, shares, next, depth + 1, rows, here, chances);
    }
}

double khi_rect_frame_cost(const struct rect_frame *frame)
{
    unsigned rows = frame->height < DEPTH ? frame->height : DEPTH;
    double ways[DEPTH] = {1, 1, 1, 1}, words = 1, cost = 0;

    for (unsigned col = 0; col < frame->width; col++) {
        struct shares shares;
        double chances[DEPTH] = {0};
        count_shares(frame, col, rows, &shares);
        add_chances(frame->column[col], &shares, 0, 0, rows, 1, chances);
        for (unsigned row = 0; row < rows; row++)
            ways[row] *= chances[row];
    }
    for (unsigned row = 0; row < rows; row++) {
        double blocks = frame->row[row]->list.count / 256.0 + 1;
        double each = row == 0 ? 4 * blocks * frame->width : row == 1 ? 40 + 4 * blocks : 40;
        words *= frame->row[row]->list.count;
        cost += words * ways[row] * each;
    }
    return cost;
}

/* slowrect.h: word rectangles in the slow and obvious way, for comparison. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLOWRECT_H
#define SLOWRECT_H

#include "khi/rect.h"

struct slow_grids {
    struct khi_rect_grid *grids;
    size_t count, room;
};

/* All grids of a problem over a list of words, sorted. False if they or the steps to find them are
 * too many for a test. */
bool slow_rect(const struct khi_rect_problem *problem, const char *const *words, unsigned count,
               struct slow_grids *found);

void slow_grids_add(struct slow_grids *grids, const struct khi_rect_grid *grid);
void slow_grids_sort(struct slow_grids *grids);
void slow_grids_clear(struct slow_grids *grids);

#endif

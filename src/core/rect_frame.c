/* rect_frame.c: a case as it is searched: turned, upended or read backwards, with its word sets. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

#include <string.h>

/* ---- narrowing ---- */

static void line_masks(rect_cells cells, bool down, unsigned line, unsigned length, uint32_t *masks)
{
    for (unsigned i = 0; i < length; i++)
        masks[i] = down ? cells[i][line] : cells[line][i];
}

/* The letters that the words allowed by these masks have at each place. */
static void seen_letters(const struct rect_list *list, const uint32_t *masks, uint32_t *seen)
{
    memset(seen, 0, list->length * sizeof *seen);
    for (uint32_t i = 0; i < list->count; i++) {
        const uint8_t *word = list->words[i];
        unsigned at = 0;
        while (at < list->length && (masks[at] >> word[at] & 1))
            at++;
        for (unsigned back = 0; at == list->length && back < at; back++)
            seen[back] |= 1u << word[back];
    }
}

/* Narrows the lines of one direction; true if a cell has changed. */
static bool narrow_lines(rect_cells cells, bool down, unsigned lines, const struct rect_list *list,
                         bool *empty)
{
    bool changed = false;

    for (unsigned line = 0; line < lines && !*empty; line++) {
        uint32_t masks[KHI_RECT_MAX], seen[KHI_RECT_MAX];
        line_masks(cells, down, line, list->length, masks);
        seen_letters(list, masks, seen);
        for (unsigned i = 0; i < list->length; i++) {
            uint32_t *cell = down ? &cells[i][line] : &cells[line][i];
            changed |= *cell != seen[i];
            *cell = seen[i];
            *empty |= seen[i] == 0;
        }
    }
    return changed;
}

bool khi_rect_narrow(rect_cells cells, const struct rect_list *across, const struct rect_list *down)
{
    enum { ROUNDS = 4 }; /* further ones gain little */
    bool empty = false;

    for (int round = 0; round < ROUNDS && !empty; round++) {
        bool changed = narrow_lines(cells, false, down->length, across, &empty);
        changed |= narrow_lines(cells, true, across->length, down, &empty);
        if (!changed)
            break;
    }
    return !empty;
}

/* ---- frames ---- */

/* The set for one line of the case. */
static enum khi_status line_set(struct rect_pool *pool, const struct rect_list *list,
                                const uint32_t *masks, bool reverse, const struct rect_set **set)
{
    uint32_t key[RECT_SIDE] = {0};
    struct rect_set *made;

    memcpy(key, masks, list->length * sizeof *masks);
    key[KHI_RECT_MAX] = list->length << 1 | reverse;
    for (unsigned i = 0; i < pool->count; i++)
        if (memcmp(key, pool->keys[i], sizeof key) == 0) {
            *set = pool->sets[i];
            return KHI_OK;
        }
    if (khi_rect_set_new(list, masks, reverse, &made) != KHI_OK)
        return KHI_NO_MEMORY;
    memcpy(pool->keys[pool->count], key, sizeof key);
    pool->sets[pool->count++] = made;
    *set = made;
    return KHI_OK;
}

static bool same_mirrored(rect_cells cells, unsigned side)
{
    for (unsigned row = 0; row < side; row++)
        for (unsigned col = 0; col < row; col++)
            if (cells[row][col] != cells[col][row])
                return false;
    return true;
}

/* A symmetric square needs in each cell what its mirror image allows. */
static void make_symmetric(rect_cells cells, unsigned side)
{
    for (unsigned row = 0; row < side; row++)
        for (unsigned col = 0; col < row; col++)
            cells[row][col] = cells[col][row] &= cells[row][col];
}

static unsigned flip(bool yes, unsigned line, unsigned lines)
{
    return yes ? lines - 1 - line : line;
}

enum khi_status khi_rect_frame_make(struct rect_frame *frame,
                                    const struct khi_rect_problem *problem, rect_cells cells,
                                    const struct rect_list *across, const struct rect_list *down,
                                    struct rect_plan plan, bool may_mirror, struct rect_pool *pool)
{
    enum { MANY = 512 }; /* with fewer first rows they are cut into pieces */
    uint32_t masks[KHI_RECT_MAX];
    const struct rect_list *rows = plan.turned ? down : across;
    const struct rect_list *columns = plan.turned ? across : down;
    enum khi_status status = KHI_OK;

    *frame = (struct rect_frame){.width = rows->length, .height = columns->length, .plan = plan};
    frame->symmetric = problem->mirror == KHI_RECT_SYMMETRIC;
    if (frame->symmetric)
        make_symmetric(cells, frame->width);
    frame->mirror = may_mirror && plan.from_bottom != plan.from_right && !frame->symmetric &&
                    frame->width == frame->height && same_mirrored(cells, frame->width);
    for (unsigned line = 0; line < frame->height && status == KHI_OK; line++) {
        line_masks(cells, plan.turned, flip(plan.from_bottom, line, frame->height), frame->width,
                   masks);
        status = line_set(pool, rows, masks, plan.from_right, &frame->row[line]);
    }
    for (unsigned line = 0; line < frame->width && status == KHI_OK; line++) {
        line_masks(cells, !plan.turned, flip(plan.from_right, line, frame->width), frame->height,
                   masks);
        status = line_set(pool, columns, masks, plan.from_bottom, &frame->column[line]);
    }
    uint32_t first = frame->row[0] != NULL ? frame->row[0]->list.count : 0;
    frame->pieces = first >= MANY ? 1 : frame->symmetric || first >= MANY / 26 ? 26 : 676;
    return status;
}

void khi_rect_pool_clear(struct rect_pool *pool)
{
    while (pool->count > 0)
        khi_rect_set_free(pool->sets[--pool->count]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slowrect.h"

#include <stdlib.h>
#include <string.h>

enum { GRIDS_MAX = 1000, STEPS_MAX = 10000 };

struct slow {
    const struct khi_rect_problem *problem;
    const char *const *words;
    unsigned count, steps;
    size_t lengths[200];
    char rows[KHI_RECT_MAX][KHI_RECT_MAX + 1];
    struct slow_grids *found;
};

void slow_grids_add(struct slow_grids *grids, const struct khi_rect_grid *grid)
{
    if (grids->count == grids->room) {
        grids->room = grids->room * 2 + 64;
        grids->grids = realloc(grids->grids, grids->room * sizeof *grid);
        if (grids->grids == NULL)
            abort();
    }
    grids->grids[grids->count++] = *grid;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct khi_rect_grid *)a)->text, ((const struct khi_rect_grid *)b)->text);
}

void slow_grids_sort(struct slow_grids *grids)
{
    if (grids->count > 0)
        qsort(grids->grids, grids->count, sizeof *grids->grids, compare);
}

void slow_grids_clear(struct slow_grids *grids)
{
    free(grids->grids);
    *grids = (struct slow_grids){0};
}

static void read_column(char rows[][KHI_RECT_MAX + 1], unsigned height, unsigned col, char *word)
{
    for (unsigned row = 0; row < height; row++)
        word[row] = rows[row][col];
    word[height] = '\0';
}

static bool begins(const char *word, const char *start)
{
    while (*start != '\0' && *word == *start) {
        word++;
        start++;
    }
    return *start == '\0';
}

/* Is there a word of the column's length that begins so? */
static bool column_can_be(const struct slow *slow, unsigned col, unsigned rows)
{
    char start[KHI_RECT_MAX + 1];

    read_column((char(*)[KHI_RECT_MAX + 1]) slow->rows, rows, col, start);
    for (unsigned i = 0; i < slow->count; i++)
        if (slow->lengths[i] == slow->problem->height && begins(slow->words[i], start))
            return true;
    return false;
}

static bool fits_template(const struct khi_rect_problem *problem, char rows[][KHI_RECT_MAX + 1])
{
    for (unsigned row = 0; row < problem->height && problem->given[0][0] != '\0'; row++)
        for (unsigned col = 0; col < problem->width; col++)
            if (problem->given[row][col] != '.' && problem->given[row][col] != rows[row][col])
                return false;
    return true;
}

static bool wanted(const struct slow *slow)
{
    const struct khi_rect_problem *problem = slow->problem;
    unsigned lines = problem->height + problem->width;
    char line[2 * KHI_RECT_MAX][KHI_RECT_MAX + 1], mirror[KHI_RECT_MAX][KHI_RECT_MAX + 1];
    char(*rows)[KHI_RECT_MAX + 1] = (char(*)[KHI_RECT_MAX + 1]) slow->rows;
    int order = 0;

    for (unsigned row = 0; row < problem->height; row++)
        strcpy(line[row], rows[row]);
    for (unsigned col = 0; col < problem->width; col++)
        read_column(rows, problem->height, col, line[problem->height + col]);
    for (unsigned i = 0; i < problem->must_count; i++) {
        bool there = false;
        for (unsigned at = 0; at < lines; at++)
            there |= strcmp(line[at], problem->must[i]) == 0;
        if (!there)
            return false;
    }
    for (unsigned i = 0; i < lines && problem->distinct; i++)
        for (unsigned other = 0; other < i; other++)
            if (strcmp(line[i], line[other]) == 0)
                return false;
    for (unsigned i = 0; i < problem->height && problem->width == problem->height; i++) {
        strcpy(mirror[i], line[problem->height + i]);
        if (order == 0)
            order = strcmp(rows[i], mirror[i]);
    }
    if (problem->mirror != KHI_RECT_ANY && (order == 0) != (problem->mirror == KHI_RECT_SYMMETRIC))
        return false;
    if (problem->once && order > 0 && fits_template(problem, mirror))
        return false;
    return fits_template(problem, rows);
}

static void keep(struct slow *slow)
{
    struct khi_rect_grid grid = {""};

    for (unsigned row = 0; row < slow->problem->height; row++) {
        if (row > 0)
            strcat(grid.text, "/");
        strcat(grid.text, slow->rows[row]);
    }
    slow_grids_add(slow->found, &grid);
}

static bool fill(struct slow *slow, unsigned row)
{
    if (row == slow->problem->height) {
        if (wanted(slow))
            keep(slow);
        return slow->found->count < GRIDS_MAX;
    }
    for (unsigned i = 0; i < slow->count; i++) {
        bool can = slow->lengths[i] == slow->problem->width;
        if (!can)
            continue;
        if (++slow->steps > STEPS_MAX)
            return false;
        strcpy(slow->rows[row], slow->words[i]);
        for (unsigned col = 0; col < slow->problem->width && can; col++)
            can = column_can_be(slow, col, row + 1);
        if (can && !fill(slow, row + 1))
            return false;
    }
    return true;
}

bool slow_rect(const struct khi_rect_problem *problem, const char *const *words, unsigned count,
               struct slow_grids *found)
{
    struct slow slow = {.problem = problem, .words = words, .count = count, .found = found};

    *found = (struct slow_grids){0};
    for (unsigned i = 0; i < count; i++)
        slow.lengths[i] = strlen(words[i]);
    bool finished = fill(&slow, 0);
    slow_grids_sort(found);
    return finished;
}

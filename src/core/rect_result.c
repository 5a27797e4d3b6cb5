/* rect_result.c: from a filled frame to grids as the user wants them. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

#include <string.h>

bool khi_rect_is_filtered(const struct khi_rect_problem *problem)
{
    return problem->distinct || problem->once || problem->mirror == KHI_RECT_NO_SYMMETRIC ||
           problem->must_count > 0;
}

static void transpose(const struct rect_letters *from, unsigned side, struct rect_letters *to)
{
    for (unsigned row = 0; row < side; row++)
        for (unsigned col = 0; col < side; col++)
            to->at[row][col] = from->at[col][row];
}

/* A symmetric square is searched on and above its diagonal alone. */
static unsigned letter_of(const struct rect_search *search, unsigned row, unsigned col)
{
    if (search->frame->symmetric && col < row)
        return search->grid[col][row];
    return search->grid[row][col];
}

unsigned khi_rect_results(const struct rect_search *search, bool tied,
                          struct rect_letters grids[static 2])
{
    const struct rect_frame *frame = search->frame;
    struct rect_plan plan = frame->plan;

    for (unsigned row = 0; row < frame->height; row++)
        for (unsigned col = 0; col < frame->width; col++) {
            unsigned y = plan.from_bottom ? frame->height - 1 - row : row;
            unsigned x = plan.from_right ? frame->width - 1 - col : col;
            uint8_t letter = (uint8_t)letter_of(search, row, col);
            if (plan.turned)
                grids[0].at[x][y] = letter;
            else
                grids[0].at[y][x] = letter;
        }
    if (!frame->mirror || tied)
        return 1;
    transpose(&grids[0], frame->width, &grids[1]);
    return 2;
}

void khi_rect_format(const struct khi_rect_problem *problem, const struct rect_letters *grid,
                     char *text)
{
    for (unsigned row = 0; row < problem->height; row++) {
        for (unsigned col = 0; col < problem->width; col++)
            *text++ = khi_letter_char(grid->at[row][col]);
        *text++ = '/';
    }
    text[-1] = '\0';
}

/* ---- what the user demands ---- */

/* The words across, then those down, as text. */
static unsigned read_lines(const struct khi_rect_problem *problem, const struct rect_letters *grid,
                           char lines[RECT_LINES][RECT_SIDE])
{
    unsigned width = problem->width, height = problem->height;

    memset(lines, 0, RECT_LINES * RECT_SIDE);
    for (unsigned row = 0; row < height; row++)
        for (unsigned col = 0; col < width; col++)
            lines[row][col] = lines[height + col][row] = khi_letter_char(grid->at[row][col]);
    return width + height;
}

static bool has_word_twice(char lines[RECT_LINES][RECT_SIDE], unsigned count)
{
    for (unsigned line = 1; line < count; line++)
        for (unsigned before = 0; before < line; before++)
            if (memcmp(lines[line], lines[before], RECT_SIDE) == 0)
                return true;
    return false;
}

/* Each word is there, and those that the case has placed at no earlier place. */
static bool has_must(const struct khi_rect_problem *problem, const struct rect_cases *cases,
                     const uint8_t *places, char lines[RECT_LINES][RECT_SIDE], unsigned count)
{
    for (unsigned i = 0; i < problem->must_count; i++) {
        unsigned line = 0;
        while (line < count && strcmp(lines[line], problem->must[i]) != 0)
            line++;
        if (line == count || (i < cases->placed && line < places[i]))
            return false;
    }
    return true;
}

static bool fits_template(const struct khi_rect_problem *problem, const struct rect_letters *grid)
{
    for (unsigned row = 0; row < problem->height; row++)
        for (unsigned col = 0; col < problem->width; col++) {
            unsigned letter = khi_letter(problem->given[row][col]);
            if (letter < KHI_LETTERS && letter != grid->at[row][col])
                return false;
        }
    return true;
}

/* Below 0: the grid comes before its mirror image; 0: it is symmetric. */
static int compare_mirrored(const struct rect_letters *grid, const struct rect_letters *mirrored,
                            unsigned side)
{
    for (unsigned row = 0; row < side; row++) {
        int order = memcmp(grid->at[row], mirrored->at[row], side);
        if (order != 0)
            return order;
    }
    return 0;
}

bool khi_rect_accepts(const struct khi_rect_problem *problem, const struct rect_cases *cases,
                      const uint8_t *places, const struct rect_letters *grid)
{
    char lines[RECT_LINES][RECT_SIDE];

    if (problem->once || problem->mirror == KHI_RECT_NO_SYMMETRIC) {
        struct rect_letters mirrored;
        transpose(grid, problem->width, &mirrored);
        int order = compare_mirrored(grid, &mirrored, problem->width);
        if (problem->mirror == KHI_RECT_NO_SYMMETRIC && order == 0)
            return false;
        if (problem->once && order > 0 && fits_template(problem, &mirrored))
            return false;
    }
    if (!problem->distinct && problem->must_count == 0)
        return true;
    unsigned count = read_lines(problem, grid, lines);
    if (problem->distinct && has_word_twice(lines, count))
        return false;
    return has_must(problem, cases, places, lines, count);
}

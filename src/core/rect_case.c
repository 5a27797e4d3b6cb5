/* rect_case.c: where the words that must appear are, and the units of work.
 *
 * A word that must appear is put into every row and column that it fits, each place a case of its
 * own with that line given, which is far faster than to search for all grids and to look. So that
 * no grid comes twice, a case takes only grids that have the word at no earlier place. Several
 * words make cases of cases; where these become too many, the words that are left are looked for in
 * the grids that are found.
 *
 * The search of a case is cut into items: a first row and, if there are few of those, the first
 * letter or two of the second. Item i belongs to slice i modulo the number of slices. A slice is
 * the unit that threads, shards and checkpoints deal in; units are numbered through all cases, and
 * the numbers depend on nothing but the problem and the dictionary.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

#include <stdlib.h>
#include <string.h>

/* ---- cases ---- */

enum { CASES_MAX = 512, SLICES_MIN = 64 };

static void template_cells(const struct khi_rect_problem *problem, rect_cells cells)
{
    for (unsigned row = 0; row < problem->height; row++)
        for (unsigned col = 0; col < problem->width; col++) {
            unsigned letter = khi_letter(problem->given[row][col]);
            cells[row][col] = letter < KHI_LETTERS ? 1u << letter : KHI_ALL_LETTERS;
        }
}

/* Puts a word into the cells. False if a cell does not allow its letter. */
static bool put_word(const struct khi_rect_problem *problem, rect_cells cells, const char *word,
                     unsigned place)
{
    bool down = place >= problem->height, fits = true;

    for (unsigned i = 0; word[i] != '\0'; i++) {
        uint32_t *cell = down ? &cells[i][place - problem->height] : &cells[place][i];
        *cell &= 1u << khi_letter(word[i]);
        fits &= *cell != 0;
    }
    return fits;
}

static bool case_cells(const struct khi_rect_problem *problem, const uint8_t *places,
                       unsigned placed, rect_cells cells)
{
    bool fits = true;

    template_cells(problem, cells);
    for (unsigned i = 0; i < placed; i++)
        fits &= put_word(problem, cells, problem->must[i], places[i]);
    return fits;
}

static bool has_length(const struct khi_rect_problem *problem, unsigned place, const char *word)
{
    return strlen(word) == (place < problem->height ? problem->width : problem->height);
}

/* All cases for one word more. False if they would be too many. */
static bool extend(const struct khi_rect_problem *problem, struct rect_cases *cases,
                   uint8_t (*to)[KHI_RECT_MUST])
{
    bool symmetric = problem->mirror == KHI_RECT_SYMMETRIC; /* then the rows are all */
    unsigned end = problem->height + (symmetric ? 0 : problem->width);
    unsigned count = 0, next = cases->placed;
    rect_cells cells;

    for (unsigned from = 0; from < cases->count; from++)
        for (unsigned place = 0; place < end; place++) {
            if (!has_length(problem, place, problem->must[next]))
                continue;
            if (count == CASES_MAX)
                return false;
            memcpy(to[count], cases->places[from], sizeof *to);
            to[count][next] = (uint8_t)place;
            count += case_cells(problem, to[count], next + 1, cells);
        }
    memcpy(cases->places, to, count * sizeof *to);
    cases->count = count;
    cases->placed++;
    return true;
}

enum khi_status khi_rect_cases_make(struct rect_cases *cases,
                                    const struct khi_rect_problem *problem)
{
    uint8_t(*room)[KHI_RECT_MUST] = calloc(CASES_MAX, sizeof *room);

    *cases = (struct rect_cases){.count = 1};
    cases->places = calloc(CASES_MAX, sizeof *cases->places);
    if (room == NULL || cases->places == NULL) {
        free(room);
        return KHI_NO_MEMORY;
    }
    while (cases->placed < problem->must_count && extend(problem, cases, room))
        continue;
    free(room);
    cases->slices = RECT_SLICES / (cases->count > 0 ? cases->count : 1);
    if (cases->slices < SLICES_MIN)
        cases->slices = SLICES_MIN;
    return KHI_OK;
}

static bool is_free(const struct khi_rect_problem *problem, const struct rect_cases *cases)
{
    return cases->placed == 0 && problem->given[0][0] == '\0';
}

/* Looks at the case from every side and keeps the frame that promises the least work. Words are
 * always read against the direction in which the rows are filled, which is the faster. */
static enum khi_status choose_frame(struct rect_ready *ready,
                                    const struct khi_rect_problem *problem, rect_cells cells,
                                    const struct rect_list *across, const struct rect_list *down,
                                    bool may_mirror, const atomic_uint *signal)
{
    double least = -1;

    if (problem->mirror == KHI_RECT_SYMMETRIC)
        return khi_rect_frame_make(&ready->frame, problem, cells, across, down,
                                   (struct rect_plan){0}, false, &ready->pool);
    for (unsigned side = 0; side < 4; side++) {
        struct rect_plan plan = {.turned = side & 2, .from_bottom = side & 1};
        struct rect_frame frame;
        plan.from_right = !plan.from_bottom;
        if (khi_rect_frame_make(&frame, problem, cells, across, down, plan, may_mirror,
                                &ready->pool) != KHI_OK)
            return KHI_NO_MEMORY;
        if (rect_stopped(signal))
            return KHI_RECT_STOPPED;
        double cost = khi_rect_frame_cost(&frame);
        if (least < 0 || cost < least) {
            least = cost;
            ready->frame = frame;
        }
        if (frame.mirror && side == 1)
            break; /* turned it is the same again */
    }
    return KHI_OK;
}

enum khi_status khi_rect_ready_make(struct rect_ready *ready,
                                    const struct khi_rect_problem *problem,
                                    const struct rect_cases *cases, const struct rect_list *across,
                                    const struct rect_list *down, const atomic_uint *signal)
{
    rect_cells cells;

    ready->places = cases->places[ready->index];
    ready->possible = case_cells(problem, ready->places, cases->placed, cells);
    if (ready->possible && !is_free(problem, cases))
        ready->possible = khi_rect_narrow(cells, across, down);
    if (!ready->possible)
        return KHI_OK;
    enum khi_status status =
        choose_frame(ready, problem, cells, across, down, cases->placed == 0, signal);
    if (status == KHI_OK && !ready->frame.symmetric && ready->frame.height >= 3)
        ready->join = khi_rect_join_new(&ready->frame, signal);
    return status;
}

void khi_rect_ready_clear(struct rect_ready *ready)
{
    khi_rect_join_free(ready->join);
    khi_rect_pool_clear(&ready->pool);
}

/* ---- units ---- */

static void place_first(struct rect_search *search, uint32_t index)
{
    const struct rect_frame *frame = search->frame;
    const uint8_t *word = frame->row[0]->list.words[index];

    memcpy(search->grid[0], word, RECT_SIDE);
    for (unsigned col = 0; col < frame->width; col++) {
        struct rect_node root = frame->column[col]->nodes[0];
        search->column[1][col] = root.first + khi_popcount(root.mask & ((1u << word[col]) - 1));
    }
    search->tied[1] = frame->mirror;
}

/* Does every column have a word that begins so? */
static bool can_be_first(const struct rect_frame *frame, uint32_t index)
{
    const uint8_t *word = frame->row[0]->list.words[index];

    for (unsigned col = 0; col < frame->width; col++)
        if ((frame->column[col]->nodes[0].mask >> word[col] & 1) == 0)
            return false;
    return true;
}

/* The letters of a piece. In a symmetric square the first cell of the second row is given, and the
 * second makes the pieces. */
static void choose_piece(struct rect_search *search, uint32_t piece)
{
    bool symmetric = search->frame->symmetric;

    search->piece[0] = search->piece[1] = KHI_ALL_LETTERS;
    if (search->frame->pieces == 26)
        search->piece[symmetric] = 1u << piece;
    if (search->frame->pieces == 676) {
        search->piece[0] = 1u << piece / 26;
        search->piece[1] = 1u << piece % 26;
    }
}

/* Has the search the room that this case's join needs? */
static bool has_room(struct rect_search *search, const struct rect_ready *ready)
{
    if (ready->join == NULL || search->scratch_case == ready->index + 1)
        return true;
    khi_rect_scratch_free(search->scratch);
    search->scratch = khi_rect_scratch_new(&ready->frame);
    search->scratch_case = search->scratch != NULL ? ready->index + 1 : 0;
    return search->scratch != NULL;
}

static void search_below(struct rect_search *search, bool wide)
{
#if defined(__x86_64__)
    if (wide && search->join != NULL)
        khi_rect_join_avx2(search);
    else if (wide)
        khi_rect_walk_avx2(search, 1);
    if (wide)
        return;
#else
    (void)wide;
#endif
    if (search->join != NULL)
        khi_rect_join_plain(search);
    else
        khi_rect_walk_plain(search, 1);
}

static uint32_t item_count(const struct rect_ready *ready)
{
    return ready->possible ? ready->frame.row[0]->list.count * ready->frame.pieces : 0;
}

bool khi_rect_is_idle(const struct rect_ready *ready, uint32_t slice)
{
    return slice >= item_count(ready);
}

enum khi_status khi_rect_run(struct rect_search *search, const struct rect_ready *ready,
                             uint32_t slice, uint32_t slices)
{
    const struct rect_frame *frame = &ready->frame;

    if (khi_rect_is_idle(ready, slice))
        return KHI_OK;
    if (!has_room(search, ready))
        return KHI_NO_MEMORY;
    search->frame = frame;
    search->join = ready->join;
    uint32_t items = item_count(ready);
    for (uint32_t item = slice; item < items && !rect_halted(search); item += slices) {
        if (!can_be_first(frame, item / frame->pieces))
            continue;
        place_first(search, item / frame->pieces);
        choose_piece(search, item % frame->pieces);
        search_below(search, ready->wide);
    }
    return KHI_OK;
}

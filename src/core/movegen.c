/* movegen.c: every legal play of a position, by walking the graph of words along the lines.
 *
 * Rows and columns are both treated as lines of 19 spots (Appel and Jacobson 1988). For an empty
 * spot it is worked out first which letters may lie there so that the word at right angles is in
 * the dictionary, and what laying there would do at right angles: tiles captured, column reached.
 * For a tile on the board the same of the word that crosses it. Words at right angles to a line
 * never share a square, so captures simply add up along the main word, and no play is judged
 * afterwards.
 *
 * A play is legal if it takes in a *goal*: a tile of the player's own in the main word, or an empty
 * spot with one in its word at right angles; for a first word the start square; for a search with
 * targets one of these. `need` tells how many tiles must be laid from a spot on to take in the
 * next goal, so hopeless beginnings are not tried.
 *
 *     . . . . + T . .      the walk starts at the first spot that is not free, +, and goes right;
 *     - - - - ^            free spots before it take every beginning of a word that the rack makes,
 *                          which is walked once for all its lengths
 *
 * Each word begins at one spot only and letters are tried one by one, so a play comes once. A
 * single tile that makes words both ways is taken from its row. The cost is a few machine
 * instructions for each letter tried; the stars of the rack multiply the letters.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/movegen.h"

#include <string.h>

enum { NEVER = KHI_SIDE + 1 };

/* One square of a line. */
struct spot {
    uint32_t letters; /* that may be laid; 0 on a tile */
    uint16_t square;
    uint8_t letter; /* of a tile */
    bool is_tile;
    bool is_goal;
    bool is_free;     /* empty, no goal and nothing at right angles */
    bool is_crossing; /* empty, with a word at right angles */
    uint8_t need;     /* tiles to lay from here on to take in a goal */
    uint8_t captures; /* at right angles; of a tile also itself */
    uint8_t reach;
};

struct walker {
    const struct khi_graph *graph;
    const struct khi_search *search;
    uint64_t found;
    struct khi_move move; /* the play as far as it is laid */
    uint32_t rack;        /* the letters of which the rack has some */
    uint32_t usable;      /* the same, all if there is a star */
    uint8_t count[KHI_KINDS];
    unsigned left; /* tiles on the rack */
    bool across;
    unsigned begin;                 /* where the main word begins */
    struct spot line[KHI_SIDE + 2]; /* beyond the edge nothing is and nothing fits */
};

/* What a walk has gathered. */
struct gathered {
    uint16_t captures;
    uint8_t reach;
    bool goal;
};

/* ---- preparing a line ---- */

/* Which letters make a word of what stands before and after an empty square. */
static uint32_t fitting_letters(const struct walker *walker, struct khi_run run, unsigned square)
{
    const struct khi_graph *graph = walker->graph;
    const uint8_t *cells = walker->search->position.board->cells;
    uint32_t node = graph->root, fit = 0;
    unsigned at = 0;

    for (; khi_run_square(run, at) != square; at++)
        node = khi_graph_step(graph, node, khi_cell_letter(cells[khi_run_square(run, at)]));
    if (at + 1 == run.length)
        return khi_graph_ends(graph, node);
    for (uint32_t left = khi_graph_on(graph, node); left != 0; left &= left - 1) {
        uint32_t next = khi_graph_child(graph, node, khi_lowest(left));
        unsigned i = at + 1;
        for (; i + 1 < run.length; i++)
            next = khi_graph_step(graph, next, khi_cell_letter(cells[khi_run_square(run, i)]));
        unsigned last = khi_cell_letter(cells[khi_run_square(run, i)]);
        if (khi_graph_ends(graph, next) >> last & 1)
            fit |= left & -left;
    }
    return fit;
}

/* Captures and reach of a run at right angles, and whether it has a tile of the player's own. */
static bool weigh_run(const struct walker *walker, struct khi_run run, struct spot *spot)
{
    const struct khi_position *position = &walker->search->position;
    unsigned last = khi_run_square(run, run.length - 1u);
    unsigned low = khi_col_reach(position->player, khi_square_col(run.first));
    unsigned high = khi_col_reach(position->player, khi_square_col(last));
    bool own = false;

    spot->reach = (uint8_t)(low > high ? low : high);
    for (unsigned i = 0; i < run.length; i++) {
        uint8_t cell = position->board->cells[khi_run_square(run, i)];
        if (cell == 0)
            continue;
        if (khi_cell_player(cell) == position->player)
            own = true;
        else
            spot->captures++;
    }
    return own;
}

static bool is_goal(const struct walker *walker, const struct spot *spot, bool own)
{
    const struct khi_search *search = walker->search;

    if (!search->position.started)
        return !spot->is_tile && spot->square == khi_start_square(search->position.player);
    if (search->targets != NULL)
        return !spot->is_tile && search->targets[spot->square];
    return own;
}

static void prepare_spot(const struct walker *walker, struct spot *spot, unsigned square)
{
    const struct khi_position *position = &walker->search->position;
    uint8_t cell = position->board->cells[square];
    struct khi_run run = khi_board_run(position->board, square, !walker->across);

    *spot = (struct spot){.square = (uint16_t)square, .is_tile = cell != 0};
    bool own = weigh_run(walker, run, spot);
    if (spot->is_tile) {
        spot->letter = (uint8_t)khi_cell_letter(cell);
        own = khi_cell_player(cell) == position->player;
    } else {
        spot->is_crossing = run.length > 1;
        spot->letters = spot->is_crossing ? fitting_letters(walker, run, square) : KHI_ALL_LETTERS;
    }
    spot->is_goal = is_goal(walker, spot, own);
    spot->is_free = !spot->is_tile && !spot->is_crossing && !spot->is_goal;
}

/* Fills the line. False if no play in it can take in a goal. */
static bool prepare_line(struct walker *walker, unsigned number)
{
    unsigned need = NEVER;

    for (unsigned at = 0; at < KHI_SIDE; at++)
        prepare_spot(walker, &walker->line[at],
                     walker->across ? khi_square(number, at) : khi_square(at, number));
    walker->line[KHI_SIDE] = walker->line[KHI_SIDE + 1] = (struct spot){.need = NEVER};
    bool hope = false;
    for (unsigned at = KHI_SIDE; at-- > 0;) {
        struct spot *spot = &walker->line[at];
        if (spot->is_goal)
            need = !spot->is_tile;
        else if (!spot->is_tile && need < NEVER)
            need++;
        spot->need = (uint8_t)need;
        hope |= need <= walker->left;
    }
    return hope;
}

/* ---- walking ---- */

/* Lays a letter, from an ordinary tile if there is one. Returns what khi_take_up wants back. */
static inline bool lay(struct walker *walker, unsigned at, unsigned letter)
{
    bool star = walker->count[letter] == 0;
    unsigned kind = star ? KHI_STAR : letter;

    if (--walker->count[kind] == 0) {
        walker->rack &= ~(1u << kind);
        walker->usable = walker->count[KHI_STAR] ? KHI_ALL_LETTERS : walker->rack;
    }
    walker->left--;
    walker->move.stars += star;
    walker->move.halves += (uint16_t)(star ? KHI_BLANK_HALVES : khi_letter_halves(letter));
    walker->move.lay.tiles[walker->move.lay.count++] =
        (struct khi_laid){walker->line[at].square, (uint8_t)letter, star};
    return star;
}

static inline void take_up(struct walker *walker, unsigned letter, bool star)
{
    unsigned kind = star ? KHI_STAR : letter;

    walker->count[kind]++;
    walker->rack |= 1u << kind;
    walker->usable = walker->count[KHI_STAR] ? KHI_ALL_LETTERS : walker->rack;
    walker->left++;
    walker->move.stars -= star;
    walker->move.halves -= (uint16_t)(star ? KHI_BLANK_HALVES : khi_letter_halves(letter));
    walker->move.lay.count--;
}

/* The main word ends before spot `end`. */
static inline void report(struct walker *walker, unsigned end, struct gathered sum)
{
    struct khi_move *move = &walker->move;
    unsigned length = end - walker->begin;

    if (!sum.goal || length < 2)
        return;
    if (move->lay.count == 1 && !walker->across) {
        unsigned square = move->lay.tiles[0].square;
        if (walker->line[khi_square_row(square)].is_crossing)
            return; /* it is found in its row */
    }
    move->run.first = walker->line[walker->begin].square;
    move->run.length = (uint8_t)length;
    move->captures = sum.captures;
    move->reach = sum.reach;
    walker->found++;
    walker->search->visit(walker->search->context, move);
}

static inline void gather(struct gathered *sum, const struct spot *spot)
{
    sum->captures = (uint16_t)(sum->captures + spot->captures);
    sum->reach = spot->reach > sum->reach ? spot->reach : sum->reach;
    sum->goal |= spot->is_goal;
}

static void walk_on(struct walker *walker, unsigned at, uint32_t node, struct gathered sum);

/* Follows the tiles from `at` on. A word may end with the last of them. */
static void walk_tiles(struct walker *walker, unsigned at, uint32_t node, struct gathered sum)
{
    const struct khi_graph *graph = walker->graph;

    for (;; at++) {
        const struct spot *spot = &walker->line[at];
        bool last = !spot[1].is_tile;
        gather(&sum, spot);
        if (last && walker->move.lay.count > 0 && khi_graph_ends(graph, node) >> spot->letter & 1)
            report(walker, at + 1, sum);
        node = khi_graph_step(graph, node, spot->letter);
        if (node == 0)
            return;
        if (last)
            break;
    }
    walk_on(walker, at + 1, node, sum);
}

/* Lays every letter that fits on the empty spot `at`. */
static void walk_on(struct walker *walker, unsigned at, uint32_t node, struct gathered sum)
{
    const struct khi_graph *graph = walker->graph;
    const struct spot *spot = &walker->line[at];
    uint32_t on = khi_graph_on(graph, node), ends = khi_graph_ends(graph, node);
    uint32_t letters = spot->letters & walker->usable;

    if (spot[1].is_tile)
        letters &= on;
    else if (walker->left == 1)
        letters &= ends;
    else
        letters &= on | ends;
    if (walker->left == 0 || letters == 0)
        return;
    gather(&sum, spot);
    for (; letters != 0; letters &= letters - 1) {
        unsigned letter = khi_lowest(letters);
        bool star = lay(walker, at, letter);
        if (spot[1].is_tile) {
            walk_tiles(walker, at + 1, khi_graph_child(graph, node, letter), sum);
        } else {
            if (ends >> letter & 1)
                report(walker, at + 1, sum);
            if (on >> letter & 1 && walker->left > 0)
                walk_on(walker, at + 1, khi_graph_child(graph, node, letter), sum);
        }
        take_up(walker, letter, star);
    }
}

/* Begins the main word `laid` spots before `at`, where the tiles laid so far now lie. */
static void begin_word(struct walker *walker, unsigned at, unsigned laid, uint32_t node)
{
    struct gathered sum = {0};

    walker->begin = at - laid;
    for (unsigned i = 0; i < laid; i++) {
        const struct spot *spot = &walker->line[walker->begin + i];
        walker->move.lay.tiles[i].square = spot->square;
        sum.reach = spot->reach > sum.reach ? spot->reach : sum.reach;
    }
    if (walker->line[at].is_tile)
        walk_tiles(walker, at, node, sum);
    else
        walk_on(walker, at, node, sum);
}

/* Tries all beginnings on the free spots before `at`, at most `room` letters more. */
static void walk_before(struct walker *walker, unsigned at, unsigned room, uint32_t node)
{
    const struct khi_graph *graph = walker->graph;

    begin_word(walker, at, walker->move.lay.count, node);
    if (room == 0)
        return;
    for (uint32_t letters = khi_graph_on(graph, node) & walker->usable; letters != 0;
         letters &= letters - 1) {
        unsigned letter = khi_lowest(letters);
        bool star = lay(walker, 0, letter);
        walk_before(walker, at, room - 1, khi_graph_child(graph, node, letter));
        take_up(walker, letter, star);
    }
}

/* The free spots before `at` that a word may begin with. */
static unsigned room_before(const struct walker *walker, unsigned at)
{
    unsigned free = 0;

    while (free < at && walker->line[at - free - 1].is_free)
        free++;
    bool joins = free < at && walker->line[at - free - 1].is_tile;
    unsigned spare = walker->left - walker->line[at].need;
    free -= joins && free > 0;
    return free < spare ? free : spare;
}

static void walk_line(struct walker *walker)
{
    for (unsigned at = 0; at < KHI_SIDE; at++) {
        const struct spot *spot = &walker->line[at];
        bool can_begin = at == 0 || !spot[-1].is_tile;
        if (can_begin && !spot->is_free && spot->need <= walker->left)
            walk_before(walker, at, room_before(walker, at), walker->graph->root);
    }
}

/* The first word of the right player lies in its row. */
static bool is_line_tried(const struct khi_position *position, bool across)
{
    return across || position->started || position->player == 0;
}

uint64_t khi_movegen_each(const struct khi_graph *graph, const struct khi_search *search)
{
    struct walker walker = {.graph = graph, .search = search, .left = search->rack.count};

    khi_rack_kinds(&search->rack, walker.count);
    for (unsigned kind = 0; kind < KHI_KINDS; kind++)
        walker.rack |= (uint32_t)(walker.count[kind] != 0) << kind;
    walker.usable = walker.count[KHI_STAR] ? KHI_ALL_LETTERS : walker.rack;
    for (unsigned direction = 0; direction < 2; direction++) {
        walker.across = walker.move.run.across = direction == 0;
        if (!is_line_tried(&search->position, walker.across))
            continue;
        for (unsigned number = 0; number < KHI_SIDE; number++)
            if (prepare_line(&walker, number))
                walk_line(&walker);
    }
    return walker.found;
}

/* ---- what is found ---- */

void khi_move_play(const struct khi_move *move, const struct khi_board *board,
                   struct khi_play *play)
{
    unsigned next = 0;

    memset(play, 0, sizeof *play);
    play->lay.count = move->lay.count;
    memcpy(play->lay.tiles, move->lay.tiles, move->lay.count * sizeof *move->lay.tiles);
    play->run = move->run;
    play->captures = move->captures;
    play->win = khi_move_wins(move);
    for (unsigned i = 0; i < move->run.length; i++) {
        uint8_t cell = board->cells[khi_run_square(move->run, i)];
        unsigned letter = cell ? khi_cell_letter(cell) : move->lay.tiles[next++].letter;
        play->word[i] = khi_letter_char(letter);
    }
}

bool khi_move_is_better(const struct khi_move *a, const struct khi_move *b)
{
    if (khi_move_wins(a) != khi_move_wins(b))
        return khi_move_wins(a);
    if (khi_move_value(a) != khi_move_value(b))
        return khi_move_value(a) > khi_move_value(b);
    return a->stars < b->stars;
}

void khi_best_visit(void *context, const struct khi_move *move)
{
    struct khi_best *best = context;
    unsigned at = best->count;

    if (at == best->room) {
        if (at == 0 || !khi_move_is_better(move, &best->moves[at - 1]))
            return;
        at--;
    } else {
        best->count++;
    }
    for (; at > 0 && khi_move_is_better(move, &best->moves[at - 1]); at--)
        best->moves[at] = best->moves[at - 1];
    best->moves[at] = *move;
}

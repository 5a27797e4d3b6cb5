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
 *     . . . . + T . .      A word is walked to the right from an *anchor*, the first spot that is
 *     - - - - ^            not free (+). Free spots before it take any beginning of a word that the
 *                          rack makes; beginnings do not depend on the line, so each is made once
 *                          for all anchors of the board with so many free spots before them.
 *
 * Each word begins at one spot only and letters are tried one by one, so a play comes once. A
 * single tile that makes words both ways is taken from its row. What a play gathers on its way
 * (captures, goals, the worth of its letters) is one sum of several small numbers in 64 bits.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/movegen.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEVER = KHI_SIDE + 1,
    LINES = 2 * KHI_SIDE,
    SPOTS = KHI_SIDE + 2, /* beyond the edge nothing is and nothing fits */
};

/* What is gathered, as the numbers of one sum. */
enum { GOALS = 0, CAPTURES = 8, HALVES = 24, STARS = 40 };

/* One square of a line. */
struct spot {
    uint32_t letters; /* that may be laid; 0 on a tile */
    uint16_t square;
    uint16_t gain;  /* captures at right angles (of a tile also itself) and goals, as a sum */
    uint8_t letter; /* of a tile */
    uint8_t reach;  /* at right angles */
    uint8_t need;   /* tiles to lay from here on to take in a goal */
    bool is_tile;
    bool is_free;     /* empty, no goal and nothing at right angles */
    bool is_crossing; /* empty, with a word at right angles */
};

struct anchor {
    const struct spot *spot;
    uint32_t letters; /* that can stand here, */
    uint32_t given;   /* even if the rack has none of them */
    uint8_t room;     /* letters that may come before it */
    bool across;
};

struct walker {
    const struct khi_graph *graph;
    const struct khi_search *search;
    uint64_t found;
    struct khi_move move; /* the play as far as it is laid */
    unsigned tiles;       /* on the rack at the beginning */
    uint32_t rack;        /* the letters of which the rack still has some */
    uint32_t usable;      /* the same, all if there is a star */
    uint8_t count[KHI_KINDS];
    uint64_t worth[KHI_KINDS]; /* what a tile of each kind adds to the sum */
    const struct spot *begin;  /* where the main word begins */
    unsigned anchor_count;
    struct anchor anchors[LINES * KHI_SIDE]; /* by their room, the greatest first */
    struct spot lines[LINES][SPOTS];
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
            spot->gain = (uint16_t)(spot->gain + (1u << CAPTURES));
    }
    return own;
}

/* Is the square a goal, where `own` tells of a tile of the player's own, or a word with one at
 * right angles? */
static bool is_goal(const struct khi_search *search, const struct spot *spot, bool own)
{
    if (!search->position.started)
        return !spot->is_tile && spot->square == khi_start_square(search->position.player);
    if (search->targets != NULL)
        return !spot->is_tile && search->targets[spot->square];
    return own;
}

/* Is there no tile on either side of the square, at right angles to its line? */
static bool stands_alone(const uint8_t *cells, unsigned square, unsigned number, bool across)
{
    unsigned step = across ? KHI_SIDE : 1;

    return (number == 0 || cells[square - step] == 0) &&
           (number + 1 == KHI_SIDE || cells[square + step] == 0);
}

static void prepare_spot(const struct walker *walker, struct spot *spot, unsigned square,
                         unsigned number, bool across)
{
    const struct khi_position *position = &walker->search->position;
    uint8_t cell = position->board->cells[square];
    struct khi_run run = {(uint16_t)square, 1, !across};
    bool alone = stands_alone(position->board->cells, square, number, across);

    *spot = (struct spot){.square = (uint16_t)square, .is_tile = cell != 0};
    if (!alone)
        run = khi_board_run(position->board, square, !across);
    bool own = weigh_run(walker, run, spot);
    if (spot->is_tile) {
        spot->letter = (uint8_t)khi_cell_letter(cell);
        own = khi_cell_player(cell) == position->player;
    } else {
        spot->is_crossing = !alone;
        spot->letters = alone ? KHI_ALL_LETTERS : fitting_letters(walker, run, square);
    }
    bool goal = is_goal(walker->search, spot, own);
    spot->gain = (uint16_t)(spot->gain + ((unsigned)goal << GOALS));
    spot->is_free = !spot->is_tile && !spot->is_crossing && !goal;
}

static void prepare_line(const struct walker *walker, struct spot *line, unsigned number,
                         bool across)
{
    unsigned need = NEVER;

    line[KHI_SIDE] = line[KHI_SIDE + 1] = (struct spot){.need = NEVER};
    for (unsigned at = KHI_SIDE; at-- > 0;) {
        struct spot *spot = &line[at];
        prepare_spot(walker, spot, across ? khi_square(number, at) : khi_square(at, number), number,
                     across);
        if ((spot->gain & 0xff) != 0)
            need = !spot->is_tile;
        else if (!spot->is_tile && need < NEVER)
            need++;
        spot->need = (uint8_t)need;
    }
}

/* ---- anchors ---- */

/* How many free spots before spot `at` a word may begin with. */
static unsigned room_before(const struct spot *line, unsigned at, unsigned tiles)
{
    unsigned free = 0, spare = tiles - line[at].need;

    while (free < at && free <= spare && line[at - free - 1].is_free)
        free++;
    /* not right behind a tile, which would belong to the word */
    if (free > 0 && free < at && line[at - free - 1].is_tile)
        free--;
    return free < spare ? free : spare;
}

static void add_anchors(struct walker *walker, const struct spot *line, bool across)
{
    for (unsigned at = 0; at < KHI_SIDE; at++) {
        const struct spot *spot = &line[at];
        bool can_begin = at == 0 || !spot[-1].is_tile;
        if (!can_begin || spot->is_free || spot->need > walker->tiles)
            continue;
        walker->anchors[walker->anchor_count++] = (struct anchor){
            .spot = spot,
            .letters = spot->is_tile ? 1u << spot->letter : spot->letters,
            .given = spot->is_tile ? KHI_ALL_LETTERS : 0,
            .room = (uint8_t)room_before(line, at, walker->tiles),
            .across = across,
        };
    }
}

static int by_room(const void *a, const void *b)
{
    const struct anchor *one = a, *other = b;

    if (one->room != other->room)
        return other->room - one->room;
    return one->spot < other->spot ? -1 : 1;
}

/* Which lines can have a goal, as bits: rows from bit 0, columns from bit 19. A tile makes goals at
 * most in its own lines and, at the ends of its runs, in those beside a tile. */
static uint64_t lines_with_goals(const struct khi_search *search)
{
    const struct khi_position *position = &search->position;
    unsigned start = khi_start_square(position->player);
    uint64_t rows = 0, cols = 0;

    if (!position->started) /* the first word of the right player lies in its row */
        return (uint64_t)1 << khi_square_row(start) |
               (position->player ? 0 : (uint64_t)1 << (KHI_SIDE + khi_square_col(start)));
    for (unsigned row = 0, square = 0; row < KHI_SIDE; row++) {
        for (unsigned col = 0; col < KHI_SIDE; col++, square++) {
            if (search->targets != NULL ? !search->targets[square]
                                        : position->board->cells[square] == 0)
                continue;
            rows |= (uint64_t)7 << row;
            cols |= (uint64_t)7 << col;
        }
    }
    return (rows >> 1 & 0x7ffff) | (cols >> 1 & 0x7ffff) << KHI_SIDE;
}

static void prepare(struct walker *walker)
{
    uint64_t lines = lines_with_goals(walker->search);

    for (unsigned line = 0; line < LINES; line++) {
        bool across = line < KHI_SIDE;
        if ((lines >> line & 1) == 0)
            continue;
        prepare_line(walker, walker->lines[line], line % KHI_SIDE, across);
        add_anchors(walker, walker->lines[line], across);
    }
    qsort(walker->anchors, walker->anchor_count, sizeof *walker->anchors, by_room);
}

/* ---- walking ---- */

/* Lays a letter, from an ordinary tile if there is one, and returns the kind of tile. */
static inline unsigned lay(struct walker *walker, unsigned square, unsigned letter)
{
    unsigned kind = walker->count[letter] ? letter : KHI_STAR;

    walker->move.lay.tiles[walker->move.lay.count++] =
        (struct khi_laid){(uint16_t)square, (uint8_t)letter, kind == KHI_STAR};
    if (--walker->count[kind] == 0) {
        walker->rack &= ~(1u << kind);
        walker->usable = walker->count[KHI_STAR] ? KHI_ALL_LETTERS : walker->rack;
    }
    return kind;
}

/* The masks are restored from what they were before. */
static inline void take_up(struct walker *walker, unsigned kind, uint32_t rack, uint32_t usable)
{
    walker->count[kind]++;
    walker->move.lay.count--;
    walker->rack = rack;
    walker->usable = usable;
}

/* The main word ends before this spot. */
static inline void report(struct walker *walker, const struct spot *end, uint64_t sum,
                          unsigned reach)
{
    struct khi_move *move = &walker->move;
    unsigned length = (unsigned)(end - walker->begin);

    if ((sum & 0xff) == 0 || length < 2)
        return;
    if (move->lay.count == 1 && !move->run.across) {
        const struct spot *spot = walker->begin;
        while (spot->is_tile)
            spot++;
        if (spot->is_crossing)
            return; /* it is found in its row */
    }
    move->run.first = walker->begin->square;
    move->run.length = (uint8_t)length;
    move->captures = (uint16_t)(sum >> CAPTURES);
    move->halves = (uint16_t)(sum >> HALVES);
    move->stars = (uint8_t)(sum >> STARS);
    move->reach = (uint8_t)reach;
    walker->found++;
    walker->search->visit(walker->search->context, move);
}

static inline unsigned farther(unsigned reach, const struct spot *spot)
{
    return spot->reach > reach ? spot->reach : reach;
}

static void walk_on(struct walker *walker, const struct spot *spot, uint32_t node, uint64_t sum,
                    unsigned reach);

/* Follows the tiles from this spot on. A word may end with the last of them. */
static void walk_tiles(struct walker *walker, const struct spot *spot, uint32_t node, uint64_t sum,
                       unsigned reach)
{
    const struct khi_graph *graph = walker->graph;

    for (;; spot++) {
        bool last = !spot[1].is_tile;
        sum += spot->gain;
        reach = farther(reach, spot);
        if (last && walker->move.lay.count > 0 && khi_graph_ends(graph, node) >> spot->letter & 1)
            report(walker, spot + 1, sum, reach);
        node = khi_graph_step(graph, node, spot->letter);
        if (node == 0)
            return;
        if (last)
            break;
    }
    walk_on(walker, spot + 1, node, sum, reach);
}

/* Lays every letter that fits on this spot, which is empty. */
static void walk_on(struct walker *walker, const struct spot *spot, uint32_t node, uint64_t sum,
                    unsigned reach)
{
    const struct khi_graph *graph = walker->graph;
    const uint32_t rack = walker->rack, usable = walker->usable;
    unsigned left = walker->tiles - walker->move.lay.count;
    uint32_t on = left > 1 || spot[1].is_tile ? khi_graph_on(graph, node) : 0;
    uint32_t ends = spot[1].is_tile ? 0 : khi_graph_ends(graph, node);
    uint32_t letters = left == 0 ? 0 : spot->letters & usable & (on | ends);

    sum += spot->gain;
    reach = farther(reach, spot);
    for (; letters != 0; letters &= letters - 1) {
        unsigned letter = khi_lowest(letters);
        unsigned kind = lay(walker, spot->square, letter);
        uint64_t new_sum = sum + walker->worth[kind];
        if (ends >> letter & 1)
            report(walker, spot + 1, new_sum, reach);
        if (on >> letter & 1) {
            uint32_t next = khi_graph_child(graph, node, letter);
            if (spot[1].is_tile)
                walk_tiles(walker, spot + 1, next, new_sum, reach);
            else
                walk_on(walker, spot + 1, next, new_sum, reach);
        }
        take_up(walker, kind, rack, usable);
    }
}

/* Puts the beginning that is laid right before an anchor and goes on from there. */
static void walk_anchor(struct walker *walker, const struct anchor *anchor, uint32_t node,
                        uint64_t sum)
{
    unsigned laid = walker->move.lay.count;

    walker->begin = anchor->spot - laid;
    walker->move.run.across = anchor->across;
    for (unsigned i = 0; i < laid; i++)
        walker->move.lay.tiles[i].square = walker->begin[i].square;
    if (anchor->spot->is_tile)
        walk_tiles(walker, anchor->spot, node, sum, walker->begin->reach);
    else
        walk_on(walker, anchor->spot, node, sum, walker->begin->reach);
}

/* Takes the beginning that is laid to each of the first `count` anchors with room for it, then
 * lengthens it by every letter. */
static void walk_beginnings(struct walker *walker, unsigned count, uint32_t node, uint64_t sum)
{
    const struct khi_graph *graph = walker->graph;
    const uint32_t rack = walker->rack, usable = walker->usable;
    unsigned laid = walker->move.lay.count, roomy = 0;
    uint32_t on = khi_graph_on(graph, node), next = on | khi_graph_ends(graph, node);

    for (unsigned i = 0; i < count && walker->anchors[i].room >= laid; i++) {
        const struct anchor *anchor = &walker->anchors[i];
        roomy += anchor->room > laid;
        if (next & anchor->letters & (usable | anchor->given))
            walk_anchor(walker, anchor, node, sum);
    }
    if (roomy == 0)
        return;
    for (uint32_t letters = on & usable; letters != 0; letters &= letters - 1) {
        unsigned letter = khi_lowest(letters);
        unsigned kind = lay(walker, 0, letter);
        walk_beginnings(walker, roomy, khi_graph_child(graph, node, letter),
                        sum + walker->worth[kind]);
        take_up(walker, kind, rack, usable);
    }
}

uint64_t khi_movegen_each(const struct khi_graph *graph, const struct khi_search *search)
{
    struct walker walker;

    memset(&walker, 0, offsetof(struct walker, anchors));
    walker.graph = graph;
    walker.search = search;
    walker.tiles = search->rack.count;
    khi_rack_kinds(&search->rack, walker.count);
    for (unsigned kind = 0; kind < KHI_KINDS; kind++) {
        walker.rack |= (uint32_t)(walker.count[kind] != 0) << kind;
        if (kind < KHI_LETTERS)
            walker.worth[kind] = (uint64_t)khi_letter_halves(kind) << HALVES;
    }
    walker.worth[KHI_STAR] = (uint64_t)KHI_BLANK_HALVES << HALVES | (uint64_t)1 << STARS;
    walker.usable = walker.count[KHI_STAR] ? KHI_ALL_LETTERS : walker.rack;
    prepare(&walker);
    walk_beginnings(&walker, walker.anchor_count, graph->root, 0);
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

static bool goes_before(const struct khi_best *best, const struct khi_move *a,
                        const struct khi_move *b)
{
    if (best->by_value && khi_move_value(a) != khi_move_value(b))
        return khi_move_value(a) > khi_move_value(b);
    return khi_move_is_better(a, b);
}

void khi_best_visit(void *context, const struct khi_move *move)
{
    struct khi_best *best = context;
    unsigned at = best->count;

    if (at == best->room) {
        if (at == 0 || !goes_before(best, move, &best->moves[at - 1]))
            return;
        at--;
    } else {
        best->count++;
    }
    for (; at > 0 && goes_before(best, move, &best->moves[at - 1]); at--)
        best->moves[at] = best->moves[at - 1];
    best->moves[at] = *move;
}

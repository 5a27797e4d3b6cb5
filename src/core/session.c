/* session.c: the list of actions, and where in it the session stands.
 *
 * For every action the game before it is kept, with the tiles that were laid then; the last entry
 * has no action yet. Undo and redo only move the mark `at`; a new action writes over what stands
 * there and cuts the rest off. A game is about 450 bytes, so even long games stay small.
 *
 *     entries   [game, laid, action] [game, laid, action] [game, laid, -]
 *                                      at ^ after one undo
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session.h"

#include "khi/computer.h"
#include "khi/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

static bool make_room(struct khi_session *session)
{
    if (session->count < session->room)
        return true;
    unsigned room = session->room ? session->room * 2 : 16;
    struct entry *entries = realloc(session->entries, room * sizeof *entries);
    if (entries == NULL)
        return false;
    session->entries = entries;
    session->room = room;
    return true;
}

static void begin_entry(struct entry *entry, const struct khi_game *game)
{
    memset(entry, 0, sizeof *entry);
    entry->game = *game;
    memcpy(entry->dealt, game->racks, sizeof entry->dealt);
}

struct khi_session *khi_session_from_game(const struct khi_lexicon *lexicon,
                                          const struct khi_game *game)
{
    struct khi_session *session = calloc(1, sizeof *session);

    if (session == NULL)
        return NULL;
    session->lexicon = lexicon;
    session->checksum = lexicon->summary.checksum;
    khi_text_clean(session->dictionary, sizeof session->dictionary, lexicon->name,
                   strlen(lexicon->name));
    if (session->dictionary[0] == '\0')
        strcpy(session->dictionary, "-");
    session->shuffle = khi_mix(game->seed);
    if (!make_room(session)) {
        free(session);
        return NULL;
    }
    begin_entry(&session->entries[0], game);
    session->count = 1;
    return session;
}

struct khi_session *khi_session_new(const struct khi_lexicon *lexicon, uint64_t seed,
                                    enum khi_level left, enum khi_level right)
{
    struct khi_game game;

    khi_game_init(&game, seed, left, right);
    return khi_session_from_game(lexicon, &game);
}

void khi_session_free(struct khi_session *session)
{
    if (session == NULL)
        return;
    khi_graph_free(session->graph);
    free(session->entries);
    free(session);
}

/* ---- asking ---- */

static struct entry *present(const struct khi_session *session)
{
    return &session->entries[session->at];
}

static bool is_human(const struct khi_game *game)
{
    return game->level[game->player] == KHI_HUMAN;
}

const struct khi_game *khi_session_game(const struct khi_session *session)
{
    return &present(session)->game;
}

const struct khi_lexicon *khi_session_lexicon(const struct khi_session *session)
{
    return session->lexicon;
}

bool khi_session_is_view_only(const struct khi_session *session)
{
    return session->view_only;
}

const char *khi_session_dictionary(const struct khi_session *session, uint64_t *checksum)
{
    if (checksum != NULL)
        *checksum = session->checksum;
    return session->dictionary;
}

unsigned khi_session_action_count(const struct khi_session *session)
{
    return session->at;
}

const struct khi_action *khi_session_action(const struct khi_session *session, unsigned number)
{
    assert(number < session->at);
    return &session->entries[number].action;
}

const struct khi_game *khi_session_game_at(const struct khi_session *session, unsigned number)
{
    assert(number <= session->at);
    return &session->entries[number].game;
}

bool khi_session_is_assisted(const struct khi_session *session)
{
    return session->assisted;
}

void khi_session_mark_assisted(struct khi_session *session)
{
    session->assisted = true;
}

/* ---- the unfinished turn ---- */

const struct khi_tentative *khi_session_laid(const struct khi_session *session, unsigned *count)
{
    *count = present(session)->laid_count;
    return present(session)->laid;
}

bool khi_session_is_laid(const struct khi_session *session, unsigned slot)
{
    const struct entry *entry = present(session);

    for (unsigned i = 0; i < entry->laid_count; i++)
        if (entry->laid[i].slot == slot)
            return true;
    return false;
}

const struct khi_tentative *khi_session_laid_on(const struct khi_session *session, unsigned square)
{
    const struct entry *entry = present(session);

    for (unsigned i = 0; i < entry->laid_count; i++)
        if (entry->laid[i].tile.square == square)
            return &entry->laid[i];
    return NULL;
}

static enum khi_status check_open(const struct khi_session *session, struct khi_error *error)
{
    if (session->view_only)
        return khi_fail(error, KHI_SESSION_VIEW_ONLY, 0, session->dictionary);
    if (khi_session_game(session)->end != KHI_GOING_ON)
        return khi_fail(error, KHI_GAME_OVER, 0, "");
    return KHI_OK;
}

enum khi_status khi_session_lay(struct khi_session *session, unsigned slot, unsigned square,
                                unsigned letter, struct khi_error *error)
{
    struct entry *entry = present(session);
    const struct khi_rack *rack = &entry->game.racks[entry->game.player];
    enum khi_status status = check_open(session, error);

    if (status != KHI_OK)
        return status;
    if (slot >= rack->count || khi_session_is_laid(session, slot))
        return khi_fail(error, KHI_LAY_EMPTY_SLOT, slot, "");
    bool star = rack->tiles[slot] == KHI_STAR;
    if (star && letter >= KHI_LETTERS)
        return khi_fail(error, KHI_LAY_NO_LETTER, slot, "");
    if (square >= KHI_SQUARES || !khi_board_is_empty(&entry->game.board, square) ||
        khi_session_laid_on(session, square) != NULL) {
        char name[KHI_SQUARE_NAME];
        khi_square_format(square % KHI_SQUARES, name);
        return khi_fail(error, KHI_PLAY_OCCUPIED, square, name);
    }
    entry->laid[entry->laid_count++] = (struct khi_tentative){
        (uint8_t)slot,
        {(uint16_t)square, (uint8_t)(star ? letter : rack->tiles[slot]), star},
    };
    return KHI_OK;
}

static bool take_back_nth(struct entry *entry, unsigned nth)
{
    if (nth >= entry->laid_count)
        return false;
    entry->laid_count--;
    memmove(&entry->laid[nth], &entry->laid[nth + 1],
            (entry->laid_count - nth) * sizeof *entry->laid);
    memset(&entry->laid[entry->laid_count], 0, sizeof *entry->laid);
    return true;
}

bool khi_session_take_back(struct khi_session *session, unsigned square)
{
    const struct khi_tentative *found = khi_session_laid_on(session, square);

    return found != NULL &&
           take_back_nth(present(session), (unsigned)(found - present(session)->laid));
}

bool khi_session_take_back_last(struct khi_session *session)
{
    return take_back_nth(present(session), present(session)->laid_count - 1u);
}

bool khi_session_take_back_all(struct khi_session *session)
{
    bool any = false;

    while (khi_session_take_back_last(session))
        any = true;
    return any;
}

struct khi_lay khi_session_lay_at(const struct khi_session *session, unsigned number)
{
    const struct entry *entry = &session->entries[number];
    struct khi_lay lay = {0};

    for (unsigned i = 0; i < entry->laid_count; i++)
        khi_lay_add(&lay, entry->laid[i].tile);
    return lay;
}

/* Finds a slot for each laid tile again, after the order of the rack has changed. */
static void find_slots(struct entry *entry)
{
    const struct khi_rack *rack = &entry->game.racks[entry->game.player];
    bool used[KHI_RACK] = {false};

    for (unsigned i = 0; i < entry->laid_count; i++) {
        unsigned slot = 0, kind = khi_laid_kind(entry->laid[i].tile);
        while (slot < rack->count && (used[slot] || rack->tiles[slot] != kind))
            slot++;
        assert(slot < rack->count);
        used[slot] = true;
        entry->laid[i].slot = (uint8_t)slot;
    }
}

void khi_session_shuffle(struct khi_session *session)
{
    struct entry *entry = present(session);

    khi_rack_shuffle(&entry->game.racks[entry->game.player], &session->shuffle);
    find_slots(entry);
}

void khi_session_sort(struct khi_session *session)
{
    struct entry *entry = present(session);

    khi_rack_sort(&entry->game.racks[entry->game.player]);
    find_slots(entry);
}

/* Does the one have the tiles of the other, in whatever order? */
static bool has_same_tiles(struct khi_rack rack, const struct khi_rack *other)
{
    for (unsigned i = 0; i < other->count; i++)
        if (!khi_rack_remove(&rack, other->tiles[i]))
            return false;
    return rack.count == 0;
}

static bool can_be_laid(const struct khi_board *board, struct khi_rack rack,
                        const struct khi_lay *lay)
{
    for (unsigned i = 0; i < lay->count; i++)
        if (!khi_board_is_empty(board, lay->tiles[i].square) ||
            !khi_rack_remove(&rack, khi_laid_kind(lay->tiles[i])))
            return false;
    return true;
}

static void set_laid(struct entry *entry, const struct khi_lay *lay)
{
    memset(entry->laid, 0, sizeof entry->laid);
    entry->laid_count = (uint8_t)lay->count;
    for (unsigned i = 0; i < lay->count; i++)
        entry->laid[i].tile = lay->tiles[i];
    find_slots(entry);
}

bool khi_session_set_turn(struct khi_session *session, const struct khi_rack orders[static 2],
                          const struct khi_lay *lay)
{
    struct entry *entry = present(session);
    struct khi_game *game = &entry->game;

    if (!has_same_tiles(orders[0], &game->racks[0]) ||
        !has_same_tiles(orders[1], &game->racks[1]) ||
        !can_be_laid(&game->board, orders[game->player], lay) ||
        (lay->count > 0 && game->end != KHI_GOING_ON))
        return false;
    game->racks[0] = orders[0];
    game->racks[1] = orders[1];
    set_laid(entry, lay);
    return true;
}

static struct khi_lay implied_lay(const struct entry *entry)
{
    bool played = entry->action.kind == KHI_DO_PLAY && is_human(&entry->game);

    return played ? entry->action.play.lay : (struct khi_lay){0};
}

bool khi_session_tells_turn(const struct khi_session *session, unsigned number)
{
    const struct entry *entry = &session->entries[number];
    struct khi_lay laid = khi_session_lay_at(session, number), implied = implied_lay(entry);

    return memcmp(entry->dealt, entry->game.racks, sizeof entry->dealt) == 0 &&
           khi_lay_is_same(&laid, &implied);
}

void khi_session_imply_turn(struct khi_session *session)
{
    struct entry *entry = present(session) - 1;
    struct khi_lay lay = implied_lay(entry);

    set_laid(entry, &lay);
}

enum khi_status khi_session_judge(const struct khi_session *session, struct khi_error *error,
                                  struct khi_judgement *judgement)
{
    struct khi_lay lay = khi_session_lay_at(session, session->at);

    return khi_game_judge(khi_session_game(session), session->lexicon->trie, &lay, error,
                          judgement);
}

/* ---- actions ---- */

/* Adds an action that led to a game, and goes there. */
static enum khi_status add(struct khi_session *session, const struct khi_action *action,
                           const struct khi_game *after, struct khi_error *error)
{
    if (session->at + 1 < session->count)
        session->assisted = true; /* another action than the one taken back */
    session->count = session->at + 1;
    if (!make_room(session))
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    present(session)->action = *action;
    session->at++;
    session->count++;
    begin_entry(present(session), after);
    return KHI_OK;
}

enum khi_status khi_session_do_unchecked(struct khi_session *session,
                                         const struct khi_action *action, struct khi_error *error,
                                         struct khi_judgement *judgement)
{
    struct khi_judgement own = {0};
    struct khi_game after = *khi_session_game(session);
    struct khi_action done = *action;
    const struct khi_trie *trie = session->view_only ? NULL : session->lexicon->trie;

    if (session->at >= KHI_ACTIONS_MAX)
        return khi_fail(error, KHI_SESSION_FULL, KHI_ACTIONS_MAX, "");
    if (judgement == NULL)
        judgement = &own;
    enum khi_status status = khi_action_do(action, &after, trie, error, judgement);
    if (status != KHI_OK)
        return status;
    if (action->kind == KHI_DO_PLAY)
        done.play = judgement->play;
    return add(session, &done, &after, error);
}

enum khi_status khi_session_do(struct khi_session *session, const struct khi_action *action,
                               struct khi_error *error, struct khi_judgement *judgement)
{
    enum khi_status status = check_open(session, error);

    return status == KHI_OK ? khi_session_do_unchecked(session, action, error, judgement) : status;
}

enum khi_status khi_session_play(struct khi_session *session, struct khi_error *error,
                                 struct khi_judgement *judgement)
{
    struct khi_action action = {.kind = KHI_DO_PLAY};

    action.play.lay = khi_session_lay_at(session, session->at);
    return khi_session_do(session, &action, error, judgement);
}

enum khi_status khi_session_change(struct khi_session *session, struct khi_error *error)
{
    return khi_session_do(session, &(struct khi_action){.kind = KHI_DO_CHANGE}, error, NULL);
}

enum khi_status khi_session_pass(struct khi_session *session, struct khi_error *error)
{
    return khi_session_do(session, &(struct khi_action){.kind = KHI_DO_PASS}, error, NULL);
}

/* ---- the computer ---- */

static bool has_graph(struct khi_session *session)
{
    if (session->graph == NULL)
        session->graph = khi_graph_new(session->lexicon->trie);
    return session->graph != NULL;
}

const struct khi_graph *khi_session_graph(struct khi_session *session)
{
    return has_graph(session) ? session->graph : NULL;
}

enum khi_status khi_session_computer(struct khi_session *session, struct khi_error *error,
                                     struct khi_report *report)
{
    const struct khi_game *game = khi_session_game(session);
    struct khi_report done = {.player = game->player};
    struct khi_action action = {.kind = KHI_DO_CHANGE};
    enum khi_status status = check_open(session, error);

    if (status == KHI_OK && is_human(game))
        status = khi_fail(error, KHI_SESSION_NOT_COMPUTER, 0, "");
    if (status == KHI_OK && !has_graph(session))
        status = khi_fail(error, KHI_NO_MEMORY, 0, "");
    while (status == KHI_OK && action.kind == KHI_DO_CHANGE) {
        khi_computer_choose(khi_session_game(session), session->graph, &action);
        done.changes += action.kind == KHI_DO_CHANGE;
        done.passed = action.kind == KHI_DO_PASS;
        status = khi_session_do(session, &action, error, &done.judgement);
    }
    if (status == KHI_OK)
        *report = done;
    return status;
}

unsigned khi_session_hints(struct khi_session *session, unsigned room, struct khi_move *moves)
{
    const struct khi_game *game = khi_session_game(session);
    struct khi_best best = {.moves = moves, .room = room};
    struct khi_search search = {
        .position = khi_game_position(game),
        .rack = game->racks[game->player],
        .visit = khi_best_visit,
        .context = &best,
    };

    if (check_open(session, NULL) != KHI_OK || !has_graph(session))
        return 0;
    session->assisted = true;
    khi_movegen_each(session->graph, &search);
    return best.count;
}

/* ---- undo and redo ---- */

/* Is this where a player can decide again: his own turn, or a game that only computers play? */
static bool is_decision(const struct khi_session *session, unsigned at)
{
    const struct khi_game *game = &session->entries[at].game;

    return is_human(game) || (game->level[0] != KHI_HUMAN && game->level[1] != KHI_HUMAN);
}

/* The decision before the present one, or the present one itself. */
static unsigned undo_place(const struct khi_session *session)
{
    for (unsigned at = session->at; at-- > 0;)
        if (is_decision(session, at))
            return at;
    return session->at;
}

bool khi_session_can_undo(const struct khi_session *session)
{
    return undo_place(session) != session->at;
}

bool khi_session_undo(struct khi_session *session)
{
    unsigned place = undo_place(session);
    bool moves = place != session->at;

    session->at = place;
    return moves;
}

bool khi_session_can_redo(const struct khi_session *session)
{
    return session->at + 1 < session->count;
}

bool khi_session_redo(struct khi_session *session)
{
    if (!khi_session_can_redo(session))
        return false;
    do
        session->at++;
    while (khi_session_can_redo(session) && !is_decision(session, session->at));
    return true;
}

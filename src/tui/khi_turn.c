/* khi_turn.c: the course of a game on the screen. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi_tab.h"

#include "khi/file.h"
#include "khi/scores.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    SHOW_THINKING_MS = 100,
    ANIMATION_MS = 450, /* for all tiles of a play */
};

void khi_say(struct khi_tab *tab, bool bad, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(tab->status, sizeof tab->status, format, arguments);
    va_end(arguments);
    tab->status_bad = bad;
    tab->asked = ACTION_NONE;
}

void khi_say_error(struct khi_tab *tab, const struct khi_error *error)
{
    char sentence[256];

    khi_error_format(error, sentence, sizeof sentence);
    khi_say(tab, true, "%s", sentence);
}

bool khi_is_over(const struct khi_tab *tab)
{
    return tab->session != NULL && khi_session_game(tab->session)->end != KHI_GOING_ON;
}

bool khi_is_my_turn(const struct khi_tab *tab)
{
    return tab->session != NULL && !khi_is_over(tab) && tab->thinking_since == 0 &&
           !khi_session_is_view_only(tab->session) && khi_session_game(tab->session)->player == 0;
}

bool khi_seems_my_turn(const struct khi_tab *tab)
{
    return khi_is_my_turn(tab) ||
           (tab->thinking_since != 0 && app_now() - tab->thinking_since < SHOW_THINKING_MS);
}

void khi_keep(struct khi_tab *tab)
{
    if (tab->session != NULL && !tab->unsaved && !khi_session_is_view_only(tab->session))
        store_save(tab->store, tab->session);
}

/* ---- beginning ---- */

void khi_prompt(struct khi_tab *tab)
{
    const struct khi_game *game = khi_session_game(tab->session);

    if (khi_is_over(tab))
        khi_say(tab, false, "%s. Enter begins a new game.", khi_result(game));
    else if (!game->started[0])
        khi_say(tab, false, "Your move: lay a word that covers the star on A10, then press Enter.");
    else
        khi_say(tab, false, "Your move.");
}

static void set_session(struct khi_tab *tab, struct khi_session *session)
{
    think_cancel(tab->think);
    tab->thinking_since = 0;
    khi_session_free(tab->session);
    tab->session = session;
    tab->counted = khi_is_over(tab);
    khi_reset_view(tab);
}

/* Marks what the last action has laid, if it was the computer's, and what it has captured. */
static void mark_last(struct khi_tab *tab)
{
    unsigned count = khi_session_action_count(tab->session);

    memset(tab->marks, 0, sizeof tab->marks);
    if (count == 0)
        return;
    const struct khi_game *before = khi_session_game_at(tab->session, count - 1);
    const struct khi_game *now = khi_session_game(tab->session);
    for (unsigned square = 0; square < KHI_SQUARES; square++) {
        uint8_t old = before->board.cells[square];
        if (old == now->board.cells[square])
            continue;
        if (old != 0)
            tab->marks[square] = MARK_CAPTURED;
        else if (before->player != 0)
            tab->marks[square] = MARK_LAST;
    }
}

static void begin_computer(struct khi_tab *tab);

void khi_resume(struct khi_tab *tab)
{
    struct khi_session *session;
    char sentence[256] = "";
    const char *why;

    store_load(tab->store, tab->app->lexicon, &session, sentence, sizeof sentence);
    if (session == NULL) {
        if (sentence[0] != '\0')
            khi_say(tab, true, "%s", sentence);
        return;
    }
    set_session(tab, session);
    mark_last(tab);
    if (khi_session_is_view_only(session)) {
        khi_say(tab, true,
                "Played with the dictionary \"%s\": you can look at it; ^R begins a new game.",
                khi_session_dictionary(session, NULL));
        return;
    }
    unsigned laid;
    khi_session_laid(session, &laid);
    khi_say(
        tab, false, "Your game goes on%s.%s%s", laid ? ", with the tiles you had laid" : "",
        khi_session_game(session)->started[0] ? "" : " Your first word must cover the star on A10.",
        store_slot(tab->store, &why) > 0 ? " (Another khi runs: this is your second game.)" : "");
    if (!khi_is_over(tab) && khi_session_game(session)->player != 0)
        begin_computer(tab);
}

/* With --seed the second game is the first one of the next number, and so on. */
static uint64_t fresh_seed(struct khi_tab *tab)
{
    uint64_t seed = (uint64_t)time(NULL);

    if (tab->app->options.has_seed)
        return tab->app->options.seed + tab->games++;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed ^= (uint64_t)app_now() << 20;
    return seed;
}

void khi_new_game(struct khi_tab *tab, enum khi_level level)
{
    char kept[128] = "";
    const char *why;

    if (tab->session != NULL && khi_session_is_view_only(tab->session))
        store_set_aside(tab->store, kept, sizeof kept);
    struct khi_session *session =
        khi_session_new(tab->app->lexicon, fresh_seed(tab), KHI_HUMAN, level);
    if (session == NULL) {
        khi_say(tab, true, "out of memory");
        return;
    }
    tab->unsaved = false;
    set_session(tab, session);
    khi_prompt(tab);
    int slot = store_slot(tab->store, &why);
    if (slot < 0)
        khi_say(tab, true, "%s", why);
    else if (slot > 0)
        khi_say(tab, false, "Another khi is running: this game has a place of its own. Your move.");
    khi_keep(tab);
}

bool khi_board_game(struct khi_tab *tab, char *why, size_t size)
{
    const struct app_options *options = &tab->app->options;
    struct khi_error error = {0};
    struct khi_board board;
    struct khi_rack rack;
    struct khi_game game;
    const struct khi_rack *racks[2] = {NULL, NULL};
    char *text = NULL;
    size_t length;

    enum khi_status status = khi_file_read(options->board, 1 << 16, &error, &text, &length);
    if (status == KHI_OK)
        status = khi_board_parse(text, length, &error, &board);
    free(text);
    if (status == KHI_OK)
        error.file[0] = '\0';
    if (status == KHI_OK && options->rack != NULL) {
        status = khi_rack_parse(options->rack, &error, &rack);
        racks[0] = &rack;
    }
    if (status == KHI_OK)
        status = khi_game_from_board(&game, &board, racks, (unsigned)options->turn, fresh_seed(tab),
                                     &error);
    if (status != KHI_OK) {
        khi_error_format(&error, why, size);
        return false;
    }
    game.level[1] = (uint8_t)(options->level >= 0 ? options->level : KHI_HARD);
    struct khi_session *session = khi_session_from_game(tab->app->lexicon, &game);
    if (session == NULL) {
        snprintf(why, size, "out of memory");
        return false;
    }
    tab->unsaved = true;
    set_session(tab, session);
    khi_say(tab, false, "A test board: it is not kept. Your move.");
    return true;
}

/* ---- the computer's turn ---- */

static void begin_computer(struct khi_tab *tab)
{
    const struct khi_graph *graph = khi_session_graph(tab->session);

    if (tab->thinking_since == 0) {
        tab->changes = 0;
        tab->thinking_since = app_now();
    }
    if (graph == NULL) {
        tab->thinking_since = 0;
        khi_say(tab, true, "out of memory: the computer cannot move");
        return;
    }
    think_begin(tab->think, khi_session_game(tab->session), graph);
}

static void begin_animation(struct khi_tab *tab, const struct khi_lay *lay)
{
    tab->shown_lay = *lay;
    tab->shown = tab->app->animate ? 0 : lay->count;
    tab->next_tile_at = 0;
    if (!tab->app->animate)
        return;
    for (unsigned i = 0; i < lay->count; i++)
        tab->marks[lay->tiles[i].square] |= MARK_HIDDEN;
    tab->next_tile_at = app_now() + ANIMATION_MS / (lay->count + 1);
}

void khi_skip_animation(struct khi_tab *tab)
{
    tab->next_tile_at = 0;
    for (unsigned i = 0; i < KHI_SQUARES; i++)
        tab->marks[i] &= (uint8_t)~MARK_HIDDEN;
}

static const char *changed_text(const struct khi_tab *tab, char out[static 40])
{
    out[0] = '\0';
    if (tab->changes == 1)
        snprintf(out, 40, "changed tiles and ");
    else if (tab->changes > 1)
        snprintf(out, 40, "changed tiles %u times and ", tab->changes);
    return out;
}

static void say_computer_play(struct khi_tab *tab, const struct khi_judgement *judgement)
{
    char changed[40], captured[40] = "", place[4];

    khi_square_name(judgement->play.run.first, place);
    if (judgement->captured_count > 0)
        snprintf(captured, sizeof captured, ", capturing %u", judgement->captured_count);
    khi_say(tab, false, "The computer %splayed %s at %s%s.%s", changed_text(tab, changed),
            judgement->play.word, place, captured, khi_is_over(tab) ? "" : " Your move.");
}

/* A game has ended: its score is written down, once, also if the end is taken back and comes again.
 */
static void end_game(struct khi_tab *tab)
{
    char path[4096];
    struct khi_error error = {0};
    struct khi_score score = khi_score_of(khi_session_game(tab->session), (int64_t)time(NULL),
                                          khi_session_is_assisted(tab->session));

    if (!tab->unsaved && !tab->counted && khi_scores_path(path, sizeof path) &&
        khi_scores_add(path, &score, &error) != KHI_OK) {
        error.file[0] = '\0'; /* paths are no news to a player */
        khi_say_error(tab, &error);
    }
    tab->counted = true;
    khi_show_end(tab);
}

static void computer_acts(struct khi_tab *tab, const struct khi_action *action)
{
    struct khi_error error = {0};
    struct khi_judgement judgement;
    char changed[40];

    if (khi_session_do(tab->session, action, &error, &judgement) != KHI_OK) {
        tab->thinking_since = 0;
        khi_say_error(tab, &error);
        return;
    }
    khi_keep(tab);
    if (action->kind == KHI_DO_CHANGE) {
        tab->changes++;
        begin_computer(tab);
        return;
    }
    tab->thinking_since = 0;
    if (action->kind == KHI_DO_PASS) {
        memset(tab->marks, 0, sizeof tab->marks);
        khi_say(tab, false, "The computer %spassed.%s", changed_text(tab, changed),
                khi_is_over(tab) ? "" : " If you pass now, the game ends.");
    } else {
        mark_last(tab);
        begin_animation(tab, &judgement.play.lay);
        say_computer_play(tab, &judgement);
    }
    if (khi_is_over(tab))
        end_game(tab);
}

void khi_turn_tick(struct khi_tab *tab, int64_t now)
{
    struct khi_action action;
    char problem[200];

    if (tab->thinking_since != 0 && think_take(tab->think, &action))
        computer_acts(tab, &action);
    if (tab->thinking_since != 0 && now - tab->thinking_since >= SHOW_THINKING_MS)
        khi_say(tab, false, "The computer is thinking...");
    if (tab->next_tile_at != 0 && now >= tab->next_tile_at) {
        tab->marks[tab->shown_lay.tiles[tab->shown++].square] &= (uint8_t)~MARK_HIDDEN;
        tab->next_tile_at =
            tab->shown < tab->shown_lay.count ? now + ANIMATION_MS / (tab->shown_lay.count + 1) : 0;
    }
    store_problem(tab->store, problem, sizeof problem);
    if (problem[0] != '\0' && !tab->save_problem)
        khi_say(tab, true, "Not saved: %s", problem);
    else if (problem[0] == '\0' && tab->save_problem)
        khi_say(tab, false, "The game is saved again.");
    tab->save_problem = problem[0] != '\0';
}

int64_t khi_turn_deadline(const struct khi_tab *tab)
{
    if (tab->next_tile_at != 0)
        return tab->next_tile_at;
    int64_t shown_at = tab->thinking_since + SHOW_THINKING_MS;
    if (tab->thinking_since != 0 && app_now() < shown_at)
        return shown_at;
    return -1;
}

/* ---- the player's actions ---- */

/* After an accepted action of the player. */
static void hand_over(struct khi_tab *tab)
{
    tab->picked = -1;
    tab->focus = FOCUS_BOARD;
    khi_keep(tab);
    if (khi_is_over(tab))
        end_game(tab);
    else if (khi_session_game(tab->session)->player != 0)
        begin_computer(tab);
}

void khi_play_word(struct khi_tab *tab)
{
    struct khi_error error = {0};
    struct khi_judgement judgement;
    unsigned laid;

    khi_session_laid(tab->session, &laid);
    if (laid == 0) {
        khi_say(tab, false, "Lay tiles first: type letters, or pick a tile and a square.");
        return;
    }
    if (khi_session_play(tab->session, &error, &judgement) != KHI_OK) {
        khi_say_error(tab, &error);
        return;
    }
    mark_last(tab);
    khi_say(tab, false, "You played %s%s.", judgement.play.word,
            judgement.captured_count ? " and captured tiles" : "");
    hand_over(tab);
}

/* What a slip of the finger could do, and what costs a turn or points, is asked for first; the same
 * again is the answer yes. Undo would take it back too, but the game would count as assisted. */
static bool is_meant(struct khi_tab *tab, enum action action, const char *question)
{
    char key[16];

    if (tab->asked == action)
        return true;
    action_key_name(action, key, sizeof key);
    khi_say(tab, true, "%s %s again: yes. Any other key: no.", question, key);
    tab->asked = action;
    return false;
}

void khi_pass(struct khi_tab *tab)
{
    const struct khi_game *game = khi_session_game(tab->session);
    struct khi_error error = {0};

    if (khi_game_can_pass(game, NULL) == KHI_OK &&
        !is_meant(tab, ACTION_PASS, game->passed ? "Pass, and so end the game?" : "Pass?"))
        return;
    if (khi_session_pass(tab->session, &error) != KHI_OK) {
        khi_say_error(tab, &error);
        return;
    }
    memset(tab->marks, 0, sizeof tab->marks);
    khi_say(tab, false, "You passed.");
    hand_over(tab);
}

void khi_change(struct khi_tab *tab)
{
    struct khi_error error = {0};

    if (khi_game_can_change(khi_session_game(tab->session), NULL) == KHI_OK &&
        !is_meant(tab, ACTION_CHANGE, "New tiles for 10 points?"))
        return;
    if (khi_session_change(tab->session, &error) != KHI_OK) {
        khi_say_error(tab, &error);
        return;
    }
    khi_say(tab, false, "New tiles, for 10 points. It is still your move.");
    hand_over(tab);
}

void khi_undo(struct khi_tab *tab)
{
    if (!khi_session_undo(tab->session)) {
        khi_say(tab, false, "There is nothing to take back.");
        return;
    }
    khi_reset_view(tab);
    mark_last(tab);
    khi_say(tab, false, "Taken back. ^Y plays it again. The game counts as assisted.");
    khi_session_mark_assisted(tab->session);
    khi_keep(tab);
}

void khi_redo(struct khi_tab *tab)
{
    if (!khi_session_redo(tab->session)) {
        khi_say(tab, false, "There is nothing to play again.");
        return;
    }
    khi_reset_view(tab);
    mark_last(tab);
    khi_say(tab, false, "Played again. Your move.");
    khi_keep(tab);
    if (khi_is_over(tab))
        khi_show_end(tab);
    else if (khi_session_game(tab->session)->player != 0)
        begin_computer(tab);
}

/* ---- the coach ---- */

void khi_coach(struct khi_tab *tab)
{
    struct khi_error error = {0};
    struct khi_judgement judgement;
    unsigned laid;

    khi_session_laid(tab->session, &laid);
    if (!tab->app->coach || laid == 0) {
        if (laid == 0)
            khi_prompt(tab);
        else
            khi_say(tab, false, "%s", "");
        return;
    }
    enum khi_status status = khi_session_judge(tab->session, &error, &judgement);
    if (status != KHI_OK) {
        khi_say_error(tab, &error);
        tab->status_bad = false; /* it is no fault as long as tiles are being laid */
    } else if (judgement.play.win) {
        khi_say(tab, false, "%s wins!", judgement.play.word);
    } else {
        khi_say(tab, false, "%s: legal, captures %u", judgement.play.word,
                judgement.captured_count);
    }
}

/* tab_khi.c: the Khi tab: keys and clicks, and the laying of tiles. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi_tab.h"

#include "khi/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

void khi_reset_view(struct khi_tab *tab)
{
    tab->row = KHI_MIDDLE;
    tab->col = 0;
    tab->down = false;
    tab->focus = FOCUS_BOARD;
    tab->picked = -1;
    tab->preview = -1;
    tab->next_tile_at = 0;
    memset(tab->marks, 0, sizeof tab->marks);
}

/* What the first picture shows: the saved game, a test board, the introduction or the levels. */
static bool begin(struct khi_tab *tab, char *why, size_t size)
{
    const struct app_options *options = &tab->app->options;
    char value[KHI_CONFIG_VALUE];

    if (options->board != NULL)
        return khi_board_game(tab, why, size);
    if (!options->fresh && !options->has_seed)
        khi_resume(tab);
    if (tab->session == NULL && options->level >= 0)
        khi_new_game(tab, (enum khi_level)options->level);
    else if (tab->session == NULL && !khi_config_get("intro", value))
        khi_show_intro(tab);
    else if (tab->session == NULL)
        khi_show_levels(tab);
    else if (khi_is_over(tab))
        khi_show_end(tab);
    return true;
}

static void close_khi(void *state)
{
    struct khi_tab *tab = state;

    think_free(tab->think);
    store_close(tab->store);
    khi_session_free(tab->session);
    free(tab);
}

static void *open_khi(struct app *app, char *why, size_t size)
{
    struct khi_tab *tab = calloc(1, sizeof *tab);

    if (tab == NULL)
        return NULL;
    tab->app = app;
    khi_reset_view(tab);
    tab->store = store_open(app_wake, app);
    tab->think = think_new(app_wake, app);
    if (tab->store == NULL)
        snprintf(why, size, "the game cannot be started: too many players at once, or no memory");
    if (tab->store == NULL || tab->think == NULL || !begin(tab, why, size)) {
        close_khi(tab);
        return NULL;
    }
    return tab;
}

static void enter(void *state)
{
    struct khi_tab *tab = state;

    if (tab->session == NULL && tab->app->popup_count == 0)
        khi_show_levels(tab);
}

static void draw(void *state, struct canvas *canvas)
{
    khi_draw(state, canvas);
}

/* ---- laying tiles ---- */

static unsigned cursor_square(const struct khi_tab *tab)
{
    return khi_square((unsigned)tab->row, (unsigned)tab->col);
}

static bool is_taken(const struct khi_tab *tab, unsigned square)
{
    return !khi_board_is_empty(&khi_session_game(tab->session)->board, square) ||
           khi_session_laid_on(tab->session, square) != NULL;
}

/* One square on in the direction of typing; false at the edge. */
static bool step(struct khi_tab *tab, int by)
{
    int *place = tab->down ? &tab->row : &tab->col;

    if (*place + by < 0 || *place + by >= KHI_SIDE)
        return false;
    *place += by;
    return true;
}

static void go_to(struct khi_tab *tab, unsigned square)
{
    tab->row = (int)khi_square_row(square);
    tab->col = (int)khi_square_col(square);
    tab->focus = FOCUS_BOARD;
}

void khi_lay(struct khi_tab *tab, unsigned slot, unsigned square, unsigned letter)
{
    struct khi_error error = {0};

    if (khi_session_lay(tab->session, slot, square, letter, &error) != KHI_OK) {
        khi_say_error(tab, &error);
        return;
    }
    tab->picked = -1;
    go_to(tab, square);
    while (step(tab, 1) && is_taken(tab, cursor_square(tab)))
        ;
    khi_keep(tab);
    khi_coach(tab);
}

/* The slot of a tile of this kind that is still on the rack, or -1. */
static int find_slot(const struct khi_tab *tab, unsigned kind)
{
    const struct khi_rack *rack = &khi_session_game(tab->session)->racks[0];

    for (unsigned slot = 0; slot < rack->count; slot++)
        if (rack->tiles[slot] == kind && !khi_session_is_laid(tab->session, slot))
            return (int)slot;
    return -1;
}

/* Lays the tile of a slot; a star asks for its letter first. */
static void lay_slot(struct khi_tab *tab, unsigned slot, unsigned square)
{
    const struct khi_rack *rack = &khi_session_game(tab->session)->racks[0];

    if (rack->tiles[slot] == KHI_STAR)
        khi_ask_star(tab, slot, square);
    else
        khi_lay(tab, slot, square, rack->tiles[slot]);
}

static void type_letter(struct khi_tab *tab, unsigned letter)
{
    while (is_taken(tab, cursor_square(tab)))
        if (!step(tab, 1)) {
            khi_say(tab, true, "There is no empty square left in this direction.");
            return;
        }
    int slot = find_slot(tab, letter), star = find_slot(tab, KHI_STAR);
    if (slot >= 0)
        khi_lay(tab, (unsigned)slot, cursor_square(tab), letter);
    else if (star >= 0)
        khi_offer_star(tab, (unsigned)star, cursor_square(tab), letter);
    else
        khi_say(tab, true, "There is no %c on your rack.", khi_letter_char(letter));
}

static void type_star(struct khi_tab *tab)
{
    int slot = find_slot(tab, KHI_STAR);

    if (slot < 0)
        khi_say(tab, true, "There is no star on your rack.");
    else if (is_taken(tab, cursor_square(tab)))
        khi_say(tab, true, "There is a tile on this square.");
    else
        khi_ask_star(tab, (unsigned)slot, cursor_square(tab));
}

static void take_back_last(struct khi_tab *tab)
{
    unsigned count;
    const struct khi_tentative *laid = khi_session_laid(tab->session, &count);

    if (count == 0) {
        step(tab, -1);
        return;
    }
    unsigned square = laid[count - 1].tile.square;
    khi_session_take_back_last(tab->session);
    go_to(tab, square);
    khi_keep(tab);
    khi_coach(tab);
}

static void take_back_all(struct khi_tab *tab)
{
    if (tab->picked >= 0 || tab->focus != FOCUS_BOARD) {
        tab->picked = -1;
        tab->focus = FOCUS_BOARD;
        return;
    }
    unsigned count;
    const struct khi_tentative *laid = khi_session_laid(tab->session, &count);
    if (count == 0)
        return;
    go_to(tab, laid[0].tile.square);
    khi_session_take_back_all(tab->session);
    khi_keep(tab);
    khi_prompt(tab);
}

/* ---- the mouse, and picking by focus ---- */

static void pick(struct khi_tab *tab, int slot)
{
    const struct khi_rack *rack = &khi_session_game(tab->session)->racks[0];

    if (slot >= rack->count || khi_session_is_laid(tab->session, (unsigned)slot))
        return;
    tab->rack_focus = slot;
    tab->picked = tab->picked == slot ? -1 : slot;
    if (tab->picked >= 0)
        khi_say(tab, false, "Now a square: click it, or go there and press Enter.");
}

static void choose_square(struct khi_tab *tab, unsigned square)
{
    const struct khi_tentative *laid = khi_session_laid_on(tab->session, square);
    bool again = square == cursor_square(tab);

    go_to(tab, square);
    if (laid != NULL) {
        int slot = laid->slot;
        khi_session_take_back(tab->session, square);
        tab->picked = slot;
        khi_keep(tab);
        khi_coach(tab);
    } else if (tab->picked >= 0 && !is_taken(tab, square)) {
        lay_slot(tab, (unsigned)tab->picked, square);
    } else if (tab->picked >= 0) {
        khi_say(tab, true, "There is a tile on this square.");
    } else if (again) {
        tab->down = !tab->down;
    }
}

static void click(struct khi_tab *tab, const struct event *event, const struct hot *hot)
{
    if (hot == NULL || !khi_is_my_turn(tab))
        return;
    if (hot->id == HOT_RACK) {
        pick(tab, hot->index);
    } else if (hot->id == HOT_BOARD) {
        int row = tab->top + event->row - hot->row;
        int col = tab->left + (event->col - hot->col) / hot->index;
        choose_square(tab, khi_square((unsigned)row, (unsigned)col));
    }
}

/* ---- keys ---- */

static void move_focus(struct khi_tab *tab, int by)
{
    tab->focus = (enum focus)(((int)tab->focus + by + 3) % 3);
}

/* The arrow keys, on whatever has the focus. */
static void move_by_key(struct khi_tab *tab, int key)
{
    int down = (key == KEY_CODE_DOWN) - (key == KEY_CODE_UP);
    int right = (key == KEY_CODE_RIGHT) - (key == KEY_CODE_LEFT);

    if (tab->focus == FOCUS_BOARD) {
        int row = tab->row + down, col = tab->col + right;
        tab->row = row < 0 ? 0 : row >= KHI_SIDE ? KHI_SIDE - 1 : row;
        tab->col = col < 0 ? 0 : col >= KHI_SIDE ? KHI_SIDE - 1 : col;
    } else if (down != 0) {
        move_focus(tab, down);
    } else if (tab->focus == FOCUS_RACK) {
        tab->rack_focus = (tab->rack_focus + right + KHI_RACK) % KHI_RACK;
    } else {
        tab->button_focus = (tab->button_focus + right + 4) % 4;
    }
}

/* Enter or Space on the rack, or with a tile in hand. False: it means to play, or to turn. */
static bool press(struct khi_tab *tab)
{
    if (tab->focus == FOCUS_RACK) {
        pick(tab, tab->rack_focus);
        if (tab->picked >= 0)
            tab->focus = FOCUS_BOARD;
    } else if (tab->picked >= 0) {
        choose_square(tab, cursor_square(tab));
    } else {
        return false;
    }
    return true;
}

static void press_enter(struct khi_tab *tab)
{
    if (!press(tab))
        khi_play_word(tab);
}

static void press_space(struct khi_tab *tab)
{
    if (!press(tab))
        tab->down = !tab->down;
}

static void undo(struct khi_tab *tab)
{
    if (tab->session != NULL && tab->thinking_since == 0)
        khi_undo(tab);
}

static void shuffle(struct khi_tab *tab)
{
    khi_session_shuffle(tab->session);
    khi_keep(tab);
}

static void sort(struct khi_tab *tab)
{
    khi_session_sort(tab->session);
    khi_keep(tab);
}

static void find_with_rack(struct khi_tab *tab)
{
    char letters[KHI_RACK + 1];

    if (tab->session == NULL)
        return;
    khi_rack_format(&khi_session_game(tab->session)->racks[0], letters);
    tab_find_letters(tab->app, letters);
}

static void next_focus(struct khi_tab *tab)
{
    move_focus(tab, 1);
}

static void last_focus(struct khi_tab *tab)
{
    move_focus(tab, -1);
}

/* What each action does, and whether only in one's own turn. */
static const struct {
    void (*run)(struct khi_tab *tab);
    bool any_time;
} handlers[ACTION_COUNT] = {
    [ACTION_PLAY] = {press_enter, false},
    [ACTION_TURN] = {press_space, false},
    [ACTION_TAKE_BACK] = {take_back_last, false},
    [ACTION_TAKE_ALL] = {take_back_all, false},
    [ACTION_PASS] = {khi_pass, false},
    [ACTION_CHANGE] = {khi_change, false},
    [ACTION_HINT] = {khi_show_hints, false},
    [ACTION_UNDO] = {undo, true},
    [ACTION_REDO] = {khi_redo, false},
    [ACTION_SHUFFLE] = {shuffle, false},
    [ACTION_SORT] = {sort, false},
    [ACTION_FIND_RACK] = {find_with_rack, true},
    [ACTION_NEXT_FOCUS] = {next_focus, true},
    [ACTION_LAST_FOCUS] = {last_focus, true},
    [ACTION_RESTART] = {khi_ask_restart, true},
    [ACTION_MENU] = {khi_show_menu, true},
};

/* If it is not one's turn, says why, so that no key is dead. */
static bool is_refused(struct khi_tab *tab)
{
    if (khi_is_my_turn(tab))
        return false;
    if (tab->session == NULL)
        khi_show_levels(tab);
    else if (khi_is_over(tab))
        khi_say(tab, false, "The game is over. Enter begins a new one.");
    else if (khi_session_is_view_only(tab->session))
        khi_say(tab, true, "This game can only be looked at; ^R begins a new one.");
    else
        khi_say(tab, false, "The computer is thinking...");
    return true;
}

/* Anything but what was asked for means no. True if there was a question. */
static bool drop_question(struct khi_tab *tab, enum action action)
{
    if (tab->asked == ACTION_NONE || tab->asked == action)
        return false;
    khi_coach(tab);
    return true;
}

static void perform(struct khi_tab *tab, enum action action, void (*run)(struct khi_tab *tab))
{
    if (action == ACTION_PLAY && khi_is_over(tab))
        khi_show_levels(tab);
    else if (handlers[action].any_time || !is_refused(tab))
        run(tab);
}

/* A button, by click or key. Play is the word's, wherever the focus is. */
static void push(struct khi_tab *tab, int button)
{
    enum action action = khi_buttons[button];

    drop_question(tab, action);
    perform(tab, action, action == ACTION_PLAY ? khi_play_word : handlers[action].run);
}

static bool act(void *state, enum action action)
{
    struct khi_tab *tab = state;
    bool presses = action == ACTION_PLAY || action == ACTION_TURN;

    khi_skip_animation(tab);
    if (handlers[action].run == NULL)
        return false;
    if (presses && tab->focus == FOCUS_BUTTONS && !khi_is_over(tab))
        push(tab, tab->button_focus);
    else if (!drop_question(tab, action)) /* else the key was the answer */
        perform(tab, action, handlers[action].run);
    return true;
}

static bool can(const void *state, enum action action)
{
    const struct khi_tab *tab = state;

    switch (action) {
    case ACTION_UNDO:
        return tab->session != NULL && khi_session_can_undo(tab->session);
    default:
        return handlers[action].run == NULL || handlers[action].any_time || khi_seems_my_turn(tab);
    }
}

static void event(void *state, const struct event *event, const struct hot *hot)
{
    struct khi_tab *tab = state;
    int letter = event_letter(event);

    khi_skip_animation(tab);
    if (event->kind == EVENT_CLICK && hot != NULL && hot->id == HOT_BUTTON) {
        push(tab, hot->index);
        return;
    }
    if (event->kind == EVENT_WHEEL)
        return;
    bool answered = drop_question(tab, ACTION_NONE);
    if (event->kind == EVENT_CLICK)
        click(tab, event, hot);
    if (event->kind == EVENT_CLICK || answered)
        return;
    if (!event->alt && event->key >= KEY_CODE_UP && event->key <= KEY_CODE_RIGHT)
        move_by_key(tab, event->key);
    else if (event_is_key(event, KEY_CODE_HOME))
        *(tab->down ? &tab->row : &tab->col) = 0;
    else if (event_is_key(event, KEY_CODE_END))
        *(tab->down ? &tab->row : &tab->col) = KHI_SIDE - 1;
    else if ((letter >= 0 || event_is_key(event, '*')) && !is_refused(tab)) {
        if (letter >= 0)
            type_letter(tab, (unsigned)letter);
        else
            type_star(tab);
    } else if (letter < 0) {
        khi_say(tab, false, "Press ? for the keys. ^Q quits, and the game is kept.");
    }
}

/* ---- the rest ---- */

static int64_t deadline(const void *state)
{
    return khi_turn_deadline(state);
}

static void tick(void *state, int64_t now)
{
    khi_turn_tick(state, now);
}

static void headline(const void *state, char *out, size_t size)
{
    const struct khi_tab *tab = state;

    out[0] = '\0';
    if (tab->session == NULL)
        return;
    const struct khi_game *game = khi_session_game(tab->session);
    snprintf(out, size, "You %d  Comp %d  %s", khi_game_total(game, 0), khi_game_total(game, 1),
             khi_level_name((enum khi_level)game->level[1]));
}

static bool save(void *state, char *why, size_t size)
{
    struct khi_tab *tab = state;
    char problem[200];

    for (int tries = 0; tries < 2; tries++) { /* a disk that has failed may work again */
        khi_keep(tab);
        store_flush(tab->store);
        store_problem(tab->store, problem, sizeof problem);
        if (problem[0] == '\0')
            break;
    }
    if (problem[0] != '\0')
        snprintf(why, size, "the game is not saved: %s", problem);
    return problem[0] == '\0';
}

const struct tab_ops tab_khi = {
    .name = "Khi",
    .place = IN_KHI,
    .intro =
        "Reach the computer's edge before it reaches yours. Words join your own colour; every "
        "word you make or cross takes your colour. Arrow keys move the cursor, letters lay "
        "tiles there, and * lays a star, which stands for any letter; or pick a tile and a "
        "square with the mouse.\n"
        "On the board: A yours, A| the computer's, A? laid, A! its last play, A+ captured by "
        "you, A# by the computer, lower case a star. The coach tells what laid tiles would do; "
        "the menu turns it off.",
    .open = open_khi,
    .close = close_khi,
    .enter = enter,
    .draw = draw,
    .act = act,
    .can = can,
    .event = event,
    .deadline = deadline,
    .tick = tick,
    .headline = headline,
    .save = save,
};

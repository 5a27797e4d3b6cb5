/* khi_tab.h: the state of the Khi tab, shared by its files:
 *
 *     tab_khi.c     the tab's functions: keys, clicks, laying tiles
 *     khi_turn.c    the course of a game: actions, the computer's turn, the end, keeping the game
 *     khi_panels.c  its floating panels
 *     khi_view.c    drawing
 *
 * The rules and the game itself are in the session; here is only what a look at the screen needs.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_TAB_H
#define KHI_TAB_H

#include "store.h"
#include "tabs.h"
#include "think.h"

enum { HINTS = 12 };

enum focus { FOCUS_BOARD, FOCUS_RACK, FOCUS_BUTTONS };

/* Marks on squares, for the view. */
enum { MARK_LAST = 1, MARK_CAPTURED = 2, MARK_HIDDEN = 4 };

enum { HOT_BOARD = HOT_TAB_OWN, HOT_RACK, HOT_BUTTON };

struct khi_tab {
    struct app *app;
    struct store *store;
    struct think *think;
    struct khi_session *session; /* NULL until a game has begun */
    bool unsaved;                /* a test board: it is not kept */
    bool counted;                /* its score is written down */
    uint64_t games;              /* begun in this run */

    int row, col; /* the cursor on the board */
    bool down;    /* the direction of typing */
    enum focus focus;
    int rack_focus, button_focus;
    int picked; /* slot of the rack tile in hand, or -1 */

    char status[256];
    bool status_bad;
    enum action asked; /* what the status line asks: whether this is meant; or ACTION_NONE */
    uint8_t marks[KHI_SQUARES];

    /* the computer's turn */
    int64_t thinking_since; /* 0: it is not thinking */
    unsigned changes;       /* of its tiles, in this turn */
    struct khi_lay shown_lay;
    unsigned shown;       /* tiles of shown_lay on the screen; the rest come one by one */
    int64_t next_tile_at; /* 0: none to come */

    /* panels */
    struct khi_move hints[HINTS];
    unsigned hint_count;
    int preview; /* hint drawn on the board, or -1 */
    unsigned star_slot, star_square, star_letter;
    bool save_problem; /* the last save failed, and was told */

    int top, left; /* the board's first square in view, when it does not fit */
};

/* ---- khi_turn.c ---- */
void khi_say(struct khi_tab *tab, bool bad, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void khi_say_error(struct khi_tab *tab, const struct khi_error *error);
/* Says that it is the player's move, or how the game ended. */
void khi_prompt(struct khi_tab *tab);
bool khi_is_my_turn(const struct khi_tab *tab);
/* For drawing: the computer's first moments look like the player's turn, so that a quick answer
 * does not change buttons and hints to and fro. */
bool khi_seems_my_turn(const struct khi_tab *tab);
bool khi_is_over(const struct khi_tab *tab);
/* Loads the saved game or leaves the session NULL. */
void khi_resume(struct khi_tab *tab);
void khi_new_game(struct khi_tab *tab, enum khi_level level);
bool khi_board_game(struct khi_tab *tab, char *why, size_t size);
void khi_play_word(struct khi_tab *tab);
void khi_pass(struct khi_tab *tab);
void khi_change(struct khi_tab *tab);
void khi_undo(struct khi_tab *tab);
void khi_redo(struct khi_tab *tab);
void khi_keep(struct khi_tab *tab);
/* Time passes: the computer's choice, its tiles one by one. */
void khi_turn_tick(struct khi_tab *tab, int64_t now);
int64_t khi_turn_deadline(const struct khi_tab *tab);
/* Shows all of the computer's tiles at once. */
void khi_skip_animation(struct khi_tab *tab);
/* What the laid tiles would do, for the status line. */
void khi_coach(struct khi_tab *tab);

/* ---- khi_panels.c ---- */
void khi_show_intro(struct khi_tab *tab); /* then the levels, if there is no game yet */
void khi_show_levels(struct khi_tab *tab);
void khi_show_menu(struct khi_tab *tab);
void khi_show_end(struct khi_tab *tab);
/* The result in a few words, such as "You Win". */
const char *khi_result(const struct khi_game *game);
void khi_show_scores(struct khi_tab *tab);
void khi_show_hints(struct khi_tab *tab);
void khi_ask_restart(struct khi_tab *tab);
/* The letter of a star that is to be laid. */
void khi_ask_star(struct khi_tab *tab, unsigned slot, unsigned square);
/* Whether a star may stand for a typed letter. */
void khi_offer_star(struct khi_tab *tab, unsigned slot, unsigned square, unsigned letter);

/* ---- tab_khi.c ---- */
/* Lays a tile and moves on. */
void khi_lay(struct khi_tab *tab, unsigned slot, unsigned square, unsigned letter);
/* Puts cursor, focus and marks as at the beginning of a turn. */
void khi_reset_view(struct khi_tab *tab);

/* ---- khi_view.c ---- */
void khi_draw(struct khi_tab *tab, struct canvas *canvas);

extern const enum action khi_buttons[4];

/* The name of a square, such as J10. */
void khi_square_name(unsigned square, char out[static 4]);

#endif

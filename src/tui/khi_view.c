/* khi_view.c: the board, the rack and the panel beside them.
 *
 * A square is two columns wide (three on wide screens): the letter and a mark, so that every state
 * can be told without colour:
 *
 *     A    yours                       A|   the computer's            .  empty
 *     A+   captured by you just now    A#   captured by the computer  *  a start square
 *     A?   laid, not yet played        A!   the computer's last play  a  lower case: a star
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi_tab.h"

#include <stdio.h>
#include <string.h>

enum {
    BOARD_TOP = 2,
    BOARD_LEFT = 3,
    PANEL_COLS = 60,  /* from this width on there is a panel */
    WIDE_COLS = 100,  /* from this width on squares are three columns wide */
    BUTTON_COLS = 79, /* from this width on the buttons stand beside the rack */
    TALL_ROWS = 32,   /* from this height on they stand below it, and the panel goes on down */
    NARROW_COLS = 40, /* below this width all is put closer together */
};

const enum action khi_buttons[4] = {ACTION_PLAY, ACTION_PASS, ACTION_CHANGE, ACTION_RESTART};
static const char *const button_labels[4] = {"Play", "Pass", "Change -10", "Restart"};
static const char *const short_labels[4] = {"Play", "Pass", "Chg-10", "New"};

struct layout {
    int cell;         /* columns of a square */
    int rows, cols;   /* squares in view */
    int panel;        /* column of the panel, or 0 */
    int panel_end;    /* the row below it */
    int rack, button; /* rows */
    int button_col;
};

static struct layout lay_out(const struct canvas *canvas)
{
    struct layout layout = {.cell = canvas->cols >= WIDE_COLS ? 3 : 2};
    bool tall = canvas->rows >= TALL_ROWS, beside = canvas->cols >= BUTTON_COLS && !tall;
    int below = beside ? 3 : 4; /* rack, buttons, status, hints */

    layout.rows = canvas->rows - BOARD_TOP - below;
    layout.rows = layout.rows > KHI_SIDE ? KHI_SIDE : layout.rows;
    layout.cols = (canvas->cols - BOARD_LEFT) / layout.cell;
    layout.cols = layout.cols > KHI_SIDE ? KHI_SIDE : layout.cols;
    layout.panel = canvas->cols >= PANEL_COLS ? BOARD_LEFT + layout.cols * layout.cell + 2 : 0;
    layout.rack = BOARD_TOP + layout.rows;
    layout.button = beside ? layout.rack : layout.rack + 1;
    layout.button_col = beside ? layout.panel : 0;
    layout.panel_end = tall ? canvas->rows - 2 : layout.rack;
    return layout;
}

void khi_square_name(unsigned square, char out[static 4])
{
    out[0] = khi_letter_char(khi_square_col(square));
    snprintf(out + 1, 3, "%u", (khi_square_row(square) + 1) % 100);
}

/* ---- the board ---- */

struct look_of {
    enum style style;
    char letter, mark;
};

static char tile_char(unsigned letter, bool star)
{
    return (char)(khi_letter_char(letter) + (star ? 'a' - 'A' : 0));
}

static struct look_of empty_look(unsigned square)
{
    if (square == khi_start_square(0) || square == khi_start_square(1))
        return (struct look_of){STYLE_START, '*', ' '};
    return (struct look_of){STYLE_SQUARE, '.', ' '};
}

static struct look_of tile_look(uint8_t cell, unsigned marks)
{
    char letter = tile_char(khi_cell_letter(cell), khi_cell_is_star(cell));
    bool captured = marks & MARK_CAPTURED;

    if (khi_cell_player(cell) == 0)
        return captured ? (struct look_of){STYLE_CAPTURED_OWN, letter, '+'}
                        : (struct look_of){STYLE_OWN, letter, ' '};
    if (marks & (MARK_LAST | MARK_CAPTURED))
        return (struct look_of){STYLE_ENEMY_LAST, letter, captured ? '#' : '!'};
    return (struct look_of){STYLE_ENEMY, letter, '|'};
}

/* The tile that the hint in view would lay here. */
static bool preview_look(const struct khi_tab *tab, unsigned square, struct look_of *look)
{
    if (tab->preview < 0)
        return false;
    const struct khi_lay *lay = &tab->hints[tab->preview].lay;
    for (unsigned i = 0; i < lay->count; i++) {
        if (lay->tiles[i].square == square) {
            char letter = tile_char(lay->tiles[i].letter, lay->tiles[i].star);
            *look = (struct look_of){STYLE_PREVIEW, letter, '?'};
            return true;
        }
    }
    return false;
}

static struct look_of square_look(const struct khi_tab *tab, unsigned square)
{
    struct look_of look;

    if (tab->session == NULL || preview_look(tab, square, &look))
        return tab->session == NULL ? empty_look(square) : look;
    const struct khi_tentative *laid = khi_session_laid_on(tab->session, square);
    if (laid != NULL && tab->preview < 0)
        return (struct look_of){STYLE_LAID, tile_char(laid->tile.letter, laid->tile.star), '?'};
    uint8_t cell = khi_session_game(tab->session)->board.cells[square];
    if (cell == 0 || (tab->marks[square] & MARK_HIDDEN))
        return empty_look(square);
    return tile_look(cell, tab->marks[square]);
}

static void draw_labels(const struct khi_tab *tab, struct canvas *canvas,
                        const struct layout *layout)
{
    const char *arrow = canvas->utf8 ? (tab->down ? "↓" : "→") : (tab->down ? "v" : ">");

    canvas_text(canvas, 1, 1, STYLE_STRONG, arrow);
    for (int col = 0; col < layout->cols; col++)
        canvas_put(canvas, 1, BOARD_LEFT + col * layout->cell + (layout->cell == 3), STYLE_LABEL,
                   (wchar_t)('A' + tab->left + col));
    for (int row = 0; row < layout->rows; row++)
        canvas_printf(canvas, BOARD_TOP + row, 0, STYLE_LABEL, "%2d", tab->top + row + 1);
}

static void draw_board(const struct khi_tab *tab, struct canvas *canvas,
                       const struct layout *layout)
{
    int pad = layout->cell == 3;

    for (int row = 0; row < layout->rows; row++) {
        for (int col = 0; col < layout->cols; col++) {
            unsigned square = khi_square((unsigned)(tab->top + row), (unsigned)(tab->left + col));
            struct look_of look = square_look(tab, square);
            int at = BOARD_LEFT + col * layout->cell;
            canvas_fill(canvas, BOARD_TOP + row, at, 1, layout->cell, look.style);
            canvas_put(canvas, BOARD_TOP + row, at + pad, look.style, (wchar_t)look.letter);
            canvas_put(canvas, BOARD_TOP + row, at + pad + 1, look.style, (wchar_t)look.mark);
        }
    }
    canvas_hot(canvas, BOARD_TOP, BOARD_LEFT, layout->rows, layout->cols * layout->cell, HOT_BOARD,
               layout->cell);
    if (tab->focus == FOCUS_BOARD)
        canvas_cursor(canvas, BOARD_TOP + tab->row - tab->top,
                      BOARD_LEFT + (tab->col - tab->left) * layout->cell + pad);
}

/* Scrolls the board so that the cursor is in view. */
static int follow(int first, int cursor, int shown)
{
    if (cursor < first)
        first = cursor;
    if (cursor >= first + shown)
        first = cursor - shown + 1;
    return first > KHI_SIDE - shown ? KHI_SIDE - shown : first;
}

/* ---- rack and buttons ---- */

static void draw_rack(const struct khi_tab *tab, struct canvas *canvas, int row)
{
    canvas_text(canvas, row, 0, STYLE_TEXT, "Rack");
    if (tab->session == NULL)
        return;
    const struct khi_rack *rack = &khi_session_game(tab->session)->racks[0];
    for (int slot = 0; slot < KHI_RACK; slot++) {
        int col = 5 + (canvas->cols < NARROW_COLS ? 3 : 4) * slot;
        bool there = slot < rack->count && !khi_session_is_laid(tab->session, (unsigned)slot);
        char letter = '.';
        if (there && rack->tiles[slot] == KHI_STAR)
            letter = '*';
        else if (there)
            letter = khi_letter_char(rack->tiles[slot]);
        bool picked = slot == tab->picked;
        canvas_printf(canvas, row, col,
                      picked  ? STYLE_RACK_PICKED
                      : there ? STYLE_RACK
                              : STYLE_RACK_EMPTY,
                      picked ? ">%c<" : " %c ", letter);
        canvas_hot(canvas, row, col, 1, 3, HOT_RACK, slot);
        if (tab->focus == FOCUS_RACK && slot == tab->rack_focus)
            canvas_cursor(canvas, row, col + 1);
    }
}

static void draw_buttons(const struct khi_tab *tab, struct canvas *canvas, int row, int col)
{
    for (int i = 0; i < 4; i++) {
        bool focus = tab->focus == FOCUS_BUTTONS && tab->button_focus == i;
        if (focus)
            canvas_cursor(canvas, row, col + 1);
        bool off = khi_buttons[i] != ACTION_RESTART && !khi_seems_my_turn(tab);
        col = 1 + app_button(canvas, row, col,
                             focus ? STYLE_BUTTON_FOCUS
                             : off ? STYLE_BUTTON_OFF
                                   : STYLE_BUTTON,
                             canvas->cols < NARROW_COLS ? short_labels[i] : button_labels[i],
                             HOT_BUTTON, i);
    }
}

/* ---- the panel ---- */

static void draw_score(const struct khi_tab *tab, struct canvas *canvas, int row, int col,
                       unsigned player)
{
    const struct khi_game *game = khi_session_game(tab->session);
    int penalties = game->penalties[player];
    bool turn = !khi_is_over(tab) && game->player == player;

    canvas_text(canvas, row, col, player ? STYLE_ENEMY : STYLE_OWN, player ? " Comp " : " You  ");
    canvas_printf(canvas, row, col + 6, STYLE_STRONG, "%c%5d", turn ? '<' : ' ',
                  khi_game_total(game, player));
    if (canvas->cols < col + 14 + 8) /* the parts only where there is room */
        return;
    int at = canvas_printf(canvas, row, col + 14, STYLE_DIM, "%u tiles",
                           khi_board_count(&game->board, player));
    if (penalties != 0)
        at = canvas_printf(canvas, row, at, STYLE_DIM, ", -%d", penalties);
    if (game->bonus[player] != 0)
        canvas_printf(canvas, row, at, STYLE_DIM, ", +%d", game->bonus[player]);
}

static void draw_move(const struct khi_tab *tab, struct canvas *canvas, int row, int col,
                      unsigned number)
{
    const struct khi_action *action = khi_session_action(tab->session, number);
    const struct khi_game *before = khi_session_game_at(tab->session, number);
    const char *who = before->player ? "Comp" : "You ";
    int width = canvas->cols - col;
    char text[96], place[4];

    if (action->kind == KHI_DO_CHANGE) {
        snprintf(text, sizeof text, "%3u %s changed tiles (-10)", before->turn + 1, who);
    } else if (action->kind == KHI_DO_PASS) {
        snprintf(text, sizeof text, "%3u %s passed", before->turn + 1, who);
    } else {
        khi_square_name(action->play.run.first, place);
        snprintf(text, sizeof text, "%3u %s %-3s%c %s", before->turn + 1, who, place,
                 action->play.run.across ? '>' : 'v', action->play.word);
        size_t length = strlen(text);
        if (action->play.captures > 0)
            snprintf(text + length, sizeof text - length, " +%u", action->play.captures);
    }
    canvas_text_cut(canvas, row, col, width, before->player ? STYLE_TEXT : STYLE_STRONG, text);
}

/* The list goes up by several lines at once, when it is full: by one it would all be sent anew with
 * every move. */
static void draw_moves(const struct khi_tab *tab, struct canvas *canvas, int row, int rows, int col)
{
    unsigned count = khi_session_action_count(tab->session);
    unsigned shown = rows > 0 ? (unsigned)rows : 0, step = shown > 3 ? shown / 2 : 1;
    unsigned first = count > shown ? (count - shown + step - 1) / step * step : 0;

    for (unsigned number = first; number < count; number++)
        draw_move(tab, canvas, row + (int)(number - first), col, number);
}

static void draw_keys(struct canvas *canvas, int row, int col)
{
    static const enum action listed[] = {ACTION_PASS, ACTION_CHANGE,  ACTION_RESTART,
                                         ACTION_UNDO, ACTION_SHUFFLE, ACTION_FIND_RACK};
    static const char *const labels[] = {"pass", "change tiles", "restart",
                                         "undo", "shuffle",      "find words"};

    for (int i = 0; i < 6; i++) {
        char key[16];
        action_key_name(listed[i], key, sizeof key);
        int left = col + (i % 2) * 18;
        int end = canvas_text(canvas, row + i / 2, left, STYLE_STRONG, key);
        end = canvas_text(canvas, row + i / 2, end + 1, STYLE_DIM, labels[i]);
        canvas_hot(canvas, row + i / 2, left, 1, end - left, HOT_ACTION, (int)listed[i]);
    }
}

static void draw_panel(const struct khi_tab *tab, struct canvas *canvas,
                       const struct layout *layout)
{
    int col = layout->panel, bottom = layout->panel_end;
    int keys = bottom - 4 > 12 ? 4 : 0;

    canvas_text(canvas, 1, col, STYLE_STRONG, "SCORE");
    if (tab->session == NULL)
        return;
    draw_score(tab, canvas, 2, col, 0);
    draw_score(tab, canvas, 3, col, 1);
    int next = canvas_printf(canvas, 4, col, STYLE_TEXT, " Tile hold %2u",
                             khi_bag_total(&khi_session_game(tab->session)->bag));
    bool room = canvas->cols >= next + 3 + 8;
    if (khi_session_is_assisted(tab->session))
        canvas_text(canvas, room ? 4 : 5, room ? next + 3 : col + 1, STYLE_TEXT, "assisted");
    canvas_text(canvas, 6, col, STYLE_STRONG, "MOVES");
    draw_moves(tab, canvas, 7, bottom - 7 - keys - (keys > 0), col);
    if (keys > 0 && canvas->cols - col >= 30)
        draw_keys(canvas, bottom - 3, col);
}

void khi_draw(struct khi_tab *tab, struct canvas *canvas)
{
    struct layout layout = lay_out(canvas);

    tab->top = follow(tab->top, tab->row, layout.rows);
    tab->left = follow(tab->left, tab->col, layout.cols);
    draw_labels(tab, canvas, &layout);
    draw_board(tab, canvas, &layout);
    draw_rack(tab, canvas, layout.rack);
    draw_buttons(tab, canvas, layout.button, layout.button_col);
    if (layout.panel > 0)
        draw_panel(tab, canvas, &layout);
    canvas_text_cut(canvas, canvas->rows - 2, 0, canvas->cols,
                    tab->status_bad ? STYLE_BAD : STYLE_STATUS, tab->status);
}

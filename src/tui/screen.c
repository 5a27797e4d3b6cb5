/* screen.c: the only user of curses.
 *
 * curses keeps its own picture of the terminal and sends differences; here cells that have not
 * changed since the last time are not even handed to it. Styles of the same colours are one colour
 * pair.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include "mouse.h"
#include "shortage.h"

#include <curses.h>
#include <langinfo.h>
#include <limits.h>
#include <panel.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

/* curses counts in short numbers, and a larger one breaks its memory; nobody has such a screen. */
enum { MOST_ROWS = 500, MOST_COLS = 1000 };

/* A window and what it shows now. */
struct layer {
    WINDOW *window;
    PANEL *panel; /* NULL for the base */
    struct canvas_cell *shown;
    int rows, cols, row, col;
};

enum { HELD = 4 };

/* What curses gives for the beginning of a report of the mouse. */
enum { SGR_BEGIN = KEY_MAX + 64, X10_BEGIN };

static struct {
    SCREEN *terminal;
    WINDOW *input; /* keys are read from a pad: reading from a window would also draw it */
    struct layer base, panels[SCREEN_PANELS];
    attr_t attributes[STYLE_COUNT];
    short colours[STYLE_COUNT][2], pairs[STYLE_COUNT];
    int blanks[STYLE_COUNT]; /* styles of the same number show blanks alike */
    enum theme theme;
    bool mono, ascii, mouse, active;
    struct event held[HELD]; /* read and not yet given out; the last one comes first */
    int held_count;
    struct mouse report; /* that is being read */
    mbstate_t partial;   /* of a character of which not all bytes have come */
    struct termios modes;
    char farewell[128]; /* what gives the terminal back in a hurry */
} screen;

/* ---- colours ---- */

static void set_style(int style, bool colours)
{
    struct look look = theme_look(screen.mono ? THEME_MONO : screen.theme, colours ? COLORS : 0,
                                  (enum style)style);
    attr_t attributes = 0;

    attributes |= look.attributes & LOOK_BOLD ? A_BOLD : 0;
    attributes |= look.attributes & LOOK_UNDERLINE ? A_UNDERLINE : 0;
    attributes |= look.attributes & LOOK_REVERSE ? A_REVERSE : 0;
    screen.colours[style][0] = look.fg;
    screen.colours[style][1] = look.bg;
    int twin = 0; /* curses takes two pairs for different even if their colours are the same */
    while (screen.colours[twin][0] != look.fg || screen.colours[twin][1] != look.bg)
        twin++;
    screen.pairs[style] = (short)(twin + 1);
    if (colours && twin == style)
        init_pair((short)(twin + 1), look.fg, look.bg);
    screen.attributes[style] = attributes;
    screen.blanks[style] =
        attributes & (A_UNDERLINE | A_REVERSE) ? STYLE_COUNT * 1000 + style : look.bg;
}

static bool use_colours(void)
{
    return has_colors() && COLORS >= 8 && COLOR_PAIRS > STYLE_COUNT && !screen.mono &&
           screen.theme != THEME_MONO;
}

void screen_set_theme(enum theme theme)
{
    bool before = shortage_ends(true);

    screen.theme = theme;
    for (int style = 0; style < STYLE_COUNT; style++)
        set_style(style, use_colours());
    shortage_ends(before);
    screen_repaint();
}

bool screen_is_utf8(void)
{
    return !screen.ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* ---- beginning and ending ---- */

static void prepare_farewell(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    size_t used = 0;

    if (screen.mouse)
        used = (size_t)snprintf(screen.farewell, sizeof screen.farewell, "%s", MOUSE_OFF);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = tigetstr(names[i]);
        if (text != NULL && text != (char *)-1 && used + strlen(text) < sizeof screen.farewell)
            used += (size_t)sprintf(screen.farewell + used, "%s", text);
    }
}

/* The reason with the terminal's name in it. Always false. */
static bool explain(char *why, size_t size, const char *before, const char *name, const char *after)
{
    snprintf(why, size, "%s%s%s", before, name, after);
    return false;
}

bool screen_check(char *why, size_t size)
{
    const char *name = getenv("TERM");
    int fault;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return explain(why, size, "the screen needs a terminal; for scripts see: khi --help", "",
                       "");
    if (name == NULL || name[0] == '\0')
        return explain(why, size, "TERM is not set, so the terminal's kind is not known", "", "");
    bool before = shortage_ends(true);
    bool known = setupterm(name, STDOUT_FILENO, &fault) == OK;
    shortage_ends(before);
    if (!known)
        return explain(why, size, "the terminal \"", name, "\" is not known here; try TERM=xterm");
    bool able = cursor_address != NULL && clear_screen != NULL;
    del_curterm(cur_term);
    if (!able)
        return explain(why, size, "the terminal \"", name,
                       "\" cannot move its cursor; try TERM=xterm");
    return true;
}

/* Most terminals send these, whatever kind they are said to be: a function key should not be dead
 * because TERM is vt100 or ansi. What the terminal's own description says comes first. */
static void learn_keys(void)
{
    static const struct {
        const char *sent;
        int code;
    } keys[] = {
        {"\033OP", KEY_F(1)},   {"\033OQ", KEY_F(2)},    {"\033OR", KEY_F(3)},
        {"\033OS", KEY_F(4)},   {"\033[11~", KEY_F(1)},  {"\033[12~", KEY_F(2)},
        {"\033[13~", KEY_F(3)}, {"\033[14~", KEY_F(4)},  {"\033[15~", KEY_F(5)},
        {"\033[17~", KEY_F(6)}, {"\033[18~", KEY_F(7)},  {"\033[19~", KEY_F(8)},
        {"\033[20~", KEY_F(9)}, {"\033[21~", KEY_F(10)}, {"\033[A", KEY_UP},
        {"\033[B", KEY_DOWN},   {"\033[C", KEY_RIGHT},   {"\033[D", KEY_LEFT},
        {"\033OA", KEY_UP},     {"\033OB", KEY_DOWN},    {"\033OC", KEY_RIGHT},
        {"\033OD", KEY_LEFT},   {"\033[1~", KEY_HOME},   {"\033[4~", KEY_END},
        {"\033[H", KEY_HOME},   {"\033[F", KEY_END},     {"\033[3~", KEY_DC},
        {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE},  {"\033[Z", KEY_BTAB},
    };

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (key_defined(keys[i].sent) == 0)
            define_key(keys[i].sent, keys[i].code);
    define_key(NULL, KEY_MOUSE);
    if (key_defined(MOUSE_SGR_BEGIN) == 0)
        define_key(MOUSE_SGR_BEGIN, SGR_BEGIN);
    if (key_defined(MOUSE_X10_BEGIN) == 0)
        define_key(MOUSE_X10_BEGIN, X10_BEGIN);
}

/* What the terminal says of its size, as far as it is believed. False: nothing. */
static bool window_size(int *rows, int *cols)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return false;
    *rows = size.ws_row < MOST_ROWS ? size.ws_row : MOST_ROWS;
    *cols = size.ws_col < MOST_COLS ? size.ws_col : MOST_COLS;
    return true;
}

/* Tells newterm the size, which else would ask the terminal itself and believe all. */
static void tell_size(void)
{
    char text[12];
    int rows, cols;

    if (!window_size(&rows, &cols))
        return;
    snprintf(text, sizeof text, "%d", rows);
    setenv("LINES", text, 1);
    snprintf(text, sizeof text, "%d", cols);
    setenv("COLUMNS", text, 1);
}

static void switch_mouse(bool on)
{
    if (screen.mouse)
        (void)!write(STDOUT_FILENO, on ? MOUSE_ON : MOUSE_OFF, strlen(on ? MOUSE_ON : MOUSE_OFF));
}

static void set_modes(void)
{
    raw();
    noecho();
    nonl();
    keypad(screen.input, TRUE);
    nodelay(screen.input, TRUE);
    meta(screen.input, TRUE);
    typeahead(-1); /* a picture is sent whole, also while keys are waiting */
    switch_mouse(true);
}

static bool begin(const struct screen_options *options, char *why, size_t size)
{
    screen.theme = options->theme;
    screen.ascii = options->ascii;
    screen.mono = options->mono;
    screen.mouse = !options->no_mouse;
    tcgetattr(STDIN_FILENO, &screen.modes);
    if (getenv("ESCDELAY") == NULL)
        set_escdelay(25);
    tell_size();
    screen.active = true; /* from here on there is something to give back */
    screen.terminal = newterm(NULL, stdout, stdin);
    if (screen.terminal == NULL) {
        screen_emergency_end();
        return explain(why, size, "the terminal \"", getenv("TERM"), "\" cannot be used");
    }
    screen.input = newpad(1, 1);
    if (screen.input == NULL) {
        screen.active = false;
        endwin();
        return explain(why, size, "out of memory", "", "");
    }
    const char *mouse = tigetstr("kmous");
    screen.mouse = screen.mouse && mouse != NULL && mouse != (char *)-1;
    prepare_farewell();
    set_modes();
    learn_keys();
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    screen.base.window = stdscr;
    screen.base.row = screen.base.col = 0;
    screen_resized();
    screen_set_theme(screen.theme);
    return true;
}

bool screen_begin(const struct screen_options *options, char *why, size_t size)
{
    bool before = shortage_ends(true);
    bool begun = begin(options, why, size);

    shortage_ends(before);
    return begun;
}

static void drop_layer(struct layer *layer)
{
    if (layer->panel != NULL)
        del_panel(layer->panel);
    if (layer->window != NULL && layer->window != stdscr)
        delwin(layer->window);
    free(layer->shown);
    *layer = (struct layer){0};
}

void screen_end(void)
{
    if (!screen.active)
        return;
    screen.active = false;
    switch_mouse(false);
    for (int i = 0; i < SCREEN_PANELS; i++)
        drop_layer(&screen.panels[i]);
    drop_layer(&screen.base);
    delwin(screen.input);
    endwin();
    delscreen(screen.terminal);
    screen.terminal = NULL;
}

void screen_emergency_end(void)
{
    if (!screen.active)
        return;
    screen.active = false;
    (void)!write(STDOUT_FILENO, screen.farewell, strlen(screen.farewell));
    tcsetattr(STDIN_FILENO, TCSANOW, &screen.modes);
}

/* ---- size ---- */

void screen_size(int *rows, int *cols)
{
    *rows = LINES;
    *cols = COLS;
}

void screen_resized(void)
{
    int rows, cols;

    if (!window_size(&rows, &cols) || (rows == LINES && cols == COLS))
        return;
    for (int i = 0; i < SCREEN_PANELS; i++) /* curses would squeeze them */
        drop_layer(&screen.panels[i]);
    bool before = shortage_ends(true);
    resizeterm(rows, cols);
    shortage_ends(before);
    screen_repaint();
}

/* ---- input ---- */

static int special_key(wint_t code)
{
    static const struct {
        int code, key;
    } keys[] = {
        {KEY_UP, KEY_CODE_UP},
        {KEY_DOWN, KEY_CODE_DOWN},
        {KEY_LEFT, KEY_CODE_LEFT},
        {KEY_RIGHT, KEY_CODE_RIGHT},
        {KEY_HOME, KEY_CODE_HOME},
        {KEY_END, KEY_CODE_END},
        {KEY_FIND, KEY_CODE_HOME},
        {KEY_SELECT, KEY_CODE_END},
        {KEY_PPAGE, KEY_CODE_PAGE_UP},
        {KEY_NPAGE, KEY_CODE_PAGE_DOWN},
        {KEY_IC, KEY_CODE_INSERT},
        {KEY_DC, KEY_CODE_DELETE},
        {KEY_BACKSPACE, KEY_CODE_BACKSPACE},
        {KEY_ENTER, KEY_CODE_ENTER},
        {KEY_BTAB, KEY_CODE_BACK_TAB},
        {KEY_A1, KEY_CODE_HOME},
        {KEY_C1, KEY_CODE_END},
        {KEY_A3, KEY_CODE_PAGE_UP},
        {KEY_C3, KEY_CODE_PAGE_DOWN},
    };

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == (int)code)
            return keys[i].key;
    if (code >= KEY_F(1) && code <= KEY_F(12))
        return KEY_CODE_F1 + (int)code - KEY_F(1);
    return 0;
}

static int plain_key(wint_t code)
{
    switch (code) {
    case '\r':
    case '\n':
        return KEY_CODE_ENTER;
    case '\t':
        return KEY_CODE_TAB;
    case '\b':
    case 127:
        return KEY_CODE_BACKSPACE;
    case 27:
        return KEY_CODE_ESC;
    default:
        return (int)code;
    }
}

static void hold(struct event event)
{
    if (event.kind != EVENT_NONE && screen.held_count < HELD)
        screen.held[screen.held_count++] = event;
}

static bool is_on_screen(const struct event *event)
{
    return event->row >= 0 && event->row < LINES && event->col >= 0 && event->col < COLS;
}

/* Adds a byte to the character that is being read. 0: it is not whole yet, or none. */
static int take_byte(char byte)
{
    bool within = !mbsinit(&screen.partial);
    wchar_t glyph;
    size_t used = mbrtowc(&glyph, &byte, 1, &screen.partial);

    if (used == 0 || used == 1)
        return plain_key((wint_t)glyph);
    if (used == (size_t)-2)
        return 0;
    screen.partial = (mbstate_t){0};
    return within ? take_byte(byte) : 0; /* what came before was no character; this may be one */
}

/* One key as curses gives it. EVENT_NONE: something that means nothing to us. */
static bool read_one(struct event *event)
{
    *event = (struct event){.kind = EVENT_NONE};
    if (screen.held_count > 0) {
        *event = screen.held[--screen.held_count];
        return true;
    }
    /* wget_wch would swallow the keys behind a byte that is part of no character */
    int code = wgetch(screen.input);
    if (code == ERR)
        return false;
    if (screen.report.reading != MOUSE_NONE && mouse_take(&screen.report, code, event)) {
        if (!screen.mouse || !is_on_screen(event))
            event->kind = EVENT_NONE;
        return true;
    }
    if (code == SGR_BEGIN || code == X10_BEGIN) {
        mouse_begin(&screen.report, code == SGR_BEGIN ? MOUSE_SGR : MOUSE_X10);
        return true;
    }
    int key = code > UCHAR_MAX ? special_key((wint_t)code) : take_byte((char)code);
    if (key != 0)
        *event = (struct event){.kind = EVENT_KEY, .key = key};
    return true;
}

bool screen_read(struct event *event)
{
    if (!read_one(event))
        return false;
    if (!event_is_key(event, KEY_CODE_ESC))
        return true;
    /* a key right behind an escape: the terminal's way to say Alt */
    struct event next;
    if (!read_one(&next))
        return true;
    if (next.kind == EVENT_KEY && next.key < KEY_FIRST_SPECIAL && next.key > ' ') {
        *event = next;
        event->alt = true;
    } else {
        hold(next);
    }
    return true;
}

bool screen_is_gone(void)
{
    int waiting = 0;

    return ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
}

/* ---- output ---- */

static void put_cell(WINDOW *window, int row, int col, struct canvas_cell cell)
{
    wchar_t text[2] = {cell.glyph, 0};
    cchar_t shown;
    short pair = use_colours() ? screen.pairs[cell.style] : 0;

    if (screen.ascii && (cell.glyph == 0 || cell.glyph > 126))
        text[0] = cell.glyph == 0 ? L' ' : L'?';
    else if (cell.glyph == 0) /* curses drew it with the left half */
        return;
    if (setcchar(&shown, text, screen.attributes[cell.style], pair, NULL) == OK)
        mvwadd_wch(window, row, col, &shown);
}

/* A blank takes the style of the cell before it where that looks the same: so the terminal need not
 * be told of another colour for it. Not where it begins a text of its own style. */
static struct canvas_cell with_thrift(const struct canvas_cell *cell, int before, bool last)
{
    struct canvas_cell cheap = *cell;
    bool begins = !last && cell[1].glyph != L' ' && cell[1].style == cell->style;

    if (cell->glyph == L' ' && !begins && screen.blanks[cell->style] == screen.blanks[before])
        cheap.style = (unsigned char)before;
    return cheap;
}

static void show_layer(struct layer *layer, const struct canvas *canvas)
{
    for (int row = 0; row < canvas->rows; row++) {
        for (int col = 0; col < canvas->cols; col++) {
            int at = row * canvas->cols + col;
            struct canvas_cell cell = canvas->cells[at], *shown = &layer->shown[at];
            if (col > 0)
                cell = with_thrift(&canvas->cells[at], shown[-1].style, col + 1 == canvas->cols);
            if (shown->glyph == cell.glyph && shown->style == cell.style)
                continue;
            *shown = cell;
            put_cell(layer->window, row, col, cell);
        }
    }
}

/* Makes the layer fit the canvas. */
static bool fit_layer(struct layer *layer, const struct canvas *canvas, int row, int col)
{
    if (layer->shown != NULL && layer->rows == canvas->rows && layer->cols == canvas->cols &&
        layer->row == row && layer->col == col)
        return true;
    bool is_base = layer == &screen.base;
    if (!is_base)
        drop_layer(layer);
    struct canvas_cell *shown = calloc((size_t)canvas->rows * (size_t)canvas->cols, sizeof *shown);
    if (shown == NULL)
        return false;
    free(layer->shown);
    layer->shown = shown;
    layer->rows = canvas->rows;
    layer->cols = canvas->cols;
    layer->row = row;
    layer->col = col;
    if (is_base)
        return true;
    layer->window = newwin(canvas->rows, canvas->cols, row, col);
    bool before = shortage_ends(true);
    layer->panel = layer->window ? new_panel(layer->window) : NULL;
    shortage_ends(before);
    if (layer->panel != NULL)
        return true;
    drop_layer(layer); /* the next time it is tried again */
    return false;
}

static void place_cursor(const struct canvas *canvas, int row, int col)
{
    if (canvas->cursor_row < 0 || canvas->cursor_row + row >= LINES ||
        canvas->cursor_col + col >= COLS) {
        curs_set(0);
        return;
    }
    wmove(newscr, canvas->cursor_row + row, canvas->cursor_col + col);
    setsyx(canvas->cursor_row + row, canvas->cursor_col + col);
    curs_set(1);
}

void screen_show(const struct canvas *base, const struct screen_panel *panels, int count)
{
    const struct canvas *top = base;
    int top_row = 0, top_col = 0;

    if (!fit_layer(&screen.base, base, 0, 0))
        return;
    show_layer(&screen.base, base);
    for (int i = 0; i < SCREEN_PANELS; i++) {
        if (i >= count) {
            drop_layer(&screen.panels[i]);
            continue;
        }
        if (!fit_layer(&screen.panels[i], panels[i].canvas, panels[i].row, panels[i].col))
            continue;
        show_layer(&screen.panels[i], panels[i].canvas);
        top = panels[i].canvas;
        top_row = panels[i].row;
        top_col = panels[i].col;
    }
    bool before = shortage_ends(true);
    if (count == 0) /* without a panel the library does not care for the base either */
        wnoutrefresh(screen.base.window);
    update_panels();
    place_cursor(top, top_row, top_col);
    doupdate();
    shortage_ends(before);
}

void screen_repaint(void)
{
    if (!screen.active)
        return;
    clearok(curscr, TRUE);
    free(screen.base.shown);
    screen.base.shown = NULL;
    for (int i = 0; i < SCREEN_PANELS; i++)
        drop_layer(&screen.panels[i]);
}

void screen_suspend(void)
{
    struct sigaction stop = {.sa_handler = SIG_DFL}, before;

    switch_mouse(false);
    endwin();
    sigaction(SIGTSTP, &stop, &before);
    kill(getpid(), SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
    bool ended = shortage_ends(true);
    set_modes();
    refresh();
    shortage_ends(ended);
    screen_resized();
    screen_repaint();
}

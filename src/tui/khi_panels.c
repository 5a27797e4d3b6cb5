/* khi_panels.c: the floating panels of the Khi tab. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi_tab.h"

#include "khi/scores.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- introduction and levels ---- */

static const char intro[] =
    "#Khi, a combative crossword\n"
    "You (blue) start on the left edge, the computer (black) on the right. Join words to tiles of "
    "your "
    "own colour, and race to the other edge: whoever first has a word there wins.\n"
    "\n"
    "Every word that you make or cross takes your colour: so you capture the computer's tiles, and "
    "it "
    "captures yours. A tile of your colour is a point.\n"
    "\n"
    "#How to play\n"
    "Your first word must cover the star on A10. Move with the arrow keys and type letters: they "
    "come "
    "from your rack. Space turns the direction, Backspace takes a tile back, Enter plays the word. "
    "Or "
    "click a tile and then a square.\n"
    "If nothing fits, change your tiles for 10 points, or pass. * stands for any letter.\n"
    "? shows all keys.";

static void intro_closed(void *owner, int choice)
{
    (void)choice;
    app_keep_setting("intro", "seen");
    struct khi_tab *tab = owner;
    if (tab->session == NULL)
        khi_show_levels(tab);
}

void khi_show_intro(struct khi_tab *tab)
{
    struct popup *popup = app_popup(tab->app, "Welcome", intro, intro_closed, tab);

    popup->width = 66;
    popup->must = true;
    popup_add(popup, "Begin");
}

static void level_chosen(void *owner, int choice)
{
    struct khi_tab *tab = owner;

    if (choice >= 0)
        khi_new_game(tab, choice == 0 ? KHI_EASY : KHI_HARD);
    else if (tab->session == NULL)
        khi_say(tab, false, "Enter begins a game.");
}

void khi_show_levels(struct khi_tab *tab)
{
    struct popup *popup =
        app_popup(tab->app, "New game", "How well shall the computer play?", level_chosen, tab);

    popup->width = 44;
    popup->columns = 1;
    popup_add(popup, "Easy   it overlooks plays");
    popup_add(popup, "Hard   it heads for your edge");
}

static void restart_answered(void *owner, int choice)
{
    if (choice == 0)
        khi_show_levels(owner);
}

void khi_ask_restart(struct khi_tab *tab)
{
    if (tab->session == NULL || khi_is_over(tab)) {
        khi_show_levels(tab);
        return;
    }
    struct popup *popup = app_popup(tab->app, "Restart", "Give this game up and begin a new one?",
                                    restart_answered, tab);
    popup->width = 46;
    popup->selected = 1;
    popup_add(popup, "Yes, new game");
    popup_add(popup, "No, go on");
}

/* ---- stars ---- */

static void star_chosen(void *owner, int choice)
{
    struct khi_tab *tab = owner;

    if (choice >= 0)
        khi_lay(tab, tab->star_slot, tab->star_square, (unsigned)choice);
}

void khi_ask_star(struct khi_tab *tab, unsigned slot, unsigned square)
{
    struct popup *popup = app_popup(tab->app, "Star", "Which letter? Type it.", star_chosen, tab);

    tab->star_slot = slot;
    tab->star_square = square;
    popup->width = 27 + 6;
    popup->columns = 9;
    popup->letters = true;
    for (unsigned letter = 0; letter < KHI_LETTERS; letter++)
        popup_add(popup, (char[]){khi_letter_char(letter), '\0'});
}

static void star_offered(void *owner, int choice)
{
    struct khi_tab *tab = owner;

    if (choice == 0)
        khi_lay(tab, tab->star_slot, tab->star_square, tab->star_letter);
}

void khi_offer_star(struct khi_tab *tab, unsigned slot, unsigned square, unsigned letter)
{
    char text[64];

    snprintf(text, sizeof text, "There is no %c on your rack. Use a star for it?",
             khi_letter_char(letter));
    struct popup *popup = app_popup(tab->app, "Star", text, star_offered, tab);
    tab->star_slot = slot;
    tab->star_square = square;
    tab->star_letter = letter;
    popup->width = 52;
    popup_add(popup, "Yes");
    popup_add(popup, "No");
}

/* ---- hints ---- */

static void hint_moved(void *owner, int choice)
{
    struct khi_tab *tab = owner;

    tab->preview = choice;
}

/* Lays the tiles of the hint, as the player would. */
static void lay_hint(struct khi_tab *tab, const struct khi_move *move)
{
    khi_session_take_back_all(tab->session);
    const struct khi_rack *rack = &khi_session_game(tab->session)->racks[0];
    for (unsigned i = 0; i < move->lay.count; i++) {
        struct khi_laid tile = move->lay.tiles[i];
        unsigned slot = 0;
        while (slot < rack->count && (rack->tiles[slot] != khi_laid_kind(tile) ||
                                      khi_session_is_laid(tab->session, slot)))
            slot++;
        if (slot < rack->count)
            khi_session_lay(tab->session, slot, tile.square, tile.letter, NULL);
    }
    khi_keep(tab);
    khi_coach(tab);
    if (tab->status[0] == '\0')
        khi_say(tab, false, "Enter plays it.");
}

static void hint_chosen(void *owner, int choice)
{
    struct khi_tab *tab = owner;

    tab->preview = -1;
    if (choice >= 0)
        lay_hint(tab, &tab->hints[choice]);
}

void khi_show_hints(struct khi_tab *tab)
{
    const struct khi_board *board = &khi_session_game(tab->session)->board;

    tab->hint_count = khi_session_hints(tab->session, HINTS, tab->hints);
    khi_keep(tab);
    if (khi_session_graph(tab->session) == NULL) {
        khi_say(tab, true, "out of memory: there are no hints");
        return;
    }
    if (tab->hint_count == 0) {
        khi_say(tab, false, "There is no play with these tiles. Try Change or Pass.");
        return;
    }
    struct popup *popup =
        app_popup(tab->app, "Hint",
                  "The best plays, with what they capture. Arrows show them, Enter lays one.",
                  hint_chosen, tab);
    popup->moved = hint_moved;
    popup->at_right = true;
    popup->width = 36;
    popup->columns = 1;
    for (unsigned i = 0; i < tab->hint_count; i++) {
        struct khi_play play;
        char label[POPUP_LABEL], place[4];
        khi_move_play(&tab->hints[i], board, &play);
        khi_square_name(play.run.first, place);
        snprintf(label, sizeof label, "%-3s%s %-15s +%u%s", place, play.run.across ? ">" : "v",
                 play.word, play.captures, play.win ? " wins" : "");
        popup_add(popup, label);
    }
    tab->preview = 0;
}

/* ---- the end ---- */

static void end_answered(void *owner, int choice)
{
    if (choice == 0)
        khi_show_levels(owner);
}

/* Whoever reached the edge has won, even with the lower total. */
static bool edge_beats_points(const struct khi_game *game)
{
    int ahead = khi_game_total(game, 0) - khi_game_total(game, 1);

    return game->end == KHI_END_EDGE && (game->winner == KHI_LEFT_WINS ? ahead < 0 : ahead > 0);
}

const char *khi_result(const struct khi_game *game)
{
    bool edge = edge_beats_points(game);

    if (game->winner == KHI_DRAW)
        return "Game Drawn";
    if (game->winner == KHI_LEFT_WINS)
        return edge ? "You Win: you reached the edge" : "You Win";
    return edge ? "Computer Wins: it reached the edge" : "Computer Wins";
}

static const char *end_line(const struct khi_game *game)
{
    if (edge_beats_points(game))
        return "That wins, whatever the points.";
    switch (game->end) {
    case KHI_END_EDGE:
        return game->winner == KHI_LEFT_WINS ? "You reached the computer's edge."
                                             : "The computer reached your edge.";
    case KHI_END_EMPTY_RACK:
        return "The tile hold and a rack are empty.";
    default:
        return "Both passed.";
    }
}

void khi_show_end(struct khi_tab *tab)
{
    const struct khi_game *game = khi_session_game(tab->session);
    char text[512];

    snprintf(text, sizeof text,
             "#%s\n%s\n\n"
             "#                   You   Computer\n"
             "Tile score       %6u     %6u\n"
             "Penalties        %6d     %6d\n"
             "Bonus            %6d     %6d\n"
             "Total            %6d     %6d",
             khi_result(game), end_line(game), khi_board_count(&game->board, 0),
             khi_board_count(&game->board, 1), -game->penalties[0], -game->penalties[1],
             game->bonus[0], game->bonus[1], khi_game_total(game, 0), khi_game_total(game, 1));
    khi_prompt(tab);
    struct popup *popup = app_popup(tab->app, "The end", text, end_answered, tab);
    popup->width = 46;
    popup_add(popup, "Play again");
    popup_add(popup, "Look at the board");
}

/* ---- scores ---- */

struct score_list {
    char lines[12][POPUP_LABEL]; /* the latest */
    unsigned games, wins[3];
    long totals[2];
};

static void add_score(void *context, const struct khi_score *score)
{
    struct score_list *list = context;
    static const char *const winners[] = {"you won", "computer won", "drawn"};

    snprintf(list->lines[list->games++ % 12], POPUP_LABEL,
             "%8" PRId32 "  %8" PRId32 "   %-13s %s%s", score->totals[0], score->totals[1],
             score->winner < 3 ? winners[score->winner] : "",
             khi_level_name((enum khi_level)score->level), score->assisted ? ", assisted" : "");
    if (score->winner < 3)
        list->wins[score->winner]++;
    list->totals[0] += score->totals[0];
    list->totals[1] += score->totals[1];
}

void khi_show_scores(struct khi_tab *tab)
{
    struct score_list list = {0};
    struct khi_error error = {0};
    char path[4096], text[POPUP_TEXT];
    unsigned unreadable = 0;
    size_t used = 0;

    if (!khi_scores_path(path, sizeof path) ||
        khi_scores_each(path, add_score, &list, &error, &unreadable) != KHI_OK)
        used = (size_t)snprintf(text, sizeof text, "The scores cannot be read.\n");
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "%u game%s: you won %u, the computer %u, drawn %u\n\n"
                             "#     You  Computer\n",
                             list.games, list.games == 1 ? "" : "s", list.wins[0], list.wins[1],
                             list.wins[2]);
    for (unsigned i = 0; i < 12 && i < list.games; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\n",
                                 list.lines[(list.games - 1 - i) % 12]);
    if (list.games > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, "#%8ld  %8ld   in all\n",
                                 list.totals[0], list.totals[1]);
    if (unreadable > 0)
        snprintf(text + used, sizeof text - used, "%u lines of the file cannot be read.\n",
                 unreadable);
    struct popup *popup = app_popup(tab->app, "Scores", text, NULL, NULL);
    popup_add(popup, "Close");
}

/* ---- the menu ---- */

static void toggle(bool *setting, const char *key)
{
    *setting = !*setting;
    app_keep_setting(key, *setting ? "on" : "off");
}

static void next_theme(struct app *app)
{
    app->theme = (enum theme)((app->theme + 1) % THEME_COUNT);
    app_keep_setting("theme", theme_names[app->theme]);
    if (app->set_theme != NULL)
        app->set_theme(app->theme);
}

static void menu_chosen(void *owner, int choice)
{
    struct khi_tab *tab = owner;

    switch (choice) {
    case 0:
        khi_ask_restart(tab);
        break;
    case 1:
        khi_show_scores(tab);
        break;
    case 2:
        khi_show_intro(tab);
        break;
    case 3:
        toggle(&tab->app->coach, "coach");
        khi_show_menu(tab);
        break;
    case 4:
        toggle(&tab->app->animate, "animation");
        khi_show_menu(tab);
        break;
    case 5:
        next_theme(tab->app);
        khi_show_menu(tab);
        break;
    default:
        return;
    }
    if (choice >= 3 && choice <= 5)
        tab->app->popups[tab->app->popup_count - 1].selected = choice;
}

void khi_show_menu(struct khi_tab *tab)
{
    struct popup *popup = app_popup(tab->app, "Menu", "", menu_chosen, tab);
    char label[POPUP_LABEL];

    popup->width = 40;
    popup->columns = 1;
    popup_add(popup, "New game");
    popup_add(popup, "Scores");
    popup_add(popup, "Introduction");
    snprintf(label, sizeof label, "Coach: %s", tab->app->coach ? "on" : "off");
    popup_add(popup, label);
    snprintf(label, sizeof label, "Animation: %s", tab->app->animate ? "on" : "off");
    popup_add(popup, label);
    snprintf(label, sizeof label, "Colours: %s", theme_names[tab->app->theme]);
    popup_add(popup, label);
}

/* tab_find.c: the Find tab: every word that some letters make.
 *
 * Each change of the form begins a new search, which runs in slices between the keys; what the last
 * one found stays on the screen until the new one is done. The focus goes through the fields and
 * then into the words.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tabs.h"

#include "form.h"
#include "khi/finder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLICE_MS = 8,
    WORDS_A_LOOK = 256, /* words found between two looks at the clock */
    LABEL = 10,
    HOT_WORD = HOT_TAB_OWN,
};

/* Words by length: `starts` has their places in the text, shortest first. */
struct found {
    char *text;
    uint32_t *starts;
    uint32_t used, text_room, count, starts_room;
    uint32_t of_length[KHI_WORD_MAX + 1];
};

struct find {
    struct app *app;
    struct form form;
    int letters, prefix, suffix, contains, pattern, length;
    bool in_words;
    struct khi_finder finder;
    bool searching;
    struct found now, next; /* shown, being gathered */
    uint32_t selected;      /* in the order shown: longest first */
    int scroll, view_rows, view_cols;
    char message[160];
};

/* ---- gathering ---- */

static void found_clear(struct found *found)
{
    free(found->text);
    free(found->starts);
    *found = (struct found){0};
}

static bool grow(void *array, uint32_t *room, uint32_t needed, size_t width)
{
    void **pointer = array;

    if (needed <= *room)
        return true;
    uint32_t larger = needed * 2 < 1024 ? 1024 : needed * 2;
    void *grown = realloc(*pointer, larger * width);
    if (grown == NULL)
        return false;
    *pointer = grown;
    *room = larger;
    return true;
}

/* Adds the finder's word, letters made by blanks in lower case. */
static bool found_add(struct found *found, const struct khi_finder *finder)
{
    unsigned length = finder->length;

    if (!grow(&found->text, &found->text_room, found->used + length + 1, 1) ||
        !grow(&found->starts, &found->starts_room, found->count + 1, sizeof *found->starts))
        return false;
    char *out = found->text + found->used;
    for (unsigned i = 0; i < length; i++)
        out[i] = (char)(finder->word[i] + (finder->blanks >> i & 1 ? 'a' - 'A' : 0));
    out[length] = '\0';
    found->starts[found->count++] = found->used;
    found->used += length + 1;
    found->of_length[length]++;
    return true;
}

/* Puts the words in the order of their length, which keeps the alphabet within a length. */
static bool found_order(struct found *found)
{
    uint32_t place[KHI_WORD_MAX + 1], at = 0;
    uint32_t *ordered = malloc((found->count + 1u) * sizeof *ordered);

    if (ordered == NULL)
        return false;
    for (int length = KHI_WORD_MAX; length >= 0; length--) {
        place[length] = at;
        at += found->of_length[length];
    }
    for (uint32_t i = 0; i < found->count; i++)
        ordered[place[strlen(found->text + found->starts[i])]++] = found->starts[i];
    free(found->starts);
    found->starts = ordered;
    found->starts_room = found->count + 1;
    return true;
}

static const char *given(const struct find *find, int field)
{
    const char *text = find->form.fields[field].text;

    return text[0] != '\0' ? text : NULL;
}

static void begin_search(struct find *find)
{
    struct khi_error error = {0};
    struct khi_query query;
    struct khi_query_text text = {
        .letters = given(find, find->letters),
        .prefix = given(find, find->prefix),
        .suffix = given(find, find->suffix),
        .contains = given(find, find->contains),
        .pattern = given(find, find->pattern),
        .length = given(find, find->length),
    };

    found_clear(&find->next);
    find->searching = false;
    find->message[0] = '\0';
    bool empty = !text.letters && !text.prefix && !text.suffix && !text.contains && !text.pattern;
    if (empty && text.length != NULL) { /* all words of a length */
        text.pattern = "*";
        empty = false;
    }
    if (empty || khi_query_parse(&text, &error, &query) != KHI_OK) {
        if (!empty)
            app_format_error(&error, find->message, sizeof find->message);
        found_clear(&find->now);
        return;
    }
    khi_finder_begin(&find->finder, find->app->lexicon->trie, &query);
    find->searching = true;
}

static void end_search(struct find *find, bool whole)
{
    find->searching = false;
    if (!whole || !found_order(&find->next)) {
        snprintf(find->message, sizeof find->message, "out of memory");
        found_clear(&find->next);
        return;
    }
    found_clear(&find->now);
    find->now = find->next;
    find->next = (struct found){0};
    find->selected = 0;
    find->scroll = 0;
}

static void tick(void *tab, int64_t now)
{
    struct find *find = tab;

    while (find->searching && app_now() - now < SLICE_MS) {
        for (int i = 0; i < WORDS_A_LOOK && find->searching; i++) {
            if (!khi_finder_next(&find->finder))
                end_search(find, true);
            else if (!found_add(&find->next, &find->finder))
                end_search(find, false);
        }
    }
}

static int64_t deadline(const void *tab)
{
    const struct find *find = tab;

    return find->searching ? 0 : -1;
}

/* ---- opening ---- */

static void *open_find(struct app *app, char *why, size_t size)
{
    struct find *find = calloc(1, sizeof *find);

    (void)why;
    (void)size;
    if (find == NULL)
        return NULL;
    find->app = app;
    find->form.line = app->line;
    find->letters = form_add_text(&find->form, "Letters", 26, "your letters; ? is a blank");
    find->prefix = form_add_text(&find->form, "Prefix", 26, "letters at the start, besides yours");
    find->suffix = form_add_text(&find->form, "Suffix", 26, "letters at the end, besides yours");
    find->contains =
        form_add_text(&find->form, "Contains", 26, "letters together somewhere, besides yours");
    find->pattern =
        form_add_text(&find->form, "Pattern", 26, "such as Q.[^u]*: . one letter, * any run");
    find->length = form_add_text(&find->form, "Length", 26, "such as 7 or 4-6");
    return find;
}

static void close_find(void *tab)
{
    struct find *find = tab;

    found_clear(&find->now);
    found_clear(&find->next);
    free(find);
}

static void enter(void *tab)
{
    struct find *find = tab;

    form_enter(&find->form);
}

void tab_find_letters(struct app *app, const char *letters)
{
    struct find *find = app->tabs[TAB_FIND];

    for (int i = 0; i < find->form.count; i++)
        form_set(&find->form, i, i == find->letters ? letters : "");
    find->form.focus = find->letters;
    find->in_words = false;
    begin_search(find);
    app_switch(app, TAB_FIND);
}

/* ---- drawing: a heading for each length, the words below it in columns ---- */

static int words_abreast(const struct find *find, int length)
{
    int count = (find->view_cols - 2) / (length + 2);

    return count > 0 ? count : 1;
}

static int group_lines(const struct find *find, int length)
{
    int abreast = words_abreast(find, length);

    return 1 + ((int)find->now.of_length[length] + abreast - 1) / abreast;
}

static int draw_form(const struct find *find, struct canvas *canvas)
{
    bool wide = canvas->cols >= 2 * (LABEL + 28);
    int rows = wide ? (find->form.count + 1) / 2 : find->form.count;

    for (int i = 0; i < find->form.count; i++)
        form_draw_field(&find->form, i, canvas, 1 + (wide ? i % rows : i),
                        wide && i >= rows ? 42 : 2, LABEL, !find->in_words);
    return 1 + rows;
}

static void draw_group(struct find *find, struct canvas *canvas, int row, int length,
                       uint32_t first)
{
    int abreast = words_abreast(find, length);

    canvas_printf(canvas, row, 1, STYLE_STRONG, "%d letters: %" PRIu32, length,
                  find->now.of_length[length]);
    for (uint32_t i = 0; i < find->now.of_length[length]; i++) {
        int line = row + 1 + (int)i / abreast, col = 1 + (int)i % abreast * (length + 2);
        if (line < canvas->clip_top)
            continue;
        if (line >= canvas->clip_bottom)
            break;
        bool chosen = find->in_words && first + i == find->selected;
        canvas_text(canvas, line, col, chosen ? STYLE_FIELD_FOCUS : STYLE_TEXT,
                    find->now.text + find->now.starts[first + i]);
        canvas_hot(canvas, line, col, 1, length, HOT_WORD, (int)(first + i));
        if (chosen)
            canvas_cursor(canvas, line, col);
    }
}

/* The line on which the selected word stands, counted from the first heading. */
static int selected_line(const struct find *find)
{
    uint32_t first = 0;
    int line = 0;

    for (int length = KHI_WORD_MAX; length > 0; length--) {
        uint32_t count = find->now.of_length[length];
        if (count == 0)
            continue;
        if (find->selected < first + count)
            return line + 1 + (int)(find->selected - first) / words_abreast(find, length);
        first += count;
        line += group_lines(find, length);
    }
    return line;
}

static int total_lines(const struct find *find)
{
    int lines = 0;

    for (int length = KHI_WORD_MAX; length > 0; length--)
        lines += find->now.of_length[length] ? group_lines(find, length) : 0;
    return lines;
}

static void keep_in_view(struct find *find)
{
    int line = selected_line(find), most = total_lines(find) - find->view_rows;

    if (find->in_words && line < find->scroll + 1)
        find->scroll = line - 1;
    if (find->in_words && line >= find->scroll + find->view_rows)
        find->scroll = line - find->view_rows + 1;
    find->scroll = find->scroll > most ? most : find->scroll;
    find->scroll = find->scroll < 0 ? 0 : find->scroll;
}

static void draw_words(struct find *find, struct canvas *canvas, int top)
{
    uint32_t first = 0;

    find->view_rows = canvas->rows - 2 - top;
    find->view_cols = canvas->cols;
    keep_in_view(find);
    canvas->clip_top = top;
    canvas->clip_bottom = canvas->rows - 2;
    int row = top - find->scroll;
    for (int length = KHI_WORD_MAX; length > 0; length--) {
        if (find->now.of_length[length] == 0)
            continue;
        if (row < canvas->clip_bottom && row + group_lines(find, length) > top)
            draw_group(find, canvas, row, length, first);
        first += find->now.of_length[length];
        row += group_lines(find, length);
    }
    canvas->clip_top = 0;
    canvas->clip_bottom = canvas->rows;
}

static void draw_status(const struct find *find, struct canvas *canvas)
{
    int row = canvas->rows - 2;

    if (find->message[0] != '\0')
        canvas_text(canvas, row, 0, STYLE_BAD, find->message);
    else if (find->searching)
        canvas_printf(canvas, row, 0, STYLE_STATUS, "Searching: %" PRIu32, find->next.count);
    else if (find->in_words)
        canvas_printf(canvas, row, 0, STYLE_STATUS,
                      "%" PRIu32 " words. Enter shows the hooks of the word.", find->now.count);
    else if (find->now.text == NULL && find->now.count == 0 && given(find, find->letters) == NULL)
        canvas_printf(canvas, row, 0, STYLE_STATUS, "%s: %s.",
                      find->form.fields[find->form.focus].label,
                      find->form.fields[find->form.focus].help);
    else
        canvas_printf(canvas, row, 0, STYLE_STATUS, "%" PRIu32 " words. %s: %s.", find->now.count,
                      find->form.fields[find->form.focus].label,
                      find->form.fields[find->form.focus].help);
}

static void draw(void *tab, struct canvas *canvas)
{
    struct find *find = tab;
    int top = draw_form(find, canvas);

    draw_words(find, canvas, top + (canvas->rows > 20));
    draw_status(find, canvas);
}

/* ---- events ---- */

static void show_hooks(struct find *find, uint32_t number)
{
    if (number < find->now.count)
        tab_check_show_word(find->app, find->now.text + find->now.starts[number]);
}

static void go_to_words(struct find *find)
{
    find->in_words = find->now.count > 0;
    if (!find->in_words)
        form_focus(&find->form, 0);
}

static void go_to_field(struct find *find, int field)
{
    find->in_words = false;
    form_focus(&find->form, field);
}

static void move_field(struct find *find, int by)
{
    int to = find->form.focus + by;

    if (find->in_words)
        go_to_field(find, by > 0 ? 0 : find->form.count - 1);
    else if (to >= find->form.count || to < 0)
        go_to_words(find);
    else
        form_focus(&find->form, to);
}

static void move_word(struct find *find, int by)
{
    int64_t to = (int64_t)find->selected + by;

    if (to < 0)
        go_to_field(find, find->form.count - 1);
    else if (to < (int64_t)find->now.count)
        find->selected = (uint32_t)to;
}

/* A line of words up or down is as many words as stand abreast. */
static void move_line(struct find *find, int by)
{
    if (!find->in_words) {
        move_field(find, by);
        return;
    }
    int length = (int)strlen(find->now.text + find->now.starts[find->selected]);
    move_word(find, by * words_abreast(find, length));
}

static void clear_form(struct find *find)
{
    for (int i = 0; i < find->form.count; i++)
        find->form.fields[i].text[0] = '\0';
    go_to_field(find, 0);
    begin_search(find);
}

static bool act(void *tab, enum action action)
{
    struct find *find = tab;

    switch (action) {
    case ACTION_FIELD_NEXT:
        move_field(find, 1);
        return true;
    case ACTION_FIELD_LAST:
        move_field(find, -1);
        return true;
    case ACTION_DOWN:
        move_line(find, 1);
        return true;
    case ACTION_UP:
        move_line(find, -1);
        return true;
    case ACTION_SCROLL_DOWN:
        find->in_words = false;
        find->scroll += find->view_rows - 1;
        return true;
    case ACTION_SCROLL_UP:
        find->in_words = false;
        find->scroll -= find->view_rows - 1;
        return true;
    case ACTION_FIND_HOOKS:
        if (find->in_words)
            show_hooks(find, find->selected);
        else
            go_to_words(find);
        return true;
    case ACTION_FIND_CLEAR:
        if (find->in_words)
            go_to_field(find, find->form.focus);
        else
            clear_form(find);
        return true;
    default:
        return false;
    }
}

static bool can(const void *tab, enum action action)
{
    const struct find *find = tab;

    return (action != ACTION_SCROLL_DOWN && action != ACTION_FIND_HOOKS) || find->now.count > 0;
}

static void event(void *tab, const struct event *event, const struct hot *hot)
{
    struct find *find = tab;

    if (event->kind == EVENT_WHEEL) {
        find->in_words = false;
        find->scroll += event->turn * 3;
        return;
    }
    if (event->kind == EVENT_CLICK && hot != NULL && hot->id == HOT_WORD) {
        show_hooks(find, (uint32_t)hot->index);
        return;
    }
    if (find->in_words && event->kind == EVENT_KEY) {
        if (event_is_key(event, KEY_CODE_LEFT) || event_is_key(event, KEY_CODE_RIGHT)) {
            move_word(find, event->key == KEY_CODE_RIGHT ? 1 : -1);
            return;
        }
        go_to_field(find, find->form.focus); /* typing goes on in the form */
    }
    if (event->kind == EVENT_CLICK && hot != NULL && hot->id == HOT_FIELD)
        find->in_words = false;
    if (form_event(&find->form, event, hot))
        begin_search(find);
}

static void headline(const void *tab, char *out, size_t size)
{
    const struct find *find = tab;

    snprintf(out, size, "%" PRIu32 " words", find->now.count);
}

const struct tab_ops tab_find = {
    .name = "Find",
    .place = IN_FIND,
    .intro =
        "Every word that your letters make, while you type. ? is a blank; what it stands for is "
        "shown in lower case. Prefix, suffix and contains are given besides your letters. In a "
        "pattern . is one letter, * any run of letters, [abc] one of these, [^abc] none of them.",
    .open = open_find,
    .close = close_find,
    .enter = enter,
    .draw = draw,
    .act = act,
    .can = can,
    .event = event,
    .deadline = deadline,
    .tick = tick,
    .headline = headline,
};

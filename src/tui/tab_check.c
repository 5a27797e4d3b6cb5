/* tab_check.c: the Check tab: is it a word?
 *
 * Ordinary mode judges each word as it is typed, and lists what was entered with its hooks.
 * Tournament mode judges nothing before Enter, gives one verdict for all words, and keeps nothing:
 * no history, no completion, and a verdict that a key or ten seconds wipe from the screen.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tabs.h"

#include "khi/history.h"
#include "khi/hooks.h"
#include "khi/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS = 200,      /* words that the list remembers */
    VERDICT_MS = 10000, /* how long a verdict stands */
    TOP = 6,            /* the first row of the list */
    HOT_MODE = HOT_TAB_OWN,
};

struct result {
    char word[KHI_WORD_MAX + 1];
    bool valid;
    uint32_t front, back; /* hooks */
};

struct check {
    struct app *app;
    bool tournament;
    char text[LINE_MAX_TEXT]; /* the line, when another tab has the editor */
    struct result results[RESULTS];
    int count, scroll, view_rows;
    struct {           /* a tournament's verdict, until `until` */
        int64_t until; /* 0: none */
        bool acceptable;
        char words[LINE_MAX_TEXT];
    } verdict;
    char message[160];
};

static void format_letters(char *out, uint32_t letters)
{
    size_t used = 0;

    for (; letters != 0; letters &= letters - 1)
        out[used++] = khi_letter_char(khi_lowest(letters));
    if (used == 0)
        out[used++] = '-';
    out[used] = '\0';
}

/* ---- completion: as far as the words agree, or the first one ---- */

static void complete(void *context, const char *before, char *insert, size_t size)
{
    struct check *check = context;
    const struct khi_trie *trie = check->app->lexicon->trie;
    const char *word = strrchr(before, ' ') ? strrchr(before, ' ') + 1 : before;
    struct khi_cursor cursor = khi_cursor_root(trie);
    char letters[KHI_LETTERS + 1];
    size_t used = 0;

    if (check->tournament || check->app->active != TAB_CHECK || word[0] == '\0')
        return;
    if (!khi_cursor_follow(trie, &cursor, word, strlen(word))) {
        snprintf(check->message, sizeof check->message, "No word begins so.");
        return;
    }
    bool lower = word[0] >= 'a';
    uint32_t next = khi_cursor_next(trie, cursor);
    while (used + 1 < size && khi_popcount(next) == 1 &&
           (used == 0 || !khi_cursor_is_word(cursor))) {
        unsigned letter = khi_lowest(next);
        if (!khi_cursor_step(trie, &cursor, letter))
            break;
        insert[used++] = (char)(khi_letter_char(letter) + (lower ? 'a' - 'A' : 0));
        next = khi_cursor_next(trie, cursor);
    }
    insert[used] = '\0';
    format_letters(letters, next);
    if (used == 0)
        snprintf(check->message, sizeof check->message,
                 next != 0 ? "Words go on here with: %s" : "No word goes on here.", letters);
}

/* ---- opening ---- */

static void *open_check(struct app *app, char *why, size_t size)
{
    struct check *check = calloc(1, sizeof *check);

    (void)why;
    (void)size;
    if (check == NULL)
        return NULL;
    check->app = app;
    line_on_complete(app->line, complete, check);
    khi_history_each(line_remember, app->line);
    return check;
}

static void close_check(void *tab)
{
    free(tab);
}

static void enter(void *tab)
{
    struct check *check = tab;

    line_load(check->app->line, check->text, !check->tournament);
}

/* ---- drawing ---- */

static const char *mark_of(const struct canvas *canvas, bool valid)
{
    if (canvas->utf8)
        return valid ? "✓" : "✗";
    return valid ? "+" : "x";
}

static void draw_head(const struct check *check, struct canvas *canvas)
{
    const struct khi_lexicon *lexicon = check->app->lexicon;
    int col = canvas_text(canvas, 2, 2, STYLE_TEXT, "Mode ");

    canvas_printf(canvas, 1, 2, STYLE_TEXT, "Dictionary %s, %" PRIu32 " words", lexicon->name,
                  lexicon->summary.words);
    app_button(canvas, 2, col, check->tournament ? STYLE_BUTTON_FOCUS : STYLE_BUTTON,
               check->tournament ? "TOURNAMENT: one verdict for all words"
                                 : "ORDINARY: a verdict for each word",
               HOT_MODE, 0);
}

/* The line as it is typed; in ordinary mode each word in the colour of its verdict. */
static void draw_line(const struct check *check, struct canvas *canvas)
{
    const char *text = check->text, *end = text + strlen(text), *at = text, *word;
    int left = 9, width = canvas->cols - left - 2, cursor = line_cursor(check->app->line);
    int skip = cursor >= width ? cursor - width + 1 : 0;
    size_t length;

    canvas_text(canvas, 4, 2, STYLE_STRONG, "Words:");
    canvas_fill(canvas, 4, left, 1, width, STYLE_FIELD);
    canvas_text_part(canvas, 4, left, width, skip, STYLE_FIELD, text);
    canvas_cursor(canvas, 4, left + cursor - skip);
    const char *search = line_search(check->app->line);
    if (search != NULL)
        canvas_printf(canvas, 5, left, STYLE_DIM, "search back: %s", search);
    if (check->tournament || search != NULL)
        return;
    struct khi_judge judge;
    khi_judge_begin(&judge, check->app->lexicon->trie);
    int col = left;
    while (khi_next_word(&at, end, &word, &length) && col < canvas->cols - 4) {
        bool valid = khi_judge_word(&judge, word, length) == KHI_YES;
        char shown[48];
        khi_text_clean(shown, sizeof shown, word, length);
        col = canvas_printf(canvas, 5, col, valid ? STYLE_GOOD : STYLE_BAD, "%s %s",
                            mark_of(canvas, valid), shown) +
              2;
    }
}

/* A word, its verdict and its hooks; on a narrow screen the mark alone is the verdict. */
static void draw_result(const struct result *result, struct canvas *canvas, int row)
{
    bool wide = canvas->cols >= 60;
    char front[KHI_LETTERS + 1], back[KHI_LETTERS + 1];
    int col = canvas_printf(canvas, row, 2, result->valid ? STYLE_GOOD : STYLE_BAD,
                            wide ? "%s %-16s %-8s" : "%s %-8s ", mark_of(canvas, result->valid),
                            result->word, result->valid ? "valid" : "invalid");

    if (!result->valid)
        return;
    format_letters(front, result->front);
    format_letters(back, result->back);
    canvas_printf(canvas, row, col + wide, STYLE_DIM,
                  wide ? "hooks before %s  after %s" : "hooks %s / %s", front, back);
}

static void draw_results(struct check *check, struct canvas *canvas)
{
    int rows = canvas->rows - 2 - TOP;

    check->view_rows = rows;
    if (check->scroll > check->count - 1)
        check->scroll = check->count > 0 ? check->count - 1 : 0;
    for (int i = 0; i < rows && check->scroll + i < check->count; i++)
        draw_result(&check->results[check->count - 1 - check->scroll - i], canvas, TOP + i);
    if (check->count == 0 && check->message[0] == '\0')
        canvas_text(canvas, TOP + 1, 2, STYLE_DIM,
                    check->tournament ? "Type the words of the challenge and press Enter."
                                      : "Type words and press Enter. Tab completes a word.");
}

static void draw_verdict(const struct check *check, struct canvas *canvas)
{
    bool good = check->verdict.acceptable;
    enum style style = good ? STYLE_GOOD_BIG : STYLE_BAD_BIG;
    const char *text = good ? "A C C E P T A B L E" : "U N A C C E P T A B L E";
    int row = canvas->rows / 2 - 3, width = canvas->cols - 8;
    char line[80];

    canvas_fill(canvas, row, 4, 5, width, style);
    snprintf(line, sizeof line, "%s   %s   %s", mark_of(canvas, good), text, mark_of(canvas, good));
    int columns = (int)strlen(text) + 8;
    canvas_text(canvas, row + 2, 4 + (width > columns ? (width - columns) / 2 : 0), style, line);
    canvas_wrap(canvas, row + 6, 4, canvas->rows - row - 9, width, STYLE_STRONG,
                check->verdict.words);
    canvas_text(canvas, canvas->rows - 2, 2, STYLE_DIM, "Any key clears this.");
}

static void draw(void *tab, struct canvas *canvas)
{
    struct check *check = tab;

    draw_head(check, canvas);
    if (check->verdict.until != 0) {
        draw_verdict(check, canvas);
        return;
    }
    draw_line(check, canvas);
    draw_results(check, canvas);
    canvas_text(canvas, canvas->rows - 2, 2, STYLE_STATUS, check->message);
}

/* ---- judging ---- */

static void add_result(struct check *check, const char *word, size_t length)
{
    const struct khi_trie *trie = check->app->lexicon->trie;
    struct khi_judge judge;

    if (check->count == RESULTS) {
        memmove(check->results, check->results + 1, (RESULTS - 1) * sizeof *check->results);
        check->count--;
    }
    struct result *result = &check->results[check->count++];
    *result = (struct result){0};
    khi_text_clean(result->word, sizeof result->word, word, length);
    for (char *at = result->word; *at != '\0'; at++)
        if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
    khi_judge_begin(&judge, trie);
    result->valid = khi_judge_word(&judge, word, length) == KHI_YES;
    khi_hooks(trie, word, length, &result->front, &result->back);
}

static void judge_each(struct check *check, const char *text)
{
    const char *at = text, *end = text + strlen(text), *word;
    size_t length;

    if (text[strspn(text, " \t")] == '\0')
        return;
    line_remember(check->app->line, text);
    khi_history_add(text);
    while (khi_next_word(&at, end, &word, &length))
        add_result(check, word, length);
    check->scroll = 0;
}

static void judge_all(struct check *check, const char *text)
{
    struct khi_judge judge;
    struct khi_error error = {0};

    khi_judge_begin(&judge, check->app->lexicon->trie);
    khi_judge_text(&judge, text, strlen(text));
    if (khi_judge_verdict(&judge, &error, &check->verdict.acceptable) != KHI_OK) {
        app_format_error(&error, check->message, sizeof check->message);
        return;
    }
    snprintf(check->verdict.words, sizeof check->verdict.words, "%s", text);
    check->verdict.until = app_now() + VERDICT_MS;
}

static void clear_verdict(struct check *check)
{
    memset(&check->verdict, 0, sizeof check->verdict);
    enter(check);
}

static void clear_all(struct check *check)
{
    check->count = check->scroll = 0;
    memset(check->results, 0, sizeof check->results);
    memset(check->text, 0, sizeof check->text);
    check->message[0] = '\0';
    clear_verdict(check);
}

void tab_check_show_word(struct app *app, const char *word)
{
    struct check *check = app->tabs[TAB_CHECK];

    if (check->tournament)
        clear_all(check);
    check->tournament = false;
    add_result(check, word, strlen(word));
    check->scroll = 0;
    app_switch(app, TAB_CHECK);
}

/* ---- events ---- */

static bool act(void *tab, enum action action)
{
    struct check *check = tab;

    if (check->verdict.until != 0 && action != ACTION_CHECK_MODE) {
        clear_verdict(check);
        return true;
    }
    switch (action) {
    case ACTION_CHECK_MODE:
        check->tournament = !check->tournament;
        clear_all(check);
        return true;
    case ACTION_CHECK_CLEAR:
        clear_all(check);
        return true;
    case ACTION_SCROLL_DOWN:
        check->scroll += 10;
        return true;
    case ACTION_SCROLL_UP:
        check->scroll = check->scroll > 10 ? check->scroll - 10 : 0;
        return true;
    default:
        return false;
    }
}

static bool can(const void *tab, enum action action)
{
    const struct check *check = tab;

    switch (action) {
    case ACTION_SCROLL_DOWN:
        return check->count > check->view_rows;
    case ACTION_COMPLETE:
        return !check->tournament;
    default:
        return true;
    }
}

static void event(void *tab, const struct event *event, const struct hot *hot)
{
    struct check *check = tab;

    if (check->verdict.until != 0) {
        clear_verdict(check);
        if (event_letter(event) < 0) /* a letter begins the next challenge */
            return;
    }
    if (event->kind == EVENT_WHEEL) {
        check->scroll += event->turn * 3;
        check->scroll = check->scroll < 0 ? 0 : check->scroll;
    }
    if (event->kind == EVENT_CLICK && hot != NULL && hot->id == HOT_MODE)
        act(tab, ACTION_CHECK_MODE);
    if (event->kind != EVENT_KEY)
        return;
    check->message[0] = '\0';
    if (!line_key(check->app->line, event)) {
        snprintf(check->text, sizeof check->text, "%s", line_text(check->app->line));
        return;
    }
    check->text[0] = '\0';
    if (check->tournament)
        judge_all(check, line_text(check->app->line));
    else
        judge_each(check, line_text(check->app->line));
    enter(check);
}

static int64_t deadline(const void *tab)
{
    const struct check *check = tab;

    return check->verdict.until != 0 ? check->verdict.until : -1;
}

static void tick(void *tab, int64_t now)
{
    struct check *check = tab;

    if (check->verdict.until == 0 || now < check->verdict.until)
        return;
    memset(&check->verdict, 0, sizeof check->verdict);
    if (check->app->active == TAB_CHECK)
        enter(check);
}

static void headline(const void *tab, char *out, size_t size)
{
    const struct check *check = tab;

    snprintf(out, size, "%s", check->tournament ? "tournament" : "ordinary");
}

const struct tab_ops tab_check = {
    .name = "Check",
    .place = IN_CHECK,
    .intro =
        "Is it a word? Type words, with spaces between them, and press Enter. In ordinary mode "
        "each word gets its verdict, while it is typed and when it is entered, with the letters "
        "that can be put before and after it. In tournament mode all words are one challenge "
        "and get one verdict, which a key or ten seconds clear again.",
    .open = open_check,
    .close = close_check,
    .enter = enter,
    .draw = draw,
    .act = act,
    .can = can,
    .event = event,
    .deadline = deadline,
    .tick = tick,
    .headline = headline,
};

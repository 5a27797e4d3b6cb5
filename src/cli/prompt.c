/* prompt.c: khi check at a terminal, the only user of libedit among the commands.
 *
 * In ordinary mode lines are remembered, in memory and in the user's state directory, and Tab
 * completes words. In tournament mode nothing may be left of a challenge for the next who comes to
 * the keyboard: no history is attached, and after each line the editor, with all it remembers for
 * undoing and pasting, is wiped, ended and begun anew.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prompt.h"

#include "cli.h"
#include "shortage.h"
#include "terminal.h"
#include "verdicts.h"

#include "khi/finder.h"
#include "khi/history.h"

#include <fcntl.h>
#include <histedit.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum {
    KEPT_LINES = 500,
    LISTED = 100, /* words that Tab lists */
};

struct prompt {
    EditLine *editor;
    History *history;
    struct khi_lexicon *lexicon;
    bool tournament, color, ended;
    char text[KHI_LEXICON_NAME + 48];
    struct verdicts verdicts;
};

static struct termios modes; /* the terminal's, as they were */

/* ---- history ---- */

static void remember(void *context, const char *line)
{
    const struct prompt *prompt = context;
    HistEvent event;

    history(prompt->history, &event, H_ENTER, line);
}

/* ---- keys ---- */

static char *prompt_text(EditLine *editor)
{
    struct prompt *prompt;

    el_get(editor, EL_CLIENTDATA, &prompt);
    snprintf(prompt->text, sizeof prompt->text, "%s %" PRIu32 "%s> ", prompt->lexicon->name,
             prompt->lexicon->summary.words, prompt->tournament ? " tournament" : "");
    return prompt->text;
}

static void list_words(const struct khi_trie *trie, const char *beginning)
{
    struct khi_query query;
    struct khi_finder finder;
    unsigned width = terminal_width(STDOUT_FILENO), used = 0, listed = 0;

    if (khi_query_parse(&(struct khi_query_text){.prefix = beginning}, NULL, &query) != KHI_OK)
        return;
    putchar('\n');
    khi_finder_begin(&finder, trie, &query);
    for (; listed < LISTED && khi_finder_next(&finder); listed++) {
        bool wraps = used > 0 && used + finder.length + 2 > width;
        used = wraps ? 0 : used;
        printf("%s%s%s", wraps ? "\n" : "", used > 0 ? "  " : "", finder.word);
        used += finder.length + (used > 0 ? 2 : 0);
    }
    puts(listed == LISTED && khi_finder_next(&finder) ? " ..." : "");
}

/* The letters that must come next: up to a word's end or a choice. */
static size_t common_letters(const struct khi_trie *trie, struct khi_cursor at, char *out)
{
    size_t count = 0;

    for (;;) {
        uint32_t next = khi_cursor_next(trie, at);
        bool only = next != 0 && (next & (next - 1)) == 0;
        if (count == KHI_WORD_MAX || !only || khi_cursor_is_word(at) ||
            !khi_cursor_step(trie, &at, khi_lowest(next)))
            break;
        out[count++] = khi_letter_char(khi_lowest(next));
    }
    out[count] = '\0';
    return count;
}

/* Tab: completes the word before the cursor, or lists how it may go on. */
static unsigned char complete(EditLine *editor, int key)
{
    struct prompt *prompt;
    const LineInfo *line = el_line(editor);
    const char *begin = line->cursor;
    char beginning[KHI_WORD_MAX + 1], more[KHI_WORD_MAX + 1];

    (void)key;
    el_get(editor, EL_CLIENTDATA, &prompt);
    while (begin > line->buffer && !khi_is_white(begin[-1]))
        begin--;
    size_t length = (size_t)(line->cursor - begin);
    struct khi_cursor at = khi_cursor_root(prompt->lexicon->trie);
    if (prompt->tournament || length == 0 || length > KHI_WORD_MAX ||
        !khi_cursor_follow(prompt->lexicon->trie, &at, begin, length))
        return CC_ERROR;
    snprintf(beginning, sizeof beginning, "%.*s", (int)length, begin);
    if (common_letters(prompt->lexicon->trie, at, more) == 0) {
        list_words(prompt->lexicon->trie, beginning);
        return CC_REDISPLAY;
    }
    for (char *letter = more; *letter != '\0'; letter++)
        *letter = (char)(*letter | (beginning[length - 1] & 0x20)); /* as it was typed */
    return el_insertstr(editor, more) == 0 ? CC_REFRESH : CC_ERROR;
}

/* ^C: forgets the line. */
static unsigned char clear_line(EditLine *editor, int key)
{
    const LineInfoW *line = el_wline(editor);
    int length = (int)(line->lastchar - line->buffer);

    (void)key;
    el_cursor(editor, (int)(line->lastchar - line->cursor));
    el_deletestr(editor, length);
    return CC_REFRESH;
}

/* ---- the editor ---- */

static void bind_keys(EditLine *editor)
{
    el_set(editor, EL_BIND, "^I", "khi-complete", NULL);
    el_set(editor, EL_BIND, "^C", "khi-clear-line", NULL);
    el_set(editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    /* libedit's own command line crashes where a quote is left open */
    el_set(editor, EL_BIND, "^[x", "ed-unassigned", NULL);
    el_set(editor, EL_BIND, "-a", ":", "ed-unassigned", NULL);
}

/* Makes ^C come as a key. The editor takes the terminal's own keys over when it first sets its
 * mode, and keeps what is said after that. */
static void take_interrupt_key(EditLine *editor)
{
    el_set(editor, EL_PREP_TERM, 1);
    el_set(editor, EL_PREP_TERM, 0);
    el_set(editor, EL_SETTY, "-d", "intr=", NULL);
}

static bool begin_editor(struct prompt *prompt)
{
    const char *kind = NULL;
    EditLine *editor = el_init("khi", stdin, stdout, stderr);

    prompt->editor = editor;
    if (editor == NULL)
        return false;
    el_set(editor, EL_CLIENTDATA, prompt);
    el_set(editor, EL_PROMPT, prompt_text);
    el_set(editor, EL_SIGNAL, 1);
    el_set(editor, EL_EDITOR, "emacs");
    if (!prompt->tournament)
        el_set(editor, EL_HIST, history, prompt->history);
    el_wset(editor, EL_ADDFN, L"khi-complete", L"complete a word", complete);
    el_wset(editor, EL_ADDFN, L"khi-clear-line", L"forget the line", clear_line);
    take_interrupt_key(editor);
    bind_keys(editor);
    el_source(editor, NULL);
    if (el_get(editor, EL_EDITOR, &kind) == 0 && strcmp(kind, "vi") == 0)
        bind_keys(editor); /* a change of editor has undone them */
    return true;
}

static void end_editor(struct prompt *prompt)
{
    const LineInfoW *line = el_wline(prompt->editor);

    explicit_bzero((void *)line->buffer,
                   (size_t)(line->lastchar - line->buffer) * sizeof *line->buffer);
    el_end(prompt->editor);
    prompt->editor = NULL;
}

/* ---- lines ---- */

static void change_mode(struct prompt *prompt, bool tournament)
{
    prompt->tournament = tournament;
    puts(tournament ? "tournament mode: one verdict for the words of a line; nothing is kept"
                    : "ordinary mode: a verdict for each word");
}

static void change_dictionary(struct prompt *prompt, const char *name)
{
    struct khi_error error = {0};
    struct khi_lexicon *lexicon = NULL;
    bool before = shortage_ends(false); /* the old one stays when there is no room for another */
    enum khi_status status = khi_lexicon_open(name, &error, &lexicon);

    if (status == KHI_OK)
        status = khi_lexicon_verify(lexicon, &error);
    shortage_ends(before);
    if (status != KHI_OK) {
        cli_fail(&error);
        khi_lexicon_free(lexicon);
        return;
    }
    khi_lexicon_free(prompt->lexicon);
    prompt->lexicon = lexicon;
}

static void show_help(void)
{
    puts("Type words, parted by spaces; a line is a challenge.\n"
         "  :tournament   one verdict for all words of a line; no history, no completion\n"
         "  :ordinary     a verdict for each word\n"
         "  :dict NAME    use this dictionary (khi dict list shows those that have names)\n"
         "  :help         this help\n"
         "  :quit         end; so does ^D\n"
         "Tab completes a word in ordinary mode; ^C clears the line; the arrows and ^R\n"
         "go through what was typed before. ~/.editrc sets other keys.");
}

static void run_command(struct prompt *prompt, char *line)
{
    char *rest = line + strcspn(line, " \t");
    bool has_rest = *rest != '\0';

    if (has_rest)
        *rest++ = '\0';
    rest += strspn(rest, " \t");
    if (strcmp(line, ":dict") == 0 && *rest != '\0')
        change_dictionary(prompt, rest);
    else if (strcmp(line, ":dict") == 0)
        cli_error(":dict needs a name or a path (khi dict list shows those that have names)");
    else if (*rest != '\0')
        cli_error("%s takes nothing after it (see: :help)", line);
    else if (strcmp(line, ":tournament") == 0 || strcmp(line, ":ordinary") == 0)
        change_mode(prompt, line[1] == 't');
    else if (strcmp(line, ":help") == 0)
        show_help();
    else if (strcmp(line, ":quit") == 0)
        prompt->ended = true;
    else
        cli_error("there is no command \"%s\" here (see: :help)", line);
}

static void judge_line(struct prompt *prompt, const char *line)
{
    const char *at = line, *end = line + strlen(line), *word;
    size_t length;

    fflush(stdout);
    verdicts_begin(&prompt->verdicts, prompt->lexicon,
                   prompt->color ? VERDICTS_COLOR : VERDICTS_PLAIN, prompt->tournament);
    while (khi_next_word(&at, end, &word, &length))
        if (!verdicts_word(&prompt->verdicts, word, length))
            break;
    verdicts_end(&prompt->verdicts);
}

/* The line without the white space around it; "" if there is nothing else. */
static char *trimmed(const char *line)
{
    while (khi_is_white(*line))
        line++;
    size_t length = strlen(line);
    while (length > 0 && khi_is_white(line[length - 1]))
        length--;
    return strndup(line, length);
}

static void take_line(struct prompt *prompt, const char *given)
{
    char *line = trimmed(given);

    if (line == NULL || *line == '\0') {
        free(line);
        return;
    }
    if (!prompt->tournament) {
        remember(prompt, line);
        khi_history_add(line);
    }
    if (*line == ':')
        run_command(prompt, line);
    else
        judge_line(prompt, line);
    explicit_bzero(line, strlen(line));
    free(line);
}

static void read_lines(struct prompt *prompt)
{
    int count;

    while (!prompt->ended) {
        bool secret = prompt->tournament;
        el_set(prompt->editor, EL_PREP_TERM, 1); /* before the prompt invites a key */
        const char *line = el_gets(prompt->editor, &count);
        if (line == NULL || count <= 0) {
            puts("");
            return;
        }
        take_line(prompt, line);
        if (secret || prompt->tournament) {
            end_editor(prompt);
            if (!begin_editor(prompt))
                return;
        }
    }
}

static void give_terminal_back(void)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    (void)!write(STDOUT_FILENO, "\n", 1);
}

int prompt_run(struct khi_lexicon *lexicon, bool tournament, bool color)
{
    static struct prompt prompt;
    HistEvent event;

    prompt = (struct prompt){.lexicon = lexicon, .tournament = tournament, .color = color};
    tcgetattr(STDIN_FILENO, &modes);
    shortage_on_end(give_terminal_back);
    shortage_ends(true);
    prompt.history = history_init();
    if (prompt.history != NULL) {
        history(prompt.history, &event, H_SETSIZE, KEPT_LINES);
        history(prompt.history, &event, H_SETUNIQUE, 1);
        khi_history_each(remember, &prompt);
    }
    int status = CLI_YES;
    if (prompt.history == NULL || !begin_editor(&prompt)) {
        status = cli_error("the line editor cannot begin: is TERM set rightly?");
    } else {
        printf("Dictionary %s, %" PRIu32 " words. Type words; :help tells more, ^D ends.\n",
               lexicon->name, lexicon->summary.words);
        read_lines(&prompt);
    }
    if (prompt.editor != NULL)
        end_editor(&prompt);
    if (prompt.history != NULL)
        history_end(prompt.history);
    shortage_ends(false);
    khi_lexicon_free(prompt.lexicon);
    return status == CLI_YES ? cli_finish(CLI_YES) : status;
}

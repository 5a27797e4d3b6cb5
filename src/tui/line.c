/* line.c: libedit inside the one event loop.
 *
 * libedit wants to read a line and return; the loop wants to hand over one key and go on. So
 * el_wgets runs in a thread of its own, and the two take turns like coroutines: the thread asks for
 * a key in read_key, finds none, and sleeps; line_key gives one and sleeps until the thread asks
 * for the next. Never do both run, so nothing else is locked. (Feeding libedit key by key without
 * the thread breaks every command that reads a second key: arrows, ^V, ^R, vi's f and r.)
 *
 * libedit edits only what looks like a terminal, so it gets a private one, which nobody reads;
 * what it draws goes to /dev/null, and the tabs draw the line from its buffer.
 *
 * Four faults of libedit 3.1-20221030 are kept away in read_key: vi's ^E on an empty line puts the
 * cursor before the buffer; ^R held down recurses without bound; ^W in an empty ^R pattern reads
 * before the buffer; and what is typed behind Alt-x, or vi's :, is run as a command of ~/.editrc,
 * which strangers should not do, and crashes where a quote is left open.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line.h"

#include "khi/thread.h"
#include "shortage.h"

#include <fcntl.h>
#include <histedit.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum {
    QUEUE = 16,
    SEARCH_KEYS = 200, /* so many keys in one history search, then it is ended */
    CONTROL_W = 'W' & 0x1f,
    ESCAPE = 27,
    DELETE = 127, /* as the first key, it leaves libedit's command line */
};

struct line {
    EditLine *editor;
    HistoryW *history;
    bool with_history;
    FILE *null;
    int master, slave;
    pthread_t thread;
    sem_t go, parked;
    wchar_t queue[QUEUE];
    int queued, taken;
    int search_keys;
    bool ending;   /* read_key says end of file until el_wgets returns */
    bool started;  /* there is a thread */
    bool finished; /* the thread is to end */
    bool entered;  /* Enter has ended a line, whose text is in `text` */
    char text[LINE_MAX_TEXT];
    char pattern[LINE_MAX_TEXT];
    bool searching, full;
    int cursor;
    void (*complete)(void *context, const char *before, char *insert, size_t size);
    void *context;
};

/* ---- the editor's thread ---- */

static const wchar_t *search_mark(const LineInfoW *info)
{
    for (const wchar_t *at = info->buffer; at + 5 <= info->lastchar; at++)
        if (*at == L'\n' && (wmemcmp(at + 1, L"bck:", 4) == 0 || wmemcmp(at + 1, L"fwd:", 4) == 0))
            return at;
    return NULL;
}

static bool asks_for_command(const LineInfoW *info)
{
    return info->lastchar - info->buffer >= 3 && wmemcmp(info->buffer, L"\n: ", 3) == 0;
}

/* Whether libedit may see this key now; may turn it into another. */
static bool guard_key(struct line *line, wchar_t *key)
{
    int cursor = el_cursor(line->editor, 0);
    const LineInfoW *info = el_wline(line->editor);
    const wchar_t *mark = search_mark(info);

    if (cursor < 0)
        el_cursor(line->editor, -cursor);
    if (asks_for_command(info)) {
        *key = DELETE;
        return true;
    }
    line->search_keys = mark ? line->search_keys + 1 : 0;
    if (mark != NULL && *key == CONTROL_W && mark + 5 >= info->lastchar)
        return false;
    if (line->search_keys > SEARCH_KEYS) {
        line->search_keys = 0;
        *key = ESCAPE;
    }
    return info->lastchar - info->buffer < LINE_MAX_CHARS || *key < L' ' || *key == DELETE;
}

static int read_key(EditLine *editor, wchar_t *key)
{
    struct line *line;

    el_wget(editor, EL_CLIENTDATA, &line);
    for (;;) {
        if (line->ending)
            return 0;
        if (line->taken < line->queued) {
            *key = line->queue[line->taken++];
            if (guard_key(line, key))
                return 1;
            continue;
        }
        line->taken = line->queued = 0;
        sem_post(&line->parked);
        while (sem_wait(&line->go) != 0)
            ;
    }
}

static void copy_text(char *out, size_t size, const wchar_t *from, const wchar_t *to)
{
    size_t used = 0;
    mbstate_t state = {0};

    for (; from < to; from++) {
        char bytes[MB_LEN_MAX];
        size_t length = wcrtomb(bytes, *from, &state);
        if (length == (size_t)-1) {
            memset(&state, 0, sizeof state);
            bytes[0] = '?';
            length = 1;
        }
        if (used + length + 1 > size)
            break;
        memcpy(out + used, bytes, length);
        used += length;
    }
    out[used] = '\0';
}

static void *edit(void *argument)
{
    struct line *line = argument;

    shortage_ends(true);
    while (!line->finished) {
        int length = 0;
        const wchar_t *got = el_wgets(line->editor, &length);
        if (got != NULL && length > 0 && !line->ending) {
            line->entered = true;
            copy_text(line->text, sizeof line->text, got,
                      got + length - (got[length - 1] == L'\n'));
        }
        line->ending = false;
    }
    sem_post(&line->parked);
    return NULL;
}

/* Lets the thread run until it asks for a key again. */
static void run_editor(struct line *line)
{
    sem_post(&line->go);
    while (sem_wait(&line->parked) != 0)
        ;
}

static unsigned char complete_key(EditLine *editor, wint_t key)
{
    struct line *line;
    char before[LINE_MAX_TEXT], insert[LINE_MAX_TEXT] = "";
    wchar_t wide[LINE_MAX_TEXT];

    (void)key;
    el_wget(editor, EL_CLIENTDATA, &line);
    const LineInfoW *info = el_wline(editor);
    copy_text(before, sizeof before, info->buffer, info->cursor);
    if (line->complete != NULL) {
        bool ended = shortage_ends(false);
        line->complete(line->context, before, insert, sizeof insert);
        shortage_ends(ended);
    }
    size_t length = mbstowcs(wide, insert, LINE_MAX_TEXT - 1);
    if (length == 0 || length == (size_t)-1)
        return CC_NORM;
    wide[length] = L'\0';
    return el_winsertstr(editor, wide) == 0 ? CC_REFRESH : CC_NORM;
}

static wchar_t *no_prompt(EditLine *editor)
{
    static wchar_t empty[] = L"";

    (void)editor;
    return empty;
}

/* History for the field that has it; nothing for the others. */
static int find_history(void *context, HistEventW *event, int what, ...)
{
    struct line *line = context;

    if (!line->with_history)
        return -1;
    return history_w(line->history, event, what);
}

/* ---- beginning and ending ---- */

static int reserved_master = -1, reserved_slave = -1;

void line_reserve_terminal(void)
{
    reserved_master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (reserved_master < 0 || grantpt(reserved_master) != 0 || unlockpt(reserved_master) != 0)
        return;
    const char *name = ptsname(reserved_master);
    reserved_slave = name ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
}

static bool open_terminal(struct line *line)
{
    struct termios modes;
    struct winsize size = {.ws_row = 4, .ws_col = 400};

    if (reserved_master < 0)
        line_reserve_terminal();
    line->master = reserved_master;
    line->slave = reserved_slave;
    reserved_master = reserved_slave = -1;
    if (line->slave < 0)
        return false;
    if (tcgetattr(STDIN_FILENO, &modes) == 0) /* the user's own erase and kill keys */
        tcsetattr(line->slave, TCSANOW, &modes);
    ioctl(line->slave, TIOCSWINSZ, &size);
    line->null = fopen("/dev/null", "r+e");
    return line->null != NULL;
}

static void bind_keys(EditLine *editor)
{
    static const wchar_t *const bindings[][2] = {
        {L"^I", L"khi-complete"},
        {L"^R", L"em-inc-search-prev"},
        {L"\033[H", L"ed-move-to-beg"},
        {L"\033[F", L"ed-move-to-end"},
        {L"\033[3~", L"ed-delete-next-char"},
        {L"\033x", L"ed-unassigned"},
    };

    for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
        el_wset(editor, EL_BIND, bindings[i][0], bindings[i][1], NULL);
}

static bool open_editor(struct line *line, bool personal)
{
    HistEventW event;
    int fd = line->slave;

    line->editor = el_init_fd("khi", line->null, line->null, line->null, fd, fd, fd);
    line->history = history_winit();
    if (line->editor == NULL || line->history == NULL)
        return false;
    history_w(line->history, &event, H_SETSIZE, 500);
    history_w(line->history, &event, H_SETUNIQUE, 1);
    el_wset(line->editor, EL_CLIENTDATA, line);
    el_wset(line->editor, EL_GETCFN, read_key);
    el_wset(line->editor, EL_SIGNAL, 0);
    el_wset(line->editor, EL_PROMPT, no_prompt);
    el_wset(line->editor, EL_EDITOR, L"emacs");
    el_wset(line->editor, EL_HIST, find_history, line);
    el_wset(line->editor, EL_ADDFN, L"khi-complete", L"complete a word", complete_key);
    bind_keys(line->editor);
    if (personal)
        el_source(line->editor, NULL);
    el_wset(line->editor, EL_EDITMODE, 1);
    el_wset(line->editor, EL_BIND, L"^I", L"khi-complete", NULL);
    return true;
}

struct line *line_new(bool personal)
{
    struct line *line = calloc(1, sizeof *line);

    if (line == NULL)
        return NULL;
    line->master = line->slave = -1;
    sem_init(&line->go, 0, 0);
    sem_init(&line->parked, 0, 0);
    bool before = shortage_ends(true);
    bool ready = open_terminal(line) && open_editor(line, personal);
    shortage_ends(before);
    if (!ready || !khi_thread_start(&line->thread, edit, line)) {
        line_free(line);
        return NULL;
    }
    line->started = true;
    while (sem_wait(&line->parked) != 0)
        ;
    return line;
}

void line_free(struct line *line)
{
    if (line == NULL)
        return;
    if (line->started) {
        line->finished = line->ending = true;
        run_editor(line);
        pthread_join(line->thread, NULL);
    }
    if (line->editor != NULL)
        el_end(line->editor);
    if (line->history != NULL)
        history_wend(line->history);
    if (line->null != NULL)
        fclose(line->null);
    if (line->slave >= 0)
        close(line->slave);
    if (line->master >= 0)
        close(line->master);
    sem_destroy(&line->go);
    sem_destroy(&line->parked);
    free(line);
}

/* ---- the loop's side, while the thread sleeps ---- */

static int columns_of(const wchar_t *from, const wchar_t *to)
{
    int columns = 0;

    for (; from < to; from++) {
        int width = wcwidth(*from);
        columns += width > 0 ? width : 1;
    }
    return columns;
}

/* Copies what the editor holds, for those who draw. */
static void look(struct line *line)
{
    const LineInfoW *info = el_wline(line->editor);
    const wchar_t *mark = search_mark(info), *end = mark ? mark : info->lastchar;

    copy_text(line->text, sizeof line->text, info->buffer, end);
    line->searching = mark != NULL;
    line->full = info->lastchar - info->buffer >= LINE_MAX_CHARS;
    if (mark != NULL)
        copy_text(line->pattern, sizeof line->pattern, mark + 5, info->lastchar);
    line->cursor = columns_of(info->buffer, info->cursor < end ? info->cursor : end);
}

void line_load(struct line *line, const char *text, bool history)
{
    wchar_t wide[LINE_MAX_CHARS + 1];

    line->ending = true;
    run_editor(line);
    line->with_history = history;
    line->entered = false;
    size_t length = mbstowcs(wide, text, LINE_MAX_CHARS);
    if (length != (size_t)-1 && length > 0) {
        wide[length] = L'\0';
        bool before = shortage_ends(true);
        el_winsertstr(line->editor, wide);
        shortage_ends(before);
    }
    look(line);
}

/* The characters that a terminal would send for this key. */
static int key_sequence(const struct event *event, wchar_t *out)
{
    static const struct {
        int key;
        const wchar_t *text;
    } sequences[] = {
        {KEY_CODE_UP, L"\033[A"},      {KEY_CODE_DOWN, L"\033[B"},    {KEY_CODE_RIGHT, L"\033[C"},
        {KEY_CODE_LEFT, L"\033[D"},    {KEY_CODE_HOME, L"\033[H"},    {KEY_CODE_END, L"\033[F"},
        {KEY_CODE_DELETE, L"\033[3~"}, {KEY_CODE_BACKSPACE, L"\177"}, {KEY_CODE_ENTER, L"\r"},
        {KEY_CODE_TAB, L"\t"},         {KEY_CODE_ESC, L"\033"},
    };
    int length = 0;

    if (event->alt)
        out[length++] = ESCAPE;
    if (event->key < KEY_FIRST_SPECIAL) {
        out[length++] = (wchar_t)event->key;
        return length;
    }
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (sequences[i].key == event->key) {
            wcscpy(out + length, sequences[i].text);
            return length + (int)wcslen(sequences[i].text);
        }
    }
    return 0;
}

/* A character that guard_key would drop: a pasted megabyte must not wait for the thread at each. */
static bool is_too_much(const struct line *line, const struct event *event)
{
    return line->full && !event->alt && event->key >= ' ' && event->key != 127 &&
           event->key < KEY_FIRST_SPECIAL;
}

bool line_key(struct line *line, const struct event *event)
{
    if (is_too_much(line, event))
        return false;
    line->queued = key_sequence(event, line->queue);
    line->taken = 0;
    line->entered = false;
    if (line->queued > 0)
        run_editor(line);
    if (line->entered) {
        line->searching = line->full = false;
        line->cursor = 0;
        return true;
    }
    look(line);
    return false;
}

const char *line_text(const struct line *line)
{
    return line->text;
}

int line_cursor(const struct line *line)
{
    return line->cursor;
}

const char *line_search(const struct line *line)
{
    return line->searching ? line->pattern : NULL;
}

/* ---- history ---- */

void line_remember(void *context, const char *text)
{
    struct line *line = context;
    wchar_t wide[LINE_MAX_TEXT];
    HistEventW event;

    if (mbstowcs(wide, text, LINE_MAX_TEXT - 1) == (size_t)-1)
        return;
    wide[LINE_MAX_TEXT - 1] = L'\0';
    bool before = shortage_ends(true);
    history_w(line->history, &event, H_ENTER, wide);
    shortage_ends(before);
}

void line_on_complete(struct line *line,
                      void (*complete)(void *context, const char *before, char *insert,
                                       size_t size),
                      void *context)
{
    line->complete = complete;
    line->context = context;
}

/* mkdoc.c: makes the manual page and the completion of shells while khi is built.
 *
 *     mkdoc VERSION TEMPLATE OUT
 *
 * copies the template; a line that is a marker, such as @KEYS@, becomes what the program's own
 * tables tell: the commands and options of cli/commands.c and the keys of tui/action.def. @VERSION@
 * is replaced wherever it stands. Runs on the build machine, so it is linked with the tables alone.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the manual page ---- */

/* Text so that roff shows each character as it is. */
static void roff(FILE *out, const char *text, size_t length)
{
    static const struct {
        char character;
        const char *name;
    } names[] = {{'\\', "\\e"},   {'-', "\\-"},   {'^', "\\(ha"}, {'~', "\\(ti"},
                 {'\'', "\\(aq"}, {'`', "\\(ga"}, {'"', "\\(dq"}, {'\0', NULL}};

    if (length > 0 && text[0] == '.')
        fputs("\\&", out);
    for (size_t i = 0; i < length; i++) {
        int name = 0;
        while (names[name].name != NULL && names[name].character != text[i])
            name++;
        if (names[name].name != NULL)
            fputs(names[name].name, out);
        else
            putc(text[i], out);
    }
}

static void roff_text(FILE *out, const char *text)
{
    roff(out, text, strlen(text));
}

/* Text to be filled, in lines that are not too long. */
static void roff_fill(FILE *out, const char *text, size_t length)
{
    size_t column = 0;

    for (size_t at = 0; at < length;) {
        size_t word = strcspn(text + at, " \n");
        if (word > length - at)
            word = length - at;
        if (column > 0)
            putc(column + word > 60 ? '\n' : ' ', out);
        column = column + word > 60 ? word : column + word + 1;
        roff(out, text + at, word);
        at += word + 1;
    }
    putc('\n', out);
}

static void man_options(FILE *out, const struct option *options)
{
    for (; options != NULL && options->name != NULL; options++) {
        fputs(".TP\n", out);
        if (options->letter)
            fprintf(out, "\\fB\\-%c\\fR, ", options->letter);
        fputs("\\fB\\-\\-", out);
        roff_text(out, options->name);
        fputs("\\fR", out);
        if (options->value != NULL) {
            fputs(" \\fI", out);
            roff_text(out, options->value);
            fputs("\\fR", out);
        }
        putc('\n', out);
        roff_fill(out, options->help, strlen(options->help));
    }
}

/* The length of the lines at the front that are examples, or of those that are none. */
static size_t block(const char *more, bool examples)
{
    size_t length = 0;

    while (more[length] != '\0') {
        bool example = strncmp(more + length, "Example", 7) == 0 || more[length] == ' ';
        if (example != examples)
            break;
        length += strcspn(more + length, "\n");
        length += more[length] == '\n';
    }
    return length;
}

/* Further help: examples as they are, the rest filled. */
static void man_more(FILE *out, const char *more)
{
    while (*more != '\0') {
        size_t filled = block(more, false), examples = block(more + filled, true);
        fputs(".PP\n", out);
        if (filled > 0)
            roff_fill(out, more, filled);
        if (filled > 0 && examples > 0)
            fputs(".PP\n", out);
        if (examples > 0) {
            fputs(".nf\n", out);
            roff(out, more + filled, examples);
            fputs(".fi\n", out);
        }
        more += filled + examples;
    }
}

static void man_commands(FILE *out)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        fprintf(out, ".SS \"khi %s\"\n.B khi ", command->name);
        roff_text(out, command->usage);
        fputs("\n.PP\n", out);
        roff_text(out, command->help);
        fputs(".\n", out);
        man_options(out, command->options);
        if (command->more != NULL)
            man_more(out, command->more);
    }
}

static void man_global_options(FILE *out)
{
    man_options(out, global_options);
}

struct key {
    const char *where, *keys, *help;
};

static const struct key keys[] = {
#define ACTION(id, where, keys, label, help) {#where, keys, help},
#include "tui/action.def"
#undef ACTION
};

static void man_key(FILE *out, const struct key *key)
{
    const char *names = key->keys;

    fputs(".TP\n", out);
    while (*names != '\0') {
        size_t length = strcspn(names, " ");
        fputs("\\fB", out);
        roff(out, names, length);
        fputs("\\fR", out);
        names += length;
        names += strspn(names, " ");
        if (*names != '\0')
            fputs(", ", out);
    }
    putc('\n', out);
    roff_fill(out, key->help, strlen(key->help));
}

static void man_keys(FILE *out)
{
    static const struct {
        const char *where, *title;
    } places[] = {{"KHI", "In the Khi tab"},
                  {"CHECK", "In the Check tab"},
                  {"FORM", "In the Find and Rect tabs"},
                  {"FIND", "In the Find tab"},
                  {"RECT", "In the Rect tab"},
                  {"LIST", "In the Check, Find and Rect tabs"},
                  {"TEXT", "Where text is typed"},
                  {"ANY", "Everywhere"}};
    size_t written = 0, count = sizeof keys / sizeof *keys;

    for (size_t place = 0; place < sizeof places / sizeof *places; place++) {
        fprintf(out, ".SS \"%s\"\n", places[place].title);
        for (size_t key = 0; key < count; key++) {
            if (strcmp(keys[key].where, places[place].where) != 0)
                continue;
            man_key(out, &keys[key]);
            written++;
        }
    }
    if (written != count) {
        fputs("mkdoc: a place of action.def has no title here\n", stderr);
        exit(1);
    }
}

/* ---- completion ---- */

/* What can stand where the tables name a value: "names" and files for dictionaries, "files",
 * "directories", or nothing that could be listed. */
static const char *kind_of(const char *value)
{
    if (strcmp(value, "NAME|PATH") == 0)
        return "names";
    if (strcmp(value, "DIR") == 0)
        return "directories";
    if (strcmp(value, "FILE") == 0 || strcmp(value, "OUT") == 0 || strcmp(value, "PATH") == 0 ||
        strcmp(value, "LIST") == 0 || strcmp(value, "LIST|-") == 0)
        return "files";
    return NULL;
}

static bool is_choice(const char *value)
{
    return strchr(value, '|') != NULL && strpbrk(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL;
}

static void put_choice(FILE *out, const char *value)
{
    for (; *value != '\0'; value++)
        putc(*value == '|' ? ' ' : *value, out);
}

/* The kind of the words after a command, which its usage names, as in "replay FILE [--at N]". */
static const char *kind_of_words(const struct command *command)
{
    const char *kind = NULL;
    bool after_option = false;

    for (const char *at = command->usage; *at != '\0' && kind == NULL;) {
        char word[32];
        at += strspn(at, " [");
        size_t length = strcspn(at, " ]");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!after_option)
            kind = kind_of(word);
        after_option = word[0] == '-' && at[length] == ' ';
        at += length + strspn(at + length, " ]");
    }
    return kind;
}

/* Lines of a shell's `case`: the options of each command. */
static void bash_options(FILE *out)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        fprintf(out, "    '%s') options='", command->name);
        for (int table = 0; table < 2; table++) {
            const struct option *option = table ? global_options : command->options;
            for (; option != NULL && option->name != NULL; option++) {
                fprintf(out, "--%s ", option->name);
                if (option->letter)
                    fprintf(out, "-%c ", option->letter);
            }
        }
        fputs("' ;;\n", out);
    }
}

/* The pattern of a command's option: 'rect --limit' | 'rect -n' */
static void bash_value(FILE *out, const char *command, const struct option *option)
{
    const char *kind = option->value ? kind_of(option->value) : NULL;

    if (option->value == NULL)
        return;
    fprintf(out, "    %s' --%s'", command, option->name);
    if (option->letter)
        fprintf(out, " | %s' -%c'", command, option->letter);
    fputs(") _khi_values ", out);
    if (is_choice(option->value)) {
        fputs("words ", out);
        put_choice(out, option->value);
    } else {
        fputs(kind ? kind : "words", out);
    }
    fputs(" ;;\n", out);
}

static void bash_values(FILE *out)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        const struct option *option = command->options;
        char quoted[40];
        snprintf(quoted, sizeof quoted, "'%s'", command->name);
        for (; option != NULL && option->name != NULL; option++)
            bash_value(out, quoted, option);
    }
    for (const struct option *option = global_options; option->name != NULL; option++)
        bash_value(out, "*", option);
}

static void bash_words(FILE *out)
{
    for (const struct command *command = commands; command->name != NULL; command++)
        if (kind_of_words(command) != NULL)
            fprintf(out, "    '%s') _khi_values %s ;;\n", command->name, kind_of_words(command));
}

static void bash_commands(FILE *out)
{
    for (const struct command *command = commands; command->name != NULL; command++)
        fprintf(out, "    '%s'\n", command->name);
}

/* Text in single quotes, with what _arguments gives a meaning escaped. */
static void zsh_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", *text) != NULL)
            fprintf(out, "\\%c", *text);
        else
            putc(*text, out);
    }
}

static void zsh_action(FILE *out, const char *value)
{
    const char *kind = kind_of(value);

    putc(':', out);
    zsh_text(out, value);
    putc(':', out);
    if (is_choice(value)) {
        putc('(', out);
        put_choice(out, value);
        putc(')', out);
    } else if (kind != NULL) {
        fputs(kind[0] == 'n' ? "_khi_names" : kind[0] == 'd' ? "_files -/" : "_files", out);
    } else {
        putc(' ', out);
    }
}

static void zsh_option(FILE *out, const struct option *option)
{
    for (int form = 0; form < (option->letter ? 2 : 1); form++) {
        fputs("            '*", out);
        if (form == 0)
            fprintf(out, "--%s%s", option->name, option->value ? "=" : "");
        else
            fprintf(out, "-%c%s", option->letter, option->value ? "+" : "");
        putc('[', out);
        zsh_text(out, option->help);
        putc(']', out);
        if (option->value != NULL)
            zsh_action(out, option->value);
        fputs("'\n", out);
    }
}

static void zsh_options(FILE *out)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        const struct option *option = command->options;
        fprintf(out, "    '%s')\n        arguments=(\n", command->name);
        for (; option != NULL && option->name != NULL; option++)
            zsh_option(out, option);
        const char *kind = kind_of_words(command);
        fprintf(out, "            '*:%s'\n        ) ;;\n",
                kind == NULL     ? "word:()"
                : kind[0] == 'n' ? "dictionary:_khi_names"
                                 : "file:_files");
    }
}

static void zsh_global_options(FILE *out)
{
    for (const struct option *option = global_options; option->name != NULL; option++)
        zsh_option(out, option);
}

static void zsh_commands(FILE *out)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        fprintf(out, "        '%s:", command->name);
        zsh_text(out, command->help);
        fputs("'\n", out);
    }
}

/* ---- templates ---- */

static const struct {
    const char *name;
    void (*write)(FILE *out);
} markers[] = {{"@COMMANDS@", man_commands},
               {"@OPTIONS@", man_global_options},
               {"@KEYS@", man_keys},
               {"@BASH_COMMANDS@", bash_commands},
               {"@BASH_OPTIONS@", bash_options},
               {"@BASH_VALUES@", bash_values},
               {"@BASH_WORDS@", bash_words},
               {"@ZSH_COMMANDS@", zsh_commands},
               {"@ZSH_OPTIONS@", zsh_options},
               {"@ZSH_GLOBAL_OPTIONS@", zsh_global_options}};

static void copy_line(const char *line, const char *version, FILE *out)
{
    const char *at = strstr(line, "@VERSION@");

    for (size_t i = 0; i < sizeof markers / sizeof *markers; i++) {
        if (strncmp(line, markers[i].name, strlen(markers[i].name)) == 0) {
            markers[i].write(out);
            return;
        }
    }
    if (at != NULL)
        fprintf(out, "%.*s%s%s", (int)(at - line), line, version, at + strlen("@VERSION@"));
    else
        fputs(line, out);
}

int main(int argc, char **argv)
{
    char line[512];

    if (argc != 4) {
        fputs("usage: mkdoc VERSION TEMPLATE OUT\n", stderr);
        return 2;
    }
    FILE *in = fopen(argv[2], "r"), *out = fopen(argv[3], "w");
    if (in == NULL || out == NULL) {
        perror("mkdoc");
        return 1;
    }
    while (fgets(line, sizeof line, in) != NULL)
        copy_line(line, argv[1], out);
    fclose(in);
    if (ferror(out) || fclose(out) != 0) {
        perror("mkdoc");
        return 1;
    }
    return 0;
}

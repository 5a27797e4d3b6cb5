/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ---- */

static void message(const char *format, va_list arguments)
{
    char text[1024], shown[1024];

    vsnprintf(text, sizeof text, format, arguments);
    khi_text_clean(shown, sizeof shown, text, strlen(text));
    fflush(stdout);
    fprintf(stderr, "khi: %s\n", shown);
}

int cli_error(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message(format, arguments);
    va_end(arguments);
    return CLI_ERROR;
}

int cli_fail(const struct khi_error *error)
{
    char sentence[512];

    khi_error_format(error, sentence, sizeof sentence);
    return cli_error("%s", sentence);
}

int cli_usage_error(const struct cli *cli, const char *format, ...)
{
    char text[768];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return cli_error("%s (see: khi help %s)", text, cli->command->name);
}

/* ---- the nearest match ---- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be put in, left out, replaced or swapped to make one of the other. */
static size_t distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    size_t rows[3][LONGEST + 1];
    size_t width = strlen(b), height = strlen(a);

    if (width > LONGEST || height > LONGEST)
        return LONGEST;
    for (size_t col = 0; col <= width; col++)
        rows[0][col] = col;
    for (size_t row = 1; row <= height; row++) {
        size_t *now = rows[row % 3], *above = rows[(row + 2) % 3], *second = rows[(row + 1) % 3];
        now[0] = row;
        for (size_t col = 1; col <= width; col++) {
            now[col] = least(least(now[col - 1], above[col]) + 1,
                             above[col - 1] + (a[row - 1] != b[col - 1]));
            if (row > 1 && col > 1 && a[row - 1] == b[col - 2] && a[row - 2] == b[col - 1])
                now[col] = least(now[col], second[col - 2] + 1);
        }
    }
    return rows[height % 3][width];
}

struct nearest {
    const char *text, *found;
    size_t best;
};

static struct nearest nearest_begin(const char *text)
{
    return (struct nearest){text, NULL, least(strlen(text) / 2 + 1, 4)};
}

static void nearest_try(struct nearest *nearest, const char *candidate)
{
    size_t far = distance(nearest->text, candidate);

    if (strlen(nearest->text) >= 3 && strncmp(candidate, nearest->text, strlen(nearest->text)) == 0)
        far = 0;
    if (far < nearest->best) {
        nearest->best = far;
        nearest->found = candidate;
    }
}

/* ---- help ---- */

static void print_options(const struct option *options)
{
    for (; options != NULL && options->name != NULL; options++) {
        char text[64];
        int used = options->letter ? snprintf(text, sizeof text, "-%c, ", options->letter) : 0;
        used += snprintf(text + used, sizeof text - (size_t)used, "--%s", options->name);
        if (options->value != NULL)
            snprintf(text + used, sizeof text - (size_t)used, " %s", options->value);
        if (strlen(text) > 24)
            printf("  %s\n  %-24s %s\n", text, "", options->help);
        else
            printf("  %-24s %s\n", text, options->help);
    }
}

static int print_command_help(const struct command *command)
{
    printf("usage: khi %s\n\n%s.\n", command->usage, command->help);
    if (command->options != NULL && command->options->name != NULL) {
        puts("\noptions:");
        print_options(command->options);
    }
    puts("\noptions of every command:");
    print_options(global_options);
    if (command->more != NULL)
        printf("\n%s", command->more);
    return cli_finish(CLI_YES);
}

static int print_help(void)
{
    puts(
        "khi: a combative crossword game for the terminal, with a word checker, a finder of words\n"
        "and a finder of word rectangles.\n\n"
        "usage: khi [options]                  play\n"
        "       khi COMMAND [options] [...]    one of the commands below\n");
    for (const struct command *command = commands; command->name != NULL; command++)
        printf("  %-14s %s\n", command->name, command->help);
    puts("\noptions of every command:");
    print_options(global_options);
    puts("\nkhi help COMMAND tells more. Exit status: 0 yes or done, 1 no or none found, 2 error.");
    return cli_finish(CLI_YES);
}

static int print_version(void)
{
    puts("khi " VERSION);
    return cli_finish(CLI_YES);
}

/* ---- finding commands ---- */

/* Does the command's name begin with this word, as in "dict" and "dict build"? */
static bool has_first_word(const struct command *command, const char *word)
{
    size_t length = strlen(word);

    return strncmp(command->name, word, length) == 0 &&
           (command->name[length] == '\0' || command->name[length] == ' ');
}

static const struct command *find_command(const char *first, const char *second, int *used)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        const char *space = strchr(command->name, ' ');
        if (!has_first_word(command, first))
            continue;
        if (space == NULL || (second != NULL && strcmp(space + 1, second) == 0)) {
            *used = space == NULL ? 1 : 2;
            return command;
        }
    }
    return NULL;
}

static int print_group_help(const char *first)
{
    printf("usage: khi %s COMMAND [options] [...]\n\n", first);
    for (const struct command *command = commands; command->name != NULL; command++)
        if (has_first_word(command, first))
            printf("  %-14s %s\n", command->name, command->help);
    printf("\nkhi help %s COMMAND tells more.\n", first);
    return cli_finish(CLI_YES);
}

static bool is_group(const char *first)
{
    for (const struct command *command = commands; command->name != NULL; command++)
        if (has_first_word(command, first) && strchr(command->name, ' ') != NULL)
            return true;
    return false;
}

/* The first word of a name that has two. */
static const char *group_name(const struct command *command, char group[static 16])
{
    snprintf(group, 16, "%.*s", (int)strcspn(command->name, " "), command->name);
    return group;
}

static int unknown_command(const char *first, const char *second)
{
    char group[16];
    struct nearest near = nearest_begin(second != NULL ? second : first);

    if (is_group(first) && second == NULL)
        return cli_error("\"%s\" needs a command after it (see: khi help %s)", first, first);
    for (const struct command *command = commands; command->name != NULL; command++) {
        const char *space = strchr(command->name, ' ');
        if (second == NULL && space == NULL)
            nearest_try(&near, command->name);
        else if (second == NULL)
            nearest_try(&near, group_name(command, group));
        else if (second != NULL && space != NULL && has_first_word(command, first))
            nearest_try(&near, space + 1);
    }
    const char *gap = second ? " " : "", *rest = second ? second : "";
    if (near.found == NULL)
        return cli_error("there is no command \"%s%s%s\" (see: khi --help)", first, gap, rest);
    return cli_error("there is no command \"%s%s%s\"; did you mean \"%s%s%s\"?", first, gap, rest,
                     second ? first : "", gap, near.found);
}

static int help_command(int count, const char **words)
{
    int used;

    if (count == 0)
        return print_help();
    const struct command *command = find_command(words[0], count > 1 ? words[1] : NULL, &used);
    if (command != NULL)
        return print_command_help(command);
    if (is_group(words[0]) && count == 1)
        return print_group_help(words[0]);
    return unknown_command(words[0], is_group(words[0]) ? words[1] : NULL);
}

/* ---- parsing ---- */

static const struct option *find_option(const struct option *options, const char *name,
                                        size_t length, char letter)
{
    for (; options != NULL && options->name != NULL; options++)
        if (letter ? options->letter == letter
                   : strlen(options->name) == length && memcmp(options->name, name, length) == 0)
            return options;
    return NULL;
}

/* An option of the command, if that is known yet, or a global one. */
static const struct option *known_option(const struct command *command, const char *name,
                                         size_t length, char letter)
{
    const struct option *found = NULL;

    if (command != NULL)
        found = find_option(command->options, name, length, letter);
    return found != NULL ? found : find_option(global_options, name, length, letter);
}

static int unknown_option(const struct command *command, const char *argument, size_t length)
{
    char name[40];

    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    struct nearest near = nearest_begin(name + strspn(name, "-"));
    for (const struct option *option = command->options; option && option->name; option++)
        nearest_try(&near, option->name);
    for (const struct option *option = global_options; option->name; option++)
        nearest_try(&near, option->name);
    if (near.found == NULL || strlen(near.text) < 2)
        return cli_error("there is no option \"%s\" (see: khi help %s)", name, command->name);
    return cli_error("there is no option \"%s\"; did you mean \"--%s\"?", name, near.found);
}

struct parser {
    struct cli *cli;
    char **at; /* the argument at hand; NULL ends them */
};

/* Takes the option's value from behind '=' or from the next argument. */
static int give(struct parser *parser, const struct option *option, const char *joined)
{
    const char *value = joined;

    if (option->value == NULL && joined != NULL)
        return cli_error("option --%s takes no value", option->name);
    if (option->value != NULL && joined == NULL) {
        value = *++parser->at;
        if (value == NULL)
            return cli_error("option --%s needs a value: %s", option->name, option->value);
    }
    parser->cli->given[parser->cli->given_count++] = (struct cli_given){option, value};
    return CLI_YES;
}

static int parse_long(struct parser *parser, const char *argument)
{
    const char *name = argument + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct option *option = known_option(parser->cli->command, name, length, 0);

    if (option == NULL)
        return unknown_option(parser->cli->command, argument, length + 2);
    return give(parser, option, equals ? equals + 1 : NULL);
}

static int parse_short(struct parser *parser, const char *argument)
{
    for (const char *letter = argument + 1; *letter != '\0'; letter++) {
        const struct option *option = known_option(parser->cli->command, NULL, 0, *letter);
        if (option == NULL)
            return unknown_option(parser->cli->command, argument, strlen(argument));
        bool joined = option->value != NULL && letter[1] != '\0';
        int status = give(parser, option, joined ? letter + 1 : NULL);
        if (status != CLI_YES || joined)
            return status;
    }
    return CLI_YES;
}

static int parse(struct cli *cli, char **arguments)
{
    struct parser parser = {cli, arguments};
    bool words_only = false;

    for (; *parser.at != NULL; parser.at++) {
        const char *argument = *parser.at;
        int status = CLI_YES;
        if (words_only || argument[0] != '-' || argument[1] == '\0')
            cli->words[cli->word_count++] = argument;
        else if (strcmp(argument, "--") == 0)
            words_only = true;
        else if (argument[1] == '-')
            status = parse_long(&parser, argument);
        else
            status = parse_short(&parser, argument);
        if (status != CLI_YES)
            return status;
    }
    return CLI_YES;
}

/* The first argument that is neither a global option nor its value: where a command stands. */
static char **command_place(char **argument)
{
    for (; *argument != NULL; argument++) {
        const char *text = *argument;
        if (text[0] != '-')
            return argument;
        const char *name = text[1] == '-' ? text + 2 : "";
        const char *equals = strchr(name, '=');
        size_t length = equals ? (size_t)(equals - name) : strlen(name);
        const struct option *option =
            find_option(global_options, name, length, text[1] == '-' ? 0 : text[1]);
        if (option == NULL)
            return argument;
        if (option->value != NULL && equals == NULL && argument[1] != NULL)
            argument++;
    }
    return argument;
}

/* Takes the command's words out of the arguments and returns it; "play" if there are none. */
static const struct command *take_command(char **arguments)
{
    int used = 0;
    char **place = command_place(arguments);

    if (*place == NULL || (*place)[0] == '-')
        return find_command("play", NULL, &used);
    const struct command *command = find_command(place[0], place[1], &used);
    for (char **from = place + used; command != NULL; place++, from++) {
        *place = *from;
        if (*from == NULL)
            break;
    }
    return command;
}

static int run(struct cli *cli, char **arguments)
{
    char **place = command_place(arguments);

    if (*place != NULL && strcmp(*place, "help") == 0)
        return help_command(place[1] == NULL   ? 0
                            : place[2] == NULL ? 1
                                               : 2,
                            (const char **)place + 1);
    if (*place == NULL && arguments[0] != NULL && strcmp(arguments[0], "--help") == 0)
        return print_help();
    if (*place == NULL && arguments[0] != NULL && strcmp(arguments[0], "-h") == 0)
        return print_help();
    if (*place != NULL && is_group(*place) && place[1] != NULL &&
        (strcmp(place[1], "--help") == 0 || strcmp(place[1], "-h") == 0))
        return print_group_help(*place);
    cli->command = take_command(arguments);
    if (cli->command == NULL)
        return unknown_command(place[0], is_group(place[0]) ? place[1] : NULL);
    int status = parse(cli, arguments);
    if (status != CLI_YES)
        return status;
    if (cli_has(cli, "help"))
        return print_command_help(cli->command);
    if (cli_has(cli, "version"))
        return print_version();
    return cli->command->run(cli);
}

int cli_main(int argc, char **argv)
{
    size_t room = (size_t)argc + 1;
    struct cli cli = {0};
    int status = CLI_ERROR;

    /* a cluster of short options such as -tq gives several from one argument */
    for (int i = 1; i < argc; i++)
        room += strlen(argv[i]);
    cli.given = calloc(room, sizeof *cli.given);
    cli.words = calloc(room, sizeof *cli.words);
    if (cli.given == NULL || cli.words == NULL)
        cli_error("out of memory");
    else
        status = argc > 0 ? run(&cli, argv + 1) : CLI_ERROR;
    free(cli.words);
    free(cli.given);
    return status;
}

/* ---- asking what was given ---- */

const char *cli_value_at(const struct cli *cli, const char *option, int n)
{
    for (int i = 0; i < cli->given_count; i++)
        if (strcmp(cli->given[i].option->name, option) == 0 && n-- == 0)
            return cli->given[i].value;
    return NULL;
}

const char *cli_value(const struct cli *cli, const char *option)
{
    const char *value = NULL;

    for (int i = 0; i < cli->given_count; i++)
        if (strcmp(cli->given[i].option->name, option) == 0)
            value = cli->given[i].value;
    return value;
}

bool cli_has(const struct cli *cli, const char *option)
{
    for (int i = 0; i < cli->given_count; i++)
        if (strcmp(cli->given[i].option->name, option) == 0)
            return true;
    return false;
}

bool cli_number(const struct cli *cli, const char *option, long low, long high, long *number)
{
    const char *text = cli_value(cli, option);
    char *end;

    if (text == NULL)
        return true;
    errno = 0;
    long value = strtol(text, &end, 10);
    bool digits = text[strspn(text, "-0123456789")] == '\0' && *text != '\0' && *end == '\0';
    if (!digits || errno != 0 || value < low || value > high) {
        cli_error("--%s takes a whole number from %ld to %ld, not \"%s\"", option, low, high, text);
        return false;
    }
    *number = value;
    return true;
}

/* ---- the dictionary ---- */

void cli_warn_legacy(const char *path)
{
    cli_error("%s: warning: a legacy file of the Android app; words may be missing", path);
}

struct khi_lexicon *cli_open_lexicon(const struct cli *cli, const char *asked, bool quick)
{
    struct khi_error error = {0};
    struct khi_lexicon *lexicon = NULL;

    enum khi_status status =
        khi_lexicon_open(asked != NULL ? asked : cli_value(cli, "dict"), &error, &lexicon);
    if (status == KHI_OK && !quick)
        status = khi_lexicon_verify(lexicon, &error);
    if (status != KHI_OK) {
        cli_fail(&error);
        khi_lexicon_free(lexicon);
        return NULL;
    }
    if (lexicon->trie->legacy)
        cli_warn_legacy(lexicon->path);
    return lexicon;
}

struct khi_lexicon *cli_open_walkable(const struct cli *cli, bool summary)
{
    struct khi_error error = {0};
    struct khi_lexicon *lexicon = cli_open_lexicon(cli, NULL, !summary);

    if (lexicon == NULL || lexicon->path == NULL || khi_lexicon_verify(lexicon, &error) == KHI_OK)
        return lexicon;
    cli_fail(&error);
    khi_lexicon_free(lexicon);
    return NULL;
}

/* ---- output ---- */

int cli_finish(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno == EPIPE)
        return status;
    return cli_error("standard output: cannot write: %s", strerror(errno ? errno : EIO));
}

void cli_json_text(FILE *out, const char *text)
{
    char shown[1024];

    khi_text_clean(shown, sizeof shown, text, strlen(text));
    putc('"', out);
    for (const char *at = shown; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            putc('\\', out);
        putc(*at, out);
    }
    putc('"', out);
}

void cli_json_dictionary(FILE *out, const struct khi_lexicon *lexicon)
{
    fputs("{\"name\": ", out);
    cli_json_text(out, lexicon->name);
    fprintf(out, ", \"words\": %" PRIu32 "}", lexicon->summary.words);
}

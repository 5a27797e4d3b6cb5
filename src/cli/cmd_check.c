/* cmd_check.c: khi check. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "prompt.h"
#include "terminal.h"
#include "verdicts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- words of the command line ---- */

static int check_arguments(struct verdicts *verdicts, const struct cli *cli)
{
    for (int i = 0; i < cli->word_count; i++)
        if (!verdicts_word(verdicts, cli->words[i], strlen(cli->words[i])))
            break;
    return verdicts_end(verdicts);
}

/* ---- words of standard input ---- */

struct stream {
    struct verdicts *verdicts;
    size_t kept;   /* bytes at the front of the buffer: the beginning of a word */
    bool skipping; /* the rest of something too long to be a word */
    char buffer[1 << 18];
};

enum { TOO_LONG = 1024 }; /* bytes that are kept of what is too long to be a word */

/* Judges the words that end within the buffer and moves the beginning of the next to its front. */
static bool take_words(struct stream *stream, size_t size, bool last)
{
    const char *at = stream->buffer, *end = at + size, *word;
    size_t length;

    khi_judge_follow(&stream->verdicts->judge, end);
    while (khi_next_word(&at, end, &word, &length)) {
        if (at == end && !last) {
            stream->skipping = length >= TOO_LONG;
            stream->kept = stream->skipping ? TOO_LONG : length;
            memmove(stream->buffer, word, stream->kept);
            return true;
        }
        if (!verdicts_word(stream->verdicts, word, length))
            return false;
    }
    stream->kept = 0;
    return true;
}

/* Passes over the rest of a word that is cut short; what follows it moves to the kept part. */
static size_t skip_rest(struct stream *stream, size_t got)
{
    char *from = stream->buffer + stream->kept, *at = from, *end = from + got;

    while (at < end && !khi_is_white(*at))
        at++;
    stream->skipping = at == end;
    memmove(from, at, (size_t)(end - at));
    return (size_t)(end - at);
}

static int check_stream(struct verdicts *verdicts)
{
    static struct stream stream;

    stream.verdicts = verdicts;
    for (;;) {
        size_t room = sizeof stream.buffer - stream.kept;
        ssize_t got = read(STDIN_FILENO, stream.buffer + stream.kept, room);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return cli_error("standard input: cannot read: %s", strerror(errno));
        size_t size = (size_t)got;
        if (stream.skipping)
            size = skip_rest(&stream, size);
        if (!take_words(&stream, stream.kept + size, got == 0) || got == 0)
            return verdicts_end(verdicts);
        if ((size_t)got < room && !verdicts->tournament) /* the input pauses */
            verdicts_flush(verdicts);
    }
}

/* ---- the command ---- */

static bool has_stream(const struct cli *cli)
{
    for (int i = 0; i < cli->word_count; i++)
        if (strcmp(cli->words[i], "-") == 0)
            return true;
    return cli->word_count == 0;
}

static bool has_empty_word(const struct cli *cli)
{
    for (int i = 0; i < cli->word_count; i++)
        if (cli->words[i][0] == '\0')
            return true;
    return false;
}

int command_check(struct cli *cli)
{
    static struct verdicts verdicts;
    bool tournament = cli_has(cli, "tournament"), json = cli_has(cli, "json");
    bool quiet = cli_has(cli, "quiet"), stream = has_stream(cli), color;

    if (!terminal_color(cli, &color))
        return CLI_ERROR;
    if (json && quiet)
        return cli_usage_error(cli, "--json and --quiet exclude each other");
    if (stream && cli->word_count > 1)
        return cli_usage_error(cli, "give either words or -, not both");
    if (has_empty_word(cli))
        return cli_usage_error(cli, "one of the words is empty");
    bool prompt =
        cli->word_count == 0 && !json && !quiet && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct khi_lexicon *lexicon = cli_open_walkable(cli, json || prompt);
    if (lexicon == NULL)
        return CLI_ERROR;
    if (prompt)
        return prompt_run(lexicon, tournament, color);
    verdicts_begin(&verdicts, lexicon,
                   json    ? VERDICTS_JSON
                   : quiet ? VERDICTS_QUIET
                   : color ? VERDICTS_COLOR
                           : VERDICTS_PLAIN,
                   tournament);
    int status = stream ? check_stream(&verdicts) : check_arguments(&verdicts, cli);
    khi_lexicon_free(lexicon);
    return status;
}

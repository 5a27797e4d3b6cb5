/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verdicts.h"

#include "cli.h"
#include "terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
    SHOWN = 256, /* bytes that are shown of what is too long to be a word */
    LINE = 2 * SHOWN + 64,
};

void verdicts_flush(struct verdicts *verdicts)
{
    for (size_t done = 0; done < verdicts->used && verdicts->fault == 0;) {
        ssize_t now = write(STDOUT_FILENO, verdicts->buffer + done, verdicts->used - done);
        if (now >= 0)
            done += (size_t)now;
        else if (errno != EINTR)
            verdicts->fault = errno;
    }
    verdicts->used = 0;
}

static void put(struct verdicts *verdicts, const char *text)
{
    size_t length = strlen(text);

    memcpy(verdicts->buffer + verdicts->used, text, length);
    verdicts->used += length;
}

/* Text as a JSON string, without the quotes. */
static void put_escaped(struct verdicts *verdicts, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            verdicts->buffer[verdicts->used++] = '\\';
        verdicts->buffer[verdicts->used++] = *text;
    }
}

static void put_dictionary(struct verdicts *verdicts)
{
    char words[32];

    snprintf(words, sizeof words, "\", \"words\": %" PRIu32 "}", verdicts->lexicon->summary.words);
    put(verdicts, "\"dictionary\": {\"name\": \"");
    put_escaped(verdicts, verdicts->lexicon->name);
    put(verdicts, words);
}

void verdicts_begin(struct verdicts *verdicts, const struct khi_lexicon *lexicon,
                    enum verdicts_style style, bool tournament)
{
    verdicts->lexicon = lexicon;
    verdicts->style = style;
    verdicts->tournament = tournament;
    verdicts->fault = 0;
    verdicts->used = 0;
    khi_judge_begin(&verdicts->judge, lexicon->trie);
    if (style == VERDICTS_JSON && !tournament) {
        put(verdicts, "{");
        put_dictionary(verdicts);
        put(verdicts, ", \"words\": [");
    }
}

/* A verdict in its colour, with a mark for those who cannot see it. */
static void put_colored(struct verdicts *verdicts, bool good, const char *word, const char *verdict)
{
    bool utf8 = terminal_utf8();

    put(verdicts, good ? "\033[32m" : "\033[31m");
    put(verdicts, good ? (utf8 ? "✓ " : "+ ") : (utf8 ? "✗ " : "x "));
    put(verdicts, word);
    put(verdicts, verdict);
    put(verdicts, "\033[m\n");
}

/* The word as it is shown: upper case, harmless to a terminal, cut if it is far too long. */
static void shown_word(char shown[static SHOWN + 4], const char *word, size_t length)
{
    khi_text_clean(shown, SHOWN, word, length < SHOWN ? length : SHOWN);
    for (char *at = shown; *at != '\0'; at++)
        if (khi_letter(*at) < KHI_LETTERS)
            *at = khi_letter_char(khi_letter(*at));
    if (length > SHOWN)
        strcat(shown, "...");
}

static void put_verdict(struct verdicts *verdicts, const char *word, size_t length, bool valid)
{
    char shown[SHOWN + 4];

    shown_word(shown, word, length);
    if (verdicts->style == VERDICTS_COLOR) {
        put_colored(verdicts, valid, shown, valid ? " valid" : " invalid");
    } else if (verdicts->style == VERDICTS_JSON) {
        put(verdicts, verdicts->judge.words > 1 ? ",\n{\"word\": \"" : "\n{\"word\": \"");
        put_escaped(verdicts, shown);
        put(verdicts, valid ? "\", \"valid\": true}" : "\", \"valid\": false}");
    } else {
        put(verdicts, shown);
        put(verdicts, valid ? " valid\n" : " invalid\n");
    }
}

/* Which of eight characters in upper case are no letters: the high bit of each. */
static uint64_t other_than_letters(uint64_t eight)
{
    uint64_t low = eight & khi_eight_of(0x7f);
    uint64_t from_a = low + khi_eight_of(0x80 - 'A'), above_z = low + khi_eight_of(0x7f - 'Z');

    return (~from_a | above_z | eight) & khi_eight_of(0x80);
}

enum { BLOCK = 16 };

/* The same in plain style for a word that is no longer than a block, and behind which the rest of a
 * block can be read. False if it is not made of letters alone. As in a lookup, there is no loop and
 * no branch on the length; what is written too much is overwritten. */
static bool put_block(struct verdicts *verdicts, const char *word, size_t length, bool valid)
{
    static const char kept[2 * BLOCK] = "\xff\xff\xff\xff\xff\xff\xff\xff"
                                        "\xff\xff\xff\xff\xff\xff\xff\xff";
    static const struct {
        char text[BLOCK];
        size_t length;
    } ends[] = {{" invalid\n", 9}, {" valid\n", 7}};
    const char *mask = kept + BLOCK - length; /* set for as many bytes as the word has */
    char *out = verdicts->buffer + verdicts->used;
    uint64_t halves[2];

    memcpy(halves, word, BLOCK);
    halves[0] &= khi_eight_of(0xdf);
    halves[1] &= khi_eight_of(0xdf);
    uint64_t others = (other_than_letters(halves[0]) & khi_eight(mask)) |
                      (other_than_letters(halves[1]) & khi_eight(mask + 8));
    if (others != 0)
        return false;
    memcpy(out, halves, BLOCK);
    memcpy(out + length, ends[valid].text, BLOCK);
    verdicts->used += length + ends[valid].length;
    return true;
}

bool verdicts_word(struct verdicts *verdicts, const char *word, size_t length)
{
    enum khi_answer answer = khi_judge_word(&verdicts->judge, word, length);

    if (verdicts->tournament)
        return true;
    if (answer == KHI_CORRUPT)
        return false;
    if (verdicts->style == VERDICTS_QUIET)
        return true;
    if (verdicts->used + LINE > sizeof verdicts->buffer)
        verdicts_flush(verdicts);
    bool block = verdicts->style == VERDICTS_PLAIN && length <= BLOCK &&
                 khi_judge_can_read(&verdicts->judge, word, BLOCK);
    if (!block || !put_block(verdicts, word, length, answer == KHI_YES))
        put_verdict(verdicts, word, length, answer == KHI_YES);
    return verdicts->fault == 0;
}

static void put_tournament(struct verdicts *verdicts, bool acceptable)
{
    const char *verdict = acceptable ? "ACCEPTABLE" : "UNACCEPTABLE";
    char words[48];

    if (verdicts->style == VERDICTS_COLOR) {
        put_colored(verdicts, acceptable, verdict, "");
    } else if (verdicts->style == VERDICTS_JSON) {
        snprintf(words, sizeof words, "\", \"words\": %" PRIu64 ", ", verdicts->judge.words);
        put(verdicts, "{\"verdict\": \"");
        put(verdicts, verdict);
        put(verdicts, words);
        put_dictionary(verdicts);
        put(verdicts, "}\n");
    } else if (verdicts->style == VERDICTS_PLAIN) {
        put(verdicts, verdict);
        put(verdicts, "\n");
    }
}

int verdicts_end(struct verdicts *verdicts)
{
    struct khi_error error = {0};
    bool acceptable = true;

    khi_judge_verdict(&verdicts->judge, &error, &acceptable);
    if (error.code == KHI_DICT_DAMAGED && verdicts->lexicon->path != NULL)
        khi_error_file(&error, verdicts->lexicon->path);
    if (error.code == KHI_DICT_DAMAGED || (error.code != KHI_OK && verdicts->tournament))
        return cli_fail(&error);
    if (verdicts->tournament)
        put_tournament(verdicts, acceptable);
    else if (verdicts->style == VERDICTS_JSON)
        put(verdicts, acceptable ? "\n], \"valid\": true}\n" : "\n], \"valid\": false}\n");
    verdicts_flush(verdicts);
    if (verdicts->fault != 0 && verdicts->fault != EPIPE)
        return cli_error("standard output: cannot write: %s", strerror(verdicts->fault));
    return acceptable ? CLI_YES : CLI_NO;
}

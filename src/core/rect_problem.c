/* rect_problem.c: a rectangle problem from text, and whether its parts go together. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/rect.h"

#include <stdio.h>
#include <string.h>

void khi_rect_problem_init(struct khi_rect_problem *problem, unsigned width, unsigned height)
{
    *problem = (struct khi_rect_problem){.width = width, .height = height, .shards = 1};
}

/* Digits alone, up to `limit`. Leaves *text behind them. */
static bool parse_number(const char **text, unsigned limit, unsigned *number)
{
    const char *at = *text;
    unsigned value = 0;

    for (; *at >= '0' && *at <= '9'; at++) {
        value = value * 10 + (unsigned)(*at - '0');
        if (value > limit)
            return false;
    }
    if (at == *text)
        return false;
    *text = at;
    *number = value;
    return true;
}

enum khi_status khi_rect_parse_size(const char *text, struct khi_error *error, unsigned *width,
                                    unsigned *height)
{
    const char *at = text;
    unsigned across, down;

    if (!parse_number(&at, KHI_RECT_MAX, &across) || (*at != 'x' && *at != 'X'))
        return khi_fail(error, KHI_RECT_SIZE, 0, text);
    at++;
    if (!parse_number(&at, KHI_RECT_MAX, &down) || *at != '\0' || across < KHI_RECT_MIN ||
        down < KHI_RECT_MIN)
        return khi_fail(error, KHI_RECT_SIZE, 0, text);
    *width = across;
    *height = down;
    return KHI_OK;
}

enum khi_status khi_rect_parse_shard(struct khi_rect_problem *problem, const char *text,
                                     struct khi_error *error)
{
    const char *at = text;
    unsigned shard, shards;

    if (!parse_number(&at, KHI_RECT_SHARDS, &shard) || *at++ != '/' ||
        !parse_number(&at, KHI_RECT_SHARDS, &shards) || *at != '\0' || shard >= shards)
        return khi_fail(error, KHI_RECT_SHARD, 0, text);
    problem->shard = shard;
    problem->shards = shards;
    return KHI_OK;
}

/* ---- the template ---- */

static enum khi_status wrong_shape(struct khi_error *error, const char *what, unsigned found,
                                   unsigned wanted)
{
    char text[80];

    snprintf(text, sizeof text, "%u %s instead of %u", found, what, wanted);
    return khi_fail(error, KHI_RECT_TEMPLATE_SHAPE, found, text);
}

static enum khi_status check_template_signs(const char *text, struct khi_error *error)
{
    for (const char *at = text; *at != '\0'; at++)
        if (khi_letter(*at) >= KHI_LETTERS && *at != '.' && *at != '/')
            return khi_fail(error, KHI_RECT_TEMPLATE_SIGN, (uint64_t)(at - text),
                            (char[]){*at, '\0'});
    return KHI_OK;
}

enum khi_status khi_rect_parse_template(struct khi_rect_problem *problem, const char *text,
                                        struct khi_error *error)
{
    char given[KHI_RECT_MAX][KHI_RECT_MAX + 1] = {{0}};
    unsigned row = 0;
    enum khi_status status = check_template_signs(text, error);

    if (status != KHI_OK)
        return status;
    for (const char *at = text; *text != '\0'; row++, at++) {
        size_t length = strcspn(at, "/");
        if (length != problem->width)
            return wrong_shape(error, "letters in a row", (unsigned)length, problem->width);
        for (size_t col = 0; col < length && row < problem->height; col++)
            given[row][col] = at[col] == '.' ? '.' : khi_letter_char(khi_letter(at[col]));
        at += length;
        if (*at == '\0') {
            row++;
            break;
        }
    }
    if (*text != '\0' && row != problem->height)
        return wrong_shape(error, "rows", row, problem->height);
    memcpy(problem->given, given, sizeof given);
    return KHI_OK;
}

/* ---- words that must appear ---- */

/* No grid can exist because the word is or does what `why` says. */
static enum khi_status never(struct khi_error *error, const char *word, const char *why)
{
    char text[120];

    snprintf(text, sizeof text, "\"%.40s\" %s", word, why);
    return khi_fail(error, KHI_RECT_NEVER, 0, text);
}

enum khi_status khi_rect_add_must(struct khi_rect_problem *problem, const char *word,
                                  struct khi_error *error)
{
    size_t length = strlen(word);
    char upper[KHI_RECT_MAX + 1] = "";

    for (size_t i = 0; i < length; i++)
        if (khi_letter(word[i]) >= KHI_LETTERS)
            return khi_fail(error, KHI_RECT_MUST_LETTERS, 0, word);
    if (length == 0)
        return khi_fail(error, KHI_RECT_MUST_LETTERS, 0, word);
    if (length != problem->width && length != problem->height)
        return never(error, word, "fits neither a row nor a column");
    for (size_t i = 0; i < length; i++)
        upper[i] = khi_letter_char(khi_letter(word[i]));
    for (unsigned i = 0; i < problem->must_count; i++)
        if (strcmp(problem->must[i], upper) == 0)
            return KHI_OK;
    if (problem->must_count == KHI_RECT_MUST)
        return khi_fail(error, KHI_RECT_MUST_MANY, KHI_RECT_MUST, word);
    memcpy(problem->must[problem->must_count++], upper, sizeof upper);
    return KHI_OK;
}

/* ---- the whole ---- */

enum khi_status khi_rect_check(const struct khi_rect_problem *problem, const struct khi_trie *trie,
                               struct khi_error *error)
{
    bool square = problem->width == problem->height;

    if (!square && problem->mirror != KHI_RECT_ANY)
        return khi_fail(error, KHI_RECT_NOT_SQUARE, 0, "symmetric");
    if (!square && problem->once)
        return khi_fail(error, KHI_RECT_NOT_SQUARE, 0, "one of a mirrored pair");
    if (problem->mirror == KHI_RECT_SYMMETRIC && problem->distinct)
        return khi_fail(error, KHI_RECT_NEVER, 0,
                        "a symmetric square has every word twice, across and down");
    for (unsigned i = 0; i < problem->must_count; i++)
        if (khi_trie_contains(trie, problem->must[i], strlen(problem->must[i])) != KHI_YES)
            return never(error, problem->must[i], "is not in the dictionary");
    return KHI_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/query.h"

#include <stdlib.h>
#include <string.h>

static enum khi_status check_size(const char *text, const char *name, struct khi_error *error)
{
    if (text[0] == '\0')
        return khi_fail(error, KHI_QUERY_EMPTY, 0, name);
    if (strlen(text) > KHI_WORD_MAX)
        return khi_fail(error, KHI_QUERY_LONG, 0, name);
    return KHI_OK;
}

static enum khi_status parse_rack(const char *text, struct khi_error *error,
                                  struct khi_query *query)
{
    enum khi_status status = check_size(text, "the rack", error);

    if (status != KHI_OK)
        return status;
    for (const char *at = text; *at != '\0'; at++) {
        unsigned letter = khi_letter(*at);
        if (*at == '?' || *at == '*')
            query->blanks++;
        else if (letter < KHI_LETTERS)
            query->rack[letter]++;
        else
            return khi_fail(error, KHI_QUERY_BAD_RACK, 0, text);
        query->tiles++;
    }
    query->has_rack = true;
    return KHI_OK;
}

static enum khi_status parse_part(const char *text, const char *name, struct khi_error *error,
                                  struct khi_part *part)
{
    if (text == NULL)
        return KHI_OK;
    enum khi_status status = check_size(text, name, error);
    if (status != KHI_OK)
        return status;
    for (const char *at = text; *at != '\0'; at++) {
        unsigned letter = khi_letter(*at);
        if (letter >= KHI_LETTERS)
            return khi_fail(error, KHI_QUERY_NOT_LETTERS, 0, text);
        part->letters[part->length++] = khi_letter_char(letter);
    }
    return KHI_OK;
}

/* ---- patterns ---- */

struct pattern_parser {
    const char *text, *at;
    struct khi_error *error;
};

static enum khi_status bad_pattern(const struct pattern_parser *parser, enum khi_status code,
                                   const char *place)
{
    return khi_fail(parser->error, code, (uint64_t)(place - parser->text) + 1, parser->text);
}

/* The letters of a set such as [abc], [^abc] or [a-e], from behind its bracket. */
static enum khi_status parse_set(struct pattern_parser *parser, uint32_t *set)
{
    const char *bracket = parser->at - 1;
    bool without = *parser->at == '^';
    uint32_t found = 0;

    for (parser->at += without; *parser->at != ']'; parser->at++) {
        if (*parser->at == '\0')
            return bad_pattern(parser, KHI_PATTERN_OPEN, bracket);
        unsigned low = khi_letter(*parser->at), high = low;
        if (parser->at[1] == '-' && parser->at[2] != ']') {
            parser->at += 2;
            high = khi_letter(*parser->at);
        }
        if (low >= KHI_LETTERS || high >= KHI_LETTERS || low > high)
            return bad_pattern(parser, KHI_PATTERN_BAD, parser->at);
        found |= (2u << high) - (1u << low);
    }
    parser->at++;
    *set = without ? KHI_ALL_LETTERS & ~found : found;
    return found == 0 || *set == 0 ? bad_pattern(parser, KHI_PATTERN_NO_LETTER, bracket) : KHI_OK;
}

static void add_run(struct khi_pattern *pattern)
{
    if (pattern->places == 0)
        pattern->open = true;
    else
        pattern->runs |= UINT64_C(1) << (pattern->places - 1);
}

static void add_place(struct khi_pattern *pattern, uint32_t set)
{
    for (; set != 0; set &= set - 1)
        pattern->takes[khi_lowest(set)] |= UINT64_C(1) << pattern->places;
    pattern->places++;
}

static enum khi_status parse_pattern(const char *text, struct khi_error *error,
                                     struct khi_pattern *pattern)
{
    struct pattern_parser parser = {text, text, error};

    if (text[0] == '\0')
        return khi_fail(error, KHI_QUERY_EMPTY, 0, "the pattern");
    while (*parser.at != '\0') {
        char c = *parser.at++;
        uint32_t set = KHI_ALL_LETTERS;
        enum khi_status status = KHI_OK;
        if (c == '*') {
            add_run(pattern);
            continue;
        }
        if (c == '[')
            status = parse_set(&parser, &set);
        else if (khi_letter(c) < KHI_LETTERS)
            set = 1u << khi_letter(c);
        else if (c != '.' && c != '?')
            status = bad_pattern(&parser, KHI_PATTERN_BAD, parser.at - 1);
        if (status != KHI_OK)
            return status;
        if (pattern->places == KHI_WORD_MAX)
            return khi_fail(error, KHI_QUERY_LONG, 0, "the pattern");
        add_place(pattern, set);
    }
    return KHI_OK;
}

/* ---- lengths ---- */

/* A number of at most three digits; returns where it ends, or NULL. */
static const char *parse_number(const char *text, unsigned *number)
{
    size_t digits = strspn(text, "0123456789");

    if (digits == 0 || digits > 3)
        return NULL;
    *number = (unsigned)atoi(text);
    return text + digits;
}

static enum khi_status parse_length(const char *text, struct khi_error *error,
                                    struct khi_query *query)
{
    unsigned low = 0;
    const char *rest = parse_number(text, &low);
    unsigned high = low;

    if (rest != NULL && *rest == '-')
        rest = parse_number(rest + 1, &high);
    if (rest == NULL || *rest != '\0' || low < 1 || low > KHI_WORD_MAX || high < 1 ||
        high > KHI_WORD_MAX)
        return khi_fail(error, KHI_LENGTH_BAD, 0, text);
    if (low > high)
        return khi_fail(error, KHI_LENGTH_BACKWARD, 0, text);
    query->shortest = low;
    query->longest = high;
    return KHI_OK;
}

enum khi_status khi_query_parse(const struct khi_query_text *text, struct khi_error *error,
                                struct khi_query *query)
{
    struct khi_query made = {.shortest = 1, .longest = KHI_WORD_MAX, .use_all = text->use_all};
    enum khi_status status = KHI_OK;

    if (!text->letters && !text->prefix && !text->suffix && !text->contains && !text->pattern)
        return khi_fail(error, KHI_QUERY_NOTHING, 0, "");
    if (text->use_all && !text->letters)
        return khi_fail(error, KHI_QUERY_ALL_OF_NONE, 0, "");
    if (text->letters != NULL)
        status = parse_rack(text->letters, error, &made);
    if (status == KHI_OK)
        status = parse_part(text->prefix, "the prefix", error, &made.prefix);
    if (status == KHI_OK)
        status = parse_part(text->suffix, "the suffix", error, &made.suffix);
    if (status == KHI_OK)
        status = parse_part(text->contains, "the part to contain", error, &made.contains);
    if (status == KHI_OK)
        status = parse_pattern(text->pattern ? text->pattern : "*", error, &made.pattern);
    if (status == KHI_OK && text->length != NULL)
        status = parse_length(text->length, error, &made);
    if (status == KHI_OK)
        *query = made;
    return status;
}

/* cmd_find.c: khi find. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "terminal.h"

#include "khi/found.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

struct listing {
    struct khi_found found;
    enum khi_order order;
    uint32_t shown; /* words to print */
};

static bool parse_order(const struct cli *cli, enum khi_order *order)
{
    static const char *const names[] = {
        [KHI_BY_LENGTH] = "length", [KHI_BY_ALPHA] = "alpha", [KHI_BY_VALUE] = "value"};
    const char *text = cli_value(cli, "sort");

    *order = KHI_BY_LENGTH;
    if (text == NULL)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            *order = (enum khi_order)i;
            return true;
        }
    cli_usage_error(cli, "--sort takes length, alpha or value, not \"%s\"", text);
    return false;
}

static bool parse_query(const struct cli *cli, struct khi_query *query)
{
    struct khi_error error = {0};
    struct khi_query_text text = {
        .letters = cli->word_count ? cli->words[0] : NULL,
        .prefix = cli_value(cli, "prefix"),
        .suffix = cli_value(cli, "suffix"),
        .contains = cli_value(cli, "contains"),
        .pattern = cli_value(cli, "pattern"),
        .length = cli_value(cli, "length"),
        .use_all = cli_has(cli, "all"),
    };

    if (cli->word_count > 1) {
        cli_usage_error(cli, "give the letters as one word, in quotes if it has ? or *");
        return false;
    }
    if (khi_query_parse(&text, &error, query) == KHI_OK)
        return true;
    char sentence[512];
    khi_error_format(&error, sentence, sizeof sentence);
    cli_usage_error(cli, "%s", sentence);
    return false;
}

/* ---- printing ---- */

static void print_json(const struct khi_lexicon *lexicon, const struct listing *listing,
                       bool count_only)
{
    fputs("{\"dictionary\": ", stdout);
    cli_json_dictionary(stdout, lexicon);
    printf(", \"count\": %" PRIu32, listing->found.count);
    if (!count_only)
        fputs(", \"words\": [", stdout);
    for (uint32_t i = 0; i < listing->shown && !count_only; i++) {
        const char *text = khi_found_text(&listing->found, i);
        unsigned halves = khi_found_halves(&listing->found, i);
        printf("%s{\"word\": \"", i ? ",\n" : "\n");
        for (const char *at = text; *at != '\0'; at++)
            putchar(khi_letter_char(khi_letter(*at)));
        printf("\", \"shown\": \"%s\", \"length\": %u, \"blanks\": %u, \"value\": %u%s}", text,
               khi_found_length(&listing->found, i), khi_found_blanks(&listing->found, i),
               halves / 2, halves % 2 ? ".5" : ".0");
    }
    puts(count_only ? "}" : "\n]}");
}

/* By blocks: with thousands of words a call for each is what takes the time. */
static void print_lines(const struct listing *listing)
{
    char block[1 << 12];
    size_t used = 0;

    for (uint32_t i = 0; i < listing->shown; i++) {
        size_t length = khi_found_length(&listing->found, i);
        if (used + length + 1 > sizeof block) {
            fwrite(block, 1, used, stdout);
            used = 0;
        }
        memcpy(block + used, khi_found_text(&listing->found, i), length);
        block[used + length] = '\n';
        used += length + 1;
    }
    fwrite(block, 1, used, stdout);
}

/* What the words under one heading have in common. */
static unsigned group_key(const struct listing *listing, uint32_t i)
{
    return listing->order == KHI_BY_LENGTH  ? khi_found_length(&listing->found, i)
           : listing->order == KHI_BY_VALUE ? khi_found_halves(&listing->found, i)
                                            : 0;
}

/* The end of the words that have the same key as this one, of so many. */
static uint32_t group_end(const struct listing *listing, uint32_t first, uint32_t count)
{
    uint32_t end = first + 1;

    while (end < count && group_key(listing, end) == group_key(listing, first))
        end++;
    return end;
}

static void print_heading(const struct listing *listing, uint32_t first, uint32_t shown)
{
    unsigned key = group_key(listing, first);
    uint32_t count = group_end(listing, first, listing->found.count) - first;

    if (listing->order == KHI_BY_ALPHA)
        return;
    if (first > 0)
        putchar('\n');
    if (listing->order == KHI_BY_LENGTH)
        printf("%u %s: ", key, key == 1 ? "letter" : "letters");
    else
        printf("value %u%s: ", key / 2, key % 2 ? ".5" : "");
    if (shown < count)
        printf("%" PRIu32 " of ", shown);
    printf("%" PRIu32 " %s\n", count, count == 1 ? "word" : "words");
}

/* A group in columns, read line by line. */
static void print_group(const struct listing *listing, uint32_t first, uint32_t end, unsigned width)
{
    unsigned longest = 0;

    for (uint32_t i = first; i < end; i++)
        if (khi_found_length(&listing->found, i) > longest)
            longest = khi_found_length(&listing->found, i);
    unsigned columns = (width + 2) / (longest + 2);
    columns = columns > 0 ? columns : 1;
    print_heading(listing, first, end - first);
    for (uint32_t i = first; i < end; i++) {
        bool last = (i - first + 1) % columns == 0 || i + 1 == end;
        printf("%-*s%s", last ? 0 : (int)longest + 2, khi_found_text(&listing->found, i),
               last ? "\n" : "");
    }
}

static void print_columns(const struct listing *listing)
{
    unsigned width = terminal_width(STDOUT_FILENO);

    for (uint32_t first = 0, end; first < listing->shown; first = end) {
        end = group_end(listing, first, listing->shown);
        print_group(listing, first, end, width);
    }
}

static void print_listing(const struct cli *cli, const struct khi_lexicon *lexicon,
                          const struct listing *listing)
{
    if (cli_has(cli, "json"))
        print_json(lexicon, listing, cli_has(cli, "count"));
    else if (cli_has(cli, "count"))
        printf("%" PRIu32 "\n", listing->found.count);
    else if (isatty(STDOUT_FILENO))
        print_columns(listing);
    else
        print_lines(listing);
}

int command_find(struct cli *cli)
{
    struct khi_error error = {0};
    struct khi_query query;
    struct listing listing = {.found = {0}};
    long limit = INT32_MAX;

    if (!parse_query(cli, &query) || !parse_order(cli, &listing.order) ||
        !cli_number(cli, "limit", 1, INT32_MAX, &limit))
        return CLI_ERROR;
    struct khi_lexicon *lexicon = cli_open_walkable(cli, cli_has(cli, "json"));
    if (lexicon == NULL)
        return CLI_ERROR;
    int status;
    if (khi_found_load(lexicon->trie, &query, listing.order, &error, &listing.found) != KHI_OK) {
        status = cli_fail(&error);
    } else {
        listing.shown = listing.found.count < limit ? listing.found.count : (uint32_t)limit;
        print_listing(cli, lexicon, &listing);
        status = cli_finish(listing.found.count > 0 ? CLI_YES : CLI_NO);
    }
    khi_found_clear(&listing.found);
    khi_lexicon_free(lexicon);
    return status;
}

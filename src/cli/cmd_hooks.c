/* cmd_hooks.c: khi hooks. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "khi/hooks.h"

#include <string.h>

struct hooked {
    char word[KHI_WORD_MAX + 1];
    char front[KHI_LETTERS + 1], back[KHI_LETTERS + 1];
    bool valid;
};

static bool parse_word(const struct cli *cli, const char *text, struct hooked *hooked)
{
    size_t length = strlen(text);

    if (length == 0 || length > KHI_WORD_MAX) {
        cli_usage_error(cli, length ? "\"%.64s...\" has more than 64 letters" : "\"%s\" is no word",
                        text);
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        unsigned letter = khi_letter(text[i]);
        if (i < length && letter >= KHI_LETTERS) {
            cli_usage_error(cli, "\"%s\" is not made of letters A-Z alone", text);
            return false;
        }
        hooked->word[i] = (char)(i < length ? khi_letter_char(letter) : '\0');
    }
    return true;
}

static void letters_of(char *out, uint32_t set)
{
    for (; set != 0; set &= set - 1)
        *out++ = khi_letter_char(khi_lowest(set));
    *out = '\0';
}

static bool find_hooks(const struct khi_lexicon *lexicon, struct hooked *hooked)
{
    uint32_t front, back;
    size_t length = strlen(hooked->word);
    enum khi_answer word = khi_trie_contains(lexicon->trie, hooked->word, length);

    if (word == KHI_CORRUPT ||
        khi_hooks(lexicon->trie, hooked->word, length, &front, &back) == KHI_CORRUPT) {
        struct khi_error error = {.code = KHI_DICT_DAMAGED};
        khi_error_file(&error, lexicon->path ? lexicon->path : "");
        cli_fail(&error);
        return false;
    }
    hooked->valid = word == KHI_YES;
    letters_of(hooked->front, front);
    letters_of(hooked->back, back);
    return true;
}

static void print_hooked(const struct hooked *hooked, bool json, bool first)
{
    if (!json)
        printf("%s %s %s\n", hooked->front[0] ? hooked->front : "-", hooked->word,
               hooked->back[0] ? hooked->back : "-");
    else
        printf("%s{\"word\": \"%s\", \"valid\": %s, \"front\": \"%s\", \"back\": \"%s\"}",
               first ? "\n" : ",\n", hooked->word, hooked->valid ? "true" : "false", hooked->front,
               hooked->back);
}

static int print_all(const struct cli *cli, const struct khi_lexicon *lexicon)
{
    struct hooked hooked;
    bool json = cli_has(cli, "json"), any = false;

    if (json) {
        fputs("{\"dictionary\": ", stdout);
        cli_json_dictionary(stdout, lexicon);
        fputs(", \"words\": [", stdout);
    }
    for (int i = 0; i < cli->word_count; i++) {
        if (!parse_word(cli, cli->words[i], &hooked) || !find_hooks(lexicon, &hooked))
            return CLI_ERROR;
        any |= hooked.front[0] || hooked.back[0];
        print_hooked(&hooked, json, i == 0);
    }
    if (json)
        puts("\n]}");
    return cli_finish(any ? CLI_YES : CLI_NO);
}

int command_hooks(struct cli *cli)
{
    struct hooked hooked;

    if (cli->word_count == 0)
        return cli_usage_error(cli, "give the words whose hooks you want");
    for (int i = 0; i < cli->word_count; i++)
        if (!parse_word(cli, cli->words[i], &hooked))
            return CLI_ERROR;
    struct khi_lexicon *lexicon = cli_open_walkable(cli, cli_has(cli, "json"));
    if (lexicon == NULL)
        return CLI_ERROR;
    int status = print_all(cli, lexicon);
    khi_lexicon_free(lexicon);
    return status;
}

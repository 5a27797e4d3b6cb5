/* cmd_dict.c: khi dict build, import, list, info, dump, verify. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "khi/builder.h"
#include "khi/file.h"
#include "khi/paths.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Compiles the list, takes its text over and tells what went wrong. */
static bool build_from_text(const struct cli *cli, struct khi_error *error, char *text,
                            size_t length, uint8_t **bytes, size_t *size)
{
    struct khi_wordlist list = {0};
    enum khi_status status =
        khi_wordlist_parse(text, length, cli_has(cli, "skip-invalid"), error, &list);

    if (status == KHI_OK)
        status = khi_trie_build(&list, error, bytes, size);
    if (status != KHI_OK)
        cli_fail(error);
    else if (list.skipped > 0)
        fprintf(stderr, "khi: %" PRIu32 " lines passed over\n", list.skipped);
    khi_wordlist_clear(&list);
    return status == KHI_OK;
}

int command_dict_build(struct cli *cli)
{
    const char *output = cli_value(cli, "output");
    struct khi_error error = {0};
    char *text;
    uint8_t *bytes;
    size_t length, size;

    if (cli->word_count > 1)
        return cli_usage_error(cli, "dict build takes one list");
    if (output == NULL && isatty(STDOUT_FILENO))
        return cli_usage_error(cli, "a .trie file is not for a terminal: give -o OUT");
    if (khi_file_read(cli->word_count ? cli->words[0] : "-", INT32_MAX, &error, &text, &length) !=
        KHI_OK)
        return cli_fail(&error);
    if (!build_from_text(cli, &error, text, length, &bytes, &size))
        return CLI_ERROR;
    int status = CLI_YES;
    if (output != NULL && strcmp(output, "-") != 0) {
        if (khi_file_write(output, bytes, size, &error) != KHI_OK)
            status = cli_fail(&error);
    } else {
        fwrite(bytes, 1, size, stdout);
        status = cli_finish(CLI_YES);
    }
    free(bytes);
    return status;
}

static char *list_words(const struct khi_trie *trie, size_t *length)
{
    struct khi_words words;
    char *text = NULL;
    FILE *out = open_memstream(&text, length);

    if (out == NULL)
        return NULL;
    khi_words_begin(&words, trie);
    while (khi_words_next(&words))
        fprintf(out, "%s\n", words.word);
    fclose(out);
    return text;
}

/* The words of a trie file, so that what is imported is always written by our own builder, legacy
 * files included. Takes the file's bytes over. NULL after a message. */
static char *list_of_trie(char *file, size_t size, struct khi_error *error, size_t *length)
{
    struct khi_trie *trie = NULL;
    struct khi_trie_summary summary;
    char *text = NULL;

    enum khi_status status = khi_trie_from_memory(file, size, KHI_TRIE_HEAP, error, &trie);
    if (status == KHI_OK)
        status = khi_trie_verify(trie, error, &summary);
    if (status == KHI_OK && (text = list_words(trie, length)) == NULL)
        status = khi_fail(error, KHI_NO_MEMORY, 0, "");
    if (status != KHI_OK)
        cli_fail(error);
    else if (summary.legacy)
        cli_warn_legacy(error->file);
    khi_trie_free(trie);
    return text;
}

static void default_name(char *name, size_t size, const char *path)
{
    const char *leaf = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strchr(leaf, '.');

    snprintf(name, size, "%.*s", (int)(dot && dot > leaf ? (size_t)(dot - leaf) : strlen(leaf)),
             leaf);
}

int command_dict_import(struct cli *cli)
{
    char name[KHI_LEXICON_NAME + 1], path[PATH_MAX], directory[PATH_MAX];
    struct khi_error error = {0};
    char *text;
    uint8_t *bytes;
    size_t length, size;

    if (cli->word_count != 1)
        return cli_usage_error(cli, "dict import takes one list");
    if (cli_has(cli, "name"))
        snprintf(name, sizeof name, "%s", cli_value(cli, "name"));
    else
        default_name(name, sizeof name, cli->words[0]);
    if (khi_lexicon_user_path(name, &error, path, sizeof path) != KHI_OK)
        return cli_fail(&error);
    if (khi_file_read(cli->words[0], INT32_MAX, &error, &text, &length) != KHI_OK)
        return cli_fail(&error);
    if (khi_trie_is_magic(text, length))
        text = list_of_trie(text, length, &error, &length);
    if (text == NULL || !build_from_text(cli, &error, text, length, &bytes, &size))
        return CLI_ERROR;
    khi_path(KHI_DATA, "dict", directory, sizeof directory);
    enum khi_status status = khi_file_make_dirs(directory, &error);
    if (status == KHI_OK)
        status = khi_file_write(path, bytes, size, &error);
    free(bytes);
    if (status != KHI_OK)
        return cli_fail(&error);
    printf("%s is ready: khi --dict %s\n", name, name);
    return cli_finish(CLI_YES);
}

/* ---- list ---- */

struct listing {
    bool json;
    int count;
};

static void list_one(void *context, const char *name, const char *path)
{
    struct listing *listing = context;

    if (listing->json) {
        fputs(listing->count ? ",\n  {\"name\": " : "\n  {\"name\": ", stdout);
        cli_json_text(stdout, name);
        fputs(", \"path\": ", stdout);
        if (path != NULL)
            cli_json_text(stdout, path);
        else
            fputs("null", stdout);
        putchar('}');
    } else {
        printf("%-16s %s\n", name, path ? path : "(built in)");
    }
    listing->count++;
}

int command_dict_list(struct cli *cli)
{
    struct listing listing = {.json = cli_has(cli, "json")};
    struct khi_error error = {0};

    if (cli->word_count > 0)
        return cli_usage_error(cli, "dict list takes no name");
    if (listing.json)
        putchar('[');
    enum khi_status status = khi_lexicon_each(list_one, &listing, &error);
    if (listing.json)
        puts("\n]");
    return cli_finish(status == KHI_OK ? CLI_YES : cli_fail(&error));
}

/* ---- info, dump, verify ---- */

/* The dictionary named on the command line, else the one in use. */
static struct khi_lexicon *named_lexicon(struct cli *cli)
{
    if (cli->word_count > 1) {
        cli_usage_error(cli, "%s takes one name or path", cli->command->name);
        return NULL;
    }
    return cli_open_lexicon(cli, cli->word_count ? cli->words[0] : NULL, false);
}

static void print_info_json(const struct khi_lexicon *lexicon)
{
    const struct khi_trie_summary *sum = &lexicon->summary;

    fputs("{\"name\": ", stdout);
    cli_json_text(stdout, lexicon->name);
    fputs(", \"path\": ", stdout);
    if (lexicon->path != NULL)
        cli_json_text(stdout, lexicon->path);
    else
        fputs("null", stdout);
    printf(", \"words\": %" PRIu32 ", \"nodes\": %" PRIu32 ", \"bytes\": %" PRIu32
           ", \"shortest\": %u, \"longest\": %u, \"checksum\": \"%016" PRIx64
           "\", \"legacy\": %s}\n",
           sum->words, sum->nodes, lexicon->trie->size, sum->shortest, sum->longest, sum->checksum,
           lexicon->trie->legacy ? "true" : "false");
}

static void print_info(const struct khi_lexicon *lexicon)
{
    const struct khi_trie_summary *sum = &lexicon->summary;

    printf("name      %s\n", lexicon->name);
    printf("path      %s\n", lexicon->path ? lexicon->path : "(built in)");
    printf("words     %" PRIu32 "\n", sum->words);
    printf("nodes     %" PRIu32 "\n", sum->nodes);
    printf("bytes     %" PRIu32 "\n", lexicon->trie->size);
    printf("shortest  %u\n", sum->shortest);
    printf("longest   %u\n", sum->longest);
    printf("checksum  %016" PRIx64 "\n", sum->checksum);
}

int command_dict_info(struct cli *cli)
{
    struct khi_lexicon *lexicon = named_lexicon(cli);

    if (lexicon == NULL)
        return CLI_ERROR;
    if (cli_has(cli, "json"))
        print_info_json(lexicon);
    else
        print_info(lexicon);
    khi_lexicon_free(lexicon);
    return cli_finish(CLI_YES);
}

int command_dict_dump(struct cli *cli)
{
    struct khi_lexicon *lexicon = named_lexicon(cli);
    struct khi_words words;

    if (lexicon == NULL)
        return CLI_ERROR;
    khi_words_begin(&words, lexicon->trie);
    while (khi_words_next(&words) && !ferror(stdout)) {
        fputs(words.word, stdout);
        putchar('\n');
    }
    khi_lexicon_free(lexicon);
    return cli_finish(CLI_YES);
}

int command_dict_verify(struct cli *cli)
{
    struct khi_error error = {0};
    struct khi_trie *trie = NULL;
    struct khi_trie_summary summary;

    if (cli->word_count != 1)
        return cli_usage_error(cli, "dict verify takes one path");
    enum khi_status status = khi_trie_open(cli->words[0], &error, &trie);
    if (status == KHI_OK)
        status = khi_trie_verify(trie, &error, &summary);
    if (status != KHI_OK) {
        khi_trie_free(trie);
        return cli_fail(&error);
    }
    bool legacy = summary.legacy;
    khi_trie_free(trie);
    printf("%s: %s, %" PRIu32 " words\n", cli->words[0],
           legacy ? "legacy: words may be missing" : "whole", summary.words);
    return cli_finish(legacy ? CLI_NO : CLI_YES);
}

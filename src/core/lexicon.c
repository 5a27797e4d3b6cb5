/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/lexicon.h"

#include "embedded.h"
#include "khi/builder.h"
#include "khi/config.h"
#include "khi/file.h"
#include "khi/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".trie"

bool khi_lexicon_is_name(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && length < KHI_LEXICON_NAME && text[0] != '-' &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") ==
               length;
}

enum khi_status khi_lexicon_user_path(const char *name, struct khi_error *error, char *out,
                                      size_t size)
{
    char leaf[KHI_LEXICON_NAME + 16];

    if (!khi_lexicon_is_name(name))
        return khi_fail(error, KHI_DICT_BAD_NAME, 0, name);
    if (strcmp(name, KHI_LEXICON_DEFAULT) == 0)
        return khi_fail(error, KHI_DICT_OWN_NAME, 0, name);
    snprintf(leaf, sizeof leaf, "dict/%s" SUFFIX, name);
    return khi_path(KHI_DATA, leaf, out, size) ? KHI_OK : khi_fail(error, KHI_NO_DATA_DIR, 0, "");
}

/* ---- opening ---- */

static enum khi_status open_list(const char *path, struct khi_error *error, struct khi_trie **trie)
{
    struct khi_wordlist list;
    uint8_t *bytes;
    size_t size;
    enum khi_status status = khi_wordlist_load(path, false, error, &list);

    if (status != KHI_OK)
        return status;
    status = khi_trie_build(&list, error, &bytes, &size);
    khi_wordlist_clear(&list);
    return status == KHI_OK ? khi_trie_from_memory(bytes, size, KHI_TRIE_HEAP, error, trie)
                            : status;
}

/* Looks at the first bytes to tell a .trie from a list. What is not an ordinary file, such as a
 * pipe, can be read once only, and so can only be a list. */
static enum khi_status open_file(const char *path, struct khi_error *error, struct khi_trie **trie)
{
    char head[5];
    struct stat info;

    khi_error_file(error, path);
    if (stat(path, &info) != 0)
        return khi_fail_errno(error, KHI_CANNOT_READ);
    if (!S_ISREG(info.st_mode))
        return open_list(path, error, trie);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return khi_fail_errno(error, KHI_CANNOT_READ);
    ssize_t got = read(fd, head, sizeof head);
    int fault = errno;
    close(fd);
    if (got < 0) {
        errno = fault;
        return khi_fail_errno(error, KHI_CANNOT_READ);
    }
    return khi_trie_is_magic(head, (size_t)got) ? khi_trie_open(path, error, trie)
                                                : open_list(path, error, trie);
}

/* The name of a file without its directory and its last extension. */
static void name_from_path(char *name, const char *path)
{
    const char *leaf = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(leaf, '.');

    khi_text_clean(name, KHI_LEXICON_NAME, leaf,
                   dot && dot > leaf ? (size_t)(dot - leaf) : strlen(leaf));
}

static bool find_named(const char *name, char *path, size_t size)
{
    if (khi_lexicon_user_path(name, NULL, path, size) == KHI_OK && access(path, F_OK) == 0)
        return true;
    return snprintf(path, size, "%s/%s" SUFFIX, PKGDATADIR, name) < (int)size &&
           access(path, F_OK) == 0;
}

/* Sets path to where the dictionary is, or to "" for the program's own. */
static enum khi_status locate(const char *asked, struct khi_error *error, char *path, size_t size)
{
    if (asked[0] == '\0')
        return khi_fail(error, KHI_DICT_UNKNOWN, 0, asked);
    if (strcmp(asked, KHI_LEXICON_DEFAULT) == 0) {
        path[0] = '\0';
        return KHI_OK;
    }
    if (khi_lexicon_is_name(asked)) {
        if (find_named(asked, path, size))
            return KHI_OK;
        if (access(asked, F_OK) != 0)
            return khi_fail(error, KHI_DICT_UNKNOWN, 0, asked);
    }
    if (snprintf(path, size, "%s", asked) >= (int)size) {
        errno = ENAMETOOLONG;
        return khi_fail_errno(error, KHI_CANNOT_READ);
    }
    return KHI_OK;
}

static const char *choice(char value[static KHI_CONFIG_VALUE])
{
    const char *asked = getenv("KHI_DICT");

    if (asked != NULL && asked[0] != '\0')
        return asked;
    return khi_config_get("dict", value) ? value : KHI_LEXICON_DEFAULT;
}

enum khi_status khi_lexicon_open(const char *asked, struct khi_error *error,
                                 struct khi_lexicon **lexicon)
{
    char value[KHI_CONFIG_VALUE], path[PATH_MAX];
    struct khi_lexicon *made = calloc(1, sizeof *made);

    if (made == NULL)
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    enum khi_status status =
        locate(asked != NULL ? asked : choice(value), error, path, sizeof path);
    if (status == KHI_OK && path[0] == '\0') {
        strcpy(made->name, KHI_LEXICON_DEFAULT);
        /* cppcheck-suppress comparePointers ; the assembler lays them out one behind the other */
        size_t size = (size_t)(khi_embedded_trie_end - khi_embedded_trie);
        status =
            khi_trie_from_memory(khi_embedded_trie, size, KHI_TRIE_BORROWED, error, &made->trie);
    } else if (status == KHI_OK) {
        name_from_path(made->name, path);
        status = open_file(path, error, &made->trie);
        if (status == KHI_OK && (made->path = strdup(path)) == NULL)
            status = khi_fail(error, KHI_NO_MEMORY, 0, "");
    }
    if (status != KHI_OK) {
        khi_lexicon_free(made);
        return status;
    }
    *lexicon = made;
    return KHI_OK;
}

void khi_lexicon_free(struct khi_lexicon *lexicon)
{
    if (lexicon == NULL)
        return;
    khi_trie_free(lexicon->trie);
    free(lexicon->path);
    free(lexicon);
}

enum khi_status khi_lexicon_verify(struct khi_lexicon *lexicon, struct khi_error *error)
{
    if (lexicon->verified)
        return KHI_OK;
    if (lexicon->path != NULL)
        khi_error_file(error, lexicon->path);
    enum khi_status status = khi_trie_verify(lexicon->trie, error, &lexicon->summary);
    if (status != KHI_OK)
        return status;
    lexicon->verified = true;
    lexicon->trie->legacy = lexicon->summary.legacy;
    return KHI_OK;
}

/* ---- listing ---- */

static int is_trie_file(const struct dirent *entry)
{
    char name[KHI_LEXICON_NAME];
    size_t length = strlen(entry->d_name), suffix = strlen(SUFFIX);

    if (length <= suffix || length - suffix >= sizeof name ||
        strcmp(entry->d_name + length - suffix, SUFFIX) != 0)
        return 0;
    name_from_path(name, entry->d_name);
    return khi_lexicon_is_name(name);
}

/* A directory that is not there, or may not be read, has no dictionaries. */
static bool visit_directory(const char *directory,
                            void (*visit)(void *context, const char *name, const char *path),
                            void *context)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, is_trie_file, alphasort);

    if (count < 0)
        return errno != ENOMEM;
    for (int i = 0; i < count; i++) {
        char name[KHI_LEXICON_NAME], path[PATH_MAX];
        name_from_path(name, entries[i]->d_name);
        if (strcmp(name, KHI_LEXICON_DEFAULT) != 0 &&
            snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name) < (int)sizeof path)
            visit(context, name, path);
        free(entries[i]);
    }
    free(entries);
    return true;
}

enum khi_status khi_lexicon_each(void (*visit)(void *context, const char *name, const char *path),
                                 void *context, struct khi_error *error)
{
    char directory[PATH_MAX];

    if (khi_path(KHI_DATA, "dict", directory, sizeof directory) &&
        !visit_directory(directory, visit, context))
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    if (!visit_directory(PKGDATADIR, visit, context))
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    visit(context, KHI_LEXICON_DEFAULT, NULL);
    return KHI_OK;
}

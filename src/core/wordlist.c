/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/wordlist.h"

#include "khi/file.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_LIMIT = 1 << 30 }; /* bytes */

/* ---- sorting: three-way radix quicksort (Bentley and Sedgewick 1997) ----
 * Each split settles one letter value at one depth, so it recurses at most 27 times a letter. */

static unsigned char letter_at(const char *text, uint32_t start, unsigned depth)
{
    return (unsigned char)text[start + depth];
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void insertion_sort(const char *text, uint32_t *starts, uint32_t count, unsigned depth)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i;
             j > 0 && strcmp(text + starts[j - 1] + depth, text + starts[j] + depth) > 0; j--)
            swap(&starts[j - 1], &starts[j]);
}

static void sort_words(const char *text, uint32_t *starts, uint32_t count, unsigned depth)
{
    while (count > 8) {
        unsigned char pivot = letter_at(text, starts[count / 2], depth);
        uint32_t low = 0, high = count, i = 0;
        while (i < high) {
            unsigned char letter = letter_at(text, starts[i], depth);
            if (letter < pivot)
                swap(&starts[low++], &starts[i++]);
            else if (letter > pivot)
                swap(&starts[i], &starts[--high]);
            else
                i++;
        }
        sort_words(text, starts, low, depth);
        sort_words(text, starts + high, count - high, depth);
        if (pivot == '\0')
            return;
        starts += low;
        count = high - low;
        depth++;
    }
    insertion_sort(text, starts, count, depth);
}

static void sort_and_unify(struct khi_wordlist *list)
{
    uint32_t kept = 0;
    bool sorted = true;

    for (uint32_t i = 1; i < list->count && sorted; i++)
        sorted = strcmp(khi_wordlist_word(list, i - 1), khi_wordlist_word(list, i)) <= 0;
    if (!sorted)
        sort_words(list->text, list->starts, list->count, 0);
    for (uint32_t i = 0; i < list->count; i++)
        if (kept == 0 || strcmp(khi_wordlist_word(list, kept - 1), khi_wordlist_word(list, i)) != 0)
            list->starts[kept++] = list->starts[i];
    list->count = kept;
}

/* ---- parsing ---- */

static bool is_utf16(const char *text, size_t size)
{
    if (size < 2)
        return false;
    const unsigned char a = (unsigned char)text[0], b = (unsigned char)text[1];
    return (a == 0xff && b == 0xfe) || (a == 0xfe && b == 0xff) || (a == 0 && b != 0) ||
           (a != 0 && b == 0);
}

static bool is_letters(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (khi_letter(line[i]) >= KHI_LETTERS)
            return false;
    return true;
}

static void fold(char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        line[i] = khi_letter_char(khi_letter(line[i]));
}

static enum khi_status bad_line(struct khi_error *error, enum khi_status code, uint64_t number,
                                const char *line, size_t length)
{
    char shown[80];

    khi_text_clean(shown, sizeof shown, line, length);
    return khi_fail(error, code, number, shown);
}

static enum khi_status take_lines(struct khi_wordlist *list, size_t size, bool skip_invalid,
                                  struct khi_error *error)
{
    char *end = list->text + size;
    uint64_t number = 0;
    char *next;

    char *line = list->text;
    if (size >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0)
        line += 3;
    for (; line < end; line = next) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        char *stop = newline ? newline : end;
        next = newline ? newline + 1 : end;
        number++;
        if (stop > line && stop[-1] == '\r')
            stop--;
        size_t length = (size_t)(stop - line);
        if (length == 0)
            continue;
        bool letters = is_letters(line, length);
        if (length > KHI_WORD_MAX || !letters) {
            if (!skip_invalid)
                return bad_line(error, letters ? KHI_LIST_LONG_WORD : KHI_LIST_BAD_LINE, number,
                                line, length);
            list->skipped++;
            continue;
        }
        fold(line, length);
        *stop = '\0';
        list->starts[list->count++] = (uint32_t)(line - list->text);
    }
    return KHI_OK;
}

static size_t count_lines(const char *text, size_t size)
{
    size_t lines = 1;

    for (const char *at = text, *end = text + size;
         (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        lines++;
    return lines;
}

enum khi_status khi_wordlist_parse(char *text, size_t size, bool skip_invalid,
                                   struct khi_error *error, struct khi_wordlist *list)
{
    struct khi_wordlist made = {.text = text};
    enum khi_status status = KHI_OK;

    if (size > LIST_LIMIT)
        status = khi_fail(error, KHI_TOO_LARGE, size, "a list of more than 1 GiB");
    else if (is_utf16(text, size))
        status = khi_fail(error, KHI_LIST_UTF16, 0, "");
    else if ((made.starts = malloc(count_lines(text, size) * sizeof *made.starts)) == NULL)
        status = khi_fail(error, KHI_NO_MEMORY, 0, "");
    if (status == KHI_OK)
        status = take_lines(&made, size, skip_invalid, error);
    if (status != KHI_OK) {
        khi_wordlist_clear(&made);
        return status;
    }
    sort_and_unify(&made);
    *list = made;
    return KHI_OK;
}

enum khi_status khi_wordlist_load(const char *path, bool skip_invalid, struct khi_error *error,
                                  struct khi_wordlist *list)
{
    char *text;
    size_t size;
    enum khi_status status = khi_file_read(path, LIST_LIMIT, error, &text, &size);

    if (status != KHI_OK)
        return status;
    return khi_wordlist_parse(text, size, skip_invalid, error, list);
}

void khi_wordlist_clear(struct khi_wordlist *list)
{
    free(list->text);
    free(list->starts);
    *list = (struct khi_wordlist){0};
}

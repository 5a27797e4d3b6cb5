/* rect_checkpoint.c: what a search has done, as a text file.
 *
 *     khi rect checkpoint 1
 *     problem 5x5 any distinct list 0/1 template ..... must CRANE
 *     dictionary 0123456789abcdef
 *     units 4096
 *     grids 17
 *     done 0-11
 *     done 13-13
 *     begun 12 5
 *     end fedcba9876543210
 *
 * Units are those of rect_case.c. A unit that is begun but not done has delivered so many grids.
 * The last line is a checksum of all bytes before it.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_work.h"

#include "khi/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST_LINE "khi rect checkpoint 1\n"

uint64_t khi_rect_checkpoint_sum(const char *text, size_t size)
{
    uint64_t sum = size;

    for (size_t i = 0; i < size; i++)
        sum = khi_mix(sum * 31 + (unsigned char)text[i]);
    return sum;
}

/* ---- writing ---- */

/* The lines that another search would not have. */
static void print_identity(FILE *out, const struct khi_rect_problem *problem, uint64_t dictionary)
{
    static const char *const mirror[] = {"any", "symmetric", "no-symmetric"};

    fprintf(out, "problem %ux%u %s%s%s %s %u/%u template", problem->width, problem->height,
            mirror[problem->mirror], problem->distinct ? " distinct" : "",
            problem->once ? " once" : "", problem->count_only ? "count" : "list", problem->shard,
            problem->shards);
    for (unsigned row = 0; row < problem->height && problem->given[0][0] != '\0'; row++)
        fprintf(out, "%c%s", row ? '/' : ' ', problem->given[row]);
    fputs(" must", out);
    for (unsigned i = 0; i < problem->must_count; i++)
        fprintf(out, " %s", problem->must[i]);
    fprintf(out, "\ndictionary %016" PRIx64 "\n", dictionary);
}

static void print_done(FILE *out, const struct rect_ledger *ledger)
{
    for (uint32_t from = 0, to; from < ledger->units; from = to) {
        to = from + 1;
        if (!khi_rect_ledger_has(ledger, from))
            continue;
        while (to < ledger->units && khi_rect_ledger_has(ledger, to))
            to++;
        fprintf(out, "done %" PRIu32 "-%" PRIu32 "\n", from, to - 1);
    }
}

char *khi_rect_checkpoint_format(const struct rect_ledger *ledger,
                                 const struct khi_rect_problem *problem, uint64_t dictionary,
                                 size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);

    if (out == NULL)
        return NULL;
    fputs(FIRST_LINE, out);
    print_identity(out, problem, dictionary);
    fprintf(out, "units %" PRIu32 "\ngrids %" PRIu64 "\n", ledger->units, ledger->grids);
    print_done(out, ledger);
    for (uint32_t i = 0; i < ledger->begun_count; i++)
        fprintf(out, "begun %" PRIu32 " %" PRIu64 "\n", ledger->begun[i].unit,
                ledger->begun[i].grids);
    if (fflush(out) == 0)
        fprintf(out, "end %016" PRIx64 "\n", khi_rect_checkpoint_sum(text, *size));
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

enum khi_status khi_rect_save(struct khi_rect *rect, const char *path, struct khi_error *error)
{
    size_t size;

    pthread_mutex_lock(&rect->lock);
    char *text = khi_rect_checkpoint_format(&rect->ledger, &rect->problem,
                                            rect->lexicon->summary.checksum, &size);
    pthread_mutex_unlock(&rect->lock);
    if (text == NULL)
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    enum khi_status status = khi_file_write(path, text, size, error);
    free(text);
    return status;
}

/* ---- reading ---- */

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The text ends with a checksum of what is before it. */
static bool is_whole(const char *text, size_t size)
{
    enum { LAST = sizeof "end 0123456789abcdef\n" - 1 };
    char last[LAST + 1];

    if (size < LAST || memchr(text, '\0', size) != NULL)
        return false;
    snprintf(last, sizeof last, "end %016" PRIx64 "\n", khi_rect_checkpoint_sum(text, size - LAST));
    return memcmp(text + size - LAST, last, LAST) == 0;
}

/* Compares the lines of the identity. */
static enum khi_status check_identity(const char **text, const struct khi_rect_problem *problem,
                                      uint64_t dictionary, struct khi_error *error)
{
    char wanted[4096] = "";
    FILE *out = fmemopen(wanted, sizeof wanted, "w");

    if (out == NULL)
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    print_identity(out, problem, dictionary);
    fclose(out);
    size_t first = strcspn(wanted, "\n") + 1;
    if (strncmp(*text, wanted, first) != 0)
        return khi_fail(error, KHI_RECT_CHECKPOINT_OTHER, 0, "another problem");
    if (!starts_with(*text + first, wanted + first))
        return khi_fail(error, KHI_RECT_CHECKPOINT_OTHER, 0,
                        "the same problem in another "
                        "dictionary");
    *text += strlen(wanted);
    return KHI_OK;
}

/* Reads `name`, a space and a number; digits alone. */
static bool read_number(const char **text, const char *name, uint64_t *number)
{
    char *end;

    if (!starts_with(*text, name) || (*text)[strlen(name)] < '0' || (*text)[strlen(name)] > '9')
        return false;
    errno = 0;
    *number = strtoull(*text + strlen(name), &end, 10);
    *text = end;
    return errno == 0;
}

static bool read_done(const char **text, struct rect_ledger *ledger)
{
    uint64_t from, to;

    if (!read_number(text, "done ", &from) || !read_number(text, "-", &to) || *(*text)++ != '\n' ||
        from > to || to >= ledger->units)
        return false;
    for (uint64_t unit = from; unit <= to; unit++)
        if (khi_rect_ledger_add(ledger, (uint32_t)unit, 0, true) != KHI_OK)
            return false;
    return true;
}

static bool read_begun(const char **text, struct rect_ledger *ledger)
{
    uint64_t unit, grids;

    return read_number(text, "begun ", &unit) && read_number(text, " ", &grids) &&
           *(*text)++ == '\n' && unit < ledger->units &&
           khi_rect_ledger_add(ledger, (uint32_t)unit, grids, false) == KHI_OK;
}

static bool read_ledger(const char *text, struct rect_ledger *ledger)
{
    uint64_t units, grids;

    if (!read_number(&text, "units ", &units) || *text++ != '\n' || units != ledger->units ||
        !read_number(&text, "grids ", &grids) || *text++ != '\n')
        return false;
    while (starts_with(text, "done "))
        if (!read_done(&text, ledger))
            return false;
    while (starts_with(text, "begun "))
        if (!read_begun(&text, ledger))
            return false;
    ledger->grids = grids;
    return starts_with(text, "end ");
}

enum khi_status khi_rect_checkpoint_parse(struct rect_ledger *ledger, const char *text, size_t size,
                                          const struct khi_rect_problem *problem,
                                          uint64_t dictionary, struct khi_error *error)
{
    size_t first = sizeof FIRST_LINE - 1;

    if (size < first ? memcmp(text, FIRST_LINE, size) != 0 : memcmp(text, FIRST_LINE, first) != 0)
        return khi_fail(error, KHI_RECT_CHECKPOINT_NONE, 0, "");
    if (!is_whole(text, size))
        return khi_fail(error, KHI_RECT_CHECKPOINT_BROKEN, 0, "");
    text += first;
    enum khi_status status = check_identity(&text, problem, dictionary, error);
    if (status == KHI_OK && !read_ledger(text, ledger))
        return khi_fail(error, KHI_RECT_CHECKPOINT_BROKEN, 0, "");
    return status;
}

enum khi_status khi_rect_load(struct rect_ledger *ledger, const char *path,
                              const struct khi_rect_problem *problem, uint64_t dictionary,
                              struct khi_error *error)
{
    enum { LARGEST = 1 << 24 };
    char *text;
    size_t size;

    if (access(path, F_OK) != 0 && errno == ENOENT)
        return KHI_OK;
    enum khi_status status = khi_file_read(path, LARGEST, error, &text, &size);
    if (status != KHI_OK)
        return status;
    status = khi_rect_checkpoint_parse(ledger, text, size, problem, dictionary, error);
    free(text);
    if (status != KHI_OK)
        khi_error_file(error, path);
    return status;
}

/* fuzz_checkpoint.c: any bytes as a checkpoint of khi rect, and as the lines of one whose first
 * lines and checksum are right. What is read comes out again. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "core/rect_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 4096, DICTIONARY = 77 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void read_text(const char *text, size_t size)
{
    struct khi_rect_problem problem;
    struct khi_error error = {0};
    struct rect_ledger ledger, again;
    size_t length, second;

    khi_rect_problem_init(&problem, 3, 3);
    require(khi_rect_ledger_init(&ledger, UNITS) == KHI_OK);
    require(khi_rect_ledger_init(&again, UNITS) == KHI_OK);
    if (khi_rect_checkpoint_parse(&ledger, text, size, &problem, DICTIONARY, &error) == KHI_OK) {
        char *once = khi_rect_checkpoint_format(&ledger, &problem, DICTIONARY, &length);
        require(once != NULL && khi_rect_checkpoint_parse(&again, once, length, &problem,
                                                          DICTIONARY, &error) == KHI_OK);
        char *twice = khi_rect_checkpoint_format(&again, &problem, DICTIONARY, &second);
        require(twice != NULL && second == length && memcmp(once, twice, length) == 0);
        free(twice);
        free(once);
    } else {
        require(error.code != KHI_OK);
    }
    khi_rect_ledger_clear(&again);
    khi_rect_ledger_clear(&ledger);
}

/* The bytes between the right beginning and the right end. */
static void read_within(const uint8_t *bytes, size_t size)
{
    struct khi_rect_problem problem;
    struct rect_ledger empty;
    size_t length;

    khi_rect_problem_init(&problem, 3, 3);
    require(khi_rect_ledger_init(&empty, UNITS) == KHI_OK);
    char *whole = khi_rect_checkpoint_format(&empty, &problem, DICTIONARY, &length);
    require(whole != NULL);
    size_t start = (size_t)(strstr(whole, "units ") - whole);
    char *text = malloc(start + size + 64);
    require(text != NULL);
    memcpy(text, whole, start);
    memcpy(text + start, bytes, size);
    int end = sprintf(text + start + size, "end %016" PRIx64 "\n",
                      khi_rect_checkpoint_sum(text, start + size));
    read_text(text, start + size + (size_t)end);
    free(text);
    free(whole);
    khi_rect_ledger_clear(&empty);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);

    require(text != NULL);
    memcpy(text, bytes, size);
    text[size] = '\0';
    read_text(text, size);
    read_within(bytes, size);
    free(text);
    return 0;
}

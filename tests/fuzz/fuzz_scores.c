/* fuzz_scores.c: any bytes as lines of the scores file and as a play. What is read comes out again.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "khi/action.h"
#include "khi/scores.h"

#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void try_play(const char *line, size_t length)
{
    char text[256], again[KHI_PLAY_TEXT];
    struct khi_error error = {0};
    struct khi_action action;

    if (length >= sizeof text)
        return;
    memcpy(text, line, length);
    text[length] = '\0';
    if (khi_action_parse(text, &error, &action) != KHI_OK)
        return;
    khi_action_format(&action, again);
    require(strcmp(text, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *at = (const char *)bytes, *end = at + size;

    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        struct khi_score score;
        char again[KHI_SCORE_TEXT];
        if (khi_score_parse(at, length, &score)) {
            khi_score_format(&score, again);
            require(strlen(again) == length && memcmp(at, again, length) == 0);
        }
        try_play(at, length);
        at += length + (stop != NULL);
    }
    return 0;
}

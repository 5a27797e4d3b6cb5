/* fuzz_save.c: any bytes as a saved game. Nothing may crash; what loads must be whole and come out
 * again as it went in. The checksum is also put right, so that more than it is tried. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "khi/save.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct khi_lexicon *dictionary(void)
{
    static struct khi_lexicon *lexicon;
    struct khi_error error = {0};

    if (lexicon == NULL && (khi_lexicon_open(KHI_LEXICON_DEFAULT, &error, &lexicon) != KHI_OK ||
                            khi_lexicon_verify(lexicon, &error) != KHI_OK))
        abort();
    return lexicon;
}

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void try_text(const char *text, size_t size)
{
    struct khi_error error = {0};
    struct khi_session *session = NULL;
    char sentence[512];

    if (khi_save_parse(text, size, dictionary(), &error, &session) != KHI_OK) {
        require(session == NULL);
        khi_error_format(&error, sentence, sizeof sentence);
        return;
    }
    size_t again_size;
    char *again = khi_save_format(session, &again_size);
    /* only the line that names the program may differ */
    const char *rest = strstr(text, "\ndictionary "), *rest_again = strstr(again, "\ndictionary ");
    const char *end = strstr(text, "\nchecksum ");
    require(khi_game_is_whole(khi_session_game(session)));
    require(rest != NULL && rest_again != NULL && end != NULL &&
            strncmp(rest, rest_again, (size_t)(end - rest)) == 0);
    free(again);
    khi_session_free(session);
}

/* The reader's own sum; a copy, so that it is not changed unseen. */
static uint64_t checksum_of(const char *text, size_t size)
{
    uint64_t sum = size;

    for (size_t i = 0; i < size; i++)
        sum = khi_mix(sum ^ (unsigned char)text[i]);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 32);

    memcpy(text, bytes, size);
    text[size] = '\0';
    try_text(text, size);
    char *last = strstr(text, "\nchecksum ");
    if (last != NULL) {
        size_t covered = (size_t)(last + 1 - text);
        snprintf(last + 1, 32, "checksum %016" PRIx64 "\n", checksum_of(text, covered));
        try_text(text, strlen(text));
    }
    free(text);
    return 0;
}

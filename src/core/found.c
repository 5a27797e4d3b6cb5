/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/found.h"

#include <stdlib.h>
#include <string.h>

enum {
    VALUE_MAX = 6 * KHI_WORD_MAX, /* half points of the dearest word */
    KEYS = (VALUE_MAX + 1) * (KHI_WORD_MAX + 1),
};

struct gatherer {
    struct khi_found found;
    size_t text_used, text_room, words_room;
};

/* Makes room for one more word. */
static bool make_room(struct gatherer *gatherer)
{
    struct khi_found *found = &gatherer->found;

    if (gatherer->text_used + KHI_WORD_MAX + 1 > gatherer->text_room) {
        size_t room = gatherer->text_room ? gatherer->text_room * 2 : 1 << 14;
        char *text = realloc(found->text, room);
        if (text == NULL)
            return false;
        found->text = text;
        gatherer->text_room = room;
    }
    if (found->count == gatherer->words_room) {
        size_t room = gatherer->words_room ? gatherer->words_room * 2 : 1 << 10;
        struct khi_found_word *words = realloc(found->words, room * sizeof *words);
        if (words == NULL)
            return false;
        found->words = words;
        gatherer->words_room = room;
    }
    return true;
}

static void add_word(struct gatherer *gatherer, const struct khi_finder *finder)
{
    struct khi_found_word *word = &gatherer->found.words[gatherer->found.count++];
    char *text = gatherer->found.text + gatherer->text_used;
    unsigned halves = 0, blanks = 0;

    memcpy(text, finder->word,
           sizeof finder->word); /* as a whole: that is faster than to measure */
    for (unsigned i = 0; i < finder->length; i++)
        halves += khi_letter_halves(khi_letter(text[i]));
    for (uint64_t left = finder->blanks; left != 0; left &= left - 1, blanks++) {
        char *blank = &text[__builtin_ctzll(left)];
        halves += KHI_BLANK_HALVES - khi_letter_halves(khi_letter(*blank));
        *blank |= 0x20;
    }
    *word = (struct khi_found_word){.start = (uint32_t)gatherer->text_used,
                                    .halves = (uint16_t)halves,
                                    .length = (uint8_t)finder->length,
                                    .blanks = (uint8_t)blanks};
    gatherer->text_used += finder->length + 1;
}

/* What is sorted by, greatest first. */
static unsigned sort_key(const struct khi_found_word *word, enum khi_order order)
{
    return order == KHI_BY_LENGTH ? word->length
                                  : word->halves * (KHI_WORD_MAX + 1u) + word->length;
}

/* Sorts by counting, which keeps words of the same key in their alphabetical order. */
static bool sort(struct khi_found *found, enum khi_order order)
{
    uint32_t keys = order == KHI_BY_LENGTH ? KHI_WORD_MAX + 1 : KEYS;
    uint32_t *starts = calloc(keys, sizeof *starts);
    struct khi_found_word *sorted = malloc((found->count + 1) * sizeof *sorted);

    if (starts == NULL || sorted == NULL) {
        free(starts);
        free(sorted);
        return false;
    }
    for (uint32_t i = 0; i < found->count; i++)
        starts[sort_key(&found->words[i], order)]++;
    for (uint32_t key = keys, before = 0; key-- > 0;) {
        uint32_t count = starts[key];
        starts[key] = before;
        before += count;
    }
    for (uint32_t i = 0; i < found->count; i++)
        sorted[starts[sort_key(&found->words[i], order)]++] = found->words[i];
    free(found->words);
    found->words = sorted;
    free(starts);
    return true;
}

enum khi_status khi_found_load(const struct khi_trie *trie, const struct khi_query *query,
                               enum khi_order order, struct khi_error *error,
                               struct khi_found *found)
{
    struct gatherer gatherer = {0};
    struct khi_finder finder;
    bool done = true;

    khi_finder_begin(&finder, trie, query);
    while (done && khi_finder_next(&finder)) {
        done = make_room(&gatherer);
        if (done)
            add_word(&gatherer, &finder);
    }
    if (done && order != KHI_BY_ALPHA)
        done = sort(&gatherer.found, order);
    if (!done) {
        khi_found_clear(&gatherer.found);
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    }
    *found = gatherer.found;
    return KHI_OK;
}

void khi_found_clear(struct khi_found *found)
{
    free(found->text);
    free(found->words);
    *found = (struct khi_found){0};
}

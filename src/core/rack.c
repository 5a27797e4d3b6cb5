/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/rack.h"

#include "khi/random.h"

#include <assert.h>
#include <string.h>

void khi_rack_add(struct khi_rack *rack, unsigned kind)
{
    assert(rack->count < KHI_RACK);
    rack->tiles[rack->count++] = (uint8_t)kind;
}

bool khi_rack_remove(struct khi_rack *rack, unsigned kind)
{
    uint8_t *found = memchr(rack->tiles, (int)kind, rack->count);

    if (found == NULL)
        return false;
    rack->count--;
    memmove(found, found + 1, (size_t)(rack->tiles + rack->count - found));
    rack->tiles[rack->count] = 0;
    return true;
}

void khi_rack_fill(struct khi_rack *rack, struct khi_bag *bag, uint64_t *random)
{
    while (rack->count < KHI_RACK && khi_bag_total(bag) > 0)
        khi_rack_add(rack, khi_bag_draw(bag, random));
}

void khi_rack_kinds(const struct khi_rack *rack, uint8_t count[static KHI_KINDS])
{
    memset(count, 0, KHI_KINDS);
    for (unsigned i = 0; i < rack->count; i++)
        count[rack->tiles[i]]++;
}

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

void khi_rack_shuffle(struct khi_rack *rack, uint64_t *random)
{
    for (unsigned left = rack->count; left > 1; left--)
        swap(&rack->tiles[left - 1], &rack->tiles[khi_random_below(random, left)]);
}

void khi_rack_sort(struct khi_rack *rack)
{
    for (unsigned i = 1; i < rack->count; i++)
        for (unsigned at = i; at > 0 && rack->tiles[at - 1] > rack->tiles[at]; at--)
            swap(&rack->tiles[at - 1], &rack->tiles[at]);
}

enum khi_status khi_rack_parse(const char *text, struct khi_error *error, struct khi_rack *rack)
{
    struct khi_rack read = {0};
    size_t length = strlen(text);

    for (size_t i = 0; i < length; i++) {
        unsigned kind = text[i] == '*' ? KHI_STAR : khi_letter(text[i]);
        if (kind > KHI_STAR || (kind == KHI_STAR && text[i] != '*'))
            return khi_fail(error, KHI_RACK_BAD_TILE, i, text);
        if (i < KHI_RACK)
            khi_rack_add(&read, kind);
    }
    if (length > KHI_RACK)
        return khi_fail(error, KHI_RACK_TOO_LONG, length, text);
    *rack = read;
    return KHI_OK;
}

void khi_rack_format(const struct khi_rack *rack, char out[static KHI_RACK + 1])
{
    for (unsigned i = 0; i < rack->count; i++)
        out[i] = rack->tiles[i] == KHI_STAR ? '*' : khi_letter_char(rack->tiles[i]);
    out[rack->count] = '\0';
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/bag.h"

#include "khi/random.h"

#include <assert.h>

void khi_bag_init(struct khi_bag *bag)
{
    static const struct khi_bag full = {{
        9, 3, 4, 6, 10, 3, 4, 3, 8, 1, 3, 6, 3, /* A to M */
        6, 7, 3, 1, 6,  7, 6, 4, 3, 3, 2, 4, 2, /* N to Z */
        3,                                      /* stars */
    }};

    *bag = full;
}

unsigned khi_bag_total(const struct khi_bag *bag)
{
    unsigned total = 0;

    for (unsigned kind = 0; kind < KHI_KINDS; kind++)
        total += bag->count[kind];
    return total;
}

bool khi_bag_take(struct khi_bag *bag, unsigned kind)
{
    if (bag->count[kind] == 0)
        return false;
    bag->count[kind]--;
    return true;
}

unsigned khi_bag_draw(struct khi_bag *bag, uint64_t *random)
{
    unsigned total = khi_bag_total(bag), kind = 0;

    assert(total > 0);
    for (unsigned left = khi_random_below(random, total); left >= bag->count[kind]; kind++)
        left -= bag->count[kind];
    khi_bag_take(bag, kind);
    return kind;
}

/* bag.h: the tile hold, which has so many tiles of each kind. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_BAG_H
#define KHI_BAG_H

#include "khi/letters.h"

#include <stdbool.h>

enum {
    KHI_STAR = KHI_LETTERS, /* the kind of a star that stands for no letter yet */
    KHI_KINDS = KHI_LETTERS + 1,
    KHI_TILES = 120,
};

struct khi_bag {
    uint8_t count[KHI_KINDS];
};

/* All 120 tiles. */
void khi_bag_init(struct khi_bag *bag);

unsigned khi_bag_total(const struct khi_bag *bag);

/* Takes a tile of this kind out. False if there is none. */
bool khi_bag_take(struct khi_bag *bag, unsigned kind);

/* Takes one at random out of a hold that is not empty. */
unsigned khi_bag_draw(struct khi_bag *bag, uint64_t *random);

#endif

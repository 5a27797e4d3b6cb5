/* rack.h: a player's tiles, at most 7, in the order in which he sees them. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_RACK_H
#define KHI_RACK_H

#include "khi/bag.h"
#include "khi/status.h"

enum { KHI_RACK = 7 };

struct khi_rack {
    uint8_t count;
    uint8_t tiles[KHI_RACK]; /* kinds; 0 after the last */
};

/* Puts a tile last. There is room. */
void khi_rack_add(struct khi_rack *rack, unsigned kind);

/* Takes the first tile of this kind out and closes the gap. False if there is none. */
bool khi_rack_remove(struct khi_rack *rack, unsigned kind);

/* Draws from the hold until the rack is full or the hold empty. */
void khi_rack_fill(struct khi_rack *rack, struct khi_bag *bag, uint64_t *random);

/* How many tiles of each kind. */
void khi_rack_kinds(const struct khi_rack *rack, uint8_t count[static KHI_KINDS]);

void khi_rack_shuffle(struct khi_rack *rack, uint64_t *random);
/* By the alphabet, stars last. */
void khi_rack_sort(struct khi_rack *rack);

/* Letters of either case and `*` for a star, at most 7. */
enum khi_status khi_rack_parse(const char *text, struct khi_error *error, struct khi_rack *rack);
void khi_rack_format(const struct khi_rack *rack, char out[static KHI_RACK + 1]);

#endif

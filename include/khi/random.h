/* random.h: random numbers that are the same on every machine (splitmix64). */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_RANDOM_H
#define KHI_RANDOM_H

#include "khi/letters.h"

/* The state is any 64 bits; each call moves it on. */
static inline uint64_t khi_random_next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    return khi_mix(*state);
}

/* A number from 0 to limit - 1, each as likely as the others; limit is not 0. */
static inline uint32_t khi_random_below(uint64_t *state, uint32_t limit)
{
    uint32_t unfair = (uint32_t)-limit % limit; /* so many values would favour the low numbers */
    uint32_t drawn;

    do
        drawn = (uint32_t)(khi_random_next(state) >> 32);
    while (drawn < unfair);
    return drawn % limit;
}

#endif

/* rect_hot.h: for the files that are compiled twice, for any processor and for those with AVX2. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECT_HOT_H
#define RECT_HOT_H

#include "rect_inner.h"

#ifdef RECT_AVX2
#include <immintrin.h>
#endif

#ifdef RECT_AVX2
#define HOT(name) name##_avx2
static inline unsigned popcount(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits);
}
static inline unsigned popcount64(uint64_t bits)
{
    return (unsigned)__builtin_popcountll(bits);
}
#else
#define HOT(name) name##_plain
static inline unsigned popcount(uint32_t bits)
{
    return khi_popcount(bits);
}
static inline unsigned popcount64(uint64_t bits)
{
    return khi_popcount((uint32_t)bits) + khi_popcount((uint32_t)(bits >> 32));
}
#endif

/* The number of the lowest bit of a set that is not empty. */
static inline unsigned lowest64(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

/* The same, or any number if it is empty. */
static inline unsigned lowest64_or_any(uint64_t bits)
{
#ifdef RECT_AVX2
    return (unsigned)_tzcnt_u64(bits);
#else
    return lowest64(bits | UINT64_C(1) << 63);
#endif
}

/* The place of a node's child for a letter that it has. */
static inline uint32_t child(struct rect_node node, unsigned letter)
{
    return node.first + popcount(node.mask & ((1u << letter) - 1));
}

#endif

/* letters.h: the 26 letters, as numbers, bits and text. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_LETTERS_H
#define KHI_LETTERS_H

#include <stdint.h>
#include <string.h>

enum {
    KHI_LETTERS = 26,
    KHI_WORD_MAX = 64, /* letters of the longest word that a dictionary may hold */
};

#define KHI_ALL_LETTERS 0x03ffffffu

/* 0 to 25 for a letter of either case, KHI_LETTERS or more for anything else. */
static inline unsigned khi_letter(char c)
{
    return ((unsigned char)c & 0xdfu) - 'A';
}

static inline char khi_letter_char(unsigned letter)
{
    return (char)('A' + letter);
}

static inline unsigned khi_popcount(uint32_t bits)
{
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__clang__)
    return (unsigned)__builtin_popcount(bits);
#else
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return ((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
#endif
}

/* Every x86 of the last fifteen years counts bits by an instruction of its own, but compilers may
 * not rely on it unasked. In a function marked so they know khi_popcount for what it is and use the
 * instruction; it may be called only where khi_has_popcnt. */
#if (defined(__x86_64__) || defined(__i386__)) && !defined(__POPCNT__)
#define KHI_WITH_POPCNT  __attribute__((target("popcnt")))
#define khi_has_popcnt() __builtin_cpu_supports("popcnt")
#else
#define KHI_WITH_POPCNT
#define khi_has_popcnt() 0
#endif

/* The lowest letter of a set that is not empty. */
static inline unsigned khi_lowest(uint32_t set)
{
    return (unsigned)__builtin_ctz(set);
}

/* Eight characters of a text as one number, the first of them lowest, and a number with the same
 * character eight times: loops over text take eight at a step with these. */
static inline uint64_t khi_eight(const char *text)
{
    uint64_t eight;

    memcpy(&eight, text, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

static inline uint64_t khi_eight_of(unsigned char c)
{
    return c * UINT64_C(0x0101010101010101);
}

/* What a letter is worth, in halves of a point, so that a blank's half point is a whole number. */
enum { KHI_BLANK_HALVES = 1 };

static inline unsigned khi_letter_halves(unsigned letter)
{
    static const uint8_t halves[KHI_LETTERS] = {
        2, 4, 4, 2, 2, 4, 4, 4, 2, 6, 6, 2, 4, /* A to M */
        2, 2, 4, 6, 2, 2, 2, 4, 4, 4, 6, 4, 6, /* N to Z */
    };
    return halves[letter];
}

/* Mixes 64 bits thoroughly (a bijection); for checksums, hash tables and random numbers. */
static inline uint64_t khi_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#endif

/* hostile.c: the hostile files, node by node.
 *
 * Most begin with a root that has one child, A, at byte 13, or two, A at byte 17 and B:
 *
 *     0 TRIE 1   5 mask   9 offset of A   13 ...
 *     0 TRIE 1   5 mask   9 offset of A   13 offset of B   17 ...
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hostile.h"

#include "khi/trie.h"

#include <stdlib.h>
#include <string.h>

#define BYTES(text) text, sizeof(text) - 1, NULL

#define HEAD "TRIE\001"
#define END  "\204\0\0\0" /* a word ends, a leaf */
#define ONE                                                                                        \
    HEAD "\0\0\0\1"                                                                                \
         "\0\0\0\4"
#define TWO(b)                                                                                     \
    HEAD "\0\0\0\3"                                                                                \
         "\0\0\0\10" b END

#define FORWARD "an offset that does not lead forward"
#define OUTSIDE "an in-between letter outside A-Z"

static uint8_t *put32(uint8_t *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        *out++ = (uint8_t)(value >> shift);
    return out;
}

/* `levels` nodes, each leading by the first `letters` letters to the next, and a last one. */
static uint8_t *make_ladder(unsigned levels, unsigned letters, size_t *size)
{
    *size = KHI_TRIE_ROOT + (size_t)levels * (4 + 4 * letters) + 4;
    uint8_t *bytes = malloc(*size), *out = bytes;

    if (bytes == NULL)
        abort();
    memcpy(out, HEAD, KHI_TRIE_ROOT);
    out += KHI_TRIE_ROOT;
    for (unsigned level = 0; level < levels; level++) {
        out = put32(out, (1u << letters) - 1);
        for (unsigned letter = 0; letter < letters; letter++)
            out = put32(out, 4 * (letters - letter));
    }
    put32(out, KHI_NODE_WORD | KHI_NODE_LEAF);
    return bytes;
}

static uint8_t *make_million_nodes(size_t *size)
{
    return make_ladder(1000000, 1, size);
}

static uint8_t *make_power_200(size_t *size)
{
    return make_ladder(200, KHI_LETTERS, size);
}

static uint8_t *make_power_6(size_t *size)
{
    return make_ladder(6, KHI_LETTERS, size);
}

/* Where the faults of the ladders show: they are summed up from the end. */
#define RUNG(levels, letters, from_end)                                                            \
    (KHI_TRIE_ROOT + ((levels) - (from_end)) * (4 + 4 * (size_t)(letters)))

const struct hostile hostiles[] = {
    /* the header */
    {"empty", BYTES(""), "it does not begin with TRIE", 0},
    {"short-magic", BYTES("TRI"), "it does not begin with TRIE", 0},
    {"bad-magic", BYTES("TREE\001" END), "it does not begin with TRIE", 0},
    {"no-version", BYTES("TRIE"), "no version number", 4},
    {"version-0",
     BYTES("TRIE\0"
           "\4\0\0\0"),
     "version 0 is not known", 4},
    {"version-2",
     BYTES("TRIE\2"
           "\4\0\0\0"),
     "version 2 is not known", 4},
    {"no-root", BYTES(HEAD), "no root node", 5},
    {"half-root", BYTES(HEAD "\4\0\0"), "no root node", 8},
    /* nodes */
    {"empty-word",
     BYTES(HEAD "\200\0\0\1"
                "\0\0\0\4" END),
     "the empty word", 5},
    {"chain-past-end",
     BYTES(ONE "\374\0\0\0"
               "ABCDEFGHIJKLMN"),
     "a node that ends past the file", 13},
    {"chain-small",
     BYTES(ONE "\234\0\0\0"
               "AaA"),
     OUTSIDE, 18},
    {"chain-above",
     BYTES(ONE "\234\0\0\0"
               "A[A"),
     OUTSIDE, 18},
    {"chain-below",
     BYTES(ONE "\234\0\0\0"
               "AA@"),
     OUTSIDE, 19},
    {"chain-nul",
     BYTES(ONE "\234\0\0\0"
               "\0AA"),
     OUTSIDE, 17},
    {"offsets-missing",
     BYTES(ONE "\2\0\0\3"
               "\0\0\0\10"
               "\0\0\0\4"),
     "a node that ends past the file", 13},
    {"dead-leaf", BYTES(ONE "\4\0\0\0"), "a dead end", 13},
    {"dead-root",
     BYTES(HEAD "\14\0\0\0"
                "A"),
     "a dead end", 5},
    {"not-leaf", BYTES(ONE "\200\0\0\0"), "a node without children that is not a leaf", 13},
    {"zero-node", BYTES(ONE "\0\0\0\0"), "a node without children that is not a leaf", 13},
    {"unreachable", BYTES(ONE END END), "a node that nothing leads to", 17},
    {"trailing-byte", BYTES(ONE END "\0"), "a node that ends past the file", 17},
    {"trailing-newline",
     BYTES(HEAD "\4\0\0\0"
                "\n"),
     "a dead end", 5},
    /* offsets */
    {"offset-zero", BYTES(TWO("\0\0\0\0")), FORWARD, 13},
    {"offset-negative", BYTES(TWO("\377\377\377\376")), FORWARD, 13},
    {"offset-before-root", BYTES(TWO("\377\377\377\366")), FORWARD, 13},
    {"offset-lowest", BYTES(TWO("\200\0\0\0")), FORWARD, 13},
    {"offset-huge", BYTES(TWO("\177\377\377\377")), "an offset past the end", 13},
    {"offset-past-end", BYTES(TWO("\0\0\0\10")), "an offset past the end", 13},
    {"offset-one-late", BYTES(TWO("\0\0\0\5")), "an offset past the end", 13},
    {"offset-own-node", BYTES(TWO("\0\0\0\3")), "an offset into its own node", 13},
    {"offset-middle", BYTES(TWO("\0\0\0\6") END), "an offset leads into the middle of a node", 19},
    {"cycle",
     BYTES(ONE "\200\0\0\1"
               "\377\377\377\364"),
     FORWARD, 17},
    {"cycle-of-one",
     BYTES(ONE "\200\0\0\1"
               "\377\377\377\374"),
     FORWARD, 17},
    /* every node is whole, yet it is no dictionary */
    {"million-nodes", NULL, 0, make_million_nodes, "a word of more than 64 letters passes",
     RUNG(1000000, 1, 65)},
    {"power-200", NULL, 0, make_power_200, "more than 16777216 words begin",
     RUNG(200, KHI_LETTERS, 6)},
    {"power-6", NULL, 0, make_power_6, "more than 16777216 words begin", RUNG(6, KHI_LETTERS, 6)},
    {NULL, NULL, 0, NULL, NULL, 0},
};

uint8_t *hostile_bytes(const struct hostile *hostile, size_t *size)
{
    if (hostile->make != NULL)
        return hostile->make(size);
    uint8_t *bytes = malloc(hostile->size + 1);
    if (bytes == NULL)
        abort();
    memcpy(bytes, hostile->bytes, hostile->size);
    *size = hostile->size;
    return bytes;
}

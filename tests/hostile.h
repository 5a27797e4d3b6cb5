/* hostile.h: trie files that must be refused, each with the fault and the byte where it is.
 *
 * A table, shared by the tests of the reader and by the program that writes the files out for the
 * tests of the commands and for the fuzzers.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stddef.h>
#include <stdint.h>

struct hostile {
    const char *name;  /* NULL ends the table */
    const char *bytes; /* the file, unless it is made: */
    size_t size;
    uint8_t *(*make)(size_t *size); /* for files too large to write down */
    const char *fault;              /* what the error says ... */
    size_t offset;                  /* ... and of which byte */
};

extern const struct hostile hostiles[];

/* The bytes of a row's file, which the caller frees. */
uint8_t *hostile_bytes(const struct hostile *hostile, size_t *size);

#endif

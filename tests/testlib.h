/* testlib.h: what the test programs share: random numbers from a printed seed, small dictionaries,
 * running a suite. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTLIB_H
#define TESTLIB_H

#include "khi/trie.h"

#include <check.h>

/* Random numbers: the same seed gives the same numbers everywhere. */
struct test_random {
    uint64_t state;
};

/* Begins with $KHI_SEED, or with `fallback`, and prints which. */
struct test_random test_random_begin(uint64_t fallback);
uint64_t test_random_next(struct test_random *random);
/* From 0 to limit - 1. */
unsigned test_random_below(struct test_random *random, unsigned limit);
/* A word of this length over the first `letters` letters, upper case, ended by NUL. */
void test_random_word(struct test_random *random, unsigned length, unsigned letters, char *word);

/* A trie built from words separated by white space, in memory. Fails the test if it cannot be. */
struct khi_trie *test_trie(const char *words);

/* The shipped dictionary. */
struct khi_trie *test_shipped_trie(void);

/* Fails the test with the error's sentence unless the status is KHI_OK. */
void test_ok(enum khi_status status, const struct khi_error *error);

/* Runs the suite and returns the exit status for main. */
int test_run(Suite *suite);

#endif

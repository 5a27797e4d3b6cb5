/* fuzz.h: what a fuzz target is: the one function that libFuzzer, or driver.c, calls with bytes. It
 * aborts when something is wrong. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif

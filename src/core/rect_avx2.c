/* rect_avx2.c: the hot files once more, for x86 processors with AVX2; khi_rect_begin asks whether
 * this one has it. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rect_inner.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

#define RECT_AVX2
#include "rect_join.c"
#include "rect_walk.c"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif

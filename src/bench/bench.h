/* bench.h: what the benchmarks share: a clock, random numbers and a line of output. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCH_H
#define BENCH_H

#include "khi/letters.h"

#include <time.h>

/* CPU time of this process in seconds. */
static inline double bench_cpu(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline uint32_t bench_below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)(khi_mix(*state += 0x9e3779b97f4a7c15u) % limit);
}

#endif

/* driver.c: runs a fuzz target without libFuzzer, for `make check`.
 *
 * usage: fuzz_NAME ROUNDS FILE...
 *
 * Gives the target every file as it is, then ROUNDS mutations of them: bits flipped, bytes and
 * 32-bit numbers replaced, pieces cut out, doubled, moved over from another file. The seed is
 * printed; KHI_SEED=N runs the same again. The input that breaks the target is left in
 * fuzz-crash.bin.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "khi/file.h"
#include "khi/letters.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 64 * 1024 };

struct input {
    uint8_t bytes[LARGEST];
    size_t size;
};

struct sample {
    char *bytes;
    size_t size;
};

static struct input input; /* at hand; a crash writes it out */
static uint64_t state;

static uint32_t below(size_t limit)
{
    return limit ? (uint32_t)(khi_mix(state += 0x9e3779b97f4a7c15u) % limit) : 0;
}

static void on_crash(int number)
{
    FILE *file = fopen("fuzz-crash.bin", "wb");

    if (file != NULL) {
        fwrite(input.bytes, 1, input.size, file);
        fclose(file);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* The target gets memory of exactly its size, so that a sanitizer or valgrind sees one byte too
 * far. */
static void run_target(void)
{
    uint8_t *exact = malloc(input.size ? input.size : 1);

    if (exact == NULL)
        abort();
    memcpy(exact, input.bytes, input.size);
    LLVMFuzzerTestOneInput(exact, input.size);
    free(exact);
}

static void insert(size_t at, const void *bytes, size_t size)
{
    if (input.size + size > LARGEST)
        return;
    memmove(input.bytes + at + size, input.bytes + at, input.size - at);
    memcpy(input.bytes + at, bytes, size);
    input.size += size;
}

static void cut(size_t at, size_t size)
{
    memmove(input.bytes + at, input.bytes + at + size, input.size - at - size);
    input.size -= size;
}

static void put_number(size_t at)
{
    static const uint32_t numbers[] = {0,          1,          4,          8,          0x7fffffff,
                                       0x80000000, 0xffffffff, 0xfffffffc, 0x03ffffff, 0x84000000,
                                       0x04000000, 0x78000000, 0x0000ffff};
    uint32_t number = numbers[below(sizeof numbers / sizeof *numbers)];

    if (below(2))
        number = below(input.size * 2);
    for (size_t i = 0; i < 4 && at + i < input.size; i++)
        input.bytes[at + i] = (uint8_t)(number >> (24 - 8 * i));
}

static void mutate_once(const struct sample *other)
{
    uint8_t copy[64], byte = (uint8_t)below(256);
    size_t at = below(input.size), size = 1 + below(sizeof copy);

    if (size > input.size - at)
        size = input.size - at;
    switch (below(8)) {
    case 0:
        insert(at, &byte, 1);
        break;
    case 1:
        cut(at, size);
        break;
    case 2:
        memcpy(copy, input.bytes + at, size);
        insert(below(input.size), copy, size);
        break;
    case 3:
        if (other->size > 0) {
            size_t from = below(other->size);
            size = size < other->size - from ? size : other->size - from;
            insert(at, other->bytes + from, size);
        }
        break;
    case 4:
        put_number(at);
        break;
    case 5:
        if (size > 0)
            input.bytes[at] = byte;
        break;
    default:
        if (size > 0)
            input.bytes[at] ^= (uint8_t)(1u << below(8));
    }
}

static void set_input(const struct sample *sample)
{
    input.size = sample->size < LARGEST ? sample->size : LARGEST;
    memcpy(input.bytes, sample->bytes, input.size);
}

static void mutate_and_run(const struct sample *samples, size_t count, long rounds)
{
    for (long round = 0; round < rounds; round++) {
        set_input(&samples[below(count)]);
        for (uint32_t steps = 1 + below(6); steps > 0; steps--)
            mutate_once(&samples[below(count)]);
        run_target();
    }
}

int main(int argc, char **argv)
{
    const char *seed = getenv("KHI_SEED");
    size_t count = argc > 2 ? (size_t)argc - 2 : 0;
    struct sample *samples = calloc(count + 1, sizeof *samples);

    if (count == 0 || samples == NULL) {
        fprintf(stderr, "usage: %s ROUNDS FILE...\n", argv[0]);
        return 2;
    }
    state = seed ? strtoull(seed, NULL, 0) : 1;
    printf("seed %" PRIu64 " (KHI_SEED=%" PRIu64 " runs it again)\n", state, state);
    fflush(stdout);
    signal(SIGABRT, on_crash);
    signal(SIGSEGV, on_crash);
    for (size_t i = 0; i < count; i++) {
        if (khi_file_read(argv[i + 2], INT32_MAX, NULL, &samples[i].bytes, &samples[i].size) !=
            KHI_OK) {
            fprintf(stderr, "%s: cannot read\n", argv[i + 2]);
            return 2;
        }
        set_input(&samples[i]);
        run_target();
    }
    mutate_and_run(samples, count, strtol(argv[1], NULL, 10));
    printf("%zu files and %s mutations run\n", count, argv[1]);
    for (size_t i = 0; i < count; i++)
        free(samples[i].bytes);
    free(samples);
    return 0;
}

/* allocate.c: every call for memory in the static program, the libraries' calls with it: the
 * linker's --wrap sends them here. The C library's other functions that allocate call these. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shortage.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return shortage_check(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return shortage_check(__real_calloc(count, size), size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return shortage_check(__real_realloc(old, size), size);
}

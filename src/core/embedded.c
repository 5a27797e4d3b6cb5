/* embedded.c: puts dict/words.trie into the program, byte for byte.
 *
 * The assembler copies the file; the Makefile tells it the directory (-Wa,-I). */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "embedded.h"

#if defined(__APPLE__)
#define SECTION      ".const_data"
#define SYMBOL(name) "_" name
#else
#define SECTION      ".section .rodata"
#define SYMBOL(name) name
#endif

__asm__(SECTION "\n"
                "\t.balign 16\n"
                "\t.globl " SYMBOL("khi_embedded_trie") "\n" SYMBOL(
                    "khi_embedded_trie") ":\n"
                                         "\t.incbin \"words.trie\"\n"
                                         "\t.globl " SYMBOL("khi_embedded_trie_end") "\n" SYMBOL(
                                             "khi_embedded_trie_end") ":\n"
                                                                      "\t.byte 0\n"
                                                                      "\t.text\n");

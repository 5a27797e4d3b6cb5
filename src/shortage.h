/* shortage.h: what happens when a library gets no memory.
 *
 * curses and libedit do not always look whether they got what they asked for: they crash, or end
 * the program with a sentence of their own and the terminal as it is. So around their functions
 * shortage is made to end the program: with "out of memory", the terminal given back, and what can
 * be lost saved. Our own code looks for itself, and goes on where it can.
 *
 * In a static program the linker sends the libraries' calls through src/allocate.c, too. In one
 * with shared libraries it cannot, and there is only what loop.c asks for before they begin.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHORTAGE_H
#define SHORTAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether from now on a shortage in this thread ends the program. Returns how it was. */
bool shortage_ends(bool ends);

/* What is to be done then, in the thread that got no memory; NULL: nothing. */
void shortage_on_end(void (*last)(void));

/* What an allocation of this size gave: returns it, or ends the program as said above. */
void *shortage_check(void *memory, size_t size);

#endif

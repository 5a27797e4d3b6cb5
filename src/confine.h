/* confine.h: giving up, for good, what the kernel lets a process give up. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CONFINE_H
#define CONFINE_H

#include <stdbool.h>

/* Call before the first thread. From now on files can be written and made below `data` alone (which
 * may be NULL), and only that, terminal descriptions, dictionaries and locales can be read; no
 * program can be started, no other process made, no socket opened. What the kernel does not offer
 * is left out silently. False, with errno, if it offers something and then refuses. */
bool confine(const char *data);

#endif

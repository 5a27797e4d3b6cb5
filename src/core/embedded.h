/* embedded.h: the shipped dictionary, as the linker put it into the program. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <stdint.h>

extern const uint8_t khi_embedded_trie[], khi_embedded_trie_end[];

#endif

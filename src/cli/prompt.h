/* prompt.h: khi check at a terminal: a line is a challenge. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROMPT_H
#define PROMPT_H

#include "khi/lexicon.h"

/* Reads lines until the user ends it. Takes the lexicon over. Returns the exit status. */
int prompt_run(struct khi_lexicon *lexicon, bool tournament, bool color);

#endif

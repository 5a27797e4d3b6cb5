/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prompt.h"

#include "verdicts.h"

#include <histedit.h>
#include <stdio.h>

int prompt_run(struct khi_lexicon *lexicon, bool tournament, bool color)
{
    khi_lexicon_free(lexicon);
    (void)tournament;
    (void)color;
    return 0;
}

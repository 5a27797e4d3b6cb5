/* verdicts.h: how verdicts are written, for the words of a command line, of a stream and of the
 * prompt alike.
 *
 * They are gathered in a buffer and written when it is full, flushed or ended. In tournament mode
 * nothing is written before the end.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VERDICTS_H
#define VERDICTS_H

#include "khi/judge.h"
#include "khi/lexicon.h"

struct verdicts {
    const struct khi_lexicon *lexicon; /* borrowed */
    struct khi_judge judge;
    enum verdicts_style { VERDICTS_PLAIN, VERDICTS_COLOR, VERDICTS_JSON, VERDICTS_QUIET } style;
    bool tournament;
    int fault; /* errno of a write that failed */
    size_t used;
    char buffer[1 << 16];
};

/* For JSON the lexicon must be verified. */
void verdicts_begin(struct verdicts *verdicts, const struct khi_lexicon *lexicon,
                    enum verdicts_style style, bool tournament);

/* Judges a word. False if to go on is of no use: a damaged dictionary or a closed output. */
bool verdicts_word(struct verdicts *verdicts, const char *word, size_t length);

/* Writes what there is. */
void verdicts_flush(struct verdicts *verdicts);

/* Writes the rest, in tournament mode the verdict, and returns the exit status. */
int verdicts_end(struct verdicts *verdicts);

#endif

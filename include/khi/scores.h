/* scores.h: the record of finished games, a line each in a file.
 *
 * Lines are only ever added, each with one write, so that several programs may do so at once. A
 * line that cannot be read, such as one that a fault cut short, is passed over and stays.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_SCORES_H
#define KHI_SCORES_H

#include "khi/game.h"

enum { KHI_SCORE_TEXT = 160 };

struct khi_score {
    int64_t time; /* seconds since 1970, UTC */
    uint64_t seed;
    int32_t totals[2];
    uint32_t turns;
    uint8_t level; /* of the computer */
    uint8_t end, winner;
    bool assisted;
};

/* The score of a finished game. */
struct khi_score khi_score_of(const struct khi_game *game, int64_t time, bool assisted);

void khi_score_format(const struct khi_score *score, char out[static KHI_SCORE_TEXT]);
bool khi_score_parse(const char *line, size_t length, struct khi_score *score);

/* The user's file. False if he has none. */
bool khi_scores_path(char *out, size_t size);

enum khi_status khi_scores_add(const char *path, const struct khi_score *score,
                               struct khi_error *error);

/* Calls visit for each game, the oldest first, and counts the lines that cannot be read. That there
 * is no file yet is no error. */
enum khi_status khi_scores_each(const char *path,
                                void (*visit)(void *context, const struct khi_score *score),
                                void *context, struct khi_error *error, unsigned *unreadable);

#endif

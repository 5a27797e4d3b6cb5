/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/scores.h"

#include "khi/file.h"
#include "khi/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FILE_LIMIT = 16 << 20 };

static const char *const end_names[KHI_ENDS] = {"none", "edge", "rack", "passes"};
static const char *const winner_names[] = {"left", "right", "draw", "none"};

struct khi_score khi_score_of(const struct khi_game *game, int64_t time, bool assisted)
{
    return (struct khi_score){
        .time = time,
        .seed = game->seed,
        .totals = {khi_game_total(game, 0), khi_game_total(game, 1)},
        .turns = game->turn,
        .level = game->level[1],
        .end = game->end,
        .winner = game->winner,
        .assisted = assisted,
    };
}

/* ---- text ---- */

void khi_score_format(const struct khi_score *score, char out[static KHI_SCORE_TEXT])
{
    time_t seconds = (time_t)score->time;
    struct tm date = {0};

    gmtime_r(&seconds, &date);
    size_t used = strftime(out, KHI_SCORE_TEXT, "%Y-%m-%dT%H:%M:%SZ", &date);
    snprintf(out + used, KHI_SCORE_TEXT - used,
             " %d-%d winner=%s end=%s level=%s assisted=%s turns=%" PRIu32 " seed=%" PRIu64,
             score->totals[0], score->totals[1], winner_names[score->winner], end_names[score->end],
             khi_level_name(score->level), score->assisted ? "yes" : "no", score->turns,
             score->seed);
}

static bool find_name(const char *const *names, unsigned count, const char *text, uint8_t *number)
{
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(names[i], text) == 0) {
            *number = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* Reads the fields; whether they mean something is seen by writing them again. */
bool khi_score_parse(const char *line, size_t length, struct khi_score *score)
{
    char text[KHI_SCORE_TEXT], again[KHI_SCORE_TEXT];
    char winner[8] = "", end[8] = "", level[8] = "", assisted[8] = "";
    struct khi_score read = {0};
    struct tm date = {0};
    enum khi_level rank;

    if (length >= sizeof text || memchr(line, '\0', length) != NULL)
        return false;
    memcpy(text, line, length);
    text[length] = '\0';
    if (sscanf(text,
               "%4d-%2d-%2dT%2d:%2d:%2dZ %9" SCNd32 "-%9" SCNd32
               " winner=%7s end=%7s level=%7s assisted=%7s turns=%9" SCNu32 " seed=%20" SCNu64,
               &date.tm_year, &date.tm_mon, &date.tm_mday, &date.tm_hour, &date.tm_min,
               &date.tm_sec, &read.totals[0], &read.totals[1], winner, end, level, assisted,
               &read.turns, &read.seed) != 14)
        return false;
    if (!find_name(winner_names, 4, winner, &read.winner) ||
        !find_name(end_names, KHI_ENDS, end, &read.end) || !khi_level_parse(level, &rank))
        return false;
    date.tm_year -= 1900;
    date.tm_mon--;
    read.time = timegm(&date);
    read.level = (uint8_t)rank;
    read.assisted = strcmp(assisted, "yes") == 0;
    khi_score_format(&read, again);
    if (strcmp(text, again) != 0)
        return false;
    *score = read;
    return true;
}

/* ---- the file ---- */

bool khi_scores_path(char *out, size_t size)
{
    return khi_path(KHI_DATA, "scores", out, size);
}

/* Does the file end in the middle of a line? Then a new one must not be glued to it. */
static bool is_cut_short(int fd)
{
    char last;
    off_t end = lseek(fd, 0, SEEK_END);

    return end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n';
}

enum khi_status khi_scores_add(const char *path, const struct khi_score *score,
                               struct khi_error *error)
{
    char line[KHI_SCORE_TEXT + 2], text[KHI_SCORE_TEXT];
    enum khi_status status = khi_file_make_parent(path, error);

    if (status != KHI_OK)
        return status;
    khi_error_file(error, path);
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (fd < 0)
        return khi_fail_errno(error, KHI_CANNOT_WRITE);
    khi_score_format(score, text);
    int length = snprintf(line, sizeof line, "%s%s\n", is_cut_short(fd) ? "\n" : "", text);
    ssize_t done = write(fd, line, (size_t)length);
    if (done >= 0 && done < length)
        errno = ENOSPC;
    bool whole = done == length && fsync(fd) == 0;
    status = whole ? KHI_OK : khi_fail_errno(error, KHI_CANNOT_WRITE);
    close(fd);
    return status;
}

enum khi_status khi_scores_each(const char *path,
                                void (*visit)(void *context, const struct khi_score *score),
                                void *context, struct khi_error *error, unsigned *unreadable)
{
    char *text;
    size_t size;

    *unreadable = 0;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return KHI_OK;
    enum khi_status status = khi_file_read_own(path, FILE_LIMIT, error, &text, &size);
    if (status != KHI_OK)
        return status;
    for (const char *at = text, *end = text + size; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        struct khi_score score;
        if (khi_score_parse(at, length, &score))
            visit(context, &score);
        else
            ++*unreadable;
        at += length + (stop != NULL);
    }
    free(text);
    return KHI_OK;
}

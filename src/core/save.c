/* save.c: sessions as text.
 *
 *     khi save 2                                      format and version
 *     program 0.1.0
 *     dictionary words 0123456789abcdef               name, checksum of its words
 *     seed 42
 *     left human
 *     right hard
 *     assisted no
 *     9 0 H C@9,0;A@9,1;T@9,2 CAT captures=0 win=0    the actions, a line each
 *     change
 *     racks SEBACT*O/EEIOSTZ                          how the turn looked before the next action,
 *     laid C@9,3;s@9,4                                  where that action does not tell it
 *     pass
 *     racks CATSE*B/EEIOSTZ                           as the players have ordered them
 *     laid C@9,3;s@9,4                                if tiles are laid and not yet played
 *     checksum 0123456789abcdef                       of every byte before this line
 *
 * A human's play tells that its tiles were laid, and most turns need no more. A game of which that
 * is true throughout has the version 1, which knows no turns but the last.
 *
 * The reader takes line after line, each by its own function, and hands the actions to the session
 * as if they were being played. A play must come out exactly as it is written.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/save.h"

#include "khi/file.h"
#include "khi/paths.h"
#include "session.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC    "khi save "
#define CHECKSUM "checksum "

enum {
    LINE = KHI_PLAY_TEXT + 64,
    CHECKSUM_LINE = sizeof CHECKSUM - 1 + 16 + 1, /* with its newline */
    SLOTS = 10,
};

static uint64_t checksum_of(const char *text, size_t size)
{
    uint64_t sum = size;

    for (size_t i = 0; i < size; i++)
        sum = khi_mix(sum ^ (unsigned char)text[i]);
    return sum;
}

/* ---- writing ---- */

/* The oldest version that can tell this session. */
static int version_of(const struct khi_session *session)
{
    for (unsigned i = 0; i < khi_session_action_count(session); i++)
        if (!khi_session_tells_turn(session, i))
            return 2;
    return 1;
}

static void write_header(FILE *out, const struct khi_session *session)
{
    const struct khi_game *game = khi_session_game_at(session, 0);

    fprintf(out, MAGIC "%d\nprogram %s\n", version_of(session), VERSION);
    fprintf(out, "dictionary %s %016" PRIx64 "\n", session->dictionary, session->checksum);
    fprintf(out, "seed %" PRIu64 "\n", game->seed);
    fprintf(out, "left %s\n", khi_level_name(game->level[0]));
    fprintf(out, "right %s\n", khi_level_name(game->level[1]));
    fprintf(out, "assisted %s\n", session->assisted ? "yes" : "no");
}

/* The turn before an action, or the present one. */
static void write_turn(FILE *out, const struct khi_session *session, unsigned number)
{
    const struct khi_game *game = khi_session_game_at(session, number);
    char left[KHI_RACK + 1], right[KHI_RACK + 1], tiles[KHI_LAY_TEXT];
    struct khi_lay lay = khi_session_lay_at(session, number);

    khi_rack_format(&game->racks[0], left);
    khi_rack_format(&game->racks[1], right);
    fprintf(out, "racks %s/%s\n", left, right);
    khi_lay_format(&lay, tiles);
    if (lay.count > 0)
        fprintf(out, "laid %s\n", tiles);
}

static void write_actions(FILE *out, const struct khi_session *session)
{
    char text[KHI_PLAY_TEXT];

    for (unsigned i = 0; i < khi_session_action_count(session); i++) {
        if (!khi_session_tells_turn(session, i))
            write_turn(out, session, i);
        khi_action_format(khi_session_action(session, i), text);
        fprintf(out, "%s\n", text);
    }
}

char *khi_save_format(const struct khi_session *session, size_t *size)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        return NULL;
    write_header(out, session);
    write_actions(out, session);
    write_turn(out, session, khi_session_action_count(session));
    bool whole = fflush(out) == 0;
    if (whole)
        fprintf(out, CHECKSUM "%016" PRIx64 "\n", checksum_of(text, length));
    whole = fclose(out) == 0 && whole;
    if (!whole) {
        free(text);
        return NULL;
    }
    *size = length;
    return text;
}

/* ---- reading ---- */

struct reader {
    const char *at, *end; /* what is left, without the checksum's line */
    uint64_t number;      /* of the line at hand */
    bool tells_turns;     /* version 2 */
    char line[LINE];
    struct khi_error *error;
};

static enum khi_status bad_line(const struct reader *reader, const char *reason)
{
    return khi_fail(reader->error, KHI_SAVE_BAD_LINE, reader->number, reason);
}

/* The same, because of another error, which has the reason. */
static enum khi_status bad_action(const struct reader *reader, const struct khi_error *cause)
{
    char reason[256];

    if (cause->code == KHI_NO_MEMORY)
        return khi_fail(reader->error, KHI_NO_MEMORY, 0, "");
    khi_error_format(cause, reason, sizeof reason);
    return bad_line(reader, reason);
}

/* Puts the next line into reader->line, "" after the last. False: it is too long or has a NUL. */
static bool next_line(struct reader *reader)
{
    size_t left = (size_t)(reader->end - reader->at);
    const char *stop = memchr(reader->at, '\n', left);
    size_t length = stop ? (size_t)(stop - reader->at) : left;

    reader->number++;
    reader->line[0] = '\0';
    if (length >= LINE || memchr(reader->at, '\0', length) != NULL)
        return false;
    memcpy(reader->line, reader->at, length);
    reader->line[length] = '\0';
    reader->at += length + (stop != NULL);
    return true;
}

/* If the line at hand begins with this key, what stands after it. */
static const char *value_of(const struct reader *reader, const char *key)
{
    size_t length = strlen(key);

    if (strncmp(reader->line, key, length) != 0 || reader->line[length] != ' ')
        return NULL;
    return reader->line + length + 1;
}

/* Takes the next line, which has to have this key; NULL if it has not. */
static const char *take_value(struct reader *reader, const char *key)
{
    return next_line(reader) ? value_of(reader, key) : NULL;
}

static bool parse_hex(const char *text, uint64_t *value)
{
    if (strspn(text, "0123456789abcdef") != 16)
        return false;
    *value = strtoull(text, NULL, 16);
    return true;
}

static bool parse_seed(const char *text, uint64_t *seed)
{
    char back[24];

    *seed = strtoull(text, NULL, 10);
    snprintf(back, sizeof back, "%" PRIu64, *seed);
    return strcmp(text, back) == 0;
}

/* The first line and the last: is it a saved game, and is all of it there? */
static enum khi_status check_frame(const char *text, size_t size, struct khi_error *error)
{
    size_t magic = strlen(MAGIC), lines = 0;

    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    if (size < magic || memcmp(text, MAGIC, magic) != 0)
        return khi_fail(error, KHI_SAVE_FOREIGN, 1, "");
    if (size < magic + 2 || (text[magic] != '1' && text[magic] != '2') || text[magic + 1] != '\n') {
        char first[32];
        const char *stop = memchr(text, '\n', size);
        size_t length = stop ? (size_t)(stop - text) : size;
        snprintf(first, sizeof first, "%.*s", (int)(length < 31 ? length : 31), text);
        return khi_fail(error, stop ? KHI_SAVE_VERSION : KHI_SAVE_CUT_SHORT, 1, first);
    }
    const char *last = text + size - CHECKSUM_LINE;
    if (size < CHECKSUM_LINE + magic + 2 || last[-1] != '\n' || text[size - 1] != '\n' ||
        memcmp(last, CHECKSUM, strlen(CHECKSUM)) != 0)
        return khi_fail(error, KHI_SAVE_CUT_SHORT, lines + (text[size - 1] != '\n'), "");
    return KHI_OK;
}

static enum khi_status check_sum(const char *text, size_t size, uint64_t line,
                                 struct khi_error *error)
{
    uint64_t written;
    size_t covered = size - CHECKSUM_LINE;

    if (!parse_hex(text + covered + strlen(CHECKSUM), &written) ||
        written != checksum_of(text, covered))
        return khi_fail(error, KHI_SAVE_CHECKSUM, line, "");
    return KHI_OK;
}

struct header {
    char dictionary[KHI_LEXICON_NAME];
    uint64_t checksum, seed;
    enum khi_level level[2];
    bool assisted;
};

static bool parse_dictionary(const char *value, struct header *header)
{
    const char *space = value ? strrchr(value, ' ') : NULL;
    size_t length = space ? (size_t)(space - value) : 0;

    if (length == 0 || length >= sizeof header->dictionary || strlen(space + 1) != 16)
        return false;
    khi_text_clean(header->dictionary, sizeof header->dictionary, value, length);
    return strncmp(header->dictionary, value, length) == 0 &&
           parse_hex(space + 1, &header->checksum);
}

static enum khi_status read_header(struct reader *reader, struct header *header)
{
    const char *value;

    next_line(reader); /* the first line is known */
    if (take_value(reader, "program") == NULL)
        return bad_line(reader, "here stands: program VERSION");
    if (!parse_dictionary(take_value(reader, "dictionary"), header))
        return bad_line(reader, "here stands: dictionary NAME CHECKSUM");
    value = take_value(reader, "seed");
    if (value == NULL || !parse_seed(value, &header->seed))
        return bad_line(reader, "here stands: seed NUMBER");
    value = take_value(reader, "left");
    if (value == NULL || !khi_level_parse(value, &header->level[0]))
        return bad_line(reader, "here stands: left human, easy or hard");
    value = take_value(reader, "right");
    if (value == NULL || !khi_level_parse(value, &header->level[1]))
        return bad_line(reader, "here stands: right human, easy or hard");
    value = take_value(reader, "assisted");
    if (value == NULL || (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0))
        return bad_line(reader, "here stands: assisted yes or no");
    header->assisted = strcmp(value, "yes") == 0;
    return KHI_OK;
}

static enum khi_status read_action(struct reader *reader, struct khi_session *session,
                                   bool turn_is_told)
{
    struct khi_error cause = {0};
    struct khi_action action;
    char text[KHI_PLAY_TEXT];
    enum khi_status status = khi_action_parse(reader->line, &cause, &action);

    if (status == KHI_OK)
        status = khi_session_do_unchecked(session, &action, &cause, NULL);
    if (status != KHI_OK)
        return bad_action(reader, &cause);
    khi_action_format(khi_session_action(session, khi_session_action_count(session) - 1), text);
    if (strcmp(text, reader->line) != 0)
        return bad_line(reader, "the play does not have this word, place or outcome");
    if (!turn_is_told)
        khi_session_imply_turn(session);
    else if (khi_session_tells_turn(session, khi_session_action_count(session) - 1))
        return bad_line(reader, "the racks before it stand there needlessly");
    return KHI_OK;
}

/* A rack, written as it would be written here. */
static bool parse_rack(const char *text, struct khi_rack *rack)
{
    char again[KHI_RACK + 1];

    if (khi_rack_parse(text, NULL, rack) != KHI_OK)
        return false;
    khi_rack_format(rack, again);
    return strcmp(text, again) == 0;
}

/* Two racks with a slash between them. */
static bool parse_racks(char *text, struct khi_rack racks[static 2])
{
    char *slash = strchr(text, '/');

    if (slash == NULL)
        return false;
    *slash = '\0';
    return parse_rack(text, &racks[0]) && parse_rack(slash + 1, &racks[1]);
}

/* Does the next line begin so? */
static bool is_next(const struct reader *reader, const char *key)
{
    size_t length = strlen(key);

    return (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, key, length) == 0;
}

/* The line at hand has the racks; the next one may have laid tiles. */
static enum khi_status read_turn(struct reader *reader, struct khi_session *session)
{
    struct khi_rack racks[2];
    struct khi_lay lay = {0};

    if (!parse_racks(reader->line + strlen("racks "), racks) ||
        !khi_session_set_turn(session, racks, &lay))
        return bad_line(reader, "the racks have other tiles");
    if (!is_next(reader, "laid "))
        return KHI_OK;
    const char *value = take_value(reader, "laid");
    if (value == NULL || !khi_lay_parse(value, &lay) || !khi_session_set_turn(session, racks, &lay))
        return bad_line(reader, "these tiles cannot have been laid");
    return KHI_OK;
}

/* Actions, in version 2 with turns between them, and the last turn. */
static enum khi_status read_actions(struct reader *reader, struct khi_session *session)
{
    enum khi_status status = KHI_OK;
    bool turn_is_told = false;

    while (status == KHI_OK && reader->at < reader->end) {
        if (!next_line(reader))
            return bad_line(reader, "too long, or not text");
        if (turn_is_told && !reader->tells_turns)
            return bad_line(reader, "here stands the checksum");
        bool is_turn = !turn_is_told && value_of(reader, "racks") != NULL;
        status = is_turn ? read_turn(reader, session) : read_action(reader, session, turn_is_told);
        turn_is_told = is_turn;
    }
    if (status != KHI_OK || turn_is_told)
        return status;
    reader->number++;
    return bad_line(reader, "here stands: racks LEFT/RIGHT");
}

static enum khi_status read_session(struct reader *reader, const struct khi_lexicon *lexicon,
                                    struct khi_session **session)
{
    struct header header = {0};
    enum khi_status status = read_header(reader, &header);

    if (status != KHI_OK)
        return status;
    *session = khi_session_new(lexicon, header.seed, header.level[0], header.level[1]);
    if (*session == NULL)
        return khi_fail(reader->error, KHI_NO_MEMORY, 0, "");
    (*session)->assisted = header.assisted;
    (*session)->view_only = header.checksum != lexicon->summary.checksum;
    (*session)->checksum = header.checksum;
    memcpy((*session)->dictionary, header.dictionary, sizeof header.dictionary);
    return read_actions(reader, *session);
}

enum khi_status khi_save_parse(const char *text, size_t size, const struct khi_lexicon *lexicon,
                               struct khi_error *error, struct khi_session **session)
{
    struct khi_session *read = NULL;
    enum khi_status status = check_frame(text, size, error);

    if (status != KHI_OK)
        return status;
    struct reader reader = {
        .at = text,
        .end = text + size - CHECKSUM_LINE,
        .tells_turns = text[strlen(MAGIC)] == '2',
        .error = error,
    };
    status = read_session(&reader, lexicon, &read);
    if (status == KHI_OK)
        status = check_sum(text, size, reader.number + 1, error);
    if (status == KHI_OK)
        *session = read;
    else
        khi_session_free(read);
    return status;
}

/* ---- files ---- */

bool khi_save_path(unsigned slot, char *out, size_t size)
{
    char leaf[32];

    snprintf(leaf, sizeof leaf, "games/game-%u.khi", slot % SLOTS);
    return khi_path(KHI_DATA, leaf, out, size);
}

enum khi_status khi_save_load(const char *path, const struct khi_lexicon *lexicon,
                              struct khi_error *error, struct khi_session **session)
{
    char *text;
    size_t size;
    enum khi_status status = khi_file_read(path, KHI_SAVE_LIMIT, error, &text, &size);

    if (status != KHI_OK)
        return status;
    status = khi_save_parse(text, size, lexicon, error, session);
    free(text);
    return status;
}

enum khi_status khi_save_set_aside(const char *path, struct khi_error *error, char *out,
                                   size_t size)
{
    struct stat info;

    khi_error_file(error, path);
    for (unsigned number = 1; number < 1000; number++) {
        if (snprintf(out, size, "%s.bad-%u", path, number) >= (int)size) {
            errno = ENAMETOOLONG;
            return khi_fail_errno(error, KHI_CANNOT_WRITE);
        }
        if (lstat(out, &info) == 0)
            continue;
        return rename(path, out) == 0 ? KHI_OK : khi_fail_errno(error, KHI_CANNOT_WRITE);
    }
    errno = EEXIST;
    return khi_fail_errno(error, KHI_CANNOT_WRITE);
}

/* A file that is there, but not a whole saved game that this program can read. */
static bool is_in_the_way(const char *path)
{
    struct stat info;
    char *text;
    size_t size;

    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    if (khi_file_read_own(path, KHI_SAVE_LIMIT, NULL, &text, &size) != KHI_OK)
        return true;
    bool whole =
        check_frame(text, size, NULL) == KHI_OK && check_sum(text, size, 0, NULL) == KHI_OK;
    free(text);
    return !whole;
}

static enum khi_status make_place(const char *path, struct khi_error *error)
{
    char aside[PATH_MAX];
    enum khi_status status = khi_file_make_parent(path, error);

    if (status != KHI_OK || !is_in_the_way(path))
        return status;
    return khi_save_set_aside(path, error, aside, sizeof aside);
}

enum khi_status khi_save_store(const char *path, const struct khi_session *session,
                               struct khi_error *error)
{
    size_t size = 0;
    char *text = khi_save_format(session, &size);

    if (text == NULL)
        return khi_fail(error, KHI_NO_MEMORY, 0, "");
    enum khi_status status = make_place(path, error);
    if (status == KHI_OK)
        status = khi_file_write(path, text, size, error);
    free(text);
    return status;
}

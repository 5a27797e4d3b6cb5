/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/play.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void khi_lay_add(struct khi_lay *lay, struct khi_laid tile)
{
    unsigned at = lay->count++;

    assert(at < KHI_RACK);
    for (; at > 0 && lay->tiles[at - 1].square > tile.square; at--)
        lay->tiles[at] = lay->tiles[at - 1];
    lay->tiles[at] = tile;
}

bool khi_lay_is_same(const struct khi_lay *lay, const struct khi_lay *other)
{
    bool same = lay->count == other->count;

    for (unsigned i = 0; same && i < lay->count; i++)
        same = lay->tiles[i].square == other->tiles[i].square &&
               lay->tiles[i].letter == other->tiles[i].letter &&
               lay->tiles[i].star == other->tiles[i].star;
    return same;
}

void khi_lay_format(const struct khi_lay *lay, char out[static KHI_LAY_TEXT])
{
    size_t used = 0;

    out[0] = '\0';
    for (unsigned i = 0; i < lay->count; i++) {
        struct khi_laid tile = lay->tiles[i];
        int letter = khi_letter_char(tile.letter) | (tile.star ? 0x20 : 0);
        used += (size_t)snprintf(out + used, KHI_LAY_TEXT - used, "%s%c@%u,%u", i ? ";" : "",
                                 letter, khi_square_row(tile.square), khi_square_col(tile.square));
    }
}

void khi_play_format(const struct khi_play *play, char out[static KHI_PLAY_TEXT])
{
    char tiles[KHI_LAY_TEXT];

    khi_lay_format(&play->lay, tiles);
    snprintf(out, KHI_PLAY_TEXT, "%u %u %c %s %s captures=%u win=%d",
             khi_square_row(play->run.first), khi_square_col(play->run.first),
             play->run.across ? 'H' : 'V', tiles, play->word, play->captures, play->win);
}

/* ---- reading: each function moves the text on, or fails ---- */

static bool take_text(const char **text, const char *wanted)
{
    size_t length = strlen(wanted);

    if (strncmp(*text, wanted, length) != 0)
        return false;
    *text += length;
    return true;
}

/* A number below the limit, without needless zeros. */
static bool take_number(const char **text, unsigned limit, unsigned *number)
{
    const char *at = *text;
    unsigned value = 0;

    if (*at < '0' || *at > '9' || (at[0] == '0' && at[1] >= '0' && at[1] <= '9'))
        return false;
    for (; *at >= '0' && *at <= '9' && value < limit; at++)
        value = value * 10 + (unsigned)(*at - '0');
    if (value >= limit)
        return false;
    *number = value;
    *text = at;
    return true;
}

static bool take_square(const char **text, const char *between, unsigned *square)
{
    unsigned row, col;

    if (!take_number(text, KHI_SIDE, &row) || !take_text(text, between) ||
        !take_number(text, KHI_SIDE, &col))
        return false;
    *square = khi_square(row, col);
    return true;
}

static bool take_tiles(const char **text, struct khi_lay *lay)
{
    do {
        unsigned letter = khi_letter(**text), square;
        bool star = **text >= 'a';
        if (letter >= KHI_LETTERS || lay->count == KHI_RACK)
            return false;
        ++*text;
        if (!take_text(text, "@") || !take_square(text, ",", &square))
            return false;
        if (lay->count > 0 && square <= lay->tiles[lay->count - 1].square)
            return false;
        khi_lay_add(lay, (struct khi_laid){(uint16_t)square, (uint8_t)letter, star});
    } while (take_text(text, ";"));
    return true;
}

static bool take_word(const char **text, char word[static KHI_SIDE + 1])
{
    unsigned length = 0;

    for (; **text >= 'A' && **text <= 'Z' && length < KHI_SIDE; ++*text)
        word[length++] = **text;
    word[length] = '\0';
    return length >= 2;
}

bool khi_lay_parse(const char *text, struct khi_lay *lay)
{
    struct khi_lay read = {0};

    if (!take_tiles(&text, &read) || *text != '\0')
        return false;
    *lay = read;
    return true;
}

enum khi_status khi_play_parse(const char *text, struct khi_error *error, struct khi_play *play)
{
    struct khi_play read = {0};
    const char *at = text;
    unsigned first, captures, win;

    if (!take_square(&at, " ", &first) || !take_text(&at, " "))
        return khi_fail(error, KHI_PLAY_BAD_TEXT, 0, "it begins with a row and a column");
    read.run.across = *at == 'H';
    if (!take_text(&at, "H ") && !take_text(&at, "V "))
        return khi_fail(error, KHI_PLAY_BAD_TEXT, 0, "the direction is H or V");
    if (!take_tiles(&at, &read.lay) || !take_text(&at, " "))
        return khi_fail(error, KHI_PLAY_BAD_TEXT, 0, "its tiles read like A@9,0;B@9,1");
    if (!take_word(&at, read.word))
        return khi_fail(error, KHI_PLAY_BAD_TEXT, 0, "it has no word of 2 to 19 letters");
    if (!take_text(&at, " captures=") || !take_number(&at, KHI_SQUARES, &captures) ||
        !take_text(&at, " win=") || !take_number(&at, 2, &win) || *at != '\0')
        return khi_fail(error, KHI_PLAY_BAD_TEXT, 0, "it ends with captures=N win=0 or 1");
    read.run.first = (uint16_t)first;
    read.run.length = (uint8_t)strlen(read.word);
    read.captures = (uint16_t)captures;
    read.win = win;
    *play = read;
    return KHI_OK;
}

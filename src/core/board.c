/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/board.h"

#include <stdio.h>
#include <string.h>

void khi_square_format(unsigned square, char out[static KHI_SQUARE_NAME])
{
    unsigned row = khi_square_row(square) + 1;

    *out++ = khi_letter_char(khi_square_col(square));
    if (row >= 10)
        *out++ = '1';
    *out++ = (char)('0' + row % 10);
    *out = '\0';
}

unsigned khi_board_count(const struct khi_board *board, unsigned player)
{
    unsigned count = 0;

    for (unsigned square = 0; square < KHI_SQUARES; square++)
        count += board->cells[square] != 0 && khi_cell_player(board->cells[square]) == player;
    return count;
}

unsigned khi_board_beside(unsigned square, unsigned beside[static 4])
{
    unsigned row = khi_square_row(square), col = khi_square_col(square), count = 0;

    if (row > 0)
        beside[count++] = square - KHI_SIDE;
    if (col > 0)
        beside[count++] = square - 1;
    if (col + 1 < KHI_SIDE)
        beside[count++] = square + 1;
    if (row + 1 < KHI_SIDE)
        beside[count++] = square + KHI_SIDE;
    return count;
}

struct khi_run khi_board_run(const struct khi_board *board, unsigned square, bool across)
{
    unsigned step = across ? 1 : KHI_SIDE;
    unsigned at = across ? khi_square_col(square) : khi_square_row(square);
    unsigned before = 0, after = 0;

    while (before < at && board->cells[square - (before + 1) * step] != 0)
        before++;
    while (at + after + 1 < KHI_SIDE && board->cells[square + (after + 1) * step] != 0)
        after++;
    return (struct khi_run){(uint16_t)(square - before * step), (uint8_t)(before + 1 + after),
                            across};
}

/* ---- text ---- */

static bool parse_cell(const char *text, uint8_t *cell)
{
    unsigned letter = khi_letter(text[0]);

    *cell = 0;
    if (text[0] == ' ' && text[1] == ' ')
        return true;
    if (letter >= KHI_LETTERS || (text[1] != '0' && text[1] != '1'))
        return false;
    *cell = khi_cell(letter, text[1] == '1', text[0] >= 'a');
    return true;
}

static enum khi_status bad_cell(struct khi_error *error, unsigned line, unsigned col,
                                const char *text, size_t length)
{
    char shown[16], where[40];

    khi_text_clean(shown, sizeof shown, text, length < 8 ? length : 8);
    snprintf(where, sizeof where, "cell %u, \"%s\"", col + 1, shown);
    return khi_fail(error, KHI_BOARD_CELL, line, where);
}

static enum khi_status parse_line(const char *text, size_t size, unsigned row,
                                  struct khi_error *error, struct khi_board *board)
{
    const char *end = text + size;

    for (unsigned col = 0; text < end; col++) {
        const char *bar = memchr(text, '|', (size_t)(end - text));
        size_t length = (size_t)((bar ? bar : end) - text);
        if (col == KHI_SIDE)
            return khi_fail(error, KHI_BOARD_LONG_LINE, row + 1, "");
        if (length != 2 || !parse_cell(text, &board->cells[khi_square(row, col)]))
            return bad_cell(error, row + 1, col, text, length);
        text += length + (bar != NULL);
    }
    return KHI_OK;
}

static unsigned count_lines(const char *text, size_t size)
{
    unsigned lines = size > 0 && text[size - 1] != '\n';

    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

enum khi_status khi_board_parse(const char *text, size_t size, struct khi_error *error,
                                struct khi_board *board)
{
    struct khi_board read = {{0}};
    const char *end = text + size;
    unsigned lines = count_lines(text, size);

    for (unsigned row = 0; row < KHI_SIDE && text < end; row++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text), used = length;
        if (used > 0 && text[used - 1] == '\r')
            used--;
        enum khi_status status = parse_line(text, used, row, error, &read);
        if (status != KHI_OK)
            return status;
        text += length + (stop != NULL);
    }
    if (lines != KHI_SIDE)
        return khi_fail(error, KHI_BOARD_LINES, lines, "");
    *board = read;
    return KHI_OK;
}

void khi_board_format(const struct khi_board *board, char out[static KHI_BOARD_TEXT])
{
    for (unsigned square = 0; square < KHI_SQUARES; square++) {
        uint8_t cell = board->cells[square];
        char letter = cell ? khi_letter_char(khi_cell_letter(cell)) : ' ';
        *out++ = cell && khi_cell_is_star(cell) ? (char)(letter | 0x20) : letter;
        *out++ = cell ? (char)('0' + khi_cell_player(cell)) : ' ';
        *out++ = khi_square_col(square) + 1 < KHI_SIDE ? '|' : '\n';
    }
    *out = '\0';
}

/* status.h: what can go wrong, and the sentence for it.
 *
 * Functions that input or files can break return an enum khi_status and fill a khi_error that
 * the caller owns. The error says what, where and about which text; khi_error_format makes the
 * one sentence that a user reads.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_STATUS_H
#define KHI_STATUS_H

#include <stddef.h>
#include <stdint.h>

enum khi_status {
#define KHI_STATUS(name, sentence) KHI_##name,
#include "khi/status.def"
#undef KHI_STATUS
    KHI_STATUS_COUNT
};

struct khi_error {
    enum khi_status code;
    uint64_t at;    /* line, byte offset or count, as the sentence says */
    char file[256]; /* "" if no file is concerned */
    char text[192];
};

/* Fills the error (which may be NULL). The file name is left as it is. */
void khi_error_set(struct khi_error *error, enum khi_status code, uint64_t at, const char *text);

/* The same and returns the code, so that a failing function can end with `return khi_fail(...)`.
 * Inline, so that whoever checks the caller sees that it has failed. */
static inline enum khi_status khi_fail(struct khi_error *error, enum khi_status code, uint64_t at,
                                       const char *text)
{
    khi_error_set(error, code, at, text);
    return code;
}

/* The same with the text of errno. */
enum khi_status khi_fail_errno(struct khi_error *error, enum khi_status code);

/* Names the file that the error is about. */
void khi_error_file(struct khi_error *error, const char *file);

/* One sentence without a final newline, cut to size; nothing in it can steer a terminal. */
void khi_error_format(const struct khi_error *error, char *out, size_t size);

/* Copies at most `length` bytes of text so that it can be shown: valid UTF-8 stays, control
 * characters and broken bytes become '?'. Always ends in NUL. */
void khi_text_clean(char *out, size_t size, const char *text, size_t length);

#endif

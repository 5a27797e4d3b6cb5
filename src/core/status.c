/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const sentences[] = {
#define KHI_STATUS(name, sentence) sentence,
#include "khi/status.def"
#undef KHI_STATUS
};

void khi_error_set(struct khi_error *error, enum khi_status code, uint64_t at, const char *text)
{
    if (error == NULL)
        return;
    error->code = code;
    error->at = at;
    khi_text_clean(error->text, sizeof error->text, text, strlen(text));
}

enum khi_status khi_fail_errno(struct khi_error *error, enum khi_status code)
{
    return khi_fail(error, errno == ENOMEM ? KHI_NO_MEMORY : code, 0, strerror(errno));
}

void khi_error_file(struct khi_error *error, const char *file)
{
    if (error != NULL)
        khi_text_clean(error->file, sizeof error->file, file, strlen(file));
}

/* The length of the UTF-8 character at text if it is valid and harmless, else 0. */
static size_t shown_length(const unsigned char *text, size_t length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

    if (text[0] < 0x80)
        return text[0] >= 0x20 && text[0] != 0x7f;
    size_t count = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : text[0] >= 0xc2 ? 2 : 0;
    if (count == 0 || count > length || text[0] > 0xf4)
        return 0;
    uint32_t code = text[0] & (0x7fu >> count);
    for (size_t i = 1; i < count; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    if (code < least[count] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    /* C1 controls, line separators and everything that turns the writing direction */
    if (code < 0xa0 || (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
        (code >= 0x2060 && code <= 0x206f) || code == 0xfeff)
        return 0;
    return count;
}

void khi_text_clean(char *out, size_t size, const char *text, size_t length)
{
    size_t used = 0;

    for (size_t i = 0; i < length;) {
        size_t count = shown_length((const unsigned char *)text + i, length - i);
        if (used + (count ? count : 1) + 1 > size)
            break;
        if (count == 0) {
            out[used++] = '?';
            i++;
            continue;
        }
        memcpy(out + used, text + i, count);
        used += count;
        i += count;
    }
    if (size > 0)
        out[used] = '\0';
}

void khi_error_format(const struct khi_error *error, char *out, size_t size)
{
    size_t used = 0;
    const char *rest = sentences[error->code];

    if (size == 0)
        return;
    out[0] = '\0';
    if (error->file[0] != '\0')
        used = (size_t)snprintf(out, size, "%s: ", error->file);
    while (*rest != '\0' && used + 1 < size) {
        if (strncmp(rest, "{text}", 6) == 0) {
            used += (size_t)snprintf(out + used, size - used, "%s", error->text);
            rest += 6;
        } else if (strncmp(rest, "{at}", 4) == 0) {
            used +=
                (size_t)snprintf(out + used, size - used, "%llu", (unsigned long long)error->at);
            rest += 4;
        } else {
            out[used++] = *rest++;
            out[used] = '\0';
        }
    }
}

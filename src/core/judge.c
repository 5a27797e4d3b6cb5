/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/judge.h"

void khi_judge_begin(struct khi_judge *judge, const struct khi_trie *trie)
{
    *judge = (struct khi_judge){.trie = trie};
}

void khi_judge_follow(struct khi_judge *judge, const char *end)
{
    khi_trail_begin(&judge->trail, end);
}

enum khi_answer khi_judge_word(struct khi_judge *judge, const char *word, size_t length)
{
    enum khi_answer answer = khi_trail_contains(&judge->trail, judge->trie, word, length);

    judge->words++;
    judge->refused |= answer != KHI_YES;
    judge->damaged |= answer == KHI_CORRUPT;
    return answer;
}

void khi_judge_text(struct khi_judge *judge, const char *text, size_t length)
{
    const char *end = text + length, *word;
    size_t letters;

    khi_judge_follow(judge, end);
    while (khi_next_word(&text, end, &word, &letters))
        khi_judge_word(judge, word, letters);
    khi_judge_follow(judge, NULL);
}

enum khi_status khi_judge_verdict(const struct khi_judge *judge, struct khi_error *error,
                                  bool *acceptable)
{
    if (judge->damaged)
        return khi_fail(error, KHI_DICT_DAMAGED, 0, "");
    if (judge->words == 0)
        return khi_fail(error, KHI_CHALLENGE_EMPTY, 0, "");
    *acceptable = !judge->refused;
    return KHI_OK;
}

/* The first white character, or the end: sixteen characters at a time, without a branch on where
 * among them it is. What is not above a space is white or a control character, which ends nothing.
 */
static const char *word_end(const char *at, const char *end)
{
    while (end - at >= 16) {
        uint64_t first = khi_eight(at), second = khi_eight(at + 8);
        const uint64_t above = khi_eight_of(' ' + 1), high = khi_eight_of(0x80);
        first = (first - above) & ~first & high;
        second = (second - above) & ~second & high;
        size_t in_first = (size_t)__builtin_ctzll(first | UINT64_C(1) << 63) / 8;
        size_t in_second = (size_t)__builtin_ctzll(second | UINT64_C(1) << 63) / 8;
        at += first != 0 ? in_first : 8 + in_second;
        if (khi_is_white(*at))
            return at;
        at++;
    }
    while (at < end && !khi_is_white(*at))
        at++;
    return at;
}

bool khi_next_word(const char **at, const char *end, const char **word, size_t *length)
{
    const char *begin = *at;

    while (begin < end && khi_is_white(*begin))
        begin++;
    const char *stop = word_end(begin, end);
    *at = stop;
    *word = begin;
    *length = (size_t)(stop - begin);
    return stop > begin;
}

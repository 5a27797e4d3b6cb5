/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/judge.h"

void khi_judge_begin(struct khi_judge *judge, const struct khi_trie *trie)
{
    *judge = (struct khi_judge){.trie = trie};
}

enum khi_answer khi_judge_word(struct khi_judge *judge, const char *word, size_t length)
{
    enum khi_answer answer = khi_trie_contains(judge->trie, word, length);

    judge->words++;
    judge->refused |= answer != KHI_YES;
    judge->damaged |= answer == KHI_CORRUPT;
    return answer;
}

void khi_judge_text(struct khi_judge *judge, const char *text, size_t length)
{
    const char *end = text + length, *word;
    size_t letters;

    while (khi_next_word(&text, end, &word, &letters))
        khi_judge_word(judge, word, letters);
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

bool khi_next_word(const char **at, const char *end, const char **word, size_t *length)
{
    const char *begin = *at;

    while (begin < end && khi_is_white(*begin))
        begin++;
    const char *stop = begin;
    while (stop < end && !khi_is_white(*stop))
        stop++;
    *at = stop;
    *word = begin;
    *length = (size_t)(stop - begin);
    return stop > begin;
}

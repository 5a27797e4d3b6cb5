/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "khi/action.h"

#include <stdio.h>
#include <string.h>

enum khi_status khi_action_do(const struct khi_action *action, struct khi_game *game,
                              const struct khi_trie *trie, struct khi_error *error,
                              struct khi_judgement *judgement)
{
    switch (action->kind) {
    case KHI_DO_CHANGE:
        return khi_game_change(game, error);
    case KHI_DO_PASS:
        return khi_game_pass(game, error);
    case KHI_DO_PLAY:
        break;
    }
    return khi_game_play(game, trie, &action->play.lay, error, judgement);
}

void khi_action_format(const struct khi_action *action, char out[static KHI_PLAY_TEXT])
{
    if (action->kind == KHI_DO_PLAY)
        khi_play_format(&action->play, out);
    else
        strcpy(out, action->kind == KHI_DO_CHANGE ? "change" : "pass");
}

enum khi_status khi_action_parse(const char *text, struct khi_error *error,
                                 struct khi_action *action)
{
    struct khi_action read = {.kind = KHI_DO_PLAY};
    enum khi_status status = KHI_OK;

    if (strcmp(text, "change") == 0)
        read.kind = KHI_DO_CHANGE;
    else if (strcmp(text, "pass") == 0)
        read.kind = KHI_DO_PASS;
    else
        status = khi_play_parse(text, error, &read.play);
    if (status == KHI_OK)
        *action = read;
    return status;
}

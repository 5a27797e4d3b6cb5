/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "think.h"

#include "khi/thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct think {
    void (*wake)(void *context);
    void *context;
    struct khi_game game;
    const struct khi_graph *graph;
    struct khi_action action;
    bool busy, has_thread;
    atomic_bool done;
    pthread_t thread;
};

struct think *think_new(void (*wake)(void *context), void *context)
{
    struct think *think = calloc(1, sizeof *think);

    if (think != NULL) {
        think->wake = wake;
        think->context = context;
    }
    return think;
}

void think_free(struct think *think)
{
    if (think == NULL)
        return;
    think_cancel(think);
    free(think);
}

static void *choose(void *argument)
{
    struct think *think = argument;

    khi_computer_choose(&think->game, think->graph, &think->action);
    atomic_store(&think->done, true);
    think->wake(think->context);
    return NULL;
}

void think_begin(struct think *think, const struct khi_game *game, const struct khi_graph *graph)
{
    think->game = *game;
    think->graph = graph;
    atomic_store(&think->done, false);
    think->busy = true;
    think->has_thread = khi_thread_start(&think->thread, choose, think);
    if (!think->has_thread) /* too many players of one account: then here, and the screen waits */
        choose(think);
}

bool think_is_busy(const struct think *think)
{
    return think->busy;
}

bool think_take(struct think *think, struct khi_action *action)
{
    if (!think->busy || !atomic_load(&think->done))
        return false;
    if (think->has_thread)
        pthread_join(think->thread, NULL);
    think->busy = false;
    *action = think->action;
    return true;
}

void think_cancel(struct think *think)
{
    if (think->busy && think->has_thread)
        pthread_join(think->thread, NULL);
    think->busy = false;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store.h"

#include "khi/file.h"
#include "khi/paths.h"
#include "khi/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { SLOTS = 10 };

struct store {
    int slot, lock;
    const char *why;
    char path[PATH_MAX];
    void (*wake)(void *context);
    void *context;
    bool has_thread;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* under the mutex: */
    char *text; /* to be written; NULL: nothing */
    size_t size;
    bool writing, ending;
    char problem[256];
};

/* ---- the slot ---- */

/* Tries to hold the lock of this slot. */
static bool lock_slot(struct store *store, int slot)
{
    char lock[PATH_MAX + 8];

    if (!khi_save_path((unsigned)slot, store->path, sizeof store->path))
        return false;
    snprintf(lock, sizeof lock, "%s.lock", store->path);
    store->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (store->lock < 0)
        return false;
    if (flock(store->lock, LOCK_EX | LOCK_NB) == 0) {
        khi_file_sweep(store->path);
        return true;
    }
    close(store->lock);
    store->lock = -1;
    return false;
}

static void choose_slot(struct store *store)
{
    char directory[PATH_MAX];

    store->slot = store->lock = -1;
    store->why = "There is no home directory, so this game cannot be kept.";
    if (!khi_save_path(0, directory, sizeof directory))
        return;
    store->why = "The data directory cannot be written, so this game cannot be kept.";
    char *slash = strrchr(directory, '/');
    if (slash != NULL)
        *slash = '\0';
    if (khi_file_make_dirs(directory, NULL) != KHI_OK)
        return;
    for (int slot = 0; slot < SLOTS; slot++) {
        if (lock_slot(store, slot)) {
            store->slot = slot;
            return;
        }
        if (errno == EWOULDBLOCK)
            store->why = "Ten games are open already, so this one cannot be kept.";
    }
}

int store_slot(const struct store *store, const char **why)
{
    *why = store->why;
    return store->slot;
}

/* ---- the thread ---- */

static void write_text(struct store *store, char *text, size_t size)
{
    struct khi_error error = {0};
    char problem[sizeof store->problem] = "";

    if (khi_file_write_own(store->path, text, size, &error) != KHI_OK) {
        error.file[0] = '\0'; /* paths are no news to a player */
        khi_error_format(&error, problem, sizeof problem);
    }
    free(text);
    pthread_mutex_lock(&store->mutex);
    bool news = strcmp(problem, store->problem) != 0;
    memcpy(store->problem, problem, sizeof problem);
    pthread_mutex_unlock(&store->mutex);
    if (news)
        store->wake(store->context);
}

static void *keep_writing(void *argument)
{
    struct store *store = argument;

    pthread_mutex_lock(&store->mutex);
    while (!store->ending || store->text != NULL) {
        if (store->text == NULL) {
            pthread_cond_wait(&store->changed, &store->mutex);
            continue;
        }
        char *text = store->text;
        size_t size = store->size;
        store->text = NULL;
        store->writing = true;
        pthread_mutex_unlock(&store->mutex);
        write_text(store, text, size);
        pthread_mutex_lock(&store->mutex);
        store->writing = false;
        pthread_cond_broadcast(&store->changed);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

struct store *store_open(void (*wake)(void *context), void *context)
{
    struct store *store = calloc(1, sizeof *store);

    if (store == NULL)
        return NULL;
    store->wake = wake;
    store->context = context;
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->changed, NULL);
    choose_slot(store);
    store->has_thread = khi_thread_start(&store->thread, keep_writing, store);
    if (!store->has_thread) {
        store_close(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    if (store->has_thread) {
        pthread_mutex_lock(&store->mutex);
        store->ending = true;
        pthread_cond_broadcast(&store->changed);
        pthread_mutex_unlock(&store->mutex);
        pthread_join(store->thread, NULL);
    }
    if (store->lock >= 0)
        close(store->lock);
    pthread_cond_destroy(&store->changed);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

/* ---- loading and saving ---- */

/* Rather saves nothing than writes over a game that may be whole. */
static void leave_alone(struct store *store, char *sentence, size_t size)
{
    store->slot = -1;
    store->why = "The saved game is left as it is, and this one is not kept.";
    snprintf(sentence, size, "%s", store->why);
}

void store_set_aside(struct store *store, char *sentence, size_t size)
{
    struct khi_error error = {0};
    char other[PATH_MAX];

    sentence[0] = '\0';
    if (store->slot < 0 || access(store->path, F_OK) != 0)
        return;
    store_flush(store);
    if (khi_save_set_aside(store->path, &error, other, sizeof other) == KHI_OK) {
        const char *leaf = strrchr(other, '/');
        snprintf(sentence, size, "kept as %s", leaf ? leaf + 1 : other);
        return;
    }
    leave_alone(store, sentence, size);
}

enum khi_status store_load(struct store *store, const struct khi_lexicon *lexicon,
                           struct khi_session **session, char *sentence, size_t size)
{
    struct khi_error error = {0};
    char reason[300], kept[300], *text;
    size_t length;

    *session = NULL;
    if (store->slot < 0 || access(store->path, F_OK) != 0)
        return KHI_OK;
    enum khi_status status = khi_file_read_own(store->path, KHI_SAVE_LIMIT, &error, &text, &length);
    if (status == KHI_OK) {
        status = khi_save_parse(text, length, lexicon, &error, session);
        free(text);
    }
    if (status != KHI_OK) {
        error.file[0] = '\0';
        khi_error_format(&error, reason, sizeof reason);
        if (status == KHI_NO_MEMORY || status == KHI_CANNOT_READ)
            leave_alone(store, kept, sizeof kept);
        else
            store_set_aside(store, kept, sizeof kept);
        snprintf(sentence, size, "The saved game cannot be read (%s): %s", kept, reason);
    }
    return status;
}

void store_save(struct store *store, const struct khi_session *session)
{
    size_t size;

    if (store->slot < 0)
        return;
    char *text = khi_save_format(session, &size);
    pthread_mutex_lock(&store->mutex);
    if (text == NULL) {
        snprintf(store->problem, sizeof store->problem, "out of memory");
    } else {
        free(store->text);
        store->text = text;
        store->size = size;
        pthread_cond_broadcast(&store->changed);
    }
    pthread_mutex_unlock(&store->mutex);
}

void store_flush(struct store *store)
{
    pthread_mutex_lock(&store->mutex);
    while (store->text != NULL || store->writing)
        pthread_cond_wait(&store->changed, &store->mutex);
    pthread_mutex_unlock(&store->mutex);
}

void store_problem(struct store *store, char *sentence, size_t size)
{
    pthread_mutex_lock(&store->mutex);
    snprintf(sentence, size, "%s", store->problem);
    pthread_mutex_unlock(&store->mutex);
}

/* thread.h: threads that leave signals to their caller. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_THREAD_H
#define KHI_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that gets no signal but those of its own faults, such as SIGSEGV, so that a
 * handler which gives the terminal back is called for them too. False: there is no room for one
 * more. */
bool khi_thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument);

#endif

/* config.h: the user's settings, lines of `key = value` in $XDG_CONFIG_HOME/khi/config. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_CONFIG_H
#define KHI_CONFIG_H

#include "khi/status.h"

#include <stdbool.h>

enum { KHI_CONFIG_VALUE = 256 };

/* Copies the value of a key. False if it is not set or there is no such file. */
bool khi_config_get(const char *key, char value[static KHI_CONFIG_VALUE]);

/* Sets a key; other lines, comments included, stay as they are. */
enum khi_status khi_config_set(const char *key, const char *value, struct khi_error *error);

#endif

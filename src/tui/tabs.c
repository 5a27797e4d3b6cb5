/* tabs.c: the table of tabs, in the order of the bar. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tabs.h"

const struct tab_ops *const tab_table[TAB_COUNT] = {
    [TAB_KHI] = &tab_khi,
    [TAB_CHECK] = &tab_check,
    [TAB_FIND] = &tab_find,
    [TAB_RECT] = &tab_rect,
};

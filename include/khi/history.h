/* history.h: the lines that this user has had judged, for every prompt that recalls them: a text
 * file of his own, a line each, oldest first. A history that cannot be read or written is no fault,
 * so nothing here fails. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KHI_HISTORY_H
#define KHI_HISTORY_H

/* Calls `each` with every line, oldest first. */
void khi_history_each(void (*each)(void *context, const char *line), void *context);

/* Adds a line. Others may be adding theirs. When the file has grown large its older half goes. */
void khi_history_add(const char *line);

#endif

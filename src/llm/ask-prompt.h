/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prompt templates: text with {{name}} in it.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char *ask_prompt_expand       (const char *text,
                               GError    **error,
                               const char *first_name,
                               ...) G_GNUC_NULL_TERMINATED;
char *ask_prompt_expand_table (const char *text,
                               GHashTable *values,
                               GError    **error);
guint ask_prompt_count_tokens (const char *text);

G_END_DECLS

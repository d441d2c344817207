/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a text is a shorter way to write another one: initials, words that end early. For this inner room only.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A word shortened without a point keeps at least so many letters. */
#define ASK_VALUE_MIN_SHORT 3

gboolean ask_value_is_code          (const char *text);
gboolean ask_value_are_initials     (const char *code,
                                     const char *text);
gboolean ask_value_is_shortened     (const char *part,
                                     const char *whole,
                                     gboolean   *sure);

G_END_DECLS

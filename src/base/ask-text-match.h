/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How texts compare beyond being equal.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ask_text_same_digits (const char *a,
                               const char *b);
gboolean ask_text_is_among    (const char *words,
                               const char *word);

G_END_DECLS

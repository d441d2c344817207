/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Secrets in what people type: which names have one, and texts without them.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ask_secret_is_name   (const char *name);
char    *ask_secret_find_name (const char *url);
char    *ask_secret_mask      (const char *text);

G_END_DECLS

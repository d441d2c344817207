/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stop sequences, for models and servers that do not obey them. Private to the room.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_stop_find       (char              *text,
                           const char *const *stop);
gsize ask_stop_get_safe   (const char        *text,
                           gsize              length,
                           const char *const *stop);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a server says about how many calls it still allows. Private to the room.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ask_http_rate_read (GHashTable *headers,
                             gint64      now,
                             gint64     *remaining,
                             gint64     *reset_s);

G_END_DECLS

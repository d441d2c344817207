/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a body ended, or the connection. Private to the room.
 */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

void     ask_http_end_mark     (char         *buffer);
gboolean ask_http_end_is_whole (SoupMessage  *message,
                                GInputStream *stream,
                                const char   *buffer);

G_END_DECLS

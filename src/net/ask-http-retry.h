/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When to try again. Private to the room.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A server that asks for more is not waited for. */
#define ASK_HTTP_MAX_RETRY_AFTER_MS (30 * 1000)

gboolean ask_http_retry_is_worth_it (guint       status,
                                     gboolean    server_errors);
gint64   ask_http_retry_after_ms    (const char *value,
                                     GDateTime  *now);
guint    ask_http_retry_delay_ms    (guint       tries,
                                     gint64      retry_after_ms);

G_END_DECLS

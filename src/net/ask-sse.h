/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Server-sent events, read from bytes as they come.
 *
 * |[<!-- language="C" -->
 * g_autoptr (AskSse) sse = ask_sse_new (on_event, &state);
 * … ask_sse_push (sse, chunk, length, error) … ask_sse_finish (sse, error)
 * ]|
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskSse AskSse;

/**
 * AskSseFunc:
 * @event: its name, "message" unless told
 * @data: its lines joined by "\n", terminated by a NUL
 * @length: bytes of @data
 * @error: set to stop
 *
 * Returns: whether to go on
 */
typedef gboolean (*AskSseFunc) (const char *event,
                                const char *data,
                                gsize       length,
                                gpointer    user_data,
                                GError    **error);

AskSse  *ask_sse_new    (AskSseFunc   on_event,
                         gpointer     user_data);
void     ask_sse_free   (AskSse      *self);
gboolean ask_sse_push   (AskSse      *self,
                         const char  *bytes,
                         gsize        length,
                         GError     **error);
gboolean ask_sse_finish (AskSse      *self,
                         GError     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSse, ask_sse_free)

G_END_DECLS

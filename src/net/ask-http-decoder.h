/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes the gzip off a body, piece by piece. Private to the room.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskHttpDecoder AskHttpDecoder;

AskHttpDecoder *ask_http_decoder_new    (const char     *content_encoding);
void            ask_http_decoder_free   (AskHttpDecoder *self);
gboolean        ask_http_decoder_push   (AskHttpDecoder *self,
                                         const char     *raw,
                                         gsize           length,
                                         GByteArray     *out,
                                         gsize           max_out,
                                         GError        **error);
gboolean        ask_http_decoder_finish (AskHttpDecoder *self,
                                         GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHttpDecoder, ask_http_decoder_free)

G_END_DECLS

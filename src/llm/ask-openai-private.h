/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the client share. Private to the room.
 */
#pragma once

#include "llm/ask-openai.h"
#include "net/ask-http.h"

G_BEGIN_DECLS

/* ask-openai.c */
AskHttpResponse *ask_openai_post               (AskOpenai    *self,
                                                const char   *url,
                                                GBytes       *body,
                                                gsize         max_bytes,
                                                GCancellable *cancellable,
                                                GError      **error);
AskHttpResponse *ask_openai_look               (AskOpenai    *self,
                                                const char   *url,
                                                GBytes       *body,
                                                GCancellable *cancellable,
                                                GError      **error);
void             ask_openai_set_fault          (AskOpenai    *self,
                                                const char   *model,
                                                const AskHttpResponse *response,
                                                GError      **error);
gboolean         ask_openai_is_same_model      (const char   *listed,
                                                const char   *name);
const char      *ask_openai_get_models_url     (AskOpenai    *self);
const char      *ask_openai_get_origin         (AskOpenai    *self);
const char      *ask_openai_get_embeddings_url (AskOpenai    *self);

G_END_DECLS

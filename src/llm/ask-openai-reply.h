/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a chat completion from bytes as they come, streamed or not. Private to the room.
 */
#pragma once

#include "llm/ask-model.h"

G_BEGIN_DECLS

typedef struct _AskOpenaiReply AskOpenaiReply;

AskOpenaiReply *ask_openai_reply_new    (const char        *server,
                                         const AskChat     *chat,
                                         gsize              max_bytes);
void            ask_openai_reply_free   (AskOpenaiReply    *self);
gboolean        ask_openai_reply_push   (AskOpenaiReply    *self,
                                         const char        *bytes,
                                         gsize              length,
                                         GError           **error);
gboolean        ask_openai_reply_is_stopped (AskOpenaiReply *self);
gboolean        ask_openai_reply_is_cut (AskOpenaiReply    *self);
gboolean        ask_openai_reply_finish (AskOpenaiReply    *self,
                                         GError           **error);
AskToolCall    *ask_openai_reply_dup_call (AskOpenaiReply  *self,
                                         guint             *n_calls);
char           *ask_openai_reply_steal  (AskOpenaiReply    *self,
                                         gint64            *prompt_tokens,
                                         gint64            *completion_tokens);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenaiReply, ask_openai_reply_free)

G_END_DECLS

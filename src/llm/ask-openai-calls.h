/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of tools, put together from the pieces that a server streams. Private to the room.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "llm/ask-model.h"

G_BEGIN_DECLS

typedef struct _AskOpenaiCalls AskOpenaiCalls;

AskOpenaiCalls *ask_openai_calls_new   (void);
void            ask_openai_calls_free  (AskOpenaiCalls *self);
char           *ask_openai_calls_take  (AskOpenaiCalls *self,
                                        JsonObject     *holder);
guint           ask_openai_calls_count (AskOpenaiCalls *self);
gsize           ask_openai_calls_get_size (AskOpenaiCalls *self);
AskToolCall    *ask_openai_calls_dup_first (AskOpenaiCalls *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenaiCalls, ask_openai_calls_free)

G_END_DECLS

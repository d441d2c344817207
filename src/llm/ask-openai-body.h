/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The body of a chat completion's request, with what its server is known to take. Private to the room.
 */
#pragma once

#include "llm/ask-openai-fault.h"
#include "llm/ask-openai.h"

G_BEGIN_DECLS

/**
 * AskOpenaiBody:
 * @model: its name
 * @stream: ask for server-sent events
 * @kind: of the server
 * @unwanted: (array bits): parameters that it has refused
 */
typedef struct
{
  const char *model;
  gboolean stream;
  AskServerKind kind;
  guint unwanted;
} AskOpenaiBody;

GBytes  *ask_openai_body_to_bytes  (const AskOpenaiBody  *self,
                                    const AskChat        *chat);
gboolean ask_openai_body_learn     (AskOpenaiBody        *self,
                                    const AskChat        *chat,
                                    guint                 status,
                                    const AskOpenaiFault *fault);
gboolean ask_openai_body_free_form (AskOpenaiBody        *self,
                                    const AskChat        *chat);
char    *ask_openai_body_dup_refused (const AskOpenaiBody *self);
void     ask_openai_body_set_refused (AskOpenaiBody      *self,
                                    const char           *refused);

/* ask-openai-message.c */
void     ask_openai_message_write  (const AskMessage     *self,
                                    gboolean              calls,
                                    GString              *json);

G_END_DECLS

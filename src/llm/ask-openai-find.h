/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Language models on this computer, found where their programs listen unless they are told otherwise.
 */
#pragma once

#include "llm/ask-openai-facts.h"

G_BEGIN_DECLS

/** ASK_FIND_PORTS: the environment's variable that says on which ports to look: "11434,8080,1234" */
#define ASK_FIND_PORTS "ASKDATA_MODEL_PORTS"

/**
 * AskFoundServer:
 * @url: its address, as a model's server is set
 * @models: (element-type AskModelFacts): those that chat
 */
typedef struct
{
  char *url;
  AskServerKind kind;
  GPtrArray *models;
} AskFoundServer;

void       ask_found_server_free           (AskFoundServer *self);
void       ask_found_server_drop_embedders (AskFoundServer *self);
GPtrArray *ask_openai_find                 (const char     *ports,
                                            GCancellable   *cancellable,
                                            GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFoundServer, ask_found_server_free)

G_END_DECLS

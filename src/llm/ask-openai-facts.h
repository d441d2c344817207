/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model's server tells of itself and of its models: which program it is, how much a model reads, how large it
 * is. The chat protocol says none of it, so each program is asked in its own way.
 */
#pragma once

#include "llm/ask-openai.h"

G_BEGIN_DECLS

/**
 * AskModelFacts:
 * @name: as the chat protocol calls it
 * @kind: which program serves it
 * @context_length: tokens that it reads at once, as it is loaded; 0 where nobody says
 * @bytes: of its file; 0 where nobody says
 * @parameters: (nullable): their number as people write it, "8.0B"
 * @quantisation: (nullable): "Q4_K_M"
 * @tools: it is said to speak the protocol's calls of tools
 * @embeds: it makes embeddings and does not chat
 */
typedef struct
{
  char *name;
  AskServerKind kind;
  guint64 context_length;
  guint64 bytes;
  char *parameters;
  char *quantisation;
  gboolean tools;
  gboolean embeds;
} AskModelFacts;

AskModelFacts *ask_model_facts_new         (AskServerKind        kind,
                                            const char          *name);
void           ask_model_facts_free        (AskModelFacts       *self);
char          *ask_model_facts_to_words    (const AskModelFacts *self);

const char    *ask_server_kind_to_string   (AskServerKind        kind);
AskServerKind  ask_server_kind_from_string (const char          *string);
const char    *ask_server_kind_get_program (AskServerKind        kind);

AskModelFacts *ask_openai_describe         (AskOpenai           *self,
                                            GCancellable        *cancellable,
                                            GError             **error);
GPtrArray     *ask_openai_list             (AskOpenai           *self,
                                            AskServerKind       *kind,
                                            GCancellable        *cancellable,
                                            GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskModelFacts, ask_model_facts_free)

G_END_DECLS

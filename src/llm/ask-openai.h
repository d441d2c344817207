/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A client for any server that speaks the OpenAI chat completions protocol: hosted services,
 * Ollama, llama.cpp, vLLM. Where the server makes embeddings, it makes vectors of texts, too.
 */
#pragma once

#include "llm/ask-model.h"

G_BEGIN_DECLS

/**
 * AskServerKind:
 * @ASK_SERVER_OTHER: nothing is known of it but that it speaks the protocol
 *
 * The program behind the address; see ask_openai_describe().
 */
typedef enum
{
  ASK_SERVER_OTHER,
  ASK_SERVER_LLAMA_CPP,
  ASK_SERVER_OLLAMA,
  ASK_SERVER_LM_STUDIO,
  ASK_SERVER_VLLM
} AskServerKind;

/**
 * AskOpenaiOptions:
 * @url: "http://localhost:11434/v1"; with or without "/chat/completions", and without "/v1" where
 *   that is the whole path
 * @model: the model's name on that server
 * @key: (nullable): sent as a bearer token
 * @stream: ask for server-sent events
 * @time_out_ms: without a single byte from the server; 0 for 120,000, and for 900,000 where the server is on this computer
 *   or in the same network: there a model may think for ten minutes before its first word
 * @max_reply_bytes: a longer reply is %ASK_LLM_ERROR_MALFORMED, 0 for 256 KiB
 * @max_tries: 0 for 4
 */
typedef struct
{
  const char *url;
  const char *model;
  const char *key;
  gboolean stream;
  guint time_out_ms;
  gsize max_reply_bytes;
  guint max_tries;
} AskOpenaiOptions;

#define ASK_TYPE_OPENAI (ask_openai_get_type ())
G_DECLARE_FINAL_TYPE (AskOpenai, ask_openai, ASK, OPENAI, GObject)

/**
 * AskEmbedding:
 * @numbers: (array): @dims for each of the @n texts, one after the other
 * @tokens: as the server counted them, else estimated (bytes / 4)
 * @bytes_sent: of the request's body
 */
typedef struct
{
  guint n;
  guint dims;
  float *numbers;
  gint64 tokens;
  gint64 bytes_sent;
  char *host;
} AskEmbedding;

AskModel     *ask_openai_new     (const AskOpenaiOptions *options,
                                  GError                **error);
AskEmbedding *ask_openai_embed   (AskOpenai              *self,
                                  GPtrArray              *texts,
                                  GCancellable           *cancellable,
                                  GError                **error);
void          ask_embedding_free (AskEmbedding           *self);
const char   *ask_openai_get_url  (AskOpenai             *self);
void          ask_openai_set_kind (AskOpenai             *self,
                                  AskServerKind           kind);
char         *ask_openai_dup_refused (AskOpenai          *self);
void          ask_openai_set_refused (AskOpenai          *self,
                                  const char             *refused);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskEmbedding, ask_embedding_free)

G_END_DECLS

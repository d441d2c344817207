/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A client for any server that speaks the OpenAI chat completions protocol: hosted services,
 * Ollama, llama.cpp, vLLM.
 */
#pragma once

#include "llm/ask-model.h"

G_BEGIN_DECLS

/**
 * AskOpenaiOptions:
 * @url: "http://localhost:11434/v1"; with or without "/chat/completions", and without "/v1" where
 *   that is the whole path
 * @model: the model's name on that server
 * @key: (nullable): sent as a bearer token
 * @stream: ask for server-sent events
 * @time_out_ms: without a single byte from the server, 0 for 120,000
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

AskModel *ask_openai_new (const AskOpenaiOptions *options,
                          GError                **error);

G_END_DECLS

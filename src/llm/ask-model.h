/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A language model: messages in, text out. Implementations are AskOpenai (any server that speaks
 * the chat completions protocol) and AskReplay (a script, for tests). Nothing here knows SQL.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ASK_LLM_ERROR (ask_llm_error_quark ())

/**
 * AskLlmError:
 * @ASK_LLM_ERROR_UNREACHABLE: no route to the server, refused, cut
 * @ASK_LLM_ERROR_DENIED: the key is missing or wrong
 * @ASK_LLM_ERROR_NO_MODEL: the server has no model of that name
 * @ASK_LLM_ERROR_BUSY: 429 or 5xx after all retries
 * @ASK_LLM_ERROR_TIMED_OUT: no answer in time
 * @ASK_LLM_ERROR_MALFORMED: an answer that is no chat completion, or endless
 * @ASK_LLM_ERROR_CONFIG: URL or key variable are wrong here
 */
typedef enum
{
  ASK_LLM_ERROR_UNREACHABLE,
  ASK_LLM_ERROR_DENIED,
  ASK_LLM_ERROR_NO_MODEL,
  ASK_LLM_ERROR_BUSY,
  ASK_LLM_ERROR_TIMED_OUT,
  ASK_LLM_ERROR_MALFORMED,
  ASK_LLM_ERROR_CONFIG
} AskLlmError;

GQuark ask_llm_error_quark (void);

typedef enum
{
  ASK_ROLE_SYSTEM,
  ASK_ROLE_USER,
  ASK_ROLE_ASSISTANT
} AskRole;

typedef struct
{
  AskRole role;
  char *text;
} AskMessage;

AskMessage *ask_message_new  (AskRole     role,
                              const char *text);
void        ask_message_free (AskMessage *self);

/**
 * AskReply:
 * @tokens: prompt and completion as the server counted them, else estimated (bytes / 4)
 * @bytes_sent: of the request's body
 * @cut: the reply was as long as the model may write, so it has no end
 */
typedef struct
{
  char *text;
  gboolean cut;
  gint64 prompt_tokens;
  gint64 completion_tokens;
  gint64 bytes_sent;
  char *host;
} AskReply;

void ask_reply_free (AskReply *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskReply, ask_reply_free)

/**
 * AskDeltaFunc:
 * @text: what has come since the last call
 *
 * Called on the thread that called ask_model_chat().
 */
typedef void (*AskDeltaFunc) (const char *text,
                              gpointer    user_data);

/**
 * AskArrivedFunc:
 * @n_chars: of the reply so far, with what a model thinks aloud before it
 *
 * Called on the thread that called ask_model_chat(), each time something came.
 */
typedef void (*AskArrivedFunc) (guint64  n_chars,
                                gpointer user_data);

/**
 * AskChat:
 * @messages: (element-type AskMessage): the conversation so far
 * @stop: (nullable) (array zero-terminated=1): the reply ends before the first of these
 * @max_tokens: how long the reply may be; 0 for what the model gives by itself
 * @temperature: how freely it speaks: 0 for the likeliest words, always the same
 * @grammar: (nullable): to which the reply is held where the server is known to do that, in llama.cpp's GBNF; elsewhere
 *   it is left out
 * @on_delta: (nullable): is given the reply in pieces as it comes
 * @on_arrived: (nullable): is told how much has come
 * @user_data: for @on_delta and @on_arrived
 *
 * What a model is asked for. It borrows all of it for one call.
 */
typedef struct
{
  GPtrArray *messages;
  const char *const *stop;
  guint max_tokens;
  double temperature;
  const char *grammar;
  AskDeltaFunc on_delta;
  AskArrivedFunc on_arrived;
  gpointer user_data;
} AskChat;

#define ASK_TYPE_MODEL (ask_model_get_type ())
G_DECLARE_INTERFACE (AskModel, ask_model, ASK, MODEL, GObject)

struct _AskModelInterface
{
  GTypeInterface parent_iface;

  const char *(*get_name) (AskModel     *self);
  AskReply   *(*chat)     (AskModel     *self,
                           const AskChat *chat,
                           GCancellable *cancellable,
                           GError      **error);
  gboolean    (*test)     (AskModel     *self,
                           GCancellable *cancellable,
                           GError      **error);
};

const char *ask_model_get_name (AskModel     *self);
AskReply   *ask_model_chat     (AskModel     *self,
                                const AskChat *chat,
                                GCancellable *cancellable,
                                GError      **error);
gboolean    ask_model_test     (AskModel     *self,
                                GCancellable *cancellable,
                                GError      **error);

G_END_DECLS

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
  ASK_ROLE_ASSISTANT,
  ASK_ROLE_TOOL
} AskRole;

/**
 * AskToolCall:
 * @id: by which its result is known; may be empty
 * @name: of the tool
 * @arguments: as the model wrote them, which should be a JSON object
 */
typedef struct
{
  char *id;
  char *name;
  char *arguments;
} AskToolCall;

AskToolCall *ask_tool_call_new  (const char        *id,
                                 const char        *name,
                                 const char        *arguments);
AskToolCall *ask_tool_call_copy (const AskToolCall *self);
void         ask_tool_call_free (AskToolCall       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskToolCall, ask_tool_call_free)

/**
 * AskMessage:
 * @text: what is said. Where a call goes with it, the same in plain text, for a server that takes no calls
 * @picture: (nullable): of %ASK_ROLE_USER a picture that goes with it, as a "data:" URL
 * @call: (nullable): of %ASK_ROLE_ASSISTANT the call that it made, of %ASK_ROLE_TOOL the one that this is the result of
 */
typedef struct
{
  AskRole role;
  char *text;
  char *picture;
  AskToolCall *call;
} AskMessage;

AskMessage *ask_message_new      (AskRole            role,
                                  const char        *text);
AskMessage *ask_message_new_call (AskRole            role,
                                  const char        *text,
                                  const AskToolCall *call);
void        ask_message_free     (AskMessage        *self);

/**
 * AskReply:
 * @text: may be empty where there is a call
 * @call: (nullable): the first call of a tool
 * @n_calls: how many it made at once
 * @tokens: prompt and completion as the server counted them, else estimated (bytes / 4)
 * @bytes_sent: of the request's body, and of those before it that the server refused
 * @cut: the reply was as long as the model may write, so it has no end
 */
typedef struct
{
  char *text;
  AskToolCall *call;
  guint n_calls;
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
 * @schema: (nullable): a JSON schema, to which the reply is held where the server does not refuse that
 * @tools: (nullable): a JSON array of functions in the protocol's form, of which the model is to call one; left out where
 *   the server refuses that. Not together with @schema: servers heed one of them
 * @max_bytes: that may leave for it; 0 for any number. A request that the server refuses is sent once more without what
 *   it refused, as far as this allows
 * @on_delta: (nullable): is given the reply's text in pieces as it comes
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
  const char *schema;
  const char *tools;
  gint64 max_bytes;
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

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The interface of a language model, its messages and replies. Each implementation says for itself
 * what it keeps; nothing is kept here.
 */
#include "config.h"

#include "llm/ask-model.h"

#include "base/ask-error.h"

ASK_DEFINE_ERROR ("ask-llm-error-quark", ask_llm_error)

G_DEFINE_INTERFACE (AskModel, ask_model, G_TYPE_OBJECT)

static void
ask_model_default_init (AskModelInterface *iface)
{
}

/**
 * ask_tool_call_new:
 * @id: (nullable): %NULL for none
 * @name: (nullable): %NULL for none
 * @arguments: (nullable): %NULL for none
 *
 * Returns: (transfer full): a call
 */
AskToolCall *
ask_tool_call_new (const char *id, const char *name, const char *arguments)
{
  AskToolCall *self = g_new0 (AskToolCall, 1);

  self->id = g_strdup (id != NULL ? id : "");
  self->name = g_strdup (name != NULL ? name : "");
  self->arguments = g_strdup (arguments != NULL ? arguments : "");
  return self;
}

/** ask_tool_call_copy: @self: a call. Returns: (transfer full): another one */
AskToolCall *
ask_tool_call_copy (const AskToolCall *self)
{
  return ask_tool_call_new (self->id, self->name, self->arguments);
}

/** ask_tool_call_free: @self: (nullable): to free */
void
ask_tool_call_free (AskToolCall *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->name);
  g_free (self->arguments);
  g_free (self);
}

/**
 * ask_message_new:
 * @role: who says it
 * @text: UTF-8
 *
 * Returns: (transfer full): a message
 */
AskMessage *
ask_message_new (AskRole role, const char *text)
{
  AskMessage *self = g_new0 (AskMessage, 1);

  self->role = role;
  self->text = g_strdup (text != NULL ? text : "");
  return self;
}

/**
 * ask_message_new_call:
 * @role: %ASK_ROLE_ASSISTANT or %ASK_ROLE_TOOL
 * @text: UTF-8; what is said in plain text, as of #AskMessage
 * @call: what was called, copied
 *
 * Returns: (transfer full): a message
 */
AskMessage *
ask_message_new_call (AskRole role, const char *text, const AskToolCall *call)
{
  AskMessage *self = ask_message_new (role, text);

  self->call = ask_tool_call_copy (call);
  return self;
}

/**
 * ask_message_free:
 * @self: (nullable): to free
 */
void
ask_message_free (AskMessage *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self->picture);
  ask_tool_call_free (self->call);
  g_free (self);
}

/**
 * ask_reply_free:
 * @self: (nullable): to free
 */
void
ask_reply_free (AskReply *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  ask_tool_call_free (self->call);
  g_free (self->host);
  g_free (self);
}

/**
 * ask_model_get_name:
 * @self: a model
 *
 * Returns: (transfer none): what to call it before people
 */
const char *
ask_model_get_name (AskModel *self)
{
  g_return_val_if_fail (ASK_IS_MODEL (self), NULL);
  return ASK_MODEL_GET_IFACE (self)->get_name (self);
}

/**
 * ask_model_chat:
 * @self: a model
 * @chat: what it is asked for
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError, or %G_IO_ERROR_CANCELLED; never holds a key
 *
 * Blocks. One call at a time, on any thread.
 *
 * Returns: (transfer full): the reply, whose text may be empty, or %NULL
 */
AskReply *
ask_model_chat (AskModel *self, const AskChat *chat, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (ASK_IS_MODEL (self), NULL);
  g_return_val_if_fail (chat != NULL && chat->messages != NULL, NULL);
  return ASK_MODEL_GET_IFACE (self)->chat (self, chat, cancellable, error);
}

/**
 * ask_model_test:
 * @self: a model
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError with what is wrong: no route, wrong key, no such model
 *
 * Blocks, on any thread.
 *
 * Returns: whether it would answer
 */
gboolean
ask_model_test (AskModel *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (ASK_IS_MODEL (self), FALSE);
  return ASK_MODEL_GET_IFACE (self)->test (self, cancellable, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a chat completion: a JSON object, or server-sent events with pieces of one. Which of them
 * comes is told by the first byte, because some servers stream when they were not asked to, and
 * some do not when they were. A reply that breaks off is an error, never a short reply.
 */
#include "config.h"

#include "llm/ask-openai-reply.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "llm/ask-openai-calls.h"
#include "llm/ask-openai-fault.h"
#include "llm/ask-stop.h"
#include "net/ask-sse.h"

typedef enum
{
  FORM_UNKNOWN,
  FORM_OBJECT,
  FORM_EVENTS
} Form;

struct _AskOpenaiReply
{
  const char *server;
  const AskChat *chat;
  gsize max_bytes;

  Form form;
  AskSse *sse;
  GString *object; /* of a reply that is not streamed */
  GString *text;
  AskOpenaiCalls *calls;
  gsize n_shown;
  guint64 n_chars;
  gboolean has_choice;
  gboolean has_end;
  gboolean is_stopped;
  gboolean is_cut;
  gint64 prompt_tokens;
  gint64 completion_tokens;
};

static gboolean take_event (const char *event, const char *data, gsize length, gpointer user_data, GError **error);

/**
 * ask_openai_reply_new:
 * @server: for messages; lives longer
 * @chat: where to stop, and who is told what; lives longer
 * @max_bytes: of the text
 *
 * Returns: (transfer full): a reader
 */
AskOpenaiReply *
ask_openai_reply_new (const char *server, const AskChat *chat, gsize max_bytes)
{
  AskOpenaiReply *self = g_new0 (AskOpenaiReply, 1);

  self->server = server;
  self->chat = chat;
  self->max_bytes = max_bytes;
  self->sse = ask_sse_new (take_event, self);
  self->object = g_string_new (NULL);
  self->text = g_string_new (NULL);
  self->calls = ask_openai_calls_new ();
  self->prompt_tokens = -1;
  self->completion_tokens = -1;
  return self;
}

/**
 * ask_openai_reply_free:
 * @self: (nullable): to free
 */
void
ask_openai_reply_free (AskOpenaiReply *self)
{
  if (self == NULL)
    return;
  ask_sse_free (self->sse);
  g_string_free (self->object, TRUE);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  ask_openai_calls_free (self->calls);
  g_free (self);
}

static void
show (AskOpenaiReply *self, gsize end)
{
  if (self->chat->on_delta == NULL || end <= self->n_shown)
    return;

  g_autofree char *piece = g_strndup (self->text->str + self->n_shown, end - self->n_shown);

  self->n_shown = end;
  self->chat->on_delta (piece, self->chat->user_data);
}

/* Counts what came, also where it is no part of the reply. */
static void
count (AskOpenaiReply *self, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  self->n_chars += (guint64) g_utf8_strlen (text, -1);
  if (self->chat->on_arrived != NULL)
    self->chat->on_arrived (self->n_chars, self->chat->user_data);
}

static gboolean
check_size (AskOpenaiReply *self, GError **error)
{
  g_autofree char *size = NULL;

  if (self->text->len + ask_openai_calls_get_size (self->calls) <= self->max_bytes)
    return TRUE;
  size = g_format_size (self->max_bytes);
  ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED,
                 N_ ("The model at %s did not stop: its reply is longer than %s. Try again, or choose "
                     "another model."),
                 self->server, size);
  return FALSE;
}

static gboolean
take_text (AskOpenaiReply *self, const char *text, GError **error)
{
  if (text == NULL || *text == '\0' || self->is_stopped)
    return TRUE;

  count (self, text);
  g_string_append (self->text, text);

  char *end = ask_stop_find (self->text->str, self->chat->stop);

  if (end != NULL)
    {
      g_string_truncate (self->text, (gsize) (end - self->text->str));
      self->is_stopped = TRUE;
    }
  if (!check_size (self, error))
    return FALSE;
  show (self,
        self->is_stopped ? self->text->len : ask_stop_get_safe (self->text->str, self->text->len, self->chat->stop));
  return TRUE;
}

static gboolean
take_calls (AskOpenaiReply *self, JsonObject *holder, GError **error)
{
  g_autofree char *came = ask_openai_calls_take (self->calls, holder);

  count (self, came);
  return check_size (self, error);
}

/* Content is a string, or an array of parts of which some are text, or null. */
static gboolean
take_content (AskOpenaiReply *self, JsonObject *holder, GError **error)
{
  JsonArray *parts = ask_json_get_array (holder, "content");

  if (parts == NULL)
    return take_text (self, ask_json_get_string (holder, "content"), error);
  for (guint i = 0; i < json_array_get_length (parts); i++)
    {
      JsonObject *part = ask_json_element_object (parts, i);
      const char *text = part != NULL ? ask_json_get_string (part, "text") : ask_json_element_string (parts, i);

      if (!take_text (self, text, error))
        return FALSE;
    }
  return TRUE;
}

static void
take_usage (AskOpenaiReply *self, JsonObject *usage)
{
  if (usage == NULL)
    return;
  self->prompt_tokens = ask_json_get_integer (usage, "prompt_tokens", self->prompt_tokens);
  self->completion_tokens = ask_json_get_integer (usage, "completion_tokens", self->completion_tokens);
}

static gboolean
take_object (AskOpenaiReply *self, const char *json, gsize length, GError **error)
{
  g_autoptr (JsonNode) root = ask_json_parse (json, (gssize) length, NULL);

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      ask_openai_fault_set_malformed (error, self->server, json, length);
      return FALSE;
    }

  JsonObject *object = json_node_get_object (root);
  JsonArray *choices = ask_json_get_array (object, "choices");
  JsonObject *choice = NULL;

  if (choices != NULL && json_array_get_length (choices) > 0)
    choice = ask_json_element_object (choices, 0);
  take_usage (self, ask_json_get_object (object, "usage"));

  /* Some servers tell of an error under a status of success, or in the middle of a stream. */
  if (choice == NULL && json_object_has_member (object, "error")
      && !JSON_NODE_HOLDS_NULL (json_object_get_member (object, "error")))
    {
      ask_openai_fault_set_from_object (error, self->server, object);
      return FALSE;
    }
  if (choice == NULL)
    {
      if (choices != NULL && self->form == FORM_EVENTS)
        return TRUE;
      ask_openai_fault_set_malformed (error, self->server, json, length);
      return FALSE;
    }

  JsonObject *delta = ask_json_get_object (choice, "delta");
  JsonObject *message = ask_json_get_object (choice, "message");
  const char *reason;

  self->has_choice = TRUE;
  reason = ask_json_get_string (choice, "finish_reason");
  self->has_end |= reason != NULL;
  self->is_cut |= g_strcmp0 (reason, "length") == 0 || g_strcmp0 (reason, "max_tokens") == 0;
  if (delta != NULL)
    {
      /* What a model thinks before it answers: llama.cpp and LM Studio call it one way, Ollama another. */
      count (self, ask_json_get_string (delta, "reasoning_content"));
      count (self, ask_json_get_string (delta, "reasoning"));
      return take_content (self, delta, error) && take_calls (self, delta, error);
    }
  if (message != NULL)
    return take_content (self, message, error) && take_calls (self, message, error);
  return take_text (self, ask_json_get_string (choice, "text"), error);
}

static gboolean
take_event (const char *event, const char *data, gsize length, gpointer user_data, GError **error)
{
  AskOpenaiReply *self = user_data;
  g_autofree char *word = g_strstrip (g_strdup (data));

  if (g_str_equal (word, "[DONE]"))
    {
      self->has_end = TRUE;
      return TRUE;
    }
  if (*word == '\0')
    return TRUE;
  return take_object (self, data, length, error);
}

/**
 * ask_openai_reply_push:
 * @self: a reader
 * @bytes: of the body
 * @length: of @bytes
 * @error: #AskLlmError
 *
 * Returns: whether to go on
 */
gboolean
ask_openai_reply_push (AskOpenaiReply *self, const char *bytes, gsize length, GError **error)
{
  if (self->form == FORM_UNKNOWN)
    {
      while (length > 0 && g_ascii_isspace (*bytes))
        {
          bytes++;
          length--;
        }
      if (length == 0)
        return TRUE;
      /* What is neither goes the way of the object, and is found to be none. */
      self->form = strchr ("{[<\"", *bytes) != NULL ? FORM_OBJECT : FORM_EVENTS;
    }
  if (self->form == FORM_EVENTS)
    return ask_sse_push (self->sse, bytes, length, error);
  g_string_append_len (self->object, bytes, (gssize) length);
  return TRUE;
}

/**
 * ask_openai_reply_is_stopped:
 * @self: a reader
 *
 * Returns: whether a stop sequence came, so that nothing more is wanted
 */
gboolean
ask_openai_reply_is_stopped (AskOpenaiReply *self)
{
  return self->is_stopped;
}

/**
 * ask_openai_reply_is_cut:
 * @self: a reader that is finished or stopped
 *
 * Returns: whether the reply ends where the model may write no more, and not where it had said all
 */
gboolean
ask_openai_reply_is_cut (AskOpenaiReply *self)
{
  return self->is_cut && !self->is_stopped;
}

/**
 * ask_openai_reply_finish:
 * @self: a reader that has got the whole body
 * @error: #AskLlmError
 *
 * Returns: whether it was a chat completion, and whole
 */
gboolean
ask_openai_reply_finish (AskOpenaiReply *self, GError **error)
{
  if (self->is_stopped)
    return TRUE;
  if (self->form == FORM_EVENTS)
    {
      if (!ask_sse_finish (self->sse, error))
        return FALSE;
      if (!self->has_choice && !self->has_end)
        {
          ask_openai_fault_set_malformed (error, self->server, NULL, 0);
          return FALSE;
        }
      /* A body without a length ends wherever its connection does: only the end mark tells. */
      if (!self->has_end)
        {
          ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_UNREACHABLE,
                         N_ ("The model at %s broke off in the middle of its reply. Try again."), self->server);
          return FALSE;
        }
    }
  else if (!take_object (self, self->object->str, self->object->len, error))
    return FALSE;
  show (self, self->text->len);
  return TRUE;
}

/**
 * ask_openai_reply_dup_call:
 * @self: a reader that is finished or stopped
 * @n_calls: (out): how many calls of tools the reply makes
 *
 * Returns: (transfer full) (nullable): the first of them
 */
AskToolCall *
ask_openai_reply_dup_call (AskOpenaiReply *self, guint *n_calls)
{
  *n_calls = ask_openai_calls_count (self->calls);
  return ask_openai_calls_dup_first (self->calls);
}

/**
 * ask_openai_reply_steal:
 * @self: a reader that is finished or stopped
 * @prompt_tokens: (out): as the server counted them, or -1
 * @completion_tokens: (out): as the server counted them, or -1
 *
 * Returns: (transfer full): the reply's text
 */
char *
ask_openai_reply_steal (AskOpenaiReply *self, gint64 *prompt_tokens, gint64 *completion_tokens)
{
  *prompt_tokens = self->prompt_tokens;
  *completion_tokens = self->completion_tokens;
  return g_string_free (g_steal_pointer (&self->text), FALSE);
}

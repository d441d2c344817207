/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The body of a chat completion's request. What a server or a model refuses is left out from then on.
 */
#include "config.h"

#include "llm/ask-openai-body.h"

#include <string.h>

#include "base/ask-json.h"

/* Parameters that some servers or models refuse; they are left out then. */
static const char *const OPTIONAL[]
  = { "temperature", "stop", "stream_options", "max_tokens", "cache_prompt", "grammar" };

enum
{
  OPTION_TEMPERATURE,
  OPTION_STOP,
  OPTION_STREAM_OPTIONS,
  OPTION_MAX_TOKENS,
  OPTION_CACHE_PROMPT,
  OPTION_GRAMMAR
};

static gboolean
is_wanted (const AskOpenaiBody *self, guint option)
{
  return (self->unwanted & (1u << option)) == 0;
}

static const char *
role_to_string (AskRole role)
{
  switch (role)
    {
    case ASK_ROLE_SYSTEM:
      return "system";
    case ASK_ROLE_ASSISTANT:
      return "assistant";
    case ASK_ROLE_USER:
    default:
      return "user";
    }
}

/**
 * ask_openai_body_constrains:
 * @self: what is known of the server
 * @chat: what is asked for
 *
 * Returns: whether the reply is held to the chat's grammar
 */
gboolean
ask_openai_body_constrains (const AskOpenaiBody *self, const AskChat *chat)
{
  return chat->grammar != NULL && self->kind == ASK_SERVER_LLAMA_CPP && is_wanted (self, OPTION_GRAMMAR);
}

/** ask_openai_body_free_form: @self: from now on no grammar is sent */
void
ask_openai_body_free_form (AskOpenaiBody *self)
{
  self->unwanted |= 1u << OPTION_GRAMMAR;
}

/**
 * ask_openai_body_to_bytes:
 * @self: what is known of the server
 * @chat: what is asked for
 *
 * Returns: (transfer full): JSON
 */
GBytes *
ask_openai_body_to_bytes (const AskOpenaiBody *self, const AskChat *chat)
{
  GPtrArray *messages = chat->messages;
  const char *const *stop = chat->stop;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GString) json = g_string_new ("{\"model\":");

  ask_json_append_string (json, self->model, -1);
  g_string_append (json, ",\"messages\":[");
  for (guint i = 0; i < messages->len; i++)
    {
      const AskMessage *message = g_ptr_array_index (messages, i);

      g_string_append_printf (json, "%s{\"role\":\"%s\",\"content\":", i > 0 ? "," : "",
                              role_to_string (message->role));
      ask_json_append_string (json, message->text, -1);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
  if (is_wanted (self, OPTION_TEMPERATURE))
    g_string_append_printf (json, ",\"temperature\":%s",
                            g_ascii_formatd (number, sizeof number, "%g", chat->temperature));
  if (stop != NULL && stop[0] != NULL && is_wanted (self, OPTION_STOP))
    {
      g_string_append (json, ",\"stop\":[");
      for (gsize i = 0; stop[i] != NULL; i++)
        {
          if (i > 0)
            g_string_append_c (json, ',');
          ask_json_append_string (json, stop[i], -1);
        }
      g_string_append_c (json, ']');
    }
  if (chat->max_tokens > 0 && is_wanted (self, OPTION_MAX_TOKENS))
    g_string_append_printf (json, ",\"max_tokens\":%u", chat->max_tokens);
  g_string_append (json, self->stream ? ",\"stream\":true" : ",\"stream\":false");
  if (self->stream && is_wanted (self, OPTION_STREAM_OPTIONS))
    g_string_append (json, ",\"stream_options\":{\"include_usage\":true}");
  /* What all questions begin with need not be read again. */
  if (self->kind == ASK_SERVER_LLAMA_CPP && is_wanted (self, OPTION_CACHE_PROMPT))
    g_string_append (json, ",\"cache_prompt\":true");
  if (ask_openai_body_constrains (self, chat))
    {
      g_string_append (json, ",\"grammar\":");
      ask_json_append_string (json, chat->grammar, -1);
    }
  g_string_append_c (json, '}');
  return g_string_free_to_bytes (g_steal_pointer (&json));
}

/**
 * ask_openai_body_learn:
 * @self: what is known of the server
 * @chat: what was asked for
 * @status: that the request came back with
 * @fault: what the body said
 *
 * Returns: whether the server refused a parameter that can be left out; then it is noted
 */
gboolean
ask_openai_body_learn (AskOpenaiBody *self, const AskChat *chat, guint status, const AskOpenaiFault *fault)
{
  if (status != 400 && status != 422)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (OPTIONAL); i++)
    {
      gboolean is_named = fault->param != NULL ? g_str_equal (fault->param, OPTIONAL[i])
                                               : fault->words != NULL && strstr (fault->words, OPTIONAL[i]) != NULL;

      if (is_named && is_wanted (self, i))
        {
          self->unwanted |= 1u << i;
          return TRUE;
        }
    }
  /* Not every server says what it did not like; of all parameters, a grammar is the least usual. */
  if (ask_openai_body_constrains (self, chat))
    {
      ask_openai_body_free_form (self);
      return TRUE;
    }
  return FALSE;
}

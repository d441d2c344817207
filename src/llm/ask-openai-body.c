/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The body of a chat completion's request. What a server or a model refuses is left out from then on.
 */
#include "config.h"

#include "llm/ask-openai-body.h"

#include <string.h>

#include "base/ask-json.h"

enum
{
  OPTION_TEMPERATURE,
  OPTION_STOP,
  OPTION_STREAM_OPTIONS,
  OPTION_MAX_TOKENS,
  OPTION_CACHE_PROMPT,
  OPTION_GRAMMAR,
  OPTION_JSON_SCHEMA,
  OPTION_JSON_OBJECT,
  OPTION_PARALLEL,
  OPTION_TOOL_CHOICE,
  OPTION_TOOLS,
  N_OPTIONS
};

/* Parameters that some servers or models refuse; they are left out then. @signs: by what a refusal is known */
static const struct
{
  const char *name;
  const char *signs[4];
} options[N_OPTIONS] = {
  { "temperature", { "temperature" } },
  { "stop", { "stop" } },
  { "stream_options", { "stream_options" } },
  { "max_tokens", { "max_tokens" } },
  { "cache_prompt", { "cache_prompt" } },
  { "grammar", { "grammar" } },
  { "json_schema", { "response_format", "json_schema", "structured output" } },
  { "json_object", { "response_format", "json_object" } },
  { "parallel_tool_calls", { "parallel_tool_calls" } },
  { "tool_choice", { "tool_choice" } },
  { "tools", { "tools", "tool choice", "tool use", "function call" } },
};

/* The forms of a reply, which are the least usual of all. */
#define FORMS \
  (1u << OPTION_GRAMMAR | 1u << OPTION_JSON_SCHEMA | 1u << OPTION_JSON_OBJECT | 1u << OPTION_PARALLEL \
   | 1u << OPTION_TOOL_CHOICE | 1u << OPTION_TOOLS)

static gboolean
is_wanted (const AskOpenaiBody *self, guint option)
{
  return (self->unwanted & (1u << option)) == 0;
}

/* Returns: whether it is part of what the server gets */
static gboolean
is_sent (const AskOpenaiBody *self, const AskChat *chat, guint option)
{
  if (!is_wanted (self, option))
    return FALSE;
  switch (option)
    {
    case OPTION_STOP:
      return chat->stop != NULL && chat->stop[0] != NULL;
    case OPTION_STREAM_OPTIONS:
      return self->stream;
    case OPTION_MAX_TOKENS:
      return chat->max_tokens > 0;
    case OPTION_CACHE_PROMPT:
      return self->kind == ASK_SERVER_LLAMA_CPP;
    case OPTION_GRAMMAR:
      return chat->grammar != NULL && self->kind == ASK_SERVER_LLAMA_CPP;
    case OPTION_JSON_SCHEMA:
      return chat->schema != NULL;
    case OPTION_JSON_OBJECT:
      return chat->schema != NULL && !is_wanted (self, OPTION_JSON_SCHEMA);
    case OPTION_TOOLS:
      return chat->tools != NULL;
    case OPTION_PARALLEL:
    case OPTION_TOOL_CHOICE:
      return chat->tools != NULL && is_wanted (self, OPTION_TOOLS);
    case OPTION_TEMPERATURE:
    default:
      return TRUE;
    }
}

/* Returns: those of %FORMS that are sent */
static guint
get_forms (const AskOpenaiBody *self, const AskChat *chat)
{
  guint forms = 0;

  for (guint i = 0; i < N_OPTIONS; i++)
    if ((FORMS & 1u << i) != 0 && is_sent (self, chat, i))
      forms |= 1u << i;
  return forms;
}

/**
 * ask_openai_body_free_form:
 * @self: what is known of the server
 * @chat: what was asked for
 *
 * From now on replies are held to a form less, or not at all.
 *
 * Returns: whether anything was held to one
 */
gboolean
ask_openai_body_free_form (AskOpenaiBody *self, const AskChat *chat)
{
  guint forms = get_forms (self, chat);

  /* Where a call is not forced, the model may still make one. */
  if (is_sent (self, chat, OPTION_TOOL_CHOICE))
    forms = 1u << OPTION_TOOL_CHOICE;
  else if (is_sent (self, chat, OPTION_TOOLS))
    forms = 0;
  self->unwanted |= forms;
  return forms != 0;
}

/** ask_openai_body_dup_refused: @self: what is known. Returns: (transfer full): names of what is left out, with commas */
char *
ask_openai_body_dup_refused (const AskOpenaiBody *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < N_OPTIONS; i++)
    if (!is_wanted (self, i))
      g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "", options[i].name);
  return g_string_free (names, FALSE);
}

/**
 * ask_openai_body_set_refused:
 * @self: what is known of the server
 * @refused: (nullable): as of ask_openai_body_dup_refused()
 */
void
ask_openai_body_set_refused (AskOpenaiBody *self, const char *refused)
{
  g_auto (GStrv) names = g_strsplit (refused != NULL ? refused : "", ",", -1);

  self->unwanted = 0;
  for (guint i = 0; i < N_OPTIONS; i++)
    if (g_strv_contains ((const char *const *) names, options[i].name))
      self->unwanted |= 1u << i;
}

static void
write_stop (const char *const *stop, GString *json)
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

/* What a reply is to be like. */
static void
write_form (const AskOpenaiBody *self, const AskChat *chat, GString *json)
{
  if (is_sent (self, chat, OPTION_GRAMMAR))
    {
      g_string_append (json, ",\"grammar\":");
      ask_json_append_string (json, chat->grammar, -1);
    }
  if (is_sent (self, chat, OPTION_JSON_SCHEMA))
    g_string_append_printf (json,
                            ",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":"
                            "{\"name\":\"reply\",\"strict\":true,\"schema\":%s}}",
                            chat->schema);
  if (is_sent (self, chat, OPTION_JSON_OBJECT))
    g_string_append (json, ",\"response_format\":{\"type\":\"json_object\"}");
  if (is_sent (self, chat, OPTION_TOOLS))
    g_string_append_printf (json, ",\"tools\":%s", chat->tools);
  if (is_sent (self, chat, OPTION_TOOL_CHOICE))
    g_string_append (json, ",\"tool_choice\":\"required\"");
  if (is_sent (self, chat, OPTION_PARALLEL))
    g_string_append (json, ",\"parallel_tool_calls\":false");
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
  gboolean calls = is_sent (self, chat, OPTION_TOOLS);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GString) json = g_string_new ("{\"model\":");

  ask_json_append_string (json, self->model, -1);
  g_string_append (json, ",\"messages\":[");
  for (guint i = 0; i < chat->messages->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      ask_openai_message_write (chat->messages->pdata[i], calls, json);
    }
  g_string_append_c (json, ']');
  if (is_sent (self, chat, OPTION_TEMPERATURE))
    g_string_append_printf (json, ",\"temperature\":%s",
                            g_ascii_formatd (number, sizeof number, "%g", chat->temperature));
  if (is_sent (self, chat, OPTION_STOP))
    write_stop (chat->stop, json);
  if (is_sent (self, chat, OPTION_MAX_TOKENS))
    g_string_append_printf (json, ",\"max_tokens\":%u", chat->max_tokens);
  g_string_append (json, self->stream ? ",\"stream\":true" : ",\"stream\":false");
  if (is_sent (self, chat, OPTION_STREAM_OPTIONS))
    g_string_append (json, ",\"stream_options\":{\"include_usage\":true}");
  /* What all questions begin with need not be read again. */
  if (is_sent (self, chat, OPTION_CACHE_PROMPT))
    g_string_append (json, ",\"cache_prompt\":true");
  write_form (self, chat, json);
  g_string_append_c (json, '}');
  return g_string_free_to_bytes (g_steal_pointer (&json));
}

/* "response_format.json_schema" is about response_format. */
static gboolean
is_about (const AskOpenaiFault *fault, const char *sign)
{
  gsize length = strlen (sign);

  if (fault->param != NULL)
    return g_str_has_prefix (fault->param, sign) && !g_ascii_isalnum (fault->param[length])
           && fault->param[length] != '_';
  return fault->words != NULL && strstr (fault->words, sign) != NULL;
}

static gboolean
is_named (const AskOpenaiFault *fault, guint option)
{
  for (guint i = 0; i < G_N_ELEMENTS (options[option].signs) && options[option].signs[i] != NULL; i++)
    if (is_about (fault, options[option].signs[i]))
      return TRUE;
  return FALSE;
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
  guint forms = get_forms (self, chat);

  /* llama.cpp without templates says "tools param requires --jinja flag" as a fault of its own. */
  if (status != 400 && status != 422 && (status < 500 || forms == 0))
    return FALSE;
  for (guint i = 0; i < N_OPTIONS; i++)
    if (is_sent (self, chat, i) && (status < 500 || (FORMS & 1u << i) != 0) && is_named (fault, i))
      {
        self->unwanted |= 1u << i;
        return TRUE;
      }
  /* Not every server says what it did not like. */
  if (forms != 0 && status < 500)
    {
      self->unwanted |= forms;
      return TRUE;
    }
  return FALSE;
}

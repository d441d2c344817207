/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes wrong with a model's server, in plain words. Knows the error bodies of OpenAI, Ollama,
 * llama.cpp and vLLM. A server may repeat the key in its words, so they are never passed on where
 * the key is the matter, and the key is taken out of them elsewhere.
 */
#include "config.h"

#include "llm/ask-openai-fault.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "base/ask-text.h"

#define MAX_WORDS 200

/**
 * ask_openai_fault_free:
 * @self: (nullable): to free
 */
void
ask_openai_fault_free (AskOpenaiFault *self)
{
  if (self == NULL)
    return;
  g_free (self->words);
  g_free (self->code);
  g_free (self->param);
  g_free (self);
}

static char *
dup_code (JsonObject *object, const char *member)
{
  const char *text = ask_json_get_string (object, member);
  gint64 number = ask_json_get_integer (object, member, 0);

  if (text != NULL)
    return g_strdup (text);
  return number != 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, number) : NULL;
}

static void
read_object (AskOpenaiFault *self, JsonObject *object)
{
  JsonObject *inner = ask_json_get_object (object, "error");
  JsonObject *holder = inner != NULL ? inner : object;
  const char *words = ask_json_get_string (holder, "message");

  if (words == NULL)
    words = ask_json_get_string (object, "error");
  if (words == NULL)
    words = ask_json_get_string (object, "detail");
  self->words = g_strdup (words);
  self->code = dup_code (holder, "code");
  if (self->code == NULL)
    self->code = dup_code (holder, "type");
  self->param = g_strdup (ask_json_get_string (holder, "param"));
  self->is_json = inner != NULL || words != NULL;
}

/**
 * ask_openai_fault_read:
 * @response: with a status that is no success
 *
 * Returns: (transfer full): what its body tells
 */
AskOpenaiFault *
ask_openai_fault_read (const AskHttpResponse *response)
{
  AskOpenaiFault *self = g_new0 (AskOpenaiFault, 1);
  gsize length = 0;
  const char *data = response->body != NULL ? g_bytes_get_data (response->body, &length) : NULL;
  g_autoptr (JsonNode) root = data != NULL ? ask_json_parse (data, (gssize) length, NULL) : NULL;

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    read_object (self, json_node_get_object (root));
  return self;
}

/* The server's words as the end of our sentence: one line, short, without the key. */
static char *
quote (const char *words, const char *key)
{
  g_autofree char *line = NULL;
  g_autofree char *text = NULL;

  if (words == NULL || *words == '\0')
    return g_strdup ("");
  if (key != NULL && *key != '\0')
    {
      g_auto (GStrv) parts = g_strsplit (words, key, -1);

      line = g_strjoinv ("…", parts);
    }
  else
    line = g_strdup (words);
  g_strdelimit (line, "\r\n\t", ' ');
  text = ask_text_shorten (g_strstrip (line), MAX_WORDS);
  return g_strdup_printf (" It says: “%s”", text);
}

static gboolean
is_about_model (const AskOpenaiFault *fault)
{
  static const char *const signs[] = { "not found",     "does not exist", "not exist",     "unknown",
                                       "invalid model", "no such",        "not available", "not a valid model" };

  if (g_strcmp0 (fault->code, "model_not_found") == 0)
    return TRUE;

  g_autofree char *words = g_ascii_strdown (fault->words != NULL ? fault->words : "", -1);

  if (strstr (words, "model") == NULL)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strstr (words, signs[i]) != NULL)
      return TRUE;
  return FALSE;
}

/**
 * ask_openai_fault_set:
 * @error: to be set
 * @server: scheme, host and port
 * @model: (nullable): the name of the model that was asked for
 * @key: (nullable): what must not be told
 * @status: no success
 * @fault: what the body told
 *
 * Sets %ASK_LLM_ERROR_DENIED, _NO_MODEL, _BUSY, _CONFIG or _MALFORMED.
 */
void
ask_openai_fault_set (GError **error, const char *server, const char *model, const char *key, guint status,
                      const AskOpenaiFault *fault)
{
  g_autofree char *quoted = quote (fault->words, key);

  if (status == 401 || status == 403)
    {
      if (key == NULL || *key == '\0')
        ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_DENIED,
                       N_ ("The model's server %s wants a key, and none is set. Set it with the model's "
                           "address."),
                       server);
      else if (model == NULL)
        ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_DENIED,
                       N_ ("The model's server %s does not accept the key."), server);
      else
        ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_DENIED,
                       N_ ("The model's server %s does not accept the key. Set another key, or ask "
                           "whoever runs the server whether this one may use “%s”."),
                       server, model);
    }
  else if (model != NULL && ((status == 404 && fault->is_json) || (status < 500 && is_about_model (fault))))
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_NO_MODEL, N_ ("The server %s has no model “%s”.%s"), server,
                   model, quoted);
  else if ((status == 404 || status == 405) && fault->embeds)
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                   N_ ("The server %s makes no embeddings at this address. Choose another model for embeddings, or "
                       "none."),
                   server);
  else if (status == 404 || status == 405)
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                   N_ ("The server %s has no chat completions at this address. The address usually ends "
                       "in /v1."),
                   server);
  else if (status == 429)
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_BUSY,
                   N_ ("The model's server %s takes no more requests for now. Try again later.%s"), server, quoted);
  else if (status >= 500)
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_BUSY,
                   N_ ("The model's server %s could not answer (HTTP status %u). Try again later.%s"), server, status,
                   quoted);
  else
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED,
                   N_ ("The model's server %s did not take the request (HTTP status %u).%s"), server, status, quoted);
}

/**
 * ask_openai_fault_set_from_http:
 * @error: to be set
 * @failure: #AskHttpError, or one that is passed on as it is
 */
void
ask_openai_fault_set_from_http (GError **error, const GError *failure)
{
  AskLlmError code = ASK_LLM_ERROR_UNREACHABLE;

  if (failure->domain != ASK_HTTP_ERROR)
    {
      g_propagate_error (error, g_error_copy (failure));
      return;
    }
  switch ((AskHttpError) failure->code)
    {
    case ASK_HTTP_ERROR_URL:
      code = ASK_LLM_ERROR_CONFIG;
      break;
    case ASK_HTTP_ERROR_TIMED_OUT:
      code = ASK_LLM_ERROR_TIMED_OUT;
      break;
    case ASK_HTTP_ERROR_TOO_LARGE:
      code = ASK_LLM_ERROR_MALFORMED;
      break;
    case ASK_HTTP_ERROR_BUSY:
      code = ASK_LLM_ERROR_BUSY;
      break;
    case ASK_HTTP_ERROR_UNREACHABLE:
    case ASK_HTTP_ERROR_TLS:
    case ASK_HTTP_ERROR_CUT:
    default:
      break;
    }
  ask_error_set_from (error, ASK_LLM_ERROR, code, failure);
  ask_error_prefix (error, N_ ("The model's server "));
  if (code == ASK_LLM_ERROR_TIMED_OUT)
    ask_error_append (error,
                      N_ (" Where a model thinks for longer, give it more time: askdata-cli model set --time-out."));
}

/**
 * ask_openai_fault_set_from_object:
 * @error: to be set
 * @server: scheme, host and port
 * @object: a body with an error in it, under a status of success
 */
void
ask_openai_fault_set_from_object (GError **error, const char *server, JsonObject *object)
{
  AskOpenaiFault fault = { 0 };
  g_autofree char *quoted = NULL;
  guint64 status;

  read_object (&fault, object);
  status = fault.code != NULL ? g_ascii_strtoull (fault.code, NULL, 10) : 0;
  /* The key is not known here, so words about it are not passed on. */
  quoted = status == 401 || status == 403 || g_strcmp0 (fault.code, "invalid_api_key") == 0 ? g_strdup ("")
                                                                                            : quote (fault.words, NULL);
  if (status == 401 || status == 403 || g_strcmp0 (fault.code, "invalid_api_key") == 0)
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_DENIED, N_ ("The model's server %s does not accept the key."),
                   server);
  else if (is_about_model (&fault))
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_NO_MODEL, N_ ("The server %s does not have the model.%s"),
                   server, quoted);
  else
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_BUSY,
                   N_ ("The model's server %s broke the reply off. Try again.%s"), server, quoted);
  g_free (fault.words);
  g_free (fault.code);
  g_free (fault.param);
}

/**
 * ask_openai_fault_set_malformed:
 * @error: to be set
 * @server: scheme, host and port
 * @body: (nullable): what came, where it is at hand
 * @length: of @body
 */
void
ask_openai_fault_set_malformed (GError **error, const char *server, const char *body, gsize length)
{
  const char *what = N_ ("something that is no reply of a model");
  gboolean is_known = body != NULL;

  while (length > 0 && g_ascii_isspace (*body))
    {
      body++;
      length--;
    }
  if (length > 0 && *body == '<')
    what = N_ ("a web page");
  else if (is_known && length == 0)
    what = N_ ("nothing at all");
  ask_error_set_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED, what);
  ask_error_prefix (error, N_ ("The server %s answered with "), server);
  ask_error_append (error, N_ (". Check the model's address; it usually ends in /v1."));
}

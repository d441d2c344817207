/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A client for the chat completions protocol. The key goes into one header and nowhere else: never
 * into a URL or a message. Every call has an HTTP session of its own, and what a server refuses is
 * learnt by the call that it refuses first, so that a model may be used on whatever threads ask.
 */
#include "config.h"

#include "llm/ask-openai.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "base/ask-text.h"
#include "llm/ask-openai-body.h"
#include "llm/ask-openai-fault.h"
#include "llm/ask-openai-private.h"
#include "llm/ask-openai-reply.h"
#include "llm/ask-openai-url.h"
#include "net/ask-http.h"

#define DEFAULT_TIME_OUT_MS (120 * 1000)
/* A small computer may read a long prompt for minutes before its first word. */
#define NEAR_TIME_OUT_MS (900 * 1000)
/* What is asked beside the conversation keeps nobody waiting. */
#define LOOK_TIME_OUT_MS 3000
#define DEFAULT_MAX_REPLY_BYTES (256 * 1024)
#define DEFAULT_MAX_TRIES 4
#define MAX_MODELS_BYTES (16 * 1024 * 1024)
#define MAX_NAMED_MODELS 5

/* How long Ollama keeps a model in memory that answered. */
#define KEEP_ALIVE "30m"

/* An event wraps a few bytes of text in some hundred. */
#define WRAPPING 256

struct _AskOpenai
{
  GObject parent_instance;

  char *chat_url;
  char *models_url;
  char *embeddings_url;
  char *origin;
  char *model;
  char *key;
  guint time_out_ms;
  gsize max_reply_bytes;
  guint max_tries;
  GMutex lock; /* of what follows */
  AskOpenaiBody body;
  gboolean is_kept; /* in the server's memory, for longer than usual */
};

static void ask_openai_model_init (AskModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskOpenai, ask_openai, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_MODEL, ask_openai_model_init))

static void
ask_openai_finalize (GObject *object)
{
  AskOpenai *self = ASK_OPENAI (object);

  g_free (self->chat_url);
  g_free (self->models_url);
  g_free (self->embeddings_url);
  g_free (self->origin);
  g_free (self->model);
  g_free (self->key);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (ask_openai_parent_class)->finalize (object);
}

static void
ask_openai_class_init (AskOpenaiClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_openai_finalize;
}

static void
ask_openai_init (AskOpenai *self)
{
  g_mutex_init (&self->lock);
}

static const char *
ask_openai_get_name (AskModel *model)
{
  return ASK_OPENAI (model)->model;
}

static AskHttp *
make_http (AskOpenai *self)
{
  AskHttp *http = ask_http_new ("AskData/" ASK_VERSION);

  ask_http_set_limits (http, self->time_out_ms, self->max_tries, 0);
  return http;
}

static GPtrArray *
make_headers (AskOpenai *self)
{
  GPtrArray *headers = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (headers, g_strdup ("Accept"));
  g_ptr_array_add (headers, g_strdup ("application/json, text/event-stream"));
  if (self->key != NULL)
    {
      g_ptr_array_add (headers, g_strdup ("Authorization"));
      g_ptr_array_add (headers, g_strconcat ("Bearer ", self->key, NULL));
    }
  return headers;
}

static gboolean
take_chunk (const char *chunk, gsize length, gpointer user_data, GError **error)
{
  AskOpenaiReply *reader = user_data;

  if (!ask_openai_reply_push (reader, chunk, length, error))
    return FALSE;
  if (!ask_openai_reply_is_stopped (reader))
    return TRUE;
  /* All that is wanted is here. Whoever sent it looks for this before he takes it for an error. */
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "The reply is whole.");
  return FALSE;
}

/**
 * Sending:
 * @form: learns what the server refuses
 * @n_sent: bytes so far
 * @again: the request is to be sent anew
 */
typedef struct
{
  AskOpenaiBody form;
  gint64 n_sent;
  gboolean again;
} Sending;

/* Whether @body may still be sent, after what was sent before it. */
static gboolean
check_cap (AskOpenai *self, const Sending *sending, const AskChat *chat, gsize size, GError **error)
{
  if (sending->n_sent == 0 || chat->max_bytes <= 0 || sending->n_sent + (gint64) size <= chat->max_bytes)
    return TRUE;
  ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                 N_ ("The model's server %s refused the request. To send it once more without what it refused would "
                     "pass the cap on bytes. Allow more bytes, or test the model first: it is learnt there, too."),
                 self->origin);
  return FALSE;
}

/* What @reader read. Tokens that the server did not count are reckoned, of @size bytes of a request. */
static AskReply *
make_reply (AskOpenai *self, AskOpenaiReply *reader, gint64 n_sent, gsize size)
{
  AskReply *reply = g_new0 (AskReply, 1);

  reply->cut = ask_openai_reply_is_cut (reader);
  reply->call = ask_openai_reply_dup_call (reader, &reply->n_calls);
  reply->text = ask_openai_reply_steal (reader, &reply->prompt_tokens, &reply->completion_tokens);
  reply->bytes_sent = n_sent;
  reply->host = g_strdup (strstr (self->origin, "://") + strlen ("://"));
  if (reply->prompt_tokens < 0)
    reply->prompt_tokens = ((gint64) size + 3) / 4;
  if (reply->completion_tokens < 0)
    reply->completion_tokens
      = ((gint64) (strlen (reply->text) + (reply->call != NULL ? strlen (reply->call->arguments) : 0)) + 3) / 4;
  return reply;
}

/* One request. Returns NULL with @error unset where it is to be sent anew. */
static AskReply *
send_chat (AskOpenai *self, Sending *sending, const AskChat *chat, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskHttp) http = make_http (self);
  g_autoptr (GPtrArray) headers = make_headers (self);
  g_autoptr (GBytes) body = ask_openai_body_to_bytes (&sending->form, chat);
  g_autoptr (AskOpenaiReply) reader = ask_openai_reply_new (self->origin, chat, self->max_reply_bytes);
  g_autoptr (GError) failure = NULL;
  AskHttpRequest request = {
    .method = "POST",
    .url = self->chat_url,
    .headers = headers,
    .body = body,
    .content_type = "application/json",
    .max_bytes = self->max_reply_bytes * WRAPPING,
    .retry_server_errors = TRUE,
    .kind = "model",
  };
  g_autoptr (AskHttpResponse) response = NULL;
  g_autoptr (AskReply) reply = NULL;

  if (!check_cap (self, sending, chat, g_bytes_get_size (body), error))
    return NULL;
  response = ask_http_send (http, &request, take_chunk, reader, cancellable, &failure);
  sending->n_sent += (gint64) g_bytes_get_size (body);
  if (response == NULL && !ask_openai_reply_is_stopped (reader))
    {
      ask_openai_fault_set_from_http (error, failure);
      return NULL;
    }
  if (response != NULL && (response->status < 200 || response->status > 299))
    {
      g_autoptr (AskOpenaiFault) fault = ask_openai_fault_read (response);

      sending->again = ask_openai_body_learn (&sending->form, chat, response->status, fault);
      if (!sending->again)
        ask_openai_fault_set (error, self->origin, self->model, self->key, response->status, fault);
      return NULL;
    }
  if (!ask_openai_reply_finish (reader, error))
    return NULL;
  reply = make_reply (self, reader, sending->n_sent, g_bytes_get_size (body));
  /* Where a model's thoughts come first, a form may keep it from ever answering. */
  if (*reply->text == '\0' && reply->call == NULL && ask_openai_body_free_form (&sending->form, chat))
    {
      sending->again = TRUE;
      return NULL;
    }
  return g_steal_pointer (&reply);
}

/*
 * ask_openai_post:
 *
 * Returns: (transfer full): what came with a status of success
 */
AskHttpResponse *
ask_openai_post (AskOpenai *self, const char *url, GBytes *body, gsize max_bytes, GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (AskHttp) http = make_http (self);
  g_autoptr (GPtrArray) headers = make_headers (self);
  g_autoptr (GError) failure = NULL;
  AskHttpRequest request = {
    .method = "POST",
    .url = url,
    .headers = headers,
    .body = body,
    .content_type = "application/json",
    .max_bytes = max_bytes,
    .retry_server_errors = TRUE,
    .kind = "embeddings",
  };
  g_autoptr (AskHttpResponse) response = ask_http_send (http, &request, NULL, NULL, cancellable, &failure);
  g_autoptr (AskOpenaiFault) fault = NULL;

  if (response == NULL)
    {
      ask_openai_fault_set_from_http (error, failure);
      return NULL;
    }
  if (response->status >= 200 && response->status <= 299)
    return g_steal_pointer (&response);
  fault = ask_openai_fault_read (response);
  fault->embeds = TRUE;
  ask_openai_fault_set (error, self->origin, self->model, self->key, response->status, fault);
  return NULL;
}

/*
 * ask_openai_look:
 * @body: (nullable): JSON to be posted; %NULL for a GET
 *
 * One short request, once.
 *
 * Returns: (transfer full): what came, with whatever status
 */
AskHttpResponse *
ask_openai_look (AskOpenai *self, const char *url, GBytes *body, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskHttp) http = make_http (self);
  g_autoptr (GPtrArray) headers = make_headers (self);
  g_autoptr (GError) failure = NULL;
  AskHttpRequest request = {
    .method = body != NULL ? "POST" : "GET",
    .url = url,
    .headers = headers,
    .body = body,
    .content_type = body != NULL ? "application/json" : NULL,
    .time_out_ms = MIN (self->time_out_ms, LOOK_TIME_OUT_MS),
    .max_tries = 1,
    .max_bytes = MAX_MODELS_BYTES,
    .kind = "model",
  };
  AskHttpResponse *response = ask_http_send (http, &request, NULL, NULL, cancellable, &failure);

  if (response == NULL)
    ask_openai_fault_set_from_http (error, failure);
  return response;
}

/*
 * ask_openai_set_fault:
 * @model: (nullable): that was asked for
 * @response: with a status that is no success
 *
 * Sets an error in plain words.
 */
void
ask_openai_set_fault (AskOpenai *self, const char *model, const AskHttpResponse *response, GError **error)
{
  g_autoptr (AskOpenaiFault) fault = ask_openai_fault_read (response);

  ask_openai_fault_set (error, self->origin, model, self->key, response->status, fault);
}

/* ask_openai_get_models_url: Returns: (transfer none): where models are listed */
const char *
ask_openai_get_models_url (AskOpenai *self)
{
  return self->models_url;
}

/* ask_openai_get_origin: Returns: (transfer none): the server, without a path */
const char *
ask_openai_get_origin (AskOpenai *self)
{
  return self->origin;
}

/* ask_openai_get_embeddings_url: Returns: (transfer none): where vectors are made */
const char *
ask_openai_get_embeddings_url (AskOpenai *self)
{
  return self->embeddings_url;
}

/**
 * ask_openai_get_url:
 * @self: a server
 *
 * Returns: (transfer none): where it is asked
 */
const char *
ask_openai_get_url (AskOpenai *self)
{
  return self->chat_url;
}

/**
 * ask_openai_set_kind:
 * @self: a server
 * @kind: which program it is, as of ask_openai_describe(); it is asked for what this one is known to have
 */
void
ask_openai_set_kind (AskOpenai *self, AskServerKind kind)
{
  self->body.kind = kind;
}

/**
 * ask_openai_dup_refused:
 * @self: a server
 *
 * Returns: (transfer full): what it has refused and is not sent any more: names of parameters, separated by commas;
 *   "json_schema" and "json_object" are those of response_format
 */
char *
ask_openai_dup_refused (AskOpenai *self)
{
  return ask_openai_body_dup_refused (&self->body);
}

/**
 * ask_openai_set_refused:
 * @self: a server
 * @refused: (nullable): as of ask_openai_dup_refused(), of an earlier time; %NULL to try everything anew
 */
void
ask_openai_set_refused (AskOpenai *self, const char *refused)
{
  ask_openai_body_set_refused (&self->body, refused);
}

/* Ollama forgets a model after five minutes, and loading it takes as long as an answer. Its chat completions do not take
 * a time to keep it; its own protocol does, for whoever asks. */
static void
keep_alive (AskOpenai *self, GCancellable *cancellable)
{
  g_autofree char *url = ask_openai_url_native (self->chat_url, "/api/generate");
  g_autoptr (GString) json = g_string_new ("{\"model\":");
  g_autoptr (GBytes) body = NULL;
  g_autoptr (AskHttpResponse) response = NULL;
  g_autoptr (GError) failure = NULL;

  ask_json_append_string (json, self->model, -1);
  g_string_append (json, ",\"keep_alive\":\"" KEEP_ALIVE "\"}");
  body = g_string_free_to_bytes (g_steal_pointer (&json));
  response = ask_openai_look (self, url, body, cancellable, &failure);
  if (response == NULL)
    g_debug ("The model is not kept in memory: %s", failure->message);
}

static AskReply *
ask_openai_chat (AskModel *model, const AskChat *chat, GCancellable *cancellable, GError **error)
{
  AskOpenai *self = ASK_OPENAI (model);
  Sending sending = { .again = TRUE };
  gboolean keep;
  AskReply *reply = NULL;

  g_mutex_lock (&self->lock);
  sending.form = self->body;
  g_mutex_unlock (&self->lock);
  /* Each round leaves one more parameter out, so there are only so many. */
  while (sending.again)
    {
      sending.again = FALSE;
      reply = send_chat (self, &sending, chat, cancellable, error);
    }
  /* Where it fails all the same, something else was the matter. */
  if (reply == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  self->body.unwanted |= sending.form.unwanted;
  keep = self->body.kind == ASK_SERVER_OLLAMA && !self->is_kept;
  self->is_kept = self->is_kept || keep;
  g_mutex_unlock (&self->lock);
  if (keep)
    keep_alive (self, cancellable);
  return reply;
}

/* Returns: (nullable): the names, where the body is a list of models: {"data":[{"id"}]}, or
 * {"models":[{"name"}]} */
static GPtrArray *
read_models (GBytes *body)
{
  gsize length = 0;
  const char *data = g_bytes_get_data (body, &length);
  g_autoptr (JsonNode) root = data != NULL ? ask_json_parse (data, (gssize) length, NULL) : NULL;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;

  JsonArray *list = ask_json_get_array (json_node_get_object (root), "data");
  GPtrArray *names = NULL;

  if (list == NULL)
    list = ask_json_get_array (json_node_get_object (root), "models");
  if (list == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *entry = ask_json_element_object (list, i);
      const char *name = entry != NULL ? ask_json_get_string (entry, "id") : NULL;

      if (name == NULL && entry != NULL)
        name = ask_json_get_string (entry, "name");
      if (name != NULL)
        g_ptr_array_add (names, g_strdup (name));
    }
  return names;
}

/*
 * ask_openai_is_same_model:
 * @listed: as the server lists it
 *
 * Returns: whether it is what a person calls @name: Ollama means ":latest" where no tag is given; Google lists
 *   "models/NAME"
 */
gboolean
ask_openai_is_same_model (const char *listed, const char *name)
{
  g_autofree char *latest = g_strconcat (name, ":latest", NULL);

  return g_str_equal (listed, name) || g_str_equal (listed, latest)
         || (g_str_has_prefix (listed, "models/") && g_str_equal (listed + strlen ("models/"), name));
}

static gboolean
is_listed (GPtrArray *names, const char *model)
{
  for (guint i = 0; i < names->len; i++)
    if (ask_openai_is_same_model (names->pdata[i], model))
      return TRUE;
  return FALSE;
}

static int
compare_by_distance (gconstpointer a, gconstpointer b, gpointer wanted)
{
  const char *left = *(const char *const *) a;
  const char *right = *(const char *const *) b;
  g_autofree char *folded = ask_text_fold (wanted);
  g_autofree char *folded_left = ask_text_fold (left);
  g_autofree char *folded_right = ask_text_fold (right);
  guint left_distance = ask_text_edit_distance (folded, folded_left);
  guint right_distance = ask_text_edit_distance (folded, folded_right);

  /* "llama3" is nearer to "llama3.1:70b-instruct" than its length tells. */
  if (g_str_has_prefix (folded_left, folded))
    left_distance = MIN (left_distance, 1);
  if (g_str_has_prefix (folded_right, folded))
    right_distance = MIN (right_distance, 1);
  if (left_distance != right_distance)
    return left_distance < right_distance ? -1 : 1;
  return strcmp (left, right);
}

static void
set_not_listed (AskOpenai *self, GPtrArray *names, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (names->len == 0)
    {
      ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_NO_MODEL,
                     N_ ("The server %s has no model “%s”; it has none at all. Load one there first."), self->origin,
                     self->model);
      return;
    }
  g_ptr_array_sort_with_data (names, compare_by_distance, self->model);
  for (guint i = 0; i < MIN (names->len, MAX_NAMED_MODELS); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", (const char *) g_ptr_array_index (names, i));
  if (names->len > MAX_NAMED_MODELS)
    g_string_append_printf (list, " and %u more", names->len - MAX_NAMED_MODELS);
  ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_NO_MODEL, N_ ("The server %s has no model “%s”. It has %s."),
                 self->origin, self->model, list->str);
}

static gboolean
test_by_chat (AskOpenai *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autoptr (AskReply) reply = NULL;

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, "Say OK."));
  reply = ask_openai_chat (ASK_MODEL (self), &(AskChat) { .messages = messages, .max_tokens = 1 }, cancellable, error);
  return reply != NULL;
}

static gboolean
ask_openai_test (AskModel *model, GCancellable *cancellable, GError **error)
{
  AskOpenai *self = ASK_OPENAI (model);
  g_autoptr (AskHttp) http = make_http (self);
  g_autoptr (GPtrArray) headers = make_headers (self);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GError) failure = NULL;
  AskHttpRequest request = { .url = self->models_url,
                             .headers = headers,
                             .max_bytes = MAX_MODELS_BYTES,
                             .retry_server_errors = TRUE,
                             .kind = "model" };
  g_autoptr (AskHttpResponse) response = ask_http_send (http, &request, NULL, NULL, cancellable, &failure);

  if (response == NULL)
    {
      ask_openai_fault_set_from_http (error, failure);
      return FALSE;
    }
  if (response->status == 401 || response->status == 403)
    {
      g_autoptr (AskOpenaiFault) fault = ask_openai_fault_read (response);

      ask_openai_fault_set (error, self->origin, self->model, self->key, response->status, fault);
      return FALSE;
    }
  if (response->status == 200)
    names = read_models (response->body);
  if (names != NULL && !is_listed (names, self->model))
    {
      set_not_listed (self, names, error);
      return FALSE;
    }
  /* Hosted services show their list to everybody, so only a chat proves a key. Without one, the
   * list is enough: a chat could make a local server load the model for a minute. */
  if (names != NULL && self->key == NULL)
    return TRUE;
  return test_by_chat (self, cancellable, error);
}

static void
ask_openai_model_init (AskModelInterface *iface)
{
  iface->get_name = ask_openai_get_name;
  iface->chat = ask_openai_chat;
  iface->test = ask_openai_test;
}

/**
 * ask_openai_new:
 * @options: copied
 * @error: %ASK_LLM_ERROR_CONFIG where the URL is none, no model is named, or the key can't be sent
 *
 * Opens no connection. One call at a time; each on any thread.
 *
 * Returns: (transfer full): a model, or %NULL
 */
AskModel *
ask_openai_new (const AskOpenaiOptions *options, GError **error)
{
  g_return_val_if_fail (options != NULL, NULL);

  g_autoptr (AskOpenai) self = g_object_new (ASK_TYPE_OPENAI, NULL);

  self->chat_url = ask_openai_url_new (options->url, "/chat/completions", &self->origin, error);
  if (self->chat_url == NULL)
    return NULL;
  self->models_url = ask_openai_url_new (options->url, "/models", NULL, NULL);
  self->embeddings_url = ask_openai_url_new (options->url, "/embeddings", NULL, NULL);

  self->model = g_strstrip (g_strdup (options->model != NULL ? options->model : ""));
  if (*self->model == '\0')
    {
      ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                     N_ ("No model is named. Say which model of %s is to answer."), self->origin);
      return NULL;
    }

  /* A key that was read from a file often ends in a line break. */
  self->key = options->key != NULL ? g_strstrip (g_strdup (options->key)) : NULL;
  if (self->key != NULL && *self->key == '\0')
    g_clear_pointer (&self->key, g_free);
  for (const char *c = self->key; c != NULL && *c != '\0'; c++)
    if (!g_ascii_isgraph (*c))
      {
        ask_error_set_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                               N_ ("The model's key has a space, a line break or a foreign letter in it. "
                                   "Copy it once more."));
        return NULL;
      }

  self->body.stream = options->stream;
  self->body.model = self->model;
  self->time_out_ms = options->time_out_ms > 0                  ? options->time_out_ms
                      : ask_openai_url_is_near (self->chat_url) ? NEAR_TIME_OUT_MS
                                                                : DEFAULT_TIME_OUT_MS;
  self->max_reply_bytes = options->max_reply_bytes > 0 ? options->max_reply_bytes : DEFAULT_MAX_REPLY_BYTES;
  self->max_tries = options->max_tries > 0 ? options->max_tries : DEFAULT_MAX_TRIES;
  return ASK_MODEL (g_steal_pointer (&self));
}

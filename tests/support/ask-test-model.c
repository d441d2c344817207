/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scripted language model behind real HTTP. Everything that reaches it is kept as raw bytes, so
 * that a test can look for what should never have left.
 */
#include "config.h"

#include "support/ask-test-model.h"

#include <string.h>

#include "base/ask-json.h"

struct _AskTestModel
{
  AskTestServer *server;
  char *url;

  GMutex lock; /* everything below */
  GStrv replies;
  guint next;
  AskTestModelFunc func;
  gpointer user_data;
  char *key;
  GStrv names;
  gsize text_bytes;
  gsize wire_bytes;
  guint n_chats;
  guint dims; /* 0: this server makes no embeddings */
  GStrv alike;
  AskTestForm json;
  AskTestForm tools;
};

/* What is said: text, or calls, each a name and its arguments. */
typedef struct
{
  char *text;
  GPtrArray *calls; /* char *: name, arguments, name, … */
  const char *end;
} Said;

static void
said_clear (Said *self)
{
  g_free (self->text);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Said, said_clear)

static void
reply_error (AskTestReply *reply, guint status, const char *message, const char *code)
{
  g_autoptr (GString) json = g_string_new ("{\"error\":{\"message\":");

  ask_json_append_string (json, message, -1);
  g_string_append (json, ",\"type\":\"invalid_request_error\",\"code\":");
  ask_json_append_string (json, code, -1);
  g_string_append (json, "}}");
  ask_test_reply_set (reply, status, "application/json", json->str, (gssize) json->len);
}

static void
reply_models (AskTestModel *self, AskTestReply *reply)
{
  g_autoptr (GString) json = g_string_new ("{\"object\":\"list\",\"data\":[");

  for (guint i = 0; self->names[i] != NULL; i++)
    {
      g_string_append (json, i > 0 ? ",{\"id\":" : "{\"id\":");
      ask_json_append_string (json, self->names[i], -1);
      g_string_append (json, ",\"object\":\"model\"}");
    }
  g_string_append (json, "]}");
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

static const char *
get_last_user (JsonObject *request)
{
  JsonArray *messages = ask_json_get_array (request, "messages");
  const char *last = NULL;

  for (guint i = 0; messages != NULL && i < json_array_get_length (messages); i++)
    {
      JsonObject *message = ask_json_element_object (messages, i);

      if (message != NULL && ask_json_get_string (message, "role") != NULL
          && g_strv_contains ((const char *const[]) { "user", "tool", NULL }, ask_json_get_string (message, "role")))
        last = ask_json_get_string (message, "content");
    }
  return last != NULL ? last : "";
}

static char *
make_text (AskTestModel *self, JsonObject *request)
{
  if (self->func != NULL)
    return self->func (get_last_user (request), request, self->user_data);
  if (self->replies == NULL || self->replies[self->next] == NULL)
    return NULL;
  return g_strdup (self->replies[self->next++]);
}

static void
add_call (Said *said, const char *name, const char *arguments)
{
  g_ptr_array_add (said->calls, g_strdup (name));
  g_ptr_array_add (said->calls, g_strdup (arguments));
}

/* What stands behind @label, up to the next label of a turn. Returns: (transfer full) (nullable) */
static char *
find_part (const char *text, const char *label)
{
  static const char *const labels[] = { "\nAction:",          "\nAction Input:", "\nFinal Answer:",           "\nSentence:",
                                        "\nI don't know:", "\nFrom the question:", "\nFrom general knowledge:", NULL };
  const char *at = g_str_has_prefix (text, label) ? text : NULL;
  g_autofree char *inner = g_strconcat ("\n", label, NULL);
  const char *end;

  if (at == NULL && (at = strstr (text, inner)) != NULL)
    at++;
  if (at == NULL)
    return NULL;
  at += strlen (label);
  end = at + strlen (at);
  for (guint i = 0; labels[i] != NULL; i++)
    {
      const char *next = strstr (at, labels[i]);

      if (next != NULL && next < end)
        end = next;
    }
  return g_strstrip (g_strndup (at, (gsize) (end - at)));
}

/* @member: (nullable): of the tool's arguments, what takes the input */
static char *
read_action (const char *text, const char **member, char **input)
{
  static const char *const ends[][3] = { { "Final Answer:", "final_answer", "sql" },
                                         { "I don't know:", "i_dont_know", "reason" },
                                         { "From the question:", "from_the_question", "answer" },
                                         { "From general knowledge:", "from_general_knowledge", "answer" } };
  g_autofree char *action = find_part (text, "Action:");

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if ((*input = find_part (text, ends[i][0])) != NULL)
      {
        *member = ends[i][2];
        return g_strdup (ends[i][1]);
      }
  *input = find_part (text, "Action Input:");
  *member = g_strcmp0 (action, "query") == 0       ? "sql"
            : g_strcmp0 (action, "show_rows") == 0 ? "step"
                                                   : "entities";
  return g_steal_pointer (&action);
}

static void
append_member (GString *json, const char *name, const char *text)
{
  g_string_append_printf (json, "%s\"%s\":", json->len > 1 ? "," : "", name);
  ask_json_append_string (json, text != NULL ? text : "", -1);
}

/* Says in another form what the script says in plain text; what is no turn stays as it is. */
static void
speak (Said *said, const char *text, gboolean tools)
{
  const char *member;
  g_autofree char *input = NULL;
  g_autofree char *thought = find_part (text, "Thought:");
  g_autofree char *sentence = find_part (text, "Sentence:");
  g_autofree char *action = read_action (text, &member, &input);
  g_autoptr (GString) json = g_string_new ("{");

  if (action == NULL)
    return;
  append_member (json, "thought", thought);
  if (!tools)
    append_member (json, "action", action);
  append_member (json, tools ? member : "input", input);
  append_member (json, "sentence", sentence);
  g_string_append_c (json, '}');
  if (tools)
    {
      add_call (said, action, json->str);
      g_clear_pointer (&said->text, g_free);
      return;
    }
  g_free (said->text);
  said->text = g_strdup (json->str);
}

static void
read_said (AskTestModel *self, JsonObject *request, const char *text, Said *said)
{
  gboolean json = self->json == ASK_TEST_FORM_SPOKEN && json_object_has_member (request, "response_format");
  gboolean tools = self->tools == ASK_TEST_FORM_SPOKEN && json_object_has_member (request, "tools");
  g_auto (GStrv) lines = NULL;

  said->calls = g_ptr_array_new_with_free_func (g_free);
  said->end = "stop";
  if (g_str_has_prefix (text, "cut "))
    {
      said->end = "length";
      text += strlen ("cut ");
    }
  said->text = g_strdup (text);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; g_str_has_prefix (text, "call ") && lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 3);

      add_call (said, words[1], words[2] != NULL ? words[2] : "");
      g_clear_pointer (&said->text, g_free);
    }
  if (said->text != NULL && (json || tools))
    speak (said, text, tools);
  if (said->calls->len > 0 && strcmp (said->end, "stop") == 0)
    said->end = "tool_calls";
}

/* The next piece: at whole characters, since a JSON string can't hold half of one. */
static const char *
find_piece (AskTestModel *self, const char *at)
{
  const char *end = at;

  do
    end = g_utf8_next_char (end);
  while (*end != '\0' && (gsize) (end - at) < self->text_bytes);
  return end;
}

static void
stream_call (AskTestModel *self, GString *events, guint index, const char *name, const char *arguments)
{
  g_string_append_printf (events,
                          "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":%u,\"id\":\"id_%u\","
                          "\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":\"\"}}]}}]}\n\n",
                          index, index, name);
  for (const char *at = arguments, *end; *at != '\0'; at = end)
    {
      end = find_piece (self, at);
      g_string_append_printf (events,
                              "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":%u,\"function\":"
                              "{\"arguments\":",
                              index);
      ask_json_append_string (events, at, end - at);
      g_string_append (events, "}}]}}]}\n\n");
    }
}

static void
stream_said (AskTestModel *self, AskTestReply *reply, const Said *said, gsize n_prompt)
{
  g_autoptr (GString) events = g_string_new (": a comment\n\n");

  g_string_append (events, "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
                           "\"content\":\"\"}}]}\n\n");
  for (const char *at = said->text, *end; at != NULL && *at != '\0'; at = end)
    {
      end = find_piece (self, at);
      g_string_append (events, "data: {\"object\":\"chat.completion.chunk\",\"choices\":"
                               "[{\"index\":0,\"delta\":{\"content\":");
      ask_json_append_string (events, at, end - at);
      g_string_append (events, "},\"finish_reason\":null}]}\n\n");
    }
  for (guint i = 0; i < said->calls->len; i += 2)
    stream_call (self, events, i / 2, said->calls->pdata[i], said->calls->pdata[i + 1]);
  g_string_append_printf (events, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"%s\"}]}\n\n",
                          said->end);
  g_string_append_printf (events,
                          "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":%zu,"
                          "\"completion_tokens\":%zu}}\n\ndata: [DONE]\n\n",
                          n_prompt, (said->text != NULL ? strlen (said->text) : 0) / 4 + 1);
  ask_test_reply_set (reply, 200, "text/event-stream", events->str, (gssize) events->len);
  reply->chunked = TRUE;
  reply->piece = self->wire_bytes;
}

static void
reply_said (AskTestReply *reply, const Said *said, gsize n_prompt)
{
  g_autoptr (GString) json = g_string_new ("{\"object\":\"chat.completion\",\"choices\":"
                                           "[{\"index\":0,\"message\":{\"role\":\"assistant\","
                                           "\"content\":");

  if (said->text != NULL)
    ask_json_append_string (json, said->text, -1);
  else
    g_string_append (json, "null");
  for (guint i = 0; i < said->calls->len; i += 2)
    {
      g_string_append_printf (json, "%s{\"id\":\"id_%u\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":",
                              i == 0 ? ",\"tool_calls\":[" : ",", i / 2, (char *) said->calls->pdata[i]);
      ask_json_append_string (json, said->calls->pdata[i + 1], -1);
      g_string_append (json, i + 2 == said->calls->len ? "}}]" : "}}");
    }
  g_string_append_printf (json,
                          "},\"finish_reason\":\"%s\"}],\"usage\":{\"prompt_tokens\":%zu,"
                          "\"completion_tokens\":%zu}}",
                          said->end, n_prompt, (said->text != NULL ? strlen (said->text) : 0) / 4 + 1);
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

/* Returns: whether the server does not take what is asked for, and has said so */
static gboolean
refuse (AskTestForm form, JsonObject *request, const char *field, AskTestReply *reply)
{
  g_autofree char *words = g_strdup_printf ("Unsupported parameter: %s", field);

  if (form < ASK_TEST_FORM_REFUSED || !json_object_has_member (request, field))
    return FALSE;
  reply_error (reply, 400, form == ASK_TEST_FORM_REFUSED ? words : "Bad request.", "bad_request");
  return TRUE;
}

static void
reply_chat (AskTestModel *self, const AskTestRequest *request, AskTestReply *reply)
{
  gsize length = 0;
  const char *data = g_bytes_get_data (request->body, &length);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = ask_json_parse (data != NULL ? data : "", (gssize) length, &error);

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      reply_error (reply, 400, "The body is not a JSON object.", "bad_request");
      return;
    }

  JsonObject *object = json_node_get_object (root);
  const char *model = ask_json_get_string (object, "model");

  if (model == NULL || !g_strv_contains ((const char *const *) self->names, model))
    {
      reply_error (reply, 404, "The model does not exist.", "model_not_found");
      return;
    }

  /* A chat of one token asks whether anybody is there, and is no part of the script. */
  if (ask_json_get_integer (object, "max_tokens", 0) == 1)
    {
      g_auto (Said) ok = { 0 };

      read_said (self, object, "OK", &ok);
      reply_said (reply, &ok, length / 4);
      return;
    }
  if (refuse (self->json, object, "response_format", reply) || refuse (self->tools, object, "tools", reply))
    return;

  g_autofree char *text = make_text (self, object);
  g_auto (Said) said = { 0 };

  self->n_chats++;
  if (text == NULL)
    reply_error (reply, 400, "The script has no reply left.", "script_over");
  else
    {
      read_said (self, object, text, &said);
      if (ask_json_get_boolean (object, "stream", FALSE))
        stream_said (self, reply, &said, length / 4);
      else
        reply_said (reply, &said, length / 4);
    }
}

/* A word, or what stands for it, counts in one place. */
static void
append_vector (AskTestModel *self, const char *text, GString *json)
{
  g_autofree guint *counts = g_new0 (guint, self->dims);
  g_autofree char *folded = g_ascii_strdown (text, -1);
  g_auto (GStrv) words = g_strsplit_set (folded, " ,.;:?_", -1);

  for (guint w = 0; words[w] != NULL; w++)
    {
      const char *word = words[w];

      for (guint a = 0; self->alike != NULL && self->alike[a] != NULL; a += 2)
        if (g_str_equal (self->alike[a], word))
          word = self->alike[a + 1];
      if (*word != '\0')
        counts[g_str_hash (word) % self->dims]++;
    }
  for (guint d = 0; d < self->dims; d++)
    g_string_append_printf (json, "%s%u.5", d > 0 ? "," : "", counts[d]);
}

static void
reply_embeddings (AskTestModel *self, const AskTestRequest *request, AskTestReply *reply)
{
  gsize length = 0;
  const char *data = g_bytes_get_data (request->body, &length);
  g_autoptr (JsonNode) root = ask_json_parse (data != NULL ? data : "", (gssize) length, NULL);
  JsonArray *input = root != NULL ? ask_json_get_array (json_node_get_object (root), "input") : NULL;
  g_autoptr (GString) json = g_string_new ("{\"object\":\"list\",\"data\":[");

  if (input == NULL)
    {
      reply_error (reply, 400, "The body has no input.", "bad_request");
      return;
    }
  for (guint i = 0; i < json_array_get_length (input); i++)
    {
      g_string_append_printf (json, "%s{\"object\":\"embedding\",\"index\":%u,\"embedding\":[", i > 0 ? "," : "", i);
      append_vector (self, json_array_get_string_element (input, i), json);
      g_string_append (json, "]}");
    }
  g_string_append_printf (json, "],\"usage\":{\"prompt_tokens\":%zu}}", length / 4);
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

static void
handle (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  AskTestModel *self = data;
  const char *authorization = ask_test_request_get_header (request, "authorization");

  g_mutex_lock (&self->lock);
  g_autofree char *wanted
      = self->key != NULL ? g_strconcat ("Bearer ", self->key, NULL) : NULL;

  if (wanted != NULL && g_strcmp0 (wanted, authorization) != 0)
    reply_error (reply, 401, "Incorrect API key provided.", "invalid_api_key");
  else if (g_str_equal (request->path, "/v1/models") && g_str_equal (request->method, "GET"))
    reply_models (self, reply);
  else if (g_str_equal (request->path, "/v1/chat/completions")
           && g_str_equal (request->method, "POST"))
    reply_chat (self, request, reply);
  else if (g_str_equal (request->path, "/v1/embeddings") && self->dims > 0)
    reply_embeddings (self, request, reply);
  else
    ask_test_reply_set (reply, 404, "text/plain", "404 page not found", -1);
  g_mutex_unlock (&self->lock);
}

static AskTestModel *
model_new (void)
{
  static const char *const names[] = { "scripted", NULL };
  AskTestModel *self = g_new0 (AskTestModel, 1);

  g_mutex_init (&self->lock);
  self->names = g_strdupv ((char **) names);
  self->text_bytes = 7;
  self->server = ask_test_server_new (handle, self);
  self->url = ask_test_server_dup_url (self->server, "/v1");
  return self;
}

/**
 * ask_test_model_new:
 * @replies: (array zero-terminated=1): given in this order; after the last one, an error
 *
 * Returns: (transfer full): a running server with one model, "scripted"
 */
AskTestModel *
ask_test_model_new (const char *const *replies)
{
  AskTestModel *self = model_new ();

  g_mutex_lock (&self->lock);
  self->replies = g_strdupv ((char **) replies);
  g_mutex_unlock (&self->lock);
  return self;
}

/**
 * ask_test_model_new_func:
 * @func: makes each reply
 * @user_data: for @func
 *
 * Returns: (transfer full): a running server with one model, "scripted"
 */
AskTestModel *
ask_test_model_new_func (AskTestModelFunc func, gpointer user_data)
{
  AskTestModel *self = model_new ();

  g_mutex_lock (&self->lock);
  self->func = func;
  self->user_data = user_data;
  g_mutex_unlock (&self->lock);
  return self;
}

/**
 * ask_test_model_free:
 * @self: (nullable): to stop
 */
void
ask_test_model_free (AskTestModel *self)
{
  if (self == NULL)
    return;
  ask_test_server_free (self->server);
  g_free (self->url);
  g_strfreev (self->replies);
  g_strfreev (self->names);
  g_strfreev (self->alike);
  g_free (self->key);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * ask_test_model_get_url:
 * @self: a model
 *
 * Returns: (transfer none): "http://127.0.0.1:PORT/v1"
 */
const char *
ask_test_model_get_url (AskTestModel *self)
{
  return self->url;
}

/**
 * ask_test_model_get_server:
 * @self: a model
 *
 * Returns: (transfer none): the server; replies added to its paths come first
 */
AskTestServer *
ask_test_model_get_server (AskTestModel *self)
{
  return self->server;
}

/**
 * ask_test_model_set_key:
 * @self: a model
 * @key: (nullable): whoever does not send it gets 401
 */
void
ask_test_model_set_key (AskTestModel *self, const char *key)
{
  g_mutex_lock (&self->lock);
  g_free (self->key);
  self->key = g_strdup (key);
  g_mutex_unlock (&self->lock);
}

/**
 * ask_test_model_set_names:
 * @self: a model
 * @names: (array zero-terminated=1): the models that there are
 */
void
ask_test_model_set_names (AskTestModel *self, const char *const *names)
{
  g_mutex_lock (&self->lock);
  g_strfreev (self->names);
  self->names = g_strdupv ((char **) names);
  g_mutex_unlock (&self->lock);
}

/**
 * ask_test_model_set_pieces:
 * @self: a model
 * @text_bytes: of the reply in one event, at least one character
 * @wire_bytes: in one write, wherever that cuts; 0 for all at once
 */
void
ask_test_model_set_pieces (AskTestModel *self, gsize text_bytes, gsize wire_bytes)
{
  g_mutex_lock (&self->lock);
  self->text_bytes = text_bytes;
  self->wire_bytes = wire_bytes;
  g_mutex_unlock (&self->lock);
}

/**
 * ask_test_model_set_embeddings:
 * @self: a model
 * @dims: numbers of a vector; 0 for no embeddings
 * @alike: (nullable) (array zero-terminated=1): words in pairs, the first of which means the second
 */
void
ask_test_model_set_embeddings (AskTestModel *self, guint dims, const char *const *alike)
{
  g_mutex_lock (&self->lock);
  self->dims = dims;
  g_strfreev (self->alike);
  self->alike = g_strdupv ((char **) alike);
  g_mutex_unlock (&self->lock);
}

/**
 * ask_test_model_set_forms:
 * @self: a model
 * @json: what it makes of "response_format"
 * @tools: what it makes of "tools"
 */
void
ask_test_model_set_forms (AskTestModel *self, AskTestForm json, AskTestForm tools)
{
  g_mutex_lock (&self->lock);
  self->json = json;
  self->tools = tools;
  g_mutex_unlock (&self->lock);
}

/**
 * ask_test_model_get_n_chats:
 * @self: a model
 *
 * Returns: how many chats it was asked for, with a model that there is and the right key
 */
guint
ask_test_model_get_n_chats (AskTestModel *self)
{
  g_mutex_lock (&self->lock);
  guint n = self->n_chats;
  g_mutex_unlock (&self->lock);
  return n;
}

/**
 * ask_test_model_dup_received:
 * @self: a model
 *
 * Returns: (transfer full): every byte that reached it, request lines and headers too
 */
GBytes *
ask_test_model_dup_received (AskTestModel *self)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (self->server);
  GByteArray *all = g_byte_array_new ();

  for (guint i = 0; i < requests->len; i++)
    {
      const AskTestRequest *request = g_ptr_array_index (requests, i);
      gsize length = 0;
      const guint8 *data = g_bytes_get_data (request->raw, &length);

      g_byte_array_append (all, data, (guint) length);
    }
  return g_byte_array_free_to_bytes (all);
}

/**
 * ask_test_model_received:
 * @self: a model
 * @text: not empty
 *
 * Returns: whether @text is anywhere in what reached it
 */
gboolean
ask_test_model_received (AskTestModel *self, const char *text)
{
  g_autoptr (GBytes) all = ask_test_model_dup_received (self);
  gsize length = 0;
  const char *data = g_bytes_get_data (all, &length);

  return data != NULL && memmem (data, length, text, strlen (text)) != NULL;
}

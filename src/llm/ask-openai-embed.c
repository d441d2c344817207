/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Vectors of texts, by a server that has /v1/embeddings. A reply that has not one vector for each text, all of one
 * length, is none.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-json.h"

#include "base/ask-error.h"
#include "llm/ask-openai-fault.h"
#include "llm/ask-openai-private.h"

#define MAX_DIMS 8192
/* A number with its comma and blanks; some servers write a line for each. */
#define NUMBER_BYTES 40

/**
 * ask_embedding_free:
 * @self: (nullable): vectors
 */
void
ask_embedding_free (AskEmbedding *self)
{
  if (self == NULL)
    return;
  g_free (self->numbers);
  g_free (self->host);
  g_free (self);
}

static GBytes *
make_body (AskOpenai *self, GPtrArray *texts)
{
  g_autoptr (GString) json = g_string_new ("{\"model\":");

  ask_json_append_string (json, ask_model_get_name (ASK_MODEL (self)), -1);
  g_string_append (json, ",\"input\":[");
  for (guint i = 0; i < texts->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      ask_json_append_string (json, texts->pdata[i], -1);
    }
  g_string_append (json, "]}");
  return g_string_free_to_bytes (g_steal_pointer (&json));
}

/* Returns: whether the vector is one, and as long as those before */
static gboolean
take_vector (AskEmbedding *self, JsonObject *entry, guint place)
{
  JsonArray *numbers = entry != NULL ? ask_json_get_array (entry, "embedding") : NULL;
  guint dims = numbers != NULL ? json_array_get_length (numbers) : 0;

  if (dims == 0 || dims > MAX_DIMS || (self->dims != 0 && self->dims != dims))
    return FALSE;
  if (self->dims == 0)
    {
      self->dims = dims;
      self->numbers = g_new0 (float, (gsize) self->n *dims);
    }
  for (guint d = 0; d < dims; d++)
    {
      JsonNode *node = json_array_get_element (numbers, d);
      double number;

      if (!JSON_NODE_HOLDS_VALUE (node)
          || (json_node_get_value_type (node) != G_TYPE_DOUBLE && json_node_get_value_type (node) != G_TYPE_INT64))
        return FALSE;
      number = json_node_get_double (node);
      if (!isfinite (number) || fabs (number) > G_MAXFLOAT)
        return FALSE;
      self->numbers[(gsize) place * dims + d] = (float) number;
    }
  return TRUE;
}

/* Entries say which text they are of, or stand in the texts' order. */
static gboolean
take_all (AskEmbedding *self, JsonArray *data)
{
  g_autofree gboolean *taken = g_new0 (gboolean, self->n + 1);

  if (json_array_get_length (data) != self->n)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    {
      JsonObject *entry = ask_json_element_object (data, i);
      gint64 place = i;

      if (entry != NULL && json_object_has_member (entry, "index"))
        {
          JsonNode *node = json_object_get_member (entry, "index");

          if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
            return FALSE;
          place = json_node_get_int (node);
        }
      if (place < 0 || place >= self->n || taken[place] || !take_vector (self, entry, (guint) place))
        return FALSE;
      taken[place] = TRUE;
    }
  return TRUE;
}

static AskEmbedding *
read_reply (AskOpenai *self, guint n, GBytes *body, GError **error)
{
  g_autoptr (AskEmbedding) embedding = g_new0 (AskEmbedding, 1);
  gsize length = 0;
  const char *text = g_bytes_get_data (body, &length);
  g_autoptr (JsonNode) root = text != NULL ? ask_json_parse (text, (gssize) length, NULL) : NULL;
  JsonObject *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonArray *data = object != NULL ? ask_json_get_array (object, "data") : NULL;
  JsonNode *usage = object != NULL ? json_object_get_member (object, "usage") : NULL;
  JsonNode *tokens = NULL;

  if (data == NULL)
    {
      ask_openai_fault_set_malformed (error, ask_openai_get_origin (self), text != NULL ? text : "", length);
      return NULL;
    }
  embedding->n = n;
  embedding->tokens = -1;
  if (!take_all (embedding, data))
    {
      ask_error_set (
        error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED,
        N_ ("The server %s did not send one vector of numbers for each of %u texts, all of one length. Check that "
            "“%s” is a model for embeddings."),
        ask_openai_get_origin (self), n, ask_model_get_name (ASK_MODEL (self)));
      return NULL;
    }
  if (usage != NULL && JSON_NODE_HOLDS_OBJECT (usage))
    tokens = json_object_get_member (json_node_get_object (usage), "prompt_tokens");
  if (tokens != NULL && JSON_NODE_HOLDS_VALUE (tokens) && json_node_get_value_type (tokens) == G_TYPE_INT64)
    embedding->tokens = json_node_get_int (tokens);
  return g_steal_pointer (&embedding);
}

/**
 * ask_openai_embed:
 * @self: a server, with the name of its model for embeddings
 * @texts: (element-type utf8): at least one
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError, or %G_IO_ERROR_CANCELLED; never holds a key
 *
 * Blocks. One call at a time, on any thread.
 *
 * Returns: (transfer full): a vector for each text
 */
AskEmbedding *
ask_openai_embed (AskOpenai *self, GPtrArray *texts, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) body = NULL;
  g_autoptr (AskHttpResponse) response = NULL;
  AskEmbedding *embedding;

  g_return_val_if_fail (ASK_IS_OPENAI (self) && texts != NULL && texts->len > 0, NULL);

  body = make_body (self, texts);
  response = ask_openai_post (self, ask_openai_get_embeddings_url (self), body,
                              (gsize) texts->len * MAX_DIMS * NUMBER_BYTES, cancellable, error);
  if (response == NULL)
    return NULL;
  embedding = read_reply (self, texts->len, response->body, error);
  if (embedding == NULL)
    return NULL;
  embedding->bytes_sent = (gint64) g_bytes_get_size (body);
  if (embedding->tokens < 0)
    embedding->tokens = (embedding->bytes_sent + 3) / 4;
  embedding->host = g_strdup (strstr (ask_openai_get_origin (self), "://") + strlen ("://"));
  return embedding;
}

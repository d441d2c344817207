/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model's server tells of itself. The list of models that all servers have says who made it; then that program is
 * asked in its own way: llama.cpp for /props, Ollama for /api/tags, /api/show and /api/ps, LM Studio for /api/v0/models.
 * Nobody is asked for long, and what cannot be learnt is left open.
 */
#include "config.h"

#include "llm/ask-openai-facts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "base/ask-number.h"
#include "llm/ask-openai-fault.h"
#include "llm/ask-openai-private.h"
#include "llm/ask-openai-url.h"

/* What Ollama loads a model with unless it is told otherwise, however much the model could read. */
#define OLLAMA_USUAL_LENGTH 4096

/* @owner: what the list of models says */
static const struct
{
  AskServerKind kind;
  const char *string;
  const char *program;
  const char *owner;
} kinds[] = {
  { ASK_SERVER_LLAMA_CPP, "llama.cpp", "llama.cpp", "llamacpp" },
  { ASK_SERVER_OLLAMA, "ollama", "Ollama", "library" },
  { ASK_SERVER_LM_STUDIO, "lm-studio", "LM Studio", "organization_owner" },
  { ASK_SERVER_VLLM, "vllm", "vLLM", "vllm" },
};

/** ask_server_kind_to_string: @kind: a program. Returns: (transfer none): as it is kept; "other" for %ASK_SERVER_OTHER */
const char *
ask_server_kind_to_string (AskServerKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == kind)
      return kinds[i].string;
  return "other";
}

/** ask_server_kind_from_string: @string: (nullable): as it was kept */
AskServerKind
ask_server_kind_from_string (const char *string)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].string, string) == 0)
      return kinds[i].kind;
  return ASK_SERVER_OTHER;
}

/** ask_server_kind_get_program: @kind: a program. Returns: (transfer none) (nullable): the program's name, for people */
const char *
ask_server_kind_get_program (AskServerKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == kind)
      return kinds[i].program;
  return NULL;
}

/**
 * ask_model_facts_new:
 * @kind: of the server
 * @name: of the model
 *
 * Returns: (transfer full): nothing more is known
 */
AskModelFacts *
ask_model_facts_new (AskServerKind kind, const char *name)
{
  AskModelFacts *self = g_new0 (AskModelFacts, 1);

  self->kind = kind;
  self->name = g_strdup (name);
  return self;
}

/**
 * ask_model_facts_free:
 * @self: (nullable): to free
 */
void
ask_model_facts_free (AskModelFacts *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->parameters);
  g_free (self->quantisation);
  g_free (self);
}

/**
 * ask_model_facts_to_words:
 * @self: what is known
 *
 * Returns: (transfer full): in the user's language: "8.0B parameters, Q4_K_M, 4.7 GB, reads 8,192 tokens"; empty where
 *   nothing is known
 */
char *
ask_model_facts_to_words (const AskModelFacts *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  if (self->parameters != NULL)
    /* Translators: a model's size as people write it: "8.0B". */
    g_ptr_array_add (words, g_strdup_printf (_ ("%s parameters"), self->parameters));
  if (self->quantisation != NULL)
    g_ptr_array_add (words, g_strdup (self->quantisation));
  if (self->bytes > 0)
    g_ptr_array_add (words, g_format_size (self->bytes));
  if (self->context_length > 0)
    {
      g_autofree char *count = ask_number_count (self->context_length);

      g_ptr_array_add (words, g_strdup_printf (_ ("reads %s tokens"), count));
    }
  g_ptr_array_add (words, NULL);
  return g_strjoinv (", ", (char **) words->pdata);
}

/* Returns: (nullable): the document, where the server sent one with a status of success */
static JsonNode *
read_document (const AskHttpResponse *response)
{
  g_autoptr (JsonNode) root = NULL;
  gsize length = 0;
  const char *data = response->body != NULL ? g_bytes_get_data (response->body, &length) : NULL;

  if (response->status < 200 || response->status > 299 || data == NULL)
    return NULL;
  root = ask_json_parse (data, (gssize) length, NULL);
  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? g_steal_pointer (&root) : NULL;
}

/* What a person reads who wanted the list: whose fault it is, and what to do. */
static void
set_no_list (AskOpenai *self, const AskHttpResponse *response, GError **error)
{
  gsize length = 0;
  const char *data = response->body != NULL ? g_bytes_get_data (response->body, &length) : NULL;

  if (response->status == 404 || response->status == 405)
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                   N_ ("The server %s lists no models at this address. The address usually ends in /v1."),
                   ask_openai_get_origin (self));
  else if (response->status < 200 || response->status > 299)
    ask_openai_set_fault (self, NULL, response, error);
  else
    ask_openai_fault_set_malformed (error, ask_openai_get_origin (self), data != NULL ? data : "", length);
}

static JsonNode *
look_at_list (AskOpenai *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskHttpResponse) response
    = ask_openai_look (self, ask_openai_get_models_url (self), NULL, cancellable, &failure);
  JsonNode *root = response != NULL ? read_document (response) : NULL;

  /* How much time a model has to think is no matter here. */
  if (g_error_matches (failure, ASK_LLM_ERROR, ASK_LLM_ERROR_TIMED_OUT))
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_TIMED_OUT,
                   N_ ("The server %s did not say in time which models it has. Check the model's address, or try "
                       "again."),
                   ask_openai_get_origin (self));
  else if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (root == NULL)
    set_no_list (self, response, error);
  return root;
}

/* What is nice to know: without it, it stays open. */
static JsonNode *
look_beside (AskOpenai *self, const char *path, const char *body, GCancellable *cancellable)
{
  g_autofree char *url = ask_openai_url_native (ask_openai_get_url (self), path);
  g_autoptr (GBytes) bytes = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskHttpResponse) response = ask_openai_look (self, url, bytes, cancellable, &failure);
  JsonNode *root = response != NULL ? read_document (response) : NULL;

  if (root == NULL)
    g_debug ("%s: %s", url, failure != NULL ? failure->message : "nothing to be read");
  return root;
}

static guint64
get_count (JsonObject *object, const char *member)
{
  return (guint64) MAX (ask_json_get_integer (object, member, 0), 0);
}

static void
take_string (char **place, JsonObject *object, const char *member)
{
  const char *text = object != NULL ? ask_json_get_string (object, member) : NULL;

  if (text != NULL && *text != '\0')
    {
      g_free (*place);
      *place = g_strdup (text);
    }
}

static AskModelFacts *
find_model (GPtrArray *models, const char *name)
{
  for (guint i = 0; name != NULL && i < models->len; i++)
    {
      AskModelFacts *facts = models->pdata[i];

      if (ask_openai_is_same_model (facts->name, name))
        return facts;
    }
  return NULL;
}

/* Hosted services say how much a model reads in as many ways as there are. */
static guint64
read_length (JsonObject *entry)
{
  static const char *const members[] = { "max_model_len", "context_length", "context_window", "max_context_length" };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (get_count (entry, members[i]) > 0)
      return get_count (entry, members[i]);
  return 0;
}

/* The list that all servers have. Returns: (element-type AskModelFacts); @kind is set where an owner tells */
static GPtrArray *
read_list (JsonObject *root, AskServerKind *kind)
{
  GPtrArray *models = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_model_facts_free);
  JsonArray *list = ask_json_get_array (root, "data");

  *kind = ASK_SERVER_OTHER;
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *entry = ask_json_element_object (list, i);
      const char *name = entry != NULL ? ask_json_get_string (entry, "id") : NULL;
      const char *owner = entry != NULL ? ask_json_get_string (entry, "owned_by") : NULL;
      JsonObject *meta = entry != NULL ? ask_json_get_object (entry, "meta") : NULL;
      AskModelFacts *facts;

      if (name == NULL)
        continue;
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        if (g_strcmp0 (owner, kinds[k].owner) == 0)
          *kind = kinds[k].kind;
      facts = ask_model_facts_new (ASK_SERVER_OTHER, name);
      facts->context_length = read_length (entry);
      if (meta != NULL)
        facts->bytes = get_count (meta, "size");
      if (meta != NULL && get_count (meta, "n_params") > 0)
        facts->parameters = g_strdup_printf ("%.1fB", (double) get_count (meta, "n_params") / 1e9);
      g_ptr_array_add (models, facts);
    }
  for (guint i = 0; i < models->len; i++)
    ((AskModelFacts *) models->pdata[i])->kind = *kind;
  return models;
}

/* llama.cpp serves one model; its length is that of one conversation. */
static void
look_at_llama_cpp (AskOpenai *self, GPtrArray *models, GCancellable *cancellable)
{
  g_autoptr (JsonNode) root = look_beside (self, "/props", NULL, cancellable);
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
  JsonObject *settings = object != NULL ? ask_json_get_object (object, "default_generation_settings") : NULL;
  JsonObject *caps = object != NULL ? ask_json_get_object (object, "chat_template_caps") : NULL;

  for (guint i = 0; i < models->len; i++)
    {
      AskModelFacts *facts = models->pdata[i];

      facts->context_length = settings != NULL ? get_count (settings, "n_ctx") : 0;
      facts->tools = caps != NULL && ask_json_get_boolean (caps, "supports_tools", FALSE);
    }
}

static void
take_details (AskModelFacts *facts, JsonObject *entry)
{
  JsonObject *details = ask_json_get_object (entry, "details");

  take_string (&facts->parameters, details, "parameter_size");
  take_string (&facts->quantisation, details, "quantization_level");
}

/* Returns: whether this is Ollama */
static gboolean
look_at_tags (AskOpenai *self, GPtrArray *models, GCancellable *cancellable)
{
  g_autoptr (JsonNode) root = look_beside (self, "/api/tags", NULL, cancellable);
  JsonArray *list = root != NULL ? ask_json_get_array (json_node_get_object (root), "models") : NULL;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *entry = ask_json_element_object (list, i);
      AskModelFacts *facts = entry != NULL ? find_model (models, ask_json_get_string (entry, "name")) : NULL;

      if (facts == NULL)
        continue;
      facts->bytes = get_count (entry, "size");
      take_details (facts, entry);
    }
  return list != NULL;
}

/* "num_ctx  8192" among the lines of a model's parameters; 0 for none */
static guint64
read_num_ctx (const char *parameters)
{
  g_auto (GStrv) lines = g_strsplit (parameters != NULL ? parameters : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (g_strstrip (lines[i]), "num_ctx") && g_ascii_isspace (lines[i][strlen ("num_ctx")]))
      return g_ascii_strtoull (lines[i] + strlen ("num_ctx"), NULL, 10);
  return 0;
}

static guint64
read_trained_length (JsonObject *info)
{
  g_autoptr (GList) members = info != NULL ? json_object_get_members (info) : NULL;

  for (GList *l = members; l != NULL; l = l->next)
    if (g_str_has_suffix (l->data, ".context_length"))
      return get_count (info, l->data);
  return 0;
}

/* With what a model is loaded that is in memory now; 0 where it is not, or an older server does not say. */
static guint64
look_at_loaded (AskOpenai *self, const char *name, GCancellable *cancellable)
{
  g_autoptr (JsonNode) root = look_beside (self, "/api/ps", NULL, cancellable);
  JsonArray *list = root != NULL ? ask_json_get_array (json_node_get_object (root), "models") : NULL;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *entry = ask_json_element_object (list, i);
      const char *listed = entry != NULL ? ask_json_get_string (entry, "name") : NULL;

      if (listed != NULL && ask_openai_is_same_model (listed, name))
        return get_count (entry, "context_length");
    }
  return 0;
}

/* Ollama cuts a prompt that is too long without a word, so what a model could read says little: what it is loaded with
 * counts. */
static void
look_at_ollama (AskOpenai *self, AskModelFacts *facts, GCancellable *cancellable)
{
  g_autoptr (GString) body = g_string_new ("{\"model\":");
  g_autoptr (JsonNode) root = NULL;
  JsonArray *abilities;
  JsonObject *object;
  guint64 trained;

  ask_json_append_string (body, facts->name, -1);
  g_string_append_c (body, '}');
  root = look_beside (self, "/api/show", body->str, cancellable);
  if (root == NULL)
    return;
  object = json_node_get_object (root);
  take_details (facts, object);
  abilities = ask_json_get_array (object, "capabilities");
  for (guint i = 0; abilities != NULL && i < json_array_get_length (abilities); i++)
    if (g_strcmp0 (ask_json_element_string (abilities, i), "tools") == 0)
      facts->tools = TRUE;
  trained = read_trained_length (ask_json_get_object (object, "model_info"));
  facts->context_length = look_at_loaded (self, facts->name, cancellable);
  if (facts->context_length == 0)
    facts->context_length = read_num_ctx (ask_json_get_string (object, "parameters"));
  if (facts->context_length == 0)
    facts->context_length = OLLAMA_USUAL_LENGTH;
  if (trained > 0)
    facts->context_length = MIN (facts->context_length, trained);
}

static void
look_at_lm_studio (AskOpenai *self, GPtrArray *models, GCancellable *cancellable)
{
  g_autoptr (JsonNode) root = look_beside (self, "/api/v0/models", NULL, cancellable);
  JsonArray *list = root != NULL ? ask_json_get_array (json_node_get_object (root), "data") : NULL;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *entry = ask_json_element_object (list, i);
      AskModelFacts *facts = entry != NULL ? find_model (models, ask_json_get_string (entry, "id")) : NULL;
      JsonArray *abilities = entry != NULL ? ask_json_get_array (entry, "capabilities") : NULL;

      if (facts == NULL)
        continue;
      facts->context_length = get_count (entry, "loaded_context_length");
      if (facts->context_length == 0)
        facts->context_length = get_count (entry, "max_context_length");
      facts->embeds = g_strcmp0 (ask_json_get_string (entry, "type"), "embeddings") == 0;
      take_string (&facts->quantisation, entry, "quantization");
      for (guint a = 0; abilities != NULL && a < json_array_get_length (abilities); a++)
        if (g_strcmp0 (ask_json_element_string (abilities, a), "tool_use") == 0)
          facts->tools = TRUE;
    }
}

/**
 * ask_openai_list:
 * @self: a server; which of its models is set does not matter
 * @kind: (out) (optional): which program it is
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError where it does not answer, or lists no models; %G_IO_ERROR_CANCELLED
 *
 * Blocks for at most some seconds: two requests, each of which is tried once.
 *
 * Returns: (transfer full) (element-type AskModelFacts): its models, with what the list says of them
 */
GPtrArray *
ask_openai_list (AskOpenai *self, AskServerKind *kind, GCancellable *cancellable, GError **error)
{
  g_autoptr (JsonNode) root = look_at_list (self, cancellable, error);
  g_autoptr (GPtrArray) models = NULL;
  AskServerKind found = ASK_SERVER_OTHER;

  if (root == NULL)
    return NULL;
  models = read_list (json_node_get_object (root), &found);
  /* A model of somebody's own is not owned by "library". */
  if (found == ASK_SERVER_OLLAMA || (found == ASK_SERVER_OTHER && ask_openai_url_is_near (ask_openai_get_url (self))))
    found = look_at_tags (self, models, cancellable) ? ASK_SERVER_OLLAMA : found;
  else if (found == ASK_SERVER_LLAMA_CPP)
    look_at_llama_cpp (self, models, cancellable);
  else if (found == ASK_SERVER_LM_STUDIO)
    look_at_lm_studio (self, models, cancellable);
  for (guint i = 0; i < models->len; i++)
    ((AskModelFacts *) models->pdata[i])->kind = found;
  if (kind != NULL)
    *kind = found;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&models);
}

/**
 * ask_openai_describe:
 * @self: a server with the name of a model
 * @cancellable: (nullable): stops within 100 ms
 * @error: as of ask_openai_list()
 *
 * Blocks for at most some seconds; loads no model.
 *
 * Returns: (transfer full): what is known of the model; a model that is not listed has but a name
 */
AskModelFacts *
ask_openai_describe (AskOpenai *self, GCancellable *cancellable, GError **error)
{
  const char *name = ask_model_get_name (ASK_MODEL (self));
  AskServerKind kind;
  g_autoptr (GPtrArray) models = ask_openai_list (self, &kind, cancellable, error);
  AskModelFacts *listed;
  guint index;

  if (models == NULL)
    return NULL;
  listed = find_model (models, name);
  /* llama.cpp answers with its one model, whatever it is called. */
  if (listed == NULL && kind == ASK_SERVER_LLAMA_CPP && models->len == 1)
    listed = models->pdata[0];
  if (listed == NULL)
    return ask_model_facts_new (kind, name);
  if (kind == ASK_SERVER_OLLAMA)
    look_at_ollama (self, listed, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_ptr_array_find (models, listed, &index);
  return g_ptr_array_steal_index (models, index);
}

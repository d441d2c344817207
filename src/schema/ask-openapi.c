/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The OpenAPI importer: tells what the document is, walks its GET operations, and lets the other
 * ask-openapi-*.c files find rows, parameters, paging and names. An operation that cannot be a table
 * is left out with a sentence that says why; nothing is left out in silence. It must never fetch
 * anything. The same document gives the same schema.
 */
#include "config.h"

#include "schema/ask-openapi.h"

#include "base/ask-text.h"
#include "schema/ask-openapi-private.h"

#include <string.h>

/* What follows "GET /path: " in a note, and "n of them: " where nothing is usable. */
static const char *const refusals[ASK_N_REFUSALS] = {
  [ASK_REFUSAL_ONE_OBJECT]
    = "it answers with one object that holds no plain value, or a list that is not understood",
  [ASK_REFUSAL_NO_ANSWER] = "no successful answer is described",
  [ASK_REFUSAL_NO_JSON] = "its answer is not JSON",
  [ASK_REFUSAL_NO_SCHEMA] = "what its answer holds is not described",
  [ASK_REFUSAL_PLAIN_VALUES] = "its list holds plain values rather than objects",
  [ASK_REFUSAL_NO_MEMBERS] = "the members of its objects are not named",
  [ASK_REFUSAL_SEVERAL_LISTS] = "its answer holds several lists, or a list in one case only",
  [ASK_REFUSAL_REFERENCE] = "a part of it cannot be found in the document",
  [ASK_REFUSAL_TOO_INTRICATE] = "its schema combines too many others",
  [ASK_REFUSAL_SERVER] = "it is on another server than the rest",
  [ASK_REFUSAL_INPUT] = "it needs an input that AskData cannot send",
  [ASK_REFUSAL_PATH] = "its path cannot be filled in",
};

typedef struct
{
  AskOpenapiContext context;
  GArray *lists; /* AskOpenapiDraft, in document order */
  GArray *singles; /* AskOpenapiDraft: those that answer with one object */
  GHashTable *ids; /* operationIds */
  guint n_get;
  guint n_other;
  guint counts[ASK_N_REFUSALS];
} Import;

/** ask_openapi_free: @self: (transfer full): frees it with its schema */
void
ask_openapi_free (AskOpenapi *self)
{
  g_free (self->title);
  g_free (self->base_url);
  g_free (self->auth_name);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self->token_url);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
  ask_doctor_free (self->doctor);
  g_free (self);
}

static void
refuse (Import *self, const char *path, AskRefusal refusal)
{
  g_autofree char *shown = ask_text_shorten (path, 120);
  g_autofree char *detail = g_steal_pointer (&self->context.problem);

  self->counts[refusal]++;
  if (detail != NULL
      && (refusal == ASK_REFUSAL_REFERENCE || refusal == ASK_REFUSAL_NO_JSON
          || refusal == ASK_REFUSAL_SERVER || refusal == ASK_REFUSAL_INPUT))
    g_ptr_array_add (self->context.notes, g_strdup_printf ("GET %s: %s (%s).", shown,
                                                           refusals[refusal], detail));
  else
    g_ptr_array_add (self->context.notes,
                     g_strdup_printf ("GET %s: %s.", shown, refusals[refusal]));
}

/* A source has one base URL, so an operation that names a server of its own may be elsewhere. */
static gboolean
is_elsewhere (Import *self, JsonObject *item, JsonObject *operation)
{
  g_autofree char *url = ask_openapi_dup_operation_url (self->context.root, item, operation);

  if (g_strcmp0 (url, self->context.base_url) == 0)
    return FALSE;
  ask_openapi_set_problem (&self->context, "%s", url != NULL ? url : "its address is incomplete");
  return TRUE;
}

static const char *
find_tag_description (Import *self, JsonObject *operation)
{
  JsonArray *names = ask_json_get_array (operation, "tags");
  JsonArray *tags = ask_json_get_array (self->context.root, "tags");
  const char *name = names != NULL && json_array_get_length (names) > 0
                       ? ask_json_element_string (names, 0)
                       : NULL;

  for (guint i = 0; name != NULL && tags != NULL && i < json_array_get_length (tags); i++)
    {
      JsonObject *tag = ask_json_element_object (tags, i);

      if (g_strcmp0 (ask_json_get_string (tag, "name"), name) == 0)
        return ask_json_get_string (tag, "description");
    }
  return name;
}

static char *
dup_description (Import *self, JsonObject *item, JsonObject *operation)
{
  const char *const texts[] = {
    ask_json_get_string (operation, "summary"),
    ask_json_get_string (operation, "description"),
    ask_json_get_string (item, "summary"),
    find_tag_description (self, operation),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      char *sentence = ask_openapi_dup_sentence (texts[i]);

      if (sentence != NULL)
        return sentence;
    }
  return NULL;
}

/* The operation's id, where it is one: documents repeat them. */
static char *
dup_table (Import *self, const char *path, JsonObject *operation)
{
  const char *id = ask_json_get_string (operation, "operationId");

  if (id != NULL && *id != '\0' && g_hash_table_add (self->ids, g_strdup (id)))
    return g_strdup (id);
  return g_strdup_printf ("GET %s", path);
}

static const char *
fallback_name (Import *self, JsonObject *operation)
{
  const char *id = ask_json_get_string (operation, "operationId");

  return id != NULL ? id : self->context.source;
}

static AskRefusal
import_operation (Import *self, const char *path, JsonObject *item, JsonObject *operation)
{
  AskOpenapiContext *context = &self->context;
  g_auto (AskOpenapiAnswer) answer = { 0 };
  g_autoptr (GPtrArray) parameters = NULL;
  g_autoptr (GPtrArray) words = NULL;
  g_autofree char *name = NULL;
  g_autofree char *table = NULL;
  AskRefusal refusal;
  AskOpenapiDraft draft = { 0 };

  if (is_elsewhere (self, item, operation))
    return ASK_REFUSAL_SERVER;
  refusal = ask_openapi_find_answer (context, path, operation, &answer);
  if (refusal != ASK_REFUSAL_NONE)
    return refusal;
  refusal = ask_openapi_read_parameters (context, path, item, operation, &parameters);
  if (refusal != ASK_REFUSAL_NONE)
    return refusal;
  /* One object with pages holds a list in a way that is not understood. */
  if (answer.single && (answer.link_header || ask_openapi_has_paging (parameters)))
    return ASK_REFUSAL_ONE_OBJECT;

  words = ask_openapi_literal_segments (path);
  name = ask_openapi_dup_entity_name (path, 0, fallback_name (self, operation));
  table = dup_table (self, path, operation);
  draft.path = g_strdup (path);
  draft.n_words = words->len;
  draft.noun = words->len > 0
                 ? ask_openapi_dup_snake (g_ptr_array_index (words, words->len - 1))
                 : g_strdup (name);
  draft.entity = ask_entity_new (name, context->source, table, ASK_ENTITY_API);
  draft.entity->description = dup_description (self, item, operation);
  draft.entity->operation = ask_operation_new (path);
  draft.entity->operation->rows = g_steal_pointer (&answer.rows);
  draft.entity->operation->single = answer.single;
  draft.row = g_steal_pointer (&answer.row);
  g_array_append_val (answer.single ? self->singles : self->lists, draft);

  ask_openapi_add_attributes (context, draft.entity, draft.noun, draft.row);
  if (!answer.single)
    ask_openapi_find_paging (context, draft.entity, parameters, &answer);
  ask_openapi_find_sorts (draft.entity, parameters);
  ask_openapi_bind_parameters (draft.entity, path, parameters);
  ask_openapi_add_columns (context, draft.entity, draft.row);
  ask_openapi_bind_columns (draft.entity, path, parameters);
  if (draft.row->broken)
    {
      g_ptr_array_add (context->notes,
                       g_strdup_printf ("GET %s: some of its members are missing, because a part "
                                        "of it cannot be found in the document (%s).",
                                        path, context->problem));
    }
  g_clear_pointer (&context->problem, g_free);
  return ASK_REFUSAL_NONE;
}

static void
count_others (Import *self, JsonObject *item)
{
  static const char *const methods[]
    = { "put", "post", "delete", "options", "head", "patch", "trace", "query" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    self->n_other += ask_json_get_object (item, methods[i]) != NULL;
}

static void
import_item (Import *self, const char *path, JsonObject *item)
{
  JsonObject *target = ask_openapi_resolve (&self->context, item);
  JsonObject *operation;
  AskRefusal refusal;

  if (target == NULL)
    {
      self->n_get++;
      refuse (self, path, ASK_REFUSAL_REFERENCE);
      return;
    }
  count_others (self, target);
  operation = ask_json_get_object (target, "get");
  if (operation == NULL)
    return;
  self->n_get++;
  operation = ask_openapi_resolve (&self->context, operation);
  refusal = operation != NULL ? import_operation (self, path, target, operation)
                              : ASK_REFUSAL_REFERENCE;
  if (refusal != ASK_REFUSAL_NONE)
    refuse (self, path, refusal);
}

static void
import_paths (Import *self)
{
  JsonObject *paths = ask_json_get_object (self->context.root, "paths");
  JsonObjectIter iter;
  const char *path;
  JsonNode *item;

  if (paths == NULL)
    return;
  json_object_iter_init_ordered (&iter, paths);
  while (json_object_iter_next_ordered (&iter, &path, &item))
    if (JSON_NODE_HOLDS_OBJECT (item) && !g_str_has_prefix (path, "x-"))
      import_item (self, path, json_node_get_object (item));
}

static void
fail_nothing_usable (Import *self, const char *title, GError **error)
{
  AskRefusal commonest = ASK_REFUSAL_NONE;
  guint total = self->n_get + self->n_other;

  for (guint i = 1; i < ASK_N_REFUSALS; i++)
    if (self->counts[i] > self->counts[commonest])
      commonest = i;
  if (total == 0)
    g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOTHING_USABLE,
                 "“%s” describes no operation (0 found), so there is nothing to ask. Choose the "
                 "document that has the API's paths.", title);
  else if (self->n_get == 0)
    g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOTHING_USABLE,
                 "None of the %u operations of “%s” can be a table: none of them reads with GET.",
                 total, title);
  else
    g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOTHING_USABLE,
                 "None of the %u operations of “%s” can be a table. AskData reads GET operations "
                 "that answer with objects; of its %u, the commonest reason (%u): %s.",
                 total, title, self->n_get, self->counts[commonest], refusals[commonest]);
}

static void
note_others (Import *self)
{
  if (self->n_other > 0)
    g_ptr_array_add (self->context.notes,
                     g_strdup_printf (self->n_other == 1
                                        ? "%u operation that does not read with GET was left out."
                                        : "%u operations that do not read with GET were left out.",
                                      self->n_other));
}

static gboolean
run (Import *self, const char *title, AskOpenapi *result, GError **error)
{
  AskOpenapiContext *context = &self->context;

  context->base_url = ask_openapi_dup_base_url (context);
  ask_openapi_find_auth (context);
  import_paths (self);
  if (self->lists->len + self->singles->len == 0)
    {
      fail_nothing_usable (self, title, error);
      return FALSE;
    }
  note_others (self);
  result->title = g_strdup (title);
  result->schema = ask_openapi_make_schema (context, self->lists, self->singles);
  result->base_url = g_steal_pointer (&context->base_url);
  result->auth = context->auth;
  result->auth_name = g_steal_pointer (&context->auth_name);
  result->notes = g_steal_pointer (&context->notes);
  return TRUE;
}

/* A name in a document may hold any character; a sentence is one line. */
static void
make_one_line (char *sentence)
{
  for (char *p = sentence; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
}

/**
 * ask_openapi_import:
 * @document: from ask_document_parse(); nothing of it is kept
 * @source: the short name of the source that the entities are of
 * @error: %ASK_SCHEMA_ERROR_NOT_A_SPEC where it is something else than OpenAPI 3 (the message says
 *   what), %ASK_SCHEMA_ERROR_NOTHING_USABLE where no operation can be a table (with the count and
 *   the commonest reason)
 *
 * Each GET operation that answers with a list of objects becomes an entity; then each that answers with
 * one object of which no list has all; then each list of objects in the rows of another. Safe on every thread.
 *
 * Returns: (transfer full): what was found, with at least one entity; or %NULL
 */
AskOpenapi *
ask_openapi_import (JsonNode *document, const char *source, GError **error)
{
  Import self = { 0 };
  g_autoptr (AskOpenapi) result = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GError) failure = NULL;

  g_return_val_if_fail (document != NULL && source != NULL, NULL);

  if (!ask_openapi_check (document, &failure))
    {
      make_one_line (failure->message);
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  self.context.root_node = document;
  self.context.root = json_node_get_object (document);
  self.context.source = source;
  self.context.notes = g_ptr_array_new_with_free_func (g_free);
  self.lists = g_array_new (FALSE, TRUE, sizeof (AskOpenapiDraft));
  self.singles = g_array_new (FALSE, TRUE, sizeof (AskOpenapiDraft));
  g_array_set_clear_func (self.lists, ask_openapi_draft_clear);
  g_array_set_clear_func (self.singles, ask_openapi_draft_clear);
  self.ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  title = ask_openapi_dup_sentence (
    ask_json_get_string (ask_json_get_object (self.context.root, "info"), "title"));
  if (title == NULL)
    title = g_strdup (source);

  result = g_new0 (AskOpenapi, 1);
  if (!run (&self, title, result, &failure))
    {
      g_clear_pointer (&result, ask_openapi_free);
      make_one_line (failure->message);
      g_propagate_error (error, g_steal_pointer (&failure));
    }
  for (guint i = 0; result != NULL && i < result->notes->len; i++)
    make_one_line (result->notes->pdata[i]);

  g_array_unref (self.lists);
  g_array_unref (self.singles);
  g_hash_table_unref (self.ids);
  g_clear_pointer (&self.context.notes, g_ptr_array_unref);
  g_free (self.context.base_url);
  g_free (self.context.auth_name);
  g_free (self.context.problem);
  return g_steal_pointer (&result);
}

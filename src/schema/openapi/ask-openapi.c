/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The OpenAPI importer: tells what the document is, walks its GET operations, and lets the other
 * ask-openapi-*.c files find rows, parameters, paging and names. An operation that cannot be a table
 * is left out with a sentence that says why; nothing is left out in silence. It must never fetch
 * anything. The same document gives the same schema.
 */
#include "config.h"

#include "schema/openapi/ask-openapi.h"

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-draft.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  AskOpenapiContext context;
  GArray *lists; /* AskOpenapiDraft, in document order */
  GArray *singles; /* AskOpenapiDraft: those that answer with one object */
  GHashTable *ids; /* operationIds */
  guint n_get;
  guint n_other;
  guint counts[ASK_N_REFUSALS];
  AskDoctor *doctor;
  AskDoctorEntry *entry; /* of the operation that is being read */
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
  g_free (self->nothing);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
  g_clear_pointer (&self->servers, g_ptr_array_unref);
  ask_doctor_free (self->doctor);
  g_free (self);
}

static void
refuse (Import *self, const char *path, AskRefusal refusal)
{
  g_autofree char *shown = ask_text_shorten (path, 120);
  g_autofree char *detail = g_steal_pointer (&self->context.problem);

  self->counts[refusal]++;
  ask_refusal_tell (refusal, detail, self->entry);
  if (detail != NULL
      && (refusal == ASK_REFUSAL_REFERENCE || refusal == ASK_REFUSAL_NO_JSON || refusal == ASK_REFUSAL_SERVER
          || refusal == ASK_REFUSAL_INPUT))
    g_ptr_array_add (self->context.notes,
                     g_strdup_printf ("GET %s: %s (%s).", shown, ask_refusal_string (refusal), detail));
  else
    g_ptr_array_add (self->context.notes, g_strdup_printf ("GET %s: %s.", shown, ask_refusal_string (refusal)));
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
  const char *name = names != NULL && json_array_get_length (names) > 0 ? ask_json_element_string (names, 0) : NULL;

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
dup_table (Import *self, const char *method, const char *path, JsonObject *operation)
{
  const char *id = ask_json_get_string (operation, "operationId");

  if (id != NULL && *id != '\0' && g_hash_table_add (self->ids, g_strdup (id)))
    return g_strdup (id);
  return g_strdup_printf ("%s %s", method != NULL ? method : "GET", path);
}

static const char *
fallback_name (Import *self, JsonObject *operation)
{
  const char *id = ask_json_get_string (operation, "operationId");

  return id != NULL ? id : self->context.source;
}

/* An operation as the document has it.
 * @item: what its path's operations share
 * @method: (nullable): %NULL for GET */
typedef struct
{
  const char *path;
  JsonObject *item;
  JsonObject *operation;
  const char *method;
} Described;

/* What an operation answers with and takes, or why it cannot be an entity. */
static AskRefusal
understand (Import *self, const Described *what, AskOpenapiAnswer *answer, GPtrArray **parameters)
{
  AskOpenapiContext *context = &self->context;
  AskRefusal refusal;

  if (is_elsewhere (self, what->item, what->operation))
    return ASK_REFUSAL_SERVER;
  refusal = ask_openapi_find_answer (context, what->path, what->operation, answer);
  if (refusal != ASK_REFUSAL_NONE)
    return refusal;
  refusal
    = ask_openapi_read_parameters (context, what->path, what->item, what->operation, what->method != NULL, parameters);
  if (refusal != ASK_REFUSAL_NONE)
    return refusal;
  if (!answer->single || !(answer->link_header || ask_openapi_has_paging (*parameters)))
    return ASK_REFUSAL_NONE;
  /* One object with pages holds a list in a way that is not understood, unless it is one of several
   * with a list of its own, which then comes in part. */
  if (answer->values || answer->row->broken || !ask_openapi_ends_in_parameter (what->path)
      || !ask_openapi_is_item (answer->row))
    return ASK_REFUSAL_ONE_OBJECT;
  answer->partial = TRUE;
  return ASK_REFUSAL_NONE;
}

static AskRefusal
try_operation (Import *self, const Described *what)
{
  g_auto (AskOpenapiAnswer) answer = { 0 };
  g_autoptr (GPtrArray) parameters = NULL;

  return understand (self, what, &answer, &parameters);
}

/* Drafts an entity without attributes, and takes rows and row out of @answer. Returns: (transfer none): the draft, which
 * stays where it is until the next one is added */
static AskOpenapiDraft *
add_draft (Import *self, const Described *what, AskOpenapiAnswer *answer)
{
  AskOpenapiContext *context = &self->context;
  const char *path = what->path;
  g_autoptr (GPtrArray) words = ask_openapi_literal_segments (path);
  g_autofree char *name = ask_openapi_dup_entity_name (path, 0, fallback_name (self, what->operation));
  g_autofree char *table = dup_table (self, what->method, path, what->operation);
  g_autofree char *sent = NULL;
  AskOpenapiDraft draft = { 0 };
  GArray *drafts = answer->single ? self->singles : self->lists;

  draft.entry = self->entry;
  draft.path = g_strdup (path);
  draft.n_words = words->len;
  draft.noun = words->len > 0 ? ask_openapi_dup_snake (g_ptr_array_index (words, words->len - 1)) : g_strdup (name);
  draft.entity = ask_entity_new (name, context->source, table, ASK_ENTITY_API);
  draft.entity->description = dup_description (self, what->item, what->operation);
  /* "/items#folders" tells two operations of one path apart; a fragment is never sent. */
  sent = g_strndup (path, strcspn (path, "#"));
  draft.entity->operation = ask_operation_new (sent);
  draft.entity->operation->method = g_strdup (what->method);
  draft.entity->operation->rows = g_steal_pointer (&answer->rows);
  draft.entity->operation->single = answer->single;
  draft.entity->operation->values = answer->values;
  draft.row = g_steal_pointer (&answer->row);
  draft.partial = answer->partial;
  draft.links = answer->links;
  if (answer->partial)
    g_ptr_array_add (context->notes, g_strdup_printf ("GET %s became “%s”; lists in its object may be their first page "
                                                      "only.",
                                                      path, name));
  g_array_append_val (drafts, draft);
  return &g_array_index (drafts, AskOpenapiDraft, drafts->len - 1);
}

static AskRefusal
import_operation (Import *self, const Described *what)
{
  AskOpenapiContext *context = &self->context;
  const char *path = what->path;
  g_auto (AskOpenapiAnswer) answer = { 0 };
  g_autoptr (GPtrArray) parameters = NULL;
  AskRefusal refusal;
  AskOpenapiDraft *draft;
  AskEntity *entity;
  const AskOpenapiParameter *search;

  refusal = understand (self, what, &answer, &parameters);
  if (refusal != ASK_REFUSAL_NONE)
    return refusal;
  draft = add_draft (self, what, &answer);
  entity = draft->entity;
  if (answer.values)
    ask_openapi_add_value (entity, draft->row);
  else
    ask_openapi_add_attributes (context, entity, draft->noun, draft->row);
  if (!answer.single)
    ask_openapi_find_paging (context, entity, parameters, &answer);
  ask_openapi_find_sorts (entity, parameters);
  ask_openapi_bind_parameters (entity, path, parameters);
  search = answer.single || what->method != NULL ? NULL : ask_openapi_find_search (parameters);
  if (!answer.values)
    ask_openapi_add_columns (context, entity, draft->row);
  ask_openapi_bind_columns (entity, path, parameters);
  if (search != NULL && ask_openapi_find_norm (entity, search->name) == NULL)
    draft->search = g_strdup (search->name);
  draft->doubts = ask_openapi_bind_rest (entity, path, parameters, draft->search);
  if (draft->row->broken)
    {
      g_ptr_array_add (context->notes, g_strdup_printf ("GET %s: some of its members are missing, because a part "
                                                        "of it cannot be found in the document (%s).",
                                                        path, context->problem));
    }
  g_clear_pointer (&context->problem, g_free);
  return ASK_REFUSAL_NONE;
}

/* An operation's place among those that may become entities. */
static const char *const methods[] = { "get", "put", "post", "delete", "options", "head", "patch", "trace", "query" };

/* Whether a steward said that this operation only reads. */
static gboolean
is_allowed (Import *self, const char *method, const char *path, const char *id)
{
  const char *const *reads = self->context.options->reads;
  g_autofree char *name = g_strdup_printf ("%s %s", method, path);

  return reads != NULL && (g_strv_contains (reads, name) || (id != NULL && g_strv_contains (reads, id)));
}

/* "/orders/search", "searchOrders", "/accounts/get": a POST whose name says that it reads. */
static gboolean
sounds_like_reading (const char *path, const char *id)
{
  static const char *const verbs[] = { "search", "query", "list",     "filter", "find",  "lookup", "get",
                                       "read",   "fetch", "retrieve", "count",  "match", NULL };
  g_autofree char *last = ask_text_to_words (strrchr (path, '/') != NULL ? strrchr (path, '/') : path);
  g_autofree char *words = id != NULL ? ask_text_to_words (id) : NULL;
  g_auto (GStrv) list = g_strsplit (last, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    if (g_strv_contains (verbs, list[i]))
      return TRUE;
  if (words == NULL)
    return FALSE;
  words[strcspn (words, " ")] = '\0';
  return g_strv_contains (verbs, words);
}

/* A POST becomes an entity where a steward said that it only reads, and is offered where that is
 * likely and would do. */
static void
import_post (Import *self, const Described *post)
{
  const char *path = post->path;
  AskDoctorEntry *entry = self->entry;
  AskRefusal refusal;

  if (is_allowed (self, "POST", path, entry->id))
    {
      refusal = import_operation (self, post);
      if (refusal != ASK_REFUSAL_NONE)
        refuse (self, path, refusal);
      return;
    }
  entry->outcome = ASK_DOCTOR_WRITES;
  self->n_other++;
  if (!sounds_like_reading (path, entry->id))
    return;
  refusal = try_operation (self, post);
  if (refusal != ASK_REFUSAL_NONE)
    return;
  entry->outcome = ASK_DOCTOR_OFFERED;
  entry->reason = g_strdup ("It is a POST, which may change something; by its name it only searches.");
  entry->remedy = g_strdup_printf ("If you know that it only reads, say so for “POST %s”, and refresh the "
                                   "source.",
                                   path);
}

static void
import_method (Import *self, const char *path, JsonObject *item, const char *method)
{
  JsonObject *operation = ask_json_get_object (item, method);
  g_autofree char *upper = g_ascii_strup (method, -1);
  AskRefusal refusal;

  if (operation == NULL)
    return;
  operation = ask_openapi_resolve (&self->context, operation);
  self->entry = ask_doctor_add (self->doctor, upper, path, ask_json_get_string (operation, "operationId"));
  self->entry->json = operation != NULL && ask_openapi_has_json (&self->context, operation);
  if (strcmp (method, "get") == 0)
    {
      self->n_get++;
      refusal = operation != NULL ? import_operation (self, &(Described) { path, item, operation, NULL })
                                  : ASK_REFUSAL_REFERENCE;
      if (refusal != ASK_REFUSAL_NONE)
        refuse (self, path, refusal);
    }
  else if (strcmp (method, "post") == 0 && operation != NULL)
    import_post (self, &(Described) { path, item, operation, "POST" });
  else
    {
      self->entry->outcome = ASK_DOCTOR_WRITES;
      self->n_other++;
    }
  g_clear_pointer (&self->context.problem, g_free);
}

static void
import_item (Import *self, const char *path, JsonObject *item)
{
  JsonObject *target = ask_openapi_resolve (&self->context, item);

  if (target == NULL)
    {
      self->n_get++;
      self->entry = ask_doctor_add (self->doctor, "GET", path, NULL);
      refuse (self, path, ASK_REFUSAL_REFERENCE);
      return;
    }
  /* What stands beside a reference goes before what it leads to. */
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    import_method (self, path, json_object_has_member (item, methods[i]) ? item : target, methods[i]);
}

static void
import_paths (Import *self)
{
  JsonObject *paths = ask_json_get_object (self->context.root, "paths");
  JsonObjectIter iter;
  const char *path;
  JsonNode *item;

  if (paths != NULL)
    paths = ask_openapi_resolve (&self->context, paths);
  if (paths == NULL)
    return;
  json_object_iter_init_ordered (&iter, paths);
  while (json_object_iter_next_ordered (&iter, &path, &item))
    if (JSON_NODE_HOLDS_OBJECT (item) && !g_str_has_prefix (path, "x-"))
      import_item (self, path, json_node_get_object (item));
}

/* Why there is nothing to ask, where there is not. */
static char *
dup_nothing (Import *self, const char *title)
{
  AskRefusal commonest = ASK_REFUSAL_NONE;
  guint total = self->n_get + self->n_other;

  for (guint i = 1; i < ASK_N_REFUSALS; i++)
    if (self->counts[i] > self->counts[commonest])
      commonest = i;
  if (total == 0)
    return g_strdup_printf ("“%s” describes no operation (0 found), so there is nothing to ask. Choose "
                            "the document that has the API's paths.",
                            title);
  if (self->n_get == 0)
    return g_strdup_printf ("None of the %u operations of “%s” can be a table: none of them reads with "
                            "GET.",
                            total, title);
  return g_strdup_printf ("None of the %u operations of “%s” can be a table. AskData reads GET operations "
                          "that answer with objects; of its %u, the commonest reason (%u): %s.",
                          total, title, self->n_get, self->counts[commonest],
                          commonest != ASK_REFUSAL_NONE ? ask_refusal_string (commonest) : "unknown");
}

static void
note_others (Import *self)
{
  if (self->n_other > 0)
    g_ptr_array_add (self->context.notes,
                     g_strdup_printf (self->n_other == 1 ? "%u operation that does not read with GET was left out."
                                                         : "%u operations that do not read with GET were left out.",
                                      self->n_other));
}

static void
run (Import *self, const char *title, AskOpenapi *result)
{
  AskOpenapiContext *context = &self->context;

  context->base_url = ask_openapi_dup_base_url (context);
  ask_openapi_find_auth (context);
  import_paths (self);
  note_others (self);
  if (self->lists->len + self->singles->len == 0)
    result->nothing = dup_nothing (self, title);
  result->title = g_strdup (title);
  result->schema = ask_openapi_make_schema (context, self->lists, self->singles);
  result->base_url = g_steal_pointer (&context->base_url);
  result->servers = ask_openapi_list_servers (context->root);
  result->auth = context->auth;
  result->auth_name = g_steal_pointer (&context->auth_name);
  result->token_url = g_steal_pointer (&context->token_url);
  result->scopes = g_steal_pointer (&context->scopes);
  result->notes = g_steal_pointer (&context->notes);
  for (guint i = 0; i < result->notes->len; i++)
    if (!g_str_has_prefix (result->notes->pdata[i], "GET "))
      g_ptr_array_add (self->doctor->remarks, g_strdup (result->notes->pdata[i]));
  result->doctor = g_steal_pointer (&self->doctor);
}

/* A name in a document may hold any character; a sentence is one line. */
static void
make_one_line (char *sentence)
{
  for (char *p = sentence; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
}

/* One sentence of what is wrong, with the place. */
static gboolean
fail_faults (const GPtrArray *faults, const char *format, GError **error)
{
  g_autofree char *more = faults->len > 1 ? g_strdup_printf (" (and %u more)", faults->len - 1) : g_strdup ("");

  ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
                 N_ ("The document breaks the rules of %s at %s%s. Correct it there, or ask the API's maker for "
                     "a correct one."),
                 format, (const char *) g_ptr_array_index (faults, 0), more);
  return FALSE;
}

static gboolean
start (Import *self, JsonNode *document, const char *source, const AskOpenapiOptions *options, GError **error)
{
  g_autofree char *format = NULL;
  g_autofree char *title = NULL;

  if (!ask_openapi_check (document, &self->context.version, &format, error))
    return FALSE;
  self->context.root = json_node_get_object (document);
  self->context.source = source;
  self->context.notes = g_ptr_array_new_with_free_func (g_free);
  self->context.scopes = g_ptr_array_new_with_free_func (g_free);
  ask_openapi_context_start (&self->context, document, options);
  title = ask_openapi_dup_sentence (ask_json_get_string (ask_json_get_object (self->context.root, "info"), "title"));
  self->doctor = ask_doctor_new (title != NULL ? title : source, format);
  ask_openapi_validate (&self->context, self->doctor->faults);
  if (self->doctor->faults->len > 0 && (options == NULL || !options->lenient))
    return fail_faults (self->doctor->faults, format, error);
  self->lists = g_array_new (FALSE, TRUE, sizeof (AskOpenapiDraft));
  self->singles = g_array_new (FALSE, TRUE, sizeof (AskOpenapiDraft));
  g_array_set_clear_func (self->lists, ask_openapi_draft_clear);
  g_array_set_clear_func (self->singles, ask_openapi_draft_clear);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return TRUE;
}

static void
finish (Import *self)
{
  g_clear_pointer (&self->lists, g_array_unref);
  g_clear_pointer (&self->singles, g_array_unref);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->doctor, ask_doctor_free);
  g_clear_pointer (&self->context.notes, g_ptr_array_unref);
  g_clear_pointer (&self->context.scopes, g_ptr_array_unref);
  g_free (self->context.base_url);
  g_free (self->context.auth_name);
  g_free (self->context.token_url);
  g_free (self->context.problem);
  ask_openapi_context_end (&self->context);
}

/**
 * ask_openapi_read:
 * @document: from ask_document_parse(); nothing of it is kept
 * @source: the short name of the source that the entities are of
 * @options: (nullable): where it came from, and what a steward said
 * @error: %ASK_SCHEMA_ERROR_NOT_A_SPEC where it is something else than OpenAPI 2 or 3 (the message
 *   says what); %ASK_SCHEMA_ERROR_DOCUMENT where it breaks the rules of OpenAPI (the message says
 *   where, as a JSON pointer), unless options.lenient
 *
 * Each GET operation that answers with a list of objects becomes an entity, and each POST that
 * options.reads names; then each that answers with one object of which no list has all; then each list
 * of objects in the rows of another. Safe on every thread, as far as options.load is.
 *
 * Returns: (transfer full): what was found, perhaps without an entity, when nothing says why; or %NULL
 */
AskOpenapi *
ask_openapi_read (JsonNode *document, const char *source, const AskOpenapiOptions *options, GError **error)
{
  Import self = { 0 };
  AskOpenapi *result = NULL;
  g_autoptr (GError) failure = NULL;

  g_return_val_if_fail (document != NULL && source != NULL, NULL);

  if (start (&self, document, source, options, &failure))
    {
      g_autofree char *title = g_strdup (self.doctor->title);

      result = g_new0 (AskOpenapi, 1);
      run (&self, title, result);
      for (guint i = 0; i < result->notes->len; i++)
        make_one_line (result->notes->pdata[i]);
      if (result->nothing != NULL)
        make_one_line (result->nothing);
    }
  else
    {
      make_one_line (failure->message);
      g_propagate_error (error, g_steal_pointer (&failure));
    }
  finish (&self);
  return result;
}

/**
 * ask_openapi_import:
 * @document: from ask_document_parse(); nothing of it is kept
 * @source: the short name of the source that the entities are of
 * @error: as ask_openapi_read(), and %ASK_SCHEMA_ERROR_NOTHING_USABLE where no operation can be a
 *   table (with the count and the commonest reason)
 *
 * Reads a document that stands alone, whatever its faults, for what is in it.
 *
 * Returns: (transfer full): what was found, with at least one entity; or %NULL
 */
AskOpenapi *
ask_openapi_import (JsonNode *document, const char *source, GError **error)
{
  static const AskOpenapiOptions options = { .lenient = TRUE };
  g_autoptr (AskOpenapi) result = ask_openapi_read (document, source, &options, error);

  if (result == NULL || result->nothing == NULL)
    return g_steal_pointer (&result);
  ask_error_set_literal (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOTHING_USABLE, result->nothing);
  return NULL;
}

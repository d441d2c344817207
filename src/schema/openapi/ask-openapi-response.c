/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the rows in what an operation answers: an array of objects, bare or in an envelope; else one
 * object. An object that merely has a list among its own members is not taken for an envelope.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-shape.h"

#include <string.h>

/* Members that hold the rows, by how sure that is. */
static const char *const row_members[]
  = { "data",     "items", "results", "records",  "rows", "entries", "values",    "value", "content", "objects",
      "elements", "list",  "result",  "features", "hits", "docs",    "documents", "nodes", NULL };

/* Lists that go along with rows and are none. */
static const char *const side_members[]
  = { "errors",  "warnings", "links",   "_links",       "messages", "included", "facets", "meta",
      "notices", "fields",   "columns", "aggregations", "sort",     "filters",  NULL };

/* Envelopes that hold another one: {"response": {"docs": […]}}. */
static const char *const wrappers[]
  = { "data", "response", "result", "results", "_embedded", "d", "payload", "body", "hits", NULL };

/** ask_openapi_answer_clear: frees what @answer holds */
void
ask_openapi_answer_clear (AskOpenapiAnswer *answer)
{
  g_clear_pointer (&answer->rows, g_free);
  g_clear_pointer (&answer->row, ask_openapi_shape_free);
  g_clear_pointer (&answer->whole, ask_openapi_shape_free);
}

/* "application/vnd.api+json; charset=utf-8" is JSON; a stream of JSON lines is not. */
static int
media_type_rank (const char *media_type)
{
  g_auto (GStrv) parts = g_strsplit (media_type, ";", 2);
  g_autofree char *plain = parts[0] != NULL ? g_ascii_strdown (g_strstrip (parts[0]), -1) : NULL;

  if (plain == NULL)
    return 0;
  if (strcmp (plain, "application/json") == 0)
    return 4;
  if (g_str_has_suffix (plain, "+json"))
    return 3;
  if (strcmp (plain, "text/json") == 0 || strcmp (plain, "application/x-json") == 0)
    return 2;
  return strcmp (plain, "*/*") == 0 || strcmp (plain, "application/*") == 0;
}

/* The successful answer that says most: 200, then other 2xx, then 2XX, then default. */
static JsonObject *
find_response (AskOpenapiContext *context, JsonObject *operation, AskRefusal *refusal)
{
  JsonObject *responses = ask_json_get_object (operation, "responses");
  JsonObjectIter iter;
  const char *code;
  const char *best = NULL;
  JsonNode *member;
  JsonObject *response;

  *refusal = ASK_REFUSAL_NO_ANSWER;
  if (responses == NULL)
    return NULL;
  json_object_iter_init_ordered (&iter, responses);
  while (json_object_iter_next_ordered (&iter, &code, &member))
    if (*code == '2' && strlen (code) == 3 && JSON_NODE_HOLDS_OBJECT (member)
        && (best == NULL || g_ascii_strcasecmp (code, best) < 0))
      best = code;
  if (best == NULL)
    best = "default";
  response = ask_json_get_object (responses, best);
  if (response == NULL)
    return NULL;
  response = ask_openapi_resolve (context, response);
  if (response == NULL)
    *refusal = ASK_REFUSAL_REFERENCE;
  return response;
}

static gboolean
documents_link (JsonObject *response)
{
  JsonObject *headers = ask_json_get_object (response, "headers");
  JsonObjectIter iter;
  const char *name;
  JsonNode *header;

  if (headers == NULL)
    return FALSE;
  json_object_iter_init (&iter, headers);
  while (json_object_iter_next (&iter, &name, &header))
    if (g_ascii_strcasecmp (name, "Link") == 0)
      return TRUE;
  return FALSE;
}

/* "{}" and "type: object" say less than an example does. */
static gboolean
says_something (JsonObject *schema)
{
  static const char *const members[] = {
    "$ref", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "const", "additionalProperties", "$dynamicRef"
  };
  const char *type = ask_json_get_string (schema, "type");

  for (guint i = 0; schema != NULL && i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (schema, members[i]))
      return TRUE;
  return type != NULL && strcmp (type, "object") != 0 && strcmp (type, "array") != 0;
}

/* In Swagger 2.0 a response has its schema itself, and the operation or the document says in which
 * media types it comes; where nobody does, it is JSON. */
static JsonObject *
find_own_schema (AskOpenapiContext *context, JsonObject *operation, JsonObject *response, AskRefusal *refusal)
{
  JsonArray *types = ask_json_get_array (operation, "produces");
  JsonObject *schema = ask_json_get_object (response, "schema");
  gboolean json;

  if (types == NULL)
    types = ask_json_get_array (context->root, "produces");
  json = types == NULL || json_array_get_length (types) == 0;
  for (guint i = 0; types != NULL && i < json_array_get_length (types); i++)
    {
      const char *type = ask_json_element_string (types, i);

      json = json || (type != NULL && media_type_rank (type) > 0);
    }
  *refusal = json && schema != NULL ? ASK_REFUSAL_NO_SCHEMA : ASK_REFUSAL_NO_JSON;
  if (!json)
    ask_openapi_set_problem (context, "%s",
                             ask_json_element_string (types, 0) != NULL ? ask_json_element_string (types, 0)
                                                                        : "no media type");
  if (json && !says_something (schema))
    {
      JsonObject *shown = ask_openapi_schema_of_example (context, NULL, response);

      return shown != NULL ? shown : schema;
    }
  return json ? schema : NULL;
}

static JsonObject *
find_schema (AskOpenapiContext *context, JsonObject *operation, JsonObject *response, AskRefusal *refusal)
{
  JsonObject *content = ask_json_get_object (response, "content");
  JsonObject *media = NULL;
  JsonObject *schema;
  JsonObjectIter iter;
  const char *name;
  const char *first = NULL;
  JsonNode *member;
  int best = 0;

  *refusal = ASK_REFUSAL_NO_JSON;
  if (context->version == ASK_OPENAPI_2 && content == NULL)
    return find_own_schema (context, operation, response, refusal);
  if (content == NULL)
    return NULL;
  json_object_iter_init_ordered (&iter, content);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      int rank = media_type_rank (name);

      if (first == NULL)
        first = name;
      if (rank > best && JSON_NODE_HOLDS_OBJECT (member))
        {
          best = rank;
          media = json_node_get_object (member);
        }
    }
  if (media == NULL)
    {
      if (first != NULL)
        ask_openapi_set_problem (context, "%s", first);
      return NULL;
    }
  media = ask_openapi_resolve (context, media);
  *refusal = ASK_REFUSAL_REFERENCE;
  if (media == NULL)
    return NULL;
  *refusal = ASK_REFUSAL_NO_SCHEMA;
  schema = ask_json_get_object (media, "schema");
  return says_something (schema) ? schema : ask_openapi_schema_of_example (context, media, response);
}

/* Whether @array is an array of objects. Its rows' shape goes to @row, unless they are plain
 * values; *plain says that. */
static gboolean
is_table (AskOpenapiContext *context, const AskOpenapiShape *array, AskOpenapiShape **row, gboolean *plain)
{
  g_autoptr (AskOpenapiShape) items = NULL;

  if (!ask_openapi_shape_is_array (array) || array->items->len == 0)
    return FALSE;
  items = ask_openapi_shape_new_for_parts (context, array->items);
  if (!ask_openapi_shape_is_object (items))
    {
      *plain = items->types != 0;
      /* Nothing known at all may be a broken reference; that is told apart later. */
      if (items->types != 0 || !(items->broken || items->intricate))
        return FALSE;
    }
  *row = g_steal_pointer (&items);
  return TRUE;
}

static int
known_rank (const char *name)
{
  for (int i = 0; row_members[i] != NULL; i++)
    if (g_ascii_strcasecmp (name, row_members[i]) == 0)
      return i;
  return G_MAXINT;
}

typedef struct
{
  const char *name;
  AskOpenapiShape *row;
  int rank; /* the lower the better; -1 for a name that the path has too */
} Candidate;

static void
candidate_clear (gpointer data)
{
  g_clear_pointer (&((Candidate *) data)->row, ask_openapi_shape_free);
}

static GArray *
find_candidates (AskOpenapiContext *context, const char *path, const AskOpenapiShape *envelope, gboolean *plain)
{
  GArray *candidates = g_array_new (FALSE, TRUE, sizeof (Candidate));
  g_autoptr (GPtrArray) literals = ask_openapi_literal_segments (path);
  const char *last = literals->len > 0 ? g_ptr_array_index (literals, literals->len - 1) : "";

  g_array_set_clear_func (candidates, candidate_clear);
  for (guint i = 0; i < envelope->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (envelope->properties, i);
      g_autoptr (AskOpenapiShape) shape = ask_openapi_shape_new_for_parts (context, property->parts);
      Candidate candidate = { .name = property->name, .rank = known_rank (property->name) };

      if (!is_table (context, shape, &candidate.row, plain))
        continue;
      if (ask_openapi_same_noun (property->name, last))
        candidate.rank = -1;
      g_array_append_val (candidates, candidate);
    }
  return candidates;
}

static gboolean
is_side_list (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_strv_contains (side_members, lower);
}

/* The one candidate that holds the rows. Returns -1 where none or several may. */
static int
choose (const GArray *candidates)
{
  int best = -1;
  guint n_unknown = 0;
  int unknown = -1;

  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (candidate->rank < G_MAXINT)
        {
          if (best < 0 || candidate->rank < g_array_index (candidates, Candidate, best).rank)
            best = (int) i;
        }
      else if (!is_side_list (candidate->name))
        {
          n_unknown++;
          unknown = (int) i;
        }
    }
  if (best >= 0)
    return best;
  return n_unknown == 1 ? unknown : -1;
}

/**
 * ask_openapi_is_item:
 * @shape: of what may be a row
 *
 * Returns: whether it is an object with an identity of its own: a row, to which a list in it belongs
 */
gboolean
ask_openapi_is_item (const AskOpenapiShape *shape)
{
  static const char *const ids[] = { "id", "_id", "uuid", "guid", "ID", "Id", "sid", NULL };

  for (guint i = 0; ids[i] != NULL; i++)
    if (g_hash_table_contains (shape->by_name, ids[i]))
      return TRUE;
  return FALSE;
}

static char *
join_members (const char *prefix, const char *name)
{
  return prefix != NULL ? g_strconcat (prefix, ".", name, NULL) : g_strdup (name);
}

static AskRefusal find_in_envelope (AskOpenapiContext *context, const char *path, const AskOpenapiShape *envelope,
                                    const char *prefix, AskOpenapiAnswer *answer);

/* Whether the member @name of @envelope may hold an envelope in its turn. */
static gboolean
is_wrapper (const AskOpenapiShape *envelope, const char *name, const char *noun)
{
  return g_strv_contains (wrappers, name) || envelope->properties->len == 1 || ask_openapi_same_noun (name, noun);
}

static AskRefusal
find_in_wrapper (AskOpenapiContext *context, const char *path, const AskOpenapiShape *envelope,
                 AskOpenapiAnswer *answer)
{
  g_autoptr (GPtrArray) literals = ask_openapi_literal_segments (path);
  const char *noun = literals->len > 0 ? g_ptr_array_index (literals, literals->len - 1) : "";

  for (guint i = 0; i < envelope->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (envelope->properties, i);
      g_autoptr (AskOpenapiShape) inner = NULL;

      if (!is_wrapper (envelope, property->name, noun) || strchr (property->name, '.') != NULL)
        continue;
      inner = ask_openapi_shape_new_for_parts (context, property->parts);
      if (ask_openapi_shape_is_object (inner)
          && find_in_envelope (context, path, inner, property->name, answer) == ASK_REFUSAL_NONE)
        return ASK_REFUSAL_NONE;
    }
  return ASK_REFUSAL_ONE_OBJECT;
}

static AskRefusal
find_in_envelope (AskOpenapiContext *context, const char *path, const AskOpenapiShape *envelope, const char *prefix,
                  AskOpenapiAnswer *answer)
{
  gboolean plain = FALSE;
  g_autoptr (GArray) candidates = find_candidates (context, path, envelope, &plain);
  int chosen = choose (candidates);
  Candidate *candidate;

  if (chosen < 0)
    {
      if (prefix == NULL && !ask_openapi_is_item (envelope)
          && find_in_wrapper (context, path, envelope, answer) == ASK_REFUSAL_NONE)
        return ASK_REFUSAL_NONE;
      if (candidates->len > 1 && !ask_openapi_is_item (envelope))
        return ASK_REFUSAL_SEVERAL_LISTS;
      return plain && envelope->properties->len <= 3 ? ASK_REFUSAL_PLAIN_VALUES : ASK_REFUSAL_ONE_OBJECT;
    }
  candidate = &g_array_index (candidates, Candidate, chosen);
  if (ask_openapi_is_item (envelope) && candidate->rank >= 0
      && (candidate->rank == G_MAXINT || ask_openapi_ends_in_parameter (path)))
    return ASK_REFUSAL_ONE_OBJECT;
  if (candidate->rank == G_MAXINT && prefix == NULL && ask_openapi_ends_in_parameter (path)
      && envelope->properties->len > 4)
    return ASK_REFUSAL_ONE_OBJECT;
  if (strchr (candidate->name, '.') != NULL && prefix != NULL)
    return ASK_REFUSAL_SEVERAL_LISTS;
  answer->rows = join_members (prefix, candidate->name);
  answer->row = g_steal_pointer (&candidate->row);
  return ASK_REFUSAL_NONE;
}

static AskRefusal
find_rows (AskOpenapiContext *context, const char *path, AskOpenapiAnswer *answer)
{
  const AskOpenapiShape *whole = answer->whole;
  gboolean plain = FALSE;

  if (whole->broken && whole->properties->len == 0 && whole->items->len == 0)
    return ASK_REFUSAL_REFERENCE;
  if (is_table (context, whole, &answer->row, &plain))
    return ASK_REFUSAL_NONE;
  if (plain)
    return ASK_REFUSAL_PLAIN_VALUES;
  if (ask_openapi_shape_is_array (whole))
    return ASK_REFUSAL_NO_MEMBERS;
  if (ask_openapi_shape_is_object (whole))
    return whole->properties->len > 0 ? find_in_envelope (context, path, whole, NULL, answer) : ASK_REFUSAL_NO_MEMBERS;
  if (whole->types == 0)
    return ASK_REFUSAL_NO_SCHEMA;
  if ((whole->types & (ASK_SHAPE_ARRAY | ASK_SHAPE_OBJECT)) != 0)
    return ASK_REFUSAL_SEVERAL_LISTS;
  return ASK_REFUSAL_PLAIN_VALUES;
}

static gboolean
has_plain_member (AskOpenapiContext *context, const AskOpenapiShape *shape)
{
  for (guint i = 0; i < shape->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (shape->properties, i);
      g_autoptr (AskOpenapiShape) member = ask_openapi_shape_new_for_parts (context, property->parts);

      if (ask_openapi_shape_get_type (member) != ASK_TYPE_JSON && !member->write_only)
        return TRUE;
    }
  return FALSE;
}

/* The one object of an answer, which may have a cover of its own: {"order": {…}}, {"data": {…}}. */
static AskRefusal
find_object (AskOpenapiContext *context, const char *path, JsonObject *schema, AskOpenapiAnswer *answer)
{
  const AskOpenapiShape *whole = answer->whole;
  g_autoptr (GPtrArray) literals = ask_openapi_literal_segments (path);
  const char *noun = literals->len > 0 ? g_ptr_array_index (literals, literals->len - 1) : "";

  for (guint i = 0; !ask_openapi_is_item (whole) && i < whole->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (whole->properties, i);
      g_autoptr (AskOpenapiShape) inner = NULL;

      if (strchr (property->name, '.') != NULL || whole->properties->len > 5
          || !is_wrapper (whole, property->name, noun))
        continue;
      inner = ask_openapi_shape_new_for_parts (context, property->parts);
      /* A cover of nothing else is one, whatever lies in it. */
      if (!ask_openapi_shape_is_object (inner) || inner->properties->len == 0
          || (whole->properties->len > 1 && !has_plain_member (context, inner)))
        continue;
      answer->rows = g_strdup (property->name);
      answer->row = g_steal_pointer (&inner);
      answer->single = TRUE;
      return ASK_REFUSAL_NONE;
    }
  if (whole->properties->len == 0)
    return ASK_REFUSAL_NO_MEMBERS;
  answer->row = ask_openapi_shape_new (context, schema);
  answer->single = TRUE;
  return ASK_REFUSAL_NONE;
}

/* A list of plain values, bare or as what an envelope is about; else the object around it, or the one
 * value that is all of the answer. */
static AskRefusal
find_values (AskOpenapiContext *context, const char *path, AskOpenapiAnswer *answer)
{
  const AskOpenapiShape *whole = answer->whole;
  g_autoptr (GPtrArray) literals = ask_openapi_literal_segments (path);
  const char *noun = literals->len > 0 ? g_ptr_array_index (literals, literals->len - 1) : "";

  if (ask_openapi_shape_is_array (whole))
    {
      answer->row = ask_openapi_shape_new_for_parts (context, whole->items);
      return ASK_REFUSAL_NONE;
    }
  for (guint i = 0; i < whole->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (whole->properties, i);
      g_autoptr (AskOpenapiShape) list = ask_openapi_shape_new_for_parts (context, property->parts);

      if (!ask_openapi_shape_is_array (list) || list->items->len == 0
          || !(whole->properties->len == 1 || known_rank (property->name) < G_MAXINT
               || ask_openapi_same_noun (property->name, noun)))
        continue;
      answer->rows = g_strdup (property->name);
      answer->row = ask_openapi_shape_new_for_parts (context, list->items);
      return ASK_REFUSAL_NONE;
    }
  if (whole->properties->len > 0)
    return ASK_REFUSAL_ONE_OBJECT;
  return ASK_REFUSAL_NO_MEMBERS;
}

/* What is a list of anything has a row for each; what is anything is one row. */
static AskRefusal
take_whole (AskOpenapiContext *context, JsonObject *schema, AskOpenapiAnswer *answer)
{
  g_clear_pointer (&answer->row, ask_openapi_shape_free);
  g_clear_pointer (&answer->rows, g_free);
  answer->values = TRUE;
  answer->single = !ask_openapi_shape_is_array (answer->whole);
  answer->row = answer->single ? ask_openapi_shape_new (context, schema)
                               : ask_openapi_shape_new_for_parts (context, answer->whole->items);
  return ASK_REFUSAL_NONE;
}

/**
 * ask_openapi_has_json:
 * @context: of the import; what its problem said is forgotten
 * @operation: resolved
 *
 * Returns: whether the successful answer of @operation is JSON
 */
gboolean
ask_openapi_has_json (AskOpenapiContext *context, JsonObject *operation)
{
  AskRefusal refusal;
  JsonObject *response = find_response (context, operation, &refusal);
  gboolean json = response != NULL
                  && (find_schema (context, operation, response, &refusal) != NULL || refusal == ASK_REFUSAL_NO_SCHEMA
                      || refusal == ASK_REFUSAL_REFERENCE);

  g_clear_pointer (&context->problem, g_free);
  return json;
}

/**
 * ask_openapi_find_answer:
 * @context: of the import; gets the detail of a refusal as its problem
 * @path: the operation's path, whose words may name the list
 * @operation: the operation
 * @answer: (out caller-allocates): zeroed; clear it whatever is returned
 *
 * Returns: %ASK_REFUSAL_NONE with @answer filled, or why the operation has no rows
 */
AskRefusal
ask_openapi_find_answer (AskOpenapiContext *context, const char *path, JsonObject *operation, AskOpenapiAnswer *answer)
{
  AskRefusal refusal;
  JsonObject *response = find_response (context, operation, &refusal);
  JsonObject *schema;

  if (response == NULL)
    return refusal;
  answer->link_header = documents_link (response);
  answer->links = ask_json_get_object (response, "links");
  schema = find_schema (context, operation, response, &refusal);
  if (schema == NULL)
    return refusal;
  answer->whole = ask_openapi_shape_new (context, schema);
  refusal = find_rows (context, path, answer);
  if (refusal == ASK_REFUSAL_PLAIN_VALUES)
    refusal = find_values (context, path, answer);
  if ((refusal == ASK_REFUSAL_ONE_OBJECT || refusal == ASK_REFUSAL_SEVERAL_LISTS)
      && ask_openapi_shape_is_object (answer->whole))
    refusal = find_object (context, path, schema, answer);
  /* What is described in a part that is missing may be anything; the problem is told with the entity. */
  if (refusal == ASK_REFUSAL_NO_MEMBERS || refusal == ASK_REFUSAL_SEVERAL_LISTS || refusal == ASK_REFUSAL_REFERENCE)
    refusal = take_whole (context, schema, answer);
  if (refusal == ASK_REFUSAL_NONE && answer->row->properties->len == 0)
    answer->values = TRUE;
  if (answer->whole->intricate || (answer->row != NULL && answer->row->intricate))
    refusal = ASK_REFUSAL_TOO_INTRICATE;
  return refusal;
}

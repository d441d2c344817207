/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Real OpenAPI documents, end to end: a server is generated from the document alone, the importer reads
 * the same document, and every entity that it makes is queried through the engine and held against what
 * the server made. The documents are not ours and are skipped where they are absent.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/ask-json.h"
#include "engine/ask-engine.h"
#include "sql/ask-sql-lexer.h"
#include "support/ask-test-openapi.h"
#include "support/ask-test-kinds.h"

#define MAX_SHOWN 40
#define MAX_JOINS 6
#define MAX_VALUES 14

/**
 * document:
 * @entities: how many at least
 * @later: whether pages after the first must be asked for
 * @joins: how many joins along inferred relationships at least
 * @missed: members that no attribute is there for, at most; those of the alternatives of a list of
 *   several kinds where only the common ones are columns
 * @reads: POST operations that only read
 */
static const struct
{
  const char *name;
  const char *path;
  guint entities;
  gboolean later;
  guint joins;
  guint missed;
  const char *const reads[6];
} documents[] = {
  { "train-travel", "train-travel/openapi.yaml", 4, TRUE, 1, 0, { NULL } },
  { "books", "nytimes/books_api/books_api.json", 5, FALSE, 0, 0, { NULL } },
  { "articles", "nytimes/article_search/article_search_v2.json", 3, TRUE, 2, 0, { NULL } },
  { "petstore", "readmeio_oas-examples/2.0/json/petstore.json", 10, FALSE, 4, 0, { NULL } },
  { "star-trek", "readmeio_oas-examples/3.0/json/star-trek.json", 200, FALSE, 4, 0, { NULL } },
  { "spotify", "spotify/fixed-spotify-open-api.yml", 85, TRUE, 4, 0, { NULL } },
  { "googlemaps", "googlemaps/dist/google-maps-platform-openapi3.yml", 18, TRUE, 3, 0, { NULL } },
  { "box", "box/openapi.json", 110, TRUE, 4, 170, { NULL } },
  { "twilio", "twilio/spec/json/twilio_api_v2010.json", 60, TRUE, 4, 0, { NULL } },
  { "digitalocean", "digitalocean/specification/DigitalOcean-public.v2.yaml", 350, TRUE, 1, 5, { NULL } },
  { "plaid", "plaid/2020-09-14.yml", 5, FALSE, 0, 0,
    { "POST /institutions/get", "POST /transactions/get", "POST /accounts/get", NULL } },
};

typedef struct
{
  AskTestOpenapi *api;
  AskSourceConfig *config;
  AskSchema *schema;
  AskEngine *engine;
  GString *faults;
  guint n_faults;
  guint n_queries, n_rows, n_cells, n_missed, n_filters, n_joins, n_joined, n_empty;
} Fixture;

static void G_GNUC_PRINTF (2, 3)
complain (Fixture *self, const char *format, ...)
{
  va_list arguments;

  if (++self->n_faults > MAX_SHOWN)
    return;
  va_start (arguments, format);
  g_string_append (self->faults, "\n  ");
  g_string_append_vprintf (self->faults, format, arguments);
  va_end (arguments);
}

static char *
dup_path (const char *name)
{
  const char *set = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  if (set != NULL)
    return g_build_filename (set, "openapi", name, NULL);
  return root != NULL ? g_build_filename (root, "..", "shared", "data", "openapi", name, NULL) : g_strdup ("");
}

/* A dotted member, where the whole text is tried as one name first; the longest first names then. */
static JsonNode *
find_member (JsonNode *node, const char *path)
{
  JsonObject *object;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  object = json_node_get_object (node);
  if (json_object_has_member (object, path))
    return json_object_get_member (object, path);
  for (const char *dot = strchr (path, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    {
      g_autofree char *first = g_strndup (path, dot - path);
      JsonNode *found = find_member (json_object_get_member (object, first), dot + 1);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Spaces in JSON mean nothing. */
static char *
dup_text (const char *text, gssize length)
{
  g_autoptr (JsonNode) node = NULL;

  if ((*text == '{' || *text == '[') && (node = ask_json_parse (text, length, NULL)) != NULL)
    return json_to_string (node, FALSE);
  return length < 0 ? g_strdup (text) : g_strndup (text, length);
}

/* One spelling for what a member and a cell mean. */
static char *
dup_member_text (JsonNode *node)
{
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return g_strdup ("∅");
  if (!JSON_NODE_HOLDS_VALUE (node))
    return json_to_string (node, FALSE);
  switch (json_node_get_value_type (node))
    {
    case G_TYPE_BOOLEAN:
      return g_strdup (json_node_get_boolean (node) ? "1" : "0");
    case G_TYPE_INT64:
      return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
    case G_TYPE_DOUBLE:
      return ask_real_to_text (json_node_get_double (node));
    default:
      return dup_text (json_node_get_string (node), -1);
    }
}

static char *
dup_cell_text (const AskValue *cell)
{
  if (cell->kind == ASK_VALUE_NULL)
    return g_strdup ("∅");
  if (cell->kind == ASK_VALUE_TEXT)
    return dup_text (cell->text, cell->length);
  return ask_value_to_text (cell);
}

/** Row: an element of an answer, and the one around it where the entity is a child */
typedef struct
{
  JsonNode *row;
  JsonNode *around;
} Row;

static void
add_rows (const AskOperation *operation, JsonNode *node, JsonNode *around, gboolean single, GArray *rows)
{
  if (node == NULL || (JSON_NODE_HOLDS_NULL (node) && !operation->values))
    return;
  if (single || !JSON_NODE_HOLDS_ARRAY (node))
    {
      Row row = { node, around };

      g_array_append_val (rows, row);
      return;
    }
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      Row row = { json_array_get_element (json_node_get_array (node), i), around };

      if (operation->values || !JSON_NODE_HOLDS_NULL (row.row))
        g_array_append_val (rows, row);
    }
}

static GArray *
find_rows (const AskOperation *operation, JsonNode *answer)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  JsonNode *node = operation->rows != NULL ? find_member (answer, operation->rows) : answer;
  g_autoptr (GArray) around = g_array_new (FALSE, FALSE, sizeof (Row));

  if (operation->nested == NULL)
    {
      add_rows (operation, node, NULL, operation->single, rows);
      return rows;
    }
  add_rows (operation, node, NULL, operation->single, around);
  for (guint i = 0; i < around->len; i++)
    {
      JsonNode *outer = g_array_index (around, Row, i).row;

      add_rows (operation, find_member (outer, operation->nested), outer, FALSE, rows);
    }
  return rows;
}

/* The same, where the document calls it a number: that is a real, whole or not. */
static char *
dup_typed_text (const AskAttribute *attribute, JsonNode *node)
{
  if (attribute->type == ASK_TYPE_REAL && node != NULL && JSON_NODE_HOLDS_VALUE (node)
      && json_node_get_value_type (node) == G_TYPE_INT64)
    return ask_real_to_text ((double) json_node_get_int (node));
  return dup_member_text (node);
}

/* What @attribute has to be in @row; @arguments are those of the call. */
static char *
dup_expected (const AskEntity *entity, const AskAttribute *attribute, const Row *row, GHashTable *arguments)
{
  const AskParameter *parameter = ask_operation_find_parameter_for (entity->operation, attribute->name);
  const char *given = parameter != NULL ? g_hash_table_lookup (arguments, parameter->name) : NULL;

  if (attribute->column == NULL)
    {
      if (given != NULL && parameter->type == ASK_TYPE_BOOLEAN)
        return g_strdup (strcmp (given, "true") == 0 ? "1" : "0");
      return g_strdup (given != NULL ? given : "∅");
    }
  if (strcmp (attribute->column, ".") == 0 && entity->operation->values)
    return dup_typed_text (attribute, row->row);
  if (g_str_has_prefix (attribute->column, "../"))
    return dup_typed_text (attribute, find_member (row->around, attribute->column + 3));
  return dup_typed_text (attribute, find_member (row->row, attribute->column));
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
dup_literal (const AskAttribute *attribute, const char *value)
{
  if (attribute->type == ASK_TYPE_BOOLEAN)
    return g_strdup (strcmp (value, "true") == 0 || strcmp (value, "1") == 0 ? "1" : "0");
  if (attribute->type == ASK_TYPE_INTEGER || attribute->type == ASK_TYPE_REAL || attribute->type == ASK_TYPE_DECIMAL)
    return g_strdup (value);
  return ask_sql_quote_text (value);
}

/* "WHERE a = 1 AND b = 'x'" for what no call goes without; the values go into @arguments. */
static char *
dup_where (Fixture *self, const AskEntity *entity, GHashTable *arguments, GString *where)
{
  const AskOperation *operation = entity->operation;

  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = g_ptr_array_index (operation->parameters, i);
      const AskAttribute *attribute;
      g_autofree char *value = NULL;
      g_autofree char *name = NULL;
      g_autofree char *literal = NULL;

      if (!parameter->required)
        continue;
      if (parameter->attribute == NULL)
        {
          g_hash_table_insert (arguments, g_strdup (parameter->name), g_strdup (parameter->fixed));
          continue;
        }
      attribute = ask_entity_find_attribute (entity, parameter->attribute);
      value = ask_test_openapi_dup_argument (self->api, operation->method != NULL ? operation->method : "GET",
                                             operation->path, parameter->name, 0);
      if (value == NULL)
        return g_strdup_printf ("the document has no parameter “%s”", parameter->name);
      name = ask_sql_quote_name (attribute->name);
      literal = dup_literal (attribute, value);
      g_string_append_printf (where, "%s%s = %s", where->len > 0 ? " AND " : " WHERE ", name, literal);
      g_hash_table_insert (arguments, g_strdup (parameter->name), g_steal_pointer (&value));
    }
  return NULL;
}

static AskResult *
query (Fixture *self, const AskEntity *entity, const char *sql)
{
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (self->engine, sql, &limits, NULL, NULL, &error);

  self->n_queries++;
  if (result == NULL)
    {
      g_autofree char *refusal = ask_test_openapi_dup_refusal (self->api);

      complain (self, "%s (%s): %s: %s [server: %s]", entity->name, entity->operation->path, sql, error->message,
                refusal != NULL ? refusal : "no refusal");
    }
  return result;
}

/* Scalars that the server made and that no attribute is there for. */
static void
find_missed (Fixture *self, const AskEntity *entity, JsonNode *node, const char *prefix)
{
  g_autoptr (GList) names = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;
  names = json_object_get_members (json_node_get_object (node));
  for (GList *l = names; l != NULL; l = l->next)
    {
      g_autofree char *path = prefix != NULL ? g_strconcat (prefix, ".", l->data, NULL) : g_strdup (l->data);
      JsonNode *member = json_object_get_member (json_node_get_object (node), l->data);

      if (ask_entity_find_column (entity, path) != NULL)
        continue;
      if (JSON_NODE_HOLDS_VALUE (member))
        {
          self->n_missed++;
          g_test_message ("%s has no attribute for “%s”", entity->name, path);
        }
      else
        find_missed (self, entity, member, path);
    }
}

/* The rows as texts, sorted; of a result, and of what the server made. */
static GPtrArray *
dup_result_texts (Fixture *self, const AskEntity *entity, const AskRows *rows)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = g_ptr_array_index (entity->attributes, a);
          int column = ask_rows_find_column (rows, attribute->name);
          g_autofree char *cell = column >= 0 ? dup_cell_text (ask_rows_get (rows, r, column)) : g_strdup ("no column");

          g_string_append_printf (text, "%s=%s|", attribute->name, cell);
          self->n_cells++;
        }
      g_ptr_array_add (texts, g_strdup (text->str));
    }
  g_ptr_array_sort (texts, compare_texts);
  return texts;
}

static GPtrArray *
dup_made_texts (const AskEntity *entity, GArray *rows, GHashTable *arguments)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (guint r = 0; r < rows->len; r++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = g_ptr_array_index (entity->attributes, a);
          g_autofree char *value = dup_expected (entity, attribute, &g_array_index (rows, Row, r), arguments);

          g_string_append_printf (text, "%s=%s|", attribute->name, value);
        }
      g_ptr_array_add (texts, g_strdup (text->str));
    }
  g_ptr_array_sort (texts, compare_texts);
  return texts;
}

static void
compare_rows (Fixture *self, const AskEntity *entity, const char *sql, GPtrArray *found, GPtrArray *made)
{
  if (found->len != made->len)
    complain (self, "%s (%s): %s gave %u rows, and the server made %u%s%s", entity->name, entity->operation->path, sql,
              found->len, made->len, made->len > 0 ? ", such as " : "", made->len > 0 ? (char *) made->pdata[0] : "");
  else
    for (guint i = 0; i < found->len; i++)
      if (strcmp (found->pdata[i], made->pdata[i]) != 0)
        {
          const char *a = found->pdata[i], *b = made->pdata[i];
          gsize at = 0, from;

          while (a[at] != '\0' && a[at] == b[at])
            at++;
          from = at > 40 ? at - 40 : 0;
          while (from > 0 && (a[from] & 0xc0) == 0x80)
            from--;
          complain (self, "%s (%s): row %u: “…%.120s” and not “…%.120s”", entity->name, entity->operation->path, i,
                    a + from, b + from);
          break;
        }
}

/* An optional parameter with a value that some of the rows have. */
static void
check_filters (Fixture *self, const AskEntity *entity, GHashTable *arguments, const char *where, GArray *rows)
{
  const AskOperation *operation = entity->operation;

  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = g_ptr_array_index (operation->parameters, i);
      const AskAttribute *attribute
        = parameter->attribute != NULL ? ask_entity_find_attribute (entity, parameter->attribute) : NULL;
      g_autofree char *value = NULL;
      g_autofree char *name = NULL;
      g_autofree char *literal = NULL;
      g_autofree char *sql = NULL;
      g_autoptr (AskResult) result = NULL;
      guint n = 0;

      if (parameter->required || attribute == NULL || attribute->column == NULL
          || parameter->use != ASK_PARAMETER_EQUALS || parameter->narrows || rows->len == 0)
        continue;
      value = dup_expected (entity, attribute, &g_array_index (rows, Row, rows->len / 2), arguments);
      if (strcmp (value, "∅") == 0)
        continue;
      for (guint r = 0; r < rows->len; r++)
        {
          g_autofree char *other = dup_expected (entity, attribute, &g_array_index (rows, Row, r), arguments);

          n += strcmp (other, value) == 0;
        }
      name = ask_sql_quote_name (attribute->name);
      literal = dup_literal (attribute, value);
      sql = g_strdup_printf ("SELECT * FROM \"%s\"%s%s%s = %s", entity->name, where,
                             *where != '\0' ? " AND " : " WHERE ", name, literal);
      result = query (self, entity, sql);
      self->n_filters++;
      if (result != NULL && ask_rows_get_n_rows (result->rows) != n)
        complain (self, "%s (%s): %s gave %zu rows instead of %u", entity->name, operation->path, sql,
                  ask_rows_get_n_rows (result->rows), n);
    }
}

/* Of several objects at one address, "/shared_items#folders", the server here gives the first. */
static gboolean
is_served (const AskEntity *entity)
{
  return !g_str_equal (entity->name, "shared_items_app_items");
}

static void
check_entity (Fixture *self, const AskEntity *entity)
{
  const AskOperation *operation = entity->operation;
  g_autoptr (GHashTable) arguments = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GString) where = g_string_new (NULL);
  g_autofree char *reason = dup_where (self, entity, arguments, where);
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\"%s", entity->name, where->str);
  g_autofree char *count_sql = g_strdup_printf ("SELECT count(*) FROM \"%s\"%s", entity->name, where->str);
  g_autoptr (JsonNode) answer = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (AskResult) counted = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) made = NULL;

  if (reason != NULL)
    {
      complain (self, "%s (%s): %s", entity->name, operation->path, reason);
      return;
    }
  answer = ask_test_openapi_answer (self->api, operation->method != NULL ? operation->method : "GET", operation->path,
                                    arguments);
  if (answer == NULL)
    {
      complain (self, "%s (%s): the document does not say what is answered", entity->name, operation->path);
      return;
    }
  rows = find_rows (operation, answer);
  result = query (self, entity, sql);
  if (result == NULL)
    return;
  found = dup_result_texts (self, entity, result->rows);
  made = dup_made_texts (entity, rows, arguments);
  self->n_rows += found->len;
  /* A circle in the document ends with an empty list. */
  if (made->len == 0 && operation->nested != NULL)
    self->n_empty++;
  else if (made->len == 0)
    complain (self, "%s (%s): the server made no row at “%s”, “%s”", entity->name, operation->path,
              operation->rows != NULL ? operation->rows : "", operation->nested != NULL ? operation->nested : "");
  compare_rows (self, entity, sql, found, made);
  if (!operation->values && rows->len > 0)
    find_missed (self, entity, g_array_index (rows, Row, 0).row, NULL);
  counted = query (self, entity, count_sql);
  if (counted != NULL
      && (ask_rows_get (counted->rows, 0, 0)->kind != ASK_VALUE_INTEGER
          || ask_rows_get (counted->rows, 0, 0)->integer != made->len))
    complain (self, "%s: %s is not %u", entity->name, count_sql, made->len);
  check_filters (self, entity, arguments, where->str, rows);
}

/* The texts of one attribute, by the query that all rows come with; NULL after a complaint. */
static GPtrArray *
dup_values (Fixture *self, const AskEntity *entity, const char *attribute, const char *where)
{
  g_autofree char *name = ask_sql_quote_name (attribute);
  g_autofree char *sql
    = g_strdup_printf ("SELECT %s AS v FROM \"%s\"%s%s%s IS NOT NULL", name, entity->name, where,
                       *where != '\0' ? " AND " : " WHERE ", name);
  g_autoptr (AskResult) result = query (self, entity, sql);
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);

  for (gsize r = 0; result != NULL && r < ask_rows_get_n_rows (result->rows); r++)
    g_ptr_array_add (values, dup_cell_text (ask_rows_get (result->rows, r, 0)));
  return values;
}

/* What a call of @entity needs besides @attribute, which a join gives. FALSE where that is not known. */
static gboolean
find_other_needs (Fixture *self, const AskEntity *entity, const char *attribute, const char *alias, GString *where)
{
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];
      g_autofree char *value = NULL;
      g_autofree char *name = NULL;
      g_autofree char *literal = NULL;

      if (!parameter->required || parameter->attribute == NULL || strcmp (parameter->attribute, attribute) == 0)
        continue;
      value = ask_test_openapi_dup_argument (self->api,
                                             entity->operation->method != NULL ? entity->operation->method : "GET",
                                             entity->operation->path, parameter->name, 0);
      if (value == NULL)
        return FALSE;
      name = ask_sql_quote_name (parameter->attribute);
      literal = dup_literal (ask_entity_find_attribute (entity, parameter->attribute), value);
      g_string_append_printf (where, "%s%s%s = %s", where->len > 0 ? " AND " : " WHERE ", alias, name, literal);
    }
  return TRUE;
}

/* A join along an inferred relationship has as many rows as its parts say, asked for one by one. */
static void
check_join (Fixture *self, const AskRelationship *one)
{
  const AskEntity *from = ask_schema_find_entity (self->schema, one->from);
  const AskEntity *to = ask_schema_find_entity (self->schema, one->to);
  const char *a = one->from_attributes->pdata[0], *b = one->to_attributes->pdata[0];
  g_autoptr (GString) from_where = g_string_new (NULL), to_where = g_string_new (NULL);
  g_autoptr (GString) both = g_string_new (NULL);
  g_autofree char *from_name = ask_sql_quote_name (a);
  g_autofree char *to_name = ask_sql_quote_name (b);
  g_autofree char *sql = NULL;
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (AskResult) joined = NULL;
  gint64 expected = 0;

  if (one->from_attributes->len != 1 || from == to || !find_other_needs (self, from, "", "", from_where)
      || !find_other_needs (self, to, b, "", to_where) || !find_other_needs (self, from, "", "f.", both)
      || !find_other_needs (self, to, b, "t.", both))
    return;
  values = dup_values (self, from, a, from_where->str);
  /* One call or more for each. */
  if (values->len > MAX_VALUES)
    return;
  for (guint i = 0; i < values->len; i++)
    {
      g_autofree char *literal = dup_literal (ask_entity_find_attribute (to, b), values->pdata[i]);
      g_autofree char *count_sql
        = g_strdup_printf ("SELECT count(*) FROM \"%s\"%s%s%s = %s", to->name, to_where->str,
                           to_where->len > 0 ? " AND " : " WHERE ", to_name, literal);
      g_autoptr (AskResult) counted = query (self, to, count_sql);

      if (counted == NULL)
        return;
      expected += ask_rows_get (counted->rows, 0, 0)->integer;
    }
  sql = g_strdup_printf ("SELECT count(*) FROM \"%s\" f JOIN \"%s\" t ON f.%s = t.%s%s", from->name, to->name, from_name,
                         to_name, both->str);
  joined = query (self, from, sql);
  self->n_joins++;
  self->n_joined += (guint) expected;
  if (joined != NULL && ask_rows_get (joined->rows, 0, 0)->integer != expected)
    complain (self, "%s gave %" G_GINT64_FORMAT " rows instead of %" G_GINT64_FORMAT, sql,
              ask_rows_get (joined->rows, 0, 0)->integer, expected);
}

static void
open_fixture (Fixture *self, const char *path, const char *const *reads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);

  self->faults = g_string_new (NULL);
  self->api = ask_test_openapi_new (path, &error);
  g_assert_no_error (error);
  self->config = ask_source_config_new ("api", &ask_rest_kind, path);
  self->config->base_url = ask_test_openapi_dup_url (self->api);
  self->config->reads = g_strdupv ((char **) reads);
  self->config->lenient = TRUE;
  ask_test_openapi_authorize (self->api, self->config);
  source = ask_source_new (self->config, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  self->schema = ask_schema_ref (found->schema);
  g_ptr_array_add (configs, ask_source_config_ref (self->config));
  self->engine = ask_engine_new (self->schema, configs, &error);
  g_assert_no_error (error);
}

/* The same source without its key is told so, where the document asks for one. */
static void
check_key (Fixture *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  AskSourceConfig *config = ask_source_config_new ("api", &ask_rest_kind, path);
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autofree char *sql = NULL;
  const AskEntity *entity = NULL;

  g_ptr_array_add (configs, config);
  config->base_url = ask_test_openapi_dup_url (self->api);
  config->reads = g_strdupv (self->config->reads);
  for (guint i = 0; i < self->schema->entities->len && entity == NULL; i++)
    {
      g_autoptr (GString) where = g_string_new (NULL);
      const AskEntity *one = self->schema->entities->pdata[i];

      if (find_other_needs (self, one, "", "", where) && ask_test_openapi_needs_key (self->api, one->operation->path))
        {
          entity = one;
          sql = g_strdup_printf ("SELECT count(*) FROM \"%s\"%s", one->name, where->str);
        }
    }
  if (entity == NULL)
    return;
  engine = ask_engine_new (self->schema, configs, &error);
  g_assert_no_error (error);
  result = ask_engine_query (engine, sql, &limits, NULL, NULL, &error);
  g_assert_null (result);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
}

static void
close_fixture (Fixture *self)
{
  ask_engine_free (self->engine);
  ask_schema_unref (self->schema);
  ask_source_config_unref (self->config);
  ask_test_openapi_free (self->api);
  g_string_free (self->faults, TRUE);
}

static void
test_document (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  g_autofree char *path = dup_path (documents[which].path);
  Fixture fixture = { 0 };

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("The OpenAPI documents are not here, see tests/engine/README.md");
      return;
    }
  open_fixture (&fixture, path, documents[which].reads);
  for (guint i = 0; i < fixture.schema->entities->len; i++)
    if (is_served (fixture.schema->entities->pdata[i]))
      check_entity (&fixture, fixture.schema->entities->pdata[i]);
  for (guint i = 0; i < MIN (fixture.schema->relationships->len, 4 * MAX_JOINS) && fixture.n_joins < MAX_JOINS; i++)
    check_join (&fixture, fixture.schema->relationships->pdata[i]);
  g_test_message ("%s: %u entities, %u queries, %u rows, %u cells, %u filters, %u joins with %u rows, %u calls, %u of later pages, "
                  "%u empty, %u members without an attribute, %u faults",
                  documents[which].name, fixture.schema->entities->len, fixture.n_queries, fixture.n_rows, fixture.n_cells,
                  fixture.n_filters, fixture.n_joins, fixture.n_joined, ask_test_openapi_get_n_calls (fixture.api),
                  ask_test_openapi_get_n_later (fixture.api), fixture.n_empty, fixture.n_missed, fixture.n_faults);
  if (fixture.n_faults > 0)
    {
      g_test_message ("%u faults:%s", fixture.n_faults, fixture.faults->str);
      g_test_fail ();
    }
  g_assert_cmpuint (fixture.schema->entities->len, >=, documents[which].entities);
  g_assert_cmpuint (fixture.n_joins, >=, documents[which].joins);
  g_assert_cmpuint (fixture.n_missed, <=, documents[which].missed);
  if (documents[which].later)
    g_assert_cmpuint (ask_test_openapi_get_n_later (fixture.api), >, 0);
  check_key (&fixture, path);
  close_fixture (&fixture);
}

/* An offset that no call may leave out, in a query and in a body: named once, on every page. */
static void
test_required_offset (void)
{
  static const char answer[]
    = "responses: {'200': {description: d, content: {application/json: {schema: {type: array, items: {type: object, "
      "properties: {id: {type: integer}, name: {type: string}}}}}}}}";
  static const char *const reads[] = { "POST /b", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("askdata-served-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "api.yaml", NULL);
  g_autofree char *text = g_strdup_printf (
    "{openapi: 3.0.3, info: {title: T, version: '1'}, paths: {"
    "/a: {get: {parameters: [{name: offset, in: query, required: true, schema: {type: integer}}, "
    "{name: limit, in: query, schema: {type: integer, maximum: 2}}], %s}}, "
    "/x: {post: {%s}}, /y: {post: {%s}}, /z: {post: {%s}}, "
    "/b: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [offset, limit], "
    "properties: {offset: {type: integer}, limit: {type: integer, maximum: 2}}}}}}, %s}}}}",
    answer, answer, answer, answer, answer);
  Fixture fixture = { 0 };

  g_assert_no_error (error);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  open_fixture (&fixture, path, reads);
  g_assert_cmpuint (fixture.schema->entities->len, ==, 2);
  for (guint i = 0; i < fixture.schema->entities->len; i++)
    check_entity (&fixture, fixture.schema->entities->pdata[i]);
  g_assert_cmpstr (fixture.faults->str, ==, "");
  g_assert_cmpuint (fixture.n_rows, ==, 10);
  g_assert_cmpuint (ask_test_openapi_get_n_later (fixture.api), >=, 8);
  close_fixture (&fixture);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/openapi-served/a-required-offset-is-sent-on-every-page", test_required_offset);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *name = g_strdup_printf ("/engine/openapi-served/every-query-gets-all-rows/%s",
                                               documents[i].name);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_document);
    }
  return g_test_run ();
}

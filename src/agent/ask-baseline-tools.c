/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The two tools of the plain agent: SQL at one database, a call of one API's operation. Each source has an engine of its
 * own, so that nothing is joined over sources but by the model. Rows are told only where they may be shared.
 */
#include "config.h"

#include "agent/ask-baseline.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-observe.h"
#include "agent/ask-share.h"
#include "base/ask-json.h"
#include "sql/ask-sql-lexer.h"

static gboolean
is_of (const AskEntity *entity, const char *source, gboolean api)
{
  return !entity->hidden && entity->kind != ASK_ENTITY_QUERY && (entity->kind == ASK_ENTITY_API) == api
         && g_ascii_strcasecmp (entity->source, source) == 0;
}

static const char *
get_operation (const AskEntity *entity)
{
  return entity->table != NULL && entity->table[0] != '\0' ? entity->table : entity->name;
}

/* "shipment(store_id INTEGER, day TEXT required) gives rows of shipment_id INTEGER, carrier TEXT" */
static void
list_operation (GString *text, const AskEntity *entity)
{
  const AskOperation *operation = entity->operation;
  guint n = 0;

  g_string_append_printf (text, "  %s(", get_operation (entity));
  for (guint i = 0; operation != NULL && i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];

      if (parameter->attribute == NULL || parameter->fixed != NULL)
        continue;
      g_string_append_printf (text, "%s%s %s%s", n++ > 0 ? ", " : "", parameter->name,
                              ask_type_to_string (parameter->type), parameter->required ? " required" : "");
    }
  g_string_append (text, ") gives rows of ");
  n = 0;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden)
        g_string_append_printf (text, "%s%s %s", n++ > 0 ? ", " : "", attribute->name,
                                ask_type_to_string (attribute->type));
    }
  g_string_append_c (text, '\n');
  if (entity->description != NULL && entity->description[0] != '\0')
    g_string_append_printf (text, "    %s\n", entity->description);
}

static void
list_source (GString *text, AskSchema *schema, const char *source, gboolean api)
{
  g_string_append_printf (text, api ? "Web API %s:\n" : "Database %s:\n", source);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];
      g_autofree char *sql = NULL;

      if (!is_of (entity, source, api))
        continue;
      if (api)
        list_operation (text, entity);
      else
        g_string_append (text, sql = ask_schema_entity_to_sql (schema, entity));
    }
}

/**
 * ask_baseline_list_sources:
 * @run: whose schema is told
 *
 * Returns: (transfer full): each database with its tables, each API with its operations
 */
char *
ask_baseline_list_sources (AskAgentRun *run)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < run->schema->entities->len; i++)
    {
      const AskEntity *entity = run->schema->entities->pdata[i];
      gboolean api = entity->kind == ASK_ENTITY_API;
      char *key;

      if (!is_of (entity, entity->source, api))
        continue;
      key = g_strconcat (api ? "api " : "sql ", entity->source, NULL);
      if (g_hash_table_add (seen, key))
        list_source (text, run->schema, entity->source, api);
    }
  return g_string_free (text, FALSE);
}

/* The engine over one source alone becomes the run's. Returns: whether there is such a source; without @error: there is
 * none */
static gboolean
use_source (AskBaseline *self, const char *source, gboolean api, GError **error)
{
  AskAgentRun *run = self->run;
  g_autofree char *folded = source != NULL ? g_ascii_strdown (source, -1) : g_strdup ("");
  g_autofree char *key = g_strconcat (api ? "api " : "sql ", folded, NULL);
  AskEngine *engine = g_hash_table_lookup (self->engines, key);
  g_autoptr (AskSchema) only = NULL;

  if (engine == NULL)
    {
      only = ask_schema_fork (run->schema);
      for (guint i = only->entities->len; i-- > 0;)
        if (!is_of (only->entities->pdata[i], folded, api))
          g_ptr_array_remove_index (only->entities, i);
      for (guint i = only->relationships->len; i-- > 0;)
        {
          const AskRelationship *relationship = only->relationships->pdata[i];

          if (ask_schema_find_entity (only, relationship->from) == NULL
              || ask_schema_find_entity (only, relationship->to) == NULL)
            g_ptr_array_remove_index (only->relationships, i);
        }
      if (only->entities->len == 0 || (engine = ask_workspace_open_engine_on (run->workspace, only, error)) == NULL)
        return FALSE;
      g_hash_table_insert (self->engines, g_steal_pointer (&key), engine);
    }
  run->engine = engine;
  return TRUE;
}

static const AskEntity *
find_operation (AskSchema *schema, const char *name)
{
  for (guint i = 0; name != NULL && i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (g_ascii_strcasecmp (get_operation (entity), name) == 0 || g_ascii_strcasecmp (entity->name, name) == 0
          || (entity->operation != NULL && g_strcmp0 (entity->operation->path, name) == 0))
        return entity;
    }
  return NULL;
}

static const AskParameter *
find_parameter (const AskEntity *entity, const char *name)
{
  for (guint i = 0; entity->operation != NULL && i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (g_strcmp0 (parameter->name, name) == 0 && parameter->attribute != NULL && parameter->fixed == NULL)
        return parameter;
    }
  return NULL;
}

static gboolean
append_literal (GString *sql, JsonNode *node)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_NONE;
  g_autofree char *quoted = NULL;

  if (type == G_TYPE_STRING)
    g_string_append (sql, quoted = ask_sql_quote_text (json_node_get_string (node)));
  else if (type == G_TYPE_INT64)
    g_string_append_printf (sql, "%" G_GINT64_FORMAT, json_node_get_int (node));
  else if (type == G_TYPE_BOOLEAN)
    g_string_append_c (sql, json_node_get_boolean (node) ? '1' : '0');
  else if (type == G_TYPE_DOUBLE)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append (sql, g_ascii_dtostr (text, sizeof text, json_node_get_double (node)));
    }
  else
    return FALSE;
  return TRUE;
}

static gboolean
append_argument (GString *sql, const AskParameter *parameter, JsonNode *node)
{
  static const char *const comparisons[] = { "=", ">=", "<=", ">", "<" };
  g_autofree char *column = ask_sql_quote_name (parameter->attribute);

  g_string_append_printf (sql, "%s%s ", strstr (sql->str, " WHERE ") != NULL ? " AND " : " WHERE ", column);
  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      g_string_append_printf (sql, "%s ", comparisons[parameter->use]);
      return append_literal (sql, node);
    }
  g_string_append (sql, "IN (");
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      if (i > 0)
        g_string_append_c (sql, ',');
      if (!append_literal (sql, json_array_get_element (json_node_get_array (node), i)))
        return FALSE;
    }
  g_string_append_c (sql, ')');
  return TRUE;
}

/* The statement that makes the call. Returns: (transfer full) (nullable): %NULL where @problem says why there is none */
static char *
write_call (const AskEntity *entity, JsonObject *arguments, char **problem)
{
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (GList) names = arguments != NULL ? json_object_get_members (arguments) : NULL;

  g_string_append_printf (sql, "SELECT * FROM %s", table);
  for (GList *l = names; l != NULL; l = l->next)
    {
      const AskParameter *parameter = find_parameter (entity, l->data);

      if (parameter == NULL)
        *problem
          = g_strdup_printf ("The operation %s has no parameter “%s”.", get_operation (entity), (const char *) l->data);
      else if (!append_argument (sql, parameter, json_object_get_member (arguments, l->data)))
        *problem = g_strdup_printf ("The argument “%s” has to be a text, a number or a list of these.",
                                    (const char *) l->data);
      if (*problem != NULL)
        return NULL;
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* Runs @sql, and tells of what it gave. Returns: whether to go on */
static gboolean
run_sql (AskBaseline *self, const char *sql, const char *title, char **observation, GError **error)
{
  AskAgentRun *run = self->run;
  g_autofree char *name = g_strdup_printf ("result_%u", self->results->len + 1);
  g_autoptr (GHashTable) steps = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) text = NULL;
  g_autoptr (GError) failure = NULL;
  AskResult *result = NULL;
  gboolean shared;

  if (ask_run_may_ask (run, sql, &failure))
    result = ask_run_query (run, ask_run_step (run, "sql", title, NULL), sql, NULL, &failure);
  if (result == NULL)
    return ask_baseline_take_failure (self, sql, failure, observation, error);
  g_ptr_array_add (self->results, result);
  g_ptr_array_add (self->sqls, g_strdup (sql));
  shared = ask_share_may_rows (run, result, steps);

  g_autofree char *told = ask_observe_result (result, name,
                                              shared                                          ? ASK_COUNTING_EXACT
                                              : self->results->len <= ASK_OBSERVE_MAX_COUNTED ? ASK_COUNTING_ROUNDED
                                                                                              : ASK_COUNTING_FEW);

  text = g_string_new (told);
  if (shared)
    ask_share_rows (run, result, name, text);
  *observation = g_strdup (text->str);
  return TRUE;
}

/* What is wrong with the source that is named. Returns: whether to go on */
static gboolean
refuse_source (AskBaseline *self, const char *source, gboolean api, char **observation)
{
  g_autofree char *problem
    = g_strdup_printf (api ? "There is no web API “%s”." : "There is no database “%s”.", source != NULL ? source : "");

  return ask_baseline_take_problem (self, problem, observation);
}

static gboolean
call_api (AskBaseline *self, JsonObject *input, char **observation, GError **error)
{
  const char *name = ask_json_get_string (input, "operation");
  const AskEntity *entity = find_operation (ask_engine_get_schema (self->run->engine), name);
  g_autofree char *problem = NULL;
  g_autofree char *sql = NULL;

  if (entity == NULL)
    problem = g_strdup_printf ("That API has no operation “%s”.", name != NULL ? name : "");
  else
    sql = write_call (entity, ask_json_get_object (input, "arguments"), &problem);
  return sql != NULL ? run_sql (self, sql, _ ("Called an operation"), observation, error)
                     : ask_baseline_take_problem (self, problem, observation);
}

/**
 * ask_baseline_call:
 * @self: a baseline at work; its engine becomes that of the source
 * @tool: "sql_query" or "api_call", as the model wrote it
 * @input: JSON, as the model wrote it
 * @observation: (out) (transfer full) (nullable): what the model is told
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Returns: whether the model is told; else the answer says why not, or @error is set
 */
gboolean
ask_baseline_call (AskBaseline *self, const char *tool, const char *input, char **observation, GError **error)
{
  gboolean api = strcmp (tool, "api_call") == 0;
  g_autoptr (JsonNode) node = ask_json_parse (input, -1, NULL);
  g_autoptr (GError) local = NULL;
  JsonObject *object;
  const char *source;
  const char *sql;

  if (!api && strcmp (tool, "sql_query") != 0)
    return ask_baseline_take_problem (self, "There is no such tool. There are sql_query and api_call.", observation);
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return ask_baseline_take_problem (self, "The Action Input has to be a JSON object.", observation);
  object = json_node_get_object (node);
  source = ask_json_get_string (object, "source");
  if (!use_source (self, source, api, &local))
    {
      if (local == NULL)
        return refuse_source (self, source, api, observation);
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (api)
    return call_api (self, object, observation, error);
  sql = ask_json_get_string (object, "sql");
  return sql != NULL ? run_sql (self, sql, _ ("Ran a query"), observation, error)
                     : ask_baseline_take_problem (self, "The Action Input has no “sql”.", observation);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values that may reach a model. Everything here asks ask_schema_get_sharing() first, and nothing that it
 * does not allow goes by: a row goes only where all that it was made from may go, whatever for it was read.
 */
#include "config.h"

#include "agent/ask-share.h"

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

#define MAX_EXAMPLES 8
#define MAX_ROWS 20
#define MAX_CELL 80
#define MAX_VALUES 12

/* What left, once, for the trace: "store.city" with its values, and what allowed it. */
static void
note (AskAgentRun *run, const char *of, AskSharing sharing, JsonArray *values)
{
  JsonObject *object;

  if (run->shared == NULL)
    run->shared = json_array_new ();
  for (guint i = 0; i < json_array_get_length (run->shared); i++)
    if (g_strcmp0 (json_object_get_string_member (json_array_get_object_element (run->shared, i), "of"), of) == 0)
      {
        json_array_unref (values);
        return;
      }
  object = json_object_new ();
  json_object_set_string_member (object, "of", of);
  json_object_set_array_member (object, "values", values);
  json_object_set_string_member (object, "sharing", ask_sharing_to_string (sharing));
  json_array_add_object_element (run->shared, object);
}

/**
 * ask_share_may_values:
 * @schema: a schema
 * @entity: of it
 * @attribute: of @entity
 *
 * Returns: whether single values of it may leave
 */
gboolean
ask_share_may_values (AskSchema *schema, const AskEntity *entity, const AskAttribute *attribute)
{
  return ask_schema_get_sharing (schema, entity, attribute) >= ASK_SHARING_SAMPLES;
}

/** ask_share_is_any: Returns: whether values of anything in @schema may leave */
gboolean
ask_share_is_any (AskSchema *schema)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      for (guint a = 0; a < entity->attributes->len; a++)
        if (ask_share_may_values (schema, entity, entity->attributes->pdata[a]))
          return TRUE;
    }
  return FALSE;
}

/**
 * ask_share_examples:
 * @run: has an engine; notes for the trace what leaves
 * @entity: that the model is told of
 * @text: gets a line for each attribute whose examples may be told
 */
void
ask_share_examples (AskAgentRun *run, const AskEntity *entity, GString *text)
{
  AskSchema *schema = ask_engine_get_schema (run->engine);

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *of = NULL;
      JsonArray *values;

      if (attribute->examples->len == 0 || !ask_share_may_values (schema, entity, attribute))
        continue;
      of = g_strdup_printf ("%s.%s", entity->name, attribute->name);
      values = json_array_new ();
      g_string_append_printf (text, "\n-- examples of %s: ", of);
      for (guint e = 0; e < MIN (attribute->examples->len, MAX_EXAMPLES); e++)
        {
          g_autofree char *shown = ask_text_shorten (attribute->examples->pdata[e], MAX_CELL);
          g_autofree char *quoted = ask_sql_quote_text (shown);

          g_string_append_printf (text, "%s%s", e > 0 ? ", " : "", quoted);
          json_array_add_string_element (values, shown);
        }
      note (run, of, ask_schema_get_sharing (schema, entity, attribute), values);
    }
}

/**
 * ask_share_question:
 * @run: has an engine; notes for the trace what leaves
 * @error: %ASK_STORE_ERROR
 *
 * How the data spells what the question names, of attributes whose values may be told.
 *
 * Returns: (transfer full) (nullable): a line for each; %NULL for none, with or without @error
 */
char *
ask_share_question (AskAgentRun *run, GError **error)
{
  AskSchema *schema = ask_engine_get_schema (run->engine);
  g_autoptr (GPtrArray) spans = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  if (!ask_share_is_any (schema))
    return NULL;
  spans = ask_workspace_find_values_in (run->workspace, run->answer->question, error);
  if (spans == NULL)
    return NULL;
  for (guint s = 0; s < spans->len; s++)
    {
      const AskValueSpan *span = spans->pdata[s];

      for (guint h = 0; h < span->hits->len && n < MAX_VALUES; h++)
        {
          const AskValueHit *hit = span->hits->pdata[h];
          const AskEntity *entity = ask_schema_find_entity (schema, hit->entity);
          const AskAttribute *attribute = entity != NULL ? ask_entity_find_attribute (entity, hit->attribute) : NULL;
          g_autofree char *of = NULL;
          g_autofree char *shown = NULL;
          g_autofree char *quoted = NULL;
          JsonArray *values;

          if (attribute == NULL || !ask_share_may_values (schema, entity, attribute))
            continue;
          of = g_strdup_printf ("%s.%s", entity->name, attribute->name);
          shown = ask_text_shorten (hit->value, MAX_CELL);
          quoted = ask_sql_quote_text (shown);
          g_string_append_printf (text, "%s%s is a value of %s.", n > 0 ? "\n" : "", quoted, of);
          values = json_array_new ();
          json_array_add_string_element (values, shown);
          /* Beside examples of the same attribute, which are noted by its name alone. */
          g_free (of);
          of = g_strdup_printf ("%s.%s = %s", entity->name, attribute->name, quoted);
          note (run, of, ask_schema_get_sharing (schema, entity, attribute), values);
          n++;
        }
    }
  return n > 0 ? g_strdup (text->str) : NULL;
}

static gboolean
may_rows_of (AskSchema *schema, const AskEntity *entity, const AskAttribute *attribute)
{
  /* What is made of others goes where all of those go, unless somebody said no to it itself. */
  if ((attribute->expression != NULL || entity->kind == ASK_ENTITY_QUERY) && attribute->sharing == ASK_SHARING_INHERIT)
    return !attribute->sensitive && !attribute->hidden && !entity->hidden;
  return ask_schema_get_sharing (schema, entity, attribute) == ASK_SHARING_YES;
}

static gboolean
may_entity (AskSchema *schema, const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    if (!may_rows_of (schema, entity, entity->attributes->pdata[i]))
      return FALSE;
  return TRUE;
}

/**
 * ask_share_may_rows:
 * @run: has an engine
 * @result: of a query
 * @steps: (element-type utf8): a set of names: earlier steps whose rows may be told
 *
 * Returns: whether the rows may be told: every attribute and step that was read says so, and there is one
 */
gboolean
ask_share_may_rows (AskAgentRun *run, const AskResult *result, GHashTable *steps)
{
  AskSchema *schema = ask_engine_get_schema (run->engine);
  const GPtrArray *origins = result->origins;

  if (!ask_share_is_any (schema))
    return FALSE;
  if (origins == NULL || origins->len == 0)
    return FALSE;
  for (guint i = 0; i < origins->len; i++)
    {
      const AskOrigin *origin = origins->pdata[i];

      if (origin->step != NULL        ? !g_hash_table_contains (steps, origin->step)
          : origin->attribute != NULL ? !may_rows_of (schema, origin->entity, origin->attribute)
                                      : !may_entity (schema, origin->entity))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_share_rows:
 * @run: notes for the trace what leaves
 * @result: whose rows may be told
 * @name: the step that keeps them
 * @text: gets the first of them, a line each
 */
void
ask_share_rows (AskAgentRun *run, const AskResult *result, const char *name, GString *text)
{
  gsize n = MIN (ask_rows_get_n_rows (result->rows), MAX_ROWS);
  guint n_columns = ask_rows_get_n_columns (result->rows);
  JsonArray *values;

  if (n == 0)
    return;
  values = json_array_new ();
  g_string_append_printf (text, "\n%s:", n < ask_rows_get_n_rows (result->rows) ? "The first rows" : "The rows");
  for (gsize r = 0; r < n; r++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      for (guint c = 0; c < n_columns; c++)
        {
          const AskValue *cell = ask_rows_get (result->rows, r, c);
          g_autofree char *whole = ask_value_to_text (cell);
          g_autofree char *shown = ask_text_shorten (cell->kind == ASK_VALUE_NULL ? "NULL" : whole, MAX_CELL);

          g_string_append_printf (line, "%s%s", c > 0 ? " | " : "", shown);
        }
      g_string_append_printf (text, "\n%s", line->str);
      json_array_add_string_element (values, line->str);
    }
  note (run, name, ASK_SHARING_YES, values);
}

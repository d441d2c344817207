/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values that may reach a model. Everything here asks ask_schema_get_sharing() first, and nothing that it
 * does not allow goes by: a row goes only where all that it was made from may go, whatever for it was read.
 */
#include "config.h"

#include "agent/ask-share.h"

#include <glib/gi18n.h>

#include "agent/ask-may.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

#define MAX_EXAMPLES 8
#define MAX_ROWS 20
#define MAX_CELL 80
/* Of a passage of a document: less of it answers nothing. */
#define MAX_PASSAGE 1600
#define MAX_VALUES 12

/* What left, once, for the trace: "store.city" with its values, and what allowed it. */
static void
note (AskAgentRun *run, const char *of, const char *consent, JsonArray *values)
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
  json_object_set_string_member (object, "sharing", consent);
  json_array_add_object_element (run->shared, object);
}

/* Every turn sends the whole conversation again, so what let a value leave has to hold until the question ends. */
static void
note_left (AskAgentRun *run, const AskEntity *entity, const AskAttribute *attribute, AskSharing needed)
{
  char *key = g_strconcat (entity->id, "\n", attribute != NULL ? attribute->name : "", NULL);

  if (run->left == NULL)
    run->left = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (GPOINTER_TO_INT (g_hash_table_lookup (run->left, key)) < (int) needed)
    g_hash_table_insert (run->left, key, GINT_TO_POINTER ((int) needed));
  else
    g_free (key);
}

/* Returns: (transfer none): the schema as it is now; where it cannot be read, one that shares nothing */
static AskSchema *
read_fresh (AskAgentRun *run)
{
  AskSchema *newest = ask_workspace_load_newest_schema (run->workspace, NULL, NULL);

  g_clear_pointer (&run->fresh, ask_schema_unref);
  run->fresh = newest != NULL ? newest : ask_schema_new ();
  return run->fresh;
}

/* The schema whose sharing holds now: somebody may have changed it while the question runs. Only where values may leave, or
 * have left, is it looked at anew. Returns: (transfer none): where it cannot be read, one that shares nothing */
static AskSchema *
get_fresh (AskAgentRun *run)
{
  AskSchema *schema = ask_engine_get_schema (run->engine);

  if (run->fresh == NULL && run->left == NULL && !ask_share_is_any (schema))
    return schema;
  return read_fresh (run);
}

static AskSharing
get_sharing_now (AskAgentRun *run, const char *id, const char *attribute)
{
  AskSchema *fresh = get_fresh (run);
  const AskEntity *now = ask_may_find_entity (fresh, id);
  const AskAttribute *there = now != NULL ? ask_entity_find_attribute (now, attribute) : NULL;

  return there != NULL ? ask_schema_get_sharing (fresh, now, there) : ASK_SHARING_NEVER;
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
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      AskSharing sharing
        = attribute->examples->len > 0 ? get_sharing_now (run, entity->id, attribute->name) : ASK_SHARING_NEVER;
      g_autofree char *of = NULL;
      JsonArray *values;

      if (sharing < ASK_SHARING_SAMPLES)
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
      note (run, of, ask_sharing_to_string (sharing), values);
      note_left (run, entity, attribute, ASK_SHARING_SAMPLES);
    }
}

/**
 * ask_share_may_all:
 * @run: has an engine
 * @origins: (element-type AskOrigin): of rows
 *
 * Returns: whether all that they were made from may leave now
 */
gboolean
ask_share_may_all (AskAgentRun *run, const GPtrArray *origins)
{
  return ask_may_find_first (get_fresh (run), origins) == NULL;
}

/**
 * ask_share_list_columns:
 * @run: has an engine
 * @entity: of its schema
 *
 * Returns: (transfer container) (element-type AskAttribute): columns of it whose values may stand in rows that leave now
 */
GPtrArray *
ask_share_list_columns (AskAgentRun *run, const AskEntity *entity)
{
  GPtrArray *columns = g_ptr_array_new ();
  AskSchema *fresh;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->column != NULL && attribute->expression == NULL && !attribute->hidden
          && ask_may_rows_of (ask_engine_get_schema (run->engine), entity->id, attribute->name))
        g_ptr_array_add (columns, (gpointer) attribute);
    }
  /* The newest schema is a copy. */
  fresh = columns->len > 0 ? get_fresh (run) : NULL;
  for (guint i = columns->len; i > 0; i--)
    if (!ask_may_rows_of (fresh, entity->id, ((const AskAttribute *) columns->pdata[i - 1])->name))
      g_ptr_array_remove_index (columns, i - 1);
  return columns;
}

/**
 * ask_share_note_examples:
 * @run: notes for the trace what leaves
 * @entity: that the model is told of
 * @rows: of it, which it is told
 */
void
ask_share_note_examples (AskAgentRun *run, const AskEntity *entity, const AskExampleRows *rows)
{
  if (json_array_get_length (rows->lines) == 0)
    return;
  note (run, rows->of, ask_sharing_to_string (ASK_SHARING_YES), json_array_ref (rows->lines));
  for (guint i = 0; i < rows->attributes->len; i++)
    note_left (run, entity, rows->attributes->pdata[i], ASK_SHARING_YES);
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

          if (attribute == NULL || get_sharing_now (run, entity->id, attribute->name) < ASK_SHARING_SAMPLES)
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
          note (run, of, ask_sharing_to_string (get_sharing_now (run, entity->id, attribute->name)), values);
          note_left (run, entity, attribute, ASK_SHARING_SAMPLES);
          n++;
        }
    }
  return n > 0 ? g_strdup (text->str) : NULL;
}

/* @attribute: (nullable): %NULL for the entity's rows as such */
static gboolean
may_now (AskAgentRun *run, const char *id, const char *attribute)
{
  return ask_may_rows_of (get_fresh (run), id, attribute);
}

/** ask_share_may_attribute: @run: has an engine; @origin: no step. Returns: whether rows made from it may leave now */
gboolean
ask_share_may_attribute (AskAgentRun *run, const AskOrigin *origin)
{
  return may_now (run, origin->entity->id, origin->attribute != NULL ? origin->attribute->name : NULL);
}

static gboolean
is_refused (AskSchema *schema, const AskEntity *entity, const AskAttribute *attribute)
{
  const AskSchemaSource *source = ask_schema_find_source (schema, entity->source);

  return attribute->sensitive || attribute->hidden || entity->hidden || attribute->sharing == ASK_SHARING_NEVER
         || (attribute->sharing == ASK_SHARING_INHERIT && source != NULL && source->sharing == ASK_SHARING_NEVER);
}

/**
 * ask_share_is_refused:
 * @run: has an engine
 * @origin: no step
 *
 * Returns: whether a steward says now that no value of it leaves, so that nobody is to be asked; also where it is gone
 */
gboolean
ask_share_is_refused (AskAgentRun *run, const AskOrigin *origin)
{
  AskSchema *schema = read_fresh (run);
  const AskEntity *entity = ask_may_find_entity (schema, origin->entity->id);
  const AskAttribute *attribute
    = entity != NULL && origin->attribute != NULL ? ask_entity_find_attribute (entity, origin->attribute->name) : NULL;

  if (entity == NULL || (origin->attribute != NULL && attribute == NULL))
    return TRUE;
  if (attribute != NULL)
    return is_refused (schema, entity, attribute);
  for (guint i = 0; i < entity->attributes->len; i++)
    if (is_refused (schema, entity, entity->attributes->pdata[i]))
      return TRUE;
  return FALSE;
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
  const GPtrArray *origins = result->origins;

  if (origins == NULL || origins->len == 0 || !ask_share_is_any (get_fresh (run)))
    return FALSE;
  for (guint i = 0; i < origins->len; i++)
    {
      const AskOrigin *origin = origins->pdata[i];

      if (origin->step != NULL ? !g_hash_table_contains (steps, origin->step) : !ask_share_may_attribute (run, origin))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_share_still_may:
 * @run: a run
 * @error: %ASK_AGENT_ERROR_WITHDRAWN
 *
 * A turn sends what has left before once more. Call before each.
 *
 * Returns: whether all of it may still leave
 */
gboolean
ask_share_still_may (AskAgentRun *run, GError **error)
{
  GHashTableIter iter;
  gpointer key, needed;

  if (run->left == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, run->left);
  while (g_hash_table_iter_next (&iter, &key, &needed))
    {
      g_auto (GStrv) place = g_strsplit (key, "\n", 2);
      const char *name = place[1][0] != '\0' ? place[1] : NULL;

      if (GPOINTER_TO_INT (needed) == ASK_SHARING_YES ? may_now (run, place[0], name)
                                                      : get_sharing_now (run, place[0], name) >= ASK_SHARING_SAMPLES)
        continue;
      ask_error_set (
        error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_WITHDRAWN,
        N_ ("Values of “%s” may no longer reach the model, and this conversation holds some. It was stopped, "
            "and nothing more was sent. Ask again: it goes on without them."),
        name != NULL ? name : place[0]);
      return FALSE;
    }
  return TRUE;
}

/* Whether @result reads the text of passages, as a search does. */
static gboolean
has_passages (const AskResult *result)
{
  for (guint i = 0; result->origins != NULL && i < result->origins->len; i++)
    {
      const AskOrigin *origin = result->origins->pdata[i];

      if (origin->attribute != NULL && g_strcmp0 (origin->attribute->declared, ASK_DECLARED_FULL_TEXT) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_share_describe_rows:
 * @result: with a row at least
 * @lines: (out) (transfer full): each of the first rows
 *
 * Returns: (transfer full): the first rows, a line each, as a model is told them
 */
char *
ask_share_describe_rows (const AskResult *result, JsonArray **lines)
{
  gsize n = MIN (ask_rows_get_n_rows (result->rows), MAX_ROWS);
  guint n_columns = ask_rows_get_n_columns (result->rows);
  const guint max_cell = has_passages (result) ? MAX_PASSAGE : MAX_CELL;
  GString *text = g_string_new (n < ask_rows_get_n_rows (result->rows) ? "The first rows:" : "The rows:");

  *lines = json_array_new ();
  for (gsize r = 0; r < n; r++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      for (guint c = 0; c < n_columns; c++)
        {
          const AskValue *cell = ask_rows_get (result->rows, r, c);
          g_autofree char *whole = ask_value_to_text (cell);
          g_autofree char *shown = ask_text_shorten (cell->kind == ASK_VALUE_NULL ? "NULL" : whole, max_cell);

          g_string_append_printf (line, "%s%s", c > 0 ? " | " : "", shown);
        }
      g_string_append_printf (text, "\n%s", line->str);
      json_array_add_string_element (*lines, line->str);
    }
  return g_string_free (text, FALSE);
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
  g_autofree char *rows = NULL;
  JsonArray *lines;

  if (ask_rows_get_n_rows (result->rows) == 0)
    return;
  rows = ask_share_describe_rows (result, &lines);
  g_string_append_printf (text, "\n%s", rows);
  run->told_rows = TRUE;
  note (run, name, ask_sharing_to_string (ASK_SHARING_YES), lines);
  for (guint i = 0; i < result->origins->len; i++)
    {
      const AskOrigin *origin = result->origins->pdata[i];

      /* What a person let go beside what is shared holds for this question. */
      if (origin->entity != NULL && ask_share_may_attribute (run, origin))
        note_left (run, origin->entity, origin->attribute, ASK_SHARING_YES);
    }
}

/**
 * ask_share_note_once:
 * @run: a run
 * @name: the step whose rows a person let go, for this question
 * @lines: (transfer full): what leaves
 *
 * Notes what leaves for the trace and the ledger. It holds whatever the schema says.
 */
void
ask_share_note_once (AskAgentRun *run, const char *name, JsonArray *lines)
{
  run->told_rows = TRUE;
  note (run, name, "once", lines);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the evidence: a profile of each table from its first rows, and then for each pair of ends one query that
 * counts which different values of one occur in the other. What cannot be read stays unknown, and says why.
 */
#include "config.h"

#include "engine/ask-engine-infer.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-lexer.h"

#define DEADLINE_MS 10000
/* A row of more columns than SQLite takes in one result is looked at only so far. */
#define MAX_COLUMNS 500
#define MAX_SAMPLE_CHARS 200

static AskResult *
run (AskEngine *self, const char *sql, GCancellable *until, GError **error)
{
  AskLimits limits = ASK_LIMITS_DEFAULT;

  limits.deadline_ms = DEADLINE_MS;
  return ask_engine_query (self, sql, &limits, NULL, until, error);
}

/* An API is not read to find out what it means, and a query's attributes come from other entities. */
static gboolean
is_readable (const AskEntity *entity)
{
  return entity->kind == ASK_ENTITY_TABLE || entity->kind == ASK_ENTITY_VIEW;
}

static void
look_at_value (AskInferProfile *profile, const AskValue *value, GHashTable *seen)
{
  char *text = ask_value_to_text (value);
  gint64 number;
  char *end = NULL;

  profile->n_values++;
  if (!g_hash_table_add (seen, text))
    return;
  profile->n_distinct++;
  if (profile->sample->len < ASK_INFER_SAMPLE && value->kind != ASK_VALUE_BLOB)
    g_ptr_array_add (profile->sample, g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), MAX_SAMPLE_CHARS)));
  profile->n_long += strlen (text) > 1;
  if (value->kind == ASK_VALUE_INTEGER)
    number = value->integer;
  else
    {
      number = g_ascii_strtoll (text, &end, 10);
      if (end == text || *end != '\0' || strlen (text) > 18)
        return;
    }
  profile->least = profile->n_numbers == 0 ? number : MIN (profile->least, number);
  profile->greatest = profile->n_numbers == 0 ? number : MAX (profile->greatest, number);
  profile->n_numbers++;
}

static void
look_at_column (AskInferProfile *profile, AskRows *rows, guint column)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize n_rows = ask_rows_get_n_rows (rows);

  profile->known = TRUE;
  profile->partial = n_rows >= ASK_INFER_ROWS;
  profile->n_rows = (gint64) n_rows;
  profile->sample = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < n_rows; i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);

      if (value->kind != ASK_VALUE_NULL)
        look_at_value (profile, value, seen);
    }
}

static gboolean
is_looked_at (const AskAttribute *attribute)
{
  return attribute->expression == NULL && attribute->type != ASK_TYPE_BLOB && attribute->type != ASK_TYPE_JSON;
}

static gboolean
read_profiles (AskEngine *self, AskInfer *infer, guint index, GCancellable *until, GError **error)
{
  const AskEntity *entity = ask_infer_get_schema (infer)->entities->pdata[index];
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (AskResult) result = NULL;
  guint n = 0;

  for (guint i = 0; i < entity->attributes->len && n < MAX_COLUMNS; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *column = ask_sql_quote_name (attribute->name);

      if (!is_looked_at (attribute))
        continue;
      g_string_append_printf (sql, "%s%s", n == 0 ? "SELECT " : ", ", column);
      n++;
    }
  if (n == 0)
    return TRUE;
  g_string_append_printf (sql, " FROM %s LIMIT %d", table, ASK_INFER_ROWS);
  result = run (self, sql->str, until, error);
  if (result == NULL)
    return FALSE;
  n = 0;
  for (guint i = 0; i < entity->attributes->len && n < MAX_COLUMNS; i++)
    if (is_looked_at (entity->attributes->pdata[i]))
      look_at_column (ask_infer_get_profile (infer, index, i), result->rows, n++);
  return TRUE;
}

static char *
end_name (GPtrArray *columns, guint index)
{
  return ask_sql_quote_name (ask_infer_column_get_attribute (columns->pdata[index])->name);
}

/* SELECT count(*), count(DISTINCT …), count(other) of the different values with those that they meet */
static char *
make_comparison (const AskInferPair *pair)
{
  g_autoptr (GString) inner = g_string_new (NULL);
  g_autoptr (GString) where = g_string_new (NULL);
  g_autoptr (GString) on = g_string_new (NULL);
  g_autofree char *from = ask_sql_quote_name (ask_infer_column_get_entity (pair->from->pdata[0])->name);
  g_autofree char *to = ask_sql_quote_name (ask_infer_column_get_entity (pair->to->pdata[0])->name);
  g_autofree char *first = end_name (pair->to, 0);

  for (guint i = 0; i < pair->from->len; i++)
    {
      g_autofree char *near = end_name (pair->from, i);
      g_autofree char *far = end_name (pair->to, i);

      g_string_append_printf (inner, "%s%s AS v%u", i > 0 ? ", " : "", near, i);
      g_string_append_printf (where, "%s%s IS NOT NULL", i > 0 ? " AND " : "", near);
      g_string_append_printf (on, "%sy.%s = x.v%u", i > 0 ? " AND " : "", far, i);
    }
  return g_strdup_printf ("SELECT count(*), count(y.%s), %s FROM (SELECT DISTINCT %s FROM %s WHERE %s LIMIT %d) AS x "
                          "LEFT JOIN %s AS y ON %s",
                          first, pair->from->len == 1 ? "count(DISTINCT x.v0)" : "count(*)", inner->str, from,
                          where->str, ASK_INFER_VALUES, to, on->str);
}

static gint64
count_at (const AskResult *result, guint column)
{
  const AskValue *value = ask_rows_get (result->rows, 0, column);

  return value->kind == ASK_VALUE_INTEGER ? value->integer : 0;
}

static gboolean
compare (AskEngine *self, AskInferPair *pair, GCancellable *until, GError **error)
{
  g_autofree char *sql = make_comparison (pair);
  g_autoptr (AskResult) result = run (self, sql, until, error);
  gint64 n_rows, n_distinct;

  if (result == NULL)
    return FALSE;
  n_rows = count_at (result, 0);
  n_distinct = count_at (result, 2);
  pair->known = TRUE;
  pair->n_checked = n_distinct;
  /* Of a value that occurs there twice, one is counted. */
  pair->n_found = MAX (0, count_at (result, 1) - (n_rows - n_distinct));
  pair->repeats = n_rows > n_distinct;
  return TRUE;
}

/**
 * ask_engine_read_evidence:
 * @self: an engine on the schema that @infer looks at, or on one with the same entities
 * @until: (nullable): ends the reading early: what was not read by then stays unknown. It is cancelled, too, when
 *   @cancellable is
 * @cancellable: (nullable): gives all of it up
 * @error: %G_IO_ERROR_CANCELLED and nothing else: what cannot be read is unknown, and says so
 *
 * Reads the first %ASK_INFER_ROWS rows of each table and compares up to %ASK_INFER_VALUES different values of each
 * pair. Blocks.
 *
 * Returns: whether it got to the end, or to @until
 */
gboolean
ask_engine_read_evidence (AskEngine *self, AskInfer *infer, GCancellable *until, GCancellable *cancellable,
                          GError **error)
{
  AskSchema *schema = ask_infer_get_schema (infer);
  GCancellable *stop = until != NULL ? until : cancellable;
  GPtrArray *pairs;

  for (guint i = 0; i < schema->entities->len && !g_cancellable_is_cancelled (stop); i++)
    {
      g_autoptr (GError) local = NULL;

      /* A table that cannot be read has no profile; comparisons with it fail and say why. */
      if (is_readable (schema->entities->pdata[i]))
        read_profiles (self, infer, i, stop, &local);
    }
  pairs = ask_infer_list_pairs (infer);
  for (guint i = 0; i < pairs->len; i++)
    {
      AskInferPair *pair = pairs->pdata[i];
      g_autoptr (GError) local = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!is_readable (ask_infer_column_get_entity (pair->from->pdata[0]))
          || !is_readable (ask_infer_column_get_entity (pair->to->pdata[0])))
        {
          pair->problem = g_strdup (_ ("that would call the API"));
          continue;
        }
      if (g_cancellable_is_cancelled (stop))
        pair->problem = g_strdup (_ ("it took too long"));
      else if (!compare (self, pair, stop, &local))
        pair->problem
          = g_strdup (g_cancellable_is_cancelled (stop) ? _ ("it took too long") : ask_error_get_words (local));
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

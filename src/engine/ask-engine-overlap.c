/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One query for each comparison: SQLite compares as it would in the join, and only counts leave it. Of a web API no more
 * rows are read than ASK_OVERLAP_API_ROWS, and its own limit of calls holds as for any query.
 */
#include "config.h"

#include "engine/ask-engine-overlap.h"

#include "sql/ask-sql-lexer.h"

/* A change that finds so small a share more is not worth to be made. */
#define WORTH 0.02

/* What each change makes of a value. */
static const char *const changes[ASK_OVERLAP_N_CHANGES] = {
  "%s",
  "trim (%s)",
  "lower (trim (%s))",
  "CASE WHEN length (trim (%s)) BETWEEN 1 AND 18 AND trim (%s) NOT GLOB '*[^0-9]*' THEN CAST (trim (%s) AS INTEGER) END",
};

/**
 * ask_overlap_change_to_sql:
 * @change: what both sides of a join need
 *
 * Returns: (nullable): the same as functions of SQL, without their arguments: "trim()"; %NULL where nothing is needed
 */
const char *
ask_overlap_change_to_sql (AskOverlapChange change)
{
  static const char *const words[ASK_OVERLAP_N_CHANGES] = { NULL, "trim()", "lower(trim())", "CAST(… AS INTEGER)" };

  return words[change];
}

/* @change of the column @name. */
static char *
write_change (AskOverlapChange change, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (changes[change], "%s", -1);

  return g_strjoinv (name, parts);
}

/* Of a web API the first rows, of all else what there is. @most: of different values */
static char *
write_side (const AskEntity *entity, const AskAttribute *attribute, const char *name, guint most)
{
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autofree char *column = ask_sql_quote_name (attribute->name);

  if (entity->kind == ASK_ENTITY_API)
    return g_strdup_printf ("SELECT DISTINCT %s FROM (SELECT %s AS %s FROM %s LIMIT %d) WHERE %s IS NOT NULL", name,
                            column, name, table, ASK_OVERLAP_API_ROWS + 1, name);
  return g_strdup_printf ("SELECT DISTINCT %s AS %s FROM %s WHERE %s IS NOT NULL LIMIT %u", column, name, table, column,
                          most);
}

static char *
write_comparison (const AskOverlapEnds *ends)
{
  g_autofree char *from = write_side (ends->from_entity, ends->from, "v", ASK_OVERLAP_VALUES);
  g_autofree char *to = write_side (ends->to_entity, ends->to, "w", ASK_OVERLAP_MOST + 1);
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql,
                          "WITH x (v) AS MATERIALIZED (%s), y (w) AS MATERIALIZED (%s) "
                          "SELECT (SELECT count (*) FROM x), (SELECT count (*) FROM y)",
                          from, to);
  for (guint i = 0; i < ASK_OVERLAP_N_CHANGES; i++)
    {
      g_autofree char *v = write_change (i, "v");
      g_autofree char *w = write_change (i, "w");

      g_string_append_printf (sql, ", (SELECT count (*) FROM x WHERE %s IN (SELECT %s FROM y))", v, w);
    }
  return g_string_free (sql, FALSE);
}

static gint64
count_at (const AskResult *result, guint column)
{
  const AskValue *value = ask_rows_get (result->rows, 0, column);

  return value->kind == ASK_VALUE_INTEGER ? value->integer : 0;
}

/* Whether all of the side in which values are looked for was there: a value that was not found may be in the rest. */
static gboolean
is_whole (const AskOverlapEnds *ends, gint64 n)
{
  return n <= (ends->to_entity->kind == ASK_ENTITY_API ? ASK_OVERLAP_API_ROWS : ASK_OVERLAP_MOST);
}

/* Counts of a list whose values repeat say nothing of how long it is. */
static gboolean
read_api_whole (AskEngine *self, const AskOverlapEnds *ends, gboolean *whole, GCancellable *cancellable, GError **error)
{
  g_autofree char *table = ask_sql_quote_name (ends->to_entity->name);
  g_autofree char *sql
    = g_strdup_printf ("SELECT count (*) FROM (SELECT 1 FROM %s LIMIT %d)", table, ASK_OVERLAP_API_ROWS + 1);
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskResult) result = NULL;

  *whole = TRUE;
  if (ends->to_entity->kind != ASK_ENTITY_API)
    return TRUE;
  limits.deadline_ms = ASK_OVERLAP_MS;
  result = ask_engine_query (self, sql, &limits, NULL, cancellable, error);
  if (result == NULL)
    return FALSE;
  *whole = count_at (result, 0) <= ASK_OVERLAP_API_ROWS;
  return TRUE;
}

/**
 * ask_engine_measure_overlap:
 * @self: a session that runs nothing
 * @ends: two attributes of tables, views or API entities, not calculated ones
 * @overlap: (out): what was counted
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_engine_query(): a source that does not answer, an API that must be given a parameter, too long
 *
 * Looks for up to %ASK_OVERLAP_VALUES different values of one side on the other. Where the other side is too long to be
 * read as a whole, nothing is counted. Blocks, for %ASK_OVERLAP_MS and a little at most for each of two queries.
 *
 * Returns: whether it was done, %FALSE with @error set
 */
gboolean
ask_engine_measure_overlap (AskEngine *self, const AskOverlapEnds *ends, AskOverlap *overlap, GCancellable *cancellable,
                            GError **error)
{
  g_autofree char *sql = write_comparison (ends);
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskResult) result = NULL;
  gint64 best = 0;
  gboolean whole;

  *overlap = (AskOverlap) { .measured_at = g_get_real_time () };
  if (!read_api_whole (self, ends, &whole, cancellable, error))
    return FALSE;
  if (!whole)
    return TRUE;
  limits.deadline_ms = ASK_OVERLAP_MS;
  result = ask_engine_query (self, sql, &limits, NULL, cancellable, error);
  if (result == NULL)
    return FALSE;
  if (!is_whole (ends, count_at (result, 1)))
    return TRUE;
  overlap->n_checked = count_at (result, 0);
  overlap->n_plain = count_at (result, 2);
  for (guint i = 0; i < ASK_OVERLAP_N_CHANGES; i++)
    best = MAX (best, count_at (result, 2 + i));
  for (guint i = 0; i < ASK_OVERLAP_N_CHANGES; i++)
    if ((double) count_at (result, 2 + i) + WORTH * (double) overlap->n_checked >= (double) best)
      {
        overlap->change = i;
        overlap->n_found = count_at (result, 2 + i);
        break;
      }
  return TRUE;
}

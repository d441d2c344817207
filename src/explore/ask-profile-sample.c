/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which rows are looked at: all of a table, unless it is large. Then ranges all over a key of numbers, which an index
 * finds, so that old and new rows are among them; where there is no such key, the first rows. Of an API the first rows
 * that calls give, which are kept, so that no call is made twice.
 */
#include "config.h"

#include "explore/ask-profile-private.h"

#include "explore/ask-browse.h"
#include "sql/ask-sql-lexer.h"

/* Ranges of the key that a sample is made of. */
#define N_RANGES 50

static gint64
get_wanted (const AskProfileRun *run)
{
  if (run->request->n_sample != 0)
    return run->request->n_sample;
  return run->profile->entity->kind == ASK_ENTITY_API ? ASK_PROFILE_API_ROWS : ASK_PROFILE_SAMPLE;
}

static char *
list_columns (const AskProfile *profile)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();

  for (guint i = 0; i < profile->attributes->len; i++)
    g_ptr_array_add (columns, (gpointer) ((AskProfileAttribute *) profile->attributes->pdata[i])->attribute);
  for (guint i = 0; i < profile->key->len; i++)
    if (!g_ptr_array_find (columns, profile->key->pdata[i], NULL))
      g_ptr_array_add (columns, profile->key->pdata[i]);
  for (guint i = 0; i < columns->len; i++)
    {
      g_autofree char *column = ask_sql_quote_name_if_needed (((AskAttribute *) columns->pdata[i])->name);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", column);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "(k >= 1 AND k < 401) OR …": as many keys as rows are wanted, if the keys have no gaps; with gaps wider ranges. */
static char *
write_ranges (const char *key, gint64 least, gint64 most, double share)
{
  g_autoptr (GString) text = g_string_new (NULL);
  double span = (double) most - (double) least + 1;
  double width = MAX (1.0, span * share / N_RANGES);

  for (guint i = 0; i < N_RANGES; i++)
    {
      gint64 from = least + (gint64) (span * i / N_RANGES);

      g_string_append_printf (text, "%s(%s >= %" G_GINT64_FORMAT " AND %s < %" G_GINT64_FORMAT ")", i > 0 ? " OR " : "",
                              key, from, key, from + (gint64) width);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* @ranges: (out): NULL where the key is no number or its range cannot be cut */
static gboolean
find_ranges (const AskProfileRun *run, gint64 wanted, char **ranges, GError **error)
{
  const AskProfile *self = run->profile;
  const AskAttribute *first = self->key->len > 0 ? self->key->pdata[0] : NULL;
  g_autofree char *table = ask_sql_quote_name_if_needed (self->entity->name);
  g_autofree char *key = NULL;
  g_autofree char *sql = NULL;
  g_autoptr (AskRows) rows = NULL;
  const AskValue *least, *most;

  *ranges = NULL;
  if (first == NULL || first->type != ASK_TYPE_INTEGER || first->expression != NULL || self->n_rows <= 0)
    return TRUE;
  key = ask_sql_quote_name_if_needed (first->name);
  sql = g_strdup_printf ("SELECT min(%s), max(%s) FROM %s", key, key, table);
  rows = ask_profile_query (run, sql, error);
  if (rows == NULL)
    return FALSE;
  least = ask_rows_get (rows, 0, 0);
  most = ask_rows_get (rows, 0, 1);
  if (least->kind != ASK_VALUE_INTEGER || most->kind != ASK_VALUE_INTEGER
      || (double) most->integer - (double) least->integer < 10.0 * N_RANGES
      || (double) most->integer - (double) least->integer > 9e18)
    return TRUE;
  *ranges = write_ranges (key, least->integer, most->integer, (double) wanted / (double) self->n_rows);
  return TRUE;
}

static gboolean
choose_sample (AskProfileRun *run, gint64 wanted, GError **error)
{
  AskProfile *self = run->profile;
  g_autofree char *table = ask_sql_quote_name_if_needed (self->entity->name);
  g_autofree char *columns = list_columns (self);
  g_autofree char *ranges = NULL;

  if (!find_ranges (run, wanted, &ranges, error))
    return FALSE;
  self->sample = ranges != NULL ? ASK_PROFILE_SPREAD_ROWS : ASK_PROFILE_FIRST_ROWS;
  run->from = ranges != NULL
                ? g_strdup_printf ("(SELECT %s FROM %s WHERE %s)", columns, table, ranges)
                : g_strdup_printf ("(SELECT %s FROM %s LIMIT %" G_GINT64_FORMAT ")", columns, table, wanted);
  return TRUE;
}

/* The rows of an API, or of a condition, once. */
static gboolean
keep_rows (AskProfileRun *run, gint64 wanted, GError **error)
{
  AskProfile *self = run->profile;
  g_autofree char *table = ask_sql_quote_name_if_needed (self->entity->name);
  g_autofree char *columns = list_columns (self);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (AskResult) result = NULL;
  g_autoptr (AskBrowse) browse = ask_browse_new (self->entity->name);
  AskLimits limits = ASK_LIMITS_DEFAULT;

  browse->where = g_strdup (run->request->given);
  if (!ask_browse_check_given (browse, self->entity, error))
    return FALSE;
  g_string_append_printf (sql, "SELECT %s FROM %s", columns, table);
  if (run->request->given != NULL)
    g_string_append_printf (sql, " WHERE %s", run->request->given);
  if (wanted > 0)
    g_string_append_printf (sql, " LIMIT %" G_GINT64_FORMAT, wanted);
  limits.deadline_ms = 0;
  result = ask_engine_query (run->engine, sql->str, &limits, ASK_PROFILE_KEPT, run->cancellable, error);
  if (result == NULL)
    return FALSE;
  self->n_calls += ask_calls_count_requests (result->calls);
  self->n_read = (gint64) ask_rows_get_n_rows (result->rows);
  self->sample = (wanted > 0 && self->n_read >= wanted) || ask_rows_get_truncated (result->rows)
                   ? ASK_PROFILE_FIRST_ROWS
                   : ASK_PROFILE_ALL_ROWS;
  run->from = g_strdup (ASK_PROFILE_KEPT);
  return TRUE;
}

/**
 * ask_profile_choose_rows:
 * @run: (inout): the profile under way; what stands behind FROM is set
 * @error: as of ask_engine_query()
 *
 * Counts rows where that is cheap, and decides which of them are looked at.
 *
 * Returns: whether that could be done
 */
gboolean
ask_profile_choose_rows (AskProfileRun *run, GError **error)
{
  AskProfile *self = run->profile;
  g_autoptr (AskBrowse) all = ask_browse_new (self->entity->name);
  AskBrowseCount count;
  gint64 wanted = get_wanted (run);

  if (self->entity->kind == ASK_ENTITY_API || run->request->given != NULL)
    return keep_rows (run, wanted, error);
  if (!ask_browse_count (all, run->engine, &count, &self->n_rows, run->cancellable, error))
    return FALSE;
  self->about = count == ASK_BROWSE_ABOUT;
  if (wanted < 0 || (count == ASK_BROWSE_EXACT && self->n_rows <= wanted)
      || (run->request->n_sample == 0 && self->n_rows >= 0 && self->n_rows <= ASK_PROFILE_WHOLE))
    {
      run->from = ask_sql_quote_name_if_needed (self->entity->name);
      return TRUE;
    }
  return choose_sample (run, wanted, error);
}

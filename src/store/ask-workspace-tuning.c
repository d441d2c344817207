/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How an API is called: how long its answers are kept, how many calls a query may make, how many at
 * a time. Kept with the source; it never calls the source.
 */
#include "config.h"

#include "store/ask-source-row.h"

static gboolean
check_number (const char *what, const char *unit, gint64 number, gint64 max, GError **error)
{
  if (number <= max)
    return TRUE;
  g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
               "%s cannot be %" G_GINT64_FORMAT " %s; the most is %" G_GINT64_FORMAT ".", what,
               number, unit, max);
  return FALSE;
}

/**
 * ask_source_tuning_check:
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: whether no number is above its maximum
 */
gboolean
ask_source_tuning_check (const AskSourceTuning *self, GError **error)
{
  return check_number ("The time that answers are kept", "seconds", self->cache_s,
                       ASK_TUNING_MAX_CACHE_S, error)
         && check_number ("The budget of one query", "calls", self->max_calls,
                          ASK_TUNING_MAX_CALLS, error)
         && check_number ("The lanes to an API", "calls at a time", self->lanes,
                          ASK_TUNING_MAX_LANES, error);
}

static gboolean
update_tuning (AskWorkspace *self, const char *what, const AskSourceRow *row,
               const AskSourceTuning *tuning, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (row->record->kind != ASK_SOURCE_REST)
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The source “%s” is no API: there are no calls whose answers could be kept, or "
                   "that could be counted.",
                   row->record->name);
      return FALSE;
    }
  statement = ask_workspace_prepare (self, what,
                                     "UPDATE source SET cache_s = iif (?2 < 0, cache_s, ?2),"
                                     "  max_calls = iif (?3 < 0, max_calls, ?3),"
                                     "  lanes = iif (?4 < 0, lanes, ?4) WHERE name = ?1",
                                     error);
  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, row->record->name);
  sqlite3_bind_int64 (statement, 2, tuning->cache_s);
  sqlite3_bind_int64 (statement, 3, tuning->max_calls);
  sqlite3_bind_int64 (statement, 4, tuning->lanes);
  return ask_workspace_run (self, what, statement, error);
}

/**
 * ask_workspace_tune_source:
 * @name: of an API
 * @tuning: negative numbers leave what is set, 0 sets what is usual
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_INVALID where a number is too large or the
 *   source is no API; %ASK_STORE_ERROR_WRITE
 *
 * Sessions that are opened later call the API so.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_tune_source (AskWorkspace *self, const char *name, const AskSourceTuning *tuning,
                           GError **error)
{
  const char *what = "the source was not changed";
  g_autoptr (AskSourceRow) row = NULL;

  g_return_val_if_fail (self != NULL && name != NULL && tuning != NULL, FALSE);

  if (!ask_source_tuning_check (tuning, error) || !ask_workspace_begin (self, what, error))
    return FALSE;
  row = ask_workspace_get_source (self, name, error);
  if (row == NULL || !update_tuning (self, what, row, tuning, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

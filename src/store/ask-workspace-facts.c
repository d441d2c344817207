/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks into the index of values by stems and numbers, and tells what is known of columns. All by the sources'
 * own names: what a steward calls them is not for here.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <math.h>

static const char *const not_read = "its values were not read";

/* Prepares @statement once; the workspace keeps it. */
static gboolean
keep_statement (AskWorkspace *self, sqlite3_stmt **statement, const char *sql, GError **error)
{
  if (*statement == NULL)
    *statement = ask_workspace_prepare (self, not_read, sql, error);
  return *statement != NULL;
}

static gboolean
add_values (AskWorkspace *self, sqlite3_stmt *statement, GPtrArray *values, GError **error)
{
  gboolean row;

  while (ask_workspace_step (self, not_read, statement, &row, error))
    {
      AskStoredValue *value;

      if (!row)
        return TRUE;
      value = g_new0 (AskStoredValue, 1);
      value->source = ask_statement_dup_text (statement, 0);
      value->table = ask_statement_dup_text (statement, 1);
      value->column = ask_statement_dup_text (statement, 2);
      value->value = ask_statement_dup_text (statement, 3);
      value->whole = sqlite3_column_int (statement, 4) != 0;
      g_ptr_array_add (values, value);
    }
  return FALSE;
}

static GPtrArray *
read_values (AskWorkspace *self, sqlite3_stmt **statement, const char *sql, const char *text, GError **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_stored_value_free);
  gboolean read;

  if (!keep_statement (self, statement, sql, error))
    return NULL;
  ask_statement_bind_text (*statement, 1, text);
  read = add_values (self, *statement, values, error);
  /* An error of the last step was told there. */
  sqlite3_reset (*statement);
  return read ? g_steal_pointer (&values) : NULL;
}

/**
 * ask_workspace_find_key:
 * @self: a workspace
 * @key: from ask_value_key()
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer container) (element-type AskStoredValue): all values of that key
 */
GPtrArray *
ask_workspace_find_key (AskWorkspace *self, const char *key, GError **error)
{
  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  return read_values (self, &self->find_key,
                      "SELECT c.source, c.\"table\", c.\"column\", v.value, 1"
                      "  FROM value AS v JOIN value_column AS c ON c.id = v.value_column"
                      "  WHERE v.stems = ?1 ORDER BY c.id, v.value",
                      key, error);
}

/**
 * ask_workspace_find_stem:
 * @self: a workspace
 * @stem: of one word
 * @error: as of ask_workspace_find_key()
 *
 * Returns: (transfer container) (element-type AskStoredValue): values that the word occurs in, some of each column
 */
GPtrArray *
ask_workspace_find_stem (AskWorkspace *self, const char *stem, GError **error)
{
  g_return_val_if_fail (self != NULL && stem != NULL, NULL);

  return read_values (self, &self->find_stem,
                      "SELECT c.source, c.\"table\", c.\"column\", w.value, w.whole"
                      "  FROM value_word AS w JOIN value_column AS c ON c.id = w.value_column"
                      "  WHERE w.stem = ?1 ORDER BY w.value_column, w.value",
                      stem, error);
}

static void
bind_place (sqlite3_stmt *statement, int first, const AskValuePlace *place)
{
  ask_statement_bind_text (statement, first, place->source);
  ask_statement_bind_text (statement, first + 1, place->table);
  ask_statement_bind_text (statement, first + 2, place->column);
}

/**
 * ask_workspace_find_number:
 * @self: a workspace
 * @place: a column
 * @number: any number
 * @found: (out): whether the column holds it; where it holds more numbers than the index keeps, %FALSE
 * @error: as of ask_workspace_find_key()
 *
 * Returns: whether that could be read
 */
gboolean
ask_workspace_find_number (AskWorkspace *self, const AskValuePlace *place, double number, gboolean *found,
                           GError **error)
{
  gboolean read;

  g_return_val_if_fail (self != NULL && place != NULL && found != NULL, FALSE);

  if (!keep_statement (self, &self->find_number,
                       "SELECT 1 FROM value_fact AS f JOIN value_number AS n ON n.value_fact = f.id"
                       "  WHERE f.source = ?1 AND f.\"table\" = ?2 AND f.\"column\" = ?3 AND n.number = ?4",
                       error))
    return FALSE;
  bind_place (self->find_number, 1, place);
  sqlite3_bind_double (self->find_number, 4, number);
  read = ask_workspace_step (self, not_read, self->find_number, found, error);
  sqlite3_reset (self->find_number);
  return read;
}

/**
 * ask_workspace_contains:
 * @self: a workspace
 * @part: a column
 * @whole: another one
 * @contains: (out): whether all that is indexed of @part stands in @whole; %FALSE where nothing is indexed of @part
 * @error: as of ask_workspace_find_key()
 *
 * Whether all of @part is indexed, its facts tell.
 *
 * Returns: whether that could be read
 */
gboolean
ask_workspace_contains (AskWorkspace *self, const AskValuePlace *part, const AskValuePlace *whole, gboolean *contains,
                        GError **error)
{
  static const char *const all[] = {
    "SELECT NOT EXISTS (SELECT 1 FROM value AS v WHERE v.value_column = p.id"
    "    AND NOT EXISTS (SELECT 1 FROM value AS o WHERE o.value_column = w.id AND o.value = v.value))"
    "  FROM value_column AS p, value_column AS w WHERE p.source = ?1 AND p.\"table\" = ?2 AND p.\"column\" = ?3"
    "    AND w.source = ?4 AND w.\"table\" = ?5 AND w.\"column\" = ?6"
    "    AND EXISTS (SELECT 1 FROM value AS v WHERE v.value_column = p.id)",
    "SELECT NOT EXISTS (SELECT 1 FROM value_number AS v WHERE v.value_fact = p.id"
    "    AND NOT EXISTS (SELECT 1 FROM value_number AS o WHERE o.value_fact = w.id AND o.number = v.number))"
    "  FROM value_fact AS p, value_fact AS w WHERE p.source = ?1 AND p.\"table\" = ?2 AND p.\"column\" = ?3"
    "    AND w.source = ?4 AND w.\"table\" = ?5 AND w.\"column\" = ?6"
    "    AND EXISTS (SELECT 1 FROM value_number AS v WHERE v.value_fact = p.id)",
  };

  g_return_val_if_fail (self != NULL && part != NULL && whole != NULL && contains != NULL, FALSE);

  *contains = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (all) && !*contains; i++)
    {
      g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, not_read, all[i], error);
      gboolean row;

      if (statement == NULL)
        return FALSE;
      bind_place (statement, 1, part);
      bind_place (statement, 4, whole);
      if (!ask_workspace_step (self, not_read, statement, &row, error))
        return FALSE;
      *contains = row && sqlite3_column_int (statement, 0) != 0;
    }
  return TRUE;
}

/**
 * ask_workspace_list_values:
 * @self: a workspace
 * @place: a column
 * @error: as of ask_workspace_find_key()
 *
 * Returns: (transfer container) (element-type utf8): all texts of it that are indexed, in their order
 */
GPtrArray *
ask_workspace_list_values (AskWorkspace *self, const AskValuePlace *place, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  gboolean row;

  g_return_val_if_fail (self != NULL && place != NULL, NULL);

  statement = ask_workspace_prepare (self, not_read,
                                     "SELECT v.value FROM value_column AS c JOIN value AS v ON v.value_column = c.id"
                                     "  WHERE c.source = ?1 AND c.\"table\" = ?2 AND c.\"column\" = ?3"
                                     "    AND v.stems IS NOT NULL ORDER BY v.value",
                                     error);
  if (statement == NULL)
    return NULL;
  bind_place (statement, 1, place);
  while (ask_workspace_step (self, not_read, statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&values);
      g_ptr_array_add (values, ask_statement_dup_text (statement, 0));
    }
  return NULL;
}

/**
 * ask_workspace_load_facts:
 * @self: a workspace
 * @source: name of a source
 * @table: by the source's own name
 * @error: as of ask_workspace_find_key()
 *
 * Returns: (transfer container) (element-type AskValueFacts): of each column that was looked at, perhaps none
 */
GPtrArray *
ask_workspace_load_facts (AskWorkspace *self, const char *source, const char *table, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_facts_free);
  gboolean row;

  g_return_val_if_fail (self != NULL && source != NULL && table != NULL, NULL);

  statement = ask_workspace_prepare (self, not_read,
                                     "SELECT \"column\", n_rows, n_empty, n_distinct, complete, n_numbers, n_texts,"
                                     "  n_text_numbers, n_digits, n_percents, n_blanks, n_dates, least, greatest"
                                     "  FROM value_fact WHERE source = ?1 AND \"table\" = ?2 ORDER BY id",
                                     error);
  if (statement == NULL)
    return NULL;
  ask_statement_bind_text (statement, 1, source);
  ask_statement_bind_text (statement, 2, table);
  while (ask_workspace_step (self, not_read, statement, &row, error))
    {
      AskValueFacts *facts;
      gboolean bounds;

      if (!row)
        return g_steal_pointer (&all);
      facts = g_new0 (AskValueFacts, 1);
      facts->column = ask_statement_dup_text (statement, 0);
      facts->n_rows = sqlite3_column_int64 (statement, 1);
      facts->n_empty = sqlite3_column_int64 (statement, 2);
      facts->n_distinct = sqlite3_column_int64 (statement, 3);
      facts->complete = sqlite3_column_int (statement, 4) != 0;
      facts->n_numbers = sqlite3_column_int64 (statement, 5);
      facts->n_texts = sqlite3_column_int64 (statement, 6);
      facts->n_text_numbers = sqlite3_column_int64 (statement, 7);
      facts->n_digits = sqlite3_column_int64 (statement, 8);
      facts->n_percents = sqlite3_column_int64 (statement, 9);
      facts->n_blanks = sqlite3_column_int64 (statement, 10);
      facts->n_dates = sqlite3_column_int64 (statement, 11);
      bounds = sqlite3_column_type (statement, 12) != SQLITE_NULL;
      facts->least = bounds ? sqlite3_column_double (statement, 12) : INFINITY;
      facts->greatest = bounds ? sqlite3_column_double (statement, 13) : -INFINITY;
      g_ptr_array_add (all, facts);
    }
  return NULL;
}

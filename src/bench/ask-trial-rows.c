/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of the reference, and whether others are the same: as multisets, or in order where the reference has one, with
 * columns in any order, numbers to four digits behind the point.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <math.h>
#include <string.h>

#include "base/ask-rows.h"
#include "source/sqlite/ask-sqlite-source.h"

#define MAX_STEPS 2000000

/**
 * ask_trial_cell:
 * @value: a cell
 *
 * Returns: (transfer full): it as it is compared: 3, 3.5000, 'text', or nothing for NULL
 */
char *
ask_trial_cell (const AskValue *value)
{
  g_autofree char *text = NULL;

  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      return g_strdup ("");
    case ASK_VALUE_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
    case ASK_VALUE_REAL:
      if (fabs (value->real) < 1e15 && floor (value->real) == value->real)
        return g_strdup_printf ("%.0f", value->real);
      return fabs (value->real) < 1e11 ? g_strdup_printf ("%.4f", value->real) : g_strdup_printf ("%.12g", value->real);
    default:
      text = ask_value_to_text (value);
      return g_strdup_printf ("'%s'", text);
    }
}

static GPtrArray *
new_rows (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

/** ask_trial_read_rows: Returns: (transfer full) (element-type GPtrArray): the cells of @rows as they are compared */
GPtrArray *
ask_trial_read_rows (const AskRows *rows)
{
  GPtrArray *read = new_rows ();

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        g_ptr_array_add (row, ask_trial_cell (ask_rows_get (rows, r, c)));
      g_ptr_array_add (read, row);
    }
  return read;
}

static int
stop_after (gpointer left)
{
  return --*(guint *) left == 0;
}

static gboolean
attach_all (const AskTrial *trial, sqlite3 *db, char **databases, guint variant)
{
  gboolean attached = TRUE;

  for (guint i = 0; attached && databases[i] != NULL; i++)
    {
      g_autofree char *path = ask_trial_dup_path (trial, databases[i], variant, FALSE);
      char *sql = sqlite3_mprintf ("ATTACH %Q AS \"%w\"", path, databases[i]);

      attached = ask_trial_find (trial, databases[i]) != NULL && sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK;
      sqlite3_free (sql);
    }
  return attached && sqlite3_exec (db, "PRAGMA query_only = ON", NULL, NULL, NULL) == SQLITE_OK;
}

/**
 * ask_trial_run_reference:
 * @trial: whose files are read
 * @databases: which of them; tables may be written as DATABASE.TABLE
 * @sql: one SELECT in SQLite's dialect
 * @variant: from 0
 * @error: SQLite's words
 *
 * Returns: (transfer full) (element-type GPtrArray) (nullable): the cells
 */
GPtrArray *
ask_trial_run_reference (const AskTrial *trial, char **databases, const char *sql, guint variant, GError **error)
{
  g_autoptr (GPtrArray) rows = new_rows ();
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  guint left = MAX_STEPS;
  int code = sqlite3_open (":memory:", &db);

  if (code == SQLITE_OK && !attach_all (trial, db, databases, variant))
    code = SQLITE_ERROR;
  sqlite3_progress_handler (db, 1000, stop_after, &left);
  if (code == SQLITE_OK)
    code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);
  if (code == SQLITE_OK && (statement == NULL || !sqlite3_stmt_readonly (statement)))
    code = SQLITE_READONLY;
  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      GPtrArray *row;

      if ((code = sqlite3_step (statement)) != SQLITE_ROW)
        break;
      row = g_ptr_array_new_with_free_func (g_free);
      for (int c = 0; c < sqlite3_column_count (statement); c++)
        {
          AskValue value = ask_sqlite_column_value (statement, c);

          g_ptr_array_add (row, ask_trial_cell (&value));
        }
      g_ptr_array_add (rows, row);
    }
  if (code != SQLITE_DONE)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s”: %s.", sql, sqlite3_errmsg (db));
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return code == SQLITE_DONE ? g_steal_pointer (&rows) : NULL;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The cells of a column, in order or sorted, as one text. */
static char *
write_column (GPtrArray *rows, guint column, gboolean ordered)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();

  for (guint r = 0; r < rows->len; r++)
    g_ptr_array_add (cells, g_ptr_array_index ((GPtrArray *) rows->pdata[r], column));
  if (!ordered)
    g_ptr_array_sort (cells, compare_texts);
  g_ptr_array_add (cells, NULL);
  return g_strjoinv ("\n", (char **) cells->pdata);
}

/* Which column of @rows stands where each of @gold stands. Returns: (transfer full) (nullable): %NULL where none does */
static guint *
match_columns (GPtrArray *gold, GPtrArray *rows, guint width, gboolean ordered)
{
  g_autofree guint *places = g_new (guint, width);
  g_autofree gboolean *taken = g_new0 (gboolean, width);
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func (g_free);

  for (guint c = 0; c < width; c++)
    g_ptr_array_add (written, write_column (rows, c, ordered));
  for (guint c = 0; c < width; c++)
    {
      g_autofree char *wanted = write_column (gold, c, ordered);
      guint found = width;

      for (guint o = 0; o < width && found == width; o++)
        if (!taken[(c + o) % width] && strcmp (wanted, written->pdata[(c + o) % width]) == 0)
          found = (c + o) % width;
      if (found == width)
        return NULL;
      taken[found] = TRUE;
      places[c] = found;
    }
  return g_steal_pointer (&places);
}

static GPtrArray *
write_rows (GPtrArray *rows, const guint *places, guint width)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint r = 0; r < rows->len; r++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      for (guint c = 0; c < width; c++)
        g_string_append_printf (line, "%s\t", (char *) g_ptr_array_index ((GPtrArray *) rows->pdata[r], places[c]));
      g_ptr_array_add (lines, g_strdup (line->str));
    }
  return lines;
}

static gboolean
is_wide (GPtrArray *rows, guint width)
{
  for (guint r = 0; r < rows->len; r++)
    if (((GPtrArray *) rows->pdata[r])->len != width)
      return FALSE;
  return TRUE;
}

/**
 * ask_trial_same_rows:
 * @gold: (element-type GPtrArray): the reference's
 * @rows: (element-type GPtrArray): the others
 * @ordered: whether their order counts
 *
 * Returns: whether they are the same
 */
gboolean
ask_trial_same_rows (GPtrArray *gold, GPtrArray *rows, gboolean ordered)
{
  guint width = gold->len > 0 ? ((GPtrArray *) gold->pdata[0])->len : 0;
  g_autofree guint *places = NULL;
  g_autofree guint *plain = g_new (guint, width + 1);
  g_autoptr (GPtrArray) a = NULL;
  g_autoptr (GPtrArray) b = NULL;

  if (gold->len != rows->len || !is_wide (rows, width))
    return FALSE;
  if (gold->len == 0)
    return TRUE;
  places = match_columns (gold, rows, width, ordered);
  if (places == NULL)
    return FALSE;
  for (guint c = 0; c < width; c++)
    plain[c] = c;
  a = write_rows (gold, plain, width);
  b = write_rows (rows, places, width);
  if (!ordered)
    {
      g_ptr_array_sort (a, compare_texts);
      g_ptr_array_sort (b, compare_texts);
    }
  for (guint r = 0; r < a->len; r++)
    if (strcmp (a->pdata[r], b->pdata[r]) != 0)
      return FALSE;
  return TRUE;
}

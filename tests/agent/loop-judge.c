/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether an answer is right: its rows are those of the reference query over the whole database, in any order of columns,
 * and in the reference's order where it has one. Where rows are equal in that order, either order of them is right.
 */
#include "config.h"

#include "agent/loop.h"

#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-parser.h"

#define STEPS 200000000

/* The same rows as a judge of queries sees them. Returns: (transfer full) (nullable) */
static UnderstandRows *
read_rows (AskRows *rows)
{
  g_autoptr (GString) create = g_string_new ("CREATE TABLE t(");
  g_autoptr (GString) insert = g_string_new ("INSERT INTO t VALUES(");
  guint n = ask_rows_get_n_columns (rows);
  sqlite3 *memory = NULL;
  sqlite3_stmt *statement = NULL;
  UnderstandRows *read = NULL;
  gboolean stored;

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (create, "%sc%u", i > 0 ? "," : "", i);
      g_string_append (insert, i > 0 ? ",?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  stored = n > 0 && sqlite3_open (":memory:", &memory) == SQLITE_OK
           && sqlite3_exec (memory, create->str, NULL, NULL, NULL) == SQLITE_OK
           && sqlite3_exec (memory, "BEGIN", NULL, NULL, NULL) == SQLITE_OK
           && sqlite3_prepare_v2 (memory, insert->str, -1, &statement, NULL) == SQLITE_OK;
  for (gsize r = 0; stored && r < ask_rows_get_n_rows (rows); r++)
    {
      for (guint i = 0; stored && i < n; i++)
        stored = ask_sqlite_bind_value (statement, (int) i + 1, ask_rows_get (rows, r, i)) == SQLITE_OK;
      stored = stored && sqlite3_step (statement) == SQLITE_DONE && sqlite3_reset (statement) == SQLITE_OK;
    }
  sqlite3_finalize (statement);
  if (stored && sqlite3_exec (memory, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
    read = understand_rows_run (memory, "SELECT * FROM t ORDER BY rowid", STEPS, UNDERSTAND_MAX_ROWS, NULL);
  sqlite3_close (memory);
  return read;
}

static gboolean
is_ordered (const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

  return tree != NULL && tree->select->order.n > 0;
}

/** loop_is_right: Returns: whether @answer has the rows of the reference query */
gboolean
loop_is_right (const TrainExample *example, const AskAnswer *answer)
{
  g_autoptr (UnderstandRows) gold = NULL;
  g_autoptr (UnderstandRows) rows = NULL;
  guint n_rows = 0;

  if (answer->status != ASK_STATUS_ANSWERED || answer->rows == NULL)
    return FALSE;
  gold = understand_rows_run (example->database->sqlite, example->sql, STEPS, UNDERSTAND_MAX_ROWS, NULL);
  rows = read_rows (answer->rows);
  if (gold == NULL || rows == NULL || gold->n_rows != rows->n_rows)
    return FALSE;
  if (understand_rows_match (gold, rows, is_ordered (example->sql)))
    return TRUE;
  /* Ties: what the query gives over the whole database tells whether only they differ. */
  return answer->sql != NULL && train_is_right_sql (example, answer->sql, &n_rows) && n_rows == answer->n_rows;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random queries of every form over tables of many types in several places give the rows, in their
 * order, under the column names, that they give over plain tables: with push-down and without.
 * The seed that g_test prints repeats a failure; -m slow asks ten times as many.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-json.h"
#include "engine-mixed-queries.h"
#include "source/ask-sqlite-source.h"

#define ROUNDS 6
#define CASES 60

/* The last digits of a sum depend on the order in which it is taken. */
static void
append_cell (GString *line, const AskValue *value)
{
  if (value->kind == ASK_VALUE_REAL)
    g_string_append_printf (line, "%.9g", value->real == 0 ? 0.0 : value->real);
  else
    ask_json_append_value (line, value);
  g_string_append_c (line, '|');
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
join_lines (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* NULL for an error. The names come first. */
static char *
run_plain (sqlite3 *plain, const char *sql, char **names)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) columns = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  int code;

  if (sqlite3_prepare_v2 (plain, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    g_string_append_printf (columns, "%s|", sqlite3_column_name (statement, i));
  while ((code = sqlite3_step (statement)) == SQLITE_ROW && lines->len < 5000)
    {
      GString *line = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          AskValue value = ask_sqlite_column_value (statement, i);

          append_cell (line, &value);
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  sqlite3_finalize (statement);
  if (code != SQLITE_DONE)
    return NULL;
  *names = g_string_free (g_steal_pointer (&columns), FALSE);
  return join_lines (lines);
}

static char *
print_rows (const AskRows *rows)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
        append_cell (line, ask_rows_get (rows, r, i));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  return join_lines (lines);
}

static gboolean
compare (Mixed *mixed, const char *sql, const char *expected, const char *names, gboolean push_down)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autofree char *got = NULL;
  g_autofree char *plan = NULL;

  ask_engine_set_push_down (mixed->servers.engine, push_down);
  result = ask_engine_query (mixed->servers.engine, sql, NULL, NULL, NULL, &error);
  if (error != NULL)
    {
      g_printerr ("ERROR push-down %d\n%s\n%s\n\n", push_down, sql, error->message);
      return FALSE;
    }
  for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
    g_string_append_printf (columns, "%s|", ask_rows_get_column (result->rows, i)->name);
  got = print_rows (result->rows);
  plan = result->plan != NULL ? ask_plan_to_text (result->plan) : NULL;
  if (strcmp (got, expected) != 0)
    {
      g_printerr ("ROWS push-down %d\n%s\n%sexpected:\n%s\ngot:\n%s\n\n", push_down, sql, plan, expected, got);
      return FALSE;
    }
  /* Names that are there twice get a number. */
  if (g_ascii_strcasecmp (columns->str, names) != 0 && strstr (columns->str, "_2") == NULL)
    {
      g_printerr ("NAMES push-down %d\n%s\n%sexpected: %s\ngot:      %s\n\n", push_down, sql, plan, names, columns->str);
      return FALSE;
    }
  return TRUE;
}

/* What went wrong once. Both servers hold item and part, the second of them as entity "rows 1". */
static void
test_known (void)
{
  static const char *const queries[] = {
    /* A subquery's column that nobody asks for is named all the same. */
    "SELECT q.id FROM (SELECT id, price AS p, name AS n FROM item) AS q JOIN part ON part.id = q.id",
    "SELECT id FROM (SELECT * FROM item UNION ALL SELECT * FROM part) AS q WHERE id > 1",
    "WITH w(x, y, z, u) AS (SELECT * FROM item) SELECT x FROM w, part WHERE part.id = w.x",
    "SELECT id FROM item WHERE EXISTS (SELECT name FROM part WHERE part.id = item.id)",
    /* Names of the result. */
    "SELECT  upper( item.name ),item.ID+1, part . id, count(*) FROM item JOIN part ON part.id = item.id GROUP BY 1, 2, 3",
    "SELECT q.id, q.\"upper( item.name )\" FROM (SELECT item.id, upper( item.name ) FROM item JOIN part ON part.id = item.id "
    "WHERE item.made) AS q",
    "SELECT item.*, lower ( name ) FROM item WHERE made",
    "SELECT item.id AS x, item.price FROM item JOIN part ON part.id = item.id WHERE item.made ORDER BY part.id, x",
    /* A text that is no number, as a condition. */
    "SELECT item.id FROM item JOIN part ON part.id = item.id WHERE item.made",
    "SELECT item.id, part.id FROM item LEFT JOIN part ON part.id = item.id AND part.name",
    /* Names of the planner's own that mean something already. */
    "WITH \"one 1\" AS (SELECT id FROM part WHERE id < 3) SELECT item.id FROM item JOIN \"one 1\" ON \"one 1\".id = item.id",
    "SELECT item.id, r.id FROM item JOIN \"rows 1\" AS r ON r.id = item.id JOIN part ON part.id = r.id",
    "WITH \"rows 1\" AS (SELECT id FROM item WHERE id < 3) SELECT part.id FROM part JOIN \"rows 1\" AS r ON r.id = part.id JOIN "
    "item ON item.id = r.id",
    /* Decimals of the same value and other digits, through SQLite's Bloom filter. */
    "WITH w AS MATERIALIZED (SELECT id, price FROM item), v AS MATERIALIZED (SELECT id, price FROM part) SELECT w.id, v.id FROM w "
    "JOIN v ON v.price = w.price AND v.id = w.id",
  };
  Mixed mixed = { 0 };
  guint n_bad = 0;

  if (!engine_servers_start (&mixed.servers))
    return;
  for (int i = 0; i < 4; i++)
    {
      const EnginePlace places[] = { i % 2 == 0 ? PLACE_POSTGRES : PLACE_MARIADB, i < 2 ? PLACE_POSTGRES : PLACE_MARIADB,
                                     i % 2 == 0 ? PLACE_MARIADB : PLACE_POSTGRES };

      mixed_open_known (&mixed, places);
      for (guint q = 0; q < G_N_ELEMENTS (queries); q++)
        {
          g_autofree char *names = NULL;
          g_autofree char *expected = run_plain (mixed.servers.plain, queries[q], &names);

          g_assert_nonnull (expected);
          n_bad += !compare (&mixed, queries[q], expected, names, TRUE);
          n_bad += !compare (&mixed, queries[q], expected, names, FALSE);
        }
      mixed_close (&mixed);
    }
  engine_servers_stop (&mixed.servers);
  g_assert_cmpuint (n_bad, ==, 0);
}

static void
test_same_rows (void)
{
  Mixed mixed = { 0 };
  guint n = 0;
  guint refused = 0;
  guint n_bad = 0;
  int cases = g_test_slow () ? CASES * 10 : CASES;

  if (!engine_servers_start (&mixed.servers))
    return;
  ask_test_postgres_exec (mixed.servers.postgres, "CREATE TYPE mood AS ENUM ('x', 'y', '7', 'Zed')");
  for (int round = 0; round < ROUNDS; round++)
    {
      mixed_open (&mixed);
      for (int i = 0; i < cases; i++)
        {
          gboolean ordered;
          g_autofree char *sql = mixed_query_random (&mixed, &ordered);
          g_autofree char *names = NULL;
          g_autofree char *expected = run_plain (mixed.servers.plain, sql, &names);

          if (expected == NULL)
            {
              refused++;
              continue;
            }
          n++;
          n_bad += !compare (&mixed, sql, expected, names, TRUE);
          n_bad += !compare (&mixed, sql, expected, names, FALSE);
        }
      mixed_close (&mixed);
    }
  g_test_message ("%u queries, %u more that SQLite refuses", n, refused);
  g_assert_cmpuint (n, >, refused);
  engine_servers_stop (&mixed.servers);
  g_assert_cmpuint (n_bad, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/mixed/known", test_known);
  g_test_add_func ("/engine/mixed/same-rows", test_same_rows);
  return g_test_run ();
}

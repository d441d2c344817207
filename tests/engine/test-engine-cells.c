/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every kind of cell comes out of the engine as sqlite3 has it: kind, digits, length and bytes, with
 * a NUL behind text.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"
#include "source/sqlite/ask-sqlite-source.h"

static const char *const tables
  = "CREATE TABLE d (id INTEGER PRIMARY KEY, v);"
    "INSERT INTO d (v) VALUES (1), (-9007199254740993), (9223372036854775807), (1.5), (1e300),"
    " ('text'), (''), ('07'), ('a' || char (0) || 'b'), ('übergroß'), (x''), (x'00ff00'),"
    " (zeroblob (70000)), (NULL), (replace (hex (zeroblob (5000)), '0', 'ä'));";

static const struct
{
  const char *path;
  const char *sql;
} queries[] = {
  { "/engine/cells/stored-cells-are-sqlite-s", "SELECT id, v, v AS again, typeof(v) AS kind FROM d" },
  { "/engine/cells/sorted-cells-are-sqlite-s", "SELECT v, id FROM d ORDER BY v, id" },
  { "/engine/cells/grouped-cells-are-sqlite-s", "SELECT v, count(*) AS n, max(v) AS most FROM d GROUP BY v" },
  /* A constant is made once and read once a row: reading must not change it. */
  { "/engine/cells/constants-are-sqlite-s",
    "SELECT 'text' AS a, '' AS b, x'' AS c, x'0102' AS d, NULL AS e, 'text' || id AS f, "
    "v = 'text' AS g, v > 'text' AS h, typeof('text') AS i FROM d" },
  { "/engine/cells/computed-cells-are-sqlite-s",
    "SELECT CAST(v AS TEXT) AS a, CAST(v AS BLOB) AS b, v || '' AS c, hex(v) AS d, length(v) AS e "
    "FROM d" },
};

static void
test_cells (gconstpointer data)
{
  const char *sql = data;
  EngineFixture fixture;
  sqlite3_stmt *plain = NULL;
  g_autoptr (AskResult) result = NULL;
  GError *error = NULL;
  gsize n = 0;

  engine_fixture_open (&fixture, tables, ASK_PAGING_NONE);
  result = ask_engine_query (fixture.engine, sql, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_prepare_v2 (fixture.plain, sql, -1, &plain, NULL), ==, SQLITE_OK);
  for (; sqlite3_step (plain) == SQLITE_ROW; n++)
    {
      g_assert_cmpuint (n, <, ask_rows_get_n_rows (result->rows));
      for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
        {
          const AskValue *cell = ask_rows_get (result->rows, n, i);
          AskValue expected = ask_sqlite_column_value (plain, (int) i);

          g_assert_cmpuint (cell->kind, ==, expected.kind);
          g_assert_true (ask_value_equal (cell, &expected));
          if (cell->kind == ASK_VALUE_TEXT || cell->kind == ASK_VALUE_BLOB)
            g_assert_cmpmem (cell->text, cell->length, expected.text, expected.length);
          if (cell->kind == ASK_VALUE_TEXT)
            g_assert_cmpint (cell->text[cell->length], ==, '\0');
        }
    }
  g_assert_cmpuint (n, ==, ask_rows_get_n_rows (result->rows));
  g_assert_cmpuint (n, >=, 14);
  sqlite3_finalize (plain);
  engine_fixture_close (&fixture);
}

/* What SQLite 3.40 alone gets wrong, and what it means. */
static const struct
{
  const char *sql;
  const char *meant;
} outer_joins[] = {
  /* A condition that names no table is false, and yet RIGHT and FULL JOIN add their rows. */
  { "SELECT c.id FROM d AS a JOIN d AS b ON 0 FULL JOIN d AS c ON c.id = a.id", "SELECT id FROM d" },
  { "SELECT c.id FROM d AS a JOIN d AS b ON b.id = 1 AND (1 > 2 AND a.id = 1) LEFT JOIN d AS e ON 1 RIGHT JOIN d AS c ON c.id = a.id",
    "SELECT id FROM d" },
  { "SELECT c.id AS x FROM (d AS a JOIN d AS b ON 'x') RIGHT JOIN d AS c ON c.id = a.id", "SELECT id AS x FROM d" },
  { "SELECT id FROM d WHERE EXISTS (SELECT 1 FROM d AS a JOIN d AS b ON d.v LIKE '%q%' FULL JOIN d AS c ON c.id = a.id)",
    "SELECT id FROM d" },
  { "SELECT (SELECT count(*) FROM d AS a JOIN d AS b ON d.id = 3 RIGHT JOIN d AS c ON c.id = a.id) AS n FROM d",
    "SELECT iif(id = 3, (SELECT count(*) FROM d) * (SELECT count(*) FROM d), (SELECT count(*) FROM d)) AS n FROM d" },
  /* The last table of the parentheses is left out as nobody asks for it, and the ON with it. */
  { "SELECT b.id FROM d AS a RIGHT JOIN d AS b ON b.id = a.id + 1 JOIN (d AS c LEFT JOIN d AS e ON e.id = c.id) ON a.id = 77",
    "SELECT id FROM d WHERE 0" },
  { "SELECT b.id FROM d AS a RIGHT JOIN d AS b ON b.id = a.id JOIN (d AS c LEFT JOIN d AS e ON e.id = c.id) ON (SELECT 'x')",
    "SELECT id FROM d WHERE 0" },
  { "SELECT b.id FROM d AS a FULL JOIN d AS b ON b.id = a.id + 1 JOIN (SELECT c.id FROM d AS c LEFT JOIN d AS e ON e.id = c.id) AS q "
    "ON a.id = 2 AND q.id = 2",
    "SELECT id FROM d WHERE id = 3" },
};

static void
test_outer_joins (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, tables, ASK_PAGING_NONE);
  for (guint q = 0; q < G_N_ELEMENTS (outer_joins); q++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = ask_engine_query (fixture.engine, outer_joins[q].sql, NULL, NULL, NULL, &error);
      g_autoptr (AskResult) meant = ask_engine_query (fixture.engine, outer_joins[q].meant, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_test_message ("%s", outer_joins[q].sql);
      g_assert_cmpstr (ask_rows_get_column (result->rows, 0)->name, ==, ask_rows_get_column (meant->rows, 0)->name);
      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, ask_rows_get_n_rows (meant->rows));
      for (gsize r = 0; r < ask_rows_get_n_rows (meant->rows); r++)
        g_assert_true (ask_value_equal (ask_rows_get (result->rows, r, 0), ask_rows_get (meant->rows, r, 0)));
    }
  engine_fixture_close (&fixture);
}

/* Columns are found by their names, so each has one of its own. */
static void
test_names (void)
{
  static const struct
  {
    const char *sql;
    const char *names;
  } cases[] = {
    { "SELECT 1 AS \"\", 2 AS \"\", 3 AS \"\"", "column,column_2,column_3" },
    { "SELECT 1 AS \"column\", 2 AS \"\"", "column,column_2" },
    { "SELECT 1 AS a, 2 AS A, 3 AS a_2, 4 AS a", "a,A_2,a_2_2,a_3" },
  };
  g_autoptr (GString) wide = g_string_new ("SELECT id");
  g_autoptr (AskResult) result = NULL;
  EngineFixture fixture;
  GError *error = NULL;

  engine_fixture_open (&fixture, tables, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) few = ask_engine_query (fixture.engine, cases[i].sql, NULL, NULL, NULL, &error);
      g_autoptr (GString) names = g_string_new (NULL);

      g_assert_no_error (error);
      for (guint c = 0; c < ask_rows_get_n_columns (few->rows); c++)
        g_string_append_printf (names, "%s%s", c > 0 ? "," : "", ask_rows_get_column (few->rows, c)->name);
      g_assert_cmpstr (names->str, ==, cases[i].names);
    }
  for (guint i = 1; i < 2000; i++)
    g_string_append (wide, ", id");
  g_string_append (wide, " FROM d");
  result = ask_engine_query (fixture.engine, wide->str, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_columns (result->rows), ==, 2000);
  for (guint i = 1; i < 2000; i++)
    {
      g_autofree char *name = g_strdup_printf ("id_%u", i + 1);

      g_assert_cmpstr (ask_rows_get_column (result->rows, i)->name, ==, name);
    }
  engine_fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    g_test_add_data_func (queries[i].path, queries[i].sql, test_cells);
  g_test_add_func ("/engine/cells/cells-of-outer-joins-are-sqlite-s", test_outer_joins);
  g_test_add_func ("/engine/cells/each-column-has-a-name-of-its-own", test_names);
  return g_test_run ();
}

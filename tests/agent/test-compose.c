/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of making a query stand on its own. Each composed query is run by SQLite, where the same
 * with temporary tables gives the same. The seed that g_test prints repeats a failure.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "agent/ask-compose.h"

static const char *const steps[] = {
  "SELECT 1 AS a UNION SELECT 2 -- two of them",
  "WITH x AS (SELECT a * 10 AS b FROM step_1) SELECT b FROM x;",
  "SELECT 'step_1' AS c",
  "SELECT id FROM orders WHERE id > 1",
  "WITH step_5 AS (SELECT 1 AS id) SELECT id FROM step_5 UNION ALL SELECT step_5.id + 1 FROM step_5",
};

#define TABLES \
  "CREATE TABLE orders (id, n); INSERT INTO orders VALUES (1, 5), (2, 6), (3, 7);" \
  "CREATE TABLE items (id, n); INSERT INTO items VALUES (1, 20), (2, 21), (2, 22), (4, 30);"

static const struct
{
  const char *sql;
  const char *needs; /* the steps that must stand in it, as digits */
} cases[] = {
  { "SELECT count(*) FROM step_1", "1" },
  { "SELECT sum(b) FROM step_2;", "12" },
  { "SELECT * FROM step_3", "3" },
  { "SELECT 'step_1'", "" },
  { "SELECT 1 /* step_1 */", "" },
  { "WITH y AS (SELECT b FROM step_2) SELECT max(b) FROM y", "12" },
  { "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT sum(i) + "
    "(SELECT count(*) FROM STEP_1) FROM n",
    "1" },
  { "WITH step_1 AS (SELECT 5 AS a) SELECT sum(a) FROM step_1", "" },
  /* What is called like a step is none, and a name means what it means where it stands. */
  { "SELECT step_1 FROM (SELECT 4 AS step_1)", "" },
  { "SELECT (WITH step_1 AS (SELECT 7 AS a) SELECT sum(a) FROM step_1) + count(*) FROM step_1", "1" },
  { "WITH y AS (SELECT a FROM step_1), step_1 AS (SELECT 9 AS a) SELECT sum(a) FROM y", "" },
  { "SELECT 2 IN step_1", "1" },
  { "SELECT max(b) FROM (SELECT 1 AS step_1) JOIN step_2 ON 1 ORDER BY (SELECT c FROM step_3)", "123" },
  { ";; SELECT count(*) FROM step_1 ; -- ;", "1" },
  /* A step reads the table, and not what the query calls like it. */
  { "WITH orders AS (SELECT * FROM step_4) SELECT count(*) FROM orders", "4" },
  { "WITH orders AS (SELECT 70 AS id) SELECT group_concat(orders.id || '-' || s.id) FROM Orders, step_4 AS s", "4" },
  { "WITH x AS (SELECT id FROM \"orders\"), orders (id) AS (SELECT id * 10 FROM step_4) SELECT group_concat(o.id) "
    "|| (20 IN orders) || (SELECT max(orders_2) FROM (SELECT id AS orders_2 FROM x)) FROM [orders] AS o",
    "4" },
  { "WITH RECURSIVE orders (id) AS (SELECT max(id) FROM step_4 UNION ALL SELECT orders.id + 1 FROM orders WHERE id < 5) "
    "SELECT group_concat(id) FROM orders",
    "4" },
  { "WITH orders AS (SELECT 5 AS id) SELECT (WITH orders AS (SELECT 6 AS id) SELECT sum(id) FROM orders) || orders.id "
    "|| (SELECT count(*) FROM main.orders) FROM orders, step_4",
    "4" },
  { "WITH step_1 AS (SELECT 5 AS a) SELECT sum(a) || sum(b) FROM step_1, step_2", "12" },
  { "SELECT group_concat(id) FROM step_5", "5" },
  { "-- why\nSELECT count(*) FROM \"step_1\", step_3 -- so", "13" },
};

/* Returns: (nullable): the first value; NULL also where the statement is none */
static char *
try_run (sqlite3 *database, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  char *text = NULL;

  if (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  if (sqlite3_step (statement) == SQLITE_ROW)
    text = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return text;
}

static char *
run (sqlite3 *database, const char *sql)
{
  char *text = try_run (database, sql);

  if (text == NULL)
    g_error ("%s: %s", sqlite3_errmsg (database), sql);
  return text;
}

/* One has the tables of the data only, the other those of the steps, too. */
typedef struct
{
  sqlite3 *empty;
  sqlite3 *filled;
  GPtrArray *steps;
} Databases;

static void
databases_open (Databases *self)
{
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_step_table_free);
  g_assert_cmpint (sqlite3_open (":memory:", &self->empty), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_open (":memory:", &self->filled), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (self->empty, TABLES, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (self->filled, TABLES, NULL, NULL, NULL), ==, SQLITE_OK);
}

static void
databases_close (Databases *self)
{
  sqlite3_close (self->empty);
  sqlite3_close (self->filled);
  g_ptr_array_unref (self->steps);
}

/* Returns: whether it is a statement */
static gboolean
add_step (Databases *self, const char *sql)
{
  g_autofree char *name = g_strdup_printf ("step_%u", self->steps->len + 1);
  g_autofree char *create = g_strdup_printf ("CREATE TABLE %s AS %s", name, sql);

  if (sqlite3_exec (self->filled, create, NULL, NULL, NULL) != SQLITE_OK)
    return FALSE;
  g_ptr_array_add (self->steps, ask_step_table_new (name, sql));
  return TRUE;
}

static void
test_compose (void)
{
  Databases databases;

  databases_open (&databases);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    g_assert_true (add_step (&databases, steps[i]));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *composed = ask_compose_sql (cases[i].sql, databases.steps);
      g_autofree char *here = run (databases.empty, composed);
      g_autofree char *there = run (databases.filled, cases[i].sql);

      g_test_message ("%s", composed);
      g_assert_cmpstr (here, ==, there);
      for (guint s = 1; s <= G_N_ELEMENTS (steps); s++)
        {
          g_autofree char *head = g_strdup_printf ("step_%u AS (\n", s);

          g_assert_true ((strstr (composed, head) != NULL)
                         == (strchr (cases[i].needs, (int) ('0' + s)) != NULL));
        }
    }
  databases_close (&databases);
}

static const char *
pick_name (void)
{
  static const char *const names[] = { "orders", "items", "step_1", "step_2", "step_3", "x", "Orders", "\"items\"" };

  return names[g_test_rand_int_range (0, G_N_ELEMENTS (names))];
}

static gboolean
is_same_name (const char *a, const char *b)
{
  a += *a == '"';
  b += *b == '"';
  return g_ascii_strncasecmp (a, b, strcspn (a, "\"")) == 0 && strcspn (a, "\"") == strcspn (b, "\"");
}

static void append_query (GString *sql, guint depth, const char *cte);

static void
append_source (GString *sql, guint depth)
{
  const char *name = pick_name ();

  if (depth < 2 && g_test_rand_int_range (0, 4) == 0)
    {
      g_string_append_c (sql, '(');
      append_query (sql, depth + 1, NULL);
      g_string_append_printf (sql, ") AS %s", name);
    }
  else
    g_string_append_printf (sql, "%s%s", name, g_test_rand_bit () ? "" : " AS y");
}

/* Of the columns id and n. Not all are statements: a name may mean nothing, or itself in a circle. @cte: (nullable):
 * whose body it is. SQLite takes its name for a recursion even where a WITH in the body has one of that name, too. */
static void
append_query (GString *sql, guint depth, const char *cte)
{
  guint n = depth < 2 ? (guint) g_test_rand_int_range (0, 3) : 0;

  for (guint i = 0; i < n; i++)
    {
      const char *name;

      do
        name = pick_name ();
      while (cte != NULL && is_same_name (name, cte));
      g_string_append_printf (sql, "%s%s AS (", i == 0 ? "WITH " : ", ", name);
      append_query (sql, depth + 1, name);
      g_string_append_c (sql, ')');
    }
  g_string_append_printf (sql, "%sSELECT id + %d AS id, n FROM ", n > 0 ? " " : "", g_test_rand_int_range (0, 10));
  append_source (sql, depth);
  if (g_test_rand_int_range (0, 3) == 0)
    g_string_append_printf (sql, " WHERE n NOT IN (SELECT n + 1 FROM %s)", pick_name ());
  if (g_test_rand_int_range (0, 4) == 0)
    {
      g_string_append (sql, " UNION SELECT * FROM ");
      append_source (sql, depth);
    }
}

static void
test_drawn (void)
{
  guint n_queries = g_test_slow () ? 20000 : 1000;
  guint n_ran = 0;
  guint n_renamed = 0;

  for (guint i = 0; i < n_queries;)
    {
      Databases databases;

      databases_open (&databases);
      for (guint drawn = 0; drawn < 100 && databases.steps->len < 3; drawn++)
        {
          g_autoptr (GString) sql = g_string_new (NULL);

          append_query (sql, 0, NULL);
          add_step (&databases, sql->str);
        }
      for (guint end = i + 50; i < end; i++)
        {
          g_autoptr (GString) sql = g_string_new (NULL);
          g_autofree char *whole = NULL;
          g_autofree char *composed = NULL;
          g_autofree char *here = NULL;
          g_autofree char *there = NULL;

          append_query (sql, 0, NULL);
          whole = g_strdup_printf ("SELECT group_concat(id || ':' || n) FROM (SELECT * FROM (%s) ORDER BY id, n)",
                                   sql->str);
          there = try_run (databases.filled, whole);
          if (there == NULL)
            continue;
          composed = ask_compose_sql (sql->str, databases.steps);
          g_free (whole);
          whole = g_strdup_printf ("SELECT group_concat(id || ':' || n) FROM (SELECT * FROM (%s) ORDER BY id, n)",
                                   composed);
          here = run (databases.empty, whole);
          if (g_strcmp0 (here, there) != 0)
            g_error ("%s\nis %s, and composed\n%s\nis %s", sql->str, there, composed, here);
          n_ran++;
          n_renamed += strstr (composed, "orders_2") != NULL || strstr (composed, "items_2") != NULL;
        }
      databases_close (&databases);
    }
  g_test_message ("%u of %u ran, %u with another name", n_ran, n_queries, n_renamed);
  g_assert_cmpuint (n_ran, >, n_queries / 10);
  g_assert_cmpuint (n_renamed, >, n_queries / 50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/compose/a-composed-query-runs-alone", test_compose);
  g_test_add_func ("/agent/compose/a-drawn-query-means-the-same-alone", test_drawn);
  return g_test_run ();
}

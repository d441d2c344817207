/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of predicates: how conditions are classified, and that what is implied by equality changes
 * no result: SQLite runs random queries over columns of mixed values, and tells whether it holds.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"
#include "sql/ask-sql-printer.h"

#define SCHEMA                                                                                    \
  "CREATE TABLE a (i INTEGER, t TEXT, n TEXT COLLATE NOCASE, r REAL, u);"                         \
  "CREATE TABLE b (i INTEGER, t TEXT, n TEXT COLLATE NOCASE, r REAL, u);"                         \
  "CREATE TABLE c (i INTEGER, t TEXT, n TEXT COLLATE NOCASE, r REAL, u);"

static void
describe (GString *text, const AskSqlPredicate *predicate)
{
  static const char *const kinds[] = { "const", "list", "range", "join", "residual" };

  if (text->len > 0)
    g_string_append (text, "; ");
  if (predicate->outer != NULL)
    g_string_append_printf (text, "@%s ", predicate->outer->kind == ASK_FROM_JOIN
                                            ? "()"
                                            : ask_sql_from_get_name (predicate->outer));
  if (predicate->implied)
    g_string_append (text, "+");
  g_string_append (text, kinds[predicate->kind]);
  if (predicate->kind == ASK_PREDICATE_RESIDUAL)
    {
      g_assert_null (predicate->from);
      return;
    }
  g_string_append_printf (text, " %s.%s %s", ask_sql_from_get_name (predicate->from),
                          predicate->from->columns[predicate->column].name,
                          predicate->kind == ASK_PREDICATE_LIST
                            ? "in"
                            : ask_sql_op_to_string (predicate->op));
  if (predicate->kind == ASK_PREDICATE_JOIN)
    g_string_append_printf (text, " %s.%s", ask_sql_from_get_name (predicate->other_from),
                            predicate->other_from->columns[predicate->other_column].name);
  for (guint i = 0; i < predicate->values.n; i++)
    {
      g_autofree char *value = ask_sql_print_expr (predicate->values.items[i]);

      g_string_append_printf (text, " %s", value);
    }
}

static void
test_classes (void)
{
  static const struct
  {
    const char *from;
    const char *predicates;
  } cases[] = {
    { "a", "" },
    { "a WHERE i = 5", "const a.i = 5" },
    { "a WHERE 5 = i", "const a.i = 5" },
    { "a WHERE 5 < i AND 'x' >= t", "range a.i > 5; range a.t <= 'x'" },
    { "a WHERE i IS 5 AND i IS NULL AND i IS TRUE", "const a.i IS 5; residual; residual" },
    { "a WHERE i IS NOT 5 AND i <> 5", "residual; residual" },
    { "a WHERE i IN (1, 2) AND t NOT IN ('x')", "list a.i in 1 2; residual" },
    { "a WHERE i IN ()", "list a.i in" },
    { "a WHERE i = 1 OR i = 2 OR i IN (3, 4)", "list a.i in 1 2 3 4" },
    { "a WHERE i = 1 OR t = 2", "residual" },
    { "a WHERE i = 1 OR i > 2", "residual" },
    { "a WHERE i BETWEEN 1 AND 1 + 2 AND t NOT BETWEEN 'a' AND 'b'",
      "range a.i >= 1; range a.i <= 1 + 2; residual" },
    { "a WHERE i = ?1 AND t = upper('x') AND u = random()",
      "const a.i = ?1; const a.t = upper('x'); residual" },
    { "a WHERE t = \"word\"", "const a.t = \"word\"" },
    { "a WHERE t = 'x' COLLATE NOCASE AND t COLLATE NOCASE = 'x'", "residual; residual" },
    { "a WHERE i = (SELECT 5) AND i + 0 = 5 AND i = r", "residual; residual; residual" },
    { "a WHERE (i, t) = (1, 'x')", "residual" },
    { "a WHERE NOT i = 5", "residual" },
    { "a, b WHERE a.i = b.i", "join a.i = b.i" },
    { "a, b WHERE a.i = b.i AND b.i = 5", "join a.i = b.i; const b.i = 5; +const a.i = 5" },
    { "a, b WHERE a.i = b.r AND b.r > 5", "join a.i = b.r; range b.r > 5; +range a.i > 5" },
    { "a JOIN b ON a.t = b.t WHERE a.t IN ('x', 'y')",
      "join a.t = b.t; list a.t in 'x' 'y'; +list b.t in 'x' 'y'" },
    { "a, b WHERE a.i = b.t AND b.t = '5'", "join a.i = b.t; const b.t = '5'" },
    { "a, b WHERE a.n = b.t AND b.t = 'x'", "join a.n = b.t; const b.t = 'x'" },
    { "a, b WHERE a.n = b.n AND b.n = 'x'", "join a.n = b.n; const b.n = 'x'; +const a.n = 'x'" },
    { "a, b WHERE a.u = b.u AND b.u = CAST('1' AS TEXT)",
      "join a.u = b.u; const b.u = CAST('1' AS TEXT)" },
    { "a, b, c WHERE a.i = b.i AND b.i = c.i", "join a.i = b.i; join b.i = c.i; +join a.i = c.i" },
    { "a JOIN b USING (i)", "join a.i = b.i" },
    { "a NATURAL JOIN b WHERE a.i = 1",
      "join a.i = b.i; join a.t = b.t; join a.n = b.n; join a.r = b.r; join a.u = b.u; "
      "const a.i = 1; +const b.i = 1" },
    { "a LEFT JOIN b ON a.i = b.i AND b.t = 'x' WHERE a.i = 5",
      "@b join a.i = b.i; @b const b.t = 'x'; const a.i = 5; @b +const b.i = 5" },
    { "a LEFT JOIN b ON a.i = b.i WHERE b.i = 5", "@b join a.i = b.i; const b.i = 5" },
    { "a LEFT JOIN b ON a.i = b.i AND b.i = 5", "@b join a.i = b.i; @b const b.i = 5" },
    { "a RIGHT JOIN b ON a.i = b.i WHERE b.i = 5", "@b join a.i = b.i; const b.i = 5" },
    { "a FULL JOIN b USING (i) WHERE i = 5", "@b join a.i = b.i; residual" },
    { "a LEFT JOIN (b JOIN c ON b.i = c.i) ON a.i = b.i WHERE a.i = 5",
      "@() join b.i = c.i; @() join a.i = b.i; const a.i = 5; @() +const c.i = 5; "
      "@() +const b.i = 5; @() +join c.i = a.i" },
    { "a JOIN b ON a.i = b.i RIGHT JOIN c ON b.i = c.i WHERE a.i = 5",
      "@c join a.i = b.i; @c join b.i = c.i; const a.i = 5" },
    { "(SELECT i AS k FROM a) q JOIN b ON q.k = b.i WHERE q.k = 5",
      "join q.k = b.i; const q.k = 5; +const b.i = 5" },
    { "(SELECT i AS k FROM a UNION SELECT t FROM a) q JOIN b ON q.k = b.i WHERE q.k = 5",
      "join q.k = b.i; const q.k = 5" },
    { "a WHERE EXISTS (SELECT 1 FROM b WHERE b.i = a.i)", "residual" },
  };
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = g_strconcat ("SELECT 1 FROM ", cases[i].from, NULL);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (AskSqlTree) tree = NULL;
      g_autoptr (GArray) predicates = NULL;
      g_autofree char *message = NULL;

      g_assert_cmpint (ask_fixture_analyse (sql, catalog, &tree, &message), ==, ASK_FIXTURE_GOOD);
      predicates = ask_sql_core_get_predicates (tree, tree->select->cores[0]);
      for (guint p = 0; p < predicates->len; p++)
        describe (text, &g_array_index (predicates, AskSqlPredicate, p));
      if (strcmp (text->str, cases[i].predicates) != 0)
        {
          g_test_message ("%s\n  found    %s\n  expected %s", cases[i].from, text->str,
                          cases[i].predicates);
          g_test_fail ();
        }
    }
  sqlite3_close (db);
}

static void
test_correlated (void)
{
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autofree char *message = NULL;
  AskSqlCore *core;

  g_assert_cmpint (ask_fixture_analyse ("SELECT 1 FROM a, (b) WHERE EXISTS (SELECT 1 FROM c WHERE "
                                        "c.i = a.i)",
                                        catalog, &tree, &message),
                   ==, ASK_FIXTURE_GOOD);
  core = tree->select->cores[0];
  g_assert_true (ask_sql_select_is_correlated (core->where->select));
  g_assert_false (ask_sql_select_is_correlated (tree->select));
  ask_sql_expr_get_items (core->where, core, items);
  g_assert_cmpuint (items->len, ==, 1);
  g_assert_cmpstr (ask_sql_from_get_name (items->pdata[0]), ==, "a");
  g_ptr_array_set_size (items, 0);
  ask_sql_core_get_items (core, items);
  g_assert_cmpuint (items->len, ==, 2);
  sqlite3_close (db);
}

static void
fill (sqlite3 *db)
{
  static const char *const values[] = { "1",   "2",   "'1'", "'x'",  "'X'",   "1.0", "2.5",
                                        "NULL", "'1.0'", "x'31'", "'x '", "3",   "'2'" };

  for (const char *table = "abc"; *table != '\0'; table++)
    for (guint row = 0; row < 9; row++)
      {
        g_autoptr (GString) sql = g_string_new (NULL);

        g_string_append_printf (sql, "INSERT INTO %c VALUES (", *table);
        for (guint i = 0; i < 5; i++)
          g_string_append_printf (
            sql, "%s%s", i > 0 ? ", " : "",
            values[g_test_rand_int_range (0, (gint32) G_N_ELEMENTS (values))]);
        g_string_append (sql, ")");
        g_assert_cmpint (sqlite3_exec (db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
      }
}

static const char *
pick (const char *const *from, gsize n)
{
  return from[g_test_rand_int_range (0, (gint32) n)];
}

static char *
make_query (void)
{
  static const char *const columns[] = { "i", "t", "n", "r", "u" };
  static const char *const joins[] = { ",", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN",
                                       "LEFT JOIN" };
  static const char *const tests[] = { "= 1",    "= '1'", "= 'x'",        "> 1",
                                       "= 'X'",  "= 1.0", "IN (1, 'x')",  "BETWEEN 1 AND 2",
                                       "IS '1'", "< 'y'", "= CAST('1' AS TEXT)",
                                       "= CAST('1' AS INT)" };
  GString *sql = g_string_new ("SELECT a.*, b.*, c.* FROM a ");
  const char *column = pick (columns, 5);
  gboolean mixed = g_test_rand_int_range (0, 3) == 0;
  const char *tables[] = { "b", "c" };

  for (guint i = 0; i < 2; i++)
    {
      const char *join = pick (joins, G_N_ELEMENTS (joins));

      g_string_append_printf (sql, "%s %s ", join, tables[i]);
      if (join[0] != ',')
        {
          g_string_append_printf (sql, "ON %s.%s = %s.%s ",
                                  i == 0 || g_test_rand_bit () ? "a" : "b",
                                  mixed ? pick (columns, 5) : column, tables[i],
                                  mixed ? pick (columns, 5) : column);
          if (g_test_rand_int_range (0, 3) == 0)
            g_string_append_printf (sql, "AND %s.%s %s ", g_test_rand_bit () ? "a" : tables[i],
                                    column, pick (tests, G_N_ELEMENTS (tests)));
        }
    }
  g_string_append_printf (sql, "WHERE %c.%s %s", 'a' + g_test_rand_int_range (0, 3), column,
                          pick (tests, G_N_ELEMENTS (tests)));
  if (g_test_rand_bit ())
    g_string_append_printf (sql, " AND %c.%s = %c.%s", 'a' + g_test_rand_int_range (0, 3), column,
                            'a' + g_test_rand_int_range (0, 3), column);
  return g_string_free (sql, FALSE);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* All rows, sorted, as text with their types. */
static char *
run (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      GString *row = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          g_string_append_printf (row, "%d:", sqlite3_column_type (statement, i));
          g_string_append_printf (row, "%s|", (const char *) sqlite3_column_text (statement, i));
        }
      g_ptr_array_add (rows, g_string_free (row, FALSE));
    }
  sqlite3_finalize (statement);
  g_ptr_array_sort (rows, compare_rows);
  for (guint i = 0; i < rows->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) rows->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Whether the condition is true of every row. It stands among the results and not in WHERE, because
 * SQLite 3.40 loses rows there where columns of different collations are equal: a.t = b.n AND
 * b.n IN ('x') AND a.n IN ('x') finds no row with 'X' in a.t, although each condition is true of it. */
static gboolean
holds (sqlite3 *db, const char *sql, const char *condition)
{
  g_autofree char *other = g_strdup_printf ("SELECT (%s)%s", condition, strstr (sql, " FROM"));
  sqlite3_stmt *statement = NULL;
  gboolean all = TRUE;

  if (sqlite3_prepare_v2 (db, other, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", other, sqlite3_errmsg (db));
  while (sqlite3_step (statement) == SQLITE_ROW)
    all = all && sqlite3_column_int (statement, 0) == 1;
  sqlite3_finalize (statement);
  return all;
}

/* The query with fewer rows of an outer join's item: LIMIT keeps the condition in its subquery. */
static char *
filter_item (const char *sql, const AskSqlPredicate *predicate, const char *condition)
{
  const char *name = ask_sql_from_get_name (predicate->outer);
  g_autofree char *from = g_strdup_printf ("LEFT JOIN %s ON", name);
  const char *at = strstr (sql, from);

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*sLEFT JOIN (SELECT * FROM %s WHERE %s LIMIT -1) %s ON%s",
                          (int) (at - sql), sql, name, condition, name, at + strlen (from));
}

static gboolean
changes_nothing (sqlite3 *db, const char *sql, const char *plain, const AskSqlPredicate *predicate)
{
  g_autofree char *condition = ask_sql_print_expr (predicate->expr);
  g_autofree char *other = NULL;
  g_autofree char *rows = NULL;

  if (predicate->outer == NULL)
    return holds (db, sql, condition);
  other = filter_item (sql, predicate, condition);
  rows = run (db, other);
  return strcmp (plain, rows) == 0;
}

static void
test_implied (void)
{
  guint n_implied = 0, n_outer = 0, n_rows = 0;

  for (guint round = 0; round < 12; round++)
    {
      sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
      g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);

      fill (db);
      for (guint i = 0; i < 250; i++)
        {
          g_autofree char *sql = make_query ();
          g_autofree char *message = NULL;
          g_autofree char *plain = NULL;
          g_autoptr (AskSqlTree) tree = NULL;
          g_autoptr (GArray) predicates = NULL;

          g_assert_cmpint (ask_fixture_analyse (sql, catalog, &tree, &message), ==,
                           ASK_FIXTURE_GOOD);
          predicates = ask_sql_core_get_predicates (tree, tree->select->cores[0]);
          plain = run (db, sql);
          n_rows += plain[0] != '\0';
          for (guint p = 0; p < predicates->len; p++)
            {
              const AskSqlPredicate *predicate = &g_array_index (predicates, AskSqlPredicate, p);

              if (!predicate->implied
                  || (predicate->outer != NULL && predicate->kind == ASK_PREDICATE_JOIN))
                continue;
              n_implied++;
              n_outer += predicate->outer != NULL;
              if (!changes_nothing (db, sql, plain, predicate))
                {
                  g_autofree char *condition = ask_sql_print_expr (predicate->expr);

                  g_test_message ("%s\n  does not imply %s", sql, condition);
                  g_test_fail ();
                }
            }
        }
      sqlite3_close (db);
    }
  g_test_message ("%u implied predicates, %u of them in outer joins; %u queries with rows", n_implied,
                  n_outer, n_rows);
  g_assert_cmpuint (n_outer, >, 100);
  g_assert_cmpuint (n_rows, >, 500);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  g_test_add_func ("/sql/predicate/each-condition-is-of-its-class", test_classes);
  g_test_add_func ("/sql/predicate/a-correlated-condition-belongs-to-the-inner-query", test_correlated);
  g_test_add_func ("/sql/predicate/what-equality-implies-changes-no-row", test_implied);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the catalogue: names without regard to case, schemas, affinities, and that a catalogue of
 * many tables makes an analysis no slower.
 */
#include "config.h"

#include "sql/ask-sql-analysis.h"

static void
test_names (void)
{
  g_autoptr (AskSqlCatalog) catalog = ask_sql_catalog_new ();
  AskSqlTable *first = ask_sql_catalog_add_table (catalog, "sales", "Orders");
  AskSqlTable *second = ask_sql_catalog_add_table (catalog, "archive", "orders");
  AskSqlTable *third = ask_sql_catalog_add_table (catalog, NULL, "step_1");
  AskSqlColumn *column = ask_sql_table_add_column (first, "Id", ASK_TYPE_INTEGER, NULL);

  ask_sql_table_add_column (first, "id", ASK_TYPE_TEXT, NULL);
  ask_sql_table_add_column (first, "Größe", ASK_TYPE_REAL, "numeric(10,2)");
  g_assert_cmpint (column->affinity, ==, ASK_AFFINITY_INTEGER);
  g_assert_true (column->nullable);
  g_assert_true (ask_sql_catalog_find_table (catalog, NULL, "ORDERS") == first);
  g_assert_true (ask_sql_catalog_find_table (catalog, "SALES", "orders") == first);
  g_assert_true (ask_sql_catalog_find_table (catalog, "archive", "ORDERS") == second);
  g_assert_true (ask_sql_catalog_find_table (catalog, NULL, "Step_1") == third);
  g_assert_null (ask_sql_catalog_find_table (catalog, "sales", "step_1"));
  g_assert_null (ask_sql_catalog_find_table (catalog, "other", "orders"));
  g_assert_null (ask_sql_catalog_find_table (catalog, NULL, "order"));
  g_assert_cmpint (ask_sql_table_find_column (first, "ID"), ==, 0);
  g_assert_cmpint (ask_sql_table_find_column (first, "Größe"), ==, 2);
  g_assert_cmpint (ask_sql_table_find_column (first, "GRÖSSE"), ==, -1);
  g_assert_cmpint (ask_sql_table_find_column (second, "id"), ==, -1);
  g_assert_cmpuint (ask_sql_catalog_get_n_tables (catalog), ==, 3);
  g_assert_true (ask_sql_catalog_get_table (catalog, 1) == second);
}

static void
test_reference (void)
{
  static const char *const columns[] = { "a", "b", NULL };
  static const char *const to_columns[] = { "x", "y", NULL };
  g_autoptr (AskSqlCatalog) catalog = ask_sql_catalog_new ();
  AskSqlTable *table = ask_sql_catalog_add_table (catalog, NULL, "t");
  AskSqlReference *reference = ask_sql_table_add_reference (table, "u", columns, to_columns);
  g_autoptr (AskSqlCatalog) other = ask_sql_catalog_ref (catalog);

  g_assert_cmpuint (reference->n, ==, 2);
  g_assert_cmpstr (reference->to, ==, "u");
  g_assert_cmpstr (reference->columns[1], ==, "b");
  g_assert_cmpstr (reference->to_columns[1], ==, "y");
  g_assert_true (other == catalog);
}

static void
test_affinities (void)
{
  static const struct
  {
    const char *declared;
    AskSqlAffinity affinity;
  } cases[] = {
    { NULL, ASK_AFFINITY_BLOB },        { "", ASK_AFFINITY_BLOB },
    { "INT", ASK_AFFINITY_INTEGER },    { "BigInt", ASK_AFFINITY_INTEGER },
    { "VARCHAR(20)", ASK_AFFINITY_TEXT }, { "CLOB", ASK_AFFINITY_TEXT },
    { "CHARINT", ASK_AFFINITY_INTEGER }, { "BLOB", ASK_AFFINITY_BLOB },
    { "DOUBLE PRECISION", ASK_AFFINITY_REAL }, { "FLOAT", ASK_AFFINITY_REAL },
    { "FLOATING POINT", ASK_AFFINITY_INTEGER }, { "DECIMAL(10,5)", ASK_AFFINITY_NUMERIC },
    { "BOOLEAN", ASK_AFFINITY_NUMERIC }, { "DATE", ASK_AFFINITY_NUMERIC },
    { "STRING", ASK_AFFINITY_NUMERIC },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (ask_sql_affinity_from_type (cases[i].declared), ==, cases[i].affinity);
}

/* What it costs is measured by tests/bench/ask-bench-sql.c. */
static void
test_large (void)
{
  g_autoptr (AskSqlCatalog) catalog = ask_sql_catalog_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GArray) predicates = NULL;

  for (guint t = 0; t < 1000; t++)
    {
      g_autofree char *name = g_strdup_printf ("table_%u", t);
      AskSqlTable *table = ask_sql_catalog_add_table (catalog, "main", name);

      for (guint c = 0; c < 20; c++)
        {
          g_autofree char *column = g_strdup_printf ("column_%u", c);

          ask_sql_table_add_column (table, column, ASK_TYPE_INTEGER, "INTEGER");
        }
    }
  tree = ask_sql_parse (
    "SELECT a.column_1, count(*), sum(b.column_2) FROM table_7 a JOIN table_900 b ON "
    "a.column_1 = b.column_1 JOIN table_3 c USING (column_1) WHERE b.column_3 = 5 AND "
    "EXISTS (SELECT 1 FROM table_44 d WHERE d.column_5 = a.column_6) GROUP BY a.column_1 "
    "ORDER BY 2 DESC LIMIT 10",
    -1, &error);
  g_assert_no_error (error);
  g_assert_true (ask_sql_analyse (tree, catalog, &error));
  g_assert_no_error (error);
  predicates = ask_sql_core_get_predicates (tree, tree->select->cores[0]);
  g_assert_cmpuint (predicates->len, >=, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/catalog/names-are-found-in-any-case", test_names);
  g_test_add_func ("/sql/catalog/a-reference-names-columns-on-both-sides", test_reference);
  g_test_add_func ("/sql/catalog/affinities-follow-the-declared-type", test_affinities);
  g_test_add_func ("/sql/catalog/a-statement-over-a-thousand-tables-is-analysed", test_large);
  return g_test_run ();
}

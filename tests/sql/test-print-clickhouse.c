/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How joins are written for ClickHouse, or why not, without any server.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-printer.h"

static void
add_column (AskSqlTable *table, const char *name, AskType type, const char *declared)
{
  AskSqlColumn *column = ask_sql_table_add_column (table, name, type, declared);

  column->affinity = ask_sql_affinity_from_type (ask_type_get_sql (type));
  column->nullable = g_str_has_prefix (declared, "Nullable(");
}

static AskSqlTable *
add_table (AskSqlCatalog *catalog, const char *name, gint64 rows)
{
  AskSqlTable *table = ask_sql_catalog_add_table (catalog, NULL, name);

  table->source = g_strdup ("shop");
  table->rows = rows;
  add_column (table, "id", ASK_TYPE_INTEGER, "Int64");
  add_column (table, "other", ASK_TYPE_INTEGER, "Nullable(Int32)");
  add_column (table, "name", ASK_TYPE_TEXT, "String");
  add_column (table, "ratio", ASK_TYPE_REAL, "Float64");
  return table;
}

static AskSqlCatalog *
make_catalog (void)
{
  AskSqlCatalog *catalog = ask_sql_catalog_new ();

  add_table (catalog, "small", 10);
  add_table (catalog, "large", 1000000);
  add_table (catalog, "spread", -1);
  add_column (add_table (catalog, "taken", 10), "ask_1_1", ASK_TYPE_INTEGER, "Int64");
  add_table (catalog, "far", 10)->source[0] = 'x';
  return catalog;
}

/* Returns: (transfer full): the text, or "!" and the reason */
static char *
print (const char *sql)
{
  const AskSqlPrintOptions options = { ASK_DIALECT_CLICKHOUSE, "shop" };
  g_autoptr (AskSqlCatalog) catalog = make_catalog ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  g_autoptr (AskSqlPrinted) printed = NULL;
  g_autofree char *reason = NULL;

  g_assert_no_error (error);
  ask_sql_analyse (tree, catalog, &error);
  g_assert_no_error (error);
  printed = ask_sql_print_remote (tree, tree->select, &options, &reason);
  return printed != NULL ? g_strdup (printed->sql) : g_strconcat ("!", reason, NULL);
}

/* The text from FROM on. */
static void
check (const char *sql, const char *wanted)
{
  g_autofree char *text = print (sql);
  const char *from = strstr (text, " FROM ");

  if (from == NULL || strcmp (from + 1, wanted) != 0)
    g_error ("%s\n%s\nand not\n%s", sql, text, wanted);
}

static void
test_one_form (void)
{
  check ("SELECT l.name, s.name FROM large AS l JOIN small AS s ON l.other = s.id",
         "FROM `large` GLOBAL ALL INNER JOIN (SELECT toInt64(`id`) AS `ask_1_k1`, `name` AS `ask_1_3` "
         "FROM `small`) AS `ask_t1` ON toInt64(`other`) = `ask_1_k1`");
  /* a condition of one table goes into its subquery; what is no key stays in WHERE */
  check ("SELECT count(*) FROM large AS l, small AS s WHERE s.name = l.name AND s.other > 3 AND l.id > s.id",
         "FROM `large` GLOBAL ALL INNER JOIN (SELECT `name` AS `ask_1_k1`, `id` AS `ask_1_1` "
         "FROM `small` WHERE (`other` > ?)) AS `ask_t1` ON `name` = `ask_1_k1` "
         "WHERE (`id` > `ask_1_1`)");
  /* of a LEFT JOIN that is so of ON alone */
  check ("SELECT count(*) FROM large AS l LEFT JOIN small AS s ON s.name = l.name AND s.id > 3 WHERE s.id IS NULL",
         "FROM `large` GLOBAL ALL LEFT JOIN (SELECT `name` AS `ask_1_k1`, `id` AS `ask_1_1` "
         "FROM `small` WHERE (`id` > ?)) AS `ask_t1` ON `name` = `ask_1_k1` WHERE (`ask_1_1` IS NULL)");
}

/* What is on the right is kept in memory. */
static void
test_largest_is_read_as_it_comes (void)
{
  static const struct
  {
    const char *sql;
    const char *first;
  } cases[] = {
    { "SELECT count(*) FROM small AS s JOIN large AS l ON l.id = s.id", " FROM `large` GLOBAL ALL INNER" },
    { "SELECT count(*) FROM large AS l JOIN small AS s ON l.id = s.id", " FROM `large` GLOBAL ALL INNER" },
    /* nobody knows how large it is: on many machines */
    { "SELECT count(*) FROM large AS l JOIN spread AS s ON l.id = s.id", " FROM `spread` GLOBAL ALL INNER" },
    { "SELECT count(*) FROM small AS s LEFT JOIN large AS l ON l.id = s.id", " FROM `small` GLOBAL ALL LEFT" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = print (cases[i].sql);

      g_test_message ("%s", text);
      g_assert_nonnull (strstr (text, cases[i].first));
    }
}

/* A third table is joined with a subquery of two, which has the conditions of those two. */
static void
test_three (void)
{
  check ("SELECT s.name FROM large AS l JOIN small AS s ON l.id = s.id LEFT JOIN spread AS z ON z.id = s.other "
         "WHERE l.name > s.name",
         "FROM (SELECT `ask_1_2`, `ask_1_3` FROM `large` GLOBAL ALL "
         "INNER JOIN (SELECT toInt64(`id`) AS `ask_1_k1`, `other` AS `ask_1_2`, `name` AS "
         "`ask_1_3` FROM `small`) AS `ask_t1` ON toInt64(`id`) = `ask_1_k1` WHERE (`name` > `ask_1_3`)) AS `ask_q2` "
         "GLOBAL ALL LEFT JOIN (SELECT toInt64(`id`) AS `ask_2_k1` FROM `spread`) AS `ask_t2` ON "
         "toInt64(`ask_1_2`) = `ask_2_k1`");
}

static void
test_refusals (void)
{
  static const struct
  {
    const char *sql;
    const char *reason;
  } cases[] = {
    { "SELECT 1 FROM large AS l JOIN small AS s ON l.id > s.id", "!A join needs an equality of two columns in ClickHouse" },
    { "SELECT 1 FROM large AS l, small AS s", "!A join needs an equality of two columns in ClickHouse" },
    { "SELECT 1 FROM large AS l JOIN small AS s ON l.ratio = s.ratio",
      "!Only integers and texts are keys of a join in ClickHouse" },
    { "SELECT 1 FROM large AS l JOIN small AS s ON l.id = s.ratio", "!A large integer is compared with a real" },
    { "SELECT 1 FROM large AS l JOIN small AS s ON l.id = s.name", "!Values of different types are compared" },
    { "SELECT 1 FROM large AS l LEFT JOIN small AS s ON l.id = s.id AND l.other = 1",
      "!A condition of a LEFT JOIN is neither an equality nor of the right table alone, and not written for "
      "ClickHouse" },
    { "SELECT 1 FROM large AS l LEFT JOIN small AS s ON 1", "!A join needs an equality of two columns in ClickHouse" },
    { "SELECT 1 FROM large AS l RIGHT JOIN small AS s ON l.id = s.id",
      "!RIGHT and FULL JOIN are not written for ClickHouse" },
    { "SELECT 1 FROM large AS l JOIN (SELECT id FROM small) AS s ON l.id = s.id",
      "!Subqueries and parentheses of FROM are not written for ClickHouse" },
    { "SELECT 1 FROM large AS l JOIN taken AS s ON l.id = s.id",
      "!A column's name begins as our own names do in a join for ClickHouse" },
    { "SELECT 1 FROM large AS l JOIN far AS s ON l.id = s.id", "!A table belongs to another source" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = print (cases[i].sql);

      g_assert_cmpstr (text, ==, cases[i].reason);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/print-clickhouse/a-join-has-one-form", test_one_form);
  g_test_add_func ("/sql/print-clickhouse/the-largest-table-is-read-as-it-comes", test_largest_is_read_as_it_comes);
  g_test_add_func ("/sql/print-clickhouse/a-third-table-is-joined-with-the-first-two", test_three);
  g_test_add_func ("/sql/print-clickhouse/what-is-joined-otherwise-there-is-refused", test_refusals);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the remote printers write, or why they do not, without any server; and how much of Spider's
 * gold SQL they write for each.
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <sqlite3.h>
#include <string.h>

#include "sql/ask-sql-printer.h"

typedef struct
{
  const char *sql;
  const char *postgres; /* the text, or "!" and a part of the reason */
  const char *mariadb;
} Case;

static void
add_column (AskSqlTable *table, const char *name, AskType type, const char *declared, guint key)
{
  AskSqlColumn *column = ask_sql_table_add_column (table, name, type, declared);

  column->affinity = ask_sql_affinity_from_type (ask_type_get_sql (type));
  column->key = key;
  column->nullable = key == 0;
}

static AskSqlCatalog *
make_catalog (gboolean postgres)
{
  AskSqlCatalog *catalog = ask_sql_catalog_new ();
  AskSqlTable *table = ask_sql_catalog_add_table (catalog, NULL, "orders");

  table->source = g_strdup ("shop");
  table->remote = g_strdup (postgres ? "\"public\".\"orders\"" : "`shop`.`orders`");
  add_column (table, "id", ASK_TYPE_INTEGER, postgres ? "integer" : "int(11)", 1);
  add_column (table, "name", ASK_TYPE_TEXT, postgres ? "text" : "varchar(20)", 0);
  add_column (table, "amount", ASK_TYPE_REAL, postgres ? "numeric(10,2)" : "decimal(10,2)", 0);
  add_column (table, "day", ASK_TYPE_DATE, "date", 0);
  add_column (table, "code", ASK_TYPE_TEXT, postgres ? "character(4)" : "char(4)", 0);
  add_column (table, "tag", ASK_TYPE_TEXT, postgres ? "text" : "varchar(20) COLLATE utf8mb4_general_ci", 0);
  add_column (table, "exact", ASK_TYPE_TEXT, postgres ? "text" : "varchar(20) COLLATE utf8mb4_nopad_bin", 0);
  table = ask_sql_catalog_add_table (catalog, NULL, "t");
  table->source = g_strdup ("shop");
  table->has_rowid = TRUE;
  add_column (table, "i", ASK_TYPE_INTEGER, postgres ? "integer" : "int(11)", 0);
  add_column (table, "big", ASK_TYPE_INTEGER, postgres ? "bigint" : "bigint(20)", 0);
  add_column (table, "r", ASK_TYPE_REAL, postgres ? "double precision" : "double", 0);
  add_column (table, "d", ASK_TYPE_DECIMAL, postgres ? "numeric(20,4)" : "decimal(20,4)", 0);
  add_column (table, "e", ASK_TYPE_DECIMAL, postgres ? "numeric(30,2)" : "decimal(30,2)", 0);
  add_column (table, "s", ASK_TYPE_TEXT, postgres ? "text" : "varchar(20)", 0);
  add_column (table, "b", ASK_TYPE_BLOB, postgres ? "bytea" : "blob", 0);
  add_column (table, "j", ASK_TYPE_ANY, "geometry", 0);
  add_column (table, "day", ASK_TYPE_DATE, "date", 0);
  table = ask_sql_catalog_add_table (catalog, NULL, "other");
  table->source = g_strdup ("elsewhere");
  add_column (table, "id", ASK_TYPE_INTEGER, "integer", 1);
  return catalog;
}

static char *
print (const char *sql, gboolean postgres, AskSqlCatalog *catalog, guint *n_slots)
{
  AskSqlPrintOptions options = { postgres ? ASK_DIALECT_POSTGRES : ASK_DIALECT_MARIADB, "shop" };
  g_autoptr (GError) error = NULL;
  AskSqlTree *tree = ask_sql_parse (sql, -1, &error);
  g_autoptr (AskSqlPrinted) printed = NULL;
  g_autofree char *reason = NULL;
  char *text;

  if (tree == NULL || !ask_sql_analyse (tree, catalog, &error))
    {
      text = g_strconcat ("?", error->message, NULL);
      ask_sql_tree_free (tree);
      return text;
    }
  printed = ask_sql_print_remote (tree, tree->select, &options, &reason);
  g_assert_true ((printed == NULL) == (reason != NULL));
  text = printed != NULL ? g_strdup (printed->sql) : g_strconcat ("!", reason, NULL);
  if (n_slots != NULL)
    *n_slots = printed != NULL ? printed->n_slots : 0;
  g_clear_pointer (&printed, ask_sql_printed_free);
  ask_sql_tree_free (tree);
  return text;
}

static const Case cases[] = {
  { "SELECT name FROM orders WHERE name = 'x'",
    "SELECT \"orders\".\"name\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"name\" = $1::text)",
    "SELECT `orders`.`name` FROM `shop`.`orders` AS `orders` WHERE (`orders`.`name` = ? AND "
    "(CONVERT(`orders`.`name` USING utf8mb4) COLLATE utf8mb4_nopad_bin) = ?)" },
  /* No conversion where the column compares by bytes itself; else its own collation first. */
  { "SELECT exact FROM orders WHERE exact = 'x' GROUP BY exact",
    "SELECT \"orders\".\"exact\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"exact\" = $1::text) "
    "GROUP BY \"orders\".\"exact\"",
    "SELECT `orders`.`exact` FROM `shop`.`orders` AS `orders` WHERE (`orders`.`exact` = "
    "(CONVERT(? USING utf8mb4) COLLATE utf8mb4_nopad_bin)) GROUP BY `orders`.`exact`" },
  { "SELECT id FROM orders WHERE tag = exact",
    "SELECT \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"tag\" = \"orders\".\"exact\")",
    "SELECT `orders`.`id` FROM `shop`.`orders` AS `orders` WHERE (`orders`.`tag` = (`orders`.`exact` COLLATE "
    "utf8mb4_general_ci) AND (CONVERT(`orders`.`tag` USING utf8mb4) COLLATE utf8mb4_nopad_bin) = `orders`.`exact`)" },
  { "SELECT id FROM orders WHERE name = tag",
    "SELECT \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"name\" = \"orders\".\"tag\")",
    "SELECT `orders`.`id` FROM `shop`.`orders` AS `orders` WHERE (`orders`.`tag` = "
    "((CONVERT(`orders`.`name` USING utf8mb4) COLLATE utf8mb4_nopad_bin) COLLATE utf8mb4_general_ci) AND "
    "(CONVERT(`orders`.`name` USING utf8mb4) COLLATE utf8mb4_nopad_bin) = "
    "(CONVERT(`orders`.`tag` USING utf8mb4) COLLATE utf8mb4_nopad_bin))" },
  { "SELECT id FROM orders WHERE day >= '2024-01-01' LIMIT 3",
    "SELECT \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"day\" >= $1::date) LIMIT 3",
    "SELECT `orders`.`id` FROM `shop`.`orders` AS `orders` WHERE (`orders`.`day` >= CAST(? AS DATE)) LIMIT 3" },
  { "SELECT length(CAST(name AS BLOB)) FROM orders",
    "SELECT octet_length(convert_to(\"orders\".\"name\", 'UTF8')) FROM \"public\".\"orders\" AS \"orders\"",
    "SELECT LENGTH(CONVERT((CONVERT(`orders`.`name` USING utf8mb4) COLLATE utf8mb4_nopad_bin) USING utf8mb4)) FROM `shop`.`orders` AS `orders`" },
  { "SELECT id FROM orders WHERE id IN (1, 2, 1)",
    "SELECT \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"id\" IN ($1::int8, $2::int8, $1::int8))",
    "SELECT `orders`.`id` FROM `shop`.`orders` AS `orders` WHERE (`orders`.`id` IN (?, ?, ?))" },
  { "SELECT id FROM orders WHERE amount = 10.25",
    "SELECT \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"amount\" = $1::numeric)",
    "SELECT `orders`.`id` FROM `shop`.`orders` AS `orders` WHERE (`orders`.`amount` = ?)" },
  { "SELECT id FROM orders WHERE code = 'ab'",
    "SELECT \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" WHERE (\"orders\".\"code\" = $1::bpchar)",
    NULL },
  { "SELECT name AS n, count(*) FROM orders GROUP BY n",
    "SELECT \"orders\".\"name\" AS \"n\", COUNT(*) FROM \"public\".\"orders\" AS \"orders\" GROUP BY \"orders\".\"name\"",
    NULL },
  { "SELECT id FROM orders ORDER BY id", "SELECT \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" ORDER BY \"orders\".\"id\"",
    "SELECT `orders`.`id` FROM `shop`.`orders` AS `orders` ORDER BY `orders`.`id`" },
  { "SELECT (NOT 1) AS o, id FROM orders ORDER BY 1, id",
    "SELECT ((NOT TRUE))::int4 AS \"o\", \"orders\".\"id\" FROM \"public\".\"orders\" AS \"orders\" ORDER BY \"orders\".\"id\"",
    "SELECT (NOT TRUE) AS `o`, `orders`.`id` FROM `shop`.`orders` AS `orders` ORDER BY `orders`.`id`" },
  { "SELECT orders.id FROM orders, other WHERE orders.id = other.id", "!another source", "!another source" },
  { "SELECT id FROM orders WHERE name GLOB 'a*'", "!GLOB", "!GLOB" },
  { "SELECT name + 1 FROM orders", "!no number", "!no number" },
  { "SELECT id, max(amount) FROM orders", "!beside an aggregate", "!beside an aggregate" },
  { "SELECT group_concat(name) FROM orders", "!order of rows", "!order of rows" },
  { "SELECT id FROM orders LIMIT 1 + 1", "!LIMIT", "!LIMIT" },
  { "SELECT id FROM orders WHERE id = ?", "!parameter", "!parameter" },
  { "SELECT date('now') FROM orders", "!date column", "!date column" },
  { "SELECT random() FROM orders", "!random()", "!random()" },
  { "SELECT a.id FROM orders a FULL JOIN orders b ON a.id = b.id",
    "SELECT \"a\".\"id\" FROM \"public\".\"orders\" AS \"a\" FULL JOIN \"public\".\"orders\" AS \"b\" ON (\"a\".\"id\" = \"b\".\"id\")",
    "!FULL JOIN" },
};

static void
test_texts (void)
{
  for (guint postgres = 0; postgres < 2; postgres++)
    {
      g_autoptr (AskSqlCatalog) catalog = make_catalog (postgres);

      for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          const char *wanted = postgres ? cases[i].postgres : cases[i].mariadb;
          g_autofree char *text = print (cases[i].sql, postgres, catalog, NULL);

          if (wanted == NULL)
            g_assert_cmpint (text[0], ==, 'S');
          else if (wanted[0] == '!')
            {
              g_assert_cmpint (text[0], ==, '!');
              if (strstr (text, wanted + 1) == NULL)
                g_test_fail_printf ("%s: %s", cases[i].sql, text);
            }
          else
            g_assert_cmpstr (text, ==, wanted);
        }
    }
}

/* Whatever stands in the statement, no value of it gets into the text. */
static void
test_values_are_bound (void)
{
  static const char *const values[] = { "'; DROP TABLE orders; --", "\\", "x\" OR 1=1 --", "%s%n", "$1", "?" };

  for (guint postgres = 0; postgres < 2; postgres++)
    for (guint i = 0; i < G_N_ELEMENTS (values); i++)
      {
        g_autoptr (AskSqlCatalog) catalog = make_catalog (postgres);
        g_auto (GStrv) parts = g_strsplit (values[i], "'", -1);
        g_autofree char *quoted = g_strjoinv ("''", parts);
        g_autofree char *sql = g_strdup_printf ("SELECT id, '%s' FROM orders WHERE name = '%s' OR "
                                                "name LIKE '%s' OR name IN ('%s', 'b')",
                                                quoted, quoted, quoted, quoted);
        guint n_slots;
        g_autofree char *text = print (sql, postgres, catalog, &n_slots);

        g_assert_cmpint (text[0], ==, 'S');
        g_assert_cmpuint (n_slots, >=, 2);
        if (strlen (values[i]) > 2)
          g_assert_null (strstr (text, values[i]));
      }
}

static void
test_names_are_quoted (void)
{
  for (guint postgres = 0; postgres < 2; postgres++)
    {
      g_autoptr (AskSqlCatalog) catalog = ask_sql_catalog_new ();
      AskSqlTable *table = ask_sql_catalog_add_table (catalog, NULL, "we\"ird`; --");
      g_autofree char *text = NULL;

      table->source = g_strdup ("shop");
      add_column (table, "a\"b`c = d", ASK_TYPE_INTEGER, postgres ? "integer" : "int", 0);
      text = print ("SELECT * FROM \"we\"\"ird`; --\" WHERE \"a\"\"b`c = d\" IN (1, 2)", postgres, catalog,
                    NULL);
      g_assert_nonnull (strstr (text, postgres ? "\"we\"\"ird`; --\" AS" : "`we\"ird``; --` AS"));
      g_assert_nonnull (strstr (text, postgres ? "\"a\"\"b`c = d\"" : "`a\"b``c = d`"));
    }
}

typedef struct
{
  const char *sql;
  const char *postgres; /* a part of the reason; "" where it prints */
  const char *mariadb; /* the same; NULL: as for the other one */
} Refusal;

/* What a server would compute in another way, or might, stays here. */
static const Refusal refusals[] = {
  /* Windows */
  { "SELECT sum(i) OVER (ORDER BY i ROWS i + 1 PRECEDING) FROM t", "no plain number", NULL },
  { "SELECT sum(i) OVER (w ORDER BY i) FROM t WINDOW w AS (PARTITION BY s)", "", NULL },
  { "SELECT sum(i) OVER v FROM t WINDOW w AS (PARTITION BY s), v AS (w ORDER BY i)",
    "built on another one", NULL },
  { "SELECT sum(i) OVER (PARTITION BY j) FROM t", "partition otherwise", NULL },
  { "SELECT sum(i) OVER (ORDER BY 'x') FROM t", "ordered by a constant", NULL },
  { "SELECT sum(i) OVER (ORDER BY i GROUPS 1 PRECEDING) FROM t", "", "GROUPS and EXCLUDE" },
  { "SELECT sum(i) OVER (ORDER BY i DESC NULLS FIRST) FROM t", "", "cannot place NULLs" },
  { "SELECT lag(i, 1, 0) OVER (ORDER BY i) FROM t", "", "have no default" },
  { "SELECT lag(i, r) OVER (ORDER BY i) FROM t", "plain number of rows", NULL },
  { "SELECT nth_value(i, 2) OVER (ORDER BY i) FROM t", "window function has no equal", NULL },
  { "SELECT max(j) FROM t", "no greatest value", NULL },
  { "SELECT (SELECT sum(o.i) FROM t) FROM t o", "belongs to a SELECT around it", NULL },
  /* Comparisons */
  { "SELECT i FROM t WHERE i > 1e300", "beyond all integers", NULL },
  { "SELECT i FROM t WHERE r = 9007199254740993", "integer of many digits", NULL },
  { "SELECT i FROM t WHERE r < 9e999", "Infinity", NULL },
  { "SELECT i FROM t WHERE d = 'x'", "no decimal", NULL },
  { "SELECT i FROM t WHERE d < e", "", NULL },
  { "SELECT i FROM t WHERE s COLLATE BINARY < d", "digit by digit", NULL },
  { "SELECT i FROM t WHERE s = 1.5", "compared with a real", NULL },
  { "SELECT i FROM t WHERE b = 1", "different types", NULL },
  { "SELECT i FROM t WHERE b = x'00'", "", NULL },
  { "SELECT i FROM t WHERE j = j", "compare otherwise", NULL },
  { "SELECT i FROM t WHERE s COLLATE NOCASE = i", "beside something other than text", NULL },
  { "SELECT i FROM t WHERE s = 'x' COLLATE RTRIM", "collation has no equal", NULL },
  { "SELECT upper(s COLLATE NOCASE) FROM t", "reaches further", NULL },
  { "SELECT i FROM t WHERE (i, r) = (1, 2)", "Row values", NULL },
  { "SELECT i FROM t WHERE i IN other", "IN names a table", NULL },
  { "SELECT i FROM t WHERE s IN (1, x'00')", "different types", NULL },
  { "SELECT i FROM t WHERE i IN ()", "", NULL },
  { "SELECT i FROM t WHERE i IN (SELECT NULL)", "nothing but NULL", NULL },
  { "SELECT i FROM t WHERE j IN (SELECT j FROM t)", "different types", NULL },
  { "SELECT s FROM t GROUP BY s HAVING max(i) IN (SELECT i FROM t)", "", "about aggregates or windows" },
  { "SELECT s FROM t WHERE i IN (SELECT max(i) OVER () FROM t)", "", "about aggregates or windows" },
  { "SELECT s FROM t WHERE s LIKE 'a|' ESCAPE '|'", "ends with its escape", NULL },
  { "SELECT s FROM t WHERE s", "no number stands as a condition", NULL },
  /* Operators and functions */
  { "SELECT i -> 'x' FROM t", "operator has no equal", NULL },
  { "SELECT r & 1 FROM t", "real is used where integers belong", NULL },
  { "SELECT -s FROM t", "no number", NULL },
  { "SELECT ~r FROM t", "Bits of something", NULL },
  { "SELECT ~i, +s FROM t", "", NULL },
  { "SELECT abs(s) FROM t", "abs()", NULL },
  { "SELECT trim(s, 'x') FROM t", "trim() of given characters", NULL },
  { "SELECT ltrim(s), rtrim(s) FROM t", "", NULL },
  { "SELECT substr(s, i) FROM t", "backwards", NULL },
  { "SELECT substr(s, -2, 1) FROM t", "counts from the end", NULL },
  { "SELECT round(r, i) FROM t", "number of digits", NULL },
  { "SELECT round(s) FROM t", "round() of something", NULL },
  { "SELECT round(big, 1) FROM t", "round() of large integers", NULL },
  { "SELECT max(1, 2, 3, 4, 5, 6, 7, 8, 9, i) FROM t", "of many values", NULL },
  { "SELECT max(b, b) FROM t", "values of this kind", NULL },
  { "SELECT date(day, '+1 day') FROM t", "has modifiers", NULL },
  { "SELECT datetime(day, '+1 day') FROM t", "has modifiers", NULL },
  { "SELECT time(day, '+1 day') FROM t", "has modifiers", NULL },
  { "SELECT julianday(day, '+1 day') FROM t", "has modifiers", NULL },
  { "SELECT strftime('%Y', day, '+1 day') FROM t", "has modifiers", NULL },
  { "SELECT time(day) FROM t", "taken from a date", NULL },
  { "SELECT strftime(s, day) FROM t", "format that is not known", NULL },
  { "SELECT strftime('%s', day) FROM t", "format of strftime()", NULL },
  { "SELECT CASE WHEN i THEN big ELSE r END FROM t", "Large integers and reals", NULL },
  { "SELECT CASE WHEN i THEN d ELSE e END FROM t", "", "several scales" },
  /* What stands around */
  { "SELECT rowid FROM t", "rowid", NULL },
  { "SELECT 1 FROM t GROUP BY j", "group otherwise", NULL },
  { "SELECT i IN (SELECT big FROM t), count(*) FROM t GROUP BY 1", "", "Groups by IN" },
  { "SELECT i FROM t GROUP BY 'x'", "nothing but constants", NULL },
  { "SELECT i FROM t ORDER BY j", "another order", NULL },
  { "SELECT DISTINCT j FROM t", "compare otherwise", NULL },
  { "SELECT i FROM t ORDER BY 'x'", "", NULL },
  { "SELECT 1 WHERE 1", "", NULL },
  { "SELECT i FROM t UNION VALUES (1), (2)", "several rows", NULL },
  { "SELECT i FROM t LIMIT -1 OFFSET 2", "", NULL },
  { "SELECT a.i FROM t a FULL JOIN t b ON a.i < b.i", "by equalities alone", "FULL JOIN" },
  { "SELECT i FROM t a RIGHT JOIN t b USING (i)", "beside a RIGHT or FULL", NULL },
  { "WITH RECURSIVE c(n) AS (SELECT j FROM t UNION SELECT n FROM c) SELECT n FROM c", "compare otherwise", "may end early" },
};

static void
test_refusals (void)
{
  for (guint postgres = 0; postgres < 2; postgres++)
    {
      g_autoptr (AskSqlCatalog) catalog = make_catalog (postgres);

      for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
        {
          const Refusal *at = &refusals[i];
          const char *part = postgres || at->mariadb == NULL ? at->postgres : at->mariadb;
          g_autofree char *text = print (at->sql, postgres, catalog, NULL);

          if (text[0] == (part[0] != '\0' ? '!' : 'S') && strstr (text, part) != NULL)
            continue;
          g_test_message ("%s\n  for %s says   %s\n  expected %s", at->sql,
                          postgres ? "PostgreSQL" : "MariaDB", text, part);
          g_test_fail ();
        }
    }
}

/* Rows of ours in the place of a table. */
static void
test_relation (void)
{
  static const char *const columns[] = { "id", "name" };
  static const AskType types[] = { ASK_TYPE_INTEGER, ASK_TYPE_TEXT };
  static const struct
  {
    glong length;
    const char *mariadb;
  } lengths[] = { { -1, "`c2` LONGTEXT CHARACTER" },
                  { 3, "`c2` VARCHAR(100) CHARACTER" },
                  { 101, "`c2` VARCHAR(500) CHARACTER" },
                  { 501, "`c2` LONGTEXT CHARACTER" } };
  glong measured[] = { 0, 0 };
  AskSqlRelation relation = { .magic = ASK_SQL_RELATION_MAGIC, .n_columns = 2, .columns = columns, .types = types };

  for (guint postgres = 0; postgres < 2; postgres++)
    {
      AskSqlPrintOptions options = { postgres ? ASK_DIALECT_POSTGRES : ASK_DIALECT_MARIADB, "shop" };
      g_autoptr (AskSqlCatalog) catalog = make_catalog (postgres);
      AskSqlTable *table = ask_sql_catalog_add_table (catalog, NULL, "keys");
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlPrinted) printed = NULL;
      g_autofree char *reason = NULL;
      AskSqlTree *tree;

      add_column (table, "id", ASK_TYPE_INTEGER, NULL, 0);
      add_column (table, "name", ASK_TYPE_TEXT, NULL, 0);
      tree = ask_sql_parse ("SELECT o.id FROM orders AS o JOIN keys AS k ON k.id = o.id AND k.name = o.tag", -1,
                            &error);
      g_assert_no_error (error);
      ask_sql_analyse (tree, catalog, &error);
      g_assert_no_error (error);
      tree->select->cores[0]->from.items[1]->plan = (gpointer) &relation;
      for (guint i = 0; !postgres && i < G_N_ELEMENTS (lengths); i++)
        {
          g_clear_pointer (&printed, ask_sql_printed_free);
          measured[1] = lengths[i].length;
          relation.lengths = lengths[i].length < 0 ? NULL : measured;
          printed = ask_sql_print_remote (tree, tree->select, &options, &reason);
          g_assert_cmpstr (reason, ==, NULL);
          g_assert_nonnull (strstr (printed->sql, lengths[i].mariadb));
          /* The column's own collation for its index, and ours for what is right. */
          g_assert_nonnull (strstr (printed->sql, "(`o`.`tag` = (`k`.`c2` COLLATE utf8mb4_general_ci) AND `k`.`c2` = "
                                                  "(CONVERT(`o`.`tag` USING utf8mb4) COLLATE utf8mb4_nopad_bin))"));
        }
      g_clear_pointer (&printed, ask_sql_printed_free);
      printed = ask_sql_print_remote (tree, tree->select, &options, &reason);
      g_assert_cmpstr (reason, ==, NULL);
      g_assert_cmpuint (printed->n_slots, ==, postgres ? 2 : 1);
      g_assert_cmpint (printed->slots[0].kind, ==,
                       postgres ? ASK_SLOT_COLUMN : ASK_SLOT_ROWS);
      g_assert_nonnull (strstr (printed->sql, postgres ? "unnest($1::int8[], $2::text[]) AS \"k\""
                                                       : "JSON_TABLE(?, '$[*]'"));
      g_clear_pointer (&printed, ask_sql_printed_free);
      ask_sql_tree_free (tree);
    }
}

static void
test_can_print_condition (void)
{
  g_autoptr (AskSqlCatalog) catalog = make_catalog (TRUE);
  AskSqlPrintOptions options = { ASK_DIALECT_POSTGRES, "shop" };
  g_autoptr (GError) error = NULL;
  AskSqlTree *tree = ask_sql_parse ("SELECT id FROM orders WHERE name = 'x' AND name GLOB 'a'", -1,
                                    &error);
  g_autofree char *reason = NULL;
  AskSqlExpr *where;

  g_assert_no_error (error);
  ask_sql_analyse (tree, catalog, &error);
  g_assert_no_error (error);
  where = tree->select->cores[0]->where;
  g_assert_true (ask_sql_can_print_condition (tree, where->left, &options, NULL));
  g_assert_false (ask_sql_can_print_condition (tree, where->right, &options, &reason));
  g_assert_nonnull (strstr (reason, "GLOB"));
  ask_sql_tree_free (tree);
}

static AskSqlCatalog *
read_database (const char *path, gboolean postgres)
{
  AskSqlCatalog *catalog = ask_sql_catalog_new ();
  sqlite3_stmt *statement = NULL;
  sqlite3 *db = NULL;
  AskSqlTable *table = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT m.name, p.name, p.type, p.pk FROM sqlite_master m, "
                                       "pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1, p.cid",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (statement, 0);
      AskSqlAffinity affinity
        = ask_sql_affinity_from_type ((const char *) sqlite3_column_text (statement, 2));
      gboolean integer = affinity == ASK_AFFINITY_INTEGER;
      gboolean real = affinity == ASK_AFFINITY_REAL || affinity == ASK_AFFINITY_NUMERIC;

      if (table == NULL || g_strcmp0 (table->name, name) != 0)
        {
          table = ask_sql_catalog_add_table (catalog, NULL, name);
          table->source = g_strdup ("shop");
        }
      add_column (table, (const char *) sqlite3_column_text (statement, 1),
                  integer ? ASK_TYPE_INTEGER
                  : real  ? ASK_TYPE_REAL
                          : ASK_TYPE_TEXT,
                  integer ? (postgres ? "integer" : "int")
                  : real  ? (postgres ? "double precision" : "double")
                          : "text",
                  (guint) sqlite3_column_int (statement, 3));
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return catalog;
}

static int
compare_reasons (gconstpointer a, gconstpointer b, gpointer data)
{
  GHashTable *counts = data;

  return GPOINTER_TO_INT (g_hash_table_lookup (counts, b))
         - GPOINTER_TO_INT (g_hash_table_lookup (counts, a));
}

/* Most of what people ask is written for a server as a whole. */
static void
test_share_of_spider (void)
{
  const char *shared = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *folder = shared != NULL ? g_build_filename (shared, "spider", NULL)
                            : root != NULL
                                ? g_build_filename (root, "..", "shared", "data", "spider", NULL)
                                : g_strdup ("");
  g_autofree char *path = g_build_filename (folder, "train.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *questions;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("Spider is not here, see tests/sql/README.md");
      return;
    }
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  questions = json_node_get_array (json_parser_get_root (parser));
  for (guint postgres = 0; postgres < 2; postgres++)
    {
      g_autoptr (GHashTable) catalogs
        = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_sql_catalog_unref);
      g_autoptr (GHashTable) reasons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autoptr (GList) keys = NULL;
      guint printed = 0;
      guint valid = 0;

      for (guint i = 0; i < json_array_get_length (questions); i++)
        {
          JsonObject *question = json_array_get_object_element (questions, i);
          const char *id = json_object_get_string_member (question, "db_id");
          AskSqlCatalog *catalog = g_hash_table_lookup (catalogs, id);
          g_autofree char *text = NULL;

          if (catalog == NULL)
            {
              g_autofree char *name = g_strconcat (id, ".sqlite", NULL);
              g_autofree char *file = g_build_filename (folder, "database", id, name, NULL);

              if (!g_file_test (file, G_FILE_TEST_EXISTS))
                continue;
              catalog = read_database (file, postgres);
              g_hash_table_insert (catalogs, g_strdup (id), catalog);
            }
          text = print (json_object_get_string_member (question, "query"), postgres, catalog, NULL);
          valid += text[0] != '?';
          if (text[0] == 'S' || text[0] == 'W')
            printed++;
          else if (text[0] == '!')
            {
              int count = GPOINTER_TO_INT (g_hash_table_lookup (reasons, text));

              g_hash_table_insert (reasons, g_strdup (text), GINT_TO_POINTER (count + 1));
            }
        }
      keys = g_list_sort_with_data (g_hash_table_get_keys (reasons), compare_reasons, reasons);
      g_test_message ("%s: %u of %u statements print, %.1f %%", postgres ? "PostgreSQL" : "MariaDB",
                      printed, valid, 100.0 * printed / MAX (1, valid));
      for (GList *l = keys; l != NULL; l = l->next)
        g_test_message ("  %d %s", GPOINTER_TO_INT (g_hash_table_lookup (reasons, l->data)),
                        (const char *) l->data);
      g_assert_cmpuint (10 * printed, >=, 7 * valid);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/print-remote/each-server-gets-its-own-dialect", test_texts);
  g_test_add_func ("/sql/print-remote/values-are-bound", test_values_are_bound);
  g_test_add_func ("/sql/print-remote/names-are-quoted", test_names_are_quoted);
  g_test_add_func ("/sql/print-remote/what-a-server-computes-otherwise-is-refused", test_refusals);
  g_test_add_func ("/sql/print-remote/our-rows-travel-as-a-relation", test_relation);
  g_test_add_func ("/sql/print-remote/one-expression-is-judged-by-itself", test_can_print_condition);
  g_test_add_func ("/sql/print-remote/most-of-spider-is-written-for-a-server", test_share_of_spider);
  return g_test_run ();
}

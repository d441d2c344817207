/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many queries a second the SQL front end reads and writes back, beside sqlite3_prepare_v2 on the same
 * texts in the same run: Spider's gold queries with their own databases' tables where they are here, else a
 * list of ours. Run by hand; it decides nothing.
 *
 * Usage: ask-bench-sql [SECONDS]
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-printer.h"

static const char *const builtin[] = {
  "SELECT count(*) FROM orders WHERE total > 56",
  "SELECT name, born, age FROM people ORDER BY age",
  "SELECT DISTINCT p.name FROM people AS p JOIN orders AS o ON p.id = o.person WHERE o.total > 10 AND p.city = 'Rome'",
  "SELECT city, count(*), avg(age) FROM people GROUP BY city HAVING count(*) > 3 ORDER BY 2 DESC LIMIT 1",
  "SELECT name FROM people WHERE id NOT IN (SELECT person FROM orders WHERE total BETWEEN 5 AND 10)",
  "SELECT p.name FROM people p LEFT JOIN orders o ON o.person = p.id WHERE o.id IS NULL UNION SELECT name FROM people WHERE name LIKE 'A%'",
  "WITH big AS (SELECT person, sum(total) AS s FROM orders GROUP BY person) SELECT name, s, rank() OVER (ORDER BY s DESC) FROM big JOIN people ON id = person",
  "SELECT CASE WHEN age < 18 THEN 'young' ELSE 'old' END AS kind, count(*) FROM people GROUP BY 1",
};

/* The texts, and which database each is for. */
typedef struct
{
  GPtrArray *queries; /* utf8 */
  GPtrArray *databases; /* utf8 */
  GHashTable *connections; /* utf8 to sqlite3 */
} Texts;

static sqlite3 *
open_empty (void)
{
  sqlite3 *db = NULL;

  if (sqlite3_open (":memory:", &db) != SQLITE_OK)
    g_error ("SQLite does not open");
  return db;
}

static void
close_database (gpointer db)
{
  sqlite3_close (db);
}

static JsonArray *
load_array (JsonParser *parser, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  if (!json_parser_load_from_file (parser, path, NULL))
    return NULL;
  return json_node_get_array (json_parser_get_root (parser));
}

/* Makes a database's tables, empty, from Spider's tables.json. */
static void
make_tables (Texts *texts, JsonObject *database)
{
  JsonArray *tables = json_object_get_array_member (database, "table_names_original");
  JsonArray *columns = json_object_get_array_member (database, "column_names_original");
  sqlite3 *db = open_empty ();

  for (guint t = 0; t < json_array_get_length (tables); t++)
    {
      g_autoptr (GString) sql = g_string_new (NULL);
      guint n = 0;

      g_string_printf (sql, "CREATE TABLE \"%s\" (", json_array_get_string_element (tables, t));
      for (guint c = 0; c < json_array_get_length (columns); c++)
        {
          JsonArray *column = json_array_get_array_element (columns, c);

          if (json_array_get_int_element (column, 0) == (gint64) t)
            g_string_append_printf (sql, "%s\"%s\"", n++ > 0 ? ", " : "",
                                    json_array_get_string_element (column, 1));
        }
      g_string_append (sql, ")");
      sqlite3_exec (db, sql->str, NULL, NULL, NULL);
    }
  g_hash_table_insert (texts->connections,
                       g_strdup (json_object_get_string_member (database, "db_id")), db);
}

static gboolean
load_spider (Texts *texts, const char *folder)
{
  g_autoptr (JsonParser) tables = json_parser_new ();
  g_autoptr (JsonParser) questions = json_parser_new ();
  JsonArray *databases = load_array (tables, folder, "tables.json");
  JsonArray *train = load_array (questions, folder, "train.json");

  if (databases == NULL || train == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (databases); i++)
    make_tables (texts, json_array_get_object_element (databases, i));
  for (guint i = 0; i < json_array_get_length (train); i++)
    {
      JsonObject *question = json_array_get_object_element (train, i);

      g_ptr_array_add (texts->queries, g_strdup (json_object_get_string_member (question, "query")));
      g_ptr_array_add (texts->databases,
                       g_strdup (json_object_get_string_member (question, "db_id")));
    }
  return TRUE;
}

static void
load_builtin (Texts *texts)
{
  sqlite3 *db = open_empty ();

  sqlite3_exec (db,
                "CREATE TABLE people (id INTEGER PRIMARY KEY, name, born, age, city);"
                "CREATE TABLE orders (id INTEGER PRIMARY KEY, person, total)",
                NULL, NULL, NULL);
  g_hash_table_insert (texts->connections, g_strdup ("builtin"), db);
  for (gsize i = 0; i < G_N_ELEMENTS (builtin); i++)
    {
      g_ptr_array_add (texts->queries, g_strdup (builtin[i]));
      g_ptr_array_add (texts->databases, g_strdup ("builtin"));
    }
}

typedef gboolean (*Step) (const Texts *texts, guint i);

static gboolean
parse_only (const Texts *texts, guint i)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (texts->queries->pdata[i], -1, NULL);

  return tree != NULL && tree->select != NULL;
}

static gboolean
parse_and_print (const Texts *texts, guint i)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (texts->queries->pdata[i], -1, NULL);
  g_autofree char *printed = tree != NULL ? ask_sql_print_select (tree->select) : NULL;

  return printed != NULL;
}

static gboolean
prepare (const Texts *texts, guint i)
{
  sqlite3 *db = g_hash_table_lookup (texts->connections, texts->databases->pdata[i]);
  sqlite3_stmt *stmt = NULL;
  int code = sqlite3_prepare_v2 (db, texts->queries->pdata[i], -1, &stmt, NULL);

  sqlite3_finalize (stmt);
  return code == SQLITE_OK;
}

/* Queries a second: the best of the rounds that fit into the time. */
static double
measure (const char *what, const Texts *texts, Step step, double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  double best = 0;
  guint good = 0;

  do
    {
      gint64 start = g_get_monotonic_time ();
      double rate;

      good = 0;
      for (guint i = 0; i < texts->queries->len; i++)
        good += step (texts, i);
      rate = texts->queries->len * (double) G_USEC_PER_SEC / (g_get_monotonic_time () - start + 1);
      best = MAX (best, rate);
    }
  while (g_get_monotonic_time () < end);
  g_print ("%-28s %9.0f queries/s   %u of %u good\n", what, best, good, texts->queries->len);
  return best;
}

/* Statements a second that are parsed and analysed over @n_tables tables of 20 columns. */
static double
measure_catalog (guint n_tables, double seconds)
{
  g_autoptr (AskSqlCatalog) catalog = ask_sql_catalog_new ();
  g_autofree char *sql
    = g_strdup_printf ("SELECT a.column_1, count(*), sum(b.column_2) FROM table_7 a JOIN table_%u b ON "
                       "a.column_1 = b.column_1 JOIN table_3 c USING (column_1) WHERE b.column_3 = 5 AND "
                       "EXISTS (SELECT 1 FROM table_4 d WHERE d.column_5 = a.column_6) GROUP BY a.column_1 "
                       "ORDER BY 2 DESC LIMIT 10",
                       n_tables - 1);
  gint64 start;
  double rate;
  guint n = 0;

  for (guint t = 0; t < n_tables; t++)
    {
      g_autofree char *name = g_strdup_printf ("table_%u", t);
      AskSqlTable *table = ask_sql_catalog_add_table (catalog, "main", name);

      for (guint c = 0; c < 20; c++)
        {
          g_autofree char *column = g_strdup_printf ("column_%u", c);

          ask_sql_table_add_column (table, column, ASK_TYPE_INTEGER, "INTEGER");
        }
    }
  start = g_get_monotonic_time ();
  do
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);

      if (tree == NULL || !ask_sql_analyse (tree, catalog, &error))
        g_error ("%s", error->message);
      n++;
    }
  while (g_get_monotonic_time () - start < (gint64) (seconds * G_USEC_PER_SEC));
  rate = n * (double) G_USEC_PER_SEC / (double) (g_get_monotonic_time () - start);
  g_print ("%-28s %9.0f statements/s, over %u tables\n", "parse and analyse", rate, n_tables);
  return rate;
}

int
main (int argc, char **argv)
{
  Texts texts = { g_ptr_array_new_with_free_func (g_free), g_ptr_array_new_with_free_func (g_free),
                  g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         close_database) };
  double seconds = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 2;
  const char *data = g_getenv ("ASKDATA_SHARED_DATA");
  const char *source = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *folder
    = data != NULL ? g_build_filename (data, "spider", NULL)
                   : g_build_filename (source != NULL ? source : ".", "..", "shared", "data", "spider", NULL);
  double ours;
  double theirs;
  double few;
  double many;

  if (!load_spider (&texts, folder))
    load_builtin (&texts);
  measure ("parse", &texts, parse_only, seconds);
  ours = measure ("parse and print", &texts, parse_and_print, seconds);
  theirs = measure ("sqlite3_prepare_v2", &texts, prepare, seconds);
  g_print ("ratio, the more the better   %9.2f (target: 20,000 queries/s)\n", ours / theirs);
  few = measure_catalog (10, seconds);
  many = measure_catalog (1000, seconds);
  g_print ("10 tables to 1,000           %9.2f (1.0: nothing grows with the tables)\n", few / many);
  g_ptr_array_unref (texts.queries);
  g_ptr_array_unref (texts.databases);
  g_hash_table_unref (texts.connections);
  return EXIT_SUCCESS;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See the header. SQLite's messages are sorted into the error codes of the room here, and only here.
 */
#include "config.h"

#include "ask-sql-fixture.h"

#include <json-glib/json-glib.h>
#include <string.h>

static void
regexp (sqlite3_context *context, int n, sqlite3_value **values)
{
  sqlite3_result_int (context, n > 0 && values != NULL);
}

static int
compare_decimals (void *data, int na, const void *a, int nb, const void *b)
{
  (void) data;
  return na != nb ? na - nb : memcmp (a, b, (size_t) na);
}

/* ask_fixture_open: @path: (nullable): a file, to be read; else in memory. @sql: (nullable): run */
sqlite3 *
ask_fixture_open (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path != NULL ? path : ":memory:", &db,
                                    path != NULL ? SQLITE_OPEN_READONLY
                                                 : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                    NULL),
                   ==, SQLITE_OK);
  sqlite3_create_function (db, "regexp", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, regexp, NULL,
                           NULL);
  sqlite3_create_collation (db, "decimal", SQLITE_UTF8, NULL, compare_decimals);
  if (sql != NULL)
    g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  return db;
}

static AskType
type_of (const char *declared)
{
  switch (ask_sql_affinity_from_type (declared))
    {
    case ASK_AFFINITY_INTEGER:
      return ASK_TYPE_INTEGER;
    case ASK_AFFINITY_REAL:
      return ASK_TYPE_REAL;
    case ASK_AFFINITY_TEXT:
      return ASK_TYPE_TEXT;
    case ASK_AFFINITY_NONE:
    case ASK_AFFINITY_BLOB:
    case ASK_AFFINITY_NUMERIC:
      break;
    }
  return ASK_TYPE_ANY;
}

static const char *
column_text (sqlite3_stmt *statement, int i)
{
  return (const char *) sqlite3_column_text (statement, i);
}

static void
add_columns (sqlite3 *db, AskSqlTable *table)
{
  sqlite3_stmt *statement = NULL;
  char *sql = sqlite3_mprintf ("SELECT name, type, \"notnull\", pk FROM pragma_table_info(%Q)",
                               table->name);
  guint keys = 0;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *declared = column_text (statement, 1);
      AskSqlColumn *column = ask_sql_table_add_column (
        table, column_text (statement, 0), type_of (declared), declared != NULL ? declared : "");
      const char *collation = NULL;

      sqlite3_table_column_metadata (db, NULL, table->name, column->name, NULL, &collation, NULL,
                                     NULL, NULL);
      if (collation != NULL && g_ascii_strcasecmp (collation, "BINARY") != 0)
        column->collation = g_strdup (collation);
      column->key = (guint) sqlite3_column_int (statement, 3);
      column->nullable = sqlite3_column_int (statement, 2) == 0;
      keys += column->key > 0;
    }
  sqlite3_finalize (statement);
  sqlite3_free (sql);
  for (guint i = 0; i < table->columns->len; i++)
    {
      AskSqlColumn *column = g_ptr_array_index (table->columns, i);

      column->unique = column->key > 0 && keys == 1;
    }
}

static void
add_references (sqlite3 *db, AskSqlTable *table)
{
  sqlite3_stmt *statement = NULL;
  char *sql = sqlite3_mprintf (
    "SELECT \"table\", \"from\", coalesce(\"to\", \"from\"), id, "
    "       count(*) OVER (PARTITION BY id) FROM pragma_foreign_key_list(%Q)",
    table->name);

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *columns[] = { column_text (statement, 1), NULL };
      const char *to_columns[] = { column_text (statement, 2), NULL };

      if (sqlite3_column_int (statement, 4) == 1)
        ask_sql_table_add_reference (table, column_text (statement, 0), columns, to_columns);
    }
  sqlite3_finalize (statement);
  sqlite3_free (sql);
}

/* ask_fixture_make_catalog: Returns: (transfer full): the tables and views of the file "main" */
AskSqlCatalog *
ask_fixture_make_catalog (sqlite3 *db)
{
  AskSqlCatalog *catalog = ask_sql_catalog_new ();
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT name, wr FROM pragma_table_list "
                                       "WHERE schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
                                       "ORDER BY name",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      AskSqlTable *table = ask_sql_catalog_add_table (catalog, "main", column_text (statement, 0));

      table->source = g_strdup ("main");
      table->has_rowid = sqlite3_column_int (statement, 1) == 0;
      add_columns (db, table);
      add_references (db, table);
    }
  sqlite3_finalize (statement);
  return catalog;
}

static int
sort_message (const char *message)
{
  static const struct
  {
    const char *words;
    AskSqlError code;
  } rules[] = {
    { "near \"", ASK_SQL_ERROR_SYNTAX },
    { "incomplete input", ASK_SQL_ERROR_SYNTAX },
    { "should come after", ASK_SQL_ERROR_SYNTAX },
    { "unrecognized token", ASK_SQL_ERROR_SYNTAX },
    { "no such table", ASK_SQL_ERROR_UNKNOWN_TABLE },
    { "no such column", ASK_SQL_ERROR_UNKNOWN_COLUMN },
    { "cannot join using column", ASK_SQL_ERROR_UNKNOWN_COLUMN },
    { "ambiguous", ASK_SQL_ERROR_AMBIGUOUS },
    { "no such function", ASK_SQL_ERROR_UNKNOWN_FUNCTION },
    { "wrong number of arguments", ASK_SQL_ERROR_UNKNOWN_FUNCTION },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strstr (message, rules[i].words) != NULL)
      return (int) rules[i].code;
  return ASK_SQL_ERROR_MISUSE;
}

/* ask_fixture_prepare: Returns: ASK_FIXTURE_GOOD, or what kind of error SQLite finds */
int
ask_fixture_prepare (sqlite3 *db, const char *sql, char **message)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);

  *message = g_strdup (code == SQLITE_OK ? "good" : sqlite3_errmsg (db));
  sqlite3_finalize (statement);
  return code == SQLITE_OK ? ASK_FIXTURE_GOOD : sort_message (*message);
}

/* ask_fixture_analyse: Returns: the same by our own front end */
int
ask_fixture_analyse (const char *sql, const AskSqlCatalog *catalog, AskSqlTree **tree,
                     char **message)
{
  g_autoptr (GError) error = NULL;
  AskSqlTree *parsed = ask_sql_parse (sql, -1, &error);

  *tree = NULL;
  if (parsed != NULL && ask_sql_analyse (parsed, catalog, &error))
    {
      *message = g_strdup ("good");
      *tree = parsed;
      return ASK_FIXTURE_GOOD;
    }
  ask_sql_tree_free (parsed);
  *message = g_strdup (error->message);
  g_assert_true (g_str_has_prefix (error->message, "Line ") || strlen (error->message) > 10);
  return error->code;
}

typedef struct
{
  char *db;
  char *sql;
} Query;

static void
query_free (gpointer data)
{
  Query *query = data;

  g_free (query->db);
  g_free (query->sql);
  g_free (query);
}

/* @folder: (out): of the databases. Returns: (nullable): all gold queries, by database; %NULL where
 * the data is not there */
static GPtrArray *
load_spider (char **folder)
{
  static const char *const files[] = { "train.json", "train_others.json" };
  const char *shared = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *data = shared != NULL ? g_strdup (shared)
                          : root != NULL ? g_build_filename (root, "..", "shared", "data", NULL)
                                         : NULL;
  GPtrArray *queries = g_ptr_array_new_with_free_func (query_free);

  for (gsize i = 0; data != NULL && i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (data, "spider", files[i], NULL);
      g_autoptr (JsonParser) parser = json_parser_new ();

      if (!json_parser_load_from_file (parser, path, NULL))
        continue;

      JsonArray *array = json_node_get_array (json_parser_get_root (parser));

      for (guint q = 0; q < json_array_get_length (array); q++)
        {
          JsonObject *object = json_array_get_object_element (array, q);
          Query *query = g_new0 (Query, 1);

          query->db = g_strdup (json_object_get_string_member (object, "db_id"));
          query->sql = g_strdup (json_object_get_string_member (object, "query"));
          g_ptr_array_add (queries, query);
        }
    }
  if (queries->len == 0)
    g_clear_pointer (&queries, g_ptr_array_unref);
  else
    *folder = g_build_filename (data, "spider", "database", NULL);
  return queries;
}

/* ask_fixture_foreach_spider: calls @call for each gold query whose database is there. Returns: whether
 * Spider is there at all; else the test is marked as skipped */
gboolean
ask_fixture_foreach_spider (AskFixtureCall call, gpointer data)
{
  g_autofree char *folder = NULL;
  g_autoptr (GPtrArray) queries = load_spider (&folder);
  g_autoptr (AskSqlCatalog) catalog = NULL;
  sqlite3 *db = NULL;
  const char *open = "";

  if (queries == NULL)
    {
      g_test_skip ("Spider is not here, see tests/sql/README.md");
      return FALSE;
    }
  for (guint i = 0; i < queries->len; i++)
    {
      const Query *query = g_ptr_array_index (queries, i);

      if (strcmp (open, query->db) != 0)
        {
          g_autofree char *file = g_strconcat (query->db, ".sqlite", NULL);
          g_autofree char *path = g_build_filename (folder, query->db, file, NULL);

          sqlite3_close (db);
          db = NULL;
          g_clear_pointer (&catalog, ask_sql_catalog_unref);
          open = query->db;
          if (!g_file_test (path, G_FILE_TEST_EXISTS))
            continue;
          db = ask_fixture_open (path, NULL);
          catalog = ask_fixture_make_catalog (db);
        }
      if (db != NULL)
        call (db, catalog, query->db, query->sql, data);
    }
  sqlite3_close (db);
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What must never run: anything but one SELECT, functions that do more than compute, what is hidden in names, values,
 * comments and answers, and what would never end. Each is a clear error in time, changes nothing, and the session
 * answers afterwards.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/ask-json.h"
#include "engine-fixture.h"
#include "support/ask-test-kinds.h"

#define TABLES                                                                                                       \
  "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER);"                                                       \
  "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                                    \
  "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                                    \
  "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                                    \
  "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 50) "                                    \
  "INSERT INTO d SELECT i, i, '''; DROP TABLE d; --' FROM s;"                                                        \
  "INSERT INTO a SELECT id, t, id FROM d;"                                                                           \
  "CREATE TABLE secret(word TEXT); INSERT INTO secret VALUES ('s3cret')"

/* An attack may use its time, not more. One that went on would end the test by the time that meson gives it. */
#define DEADLINE_MS 500

typedef struct
{
  EngineFixture engine;
} Attacks;

static char *
sum_file (Attacks *self)
{
  g_autofree char *bytes = NULL;
  gsize length;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (self->engine.path, &bytes, &length, &error);
  g_assert_no_error (error);
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length);
}

/* Whatever was tried: the session answers, and as before. */
static void
assert_alive (Attacks *self, const char *attack)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_engine_query (self->engine.engine,
                        "SELECT (SELECT count(*) FROM d) || ' ' || (SELECT count(*) FROM a)", NULL, NULL, NULL, &error);
  g_autofree char *cell = NULL;

  if (result == NULL)
    g_error ("after %.200s: %s", attack, error->message);
  cell = ask_value_to_text (ask_rows_get (result->rows, 0, 0));
  g_assert_cmpstr (cell, ==, "50 50");
}

static AskResult *
try (Attacks *self, const char *sql, GError **error)
{
  AskLimits limits = { 100000, 32 << 20, DEADLINE_MS };
  AskResult *result = ask_engine_query (self->engine.engine, sql, &limits, NULL, NULL, error);

  if (result == NULL && (*error == NULL || (*error)->message[0] == '\0' || !g_utf8_validate ((*error)->message, -1, NULL)))
    g_error ("no words for %.200s", sql);
  return result;
}

static void
assert_refused (Attacks *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = try (self, sql, &error);

  if (result != NULL)
    g_error ("it ran: %.300s", sql);
  if (strstr (error->message, "s3cret") != NULL)
    g_error ("%.200s tells a value: %s", sql, error->message);
}

static void
run_refused (const char *const *attacks, gsize n)
{
  Attacks self;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  engine_fixture_open (&self.engine, TABLES, ASK_PAGING_NONE);
  before = sum_file (&self);
  for (gsize i = 0; i < n; i++)
    {
      assert_refused (&self, attacks[i]);
      assert_alive (&self, attacks[i]);
    }
  after = sum_file (&self);
  g_assert_cmpstr (before, ==, after);
  engine_fixture_close (&self.engine);
}

static void
test_statements (void)
{
  static const char *const attacks[] = {
    "INSERT INTO d VALUES (99, 1, 'x')",
    "INSERT INTO a VALUES (99, 'x', 1)",
    "INSERT OR REPLACE INTO d SELECT * FROM d",
    "REPLACE INTO d VALUES (1, 1, 'x')",
    "UPDATE d SET t = NULL",
    "UPDATE a SET n = 0",
    "DELETE FROM d RETURNING *",
    "CREATE TABLE x AS SELECT * FROM d",
    "CREATE TEMP TABLE x(y)",
    "CREATE TEMP VIEW v AS SELECT 1",
    "CREATE TRIGGER t AFTER INSERT ON d BEGIN DELETE FROM d; END",
    "CREATE TEMP TRIGGER t AFTER INSERT ON d BEGIN DELETE FROM d; END",
    "CREATE INDEX i ON d(t)",
    "CREATE VIRTUAL TABLE temp.f USING fts5(x)",
    "CREATE VIRTUAL TABLE temp.f USING rtree(a, b, c)",
    "DROP TABLE d",
    "DROP TABLE IF EXISTS temp.a",
    "DROP VIEW d",
    "ALTER TABLE d RENAME TO e",
    "ALTER TABLE d ADD COLUMN z",
    "ATTACH DATABASE ':memory:' AS m",
    "ATTACH '/etc/passwd' AS m KEY 'x'",
    "DETACH DATABASE file",
    "PRAGMA writable_schema = 1",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA table_info(d)",
    "PRAGMA temp_store_directory = '/'",
    "VACUUM INTO 'copy.sqlite'",
    "REINDEX",
    "ANALYZE",
    "BEGIN IMMEDIATE",
    "COMMIT",
    "END",
    "ROLLBACK",
    "SAVEPOINT s",
    "RELEASE s",
    "EXPLAIN SELECT * FROM d",
    "EXPLAIN QUERY PLAN SELECT * FROM d",
    "EXPLAIN DELETE FROM d",
    /* Hidden behind words that are allowed. */
    "WITH x AS (SELECT 1) INSERT INTO d SELECT 99, 1, 'x'",
    "WITH x AS (SELECT 1) UPDATE d SET t = 'x'",
    "WITH x AS (SELECT 1) DELETE FROM d",
    "WITH x AS (SELECT 1) REPLACE INTO d SELECT 1, 1, 'x'",
    "WITH x AS (DELETE FROM d RETURNING *) SELECT * FROM x",
    "WITH x AS MATERIALIZED (INSERT INTO d VALUES (99, 1, 'x') RETURNING *) SELECT * FROM x",
    "WITH RECURSIVE x(i) AS (SELECT 1) DELETE FROM a",
    "SELECT * FROM (DELETE FROM d RETURNING *)",
    "SELECT (DELETE FROM d RETURNING 1)",
    "SELECT 1 WHERE EXISTS (UPDATE d SET t = 1 RETURNING 1)",
    "VALUES ((DELETE FROM d RETURNING 1))",
    "SELECT * INTO OUTFILE 'x' FROM d",
    "SELECT * INTO x FROM d",
    /* Second statements, and comments around them. */
    "SELECT 1; DELETE FROM d",
    "SELECT 1;;;DELETE FROM d",
    "SELECT 1; SELECT 2",
    "SELECT 1;/**/DELETE FROM d",
    "SELECT 1 -- ;\n; DELETE FROM d",
    "SELECT 1 /* ; */; DROP TABLE d",
    "/* SELECT */ DELETE FROM d",
    "-- SELECT 1\nDELETE FROM d",
    "/*/ SELECT 1 /*/ DELETE FROM d",
    "\n\t\f DELETE FROM d",
    "\xef\xbb\xbf" "DELETE FROM d",
    "\xc2\xa0" "DELETE FROM d",
    ";DELETE FROM d",
    "(SELECT 1); DELETE FROM d",
    "SELECT 1 UNION DELETE FROM d",
    "SELECT ';'; DELETE FROM d --'",
    "SELECT \"';\" ; DELETE FROM d",
    "SELECT [;] ; DELETE FROM d",
    "SELECT `;` ; DELETE FROM d",
    "SELECT x'3b'; DELETE FROM d",
    "BEGIN; DELETE FROM d; COMMIT",
    "DE\xef\xbc\xac" "ETE FROM d",
    "SELECT 1; \xff\xfe",
    "",
    ";",
    "--",
    "/*",
  };

  run_refused (attacks, G_N_ELEMENTS (attacks));
}

static void
test_functions (void)
{
  static const char *const attacks[] = {
    "SELECT load_extension('evil.so')",
    "SELECT load_extension('evil.so', 'entry') FROM d",
    "SELECT LOAD_EXTENSION('evil.so')",
    "SELECT \"load_extension\"('evil.so')",
    "SELECT [load_extension]('evil.so')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('x', 'y')",
    "SELECT edit('x')",
    "SELECT edit('x', 'sh -c id')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT fts3_tokenizer('simple', x'4141414141414141')",
    "SELECT fts5(1)",
    "SELECT sqlite_version()",
    "SELECT sqlite_source_id()",
    "SELECT sqlite_compileoption_get(1)",
    "SELECT sqlite_compileoption_used('DEBUG')",
    "SELECT sqlite_log(1, 'x')",
    "SELECT sqlite_offset(id) FROM d",
    "SELECT sqlite_rename_table('main', 'd', 'd', 'x', 'y', 0)",
    "SELECT sqlite_rename_quotefix('main', 'x')",
    "SELECT sqlite_drop_column(0, 'x', 1)",
    "SELECT last_insert_rowid()",
    "SELECT changes(), total_changes()",
    "SELECT randomblob(8)",
    "SELECT zeroblob(1000000000)",
    "SELECT hex(zeroblob(500000000))",
    "SELECT hex(randomblob(500000000))",
    "SELECT soundex('x')",
    "SELECT system('id')",
    "SELECT exec('id')",
    "SELECT xp_cmdshell('id')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT load_file('/etc/passwd')",
    "SELECT d.id FROM d WHERE load_extension(t)",
    "SELECT id FROM d ORDER BY load_extension(t)",
    "SELECT count(*) FROM d GROUP BY writefile(t, t)",
    "SELECT max(id) FILTER (WHERE readfile(t) IS NULL) FROM d",
    "SELECT sum(id) OVER (PARTITION BY edit(t)) FROM d",
    "SELECT iif(1, readfile('x'), 2)",
    "WITH x AS (SELECT readfile('x')) SELECT * FROM x",
    "SELECT id FROM d LIMIT load_extension('x')",
    "SELECT id FROM a WHERE id = sqlite_log(1, 'x')",
  };

  run_refused (attacks, G_N_ELEMENTS (attacks));
}

static void
test_hidden_tables (void)
{
  static const char *const attacks[] = {
    "SELECT * FROM sqlite_master",
    "SELECT * FROM sqlite_schema",
    "SELECT * FROM temp.sqlite_master",
    "SELECT * FROM sqlite_temp_schema",
    "SELECT * FROM main.sqlite_schema",
    "SELECT * FROM file.sqlite_master, d",
    "SELECT name FROM d, sqlite_master",
    "SELECT count(*) FROM sqlite_master, d",
    "SELECT * FROM \"sqlite_master\", d",
    "SELECT * FROM [SQLITE_MASTER], d",
    "SELECT (SELECT sql FROM sqlite_master LIMIT 1) FROM d",
    "SELECT 1 FROM d WHERE EXISTS (SELECT 1 FROM sqlite_master)",
    "SELECT 1 FROM d WHERE 'x' IN sqlite_master",
    "SELECT * FROM secret",
    "SELECT * FROM file.secret, d",
    "SELECT * FROM main.secret, d",
    "SELECT word FROM d, \"secret\"",
    "SELECT (SELECT word FROM file.secret) FROM d",
    "SELECT count(*) FROM d, file.secret",
    "SELECT * FROM pragma_table_info('d')",
    "SELECT * FROM pragma_table_xinfo('secret')",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM pragma_table_list, d",
    "SELECT * FROM pragma_function_list",
    "SELECT * FROM pragma_module_list",
    "SELECT * FROM pragma_compile_options",
    "SELECT * FROM pragma_journal_mode, d",
    "SELECT * FROM main.pragma_user_version",
    "SELECT * FROM file.pragma_user_version, d",
    "SELECT count(*) FROM pragma_database_list, d",
    "SELECT * FROM d JOIN pragma_index_list('d')",
    "SELECT * FROM sqlite_dbpage",
    "SELECT * FROM dbstat",
    "SELECT * FROM sqlite_stmt",
    "SELECT * FROM bytecode('SELECT 1')",
    "SELECT * FROM tables_used('SELECT 1')",
    "SELECT * FROM fts5vocab",
    "SELECT * FROM sqlite_sequence, d",
    "SELECT * FROM sqlite_stat1, d",
    "SELECT * FROM fsdir('.')",
    "SELECT * FROM csv",
    "SELECT * FROM generate_series(1, 2)",
    "SELECT * FROM wholenumber",
  };

  run_refused (attacks, G_N_ELEMENTS (attacks));
}

static char *
repeat (const char *before, const char *piece, guint n, const char *after)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, piece);
  g_string_append (text, after);
  return g_string_free (text, FALSE);
}

#define ENDLESS(what) "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s) SELECT " what " FROM s"

/* What never ends or grows without end is stopped; what merely looks like it may have an answer. */
static void
test_bombs (void)
{
  const struct
  {
    char *sql;
    gboolean may_answer;
  } attacks[] = {
    { g_strdup (ENDLESS ("count(*)")), FALSE },
    { g_strdup (ENDLESS ("group_concat(i)")), FALSE },
    { g_strdup (ENDLESS ("json_group_array(i)")), FALSE },
    { g_strdup (ENDLESS ("printf('%.*c', 1000000, 'x')")), FALSE },
    { g_strdup ("WITH RECURSIVE s(i) AS (SELECT 'x' UNION ALL SELECT i || i FROM s) SELECT length(i) FROM s"), FALSE },
    { g_strdup ("WITH RECURSIVE s(i) AS (SELECT 'x' UNION ALL SELECT replace(i, 'x', 'xxxxxxxx') FROM s) "
                "SELECT max(length(i)) FROM s"), FALSE },
    { g_strdup ("WITH RECURSIVE s(i) AS (SELECT 1 UNION SELECT i + 1 FROM s) SELECT sum(i) FROM s"), FALSE },
    { g_strdup ("WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i FROM s ORDER BY 1) SELECT i FROM s WHERE i = 2"),
      FALSE },
    { g_strdup ("SELECT count(*) FROM d d1, d d2, d d3, d d4, d d5, d d6, d d7, d d8"), FALSE },
    { g_strdup ("SELECT count(*) FROM a a1, a a2, a a3, a a4, a a5, a a6, a a7"), FALSE },
    { g_strdup ("SELECT count(DISTINCT a1.id || a2.id || a3.id || a4.id || a5.id) FROM a a1, a a2, a a3, a a4, a a5"),
      FALSE },
    { g_strdup ("SELECT a1.id FROM a a1, a a2, a a3, a a4, a a5 ORDER BY a1.g || a2.g || a3.g"), FALSE },
    { g_strdup ("SELECT printf('%2000000000d', 1)"), TRUE },
    { g_strdup ("SELECT printf('%.2000000000f', 1.0)"), TRUE },
    { g_strdup ("SELECT printf('%.*c', 100000000, 'x')"), TRUE },
    { g_strdup ("SELECT replace(printf('%.*c', 10000000, 'x'), 'x', 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy')"), TRUE },
    { g_strdup ("SELECT json_object('a', printf('%.*c', 90000000, 'x'), 'b', printf('%.*c', 90000000, 'x'))"), TRUE },
    { g_strdup ("SELECT sum(length(printf('%.*c', 1000000, 'x') || d1.id)) FROM d d1, d d2, d d3, d d4, d d5, d d6"),
      FALSE },
    { g_strdup ("SELECT printf('%.*c', 50000, 'a') LIKE '%a%a%a%a%a%a%a%a%a%a%b'"), TRUE },
    { g_strdup ("SELECT printf('%.*c', 50000, 'a') GLOB '*a*a*a*a*a*a*a*a*a*a*b'"), TRUE },
    { g_strdup ("SELECT printf('%.*c', 5000, 'a') || '!' REGEXP '^(a+)+$'"), TRUE },
    { g_strdup ("SELECT printf('%.*c', 40, 'a') || '!' REGEXP '^(a|a)*(a|a)*(a|a)*$'"), TRUE },
    { g_strdup ("SELECT count(*) FROM d d1, d d2 WHERE printf('%.*c', 30, 'a') || d1.t || d2.t REGEXP '^(a+)+$'"), TRUE },
    { g_strdup ("SELECT 'a' REGEXP '" "((((((((((((a{0,99}){0,99}){0,99}){0,99})))))))))" "'"), TRUE },
    { repeat ("SELECT 'a' REGEXP '", "(", 20000, "'"), TRUE },
    { repeat ("SELECT ", "(", 100000, "1"), FALSE },
    { repeat ("SELECT 1", ")", 100000, ""), FALSE },
    { repeat ("SELECT ", "-", 100001, "1"), TRUE },
    { repeat ("SELECT ", "- ", 100000, "1"), TRUE },
    { repeat ("SELECT ", "NOT ", 100000, "1"), TRUE },
    { repeat ("SELECT 1", " + 1", 100000, ""), TRUE },
    { repeat ("SELECT 1", " UNION SELECT 1", 100000, ""), TRUE },
    { repeat ("SELECT * FROM ", "(SELECT * FROM ", 5000, "d"), FALSE },
    { repeat ("SELECT 1 IN (1", ", 1", 200000, ")"), TRUE },
    { repeat ("SELECT 1 WHERE 1", " OR 1 = 2", 100000, ""), TRUE },
    { repeat ("SELECT CASE", " WHEN 1 THEN 1", 100000, " END"), TRUE },
    { repeat ("SELECT abs(", "abs(", 5000, "1"), FALSE },
    { repeat ("SELECT 1 FROM d", ", d", 200, ""), TRUE },
    { repeat ("SELECT 1", ", 1", 100000, ""), TRUE },
    { repeat ("SELECT '", "x", 20000000, "'"), TRUE },
    { repeat ("SELECT 1 /*", "x", 5000000, "*/"), TRUE },
    { repeat ("WITH x AS (SELECT 1)", ", x AS (SELECT 1)", 1000, " SELECT * FROM x"), TRUE },
    { repeat ("SELECT json('", "[", 100000, "')"), FALSE },
    { repeat ("SELECT json_extract('{}', '$", ".a", 100000, "')"), TRUE },
    { g_strdup ("SELECT count(*) FROM json_each(printf('[%.*c1]', 20000000, ' ')), d d1, d d2, d d3"), TRUE },
    { g_strdup ("SELECT id FROM d LIMIT 9223372036854775807 OFFSET 9223372036854775807"), TRUE },
    { g_strdup ("SELECT id FROM d LIMIT 1e999"), TRUE },
    { g_strdup ("SELECT -9223372036854775808 / -1, -9223372036854775808 % -1, abs(-9223372036854775807 - 1)"), TRUE },
    { g_strdup ("SELECT substr('x', -9223372036854775808, 9223372036854775807), round(1e300, 2147483647)"), TRUE },
    { g_strdup ("SELECT char(1114112, -1, 55296)"), TRUE },
    { g_strdup ("SELECT sum(9223372036854775807) FROM d"), FALSE },
  };
  Attacks self;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  engine_fixture_open (&self.engine, TABLES, ASK_PAGING_NONE);
  before = sum_file (&self);
  for (gsize i = 0; i < G_N_ELEMENTS (attacks); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = try (&self, attacks[i].sql, &error);

      if (result != NULL && !attacks[i].may_answer)
        g_error ("it ended: %.200s", attacks[i].sql);
      assert_alive (&self, attacks[i].sql);
    }
  after = sum_file (&self);
  g_assert_cmpstr (before, ==, after);
  for (gsize i = 0; i < G_N_ELEMENTS (attacks); i++)
    g_free (attacks[i].sql);
  engine_fixture_close (&self.engine);
}

static const char *const evil[] = {
  "d; DROP TABLE d; --",
  "d\"; DROP TABLE d; --",
  "d'; DROP TABLE d; --",
  "d` ; DELETE FROM d",
  "d] ; DELETE FROM d",
  "\"\"",
  "''",
  "x) AS SELECT 1; --",
  "/* no end",
  "-- no end",
  "a\nb\tc",
  "SELECT",
  "100%",
  "ä ß 💥",
  "%s%n%d",
  "sqlite_not_reserved",
  "pragma_x",
};

/* Tables and columns of a file may be called anything. */
static void
test_names_in_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ask-attacks-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x'; DROP TABLE d; --.sqlite", NULL);
  AskSourceConfig *config = ask_source_config_new ("file", &ask_sqlite_kind, path);
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskEngine) engine = NULL;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (evil); i++)
    {
      char *sql;

      if (g_str_has_prefix (evil[i], "sqlite_"))
        continue;
      sql = sqlite3_mprintf ("CREATE TABLE \"%w\" (\"%w\" TEXT, \"id %w\" TEXT DEFAULT %Q); "
                             "INSERT INTO \"%w\" VALUES (%Q, %Q)",
                             evil[i], evil[i], evil[i], evil[i], evil[i], evil[i], evil[i]);
      if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
        g_error ("%s: %s", sql, sqlite3_errmsg (db));
      sqlite3_free (sql);
    }
  sqlite3_close (db);

  g_ptr_array_add (configs, config);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->schema->entities->len, ==, G_N_ELEMENTS (evil) - 1);
  engine = ask_engine_new (found->schema, configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < found->schema->entities->len; i++)
    {
      const AskEntity *entity = found->schema->entities->pdata[i];
      char *sql = sqlite3_mprintf ("SELECT * FROM \"%w\"", entity->name);
      g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);

      if (result == NULL)
        g_error ("%s: %s", sql, error->message);
      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
      g_assert_cmpstr (ask_rows_get (result->rows, 0, 0)->text, ==, entity->table);
      g_assert_cmpstr (ask_rows_get (result->rows, 0, 1)->text, ==, entity->table);
      sqlite3_free (sql);
    }
  g_clear_pointer (&engine, ask_engine_free);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* The document of an API: every name in it, and every value that it answers. */
static void
answer_evil (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autoptr (GString) json = g_string_new ("{\"data\":[");

  for (guint r = 0; r < G_N_ELEMENTS (evil); r++)
    {
      g_string_append (json, r > 0 ? ",{" : "{");
      for (guint c = 0; c < G_N_ELEMENTS (evil); c++)
        {
          g_string_append (json, c > 0 ? "," : "");
          ask_json_append_string (json, evil[c], -1);
          g_string_append_c (json, ':');
          ask_json_append_string (json, evil[(r + c) % G_N_ELEMENTS (evil)], -1);
        }
      /* A member that nobody announced. */
      g_string_append (json, ",\"__proto__\":{\"x\":1},\"rowid\":7,\"sqlite_master\":\"x\"}");
    }
  g_string_append (json, "]}");
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

static char *
print_evil_document (AskTestServer *server)
{
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autoptr (GString) json = g_string_new ("{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"*/ DROP TABLE d; --\"},\"paths\":{");

  for (guint p = 0; p < G_N_ELEMENTS (evil); p++)
    {
      g_autofree char *path = g_strconcat ("/", evil[p], NULL);

      if (strpbrk (path, "?#{}") != NULL)
        continue;
      g_string_append (json, json->str[json->len - 1] == '{' ? "" : ",");
      ask_json_append_string (json, path, -1);
      g_string_append (json, ":{\"get\":{\"operationId\":");
      ask_json_append_string (json, evil[p], -1);
      g_string_append (json, ",\"description\":\"*/ ; DROP TABLE d; -- \\u0000\",\"parameters\":[");
      for (guint c = 0; c < G_N_ELEMENTS (evil); c++)
        {
          g_string_append (json, c > 0 ? ",{\"in\":\"query\",\"schema\":{\"type\":\"string\"},\"name\":"
                                       : "{\"in\":\"query\",\"schema\":{\"type\":\"string\"},\"name\":");
          ask_json_append_string (json, evil[c], -1);
          g_string_append_c (json, '}');
        }
      g_string_append (json, "],\"responses\":{\"200\":{\"description\":\"\",\"content\":{\"application/json\":{\"schema\":"
                             "{\"type\":\"object\",\"properties\":{\"data\":{\"type\":\"array\",\"items\":"
                             "{\"type\":\"object\",\"properties\":{");
      for (guint c = 0; c < G_N_ELEMENTS (evil); c++)
        {
          g_string_append (json, c > 0 ? "," : "");
          ask_json_append_string (json, evil[c], -1);
          g_string_append (json, ":{\"type\":\"string\",\"description\":");
          ask_json_append_string (json, evil[c], -1);
          g_string_append_c (json, '}');
        }
      g_string_append (json, "}}}}}}}}}}}");
    }
  g_string_append (json, "},\"servers\":[{\"url\":");
  ask_json_append_string (json, url, -1);
  g_string_append (json, "}]}");
  return g_strdup (json->str);
}

static void
test_names_in_document (void)
{
  AskTestServer *server = ask_test_server_new (answer_evil, NULL);
  g_autofree char *text = print_evil_document (server);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = ask_json_parse (text, -1, &error);
  g_autoptr (AskOpenapi) api = NULL;
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  AskSourceConfig *config = ask_source_config_new ("api", &ask_rest_kind, "none");
  g_autoptr (AskEngine) engine = NULL;
  g_autofree char *printed = NULL;

  g_assert_no_error (error);
  api = ask_openapi_import (document, "api", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (api->schema->entities->len, >, 8);
  config->base_url = ask_test_server_dup_url (server, "");
  g_ptr_array_add (configs, config);
  engine = ask_engine_new (api->schema, configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < api->schema->entities->len; i++)
    {
      const AskEntity *entity = api->schema->entities->pdata[i];
      const AskAttribute *first = entity->attributes->pdata[0];
      char *queries[] = { sqlite3_mprintf ("SELECT * FROM \"%w\"", entity->name),
                          sqlite3_mprintf ("SELECT count(*) FROM \"%w\" WHERE \"%w\" = %Q", entity->name, first->name,
                                           evil[i % G_N_ELEMENTS (evil)]) };

      for (guint q = 0; q < G_N_ELEMENTS (queries); q++)
        {
          g_autoptr (AskResult) result = ask_engine_query (engine, queries[q], NULL, NULL, NULL, &error);

          /* "/100%" is no path of a URL. */
          if (result == NULL && strchr (entity->operation->path, '%') != NULL)
            g_clear_error (&error);
          else if (result == NULL)
            g_error ("%s: %s", queries[q], error->message);
          else if (q == 0)
            {
              g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, G_N_ELEMENTS (evil));
              for (guint r = 0; r < G_N_ELEMENTS (evil); r++)
                g_assert_cmpstr (ask_rows_get (result->rows, r, 0)->text, ==, evil[r]);
            }
          sqlite3_free (queries[q]);
        }
    }
  /* The relational view is SQL: it has to stay what it is, statement by statement. */
  printed = ask_schema_to_sql (api->schema);
  {
    sqlite3 *db = NULL;
    sqlite3_stmt *count = NULL;

    g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
    g_assert_cmpint (sqlite3_exec (db, "CREATE TABLE d(x)", NULL, NULL, NULL), ==, SQLITE_OK);
    if (sqlite3_exec (db, printed, NULL, NULL, NULL) != SQLITE_OK)
      g_error ("%s\n%s", sqlite3_errmsg (db), printed);
    g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT count(*) FROM sqlite_schema", -1, &count, NULL), ==, SQLITE_OK);
    g_assert_cmpint (sqlite3_step (count), ==, SQLITE_ROW);
    g_assert_cmpint (sqlite3_column_int (count, 0), ==, (int) api->schema->entities->len + 1);
    sqlite3_finalize (count);
    sqlite3_close (db);
  }
  g_clear_pointer (&engine, ask_engine_free);
  ask_test_server_free (server);
}

/* A source's name becomes a database's name. */
static void
test_names_of_sources (void)
{
  static const char *const names[]
    = { "main", "temp", "d; DROP TABLE d", "a b", "x'y", "x\"y", "", "sqlite_x", "1a", "ä", "a.b", "select" };
  Attacks self;

  engine_fixture_open (&self.engine, TABLES, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSource) source = NULL;
      g_autoptr (AskIntrospection) found = NULL;
      g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
      AskSourceConfig *config = ask_source_config_new (names[i], &ask_sqlite_kind, self.engine.path);
      g_autoptr (AskEngine) engine = NULL;
      g_autoptr (AskResult) result = NULL;

      g_ptr_array_add (configs, config);
      if (!ask_source_config_check (config, &error))
        {
          g_assert_nonnull (error);
          continue;
        }
      source = ask_source_new (config, &error);
      found = source != NULL ? ask_source_introspect (source, NULL, &error) : NULL;
      g_assert_no_error (error);
      engine = ask_engine_new (found->schema, configs, &error);
      g_assert_no_error (error);
      result = ask_engine_query (engine, "SELECT count(*) FROM d", NULL, NULL, NULL, &error);
      if (result == NULL)
        g_error ("source “%s”: %s", names[i], error->message);
      g_assert_cmpint (ask_rows_get (result->rows, 0, 0)->integer, ==, 50);
    }
  assert_alive (&self, "names of sources");
  engine_fixture_close (&self.engine);
}

/* What looks like SQL in a value is a value: in literals, in keys that become calls, in names of results. */
static void
test_values (void)
{
  Attacks self;

  engine_fixture_open (&self.engine, TABLES, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (evil); i++)
    {
      char *queries[]
        = { sqlite3_mprintf ("SELECT %Q AS \"%w\"", evil[i], evil[i]),
            sqlite3_mprintf ("SELECT max(v.x) FROM (VALUES (%Q)) v(x) LEFT JOIN a ON a.g = v.x", evil[i]),
            sqlite3_mprintf ("WITH v(x) AS (VALUES (%Q)) SELECT max(v.x) FROM v LEFT JOIN a ON a.g = v.x", evil[i]),
            sqlite3_mprintf ("SELECT coalesce(max(g), %Q) FROM a WHERE g = %Q", evil[i], evil[i]) };

      for (guint q = 0; q < G_N_ELEMENTS (queries); q++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (AskResult) result = NULL;

          /* (SQLite has no names for the columns of VALUES in FROM.) */
          if (q == 1)
            {
              assert_refused (&self, queries[q]);
              sqlite3_free (queries[q]);
              continue;
            }
          result = try (&self, queries[q], &error);
          if (result == NULL)
            g_error ("%s: %s", queries[q], error->message);
          g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
          g_assert_cmpstr (ask_rows_get (result->rows, 0, 0)->text, ==, evil[i]);
          sqlite3_free (queries[q]);
        }
    }
  assert_alive (&self, "values");
  engine_fixture_close (&self.engine);
}

/* The name of a step's table comes from us, but what if not. */
static void
test_names_of_steps (void)
{
  static const char *const names[] = { "d; DROP TABLE d", "x\"; DROP TABLE d; --", "d", "sqlite_x", "a b", "x'y" };
  Attacks self;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  engine_fixture_open (&self.engine, TABLES, ASK_PAGING_NONE);
  before = sum_file (&self);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (self.engine.engine, "SELECT 1 AS x", NULL, names[i], NULL, &error);

      g_assert_true (result != NULL || error != NULL);
    }
  after = sum_file (&self);
  g_assert_cmpstr (before, ==, after);
  engine_fixture_close (&self.engine);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/attacks/nothing-but-one-select-runs", test_statements);
  g_test_add_func ("/engine/attacks/only-functions-that-compute-run", test_functions);
  g_test_add_func ("/engine/attacks/hidden-tables-cannot-be-read", test_hidden_tables);
  g_test_add_func ("/engine/attacks/a-bomb-ends-at-a-limit", test_bombs);
  g_test_add_func ("/engine/attacks/names-in-a-file-run-nothing", test_names_in_file);
  g_test_add_func ("/engine/attacks/names-in-a-document-run-nothing", test_names_in_document);
  g_test_add_func ("/engine/attacks/names-of-sources-run-nothing", test_names_of_sources);
  g_test_add_func ("/engine/attacks/values-that-look-like-sql-run-nothing", test_values);
  g_test_add_func ("/engine/attacks/names-of-steps-run-nothing", test_names_of_steps);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ClickHouse as a source: what it holds, its values one by one, its settings, errors in the middle, and stopping.
 * Answers that it does not give are in test-clickhouse-answers.c.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-source.h"

#include <stdlib.h>
#include <string.h>

#include "support/ask-test-clickhouse.h"
#include "support/ask-test-server.h"

static AskTestClickhouse *server;
static char *reason;

static void
stop_server (void)
{
  g_clear_pointer (&server, ask_test_clickhouse_free);
}

static AskSource *
make (const char *uri, const char *password)
{
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_clickhouse_kind, uri);
  g_autoptr (GError) error = NULL;
  AskSource *source;

  config->password = g_strdup (password);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  return source;
}

static AskSource *
open_as (const char *user, const char *password)
{
  g_autofree char *uri = ask_test_clickhouse_dup_uri (server, user, "default");

  return make (uri, password);
}

static void
exec (const char *sql)
{
  g_free (ask_test_clickhouse_exec (server, sql));
}

static gboolean
have_server (void)
{
  if (server == NULL)
    g_test_skip (reason);
  return server != NULL;
}

/* Returns: (transfer full): "1|a;2|b", or the error's message */
static char *
ask (AskSource *source, const char *sql, GError **error)
{
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, NULL, error);
  g_autoptr (GString) text = g_string_new (NULL);
  const AskValue *row;
  AskStep step = ASK_STEP_FAILED;
  guint n;

  while (cursor != NULL && (step = ask_cursor_next (cursor, &row, NULL, NULL, error)) == ASK_STEP_ROW)
    {
      ask_cursor_get_columns (cursor, &n);
      g_string_append (text, text->len > 0 ? ";" : "");
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *cell = row[i].kind == ASK_VALUE_NULL ? g_strdup ("NULL") : ask_value_to_text (&row[i]);

          g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", cell);
        }
    }
  return step == ASK_STEP_DONE ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static const struct
{
  const char *type;
  const char *value; /* as the server reads it */
  AskType as;
  AskValueKind kind;
  const char *text;
} types[] = {
  { "Int8", "-128", ASK_TYPE_INTEGER, ASK_VALUE_INTEGER, "-128" },
  { "Int64", "-9223372036854775808", ASK_TYPE_INTEGER, ASK_VALUE_INTEGER, "-9223372036854775808" },
  { "UInt32", "4294967295", ASK_TYPE_INTEGER, ASK_VALUE_INTEGER, "4294967295" },
  { "UInt64", "18446744073709551615", ASK_TYPE_DECIMAL, ASK_VALUE_TEXT, "18446744073709551615" },
  { "Float64", "0.1", ASK_TYPE_REAL, ASK_VALUE_REAL, "0.1" },
  { "Float32", "toFloat32(0.1)", ASK_TYPE_REAL, ASK_VALUE_REAL, "0.1" },
  { "Float64", "nan", ASK_TYPE_REAL, ASK_VALUE_TEXT, "NaN" },
  { "Decimal(9, 2)", "-12.30", ASK_TYPE_REAL, ASK_VALUE_REAL, "-12.3" },
  { "Decimal(18, 4)", "-0.0500", ASK_TYPE_DECIMAL, ASK_VALUE_TEXT, "-0.0500" },
  { "Decimal(38, 10)", "'1234567890123456789012345678.0123456789'", ASK_TYPE_DECIMAL, ASK_VALUE_TEXT,
    "1234567890123456789012345678.0123456789" },
  { "Decimal(38, 10)", "'-1234567890123456789012345678.0123456789'", ASK_TYPE_DECIMAL, ASK_VALUE_TEXT,
    "-1234567890123456789012345678.0123456789" },
  { "Decimal(12, 0)", "-123456789012", ASK_TYPE_INTEGER, ASK_VALUE_INTEGER, "-123456789012" },
  { "Date", "'2024-02-29'", ASK_TYPE_DATE, ASK_VALUE_TEXT, "2024-02-29" },
  { "DateTime('Europe/Paris')", "'2024-07-02 03:04:05'", ASK_TYPE_DATETIME, ASK_VALUE_TEXT, "2024-07-02T01:04:05Z" },
  { "DateTime('America/New_York')", "'2024-01-01 20:00:00'", ASK_TYPE_DATETIME, ASK_VALUE_TEXT,
    "2024-01-02T01:00:00Z" },
  { "String", "'a\\tb\\\\ü\\n\\''", ASK_TYPE_TEXT, ASK_VALUE_TEXT, "a\tb\\ü\n'" },
  { "String", "''", ASK_TYPE_TEXT, ASK_VALUE_TEXT, "" },
  { "String", "unhex('FF00')", ASK_TYPE_TEXT, ASK_VALUE_BLOB, NULL },
  { "FixedString(4)", "'ab'", ASK_TYPE_TEXT, ASK_VALUE_TEXT, "ab" },
  { "Enum8('a\\'b' = -1, 'c' = 2)", "'a\\'b'", ASK_TYPE_TEXT, ASK_VALUE_TEXT, "a'b" },
  { "UUID", "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'", ASK_TYPE_TEXT, ASK_VALUE_TEXT,
    "61f0c404-5cb3-11e7-907b-a6006ad3dba0" },
  { "Nullable(Int32)", "NULL", ASK_TYPE_INTEGER, ASK_VALUE_NULL, NULL },
  { "Nullable(String)", "'x'", ASK_TYPE_TEXT, ASK_VALUE_TEXT, "x" },
  { "Array(Int32)", "[1,-2]", ASK_TYPE_JSON, ASK_VALUE_TEXT, "[1,-2]" },
  { "Array(Int32)", "[]", ASK_TYPE_JSON, ASK_VALUE_TEXT, "[]" },
  { "Array(UInt64)", "[18446744073709551615]", ASK_TYPE_JSON, ASK_VALUE_TEXT, "[18446744073709551615]" },
  { "Array(Nullable(String))", "['a\"b',NULL,'']", ASK_TYPE_JSON, ASK_VALUE_TEXT, "[\"a\\\"b\",null,\"\"]" },
  { "Array(Array(Date))", "[['2024-01-02'],[]]", ASK_TYPE_JSON, ASK_VALUE_TEXT, "[[\"2024-01-02\"],[]]" },
};

static AskSchema *
introspect (AskSource *source)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = NULL;

  g_assert_true (ask_source_open (source, NULL, &error));
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&found->schema);
}

static void
test_types (void)
{
  g_autoptr (AskSource) source = NULL;

  if (!have_server ())
    return;
  source = open_as (NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *create = g_strdup_printf ("CREATE TABLE one (v %s, z String) ENGINE = Memory", types[i].type);
      g_autofree char *insert = g_strdup_printf ("INSERT INTO one SELECT %s, 'end'", types[i].value);
      g_autofree char *cast = g_strdup_printf ("INSERT INTO one VALUES (%s, 'end')", types[i].value);
      g_autoptr (AskSchema) schema = NULL;
      g_autoptr (AskCursor) cursor = NULL;
      g_autoptr (GError) error = NULL;
      const AskAttribute *columns[2];
      AskScan scan = { .columns = columns, .n_columns = 2 };
      const AskValue *row;

      exec ("DROP TABLE IF EXISTS one");
      exec (create);
      exec (strstr (types[i].value, "unhex") != NULL || strstr (types[i].value, "toFloat") != NULL ? insert : cast);
      schema = introspect (source);
      scan.entity = schema->entities->pdata[0];
      columns[0] = scan.entity->attributes->pdata[0];
      columns[1] = scan.entity->attributes->pdata[1];
      g_test_message ("%s %s", types[i].type, types[i].value);
      g_assert_cmpstr (scan.entity->table, ==, "one");
      g_assert_cmpint (columns[0]->type, ==, types[i].as);
      cursor = ask_source_scan (source, &scan, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
      g_assert_no_error (error);
      g_assert_cmpint (row[0].kind, ==, types[i].kind);
      if (types[i].text != NULL)
        {
          g_autofree char *text = ask_value_to_text (&row[0]);

          g_assert_cmpstr (text, ==, types[i].text);
        }
      g_assert_cmpstr (row[1].text, ==, "end");
      g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_DONE);
    }
}

static void
test_catalog (void)
{
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskSchema) schema = NULL;
  const AskEntity *entity = NULL;

  if (!have_server ())
    return;
  exec ("DROP TABLE IF EXISTS one");
  exec ("DROP TABLE IF EXISTS `odd``name`");
  exec ("CREATE TABLE `odd\\`name` (`a\\\\b` Int32, s LowCardinality(String), f AggregateFunction(sum, Int32)) "
        "ENGINE = MergeTree ORDER BY `a\\\\b`");
  exec ("INSERT INTO `odd\\`name` (`a\\\\b`, s) VALUES (1, 'x'), (2, 'y')");
  source = open_as (NULL, NULL);
  schema = introspect (source);
  for (guint i = 0; i < schema->entities->len; i++)
    if (strcmp (((AskEntity *) schema->entities->pdata[i])->table, "odd`name") == 0)
      entity = schema->entities->pdata[i];
  g_assert_nonnull (entity);
  /* What cannot be read is left out. */
  g_assert_cmpuint (entity->attributes->len, ==, 2);
  g_assert_cmpstr (((AskAttribute *) entity->attributes->pdata[0])->column, ==, "a\\b");
  g_assert_cmpint (entity->row_estimate, ==, 2);
  exec ("DROP TABLE `odd\\`name`");
}

/* The exception comes behind rows that were sent under the status 200. */
static void
test_exception (void)
{
  static const char *const queries[] = {
    "SELECT number, throwIf(number = 1000000) FROM system.numbers LIMIT 3000000",
    "SELECT toString(number), throwIf(number = 1000000) FROM system.numbers LIMIT 3000000",
  };

  if (!have_server ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskSource) source = open_as (NULL, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = ask_source_query (source, queries[i], NULL, 0, NULL, &error);
      const AskValue *row;
      AskStep step;
      guint n = 0;

      g_assert_no_error (error);
      while ((step = ask_cursor_next (cursor, &row, NULL, NULL, &error)) == ASK_STEP_ROW)
        n++;
      g_assert_cmpuint (n, >, 0);
      g_assert_cmpint (step, ==, ASK_STEP_FAILED);
      g_test_message ("%s", error->message);
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA);
      g_assert_nonnull (strstr (error->message, "in the middle of its answer"));
    }
}

/* A profile that cuts results, and fills outer joins with zeros. */
static void
test_settings (void)
{
  g_autoptr (AskSource) source = NULL;
  g_autofree char *count = NULL;
  g_autofree char *joined = NULL;
  g_autoptr (GError) error = NULL;

  if (!have_server ())
    return;
  exec ("DROP TABLE IF EXISTS a");
  exec ("CREATE TABLE a (x Int32) ENGINE = Memory");
  exec ("INSERT INTO a SELECT number FROM system.numbers LIMIT 1000");
  source = open_as ("cut", NULL);
  count = ask (source, "SELECT x FROM a WHERE x >= 900 ORDER BY x", &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (count, ";999"));
  joined
    = ask (source, "SELECT y FROM a ALL LEFT JOIN (SELECT x, x AS y FROM a WHERE x < 1) USING x WHERE x = 5", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (joined, ==, "NULL");
  exec ("DROP TABLE a");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *user;
    const char *password;
    AskSourceError code;
    const char *words;
  } cases[] = {
    { "ana", "wrong", ASK_SOURCE_ERROR_DENIED, "does not let us in" },
    { "nobody", NULL, ASK_SOURCE_ERROR_DENIED, "does not let us in" },
  };

  if (!have_server ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskSource) source = open_as (cases[i].user, cases[i].password);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_source_open (source, NULL, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, (int) cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      g_assert_null (strstr (error->message, "wrong"));
    }
  {
    g_autoptr (AskSource) source = open_as ("ana", "geheim");
    g_autoptr (GError) error = NULL;
    g_autofree char *one = ask (source, "SELECT 1, 'a'", &error);
    g_autofree char *written = NULL;

    g_assert_no_error (error);
    g_assert_cmpstr (one, ==, "1|a");
    /* Nothing is ever written. */
    written = ask (source, "CREATE TABLE no (a Int32) ENGINE = Memory", &error);
    g_assert_null (written);
    g_assert_nonnull (error);
  }
}

static void
test_nobody_there (void)
{
  g_autoptr (AskSource) source = make ("clickhouse://127.0.0.1:1/shop", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_source_open (source, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
  g_assert_nonnull (strstr (error->message, "127.0.0.1, port 1"));
}

static gpointer
cancel_later (gpointer cancellable)
{
  g_usleep (300000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A statement that is cancelled ends at the server, too. */
static void
test_cancel (void)
{
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  const AskValue *row;
  GThread *thread;
  gboolean runs = TRUE;

  if (!have_server ())
    return;
  source = open_as (NULL, NULL);
  g_assert_true (ask_source_open (source, NULL, &error));
  cursor = ask_source_query (source, "SELECT max(cityHash64(number)) AS slow FROM system.numbers LIMIT 1", NULL, 0,
                             NULL, &error);
  g_assert_no_error (error);
  thread = g_thread_new ("cancel", cancel_later, cancellable);
  g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, cancellable, &error), ==, ASK_STEP_FAILED);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  while (runs)
    {
      g_autofree char *left = ask_test_clickhouse_exec (
        server, "SELECT count() FROM system.processes WHERE query LIKE '%AS slow%' AND query NOT LIKE '%processes%'");

      runs = strcmp (left, "0\n") != 0;
      if (runs)
        g_usleep (20000);
    }
}

/* The password goes in a header, never in the address, and no message repeats it. */
static void
serve_password (AskTestServer *http, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_assert_cmpstr (ask_test_request_get_header (request, "x-clickhouse-key"), ==, "geheim");
  g_assert_cmpstr (ask_test_request_get_header (request, "x-clickhouse-user"), ==, "ana");
  g_assert_null (strstr (request->path, "geheim"));
  ask_test_reply_set (reply, 500, "text/plain", "Code: 1, e.displayText() = DB::Exception: No, e.what() = x", -1);
}

static void
test_password (void)
{
  g_autoptr (AskTestServer) http = ask_test_server_new (serve_password, NULL);
  g_autofree char *url = ask_test_server_dup_url (http, "/shop");
  g_autofree char *uri = g_strconcat ("clickhouse://ana@", strstr (url, "://") + 3, NULL);
  g_autoptr (AskSource) source = make (uri, "geheim");
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_source_open (source, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "answered 500: No."));
  g_assert_null (strstr (error->message, "geheim"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  server
    = ask_test_clickhouse_new ("<max_result_rows>3</max_result_rows><result_overflow_mode>break</result_overflow_mode>"
                               "<join_use_nulls>0</join_use_nulls><max_block_size>10</max_block_size>"
                               "<extremes>1</extremes><max_result_bytes>10</max_result_bytes>",
                               NULL, &reason);
  atexit (stop_server);
  g_test_add_func ("/source/clickhouse/each-type-is-read-exactly", test_types);
  g_test_add_func ("/source/clickhouse/it-says-which-tables-it-holds", test_catalog);
  g_test_add_func ("/source/clickhouse/an-exception-behind-rows-is-an-error", test_exception);
  g_test_add_func ("/source/clickhouse/a-profile-cuts-nothing", test_settings);
  g_test_add_func ("/source/clickhouse/who-is-not-let-in-reads-why", test_refused);
  g_test_add_func ("/source/clickhouse/where-nobody-answers-that-is-said", test_nobody_there);
  g_test_add_func ("/source/clickhouse/what-is-cancelled-ends-there", test_cancel);
  g_test_add_func ("/source/clickhouse/the-password-is-in-no-address", test_password);
  return g_test_run ();
}

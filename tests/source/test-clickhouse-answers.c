/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers that no ClickHouse server at hand gives: types that came later, settings that a profile hides or keeps, and
 * bytes that are wrong. Whatever comes is rows, or an error.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-source.h"

#include <string.h>

#include "support/ask-test-native.h"

#define BYTES(text) text, sizeof text - 1

static AskSource *
make (AskTestServer *server)
{
  g_autofree char *uri = ask_test_native_dup_uri (server);
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_clickhouse_kind, uri);
  g_autoptr (GError) error = NULL;
  AskSource *source;

  /* Far longer than any test may take: nothing here ends by it. */
  config->time_out_ms = 3600 * 1000;
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  return source;
}

/* Reads @cursor to its end. Returns: (transfer full) (nullable): "1|a;2|b" */
static char *
read_all (AskCursor *cursor, guint n_columns, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const AskValue *row;
  AskStep step = ASK_STEP_FAILED;

  while (cursor != NULL && (step = ask_cursor_next (cursor, &row, NULL, NULL, error)) == ASK_STEP_ROW)
    {
      if (n_columns == 0)
        ask_cursor_get_columns (cursor, &n_columns);
      g_string_append (text, text->len > 0 ? ";" : "");
      for (guint i = 0; i < n_columns; i++)
        {
          g_autofree char *cell = row[i].kind == ASK_VALUE_NULL ? g_strdup ("NULL") : ask_value_to_text (&row[i]);

          g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", cell);
        }
    }
  return step == ASK_STEP_DONE ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static char *
ask (AskSource *source, const char *sql, GError **error)
{
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, NULL, error);

  return read_all (cursor, 0, error);
}

/* A table t with the columns x, y, …, which are numbers. */
static AskSchema *
make_table (guint n_columns)
{
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  AskCatalogTable *table = ask_catalog_add_table (catalog, "t", FALSE);

  for (guint i = 0; i < n_columns; i++)
    {
      const char name[] = { (char) ('x' + i), '\0' };

      ask_catalog_add_column (table, name, "UInt8", ASK_TYPE_INTEGER);
    }
  return ask_catalog_import (catalog, "shop");
}

/* @bindings: (nullable): values for the first column, a statement each */
static char *
scan (AskSource *source, guint n_columns, const AskValue *bindings, guint n_bindings, GError **error)
{
  g_autoptr (AskSchema) schema = make_table (n_columns);
  const AskEntity *entity = schema->entities->pdata[0];
  g_autofree const AskAttribute **columns = g_new (const AskAttribute *, n_columns);
  AskScan wanted = { .entity = entity,
                     .columns = columns,
                     .n_columns = n_columns,
                     .bound = columns,
                     .n_bound = n_bindings > 0 ? 1 : 0,
                     .bindings = bindings,
                     .n_bindings = n_bindings };
  g_autoptr (AskCursor) cursor = NULL;

  for (guint i = 0; i < n_columns; i++)
    columns[i] = entity->attributes->pdata[i];
  cursor = ask_source_scan (source, &wanted, NULL, NULL, error);
  return read_all (cursor, n_columns, error);
}

static const struct
{
  const char *declared;
  const char *bytes;
  gsize length;
  AskType as;
  AskValueKind kind;
  const char *text;
} types[] = {
  { "Bool", BYTES ("\1"), ASK_TYPE_BOOLEAN, ASK_VALUE_INTEGER, "1" },
  { "Date32", BYTES ("\x21\x9c\xff\xff"), ASK_TYPE_DATE, ASK_VALUE_TEXT, "1900-01-01" },
  { "Date32", BYTES ("\xff\xff\xff\xff"), ASK_TYPE_DATE, ASK_VALUE_TEXT, "1969-12-31" },
  { "DateTime64(0)", BYTES ("\0\0\0\0\0\0\0\0"), ASK_TYPE_DATETIME, ASK_VALUE_TEXT, "1970-01-01T00:00:00Z" },
  { "DateTime64(3)", BYTES ("\xff\xff\xff\xff\xff\xff\xff\xff"), ASK_TYPE_DATETIME, ASK_VALUE_TEXT,
    "1969-12-31T23:59:59.999Z" },
  { "DateTime64(6, 'Europe/Paris')", BYTES ("\x60\xe3\x16\0\0\0\0\0"), ASK_TYPE_DATETIME, ASK_VALUE_TEXT,
    "1970-01-01T00:00:01.5Z" },
  { "DateTime64(9)", BYTES ("\1\0\0\0\0\0\0\0"), ASK_TYPE_DATETIME, ASK_VALUE_TEXT, "1970-01-01T00:00:00.000000001Z" },
  { "DateTime64(18)", BYTES ("\0\0\x64\xa7\xb3\xb6\xe0\x0d"), ASK_TYPE_DATETIME, ASK_VALUE_TEXT,
    "1970-01-01T00:00:01Z" },
  { "Int128", BYTES ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80"), ASK_TYPE_DECIMAL, ASK_VALUE_TEXT,
    "-170141183460469231731687303715884105728" },
  { "UInt128", BYTES ("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), ASK_TYPE_DECIMAL,
    ASK_VALUE_TEXT, "340282366920938463463374607431768211455" },
  { "Int256", BYTES ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80"), ASK_TYPE_DECIMAL,
    ASK_VALUE_TEXT, "-57896044618658097711785492504343953926634992332820282019728792003956564819968" },
  { "UInt256",
    BYTES ("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
           "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
    ASK_TYPE_DECIMAL, ASK_VALUE_TEXT,
    "115792089237316195423570985008687907853269984665640564039457584007913129639935" },
  { "Decimal(76, 10)",
    BYTES ("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
           "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
    ASK_TYPE_DECIMAL, ASK_VALUE_TEXT, "-0.0000000001" },
  { "Decimal(40, 2)", BYTES ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), ASK_TYPE_DECIMAL,
    ASK_VALUE_TEXT, "3402823669209384634633746074317682114.56" },
  { "Enum16('a' = -300, 'b' = 300)", BYTES ("\xd4\xfe"), ASK_TYPE_TEXT, ASK_VALUE_TEXT, "a" },
  { "Enum16('a' = -300, 'b' = 300)", BYTES ("\x2c\1"), ASK_TYPE_TEXT, ASK_VALUE_TEXT, "b" },
  /* What lies under a NULL means nothing. */
  { "Nullable(Enum8('a' = 1))", BYTES ("\1\0"), ASK_TYPE_TEXT, ASK_VALUE_NULL, NULL },
  { "IPv4", BYTES ("\1\0\xa8\xc0"), ASK_TYPE_TEXT, ASK_VALUE_TEXT, "192.168.0.1" },
  { "Tuple(Int32, String)", BYTES ("\5\0\0\0\1a"), ASK_TYPE_JSON, ASK_VALUE_TEXT, "[5,\"a\"]" },
  { "Tuple(n Int8, s Nullable(String))", BYTES ("\xff\1\0"), ASK_TYPE_JSON, ASK_VALUE_TEXT, "[-1,null]" },
  { "Array(Tuple(Bool, Date))", BYTES ("\2\0\0\0\0\0\0\0\1\0\0\0\1\0"), ASK_TYPE_JSON, ASK_VALUE_TEXT,
    "[[true,\"1970-01-01\"],[false,\"1970-01-02\"]]" },
  { "Nullable(Nothing)", BYTES ("\1\0"), ASK_TYPE_ANY, ASK_VALUE_NULL, NULL },
  { "Array(Nothing)", BYTES ("\0\0\0\0\0\0\0\0"), ASK_TYPE_JSON, ASK_VALUE_TEXT, "[]" },
  { "LowCardinality(Nullable(String))", BYTES ("\0\1x"), ASK_TYPE_TEXT, ASK_VALUE_TEXT, "x" },
};

static void
answer_type (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  guint i = *(guint *) data;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  ask_test_native_begin (bytes, 2, 1);
  ask_test_native_add_column (bytes, "v", types[i].declared);
  g_byte_array_append (bytes, (const guint8 *) types[i].bytes, (guint) types[i].length);
  ask_test_native_add_column (bytes, "z", "String");
  ask_test_native_add_text (bytes, "end");
  ask_test_native_reply (reply, bytes);
}

static void
test_types (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      AskTestNative native = { .answer = answer_type, .data = &i };
      g_autoptr (AskTestServer) server = ask_test_native_new (&native);
      g_autoptr (AskSource) source = make (server);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = ask_source_query (source, "SELECT v, z FROM t", NULL, 0, NULL, &error);
      const AskColumn *columns;
      const AskValue *row;
      guint n;

      g_test_message ("%s", types[i].declared);
      g_assert_no_error (error);
      g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
      columns = ask_cursor_get_columns (cursor, &n);
      g_assert_cmpuint (n, ==, 2);
      g_assert_cmpint (columns[0].type, ==, types[i].as);
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

/* A server that breaks off, and one that writes something else: errors, never fewer rows, and no other ones. */
static const struct
{
  const char *body;
  gsize length;
  const char *words;
} broken[] = {
  { BYTES ("\1\2\1x\5UInt8\5"), "ended in the middle" }, /* a row of two */
  { BYTES ("\1\1\1x\5UInt8\5\1"), "ended in the middle" }, /* half of a header */
  { BYTES ("\1\1\1x\5UInt8\5Code: 241, e.displayText() = DB::Exception: Memory limit, e.what() = DB::Exception\n"),
    "Memory limit" },
  { BYTES ("\1\1\1x\5UInt8\5\1\0Code: 241, e.displayText() = DB::Exception: Memory limit, e.what() = DB::Exception\n"),
    "Memory limit" }, /* behind a NUL */
  { BYTES ("\1\1\1x\6String\6Code: \1\1\1x"), "is none in its Native format" }, /* what a row says is no exception */
  { BYTES ("\1\1\1x\5UInt8\5\1\1\1y\5UInt8\6"), "is none in its Native format" }, /* another column */
  { BYTES ("\1\1\1x\5UInt8\5\1\1\1x\4Int8\6"), "is none in its Native format" }, /* another type */
  { BYTES ("\1\1\1x\4What\5"), "is none in its Native format" }, /* a type that nobody knows */
  { BYTES ("\0\5"), "is none in its Native format" }, /* rows of nothing */
  { BYTES ("\1\2\1x\14Array(UInt8)\x40\x42\x0f\0\0\0\0\0\1\0\0\0\0\0\0\0\7"), "is none in its Native format" },
  { BYTES ("\1\2\1x\14Array(UInt8)\0\0\0\0\0\0\0\x80\1\0\0\0\0\0\0\0\7"), "is none in its Native format" },
  { BYTES ("\1\1\1x\16Enum8('a' = 1)\2"), "is none in its Native format" }, /* a number without a word */
  { BYTES ("\1\1\1x\16DateTime64(64)\0\0\0\0\0\0\0\0"), "is none in its Native format" },
  { BYTES ("\1\1\1x\16DateTime64(19)\0\0\0\0\0\0\0\0"), "is none in its Native format" },
  { BYTES ("\1\5\1x\7Tuple()"), "is none in its Native format" }, /* no byte for any number of rows */
  { BYTES ("\1\5\1x\16FixedString(0)"), "is none in its Native format" },
  { BYTES ("\1\5\1x\27FixedString(4294967296)"), "is none in its Native format" },
  { BYTES ("\1\1\1x\16Decimal(77, 2)\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
    "is none in its Native format" },
  { BYTES ("<html>It works</html>"), "is none in its Native format" },
};

static void
answer_broken (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  guint i = *(guint *) data;

  ask_test_reply_set (reply, 200, "application/octet-stream", broken[i].body, (gssize) broken[i].length);
}

static void
test_broken (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      AskTestNative native = { .answer = answer_broken, .data = &i };
      g_autoptr (AskTestServer) server = ask_test_native_new (&native);
      g_autoptr (AskSource) source = make (server);
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = ask (source, "SELECT x FROM t", &error);

      g_test_message ("%u: %s", i, rows != NULL ? rows : error->message);
      g_assert_null (rows);
      g_assert_nonnull (strstr (error->message, broken[i].words));
    }
}

/* The same, and an answer without a byte, for the list of settings: nobody is let in. */
static void
answer_broken_settings (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  if (*(guint *) data < G_N_ELEMENTS (broken))
    answer_broken (server, request, reply, data);
}

static void
test_broken_settings (void)
{
  for (guint i = 0; i <= G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (answer_broken_settings, &i);
      g_autoptr (AskSource) source = make (server);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_source_open (source, NULL, &error));
      g_test_message ("%u: %s", i, error->message);
      if (i == G_N_ELEMENTS (broken))
        {
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
          g_assert_nonnull (strstr (error->message, "does not list all of its settings"));
        }
    }
}

/* A row has a cell for each column that was asked for. */
static void
answer_one_column (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  ask_test_reply_set (reply, 200, "application/octet-stream", BYTES ("\1\1\1x\5UInt8\5"));
}

static void
test_fewer_columns (void)
{
  AskTestNative native = { .answer = answer_one_column };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autoptr (AskSource) source = make (server);
  g_autoptr (GError) error = NULL;
  g_autofree char *one = scan (source, 1, NULL, 0, &error);
  g_autofree char *two = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (one, ==, "5");
  two = scan (source, 2, NULL, 0, &error);
  g_assert_null (two);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
}

/* The exception of servers of today, which break off behind it. */
static void
answer_cut (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  static const char body[] = "\1\1\1x\5UInt8\5\1\0Code: 241. DB::Exception: Memory limit. (version 24.8)\n ";

  ask_test_reply_set (reply, 200, "application/octet-stream", BYTES (body));
  reply->cut_at = sizeof body - 2;
}

static void
test_cut (void)
{
  AskTestNative native = { .answer = answer_cut };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autoptr (AskSource) source = make (server);
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = ask (source, "SELECT x FROM t", &error);

  g_assert_null (rows);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "in the middle of its answer: Memory limit"));
}

/* A table that is altered between two statements. */
static void
answer_altered (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autofree char *sql = ask_test_native_dup_sql (request);

  if (strstr (sql, "toInt64('1')") != NULL)
    ask_test_reply_set (reply, 200, "application/octet-stream", BYTES ("\1\1\1x\5UInt8\1"));
  else
    ask_test_reply_set (reply, 200, "application/octet-stream", BYTES ("\1\1\1x\4Int8\xff"));
}

static void
test_altered (void)
{
  const AskValue keys[] = { ask_value_integer (1), ask_value_integer (255) };
  AskTestNative native = { .answer = answer_altered };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autoptr (AskSource) source = make (server);
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = scan (source, 1, keys, 2, &error);

  g_assert_null (rows);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED);
  g_assert_nonnull (strstr (error->message, "Refresh the source"));
}

/* Five rows, fewer where the profile's limit is not lifted. */
static void
answer_limited (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  gint64 limit = ask_test_native_get_number (data, request, "limit");
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint n = limit > 0 ? (guint) MIN (limit, 5) : 5;

  ask_test_native_begin (bytes, 1, n);
  ask_test_native_add_column (bytes, "x", "UInt8");
  g_byte_array_append (bytes, (const guint8 *) "\1\2\3\4\5", n);
  ask_test_native_reply (reply, bytes);
}

/* A limit cuts the list of settings, too, before the setting is reached that says so. */
static void
test_hidden_limit (void)
{
  static const AskTestSetting settings[] = { { "readonly", "0" }, { "max_threads", "4" }, { "limit", "2" }, { NULL, NULL } };
  AskTestNative native = { .settings = settings, .answer = answer_limited, .data = &native };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autoptr (AskSource) source = make (server);
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = ask (source, "SELECT x FROM t", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (rows, ==, "1;2;3;4;5");
}

#define SETTINGS(...) (const AskTestSetting[]) { __VA_ARGS__, { NULL, NULL } }

/* What a server keeps, or does not show. */
static void
test_kept_settings (void)
{
  const struct
  {
    const char *version;
    const AskTestSetting *settings;
    gboolean fixed;
    guint statements; /* that were sent */
    const char *words; /* nullable: of the error */
  } cases[] = {
    { NULL, SETTINGS ({ "readonly", "0" }, { "limit", "100" }), TRUE, 2, "keeps the setting limit at “100” instead of “0”" },
    { NULL, SETTINGS ({ "readonly", "2" }, { "join_use_nulls", "0" }), TRUE, 2, "keeps the setting join_use_nulls at “0”" },
    /* 1 forbids to set anything: nothing is tried. */
    { NULL, SETTINGS ({ "readonly", "1" }, { "join_use_nulls", "0" }), FALSE, 1, "keeps the setting join_use_nulls at “0”" },
    { NULL, SETTINGS ({ "readonly", "1" }, { "join_use_nulls", "1" }), FALSE, 2, NULL },
    { NULL, SETTINGS ({ "readonly", "2" }, { "join_use_nulls", "0" }), FALSE, 2, NULL },
    { NULL, SETTINGS ({ "limit", "0" }), FALSE, 1, "does not list all of its settings" },
    { "22.6.9.11", SETTINGS ({ "readonly", "0" }), FALSE, 2, NULL },
    { "22.7.1.1", SETTINGS ({ "readonly", "0" }), FALSE, 1, "does not list all of its settings" },
    { "24.8.4.13", SETTINGS ({ "readonly", "0" }), FALSE, 1, "does not list all of its settings" },
    { "24.8.4.13", SETTINGS ({ "readonly", "0" }, { "additional_table_filters", "{}" }), FALSE, 2, NULL },
    { "24.8.4.13", SETTINGS ({ "readonly", "0" }, { "additional_table_filters", "{'t':'x > 1'}" }), FALSE, 2, NULL },
    { "24.8.4.13", SETTINGS ({ "readonly", "0" }, { "additional_table_filters", "{'t':'x > 1'}" }), TRUE, 2,
      "keeps the setting additional_table_filters" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskTestNative native
        = { .version = cases[i].version, .settings = cases[i].settings, .fixed = cases[i].fixed };
      g_autoptr (AskTestServer) server = ask_test_native_new (&native);
      g_autoptr (AskSource) source = make (server);
      g_autoptr (GError) error = NULL;
      gboolean open = ask_source_open (source, NULL, &error);

      g_test_message ("%u: %s", i, error != NULL ? error->message : "open");
      g_assert_cmpuint (ask_test_server_count (server, "/"), ==, cases[i].statements);
      g_assert_true (open == (cases[i].words == NULL));
      if (open)
        continue;
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

/* What a server of today says of one table. */
static void
answer_catalog (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  static const char *const columns[][2] = { { "b", "" }, { "only_inserted", "EPHEMERAL" }, { "a", "ALIAS" } };
  static const char *const heads[] = { "database", "table", "name", "type", "default_kind", "comment" };
  g_autofree char *sql = ask_test_native_dup_sql (request);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (strstr (sql, "name = 'position'") != NULL)
    {
      ask_test_native_begin (bytes, 1, 1);
      ask_test_native_add_column (bytes, "n", "UInt8");
      g_byte_array_append (bytes, (const guint8 *) "\1", 1);
    }
  else if (strstr (sql, "system.tables") != NULL)
    {
      ask_test_native_begin (bytes, 3, 1);
      for (guint c = 0; c < 3; c++)
        {
          ask_test_native_add_column (bytes, heads[c], "String");
          ask_test_native_add_text (bytes, c == 0 ? "shop" : c == 1 ? "t" : "Memory");
        }
    }
  else if (strstr (sql, "system.columns") != NULL)
    {
      g_assert_true (g_str_has_suffix (sql, " ORDER BY database, table, position"));
      ask_test_native_begin (bytes, 6, G_N_ELEMENTS (columns));
      for (guint c = 0; c < 6; c++)
        {
          const char *const all[] = { "shop", "t", NULL, "Int32", NULL, "" };

          ask_test_native_add_column (bytes, heads[c], "String");
          for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
            ask_test_native_add_text (bytes, c == 2 ? columns[i][0] : c == 4 ? columns[i][1] : all[c]);
        }
    }
  else
    {
      ask_test_reply_set (reply, 403, "text/plain", "Code: 497. DB::Exception: No grant. (version 24.8)", -1);
      return;
    }
  ask_test_native_reply (reply, bytes);
}

static void
test_catalog (void)
{
  static const AskTestSetting settings[] = { { "readonly", "0" }, { "additional_table_filters", "{}" }, { NULL, NULL } };
  AskTestNative native = { .version = "24.8.4.13", .settings = settings, .answer = answer_catalog };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autoptr (AskSource) source = make (server);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);
  const AskEntity *entity;

  g_assert_no_error (error);
  g_assert_cmpuint (found->schema->entities->len, ==, 1);
  entity = found->schema->entities->pdata[0];
  g_assert_cmpuint (entity->attributes->len, ==, 2);
  g_assert_cmpstr (((AskAttribute *) entity->attributes->pdata[0])->column, ==, "b");
  g_assert_cmpstr (((AskAttribute *) entity->attributes->pdata[1])->column, ==, "a");
  g_assert_cmpuint (found->notes->len, ==, 1);
}

/* It gives a row, and then nothing more; to stop it, it never answers. */
static void
answer_silence (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autofree char *sql = ask_test_native_dup_sql (request);

  if (g_str_has_prefix (sql, "KILL"))
    {
      g_atomic_int_set ((int *) data, 1);
      reply->never = TRUE;
      return;
    }
  ask_test_reply_set (reply, 200, "application/octet-stream", BYTES ("\1\1\1x\5UInt8\5\1\1\1x\5UInt8\6"));
  reply->stall_at = sizeof "\1\1\1x\5UInt8\5" - 1;
  reply->stall_ms = G_MAXUINT;
}

/* Were it waited for, this would never end. */
static void
test_silent_stop (void)
{
  int killed = 0;
  AskTestNative native = { .answer = answer_silence, .data = &killed };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autoptr (AskSource) source = make (server);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = ask_source_query (source, "SELECT x FROM t", NULL, 0, NULL, &error);
  const AskValue *row;

  g_assert_no_error (error);
  g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
  g_assert_cmpint (g_atomic_int_get (&killed), ==, 0);
  g_clear_object (&cursor);
  g_assert_cmpint (g_atomic_int_get (&killed), ==, 1);
}

/* Bytes of a good answer, some of them turned over. */
static void
answer_turned (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  ask_test_native_reply (reply, data);
}

static void
add_good_block (GByteArray *bytes)
{
  static const struct
  {
    const char *declared;
    const char *values;
    gsize length;
  } columns[] = {
    { "Array(Array(String))", BYTES ("\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\1a\2bc\0") },
    { "Nullable(Enum8('a' = 1, 'b' = 2))", BYTES ("\0\1\2\0") },
    { "Tuple(Int16, DateTime64(3))", BYTES ("\1\0\2\0\1\2\3\4\5\6\0\0\xff\xff\xff\xff\xff\xff\xff\xff") },
    { "Decimal(40, 2)", BYTES ("0123456789abcdef0123456789abcdef\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0") },
    { "String", BYTES ("\3\xc3\xbc!\0") },
  };

  ask_test_native_begin (bytes, G_N_ELEMENTS (columns), 2);
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      const char name[] = { (char) ('a' + c), '\0' };

      ask_test_native_add_column (bytes, name, columns[c].declared);
      g_byte_array_append (bytes, (const guint8 *) columns[c].values, (guint) columns[c].length);
    }
}

static void
test_turned (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  AskTestNative native = { .answer = answer_turned, .data = bytes };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autoptr (AskSource) source = make (server);
  guint n_rows = 0, n_errors = 0;

  for (guint i = 0; i < (g_test_slow () ? 20000 : 300); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = NULL;

      g_byte_array_set_size (bytes, 0);
      add_good_block (bytes);
      add_good_block (bytes);
      for (guint n = i > 0 ? (guint) g_test_rand_int_range (1, 4) : 0; n > 0; n--)
        bytes->data[g_test_rand_int_range (0, (gint32) bytes->len)] = (guint8) g_test_rand_int_range (0, 256);
      rows = ask (source, "SELECT * FROM t", &error);
      g_assert_true ((rows == NULL) == (error != NULL));
      if (i == 0)
        g_assert_true (g_str_has_prefix (rows, "[[\"a\",\"bc\"]]|b|[1,\""));
      n_rows += rows != NULL;
      n_errors += rows == NULL;
    }
  g_test_message ("%u answers with rows, %u errors", n_rows, n_errors);
  g_assert_cmpuint (n_rows, >, 1);
  g_assert_cmpuint (n_errors, >, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/clickhouse-answers/types-that-came-later-are-read-exactly", test_types);
  g_test_add_func ("/source/clickhouse-answers/a-broken-answer-is-an-error", test_broken);
  g_test_add_func ("/source/clickhouse-answers/a-broken-list-of-settings-is-an-error", test_broken_settings);
  g_test_add_func ("/source/clickhouse-answers/a-row-has-a-cell-for-each-column", test_fewer_columns);
  g_test_add_func ("/source/clickhouse-answers/an-exception-before-a-break-is-told", test_cut);
  g_test_add_func ("/source/clickhouse-answers/a-table-altered-meanwhile-is-an-error", test_altered);
  g_test_add_func ("/source/clickhouse-answers/a-limit-that-hides-itself-cuts-nothing", test_hidden_limit);
  g_test_add_func ("/source/clickhouse-answers/what-a-profile-keeps-is-refused-by-name", test_kept_settings);
  g_test_add_func ("/source/clickhouse-answers/what-cannot-be-selected-is-no-column", test_catalog);
  g_test_add_func ("/source/clickhouse-answers/a-silent-server-holds-nobody-up", test_silent_stop);
  g_test_add_func ("/source/clickhouse-answers/turned-bytes-are-rows-or-an-error", test_turned);
  return g_test_run ();
}

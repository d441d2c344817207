/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries over ClickHouse: what is pushed down gives the rows that SQLite gives over the same values, and what is not
 * says why. Then a table that lies on three servers: only the result travels.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-clickhouse.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-native.h"

typedef struct
{
  GPtrArray *configs;
  AskSchema *schema;
  AskEngine *engine;
} Session;

static void
session_open (Session *self, AskTestClickhouse *server, const char *database)
{
  g_autofree char *uri = ask_test_clickhouse_dup_uri (server, NULL, database);
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_clickhouse_kind, uri);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;

  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_ptr_array_add (self->configs, config);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  g_assert_true (ask_source_open (source, NULL, &error));
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  self->schema = ask_schema_ref (found->schema);
  self->engine = ask_engine_new (self->schema, self->configs, &error);
  g_assert_no_error (error);
}

static void
session_close (Session *self)
{
  ask_engine_free (self->engine);
  ask_schema_unref (self->schema);
  g_ptr_array_unref (self->configs);
}

static void
exec (AskTestClickhouse *server, const char *sql)
{
  g_free (ask_test_clickhouse_exec (server, sql));
}

static AskResult *
query (Session *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);

  if (result == NULL)
    g_error ("%s\n%s", sql, error->message);
  for (guint i = 0; i < result->remote->len; i++)
    g_test_message ("%s", ((AskRemoteQuery *) result->remote->pdata[i])->sql);
  return result;
}

/* Doubles to 12 digits, since servers add up in any order. */
static char *
describe (const AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
      {
        const AskValue *value = ask_rows_get (rows, r, c);
        g_autofree char *cell
          = value->kind == ASK_VALUE_REAL ? g_strdup_printf ("%.12g", value->real) : ask_value_to_text (value);

        g_string_append_printf (text, "%s%u:%s", c > 0 ? "|" : r > 0 ? "\n" : "", value->kind, cell);
      }
  return g_string_free (text, FALSE);
}

#define TABLE \
  "CREATE TABLE shop.t (id Int32, n Nullable(Int32), big Int64, u UInt64, r Nullable(Float64), d Decimal(9, 2), " \
  "day Date, at DateTime('Europe/Paris'), s String, ns Nullable(String), e Enum8('a' = 1, 'b' = 2), b UInt8) " \
  "ENGINE = MergeTree ORDER BY id"
#define ROWS \
  "INSERT INTO shop.t SELECT number, if(number % 5 = 0, NULL, toInt32(number % 7) - 3), " \
  "toInt64(number) * 4000000000000, 18446744073709551615 - number, if(number % 6 = 0, NULL, number / 8), " \
  "toDecimal32(number, 2) / 4, toDate('2023-12-25') + toInt32(number % 20), " \
  "toDateTime('2024-03-31 00:30:00', 'UTC') + toInt32(number) * 1800, " \
  "arrayElement(['', 'a', 'B', 'b', 'ü', 'a\\'b', 'aa\\\\'], toInt32(number % 7) + 1), " \
  "if(number % 4 = 0, NULL, toString(number % 3)), if(number % 2 = 0, 'a', 'b'), number % 2 " \
  "FROM system.numbers LIMIT 200"

static const char *const columns[] = { "id", "n", "big", "u", "r", "d", "day", "at", "s", "ns", "e", "b" };
static const char *const values[] = { "0",
                                      "3",
                                      "-2",
                                      "2.5",
                                      "-2.5",
                                      "-9223372036854775808",
                                      "'a'",
                                      "''",
                                      "'ü'",
                                      "'B'",
                                      "NULL",
                                      "100",
                                      "1e15",
                                      "'2024-01-01'",
                                      "'1'",
                                      "'aa\\'",
                                      "'a''b'",
                                      "12.25",
                                      "'2024-03-31T01:00:00Z'",
                                      "400000000000000",
                                      "18446744073709551600" };
static const char *const operators[] = { "=", "<>", "<", "<=", ">", ">=" };
static const char *const aggregates[]
  = { "count(*)", "count(%s)", "min(%s)", "max(%s)", "sum(%s)", "avg(%s)", "count(DISTINCT %s)", "total(%s)" };

static const char *
pick (const char *const *from, guint n)
{
  return from[g_test_rand_int_range (0, (gint) n)];
}

#define PICK(list) pick (list, G_N_ELEMENTS (list))

static void
append_condition (GString *sql, guint depth)
{
  switch (g_test_rand_int_range (0, depth > 2 ? 5 : 8))
    {
    case 0:
      g_string_append_printf (sql, "%s IS %sNULL", PICK (columns), g_test_rand_bit () ? "NOT " : "");
      return;
    case 1:
      g_string_append_printf (sql, "%s BETWEEN %s AND %s", PICK (columns), PICK (values), PICK (values));
      return;
    case 2:
      g_string_append_printf (sql, "%s %sIN (%s, %s)", PICK (columns), g_test_rand_bit () ? "NOT " : "", PICK (values),
                              PICK (values));
      return;
    case 3:
    case 4:
      g_string_append_printf (sql, "%s %s %s", PICK (columns), PICK (operators), PICK (values));
      return;
    case 5:
      g_string_append (sql, "NOT (");
      append_condition (sql, depth + 1);
      g_string_append_c (sql, ')');
      return;
    default:
      g_string_append_c (sql, '(');
      append_condition (sql, depth + 1);
      g_string_append (sql, g_test_rand_bit () ? ") AND (" : ") OR (");
      append_condition (sql, depth + 1);
      g_string_append_c (sql, ')');
    }
}

static char *
draw (void)
{
  GString *sql = g_string_new ("SELECT ");
  const char *group = g_test_rand_bit () ? PICK (columns) : NULL;
  const char *form = PICK (aggregates);
  g_auto (GStrv) halves = g_strsplit (form, "%s", 2);
  g_autofree char *aggregate = g_strjoinv (PICK (columns), halves);
  gboolean grouped = g_test_rand_bit ();

  if (!grouped)
    g_string_append_printf (sql, "%sid, %s, %s", g_test_rand_int_range (0, 6) == 0 ? "DISTINCT " : "", PICK (columns),
                            PICK (columns));
  else
    g_string_append_printf (sql, "%s%s%s", group != NULL ? group : "", group != NULL ? ", " : "", aggregate);
  g_string_append (sql, " FROM t");
  if (g_test_rand_int_range (0, 4) > 0)
    {
      g_string_append (sql, " WHERE ");
      append_condition (sql, 0);
    }
  if (grouped && group != NULL)
    {
      g_string_append_printf (sql, " GROUP BY %s", group);
      if (g_test_rand_int_range (0, 4) == 0)
        g_string_append (sql, " HAVING count(*) > 3");
    }
  /* All of a row is in the order, so that it is one. */
  if (!grouped)
    g_string_append (sql, g_test_rand_bit () ? " ORDER BY 2, 1" : " ORDER BY 3 DESC, 1");
  else if (group != NULL)
    g_string_append (sql, g_test_rand_bit () ? " ORDER BY 1" : " ORDER BY 1 DESC");
  if (g_test_rand_int_range (0, 4) == 0)
    g_string_append_printf (sql, " LIMIT %d", g_test_rand_int_range (0, 12));
  return g_string_free (sql, FALSE);
}

static AskTestClickhouse *
start (void)
{
  g_autofree char *reason = NULL;
  AskTestClickhouse *server = ask_test_clickhouse_new (NULL, NULL, &reason);

  if (server == NULL)
    g_test_skip (reason);
  return server;
}

/* @has_condition: (out): whether conditions are among it
 *
 * Returns: whether the server computed all of the statement */
static gboolean
runs_there (const AskResult *result, gboolean *has_condition)
{
  gboolean there = result->plan != NULL && result->plan->sql == NULL && result->remote->len == 1;

  *has_condition = there && strstr (((AskRemoteQuery *) result->remote->pdata[0])->sql, " WHERE ") != NULL;
  return there;
}

static void
test_random (void)
{
  g_autoptr (AskTestClickhouse) server = start ();
  Session session;
  guint n_pushed = 0;
  guint n_conditions = 0;
  guint n = g_test_slow () ? 3000 : 150;

  if (server == NULL)
    return;
  exec (server, "CREATE DATABASE shop");
  exec (server, TABLE);
  exec (server, ROWS);
  session_open (&session, server, "shop");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sql = draw ();
      g_autoptr (AskResult) pushed = NULL;
      g_autoptr (AskResult) here = NULL;
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;
      gboolean has_condition;

      ask_engine_set_push_down (session.engine, TRUE);
      pushed = query (&session, sql);
      n_pushed += runs_there (pushed, &has_condition);
      n_conditions += has_condition;
      ask_engine_set_push_down (session.engine, FALSE);
      here = query (&session, sql);
      left = describe (pushed->rows);
      right = describe (here->rows);
      if (strcmp (left, right) != 0)
        g_error ("%s\npushed:\n%s\nhere:\n%s", sql, left, right);
    }
  g_test_message ("%u of %u ran at the server, %u with a condition", n_pushed, n, n_conditions);
  g_assert_cmpuint (n_pushed, >, n / 5);
  g_assert_cmpuint (n_conditions, >, n / 10);
  session_close (&session);
}

/* What is not pushed says why; the answer is the same. */
static void
test_reasons (void)
{
  static const struct
  {
    const char *sql;
    const char *reason;
  } cases[] = {
    { "SELECT sum(big) FROM t", "overflows without a word in ClickHouse" },
    { "SELECT count(*) FROM t WHERE id + 1 > 5", "Arithmetic overflows without a word in ClickHouse" },
    { "SELECT count(*) FROM t WHERE -n > 1", "Arithmetic overflows without a word in ClickHouse" },
    { "SELECT count(*) FROM t WHERE s LIKE 'a%'", "LIKE and GLOB compare otherwise in ClickHouse" },
    { "SELECT count(*) FROM t AS x JOIN t AS y ON x.id = y.n",
      "Joins and subqueries of FROM give other rows in ClickHouse" },
  };
  g_autoptr (AskTestClickhouse) server = start ();
  Session session;

  if (server == NULL)
    return;
  exec (server, "CREATE DATABASE shop");
  exec (server, TABLE);
  exec (server, ROWS);
  session_open (&session, server, "shop");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) result = query (&session, cases[i].sql);
      g_autofree char *plan = ask_plan_to_text (result->plan);

      if (strstr (plan, cases[i].reason) == NULL)
        g_error ("no “%s” in:\n%s", cases[i].reason, plan);
    }
  session_close (&session);
}

/* A constant with a sign is a constant. */
static void
test_signs (void)
{
  static const char *const queries[] = {
    "SELECT count(*) FROM t WHERE n > -2",
    "SELECT count(*) FROM t WHERE n BETWEEN -2 AND +2",
    "SELECT count(*) FROM t WHERE n NOT BETWEEN -2.5 AND -1",
    "SELECT count(*) FROM t WHERE big > -9223372036854775808",
    "SELECT count(*) FROM t WHERE -0.5 < r",
  };
  g_autoptr (AskTestClickhouse) server = start ();
  Session session;

  if (server == NULL)
    return;
  exec (server, "CREATE DATABASE shop");
  exec (server, TABLE);
  exec (server, ROWS);
  session_open (&session, server, "shop");
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskResult) pushed = query (&session, queries[i]);
      g_autoptr (AskResult) here = NULL;
      g_autofree char *left = describe (pushed->rows);
      g_autofree char *right = NULL;
      gboolean has_condition;

      runs_there (pushed, &has_condition);
      g_assert_true (has_condition);
      ask_engine_set_push_down (session.engine, FALSE);
      here = query (&session, queries[i]);
      right = describe (here->rows);
      g_assert_cmpstr (left, ==, right);
      ask_engine_set_push_down (session.engine, TRUE);
    }
  session_close (&session);
}

#define N_SHARDS 3
#define ROWS_A_SHARD 2000

typedef struct
{
  AskTestClickhouse *front;
  AskTestClickhouse *shards[N_SHARDS];
} Shards;

static void
shards_close (Shards *self)
{
  g_clear_pointer (&self->front, ask_test_clickhouse_free);
  for (guint i = 0; i < N_SHARDS; i++)
    g_clear_pointer (&self->shards[i], ask_test_clickhouse_free);
}

/* Returns: whether all of them run; else the test is skipped */
static gboolean
shards_open (Shards *self)
{
  g_autofree char *reason = NULL;
  g_autoptr (GString) places = g_string_new (NULL);

  for (guint i = 0; i < N_SHARDS && reason == NULL; i++)
    {
      g_autofree char *fill = g_strdup_printf (
        "INSERT INTO shop.sale_here SELECT %u, number + 1, concat('p', toString((number + 1) %% 7)), number + 1 "
        "FROM system.numbers LIMIT %u",
        i, ROWS_A_SHARD);

      self->shards[i] = ask_test_clickhouse_new (NULL, NULL, &reason);
      if (self->shards[i] == NULL)
        break;
      exec (self->shards[i], "CREATE DATABASE shop");
      exec (self->shards[i], "CREATE TABLE shop.sale_here (region Int32, id Int32, product String, amount Int32) "
                             "ENGINE = MergeTree ORDER BY id");
      exec (self->shards[i], fill);
      g_string_append_printf (places, "%s127.0.0.1:%u", i > 0 ? "," : "",
                              ask_test_clickhouse_get_tcp_port (self->shards[i]));
    }
  if (reason == NULL)
    self->front = ask_test_clickhouse_new (NULL, places->str, &reason);
  if (self->front == NULL)
    {
      g_test_skip (reason);
      return FALSE;
    }
  exec (self->front, "CREATE DATABASE shop");
  exec (self->front, "CREATE TABLE shop.sale (region Int32, id Int32, product String, amount Int32) "
                     "ENGINE = Distributed(three, shop, sale_here)");
  return TRUE;
}

static void
ask_shards (Shards *shards)
{
  static const char *const queries[] = {
    "SELECT region, count(*), sum(amount), min(product) FROM sale GROUP BY region ORDER BY region",
    "SELECT product, avg(amount) FROM sale WHERE amount > 500 GROUP BY product ORDER BY product",
    "SELECT id, product FROM sale WHERE region = 1 AND id = 9",
    "SELECT region, id FROM sale ORDER BY id DESC, region LIMIT 5",
  };
  static const guint rows[] = { 3, 7, 1, 5 };
  g_autoptr (GError) error = NULL;
  Session session;

  session_open (&session, shards->front, "shop");
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskResult) pushed = NULL;
      g_autoptr (AskResult) here = NULL;
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;

      ask_engine_set_push_down (session.engine, TRUE);
      pushed = query (&session, queries[i]);
      ask_engine_set_push_down (session.engine, FALSE);
      here = query (&session, queries[i]);
      left = describe (pushed->rows);
      right = describe (here->rows);
      g_assert_cmpstr (left, ==, right);
      g_assert_cmpuint (ask_rows_get_n_rows (pushed->rows), ==, rows[i]);
      /* Only the result travels. */
      g_assert_cmpuint (pushed->remote->len, ==, 1);
      g_assert_cmpint (((AskRemoteQuery *) pushed->remote->pdata[0])->rows, ==, rows[i]);
    }
  /* A shard that is gone is an error, not fewer rows. */
  g_clear_pointer (&shards->shards[N_SHARDS - 1], ask_test_clickhouse_free);
  ask_engine_set_push_down (session.engine, TRUE);
  g_assert_null (ask_engine_query (session.engine, queries[0], NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  session_close (&session);
}

/* One table over three servers, asked through the first. */
static void
test_distributed (void)
{
  Shards shards = { NULL };

  if (shards_open (&shards))
    ask_shards (&shards);
  shards_close (&shards);
}

/* A row of one number, whatever was asked. */
static void
answer_one_column (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  ask_test_native_begin (bytes, 1, 1);
  ask_test_native_add_column (bytes, "a", "Int64");
  g_byte_array_append (bytes, (const guint8 *) "\5\0\0\0\0\0\0\0", 8);
  ask_test_native_reply (reply, bytes);
}

static void
test_other_columns (void)
{
  static const struct
  {
    const char *sql;
    gboolean good;
  } cases[] = {
    { "SELECT a FROM t", TRUE }, /* what is asked for is what comes */
    { "SELECT a, b FROM t", FALSE },
    { "SELECT b, count(*) FROM t GROUP BY b", FALSE },
    { "SELECT x.a, x.n FROM (SELECT a, count(*) AS n FROM t GROUP BY a) AS x WHERE x.n % 2 = 1", FALSE },
  };
  AskTestNative native = { .answer = answer_one_column };
  g_autoptr (AskTestServer) server = ask_test_native_new (&native);
  g_autofree char *uri = ask_test_native_dup_uri (server);
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  AskCatalogTable *table = ask_catalog_add_table (catalog, "t", FALSE);
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;

  ask_catalog_add_column (table, "a", "Int64", ASK_TYPE_INTEGER);
  ask_catalog_add_column (table, "b", "Int64", ASK_TYPE_INTEGER);
  schema = ask_catalog_import (catalog, "shop");
  g_ptr_array_add (configs, ask_source_config_new ("shop", &ask_clickhouse_kind, uri));
  engine = ask_engine_new (schema, configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskResult) result = ask_engine_query (engine, cases[i].sql, NULL, NULL, NULL, &failure);

      g_test_message ("%s: %s", cases[i].sql, failure != NULL ? failure->message : "rows");
      g_assert_true ((result != NULL) == cases[i].good);
      if (result == NULL)
        g_assert_nonnull (strstr (failure->message, "“shop” answered with other columns"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/clickhouse/what-is-pushed-gives-the-rows-of-sqlite", test_random);
  g_test_add_func ("/engine/clickhouse/what-is-not-pushed-says-why", test_reasons);
  g_test_add_func ("/engine/clickhouse/a-constant-with-a-sign-is-a-constant", test_signs);
  g_test_add_func ("/engine/clickhouse/of-three-servers-only-the-result-travels", test_distributed);
  g_test_add_func ("/engine/clickhouse/an-answer-of-other-columns-is-an-error", test_other_columns);
  return g_test_run ();
}

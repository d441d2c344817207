/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries over ClickHouse: what is pushed down gives the rows that SQLite gives over the same values, and what is not
 * says why. Then a table that lies on three servers: only the result travels.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "clickhouse-generator.h"
#include "engine-session.h"
#include "engine/ask-engine.h"
#include "support/ask-test-clickhouse.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-native.h"

static const char *const names[CLICKHOUSE_GENERATOR_N_TABLES] = { "t", "u" };

static void
session_open (EngineSession *self, AskTestClickhouse *server, const char *database)
{
  g_autofree char *uri = ask_test_clickhouse_dup_uri (server, NULL, database);

  engine_session_open (self, ask_source_config_new ("shop", &ask_clickhouse_kind, uri));
}

static void
exec (AskTestClickhouse *server, const char *sql)
{
  g_free (ask_test_clickhouse_exec (server, sql));
}

static AskResult *
query (EngineSession *self, const char *sql)
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

/* Returns: (nullable): a server with the generator's tables; %NULL where the test is skipped */
static AskTestClickhouse *
start (void)
{
  g_autofree char *reason = NULL;
  AskTestClickhouse *server = ask_test_clickhouse_new (NULL, NULL, &reason);

  if (server == NULL)
    {
      g_test_skip (reason);
      return NULL;
    }
  exec (server, "CREATE DATABASE shop");
  for (guint i = 0; i < CLICKHOUSE_GENERATOR_N_TABLES; i++)
    {
      g_autofree char *create = clickhouse_generator_dup_create (i, names[i], "MergeTree ORDER BY id");
      g_autofree char *insert = clickhouse_generator_dup_insert (i, names[i], 0, 1);

      exec (server, create);
      exec (server, insert);
    }
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
compare_random (EngineSession *session, guint n)
{
  guint n_pushed = 0;
  guint n_conditions = 0;
  guint n_joined = 0;

  for (guint i = 0; i < n; i++)
    {
      guint n_tables = i % 4 == 3 ? 3 : i % 2 + 1;
      g_autofree char *sql = clickhouse_generator_draw (n_tables);
      g_autoptr (AskResult) pushed = NULL;
      g_autoptr (AskResult) here = NULL;
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;
      gboolean has_condition;
      gboolean there;

      ask_engine_set_push_down (session->engine, TRUE);
      pushed = query (session, sql);
      there = runs_there (pushed, &has_condition);
      n_pushed += there;
      n_joined += there && n_tables > 1;
      n_conditions += has_condition;
      ask_engine_set_push_down (session->engine, FALSE);
      here = query (session, sql);
      left = describe (pushed->rows);
      right = describe (here->rows);
      if (strcmp (left, right) != 0)
        g_error ("%s\npushed:\n%s\nhere:\n%s", sql, left, right);
    }
  g_test_message ("%u of %u ran at the server, %u with a condition, %u with joins", n_pushed, n, n_conditions,
                  n_joined);
  g_assert_cmpuint (n_pushed, >, n / 5);
  g_assert_cmpuint (n_joined, >, n / 20);
  g_assert_cmpuint (n_conditions, >, n / 10);
}

static void
test_random (void)
{
  g_autoptr (AskTestClickhouse) server = start ();
  EngineSession session;

  if (server == NULL)
    return;
  session_open (&session, server, "shop");
  compare_random (&session, g_test_slow () ? 3000 : 150);
  engine_session_close (&session);
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
    { "SELECT count(*) FROM t AS x JOIN t AS y ON x.id < y.n",
      "A join needs an equality of two columns in ClickHouse" },
    { "SELECT count(*) FROM t AS x JOIN u AS y ON x.r = y.r",
      "Only integers and texts are keys of a join in ClickHouse" },
    { "SELECT count(*) FROM t AS x LEFT JOIN u AS y ON x.n = y.k AND x.r = y.r",
      "Only integers and texts are keys of a LEFT JOIN in ClickHouse" },
    { "SELECT count(*) FROM t AS x LEFT JOIN u AS y ON x.n = y.k AND x.b = 1",
      "A condition of a LEFT JOIN is neither an equality nor of the right table alone" },
    { "SELECT count(*) FROM t AS x JOIN t AS y ON x.u = y.u", "Values of this type compare otherwise in ClickHouse" },
    { "SELECT count(*) FROM t AS x FULL JOIN u AS y ON x.n = y.k",
      "RIGHT and FULL JOIN are not written for ClickHouse" },
    { "SELECT count(*) FROM (SELECT id FROM t LIMIT 5) AS x JOIN u AS y ON x.id = y.k",
      "Subqueries and parentheses of FROM are not written for ClickHouse" },
    { "SELECT count(*) FROM own JOIN t ON own.ask_1_1 = t.n", "begins as our own names do in a join for ClickHouse" },
  };
  g_autoptr (AskTestClickhouse) server = start ();
  EngineSession session;

  if (server == NULL)
    return;
  exec (server, "CREATE TABLE shop.own (ask_1_1 Int32) ENGINE = MergeTree ORDER BY ask_1_1");
  session_open (&session, server, "shop");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) result = query (&session, cases[i].sql);
      g_autofree char *plan = ask_plan_to_text (result->plan);

      if (strstr (plan, cases[i].reason) == NULL)
        g_error ("no “%s” in:\n%s", cases[i].reason, plan);
    }
  engine_session_close (&session);
}

/* Each runs there as a whole, and gives the rows that are computed here. */
static void
check_pushed (const char *const *queries, guint n)
{
  g_autoptr (AskTestClickhouse) server = start ();
  EngineSession session;

  if (server == NULL)
    return;
  session_open (&session, server, "shop");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AskResult) pushed = query (&session, queries[i]);
      g_autoptr (AskResult) here = NULL;
      g_autofree char *left = describe (pushed->rows);
      g_autofree char *right = NULL;
      gboolean has_condition;

      if (!runs_there (pushed, &has_condition))
        g_error ("computed here: %s", queries[i]);
      ask_engine_set_push_down (session.engine, FALSE);
      here = query (&session, queries[i]);
      right = describe (here->rows);
      g_assert_cmpstr (left, ==, right);
      g_assert_cmpuint (ask_rows_get_n_rows (here->rows), >, 0);
      ask_engine_set_push_down (session.engine, TRUE);
    }
  engine_session_close (&session);
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

  check_pushed (queries, G_N_ELEMENTS (queries));
}

static void
test_joins (void)
{
  static const char *const queries[] = {
    "SELECT y.s, count(*), sum(x.id) FROM t AS x JOIN u AS y ON x.n = y.k GROUP BY y.s ORDER BY 1",
    /* a key that is NULL finds nothing, on neither side */
    "SELECT count(*), count(x.ns), count(y.ns) FROM t AS x JOIN u AS y ON x.ns = y.ns",
    "SELECT count(*), count(y.id), count(y.ns), count(x.ns) FROM t AS x LEFT JOIN u AS y ON x.ns = y.ns",
    /* what has no partner is NULL, the key too */
    "SELECT x.s, y.s, y.id FROM t AS x LEFT JOIN u AS y ON x.s = y.s WHERE x.id < 9 ORDER BY 1, 2, 3",
    "SELECT count(*) FROM t AS x LEFT JOIN u AS y ON x.big = y.id WHERE y.id IS NULL",
    "SELECT count(*), count(y.k) FROM t AS x LEFT JOIN u AS y ON y.k = x.n AND y.s = 'a'",
    /* the same table twice, and columns of one name */
    "SELECT x.id, y.id FROM t AS x JOIN t AS y ON x.id = y.n ORDER BY 1, 2",
    "SELECT a.id, b.id, c.id FROM u AS a LEFT JOIN u AS b ON a.k = b.k LEFT JOIN t AS c ON c.s = b.s AND c.id > 190 "
    "ORDER BY 1, 2, 3",
    /* a name of a table that is the name of a column */
    "SELECT s.s, n.s FROM t AS s JOIN u AS n ON s.n = n.k WHERE s.id < 7 ORDER BY 1, 2",
    "SELECT s, count(*) FROM t JOIN u USING (s) GROUP BY s ORDER BY s",
    "SELECT * FROM u JOIN t USING (s, day) ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9",
    "SELECT count(*) FROM t, u WHERE u.k = t.n AND t.b = 1 AND u.s <> t.s",
    "SELECT count(*) FROM u, t, u AS z WHERE u.k = t.n AND z.s = t.s AND z.id > u.id AND t.id > 20 AND z.ns <> '1'",
    "SELECT count(*) FROM u JOIN u AS z ON z.ns = t.ns JOIN t ON t.n = u.k",
    "SELECT z.s, count(*) FROM t JOIN u ON t.n = u.k LEFT JOIN u AS z ON z.id = u.id AND z.s > 'B' "
    "WHERE t.day >= '2023-12-30' GROUP BY z.s ORDER BY 1",
    "SELECT count(*), min(u.day), max(t.at) FROM t LEFT JOIN u ON t.day = u.day JOIN u AS z ON z.k = t.n",
    /* numbers of other widths, and a real beside the key */
    "SELECT count(*), avg(y.r) FROM t AS x JOIN u AS y ON y.k = x.b AND x.r = y.r",
  };

  check_pushed (queries, G_N_ELEMENTS (queries));
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
      self->shards[i] = ask_test_clickhouse_new (NULL, NULL, &reason);
      if (self->shards[i] == NULL)
        break;
      exec (self->shards[i], "CREATE DATABASE shop");
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
  return TRUE;
}

/* Of products, p1 to p5, each is on one shard, and no shard finds the partners of all of its rows on itself. */
static void
shards_fill (Shards *self)
{
  for (guint i = 0; i < N_SHARDS; i++)
    {
      g_autofree char *sales = g_strdup_printf (
        "INSERT INTO shop.sale_here SELECT %u, number + 1, concat('p', toString((number + 1) %% 7)), number + 1 "
        "FROM system.numbers LIMIT %u",
        i, ROWS_A_SHARD);
      g_autofree char *products = g_strdup_printf (
        "INSERT INTO shop.product_here SELECT concat('p', toString(number)), if(number = 4, NULL, intDiv(number, 2)) "
        "FROM (SELECT number FROM system.numbers LIMIT 6) WHERE number %% %u = %u AND number > 0",
        N_SHARDS, i);

      exec (self->shards[i], "CREATE TABLE shop.sale_here (region Int32, id Int32, product String, amount Int32) "
                             "ENGINE = MergeTree ORDER BY id");
      exec (self->shards[i], sales);
      exec (self->shards[i], "CREATE TABLE shop.product_here (name String, kind Nullable(Int64)) "
                             "ENGINE = MergeTree ORDER BY name");
      exec (self->shards[i], products);
    }
  exec (self->front, "CREATE TABLE shop.sale (region Int32, id Int32, product String, amount Int32) "
                     "ENGINE = Distributed(three, shop, sale_here)");
  exec (self->front, "CREATE TABLE shop.product (name String, kind Nullable(Int64)) "
                     "ENGINE = Distributed(three, shop, product_here)");
  exec (self->front, "CREATE TABLE shop.kind (id Int16, title String) ENGINE = MergeTree ORDER BY id");
  exec (self->front, "INSERT INTO shop.kind VALUES (0, 'zero'), (1, 'one'), (1, 'uno')");
}

/* The generator's tables, rows on any of the shards. */
static void
shards_spread (Shards *self)
{
  for (guint t = 0; t < CLICKHOUSE_GENERATOR_N_TABLES; t++)
    {
      g_autofree char *here = g_strdup_printf ("%s_here", names[t]);
      g_autofree char *engine = g_strdup_printf ("Distributed(three, shop, %s)", here);
      g_autofree char *front = clickhouse_generator_dup_create (t, names[t], engine);
      g_autofree char *create = clickhouse_generator_dup_create (t, here, "MergeTree ORDER BY id");

      exec (self->front, front);
      for (guint i = 0; i < N_SHARDS; i++)
        {
          g_autofree char *insert = clickhouse_generator_dup_insert (t, here, i, N_SHARDS);

          exec (self->shards[i], create);
          exec (self->shards[i], insert);
        }
    }
}

static void
ask_shards (Shards *shards)
{
  static const char *const queries[] = {
    "SELECT region, count(*), sum(amount), min(product) FROM sale GROUP BY region ORDER BY region",
    "SELECT product, avg(amount) FROM sale WHERE amount > 500 GROUP BY product ORDER BY product",
    "SELECT id, product FROM sale WHERE region = 1 AND id = 9",
    "SELECT region, id FROM sale ORDER BY id DESC, region LIMIT 5",
    "SELECT product.kind, count(*), sum(amount) FROM sale JOIN product ON product = name GROUP BY kind ORDER BY kind",
    "SELECT kind, region, count(*) FROM product JOIN sale ON product = name WHERE id > 10 AND name <> 'p5' "
    "GROUP BY kind, region ORDER BY kind, region",
    "SELECT name, count(*), sum(amount) FROM sale LEFT JOIN product ON product = name GROUP BY name ORDER BY name",
    "SELECT title, count(*) FROM kind JOIN sale ON kind.id = region GROUP BY title ORDER BY title",
    "SELECT title, name, count(*) FROM kind JOIN product ON kind.id = kind JOIN sale ON product = name "
    "GROUP BY title, name ORDER BY title, name",
    "SELECT title, count(*) FROM sale LEFT JOIN product ON product = name LEFT JOIN kind ON kind = kind.id "
    "GROUP BY title ORDER BY title",
  };
  static const guint rows[] = { 3, 7, 1, 5, 4, 9, 6, 3, 5, 4 };
  g_autoptr (GError) error = NULL;
  EngineSession session;

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
  engine_session_close (&session);
}

/* One table over three servers, asked through the first. */
static void
test_distributed (void)
{
  Shards shards = { NULL };

  if (shards_open (&shards))
    {
      shards_fill (&shards);
      ask_shards (&shards);
    }
  shards_close (&shards);
}

static void
test_random_distributed (void)
{
  Shards shards = { NULL };
  EngineSession session;

  if (shards_open (&shards))
    {
      shards_spread (&shards);
      session_open (&session, shards.front, "shop");
      compare_random (&session, g_test_slow () ? 1000 : 120);
      engine_session_close (&session);
    }
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
  g_test_add_func ("/engine/clickhouse/joins-run-there-and-give-the-rows-of-sqlite", test_joins);
  g_test_add_func ("/engine/clickhouse/of-three-servers-only-the-result-travels", test_distributed);
  g_test_add_func ("/engine/clickhouse/of-three-servers-too-it-gives-the-rows-of-sqlite", test_random_distributed);
  g_test_add_func ("/engine/clickhouse/an-answer-of-other-columns-is-an-error", test_other_columns);
  return g_test_run ();
}

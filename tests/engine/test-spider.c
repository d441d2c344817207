/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where users outgrow one machine: a table sharded over two MariaDB servers by the Spider engine, asked through a third
 * one. The same driver reaches it, and only the result travels to us.
 */
#include "config.h"

#include <string.h>

#include "engine-session.h"
#include "engine/ask-engine.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-mariadb.h"

#define N_SHARDS 2
#define ROWS_A_SHARD 2000

typedef struct
{
  AskTestMariadb *shards[N_SHARDS];
  AskTestMariadb *front;
  EngineSession session;
} Shards;

static void
fill (Shards *self)
{
  g_autoptr (GString) front = g_string_new (
    "CREATE DATABASE shop; CREATE TABLE shop.sale (region INT NOT NULL, id INT NOT NULL, product VARCHAR(20), amount INT "
    "NOT NULL, PRIMARY KEY (region, id)) ENGINE=SPIDER DEFAULT CHARSET=utf8mb4 "
    "COMMENT='wrapper \"mysql\", table \"sale\"' PARTITION BY LIST (region) (");

  for (guint i = 0; i < N_SHARDS; i++)
    {
      g_autofree char *sql = g_strdup_printf (
        "CREATE DATABASE shop; CREATE TABLE shop.sale (region INT NOT NULL, id INT NOT NULL, product VARCHAR(20), "
        "amount INT NOT NULL, PRIMARY KEY (region, id)) DEFAULT CHARSET=utf8mb4;"
        "INSERT INTO shop.sale SELECT %u, seq, CONCAT('p', seq %% 7), seq FROM shop.seq_1_to_%u",
        i, ROWS_A_SHARD);

      ask_test_mariadb_exec (self->shards[i], sql);
      g_string_append_printf (front,
                              "%sPARTITION p%u VALUES IN (%u) COMMENT = 'host \"127.0.0.1\", port \"%u\", "
                              "user \"ask\", database \"shop\"'",
                              i > 0 ? ", " : "", i, i, ask_test_mariadb_get_port (self->shards[i]));
    }
  g_string_append (front, "); CREATE TABLE shop.area (region INT NOT NULL PRIMARY KEY, name VARCHAR(20)) "
                          "DEFAULT CHARSET=utf8mb4; INSERT INTO shop.area VALUES (0, 'north'), (1, 'south')");
  ask_test_mariadb_exec (self->front, front->str);
}

static gboolean
shards_open (Shards *self)
{
  g_autofree char *reason = NULL;
  g_autofree char *uri = NULL;

  memset (self, 0, sizeof *self);
  if (!g_file_test ("/usr/lib/mysql/plugin/ha_spider.so", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the Spider engine is not installed (mariadb-plugin-spider)");
      return FALSE;
    }
  self->front = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, &reason);
  for (guint i = 0; self->front != NULL && i < N_SHARDS; i++)
    self->shards[i] = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, &reason);
  if (reason != NULL)
    {
      g_test_skip (reason);
      return FALSE;
    }
  ask_test_mariadb_exec (self->front, "INSTALL SONAME 'ha_spider'");
  fill (self);
  uri = ask_test_mariadb_dup_uri (self->front, NULL, "shop", NULL);
  engine_session_open (&self->session, ask_source_config_new ("front", &ask_mysql_kind, uri));
  return TRUE;
}

static void
shards_close (Shards *self)
{
  engine_session_close (&self->session);
  g_clear_pointer (&self->front, ask_test_mariadb_free);
  for (guint i = 0; i < N_SHARDS; i++)
    g_clear_pointer (&self->shards[i], ask_test_mariadb_free);
}

static const struct
{
  const char *sql;
  guint rows;
  const char *first;
} queries[] = {
  { "SELECT region, count(*) AS n, sum(amount) AS total FROM sale GROUP BY region ORDER BY region", 2,
    "0|2000|2001000" },
  { "SELECT id, product FROM sale WHERE region = 1 AND id = 9", 1, "9|p2" },
  { "SELECT a.name, count(*) AS n FROM sale AS s JOIN area AS a ON a.region = s.region WHERE s.amount > 1990 "
    "GROUP BY a.name ORDER BY a.name",
    2, "north|10" },
};

static void
test_result_travels (void)
{
  Shards shards;

  if (shards_open (&shards))
    for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (AskResult) result
          = ask_engine_query (shards.session.engine, queries[i].sql, NULL, NULL, NULL, &error);
        g_autoptr (GString) first = g_string_new (NULL);

        g_assert_no_error (error);
        g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, queries[i].rows);
        for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
          {
            g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, 0, c));

            g_string_append_printf (first, "%s%s", c > 0 ? "|" : "", cell);
          }
        g_assert_cmpstr (first->str, ==, queries[i].first);
        g_assert_cmpuint (result->remote->len, ==, 1);
        g_assert_cmpint (((AskRemoteQuery *) result->remote->pdata[0])->rows, ==, queries[i].rows);
      }
  shards_close (&shards);
}

/* A shard that is gone is an error, not fewer rows. */
static void
test_lost_shard (void)
{
  Shards shards;

  if (shards_open (&shards))
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = NULL;

      g_clear_pointer (&shards.shards[1], ask_test_mariadb_free);
      result = ask_engine_query (shards.session.engine, queries[0].sql, NULL, NULL, NULL, &error);
      g_assert_null (result);
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
    }
  shards_close (&shards);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/spider/only-the-result-of-shards-travels", test_result_travels);
  g_test_add_func ("/engine/spider/a-lost-shard-is-an-error", test_lost_shard);
  return g_test_run ();
}

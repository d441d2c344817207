/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where users outgrow one machine: a table partitioned over three PostgreSQL servers through
 * postgres_fdw, asked through a fourth one. The same driver reaches it, and an aggregate runs on the
 * shards: what they were asked stands in their logs.
 */
#include "config.h"

#include <string.h>

#include "engine-session.h"
#include "engine/ask-engine.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"

#define N_SHARDS 3
#define ROWS_A_SHARD 2000

typedef struct
{
  AskTestPostgres *shards[N_SHARDS];
  AskTestPostgres *front;
  EngineSession session;
} Shards;

static void
fill (Shards *self)
{
  g_autoptr (GString) front
    = g_string_new ("CREATE EXTENSION postgres_fdw;"
                    "CREATE TABLE sale (region int NOT NULL, id int NOT NULL, product text, amount int NOT NULL) "
                    "PARTITION BY LIST (region);"
                    "CREATE TABLE area (region int PRIMARY KEY, name text);"
                    "INSERT INTO area SELECT i, 'area ' || i FROM generate_series (0, 2) AS i;");

  for (int i = 0; i < N_SHARDS; i++)
    {
      g_autofree char *sql = g_strdup_printf (
        "CREATE TABLE sale (region int NOT NULL, id int NOT NULL, product text, amount int NOT NULL);"
        "INSERT INTO sale SELECT %d, i, 'p' || i %% 7, i FROM generate_series (1, %d) AS i;"
        "ANALYZE sale",
        i, ROWS_A_SHARD);

      ask_test_postgres_exec (self->shards[i], sql);
      g_string_append_printf (front,
                              "CREATE SERVER shard%d FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%u', "
                              "dbname 'postgres', use_remote_estimate 'true');"
                              "CREATE USER MAPPING FOR CURRENT_USER SERVER shard%d OPTIONS (user 'askdata');"
                              "CREATE FOREIGN TABLE sale%d PARTITION OF sale FOR VALUES IN (%d) SERVER shard%d OPTIONS "
                              "(table_name 'sale');",
                              i, ask_test_postgres_get_folder (self->shards[i]),
                              ask_test_postgres_get_port (self->shards[i]), i, i, i, i);
    }
  ask_test_postgres_exec (self->front, front->str);
}

static gboolean
shards_open (Shards *self)
{
  AskTestPostgresOptions options = { .config = "log_statement = 'all'\n" };
  g_autofree char *reason = NULL;
  g_autofree char *extension = NULL;

  memset (self, 0, sizeof *self);
  self->front = ask_test_postgres_new (NULL, &reason);
  for (int i = 0; self->front != NULL && i < N_SHARDS; i++)
    {
      self->shards[i] = ask_test_postgres_new (&options, &reason);
      if (self->shards[i] == NULL)
        break;
    }
  if (reason != NULL)
    {
      g_test_skip (reason);
      return FALSE;
    }
  extension
    = ask_test_postgres_query (self->front, "SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'");
  if (strcmp (extension, "1") != 0)
    {
      g_test_skip ("this PostgreSQL has no postgres_fdw");
      return FALSE;
    }
  fill (self);
  engine_session_open (&self->session, ask_source_config_new ("front", &ask_postgres_kind,
                                                              ask_test_postgres_get_uri (self->front)));
  return TRUE;
}

static void
shards_close (Shards *self)
{
  engine_session_close (&self->session);
  g_clear_pointer (&self->front, ask_test_postgres_free);
  for (int i = 0; i < N_SHARDS; i++)
    g_clear_pointer (&self->shards[i], ask_test_postgres_free);
}

/* What a shard was asked for rows of the table, the last time. */
static char *
dup_last_query (AskTestPostgres *shard)
{
  g_autofree char *path = g_build_filename (ask_test_postgres_get_folder (shard), "log", NULL);
  g_autofree char *log = NULL;
  g_auto (GStrv) lines = NULL;
  char *last = NULL;

  g_assert_true (g_file_get_contents (path, &log, NULL, NULL));
  lines = g_strsplit (log, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    /* postgres_fdw writes the query on the line after its DECLARE CURSOR FOR. */
    if (strstr (lines[i], "DECLARE c") != NULL && lines[i + 1] != NULL && strstr (lines[i + 1], "public.sale") != NULL)
      {
        g_free (last);
        last = g_strdup (lines[i + 1]);
      }
  return last;
}

static AskResult *
query (Shards *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (self->session.engine, sql, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static void
test_aggregate (void)
{
  Shards shards;

  if (shards_open (&shards))
    {
      g_autoptr (AskResult) result
        = query (&shards, "SELECT region, count(*) AS n, sum(amount) AS total FROM sale GROUP BY "
                          "region ORDER BY region");

      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, N_SHARDS);
      g_assert_cmpuint (result->remote->len, ==, 1);
      /* Only the result travels. */
      g_assert_cmpint (((AskRemoteQuery *) result->remote->pdata[0])->rows, ==, N_SHARDS);
      for (int i = 0; i < N_SHARDS; i++)
        {
          g_autofree char *asked = dup_last_query (shards.shards[i]);

          g_assert_cmpint (ask_rows_get (result->rows, (gsize) i, 0)->integer, ==, i);
          g_assert_cmpint (ask_rows_get (result->rows, (gsize) i, 1)->integer, ==, ROWS_A_SHARD);
          g_assert_cmpint (ask_rows_get (result->rows, (gsize) i, 2)->integer, ==,
                           ROWS_A_SHARD * (ROWS_A_SHARD + 1) / 2);
          g_test_message ("%s", asked);
          g_assert_nonnull (asked);
          g_assert_nonnull (strstr (asked, "count(*)"));
          g_assert_nonnull (strstr (asked, "sum("));
          g_assert_nonnull (strstr (asked, "GROUP BY"));
        }
    }
  shards_close (&shards);
}

/* Beside a small table of the server in front. */
static void
test_join (void)
{
  Shards shards;

  if (shards_open (&shards))
    {
      g_autoptr (AskResult) result
        = query (&shards, "SELECT a.name, count(*) AS n FROM sale AS s JOIN area AS a ON a.region = "
                          "s.region WHERE s.amount > 1990 GROUP BY a.name ORDER BY a.name");

      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, N_SHARDS);
      g_assert_cmpstr (ask_rows_get (result->rows, 0, 0)->text, ==, "area 0");
      g_assert_cmpint (ask_rows_get (result->rows, 0, 1)->integer, ==, 10);
      g_assert_cmpuint (result->remote->len, ==, 1);
      g_assert_cmpint (((AskRemoteQuery *) result->remote->pdata[0])->rows, ==, N_SHARDS);
    }
  shards_close (&shards);
}

static void
test_one_shard (void)
{
  Shards shards;

  if (shards_open (&shards))
    {
      g_autoptr (AskResult) result = query (&shards, "SELECT id, product FROM sale WHERE region = 1 AND id = 9");
      g_autofree char *asked = dup_last_query (shards.shards[1]);
      g_autofree char *other = dup_last_query (shards.shards[2]);

      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
      g_assert_cmpstr (ask_rows_get (result->rows, 0, 1)->text, ==, "p2");
      g_assert_nonnull (asked);
      g_assert_nonnull (strstr (asked, "WHERE"));
      g_assert_null (other);
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

      ask_test_postgres_kill (shards.shards[2]);
      result = ask_engine_query (shards.session.engine, "SELECT region, count(*) FROM sale GROUP BY region", NULL, NULL,
                                 NULL, &error);
      g_assert_null (result);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "front"));
    }
  shards_close (&shards);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/shards/only-the-aggregate-of-shards-travels", test_aggregate);
  g_test_add_func ("/engine/shards/only-the-result-of-a-join-travels", test_join);
  g_test_add_func ("/engine/shards/a-filter-reaches-the-one-shard", test_one_shard);
  g_test_add_func ("/engine/shards/a-lost-shard-is-an-error", test_lost_shard);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A time limit says that it was one, wherever it strikes: while a server computes, while its rows come, while rows
 * are computed that are to travel, and in SQLite.
 */
#include "config.h"

#include <string.h>

#include "engine-servers.h"

/* Nobody waits for these to their end. */
#define ENDLESS(table)                                                                                                \
  "(SELECT max(p.id + q.id + r.id + s.id) AS m FROM " table " p JOIN " table " q ON p.id <> -q.id JOIN " table        \
  " r ON p.id <> -r.id JOIN " table " s ON p.id <> -s.id)"

static const char tables[]
  = "CREATE TABLE a (id INTEGER PRIMARY KEY, g INTEGER); CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER);"
    "CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER); CREATE TABLE d (id INTEGER PRIMARY KEY, a_id INTEGER);"
    "INSERT INTO a WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700) SELECT i, i FROM n;"
    "INSERT INTO b SELECT id, g FROM a; INSERT INTO c SELECT id, g FROM a; INSERT INTO d SELECT id, g FROM a";

static const char *const queries[] = {
  "SELECT m FROM " ENDLESS ("a"), /* in a file */
  "SELECT m FROM " ENDLESS ("b"), /* a server runs all of it */
  "SELECT m FROM " ENDLESS ("c"),
  "SELECT a.id FROM a JOIN " ENDLESS ("b") " AS x ON x.m = a.id", /* a part */
  "SELECT a.id FROM a JOIN " ENDLESS ("c") " AS x ON x.m = a.id",
  "SELECT b.id FROM b JOIN " ENDLESS ("c") " AS x ON x.m = b.id", /* what travels */
  "SELECT c.id FROM c JOIN " ENDLESS ("b") " AS x ON x.m = c.id",
  "SELECT p.id, q.id, r.id FROM b p JOIN b q ON p.id <> -q.id JOIN b r ON r.id <> -q.id", /* while rows come */
  "SELECT p.id, q.id, r.id FROM c p JOIN c q ON p.id <> -q.id JOIN c r ON r.id <> -q.id",
};

/* Whatever stopped the statement before does not stop this one. */
static void
check_goes_on (AskEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_engine_query (engine, "SELECT a.id FROM a JOIN b ON b.id = a.id LIMIT 1", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (result);
}

static void
test_says_so (void)
{
  const EnginePlace places[4] = { PLACE_FILE, PLACE_POSTGRES, PLACE_MARIADB, PLACE_FILE };
  AskLimits limits = { .max_rows = 1000000000, .max_bytes = (gsize) 1 << 40, .deadline_ms = 300 };
  EngineServers servers;

  if (!engine_servers_start (&servers))
    return;
  engine_servers_open (&servers, tables, places);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    for (int push_down = 0; push_down <= 1; push_down++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (AskResult) result = NULL;

        ask_engine_set_push_down (servers.engine, push_down);
        result = ask_engine_query (servers.engine, queries[i], &limits, NULL, NULL, &error);
        g_assert_null (result);
        if (!g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE))
          g_error ("%s, push-down %d: %s", queries[i], push_down, error->message);
        g_assert_nonnull (strstr (error->message, "longer than 0.3 s"));
        g_assert_nonnull (strstr (error->message, "allow more time"));
        check_goes_on (servers.engine);
      }
  engine_servers_close (&servers);
  engine_servers_stop (&servers);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (100000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Who cancels is told so, also where there is a limit. */
static void
test_cancelled_is_cancelled (void)
{
  const EnginePlace places[4] = { PLACE_FILE, PLACE_POSTGRES, PLACE_MARIADB, PLACE_FILE };
  EngineServers servers;

  if (!engine_servers_start (&servers))
    return;
  engine_servers_open (&servers, tables, places);
  for (guint i = 0; i < G_N_ELEMENTS (queries) - 2; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
      AskResult *result = ask_engine_query (servers.engine, queries[i], NULL, NULL, cancellable, &error);

      g_thread_join (thread);
      g_assert_null (result);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      check_goes_on (servers.engine);
    }
  engine_servers_close (&servers);
  engine_servers_stop (&servers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/deadline/a-deadline-says-so-wherever-it-strikes", test_says_so);
  g_test_add_func ("/engine/deadline/a-cancelled-query-is-told-as-cancelled", test_cancelled_is_cancelled);
  return g_test_run ();
}

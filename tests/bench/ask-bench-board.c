/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of boards: how long 20 tiles over four sources take to be there with what they last gave, from opening the
 * workspace on; and how long a refresh takes beside what its slowest source takes alone. The sources wait: two APIs on
 * loopback that answer late, a view of PostgreSQL that sleeps, and a file.
 *
 * Usage: ask-bench-board [ROUNDS]
 */
#include "config.h"

#include <sqlite3.h>
#include <stdio.h>

#include "bench/ask-bench-times.h"
#include "board/ask-board-refresh.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-server.h"

#define N_TILES 20
#define ROWS_OF_A_TILE 500
#define SPECIFICATION \
  "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"%s\",\"version\":\"1\"},\"servers\":[{\"url\":\"%s\"}]," \
  "\"paths\":{\"/%s\":{\"get\":{\"operationId\":\"%s\",\"responses\":{\"200\":{\"description\":\"ok\",\"content\":" \
  "{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{" \
  "\"id\":{\"type\":\"integer\"},\"carrier\":{\"type\":\"string\"}}}}}}}}}}}}"

static void
check (GError *error)
{
  if (error != NULL)
    g_error ("%s", error->message);
}

static void
add (AskWorkspace *workspace, const AskNewSource *source)
{
  g_autoptr (GError) error = NULL;
  AskSourceRecord *record = ask_workspace_add_source (workspace, source, NULL, NULL, &error);

  check (error);
  ask_source_record_free (record);
}

static void
add_file (AskWorkspace *workspace, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "shop.sqlite", NULL);
  sqlite3 *db = NULL;

  g_assert (sqlite3_open (path, &db) == SQLITE_OK);
  g_assert (sqlite3_exec (db,
                          "CREATE TABLE sale (id INTEGER PRIMARY KEY, city TEXT, amount REAL);"
                          "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
                          "INSERT INTO sale SELECT i, 'City ' || (i % 700), i / 7.0 FROM n",
                          NULL, NULL, NULL)
            == SQLITE_OK);
  sqlite3_close (db);
  add (workspace, &(AskNewSource) { &ask_sqlite_kind, "shop", path, NULL, NULL });
}

static void
add_api (AskWorkspace *workspace, const char *folder, AskTestServer *server, const char *name)
{
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *specification = g_strdup_printf (SPECIFICATION, name, url, name, name);

  g_assert (g_file_set_contents (path, specification, -1, NULL));
  add (workspace, &(AskNewSource) { &ask_rest_kind, name, path, url, NULL });
}

static AskTestServer *
start_api (const char *name, guint delay_ms)
{
  AskTestServer *server = ask_test_server_new (NULL, NULL);
  g_autofree char *path = g_strconcat ("/", name, NULL);
  g_autoptr (GString) rows = g_string_new ("[");

  for (guint i = 0; i < ROWS_OF_A_TILE; i++)
    g_string_append_printf (rows, "%s{\"id\":%u,\"carrier\":\"Carrier %u\"}", i > 0 ? "," : "", i, i % 40);
  g_string_append_c (rows, ']');
  ask_test_server_add_json (server, path, rows->str)->delay_ms = delay_ms;
  return server;
}

/* Five tiles a source, each another query. */
static gint64
make_board (AskWorkspace *workspace, gboolean postgres)
{
  static const char *const queries[]
    = { "SELECT id, carrier, id + %u AS next FROM north",
        "SELECT carrier, count(*) + %u AS n FROM south GROUP BY carrier",
        "SELECT city, sum(amount) + %u AS amount FROM sale GROUP BY city ORDER BY amount DESC LIMIT 500",
        "SELECT id + %u AS id FROM slow" };
  g_autoptr (AskBoard) board = ask_board_new ("Bench");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_TILES; i++)
    {
      guint source = i % (postgres ? 4 : 3);
      AskTile *tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);
      g_auto (GStrv) parts = g_strsplit (queries[source], "%u", 2);
      g_autofree char *sql = g_strdup_printf ("%s%u%s", parts[0], i, parts[1]);

      ask_tile_set_sql (tile, sql);
      ask_tile_set_title (tile, sql);
    }
  ask_board_save (board, workspace, "Made", &error);
  check (error);
  return board->id;
}

/* As a window opens it. */
static double
time_open (const char *path, gint64 id)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);
  g_autoptr (AskBoard) board = ask_board_load (workspace, id, 0, &error);
  g_autoptr (GPtrArray) results = ask_board_load_results (board, workspace, NULL, &error);

  check (error);
  for (guint i = 0; i < results->len; i++)
    g_assert (((AskTileResult *) results->pdata[i])->kept->rows != NULL);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* What the slowest source's tiles take one after the other. */
static double
find_slowest (GPtrArray *results)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  double most = 0;

  for (guint i = 0; i < results->len; i++)
    {
      const AskBoardResult *kept = ((AskTileResult *) results->pdata[i])->kept;
      double *sum = g_hash_table_lookup (sums, kept->sources->pdata[0]);

      if (sum == NULL)
        g_hash_table_insert (sums, g_strdup (kept->sources->pdata[0]), sum = g_new0 (double, 1));
      *sum += kept->elapsed_ms;
      most = MAX (most, *sum);
    }
  return most;
}

static double
time_refresh (AskWorkspace *workspace, gint64 id, double *slowest)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoard) board = ask_board_load (workspace, id, 0, &error);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GPtrArray) results
    = ask_board_refresh (board, workspace, &(AskBoardRefresh) { .spending = { .any_cost = TRUE } }, NULL, &error);
  double ms = (double) (g_get_monotonic_time () - start) / 1000;

  check (error);
  for (guint i = 0; i < results->len; i++)
    if (((AskTileResult *) results->pdata[i])->state != ASK_TILE_DONE)
      g_error ("%s", ((AskTileResult *) results->pdata[i])->kept->failure);
  *slowest = find_slowest (results);
  return ms;
}

static double
median (GArray *times)
{
  g_array_sort (times, bench_compare_times);
  return g_array_index (times, double, times->len / 2);
}

int
main (int argc, char **argv)
{
  guint rounds = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 9;
  g_autofree char *folder = ask_test_folder_new ("askdata-bench-XXXXXX");
  g_autofree char *path = g_build_filename (folder, "workspace.askdata", NULL);
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (path, &error);
  AskTestPostgres *postgres = ask_test_postgres_new (NULL, &reason);
  g_autoptr (AskTestServer) north = start_api ("north", 120);
  g_autoptr (AskTestServer) south = start_api ("south", 60);
  g_autoptr (GArray) opened = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) refreshed = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) ratios = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 id;

  check (error);
  add_file (workspace, folder);
  add_api (workspace, folder, north, "north");
  add_api (workspace, folder, south, "south");
  if (postgres != NULL)
    {
      ask_test_postgres_exec (postgres, "CREATE VIEW slow AS SELECT g AS id FROM generate_series(1, 500) g,"
                                        " (SELECT pg_sleep(0.2)) AS s");
      add (workspace, &(AskNewSource) { &ask_postgres_kind, "pg", ask_test_postgres_get_uri (postgres), NULL, NULL });
    }
  else
    printf ("Without PostgreSQL: %s\n", reason);
  id = make_board (workspace, postgres != NULL);
  for (guint i = 0; i < MAX (1, rounds); i++)
    {
      double slowest;
      double ms = time_refresh (workspace, id, &slowest);
      double open = time_open (path, id);
      double ratio = ms / slowest;

      g_array_append_val (refreshed, ms);
      g_array_append_val (ratios, ratio);
      g_array_append_val (opened, open);
    }
  printf ("%u tiles over %u sources, median of %u rounds\n", N_TILES, postgres != NULL ? 4 : 3, MAX (1, rounds));
  printf ("opened with what they last gave: %.1f ms (allowed 300)\n", median (opened));
  printf ("refreshed: %.0f ms, %.2f times its slowest source (allowed 1.20)\n", median (refreshed), median (ratios));
  ask_workspace_close (workspace);
  g_clear_pointer (&postgres, ask_test_postgres_free);
  ask_test_folder_remove (folder);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli complete: what can follow, and that what is composed of it is answered without a model.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"

static void
open_music (Cli *cli)
{
  g_autofree char *path = NULL;
  sqlite3 *db = NULL;

  cli_open (cli);
  path = cli_path (cli, "music.sqlite");
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
                                 "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT,"
                                 "  artist_id INTEGER REFERENCES artist (artist_id), price REAL);"
                                 "INSERT INTO artist VALUES (1, 'Accept', 'Germany'), (2, 'Aerosmith', 'USA'),"
                                 "  (3, 'Scorpions', 'Germany');"
                                 "INSERT INTO album VALUES (1, 'Rocks', 2, 9.5), (2, 'Blackout', 3, 7),"
                                 "  (3, 'Restless', 1, 8), (4, 'Metal Heart', 1, 9)",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  cli_run_good (cli, "source", "add", "sqlite", "music", path, NULL);
}

/* Returns: (nullable): the first completion, where it is @text */
static JsonObject *
get_first (JsonNode *node, const char *text)
{
  JsonArray *array = json_node_get_array (node);
  JsonObject *first = json_array_get_length (array) > 0 ? ask_json_element_object (array, 0) : NULL;

  return first != NULL && g_strcmp0 (ask_json_get_string (first, "text"), text) == 0 ? first : NULL;
}

static void
test_json (void)
{
  Cli cli;
  JsonObject *first;

  open_music (&cli);
  cli_run_good (&cli, "complete", "how many al", "--format", "json", NULL);

  g_autoptr (JsonNode) end = cli_get_json (&cli);

  first = get_first (end, "albums");
  g_assert_nonnull (first);
  g_assert_cmpstr (ask_json_get_string (first, "kind"), ==, "entity");
  g_assert_cmpint (json_object_get_int_member (first, "start"), ==, 9);
  g_assert_cmpint (json_object_get_int_member (first, "end"), ==, 11);
  g_assert_true (json_object_get_boolean_member (first, "certain"));
  cli_run_good (&cli, "complete", "how ma albums", "--at", "6", "--format", "json", NULL);

  g_autoptr (JsonNode) within = cli_get_json (&cli);

  g_assert_nonnull (get_first (within, "how many"));
  cli_run_good (&cli, "complete", "artists where country is g", "--format", "json", NULL);

  g_autoptr (JsonNode) value = cli_get_json (&cli);

  first = get_first (value, "Germany");
  g_assert_nonnull (first);
  g_assert_cmpstr (ask_json_get_string (first, "what"), ==, "value of artist.country");
  cli_close (&cli);
}

static void
test_text (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "complete", "albums per ", NULL);
  g_assert_nonnull (strstr (cli.out, "country of artist"));
  g_assert_nonnull (strstr (cli.out, "attribute of artist"));
  cli_run_good (&cli, "complete", "groovy zeppelins ", NULL);
  g_assert_nonnull (strstr (cli.out, "Nothing that is known here"));
  g_assert_cmpint (cli_run (&cli, "complete", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "complete", "how", "--at", "4", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "from 0 to 3"));
  cli_close (&cli);
}

/* No guess comes before it, and no model is there. */
static void
test_answered (void)
{
  static const struct
  {
    const char *question;
    const char *sql;
  } cases[] = {
    { "albums per artist", "GROUP BY T1.artist_id" },
    { "average price of albums where country of artist is Germany", "avg(" },
    { "which artist has the most albums", "LIMIT 1" },
    { "top 2 albums by price", "ORDER BY price DESC LIMIT 2" },
  };
  Cli cli;

  open_music (&cli);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) node = NULL;
      JsonObject *first;

      cli_run_good (&cli, "interpret", cases[i].question, "--format", "json", NULL);
      node = cli_get_json (&cli);
      g_assert_true (json_object_get_boolean_member (json_node_get_object (node), "confident"));
      first = ask_json_element_object (ask_json_get_array (json_node_get_object (node), "readings"), 0);
      g_assert_nonnull (strstr (ask_json_get_string (first, "sql"), cases[i].sql));
      g_assert_cmpfloat (json_object_get_double_member (first, "score"), >=, 0.99);
      cli_run_good (&cli, "ask", "--no-model", cases[i].question, NULL);
    }
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/complete/json-says-what-is-replaced", test_json);
  g_test_add_func ("/cli/complete/text-says-what-each-is", test_text);
  g_test_add_func ("/cli/complete/what-is-composed-is-answered", test_answered);
  return g_test_run ();
}

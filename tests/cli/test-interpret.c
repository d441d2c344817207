/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli interpret, and ask without a model: what may be meant, and what comes of it.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"

static void
open_music (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "music",
                  "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
                  "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT,"
                  "  artist_id INTEGER REFERENCES artist (artist_id), price REAL);"
                  "CREATE TABLE label (label_id INTEGER PRIMARY KEY, name TEXT);"
                  "INSERT INTO artist VALUES (1, 'Accept', 'Germany'), (2, 'Aerosmith', 'USA'), (3, 'Scorpions', 'Germany');"
                  "INSERT INTO album VALUES (1, 'Rocks', 2, 9.5), (2, 'Blackout', 3, 7), (3, 'Restless', 1, 8);"
                  "INSERT INTO label VALUES (1, 'Sony'), (2, 'Nuclear')");
}

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
test_json (void)
{
  Cli cli;
  JsonObject *object;
  JsonArray *readings;
  double before = 1;

  open_music (&cli);
  cli_run_good (&cli, "interpret", "how many albums are there?", "--format", "json", NULL);

  g_autoptr (JsonNode) node = cli_get_json (&cli);

  object = json_node_get_object (node);
  g_assert_cmpstr (ask_json_get_string (object, "question"), ==, "how many albums are there?");
  g_assert_true (json_object_get_boolean_member (object, "confident"));
  readings = ask_json_get_array (object, "readings");
  g_assert_cmpuint (json_array_get_length (readings), >, 0);
  for (guint i = 0; i < json_array_get_length (readings); i++)
    {
      JsonObject *reading = ask_json_element_object (readings, i);
      const char *sql = ask_json_get_string (reading, "sql");
      double score = json_object_get_double_member (reading, "score");
      JsonArray *links = ask_json_get_array (reading, "links");

      g_assert_true (g_str_has_prefix (sql, "SELECT "));
      g_assert_nonnull (ask_json_get_string (reading, "words"));
      g_assert_cmpfloat (score, >=, 0);
      g_assert_cmpfloat (score, <=, before);
      before = score;
      g_assert_nonnull (links);
      g_assert_cmpstr (ask_json_get_string (ask_json_element_object (links, 0), "kind"), !=, NULL);
      /* What is offered runs. */
      if (i < 3)
        {
          g_autofree char *copy = g_strdup (sql);

          cli_run_good (&cli, "query", copy, NULL);
        }
    }
  /* A look is no question: nothing is kept of it. */
  cli_run_good (&cli, "history", NULL);
  g_assert_cmpstr (cli.out, ==, "");
  cli_close (&cli);
}

static void
test_text (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "interpret", "how many albums are there?", NULL);
  assert_has (cli.out, " %  ");
  assert_has (cli.out, "SELECT ");
  g_assert_null (strstr (cli.out, "Blackout"));
  /* It is what would be answered, and said once. */
  g_assert_true (g_str_has_prefix (cli.out, "100 %  Counted: album.  (1 row)\n       SELECT count(*) AS albums FROM album\n"));
  g_assert_null (strstr (cli.out + 10, "Counted: album.  "));
  cli_run_good (&cli, "interpret", "show names", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "Not sure. It may mean:\n 50 %  Shown, each once: name of artist.  (3 rows)\n"));
  cli_run_good (&cli, "interpret", "how groovy is the zeppelin?", NULL);
  assert_has (cli.out, "Not understood: “groovy”, “zeppelin”.\n");
  cli_run_good (&cli, "interpret", "--help", NULL);
  assert_has (cli.out, "shows no rows");
  g_assert_cmpint (cli_run (&cli, "interpret", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "interpret", "", NULL), ==, 1);
  assert_has (cli.err, "Type a question first");
  cli_close (&cli);
}

static void
test_no_sources (void)
{
  Cli cli;

  cli_open (&cli);
  cli_run_good (&cli, "interpret", "how many albums are there?", "--format", "json", NULL);

  g_autoptr (JsonNode) node = cli_get_json (&cli);
  g_assert_cmpuint (json_array_get_length (ask_json_get_array (json_node_get_object (node), "readings")), ==, 0);
  cli_run_good (&cli, "ask", "--no-model", "how many albums are there?", NULL);
  assert_has (cli.out, "Add a source first");
  cli_close (&cli);
}

static void
test_answer (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "ask", "--no-model", "how many albums are there?", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "Counted: album.\nAlbums: 3\n"));
  assert_has (cli.out, "Worked out here · music · ");
  /* Without a model set it is the same, with or without the option. */
  cli_run_good (&cli, "ask", "how many albums are there?", "--format", "json", NULL);

  g_autoptr (JsonNode) node = cli_get_json (&cli);
  JsonObject *object = json_node_get_object (node);

  g_assert_cmpstr (ask_json_get_string (object, "by"), ==, "here");
  g_assert_cmpstr (ask_json_get_string (object, "reading"), ==, "Counted: album.");
  g_assert_cmpstr (ask_json_get_string (object, "status"), ==, "answered");
  assert_has (ask_json_get_string (object, "sql"), "count(*)");
  cli_close (&cli);
}

/* A server that nobody runs: whoever asks it fails. */
static void
test_with_model (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "model", "set", "--url", "http://127.0.0.1:9/v1", "--model", "none", NULL);
  cli_run_good (&cli, "ask", "how many albums are there?", NULL);
  assert_has (cli.out, "Albums: 3");
  cli_run_good (&cli, "model", "set", "--answer-here-first", "off", NULL);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_cmpstr (cli.out, ==, "none at http://127.0.0.1:9/v1\nThe model is always asked.\n");
  g_assert_cmpint (cli_run (&cli, "ask", "how many albums are there?", NULL), ==, 1);
  cli_run_good (&cli, "ask", "--no-model", "how many albums are there?", NULL);
  assert_has (cli.out, "Albums: 3");
  cli_run_good (&cli, "model", "set", "--answer-here-first", "on", NULL);
  cli_run_good (&cli, "ask", "how many albums are there?", NULL);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_cmpstr (cli.out, ==, "none at http://127.0.0.1:9/v1\n");
  g_assert_cmpint (cli_run (&cli, "model", "set", "--answer-here-first", "perhaps", NULL), ==, 2);
  assert_has (cli.err, "perhaps");
  cli_close (&cli);
}

/* What a model is told beside the schema, and how much it reads. */
static void
test_told (void)
{
  static const char *const lengths[] = { "1", "-5", "many", "99999999999" };
  Cli cli;

  cli_open (&cli);
  cli_run_good (&cli, "model", "set", "--url", "http://127.0.0.1:9/v1", "--model", "none", NULL);
  cli_run_good (&cli, "model", "set", "--context-length", "16000", "--tell-facts", "off", "--tell-reading", "off", NULL);
  g_assert_cmpstr (cli.out, ==, "The model is told nothing of what columns are like.\n"
                                "The model is not told how the question is read here.\n"
                                "The model reads 16000 tokens.\n");
  cli_run_good (&cli, "model", "show", NULL);
  assert_has (cli.out, "The model reads 16000 tokens.\nThe model is told nothing of what columns are like.\n"
                       "The model is not told how the question is read here.\n");
  cli_run_good (&cli, "model", "set", "--context-length", "0", "--tell-facts", "on", "--tell-reading", "on", NULL);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_cmpstr (cli.out, ==, "none at http://127.0.0.1:9/v1\n");
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *option = g_strconcat ("--context-length=", lengths[i], NULL);

      g_assert_cmpint (cli_run (&cli, "model", "set", option, NULL), ==, 2);
      assert_has (cli.err, "context-length");
    }
  g_assert_cmpint (cli_run (&cli, "model", "set", "--tell-facts", "some", NULL), ==, 2);
  assert_has (cli.err, "--tell-facts takes on or off, not “some”.");
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_cmpstr (cli.out, ==, "none at http://127.0.0.1:9/v1\n");
  cli_close (&cli);
}

/* One reading that is likely alone is no list to choose from. */
static void
test_one_choice (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "ask", "--no-model", "albums recorded by Scorpions", NULL);
  assert_has (cli.out, "Is this what you mean? (1) Shown: title. Only where: name of artist is Scorpions.");
  assert_has (cli.out, "Take it with --reading 1.\n");
  cli_run_good (&cli, "ask", "--no-model", "--reading", "1", "albums recorded by Scorpions", NULL);
  cli_close (&cli);
}

static void
test_choice (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "ask", "--no-model", "show names", NULL);
  assert_has (cli.out, "(1) Shown, each once: name of artist. 3 rows.");
  assert_has (cli.out, "(2) Shown, each once: name of label. 2 rows.");
  assert_has (cli.out, "--reading N");
  cli_run_good (&cli, "ask", "--no-model", "--reading", "2", "show names", NULL);
  assert_has (cli.out, "Nuclear");
  g_assert_cmpint (cli_run (&cli, "ask", "--reading", "-1", "show names", NULL), ==, 2);
  cli_close (&cli);
}

static void
test_not_understood (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "ask", "--no-model", "how groovy is the zeppelin?", NULL);
  assert_has (cli.out, "I do not know “groovy” and “zeppelin”");
  assert_has (cli.out, "You can ask:\n  Show ");
  cli_run_good (&cli, "ask", "--no-model", "SELECT * FROM album", NULL);
  assert_has (cli.out, "askdata-cli query");
  cli_run_good (&cli, "ask", "--no-model", "customers named '; DROP TABLE album", NULL);
  cli_run_good (&cli, "ask", "--no-model", "how many albums", NULL);
  assert_has (cli.out, "Albums: 3");
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/interpret/readings-run-and-the-best-comes-first", test_json);
  g_test_add_func ("/cli/interpret/words-say-what-may-be-meant-and-show-no-rows", test_text);
  g_test_add_func ("/cli/interpret/without-sources-there-is-nothing-to-read", test_no_sources);
  g_test_add_func ("/cli/interpret/a-plain-question-is-answered-without-a-model", test_answer);
  g_test_add_func ("/cli/interpret/a-model-is-asked-only-where-it-has-to-be", test_with_model);
  g_test_add_func ("/cli/interpret/what-the-model-is-told-is-set", test_told);
  g_test_add_func ("/cli/interpret/one-likely-reading-is-asked-about", test_one_choice);
  g_test_add_func ("/cli/interpret/several-readings-are-asked-back", test_choice);
  g_test_add_func ("/cli/interpret/what-is-not-understood-is-said-so", test_not_understood);
  return g_test_run ();
}

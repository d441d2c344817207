/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli learned: what was chosen is listed, answers the same question, and is forgotten at once.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"

#define QUESTION "show names"

static void
open_music (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "music",
                  "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT);"
                  "CREATE TABLE label (label_id INTEGER PRIMARY KEY, name TEXT);"
                  "INSERT INTO artist VALUES (1, 'Accept'), (2, 'Aerosmith');"
                  "INSERT INTO label VALUES (1, 'Sony')");
}

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
test_choice (void)
{
  Cli cli;

  open_music (&cli);
  cli_run_good (&cli, "ask", "--no-model", QUESTION, NULL);
  assert_has (cli.out, "--reading N");
  cli_run_good (&cli, "ask", "--no-model", "--reading", "2", QUESTION, NULL);
  assert_has (cli.out, "Sony");
  cli_run_good (&cli, "ask", "--no-model", QUESTION, NULL);
  assert_has (cli.out, "Sony");
  cli_run_good (&cli, "learned", "list", NULL);
  assert_has (cli.out, "chosen    " QUESTION);
  assert_has (cli.out, "means  SELECT");
  assert_has (cli.out, "not    SELECT");
  cli_run_good (&cli, "learned", "forget", NULL);
  assert_has (cli.out, "Forgot 1 example\n");
  cli_run_good (&cli, "ask", "--no-model", QUESTION, NULL);
  assert_has (cli.out, "--reading N");
  cli_close (&cli);
}

/* Likes given or received: the rows in which that differs are shown, and what was chosen holds for the word. */
static void
test_difference (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "school",
                    "CREATE TABLE student (student_id INTEGER PRIMARY KEY, name TEXT);"
                    "CREATE TABLE likes (student_id INTEGER REFERENCES student (student_id),"
                    "  liked_id INTEGER REFERENCES student (student_id), since TEXT, PRIMARY KEY (student_id, liked_id));"
                    "INSERT INTO student VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cy'), (4, 'Di');"
                    "INSERT INTO likes VALUES (1, 2, 'a'), (1, 3, 'b'), (2, 3, 'c'), (4, 3, 'd');");
  cli_run_good (&cli, "ask", "--no-model", "how many likes does each student have", NULL);
  assert_has (cli.out, "They differ in 3 rows:\n\nname  (1)  (2)\n");
  cli_run_good (&cli, "ask", "--no-model", "--reading", "2", "how many likes does each student have", NULL);
  cli_run_good (&cli, "ask", "--no-model", "number of likes of each student", NULL);
  assert_has (cli.out, "Worked out here");
  cli_close (&cli);
}

static void
test_wrong (void)
{
  Cli cli;
  JsonArray *examples;
  JsonArray *wrong;

  open_music (&cli);
  cli_run_good (&cli, "learned", "wrong", "--part", "filter", "--part", "order", "--note", "all of them", QUESTION,
                "SELECT name FROM label", NULL);
  cli_run_good (&cli, "learned", "list", "--format", "json", NULL);

  g_autoptr (JsonNode) node = cli_get_json (&cli);

  examples = ask_json_get_array (json_node_get_object (node), "examples");
  g_assert_cmpuint (json_array_get_length (examples), ==, 1);
  wrong = ask_json_get_array (json_array_get_object_element (examples, 0), "wrong");
  g_assert_cmpstr (ask_json_get_string (json_array_get_object_element (wrong, 0), "parts"), ==, "filter order");
  g_assert_cmpstr (ask_json_get_string (json_array_get_object_element (wrong, 0), "note"), ==, "all of them");
  g_assert_cmpint (cli_run (&cli, "learned", "wrong", "--part", "colour", QUESTION, "SELECT 1", NULL), ==, 1);
  assert_has (cli.err, "no part “colour”");
  g_assert_cmpint (cli_run (&cli, "learned", NULL), ==, 2);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/learned/a-choice-is-kept-listed-and-forgotten", test_choice);
  g_test_add_func ("/cli/learned/the-rows-in-which-readings-differ-are-shown", test_difference);
  g_test_add_func ("/cli/learned/what-is-wrong-is-said-by-its-parts", test_wrong);
  return g_test_run ();
}

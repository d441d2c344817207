/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Many verified questions at once: what is kept, what is refused and in which words, and that names of a source
 * become those of the view. And why a query gives no row.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* Two sources with a table city: the second one's is crm_city. */
static void
open_two (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "shop",
              "CREATE TABLE city (name TEXT, people INTEGER); INSERT INTO city VALUES ('Lyon', 5);"
              "CREATE TABLE orders (id INTEGER, city TEXT)");
  cli_add_sqlite (cli, "crm",
              "CREATE TABLE city (name TEXT, \"Home Town\" TEXT); INSERT INTO city VALUES ('Bonn', 'x'), ('Ulm', 'y');"
              "CREATE TABLE person (name TEXT, city TEXT); INSERT INTO person VALUES ('Ada', 'Ulm')");
}

static char *
write_file (Cli *cli, const char *text, gssize length)
{
  char *path = cli_path (cli, "pairs.jsonl");

  g_assert_true (g_file_set_contents (path, text, length, NULL));
  return path;
}

static int
import (Cli *cli, const char *text)
{
  g_autofree char *path = write_file (cli, text, -1);

  return cli_run (cli, "verified", "import", path, NULL);
}

static void
assert_in (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in: %s", part, text);
}

static void
test_kept (void)
{
  static const char lines[]
    = "\xef\xbb\xbf{\"question\": \"How many cities?\", \"sql\": \"SELECT count(*) FROM city\"}\r\n"
      "\n"
      "{\"question\": \"Who?\", \"sql\": \"SELECT name FROM person\", \"source\": null, \"db\": 7}\n"
      "   \n"
      "{\"question\": \"Total?\", \"sql\": \"SELECT 1\"}";
  Cli cli;

  open_two (&cli);
  g_assert_cmpint (import (&cli, lines), ==, 0);
  g_assert_cmpstr (cli.out, ==, "Kept 3 new questions of 3.\n");
  cli_run_good (&cli, "verified", "run", NULL);

  /* Again, and with the words in another way: nothing is doubled. */
  g_assert_cmpint (import (&cli, lines), ==, 0);
  g_assert_cmpstr (cli.out, ==, "Kept 0 new questions of 3. 3 were there already.\n");
  g_assert_cmpint (import (&cli, "{\"question\": \"how  many CITIES?\", \"sql\": \" SELECT count(*) FROM city \"}"), ==,
                   0);
  assert_in (cli.out, "1 were there already");

  /* One list is read as lines are. */
  g_assert_cmpint (import (&cli, " [{\"question\": \"Two?\", \"sql\": \"SELECT 2\"}, 7]"), ==, 1);
  assert_in (cli.out, "entry 2: It is no object");
  assert_in (cli.out, "Kept 1 new questions of 2. 1 were refused.");
  g_assert_cmpint (import (&cli, ""), ==, 0);
  g_assert_cmpstr (cli.out, ==, "Kept 0 new questions of 0.\n");
  cli_close (&cli);
}

static void
test_sources (void)
{
  Cli cli;

  open_two (&cli);
  g_assert_cmpint (
    import (&cli,
            "{\"question\": \"a\", \"sql\": \"SELECT count(*) FROM city\", \"source\": \"CRM\"}\n"
            "{\"question\": \"b\", \"sql\": \"SELECT T2.\\\"home town\\\" FROM Person AS T1 JOIN City AS T2 ON T1.city = "
            "T2.name\", \"source\": \"crm\"}\n"
            "{\"question\": \"c\", \"sql\": \"SELECT count(*) FROM city\", \"source\": \"shop\"}\n"
            "{\"question\": \"d\", \"sql\": \"SELECT count(*) FROM crm_city\", \"source\": \"crm\"}\n"
            "{\"question\": \"e\", \"sql\": \"SELECT city.name FROM city WHERE city.name IN (SELECT city FROM "
            "person)\", \"source\": \"crm\"}\n"),
    ==, 0);
  cli_run_good (&cli, "schema", "export", "-", NULL);
  assert_in (cli.out, "SELECT count(*) FROM crm_city\"");
  assert_in (cli.out, "FROM Person AS T1 JOIN crm_city AS T2 ON");
  assert_in (cli.out, "SELECT crm_city.name FROM crm_city WHERE crm_city.name IN");
  cli_run_good (&cli, "query", "SELECT 1", NULL);
  cli_run_good (&cli, "verified", "run", "--format", "json", NULL);
  g_assert_null (strstr (cli.out, "failed"));

  /* A table of another source is not meant. */
  g_assert_cmpint (import (&cli, "{\"question\": \"f\", \"sql\": \"SELECT id FROM orders\", \"source\": \"crm\"}\n"
                                 "{\"question\": \"g\", \"sql\": \"SELECT 1\", \"source\": \"nobody\"}\n"
                                 "{\"question\": \"h\", \"sql\": \"SELECT 1\", \"source\": 7}\n"),
                   ==, 1);
  assert_in (cli.out, "line 1: “f”: There is no table “orders”.");
  assert_in (cli.out, "line 2: “g”: There is no source “nobody”");
  assert_in (cli.out, "line 3: “h”: Its “source” is no text.");
  cli_close (&cli);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *line;
    const char *why;
  } cases[] = {
    { "{\"question\": \"x\", \"sql\": \"SELECT nme FROM city\"}", "“x”: “nme” is not in city. Did you mean “name”?" },
    { "{\"question\": \"x\", \"sql\": \"SELECT * FROM citi\"}", "There is no table “citi”" },
    { "{\"question\": \"x\", \"sql\": \"DELETE FROM city\"}", "SELECT" },
    { "{\"question\": \"x\", \"sql\": \"SELECT 1; SELECT 2\"}", "one" },
    { "{\"question\": \"x\", \"sql\": \"SELECT name FROM city WHERE people = ?\"}", "has a parameter" },
    { "{\"question\": \"x\", \"sql\": \"SELECT frob(name) FROM city\"}", "frob" },
    { "{\"question\": \"x\", \"sql\": \"SELECT 'a\"}", "" },
    { "{\"question\": \"x\"}", "It has no “sql”." },
    { "{\"sql\": \"SELECT 1\"}", "It has no “question”." },
    { "{\"question\": [], \"sql\": \"SELECT 1\"}", "Its “question” is no text." },
    { "{\"question\": \" \", \"sql\": \"SELECT 1\"}", "Its “question” is empty." },
    { "{\"question\": \"\\f\", \"sql\": \"SELECT 1\"}", "Its “question” is empty." },
    { "[1, 2", "Not JSON" },
    { "{\"question\": \"x\", ", "Not JSON" },
    { "7", "It is no object." },
    { "{\"question\": \"\xff\", \"sql\": \"SELECT 1\"}", "not UTF-8" },
    { "{\"question\": \"Good\", \"sql\": \"SELECT 2\"}", "verified already, with other SQL" },
  };
  g_autoptr (GString) text = g_string_new ("{\"question\": \"Good?\", \"sql\": \"SELECT 1\"}\n"
                                           "{\"question\": \"good\", \"sql\": \"SELECT 1\"}\n");
  Cli cli;

  open_two (&cli);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_string_append_printf (text, "%s\n", cases[i].line);
  /* Too long for a line, and what comes after it is read all the same. */
  g_string_append (text, "{\"question\": \"");
  for (guint i = 0; i < 1100000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\", \"sql\": \"SELECT 1\"}\n{\"question\": \"Last\", \"sql\": \"SELECT 3\"}\n");

  g_assert_cmpint (import (&cli, text->str), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *place = g_strdup_printf ("line %u: ", i + 3);
      const char *line = strstr (cli.out, place);
      g_autofree char *words = NULL;

      g_assert_nonnull (line);
      words = g_strndup (line, strcspn (line, "\n"));
      assert_in (words, cases[i].why);
    }
  assert_in (cli.out, "line 20: It is longer than 1024 KiB");
  assert_in (cli.out, "Kept 3 new questions of 21. 18 were refused.");
  assert_in (cli.err, "18 of 21");

  g_assert_cmpint (cli_run (&cli, "verified", "import", "/nonexistent/file", NULL), ==, 1);
  assert_in (cli.err, "/nonexistent/file");
  g_assert_cmpint (cli_run (&cli, "verified", "import", cli.folder, NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "verified", "import", NULL), ==, 2);
  cli_close (&cli);
}

static void
test_json_and_input (void)
{
  Cli cli;
  g_autofree char *path = NULL;
  g_autofree char *program = cli_program ("src/cli", "askdata-cli");
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *object;

  open_two (&cli);
  path = write_file (&cli, "{\"question\": \"a\", \"sql\": \"SELECT 1\"}\nno\n", -1);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, "sh", "-c",
                              "exec \"$0\" --workspace \"$1\" verified import - --format json <\"$2\"", program,
                              cli.workspace, path, NULL);
  g_assert_no_error (error);
  g_clear_pointer (&cli.out, g_free);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &cli.out, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  node = cli_get_json (&cli);
  object = json_node_get_object (node);
  g_assert_cmpint (json_object_get_int_member (object, "read"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (object, "kept"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (object, "there"), ==, 0);
  object = json_array_get_object_element (json_object_get_array_member (object, "refused"), 0);
  g_assert_cmpint (json_object_get_int_member (object, "line"), ==, 2);
  g_assert_true (json_object_get_null_member (object, "question"));
  g_assert_nonnull (json_object_get_string_member (object, "why"));
  /* A list, as editors of Windows save it. */
  g_assert_cmpint (import (&cli, "\xef\xbb\xbf[{\"question\": \"b\", \"sql\": \"SELECT 2\"}]"), ==, 0);
  g_assert_cmpstr (cli.out, ==, "Kept 1 new questions of 1.\n");
  cli_close (&cli);
}

/* Who looks at an empty table is told which condition is to blame; a program is not kept waiting. */
static void
test_no_row (void)
{
  Cli cli;

  open_two (&cli);
  cli_run_good (&cli, "query", "SELECT name FROM city WHERE name = 'lyon'", NULL);
  assert_in (cli.err, "Note: No row of city has name 'lyon'. Without regard to case and outer blanks 1 row does.");
  cli_run_good (&cli, "query", "SELECT name FROM city WHERE name = 'lyon'", "--format", "csv", NULL);
  g_assert_null (strstr (cli.err, "Note"));
  cli_close (&cli);
}

/* Functions that a model computes are no names of the schema: an edit breaks what it takes a name from, and nothing else. */
static void
test_functions (void)
{
  Cli cli;

  open_two (&cli);
  cli_run_good (&cli, "verified", "add", "Which are ports?",
                "WITH step_1 AS (SELECT name FROM crm_city WHERE llm_map('A port?', name)) SELECT name FROM step_1 WHERE "
                "{{LLMMap('Large?', 'step_1::name')}}",
                NULL);
  cli_run_good (&cli, "schema", "set", "person.city", "sharing", "yes", NULL);
  g_assert_cmpstr (cli.err, ==, "");
  cli_run_good (&cli, "schema", "check", NULL);
  cli_run_good (&cli, "verified", "add", "Which are alike?",
                "SELECT city.name FROM city JOIN {{LLMJoin(left_on='city::name', right_on='crm_city::name')}}", NULL);
  cli_run_good (&cli, "verified", "add", "Of which kind?",
                "SELECT llm_qa('Which?', (SELECT name, \"Home Town\" FROM crm_city c WHERE {{LLMMap('Large?', 'c::name', "
                "options=('yes', 'no'))}}))",
                NULL);
  cli_run_good (&cli, "verified", "add", "Which port is it?",
                "SELECT {{LLMMap('Which?', 'city::name', options='crm_city::name')}}, {{LLMMap(\"Where?\", "
                "'city::name', options=\"crm_city::Home Town\")}} FROM city",
                NULL);
  /* A new name reaches what calls name, as columns and as texts, also of a table that is in no FROM. */
  cli_run_good (&cli, "schema", "rename", "crm_city.name", "title", NULL);
  cli_run_good (&cli, "schema", "rename", "crm_city", "port", NULL);
  g_assert_cmpstr (cli.err, ==, "");
  cli_run_good (&cli, "schema", "check", NULL);
  cli_run_good (&cli, "schema", "export", "-", NULL);
  assert_in (cli.out, "WITH step_1 AS (SELECT title FROM port WHERE llm_map('A port?', title)) SELECT title FROM step_1 WHERE "
                      "{{LLMMap('Large?', 'step_1::title')}}");
  assert_in (cli.out, "JOIN {{LLMJoin(left_on='city::name', right_on='port::title')}}");
  assert_in (cli.out, "FROM port c WHERE {{LLMMap('Large?', 'c::title', options=('yes', 'no'))}}");
  assert_in (cli.out, "options='port::title')}}");
  assert_in (cli.out, "options='port::Home Town'");
  cli_run (&cli, "schema", "remove", "port", NULL);
  assert_in (cli.err, "This breaks “Which are ports?”");
  assert_in (cli.err, "“Which port is it?”");
  cli_close (&cli);
}

/* Thousands of lines of which some are broken by chance: what is counted is what was made. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_good = 0;
  g_autofree char *expected = NULL;
  Cli cli;

  open_two (&cli);
  for (guint i = 0; i < 2000; i++)
    {
      guint kind = (guint) g_test_rand_int_range (0, 10);

      n_good += kind > 0;
      g_string_append_printf (text, "{\"question\": \"How many are over %u?\", \"sql\": \"SELECT count(*) FROM %s WHERE "
                                    "people > %u\", \"source\": \"shop\"}\n",
                              i, kind > 0 ? "city" : "cty", i);
    }
  expected = g_strdup_printf ("Kept %u new questions of 2000. %u were refused.\n", n_good, 2000 - n_good);
  g_assert_cmpint (import (&cli, text->str), ==, 1);
  assert_in (cli.out, expected);
  g_assert_cmpint (import (&cli, text->str), ==, 1);
  g_clear_pointer (&expected, g_free);
  expected = g_strdup_printf ("Kept 0 new questions of 2000. %u were there already. %u were refused.\n", n_good,
                              2000 - n_good);
  assert_in (cli.out, expected);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/verified/many-pairs-are-kept-and-none-is-doubled", test_kept);
  g_test_add_func ("/cli/verified/names-of-a-source-become-those-of-the-view", test_sources);
  g_test_add_func ("/cli/verified/each-line-that-is-refused-says-why", test_refused);
  g_test_add_func ("/cli/verified/an-import-reads-standard-input-and-reports-json", test_json_and_input);
  g_test_add_func ("/cli/verified/an-edit-breaks-no-call-of-a-function", test_functions);
  g_test_add_func ("/cli/query/an-empty-table-comes-with-its-reason", test_no_row);
  g_test_add_func ("/cli/verified/what-is-counted-is-what-there-was", test_many);
  return g_test_run ();
}

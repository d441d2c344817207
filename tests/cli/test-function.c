/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of a query that another program computes: what the program is given, and what becomes of one that dies, hangs or
 * answers something else.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-model.h"

static const char rows[]
  = "CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT, year INTEGER);"
    "INSERT INTO events VALUES (1, 'Relay', 2024), (2, 'It''s \"}}\"\nnew', 2025), (3, 'Judo', 2025),"
    "(4, NULL, 2025), (5, 'Judo', 2025);"
    "CREATE TABLE sports (name TEXT);"
    "INSERT INTO sports VALUES ('Judo'), ('Chess')";

static void
open_events (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "events", rows);
}

static void
test_map (void)
{
  static const char program[]
    = "sh -c 'while read -r line; do printf \"%s\\\\n\" \"$line\" >> \"$0\"; echo true; done'";
  g_autofree char *path = NULL;
  g_autofree char *function = NULL;
  g_autofree char *given = NULL;
  g_autoptr (GError) error = NULL;
  Cli cli;

  open_events (&cli);
  path = cli_path (&cli, "given");
  function = g_strdup_printf ("team=map:%s %s", program, path);
  cli_run_good (&cli, "query",
                "SELECT id FROM events WHERE year = 2025 AND {{team('Team?', 'events::name')}} ORDER BY id",
                "--function", function, "--format", "csv", "--explain", NULL);
  g_assert_cmpstr (cli.out, ==, "id\r\n2\r\n3\r\n5\r\n");
  g_assert_nonnull (strstr (cli.err, "team (“Team?”): at most 2 values (counted); they stay on this computer\n"));
  g_assert_nonnull (strstr (cli.err, "team ('Team?', …): 2 values in 1 round"));
  g_assert_true (g_file_get_contents (path, &given, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (given, ==,
                   "{\"value\":\"It's \\\"}}\\\"\\nnew\",\"question\":\"Team?\",\"options\":null}\n"
                   "{\"value\":\"Judo\",\"question\":\"Team?\",\"options\":null}\n");
  g_remove (path);
  cli_run_good (&cli, "query", "SELECT id FROM events WHERE year = ? AND {{team(:what, 'events::name')}} AND id < ?",
                "--function", function, "--format", "csv", "--param", "2025", "--param", "4", "--param", "what=2025",
                NULL);
  g_assert_cmpstr (cli.out, ==, "id\r\n2\r\n3\r\n");
  g_assert_cmpint (cli_run (&cli, "query", "SELECT id FROM events WHERE year = ?", "--param", "2025", "--param", "4",
                            NULL),
                   ==, 1);
  g_assert_nonnull (strstr (cli.err, "There is no parameter left for the value “4”. The statement has ?1."));
  g_remove (path);
  cli_close (&cli);
}

static void
test_qa_and_join (void)
{
  static const char pairs[] = "same=join:sh -c 'read -r line; echo \"[[\\\"Judo\\\",\\\"Judo\\\"]]\"'";
  static const char latest[]
    = "latest=qa:sh -c 'read -r line; case \"$line\" in *2025*) echo 2025;; *) echo null;; esac'";
  Cli cli;

  open_events (&cli);
  cli_run_good (&cli, "query",
                "SELECT count(*) AS n FROM events WHERE year = latest('Which year?', (SELECT year FROM events))",
                "--function", latest, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "n\r\n4\r\n");
  cli_run_good (&cli, "query", "SELECT id FROM events JOIN {{same('events::name', 'sports::name')}} ORDER BY id",
                "--function", pairs, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "id\r\n3\r\n5\r\n");
  cli_close (&cli);
}

static void
assert_fails (Cli *cli, const char *function, const char *text)
{
  int code
    = cli_run (cli, "query", "SELECT team('Team?', name) FROM events", "--function", function, "--timeout", "2", NULL);

  if (code != 1)
    g_error ("%s runs", function);
  g_assert_cmpstr (cli->out, ==, "");
  if (strstr (cli->err, text) == NULL)
    g_error ("“%s” is not in: %s", text, cli->err);
}

static void
test_faults (void)
{
  Cli cli;

  open_events (&cli);
  assert_fails (&cli, "team=map:true", "ended before it had");
  assert_fails (&cli, "team=map:sh -c 'read -r line; echo 1; exit 3'",
                "answered all values: 1 of 3, with exit code 3.");
  assert_fails (&cli, "team=map:sh -c 'read -r line; echo 1; kill -9 $$'", "was ended by signal 9");
  assert_fails (&cli, "team=map:sh -c 'exec <&-; read -r line </dev/null; exec sleep 60 >&-'", "and runs on.");
  /* Two lines for each would be answers to other values; so would be lines that nobody asked for. */
  assert_fails (&cli, "team=map:sh -c 'while read -r line; do echo 1; echo 2; done'",
                "more lines than it was asked for");
  assert_fails (&cli, "team=map:sh -c 'for i in 1 2 3 4 5 6 7; do echo 1; done; cat >/dev/null'",
                "more lines than it was asked for");
  assert_fails (&cli, "team=map:sh -c 'read -r line; echo; cat >/dev/null'", "no JSON value");
  assert_fails (&cli, "team=map:sh -c 'read -r line; echo \"{\"; cat >/dev/null'", "no JSON value: {");
  assert_fails (&cli, "team=map:sh -c 'while read -r line; do echo yes it is; done'", "no JSON value");
  assert_fails (&cli, "team=map:sleep 60",
                "the program of the function team (“sleep”) had not answered all values: 0 of 3.");
  assert_fails (&cli, "team=map:sh -c 'read -r line; echo 1; exec sleep 60'", "had not answered all values: 1 of 3.");
  assert_fails (&cli, "team=map:/nowhere/at-all", "could not be started");
  /* What it says on stderr, however much, is not an answer. */
  cli_run_good (&cli, "query", "SELECT count(*) AS n FROM events WHERE team('Team?', name)", "--function",
                "team=map:sh -c 'while read -r line; do head -c 300000 /dev/zero | tr \"\\0\" e >&2; echo true; done'",
                "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "n\r\n4\r\n");
  /* Nor is one started where this program has no right to the computer, whoever named it. */
  g_setenv ("SNAP_NAME", "askdata", TRUE);
  assert_fails (&cli, "team=map:cat", "none is started from within the sandbox");
  g_unsetenv ("SNAP_NAME");
  assert_fails (&cli, "team=guess:cat", "A function is given as NAME=map:COMMAND");
  assert_fails (&cli, "other=map:cat", "There is no function team()");
  cli_close (&cli);
}

static char *
reply (const char *last_user, JsonObject *request, gpointer data)
{
  return g_strdup ("{\"1\": true, \"2\": false}");
}

/* Functions of the model: kept in a verified question, refused before a steward allows it, asked once. */
static void
test_model (void)
{
  static const char sql[] = "SELECT count(*) AS n FROM events WHERE year = 2025 AND llm_map('Team?', name)";
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply, NULL);
  Cli cli;

  open_events (&cli);
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "verified", "add", "How many teams in 2025?", sql, NULL);
  cli_run_good (&cli, "schema", "check", NULL);
  g_assert_cmpint (cli_run (&cli, "verified", "add", "How many?", "SELECT llm_nothing('?', name) FROM events", NULL),
                   ==, 1);
  g_assert_cmpint (cli_run (&cli, "query", sql, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "events.name"));
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 0);
  cli_run_good (&cli, "schema", "set", "events.name", "sharing", "yes", NULL);
  cli_run_good (&cli, "schema", "set", "events.year", "sharing", "yes", NULL);
  /* A verified question asks no model unless that is said. */
  g_assert_cmpint (cli_run (&cli, "verified", "run", NULL), ==, 1);
  if (strstr (cli.out, "would be asked about 2 more values") == NULL)
    g_error ("it says %s", cli.out);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 0);
  cli_run_good (&cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "n\r\n1\r\n");
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  /* The answer is kept, and the verified question asks nobody. */
  cli_run_good (&cli, "ask", "How many teams in 2025?", "--format", "json", NULL);
  g_assert_nonnull (strstr (cli.out, "\"answered\""));
  cli_run_good (&cli, "verified", "run", "--update", NULL);
  cli_run_good (&cli, "verified", "run", NULL);
  /* So does whoever looks at rows. */
  cli_run_good (&cli, "browse", "events", "--where", "year = 2025 AND llm_map('Team?', name)", "--columns", "id", "--format",
                "csv", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "id\r\n2\r\n"));
  cli_run_good (&cli, "profile", "events", "--where", "year = 2025 AND {{LLMMap('Team?', 'events::name')}}", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "events (events): 1 row"));
  g_assert_cmpint (cli_run (&cli, "browse", "events", "--where", "llm_map('Chess?', name)", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "would be asked about 3 more values"));
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  cli_run_good (&cli, "verified", "edit", "1", "--sql", "SELECT count(*) AS n FROM events WHERE llm_map('Judo?', name)",
                NULL);
  g_assert_cmpint (cli_run (&cli, "verified", "run", NULL), ==, 1);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  cli_run_good (&cli, "verified", "run", "--ask-model", NULL);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), >, 1);
  if (strstr (cli.out, "      Asked scripted: Judo?\n      3 values were needed.") == NULL)
    g_error ("it says %s", cli.out);
  cli_run_good (&cli, "verified", "run", "--format", "json", NULL);
  g_assert_nonnull (strstr (cli.out, ",\"functions\":[{\"function\":\"llm_map\",\"question\":\"Judo?\""));
  /* What was paid for is forgotten where somebody wants that, and asked for again then. */
  cli_run_good (&cli, "model", "forget", NULL);
  g_assert_cmpstr (cli.out, ==, "Forgot 5 answers\n");
  g_assert_cmpint (cli_run (&cli, "verified", "run", NULL), ==, 1);
  cli_run_good (&cli, "model", "forget", NULL);
  g_assert_cmpstr (cli.out, ==, "Forgot 0 answers\n");
  cli_close (&cli);
}

static JsonObject *
find_function (JsonArray *steps)
{
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);

      if (strcmp (json_object_get_string_member (step, "kind"), "function") == 0)
        return step;
    }
  g_error ("No step is a call of a function.");
}

static JsonArray *
get_row (JsonObject *object, guint row)
{
  return json_array_get_array_element (json_object_get_array_member (object, "rows"), row);
}

/* How an answer came about tells each call with its values and answers, and where a cell comes from ends there. */
/* What a schema would change is found out by kept answers: nobody is asked, whatever it says. */
static void
test_impact (void)
{
  static const char sql[] = "SELECT count(*) AS n FROM events WHERE year = 2025 AND llm_map('Team?', name)";
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply, NULL);
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) later = NULL;
  Cli cli;

  open_events (&cli);
  file = cli_path (&cli, "later.json");
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "schema", "set", "events.name", "sharing", "yes", NULL);
  cli_run_good (&cli, "schema", "set", "events.year", "sharing", "yes", NULL);
  cli_run_good (&cli, "query", sql, NULL);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  cli_run_good (&cli, "verified", "add", "How many teams in 2025?", sql, NULL);
  cli_run_good (&cli, "verified", "add", "Which judo?", "SELECT name FROM events WHERE {{LLMMap('Judo?', 'events::name')}}",
                NULL);
  /* Under other names the answer is the same; what was never answered fails before and after. */
  cli_run_good (&cli, "schema", "export", file, NULL);
  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  later = g_string_new (text);
  g_assert_cmpuint (g_string_replace (later, "\"name\": \"name\"", "\"name\": \"title\"", 1), ==, 1);
  g_assert_true (g_file_set_contents (file, later->str, -1, NULL));
  cli_run_good (&cli, "schema", "impact", file, NULL);
  g_assert_null (strstr (cli.out, "How many teams"));
  g_assert_nonnull (strstr (cli.out, "still fails Which judo?\n      The model would be asked about 3 more values"));
  g_assert_nonnull (strstr (cli.out, "1 of 2 answers to verified questions stays the same."));
  /* Another column behind the year: no row is of it. Another one behind the name: what is shared is the column, whatever its name. */
  g_string_assign (later, text);
  g_assert_cmpuint (g_string_replace (later, "\"column\": \"year\"", "\"column\": \"id\"", 1), ==, 1);
  g_assert_true (g_file_set_contents (file, later->str, -1, NULL));
  cli_run_good (&cli, "schema", "impact", file, NULL);
  g_assert_nonnull (strstr (cli.out, "different   How many teams in 2025?\n      1 row changed"));
  g_string_assign (later, text);
  g_assert_cmpuint (g_string_replace (later, "\"column\": \"name\"", "\"column\": \"id\"", 1), ==, 1);
  g_assert_true (g_file_set_contents (file, later->str, -1, NULL));
  g_assert_cmpint (cli_run (&cli, "schema", "impact", file, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.out, "fails       How many teams in 2025?\n      llm_map would send values of events.name"));
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  cli_close (&cli);
}

static void
test_steps (void)
{
  static const char sql[] = "SELECT id, llm_map('Team?', name, return_type => 'bool') AS team FROM events WHERE id > 1 "
                            "ORDER BY id";
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply, NULL);
  g_autoptr (JsonNode) answer = NULL, kept = NULL, behind = NULL, plain = NULL;
  JsonObject *step, *function;
  Cli cli;

  open_events (&cli);
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "cost", "--price-prompt", "2", "--price-reply", "4", NULL);
  cli_run_good (&cli, "schema", "set", "events.name", "sharing", "yes", NULL);
  cli_run_good (&cli, "schema", "set", "events.id", "sharing", "yes", NULL);
  cli_run_good (&cli, "verified", "add", "Which are teams?", sql, NULL);
  cli_run_good (&cli, "ask", "Which are teams?", "--format", "json", "--any-cost", NULL);
  answer = json_from_string (cli.out, NULL);
  step = find_function (json_object_get_array_member (json_node_get_object (answer), "steps"));
  g_assert_cmpstr (json_object_get_string_member (step, "function"), ==, "llm_map");
  g_assert_cmpstr (json_object_get_string_member (step, "question"), ==, "Team?");
  g_assert_cmpstr (json_object_get_string_member (step, "model"), ==, "scripted");
  g_assert_cmpint (json_object_get_int_member (step, "n_values"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (step, "n_kept"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (step, "n_requests"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (step, "bytes"), >, 0);
  g_assert_cmpfloat (json_object_get_double_member (step, "price"), >, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (
                      json_object_get_object_member (step, "preview"), "rows")),
                    ==, 2);
  g_assert_cmpint (json_object_get_int_member (
                     json_object_get_object_member (json_node_get_object (answer), "stats"), "bytes_sent"),
                   ==, json_object_get_int_member (step, "bytes"));
  /* As text it is a line of its own. */
  cli_run_good (&cli, "trace", "1", NULL);
  if (strstr (cli.out, "Asked scripted: Team?  (function") == NULL || strstr (cli.out, "Judo") == NULL)
    g_error ("the trace is %s", cli.out);
  /* Asked again, nothing is sent, and it says so. */
  cli_run_good (&cli, "ask", "Which are teams?", "--format", "json", NULL);
  kept = json_from_string (cli.out, NULL);
  step = find_function (json_object_get_array_member (json_node_get_object (kept), "steps"));
  g_assert_cmpint (json_object_get_int_member (step, "n_kept"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (step, "n_requests"), ==, 0);
  /* Judo's cell: the value that was sent, the answer, and that this was no kept one in the first answer. */
  cli_run_good (&cli, "trace", "1", "--cell", "2,2", "--format", "json", NULL);
  behind = json_from_string (cli.out, NULL);
  function = json_array_get_object_element (
    json_object_get_array_member (json_node_get_object (behind), "functions"), 0);
  g_assert_cmpstr (json_array_get_string_element (get_row (function, 0), 0), ==, "Judo");
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (function, "rows")), ==, 1);
  g_assert_cmpint (json_node_get_int (json_array_get_element (get_row (function, 0), 2)), ==, 0);
  cli_run_good (&cli, "trace", "2", "--cell", "2,2", NULL);
  if (strstr (cli.out, "Took kept answers: Team?") == NULL)
    g_error ("behind the cell is %s", cli.out);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  /* The same of a query. */
  cli_run_good (&cli, "query", sql, "--format", "json", "--explain", NULL);
  plain = json_from_string (cli.out, NULL);
  function = json_array_get_object_element (
    json_object_get_array_member (
      json_object_get_object_member (json_node_get_object (plain), "stats"), "functions"),
    0);
  g_assert_cmpint (json_object_get_int_member (function, "n_kept"), ==, 2);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (function, "rows")), ==, 2);
  if (strstr (cli.err, "Took kept answers: Team?") == NULL || strstr (cli.err, "Judo") == NULL)
    g_error ("it is explained as %s", cli.err);
  /* An answer that is no longer kept is not asked for again because somebody looks at a cell. */
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "other", NULL);
  g_assert_cmpint (cli_run (&cli, "trace", "1", "--cell", "2,2", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "here it is not asked"));
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  cli_close (&cli);
}

/* What a steward defined is one function more, wherever SQL is written. */
static void
test_own (void)
{
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply, NULL);
  Cli cli;

  open_events (&cli);
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "schema", "set", "sports.name", "sharing", "yes", NULL);
  cli_run_good (&cli, "function", "set", "is_team", "Do several play it together?", "--type", "bool", "--example",
                "Football=true", NULL);
  cli_run_good (&cli, "function", "list", NULL);
  g_assert_nonnull (strstr (cli.out, "is_team(value)  version 1"));
  g_assert_nonnull (strstr (cli.out, "example: Football=true"));
  cli_run_good (&cli, "function", "try", "is_team", "sports.name", "--help", NULL);
  cli_run_good (&cli, "function", "try", "is_team", "sports.name", NULL);
  g_assert_nonnull (strstr (cli.out, "Chess"));
  g_assert_true (ask_test_model_received (model, "Do several play it together?"));
  g_assert_true (ask_test_model_received (model, "Football"));
  cli_run_good (&cli, "query", "SELECT name FROM sports WHERE is_team(name)", "--format", "csv", NULL);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  g_assert_cmpstr (cli.out, ==, "name\r\nChess\r\n");
  /* A model that cannot be opened is told of by the call that asks it, and only there. */
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "other", "--key-env",
                "ASKDATA_TEST_NOT_SET", NULL);
  cli_run_good (&cli, "query", "SELECT name FROM sports", NULL);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT name FROM sports WHERE is_team(name || '!')", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "ASKDATA_TEST_NOT_SET"));
  cli_run_good (&cli, "function", "remove", "IS_TEAM", NULL);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT name FROM sports WHERE is_team(name)", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "is_team"));
  cli_run_good (&cli, "function", "list", "is_team", NULL);
  g_assert_nonnull (strstr (cli.out, "version 2"));
  g_assert_nonnull (strstr (cli.out, "removed"));
  g_assert_cmpint (cli_run (&cli, "function", "set", "lower", "Why?", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "function", "set", "good", "Why?", "--type", "colour", NULL), ==, 2);
  cli_close (&cli);
}

/* A function asks a model of its own, at its own price, and remembers its answers apart from another's. */
static void
test_own_model (void)
{
  static const char *const names[] = { "scripted", "other", NULL };
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply, NULL);
  Cli cli;

  open_events (&cli);
  ask_test_model_set_names (model, names);
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "schema", "set", "sports.name", "sharing", "yes", NULL);
  cli_run_good (&cli, "function", "set", "is_team", "Do several play it together?", "--type", "bool", NULL);
  cli_run_good (&cli, "query", "SELECT name FROM sports WHERE is_team(name)", NULL);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  g_assert_false (ask_test_model_received (model, "\"model\":\"other\""));
  cli_run_good (&cli, "function", "set", "is_team", "Do several play it together?", "--type", "bool", "--model",
                "other", NULL);
  cli_run_good (&cli, "function", "list", "is_team", NULL);
  g_assert_nonnull (strstr (cli.out, "asks: other"));
  cli_run_good (&cli, "query", "SELECT name FROM sports WHERE is_team(name)", NULL);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 2);
  g_assert_true (ask_test_model_received (model, "\"model\":\"other\""));
  cli_run_good (&cli, "query", "SELECT name FROM sports WHERE is_team(name)", NULL);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 2);
  /* What a question costs is reckoned by the price of the model that is asked. */
  cli_run_good (&cli, "cost", "--price-prompt", "1", "--ask-above-price", "0.5", NULL);
  cli_run_good (&cli, "query", "SELECT name FROM sports WHERE is_team(name || '!')", "--dry-run", NULL);
  g_assert_cmpint (cli_run (&cli, "cost", "--of-model", "other", "--price-prompt", "1000000", NULL), ==, 0);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT name FROM sports WHERE is_team(name || '!')", NULL), ==, 1);
  g_test_message ("%s", cli.err);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 2);
  cli_close (&cli);
}

/* A program that is kept starts only where this person turned it on, for these files, in this workspace. */
static void
test_own_program (void)
{
  static const char query[] = "SELECT name FROM sports WHERE is_team(name) ORDER BY name";
  g_autofree char *settings = g_dir_make_tmp ("askdata-programs-XXXXXX", NULL);
  g_autofree char *script = NULL;
  g_autofree char *program = NULL;
  g_autofree char *copy = NULL;
  g_autofree char *whole = NULL;
  gsize length;
  Cli cli;

  g_setenv ("XDG_CONFIG_HOME", settings, TRUE);
  open_events (&cli);
  script = cli_path (&cli, "team.sh");
  g_assert_true (g_file_set_contents (
    script, "while read -r line; do case \"$line\" in *Judo*) echo true;; *) echo false;; esac; done\n", -1, NULL));
  program = g_strdup_printf ("map:sh %s", script);
  cli_run_good (&cli, "function", "set", "is_team", "--program", program, NULL);
  g_assert_nonnull (strstr (cli.out, "function on is_team"));
  cli_run_good (&cli, "function", "list", NULL);
  g_assert_nonnull (strstr (cli.out, script));
  g_assert_nonnull (strstr (cli.out, "SHA-256: "));
  g_assert_nonnull (strstr (cli.out, "not turned on here"));
  g_assert_cmpint (cli_run (&cli, "query", "SELECT name FROM sports WHERE is_team('Team?', name)", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "askdata-cli function on is_team"));
  cli_run_good (&cli, "function", "on", "is_team", NULL);
  g_assert_nonnull (strstr (cli.out, "    turned on\n"));
  cli_run_good (&cli, "query", "SELECT name FROM sports WHERE is_team('Team?', name)", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "name\r\nJudo\r\n");
  /* With a question of its own: another version, and the same program. */
  cli_run_good (&cli, "function", "set", "is_team", "Is it a team?", "--program", program, NULL);
  cli_run_good (&cli, "query", query, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "name\r\nJudo\r\n");
  cli_run_good (&cli, "function", "try", "is_team", "sports.name", NULL);
  g_assert_nonnull (strstr (cli.out, "Chess"));
  /* The same workspace elsewhere is another one: it may come from anybody. */
  copy = cli_path (&cli, "copy.askdata");
  g_assert_true (g_file_get_contents (cli.workspace, &whole, &length, NULL));
  g_assert_true (g_file_set_contents (copy, whole, (gssize) length, NULL));
  {
    g_autofree char *own = cli.workspace;

    cli.workspace = copy;
    g_assert_cmpint (cli_run (&cli, "query", query, NULL), ==, 1);
    g_assert_nonnull (strstr (cli.err, "was not started"));
    cli.workspace = g_steal_pointer (&own);
  }
  /* A program that has changed is another one. */
  g_assert_true (g_file_set_contents (script, "while read -r line; do echo true; done\n", -1, NULL));
  g_assert_cmpint (cli_run (&cli, "query", query, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "has changed since"));
  cli_run_good (&cli, "function", "on", "is_team", NULL);
  cli_run_good (&cli, "query", query, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "name\r\nChess\r\nJudo\r\n");
  cli_run_good (&cli, "function", "off", "is_team", NULL);
  g_assert_cmpint (cli_run (&cli, "query", query, NULL), ==, 1);
  /* What cannot be one is refused. */
  g_assert_cmpint (cli_run (&cli, "function", "set", "other", "--program", "map:/nowhere/at-all", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "no program"));
  g_assert_cmpint (cli_run (&cli, "function", "set", "other", "--program", "guess:cat", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "map:COMMAND"));
  g_assert_cmpint (cli_run (&cli, "function", "set", "other", "--program", "map:cat", "--model", "x", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "function", "on", "nothing", NULL), ==, 1);
  g_remove (copy);
  g_remove (script);
  ask_test_folder_remove (settings);
  cli_close (&cli);
}

/* What was matched is listed by its numbers; what is said of a pair counts for the next query. */
static void
test_pairs (void)
{
  static const char sql[] = "SELECT s.name, c.title FROM sports s JOIN clubs c ON llm_join(s.name, c.title) ORDER BY 1";
  Cli cli;

  open_events (&cli);
  cli_add_sqlite (&cli, "clubs", "CREATE TABLE clubs (title TEXT); INSERT INTO clubs VALUES ('JUDO'), ('Chess')");
  cli_run_good (&cli, "pairs", "list", NULL);
  g_assert_nonnull (strstr (cli.err, "Nothing was matched yet."));
  cli_run_good (&cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "name,title\r\nChess,Chess\r\nJudo,JUDO\r\n");
  cli_run_good (&cli, "pairs", "list", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "1  sports.name = clubs.title  2 pairs, "));
  cli_run_good (&cli, "pairs", "list", "1", NULL);
  g_assert_cmpstr (cli.out, ==, "2  \"Judo\" = \"JUDO\"  nearly equal\n1  \"Chess\" = \"Chess\"  equal\n");
  cli_run_good (&cli, "pairs", "cut", "1", "2", NULL);
  cli_run_good (&cli, "pairs", "add", "1", "Chess", "JUDO", NULL);
  cli_run_good (&cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "name,title\r\nChess,JUDO\r\n");
  cli_run_good (&cli, "pairs", "confirm", "2", NULL);
  cli_run_good (&cli, "pairs", "list", "1", NULL);
  g_assert_nonnull (strstr (cli.out, "\"Chess\" = \"JUDO\"  added, confirmed\n"));
  g_assert_nonnull (strstr (cli.out, "\"Judo\" = \"JUDO\"  nearly equal, confirmed\n"));
  g_assert_nonnull (strstr (cli.out, "\"Chess\" = \"Chess\"  equal, cut\n"));
  g_assert_cmpint (cli_run (&cli, "pairs", "cut", "77", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "There is no pair 77."));
  g_assert_cmpint (cli_run (&cli, "pairs", "cut", "x", NULL), ==, 2);
  cli_run_good (&cli, "pairs", "remove", "1", NULL);
  cli_run_good (&cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "name,title\r\nChess,Chess\r\nJudo,JUDO\r\n");
  cli_close (&cli);
}

static char *
reply_in_dialect (const char *last_user, JsonObject *request, gpointer data)
{
  return g_strdup (last_user[0] == '{'
                     ? "{\"1\": true, \"2\": false}"
                     : "Final Answer: SELECT name FROM sports WHERE llm_map('Is it for teams?', name)");
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + 1, part))
    n++;
  return n;
}

/* What a model is told of the dialect, with its examples, is a file that a steward replaces; each call is in the ledger. */
static void
test_told (void)
{
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply_in_dialect, NULL);
  g_autofree char *told = NULL;
  g_autofree char *path = NULL;
  Cli cli;

  open_events (&cli);
  path = cli_path (&cli, "functions.txt");
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "model", "prompt", "functions", NULL);
  g_assert_nonnull (strstr (cli.out, "Example: "));
  told = g_strconcat (cli.out,
                      "Example: What is played on a board? SELECT name FROM sports WHERE llm_map('On a board?', "
                      "name)\n",
                      NULL);
  g_assert_true (g_file_set_contents (path, told, -1, NULL));
  cli_run_good (&cli, "model", "prompt", "functions", path, NULL);
  /* Without consent a model is told nothing of it, and what it writes all the same is refused before anything leaves. */
  g_assert_cmpint (cli_run (&cli, "ask", "Which of the sports are for teams?", NULL), !=, 0);
  g_assert_false (ask_test_model_received (model, "On a board?"));
  g_assert_false (ask_test_model_received (model, "Judo"));
  cli_run_good (&cli, "schema", "set", "sports.name", "sharing", "yes", NULL);
  cli_run_good (&cli, "ledger", "delete", "--all", NULL);
  cli_run_good (&cli, "ask", "Which of the sports are for teams?", "--format", "json", "--any-cost", NULL);
  g_assert_nonnull (strstr (cli.out, "\"answered\""));
  g_assert_true (ask_test_model_received (model, "On a board?"));
  g_assert_true (ask_test_model_received (model, "Judo"));
  cli_run_good (&cli, "ledger", NULL);
  g_test_message ("%s", cli.out);
  /* The turn that wrote the query, and the call of the function, which says of what its values were. */
  g_assert_cmpuint (count (cli.out, "model"), >=, 2);
  g_assert_cmpuint (count (cli.out, "values  sports.name: 2"), ==, 1);
  g_remove (path);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/function/a-program-gets-the-values-that-are-left", test_map);
  g_test_add_func ("/cli/function/a-program-answers-about-rows-and-joins", test_qa_and_join);
  g_test_add_func ("/cli/function/a-program-that-fails-ends-the-query-in-words", test_faults);
  g_test_add_func ("/cli/function/a-model-answers-about-values-that-are-shared", test_model);
  g_test_add_func ("/cli/function/what-a-schema-would-change-asks-nobody", test_impact);
  g_test_add_func ("/cli/function/each-call-is-a-step-and-a-cell-ends-at-its-answer", test_steps);
  g_test_add_func ("/cli/function/a-steward-defines-one", test_own);
  g_test_add_func ("/cli/function/one-asks-a-model-of-its-own", test_own_model);
  g_test_add_func ("/cli/function/a-kept-program-starts-only-where-it-was-turned-on", test_own_program);
  g_test_add_func ("/cli/function/pairs-are-listed-cut-and-added", test_pairs);
  g_test_add_func ("/cli/function/what-a-model-is-told-is-a-file-and-each-call-is-in-the-ledger", test_told);
  return g_test_run ();
}

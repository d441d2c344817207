/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exit codes and wrong input: each gets one clear sentence, and the workspace stays whole.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-postgres.h"

static void
test_exit_codes (void)
{
  static const struct
  {
    const char *words[8];
    int code;
    const char *said; /* on stdout for 0, else on stderr */
  } cases[] = {
    { { "--help" }, 0, "Usage:" },
    { { "--version" }, 0, ASK_VERSION },
    { { "ask", "--help" }, 0, "--no-model" },
    { { "interpret", "--help" }, 0, "--format" },
    { { "complete", "--help" }, 0, "--at" },
    { { "query", "--help" }, 0, "--explain" },
    { { "source", "--help" }, 0, "add" },
    { { "source", "add", "--help" }, 0, "openapi" },
    { { "source", "add", "--help" }, 0, "postgresql://USER" },
    { { "schema", "show", "--help" }, 0, "mermaid" },
    { { "schema", "show", "--help" }, 0, "dbml" },
    { { "verified", "run", "--help" }, 0, "verified" },
    { { "model", "set", "--help" }, 0, "--key-env" },
    { { "chart", "--help" }, 0, "FILE" },
    { { "history", "--help" }, 0, "newest" },
    { { "trace", "--help" }, 0, "--cell" },
    { { "explain", "--help" }, 0, "plain words" },
    { { "frobnicate" }, 2, "no command “frobnicate”" },
    { { "--frobnicate" }, 2, "no option" },
    { { "source" }, 2, "Say add" },
    { { "source", "frobnicate" }, 2, "Say add" },
    { { "source", "add", "sqlite" }, 2, "KIND NAME PLACE" },
    { { "source", "add", "oracle", "x", "y" }, 2, "oracle" },
    { { "schema", "show", "--format", "xml" }, 2, "xml" },
    { { "schema", "draw" }, 2, "-o" },
    { { "schema", "draw", "-o", "x.gif" }, 2, "x.gif" },
    { { "schema", "draw", "-o", "x.png", "--scale", "0" }, 2, "scale" },
    { { "schema", "draw", "-o", "x.png" }, 1, "nothing to draw" },
    { { "schema", "draw", "--help" }, 0, "--arrange" },
    { { "query" }, 2, "SQL" },
    { { "query", "SELECT 1", "--format", "xml" }, 2, "xml" },
    { { "query", "SELECT 1", "--timeout", "soon" }, 2, "soon" },
    { { "query", "SELECT 1", "--timeout", "0" }, 2, "--timeout" },
    { { "query", "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n", "--timeout",
        "0.2" }, 1, "longer than 0.2 s" },
    { { "query", "SELECT 1", "--max-rows", "-1" }, 2, "--max-rows" },
    { { "chart", "SELECT 1" }, 2, "-o" },
    { { "chart", "SELECT 1", "-o", "x.gif" }, 2, "x.gif" },
    { { "ask", "anything", "--chart", "x.foo" }, 2, "x.foo" },
    { { "ask", "anything", "--chart", "-", "--trace", "-" }, 2, "Only one" },
    { { "ask", "anything", "--trace", "-", "--format", "json" }, 2, "Only one" },
    { { "ask" }, 2, "QUESTION" },
    { { "model", "set" }, 2, "--url" },
    { { "model", "set", "--url", "localhost", "--model=x" }, 1, "http" },
    { { "verified", "remove", "x" }, 2, "number" },
    { { "ask", "" }, 1, "question" },
    { { "ask", "   \t " }, 1, "question" },
    { { "source", "set", "--help" }, 0, "--lanes" },
    { { "source", "set", "x" }, 2, "--cache" },
    { { "source", "set", "x", "--lanes", "many" }, 2, "many" },
    { { "source", "set", "x", "--lanes", "17" }, 2, "16" },
    { { "source", "set", "x", "--max-calls", "0" }, 2, "1 or more" },
    { { "source", "set", "nowhere", "--cache", "5" }, 1, "nowhere" },
    { { "source", "add", "sqlite", "x", "y", "--cache=5" }, 2, "openapi only" },
    { { "source", "add", "--help" }, 0, "--client-secret-env" },
    { { "source", "set", "--help" }, 0, "--reads" },
    { { "source", "add", "sqlite", "x", "y", "--auth-user=a" }, 2, "openapi only" },
    { { "source", "add", "sqlite", "x", "y", "--reads=a" }, 2, "openapi only" },
    { { "source", "add", "openapi", "x", "y", "--auth-user=a" }, 2, "--auth-password-env" },
    { { "source", "add", "openapi", "x", "y", "--client-id=a" }, 2, "--client-secret-env" },
    { { "source", "add", "openapi", "x", "y", "--scope=a" }, 2, "--client-id" },
    { { "source", "add", "openapi", "x", "y", "--password-stdin" }, 2, "--auth-user" },
    { { "source", "add", "openapi", "x", "y", "--auth-user=a", "--auth-password-env=ASK_TEST_UNSET" }, 1,
      "ASK_TEST_UNSET" },
    { { "source", "set", "nowhere", "--reads=a" }, 1, "nowhere" },
    { { "source", "add", "sqlite", "x", "y", "--lenient" }, 2, "openapi only" },
    { { "source", "add", "sheet", "x", "y", "--lenient" }, 2, "openapi only" },
    { { "source", "set", "nowhere", "--lenient=perhaps" }, 2, "yes or no" },
    { { "source", "set", "nowhere", "--lenient=yes" }, 1, "nowhere" },
    { { "source", "test", "nowhere" }, 1, "nowhere" },
    { { "source", "remove", "nowhere" }, 1, "nowhere" },
    { { "source", "add", "sqlite", "x", "/nowhere/at all" }, 1, "/nowhere/at all" },
    { { "source", "add", "openapi", "x", "/nowhere/at all" }, 1, "/nowhere/at all" },
    { { "source", "add", "postgres", "x", "/nowhere/at all" }, 1, "postgresql://" },
    { { "source", "add", "postgres", "x", "postgresql://ana@127.0.0.1:1/x" }, 1, "port 1" },
    { { "source", "add", "mysql", "x", "mysql://ana:$ASK_TEST_UNSET@127.0.0.1:1/x" }, 1,
      "ASK_TEST_UNSET" },
    { { "source", "add", "mysql", "x", "mysql://ana@127.0.0.1:1/x" }, 1, "127.0.0.1" },
    { { "source", "add", "sqlite", "a b", "/tmp" }, 1, "a b" },
    { { "query", "SELECT * FROM nowhere" }, 1, "askdata-cli: There is no table “nowhere”.\n" },
    { { "query", "SELECT 1 +" }, 1, "Line 1, column 11: the statement ends" },
    { { "query", "DROP TABLE x" }, 1, "DROP" },
    { { "verified", "add", "q", "SELECT * FROM nowhere" }, 1, "nowhere" },
    { { "schema", "import", "/nowhere/at all" }, 1, "/nowhere/at all" },
    { { "model", "test" }, 1, "No model is set" },
    { { "schema", "--help" }, 0, "impact" },
    { { "schema", "set", "--help" }, 0, "synonyms" },
    { { "schema", "rename", "--help" }, 0, "wherever" },
    { { "schema", "relate", "--help" }, 0, "--verb" },
    { { "schema", "metric", "--help" }, 0, "EXPRESSION" },
    { { "schema", "query", "--help" }, 0, "SELECT" },
    { { "schema", "bind", "--help" }, 0, "TABLE" },
    { { "schema", "parameter", "--help" }, 0, "--fixed" },
    { { "schema", "remove", "--help" }, 0, "ENTITY" },
    { { "schema", "diff", "--help" }, 0, "BEFORE" },
    { { "schema", "impact", "--help" }, 0, "Nothing is saved" },
    { { "schema", "doctor", "--help" }, 0, "web API" },
    { { "schema", "frobnicate" }, 2, "Say show" },
    { { "schema", "set", "a.b", "unit" }, 2, "FIELD VALUE" },
    { { "schema", "set", "nowhere", "notes", "x" }, 1, "no entity “nowhere”" },
    { { "schema", "set", "nowhere.x", "unit", "x" }, 1, "no entity “nowhere.x”" },
    { { "schema", "rename", "nowhere", "x" }, 1, "nowhere" },
    { { "schema", "relate", "a.b" }, 2, "ENTITY.ATTRIBUTE" },
    { { "schema", "relate", "a.b", "c.d" }, 1, "a.b" },
    { { "schema", "metric", "nowhere", "x", "1" }, 1, "nowhere" },
    { { "schema", "query", "nowhere", "" }, 1, "nowhere" },
    { { "schema", "bind", "nowhere", "x", "t" }, 1, "nowhere" },
    { { "schema", "parameter", "nowhere", "x", "y" }, 1, "nowhere" },
    { { "schema", "remove", "nowhere" }, 1, "nowhere" },
    { { "schema", "restore", "x" }, 2, "number" },
    { { "schema", "restore", "7" }, 1, "no version 7" },
    { { "schema", "diff", "7" }, 1, "no version 7" },
    { { "schema", "diff", "/nowhere/at all" }, 1, "/nowhere/at all" },
    { { "schema", "diff", "1", "2", "3" }, 2, "takes [BEFORE [AFTER]], and got 3 words" },
    { { "schema", "diff", "--format", "xml" }, 2, "xml" },
    { { "schema", "impact" }, 2, "FILE" },
    { { "schema", "impact", "/nowhere/at all" }, 1, "/nowhere/at all" },
    { { "schema", "doctor", "nowhere" }, 1, "nowhere" },
    { { "verified", "edit", "x" }, 2, "number" },
    { { "verified", "edit", "1" }, 2, "--question" },
    { { "verified", "edit", "1", "--question", "x" }, 1, "no verified question 1" },
    { { "verified", "edit", "1", "--sql", "SELECT nowhere" }, 1, "nowhere" },
    { { "verified", "run", "1" }, 1, "no verified question 1" },
    { { "verified", "run", "--all", "1" }, 2, "one number" },
    { { "verified", "run", "--help" }, 0, "--update" },
  };
  Cli cli;

  cli_open (&cli);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *w = cases[i].words;
      const char *said;
      int code = cli_run (&cli, w[0], w[1], w[2], w[3], w[4],
                          w[5], w[5] != NULL ? w[6] : NULL, NULL);

      said = code == 0 ? cli.out : cli.err;
      if (code != cases[i].code || strstr (said, cases[i].said) == NULL)
        g_error ("%s %s %s: exit %d: %s%s", w[0], w[1], w[2], code, cli.out, cli.err);
      /* One line for a failure, and a second one that leads to the help for wrong usage. */
      if (code != 0)
        {
          g_auto (GStrv) lines = g_strsplit (cli.err, "\n", -1);

          g_assert_cmpstr (cli.out, ==, "");
          g_assert_cmpuint (g_strv_length (lines), ==, code == 2 ? 3 : 2);
        }
    }
  cli_close (&cli);
}

static void
write_file (Cli *cli, const char *name, const char *text)
{
  g_autofree char *path = cli_path (cli, name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_bad_files (void)
{
  static const struct
  {
    const char *kind;
    const char *name;
    const char *text;
    const char *said;
  } cases[] = {
    { "sqlite", "page.sqlite", "<html>not a database, but long enough to be read as one page of "
                               "one hundred bytes and some more</html>",
      "no SQLite database" },
    { "openapi", "empty.yaml", "", "empty" },
    { "openapi", "page.html", "<!DOCTYPE html><html></html>", "web page" },
    { "openapi", "other.json", "{\"hello\": 1}", "OpenAPI" },
    { "openapi", "broken.json", "{\"openapi\": \"3.0.0\", ", "line" },
    { "openapi", "broken.yaml", "openapi: 3.0.0\npaths: [", "line" },
    { "openapi", "nowhere.yaml", "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: {}\n",
      "base URL" },
    { "openapi", "faulty.yaml", "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {}}}\n",
      "/paths/~1a/get" },
  };
  Cli cli;

  cli_open (&cli);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = cli_path (&cli, cases[i].name);

      write_file (&cli, cases[i].name, cases[i].text);
      if (cli_run (&cli, "source", "add", cases[i].kind, "x", path, NULL) != 1
          || strstr (cli.err, cases[i].said) == NULL)
        g_error ("%s: %d %s", cases[i].name, cli.code, cli.err);
      cli_run_good (&cli, "source", "list", NULL);
      g_assert_cmpstr (cli.out, ==, "");
    }
  /* A workspace that is none is not touched. */
  g_free (cli.workspace);
  cli.workspace = cli_path (&cli, "page.html");
  g_assert_cmpint (cli_run (&cli, "source", "list", NULL), ==, 1);
  {
    g_autofree char *text = NULL;

    g_assert_true (g_file_get_contents (cli.workspace, &text, NULL, NULL));
    g_assert_cmpstr (text, ==, "<!DOCTYPE html><html></html>");
  }
  cli_close (&cli);
}

/* A document with a fault, and one entity that is right. */
static void
test_lenient (void)
{
  static const char good[]
    = "openapi: 3.0.0\ninfo: {title: T, version: '1'}\nservers: [{url: 'URL'}]\n"
      "paths:\n"
      "  /parcels/{id}:\n    get:\n      operationId: parcel\n"
      "      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]\n"
      "      responses: {'200': {description: One, content: {application/json: {schema:\n"
      "        {type: object, properties: {id: {type: integer}, weight: {type: number}}}}}}}\n";
  g_autoptr (GString) right = g_string_new (good);
  g_autofree char *faulty = NULL;
  g_autofree char *path = NULL;
  Cli cli;

  cli_open (&cli);
  cli_start_api (&cli);
  g_string_replace (right, "URL", cli.url, 0);
  faulty = g_strconcat (right->str, "  /broken: {get: {}}\n", NULL);
  path = cli_path (&cli, "spec.yaml");
  write_file (&cli, "spec.yaml", faulty);
  g_assert_cmpint (cli_run (&cli, "source", "add", "openapi", "mail", path, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "/paths/~1broken/get"));
  g_assert_nonnull (strstr (cli.err, "--lenient"));
  cli_run_good (&cli, "source", "add", "openapi", "mail", path, "--lenient", NULL);
  g_assert_nonnull (strstr (cli.out, "1 entity"));
  g_assert_nonnull (strstr (cli.err, "/paths/~1broken/get"));
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_nonnull (strstr (cli.out, "read leniently"));

  /* Kept for each refresh, until it is taken back; other changes leave it. */
  cli_run_good (&cli, "source", "set", "mail", "--reads=POST /parcels/search", NULL);
  cli_run_good (&cli, "source", "refresh", "mail", NULL);
  g_assert_nonnull (strstr (cli.err, "/paths/~1broken/get"));
  cli_run_good (&cli, "source", "set", "mail", "--lenient", "no", NULL);
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_null (strstr (cli.out, "read leniently"));
  g_assert_cmpint (cli_run (&cli, "source", "refresh", "mail", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "source set NAME --lenient yes"));
  cli_run_good (&cli, "source", "set", "mail", "--lenient", "yes", NULL);
  cli_run_good (&cli, "source", "set", "mail", "--lenient", "yes", NULL);
  cli_run_good (&cli, "source", "refresh", "mail", NULL);

  /* That an order can be trusted is a steward's word, too. */
  cli_run_good (&cli, "source", "set", "mail", "--trust-order", "GET /parcels", NULL);
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_nonnull (strstr (cli.out, "GET /parcels: its order is trusted"));
  cli_run_good (&cli, "source", "set", "mail", "--distrust-order", "GET /parcels", NULL);
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_null (strstr (cli.out, "its order is trusted"));
  g_assert_cmpint (cli_run (&cli, "source", "set", "mail", "--distrust-order", "GET /parcels", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "Nobody has said of “GET /parcels”"));

  /* Of a document that is right it says nothing. */
  write_file (&cli, "spec.yaml", right->str);
  cli_run_good (&cli, "source", "refresh", "mail", NULL);
  g_assert_null (strstr (cli.err, "breaks the rules"));
  cli_close (&cli);
}

static void
test_odd_names (void)
{
  static const char sql[]
    = "CREATE TABLE \"it's \"\"odd\"\" 🙂; DROP TABLE x\"(\"select\" TEXT, \"a b\" INTEGER, "
      "\"x' OR 1=1 --\" TEXT); "
      "INSERT INTO \"it's \"\"odd\"\" 🙂; DROP TABLE x\" VALUES ('07', 9223372036854775807, 'é');";
  Cli cli;
  sqlite3 *db;
  g_autofree char *path = NULL;

  cli_open (&cli);
  path = cli_path (&cli, "a b'c\".sqlite");
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  cli_run_good (&cli, "source", "add", "sqlite", "odd", path, NULL);
  g_assert_cmpint (cli_run (&cli, "source", "add", "sqlite", "odd", path, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "already"));
  cli_run_good (&cli, "query",
                "SELECT \"select\", \"a b\", \"x' OR 1=1 --\" FROM \"it's \"\"odd\"\" 🙂; DROP TABLE "
                "x\"",
                "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "select,a b,x' OR 1=1 --\r\n07,9223372036854775807,é\r\n");
  for (const char *const *format = (const char *const[]) { "text", "json", "sql", "mermaid", NULL };
       *format != NULL; format++)
    {
      cli_run_good (&cli, "schema", "show", "--format", *format, NULL);
      g_assert_nonnull (strstr (cli.out, "🙂"));
    }
  {
    g_autofree char *file = cli_path (&cli, "schema.json");
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;

    cli_run_good (&cli, "schema", "export", file, NULL);
    g_assert_true (g_file_get_contents (file, &first, NULL, NULL));
    cli_run_good (&cli, "schema", "import", file, NULL);
    cli_run_good (&cli, "schema", "export", file, NULL);
    g_assert_true (g_file_get_contents (file, &second, NULL, NULL));
    g_assert_cmpstr (first, ==, second);
  }
  {
    g_autofree char *picture = cli_path (&cli, "schema.svg");
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;

    /* A picture of what nobody has placed is that of the layout which arrange writes down, once. */
    cli_run_good (&cli, "schema", "draw", "-o", picture, NULL);
    g_assert_true (g_file_get_contents (picture, &first, NULL, NULL));
    cli_run_good (&cli, "schema", "arrange", NULL);
    g_assert_nonnull (strstr (cli.out, "Moved 1 of 1"));
    cli_run_good (&cli, "schema", "arrange", NULL);
    g_assert_nonnull (strstr (cli.out, "Moved 0 of 1"));
    cli_run_good (&cli, "schema", "draw", "-o", picture, NULL);
    g_assert_true (g_file_get_contents (picture, &second, NULL, NULL));
    g_assert_cmpstr (first, ==, second);
  }
  cli_run_good (&cli, "schema", "check", NULL);
  cli_run_good (&cli, "source", "refresh", NULL);
  cli_run_good (&cli, "source", "test", "odd", NULL);
  cli_run_good (&cli, "source", "remove", "odd", NULL);
  cli_close (&cli);
}

/* SQLite attaches no file whose text is of another kind than the session's. */
static void
test_utf_16 (void)
{
  Cli cli;
  sqlite3 *db;
  g_autofree char *path = NULL;

  cli_open (&cli);
  path = cli_path (&cli, "wide.sqlite");
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA encoding = 'UTF-16'; CREATE TABLE t(x)", NULL, NULL,
                                 NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_cmpint (cli_run (&cli, "source", "add", "sqlite", "wide", path, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "UTF-16"));
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_cmpstr (cli.out, ==, "");
  cli_close (&cli);
}

static void
test_prompts (void)
{
  Cli cli;
  g_autofree char *file = NULL;
  g_autofree char *first = NULL;

  cli_open (&cli);
  file = cli_path (&cli, "prompt.txt");
  cli_run_good (&cli, "model", "prompt", NULL);
  g_assert_nonnull (strstr (cli.out, "system     as it comes"));
  cli_run_good (&cli, "model", "prompt", "system", NULL);
  g_assert_nonnull (strstr (cli.out, "{{entities}}"));
  first = g_strdup (cli.out);
  write_file (&cli, "prompt.txt", "Be brief. {{entities}}");
  cli_run_good (&cli, "model", "prompt", "system", file, NULL);
  cli_run_good (&cli, "model", "prompt", "system", NULL);
  g_assert_cmpstr (cli.out, ==, "Be brief. {{entities}}");
  write_file (&cli, "prompt.txt", "Be {{quick}}");
  g_assert_cmpint (cli_run (&cli, "model", "prompt", "system", file, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "quick"));
  write_file (&cli, "prompt.txt", " \n");
  g_assert_cmpint (cli_run (&cli, "model", "prompt", "system", file, NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "model", "prompt", "nothing", NULL), ==, 1);
  cli_run_good (&cli, "model", "prompt", "system", "--reset", NULL);
  cli_run_good (&cli, "model", "prompt", "system", NULL);
  g_assert_cmpstr (cli.out, ==, first);
  cli_close (&cli);
}

static void
test_long_question (void)
{
  g_autofree char *question = g_strnfill (100 * 1024, 'q');
  Cli cli;

  cli_open (&cli);
  g_assert_cmpint (cli_run (&cli, "ask", question, NULL), ==, 1);
  g_assert_cmpuint (strlen (cli.err), <, 1000);
  g_assert_nonnull (strstr (cli.err, "long"));
  cli_close (&cli);
}

/* A key that is no environment variable needs the Secret Service; here none runs. */
static void
test_no_secret_service (void)
{
  Cli cli;
  g_autofree char *spec = NULL;

  cli_open (&cli);
  cli_add_sample (&cli);
  spec = g_strconcat (cli.url, "openapi.yaml", NULL);
  g_assert_cmpint (cli_run (&cli, "source", "add", "openapi", "other", spec, "--header",
                            "X-Api-Key: " CLI_KEY, NULL),
                   ==, 1);
  g_assert_nonnull (strstr (cli.err, "password store"));
  g_assert_null (strstr (cli.err, CLI_KEY));
  cli_close (&cli);
}

static void
test_wrong_key (void)
{
  Cli cli;
  g_autofree char *spec = NULL;

  cli_open (&cli);
  cli_add_sample (&cli);
  spec = g_strconcat (cli.url, "openapi.yaml", NULL);
  g_assert_cmpint (cli_run (&cli, "source", "add", "openapi", "other", spec, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "401"));
  g_assert_nonnull (strstr (cli.err, "other"));
  cli_close (&cli);
}

/* How an API is called is set, shown and heeded. */
static void
test_tuning (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sample (&cli);
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_null (strstr (cli.out, "kept"));
  cli_run_good (&cli, "source", "set", "logistics", "--cache", "300", "--max-calls", "1", NULL);
  cli_run_good (&cli, "source", "set", "LOGISTICS", "--lanes", "4", NULL);
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_nonnull (
      strstr (cli.out, "  answers are kept for 300 s, at most 1 call a query, 4 at a time\n"));
  g_assert_cmpint (cli_run (&cli, "query", "SELECT count(*) FROM shipments", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "“logistics”"));
  cli_run_good (&cli, "source", "set", "logistics", "--max-calls", "10000", NULL);
  cli_run_good (&cli, "query", "--explain", "SELECT count(*) FROM shipments", NULL);
  g_assert_nonnull (strstr (cli.err, "GET /shipments"));
  g_assert_cmpint (cli_run (&cli, "source", "set", "sales", "--cache", "5", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "openapi only"));
  cli_close (&cli);
}

/* The password of a database server, set anew from a variable. */
static void
test_server_password (void)
{
  Cli cli;
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (
    &(AskTestPostgresOptions) { .tcp = TRUE,
                                .hba = "local all all trust\nhost all ana 127.0.0.1/32 scram-sha-256\n" },
    &reason);
  g_autofree char *uri = NULL;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_postgres_exec (server, "CREATE ROLE ana LOGIN PASSWORD 'old'; CREATE TABLE t (a int);"
                                  "GRANT SELECT ON t TO ana");
  uri = g_strdup_printf ("postgresql://ana:$ASK_TEST_OLD@127.0.0.1:%u/postgres", ask_test_postgres_get_port (server));
  g_setenv ("PGPASSFILE", "/no/such/file", TRUE);
  g_setenv ("ASK_TEST_OLD", "old", TRUE);
  g_setenv ("ASK_TEST_NEW", "new", TRUE);
  cli_open (&cli);
  cli_run_good (&cli, "source", "add", "postgres", "shop", uri, NULL);
  ask_test_postgres_exec (server, "ALTER ROLE ana PASSWORD 'new'");
  g_assert_cmpint (cli_run (&cli, "source", "test", "shop", NULL), ==, 1);
  g_assert_cmpint (
    cli_run (&cli, "source", "set", "shop", "--auth-password-env", "ASK_TEST_NEW", "--cache", "5", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "openapi only"));
  g_assert_cmpint (cli_run (&cli, "source", "set", "shop", "--scope", "read", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "openapi only"));
  g_assert_cmpint (
    cli_run (&cli, "source", "set", "shop", "--auth-user", "ana", "--auth-password-env", "ASK_TEST_NEW", NULL), ==,
    2);
  g_assert_cmpint (cli_run (&cli, "source", "set", "shop", "--auth-password-env", "ASK_TEST_OLD", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "does not take the password"));
  cli_run_good (&cli, "source", "set", "shop", "--auth-password-env", "ASK_TEST_NEW", NULL);
  cli_run_good (&cli, "source", "test", "shop", NULL);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/usage/wrong-usage-has-its-exit-code-and-words", test_exit_codes);
  g_test_add_func ("/cli/usage/a-bad-file-is-refused-in-words", test_bad_files);
  g_test_add_func ("/cli/usage/odd-names-are-shown-and-asked", test_odd_names);
  g_test_add_func ("/cli/usage/a-faulty-document-is-read-on-request", test_lenient);
  g_test_add_func ("/cli/usage/a-file-of-utf-16-is-refused-in-words", test_utf_16);
  g_test_add_func ("/cli/usage/a-prompt-is-replaced-and-given-back", test_prompts);
  g_test_add_func ("/cli/usage/a-question-too-long-is-refused", test_long_question);
  g_test_add_func ("/cli/usage/without-a-keyring-a-clear-key-is-refused", test_no_secret_service);
  g_test_add_func ("/cli/usage/a-missing-key-names-its-source", test_wrong_key);
  g_test_add_func ("/cli/usage/a-tuned-api-is-called-as-set", test_tuning);
  g_test_add_func ("/cli/usage/a-server-s-password-is-set-anew", test_server_password);
  return g_test_run ();
}

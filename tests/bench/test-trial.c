/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The public benchmark from end to end: a folder is prepared, its APIs of every design are asked, and what is right and
 * wrong is told apart, for AskData's agent and for another system over HTTP.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "base/ask-json.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-server.h"

#define MUSIC \
  "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT);" \
  "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (artist_id)," \
  "  price REAL, sold_date TEXT);" \
  "INSERT INTO artist VALUES (1, 'Accept', 'Germany'), (2, 'Aerosmith', 'USA'), (3, 'Scorpions', 'Germany');" \
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 130)" \
  "  INSERT INTO album SELECT i, 'Album ' || i, 1 + i % 3, 5 + i % 7 * 0.5, '2024-' || printf('%02d', 1 + i % 12) || '-01' FROM n;"
#define ZOO \
  "CREATE TABLE animal (animal_id INTEGER PRIMARY KEY, kind TEXT, weight REAL);" \
  "INSERT INTO animal VALUES (1, 'cat', 4.5), (2, 'bear', 300), (3, 'cat', 3.5);"

static const char *const questions[] = {
  "{\"id\":\"count\",\"question\":\"How many albums are there?\",\"database\":\"music\",\"sql\":\"SELECT count(*) FROM album\"}",
  "{\"id\":\"join\",\"question\":\"Albums by country\",\"database\":\"music\",\"sql\":\"SELECT country, count(*) FROM artist "
  "JOIN album ON artist.artist_id = album.artist_id GROUP BY country\"}",
  "{\"id\":\"sum\",\"question\":\"What do the albums of Germany cost?\",\"database\":\"music\",\"sql\":\"SELECT sum(price) "
  "FROM album JOIN artist ON artist.artist_id = album.artist_id WHERE country = 'Germany'\"}",
  "{\"id\":\"order\",\"question\":\"Kinds by weight\",\"database\":\"zoo\",\"sql\":\"SELECT kind, max(weight) FROM animal "
  "GROUP BY kind ORDER BY max(weight)\"}",
  "{\"id\":\"two\",\"question\":\"More albums than animals?\",\"databases\":[\"music\",\"zoo\"],\"sql\":\"SELECT (SELECT "
  "count(*) FROM album) > (SELECT count(*) FROM animal)\"}",
  "{\"id\":\"none\",\"question\":\"Who wins the election?\",\"databases\":[],\"offered\":[\"zoo\"]}",
};

static void
make_database (const char *folder, const char *name, const char *sql)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.sqlite", folder, name);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static char *
make_given (void)
{
  char *folder = ask_test_folder_new ("askdata-trial-XXXXXX");
  g_autofree char *path = g_build_filename (folder, "questions.jsonl", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  make_database (folder, "music", MUSIC);
  make_database (folder, "zoo", ZOO);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    g_string_append_printf (text, "%s\n", questions[i]);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return folder;
}

/* Returns: (transfer full): what it printed; with @code not 0, on stderr */
static char *
run (int code, const char *const *words)
{
  g_autofree char *built = g_test_build_filename (G_TEST_BUILT, "..", "src", "bench", "askdata-bench", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;

  g_ptr_array_add (argv, built);
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) words[i]);
  g_ptr_array_add (argv, NULL);
  child = g_subprocess_newv ((const char *const *) argv->pdata,
                             G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (child, NULL, NULL, &out, &err, &error));
  if (!g_subprocess_get_if_exited (child) || g_subprocess_get_exit_status (child) != code)
    g_error ("%s: %s%s", words[0], out, err);
  return code == 0 ? g_steal_pointer (&out) : g_steal_pointer (&err);
}

static void
assert_line (const char *out, const char *line)
{
  if (strstr (out, line) == NULL)
    g_error ("“%s” is not in:\n%s", line, out);
}

static char *
prepare (const char *given, const char *design, const char *share)
{
  g_autofree char *path = g_build_filename (given, "questions.jsonl", NULL);
  char *folder = g_strdup_printf ("%s/trial-%s-%s", given, design, share);
  const char *const words[] = { "prepare", folder,    "--databases", given,        "--questions", path, "--designs",
                                design,    "--share", share,         "--variants", "3",           NULL };
  g_autofree char *out = run (0, words);

  assert_line (out, "6 questions over 2 databases");
  return folder;
}

/* Whatever design an API has, and wherever a table lies, the reference's query gives the reference's rows. */
static void
test_designs (void)
{
  static const char *const designs[] = { "optional", "keys", "paged", "required", "aggregate", "document" };
  g_autofree char *given = make_given ();

  for (guint i = 0; i < G_N_ELEMENTS (designs); i++)
    {
      g_autofree char *folder = prepare (given, designs[i], g_str_equal (designs[i], "required") ? "50" : "100");
      const char *const words[] = { "run", folder, "--oracle", "--route", NULL };
      g_autofree char *out = run (0, words);

      g_test_message ("%s:\n%s", designs[i], out);
      assert_line (out, "| no database | 1 | 100.0 %");
      /* Nobody can count what needs a value that nothing leads to. */
      if (g_str_equal (designs[i], "required"))
        {
          assert_line (out, "| one | 4 | 75.0 %");
          continue;
        }
      assert_line (out, "| two or more | 1 | 100.0 %");
      assert_line (out, "| all | 6 | 100.0 %");
    }
  ask_test_folder_remove (given);
}

/** System: another system, which answers with the reference's SQL, with wrong SQL, with rows, or not at all */
typedef struct
{
  guint n_asked;
  gboolean seen;
} System;

static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  System *self = data;
  g_autofree char *body = g_strndup (g_bytes_get_data (request->body, NULL), g_bytes_get_size (request->body));
  const char *said = "{}";

  self->n_asked++;
  self->seen |= strstr (body, "\"kind\":\"openapi\"") != NULL && strstr (body, "rest-0.sqlite") != NULL;
  if (strstr (body, "How many albums") != NULL)
    said = "{\"sql\":\"SELECT count(title) FROM album\",\"sources\":[\"music\"],\"tokens\":7}";
  else if (strstr (body, "Albums by country") != NULL)
    said = "{\"rows\":[[86,\"Germany\"],[44,\"USA\"]]}";
  else if (strstr (body, "cost?") != NULL)
    said = "{\"sql\":\"SELECT 556.5\"}";
  else if (strstr (body, "Kinds by weight") != NULL)
    said = "{\"sql\":\"SELECT kind, max(weight) FROM animal GROUP BY kind ORDER BY max(weight) DESC\"}";
  else if (strstr (body, "More albums") != NULL)
    said = "{\"rows\":[[1]]}";
  ask_test_reply_set (reply, 200, "application/json", said, -1);
}

/* What is right by chance, in another order, or only as the values are, is told apart. */
static void
test_http (void)
{
  g_autofree char *given = make_given ();
  g_autofree char *folder = prepare (given, "paged", "100");
  System system = { 0, FALSE };
  g_autoptr (AskTestServer) server = ask_test_server_new (answer, &system);
  g_autofree char *url = ask_test_server_dup_url (server, "/ask");
  const char *const words[] = { "run", folder, "--http", url, NULL };
  const char *const again[] = { "score", folder, NULL };
  const char *const other[] = { "run", folder, "--oracle", NULL };
  g_autofree char *out = run (0, words);
  g_autofree char *scored = run (0, again);
  g_autofree char *refused = NULL;
  guint asked = system.n_asked;

  g_assert_true (system.seen);
  g_test_message ("%s", out);
  /* Rows are asked for over each variant, and country differs there. */
  g_assert_cmpuint (asked, ==, 6 + 2 * 2);
  assert_line (out, "| no database | 1 | 100.0 % | 0.0 % |");
  assert_line (out, "| one | 4 | 25.0 % | 25.0 % |");
  assert_line (out, "| two or more | 1 | 100.0 % | 0.0 % |");
  g_assert_cmpstr (out, ==, scored);
  /* What is written down is not asked again. */
  g_free (run (0, words));
  g_assert_cmpuint (system.n_asked, ==, asked);
  /* Nor are they taken for somebody else's. */
  refused = run (1, other);
  assert_line (refused, "is of another run, by http://");
  ask_test_folder_remove (given);
}

static void
test_usage (void)
{
  g_autofree char *given = make_given ();
  g_autofree char *wrong = g_build_filename (given, "wrong.jsonl", NULL);
  const struct
  {
    int code;
    const char *words[8];
    const char *said;
  } cases[] = {
    { 2, { "prepare", given }, "Say --databases FOLDER and --questions FILE." },
    { 2, { "prepare", given, "--databases", given, "--questions", wrong, "--designs=round" }, "“round” is no design." },
    { 1, { "prepare", given, "--databases", given, "--questions", wrong }, "Line 2 of the questions needs" },
    { 1, { "run", given, "--oracle" }, "Run “askdata-bench prepare” first" },
    { 1, { "score", given }, "Run “askdata-bench prepare” first" },
    { 2, { "run", given, "--http", "http://x", "--oracle" }, "--http is another system" },
    { 2, { "run" }, "Name one folder." },
    { 2, { "dance" }, "Usage: askdata-bench" },
  };

  g_assert_true (g_file_set_contents (wrong, "\n{\"question\":\"Why?\",\"database\":\"zoo\"}\n", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *err = run (cases[i].code, cases[i].words);

      assert_line (err, cases[i].said);
    }
  ask_test_folder_remove (given);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bench/trial/every-design-gives-the-reference-s-rows", test_designs);
  g_test_add_func ("/bench/trial/another-system-is-measured-over-http", test_http);
  g_test_add_func ("/bench/trial/wrong-input-is-told", test_usage);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli answer, and ask --save: what a model answered in two steps opens elsewhere, says first what goes in, and
 * holds what was sent only where somebody asked for that, and keys never.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-model.h"

#define QUESTION "Which city has the most stores?"
#define MODEL_KEY "sk-cnry-model-0051"

static const char *const replies[]
  = { "Thought: count them\nAction: query\nAction Input: SELECT city, store_id FROM store WHERE store_id > 1",
      "Final Answer: SELECT city, count(*) AS n FROM step_1 GROUP BY city", NULL };

typedef struct
{
  Cli cli;
  AskTestModel *model;
  char *file;
} Saved;

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static gboolean
has_bytes (const char *path, const char *text)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  return memmem (bytes, length, text, strlen (text)) != NULL;
}

static void
open_saved (Saved *self)
{
  g_setenv ("ASKDATA_TEST_MODEL_KEY", MODEL_KEY, TRUE);
  cli_open (&self->cli);
  cli_add_sqlite (&self->cli, "shop",
                  "CREATE TABLE store (store_id INTEGER PRIMARY KEY, city TEXT);"
                  "INSERT INTO store VALUES (1, 'Nice'), (2, 'Lyon'), (3, 'Lyon'), (4, 'Brest')");
  self->model = ask_test_model_new (replies);
  ask_test_model_set_key (self->model, MODEL_KEY);
  cli_run_good (&self->cli, "model", "set", "--url", ask_test_model_get_url (self->model), "--model", "scripted",
                "--answer-here-first", "off", "--key-env", "ASKDATA_TEST_MODEL_KEY", NULL);
  self->file = cli_path (&self->cli, "stores.askanswer");
}

static void
close_saved (Saved *self)
{
  ask_test_model_free (self->model);
  g_free (self->file);
  cli_close (&self->cli);
}

/* Takes the workspace and the source away: from here on there is only the file. */
static void
forget_home (Saved *self)
{
  cli_run_good (&self->cli, "source", "remove", "shop", NULL);
  g_assert_cmpint (g_unlink (self->cli.workspace), ==, 0);
}

static void
test_opens_elsewhere (void)
{
  Saved saved;
  g_autofree char *picture = NULL;
  g_autoptr (JsonNode) shown = NULL;
  JsonObject *answer;

  open_saved (&saved);
  cli_run_good (&saved.cli, "ask", QUESTION, "--save", saved.file, NULL);
  assert_has (saved.cli.err, "Whoever has it can read all of it.");
  assert_has (saved.cli.err, "step_1: 3 rows");
  assert_has (saved.cli.err, "answer: 2 rows");
  forget_home (&saved);

  cli_run_good (&saved.cli, "answer", "show", saved.file, NULL);
  assert_has (saved.cli.out, QUESTION);
  assert_has (saved.cli.out, "Brest");
  assert_has (saved.cli.out, "step_1  3 rows");
  assert_has (saved.cli.out, "What left the machine for it:");
  picture = cli_path (&saved.cli, "stores.svg");
  cli_run_good (&saved.cli, "answer", "show", saved.file, "--chart", picture, "--format", "json", NULL);
  shown = cli_get_json (&saved.cli);
  answer = ask_json_get_object (json_node_get_object (shown), "answer");
  g_assert_cmpint (ask_json_get_integer (answer, "n_rows", 0), ==, 2);
  g_assert_true (has_bytes (picture, "<svg"));

  cli_run_good (&saved.cli, "answer", "trace", saved.file, NULL);
  assert_has (saved.cli.out, "WHERE store_id > 1");
  cli_run_good (&saved.cli, "answer", "trace", saved.file, "--cell", "2,2", NULL);
  assert_has (saved.cli.out, "2 rows");
  cli_run_good (&saved.cli, "answer", "query", saved.file, "--format", "csv", NULL);
  assert_has (saved.cli.err, "The same rows as in the answer.");
  assert_has (saved.cli.out, "Lyon,2");
  cli_run_good (&saved.cli, "answer", "query", saved.file, "SELECT max(store_id) AS m FROM step_1", NULL);
  assert_has (saved.cli.out, "4");
  cli_run_good (&saved.cli, "answer", "query", saved.file, "--table", "step_1", "--format", "json", NULL);
  assert_has (saved.cli.out, "[\"Brest\",4]");
  g_assert_cmpint (cli_run (&saved.cli, "answer", "query", saved.file, "SELECT * FROM store", NULL), ==, 1);
  g_assert_false (g_file_test (saved.cli.workspace, G_FILE_TEST_EXISTS));
  close_saved (&saved);
}

/* Anybody may have written the times of a file. */
static void
test_no_time_is_shown_as_none (void)
{
  Saved saved;
  sqlite3 *db = NULL;

  open_saved (&saved);
  cli_run_good (&saved.cli, "ask", QUESTION, "--save", saved.file, NULL);
  g_assert_cmpint (sqlite3_open (saved.file, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "UPDATE about SET value = '9223372036854775807' WHERE name = 'saved_at';"
                                 "UPDATE sent SET at = -9223372036854775807",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  cli_run_good (&saved.cli, "answer", "show", saved.file, NULL);
  assert_has (saved.cli.out, "Saved – by AskData");
  g_assert_null (strstr (saved.cli.err, "CRITICAL"));
  close_saved (&saved);
}

static void
test_bodies_on_request (void)
{
  Saved saved;

  open_saved (&saved);
  cli_run_good (&saved.cli, "ask", QUESTION, NULL);
  cli_run_good (&saved.cli, "answer", "save", "1", "--dry-run", NULL);
  assert_has (saved.cli.err, "what left this computer for it: ");
  assert_has (saved.cli.err, "listed without what stood in them");
  cli_run_good (&saved.cli, "answer", "save", "1", saved.file, NULL);
  /* The first message of every request has the tables in these words. */
  g_assert_false (has_bytes (saved.file, "CREATE TABLE store"));
  cli_run_good (&saved.cli, "answer", "save", "1", saved.file, "--bodies", NULL);
  assert_has (saved.cli.err, " of them, byte for byte");
  g_assert_true (has_bytes (saved.file, "CREATE TABLE store"));
  g_assert_false (has_bytes (saved.file, MODEL_KEY));
  cli_run_good (&saved.cli, "answer", "show", saved.file, NULL);
  close_saved (&saved);
}

static void
test_refusals (void)
{
  static const struct
  {
    const char *const words[5];
    int code;
    const char *part;
  } refused[] = { { { "answer", NULL }, 2, "Say save, show, trace or query." },
                  { { "answer", "save", "one", "x.askanswer", NULL }, 2, "no number" },
                  { { "answer", "save", "1", NULL }, 2, "into which FILE" },
                  { { "answer", "save", "99", "x.askanswer", NULL }, 1, "99" },
                  { { "answer", "show", "no-such-file.askanswer", NULL }, 1, "The saved answer cannot be opened: " },
                  { { "answer", "show", "/dev/null", NULL }, 1, "is no answer that AskData saved" },
                  { { "answer", "query", "x.askanswer", "--format=xml", NULL }, 2, "no format" } };
  Saved saved;

  open_saved (&saved);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_auto (GStrv) words = g_strdupv ((char **) refused[i].words);

      g_assert_cmpint (cli_run_words (&saved.cli, words), ==, refused[i].code);
      assert_has (saved.cli.err, refused[i].part);
    }
  close_saved (&saved);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/answer/what-is-saved-opens-without-its-sources", test_opens_elsewhere);
  g_test_add_func ("/cli/answer/no-time-is-shown-as-none", test_no_time_is_shown_as_none);
  g_test_add_func ("/cli/answer/what-was-sent-goes-in-on-request-only", test_bodies_on_request);
  g_test_add_func ("/cli/answer/what-cannot-be-is-said-in-words", test_refusals);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A password or a key in the place of any word of any command: nothing that is said has it, and the workspace does
 * not keep it. What a person writes for others to read (a question, SQL, a description) is theirs, and may be kept.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"

#define WORD "s3cr3tw0rd"

static const char *const secrets[] = {
  "postgresql://ana:" WORD "@127.0.0.1:9/shop", "http://127.0.0.1:9/v1?page=1&api_key=" WORD,
  "http://x:" WORD "@127.0.0.1:9/v1",           "X-Api-Key: " WORD,
  "host=127.0.0.1 password=" WORD,
};

/* "*" is a place for a secret, "+" one for words that are content. BELOW/ is where nothing can be. */
static const char *const commands[] = {
  "*",
  "--*",
  "--workspace=BELOW/* source list",
  "--workspace BELOW/* source list",
  "source *",
  "source add * * *",
  "source add sqlite * *",
  "source add sqlite x *",
  "source add openapi x *",
  "source add openapi x doc.json --base-url *",
  "source add openapi x doc.json --header *",
  "source add openapi x doc.json --base-url http://127.0.0.1:9 --header *",
  "source add openapi x doc.json --auth-user * --auth-password-env NO_SUCH",
  "source add openapi x doc.json --auth-user ana --auth-password-env *",
  "source add openapi x doc.json --client-id * --client-secret-env NO_SUCH --token-url *",
  "source add openapi x doc.json --scope *",
  "source add openapi x doc.json --reads *",
  "source add postgres * *",
  "source add postgres x *",
  "source add postgres x / *",
  "source add mysql x *",
  "source add sheet x *",
  "source add sheet x t.csv --sheet *",
  "source add sheet x t.csv --delimiter *",
  "source add sheet x t.csv --encoding *",
  "source add sheet x t.csv --header *",
  "source add sheet * t.csv",
  "source set *",
  "source set * --cache 5",
  "source set kept --lanes *",
  "source set kept --cache *",
  "source set kept --sheet * --delimiter *",
  "source list *",
  "source test *",
  "source refresh *",
  "source remove *",
  "schema *",
  "schema show *",
  "schema show --format *",
  "schema export BELOW/*",
  "schema import *",
  "schema check *",
  "schema doctor *",
  "schema suggest * --accept *",
  "schema draw -o *",
  "schema draw -o BELOW/*.png",
  "schema set * description +",
  "schema set kept * +",
  "schema set t.name * +",
  "schema rename * x",
  "schema rename t *",
  "schema relate * *",
  "schema relate t.id *",
  "schema unrelate * *",
  "schema metric * * +",
  "schema query * +",
  "schema bind * * *",
  "schema parameter * * *",
  "schema remove *",
  "schema diff * *",
  "schema restore *",
  "schema drift *",
  "schema impact *",
  "query +",
  "query * --format *",
  "query SELECT * --timeout *",
  "chart + -o *",
  "ask +",
  "ask + --chart *",
  "ask + --format *",
  "board *",
  "board show *",
  "board pin * +",
  "board remove * --tile *",
  "board refresh * --parameter *",
  "board export * -o *",
  "board import *",
  "verified *",
  "verified add + +",
  "verified import *",
  "verified remove *",
  "verified run *",
  "verified edit * --sql +",
  "history *",
  "history --max *",
  "trace *",
  "model *",
  "model set --url * --model m",
  "model set --url http://127.0.0.1:9/v1 --model *",
  "model set --url http://127.0.0.1:9/v1 --model m --key-env *",
  "model set --url *",
  "model set --embeddings *",
  "model set *",
  "model show *",
  "model test",
  "model show",
  "model prompt * *",
  "model prompt sql *",
  "source list",
  "history",
};

static gboolean
is_kept (Cli *cli)
{
  static const char *const ends[] = { "", "-wal", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *path = g_strconcat (cli->workspace, ends[i], NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      if (g_file_get_contents (path, &bytes, &length, NULL) && memmem (bytes, length, WORD, strlen (WORD)) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* @place: which of the places gets @secret; the others a harmless word
 *
 * Returns: whether there is such a place */
static gboolean
run_with (Cli *cli, const char *command, const char *secret, guint place)
{
  g_auto (GStrv) words = g_strsplit (command, " ", -1);
  gboolean content = FALSE;
  guint n = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *below = strstr (words[i], "BELOW/");
      char *star;
      char *whole;

      if (below != NULL)
        {
          g_autofree char *file = cli_path (cli, "t.csv");

          whole = g_strdup_printf ("%.*s%s%s", (int) (below - words[i]), words[i], file, below + strlen ("BELOW"));
          g_free (words[i]);
          words[i] = whole;
        }
      star = strpbrk (words[i], "*+");

      if (star == NULL)
        {
          if (strcmp (words[i], "t.csv") == 0 || strcmp (words[i], "doc.json") == 0)
            {
              g_autofree char *name = words[i];

              words[i] = cli_path (cli, name);
            }
          continue;
        }
      content = content || (*star == '+' && n == place);
      whole = g_strdup_printf ("%.*s%s%s", (int) (star - words[i]), words[i], n == place ? secret : "x", star + 1);
      g_free (words[i]);
      words[i] = whole;
      n++;
    }
  if (place >= MAX (n, 1))
    return FALSE;
  cli_run_words (cli, words);
  if (strstr (cli->err, WORD) != NULL || (!content && (strstr (cli->out, WORD) != NULL || is_kept (cli))))
    g_error ("%s with “%s” as its place %u: %s%s", command, secret, place, cli->out, cli->err);
  if (content)
    {
      /* Theirs; and gone again before the next command is looked at. */
      g_autofree char *saved = cli_path (cli, "saved");
      g_autofree char *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (saved, &bytes, &length, NULL));
      g_assert_true (g_file_set_contents (cli->workspace, bytes, (gssize) length, NULL));
    }
  return TRUE;
}

static void
write_file (Cli *cli, const char *name, const char *text)
{
  g_autofree char *path = cli_path (cli, name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_everywhere (void)
{
  Cli cli;
  g_autofree char *csv = NULL;
  g_autofree char *saved = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  cli_open (&cli);
  csv = cli_path (&cli, "t.csv");
  saved = cli_path (&cli, "saved");
  write_file (&cli, "t.csv", "id,name\n1,Ann\n2,Bob\n");
  write_file (&cli, "doc.json",
              "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {\"/a\": {\"get\": "
              "{\"responses\": {\"200\": {\"description\": \"d\", \"content\": {\"application/json\": {\"schema\": "
              "{\"type\": \"array\", \"items\": {\"properties\": {\"id\": {\"type\": \"integer\"}}}}}}}}}}}}");
  cli_run_good (&cli, "source", "add", "sheet", "kept", csv, NULL);
  g_assert_true (g_file_get_contents (cli.workspace, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (saved, bytes, (gssize) length, NULL));
  for (guint c = 0; c < G_N_ELEMENTS (commands); c++)
    for (guint place = 0;; place++)
      {
        gboolean more = FALSE;

        /* One of them, and each of the others now and then. */
        for (guint s = 0; s < G_N_ELEMENTS (secrets); s++)
          if (g_test_slow () || g_test_rand_int_range (0, 12) == 0 || s == place % G_N_ELEMENTS (secrets))
            more = run_with (&cli, commands[c], secrets[s], place) || more;
        if (!more)
          break;
      }
  cli_run_good (&cli, "source", "remove", "kept", NULL);
  cli_close (&cli);
}

/* A model's settings with a key in them are refused; what an earlier version kept is not shown, and not used. */
static void
test_model (void)
{
  Cli cli;
  sqlite3 *db;

  cli_open (&cli);
  cli_run_good (&cli, "model", "set", "--url", "http://127.0.0.1:9/v1?version=2", "--model", "m", NULL);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_cmpstr (cli.out, ==, "m at http://127.0.0.1:9/v1?version=2\n");
  g_assert_cmpint (cli_run (&cli, "model", "set", "--url", "http://127.0.0.1:9/v1?key=" WORD, "--model", "m", NULL), ==,
                   1);
  g_assert_nonnull (strstr (cli.err, "what looks like a key (key)"));
  g_assert_nonnull (strstr (cli.err, "--key-env"));
  g_assert_cmpint (cli_run (&cli, "model", "set", "--url", "http://127.0.0.1:9/v1", "--model", "m", "--key-env",
                            "sk-" WORD, NULL),
                   ==, 1);
  g_assert_nonnull (strstr (cli.err, "the variable's name"));
  /* What was set before is still there. */
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_cmpstr (cli.out, ==, "m at http://127.0.0.1:9/v1?version=2\n");
  g_assert_cmpint (sqlite3_open (cli.workspace, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "UPDATE setting SET value = 'http://127.0.0.1:9/v1?key=" WORD
                                     "' WHERE key = 'model/url'",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_changes (db), ==, 1);
  sqlite3_close (db);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_cmpstr (cli.out, ==, "m at http://127.0.0.1:9/v1?key=…\n");
  g_assert_cmpint (cli_run (&cli, "model", "test", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "--key-env"));
  g_assert_null (strstr (cli.err, WORD));
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_autofree char *cache = g_dir_make_tmp ("ask-cli-cache-XXXXXX", NULL);
  int code;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/secrets/no-word-of-any-command-shows-a-secret", test_everywhere);
  g_test_add_func ("/cli/secrets/a-model-s-address-with-a-key-is-refused", test_model);
  code = g_test_run ();
  {
    g_autofree char *askdata = g_build_filename (cache, "askdata", NULL);
    g_autofree char *sheets = g_build_filename (askdata, "sheets", NULL);

    g_rmdir (sheets);
    g_rmdir (askdata);
    g_assert_cmpint (g_rmdir (cache), ==, 0);
  }
  return code;
}

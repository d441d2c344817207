/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the program with a clean environment: no session bus, so that no password store of the
 * person who runs the tests is touched.
 */
#include "config.h"

#include "cli-fixture.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/prctl.h>

/** cli_program: Returns: (transfer full): the path of a program of this build */
char *
cli_program (const char *folder, const char *name)
{
  return g_test_build_filename (G_TEST_BUILT, "..", folder, name, NULL);
}

/** cli_path: Returns: (transfer full): a file in the test's folder */
char *
cli_path (Cli *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

/** cli_open: makes the folder; nothing runs yet */
void
cli_open (Cli *self)
{
  g_autoptr (GError) error = NULL;

  memset (self, 0, sizeof *self);
  self->folder = g_dir_make_tmp ("ask-cli-XXXXXX", &error);
  g_assert_no_error (error);
  self->workspace = cli_path (self, "w.askdata");
}

/** cli_close: stops the API and removes the folder */
void
cli_close (Cli *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  if (self->api != NULL)
    {
      g_subprocess_send_signal (self->api, SIGTERM);
      g_subprocess_wait (self->api, NULL, NULL);
      g_object_unref (self->api);
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = cli_path (self, name);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->workspace);
  g_free (self->url);
  g_free (self->out);
  g_free (self->err);
}

static void
end_with_parent (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static GSubprocessLauncher *
make_launcher (GSubprocessFlags flags)
{
  GSubprocessLauncher *launcher = g_subprocess_launcher_new (flags);

  g_subprocess_launcher_set_child_setup (launcher, end_with_parent, NULL, NULL);
  g_subprocess_launcher_setenv (launcher, "ASKDATA_TEST_KEY", CLI_KEY, TRUE);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  g_subprocess_launcher_unsetenv (launcher, "G_MESSAGES_DEBUG");
  return launcher;
}

/* @out: (nullable): the file that stdout goes to, in the place of self->out */
static int
run_words (Cli *self, const char *out, char **words)
{
  g_autoptr (GSubprocessLauncher) launcher
    = make_launcher (G_SUBPROCESS_FLAGS_STDERR_PIPE | (out == NULL ? G_SUBPROCESS_FLAGS_STDOUT_PIPE : 0));
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *program = cli_program ("src/cli", "askdata-cli");

  g_clear_pointer (&self->out, g_free);
  g_clear_pointer (&self->err, g_free);
  g_ptr_array_add (argv, program);
  g_ptr_array_add (argv, (gpointer) "--workspace");
  g_ptr_array_add (argv, self->workspace);
  for (; *words != NULL; words++)
    g_ptr_array_add (argv, *words);
  g_ptr_array_add (argv, NULL);
  if (out != NULL)
    g_subprocess_launcher_set_stdout_file_path (launcher, out);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &self->out, &self->err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  self->code = g_subprocess_get_exit_status (process);
  return self->code;
}

static int
run (Cli *self, const char *out, const char *word, va_list args)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (; word != NULL; word = va_arg (args, const char *))
    g_ptr_array_add (words, (gpointer) word);
  g_ptr_array_add (words, NULL);
  return run_words (self, out, (char **) words->pdata);
}

/** cli_run_words: @words: (array zero-terminated=1). Returns: the exit code of `askdata-cli --workspace W WORD …` */
int
cli_run_words (Cli *self, char **words)
{
  return run_words (self, NULL, words);
}

/** cli_run: Returns: the exit code of `askdata-cli --workspace W WORD …` */
int
cli_run (Cli *self, const char *word, ...)
{
  va_list args;
  int code;

  va_start (args, word);
  code = run (self, NULL, word, args);
  va_end (args);
  return code;
}

/** cli_run_good: the same, where anything but 0 is a failure of the test */
void
cli_run_good (Cli *self, const char *word, ...)
{
  va_list args;

  va_start (args, word);
  if (run (self, NULL, word, args) != 0)
    g_error ("%s … exited with %d: %s", word, self->code, self->err);
  va_end (args);
}

/** cli_run_unread: the same with a stdout that takes nothing; only code and err are set */
void
cli_run_unread (Cli *self, const char *word, ...)
{
  va_list args;

  va_start (args, word);
  run (self, "/dev/full", word, args);
  va_end (args);
}

/** cli_get_json: Returns: (transfer full): stdout, which must be one JSON document */
JsonNode *
cli_get_json (Cli *self)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = ask_json_parse (self->out, -1, &error);

  g_assert_no_error (error);
  return node;
}

/** cli_start_api: the sample's API; sets url */
void
cli_start_api (Cli *self)
{
  g_autoptr (GSubprocessLauncher) launcher = make_launcher (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autofree char *program = cli_program ("data/sample", "askdata-sample-api");
  g_autofree char *line = NULL;
  const char *url;

  self->api = g_subprocess_launcher_spawn (launcher, &error, program, "--port", "0", "--key",
                                           CLI_KEY, NULL);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->api));
  line = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  url = strstr (line, "http://");
  g_assert_nonnull (url);
  self->url = g_strdup (url);
}

/** cli_add_sample: the sample's data, its API, and both as sources */
void
cli_add_sample (Cli *self)
{
  g_autoptr (GSubprocess) generator = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *program = cli_program ("data/sample", "askdata-sample-data");
  g_autofree char *path = cli_path (self, "sales.sqlite");
  g_autofree char *spec = NULL;

  generator = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, path, NULL);
  g_assert_no_error (error);
  g_subprocess_wait_check (generator, NULL, &error);
  g_assert_no_error (error);
  cli_start_api (self);
  spec = g_strconcat (self->url, "openapi.yaml", NULL);
  cli_run_good (self, "source", "add", "sqlite", "sales", path, NULL);
  cli_run_good (self, "source", "add", "openapi", "logistics", spec, "--header",
                "X-Api-Key: $ASKDATA_TEST_KEY", NULL);
}

/** cli_add_sqlite: a SQLite file of @sql as the source @name */
void
cli_add_sqlite (Cli *self, const char *name, const char *sql)
{
  g_autofree char *file = g_strconcat (name, ".sqlite", NULL);
  g_autofree char *path = cli_path (self, file);
  char *message = NULL;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
  cli_run_good (self, "source", "add", "sqlite", name, path, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Killed at any moment, a workspace keeps what was confirmed. A child (this program again) saves
 * questions, sources, settings and answers and says each that was confirmed; it is killed at a random
 * moment, and every one that it said must be there. "-seed" repeats a failure's moments as far as
 * the machine does.
 */
#include "config.h"

#include "store/ask-workspace.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store-fixture.h"
#include "support/ask-test-kinds.h"

#define ROUNDS 20
#define MAX_MS 150

static char *self_path;

/* Says a confirmed change on stdout, where the parent reads it even after the kill. */
static void
say (const char *kind, gint64 id)
{
  g_autofree char *line = g_strdup_printf ("%s %" G_GINT64_FORMAT "\n", kind, id);
  const char *rest = line;

  while (*rest != '\0')
    {
      gssize n = write (STDOUT_FILENO, rest, strlen (rest));

      if (n < 0)
        _exit (3);
      rest += n;
    }
}

/* Ends only by being killed. */
static int
work (const char *folder, gint64 first)
{
  g_autofree char *path = g_build_filename (folder, "workspace.askdata", NULL);
  g_autofree char *shop = g_build_filename (folder, "shop.sqlite", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);

  for (gint64 i = first; error == NULL; i++)
    {
      g_autofree char *question = g_strdup_printf ("Question %" G_GINT64_FORMAT "?", i);
      g_autofree char *source = g_strdup_printf ("s%" G_GINT64_FORMAT, i);
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, i);
      g_autoptr (AskVerified) verified = NULL;
      g_autoptr (AskSourceRecord) record = NULL;
      g_autoptr (AskSchema) schema = NULL;
      gint64 entry;

      verified = ask_workspace_add_verified (workspace, question, "SELECT 1", &error);
      if (verified == NULL)
        break;
      say ("verified", verified->id);
      entry = ask_workspace_add_history (workspace, &(AskHistoryRecord) { question, "answered", NULL, 1, "{}" }, &error);
      if (entry == 0)
        break;
      say ("history", entry);
      if (!ask_workspace_set_setting (workspace, source, number, &error))
        break;
      say ("setting", i);
      record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, source, shop },
                                         NULL, NULL, &error);
      if (record == NULL)
        break;
      say ("source", i);
      schema = ask_workspace_load_schema (workspace, &error);
      if (schema == NULL)
        break;
      /* An edit of two entities at once: both or none. */
      for (guint e = 0; e < MIN (2, schema->entities->len); e++)
        {
          AskEntity *entity = schema->entities->pdata[e];

          g_free (entity->description);
          entity->description = g_strdup (number);
        }
      if (!ask_workspace_save_schema (workspace, schema, number, &error))
        break;
      say ("edit", i);
    }
  fprintf (stderr, "%s\n", error->message);
  return 4;
}

static void
kill_at (const char *folder, gint64 first, guint us, GPtrArray *said)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, first);
  const char *arguments[] = { self_path, "--work", folder, number, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  GPid child;
  int out = -1;
  int status;
  char buffer[4096];
  gssize n;

  g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                            &child, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  g_usleep (us);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  while ((n = read (out, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
  close (out);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_spawn_close_pid (child);

  lines = g_strsplit (text->str, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      if (**line != '\0')
        g_ptr_array_add (said, g_strdup (*line));
    }
}

static gboolean
is_there (const char *path, const char *line)
{
  static const struct
  {
    const char *kind;
    const char *sql;
  } kinds[] = {
    { "verified ", "SELECT count(*) FROM verified WHERE id = %s" },
    { "history ", "SELECT count(*) FROM history WHERE id = %s" },
    { "setting ", "SELECT count(*) FROM setting WHERE key = 's%s' AND value = '%s'" },
    { "edit ",
      "SELECT count(*) FROM schema_version v JOIN schema_part p ON p.version = v.id"
      "  WHERE v.reason = '%s' AND p.part = 'entity' AND p.json LIKE '%\"description\":\"%s\"%'"
      "  AND p.id = (SELECT id FROM schema_part WHERE part = 'entity' ORDER BY rowid LIMIT 1)" },
    { "source ",
      "SELECT (SELECT count(*) FROM source WHERE name = 's%s') AND"
      " (SELECT json LIKE '%\"s%s\"%' FROM schema_part WHERE part = 'entity' AND id = 's%s.town'"
      "   ORDER BY version DESC LIMIT 1) AND"
      " (SELECT count(*) FROM value_column WHERE source = 's%s')" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GString) sql = NULL;

      if (!g_str_has_prefix (line, kinds[i].kind))
        continue;
      sql = g_string_new (kinds[i].sql);
      g_string_replace (sql, "%s", line + strlen (kinds[i].kind), 0);
      return store_get_integer (path, sql->str) == 1;
    }
  return FALSE;
}

/* The newest version and every one before it can be read, and none is half an edit. Of many, some
 * are looked at. */
static void
assert_versions_whole (const char *path)
{
  g_autoptr (AskWorkspace) workspace = store_open (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = ask_workspace_list_schema_versions (workspace, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < versions->len; i += 1 + i)
    {
      const AskSchemaVersion *version = versions->pdata[i];
      g_autoptr (AskSchema) schema
          = ask_workspace_load_schema_version (workspace, version->id, &error);

      g_assert_no_error (error);
      if (schema->entities->len > 1 && g_ascii_isdigit (version->reason[0]))
        for (guint e = 0; e < 2; e++)
          g_assert_cmpstr (((AskEntity *) schema->entities->pdata[e])->description, ==,
                           version->reason);
    }
}

static void
test_kill (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *shop = store_fixture_file (fixture, "shop.sqlite");
  g_autoptr (GPtrArray) said = g_ptr_array_new_with_free_func (g_free);
  guint n_sources = 0;

  store_exec (shop, "CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT);"
                    "INSERT INTO town (name) VALUES ('Lyon'), ('Bern'), ('Oslo')");
  /* A slow machine gets more rounds, and longer ones, until one has confirmed a source. */
  for (guint round = 0; round < ROUNDS || n_sources == 0; round++)
    {
      gint64 first = 100000 * (gint64) (round + 1);
      guint us = (guint) g_test_rand_int_range (0, MAX_MS * 1000 * (gint) (1 + round / ROUNDS));

      /* In the first rounds the file itself is being made. */
      if (round < 5)
        us /= 20;
      kill_at (fixture->folder, first, us, said);
      ask_workspace_close (store_open (fixture->path));
      store_assert_whole (fixture->path);
      assert_versions_whole (fixture->path);
      for (guint i = 0; i < said->len; i++)
        {
          const char *line = g_ptr_array_index (said, i);

          if (!is_there (fixture->path, line))
            g_error ("round %u, killed after %u µs: \"%s\" is gone", round, us, line);
        }

      /* No source without its entities, nor the other way round. */
      g_assert_cmpint (store_get_integer (fixture->path,
                                          "SELECT count(*) FROM source WHERE name NOT IN"
                                          " (SELECT source FROM value_column)"),
                       ==, 0);
      n_sources = 0;
      for (guint i = 0; i < said->len; i++)
        n_sources += g_str_has_prefix (g_ptr_array_index (said, i), "source ");
    }
  g_test_message ("%u changes were confirmed, %u of them sources", said->len, n_sources);
}

int
main (int argc, char *argv[])
{
  if (argc == 4 && strcmp (argv[1], "--work") == 0)
    return work (argv[2], g_ascii_strtoll (argv[3], NULL, 10));

  g_test_init (&argc, &argv, NULL);
  self_path = g_canonicalize_filename (argv[0], NULL);
  g_test_add_func ("/store/kill/what-was-confirmed-survives-a-kill", test_kill);

  int result = g_test_run ();

  g_free (self_path);
  return result;
}

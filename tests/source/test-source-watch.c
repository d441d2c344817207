/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A folder that is watched: what is told, when, and that nothing is told of what nobody reads.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "source/ask-source-watch.h"
#include "support/ask-test-folder.h"

typedef struct
{
  char *folder;
  AskSourceWatch *watch;
  guint n;
} Fixture;

static void
count (AskSourceWatch *watch, gpointer data)
{
  ((Fixture *) data)->n++;
}

/* Until it was told @n times, or for long enough to know that it is not. */
static void
run (Fixture *fixture, guint n, guint most_ms)
{
  const gint64 end = g_get_monotonic_time () + most_ms * G_TIME_SPAN_MILLISECOND;

  while (fixture->n < n && g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
}

static void
put (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

static void
open_watch (Fixture *fixture, const char *below)
{
  g_autofree char *place = NULL;

  fixture->folder = ask_test_folder_new ("askdata-test-XXXXXX");
  put (fixture, "below/old.txt", "old");
  place = g_build_filename (fixture->folder, below, NULL);
  fixture->watch = ask_source_watch_new (place);
  g_signal_connect (fixture->watch, "changed", G_CALLBACK (count), fixture);
  /* It looks which folders there are. */
  run (fixture, 1, 500);
  g_assert_cmpuint (fixture->n, ==, 0);
}

static void
close_watch (Fixture *fixture)
{
  g_object_unref (fixture->watch);
  ask_test_folder_remove (fixture->folder);
  g_free (fixture->folder);
}

/* Many files at once are one change. */
static void
test_files (void)
{
  Fixture fixture = { 0 };

  open_watch (&fixture, "");
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i);

      put (&fixture, name, "text");
    }
  run (&fixture, 1, 20000);
  g_assert_cmpuint (fixture.n, ==, 1);
  run (&fixture, 2, 800);
  g_assert_cmpuint (fixture.n, ==, 1);
  close_watch (&fixture);
}

/* So are folders below, those that come later, too, and what goes. */
static void
test_folders (void)
{
  Fixture fixture = { 0 };
  g_autofree char *gone = NULL;

  open_watch (&fixture, "");
  put (&fixture, "below/old.txt", "newer");
  run (&fixture, 1, 20000);
  g_assert_cmpuint (fixture.n, ==, 1);
  put (&fixture, "new/deep/a.txt", "a");
  run (&fixture, 2, 20000);
  g_assert_cmpuint (fixture.n, ==, 2);
  run (&fixture, 3, 800);
  fixture.n = 0;
  put (&fixture, "new/deep/a.txt", "ab");
  run (&fixture, 1, 20000);
  g_assert_cmpuint (fixture.n, ==, 1);
  gone = g_build_filename (fixture.folder, "new", NULL);
  ask_test_folder_remove (gone);
  run (&fixture, 2, 20000);
  g_assert_cmpuint (fixture.n, ==, 2);
  close_watch (&fixture);
}

static void
test_file (void)
{
  Fixture fixture = { 0 };

  open_watch (&fixture, "below/old.txt");
  put (&fixture, "below/old.txt", "newer");
  run (&fixture, 1, 20000);
  g_assert_cmpuint (fixture.n, >=, 1);
  close_watch (&fixture);
}

/* Names with a dot are nobody's documents, and what ended tells nothing any more. */
static void
test_quiet (void)
{
  Fixture fixture = { 0 };
  AskSourceWatch *watch;

  open_watch (&fixture, "");
  put (&fixture, ".hidden.swp", "x");
  run (&fixture, 1, 1000);
  g_assert_cmpuint (fixture.n, ==, 0);
  put (&fixture, "a.txt", "a");
  watch = g_object_ref (fixture.watch);
  g_object_run_dispose (G_OBJECT (watch));
  run (&fixture, 1, 1000);
  g_assert_cmpuint (fixture.n, ==, 0);
  g_object_unref (watch);
  close_watch (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/watch/many-files-at-once-are-one-change", test_files);
  g_test_add_func ("/source/watch/folders-below-count-old-and-new", test_folders);
  g_test_add_func ("/source/watch/a-single-file-counts", test_file);
  g_test_add_func ("/source/watch/what-nobody-reads-is-not-told", test_quiet);
  return g_test_run ();
}

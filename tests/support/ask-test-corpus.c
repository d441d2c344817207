/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program for tests of several rooms: replays a fuzzer's corpus in every build, each file of the folder that
 * is named on the command line ("schema/corpus-openapi") through the function that libFuzzer calls.
 */
#include "config.h"

#include <gio/gio.h>

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

static const char *corpus;

static void
test_replay (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, corpus, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  guint n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, &error));
      g_assert_no_error (error);
      LLVMFuzzerTestOneInput ((const guint8 *) bytes, length);
      n++;
    }
  g_test_message ("%u files", n);
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;

  g_test_init (&argc, &argv, NULL);
  if (argc != 2)
    {
      g_printerr ("Usage: %s ROOM/CORPUS\n", argv[0]);
      return 2;
    }
  corpus = argv[1];
  path = g_strdup_printf ("/%s/no-kept-input-does-harm", corpus);
  g_test_add_func (path, test_replay);
  return g_test_run ();
}

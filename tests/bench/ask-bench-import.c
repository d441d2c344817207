/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes a spreadsheet a source and prints how many bytes were resident at the worst moment: what ask-bench
 * runs as a process of its own, once for each measurement.
 *
 * Usage: ask-bench-import FILE
 */
#include "config.h"

#include "source/sheet/ask-sheet-source.h"
#include "support/ask-test-memory.h"
#include "support/ask-test-kinds.h"

int
main (int argc, char **argv)
{
  AskSourceConfig *config;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    {
      g_printerr ("Usage: ask-bench-import FILE\n");
      return 2;
    }
  config = ask_source_config_new ("file", &ask_sheet_kind, argv[1]);
  source = ask_sheet_source_new (config);
  ask_source_config_unref (config);
  found = ask_source_introspect (source, NULL, &error);
  if (found == NULL)
    {
      g_printerr ("ask-bench-import: %s\n", error->message);
      return 1;
    }
  g_print ("%" G_GUINT64_FORMAT "\n", (guint64) ask_test_peak_memory ());
  return 0;
}

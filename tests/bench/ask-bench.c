/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench: measures the figures that README.md quotes and prints them as one table, with the
 * machine. It must never fail because a figure is missed: it says so in the table. Its exit code is
 * 1 only where something could not be measured at all.
 */
#include "config.h"

#include <ftw.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bench/ask-bench.h"

static const struct
{
  const char *name;
  void (*measure) (AskBench *self);
} figures[] = {
  { "query", ask_bench_query },
  { "start", ask_bench_start },
  { "push", ask_bench_push },
  { "point", ask_bench_point },
  { "fetch", ask_bench_fetch },
  { "federate", ask_bench_federate },
  { "shards", ask_bench_shards },
  { "plan", ask_bench_plan },
  { "api", ask_bench_api },
  { "page", ask_bench_page },
  { "ask", ask_bench_ask },
  { "sheet", ask_bench_sheet },
};

static int
remove_one (const char *path, const struct stat *info, int kind, struct FTW *place)
{
  return remove (path);
}

/* The build folder, from where this program lies: BUILD/tests/bench/ask-bench. */
static char *
find_build (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *bench = self != NULL ? g_path_get_dirname (self) : g_strdup (".");
  g_autofree char *tests = g_path_get_dirname (bench);

  return g_path_get_dirname (tests);
}

static gboolean
is_figure (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (strcmp (figures[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) only = NULL;
  int n_rows = 1000000;
  gboolean verbose = FALSE;
  GOptionEntry entries[]
    = { { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &only,
          "Only this figure: query, start, push, fetch, federate, shards, plan, api, page, ask or sheet; "
          "may be given more than once",
          "NAME" },
        { "rows", 0, 0, G_OPTION_ARG_INT, &n_rows,
          "Rows of the large table (1000000); for a profile of fewer", "N" },
        { "verbose", 0, 0, G_OPTION_ARG_NONE, &verbose, "Show the plans of what is measured",
          NULL },
        G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *machine = NULL;
  g_autofree char *table = NULL;
  AskBench bench = { 0 };

  /* For UTF-8 in the table; numbers keep their point. */
  setlocale (LC_CTYPE, "");
  g_option_context_set_summary (context, "Measures AskData's figures and prints a table.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("ask-bench: %s\n", error->message);
      return 2;
    }
  for (guint i = 0; only != NULL && only[i] != NULL; i++)
    if (!is_figure (only[i]))
      {
        g_printerr ("ask-bench: there is no figure “%s”; see --help.\n", only[i]);
        return 2;
      }
  if (argc > 1 || n_rows < 1000 || n_rows > 1000000)
    {
      g_printerr ("ask-bench: takes options only, and --rows from 1000 to 1000000.\n");
      return 2;
    }

  bench.folder = g_dir_make_tmp ("ask-bench-XXXXXX", &error);
  if (bench.folder == NULL)
    {
      g_printerr ("ask-bench: %s\n", error->message);
      return 1;
    }
  machine = ask_bench_describe_machine ();
  bench.build = find_build ();
  bench.n_rows = (guint) n_rows;
  bench.verbose = verbose;
  bench.lines = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_bench_line_free);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (only == NULL || g_strv_contains ((const char *const *) only, figures[i].name))
      {
        g_printerr ("measuring %s…\n", figures[i].name);
        figures[i].measure (&bench);
      }

  table = ask_bench_print (&bench);
  g_print ("%s\n%s", machine, table);
  nftw (bench.folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  g_ptr_array_unref (bench.lines);
  g_free (bench.folder);
  g_free (bench.build);
  return bench.n_missing > 0 ? 1 : 0;
}

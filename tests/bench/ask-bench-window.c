/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of the window, each run in a process of its own: from the start of `askdata` to its first
 * frame, which it tells itself when asked to; and from handing 1,000,000 rows over to the frame
 * that shows them, which ask-bench-page measures within itself.
 */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "bench/ask-bench.h"

#define START_MS 400
#define PAGE_MS 100
#define N_RUNS 7
#define PATIENCE_S 60

static gboolean
on_patience (gpointer child)
{
  g_subprocess_send_signal (child, SIGKILL);
  return G_SOURCE_REMOVE;
}

/* Kills a program that never says anything; without a main loop there is nobody else to do it. */
static gpointer
watch (gpointer context)
{
  g_main_context_push_thread_default (context);
  while (g_main_context_iteration (context, TRUE))
    ;
  g_main_context_pop_thread_default (context);
  return NULL;
}

static GMainContext *
get_watch (void)
{
  static GMainContext *context;

  if (context == NULL)
    {
      context = g_main_context_new ();
      g_thread_unref (g_thread_new ("bench-patience", watch, context));
    }
  return context;
}

static GSource *
start_patience (GSubprocess *child)
{
  GSource *source = g_timeout_source_new_seconds (PATIENCE_S);

  g_source_set_callback (source, on_patience, g_object_ref (child), g_object_unref);
  g_source_attach (source, get_watch ());
  return source;
}

/* Runs a program until it prints a line "@words N ms", then ends it. */
static gboolean
run_once (AskBenchDisplay *display, const char *const *argv, const char *words, double *ms,
          GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
    = ask_bench_display_launcher (display, G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                             | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GDataInputStream) output = NULL;
  gboolean found = FALSE;
  GSource *patience;

  g_subprocess_launcher_setenv (launcher, "ASKDATA_PRINT_FIRST_FRAME", "1", TRUE);
  child = g_subprocess_launcher_spawnv (launcher, argv, error);
  if (child == NULL)
    return FALSE;
  patience = start_patience (child);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  while (!found)
    {
      g_autofree char *line = g_data_input_stream_read_line (output, NULL, NULL, NULL);

      if (line == NULL)
        break;
      found = g_str_has_prefix (line, words);
      if (found)
        *ms = g_ascii_strtod (line + strlen (words), NULL);
    }
  g_subprocess_send_signal (child, SIGTERM);
  g_subprocess_wait (child, NULL, NULL);
  g_source_destroy (patience);
  g_source_unref (patience);
  if (found && *ms > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s ended without saying “%s… ms”", argv[0],
               words);
  return FALSE;
}

static void
measure (AskBench *bench, AskBenchDisplay *display, const char *what, const char *const *argv,
         const char *words, double allowed, const char *note)
{
  g_autoptr (GArray) samples = ask_bench_samples_new ();
  g_autoptr (GError) error = NULL;

  /* The first run warms the disk cache and makes fontconfig's. */
  for (int i = -1; error == NULL && i < N_RUNS; i++)
    {
      double ms;

      if (run_once (display, argv, words, &ms, &error) && i >= 0)
        g_array_append_val (samples, ms);
    }
  if (error != NULL)
    ask_bench_missing (bench, what, error);
  else
    ask_bench_report (bench, what, "ms", samples, allowed, note);
}

/** ask_bench_start: measures the figure and adds its line */
void
ask_bench_start (AskBench *self)
{
  const char *what = "program start to the first frame of the window";
  g_autoptr (GError) error = NULL;
  g_autofree char *program = ask_bench_find_program (self, "src/app/askdata", &error);
  g_autofree char *workspace = program != NULL ? ask_bench_make_workspace (self, &error) : NULL;
  g_autoptr (AskBenchDisplay) display
    = workspace != NULL ? ask_bench_display_new (self, &error) : NULL;
  const char *const argv[] = { program, "--workspace", workspace, NULL };

  if (display == NULL)
    ask_bench_missing (self, what, error);
  else
    measure (self, display, what, argv, "first frame ", START_MS,
             "Xvfb, cairo; the program counts from its own start; 7 runs");
}

/** ask_bench_page: measures the figure and adds its lines */
void
ask_bench_page (AskBench *self)
{
  static const struct
  {
    const char *what;
    const char *mode;
    double allowed;
    const char *note;
  } pages[] = {
    { "first page of %s shown, table alone", "table", PAGE_MS,
      "from handing the rows over to the end of the frame; 7 runs" },
    { "first page of %s shown, in an answer card", "card", PAGE_MS,
      "as the window shows it, from the finished answer" },
    { "choosing the picture for %s, before that", "chart", 0,
      "in a worker thread; no limit of its own" },
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *program = ask_bench_find_program (self, "tests/bench/ask-bench-page", &error);
  g_autoptr (AskBenchDisplay) display
    = program != NULL ? ask_bench_display_new (self, &error) : NULL;
  g_autofree char *rows = g_strdup_printf ("%u", self->n_rows);

  if (display == NULL)
    {
      ask_bench_missing (self, "first page", error);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      const char *const argv[] = { program, pages[i].mode, rows, NULL };
      g_auto (GStrv) parts = g_strsplit (pages[i].what, "%s", 2);
      g_autofree char *count = ask_bench_count_rows (self);
      g_autofree char *what = g_strconcat (parts[0], count, parts[1], NULL);

      measure (self, display, what, argv, "shown ", pages[i].allowed, pages[i].note);
    }
}

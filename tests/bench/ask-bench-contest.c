/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two that do the same, in turns. Who goes first changes from pair to pair: the second may find warmer
 * caches, or a machine that has grown hot. What counts is the median of the ratios of neighbours,
 * since whatever else the machine does falls on both of them. Nothing here knows what they do.
 */
#include "config.h"

#include "bench/ask-bench.h"

static gboolean
run_one (const AskBenchContest *contest, AskBenchRun run, double *ms, GError **error)
{
  gint64 started = g_get_monotonic_time ();
  gboolean good = run (contest->data, error);

  *ms = (double) (g_get_monotonic_time () - started) / 1000;
  if (contest->forget != NULL)
    contest->forget (contest->data);
  return good;
}

/**
 * ask_bench_contest:
 * @error: what a run said
 *
 * Runs both once for nothing, then in pairs, and adds the line of the ratio.
 *
 * Returns: whether there is a line
 */
gboolean
ask_bench_contest (AskBench *self, const AskBenchContest *contest, GError **error)
{
  g_autoptr (GArray) ours = ask_bench_samples_new ();
  g_autoptr (GArray) theirs = ask_bench_samples_new ();
  g_autoptr (GArray) ratios = ask_bench_samples_new ();
  g_autofree char *note = NULL;
  double a, b;
  int digits;

  if (!run_one (contest, contest->ours, &a, error) || !run_one (contest, contest->theirs, &b, error))
    return FALSE;
  for (guint i = 0; i < contest->n_pairs; i++)
    {
      double ratio;
      gboolean good = i % 2 == 0 ? run_one (contest, contest->ours, &a, error)
                                     && run_one (contest, contest->theirs, &b, error)
                                 : run_one (contest, contest->theirs, &b, error)
                                     && run_one (contest, contest->ours, &a, error);

      if (!good)
        return FALSE;
      a /= MAX (contest->n_times, 1);
      b /= MAX (contest->n_times, 1);
      ratio = a / b;
      g_array_append_val (ours, a);
      g_array_append_val (theirs, b);
      g_array_append_val (ratios, ratio);
    }
  digits = ask_bench_median (theirs) < 10 ? 3 : 1;
  note = g_strdup_printf ("%.*f ms against %.*f ms, %u pairs%s%s", digits, ask_bench_median (ours),
                          digits, ask_bench_median (theirs), contest->n_pairs,
                          contest->note != NULL ? "; " : "",
                          contest->note != NULL ? contest->note : "");
  ask_bench_report (self, contest->what, "×", ratios, contest->allowed, note);
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Samples and the table. Each line gives the median with the least and the most of its runs, since
 * one number alone hides how far it swings. The table is Markdown, so that it can be quoted as it
 * is.
 */
#include "config.h"

#include <string.h>

#include "bench/ask-bench.h"

/** ask_bench_samples_new: Returns: (transfer full) (element-type double): no samples yet */
GArray *
ask_bench_samples_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (double));
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static GArray *
sort (const GArray *samples)
{
  GArray *sorted = g_array_copy ((GArray *) samples);

  g_array_sort (sorted, compare);
  return sorted;
}

/** ask_bench_median: Returns: the middle of at least one sample */
double
ask_bench_median (const GArray *samples)
{
  g_autoptr (GArray) sorted = sort (samples);
  guint middle = sorted->len / 2;

  g_assert (sorted->len > 0);
  if (sorted->len % 2 == 1)
    return g_array_index (sorted, double, middle);
  return (g_array_index (sorted, double, middle - 1) + g_array_index (sorted, double, middle)) / 2;
}

static void
add_line (AskBench *self, const char *what, const char *measured, const char *allowed,
          const char *verdict, const char *note)
{
  AskBenchLine *line = g_new0 (AskBenchLine, 1);

  line->what = g_strdup (what);
  line->measured = g_strdup (measured);
  line->allowed = g_strdup (allowed);
  line->verdict = g_strdup (verdict);
  line->note = g_strdup (note != NULL ? note : "");
  g_ptr_array_add (self->lines, line);
}

/**
 * ask_bench_report:
 * @unit: "ms", "MiB" or "×"
 * @samples: (element-type double): in @unit, at least one
 * @allowed: in @unit, or 0 for a figure that nothing limits
 * @note: (nullable): what else there is to know
 *
 * Adds a line to the table.
 */
void
ask_bench_report (AskBench *self, const char *what, const char *unit, const GArray *samples,
                  double allowed, const char *note)
{
  g_autoptr (GArray) sorted = sort (samples);
  double median = ask_bench_median (samples);
  int digits = strcmp (unit, "×") == 0 ? 3 : median < 10 ? 2 : 0;
  g_autofree char *measured
    = g_strdup_printf ("%.*f %s (%.*f–%.*f)", digits, median, unit, digits,
                       g_array_index (sorted, double, 0), digits,
                       g_array_index (sorted, double, sorted->len - 1));
  g_autofree char *limit
    = allowed > 0 ? g_strdup_printf ("%.*f %s", strcmp (unit, "×") == 0 ? 2 : 0, allowed, unit)
                  : g_strdup ("–");
  g_autofree char *verdict
    = allowed > 0 ? g_strdup_printf ("%s, %.0f %%", median <= allowed ? "holds" : "MISSED",
                                     100 * median / allowed)
                  : g_strdup ("–");

  add_line (self, what, measured, limit, verdict, note);
}

/** ask_bench_missing: adds a line that says why there is no figure */
void
ask_bench_missing (AskBench *self, const char *what, const GError *error)
{
  add_line (self, what, "not measured", "–", "–", error->message);
  self->n_missing++;
}

/** ask_bench_count_rows: Returns: (transfer full): "1,000,000 rows" */
char *
ask_bench_count_rows (AskBench *self)
{
  guint n = self->n_rows;

  if (n >= 1000000)
    return g_strdup_printf ("%u,%03u,%03u rows", n / 1000000, n / 1000 % 1000, n % 1000);
  return g_strdup_printf ("%u,%03u rows", n / 1000, n % 1000);
}

/** ask_bench_line_free: frees @line */
void
ask_bench_line_free (AskBenchLine *line)
{
  g_free (line->what);
  g_free (line->measured);
  g_free (line->allowed);
  g_free (line->verdict);
  g_free (line->note);
  g_free (line);
}

#define N_FIELDS 5

static const char *
get_field (const AskBenchLine *line, guint field)
{
  const char *const fields[N_FIELDS]
    = { line->what, line->measured, line->allowed, line->verdict, line->note };

  return fields[field];
}

static void
append_line (GString *text, const AskBenchLine *line, const glong *widths)
{
  for (guint i = 0; i < N_FIELDS; i++)
    {
      const char *field = get_field (line, i);

      g_string_append_printf (text, "| %s%*s ", field,
                              (int) (widths[i] - g_utf8_strlen (field, -1)), "");
    }
  g_string_append (text, "|\n");
}

/** ask_bench_print: Returns: (transfer full): the table */
char *
ask_bench_print (AskBench *self)
{
  char what[] = "figure", measured[] = "measured: median (min–max)", allowed[] = "allowed",
       verdict[] = "verdict", note[] = "note";
  AskBenchLine head = { what, measured, allowed, verdict, note };
  glong widths[N_FIELDS];
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_FIELDS; i++)
    {
      widths[i] = g_utf8_strlen (get_field (&head, i), -1);
      for (guint l = 0; l < self->lines->len; l++)
        widths[i] = MAX (widths[i], g_utf8_strlen (get_field (self->lines->pdata[l], i), -1));
    }
  append_line (text, &head, widths);
  for (guint i = 0; i < N_FIELDS; i++)
    g_string_append (text, "| --- ");
  g_string_append (text, "|\n");
  for (guint l = 0; l < self->lines->len; l++)
    append_line (text, self->lines->pdata[l], widths);
  return g_string_free (text, FALSE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of public OpenAPI documents: what they hold, what becomes of it, how long it takes and how
 * much memory. Each document is read in a process of its own.
 *
 *   ask-bench-openapi [--reasons] [FOLDER]
 */
#include "config.h"

#include <string.h>

#include "source/openapi-survey.h"

typedef struct
{
  guint n, n_good, n_json, n_entities, n_merged, n_times, n_asked;
  double slowest;
  glong largest;
} Sum;

static const char *
describe (const Survey *one)
{
  if (!one->ended)
    return "CRASHED";
  return one->ok ? "imports" : "refused";
}

static gboolean
is_good (const Survey *one)
{
  if (!one->ended || one->cpu_s > 2 || one->peak_kib > 200 * 1024)
    return FALSE;
  return one->kind == SURVEY_ODD || one->ok == (one->kind != SURVEY_FAIL);
}

static void
print_one (const Survey *one, gboolean reasons)
{
  double share = one->n_json > 0
                   ? 100.0 * (one->n_entities + one->n_merged) / one->n_json
                   : 100.0;

  g_print ("%-62.62s %-8s %5u %5u %5u %6u %5u %6.1f %5u %6.2f %5ld %s\n", one->path, describe (one),
           one->n_operations, one->n_json, one->n_entities, one->n_merged, one->n_left, share,
           one->n_tables, one->cpu_s, one->peak_kib / 1024, is_good (one) ? "" : "<--");
  if (one->error != NULL && (reasons || !is_good (one)))
    g_print ("    %s\n", one->error);
  for (guint i = 0; reasons && i < one->reasons->len; i++)
    g_print ("    %s\n", (const char *) one->reasons->pdata[i]);
}

static void
add (Sum *sum, const Survey *one)
{
  sum->n++;
  sum->n_good += is_good (one);
  sum->n_json += one->n_json;
  sum->n_entities += one->n_entities;
  sum->n_merged += one->n_merged;
  sum->n_times += one->n_times;
  sum->n_asked += one->n_asked;
  sum->slowest = MAX (sum->slowest, one->cpu_s);
  sum->largest = MAX (sum->largest, one->peak_kib);
}

int
main (int argc, char **argv)
{
  static const char *const kinds[] = { "in use", "conformance, pass", "conformance, fail", "other" };
  g_autofree char *folder = NULL;
  g_autoptr (GPtrArray) paths = NULL;
  Sum sums[4] = { 0 };
  gboolean reasons = FALSE;

  if (argc == 3 && strcmp (argv[1], "--one") == 0)
    return survey_child (argv[2]);
  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--reasons") == 0)
      reasons = TRUE;
    else
      folder = g_strdup (argv[i]);
  if (folder == NULL)
    folder = survey_dup_folder ();
  paths = survey_find (folder);
  g_print ("%-62s %-8s %5s %5s %5s %6s %5s %6s %5s %6s %5s\n", "document", "", "ops", "json", "ents",
           "merged", "left", "%", "tabs", "cpu s", "MiB");
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (Survey) one = survey_run (argv[0], folder, paths->pdata[i]);

      print_one (one, reasons);
      add (&sums[one->kind], one);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    g_print ("%s: %u documents, %u as they should be; GET with JSON %u, entities %u, merged %u, %.1f %%; "
             "bounds of times %u, asked about at %u; slowest %.2f s, largest %ld MiB\n",
             kinds[i], sums[i].n, sums[i].n_good, sums[i].n_json, sums[i].n_entities,
             sums[i].n_merged,
             sums[i].n_json > 0 ? 100.0 * (sums[i].n_entities + sums[i].n_merged) / sums[i].n_json : 0,
             sums[i].n_times, sums[i].n_asked, sums[i].slowest, sums[i].largest / 1024);
  return 0;
}

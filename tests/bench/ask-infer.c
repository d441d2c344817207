/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-infer [--errors] [DATABASE]: how many of the foreign keys of Spider's databases the inference finds once they
 * are dropped, by the confidence from which an offer counts, and where it does worst. Run by hand.
 */
#include "config.h"

#include <locale.h>

#include "engine/infer-survey.h"

typedef struct
{
  guint n_truth;
  guint n_offers;
  guint n_right;
} Figures;

/* @which: -1 for all databases, 1 for those without a row, 0 for the others */
static Figures
count (GPtrArray *databases, double least, int which)
{
  Figures figures = { 0, 0, 0 };

  for (guint i = 0; i < databases->len; i++)
    {
      const InferDatabase *database = databases->pdata[i];

      if (which >= 0 && database->empty != (which == 1))
        continue;
      figures.n_truth += database->truth->len;
      for (guint o = 0; o < database->offers->len; o++)
        {
          const InferOffer *offer = database->offers->pdata[o];

          figures.n_offers += offer->confidence >= least;
          figures.n_right += offer->confidence >= least && offer->right;
        }
    }
  return figures;
}

static void
print_figures (const char *name, Figures figures)
{
  g_print ("%-28s %4u keys, %4u offers, %4u right: recall %5.1f %%, precision %5.1f %%\n", name, figures.n_truth,
           figures.n_offers, figures.n_right, 100.0 * figures.n_right / MAX (1, figures.n_truth),
           100.0 * figures.n_right / MAX (1, figures.n_offers));
}

static guint
count_errors (const InferDatabase *database)
{
  guint n = database->missed->len;

  for (guint o = 0; o < database->offers->len; o++)
    n += !((InferOffer *) database->offers->pdata[o])->right;
  return n;
}

static int
compare_errors (gconstpointer a, gconstpointer b)
{
  return (int) count_errors (*(InferDatabase *const *) b) - (int) count_errors (*(InferDatabase *const *) a);
}

static void
print_errors (const InferDatabase *database)
{
  for (guint o = 0; o < database->offers->len; o++)
    {
      const InferOffer *offer = database->offers->pdata[o];

      if (!offer->right)
        g_print ("  + %s %.2f %s\n    %s\n", database->name, offer->confidence, offer->text, offer->reason);
    }
  for (guint m = 0; m < database->missed->len; m++)
    g_print ("  - %s %s\n", database->name, (char *) database->missed->pdata[m]);
}

int
main (int argc, char **argv)
{
  static const double thresholds[] = { 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95 };
  gboolean errors = argc > 1 && g_str_equal (argv[1], "--errors");
  const char *only = argc > 1 + errors ? argv[1 + errors] : NULL;
  g_autofree char *folder = infer_survey_folder ();
  g_autoptr (GPtrArray) databases = NULL;
  double elapsed = 0, worst = 0;

  setlocale (LC_ALL, "");
  if (folder == NULL)
    {
      g_printerr ("Spider's databases are not here: set ASKDATA_SHARED_DATA.\n");
      return 1;
    }
  databases = infer_survey_run (folder, only);
  for (guint i = 0; i < databases->len; i++)
    {
      elapsed += ((InferDatabase *) databases->pdata[i])->elapsed_ms;
      worst = MAX (worst, ((InferDatabase *) databases->pdata[i])->elapsed_ms);
    }
  g_print ("%u databases in %.1f s, the slowest in %.2f s\n", databases->len, elapsed / 1000, worst / 1000);
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    {
      g_autofree char *name = g_strdup_printf ("confidence ≥ %.2f", thresholds[i]);

      print_figures (name, count (databases, thresholds[i], -1));
    }
  print_figures ("with rows", count (databases, 0, 0));
  print_figures ("without any row", count (databases, 0, 1));
  g_ptr_array_sort (databases, compare_errors);
  g_print ("\nMost errors (offered and not true, true and not offered):\n");
  for (guint i = 0; i < MIN (databases->len, 12); i++)
    {
      const InferDatabase *database = databases->pdata[i];

      g_print ("  %-36s %3u of %3u keys missed, %3u wrong offers\n", database->name, database->missed->len,
               database->truth->len, count_errors (database) - database->missed->len);
    }
  if (errors)
    g_print ("\n");
  for (guint i = 0; errors && i < databases->len; i++)
    print_errors (databases->pdata[i]);
  return 0;
}

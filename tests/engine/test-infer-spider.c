/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of the foreign keys of all of Spider's databases, dropped, the inference has to find nine in ten, and of what it
 * offers nine in ten have to be right. tables.json is the truth as it stands, odd entries included.
 */
#include "config.h"

#include "infer-survey.h"

static void
test_spider (void)
{
  g_autofree char *folder = infer_survey_folder ();
  g_autoptr (GPtrArray) databases = NULL;
  guint n_truth = 0, n_missed = 0, n_offers = 0, n_right = 0;

  if (folder == NULL)
    {
      g_test_skip ("Spider is not here, see tests/engine/README.md");
      return;
    }
  databases = infer_survey_run (folder, NULL);
  for (guint i = 0; i < databases->len; i++)
    {
      const InferDatabase *database = databases->pdata[i];

      n_truth += database->truth->len;
      n_missed += database->missed->len;
      n_offers += database->offers->len;
      for (guint o = 0; o < database->offers->len; o++)
        n_right += ((InferOffer *) database->offers->pdata[o])->right;
    }
  g_test_message ("%u databases, %u foreign keys, %u found, %u of %u offers right", databases->len, n_truth,
                  n_truth - n_missed, n_right, n_offers);
  g_assert_cmpuint (databases->len, >=, 100);
  g_assert_cmpuint (n_truth, >=, 500);
  g_assert_cmpfloat ((double) (n_truth - n_missed), >=, 0.9 * n_truth);
  g_assert_cmpfloat ((double) n_right, >=, 0.9 * n_offers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/infer/nine-in-ten-of-spider-s-keys-are-found", test_spider);
  return g_test_run ();
}

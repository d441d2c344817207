/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-train-route WORKSPACE MAP > data/understand/route-weights.txt: trains the ranker of routing on all of Spider's
 * questions, prints it, and writes the map of its embeddings to MAP (data/understand/route-map). The same input gives the same weights. WORKSPACE is made where it is not there.
 */
#include "config.h"

#include <locale.h>

#include "engine/infer-survey.h"
#include "route-train.h"

int
main (int argc, char **argv)
{
  g_autofree char *folder = infer_survey_folder ();
  g_autofree gboolean *all = NULL;
  g_autofree char *text = NULL;
  g_autoptr (RouteSet) set = NULL;
  g_autoptr (GBytes) map = NULL;
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc != 3)
    {
      g_printerr ("Usage: ask-train-route WORKSPACE MAP > data/understand/route-weights.txt\n");
      return 2;
    }
  if (folder == NULL)
    {
      g_printerr ("Spider's databases are not here: set ASKDATA_SHARED_DATA.\n");
      return 1;
    }
  if ((set = route_set_new (folder, argv[1], &error)) == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  all = g_new (gboolean, set->sources->len);
  for (guint i = 0; i < set->sources->len; i++)
    all[i] = TRUE;
  text = route_train (set, all, &map);
  if (!g_file_set_contents (argv[2], g_bytes_get_data (map, NULL), (gssize) g_bytes_get_size (map), &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_print ("# SPDX-License-Identifier: CC-BY-SA-4.0\n"
           "# The ranker of routing, made by tests/train/ask-train-route from the %u questions of Spider's train.json over "
           "%u databases\n"
           "# (Yu et al. 2018, CC BY-SA 4.0). Numbers and single words; no question and no value is in it.\n%s",
           set->questions->len, set->sources->len, text);
  return 0;
}

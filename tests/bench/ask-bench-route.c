/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-route [--workspace FILE] [--groups N] [--errors]: how often routing finds the database of a question, over
 * Spider's 140 databases and their questions. The ranker that is measured on a database was trained without it: seven
 * groups of 20 databases, each measured with a ranker trained on the other 120. Run by hand; see README.md.
 */
#include "config.h"

#include <locale.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "ask-bench-route.h"
#include "bench/ask-bench-times.h"
#include "engine/infer-survey.h"
#include "support/ask-test-folder.h"
#include "train/route-train.h"
#include "understand/route/ask-route-private.h"

#define N_SCALE 10000

static char *workspace_path;
static char *keep_folder;
static gint n_groups = ROUTE_N_GROUPS;
static gint first_group;
static gboolean show_errors;
static gboolean only_scale;
static const GOptionEntry options[] = {
  { "workspace", 0, 0, G_OPTION_ARG_FILENAME, &workspace_path, "Keep the workspace with the databases there", "FILE" },
  { "keep", 0, 0, G_OPTION_ARG_FILENAME, &keep_folder, "Keep the trained rankers there, and use those that are there", "FOLDER" },
  { "groups", 0, 0, G_OPTION_ARG_INT, &n_groups, "Measure only the first N groups of databases", "N" },
  { "first", 0, 0, G_OPTION_ARG_INT, &first_group, "Begin with group N, from 0", "N" },
  { "scale", 0, 0, G_OPTION_ARG_NONE, &only_scale, "Measure only 10,000 sources, with the ranker that ships", NULL },
  { "errors", 0, 0, G_OPTION_ARG_NONE, &show_errors, "Print each question whose database is not the first", NULL },
  { NULL }
};

/* What this thread worked, whatever else the machine does. */
static gint64
get_cpu_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Of one setting.
 * @plain: first by words alone; @vectors: by embeddings alone
 * @equals: first, or another database is that has every name of the right query
 * @reciprocals: sum of 1 / rank, whose mean is mAP where one database is right
 * @sureness: for each tenth of scores: questions, sum of scores, right ones */
typedef struct
{
  const char *label;
  guint n;
  guint first;
  guint three;
  guint plain;
  guint vectors;
  guint equals;
  double reciprocals;
  double ms;
  double sureness[10][3];
  guint losses[BENCH_ROUTE_N_LOSSES]; /* questions whose database was not the first */
} Figures;

static void
print_figures (const char *name, const Figures *figures)
{
  double n = MAX (figures->n, 1);

  g_print ("%-44s %5u  %5.1f  %5.1f  %5.1f   (words alone %5.1f, vectors alone %5.1f, or one with all names %5.1f)  %.2f ms\n",
           name, figures->n,
           100 * figures->first / n, 100 * figures->three / n, 100 * figures->reciprocals / n, 100 * figures->plain / n,
           100 * figures->vectors / n, 100 * figures->equals / n, figures->ms / n);
}

typedef struct
{
  guint hit; /* said to be unanswerable, and is */
  guint wrong;
  guint missed;
  guint n;
} Refusals;

static void
count_refusal (Refusals *refusals, gboolean said, gboolean is)
{
  refusals->n++;
  refusals->hit += said && is;
  refusals->wrong += said && !is;
  refusals->missed += !said && is;
}

static double
get_f1 (const Refusals *refusals)
{
  return 2.0 * refusals->hit / MAX (2 * refusals->hit + refusals->wrong + refusals->missed, 1);
}

/* Returns: the candidate that is nearest by its vectors, of the source, its best entity and its best question */
static guint
find_nearest (const AskRouteScene *scene)
{
  guint nearest = G_MAXUINT;
  float most = 0;

  for (guint c = 0; c < scene->candidates->len; c++)
    {
      const AskRouteCandidate *candidate = ask_route_scene_candidate (scene, c);
      float near = candidate->features[ASK_ROUTE_LIKE_SOURCE] + candidate->features[ASK_ROUTE_LIKE_ENTITY]
                   + 2 * candidate->features[ASK_ROUTE_LIKE_QUESTION];

      if (nearest == G_MAXUINT || near > most)
        {
          most = near;
          nearest = candidate->source;
        }
    }
  return nearest;
}

/* Returns: how likely it is that any source can answer */
static double
ask (const AskRouteGround *ground, const RouteQuestion *question, guint right, Figures *figures)
{
  gint64 start = get_cpu_us ();
  const AskRouteIndex *index = ground->index;
  g_autoptr (AskRouteRanking) ranking = ask_route_ranking_new (ground, question->text);
  const AskRouteScene *scene = ranking->scene;
  const GArray *ranked = ranking->ranked;
  const AskRouteRanked *all = (const AskRouteRanked *) (gconstpointer) ranked->data;

  if (figures != NULL)
    {
      figures->n++;
      figures->ms += (double) (get_cpu_us () - start) / 1000;
      figures->equals += ranked->len > 0
                         && (ask_route_scene_candidate (scene, all[0].candidate)->source == right
                             || route_source_has_names (
                               index, ask_route_scene_candidate (scene, all[0].candidate)->source, question));
      figures->vectors += find_nearest (scene) == right;
      figures->plain += scene->candidates->len > 0 && ask_route_scene_candidate (scene, 0)->source == right;
      for (guint i = 0; i < ranked->len; i++)
        if (ask_route_scene_candidate (scene, all[i].candidate)->source == right)
          {
            figures->first += i == 0;
            figures->three += i < 3;
            figures->reciprocals += 1.0 / (i + 1);
            if (i > 0)
              figures->losses[bench_route_find_loss (index, question,
                                                     ask_route_scene_candidate (scene, all[i].candidate),
                                                     ask_route_scene_candidate (scene, all[0].candidate))]++;
            if (i > 0 && show_errors)
              g_print ("%s %u. %s: %s (took %s %.2f, right %.2f)\n", figures->label, i + 1, question->text,
                       ask_route_index_source (index, right)->name,
                       ask_route_index_source (index, ask_route_scene_candidate (scene, all[0].candidate)->source)->name,
                       all[0].score, all[i].score);
          }
      if (ranked->len > 0)
        {
          double *tenth = figures->sureness[MIN ((guint) (10 * all[0].score), 9)];

          tenth[0]++;
          tenth[1] += all[0].score;
          tenth[2] += ask_route_scene_candidate (scene, all[0].candidate)->source == right;
        }
    }
  return ranking->known;
}

/* Of what was answered from a workspace that has the database and one of the same size that has not. */
typedef struct
{
  Figures earlier;
  Figures bare;
  Figures unseen;
  Figures business;
  guint *clusters; /* of each database */
  guint n_clusters;
  Refusals refusals[20]; /* by threshold */
  guint n_pairs;
  guint pairs_in_two;
  guint pairs_in_six;
} Results;

static void
refuse (Results *results, double score, gboolean is)
{
  for (guint t = 0; t < G_N_ELEMENTS (results->refusals); t++)
    count_refusal (&results->refusals[t], score < t / 20.0, is);
}

/* A question, "and" one of another database: are both databases among the first? */
static void
ask_two (const AskRouteGround *ground, const RouteQuestion *first, const RouteQuestion *second, const guint *numbers,
         Results *results)
{
  g_autofree char *head = g_strdup (first->text);
  g_autofree char *tail = g_strdup (second->text);
  g_autofree char *text = NULL;
  g_autoptr (AskRouteRanking) ranking = NULL;
  guint two = 0, six = 0;

  for (gsize n = strlen (head); n > 0 && strchr ("?. ", head[n - 1]) != NULL; n--)
    head[n - 1] = '\0';
  *tail = g_ascii_tolower (*tail);
  text = g_strdup_printf ("%s and %s", head, tail);
  ranking = ask_route_ranking_new (ground, text);
  for (guint i = 0; i < ranking->ranked->len && i < 6; i++)
    {
      guint candidate = g_array_index (ranking->ranked, AskRouteRanked, i).candidate;
      guint source = ask_route_scene_candidate (ranking->scene, candidate)->source;
      gboolean right = source == numbers[first->source] || source == numbers[second->source];

      two += right && i < 2;
      six += right;
    }
  results->n_pairs++;
  results->pairs_in_two += two == 2;
  results->pairs_in_six += six == 2;
}

/* A workspace as a group's ranker sees it. */
typedef struct
{
  AskRouteIndex *index; /* nullable: of another's */
  guint *numbers;
  AskRouteVectors *own;
  AskRouteGround ground;
} Stage;

static void
stage_look (Stage *self, const AskRouteIndex *index, const AskRouteModel *model)
{
  self->own = ask_route_vectors_new_own (index, model->map);
  self->ground = (AskRouteGround) { index, model, self->own, NULL };
}

static void
stage_open (Stage *self, const RouteSet *set, const gboolean *sources, const AskRouteModel *model)
{
  self->index = route_set_index (set, &(RouteView) { sources, FALSE, -1 }, &self->numbers);
  stage_look (self, self->index, model);
}

static void
stage_clear (Stage *self)
{
  ask_route_vectors_free (self->own);
  if (self->index != NULL)
    ask_route_index_free (self->index);
  g_free (self->numbers);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stage, stage_clear)

static AskRouteModel *
get_model (const RouteSet *set, const gboolean *outside, guint group)
{
  g_autofree char *path = keep_folder != NULL ? g_strdup_printf ("%s/group-%u", keep_folder, group) : NULL;
  g_autofree char *map_path = keep_folder != NULL ? g_strdup_printf ("%s/map-%u", keep_folder, group) : NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) map = NULL;
  g_autoptr (GError) error = NULL;
  AskRouteModel *model;
  char *cells;
  gsize length;

  if (path != NULL && g_file_get_contents (path, &text, NULL, NULL)
      && g_file_get_contents (map_path, &cells, &length, NULL))
    map = g_bytes_new_take (cells, length);
  else
    {
      text = route_train (set, outside, &map);
      if (path != NULL
          && (!g_file_set_contents (path, text, -1, &error)
              || !g_file_set_contents (map_path, g_bytes_get_data (map, NULL), (gssize) g_bytes_get_size (map), &error)))
        g_error ("%s", error->message);
    }
  if ((model = ask_route_model_new (text, map, &error)) == NULL)
    g_error ("%s", error->message);
  return model;
}

/* The workspaces of one business: the question is asked of the databases of its cluster alone. */
static void
measure_clusters (const RouteSet *set, const gboolean *inside, const AskRouteModel *model, Results *results)
{
  g_autofree gboolean *within = g_new0 (gboolean, set->sources->len);

  for (guint cluster = 0; cluster < results->n_clusters; cluster++)
    {
      gboolean any = FALSE;
      g_auto (Stage) stage = { 0 };

      for (guint i = 0; i < set->sources->len; i++)
        {
          within[i] = results->clusters[i] == cluster;
          any = any || (within[i] && inside[i]);
        }
      if (!any)
        continue;
      stage_open (&stage, set, within, model);
      for (guint q = 0; q < set->questions->len; q++)
        {
          const RouteQuestion *question = route_set_question (set, q);

          if (within[question->source] && inside[question->source])
            ask (&stage.ground, question, stage.numbers[question->source], &results->business);
        }
    }
}

static void
measure_group (const RouteSet *set, guint group, AskRouteIndex *const *indexes, guint *const *numbers,
               Results *results)
{
  g_autofree gboolean *inside = g_new0 (gboolean, set->sources->len);
  g_autofree gboolean *outside = g_new0 (gboolean, set->sources->len);
  g_autofree gboolean *with = g_new0 (gboolean, set->sources->len);
  g_autoptr (GRand) draw = g_rand_new_with_seed (group);
  g_autoptr (AskRouteModel) trained = NULL;
  g_auto (Stage) few = { 0 };
  g_auto (Stage) others = { 0 };
  g_auto (Stage) equal = { 0 }; /* as many sources as @others has, and those of the questions among them */
  Stage all[ROUTE_N_FOLDS + 1] = { { 0 } };

  for (guint i = 0; i < set->sources->len; i++)
    {
      inside[i] = route_set_source (set, i)->group == group;
      outside[i] = !inside[i];
      with[i] = route_set_source (set, i)->group != (group + 1) % ROUTE_N_GROUPS;
    }
  trained = get_model (set, outside, group);
  stage_open (&few, set, inside, trained);
  stage_open (&equal, set, with, trained);
  stage_open (&others, set, outside, trained);
  for (int f = 0; f <= ROUTE_N_FOLDS; f++)
    stage_look (&all[f], indexes[f], trained);
  for (guint q = 0; q < set->questions->len; q++)
    {
      const RouteQuestion *question = route_set_question (set, q);
      const RouteQuestion *other = route_set_question (set, (guint) g_rand_int_range (draw, 0, (gint32) set->questions->len));
      guint f = question->fold;
      guint source = question->source;

      if (!inside[source])
        continue;
      if (inside[other->source] && other->source != source)
        ask_two (&all[ROUTE_N_FOLDS].ground, question, other, numbers[ROUTE_N_FOLDS], results);
      ask (&all[f].ground, question, numbers[f][source], &results->earlier);
      ask (&all[ROUTE_N_FOLDS].ground, question, numbers[ROUTE_N_FOLDS][source], &results->bare);
      refuse (results, ask (&equal.ground, question, equal.numbers[source], NULL), FALSE);
      ask (&few.ground, question, few.numbers[source], &results->unseen);
      if (!route_has_names (others.index, question))
        refuse (results, ask (&others.ground, question, G_MAXUINT, NULL), TRUE);
    }
  measure_clusters (set, inside, trained, results);
  for (int f = 0; f <= ROUTE_N_FOLDS; f++)
    stage_clear (&all[f]);
}

/* With the ranker that ships, which has seen these questions: of this only time and room count. */
static void
measure_scale (const RouteSet *set)
{
  g_autoptr (GPtrArray) kept = NULL;
  gint64 start = get_cpu_us ();
  g_autoptr (AskRouteIndex) index = bench_route_scale_new (set, N_SCALE, &kept);
  const AskRouteModel *model = ask_route_model_get_default ();
  g_autoptr (AskRouteVectors) own = ask_route_vectors_new_own (index, model->map);
  AskRouteGround ground = { index, model, own, NULL };
  double made_s = (double) (get_cpu_us () - start) / 1e6;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  Figures figures = { .label = "e" };

  for (guint q = 0; q < set->questions->len; q += 10)
    {
      const RouteQuestion *question = route_set_question (set, q);
      double ms;

      start = get_cpu_us ();
      ask (&ground, question, question->source, &figures);
      ms = (double) (get_cpu_us () - start) / 1000;
      g_array_append_val (times, ms);
    }
  g_array_sort (times, bench_compare_times);
  g_print ("%u sources, %u entities, %u attributes: index of %.0f MiB made in %.1f s; a question %.2f ms (median), "
           "%.2f ms (95 %%)\n",
           index->sources->len, index->entities->len, index->attributes->len,
           (double) ask_route_index_get_size (index) / 1048576, made_s,
           g_array_index (times, double, times->len / 2), g_array_index (times, double, times->len * 95 / 100));
}

static void
measure_all (const RouteSet *set)
{
  g_autofree gboolean *all = NULL;
  AskRouteIndex *indexes[ROUTE_N_FOLDS + 1];
  guint *numbers[ROUTE_N_FOLDS + 1];
  Results results = { .earlier.label = "a", .bare.label = "b", .unseen.label = "c", .business.label = "d" };

  all = g_new (gboolean, set->sources->len);
  for (guint i = 0; i < set->sources->len; i++)
    all[i] = TRUE;
  for (int f = 0; f <= ROUTE_N_FOLDS; f++)
    indexes[f] = route_set_index (set, &(RouteView) { all, f < ROUTE_N_FOLDS, f }, &numbers[f]);
  results.clusters = bench_route_cluster (set, &results.n_clusters);
  for (guint group = (guint) first_group; group < (guint) MIN (first_group + n_groups, ROUTE_N_GROUPS); group++)
    measure_group (set, group, indexes, numbers, &results);
  g_print ("%-44s %5s  %5s  %5s  %5s\n", "", "n", "R@1", "R@3", "mAP");
  print_figures ("140 databases, earlier questions known", &results.earlier);
  print_figures ("140 databases, schemas and values", &results.bare);
  print_figures ("20 databases never seen", &results.unseen);
  print_figures ("clusters of one business", &results.business);
  g_print ("not the first, schemas and values:\n");
  bench_route_print_losses (results.bare.losses, results.bare.n);
  g_print ("not the first, databases never seen:\n");
  bench_route_print_losses (results.unseen.losses, results.unseen.n);
  g_print ("two sources: both among the first two %.1f, six %.1f (%u questions)\n",
           100.0 * results.pairs_in_two / MAX (results.n_pairs, 1),
           100.0 * results.pairs_in_six / MAX (results.n_pairs, 1), results.n_pairs);
  for (guint t = 1; t < G_N_ELEMENTS (results.refusals); t++)
    g_print ("unanswerable below %.2f: F1 %.3f (%u of %u)\n", t / 20.0, get_f1 (&results.refusals[t]),
             results.refusals[t].hit + results.refusals[t].missed, results.refusals[t].n);
  for (guint i = 0; i < 10; i++)
    g_print ("score %.1f: %.0f of %.0f right, said %.1f %%\n", i / 10.0, results.bare.sureness[i][2],
             results.bare.sureness[i][0], 100 * results.bare.sureness[i][1] / MAX (results.bare.sureness[i][0], 1));
  for (int f = 0; f <= ROUTE_N_FOLDS; f++)
    {
      ask_route_index_free (indexes[f]);
      g_free (numbers[f]);
    }
  g_free (results.clusters);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *folder = NULL;
  g_autofree char *made = NULL;
  g_autoptr (RouteSet) set = NULL;
  g_autoptr (GError) error = NULL;
  gboolean failed;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  if ((folder = infer_survey_folder ()) == NULL)
    {
      g_printerr ("Spider's databases are not here: set ASKDATA_SHARED_DATA.\n");
      return 1;
    }
  if (workspace_path == NULL)
    {
      if ((made = g_dir_make_tmp ("ask-bench-route-XXXXXX", &error)) == NULL)
        {
          g_printerr ("%s\n", error->message);
          return 1;
        }
      workspace_path = g_build_filename (made, "route.askdata", NULL);
    }
  set = route_set_new (folder, workspace_path, &error);
  if (set == NULL)
    g_printerr ("%s\n", error->message);
  else if (only_scale)
    measure_scale (set);
  else
    measure_all (set);
  failed = set == NULL;
  g_clear_pointer (&set, route_set_free);
  if (made != NULL)
    ask_test_folder_remove (made);
  return failed;
}

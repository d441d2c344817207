/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trees by xgboost: the ranker learns the share that the right source should have among the candidates of a question
 * (listwise softmax); the second trees learn how often its order is right, from orders of rankers that did not see
 * the question's database, and from questions asked of a workspace without their database.
 */
#include "config.h"

#include "route-train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xgboost/c_api.h>

#include "route-embed.h"
#include "route-lexicon.h"

#define N_PARTS 4
#define N_SMALL 6
/* Candidates of a question that are learned from; the right one is always among them. */
#define MAX_ROWS 12

/* Rows of features, in groups of a question each.
 * @parts: the part of the databases that the question is of */
typedef struct
{
  guint width;
  GArray *features; /* float */
  GArray *labels; /* float */
  GArray *groups; /* guint: where each begins */
  GArray *parts; /* guint: of each group */
} Rows;

static Rows *
rows_new (guint width)
{
  Rows *self = g_new0 (Rows, 1);

  self->width = width;
  self->features = g_array_new (FALSE, FALSE, sizeof (float));
  self->labels = g_array_new (FALSE, FALSE, sizeof (float));
  self->groups = g_array_new (FALSE, FALSE, sizeof (guint));
  self->parts = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

static void
rows_free (Rows *self)
{
  g_array_unref (self->features);
  g_array_unref (self->labels);
  g_array_unref (self->groups);
  g_array_unref (self->parts);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rows, rows_free)

static void
rows_add (Rows *self, const float *features, gboolean right)
{
  float label = right;

  g_array_append_vals (self->features, features, self->width);
  g_array_append_val (self->labels, label);
}

static void
rows_begin (Rows *self, guint part)
{
  g_array_append_val (self->groups, self->labels->len);
  g_array_append_val (self->parts, part);
}

static void
check (int status)
{
  if (status != 0)
    g_error ("xgboost: %s", XGBGetLastError ());
}

/* One tree of a dump, "0:[f3<0.5] yes=1,no=2,missing=1", its nodes numbered anew so that a pair stands together. */
static void
add_tree (const char *dump, GString *text)
{
  g_auto (GStrv) lines = g_strsplit (dump, "\n", -1);
  guint n_lines = g_strv_length (lines);
  g_autofree guint *places = g_new0 (guint, 2 * n_lines + 2);
  g_autoptr (GArray) nodes = g_array_new (FALSE, TRUE, sizeof (AskRouteNode));
  guint next = 1;

  g_array_set_size (nodes, 1);
  for (guint depth = 0, any = 1; any; depth++)
    {
      any = 0;
      for (guint i = 0; i < n_lines; i++)
        {
          const char *line = lines[i];
          guint id, feature, yes, no, tabs = (guint) strspn (line, "\t");
          float bound;

          if (*line == '\0' || tabs != depth)
            continue;
          any = 1;
          if (sscanf (line + tabs, "%u:[f%u<%f] yes=%u,no=%u", &id, &feature, &bound, &yes, &no) == 5)
            {
              g_array_set_size (nodes, next + 2);
              g_array_index (nodes, AskRouteNode, places[id])
                = (AskRouteNode) { (gint16) feature, (guint16) next, bound };
              places[yes] = next;
              places[no] = next + 1;
              next += 2;
            }
          else if (sscanf (line + tabs, "%u:leaf=%f", &id, &bound) == 2)
            g_array_index (nodes, AskRouteNode, places[id]) = (AskRouteNode) { -1, 0, bound };
          else
            g_error ("xgboost wrote “%s”, which is no node.", line);
        }
    }
  g_string_append (text, "tree\n");
  for (guint i = 0; i < nodes->len; i++)
    {
      const AskRouteNode *node = &g_array_index (nodes, AskRouteNode, i);
      char bound[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (bound, sizeof bound, "%.4g", node->bound);
      g_string_append_printf (text, "%d %u =%s\n", node->feature, node->left, bound);
    }
}

typedef struct
{
  const char *depth;
  const char *eta;
  const char *min_child;
  const char *lambda;
  const char *rows; /* a share: of these each tree sees */
  const char *columns;
  guint n_trees;
  gboolean listwise;
} Settings;

static void
set_gradients (const Rows *rows, const float *margins, float *gradients, float *hessians)
{
  for (guint g = 0; g < rows->groups->len; g++)
    {
      guint first = g_array_index (rows->groups, guint, g);
      guint end = g + 1 < rows->groups->len ? g_array_index (rows->groups, guint, g + 1) : rows->labels->len;
      float most = -G_MAXFLOAT;
      double sum = 0;

      for (guint i = first; i < end; i++)
        most = MAX (most, margins[i]);
      for (guint i = first; i < end; i++)
        sum += exp (margins[i] - most);
      for (guint i = first; i < end; i++)
        {
          double share = exp (margins[i] - most) / sum;

          gradients[i] = (float) (share - g_array_index (rows->labels, float, i));
          hessians[i] = (float) MAX (share * (1 - share), 1e-4);
        }
    }
}

/* Appends the trees to @text, under @name. */
static void
fit (const Rows *rows, const Settings *settings, const char *name, GString *text)
{
  DMatrixHandle matrix;
  BoosterHandle booster;
  bst_ulong n_dumps;
  const char **dumps;
  g_autofree float *gradients = g_new (float, rows->labels->len);
  g_autofree float *hessians = g_new (float, rows->labels->len);

  check (XGDMatrixCreateFromMat ((const float *) (gconstpointer) rows->features->data, rows->labels->len, rows->width,
                                 NAN, &matrix));
  check (XGDMatrixSetFloatInfo (matrix, "label", (const float *) (gconstpointer) rows->labels->data,
                                rows->labels->len));
  check (XGBoosterCreate (&matrix, 1, &booster));
  check (XGBoosterSetParam (booster, "nthread", "1"));
  check (XGBoosterSetParam (booster, "seed", "11"));
  check (XGBoosterSetParam (booster, "tree_method", "hist"));
  check (XGBoosterSetParam (booster, "max_bin", "32"));
  check (XGBoosterSetParam (booster, "objective", settings->listwise ? "reg:squarederror" : "binary:logistic"));
  check (XGBoosterSetParam (booster, "base_score", settings->listwise ? "0" : "0.5"));
  check (XGBoosterSetParam (booster, "max_depth", settings->depth));
  check (XGBoosterSetParam (booster, "eta", settings->eta));
  check (XGBoosterSetParam (booster, "min_child_weight", settings->min_child));
  check (XGBoosterSetParam (booster, "lambda", settings->lambda));
  check (XGBoosterSetParam (booster, "subsample", settings->rows));
  check (XGBoosterSetParam (booster, "colsample_bytree", settings->columns));
  for (guint t = 0; t < settings->n_trees; t++)
    {
      bst_ulong n;
      const float *margins;

      if (!settings->listwise)
        {
          check (XGBoosterUpdateOneIter (booster, (int) t, matrix));
          continue;
        }
      check (XGBoosterPredict (booster, matrix, 1, 0, 1, &n, &margins));
      set_gradients (rows, margins, gradients, hessians);
      check (XGBoosterBoostOneIter (booster, matrix, gradients, hessians, rows->labels->len));
    }
  g_string_append_printf (text, "%s\n", name);
  check (XGBoosterDumpModel (booster, "", 0, &n_dumps, &dumps));
  for (bst_ulong t = 0; t < n_dumps; t++)
    add_tree (dumps[t], text);
  XGBoosterFree (booster);
  XGDMatrixFree (matrix);
}

/* All that a training goes through: questions of each part before several workspaces. */
typedef struct
{
  const RouteSet *set;
  const gboolean *sources;
  guint *parts; /* of each source, G_MAXUINT where it is not trained on */
  AskRouteLexicon *lexicons[N_PARTS]; /* of the databases of the other parts */
  AskRouteMap *maps[N_PARTS]; /* the same */
  GPtrArray *scenes; /* AskRouteScene */
  GArray *rights; /* guint: the right source's number in the scene's index, G_MAXUINT for none */
  GArray *scene_parts;
  GArray *telling; /* gboolean: whether it is answered tells something: not where another source may answer, too, nor in
                      a workspace that has all sources */
  GPtrArray *indexes;
  GPtrArray *vectors; /* AskRouteVectors */
  GPtrArray *likes; /* AskRouteLike, with its question */
} Course;

static AskRouteLike *
like_new (const AskRouteVectors *vectors, const AskRouteMap *map, const char *question)
{
  AskRouteLike *self = g_new (AskRouteLike, 1);

  *self = (AskRouteLike) { vectors, g_new (float, ASK_ROUTE_MAP_DIMS), NULL };
  ask_route_map_embed_text (map, question, self->question);
  return self;
}

static void
like_free (gpointer data)
{
  g_free (((AskRouteLike *) data)->question);
  g_free (data);
}

/* @parted: a workspace without some sources: asked what it cannot answer, too. @step: one question of so many */
static void
go (Course *self, const RouteView *view, gboolean parted, guint step)
{
  guint *numbers;
  AskRouteIndex *index = route_set_index (self->set, view, &numbers);
  const AskRouteVectors *vectors[N_PARTS];

  g_ptr_array_add (self->indexes, index);
  for (guint part = 0; part < N_PARTS; part++)
    {
      g_ptr_array_add (self->vectors, ask_route_vectors_new_own (index, self->maps[part]));
      vectors[part] = self->vectors->pdata[self->vectors->len - 1];
    }
  for (guint q = 0; q < self->set->questions->len; q++)
    {
      const RouteQuestion *question = route_set_question (self->set, q);
      guint part = self->parts[question->source];
      gboolean missing = numbers[question->source] == G_MAXUINT;
      AskRouteScene *scene;
      AskRouteLike *like;
      gboolean telling;

      if (part == G_MAXUINT || (missing && !parted) || q % (parted && !missing ? 3 * step : step) != 0
          || (view->earlier && view->without_fold >= 0 && (int) question->fold != view->without_fold))
        continue;
      like = like_new (vectors[part], self->maps[part], question->text);
      g_ptr_array_add (self->likes, like);
      scene = ask_route_scene_new (index, self->lexicons[part], like, question->text);
      g_ptr_array_add (self->scenes, scene);
      g_array_append_val (self->rights, numbers[question->source]);
      g_array_append_val (self->scene_parts, part);
      telling = parted && !(missing && route_has_names (index, question));
      g_array_append_val (self->telling, telling);
    }
  g_free (numbers);
}

static void
take_course (Course *self)
{
  guint n_sources = self->set->sources->len;
  g_autofree gboolean *chosen = g_new0 (gboolean, n_sources);

  go (self, &(RouteView) { self->sources, FALSE, -1 }, FALSE, 1);
  for (int fold = 0; fold < ROUTE_N_FOLDS; fold++)
    go (self, &(RouteView) { self->sources, TRUE, fold }, FALSE, 1);
  for (guint small = 0, turn = 0; small < N_SMALL; small++, turn = 0)
    {
      for (guint i = 0; i < n_sources; i++)
        chosen[i] = self->sources[i] && turn++ % N_SMALL == small;
      go (self, &(RouteView) { chosen, FALSE, -1 }, FALSE, 2);
    }
  for (guint part = 0; part < N_PARTS; part++)
    {
      for (guint i = 0; i < n_sources; i++)
        chosen[i] = self->sources[i] && self->parts[i] != part;
      go (self, &(RouteView) { chosen, FALSE, -1 }, TRUE, 1);
      go (self, &(RouteView) { chosen, TRUE, -1 }, TRUE, 4);
    }
}

static Rows *
collect (const Course *self, guint without, gboolean earlier)
{
  Rows *rows = rows_new (ASK_ROUTE_N_FEATURES);

  for (guint s = 0; s < self->scenes->len; s++)
    {
      const AskRouteScene *scene = self->scenes->pdata[s];
      guint right = g_array_index (self->rights, guint, s);
      guint part = g_array_index (self->scene_parts, guint, s);
      gboolean any = FALSE;

      for (guint c = 0; c < scene->candidates->len; c++)
        any = any || ask_route_scene_candidate (scene, c)->source == right;
      if (!any || part % 2 == without || earlier != (scene->index->questions->len > 0))
        continue;
      rows_begin (rows, part);
      for (guint c = 0; c < scene->candidates->len; c++)
        {
          const AskRouteCandidate *candidate = ask_route_scene_candidate (scene, c);

          if (c < MAX_ROWS || candidate->source == right)
            rows_add (rows, candidate->features, candidate->source == right);
        }
    }
  return rows;
}

static void
collect_sure (const Course *self, const AskRouteModel *model, guint half, Rows *rows, Rows *known)
{
  for (guint s = 0; s < self->scenes->len; s++)
    {
      const AskRouteScene *scene = self->scenes->pdata[s];
      guint right = g_array_index (self->rights, guint, s);
      g_autoptr (GArray) ranked = NULL;

      if (g_array_index (self->scene_parts, guint, s) % 2 != half)
        continue;
      ranked = ask_route_model_rank (model, scene);
      for (guint i = 0; i < ranked->len && i < 4; i++)
        {
          guint c = g_array_index (ranked, AskRouteRanked, i).candidate;
          float features[ASK_ROUTE_N_SURE_FEATURES];

          ask_route_model_see (scene, ranked, i, features);
          if (i == 0 && g_array_index (self->telling, gboolean, s))
            rows_add (known, features, right != G_MAXUINT);
          rows_add (rows, features, ask_route_scene_candidate (scene, c)->source == right);
        }
    }
}

static void
write_lexicon (const RouteSet *set, const gboolean *sources, GString *text)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) weights = g_ptr_array_new_with_free_func (g_free);

  ask_route_lexicon_free (route_learn_lexicon (set, sources, links, weights));
  for (guint i = 0; i < weights->len; i += 2)
    g_string_append_printf (text, "word %s %s\n", (char *) weights->pdata[i], (char *) weights->pdata[i + 1]);
  for (guint i = 0; i < links->len; i += 3)
    g_string_append_printf (text, "link %s %s %s\n", (char *) links->pdata[i], (char *) links->pdata[i + 1],
                            (char *) links->pdata[i + 2]);
}

static void
course_clear (Course *self)
{
  g_ptr_array_unref (self->scenes);
  g_ptr_array_unref (self->likes);
  g_ptr_array_unref (self->vectors);
  g_ptr_array_unref (self->indexes);
  g_array_unref (self->rights);
  g_array_unref (self->scene_parts);
  g_array_unref (self->telling);
  for (guint part = 0; part < N_PARTS; part++)
    {
      ask_route_lexicon_free (self->lexicons[part]);
      ask_route_map_free (self->maps[part]);
    }
  g_free (self->parts);
}

static AskRouteMap *
learn_map (const RouteSet *set, const gboolean *sources)
{
  g_autoptr (GBytes) bytes = route_embed (set, sources);

  return ask_route_map_new (bytes, NULL);
}

/* @sources: whose questions are learned from, and which alone make up the workspaces. @map: (out): of embeddings.
 * Returns: (transfer full): what ask_route_model_new() reads with @map */
char *
route_train (const RouteSet *set, const gboolean *sources, GBytes **map)
{
  static const Settings rank = { "4", "0.07", "2", "3", "0.6", "0.3", 220, TRUE };
  static const Settings sure = { "4", "0.1", "10", "1", "0.7", "0.4", 80, FALSE };
  static const Settings known = { "4", "0.05", "10", "5", "0.5", "0.3", 200, FALSE };
  GString *text = g_string_new ("threshold 60\n");
  Course course = { .set = set, .sources = sources, .parts = g_new (guint, set->sources->len) };
  g_autofree gboolean *others = g_new0 (gboolean, set->sources->len);
  g_autoptr (Rows) sure_rows = rows_new (ASK_ROUTE_N_SURE_FEATURES);
  g_autoptr (Rows) known_rows = rows_new (ASK_ROUTE_N_SURE_FEATURES);
  g_autoptr (Rows) bare_rows = NULL;
  g_autoptr (Rows) more_rows = NULL;

  for (guint i = 0, turn = 0; i < set->sources->len; i++)
    course.parts[i] = sources[i] ? turn++ % N_PARTS : G_MAXUINT;
  for (guint part = 0; part < N_PARTS; part++)
    {
      for (guint i = 0; i < set->sources->len; i++)
        others[i] = sources[i] && course.parts[i] != part;
      course.lexicons[part] = route_learn_lexicon (set, others, NULL, NULL);
      course.maps[part] = learn_map (set, others);
    }
  course.scenes = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_route_scene_free);
  course.vectors = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_route_vectors_free);
  course.likes = g_ptr_array_new_with_free_func (like_free);
  course.indexes = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_route_index_free);
  course.rights = g_array_new (FALSE, FALSE, sizeof (guint));
  course.telling = g_array_new (FALSE, FALSE, sizeof (gboolean));
  course.scene_parts = g_array_new (FALSE, FALSE, sizeof (guint));
  take_course (&course);

  for (guint half = 0; half < 2; half++)
    {
      g_autoptr (Rows) bare = collect (&course, half, FALSE);
      g_autoptr (Rows) more = collect (&course, half, TRUE);
      g_autoptr (GString) trees = g_string_new (NULL);
      g_autoptr (AskRouteModel) model = NULL;
      g_autoptr (GError) error = NULL;

      fit (bare, &rank, "rank", trees);
      fit (more, &rank, "earlier", trees);
      model = ask_route_model_new (trees->str, NULL, &error);
      g_assert_no_error (error);
      collect_sure (&course, model, half, sure_rows, known_rows);
    }
  bare_rows = collect (&course, G_MAXUINT, FALSE);
  more_rows = collect (&course, G_MAXUINT, TRUE);
  write_lexicon (set, sources, text);
  fit (bare_rows, &rank, "rank", text);
  fit (more_rows, &rank, "earlier", text);
  fit (sure_rows, &sure, "sure", text);
  fit (known_rows, &known, "known", text);
  course_clear (&course);
  *map = route_embed (set, sources);
  return g_string_free (text, FALSE);
}

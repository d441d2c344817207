/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-train --data DIR --scratch DIR --output FILE: learns from public questions, in stages. Each stage is trained
 * five times without a fifth of the databases, and once with all; what a stage reads of an earlier one always
 * comes from weights that have not seen the question's database.
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "train/ask-train.h"

typedef struct
{
  TrainSet *set;
  TrainFile *files[TRAIN_FOLDS + 1];
  GTimer *timer;
  int n_ranked; /* folds whose ranker is made: fewer for a quick look */
  gboolean ranked; /* words and rankers are in the scratch folder as well */
} Train;

static void
say (Train *self, const char *what)
{
  g_print ("%6.0f s  %s\n", g_timer_elapsed (self->timer, NULL), what);
}

/* The weights that have not seen the example's database. */
static AskWeights *
weights_for (Train *self, const TrainExample *example)
{
  return train_file_weights (self->files[example->database->fold]);
}

typedef struct
{
  Train *train;
  void (*stage) (AskGuess *guess);
} Application;

static void
apply_to (gpointer data, gpointer user_data)
{
  Application *application = user_data;

  for (guint i = 0; i < application->train->set->examples->len; i++)
    {
      TrainExample *example = train_example (application->train->set, i);

      if (example->database != data)
        continue;
      ask_guess_set_weights (example->guess, weights_for (application->train, example));
      application->stage (example->guess);
    }
}

/* A stage for all questions, two databases at a time. */
static void
apply (Train *self, void (*stage) (AskGuess *guess))
{
  Application application = { self, stage };
  GThreadPool *pool;

  /* The weights are packed before threads read them. */
  for (guint k = 0; k < TRAIN_FOLDS; k++)
    train_file_weights (self->files[k]);
  pool = g_thread_pool_new (apply_to, &application, 2, FALSE, NULL);
  for (guint i = 0; i < self->set->databases->len; i++)
    g_thread_pool_push (pool, g_ptr_array_index (self->set->databases, i), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
}

/* What the files of all folds learn from, and how. */
typedef struct
{
  Train *train;
  gpointer *rows; /* what a stage keeps of each example */
  void (*learn) (gpointer stage, guint without);
} Stage;

static void
learn_fold (gpointer data, gpointer user_data)
{
  Stage *stage = user_data;

  stage->learn (stage, GPOINTER_TO_UINT (data) - 1);
}

/* All six files, two at a time: each is written by one thread. */
static void
learn_all (Stage *stage)
{
  GThreadPool *pool = g_thread_pool_new (learn_fold, stage, 2, FALSE, NULL);

  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    g_thread_pool_push (pool, GUINT_TO_POINTER (k + 1), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
}

static void
learn_words (gpointer data, guint without)
{
  Train *self = ((Stage *) data)->train;

  train_parts (self->set, self->files[without], without, FALSE);
}

static void
learn_sketches (gpointer data, guint without)
{
  Train *self = ((Stage *) data)->train;

  train_parts (self->set, self->files[without], without, TRUE);
}

static void
learn_attributes (gpointer data, guint without)
{
  Stage *stage = data;
  TrainSet *set = stage->train->set;

  for (guint r = 0; r < ASK_N_GUESS_ROLES; r++)
    {
      g_autoptr (TrainMatrix) matrix = train_matrix_new (ASK_N_ATTRIBUTE_FEATURES);
      g_autofree char *name = g_strconcat ("attribute.", ask_guess_role_name (r), NULL);
      g_autoptr (GRand) rand = g_rand_new_with_seed (1);

      for (guint i = 0; i < set->examples->len; i++)
        {
          const TrainExample *example = train_example (set, i);
          const float *features = stage->rows[i];

          if (!train_learns_query (example, without))
            continue;
          /* Most attributes of most questions play no role: a part of them is enough. */
          for (guint a = 0; a < example->question->domain->attributes->len; a++)
            if (example->roles[a] != 0 || g_rand_double (rand) < 0.7)
              train_matrix_add (matrix, features + (gsize) a * ASK_N_ATTRIBUTE_FEATURES, (example->roles[a] >> r) & 1);
        }
      train_file_put (stage->train->files[without], name,
                      train_trees (matrix, &(TrainTrees) { 90, 6, 0.15, 3, 0.8, 0.7, FALSE }));
    }
}

static void
train_attributes (Train *self)
{
  g_autofree gpointer *rows = g_new0 (gpointer, self->set->examples->len);

  for (guint i = 0; i < self->set->examples->len; i++)
    rows[i] = ask_guess_attribute_features (train_example (self->set, i)->guess);
  learn_all (&(Stage) { self, rows, learn_attributes });
  for (guint i = 0; i < self->set->examples->len; i++)
    g_free (rows[i]);
}

static void
learn_entities (gpointer data, guint without)
{
  Stage *stage = data;
  TrainSet *set = stage->train->set;
  g_autoptr (TrainMatrix) matrix = train_matrix_new (ASK_N_ENTITY_FEATURES);

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      const float *features = stage->rows[i];

      for (guint e = 0; train_learns_query (example, without) && e < example->question->domain->entities->len; e++)
        train_matrix_add (matrix, features + (gsize) e * ASK_N_ENTITY_FEATURES, example->entities[e]);
    }
  train_file_put (stage->train->files[without], "entity",
                  train_trees (matrix, &(TrainTrees) { 90, 5, 0.15, 3, 0.8, 0.7, FALSE }));
}

static void
train_entities (Train *self)
{
  g_autofree gpointer *rows = g_new0 (gpointer, self->set->examples->len);

  for (guint i = 0; i < self->set->examples->len; i++)
    rows[i] = ask_guess_entity_features (train_example (self->set, i)->guess);
  learn_all (&(Stage) { self, rows, learn_entities });
  for (guint i = 0; i < self->set->examples->len; i++)
    g_free (rows[i]);
}

/* Whether the right query compares the pair's attribute with its value. */
static gboolean
is_right (const TrainExample *example, const AskGuessPair *pair)
{
  const AskMention *mention = ask_question_mention (example->question, pair->mention);

  for (guint i = 0; i < example->values->len; i++)
    {
      const TrainValue *value = &g_array_index (example->values, TrainValue, i);

      if (*value->op == 'w' && value->attribute == pair->attribute
          && train_same_value (pair->value, mention->number, value->text, value->number))
        return TRUE;
    }
  return FALSE;
}

/* The features of an example's pairs, each with whether it is right. */
static TrainMatrix *
judge_pairs (TrainExample *example)
{
  TrainMatrix *matrix = train_matrix_new (ASK_N_PAIR_FEATURES);
  g_autoptr (GArray) pairs = ask_guess_collect_pairs (example->guess);
  g_autofree float *features = ask_guess_pair_features (example->guess, pairs);

  for (guint p = 0; example->draft != NULL && p < pairs->len; p++)
    train_matrix_add (matrix, features + (gsize) p * ASK_N_PAIR_FEATURES,
                      is_right (example, &g_array_index (pairs, AskGuessPair, p)));
  return matrix;
}

static void
learn_pairs (gpointer data, guint without)
{
  Stage *stage = data;
  TrainSet *set = stage->train->set;
  g_autoptr (TrainMatrix) matrix = train_matrix_new (ASK_N_PAIR_FEATURES);

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainMatrix *own = stage->rows[i];

      for (guint p = 0; train_learns_query (train_example (set, i), without) && p < own->labels->len; p++)
        train_matrix_add (matrix, (const float *) own->values->data + (gsize) p * ASK_N_PAIR_FEATURES,
                          g_array_index (own->labels, float, p));
    }
  train_file_put (stage->train->files[without], "pair",
                  train_trees (matrix, &(TrainTrees) { 120, 6, 0.15, 3, 0.8, 0.7, FALSE }));
}

static void
train_pairs_of_values (Train *self)
{
  g_autofree gpointer *rows = g_new0 (gpointer, self->set->examples->len);

  for (guint i = 0; i < self->set->examples->len; i++)
    rows[i] = judge_pairs (train_example (self->set, i));
  learn_all (&(Stage) { self, rows, learn_pairs });
  for (guint i = 0; i < self->set->examples->len; i++)
    train_matrix_free (rows[i]);
}

static void
learn_wording (gpointer data, guint without)
{
  Train *self = ((Stage *) data)->train;

  train_wording (self->set, self->files[without], without);
}

static void
learn_ranker (gpointer data, guint without)
{
  Train *self = ((Stage *) data)->train;

  if ((int) without >= self->n_ranked && self->n_ranked < TRAIN_FOLDS)
    return;
  train_ranker (self->set, self->files[without], without, FALSE);
  if (self->n_ranked >= TRAIN_FOLDS)
    train_ranker (self->set, self->files[without], without, TRUE);
}

typedef struct
{
  Stage stage;
  GPtrArray *all;
  gboolean blind;
} Weighing;

static void
learn_weighing (gpointer data, guint without)
{
  Weighing *self = data;
  Train *train = self->stage.train;

  train_weighing (train->set, self->all, train->files[without], without, self->blind);
}

static void
train_weighings (Train *self, gboolean blind)
{
  g_autoptr (GPtrArray) all = train_list_weighed (self->set, self->files, blind);

  learn_all (&(Weighing) { { self, NULL, learn_weighing }, all, blind }.stage);
}

static void
train_guesses (Train *self)
{
  for (guint i = 0; i < self->set->examples->len; i++)
    {
      TrainExample *example = train_example (self->set, i);

      example->guess = ask_guess_new (example->question, weights_for (self, example));
    }
  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    {
      train_lexicon (self->set, self->files[k], k);
      train_context (self->set, self->files[k], k);
    }
  learn_all (&(Stage) { self, NULL, learn_words });
  say (self, "words, contexts and parts");
  apply (self, ask_guess_words);
  apply (self, ask_guess_context);
  apply (self, ask_guess_parts);
  train_attributes (self);
  apply (self, ask_guess_attributes);
  say (self, "attributes");
  train_entities (self);
  apply (self, ask_guess_entities);
  train_pairs_of_values (self);
  apply (self, ask_guess_pairs);
  say (self, "entities and values");
  learn_all (&(Stage) { self, NULL, learn_sketches });
  apply (self, ask_guess_sketches);
  say (self, "sketches");
}

static char *
path_of (Train *self, guint fold)
{
  return g_strdup_printf ("%s/weights.%u", self->set->scratch, fold);
}

static gboolean
save (Train *self, GError **error)
{
  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    {
      g_autofree char *path = path_of (self, k);

      if (!train_file_save (self->files[k], path, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run (Train *self, gboolean again, int max, const char *output, GError **error)
{
  if (again && !train_files_load (self->files, TRAIN_FOLDS + 1, self->set->scratch, error))
    return FALSE;
  for (guint k = 0; !again && k <= TRAIN_FOLDS; k++)
    {
      self->files[k] = train_file_new ();
      train_file_put (self->files[k], TRAIN_LEARNED, train_list_learned (self->set, k));
    }
  if (again)
    train_guess_all (self->set, self->files);
  else
    train_guesses (self);
  if (!save (self, error))
    return FALSE;
  train_find_candidates (self->set, self->files, (guint) max);
  say (self, "candidates");
  if (!self->ranked)
    {
      learn_all (&(Stage) { self, NULL, learn_wording });
      train_put_wording (self->set, self->files);
      say (self, "wording");
      learn_all (&(Stage) { self, NULL, learn_ranker });
      say (self, "ranker");
    }
  if (self->n_ranked < TRAIN_FOLDS)
    {
      train_look (self->set, self->files, (guint) self->n_ranked);
      return TRUE;
    }
  for (guint blind = 0; blind < 2; blind++)
    {
      g_autofree TrainJudged *judged = NULL;

      train_again (self->set, self->files, blind != 0);
      say (self, "second look");
      train_weighings (self, blind != 0);
      say (self, "net");
      train_calibrator (self->set, self->files, blind != 0);
      judged = train_judge (self->set, self->files, blind != 0);
      g_print ("%s\n", blind ? "(nothing was run)" : "");
      train_print (self->set, judged);
      train_report (self->set, judged, blind ? "report-blind.txt" : "report.txt");
      if (!blind)
        train_thresholds (self->set, judged, self->files);
    }
  return save (self, error) && (output == NULL || train_file_save (self->files[TRAIN_ALL], output, error));
}

int
main (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autofree char *scratch = NULL;
  g_autofree char *output = NULL;
  int n_databases = G_MAXINT;
  int max = 100;
  gboolean again = FALSE;
  Train train = { NULL, { NULL }, NULL, TRAIN_FOLDS, FALSE };
  const GOptionEntry entries[] = {
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &data, "The folder of public data", "DIR" },
    { "scratch", 0, 0, G_OPTION_ARG_FILENAME, &scratch, "A folder for workspaces and the weights of each fold", "DIR" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &output, "Where the weights go that have seen all", "FILE" },
    { "databases", 0, 0, G_OPTION_ARG_INT, &n_databases, "No more than these", "N" },
    { "candidates", 0, 0, G_OPTION_ARG_INT, &max, "A question, at most", "N" },
    { "quick", 0, 0, G_OPTION_ARG_INT, &train.n_ranked, "Rank these folds only, and write no weights", "N" },
    { "again", 0, 0, G_OPTION_ARG_NONE, &again, "Take all but the ranking from the scratch folder", NULL },
    { "ranked", 0, 0, G_OPTION_ARG_NONE, &train.ranked, "With --again: take words and rankers from there as well", NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("- learn from public questions");
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || data == NULL || scratch == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "Say --data and --scratch.");
      return 2;
    }
  g_mkdir_with_parents (scratch, 0755);
  train.timer = g_timer_new ();
  train.set = train_set_load (data, scratch, (guint) n_databases, &error);
  if (train.set != NULL && train_set_link (train.set, &error))
    {
      g_print ("%u questions over %u databases\n", train.set->examples->len, train.set->databases->len);
      say (&train, "read and linked");
    }
  if (error != NULL || !run (&train, again, max, output, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  say (&train, "done");
  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    train_file_free (train.files[k]);
  train_set_free (train.set);
  g_timer_destroy (train.timer);
  return 0;
}

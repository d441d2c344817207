/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-learn --weights DIR [--data DIR] [--scratch DIR] [--databases N] [--examples N] [--paraphrases]
 * [--words]: whether
 * learning from some questions of a database helps with the others, or harms. Each database is read with weights that
 * have not seen it. Run by hand; see README.md.
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "train/ask-train.h"

#define MAX_CANDIDATES 100
/* Of so many different queries of a database one is learned from. */
#define SHARE 3

typedef struct
{
  char *data;
  char *weights;
  char *scratch;
  int n_databases;
  int n_examples;
  gboolean paraphrases;
  gboolean words;
} Options;

/* What one round found. */
typedef struct
{
  gboolean right;
  gboolean sure;
  int place;
} Outcome;

static char *
fold_sql (const TrainExample *example)
{
  g_autofree char *folded = g_ascii_strdown (example->sql, -1);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\n;", -1);
  GString *text = g_string_new (example->database->name);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (text, " %s", words[i]);
  return g_string_free (text, FALSE);
}

/* Says which questions teach. Those that ask the same are on one side, but for --paraphrases, where the first of them
 * teaches and the others are measured. Returns: (transfer full): those that are not measured */
static GHashTable *
divide (TrainSet *set, const Options *options)
{
  GHashTable *left_out = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) teachers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) taught = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < set->examples->len; i++)
    {
      TrainExample *example = train_example (set, i);
      char *sql = fold_sql (example);
      gpointer known;
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (seen, example->database));
      guint n_taught = GPOINTER_TO_UINT (g_hash_table_lookup (taught, example->database));

      if (g_hash_table_lookup_extended (teachers, sql, NULL, &known))
        {
          example->teaches = GPOINTER_TO_UINT (known) != 0 && !options->paraphrases;
          if (options->paraphrases ? known == NULL : example->teaches)
            g_hash_table_add (left_out, example);
          g_free (sql);
          continue;
        }
      example->teaches = n % SHARE == 0 && n_taught < (guint) options->n_examples;
      g_hash_table_insert (teachers, sql, GUINT_TO_POINTER (example->teaches));
      g_hash_table_insert (seen, example->database, GUINT_TO_POINTER (n + 1));
      g_hash_table_insert (taught, example->database, GUINT_TO_POINTER (n_taught + example->teaches));
      if (options->paraphrases || example->teaches)
        g_hash_table_add (left_out, example);
    }
  return left_out;
}

static Outcome *
judge (TrainSet *set, TrainFile *const *files)
{
  g_autofree TrainJudged *judged = train_judge (set, files, FALSE);
  Outcome *outcomes = g_new0 (Outcome, MAX (set->examples->len, 1));

  for (guint i = 0; i < set->examples->len; i++)
    {
      GHashTable *thresholds = ask_weights_get_pairs (train_file_weights (files[judged[i].fold]), "thresholds");
      const float *sure = thresholds != NULL ? g_hash_table_lookup (thresholds, "sure") : NULL;

      outcomes[i] = (Outcome) { judged[i].right, judged[i].confidence >= (sure != NULL ? (double) *sure : 0.9),
                                judged[i].place };
    }
  return outcomes;
}

static void
print_row (const char *name, const Outcome *outcomes, guint n)
{
  guint right = 0;
  guint found = 0;
  guint sure = 0;
  guint sure_right = 0;

  for (guint i = 0; i < n; i++)
    {
      right += outcomes[i].right;
      found += outcomes[i].place >= 0;
      sure += outcomes[i].sure;
      sure_right += outcomes[i].sure && outcomes[i].right;
    }
  g_print ("%8s %7.1f %% %7.1f %% %9.1f %% %9.1f %%\n", name, 100.0 * right / n, 100.0 * found / n, 100.0 * sure / n,
           100.0 * sure_right / MAX (sure, 1));
}

static void
print_databases (TrainSet *set, const Outcome *before, const Outcome *after)
{
  guint n[3] = { 0 };
  guint gained = 0;
  guint lost = 0;

  for (guint d = 0; d < set->databases->len; d++)
    {
      int sum = 0;

      for (guint i = 0; i < set->examples->len; i++)
        if (train_example (set, i)->database == g_ptr_array_index (set->databases, d))
          {
            gained += after[i].right && !before[i].right;
            lost += before[i].right && !after[i].right;
            sum += (after[i].right != 0) - (before[i].right != 0);
          }
      n[sum > 0 ? 0 : sum == 0 ? 1 : 2]++;
    }
  g_print ("\n%u questions became right, %u wrong; better in %u databases, the same in %u, worse in %u\n", gained, lost,
           n[0], n[1], n[2]);
}

/* Returns: (transfer full) (element-type AskLearned): for each database what its lessons teach */
static GPtrArray *
collect (TrainSet *set)
{
  GPtrArray *learned = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_learned_unref);

  for (guint d = 0; d < set->databases->len; d++)
    {
      AskLearned *here = ask_learned_new ();

      for (guint i = 0; i < set->examples->len; i++)
        {
          TrainExample *example = train_example (set, i);

          if (example->database == g_ptr_array_index (set->databases, d) && example->lesson != NULL)
            ask_learned_add (here, example->text, g_steal_pointer (&example->lesson));
        }
      ask_learned_fit (here);
      g_ptr_array_add (learned, here);
    }
  return learned;
}

/* Each database's domain is taught, and its questions are read anew. */
static gboolean
teach (TrainSet *set, GPtrArray *learned, gboolean print, GError **error)
{
  guint n_words = 0;

  for (guint d = 0; d < set->databases->len; d++)
    {
      TrainDatabase *database = g_ptr_array_index (set->databases, d);
      g_autoptr (GPtrArray) words = ask_learned_list_words (g_ptr_array_index (learned, d));

      ask_domain_teach (database->domain, words);
      n_words += words->len;
      for (guint i = 0; print && i < words->len; i++)
        {
          const AskTaughtWords *taught = g_ptr_array_index (words, i);

          g_print ("%s: “%s” is %s %s %s (%s)\n", database->name, taught->words, taught->entity,
                   taught->attribute != NULL ? taught->attribute : "", taught->value != NULL ? taught->value : "",
                   taught->question);
        }
      for (guint i = 0; i < set->examples->len; i++)
        {
          TrainExample *example = train_example (set, i);

          if (example->database != database)
            continue;
          train_example_forget (example);
          ask_question_free (example->question);
          example->learned = g_ptr_array_index (learned, d);
          example->question = ask_question_new (database->domain, example->text, error);
          if (example->question == NULL)
            return FALSE;
        }
    }
  g_print ("%u words were learned to stand for something\n\n", n_words);
  return TRUE;
}

static gboolean
run (const Options *options, GError **error)
{
  TrainFile *files[TRAIN_FOLDS] = { NULL };
  g_autoptr (TrainSet) set = train_set_load (options->data, options->scratch, (guint) options->n_databases, error);
  g_autoptr (GPtrArray) learned = NULL;
  g_autoptr (GHashTable) left_out = NULL;
  g_autofree Outcome *before = NULL;
  g_autofree Outcome *after = NULL;
  guint n_teachers = 0;

  if (set == NULL || !train_files_load (files, TRAIN_FOLDS, options->weights, error) || !train_set_link (set, error))
    return FALSE;
  left_out = divide (set, options);
  train_guess_all (set, files);
  train_find_candidates (set, files, MAX_CANDIDATES);
  learned = collect (set);
  for (guint i = set->examples->len; i-- > 0;)
    {
      n_teachers += train_example (set, i)->teaches;
      if (g_hash_table_contains (left_out, train_example (set, i)))
        g_ptr_array_remove_index (set->examples, i);
    }
  g_print ("%u questions teach, %u others of the same databases are measured%s\n", n_teachers, set->examples->len,
           options->paraphrases ? ", which ask the same in other words" : "");
  before = judge (set, files);
  if (!teach (set, learned, options->words, error))
    return FALSE;
  train_guess_all (set, files);
  train_find_candidates (set, files, MAX_CANDIDATES);
  after = judge (set, files);
  g_print ("%8s %9s %9s %11s %11s\n", "", "right", "found", "answered", "of which");
  print_row ("before", before, set->examples->len);
  print_row ("after", after, set->examples->len);
  print_databases (set, before, after);
  g_clear_pointer (&set, train_set_free);
  for (guint k = 0; k < TRAIN_FOLDS; k++)
    train_file_free (files[k]);
  return TRUE;
}

int
main (int argc, char **argv)
{
  Options options = { .n_databases = G_MAXINT, .n_examples = G_MAXINT };
  const GOptionEntry entries[]
    = { { "data", 0, 0, G_OPTION_ARG_FILENAME, &options.data, "The folder of public data", "DIR" },
        { "weights", 0, 0, G_OPTION_ARG_FILENAME, &options.weights, "Where ask-train left weights.0 to weights.4", "DIR" },
        { "scratch", 0, 0, G_OPTION_ARG_FILENAME, &options.scratch, "Keep the workspaces there", "DIR" },
        { "databases", 0, 0, G_OPTION_ARG_INT, &options.n_databases, "No more than these", "N" },
        { "examples", 0, 0, G_OPTION_ARG_INT, &options.n_examples, "Different queries of a database at most", "N" },
        { "paraphrases", 0, 0, G_OPTION_ARG_NONE, &options.paraphrases, "Measure the same in other words", NULL },
        { "words", 0, 0, G_OPTION_ARG_NONE, &options.words, "Print the words that were learned", NULL },
        G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new ("- what learning from some questions does to others");
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || options.weights == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "Say --weights.");
      return 2;
    }
  if (options.data == NULL)
    options.data = train_data_dup ();
  if (options.scratch != NULL)
    g_mkdir_with_parents (options.scratch, 0755);
  if (!run (&options, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}

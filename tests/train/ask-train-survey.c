/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much of what people ask a draft can say: each right query of Spider is read as a draft, written again, and
 * both are run. Counts what a draft cannot say by reason, what comes back with another result, and how many sketches
 * there are and how many of one fold's are known to the others. Run by hand:
 *
 *   ask-train-survey [--failures N] [--database NAME] [FOLDER OF PUBLIC DATA]
 */
#include "config.h"

#include <locale.h>

#include "sql/ask-sql-parser.h"
#include "train/ask-train.h"
#include "understand/interpret/ask-sketch.h"
#include "understand/understand-match.h"

#define MAX_STEPS 20000000

typedef struct
{
  GHashTable *reasons; /* text → guint: what a draft cannot say, and how often */
  GHashTable *sketches[TRAIN_FOLDS]; /* key → guint */
  guint n_folds[TRAIN_FOLDS];
  guint hardness[UNDERSTAND_EXTRA + 1];
  guint n_questions;
  guint n_databases;
  guint n_broken; /* the right query does not run, or not in time */
  guint n_unsaid;
  guint n_same;
  guint n_same_otherwise; /* by another way to join */
  guint n_unjoined;
  guint n_failed; /* what was written does not run */
  guint n_other;
  guint n_shown;
} Survey;

static int show_failures = 0;
static char *only_database = NULL;
static char **folders = NULL;

static const GOptionEntry options[] = {
  { "failures", 'f', 0, G_OPTION_ARG_INT, &show_failures, "Show so many queries that come back otherwise", "N" },
  { "database", 'd', 0, G_OPTION_ARG_STRING, &only_database, "Only questions about this database", "NAME" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &folders, NULL, "FOLDER" },
  { NULL, 0, 0, 0, NULL, NULL, NULL },
};

static void
count (GHashTable *counts, const char *what)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, what));

  g_hash_table_insert (counts, g_strdup (what), GUINT_TO_POINTER (n + 1));
}

static void
show (Survey *self, const TrainExample *question, const char *why, const char *sql)
{
  if (self->n_shown++ < (guint) MAX (show_failures, 0))
    g_print ("%s (%s)\n  %s\n  %s\n", question->database->name, why, question->sql, sql != NULL ? sql : "");
}

/* What is named in a message would make each its own reason. */
static const char *
get_reason (const GError *error)
{
  if (g_error_matches (error, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_COLUMN))
    return "A column that is not there.";
  if (g_error_matches (error, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_TABLE))
    return "A table that is not there.";
  return error->domain == ASK_SQL_ERROR ? "It is not SQL as we read it." : error->message;
}

/* Whether another way to join gives the result. */
static gboolean
is_reachable (TrainDatabase *database, const AskDraft *draft, const UnderstandRows *gold)
{
  for (guint way = 1;; way++)
    {
      g_autofree char *sql = ask_draft_to_sql (draft, database->domain, way);
      g_autoptr (UnderstandRows) rows = NULL;

      if (sql == NULL)
        return FALSE;
      rows = understand_rows_run (database->sqlite, sql, MAX_STEPS, UNDERSTAND_MAX_ROWS, NULL);
      if (rows != NULL && understand_rows_match (gold, rows, draft->orders->len > 0))
        return TRUE;
    }
}

static void
judge (Survey *self, const TrainExample *question, TrainDatabase *database, const AskDraft *draft, const UnderstandRows *gold)
{
  g_autofree char *sql = ask_draft_to_sql (draft, database->domain, 0);
  g_autoptr (UnderstandRows) rows = NULL;
  g_autoptr (GError) error = NULL;

  if (sql == NULL)
    {
      self->n_unjoined++;
      show (self, question, "no path", NULL);
      return;
    }
  rows = understand_rows_run (database->sqlite, sql, MAX_STEPS, UNDERSTAND_MAX_ROWS, &error);
  if (rows == NULL)
    {
      self->n_failed++;
      show (self, question, error->message, sql);
    }
  else if (understand_rows_match (gold, rows, draft->orders->len > 0))
    self->n_same++;
  else if (is_reachable (database, draft, gold))
    {
      self->n_same_otherwise++;
      show (self, question, "by another way", sql);
    }
  else
    {
      self->n_other++;
      show (self, question, "another result", sql);
    }
}

static void
survey_question (Survey *self, const TrainExample *question, TrainDatabase *database)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UnderstandRows) gold = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (AskDraft) draft = NULL;
  g_autoptr (AskSketch) sketch = NULL;

  self->n_questions++;
  gold = understand_rows_run (database->sqlite, question->sql, MAX_STEPS, UNDERSTAND_MAX_ROWS, NULL);
  if (gold == NULL)
    {
      self->n_broken++;
      return;
    }
  tree = ask_sql_parse (question->sql, -1, &error);
  if (tree != NULL)
    draft = ask_draft_from_tree (database->domain, tree, &error);
  self->hardness[understand_get_hardness (draft, database->domain)]++;
  if (draft == NULL)
    {
      self->n_unsaid++;
      count (self->reasons, get_reason (error));
      return;
    }
  sketch = ask_sketch_new (database->domain, draft, NULL);
  count (self->sketches[question->database->fold], sketch->key);
  self->n_folds[question->database->fold]++;
  judge (self, question, database, draft, gold);
}

static void
print_reasons (GHashTable *reasons)
{
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (reasons), (GCompareFunc) strcmp);

  for (GList *key = keys; key != NULL; key = key->next)
    g_print ("  %5u %s\n", GPOINTER_TO_UINT (g_hash_table_lookup (reasons, key->data)), (char *) key->data);
}

/* How often the other folds have a sketch. */
static guint
count_elsewhere (const Survey *self, guint fold, const char *key)
{
  guint n = 0;

  for (guint i = 0; i < TRAIN_FOLDS; i++)
    if (i != fold)
      n += GPOINTER_TO_UINT (g_hash_table_lookup (self->sketches[i], key));
  return n;
}

static void
print_sketches (const Survey *self)
{
  g_autoptr (GHashTable) all = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint fold = 0; fold < TRAIN_FOLDS; fold++)
    {
      guint known[4] = { 0 };
      GHashTableIter iter;
      gpointer key, n;

      g_hash_table_iter_init (&iter, self->sketches[fold]);
      while (g_hash_table_iter_next (&iter, &key, &n))
        {
          guint elsewhere = count_elsewhere (self, fold, key);

          g_hash_table_add (all, key);
          for (guint i = 1; i < G_N_ELEMENTS (known); i++)
            known[i] += elsewhere >= i ? GPOINTER_TO_UINT (n) : 0;
        }
      g_print ("Fold %u: %u queries, with sketches that the others have at least once %.1f %%, twice %.1f %%, three times "
               "%.1f %%\n",
               fold, self->n_folds[fold], 100.0 * known[1] / MAX (self->n_folds[fold], 1),
               100.0 * known[2] / MAX (self->n_folds[fold], 1), 100.0 * known[3] / MAX (self->n_folds[fold], 1));
    }
  g_print ("Distinct sketches: %u\n", g_hash_table_size (all));
}

static void
print_survey (const Survey *self)
{
  guint n_said = self->n_questions - self->n_broken - self->n_unsaid;

  g_print ("%u questions about %u databases; the right query of %u does not run\n", self->n_questions, self->n_databases,
           self->n_broken);
  g_print ("A draft cannot say %u:\n", self->n_unsaid);
  print_reasons (self->reasons);
  g_print ("Of the %u others %u give the same result written again: %.2f %%\n", n_said, self->n_same,
           100.0 * self->n_same / MAX (n_said, 1));
  g_print ("  %5u the same by another way to join\n  %5u another result\n  %5u no path\n  %5u do not run\n",
           self->n_same_otherwise, self->n_other, self->n_unjoined, self->n_failed);
  g_print ("Hardness: easy %u, medium %u, hard %u, extra %u\n", self->hardness[UNDERSTAND_EASY],
           self->hardness[UNDERSTAND_MEDIUM], self->hardness[UNDERSTAND_HARD], self->hardness[UNDERSTAND_EXTRA]);
  print_sketches (self);
}

static gboolean
survey_all (Survey *self, const char *data, GError **error)
{
  g_autoptr (TrainSet) set = train_set_load (data, NULL, G_MAXINT, error);

  if (set == NULL)
    return FALSE;
  self->n_databases = set->databases->len;
  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *question = train_example (set, i);

      if (only_database == NULL || strcmp (only_database, question->database->name) == 0)
        survey_question (self, question, question->database);
    }
  if (self->n_questions == 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s holds no question%s%s whose database is there.", data,
                 only_database != NULL ? " about " : "", only_database != NULL ? only_database : "");
  return self->n_questions > 0;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  Survey survey = { .reasons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  gboolean done;

  setlocale (LC_ALL, "");
  for (guint i = 0; i < TRAIN_FOLDS; i++)
    survey.sketches[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_option_context_add_main_entries (context, options, NULL);
  done = g_option_context_parse (context, &argc, &argv, &error);
  folder = folders != NULL ? g_strdup (folders[0]) : train_data_dup ();
  done = done && survey_all (&survey, folder, &error);
  if (done)
    print_survey (&survey);
  else
    g_printerr ("%s\n", error->message);
  g_hash_table_unref (survey.reasons);
  for (guint i = 0; i < TRAIN_FOLDS; i++)
    g_hash_table_unref (survey.sketches[i]);
  g_clear_pointer (&only_database, g_free);
  g_clear_pointer (&folders, g_strfreev);
  return done ? 0 : 1;
}

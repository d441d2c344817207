/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-interpret --weights DIR [--data DIR] [--scratch DIR] [--databases N] [--report NAME]: how often a question is
 * read as it was meant, over Spider's questions, each with weights that have not seen its database. Run by hand; see
 * README.md.
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "bench/ask-bench-times.h"
#include "sql/ask-sql-parser.h"
#include "train/ask-train.h"

#define MAX_CANDIDATES 100

/* What differs first between the reading and the right query. */
typedef enum
{
  LOSS_UNREAD, /* there is no reading, or the right query has no form */
  LOSS_NESTING,
  LOSS_GROUP,
  LOSS_ORDER,
  LOSS_SELECT,
  LOSS_WHERE,
  LOSS_VALUES,
  LOSS_ENTITIES,
  LOSS_JOINS, /* all the same, joined otherwise or with other ties */
  LOSS_N
} Loss;

static const char *const losses[LOSS_N]
    = { "nothing to compare", "nesting", "group", "order", "select", "where", "values", "entities", "joins or ties" };

static guint
count_queries (const AskDraft *draft)
{
  guint n = draft->second != NULL ? 100 * (guint) draft->set + count_queries (draft->second) : 0;

  for (guint i = 0; i < draft->conditions->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (draft->conditions, AskDraftCondition, i);

      for (guint k = 0; k < condition->n_operands; k++)
        if (condition->operands[k].kind == ASK_DRAFT_QUERY)
          n += 1 + (condition->op == ASK_DRAFT_NOT_IN) + count_queries (condition->operands[k].query);
    }
  return n;
}

static gboolean
same_term (const AskDraftTerm *a, const AskDraftTerm *b)
{
  return a->aggregate == b->aggregate && a->attribute == b->attribute && a->distinct == b->distinct;
}

/* In any order. */
static gboolean
same_terms (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < b->len && !found; k++)
        found = same_term (&g_array_index (a, AskDraftTerm, i), &g_array_index (b, AskDraftTerm, k));
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_value (const AskDraftOperand *a, const AskDraftOperand *b)
{
  return a->kind == b->kind && a->attribute == b->attribute && g_strcmp0 (a->text, b->text) == 0 && a->number == b->number;
}

/* @values: whether literals have to be the same, too. */
static gboolean
same_conditions (const GArray *a, const GArray *b, gboolean values)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const AskDraftCondition *one = &g_array_index (a, AskDraftCondition, i);
      gboolean found = FALSE;

      for (guint k = 0; k < b->len && !found; k++)
        {
          const AskDraftCondition *other = &g_array_index (b, AskDraftCondition, k);

          found = same_term (&one->left, &other->left) && one->op == other->op && one->n_operands == other->n_operands
                  && (a->len == 1 || one->either == other->either);
          for (guint o = 0; values && found && o < one->n_operands; o++)
            found = same_value (&one->operands[o], &other->operands[o]);
        }
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_entities (const AskDraft *a, const AskDraft *b, AskDomain *domain)
{
  g_autoptr (GArray) one = ask_draft_collect_entities (a, domain);
  g_autoptr (GArray) other = ask_draft_collect_entities (b, domain);
  guint met = 0;

  for (guint i = 0; i < one->len; i++)
    for (guint k = 0; k < other->len; k++)
      met += g_array_index (one, guint, i) == g_array_index (other, guint, k);
  return one->len == other->len && met == one->len;
}

static Loss
compare (const AskDraft *a, const AskDraft *b, AskDomain *domain)
{
  if (a->set != b->set || count_queries (a) != count_queries (b))
    return LOSS_NESTING;
  if (!same_terms (a->groups, b->groups) || !same_conditions (a->having, b->having, FALSE))
    return LOSS_GROUP;
  if (!same_terms (a->orders, b->orders) || a->limit != b->limit || (a->orders->len > 0 && a->descending != b->descending))
    return LOSS_ORDER;
  if (!same_terms (a->terms, b->terms) || a->distinct != b->distinct)
    return LOSS_SELECT;
  if (!same_conditions (a->conditions, b->conditions, FALSE))
    return LOSS_WHERE;
  if (!same_conditions (a->conditions, b->conditions, TRUE) || !same_conditions (a->having, b->having, TRUE))
    return LOSS_VALUES;
  if (!same_entities (a, b, domain))
    return LOSS_ENTITIES;
  return a->second != NULL ? compare (a->second, b->second, domain) : LOSS_JOINS;
}

static Loss
find_loss (const TrainExample *example, const TrainJudged *judged)
{
  AskDomain *domain = example->database->domain;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (AskDraft) draft = NULL;

  if (judged->best < 0 || example->draft == NULL)
    return LOSS_UNREAD;
  tree = ask_sql_parse (example->texts[judged->best], -1, NULL);
  draft = tree != NULL ? ask_draft_from_tree (domain, tree, NULL) : NULL;
  if (draft == NULL)
    return LOSS_UNREAD;
  ask_draft_normalise (draft);
  return compare (draft, example->draft, domain);
}

static void
print_losses (TrainSet *set, const TrainJudged *judged)
{
  guint never[LOSS_N] = { 0 };
  guint below[LOSS_N] = { 0 };
  double n = MAX (set->examples->len, 1);
  guint n_never = 0;
  guint n_below = 0;

  for (guint i = 0; i < set->examples->len; i++)
    {
      Loss loss;

      if (judged[i].right)
        continue;
      loss = find_loss (train_example (set, i), &judged[i]);
      if (judged[i].place < 0)
        never[loss]++;
      else
        below[loss]++;
    }
  g_print ("\nWhere the loss is: the first part in which the best reading differs from the right query\n");
  g_print ("%20s %16s %14s\n", "", "never generated", "ranked below");
  for (guint l = 0; l < LOSS_N; l++)
    {
      g_print ("%20s %14.1f %% %12.1f %%\n", losses[l], 100 * never[l] / n, 100 * below[l] / n);
      n_never += never[l];
      n_below += below[l];
    }
  g_print ("%20s %14.1f %% %12.1f %%\n", "all", 100 * n_never / n, 100 * n_below / n);
}

static void
print_times (TrainSet *set)
{
  guint n = set->examples->len;
  g_autofree double *times = g_new (double, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    times[i] = train_example (set, i)->ms;
  qsort (times, n, sizeof *times, bench_compare_times);
  if (n > 0)
    g_print ("\nA question, from its words to the ranking: median %.0f ms, 95 %% within %.0f ms\n", times[n / 2],
             times[n * 95 / 100]);
}

/* Weights must be whole, and what they learned from must not be what is measured. */
static gboolean
check_weights (TrainSet *set, TrainFile *const *files, GError **error)
{
  for (guint k = 0; k < TRAIN_FOLDS; k++)
    {
      AskWeights *weights = train_file_weights (files[k]);
      char **learned = ask_weights_get_texts (weights, TRAIN_LEARNED);

      if (ask_weights_get_trees (weights, ask_ranking_part ("calibrator", FALSE)) == NULL
          || ask_weights_get_trees (weights, ask_ranking_part ("calibrator", TRUE)) == NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "weights.%u has no ranking: let ask-train finish.", k);
          return FALSE;
        }

      if (learned == NULL)
        g_printerr ("weights.%u does not say from which databases it was made.\n", k);
      for (guint i = 0; learned != NULL && i < set->databases->len; i++)
        {
          const TrainDatabase *database = g_ptr_array_index (set->databases, i);

          if (database->fold == k && g_strv_contains ((const char *const *) learned, database->name))
            {
              g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "weights.%u was trained on %s, so nothing is measured with it.", k, database->name);
              return FALSE;
            }
        }
    }
  return TRUE;
}

static gboolean
run (const char *data, const char *weights, const char *scratch, int n_databases, const char *report, GError **error)
{
  TrainFile *files[TRAIN_FOLDS] = { NULL };
  g_autoptr (TrainSet) set = train_set_load (data, scratch, (guint) n_databases, error);

  if (set == NULL || !train_files_load (files, TRAIN_FOLDS, weights, error) || !check_weights (set, files, error)
      || !train_set_link (set, error))
    return FALSE;
  g_print ("%u questions over %u databases, each read with weights of the folds without its database\n",
           set->examples->len, set->databases->len);
  train_guess_all (set, files);
  train_find_candidates (set, files, MAX_CANDIDATES);
  for (guint blind = 0; blind < 2; blind++)
    {
      g_autofree TrainJudged *judged = train_judge (set, files, blind != 0);

      g_print ("\n%s\n", blind ? "As if all lay behind servers and APIs: ranked without running anything"
                               : "Over files of this machine");
      train_print (set, judged);
      if (!blind)
        print_losses (set, judged);
      if (!blind && report != NULL)
        train_report (set, judged, report);
    }
  print_times (set);
  g_clear_pointer (&set, train_set_free);
  for (guint k = 0; k < TRAIN_FOLDS; k++)
    train_file_free (files[k]);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autofree char *weights = NULL;
  g_autofree char *scratch = NULL;
  g_autofree char *report = NULL;
  int n_databases = G_MAXINT;
  const GOptionEntry entries[] = {
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &data, "The folder of public data", "DIR" },
    { "weights", 0, 0, G_OPTION_ARG_FILENAME, &weights, "Where ask-train left weights.0 to weights.4", "DIR" },
    { "scratch", 0, 0, G_OPTION_ARG_FILENAME, &scratch, "Keep the workspaces there", "DIR" },
    { "databases", 0, 0, G_OPTION_ARG_INT, &n_databases, "No more than these", "N" },
    { "report", 0, 0, G_OPTION_ARG_FILENAME, &report, "Each question in this file of the scratch folder", "NAME" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("- how often a question is read as it was meant");
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || weights == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "Say --weights.");
      return 2;
    }
  if (data == NULL)
    data = train_data_dup ();
  if (scratch != NULL)
    g_mkdir_with_parents (scratch, 0755);
  if (!run (data, weights, scratch, n_databases, report, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}

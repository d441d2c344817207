/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weighs the candidates of ask-infer-relate.c by what the comparison of their values said. Of each column the best is
 * offered, with its reason; one whose values do not occur on the other side is not. A reason holds counts, no values. It is
 * for a person and kept nowhere, so it is made in their language.
 */
#include "config.h"

#include "schema/infer/ask-infer-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-number.h"

static gboolean
has_values (const AskInferPair *pair)
{
  const AskInferColumn *target = pair->to->pdata[0];

  return pair->known && pair->n_checked > 0 && (pair->n_found > 0 || target->profile.n_rows > 0);
}

static gboolean
is_contained (const AskInferPair *pair)
{
  return has_values (pair) && pair->n_found == pair->n_checked;
}

/* What the values say: more than 1 where they speak for it. */
static double
weigh_values (const AskInferPair *pair)
{
  double missing;

  if (!has_values (pair))
    return 0.98;
  missing = (double) (pair->n_checked - pair->n_found) / (double) pair->n_checked;
  if (pair->n_found == pair->n_checked)
    return pair->n_checked >= 5 ? 1.1 : 1.04;
  return missing < 0.1 ? 0.9 : missing < 0.5 ? 0.72 : 0.3;
}

/* Returns: (transfer full): how many values were found, as a part of a sentence */
static char *
count_values (const AskInferPair *pair)
{
  gint64 n_missing = pair->n_checked - pair->n_found;
  g_autofree char *checked = ask_number_count ((guint64) pair->n_checked);
  g_autofree char *missing = ask_number_count ((guint64) n_missing);

  if (!pair->known && pair->problem != NULL)
    /* Translators: behind a sentence without its full stop: "… is called like the key of …; its values were not compared: …" */
    return g_strdup_printf (_ ("its values were not compared: %s"), pair->problem);
  if (!pair->known)
    return g_strdup (_ ("its values were not compared"));
  if (pair->n_checked == 0)
    return g_strdup (_ ("it holds no values yet"));
  if (!has_values (pair))
    return g_strdup (_ ("there are no values yet on the other side"));
  if (n_missing == 0)
    return g_strdup_printf (ngettext ("its %s value occurs there", "all %s values occur there",
                                      (gulong) pair->n_checked),
                            checked);
  return g_strdup_printf (ngettext ("%s of %s values does not occur there", "%s of %s values do not occur there",
                                    (gulong) n_missing),
                          missing, checked);
}

/* "country, region and city" */
static char *
join_names (const AskInferCandidate *candidate)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < candidate->columns->len; i++)
    {
      const char *name = ((AskInferColumn *) candidate->columns->pdata[i])->what->name;

      if (i > 0 && i + 1 == candidate->columns->len)
        return g_strdup_printf (_ ("%s and %s"), text->str, name);
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns: (transfer full): what speaks for it, as a part of a sentence */
static char *
name_cause (const AskInferCandidate *candidate)
{
  const AskInferColumn *column = candidate->columns->pdata[0];
  const AskInferColumn *target = candidate->targets->pdata[0];
  const char *name = column->what->name;
  const char *other = target->owner->name;
  g_autofree char *names = NULL;

  switch (candidate->why)
    {
    case ASK_INFER_SAME_NAME:
      /* Translators: a column, then a table. */
      return g_strdup_printf (_ ("%s is called like the key of %s"), name, other);
    case ASK_INFER_TABLE:
      return g_strdup_printf (_ ("%s looks like the key of %s"), name, other);
    case ASK_INFER_SUFFIX:
      /* Translators: a column, a table, the key of that. */
      return g_strdup_printf (_ ("%s ends like the key of %s, %s"), name, other, target->what->name);
    case ASK_INFER_ROLE:
      return g_strdup_printf (_ ("%s sounds like one of %s"), name, other);
    case ASK_INFER_BY_VALUES:
      return g_strdup_printf (_ ("The values of %s fit no other key than that of %s"), name, other);
    case ASK_INFER_COMPOSITE:
    default:
      names = join_names (candidate);
      /* Translators: several columns, then a table. */
      return g_strdup_printf (_ ("%s together are called like the key of %s"), names, other);
    }
}

static char *
explain (const AskInferCandidate *candidate)
{
  g_autofree char *cause = name_cause (candidate);
  g_autofree char *values = count_values (candidate->pair);

  return g_strdup_printf ("%s; %s%s", cause, values, g_str_has_suffix (values, ".") ? "" : ".");
}

/* One to one where each value occurs once here too, and not by chance. */
static AskCardinality
cardinality_of (const AskInferCandidate *candidate)
{
  const AskInferColumn *column = candidate->columns->pdata[0];

  if (candidate->columns->len > 1)
    return ASK_CARDINALITY_MANY_TO_ONE;
  if (column->key == ASK_INFER_KEY_SINGLE
      || (ask_infer_is_unique (&column->profile) && !column->profile.partial && column->profile.n_values >= 20))
    return ASK_CARDINALITY_ONE_TO_ONE;
  return ASK_CARDINALITY_MANY_TO_ONE;
}

static void
offer (const AskInferCandidate *candidate, double confidence, GPtrArray *suggestions)
{
  const AskInferColumn *column = candidate->columns->pdata[0];
  AskSuggestion *suggestion = ask_suggestion_new (ASK_SUGGESTION_RELATIONSHIP, column->owner);

  for (guint i = 0; i < candidate->columns->len; i++)
    {
      const AskInferColumn *from = candidate->columns->pdata[i];
      const AskInferColumn *to = candidate->targets->pdata[i];

      ask_suggestion_add (suggestion, to->owner, from->what, to->what);
    }
  suggestion->confidence = MIN (0.99, confidence);
  suggestion->cardinality = cardinality_of (candidate);
  suggestion->reason = explain (candidate);
  g_ptr_array_add (suggestions, suggestion);
}

/* The score of one, with what its values say; 0 where they speak against it. */
static double
judge (const AskInferCandidate *candidate)
{
  const AskInferPair *pair = candidate->pair;
  const AskInferColumn *target = candidate->targets->pdata[0];

  if (pair->repeats && target->key != ASK_INFER_KEY_PART)
    return 0;
  /* What is called "type" in fifty places refers to none of them, unless values say so. */
  if (!pair->known && (candidate->why == ASK_INFER_SAME_NAME || candidate->why == ASK_INFER_SUFFIX)
      && target->home < 0.6 && !ask_name_word_is (ask_infer_last (target->words), ASK_WORD_ID))
    return 0;
  if (candidate->why == ASK_INFER_COMPOSITE)
    return has_values (pair) && !is_contained (pair) ? 0 : candidate->score * (is_contained (pair) ? 1.1 : 0.98);
  if (candidate->why == ASK_INFER_BY_VALUES)
    return is_contained (pair) && pair->n_checked >= 2 ? candidate->score : 0;
  return candidate->score * weigh_values (pair);
}

static void
offer_composites (AskInfer *self, GHashTable *taken, GPtrArray *suggestions)
{
  /* The longest key of a table first. */
  for (guint n = 16; n > 1; n--)
    for (guint i = 0; i < self->candidates->len; i++)
      {
        const AskInferCandidate *candidate = self->candidates->pdata[i];
        gboolean free = TRUE;
        double score;

        if (candidate->why != ASK_INFER_COMPOSITE || candidate->columns->len != n
            || (score = judge (candidate)) < ASK_INFER_LEAST)
          continue;
        for (guint c = 0; c < n; c++)
          free = free && !g_hash_table_contains (taken, candidate->columns->pdata[c]);
        if (!free)
          continue;
        for (guint c = 0; c < n; c++)
          g_hash_table_add (taken, candidate->columns->pdata[c]);
        offer (candidate, score, suggestions);
      }
}

/* Adds the relationships that are likely: of each column the best, of those of a composite key that one. */
void
ask_infer_relate (AskInfer *self, GPtrArray *suggestions)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);

  offer_composites (self, taken, suggestions);
  for (guint i = 0; i < self->candidates->len;)
    {
      const AskInferCandidate *first = self->candidates->pdata[i];
      const AskInferColumn *column = first->columns->pdata[0];
      const AskInferCandidate *best = NULL, *valued = NULL;
      double best_score = 0;
      guint n_valued = 0;

      if (first->why == ASK_INFER_COMPOSITE)
        {
          i++;
          continue;
        }
      /* Those of one column follow each other, the best by name first. */
      for (; i < self->candidates->len; i++)
        {
          const AskInferCandidate *candidate = self->candidates->pdata[i];
          double score;

          if (candidate->why == ASK_INFER_COMPOSITE || candidate->columns->pdata[0] != column)
            break;
          score = judge (candidate);
          if (candidate->why == ASK_INFER_BY_VALUES)
            {
              n_valued += score > 0;
              valued = score > 0 ? candidate : valued;
            }
          else if (score > best_score)
            {
              best = candidate;
              best_score = score;
            }
        }
      if (n_valued == 1 && best_score < ASK_INFER_VALUE_SCORE)
        {
          best = valued;
          best_score = valued->score;
        }
      if (best != NULL && best_score >= ASK_INFER_LEAST && !g_hash_table_contains (taken, column))
        offer (best, best_score, suggestions);
    }
}

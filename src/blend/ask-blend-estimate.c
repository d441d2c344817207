/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What calls will cost, before they are asked: for each the query of its values, as it is while no other call has an answer, is
 * counted by whoever wants to know. So a figure is what there is at most: what other calls leave is not known before.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

/* Of thousands of options so many are told with a value. */
#define TOLD_OPTIONS 100
/* What stands around a value in a message: its number, and quotes. */
#define AROUND 8

typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  const AskExternalCounter *counter;
  GHashTable *seen; /* calls as text: the same is asked once */
  GError **error;
} Estimate;

static const AskExternalCount uncounted = { { ASK_FIGURE_UNKNOWN, 0 }, -1, ASK_EXTERNAL_UNCOUNTED };
static const AskExternalCount none = { { ASK_FIGURE_EXACT, 0 }, 0, ASK_EXTERNAL_COUNTED };

/* @sql: (nullable): %NULL where only a run tells */
static gboolean
count (Estimate *self, const char *sql, gboolean values, AskExternalCount *found)
{
  *found = uncounted;
  if (sql == NULL || strstr (sql, ASK_EXTERNAL_ANSWER) != NULL)
    return TRUE;
  if (!self->counter->count (sql, values, found, self->counter->data, self->error))
    return FALSE;
  /* Kept answers, and other calls, make them fewer. */
  if (found->n.kind == ASK_FIGURE_EXACT && found->n.n > 0)
    found->n.kind = ASK_FIGURE_AT_MOST;
  return TRUE;
}

/* Adds what @sql (nullable) is made from. What only a run tells, the run checks. */
static void
add_origins (Estimate *self, GPtrArray *origins, const char *sql)
{
  GPtrArray *found = sql != NULL ? ask_engine_find_origins (self->blend->engine, sql, NULL) : NULL;

  if (found != NULL)
    g_ptr_array_add (origins, found);
}

static gboolean
count_told (Estimate *self, const AskBlendCall *call, GPtrArray *origins, gint64 *characters)
{
  *characters = 0;
  for (guint i = 0; call->told != NULL && i < call->told->len; i++)
    {
      const char *sql = call->told->pdata[i];
      AskExternalCount found;
      gint64 n;

      if (!count (self, sql, FALSE, &found))
        return FALSE;
      add_origins (self, origins, sql);
      n = found.n.n;
      if (found.characters < 0 || *characters < 0)
        *characters = -1;
      else if (n > TOLD_OPTIONS && call->examples == NULL && call->context == NULL)
        *characters += found.characters * TOLD_OPTIONS / n + TOLD_OPTIONS * AROUND;
      else
        *characters += found.characters + n * AROUND;
    }
  return TRUE;
}

/* The queries of what @call is given: of its values, its left and right ones, or its rows. */
static void
find_needs (Estimate *self, const AskBlendCall *call, char *needs[2])
{
  gboolean joins = call->function->shape == ASK_BLEND_JOIN;

  needs[1] = joins ? ask_blend_find_need (self->blend, self->tree, call, 1, NULL) : NULL;
  if (call->rows != NULL)
    needs[0] = g_strdup (call->rows);
  else
    needs[0] = call->function->shape == ASK_BLEND_QA
                 ? NULL
                 : ask_blend_find_need (self->blend, self->tree, call, joins ? 0 : -1, NULL);
}

static gboolean
is_new (Estimate *self, const AskBlendCall *call, char *const needs[2])
{
  char *key = g_strdup_printf ("%s\n%s\n%s\n%s", call->function->name, call->text != NULL ? call->text : "",
                               needs[0] != NULL ? needs[0] : "", needs[1] != NULL ? needs[1] : "");

  return needs[0] == NULL ? (g_free (key), TRUE) : g_hash_table_add (self->seen, key);
}

/* Values whose answers are kept are not asked about: they are no part of what it costs. */
static void
take_kept_off (Estimate *self, const AskBlendCall *call, const AskBlendQuestion *question, const char *sql,
               AskExternalCost *cost)
{
  const AskBlendRunner *runner = call->function->runner;
  AskExternalCount *values = &cost->values;
  g_autoptr (AskRows) rows = NULL;
  gint64 characters;

  /* What is told with the values is not read here, and answers depend on it. */
  if (runner->count_kept == NULL || self->counter->read == NULL || sql == NULL || call->told != NULL
      || strstr (sql, ASK_EXTERNAL_ANSWER) != NULL)
    return;
  rows = self->counter->read (sql, self->counter->data);
  if (rows == NULL)
    return;
  cost->n_kept = runner->count_kept (call->function, question, rows, &characters);
  if (cost->n_kept == 0 || cost->rows)
    return;
  values->n.n = MAX (values->n.n - (gint64) cost->n_kept, 0);
  if (values->n.n == 0)
    values->n.kind = ASK_FIGURE_EXACT;
  if (values->characters >= 0)
    values->characters = MAX (values->characters - characters, 0);
}

/* Lets who computes it say what that comes to. */
static void
reckon (Estimate *self, AskBlendCall *call, GPtrArray *origins, const char *sql, const AskBlendAmount *amount,
        AskExternalCost *cost)
{
  g_auto (AskBlendQuestion) question = { NULL };

  g_ptr_array_set_size (call->origins, 0);
  question = ask_blend_begin_question (self->blend, call, NULL);
  g_ptr_array_set_size (question.origins, 0);
  for (guint i = 0; i < origins->len; i++)
    g_ptr_array_add (question.origins, origins->pdata[i]);
  take_kept_off (self, call, &question, sql, cost);
  call->function->runner->estimate (call->function, &question, amount, cost);
}

static gboolean
estimate_call (Estimate *self, AskBlendCall *call, GPtrArray *costs)
{
  g_autofree char *first = NULL, *second = NULL;
  char *needs[2];
  g_autoptr (GPtrArray) origins = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  AskBlendAmount amount = { none, 0 };
  AskExternalCost *cost;
  gboolean questions = call->function->shape == ASK_BLEND_QA;

  find_needs (self, call, needs);
  first = needs[0];
  second = needs[1];
  if (!is_new (self, call, needs))
    return TRUE;
  cost = g_new0 (AskExternalCost, 1);
  g_ptr_array_add (costs, cost);
  cost->function = g_strdup (call->function->name);
  cost->text = g_strdup (call->text);
  cost->rows = questions;
  cost->values = none;
  if ((!questions || needs[0] != NULL) && !count (self, needs[0], !questions, &cost->values))
    return FALSE;
  if (call->function->shape == ASK_BLEND_JOIN && !count (self, needs[1], TRUE, &amount.right))
    return FALSE;
  add_origins (self, origins, needs[0]);
  add_origins (self, origins, needs[1]);
  if (!count_told (self, call, origins, &amount.told))
    return FALSE;
  if (call->function->runner->estimate != NULL)
    reckon (self, call, origins, needs[0], &amount, cost);
  return TRUE;
}

/* ask_blend_estimate: the estimate of AskExternal */
GPtrArray *
ask_blend_estimate (AskEngine *engine, AskSqlTree *tree, const AskExternalCounter *counter, gpointer data,
                    GError **error)
{
  AskBlend *self = data;
  g_autoptr (GPtrArray) costs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_external_cost_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Estimate estimate = { self, tree, counter, seen, error };
  g_autoptr (GArray) limited = NULL;
  gboolean good;

  ask_blend_begin (self, engine, TRUE);
  self->estimates = TRUE;
  good = ask_blend_replace_calls (self, tree, error);
  self->estimates = FALSE;
  if (!good)
    return NULL;
  limited = ask_blend_limit_rows (self, tree);
  for (guint i = 0; i < self->calls->len; i++)
    if (!estimate_call (&estimate, self->calls->pdata[i], costs))
      return NULL;
  return g_steal_pointer (&costs);
}

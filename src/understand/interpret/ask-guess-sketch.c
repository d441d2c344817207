/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which parts a query has: from the question's words alone, and again when attributes, entities and values
 * have been guessed.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-guess-private.h"
#include "understand/interpret/ask-sketch-book.h"

/* The chance of an empty part: no condition, no order. */
static float
get_empty (const AskLinear *model, AskSketchPart part, const char *empty, const float *logs)
{
  const AskLinearHead *head = ask_linear_find_head (model, ask_sketch_part_name (part));
  int found = ask_linear_head_find (head, empty);

  return found < 0 ? 0 : expf (logs[found]);
}

static void
set_flags (AskGuess *self, const AskLinear *model, const float *logs)
{
  const AskLinearHead *select = ask_linear_find_head (model, ask_sketch_part_name (ASK_PART_SELECT));
  float n_terms = 0;
  float counted = 0;
  float computed = 0;

  for (guint i = 0; i < select->n_classes; i++)
    {
      const char *spelling = select->classes[i];
      float chance = expf (logs[select->first + i]);
      guint n = 1;

      for (const char *p = spelling; *p != '\0'; p++)
        n += *p == ',';
      n_terms += chance * (float) n;
      if (strcmp (spelling, "count*") == 0)
        counted += chance;
      if (strstr (spelling, "max") != NULL || strstr (spelling, "min") != NULL || strstr (spelling, "avg") != NULL
          || strstr (spelling, "sum") != NULL || strstr (spelling, "countd") != NULL)
        computed += chance;
    }
  self->flags[0] = 1 - get_empty (model, ASK_PART_GROUP, "H", logs);
  self->flags[1] = 1 - get_empty (model, ASK_PART_ORDER, "", logs);
  self->flags[2] = 1 - get_empty (model, ASK_PART_WHERE, "", logs);
  self->flags[3] = 1 - get_empty (model, ASK_PART_NESTING, "", logs);
  self->flags[4] = n_terms;
  self->flags[5] = counted;
  self->flags[6] = computed;
}

/**
 * ask_guess_parts:
 * @self: of a question
 *
 * Guesses the parts of the query from the question's words.
 */
void
ask_guess_parts (AskGuess *self)
{
  const AskLinear *model = ask_weights_get_linear (self->weights, "parts");
  g_autoptr (GArray) features = ask_guess_question_features (self);
  g_autofree float *logs = g_new (float, ask_linear_get_n_classes (model));

  ask_linear_apply (model, features, logs);
  set_flags (self, model, logs);
}

/* Log-odds as one of nine steps. */
static int
step_of (double value)
{
  return (int) ask_clip (round (value), -4, 4);
}

typedef struct
{
  float best;
  guint at;
  guint n_likely; /* above 0 */
  guint n_possible; /* above -0.5 */
} RoleFacts;

static RoleFacts
survey_role (AskGuess *self, AskGuessRole role)
{
  RoleFacts facts = { -9, 0, 0, 0 };

  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      float odds = self->attributes[a][role];

      facts.n_likely += odds > 0;
      facts.n_possible += odds > -0.5f;
      if (odds > facts.best)
        {
          facts.best = odds;
          facts.at = a;
        }
    }
  return facts;
}

static void
add_roles (AskGuess *self, GArray *features)
{
  RoleFacts select = survey_role (self, ASK_GUESS_SELECT);
  RoleFacts aggregate = survey_role (self, ASK_GUESS_AGGREGATE);
  RoleFacts group = survey_role (self, ASK_GUESS_GROUP);
  RoleFacts order = survey_role (self, ASK_GUESS_ORDER);
  RoleFacts nested = survey_role (self, ASK_GUESS_NESTED_SELECT);
  RoleFacts where = survey_role (self, ASK_GUESS_WHERE);
  gboolean any = self->domain->attributes->len > 0;
  double n_selected = 0;

  for (guint a = 0; a < self->domain->attributes->len; a++)
    n_selected += 1 / (1 + exp ((double) -self->attributes[a][ASK_GUESS_SELECT]));
  ask_features_add (features, "xs%d", (int) round (n_selected));
  ask_features_add (features, "xs2_%d", (int) round (2 * n_selected));
  ask_features_add (features, "xsn%u", select.n_likely);
  ask_features_add (features, "xa%d", step_of (aggregate.best));
  ask_features_add (features, "xan%u", aggregate.n_likely);
  ask_features_add (features, "xg%d", step_of (group.best));
  ask_features_add (features, "xo%d", step_of (order.best));
  ask_features_add (features, "xgn%u", group.n_possible);
  ask_features_add (features, "xon%u", order.n_possible);
  ask_features_add (features, "xn%d", step_of (nested.best));
  ask_features_add (features, "xw%d", step_of (where.best));
  ask_features_add (features, "xwn%u", where.n_likely);
  ask_features_add (features, "xgs%d", group.at == select.at);
  ask_features_add (features, "xgpk%d%d", any && ask_domain_attribute (self->domain, group.at)->key,
                    step_of (group.best));
  ask_features_add (features, "xos%d", order.at == select.at);
  ask_features_add (features, "xg%do%d", step_of (group.best), step_of (order.best));
}

/* A mention and the operator that it is most likely used with. */
typedef struct
{
  float used;
  guint mention;
  const char *op;
  float pair;
} Use;

static int
compare_uses (const void *a, const void *b)
{
  const Use *x = a;
  const Use *y = b;

  if (x->used != y->used)
    return x->used < y->used ? 1 : -1;
  return (int) y->mention - (int) x->mention;
}

static Use
find_use (AskGuess *self, guint m)
{
  Use use = { 1 - ask_guess_unused (self, m), m, "w:=", -6 };
  float best = -1;

  for (guint o = 0; o < self->n_operators; o++)
    {
      const char *name = self->operator_head->classes[o];
      float chance = self->operators[m * self->n_operators + o];

      if (strcmp (name, "none") != 0 && chance > best)
        {
          best = chance;
          use.op = name;
        }
    }
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const AskGuessPair *pair = &g_array_index (self->pairs, AskGuessPair, i);

      if (pair->mention == m)
        use.pair = MAX (use.pair, pair->score);
    }
  return use;
}

/* The mentions that are surely used, each token once, the surest first. */
static char *
add_uses (AskGuess *self, GArray *features)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Use));
  g_autoptr (GPtrArray) ops = g_ptr_array_new ();
  g_autofree gboolean *taken = g_new0 (gboolean, self->question->tokens->len + 1);
  GString *all = g_string_new (NULL);

  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      Use use = find_use (self, m);

      g_array_append_val (uses, use);
    }
  g_array_sort (uses, compare_uses);
  for (guint i = 0; i < uses->len; i++)
    {
      const Use *use = &g_array_index (uses, Use, i);
      const AskMention *mention = ask_question_mention (self->question, use->mention);
      gboolean there = FALSE;

      if (use->used < 0.4f && use->pair < 0)
        continue;
      for (guint t = mention->first; t < mention->last; t++)
        there = there || taken[t];
      if (there)
        continue;
      for (guint t = mention->first; t < mention->last; t++)
        taken[t] = TRUE;
      g_ptr_array_add (ops, (gpointer) use->op);
      ask_features_add (features, "xop%s", use->op);
      ask_features_add (features, "xop%s%d", use->op, step_of (use->pair));
    }
  if (ops->len > 0)
    g_ptr_array_sort (ops, ask_text_compare);
  for (guint i = 0; i < ops->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? " " : "", (char *) g_ptr_array_index (ops, i));
  ask_features_add (features, "xops%s", all->str);
  ask_features_add (features, "xnv%u", ops->len);
  return g_string_free (all, FALSE);
}

static void
add_connectives (AskGuess *self, GArray *features, const char *ops)
{
  static const char *const words[] = { "or", "and", "both", "not", "but", "neither", "either", "also" };

  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    for (guint t = 0; t < self->question->tokens->len; t++)
      if (strcmp (ask_question_token (self->question, t)->folded, words[w]) == 0)
        {
          ask_features_add (features, "xops%s%s", ops, words[w]);
          break;
        }
}

static float
best_used (AskGuess *self, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);
  float best = -9;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    best = MAX (best, self->attributes[a][ASK_GUESS_USED]);
  return best;
}

static void
add_entities (AskGuess *self, GArray *features)
{
  guint n_likely = 0;
  guint n_unused = 0;
  guint first = 0;
  float second = -4;

  for (guint e = 0; e < self->domain->entities->len; e++)
    {
      float odds = self->entities[e];

      n_likely += odds > 0;
      n_unused += odds > 0 && best_used (self, e) <= 0;
      if (odds > self->entities[first])
        first = e;
    }
  for (guint e = 0; e < self->domain->entities->len; e++)
    if (e != first)
      second = MAX (second, self->entities[e]);
  ask_features_add (features, "xt%u", n_likely);
  ask_features_add (features, "xtm%d", step_of (second));
  ask_features_add (features, "xtc%d", self->domain->entities->len > 0 && best_used (self, first) > 0);
  ask_features_add (features, "xtu%u", n_unused);
}

/**
 * ask_guess_summary_features:
 * @self: with its pairs
 *
 * Returns: (transfer full) (element-type guint32): features of the linear model "sketches": those of the question, and what
 *   has been guessed so far
 */
GArray *
ask_guess_summary_features (AskGuess *self)
{
  GArray *features = ask_guess_question_features (self);
  g_autofree char *ops = NULL;
  double n_selected = 0;

  add_roles (self, features);
  ops = add_uses (self, features);
  add_connectives (self, features, ops);
  add_entities (self, features);
  for (guint a = 0; a < self->domain->attributes->len; a++)
    n_selected += 1 / (1 + exp ((double) -self->attributes[a][ASK_GUESS_SELECT]));
  ask_features_add (features, "xs%dops%s", (int) round (n_selected), ops);
  ask_features_finish (features);
  return features;
}

/**
 * ask_guess_sketches:
 * @self: with its pairs
 *
 * Guesses the parts of the query from all that was guessed before.
 */
void
ask_guess_sketches (AskGuess *self)
{
  const AskLinear *model = ask_weights_get_linear (self->weights, "sketches");
  g_autoptr (GArray) features = ask_guess_summary_features (self);

  g_free (self->part_logs);
  self->part_logs = g_new (float, ask_linear_get_n_classes (model));
  ask_linear_apply (model, features, self->part_logs);
}

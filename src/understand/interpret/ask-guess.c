/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is guessed of a question's parts: its memory, and what the stages share.
 */
#include "config.h"

#include "understand/interpret/ask-guess.h"

#include <math.h>
#include <string.h>

/**
 * ask_guess_new:
 * @question: linked to its domain; it must outlive the guess
 * @weights: with what the stages need that are called; they must outlive the guess
 *
 * Returns: (transfer full): nothing guessed yet
 */
AskGuess *
ask_guess_new (AskQuestion *question, AskWeights *weights)
{
  AskGuess *self = g_new0 (AskGuess, 1);
  guint n_attributes = MAX (question->domain->attributes->len, 1);

  self->weights = weights;
  self->question = question;
  self->domain = question->domain;
  self->lexicon = g_new0 (float, n_attributes);
  self->lexicon_at = g_new (int, n_attributes);
  self->roles = g_malloc0_n (n_attributes, sizeof *self->roles);
  self->attributes = g_malloc0_n (n_attributes, sizeof *self->attributes);
  self->entities = g_new0 (float, MAX (question->domain->entities->len, 1));
  for (guint i = 0; i < n_attributes; i++)
    self->lexicon_at[i] = -1;
  return self;
}

/**
 * ask_guess_free:
 * @self: (transfer full) (nullable): a guess
 */
void
ask_guess_free (AskGuess *self)
{
  if (self == NULL)
    return;
  g_free (self->lexicon);
  g_free (self->lexicon_at);
  g_free (self->roles);
  g_free (self->operators);
  g_free (self->attributes);
  g_free (self->entities);
  g_free (self->part_logs);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_free (self);
}

/**
 * ask_guess_set_weights:
 * @self: a guess
 * @weights: what later stages ask; they must outlive the guess
 */
void
ask_guess_set_weights (AskGuess *self, AskWeights *weights)
{
  const AskLinear *model = ask_weights_get_linear (weights, "context");

  self->weights = weights;
  self->operator_head = model != NULL ? ask_linear_find_head (model, "operator") : NULL;
}

/**
 * ask_guess_all:
 * @self: nothing guessed yet
 *
 * All stages, in their order.
 */
void
ask_guess_all (AskGuess *self)
{
  ask_guess_words (self);
  ask_guess_context (self);
  ask_guess_parts (self);
  ask_guess_attributes (self);
  ask_guess_entities (self);
  ask_guess_pairs (self);
  ask_guess_sketches (self);
}

/**
 * ask_guess_operator:
 * @self: with its context
 * @mention: of the question
 * @name: "w:=", "h:>", "limit", "none"
 *
 * Returns: how likely @mention is used so; 0 for an operator that was never seen
 */
float
ask_guess_operator (const AskGuess *self, guint mention, const char *name)
{
  int found = ask_linear_head_find (self->operator_head, name);

  return found < 0 ? 0 : self->operators[mention * self->n_operators + (guint) found - self->operator_head->first];
}

/**
 * ask_guess_unused:
 * @self: with its context
 * @mention: of the question
 *
 * Returns: how likely @mention is no value at all
 */
float
ask_guess_unused (const AskGuess *self, guint mention)
{
  return ask_guess_operator (self, mention, "none");
}

/**
 * ask_guess_role_name:
 * @role: a role
 *
 * Returns: its word in the file of weights
 */
const char *
ask_guess_role_name (AskGuessRole role)
{
  static const char *const names[ASK_N_GUESS_ROLES] = { "used", "sel", "agg", "where", "group", "order", "n.sel" };

  return names[role];
}

/**
 * ask_guess_operator_name:
 * @op: an operator
 *
 * Returns: its word in the file of weights
 */
const char *
ask_guess_operator_name (AskDraftOp op)
{
  static const char *const names[]
    = { "=", "!=", "<", "<=", ">", ">=", "like", "not like", "between", "not between", "in", "not in", "is", "is not" };

  return names[op];
}

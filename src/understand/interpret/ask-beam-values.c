/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fills a sketch's values: each from a mention of the question, with the attribute that it is a value of.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-beam-private.h"

#define N_NUMBERS 3
#define N_PAIRS 9

/*
 * ask_beam_compare_options:
 *
 * Returns: as qsort() wants it, the best first
 */
int
ask_beam_compare_options (const void *a, const void *b)
{
  const AskBeamOption *x = a;
  const AskBeamOption *y = b;

  if (x->worth != y->worth)
    return x->worth < y->worth ? 1 : -1;
  if (x->mention != y->mention)
    return x->mention < y->mention ? -1 : 1;
  return x->attribute - y->attribute;
}

static gboolean
is_used (const AskBeamState *state, guint mention)
{
  for (guint i = 0; i < state->n_mentions; i++)
    if (state->mentions[i] == mention)
      return TRUE;
  return FALSE;
}

/* Whether a token of @mention is in one that is used already. */
static gboolean
is_covered (const AskBeam *self, const AskBeamState *state, guint mention)
{
  const AskMention *of = ask_question_mention (self->guess->question, mention);

  for (guint i = 0; i < state->n_mentions; i++)
    {
      const AskMention *used = ask_question_mention (self->guess->question, state->mentions[i]);

      if (used->first < of->last && of->first < used->last)
        return TRUE;
    }
  return FALSE;
}

/* Log-odds that a mention stands with an operator, against its being no value at all. */
static double
operator_worth (const AskBeam *self, guint mention, const char *name, double floor)
{
  return log (ask_guess_operator (self->guess, mention, name) + floor)
         - log (ask_guess_unused (self->guess, mention) + 0.02);
}

/* Each two of the options that may be the ends of one BETWEEN. */
static GArray *
pair_up (const AskBeam *self, GArray *options)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (AskBeamOption));

  for (guint i = 0; i < options->len; i++)
    for (guint k = 0; k < options->len; k++)
      {
        const AskBeamOption *a = &g_array_index (options, AskBeamOption, i);
        const AskBeamOption *b = &g_array_index (options, AskBeamOption, k);
        const AskMention *first = ask_question_mention (self->guess->question, a->mention);
        const AskMention *second = ask_question_mention (self->guess->question, b->mention);

        if (a->attribute == b->attribute && first->first < second->first
            && (first->has_number || first->kind == ASK_MENTION_DATE)
            && (second->has_number || second->kind == ASK_MENTION_DATE))
          g_array_append_val (pairs, ((AskBeamOption) { a->worth + b->worth, a->mention, b->mention, a->attribute,
                                                        a->value, b->value }));
      }
  return pairs;
}

/* Numbers that may be a limit, or compared with an aggregate. */
static GArray *
find_numbers (const AskBeam *self, const AskSketchValue *of)
{
  GArray *options = g_array_new (FALSE, FALSE, sizeof (AskBeamOption));
  g_autofree char *name
    = of->place == ASK_SKETCH_LIMIT
        ? g_strdup ("limit")
        : g_strconcat (of->place == ASK_SKETCH_HAVING ? "h:" : "w:", ask_guess_operator_name (of->op), NULL);

  for (guint m = 0; m < self->guess->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->guess->question, m);
      gboolean whole = mention->number >= 1 && mention->number <= 1e9 && mention->number == floor (mention->number);

      if (mention->has_number && (whole || of->place != ASK_SKETCH_LIMIT))
        g_array_append_val (options, ((AskBeamOption) { operator_worth (self, m, name, 1e-3), m, m, 0, NULL, NULL }));
    }
  g_array_sort (options, ask_beam_compare_options);
  g_array_set_size (options, MIN (options->len, N_NUMBERS));
  return options;
}

static GArray *
find_values (const AskBeam *self, const AskSketchValue *of)
{
  GArray *options = g_array_new (FALSE, FALSE, sizeof (AskBeamOption));
  g_autofree char *name = g_strconcat ("w:", ask_guess_operator_name (of->op), NULL);

  for (guint i = 0; i < self->guess->pairs->len; i++)
    {
      const AskGuessPair *pair = &g_array_index (self->guess->pairs, AskGuessPair, i);
      double worth = 0.7 * ask_clip (pair->score, -6, 6)
                     + 0.5 * ask_clip (operator_worth (self, pair->mention, name, 3e-3), -6, 6)
                     + ask_beam_get_worth (self, pair->attribute);

      g_array_append_val (options, ((AskBeamOption) { worth, pair->mention, pair->mention, pair->attribute, pair->value,
                                                      NULL }));
    }
  g_array_sort (options, ask_beam_compare_options);
  g_array_set_size (options, MIN (options->len, N_PAIRS));
  return options;
}

static gboolean
asks_for (const AskBeam *self, const char *const *words)
{
  for (guint t = 0; t < self->guess->question->tokens->len; t++)
    if (g_strv_contains (words, ask_question_token (self->guess->question, t)->stem))
      return TRUE;
  return FALSE;
}

/* "starts with A" → "A%". */
static const char *
make_pattern (AskBeam *self, guint mention, const char *value)
{
  static const char *const beginnings[] = { "start", "begin", "prefix", "beginn", "anfang", NULL };
  static const char *const ends[] = { "end", "suffix", NULL };
  const AskMention *of = ask_question_mention (self->guess->question, mention);
  /* A "%" of the question stands for itself. Drafts have no ESCAPE: one character of any kind is nearest. */
  g_autofree char *text = g_strdelimit (g_strdup (of->kind == ASK_MENTION_QUOTED || of->kind == ASK_MENTION_NAME
                                                      || of->kind == ASK_MENTION_STORED || value == NULL
                                                    ? of->literal
                                                    : value),
                                        "%", '_');
  char *pattern = asks_for (self, beginnings) ? g_strconcat (text, "%", NULL)
                  : asks_for (self, ends)     ? g_strconcat ("%", text, NULL)
                                              : g_strconcat ("%", text, "%", NULL);

  g_ptr_array_add (self->patterns, pattern);
  return pattern;
}

static void
set_value (AskBeamState *state, const AskBeam *self, guint at, guint mention, const char *value)
{
  const AskMention *of = ask_question_mention (self->guess->question, mention);

  state->values[at] = value;
  state->numbers[at] = of->number;
  state->mentions[state->n_mentions++] = mention;
}

/* The values of one kind come in the order of the question. */
static gboolean
is_out_of_order (const AskBeamFill *fill, const AskBeamState *state, guint at, guint mention)
{
  const AskSketchValue *of = &g_array_index (fill->sketch->values, AskSketchValue, at);
  const AskSketchValue *before
    = &g_array_index (fill->sketch->values, AskSketchValue, at > 0 ? at - 1 : fill->sketch->values->len - 1);

  return state->n_mentions > 0 && before->op == of->op && before->place == ASK_SKETCH_WHERE
         && strcmp (before->block, of->block) == 0 && mention < state->mentions[state->n_mentions - 1];
}

static void
take_option (AskBeamFill *fill, const AskBeamState *state, guint at, const AskBeamOption *option)
{
  const AskSketchValue *of = &g_array_index (fill->sketch->values, AskSketchValue, at);
  gboolean number = of->place != ASK_SKETCH_WHERE || of->attribute < 0 || of->aggregate != ASK_DRAFT_PLAIN;
  gboolean two = of->op == ASK_DRAFT_BETWEEN || of->op == ASK_DRAFT_NOT_BETWEEN;
  gboolean like = of->op == ASK_DRAFT_LIKE || of->op == ASK_DRAFT_NOT_LIKE;
  const char *value = option->value;
  AskBeamState next = *state;

  if (is_used (state, option->mention) || (two && is_used (state, option->second)))
    return;
  if (!number
      && (is_covered (fill->beam, state, option->mention) || is_out_of_order (fill, state, at, option->mention)
          || (state->attributes[of->attribute] != ASK_BEAM_OPEN
              && state->attributes[of->attribute] != option->attribute)))
    return;
  if (!number && like)
    value = make_pattern (fill->beam, option->mention, value);
  if (!number)
    next.attributes[of->attribute] = option->attribute;
  set_value (&next, fill->beam, at, option->mention, value);
  if (two)
    set_value (&next, fill->beam, at + 1, option->second, option->second_value);
  next.score += number ? ask_clip (option->worth, -6, 6) : option->worth;
  g_array_append_val (fill->next, next);
}

/*
 * ask_beam_fill_values:
 *
 * Returns: whether the question has values for all of them
 */
gboolean
ask_beam_fill_values (AskBeamFill *fill)
{
  for (guint at = 0; at < fill->sketch->values->len; at++)
    {
      const AskSketchValue *of = &g_array_index (fill->sketch->values, AskSketchValue, at);
      gboolean number = of->place != ASK_SKETCH_WHERE || of->attribute < 0 || of->aggregate != ASK_DRAFT_PLAIN;
      gboolean two = of->op == ASK_DRAFT_BETWEEN || of->op == ASK_DRAFT_NOT_BETWEEN;
      g_autoptr (GArray) options = number ? find_numbers (fill->beam, of) : find_values (fill->beam, of);

      if (two)
        {
          GArray *pairs = pair_up (fill->beam, options);

          g_array_unref (options);
          options = pairs;
        }
      for (guint s = 0; s < fill->states->len; s++)
        for (guint o = 0; o < options->len; o++)
          take_option (fill, &g_array_index (fill->states, AskBeamState, s), at,
                       &g_array_index (options, AskBeamOption, o));
      if (!ask_beam_go_on (fill, FALSE))
        return FALSE;
      if (two)
        at++;
    }
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Labels instead of keys, where nobody asked for keys.
 */
#include "config.h"

#include "understand/interpret/ask-label.h"

#include <string.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-guess-private.h"

/**
 * ask_label_get:
 * @domain: a domain
 * @entity: one of its entities
 *
 * Returns: the attribute that tells its rows apart for people
 */
int
ask_label_get (AskDomain *domain, guint entity)
{
  static const char *const names[] = { "name", "titl", "title", "titel", "bezeichn", "bezeichnung", "label", NULL };
  const AskDomainEntity *of = ask_domain_entity (domain, entity);
  int best = (int) of->first;
  int rank = -1;

  for (guint i = of->first; i < of->first + of->n_attributes; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, i);
      gboolean text = attribute->kind == ASK_DOMAIN_TEXT && !attribute->key && !attribute->foreign;
      int here = text;

      for (guint n = 0; text && names[n] != NULL; n++)
        if (attribute->raw_stems != NULL && g_strv_contains ((const char *const *) attribute->raw_stems, names[n]))
          here = attribute->raw_stems[1] == NULL ? 3 : 2;
      if (here > rank)
        {
          best = (int) i;
          rank = here;
        }
    }
  return best;
}

/**
 * ask_label_is_asked:
 * @question: a question
 *
 * Returns: whether it speaks of keys: "id", "code", "number" without "of"
 */
gboolean
ask_label_is_asked (AskQuestion *question)
{
  static const char *const words[] = { "id",  "ids",  "identifier", "identifiers", "identification", "code",    "codes",
                                       "key", "keys", "nr",         "nummer",      "nummern",        "numbers", NULL };

  for (guint i = 0; i < question->tokens->len; i++)
    {
      g_autofree char *typed = ask_text_fold (ask_question_token (question, i)->surface);
      gboolean counts
        = i + 1 < question->tokens->len && g_str_equal (ask_question_token (question, i + 1)->folded, "of");

      if (g_strv_contains (words, typed) || (g_str_equal (typed, "number") && !counts)
          || g_str_has_suffix (typed, "nummer") || g_str_has_suffix (typed, "nummern"))
        return TRUE;
    }
  return FALSE;
}

/* Its name says that it is nothing else. */
static gboolean
is_called_key (const AskDomainAttribute *attribute)
{
  static const char *const words[] = { "id", "nr", "no", "num", "number", "nummer", "code", "key", NULL };
  guint n = g_strv_length (attribute->raw_stems);
  g_autofree char *name = g_ascii_strdown (attribute->name, -1);

  return g_str_has_suffix (name, "id") || (n > 0 && g_strv_contains (words, attribute->raw_stems[n - 1]));
}

/* The entity whose rows the attribute tells apart; -1 where it is no key. */
static int
find_entity (AskDomain *domain, int attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (domain, attribute);

  if (!is_called_key (of))
    return -1;
  for (guint i = 0; i < domain->joins->len; i++)
    if (ask_domain_join (domain, i)->from == attribute)
      return (int) ask_domain_attribute (domain, ask_domain_join (domain, i)->to)->entity;
  return of->key ? (int) of->entity : -1;
}

static gboolean
is_in_block (const AskSketch *sketch, const AskBeamState *state, const char *block, int attribute)
{
  for (guint i = 0; i < sketch->slots->len; i++)
    if (state->attributes[i] == attribute && g_str_equal (g_array_index (sketch->slots, AskSketchSlot, i).block, block))
      return TRUE;
  return FALSE;
}

/* Something else of the filling is of this entity, so that it stays in FROM. */
static gboolean
stays (AskDomain *domain, const AskSketch *sketch, const AskBeamState *state, guint but)
{
  guint entity = ask_domain_attribute (domain, state->attributes[but])->entity;

  for (guint i = 0; i < sketch->slots->len; i++)
    if (i != but && ask_domain_attribute (domain, state->attributes[i])->entity == entity)
      return TRUE;
  for (guint i = 0; i < state->n_extras; i++)
    if (state->extras[i] == entity)
      return TRUE;
  return FALSE;
}

/* What the slot shows then: its label, itself where it is no key, or -1 where a key has to stay. */
static int
find_shown (AskDomain *domain, const AskSketch *sketch, const AskBeamState *state, guint slot)
{
  int entity = find_entity (domain, state->attributes[slot]);
  int label = entity >= 0 ? ask_label_get (domain, (guint) entity) : state->attributes[slot];
  const AskDomainAttribute *of = ask_domain_attribute (domain, label);

  if (entity < 0)
    return label;
  if (of->kind != ASK_DOMAIN_TEXT || of->key || of->joins
      || is_in_block (sketch, state, g_array_index (sketch->slots, AskSketchSlot, slot).block, label))
    return -1;
  if ((guint) entity != ask_domain_attribute (domain, state->attributes[slot])->entity
      && !stays (domain, sketch, state, slot))
    return -1;
  return label;
}

/**
 * ask_label_show:
 * @guess: of a question that asks for no keys; see ask_label_is_asked()
 * @sketch: a sketch
 * @state: (inout): its filling: keys that are shown become labels
 */
void
ask_label_show (const AskGuess *guess, const AskSketch *sketch, AskBeamState *state)
{
  AskBeamState shown = *state;

  for (guint i = 0; i < sketch->slots->len; i++)
    {
      const AskSketchSlot *slot = &g_array_index (sketch->slots, AskSketchSlot, i);
      int label;

      /* What a query in a condition selects is compared, not shown. */
      if (slot->role != ASK_SLOT_SELECT || strchr (slot->block, 'n') != NULL)
        continue;
      label = find_shown (guess->domain, sketch, state, i);
      if (label >= 0)
        shown.attributes[i] = label;
      /* Both sides of a set are alike. */
      else if (sketch->draft->set != ASK_DRAFT_NO_SET)
        return;
    }
  *state = shown;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of two keys between the same entities the question speaks of: "flights that arrive in Lyon" go by the arrival's,
 * "flights from Lyon" by the departure's, and "games won by" by the key of the relationship that a steward called so.
 */
#include "config.h"

#include <string.h>

#include "understand/interpret/ask-candidate-private.h"

#include "base/ask-text.h"
#include "understand/link/ask-link.h"

/* Letters that a verb has in common with its noun: "depart" and "departure", "arrive" and "arrival". */
#define MIN_COMMON 4
#define MAX_ENDING 3
/* A steward's verb says more than a word of a name, and that more than a direction. */
#define VERB 2.0
#define DIRECTION 0.5

/* Where something begins or ends, in names and in questions; a preposition counts before a value or a name only. */
static const struct
{
  const char *names;
  const char *words;
  const char *prepositions;
} directions[] = {
  { " source src origin orig depart departur start begin sender from giver seller payer ",
    " depart leav left start begin origin send sent abfliegen abfahren starten ", " from von vom aus ab " },
  { " destin dest arriv arrival target end receiv recipi recipient to goal buyer paye taker ",
    " arriv land reach end head destin receiv ankommen landen ", " to into toward towards nach zum zur " },
};

static gboolean
has (const char *list, const char *word)
{
  g_autofree char *wrapped = g_strconcat (" ", word, " ", NULL);

  return *word != '\0' && strstr (list, wrapped) != NULL;
}

/*
 * ask_join_words_are_kin:
 * @a: a stem
 * @b: another one
 *
 * Returns: whether one may be the verb or the noun of the other: "manages" and "manager"
 */
gboolean
ask_join_words_are_kin (const char *a, const char *b)
{
  gsize common = 0;

  while (a[common] != '\0' && a[common] == b[common])
    common++;
  return common >= MIN_COMMON && strlen (a + common) <= MAX_ENDING && strlen (b + common) <= MAX_ENDING;
}

/* Whether a value or a name begins at @token, or behind an article there. */
static gboolean
leads_to_something (const AskQuestion *question, guint token)
{
  static const char *const articles[] = { "the", "a", "an", "der", "die", "das", "dem", "den", NULL };

  if (token < question->tokens->len && g_strv_contains (articles, ask_question_token (question, token)->folded))
    token++;
  for (guint m = 0; m < question->mentions->len; m++)
    if (ask_question_mention (question, m)->first == token)
      return TRUE;
  for (guint e = 0; e < question->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (question->entities, AskNameMatch, e);

      if (match->met > 0 && match->first == token)
        return TRUE;
    }
  return FALSE;
}

static gboolean
asks_for (const AskQuestion *question, guint direction)
{
  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);
      /* A German word stands in English beside what was typed. */
      g_autofree char *typed = ask_text_fold (token->surface);

      if (has (directions[direction].words, token->stem) || has (directions[direction].words, token->folded)
          || has (directions[direction].words, typed))
        return TRUE;
      if ((has (directions[direction].prepositions, token->folded) || has (directions[direction].prepositions, typed))
          && leads_to_something (question, t + 1))
        return TRUE;
    }
  return FALSE;
}

/* What the words of the key's own name are worth, but for those that the question has itself: these were weighed. */
static double
weigh_name (const AskGuess *guess, const AskDomainJoin *join)
{
  const AskDomainAttribute *from = ask_domain_attribute (guess->domain, join->from);
  const AskDomainEntity *to = ask_domain_entity (guess->domain, ask_domain_attribute (guess->domain, join->to)->entity);
  double best = 0;

  for (guint s = 0; from->stems[s] != NULL; s++)
    {
      const char *stem = from->stems[s];

      if (ask_domain_words_have (to->stems, stem))
        continue;
      for (guint t = 0; t < guess->question->tokens->len; t++)
        if (ask_join_words_are_kin (ask_question_token (guess->question, t)->stem, stem))
          best = 1;
      for (guint d = 0; d < G_N_ELEMENTS (directions) && best < DIRECTION; d++)
        if (has (directions[d].names, stem) && asks_for (guess->question, d))
          best = DIRECTION;
    }
  return best;
}

/* Whether the question says the verb of the relationship that the join is. */
static gboolean
says_verb (const AskGuess *guess, const AskDomainJoin *join)
{
  const AskDomainAttribute *from = ask_domain_attribute (guess->domain, join->from);
  const char *entity = ask_domain_entity (guess->domain, from->entity)->name;
  const AskSchema *schema = guess->domain->schema;

  for (guint r = 0; r < schema->relationships->len; r++)
    {
      const AskRelationship *of = schema->relationships->pdata[r];
      g_autofree char *target = NULL;
      g_autoptr (GPtrArray) links = NULL;

      if (of->verb == NULL || strcmp (of->from, entity) != 0
          || !g_ptr_array_find_with_equal_func (of->from_attributes, from->name, g_str_equal, NULL))
        continue;
      target = g_strjoin (" ", of->from, of->verb, of->to, NULL);
      links = ask_link_list (guess->question);
      for (guint i = 0; i < links->len; i++)
        {
          const AskLink *link = links->pdata[i];

          if (link->kind == ASK_LINK_RELATIONSHIP && strcmp (link->target, target) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

/*
 * ask_join_words_weigh:
 * @guess: of a question
 * @path: how entities may be joined
 *
 * Returns: how much the question's words speak for the keys of @path; 0 where they do not
 */
double
ask_join_words_weigh (const AskGuess *guess, const AskDraftPath *path)
{
  double sum = 0;

  for (guint i = 0; i < path->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (guess->domain, g_array_index (path->joins, guint, i));

      sum += weigh_name (guess, join) + (says_verb (guess, join) ? VERB : 0);
    }
  return sum;
}

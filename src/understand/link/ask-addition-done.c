/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words that say what was done, or not yet: "unpaid orders", "discontinued items", "orders that are not yet shipped". It
 * was done where its time is known; so only a time that some rows lack is meant.
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include "base/ask-text.h"

#include <string.h>

/* The word is stored somewhere: a status. */
static gboolean
is_value_word (const AskAdditionReader *self, guint i)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->kind == ASK_MENTION_STORED && mention->first <= i && i < mention->last)
        return TRUE;
    }
  return FALSE;
}

static const AskNameMatch *
get_entity (const AskAdditionReader *self, guint entity)
{
  return &g_array_index (self->question->entities, AskNameMatch, entity);
}

/* The time of @entity that says when what @word says was done, and that not all rows have: "paid" of paid_on. The stem of
 * the word is the first of the name. -1 where there is none, or two. */
static int
find_done (const AskAdditionReader *self, guint entity, const char *word)
{
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, entity);
  g_autofree char *stem = ask_text_stem (word);
  int found = -1;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);

      if (attribute->kind != ASK_DOMAIN_TIME || attribute->n_empty <= 0 || attribute->stems[0] == NULL
          || strcmp (attribute->stems[0], stem) != 0)
        continue;
      if (found >= 0)
        return -1;
      found = (int) a;
    }
  return found;
}

/* The entity that the word stands beside: "unpaid orders", "orders that are not paid". */
static int
find_beside (const AskAdditionReader *self, guint first, guint last)
{
  for (guint e = 0; e < self->question->entities->len; e++)
    {
      const AskNameMatch *match = get_entity (self, e);

      if (match->met > 0 && match->exact && (match->first == last || match->last == first))
        return (int) e;
    }
  return -1;
}

/* "Only unpaid ones": the only entity that the question is about whose rows have such a time; -1 where there is none, or
 * two. */
static int
find_about (const AskAdditionReader *self, const char *word)
{
  int found = -1;

  for (guint e = 0; e < self->question->domain->entities->len && self->about != NULL; e++)
    if (self->about[e] && find_done (self, e, word) >= 0)
      {
        if (found >= 0)
          return -1;
        found = (int) e;
      }
  return found;
}

/*
 * ask_addition_read_done:
 * @self: a reader
 * @i: a token
 *
 * "unpaid orders", "discontinued items", "orders that are not yet shipped": of a time that not all rows have.
 *
 * Returns: one past what was read, @i where nothing is said to be done or not
 */
guint
ask_addition_read_done (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_HAVE, .attribute = -1, .first = i, .last = i + 1 };
  const char *word = self->typed->pdata[i];
  gboolean beside, behind;
  int entity;

  if (ask_addition_is_one (self, i, "not"))
    {
      addition.first
        = ask_addition_skip_back (self, i, 1,
                                  "that|which|are|is|were|was|have|has|been|noch|bisher|die|sind|wurden|ist|wurde");
      addition.last = ask_addition_skip (self, i + 1, "yet|been|already");
      if (addition.last >= self->typed->len)
        return i;
      word = self->typed->pdata[addition.last++];
      addition.last = ask_addition_skip (self, addition.last, "yet|so|far|sind|wurden|worden|ist");
      addition.kind = ASK_ADDITION_LACK;
    }
  else if (g_str_has_prefix (word, "un") && strlen (word) > 5)
    {
      addition.kind = ASK_ADDITION_LACK;
      word += 2;
    }
  /* "Stores that are closed" */
  else if (ask_addition_is_end (self, i + 1))
    addition.first
      = ask_addition_skip_back (self, i, 1, "that|which|are|is|were|was|have|has|been|already|die|sind|wurden|ist");
  behind = addition.kind == ASK_ADDITION_HAVE && addition.first < i;
  entity = find_beside (self, addition.first, addition.last);
  beside = entity >= 0;
  if (!beside)
    entity = find_about (self, word);
  /* What was done on a day is said with the day. */
  if (entity < 0 || is_value_word (self, i) || (addition.last > i + 1 && !ask_addition_is_end (self, addition.last)))
    return i;
  addition.attribute = find_done (self, (guint) entity, word);
  if (addition.attribute < 0
      || (beside && !behind && addition.kind == ASK_ADDITION_HAVE && get_entity (self, (guint) entity)->first != i + 1))
    return i;
  ask_addition_add (self, addition, "");
  return addition.last;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words that say what was done, or not yet: "unpaid orders", "discontinued items", "orders that are not yet shipped". It
 * was done where its time is known; so only a time that some rows lack is meant.
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include "base/ask-text.h"

#include <string.h>

static const AskNameMatch *
get_entity (const AskAdditionReader *self, guint entity)
{
  return &g_array_index (self->question->entities, AskNameMatch, entity);
}

/* The word is stored there: a status of @entity, or of what its rows lead to. */
static gboolean
is_value_word (const AskAdditionReader *self, guint i, guint entity)
{
  const AskDomain *domain = self->question->domain;

  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->kind != ASK_MENTION_STORED || i < mention->first || i >= mention->last)
        continue;
      for (guint l = 0; l < mention->links->len; l++)
        {
          guint owner
            = ask_domain_attribute (domain, g_array_index (mention->links, AskMentionLink, l).attribute)->entity;

          if (owner == entity)
            return TRUE;
          for (guint j = 0; j < domain->joins->len; j++)
            if (ask_domain_join (domain, j)->cost < 2
                && ask_domain_attribute (domain, ask_domain_join (domain, j)->from)->entity == entity
                && ask_domain_attribute (domain, ask_domain_join (domain, j)->to)->entity == owner)
              return TRUE;
        }
    }
  return FALSE;
}

/* What says that something is going on, or over, and how the names of times begin at which it ended. */
typedef struct
{
  const char *ways;
  AskAdditionKind kind;
  const char *const stems[20];
} State;

static const State states[] = {
  { "open|unresolved|unfinished|incomplete|outstanding|ongoing|offen|offene|offenen|offener|ungelost|ungeloste|laufend|laufende",
    ASK_ADDITION_LACK,
    { "clos", "close", "resolv", "solv", "complet", "finish", "done", "settl", "end", "abgeschloss", "geschloss",
      "erledigt", "gelost", "geschlossen", "abgeschlossen", NULL } },
  { "active|current|live|running|ongoing|aktiv|aktive|aktiven|aktiver|aktuell|aktuelle|aktuellen|laufende|laufenden",
    ASK_ADDITION_LACK,
    { "cancel", "termin", "end", "left", "leav", "expir", "stop", "deactiv", "resign", "clos", "close", "discontinu",
      "gekundigt", "kundig", "ausgeschieden", "austritt", NULL } },
  { "inactive|former|ended|past|ehemalig|ehemalige|ehemaligen|inaktiv|inaktive|inaktiven",
    ASK_ADDITION_HAVE,
    { "cancel", "termin", "end", "left", "leav", "expir", "stop", "deactiv", "resign", "clos", "close", "discontinu",
      "gekundigt", "kundig", "ausgeschieden", "austritt", NULL } },
  { "resolved|finished|completed|done|solved|closed|erledigt|erledigte|erledigten|abgeschlossen|abgeschlossene|geschlossen|"
    "geschlossene|geschlossenen|geloste|gelost",
    ASK_ADDITION_HAVE,
    { "clos", "close", "resolv", "solv", "complet", "finish", "done", "settl", "abgeschloss", "geschloss", "erledigt",
      "gelost", "geschlossen", "abgeschlossen", NULL } },
};

static gboolean
begins_with_any (const AskDomainAttribute *attribute, const char *const *stems)
{
  for (guint s = 0; stems[s] != NULL; s++)
    if (g_str_equal (attribute->raw_stems[0], stems[s]))
      return TRUE;
  return FALSE;
}

/* The time of @entity that says when what the word says was done, and that not all rows have: "paid" of paid_on, or the
 * key that leads to who did it: "assigned" of assignee_id. -1 where there is none, or two.
 * @denied: it was not done, so that any attribute which lacks will do: "unsigned" of signed_by
 * @state: (nullable): what the word says that is not in the name */
static int
find_done (const AskAdditionReader *self, guint entity, const char *word, gboolean denied, const State *state)
{
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, entity);
  g_autofree char *stem = ask_text_stem (word);
  int found = -1;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);
      gboolean timed = attribute->kind == ASK_DOMAIN_TIME;

      if ((!timed && !attribute->joins && !denied) || attribute->n_empty <= 0 || attribute->stems[0] == NULL
          || attribute->raw_stems[0] == NULL
          || !(state != NULL ? timed && begins_with_any (attribute, state->stems)
                             : ask_domain_words_begin_alike (stem, attribute->stems[0])))
        continue;
      if (found >= 0)
        return -1;
      found = (int) a;
    }
  return found;
}

/* The number of @entity that is 0 or 1 and is called so: "active". -1 where there is none. */
static int
find_flag (const AskAdditionReader *self, guint entity, const char *word)
{
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, entity);
  g_autofree char *stem = ask_text_stem (word);

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);

      if (attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && attribute->n_empty == 0 && attribute->least >= 0
          && attribute->most == 1 && attribute->least <= attribute->most
          && ask_domain_words_have (attribute->raw_stems, stem) && attribute->raw_stems[1] == NULL)
        return (int) a;
    }
  return -1;
}

/* What the word at @i says of @entity: by the name of a time, else by a word for going on or over. */
static int
find_state (const AskAdditionReader *self, guint i, guint entity, const char *word, AskAdditionKind *kind)
{
  int found = find_done (self, entity, word, *kind == ASK_ADDITION_LACK, NULL);

  if (found < 0 && g_str_has_prefix (word, "in"))
    {
      found = find_flag (self, entity, word + 2);
      *kind = found >= 0 ? ASK_ADDITION_LACK : *kind;
    }
  if (found < 0)
    found = find_flag (self, entity, word);
  for (guint s = 0; s < G_N_ELEMENTS (states) && found < 0; s++)
    if (*kind == ASK_ADDITION_HAVE && ask_addition_is_one (self, i, states[s].ways))
      {
        found = find_done (self, entity, word, FALSE, &states[s]);
        if (found >= 0)
          *kind = states[s].kind;
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
find_about (const AskAdditionReader *self, guint i, const char *word)
{
  int found = -1;

  for (guint e = 0; e < self->question->domain->entities->len && self->about != NULL; e++)
    {
      AskAdditionKind kind = ASK_ADDITION_HAVE;

      if (!self->about[e] || find_state (self, i, e, word, &kind) < 0)
        continue;
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
  gboolean beside, behind, denied;
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
    addition.first = ask_addition_skip_back (
      self, i, 1,
      "that|which|are|is|were|was|have|has|been|already|still|currently|now|die|sind|wurden|ist|noch|derzeit");
  denied = addition.kind == ASK_ADDITION_LACK;
  behind = !denied && addition.first < i;
  entity = find_beside (self, addition.first, addition.last);
  beside = entity >= 0;
  if (!beside)
    entity = find_about (self, i, word);
  /* What was done on a day is said with the day. */
  if (entity < 0 || is_value_word (self, i, (guint) entity)
      || (addition.last > i + 1 && !ask_addition_is_end (self, addition.last)))
    return i;
  addition.attribute = find_state (self, i, (guint) entity, word, &addition.kind);
  if (addition.attribute < 0 || (beside && !behind && !denied && get_entity (self, (guint) entity)->first != i + 1))
    return i;
  ask_addition_add (self, addition, "");
  return addition.last;
}

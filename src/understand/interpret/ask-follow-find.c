/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the words of a follow-up name: attributes, values, dates, and how near they are to the last reading.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include <string.h>

#include "base/ask-text.h"

/* How near an attribute is to the last reading: compared, shown, in an entity that is joined, elsewhere. */
static guint
get_nearness (const AskFollowReader *self, int attribute)
{
  if (ask_follow_is_compared (self->last, attribute))
    return 3;
  if (ask_follow_is_used (self->last, attribute))
    return 2;
  return self->near[ask_domain_attribute (self->domain, attribute)->entity] ? 1 : 0;
}

/* All of the words that are met lie there, and the first is at the place. */
static double
weigh_match (const AskFollowReader *self, const AskNameMatch *match)
{
  if (match->met <= 0 || match->first != self->at || match->score < 0.4)
    return 0;
  return match->score + 0.3 * match->exact + 0.2 * (match->last - match->first);
}

typedef struct
{
  double worth;
  int attribute;
  guint last;
} Named;

static int
compare_named (const void *a, const void *b)
{
  const Named *x = a;
  const Named *y = b;

  if (x->worth != y->worth)
    return x->worth < y->worth ? 1 : -1;
  return x->attribute - y->attribute;
}

/*
 * ask_follow_find_attributes:
 * @self: a reader
 * @numeric: numbers only
 * @last: (inout): one past the last word
 *
 * Returns: (transfer full) (element-type int): attributes that the next words name best; an entity stands for what its rows
 *   are called
 */
GArray *
ask_follow_find_attributes (const AskFollowReader *self, gboolean numeric, guint *last)
{
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (Named));
  GArray *attributes = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, a);
      double worth = weigh_match (self, match);

      if (worth <= 0 || (numeric && !attribute->numeric))
        continue;
      worth += 0.25 * get_nearness (self, (int) a) - 0.3 * (attribute->key || attribute->joins);
      g_array_append_val (named, ((Named) { worth, (int) a, match->last }));
    }
  for (guint e = 0; e < self->domain->entities->len && !numeric; e++)
    {
      const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);
      double worth = weigh_match (self, match);

      if (worth > 0 && ask_domain_entity (self->domain, e)->n_attributes > 0)
        g_array_append_val (named,
                            ((Named) { worth + 0.25 * self->near[e], ask_label_get (self->domain, e), match->last }));
    }
  g_array_sort (named, compare_named);
  for (guint i = 0; i < named->len; i++)
    {
      const Named *best = &g_array_index (named, Named, 0);
      const Named *item = &g_array_index (named, Named, i);
      gboolean again = FALSE;

      for (guint k = 0; k < attributes->len; k++)
        again = again || g_array_index (attributes, int, k) == item->attribute;
      if (!again && item->last == best->last && item->worth > best->worth - 0.1)
        g_array_append_val (attributes, item->attribute);
    }
  if (named->len > 0)
    *last = g_array_index (named, Named, 0).last;
  return attributes;
}

/*
 * ask_follow_find_mention:
 * @self: a reader
 *
 * Returns: (transfer none) (nullable): the longest mention that begins at the next word and may be compared
 */
const AskMention *
ask_follow_find_mention (const AskFollowReader *self)
{
  const AskMention *best = NULL;

  for (guint i = 0; i < self->question->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (self->question, i);
      gboolean guessed = mention->kind == ASK_MENTION_NAME || mention->kind == ASK_MENTION_PART;

      if (mention->first != self->at || mention->links->len == 0 || (guessed && mention->links->len > 1))
        continue;
      if (best == NULL || mention->last > best->last || (mention->last == best->last && mention->kind < best->kind))
        best = mention;
    }
  return best;
}

/*
 * ask_follow_is_time:
 * @attribute: of a domain
 *
 * Returns: whether its values are times as text, or years as numbers
 */
gboolean
ask_follow_is_time (const AskDomainAttribute *attribute)
{
  static const char *const years[] = { "year", "jahr", NULL };

  for (guint i = 0; years[i] != NULL; i++)
    if (attribute->numeric && g_strv_contains ((const char *const *) attribute->stems, years[i]))
      return TRUE;
  return attribute->kind == ASK_DOMAIN_TIME && !attribute->numeric;
}

/*
 * ask_follow_find_nearest:
 * @self: a reader
 * @mention: of its question
 * @fits: (nullable): which attributes may be compared with it
 *
 * Returns: (transfer full) (element-type int): its attributes that are nearest to the last reading
 */
GArray *
ask_follow_find_nearest (const AskFollowReader *self, const AskMention *mention,
                         gboolean (*fits) (const AskDomainAttribute *attribute))
{
  GArray *attributes = g_array_new (FALSE, FALSE, sizeof (int));
  guint nearest = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < mention->links->len; i++)
      {
        int attribute = g_array_index (mention->links, AskMentionLink, i).attribute;
        guint nearness = get_nearness (self, attribute);

        if (fits != NULL && !fits (ask_domain_attribute (self->domain, attribute)))
          continue;
        if (pass == 0)
          nearest = MAX (nearest, nearness);
        else if (nearness == nearest)
          g_array_append_val (attributes, attribute);
      }
  return attributes;
}

/*
 * ask_follow_find_compared:
 * @self: a reader
 *
 * Returns: (transfer full) (element-type int): those compared with numbers already; else the numbers that are shown
 */
GArray *
ask_follow_find_compared (const AskFollowReader *self)
{
  GArray *attributes = g_array_new (FALSE, FALSE, sizeof (int));
  const GArray *conditions = self->last->conditions;

  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);
      int attribute = condition->left.attribute;

      if (condition->left.aggregate == ASK_DRAFT_PLAIN && attribute != ASK_DOMAIN_STAR && condition->n_operands == 1
          && condition->operands[0].kind == ASK_DRAFT_VALUE && ask_domain_attribute (self->domain, attribute)->numeric)
        g_array_append_val (attributes, attribute);
    }
  for (guint i = 0; attributes->len == 0 && i < self->last->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (self->last->terms, i);
      const AskDomainAttribute *of
        = term->attribute != ASK_DOMAIN_STAR ? ask_domain_attribute (self->domain, term->attribute) : NULL;

      if (term->aggregate == ASK_DRAFT_PLAIN && of != NULL && of->numeric && !of->key && !of->joins)
        g_array_append_val (attributes, term->attribute);
    }
  return attributes;
}

static void
fold_words (AskFollowReader *self)
{
  for (guint i = 0; i < self->question->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (self->question, i);

      g_ptr_array_add (self->words, token->word || strchr ("<>", *token->surface) != NULL
                                      ? ask_text_fold (token->surface)
                                      : g_strdup (""));
    }
  for (guint i = 0; i < self->words->len; i++)
    self->replaces = self->replaces || ask_follow_match (self, i, "|instead|rather|stattdessen|dafur|lieber|") > 0;
}

/*
 * ask_follow_find_near:
 * @draft: a draft
 * @domain: what it is about
 *
 * Returns: (transfer full) (array): for each entity of @domain: the draft names it, or it lies between those that it names
 */
gboolean *
ask_follow_find_near (const AskDraft *draft, AskDomain *domain)
{
  gboolean *near = g_new0 (gboolean, MAX (domain->entities->len, 1));
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  g_autoptr (AskDraftPath) path
    = entities->len > 0 ? ask_draft_find_path (domain, (guint *) entities->data, entities->len, 0) : NULL;

  for (guint i = 0; i < entities->len; i++)
    near[g_array_index (entities, guint, i)] = TRUE;
  for (guint i = 0; path != NULL && i < path->entities->len; i++)
    near[g_array_index (path->entities, guint, i)] = TRUE;
  return near;
}

/*
 * ask_follow_prepare:
 * @self: (inout): with its question, last reading, words and @near; what is read is found out
 */
void
ask_follow_prepare (AskFollowReader *self)
{
  fold_words (self);
  self->open = self->replaces;
  self->narrows
    = ask_follow_match (self, 0, "|only|just|but only|and only|now only|nur|nur noch|aber nur|und nur|jetzt nur|") > 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What may stand in the place of an attribute, an entity or a value: what the question names or was guessed to, then what
 * is near.
 */
#include "config.h"

#include "understand/interpret/ask-reading-part-private.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"

/* So few values are all worth to be read; of more only those that are like the one before. */
#define MAX_LISTED 12

typedef struct
{
  double worth;
  int place;
} Ranked;

static int
compare_ranked (const void *a, const void *b)
{
  const Ranked *x = a;
  const Ranked *y = b;

  if (x->worth != y->worth)
    return x->worth < y->worth ? 1 : -1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* Returns: (transfer full) (element-type int): the best @max places of @ranked */
static GArray *
take_best (GArray *ranked, guint max)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (int));

  g_array_sort (ranked, compare_ranked);
  for (guint i = 0; i < MIN (ranked->len, max); i++)
    g_array_append_val (places, g_array_index (ranked, Ranked, i).place);
  return places;
}

/* From 0 to 1: how well words of the question name it. */
static double
get_named (const AskNameMatch *match)
{
  return match->met > 0 ? match->score : 0;
}

/*
 * ask_part_rank_attributes:
 * @self: a maker
 * @wish: what the attribute is to be
 * @max: as many at most
 *
 * Returns: (transfer full) (element-type int): attributes that may stand there, the likeliest first: of what is joined, and
 *   of what the question names
 */
GArray *
ask_part_rank_attributes (const AskPartMaker *self, AskPartWish wish, guint max)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  const AskDomainAttribute *like = wish.like != ASK_DOMAIN_STAR ? ask_domain_attribute (self->domain, wish.like) : NULL;

  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, a);
      double named = get_named (&g_array_index (self->guess->question->attributes, AskNameMatch, a));
      Ranked item = { 0, (int) a };

      if ((int) a == wish.like || (named <= 0 && !self->near[attribute->entity])
          || (wish.numeric && !attribute->numeric)
          || ((attribute->key || attribute->joins) && (wish.numeric || named < 0.9)))
        continue;
      item.worth = 1 / (1 + exp (-(double) self->guess->attributes[a][wish.role])) + 0.5 * named
                   + (like != NULL && like->entity == attribute->entity ? 0.3 : 0)
                   + (like != NULL && like->kind == attribute->kind ? 0.2 : 0)
                   + (self->near[attribute->entity] ? 0.15 : 0) - (attribute->key || attribute->joins ? 0.5 : 0);
      g_array_append_val (ranked, item);
    }
  return take_best (ranked, max);
}

/*
 * ask_part_rank_entities:
 * @self: a maker
 * @max: as many at most
 *
 * Returns: (transfer full) (element-type int): entities that may be counted instead: those that the question names, and
 *   neighbours
 */
GArray *
ask_part_rank_entities (const AskPartMaker *self, guint max)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  g_autofree gboolean *neighbour = g_new0 (gboolean, MAX (self->domain->entities->len, 1));

  for (guint i = 0; i < self->domain->joins->len; i++)
    {
      guint from = ask_domain_attribute (self->domain, ask_domain_join (self->domain, i)->from)->entity;
      guint to = ask_domain_attribute (self->domain, ask_domain_join (self->domain, i)->to)->entity;

      neighbour[from] = neighbour[from] || self->near[to];
      neighbour[to] = neighbour[to] || self->near[from];
    }
  for (guint e = 0; e < self->domain->entities->len; e++)
    {
      double named = get_named (&g_array_index (self->guess->question->entities, AskNameMatch, e));
      Ranked item = { named + (neighbour[e] ? 0.3 : 0), (int) e };

      if (item.worth > 0)
        g_array_append_val (ranked, item);
    }
  return take_best (ranked, max);
}

/*
 * ask_part_find_homes:
 * @self: a maker
 * @attribute: that is compared with @value now
 * @value: words of the question, as they are stored
 *
 * Returns: (transfer full) (element-type AskDomainValue): what the same words may be a value of, and which; the texts are
 *   those of the question
 */
GArray *
ask_part_find_homes (const AskPartMaker *self, int attribute, const char *value)
{
  const GArray *mentions = self->guess->question->mentions;
  GArray *homes = g_array_new (FALSE, FALSE, sizeof (AskDomainValue));

  for (guint m = 0; m < mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->guess->question, m);
      gboolean here = FALSE;

      for (guint i = 0; i < mention->links->len && !here; i++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);

          here = link->attribute == attribute && g_strcmp0 (link->value, value) == 0;
        }
      for (guint i = 0; here && i < mention->links->len; i++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);

          if (link->value != NULL && (link->attribute != attribute || strcmp (link->value, value) != 0))
            g_array_append_val (homes, ((AskDomainValue) { link->attribute, link->value, TRUE }));
        }
    }
  return homes;
}

static gboolean
share_word (GPtrArray *a, GPtrArray *b)
{
  for (guint i = 0; i < a->len; i++)
    if (g_ptr_array_find_with_equal_func (b, a->pdata[i], g_str_equal, NULL))
      return TRUE;
  return FALSE;
}

/* How many letters both begin with. */
static guint
count_common (const char *a, const char *b)
{
  guint n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return n;
}

/*
 * ask_part_rank_values:
 * @self: a maker
 * @attribute: a text
 * @value: that it is compared with now
 * @max: as many at most
 *
 * Returns: (transfer full) (element-type utf8): other values of it: all where they are few, else what is like @value; none
 *   where the index does not know them. Where it cannot be read @failure is set
 */
GPtrArray *
ask_part_rank_values (AskPartMaker *self, int attribute, const char *value, guint max)
{
  g_autoptr (GPtrArray) values
    = self->failure == NULL ? ask_domain_list_values (self->domain, attribute, &self->failure) : NULL;
  g_autofree char *folded = ask_text_fold (value);
  g_autoptr (GPtrArray) words = ask_text_words (value);
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  g_autoptr (GArray) best = NULL;
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; values != NULL && i < values->len; i++)
    {
      g_autofree char *other = ask_text_fold (values->pdata[i]);
      g_autoptr (GPtrArray) others = ask_text_words (values->pdata[i]);
      guint common = count_common (folded, other);
      Ranked item = { (share_word (words, others) ? 10 : 0) + common, (int) i };

      if (strcmp (values->pdata[i], value) != 0 && (values->len <= MAX_LISTED || item.worth >= 4))
        g_array_append_val (ranked, item);
    }
  best = take_best (ranked, max);
  for (guint i = 0; i < best->len; i++)
    g_ptr_array_add (found, g_strdup (values->pdata[g_array_index (best, int, i)]));
  return found;
}

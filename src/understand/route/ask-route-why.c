/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why a source could answer: which words of the question were met where, the most telling first.
 */
#include "config.h"

#include "understand/route/ask-route-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_REASONS 5
/* What words weigh that are told where no source has them, and where one has. */
#define MIN_TELLING 0.5
#define MIN_SAID 0.1
/* And of a value: "number" is the name of a song, too. */
#define MIN_VALUE 0.3
/* A question this near is worth telling of. */
#define NEAR 0.5F

static char *
name_attribute (const AskRouteIndex *index, guint id)
{
  const AskRouteAttribute *attribute = ask_route_index_attribute (index, id);

  return g_strdup_printf ("%s.%s", ask_route_index_entity (index, attribute->entity)->entity->name,
                          attribute->attribute->name);
}

static char *
join_words (const AskRouteScene *self, guint first, guint n)
{
  GString *joined = g_string_new (self->surfaces->pdata[first]);

  for (guint i = 1; i < n; i++)
    g_string_append_printf (joined, " %s", (char *) self->surfaces->pdata[first + i]);
  return g_string_free (joined, FALSE);
}

/* Returns: (transfer full) (nullable): where the source has the word that stands in the question as @word */
static char *
place_form (const AskRouteScene *self, guint id, const AskRouteForm *form, const char *word)
{
  const AskRouteSource *source = ask_route_index_source (self->index, id);
  AskRoutePostings found
    = ask_route_postings_within (form->found[ASK_ROUTE_IN_ENTITY], source->first_entity, source->n_entities);

  if (found.n > 0)
    /* Translators: a word of a question, and an entity or attribute of a source. */
    return g_strdup_printf (_ ("“%s” names %s"), word,
                            ask_route_index_entity (self->index, found.first[0])->entity->name);
  found
    = ask_route_postings_within (form->found[ASK_ROUTE_IN_ATTRIBUTE], source->first_attribute, source->n_attributes);
  if (found.n > 0)
    {
      g_autofree char *name = name_attribute (self->index, found.first[0]);

      return g_strdup_printf (_ ("“%s” names %s"), word, name);
    }
  if (ask_route_postings_within (form->found[ASK_ROUTE_IN_SOURCE], id, 1).n > 0)
    return g_strdup_printf (_ ("“%s” is in the source's name"), word);
  if (ask_route_postings_within (form->found[ASK_ROUTE_IN_ABOUT], id, 1).n > 0)
    return g_strdup_printf (_ ("“%s” is in what is said of the source"), word);
  found = ask_route_postings_within (form->found[ASK_ROUTE_IN_TEXT], source->first_entity, source->n_entities);
  if (found.n > 0)
    return g_strdup_printf (_ ("“%s” is in the description of %s"), word,
                            ask_route_index_entity (self->index, found.first[0])->entity->name);
  if (form->factor >= 1 && ask_route_postings_within (form->found[ASK_ROUTE_IN_VALUE_WORD], id, 1).n > 0)
    return g_strdup_printf (_ ("“%s” stands in its values"), word);
  return NULL;
}

static void
explain_word (const AskRouteScene *self, guint id, const AskRouteWord *word, GPtrArray *reasons)
{
  for (guint f = 0; f < word->n_forms; f++)
    {
      g_autofree char *place = place_form (self, id, &word->forms[f], self->surfaces->pdata[word->place]);

      if (place == NULL)
        continue;
      g_ptr_array_add (reasons, word->forms[f].factor < 1
                                  /* Translators: %s is a reason, such as “clients” names customer. */
                                  ? g_strdup_printf (_ ("perhaps %s"), place)
                                  : g_steal_pointer (&place));
      return;
    }
}

static int
compare_weights (gconstpointer a, gconstpointer b)
{
  const AskRouteWord *first = *(const AskRouteWord *const *) a;
  const AskRouteWord *second = *(const AskRouteWord *const *) b;

  if (first->weight != second->weight)
    return first->weight > second->weight ? -1 : 1;
  return (first->place > second->place) - (first->place < second->place);
}

/*
 * ask_route_scene_explain:
 *
 * Returns: (transfer full): a sentence
 */
char *
ask_route_scene_explain (const AskRouteScene *self, const AskRouteCandidate *candidate)
{
  const AskRouteSource *source = ask_route_index_source (self->index, candidate->source);
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree char *joined = NULL;
  guint64 told = 0;

  for (guint s = 0; s < self->spans->len; s++)
    {
      const AskRouteSpan *span = ask_route_scene_span (self, s);
      AskRoutePostings found = ask_route_postings_within (span->found, source->first_attribute, source->n_attributes);
      g_autofree char *text = NULL;
      g_autofree char *name = NULL;
      double weight = 0;

      for (guint w = 0; w < self->words->len; w++)
        weight += span->words & (G_GUINT64_CONSTANT (1) << w) ? ask_route_scene_word (self, w)->weight : 0;
      if (found.n == 0 || (!span->number && weight < MIN_VALUE))
        continue;
      text = join_words (self, span->first, span->n);
      name = name_attribute (self->index, found.first[0]);
      g_ptr_array_add (reasons, g_strdup_printf (_ ("“%s” is a value of %s"), text, name));
      told |= span->words;
    }
  for (guint w = 0; w < self->words->len; w++)
    if (!(told & (G_GUINT64_CONSTANT (1) << w)))
      g_ptr_array_add (words, ask_route_scene_word (self, w));
  g_ptr_array_sort (words, compare_weights);
  /* Words of every kind of question are told where there are no others. */
  for (guint w = 0; w < words->len; w++)
    if (reasons->len == 0 || ((AskRouteWord *) words->pdata[w])->weight >= MIN_SAID)
      explain_word (self, candidate->source, words->pdata[w], reasons);
  if (candidate->features[ASK_ROUTE_NEAREST] >= NEAR)
    g_ptr_array_insert (reasons, 0, g_strdup (_ ("it answered a question like this")));
  if (reasons->len > MAX_REASONS)
    g_ptr_array_set_size (reasons, MAX_REASONS);
  if (reasons->len == 0)
    return g_strdup (candidate->features[ASK_ROUTE_LIKE_SOURCE] > 0 && candidate->features[ASK_ROUTE_NEAREST] <= 0
                       ? _ ("Its names are near the question in meaning.")
                       : _ ("Its earlier questions share words with this one."));
  g_ptr_array_add (reasons, NULL);
  joined = g_strjoinv ("; ", (char **) reasons->pdata);
  return g_strdup_printf ("%c%s.", g_ascii_toupper (*joined), joined + 1);
}

/*
 * ask_route_scene_list_unknown:
 *
 * Returns: (transfer full) (element-type utf8): the words that no source has
 */
GPtrArray *
ask_route_scene_list_unknown (const AskRouteScene *self)
{
  GPtrArray *unknown = g_ptr_array_new_with_free_func (g_free);
  guint64 valued = 0;

  for (guint s = 0; s < self->spans->len; s++)
    valued |= ask_route_scene_span (self, s)->words;
  for (guint w = 0; w < self->words->len; w++)
    {
      const AskRouteWord *word = ask_route_scene_word (self, w);
      gboolean found = (valued & (G_GUINT64_CONSTANT (1) << w)) != 0;

      for (guint f = 0; f < word->n_forms && !found; f++)
        found = word->forms[f].found[ASK_ROUTE_IN_NAMES].n + word->forms[f].found[ASK_ROUTE_IN_VALUE_WORD].n
                  + word->forms[f].found[ASK_ROUTE_IN_QUESTION].n
                > 0;
      /* Words of every kind of question need no source. */
      if (!found && word->weight >= MIN_TELLING)
        g_ptr_array_add (unknown, g_strdup (self->surfaces->pdata[word->place]));
    }
  return unknown;
}

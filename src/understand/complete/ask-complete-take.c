/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a place of a composed question takes: entities, attributes and metrics by all their names. Each either stands
 * there, and the way goes on behind it, or it can follow, and is offered.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "understand/complete/ask-complete-grammar-private.h"
#include "understand/interpret/ask-label.h"

/* More ways than these have no meaning that one could be sure of. */
#define MAX_WAYS 2000
/* Of all attributes of all entities so many are offered before anything is typed. */
#define MAX_UNTYPED 60

/*
 * ask_walk_push:
 * @walk: goes on with a way
 * @parse: the way as it was
 * @state: where it goes on
 * @n: words that it takes
 */
void
ask_walk_push (AskWalk *walk, const AskParse *parse, guint state, guint n)
{
  AskParse next = *parse;

  next.state = (guint8) state;
  next.at += n;
  if (walk->queue->len < MAX_WAYS)
    g_array_append_val (walk->queue, next);
}

/*
 * ask_walk_take_if:
 * @walk: a walk
 * @parse: within a condition
 * @condition: with one value more
 * @n: tokens of this value
 */
void
ask_walk_take_if (AskWalk *walk, const AskParse *parse, const AskComposedIf *condition, guint n)
{
  AskParse next = *parse;

  next.ifs[next.n_ifs] = *condition;
  if (condition->op == ASK_DRAFT_BETWEEN && condition->n == 1)
    {
      ask_walk_push (walk, &next, STATE_AND, n);
      return;
    }
  next.n_ifs++;
  next.after_if = TRUE;
  ask_walk_push (walk, &next, STATE_REST, n);
}

/*
 * ask_walk_get_lang:
 * @walk: a walk
 * @parse: some way
 *
 * Returns: what the question is in, or where nothing tells, the person's
 */
AskLang
ask_walk_get_lang (const AskWalk *walk, const AskParse *parse)
{
  return parse->lang != ASK_LANG_ANY ? parse->lang : walk->person;
}

/*
 * ask_walk_offer:
 * @walk: a walk
 * @parse: where @text can follow
 * @kind: of it
 * @text: instead of all that is typed from there on
 * @what: (transfer full): what it is
 * @score: before what was typed is looked at
 */
void
ask_walk_offer (AskWalk *walk, const AskParse *parse, AskCompletionKind kind, const char *text, char *what,
                double score)
{
  AskCompletion *offer;
  gboolean typed = parse->at < walk->typed->len;
  g_autofree char *key = g_strdup_printf ("%d %s", kind, text);

  score *= !typed ? 0.6 : walk->free ? 0.3 : walk->typos ? 0.4 : 1;
  offer = g_hash_table_lookup (walk->offered, key);
  if (offer != NULL)
    {
      offer->score = MAX (offer->score, score);
      g_free (what);
      return;
    }
  offer = g_new0 (AskCompletion, 1);
  offer->kind = kind;
  offer->start = typed ? ask_typed (walk, parse->at)->start : walk->cursor;
  offer->end = walk->cursor;
  offer->text = g_strdup (text);
  offer->what = what;
  offer->score = score;
  offer->certain = !walk->free;
  g_ptr_array_add (walk->offers, offer);
  g_hash_table_insert (walk->offered, g_steal_pointer (&key), offer);
}

static const char *
name_entity (const AskWalk *walk, guint entity)
{
  return ask_domain_entity (walk->names->domain, entity)->name;
}

static char *
tell_attribute (const AskWalk *walk, int attribute)
{
  /* Translators: of an attribute: the entity that it belongs to. */
  return g_strdup_printf (_ ("attribute of %s"),
                          name_entity (walk, ask_domain_attribute (walk->names->domain, attribute)->entity));
}

/*
 * ask_walk_offer_entity:
 * @walk: gathers what can follow
 * @parse: where
 * @said: a way to say the entity
 * @several: whether many of it are meant
 */
void
ask_walk_offer_entity (AskWalk *walk, const AskParse *parse, const AskSaid *said, gboolean several)
{
  guint skipped;
  gboolean english = ask_walk_get_lang (walk, parse) == ASK_LANG_ENGLISH;
  guint entity = g_array_index (said->things, guint, 0);

  /* A name for two things is certain of none. */
  if (walk->offers == NULL || said->things->len != 1 || (said->synonym && parse->at >= walk->typed->len)
      || !ask_said_begins (walk, parse->at, said->words, &skipped))
    return;
  ask_walk_offer (walk, parse, ASK_COMPLETION_ENTITY,
                  several && english && said->several != NULL ? said->several : said->text,
                  said->synonym ? g_strdup_printf (_ ("entity %s"), name_entity (walk, entity))
                                : g_strdup (_ ("entity")),
                  (skipped > 0 ? 0.7 : 0.85) * (said->synonym ? 0.9 : 1));
}

/*
 * ask_walk_take_entities:
 * @walk: reads on
 * @parse: from here
 * @state: where it goes on behind the name
 * @wanted: (nullable): whether an entity may stand here
 *
 * Entities by all their names.
 */
void
ask_walk_take_entities (AskWalk *walk, const AskParse *parse, guint state, AskWalkWanted wanted)
{
  for (guint i = 0; i < walk->names->entities->len; i++)
    {
      const AskSaid *said = walk->names->entities->pdata[i];
      guint entity = g_array_index (said->things, guint, 0);
      AskParse next = *parse;
      guint n;

      if (said->things->len != 1 || (wanted != NULL && !wanted (walk, parse, entity)))
        continue;
      ask_walk_offer_entity (walk, parse, said, TRUE);
      n = ask_said_match (walk, parse->at, said, &next.penalty);
      if (n == 0)
        continue;
      if (state == STATE_REST && parse->verb == ASK_VERB_MOST)
        next.child = (int) entity;
      else
        next.entity = (int) entity;
      ask_walk_push (walk, &next, state, n);
    }
}

/*
 * ask_walk_is_figure:
 * Returns: whether the attribute is a number that can be summed up
 */
gboolean
ask_walk_is_figure (const AskDomainAttribute *attribute)
{
  return attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && !attribute->attribute->hidden;
}

/*
 * ask_walk_is_measure:
 * Returns: whether something is measured by it: nobody means the highest number that only tells rows apart
 */
gboolean
ask_walk_is_measure (const AskDomainAttribute *attribute)
{
  return ask_walk_is_figure (attribute) && !attribute->key && !attribute->foreign && !attribute->joins;
}

/*
 * ask_walk_is_any:
 * Returns: whether a question may name it
 */
gboolean
ask_walk_is_any (const AskDomainAttribute *attribute)
{
  return !attribute->attribute->hidden;
}

/*
 * ask_walk_is_compared:
 * Returns: whether it can be compared with something
 */
gboolean
ask_walk_is_compared (const AskDomainAttribute *attribute)
{
  return ask_walk_is_any (attribute) && (attribute->kind != ASK_DOMAIN_TIME || attribute->numeric || attribute->dated)
         && (attribute->kind != ASK_DOMAIN_NUMBER || attribute->numeric);
}

/* Numbers that nothing is measured by come last. */
static double
weigh (const AskDomainAttribute *attribute)
{
  return attribute->key || attribute->foreign || attribute->joins ? 0.5 : 1;
}

/* The attribute of @entity that is called so. Returns: -1 where there is none, or two */
static int
resolve (const AskWalk *walk, const AskSaid *said, guint entity, AskWalkFilter filter)
{
  int found = -1;

  for (guint i = 0; i < said->things->len; i++)
    {
      guint place = g_array_index (said->things, guint, i);
      const AskDomainAttribute *attribute = ask_domain_attribute (walk->names->domain, place);

      if (attribute->entity != entity || !filter (attribute))
        continue;
      if (found >= 0)
        return -1;
      found = (int) place;
    }
  return found;
}

/*
 * ask_walk_resolve_all:
 * Returns: whether @entity has all attributes that @parse shows; they are its own then
 */
gboolean
ask_walk_resolve_all (const AskWalk *walk, AskParse *parse, guint entity)
{
  AskWalkFilter filter = parse->verb == ASK_VERB_FIGURE ? ask_walk_is_figure : ask_walk_is_any;

  for (guint i = 0; i < parse->n_shown; i++)
    if ((parse->attributes[i] = resolve (walk, parse->shown[i], entity, filter)) < 0)
      return FALSE;
  parse->entity = (int) entity;
  return TRUE;
}

static gboolean
has_shown (AskWalk *walk, const AskParse *parse, guint entity)
{
  AskParse tried = *parse;

  return ask_walk_resolve_all (walk, &tried, entity);
}

/*
 * ask_walk_take_attributes:
 * Names of attributes of any entity that may stand beside those that are named already; @filter says which may
 */
void
ask_walk_take_attributes (AskWalk *walk, const AskParse *parse, AskWalkFilter filter)
{
  guint n_untyped = 0;

  for (guint i = 0; i < walk->names->attributes->len; i++)
    {
      const AskSaid *said = walk->names->attributes->pdata[i];
      guint skipped;
      int some = -1;
      AskParse next = *parse;
      guint n = ask_said_match (walk, parse->at, said, &next.penalty);
      gboolean begins = walk->offers != NULL && (parse->at < walk->typed->len || n_untyped < MAX_UNTYPED)
                        && ask_said_begins (walk, parse->at, said->words, &skipped);

      if (n == 0 && !begins)
        continue;
      next.shown[next.n_shown++] = said;
      for (guint t = 0; t < said->things->len && some < 0; t++)
        {
          int place = g_array_index (said->things, int, t);

          if (filter (ask_domain_attribute (walk->names->domain, place))
              && has_shown (walk, &next, ask_domain_attribute (walk->names->domain, place)->entity))
            some = place;
        }
      if (some < 0)
        continue;
      if (begins)
        {
          n_untyped++;
          ask_walk_offer (walk, parse, ASK_COMPLETION_ATTRIBUTE, said->text,
                          said->things->len == 1 ? tell_attribute (walk, some) : g_strdup (_ ("attribute")),
                          (skipped > 0 ? 0.65 : 0.8) * (said->synonym ? 0.9 : 1)
                            * weigh (ask_domain_attribute (walk->names->domain, some)));
        }
      if (n > 0)
        {
          next.penalty++;
          ask_walk_push (walk, &next, STATE_SHOWN, n);
        }
    }
}

/*
 * ask_walk_take_metrics:
 * Metrics by their names.
 */
void
ask_walk_take_metrics (AskWalk *walk, const AskParse *parse)
{
  for (guint i = 0; i < walk->names->metrics->len; i++)
    {
      const AskSaid *said = walk->names->metrics->pdata[i];
      guint metric = g_array_index (said->things, guint, 0);
      guint entity = ask_domain_metric (walk->names->domain, metric)->entity;
      AskParse next = *parse;
      guint skipped;
      guint n;

      if (said->things->len != 1)
        continue;
      if (walk->offers != NULL && ask_said_begins (walk, parse->at, said->words, &skipped))
        /* Translators: a metric, and the entity that it is of. */
        ask_walk_offer (walk, parse, ASK_COMPLETION_ATTRIBUTE, said->text,
                        g_strdup_printf (_ ("metric of %s"), name_entity (walk, entity)), skipped > 0 ? 0.65 : 0.82);
      n = ask_said_match (walk, parse->at, said, &next.penalty);
      if (n == 0)
        continue;
      next.verb = ASK_VERB_FIGURE;
      next.metric = (int) metric;
      next.entity = (int) entity;
      ask_walk_push (walk, &next, STATE_REST, n);
    }
}

/* What may be named next.
 * @said: (nullable): how the attribute is called; %NULL where the entity's name stands for it
 * @reach: (nullable): where another entity has it
 * @state: where the question goes on */
typedef struct
{
  const AskSaid *said;
  const AskReach *reach;
  int attribute;
  guint state;
  double score;
} Reference;

/* "name of artist", or "artist" alone. */
static void
take_reference (AskWalk *walk, const AskParse *parse, const Reference *reference, AskWalkAssign assign)
{
  const AskSaid *said = reference->said;
  const AskReach *reach = reference->reach;
  const AskSaid *owner = reach != NULL ? walk->names->of_entity->pdata[reach->to] : NULL;
  const AskSaid *first = said != NULL ? said : owner;
  AskParse next = *parse;
  guint n;

  if (first == NULL || (reach != NULL && (owner == NULL || owner->things->len != 1)))
    return;
  if (walk->offers != NULL)
    {
      const char *of = ask_say_get_of (ask_walk_get_lang (walk, parse));
      g_autofree char *text
        = said != NULL && owner != NULL ? g_strjoin (" ", said->text, of, owner->text, NULL) : g_strdup (first->text);
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_auto (GStrv) words = NULL;
      guint skipped;

      g_strv_builder_addv (builder, (const char **) first->words);
      if (said != NULL && owner != NULL)
        {
          g_strv_builder_add (builder, of);
          g_strv_builder_addv (builder, (const char **) owner->words);
        }
      words = g_strv_builder_end (builder);
      if (ask_said_begins (walk, parse->at, words, &skipped))
        ask_walk_offer (walk, parse, said != NULL ? ASK_COMPLETION_ATTRIBUTE : ASK_COMPLETION_ENTITY, text,
                        said != NULL ? tell_attribute (walk, reference->attribute) : g_strdup (_ ("entity")),
                        skipped > 0 ? reference->score * 0.8 : reference->score);
    }
  n = ask_said_match (walk, parse->at, first, &next.penalty);
  if (n == 0)
    return;
  next.at += n;
  if (said != NULL && owner != NULL)
    {
      AskParse behind;

      if (next.at >= walk->typed->len)
        return;
      {
        GPtrArray *offers = g_steal_pointer (&walk->offers);
        gboolean of = ask_walk_say (walk, &next, ASK_SAY_OF, &behind);

        walk->offers = offers;
        if (!of || (n = ask_said_match (walk, behind.at, owner, &behind.penalty)) == 0)
          return;
      }
      next = behind;
      next.at += n;
    }
  assign (&next, reference->attribute, said == NULL ? reach->key : -1);
  ask_walk_push (walk, &next, reference->state, 0);
}

/*
 * ask_walk_take_own:
 * @walk: reads on
 * @parse: from here
 * @filter: which attributes may stand here
 * @assign: notes which one does
 * @state: where it goes on
 *
 * An attribute of the entity that was named.
 */
void
ask_walk_take_own (AskWalk *walk, const AskParse *parse, AskWalkFilter filter, AskWalkAssign assign, guint state)
{
  const AskDomainEntity *entity = ask_domain_entity (walk->names->domain, parse->entity);

  for (guint i = 0; i < walk->names->attributes->len; i++)
    {
      const AskSaid *said = walk->names->attributes->pdata[i];
      int attribute = -1;

      /* Each by its name, and by what else it is called. */
      for (guint t = 0; t < said->things->len; t++)
        {
          guint place = g_array_index (said->things, guint, t);

          if (place >= entity->first && place < entity->first + entity->n_attributes)
            attribute = resolve (walk, said, (guint) parse->entity, filter);
        }
      if (attribute >= 0 && !(said->synonym && parse->at >= walk->typed->len))
        take_reference (walk, parse,
                        &(Reference) { said, NULL, attribute, state,
                                       (said->synonym ? 0.75 : 0.85)
                                         * weigh (ask_domain_attribute (walk->names->domain, attribute)) },
                        assign);
    }
}

/*
 * ask_walk_take_references:
 * @walk: reads on
 * @parse: from here
 * @filter: which attributes may stand here
 * @assign: notes which one does
 * @state: where it goes on
 *
 * An attribute of the entity or of one that it leads to, or such an entity by what its rows are called.
 */
void
ask_walk_take_references (AskWalk *walk, const AskParse *parse, AskWalkFilter filter, AskWalkAssign assign, guint state)
{
  AskDomain *domain = walk->names->domain;
  g_autoptr (GArray) reach = ask_vocab_list_reach (walk->names, (guint) parse->entity);

  ask_walk_take_own (walk, parse, filter, assign, state);
  for (guint r = 0; r < reach->len; r++)
    {
      const AskReach *at = &g_array_index (reach, AskReach, r);
      const AskDomainEntity *entity = ask_domain_entity (domain, at->to);
      int label = ask_label_get (domain, at->to);
      const AskDomainAttribute *called = ask_domain_attribute (domain, label);

      if (called->kind == ASK_DOMAIN_TEXT && ask_walk_is_any (called))
        take_reference (walk, parse, &(Reference) { NULL, at, label, state, 0.9 - 0.1 * at->depth }, assign);
      for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
        if (filter (ask_domain_attribute (domain, a)) && walk->names->of_attribute->pdata[a] != NULL
            && resolve (walk, walk->names->of_attribute->pdata[a], at->to, filter) == (int) a)
          take_reference (walk, parse,
                          &(Reference) { walk->names->of_attribute->pdata[a], at, (int) a, state,
                                         (0.65 - 0.1 * at->depth) * weigh (ask_domain_attribute (domain, a)) },
                          assign);
    }
}

/*
 * ask_walk_offer_names:
 * @walk: of a text that the grammar does not have
 *
 * Offers all names that begin like its last word: whoever asks in words of their own still has to spell them.
 */
void
ask_walk_offer_names (AskWalk *walk)
{
  AskParse last = { .at = walk->typed->len - 1, .entity = -1 };

  walk->free = TRUE;
  for (guint i = 0; i < walk->names->entities->len; i++)
    ask_walk_offer_entity (walk, &last, walk->names->entities->pdata[i], TRUE);
  for (guint i = 0; i < walk->names->attributes->len; i++)
    {
      const AskSaid *said = walk->names->attributes->pdata[i];
      int attribute = g_array_index (said->things, int, 0);
      guint skipped;

      if (ask_said_begins (walk, last.at, said->words, &skipped))
        ask_walk_offer (walk, &last, ASK_COMPLETION_ATTRIBUTE, said->text,
                        said->things->len == 1 ? tell_attribute (walk, attribute) : g_strdup (_ ("attribute")),
                        skipped > 0 ? 0.65 : 0.8);
    }
}

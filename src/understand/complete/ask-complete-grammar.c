/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grammar of composed questions. A question is read from left to right in all ways at once; where a way needs a word
 * that is not typed yet, or only begun, this word is what can follow.
 */
#include "config.h"

#include "understand/complete/ask-complete-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "understand/interpret/ask-label.h"

/* More ways than these have no meaning that one could be sure of. */
#define MAX_WAYS 2000
/* Of all attributes of all entities so many are offered before anything is typed. */
#define MAX_UNTYPED 60

enum
{
  STATE_START,
  STATE_SHOW, /* what is shown */
  STATE_SHOWN, /* behind an attribute whose entity is to come */
  STATE_SHOW_MORE,
  STATE_OF,
  STATE_FIGURE, /* what is summed up */
  STATE_COUNT,
  STATE_WHICH,
  STATE_MOST,
  STATE_MOST_OF,
  STATE_TOP,
  STATE_TOP_BY,
  STATE_TOP_OF,
  STATE_TOP_CHILD,
  STATE_REST, /* all that has to be said is said */
  STATE_IF,
  STATE_COMPARE,
  STATE_VALUE,
  STATE_AND, /* between two values */
  STATE_GROUP,
  STATE_SORT
};

/* Which attributes may stand at a place. */
typedef gboolean (*Filter) (const AskDomainAttribute *attribute);

/* Notes what was named. @key: of an entity that was named in an attribute's place, else -1 */
typedef void (*Assign) (AskParse *parse, int attribute, int key);

static void
push (AskWalk *walk, const AskParse *parse, guint state, guint n)
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
      push (walk, &next, STATE_AND, n);
      return;
    }
  next.n_ifs++;
  next.after_if = TRUE;
  push (walk, &next, STATE_REST, n);
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

static void
offer_entity (AskWalk *walk, const AskParse *parse, const AskSaid *said, gboolean several)
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

/* Entities by all their names. @wanted: (nullable): whether one may stand here */
static void
take_entities (AskWalk *walk, const AskParse *parse, guint state,
               gboolean (*wanted) (AskWalk *, const AskParse *, guint))
{
  for (guint i = 0; i < walk->names->entities->len; i++)
    {
      const AskSaid *said = walk->names->entities->pdata[i];
      guint entity = g_array_index (said->things, guint, 0);
      AskParse next = *parse;
      guint n;

      if (said->things->len != 1 || (wanted != NULL && !wanted (walk, parse, entity)))
        continue;
      offer_entity (walk, parse, said, TRUE);
      n = ask_said_match (walk, parse->at, said, &next.penalty);
      if (n == 0)
        continue;
      if (state == STATE_REST && parse->verb == ASK_VERB_MOST)
        next.child = (int) entity;
      else
        next.entity = (int) entity;
      push (walk, &next, state, n);
    }
}

static gboolean
is_figure (const AskDomainAttribute *attribute)
{
  return attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && !attribute->attribute->hidden;
}

/* Nobody means the highest number that only tells rows apart. */
static gboolean
is_measure (const AskDomainAttribute *attribute)
{
  return is_figure (attribute) && !attribute->key && !attribute->foreign && !attribute->joins;
}

static gboolean
is_any (const AskDomainAttribute *attribute)
{
  return !attribute->attribute->hidden;
}

static gboolean
is_compared (const AskDomainAttribute *attribute)
{
  return is_any (attribute) && (attribute->kind != ASK_DOMAIN_TIME || attribute->numeric || attribute->dated)
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
resolve (const AskWalk *walk, const AskSaid *said, guint entity, Filter filter)
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

static gboolean
resolve_all (const AskWalk *walk, AskParse *parse, guint entity)
{
  Filter filter = parse->verb == ASK_VERB_FIGURE ? is_figure : is_any;

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

  return resolve_all (walk, &tried, entity);
}

/* Names of attributes of any entity that may stand beside those that are named already. */
static void
take_attributes (AskWalk *walk, const AskParse *parse, Filter filter)
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
          push (walk, &next, STATE_SHOWN, n);
        }
    }
}

static void
take_metrics (AskWalk *walk, const AskParse *parse)
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
      push (walk, &next, STATE_REST, n);
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
take_reference (AskWalk *walk, const AskParse *parse, const Reference *reference, Assign assign)
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
  push (walk, &next, reference->state, 0);
}

static void
take_own (AskWalk *walk, const AskParse *parse, Filter filter, Assign assign, guint state)
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

/* An attribute of the entity or of one that it leads to, or such an entity by what its rows are called. */
static void
take_references (AskWalk *walk, const AskParse *parse, Filter filter, Assign assign, guint state)
{
  AskDomain *domain = walk->names->domain;
  g_autoptr (GArray) reach = ask_names_list_reach (walk->names, (guint) parse->entity);

  take_own (walk, parse, filter, assign, state);
  for (guint r = 0; r < reach->len; r++)
    {
      const AskReach *at = &g_array_index (reach, AskReach, r);
      const AskDomainEntity *entity = ask_domain_entity (domain, at->to);
      int label = ask_label_get (domain, at->to);
      const AskDomainAttribute *called = ask_domain_attribute (domain, label);

      if (called->kind == ASK_DOMAIN_TEXT && is_any (called))
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

static void
assign_if (AskParse *parse, int attribute, int key)
{
  parse->ifs[parse->n_ifs] = (AskComposedIf) { .attribute = attribute };
}

static void
assign_group (AskParse *parse, int attribute, int key)
{
  parse->group = attribute;
  parse->group_key = key;
  parse->after_if = FALSE;
}

static void
assign_order (AskParse *parse, int attribute, int key)
{
  parse->order = attribute;
  parse->after_if = FALSE;
}

static void
begin_show (AskWalk *walk, const AskParse *parse)
{
  AskParse next;

  /* "top 5": any number may stand there. */
  ask_walk_say (walk, parse, ASK_SAY_TOP, &next);
  if (parse->at + 1 < walk->typed->len && strcmp (ask_typed (walk, parse->at)->folded, "top") == 0)
    {
      double n;

      next = *parse;
      if (ask_typed_to_number (ask_typed (walk, parse->at + 1), &n) && n >= 1 && n <= 1000 && n == (gint64) n)
        {
          next.limit = (gint64) n;
          next.verb = ASK_VERB_SHOW;
          push (walk, &next, parse->entity >= 0 ? STATE_TOP_BY : STATE_TOP, 2);
        }
    }
}

static void
step_start (AskWalk *walk, const AskParse *parse)
{
  static const struct
  {
    AskSay say;
    AskComposedVerb verb;
    AskDraftAggregate aggregate;
    guint state;
  } verbs[] = {
    { ASK_SAY_COUNT, ASK_VERB_COUNT, ASK_DRAFT_COUNT, STATE_COUNT },
    { ASK_SAY_SHOW, ASK_VERB_SHOW, ASK_DRAFT_PLAIN, STATE_SHOW },
    { ASK_SAY_AVERAGE, ASK_VERB_FIGURE, ASK_DRAFT_AVG, STATE_FIGURE },
    { ASK_SAY_TOTAL, ASK_VERB_FIGURE, ASK_DRAFT_SUM, STATE_FIGURE },
    { ASK_SAY_HIGHEST, ASK_VERB_FIGURE, ASK_DRAFT_MAX, STATE_FIGURE },
    { ASK_SAY_LOWEST, ASK_VERB_FIGURE, ASK_DRAFT_MIN, STATE_FIGURE },
    { ASK_SAY_WHICH, ASK_VERB_MOST, ASK_DRAFT_COUNT, STATE_WHICH },
  };
  AskParse next;

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (ask_walk_say (walk, parse, verbs[i].say, &next))
      {
        next.verb = verbs[i].verb;
        next.aggregate = verbs[i].aggregate;
        push (walk, &next, verbs[i].state, 0);
      }
  begin_show (walk, parse);
  take_metrics (walk, parse);
  take_entities (walk, parse, STATE_REST, NULL);
}

/* "all" and "the" change nothing. */
static AskParse
skip_all (AskWalk *walk, const AskParse *parse)
{
  GPtrArray *offers = g_steal_pointer (&walk->offers);
  AskParse next;
  gboolean said = ask_walk_say (walk, parse, ASK_SAY_ALL, &next);

  walk->offers = offers;
  return said ? next : *parse;
}

static void
step_show (AskWalk *walk, const AskParse *parse)
{
  AskParse next = skip_all (walk, parse);

  take_entities (walk, &next, STATE_REST, NULL);
  take_metrics (walk, &next);
  take_attributes (walk, &next, is_any);
  begin_show (walk, &next);
}

/* Only one entity has all that is to be shown, or it is named. */
static void
step_shown (AskWalk *walk, const AskParse *parse)
{
  const AskSaid *said = parse->shown[0];
  AskParse only = *parse;
  AskParse next;
  guint n = 0;

  if (ask_walk_say (walk, parse, ASK_SAY_OF, &next))
    push (walk, &next, STATE_OF, 0);
  if (parse->verb == ASK_VERB_SHOW && parse->n_shown < ASK_COMPOSED_MAX
      && ask_walk_say (walk, parse, ASK_SAY_AND, &next))
    push (walk, &next, STATE_SHOW_MORE, 0);
  for (guint t = 0; t < said->things->len && n < 2; t++)
    {
      guint place = g_array_index (said->things, guint, t);
      AskParse tried = *parse;

      if (resolve_all (walk, &tried, ask_domain_attribute (walk->names->domain, place)->entity))
        {
          only = tried;
          n++;
        }
    }
  only.penalty += 2;
  if (n == 1)
    push (walk, &only, STATE_REST, 0);
}

static void
step_of (AskWalk *walk, const AskParse *parse)
{
  AskParse start = skip_all (walk, parse);

  for (guint i = 0; i < walk->names->entities->len; i++)
    {
      const AskSaid *said = walk->names->entities->pdata[i];
      AskParse next = start;
      guint n;

      if (said->things->len != 1 || !resolve_all (walk, &next, g_array_index (said->things, guint, 0)))
        continue;
      offer_entity (walk, &start, said, TRUE);
      n = ask_said_match (walk, start.at, said, &next.penalty);
      if (n > 0)
        push (walk, &next, STATE_REST, n);
    }
}

/* Each row of @child has one of the entity at most, by one join. */
static gboolean
is_child (AskWalk *walk, const AskParse *parse, guint child)
{
  g_autoptr (GArray) reach = NULL;
  const GArray *steps = walk->names->steps->pdata[child];
  gboolean near = FALSE;

  for (guint i = 0; i < steps->len; i++)
    near |= g_array_index (steps, AskReach, i).to == (guint) parse->entity;
  if (!near)
    return FALSE;
  reach = ask_names_list_reach (walk->names, child);
  for (guint i = 0; i < reach->len; i++)
    if (g_array_index (reach, AskReach, i).to == (guint) parse->entity)
      return g_array_index (reach, AskReach, i).depth == 1;
  return FALSE;
}

static gboolean
has_child (AskWalk *walk, const AskParse *parse, guint entity)
{
  const GArray *links = walk->names->links->pdata[entity];
  AskParse of = *parse;

  of.entity = (int) entity;
  for (guint i = 0; i < links->len; i++)
    if (is_child (walk, &of, g_array_index (links, AskReach, i).to))
      return TRUE;
  return FALSE;
}

static gboolean
has_measure (AskWalk *walk, const AskParse *parse)
{
  const AskDomainEntity *entity = ask_domain_entity (walk->names->domain, (guint) parse->entity);

  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    if (walk->names->of_attribute->pdata[a] != NULL && is_measure (ask_domain_attribute (walk->names->domain, a)))
      return TRUE;
  return FALSE;
}

static void
step_top_of (AskWalk *walk, const AskParse *parse)
{
  gboolean child = has_child (walk, parse, (guint) parse->entity);
  AskParse next = *parse;

  /* Where there is nothing else to put it in order by, any number will do. */
  take_own (walk, parse, child || has_measure (walk, parse) ? is_measure : is_figure, assign_order, STATE_REST);
  if (child && ask_walk_say (walk, parse, ASK_SAY_NUMBER_OF, &next))
    {
      next.verb = ASK_VERB_MOST;
      push (walk, &next, STATE_MOST_OF, 0);
    }
}

static gboolean
is_list (const AskParse *parse)
{
  return (parse->verb == ASK_VERB_SHOW || parse->verb == ASK_VERB_NONE) && parse->group < 0;
}

static void
step_rest (AskWalk *walk, const AskParse *parse)
{
  AskParse next;

  if (parse->at == walk->typed->len && !(parse->limit > 0 && parse->order < 0 && parse->child < 0))
    g_array_append_val (walk->whole, *parse);
  if (parse->child >= 0)
    return;
  if (parse->verb == ASK_VERB_COUNT && parse->group < 0 && parse->n_ifs == 0
      && ask_walk_say (walk, parse, ASK_SAY_THERE, &next))
    push (walk, &next, STATE_REST, 0);
  if (parse->verb != ASK_VERB_SHOW && parse->group < 0 && parse->order < 0
      && ask_walk_say (walk, parse, ASK_SAY_PER, &next))
    push (walk, &next, STATE_GROUP, 0);
  if (parse->n_ifs == 0 && ask_walk_say (walk, parse, ASK_SAY_WHERE, &next))
    push (walk, &next, STATE_IF, 0);
  if (parse->after_if && parse->n_ifs < ASK_COMPOSED_MAX && ask_walk_say (walk, parse, ASK_SAY_AND, &next))
    push (walk, &next, STATE_IF, 0);
  if (is_list (parse) && parse->order < 0)
    {
      if (ask_walk_say (walk, parse, ASK_SAY_SORTED, &next))
        push (walk, &next, STATE_SORT, 0);
      if (parse->n_shown == 0 && parse->n_ifs == 0)
        begin_show (walk, parse);
    }
  if (parse->order >= 0 && parse->limit <= 0 && !parse->descending && !parse->after_if)
    {
      if (ask_walk_say (walk, parse, ASK_SAY_DOWN, &next))
        {
          next.descending = TRUE;
          push (walk, &next, STATE_REST, 0);
        }
      if (ask_walk_say (walk, parse, ASK_SAY_UP, &next))
        push (walk, &next, STATE_REST, 0);
    }
}

static void
step_compare (AskWalk *walk, const AskParse *parse)
{
  static const struct
  {
    AskSay say;
    AskDraftOp op;
    gboolean equals; /* for texts and Booleans, too */
    gboolean number;
    gboolean day;
  } compares[] = {
    { ASK_SAY_IS, ASK_DRAFT_EQUAL, TRUE, TRUE, FALSE },
    { ASK_SAY_IS_NOT, ASK_DRAFT_NOT_EQUAL, TRUE, TRUE, FALSE },
    { ASK_SAY_ABOVE, ASK_DRAFT_GREATER, FALSE, TRUE, FALSE },
    { ASK_SAY_BELOW, ASK_DRAFT_LESS, FALSE, TRUE, FALSE },
    { ASK_SAY_AT_LEAST, ASK_DRAFT_GREATER_EQUAL, FALSE, TRUE, FALSE },
    { ASK_SAY_AT_MOST, ASK_DRAFT_LESS_EQUAL, FALSE, TRUE, FALSE },
    { ASK_SAY_IN, ASK_DRAFT_EQUAL, FALSE, FALSE, TRUE },
    { ASK_SAY_AFTER, ASK_DRAFT_GREATER, FALSE, FALSE, TRUE },
    { ASK_SAY_BEFORE, ASK_DRAFT_LESS, FALSE, FALSE, TRUE },
    { ASK_SAY_BETWEEN, ASK_DRAFT_BETWEEN, FALSE, TRUE, TRUE },
  };
  const AskDomainAttribute *attribute = ask_domain_attribute (walk->names->domain, parse->ifs[parse->n_ifs].attribute);
  gboolean day = attribute->kind == ASK_DOMAIN_TIME && !attribute->numeric;
  gboolean number = !day && attribute->kind != ASK_DOMAIN_TEXT && attribute->kind != ASK_DOMAIN_BOOLEAN;

  for (guint i = 0; i < G_N_ELEMENTS (compares); i++)
    {
      AskParse next;

      if ((day      ? !compares[i].day
           : number ? !compares[i].number
                    : !compares[i].equals)
          || !ask_walk_say (walk, parse, compares[i].say, &next))
        continue;
      next.ifs[next.n_ifs].op = compares[i].op;
      push (walk, &next, STATE_VALUE, 0);
    }
}

static gboolean
is_dated (const AskDomainAttribute *attribute)
{
  return is_any (attribute) && attribute->kind == ASK_DOMAIN_TIME && attribute->dated && !attribute->numeric;
}

static void
step_group (AskWalk *walk, const AskParse *parse)
{
  static const struct
  {
    AskSay say;
    AskTimePart part;
  } parts[] = {
    { ASK_SAY_YEAR, ASK_TIME_YEAR },
    { ASK_SAY_QUARTER, ASK_TIME_QUARTER },
    { ASK_SAY_MONTH, ASK_TIME_MONTH },
    { ASK_SAY_WEEKDAY, ASK_TIME_WEEKDAY },
  };
  const AskDomainEntity *entity = ask_domain_entity (walk->names->domain, parse->entity);
  gboolean dated = FALSE;

  take_references (walk, parse, is_any, assign_group, STATE_REST);
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    dated |= is_dated (ask_domain_attribute (walk->names->domain, a));
  for (guint i = 0; i < G_N_ELEMENTS (parts) && dated && parse->part == ASK_TIME_WHOLE; i++)
    {
      AskParse next;

      if (!ask_walk_say (walk, parse, parts[i].say, &next))
        continue;
      next.part = parts[i].part;
      take_own (walk, &next, is_dated, assign_group, STATE_REST);
    }
}

static void
say_then (AskWalk *walk, const AskParse *parse, AskSay say, guint state)
{
  AskParse next;

  if (ask_walk_say (walk, parse, say, &next))
    push (walk, &next, state, 0);
}

static void
step (AskWalk *walk, const AskParse *parse)
{
  switch (parse->state)
    {
    case STATE_START:
      step_start (walk, parse);
      break;
    case STATE_SHOW:
      step_show (walk, parse);
      break;
    case STATE_SHOW_MORE:
      take_attributes (walk, parse, is_any);
      break;
    case STATE_FIGURE:
      take_attributes (walk, parse, is_figure);
      break;
    case STATE_SHOWN:
      step_shown (walk, parse);
      break;
    case STATE_OF:
      step_of (walk, parse);
      break;
    case STATE_COUNT:
      take_entities (walk, parse, STATE_REST, NULL);
      break;
    case STATE_WHICH:
      take_entities (walk, parse, STATE_MOST, has_child);
      break;
    case STATE_MOST:
      say_then (walk, parse, ASK_SAY_MOST, STATE_MOST_OF);
      break;
    case STATE_MOST_OF:
      take_entities (walk, parse, STATE_REST, is_child);
      break;
    case STATE_TOP:
      take_entities (walk, parse, STATE_TOP_BY, NULL);
      break;
    case STATE_TOP_BY:
      say_then (walk, parse, ASK_SAY_BY, STATE_TOP_OF);
      break;
    case STATE_TOP_OF:
      step_top_of (walk, parse);
      break;
    case STATE_IF:
      take_references (walk, parse, is_compared, assign_if, STATE_COMPARE);
      break;
    case STATE_COMPARE:
      step_compare (walk, parse);
      break;
    case STATE_VALUE:
      ask_walk_take_value (walk, parse);
      break;
    case STATE_AND:
      say_then (walk, parse, ASK_SAY_AND, STATE_VALUE);
      break;
    case STATE_GROUP:
      step_group (walk, parse);
      break;
    case STATE_SORT:
      take_own (walk, parse, is_any, assign_order, STATE_REST);
      break;
    case STATE_REST:
    default:
      step_rest (walk, parse);
      break;
    }
}

/*
 * ask_walk_run:
 * @walk: with what was typed
 *
 * Reads it in all ways; finds what is whole, and what can follow.
 */
void
ask_walk_run (AskWalk *walk)
{
  AskParse start = { .state = STATE_START,
                     .entity = -1,
                     .metric = -1,
                     .child = -1,
                     .group = -1,
                     .group_key = -1,
                     .order = -1,
                     .limit = ASK_DRAFT_NO_LIMIT };

  g_array_set_size (walk->queue, 0);
  g_array_append_val (walk->queue, start);
  for (guint i = 0; i < walk->queue->len && walk->error == NULL; i++)
    {
      AskParse parse = g_array_index (walk->queue, AskParse, i);

      step (walk, &parse);
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
    offer_entity (walk, &last, walk->names->entities->pdata[i], TRUE);
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

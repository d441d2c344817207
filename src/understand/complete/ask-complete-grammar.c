/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grammar of composed questions. A question is read from left to right in all ways at once; where a way needs a word
 * that is not typed yet, or only begun, this word is what can follow.
 */
#include "config.h"

#include <string.h>

#include "understand/complete/ask-complete-grammar-private.h"

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
          ask_walk_push (walk, &next, parse->entity >= 0 ? STATE_TOP_BY : STATE_TOP, 2);
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
        ask_walk_push (walk, &next, verbs[i].state, 0);
      }
  begin_show (walk, parse);
  ask_walk_take_metrics (walk, parse);
  ask_walk_take_entities (walk, parse, STATE_REST, NULL);
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

  ask_walk_take_entities (walk, &next, STATE_REST, NULL);
  ask_walk_take_metrics (walk, &next);
  ask_walk_take_attributes (walk, &next, ask_walk_is_any);
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
    ask_walk_push (walk, &next, STATE_OF, 0);
  if (parse->verb == ASK_VERB_SHOW && parse->n_shown < ASK_COMPOSED_MAX
      && ask_walk_say (walk, parse, ASK_SAY_AND, &next))
    ask_walk_push (walk, &next, STATE_SHOW_MORE, 0);
  for (guint t = 0; t < said->things->len && n < 2; t++)
    {
      guint place = g_array_index (said->things, guint, t);
      AskParse tried = *parse;

      if (ask_walk_resolve_all (walk, &tried, ask_domain_attribute (walk->names->domain, place)->entity))
        {
          only = tried;
          n++;
        }
    }
  only.penalty += 2;
  if (n == 1)
    ask_walk_push (walk, &only, STATE_REST, 0);
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

      if (said->things->len != 1 || !ask_walk_resolve_all (walk, &next, g_array_index (said->things, guint, 0)))
        continue;
      ask_walk_offer_entity (walk, &start, said, TRUE);
      n = ask_said_match (walk, start.at, said, &next.penalty);
      if (n > 0)
        ask_walk_push (walk, &next, STATE_REST, n);
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
  reach = ask_vocab_list_reach (walk->names, child);
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
    if (walk->names->of_attribute->pdata[a] != NULL
        && ask_walk_is_measure (ask_domain_attribute (walk->names->domain, a)))
      return TRUE;
  return FALSE;
}

static void
step_top_of (AskWalk *walk, const AskParse *parse)
{
  gboolean child = has_child (walk, parse, (guint) parse->entity);
  AskParse next = *parse;

  /* Where there is nothing else to put it in order by, any number will do. */
  ask_walk_take_own (walk, parse, child || has_measure (walk, parse) ? ask_walk_is_measure : ask_walk_is_figure,
                     assign_order, STATE_REST);
  if (child && ask_walk_say (walk, parse, ASK_SAY_NUMBER_OF, &next))
    {
      next.verb = ASK_VERB_MOST;
      ask_walk_push (walk, &next, STATE_MOST_OF, 0);
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
    ask_walk_push (walk, &next, STATE_REST, 0);
  if (parse->verb != ASK_VERB_SHOW && parse->group < 0 && parse->order < 0
      && ask_walk_say (walk, parse, ASK_SAY_PER, &next))
    ask_walk_push (walk, &next, STATE_GROUP, 0);
  if (parse->n_ifs == 0 && ask_walk_say (walk, parse, ASK_SAY_WHERE, &next))
    ask_walk_push (walk, &next, STATE_IF, 0);
  if (parse->after_if && parse->n_ifs < ASK_COMPOSED_MAX && ask_walk_say (walk, parse, ASK_SAY_AND, &next))
    ask_walk_push (walk, &next, STATE_IF, 0);
  if (is_list (parse) && parse->order < 0)
    {
      if (ask_walk_say (walk, parse, ASK_SAY_SORTED, &next))
        ask_walk_push (walk, &next, STATE_SORT, 0);
      if (parse->n_shown == 0 && parse->n_ifs == 0)
        begin_show (walk, parse);
    }
  if (parse->order >= 0 && parse->limit <= 0 && !parse->descending && !parse->after_if)
    {
      if (ask_walk_say (walk, parse, ASK_SAY_DOWN, &next))
        {
          next.descending = TRUE;
          ask_walk_push (walk, &next, STATE_REST, 0);
        }
      if (ask_walk_say (walk, parse, ASK_SAY_UP, &next))
        ask_walk_push (walk, &next, STATE_REST, 0);
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
      ask_walk_push (walk, &next, STATE_VALUE, 0);
    }
}

static gboolean
is_dated (const AskDomainAttribute *attribute)
{
  return ask_walk_is_any (attribute) && attribute->kind == ASK_DOMAIN_TIME && attribute->dated && !attribute->numeric;
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

  ask_walk_take_references (walk, parse, ask_walk_is_any, assign_group, STATE_REST);
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    dated |= is_dated (ask_domain_attribute (walk->names->domain, a));
  for (guint i = 0; i < G_N_ELEMENTS (parts) && dated && parse->part == ASK_TIME_WHOLE; i++)
    {
      AskParse next;

      if (!ask_walk_say (walk, parse, parts[i].say, &next))
        continue;
      next.part = parts[i].part;
      ask_walk_take_own (walk, &next, is_dated, assign_group, STATE_REST);
    }
}

static void
say_then (AskWalk *walk, const AskParse *parse, AskSay say, guint state)
{
  AskParse next;

  if (ask_walk_say (walk, parse, say, &next))
    ask_walk_push (walk, &next, state, 0);
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
      ask_walk_take_attributes (walk, parse, ask_walk_is_any);
      break;
    case STATE_FIGURE:
      ask_walk_take_attributes (walk, parse, ask_walk_is_figure);
      break;
    case STATE_SHOWN:
      step_shown (walk, parse);
      break;
    case STATE_OF:
      step_of (walk, parse);
      break;
    case STATE_COUNT:
      ask_walk_take_entities (walk, parse, STATE_REST, NULL);
      break;
    case STATE_WHICH:
      ask_walk_take_entities (walk, parse, STATE_MOST, has_child);
      break;
    case STATE_MOST:
      say_then (walk, parse, ASK_SAY_MOST, STATE_MOST_OF);
      break;
    case STATE_MOST_OF:
      ask_walk_take_entities (walk, parse, STATE_REST, is_child);
      break;
    case STATE_TOP:
      ask_walk_take_entities (walk, parse, STATE_TOP_BY, NULL);
      break;
    case STATE_TOP_BY:
      say_then (walk, parse, ASK_SAY_BY, STATE_TOP_OF);
      break;
    case STATE_TOP_OF:
      step_top_of (walk, parse);
      break;
    case STATE_IF:
      ask_walk_take_references (walk, parse, ask_walk_is_compared, assign_if, STATE_COMPARE);
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
      ask_walk_take_own (walk, parse, ask_walk_is_any, assign_order, STATE_REST);
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

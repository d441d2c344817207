/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a composed question means, as a draft. Nothing is guessed here: each thing that was named has its place.
 */
#include "config.h"

#include "understand/complete/ask-complete-private.h"

#include "understand/interpret/ask-label.h"

static void
add_term (GArray *terms, AskDraftAggregate aggregate, int attribute)
{
  AskDraftTerm term = { .aggregate = aggregate, .attribute = attribute };

  g_array_append_val (terms, term);
}

static void
add_entity (AskDraft *draft, int entity)
{
  g_array_append_val (draft->extra, entity);
}

static void
add_if (AskDraft *draft, const AskComposedIf *condition)
{
  AskDraftCondition added
    = { .left = { .attribute = condition->attribute }, .op = condition->op, .n_operands = condition->n };

  for (guint i = 0; i < condition->n; i++)
    added.operands[i] = (AskDraftOperand) { .kind = ASK_DRAFT_VALUE,
                                            .attribute = ASK_DOMAIN_STAR,
                                            .slot = -1,
                                            .text = g_strdup (condition->texts[i]),
                                            .number = condition->numbers[i] };
  g_array_append_val (draft->conditions, added);
}

static gboolean
leaves_entity (const AskParse *parse, const AskDomain *domain)
{
  for (guint i = 0; i < parse->n_ifs; i++)
    if (ask_domain_attribute (domain, parse->ifs[i].attribute)->entity != (guint) parse->entity)
      return TRUE;
  return FALSE;
}

/* All of the entity, and nothing of what it is joined with. */
static void
add_all (AskDraft *draft, const AskParse *parse, const AskDomain *domain)
{
  const AskDomainEntity *entity = ask_domain_entity (domain, parse->entity);

  if (!leaves_entity (parse, domain))
    {
      add_term (draft->terms, ASK_DRAFT_PLAIN, ASK_DOMAIN_STAR);
      return;
    }
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    if (!ask_domain_attribute (domain, a)->attribute->hidden)
      add_term (draft->terms, ASK_DRAFT_PLAIN, (int) a);
}

static void
add_list (AskDraft *draft, const AskParse *parse, AskDomain *domain)
{
  if (parse->limit > 0)
    {
      int label = ask_label_get (domain, (guint) parse->entity);

      if (label != parse->order)
        add_term (draft->terms, ASK_DRAFT_PLAIN, label);
      add_term (draft->terms, ASK_DRAFT_PLAIN, parse->order);
    }
  else if (parse->n_shown == 0)
    add_all (draft, parse, domain);
  for (guint i = 0; i < parse->n_shown; i++)
    add_term (draft->terms, ASK_DRAFT_PLAIN, parse->attributes[i]);
  if (parse->order >= 0)
    add_term (draft->orders, ASK_DRAFT_PLAIN, parse->order);
  draft->descending = parse->descending || parse->limit > 0;
  draft->limit = parse->limit;
}

static void
add_figure (AskDraft *draft, const AskParse *parse)
{
  AskDraftTerm group = { .attribute = parse->group, .part = parse->part };
  AskDraftTerm figure = { .aggregate = ASK_DRAFT_COUNT, .attribute = ASK_DOMAIN_STAR };

  if (parse->group >= 0)
    {
      g_array_append_val (draft->terms, group);
      /* Two of one name are two: an entity is grouped by its key. */
      if (parse->group_key >= 0)
        group.attribute = parse->group_key;
      g_array_append_val (draft->groups, group);
      /* Times have an order. */
      if (parse->part != ASK_TIME_WHOLE)
        g_array_append_val (draft->orders, group);
    }
  if (parse->metric >= 0)
    figure.metric = (guint) parse->metric + 1;
  else if (parse->verb == ASK_VERB_FIGURE)
    figure = (AskDraftTerm) { .aggregate = parse->aggregate, .attribute = parse->attributes[0] };
  g_array_append_val (draft->terms, figure);
}

/* The key of @parse's entity that its child is joined by. */
static int
find_key (const AskParse *parse, const AskVocab *names)
{
  const GArray *steps = names->steps->pdata[parse->child];

  for (guint i = 0; i < steps->len; i++)
    if (g_array_index (steps, AskReach, i).to == (guint) parse->entity)
      return g_array_index (steps, AskReach, i).key;
  g_assert_not_reached ();
}

static void
add_most (AskDraft *draft, const AskParse *parse, const AskVocab *names)
{
  add_term (draft->terms, ASK_DRAFT_PLAIN, ask_label_get (names->domain, (guint) parse->entity));
  add_term (draft->terms, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR);
  add_term (draft->groups, ASK_DRAFT_PLAIN, find_key (parse, names));
  add_term (draft->orders, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR);
  draft->descending = TRUE;
  draft->limit = parse->limit > 0 ? parse->limit : 1;
  add_entity (draft, parse->child);
}

/*
 * ask_parse_to_draft:
 * @parse: a whole question
 * @names: what it names
 *
 * Returns: (transfer full): what it means
 */
AskDraft *
ask_parse_to_draft (const AskParse *parse, AskVocab *names)
{
  AskDraft *draft = ask_draft_new ();

  if (parse->child >= 0)
    add_most (draft, parse, names);
  else if (parse->verb == ASK_VERB_SHOW || (parse->verb == ASK_VERB_NONE && parse->group < 0))
    add_list (draft, parse, names->domain);
  else
    add_figure (draft, parse);
  for (guint i = 0; i < parse->n_ifs; i++)
    add_if (draft, &parse->ifs[i]);
  add_entity (draft, parse->entity);
  ask_draft_bound_times (draft, names->domain);
  return draft;
}

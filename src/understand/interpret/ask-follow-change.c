/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One change of a draft: a group, an order, a limit, another figure. A change that would say nothing, or that a draft
 * cannot say, is refused.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include "understand/interpret/ask-figure-private.h"

static int
find_term (const GArray *terms, int attribute)
{
  for (guint i = 0; i < terms->len; i++)
    if (ask_draft_term (terms, i)->aggregate == ASK_DRAFT_PLAIN && ask_draft_term (terms, i)->attribute == attribute)
      return (int) i;
  return -1;
}

/**
 * ask_follow_is_used:
 * @draft: a draft
 * @attribute: of its domain
 *
 * Returns: whether it is named anywhere but in queries within it
 */
gboolean
ask_follow_is_used (const AskDraft *draft, int attribute)
{
  const GArray *all[] = { draft->terms, draft->groups, draft->orders };

  for (guint a = 0; a < G_N_ELEMENTS (all); a++)
    for (guint i = 0; i < all[a]->len; i++)
      if (ask_draft_term (all[a], i)->attribute == attribute)
        return TRUE;
  return ask_follow_is_compared (draft, attribute);
}

/*
 * ask_follow_find_figure:
 * @draft: a draft
 *
 * Returns: (transfer none) (nullable): what it counts, sums or the like
 */
AskDraftTerm *
ask_follow_find_figure (const AskDraft *draft)
{
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->aggregate != ASK_DRAFT_PLAIN)
      return ask_draft_term (draft->terms, i);
  return NULL;
}

/**
 * ask_follow_has_figure:
 * @draft: a draft
 *
 * Returns: whether it counts, sums or the like
 */
gboolean
ask_follow_has_figure (const AskDraft *draft)
{
  return ask_follow_find_figure (draft) != NULL;
}

/**
 * ask_follow_remove_group:
 * @draft: (inout): a draft
 * @attribute: that it groups by
 *
 * It is not shown any more either.
 */
void
ask_follow_remove_group (AskDraft *draft, int attribute)
{
  GArray *all[] = { draft->terms, draft->groups, draft->orders };

  for (guint a = 0; a < G_N_ELEMENTS (all); a++)
    for (guint i = all[a]->len; i-- > 0;)
      if (ask_draft_term (all[a], i)->aggregate == ASK_DRAFT_PLAIN
          && ask_draft_term (all[a], i)->attribute == attribute)
        g_array_remove_index (all[a], i);
}

/* A figure is looked at from its largest on. */
static gboolean
sort_by_figure (AskDraft *draft)
{
  const AskDraftTerm *figure = ask_follow_find_figure (draft);
  AskDraftTerm by;

  if (figure == NULL || draft->groups->len == 0)
    return FALSE;
  by = *figure;
  g_array_set_size (draft->orders, 0);
  g_array_append_val (draft->orders, by);
  draft->descending = TRUE;
  return TRUE;
}

static gboolean
change_sort (AskDraft *draft, int attribute)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, attribute };
  const AskDraftTerm *figure = ask_follow_find_figure (draft);
  int group = find_term (draft->groups, attribute);

  if (figure != NULL && group < 0)
    return figure->attribute == attribute && sort_by_figure (draft);
  if (group >= 0)
    term = *ask_draft_term (draft->groups, group);
  g_array_set_size (draft->orders, 0);
  g_array_append_val (draft->orders, term);
  draft->descending = FALSE;
  return TRUE;
}

/* "Alphabetically": by the first text that is shown, or what rows are called. */
static gboolean
sort_by_name (AskDraft *draft, AskDomain *domain)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);

  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);
      int attribute = term->attribute;

      if (term->aggregate != ASK_DRAFT_PLAIN || (attribute == ASK_DOMAIN_STAR && entities->len != 1))
        continue;
      if (attribute == ASK_DOMAIN_STAR)
        attribute = ask_label_get (domain, g_array_index (entities, guint, 0));
      if (ask_domain_attribute (domain, attribute)->kind == ASK_DOMAIN_TEXT)
        {
          const AskDraftTerm by = { .attribute = attribute };

          g_array_set_size (draft->orders, 0);
          g_array_append_val (draft->orders, by);
          draft->descending = FALSE;
          return TRUE;
        }
    }
  return FALSE;
}

/* What rows were called by that there is no row for each of any more; how a figure differs from one that is no longer there. */
static void
drop_rest_of_groups (AskDraft *draft)
{
  for (guint i = draft->terms->len; i-- > 0;)
    if (ask_draft_term (draft->terms, i)->aggregate == ASK_DRAFT_PLAIN
        || ask_draft_term (draft->terms, i)->view == ASK_DRAFT_CHANGE
        || ask_draft_term (draft->terms, i)->view == ASK_DRAFT_GROWTH)
      g_array_remove_index (draft->terms, i);
  for (guint i = draft->orders->len; i-- > 0;)
    if (ask_draft_term (draft->orders, i)->aggregate == ASK_DRAFT_PLAIN)
      g_array_remove_index (draft->orders, i);
}

static gboolean
change_group (AskDraft *draft, const AskFollowChange *change)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, change->attribute };
  guint at = 0;

  if (!ask_follow_has_figure (draft))
    return change->kind == ASK_FOLLOW_GROUP_ONLY && change_sort (draft, change->attribute);
  if (find_term (draft->groups, change->attribute) >= 0
      && (change->kind == ASK_FOLLOW_GROUP || draft->groups->len == 1))
    return FALSE;
  while (change->kind == ASK_FOLLOW_GROUP_ONLY && draft->groups->len > 0)
    {
      int old = ask_draft_term (draft->groups, 0)->attribute;

      ask_follow_remove_group (draft, old);
      if (draft->groups->len > 0 && ask_draft_term (draft->groups, 0)->attribute == old)
        return FALSE;
    }
  if (draft->groups->len == 0)
    drop_rest_of_groups (draft);
  g_array_append_val (draft->groups, term);
  /* Figures stand last. */
  while (at < draft->terms->len && ask_draft_term (draft->terms, at)->aggregate == ASK_DRAFT_PLAIN)
    at++;
  if (find_term (draft->terms, change->attribute) < 0)
    g_array_insert_val (draft->terms, at, term);
  if (draft->orders->len == 0)
    draft->descending = FALSE;
  return TRUE;
}

static gboolean
may_sum (AskDomain *domain, AskDraftAggregate aggregate, int attribute)
{
  if (aggregate != ASK_DRAFT_SUM && aggregate != ASK_DRAFT_AVG)
    return TRUE;
  return attribute != ASK_DOMAIN_STAR && ask_domain_attribute (domain, attribute)->numeric;
}

/**
 * ask_follow_exchange:
 * @terms: (element-type AskDraftTerm)
 * @old: what goes wherever it stands
 * @now: what comes in its place
 */
void
ask_follow_exchange (GArray *terms, const AskDraftTerm *old, const AskDraftTerm *now)
{
  for (guint i = 0; i < terms->len; i++)
    {
      AskDraftTerm *term = ask_draft_term (terms, i);

      if (ask_draft_term_equal (term, old))
        *term = *now;
    }
}

/* A row that others lead to stands in FROM as often as they do, and would be summed as often. What was only there to be
 * counted goes. */
static gboolean
counts_once (AskDraft *draft, AskDomain *domain, const AskDraftTerm *figure)
{
  g_autoptr (GArray) entities = NULL;
  guint of;

  if (figure->distinct || (figure->metric == 0 && figure->attribute == ASK_DOMAIN_STAR)
      || figure->aggregate == ASK_DRAFT_MIN || figure->aggregate == ASK_DRAFT_MAX)
    return TRUE;
  of = figure->metric > 0 ? ask_domain_metric (domain, figure->metric - 1)->entity
                          : ask_domain_attribute (domain, figure->attribute)->entity;
  for (guint i = draft->extra->len; i-- > 0;)
    if (ask_figure_get_distance (domain, of, (guint) g_array_index (draft->extra, int, i)) < 0)
      g_array_remove_index (draft->extra, i);
  entities = ask_draft_collect_entities (draft, domain);
  for (guint i = 0; i < entities->len; i++)
    if (ask_figure_get_distance (domain, of, g_array_index (entities, guint, i)) < 0)
      return FALSE;
  return TRUE;
}

/*
 * ask_follow_put_figure:
 * @draft: (inout): a draft, which is spoiled where the figure is refused
 * @domain: what it is about
 * @new: a figure
 *
 * Returns: whether the draft shows it now, in the place of the one before or of its rows
 */
gboolean
ask_follow_put_figure (AskDraft *draft, AskDomain *domain, const AskDraftTerm *new)
{
  AskDraftTerm *figure = ask_follow_find_figure (draft);
  AskDraftTerm old;

  if (!may_sum (domain, new->aggregate, new->attribute))
    return FALSE;
  if (figure == NULL)
    {
      /* Rows become one figure about them. */
      if (draft->groups->len > 0)
        return FALSE;
      g_array_set_size (draft->terms, 0);
      g_array_append_val (draft->terms, *new);
      g_array_set_size (draft->orders, 0);
      draft->descending = FALSE;
      draft->limit = ASK_DRAFT_NO_LIMIT;
      draft->distinct = FALSE;
      return counts_once (draft, domain, new);
    }
  old = *figure;
  ask_follow_exchange (draft->terms, &old, new);
  ask_follow_exchange (draft->orders, &old, new);
  /* What was said of the old figure says nothing of the new one. */
  for (guint i = draft->having->len; i-- > 0;)
    if (ask_draft_condition (draft->having, i)->left.aggregate == old.aggregate)
      ask_follow_remove_condition (draft->having, i);
  return counts_once (draft, domain, new);
}

/* One figure of all that was grouped. */
static gboolean
change_all (AskDraft *draft)
{
  const AskDraftTerm *found = ask_follow_find_figure (draft);
  AskDraftTerm figure;

  if (found == NULL || draft->groups->len == 0)
    return FALSE;
  figure = *found;
  figure.view = ASK_DRAFT_AS_IT_IS;
  g_array_set_size (draft->terms, 0);
  g_array_append_val (draft->terms, figure);
  g_array_set_size (draft->groups, 0);
  g_array_set_size (draft->having, 0);
  g_array_set_size (draft->orders, 0);
  draft->descending = FALSE;
  draft->limit = ASK_DRAFT_NO_LIMIT;
  return TRUE;
}

static gboolean
change_aggregate (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  AskDraftTerm new = { change->aggregate, FALSE, change->attribute };
  const AskDraftTerm *figure = ask_follow_find_figure (draft);

  if (change->aggregate == ASK_DRAFT_COUNT)
    {
      /* Each once stays each once. */
      if (figure == NULL && draft->distinct && draft->terms->len == 1)
        new = (AskDraftTerm) { ASK_DRAFT_COUNT, TRUE, ask_draft_term (draft->terms, 0)->attribute };
      else
        new.attribute = ASK_DOMAIN_STAR;
    }
  else if (change->attribute == ASK_DOMAIN_STAR)
    {
      /* The sum of what was counted is counting all of it. */
      if (change->aggregate == ASK_DRAFT_SUM && figure != NULL && figure->aggregate == ASK_DRAFT_COUNT
          && !figure->distinct)
        return change_all (draft);
      if (figure != NULL)
        new.attribute = figure->attribute;
      else if (draft->terms->len == 1)
        new.attribute = ask_draft_term (draft->terms, 0)->attribute;
      if (new.attribute == ASK_DOMAIN_STAR)
        return FALSE;
    }
  return ask_follow_put_figure (draft, domain, &new);
}

static gboolean
change_instead (AskDraft *draft, AskDomain *domain, int attribute)
{
  const AskDraftTerm *figure = ask_follow_find_figure (draft);

  if (figure != NULL)
    {
      AskDraftTerm new = { figure->aggregate, figure->distinct, attribute };

      return figure->attribute != ASK_DOMAIN_STAR && ask_follow_put_figure (draft, domain, &new);
    }
  if (draft->terms->len != 1)
    return FALSE;
  ask_draft_term (draft->terms, 0)->attribute = attribute;
  return TRUE;
}

static gboolean
change_show (AskDraft *draft, int attribute)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, attribute };

  if (ask_follow_has_figure (draft) || draft->groups->len > 0 || find_term (draft->terms, attribute) >= 0)
    return FALSE;
  /* All of a row is there already. */
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->attribute == ASK_DOMAIN_STAR)
      return FALSE;
  g_array_append_val (draft->terms, term);
  return TRUE;
}

/* Nothing else is shown. */
static gboolean
change_show_only (AskDraft *draft, int attribute)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, attribute };

  if (ask_follow_has_figure (draft) || draft->groups->len > 0)
    return FALSE;
  g_array_set_size (draft->terms, 0);
  g_array_append_val (draft->terms, term);
  return TRUE;
}

static gboolean
change_drop (AskDraft *draft, const AskFollowChange *change)
{
  if (ask_follow_drop_conditions (draft, change->attribute))
    return TRUE;
  if (find_term (draft->groups, change->attribute) >= 0
      || (find_term (draft->terms, change->attribute) >= 0 && draft->terms->len > 1))
    {
      ask_follow_remove_group (draft, change->attribute);
      return draft->terms->len > 0;
    }
  return FALSE;
}

/* What an order would be of: the figure, or the only number that is shown. */
static gboolean
find_measure (const AskDraft *draft, AskDomain *domain, AskDraftTerm *measure)
{
  const AskDraftTerm *figure = ask_follow_find_figure (draft);
  guint n = 0;

  if (figure != NULL)
    {
      *measure = *figure;
      return draft->groups->len > 0;
    }
  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);
      const AskDomainAttribute *of
        = term->attribute != ASK_DOMAIN_STAR ? ask_domain_attribute (domain, term->attribute) : NULL;

      if (of != NULL && of->numeric && !of->key && !of->joins)
        {
          *measure = *term;
          n++;
        }
    }
  return n == 1;
}

static gboolean
change_order (AskDraft *draft, AskDomain *domain, gboolean descending)
{
  AskDraftTerm measure;

  if (draft->orders->len == 0)
    {
      if (draft->second != NULL || !find_measure (draft, domain, &measure))
        return FALSE;
      g_array_append_val (draft->orders, measure);
    }
  draft->descending = descending;
  return TRUE;
}

static gboolean
change_limit (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  if (change->kind == ASK_FOLLOW_TOP && draft->orders->len == 0)
    change_order (draft, domain, TRUE);
  if (change->kind == ASK_FOLLOW_BOTTOM && !change_order (draft, domain, FALSE))
    return FALSE;
  draft->limit = (gint64) change->number;
  return TRUE;
}

/**
 * ask_follow_change:
 * @draft: (inout): a draft, which is spoiled where the change is refused
 * @domain: what it is about
 * @change: what is wished
 *
 * Returns: whether the draft says it now
 */
gboolean
ask_follow_change (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  switch (change->kind)
    {
    case ASK_FOLLOW_LIMIT:
    case ASK_FOLLOW_TOP:
    case ASK_FOLLOW_BOTTOM:
      return change_limit (draft, domain, change);
    case ASK_FOLLOW_TURN:
      return draft->orders->len > 0 && change_order (draft, domain, !draft->descending);
    case ASK_FOLLOW_UP:
    case ASK_FOLLOW_DOWN:
      return change_order (draft, domain, change->kind == ASK_FOLLOW_DOWN);
    default:
      break;
    }
  /* Of two queries nobody can say which one is meant. */
  if (draft->second != NULL)
    return FALSE;
  switch (change->kind)
    {
    case ASK_FOLLOW_VALUE:
    case ASK_FOLLOW_DATE:
    case ASK_FOLLOW_HAVING:
    case ASK_FOLLOW_EITHER:
    case ASK_FOLLOW_DROP_ALL:
      return ask_follow_change_condition (draft, change);
    case ASK_FOLLOW_PERIOD:
      return ask_follow_shift (draft, domain, change);
    case ASK_FOLLOW_GROUP:
    case ASK_FOLLOW_GROUP_ONLY:
      return change_group (draft, change);
    case ASK_FOLLOW_SORT:
      if (!change_sort (draft, change->attribute))
        return FALSE;
      draft->descending = draft->descending || change->number > 0;
      return TRUE;
    case ASK_FOLLOW_SORT_FIGURE:
      return sort_by_figure (draft);
    case ASK_FOLLOW_SORT_NAME:
      return sort_by_name (draft, domain);
    case ASK_FOLLOW_AGGREGATE:
      return change_aggregate (draft, domain, change);
    case ASK_FOLLOW_ALL:
      return change_all (draft);
    case ASK_FOLLOW_ADD:
      return ask_follow_add (draft, domain, change);
    case ASK_FOLLOW_ENTITY:
      return ask_follow_change_entity (draft, domain, change->entity);
    case ASK_FOLLOW_INSTEAD:
      return change_instead (draft, domain, change->attribute);
    case ASK_FOLLOW_SHOW:
      return change_show (draft, change->attribute);
    case ASK_FOLLOW_SHOW_ONLY:
      return change_show_only (draft, change->attribute);
    case ASK_FOLLOW_DROP:
      return change_drop (draft, change);
    default:
      return FALSE;
    }
}

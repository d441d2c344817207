/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is added to drafts: groups of times, conditions on parts of times, metrics, shares, differences. What a draft
 * cannot bear is refused, never bent.
 */
#include "config.h"

#include "understand/interpret/ask-draft-add.h"

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-prefer.h"
#include "understand/interpret/ask-shown.h"

/* How much likelier a time is that the question names, or compares already. */
#define NAMED 2.0
/* How much less likely one is whose name says that it is of something else than what is counted. */
#define ASIDE 0.5
/* Of the entity whose rows are counted. */
#define OWN 0.4
#define SAME 0.25
/* About one join: what lies further away is of something else. */
#define MAX_COST 1.6

/* ---- which time is meant */

/* The entity that a figure is of; -1 where the draft has none. */
static int
find_fact (const AskDraft *self, AskDomain *domain)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (self->terms, i);

      if (term->metric > 0)
        return (int) ask_domain_metric (domain, term->metric - 1)->entity;
      if (term->aggregate != ASK_DRAFT_PLAIN && term->attribute != ASK_DOMAIN_STAR)
        return (int) ask_domain_attribute (domain, term->attribute)->entity;
    }
  return self->extra->len > 0 ? g_array_index (self->extra, int, 0) : -1;
}

static gboolean
has_condition (const AskDraft *self, int attribute)
{
  for (guint i = 0; i < self->conditions->len; i++)
    if (ask_draft_condition (self->conditions, i)->left.attribute == attribute)
      return TRUE;
  return FALSE;
}

/* What it costs to take this time; the less, the likelier it is meant. */
static double
get_cost (const AskDraft *self, AskQuestion *question, GArray *entities, int time)
{
  AskDomain *domain = question->domain;
  const AskDomainAttribute *attribute = ask_domain_attribute (domain, time);
  const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, time);
  g_autoptr (AskDraftPath) before = NULL;
  g_autoptr (AskDraftPath) path = NULL;
  guint n = entities->len;
  double cost;

  before = ask_draft_find_path (domain, (const guint *) entities->data, n, 0);
  g_array_append_val (entities, attribute->entity);
  path = ask_draft_find_path (domain, (const guint *) entities->data, n + 1, 0);
  g_array_set_size (entities, n);
  if (before == NULL || path == NULL)
    return G_MAXDOUBLE;
  cost = path->cost - before->cost + (ask_prefer_is_aside (attribute) ? ASIDE : 0);
  if (match->met > 0)
    cost -= NAMED * match->score;
  if (has_condition (self, time))
    cost -= NAMED;
  if (find_fact (self, domain) == (int) attribute->entity)
    cost -= OWN;
  return cost;
}

/**
 * ask_draft_find_times:
 * @self: without slots
 * @question: what it was made from
 * @times: (out caller-allocates): %ASK_DRAFT_MAX_TIMES attributes, those that may be meant by "month" here
 *
 * Returns: how many; they are equally likely
 */
guint
ask_draft_find_times (const AskDraft *self, AskQuestion *question, int *times)
{
  AskDomain *domain = question->domain;
  g_autoptr (GArray) entities = ask_draft_collect_entities (self, domain);
  g_autofree double *costs = g_new (double, domain->attributes->len + 1);
  double least = MAX_COST;
  guint n = 0;

  for (guint a = 0; a < domain->attributes->len; a++)
    {
      costs[a] = entities->len > 0 && ask_domain_attribute (domain, a)->dated
                   ? get_cost (self, question, entities, (int) a)
                   : G_MAXDOUBLE;
      least = MIN (least, costs[a]);
    }
  for (guint a = 0; a < domain->attributes->len && n < ASK_DRAFT_MAX_TIMES; a++)
    if (costs[a] < least + SAME && costs[a] <= MAX_COST)
      times[n++] = (int) a;
  return n;
}

/* ---- additions */

static AskDraftTerm *
find_figure (const AskDraft *self)
{
  for (guint i = 0; i < self->terms->len; i++)
    if (ask_draft_term (self->terms, i)->aggregate != ASK_DRAFT_PLAIN)
      return ask_draft_term (self->terms, i);
  return NULL;
}

static gboolean
is_count (const AskDraftTerm *term)
{
  return term->aggregate == ASK_DRAFT_COUNT && term->attribute == ASK_DOMAIN_STAR && term->metric == 0
         && term->per == 0;
}

static gboolean
put_metric (AskDraftTerm *term, guint metric)
{
  if (!is_count (term))
    return FALSE;
  term->metric = metric + 1;
  return TRUE;
}

/* Each number of rows becomes the metric. */
static gboolean
add_metric (AskDraft *self, guint metric)
{
  guint n = 0;

  for (guint i = 0; i < self->terms->len; i++)
    n += put_metric (ask_draft_term (self->terms, i), metric);
  for (guint i = 0; i < self->orders->len; i++)
    n += put_metric (ask_draft_term (self->orders, i), metric);
  for (guint i = 0; i < self->having->len; i++)
    n += put_metric (&ask_draft_condition (self->having, i)->left, metric);
  return n > 0;
}

static void
compare_with (AskDraft *self, const AskDraftTerm *term, AskDraftOp op, int number)
{
  AskDraftCondition condition = { *term, op, 1 };

  condition.operands[0] = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, NULL, number, NULL };
  g_array_append_val (self->conditions, condition);
}

static gboolean
looks_at (const AskDraft *self, AskDomain *domain, int attribute)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (self, domain);

  for (guint i = 0; i < entities->len; i++)
    if (g_array_index (entities, guint, i) == ask_domain_attribute (domain, attribute)->entity)
      return TRUE;
  return FALSE;
}

/* Where a text lacks, it may be an empty one; where a number lacks in no row, it is 0. */
static void
add_missing (AskDraft *self, AskDomain *domain, int attribute, gboolean there)
{
  const AskDomainAttribute *of = ask_domain_attribute (domain, attribute);
  AskDraftCondition condition = { .left = { .attribute = attribute } };
  gboolean blank = of->n_empty > 0 && !of->numeric && of->attribute->type == ASK_TYPE_TEXT;
  gboolean zero = of->kind == ASK_DOMAIN_NUMBER && of->numeric && !of->joins && of->n_empty == 0;

  condition.op = there ? ASK_DRAFT_IS_NOT_NULL : blank ? ASK_DRAFT_IS_BLANK : ASK_DRAFT_IS_NULL;
  if (zero || (there && blank))
    {
      condition.op = there ? ASK_DRAFT_NOT_EQUAL : ASK_DRAFT_EQUAL;
      condition.n_operands = 1;
      condition.operands[0]
        = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, zero ? NULL : g_strdup (""), 0, NULL };
    }
  g_array_append_val (self->conditions, condition);
}

/* No row of what leads there leads to it. */
static void
add_unled (AskDraft *self, const AskDomainJoin *join)
{
  AskDraftCondition condition = { .left = { .attribute = join->to }, .op = ASK_DRAFT_NOT_IN, .n_operands = 1 };
  AskDraftTerm term = { .attribute = join->from };
  AskDraft *query = ask_draft_new ();

  g_array_append_val (query->terms, term);
  condition.operands[0] = (AskDraftOperand) { ASK_DRAFT_QUERY, ASK_DOMAIN_STAR, -1, NULL, 0, query };
  g_array_append_val (self->conditions, condition);
}

/**
 * ask_draft_add_lack:
 * @self: (inout): without slots
 * @domain: what it is about
 * @addition: of %ASK_ADDITION_LACK or %ASK_ADDITION_HAVE
 *
 * Returns: whether the draft asks for what lacks it, or has it, now
 */
gboolean
ask_draft_add_lack (AskDraft *self, AskDomain *domain, const AskAddition *addition)
{
  const AskDomainJoin *join = addition->join > 0 ? ask_domain_join (domain, addition->join - 1) : NULL;

  if (ask_draft_has_either (self->conditions)
      || !looks_at (self, domain, join != NULL ? join->to : addition->attribute))
    return FALSE;
  if (join != NULL)
    add_unled (self, join);
  else
    add_missing (self, domain, addition->attribute, addition->kind == ASK_ADDITION_HAVE);
  return TRUE;
}

static gboolean
is_unset (const AskDraft *self, int attribute)
{
  for (guint i = 0; i < self->conditions->len; i++)
    if (ask_draft_condition (self->conditions, i)->left.attribute == attribute
        && ask_draft_condition (self->conditions, i)->op == ASK_DRAFT_IS_NULL)
      return TRUE;
  return FALSE;
}

/* Due before today and not done, or done after it was due. */
static gboolean
add_due (AskDraft *self, AskDomain *domain, const AskAddition *addition)
{
  AskDraftCondition due = { .left = { .attribute = addition->attribute }, .op = ASK_DRAFT_LESS, .n_operands = 1 };
  AskDraftCondition undone = { .left = { .attribute = addition->other }, .op = ASK_DRAFT_IS_NULL };

  if (ask_draft_has_either (self->conditions) || !looks_at (self, domain, addition->attribute))
    return FALSE;
  if (addition->kind == ASK_ADDITION_LATE)
    {
      due.left.attribute = addition->other;
      due.op = ASK_DRAFT_GREATER;
      due.operands[0] = (AskDraftOperand) { ASK_DRAFT_ATTRIBUTE, addition->attribute, -1, NULL, 0, NULL };
      g_array_append_val (self->conditions, due);
      return TRUE;
    }
  due.operands[0] = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, ask_question_dup_today (), 0, NULL };
  g_array_append_val (self->conditions, due);
  if (addition->other >= 0 && !is_unset (self, addition->other))
    g_array_append_val (self->conditions, undone);
  return TRUE;
}

static gboolean
add_only (AskDraft *self, const AskAddition *addition, int time)
{
  const AskDraftTerm term = { .attribute = time, .part = addition->part };

  if (ask_draft_has_either (self->conditions))
    return FALSE;
  if (addition->from == addition->to)
    compare_with (self, &term, ASK_DRAFT_EQUAL, addition->from);
  else
    {
      compare_with (self, &term, ASK_DRAFT_GREATER_EQUAL, addition->from);
      compare_with (self, &term, ASK_DRAFT_LESS_EQUAL, addition->to);
    }
  return TRUE;
}

/* In the order of time, unless the question wishes another one. */
static gboolean
add_each (AskDraft *self, AskTimePart part, int time)
{
  const AskDraftTerm term = { .attribute = time, .part = part };
  guint at = 0;

  if (find_figure (self) == NULL)
    return FALSE;
  g_array_append_val (self->groups, term);
  while (at < self->terms->len && ask_draft_term (self->terms, at)->aggregate == ASK_DRAFT_PLAIN)
    at++;
  g_array_insert_val (self->terms, at, term);
  if (self->orders->len == 0)
    {
      g_array_append_val (self->orders, term);
      self->descending = FALSE;
    }
  return TRUE;
}

static gboolean
add_most (AskDraft *self, const AskAddition *addition, int time)
{
  AskDraftTerm figure;

  if (self->groups->len > 0 || self->limit != ASK_DRAFT_NO_LIMIT || !add_each (self, addition->part, time))
    return FALSE;
  figure = *find_figure (self);
  g_array_set_size (self->orders, 0);
  g_array_append_val (self->orders, figure);
  self->descending = addition->kind == ASK_ADDITION_MOST;
  self->limit = 1;
  return TRUE;
}

/* The part of a time that there is one row for each of. */
static AskTimePart
find_grouped (const AskDraft *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    if (ask_draft_term (self->groups, i)->part != ASK_TIME_WHOLE)
      return ask_draft_term (self->groups, i)->part;
  return ASK_TIME_WHOLE;
}

/* Each figure, and how it differs from the one of the period before. */
static gboolean
add_change (AskDraft *self, const AskAddition *addition, int time)
{
  AskTimePart part = addition->part != ASK_TIME_WHOLE ? addition->part : ASK_TIME_MONTH;
  AskTimePart grouped = find_grouped (self);
  AskDraftTerm change;

  /* By month against the year before would be another row than the one before. */
  if (grouped != ASK_TIME_WHOLE && addition->part != ASK_TIME_WHOLE && grouped != addition->part)
    return FALSE;
  if (self->having->len > 0 || self->distinct || (grouped == ASK_TIME_WHOLE && !add_each (self, part, time)))
    return FALSE;
  change = *find_figure (self);
  change.view = addition->kind == ASK_ADDITION_GROWTH ? ASK_DRAFT_GROWTH : ASK_DRAFT_CHANGE;
  g_array_append_val (self->terms, change);
  return TRUE;
}

/* ---- shares */

/* A period is compared by its first day and the day behind its last one. */
static gboolean
is_bound (const char *period, const char *day)
{
  g_autofree char *first = NULL;
  g_autofree char *after = NULL;

  return ask_draft_read_period (period, &first, &after) && (g_str_equal (first, day) || g_str_equal (after, day));
}

static gboolean
is_of_mention (AskQuestion *question, const AskDraftCondition *condition, const AskMention *mention)
{
  const AskDraftOperand *operand = &condition->operands[0];

  if (condition->n_operands == 0 || operand->kind != ASK_DRAFT_VALUE)
    return FALSE;
  if (operand->text == NULL)
    return mention->has_number && mention->number == operand->number;
  for (guint i = 0; i < mention->links->len; i++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);

      if (link->attribute == condition->left.attribute
          && (is_bound (link->value, operand->text) || g_strcmp0 (link->value, operand->text) == 0))
        return TRUE;
    }
  return FALSE;
}

/* "of the orders of 2024 ARE paid": what is said before the verb is said of the whole. */
static guint
find_verb (AskQuestion *question)
{
  static const char *const verbs[] = { "is",  "are",  "was",   "were", "has", "have", "had",  "do",   "does", "did",
                                       "can", "come", "comes", "came", "go",  "goes", "went", "cost", NULL };

  for (guint t = 2; t < question->tokens->len; t++)
    if (g_strv_contains (verbs, ask_question_token (question, t)->folded))
      return t;
  return 0;
}

static gboolean
is_of_whole (AskQuestion *question, const AskDraftCondition *condition, guint verb)
{
  gboolean before = FALSE;

  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);

      if (!is_of_mention (question, condition, mention))
        continue;
      if (mention->first > verb)
        return FALSE;
      before = TRUE;
    }
  return before;
}

/* Of what rows are counted: of what the question names first. */
static int
find_counted (const AskDraft *self, AskQuestion *question)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (self, question->domain);
  guint first = G_MAXUINT;
  int counted = -1;

  for (guint i = 0; i < entities->len; i++)
    {
      guint entity = g_array_index (entities, guint, i);
      const AskNameMatch *match = &g_array_index (question->entities, AskNameMatch, entity);

      if (entities->len == 1 || (match->met > 0 && match->first < first))
        {
          counted = (int) entity;
          first = match->met > 0 ? match->first : first;
        }
    }
  return counted;
}

static gboolean
add_part_of_whole (AskDraft *self, AskQuestion *question)
{
  g_autoptr (AskDraft) whole = NULL;
  guint verb = find_verb (question);
  int counted = find_counted (self, question);

  if (self->terms->len != 1 || self->conditions->len == 0 || self->having->len > 0 || self->second != NULL)
    return FALSE;
  if (is_count (ask_draft_term (self->terms, 0)))
    {
      if (counted < 0)
        return FALSE;
      g_array_set_size (self->extra, 0);
      g_array_append_val (self->extra, counted);
    }
  whole = ask_draft_copy (self);
  for (guint i = whole->conditions->len; i-- > 0;)
    {
      const AskDraftCondition *condition = ask_draft_condition (whole->conditions, i);

      if (condition->either)
        verb = 0; /* what joins both is said of the part */
      if (verb == 0 || !is_of_whole (question, condition, verb))
        g_array_remove_index (whole->conditions, i);
    }
  /* All of it is a hundred percent of itself, which nobody asks. */
  if (whole->conditions->len == self->conditions->len)
    g_array_set_size (whole->conditions, 0);
  if (whole->conditions->len > 0)
    ask_draft_condition (whole->conditions, 0)->either = FALSE;
  self->whole = g_steal_pointer (&whole);
  return TRUE;
}

static gboolean
may_share (const AskDraftTerm *term)
{
  return term->metric > 0
         || ((term->aggregate == ASK_DRAFT_COUNT || term->aggregate == ASK_DRAFT_SUM) && !term->distinct
             && term->per == 0);
}

static gboolean
add_share (AskDraft *self, AskQuestion *question)
{
  AskDraftTerm *figure = find_figure (self);
  AskDraftTerm shown;

  if (figure == NULL || !may_share (figure) || self->having->len > 0)
    return FALSE;
  if (self->groups->len == 0)
    return add_part_of_whole (self, question);
  shown = *figure;
  shown.view = ASK_DRAFT_SHARE;
  *figure = shown;
  /* The largest share first, unless the question wishes another order. */
  if (self->orders->len == 0)
    {
      g_array_append_val (self->orders, shown);
      self->descending = TRUE;
    }
  return TRUE;
}

static const AskAddition *
find_kind (const GArray *additions, AskAdditionKind kind)
{
  for (guint i = 0; i < additions->len; i++)
    if (ask_addition (additions, i)->kind == kind)
      return ask_addition (additions, i);
  return NULL;
}

static gboolean
add (AskDraft *self, AskQuestion *question, const GArray *additions, const AskAddition *addition, int time)
{
  switch (addition->kind)
    {
    case ASK_ADDITION_METRIC:
      return add_metric (self, addition->metric);
    case ASK_ADDITION_LACK:
    case ASK_ADDITION_HAVE:
      if (!ask_draft_add_lack (self, question->domain, addition))
        return FALSE;
      ask_draft_show_names (self, question, question->domain);
      return TRUE;
    case ASK_ADDITION_BUT:
      return !ask_draft_has_either (self->conditions) && ask_draft_add_but (self, question->domain, addition);
    case ASK_ADDITION_ELSEWHERE:
      return !ask_draft_has_either (self->conditions)
             && ask_draft_add_elsewhere (self, question->domain, addition->attribute);
    case ASK_ADDITION_OVERDUE:
    case ASK_ADDITION_LATE:
      if (!add_due (self, question->domain, addition))
        return FALSE;
      ask_draft_show_names (self, question, question->domain);
      return TRUE;
    case ASK_ADDITION_ONLY:
      return time >= 0 && add_only (self, addition, time);
    case ASK_ADDITION_EACH:
      return time >= 0 && add_each (self, addition->part, time);
    case ASK_ADDITION_MOST:
    case ASK_ADDITION_LEAST:
      return time >= 0 && add_most (self, addition, time);
    case ASK_ADDITION_CHANGE:
    case ASK_ADDITION_GROWTH:
      return time >= 0 && add_change (self, addition, time);
    case ASK_ADDITION_SHARE:
    default:
      return add_share (self, question);
    }
}

/**
 * ask_draft_add:
 * @self: (inout): of the question without @additions; spoiled where they are refused
 * @question: that question
 * @additions: (element-type AskAddition): what to add; metrics are of @question's domain
 * @time: the attribute that months are of; -1 where none is needed
 *
 * Returns: whether the draft says it now
 */
gboolean
ask_draft_add (AskDraft *self, AskQuestion *question, const GArray *additions, int time)
{
  if (self->second != NULL)
    return FALSE;
  for (AskAdditionKind kind = ASK_ADDITION_METRIC; kind <= ASK_ADDITION_SHARE; kind++)
    for (guint i = 0; i < additions->len; i++)
      {
        const AskAddition *addition = ask_addition (additions, i);

        /* A metric that is named twice is one; several things may lack. */
        if (addition->kind == kind
            && (addition == find_kind (additions, kind) || kind == ASK_ADDITION_LACK || kind == ASK_ADDITION_HAVE)
            && !add (self, question, additions, addition, time))
          return FALSE;
      }
  return TRUE;
}

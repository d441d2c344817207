/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "Not among these", where one of these may be NULL. SQL then knows of no value that it is not among them, and gives no row
 * at all: customers without orders would be none as soon as one order lacks its customer. So each query behind a NOT IN
 * is printed without its NULLs, and read back as what was meant. A draft itself never says it.
 */
#include "config.h"

#include "understand/interpret/ask-draft-tree-private.h"

/* Only what a source declares never to be NULL is known not to be. */
static gboolean
may_be_null (AskDomain *domain, int attribute)
{
  const AskAttribute *declared = ask_domain_attribute (domain, attribute)->attribute;

  return declared == NULL || declared->nullable;
}

/* The attribute of what it gives, whose NULLs are taken out within it; ASK_DOMAIN_STAR where they are not. */
static int
find_shown (const AskDraft *self)
{
  const AskDraftTerm *term = self->terms->len == 1 ? ask_draft_term (self->terms, 0) : NULL;

  if (term == NULL || term->metric > 0 || term->aggregate == ASK_DRAFT_COUNT)
    return ASK_DOMAIN_STAR;
  return term->attribute;
}

/**
 * ask_draft_find_guarded:
 * @self: a query behind a NOT IN, or a side of it
 * @domain: what it is about
 *
 * Returns: the attribute whose NULLs must not come out of it; %ASK_DOMAIN_STAR where it gives none
 */
int
ask_draft_find_guarded (const AskDraft *self, AskDomain *domain)
{
  int shown = find_shown (self);

  return shown >= 0 && may_be_null (domain, shown) ? shown : ASK_DOMAIN_STAR;
}

/**
 * ask_draft_drop_guard:
 * @self: (inout): a query behind a NOT IN
 *
 * Takes out of it what is said of any such query when it is printed, so that drafts that mean the same are equal.
 */
void
ask_draft_drop_guard (AskDraft *self)
{
  int shown = find_shown (self);

  if (self->second != NULL)
    ask_draft_drop_guard (self->second);
  if (shown < 0 || (self->limit != ASK_DRAFT_NO_LIMIT && ask_draft_term (self->terms, 0)->aggregate == ASK_DRAFT_PLAIN))
    return;
  for (guint i = 0; i < self->conditions->len; i++)
    if (ask_draft_condition (self->conditions, i)->either)
      return;
  for (guint i = self->conditions->len; i-- > 0;)
    {
      const AskDraftCondition *condition = ask_draft_condition (self->conditions, i);

      if (condition->op == ASK_DRAFT_IS_NOT_NULL && condition->left.attribute == shown
          && condition->left.aggregate == ASK_DRAFT_PLAIN && condition->left.part == ASK_TIME_WHOLE)
        g_array_remove_index (self->conditions, i);
    }
}

static gboolean
is_not_null (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_IS_NULL && expr->negated && expr->left->kind == ASK_EXPR_COLUMN;
}

/**
 * ask_draft_tree_is_guard:
 * @scope: a block
 * @draft: what it became so far: its results
 * @expr: a condition of it
 *
 * Returns: whether it only keeps NULLs out of what a NOT IN looks through
 */
gboolean
ask_draft_tree_is_guard (const AskDraftScope *scope, const AskDraft *draft, const AskSqlExpr *expr)
{
  int shown = find_shown (draft);

  return scope->outer != NULL && scope->outer->negated && shown >= 0 && is_not_null (expr)
         && ask_draft_scope_find (scope, expr->left) == shown;
}

/**
 * ask_draft_tree_unwrap:
 * @select: a query behind a NOT IN
 *
 * Returns: the query within it, where all that is around it keeps NULLs out; else @select
 */
const AskSqlSelect *
ask_draft_tree_unwrap (const AskSqlSelect *select)
{
  const AskSqlCore *core = select->cores[0];
  const AskSqlFrom *from = core->from.n == 1 ? core->from.items[0] : NULL;
  const AskSqlExpr *shown = core->n_results == 1 ? core->results[0].expr : NULL;

  if (select->n_cores != 1 || select->n_ctes > 0 || select->limit != NULL || select->order.n > 0 || core->distinct
      || core->group_by.n > 0 || from == NULL || from->kind != ASK_FROM_SELECT || core->where == NULL
      || !is_not_null (core->where) || shown == NULL || shown->kind != ASK_EXPR_COLUMN
      || g_ascii_strcasecmp (shown->name, core->where->left->name) != 0)
    return select;
  return from->select;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A SELECT as a draft: what people wrote, for training and for verified questions. It never bends a query: one
 * that a draft cannot say is refused with the reason. What joins entities is left out, since FROM follows from
 * what is named.
 */
#include "config.h"

#include "understand/interpret/ask-draft-tree-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

#include "sql/ask-sql-parser.h"

/**
 * ask_draft_tree_refuse:
 * @what: what a draft cannot say, behind "A draft cannot say"
 *
 * Returns: %FALSE, with @error set
 */
gboolean
ask_draft_tree_refuse (GError **error, const char *what)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "A draft cannot say %s.", what);
  return FALSE;
}

/* ---- names */

static gboolean
is_called (const AskSqlFrom *item, const char *name)
{
  return g_ascii_strcasecmp (item->alias != NULL ? item->alias : item->name, name) == 0
         || g_ascii_strcasecmp (item->name, name) == 0;
}

/**
 * ask_draft_scope_find:
 * @self: a block
 * @column: a name in it
 *
 * Returns: the attribute of the block's own FROM, -1 where it has none of that name
 */
int
ask_draft_scope_find (const AskDraftScope *self, const AskSqlExpr *column)
{
  int found = -1;

  for (guint i = 0; i < self->items->len && found < 0; i++)
    if (column->table == NULL || is_called (self->items->pdata[i], column->table))
      found = ask_domain_find (self->domain,
                               ask_domain_entity (self->domain, g_array_index (self->entities, guint, i))->name,
                               column->name);
  return found;
}

/**
 * ask_draft_scope_resolve:
 * @self: a block
 * @column: a name in it
 * @attribute: (out): what it names
 * @error: see ask_draft_from_tree()
 *
 * What is of a query around this one is refused: it would come into this one's FROM, and mean something else.
 *
 * Returns: whether the block's own FROM has it
 */
gboolean
ask_draft_scope_resolve (const AskDraftScope *self, const AskSqlExpr *column, int *attribute, GError **error)
{
  *attribute = ask_draft_scope_find (self, column);
  if (*attribute >= 0)
    return TRUE;
  for (const AskDraftScope *outer = self->outer; outer != NULL; outer = outer->outer)
    if (ask_draft_scope_find (outer, column) >= 0)
      return ask_draft_tree_refuse (error, "a query that names a column of the query around it");
  ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_COLUMN, N_ ("No attribute “%s%s%s” where it is named."),
                 column->table != NULL ? column->table : "", column->table != NULL ? "." : "", column->name);
  return FALSE;
}

/* ---- FROM */

/**
 * ask_draft_tree_is_join:
 * @expr: a condition
 *
 * Returns: whether it is an equality of two columns
 */
gboolean
ask_draft_tree_is_join (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_EQUAL && expr->left->kind == ASK_EXPR_COLUMN
         && expr->right->kind == ASK_EXPR_COLUMN && !expr->left->quoted && !expr->right->quoted;
}

/**
 * ask_draft_tree_is_binary:
 * @expr: a condition
 * @op: an operator
 *
 * Returns: whether it is @op of two sides
 */
gboolean
ask_draft_tree_is_binary (const AskSqlExpr *expr, AskSqlOp op)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op;
}

static void
add_conjuncts (AskDraftScope *scope, AskSqlExpr *on)
{
  if (ask_draft_tree_is_binary (on, ASK_OP_AND))
    {
      add_conjuncts (scope, on->left);
      add_conjuncts (scope, on->right);
    }
  else if (!ask_draft_tree_is_join (on))
    g_ptr_array_add (scope->conjuncts, on);
}

static gboolean
read_from (AskDraftScope *scope, const AskSqlFroms *froms, GError **error)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *item = froms->items[i];
      int entity;

      if (item->join == ASK_JOIN_LEFT || item->join == ASK_JOIN_RIGHT || item->join == ASK_JOIN_FULL)
        return ask_draft_tree_refuse (error, "an outer join");
      if (item->on != NULL)
        add_conjuncts (scope, item->on);
      if (item->kind == ASK_FROM_JOIN)
        {
          if (!read_from (scope, &item->items, error))
            return FALSE;
          continue;
        }
      if (item->kind != ASK_FROM_TABLE)
        return ask_draft_tree_refuse (error, "a query or a function in FROM");
      entity = item->schema == NULL ? ask_domain_find_entity (scope->domain, item->name) : -1;
      if (entity < 0)
        {
          ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_TABLE, N_ ("No entity “%s”."), item->name);
          return FALSE;
        }
      for (guint k = 0; k < scope->entities->len; k++)
        if (g_array_index (scope->entities, guint, k) == (guint) entity)
          return ask_draft_tree_refuse (error, "an entity that is twice in FROM");
      g_ptr_array_add (scope->items, item);
      g_array_append_val (scope->entities, entity);
    }
  return TRUE;
}

static void
scope_init (AskDraftScope *scope, AskDomain *domain, const AskDraftScope *outer, const AskSqlCore *core)
{
  *scope = (AskDraftScope) { .domain = domain, .outer = outer, .core = core };
  scope->items = g_ptr_array_new ();
  scope->entities = g_array_new (FALSE, FALSE, sizeof (guint));
  scope->conjuncts = g_ptr_array_new ();
  scope->depth = outer != NULL ? outer->depth + 1 : 0;
  scope->products = outer != NULL && outer->products;
}

static void
scope_clear (AskDraftScope *scope)
{
  g_ptr_array_unref (scope->items);
  g_array_unref (scope->entities);
  g_ptr_array_unref (scope->conjuncts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskDraftScope, scope_clear)

/* ---- terms */

static gboolean
find_aggregate (const char *name, AskDraftAggregate *aggregate)
{
  static const char *const names[] = { "", "count", "sum", "avg", "min", "max" };

  for (guint i = ASK_DRAFT_COUNT; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (name, names[i]) == 0)
      {
        *aggregate = (AskDraftAggregate) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_function (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftTerm *term, GError **error)
{
  if (!find_aggregate (expr->name, &term->aggregate) || expr->filter != NULL || expr->window != NULL)
    return ask_draft_tree_refuse (error, "a function that is no plain aggregate");
  term->distinct = expr->distinct;
  if (expr->star)
    return TRUE;
  if (expr->list.n != 1 || expr->list.items[0]->kind != ASK_EXPR_COLUMN)
    return ask_draft_tree_refuse (error, "an aggregate over more than an attribute");
  return ask_draft_scope_resolve (scope, expr->list.items[0], &term->attribute, error);
}

/**
 * ask_draft_tree_describe:
 * @expr: what is no term and no operand
 *
 * Returns: what it is, for ask_draft_tree_refuse()
 */
const char *
ask_draft_tree_describe (const AskSqlExpr *expr)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
    case ASK_EXPR_UNARY:
      return expr->op >= ASK_OP_BIT_AND ? "arithmetic" : "a condition as a value";
    case ASK_EXPR_SELECT:
      return "a query as a term";
    case ASK_EXPR_LITERAL:
      return "a value as a term";
    case ASK_EXPR_CASE:
    case ASK_EXPR_CAST:
      return "CASE or CAST";
    case ASK_EXPR_PARAMETER:
      return "a parameter";
    default:
      return "such an expression";
    }
}

/* A name that is no attribute may be a metric of an entity in FROM. */
static gboolean
read_metric (const AskDraftScope *scope, const AskSqlExpr *column, AskDraftTerm *term)
{
  if (ask_draft_scope_find (scope, column) >= 0)
    return FALSE;
  for (guint m = 0; m < scope->domain->metrics->len; m++)
    {
      const AskDomainMetric *metric = ask_domain_metric (scope->domain, m);

      for (guint i = 0; i < scope->items->len; i++)
        if (g_array_index (scope->entities, guint, i) == metric->entity
            && (column->table == NULL || is_called (scope->items->pdata[i], column->table))
            && g_ascii_strcasecmp (column->name, metric->name) == 0)
          {
            *term = (AskDraftTerm) { ASK_DRAFT_COUNT, FALSE, ASK_DOMAIN_STAR, .metric = m + 1 };
            return TRUE;
          }
    }
  return FALSE;
}

static gboolean
read_term (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftTerm *term, GError **error)
{
  *term = (AskDraftTerm) { ASK_DRAFT_PLAIN, FALSE, ASK_DOMAIN_STAR };
  if (expr->kind == ASK_EXPR_COLUMN)
    return read_metric (scope, expr, term) || ask_draft_scope_resolve (scope, expr, &term->attribute, error);
  if (ask_draft_tree_read_added (scope, expr, term))
    return TRUE;
  *term = (AskDraftTerm) { ASK_DRAFT_PLAIN, FALSE, ASK_DOMAIN_STAR };
  if (expr->kind == ASK_EXPR_FUNCTION)
    return ask_draft_tree_read_product (scope, expr, term) || read_function (scope, expr, term, error);
  if (expr->kind == ASK_EXPR_BINARY && ask_draft_tree_read_product (scope, expr, term))
    return TRUE;
  return ask_draft_tree_refuse (error, ask_draft_tree_describe (expr));
}

/* The result that an alias names; @expr itself where none does. */
static const AskSqlExpr *
find_alias (const AskDraftScope *scope, const AskSqlExpr *expr)
{
  for (guint i = 0; i < scope->core->n_results; i++)
    {
      const AskSqlResult *result = &scope->core->results[i];

      if (expr->kind == ASK_EXPR_COLUMN && expr->table == NULL && result->alias != NULL
          && g_ascii_strcasecmp (result->alias, expr->name) == 0)
        return result->expr;
    }
  return expr;
}

/* ORDER BY and GROUP BY may name a result by its place. */
static const AskSqlExpr *
find_place (const AskDraftScope *scope, const AskSqlExpr *expr)
{
  gint64 place = expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER ? expr->value.integer : 0;

  if (place < 1 || place > scope->core->n_results || scope->core->results[place - 1].star != 0)
    return expr;
  return scope->core->results[place - 1].expr;
}

/**
 * ask_draft_tree_read_term:
 * @scope: the block
 * @expr: an attribute, an aggregate or, where no attribute has that name, an alias of either. ORDER BY, where aliases
 *   come first, looks for them before
 * @term: (out): the term
 * @error: see ask_draft_from_tree()
 *
 * Returns: whether it is a term
 */
gboolean
ask_draft_tree_read_term (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftTerm *term, GError **error)
{
  if (expr->kind == ASK_EXPR_COLUMN && ask_draft_scope_find (scope, expr) < 0)
    expr = find_alias (scope, expr);
  return read_term (scope, expr, term, error);
}

static gboolean
read_results (const AskDraftScope *scope, AskDraft *draft, GError **error)
{
  for (guint i = 0; i < scope->core->n_results; i++)
    {
      const AskSqlResult *result = &scope->core->results[i];
      AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, ASK_DOMAIN_STAR };

      if (result->star == 2 && scope->items->len > 1)
        return ask_draft_tree_refuse (error, "all attributes of one of several entities");
      if (result->star == 0 && !read_term (scope, result->expr, &term, error))
        return FALSE;
      g_array_append_val (draft->terms, term);
    }
  return TRUE;
}

/* ---- the whole */

static gboolean
read_groups (const AskDraftScope *scope, AskDraft *draft, GError **error)
{
  for (guint i = 0; i < scope->core->group_by.n; i++)
    {
      AskDraftTerm term;

      if (!ask_draft_tree_read_term (scope, find_place (scope, scope->core->group_by.items[i]), &term, error))
        return FALSE;
      g_array_append_val (draft->groups, term);
    }
  return TRUE;
}

static gboolean
read_order (const AskDraftScope *scope, const AskSqlSelect *select, AskDraft *draft, GError **error)
{
  for (guint i = 0; i < select->order.n; i++)
    {
      const AskSqlOrderTerm *order = &select->order.items[i];
      AskDraftTerm term;

      if (order->nulls != 0)
        return ask_draft_tree_refuse (error, "where NULLs are put");
      if (i > 0 && !order->descending != !draft->descending)
        return ask_draft_tree_refuse (error, "an order that rises and falls");
      draft->descending = order->descending;
      if (!read_term (scope, find_place (scope, find_alias (scope, order->expr)), &term, error))
        return FALSE;
      g_array_append_val (draft->orders, term);
    }
  if (select->offset != NULL)
    return ask_draft_tree_refuse (error, "OFFSET");
  if (select->limit == NULL)
    return TRUE;
  if (select->limit->kind != ASK_EXPR_LITERAL || select->limit->value.kind != ASK_VALUE_INTEGER)
    return ask_draft_tree_refuse (error, "a limit that is no whole number");
  draft->limit = select->limit->value.integer;
  return TRUE;
}

static gboolean
contains (AskDomain *domain, const GArray *entities, guint entity)
{
  g_autoptr (AskDraftPath) path = NULL;

  if (entities->len == 0)
    return FALSE;
  path = ask_draft_find_path (domain, (const guint *) entities->data, entities->len, 0);
  for (guint i = 0; i < entities->len && path == NULL; i++)
    if (g_array_index (entities, guint, i) == entity)
      return TRUE;
  for (guint i = 0; path != NULL && i < path->entities->len; i++)
    if (g_array_index (path->entities, guint, i) == entity)
      return TRUE;
  return FALSE;
}

static int
compare_entities (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

/* The entities of FROM, in whatever order they stand there, that the path between the attributes' entities would not
 * contain. One that lies on the way to another is no extra either. */
static void
find_extra (const AskDraftScope *scope, AskDraft *draft)
{
  g_autoptr (GArray) named = ask_draft_collect_entities (draft, scope->domain);
  g_autoptr (GArray) entities = g_array_copy (scope->entities);

  g_array_sort (entities, compare_entities);
  for (guint i = 0; i < entities->len; i++)
    {
      int entity = g_array_index (entities, int, i);

      if (!contains (scope->domain, named, (guint) entity))
        g_array_append_val (draft->extra, entity);
    }
  for (guint i = draft->extra->len; i-- > 0 && draft->extra->len > 1;)
    {
      int entity = g_array_index (draft->extra, int, i);
      g_autoptr (GArray) others = NULL;

      g_array_remove_index (draft->extra, i);
      others = ask_draft_collect_entities (draft, scope->domain);
      if (!contains (scope->domain, others, (guint) entity))
        g_array_insert_val (draft->extra, i, entity);
    }
}

static gboolean
read_core (AskDraftScope *scope, const AskSqlSelect *select, AskDraft *draft, GError **error)
{
  if (scope->core->n_rows > 0 || scope->core->n_windows > 0)
    return ask_draft_tree_refuse (error, "VALUES or windows");
  draft->distinct = scope->core->distinct;
  if (!read_from (scope, &scope->core->from, error) || !read_results (scope, draft, error)
      || !ask_draft_tree_read_filters (scope, draft, error) || !read_groups (scope, draft, error)
      || (select != NULL && !read_order (scope, select, draft, error)))
    return FALSE;
  ask_draft_normalise (draft);
  find_extra (scope, draft);
  ask_draft_normalise (draft);
  return TRUE;
}

static gboolean
read_set (AskSqlCompound compound, AskDraftSet *set, GError **error)
{
  switch (compound)
    {
    case ASK_COMPOUND_UNION:
      *set = ASK_DRAFT_UNION;
      return TRUE;
    case ASK_COMPOUND_INTERSECT:
      *set = ASK_DRAFT_INTERSECT;
      return TRUE;
    case ASK_COMPOUND_EXCEPT:
      *set = ASK_DRAFT_EXCEPT;
      return TRUE;
    case ASK_COMPOUND_UNION_ALL:
      return ask_draft_tree_refuse (error, "UNION ALL");
    case ASK_COMPOUND_FIRST:
    default:
      g_return_val_if_reached (FALSE);
    }
}

static AskDraft *
read_side (const AskDraftScope *outer, AskDomain *domain, const AskSqlSelect *select, guint place, GError **error)
{
  g_autoptr (AskDraft) draft = ask_draft_new ();
  g_auto (AskDraftScope) scope = { NULL };

  scope_init (&scope, domain, outer, select->cores[place]);
  scope.depth += place;
  if (scope.depth > ASK_DRAFT_MAX_DEPTH)
    {
      ask_draft_tree_refuse (error, "queries that stand so deep in each other");
      return NULL;
    }
  if (!read_core (&scope, place == 0 ? select : NULL, draft, error))
    return NULL;
  if (place + 1 < select->n_cores)
    {
      if (!read_set (select->cores[place + 1]->compound, &draft->set, error))
        return NULL;
      draft->second = read_side (outer, domain, select, place + 1, error);
      if (draft->second == NULL)
        return NULL;
    }
  return g_steal_pointer (&draft);
}

/**
 * ask_draft_tree_read_select:
 * @outer: (nullable): the block that it stands in
 * @domain: what the names mean
 * @select: a query
 * @error: see ask_draft_from_tree()
 *
 * Returns: (transfer full): the draft; %NULL on error
 */
AskDraft *
ask_draft_tree_read_select (const AskDraftScope *outer, AskDomain *domain, const AskSqlSelect *select, GError **error)
{
  if (select->n_ctes > 0)
    {
      ask_draft_tree_refuse (error, "WITH");
      return NULL;
    }
  return read_side (outer, domain, select, 0, error);
}

/**
 * ask_draft_from_tree:
 * @domain: what the names mean
 * @tree: from ask_sql_parse()
 * @error: %G_IO_ERROR_NOT_SUPPORTED where a draft cannot say it; %ASK_SQL_ERROR_UNKNOWN_TABLE or
 *   %ASK_SQL_ERROR_UNKNOWN_COLUMN where the domain has no such name
 *
 * Returns: (transfer full): the draft, normalised, with what is extra in FROM; %NULL on error
 */
AskDraft *
ask_draft_from_tree (AskDomain *domain, const AskSqlTree *tree, GError **error)
{
  return ask_draft_tree_read_select (NULL, domain, tree->select, error);
}

/*
 * ask_draft_recall_tree:
 * @domain: what the names mean
 * @tree: of SQL that was made here, perhaps
 * @error: see ask_draft_from_tree()
 *
 * The same as ask_draft_from_tree(), and reads figures that are worked out and what is added to drafts. Those teach nothing,
 * so training has no part in it.
 *
 * Returns: (transfer full): the draft; %NULL on error
 */
AskDraft *
ask_draft_recall_tree (AskDomain *domain, const AskSqlTree *tree, GError **error)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (GArray) entities = g_array_new (FALSE, FALSE, sizeof (guint));
  /* Around the query, and one less deep. */
  const AskDraftScope around
    = { .domain = domain, .items = items, .entities = entities, .depth = G_MAXUINT, .products = TRUE };
  const AskSqlSelect *part = tree->select;
  const AskSqlSelect *whole = ask_draft_tree_find_whole (tree->select, &part);
  g_autoptr (AskDraft) draft = ask_draft_tree_read_select (&around, domain, part, error);

  if (draft == NULL || whole == NULL)
    return g_steal_pointer (&draft);
  draft->whole = ask_draft_tree_read_select (&around, domain, whole, error);
  return draft->whole != NULL ? g_steal_pointer (&draft) : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A SELECT as a draft: what people wrote, for training and for verified questions. It never bends a query: one
 * that a draft cannot say is refused with the reason. What joins entities is left out, since FROM follows from
 * what is named.
 */
#include "config.h"

#include <math.h>

#include "sql/ask-sql-parser.h"
#include "understand/interpret/ask-draft-private.h"

/* A block's FROM, and that of the queries around it. */
typedef struct _Scope Scope;
struct _Scope
{
  AskDomain *domain;
  const Scope *outer;
  const AskSqlCore *core;
  GPtrArray *items; /* of AskSqlFrom */
  GArray *entities; /* of guint: what each item is */
  GPtrArray *conjuncts; /* of AskSqlExpr: what ON says besides how to join */
  guint depth;
};

static AskDraft *read_select (const Scope *outer, AskDomain *domain, const AskSqlSelect *select, GError **error);

static gboolean
refuse (GError **error, const char *what)
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

static int
find_in (const Scope *scope, const AskSqlExpr *column)
{
  int found = -1;

  for (guint i = 0; i < scope->items->len && found < 0; i++)
    if (column->table == NULL || is_called (scope->items->pdata[i], column->table))
      found = ask_domain_find (scope->domain,
                               ask_domain_entity (scope->domain, g_array_index (scope->entities, guint, i))->name,
                               column->name);
  return found;
}

/* What is of a query around this one would come into this one's FROM, and mean something else. */
static gboolean
resolve (const Scope *scope, const AskSqlExpr *column, int *attribute, GError **error)
{
  *attribute = find_in (scope, column);
  if (*attribute >= 0)
    return TRUE;
  for (const Scope *outer = scope->outer; outer != NULL; outer = outer->outer)
    if (find_in (outer, column) >= 0)
      return refuse (error, "a query that names a column of the query around it");
  g_set_error (error, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_COLUMN, "No attribute “%s%s%s” where it is named.",
               column->table != NULL ? column->table : "", column->table != NULL ? "." : "", column->name);
  return FALSE;
}

/* A double-quoted word is a text where nothing has that name. */
static gboolean
is_text (const Scope *scope, const AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_COLUMN || !expr->quoted || expr->table != NULL)
    return FALSE;
  for (; scope != NULL; scope = scope->outer)
    if (find_in (scope, expr) >= 0)
      return FALSE;
  return TRUE;
}

/* ---- FROM */

static gboolean
is_join (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_EQUAL && expr->left->kind == ASK_EXPR_COLUMN
         && expr->right->kind == ASK_EXPR_COLUMN && !expr->left->quoted && !expr->right->quoted;
}

static gboolean
is_binary (const AskSqlExpr *expr, AskSqlOp op)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op;
}

static void
add_conjuncts (Scope *scope, AskSqlExpr *on)
{
  if (is_binary (on, ASK_OP_AND))
    {
      add_conjuncts (scope, on->left);
      add_conjuncts (scope, on->right);
    }
  else if (!is_join (on))
    g_ptr_array_add (scope->conjuncts, on);
}

static gboolean
read_from (Scope *scope, const AskSqlFroms *froms, GError **error)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *item = froms->items[i];
      int entity;

      if (item->join == ASK_JOIN_LEFT || item->join == ASK_JOIN_RIGHT || item->join == ASK_JOIN_FULL)
        return refuse (error, "an outer join");
      if (item->on != NULL)
        add_conjuncts (scope, item->on);
      if (item->kind == ASK_FROM_JOIN)
        {
          if (!read_from (scope, &item->items, error))
            return FALSE;
          continue;
        }
      if (item->kind != ASK_FROM_TABLE)
        return refuse (error, "a query or a function in FROM");
      entity = item->schema == NULL ? ask_domain_find_entity (scope->domain, item->name) : -1;
      if (entity < 0)
        {
          g_set_error (error, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_TABLE, "No entity “%s”.", item->name);
          return FALSE;
        }
      for (guint k = 0; k < scope->entities->len; k++)
        if (g_array_index (scope->entities, guint, k) == (guint) entity)
          return refuse (error, "an entity that is twice in FROM");
      g_ptr_array_add (scope->items, item);
      g_array_append_val (scope->entities, entity);
    }
  return TRUE;
}

static void
scope_init (Scope *scope, AskDomain *domain, const Scope *outer, const AskSqlCore *core)
{
  *scope = (Scope) { domain, outer, core };
  scope->items = g_ptr_array_new ();
  scope->entities = g_array_new (FALSE, FALSE, sizeof (guint));
  scope->conjuncts = g_ptr_array_new ();
  scope->depth = outer != NULL ? outer->depth + 1 : 0;
}

static void
scope_clear (Scope *scope)
{
  g_ptr_array_unref (scope->items);
  g_array_unref (scope->entities);
  g_ptr_array_unref (scope->conjuncts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scope, scope_clear)

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
read_function (const Scope *scope, const AskSqlExpr *expr, AskDraftTerm *term, GError **error)
{
  if (!find_aggregate (expr->name, &term->aggregate) || expr->filter != NULL || expr->window != NULL)
    return refuse (error, "a function that is no plain aggregate");
  term->distinct = expr->distinct;
  if (expr->star)
    return TRUE;
  if (expr->list.n != 1 || expr->list.items[0]->kind != ASK_EXPR_COLUMN)
    return refuse (error, "an aggregate over more than an attribute");
  return resolve (scope, expr->list.items[0], &term->attribute, error);
}

static const char *
describe (const AskSqlExpr *expr)
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

static gboolean
read_term (const Scope *scope, const AskSqlExpr *expr, AskDraftTerm *term, GError **error)
{
  *term = (AskDraftTerm) { ASK_DRAFT_PLAIN, FALSE, ASK_DOMAIN_STAR };
  if (expr->kind == ASK_EXPR_COLUMN)
    return resolve (scope, expr, &term->attribute, error);
  if (expr->kind == ASK_EXPR_FUNCTION)
    return read_function (scope, expr, term, error);
  return refuse (error, describe (expr));
}

/* The result that an alias names; @expr itself where none does. */
static const AskSqlExpr *
find_alias (const Scope *scope, const AskSqlExpr *expr)
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
find_place (const Scope *scope, const AskSqlExpr *expr)
{
  gint64 place = expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER ? expr->value.integer : 0;

  if (place < 1 || place > scope->core->n_results || scope->core->results[place - 1].star != 0)
    return expr;
  return scope->core->results[place - 1].expr;
}

/* Everywhere but in ORDER BY an attribute comes before an alias of its name. */
static gboolean
read_named_term (const Scope *scope, const AskSqlExpr *expr, AskDraftTerm *term, GError **error)
{
  if (expr->kind == ASK_EXPR_COLUMN && find_in (scope, expr) < 0)
    expr = find_alias (scope, expr);
  return read_term (scope, expr, term, error);
}

static gboolean
read_results (const Scope *scope, AskDraft *draft, GError **error)
{
  for (guint i = 0; i < scope->core->n_results; i++)
    {
      const AskSqlResult *result = &scope->core->results[i];
      AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, ASK_DOMAIN_STAR };

      if (result->star == 2 && scope->items->len > 1)
        return refuse (error, "all attributes of one of several entities");
      if (result->star == 0 && !read_term (scope, result->expr, &term, error))
        return FALSE;
      g_array_append_val (draft->terms, term);
    }
  return TRUE;
}

/* ---- conditions */

static gboolean
read_number (const AskValue *value, gboolean negative, AskDraftOperand *operand, GError **error)
{
  double number = value->kind == ASK_VALUE_INTEGER ? (double) value->integer : value->real;

  if (!isfinite (number) || (value->kind == ASK_VALUE_INTEGER && fabs (number) >= 9007199254740992.0))
    return refuse (error, "a number with so many digits");
  operand->number = negative ? -number : number;
  return TRUE;
}

static gboolean
read_operand (const Scope *scope, const AskSqlExpr *expr, AskDraftOperand *operand, GError **error)
{
  gboolean negative = expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NEGATIVE;

  *operand = (AskDraftOperand) { .kind = ASK_DRAFT_VALUE, .attribute = ASK_DOMAIN_STAR, .slot = -1 };
  if (negative)
    expr = expr->left;
  if (expr->kind == ASK_EXPR_LITERAL && (expr->value.kind == ASK_VALUE_INTEGER || expr->value.kind == ASK_VALUE_REAL))
    return read_number (&expr->value, negative, operand, error);
  if (negative)
    return refuse (error, "arithmetic");
  if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT)
    {
      operand->text = g_strndup (expr->value.text, expr->value.length);
      return TRUE;
    }
  if (is_text (scope, expr))
    {
      operand->text = g_strdup (expr->name);
      return TRUE;
    }
  if (expr->kind == ASK_EXPR_COLUMN)
    {
      operand->kind = ASK_DRAFT_ATTRIBUTE;
      return resolve (scope, expr, &operand->attribute, error);
    }
  if (expr->kind == ASK_EXPR_SELECT)
    {
      operand->kind = ASK_DRAFT_QUERY;
      operand->query = read_select (scope, scope->domain, expr->select, error);
      return operand->query != NULL;
    }
  return refuse (error, expr->kind == ASK_EXPR_FUNCTION ? "a function at the right of a comparison" : describe (expr));
}

static gboolean
read_op (AskSqlOp op, AskDraftOp *to)
{
  static const struct
  {
    AskSqlOp from;
    AskDraftOp to;
  } ops[] = {
    { ASK_OP_EQUAL, ASK_DRAFT_EQUAL },     { ASK_OP_NOT_EQUAL, ASK_DRAFT_NOT_EQUAL },
    { ASK_OP_LESS, ASK_DRAFT_LESS },       { ASK_OP_LESS_EQUAL, ASK_DRAFT_LESS_EQUAL },
    { ASK_OP_GREATER, ASK_DRAFT_GREATER }, { ASK_OP_GREATER_EQUAL, ASK_DRAFT_GREATER_EQUAL },
    { ASK_OP_LIKE, ASK_DRAFT_LIKE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (ops[i].from == op)
      {
        *to = ops[i].to;
        return TRUE;
      }
  return FALSE;
}

static AskDraftOp
negate (AskDraftOp op)
{
  static const AskDraftOp opposites[] = {
    [ASK_DRAFT_EQUAL] = ASK_DRAFT_NOT_EQUAL,     [ASK_DRAFT_NOT_EQUAL] = ASK_DRAFT_EQUAL,
    [ASK_DRAFT_LESS] = ASK_DRAFT_GREATER_EQUAL,  [ASK_DRAFT_LESS_EQUAL] = ASK_DRAFT_GREATER,
    [ASK_DRAFT_GREATER] = ASK_DRAFT_LESS_EQUAL,  [ASK_DRAFT_GREATER_EQUAL] = ASK_DRAFT_LESS,
    [ASK_DRAFT_LIKE] = ASK_DRAFT_NOT_LIKE,       [ASK_DRAFT_NOT_LIKE] = ASK_DRAFT_LIKE,
    [ASK_DRAFT_BETWEEN] = ASK_DRAFT_NOT_BETWEEN, [ASK_DRAFT_NOT_BETWEEN] = ASK_DRAFT_BETWEEN,
    [ASK_DRAFT_IN] = ASK_DRAFT_NOT_IN,           [ASK_DRAFT_NOT_IN] = ASK_DRAFT_IN,
    [ASK_DRAFT_IS_NULL] = ASK_DRAFT_IS_NOT_NULL, [ASK_DRAFT_IS_NOT_NULL] = ASK_DRAFT_IS_NULL,
  };

  return opposites[op];
}

/* What stands where: a comparison that begins with its value is turned round. */
static gboolean
read_parts (const AskSqlExpr *expr, AskDraftCondition *condition, const AskSqlExpr *parts[3], GError **error)
{
  AskSqlOp op = expr->op;
  gboolean turned;

  parts[0] = expr->left;
  parts[1] = expr->right;
  condition->n_operands = 1;
  switch (expr->kind)
    {
    case ASK_EXPR_IS_NULL:
      condition->op = ASK_DRAFT_IS_NULL;
      condition->n_operands = 0;
      return TRUE;
    case ASK_EXPR_BETWEEN:
      condition->op = ASK_DRAFT_BETWEEN;
      condition->n_operands = 2;
      parts[1] = expr->list.items[0];
      parts[2] = expr->list.items[1];
      return TRUE;
    case ASK_EXPR_LIKE:
      return (expr->escape == NULL && read_op (op, &condition->op)) || refuse (error, "ESCAPE, GLOB, REGEXP or MATCH");
    case ASK_EXPR_BINARY:
      turned = expr->right->kind == ASK_EXPR_COLUMN
               && (expr->left->kind == ASK_EXPR_LITERAL || expr->left->kind == ASK_EXPR_SELECT);
      if (turned)
        {
          op = ask_sql_op_get_mirrored (op);
          parts[0] = expr->right;
          parts[1] = expr->left;
        }
      return read_op (op, &condition->op) || refuse (error, describe (expr));
    case ASK_EXPR_IN_LIST:
      return refuse (error, "IN with a list");
    case ASK_EXPR_EXISTS:
      return refuse (error, "EXISTS");
    default:
      return refuse (error, describe (expr));
    }
}

static gboolean
read_condition (const Scope *scope, const AskSqlExpr *expr, AskDraftCondition *condition, GError **error)
{
  const AskSqlExpr *parts[3] = { expr->left, NULL, NULL };
  gboolean negated = FALSE;

  while (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NOT)
    {
      negated = !negated;
      expr = expr->left;
    }
  if (expr->negated)
    negated = !negated;
  if (expr->kind == ASK_EXPR_IN_SELECT)
    {
      condition->op = ASK_DRAFT_IN;
      condition->n_operands = 1;
      condition->operands[0] = (AskDraftOperand) { .kind = ASK_DRAFT_QUERY, .attribute = ASK_DOMAIN_STAR, .slot = -1 };
      condition->operands[0].query = read_select (scope, scope->domain, expr->select, error);
      if (condition->operands[0].query == NULL)
        return FALSE;
      parts[0] = expr->left;
    }
  else
    {
      if (!read_parts (expr, condition, parts, error))
        return FALSE;
      for (guint i = 0; i < condition->n_operands; i++)
        if (!read_operand (scope, parts[i + 1], &condition->operands[i], error))
          return FALSE;
    }
  if (negated)
    condition->op = negate (condition->op);
  return read_named_term (scope, parts[0], &condition->left, error);
}

/* Without parentheses AND binds first: what has an OR below an AND cannot be written as a list. */
static gboolean
read_conditions (const Scope *scope, const AskSqlExpr *expr, gboolean either, GArray *conditions, GError **error)
{
  AskDraftCondition condition = { .either = either };
  AskSqlOp op = expr->kind == ASK_EXPR_BINARY ? expr->op : ASK_OP_NONE;

  if (op == ASK_OP_AND && (is_binary (expr->left, ASK_OP_OR) || is_binary (expr->right, ASK_OP_OR)))
    return refuse (error, "an OR within an AND");
  if (op == ASK_OP_AND || op == ASK_OP_OR)
    return read_conditions (scope, expr->left, either, conditions, error)
           && read_conditions (scope, expr->right, op == ASK_OP_OR, conditions, error);
  if (!read_condition (scope, expr, &condition, error))
    {
      ask_draft_condition_clear (&condition);
      return FALSE;
    }
  g_array_append_val (conditions, condition);
  return TRUE;
}

/* A comma in FROM, and in WHERE how to join: as the domain would. */
static gboolean
is_known_join (const Scope *scope, const AskSqlExpr *expr)
{
  int from, to;

  if (!is_join (expr))
    return FALSE;
  from = find_in (scope, expr->left);
  to = find_in (scope, expr->right);
  for (guint i = 0; i < scope->domain->joins->len && from >= 0 && to >= 0; i++)
    {
      const AskDomainJoin *join = ask_domain_join (scope->domain, i);

      if ((join->from == from && join->to == to) || (join->from == to && join->to == from))
        return ask_domain_attribute (scope->domain, from)->entity != ask_domain_attribute (scope->domain, to)->entity;
    }
  return FALSE;
}

static gboolean
read_where (const Scope *scope, const AskSqlExpr *where, AskDraft *draft, GError **error)
{
  if (is_binary (where, ASK_OP_AND) && !is_binary (where->left, ASK_OP_OR) && !is_binary (where->right, ASK_OP_OR))
    return read_where (scope, where->left, draft, error) && read_where (scope, where->right, draft, error);
  if (is_known_join (scope, where))
    return TRUE;
  return read_conditions (scope, where, FALSE, draft->conditions, error);
}

static gboolean
read_filters (const Scope *scope, AskDraft *draft, GError **error)
{
  if (scope->core->where != NULL && !read_where (scope, scope->core->where, draft, error))
    return FALSE;
  for (guint i = 0; i < scope->conjuncts->len; i++)
    {
      for (guint k = 0; k < draft->conditions->len; k++)
        if (ask_draft_condition (draft->conditions, k)->either)
          return refuse (error, "an OR within an AND");
      if (!read_conditions (scope, scope->conjuncts->pdata[i], FALSE, draft->conditions, error))
        return FALSE;
    }
  return scope->core->having == NULL || read_conditions (scope, scope->core->having, FALSE, draft->having, error);
}

/* ---- the whole */

static gboolean
read_groups (const Scope *scope, AskDraft *draft, GError **error)
{
  for (guint i = 0; i < scope->core->group_by.n; i++)
    {
      AskDraftTerm term;

      if (!read_named_term (scope, find_place (scope, scope->core->group_by.items[i]), &term, error))
        return FALSE;
      g_array_append_val (draft->groups, term);
    }
  return TRUE;
}

static gboolean
read_order (const Scope *scope, const AskSqlSelect *select, AskDraft *draft, GError **error)
{
  for (guint i = 0; i < select->order.n; i++)
    {
      const AskSqlOrderTerm *order = &select->order.items[i];
      AskDraftTerm term;

      if (order->nulls != 0)
        return refuse (error, "where NULLs are put");
      if (i > 0 && !order->descending != !draft->descending)
        return refuse (error, "an order that rises and falls");
      draft->descending = order->descending;
      if (!read_term (scope, find_place (scope, find_alias (scope, order->expr)), &term, error))
        return FALSE;
      g_array_append_val (draft->orders, term);
    }
  if (select->offset != NULL)
    return refuse (error, "OFFSET");
  if (select->limit == NULL)
    return TRUE;
  if (select->limit->kind != ASK_EXPR_LITERAL || select->limit->value.kind != ASK_VALUE_INTEGER)
    return refuse (error, "a limit that is no whole number");
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
find_extra (const Scope *scope, AskDraft *draft)
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
read_core (Scope *scope, const AskSqlSelect *select, AskDraft *draft, GError **error)
{
  if (scope->core->n_rows > 0 || scope->core->n_windows > 0)
    return refuse (error, "VALUES or windows");
  draft->distinct = scope->core->distinct;
  if (!read_from (scope, &scope->core->from, error) || !read_results (scope, draft, error)
      || !read_filters (scope, draft, error) || !read_groups (scope, draft, error)
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
      return refuse (error, "UNION ALL");
    case ASK_COMPOUND_FIRST:
    default:
      g_return_val_if_reached (FALSE);
    }
}

static AskDraft *
read_side (const Scope *outer, AskDomain *domain, const AskSqlSelect *select, guint place, GError **error)
{
  g_autoptr (AskDraft) draft = ask_draft_new ();
  g_auto (Scope) scope = { NULL };

  scope_init (&scope, domain, outer, select->cores[place]);
  scope.depth += place;
  if (scope.depth > ASK_DRAFT_MAX_DEPTH)
    {
      refuse (error, "queries that stand so deep in each other");
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

static AskDraft *
read_select (const Scope *outer, AskDomain *domain, const AskSqlSelect *select, GError **error)
{
  if (select->n_ctes > 0)
    {
      refuse (error, "WITH");
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
  return read_select (NULL, domain, tree->select, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was added to a draft, read back from its SQL: parts of times, a share, a difference to the group before, a part of a
 * whole. An expression is such a thing where it is what would be printed for it.
 */
#include "config.h"

#include "understand/interpret/ask-draft-tree-private.h"

#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"

/* ---- parts of times */

/* The only attribute that stands in it; %NULL where there are several. */
static const AskSqlExpr *
find_column (const AskSqlExpr *expr)
{
  const AskSqlExpr *found = NULL;

  if (expr == NULL || expr->kind == ASK_EXPR_COLUMN)
    return expr;
  for (guint i = 0; i < expr->list.n + 2; i++)
    {
      const AskSqlExpr *part = i == 0 ? expr->left : i == 1 ? expr->right : expr->list.items[i - 2];
      const AskSqlExpr *column = find_column (part);

      if (column != NULL && found != NULL && !ask_sql_expr_equal (found, column))
        return NULL;
      found = column != NULL ? column : found;
    }
  return found;
}

static char *
write_column (const AskSqlExpr *column)
{
  g_autofree char *table = column->table != NULL ? ask_sql_quote_name_if_needed (column->table) : NULL;
  g_autofree char *name = ask_sql_quote_name_if_needed (column->name);

  return table != NULL ? g_strconcat (table, ".", name, NULL) : g_steal_pointer (&name);
}

/* @shown: as a result */
static gboolean
is_part (const AskSqlExpr *expr, AskTimePart part, const char *time, gboolean shown)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autoptr (AskSqlTree) tree = NULL;

  if (shown)
    ask_draft_append_label (sql, part, time);
  else
    ask_draft_append_part (sql, part, time);
  tree = ask_sql_parse (sql->str, -1, NULL);
  return tree != NULL && ask_sql_expr_equal (expr, tree->select->cores[0]->results[0].expr);
}

static gboolean
read_part (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftTerm *term)
{
  const AskSqlExpr *column = find_column (expr);
  int attribute = column != NULL ? ask_draft_scope_find (scope, column) : -1;
  g_autofree char *time = NULL;

  if (attribute < 0 || !ask_domain_attribute (scope->domain, attribute)->dated)
    return FALSE;
  time = write_column (column);
  for (AskTimePart part = ASK_TIME_YEAR; part <= ASK_TIME_HOUR; part++)
    if (is_part (expr, part, time, FALSE) || is_part (expr, part, time, TRUE))
      {
        *term = (AskDraftTerm) { .attribute = attribute, .part = part };
        return TRUE;
      }
  return FALSE;
}

/* ---- figures beside those of other groups */

static gboolean
is_hundred (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_REAL && expr->value.real == 100;
}

static gboolean
is_windowed (const AskSqlExpr *expr, const char *name, const AskSqlExpr *figure)
{
  return expr->kind == ASK_EXPR_FUNCTION && expr->window != NULL && g_ascii_strcasecmp (expr->name, name) == 0
         && expr->list.n == 1 && ask_sql_expr_equal (expr->list.items[0], figure);
}

/* The figure less the one before. Returns: (nullable): the figure */
static const AskSqlExpr *
find_changed (const AskSqlExpr *expr)
{
  return ask_draft_tree_is_binary (expr, ASK_OP_SUBTRACT) && is_windowed (expr->right, "lag", expr->left) ? expr->left
                                                                                                          : NULL;
}

/* Returns: (nullable): the figure that @expr is a view of */
static const AskSqlExpr *
find_viewed (const AskSqlExpr *expr, AskDraftView *view)
{
  const AskSqlExpr *figure;

  *view = ASK_DRAFT_CHANGE;
  if (!ask_draft_tree_is_binary (expr, ASK_OP_DIVIDE))
    return find_changed (expr);
  if (!ask_draft_tree_is_binary (expr->left, ASK_OP_MULTIPLY) || !is_hundred (expr->left->left))
    return NULL;
  figure = expr->left->right;
  *view = ASK_DRAFT_SHARE;
  if (is_windowed (expr->right, "sum", figure))
    return figure;
  *view = ASK_DRAFT_GROWTH;
  figure = find_changed (figure);
  return figure != NULL && is_windowed (expr->right, "lag", figure) ? figure : NULL;
}

/* "count(*) * 1.0 / count(DISTINCT client_id)" */
static gboolean
read_average (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftTerm *term)
{
  AskDraftTerm per;

  if (!ask_draft_tree_is_binary (expr, ASK_OP_DIVIDE) || !ask_draft_tree_is_binary (expr->left, ASK_OP_MULTIPLY)
      || expr->left->right->kind != ASK_EXPR_LITERAL || expr->left->right->value.kind != ASK_VALUE_REAL
      || expr->left->right->value.real != 1 || expr->left->left->kind != ASK_EXPR_FUNCTION
      || expr->right->kind != ASK_EXPR_FUNCTION || !ask_draft_tree_read_term (scope, expr->right, &per, NULL)
      || per.aggregate != ASK_DRAFT_COUNT || !per.distinct || per.attribute == ASK_DOMAIN_STAR
      || !ask_draft_tree_read_term (scope, expr->left->left, term, NULL))
    return FALSE;
  term->per = (guint) per.attribute + 1;
  return term->aggregate == ASK_DRAFT_COUNT && !term->distinct && term->attribute == ASK_DOMAIN_STAR
         && term->metric == 0;
}

/*
 * ask_draft_tree_read_added:
 * @scope: a block whose FROM was read
 * @expr: of it
 * @term: (out): what it says
 *
 * Which groups a difference is taken between is not looked at: see ask_draft_recall_is_exact().
 *
 * Returns: whether it is a part of a time, or a figure seen against those of other groups
 */
gboolean
ask_draft_tree_read_added (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftTerm *term)
{
  AskDraftView view;
  const AskSqlExpr *figure;

  if (!scope->products)
    return FALSE;
  if (read_part (scope, expr, term) || read_average (scope, expr, term))
    return TRUE;
  figure = find_viewed (expr, &view);
  if (figure == NULL || !ask_draft_tree_read_term (scope, figure, term, NULL) || term->view != ASK_DRAFT_AS_IT_IS
      || (term->aggregate == ASK_DRAFT_PLAIN && term->metric == 0))
    return FALSE;
  term->view = view;
  return TRUE;
}

/* ---- a part of a whole */

/*
 * ask_draft_tree_find_whole:
 * @select: a query
 * @part: (out) (transfer none): what is taken of it
 *
 * Returns: (transfer none) (nullable): the whole, where @select is a query in percent of another
 */
const AskSqlSelect *
ask_draft_tree_find_whole (const AskSqlSelect *select, const AskSqlSelect **part)
{
  const AskSqlExpr *expr;

  if (select->n_cores != 1 || select->cores[0]->from.n > 0 || select->cores[0]->n_results != 1)
    return NULL;
  expr = select->cores[0]->results[0].expr;
  if (expr == NULL || !ask_draft_tree_is_binary (expr, ASK_OP_DIVIDE) || expr->right->kind != ASK_EXPR_SELECT
      || !ask_draft_tree_is_binary (expr->left, ASK_OP_MULTIPLY) || !is_hundred (expr->left->left)
      || expr->left->right->kind != ASK_EXPR_SELECT)
    return NULL;
  *part = expr->left->right->select;
  return expr->right->select;
}

static gboolean
has_view (const AskDraft *draft)
{
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->view != ASK_DRAFT_AS_IT_IS)
      return TRUE;
  return FALSE;
}

/*
 * ask_draft_recall_is_exact:
 * @draft: read from @tree
 * @sql: of @draft
 * @tree: a statement
 * @error: %G_IO_ERROR_NOT_SUPPORTED where it is not
 *
 * Returns: whether what @draft shows beside other groups, or of a whole, is what @tree shows
 */
gboolean
ask_draft_recall_is_exact (const AskDraft *draft, const char *sql, const AskSqlTree *tree, GError **error)
{
  g_autoptr (AskSqlTree) again = NULL;
  const AskSqlCore *core, *other;

  if (!has_view (draft) && draft->whole == NULL)
    return TRUE;
  again = ask_sql_parse (sql, -1, error);
  if (again == NULL)
    return FALSE;
  core = tree->select->cores[0];
  other = again->select->cores[0];
  for (guint i = 0; i < core->n_results; i++)
    if (core->n_results != other->n_results || !ask_sql_expr_equal (core->results[i].expr, other->results[i].expr))
      return ask_draft_tree_refuse (error, "figures that are compared in this way");
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The literals in a pair's SQL: where they stand in the text, and which attribute each is compared with, by the
 * SQL's tree. Nothing is looked up; what a name means is guessed from the names alone.
 */
#include "config.h"

#include "agent/ask-match-slots.h"

static void
literal_clear (gpointer data)
{
  g_free (((AskLiteral *) data)->text);
}

static AskLiteral *
get_literal (const AskSlots *self, guint i)
{
  return &g_array_index (self->literals, AskLiteral, i);
}

static gboolean
is_literal (const AskSqlExpr *expr)
{
  return expr != NULL && expr->kind == ASK_EXPR_LITERAL
         && (expr->literal[0] == '\'' || expr->literal[0] == '.' || g_ascii_isdigit (expr->literal[0]));
}

static AskLiteral *
find_literal (const AskSlots *self, const AskSqlExpr *expr)
{
  for (guint i = 0; is_literal (expr) && i < self->literals->len; i++)
    if (get_literal (self, i)->span.start == expr->span.start)
      return get_literal (self, i);
  return NULL;
}

static gboolean
note_literal (AskSqlExpr *expr, gpointer data)
{
  AskSlots *self = data;
  AskLiteral literal = { .span = expr->span };

  if (!is_literal (expr))
    return TRUE;
  literal.is_string = expr->literal[0] == '\'';
  literal.text = literal.is_string ? g_strndup (expr->value.text, expr->value.length) : g_strdup (expr->literal);
  g_array_append_val (self->literals, literal);
  return TRUE;
}

static int
compare_literals (gconstpointer a, gconstpointer b)
{
  const AskLiteral *one = a;
  const AskLiteral *other = b;

  return one->span.start < other->span.start ? -1 : one->span.start > other->span.start;
}

typedef struct
{
  const AskSqlExpr *found;
  guint n;
} Columns;

static gboolean
note_column (AskSqlExpr *expr, gpointer data)
{
  Columns *columns = data;

  if (expr->kind == ASK_EXPR_COLUMN)
    {
      columns->found = expr;
      columns->n++;
    }
  return expr->select == NULL;
}

/* The one column that a side of a comparison is made of: itself, or the argument of functions such as lower(). */
static const AskSqlExpr *
find_column (AskSqlExpr *side)
{
  Columns columns = { NULL, 0 };
  AskSqlVisit visit = { .expr = note_column, .user_data = &columns };

  while (side->kind == ASK_EXPR_CAST || side->kind == ASK_EXPR_COLLATE)
    side = side->left;
  if (side->kind == ASK_EXPR_COLUMN || side->kind == ASK_EXPR_FUNCTION)
    ask_sql_walk_expr (side, &visit);
  return columns.n == 1 ? columns.found : NULL;
}

/* Notes that @a is compared with @b. */
static void
note_compared (const AskSlots *self, AskSqlExpr *a, AskSqlExpr *b)
{
  AskLiteral *literal = find_literal (self, b);
  const AskSqlExpr *column;

  if (a->kind == ASK_EXPR_ROW && b->kind == ASK_EXPR_ROW)
    {
      for (guint i = 0; i < MIN (a->list.n, b->list.n); i++)
        note_compared (self, a->list.items[i], b->list.items[i]);
      return;
    }
  column = literal != NULL ? find_column (a) : NULL;
  if (column == NULL)
    return;
  literal->table = column->table;
  literal->column = column->name;
  literal->column_at = column->span.start;
}

static gboolean
compares (AskSqlOp op)
{
  switch (op)
    {
    case ASK_OP_EQUAL:
    case ASK_OP_NOT_EQUAL:
    case ASK_OP_IS:
    case ASK_OP_IS_NOT:
    case ASK_OP_LESS:
    case ASK_OP_LESS_EQUAL:
    case ASK_OP_GREATER:
    case ASK_OP_GREATER_EQUAL:
    case ASK_OP_LIKE:
    case ASK_OP_GLOB:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
note_argument (const AskSlots *self, const AskSqlExpr *expr)
{
  AskLiteral *literal = find_literal (self, expr);

  if (literal != NULL)
    literal->is_argument = TRUE;
}

static gboolean
note_use (AskSqlExpr *expr, gpointer data)
{
  const AskSlots *self = data;

  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
    case ASK_EXPR_LIKE:
      if (!compares (expr->op))
        break;
      note_compared (self, expr->left, expr->right);
      note_compared (self, expr->right, expr->left);
      break;
    case ASK_EXPR_IN_LIST:
    case ASK_EXPR_BETWEEN:
      for (guint i = 0; i < expr->list.n; i++)
        note_compared (self, expr->left, expr->list.items[i]);
      break;
    case ASK_EXPR_CAST:
      note_argument (self, expr->left);
      break;
    case ASK_EXPR_FUNCTION:
      for (guint i = 0; i < expr->list.n; i++)
        note_argument (self, expr->list.items[i]);
      break;
    default:
      break;
    }
  return TRUE;
}

/* "LIMIT 5", and "ORDER BY 2", which means the second column. */
static gboolean
note_clauses (AskSqlSelect *select, gpointer data)
{
  const AskSlots *self = data;
  AskLiteral *limit = find_literal (self, select->limit);

  if (limit != NULL)
    limit->is_limit = TRUE;
  for (guint i = 0; i < select->order.n; i++)
    note_argument (self, select->order.items[i].expr);
  for (guint c = 0; c < select->n_cores; c++)
    for (guint i = 0; i < select->cores[c]->group_by.n; i++)
      note_argument (self, select->cores[c]->group_by.items[i]);
  return TRUE;
}

/**
 * ask_slots_read:
 * @sql: one SELECT
 *
 * Finds the literals in @sql and what each is compared with. Where it is no SELECT there are none.
 */
void
ask_slots_read (AskSlots *self, const char *sql)
{
  AskSqlVisit literals = { .expr = note_literal, .user_data = self };
  AskSqlVisit uses = { .expr = note_use, .select = note_clauses, .user_data = self };

  self->literals = g_array_new (FALSE, FALSE, sizeof (AskLiteral));
  g_array_set_clear_func (self->literals, literal_clear);
  self->tree = ask_sql_parse (sql, -1, NULL);
  if (self->tree == NULL)
    return;
  self->names = ask_sql_select_find_names (self->tree->select);
  ask_sql_walk_select (self->tree->select, &literals);
  g_array_sort (self->literals, compare_literals);
  ask_sql_walk_select (self->tree->select, &uses);
}

/** ask_slots_name: Returns: whether the SQL names @name, whatever it is there */
gboolean
ask_slots_name (const AskSlots *self, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_hash_table_contains (self->names, lower);
}

/* @entity: that @qualifier should stand for; an alias of something else (a common table expression, say) says
 * nothing about it */
typedef struct
{
  const char *qualifier;
  const char *entity;
  gboolean found;
  gboolean fits;
} Qualified;

static gboolean
note_qualified (AskSqlFrom *from, gpointer data)
{
  Qualified *self = data;
  const char *called = from->alias != NULL ? from->alias : from->name;

  if (called == NULL || g_ascii_strcasecmp (called, self->qualifier) != 0)
    return TRUE;
  self->found = TRUE;
  self->fits = self->fits || (from->kind == ASK_FROM_TABLE && g_ascii_strcasecmp (from->name, self->entity) == 0);
  return TRUE;
}

/**
 * ask_slots_stand_for:
 * @qualifier: (nullable): before the point of a column
 * @entity: a name
 *
 * Returns: whether @qualifier stands for @entity: its own name, or "entity [AS] qualifier"
 */
gboolean
ask_slots_stand_for (const AskSlots *self, const char *qualifier, const char *entity)
{
  Qualified qualified = { .qualifier = qualifier, .entity = entity };
  AskSqlVisit visit = { .from = note_qualified, .user_data = &qualified };

  if (qualifier == NULL || g_ascii_strcasecmp (qualifier, entity) == 0)
    return TRUE;
  ask_sql_walk_select (self->tree->select, &visit);
  return qualified.fits || !qualified.found;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What equality adds: a.x = b.y AND b.y = 5 means a.x = 5 as well. Only where SQLite would compare
 * all three in the same way: columns of one group of affinities and one collation; never from the
 * ON of an outer join to the side that it preserves.
 */
#include "config.h"

#include "sql/ask-sql-predicate-private.h"

#define MAX_WRITTEN 1000 /* 60 wide tables joined by NATURAL have 100,000: nothing is implied then */
#define MAX_IMPLIED 256 /* a join of many tables by one key has quadratically many pairs */

typedef struct
{
  AskSqlFrom *from;
  int column;
  guint group; /* index of a member that stands for its class */
} Node;

static gboolean
same_text (const char *a, const char *b)
{
  return (a != NULL ? a : "BINARY") == (b != NULL ? b : "BINARY")
         || g_ascii_strcasecmp (a != NULL ? a : "BINARY", b != NULL ? b : "BINARY") == 0;
}

/* SQLite's versions differ in what affinity a compound's column has where its SELECTs differ. */
static gboolean
is_affinity_known (const AskSqlFrom *from, int column)
{
  const AskSqlSelect *select = from->cte != NULL ? from->cte->select : from->select;

  return select == NULL || ask_sql_select_compares_alike (select, (guint) column);
}

static const AskSqlOutput *
get_output (const AskSqlFrom *from, int column)
{
  return &from->columns[column];
}

static gboolean
compares_alike (const AskSqlPredicate *join)
{
  const AskSqlOutput *a = get_output (join->from, join->column);
  const AskSqlOutput *b = get_output (join->other_from, join->other_column);

  return ask_sql_affinity_get_group (a->affinity) == ask_sql_affinity_get_group (b->affinity)
         && same_text (a->collation, b->collation) && is_affinity_known (join->from, join->column)
         && is_affinity_known (join->other_from, join->other_column);
}

/* A value with an affinity of its own converts the column: 1 and 1.0 are the same, '1' and '1.0'
 * are not. */
static gboolean
keeps_column (const AskSqlPredicate *predicate)
{
  AskSqlAffinity group = ask_sql_affinity_get_group (get_output (predicate->from, predicate->column)->affinity);

  for (guint i = 0; i < predicate->values.n; i++)
    if (predicate->values.items[i]->affinity != ASK_AFFINITY_NONE && group != ASK_AFFINITY_NUMERIC)
      return FALSE;
  return TRUE;
}

static guint
find_node (GArray *nodes, AskSqlFrom *from, int column)
{
  Node node = { from, column, nodes->len };

  for (guint i = 0; i < nodes->len; i++)
    {
      const Node *at = &g_array_index (nodes, Node, i);

      if (at->from == from && at->column == column)
        return i;
    }
  g_array_append_val (nodes, node);
  return nodes->len - 1;
}

static void
unite (GArray *nodes, guint a, guint b)
{
  guint keep = g_array_index (nodes, Node, a).group;
  guint drop = g_array_index (nodes, Node, b).group;

  for (guint i = 0; i < nodes->len; i++)
    if (g_array_index (nodes, Node, i).group == drop)
      g_array_index (nodes, Node, i).group = keep;
}

static gboolean
same_values (const AskSqlExprs *a, const AskSqlExprs *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->items[i] != b->items[i] && !ask_sql_expr_equal (a->items[i], b->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_there (const AskSqlFinder *self, const AskSqlPredicate *wanted)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      const AskSqlPredicate *at = &g_array_index (self->found, AskSqlPredicate, i);

      if (at->kind != wanted->kind || (at->outer != NULL && at->outer != wanted->outer))
        continue;
      if (at->kind == ASK_PREDICATE_JOIN)
        {
          if ((at->from == wanted->from && at->column == wanted->column && at->other_from == wanted->other_from
               && at->other_column == wanted->other_column)
              || (at->from == wanted->other_from && at->column == wanted->other_column && at->other_from == wanted->from
                  && at->other_column == wanted->column))
            return TRUE;
        }
      else if (at->from == wanted->from && at->column == wanted->column && at->op == wanted->op
               && same_values (&at->values, &wanted->values))
        return TRUE;
    }
  return FALSE;
}

static AskSqlExpr *
make_column (AskSqlFinder *self, AskSqlFrom *from, int column)
{
  AskSqlExpr *expr = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLUMN, (AskSqlSpan) { 0, 0 });

  expr->table = ask_sql_from_get_name (from);
  expr->name = from->columns[column].name;
  expr->from = from;
  expr->column = column;
  ask_sql_type_expr (expr);
  return expr;
}

static AskSqlExpr *
make_expr (AskSqlFinder *self, const AskSqlPredicate *predicate)
{
  AskSqlExpr *expr
    = ask_sql_tree_new_expr (self->tree, predicate->kind == ASK_PREDICATE_LIST ? ASK_EXPR_IN_LIST : ASK_EXPR_BINARY,
                             (AskSqlSpan) { 0, 0 });

  expr->left = make_column (self, predicate->from, predicate->column);
  if (predicate->kind == ASK_PREDICATE_LIST)
    expr->list = predicate->values;
  else
    {
      expr->op = predicate->op;
      expr->right = predicate->kind == ASK_PREDICATE_JOIN
                      ? make_column (self, predicate->other_from, predicate->other_column)
                      : predicate->values.items[0];
    }
  ask_sql_type_expr (expr);
  return expr;
}

static gboolean
is_under (const AskSqlFrom *leaf, const AskSqlFrom *item)
{
  if (leaf == item)
    return TRUE;
  for (guint i = 0; i < item->items.n; i++)
    if (is_under (leaf, item->items.items[i]))
      return TRUE;
  return FALSE;
}

/* The ON of an outer join sees only what is joined before. */
static gboolean
is_joined_later (AskSqlFinder *self, const AskSqlFrom *leaf, const AskSqlFrom *item)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  gboolean passed = FALSE;

  ask_sql_core_get_items (self->core, items);
  for (guint i = 0; i < items->len; i++)
    {
      gboolean under = is_under (items->pdata[i], item);

      if (items->pdata[i] == leaf)
        return passed && !under;
      passed = passed || under;
    }
  return FALSE;
}

static void
add_implied (AskSqlFinder *self, AskSqlPredicate *predicate, guint *n)
{
  if (predicate->outer != NULL
      && (!is_under (predicate->from, predicate->outer)
          || (predicate->other_from != NULL && is_joined_later (self, predicate->other_from, predicate->outer))))
    return;
  if (*n >= MAX_IMPLIED || is_there (self, predicate))
    return;
  predicate->implied = TRUE;
  predicate->expr = make_expr (self, predicate);
  g_array_append_vals (self->found, predicate, 1);
  *n += 1;
}

static void
imply_values (AskSqlFinder *self, GArray *nodes, const AskSqlPredicate *known, AskSqlFrom *outer, guint *n)
{
  guint node = find_node (nodes, known->from, known->column);
  guint group = g_array_index (nodes, Node, node).group;

  for (guint i = 0; i < nodes->len; i++)
    {
      const Node *at = &g_array_index (nodes, Node, i);
      AskSqlPredicate made = *known;

      if (i == node || at->group != group)
        continue;
      made.from = at->from;
      made.column = at->column;
      made.outer = outer;
      add_implied (self, &made, n);
    }
}

static void
imply_joins (AskSqlFinder *self, GArray *nodes, AskSqlFrom *outer, guint *n)
{
  for (guint i = 0; i < nodes->len; i++)
    for (guint j = i + 1; j < nodes->len; j++)
      {
        const Node *a = &g_array_index (nodes, Node, i);
        const Node *b = &g_array_index (nodes, Node, j);
        AskSqlPredicate made = { .kind = ASK_PREDICATE_JOIN, .op = ASK_OP_EQUAL, .outer = outer };
        gboolean swap = outer != NULL && !is_under (a->from, outer);

        if (a->group != b->group || a->from == b->from)
          continue;
        made.from = swap ? b->from : a->from;
        made.column = swap ? b->column : a->column;
        made.other_from = swap ? a->from : b->from;
        made.other_column = swap ? a->column : b->column;
        add_implied (self, &made, n);
      }
}

/* Holds where @outer's ON does: what holds for every row, and what stands in that ON. */
static void
close_for (AskSqlFinder *self, guint n_written, AskSqlFrom *outer)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  guint n = 0;

  for (guint i = 0; i < n_written; i++)
    {
      const AskSqlPredicate *at = &g_array_index (self->found, AskSqlPredicate, i);
      guint one, other;

      if (at->kind != ASK_PREDICATE_JOIN || (at->outer != NULL && at->outer != outer) || !compares_alike (at))
        continue;
      /* One after the other: the order of the nodes is that of what follows. */
      other = find_node (nodes, at->other_from, at->other_column);
      one = find_node (nodes, at->from, at->column);
      unite (nodes, one, other);
    }
  if (nodes->len == 0)
    return;
  for (guint i = 0; i < n_written; i++)
    {
      AskSqlPredicate known = g_array_index (self->found, AskSqlPredicate, i);

      if (known.kind != ASK_PREDICATE_JOIN && known.kind != ASK_PREDICATE_RESIDUAL
          && (known.outer == NULL || known.outer == outer) && keeps_column (&known))
        imply_values (self, nodes, &known, outer, &n);
    }
  imply_joins (self, nodes, outer, &n);
}

/**
 * ask_sql_close_equalities:
 *
 * Adds what follows from the predicates found so far.
 */
void
ask_sql_close_equalities (AskSqlFinder *self)
{
  guint n_written = self->found->len;
  g_autoptr (GPtrArray) outers = g_ptr_array_new ();

  if (n_written > MAX_WRITTEN)
    return;
  close_for (self, n_written, NULL);
  for (guint i = 0; i < n_written; i++)
    {
      AskSqlFrom *outer = g_array_index (self->found, AskSqlPredicate, i).outer;

      if (outer == NULL || outer->join != ASK_JOIN_LEFT || g_ptr_array_find (outers, outer, NULL))
        continue;
      g_ptr_array_add (outers, outer);
      close_for (self, n_written, outer);
    }
}

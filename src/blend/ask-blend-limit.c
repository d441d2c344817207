/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a statement or a subquery has a LIMIT, answers in its results are wanted for the rows that it leaves, and for no
 * others. So these rows become a subquery, and the results with calls are worked out around it:
 *
 *   SELECT a, f (b) FROM t ORDER BY c LIMIT 5
 *   SELECT _1 AS a, f (_2) FROM (SELECT a AS _1, b AS _2, c AS _3 FROM t ORDER BY _3 LIMIT 5) AS _rows ORDER BY _3
 *
 * The outer ORDER BY keeps SQLite from making one SELECT of the two again, which would ask before it sorts.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-printer.h"

#define ROWS "_rows"

/**
 * Rows:
 * @results: AskSqlResult of the subquery
 */
typedef struct
{
  AskSqlTree *tree;
  GArray *results;
} Rows;

/* Returns: a column of the subquery that gives @expr */
static AskSqlExpr *
rows_add (Rows *self, AskSqlExpr *expr)
{
  AskSqlResult result = { .expr = expr };
  g_autofree char *name = NULL;

  for (guint i = 0; i < self->results->len; i++)
    {
      const AskSqlResult *other = &g_array_index (self->results, AskSqlResult, i);

      if (other->star == 0 && ask_sql_expr_equal (other->expr, expr))
        return ask_sql_tree_new_column (self->tree, ROWS, other->alias);
    }
  name = g_strdup_printf ("_%u", self->results->len + 1);
  result.alias = ask_sql_tree_strdup (self->tree, name, -1);
  g_array_append_val (self->results, result);
  return ask_sql_tree_new_column (self->tree, ROWS, result.alias);
}

static gboolean
is_lookup (const AskSqlExpr *expr)
{
  return ask_blend_get_number (expr) > 0;
}

static gboolean
is_subquery (const AskSqlExpr *expr)
{
  return expr->select != NULL;
}

/* What only the subquery can compute. */
static gboolean
is_of_rows (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLUMN
           ? expr->from != NULL || expr->alias != NULL
           : expr->kind == ASK_EXPR_FUNCTION && (expr->is_aggregate || expr->window != NULL);
}

static gboolean
holds_lookup_of_rows (const AskSqlExpr *expr)
{
  return is_of_rows (expr) && expr->kind != ASK_EXPR_COLUMN && ask_sql_expr_has (expr, is_lookup);
}

/**
 * Decision:
 * @select, @core: what its conditions, groups and order decide about
 */
typedef struct
{
  AskSqlSelect *select;
  AskSqlCore *core;
  gboolean found;
} Decision;

static gboolean
look_for_decision (AskSqlExpr *expr, gpointer data)
{
  Decision *self = data;
  gint64 number = ask_blend_get_number (expr);

  self->found = self->found || (number > 0 && ask_blend_is_decisive (self->select, self->core, number));
  return !self->found;
}

/* Whether the result @expr can be worked out of rows that a LIMIT has left. */
static gboolean
can_take_out (AskSqlSelect *select, AskSqlCore *core, AskSqlExpr *expr)
{
  Decision decision = { select, core, FALSE };
  const AskSqlVisit visit = { .expr = look_for_decision, .user_data = &decision };

  if (!ask_sql_expr_has (expr, is_lookup) || ask_sql_expr_has (expr, is_subquery)
      || ask_sql_expr_has (expr, holds_lookup_of_rows))
    return FALSE;
  ask_sql_walk_expr (expr, &visit);
  return !decision.found;
}

static gboolean
put_column (AskSqlExpr *expr, gpointer rows)
{
  if (!is_of_rows (expr))
    return TRUE;
  *expr = *rows_add (rows, ask_sql_tree_copy_expr (((Rows *) rows)->tree, expr));
  return FALSE;
}

/* Columns of a star are known by their names outside: each has to have one of its own. */
static gboolean
have_own_names (const AskSqlCore *core)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint output = 0;

  for (guint i = 0; i < core->n_results; i++)
    for (guint end = output + core->results[i].n_outputs; output < end; output++)
      if (core->results[i].star != 0
          && (core->outputs[output].name[0] == '_'
              || !g_hash_table_add (names, g_ascii_strdown (core->outputs[output].name, -1))))
        return FALSE;
  return TRUE;
}

/* Returns: (nullable): what an ORDER BY sorts by; %NULL where it counts columns of a star */
static AskSqlExpr *
get_sorted (AskSqlTree *tree, const AskSqlCore *core, AskSqlExpr *term)
{
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].star != 0 && term->kind == ASK_EXPR_LITERAL)
      return NULL;
  return ask_sql_tree_copy_expr (tree, ask_blend_get_result (core, term));
}

/* Moves the order into the subquery and writes it once more around it. */
static gboolean
sort_both (Rows *rows, AskSqlCore *core, AskSqlSelect *inner, AskSqlSelect *outer)
{
  AskSqlTree *tree = rows->tree;

  outer->order
    = (AskSqlOrder) { ask_sql_tree_alloc (tree, inner->order.n * sizeof *outer->order.items), inner->order.n };
  for (guint i = 0; i < inner->order.n; i++)
    {
      AskSqlOrderTerm *term = &inner->order.items[i];
      AskSqlExpr *sorted = get_sorted (tree, core, term->expr);
      AskSqlExpr *column;

      if (sorted == NULL)
        return FALSE;
      column = rows_add (rows, sorted);
      outer->order.items[i] = *term;
      outer->order.items[i].expr = column;
      if (sorted->kind == ASK_EXPR_COLLATE)
        {
          AskSqlExpr *collate = ask_sql_tree_copy_expr (tree, sorted);

          collate->left = column;
          outer->order.items[i].expr = collate;
        }
      term->expr = ask_sql_tree_new_column (tree, NULL, column->name);
    }
  return TRUE;
}

/* Returns: (nullable): the statement around the rows that @inner leaves; %NULL where it stays as it is */
static AskSqlSelect *
wrap (AskSqlTree *tree, AskSqlSelect *inner)
{
  AskSqlCore *core = inner->cores[0];
  g_autoptr (GArray) results = g_array_new (FALSE, TRUE, sizeof (AskSqlResult));
  g_autoptr (GArray) inner_results = g_array_new (FALSE, TRUE, sizeof (AskSqlResult));
  Rows rows = { tree, inner_results };
  AskSqlFrom *from = ask_sql_tree_new_table (tree, NULL);
  AskSqlSelect *outer = ask_sql_tree_new_select (tree, from, 0);
  guint n_taken = 0;
  guint output = 0;

  ask_blend_write_results_out (tree, core);
  for (guint i = 0; i < core->n_results; i++)
    {
      const AskSqlResult *result = &core->results[i];
      AskSqlResult wanted = { .n_outputs = 1 };

      if (result->star != 0)
        g_array_append_val (rows.results, *result);
      else if (can_take_out (inner, core, result->expr))
        {
          const AskSqlVisit visit = { .expr = put_column, .user_data = &rows };

          wanted.expr = ask_sql_tree_copy_expr (tree, result->expr);
          ask_sql_walk_expr (wanted.expr, &visit);
          n_taken++;
        }
      else
        wanted.expr = rows_add (&rows, result->expr);
      for (guint end = output + result->n_outputs; output < end; output++)
        {
          wanted.alias = core->outputs[output].name;
          if (result->star != 0)
            wanted.expr = ask_sql_tree_new_column (tree, ROWS, wanted.alias);
          g_array_append_val (results, wanted);
        }
    }
  if (n_taken == 0 || !sort_both (&rows, core, inner, outer))
    return NULL;
  outer->recursive = inner->recursive;
  outer->ctes = inner->ctes;
  outer->n_ctes = inner->n_ctes;
  inner->n_ctes = 0;
  inner->recursive = FALSE;
  core->n_results = rows.results->len;
  core->results = ask_sql_tree_alloc (tree, core->n_results * sizeof *core->results);
  memcpy (core->results, rows.results->data, core->n_results * sizeof *core->results);
  from->kind = ASK_FROM_SELECT;
  from->select = inner;
  from->alias = ROWS;
  outer->cores[0]->n_results = results->len;
  outer->cores[0]->results = ask_sql_tree_alloc (tree, results->len * sizeof (AskSqlResult));
  memcpy (outer->cores[0]->results, results->data, results->len * sizeof (AskSqlResult));
  return outer;
}

static gboolean
look_for_lookup (AskSqlExpr *expr, gpointer numbers)
{
  gint64 number = ask_blend_get_number (expr);

  if (number > 0)
    g_array_append_val (numbers, number);
  return TRUE;
}

static gboolean
look_for_limit (AskSqlSelect *select, gpointer selects)
{
  if (select->limit != NULL)
    g_ptr_array_add (selects, select);
  return TRUE;
}

/* Conditions around a subquery with a window cannot be brought into it, and can be brought to what is worked out around it. */
static gboolean
look_for_window (AskSqlSelect *select, gpointer selects)
{
  if (select->limit != NULL || select->cores[0]->has_window)
    g_ptr_array_add (selects, select);
  return TRUE;
}

/* @select: of an analysed tree; becomes another one where that makes the values of calls fewer. Returns: whether
 * it did; @numbers gets the calls that a LIMIT comes before */
static gboolean
limit_select (AskSqlTree *tree, AskSqlSelect *select, GArray *numbers)
{
  const AskSqlVisit visit = { .expr = look_for_lookup, .user_data = numbers };
  AskSqlCore *core = select->cores[0];
  AskSqlSelect *inner;
  AskSqlSelect *outer;

  if (select->n_cores > 1 || core->n_rows > 0 || core->distinct || core->correlated || !have_own_names (core))
    return FALSE;
  inner = ask_sql_tree_alloc (tree, sizeof *inner);
  *inner = *select;
  outer = wrap (tree, inner);
  if (outer == NULL)
    return FALSE;
  for (guint i = 0; inner->limit != NULL && i < outer->cores[0]->n_results; i++)
    ask_sql_walk_expr (outer->cores[0]->results[i].expr, &visit);
  *select = *outer;
  return TRUE;
}

/**
 * ask_blend_limit_rows:
 * @tree: with _answer() in the place of calls; it becomes another one where that makes their values fewer
 *
 * The statement and each subquery with a LIMIT, and subqueries with a window.
 *
 * Returns: (transfer full) (element-type gint64): the numbers of calls that are asked about the rows of a LIMIT alone
 */
GArray *
ask_blend_limit_rows (AskBlend *self, AskSqlTree *tree)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (AskSqlTree) copy = ask_sql_tree_extract (tree, tree->select);
  g_autoptr (AskSqlTree) parsed = NULL;
  g_autoptr (GPtrArray) selects = g_ptr_array_new ();
  const AskSqlVisit visit = { .select = look_for_window, .user_data = selects };
  g_autofree char *text = NULL;
  gboolean changed = FALSE;

  if ((self->without & ASK_BLEND_SAVE_LIMIT) || !ask_engine_analyse (self->engine, copy, NULL))
    return numbers;
  ask_sql_walk_select (copy->select, &visit);
  /* The inner ones first, since those around them move what is within. */
  for (guint i = selects->len; i > 0; i--)
    if (selects->pdata[i - 1] != copy->select || copy->select->limit != NULL)
      changed = limit_select (copy, selects->pdata[i - 1], numbers) || changed;
  if (!changed)
    return numbers;
  text = ask_sql_print_select (copy->select);
  parsed = ask_sql_parse (text, -1, NULL);
  g_return_val_if_fail (parsed != NULL, numbers);
  tree->select = ask_sql_tree_copy_select (tree, parsed->select);
  return numbers;
}

/* ask_blend_list_limited: Returns: (transfer full) (element-type AskSqlSelect): the SELECTs of @tree with a LIMIT, those around
 * others first; borrowed */
GPtrArray *
ask_blend_list_limited (AskSqlTree *tree)
{
  GPtrArray *selects = g_ptr_array_new ();
  const AskSqlVisit visit = { .select = look_for_limit, .user_data = selects };

  ask_sql_walk_select (tree->select, &visit);
  return selects;
}

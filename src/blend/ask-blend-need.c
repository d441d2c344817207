/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The query that gives the values which a call has to be asked for: those of the rows for which its answer can matter. It is
 * the SELECT around the call with other results: the distinct values, under all conditions that are known by now and would
 * make the answer of no account where they fail. A condition that waits for an answer itself is left out, so the values may
 * be too many and are never too few.
 *
 * Where this cannot be said, as in a correlated subquery, there is no such query, and a run tells what it looks up.
 */
#include "config.h"

#include "blend/ask-blend-place-private.h"

#include <string.h>

#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-printer.h"

static gboolean
is_op (const AskSqlExpr *expr, AskSqlOp op)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op;
}

static gboolean
is_outer (const AskSqlFrom *from)
{
  return from->join == ASK_JOIN_LEFT || from->join == ASK_JOIN_RIGHT || from->join == ASK_JOIN_FULL;
}

/* What is left of FROM where answers are missing. */
typedef enum
{
  FROM_WHOLE,
  FROM_MORE, /* all rows that may be wanted, and others */
  FROM_PAIRS, /* pairs that an outer join may keep: of conditions behind it only those on the side that it keeps hold for them */
  FROM_UNKNOWN /* which rows an outer join fills with NULLs is not known yet */
} FromLeft;

/* Notes which side of the outer join @at, with the call in its ON, keeps all its rows, and whether they stay as they are: behind it a
 * RIGHT or FULL JOIN keeps rows for which nothing was found, which depends on the answer. */
static void
look_at_preserved (AskBlendFound *self, const AskSqlFroms *items, guint at)
{
  AskSqlJoin join = items->items[at]->join;

  self->preserves_left = join == ASK_JOIN_LEFT;
  self->preserves = items == &self->core->from && join != ASK_JOIN_FULL;
  for (guint i = at + 1; i < items->n; i++)
    self->preserves
      = self->preserves && items->items[i]->join != ASK_JOIN_RIGHT && items->items[i]->join != ASK_JOIN_FULL;
}

/* Takes out of FROM what waits for other answers. */
static FromLeft
weaken_from (AskBlendFound *self, AskSqlFroms *items)
{
  FromLeft left = FROM_WHOLE;

  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];

      left = MAX (left, weaken_from (self, &from->items));
      if (from == self->on)
        {
          left = MAX (left, is_outer (from) ? FROM_PAIRS : FROM_MORE);
          from->on = ask_blend_find_path (self->blend, self->tree, self->number, from->on, TRUE);
          if (is_outer (from))
            {
              look_at_preserved (self, items, i);
              from->join = ASK_JOIN_INNER;
              items->n = i + 1;
            }
        }
      else if (from->on != NULL && ask_blend_waits (self->blend, from->on))
        {
          left = MAX (left, is_outer (from) ? FROM_UNKNOWN : FROM_MORE);
          from->on = ask_blend_weaken (self->blend, self->tree, from->on);
        }
      if (from->on == NULL && from->join == ASK_JOIN_LEFT && from->using == NULL && !from->natural)
        from->on = ask_sql_tree_new_one (self->tree);
    }
  return left;
}

static gboolean
is_aggregate (const AskSqlExpr *expr)
{
  return expr->is_aggregate;
}

static gboolean
is_window (const AskSqlExpr *expr)
{
  return expr->window != NULL;
}

/* What is told beside a value is called as it is written. */
static const char *
get_name (AskSqlTree *tree, const AskSqlExpr *expr)
{
  g_autofree char *text = expr->kind == ASK_EXPR_COLUMN ? NULL : ask_sql_print_expr (expr);

  return text != NULL ? ask_sql_tree_strdup (tree, text, -1) : expr->name;
}

/* Calls with a smaller one are asked before. */
static guint
get_turn (const AskBlendFound *self)
{
  static const guint turns[]
    = { [ASK_BLEND_PLACE_NONE] = 0,   [ASK_BLEND_PLACE_ON] = 0,     [ASK_BLEND_PLACE_WHERE] = 1,
        [ASK_BLEND_PLACE_GROUP] = 2,  [ASK_BLEND_PLACE_HAVING] = 3, [ASK_BLEND_PLACE_WINDOW] = 4,
        [ASK_BLEND_PLACE_RESULT] = 4, [ASK_BLEND_PLACE_ORDER] = 4 };
  /* The condition of an inner join is one as those of WHERE. */
  AskBlendPlace first = self->place == ASK_BLEND_PLACE_ON && self->on != NULL && !is_outer (self->on)
                          ? ASK_BLEND_PLACE_WHERE
                          : self->place;
  guint turn = turns[first] * 2 + (self->aggregate == NULL);

  return self->core->correlated && self->around != NULL ? MAX (turn, turns[self->around_place] * 2) : turn;
}

/* Whether nothing reads the result that the call stands in. */
static gboolean
is_unread (const AskBlendFound *self)
{
  return self->place == ASK_BLEND_PLACE_RESULT && !(self->blend->without & ASK_BLEND_SAVE_UNREAD)
         && ((self->exists && self->select->n_cores == 1)
             || ask_blend_is_unread (self->tree, self->select, self->core, self->root))
         && !ask_blend_is_decisive (self->select, self->core, self->number);
}

static gboolean
is_zero (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer == 0;
}

/* Whether @wanted are there, and where they are not, whether they will be. */
typedef enum
{
  VALUES_THERE,
  VALUES_LATER,
  VALUES_OF_RUN /* only a run tells */
} ValuesThere;

static ValuesThere
look_at_wanted (const AskBlendFound *self, const AskSqlExprs *wanted, gboolean by_row)
{
  for (guint i = 0; i < wanted->n; i++)
    {
      ask_blend_write_names_out (self->tree, wanted->items[i]);
      if (ask_sql_expr_has (wanted->items[i], is_window))
        return VALUES_OF_RUN;
      /* Groups that wait for an answer are not there yet; neither are values that are answers themselves. */
      if (ask_blend_waits (self->blend, wanted->items[i])
          || (by_row && ask_sql_expr_has (wanted->items[i], is_aggregate)))
        return VALUES_LATER;
    }
  return VALUES_THERE;
}

/* Brings what has to be true for the result, or the term, with the call to matter to the rows or the groups. */
static void
restrict_to_path (const AskBlendFound *self, gboolean by_row)
{
  AskSqlCore *core = self->core;
  AskSqlExpr *root = self->aggregate != NULL ? self->aggregate : self->root;
  AskSqlExpr *path;

  if ((self->blend->without & ASK_BLEND_SAVE_BRANCH)
      || (self->aggregate == NULL && self->place != ASK_BLEND_PLACE_RESULT && self->place != ASK_BLEND_PLACE_GROUP
          && self->place != ASK_BLEND_PLACE_ORDER))
    return;
  ask_blend_write_names_out (self->tree, root);
  path = ask_blend_find_path (self->blend, self->tree, self->number, root, FALSE);
  if (path == NULL || ask_sql_expr_has (path, is_window))
    return;
  if (!by_row && core->group_by.n > 0)
    core->having = ask_blend_and (self->tree, core->having, path);
  else if (by_row && !ask_sql_expr_has (path, is_aggregate))
    core->where = ask_blend_and (self->tree, core->where, path);
}

/* Makes one SELECT of that with the call and the one around it, whose columns it names. */
static ValuesThere
flatten (AskBlendFound *self, const AskSqlExprs *wanted, gboolean by_row)
{
  AskSqlCore *around = self->around;
  AskSqlExpr *path = NULL;

  if (around == NULL || !by_row || ask_blend_rows_change (&around->from) || self->around_place == ASK_BLEND_PLACE_ON
      || (self->blend->without & ASK_BLEND_SAVE_FLATTEN))
    return VALUES_OF_RUN;
  if (ask_blend_rows_wait (self->blend, &around->from))
    return VALUES_LATER;
  ask_blend_write_results_out (self->tree, around);
  if (!ask_blend_flatten (self->blend, self->tree, self->core, around, wanted))
    return VALUES_OF_RUN;
  if (self->around_place == ASK_BLEND_PLACE_WHERE)
    self->outside = ask_blend_find_path (self->blend, self->tree, self->number, around->where, TRUE);
  else
    self->outside = ask_blend_weaken (self->blend, self->tree, around->where);
  if (self->around_place == ASK_BLEND_PLACE_RESULT && !around->has_aggregate)
    path = ask_blend_find_path (self->blend, self->tree, self->number, self->around_root, FALSE);
  if (path != NULL && !ask_sql_expr_has (path, is_window))
    self->outside = ask_blend_and (self->tree, self->outside, path);
  return VALUES_THERE;
}

/* Whether @item is on the side of the outer join of the call that keeps all its rows. */
static gboolean
is_preserved (const AskBlendFound *self, const AskSqlFrom *item)
{
  const AskSqlFroms *items = &self->core->from;

  for (guint i = 0; i < items->n; i++)
    if (items->items[i] == item)
      return self->preserves_left ? item != self->on : item == self->on;
  return FALSE;
}

static gboolean
is_subquery (const AskSqlExpr *expr)
{
  return expr->select != NULL;
}

/* Returns: (nullable): of WHERE the conditions on the side that the outer join of the call keeps: a row of it that fails them is
 * not wanted, whatever it is joined with */
static AskSqlExpr *
keep_preserved (const AskBlendFound *self, AskSqlCore *core)
{
  AskSqlExpr *kept = NULL;

  for (AskSqlExpr *where = core->where; where != NULL && self->preserves;
       where = is_op (where, ASK_OP_AND) ? where->left : NULL)
    {
      AskSqlExpr *part = is_op (where, ASK_OP_AND) ? where->right : where;
      g_autoptr (GPtrArray) named = ask_blend_list_items (part);
      gboolean ours = named->len > 0 && !ask_sql_expr_has (part, is_subquery);

      for (guint i = 0; i < named->len; i++)
        ours = ours && is_preserved (self, named->pdata[i]);
      if (ours)
        kept = ask_blend_and (self->tree, kept, ask_blend_weaken (self->blend, self->tree, part));
    }
  return kept;
}

/* Takes out of FROM, WHERE and HAVING what waits for other answers, and puts in what has to be true for this one to matter.
 * Returns: whether the rows, or groups, that are left are surely enough */
static gboolean
weaken_core (AskBlendFound *self, const AskSqlExprs *wanted, gboolean by_row)
{
  AskSqlCore *core = self->core;
  FromLeft left = weaken_from (self, &core->from);

  /* Of rows that are too many no group is what it will be. */
  if (left == FROM_UNKNOWN || (!by_row && (left != FROM_WHOLE || ask_blend_waits (self->blend, core->where))))
    return FALSE;
  if (left == FROM_PAIRS)
    core->where = keep_preserved (self, core);
  else if (self->place == ASK_BLEND_PLACE_WHERE)
    core->where = ask_blend_find_path (self->blend, self->tree, self->number, core->where, TRUE);
  else
    core->where = ask_blend_weaken (self->blend, self->tree, core->where);
  if (by_row && left != FROM_PAIRS)
    ask_blend_lower_having (self->blend, self->tree, core);
  if (self->place == ASK_BLEND_PLACE_HAVING && self->aggregate == NULL)
    core->having = ask_blend_find_path (self->blend, self->tree, self->number, core->having, TRUE);
  else
    core->having = ask_blend_weaken (self->blend, self->tree, core->having);
  restrict_to_path (self, by_row);
  core->where = ask_blend_and (self->tree, core->where, self->outside);
  if (by_row)
    ask_blend_drop_strangers (self->tree, core, wanted);
  return TRUE;
}

/* Whether @expr names columns of @core alone, and has no subquery, whose columns nobody looks at here. */
static gboolean
is_of (AskSqlExpr *expr, const AskSqlCore *core)
{
  g_autoptr (GPtrArray) items = expr != NULL ? ask_blend_list_items (expr) : NULL;

  if (expr == NULL)
    return TRUE;
  for (guint i = 0; i < items->len; i++)
    if (((const AskSqlFrom *) items->pdata[i])->core != core)
      return FALSE;
  return !ask_sql_expr_has (expr, is_subquery);
}

static gboolean
are_of (const AskSqlFroms *items, const AskSqlCore *core)
{
  for (guint i = 0; i < items->n; i++)
    if (!is_of (items->items[i]->on, core) || !are_of (&items->items[i]->items, core))
      return FALSE;
  return TRUE;
}

/* Of a call that joins rows of a subquery with those around it: one side's values are those of its own SELECT, whatever the other
 * has. Returns: (nullable): that SELECT, without what ties it to the other */
static AskSqlCore *
find_side (const AskBlendFound *self, AskSqlExpr *wanted)
{
  AskSqlCore *core = is_of (wanted, self->core) ? self->core : self->around;
  AskSqlExpr *kept = NULL;

  if (core == NULL || !is_of (wanted, core) || core->n_rows > 0 || !are_of (&core->from, core)
      || ask_blend_rows_change (&core->from))
    return NULL;
  if (core == self->around)
    {
      /* A CTE within may have the name of a table around. */
      if (core->correlated || self->select->n_ctes > 0)
        return NULL;
      ask_blend_write_results_out (self->tree, core);
      return core;
    }
  for (AskSqlExpr *where = core->where; where != NULL; where = is_op (where, ASK_OP_AND) ? where->left : NULL)
    {
      AskSqlExpr *part = is_op (where, ASK_OP_AND) ? where->right : where;

      if (is_of (part, core))
        kept = ask_blend_and (self->tree, kept, part);
    }
  core->where = kept;
  return core;
}

/* NULL joins nothing. */
static AskSqlExpr *
make_known (AskSqlTree *tree, AskSqlExpr *value)
{
  AskSqlExpr *known = ask_sql_tree_new_expr (tree, ASK_EXPR_IS_NULL, value->span);

  known->left = value;
  known->negated = TRUE;
  return known;
}

/* Returns: (transfer full): the core, with @wanted as its results, as a statement */
static char *
print_values (const AskBlendFound *self, const AskSqlExprs *wanted)
{
  AskSqlCore *core = self->core;
  AskSqlSelect *select = ask_sql_tree_alloc (self->tree, sizeof *select);

  core->distinct = TRUE;
  core->all = FALSE;
  core->compound = ASK_COMPOUND_FIRST;
  core->n_results = wanted->n;
  core->results = ask_sql_tree_alloc (self->tree, wanted->n * sizeof *core->results);
  for (guint i = 0; i < wanted->n; i++)
    {
      core->results[i].expr = wanted->items[i];
      core->results[i].alias = i == 0 ? "value" : get_name (self->tree, wanted->items[i]);
    }
  core->n_windows = 0;
  select->recursive = self->tree->select->recursive || self->select->recursive;
  select->ctes = (AskSqlCte **) self->ctes->pdata;
  select->n_ctes = self->ctes->len;
  select->cores = ask_sql_tree_alloc (self->tree, sizeof *select->cores);
  select->cores[0] = core;
  select->n_cores = 1;
  return ask_sql_print_select (select);
}

static char *
not_yet (guint *turn)
{
  if (turn != NULL)
    *turn = ASK_BLEND_NOT_YET;
  return NULL;
}

/**
 * ask_blend_find_need:
 * @tree: with _answer() in the place of calls; it stays as it is
 * @side: of a join, whose two sides are asked for one by one: 0 or 1; -1 for all values of the call
 * @turn: (out) (optional): calls with a smaller one are to be asked before; %ASK_BLEND_NOT_YET where rows within have to be
 *   known first
 *
 * Returns: (transfer full) (nullable): the query of distinct values, a column for each; %NULL where only a run tells, or not yet
 */
char *
ask_blend_find_need (AskBlend *self, AskSqlTree *tree, const AskBlendCall *call, int side, guint *turn)
{
  g_autoptr (AskSqlTree) copy = ask_sql_tree_extract (tree, tree->select);
  g_autoptr (GPtrArray) ctes = g_ptr_array_new ();
  AskBlendFound found = { .blend = self, .tree = copy, .number = call->number, .ctes = ctes };
  AskSqlCore *core;
  AskSqlExprs wanted;
  ValuesThere there;
  gboolean by_row;

  if (!ask_engine_analyse (self->engine, copy, NULL) || !ask_blend_find_place (&found, copy->select))
    return NULL;
  core = found.core;
  if (turn != NULL)
    *turn = get_turn (&found);
  if (ask_blend_rows_wait (self, &core->from))
    return not_yet (turn);
  by_row = found.place == ASK_BLEND_PLACE_WHERE || found.place == ASK_BLEND_PLACE_ON
           || found.place == ASK_BLEND_PLACE_GROUP || found.aggregate != NULL || !core->has_aggregate;
  if (core->n_rows > 0 || ask_blend_rows_change (&core->from)
      || (found.place == ASK_BLEND_PLACE_ORDER && (found.select->n_cores > 1 || core->distinct)))
    return NULL;
  if (is_unread (&found) || (found.select->limit != NULL && is_zero (found.select->limit)))
    return g_strdup ("SELECT NULL AS value LIMIT 0");
  /* In an estimate there stands behind the values what is read with them. */
  wanted = (AskSqlExprs) { found.node->list.items + 1, MIN (found.node->list.n - 1, call->n_values) };
  if (side >= 0)
    wanted = (AskSqlExprs) { wanted.items + side, 1 };
  ask_blend_write_results_out (copy, core);
  for (guint i = 0; i < core->group_by.n && !by_row; i++)
    by_row = ask_blend_waits (self, core->group_by.items[i]);
  there = look_at_wanted (&found, &wanted, by_row);
  if (there == VALUES_THERE && core->correlated && call->function->shape != ASK_BLEND_JOIN)
    there = flatten (&found, &wanted, by_row);
  if (there != VALUES_THERE)
    return there == VALUES_LATER ? not_yet (turn) : NULL;
  if (core->correlated && call->function->shape == ASK_BLEND_JOIN)
    {
      core = by_row ? find_side (&found, wanted.items[0]) : NULL;
      if (core == NULL)
        return NULL;
      if (ask_blend_rows_wait (self, &core->from))
        return not_yet (turn);
      found.core = core;
    }
  else if (!(self->without & ASK_BLEND_SAVE_PUSH))
    ask_blend_push_conditions (self, copy, found.select, core);
  if (call->function->shape == ASK_BLEND_JOIN)
    {
      if (!ask_blend_keep_items_of (self, copy, core, wanted.items[0]))
        return NULL;
      core->where = ask_blend_and (copy, core->where, make_known (copy, wanted.items[0]));
    }
  else if (!weaken_core (&found, &wanted, by_row))
    return not_yet (turn);
  if (by_row)
    {
      core->group_by.n = 0;
      core->having = NULL;
    }
  else
    ask_blend_keep_extremes (self, copy, found.select, core, &wanted);
  return print_values (&found, &wanted);
}

/* Whether @part, a condition, is about the answer itself, so that without an answer it is not true. */
static gboolean
wants_answer (const AskSqlExpr *part, gint64 number)
{
  switch (part->kind)
    {
    case ASK_EXPR_FUNCTION:
      return ask_blend_get_number (part) == number;
    case ASK_EXPR_BINARY:
      return (part->op == ASK_OP_EQUAL || part->op == ASK_OP_NOT_EQUAL || part->op == ASK_OP_LESS
              || part->op == ASK_OP_LESS_EQUAL || part->op == ASK_OP_GREATER || part->op == ASK_OP_GREATER_EQUAL)
             && (ask_blend_get_number (part->left) == number || ask_blend_get_number (part->right) == number);
    case ASK_EXPR_LIKE:
    case ASK_EXPR_BETWEEN:
    case ASK_EXPR_IN_LIST:
      return ask_blend_get_number (part->left) == number && !(part->kind == ASK_EXPR_IN_LIST && part->list.n == 0);
    default:
      return FALSE;
    }
}

static gboolean
is_count (const AskSqlExpr *expr, gint64 least)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer >= least;
}

/* @select, with another result, as a statement of its own: how many rows it has is what its FROM, WHERE and LIMIT say. Returns:
 * (nullable) (transfer full) */
static AskSqlTree *
make_bare (AskBlend *self, AskSqlTree *tree)
{
  g_autoptr (AskSqlTree) copy = ask_sql_tree_extract (tree, tree->select);
  g_autofree char *text = NULL;
  AskSqlSelect *select = copy->select;
  AskSqlCore *core = select->cores[0];

  if (select->limit == NULL || select->n_cores > 1 || select->order.n > 0 || core->distinct || core->n_rows > 0
      || core->group_by.n > 0 || !is_count (select->limit, 1)
      || (select->offset != NULL && !is_count (select->offset, 0)) || !ask_engine_analyse (self->engine, copy, NULL)
      || core->has_aggregate || core->has_window)
    return NULL;
  ask_blend_write_results_out (copy, core);
  core->n_results = 1;
  core->results[0] = (AskSqlResult) { .expr = ask_sql_tree_new_one (copy), .alias = "row" };
  text = ask_sql_print_select (select);
  return ask_sql_parse (text, -1, NULL);
}

/**
 * ask_blend_find_enough:
 * @tree: with _answer() in the place of calls
 * @first: of the calls of @tree
 * @bare: (out) (nullable) (transfer full): @tree without its results
 * @calls: (element-type AskBlendCall): gets the calls of its conditions
 *
 * Returns: how many rows of the statement end it, with any order of its rows, so that no further value of a condition has to be
 *   asked for; 0 where all rows are wanted
 */
guint64
ask_blend_find_enough (AskBlend *self, AskSqlTree *tree, guint first, AskSqlTree **bare, GPtrArray *calls)
{
  g_autoptr (AskSqlTree) copy = NULL;
  AskSqlSelect *select;
  AskSqlCore *core;

  *bare = self->without & ASK_BLEND_SAVE_EXIT ? NULL : make_bare (self, tree);
  copy = *bare != NULL ? ask_sql_tree_extract (*bare, (*bare)->select) : NULL;
  if (copy == NULL || !ask_engine_analyse (self->engine, copy, NULL))
    return 0;
  select = copy->select;
  core = select->cores[0];
  for (guint i = first; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];
      g_autoptr (GPtrArray) ctes = g_ptr_array_new ();
      AskBlendFound found = { .blend = self, .number = call->number, .ctes = ctes };
      g_autofree char *need = NULL;

      if (call->resolved || !ask_blend_find_place (&found, select))
        continue;
      if (call->function->shape != ASK_BLEND_MAP || found.core != core || found.place != ASK_BLEND_PLACE_WHERE)
        return 0;
      /* Only where an answer can add a row, and none can take one away. */
      for (AskSqlExpr *where = core->where; where != NULL; where = is_op (where, ASK_OP_AND) ? where->left : NULL)
        {
          AskSqlExpr *part = is_op (where, ASK_OP_AND) ? where->right : where;
          AskBlendFound within = { .number = call->number };

          if (ask_blend_find_node (&within, part) != NULL && !wants_answer (part, call->number))
            return 0;
        }
      need = ask_blend_find_need (self, *bare, call, -1, NULL);
      if (need == NULL)
        return 0;
      g_ptr_array_add (calls, call);
    }
  if (calls->len == 0)
    return 0;
  return (guint64) select->limit->value.integer
         + (select->offset != NULL ? (guint64) select->offset->value.integer : 0);
}

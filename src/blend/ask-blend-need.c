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

#include "blend/ask-blend-private.h"

#include <string.h>

#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-printer.h"

typedef enum
{
  PLACE_NONE,
  PLACE_RESULT,
  PLACE_ON,
  PLACE_WHERE,
  PLACE_GROUP,
  PLACE_HAVING,
  PLACE_ORDER
} Place;

/**
 * Found:
 * @root: the whole result, condition or term that it stands in
 * @aggregate: (nullable): the aggregate that it stands within
 * @exists: its SELECT is one of EXISTS, so that nobody reads its results
 * @around: (nullable): the SELECT that its own is a value or a condition of, with where it stands there
 * @outside: (nullable): what has to be true of the rows of @around
 */
typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  gint64 number;
  AskSqlSelect *select;
  AskSqlCore *core;
  AskSqlFrom *on;
  AskSqlExpr *node;
  AskSqlExpr *root;
  AskSqlExpr *aggregate;
  Place place;
  gboolean exists;
  AskSqlCore *around;
  AskSqlExpr *around_root;
  Place around_place;
  AskSqlExpr *outside;
  GPtrArray *ctes; /* AskSqlCte, that may be named where it stands */
} Found;

/* Where a call stands. */

static gboolean
look_for_node (AskSqlExpr *expr, gpointer data)
{
  Found *self = data;

  if (self->node == NULL && ask_blend_get_number (expr) == self->number)
    self->node = expr;
  return self->node == NULL;
}

static AskSqlExpr *
find_node (Found *self, AskSqlExpr *expr)
{
  const AskSqlVisit visit = { .expr = look_for_node, .user_data = self };

  if (expr != NULL)
    ask_sql_walk_expr (expr, &visit);
  return self->node;
}

static gboolean
look_for_aggregate (AskSqlExpr *expr, gpointer data)
{
  Found *self = data;

  if (expr->is_aggregate && ask_blend_holds (expr, self->number))
    self->aggregate = expr;
  return self->aggregate == NULL;
}

static gboolean search_select (Found *self, AskSqlSelect *select);

static gboolean
look_for_select (AskSqlSelect *select, gpointer data)
{
  Found *self = data;

  return self->core == NULL && !search_select (self, select);
}

static gboolean
look_for_exists (AskSqlExpr *expr, gpointer data)
{
  Found *self = data;

  self->exists = self->exists || (expr->kind == ASK_EXPR_EXISTS && expr->select == self->select);
  return !self->exists;
}

/* The subqueries of @expr first: the innermost SELECT is wanted. */
static gboolean
search_expr (Found *self, AskSqlExpr *expr, AskSqlSelect *select, AskSqlCore *core, Place place)
{
  const AskSqlVisit subqueries = { .select = look_for_select, .user_data = self };
  const AskSqlVisit aggregates = { .expr = look_for_aggregate, .user_data = self };
  const AskSqlVisit exists = { .expr = look_for_exists, .user_data = self };

  if (expr == NULL)
    return FALSE;
  ask_sql_walk_expr (expr, &subqueries);
  if (self->core != NULL && self->around == NULL)
    {
      self->around = core;
      self->around_root = expr;
      self->around_place = place;
      ask_sql_walk_expr (expr, &exists);
    }
  if (self->core != NULL)
    return TRUE;
  if (find_node (self, expr) == NULL)
    return FALSE;
  self->select = select;
  self->core = core;
  self->root = expr;
  self->place = place;
  ask_sql_walk_expr (expr, &aggregates);
  return TRUE;
}

static gboolean
search_from (Found *self, AskSqlFroms *items, AskSqlSelect *select, AskSqlCore *core)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];

      if ((from->select != NULL && search_select (self, from->select))
          || search_from (self, &from->items, select, core))
        return TRUE;
      if (search_expr (self, from->on, select, core, PLACE_ON))
        {
          self->on = from;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
search_core (Found *self, AskSqlSelect *select, AskSqlCore *core)
{
  for (guint i = 0; i < core->n_results; i++)
    if (search_expr (self, core->results[i].expr, select, core, PLACE_RESULT))
      return TRUE;
  for (guint i = 0; i < core->group_by.n; i++)
    if (search_expr (self, core->group_by.items[i], select, core, PLACE_GROUP))
      return TRUE;
  return search_from (self, &core->from, select, core) || search_expr (self, core->where, select, core, PLACE_WHERE)
         || search_expr (self, core->having, select, core, PLACE_HAVING);
}

static gboolean
search_select (Found *self, AskSqlSelect *select)
{
  guint mark = self->ctes->len;

  for (guint i = 0; i < select->n_ctes; i++)
    {
      if (search_select (self, select->ctes[i]->select))
        return TRUE;
      g_ptr_array_add (self->ctes, select->ctes[i]);
    }
  for (guint i = 0; i < select->n_cores; i++)
    if (search_core (self, select, select->cores[i]))
      return TRUE;
  for (guint i = 0; i < select->order.n; i++)
    if (search_expr (self, select->order.items[i].expr, select, select->cores[0], PLACE_ORDER))
      return TRUE;
  g_ptr_array_set_size (self->ctes, (int) mark);
  return FALSE;
}

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
  FROM_PAIRS, /* pairs that an outer join may keep: no condition behind it holds for all of them */
  FROM_UNKNOWN /* which rows an outer join fills with NULLs is not known yet */
} FromLeft;

/* Takes out of FROM what waits for other answers. */
static FromLeft
weaken_from (const Found *self, AskSqlFroms *items)
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
get_turn (const Found *self)
{
  static const guint turns[] = { [PLACE_NONE] = 0,   [PLACE_ON] = 0,     [PLACE_WHERE] = 1, [PLACE_GROUP] = 2,
                                 [PLACE_HAVING] = 3, [PLACE_RESULT] = 4, [PLACE_ORDER] = 4 };
  /* The condition of an inner join is one as those of WHERE. */
  Place first = self->place == PLACE_ON && self->on != NULL && !is_outer (self->on) ? PLACE_WHERE : self->place;
  guint turn = turns[first] * 2 + (self->aggregate == NULL);

  return self->core->correlated && self->around != NULL ? MAX (turn, turns[self->around_place] * 2) : turn;
}

/* Whether nothing reads the result that the call stands in. */
static gboolean
is_unread (const Found *self)
{
  return self->place == PLACE_RESULT && !(self->blend->without & ASK_BLEND_SAVE_UNREAD)
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
look_at_wanted (const Found *self, const AskSqlExprs *wanted, gboolean by_row)
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
restrict_to_path (const Found *self, gboolean by_row)
{
  AskSqlCore *core = self->core;
  AskSqlExpr *root = self->aggregate != NULL ? self->aggregate : self->root;
  AskSqlExpr *path;

  if ((self->blend->without & ASK_BLEND_SAVE_BRANCH)
      || (self->aggregate == NULL && self->place != PLACE_RESULT && self->place != PLACE_GROUP
          && self->place != PLACE_ORDER))
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
flatten (Found *self, const AskSqlExprs *wanted, gboolean by_row)
{
  AskSqlCore *around = self->around;
  AskSqlExpr *path = NULL;

  if (around == NULL || !by_row || ask_blend_rows_change (&around->from) || self->around_place == PLACE_ON
      || (self->blend->without & ASK_BLEND_SAVE_FLATTEN))
    return VALUES_OF_RUN;
  if (ask_blend_rows_wait (self->blend, &around->from))
    return VALUES_LATER;
  ask_blend_write_results_out (self->tree, around);
  if (!ask_blend_flatten (self->blend, self->tree, self->core, around, wanted))
    return VALUES_OF_RUN;
  if (self->around_place == PLACE_WHERE)
    self->outside = ask_blend_find_path (self->blend, self->tree, self->number, around->where, TRUE);
  else
    self->outside = ask_blend_weaken (self->blend, self->tree, around->where);
  if (self->around_place == PLACE_RESULT && !around->has_aggregate)
    path = ask_blend_find_path (self->blend, self->tree, self->number, self->around_root, FALSE);
  if (path != NULL && !ask_sql_expr_has (path, is_window))
    self->outside = ask_blend_and (self->tree, self->outside, path);
  return VALUES_THERE;
}

/* Takes out of FROM, WHERE and HAVING what waits for other answers, and puts in what has to be true for this one to matter.
 * Returns: whether the rows, or groups, that are left are surely enough */
static gboolean
weaken_core (const Found *self, const AskSqlExprs *wanted, gboolean by_row)
{
  AskSqlCore *core = self->core;
  FromLeft left = weaken_from (self, &core->from);

  /* Of rows that are too many no group is what it will be. */
  if (left == FROM_UNKNOWN || (!by_row && (left != FROM_WHOLE || ask_blend_waits (self->blend, core->where))))
    return FALSE;
  if (left == FROM_PAIRS)
    core->where = NULL;
  else if (self->place == PLACE_WHERE)
    core->where = ask_blend_find_path (self->blend, self->tree, self->number, core->where, TRUE);
  else
    core->where = ask_blend_weaken (self->blend, self->tree, core->where);
  if (by_row && left != FROM_PAIRS)
    ask_blend_lower_having (self->blend, self->tree, core);
  if (self->place == PLACE_HAVING && self->aggregate == NULL)
    core->having = ask_blend_find_path (self->blend, self->tree, self->number, core->having, TRUE);
  else
    core->having = ask_blend_weaken (self->blend, self->tree, core->having);
  restrict_to_path (self, by_row);
  core->where = ask_blend_and (self->tree, core->where, self->outside);
  if (by_row)
    ask_blend_drop_strangers (self->tree, core, wanted);
  return TRUE;
}

/* Returns: (transfer full): the core, with @wanted as its results, as a statement */
static char *
print_values (const Found *self, const AskSqlExprs *wanted)
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
  Found found = { .blend = self, .tree = copy, .number = call->number, .ctes = ctes };
  AskSqlCore *core;
  AskSqlExprs wanted;
  ValuesThere there;
  gboolean by_row;

  if (!ask_engine_analyse (self->engine, copy, NULL) || !search_select (&found, copy->select))
    return NULL;
  core = found.core;
  if (turn != NULL)
    *turn = get_turn (&found);
  if (ask_blend_rows_wait (self, &core->from))
    return not_yet (turn);
  by_row = found.place == PLACE_WHERE || found.place == PLACE_ON || found.place == PLACE_GROUP
           || found.aggregate != NULL || !core->has_aggregate;
  if (core->n_rows > 0 || ask_blend_rows_change (&core->from)
      || (found.place == PLACE_ORDER && (found.select->n_cores > 1 || core->distinct)))
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
  if (there == VALUES_THERE && core->correlated)
    there = call->function->shape == ASK_BLEND_JOIN ? VALUES_OF_RUN : flatten (&found, &wanted, by_row);
  if (there != VALUES_THERE)
    return there == VALUES_LATER ? not_yet (turn) : NULL;
  if (!(self->without & ASK_BLEND_SAVE_PUSH))
    ask_blend_push_conditions (self, copy, found.select, core);
  if (call->function->shape == ASK_BLEND_JOIN)
    {
      if (!ask_blend_keep_items_of (self, copy, core, wanted.items[0]))
        return NULL;
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
      Found found = { .blend = self, .number = call->number, .ctes = ctes };
      g_autofree char *need = NULL;

      if (call->resolved || !search_select (&found, select))
        continue;
      if (call->function->shape != ASK_BLEND_MAP || found.core != core || found.place != PLACE_WHERE)
        return 0;
      /* Only where an answer can add a row, and none can take one away. */
      for (AskSqlExpr *where = core->where; where != NULL; where = is_op (where, ASK_OP_AND) ? where->left : NULL)
        {
          AskSqlExpr *part = is_op (where, ASK_OP_AND) ? where->right : where;
          Found within = { .number = call->number };

          if (find_node (&within, part) != NULL && !wants_answer (part, call->number))
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

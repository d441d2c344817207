/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns beside aggregates that are not grouped by: SQLite takes them from some row of the group, or from the row
 * that has the only min() or max(). An answer other than SQLite's is permitted only if every one of its rows
 * belongs to a group of its own, has that group's aggregates, and what is left comes from one row of that group.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/* More comparisons than that are not worth the wait. */
#define MAX_WORK 50000000

/**
 * Bare:
 * @groups: the key of each group, then its aggregates, those of the answer first and then of @extreme, then the sort
 *   keys; in their order
 * @candidates: the key, the argument of @extreme, then the columns that are not aggregates
 * @extreme: (nullable): the only min() or max()
 */
typedef struct
{
  const AskSqlTree *tree;
  guint n_keys;
  guint n_order;
  GArray *aggregates; /* guint: which columns of the answer */
  GArray *others;
  const AskSqlExpr *extreme;
  AskRows *groups;
  AskRows *candidates;
  const AskRows *rows;
  double tolerance;
  int *row_of_group;
  gsize start; /* the groups that are looked at: with equal sort keys */
  gsize end;
} Bare;

static gboolean
is_aggregate (const AskSqlExpr *expr)
{
  static const char *const names[] = { "count", "sum", "avg", "total", "group_concat" };

  if (expr->kind != ASK_EXPR_FUNCTION || expr->window != NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (expr->name, names[i]) == 0)
      return TRUE;
  return expr->list.n == 1
         && (g_ascii_strcasecmp (expr->name, "min") == 0 || g_ascii_strcasecmp (expr->name, "max") == 0);
}

static gboolean
note_aggregate (AskSqlExpr *expr, gpointer found)
{
  if (is_aggregate (expr))
    g_ptr_array_add (found, expr);
  return TRUE;
}

static gboolean
pass_over_select (AskSqlSelect *select, gpointer data)
{
  return FALSE;
}

static GPtrArray *
find_aggregates (AskSqlExpr *expr)
{
  GPtrArray *found = g_ptr_array_new ();
  const AskSqlVisit visit = { .expr = note_aggregate, .select = pass_over_select, .user_data = found };

  ask_sql_walk_expr (expr, &visit);
  return found;
}

static void
append_text (GString *sql, const AskSqlTree *tree, const AskSqlExpr *expr)
{
  if (sql->len > 0 && sql->str[sql->len - 1] != ' ')
    g_string_append (sql, ", ");
  g_string_append_len (sql, tree->text + expr->span.start, expr->span.end - expr->span.start);
}

/* Where the word before @place begins that is @word. */
static gsize
find_word (const AskSqlTree *tree, const char *word, gsize place)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (tree->text);
  gsize found = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->start < place && ask_sql_token_is (tree->text, token, word))
        found = token->start;
    }
  return found;
}

/* Adds what is not the same as one that is there. */
static void
add_aggregates (GPtrArray *all, AskSqlExpr *expr)
{
  g_autoptr (GPtrArray) found = find_aggregates (expr);

  for (guint i = 0; i < found->len; i++)
    {
      guint k = 0;

      while (k < all->len && !ask_sql_expr_equal (all->pdata[k], found->pdata[i]))
        k++;
      if (k == all->len)
        g_ptr_array_add (all, found->pdata[i]);
    }
}

/* Parts the columns of the answer; finds the only min() or max(), wherever it stands. */
static gboolean
part_columns (Bare *self, const AskSqlCore *core)
{
  const AskSqlOrder *order = &self->tree->select->order;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (guint i = 0; i < core->n_results; i++)
    {
      g_autoptr (GPtrArray) found = NULL;

      if (core->results[i].star != 0)
        return FALSE;
      found = find_aggregates (core->results[i].expr);
      g_array_append_val (found->len > 0 ? self->aggregates : self->others, i);
      add_aggregates (all, core->results[i].expr);
    }
  if (core->having != NULL)
    add_aggregates (all, core->having);
  for (guint i = 0; i < order->n; i++)
    add_aggregates (all, order->items[i].expr);
  if (all->len == 1)
    {
      AskSqlExpr *only = all->pdata[0];

      if (g_ascii_strcasecmp (only->name, "min") == 0 || g_ascii_strcasecmp (only->name, "max") == 0)
        self->extreme = only;
    }
  return TRUE;
}

/* Whether every row of a group gives the same value: of aggregates and of what is grouped by. */
typedef struct
{
  const AskSqlCore *core;
  gboolean determined;
} Determined;

static gboolean
note_bare (AskSqlExpr *expr, gpointer data)
{
  Determined *self = data;

  if (is_aggregate (expr))
    return FALSE;
  for (guint i = 0; i < self->core->group_by.n; i++)
    if (ask_sql_expr_equal (self->core->group_by.items[i], expr))
      return FALSE;
  if (expr->kind == ASK_EXPR_COLUMN || expr->select != NULL)
    self->determined = FALSE;
  return TRUE;
}

static gboolean
is_determined (const AskSqlCore *core, AskSqlExpr *expr)
{
  Determined self = { core, TRUE };
  const AskSqlVisit visit = { .expr = note_bare, .select = pass_over_select, .user_data = &self };

  ask_sql_walk_expr (expr, &visit);
  return self.determined;
}

/* The sort keys as columns, and as an ORDER BY of the groups. */
static gboolean
append_order (Bare *self, const AskSqlCore *core, const AskRows *answer, GString *columns, GString *order)
{
  const AskSqlOrder *terms = &self->tree->select->order;

  self->n_order = terms->n;
  for (guint i = 0; i < terms->n; i++)
    {
      const AskSqlOrderTerm *term = &terms->items[i];
      int output = ratio_find_output (self->tree, answer, term->expr);
      AskSqlExpr *expr = output >= 0 && output < (int) core->n_results ? core->results[output].expr : term->expr;

      if (!is_determined (core, expr))
        return FALSE;
      append_text (columns, self->tree, expr);
      g_string_append (order, i > 0 ? ", " : " ORDER BY ");
      g_string_append_len (order, self->tree->text + expr->span.start, expr->span.end - expr->span.start);
      g_string_append (order, term->descending ? " DESC" : "");
      g_string_append (order, term->nulls == 1 ? " NULLS FIRST" : term->nulls == 2 ? " NULLS LAST" : "");
    }
  return TRUE;
}

static gboolean
run_parts (Bare *self, RatioDatabase *database, const AskSqlCore *core, const AskRows *answer)
{
  const AskSqlTree *tree = self->tree;
  gsize from = core->from.items[0]->span.start;
  gsize end = tree->select->order.n > 0 ? find_word (tree, "order", tree->select->order.items[0].expr->span.start)
                                        : ratio_find_limit (tree);
  gsize group = core->group_by.n > 0 ? find_word (tree, "group", core->group_by.items[0]->span.start) : end;
  g_autoptr (GString) groups = g_string_new ("SELECT ");
  g_autoptr (GString) candidates = g_string_new ("SELECT DISTINCT ");
  g_autoptr (GString) order = g_string_new (NULL);

  self->n_keys = core->group_by.n;
  for (guint i = 0; i < self->n_keys; i++)
    {
      append_text (groups, tree, core->group_by.items[i]);
      append_text (candidates, tree, core->group_by.items[i]);
    }
  for (guint i = 0; i < self->aggregates->len; i++)
    append_text (groups, tree, core->results[g_array_index (self->aggregates, guint, i)].expr);
  if (self->extreme != NULL)
    {
      append_text (groups, tree, self->extreme);
      append_text (candidates, tree, self->extreme->list.items[0]);
    }
  for (guint i = 0; i < self->others->len; i++)
    append_text (candidates, tree, core->results[g_array_index (self->others, guint, i)].expr);
  if (!append_order (self, core, answer, groups, order))
    return FALSE;
  g_string_append (groups, " FROM ");
  g_string_append_len (groups, tree->text + from, (gssize) (end - from));
  g_string_append (groups, order->str);
  g_string_append (candidates, " FROM ");
  g_string_append_len (candidates, tree->text + from, (gssize) (group - from));
  self->groups = ratio_run_sqlite (database->plain, groups->str, NULL);
  self->candidates = ratio_run_sqlite (database->plain, candidates->str, NULL);
  return self->groups != NULL && self->candidates != NULL;
}

/* Whether the candidate belongs to the group and holds what @row has beside its aggregates. */
static gboolean
is_candidate (const Bare *self, gsize group, gsize candidate, gsize row)
{
  const AskValue *g = ask_rows_get_row (self->groups, group);
  const AskValue *c = ask_rows_get_row (self->candidates, candidate);
  const AskValue *r = ask_rows_get_row (self->rows, row);
  guint first = self->n_keys;

  if (!ratio_rows_equal (g, c, self->n_keys, 0))
    return FALSE;
  if (self->extreme != NULL && !ratio_rows_equal (&g[self->n_keys + self->aggregates->len], &c[first++], 1, 0))
    return FALSE;
  for (guint i = 0; i < self->others->len; i++)
    if (!ratio_rows_equal (&c[first + i], &r[g_array_index (self->others, guint, i)], 1, 0))
      return FALSE;
  return TRUE;
}

static gboolean
fits (const Bare *self, gsize row, gsize group)
{
  const AskValue *g = ask_rows_get_row (self->groups, group);
  const AskValue *r = ask_rows_get_row (self->rows, row);

  for (guint i = 0; i < self->aggregates->len; i++)
    if (!ratio_rows_equal (&g[self->n_keys + i], &r[g_array_index (self->aggregates, guint, i)], 1, self->tolerance))
      return FALSE;
  for (gsize c = 0; c < ask_rows_get_n_rows (self->candidates); c++)
    if (is_candidate (self, group, c, row))
      return TRUE;
  return FALSE;
}

/* Finds a group for @row, moving other rows to other groups where that helps. */
static gboolean
place_row (Bare *self, gsize row, gboolean *tried)
{
  for (gsize g = self->start; g < self->end; g++)
    {
      if (tried[g] || !fits (self, row, g))
        continue;
      tried[g] = TRUE;
      if (self->row_of_group[g] < 0 || place_row (self, (gsize) self->row_of_group[g], tried))
        {
          self->row_of_group[g] = (int) row;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
same_order (const Bare *self, gsize a, gsize b)
{
  guint first = ask_rows_get_n_columns (self->groups) - self->n_order;

  for (guint i = first; i < first + self->n_order; i++)
    if (ask_value_compare (ask_rows_get (self->groups, a, i), ask_rows_get (self->groups, b, i)) != 0)
      return FALSE;
  return TRUE;
}

/* Groups with equal sort keys stand in any order, and any of them are kept by a LIMIT. */
static gboolean
place_all (Bare *self, RatioDatabase *database)
{
  gsize n = ask_rows_get_n_rows (self->groups);
  gboolean placed = TRUE;
  gsize first, last;

  if (!ratio_read_window (database, self->tree, n, &first, &last) || ask_rows_get_n_rows (self->rows) != last - first
      || (double) n * (double) (last - first) * (double) ask_rows_get_n_rows (self->candidates) > MAX_WORK)
    return FALSE;
  self->row_of_group = g_new (int, n + 1);
  for (gsize g = 0; g < n; g++)
    self->row_of_group[g] = -1;
  for (self->start = 0; placed && self->start < n; self->start = self->end)
    {
      for (self->end = self->start + 1; self->end < n && same_order (self, self->start, self->end); self->end++)
        continue;
      for (gsize r = MAX (self->start, first); placed && r < MIN (self->end, last); r++)
        {
          g_autofree gboolean *tried = g_new0 (gboolean, n + 1);

          placed = place_row (self, r - first, tried);
        }
    }
  g_free (self->row_of_group);
  return placed;
}

/**
 * ratio_is_bare_choice:
 *
 * Only for one SELECT whose ORDER BY and HAVING name nothing but aggregates and what is grouped by.
 *
 * Returns: whether it is proven that @rows differ from SQLite's answer by such a choice only
 */
gboolean
ratio_is_bare_choice (RatioDatabase *database, const RatioQuery *query, const AskRows *rows, double tolerance)
{
  const AskSqlSelect *select = query->tree->select;
  const AskSqlCore *core = select->cores[0];
  Bare self = { .tree = query->tree, .rows = rows, .tolerance = tolerance };
  gboolean proven;

  if (select->n_cores > 1 || select->n_ctes > 0 || core->from.n == 0 || core->distinct
      || (core->having != NULL && (core->group_by.n == 0 || !is_determined (core, core->having))))
    return FALSE;
  /* "GROUP BY 1" is a place, not a value. */
  for (guint i = 0; i < core->group_by.n; i++)
    if (core->group_by.items[i]->kind == ASK_EXPR_LITERAL)
      return FALSE;
  self.aggregates = g_array_new (FALSE, FALSE, sizeof (guint));
  self.others = g_array_new (FALSE, FALSE, sizeof (guint));
  proven = part_columns (&self, core) && (core->group_by.n > 0 || self.aggregates->len > 0)
           && run_parts (&self, database, core, query->answer) && place_all (&self, database);
  g_array_unref (self.aggregates);
  g_array_unref (self.others);
  g_clear_pointer (&self.groups, ask_rows_unref);
  g_clear_pointer (&self.candidates, ask_rows_unref);
  return proven;
}

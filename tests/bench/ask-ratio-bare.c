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
 * @groups: the key of each group, then its aggregates, those of the answer first and then of @extreme
 * @candidates: the key, the argument of @extreme, then the columns that are not aggregates
 * @extreme: (nullable): the only min() or max()
 */
typedef struct
{
  const AskSqlTree *tree;
  guint n_keys;
  GArray *aggregates; /* guint: which columns of the answer */
  GArray *others;
  const AskSqlExpr *extreme;
  AskRows *groups;
  AskRows *candidates;
  const AskRows *rows;
  double tolerance;
  int *row_of_group;
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

/* Parts the columns of the answer; finds the only min() or max(). */
static gboolean
part_columns (Bare *self, const AskSqlCore *core)
{
  guint n_aggregates = 0;

  for (guint i = 0; i < core->n_results; i++)
    {
      g_autoptr (GPtrArray) found = NULL;

      if (core->results[i].star != 0)
        return FALSE;
      found = find_aggregates (core->results[i].expr);
      n_aggregates += found->len;
      g_array_append_val (found->len > 0 ? self->aggregates : self->others, i);
      if (found->len > 0)
        self->extreme = found->pdata[0];
    }
  if (core->having != NULL)
    {
      g_autoptr (GPtrArray) found = find_aggregates (core->having);

      n_aggregates += found->len;
    }
  if (n_aggregates != 1 || (g_ascii_strcasecmp (self->extreme->name, "min") != 0
                            && g_ascii_strcasecmp (self->extreme->name, "max") != 0))
    self->extreme = NULL;
  return TRUE;
}

static gboolean
run_parts (Bare *self, RatioDatabase *database, const AskSqlCore *core)
{
  const AskSqlTree *tree = self->tree;
  gsize group = find_word (tree, "group", core->group_by.items[0]->span.start);
  gsize from = core->from.items[0]->span.start;
  gsize end = strlen (tree->text);
  g_autoptr (GString) groups = g_string_new ("SELECT ");
  g_autoptr (GString) candidates = g_string_new ("SELECT DISTINCT ");

  while (end > 0 && strchr ("; \t\r\n", tree->text[end - 1]) != NULL)
    end--;
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
  g_string_append (groups, " FROM ");
  g_string_append_len (groups, tree->text + from, (gssize) (end - from));
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
  for (gsize g = 0; g < ask_rows_get_n_rows (self->groups); g++)
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
place_all (Bare *self)
{
  gsize n = ask_rows_get_n_rows (self->groups);
  gboolean placed = TRUE;

  if (ask_rows_get_n_rows (self->rows) != n
      || (double) n * (double) n * (double) ask_rows_get_n_rows (self->candidates) > MAX_WORK)
    return FALSE;
  self->row_of_group = g_new (int, n + 1);
  for (gsize g = 0; g < n; g++)
    self->row_of_group[g] = -1;
  for (gsize r = 0; placed && r < n; r++)
    {
      g_autofree gboolean *tried = g_new0 (gboolean, n + 1);

      placed = place_row (self, r, tried);
    }
  g_free (self->row_of_group);
  return placed;
}

/**
 * ratio_is_bare_choice:
 *
 * Only for one SELECT with GROUP BY, without ORDER BY and LIMIT: nothing else was needed so far.
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

  if (select->n_cores > 1 || select->n_ctes > 0 || select->order.n > 0 || select->limit != NULL
      || core->group_by.n == 0 || core->from.n == 0 || core->distinct)
    return FALSE;
  self.aggregates = g_array_new (FALSE, FALSE, sizeof (guint));
  self.others = g_array_new (FALSE, FALSE, sizeof (guint));
  proven = part_columns (&self, core) && run_parts (&self, database, core) && place_all (&self);
  g_array_unref (self.aggregates);
  g_array_unref (self.others);
  g_clear_pointer (&self.groups, ask_rows_unref);
  g_clear_pointer (&self.candidates, ask_rows_unref);
  return proven;
}

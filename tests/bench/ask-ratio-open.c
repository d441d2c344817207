/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where SQL leaves an answer open: the order of rows with equal sort keys, and which of them a LIMIT keeps. An answer
 * other than SQLite's is permitted only if this proves it: the statement is run on the untouched database without
 * its LIMIT and with its sort keys as columns, and the rows given must be, tie by tie, rows of that list.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/**
 * Keyed:
 * @key: where the term's value stands in a row
 */
typedef struct
{
  AskRows *rows; /* in order, without LIMIT */
  guint n_columns; /* of the answer */
  GArray *keys; /* guint */
} Keyed;

static void
keyed_clear (Keyed *self)
{
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_array_unref (self->keys);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Keyed, keyed_clear)

static char *
dup_text (const AskSqlTree *tree, AskSqlSpan span)
{
  return g_strndup (tree->text + span.start, span.end - span.start);
}

/**
 * ratio_find_output:
 * @term: of @tree's ORDER BY
 *
 * Returns: the column of the answer that it is: "2", its alias, or its very text; -1 for none
 */
int
ratio_find_output (const AskSqlTree *tree, const AskRows *answer, const AskSqlExpr *term)
{
  const AskSqlCore *core = tree->select->cores[0];
  gboolean plain = TRUE;

  if (term->kind == ASK_EXPR_LITERAL && term->value.kind == ASK_VALUE_INTEGER)
    return (int) term->value.integer - 1;
  for (guint i = 0; i < core->n_results; i++)
    plain = plain && core->results[i].star == 0;
  for (guint i = 0; plain && i < core->n_results; i++)
    {
      const AskSqlResult *result = &core->results[i];

      if (result->alias != NULL && term->kind == ASK_EXPR_COLUMN && term->table == NULL
          && g_ascii_strcasecmp (result->alias, term->name) == 0)
        return (int) i;
      if (ask_sql_expr_equal (result->expr, term))
        return (int) i;
    }
  /* In a compound a term can only be a column of the answer. */
  if (tree->select->n_cores > 1 && term->kind == ASK_EXPR_COLUMN)
    return ask_rows_find_column (answer, term->name);
  return -1;
}

/** ratio_find_limit: Returns: where the LIMIT begins, else the end of the statement */
gsize
ratio_find_limit (const AskSqlTree *tree)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (tree->text);
  gsize before = strlen (tree->text);
  gsize found = before;

  if (tree->select->limit == NULL)
    {
      /* A semicolon would end what is put around it. */
      while (found > 0 && strchr ("; \t\r\n", tree->text[found - 1]) != NULL)
        found--;
      return found;
    }
  before = tree->select->limit->span.start;
  if (tree->select->offset != NULL)
    before = MIN (before, tree->select->offset->span.start);
  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->start < before && ask_sql_token_is (tree->text, token, "limit"))
        found = token->start;
    }
  return found;
}

static gboolean
read_count (RatioDatabase *database, const AskSqlTree *tree, const AskSqlExpr *expr, gint64 *number)
{
  g_autofree char *text = dup_text (tree, expr->span);
  g_autofree char *sql = g_strconcat ("SELECT ", text, NULL);
  g_autoptr (AskRows) rows = ratio_run_sqlite (database->plain, sql, NULL);

  if (rows == NULL || ask_rows_get (rows, 0, 0)->kind != ASK_VALUE_INTEGER)
    return FALSE;
  *number = ask_rows_get (rows, 0, 0)->integer;
  return TRUE;
}

/**
 * ratio_read_window:
 * @n: how many rows there are without LIMIT and OFFSET
 * @first: (out):
 * @last: (out): the first that is no longer given
 *
 * Returns: whether both are plain numbers
 */
gboolean
ratio_read_window (RatioDatabase *database, const AskSqlTree *tree, gsize n, gsize *first, gsize *last)
{
  const AskSqlSelect *select = tree->select;
  gint64 limit = -1;
  gint64 offset = 0;

  if ((select->limit != NULL && !read_count (database, tree, select->limit, &limit))
      || (select->offset != NULL && !read_count (database, tree, select->offset, &offset)))
    return FALSE;
  *first = MIN (n, (gsize) MAX (0, offset));
  *last = limit < 0 ? n : MIN (n, *first + (gsize) limit);
  return TRUE;
}

/* Runs the statement without LIMIT, its sort keys behind its columns. */
static gboolean
run_keyed (RatioDatabase *database, const RatioQuery *query, Keyed *keyed)
{
  const AskSqlTree *tree = query->tree;
  const AskSqlSelect *select = tree->select;
  const AskSqlCore *core = select->cores[0];
  gsize end = ratio_find_limit (tree);
  gsize at = core->n_results > 0 ? core->results[core->n_results - 1].span.end : 0;
  guint n_added = 0;
  g_autoptr (GString) added = g_string_new (NULL);
  g_autoptr (GString) sql = NULL;

  keyed->keys = g_array_new (FALSE, FALSE, sizeof (guint));
  keyed->n_columns = ask_rows_get_n_columns (query->answer);
  for (guint i = 0; i < select->order.n; i++)
    {
      const AskSqlExpr *term = select->order.items[i].expr;
      int output = ratio_find_output (tree, query->answer, term);
      guint key = output >= 0 ? (guint) output : keyed->n_columns + n_added;
      g_autofree char *text = dup_text (tree, term->span);

      /* A further column would change what DISTINCT and a compound see as one row. */
      if (output < 0 && (select->n_cores > 1 || core->distinct))
        return FALSE;
      if (output < 0)
        {
          g_string_append_printf (added, ", %s", text);
          n_added++;
        }
      g_array_append_val (keyed->keys, key);
    }
  sql = g_string_new_len (tree->text, (gssize) end);
  if (n_added > 0)
    g_string_insert (sql, (gssize) at, added->str);
  keyed->rows = ratio_run_sqlite (database->plain, sql->str, NULL);
  return keyed->rows != NULL && ask_rows_get_n_columns (keyed->rows) == keyed->n_columns + n_added;
}

static gboolean
same_keys (const Keyed *keyed, gsize a, gsize b)
{
  for (guint i = 0; i < keyed->keys->len; i++)
    {
      guint key = g_array_index (keyed->keys, guint, i);

      if (ask_value_compare (ask_rows_get (keyed->rows, a, key), ask_rows_get (keyed->rows, b, key)) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Whether the rows [from, from + n) of @rows are among the rows [start, end) of the list, each used once. */
static gboolean
is_part (const Keyed *keyed, gsize start, gsize end, const AskRows *rows, gsize from, gsize n, double tolerance)
{
  g_autofree gboolean *taken = g_new0 (gboolean, end - start);

  for (gsize r = from; r < from + n; r++)
    {
      gsize found = start;

      while (found < end
             && (taken[found - start]
                 || !ratio_rows_equal (ask_rows_get_row (keyed->rows, found), ask_rows_get_row (rows, r),
                                       keyed->n_columns, tolerance)))
        found++;
      if (found == end)
        return FALSE;
      taken[found - start] = TRUE;
    }
  return TRUE;
}

/**
 * ratio_is_permitted:
 * @rows: an answer other than SQLite's
 * @tolerance: as ratio_rows_equal() has it
 *
 * Returns: whether it is proven that SQL permits it, too
 */
gboolean
ratio_is_permitted (RatioDatabase *database, const RatioQuery *query, const AskRows *rows, double tolerance)
{
  g_auto (Keyed) keyed = { 0 };
  gsize n, first, last;

  if (!run_keyed (database, query, &keyed))
    return FALSE;
  n = ask_rows_get_n_rows (keyed.rows);
  if (!ratio_read_window (database, query->tree, n, &first, &last) || ask_rows_get_n_rows (rows) != last - first)
    return FALSE;
  for (gsize start = 0, end; start < n; start = end)
    {
      gsize from = MAX (start, first);
      gsize to;

      for (end = start + 1; end < n && same_keys (&keyed, start, end); end++)
        continue;
      to = MIN (end, last);
      if (from < to && !is_part (&keyed, start, end, rows, from - first, to - from, tolerance))
        return FALSE;
    }
  return TRUE;
}

/* Appends the rows of @list but those of [start, end), of which only @chosen are taken. */
static AskRows *
copy_choice (const Keyed *keyed, gsize first, gsize last, gsize start, gsize end, const gsize *chosen)
{
  AskRows *copy = ask_rows_new ();
  gsize from = MAX (start, first);
  gsize n = MIN (end, last) - from;

  for (guint i = 0; i < keyed->n_columns; i++)
    ask_rows_add_column (copy, ask_rows_get_column (keyed->rows, i)->name, ASK_TYPE_ANY);
  for (gsize r = first; r < from; r++)
    ask_rows_append (copy, ask_rows_get_row (keyed->rows, r));
  for (gsize i = 0; i < n; i++)
    ask_rows_append (copy, ask_rows_get_row (keyed->rows, start + chosen[i]));
  for (gsize r = from + n; r < last; r++)
    ask_rows_append (copy, ask_rows_get_row (keyed->rows, r));
  return copy;
}

/* The next @n of @m in the order of the alphabet. */
static gboolean
next_choice (gsize *chosen, gsize n, gsize m)
{
  for (gsize i = n; i-- > 0;)
    if (chosen[i] < m - n + i)
      {
        chosen[i]++;
        for (gsize k = i + 1; k < n; k++)
          chosen[k] = chosen[k - 1] + 1;
        return TRUE;
      }
  return FALSE;
}

/* The first row of each group of equal rows in [start, end). */
static gboolean
is_new_row (const Keyed *keyed, gsize start, gsize row)
{
  for (gsize r = start; r < row; r++)
    if (ratio_rows_equal (ask_rows_get_row (keyed->rows, r), ask_rows_get_row (keyed->rows, row), keyed->n_columns, 0))
      return FALSE;
  return TRUE;
}

/**
 * ratio_list_choices:
 * @query: with SQLite's answer
 * @single: whether only the first row counts
 * @max: more are not listed
 *
 * Only where one list of equal sort keys lies across an end of the LIMIT.
 *
 * Returns: (transfer full) (nullable) (element-type AskRows): results that SQL permits, ties kept otherwise
 */
GPtrArray *
ratio_list_choices (RatioDatabase *database, const RatioQuery *query, gboolean single, guint max)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rows_unref);
  g_auto (Keyed) keyed = { 0 };
  gsize n, first, last;

  if (!run_keyed (database, query, &keyed))
    return NULL;
  n = ask_rows_get_n_rows (keyed.rows);
  if (!ratio_read_window (database, query->tree, n, &first, &last))
    return NULL;
  if (single)
    last = MIN (last, first + 1);
  for (gsize start = 0, end; start < n; start = end)
    {
      g_autofree gsize *chosen = NULL;
      gsize kept;

      for (end = start + 1; end < n && same_keys (&keyed, start, end); end++)
        continue;
      if (end <= first || start >= last || (start >= first && end <= last))
        continue;
      kept = MIN (end, last) - MAX (start, first);
      chosen = g_new (gsize, kept);
      for (gsize i = 0; i < kept; i++)
        chosen[i] = i;
      do
        if (kept > 1 || is_new_row (&keyed, start, start + chosen[0]))
          g_ptr_array_add (choices, copy_choice (&keyed, first, last, start, end, chosen));
      while (choices->len < max && next_choice (chosen, kept, end - start));
    }
  return g_steal_pointer (&choices);
}

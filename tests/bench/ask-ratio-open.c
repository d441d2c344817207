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

/* The column of the answer that an ORDER BY term is: "2", its alias, or its very text; -1 for none. */
static int
find_output (const AskSqlTree *tree, const AskRows *answer, const AskSqlExpr *term)
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

/* Where the LIMIT begins. */
static gsize
find_limit (const AskSqlTree *tree)
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

/* Runs the statement without LIMIT, its sort keys behind its columns. */
static gboolean
run_keyed (RatioDatabase *database, const RatioQuery *query, Keyed *keyed)
{
  const AskSqlTree *tree = query->tree;
  const AskSqlSelect *select = tree->select;
  const AskSqlCore *core = select->cores[0];
  gsize end = find_limit (tree);
  gsize at = core->n_results > 0 ? core->results[core->n_results - 1].span.end : 0;
  guint n_added = 0;
  g_autoptr (GString) added = g_string_new (NULL);
  g_autoptr (GString) sql = NULL;

  keyed->keys = g_array_new (FALSE, FALSE, sizeof (guint));
  keyed->n_columns = ask_rows_get_n_columns (query->answer);
  for (guint i = 0; i < select->order.n; i++)
    {
      const AskSqlExpr *term = select->order.items[i].expr;
      int output = find_output (tree, query->answer, term);
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
  const AskSqlSelect *select = query->tree->select;
  gint64 limit = -1;
  gint64 offset = 0;
  gsize n, first, last;

  if (!run_keyed (database, query, &keyed)
      || (select->limit != NULL && !read_count (database, query->tree, select->limit, &limit))
      || (select->offset != NULL && !read_count (database, query->tree, select->offset, &offset)))
    return FALSE;
  n = ask_rows_get_n_rows (keyed.rows);
  first = MIN (n, (gsize) MAX (0, offset));
  last = limit < 0 ? n : MIN (n, first + (gsize) limit);
  if (ask_rows_get_n_rows (rows) != last - first)
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

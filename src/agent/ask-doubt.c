/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The doubts of one query: what the engine warns of, ties that a LIMIT 1 hides, text compared as numbers, and words.
 */
#include "config.h"

#include "agent/ask-doubt.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-likely.h"

/* A look whether there are ties. */
#define LOOK_MS 5000
#define MAX_TERMS 8

static void
doubt_free (gpointer data)
{
  AskDoubt *self = data;

  g_free (self->text);
  g_free (self->words);
  g_free (self);
}

/** ask_doubt_add: @doubts: (element-type AskDoubt); @strong: the model is told; @text, @words: (transfer full) */
void
ask_doubt_add (GPtrArray *doubts, gboolean strong, char *text, char *words)
{
  AskDoubt *self = g_new0 (AskDoubt, 1);

  self->strong = strong;
  self->text = text;
  self->words = words;
  g_ptr_array_add (doubts, self);
}

static gboolean
is_one (const AskSqlExpr *expr)
{
  return expr != NULL && expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER
         && expr->value.integer == 1;
}

/* What an order term is computed by, as text: of a place or a name among the results, what stands there. */
static char *
write_term (const AskSqlTree *tree, const AskSqlCore *core, const AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER)
    {
      if (expr->value.integer < 1 || expr->value.integer > core->n_results
          || core->results[expr->value.integer - 1].star != 0)
        return NULL;
      expr = core->results[expr->value.integer - 1].expr;
    }
  else if (expr->kind == ASK_EXPR_COLUMN && expr->from == NULL)
    expr = expr->alias;
  if (expr == NULL || expr->span.end <= expr->span.start)
    return NULL;
  return g_strndup (tree->text + expr->span.start, expr->span.end - expr->span.start);
}

/* The first two rows of a query that shows only the first, each with what it is ordered by; NULL where that cannot be
 * written. */
static char *
write_two (const AskSqlTree *tree, guint *n_terms)
{
  const AskSqlSelect *select = tree->select;
  const AskSqlCore *core = select->n_cores == 1 ? select->cores[0] : NULL;
  g_autoptr (GString) sql = NULL;

  if (core == NULL || core->distinct || core->n_rows > 0 || core->n_results == 0 || !is_one (select->limit)
      || select->offset != NULL || select->order.n == 0 || select->order.n > MAX_TERMS)
    return NULL;
  sql = g_string_new_len (tree->text, core->results[core->n_results - 1].span.end);
  for (guint i = 0; i < select->order.n; i++)
    {
      g_autofree char *term = write_term (tree, core, select->order.items[i].expr);

      if (term == NULL)
        return NULL;
      g_string_append_printf (sql, ", (%s)", term);
    }
  g_string_append_len (sql, tree->text + core->results[core->n_results - 1].span.end,
                       select->limit->span.start - core->results[core->n_results - 1].span.end);
  g_string_append_printf (sql, "2%s", tree->text + select->limit->span.end);
  *n_terms = select->order.n;
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* Whether a second row is as great as the only one that is shown. */
static gboolean
add_ties (AskAgentRun *run, const AskResult *result, const AskSqlTree *tree, GPtrArray *doubts, GError **error)
{
  const AskLimits limits = { 2, 1 << 20, LOOK_MS };
  guint n_terms = 0;
  g_autofree char *sql = NULL;
  g_autoptr (AskResult) two = NULL;
  g_autoptr (GError) failure = NULL;
  guint n;

  /* Calls to APIs are not made twice for this. */
  if (ask_rows_get_n_rows (result->rows) != 1 || result->calls->len > 0 || (sql = write_two (tree, &n_terms)) == NULL)
    return TRUE;
  two = ask_engine_query (run->engine, sql, &limits, NULL, run->cancellable, &failure);
  if (ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  /* Where it cannot be looked at, nothing is said. */
  if (two == NULL || ask_rows_get_n_rows (two->rows) < 2)
    return TRUE;
  n = ask_rows_get_n_columns (two->rows);
  for (guint i = n - n_terms; i < n; i++)
    if (!ask_value_equal (ask_rows_get (two->rows, 0, i), ask_rows_get (two->rows, 1, i)))
      return TRUE;
  ask_doubt_add (doubts, TRUE,
                 g_strdup ("LIMIT 1 shows one of several rows that are equally first. Show all of them: compare with "
                           "(SELECT max(…) …), or use rank()."),
                 g_strdup (_ ("Several rows are equally first, and only one of them is shown.")));
  return TRUE;
}

/**
 * ask_doubt_find:
 * @run: with an engine
 * @result: what @sql gave
 * @sql: one SELECT over the schema, without temporary tables
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Returns: (transfer full) (element-type AskDoubt): mostly none; %NULL on error
 */
GPtrArray *
ask_doubt_find (AskAgentRun *run, const AskResult *result, const char *sql, GError **error)
{
  g_autoptr (GPtrArray) doubts = g_ptr_array_new_with_free_func (doubt_free);
  g_autoptr (AskSqlTree) tree = ask_schema_reader_parse (ask_run_get_reader (run), sql, NULL);

  for (guint i = 0; i < result->warnings->len; i++)
    ask_doubt_add (doubts, TRUE, g_strdup (result->warnings->pdata[i]), g_strdup (result->warnings->pdata[i]));
  /* It ran, so it stands; if not by this reader, there is nothing to be said. */
  if (tree == NULL)
    return g_steal_pointer (&doubts);
  if (!add_ties (run, result, tree, doubts, error) || !ask_doubt_add_texts (run, tree, doubts, error)
      || !ask_likely_add_doubts (run, tree, doubts, error))
    return NULL;
  ask_doubt_add_words (run, tree, doubts);
  return g_steal_pointer (&doubts);
}

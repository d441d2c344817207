/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The analysis as a whole: expand, resolve, mark what is used; and its problems with their places.
 * It annotates the tree in place, twice if asked twice, and never touches a database.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

#include "base/ask-error.h"

#include "sql/ask-sql-weigh-private.h"

#include <glib/gi18n.h>
#include <stdarg.h>

#define LOOK_EVERY 10000

/**
 * ask_sql_problem_free:
 */
void
ask_sql_problem_free (AskSqlProblem *self)
{
  if (self == NULL)
    return;
  g_free (self->plain);
  g_free (self);
}

static gboolean
add_problem (AskSqlAnalyser *self, AskSqlError code, AskSqlSpan span, AskSqlName name, char *plain)
{
  AskSqlProblem *problem;

  if (self->ended || self->quiet > 0)
    {
      g_free (plain);
      return FALSE;
    }
  problem = g_new0 (AskSqlProblem, 1);
  problem->code = code;
  problem->span = span;
  problem->plain = plain;
  problem->schema = name.schema;
  problem->table = name.table;
  problem->name = name.name;
  problem->core = self->current;
  if (self->problems == NULL)
    self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_problem_free);
  g_ptr_array_add (self->problems, problem);
  return self->collect;
}

/**
 * ask_sql_found:
 * @name: what is wrong
 * @format: a sentence without its place and its full stop
 *
 * Notes a problem.
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_found (AskSqlAnalyser *self, AskSqlError code, AskSqlSpan span, AskSqlName name, const char *format, ...)
{
  va_list args;
  char *plain;

  va_start (args, format);
  plain = g_strdup_vprintf (format, args);
  va_end (args);
  return add_problem (self, code, span, name, plain);
}

/**
 * ask_sql_end:
 * @code: %ASK_SQL_ERROR_TOO_LARGE or %ASK_SQL_ERROR_STOPPED
 *
 * Notes a problem that ends the analysis, also where all are collected.
 *
 * Returns: %FALSE
 */
gboolean
ask_sql_end (AskSqlAnalyser *self, AskSqlError code, AskSqlSpan span, const char *format, ...)
{
  guint quiet = self->quiet;
  va_list args;

  va_start (args, format);
  self->quiet = 0;
  add_problem (self, code, span, (AskSqlName) { NULL }, g_strdup_vprintf (format, args));
  self->quiet = quiet;
  va_end (args);
  self->ended = TRUE;
  return FALSE;
}

/**
 * ask_sql_go_on:
 * @work: names that are looked at next, at least 1
 *
 * Counts what the analysis does, and looks now and then at time and memory.
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_go_on (AskSqlAnalyser *self, guint work)
{
  AskSqlSpan span = self->current != NULL ? self->current->span : (AskSqlSpan) { 0, 0 };

  self->work += work;
  if (self->work < self->looks_at)
    return !self->ended;
  self->looks_at = self->work + LOOK_EVERY;
  if (self->ended)
    return FALSE;
  if (g_cancellable_is_cancelled (ask_sql_catalog_get_stop (self->catalog)))
    return ask_sql_end (self, ASK_SQL_ERROR_STOPPED, span, "it took too long to read the statement");
  if (self->work > ASK_SQL_MAX_WORK)
    return ask_sql_end (self, ASK_SQL_ERROR_TOO_LARGE, span,
                        "it takes more than %u comparisons to find what the statement's names mean; select "
                        "fewer columns, or ask in steps",
                        ASK_SQL_MAX_WORK);
  if (ask_sql_tree_get_size (self->tree) > ASK_SQL_MAX_MEMORY)
    return ask_sql_end (self, ASK_SQL_ERROR_TOO_LARGE, span,
                        "the statement takes more than %u MiB of memory to read; name fewer tables and "
                        "columns, or ask in steps",
                        (guint) (ASK_SQL_MAX_MEMORY >> 20));
  return TRUE;
}

/**
 * ask_sql_misuse:
 *
 * ask_sql_found() with %ASK_SQL_ERROR_MISUSE.
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_misuse (AskSqlAnalyser *self, AskSqlSpan span, const char *format, ...)
{
  va_list args;
  char *plain;

  va_start (args, format);
  plain = g_strdup_vprintf (format, args);
  va_end (args);
  return add_problem (self, ASK_SQL_ERROR_MISUSE, span, (AskSqlName) { NULL }, plain);
}

static const char *
name_rowid (const AskSqlTable *table)
{
  for (guint i = 0; table != NULL && i < table->columns->len; i++)
    {
      const AskSqlColumn *column = g_ptr_array_index (table->columns, i);

      if (column->key == 1 && column->unique && column->declared != NULL
          && g_ascii_strcasecmp (column->declared, "INTEGER") == 0)
        return column->name;
    }
  return "rowid";
}

/* SQLite calls a result column of the outermost SELECT that is a plain column by the column's own
 * spelling, any other by its text. */
static void
name_outputs (AskSqlTree *tree)
{
  AskSqlCore *first = tree->select->cores[0];
  guint o = 0;

  for (guint i = 0; i < first->n_results && o < first->n_outputs; i++)
    {
      const AskSqlExpr *expr = first->results[i].expr;

      if (first->results[i].star != 0)
        return;
      if (first->results[i].alias != NULL)
        ;
      else if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL)
        first->outputs[o].name
          = expr->column >= 0 ? expr->from->columns[expr->column].name : name_rowid (expr->from->catalog_table);
      else if (expr->span.end > expr->span.start && !expr->merged && !expr->metric)
        first->outputs[o].name
          = ask_sql_tree_strdup (tree, tree->text + expr->span.start, (gssize) (expr->span.end - expr->span.start));
      o++;
    }
}

/* With all that its stars and columns stand for. */
static gboolean
check_size (AskSqlAnalyser *self)
{
  AskSqlTree *tree = self->tree;
  const AskSqlCore *core = tree->select->cores[0];
  AskSqlSpan span;
  g_autofree char *problem = NULL;

  if (tree->flat)
    {
      /* At most as many as one SELECT may have stand for a star. */
      tree->n_expanded = tree->n_parts + core->n_outputs;
      return TRUE;
    }
  problem = ask_sql_weigh (tree, TRUE, &span);
  return problem == NULL || ask_sql_end (self, ASK_SQL_ERROR_TOO_LARGE, span, "%s", problem);
}

/**
 * ask_sql_find_problems:
 * @collect: find all of them, not only the first
 *
 * Annotates @tree.
 *
 * Returns: (transfer full) (nullable) (element-type AskSqlProblem): %NULL where all is well
 */
GPtrArray *
ask_sql_find_problems (AskSqlTree *tree, const AskSqlCatalog *catalog, gboolean collect)
{
  AskSqlAnalyser self = { .tree = tree, .catalog = catalog, .collect = collect };

  if (ask_sql_expand_select (&self, tree->select, NULL, NULL) && ask_sql_resolve_select (&self, tree->select, NULL)
      && self.problems == NULL && check_size (&self))
    {
      name_outputs (tree);
      ask_sql_mark_used (tree);
    }
  g_clear_pointer (&self.ctes, g_hash_table_unref);
  return self.problems;
}

/**
 * ask_sql_note_cte:
 * @cte: what stands for the CTE
 * @state: what is known of it
 */
void
ask_sql_note_cte (AskSqlAnalyser *self, gpointer cte, gpointer state)
{
  if (self->ctes == NULL)
    self->ctes = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (self->ctes, cte, state);
}

/**
 * ask_sql_analyse:
 * @tree: from ask_sql_parse(); its analysis fields are set, nothing else but double-quoted words,
 *   TRUE and FALSE
 * @catalog: must live as long as the tree, which points into it
 * @error: ASK_SQL_ERROR_UNKNOWN_TABLE, _UNKNOWN_COLUMN, _AMBIGUOUS, _UNKNOWN_FUNCTION, _MISUSE,
 *   _TOO_LARGE, _STOPPED
 *
 * Resolves all names as SQLite does: what it refuses, sqlite3_prepare() refuses, and the other way
 * round, but for misuse that SQLite's code generator never comes across: in what EXISTS selects, and
 * in an ORDER BY without LIMIT of a subquery; unknown collations that compare nothing; unknown names
 * beside "0 AND" and in an ON beside WHERE 0, which SQLite forgets unread; and tables of SQLite's own.
 * That is refused here. After a failure the annotations are incomplete. May be called again on the same
 * tree, also after it was rewritten. On the tree's own thread.
 *
 * Returns: whether every name has one meaning and all is used as it may be
 */
gboolean
ask_sql_analyse (AskSqlTree *tree, const AskSqlCatalog *catalog, GError **error)
{
  g_return_val_if_fail (tree != NULL, FALSE);
  g_return_val_if_fail (catalog != NULL, FALSE);

  g_autoptr (GPtrArray) problems = ask_sql_find_problems (tree, catalog, FALSE);
  const AskSqlProblem *first;
  guint line, column;

  if (problems == NULL)
    return TRUE;
  first = g_ptr_array_index (problems, 0);
  ask_sql_get_place (tree->text, first->span.start, &line, &column);
  ask_error_set (error, ASK_SQL_ERROR, (int) first->code, N_ ("Line %u, column %u: %s."), line, column, first->plain);
  return FALSE;
}

/**
 * ask_sql_from_get_name:
 *
 * Returns: (nullable): what its columns are called by in its SELECT: its alias, else its name
 */
const char *
ask_sql_from_get_name (const AskSqlFrom *from)
{
  g_return_val_if_fail (from != NULL, NULL);

  return from->alias != NULL ? from->alias : from->name;
}

/**
 * ask_sql_froms_get_items:
 * @items: (element-type AskSqlFrom): the tables, functions and subqueries of @froms are added, in the order of the text,
 *   out of their parentheses
 */
void
ask_sql_froms_get_items (const AskSqlFroms *froms, GPtrArray *items)
{
  for (guint i = 0; i < froms->n; i++)
    if (froms->items[i]->kind == ASK_FROM_JOIN)
      ask_sql_froms_get_items (&froms->items[i]->items, items);
    else
      g_ptr_array_add (items, froms->items[i]);
}

/**
 * ask_sql_core_get_items:
 * @items: (element-type AskSqlFrom): those of its FROM are added, as ask_sql_froms_get_items() does
 */
void
ask_sql_core_get_items (AskSqlCore *core, GPtrArray *items)
{
  g_return_if_fail (core != NULL);
  g_return_if_fail (items != NULL);

  ask_sql_froms_get_items (&core->from, items);
}

/**
 * ask_sql_select_is_correlated:
 *
 * Returns: whether it names a column of a SELECT around it, so that it gives other rows for each row
 *   there
 */
gboolean
ask_sql_select_is_correlated (AskSqlSelect *select)
{
  g_return_val_if_fail (select != NULL, FALSE);

  for (guint i = 0; i < select->n_cores; i++)
    if (select->cores[i]->correlated)
      return TRUE;
  return FALSE;
}

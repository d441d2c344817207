/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions put in the place of their names, round by round until none is left. Each round looks how they
 * are used (ask-sql-define-use.c), puts expressions in (-column.c) and makes subqueries of tables (-query.c).
 *
 * It changes a tree that was analysed and has it analysed again; it never decides what a name means.
 */
#include "config.h"

#include "sql/ask-sql-define-private.h"

#include "base/ask-error.h"

/**
 * ask_sql_define_fail:
 * @format: a sentence; only the first that is given ends the work
 *
 * Returns: %FALSE
 */
gboolean
ask_sql_define_fail (AskSqlDefine *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (self->error == NULL)
    ask_error_set_literal (&self->error, ASK_SQL_ERROR, ASK_SQL_ERROR_MISUSE, text);
  return FALSE;
}

/**
 * ask_sql_define_end:
 * @format: a sentence about a limit of ask-sql-limits.h
 *
 * Returns: %FALSE
 */
gboolean
ask_sql_define_end (AskSqlDefine *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (self->error == NULL)
    self->error = g_error_new_valist (ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE, format, args);
  va_end (args);
  return FALSE;
}

/**
 * ask_sql_define_fail_with:
 * @failure: (transfer full): what the analysis said; about size and time it needs no more words
 * @format: a sentence about what it was of, with @failure's behind it
 *
 * Returns: %FALSE
 */
gboolean
ask_sql_define_fail_with (AskSqlDefine *self, GError *failure, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (!g_error_matches (failure, ASK_SQL_ERROR, ASK_SQL_ERROR_STOPPED))
    {
      g_autofree char *prefix = g_strdup_vprintf (format, args);

      g_prefix_error_literal (&failure, prefix);
      if (failure->code != ASK_SQL_ERROR_TOO_LARGE)
        failure->code = ASK_SQL_ERROR_MISUSE;
    }
  va_end (args);
  if (self->error == NULL)
    self->error = failure;
  else
    g_error_free (failure);
  return FALSE;
}

static gboolean
count_expr (AskSqlExpr *expr, gpointer data)
{
  ++*(guint *) data;
  return TRUE;
}

/**
 * ask_sql_define_count:
 * @expr: (nullable): an expression that is put in
 * @select: (nullable): or a query
 * @table: what they are of
 *
 * Counts what definitions add to the statement.
 *
 * Returns: whether it may be so much
 */
gboolean
ask_sql_define_count (AskSqlDefine *self, AskSqlExpr *expr, AskSqlSelect *select, const AskSqlTable *table)
{
  AskSqlVisit count = { .expr = count_expr, .user_data = &self->n_defined };

  ask_sql_walk_expr (expr, &count);
  ask_sql_walk_select (select, &count);
  if (self->n_defined <= ASK_SQL_MAX_DEFINED)
    return TRUE;
  return ask_sql_define_end (self,
                             "What stands behind the names of the query has more than %u parts once it is "
                             "written out, much of it of “%s”. Ask for less of it, or define it in a simpler "
                             "way.",
                             ASK_SQL_MAX_DEFINED, table->name);
}

typedef struct
{
  AskSqlDefine *self;
  gboolean (*expr) (AskSqlExpr *, gpointer);
  void (*call) (AskSqlDefine *self, AskSqlCore *core);
} Walk;

static gboolean
walk_expr (AskSqlExpr *expr, gpointer data)
{
  const Walk *at = data;

  return at->expr == NULL || at->expr (expr, at->self);
}

static gboolean
walk_select (AskSqlSelect *select, gpointer data)
{
  const Walk *at = data;

  ask_sql_define_walk (at->self, select, at->expr, at->call);
  return FALSE;
}

/**
 * ask_sql_define_walk:
 * @expr: (nullable): is called for each expression, with @self
 * @call: (nullable): is called for each SELECT that the analysis has looked at, before its expressions
 *
 * Goes through @select and all in it, with @self->current set to the SELECT around what is called for. It
 * stops at the first error.
 */
void
ask_sql_define_walk (AskSqlDefine *self, AskSqlSelect *select, gboolean (*expr) (AskSqlExpr *, gpointer),
                     void (*call) (AskSqlDefine *self, AskSqlCore *core))
{
  Walk data = { self, expr, call };
  AskSqlVisit visit = { .expr = walk_expr, .select = walk_select, .user_data = &data };
  AskSqlCore *around = self->current;

  for (guint i = 0; i < select->n_ctes; i++)
    ask_sql_define_walk (self, select->ctes[i]->select, expr, call);
  for (guint i = 0; i < select->n_cores && self->error == NULL; i++)
    {
      self->current = select->cores[i];
      if (call != NULL)
        call (self, self->current);
      ask_sql_walk_core (self->current, &visit);
    }
  self->current = select->cores[0];
  for (guint i = 0; i < select->order.n && self->error == NULL; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &visit);
  ask_sql_walk_expr (select->limit, &visit);
  ask_sql_walk_expr (select->offset, &visit);
  self->current = around;
}

static gboolean
uses_calculated (const AskSqlFrom *from)
{
  for (guint i = 0; i < from->n_columns; i++)
    if (from->used[i] && ask_sql_define_get_column (from, i)->calculated)
      return TRUE;
  return FALSE;
}

static void
change_items (AskSqlDefine *self)
{
  g_autoptr (GPtrArray) froms = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (((AskSqlUse *) value)->way == ASK_SQL_WAY_WRAP)
      g_ptr_array_add (froms, key);
  for (guint i = 0; i < froms->len && self->error == NULL; i++)
    {
      AskSqlFrom *from = froms->pdata[i];

      if (from->catalog_table->query == NULL || uses_calculated (from))
        ask_sql_define_wrap (self, from);
      else
        ask_sql_define_become_query (self, from);
    }
}

/* "x IN orders" is "x IN (SELECT * FROM orders)", which the analysis has made of it. */
static gboolean
spell_out (AskSqlExpr *expr, gpointer data)
{
  const AskSqlFrom *from;

  if (expr->kind != ASK_EXPR_IN_TABLE || expr->select == NULL || !expr->without_parentheses)
    return TRUE;
  from = expr->select->cores[0]->from.items[0];
  if (from->catalog_table == NULL || !ask_sql_table_is_defined (from->catalog_table))
    return TRUE;
  expr->kind = ASK_EXPR_IN_SELECT;
  expr->without_parentheses = FALSE;
  expr->schema = NULL;
  expr->name = NULL;
  return TRUE;
}

/* Returns whether anything was changed. */
static gboolean
run_round (AskSqlDefine *self)
{
  AskSqlVisit spell = { .expr = spell_out };

  self->changed = FALSE;
  g_hash_table_remove_all (self->items);
  ask_sql_walk_select (self->tree->select, &spell);
  ask_sql_define_note_uses (self);
  if (self->error != NULL || (!self->changed && g_hash_table_size (self->items) == 0))
    return FALSE;
  ask_sql_define_names (self, self->tree->select);
  ask_sql_define_choose_ways (self);
  ask_sql_define_put_columns (self);
  if (self->error == NULL)
    change_items (self);
  return self->error == NULL;
}

static gboolean
is_defined_from (AskSqlFrom *from, gpointer data)
{
  gboolean *found = data;

  *found = *found || (from->catalog_table != NULL && ask_sql_table_is_defined (from->catalog_table));
  return TRUE;
}

/**
 * ask_sql_define:
 * @tree: from ask_sql_parse(); analysed anew
 * @catalog: as ask_sql_analyse() takes it
 * @changed: (out): whether the tree says something else than its text now, with the same result columns
 * @error: as ask_sql_analyse(); %ASK_SQL_ERROR_MISUSE also where a definition cannot be used
 *
 * Puts what they mean in the place of metrics, calculated columns and tables that are queries, and
 * writes "*" out where it hides something. What a calculated column gives is what it would give as a
 * column of a view.
 *
 * Returns: whether the tree is analysed and names nothing any more that has to be put in
 */
gboolean
ask_sql_define (AskSqlTree *tree, const AskSqlCatalog *catalog, gboolean *changed, GError **error)
{
  g_autoptr (GHashTable) items = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) sound = g_hash_table_new (NULL, NULL);
  AskSqlDefine self = { .tree = tree, .catalog = catalog, .items = items, .sound = sound };
  gboolean defined = FALSE;
  AskSqlVisit look = { .from = is_defined_from, .user_data = &defined };

  *changed = FALSE;
  if (!ask_sql_analyse (tree, catalog, error))
    return FALSE;
  ask_sql_walk_select (tree->select, &look);
  if (tree->rewritten)
    {
      ask_sql_define_names (&self, tree->select);
      *changed = TRUE;
    }
  for (guint round = 0; defined && run_round (&self); round++)
    {
      g_autoptr (GError) failure = NULL;

      *changed = TRUE;
      if (round >= ASK_SQL_MAX_ROUNDS)
        ask_sql_define_end (&self,
                            "What stands behind the names of the query goes more than %u names deep. Define "
                            "it in fewer steps.",
                            ASK_SQL_MAX_ROUNDS);
      else if (!ask_sql_analyse (tree, catalog, &failure))
        ask_sql_define_fail_with (&self, g_steal_pointer (&failure),
                                  "What stands behind the names of the query cannot be put together: ");
    }
  if (self.error == NULL)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}

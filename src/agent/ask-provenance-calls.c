/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of functions that something outside computes, while a query is derived from another: no reader of the schema knows
 * them. Meanwhile _answer (number, what the call reads) stands in the place of each, which any reader knows.
 */
#include "config.h"

#include "agent/ask-provenance-private.h"

#include "engine/ask-external.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-printer.h"

/**
 * AskProvenanceCalls:
 * @tree: (nullable): the query as it was; %NULL where it has no calls
 * @calls: (element-type AskSqlExpr): of @tree
 */
struct _AskProvenanceCalls
{
  AskEngine *engine;
  AskSqlTree *tree;
  GPtrArray *calls;
};

/* Rows and lists are no values; they come back with the call. */
static gboolean
is_live (const AskSqlExpr *argument)
{
  return argument->kind != ASK_EXPR_SELECT && argument->kind != ASK_EXPR_ROW && argument->kind != ASK_EXPR_LITERAL;
}

static gboolean
hide (AskSqlExpr *expr, gpointer data)
{
  AskProvenanceCalls *self = data;
  AskSqlExpr *call;
  AskSqlExpr *number;
  guint n = 0;

  if (!ask_engine_is_external_call (self->engine, expr))
    return TRUE;
  call = ask_sql_tree_new_expr (self->tree, ASK_EXPR_FUNCTION, expr->span);
  *call = *expr;
  g_ptr_array_add (self->calls, call);
  number = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, expr->span);
  number->value = ask_value_integer (self->calls->len);
  expr->name = ASK_EXTERNAL_ANSWER;
  expr->braced = FALSE;
  expr->argument_names = NULL;
  expr->list.items = ask_sql_tree_alloc (self->tree, (call->list.n + 1) * sizeof (AskSqlExpr *));
  expr->list.items[n++] = number;
  for (guint i = 0; i < call->list.n; i++)
    if (is_live (call->list.items[i]))
      expr->list.items[n++] = call->list.items[i];
  expr->list.n = n;
  return TRUE;
}

/**
 * ask_provenance_calls_hide:
 * @engine: knows the functions
 * @sql: (inout) (transfer full): the query; gets one that a reader of the schema can read
 *
 * Returns: (transfer full): its calls
 */
AskProvenanceCalls *
ask_provenance_calls_hide (AskEngine *engine, char **sql)
{
  AskProvenanceCalls *self = g_new0 (AskProvenanceCalls, 1);
  const AskSqlVisit visit = { .expr = hide, .user_data = self };

  self->engine = engine;
  self->calls = g_ptr_array_new ();
  self->tree = ask_sql_parse (*sql, -1, NULL);
  if (self->tree != NULL)
    ask_sql_walk_select (self->tree->select, &visit);
  if (self->calls->len > 0)
    {
      g_free (*sql);
      *sql = ask_sql_print_select (self->tree->select);
    }
  return self;
}

typedef struct
{
  const AskProvenanceCalls *calls;
  AskSqlTree *tree;
} Showing;

static gboolean
show (AskSqlExpr *expr, gpointer data)
{
  Showing *self = data;
  const AskSqlExpr *call;
  AskSqlExpr *restored;
  AskSqlExprs live = expr->list;
  guint n = 1;

  if (!ask_provenance_is_hidden_call (expr) || expr->list.items[0]->value.integer > self->calls->calls->len)
    return TRUE;
  call = self->calls->calls->pdata[expr->list.items[0]->value.integer - 1];
  restored = ask_sql_tree_copy_expr (self->tree, call);
  /* What it reads may have other names by now. */
  for (guint i = 0; i < restored->list.n && n < live.n; i++)
    if (is_live (call->list.items[i]))
      restored->list.items[i] = live.items[n++];
  *expr = *restored;
  return TRUE;
}

/** ask_provenance_calls_show: @sql: (transfer full): with _answer() for @self. Returns: (transfer full): with the calls themselves */
char *
ask_provenance_calls_show (const AskProvenanceCalls *self, char *sql)
{
  g_autoptr (AskSqlTree) tree = self->calls->len > 0 ? ask_sql_parse (sql, -1, NULL) : NULL;
  Showing showing = { self, tree };
  const AskSqlVisit visit = { .expr = show, .user_data = &showing };
  char *shown;

  if (tree == NULL)
    return sql;
  ask_sql_walk_select (tree->select, &visit);
  shown = ask_sql_print_select (tree->select);
  g_free (sql);
  return shown;
}

/** ask_provenance_calls_is_empty: Returns: whether the query has no calls */
gboolean
ask_provenance_calls_is_empty (const AskProvenanceCalls *self)
{
  return self->calls->len == 0;
}

/** ask_provenance_is_hidden_call: Returns: whether @expr stands in the place of a call */
gboolean
ask_provenance_is_hidden_call (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION && g_strcmp0 (expr->name, ASK_EXTERNAL_ANSWER) == 0 && expr->list.n > 0
         && expr->list.items[0]->kind == ASK_EXPR_LITERAL && expr->list.items[0]->value.kind == ASK_VALUE_INTEGER
         && expr->list.items[0]->value.integer >= 1;
}

/** ask_provenance_calls_free: frees @self */
void
ask_provenance_calls_free (AskProvenanceCalls *self)
{
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_ptr_array_unref (self->calls);
  g_free (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns that a call names: "t::c" is the column c of the item of FROM that is, or is an alias of, t. All values of a column are
 * a SELECT. A name that is none is said here: to SQLite it would be a text, or an error that does not say what was meant.
 */
#include "config.h"

#include "blend/ask-blend-call-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-printer.h"

/* ask_blend_find_item: Returns: (nullable): what in @items, or within these, is or is an alias of @table */
const AskSqlFrom *
ask_blend_find_item (const AskSqlFroms *items, const char *table)
{
  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];
      const AskSqlFrom *within = ask_blend_find_item (&from->items, table);

      if (within != NULL)
        return within;
      if ((from->alias != NULL && g_ascii_strcasecmp (from->alias, table) == 0)
          || (from->name != NULL && g_ascii_strcasecmp (from->name, table) == 0))
        return from;
    }
  return NULL;
}

/* ask_blend_find_around: Returns: (nullable): the innermost item around the call that is, or is an alias of, @table */
const AskSqlFrom *
ask_blend_find_around (const AskBlendScope *scope, const char *table)
{
  const AskSqlFrom *from = NULL;

  for (; scope != NULL && from == NULL; scope = scope->outer)
    if (scope->core != NULL)
      from = ask_blend_find_item (&scope->core->from, table);
  return from;
}

/* ask_blend_take_words: words in double quotes are a text, as SQLite has it, where no column can stand. */
void
ask_blend_take_words (AskBlendFinder *self, AskSqlExpr *expr)
{
  AskSqlExpr *literal;

  if (expr->kind != ASK_EXPR_COLUMN || !expr->quoted || expr->table != NULL)
    return;
  literal = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, expr->span);
  literal->value = ask_value_text (expr->name, -1);
  *expr = *literal;
}

/* ask_blend_make_statement: Returns: (transfer full): @select with the CTEs that may be named where it stands, as a statement of its own. */
AskSqlTree *
ask_blend_make_statement (AskBlendFinder *self, AskSqlSelect *select, const AskBlendScope *scope)
{
  AskSqlSelect whole = *select;
  g_autoptr (GPtrArray) ctes = g_ptr_array_new ();

  for (guint i = 0; i < select->n_ctes; i++)
    g_ptr_array_add (ctes, select->ctes[i]);
  for (; scope != NULL; scope = scope->outer)
    for (guint i = scope->n_ctes; i > 0; i--)
      {
        gboolean hidden = FALSE;

        for (guint c = 0; c < ctes->len; c++)
          hidden = hidden
                   || g_ascii_strcasecmp (((AskSqlCte *) ctes->pdata[c])->name, scope->select->ctes[i - 1]->name) == 0;
        if (!hidden)
          g_ptr_array_insert (ctes, 0, scope->select->ctes[i - 1]);
        whole.recursive = whole.recursive || scope->select->recursive;
      }
  whole.ctes = (AskSqlCte **) ctes->pdata;
  whole.n_ctes = ctes->len;
  return ask_sql_tree_extract (self->tree, &whole);
}

/* ask_blend_select_column: @item: (nullable): of a FROM; the table @table itself otherwise. Returns: (transfer none) (nullable):
 * "SELECT DISTINCT item.column FROM item"; without the item's name SQLite would take a column that is not there for a text */
AskSqlSelect *
ask_blend_select_column (AskBlendFinder *self, const AskSqlFrom *item, const char *table, const char *column)
{
  const char *called = item == NULL ? table : item->alias != NULL ? item->alias : item->name;
  g_autofree char *from = ask_sql_quote_name (called != NULL ? called : "_");
  g_autofree char *bare = ask_sql_quote_name (column);
  g_autofree char *name = called != NULL ? g_strconcat (from, ".", bare, NULL) : g_strdup (bare);
  g_autofree char *sql = g_strdup_printf ("SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL", name, from, name);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, self->error);
  AskSqlFrom of;

  if (tree == NULL)
    return NULL;
  if (item != NULL)
    {
      of = *item;
      of.join = ASK_JOIN_FIRST;
      of.natural = FALSE;
      of.on = NULL;
      of.using = NULL;
      tree->select->cores[0]->from.items[0] = &of;
    }
  return ask_sql_tree_copy_select (self->tree, tree->select);
}

/* ask_blend_find_column_values: Returns: (transfer none) (nullable): the values of the column @expr, in the item of FROM that has it, as a SELECT; nothing
 * where no item has it, or several */
AskSqlSelect *
ask_blend_find_column_values (AskBlendFinder *self, const AskSqlExpr *expr, const AskBlendScope *scope)
{
  const AskSqlFroms *items = scope != NULL && scope->core != NULL ? &scope->core->from : NULL;
  const AskSqlFrom *item = expr->table != NULL ? ask_blend_find_around (scope, expr->table) : NULL;
  AskSqlSelect *found = NULL;

  if (item != NULL)
    return ask_blend_select_column (self, item, NULL, expr->name);
  if (expr->table != NULL || items == NULL)
    return NULL;
  if (items->n == 1 && items->items[0]->kind != ASK_FROM_JOIN)
    return ask_blend_select_column (self, items->items[0], NULL, expr->name);
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlSelect *select = items->items[i]->kind != ASK_FROM_JOIN
                               ? ask_blend_select_column (self, items->items[i], NULL, expr->name)
                               : NULL;
      g_autoptr (AskSqlTree) statement = select != NULL ? ask_blend_make_statement (self, select, scope) : NULL;

      /* A name in quotes that is none is a text. */
      if (statement == NULL || !ask_engine_analyse (self->blend->engine, statement, NULL)
          || statement->select->cores[0]->results[0].expr->from == NULL)
        continue;
      if (found != NULL)
        return NULL;
      found = select;
    }
  return found;
}

/* ask_blend_check_names: Returns: whether @select, in @scope, names no column and no table that is not there; which were probably
 * meant is told */
gboolean
ask_blend_check_names (AskBlendFinder *self, AskSqlSelect *select, const AskBlendScope *scope)
{
  g_autoptr (AskSqlTree) statement = ask_blend_make_statement (self, select, scope);
  g_autofree char *text = ask_sql_print_select (statement->select);
  g_autoptr (GPtrArray) hints = ask_engine_guard (self->blend->engine, text);

  for (guint i = 0; i < hints->len; i++)
    {
      const AskSqlHint *hint = hints->pdata[i];

      if (hint->kind != ASK_HINT_UNKNOWN_COLUMN && hint->kind != ASK_HINT_UNKNOWN_TABLE)
        continue;
      ask_error_set_literal (self->error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL, hint->message);
      if (self->error != NULL)
        ask_error_take_message (*self->error, g_strdup (hint->message), g_strdup (hint->words));
      return FALSE;
    }
  return TRUE;
}

/* ask_blend_take_column: @expr: "t::c" becomes the column. Returns: whether it is one, or no such text */
gboolean
ask_blend_take_column (AskBlendFinder *self, const AskSqlExpr *call, AskSqlExpr *expr, const AskBlendScope *scope)
{
  g_autofree char *table = NULL;
  const AskSqlFrom *from;
  const char *end;
  AskSqlSelect *select;

  if (call->braced && expr->kind == ASK_EXPR_COLUMN && strstr (expr->name, "::") != NULL)
    ask_blend_take_words (self, expr);
  end = expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT ? strstr (expr->value.text, "::") : NULL;
  if (end == NULL)
    return TRUE;
  table = g_strndup (expr->value.text, (gsize) (end - expr->value.text));
  from = ask_blend_find_around (scope, table);
  if (from == NULL)
    return ASK_BLEND_REFUSE (self, call, N_ ("%s names a table with “::” that is not in its FROM."));
  select = ask_blend_select_column (self, from, NULL, end + 2);
  if (select == NULL || !ask_blend_check_names (self, select, scope))
    return FALSE;
  *expr = *ask_sql_tree_new_column (self->tree, from->alias != NULL ? from->alias : from->name, end + 2);
  return TRUE;
}

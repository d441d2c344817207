/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of functions that something outside computes, as the analysis can read them: what matters of one here are the columns
 * that it names. In braces these may stand as texts, 'table::column'; of options the table need not be in the FROM.
 */
#include "config.h"

#include "schema/names/ask-schema-names.h"

#include <string.h>

#include "sql/ask-sql-signature.h"

/* Takes any arguments, and gives what nobody knows. */
#define STAND_IN "_answer"

typedef struct
{
  AskSqlTree *tree;
  AskSchema *schema;
  GHashTable *items; /* set of lower-case names of what stands in a FROM */
} Calls;

static gboolean
note_item (AskSqlFrom *from, gpointer data)
{
  Calls *self = data;

  if (from->name != NULL)
    g_hash_table_add (self->items, g_ascii_strdown (from->name, -1));
  if (from->alias != NULL)
    g_hash_table_add (self->items, g_ascii_strdown (from->alias, -1));
  return TRUE;
}

static gboolean
is_outside (const AskSqlExpr *expr)
{
  AskSqlSignature signature;

  return expr->kind == ASK_EXPR_FUNCTION && !expr->without_parentheses
         && (expr->braced || expr->argument_names != NULL || !ask_sql_find_signature (expr->name, &signature));
}

/* The text in quotes of an argument; double ones are as good where no column can stand. */
static const char *
get_text (const AskSqlExpr *expr, gboolean braced)
{
  if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT)
    return expr->value.text;
  return braced && expr->kind == ASK_EXPR_COLUMN && expr->quoted && expr->table == NULL ? expr->name : NULL;
}

/* All values of a column, whose place in the text stays; the table has none. */
static void
become_select (const Calls *self, AskSqlExpr *expr, AskSqlExpr *column)
{
  AskSqlSelect *select = ask_sql_tree_new_select (self->tree, ask_sql_tree_new_table (self->tree, column->table), 1);

  select->cores[0]->results[0].expr = column;
  *expr = *ask_sql_tree_new_expr (self->tree, ASK_EXPR_EXISTS, (AskSqlSpan) { 0, 0 });
  expr->select = select;
}

/* A text that names a column becomes that column; its place in the text stays. */
static void
take_column (const Calls *self, AskSqlExpr *expr, gboolean braced)
{
  const char *text = get_text (expr, braced);
  const char *end = text != NULL ? strstr (text, "::") : NULL;
  g_autofree char *table = end != NULL ? g_strndup (text, (gsize) (end - text)) : NULL;
  g_autofree char *lower = end != NULL ? g_ascii_strdown (table, -1) : NULL;
  const AskEntity *entity;
  AskSqlExpr *column;

  if (end == NULL)
    return;
  column = ask_sql_tree_new_column (self->tree, ask_sql_tree_strdup (self->tree, table, -1),
                                    ask_sql_tree_strdup (self->tree, end + 2, -1));
  column->span = expr->span;
  if (g_hash_table_contains (self->items, lower))
    {
      *expr = *column;
      return;
    }
  entity = ask_schema_find_entity (self->schema, table);
  if (entity != NULL && ask_entity_find_attribute (entity, end + 2) != NULL)
    become_select (self, expr, column);
}

static gboolean
stand_in (AskSqlExpr *expr, gpointer data)
{
  const Calls *self = data;
  g_autoptr (GPtrArray) items = NULL;

  if (!is_outside (expr))
    return TRUE;
  items = g_ptr_array_new ();
  g_ptr_array_add (items, ask_sql_tree_new_one (self->tree));
  for (guint i = 0; i < expr->list.n; i++)
    {
      AskSqlExpr *item = expr->list.items[i];

      /* Rows that are asked about may have several columns. */
      if (item->kind == ASK_EXPR_SELECT)
        item->kind = ASK_EXPR_EXISTS;
      take_column (self, item, expr->braced);
      if (item->kind != ASK_EXPR_ROW)
        g_ptr_array_add (items, item);
      for (guint part = 0; item->kind == ASK_EXPR_ROW && part < item->list.n; part++)
        g_ptr_array_add (items, item->list.items[part]);
    }
  expr->name = STAND_IN;
  expr->braced = FALSE;
  expr->argument_names = NULL;
  expr->list.n = items->len;
  expr->list.items = ask_sql_tree_alloc (self->tree, items->len * sizeof *expr->list.items);
  memcpy (expr->list.items, items->pdata, items->len * sizeof *expr->list.items);
  return TRUE;
}

/** ask_schema_names_read_calls: @tree: over @schema, not analysed yet; its calls become ones that name the same columns */
void
ask_schema_names_read_calls (AskSchema *schema, AskSqlTree *tree)
{
  g_autoptr (GHashTable) items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Calls self = { tree, schema, items };
  const AskSqlVisit from = { .from = note_item, .user_data = &self };
  const AskSqlVisit calls = { .expr = stand_in, .user_data = &self };

  ask_sql_walk_select (tree->select, &from);
  ask_sql_walk_select (tree->select, &calls);
}

/** ask_schema_names_is_text: @expr: of @tree, whose calls were read. Returns: whether the column stands as 'table::column' */
gboolean
ask_schema_names_is_text (const AskSqlTree *tree, const AskSqlExpr *expr)
{
  g_autofree char *part = NULL;

  if (expr->kind != ASK_EXPR_COLUMN || expr->span.end <= expr->span.start + 2
      || (tree->text[expr->span.start] != '\'' && tree->text[expr->span.start] != '"'))
    return FALSE;
  part = g_strndup (tree->text + expr->span.start, expr->span.end - expr->span.start);
  return expr->table != NULL && strstr (part, "::") != NULL;
}

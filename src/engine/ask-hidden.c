/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds hidden entities and attributes in a statement as it was written: what is made of them by a steward's definition is
 * not hidden. Where the meaning of a statement cannot be told, a word that is called so is enough. Nothing is run.
 */
#include "config.h"

#include "engine/ask-hidden.h"

#include "engine/ask-statement.h"
#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-lexer.h"

typedef struct
{
  AskEngine *engine;
  const char *name; /* nullable */
} Search;

static const AskEntity *
get_entity (const AskSqlExpr *column)
{
  const AskSqlTable *table
    = column->kind == ASK_EXPR_COLUMN && column->from != NULL ? column->from->catalog_table : NULL;

  return table != NULL ? table->data : NULL;
}

static gboolean
is_end (const AskSqlExpr *column, const char *entity, GPtrArray *attributes, guint at)
{
  return at < attributes->len && g_ascii_strcasecmp (get_entity (column)->name, entity) == 0
         && g_ascii_strcasecmp (column->name, attributes->pdata[at]) == 0;
}

/* Hidden keys still join, where their relationship says so. */
static gboolean
is_join (const AskSchema *schema, const AskSqlExpr *expr)
{
  const AskSqlExpr *a = expr->left;
  const AskSqlExpr *b = expr->right;

  if (expr->kind != ASK_EXPR_BINARY || expr->op != ASK_OP_EQUAL || get_entity (a) == NULL || get_entity (b) == NULL)
    return FALSE;
  for (guint r = 0; r < schema->relationships->len; r++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[r];

      for (guint i = 0; i < relationship->from_attributes->len; i++)
        if ((is_end (a, relationship->from, relationship->from_attributes, i)
             && is_end (b, relationship->to, relationship->to_attributes, i))
            || (is_end (b, relationship->from, relationship->from_attributes, i)
                && is_end (a, relationship->to, relationship->to_attributes, i)))
          return TRUE;
    }
  return FALSE;
}

static gboolean
look_at_expr (AskSqlExpr *expr, gpointer data)
{
  Search *self = data;
  const AskSqlTable *table;

  if (is_join (ask_engine_get_schema (self->engine), expr))
    return FALSE;
  if (expr->kind != ASK_EXPR_COLUMN || expr->from == NULL || (table = expr->from->catalog_table) == NULL)
    return TRUE;
  if (expr->column >= 0 && (guint) expr->column < table->columns->len
      && ((const AskSqlColumn *) table->columns->pdata[expr->column])->hidden)
    self->name = expr->name;
  return TRUE;
}

static gboolean
look_at_from (AskSqlFrom *from, gpointer data)
{
  Search *self = data;

  if (from->catalog_table != NULL && from->catalog_table->hidden)
    self->name = from->catalog_table->name;
  return TRUE;
}

static gboolean
is_hidden_name (const AskSchema *schema, const char *name)
{
  for (guint e = 0; e < schema->entities->len; e++)
    {
      const AskEntity *entity = schema->entities->pdata[e];
      const AskAttribute *attribute = ask_entity_find_attribute (entity, name);

      if ((entity->hidden && g_ascii_strcasecmp (entity->name, name) == 0)
          || (attribute != NULL && (attribute->hidden || entity->hidden)))
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full) (nullable): a word of @sql that is called as something hidden is */
static char *
find_word (const AskSchema *schema, const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    {
      g_autofree char *name = ask_sql_token_dup_name (sql, &g_array_index (tokens, AskSqlToken, i));

      if (name != NULL && is_hidden_name (schema, name))
        return g_steal_pointer (&name);
    }
  return NULL;
}

/**
 * ask_engine_find_hidden:
 * @sql: what somebody wrote; need be no query
 *
 * Looks whether @sql names an entity or an attribute that is hidden, other than to join by it as its relationship says.
 *
 * Returns: (transfer full) (nullable): the name
 */
char *
ask_engine_find_hidden (AskEngine *self, const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  Search search = { self, NULL };
  const AskSqlVisit visit = { .expr = look_at_expr, .from = look_at_from, .user_data = &search };

  if (tree != NULL && ask_external_has_calls (self, tree))
    {
      g_autofree char *text = ask_external_begin (self, tree, TRUE, NULL);

      g_clear_pointer (&tree, ask_sql_tree_free);
      tree = text != NULL ? ask_sql_parse (text, -1, NULL) : NULL;
    }
  if (tree == NULL || !ask_sql_analyse (tree, ask_engine_get_catalog (self), NULL))
    return find_word (ask_engine_get_schema (self), sql);
  ask_sql_walk_select (tree->select, &visit);
  return g_strdup (search.name);
}

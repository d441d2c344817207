/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns that hold numbers as text, compared or ordered as they are: "9" comes after "10" there.
 */
#include "config.h"

#include "agent/ask-doubt.h"

#include <glib/gi18n.h>
#include <string.h>

#include "schema/names/ask-schema-reader.h"

/* From this share on, texts that read as numbers make a column of numbers. */
#define MOST 0.75

typedef struct
{
  AskAgentRun *run;
  GPtrArray *doubts;
  GHashTable *seen; /* set of AskAttribute * */
  GError *failure;
} Texts;

static gboolean
holds_numbers (Texts *self, const AskEntity *entity, const AskAttribute *attribute)
{
  g_autoptr (GPtrArray) facts = NULL;

  if (attribute->type != ASK_TYPE_TEXT || attribute->sensitive || attribute->column == NULL || entity->table == NULL)
    return FALSE;
  facts = ask_workspace_load_facts (self->run->workspace, entity->source, entity->table, &self->failure);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    {
      const AskValueFacts *fact = facts->pdata[i];

      if (strcmp (fact->column, attribute->column) == 0)
        return fact->n_numbers == 0 && fact->n_texts > 0 && fact->n_text_numbers > MOST * fact->n_texts;
    }
  return FALSE;
}

static void
look_at (Texts *self, const AskSqlExpr *expr)
{
  const AskEntity *entity;
  const AskAttribute *attribute = ask_schema_reader_find_attribute (expr, &entity);

  if (attribute == NULL || self->failure != NULL || !g_hash_table_add (self->seen, (gpointer) attribute)
      || !holds_numbers (self, entity, attribute))
    return;
  ask_doubt_add (self->doubts, TRUE,
                 g_strdup_printf ("%s.%s holds numbers as text, so that '9' comes after '10'. Write CAST (%s AS REAL) "
                                  "where it is compared or ordered.",
                                  entity->name, attribute->name, attribute->name),
                 /* Translators: an entity and its attribute. */
                 g_strdup_printf (_ ("%s.%s holds numbers as text, and the query compares them as text."), entity->name,
                                  attribute->name));
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      if (expr->op >= ASK_OP_LESS && expr->op <= ASK_OP_GREATER_EQUAL)
        {
          look_at (data, expr->left);
          look_at (data, expr->right);
        }
      break;
    case ASK_EXPR_BETWEEN:
      look_at (data, expr->left);
      break;
    case ASK_EXPR_FUNCTION:
      if (expr->is_aggregate && expr->list.n == 1
          && (g_ascii_strcasecmp (expr->name, "min") == 0 || g_ascii_strcasecmp (expr->name, "max") == 0))
        look_at (data, expr->list.items[0]);
      break;
    default:
      break;
    }
  return TRUE;
}

static gboolean
visit_select (AskSqlSelect *select, gpointer data)
{
  for (guint i = 0; i < select->order.n; i++)
    {
      const AskSqlExpr *expr = select->order.items[i].expr;

      if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer >= 1
          && expr->value.integer <= select->cores[0]->n_outputs)
        expr = select->cores[0]->outputs[expr->value.integer - 1].expr;
      look_at (data, expr);
    }
  return TRUE;
}

/**
 * ask_doubt_add_texts:
 * @run: whose workspace has the facts
 * @tree: of the query
 * @doubts: (element-type AskDoubt): gets one for each column that is compared as what it is not
 * @error: %ASK_STORE_ERROR
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_doubt_add_texts (AskAgentRun *run, AskSqlTree *tree, GPtrArray *doubts, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Texts self = { run, doubts, seen, NULL };

  visit_select (tree->select, &self);
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { visit_expr, NULL, visit_select, &self });
  if (self.failure == NULL)
    return TRUE;
  g_propagate_error (error, self.failure);
  return FALSE;
}

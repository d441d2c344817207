/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Executable SQL for the trace: the statement with each API entity written as a function of the
 * arguments that its calls were made with, "shipments(carrier_id => 'NF')". For people to read; it
 * is not run. Where they stand is known from the statement's tree.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-fetch.h"

#define MAX_WAYS 4

/**
 * ask_engine_note_arguments:
 * @entity: of an API: what was called
 * @bounds: (element-type AskBound): what a call was bound to; empty for one without arguments
 *
 * Remembers how an entity was called, the first few ways, each once.
 */
void
ask_engine_note_arguments (AskEngine *self, const AskEntity *entity, GArray *bounds)
{
  GPtrArray *seen = g_hash_table_lookup (self->run->sets.arguments, entity->name);
  g_autofree char *text = NULL;

  if (seen == NULL)
    {
      seen = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->run->sets.arguments, g_strdup (entity->name), seen);
    }
  if (seen->len >= MAX_WAYS)
    return;
  text = ask_bounds_to_text (bounds, entity);
  if (!g_ptr_array_find_with_equal_func (seen, text, g_str_equal, NULL))
    g_ptr_array_add (seen, g_steal_pointer (&text));
}

/* An API entity that the text names. @end: the place behind the name */
typedef struct
{
  const AskEntity *entity;
  gsize end;
} Named;

static const AskEntity *
find_api_entity (AskEngine *self, const AskSqlTableUse *use)
{
  const AskSqlTable *table = ask_sql_catalog_find_table (ask_engine_get_catalog (self), use->schema, use->name);
  const AskEntity *entity = table != NULL ? table->data : NULL;

  return entity != NULL && entity->operation != NULL ? entity : NULL;
}

/**
 * ask_engine_note_named:
 * @tree: what somebody wrote, not analysed yet
 *
 * Remembers where the statement under way names API entities, before anything is changed in its tree.
 */
void
ask_engine_note_named (AskEngine *self, const AskSqlTree *tree)
{
  g_autoptr (GArray) uses = NULL;

  ask_engine_get_catalog (self);
  if (self->run == NULL || !self->calls)
    return;
  uses = ask_sql_select_find_tables (tree->select);
  g_clear_pointer (&self->run->defined, ask_sql_tree_free);
  g_clear_pointer (&self->run->named, g_array_unref);
  self->run->named = g_array_new (FALSE, FALSE, sizeof (Named));
  for (guint i = 0; i < uses->len; i++)
    {
      const AskSqlTableUse *use = &g_array_index (uses, AskSqlTableUse, i);
      Named named = { find_api_entity (self, use), use->end };

      if (named.entity != NULL)
        g_array_append_val (self->run->named, named);
    }
}

/**
 * ask_engine_note_defined:
 * @tree: the statement with its definitions put in
 *
 * Remembers that @tree and not the text is what is shown.
 */
void
ask_engine_note_defined (AskEngine *self, const AskSqlTree *tree)
{
  /* A part that is read for an external function is nothing that people see. */
  if (self->run == NULL || !self->calls || self->run->nested > 0)
    return;
  g_clear_pointer (&self->run->defined, ask_sql_tree_free);
  self->run->defined = ask_sql_tree_extract (tree, tree->select);
}

/* "carrier_id => 'NF' or carrier_id => 'DP'", or nothing where it was not called. */
static char *
make_arguments (AskEngine *self, const AskEntity *entity)
{
  const GPtrArray *seen = g_hash_table_lookup (self->run->sets.arguments, entity->name);
  GString *text = g_string_new (NULL);

  for (guint i = 0; seen != NULL && i < seen->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " or " : "", (char *) seen->pdata[i]);
  return g_string_free (text, FALSE);
}

/* What stands for a table as a function's arguments is written as it is. */
static void
add_arguments (AskEngine *self, AskSqlTree *tree, const AskSqlTableUse *use, const AskEntity *entity)
{
  g_autofree char *text = make_arguments (self, entity);
  AskSqlExpr *argument = ask_sql_tree_new_expr (tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });
  AskSqlExprs list = { ask_sql_tree_alloc (tree, sizeof (AskSqlExpr *)), 1 };

  argument->literal = ask_sql_tree_strdup (tree, text, -1);
  list.items[0] = argument;
  if (use->from != NULL)
    {
      use->from->kind = ASK_FROM_FUNCTION;
      use->from->has_args = TRUE;
      use->from->args = list;
      return;
    }
  use->in->without_parentheses = FALSE;
  use->in->list = list;
}

static char *
print_defined (AskEngine *self, AskSqlTree *tree)
{
  g_autoptr (GArray) uses = ask_sql_select_find_tables (tree->select);

  for (guint i = 0; i < uses->len; i++)
    {
      const AskSqlTableUse *use = &g_array_index (uses, AskSqlTableUse, i);
      const AskEntity *entity = find_api_entity (self, use);

      if (entity != NULL)
        add_arguments (self, tree, use, entity);
    }
  return ask_sql_print_select (tree->select);
}

/**
 * ask_engine_print_executable:
 * @sql: the statement that has just run
 *
 * Returns: (transfer full): the text
 */
char *
ask_engine_print_executable (AskEngine *self, const char *sql)
{
  const GArray *named = self->run->named;
  GString *text;
  gsize at = 0;

  if (self->run->defined != NULL)
    return print_defined (self, self->run->defined);
  text = g_string_new (NULL);
  for (guint i = 0; named != NULL && i < named->len; i++)
    {
      const Named *name = &g_array_index (named, Named, i);
      g_autofree char *arguments = make_arguments (self, name->entity);

      g_string_append_len (text, sql + at, (gssize) (name->end - at));
      g_string_append_printf (text, "(%s)", arguments);
      at = name->end;
    }
  g_string_append (text, sql + at);
  return g_string_free (text, FALSE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the queries of earlier steps in front of a query as common table expressions. It moves parts of
 * texts, as their trees say where they are; it never changes what a query says.
 */
#include "config.h"

#include "agent/ask-compose.h"

#include <string.h>

/** ask_step_table_new: Returns: (transfer full): a step that later ones may read */
AskStepTable *
ask_step_table_new (const char *name, const char *sql)
{
  AskStepTable *self = g_new0 (AskStepTable, 1);

  self->name = g_strdup (name);
  self->tree = ask_sql_parse (sql, -1, NULL);
  return self;
}

/** ask_step_table_free: frees it. */
void
ask_step_table_free (AskStepTable *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_free (self);
}

static gboolean
reads (const GArray *tables, const char *name)
{
  for (guint i = 0; i < tables->len; i++)
    if (g_ascii_strcasecmp (g_array_index (tables, AskSqlTableUse, i).name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
mark_needed (const AskSqlTree *tree, GPtrArray *steps, guint before, gboolean *needed)
{
  g_autoptr (GArray) tables = ask_sql_select_find_tables (tree->select);

  for (guint i = before; i-- > 0;)
    {
      const AskStepTable *step = steps->pdata[i];

      if (needed[i] || step->tree == NULL || !reads (tables, step->name))
        continue;
      needed[i] = TRUE;
      mark_needed (step->tree, steps, i, needed);
    }
}

/* The text from @start to the statement's end, without a semicolon. */
static void
append_from (GString *out, const AskSqlTree *tree, gsize start)
{
  g_string_append_len (out, tree->text + start, (gssize) (tree->select->span.end - start));
}

/* Where a statement begins with the comments before it, which stay unless a semicolon is among them. */
static gsize
get_start (const AskSqlTree *tree)
{
  gsize start = tree->select->span.start;

  return memchr (tree->text, ';', start) != NULL ? start : 0;
}

/**
 * ask_compose_sql:
 * @sql: one SELECT
 * @steps: (element-type AskStepTable): earlier queries in order; a later one may read earlier ones
 *
 * Returns: (transfer full): @sql, the steps that it reads in front of it; @sql as it is where it is no SELECT
 */
char *
ask_compose_sql (const char *sql, GPtrArray *steps)
{
  g_autofree gboolean *needed = g_new0 (gboolean, steps->len + 1);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  const AskSqlSelect *select;
  GString *composed;
  gboolean any = FALSE;

  if (tree == NULL)
    return g_strdup (sql);
  select = tree->select;
  composed = g_string_new (NULL);
  mark_needed (tree, steps, steps->len, needed);
  for (guint i = 0; i < steps->len; i++)
    {
      const AskStepTable *step = steps->pdata[i];

      if (!needed[i])
        continue;
      if (!any)
        g_string_append (composed, select->recursive ? "WITH RECURSIVE " : "WITH ");
      else
        g_string_append (composed, ",\n");
      g_string_append_printf (composed, "%s AS (\n", step->name);
      append_from (composed, step->tree, step->tree->select->span.start);
      g_string_append (composed, "\n)");
      any = TRUE;
    }
  if (!any)
    append_from (composed, tree, get_start (tree));
  else if (select->n_ctes == 0)
    {
      g_string_append_c (composed, '\n');
      append_from (composed, tree, get_start (tree));
    }
  else
    {
      g_string_append (composed, ",\n");
      append_from (composed, tree, select->ctes[0]->span.start);
    }
  return g_string_free (composed, FALSE);
}

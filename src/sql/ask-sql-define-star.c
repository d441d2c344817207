/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "*" and NATURAL written out, where they would mean something else to SQLite than to the catalogue, and
 * names for result columns that are about to be written otherwise. It works on what the analysis found.
 */
#include "config.h"

#include "sql/ask-sql-define-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

#include "sql/ask-sql-analysis-private.h"

static gboolean
is_defined (const AskSqlFrom *from)
{
  return from != NULL && from->catalog_table != NULL && ask_sql_table_is_defined (from->catalog_table);
}

static gboolean
has_defined (const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    if (is_defined (froms->items[i]) || has_defined (&froms->items[i]->items))
      return TRUE;
  return FALSE;
}

static AskSqlExpr *
make_column (AskSqlTree *tree, const AskSqlOutput *output)
{
  AskSqlExpr *copy = ask_sql_tree_copy_expr (tree, output->expr);

  copy->span = (AskSqlSpan) { 0, 0 };
  copy->schema = NULL;
  copy->bare = FALSE;
  /* Only without a table's name does it mean the one that a join merges. */
  if (copy->merged || copy->from == NULL || !ask_sql_same_name (copy->table, ask_sql_from_get_name (copy->from)))
    copy->table = NULL;
  return copy;
}

/** ask_sql_write_stars_out: makes of each star of @core the columns that it stands for */
void
ask_sql_write_stars_out (AskSqlTree *tree, AskSqlCore *core)
{
  guint n = 0;
  guint at = 0;
  guint output = 0;
  AskSqlResult *results;

  for (guint i = 0; i < core->n_results; i++)
    n += core->results[i].n_outputs;
  results = ask_sql_tree_alloc (tree, MAX (n, 1) * sizeof *results);
  for (guint i = 0; i < core->n_results; i++)
    {
      AskSqlResult *result = &core->results[i];

      if (result->star == 0)
        results[at++] = *result;
      else
        for (guint o = output; o < output + result->n_outputs; o++)
          {
            results[at] = (AskSqlResult) { .expr = make_column (tree, &core->outputs[o]),
                                           .alias = core->outputs[o].name,
                                           .n_outputs = 1 };
            core->outputs[o].expr = results[at++].expr;
          }
      output += result->n_outputs;
    }
  core->results = results;
  core->n_results = at;
}

/* NATURAL finds the same columns by their names as USING does when it says them. */
static void
write_natural_out (AskSqlDefine *self, AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];
      const char **names;

      write_natural_out (self, &from->items);
      if (!from->natural)
        continue;
      self->changed = TRUE;
      from->natural = FALSE;
      if (from->equalities.n == 0)
        continue;
      names = ask_sql_tree_alloc (self->tree, (from->equalities.n + 1) * sizeof *names);
      for (guint e = 0; e < from->equalities.n; e++)
        names[e] = from->equalities.items[e]->right->name;
      from->using = names;
    }
}

/** ask_sql_define_stars: writes out what of @core's stars and NATURAL joins is about defined tables */
void
ask_sql_define_stars (AskSqlDefine *self, AskSqlCore *core)
{
  gboolean any = FALSE;

  if (!has_defined (&core->from))
    return;
  for (guint i = 0; i < core->n_results; i++)
    any = any || core->results[i].star != 0;
  if (any)
    {
      ask_sql_write_stars_out (self->tree, core);
      self->changed = TRUE;
    }
  if (core->n_results == 0 && core->n_rows == 0)
    ask_error_set_literal (&self->error, ASK_SQL_ERROR, ASK_SQL_ERROR_MISUSE,
                           N_ ("There is no column that “*” could show here. Write the names of those that "
                               "are wanted."));
  write_natural_out (self, &core->from);
}

static gboolean
name_results (AskSqlSelect *select, gpointer data)
{
  AskSqlDefine *self = data;

  for (guint c = 0; c < select->n_cores; c++)
    {
      AskSqlCore *core = select->cores[c];
      guint output = 0;

      for (guint i = 0; i < core->n_results; i++)
        {
          AskSqlResult *result = &core->results[i];

          if (result->star == 0 && result->alias == NULL && output < core->n_outputs
              && result->expr->kind != ASK_EXPR_COLUMN)
            result->alias = ask_sql_tree_strdup (self->tree, core->outputs[output].name, -1);
          output += result->n_outputs;
        }
    }
  return TRUE;
}

/**
 * ask_sql_define_names:
 *
 * Gives each result of @select, and of those in it, that is computed the name that it has, whatever becomes
 * of its text. One that is a column keeps its own: an alias would be found before a column that a join
 * merges.
 */
void
ask_sql_define_names (AskSqlDefine *self, AskSqlSelect *select)
{
  AskSqlVisit visit = { .select = name_results, .user_data = self };

  ask_sql_walk_select (select, &visit);
}

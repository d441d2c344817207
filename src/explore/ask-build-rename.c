/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms name a calculated column without a table. SQL that a person wrote is read, and only the names in it are written
 * anew, so that it stays as it was written; what is in a subquery means something else.
 */
#include "config.h"

#include "explore/ask-build-rename.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "explore/ask-build-private.h"
#include "explore/ask-build-stage.h"
#include "explore/ask-explore.h"
#include "sql/ask-sql-lexer.h"

static gboolean
has_attribute (const AskBuild *self, AskSchema *schema, const char *name)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];
      const AskEntity *entity = step->entity != NULL ? ask_schema_find_entity (schema, step->entity) : NULL;

      if (entity != NULL
          && (ask_entity_find_attribute (entity, name) != NULL || ask_entity_find_metric (entity, name) != NULL))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_alias (const AskBuild *self, const char *name)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];

      for (guint c = 0; c < step->columns->len; c++)
        {
          const char *alias = ((const AskBuildColumn *) step->columns->pdata[c])->alias;

          if (alias != NULL && g_ascii_strcasecmp (alias, name) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * ask_build_is_name_taken:
 * @self: steps
 * @schema: whose names they are
 * @name: of a column
 *
 * Returns: whether an attribute or a metric of its entities, or a column that was given a name, is called so
 */
gboolean
ask_build_is_name_taken (const AskBuild *self, AskSchema *schema, const char *name)
{
  return has_attribute (self, schema, name) || has_alias (self, name);
}

/* ---- what says a name */

/* @item: (nullable): the table whose attribute it is; none of a calculated column
 * @quoted: the new name, as SQL has it */
typedef struct
{
  const char *item;
  const char *old;
  const char *name;
  char *quoted;
  gboolean in_sql;
} Renaming;

static char *
write_column (const AskSqlExpr *column, gpointer data)
{
  const Renaming *self = data;
  g_autofree char *item = NULL;

  if (g_ascii_strcasecmp (column->name, self->old) != 0
      || !(column->table == NULL || (self->item != NULL && g_ascii_strcasecmp (column->table, self->item) == 0)))
    return NULL;
  item = column->table != NULL ? ask_sql_quote_name_if_needed (column->table) : NULL;
  return item != NULL ? g_strconcat (item, ".", self->quoted, NULL) : g_strdup (self->quoted);
}

static void
rename_in_sql (Renaming *self, char **text)
{
  g_autofree char *written
    = self->in_sql && *text != NULL ? ask_build_replace_columns (*text, write_column, self) : NULL;

  if (written != NULL)
    ask_text_set (text, written);
}

static void
rename_in_term (Renaming *self, AskBuildTerm *term)
{
  if (term->kind == ASK_BUILD_TERM_EXPRESSION)
    rename_in_sql (self, &term->name);
  else if (term->kind == ASK_BUILD_TERM_FIELD && term->name != NULL && g_ascii_strcasecmp (term->name, self->old) == 0
           && (self->item == NULL || term->item == NULL ? self->item == term->item
                                                        : g_ascii_strcasecmp (term->item, self->item) == 0))
    ask_text_set (&term->name, self->name);
}

static void
rename_in_condition (Renaming *self, AskBuildCondition *condition)
{
  if (condition == NULL)
    return;
  rename_in_term (self, &condition->term);
  rename_in_sql (self, &condition->sql);
  for (guint i = 0; i < condition->values->len; i++)
    {
      AskBuildValue *value = condition->values->pdata[i];

      if (value->kind == ASK_BUILD_VALUE_SQL)
        rename_in_sql (self, &value->text);
    }
  for (guint i = 0; i < condition->parts->len; i++)
    rename_in_condition (self, condition->parts->pdata[i]);
}

/* Writes the new name wherever a step says the old one. */
static void
rename_in_steps (AskBuild *self, Renaming *renaming)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      AskBuildStep *step = self->steps->pdata[i];

      for (guint c = 0; c < step->columns->len; c++)
        rename_in_term (renaming, &((AskBuildColumn *) step->columns->pdata[c])->term);
      for (guint p = 0; p < step->pairs->len; p++)
        {
          AskBuildPair *pair = step->pairs->pdata[p];

          if (renaming->item != NULL && g_ascii_strcasecmp (pair->item, renaming->item) == 0
              && g_ascii_strcasecmp (pair->name, renaming->old) == 0)
            ask_text_set (&pair->name, renaming->name);
        }
      rename_in_condition (renaming, step->condition);
      rename_in_sql (renaming, &step->on);
    }
}

/**
 * ask_build_rename:
 * @self: steps
 * @schema: whose names they are
 * @old: what a column was called
 * @name: what it is called from now on
 *
 * Writes the new name wherever a step says the old one; the column itself is named by whoever calls this. In SQL the
 * name of an attribute is left, since that is what it means there.
 */
void
ask_build_rename (AskBuild *self, AskSchema *schema, const char *old, const char *name)
{
  g_autofree char *quoted = ask_sql_quote_name_if_needed (name);
  Renaming renaming = { NULL, old, name, quoted, !has_attribute (self, schema, old) };

  rename_in_steps (self, &renaming);
}

/**
 * ask_build_rename_of_item:
 * @self: steps
 * @item: a table of theirs
 * @old: what an attribute of it was called
 * @name: what it is called from now on
 *
 * Writes the new name wherever a step says the old one.
 */
void
ask_build_rename_of_item (AskBuild *self, const char *item, const char *old, const char *name)
{
  g_autofree char *quoted = ask_sql_quote_name_if_needed (name);
  Renaming renaming = { item, old, name, quoted, TRUE };

  rename_in_steps (self, &renaming);
}

/* ---- a column of the result */

static void
add_output (GPtrArray *outputs, const AskBuildTerm *term, const char *alias)
{
  AskBuildColumn *column = g_new0 (AskBuildColumn, 1);

  ask_build_term_set (&column->term, term);
  column->alias = g_strdup (alias);
  g_ptr_array_add (outputs, column);
}

/* Returns: (transfer full) (element-type AskBuildColumn): what the steps show, "all" written out */
static GPtrArray *
list_outputs (const AskBuild *self, AskSchema *names)
{
  GPtrArray *outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_column_free);
  AskBuildScope scope;

  ask_build_scope_init (&scope, self, names, self->steps->len);
  for (guint i = 0; i < scope.outputs->len; i++)
    {
      const AskBuildOutput *output = &g_array_index (scope.outputs, AskBuildOutput, i);
      gboolean star = output->term->kind == ASK_BUILD_TERM_ALL && output->term->function == ASK_BUILD_PLAIN;

      if (!star)
        add_output (outputs, output->term, output->alias);
      for (guint t = 0; star && t < scope.items->len; t++)
        {
          const AskBuildItem *item = &g_array_index (scope.items, AskBuildItem, t);
          g_autoptr (GPtrArray) shown = NULL;

          if (item->entity == NULL
              || (output->term->item != NULL && g_ascii_strcasecmp (output->term->item, item->name) != 0))
            continue;
          shown = ask_explore_list_attributes (item->entity);
          for (guint a = 0; a < shown->len; a++)
            {
              const AskAttribute *attribute = shown->pdata[a];
              const AskBuildTerm term
                = { .kind = ASK_BUILD_TERM_FIELD, .item = (char *) item->name, .name = attribute->name };

              add_output (outputs, &term, NULL);
            }
        }
    }
  ask_build_scope_clear (&scope);
  return outputs;
}

/* The column of a step that gives its name to @output. */
static AskBuildColumn *
find_named (const AskBuild *self, const AskBuildColumn *output, AskBuildKind kind)
{
  AskBuildStep *step = ask_build_find_kind (self, kind);

  for (guint i = 0; step != NULL && !step->disabled && i < step->columns->len; i++)
    {
      AskBuildColumn *column = step->columns->pdata[i];

      if (ask_build_term_equal (&column->term, &output->term)
          && (column->alias == NULL || g_strcmp0 (column->alias, output->alias) == 0))
        return column;
    }
  return NULL;
}

static AskBuildColumn *
find_calculated (const AskBuild *self, const AskBuildColumn *output)
{
  gboolean named = output->term.kind == ASK_BUILD_TERM_FIELD && output->term.item == NULL
                   && g_strcmp0 (output->term.name, output->alias) == 0;

  for (guint i = 0; named && i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];
      AskBuildColumn *column
        = step->kind == ASK_BUILD_CALCULATE && step->columns->len > 0 ? step->columns->pdata[0] : NULL;

      if (column != NULL && column->alias != NULL && g_ascii_strcasecmp (column->alias, output->alias) == 0)
        return column;
    }
  return NULL;
}

/* All columns, one by one, so that one of them can have another name. */
static gboolean
write_out (AskBuild *self, GPtrArray *outputs, guint nth, const char *name, GError **error)
{
  AskBuildStep *step = ask_build_find_kind (self, ASK_BUILD_COLUMNS);

  if (step == NULL || step->disabled)
    {
      step = ask_build_step_new (ASK_BUILD_COLUMNS);
      if (!ask_build_insert (self, ask_build_find_place (self, ASK_BUILD_COLUMNS), step, error))
        return FALSE;
    }
  g_ptr_array_set_size (step->columns, 0);
  for (guint i = 0; i < outputs->len; i++)
    {
      const AskBuildColumn *output = outputs->pdata[i];
      gboolean calculated = find_calculated (self, output) != NULL;

      ask_build_step_add (step, &output->term, i == nth ? name : calculated ? NULL : output->alias);
    }
  return TRUE;
}

/**
 * ask_build_rename_output:
 * @self: steps
 * @schema: whose names they are
 * @nth: a column of the result, from 0
 * @name: what it is to be called
 * @error: %ASK_BUILD_ERROR_STEP: another column is called so, or there is no such column
 *
 * Where all attributes are shown, they are written out, so that one of them has another name.
 *
 * Returns: whether it is called so now
 */
gboolean
ask_build_rename_output (AskBuild *self, AskSchema *schema, guint nth, const char *name, GError **error)
{
  static const AskBuildKind kinds[] = { ASK_BUILD_COLUMNS, ASK_BUILD_GROUP, ASK_BUILD_SUMMARISE };
  g_autoptr (AskSchema) names = ask_build_dup_names (self, schema);
  g_autoptr (GPtrArray) outputs = list_outputs (self, names);
  const AskBuildColumn *output = nth < outputs->len ? outputs->pdata[nth] : NULL;
  AskBuildColumn *column = output != NULL ? find_calculated (self, output) : NULL;
  g_autofree char *old = output != NULL ? g_strdup (output->alias) : NULL;

  if (output == NULL)
    {
      ask_error_set_literal (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_STEP, N_ ("No step has this column."));
      return FALSE;
    }
  if (ask_build_is_name_taken (self, names, name) && (old == NULL || g_ascii_strcasecmp (old, name) != 0))
    {
      ask_error_set (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_STEP, N_ ("There is a column “%s” already."), name);
      return FALSE;
    }
  for (guint k = 0; column == NULL && k < G_N_ELEMENTS (kinds); k++)
    column = find_named (self, output, kinds[k]);
  if (column == NULL)
    return write_out (self, outputs, nth, name, error);
  ask_text_set (&column->alias, name);
  if (old != NULL)
    ask_build_rename (self, names, old, name);
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Steps as one SELECT over the relational view: the same steps give the same text. A step that is not whole yet is
 * left out, so that the rest can be looked at.
 */
#include "config.h"

#include "explore/ask-build-private.h"

#include <string.h>

#include "explore/ask-build-stage.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-printer.h"

/* ---- what the steps mean together */

/* ask_build_scope_get_step: Returns: (nullable): the step at @index; %NULL where it is disabled or comes too late */
AskBuildStep *
ask_build_scope_get_step (const AskBuildScope *self, guint index)
{
  AskBuildStep *step = index < self->n_steps ? self->build->steps->pdata[index] : NULL;

  return step != NULL && !step->disabled ? step : NULL;
}

static AskBuildStep *
find_step (const AskBuildScope *self, AskBuildKind kind)
{
  for (guint i = 0; i < self->n_steps; i++)
    {
      AskBuildStep *step = ask_build_scope_get_step (self, i);

      if (step != NULL && step->kind == kind)
        return step;
    }
  return NULL;
}

/* ask_build_scope_find: Returns: (nullable): the entity that is called @item in this query */
const AskEntity *
ask_build_scope_find (const AskBuildScope *self, const char *item)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const AskBuildItem *one = &g_array_index (self->items, AskBuildItem, i);

      if (g_ascii_strcasecmp (one->name, item) == 0)
        return one->entity;
    }
  return NULL;
}

/* ask_build_scope_has_name: Returns: whether @name is an attribute or a metric of a table of the query */
gboolean
ask_build_scope_has_name (const AskBuildScope *self, const char *name)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const AskEntity *entity = g_array_index (self->items, AskBuildItem, i).entity;

      if (entity != NULL
          && (ask_entity_find_attribute (entity, name) != NULL || ask_entity_find_metric (entity, name) != NULL))
        return TRUE;
    }
  return FALSE;
}

/* ask_build_scope_find_output: Returns: (nullable): the first column of the result that is @term */
const AskBuildOutput *
ask_build_scope_find_output (const AskBuildScope *self, const AskBuildTerm *term)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      const AskBuildOutput *output = &g_array_index (self->outputs, AskBuildOutput, i);

      if (ask_build_term_equal (output->term, term))
        return output;
    }
  return NULL;
}

/* What a group or a summary is called; %NULL where it has no name of its own. */
static const char *
find_alias (const AskBuildScope *self, const AskBuildTerm *term)
{
  static const AskBuildKind kinds[] = { ASK_BUILD_GROUP, ASK_BUILD_SUMMARISE };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      const AskBuildStep *step = find_step (self, kinds[k]);

      for (guint i = 0; step != NULL && i < step->columns->len; i++)
        {
          const AskBuildColumn *column = step->columns->pdata[i];

          if (ask_build_term_equal (&column->term, term) && column->alias != NULL)
            return column->alias;
        }
    }
  return NULL;
}

static void
add_output (AskBuildScope *self, const AskBuildTerm *term, const char *alias)
{
  AskBuildOutput output = { term, alias };

  if (alias == NULL)
    output.alias = find_alias (self, term);
  /* A calculated column has the name that it was given. */
  if (output.alias == NULL && term->kind == ASK_BUILD_TERM_FIELD && term->item == NULL
      && term->function == ASK_BUILD_PLAIN && term->part == ASK_TIME_WHOLE)
    output.alias = term->name;
  g_array_append_val (self->outputs, output);
}

static void
add_outputs (AskBuildScope *self, const AskBuildStep *step)
{
  for (guint i = 0; step != NULL && i < step->columns->len; i++)
    {
      const AskBuildColumn *column = step->columns->pdata[i];

      add_output (self, &column->term, column->alias);
    }
}

static const AskBuildTerm all = { .kind = ASK_BUILD_TERM_ALL };

/* The columns of the calculated columns name themselves: terms of their own, which belong to the array's owner. */
static void
find_outputs (AskBuildScope *self)
{
  const AskBuildStep *columns = find_step (self, ASK_BUILD_COLUMNS);

  if (columns != NULL && columns->columns->len > 0)
    {
      add_outputs (self, columns);
      return;
    }
  if (self->grouped)
    {
      add_outputs (self, find_step (self, ASK_BUILD_GROUP));
      add_outputs (self, find_step (self, ASK_BUILD_SUMMARISE));
    }
  if (self->outputs->len > 0)
    return;
  add_output (self, &all, NULL);
  for (guint i = 0; i < self->n_steps; i++)
    {
      const AskBuildStep *step = ask_build_scope_get_step (self, i);

      if (step != NULL && step->kind == ASK_BUILD_CALCULATE && step->columns->len > 0)
        {
          const AskBuildColumn *column = step->columns->pdata[0];
          AskBuildTerm *term = g_new0 (AskBuildTerm, 1);

          if (column->alias == NULL || column->term.name == NULL)
            {
              g_free (term);
              continue;
            }
          term->kind = ASK_BUILD_TERM_FIELD;
          term->name = g_strdup (column->alias);
          g_ptr_array_add (self->terms, term);
          add_output (self, term, NULL);
        }
    }
}

static void
term_free (gpointer data)
{
  ask_build_term_clear (data);
  g_free (data);
}

/*
 * ask_build_scope_init:
 * @n_steps: as many steps of @build count
 *
 * It borrows @build and @schema.
 */
void
ask_build_scope_init (AskBuildScope *self, const AskBuild *build, AskSchema *schema, guint n_steps)
{
  *self = (AskBuildScope) { .build = build, .schema = schema, .n_steps = MIN (n_steps, build->steps->len) };
  self->items = g_array_new (FALSE, FALSE, sizeof (AskBuildItem));
  self->outputs = g_array_new (FALSE, FALSE, sizeof (AskBuildOutput));
  self->terms = g_ptr_array_new_with_free_func (term_free);
  for (guint i = 0; i < self->n_steps; i++)
    {
      const AskBuildStep *step = ask_build_scope_get_step (self, i);

      if (step == NULL)
        continue;
      if (step->kind == ASK_BUILD_ENTITY || step->kind == ASK_BUILD_JOIN)
        {
          AskBuildItem item = { step->item, ask_schema_find_entity (schema, step->entity) };

          g_array_append_val (self->items, item);
        }
      if ((step->kind == ASK_BUILD_GROUP || step->kind == ASK_BUILD_SUMMARISE) && step->columns->len > 0)
        self->grouped = TRUE;
    }
  find_outputs (self);
}

/* ask_build_scope_clear: frees what is in @self */
void
ask_build_scope_clear (AskBuildScope *self)
{
  g_array_unref (self->items);
  g_array_unref (self->outputs);
  g_ptr_array_unref (self->terms);
}

/* ---- clauses */

static void
append_outputs (const AskBuildScope *self, GString *sql)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      const AskBuildOutput *output = &g_array_index (self->outputs, AskBuildOutput, i);

      g_string_append (sql, i > 0 ? ", " : "");
      ask_build_write_term (self, sql, output->term, ASK_BUILD_WRITTEN_OUT);
      if (output->alias != NULL)
        {
          g_autofree char *alias = ask_sql_quote_name_if_needed (output->alias);

          g_string_append_printf (sql, " AS %s", alias);
        }
    }
}

static void
append_table (GString *sql, const AskBuildStep *step)
{
  g_autofree char *entity = ask_sql_quote_name_if_needed (step->entity);
  g_autofree char *item = ask_sql_quote_name_if_needed (step->item);

  g_string_append (sql, entity);
  if (strcmp (step->entity, step->item) != 0)
    g_string_append_printf (sql, " AS %s", item);
}

static void
append_join (const AskBuildScope *self, GString *sql, const AskBuildStep *step)
{
  g_autofree char *on = step->on != NULL ? ask_build_write_expression (self, step->on) : NULL;
  gboolean crossed = step->pairs->len == 0 && on == NULL;

  g_string_append (sql, step->outer ? " LEFT JOIN " : crossed ? " CROSS JOIN " : " JOIN ");
  append_table (sql, step);
  if (crossed && !step->outer)
    return;
  g_string_append (sql, " ON ");
  for (guint i = 0; i < step->pairs->len; i++)
    {
      const AskBuildPair *pair = step->pairs->pdata[i];
      const AskBuildTerm here = { .kind = ASK_BUILD_TERM_FIELD, .item = pair->item, .name = pair->name };
      const AskBuildTerm there = { .kind = ASK_BUILD_TERM_FIELD, .item = step->item, .name = pair->other };

      g_string_append (sql, i > 0 ? " AND " : "");
      ask_build_write_term (self, sql, &here, ASK_BUILD_WRITTEN_OUT);
      g_string_append (sql, " = ");
      ask_build_write_term (self, sql, &there, ASK_BUILD_WRITTEN_OUT);
    }
  if (on != NULL)
    g_string_append_printf (sql, "%s(%s)", step->pairs->len > 0 ? " AND " : "", on);
  else if (crossed)
    g_string_append (sql, "1");
}

static void
append_filters (const AskBuildScope *self, GString *sql, AskBuildKind kind, const char *clause)
{
  const char *before = clause;

  for (guint i = 0; i < self->n_steps; i++)
    {
      const AskBuildStep *step = ask_build_scope_get_step (self, i);
      g_autoptr (GString) condition = g_string_new (NULL);

      if (step != NULL && step->kind == kind
          && ask_build_write_condition (self, condition, step->condition,
                                        kind == ASK_BUILD_FILTER ? ASK_BUILD_BY_NAME : ASK_BUILD_WRITTEN_OUT))
        {
          g_string_append_printf (sql, "%s%s", before, condition->str);
          before = " AND ";
        }
    }
}

/* A group by the name of its column where no attribute is called so: SQLite takes attributes first. */
static void
append_group (const AskBuildScope *self, GString *sql, const AskBuildTerm *term)
{
  const AskBuildOutput *output = ask_build_scope_find_output (self, term);

  if (output == NULL || output->alias == NULL || ask_build_scope_has_name (self, output->alias))
    ask_build_write_term (self, sql, term, ASK_BUILD_WRITTEN_OUT);
  else
    {
      g_autofree char *alias = ask_sql_quote_name_if_needed (output->alias);

      g_string_append (sql, alias);
    }
}

static void
append_groups (const AskBuildScope *self, GString *sql)
{
  const AskBuildStep *step = find_step (self, ASK_BUILD_GROUP);

  for (guint i = 0; step != NULL && i < step->columns->len; i++)
    {
      g_string_append (sql, i > 0 ? ", " : " GROUP BY ");
      append_group (self, sql, &((const AskBuildColumn *) step->columns->pdata[i])->term);
    }
}

static void
append_order (const AskBuildScope *self, GString *sql)
{
  static const char *const nulls[] = { "", " NULLS FIRST", " NULLS LAST" };
  const AskBuildStep *step = find_step (self, ASK_BUILD_SORT);

  for (guint i = 0; step != NULL && i < step->columns->len; i++)
    {
      const AskBuildColumn *column = step->columns->pdata[i];

      g_string_append (sql, i > 0 ? ", " : " ORDER BY ");
      ask_build_write_term (self, sql, &column->term, ASK_BUILD_IN_ORDER);
      g_string_append_printf (sql, "%s%s", column->descending ? " DESC" : "", nulls[column->nulls]);
    }
}

/* The SELECT of this stage alone. */
static void
append_select (const AskBuildScope *self, GString *sql)
{
  const AskBuildStep *columns = find_step (self, ASK_BUILD_COLUMNS);
  const AskBuildStep *limit = find_step (self, ASK_BUILD_LIMIT);
  const char *between = " FROM ";

  g_string_append (sql, "SELECT ");
  if (columns != NULL && columns->distinct)
    g_string_append (sql, "DISTINCT ");
  append_outputs (self, sql);
  for (guint i = 0; i < self->n_steps; i++)
    {
      const AskBuildStep *step = ask_build_scope_get_step (self, i);

      if (step != NULL && step->kind == ASK_BUILD_ENTITY)
        {
          g_string_append (sql, between);
          append_table (sql, step);
        }
      else if (step != NULL && step->kind == ASK_BUILD_JOIN)
        append_join (self, sql, step);
    }
  append_filters (self, sql, ASK_BUILD_FILTER, " WHERE ");
  append_groups (self, sql);
  append_filters (self, sql, ASK_BUILD_FILTER_GROUPS, " HAVING ");
  append_order (self, sql);
  if (limit != NULL && limit->limit >= 0)
    g_string_append_printf (sql, " LIMIT %" G_GINT64_FORMAT, limit->limit);
  if (limit != NULL && limit->limit >= 0 && limit->offset > 0)
    g_string_append_printf (sql, " OFFSET %" G_GINT64_FORMAT, limit->offset);
}

/* The stages that are read, each behind those that it reads itself. */
static void
append_stages (const AskBuildStep *step, AskSchema *schema, GString *sql)
{
  g_autofree char *name = ask_sql_quote_name_if_needed (step->entity);
  const AskBuildStep *earlier = ask_build_find_kind (step->before, ASK_BUILD_ENTITY);
  AskBuildScope scope;

  if (earlier != NULL && earlier->before != NULL)
    append_stages (earlier, schema, sql);
  g_string_append_printf (sql, "%s%s AS (", sql->len > 0 ? ", " : "WITH ", name);
  ask_build_scope_init (&scope, step->before, schema, step->before->steps->len);
  append_select (&scope, sql);
  ask_build_scope_clear (&scope);
  g_string_append_c (sql, ')');
}

/*
 * ask_build_scope_to_sql:
 *
 * Returns: (transfer full): the SELECT on one line; what a person wrote that is no SQL stands in it as it is
 */
char *
ask_build_scope_to_sql (const AskBuildScope *self)
{
  const AskBuildStep *entity = find_step (self, ASK_BUILD_ENTITY);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (AskSqlTree) tree = NULL;

  if (entity != NULL && entity->before != NULL)
    {
      append_stages (entity, self->schema, sql);
      g_string_append_c (sql, ' ');
    }
  append_select (self, sql);
  tree = ask_sql_parse (sql->str, -1, NULL);
  return tree != NULL ? ask_sql_print_select (tree->select) : g_strdup (sql->str);
}

/**
 * ask_build_to_sql:
 * @self: steps, of which the first is an entity
 * @schema: whose names they are
 *
 * Returns: (transfer full): the SELECT over the relational view, on one line
 */
char *
ask_build_to_sql (const AskBuild *self, AskSchema *schema)
{
  g_autoptr (AskSchema) names = ask_build_dup_names (self, schema);
  AskBuildScope scope;
  char *sql;

  ask_build_scope_init (&scope, self, names, self->steps->len);
  sql = ask_build_scope_to_sql (&scope);
  ask_build_scope_clear (&scope);
  return sql;
}

/**
 * ask_build_preview_sql:
 * @self: steps
 * @schema: whose names they are
 * @n_steps: as many of them count
 * @max_rows: to be looked at; 0 for all that the steps themselves give
 *
 * Returns: (transfer full): the SELECT of these steps, with at most @max_rows rows
 */
char *
ask_build_preview_sql (const AskBuild *self, AskSchema *schema, guint n_steps, guint max_rows)
{
  g_autoptr (AskBuild) first = ask_build_copy (self);
  AskBuildStep *limit;

  if (n_steps < first->steps->len)
    g_ptr_array_set_size (first->steps, (gint) n_steps);
  limit = ask_build_find_kind (first, ASK_BUILD_LIMIT);
  if (max_rows == 0)
    return ask_build_to_sql (first, schema);
  if (limit == NULL)
    {
      limit = ask_build_step_new (ASK_BUILD_LIMIT);
      limit->limit = max_rows;
      g_ptr_array_add (first->steps, limit);
    }
  else if (limit->limit < 0 || limit->limit > max_rows)
    limit->limit = max_rows;
  return ask_build_to_sql (first, schema);
}

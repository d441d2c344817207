/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The results of a stage as an entity: what they are called and what they are is read from the SQL of the stage, so that
 * no step has to be understood twice. A column that is an attribute, unchanged, is what that attribute is, and its
 * relationships still lead where they led.
 */
#include "config.h"

#include "explore/ask-build-stage.h"

#include <string.h>

#include "base/ask-text.h"
#include "explore/ask-build-offer.h"
#include "explore/ask-build-private.h"
#include "explore/ask-build-rename.h"
#include "schema/names/ask-schema-reader.h"
#include "sql/ask-sql-analysis.h"

/** ask_build_get_before: Returns: (transfer none) (nullable): the stage whose results @self reads */
AskBuild *
ask_build_get_before (const AskBuild *self)
{
  return self->steps->len > 0 ? ask_build_get_step (self, 0)->before : NULL;
}

/** ask_build_list_stages: Returns: (transfer container) (element-type AskBuild): all stages, the first one first, @self last */
GPtrArray *
ask_build_list_stages (const AskBuild *self)
{
  GPtrArray *stages = g_ptr_array_new ();

  for (const AskBuild *stage = self; stage != NULL; stage = ask_build_get_before (stage))
    g_ptr_array_insert (stages, 0, (gpointer) stage);
  return stages;
}

/** ask_build_gives_new_rows: Returns: whether the rows of @self are others than those that it reads: groups, or a part of them */
gboolean
ask_build_gives_new_rows (const AskBuild *self)
{
  const AskBuildStep *groups = ask_build_find_kind (self, ASK_BUILD_GROUP);
  const AskBuildStep *summaries = ask_build_find_kind (self, ASK_BUILD_SUMMARISE);
  const AskBuildStep *columns = ask_build_find_kind (self, ASK_BUILD_COLUMNS);

  return (groups != NULL && groups->columns->len > 0) || (summaries != NULL && summaries->columns->len > 0)
         || (columns != NULL && columns->distinct) || ask_build_find_kind (self, ASK_BUILD_LIMIT) != NULL;
}

/* ---- results as an entity */

static const AskSqlResult *
find_result (const AskSqlCore *core, const AskSqlExpr *expr)
{
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].expr == expr)
      return &core->results[i];
  return NULL;
}

/* Whether a name leads to it and to nothing else: what has no name given is called by its text. */
static gboolean
is_named (const AskSqlCore *core, guint at)
{
  const AskSqlOutput *output = &core->outputs[at];
  const AskSqlResult *result = output->expr != NULL ? find_result (core, output->expr) : NULL;

  if (output->name[0] == '\0'
      || (result != NULL && result->alias == NULL && output->expr->kind != ASK_EXPR_COLUMN
          && output->expr->metric_unit == NULL))
    return FALSE;
  for (guint i = 0; i < core->n_outputs; i++)
    if (i != at && g_ascii_strcasecmp (core->outputs[i].name, output->name) == 0)
      return FALSE;
  return TRUE;
}

static void
take_over (AskAttribute *to, const AskAttribute *from)
{
  to->type = from->type;
  to->meaning = from->meaning;
  to->hidden = from->hidden;
  to->sensitive = from->sensitive;
  ask_text_set (&to->unit, from->unit);
  ask_text_set (&to->description, from->description);
  for (guint i = 0; i < from->choices->len; i++)
    g_ptr_array_add (to->choices, g_strdup (from->choices->pdata[i]));
}

static void
add_results (AskEntity *entity, const AskSqlSelect *select)
{
  const AskSqlCore *core = select->cores[0];
  g_autofree AskSense *senses = g_new0 (AskSense, core->n_outputs);

  ask_sql_find_senses (select, TRUE, senses, core->n_outputs);
  for (guint i = 0; i < core->n_outputs; i++)
    {
      const AskSqlOutput *output = &core->outputs[i];
      const AskEntity *owner = NULL;
      const AskAttribute *from = ask_schema_reader_find_attribute (output->expr, &owner);
      AskAttribute *attribute;

      if (!is_named (core, i))
        continue;
      attribute = ask_entity_add_attribute (entity, output->name, output->name,
                                            output->expr != NULL ? output->expr->type : output->type);
      attribute->meaning = senses[i].meaning;
      ask_text_set (&attribute->unit, senses[i].unit);
      if (from != NULL)
        take_over (attribute, from);
    }
}

/* ---- relationships of results */

/* (nullable): what the attribute of @owner is called in the results */
static const char *
find_called (const AskSqlCore *core, const AskEntity *owner, const char *name)
{
  for (guint i = 0; i < core->n_outputs; i++)
    {
      const AskEntity *entity = NULL;
      const AskAttribute *attribute = ask_schema_reader_find_attribute (core->outputs[i].expr, &entity);

      if (attribute != NULL && entity == owner && g_ascii_strcasecmp (attribute->name, name) == 0 && is_named (core, i))
        return core->outputs[i].name;
    }
  return NULL;
}

/* (nullable) (transfer container): what all of @names are called in the results */
static GPtrArray *
find_all_called (const AskSqlCore *core, const AskEntity *owner, const GPtrArray *names)
{
  g_autoptr (GPtrArray) called = g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const char *one = find_called (core, owner, names->pdata[i]);

      if (one == NULL)
        return NULL;
      g_ptr_array_add (called, (gpointer) one);
    }
  return g_steal_pointer (&called);
}

static void
add_relationship (AskSchema *names, const char *from, const GPtrArray *own, const char *to, const GPtrArray *others)
{
  AskRelationship *added = ask_schema_add_relationship (names, from, own->pdata[0], to, others->pdata[0]);

  for (guint i = 1; i < own->len; i++)
    {
      g_ptr_array_add (added->from_attributes, g_strdup (own->pdata[i]));
      g_ptr_array_add (added->to_attributes, g_strdup (others->pdata[i]));
    }
}

static void
add_relationships (AskSchema *names, const AskEntity *results, const AskSqlCore *core)
{
  guint n = names->relationships->len;

  for (guint i = 0; i < n; i++)
    {
      const AskRelationship *along = names->relationships->pdata[i];
      const AskEntity *from = ask_schema_find_entity (names, along->from);
      const AskEntity *to = ask_schema_find_entity (names, along->to);
      g_autoptr (GPtrArray) as_from = from != NULL ? find_all_called (core, from, along->from_attributes) : NULL;
      g_autoptr (GPtrArray) as_to = to != NULL ? find_all_called (core, to, along->to_attributes) : NULL;

      if (along->from_attributes->len == 0 || along->from_attributes->len != along->to_attributes->len)
        continue;
      if (as_from != NULL)
        add_relationship (names, results->name, as_from, along->to, along->to_attributes);
      if (as_to != NULL)
        add_relationship (names, along->from, along->from_attributes, results->name, as_to);
    }
}

/**
 * ask_build_dup_names:
 * @self: steps
 * @schema: whose names they are
 *
 * Of a stage whose steps cannot run the results have no attributes.
 *
 * Returns: (transfer full): the names that the steps of @self may use: @schema, and where they read another stage its
 *   results as one more entity, and those of the stages before it
 */
AskSchema *
ask_build_dup_names (const AskBuild *self, AskSchema *schema)
{
  const AskBuildStep *first = self->steps->len > 0 ? ask_build_get_step (self, 0) : NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) names = NULL;
  g_autoptr (AskSchemaReader) reader = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autofree char *sql = NULL;
  AskEntity *results;

  if (first == NULL || first->before == NULL || ask_schema_find_entity (schema, first->entity) != NULL)
    return ask_schema_ref (schema);
  before = ask_build_dup_names (first->before, schema);
  sql = ask_build_to_sql (first->before, before);
  reader = ask_schema_reader_new (before);
  tree = ask_schema_reader_parse (reader, sql, NULL);
  names = ask_schema_fork (before);
  results = ask_entity_new (first->entity, "", "", ASK_ENTITY_QUERY);
  results->query = g_strdup (sql);
  if (tree != NULL)
    add_results (results, tree->select);
  ask_schema_add_entity (names, results);
  if (tree != NULL)
    add_relationships (names, results, tree->select->cores[0]);
  return g_steal_pointer (&names);
}

/* ---- one stage more */

/** ask_build_is_stage_name_taken: Returns: whether an entity of @schema, a table or a stage of @self is called @name */
gboolean
ask_build_is_stage_name_taken (const AskBuild *self, AskSchema *schema, const char *name)
{
  if (ask_schema_find_entity (schema, name) != NULL)
    return TRUE;
  for (const AskBuild *stage = self; stage != NULL; stage = ask_build_get_before (stage))
    for (guint i = 0; i < stage->steps->len; i++)
      {
        const AskBuildStep *step = ask_build_get_step (stage, i);

        if ((step->item != NULL && g_ascii_strcasecmp (step->item, name) == 0)
            || (step->entity != NULL && g_ascii_strcasecmp (step->entity, name) == 0))
          return TRUE;
      }
  return FALSE;
}

/** ask_build_make_stage_name: Returns: (transfer full): what the results of @self can be called: nothing of @schema or @self
 * is called so */
char *
ask_build_make_stage_name (const AskBuild *self, AskSchema *schema)
{
  g_autoptr (GPtrArray) stages = ask_build_list_stages (self);

  for (guint n = stages->len;; n++)
    {
      g_autofree char *name = g_strdup_printf ("step_%u", n);

      if (!ask_build_is_stage_name_taken (self, schema, name))
        return g_steal_pointer (&name);
    }
}

static gboolean
is_called (const AskBuildScope *scope, guint before, const char *name)
{
  for (guint i = 0; i < before; i++)
    {
      const AskBuildOutput *output = &g_array_index (scope->outputs, AskBuildOutput, i);
      const char *other = output->alias != NULL                        ? output->alias
                          : output->term->kind == ASK_BUILD_TERM_FIELD ? output->term->name
                                                                       : NULL;

      if (other != NULL && g_ascii_strcasecmp (other, name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
needs_name (const AskBuildScope *scope, guint at)
{
  const AskBuildOutput *output = &g_array_index (scope->outputs, AskBuildOutput, at);
  const AskBuildTerm *term = output->term;

  if (output->alias != NULL)
    return is_called (scope, at, output->alias);
  if (term->kind == ASK_BUILD_TERM_ALL)
    return term->function != ASK_BUILD_PLAIN;
  return term->kind != ASK_BUILD_TERM_FIELD || term->function != ASK_BUILD_PLAIN || term->part != ASK_TIME_WHOLE
         || term->name == NULL || is_called (scope, at, term->name);
}

static char *
make_name (const AskBuild *self, AskSchema *schema, const AskBuildTerm *term)
{
  g_autofree char *alias = ask_build_make_alias (self, schema, term);
  gboolean field = term->kind == ASK_BUILD_TERM_FIELD && term->item != NULL && term->name != NULL;
  g_autofree char *stem = field ? g_strdup_printf ("%s_%s", term->item, term->name) : g_strdup ("column");

  if (alias != NULL)
    return g_steal_pointer (&alias);
  for (guint n = 1;; n++)
    {
      g_autofree char *name = n == 1 && field ? g_strdup (stem) : g_strdup_printf ("%s_%u", stem, n);

      if (!ask_build_is_name_taken (self, schema, name))
        return g_steal_pointer (&name);
    }
}

/* Gives each result a name of its own, so that the next stage can say it. */
static void
name_results (AskBuild *self, AskSchema *schema)
{
  gboolean named = TRUE;

  /* Whatever is named may be shown in several places, so they are looked through anew. */
  while (named)
    {
      AskBuildScope scope;

      named = FALSE;
      ask_build_scope_init (&scope, self, schema, self->steps->len);
      for (guint i = 0; i < scope.outputs->len && !named; i++)
        {
          const AskBuildOutput *output = &g_array_index (scope.outputs, AskBuildOutput, i);
          g_autofree char *name = NULL;

          if (!needs_name (&scope, i))
            continue;
          name = make_name (self, schema, output->term);
          named = ask_build_rename_output (self, schema, i, name, NULL);
        }
      ask_build_scope_clear (&scope);
    }
}

/**
 * ask_build_go_on:
 * @self: steps, of which the first is an entity
 * @schema: whose names they are
 *
 * Returns: (transfer full): a query that begins with the results of @self, all of them; results without a name have one
 */
AskBuild *
ask_build_go_on (const AskBuild *self, AskSchema *schema)
{
  g_autoptr (AskSchema) names = ask_build_dup_names (self, schema);
  AskBuild *next = ask_build_new ();
  AskBuildStep *step = ask_build_step_new (ASK_BUILD_ENTITY);

  step->before = ask_build_copy (self);
  name_results (step->before, names);
  step->entity = ask_build_make_stage_name (self, schema);
  step->item = g_strdup (step->entity);
  g_ptr_array_add (next->steps, step);
  return next;
}

/* ---- where results come from */

static const AskBuildOutput *
find_output (const AskBuildScope *scope, const char *name)
{
  for (guint i = 0; i < scope->outputs->len; i++)
    {
      const AskBuildOutput *output = &g_array_index (scope->outputs, AskBuildOutput, i);
      const char *called = output->alias != NULL ? output->alias : output->term->name;

      if (output->term->kind == ASK_BUILD_TERM_FIELD && called != NULL && g_ascii_strcasecmp (called, name) == 0)
        return output;
    }
  return NULL;
}

/* The attribute of the one item that has it: what "all" gives of that name. */
static const AskAttribute *
find_of_all (const AskBuildScope *scope, const char *name, const AskEntity **entity)
{
  const AskAttribute *found = NULL;

  for (guint i = 0; i < scope->items->len; i++)
    {
      const AskBuildItem *item = &g_array_index (scope->items, AskBuildItem, i);
      const AskAttribute *one = item->entity != NULL ? ask_entity_find_attribute (item->entity, name) : NULL;

      if (one != NULL && found != NULL)
        return NULL;
      if (one != NULL)
        {
          found = one;
          *entity = item->entity;
        }
    }
  return found;
}

/**
 * ask_build_find_origin:
 * @self: whose term it is
 * @schema: as of ask_build_dup_names()
 * @term: what is asked about
 * @entity: (out): whose attribute it is, of no stage
 *
 * Returns: (nullable) (transfer none): the attribute that its values come from unchanged, through all stages
 */
const AskAttribute *
ask_build_find_origin (const AskBuild *self, AskSchema *schema, const AskBuildTerm *term, const AskEntity **entity)
{
  const AskBuild *before = ask_build_get_before (self);
  const AskAttribute *attribute = ask_build_term_get_attribute (self, schema, term, entity);
  const AskBuildOutput *output;
  AskBuildScope scope;

  if (attribute == NULL || before == NULL || term->item == NULL
      || g_ascii_strcasecmp (term->item, ask_build_get_step (self, 0)->item) != 0)
    return attribute;
  ask_build_scope_init (&scope, before, schema, before->steps->len);
  output = find_output (&scope, attribute->name);
  if (output == NULL)
    attribute = scope.grouped ? NULL : find_of_all (&scope, attribute->name, entity);
  else if (output->term->function != ASK_BUILD_PLAIN || output->term->part != ASK_TIME_WHOLE)
    attribute = NULL;
  else
    attribute = ask_build_find_origin (before, schema, output->term, entity);
  ask_build_scope_clear (&scope);
  /* Of several stages without a word of their own, only the first has a table. */
  return attribute != NULL && (*entity)->table[0] != '\0' ? attribute : NULL;
}

/* ---- names that change */

/* Whether the attribute @name of @item is a result of that name. */
static gboolean
hands_on (const AskBuild *self, AskSchema *schema, const char *item, const char *name)
{
  gboolean found = FALSE;
  AskBuildScope scope;

  ask_build_scope_init (&scope, self, schema, self->steps->len);
  for (guint i = 0; i < scope.outputs->len && !found; i++)
    {
      const AskBuildOutput *output = &g_array_index (scope.outputs, AskBuildOutput, i);
      const AskBuildTerm *term = output->term;

      found = term->function == ASK_BUILD_PLAIN && term->part == ASK_TIME_WHOLE && output->alias == NULL
              && (term->item == NULL || g_ascii_strcasecmp (term->item, item) == 0)
              && (term->kind == ASK_BUILD_TERM_ALL
                  || (term->kind == ASK_BUILD_TERM_FIELD && g_ascii_strcasecmp (term->name, name) == 0));
    }
  ask_build_scope_clear (&scope);
  return found;
}

/**
 * ask_build_rename_after:
 * @self: a query
 * @stage: the stage of @self that has the column
 * @schema: whose names they are
 * @old: what a result of @stage was called
 * @name: what it is called now
 *
 * Writes the new name in all stages behind @stage, as far as they hand it on.
 */
void
ask_build_rename_after (AskBuild *self, const AskBuild *stage, AskSchema *schema, const char *old, const char *name)
{
  g_autoptr (GPtrArray) stages = ask_build_list_stages (self);
  guint at;

  if (!g_ptr_array_find (stages, stage, &at))
    return;
  for (guint i = at + 1; i < stages->len; i++)
    {
      AskBuild *next = stages->pdata[i];

      const char *item = ask_build_get_step (next, 0)->item;

      ask_build_rename_of_item (next, item, old, name);
      if (!hands_on (next, schema, item, name))
        return;
    }
}

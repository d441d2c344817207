/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Faults of steps. What the steps themselves tell is said first; what the guard says of the whole query belongs to the
 * first step with which it says so.
 */
#include "config.h"

#include "explore/ask-build-check.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "explore/ask-build-offer.h"
#include "explore/ask-build-private.h"
#include "explore/ask-build-stage.h"
#include "explore/ask-build-words.h"
#include "schema/names/ask-schema-reader.h"
#include "sql/ask-sql-guard.h"

/** ask_build_problem_free: frees @self */
void
ask_build_problem_free (AskBuildProblem *self)
{
  g_free (self->words);
  g_free (self);
}

typedef struct
{
  const AskBuild *build;
  AskSchema *schema;
  GPtrArray *problems;
  guint stage;
  guint step;
} Check;

static void
say (Check *self, AskBuildLevel level, char *words)
{
  AskBuildProblem *problem = g_new0 (AskBuildProblem, 1);

  problem->level = level;
  problem->stage = self->stage;
  problem->step = self->step;
  problem->words = words;
  g_ptr_array_add (self->problems, problem);
}

/* ---- terms */

static gboolean
is_before (const Check *self, const AskBuildStep *step, const char *item)
{
  for (guint i = 0; i <= self->step; i++)
    {
      const AskBuildStep *other = self->build->steps->pdata[i];

      if (other->item != NULL && !other->disabled && other != step && g_ascii_strcasecmp (other->item, item) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
check_expression (Check *self, const char *sql)
{
  AskSqlExpr *expr = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_build_parse_expression (sql, &expr, &error);

  if (tree == NULL)
    /* Translators: SQL that a person wrote, and what is wrong with it */
    say (self, ASK_BUILD_FAULT, g_strdup_printf (_ ("“%s” is no expression: %s"), sql, ask_error_get_words (error)));
}

static void
check_term (Check *self, const AskBuildTerm *term)
{
  const AskEntity *entity = NULL;

  if (term->kind == ASK_BUILD_TERM_EXPRESSION && term->name != NULL)
    check_expression (self, term->name);
  if (term->item == NULL)
    return;
  if (!is_before (self, NULL, term->item))
    {
      say (self, ASK_BUILD_FAULT,
           g_strdup_printf (_ ("“%s” is not joined before this step. Move the join up, or switch it on again."),
                            term->item));
      return;
    }
  if (term->kind == ASK_BUILD_TERM_FIELD && term->name != NULL
      && ask_build_term_get_attribute (self->build, self->schema, term, &entity) == NULL && entity != NULL
      && ask_entity_find_metric (entity, term->name) == NULL)
    say (self, ASK_BUILD_FAULT,
         g_strdup_printf (_ ("“%s” has no “%s”. Choose another one."), entity->name, term->name));
}

/* ---- conditions */

static gboolean
is_time_text (const char *text)
{
  static const char *const form = "dddd-dd-dd";

  for (guint i = 0; form[i] != '\0'; i++)
    {
      /* A year or a month is the begin of a day. */
      if (text[i] == '\0')
        return i == 4 || i == 7;
      if (form[i] == 'd' ? !g_ascii_isdigit (text[i]) : text[i] != form[i])
        return FALSE;
    }
  return TRUE;
}

static void
check_value (Check *self, const AskBuildCondition *test, const AskBuildValue *value)
{
  AskDomainKind kind = ask_build_term_get_kind (self->build, self->schema, &test->term);
  g_autofree char *name = NULL;

  if (value->kind == ASK_BUILD_VALUE_SQL)
    {
      check_expression (self, value->text);
      return;
    }
  if (test->op > ASK_BUILD_NOT_BETWEEN && test->op != ASK_BUILD_IN && test->op != ASK_BUILD_NOT_IN)
    return;
  name = ask_build_term_to_words (self->build, self->schema, &test->term);
  if (kind == ASK_DOMAIN_NUMBER && !ask_build_text_is_number (value->text))
    say (self, ASK_BUILD_DOUBT,
         g_strdup_printf (_ ("“%s” is no number, and “%s” is one. Write it as 1234.5."), value->text, name));
  else if (kind == ASK_DOMAIN_TIME && !is_time_text (value->text))
    say (self, ASK_BUILD_DOUBT,
         g_strdup_printf (_ ("“%s” is no day, and “%s” is one. Write it as 2025-03-31."), value->text, name));
}

static void
check_condition (Check *self, const AskBuildCondition *condition, gboolean of_groups)
{
  if (!ask_build_condition_is_whole (condition))
    {
      say (self, ASK_BUILD_OPEN, g_strdup (_ ("Say what has to hold.")));
      return;
    }
  if (condition->kind == ASK_BUILD_SQL)
    check_expression (self, condition->sql);
  if (condition->kind == ASK_BUILD_TEST)
    {
      check_term (self, &condition->term);
      if (!of_groups && condition->term.function != ASK_BUILD_PLAIN)
        say (self, ASK_BUILD_FAULT,
             g_strdup (_ ("What is computed of many rows is known only after grouping. Use “Filter Groups”.")));
      for (guint i = 0; i < condition->values->len; i++)
        check_value (self, condition, condition->values->pdata[i]);
    }
  for (guint i = 0; i < condition->parts->len; i++)
    check_condition (self, condition->parts->pdata[i], of_groups);
}

/* ---- steps */

static void
check_join (Check *self, const AskBuildStep *step)
{
  for (guint i = 0; i < step->pairs->len; i++)
    {
      const AskBuildPair *pair = step->pairs->pdata[i];

      if (!is_before (self, step, pair->item))
        say (self, ASK_BUILD_FAULT,
             g_strdup_printf (_ ("“%s” is not joined before this step. Move the join up, or switch it on again."),
                              pair->item));
    }
}

static void
check_step (Check *self, const AskBuildStep *step)
{
  if (step->entity != NULL && ask_schema_find_entity (self->schema, step->entity) == NULL)
    say (self, ASK_BUILD_FAULT, g_strdup_printf (_ ("There is no entity “%s” any more."), step->entity));
  if (step->kind == ASK_BUILD_JOIN)
    check_join (self, step);
  if (step->condition != NULL)
    check_condition (self, step->condition, step->kind == ASK_BUILD_FILTER_GROUPS);
  else if (step->kind == ASK_BUILD_FILTER || step->kind == ASK_BUILD_FILTER_GROUPS)
    say (self, ASK_BUILD_OPEN, g_strdup (_ ("Say what has to hold.")));
  for (guint i = 0; i < step->columns->len; i++)
    {
      const AskBuildColumn *column = step->columns->pdata[i];

      check_term (self, &column->term);
      if (step->kind == ASK_BUILD_CALCULATE && (column->alias == NULL || column->term.name == NULL))
        say (self, ASK_BUILD_OPEN, g_strdup (_ ("Give the column a name, and say what it computes.")));
    }
  if (step->columns->len == 0 && step->kind != ASK_BUILD_ENTITY && step->kind != ASK_BUILD_JOIN
      && step->kind != ASK_BUILD_LIMIT && step->condition == NULL && step->kind != ASK_BUILD_FILTER
      && step->kind != ASK_BUILD_FILTER_GROUPS)
    say (self, ASK_BUILD_OPEN, g_strdup (_ ("Choose at least one column.")));
}

/* ---- what the guard says */

static GPtrArray *
guard (Check *self, AskSchemaReader *reader, guint n_steps)
{
  AskBuildScope scope;
  g_autofree char *sql = NULL;

  ask_build_scope_init (&scope, self->build, self->schema, n_steps);
  sql = ask_build_scope_to_sql (&scope);
  ask_build_scope_clear (&scope);
  return ask_schema_reader_guard (reader, sql);
}

static gboolean
has_hint (GPtrArray *hints, const AskSqlHint *hint)
{
  for (guint i = 0; i < hints->len; i++)
    {
      const AskSqlHint *other = hints->pdata[i];

      if (other->kind == hint->kind && strcmp (other->words, hint->words) == 0)
        return TRUE;
    }
  return FALSE;
}

static guint
find_step (Check *self, AskSchemaReader *reader, const AskSqlHint *hint)
{
  for (guint i = 0; i + 1 < self->build->steps->len; i++)
    {
      g_autoptr (GPtrArray) hints
        = !((AskBuildStep *) self->build->steps->pdata[i])->disabled ? guard (self, reader, i + 1) : NULL;

      if (hints != NULL && has_hint (hints, hint))
        return i;
    }
  return self->build->steps->len - 1;
}

static gboolean
has_fault (const Check *self)
{
  for (guint i = 0; i < self->problems->len; i++)
    if (((const AskBuildProblem *) self->problems->pdata[i])->level == ASK_BUILD_FAULT)
      return TRUE;
  return FALSE;
}

/* Looks at the stages before, too. What these say already is not said once more. */
static void
check_stage (Check *self, AskSchemaReader *reader, GPtrArray *said)
{
  AskBuild *before = ask_build_get_before (self->build);
  g_autoptr (GPtrArray) hints = NULL;

  if (before != NULL)
    {
      Check earlier = { before, self->schema, self->problems, self->stage - 1, 0 };

      check_stage (&earlier, reader, said);
    }
  if (has_fault (self))
    return;
  for (guint i = 0; i < self->build->steps->len; i++)
    {
      self->step = i;
      if (!ask_build_get_step (self->build, i)->disabled)
        check_step (self, ask_build_get_step (self->build, i));
    }
  /* The rest would say the same once more, in other words. */
  if (has_fault (self))
    return;
  hints = guard (self, reader, self->build->steps->len);
  while (hints->len > 0)
    {
      g_autoptr (AskSqlHint) hint = g_ptr_array_steal_index (hints, 0);

      if (has_hint (said, hint))
        continue;
      self->step = find_step (self, reader, hint);
      say (self, hint->level == ASK_HINT_ERROR ? ASK_BUILD_FAULT : ASK_BUILD_DOUBT, g_strdup (hint->words));
      g_ptr_array_add (said, g_steal_pointer (&hint));
    }
}

/**
 * ask_build_check_with:
 * @self: steps, of which the first is an entity
 * @schema: whose names they are
 * @reader: of @schema; several queries can be checked with one
 *
 * Returns: (transfer full) (element-type AskBuildProblem): what is wrong with it, in the order of the stages and their
 *   steps
 */
GPtrArray *
ask_build_check_with (const AskBuild *self, AskSchema *schema, AskSchemaReader *reader)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_problem_free);
  g_autoptr (AskSchema) names = ask_build_dup_names (self, schema);
  g_autoptr (GPtrArray) stages = ask_build_list_stages (self);
  g_autoptr (GPtrArray) said = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_hint_free);
  Check check = { self, names, problems, stages->len - 1, 0 };

  check_stage (&check, reader, said);
  return problems;
}

/**
 * ask_build_check:
 * @self: steps, of which the first is an entity
 * @schema: whose names they are
 *
 * The same as ask_build_check_with(), with a reader of its own.
 *
 * Returns: (transfer full) (element-type AskBuildProblem): what is wrong with it, in the order of the steps
 */
GPtrArray *
ask_build_check (const AskBuild *self, AskSchema *schema)
{
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);

  return ask_build_check_with (self, schema, reader);
}

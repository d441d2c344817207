/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A SELECT as steps, clause by clause. It shows all that the query says, or refuses with the part that has no step. What
 * runs afterwards gives the same rows; in which words the query was written is not kept.
 */
#include "config.h"

#include "explore/ask-build-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "explore/ask-build-stage.h"
#include "schema/names/ask-schema-reader.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-printer.h"

/* Of a part that cannot be shown as many characters are said. */
#define MAX_SAID 80
/* Nobody follows more of them. */
#define MAX_STAGES 20

/* ask_build_refuse: Returns: FALSE; sets @error to say that @part, which is SQL, has no step */
gboolean
ask_build_refuse (GError **error, const char *part)
{
  g_autofree char *line = ask_text_to_line (part);

  if (g_utf8_strlen (line, -1) > MAX_SAID)
    {
      g_autofree char *begin = g_utf8_substring (line, 0, MAX_SAID);

      g_free (line);
      line = g_strconcat (begin, "…", NULL);
    }
  ask_error_set (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_CANNOT_SHOW,
                 N_ ("No step says this part of the query: “%s”. The query stays SQL."), line);
  return FALSE;
}

/* ask_build_refuse_expr: the same for an expression */
gboolean
ask_build_refuse_expr (GError **error, const AskSqlExpr *expr)
{
  g_autofree char *text = ask_sql_print_expr (expr);

  return ask_build_refuse (error, text);
}

/* ---- what is refused as a whole */

static gboolean
refuse_with (GError **error, const char *name)
{
  g_autofree char *part = g_strdup_printf ("WITH %s", name);

  return ask_build_refuse (error, part);
}

static gboolean
check_select (const AskSqlTree *tree, const AskSqlSelect *select, GError **error)
{
  static const char *const compounds[] = { "", "UNION", "UNION ALL", "INTERSECT", "EXCEPT" };
  const AskSqlCore *core = select->cores[0];

  /* Its names would be known in it alone. */
  if (select != tree->select && select->n_ctes > 0)
    return refuse_with (error, select->ctes[0]->name);
  if (select->n_cores > 1)
    return ask_build_refuse (error, compounds[select->cores[1]->compound]);
  if (core->n_rows > 0)
    return ask_build_refuse (error, "VALUES");
  if (core->n_windows > 0)
    return ask_build_refuse (error, "WINDOW");
  if (tree->n_parameters > 0)
    return ask_build_refuse (error, "?");
  return TRUE;
}

/* ---- results */

static gboolean
is_place (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER;
}

/* What a term of GROUP BY or ORDER BY is: a result by its place, or by its name where names of results count first. */
static const AskSqlExpr *
find_meant (AskBuildReader *reader, const AskSqlExpr *expr, gboolean by_alias)
{
  const AskSqlCore *core = reader->core;

  if (is_place (expr) && expr->value.integer >= 1 && expr->value.integer <= core->n_results)
    return core->results[expr->value.integer - 1].expr;
  for (guint i = 0; by_alias && expr->kind == ASK_EXPR_COLUMN && expr->table == NULL && i < core->n_results; i++)
    if (core->results[i].alias != NULL && g_ascii_strcasecmp (core->results[i].alias, expr->name) == 0)
      return core->results[i].expr;
  return expr;
}

static AskBuildStep *
add_step (AskBuildReader *reader, AskBuildKind kind)
{
  AskBuildStep *step = ask_build_step_new (kind);

  g_ptr_array_add (reader->build->steps, step);
  return step;
}

static AskBuildColumn *
find_column (const AskBuildStep *step, const AskBuildTerm *term)
{
  for (guint i = 0; step != NULL && i < step->columns->len; i++)
    {
      AskBuildColumn *column = step->columns->pdata[i];

      if (ask_build_term_equal (&column->term, term))
        return column;
    }
  return NULL;
}

/* (nullable): what the result is called, where that is not its own name */
static const char *
find_alias (const AskSqlResult *result, const AskBuildTerm *term)
{
  gboolean same = term->kind == ASK_BUILD_TERM_FIELD && term->function == ASK_BUILD_PLAIN
                  && term->part == ASK_TIME_WHOLE && g_strcmp0 (result->alias, term->name) == 0;

  return same ? NULL : result->alias;
}

static gboolean
read_star (AskBuildReader *reader, const AskSqlResult *result, AskBuildTerm *term, GError **error)
{
  term->kind = ASK_BUILD_TERM_ALL;
  if (result->star != 2)
    return TRUE;
  for (guint i = 0; i < reader->items->len; i++)
    if (g_ascii_strcasecmp (g_array_index (reader->items, AskBuildItem, i).name, result->table) == 0)
      {
        term->item = g_strdup (g_array_index (reader->items, AskBuildItem, i).name);
        return TRUE;
      }
  return ask_build_refuse (error, result->table);
}

/* A result that is neither an attribute nor sums up, and that has a name: a calculated column. */
static gboolean
is_calculated (const AskBuildReader *reader, const AskSqlResult *result, const AskBuildTerm *term)
{
  if (result->alias == NULL || (term->kind == ASK_BUILD_TERM_FIELD && term->part == ASK_TIME_WHOLE))
    return FALSE;
  for (guint i = 0; i < reader->calculated->len; i++)
    if (g_ascii_strcasecmp (((const AskBuildColumn *) reader->calculated->pdata[i])->alias, result->alias) == 0)
      return FALSE;
  return TRUE;
}

/* The columns as they would be without a step that says them. */
static gboolean
is_natural (const AskBuildStep *columns, const AskBuildStep *groups, const AskBuildStep *summaries)
{
  guint n_groups = groups != NULL ? groups->columns->len : 0;
  guint n_summaries = summaries != NULL ? summaries->columns->len : 0;

  if (columns->distinct || n_groups + n_summaries != columns->columns->len || n_groups + n_summaries == 0)
    return FALSE;
  for (guint i = 0; i < columns->columns->len; i++)
    {
      const AskBuildColumn *shown = columns->columns->pdata[i];
      const AskBuildColumn *own = i < n_groups ? groups->columns->pdata[i] : summaries->columns->pdata[i - n_groups];

      if (shown->alias != NULL || !ask_build_term_equal (&shown->term, &own->term))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_natural_plain (const AskBuildReader *reader, const AskBuildStep *columns)
{
  const AskBuildColumn *first = columns->columns->pdata[0];

  if (columns->distinct || columns->columns->len != reader->calculated->len + 1
      || first->term.kind != ASK_BUILD_TERM_ALL || first->term.item != NULL)
    return FALSE;
  for (guint i = 1; i < columns->columns->len; i++)
    {
      const AskBuildColumn *shown = columns->columns->pdata[i];
      const AskBuildColumn *calculated = reader->calculated->pdata[i - 1];

      if (shown->term.kind != ASK_BUILD_TERM_FIELD || shown->term.item != NULL || shown->alias != NULL
          || g_strcmp0 (shown->term.name, calculated->alias) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_grouped (AskBuildReader *reader)
{
  const AskSqlCore *core = reader->core;

  if (core->group_by.n > 0)
    return TRUE;
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].expr != NULL && ask_build_expr_sums_up (reader, core->results[i].expr))
      return TRUE;
  return FALSE;
}

/* Results without groups: calculated columns get a step each, before what is shown is known. */
static gboolean
read_plain (AskBuildReader *reader, AskBuildStep *columns, GError **error)
{
  for (guint i = 0; i < reader->core->n_results; i++)
    {
      const AskSqlResult *result = &reader->core->results[i];
      g_auto (AskBuildTerm) term = { 0 };

      if (result->star != 0)
        {
          if (!read_star (reader, result, &term, error))
            return FALSE;
        }
      else
        ask_build_read_term (reader, result->expr, &term);
      if (result->star == 0 && is_calculated (reader, result, &term))
        {
          AskBuildColumn *column = ask_build_step_add (add_step (reader, ASK_BUILD_CALCULATE), &term, result->alias);

          g_ptr_array_add (reader->calculated, column);
          ask_build_term_clear (&term);
          term.kind = ASK_BUILD_TERM_FIELD;
          term.name = g_strdup (column->alias);
        }
      ask_build_step_add (columns, &term, find_alias (result, &term));
    }
  return TRUE;
}

static gboolean
read_grouped (AskBuildReader *reader, AskBuildStep *groups, AskBuildStep *summaries, AskBuildStep *columns,
              GError **error)
{
  const AskSqlCore *core = reader->core;

  for (guint i = 0; i < core->group_by.n; i++)
    {
      const AskSqlExpr *meant = find_meant (reader, core->group_by.items[i], FALSE);
      g_auto (AskBuildTerm) term = { 0 };

      if (meant == NULL)
        return ask_build_refuse_expr (error, core->group_by.items[i]);
      ask_build_read_term (reader, meant, &term);
      if (find_column (groups, &term) == NULL)
        ask_build_step_add (groups, &term, NULL);
    }
  for (guint i = 0; i < core->n_results; i++)
    {
      const AskSqlResult *result = &core->results[i];
      g_auto (AskBuildTerm) term = { 0 };
      AskBuildColumn *known;
      const char *alias;

      if (result->star != 0)
        {
          if (!read_star (reader, result, &term, error))
            return FALSE;
          ask_build_step_add (columns, &term, NULL);
          continue;
        }
      ask_build_read_term (reader, result->expr, &term);
      alias = find_alias (result, &term);
      known = find_column (groups, &term);
      if (known == NULL && ask_build_expr_sums_up (reader, result->expr))
        known = find_column (summaries, &term) != NULL ? find_column (summaries, &term)
                                                       : ask_build_step_add (summaries, &term, NULL);
      /* Shown the first time it gives its name to the group or the summary. */
      if (known != NULL && find_column (columns, &term) == NULL)
        {
          known->alias = g_strdup (alias);
          alias = NULL;
        }
      ask_build_step_add (columns, &term, alias);
    }
  return TRUE;
}

/* ---- the other clauses */

static void
add_filters (AskBuildReader *reader, GPtrArray *exprs, AskBuildKind kind)
{
  g_autoptr (GPtrArray) conditions = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_condition_free);

  for (guint i = 0; i < exprs->len; i++)
    g_ptr_array_add (conditions, ask_build_read_condition (reader, exprs->pdata[i]));
  ask_build_join_spans (conditions);
  while (conditions->len > 0)
    add_step (reader, kind)->condition = g_ptr_array_steal_index (conditions, 0);
}

static gboolean
read_order (AskBuildReader *reader, const AskSqlOrder *order, GError **error)
{
  AskBuildStep *step = order->n > 0 ? add_step (reader, ASK_BUILD_SORT) : NULL;

  for (guint i = 0; i < order->n; i++)
    {
      const AskSqlExpr *meant = find_meant (reader, order->items[i].expr, TRUE);
      g_auto (AskBuildTerm) term = { 0 };
      AskBuildColumn *column;

      if (meant == NULL)
        return ask_build_refuse_expr (error, order->items[i].expr);
      ask_build_read_term (reader, meant, &term);
      column = ask_build_step_add (step, &term, NULL);
      column->descending = order->items[i].descending;
      column->nulls = order->items[i].nulls;
    }
  return TRUE;
}

static gboolean
read_count (const AskSqlExpr *expr, gint64 *count, GError **error)
{
  if (expr == NULL)
    return TRUE;
  if (!is_place (expr) || expr->value.integer < 0)
    return ask_build_refuse_expr (error, expr);
  *count = expr->value.integer;
  return TRUE;
}

static gboolean
read_limit (AskBuildReader *reader, const AskSqlSelect *select, GError **error)
{
  AskBuildStep *step;

  if (select->limit == NULL)
    return TRUE;
  step = add_step (reader, ASK_BUILD_LIMIT);
  return read_count (select->limit, &step->limit, error) && read_count (select->offset, &step->offset, error);
}

static void
keep_or_free (AskBuildReader *reader, AskBuildStep *step, gboolean keep)
{
  if (keep)
    g_ptr_array_add (reader->build->steps, step);
  else
    ask_build_step_free (step);
}

static gboolean
read_clauses (AskBuildReader *reader, GError **error)
{
  const AskSqlCore *core = reader->core;
  g_autoptr (GPtrArray) conditions = g_ptr_array_new ();
  g_autoptr (GPtrArray) having = g_ptr_array_new ();
  AskBuildStep *groups = ask_build_step_new (ASK_BUILD_GROUP);
  AskBuildStep *summaries = ask_build_step_new (ASK_BUILD_SUMMARISE);
  AskBuildStep *columns = ask_build_step_new (ASK_BUILD_COLUMNS);
  gboolean grouped;
  gboolean done;

  if (core->where != NULL)
    ask_build_split (core->where, conditions);
  if (core->having != NULL)
    ask_build_split (core->having, having);
  columns->distinct = core->distinct;
  done = ask_build_read_from (reader, conditions, error);
  grouped = done && is_grouped (reader);
  done = done
         && (grouped ? read_grouped (reader, groups, summaries, columns, error) : read_plain (reader, columns, error));
  if (done)
    {
      gboolean natural = grouped ? is_natural (columns, groups, summaries) : is_natural_plain (reader, columns);

      add_filters (reader, conditions, ASK_BUILD_FILTER);
      keep_or_free (reader, groups, groups->columns->len > 0);
      keep_or_free (reader, summaries, summaries->columns->len > 0);
      add_filters (reader, having, ASK_BUILD_FILTER_GROUPS);
      keep_or_free (reader, columns, !natural);
      return TRUE;
    }
  ask_build_step_free (groups);
  ask_build_step_free (summaries);
  ask_build_step_free (columns);
  return FALSE;
}

/* ---- stages */

/* @ctes: how many of the statement's WITH are read, from the last one on */
typedef struct
{
  AskSchema *schema;
  const AskSqlTree *tree;
  guint n_ctes;
} Stages;

/* The select that @select reads first, where that is a stage: the last WITH that no other stage is, or a subquery. */
static gboolean
find_before (Stages *self, const AskSqlSelect *select, const AskSqlSelect **before, GError **error)
{
  const AskSqlFrom *from = select->cores[0]->from.n > 0 ? select->cores[0]->from.items[0] : NULL;
  const AskSqlCte *cte = self->n_ctes > 0 ? self->tree->select->ctes[self->n_ctes - 1] : NULL;

  if (cte != NULL && from != NULL && from->kind == ASK_FROM_TABLE && from->schema == NULL
      && g_ascii_strcasecmp (from->name, cte->name) == 0)
    {
      if (cte->columns != NULL || cte->materialized != 0 || ask_schema_find_entity (self->schema, cte->name) != NULL)
        return refuse_with (error, cte->name);
      self->n_ctes--;
      *before = cte->select;
    }
  else if (cte == NULL && from != NULL && from->kind == ASK_FROM_SELECT)
    *before = from->select;
  /* It is read somewhere else, or nowhere. */
  else if (cte != NULL)
    return refuse_with (error, cte->name);
  return TRUE;
}

/* @build begins with the results of @before, which is taken, under the name that they have in @from. */
static void
take_before (AskBuild *build, AskBuild *before, AskSchema *schema, const AskSqlFrom *from)
{
  AskBuildStep *step = ask_build_step_new (ASK_BUILD_ENTITY);

  step->before = before;
  if (from->kind == ASK_FROM_TABLE)
    step->entity = g_strdup (from->name);
  else if (from->alias != NULL && !ask_build_is_stage_name_taken (before, schema, from->alias))
    step->entity = g_strdup (from->alias);
  else
    step->entity = ask_build_make_stage_name (before, schema);
  step->item = g_strdup (from->alias != NULL ? from->alias : step->entity);
  g_ptr_array_add (build->steps, step);
}

static AskBuild *
read_stage (Stages *self, const AskSqlSelect *select, guint depth, GError **error)
{
  g_autoptr (AskBuild) build = ask_build_new ();
  g_autoptr (AskBuild) before = NULL;
  g_autoptr (AskSchema) names = NULL;
  g_autoptr (GPtrArray) calculated = g_ptr_array_new ();
  const AskSqlSelect *inner = NULL;
  AskBuildReader reader;
  gboolean shown;

  if (!check_select (self->tree, select, error) || !find_before (self, select, &inner, error))
    return NULL;
  if (inner != NULL && depth >= MAX_STAGES)
    {
      ask_build_refuse (error, "SELECT");
      return NULL;
    }
  before = inner != NULL ? read_stage (self, inner, depth + 1, error) : NULL;
  if (inner != NULL && before == NULL)
    return NULL;
  if (before != NULL)
    take_before (build, g_steal_pointer (&before), self->schema, select->cores[0]->from.items[0]);
  names = ask_build_dup_names (build, self->schema);
  reader = (AskBuildReader) { names, self->tree, select->cores[0], build, NULL, calculated };
  reader.items = g_array_new (FALSE, FALSE, sizeof (AskBuildItem));
  shown = read_clauses (&reader, error) && read_order (&reader, &select->order, error)
          && read_limit (&reader, select, error);
  g_array_unref (reader.items);
  return shown ? g_steal_pointer (&build) : NULL;
}

/**
 * ask_build_from_sql:
 * @schema: whose names are meant
 * @sql: one SELECT over the relational view
 * @error: ASK_SQL_ERROR where it does not stand; %ASK_BUILD_ERROR_CANNOT_SHOW where it does, but says what no step says:
 *   the message has that part
 *
 * A WITH, or a subquery at the first place of FROM, is a stage of its own. What a condition or a column says that no step
 * has a word for stays SQL in its place. Only names are looked at; no source is asked anything.
 *
 * Returns: (transfer full) (nullable): steps that give the same rows
 */
AskBuild *
ask_build_from_sql (AskSchema *schema, const char *sql, GError **error)
{
  g_autoptr (AskSchemaReader) names = NULL;
  g_autoptr (AskSqlTree) meant = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  Stages stages;

  g_return_val_if_fail (schema != NULL && sql != NULL, NULL);

  names = ask_schema_reader_new (schema);
  meant = ask_schema_reader_parse (names, sql, error);
  tree = meant != NULL ? ask_sql_parse (sql, -1, error) : NULL;
  if (tree == NULL)
    return NULL;
  if (tree->select->recursive && tree->select->n_ctes > 0)
    {
      refuse_with (error, tree->select->ctes[0]->name);
      return NULL;
    }
  stages = (Stages) { schema, tree, tree->select->n_ctes };
  return read_stage (&stages, tree->select, 0, error);
}

/* ---- how much of it is SQL */

static gboolean
is_plain_condition (const AskBuildCondition *condition)
{
  if (condition == NULL)
    return TRUE;
  if (condition->kind == ASK_BUILD_SQL
      || (condition->kind == ASK_BUILD_TEST && condition->term.kind == ASK_BUILD_TERM_EXPRESSION))
    return FALSE;
  for (guint i = 0; i < condition->values->len; i++)
    if (((const AskBuildValue *) condition->values->pdata[i])->kind == ASK_BUILD_VALUE_SQL)
      return FALSE;
  for (guint i = 0; i < condition->parts->len; i++)
    if (!is_plain_condition (condition->parts->pdata[i]))
      return FALSE;
  return TRUE;
}

/** ask_build_is_plain: Returns: whether nothing in @self is SQL that a person would have to write */
gboolean
ask_build_is_plain (const AskBuild *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];

      if (step->on != NULL || !is_plain_condition (step->condition)
          || (step->before != NULL && !ask_build_is_plain (step->before)))
        return FALSE;
      for (guint c = 0; c < step->columns->len; c++)
        if (((const AskBuildColumn *) step->columns->pdata[c])->term.kind == ASK_BUILD_TERM_EXPRESSION)
          return FALSE;
    }
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FROM as steps: the first table is the entity, each other one a join. Where tables stand side by side with commas, what
 * WHERE says about two of them is their join; the rows are the same. What an inner join asks for beside equal keys
 * becomes a filter, that of an outer join stays where it is.
 */
#include "config.h"

#include "explore/ask-build-private.h"

#include <string.h>

#include "sql/ask-sql-printer.h"

static gboolean
has_item (AskBuildReader *reader, const char *name)
{
  for (guint i = 0; i < reader->items->len; i++)
    if (g_ascii_strcasecmp (g_array_index (reader->items, AskBuildItem, i).name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
refuse_from (AskBuildReader *reader, const AskSqlFrom *from, GError **error)
{
  g_autofree char *part = from->span.end > from->span.start
                            ? g_strndup (reader->tree->text + from->span.start, from->span.end - from->span.start)
                            : g_strdup ("FROM");

  return ask_build_refuse (error, part);
}

/* Checks the table and makes its step, with nothing of how it is joined. */
static gboolean
add_table (AskBuildReader *reader, const AskSqlFrom *from, GError **error)
{
  const AskEntity *entity
    = from->kind == ASK_FROM_TABLE && from->schema == NULL ? ask_schema_find_entity (reader->schema, from->name) : NULL;
  AskBuildItem item = { NULL, entity };
  AskBuildStep *step
    = reader->items->len == 0 && reader->build->steps->len == 1 ? reader->build->steps->pdata[0] : NULL;

  /* What the stage before gives has its step already. */
  if (step != NULL)
    {
      item = (AskBuildItem) { step->item, ask_schema_find_entity (reader->schema, step->entity) };
      g_array_append_val (reader->items, item);
      return TRUE;
    }
  if (entity == NULL || from->indexed_by != NULL || from->not_indexed || from->natural || from->join == ASK_JOIN_RIGHT
      || from->join == ASK_JOIN_FULL)
    return refuse_from (reader, from, error);
  if (has_item (reader, from->alias != NULL ? from->alias : entity->name))
    return refuse_from (reader, from, error);
  step = ask_build_step_new (reader->items->len == 0 ? ASK_BUILD_ENTITY : ASK_BUILD_JOIN);
  step->entity = g_strdup (entity->name);
  step->item = g_strdup (from->alias != NULL ? from->alias : entity->name);
  step->outer = from->join == ASK_JOIN_LEFT;
  item.name = step->item;
  g_ptr_array_add (reader->build->steps, step);
  g_array_append_val (reader->items, item);
  return TRUE;
}

/* Whether it says that an attribute of the last table equals one of a table before. */
static gboolean
add_pair (AskBuildReader *reader, AskBuildStep *step, const AskSqlExpr *expr)
{
  g_auto (AskBuildTerm) left = { 0 };
  g_auto (AskBuildTerm) right = { 0 };
  gboolean mirrored;

  if (expr->kind != ASK_EXPR_BINARY || expr->op != ASK_OP_EQUAL || !ask_build_find_field (reader, expr->left, &left)
      || !ask_build_find_field (reader, expr->right, &right) || left.item == NULL || right.item == NULL
      || strcmp (left.item, right.item) == 0)
    return FALSE;
  mirrored = strcmp (left.item, step->item) == 0;
  if (!mirrored && strcmp (right.item, step->item) != 0)
    return FALSE;
  ask_build_step_add_pair (step, mirrored ? right.item : left.item, mirrored ? right.name : left.name,
                           mirrored ? left.name : right.name);
  return TRUE;
}

static void
add_on (AskBuildStep *step, const AskSqlExpr *expr)
{
  g_autofree char *text = ask_sql_print_expr (expr);
  g_autofree char *before = g_steal_pointer (&step->on);

  if (before == NULL)
    step->on = g_steal_pointer (&text);
  else
    step->on = g_strdup_printf ("(%s) AND (%s)", before, text);
}

/* The ON of an outer join stays with it. */
static void
read_outer (AskBuildReader *reader, AskBuildStep *step, const AskSqlExpr *on)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  AskSqlExpr *expr = NULL;
  g_autoptr (AskSqlTree) tree = NULL;

  ask_build_split (on, parts);
  for (guint i = 0; i < parts->len; i++)
    if (!add_pair (reader, step, parts->pdata[i]))
      add_on (step, parts->pdata[i]);
  tree = step->on != NULL ? ask_build_parse_expression (step->on, &expr, NULL) : NULL;
  if (tree != NULL)
    {
      g_free (step->on);
      step->on = ask_sql_print_expr (expr);
    }
}

/* USING (a): the last table's a equals that of the one table before that has it. */
static gboolean
read_using (AskBuildReader *reader, AskBuildStep *step, const AskSqlFrom *from, GError **error)
{
  for (guint i = 0; i < reader->core->n_results; i++)
    if (reader->core->results[i].star != 0)
      return refuse_from (reader, from, error);
  for (guint u = 0; from->using[u] != NULL; u++)
    {
      const AskAttribute *here
        = ask_entity_find_attribute (ask_schema_find_entity (reader->schema, step->entity), from->using[u]);
      const AskBuildItem *other = NULL;

      for (guint i = 0; i + 1 < reader->items->len; i++)
        {
          const AskBuildItem *item = &g_array_index (reader->items, AskBuildItem, i);

          if (ask_entity_find_attribute (item->entity, from->using[u]) == NULL)
            continue;
          if (other != NULL)
            return refuse_from (reader, from, error);
          other = item;
        }
      if (here == NULL || other == NULL)
        return refuse_from (reader, from, error);
      ask_build_step_add_pair (step, other->name, ask_entity_find_attribute (other->entity, from->using[u])->name,
                               here->name);
    }
  return TRUE;
}

/* Of all that has to hold, what says that an attribute of this table equals one of a table before. */
static void
take_pairs (AskBuildReader *reader, AskBuildStep *step, GPtrArray *conditions)
{
  for (guint i = 0; i < conditions->len;)
    {
      if (add_pair (reader, step, conditions->pdata[i]))
        g_ptr_array_remove_index (conditions, i);
      else
        i++;
    }
}

/* Where a condition of an inner join stands makes no difference, so each goes to the first table that has both sides;
 * what WHERE says only to a table that nothing else joins. */
static void
read_inner (AskBuildReader *reader, GPtrArray *asked, GPtrArray *conditions)
{
  g_autoptr (GArray) items = g_steal_pointer (&reader->items);

  reader->items = g_array_new (FALSE, FALSE, sizeof (AskBuildItem));
  for (guint i = 0; i < items->len; i++)
    {
      AskBuildStep *step = reader->build->steps->pdata[i];

      g_array_append_val (reader->items, g_array_index (items, AskBuildItem, i));
      if (i == 0 || step->outer)
        continue;
      take_pairs (reader, step, asked);
      if (step->pairs->len == 0)
        take_pairs (reader, step, conditions);
    }
}

/*
 * ask_build_read_from:
 * @conditions: (element-type AskSqlExpr): what WHERE asks for; gets what joins ask for, loses what joins are
 * @error: %ASK_BUILD_ERROR_CANNOT_SHOW
 *
 * Returns: whether all tables have a step
 */
gboolean
ask_build_read_from (AskBuildReader *reader, GPtrArray *conditions, GError **error)
{
  const AskSqlFroms *from = &reader->core->from;
  g_autoptr (GPtrArray) asked = g_ptr_array_new ();

  if (from->n == 0)
    return ask_build_refuse (error, "SELECT");
  for (guint i = 0; i < from->n; i++)
    {
      const AskSqlFrom *item = from->items[i];
      AskBuildStep *step;

      if (!add_table (reader, item, error))
        return FALSE;
      step = reader->build->steps->pdata[i];
      if (item->using != NULL && !read_using (reader, step, item, error))
        return FALSE;
      if (item->on != NULL && step->outer)
        read_outer (reader, step, item->on);
      else if (item->on != NULL)
        ask_build_split (item->on, asked);
    }
  read_inner (reader, asked, conditions);
  for (guint i = 0; i < asked->len; i++)
    g_ptr_array_insert (conditions, (gint) i, asked->pdata[i]);
  return TRUE;
}

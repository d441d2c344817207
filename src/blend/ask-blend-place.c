/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds where a call stands: the innermost SELECT, the part of it, and the SELECT around where it is a value or a condition there.
 */
#include "config.h"

#include "blend/ask-blend-place-private.h"

static gboolean
look_for_node (AskSqlExpr *expr, gpointer data)
{
  AskBlendFound *self = data;

  if (self->node == NULL && ask_blend_get_number (expr) == self->number)
    self->node = expr;
  return self->node == NULL;
}

/* ask_blend_find_node: @expr: (nullable): where to look. Returns: (nullable): the lookup within, which @self has then */
AskSqlExpr *
ask_blend_find_node (AskBlendFound *self, AskSqlExpr *expr)
{
  const AskSqlVisit visit = { .expr = look_for_node, .user_data = self };

  if (expr != NULL)
    ask_sql_walk_expr (expr, &visit);
  return self->node;
}

static gboolean
look_for_aggregate (AskSqlExpr *expr, gpointer data)
{
  AskBlendFound *self = data;

  if (expr->is_aggregate && ask_blend_holds (expr, self->number))
    self->aggregate = expr;
  return self->aggregate == NULL;
}

static gboolean
look_for_select (AskSqlSelect *select, gpointer data)
{
  AskBlendFound *self = data;

  return self->core == NULL && !ask_blend_find_place (self, select);
}

static gboolean
look_for_exists (AskSqlExpr *expr, gpointer data)
{
  AskBlendFound *self = data;

  self->exists = self->exists || (expr->kind == ASK_EXPR_EXISTS && expr->select == self->select);
  return !self->exists;
}

/* The subqueries of @expr first: the innermost SELECT is wanted. */
static gboolean
search_expr (AskBlendFound *self, AskSqlExpr *expr, AskSqlSelect *select, AskSqlCore *core, AskBlendPlace place)
{
  const AskSqlVisit subqueries = { .select = look_for_select, .user_data = self };
  const AskSqlVisit aggregates = { .expr = look_for_aggregate, .user_data = self };
  const AskSqlVisit exists = { .expr = look_for_exists, .user_data = self };

  if (expr == NULL)
    return FALSE;
  ask_sql_walk_expr (expr, &subqueries);
  if (self->core != NULL && self->around == NULL)
    {
      self->around = core;
      self->around_root = expr;
      self->around_place = place;
      ask_sql_walk_expr (expr, &exists);
    }
  if (self->core != NULL)
    return TRUE;
  if (ask_blend_find_node (self, expr) == NULL)
    return FALSE;
  self->select = select;
  self->core = core;
  self->root = expr;
  self->place = place;
  ask_sql_walk_expr (expr, &aggregates);
  return TRUE;
}

static gboolean
search_from (AskBlendFound *self, AskSqlFroms *items, AskSqlSelect *select, AskSqlCore *core)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];

      if ((from->select != NULL && ask_blend_find_place (self, from->select))
          || search_from (self, &from->items, select, core))
        return TRUE;
      if (search_expr (self, from->on, select, core, ASK_BLEND_PLACE_ON))
        {
          self->on = from;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
search_window (AskBlendFound *self, AskSqlWindow *window, AskSqlSelect *select, AskSqlCore *core)
{
  for (guint i = 0; i < window->partition.n; i++)
    if (search_expr (self, window->partition.items[i], select, core, ASK_BLEND_PLACE_WINDOW))
      return TRUE;
  for (guint i = 0; i < window->order.n; i++)
    if (search_expr (self, window->order.items[i].expr, select, core, ASK_BLEND_PLACE_WINDOW))
      return TRUE;
  return search_expr (self, window->start_expr, select, core, ASK_BLEND_PLACE_WINDOW)
         || search_expr (self, window->end_expr, select, core, ASK_BLEND_PLACE_WINDOW);
}

static gboolean
search_core (AskBlendFound *self, AskSqlSelect *select, AskSqlCore *core)
{
  for (guint i = 0; i < core->n_results; i++)
    if (search_expr (self, core->results[i].expr, select, core, ASK_BLEND_PLACE_RESULT))
      return TRUE;
  for (guint i = 0; i < core->group_by.n; i++)
    if (search_expr (self, core->group_by.items[i], select, core, ASK_BLEND_PLACE_GROUP))
      return TRUE;
  for (guint i = 0; i < core->n_windows; i++)
    if (search_window (self, core->windows[i], select, core))
      return TRUE;
  return search_from (self, &core->from, select, core)
         || search_expr (self, core->where, select, core, ASK_BLEND_PLACE_WHERE)
         || search_expr (self, core->having, select, core, ASK_BLEND_PLACE_HAVING);
}

/* ask_blend_find_place: @self: has a number, and a list for CTEs; gets the rest. Returns: whether the call stands in @select */
gboolean
ask_blend_find_place (AskBlendFound *self, AskSqlSelect *select)
{
  guint mark = self->ctes->len;

  for (guint i = 0; i < select->n_ctes; i++)
    {
      if (ask_blend_find_place (self, select->ctes[i]->select))
        return TRUE;
      g_ptr_array_add (self->ctes, select->ctes[i]);
    }
  for (guint i = 0; i < select->n_cores; i++)
    if (search_core (self, select, select->cores[i]))
      return TRUE;
  for (guint i = 0; i < select->order.n; i++)
    if (search_expr (self, select->order.items[i].expr, select, select->cores[0], ASK_BLEND_PLACE_ORDER))
      return TRUE;
  g_ptr_array_set_size (self->ctes, (int) mark);
  return FALSE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aggregates and window functions of the remote printers. An integer's sum has to be one of 64 bits
 * or an error; averages are of doubles, as SQLite's are; what depends on the order of rows, such as
 * group_concat(), is refused.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <string.h>

/* The definition of a named window in the SELECT that is being printed. */
static AskSqlWindow *
find_window (AskSqlPrint *self, const char *name)
{
  AskSqlPrintScope *scope = self->scopes->len > 0 ? g_ptr_array_index (self->scopes, self->scopes->len - 1) : NULL;

  for (guint i = 0; scope != NULL && i < scope->core->n_windows; i++)
    if (scope->core->windows[i]->name != NULL && g_ascii_strcasecmp (scope->core->windows[i]->name, name) == 0)
      return scope->core->windows[i];
  return NULL;
}

static gboolean
print_bound (AskSqlPrint *self, const AskSqlWindow *window, AskSqlBoundKind kind, const AskSqlExpr *expr, GString *text)
{
  switch (kind)
    {
    case ASK_BOUND_UNBOUNDED_PRECEDING:
      g_string_append (text, "UNBOUNDED PRECEDING");
      return TRUE;
    case ASK_BOUND_UNBOUNDED_FOLLOWING:
      g_string_append (text, "UNBOUNDED FOLLOWING");
      return TRUE;
    case ASK_BOUND_CURRENT_ROW:
      g_string_append (text, "CURRENT ROW");
      return TRUE;
    default:
      break;
    }
  if (window->unit == ASK_FRAME_RANGE || expr == NULL || expr->kind != ASK_EXPR_LITERAL
      || expr->value.kind != ASK_VALUE_INTEGER || expr->value.integer < 0)
    return ask_sql_print_refuse (self, "A window's frame is bounded by something that is no plain "
                                       "number of rows");
  g_string_append_printf (text, "%" G_GINT64_FORMAT " %s", expr->value.integer,
                          kind == ASK_BOUND_PRECEDING ? "PRECEDING" : "FOLLOWING");
  return TRUE;
}

/* MariaDB sorts once for windows that it takes for compatible, and takes too many for it: beside
 * OVER () one of OVER (PARTITION BY a) and OVER (ORDER BY b) is computed in the other's order. */
static gboolean
is_like_others (AskSqlPrint *self, const char *window)
{
  AskSqlPrintScope *scope = self->scopes->len > 0 ? g_ptr_array_index (self->scopes, self->scopes->len - 1) : NULL;

  if (self->ops->postgres || scope == NULL)
    return TRUE;
  if (scope->window == NULL)
    scope->window = ask_sql_print_keep (self, g_strdup (window));
  return g_str_equal (scope->window, window)
         || ask_sql_print_refuse_server (self, "Windows of several kinds are mixed up by");
}

static const char *
print_window (AskSqlPrint *self, const AskSqlWindow *window)
{
  static const char *const units[] = { "RANGE", "ROWS", "GROUPS" };
  static const char *const excludes[] = { "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES" };
  const AskSqlWindow *partition = window;
  const AskSqlWindow *order = window;
  const AskSqlWindow *frame = window;
  g_autoptr (GString) text = g_string_new (" OVER (");

  if (window->base != NULL)
    {
      const AskSqlWindow *base = find_window (self, window->base);

      if (base == NULL || base->base != NULL)
        {
          ask_sql_print_refuse (self, "A window is built on another one");
          return NULL;
        }
      partition = base;
      if (window->only_name || window->order.n == 0)
        order = base;
      if (window->only_name)
        frame = base;
    }
  for (guint i = 0; i < partition->partition.n; i++)
    {
      AskSqlRep rep;

      if (!ask_sql_print_value (self, partition->partition.items[i], &rep))
        return NULL;
      if (rep.kind == ASK_REP_OPAQUE || rep.kind == ASK_REP_NULL || rep.literal != NULL)
        {
          ask_sql_print_refuse_server (self, "Values of this kind partition otherwise in");
          return NULL;
        }
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "PARTITION BY ",
                              self->ops->sortable != NULL && rep.kind == ASK_REP_TEXT
                                ? ask_sql_rep_to_order (self, &rep)
                                : rep.text);
    }
  for (guint i = 0; i < order->order.n; i++)
    {
      AskSqlRep rep;
      const char *term;

      if (!ask_sql_print_operand (self, order->order.items[i].expr, &rep))
        return NULL;
      if (rep.kind == ASK_REP_NULL || rep.literal != NULL)
        {
          ask_sql_print_refuse (self, "A window is ordered by a constant");
          return NULL;
        }
      if ((term = ask_sql_print_order_term (self, &rep, &order->order.items[i], TRUE)) == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s",
                              i > 0                        ? ", "
                              : partition->partition.n > 0 ? " ORDER BY "
                                                           : "ORDER BY ",
                              term);
    }
  if (!is_like_others (self, text->str))
    return NULL;
  if (frame->has_frame)
    {
      if (!self->ops->postgres
          && (frame->unit == ASK_FRAME_GROUPS || (frame->has_exclude && frame->exclude != ASK_EXCLUDE_NO_OTHERS)))
        {
          ask_sql_print_refuse_server (self, "GROUPS and EXCLUDE are not known to");
          return NULL;
        }
      g_string_append_printf (text, " %s BETWEEN ", units[frame->unit]);
      if (!print_bound (self, frame, frame->start, frame->start_expr, text))
        return NULL;
      g_string_append (text, " AND ");
      if (!frame->between)
        g_string_append (text, "CURRENT ROW");
      else if (!print_bound (self, frame, frame->end, frame->end_expr, text))
        return NULL;
      if (frame->has_exclude)
        g_string_append (text, excludes[frame->exclude]);
    }
  g_string_append_c (text, ')');
  return ask_sql_print_keep (self, g_strdup (text->str));
}

/* What stands around an aggregate's argument: DISTINCT, FILTER and OVER. */
typedef struct
{
  const char *filter; /* nullable */
  const char *over; /* empty or a clause */
  gboolean distinct;
} Around;

static const char *
call (AskSqlPrint *self, const char *function, const char *argument, const Around *around)
{
  GString *text = g_string_new (NULL);
  gboolean all = g_str_equal (argument, "*");

  if (self->ops->aggregated != NULL && !g_str_equal (function, "COUNT"))
    argument = FILL1 (self->ops->aggregated, argument);
  g_string_append_printf (text, "%s(%s", function, around->distinct ? "DISTINCT " : "");
  if (around->filter != NULL && !self->ops->postgres)
    g_string_append_printf (text, "CASE WHEN %s THEN %s END", around->filter, all ? "1" : argument);
  else
    g_string_append (text, argument);
  g_string_append_c (text, ')');
  if (around->filter != NULL && self->ops->postgres)
    g_string_append_printf (text, " FILTER (WHERE %s)", around->filter);
  g_string_append (text, around->over);
  return ask_sql_print_keep (self, g_string_free (text, FALSE));
}

static gboolean
print_sum (AskSqlPrint *self, const char *name, const AskSqlRep *a, const Around *around, AskSqlRep *rep)
{
  gboolean integer = a->kind == ASK_REP_INTEGER || a->kind == ASK_REP_BOOLEAN;
  gboolean average = g_str_equal (name, "avg");
  const char *number;

  if (a->kind == ASK_REP_DECIMAL && a->fraction)
    number = FILL1 (self->ops->decimal_to_real, a->text);
  else if (ask_sql_rep_is_number (a))
    number = ask_sql_rep_to_number (self, a);
  else
    return ask_sql_print_refuse (self, "A sum of something that is no number");
  if (g_str_equal (name, "sum") && integer && self->ops->sum_integer == NULL && !(a->narrow && a->small))
    return ask_sql_print_refuse_server (self, "A sum of large integers overflows without a word in");
  if (g_str_equal (name, "sum") && integer)
    {
      rep->kind = ASK_REP_INTEGER;
      rep->type = ASK_TYPE_INTEGER;
      rep->text
        = FILL1 (a->kind == ASK_REP_BOOLEAN || (a->narrow && a->small) ? self->ops->sum_small : self->ops->sum_integer,
                 call (self, "SUM", number, around));
      return TRUE;
    }
  /* Two integers may be one double. */
  if (around->distinct && ((integer && !a->small && a->kind == ASK_REP_INTEGER) || a->kind == ASK_REP_DECIMAL))
    return ask_sql_print_refuse (self, "DISTINCT is about numbers that no double holds");
  if (integer)
    number = FILL1 (self->ops->to_real, number);
  rep->kind = ASK_REP_REAL;
  rep->type = ASK_TYPE_REAL;
  rep->text = call (self, average ? "AVG" : "SUM", number, around);
  rep->loose = a->loose && g_str_equal (name, "sum");
  if (g_str_equal (name, "total"))
    {
      rep->text = FILL2 ("COALESCE({a}, {b})", rep->text, FILL1 (self->ops->to_real, "0"));
      rep->not_null = TRUE;
    }
  return TRUE;
}

static gboolean
print_extreme (AskSqlPrint *self, const char *name, const AskSqlRep *a, const Around *around, AskSqlRep *rep)
{
  const char *function = g_str_equal (name, "min") ? "MIN" : "MAX";
  const char *text = a->text;
  Around plain = *around;

  plain.distinct = FALSE;
  *rep = *a;
  rep->affinity = ASK_AFFINITY_NONE;
  rep->not_null = FALSE;
  rep->raw = NULL;
  rep->raw_kind = ASK_RAW_NONE;
  rep->literal = NULL;
  rep->constant = FALSE;
  switch (a->kind)
    {
    case ASK_REP_BOOLEAN:
      rep->kind = ASK_REP_INTEGER;
      rep->type = a->type == ASK_TYPE_BOOLEAN ? ASK_TYPE_BOOLEAN : ASK_TYPE_INTEGER;
      rep->type = ASK_TYPE_INTEGER;
      rep->small = TRUE;
      rep->narrow = TRUE;
      text = FILL1 (self->ops->boolean_to_integer, text);
      break;
    case ASK_REP_ZONED:
    case ASK_REP_TEXT:
      if (a->kind == ASK_REP_ZONED)
        {
          rep->kind = ASK_REP_TEXT;
          if ((text = ask_sql_rep_to_text (self, a)) == NULL)
            return FALSE;
        }
      text = FILL1 (self->ops->byte_order, text);
      rep->text = call (self, function, text, &plain);
      if (self->ops->postgres)
        rep->text = FILL1 ("({a} COLLATE \"default\")", rep->text);
      return TRUE;
    case ASK_REP_INTEGER:
    case ASK_REP_REAL:
    case ASK_REP_NUMERIC:
    case ASK_REP_DECIMAL:
    case ASK_REP_DATE:
    case ASK_REP_STAMP:
      break;
    default:
      return ask_sql_print_refuse_server (self, "There is no greatest value of this type in");
    }
  rep->text = call (self, function, text, &plain);
  return TRUE;
}

/* lag() and lead(): (value [, offset [, default]]). */
static gboolean
print_offset (AskSqlPrint *self, AskSqlExpr *expr, const char *function, AskSqlRep *reps, const char *over,
              AskSqlRep *rep)
{
  AskSqlRep target = { .kind = ASK_REP_NULL };
  gint64 offset = 1;
  const char *value;
  const char *instead = NULL;

  if (expr->list.n < 1 || expr->list.n > 3 || (expr->list.n == 3 && !self->ops->postgres))
    return ask_sql_print_refuse_server (self, "lag() and lead() have no default in");
  if (expr->list.n >= 2)
    {
      if (reps[1].literal == NULL || reps[1].literal->kind != ASK_VALUE_INTEGER || reps[1].literal->integer < 0)
        return ask_sql_print_refuse (self, "lag() and lead() want a plain number of rows");
      offset = reps[1].literal->integer;
    }
  if (!ask_sql_rep_unify (self, &target, &reps[0])
      || (expr->list.n == 3 && !ask_sql_rep_unify (self, &target, &reps[2])))
    return FALSE;
  if (target.kind == ASK_REP_NULL || target.loose)
    return ask_sql_print_refuse (self, "lag() and lead() are about values of different types");
  if ((value = ask_sql_rep_convert (self, &reps[0], &target)) == NULL
      || (expr->list.n == 3 && (instead = ask_sql_rep_convert (self, &reps[2], &target)) == NULL))
    return FALSE;
  if (instead != NULL && target.kind == ASK_REP_INTEGER)
    {
      value = FILL1 (self->ops->widen, value);
      instead = FILL1 (self->ops->widen, instead);
      target.narrow = FALSE;
    }
  *rep = target;
  rep->not_null = FALSE;
  rep->constant = FALSE;
  rep->affinity = ASK_AFFINITY_NONE;
  {
    g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, offset);

    rep->text = instead != NULL
                  ? FILL3 ("{a}{b}{c}", FILL3 ("{a}({b}, {c}", function, value, count), FILL1 (", {a})", instead), over)
                  : FILL2 ("{a}{b}", FILL3 ("{a}({b}, {c})", function, value, count), over);
  }
  return TRUE;
}

static gboolean
print_window_function (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *reps, const char *over, AskSqlRep *rep)
{
  static const struct
  {
    const char *name;
    const char *function;
    gboolean real;
  } ranks[] = { { "row_number", "ROW_NUMBER()", FALSE },
                { "rank", "RANK()", FALSE },
                { "dense_rank", "DENSE_RANK()", FALSE },
                { "percent_rank", "PERCENT_RANK()", TRUE },
                { "cume_dist", "CUME_DIST()", TRUE } };
  const char *name = expr->name;

  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    if (g_ascii_strcasecmp (name, ranks[i].name) == 0 && expr->list.n == 0)
      {
        *rep = (AskSqlRep) { .kind = ranks[i].real ? ASK_REP_REAL : ASK_REP_INTEGER,
                             .type = ranks[i].real ? ASK_TYPE_REAL : ASK_TYPE_INTEGER,
                             .small = !ranks[i].real,
                             .not_null = TRUE };
        rep->text = FILL2 ("{a}{b}", ranks[i].function, over);
        return TRUE;
      }
  if (g_ascii_strcasecmp (name, "ntile") == 0 && expr->list.n == 1 && reps[0].literal != NULL
      && reps[0].literal->kind == ASK_VALUE_INTEGER && reps[0].literal->integer > 0
      && reps[0].literal->integer < G_MAXINT32)
    {
      g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, reps[0].literal->integer);

      *rep = (AskSqlRep) { .kind = ASK_REP_INTEGER,
                           .type = ASK_TYPE_INTEGER,
                           .small = TRUE,
                           .not_null = TRUE,
                           .text = FILL2 ("NTILE({a}){b}", count, over) };
      return TRUE;
    }
  if (g_ascii_strcasecmp (name, "lag") == 0)
    return print_offset (self, expr, "LAG", reps, over, rep);
  if (g_ascii_strcasecmp (name, "lead") == 0)
    return print_offset (self, expr, "LEAD", reps, over, rep);
  if ((g_ascii_strcasecmp (name, "first_value") == 0 || g_ascii_strcasecmp (name, "last_value") == 0)
      && expr->list.n == 1 && reps[0].literal == NULL && reps[0].kind != ASK_REP_NULL)
    {
      *rep = reps[0];
      rep->raw = NULL;
      rep->raw_kind = ASK_RAW_NONE;
      rep->affinity = ASK_AFFINITY_NONE;
      rep->not_null = FALSE;
      rep->text = FILL3 ("{a}({b}){c}", g_ascii_strcasecmp (name, "first_value") == 0 ? "FIRST_VALUE" : "LAST_VALUE",
                         reps[0].text, over);
      return TRUE;
    }
  return ask_sql_print_refuse_server (self, "A window function has no equal in");
}

static gboolean
print_inner (AskSqlPrint *self, AskSqlExpr *expr, const char *over, AskSqlRep *rep)
{
  g_autofree AskSqlRep *reps = NULL;
  g_autofree char *name = g_ascii_strdown (expr->name, -1);
  Around around = { NULL, over, expr->distinct };

  if (!ask_sql_print_list (self, &expr->list, &reps))
    return FALSE;
  if (expr->filter != NULL && (around.filter = ask_sql_print_condition (self, expr->filter)) == NULL)
    return FALSE;
  *rep = (AskSqlRep) { .kind = ASK_REP_INTEGER, .type = ASK_TYPE_INTEGER };
  if (g_str_equal (name, "count"))
    {
      const char *argument = "*";

      if (!expr->star && expr->list.n > 0)
        {
          if (expr->list.n > 1 || reps[0].kind == ASK_REP_NULL
              || (expr->distinct && (reps[0].kind == ASK_REP_OPAQUE || reps[0].literal != NULL)))
            return ask_sql_print_refuse_server (self, "Values of this kind are counted otherwise in");
          argument = reps[0].text;
          if (!self->ops->postgres && !expr->distinct && reps[0].raw != NULL)
            argument = reps[0].raw;
        }
      rep->text = call (self, "COUNT", argument, &around);
      rep->small = TRUE;
      rep->not_null = TRUE;
      return TRUE;
    }
  if (expr->list.n == 1 && reps[0].kind == ASK_REP_NULL)
    return ask_sql_print_refuse (self, "An aggregate of nothing but NULL");
  if (expr->list.n == 1 && (g_str_equal (name, "sum") || g_str_equal (name, "avg") || g_str_equal (name, "total")))
    return print_sum (self, name, &reps[0], &around, rep);
  if (expr->list.n == 1 && (g_str_equal (name, "min") || g_str_equal (name, "max")))
    return print_extreme (self, name, &reps[0], &around, rep);
  if (expr->window != NULL && expr->filter == NULL && !expr->distinct)
    return print_window_function (self, expr, reps, over, rep);
  return ask_sql_print_refuse (self, g_str_has_prefix (name, "group_concat")
                                       ? "group_concat() depends on the order of rows"
                                       : "An aggregate has no equal on a server");
}

/**
 * ask_sql_print_aggregate:
 * @expr: an aggregate, or any function with a window
 *
 * Returns: whether it prints; else the reason is set
 */
gboolean
ask_sql_print_aggregate (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlPrintScope *scope = self->scopes->len > 0 ? g_ptr_array_index (self->scopes, self->scopes->len - 1) : NULL;
  const char *over = "";
  gboolean printed;

  self->saw_column = TRUE;
  if (expr->window != NULL)
    {
      if (expr->distinct)
        return ask_sql_print_refuse (self, "DISTINCT stands in a window");
      if ((over = print_window (self, expr->window)) == NULL)
        return FALSE;
      return print_inner (self, expr, over, rep);
    }
  if (expr->depth > 0)
    return ask_sql_print_refuse (self, "An aggregate belongs to a SELECT around it");
  if (scope == NULL || !scope->grouped)
    return ask_sql_print_refuse (self, "An aggregate stands where there are no groups");
  scope->in_aggregate++;
  printed = print_inner (self, expr, over, rep);
  scope->in_aggregate--;
  return printed;
}

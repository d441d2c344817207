/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One core of a SELECT for the remote printers: results, FROM, WHERE, GROUP BY, HAVING and, where the
 * core is all there is, ORDER BY. Columns of everything inside a statement are called c1, c2, …, so
 * that no name of the statement can mean something else on the server.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <string.h>

/** ask_sql_print_resolve: Returns: (transfer none): what an alias or parentheses stand for */
AskSqlExpr *
ask_sql_print_resolve (AskSqlExpr *expr)
{
  while (expr->kind == ASK_EXPR_COLUMN && expr->alias != NULL)
    expr = expr->alias;
  return expr;
}

/**
 * ask_sql_print_same:
 *
 * Returns: whether two analysed expressions of one SELECT are the same, however their columns are
 *   written
 */
gboolean
ask_sql_print_same (const AskSqlExpr *a, const AskSqlExpr *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  a = ask_sql_print_resolve ((AskSqlExpr *) a);
  b = ask_sql_print_resolve ((AskSqlExpr *) b);
  if (a == b)
    return TRUE;
  if (a->kind != b->kind || a->op != b->op || a->negated != b->negated || a->distinct != b->distinct
      || a->star != b->star || a->list.n != b->list.n || a->window != NULL || b->window != NULL)
    return FALSE;
  if (a->kind == ASK_EXPR_COLUMN)
    return a->from != NULL ? a->from == b->from && a->column == b->column
                           : b->from == NULL && g_strcmp0 (a->name, b->name) == 0;
  if (a->kind == ASK_EXPR_LITERAL)
    return a->value.kind == b->value.kind && ask_value_equal (&a->value, &b->value);
  if (a->select != NULL || b->select != NULL)
    return a->select != NULL && b->select != NULL && ask_sql_expr_equal (a, b);
  if ((a->name == NULL) != (b->name == NULL) || (a->name != NULL && g_ascii_strcasecmp (a->name, b->name) != 0))
    return FALSE;
  for (guint i = 0; i < a->list.n; i++)
    if (!ask_sql_print_same (a->list.items[i], b->list.items[i]))
      return FALSE;
  return ask_sql_print_same (a->left, b->left) && ask_sql_print_same (a->right, b->right)
         && ask_sql_print_same (a->escape, b->escape) && ask_sql_print_same (a->filter, b->filter);
}

/** ask_sql_print_get_integer: Returns: whether @expr is a literal integer, signed or not */
gboolean
ask_sql_print_get_integer (const AskSqlExpr *expr, gint64 *integer)
{
  if (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NEGATIVE && ask_sql_print_get_integer (expr->left, integer)
      && *integer != G_MININT64)
    {
      *integer = -*integer;
      return TRUE;
    }
  if (expr->kind != ASK_EXPR_LITERAL || expr->value.kind != ASK_VALUE_INTEGER)
    return FALSE;
  *integer = expr->value.integer;
  return TRUE;
}

/**
 * ask_sql_print_order_term:
 * @in_window: a second expression would change frames
 *
 * Returns: (transfer none) (nullable): one term of ORDER BY, NULLs where SQLite has them
 */
const char *
ask_sql_print_order_term (AskSqlPrint *self, const AskSqlRep *rep, const AskSqlOrderTerm *term, gboolean in_window)
{
  gboolean first = term->nulls != 0 ? term->nulls == 1 : !term->descending;
  const char *text = ask_sql_rep_to_order (self, rep);

  if (text == NULL)
    return NULL;
  /* A condition that came out as a constant: a server takes a constant for the place of a column. */
  if (g_str_equal (text, self->ops->true_word) || g_str_equal (text, self->ops->false_word)
      || g_str_equal (text, self->ops->null_boolean))
    text = FILL2 ("({a} OR {b})", text, text);
  if (rep->not_null)
    return FILL1 (term->descending ? "{a} DESC" : "{a}", text);
  if (self->ops->places_nulls)
    return FILL2 ("{a}{b}", text,
                  term->descending ? (first ? " DESC NULLS FIRST" : " DESC NULLS LAST")
                                   : (first ? " NULLS FIRST" : " NULLS LAST"));
  if (first != term->descending)
    return FILL1 (term->descending ? "{a} DESC" : "{a}", text);
  if (in_window)
    {
      ask_sql_print_refuse_server (self, "A window cannot place NULLs in");
      return NULL;
    }
  return FILL1 (term->descending ? "({a} IS NULL) DESC, {a} DESC" : "({a} IS NULL), {a}", text);
}

static AskSqlPrintScope *
push_scope (AskSqlPrint *self, AskSqlCore *core)
{
  AskSqlPrintScope *scope;

  if (self->spare_scopes->len > 0)
    scope = g_ptr_array_steal_index_fast (self->spare_scopes, self->spare_scopes->len - 1);
  else
    {
      scope = g_new0 (AskSqlPrintScope, 1);
      scope->groups = g_ptr_array_new ();
      scope->extra = g_ptr_array_new ();
      scope->late = g_ptr_array_new ();
      scope->exprs = g_ptr_array_new ();
      scope->outputs = g_ptr_array_new ();
      scope->group_texts = g_ptr_array_new ();
      scope->conditions = g_ptr_array_new ();
    }
  scope->core = core;
  g_ptr_array_add (self->scopes, scope);
  scope->level = self->scopes->len;
  return scope;
}

/* For the next core, with what its arrays have grown to. */
static void
empty_scope (AskSqlPrintScope *scope)
{
  AskSqlPrintScope empty = { .groups = scope->groups,
                             .extra = scope->extra,
                             .late = scope->late,
                             .exprs = scope->exprs,
                             .outputs = scope->outputs,
                             .group_texts = scope->group_texts,
                             .conditions = scope->conditions };
  GPtrArray *const arrays[]
    = { scope->groups, scope->extra, scope->late, scope->exprs, scope->outputs, scope->group_texts, scope->conditions };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    if (arrays[i]->len > 0)
      g_ptr_array_set_size (arrays[i], 0);
  *scope = empty;
}

/* Its items' names are free again. */
static void
pop_scope (AskSqlPrint *self)
{
  AskSqlPrintScope *scope = g_ptr_array_index (self->scopes, self->scopes->len - 1);
  GHashTableIter iter;
  gpointer value;

  self->item = NULL;
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      AskSqlPrintItem *item = value;

      if (item->scope != scope)
        continue;
      g_hash_table_remove (self->names, item->alias);
      g_hash_table_iter_remove (&iter);
    }
  g_ptr_array_steal_index_fast (self->scopes, self->scopes->len - 1);
  empty_scope (scope);
  g_ptr_array_add (self->spare_scopes, scope);
}

static gboolean
is_plain_name (const char *name)
{
  if (name == NULL || !(g_ascii_isalpha (name[0]) || name[0] == '_') || strlen (name) > 60)
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;
  return TRUE;
}

/**
 * ask_sql_print_output:
 * @i: which column it is
 * @rep: (inout): the value; then what the column is
 *
 * Returns: (transfer none) (nullable): the text of a result column; %NULL with the reason set
 */
const char *
ask_sql_print_output (AskSqlPrint *self, const AskSqlShape *shape, guint i, AskSqlRep *rep)
{
  AskSqlRep converted = *rep;
  const char *text = NULL;

  if (shape->targets != NULL && rep->kind != ASK_REP_NULL)
    {
      AskSqlRep check = shape->targets[i];

      /* A recursive part is not known to the targets yet. */
      if (!ask_sql_rep_unify (self, &check, rep))
        return NULL;
      if (check.kind != shape->targets[i].kind)
        {
          ask_sql_print_refuse (self, "Parts of a compound give different types");
          return NULL;
        }
      if ((text = ask_sql_rep_convert (self, rep, &shape->targets[i])) == NULL)
        return NULL;
      converted = shape->targets[i];
      converted.text = text;
      converted.raw = NULL;
    }
  else if (shape->targets != NULL)
    {
      converted = shape->targets[i];
      converted.text = self->ops->postgres && converted.kind == ASK_REP_NULL ? "NULL::text" : "NULL";
      if (shape->use != ASK_SELECT_TOP || converted.kind == ASK_REP_NULL)
        {
          *rep = converted;
          return converted.text;
        }
    }
  if (shape->exact)
    {
      if (converted.kind == ASK_REP_OPAQUE)
        {
          ask_sql_print_refuse_server (self, "Values of this type compare otherwise in");
          return NULL;
        }
      converted.raw = NULL;
      /* MariaDB 11.8 tells 0.0 from -0.0 where it keeps several columns apart by their bytes. */
      if (!self->ops->postgres && converted.kind == ASK_REP_REAL)
        converted.text = FILL1 ("({a} + 0e0)", converted.text);
    }
  if (shape->use == ASK_SELECT_TOP)
    text = converted.text[0] == 'N' && g_str_equal (converted.text, "NULL") && converted.kind != ASK_REP_NULL
             ? "NULL"
             : ask_sql_rep_to_output (self, &converted);
  else if (shape->use == ASK_SELECT_DERIVED && converted.raw_kind == ASK_RAW_COLLATED && converted.raw != NULL)
    text = converted.raw;
  else if (converted.kind == ASK_REP_NULL)
    text = self->ops->postgres ? "NULL::text" : "NULL";
  else
    text = converted.text;
  *rep = converted;
  return text;
}

static const char *
join (AskSqlPrint *self, const char *const *texts, guint n, const char *separator)
{
  gsize between = strlen (separator);
  gsize length = 0;
  char *text, *to;

  if (n == 1)
    return texts[0];
  for (guint i = 0; i < n; i++)
    length += strlen (texts[i]) + between;
  text = to = ask_sql_tree_new_text (self->tree, length + 1);
  *to = '\0';
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        to = stpcpy (to, separator);
      to = stpcpy (to, texts[i]);
    }
  return text;
}

/**
 * ask_sql_print_join:
 * @texts: (element-type utf8)
 *
 * Returns: (transfer none): them all with @separator between
 */
const char *
ask_sql_print_join (AskSqlPrint *self, const GPtrArray *texts, const char *separator)
{
  return join (self, (const char *const *) texts->pdata, texts->len, separator);
}

static gboolean
is_in_select (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_IN_SELECT;
}

/* Resolves what GROUP BY names: a position, an alias, an expression. */
static gboolean
add_groups (AskSqlPrint *self, AskSqlPrintScope *scope, GPtrArray *exprs, GPtrArray *texts)
{
  AskSqlCore *core = scope->core;

  for (guint i = 0; i < core->group_by.n; i++)
    {
      AskSqlExpr *expr = core->group_by.items[i];
      AskSqlRep rep;
      gint64 position;
      gboolean saw_column = self->saw_column;
      gboolean has_column;

      if (ask_sql_print_get_integer (expr, &position))
        {
          if (position < 1 || position > exprs->len)
            return ask_sql_print_refuse (self, "GROUP BY names a column that is not there");
          expr = g_ptr_array_index (exprs, position - 1);
        }
      /* MariaDB 11.8 then shows 1 for a group whose value is NULL. */
      if (!self->ops->postgres && ask_sql_expr_has (expr, is_in_select))
        return ask_sql_print_refuse_server (self, "Groups by IN (SELECT …) are others in");
      self->saw_column = FALSE;
      if (!ask_sql_print_operand (self, expr, &rep))
        return FALSE;
      has_column = self->saw_column;
      self->saw_column |= saw_column;
      if (rep.no_case || rep.kind == ASK_REP_OPAQUE || rep.loose)
        return ask_sql_print_refuse_server (self, "Values of this kind group otherwise in");
      g_ptr_array_add (scope->groups, expr);
      if (has_column && rep.kind != ASK_REP_NULL)
        {
          /* A server that groups by sorting has to sort whole. */
          const char *text
            = self->ops->sortable != NULL && rep.kind == ASK_REP_TEXT ? ask_sql_rep_to_order (self, &rep) : rep.text;

          g_ptr_array_add (texts, (gpointer) text);
        }
    }
  if (core->group_by.n > 0 && texts->len == 0)
    return ask_sql_print_refuse (self, "GROUP BY has nothing but constants");
  return TRUE;
}

/* The expression that an ORDER BY term names, and whether it is a constant, which orders nothing. */
static AskSqlExpr *
resolve_term (AskSqlPrint *self, AskSqlExpr *expr, GPtrArray *exprs, gboolean *constant)
{
  gint64 position;

  *constant = FALSE;
  if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER
      && ask_sql_print_get_integer (expr, &position))
    {
      if (position < 1 || position > exprs->len)
        {
          ask_sql_print_refuse (self, "ORDER BY names a column that is not there");
          return NULL;
        }
      return g_ptr_array_index (exprs, position - 1);
    }
  if (expr->kind == ASK_EXPR_LITERAL)
    *constant = TRUE;
  return expr;
}

/* @text: (out): with all before it; as it was where nothing orders */
static gboolean
print_order (AskSqlPrint *self, const AskSqlOrder *order, GPtrArray *exprs, const char **text)
{
  g_autoptr (GPtrArray) terms = g_ptr_array_new ();

  for (guint i = 0; i < order->n; i++)
    {
      gboolean constant;
      AskSqlExpr *expr = resolve_term (self, order->items[i].expr, exprs, &constant);
      const char *term;
      AskSqlRep rep;

      if (expr == NULL || !ask_sql_print_operand (self, expr, &rep))
        return FALSE;
      /* "NOT 1" prints as a number, which a server would take for a place. */
      if (constant || rep.kind == ASK_REP_NULL || rep.literal != NULL || ask_sql_expr_is_constant (expr))
        continue;
      if ((term = ask_sql_print_order_term (self, &rep, &order->items[i], FALSE)) == NULL)
        return FALSE;
      g_ptr_array_add (terms, (gpointer) term);
    }
  if (terms->len > 0)
    *text = FILL1 (" ORDER BY {a}", ask_sql_print_join (self, terms, ", "));
  return TRUE;
}

/* Parts that a core's text is made of. */
#define MAX_CLAUSES 14

typedef struct
{
  const char *texts[MAX_CLAUSES];
  guint n;
} Clauses;

/* @text: (nullable) */
static void
add_clause (Clauses *clauses, const char *word, const char *text)
{
  if (text == NULL)
    return;
  g_assert (clauses->n + 2 <= MAX_CLAUSES);
  clauses->texts[clauses->n++] = word;
  clauses->texts[clauses->n++] = text;
}

/* Whether a result is a numeric(p, s) of a table as it lies there. The driver makes a real of it from its digits, as the
 * server would, and for less: a cast costs the server as much as all else of a row. */
static gboolean
is_read_as_real (const AskSqlPrint *self, const AskSqlPrintScope *scope, const AskSqlShape *shape,
                 const AskSqlExpr *expr, const AskSqlRep *rep)
{
  return self->ops->postgres && shape->use == ASK_SELECT_TOP && shape->targets == NULL && !shape->exact
         && !scope->grouped && !scope->core->distinct && rep->kind == ASK_REP_NUMERIC && expr->kind == ASK_EXPR_COLUMN
         && expr->depth == 0 && expr->from != NULL && expr->from->kind == ASK_FROM_TABLE
         && expr->from->catalog_table != NULL && expr->from->plan == NULL && strchr (rep->text, '(') == NULL;
}

static const char *
print_scope (AskSqlPrint *self, AskSqlPrintScope *scope, const AskSqlShape *shape, const AskSqlOrder *order,
             GArray *shapes)
{
  AskSqlCore *core = scope->core;
  GPtrArray *exprs = scope->exprs;
  GPtrArray *outputs = scope->outputs;
  GPtrArray *groups = scope->group_texts;
  GPtrArray *conditions = scope->conditions;
  const char *tail = NULL;
  const char *from = NULL;
  const char *having = NULL;
  Clauses text = { .n = 0 };

  scope->order = order;
  if (core->from.n > 0 && (from = ask_sql_print_from (self, scope)) == NULL)
    return NULL;
  if (core->where != NULL && !scope->took_where)
    g_ptr_array_insert (scope->late, 0, core->where);
  for (guint i = 0; i < scope->late->len; i++)
    {
      const char *condition = ask_sql_print_condition (self, g_ptr_array_index (scope->late, i));

      if (condition == NULL)
        return NULL;
      g_ptr_array_add (conditions, (gpointer) condition);
    }
  if (!ask_sql_print_expand (self, core, exprs) || !add_groups (self, scope, exprs, groups))
    return NULL;
  scope->grouped = core->has_aggregate || core->group_by.n > 0;
  if (shape->use == ASK_SELECT_EXISTS && !scope->grouped)
    g_ptr_array_add (outputs, (gpointer) "1");
  else
    for (guint i = 0; i < exprs->len; i++)
      {
        AskSqlRep rep;
        const char *output;

        if (!ask_sql_print_value (self, g_ptr_array_index (exprs, i), &rep))
          return NULL;
        g_array_append_val (shapes, rep);
        output = ask_sql_print_output (self, shape, i, &g_array_index (shapes, AskSqlRep, i));
        if (output == NULL)
          return NULL;
        if (is_read_as_real (self, scope, shape, g_ptr_array_index (exprs, i), &rep))
          output = rep.text;
        if (shape->use == ASK_SELECT_DERIVED || self->ops->aliases_shadow)
          {
            g_autofree char *name = g_strdup_printf (shape->use == ASK_SELECT_DERIVED ? "c%u" : "ask_%u", i + 1);

            output = FILL2 ("{a} AS {b}", output, ask_sql_print_quote (self, name));
          }
        else if (shape->use == ASK_SELECT_TOP && core->n_results == exprs->len
                 && is_plain_name (core->results[i].alias))
          output = FILL2 ("{a} AS {b}", output, ask_sql_print_quote (self, core->results[i].alias));
        g_ptr_array_add (outputs, (gpointer) output);
      }
  if (core->having != NULL)
    {
      scope->in_having = TRUE;
      if ((having = ask_sql_print_condition (self, core->having)) == NULL)
        return NULL;
      scope->in_having = FALSE;
    }
  if (order != NULL && !print_order (self, order, exprs, &tail))
    return NULL;
  for (guint i = 0; i < scope->extra->len; i++)
    if (!g_ptr_array_find_with_equal_func (groups, g_ptr_array_index (scope->extra, i), g_str_equal, NULL))
      g_ptr_array_add (groups, g_ptr_array_index (scope->extra, i));
  add_clause (&text, core->distinct ? "SELECT DISTINCT " : "SELECT ", ask_sql_print_join (self, outputs, ", "));
  add_clause (&text, " FROM ", from);
  /* MariaDB wants a table where there is a condition. */
  if (conditions->len > 0 && from == NULL && !self->ops->postgres)
    add_clause (&text, " FROM ", "DUAL");
  if (conditions->len > 0)
    add_clause (&text, " WHERE ", ask_sql_print_join (self, conditions, " AND "));
  if (groups->len > 0)
    add_clause (&text, " GROUP BY ", ask_sql_print_join (self, groups, ", "));
  add_clause (&text, " HAVING ", having);
  add_clause (&text, "", tail);
  return join (self, text.texts, text.n, "");
}

/**
 * ask_sql_print_core:
 * @order: (nullable): the ORDER BY of a SELECT that has only this core
 * @shapes: (element-type AskSqlRep): empty; gets its columns
 *
 * Returns: (transfer none) (nullable): one core; %NULL with the reason set
 */
const char *
ask_sql_print_core (AskSqlPrint *self, AskSqlCore *core, const AskSqlShape *shape, const AskSqlOrder *order,
                    GArray *shapes)
{
  AskSqlPrintScope *scope = push_scope (self, core);
  const char *text = print_scope (self, scope, shape, order, shapes);

  pop_scope (self);
  return self->reason == NULL ? text : NULL;
}

/**
 * ask_sql_print_list_cores:
 * @cores: (element-type AskSqlCore): empty; VALUES is a core for each row
 *
 * Returns: %FALSE with the reason set
 */
gboolean
ask_sql_print_list_cores (AskSqlPrint *self, AskSqlSelect *select, GPtrArray *cores)
{
  for (guint i = 0; i < select->n_cores; i++)
    {
      AskSqlCore *core = select->cores[i];

      if (core->n_rows == 0)
        {
          g_ptr_array_add (cores, core);
          continue;
        }
      if (i > 0 && core->n_rows > 1)
        return ask_sql_print_refuse (self, "VALUES of several rows stands in a compound");
      for (guint r = 0; r < core->n_rows; r++)
        {
          AskSqlCore *row = ask_sql_tree_alloc (self->tree, sizeof *row);

          memset (row, 0, sizeof *row);
          row->compound = r > 0 ? ASK_COMPOUND_UNION_ALL : core->compound;
          row->n_results = core->rows[r].n;
          row->results = ask_sql_tree_alloc (self->tree, sizeof *row->results * (row->n_results + 1));
          memset (row->results, 0, sizeof *row->results * (row->n_results + 1));
          for (guint c = 0; c < row->n_results; c++)
            row->results[c].expr = core->rows[r].items[c];
          g_ptr_array_add (cores, row);
        }
    }
  return TRUE;
}

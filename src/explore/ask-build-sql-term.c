/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms and conditions of steps as SQL. What a person wrote in SQL stands in parentheses; printing the whole once more
 * takes away those that are not needed.
 */
#include "config.h"

#include "explore/ask-build-private.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"
#include "understand/interpret/ask-draft.h"

/* Calculated columns that name each other. */
#define MAX_DEPTH 20

/* ---- expressions */

/*
 * ask_build_parse_expression:
 * @text: SQL without SELECT
 * @expr: (out): the expression, which belongs to the tree
 *
 * Returns: (transfer full) (nullable): the tree; %NULL where it is no single expression
 */
AskSqlTree *
ask_build_parse_expression (const char *text, AskSqlExpr **expr, GError **error)
{
  /* The line break ends a comment; a second result, an alias or a clause is seen below. */
  g_autofree char *sql = g_strconcat ("SELECT (", text, "\n)", NULL);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, error);
  const AskSqlCore *core;

  if (tree == NULL)
    return NULL;
  core = tree->select->cores[0];
  if (tree->select->n_cores != 1 || tree->select->order.n > 0 || tree->select->limit != NULL || core->n_results != 1
      || core->results[0].expr == NULL || core->results[0].alias != NULL || core->from.n > 0 || core->where != NULL
      || core->results[0].expr->kind == ASK_EXPR_ROW)
    {
      g_set_error_literal (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX, "This is more than one expression.");
      return NULL;
    }
  *expr = core->results[0].expr;
  return g_steal_pointer (&tree);
}

static gboolean
collect_column (AskSqlExpr *expr, gpointer columns)
{
  if (expr->kind == ASK_EXPR_COLUMN)
    g_ptr_array_add (columns, expr);
  return TRUE;
}

/* ask_build_pass_select: a visit of AskSqlVisit, by which what is in a subquery is left alone */
gboolean
ask_build_pass_select (AskSqlSelect *select, gpointer data)
{
  return FALSE;
}

/* The last one of a text first, so that what is written for it moves no other one. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const AskSqlExpr *one = *(AskSqlExpr *const *) a;
  const AskSqlExpr *other = *(AskSqlExpr *const *) b;

  return one->span.start < other->span.start ? 1 : -1;
}

/*
 * ask_build_replace_columns:
 * @text: SQL of an expression
 * @replace: says what stands for each column; those of subqueries are left
 * @data: of @replace
 *
 * Returns: (transfer full) (nullable): @text, and of it only these columns written anew; %NULL where it is no single expression
 */
char *
ask_build_replace_columns (const char *text, AskBuildReplaceFunc replace, gpointer data)
{
  static const gsize before = sizeof "SELECT (" - 1;
  AskSqlExpr *expr = NULL;
  g_autoptr (AskSqlTree) tree = ask_build_parse_expression (text, &expr, NULL);
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  const AskSqlVisit visit = { .expr = collect_column, .select = ask_build_pass_select, .user_data = columns };
  GString *written;

  if (tree == NULL)
    return NULL;
  ask_sql_walk_expr (expr, &visit);
  g_ptr_array_sort (columns, compare_places);
  written = g_string_new (text);
  for (guint i = 0; i < columns->len; i++)
    {
      const AskSqlExpr *column = columns->pdata[i];
      g_autofree char *instead = replace (column, data);

      if (instead == NULL)
        continue;
      g_string_erase (written, (gssize) (column->span.start - before),
                      (gssize) (column->span.end - column->span.start));
      g_string_insert (written, (gssize) (column->span.start - before), instead);
    }
  return g_string_free (written, FALSE);
}

static const AskBuildColumn *
find_calculated (const AskBuildScope *scope, const char *name)
{
  for (guint i = 0; i < scope->n_steps; i++)
    {
      const AskBuildStep *step = ask_build_scope_get_step (scope, i);
      const AskBuildColumn *column
        = step != NULL && step->kind == ASK_BUILD_CALCULATE && step->columns->len > 0 ? step->columns->pdata[0] : NULL;

      if (column != NULL && column->alias != NULL && g_ascii_strcasecmp (column->alias, name) == 0)
        return column;
    }
  return NULL;
}

static void write_written_out (const AskBuildScope *scope, GString *sql, const AskBuildTerm *term, guint depth);

typedef struct
{
  const AskBuildScope *scope;
  guint depth;
} WritingOut;

static char *
write_column (const AskSqlExpr *column, gpointer data)
{
  const WritingOut *self = data;
  const AskBuildColumn *calculated = column->table == NULL && !ask_build_scope_has_name (self->scope, column->name)
                                       ? find_calculated (self->scope, column->name)
                                       : NULL;
  GString *sql;

  if (calculated == NULL)
    return NULL;
  sql = g_string_new ("(");
  write_written_out (self->scope, sql, &calculated->term, self->depth + 1);
  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

/* SQL may use the names of calculated columns, but that of SQLite may not: they are written out. */
static char *
write_out (const AskBuildScope *scope, const char *text, guint depth)
{
  WritingOut writing = { scope, depth };
  char *written = depth <= MAX_DEPTH ? ask_build_replace_columns (text, write_column, &writing) : NULL;

  return written != NULL ? written : g_strdup (text);
}

/*
 * ask_build_write_expression:
 * @text: SQL of a person
 *
 * Returns: (transfer full): the same with calculated columns written out
 */
char *
ask_build_write_expression (const AskBuildScope *scope, const char *text)
{
  return write_out (scope, text, 0);
}

/* ---- terms */

static void
append_field (const AskBuildScope *scope, GString *sql, const AskBuildTerm *term)
{
  g_autofree char *name = ask_sql_quote_name_if_needed (term->name);

  if (term->item != NULL && scope->items->len > 1)
    {
      g_autofree char *item = ask_sql_quote_name_if_needed (term->item);

      g_string_append_printf (sql, "%s.", item);
    }
  g_string_append (sql, name);
}

static void
write_plain (const AskBuildScope *scope, GString *sql, const AskBuildTerm *term, guint depth)
{
  const AskBuildColumn *column;
  g_autofree char *text = NULL;
  g_autofree char *item = NULL;

  switch (term->kind)
    {
    case ASK_BUILD_TERM_ALL:
      item = term->item != NULL ? ask_sql_quote_name_if_needed (term->item) : NULL;
      g_string_append_printf (sql, "%s%s*", item != NULL ? item : "", item != NULL ? "." : "");
      break;
    case ASK_BUILD_TERM_EXPRESSION:
      text = write_out (scope, term->name, depth);
      g_string_append_printf (sql, "(%s)", text);
      break;
    case ASK_BUILD_TERM_FIELD:
    default:
      column = term->item == NULL ? find_calculated (scope, term->name) : NULL;
      if (column != NULL && depth <= MAX_DEPTH)
        write_written_out (scope, sql, &column->term, depth + 1);
      else
        append_field (scope, sql, term);
      break;
    }
}

static void
write_written_out (const AskBuildScope *scope, GString *sql, const AskBuildTerm *term, guint depth)
{
  static const char *const calls[] = { "", "count(", "count(DISTINCT ", "sum(", "avg(", "min(", "max(" };
  g_autoptr (GString) plain = g_string_new (NULL);

  write_plain (scope, plain, term, depth);
  g_string_append (sql, calls[term->function]);
  ask_draft_append_part (sql, term->part, plain->str);
  if (term->function != ASK_BUILD_PLAIN)
    g_string_append_c (sql, ')');
}

/* Whether the result has a calculated column whose name means it, and nothing else. */
static gboolean
goes_by_name (const AskBuildScope *scope, const AskBuildTerm *term)
{
  return term->item == NULL && ask_build_scope_find_output (scope, term) != NULL
         && !ask_build_scope_has_name (scope, term->name);
}

static gboolean
is_field (const AskBuildTerm *term)
{
  return term->kind == ASK_BUILD_TERM_FIELD && term->function == ASK_BUILD_PLAIN && term->part == ASK_TIME_WHOLE;
}

static guint
count_alias (const AskBuildScope *scope, const char *alias)
{
  guint n = 0;

  for (guint i = 0; i < scope->outputs->len; i++)
    {
      const char *other = g_array_index (scope->outputs, AskBuildOutput, i).alias;

      n += other != NULL && g_ascii_strcasecmp (other, alias) == 0;
    }
  return n;
}

/* In ORDER BY: the name of the column of the result; what has none, and whose own name another column took, says
 * whose attribute it is. */
static gboolean
append_in_order (const AskBuildScope *scope, GString *sql, const AskBuildTerm *term)
{
  const AskBuildOutput *output = ask_build_scope_find_output (scope, term);
  g_autofree char *name = NULL;
  g_autofree char *item = NULL;

  if (output != NULL && output->alias != NULL && count_alias (scope, output->alias) == 1)
    {
      name = ask_sql_quote_name_if_needed (output->alias);
      g_string_append (sql, name);
      return TRUE;
    }
  if (!is_field (term) || term->item == NULL || count_alias (scope, term->name) == 0)
    return FALSE;
  name = ask_sql_quote_name_if_needed (term->name);
  item = ask_sql_quote_name_if_needed (term->item);
  g_string_append_printf (sql, "%s.%s", item, name);
  return TRUE;
}

/*
 * ask_build_write_term:
 * @sql: gets it
 * @naming: whether names of results may stand in its place
 */
void
ask_build_write_term (const AskBuildScope *scope, GString *sql, const AskBuildTerm *term, AskBuildNaming naming)
{
  if (naming == ASK_BUILD_IN_ORDER && append_in_order (scope, sql, term))
    return;
  if (naming == ASK_BUILD_BY_NAME && is_field (term) && goes_by_name (scope, term))
    {
      g_autofree char *name = ask_sql_quote_name_if_needed (term->name);

      g_string_append (sql, name);
      return;
    }
  write_written_out (scope, sql, term, 0);
}

/* ---- conditions */

/* ask_build_text_is_number: Returns: whether @text is a number as SQL writes it */
gboolean
ask_build_text_is_number (const char *text)
{
  g_autofree char *plain = g_strdup (text[0] == '-' || text[0] == '+' ? text + 1 : text);
  g_autoptr (GArray) tokens = ask_sql_tokenize (plain);
  const AskSqlToken *token = tokens->len == 1 ? &g_array_index (tokens, AskSqlToken, 0) : NULL;

  return token != NULL && token->kind == ASK_SQL_NUMBER && token->length == strlen (plain);
}

static guint
count_values (AskBuildOp op)
{
  switch (op)
    {
    case ASK_BUILD_EMPTY:
    case ASK_BUILD_NOT_EMPTY:
    case ASK_BUILD_WITHIN:
      return 0;
    case ASK_BUILD_BETWEEN:
    case ASK_BUILD_NOT_BETWEEN:
      return 2;
    default:
      return 1;
    }
}

/* ask_build_condition_is_whole: Returns: whether nothing is missing in @self; what is not whole yet says nothing */
gboolean
ask_build_condition_is_whole (const AskBuildCondition *self)
{
  switch (self->kind)
    {
    case ASK_BUILD_SQL:
      return self->sql != NULL && self->sql[strspn (self->sql, " \t\n")] != '\0';
    case ASK_BUILD_TEST:
      return (self->term.kind == ASK_BUILD_TERM_ALL ? self->term.function == ASK_BUILD_COUNT : self->term.name != NULL)
             && self->values->len >= count_values (self->op);
    case ASK_BUILD_ALL_OF:
    case ASK_BUILD_ANY_OF:
    default:
      for (guint i = 0; i < self->parts->len; i++)
        if (ask_build_condition_is_whole (self->parts->pdata[i]))
          return TRUE;
      return FALSE;
    }
}

static void
append_value (const AskBuildScope *scope, GString *sql, const AskBuildValue *value)
{
  g_autofree char *text = NULL;

  if (value->kind == ASK_BUILD_VALUE_NUMBER && ask_build_text_is_number (value->text))
    g_string_append (sql, value->text);
  else if (value->kind == ASK_BUILD_VALUE_SQL)
    {
      text = write_out (scope, value->text, 0);
      g_string_append_printf (sql, "(%s)", text);
    }
  else
    {
      text = ask_sql_quote_text (value->text);
      g_string_append (sql, text);
    }
}

/* LIKE with the text itself: its own % and _ are escaped. */
static void
append_pattern (GString *sql, const char *before, const char *text, const char *after)
{
  g_autoptr (GString) pattern = g_string_new (before);
  g_autofree char *quoted = NULL;
  gboolean escaped = strpbrk (text, "%_") != NULL;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '%' || *p == '_' || (escaped && *p == '\\'))
        g_string_append_c (pattern, '\\');
      g_string_append_c (pattern, *p);
    }
  g_string_append (pattern, after);
  quoted = ask_sql_quote_text (pattern->str);
  g_string_append (sql, quoted);
  if (escaped)
    g_string_append (sql, " ESCAPE '\\'");
}

static void
append_list (const AskBuildScope *scope, GString *sql, const AskBuildCondition *test)
{
  g_string_append (sql, test->op == ASK_BUILD_NOT_IN ? " NOT IN (" : " IN (");
  for (guint i = 0; i < test->values->len; i++)
    {
      g_string_append (sql, i > 0 ? ", " : "");
      append_value (scope, sql, test->values->pdata[i]);
    }
  g_string_append_c (sql, ')');
}

static void
append_like (GString *sql, AskBuildOp op, const char *text)
{
  gboolean negated = op == ASK_BUILD_NOT_CONTAINS || op == ASK_BUILD_NOT_BEGINS || op == ASK_BUILD_NOT_ENDS
                     || op == ASK_BUILD_NOT_LIKE;

  g_string_append (sql, negated ? " NOT LIKE " : " LIKE ");
  if (op == ASK_BUILD_LIKE || op == ASK_BUILD_NOT_LIKE)
    {
      g_autofree char *quoted = ask_sql_quote_text (text);

      g_string_append (sql, quoted);
    }
  else
    append_pattern (sql, op == ASK_BUILD_BEGINS || op == ASK_BUILD_NOT_BEGINS ? "" : "%", text,
                    op == ASK_BUILD_ENDS || op == ASK_BUILD_NOT_ENDS ? "" : "%");
}

static void
append_test (const AskBuildScope *scope, GString *sql, const AskBuildCondition *test, AskBuildNaming naming)
{
  static const char *const signs[] = { " = ", " <> ", " < ", " <= ", " > ", " >= " };
  g_autoptr (GString) left = g_string_new (NULL);
  const AskBuildValue *first = test->values->len > 0 ? test->values->pdata[0] : NULL;
  g_autofree char *from = NULL;
  g_autofree char *before = NULL;

  ask_build_write_term (scope, left, &test->term, naming);
  if (test->op == ASK_BUILD_WITHIN)
    {
      ask_span_write (&test->span, &from, &before);
      g_string_append_printf (sql, "(%s >= %s AND %s < %s)", left->str, from, left->str, before);
      return;
    }
  g_string_append_printf (sql, "(%s", left->str);
  if (test->op <= ASK_BUILD_GREATER_EQUAL)
    {
      g_string_append (sql, signs[test->op]);
      append_value (scope, sql, first);
    }
  else if (test->op == ASK_BUILD_BETWEEN || test->op == ASK_BUILD_NOT_BETWEEN)
    {
      g_string_append (sql, test->op == ASK_BUILD_BETWEEN ? " BETWEEN " : " NOT BETWEEN ");
      append_value (scope, sql, first);
      g_string_append (sql, " AND ");
      append_value (scope, sql, test->values->pdata[1]);
    }
  else if (test->op == ASK_BUILD_IN || test->op == ASK_BUILD_NOT_IN)
    append_list (scope, sql, test);
  else if (test->op == ASK_BUILD_EMPTY || test->op == ASK_BUILD_NOT_EMPTY)
    g_string_append (sql, test->op == ASK_BUILD_EMPTY ? " IS NULL" : " IS NOT NULL");
  else
    append_like (sql, test->op, first->text);
  g_string_append_c (sql, ')');
}

/*
 * ask_build_write_condition:
 * @sql: gets it, in parentheses
 *
 * Returns: whether it says anything yet; else nothing is written
 */
gboolean
ask_build_write_condition (const AskBuildScope *scope, GString *sql, const AskBuildCondition *condition,
                           AskBuildNaming naming)
{
  const char *between = "(";

  if (condition == NULL || !ask_build_condition_is_whole (condition))
    return FALSE;
  if (condition->kind == ASK_BUILD_TEST)
    append_test (scope, sql, condition, naming);
  else if (condition->kind == ASK_BUILD_SQL)
    {
      g_autofree char *text = write_out (scope, condition->sql, 0);

      g_string_append_printf (sql, "(%s)", text);
    }
  else
    {
      for (guint i = 0; i < condition->parts->len; i++)
        {
          if (!ask_build_condition_is_whole (condition->parts->pdata[i]))
            continue;
          g_string_append (sql, between);
          ask_build_write_condition (scope, sql, condition->parts->pdata[i], naming);
          between = condition->kind == ASK_BUILD_ANY_OF ? " OR " : " AND ";
        }
      g_string_append_c (sql, ')');
    }
  return TRUE;
}

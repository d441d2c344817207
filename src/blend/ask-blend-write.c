/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All that a person typed goes into the text as a literal or as a quoted name, so that nothing of it is ever read as SQL.
 */
#include "config.h"

#include "blend/ask-blend-write.h"

#include "sql/ask-sql-ast.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-signature.h"

static char *
quote (const char *text)
{
  const AskValue value = ask_value_text (text, -1);

  return ask_sql_quote_value (&value);
}

static void
append_examples (GString *sql, const GPtrArray *examples)
{
  g_string_append (sql, ", few_shot => (VALUES ");
  for (guint i = 0; i + 1 < examples->len; i += 2)
    {
      g_autofree char *value = quote (examples->pdata[i]);
      g_autofree char *answer = quote (examples->pdata[i + 1]);

      g_string_append_printf (sql, "%s(%s, %s)", i > 0 ? ", " : "", value, answer);
    }
  g_string_append_c (sql, ')');
}

/**
 * ask_blend_write_call:
 * @asked: one that is kept, with a name, or what is asked, without one
 * @value: SQL of the value
 *
 * Returns: (transfer full): the call of the function, or of llm_map() where it has no name
 */
char *
ask_blend_write_call (const AskOwnFunction *asked, const char *value)
{
  GString *sql = g_string_new (NULL);
  g_autofree char *question = NULL;

  g_return_val_if_fail (asked != NULL && value != NULL, NULL);
  if (asked->name != NULL && *asked->name != '\0')
    {
      g_string_append_printf (sql, "%s(%s)", asked->name, value);
      return g_string_free (sql, FALSE);
    }
  question = quote (asked->question);
  g_string_append_printf (sql, "llm_map(%s, %s", question, value);
  if (asked->type != NULL)
    {
      g_autofree char *type = quote (asked->type);

      g_string_append_printf (sql, ", return_type => %s", type);
    }
  if (asked->options != NULL)
    {
      g_autofree char *options = quote (asked->options);

      g_string_append_printf (sql, ", options => %s", options);
    }
  if (asked->examples->len > 0)
    append_examples (sql, asked->examples);
  return g_string_free (g_string_append_c (sql, ')'), FALSE);
}

/* What the parts of a statement are where a result can be added to it as it is: then its values are read without what else the
 * statement gives, and nothing else has to be shared for them.
 *
 * @value: SQL of the column
 * @before: the WITH, or ""
 * @behind: all from FROM to HAVING
 * @end: of its results, in the text
 */
typedef struct
{
  AskSqlTree *tree;
  char *value;
  char *before;
  char *behind;
  gsize end;
} Parts;

static void
parts_clear (Parts *self)
{
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_clear_pointer (&self->value, g_free);
  g_clear_pointer (&self->before, g_free);
  g_clear_pointer (&self->behind, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

static gboolean
is_of_group (const AskSqlExpr *expr)
{
  AskSqlSignature signature;

  return expr->kind == ASK_EXPR_FUNCTION
         && (expr->window != NULL || (ask_sql_find_signature (expr->name, &signature) && signature.aggregate));
}

/* Returns: (transfer full) (nullable): SQL of the column beside the results of @core */
static char *
find_value (const AskSqlTree *tree, const AskSqlCore *core, const AskBlendColumn *column)
{
  const AskSqlResult *result;

  /* All columns of one table. */
  if (core->n_results == 1 && core->results[0].star == 1 && core->from.n == 1
      && core->from.items[0]->kind == ASK_FROM_TABLE)
    return ask_sql_quote_name_if_needed (column->name);
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].star != 0)
      return NULL;
  if (column->index >= core->n_results)
    return NULL;
  result = &core->results[column->index];
  if (ask_sql_expr_has (result->expr, is_of_group))
    return NULL;
  return g_strndup (tree->text + result->expr->span.start, result->expr->span.end - result->expr->span.start);
}

/* Returns: whether a result can be added */
static gboolean
take_apart (const AskBlendColumn *column, Parts *parts)
{
  const AskSqlSelect *select;
  const AskSqlCore *core;
  const char *text;

  parts->tree = column->sql != NULL ? ask_sql_parse (column->sql, -1, NULL) : NULL;
  if (parts->tree == NULL)
    return FALSE;
  select = parts->tree->select;
  core = select->cores[0];
  if (select->n_cores != 1 || core->n_rows > 0 || core->n_results == 0 || select->limit != NULL)
    return FALSE;
  parts->value = find_value (parts->tree, core, column);
  if (parts->value == NULL)
    return FALSE;
  text = parts->tree->text;
  parts->end = core->results[core->n_results - 1].span.end;
  parts->before = g_strndup (text + select->span.start, core->span.start - select->span.start);
  parts->behind = g_strndup (text + parts->end, core->span.end - parts->end);
  return TRUE;
}

/**
 * ask_blend_write_each:
 * @column: what is asked about
 * @asked: as of ask_blend_write_call()
 * @title: of the new column
 *
 * Returns: (transfer full): a SELECT of all columns, and behind them the answer about each row
 */
char *
ask_blend_write_each (const AskBlendColumn *column, const AskOwnFunction *asked, const char *title)
{
  g_auto (Parts) parts = { 0 };
  g_autofree char *quoted = ask_sql_quote_name_if_needed (title);
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;
  g_autofree char *call = NULL;

  if (take_apart (column, &parts))
    {
      const char *text = parts.tree->text;
      gsize start = parts.tree->select->span.start;
      gsize end = parts.tree->select->span.end;

      call = ask_blend_write_call (asked, parts.value);
      return g_strdup_printf ("%.*s, %s AS %s%.*s", (int) (parts.end - start), text + start, call, quoted,
                              (int) (end - parts.end), text + parts.end);
    }
  name = ask_sql_quote_name_if_needed (column->name);
  value = g_strconcat ("answer.", name, NULL);
  call = ask_blend_write_call (asked, value);
  return g_strdup_printf ("SELECT answer.*, %s AS %s\nFROM %s", call, quoted, column->from);
}

/**
 * ask_blend_write_trial:
 * @column: what is asked about
 * @asked: as of ask_blend_write_call()
 * @n: values at most
 *
 * Returns: (transfer full): a SELECT of the first values, each once, and the answer about each
 */
char *
ask_blend_write_trial (const AskBlendColumn *column, const AskOwnFunction *asked, guint n)
{
  g_autofree char *call = ask_blend_write_call (asked, "tried.value");
  g_autofree char *values = NULL;
  g_auto (Parts) parts = { 0 };

  if (take_apart (column, &parts) && parts.tree->select->cores[0]->group_by.n == 0)
    values = g_strdup_printf ("%sSELECT DISTINCT %s AS value%s", parts.before, parts.value, parts.behind);
  else
    {
      g_autofree char *name = ask_sql_quote_name_if_needed (column->name);

      values = g_strdup_printf ("SELECT DISTINCT answer.%s AS value FROM %s", name, column->from);
    }
  return g_strdup_printf (
    "SELECT tried.value, %s AS answer FROM (SELECT value FROM (%s) WHERE value IS NOT NULL LIMIT %u) "
    "AS tried",
    call, values, n);
}

/**
 * ask_blend_write_claim:
 * @from: rows, as they stand behind FROM, called "answer"
 * @claim: a sentence
 * @words: what the result says
 *
 * Returns: (transfer full): a SELECT of one row, which says whether the rows bear the claim out
 */
char *
ask_blend_write_claim (const char *from, const char *claim, const AskBlendVerdicts *words)
{
  g_autofree char *quoted = quote (claim);
  g_autofree char *so = quote (words->so);
  g_autofree char *not_so = quote (words->not_so);
  g_autofree char *nobody_knows = quote (words->nobody_knows);

  return g_strdup_printf (
    "SELECT CASE llm_validate(%s, (SELECT answer.* FROM %s)) WHEN 1 THEN %s WHEN 0 THEN %s ELSE %s "
    "END AS verdict",
    quoted, from, so, not_so, nobody_knows);
}

/**
 * ask_blend_write_match:
 * @left: values
 * @right: values that they are matched with
 * @criterion: what makes a pair; "" for that both name the same
 *
 * Returns: (transfer full): a SELECT of the pairs
 */
char *
ask_blend_write_match (const AskBlendPart *left, const AskBlendPart *right, const char *criterion)
{
  g_autofree char *left_entity = ask_sql_quote_name_if_needed (left->entity);
  g_autofree char *right_entity = ask_sql_quote_name_if_needed (right->entity);
  g_autofree char *left_name = ask_sql_quote_name_if_needed (left->attribute);
  g_autofree char *right_name = ask_sql_quote_name_if_needed (right->attribute);
  g_autofree char *quoted = quote (criterion);

  return g_strdup_printf ("SELECT DISTINCT l.%s AS \"left\", r.%s AS \"right\" FROM %s AS l "
                          "JOIN %s AS r ON llm_join(l.%s, r.%s%s%s) ORDER BY 1, 2",
                          left_name, right_name, left_entity, right_entity, left_name, right_name,
                          *criterion != '\0' ? ", " : "", *criterion != '\0' ? quoted : "");
}

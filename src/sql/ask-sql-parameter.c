/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters are found among the tokens, so in a text that is not right yet, too. What they are compared with is read
 * off the analysed tree, where there is one.
 */
#include "config.h"

#include "sql/ask-sql-parameter.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-function-private.h"
#include "sql/ask-sql-lexer.h"

/** ask_sql_parameter_free: @self: (nullable) (transfer full): a parameter */
void
ask_sql_parameter_free (AskSqlParameter *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->column);
  g_array_unref (self->spans);
  g_free (self);
}

static AskSqlParameter *
get_parameter (GPtrArray *parameters, const char *name)
{
  AskSqlParameter *parameter;

  for (guint i = 0; i < parameters->len; i++)
    if (strcmp (((AskSqlParameter *) parameters->pdata[i])->name, name) == 0)
      return parameters->pdata[i];
  parameter = g_new0 (AskSqlParameter, 1);
  parameter->name = g_strdup (name);
  parameter->type = ASK_TYPE_ANY;
  parameter->spans = g_array_new (FALSE, FALSE, sizeof (AskSqlSpan));
  g_ptr_array_add (parameters, parameter);
  return parameter;
}

/* As SQLite counts: "?" is one more than the highest so far, and a name takes a number, too. */
static GPtrArray *
find_parameters (const char *sql)
{
  GPtrArray *parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_parameter_free);
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  guint64 highest = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      AskSqlSpan span = { (guint32) token->start, (guint32) (token->start + token->length) };
      g_autofree char *name = NULL;
      AskSqlParameter *parameter;
      guint n_before = parameters->len;

      if (token->kind != ASK_SQL_PARAMETER)
        continue;
      name = token->length == 1 ? g_strdup_printf ("?%" G_GUINT64_FORMAT, highest + 1)
                                : g_strndup (sql + token->start, token->length);
      parameter = get_parameter (parameters, name);
      g_array_append_val (parameter->spans, span);
      if (name[0] == '?')
        highest = MAX (highest, g_ascii_strtoull (name + 1, NULL, 10));
      else if (parameters->len > n_before)
        highest++;
    }
  return parameters;
}

static gboolean
is_one_of (const char *text, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp (text, words[i]) == 0)
      return TRUE;
  return FALSE;
}

static void
tell (GPtrArray *parameters, const AskSqlExpr *expr, AskType type, const char *column)
{
  if (expr == NULL || expr->kind != ASK_EXPR_PARAMETER)
    return;
  for (guint i = 0; i < parameters->len; i++)
    {
      AskSqlParameter *parameter = parameters->pdata[i];

      for (guint s = 0; s < parameter->spans->len; s++)
        if (g_array_index (parameter->spans, AskSqlSpan, s).start == expr->span.start
            && parameter->type == ASK_TYPE_ANY)
          {
            parameter->type = type;
            parameter->column = g_strdup (column);
          }
    }
}

/* @one is compared with @other: what one of them is, the other is meant to be. */
static void
compare (GPtrArray *parameters, const AskSqlExpr *one, const AskSqlExpr *other)
{
  if (one == NULL || other == NULL)
    return;
  if (other->kind == ASK_EXPR_PARAMETER)
    tell (parameters, other, one->type, one->kind == ASK_EXPR_COLUMN ? one->name : NULL);
  else
    tell (parameters, one, other->type, other->kind == ASK_EXPR_COLUMN ? other->name : NULL);
}

/* What a function that something outside computes is told by its names. */
static AskType
find_named_type (const char *name)
{
  static const char *const texts[] = { "question", "options", "return_type", "quantifier", "regex", "on_error", NULL };
  static const char *const numbers[] = { "batch_size", "k", NULL };

  return name == NULL                ? ASK_TYPE_ANY
         : is_one_of (name, texts)   ? ASK_TYPE_TEXT
         : is_one_of (name, numbers) ? ASK_TYPE_INTEGER
                                     : ASK_TYPE_ANY;
}

/* Of such a function the first argument is its question, or a value. Its arguments are all that is to be known of it: then it is
 * NULL, since its name means nothing to the analysis. */
static gboolean
take_outside (AskSqlExpr *expr, gpointer parameters)
{
  gboolean exists = FALSE;

  if (expr->kind != ASK_EXPR_FUNCTION)
    return TRUE;
  ask_sql_function_find (expr->name, expr->list.n, &exists);
  if (exists && !expr->braced && expr->argument_names == NULL)
    return TRUE;
  for (guint i = 0; i < expr->list.n; i++)
    {
      const char *name = expr->argument_names != NULL ? expr->argument_names[i] : NULL;

      tell (parameters, expr->list.items[i], name == NULL && i == 0 ? ASK_TYPE_TEXT : find_named_type (name), NULL);
    }
  *expr = (AskSqlExpr) { .kind = ASK_EXPR_LITERAL, .span = expr->span };
  return FALSE;
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      if (expr->op >= ASK_OP_EQUAL && expr->op <= ASK_OP_GREATER_EQUAL)
        compare (data, expr->left, expr->right);
      break;
    case ASK_EXPR_LIKE:
      tell (data, expr->right, ASK_TYPE_TEXT, expr->left->kind == ASK_EXPR_COLUMN ? expr->left->name : NULL);
      break;
    case ASK_EXPR_BETWEEN:
    case ASK_EXPR_IN_LIST:
      for (guint i = 0; i < expr->list.n; i++)
        compare (data, expr->left, expr->list.items[i]);
      break;
    default:
      break;
    }
  return TRUE;
}

static gboolean
visit_select (AskSqlSelect *select, gpointer data)
{
  tell (data, select->limit, ASK_TYPE_INTEGER, NULL);
  tell (data, select->offset, ASK_TYPE_INTEGER, NULL);
  return TRUE;
}

/**
 * ask_sql_list_parameters:
 * @sql: one statement, finished or not
 * @catalog: (nullable): whose columns it names
 *
 * Returns: (transfer full) (element-type AskSqlParameter): each once, in the order in which they first stand there
 */
GPtrArray *
ask_sql_list_parameters (const char *sql, const AskSqlCatalog *catalog)
{
  GPtrArray *parameters = find_parameters (sql);
  g_autoptr (AskSqlTree) tree = parameters->len > 0 ? ask_sql_parse (sql, -1, NULL) : NULL;

  if (tree != NULL)
    ask_sql_walk_select (tree->select, &(AskSqlVisit) { .expr = take_outside, .user_data = parameters });
  /* Where names are wrong, what was found before the first of them counts. */
  if (tree != NULL && catalog != NULL)
    ask_sql_analyse (tree, catalog, NULL);
  if (tree != NULL)
    ask_sql_walk_select (tree->select, &(AskSqlVisit) { visit_expr, NULL, visit_select, parameters });
  return parameters;
}

typedef struct
{
  AskSqlSpan span;
  const char *literal;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *one = a;
  const Place *other = b;

  return one->span.start < other->span.start ? -1 : one->span.start > other->span.start;
}

/**
 * ask_sql_put_parameters:
 * @sql: the text that @parameters were found in
 * @parameters: (element-type AskSqlParameter): from ask_sql_list_parameters()
 * @literals: (array): what stands for each of them, from ask_sql_make_literal()
 *
 * Returns: (transfer full): the text with the literals; negative numbers in parentheses, so that no minus before them
 *   makes a comment
 */
char *
ask_sql_put_parameters (const char *sql, GPtrArray *parameters, const char *const *literals)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  GString *text = g_string_new (NULL);
  gsize at = 0;

  for (guint i = 0; i < parameters->len; i++)
    {
      const AskSqlParameter *parameter = parameters->pdata[i];

      for (guint s = 0; s < parameter->spans->len; s++)
        {
          Place place = { g_array_index (parameter->spans, AskSqlSpan, s), literals[i] };

          g_array_append_val (places, place);
        }
    }
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      gboolean negative = place->literal[0] == '-';

      g_string_append_len (text, sql + at, (gssize) (place->span.start - at));
      g_string_append_printf (text, "%s%s%s", negative ? "(" : "", place->literal, negative ? ")" : "");
      at = place->span.end;
    }
  g_string_append (text, sql + at);
  return g_string_free (text, FALSE);
}

/* A number as SQL writes it, with a sign before it or without. */
static gboolean
is_number (const char *text)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (text + (*text == '-' || *text == '+'));

  return tokens->len == 1 && g_array_index (tokens, AskSqlToken, 0).kind == ASK_SQL_NUMBER
         && g_array_index (tokens, AskSqlToken, 0).start == 0;
}

/**
 * ask_sql_make_literal:
 * @typed: what a person gave for a parameter; white space around it counts in a text alone
 * @type: what it is meant to be; %ASK_TYPE_ANY: a number where it reads as one, else a text
 * @error: %ASK_SQL_ERROR_SYNTAX where it is no such value
 *
 * Returns: (transfer full) (nullable): the literal, with all digits as they were typed
 */
char *
ask_sql_make_literal (const char *typed, AskType type, GError **error)
{
  static const char *const yes[] = { "true", "1", "yes", NULL };
  static const char *const no[] = { "false", "0", "no", NULL };
  g_autofree char *bare = g_strstrip (g_strdup (typed));
  gboolean number = is_number (bare);

  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
      if (number)
        return g_strdup (bare + (*bare == '+'));
      ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX, N_ ("“%s” is no number. Write it as 1234.5."), bare);
      return NULL;
    case ASK_TYPE_BOOLEAN:
      if (is_one_of (bare, yes) || is_one_of (bare, no))
        return g_strdup (is_one_of (bare, yes) ? "1" : "0");
      ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX, N_ ("“%s” is neither true nor false."), bare);
      return NULL;
    case ASK_TYPE_ANY:
      return number ? g_strdup (bare + (*bare == '+')) : ask_sql_quote_text (typed);
    default:
      return ask_sql_quote_text (type == ASK_TYPE_TEXT ? typed : bare);
    }
}

/* "?1, :city" */
static char *
list_names (GPtrArray *parameters)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < parameters->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ((const AskSqlParameter *) parameters->pdata[i])->name);
  return g_string_free (names, FALSE);
}

/* The parameter that "NAME=VALUE" is for, with its sign or without. @value: (out): what stands behind it. Returns: its place,
 * from 1; 0 where it names none */
static guint
find_named (GPtrArray *parameters, const char *given, const char **value)
{
  const char *end = strchr (given, '=');
  g_autofree char *name = end != NULL ? g_strndup (given, (gsize) (end - given)) : NULL;

  for (guint i = 0; name != NULL && i < parameters->len; i++)
    {
      const char *own = ((const AskSqlParameter *) parameters->pdata[i])->name;

      if (strcmp (own, name) != 0 && (own[0] == '?' || strcmp (own + 1, name) != 0))
        continue;
      *value = end + 1;
      return i + 1;
    }
  return 0;
}

/* A text in quotes is a text whatever it is compared with, and NULL is NULL; all else is what the statement means it to be. */
static char *
take_value (const AskSqlParameter *parameter, const char *value, GError **error)
{
  gsize length = strlen (value);
  char *literal;

  if (strcmp (value, "NULL") == 0)
    return g_strdup ("NULL");
  if (length >= 2 && value[0] == '\'' && value[length - 1] == '\'')
    {
      g_autofree char *bare = g_strndup (value + 1, length - 2);

      return ask_sql_quote_text (bare);
    }
  literal = ask_sql_make_literal (value, parameter->type, error);
  if (literal == NULL)
    g_prefix_error (error, "%s: ", parameter->name);
  return literal;
}

/* Takes the values that name their parameter. @rest: gets the others */
static gboolean
assign_named (GPtrArray *parameters, const char *const *given, const char **values, GPtrArray *rest, GError **error)
{
  for (guint i = 0; given[i] != NULL; i++)
    {
      const char *value = NULL;
      guint place = find_named (parameters, given[i], &value);

      if (place == 0)
        g_ptr_array_add (rest, (gpointer) given[i]);
      else if (values[place - 1] == NULL)
        values[place - 1] = value;
      else
        {
          ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX, N_ ("The parameter %s has two values."),
                         ((const AskSqlParameter *) parameters->pdata[place - 1])->name);
          return FALSE;
        }
    }
  return TRUE;
}

/* What names no parameter goes to those that nothing names, in their order. */
static gboolean
assign (GPtrArray *parameters, const char *const *given, const char **values, GError **error)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  g_autofree char *names = list_names (parameters);
  guint at = 0;

  if (!assign_named (parameters, given, values, rest, error))
    return FALSE;
  for (guint i = 0; i < rest->len; i++)
    {
      while (at < parameters->len && values[at] != NULL)
        at++;
      if (at == parameters->len)
        {
          ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX,
                         parameters->len == 0
                           ? N_ ("A value was given, “%s”, and the statement has no parameter such as ? or :name.")
                           : N_ ("There is no parameter left for the value “%s”. The statement has %s."),
                         (const char *) rest->pdata[i], names);
          return FALSE;
        }
      values[at] = rest->pdata[i];
    }
  return TRUE;
}

/**
 * ask_sql_take_parameters:
 * @sql: the text that @parameters were found in
 * @parameters: (element-type AskSqlParameter): from ask_sql_list_parameters()
 * @given: (array zero-terminated=1): "NAME=VALUE", or values in the order of the parameters. A VALUE in single quotes is a
 *   text, NULL is NULL, and all else is what the statement compares the parameter with
 * @error: %ASK_SQL_ERROR_SYNTAX where there are more or fewer values than parameters, or one is no such value
 *
 * Returns: (transfer full): the text with a value for each parameter, or %NULL
 */
char *
ask_sql_take_parameters (const char *sql, GPtrArray *parameters, const char *const *given, GError **error)
{
  g_autofree const char **values = g_new0 (const char *, parameters->len + 1);
  g_autoptr (GPtrArray) literals = g_ptr_array_new_with_free_func (g_free);

  if (!assign (parameters, given, values, error))
    return NULL;
  for (guint i = 0; i < parameters->len; i++)
    {
      const AskSqlParameter *parameter = parameters->pdata[i];
      char *literal;

      if (values[i] == NULL)
        {
          g_autofree char *names = list_names (parameters);

          ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX,
                         N_ ("The parameter %s has no value. The statement has %s, and wants a value for each."),
                         parameter->name, names);
          return NULL;
        }
      literal = take_value (parameter, values[i], error);
      if (literal == NULL)
        return NULL;
      g_ptr_array_add (literals, literal);
    }
  return ask_sql_put_parameters (sql, parameters, (const char *const *) literals->pdata);
}

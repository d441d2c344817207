/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parser's way through a statement: WITH, compounds, the clauses of one SELECT, VALUES; and its
 * errors, which say line, column, what was found and what was expected. The grammar is SQLite's
 * (parse.y): where a word may be a keyword or a name, the keyword wins exactly where it wins there.
 */
#include "config.h"

#include "base/ask-error.h"
#include "sql/ask-sql-parser-private.h"

#include <string.h>

ASK_DEFINE_ERROR ("ask-sql-error-quark", ask_sql_error)

/**
 * ask_sql_get_place:
 * @sql: a text
 * @offset: a byte in it
 * @line: (out): from 1
 * @column: (out): from 1, in characters
 *
 * Tells where a byte stands, as a person counts.
 */
void
ask_sql_get_place (const char *sql, gsize offset, guint *line, guint *column)
{
  *line = *column = 1;
  for (gsize i = 0; i < offset && sql[i] != '\0'; i++)
    if (sql[i] == '\n')
      {
        ++*line;
        *column = 1;
      }
    else if (((guchar) sql[i + 1] & 0xc0) != 0x80)
      ++*column; /* the next byte begins a character */
}

/* ask_parser_fail: Returns: %FALSE, with the error set unless there was one */
gboolean
ask_parser_fail (AskSqlParser *self, AskSqlError code, guint offset, const char *format, ...)
{
  g_autofree char *message = NULL;
  guint line;
  guint column;
  va_list args;

  if (self->error != NULL)
    return FALSE;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  ask_sql_get_place (self->sql, offset, &line, &column);
  self->error = g_error_new (ASK_SQL_ERROR, (int) code, "Line %u, column %u: %s", line, column, message);
  return FALSE;
}

/* ask_parser_fail_expected: @expected: "a table name". Returns: %FALSE */
gboolean
ask_parser_fail_expected (AskSqlParser *self, const char *expected)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  g_autofree char *found = NULL;

  if (self->error != NULL)
    return FALSE;
  if (token->type == ASK_TOKEN_TEXT_END)
    return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, token->start, "the statement ends where %s was expected.",
                            expected);
  found = ask_parser_dup_excerpt (self->sql, token->start, token->end);
  if (token->type == ASK_TOKEN_BAD && strchr ("'\"`[", self->sql[token->start]) != NULL)
    return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, token->start, "the quote that opens here is never closed: %s",
                            found);
  if (token->type == ASK_TOKEN_BAD)
    return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, token->start,
                            "found “%s”, which is nothing in SQL, where %s was expected.", found, expected);
  return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, token->start, "found “%s” where %s was expected.", found,
                          expected);
}

gboolean
ask_parser_expect (AskSqlParser *self, AskSqlTokenType type, const char *expected)
{
  return ask_parser_accept (self, type) || ask_parser_fail_expected (self, expected);
}

/* ask_parser_enter: one level deeper; whoever calls it lowers @depth again, but not after a failure.
 * The limit keeps the machine's stack. */
gboolean
ask_parser_enter (AskSqlParser *self)
{
  if (++self->depth <= ASK_SQL_MAX_CALLS)
    return TRUE;
  return ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, ask_parser_peek (self)->start,
                          "the statement is nested too deeply; write it with fewer parentheses.");
}

AskSqlSpan
ask_parser_span (AskSqlParser *self, guint first)
{
  return (AskSqlSpan) { self->tokens[first].start, self->tokens[self->at - 1].end };
}

static const char *
unquoted (AskSqlParser *self, const AskSqlParserToken *token, char close)
{
  gsize length = token->end - token->start;
  char *name = (char *) ask_sql_tree_strdup (self->tree, self->sql + token->start + 1, (gssize) length - 2);

  if (close != ']' && strchr (name, close) != NULL)
    {
      char *to = name;

      for (const char *from = name; *from != '\0'; from++)
        {
          *to++ = *from;
          if (*from == close)
            from++;
        }
      *to = '\0';
    }
  return name;
}

/* ask_parser_take_name: Returns: what the next token says as a name, whatever it is, and goes on */
const char *
ask_parser_take_name (AskSqlParser *self)
{
  const AskSqlParserToken *token = &self->tokens[self->at++];

  if (token->type == ASK_TOKEN_STRING)
    return unquoted (self, token, '\'');
  if (token->quote != 0)
    return unquoted (self, token, token->quote == '[' ? ']' : (char) token->quote);
  return ask_sql_tree_strdup (self->tree, self->sql + token->start, (gssize) (token->end - token->start));
}

const char *
ask_parser_expect_name (AskSqlParser *self, const char *expected)
{
  if (ask_parser_is_any_name (ask_parser_peek (self)))
    return ask_parser_take_name (self);
  ask_parser_fail_expected (self, expected);
  return NULL;
}

/* SQLite's grammar has COLLATE, ASC and DESC behind a column of WITH, and its parser refuses them. */
static gboolean
refuse_decoration (AskSqlParser *self)
{
  guint first = self->at;

  if (ask_parser_accept (self, ASK_TOKEN_COLLATE))
    {
      if (!ask_parser_peek (self)->is_name && ask_parser_type (self) != ASK_TOKEN_STRING)
        return ask_parser_fail_expected (self, "the name of a collation");
      self->at++;
    }
  if (!ask_parser_accept (self, ASK_TOKEN_ASC))
    ask_parser_accept (self, ASK_TOKEN_DESC);
  if (self->at == first)
    return TRUE;
  if (ask_parser_type (self) != ASK_TOKEN_COMMA && ask_parser_type (self) != ASK_TOKEN_CLOSE)
    return ask_parser_fail_expected (self, "a comma or “)”");
  return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, self->tokens[first].start,
                          "the columns of a WITH table are plain names.");
}

/* ask_parser_names: "(a, b, …)", whose first parenthesis was read, of USING or of a table in WITH.
 * Returns: NULL-terminated */
const char **
ask_parser_names (AskSqlParser *self, gboolean in_with)
{
  guint mark = self->unfinished->len;
  const char **names;
  guint n;

  do
    {
      const char *name = ask_parser_expect_name (self, "a column name");

      if (name == NULL || (in_with && !refuse_decoration (self)))
        return NULL;
      g_ptr_array_add (self->unfinished, (gpointer) name);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  if (!ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma or “)”"))
    return NULL;

  n = self->unfinished->len - mark;
  names = ask_sql_tree_alloc (self->tree, (n + 1) * sizeof *names);
  memcpy (names, self->unfinished->pdata + mark, n * sizeof *names);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return names;
}

/* Copies what lies on the unfinished stack above @mark into one array of @size bytes each. */
static gpointer
take_items (AskSqlParser *self, guint mark, gsize size, guint *n)
{
  char *items;

  *n = self->unfinished->len - mark;
  items = ask_sql_tree_alloc (self->tree, *n * size);
  for (guint i = 0; i < *n; i++)
    memcpy (items + i * size, self->unfinished->pdata[mark + i], size);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return items;
}

static gboolean
parse_result (AskSqlParser *self, AskSqlResult *result)
{
  guint first = self->at;
  const AskSqlParserToken *token = ask_parser_peek (self);

  if (ask_parser_accept (self, ASK_TOKEN_STAR))
    result->star = 1;
  else if (ask_parser_is_any_name (token) && token->type != ASK_TOKEN_CAST && token->type != ASK_TOKEN_RAISE
           && token->type != ASK_TOKEN_CURRENT_DATE && token->type != ASK_TOKEN_CURRENT_TIME
           && token->type != ASK_TOKEN_CURRENT_TIMESTAMP && ask_parser_type_at (self, 1) == ASK_TOKEN_DOT
           && ask_parser_type_at (self, 2) == ASK_TOKEN_STAR)
    {
      result->star = 2;
      result->table = ask_parser_take_name (self);
      self->at += 2;
    }
  else
    {
      result->expr = ask_parser_expr (self);
      if (result->expr == NULL)
        return FALSE;
      if (ask_parser_accept (self, ASK_TOKEN_AS))
        {
          result->alias = ask_parser_expect_name (self, "a name after AS");
          if (result->alias == NULL)
            return FALSE;
        }
      else if (ask_parser_peek (self)->is_name || ask_parser_type (self) == ASK_TOKEN_STRING)
        result->alias = ask_parser_take_name (self);
    }
  result->span = ask_parser_span (self, first);
  return TRUE;
}

static gboolean
parse_results (AskSqlParser *self, AskSqlCore *core)
{
  guint mark = self->unfinished->len;
  guint first = ask_parser_peek (self)->start;

  do
    {
      AskSqlResult *result = ask_sql_tree_alloc (self->tree, sizeof *result);

      if (!parse_result (self, result))
        return FALSE;
      g_ptr_array_add (self->unfinished, result);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  core->results = take_items (self, mark, sizeof *core->results, &core->n_results);
  if (core->n_results > ASK_SQL_MAX_COLUMNS)
    return ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, first, "the SELECT has %u columns; %u are the most.",
                            core->n_results, ASK_SQL_MAX_COLUMNS);
  return TRUE;
}

/* VALUES (…), (…) */
static gboolean
parse_rows (AskSqlParser *self, AskSqlCore *core)
{
  guint mark = self->unfinished->len;

  do
    {
      AskSqlExprs *row = ask_sql_tree_alloc (self->tree, sizeof *row);

      /* What a function gives as a list is the row. */
      if (ask_parser_type (self) == ASK_TOKEN_OPEN_BRACES)
        {
          row->items = ask_sql_tree_alloc (self->tree, sizeof *row->items);
          row->items[row->n++] = ask_parser_braced_call (self);
          if (row->items[0] == NULL)
            return FALSE;
        }
      else if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(” and a row of values") || !ask_parser_exprs (self, row)
               || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”"))
        return FALSE;
      g_ptr_array_add (self->unfinished, row);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  core->rows = take_items (self, mark, sizeof *core->rows, &core->n_rows);
  return TRUE;
}

static gboolean
parse_group_by (AskSqlParser *self, AskSqlCore *core)
{
  guint first = ask_parser_peek (self)->start;

  if (!ask_parser_expect (self, ASK_TOKEN_BY, "BY") || !ask_parser_exprs (self, &core->group_by))
    return FALSE;
  if (core->group_by.n > ASK_SQL_MAX_COLUMNS)
    return ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, first, "GROUP BY has %u terms; %u are the most.",
                            core->group_by.n, ASK_SQL_MAX_COLUMNS);
  return TRUE;
}

/* One SELECT with all its clauses but ORDER BY and LIMIT. */
static gboolean
parse_core (AskSqlParser *self, AskSqlCore *core)
{
  if (ask_parser_accept (self, ASK_TOKEN_DISTINCT))
    core->distinct = TRUE;
  else if (ask_parser_accept (self, ASK_TOKEN_ALL))
    core->all = TRUE;
  if (!parse_results (self, core))
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_FROM) && !ask_parser_from (self, &core->from))
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_WHERE) && (core->where = ask_parser_expr (self)) == NULL)
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_GROUP) && !parse_group_by (self, core))
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_HAVING) && (core->having = ask_parser_expr (self)) == NULL)
    return FALSE;
  return !ask_parser_accept (self, ASK_TOKEN_WINDOW) || ask_parser_window_clause (self, core);
}

static gboolean
parse_order_and_limit (AskSqlParser *self, AskSqlSelect *select)
{
  if (ask_parser_accept (self, ASK_TOKEN_ORDER) && !ask_parser_order (self, &select->order))
    return FALSE;
  if (!ask_parser_accept (self, ASK_TOKEN_LIMIT))
    return TRUE;
  select->limit = ask_parser_expr (self);
  if (select->limit == NULL)
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_OFFSET))
    select->offset = ask_parser_expr (self);
  else if (ask_parser_accept (self, ASK_TOKEN_COMMA))
    {
      /* LIMIT a, b skips a rows and gives b. */
      select->offset = select->limit;
      select->limit = ask_parser_expr (self);
    }
  else
    return TRUE;
  return select->limit != NULL && select->offset != NULL;
}

static gboolean
accept_compound (AskSqlParser *self, AskSqlCompound *compound)
{
  if (ask_parser_accept (self, ASK_TOKEN_UNION))
    *compound = ask_parser_accept (self, ASK_TOKEN_ALL) ? ASK_COMPOUND_UNION_ALL : ASK_COMPOUND_UNION;
  else if (ask_parser_accept (self, ASK_TOKEN_INTERSECT))
    *compound = ASK_COMPOUND_INTERSECT;
  else if (ask_parser_accept (self, ASK_TOKEN_EXCEPT))
    *compound = ASK_COMPOUND_EXCEPT;
  else
    return FALSE;
  return TRUE;
}

static gboolean
parse_cores (AskSqlParser *self, AskSqlSelect *select)
{
  guint mark = self->unfinished->len;
  AskSqlCompound compound = ASK_COMPOUND_FIRST;
  guint at;

  do
    {
      AskSqlCore *core = ask_sql_tree_alloc (self->tree, sizeof *core);
      guint first = self->at;

      core->compound = compound;
      if (ask_parser_accept (self, ASK_TOKEN_VALUES))
        {
          if (!parse_rows (self, core))
            return FALSE;
        }
      else if (self->depth == 1 && ask_parser_type (self) == ASK_TOKEN_OPEN_BRACES)
        {
          /* A call may be the whole statement. */
          if (!parse_results (self, core))
            return FALSE;
        }
      else if (!ask_parser_expect (self, ASK_TOKEN_SELECT, "SELECT or VALUES") || !parse_core (self, core))
        return FALSE;
      core->span = ask_parser_span (self, first);
      g_ptr_array_add (self->unfinished, core);
      if (core->n_rows == 0 && !parse_order_and_limit (self, select))
        return FALSE;

      at = ask_parser_peek (self)->start;
      if (!accept_compound (self, &compound))
        break;
      if (select->order.n > 0 || select->limit != NULL)
        return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, at,
                                "%s stands before this, but belongs behind the last SELECT of a compound.",
                                select->order.n > 0 ? "ORDER BY" : "LIMIT");
    }
  while (TRUE);

  select->n_cores = self->unfinished->len - mark;
  select->cores = ask_sql_tree_alloc (self->tree, select->n_cores * sizeof *select->cores);
  memcpy (select->cores, self->unfinished->pdata + mark, select->n_cores * sizeof *select->cores);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  if (select->n_cores > ASK_SQL_MAX_COMPOUND)
    return ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, select->cores[0]->span.start,
                            "%u SELECTs are joined into one; %u are the most.", select->n_cores, ASK_SQL_MAX_COMPOUND);
  return TRUE;
}

static gboolean
parse_cte (AskSqlParser *self, AskSqlCte *cte, guint mark)
{
  guint first = self->at;

  cte->name = ask_parser_expect_name (self, "a name for the WITH table");
  if (cte->name == NULL)
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_OPEN) && (cte->columns = ask_parser_names (self, TRUE)) == NULL)
    return FALSE;
  if (!ask_parser_expect (self, ASK_TOKEN_AS, cte->columns != NULL ? "AS" : "AS or “(”"))
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_MATERIALIZED))
    cte->materialized = 1;
  else if (ask_parser_accept (self, ASK_TOKEN_NOT))
    {
      if (!ask_parser_expect (self, ASK_TOKEN_MATERIALIZED, "MATERIALIZED"))
        return FALSE;
      cte->materialized = 2;
    }
  if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(” and a SELECT"))
    return FALSE;
  cte->select = ask_parser_select (self);
  if (cte->select == NULL || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "“)” or another clause"))
    return FALSE;
  cte->span = ask_parser_span (self, first);
  for (guint i = mark; i < self->unfinished->len; i++)
    if (g_ascii_strcasecmp (((AskSqlCte *) self->unfinished->pdata[i])->name, cte->name) == 0)
      return ask_parser_fail (self, ASK_SQL_ERROR_MISUSE, cte->span.start, "WITH has two tables of the name “%s”.",
                              cte->name);
  return TRUE;
}

static gboolean
parse_with (AskSqlParser *self, AskSqlSelect *select)
{
  guint mark = self->unfinished->len;

  select->recursive = ask_parser_accept (self, ASK_TOKEN_RECURSIVE);
  do
    {
      AskSqlCte *cte = ask_sql_tree_alloc (self->tree, sizeof *cte);

      if (++self->n_ctes > ASK_SQL_MAX_CTES)
        return ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, ask_parser_peek (self)->start,
                                "WITH has more than %u tables; ask in steps.", ASK_SQL_MAX_CTES);
      if (!parse_cte (self, cte, mark))
        return FALSE;
      g_ptr_array_add (self->unfinished, cte);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  select->n_ctes = self->unfinished->len - mark;
  select->ctes = ask_sql_tree_alloc (self->tree, select->n_ctes * sizeof *select->ctes);
  memcpy (select->ctes, self->unfinished->pdata + mark, select->n_ctes * sizeof *select->ctes);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return TRUE;
}

/* ask_parser_select: [WITH …] SELECT … or VALUES …; leaves its height in @select_height */
AskSqlSelect *
ask_parser_select (AskSqlParser *self)
{
  AskSqlSelect *select;
  guint first = self->at;
  guint height = self->height;

  if (!ask_parser_enter (self))
    return NULL;
  select = ask_sql_tree_alloc (self->tree, sizeof *select);
  self->height = 0;
  if (ask_parser_accept (self, ASK_TOKEN_WITH)
      && (!parse_with (self, select) || (self->depth == 1 && ask_parser_fail_other_statement (self))))
    return NULL;
  if (!parse_cores (self, select))
    return NULL;
  select->span = ask_parser_span (self, first);
  self->select_height = self->height;
  self->height = MAX (height, self->height);
  self->depth--;
  return select;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FROM with its joins, ORDER BY, and windows. A join's words come in any order that
 * sqlite3JoinType() takes: "LEFT NATURAL OUTER JOIN" is one.
 */
#include "config.h"

#include "sql/ask-sql-parser-private.h"

#include <string.h>

static gboolean parse_items (AskSqlParser *self, AskSqlFroms *items);

enum
{
  WORD_NATURAL = 1 << 0,
  WORD_LEFT = 1 << 1,
  WORD_RIGHT = 1 << 2,
  WORD_OUTER = 1 << 3,
  WORD_INNER = 1 << 4,
  WORD_CROSS = 1 << 5,
  WORD_UNKNOWN = 1 << 6
};

static guint
join_word (AskSqlTokenType type)
{
  switch ((guint) type)
    {
    case ASK_TOKEN_NATURAL:
      return WORD_NATURAL;
    case ASK_TOKEN_LEFT:
      return WORD_LEFT | WORD_OUTER;
    case ASK_TOKEN_RIGHT:
      return WORD_RIGHT | WORD_OUTER;
    case ASK_TOKEN_FULL:
      return WORD_LEFT | WORD_RIGHT | WORD_OUTER;
    case ASK_TOKEN_OUTER:
      return WORD_OUTER;
    case ASK_TOKEN_INNER:
      return WORD_INNER;
    case ASK_TOKEN_CROSS:
      return WORD_INNER | WORD_CROSS;
    default:
      return WORD_UNKNOWN;
    }
}

/* Up to three words and JOIN. */
static gboolean
parse_join_words (AskSqlParser *self, AskSqlJoin *join, gboolean *natural)
{
  guint first = self->at;
  guint words = 0;

  for (guint i = 0; i < 3 && ask_parser_type (self) != ASK_TOKEN_JOIN; i++, self->at++)
    {
      if (!ask_parser_is_any_name (ask_parser_peek (self)))
        return ask_parser_fail_expected (self, "JOIN");
      words |= join_word (ask_parser_type (self));
    }
  if (!ask_parser_expect (self, ASK_TOKEN_JOIN, "JOIN"))
    return FALSE;
  if ((words & WORD_UNKNOWN) || ((words & WORD_INNER) && (words & WORD_OUTER))
      || (words & (WORD_OUTER | WORD_LEFT | WORD_RIGHT)) == WORD_OUTER)
    {
      AskSqlSpan span = ask_parser_span (self, first);
      g_autofree char *text = ask_parser_dup_excerpt (self->sql, span.start, span.end);

      return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, span.start,
                              "“%s” is no kind of join; write JOIN, LEFT JOIN, RIGHT JOIN, FULL "
                              "JOIN or CROSS JOIN, perhaps with NATURAL before it.",
                              text);
    }
  *natural = (words & WORD_NATURAL) != 0;
  *join = (words & WORD_LEFT) && (words & WORD_RIGHT) ? ASK_JOIN_FULL
          : words & WORD_LEFT                         ? ASK_JOIN_LEFT
          : words & WORD_RIGHT                        ? ASK_JOIN_RIGHT
          : words & WORD_CROSS                        ? ASK_JOIN_CROSS
                                                      : ASK_JOIN_INNER;
  return TRUE;
}

/* A comma or the words of a join. Returns: whether one was read; an error may be set. */
static gboolean
accept_join (AskSqlParser *self, AskSqlJoin *join, gboolean *natural)
{
  *natural = FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_COMMA))
    *join = ASK_JOIN_COMMA;
  else if (ask_parser_accept (self, ASK_TOKEN_JOIN))
    *join = ASK_JOIN_INNER;
  else
    return ask_parser_get_word_class (ask_parser_type (self)) == ASK_WORD_JOIN
           && parse_join_words (self, join, natural);
  return TRUE;
}

static gboolean
parse_alias (AskSqlParser *self, AskSqlFrom *from)
{
  if (ask_parser_accept (self, ASK_TOKEN_AS))
    {
      from->alias = ask_parser_expect_name (self, "a name after AS");
      return from->alias != NULL;
    }
  if (ask_parser_peek (self)->is_name || ask_parser_type (self) == ASK_TOKEN_STRING)
    from->alias = ask_parser_take_name (self);
  return TRUE;
}

/* schema.name, with arguments or INDEXED BY */
static gboolean
parse_table (AskSqlParser *self, AskSqlFrom *from)
{
  guint first = self->at;

  from->kind = ASK_FROM_TABLE;
  from->name = ask_parser_expect_name (self, "a table name or “(”");
  if (from->name == NULL)
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_DOT))
    {
      from->schema = from->name;
      from->name = ask_parser_expect_name (self, "a table name");
      if (from->name == NULL)
        return FALSE;
    }
  from->name_span = ask_parser_span (self, first);
  if (ask_parser_accept (self, ASK_TOKEN_OPEN))
    {
      from->kind = ASK_FROM_FUNCTION;
      from->has_args = TRUE;
      if ((ask_parser_type (self) != ASK_TOKEN_CLOSE && !ask_parser_exprs (self, &from->args))
          || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”"))
        return FALSE;
    }
  if (!parse_alias (self, from))
    return FALSE;
  if (from->has_args)
    return TRUE;
  if (ask_parser_accept (self, ASK_TOKEN_NOT))
    {
      from->not_indexed = TRUE;
      return ask_parser_expect (self, ASK_TOKEN_INDEXED, "INDEXED");
    }
  if (ask_parser_accept (self, ASK_TOKEN_INDEXED))
    {
      if (!ask_parser_expect (self, ASK_TOKEN_BY, "BY"))
        return FALSE;
      from->indexed_by = ask_parser_expect_name (self, "the name of an index");
      return from->indexed_by != NULL;
    }
  return TRUE;
}

/* A row that is asked for has no names of its own: (VALUES {{f()}}) AS t(a, b) is (WITH t(a, b) AS (VALUES …) SELECT * FROM t) AS
 * t */
static gboolean
parse_names_of_answers (AskSqlParser *self, AskSqlFrom *from)
{
  const AskSqlCore *core = from->select->cores[0];
  AskSqlCte *cte;

  if (from->alias == NULL || core->n_rows == 0 || core->rows[0].n != 1 || !core->rows[0].items[0]->braced
      || !ask_parser_accept (self, ASK_TOKEN_OPEN))
    return TRUE;
  cte = ask_sql_tree_alloc (self->tree, sizeof *cte);
  cte->name = from->alias;
  cte->columns = ask_parser_names (self, FALSE);
  cte->select = from->select;
  cte->span = from->select->span;
  if (cte->columns == NULL)
    return FALSE;
  from->select = ask_sql_tree_new_select (self->tree, ask_sql_tree_new_table (self->tree, from->alias), 1);
  from->select->cores[0]->results[0].star = 1;
  from->select->ctes = ask_sql_tree_alloc (self->tree, sizeof *from->select->ctes);
  from->select->ctes[from->select->n_ctes++] = cte;
  return TRUE;
}

/* (SELECT …) or (a JOIN b …), its first parenthesis read */
static gboolean
parse_parenthesis (AskSqlParser *self, AskSqlFrom *from)
{
  if (ask_parser_starts_select (ask_parser_type (self)))
    {
      from->kind = ASK_FROM_SELECT;
      from->select = ask_parser_select (self);
      if (from->select == NULL || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "“)” or another clause"))
        return FALSE;
    }
  else
    {
      from->kind = ASK_FROM_JOIN;
      if (!ask_parser_enter (self) || !parse_items (self, &from->items)
          || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "“)” or a join"))
        return FALSE;
      self->depth--;
    }
  return parse_alias (self, from) && (from->kind != ASK_FROM_SELECT || parse_names_of_answers (self, from));
}

static gboolean
parse_on_or_using (AskSqlParser *self, AskSqlFrom *from)
{
  guint at = ask_parser_peek (self)->start;
  gboolean on = ask_parser_accept (self, ASK_TOKEN_ON);

  if (on)
    {
      from->on = ask_parser_expr (self);
      if (from->on == NULL)
        return FALSE;
    }
  else if (ask_parser_accept (self, ASK_TOKEN_USING))
    {
      if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(” and column names"))
        return FALSE;
      from->using = ask_parser_names (self, FALSE);
      if (from->using == NULL)
        return FALSE;
    }
  else
    return TRUE;
  if (from->join == ASK_JOIN_FIRST)
    return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, at, "%s belongs behind a JOIN, and none stands before it.",
                            on ? "ON" : "USING");
  return TRUE;
}

/* The table of "table::column", which is one of the arguments of @call. */
static const char *
find_table (AskSqlParser *self, const AskSqlExpr *call, const char *name, guint nth)
{
  for (guint i = 0; i < call->list.n; i++)
    {
      const AskSqlExpr *value = call->list.items[i];
      const char *named = call->argument_names != NULL ? call->argument_names[i] : NULL;
      const char *end;

      if (value->kind != ASK_EXPR_LITERAL || value->value.kind != ASK_VALUE_TEXT
          || !(named != NULL ? g_ascii_strcasecmp (named, name) == 0 : i == nth))
        continue;
      end = strstr (value->value.text, "::");
      return end != NULL ? ask_sql_tree_strdup (self->tree, value->value.text, end - value->value.text) : NULL;
    }
  return NULL;
}

static gboolean
is_item (AskSqlParser *self, guint mark, const char *table)
{
  for (guint i = mark; i < self->unfinished->len; i++)
    {
      const AskSqlFrom *from = self->unfinished->pdata[i];

      if ((from->name != NULL && g_ascii_strcasecmp (from->name, table) == 0)
          || (from->alias != NULL && g_ascii_strcasecmp (from->alias, table) == 0))
        return TRUE;
    }
  return FALSE;
}

/* JOIN {{f(left_on='a::x', right_on='b::y')}}: that of both tables which is not there yet, ON what the call says. @mark: of
 * the items before it */
static gboolean
parse_joining_call (AskSqlParser *self, AskSqlFrom *from, guint mark)
{
  guint first = self->at;
  guint start = ask_parser_peek (self)->start;
  AskSqlExpr *call = ask_parser_braced_call (self);
  const char *left = call != NULL ? find_table (self, call, "left_on", 0) : NULL;
  const char *right = call != NULL ? find_table (self, call, "right_on", 1) : NULL;

  if (call == NULL)
    return FALSE;
  if (from->join == ASK_JOIN_FIRST || left == NULL || right == NULL
      || is_item (self, mark, left) == is_item (self, mark, right))
    return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, start,
                            "a function that joins stands behind JOIN and names a column of a table before it and one "
                            "of the table that is joined: JOIN {{f('a::x', 'b::y')}}.");
  from->kind = ASK_FROM_TABLE;
  from->name = is_item (self, mark, left) ? right : left;
  from->name_span = ask_parser_span (self, first);
  from->on = call;
  return parse_alias (self, from);
}

/* @mark: of the items before it */
static AskSqlFrom *
parse_item (AskSqlParser *self, AskSqlJoin join, gboolean natural, guint mark)
{
  AskSqlFrom *from = ask_sql_tree_alloc (self->tree, sizeof *from);
  guint first = self->at;

  from->join = join;
  from->natural = natural;
  if (ask_parser_type (self) == ASK_TOKEN_OPEN_BRACES)
    {
      if (!parse_joining_call (self, from, mark))
        return NULL;
      from->span = ask_parser_span (self, first);
      return from;
    }
  if (ask_parser_accept (self, ASK_TOKEN_OPEN) ? !parse_parenthesis (self, from) : !parse_table (self, from))
    return NULL;
  from->span = ask_parser_span (self, first);
  return parse_on_or_using (self, from) ? from : NULL;
}

static gboolean
parse_items (AskSqlParser *self, AskSqlFroms *items)
{
  guint mark = self->unfinished->len;
  AskSqlJoin join = ASK_JOIN_FIRST;
  gboolean natural = FALSE;

  do
    {
      AskSqlFrom *from = parse_item (self, join, natural, mark);

      if (from == NULL)
        return FALSE;
      g_ptr_array_add (self->unfinished, from);
    }
  while (accept_join (self, &join, &natural));
  if (self->error != NULL)
    return FALSE;
  items->n = self->unfinished->len - mark;
  items->items = ask_sql_tree_alloc (self->tree, items->n * sizeof *items->items);
  memcpy (items->items, self->unfinished->pdata + mark, items->n * sizeof *items->items);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return TRUE;
}

/* ask_parser_from: all that stands behind FROM */
gboolean
ask_parser_from (AskSqlParser *self, AskSqlFroms *items)
{
  return parse_items (self, items);
}

/* ask_parser_order: BY and the terms */
gboolean
ask_parser_order (AskSqlParser *self, AskSqlOrder *order)
{
  guint mark = self->unfinished->len;
  guint first = ask_parser_peek (self)->start;

  if (!ask_parser_expect (self, ASK_TOKEN_BY, "BY"))
    return FALSE;
  do
    {
      AskSqlOrderTerm *term = ask_sql_tree_alloc (self->tree, sizeof *term);

      term->expr = ask_parser_expr (self);
      if (term->expr == NULL)
        return FALSE;
      if (!ask_parser_accept (self, ASK_TOKEN_ASC))
        term->descending = ask_parser_accept (self, ASK_TOKEN_DESC);
      if (ask_parser_accept (self, ASK_TOKEN_NULLS))
        {
          if (ask_parser_accept (self, ASK_TOKEN_FIRST))
            term->nulls = 1;
          else if (ask_parser_expect (self, ASK_TOKEN_LAST, "FIRST or LAST"))
            term->nulls = 2;
          else
            return FALSE;
        }
      g_ptr_array_add (self->unfinished, term);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));

  order->n = self->unfinished->len - mark;
  order->items = ask_sql_tree_alloc (self->tree, order->n * sizeof *order->items);
  for (guint i = 0; i < order->n; i++)
    order->items[i] = *(AskSqlOrderTerm *) self->unfinished->pdata[mark + i];
  g_ptr_array_set_size (self->unfinished, (int) mark);
  if (order->n > ASK_SQL_MAX_COLUMNS)
    return ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, first, "ORDER BY has %u terms; %u are the most.", order->n,
                            ASK_SQL_MAX_COLUMNS);
  return TRUE;
}

/* One end of a frame: UNBOUNDED PRECEDING as a start, UNBOUNDED FOLLOWING as an end. */
static gboolean
parse_bound (AskSqlParser *self, gboolean is_end, AskSqlBoundKind *kind, AskSqlExpr **expr)
{
  if (ask_parser_accept (self, ASK_TOKEN_UNBOUNDED))
    {
      *kind = is_end ? ASK_BOUND_UNBOUNDED_FOLLOWING : ASK_BOUND_UNBOUNDED_PRECEDING;
      return ask_parser_expect (self, is_end ? ASK_TOKEN_FOLLOWING : ASK_TOKEN_PRECEDING,
                                is_end ? "FOLLOWING" : "PRECEDING");
    }
  if (ask_parser_accept (self, ASK_TOKEN_CURRENT))
    {
      *kind = ASK_BOUND_CURRENT_ROW;
      return ask_parser_expect (self, ASK_TOKEN_ROW, "ROW");
    }
  *expr = ask_parser_expr (self);
  if (*expr == NULL)
    return FALSE;
  *kind = ask_parser_accept (self, ASK_TOKEN_PRECEDING) ? ASK_BOUND_PRECEDING : ASK_BOUND_FOLLOWING;
  return *kind == ASK_BOUND_PRECEDING
         || ask_parser_expect (self, ASK_TOKEN_FOLLOWING, "an operator, PRECEDING or FOLLOWING");
}

static gboolean
parse_exclude (AskSqlParser *self, AskSqlWindow *window)
{
  window->has_exclude = TRUE;
  if (ask_parser_accept (self, ASK_TOKEN_NO))
    {
      window->exclude = ASK_EXCLUDE_NO_OTHERS;
      return ask_parser_expect (self, ASK_TOKEN_OTHERS, "OTHERS");
    }
  if (ask_parser_accept (self, ASK_TOKEN_CURRENT))
    {
      window->exclude = ASK_EXCLUDE_CURRENT_ROW;
      return ask_parser_expect (self, ASK_TOKEN_ROW, "ROW");
    }
  if (ask_parser_accept (self, ASK_TOKEN_GROUP))
    window->exclude = ASK_EXCLUDE_GROUP;
  else if (ask_parser_expect (self, ASK_TOKEN_TIES, "NO OTHERS, CURRENT ROW, GROUP or TIES"))
    window->exclude = ASK_EXCLUDE_TIES;
  else
    return FALSE;
  return TRUE;
}

/* What stands behind ROWS, RANGE or GROUPS. */
static gboolean
parse_frame (AskSqlParser *self, AskSqlWindow *window)
{
  guint at = self->tokens[self->at - 1].start;

  window->has_frame = TRUE;
  window->end = ASK_BOUND_CURRENT_ROW;
  window->between = ask_parser_accept (self, ASK_TOKEN_BETWEEN);
  if (!parse_bound (self, FALSE, &window->start, &window->start_expr))
    return FALSE;
  if (window->between
      && (!ask_parser_expect (self, ASK_TOKEN_AND, "AND")
          || !parse_bound (self, TRUE, &window->end, &window->end_expr)))
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_EXCLUDE) && !parse_exclude (self, window))
    return FALSE;
  if ((window->start == ASK_BOUND_CURRENT_ROW && window->end == ASK_BOUND_PRECEDING)
      || (window->start == ASK_BOUND_FOLLOWING
          && (window->end == ASK_BOUND_PRECEDING || window->end == ASK_BOUND_CURRENT_ROW)))
    return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, at, "the frame that begins here would end before it starts.");
  return TRUE;
}

static gboolean
starts_window_clause (AskSqlTokenType type)
{
  return type == ASK_TOKEN_PARTITION || type == ASK_TOKEN_ORDER || type == ASK_TOKEN_RANGE || type == ASK_TOKEN_ROWS
         || type == ASK_TOKEN_GROUPS || type == ASK_TOKEN_CLOSE;
}

/* ask_parser_window: [base] [PARTITION BY …] [ORDER BY …] [frame], and the parenthesis behind it */
AskSqlWindow *
ask_parser_window (AskSqlParser *self)
{
  AskSqlWindow *window = ask_sql_tree_alloc (self->tree, sizeof *window);

  if (!starts_window_clause (ask_parser_type (self)))
    {
      window->base = ask_parser_expect_name (self, "PARTITION BY, ORDER BY, a frame or “)”");
      if (window->base == NULL)
        return NULL;
    }
  if (ask_parser_accept (self, ASK_TOKEN_PARTITION)
      && (!ask_parser_expect (self, ASK_TOKEN_BY, "BY") || !ask_parser_exprs (self, &window->partition)))
    return NULL;
  if (ask_parser_accept (self, ASK_TOKEN_ORDER) && !ask_parser_order (self, &window->order))
    return NULL;
  if (ask_parser_type (self) == ASK_TOKEN_RANGE || ask_parser_type (self) == ASK_TOKEN_ROWS
      || ask_parser_type (self) == ASK_TOKEN_GROUPS)
    {
      AskSqlTokenType type = ask_parser_type (self);

      window->unit = type == ASK_TOKEN_ROWS    ? ASK_FRAME_ROWS
                     : type == ASK_TOKEN_RANGE ? ASK_FRAME_RANGE
                                               : ASK_FRAME_GROUPS;
      self->at++;
      if (!parse_frame (self, window))
        return NULL;
    }
  return ask_parser_expect (self, ASK_TOKEN_CLOSE, "another part of the window or “)”") ? window : NULL;
}

/* ask_parser_window_clause: what stands behind WINDOW */
gboolean
ask_parser_window_clause (AskSqlParser *self, AskSqlCore *core)
{
  guint mark = self->unfinished->len;

  do
    {
      guint first = self->at;
      const char *name = ask_parser_expect_name (self, "a window name");
      AskSqlWindow *window;

      if (name == NULL || !ask_parser_expect (self, ASK_TOKEN_AS, "AS")
          || !ask_parser_expect (self, ASK_TOKEN_OPEN, "“(”"))
        return FALSE;
      window = ask_parser_window (self);
      if (window == NULL)
        return FALSE;
      window->name = name;
      window->span = ask_parser_span (self, first);
      g_ptr_array_add (self->unfinished, window);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  core->n_windows = self->unfinished->len - mark;
  core->windows = ask_sql_tree_alloc (self->tree, core->n_windows * sizeof *core->windows);
  memcpy (core->windows, self->unfinished->pdata + mark, core->n_windows * sizeof *core->windows);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement on one line is hard to read, and models and people write them so. This puts every clause on a line of its
 * own, deeper inside parentheses, and breaks a line that is still too long at its commas, or at its AND and OR. It changes
 * white space between tokens and the case of reserved words, and nothing else: comments stay where they are, at the end
 * of a line or on one of their own.
 */
#include "config.h"

#include "sql/ask-sql-layout.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/* Shorter statements stand well on one line. */
#define SHORT 60
/* A longer line is broken again. */
#define WIDTH 88
#define MAX_DEPTH 64

/**
 * Token:
 * @own_line: a comment with nothing before it on its line
 * @break_before: begins a line
 * @blank_before: begins a statement after another
 * @space_before: is set off from the token before it
 * @indent: of the line that it begins
 * @depth: of parentheses around it
 */
typedef struct
{
  AskSqlToken token;
  gboolean own_line;
  gboolean break_before;
  gboolean blank_before;
  gboolean space_before;
  guint indent;
  guint depth;
} Token;

typedef struct
{
  const char *sql;
  GArray *tokens; /* Token */
} Layout;

static Token *
get (const Layout *self, guint i)
{
  return &g_array_index (self->tokens, Token, i);
}

static gboolean
is (const Layout *self, guint i, const char *word)
{
  return i < self->tokens->len && ask_sql_token_is (self->sql, &get (self, i)->token, word);
}

static gboolean
is_one_of (const Layout *self, guint i, const char *const *words, guint n)
{
  for (guint w = 0; w < n; w++)
    if (is (self, i, words[w]))
      return TRUE;
  return FALSE;
}

static gboolean
begins_clause (const Layout *self, guint i)
{
  static const char *const words[]
    = { "select",    "from", "where", "group", "having", "order",  "limit", "union", "except",
        "intersect", "join", "left",  "inner", "cross",  "window", "right", "full",  "natural" };

  if (get (self, i)->token.kind != ASK_SQL_WORD || !is_one_of (self, i, words, G_N_ELEMENTS (words)))
    return FALSE;
  /* left() and the like are functions; a column may have such a name, too. */
  if (is (self, i, "left") || is (self, i, "right") || is (self, i, "full") || is (self, i, "natural")
      || is (self, i, "inner") || is (self, i, "cross"))
    return is (self, i + 1, "join") || is (self, i + 1, "outer") || is (self, i + 1, "left")
           || is (self, i + 1, "inner") || is (self, i + 1, "right") || is (self, i + 1, "full")
           || is (self, i + 1, "cross");
  return !is (self, i, "window") || !is (self, i + 1, "(");
}

/* Whether the clause word goes on with the line of the one before it: LEFT [OUTER] JOIN, UNION ALL SELECT does not. */
static gboolean
continues_join (const Layout *self, guint i)
{
  static const char *const words[] = { "left", "inner", "cross", "outer", "right", "full", "natural" };

  return i > 0 && !is (self, i, "natural") && is_one_of (self, i - 1, words, G_N_ELEMENTS (words))
         && (is (self, i, "join") || is_one_of (self, i, words, G_N_ELEMENTS (words)));
}

static gboolean
is_comparison (const Layout *self, guint i)
{
  static const char *const signs[] = { "=", "==", "<", ">", "<=", ">=", "<>", "!=", "||" };

  return get (self, i)->token.kind == ASK_SQL_OPERATOR && is_one_of (self, i, signs, G_N_ELEMENTS (signs));
}

static void
read_tokens (Layout *self)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (self->sql);

  self->tokens = g_array_new (FALSE, TRUE, sizeof (Token));
  for (guint i = 0; i < tokens->len; i++)
    {
      Token token = { .token = g_array_index (tokens, AskSqlToken, i) };
      const AskSqlToken *before = i > 0 ? &g_array_index (tokens, AskSqlToken, i - 1) : NULL;
      gsize end = before != NULL ? before->start + before->length : 0;
      gboolean newline = memchr (self->sql + end, '\n', token.token.start - end) != NULL;

      token.space_before = token.token.start > end && i > 0;
      token.own_line = token.token.kind == ASK_SQL_COMMENT && (i == 0 || newline);
      g_array_append_val (self->tokens, token);
    }
}

/* Behind a comment up to the line's end, and around one that has a line of its own. */
static gboolean
breaks_at_comment (const Layout *self, guint i)
{
  const Token *before = get (self, i - 1);

  return get (self, i)->own_line
         || (before->token.kind == ASK_SQL_COMMENT && (before->own_line || self->sql[before->token.start] == '-'));
}

/* Whether something of the statement stands before the token. */
static gboolean
is_within (const Layout *self, guint i)
{
  while (i > 0 && get (self, i - 1)->token.kind == ASK_SQL_COMMENT)
    i--;
  return i > 0 && !is (self, i - 1, ";");
}

/* Finds where clauses begin, and how deep queries lie in each other. */
static void
find_breaks (Layout *self, gboolean tidy)
{
  gboolean query[MAX_DEPTH] = { TRUE }; /* whether the parenthesis at this depth holds a query */
  guint depth = 0;
  guint indent = 0; /* of queries among them */

  for (guint i = 0; i < self->tokens->len; i++)
    {
      Token *token = get (self, i);
      gboolean here = depth < MAX_DEPTH && query[depth];
      gboolean after_open = i > 0 && is (self, i - 1, "(");

      if (is (self, i, ")") && depth > 0)
        {
          if (depth < MAX_DEPTH)
            indent -= query[depth];
          depth--;
        }
      token->depth = depth;
      token->indent = indent;
      if (i > 0 && !after_open && here && begins_clause (self, i) && !continues_join (self, i))
        token->break_before = TRUE;
      if (i > 0 && !token->break_before && breaks_at_comment (self, i))
        {
          token->break_before = TRUE;
          token->indent += is_within (self, i);
        }
      if (i > 0 && is (self, i - 1, ";") && (token->token.kind != ASK_SQL_COMMENT || token->own_line))
        token->break_before = token->blank_before = TRUE;
      if (is (self, i, ";"))
        depth = indent = 0;
      if (tidy && token->token.kind != ASK_SQL_COMMENT)
        {
          if (is (self, i, ",") || is (self, i, ";") || is (self, i, ")") || after_open)
            token->space_before = FALSE;
          else if (i > 0 && (is (self, i - 1, ",") || is_comparison (self, i) || is_comparison (self, i - 1)))
            token->space_before = TRUE;
        }
      if (is (self, i, "("))
        {
          depth++;
          if (depth < MAX_DEPTH)
            {
              query[depth] = is (self, i + 1, "select") || is (self, i + 1, "with");
              indent += query[depth];
            }
        }
    }
}

/* Returns: the token behind the line that begins with @i */
static guint
end_of_line (const Layout *self, guint i)
{
  guint end = i + 1;

  while (end < self->tokens->len && !get (self, end)->break_before)
    end++;
  return end;
}

static gsize
measure (const Layout *self, guint from, guint to)
{
  gsize width = 2 * get (self, from)->indent;

  for (guint i = from; i < to; i++)
    width += get (self, i)->token.length + (i > from && get (self, i)->space_before);
  return width;
}

/* Whether the line may be broken before the token. BETWEEN has an AND of its own. */
static gboolean
may_break (const Layout *self, guint from, guint i)
{
  guint depth = get (self, from)->depth;

  if (get (self, i)->depth != depth || i == from + 1)
    return FALSE;
  if (is (self, i - 1, ","))
    return TRUE;
  if (!is (self, i, "and") && !is (self, i, "or"))
    return FALSE;
  for (guint k = i; is (self, i, "and") && k-- > from && !(get (self, k)->depth == depth && is (self, k, "and"));)
    if (get (self, k)->depth == depth && is (self, k, "between"))
      return FALSE;
  return TRUE;
}

static void
break_long_lines (Layout *self)
{
  for (guint from = 0; from < self->tokens->len;)
    {
      guint to = end_of_line (self, from);

      if (measure (self, from, to) > WIDTH)
        for (guint i = from + 1; i < to; i++)
          if (get (self, i)->token.kind != ASK_SQL_COMMENT && may_break (self, from, i))
            {
              get (self, i)->break_before = TRUE;
              get (self, i)->indent = get (self, from)->indent + 1;
            }
      from = to;
    }
}

/* No name can be one of these without quotes; BY, WITH, ASC and DESC can, but not where they are words of SQL. */
static gboolean
is_reserved (const Layout *self, guint i)
{
  static const char *const words[]
    = { "all",   "and",    "as",     "between",   "case",  "distinct", "else",   "except", "exists", "from",
        "group", "having", "in",     "intersect", "is",    "join",     "limit",  "not",    "null",   "on",
        "or",    "order",  "select", "then",      "union", "using",    "values", "when",   "where" };

  if (get (self, i)->token.kind != ASK_SQL_WORD)
    return FALSE;
  if (is (self, i, "by"))
    return i > 0 && (is (self, i - 1, "group") || is (self, i - 1, "order") || is (self, i - 1, "partition"));
  if (is (self, i, "outer"))
    return is (self, i + 1, "join");
  if (is (self, i, "with"))
    return !is_within (self, i) || is (self, i - 1, "(");
  if (is (self, i, "asc") || is (self, i, "desc"))
    return i > 0 && !is (self, i - 1, ",") && !is (self, i - 1, ".") && !is (self, i - 1, "by")
           && (i + 1 == self->tokens->len || is (self, i + 1, ",") || is (self, i + 1, ")") || is (self, i + 1, ";")
               || is (self, i + 1, "limit"));
  return is_one_of (self, i, words, G_N_ELEMENTS (words)) || (!is (self, i, "window") && begins_clause (self, i));
}

/* @cursor: (nullable) (inout): a place in the old text, then in the new one */
static char *
write_text (const Layout *self, gboolean tidy, gsize *cursor)
{
  GString *text = g_string_new (NULL);
  gsize old = cursor != NULL ? *cursor : 0;
  gboolean placed = FALSE;

  for (guint i = 0; i < self->tokens->len; i++)
    {
      const Token *token = get (self, i);
      gsize end = token->token.start + token->token.length;

      if (cursor != NULL && !placed && old < token->token.start)
        {
          *cursor = text->len;
          placed = TRUE;
        }
      if (token->break_before)
        {
          g_string_append (text, token->blank_before ? "\n\n" : "\n");
          for (guint d = 0; d < token->indent; d++)
            g_string_append (text, "  ");
        }
      else if (token->space_before || (i > 0 && get (self, i - 1)->token.kind == ASK_SQL_COMMENT))
        g_string_append_c (text, ' ');
      if (cursor != NULL && !placed && old <= end)
        {
          *cursor = text->len + (old - token->token.start);
          placed = TRUE;
        }
      if (tidy && is_reserved (self, i))
        {
          g_autofree char *word = g_ascii_strup (self->sql + token->token.start, (gssize) token->token.length);

          g_string_append (text, word);
        }
      else
        g_string_append_len (text, self->sql + token->token.start, (gssize) token->token.length);
    }
  if (cursor != NULL && !placed)
    *cursor = text->len;
  return g_string_free (text, FALSE);
}

/**
 * ask_sql_lay_out:
 * @sql: a statement
 *
 * Returns: (transfer full): the same with a clause a line; a short one, and one that has line breaks already, stays as
 *   its author wrote it
 */
char *
ask_sql_lay_out (const char *sql)
{
  Layout self = { .sql = sql };
  char *text;

  if (strlen (sql) < SHORT || strchr (sql, '\n') != NULL)
    return g_strdup (sql);
  read_tokens (&self);
  find_breaks (&self, FALSE);
  text = write_text (&self, FALSE, NULL);
  g_array_unref (self.tokens);
  return text;
}

/**
 * ask_sql_format:
 * @sql: statements, finished or not
 * @cursor: (nullable) (inout): a place in it, in bytes, that is to stay at its word
 *
 * Returns: (transfer full): the same laid out anew: a clause a line, long ones broken, an empty line between statements,
 *   reserved words in capitals
 */
char *
ask_sql_format (const char *sql, gsize *cursor)
{
  Layout self = { .sql = sql };
  char *text;

  read_tokens (&self);
  find_breaks (&self, TRUE);
  break_long_lines (&self);
  text = write_text (&self, TRUE, cursor);
  g_array_unref (self.tokens);
  return text;
}

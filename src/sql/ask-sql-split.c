/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement reaches from its first token to its last; its semicolon, and comments around it, are no part of it. One
 * that is all comment is none.
 */
#include "config.h"

#include "sql/ask-sql-split.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/**
 * ask_sql_split:
 * @sql: UTF-8, finished or not
 *
 * Returns: (transfer full) (element-type AskSqlSpan): the statements in their order, without their semicolons
 */
GArray *
ask_sql_split (const char *sql)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (AskSqlSpan));
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  AskSqlSpan span = { 0, 0 };

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (ask_sql_token_is (sql, token, ";"))
        {
          if (span.end > 0)
            g_array_append_val (spans, span);
          span = (AskSqlSpan) { 0, 0 };
        }
      else if (token->kind != ASK_SQL_COMMENT)
        {
          if (span.end == 0)
            span.start = (guint32) token->start;
          span.end = (guint32) (token->start + token->length);
        }
    }
  if (span.end > 0)
    g_array_append_val (spans, span);
  return spans;
}

/* Where the line goes on behind the statement: at its semicolon, and blanks up to the line's end. */
static gsize
end_of_line (const char *sql, gsize end)
{
  gsize at = end + strspn (sql + end, " \t");

  if (sql[at] == ';')
    at++;
  return at + strspn (sql + at, " \t");
}

/**
 * ask_sql_find_statement:
 * @sql: UTF-8, finished or not
 * @cursor: a place in it, in bytes
 * @span: (out): the statement that a person means who stands there: the one around the cursor; behind a semicolon on the
 *   same line the one before it; elsewhere the next one, and behind all of them the last
 *
 * Returns: whether there is any
 */
gboolean
ask_sql_find_statement (const char *sql, gsize cursor, AskSqlSpan *span)
{
  g_autoptr (GArray) spans = ask_sql_split (sql);

  for (guint i = 0; i < spans->len; i++)
    {
      const AskSqlSpan *one = &g_array_index (spans, AskSqlSpan, i);
      gsize end = end_of_line (sql, one->end);
      gboolean alone = i + 1 == spans->len || end < g_array_index (spans, AskSqlSpan, i + 1).start;

      /* Of two on one line the second begins where the first one's line would end. */
      *span = *one;
      if (cursor <= one->end || (alone ? cursor <= end : cursor < end))
        return TRUE;
    }
  return spans->len > 0;
}

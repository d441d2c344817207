/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement on one line is hard to read, and models and stewards write them so. This puts every
 * clause on a line of its own, deeper inside parentheses. It changes white space between tokens
 * and nothing else; text that has line breaks already stays as its author wrote it.
 */
#include "config.h"

#include "app/sql/ask-sql-layout.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/* Shorter statements stand well on one line. */
#define SHORT 60
#define MAX_DEPTH 32

static gboolean
begins_clause (const char *sql, const AskSqlToken *token)
{
  static const char *const words[] = { "select", "from",      "where", "group", "having", "order", "limit", "union",
                                       "except", "intersect", "join",  "left",  "inner",  "cross", "window" };

  if (token->kind != ASK_SQL_WORD)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (ask_sql_token_is (sql, token, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_operator (const char *sql, const AskSqlToken *token, char sign)
{
  return token->kind == ASK_SQL_OPERATOR && token->length == 1 && sql[token->start] == sign;
}

static gboolean
is_followed_by (const char *sql, GArray *tokens, guint i, const char *word)
{
  return i + 1 < tokens->len && ask_sql_token_is (sql, &g_array_index (tokens, AskSqlToken, i + 1), word);
}

static void
break_line (GString *text, guint depth)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  if (text->len == 0 || text->str[text->len - 1] == '(')
    return;
  g_string_append_c (text, '\n');
  for (guint i = 0; i < depth; i++)
    g_string_append (text, "  ");
}

/**
 * ask_sql_lay_out:
 * @sql: a statement
 *
 * Returns: (transfer full): the same with a clause a line
 */
char *
ask_sql_lay_out (const char *sql)
{
  g_autoptr (GArray) tokens = NULL;
  GString *text;
  gboolean query[MAX_DEPTH] = { TRUE }; /* whether the parenthesis at this depth holds a query */
  guint depth = 0; /* of parentheses */
  guint indent = 0; /* of queries among them */
  gboolean after_join_word = FALSE;

  if (strlen (sql) < SHORT || strchr (sql, '\n') != NULL)
    return g_strdup (sql);
  tokens = ask_sql_tokenize (sql);
  text = g_string_new (NULL);
  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      gsize end_before
        = i > 0 ? g_array_index (tokens, AskSqlToken, i - 1).start + g_array_index (tokens, AskSqlToken, i - 1).length
                : 0;
      gboolean here = depth < MAX_DEPTH && query[depth];

      if (token->start > end_before)
        g_string_append_c (text, ' ');
      if (here && begins_clause (sql, token))
        {
          /* LEFT JOIN and the like begin one line, not two; left() is a function. */
          if (!after_join_word && !(ask_sql_token_is (sql, token, "left") && is_followed_by (sql, tokens, i, "(")))
            break_line (text, indent);
          after_join_word = ask_sql_token_is (sql, token, "left") || ask_sql_token_is (sql, token, "inner")
                            || ask_sql_token_is (sql, token, "cross");
        }
      else if (!ask_sql_token_is (sql, token, "outer"))
        after_join_word = FALSE;
      if (is_operator (sql, token, '('))
        {
          depth++;
          if (depth < MAX_DEPTH)
            {
              query[depth] = is_followed_by (sql, tokens, i, "select") || is_followed_by (sql, tokens, i, "with");
              indent += query[depth];
            }
        }
      else if (is_operator (sql, token, ')') && depth > 0)
        {
          if (depth < MAX_DEPTH)
            indent -= query[depth];
          depth--;
        }
      g_string_append_len (text, sql + token->start, (gssize) token->length);
    }
  return g_string_free (text, FALSE);
}

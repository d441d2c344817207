/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names in the text of a statement, whatever they stand for there.
 */
#include "config.h"

#include "sql/ask-sql-name.h"

#include "sql/ask-sql-lexer.h"

/**
 * ask_sql_has_name:
 * @sql: a statement, perhaps not a whole one
 * @name: of a table, a column or a function
 *
 * Returns: whether a word or a quoted name of @sql is @name, whatever it stands for there
 */
gboolean
ask_sql_has_name (const char *sql, const char *name)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *word
        = token->kind == ASK_SQL_WORD || token->kind == ASK_SQL_QUOTED ? ask_sql_token_dup_name (sql, token) : NULL;

      if (word != NULL && g_ascii_strcasecmp (word, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the queries of earlier steps in front of a query as common table expressions. It moves
 * text, token by token; it never changes what a query says.
 */
#include "config.h"

#include "agent/ask-compose.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/** ask_step_table_new: Returns: (transfer full): a step that later ones may read */
AskStepTable *
ask_step_table_new (const char *name, const char *sql)
{
  AskStepTable *self = g_new0 (AskStepTable, 1);

  self->name = g_strdup (name);
  self->sql = g_strdup (sql);
  return self;
}

/** ask_step_table_free: frees it. */
void
ask_step_table_free (AskStepTable *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->sql);
  g_free (self);
}

/* Whether @sql reads @name, and does not define it itself. */
static gboolean
reads (const char *sql, const char *name)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  gboolean found = FALSE;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *text = NULL;

      if (token->kind != ASK_SQL_WORD && token->kind != ASK_SQL_QUOTED)
        continue;
      text = ask_sql_token_dup_name (sql, token);
      if (text == NULL || g_ascii_strcasecmp (text, name) != 0)
        continue;
      if (i + 2 < tokens->len && ask_sql_token_is (sql, token + 1, "AS")
          && ask_sql_token_is (sql, token + 2, "("))
        return FALSE;
      found = TRUE;
    }
  return found;
}

/* Without the semicolon at the end. */
static char *
dup_statement (const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = tokens->len; i-- > 0;)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind == ASK_SQL_COMMENT)
        continue;
      if (!ask_sql_token_is (sql, token, ";"))
        break;
      return g_strchomp (g_strndup (sql, token->start));
    }
  return g_strchomp (g_strdup (sql));
}

static void
mark_needed (const char *sql, GPtrArray *steps, guint before, gboolean *needed)
{
  for (guint i = before; i-- > 0;)
    {
      const AskStepTable *step = steps->pdata[i];

      if (needed[i] || !reads (sql, step->name))
        continue;
      needed[i] = TRUE;
      mark_needed (step->sql, steps, i, needed);
    }
}

/**
 * ask_compose_sql:
 * @sql: one SELECT
 * @steps: (element-type AskStepTable): earlier queries in order; a later one may read earlier ones
 *
 * Returns: (transfer full): @sql, the steps that it reads in front of it
 */
char *
ask_compose_sql (const char *sql, GPtrArray *steps)
{
  g_autofree gboolean *needed = g_new0 (gboolean, steps->len + 1);
  g_autofree char *statement = dup_statement (sql);
  g_autoptr (GArray) tokens = ask_sql_tokenize (statement);
  GString *composed = g_string_new (NULL);
  const char *rest = statement;
  gboolean recursive = FALSE, with = FALSE, any = FALSE;
  guint first = 0;

  mark_needed (statement, steps, steps->len, needed);
  while (first < tokens->len
         && g_array_index (tokens, AskSqlToken, first).kind == ASK_SQL_COMMENT)
    first++;
  if (first < tokens->len)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, first);

      with = ask_sql_token_is (statement, token, "WITH");
      recursive = with && first + 1 < tokens->len
                  && ask_sql_token_is (statement, token + 1, "RECURSIVE");
      if (with)
        {
          token += recursive ? 1 : 0;
          rest = statement + token->start + token->length;
          rest += strspn (rest, " \t\r\n");
        }
    }
  for (guint i = 0; i < steps->len; i++)
    {
      const AskStepTable *step = steps->pdata[i];
      g_autofree char *body = NULL;

      if (!needed[i])
        continue;
      body = dup_statement (step->sql);
      if (!any)
        g_string_append (composed, recursive ? "WITH RECURSIVE " : "WITH ");
      else
        g_string_append (composed, ",\n");
      /* The body's last line may be a comment, so the parenthesis stands on its own. */
      g_string_append_printf (composed, "%s AS (\n%s\n)", step->name, body);
      any = TRUE;
    }
  if (!any)
    {
      g_string_append (composed, statement);
      return g_string_free (composed, FALSE);
    }
  g_string_append_printf (composed, "%s\n%s", with ? "," : "", rest);
  return g_string_free (composed, FALSE);
}

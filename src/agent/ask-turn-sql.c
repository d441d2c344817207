/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statement and the names in what a model wrote around them. It must never change what a query says.
 */
#include "config.h"

#include "agent/ask-turn-private.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

static const char *const statements[] = {
  "SELECT", "WITH",    "VALUES",  "DELETE",   "INSERT",    "UPDATE",  "REPLACE", "CREATE",
  "DROP",   "ALTER",   "ATTACH",  "DETACH",   "PRAGMA",    "EXPLAIN", "BEGIN",   "COMMIT",
  "VACUUM", "ANALYZE", "REINDEX", "ROLLBACK", "SAVEPOINT", "RELEASE", "END",
};

/** ask_turn_find_statement_word: @text: any. Returns: (nullable): the word of a statement that it begins with */
const char *
ask_turn_find_statement_word (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      gsize length = strlen (statements[i]);

      if (g_ascii_strncasecmp (text, statements[i], length) == 0 && !g_ascii_isalnum (text[length])
          && text[length] != '_')
        return statements[i];
    }
  return NULL;
}

/**
 * ask_turn_begins_statement:
 * @text: any
 *
 * "With pleasure, …" begins with a statement's word too: what follows must be able to go on.
 *
 * Returns: whether a statement begins here
 */
gboolean
ask_turn_begins_statement (const char *text)
{
  const char *word;

  while (g_ascii_isspace (*text) || *text == '(' || *text == ';')
    text++;
  /* A comment may stand in front. */
  while (g_str_has_prefix (text, "--"))
    {
      text = strchr (text, '\n');
      if (text == NULL)
        return FALSE;
      while (g_ascii_isspace (*text))
        text++;
    }
  word = ask_turn_find_statement_word (text);
  if (word == NULL)
    return FALSE;
  if (strcmp (word, "WITH") == 0)
    {
      g_autofree char *rest = g_ascii_strdown (text, -1);

      return strstr (rest, " as") != NULL && strchr (rest, '(') != NULL;
    }
  return TRUE;
}

/** ask_turn_take_fenced: @text: any. Returns: (transfer full) (nullable): its first block between fences, closed or not */
char *
ask_turn_take_fenced (const char *text)
{
  const char *open = strstr (text, "```");

  if (open == NULL)
    return NULL;

  const char *start = open + 3;
  const char *newline = strchr (start, '\n');
  const char *close = strstr (start, "```");

  if (newline != NULL && (close == NULL || newline < close))
    {
      /* A language's name may stand behind the fence, and sometimes the statement itself does. */
      g_autofree char *info = g_strndup (start, (gsize) (newline - start));

      if (!ask_turn_begins_statement (info))
        start = newline + 1;
    }
  else if (g_ascii_strncasecmp (start, "sql", 3) == 0 && !g_ascii_isalnum (start[3]))
    start += 3;

  char *block = close != NULL && close >= start ? g_strndup (start, (gsize) (close - start)) : g_strdup (start);

  if (g_strstrip (block)[0] != '\0')
    return block;
  g_free (block);
  return NULL;
}

/* Words that open a paragraph of prose and no clause of SQL. */
static gboolean
opens_prose (const char *text)
{
  static const char *const words[]
    = { "this", "the", "note", "explanation", "it", "here", "these", "in", "i", "please" };
  gsize length = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && g_ascii_strncasecmp (text, words[i], length) == 0)
      return TRUE;
  return FALSE;
}

/* Prose behind a statement goes; a second statement stays, for the engine to refuse. */
static void
cut_prose (char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      char *at = sql + token->start;

      if (token->length == 1 && *at == ';')
        {
          if (!ask_turn_begins_statement (at + 1))
            at[0] = '\0';
          break;
        }
    }
  for (char *gap = strstr (sql, "\n\n"); gap != NULL; gap = strstr (gap + 1, "\n\n"))
    if (opens_prose (gap + strspn (gap, "\r\n \t")))
      {
        *gap = '\0';
        break;
      }
}

/**
 * ask_turn_clean_sql:
 * @text: a statement with whatever a model puts around it
 *
 * Takes fences, quotes and prose away.
 *
 * Returns: (transfer full) (nullable): the statement, or %NULL where there is none
 */
char *
ask_turn_clean_sql (const char *text)
{
  g_autofree char *fenced = ask_turn_take_fenced (text);
  g_autofree char *sql = NULL;

  if (fenced != NULL && ask_turn_begins_statement (fenced))
    sql = g_steal_pointer (&fenced);
  else
    sql = g_strdup (text);
  g_strstrip (sql);

  gsize length = strlen (sql);

  if (length > 1 && strchr ("`\"", sql[0]) != NULL && sql[length - 1] == sql[0])
    {
      sql[length - 1] = '\0';
      memmove (sql, sql + 1, length - 1);
      g_strstrip (sql);
    }
  if (g_ascii_strncasecmp (sql, "sql:", 4) == 0 || g_ascii_strncasecmp (sql, "sql\n", 4) == 0)
    {
      memmove (sql, sql + 4, strlen (sql + 4) + 1);
      g_strstrip (sql);
    }
  if (!ask_turn_begins_statement (sql))
    {
      /* Stray words first: the statement has a line of its own. */
      const char *line = sql;

      while ((line = strchr (line, '\n')) != NULL)
        if (ask_turn_begins_statement (++line))
          break;
      if (line == NULL)
        return NULL;

      char *rest = g_strdup (line);

      g_free (sql);
      sql = rest;
    }
  cut_prose (sql);
  /* A fence that was opened elsewhere ends here. */
  length = strlen (g_strchomp (sql));
  while (length >= 3 && strcmp (sql + length - 3, "```") == 0)
    {
      sql[length - 3] = '\0';
      length = strlen (g_strchomp (sql));
    }
  return g_steal_pointer (&sql);
}

/**
 * ask_turn_split_names:
 * @input: "shipment, carrier" in whatever brackets and quotes
 *
 * Returns: (transfer container) (element-type utf8): the names, each once
 */
GPtrArray *
ask_turn_split_names (const char *input)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit_set (input, ",;\n", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      char *name = *part;
      gsize length;

      while (*name != '\0' && strchr ("[](){}\"'` \t\r*-", *name) != NULL)
        name++;
      length = strlen (name);
      while (length > 0 && strchr ("[](){}\"'` \t\r*.", name[length - 1]) != NULL)
        name[--length] = '\0';
      if (length > 0 && !g_str_has_prefix (name, "```")
          && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
  return names;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The SQL is unfinished while it is written, so it is read as words and not parsed: an entity that is named
 * anywhere in it is taken to be in use, and the word after it to be its alias.
 */
#include "config.h"

#include "app/sql/ask-sql-words.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

static const char *const keywords[] = {
  "SELECT",      "FROM",     "WHERE", "GROUP BY", "ORDER BY", "HAVING", "LIMIT",   "JOIN", "LEFT JOIN",
  "ON",          "AS",       "AND",   "OR",       "NOT",      "IN",     "BETWEEN", "LIKE", "IS NULL",
  "IS NOT NULL", "DISTINCT", "CASE",  "WHEN",     "THEN",     "ELSE",   "END",     "DESC", "ASC",
  "WITH",        "UNION",    "count", "sum",      "avg",      "min",    "max",
};

/** ask_sql_word_free: frees @self */
void
ask_sql_word_free (AskSqlWord *self)
{
  g_free (self->name);
  g_free (self->text);
  g_free (self->detail);
  g_free (self);
}

static gboolean
is_name_char (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_';
}

/* The name that ends at @end; %NULL where none does. */
static char *
name_before (const char *sql, const char *end)
{
  const char *start = end;

  if (end > sql && end[-1] == '"')
    {
      const char *open = end - 1 > sql ? g_strrstr_len (sql, end - 1 - sql, "\"") : NULL;

      return open != NULL ? g_strndup (open + 1, (gsize) (end - open - 2)) : NULL;
    }
  while (start > sql)
    {
      const char *previous = g_utf8_prev_char (start);

      if (!is_name_char (g_utf8_get_char (previous)))
        break;
      start = previous;
    }
  return start < end ? g_strndup (start, (gsize) (end - start)) : NULL;
}

/* Every name of the text, in order; quotes are left out. */
static GPtrArray *
split_names (const char *sql)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (const char *p = sql; *p != '\0';)
    {
      const char *start = p;

      if (*p == '"' && strchr (p + 1, '"') != NULL)
        {
          const char *end = strchr (p + 1, '"');

          g_ptr_array_add (names, g_strndup (p + 1, (gsize) (end - p - 1)));
          p = end + 1;
          continue;
        }
      while (*p != '\0' && is_name_char (g_utf8_get_char (p)))
        p = g_utf8_next_char (p);
      if (p > start)
        g_ptr_array_add (names, g_strndup (start, (gsize) (p - start)));
      else
        p = g_utf8_next_char (p);
    }
  return names;
}

static AskEntity *
resolve (AskSchema *schema, GPtrArray *names, const char *name)
{
  AskEntity *entity = ask_schema_find_entity (schema, name);

  for (guint i = 0; entity == NULL && i + 1 < names->len; i++)
    {
      guint alias = i + 1;

      if (g_ascii_strcasecmp (names->pdata[alias], "as") == 0 && alias + 1 < names->len)
        alias++;
      if (g_ascii_strcasecmp (names->pdata[alias], name) == 0)
        entity = ask_schema_find_entity (schema, names->pdata[i]);
    }
  return entity;
}

static void
add_word (GPtrArray *words, AskSqlWordKind kind, const char *name, const char *detail)
{
  AskSqlWord *word = g_new0 (AskSqlWord, 1);

  word->kind = kind;
  word->name = g_strdup (name);
  word->text = kind == ASK_SQL_WORD_KEYWORD ? g_strdup (name) : ask_sql_quote_name_if_needed (name);
  word->detail = detail != NULL && *detail != '\0' ? ask_text_shorten (detail, 60) : NULL;
  g_ptr_array_add (words, word);
}

static void
add_names_of (GPtrArray *words, const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden)
        add_word (words, ASK_SQL_WORD_ATTRIBUTE, attribute->name, entity->name);
    }
  for (guint i = 0; i < entity->metrics->len; i++)
    add_word (words, ASK_SQL_WORD_METRIC, ((const AskMetric *) entity->metrics->pdata[i])->name, entity->name);
}

/**
 * ask_sql_words_find:
 * @schema: that @sql is about
 * @sql: as it is, finished or not
 * @cursor: byte offset where the word begins that is being written
 *
 * After "orders." the attributes and metrics of orders, or of what has that alias; elsewhere those of the entities
 * that @sql names, then all entities, then words of SQL. What is hidden from questions is not offered.
 *
 * Returns: (transfer full) (element-type AskSqlWord): the words, those that fit best first
 */
GPtrArray *
ask_sql_words_find (AskSchema *schema, const char *sql, gsize cursor)
{
  GPtrArray *words = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_word_free);
  g_autoptr (GPtrArray) names = split_names (sql);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);

  g_return_val_if_fail (cursor <= strlen (sql), words);
  if (cursor > 0 && sql[cursor - 1] == '.')
    {
      g_autofree char *name = name_before (sql, sql + cursor - 1);
      AskEntity *entity = name != NULL ? resolve (schema, names, name) : NULL;

      if (entity != NULL && !entity->hidden)
        add_names_of (words, entity);
      return words;
    }
  for (guint i = 0; i < names->len; i++)
    {
      AskEntity *entity = ask_schema_find_entity (schema, names->pdata[i]);

      if (entity != NULL && !entity->hidden && g_hash_table_add (used, entity))
        add_names_of (words, entity);
    }
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (!entity->hidden)
        add_word (words, ASK_SQL_WORD_ENTITY, entity->name, entity->description);
    }
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    add_word (words, ASK_SQL_WORD_KEYWORD, keywords[i], NULL);
  return words;
}

/** ask_sql_word_matches: Returns: whether @typed stands in the name, whatever the case and accents; a keyword has to
 * begin with it */
gboolean
ask_sql_word_matches (const AskSqlWord *self, const char *typed)
{
  g_autofree char *name = NULL;
  g_autofree char *part = NULL;

  if (*typed == '\0')
    return TRUE;
  name = ask_text_fold (self->name);
  part = ask_text_fold (typed);
  return self->kind == ASK_SQL_WORD_KEYWORD ? g_str_has_prefix (name, part) : strstr (name, part) != NULL;
}

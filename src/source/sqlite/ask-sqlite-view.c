/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file may come from anybody, and a few views over views can stand for more than any machine holds: SQLite puts
 * a view in wherever it is named, the next one into each of these, and the expressions behind columns again for
 * each use. Nothing stops it on the way (see ask-sql-limits.h), and asking it for a view's columns is enough. So a
 * view is weighed as a statement is: those behind it are written as CTEs before it, and our own parser and analysis
 * say whether that is too large. SQLite is only asked for the texts, and for the columns of tables.
 */
#include "config.h"

#include "source/sqlite/ask-sqlite-view.h"

#include <string.h>

#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-limits.h"
#include "sql/ask-sql-parser.h"

/**
 * Weighing:
 * @texts: what the file has, by its name in lower case, to its CREATE statement
 * @queue: (element-type utf8): names in lower case, in the order in which they are met
 * @with: the views among them, as CTEs
 */
typedef struct
{
  sqlite3 *db;
  const char *database;
  GHashTable *texts;
  GHashTable *met;
  GPtrArray *queue;
  AskSqlCatalog *catalog;
  GString *with;
} Weighing;

static gboolean
is_view (const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  guint n_words = 0;

  for (guint i = 0; i < tokens->len && n_words < 2; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind == ASK_SQL_COMMENT)
        continue;
      if (ask_sql_token_is (sql, token, "view"))
        return TRUE;
      n_words++;
    }
  return FALSE;
}

static gboolean
read_texts (Weighing *self)
{
  g_autofree char *quoted = ask_sql_quote_name (self->database);
  g_autofree char *sql
    = g_strdup_printf ("SELECT name, sql FROM %s.sqlite_schema WHERE type IN ('table', 'view')", quoted);
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL);

  while (code == SQLITE_OK || code == SQLITE_ROW)
    if ((code = sqlite3_step (statement)) == SQLITE_ROW && sqlite3_column_text (statement, 1) != NULL)
      g_hash_table_insert (self->texts, g_ascii_strdown ((const char *) sqlite3_column_text (statement, 0), -1),
                           g_strdup ((const char *) sqlite3_column_text (statement, 1)));
  sqlite3_finalize (statement);
  return code == SQLITE_DONE;
}

static void
meet (Weighing *self, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  if (!g_hash_table_contains (self->texts, lower) || g_hash_table_contains (self->met, lower))
    return;
  g_ptr_array_add (self->queue, lower);
  g_hash_table_add (self->met, g_steal_pointer (&lower));
}

/* A name may also be written 'as a text' there. */
static char *
dup_name (const char *sql, const AskSqlToken *token)
{
  return token->kind == ASK_SQL_STRING && token->length >= 2 ? g_strndup (sql + token->start + 1, token->length - 2)
                                                             : ask_sql_token_dup_name (sql, token);
}

/* Puts "name (columns) AS NOT MATERIALIZED (SELECT …)" there, and meets all names in it. */
static gboolean
add_view (Weighing *self, const char *name, const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  g_autofree char *quoted = ask_sql_quote_name (name);
  gboolean columns = FALSE;
  gboolean body = FALSE;
  guint depth = 0;

  g_string_append_printf (self->with, "%s%s", self->with->len > 0 ? ", " : "WITH ", quoted);
  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      const AskSqlToken *next = i + 2 < tokens->len ? token + 1 : NULL;
      g_autofree char *word = NULL;

      if (token->kind == ASK_SQL_UNFINISHED)
        return FALSE;
      if (token->kind == ASK_SQL_COMMENT || (body && ask_sql_token_is (sql, token, ";")))
        continue;
      depth += ask_sql_token_is (sql, token, "(");
      columns = columns || (!body && depth > 0);
      if (!body && depth == 0 && ask_sql_token_is (sql, token, "as"))
        {
          body = TRUE;
          g_string_append (self->with, " AS NOT MATERIALIZED (");
          continue;
        }
      depth -= depth > 0 && ask_sql_token_is (sql, token, ")");
      if (!body && !columns)
        continue;
      word = body ? dup_name (sql, token) : NULL;
      /* Of the file itself, however it is called here. */
      if (word != NULL && next != NULL && g_ascii_strcasecmp (word, "main") == 0 && ask_sql_token_is (sql, next, "."))
        {
          i++;
          continue;
        }
      g_string_append_c (self->with, ' ');
      g_string_append_len (self->with, sql + token->start, (gssize) token->length);
      if (word != NULL)
        meet (self, word);
    }
  g_string_append (self->with, ")");
  return body;
}

static void
add_table (Weighing *self, const char *name)
{
  AskSqlTable *table = ask_sql_catalog_add_table (self->catalog, NULL, name);
  sqlite3_stmt *statement = NULL;

  table->has_rowid = TRUE;
  if (sqlite3_prepare_v2 (self->db, "SELECT name, hidden FROM pragma_table_xinfo(?1, ?2)", -1, &statement, NULL)
      == SQLITE_OK)
    {
      sqlite3_bind_text (statement, 1, name, -1, SQLITE_STATIC);
      sqlite3_bind_text (statement, 2, self->database, -1, SQLITE_STATIC);
      while (sqlite3_step (statement) == SQLITE_ROW)
        ask_sql_table_add_column (table, (const char *) sqlite3_column_text (statement, 0), ASK_TYPE_ANY, NULL)
          ->unlisted
          = sqlite3_column_int (statement, 1) == 1;
    }
  sqlite3_finalize (statement);
}

static char *
dup_too_large (void)
{
  return g_strdup_printf ("with all views behind it it has more than %u parts", ASK_SQL_MAX_VIEW_PARTS);
}

static char *
weigh_text (Weighing *self, const char *name, guint *parts)
{
  g_autofree char *quoted = ask_sql_quote_name (name);
  g_autofree char *sql = g_strdup_printf ("%s SELECT * FROM %s", self->with->str, quoted);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);

  if (tree != NULL && ask_sql_analyse (tree, self->catalog, &error))
    *parts = tree->n_expanded;
  else if (tree != NULL && ask_sql_tree_is_small (tree, error))
    *parts = tree->n_parts;
  else if (!g_error_matches (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE))
    return g_strdup ("what it says cannot be read, so that nobody knows how large it is");
  else
    *parts = G_MAXUINT;
  return *parts > ASK_SQL_MAX_VIEW_PARTS ? dup_too_large () : NULL;
}

/* Whether SQLite itself knows @name as a table: most are, and a file may have thousands, whose texts need not be read
 * for each statement. */
static gboolean
is_table (sqlite3 *db, const char *database, const char *name)
{
  g_autofree char *quoted = ask_sql_quote_name (database);
  g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM %s.sqlite_schema LIMIT 1", quoted);

  /* A statement notices that somebody else has changed the file; asking for a table alone does not. */
  return sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK
         && sqlite3_table_column_metadata (db, database, name, NULL, NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;
}

/**
 * ask_sqlite_view_weigh:
 * @database: the file, as @db calls it
 * @name: of anything in it
 * @parts: (out): so much SQLite makes of it wherever it is named; 0 of what is no view
 *
 * Returns: (transfer full) (nullable): why SQLite is not to read it, for people, without a full stop; %NULL where
 *   it may
 */
char *
ask_sqlite_view_weigh (sqlite3 *db, const char *database, const char *name, guint *parts)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) met = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();
  g_autoptr (GString) with = g_string_new (NULL);
  g_autoptr (AskSqlCatalog) catalog = ask_sql_catalog_new ();
  Weighing self = { db, database, texts, met, queue, catalog, with };
  g_autofree char *lower = g_ascii_strdown (name, -1);
  const char *text;

  *parts = 0;
  if (is_table (db, database, name))
    return NULL;
  /* What cannot be read now fails as such where it is read. */
  if (!read_texts (&self) || (text = g_hash_table_lookup (texts, lower)) == NULL || !is_view (text))
    return NULL;
  meet (&self, lower);
  for (guint i = 0; i < queue->len; i++)
    {
      text = g_hash_table_lookup (texts, queue->pdata[i]);
      if (!is_view (text))
        add_table (&self, queue->pdata[i]);
      else if (!add_view (&self, queue->pdata[i], text))
        return g_strdup ("what it says cannot be read");
      if (with->len > ASK_SQL_MAX_LENGTH)
        return dup_too_large ();
    }
  return weigh_text (&self, lower, parts);
}

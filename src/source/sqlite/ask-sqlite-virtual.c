/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The virtual tables of a SQLite file. What they show is made by a module of SQLite's out of tables that nobody else
 * should touch (shadow tables), and a file may come from anybody: only R-trees are read, whose few numbers lie as they
 * are. A full-text index is none of ours: what it finds is its words, and it runs statements of its own that the
 * engine does not let through. Whatever is left out is said, with the way around it.
 */
#include "config.h"

#include "source/sqlite/ask-sqlite-virtual.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

typedef struct
{
  char *name;
  char *module;
  gboolean known; /* to this SQLite */
} Virtual;

struct _AskSqliteVirtual
{
  GPtrArray *tables; /* Virtual */
};

static const char *const readable[] = { "rtree", "rtree_i32", NULL };

/* Those of FTS3 to FTS5, R-trees, Geopoly and spellfix1. */
static const char *const shadows[] = { "data", "idx",  "content", "docsize", "config", "segments", "segdir",
                                       "stat", "node", "rowid",   "parent",  "vocab",  NULL };

static void
virtual_free (gpointer data)
{
  Virtual *self = data;

  g_free (self->name);
  g_free (self->module);
  g_free (self);
}

/* Returns: (transfer full): what stands behind USING in CREATE VIRTUAL TABLE */
static char *
dup_module (const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  gboolean next = FALSE;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind == ASK_SQL_COMMENT)
        continue;
      if (next)
        {
          char *name = ask_sql_token_dup_name (sql, token);

          return name != NULL ? name : g_strdup ("");
        }
      next = ask_sql_token_is (sql, token, "using");
    }
  return g_strdup ("");
}

static gboolean
contains (const char *const *names, const char *name)
{
  for (; *names != NULL; names++)
    if (g_ascii_strcasecmp (*names, name) == 0)
      return TRUE;
  return FALSE;
}

static const Virtual *
find (const AskSqliteVirtual *self, const char *name)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      const Virtual *table = self->tables->pdata[i];

      if (g_ascii_strcasecmp (table->name, name) == 0)
        return table;
    }
  return NULL;
}

/* Returns: %SQLITE_OK with @known, or the code of what failed */
static int
look_up_module (sqlite3 *db, const char *module, gboolean *known)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, "SELECT count(*) FROM pragma_module_list WHERE name = ?1 COLLATE NOCASE", -1,
                                 &statement, NULL);

  if (code == SQLITE_OK)
    {
      sqlite3_bind_text (statement, 1, module, -1, SQLITE_STATIC);
      code = sqlite3_step (statement);
      *known = code == SQLITE_ROW && sqlite3_column_int (statement, 0) > 0;
    }
  sqlite3_finalize (statement);
  return code == SQLITE_ROW ? SQLITE_OK : code;
}

/**
 * ask_sqlite_virtual_find:
 * @db: an open connection
 * @found: (out) (transfer full): the virtual tables of the main file
 *
 * Returns: %SQLITE_DONE, or the code of what failed
 */
int
ask_sqlite_virtual_find (sqlite3 *db, AskSqliteVirtual **found)
{
  AskSqliteVirtual *self = *found = g_new0 (AskSqliteVirtual, 1);
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db,
                                 "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND rootpage = 0 "
                                 "AND sql LIKE 'CREATE VIRTUAL TABLE%'",
                                 -1, &statement, NULL);

  self->tables = g_ptr_array_new_with_free_func (virtual_free);
  while (code == SQLITE_OK && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      Virtual *table = g_new0 (Virtual, 1);

      table->name = g_strdup ((const char *) sqlite3_column_text (statement, 0));
      table->module = dup_module ((const char *) sqlite3_column_text (statement, 1));
      g_ptr_array_add (self->tables, table);
      code = look_up_module (db, table->module, &table->known);
    }
  sqlite3_finalize (statement);
  return code;
}

/**
 * ask_sqlite_virtual_dup_note:
 * @table: a name in the file
 *
 * Returns: (transfer full) (nullable): why it is left out, for people; %NULL where it can be read
 */
char *
ask_sqlite_virtual_dup_note (const AskSqliteVirtual *self, const char *table)
{
  const Virtual *found = find (self, table);

  if (found == NULL || (found->known && contains (readable, found->module)))
    return NULL;
  return g_strdup_printf ("The virtual table %s was left out: its module “%s” is not %s. To ask about its rows, keep "
                          "them in a table.",
                          table, found->module, found->known ? "let into queries" : "here");
}

/**
 * ask_sqlite_virtual_is_shadow:
 * @table: the name of an ordinary table
 *
 * By its name, as SQLite does it.
 *
 * Returns: whether it belongs to a virtual table
 */
gboolean
ask_sqlite_virtual_is_shadow (const AskSqliteVirtual *self, const char *table)
{
  const char *line = strrchr (table, '_');
  g_autofree char *owner = line != NULL ? g_strndup (table, (gsize) (line - table)) : NULL;

  return owner != NULL && contains (shadows, line + 1) && find (self, owner) != NULL;
}

/** ask_sqlite_virtual_free: frees @self */
void
ask_sqlite_virtual_free (AskSqliteVirtual *self)
{
  g_ptr_array_unref (self->tables);
  g_free (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite files. The connection is read-only by mode=ro and by query_only; the engine attaches the
 * same file to its own connection instead of scanning through here, at native speed. A file that
 * is locked is waited for, at most BUSY_MS, and no longer than the cancellable allows.
 */
#include "config.h"

#include "source/sqlite/ask-sqlite-source.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "source/sqlite/ask-sqlite-view.h"
#include "source/sqlite/ask-sqlite-virtual.h"
#include "sql/ask-sql-lexer.h"

#define BUSY_MS 3000

struct _AskSqliteSource
{
  GObject parent_instance;
  AskSourceConfig *config;
  sqlite3 *db;
  GCancellable *cancellable; /* of the call under way */
};

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskSqliteSource, ask_sqlite_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
ask_sqlite_source_finalize (GObject *object)
{
  AskSqliteSource *self = ASK_SQLITE_SOURCE (object);

  sqlite3_close_v2 (self->db);
  ask_source_config_unref (self->config);
  G_OBJECT_CLASS (ask_sqlite_source_parent_class)->finalize (object);
}

static void
ask_sqlite_source_class_init (AskSqliteSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_sqlite_source_finalize;
}

static void
ask_sqlite_source_init (AskSqliteSource *self)
{
}

/**
 * ask_sqlite_source_new:
 * @config: of an SQLite file; a reference is kept
 *
 * Returns: (transfer full): the source, not yet open
 */
AskSource *
ask_sqlite_source_new (AskSourceConfig *config)
{
  AskSqliteSource *self = g_object_new (ASK_TYPE_SQLITE_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}

static int
on_progress (void *data)
{
  AskSqliteSource *self = data;

  return g_cancellable_is_cancelled (self->cancellable);
}

static int
on_busy (void *data, int tries)
{
  AskSqliteSource *self = data;

  if (tries * 20 >= BUSY_MS || g_cancellable_is_cancelled (self->cancellable))
    return 0;
  g_usleep (20 * 1000);
  return 1;
}

static gboolean
failed (AskSqliteSource *self, int code, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  ask_sqlite_set_error (error, self->config->name, self->config->location, code, sqlite3_errmsg (self->db));
  return FALSE;
}

static gboolean
source_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskSqliteSource *self = ASK_SQLITE_SOURCE (source);
  g_autofree char *uri = ask_sqlite_dup_uri (self->config->location);
  int code;

  if (self->db != NULL)
    return TRUE;
  if (!ask_sqlite_check_file (self->config->name, self->config->location, error))
    return FALSE;
  self->cancellable = cancellable;
  code = sqlite3_open_v2 (uri, &self->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK)
    {
      sqlite3_extended_result_codes (self->db, 1);
      sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
      sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
      ask_sqlite_add_decimal (self->db);
      sqlite3_busy_handler (self->db, on_busy, self);
      sqlite3_progress_handler (self->db, 2000, on_progress, self);
      if (self->config->kind->prepare != NULL)
        code = self->config->kind->prepare (self->db);
      /* Opening reads nothing; this reads the header and the schema. */
      if (code == SQLITE_OK)
        code = sqlite3_exec (self->db, "PRAGMA query_only=1; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    }
  if (code != SQLITE_OK)
    failed (self, code, error);
  if (code != SQLITE_OK)
    g_clear_pointer (&self->db, sqlite3_close_v2);
  self->cancellable = NULL;
  return code == SQLITE_OK;
}

/* SQLite leaves aside what follows the first statement. */
static gboolean
is_nothing (const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind != ASK_SQL_COMMENT && !ask_sql_token_is (sql, token, ";"))
        return FALSE;
    }
  return TRUE;
}

static sqlite3_stmt *
prepare (AskSqliteSource *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  const char *rest = NULL;
  int code = sqlite3_prepare_v2 (self->db, sql, -1, &statement, &rest);

  if (code != SQLITE_OK)
    {
      failed (self, code, error);
      return NULL;
    }
  if (statement == NULL || !is_nothing (rest))
    {
      sqlite3_finalize (statement);
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s”: that is not one statement. Give one SELECT."), self->config->name);
      return NULL;
    }
  return statement;
}

static const char *
text_at (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? text : "";
}

/* SQLite keeps the text of CREATE TABLE with its comments: what stands behind a column on its line
 * describes it, what stands behind the opening parenthesis describes the table. */
static void
read_comments (AskCatalogTable *table, const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  AskCatalogColumn *current = NULL;
  const AskSqlToken *before = NULL; /* the last one that is no comment */
  int depth = 0;
  gboolean names_column = FALSE;
  gboolean begun = FALSE; /* a column or constraint was seen */

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind == ASK_SQL_COMMENT)
        {
          gsize gap = before != NULL ? before->start + before->length : 0;
          gboolean block = sql[token->start] == '/';
          g_autofree char *bytes = g_strndup (sql + token->start + 2, token->length - (block ? 4 : 2));
          g_autofree char *text = g_utf8_make_valid (bytes, -1);
          char **target = current != NULL ? &current->comment : begun ? NULL : &table->comment;

          g_strstrip (text);
          if (depth == 1 && memchr (sql + gap, '\n', token->start - gap) == NULL && target != NULL && *target == NULL
              && text[0] != '\0')
            *target = g_steal_pointer (&text);
          continue;
        }
      before = token;
      if (names_column)
        {
          g_autofree char *name = ask_sql_token_dup_name (sql, token);

          names_column = FALSE;
          begun = TRUE;
          current = NULL;
          for (guint c = 0; name != NULL && c < table->columns->len; c++)
            if (g_ascii_strcasecmp (((AskCatalogColumn *) table->columns->pdata[c])->name, name) == 0)
              current = table->columns->pdata[c];
        }
      if (ask_sql_token_is (sql, token, "(") && ++depth == 1)
        names_column = TRUE;
      else if (ask_sql_token_is (sql, token, ")"))
        depth--;
      else if (ask_sql_token_is (sql, token, ",") && depth == 1)
        names_column = TRUE;
    }
}

static gboolean
read_columns (AskSqliteSource *self, AskCatalogTable *table, gboolean stored, GPtrArray *notes, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = prepare (self, "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?1, 'main')", error);
  int code;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 1, table->name, -1, SQLITE_STATIC);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const char *declared = text_at (statement, 1);
      AskCatalogColumn *column;

      if (sqlite3_column_int (statement, 4) == 1)
        continue;
      if (!g_utf8_validate (text_at (statement, 0), -1, NULL))
        {
          g_ptr_array_add (notes, g_strdup_printf ("A column of %s was left out: its name is not UTF-8.", table->name));
          continue;
        }
      column = ask_catalog_add_column (table, text_at (statement, 0), declared, ask_catalog_type_from_sql (declared));
      column->key = (guint) sqlite3_column_int (statement, 3);
      column->nullable = sqlite3_column_int (statement, 2) == 0 && column->key == 0;
    }
  if (code == SQLITE_DONE)
    return TRUE;
  if ((code & 0xff) != SQLITE_ERROR || stored)
    return failed (self, code, error);
  /* A view over a table that is gone, or over a virtual one; a virtual table whose own tables are damaged. */
  g_ptr_array_add (notes, g_strdup_printf ("The %s %s was left out: %s.", table->view ? "view" : "virtual table",
                                           table->name, sqlite3_errmsg (self->db)));
  g_ptr_array_set_size (table->columns, 0);
  return TRUE;
}

static const char *
key_column (const AskCatalog *catalog, const char *table, guint place)
{
  for (guint i = 0; i < catalog->tables->len; i++)
    {
      const AskCatalogTable *candidate = catalog->tables->pdata[i];

      if (g_ascii_strcasecmp (candidate->name, table) != 0)
        continue;
      for (guint c = 0; c < candidate->columns->len; c++)
        if (((AskCatalogColumn *) candidate->columns->pdata[c])->key == place)
          return ((AskCatalogColumn *) candidate->columns->pdata[c])->name;
    }
  return NULL;
}

static gboolean
read_foreign_keys (AskSqliteSource *self, const AskCatalog *catalog, AskCatalogTable *table, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = prepare (self,
               "SELECT id, \"table\", \"from\", \"to\", seq FROM pragma_foreign_key_list(?1, 'main') "
               "ORDER BY id DESC, seq",
               error);
  AskCatalogForeignKey *key = NULL;
  int last = -1;
  int code;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 1, table->name, -1, SQLITE_STATIC);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      int id = sqlite3_column_int (statement, 0);
      const char *to;

      if (key == NULL || id != last)
        key = ask_catalog_add_foreign_key (table, text_at (statement, 1));
      last = id;
      /* No column named means the other table's primary key. */
      to = sqlite3_column_type (statement, 3) == SQLITE_NULL
             ? key_column (catalog, key->table, (guint) sqlite3_column_int (statement, 4) + 1)
             : text_at (statement, 3);
      g_ptr_array_add (key->columns, g_strdup (text_at (statement, 2)));
      g_ptr_array_add (key->referred, g_strdup (to != NULL ? to : ""));
    }
  return code == SQLITE_DONE || failed (self, code, error);
}

/* Returns: the number that @sql gives, which is freed; -1 where it gives none */
static gint64
read_number (AskSqliteSource *self, char *sql)
{
  g_autofree char *owned = sql;
  g_autoptr (GError) error = NULL;
  g_autoptr (sqlite3_stmt) statement = prepare (self, owned, &error);

  return statement != NULL && sqlite3_step (statement) == SQLITE_ROW ? sqlite3_column_int64 (statement, 0) : -1;
}

/* Few rows are counted. Of many the largest rowid is found at once, and is their number where none was deleted;
 * WITHOUT ROWID tables have none, and their estimate stays unknown. */
static void
estimate_rows (AskSqliteSource *self, AskCatalogTable *table)
{
  const int few = 10000;
  g_autofree char *name = ask_sql_quote_name (table->name);

  if (table->view)
    return;
  table->row_estimate
    = read_number (self, g_strdup_printf ("SELECT count(*) FROM (SELECT 1 FROM main.%s LIMIT %d)", name, few));
  if (table->row_estimate == few)
    table->row_estimate = read_number (self, g_strdup_printf ("SELECT max(%d, max(rowid)) FROM main.%s", few, name));
}

static char *
dup_view_note (AskSqliteSource *self, const char *view)
{
  guint parts;
  g_autofree char *problem = ask_sqlite_view_weigh (self->db, "main", view, &parts);

  return problem != NULL ? g_strdup_printf ("The view %s was left out: %s.", view, problem) : NULL;
}

static gboolean
read_catalog (AskSqliteSource *self, AskCatalog *catalog, GPtrArray *notes, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = prepare (
    self,
    "SELECT name, CASE WHEN type = 'table' AND rootpage = 0 THEN 'virtual' ELSE type END, sql FROM main.sqlite_schema "
    "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    error);
  g_autoptr (AskSqliteVirtual) virtuals = NULL;
  int code;

  if (statement == NULL)
    return FALSE;
  code = ask_sqlite_virtual_find (self->db, &virtuals);
  if (code != SQLITE_DONE)
    return failed (self, code, error);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      gboolean view = strcmp (text_at (statement, 1), "view") == 0;
      gboolean stored = strcmp (text_at (statement, 1), "table") == 0;
      g_autofree char *note = NULL;
      AskCatalogTable *table;

      if (!g_utf8_validate (text_at (statement, 0), -1, NULL))
        {
          g_autofree char *name = g_utf8_make_valid (text_at (statement, 0), -1);

          g_ptr_array_add (notes, g_strdup_printf ("%s was left out: its name is not UTF-8.", name));
          continue;
        }
      note = ask_sqlite_virtual_dup_note (virtuals, text_at (statement, 0));
      if (note != NULL)
        {
          g_ptr_array_add (notes, g_steal_pointer (&note));
          continue;
        }
      if (view && (note = dup_view_note (self, text_at (statement, 0))) != NULL)
        {
          g_ptr_array_add (notes, g_steal_pointer (&note));
          continue;
        }
      if (stored && ask_sqlite_virtual_is_shadow (virtuals, text_at (statement, 0)))
        continue;
      table = ask_catalog_add_table (catalog, text_at (statement, 0), view);
      if (!read_columns (self, table, stored, notes, error))
        return FALSE;
      if (table->columns->len == 0)
        {
          g_ptr_array_remove (catalog->tables, table);
          continue;
        }
      read_comments (table, text_at (statement, 2));
      estimate_rows (self, table);
    }
  if (code != SQLITE_DONE)
    return failed (self, code, error);
  for (guint i = 0; i < catalog->tables->len; i++)
    if (!read_foreign_keys (self, catalog, catalog->tables->pdata[i], error))
      return FALSE;
  return TRUE;
}

static AskIntrospection *
source_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskSqliteSource *self = ASK_SQLITE_SOURCE (source);
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  AskIntrospection *result;
  gboolean good;

  if (!source_open (source, cancellable, error))
    return NULL;
  self->cancellable = cancellable;
  good = read_catalog (self, catalog, notes, error);
  self->cancellable = NULL;
  if (!good)
    return NULL;
  if (catalog->tables->len == 0)
    g_ptr_array_add (notes, g_strdup ("The database holds no tables yet."));
  result = g_new0 (AskIntrospection, 1);
  result->schema = ask_catalog_import (catalog, self->config->name);
  result->notes = g_steal_pointer (&notes);
  result->title = g_path_get_basename (self->config->location);
  return result;
}

static AskCapability
source_capability (AskSource *source)
{
  return ASK_CAPABILITY_ATTACH;
}

#define ASK_TYPE_SQLITE_CURSOR (ask_sqlite_cursor_get_type ())
G_DECLARE_FINAL_TYPE (AskSqliteCursor, ask_sqlite_cursor, ASK, SQLITE_CURSOR, AskCursor)

struct _AskSqliteCursor
{
  AskCursor parent_instance;
  AskSqliteSource *source;
  sqlite3_stmt *statement;
  AskValue *row;
  guint n_bound;
  guint n_bindings;
  guint binding;
  AskValue *bindings; /* deep copies */
};

G_DEFINE_FINAL_TYPE (AskSqliteCursor, ask_sqlite_cursor, ASK_TYPE_CURSOR)

static void
bind_run (AskSqliteCursor *self)
{
  sqlite3_reset (self->statement);
  for (guint i = 0; i < self->n_bound; i++)
    ask_sqlite_bind_value (self->statement, (int) i + 1, &self->bindings[self->binding * self->n_bound + i]);
}

static AskStep
sqlite_cursor_next (AskCursor *cursor, const AskValue **row, guint *binding, GCancellable *cancellable, GError **error)
{
  AskSqliteCursor *self = ASK_SQLITE_CURSOR (cursor);
  int code;

  self->source->cancellable = cancellable;
  while ((code = sqlite3_step (self->statement)) == SQLITE_DONE && self->binding + 1 < self->n_bindings)
    {
      self->binding++;
      bind_run (self);
    }
  self->source->cancellable = NULL;
  if (code == SQLITE_DONE)
    return ASK_STEP_DONE;
  if (code != SQLITE_ROW)
    {
      self->source->cancellable = cancellable;
      failed (self->source, code, error);
      self->source->cancellable = NULL;
      return ASK_STEP_FAILED;
    }
  for (int i = 0; i < sqlite3_column_count (self->statement); i++)
    self->row[i] = ask_sqlite_column_value (self->statement, i);
  *row = self->row;
  *binding = self->binding;
  return ASK_STEP_ROW;
}

static void
ask_sqlite_cursor_finalize (GObject *object)
{
  AskSqliteCursor *self = ASK_SQLITE_CURSOR (object);

  sqlite3_finalize (self->statement);
  for (guint i = 0; i < self->n_bound * self->n_bindings; i++)
    ask_value_clear (&self->bindings[i]);
  g_free (self->bindings);
  g_free (self->row);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (ask_sqlite_cursor_parent_class)->finalize (object);
}

static void
ask_sqlite_cursor_class_init (AskSqliteCursorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_sqlite_cursor_finalize;
  ASK_CURSOR_CLASS (klass)->next = sqlite_cursor_next;
}

static void
ask_sqlite_cursor_init (AskSqliteCursor *self)
{
}

/* @n_bindings runs of @n_bound values each; a query has one run. */
static AskCursor *
open_cursor (AskSqliteSource *self, const char *sql, const AskValue *bound, guint n_bound, guint n_bindings,
             GError **error)
{
  g_autoptr (AskSqliteCursor) cursor = NULL;
  sqlite3_stmt *statement = prepare (self, sql, error);

  if (statement == NULL)
    return NULL;
  cursor = g_object_new (ASK_TYPE_SQLITE_CURSOR, NULL);
  cursor->source = g_object_ref (self);
  cursor->statement = statement;
  cursor->row = g_new0 (AskValue, MAX (1, sqlite3_column_count (statement)));
  cursor->n_bound = n_bound;
  cursor->n_bindings = n_bindings;
  cursor->bindings = g_new0 (AskValue, MAX (1, (gsize) n_bound * n_bindings));
  for (guint i = 0; i < n_bound * n_bindings; i++)
    ask_value_dup_into (&cursor->bindings[i], &bound[i]);
  bind_run (cursor);
  return ASK_CURSOR (g_steal_pointer (&cursor));
}

static AskCursor *
source_query (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments,
              GCancellable *cancellable, GError **error)
{
  g_autofree AskValue *bound = g_new (AskValue, MAX (1, n_arguments));

  for (guint i = 0; i < n_arguments; i++)
    {
      g_return_val_if_fail (!arguments[i].array && arguments[i].n_values == 1, NULL);
      bound[i] = arguments[i].values[0];
    }
  if (!source_open (source, cancellable, error))
    return NULL;
  return open_cursor (ASK_SQLITE_SOURCE (source), sql, bound, n_arguments, 1, error);
}

static AskCursor *
source_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autofree char *table = ask_sql_quote_name (scan->entity->table);
  g_autofree char *note = NULL;

  if (!source_open (source, cancellable, error))
    return NULL;
  note = dup_view_note (ASK_SQLITE_SOURCE (source), scan->entity->table);
  if (note != NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, N_ ("Source “%s”: %s"),
                     ASK_SQLITE_SOURCE (source)->config->name, note);
      return NULL;
    }
  if (scan->n_bound > 0 && scan->n_bindings == 0)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                     N_ ("A scan of %s has conditions but no values."), scan->entity->name);
      return NULL;
    }
  for (guint i = 0; i < scan->n_columns; i++)
    {
      g_autofree char *column = ask_sql_quote_name (scan->columns[i]->column);

      /* With its table before it: SQLite takes a lone "name" that no column has for a text. */
      g_string_append_printf (sql, "%st.%s", i > 0 ? ", " : "", column);
    }
  g_string_append_printf (sql, "%s FROM main.%s AS t", scan->n_columns == 0 ? "1" : "", table);
  for (guint i = 0; i < scan->n_bound; i++)
    {
      g_autofree char *column = ask_sql_quote_name (scan->bound[i]->column);

      g_string_append_printf (sql, " %s t.%s = ?%u", i > 0 ? "AND" : "WHERE", column, i + 1);
    }
  return open_cursor (ASK_SQLITE_SOURCE (source), sql->str, scan->bindings, scan->n_bound,
                      scan->n_bound > 0 ? scan->n_bindings : 1, error);
}

/* The engine reads files together, which must hold their text alike; nearly all hold UTF-8. */
static gboolean
check_encoding (AskSqliteSource *self, GError **error)
{
  sqlite3_stmt *statement = NULL;
  gboolean good = FALSE;

  if (sqlite3_prepare_v2 (self->db, "PRAGMA encoding", -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    good = strcmp ((const char *) sqlite3_column_text (statement, 0), "UTF-8") == 0;
  sqlite3_finalize (statement);
  if (!good)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                   N_ ("Source “%s”: %s keeps its text as UTF-16, which cannot be read together with "
                       "other files. Make a copy in UTF-8: sqlite3 OLD .dump | sqlite3 NEW."),
                   self->config->name, self->config->location);
  return good;
}

static gboolean
source_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskSqliteSource *self = ASK_SQLITE_SOURCE (source);
  int code;

  if (!source_open (source, cancellable, error))
    return FALSE;
  self->cancellable = cancellable;
  code = sqlite3_exec (self->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
  if (code != SQLITE_OK)
    failed (self, code, error);
  self->cancellable = NULL;
  return code == SQLITE_OK && check_encoding (self, error);
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = source_open;
  iface->introspect = source_introspect;
  iface->capability = source_capability;
  iface->scan = source_scan;
  iface->query = source_query;
  iface->test = source_test;
}

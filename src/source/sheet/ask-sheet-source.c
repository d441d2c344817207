/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening makes sure of a copy of the file's present state (ask-sheet-cache); from there on it is a SQLite
 * file, which the engine attaches. The file itself is never written, and never read by a query.
 */
#include "config.h"

#include "source/sheet/ask-sheet-source.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

#include "source/sheet/ask-sheet-cache.h"
#include "source/sheet/ask-sheet-import.h"
#include "source/sqlite/ask-sqlite-source.h"

struct _AskSheetSource
{
  GObject parent_instance;
  AskSourceConfig *config;
  AskSource *copy; /* nullable: not open yet */
  char *path; /* of the copy */
};

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskSheetSource, ask_sheet_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
ask_sheet_source_finalize (GObject *object)
{
  AskSheetSource *self = ASK_SHEET_SOURCE (object);

  g_clear_object (&self->copy);
  g_free (self->path);
  ask_source_config_unref (self->config);
  G_OBJECT_CLASS (ask_sheet_source_parent_class)->finalize (object);
}

static void
ask_sheet_source_class_init (AskSheetSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_sheet_source_finalize;
}

static void
ask_sheet_source_init (AskSheetSource *self)
{
}

/**
 * ask_sheet_source_new:
 * @config: of a spreadsheet; a reference is kept
 *
 * Returns: (transfer full): the source, not yet open
 */
AskSource *
ask_sheet_source_new (AskSourceConfig *config)
{
  AskSheetSource *self = g_object_new (ASK_TYPE_SHEET_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}

static gboolean
sheet_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskSheetSource *self = ASK_SHEET_SOURCE (source);
  AskSourceConfig *config;
  g_autoptr (AskSource) copy = NULL;
  g_autofree char *path = NULL;

  if (self->copy != NULL)
    return TRUE;
  path = ask_sheet_cache_ensure (self->config, cancellable, error);
  if (path == NULL)
    return FALSE;
  config = ask_source_config_new (self->config->name, &ask_sqlite_kind, path);
  copy = ask_sqlite_source_new (config);
  ask_source_config_unref (config);
  if (!ask_source_open (copy, cancellable, error))
    return FALSE;
  self->copy = g_steal_pointer (&copy);
  self->path = g_steal_pointer (&path);
  return TRUE;
}

static gboolean
fail_copy (AskSheetSource *self, sqlite3 *db, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                 N_ ("Source “%s”: AskData's copy of %s could not be read (%s)."), self->config->name,
                 self->config->location, sqlite3_errmsg (db));
  return FALSE;
}

static gboolean
read_copy (AskSheetSource *self, sqlite3 *db, AskCatalog *catalog, GPtrArray *notes, GError **error)
{
  g_autoptr (sqlite3_stmt) columns = NULL;
  g_autoptr (sqlite3_stmt) texts = NULL;
  AskCatalogTable *table = NULL;
  gint64 last = -1;
  int code;

  if (sqlite3_prepare_v2 (db,
                          "SELECT s.place, s.name, s.n_rows, c.name, c.type FROM askdata_sheet AS s "
                          "JOIN askdata_column AS c ON c.sheet = s.place ORDER BY s.place, c.place",
                          -1, &columns, NULL)
        != SQLITE_OK
      || sqlite3_prepare_v2 (db, "SELECT text FROM askdata_note ORDER BY rowid", -1, &texts, NULL) != SQLITE_OK)
    return fail_copy (self, db, error);
  while ((code = sqlite3_step (columns)) == SQLITE_ROW)
    {
      AskType type = ASK_TYPE_TEXT;

      if (table == NULL || sqlite3_column_int64 (columns, 0) != last)
        {
          table = ask_catalog_add_table (catalog, (const char *) sqlite3_column_text (columns, 1), FALSE);
          table->row_estimate = sqlite3_column_int64 (columns, 2);
          last = sqlite3_column_int64 (columns, 0);
        }
      ask_type_from_string ((const char *) sqlite3_column_text (columns, 4), &type);
      ask_catalog_add_column (table, (const char *) sqlite3_column_text (columns, 3), ask_sheet_declared_type (type),
                              type);
    }
  if (code != SQLITE_DONE)
    return fail_copy (self, db, error);
  while ((code = sqlite3_step (texts)) == SQLITE_ROW)
    g_ptr_array_add (notes, g_strdup ((const char *) sqlite3_column_text (texts, 0)));
  return code == SQLITE_DONE || fail_copy (self, db, error);
}

static AskIntrospection *
sheet_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskSheetSource *self = ASK_SHEET_SOURCE (source);
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *uri = NULL;
  AskIntrospection *result;
  sqlite3 *db = NULL;
  gboolean good;

  if (!sheet_open (source, cancellable, error))
    return NULL;
  uri = ask_sqlite_dup_uri (self->path);
  good = sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK
         || fail_copy (self, db, error);
  good = good && read_copy (self, db, catalog, notes, error);
  sqlite3_close (db);
  if (!good)
    return NULL;
  result = g_new0 (AskIntrospection, 1);
  result->schema = ask_catalog_import (catalog, self->config->name);
  result->notes = g_steal_pointer (&notes);
  result->title = g_path_get_basename (self->config->location);
  return result;
}

static AskCapability
sheet_capability (AskSource *source)
{
  return ASK_CAPABILITY_ATTACH;
}

static AskCursor *
sheet_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  AskSheetSource *self = ASK_SHEET_SOURCE (source);

  return sheet_open (source, cancellable, error) ? ask_source_scan (self->copy, scan, calls, cancellable, error) : NULL;
}

static AskCursor *
sheet_query (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments,
             GCancellable *cancellable, GError **error)
{
  AskSheetSource *self = ASK_SHEET_SOURCE (source);

  return sheet_open (source, cancellable, error)
           ? ask_source_query (self->copy, sql, arguments, n_arguments, cancellable, error)
           : NULL;
}

static gboolean
sheet_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskSheetSource *self = ASK_SHEET_SOURCE (source);

  return sheet_open (source, cancellable, error) && ask_source_test (self->copy, schema, cancellable, error);
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = sheet_open;
  iface->introspect = sheet_introspect;
  iface->capability = sheet_capability;
  iface->scan = sheet_scan;
  iface->query = sheet_query;
  iface->test = sheet_test;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening brings the index up to date (ask-document-cache); from there on it is a SQLite file, which the engine
 * attaches. What its tables are is known beforehand, so nothing of that is read from the file but how many rows there are.
 */
#include "config.h"

#include "source/document/ask-document-source.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-rows.h"
#include "source/sqlite/ask-sqlite-source.h"

struct _AskDocumentSource
{
  GObject parent_instance;
  AskSourceConfig *config;
  AskSource *index; /* nullable: not open yet */
  char *path; /* of the index */
  gboolean read; /* of a column: its rows, when it was opened */
};

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskDocumentSource, ask_document_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
ask_document_source_finalize (GObject *object)
{
  AskDocumentSource *self = ASK_DOCUMENT_SOURCE (object);

  g_clear_object (&self->index);
  g_free (self->path);
  ask_source_config_unref (self->config);
  G_OBJECT_CLASS (ask_document_source_parent_class)->finalize (object);
}

static void
ask_document_source_class_init (AskDocumentSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_document_source_finalize;
}

static void
ask_document_source_init (AskDocumentSource *self)
{
}

/**
 * ask_document_source_new:
 * @config: of documents; a reference is kept
 *
 * Returns: (transfer full): the source, not yet open
 */
AskSource *
ask_document_source_new (AskSourceConfig *config)
{
  AskDocumentSource *self = g_object_new (ASK_TYPE_DOCUMENT_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}

static gboolean
document_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskDocumentSource *self = ASK_DOCUMENT_SOURCE (source);
  AskSourceConfig *config;
  g_autoptr (AskSource) index = NULL;
  g_autofree char *path = NULL;

  if (self->index != NULL)
    return TRUE;
  path = ask_document_cache_renew (self->config, &self->read, cancellable, error);
  if (path == NULL)
    return FALSE;
  config = ask_source_config_new (self->config->name, self->config->kind, path);
  index = ask_sqlite_source_new (config);
  ask_source_config_unref (config);
  if (!ask_source_open (index, cancellable, error))
    return FALSE;
  self->index = g_steal_pointer (&index);
  self->path = g_steal_pointer (&path);
  return TRUE;
}

/* @key: its place in the primary key; 0 for none */
static void
add_column (AskCatalogTable *table, const char *name, AskType type, guint key, const char *comment)
{
  AskCatalogColumn *column = ask_catalog_add_column (table, name, type == ASK_TYPE_INTEGER ? "INTEGER" : "TEXT", type);

  column->key = key;
  column->nullable = key == 0;
  column->comment = g_strdup (comment);
}

static void
add_documents (AskDocumentSource *self, AskCatalog *catalog, gint64 n_rows)
{
  const AskEntity *origin = self->config->origin_entity;
  AskCatalogTable *table = ask_catalog_add_table (catalog, "documents", FALSE);

  table->row_estimate = n_rows;
  table->comment = origin != NULL ? g_strdup_printf ("The text of a row of %s each.", origin->name)
                                  : g_strdup ("A file of the folder each.");
  add_column (table, "id", ASK_TYPE_INTEGER, 1, NULL);
  add_column (table, "path", ASK_TYPE_TEXT, 0, origin != NULL ? "The row's key." : "Below the folder.");
  add_column (table, "title", ASK_TYPE_TEXT, 0, origin != NULL ? NULL : "As the document says itself; else its name.");
  add_column (table, "author", ASK_TYPE_TEXT, 0, NULL);
  add_column (table, "changed", ASK_TYPE_DATETIME, 0, NULL);
  add_column (table, "pages", ASK_TYPE_INTEGER, 0, "How many; NULL where it has none.");
  add_column (table, "note", ASK_TYPE_TEXT, 0, "What of it could not be read, and why.");
  add_column (table, "text", ASK_TYPE_TEXT, 0, "All of it.");
}

static void
add_passages (AskCatalog *catalog, gint64 n_rows)
{
  AskCatalogTable *table = ask_catalog_add_table (catalog, "passages", FALSE);
  AskCatalogForeignKey *key;

  table->row_estimate = n_rows;
  table->comment
    = g_strdup ("A few paragraphs of a document each. passages MATCH 'words' finds them, rank orders them.");
  add_column (table, "document", ASK_TYPE_INTEGER, 1, NULL);
  add_column (table, "number", ASK_TYPE_INTEGER, 2, "From 1, in the order of reading.");
  add_column (table, "heading", ASK_TYPE_TEXT, 0, "What it stands under.");
  add_column (table, "text", ASK_TYPE_TEXT, 0, NULL);
  add_column (table, "page", ASK_TYPE_INTEGER, 0, "On which it begins; NULL where there are none.");
  /* Columns of FTS5 have no type of their own; this one says that there is an index. */
  for (guint i = 0; i < table->columns->len; i++)
    {
      AskCatalogColumn *column = table->columns->pdata[i];

      g_free (column->declared);
      column->declared = g_strdup (g_str_equal (column->name, "text") ? ASK_DECLARED_FULL_TEXT : "");
    }
  key = ask_catalog_add_foreign_key (table, "documents");
  g_ptr_array_add (key->columns, g_strdup ("document"));
  g_ptr_array_add (key->referred, g_strdup ("id"));
}

static void
add_words (AskCatalog *catalog)
{
  AskCatalogTable *table = ask_catalog_add_table (catalog, "words", FALSE);

  table->comment = g_strdup ("Each word of the documents once, in lower case, to be found by a part of it.");
  add_column (table, "word", ASK_TYPE_TEXT, 0, NULL);
  g_free (((AskCatalogColumn *) table->columns->pdata[0])->declared);
  ((AskCatalogColumn *) table->columns->pdata[0])->declared = g_strdup ("");
}

static gboolean
fail_index (AskDocumentSource *self, sqlite3 *db, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                 N_ ("Source “%s”: AskData's index of %s could not be read (%s)."), self->config->name,
                 self->config->location, sqlite3_errmsg (db));
  return FALSE;
}

static gboolean
read_index (AskDocumentSource *self, sqlite3 *db, AskCatalog *catalog, GPtrArray *notes, GError **error)
{
  g_autoptr (sqlite3_stmt) counts = NULL;
  g_autoptr (sqlite3_stmt) texts = NULL;
  int code;

  if (sqlite3_prepare_v2 (db,
                          "SELECT count(*), (SELECT count(*) FROM passages), "
                          "(SELECT count(*) FROM documents WHERE note IS NOT NULL) FROM documents",
                          -1, &counts, NULL)
        != SQLITE_OK
      || sqlite3_prepare_v2 (db,
                             "SELECT text FROM askdata_note UNION ALL SELECT * FROM (SELECT path || ': ' || note FROM "
                             "documents WHERE note IS NOT NULL ORDER BY id LIMIT 100)",
                             -1, &texts, NULL)
           != SQLITE_OK
      || sqlite3_step (counts) != SQLITE_ROW)
    return fail_index (self, db, error);
  add_documents (self, catalog, sqlite3_column_int64 (counts, 0));
  add_passages (catalog, sqlite3_column_int64 (counts, 1));
  add_words (catalog);
  while ((code = sqlite3_step (texts)) == SQLITE_ROW)
    g_ptr_array_add (notes, g_strdup ((const char *) sqlite3_column_text (texts, 0)));
  if (sqlite3_column_int64 (counts, 2) > 100)
    g_ptr_array_add (notes, g_strdup_printf ("Another %" G_GINT64_FORMAT " documents have a note.",
                                             (gint64) sqlite3_column_int64 (counts, 2) - 100));
  return code == SQLITE_DONE || fail_index (self, db, error);
}

/* Whoever asks what a source is wants it as it is now. Of a column nothing else says so. */
static gboolean
read_again (AskDocumentSource *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = NULL;

  if (self->read || ask_document_find_column (self->config->location) == NULL)
    return TRUE;
  self->read = TRUE;
  path = ask_document_cache_renew (self->config, &self->read, cancellable, error);
  return path != NULL;
}

static AskIntrospection *
document_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskDocumentSource *self = ASK_DOCUMENT_SOURCE (source);
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *uri = NULL;
  AskIntrospection *result;
  sqlite3 *db = NULL;
  gboolean good;

  if (!document_open (source, cancellable, error) || !read_again (self, cancellable, error))
    return NULL;
  uri = ask_sqlite_dup_uri (self->path);
  good = (sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK
          && self->config->kind->prepare (db) == SQLITE_OK)
         || fail_index (self, db, error);
  good = good && read_index (self, db, catalog, notes, error);
  sqlite3_close (db);
  if (!good)
    return NULL;
  result = g_new0 (AskIntrospection, 1);
  result->schema = ask_catalog_import (catalog, self->config->name);
  result->notes = g_steal_pointer (&notes);
  result->title = ask_document_find_column (self->config->location) != NULL
                    ? g_strdup (ask_document_find_column (self->config->location))
                    : g_path_get_basename (self->config->location);
  return result;
}

static AskCapability
document_capability (AskSource *source)
{
  return ASK_CAPABILITY_ATTACH;
}

static AskCursor *
document_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  AskDocumentSource *self = ASK_DOCUMENT_SOURCE (source);

  return document_open (source, cancellable, error) ? ask_source_scan (self->index, scan, calls, cancellable, error)
                                                    : NULL;
}

static AskCursor *
document_query (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments,
                GCancellable *cancellable, GError **error)
{
  AskDocumentSource *self = ASK_DOCUMENT_SOURCE (source);

  return document_open (source, cancellable, error)
           ? ask_source_query (self->index, sql, arguments, n_arguments, cancellable, error)
           : NULL;
}

/* Whether the column could be read again now. */
static gboolean
test_origin (AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSource) origin = ask_source_new (config, error);

  return origin != NULL && ask_source_open (origin, cancellable, error);
}

static gboolean
document_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskDocumentSource *self = ASK_DOCUMENT_SOURCE (source);

  return document_open (source, cancellable, error) && ask_source_test (self->index, schema, cancellable, error)
         && (self->config->origin == NULL || test_origin (self->config->origin, cancellable, error));
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = document_open;
  iface->introspect = document_introspect;
  iface->capability = document_capability;
  iface->scan = document_scan;
  iface->query = document_query;
  iface->test = document_test;
}

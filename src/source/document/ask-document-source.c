/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening brings the index up to date (ask-document-cache). What its tables are is known beforehand, so nothing of that is read
 * from the file but how many rows there are.
 */
#include "config.h"

#include "source/document/ask-document-source.h"

#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-note.h"
#include "source/document/ask-document-rows.h"
#include "source/sqlite/ask-sqlite-source.h"

/**
 * AskDocumentSource:
 * @read: of a column: whether its rows were read since it was opened
 */
struct _AskDocumentSource
{
  AskCopySource parent_instance;
  gboolean read;
};

G_DEFINE_FINAL_TYPE (AskDocumentSource, ask_document_source, ASK_TYPE_COPY_SOURCE)

static char *
document_make (AskCopySource *self, GCancellable *cancellable, GError **error)
{
  return ask_document_cache_renew (ask_copy_source_get_config (self), &ASK_DOCUMENT_SOURCE (self)->read, cancellable,
                                   error);
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
add_documents (AskCopySource *self, AskCatalog *catalog, gint64 n_rows)
{
  const AskEntity *origin = ask_copy_source_get_config (self)->origin_entity;
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
document_describe (AskCopySource *self, sqlite3 *db, AskCatalog *catalog, GPtrArray *notes, GError **error)
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
    return ask_copy_source_fail (self, db, error);
  add_documents (self, catalog, sqlite3_column_int64 (counts, 0));
  add_passages (catalog, sqlite3_column_int64 (counts, 1));
  add_words (catalog);
  while ((code = sqlite3_step (texts)) == SQLITE_ROW)
    g_ptr_array_add (notes, g_strdup ((const char *) sqlite3_column_text (texts, 0)));
  if (sqlite3_column_int64 (counts, 2) > 100)
    {
      g_autofree char *more = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) sqlite3_column_int64 (counts, 2) - 100);

      g_ptr_array_add (notes, ask_document_note_new (ASK_DOCUMENT_NOTE_MORE, more, NULL));
    }
  return code == SQLITE_DONE || ask_copy_source_fail (self, db, error);
}

/* Whoever asks what a source is wants it as it is now. Of a column nothing else says so. */
static gboolean
document_renew (AskCopySource *self, GCancellable *cancellable, GError **error)
{
  AskDocumentSource *own = ASK_DOCUMENT_SOURCE (self);
  g_autofree char *path = NULL;

  if (own->read || ask_document_find_column (ask_copy_source_get_config (self)->location) == NULL)
    return TRUE;
  own->read = TRUE;
  path = document_make (self, cancellable, error);
  return path != NULL;
}

static char *
document_dup_title (AskCopySource *self)
{
  const char *location = ask_copy_source_get_config (self)->location;
  const char *column = ask_document_find_column (location);

  return column != NULL ? g_strdup (column) : g_path_get_basename (location);
}

/* Whether the column could be read again now. */
static gboolean
document_check (AskCopySource *self, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = ask_copy_source_get_config (self)->origin;
  g_autoptr (AskSource) origin = NULL;

  if (config == NULL)
    return TRUE;
  origin = ask_source_new (config, error);
  return origin != NULL && ask_source_open (origin, cancellable, error);
}

static void
ask_document_source_class_init (AskDocumentSourceClass *klass)
{
  AskCopySourceClass *copy = ASK_COPY_SOURCE_CLASS (klass);

  copy->make = document_make;
  copy->renew = document_renew;
  copy->describe = document_describe;
  copy->dup_title = document_dup_title;
  copy->check = document_check;
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
  AskCopySource *self = g_object_new (ASK_TYPE_DOCUMENT_SOURCE, NULL);

  ask_copy_source_set_config (self, config);
  return ASK_SOURCE (self);
}

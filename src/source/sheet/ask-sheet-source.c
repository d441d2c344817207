/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A copy of the file's present state (ask-sheet-cache), which says itself what its tables are. The file is never written, and
 * never read by a query.
 */
#include "config.h"

#include "source/sheet/ask-sheet-source.h"

#include "source/sheet/ask-sheet-cache.h"
#include "source/sheet/ask-sheet-import.h"
#include "source/sqlite/ask-sqlite-source.h"

struct _AskSheetSource
{
  AskCopySource parent_instance;
};

G_DEFINE_FINAL_TYPE (AskSheetSource, ask_sheet_source, ASK_TYPE_COPY_SOURCE)

static char *
sheet_make (AskCopySource *self, GCancellable *cancellable, GError **error)
{
  return ask_sheet_cache_ensure (ask_copy_source_get_config (self), cancellable, error);
}

static gboolean
sheet_describe (AskCopySource *self, sqlite3 *db, AskCatalog *catalog, GPtrArray *notes, GError **error)
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
    return ask_copy_source_fail (self, db, error);
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
    return ask_copy_source_fail (self, db, error);
  while ((code = sqlite3_step (texts)) == SQLITE_ROW)
    g_ptr_array_add (notes, g_strdup ((const char *) sqlite3_column_text (texts, 0)));
  return code == SQLITE_DONE || ask_copy_source_fail (self, db, error);
}

static void
ask_sheet_source_class_init (AskSheetSourceClass *klass)
{
  AskCopySourceClass *copy = ASK_COPY_SOURCE_CLASS (klass);

  copy->make = sheet_make;
  copy->describe = sheet_describe;
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
  AskCopySource *self = g_object_new (ASK_TYPE_SHEET_SOURCE, NULL);

  ask_copy_source_set_config (self, config);
  return ASK_SOURCE (self);
}

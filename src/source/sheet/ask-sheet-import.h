/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A spreadsheet's rows into a table of a SQLite file.
 */
#pragma once

#include <sqlite3.h>

#include "source/sheet/ask-sheet-options.h"
#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

/**
 * AskSheetTable:
 * @name: of the table
 * @columns: (element-type AskSheetColumn): with their names, formats and types
 */
typedef struct
{
  char *name;
  GArray *columns;
  gint64 n_rows;
} AskSheetTable;

/**
 * AskSheetImport:
 * @db: within a transaction
 * @header: whether the first row with anything in it is one of names
 * @notes: (element-type utf8): gets sentences about what people should know
 *
 * Where a sheet goes, and how its first row is read.
 */
typedef struct
{
  sqlite3 *db;
  AskSheetHeader header;
  GPtrArray *notes;
} AskSheetImport;

void           ask_sheet_table_free  (AskSheetTable   *self);
const char    *ask_sheet_declared_type (AskType        type);
AskSheetTable *ask_sheet_import      (const AskSheetImport *into,
                                      AskSheetReader  *reader,
                                      const char      *name,
                                      GCancellable    *cancellable,
                                      GError         **error);
gboolean       ask_sheet_fail_write  (sqlite3         *db,
                                      GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetTable, ask_sheet_table_free)

G_END_DECLS

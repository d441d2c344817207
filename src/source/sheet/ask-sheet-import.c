/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two passes: the first (ask-sheet-layout) decides on all rows where the header is and what each column
 * holds, the second inserts values of those types. Never fewer rows: what cannot be taken is an error that
 * names its line, and so is a second pass that does not find what the first one saw.
 */
#include "config.h"

#include "source/sheet/ask-sheet-import.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

#include "source/sheet/ask-sheet-layout.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"

typedef struct
{
  AskSheetReader *reader;
  const AskSheetLayout *layout;
  GCancellable *cancellable;
} Import;

/** ask_sheet_table_free: frees @self */
void
ask_sheet_table_free (AskSheetTable *self)
{
  g_free (self->name);
  g_clear_pointer (&self->columns, g_array_unref);
  g_free (self);
}

/**
 * ask_sheet_declared_type:
 * @type: of a column of a spreadsheet
 *
 * Returns: (transfer none): the words by which SQLite leaves the values as they are, and by which
 *   ask_catalog_type_from_sql() finds the type again (but for decimals)
 */
const char *
ask_sheet_declared_type (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
      return "INTEGER";
    case ASK_TYPE_REAL:
      return "REAL";
    case ASK_TYPE_DECIMAL:
      return "DECIMAL TEXT COLLATE decimal";
    case ASK_TYPE_BOOLEAN:
      return "BOOLEAN INTEGER";
    case ASK_TYPE_DATE:
      return "DATE TEXT";
    case ASK_TYPE_DATETIME:
      return "DATETIME TEXT";
    default:
      return "TEXT";
    }
}

/**
 * ask_sheet_fail_write:
 * @db: the copy that could not be written
 * @error: (out): %ASK_SOURCE_ERROR_LIMIT where the disk is full, else %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: %FALSE
 */
gboolean
ask_sheet_fail_write (sqlite3 *db, GError **error)
{
  if (sqlite3_errcode (db) == SQLITE_FULL)
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                           N_ ("There is no room left on the disk for AskData's copy of the file. Make some "
                               "room and try again."));
  else
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                   N_ ("AskData's copy of the file could not be written (%s)."), sqlite3_errmsg (db));
  return FALSE;
}

static sqlite3_stmt *
prepare_insert (const AskSheetLayout *self, const char *name, sqlite3 *db, GError **error)
{
  g_autofree char *quoted = ask_sql_quote_name (name);
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) insert = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;

  g_string_printf (create, "CREATE TABLE %s (", quoted);
  g_string_printf (insert, "INSERT INTO %s VALUES (", quoted);
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AskSheetColumn *column = &g_array_index (self->columns, AskSheetColumn, i);
      g_autofree char *column_name = ask_sql_quote_name (column->name);

      g_string_append_printf (create, "%s%s %s", i > 0 ? ", " : "", column_name,
                              ask_sheet_declared_type (column->type));
      g_string_append (insert, i > 0 ? ",?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  if (sqlite3_exec (db, create->str, NULL, NULL, NULL) != SQLITE_OK
      || sqlite3_prepare_v2 (db, insert->str, -1, &statement, NULL) != SQLITE_OK)
    ask_sheet_fail_write (db, error);
  return statement;
}

static gboolean
fail_changed (Import *self, guint64 line, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                 self->reader->by_line ? N_ ("%s changed at line %llu while it was read. Try again.")
                                       : N_ ("%s changed at row %llu while it was read. Try again."),
                 self->reader->name, (unsigned long long) line);
  return FALSE;
}

/* The bytes are there until the statement is stepped, so nothing is copied. */
static int
bind (sqlite3_stmt *statement, int place, const AskValue *value)
{
  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      return sqlite3_bind_int64 (statement, place, value->integer);
    case ASK_VALUE_REAL:
      return sqlite3_bind_double (statement, place, value->real);
    case ASK_VALUE_TEXT:
      return sqlite3_bind_text (statement, place, value->text, (int) value->length, SQLITE_STATIC);
    default:
      return sqlite3_bind_null (statement, place);
    }
}

static gboolean
insert_row (Import *self, const AskSheetRow *row, sqlite3 *db, sqlite3_stmt *statement, char *buffers, GError **error)
{
  for (guint i = 0; i < self->layout->taken->len; i++)
    {
      guint place = g_array_index (self->layout->taken, guint, i);
      AskValue value = ASK_NULL_INIT;

      if (place < row->n_cells
          && !ask_sheet_column_convert (&g_array_index (self->layout->columns, AskSheetColumn, i), &row->cells[place],
                                        buffers + i * ASK_SHEET_VALUE_BYTES, &value))
        return fail_changed (self, row->line, error);
      if (bind (statement, (int) i + 1, &value) != SQLITE_OK)
        return ask_sheet_fail_write (db, error);
    }
  sqlite3_step (statement);
  return sqlite3_reset (statement) == SQLITE_OK || ask_sheet_fail_write (db, error);
}

static gboolean
insert_rows (Import *self, sqlite3 *db, sqlite3_stmt *statement, GError **error)
{
  g_autofree char *buffers = g_malloc (MAX (1, self->layout->columns->len) * ASK_SHEET_VALUE_BYTES);
  guint64 n_rows = 0;
  guint n_skipped = 0;
  AskSheetRow row;
  AskStep step;

  if (!self->reader->rewind (self->reader, self->cancellable, error))
    return FALSE;
  while ((step = self->reader->next (self->reader, &row, self->cancellable, error)) == ASK_STEP_ROW)
    {
      if (n_skipped < self->layout->n_skipped)
        {
          n_skipped++;
          continue;
        }
      if (!insert_row (self, &row, db, statement, buffers, error))
        return FALSE;
      if (++n_rows % ASK_SHEET_ROWS_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  if (step == ASK_STEP_FAILED)
    return FALSE;
  return n_rows == self->layout->n_rows || fail_changed (self, row.line, error);
}

/**
 * ask_sheet_import:
 * @into: where it goes
 * @reader: read twice from its beginning
 * @name: of the table to make; free in @into's database
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT, %ASK_SOURCE_ERROR_UNREACHABLE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Blocks.
 *
 * Returns: (transfer full): the table; without columns where the sheet is empty, and then none was made;
 *   %NULL with @error
 */
AskSheetTable *
ask_sheet_import (const AskSheetImport *into, AskSheetReader *reader, const char *name, GCancellable *cancellable,
                  GError **error)
{
  GPtrArray *notes = into->notes;
  g_auto (AskSheetLayout) layout = { 0 };
  g_autoptr (AskSheetTable) table = NULL;

  if (!ask_sheet_layout_find (&layout, reader, into->header, notes, cancellable, error))
    return NULL;
  ask_sheet_columns_decide (layout.columns, notes);
  if (layout.columns->len > 0)
    {
      Import self = { .reader = reader, .layout = &layout, .cancellable = cancellable };
      g_autoptr (sqlite3_stmt) statement = prepare_insert (&layout, name, into->db, error);

      if (statement == NULL || !insert_rows (&self, into->db, statement, error))
        return NULL;
    }
  if (layout.n_short > 0 && !reader->ragged)
    g_ptr_array_add (notes, g_strdup_printf ("%" G_GUINT64_FORMAT " %s shorter than the header; what they "
                                             "lack is empty.",
                                             layout.n_short, layout.n_short == 1 ? "row is" : "rows are"));
  if (!layout.headed && layout.columns->len > 0)
    g_ptr_array_add (notes, g_strdup_printf ("%s is read without a header row: its columns are called column_1, "
                                             "column_2 and so on.",
                                             reader->name));
  table = g_new0 (AskSheetTable, 1);
  table->name = g_strdup (name);
  table->columns = g_steal_pointer (&layout.columns);
  table->n_rows = (gint64) layout.n_rows;
  return g_steal_pointer (&table);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What must hold for any bytes at all that somebody takes for a spreadsheet: tables or an error, never both
 * and never a crash; as many rows as were counted, in text that is text. What can be imported can be looked
 * into before.
 */
#pragma once

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "source/sheet/ask-sheet-book.h"
#include "source/sheet/ask-sheet-import.h"
#include "source/sheet/ask-sheet-preview.h"
#include "source/sheet/ask-sheet-profile.h"
#include "source/sqlite/ask-sqlite-source.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

static inline void
fuzz_table (sqlite3 *db, const AskSheetTable *table)
{
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s", table->name);
  sqlite3_stmt *statement = NULL;
  gint64 n = 0;

  g_assert_true (g_utf8_validate (table->name, -1, NULL));
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_column_count (statement), ==, (int) table->columns->len);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      for (guint i = 0; i < table->columns->len; i++)
        {
          AskType type = g_array_index (table->columns, AskSheetColumn, i).type;
          AskValue value = ask_sqlite_column_value (statement, (int) i);

          g_assert_true (value.kind != ASK_VALUE_BLOB);
          if (value.kind == ASK_VALUE_TEXT)
            g_assert_true (g_utf8_validate_len (value.text, value.length, NULL));
          if (value.kind == ASK_VALUE_NULL)
            continue;
          if (type == ASK_TYPE_INTEGER || type == ASK_TYPE_BOOLEAN)
            g_assert_true (value.kind == ASK_VALUE_INTEGER);
          else if (type == ASK_TYPE_REAL)
            g_assert_true (value.kind == ASK_VALUE_REAL);
          else
            g_assert_true (value.kind == ASK_VALUE_TEXT);
        }
      n++;
    }
  g_assert_cmpint (n, ==, table->n_rows);
  sqlite3_finalize (statement);
}

/* @table: what the first sheet became */
static inline void
fuzz_preview (int fd, const AskSheetOptions *options, const AskSheetTable *table)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSheetPreview) preview = ask_sheet_preview_new (path, options, 10, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_columns (preview->rows), <=, table->columns->len);
  g_assert_cmpuint (ask_rows_get_n_rows (preview->rows), <=, (gsize) table->n_rows);
  for (guint i = 0; i < ask_rows_get_n_columns (preview->rows); i++)
    g_assert_true (g_utf8_validate (ask_rows_get_column (preview->rows, i)->name, -1, NULL));
}

static inline void
fuzz_file (int fd, const AskSheetOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSheetBook) book = ask_sheet_book_open (fd, "fuzz.csv", options, NULL, &error);
  sqlite3 *db = NULL;
  AskSheetImport into;

  g_assert_true ((book == NULL) == (error != NULL));
  if (book == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  ask_sqlite_add_decimal (db);
  into = (AskSheetImport) { db, options->header, book->notes };
  for (guint i = 0; i < MIN (book->readers->len, 3); i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);
      g_autoptr (AskSheetTable) table
        = ask_sheet_import (&into, book->readers->pdata[i], name, NULL, &error);

      g_assert_true ((table == NULL) == (error != NULL));
      if (error != NULL)
        g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_clear_error (&error);
      if (table != NULL && table->columns->len > 0)
        fuzz_table (db, table);
      if (table != NULL && i == 0)
        fuzz_preview (fd, options, table);
    }
  for (guint i = 0; i < book->notes->len; i++)
    g_assert_true (g_utf8_validate (book->notes->pdata[i], -1, NULL));
  sqlite3_close (db);
}

/* Returns: a file of these bytes that lies nowhere */
static inline int
fuzz_open (const void *bytes, gsize length)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, bytes, length), ==, (gssize) length);
  return fd;
}

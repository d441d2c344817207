/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the sheets of an .xlsx file share: its parts, its texts and its formats.
 */
#pragma once

#include "source/sheet/ask-sheet-style.h"
#include "source/sheet/ask-sheet-xml.h"

G_BEGIN_DECLS

/* One sheet of the book: where it is, and whether people see it. */
typedef struct
{
  char *name;
  char *part;
  gboolean hidden;
} AskSheetXlsxSheet;

/**
 * AskSheetXlsxTotals:
 * @row: from 1
 * @first: column, from 0
 * @last: column, from 0
 *
 * Cells below a table's data that total it, as the table itself says.
 */
typedef struct
{
  guint64 row;
  guint first;
  guint last;
} AskSheetXlsxTotals;

/**
 * AskSheetXlsxBook:
 * @sheets: (element-type AskSheetXlsxSheet): in their order
 * @texts: all shared texts, one behind the other
 * @ends: (element-type guint32): where each of them ends
 * @styles: (element-type guint8): an AskSheetStyle for each format of cells
 */
typedef struct
{
  gatomicrefcount ref_count;
  int fd;
  GPtrArray *sheets;
  GString *texts;
  GArray *ends;
  GByteArray *styles;
  gboolean from_1904;
} AskSheetXlsxBook;

AskSheetXlsxBook *ask_sheet_xlsx_book_open    (int               fd,
                                               GCancellable     *cancellable,
                                               GError          **error);
AskSheetXlsxBook *ask_sheet_xlsx_book_ref     (AskSheetXlsxBook *self);
void              ask_sheet_xlsx_book_unref   (AskSheetXlsxBook *self);
gboolean          ask_sheet_xlsx_book_get_text (AskSheetXlsxBook *self,
                                               guint64           place,
                                               const char      **text,
                                               gsize            *length);
gboolean          ask_sheet_xlsx_book_read_totals (AskSheetXlsxBook *self,
                                                   const char       *part,
                                                   GArray           *totals,
                                                   GCancellable     *cancellable,
                                                   GError          **error);
gboolean          ask_sheet_xlsx_read_place (const char      *reference,
                                             guint           *column,
                                             guint64         *row);
void              ask_sheet_xlsx_unescape     (GString          *text,
                                               gsize             from);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetXlsxBook, ask_sheet_xlsx_book_unref)

G_END_DECLS

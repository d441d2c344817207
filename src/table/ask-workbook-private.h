/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of a workbook share. Only ask-workbook*.c include it.
 *
 *   ask-workbook.c        the parts of the file, its sheets and their names
 *   ask-workbook-style.c  formats of columns, cells as XML
 *   ask-workbook-zip.c    members of the zip file, one after the other
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-cell.h"

G_BEGIN_DECLS

/** AskWorkbookStyles: the number formats of a workbook; style 0 is a plain cell, style 1 a heading */
typedef struct
{
  GPtrArray *codes;
} AskWorkbookStyles;

/**
 * AskWorkbookColumn:
 * @style: of its numbers
 * @style_day: of its days
 * @style_moment: of its moments
 * @width: in characters
 *
 * How a column's cells are written.
 */
typedef struct
{
  AskType type;
  AskCellFormat format;
  guint style;
  guint style_day;
  guint style_moment;
  guint width;
} AskWorkbookColumn;

typedef enum
{
  ASK_WORKBOOK_CELL_WRITTEN,
  ASK_WORKBOOK_CELL_EMPTY,
  ASK_WORKBOOK_CELL_TOO_LONG
} AskWorkbookCell;

/* ask-workbook-style.c */
void ask_workbook_styles_init (AskWorkbookStyles *self);
void ask_workbook_styles_clear (AskWorkbookStyles *self);
void ask_workbook_styles_append (const AskWorkbookStyles *self, GString *xml);
AskWorkbookColumn ask_workbook_column_find (AskWorkbookStyles *styles, const AskRows *rows, guint column);
AskWorkbookCell ask_workbook_append_cell (GString *xml, const AskWorkbookColumn *column, const char *place,
                                          const AskValue *value);
gboolean ask_workbook_append_text (GString *xml, const char *text, gsize length);

typedef struct _AskWorkbookZip AskWorkbookZip;

/* ask-workbook-zip.c */
AskWorkbookZip *ask_workbook_zip_new (const char *path, GCancellable *cancellable, GError **error);
void ask_workbook_zip_free (AskWorkbookZip *self);
gboolean ask_workbook_zip_begin (AskWorkbookZip *self, const char *name, GError **error);
gboolean ask_workbook_zip_append (AskWorkbookZip *self, const GString *text, GError **error);
gboolean ask_workbook_zip_finish (AskWorkbookZip *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskWorkbookZip, ask_workbook_zip_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskWorkbookStyles, ask_workbook_styles_clear)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows as files: CSV, tab-separated text, JSON and workbooks. All of them are exact: every digit, and no sign of any locale.
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_TABLE_CSV,
  ASK_TABLE_TSV,
  ASK_TABLE_JSON,
  ASK_TABLE_XLSX
} AskTableFormat;

gboolean ask_table_format_from_path (const char     *path,
                                     AskTableFormat *format);
gboolean ask_table_export           (const AskRows  *rows,
                                     const char     *title,
                                     const char     *path,
                                     AskTableFormat  format,
                                     GCancellable   *cancellable,
                                     GError        **error);

G_END_DECLS

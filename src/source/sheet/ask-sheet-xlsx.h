/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sheets of an .xlsx file.
 */
#pragma once

#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

gboolean ask_sheet_xlsx_open (int            fd,
                              GPtrArray     *readers,
                              GCancellable  *cancellable,
                              GError       **error);

G_END_DECLS

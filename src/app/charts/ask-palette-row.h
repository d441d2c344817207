/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row of the preferences: the colours of charts, such as a brand's, as a list that can be written.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ASK_TYPE_PALETTE_ROW (ask_palette_row_get_type ())
G_DECLARE_FINAL_TYPE (AskPaletteRow, ask_palette_row, ASK, PALETTE_ROW, AdwPreferencesRow)

G_END_DECLS

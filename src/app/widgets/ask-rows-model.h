/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result as a list model. An item is made when a view asks for it and dropped with its row on
 * screen, so a million rows cost what the visible ones cost.
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

#define ASK_TYPE_ROW_ITEM (ask_row_item_get_type ())
G_DECLARE_FINAL_TYPE (AskRowItem, ask_row_item, ASK, ROW_ITEM, GObject)

const AskValue *ask_row_item_get_cell  (AskRowItem   *self,
                                        guint         column);

#define ASK_TYPE_ROWS_MODEL (ask_rows_model_get_type ())
G_DECLARE_FINAL_TYPE (AskRowsModel, ask_rows_model, ASK, ROWS_MODEL, GObject)

AskRowsModel   *ask_rows_model_new      (AskRows      *rows);
AskRows        *ask_rows_model_get_rows (AskRowsModel *self);

G_END_DECLS

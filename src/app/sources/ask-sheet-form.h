/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a spreadsheet is read: its sheet, what separates its cells, its encoding, its header, and the first rows as
 * they come out of that.
 */
#pragma once

#include <gtk/gtk.h>

#include "source/sheet/ask-sheet-options.h"

G_BEGIN_DECLS

#define ASK_TYPE_SHEET_FORM (ask_sheet_form_get_type ())
G_DECLARE_FINAL_TYPE (AskSheetForm, ask_sheet_form, ASK, SHEET_FORM, GtkWidget)

void        ask_sheet_form_set_location (AskSheetForm          *self,
                                         const char            *location);
void        ask_sheet_form_set_options  (AskSheetForm          *self,
                                         const AskSheetOptions *options);
void        ask_sheet_form_set_kind     (AskSheetForm          *self,
                                         const AskSourceKind   *kind);
GPtrArray  *ask_sheet_form_dup_options  (AskSheetForm          *self);
const char *ask_sheet_form_get_state    (AskSheetForm          *self);

G_END_DECLS

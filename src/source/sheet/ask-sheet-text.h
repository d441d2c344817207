/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text file as UTF-8, whatever it is written in.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskSheetText AskSheetText;

AskSheetText *ask_sheet_text_new          (int            fd,
                                           const char    *encoding,
                                           GCancellable  *cancellable,
                                           GError       **error);
void          ask_sheet_text_free         (AskSheetText  *self);
const char   *ask_sheet_text_get_encoding (AskSheetText  *self);
gboolean      ask_sheet_text_get_guessed  (AskSheetText  *self);
gboolean      ask_sheet_text_rewind       (AskSheetText  *self,
                                           GError       **error);
gssize        ask_sheet_text_read         (AskSheetText  *self,
                                           char          *buffer,
                                           gsize          size,
                                           GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetText, ask_sheet_text_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members of a zip file, one read at a time and within bounds.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskSheetMember AskSheetMember;

gboolean        ask_sheet_zip_has      (int              fd,
                                        const char      *name,
                                        gboolean        *has,
                                        GError         **error);
AskSheetMember *ask_sheet_member_open  (int              fd,
                                        const char      *name,
                                        GError         **error);
void            ask_sheet_member_free  (AskSheetMember  *self);
gssize          ask_sheet_member_read  (AskSheetMember  *self,
                                        char            *buffer,
                                        gsize            size,
                                        GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetMember, ask_sheet_member_free)

G_END_DECLS

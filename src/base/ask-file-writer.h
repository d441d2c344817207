/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that people asked for, written whole or not at all.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskFileWriter AskFileWriter;

AskFileWriter *ask_file_writer_new    (const char    *path,
                                       GCancellable  *cancellable,
                                       GError       **error);
gboolean       ask_file_writer_append (AskFileWriter *self,
                                       const void    *data,
                                       gsize          length,
                                       GCancellable  *cancellable,
                                       GError       **error);
gboolean       ask_file_writer_finish (AskFileWriter *self,
                                       GError       **error);
void           ask_file_writer_free   (AskFileWriter *self);
gboolean       ask_file_write         (const char    *path,
                                       const void    *data,
                                       gsize          length,
                                       GCancellable  *cancellable,
                                       GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFileWriter, ask_file_writer_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which files a source of documents has. Not for other rooms.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * AskDocumentFound:
 * @path: below the folder, UTF-8
 * @whole: to open it by
 * @stamp: its size and times, as a text; another one after each change
 * @changed: ISO 8601
 *
 * A file that may be read.
 */
typedef struct
{
  char *path;
  char *whole;
  char *stamp;
  char *changed;
} AskDocumentFound;

/**
 * AskDocumentFolder:
 * @files: (element-type AskDocumentFound): in the order of their paths
 * @closed: (element-type utf8): folders below that could not be looked into; what was known of their files still holds
 * @notes: (element-type utf8): what was left out
 */
typedef struct
{
  GPtrArray *files;
  GPtrArray *closed;
  GPtrArray *notes;
} AskDocumentFolder;

AskDocumentFolder *ask_document_folder_list     (const char              *location,
                                                 GCancellable            *cancellable,
                                                 GError                 **error);
void               ask_document_folder_free     (AskDocumentFolder       *self);
gboolean           ask_document_folder_is_closed (const AskDocumentFolder *self,
                                                 const char              *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocumentFolder, ask_document_folder_free)

G_END_DECLS

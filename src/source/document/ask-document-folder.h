/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which files a source of documents has. Not for other rooms.
 */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/**
 * AskDocumentFound:
 * @path: below the folder, UTF-8; of a row its key
 * @whole: (nullable): to open it by; %NULL of a row
 * @stamp: its size and times, as a text, of a row a digest; another one after each change
 * @changed: (nullable): ISO 8601
 * @title: (nullable): of a row
 * @text: (nullable): of a row that has one
 *
 * A file that may be read, or a row that was.
 */
typedef struct
{
  char *path;
  char *whole;
  char *stamp;
  char *changed;
  char *title;
  GBytes *text;
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

void               ask_document_found_free      (gpointer                 data);
char              *ask_document_make_stamp      (const struct stat       *info);
AskDocumentFolder *ask_document_folder_list     (const char              *location,
                                                 GCancellable            *cancellable,
                                                 GError                 **error);
void               ask_document_folder_free     (AskDocumentFolder       *self);
gboolean           ask_document_folder_is_closed (const AskDocumentFolder *self,
                                                 const char              *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocumentFolder, ask_document_folder_free)

G_END_DECLS

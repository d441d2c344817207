/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The SQLite file behind a source of documents: its tables, written document by document. Not for other rooms.
 */
#pragma once

#include <sqlite3.h>

#include "source/document/ask-document-stemmer.h"

G_BEGIN_DECLS

typedef struct _AskDocumentIndex AskDocumentIndex;

/**
 * AskDocumentState:
 * @path: below the folder
 * @id: of the document
 * @stamp: its size and times, as a text
 * @digest: (nullable): of its bytes
 *
 * A file as it was when it was read.
 */
typedef struct
{
  char *path;
  gint64 id;
  char *stamp;
  char *digest;
} AskDocumentState;

/**
 * AskDocumentEntry:
 * @state: of the file
 * @changed: when the file was changed, ISO 8601
 * @document: what it says
 * @passages: (element-type AskDocumentPassage): of @document
 * @tokens: (nullable): of @passages; its words are taken out
 */
typedef struct
{
  const AskDocumentState *state;
  const char *changed;
  const AskDocument *document;
  GArray *passages;
  const AskDocumentTokens *tokens;
} AskDocumentEntry;

void              ask_document_state_free        (gpointer                data);
AskDocumentIndex *ask_document_index_open        (const char             *path,
                                                  GError                **error);
AskDocumentIndex *ask_document_index_new         (const char             *path,
                                                  GError                **error);
void              ask_document_index_free        (AskDocumentIndex       *self);
GHashTable       *ask_document_index_load        (AskDocumentIndex       *self,
                                                  gint64                 *next_id,
                                                  GError                **error);
gboolean          ask_document_index_begin       (AskDocumentIndex       *self,
                                                  GError                **error);
gboolean          ask_document_index_put         (AskDocumentIndex       *self,
                                                  const AskDocumentEntry *entry,
                                                  GError                **error);
gboolean          ask_document_index_touch       (AskDocumentIndex       *self,
                                                  const AskDocumentState *state,
                                                  GError                **error);
gboolean          ask_document_index_remove      (AskDocumentIndex       *self,
                                                  gint64                  id,
                                                  GError                **error);
gboolean          ask_document_index_set_notes   (AskDocumentIndex       *self,
                                                  GPtrArray              *notes,
                                                  GError                **error);
GPtrArray        *ask_document_index_load_notes  (AskDocumentIndex       *self,
                                                  GError                **error);
char             *ask_document_index_dup_origin  (AskDocumentIndex       *self,
                                                  GError                **error);
gboolean          ask_document_index_set_origin  (AskDocumentIndex       *self,
                                                  const char             *origin,
                                                  GError                **error);
gboolean          ask_document_index_commit      (AskDocumentIndex       *self,
                                                  GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocumentIndex, ask_document_index_free)

G_END_DECLS

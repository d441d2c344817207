/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A document as it stands in the index of its source, to be read by a person, with what was searched for marked; and how all
 * documents of a source were read.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

/**
 * AskDocumentPart:
 * @number: from 1
 * @page: on which it begins; 0 for none
 * @heading: (nullable): what it stands under
 * @text: may be empty
 *
 * A passage.
 */
typedef struct
{
  gint64 number;
  gint64 page;
  char *heading;
  char *text;
} AskDocumentPart;

/**
 * AskDocumentHit:
 * @part: its place in AskDocumentReading.parts
 * @in_heading: it is in the passage's heading, and not in its text
 * @start: in bytes
 * @end: likewise, behind its last
 *
 * A word, or several side by side, that was searched for.
 */
typedef struct
{
  guint part;
  gboolean in_heading;
  gsize start;
  gsize end;
} AskDocumentHit;

/**
 * AskDocumentReading:
 * @path: below the folder
 * @title: as the document says itself; else its name
 * @author: (nullable)
 * @note: (nullable): what of it could not be read, and why
 * @parts: (element-type AskDocumentPart)
 */
typedef struct
{
  gint64 id;
  char *path;
  char *title;
  char *author;
  char *note;
  GPtrArray *parts;
} AskDocumentReading;

/**
 * AskDocumentOverview:
 * @n_noted: how many documents have a note
 * @paths: (element-type utf8): of the first of them
 * @notes: (element-type utf8): their notes, in the same order
 * @about: (element-type utf8): notes on the folder
 *
 * How a source of documents was read last.
 */
typedef struct
{
  gint64 n_documents;
  gint64 n_passages;
  gint64 n_noted;
  GPtrArray *paths;
  GPtrArray *notes;
  GPtrArray *about;
} AskDocumentOverview;

char               *ask_document_words_to_match (const char               *words);
char               *ask_document_words_tidy     (const char               *words);
gboolean            ask_document_reading_load   (const char               *index,
                                                 const char               *path,
                                                 gint64                    id,
                                                 AskDocumentReading      **reading,
                                                 GCancellable             *cancellable,
                                                 GError                  **error);
void                ask_document_reading_free   (AskDocumentReading       *self);
GArray             *ask_document_reading_find   (const AskDocumentReading *self,
                                                 const char               *index,
                                                 const char               *words,
                                                 GCancellable             *cancellable,
                                                 GError                  **error);

AskDocumentOverview *ask_document_overview_new  (const char               *index,
                                                 guint                     most,
                                                 GError                  **error);
void                ask_document_overview_free  (AskDocumentOverview      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocumentReading, ask_document_reading_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocumentOverview, ask_document_overview_free)

G_END_DECLS

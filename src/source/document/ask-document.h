/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a document says: its text in blocks, in the order of reading, and what it tells of itself. Readers fill it in;
 * nothing here opens a file.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Of one document's text; what comes after it is left out, with a note. */
#define ASK_DOCUMENT_MAX_TEXT (64 * 1024 * 1024)

/**
 * AskDocumentBlock:
 * @start: where it begins in AskDocument.text, in bytes
 * @length: in bytes
 * @page: from 1; 0 where the document has no pages
 * @level: of a heading, from 1; 0 of text
 *
 * A paragraph or a heading.
 */
typedef struct
{
  gsize start;
  gsize length;
  guint page;
  guint level;
} AskDocumentBlock;

/**
 * AskDocument:
 * @title: (nullable): as the document says itself
 * @author: (nullable): likewise
 * @changed: (nullable): likewise, ISO 8601 in UTC
 * @pages: 0 where it has none, or nobody counted
 * @text: all blocks, UTF-8 without control characters but line ends
 * @blocks: (element-type AskDocumentBlock)
 * @notes: (element-type utf8): what was left out
 * @full: nothing more is taken
 */
typedef struct
{
  char *title;
  char *author;
  char *changed;
  guint pages;
  GString *text;
  GArray *blocks;
  GPtrArray *notes;
  gboolean full;
} AskDocument;

AskDocument *ask_document_new          (void);
void         ask_document_free         (AskDocument *self);
gboolean     ask_document_add          (AskDocument *self,
                                        guint        level,
                                        guint        page,
                                        const char  *text,
                                        gssize       length);
void         ask_document_add_note     (AskDocument *self,
                                        const char  *note);
void         ask_document_take_field   (char       **field,
                                        char        *text);
void         ask_document_take_changed (AskDocument *self,
                                        GDateTime   *moment);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocument, ask_document_free)

G_END_DECLS

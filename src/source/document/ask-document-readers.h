/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The readers behind ask_document_read(); not for others.
 *
 *   ask-document-plain.c    .txt and .md
 *   ask-document-html.c     .html, and the HTML of a mail
 *   ask-document-office.c   .docx and .odt
 *   ask-document-mail.c     .eml
 *   ask-document-mime.c     what a mail's bytes stand for: base64, quoted-printable, encoded words
 *   ask-document-pdf.c      .pdf, through askdata-pdf
 *   ask-document-pdf-items.c  what that program says
 *
 * Each takes what it finds into the document that it is given, and fails with ASK_SOURCE_ERROR where that is not all:
 * what was read before stays.
 */
#pragma once

#include "source/document/ask-document.h"

G_BEGIN_DECLS

/**
 * AskDocumentFile:
 * @path: for messages and the PDF program
 * @fd: of a regular file, open for reading
 * @bytes: all of it
 */
typedef struct
{
  const char *path;
  int fd;
  GBytes *bytes;
} AskDocumentFile;

typedef gboolean (*AskDocumentReader) (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable,
                                       GError **error);

gboolean ask_document_read_plain    (AskDocument           *document,
                                     const AskDocumentFile *file,
                                     GCancellable          *cancellable,
                                     GError               **error);
gboolean ask_document_read_markdown (AskDocument           *document,
                                     const AskDocumentFile *file,
                                     GCancellable          *cancellable,
                                     GError               **error);
gboolean ask_document_read_html     (AskDocument           *document,
                                     const AskDocumentFile *file,
                                     GCancellable          *cancellable,
                                     GError               **error);
gboolean ask_document_read_docx     (AskDocument           *document,
                                     const AskDocumentFile *file,
                                     GCancellable          *cancellable,
                                     GError               **error);
gboolean ask_document_read_odt      (AskDocument           *document,
                                     const AskDocumentFile *file,
                                     GCancellable          *cancellable,
                                     GError               **error);
gboolean ask_document_read_mail     (AskDocument           *document,
                                     const AskDocumentFile *file,
                                     GCancellable          *cancellable,
                                     GError               **error);
gboolean ask_document_read_pdf      (AskDocument           *document,
                                     const AskDocumentFile *file,
                                     GCancellable          *cancellable,
                                     GError               **error);

void     ask_document_take_pdf_items (AskDocument          *document,
                                      GInputStream         *stream,
                                      GCancellable         *cancellable,
                                      GError              **error);
char    *ask_document_decode        (const char            *bytes,
                                     gsize                  n,
                                     const char            *charset,
                                     gsize                 *length);
gboolean ask_document_add_html      (AskDocument           *document,
                                     const char            *bytes,
                                     gsize                  n,
                                     const char            *charset,
                                     GError               **error);
char    *ask_document_mime_decode   (const char            *bytes,
                                     gsize                  n,
                                     const char            *encoding,
                                     gsize                 *length);
char    *ask_document_mime_words    (const char            *text);
char    *ask_document_mime_get      (const char            *header,
                                     const char            *parameter);

G_END_DECLS

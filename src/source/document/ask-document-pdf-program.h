/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What askdata-pdf says, to ask-document-pdf.c. The PDF file is its standard input. On its standard output each item is
 * a line and as many bytes as the line's second number says:
 *
 *   T 0 LENGTH    the title          N PAGES 0      how many pages there are
 *   A 0 LENGTH    the author         P PAGE LENGTH  the text of a page
 *   D UNIX 0      when it was changed
 */
#pragma once

#include <gio/gio.h>
#include <stdio.h>

G_BEGIN_DECLS

/**
 * AskPdfEnd:
 * @ASK_PDF_READ: all pages were written
 * @ASK_PDF_BROKEN: it is no PDF that could be read
 * @ASK_PDF_LOCKED: it wants a password
 *
 * With what askdata-pdf exits.
 */
typedef enum
{
  ASK_PDF_READ = 0,
  ASK_PDF_BROKEN = 3,
  ASK_PDF_LOCKED = 4
} AskPdfEnd;

AskPdfEnd ask_pdf_say (GBytes *bytes, FILE *out);

G_END_DECLS

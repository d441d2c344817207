/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of a PDF file, page by page, in the words of ask-document-pdf-program.h. Part of askdata-pdf, and of nothing
 * that has more to lose.
 */
#include "config.h"

#include <poppler.h>
#include <string.h>

#include "source/document/ask-document-pdf-program.h"

static void
say (FILE *out, char item, gint64 number, const char *text)
{
  const gsize n = text != NULL ? strlen (text) : 0;

  fprintf (out, "%c %" G_GINT64_FORMAT " %" G_GSIZE_FORMAT "\n", item, number, n);
  fwrite (text != NULL ? text : "", 1, n, out);
}

static void
say_facts (PopplerDocument *document, FILE *out)
{
  g_autofree char *title = poppler_document_get_title (document);
  g_autofree char *author = poppler_document_get_author (document);
  g_autoptr (GDateTime) changed = poppler_document_get_modification_date_time (document);

  if (changed == NULL)
    changed = poppler_document_get_creation_date_time (document);
  say (out, 'T', 0, title);
  say (out, 'A', 0, author);
  if (changed != NULL)
    say (out, 'D', g_date_time_to_unix (changed), NULL);
  say (out, 'N', poppler_document_get_n_pages (document), NULL);
}

/**
 * ask_pdf_say:
 * @bytes: of a file
 * @out: gets what is found, each page when it is read
 *
 * Returns: how it ended
 */
AskPdfEnd
ask_pdf_say (GBytes *bytes, FILE *out)
{
  g_autoptr (GError) error = NULL;
  PopplerDocument *document = poppler_document_new_from_bytes (bytes, NULL, &error);

  if (document == NULL)
    return g_error_matches (error, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED) ? ASK_PDF_LOCKED : ASK_PDF_BROKEN;
  say_facts (document, out);
  for (int i = 0; i < poppler_document_get_n_pages (document); i++)
    {
      PopplerPage *page = poppler_document_get_page (document, i);
      g_autofree char *text = page != NULL ? poppler_page_get_text (page) : NULL;

      if (text != NULL)
        say (out, 'P', i + 1, text);
      g_clear_object (&page);
      fflush (out);
    }
  g_object_unref (document);
  return ASK_PDF_READ;
}

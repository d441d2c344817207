/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-pdf: reads a PDF file from its standard input and writes its text. It opens no file and no socket, and ends
 * itself when it takes too long or too much memory. See ask-document-pdf-program.h.
 */
#include "config.h"

#include <poppler.h>
#include <stdio.h>
#include <string.h>

#include "source/ask-confined.h"
#include "source/document/ask-document-pdf-program.h"

#define MAX_MEMORY (2ul * 1024 * 1024 * 1024)
#define MAX_CPU_S 60
#define MAX_S 300

static void
say (char item, gint64 number, const char *text)
{
  const gsize n = text != NULL ? strlen (text) : 0;

  printf ("%c %" G_GINT64_FORMAT " %" G_GSIZE_FORMAT "\n", item, number, n);
  fwrite (text != NULL ? text : "", 1, n, stdout);
}

static void
say_facts (PopplerDocument *document)
{
  g_autofree char *title = poppler_document_get_title (document);
  g_autofree char *author = poppler_document_get_author (document);
  g_autoptr (GDateTime) changed = poppler_document_get_modification_date_time (document);

  if (changed == NULL)
    changed = poppler_document_get_creation_date_time (document);
  say ('T', 0, title);
  say ('A', 0, author);
  if (changed != NULL)
    say ('D', g_date_time_to_unix (changed), NULL);
  say ('N', poppler_document_get_n_pages (document), NULL);
}

int
main (void)
{
  g_autoptr (GBytes) bytes = NULL;
  PopplerDocument *document; /* the process ends with it */
  g_autoptr (GError) error = NULL;

  ask_confine (MAX_MEMORY, MAX_CPU_S, MAX_S);
  bytes = ask_confined_read (G_MAXSIZE);
  document = bytes != NULL ? poppler_document_new_from_bytes (bytes, NULL, &error) : NULL;
  if (document == NULL)
    return g_error_matches (error, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED) ? ASK_PDF_LOCKED : ASK_PDF_BROKEN;
  say_facts (document);
  for (int i = 0; i < poppler_document_get_n_pages (document); i++)
    {
      PopplerPage *page = poppler_document_get_page (document, i);
      g_autofree char *text = page != NULL ? poppler_page_get_text (page) : NULL;

      if (text != NULL)
        say ('P', i + 1, text);
      g_clear_object (&page);
      fflush (stdout);
    }
  return ASK_PDF_READ;
}

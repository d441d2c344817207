/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-pdf: reads a PDF file from its standard input and writes its text. It opens no file and no socket, and ends
 * itself when it takes too long or too much memory. See ask-document-pdf-program.h.
 */
#include "config.h"

#include <errno.h>
#include <poppler.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/document/ask-document-pdf-program.h"

#define MAX_MEMORY (2ul * 1024 * 1024 * 1024)
#define MAX_CPU_S 60
#define MAX_S 300

/* How clang tells of a sanitizer; gcc defines __SANITIZE_ADDRESS__. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

static void
limit (int what, rlim_t most)
{
  struct rlimit now;

  if (getrlimit (what, &now) != 0)
    return;
  now.rlim_cur = MIN (now.rlim_max, most);
  setrlimit (what, &now);
}

static void
limit_all (void)
{
  /* Of a sanitizer's build nearly all memory is its own. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !__has_feature(address_sanitizer)
  limit (RLIMIT_AS, MAX_MEMORY);
#endif
  limit (RLIMIT_CPU, MAX_CPU_S);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, 0);
  alarm (MAX_S);
}

static void
say (char item, gint64 number, const char *text)
{
  const gsize n = text != NULL ? strlen (text) : 0;

  printf ("%c %" G_GINT64_FORMAT " %" G_GSIZE_FORMAT "\n", item, number, n);
  fwrite (text != NULL ? text : "", 1, n, stdout);
}

static GBytes *
read_all (void)
{
  struct stat info;
  guint8 *bytes;
  gsize n = 0;

  if (fstat (STDIN_FILENO, &info) != 0 || info.st_size <= 0)
    return NULL;
  bytes = g_malloc ((gsize) info.st_size);
  while (n < (gsize) info.st_size)
    {
      const gssize got = pread (STDIN_FILENO, bytes + n, (gsize) info.st_size - n, (off_t) n);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      n += (gsize) got;
    }
  return g_bytes_new_take (bytes, n);
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

  limit_all ();
  bytes = read_all ();
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

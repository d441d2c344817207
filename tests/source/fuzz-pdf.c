/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PDF on both sides of the pipe. Where the first byte is even, the others are what askdata-pdf says: a file may have
 * taken it over. Where it is odd they are a PDF file, and what the program says of it is read, too. libFuzzer calls it,
 * and test-document-corpus-pdf replays what is worth keeping.
 */
#include "config.h"

#include <stdlib.h>

#include "source/document/ask-document-pdf-program.h"
#include "source/document/ask-document-readers.h"
#include "source/fuzz-document.h"

static void
take (const void *bytes, gsize length)
{
  g_autoptr (AskDocument) document = ask_document_new ();
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) length, NULL);
  g_autoptr (GError) error = NULL;

  ask_document_take_pdf_items (document, stream, NULL, &error);
  g_assert_no_error (error);
  fuzz_check_document (document);
}

static void
say (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  char *said = NULL;
  size_t length = 0;
  FILE *out = open_memstream (&said, &length);
  AskPdfEnd end;

  g_assert_nonnull (out);
  end = ask_pdf_say (bytes, out);
  fclose (out);
  g_assert_true (end == ASK_PDF_READ || end == ASK_PDF_BROKEN || end == ASK_PDF_LOCKED);
  g_assert_true (end == ASK_PDF_READ || length == 0);
  take (said, length);
  free (said);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  if (size < 2)
    return 0;
  if (data[0] % 2 == 0)
    take (data + 1, size - 1);
  else
    say (data + 1, size - 1);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-pdf: reads a PDF file from its standard input and writes its text. It opens no file and no socket, and ends
 * itself when it takes too long or too much memory. See ask-document-pdf-program.h.
 */
#include "config.h"

#include "source/ask-confined.h"
#include "source/document/ask-document-pdf-program.h"

#define MAX_MEMORY (2ul * 1024 * 1024 * 1024)
#define MAX_CPU_S 60
#define MAX_S 300

int
main (void)
{
  g_autoptr (GBytes) bytes = NULL;

  ask_confine (MAX_MEMORY, MAX_CPU_S, MAX_S);
  bytes = ask_confined_read (G_MAXSIZE);
  return bytes != NULL ? (int) ask_pdf_say (bytes, stdout) : ASK_PDF_BROKEN;
}

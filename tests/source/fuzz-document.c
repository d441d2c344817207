/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a document. The first byte says which reader gets the others: text, Markdown, HTML, mail, Word or Writer.
 * Whatever is read of them is text, lies where its block says, and is divided into passages and words. libFuzzer calls
 * it, and test-document-corpus replays what is worth keeping.
 */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "source/document/ask-document-readers.h"
#include "source/fuzz-document.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  static const AskDocumentReader readers[]
    = { ask_document_read_plain, ask_document_read_markdown, ask_document_read_html,
        ask_document_read_mail,  ask_document_read_docx,     ask_document_read_odt };
  g_autoptr (AskDocument) document = ask_document_new ();
  g_autoptr (GError) error = NULL;
  AskDocumentFile file = { "document", -1, NULL };
  gboolean good;

  if (size == 0)
    return 0;
  file.fd = memfd_create ("document", MFD_CLOEXEC);
  g_assert_cmpint (file.fd, >=, 0);
  g_assert_cmpint (write (file.fd, data + 1, size - 1), ==, (gssize) size - 1);
  g_assert_cmpint (lseek (file.fd, 0, SEEK_SET), ==, 0);
  file.bytes = g_bytes_new (data + 1, size - 1);
  good = readers[data[0] % G_N_ELEMENTS (readers)](document, &file, NULL, &error);
  g_assert_true (good == (error == NULL));
  fuzz_check_document (document);
  g_bytes_unref (file.bytes);
  close (file.fd);
  return 0;
}

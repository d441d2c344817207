/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as the parts of a .docx or .odt file, which are packed here. The first byte says which, and, where it is
 * not even, that the last part's name is the fuzzer's, too. libFuzzer calls it, and test-document-corpus-packed replays
 * what is worth keeping.
 */
#include "config.h"

#include "source/document/ask-document-readers.h"
#include "source/fuzz-document.h"
#include "source/fuzz-pack.h"

static const char *const word_parts[]
  = { "word/document.xml", "word/styles.xml", "docProps/core.xml", "word/footnotes.xml", "word/endnotes.xml" };
static const char *const writer_parts[] = { "content.xml", "meta.xml", "META-INF/manifest.xml" };

/* Names may lie anywhere, be twice there, and have no end that is text. */
static void
add_named (FuzzPack *pack, const guint8 *bytes, gsize length)
{
  g_autofree char *name = g_strndup ((const char *) bytes, MIN (length, 64));

  fuzz_pack_add (pack, name, bytes, length);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  g_autoptr (AskDocument) document = ask_document_new ();
  g_autoptr (GError) error = NULL;
  AskDocumentFile file = { "document", -1, NULL };
  FuzzPack *pack;
  gboolean word, named, good;

  if (size == 0)
    return 0;
  pack = fuzz_pack_begin (2 * size);
  word = data[0] % 4 < 2;
  named = data[0] % 2 == 1;
  data++;
  size--;
  for (guint i = 0; i < (word ? G_N_ELEMENTS (word_parts) : G_N_ELEMENTS (writer_parts)); i++)
    {
      gsize length;
      const guint8 *part = fuzz_pack_take (&data, &size, &length);

      if (i == 0 || length > 0)
        fuzz_pack_add (pack, word ? word_parts[i] : writer_parts[i], part, length);
    }
  if (named)
    add_named (pack, data, size);
  file.fd = fuzz_pack_end (pack);
  file.bytes = g_bytes_new_static ("PK\3\4----", 8);
  good = (word ? ask_document_read_docx : ask_document_read_odt) (document, &file, NULL, &error);
  g_assert_true (good == (error == NULL));
  fuzz_check_document (document);
  g_bytes_unref (file.bytes);
  close (file.fd);
  return 0;
}

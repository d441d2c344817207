/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Documents for tests, made here: PDF with cairo, .docx and .odt as zip files, and what was read of one as text.
 */
#pragma once

#include <cairo-pdf.h>

#include "source/document/ask-document-read.h"
#include "source/sheet-zip.h"

#define DOCUMENT_WORD "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""

/* One page a text; a line of it for each line. Returns: (transfer full): the path */
static inline char *
document_write_pdf (const char *name, const char *title, const char *const *pages)
{
  char *path = g_build_filename (sheet_folder, name, NULL);
  cairo_surface_t *surface = cairo_pdf_surface_create (path, 595, 842);
  cairo_t *cr = cairo_create (surface);

  if (title != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_AUTHOR, "Ana Gómez");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, "2026-03-04T05:06:07Z");
  cairo_select_font_face (cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, 12);
  for (guint i = 0; pages[i] != NULL; i++)
    {
      g_auto (GStrv) lines = g_strsplit (pages[i], "\n", -1);

      for (guint n = 0; lines[n] != NULL; n++)
        {
          cairo_move_to (cr, 72, 72 + 16 * n);
          cairo_show_text (cr, lines[n]);
        }
      cairo_show_page (cr);
    }
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (surface);
  return path;
}

/* @body: what stands in w:body. Returns: (transfer full): the path */
static inline char *
document_write_docx (const char *name, const char *body)
{
  g_autofree char *document
    = g_strdup_printf ("<w:document " DOCUMENT_WORD "><w:body>%s</w:body></w:document>", body);
  const SheetPart parts[] = {
    { "[Content_Types].xml", "<Types/>" },
    { "docProps/core.xml",
      "<cp:coreProperties xmlns:cp=\"c\" xmlns:dc=\"d\" xmlns:dcterms=\"t\"><dc:title>Vertrag Nr. 7</dc:title>"
      "<dc:creator>Jörg Müller</dc:creator><dcterms:modified>2026-02-03T10:00:00Z</dcterms:modified>"
      "</cp:coreProperties>" },
    /* As a German Word writes it: the ids are German, the names are not. */
    { "word/styles.xml",
      "<w:styles " DOCUMENT_WORD "><w:style w:styleId=\"berschrift1\"><w:name w:val=\"heading 1\"/></w:style>"
      "<w:style w:styleId=\"berschrift2\"><w:name w:val=\"heading 2\"/></w:style></w:styles>" },
    { "word/document.xml", document },
    { "word/footnotes.xml",
      "<w:footnotes " DOCUMENT_WORD "><w:footnote><w:p><w:r><w:t>Eine Fußnote.</w:t></w:r></w:p></w:footnote>"
      "</w:footnotes>" },
  };

  return sheet_write_zip (name, parts, G_N_ELEMENTS (parts));
}

/* Returns: (transfer full): the path */
static inline char *
document_write_odt (const char *name, const char *body)
{
  g_autofree char *content
    = g_strdup_printf ("<o:document-content xmlns:o=\"o\" xmlns:text=\"t\"><o:body><o:text>%s</o:text></o:body>"
                       "</o:document-content>",
                       body);
  const SheetPart parts[] = {
    { "mimetype", "application/vnd.oasis.opendocument.text" },
    { "META-INF/manifest.xml", "<manifest/>" },
    { "meta.xml",
      "<o:document-meta xmlns:o=\"o\" xmlns:dc=\"d\" xmlns:meta=\"m\"><o:meta><dc:title>Protokoll</dc:title>"
      "<dc:creator>Zoë</dc:creator><dc:date>2026-01-02T03:04:05</dc:date><meta:document-statistic "
      "meta:page-count=\"3\"/></o:meta></o:document-meta>" },
    { "content.xml", content },
  };

  return sheet_write_zip (name, parts, G_N_ELEMENTS (parts));
}

/* As "#1 Heading", "text" and "[2] text of page 2", a line each; lines in a block are divided by "|". Notes follow
 * "!". */
static inline char *
document_read (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *digest = NULL;
  g_autoptr (AskDocument) document = ask_document_read (path, &digest, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_true (g_utf8_validate_len (document->text->str, document->text->len, NULL));
  g_string_append_printf (text, "%s; %s; %s; %u\n", document->title, document->author, document->changed,
                          document->pages);
  for (guint i = 0; i < document->blocks->len; i++)
    {
      const AskDocumentBlock *block = &g_array_index (document->blocks, AskDocumentBlock, i);
      g_autofree char *words = g_strndup (document->text->str + block->start, block->length);

      g_assert_cmpuint (block->start + block->length, <=, document->text->len);
      if (block->page > 0)
        g_string_append_printf (text, "[%u] ", block->page);
      if (block->level > 0)
        g_string_append_printf (text, "#%u ", block->level);
      g_string_append_printf (text, "%s\n", g_strdelimit (words, "\n", '|'));
    }
  for (guint i = 0; i < document->notes->len; i++)
    g_string_append_printf (text, "! %s\n", (const char *) document->notes->pdata[i]);
  return g_string_free (text, FALSE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Texts of Word and LibreOffice: zip files with XML in them. Headings go by the styles' own names, which programs
 * write in English whatever language they speak. What was deleted under "track changes" is no text of the document.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/ask-source.h"
#include "source/document/ask-document-readers.h"
#include "source/sheet/ask-sheet-xml.h"
#include "source/sheet/ask-sheet-zip.h"

typedef struct
{
  AskDocument *document;
  int fd;
  GCancellable *cancellable;
  GHashTable *levels; /* of a .docx: the style's id to its level */
  GString *text; /* of the paragraph that is being read */
  guint level;
  guint page;
} Office;

static gboolean
open_part (const Office *self, const char *name, gboolean needed, AskSheetXml **xml, GError **error)
{
  gboolean has = TRUE;

  *xml = NULL;
  if (!needed && !ask_sheet_zip_has (self->fd, name, &has, error))
    return FALSE;
  if (!has)
    return TRUE;
  *xml = ask_sheet_xml_open (self->fd, name, error);
  return *xml != NULL;
}

/* Goes on behind the end of the element that just began. */
static AskSheetXmlStep
skip (Office *self, AskSheetXml *xml, GError **error)
{
  const int depth = ask_sheet_xml_get_depth (xml);
  AskSheetXmlStep step = ASK_SHEET_XML_START;

  if (ask_sheet_xml_is_empty (xml))
    return step;
  do
    step = ask_sheet_xml_next (xml, self->cancellable, error);
  while (step != ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE
         && !(step == ASK_SHEET_XML_FINISH && ask_sheet_xml_get_depth (xml) == depth));
  return step;
}

/* What the file tells of itself: docProps/core.xml and meta.xml have the same names for it. */
static gboolean
read_facts (Office *self, const char *part, GError **error)
{
  g_autoptr (AskSheetXml) xml = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  AskSheetXmlStep step;

  if (!open_part (self, part, FALSE, &xml, error))
    return FALSE;
  while (xml != NULL && (step = ask_sheet_xml_next (xml, self->cancellable, error)) != ASK_SHEET_XML_DONE)
    {
      if (step == ASK_SHEET_XML_FAILED)
        return FALSE;
      if (step == ASK_SHEET_XML_TEXT && text->len < 4096)
        g_string_append (text, ask_sheet_xml_get_text (xml));
      if (step == ASK_SHEET_XML_START)
        {
          g_string_truncate (text, 0);
          if (ask_sheet_xml_is (xml, "document-statistic"))
            {
              g_autofree char *pages = ask_sheet_xml_dup_attribute (xml, "page-count");

              self->document->pages = pages != NULL ? (guint) CLAMP (atoi (pages), 0, 1000000) : 0;
            }
        }
      if (step != ASK_SHEET_XML_FINISH)
        continue;
      if (ask_sheet_xml_is (xml, "title"))
        ask_document_take_field (&self->document->title, g_strdup (text->str));
      else if (ask_sheet_xml_is (xml, "creator")
               || (ask_sheet_xml_is (xml, "initial-creator") && self->document->author == NULL))
        ask_document_take_field (&self->document->author, g_strdup (text->str));
      else if (ask_sheet_xml_is (xml, "modified") || ask_sheet_xml_is (xml, "date"))
        {
          g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

          ask_document_take_changed (self->document, g_date_time_new_from_iso8601 (text->str, utc));
        }
    }
  return TRUE;
}

static void
flush (Office *self)
{
  ask_document_add (self->document, self->level, self->page, self->text->str, (gssize) self->text->len);
  if (self->level == 1 && self->document->title == NULL)
    ask_document_take_field (&self->document->title, g_strdup (self->text->str));
  g_string_truncate (self->text, 0);
  self->level = 0;
}

/* "heading 2" is 2, "Title" is 1. */
static guint
level_of_name (const char *name)
{
  if (name == NULL)
    return 0;
  if (g_ascii_strcasecmp (name, "title") == 0)
    return 1;
  if (g_ascii_strncasecmp (name, "heading ", 8) == 0 && g_ascii_isdigit (name[8]))
    return (guint) CLAMP (atoi (name + 8), 1, 9);
  return 0;
}

static gboolean
read_styles (Office *self, GError **error)
{
  g_autoptr (AskSheetXml) xml = NULL;
  g_autofree char *id = NULL;
  AskSheetXmlStep step;

  if (!open_part (self, "word/styles.xml", FALSE, &xml, error))
    return FALSE;
  while (xml != NULL && (step = ask_sheet_xml_next (xml, self->cancellable, error)) != ASK_SHEET_XML_DONE)
    {
      if (step == ASK_SHEET_XML_FAILED)
        return FALSE;
      if (step != ASK_SHEET_XML_START)
        continue;
      if (ask_sheet_xml_is (xml, "style"))
        {
          g_free (id);
          id = ask_sheet_xml_dup_attribute (xml, "styleId");
        }
      else if (ask_sheet_xml_is (xml, "name") && id != NULL)
        {
          g_autofree char *name = ask_sheet_xml_dup_attribute (xml, "val");
          const guint level = level_of_name (name);

          if (level > 0)
            g_hash_table_insert (self->levels, g_strdup (id), GUINT_TO_POINTER (level));
        }
    }
  return TRUE;
}

static void
start_word (Office *self, AskSheetXml *xml)
{
  if (ask_sheet_xml_is (xml, "pStyle"))
    {
      g_autofree char *id = ask_sheet_xml_dup_attribute (xml, "val");

      self->level = id != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->levels, id)) : 0;
    }
  else if (ask_sheet_xml_is (xml, "outlineLvl"))
    {
      g_autofree char *level = ask_sheet_xml_dup_attribute (xml, "val");

      if (level != NULL && g_ascii_isdigit (level[0]) && level[0] < '9')
        self->level = (guint) (level[0] - '0') + 1;
    }
  else if (ask_sheet_xml_is (xml, "tab"))
    g_string_append_c (self->text, ' ');
  else if (ask_sheet_xml_is (xml, "br") || ask_sheet_xml_is (xml, "cr"))
    g_string_append_c (self->text, '\n');
  else if (ask_sheet_xml_is (xml, "noBreakHyphen"))
    g_string_append_c (self->text, '-');
  else if (ask_sheet_xml_is (xml, "lastRenderedPageBreak"))
    self->document->pages = self->page = MAX (self->page, 1) + 1;
}

/* @part: the text itself, or its notes */
static gboolean
read_word (Office *self, const char *part, gboolean needed, GError **error)
{
  g_autoptr (AskSheetXml) xml = NULL;
  AskSheetXmlStep step;
  gboolean in_text = FALSE;

  if (!open_part (self, part, needed, &xml, error))
    return FALSE;
  while (xml != NULL && !self->document->full
         && (step = ask_sheet_xml_next (xml, self->cancellable, error)) != ASK_SHEET_XML_DONE)
    {
      /* "Fallback" has the same text once more, for old programs. */
      if (step == ASK_SHEET_XML_START && ask_sheet_xml_is (xml, "Fallback"))
        step = skip (self, xml, error);
      if (step == ASK_SHEET_XML_FAILED)
        return FALSE;
      if (step == ASK_SHEET_XML_START && ask_sheet_xml_is (xml, "t"))
        in_text = !ask_sheet_xml_is_empty (xml);
      else if (step == ASK_SHEET_XML_START)
        start_word (self, xml);
      else if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_is (xml, "t"))
        in_text = FALSE;
      else if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_is (xml, "p"))
        flush (self);
      else if (step == ASK_SHEET_XML_TEXT && in_text && self->text->len < ASK_DOCUMENT_MAX_TEXT)
        g_string_append (self->text, ask_sheet_xml_get_text (xml));
    }
  return TRUE;
}

/* An old Word file, and one with a password, is no zip file but a "compound file". */
static gboolean
check_zip (const AskDocumentFile *file, GError **error)
{
  gsize n;
  const char *bytes = g_bytes_get_data (file->bytes, &n);

  if (n < 8 || memcmp (bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8) != 0)
    return TRUE;
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                         N_ ("It is protected with a password, or in the format of Word before 2007. Save it as .docx "
                             "without a password."));
  return FALSE;
}

/**
 * ask_document_read_docx:
 * @document: takes what is found
 * @file: of Word
 * @error: %ASK_SOURCE_ERROR_NOT_A_DATABASE, %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT or
 *   %G_IO_ERROR_CANCELLED
 *
 * Returns: whether all of it was read
 */
gboolean
ask_document_read_docx (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) levels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  Office self = { document, file->fd, cancellable, levels, text, 0, 0 };

  return check_zip (file, error) && read_facts (&self, "docProps/core.xml", error) && read_styles (&self, error)
         && read_word (&self, "word/document.xml", TRUE, error) && read_word (&self, "word/footnotes.xml", FALSE, error)
         && read_word (&self, "word/endnotes.xml", FALSE, error);
}

static void
start_odt (Office *self, AskSheetXml *xml)
{
  if (ask_sheet_xml_is (xml, "h"))
    {
      g_autofree char *level = ask_sheet_xml_dup_attribute (xml, "outline-level");

      flush (self);
      self->level = level != NULL ? (guint) CLAMP (atoi (level), 1, 9) : 1;
    }
  else if (ask_sheet_xml_is (xml, "p"))
    flush (self);
  else if (ask_sheet_xml_is (xml, "s") || ask_sheet_xml_is (xml, "tab"))
    g_string_append_c (self->text, ' ');
  else if (ask_sheet_xml_is (xml, "line-break"))
    g_string_append_c (self->text, '\n');
  else if (ask_sheet_xml_is (xml, "soft-page-break"))
    self->page = MAX (self->page, 1) + 1;
}

static gboolean
read_odt_text (Office *self, GError **error)
{
  g_autoptr (AskSheetXml) xml = ask_sheet_xml_open (self->fd, "content.xml", error);
  AskSheetXmlStep step;
  gboolean in_body = FALSE;

  if (xml == NULL)
    return FALSE;
  while (!self->document->full && (step = ask_sheet_xml_next (xml, self->cancellable, error)) != ASK_SHEET_XML_DONE)
    {
      const gboolean start = step == ASK_SHEET_XML_START;

      if (start && (ask_sheet_xml_is (xml, "tracked-changes") || ask_sheet_xml_is (xml, "annotation")))
        step = skip (self, xml, error);
      if (step == ASK_SHEET_XML_FAILED)
        return FALSE;
      in_body = in_body || (start && ask_sheet_xml_is (xml, "body"));
      if (!in_body)
        continue;
      if (start)
        start_odt (self, xml);
      else if (step == ASK_SHEET_XML_FINISH && (ask_sheet_xml_is (xml, "h") || ask_sheet_xml_is (xml, "p")))
        flush (self);
      else if (step == ASK_SHEET_XML_TEXT && self->text->len < ASK_DOCUMENT_MAX_TEXT)
        {
          const gsize before = self->text->len;

          g_string_append (self->text, ask_sheet_xml_get_text (xml));
          for (gsize i = before; i < self->text->len; i++)
            if (self->text->str[i] == '\n')
              self->text->str[i] = ' ';
        }
    }
  flush (self);
  self->document->pages = MAX (self->document->pages, self->page);
  return TRUE;
}

/* Parts of an .odt with a password are noise; its manifest says so. */
static gboolean
check_odt (Office *self, GError **error)
{
  g_autoptr (AskSheetXml) xml = NULL;
  AskSheetXmlStep step;

  if (!open_part (self, "META-INF/manifest.xml", FALSE, &xml, error))
    return FALSE;
  while (xml != NULL && (step = ask_sheet_xml_next (xml, self->cancellable, error)) != ASK_SHEET_XML_DONE)
    {
      if (step == ASK_SHEET_XML_FAILED)
        return FALSE;
      if (step != ASK_SHEET_XML_START || !ask_sheet_xml_is (xml, "encryption-data"))
        continue;
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                             N_ ("It is protected with a password. Save it without one."));
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_document_read_odt:
 * @document: takes what is found
 * @file: of LibreOffice Writer
 * @error: %ASK_SOURCE_ERROR_NOT_A_DATABASE, %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT or
 *   %G_IO_ERROR_CANCELLED
 *
 * Returns: whether all of it was read
 */
gboolean
ask_document_read_odt (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Office self = { document, file->fd, cancellable, NULL, text, 0, 0 };

  return check_odt (&self, error) && read_facts (&self, "meta.xml", error) && read_odt_text (&self, error);
}

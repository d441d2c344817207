/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libxml2's streaming reader over a zip member. Spreadsheets have no document type: one that does is refused,
 * so that no entity is ever expanded and nothing is ever fetched; the parser's own bounds on depth and
 * length stay on. Names are local ones: which prefix a program writes does not matter.
 */
#include "config.h"

#include "source/sheet/ask-sheet-xml.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/sheet/ask-sheet-zip.h"
#include "source/ask-source.h"

struct _AskSheetXml
{
  xmlTextReaderPtr reader;
  AskSheetMember *member;
  GError *error; /* of reading the member */
  char *name;
  char *words; /* what libxml2 said first */
  int line;
  guint n_nodes;
};

static int
on_read (void *data, char *buffer, int size)
{
  AskSheetXml *self = data;
  gssize n;

  if (self->error != NULL)
    return -1;
  n = ask_sheet_member_read (self->member, buffer, (gsize) size, &self->error);
  return (int) n;
}

static int
on_close (void *data)
{
  return 0;
}

/* Constant since libxml2 2.12; compilers refuse the other. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *Problem;
#else
typedef xmlErrorPtr Problem;
#endif

static void
on_problem (void *data, Problem problem)
{
  AskSheetXml *self = data;

  /* What is less, such as a prefix without a namespace, is no reason to refuse a file. */
  if (problem->level < XML_ERR_FATAL || self->words != NULL)
    return;
  self->words = g_utf8_make_valid (problem->message != NULL ? problem->message : "", -1);
  g_strchomp (self->words);
  self->line = problem->line;
}

/** ask_sheet_xml_free: frees @self */
void
ask_sheet_xml_free (AskSheetXml *self)
{
  if (self == NULL)
    return;
  if (self->reader != NULL)
    xmlFreeTextReader (self->reader);
  g_clear_pointer (&self->member, ask_sheet_member_free);
  g_clear_error (&self->error);
  g_free (self->name);
  g_free (self->words);
  g_free (self);
}

/**
 * ask_sheet_xml_open:
 * @fd: of a zip file; must stay open
 * @member: of it
 * @error: as of ask_sheet_member_open()
 *
 * Returns: (transfer full): before the first element
 */
AskSheetXml *
ask_sheet_xml_open (int fd, const char *member, GError **error)
{
  static gsize once;
  g_autoptr (AskSheetXml) self = g_new0 (AskSheetXml, 1);

  if (g_once_init_enter (&once))
    {
      xmlInitParser ();
      g_once_init_leave (&once, 1);
    }
  self->name = g_strdup (member);
  self->member = ask_sheet_member_open (fd, member, error);
  if (self->member == NULL)
    return NULL;
  self->reader = xmlReaderForIO (on_read, on_close, self, NULL, NULL,
                                 XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA
                                   | XML_PARSE_COMPACT);
  if (self->reader == NULL)
    {
      if (self->error != NULL)
        g_propagate_error (error, g_steal_pointer (&self->error));
      else
        ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                       N_ ("The part %s of the file is no XML. Save the file again."), member);
      return NULL;
    }
  xmlTextReaderSetStructuredErrorHandler (self->reader, on_problem, self);
  return g_steal_pointer (&self);
}

static AskSheetXmlStep
fail (AskSheetXml *self, GError **error)
{
  if (self->error != NULL)
    g_propagate_error (error, g_error_copy (self->error));
  else
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("The part %s of the file is damaged at line %d"), self->name, self->line);
      if (self->words != NULL)
        ask_error_append (error, " (%s)", self->words);
      ask_error_append (error, N_ (". Save the file again, or fetch it anew."));
    }
  return ASK_SHEET_XML_FAILED;
}

/**
 * ask_sheet_xml_next:
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT or %G_IO_ERROR_CANCELLED
 *
 * Returns: where the reader is now
 */
AskSheetXmlStep
ask_sheet_xml_next (AskSheetXml *self, GCancellable *cancellable, GError **error)
{
  int code;

  while ((code = xmlTextReaderRead (self->reader)) == 1)
    {
      if (++self->n_nodes % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return ASK_SHEET_XML_FAILED;
      switch (xmlTextReaderNodeType (self->reader))
        {
        case XML_READER_TYPE_ELEMENT:
          return ASK_SHEET_XML_START;
        case XML_READER_TYPE_END_ELEMENT:
          return ASK_SHEET_XML_FINISH;
        case XML_READER_TYPE_TEXT:
        case XML_READER_TYPE_CDATA:
        case XML_READER_TYPE_WHITESPACE:
        case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
          return ASK_SHEET_XML_TEXT;
        case XML_READER_TYPE_DOCUMENT_TYPE:
        case XML_READER_TYPE_ENTITY_REFERENCE:
        case XML_READER_TYPE_ENTITY:
          ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                         N_ ("The part %s of the file declares entities, which no good file does. It was not "
                             "read."),
                         self->name);
          return ASK_SHEET_XML_FAILED;
        default:
          break;
        }
    }
  if (code == 0 && self->error == NULL)
    return ASK_SHEET_XML_DONE;
  return fail (self, error);
}

/** ask_sheet_xml_get_name: Returns: (transfer none): of the element, without a prefix */
const char *
ask_sheet_xml_get_name (AskSheetXml *self)
{
  const char *name = (const char *) xmlTextReaderConstLocalName (self->reader);

  return name != NULL ? name : "";
}

/**
 * ask_sheet_xml_is:
 * @name: without a prefix
 *
 * Returns: whether the element is called that
 */
gboolean
ask_sheet_xml_is (AskSheetXml *self, const char *name)
{
  return strcmp (ask_sheet_xml_get_name (self), name) == 0;
}

/** ask_sheet_xml_is_empty: Returns: whether the element has no end of its own; not among its attributes */
gboolean
ask_sheet_xml_is_empty (AskSheetXml *self)
{
  return xmlTextReaderIsEmptyElement (self->reader) == 1;
}

/** ask_sheet_xml_get_depth: Returns: how many elements are around this one */
int
ask_sheet_xml_get_depth (AskSheetXml *self)
{
  return xmlTextReaderDepth (self->reader);
}

/** ask_sheet_xml_get_text: Returns: (transfer none): until the next step */
const char *
ask_sheet_xml_get_text (AskSheetXml *self)
{
  const char *text = (const char *) xmlTextReaderConstValue (self->reader);

  return text != NULL ? text : "";
}

/**
 * ask_sheet_xml_next_attribute:
 * @name: (out) (transfer none): without a prefix
 * @value: (out) (transfer none): until the next step
 *
 * Returns: whether there is one more; else the reader is at its element again
 */
gboolean
ask_sheet_xml_next_attribute (AskSheetXml *self, const char **name, const char **value)
{
  if (xmlTextReaderMoveToNextAttribute (self->reader) != 1)
    {
      xmlTextReaderMoveToElement (self->reader);
      return FALSE;
    }
  *name = ask_sheet_xml_get_name (self);
  *value = ask_sheet_xml_get_text (self);
  return TRUE;
}

/**
 * ask_sheet_xml_dup_attribute:
 * @name: of an attribute, without a prefix
 *
 * Returns: (transfer full) (nullable): the value of the first one that is called that
 */
char *
ask_sheet_xml_dup_attribute (AskSheetXml *self, const char *name)
{
  const char *found, *value;
  char *result = NULL;

  while (ask_sheet_xml_next_attribute (self, &found, &value))
    if (result == NULL && strcmp (found, name) == 0)
      result = g_strdup (value);
  return result;
}

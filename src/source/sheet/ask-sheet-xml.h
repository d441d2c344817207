/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * XML of a spreadsheet, element by element.
 */
#pragma once

#include <gio/gio.h>
#include <libxml/xmlreader.h>

G_BEGIN_DECLS

typedef struct _AskSheetXml AskSheetXml;

/**
 * AskSheetXmlStep:
 * @ASK_SHEET_XML_START: an element begins; one that is empty has no end
 * @ASK_SHEET_XML_TEXT: text, which ask_sheet_xml_get_text() gives
 */
typedef enum
{
  ASK_SHEET_XML_FAILED,
  ASK_SHEET_XML_START,
  ASK_SHEET_XML_FINISH,
  ASK_SHEET_XML_TEXT,
  ASK_SHEET_XML_DONE
} AskSheetXmlStep;

AskSheetXml    *ask_sheet_xml_open          (int              fd,
                                             const char      *member,
                                             GError         **error);
void            ask_sheet_xml_free          (AskSheetXml     *self);
AskSheetXmlStep ask_sheet_xml_next          (AskSheetXml     *self,
                                             GCancellable    *cancellable,
                                             GError         **error);
const char     *ask_sheet_xml_get_name      (AskSheetXml     *self);
gboolean        ask_sheet_xml_is            (AskSheetXml     *self,
                                             const char      *name);
gboolean        ask_sheet_xml_is_empty      (AskSheetXml     *self);
int             ask_sheet_xml_get_depth     (AskSheetXml     *self);
const char     *ask_sheet_xml_get_text      (AskSheetXml     *self);
char           *ask_sheet_xml_dup_attribute (AskSheetXml     *self,
                                             const char      *name);
gboolean        ask_sheet_xml_next_attribute (AskSheetXml    *self,
                                             const char     **name,
                                             const char     **value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetXml, ask_sheet_xml_free)

G_END_DECLS

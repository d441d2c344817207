/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * HTML through libxml2's forgiving parser: whatever it is, it is text in the end. Scripts and styles are left out,
 * nothing is fetched, nothing is run.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <libxml/HTMLparser.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/ask-source.h"
#include "source/document/ask-document-readers.h"

typedef struct
{
  AskDocument *document;
  GString *text; /* of the block that is being read */
  guint level;
} Walk;

static gboolean
is_one_of (const xmlNode *node, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (node->type == XML_ELEMENT_NODE && g_ascii_strcasecmp ((const char *) node->name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Whose text runs on in the line. */
static gboolean
is_inline (const xmlNode *node)
{
  static const char *const names[]
    = { "a",   "abbr", "b",    "bdi",  "bdo",  "cite", "code", "data",  "del",   "dfn",  "em",     "font",
        "i",   "ins",  "kbd",  "mark", "nobr", "q",    "s",    "samp",  "small", "span", "strike", "strong",
        "sub", "sup",  "time", "tt",   "u",    "var",  "wbr",  "label", "br",    "img",  NULL };

  return is_one_of (node, names);
}

static gboolean
is_unread (const xmlNode *node)
{
  static const char *const names[] = { "script", "style", "template", "noscript", "title", "svg", "math", NULL };

  return is_one_of (node, names);
}

static guint
heading_level (const xmlNode *node)
{
  const char *name = (const char *) node->name;

  return node->type == XML_ELEMENT_NODE && (name[0] | 0x20) == 'h' && name[1] >= '1' && name[1] <= '6'
             && name[2] == '\0'
           ? (guint) (name[1] - '0')
           : 0;
}

static void
flush (Walk *self)
{
  ask_document_add (self->document, self->level, 0, self->text->str, (gssize) self->text->len);
  g_string_truncate (self->text, 0);
}

static char *
dup_attribute (xmlNode *node, const char *name)
{
  xmlChar *value = xmlGetProp (node, (const xmlChar *) name);
  char *result = g_strdup ((const char *) value);

  xmlFree (value);
  return result;
}

static void
read_element (Walk *self, xmlNode *node)
{
  static const char *const titles[] = { "title", NULL };
  static const char *const metas[] = { "meta", NULL };
  static const char *const breaks[] = { "br", NULL };
  static const char *const cells[] = { "td", "th", NULL };

  if (is_one_of (node, titles) && self->document->title == NULL)
    {
      xmlChar *title = xmlNodeGetContent (node);

      ask_document_take_field (&self->document->title, g_strdup ((const char *) title));
      xmlFree (title);
    }
  else if (is_one_of (node, metas))
    {
      g_autofree char *name = dup_attribute (node, "name");

      if (name != NULL && g_ascii_strcasecmp (name, "author") == 0)
        ask_document_take_field (&self->document->author, dup_attribute (node, "content"));
    }
  else if (is_one_of (node, breaks))
    g_string_append_c (self->text, '\n');
  else if (is_one_of (node, cells))
    g_string_append_c (self->text, ' ');
  else if (!is_inline (node))
    {
      flush (self);
      self->level = heading_level (node);
    }
}

static void
leave_element (Walk *self, xmlNode *node)
{
  static const char *const cells[] = { "td", "th", NULL };

  if (is_inline (node) || is_one_of (node, cells))
    return;
  flush (self);
  self->level = 0;
}

static void
read_text (Walk *self, const xmlNode *node)
{
  const gsize before = self->text->len;

  g_string_append (self->text, (const char *) node->content);
  if (node->parent != NULL && g_ascii_strcasecmp ((const char *) node->parent->name, "pre") != 0)
    for (gsize i = before; i < self->text->len; i++)
      if (self->text->str[i] == '\n' || self->text->str[i] == '\r')
        self->text->str[i] = ' ';
}

/* Without recursion: how deep elements lie in each other is for the file to say. */
static void
walk (Walk *self, xmlNode *root)
{
  xmlNode *node = root;

  while (node != NULL && !self->document->full)
    {
      xmlNode *next = NULL;

      if (node->type == XML_ELEMENT_NODE)
        {
          read_element (self, node);
          next = is_unread (node) ? NULL : node->children;
        }
      else if ((node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) && node->content != NULL)
        read_text (self, node);
      while (next == NULL && node != NULL)
        {
          if (node->type == XML_ELEMENT_NODE)
            leave_element (self, node);
          next = node != root ? node->next : NULL;
          node = node != root ? node->parent : NULL;
        }
      node = next;
    }
  flush (self);
}

/**
 * ask_document_add_html:
 * @document: takes what is found
 * @bytes: (array length=n): of HTML
 * @n: how many
 * @charset: (nullable): what somebody said it is in; else it says so itself
 * @error: %ASK_SOURCE_ERROR_MALFORMED where the parser gives up
 *
 * Returns: whether it was read
 */
gboolean
ask_document_add_html (AskDocument *document, const char *bytes, gsize n, const char *charset, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const gboolean marked = n >= 2 && (memcmp (bytes, "\xff\xfe", 2) == 0 || memcmp (bytes, "\xfe\xff", 2) == 0);
  g_autofree char *decoded = NULL;
  htmlParserCtxt *parser;
  xmlDoc *parsed;

  if (charset != NULL || marked)
    {
      decoded = ask_document_decode (bytes, n, charset, &n);
      bytes = decoded;
      charset = "UTF-8";
    }
  else if (g_utf8_validate_len (bytes, n, NULL))
    charset = "UTF-8";
  if (n == 0 || n > G_MAXINT)
    return TRUE;
  parser = htmlNewParserCtxt ();
  parsed = htmlCtxtReadMemory (parser, bytes, (int) n, NULL, charset,
                               HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET
                                 | HTML_PARSE_COMPACT);
  /* It stops where elements lie too deep in each other, and recovers from all else. */
  if (parser->disableSAX)
    ask_document_add_note (document, N_ ("Its elements lie too deep in each other; the rest was left out."));
  htmlFreeParserCtxt (parser);
  if (parsed == NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                             N_ ("Its HTML could not be read at all. Save it again, or fetch it anew."));
      return FALSE;
    }
  walk (&(Walk) { document, text, 0 }, xmlDocGetRootElement (parsed));
  xmlFreeDoc (parsed);
  return TRUE;
}

/**
 * ask_document_read_html:
 * @document: takes what is found
 * @file: HTML
 * @error: as of ask_document_add_html()
 *
 * Returns: whether it was read
 */
gboolean
ask_document_read_html (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable, GError **error)
{
  gsize n;
  const char *bytes = g_bytes_get_data (file->bytes, &n);

  return ask_document_add_html (document, bytes, n, NULL, error);
}

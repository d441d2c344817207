/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A citation as plain data, in words and as JSON.
 */
#include "config.h"

#include "agent/ask-citation.h"

#include <glib/gi18n.h>

#include "base/ask-json.h"

/** ask_citation_new: Returns: (transfer full): a citation of nothing */
AskCitation *
ask_citation_new (void)
{
  return g_new0 (AskCitation, 1);
}

/** ask_citation_free: @self: (transfer full) (nullable): a citation */
void
ask_citation_free (AskCitation *self)
{
  if (self == NULL)
    return;
  g_free (self->source);
  g_free (self->title);
  g_free (self->path);
  g_free (self->uri);
  g_free (self->heading);
  g_free (self->text);
  g_free (self);
}

/**
 * ask_citation_to_words:
 * @self: a citation
 *
 * Returns: (transfer full): "Lease Munich, page 3, Notice": the document, and where in it; "Printer, row 17": which row
 */
char *
ask_citation_to_words (const AskCitation *self)
{
  GString *words = g_string_new (self->title);
  g_autofree char *page = g_strdup_printf ("%" G_GINT64_FORMAT, self->page);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, self->number);

  /* What a row is called where it has no title ends with its key. */
  if (self->row && self->path != NULL && !g_str_has_suffix (self->title, self->path))
    {
      /* Translators: how a row of a table is called, by its key. */
      g_string_append_printf (g_string_append (words, ", "), _ ("row %s"), self->path);
    }
  /* Translators: how a place in a document is called, the number of its page. */
  if (self->page > 0)
    g_string_append_printf (g_string_append (words, ", "), _ ("page %s"), page);
  if (self->heading != NULL && g_strcmp0 (self->heading, self->title) != 0)
    g_string_append_printf (words, ", %s", self->heading);
  /* Translators: how a place in a document is called, the number of a few of its paragraphs. */
  if (self->page == 0 && self->heading == NULL && (!self->row || self->number > 1))
    g_string_append_printf (g_string_append (words, ", "), _ ("passage %s"), number);
  return g_string_free (words, FALSE);
}

static void
append_text (GString *json, const char *name, const char *text)
{
  g_string_append_printf (json, "%s\"%s\":", json->str[json->len - 1] == '{' ? "" : ",", name);
  if (text != NULL)
    ask_json_append_string (json, text, -1);
  else
    g_string_append (json, "null");
}

/** ask_citation_append: @json: gets the object; @self: a citation */
void
ask_citation_append (GString *json, const AskCitation *self)
{
  g_string_append_c (json, '{');
  append_text (json, "source", self->source);
  append_text (json, "document", self->title);
  append_text (json, "path", self->path);
  if (self->row)
    append_text (json, "row", self->path);
  append_text (json, "uri", self->uri);
  if (self->page > 0)
    g_string_append_printf (json, ",\"page\":%" G_GINT64_FORMAT, self->page);
  append_text (json, "heading", self->heading);
  g_string_append_printf (json, ",\"number\":%" G_GINT64_FORMAT, self->number);
  append_text (json, "text", self->text);
  g_string_append_c (json, '}');
}

/** ask_citation_read: @object: (nullable): as ask_citation_append() wrote it. Returns: (transfer full) (nullable): the citation */
AskCitation *
ask_citation_read (JsonObject *object)
{
  const char *title = ask_json_get_string (object, "document");
  AskCitation *self;

  if (title == NULL)
    return NULL;
  self = ask_citation_new ();
  self->source = g_strdup (ask_json_get_string (object, "source"));
  self->title = g_strdup (title);
  self->path = g_strdup (ask_json_get_string (object, "path"));
  self->row = ask_json_get_string (object, "row") != NULL;
  self->uri = g_strdup (ask_json_get_string (object, "uri"));
  self->page = ask_json_get_integer (object, "page", 0);
  self->heading = g_strdup (ask_json_get_string (object, "heading"));
  self->number = ask_json_get_integer (object, "number", 0);
  self->text = g_strdup (ask_json_get_string (object, "text"));
  return self;
}

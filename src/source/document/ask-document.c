/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks of text as they come from readers, cleaned: whatever bytes a file holds, text is UTF-8 here and has no control
 * characters that a terminal or a window could take for something.
 */
#include "config.h"

#include "source/document/ask-document.h"

#include <glib/gi18n.h>
#include <string.h>

/** ask_document_new: Returns: (transfer full): an empty document */
AskDocument *
ask_document_new (void)
{
  AskDocument *self = g_new0 (AskDocument, 1);

  self->text = g_string_new (NULL);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (AskDocumentBlock));
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/** ask_document_free: frees @self */
void
ask_document_free (AskDocument *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->author);
  g_free (self->changed);
  g_string_free (self->text, TRUE);
  g_array_unref (self->blocks);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

/* Appends @text with runs of blanks as one blank, lines kept, at most one of them empty. */
static void
append_clean (GString *into, const char *text, gsize length)
{
  const gsize start = into->len;
  gboolean blank = FALSE;
  guint lines = 0;

  for (gsize i = 0; i < length; i++)
    {
      const guchar c = (guchar) text[i];
      gsize run;

      if (c == '\n')
        {
          lines++;
          continue;
        }
      /* U+00A0 is a blank to people. */
      if (c <= ' ' || c == 0x7f || (c == 0xc2 && i + 1 < length && (guchar) text[i + 1] == 0xa0))
        {
          blank = TRUE;
          i += c == 0xc2;
          continue;
        }
      /* The second half of control characters. */
      if (c == 0xc2 && i + 1 < length && (guchar) text[i + 1] < 0xa0)
        {
          i++;
          continue;
        }
      if (into->len > start && lines > 0)
        g_string_append (into, lines > 1 ? "\n\n" : "\n");
      else if (into->len > start && blank)
        g_string_append_c (into, ' ');
      lines = 0;
      blank = FALSE;
      for (run = 1;
           i + run < length && (guchar) text[i + run] > ' ' && text[i + run] != 0x7f && (guchar) text[i + run] != 0xc2;
           run++)
        ;
      g_string_append_len (into, text + i, (gssize) run);
      i += run - 1;
    }
}

/**
 * ask_document_add:
 * @level: of a heading; 0 for text
 * @page: 0 where there are none
 * @text: in any state; what is no UTF-8 becomes U+FFFD. Nothing is added where it has only blanks
 * @length: in bytes; -1 where it ends with NUL
 *
 * Returns: whether there is room for more
 */
gboolean
ask_document_add (AskDocument *self, guint level, guint page, const char *text, gssize length)
{
  AskDocumentBlock block = { .page = page, .level = level };
  const gsize given = length < 0 ? strlen (text) : (gsize) length;
  const gsize room = ASK_DOCUMENT_MAX_TEXT - MIN (self->text->len, ASK_DOCUMENT_MAX_TEXT);
  g_autofree char *valid = NULL;
  gsize n = given;

  if (self->full)
    return FALSE;
  if (n > room)
    for (n = room; n > 0 && ((guchar) text[n] & 0xc0) == 0x80;)
      n--;
  if (!g_utf8_validate_len (text, n, NULL))
    {
      valid = g_utf8_make_valid (text, (gssize) n);
      text = valid;
      self->full = n < given;
      n = strlen (valid);
    }
  else
    self->full = n < given;
  if (self->text->len > 0)
    g_string_append_c (self->text, '\n');
  block.start = self->text->len;
  append_clean (self->text, text, n);
  block.length = self->text->len - block.start;
  if (block.length > 0)
    g_array_append_val (self->blocks, block);
  else
    g_string_truncate (self->text, block.start - (block.start > 0));
  if (self->full)
    ask_document_add_note (self, N_ ("Its text is longer than 64 MiB; the rest was left out."));
  return !self->full;
}

/**
 * ask_document_add_note:
 * @note: a sentence, about what was left out; it may quote the file
 */
void
ask_document_add_note (AskDocument *self, const char *note)
{
  g_autofree char *valid = g_utf8_make_valid (note, -1);
  GString *clean = g_string_new (NULL);

  append_clean (clean, valid, strlen (valid));
  g_ptr_array_add (self->notes, g_string_free (clean, FALSE));
}

/**
 * ask_document_take_field:
 * @field: (inout): the title or the author; stays what it is where @text says nothing
 * @text: (transfer full) (nullable): as the file has it
 */
void
ask_document_take_field (char **field, char *text)
{
  g_autofree char *owned = text;
  g_autofree char *valid = owned != NULL ? g_utf8_make_valid (owned, -1) : NULL;
  g_autoptr (GString) clean = g_string_new (NULL);

  if (valid == NULL)
    return;
  g_strdelimit (valid, "\n", ' ');
  /* A title is a line, not a book. */
  append_clean (clean, valid, (gsize) (g_utf8_offset_to_pointer (valid, MIN (g_utf8_strlen (valid, -1), 500)) - valid));
  if (clean->len == 0)
    return;
  g_free (*field);
  *field = g_strndup (clean->str, clean->len);
}

/**
 * ask_document_take_changed:
 * @moment: (transfer full) (nullable): when it was last changed, as the file says itself
 */
void
ask_document_take_changed (AskDocument *self, GDateTime *moment)
{
  g_autoptr (GDateTime) owned = moment;
  g_autoptr (GDateTime) utc = owned != NULL ? g_date_time_to_utc (owned) : NULL;

  if (utc == NULL)
    return;
  g_free (self->changed);
  self->changed = g_date_time_format (utc, "%Y-%m-%dT%H:%M:%SZ");
}

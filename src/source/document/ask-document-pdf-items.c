/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What askdata-pdf says becomes a document. The program may have been taken over by the file that it reads, so nothing
 * it says is believed: a line has an end, and memory is taken for bytes that came, never for those that were announced.
 */
#include "config.h"

#include <string.h>

#include "source/document/ask-document-pdf-program.h"
#include "source/document/ask-document-readers.h"

/* The longest line is "P" and two numbers. */
#define MAX_LINE 64

#define PIECE (64 * 1024)

/* Joins what was divided at the end of a line: "Kündi-\ngung". */
static void
join_lines (GString *page)
{
  gsize to = 0;

  for (gsize i = 0; i < page->len; i++)
    {
      const gboolean divided = page->str[i] == '-' && i > 0 && i + 2 < page->len && page->str[i + 1] == '\n'
                               && g_unichar_islower (g_utf8_get_char (page->str + i + 2))
                               && g_unichar_isalpha (g_utf8_get_char (g_utf8_prev_char (page->str + i)));

      if (divided)
        i++;
      else
        page->str[to++] = page->str[i];
    }
  g_string_truncate (page, to);
}

/* Returns: whether there was a whole line */
static gboolean
read_line (GBufferedInputStream *stream, char *line, GCancellable *cancellable, GError **error)
{
  for (guint n = 0; n < MAX_LINE; n++)
    {
      const int byte = g_buffered_input_stream_read_byte (stream, cancellable, error);

      line[n] = byte < 0 || byte == '\n' ? '\0' : (char) byte;
      if (byte < 0 || byte == '\n')
        return byte == '\n';
    }
  return FALSE;
}

/* Returns: (transfer full) (nullable): @length bytes */
static GString *
read_bytes (GInputStream *stream, gsize length, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);

  while (bytes->len < length)
    {
      const gsize before = bytes->len;
      const gsize wanted = MIN (length - before, PIECE);
      gsize got;

      g_string_set_size (bytes, before + wanted);
      if (!g_input_stream_read_all (stream, bytes->str + before, wanted, &got, cancellable, error) || got < wanted)
        return NULL;
    }
  return g_steal_pointer (&bytes);
}

/* Reads "P 3 1200\n" and such lines, and the bytes behind them. Returns: whether more follows */
static gboolean
take_item (AskDocument *document, GBufferedInputStream *stream, GCancellable *cancellable, GError **error)
{
  char line[MAX_LINE];
  g_autoptr (GString) bytes = NULL;
  char *end = NULL;
  guint64 number, length;

  if (!read_line (stream, line, cancellable, error) || strlen (line) < 3)
    return FALSE;
  number = g_ascii_strtoull (line + 2, &end, 10);
  length = g_ascii_strtoull (end, NULL, 10);
  bytes = read_bytes (G_INPUT_STREAM (stream), MIN (length, ASK_DOCUMENT_MAX_TEXT), cancellable, error);
  if (bytes == NULL)
    return FALSE;
  switch (line[0])
    {
    case 'T':
      ask_document_take_field (&document->title, g_strdup (bytes->str));
      return TRUE;
    case 'A':
      ask_document_take_field (&document->author, g_strdup (bytes->str));
      return TRUE;
    case 'D':
      ask_document_take_changed (document, g_date_time_new_from_unix_utc ((gint64) number));
      return TRUE;
    case 'N':
      document->pages = (guint) MIN (number, G_MAXINT);
      return TRUE;
    case 'P':
      if (g_utf8_validate_len (bytes->str, bytes->len, NULL))
        join_lines (bytes);
      return ask_document_add (document, 0, (guint) MIN (number, G_MAXINT), bytes->str, (gssize) bytes->len);
    default:
      return FALSE;
    }
}

/**
 * ask_document_take_pdf_items:
 * @document: takes what is found
 * @stream: what askdata-pdf writes
 * @error: %G_IO_ERROR
 *
 * Reads up to the end, up to what askdata-pdf would never say, or until @document is full.
 */
void
ask_document_take_pdf_items (AskDocument *document, GInputStream *stream, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) buffered = g_buffered_input_stream_new (stream);
  g_autoptr (GError) local = NULL;

  while (take_item (document, G_BUFFERED_INPUT_STREAM (buffered), cancellable, &local))
    ;
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
}

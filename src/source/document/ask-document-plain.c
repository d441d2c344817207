/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text files and Markdown. Paragraphs are what empty lines divide; Markdown keeps its marks, since people search for
 * what they see in the file, but for those of headings.
 */
#include "config.h"

#include <string.h>

#include "source/document/ask-document-readers.h"

static char *
convert (const char *bytes, gsize n, const char *from, gsize *length)
{
  return g_convert_with_fallback (bytes, (gssize) n, "UTF-8", from, "\uFFFD", NULL, length, NULL);
}

/* By its byte order mark. A file that was cut in the middle of a character keeps what stands before. Returns: (nullable): %NULL
 * where it has no mark, or is none of such units */
static char *
convert_marked (const char *bytes, gsize n, gsize *length)
{
  static const struct
  {
    const char *mark;
    gsize unit;
    const char *charset;
  } marks[] = {
    /* That of UTF-16 is the beginning of the first one. */
    { "\xff\xfe\0\0", 4, "UTF-32LE" },
    { "\0\0\xfe\xff", 4, "UTF-32BE" },
    { "\xff\xfe", 2, "UTF-16LE" },
    { "\xfe\xff", 2, "UTF-16BE" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (n >= marks[i].unit && memcmp (bytes, marks[i].mark, marks[i].unit) == 0)
      {
        const gsize whole = (n - marks[i].unit) / marks[i].unit * marks[i].unit;
        char *text = convert (bytes + marks[i].unit, whole, marks[i].charset, length);

        if (text != NULL)
          return text;
      }
  return NULL;
}

/**
 * ask_document_decode:
 * @bytes: (array length=n): of a text
 * @n: how many
 * @charset: (nullable): what somebody said it is in; what it is not is read as if nobody had
 * @length: (out): of what is returned
 *
 * Without @charset by its byte order mark; else UTF-8, or Windows-1252 where it is none.
 *
 * Returns: (transfer full): the text, perhaps with bytes that are no UTF-8
 */
char *
ask_document_decode (const char *bytes, gsize n, const char *charset, gsize *length)
{
  char *text = NULL;

  if (n >= 3 && memcmp (bytes, "\xef\xbb\xbf", 3) == 0)
    {
      bytes += 3;
      n -= 3;
      charset = NULL;
    }
  else
    text = convert_marked (bytes, n, length);
  if (text == NULL && charset != NULL && g_ascii_strcasecmp (charset, "utf-8") != 0)
    text = convert (bytes, n, charset, length);
  if (text == NULL && !g_utf8_validate_len (bytes, n, NULL))
    text = convert (bytes, n, "WINDOWS-1252", length);
  if (text != NULL)
    return text;
  *length = n;
  return g_strndup (bytes, n);
}

/* Marks that stand for a heading: "## Notice ##". */
static guint
heading_level (const char *line, gsize length, const char **text, gsize *n)
{
  guint level = 0;

  while (level < length && line[level] == '#')
    level++;
  if (level == 0 || level > 6 || level == length || (line[level] != ' ' && line[level] != '\t'))
    return 0;
  *text = line + level;
  *n = length - level;
  while (*n > 0 && ((*text)[*n - 1] == '#' || g_ascii_isspace ((*text)[*n - 1])))
    (*n)--;
  return level;
}

static gboolean
is_blank (const char *line, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (line[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_lines (AskDocument *document, const AskDocumentFile *file, gboolean marked, GCancellable *cancellable,
            GError **error)
{
  gsize n, length;
  const char *bytes = g_bytes_get_data (file->bytes, &n);
  g_autofree char *text = ask_document_decode (bytes, n, NULL, &length);
  const char *end = text != NULL ? text + length : NULL;
  const char *paragraph = text;
  const char *line = text;
  gboolean fenced = FALSE;
  guint n_lines = 0;

  /* Of no bytes there may be no text either. */
  if (text == NULL)
    return TRUE;
  document->pages = memchr (text, '\f', length) != NULL;
  while (line < end)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));
      const char *words = NULL;
      gsize size = (gsize) ((stop != NULL ? stop : end) - line);
      gsize n_words = 0;
      guint level = 0;

      if (++n_lines % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (marked && size >= 3 && (memcmp (line, "```", 3) == 0 || memcmp (line, "~~~", 3) == 0))
        fenced = !fenced;
      else if (marked && !fenced)
        level = heading_level (line, size, &words, &n_words);
      if (level > 0 || (!fenced && is_blank (line, size)) || *line == '\f')
        {
          if (line > paragraph && !ask_document_add (document, 0, document->pages, paragraph, line - paragraph))
            return TRUE;
          if (level > 0 && !ask_document_add (document, level, document->pages, words, (gssize) n_words))
            return TRUE;
          if (level == 1 && document->title == NULL)
            ask_document_take_field (&document->title, g_strndup (words, n_words));
          if (*line == '\f')
            document->pages++;
          paragraph = level > 0 ? line + size : line;
        }
      line += size + 1;
    }
  if (paragraph < end)
    ask_document_add (document, 0, document->pages, paragraph, end - paragraph);
  return TRUE;
}

/**
 * ask_document_read_plain:
 * @document: takes what is found
 * @file: a text in any encoding
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: whether it was read
 */
gboolean
ask_document_read_plain (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable, GError **error)
{
  return read_lines (document, file, FALSE, cancellable, error);
}

/**
 * ask_document_read_markdown:
 * @document: takes what is found
 * @file: a text in any encoding
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: whether it was read
 */
gboolean
ask_document_read_markdown (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable,
                            GError **error)
{
  return read_lines (document, file, TRUE, cancellable, error);
}

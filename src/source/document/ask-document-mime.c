/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What bytes of a mail stand for: base64 and quoted-printable, words in headers (RFC 2047), parameters of headers.
 * What breaks their rules is taken as it stands.
 */
#include "config.h"

#include <string.h>

#include "source/document/ask-document-readers.h"

static char *
decode_quoted (const char *bytes, gsize n, gboolean word, gsize *length)
{
  GString *text = g_string_sized_new (n);

  for (gsize i = 0; i < n; i++)
    {
      const char c = bytes[i];

      if (word && c == '_')
        g_string_append_c (text, ' ');
      else if (c != '=')
        g_string_append_c (text, c);
      else if (i + 2 < n && g_ascii_isxdigit (bytes[i + 1]) && g_ascii_isxdigit (bytes[i + 2]))
        {
          g_string_append_c (text,
                             (char) (g_ascii_xdigit_value (bytes[i + 1]) * 16 + g_ascii_xdigit_value (bytes[i + 2])));
          i += 2;
        }
      else if (i + 1 < n && bytes[i + 1] == '\n')
        i++;
      else if (i + 2 < n && bytes[i + 1] == '\r' && bytes[i + 2] == '\n')
        i += 2;
      else
        g_string_append_c (text, c);
    }
  *length = text->len;
  return g_string_free (text, FALSE);
}

static char *
decode_base64 (const char *bytes, gsize n, gsize *length)
{
  char *out = g_malloc (n / 4 * 3 + 4);
  int state = 0;
  guint save = 0;

  *length = g_base64_decode_step (bytes, n, (guchar *) out, &state, &save);
  out[*length] = '\0';
  return out;
}

/**
 * ask_document_mime_decode:
 * @bytes: (array length=n): of a part
 * @n: how many
 * @encoding: (nullable): its Content-Transfer-Encoding
 * @length: (out): of what is returned
 *
 * Returns: (transfer full): what they stand for
 */
char *
ask_document_mime_decode (const char *bytes, gsize n, const char *encoding, gsize *length)
{
  g_autofree char *word = encoding != NULL ? g_strstrip (g_strdup (encoding)) : NULL;

  if (word != NULL && g_ascii_strcasecmp (word, "base64") == 0)
    return decode_base64 (bytes, n, length);
  if (word != NULL && g_ascii_strcasecmp (word, "quoted-printable") == 0)
    return decode_quoted (bytes, n, FALSE, length);
  *length = n;
  return g_strndup (bytes, n);
}

/* Reads "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=" at @text. Returns: behind it, or %NULL where it is none */
static const char *
take_word (const char *text, GString *into)
{
  const char *charset = text + 2;
  const char *mark = strchr (charset, '?');
  const char *data = mark != NULL && mark[1] != '\0' && mark[2] == '?' ? mark + 3 : NULL;
  const char *end = data != NULL ? strstr (data, "?=") : NULL;
  const char way = data != NULL ? (char) (mark[1] | 0x20) : 0;
  g_autofree char *name = NULL;
  g_autofree char *raw = NULL;
  g_autofree char *words = NULL;
  gsize n;

  if (end == NULL || (way != 'q' && way != 'b'))
    return NULL;
  name = g_strndup (charset, (gsize) (mark - charset));
  if (strchr (name, '*') != NULL)
    *strchr (name, '*') = '\0';
  raw = way == 'q' ? decode_quoted (data, (gsize) (end - data), TRUE, &n)
                   : decode_base64 (data, (gsize) (end - data), &n);
  words = ask_document_decode (raw, n, name, &n);
  g_string_append_len (into, words, (gssize) n);
  return end + 2;
}

/**
 * ask_document_mime_words:
 * @text: of a header
 *
 * Returns: (transfer full): with encoded words as what they stand for
 */
char *
ask_document_mime_words (const char *text)
{
  GString *into = g_string_new (NULL);
  gsize blank = 0; /* where blanks behind a word begin */
  gboolean after = FALSE;

  while (*text != '\0')
    {
      const char *next = text[0] == '=' && text[1] == '?' ? NULL : text;

      if (next == NULL)
        {
          /* Blanks between two encoded words are none. */
          if (after)
            g_string_truncate (into, blank);
          next = take_word (text, into);
          if (next != NULL)
            {
              text = next;
              after = TRUE;
              blank = into->len;
              continue;
            }
        }
      after = after && g_ascii_isspace (*text);
      g_string_append_c (into, *text++);
    }
  return g_string_free (into, FALSE);
}

/**
 * ask_document_mime_get:
 * @header: (nullable): "text/plain; charset=utf-8"
 * @parameter: (nullable): %NULL for what stands in front
 *
 * Returns: (transfer full) (nullable): its value
 */
char *
ask_document_mime_get (const char *header, const char *parameter)
{
  const char *at = header != NULL ? strchr (header, ';') : NULL;

  if (header == NULL)
    return NULL;
  if (parameter == NULL)
    return g_strstrip (g_ascii_strdown (header, at != NULL ? at - header : -1));
  while (at != NULL)
    {
      const gsize n = strlen (parameter);

      for (at++; g_ascii_isspace (*at);)
        at++;
      if (g_ascii_strncasecmp (at, parameter, n) == 0 && at[n] == '=')
        {
          const gboolean quoted = at[n + 1] == '"';
          const char *value = at + n + 1 + quoted;

          return g_strndup (value, quoted ? strcspn (value, "\"") : strcspn (value, "; \t\r\n"));
        }
      at += strcspn (at, ";\"");
      while (*at == '"')
        {
          at += 1 + strcspn (at + 1, "\"");
          at += *at == '"';
          at += strcspn (at, ";\"");
        }
      at = *at == ';' ? at : NULL;
    }
  return NULL;
}

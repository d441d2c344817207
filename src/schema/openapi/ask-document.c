/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tells what a document is by looking at it, refuses with a sentence what is no specification at
 * all, and reads JSON. YAML is read in ask-document-yaml.c. json-glib recurses without a limit and
 * wraps integers beyond 64 bits, so the text is looked through before json-glib sees it.
 */
#include "config.h"

#include "schema/openapi/ask-document.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  const char *magic;
  gsize length;
  const char *is;
} Magic;

static const Magic magics[] = {
  { "PK\003\004", 4, N_ ("a ZIP archive or an office document") },
  { "\x1f\x8b", 2, N_ ("a gzip archive") },
  { "%PDF-", 5, N_ ("a PDF document") },
  { "SQLite format 3", 15, N_ ("a SQLite database") },
  { "\x89PNG", 4, N_ ("a picture") },
  { "\xff\xd8\xff", 3, N_ ("a picture") },
  { "GIF8", 4, N_ ("a picture") },
  { "\x7f"
    "ELF",
    4, N_ ("a program") },
};

static JsonNode *
refuse (GError **error, const char *what, const char *is)
{
  ask_error_set_literal (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOT_A_SPEC, is);
  ask_error_prefix (error, N_ ("%s: this is "), what);
  ask_error_append (error, N_ (", not a specification. Choose an OpenAPI document in JSON or YAML."));
  return NULL;
}

static gboolean
starts_with_folded (const char *text, gsize length, const char *prefix)
{
  gsize n = strlen (prefix);

  return length >= n && g_ascii_strncasecmp (text, prefix, n) == 0;
}

static gboolean
contains_folded (const char *text, gsize length, const char *needle)
{
  for (gsize i = 0; i < length; i++)
    if (starts_with_folded (text + i, length - i, needle))
      return TRUE;
  return FALSE;
}

/* The line and column (in characters) of a byte, both from 1. */
static void
locate (const char *text, gsize byte, guint *line, guint *column)
{
  *line = *column = 1;
  for (gsize i = 0; i < byte; i++)
    if (text[i] == '\n')
      {
        *line += 1;
        *column = 1;
      }
    else if (((guchar) text[i] & 0xc0) != 0x80)
      *column += 1;
}

static gboolean
fail_at (const char *text, gsize byte, const char *what, const char *message, GError **error)
{
  guint line, column;

  locate (text, byte, &line, &column);
  ask_error_set_literal (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT, message);
  ask_error_prefix (error, N_ ("%s, line %u, column %u: "), what, line, column);
  ask_error_append (error, ".");
  return FALSE;
}

/* Whether the digits from @start to @end are an integer that 64 bits do not hold. */
static gboolean
is_too_long (const char *text, gsize start, gsize end)
{
  g_autofree char *digits = NULL;

  if (end - start < 19)
    return FALSE;
  digits = g_strndup (text + start, end - start);
  if (digits[strspn (digits, "-0123456789")] != '\0')
    return FALSE;
  return !g_ascii_string_to_signed (digits, 10, G_MININT64, G_MAXINT64, NULL, NULL);
}

/* Copies @text to @out, with integers that are too long for 64 bits in quotes; FALSE where it is
 * nested too deeply or has too many values. */
static gboolean
look_through_json (const char *text, gsize length, GString *out, const char *what, GError **error)
{
  gsize depth = 0;
  gsize nodes = 1;

  for (gsize i = 0; i < length;)
    {
      gsize start = i;
      char c = text[i++];

      if (c == '"')
        {
          while (i < length && text[i] != '"')
            i += text[i] == '\\' && i + 1 < length ? 2 : 1;
          i += i < length;
        }
      else if (c == '{' || c == '[')
        {
          if (++depth > ASK_DOCUMENT_MAX_DEPTH)
            return fail_at (text, start, what, N_ ("the document is nested more than 200 levels deep"), error);
        }
      else if (c == '}' || c == ']')
        depth -= depth > 0;
      else if (c == ',' || c == ':')
        {
          if (++nodes > 2 * ASK_DOCUMENT_MAX_NODES)
            return fail_at (text, start, what, N_ ("the document has more than 2,000,000 values"), error);
        }
      else if (c == '-' || g_ascii_isdigit (c))
        {
          while (i < length && (g_ascii_isalnum (text[i]) || strchr ("+-.", text[i]) != NULL))
            i++;
          if (is_too_long (text, start, i))
            {
              g_string_append_c (out, '"');
              g_string_append_len (out, text + start, (gssize) (i - start));
              g_string_append_c (out, '"');
              continue;
            }
        }
      g_string_append_len (out, text + start, (gssize) (i - start));
    }
  return TRUE;
}

static JsonNode *
parse_json (const char *text, gsize length, const char *what, GError **error)
{
  g_autoptr (GString) safe = g_string_sized_new (length + 16);
  g_autoptr (GError) local = NULL;
  JsonNode *node;
  const char *place, *message;
  guint line = 0, column = 0;

  if (!look_through_json (text, length, safe, what, error))
    return NULL;
  node = ask_json_parse (safe->str, (gssize) safe->len, &local);
  if (node != NULL)
    return node;

  /* json-glib says "<data>:LINE:COLUMN: Parse error: MESSAGE". */
  place = strstr (local->message, "<data>:");
  message = strstr (local->message, "error: ");
  if (place != NULL && sscanf (place, "<data>:%u:%u", &line, &column) == 2)
    ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
                   N_ ("%s, line %u, column %u: this is not valid JSON: %s."), what, line, column,
                   message != NULL ? message + strlen ("error: ") : local->message);
  else
    {
      ask_error_set_from (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT, local);
      ask_error_prefix (error, N_ ("%s: "), what);
    }
  return NULL;
}

/* A JSON object or list, and not YAML's looser form of one such as {a: b}. */
static gboolean
looks_like_json (const char *text, gsize length)
{
  gsize i = 1;

  if (length == 0 || (text[0] != '{' && text[0] != '['))
    return FALSE;
  while (i < length && g_ascii_isspace (text[i]))
    i++;
  if (i == length)
    return TRUE;
  return strchr (text[0] == '{' ? "\"}" : "\"]{[-0123456789tfn", text[i]) != NULL;
}

static JsonNode *
refuse_markup (const char *text, gsize length, const char *what, GError **error)
{
  gsize head = MIN (length, 1024);

  if (contains_folded (text, head, "<html") || contains_folded (text, head, "<!doctype html")
      || contains_folded (text, head, "<head") || contains_folded (text, head, "<body"))
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOT_A_SPEC,
                     N_ ("%s: this is a web page, not a specification. Look on that page for the address "
                         "of the OpenAPI document itself."),
                     what);
      return NULL;
    }
  return refuse (error, what, "XML");
}

/**
 * ask_document_parse:
 * @text: the bytes of the document; need not end with NUL
 * @length: bytes
 * @what: (nullable): what errors call the document, such as its file name
 * @error: %ASK_SCHEMA_ERROR_NOT_A_SPEC where it is another kind of file (a web page, an archive,
 *   nothing at all), %ASK_SCHEMA_ERROR_DOCUMENT with line and column where it is malformed
 *
 * Reads JSON or YAML; the text itself decides which. YAML's plain scalars are those of YAML 1.2
 * ("no" and dates are text); merge keys and aliases are followed. Of two members with one name the
 * last one counts. Safe on every thread.
 *
 * Returns: (transfer full): the tree, immutable, at most %ASK_DOCUMENT_MAX_DEPTH levels deep; or
 *   %NULL
 */
JsonNode *
ask_document_parse (const char *text, gsize length, const char *what, GError **error)
{
  g_autofree char *converted = NULL;
  const char *end;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  if (what == NULL || *what == '\0')
    what = "The document";
  for (gsize i = 0; i < G_N_ELEMENTS (magics); i++)
    if (length >= magics[i].length && memcmp (text, magics[i].magic, magics[i].length) == 0)
      return refuse (error, what, magics[i].is);
  if (length >= 2 && (memcmp (text, "\xff\xfe", 2) == 0 || memcmp (text, "\xfe\xff", 2) == 0))
    {
      gsize written;

      converted = g_convert (text, (gssize) length, "UTF-8", "UTF-16", NULL, &written, NULL);
      if (converted == NULL)
        return refuse (error, what, N_ ("binary data"));
      text = converted;
      length = written;
    }
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }
  if (length > 0 && memchr (text, '\0', length) != NULL)
    return refuse (error, what, N_ ("binary data"));
  if (length > 0 && !g_utf8_validate (text, (gssize) length, &end))
    {
      fail_at (text, (gsize) (end - text), what, N_ ("the text is not UTF-8; save it as UTF-8"), error);
      return NULL;
    }

  const char *start = text;
  gsize left = length;

  while (left > 0 && g_ascii_isspace (*start))
    {
      start++;
      left--;
    }
  if (left == 0)
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOT_A_SPEC,
                     N_ ("%s: the document is empty. Choose an OpenAPI document in JSON or YAML."), what);
      return NULL;
    }
  if (*start == '<')
    return refuse_markup (start, left, what, error);
  if (looks_like_json (start, left))
    return parse_json (text, length, what, error);
  return ask_document_parse_yaml (text, length, what, error);
}

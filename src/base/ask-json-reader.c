/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The streaming JSON reader (RFC 8259). A token is read only when all of it is in the buffer; where
 * it is not, nothing is consumed and the caller is asked for more bytes.
 */
#include "config.h"

#include "base/ask-json-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

#define MAX_DEPTH 512
/* No number is longer; a limit that does not hang on how the bytes arrive. */
#define MAX_BARE 4096

typedef enum
{
  EXPECT_VALUE,
  EXPECT_VALUE_OR_END, /* just after [ */
  EXPECT_NAME_OR_END, /* just after { */
  EXPECT_NAME, /* after a comma in an object */
  EXPECT_COMMA_OR_END,
  EXPECT_NOTHING
} Expect;

struct _AskJsonReader
{
  GByteArray *buffer;
  gsize position;
  gsize scanned; /* how far an unfinished string has been looked through */
  gsize consumed; /* bytes of the document before buffer[0] */
  gboolean ended;
  Expect expect;
  GByteArray *stack; /* '{' or '[' */
  GString *name;
  GString *text;
  AskValue value;
  gboolean bare; /* the last scalar was not in quotes: @text has it as it was written */
  GString *capture; /* the compact source of a nested cell */
  guint capture_depth; /* 0: not capturing */
};

/**
 * ask_json_reader_new:
 *
 * Push bytes, then pull until %ASK_JSON_TOKEN_MORE asks for further ones.
 *
 * Returns: (transfer full): a reader at the start of a document
 */
AskJsonReader *
ask_json_reader_new (void)
{
  AskJsonReader *self = g_new0 (AskJsonReader, 1);

  self->buffer = g_byte_array_new ();
  self->stack = g_byte_array_new ();
  self->name = g_string_new (NULL);
  self->text = g_string_new (NULL);
  self->capture = g_string_new (NULL);
  return self;
}

/** ask_json_reader_free: frees @self with everything that it lent */
void
ask_json_reader_free (AskJsonReader *self)
{
  g_byte_array_unref (self->buffer);
  g_byte_array_unref (self->stack);
  g_string_free (self->name, TRUE);
  g_string_free (self->text, TRUE);
  g_string_free (self->capture, TRUE);
  g_free (self);
}

/**
 * ask_json_reader_push:
 * @bytes: (array length=length): copied; they may begin and end anywhere, even within a character
 * @length: in bytes
 *
 * Adds what has arrived.
 */
void
ask_json_reader_push (AskJsonReader *self, const char *bytes, gsize length)
{
  g_return_if_fail (!self->ended);
  if (self->position > 0)
    {
      self->consumed += self->position;
      self->scanned -= MIN (self->scanned, self->position);
      g_byte_array_remove_range (self->buffer, 0, (guint) self->position);
      self->position = 0;
    }
  g_byte_array_append (self->buffer, (const guint8 *) bytes, (guint) length);
}

/** ask_json_reader_push_end: says that no further bytes will come */
void
ask_json_reader_push_end (AskJsonReader *self)
{
  self->ended = TRUE;
}

static gboolean
is_space (guchar c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static AskJsonToken
fail (AskJsonReader *self, GError **error, const char *expected)
{
  g_autofree char *found = NULL;
  guchar c = self->position < self->buffer->len ? self->buffer->data[self->position] : 0;

  /* One character shows what it is, "<" for a web page. More would carry data, or a key that an
   * answer repeats, into a message that is shown, kept and told to models. */
  if (self->position >= self->buffer->len)
    found = g_strdup ("the end of the text");
  else if (g_ascii_isgraph (c))
    found = g_strdup_printf ("“%c”", c);
  else
    found = g_strdup_printf ("the byte %02X", c);
  ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SYNTAX,
                 N_ ("Not valid JSON at byte %zu: expected %s, found %s."), self->consumed + self->position + 1,
                 expected, found);
  return ASK_JSON_TOKEN_ERROR;
}

static AskJsonToken
more (AskJsonReader *self, GError **error, const char *expected)
{
  if (!self->ended)
    return ASK_JSON_TOKEN_MORE;
  self->position = self->buffer->len;
  return fail (self, error, expected);
}

static void
capture (AskJsonReader *self, const char *bytes, gsize length)
{
  if (self->capture_depth > 0)
    g_string_append_len (self->capture, bytes, (gssize) length);
}

static gboolean
read_hex (const char *p, gunichar *code)
{
  *code = 0;
  for (int i = 0; i < 4; i++)
    {
      if (!g_ascii_isxdigit (p[i]))
        return FALSE;
      *code = *code * 16 + (gunichar) g_ascii_xdigit_value (p[i]);
    }
  return TRUE;
}

/* @p to @end is what stands between the quotes; the quote at @end has been found. */
static gboolean
unescape (const char *p, const char *end, GString *out)
{
  g_string_truncate (out, 0);
  while (p < end)
    {
      const char *run = p;
      gunichar code, low;

      while (p < end && *p != '\\')
        if ((guchar) *p++ < 0x20)
          return FALSE;
      g_string_append_len (out, run, p - run);
      if (p == end)
        break;
      p++;
      switch (*p++)
        {
        case '"':
        case '\\':
        case '/':
          g_string_append_c (out, p[-1]);
          break;
        case 'b':
          g_string_append_c (out, '\b');
          break;
        case 'f':
          g_string_append_c (out, '\f');
          break;
        case 'n':
          g_string_append_c (out, '\n');
          break;
        case 'r':
          g_string_append_c (out, '\r');
          break;
        case 't':
          g_string_append_c (out, '\t');
          break;
        case 'u':
          if (end - p < 4 || !read_hex (p, &code))
            return FALSE;
          p += 4;
          if (code >= 0xd800 && code < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u' && read_hex (p + 2, &low)
              && low >= 0xdc00 && low < 0xe000)
            {
              code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
              p += 6;
            }
          /* Half a pair is no character; JSON allows it, text cannot hold it. */
          if (code >= 0xd800 && code < 0xe000)
            code = 0xfffd;
          g_string_append_unichar (out, code);
          break;
        default:
          return FALSE;
        }
    }
  return TRUE;
}

static AskJsonToken
read_string (AskJsonReader *self, GString *out, GError **error)
{
  const char *data = (const char *) self->buffer->data;
  gsize end = MAX (self->scanned, self->position + 1);

  for (; end < self->buffer->len && data[end] != '"'; end++)
    if (data[end] == '\\')
      {
        if (end + 1 >= self->buffer->len)
          break;
        end++;
      }
  if (end >= self->buffer->len || data[end] != '"')
    {
      self->scanned = end;
      return more (self, error, "the closing quote of a string");
    }
  self->scanned = 0;
  if (!unescape (data + self->position + 1, data + end, out))
    return fail (self, error, "a string with valid escapes");
  if (!g_utf8_validate_len (data + self->position, end - self->position, NULL))
    return fail (self, error, "text in UTF-8");
  capture (self, data + self->position, end + 1 - self->position);
  self->position = end + 1;
  return ASK_JSON_TOKEN_VALUE;
}

static gboolean
is_number (const char *p, gsize length, gboolean *integer)
{
  const char *end = p + length;

  *integer = TRUE;
  if (p < end && *p == '-')
    p++;
  if (p == end || !g_ascii_isdigit (*p))
    return FALSE;
  if (*p == '0' && p + 1 < end && g_ascii_isdigit (p[1]))
    return FALSE;
  while (p < end && g_ascii_isdigit (*p))
    p++;
  if (p < end && *p == '.')
    {
      *integer = FALSE;
      if (++p == end || !g_ascii_isdigit (*p))
        return FALSE;
      while (p < end && g_ascii_isdigit (*p))
        p++;
    }
  if (p < end && (*p == 'e' || *p == 'E'))
    {
      *integer = FALSE;
      p++;
      if (p < end && (*p == '+' || *p == '-'))
        p++;
      if (p == end || !g_ascii_isdigit (*p))
        return FALSE;
      while (p < end && g_ascii_isdigit (*p))
        p++;
    }
  return p == end;
}

/* null, true, false and numbers: they end where something else begins. */
static AskJsonToken
read_bare (AskJsonReader *self, GError **error)
{
  const char *data = (const char *) self->buffer->data + self->position;
  gsize left = self->buffer->len - self->position;
  gsize length = 0;
  gboolean integer;

  while (length < left && length <= MAX_BARE && (g_ascii_isalnum (data[length]) || strchr ("+-.", data[length]) != NULL)
         && data[length] != '\0')
    length++;
  if (length > MAX_BARE)
    return fail (self, error, "a shorter number");
  if (length == left && !self->ended)
    return ASK_JSON_TOKEN_MORE;
  self->bare = TRUE;
  g_string_truncate (self->text, 0);
  g_string_append_len (self->text, data, (gssize) length);
  if (length == 4 && memcmp (data, "null", 4) == 0)
    self->value = ASK_NULL_INIT;
  else if (length == 4 && memcmp (data, "true", 4) == 0)
    self->value = ask_value_integer (1);
  else if (length == 5 && memcmp (data, "false", 5) == 0)
    self->value = ask_value_integer (0);
  else if (is_number (data, length, &integer))
    {
      ask_text_to_number (self->text->str, &self->value);
      /* Digits that no 64-bit integer or no double holds are kept as text rather than rounded. */
      if (self->value.kind == ASK_VALUE_REAL && (integer || !ask_real_is_exact (self->value.real, self->text->str)))
        self->value = ask_value_text (self->text->str, (gssize) self->text->len);
    }
  else
    return fail (self, error, "a value");
  capture (self, data, length);
  self->position += length;
  return ASK_JSON_TOKEN_VALUE;
}

static void
after_value (AskJsonReader *self)
{
  self->expect = self->stack->len > 0 ? EXPECT_COMMA_OR_END : EXPECT_NOTHING;
}

static AskJsonToken
open_level (AskJsonReader *self, char bracket, GError **error)
{
  if (self->stack->len >= MAX_DEPTH)
    return fail (self, error, "at most 512 levels of nesting");
  g_byte_array_append (self->stack, (const guint8 *) &bracket, 1);
  capture (self, &bracket, 1);
  self->position++;
  self->expect = bracket == '{' ? EXPECT_NAME_OR_END : EXPECT_VALUE_OR_END;
  return bracket == '{' ? ASK_JSON_TOKEN_BEGIN_OBJECT : ASK_JSON_TOKEN_BEGIN_ARRAY;
}

static AskJsonToken
close_level (AskJsonReader *self)
{
  gboolean object = self->stack->data[self->stack->len - 1] == '{';

  capture (self, object ? "}" : "]", 1);
  g_byte_array_set_size (self->stack, self->stack->len - 1);
  self->position++;
  after_value (self);
  return object ? ASK_JSON_TOKEN_END_OBJECT : ASK_JSON_TOKEN_END_ARRAY;
}

static AskJsonToken
read_value (AskJsonReader *self, char c, GError **error)
{
  AskJsonToken token;

  if (c == '{' || c == '[')
    return open_level (self, c, error);
  if (c == '"')
    {
      self->bare = FALSE;
      token = read_string (self, self->text, error);
      if (token == ASK_JSON_TOKEN_VALUE)
        self->value = ask_value_text (self->text->str, (gssize) self->text->len);
    }
  else
    token = read_bare (self, error);
  if (token == ASK_JSON_TOKEN_VALUE)
    after_value (self);
  return token;
}

/* The name with its colon: both or nothing, so that a token is never half read. */
static AskJsonToken
read_name (AskJsonReader *self, GError **error)
{
  gsize start = self->position;
  gsize captured = self->capture->len;
  AskJsonToken token = read_string (self, self->name, error);

  if (token != ASK_JSON_TOKEN_VALUE)
    return token;
  while (self->position < self->buffer->len && is_space (self->buffer->data[self->position]))
    self->position++;
  if (self->position >= self->buffer->len)
    {
      token = more (self, error, "“:”");
      if (token == ASK_JSON_TOKEN_MORE)
        {
          self->position = start;
          g_string_truncate (self->capture, captured);
        }
      return token;
    }
  if (self->buffer->data[self->position] != ':')
    return fail (self, error, "“:”");
  capture (self, ":", 1);
  self->position++;
  self->expect = EXPECT_VALUE;
  return ASK_JSON_TOKEN_NAME;
}

/**
 * ask_json_reader_next:
 * @error: %ASK_JSON_ERROR_SYNTAX with the byte, set with %ASK_JSON_TOKEN_ERROR
 *
 * true and false come as 1 and 0. An integer that 64 bits do not hold comes as text, and so does a number with more
 * digits than a double gives back, or beyond what one reaches (1e999). Half of a surrogate pair, which is no
 * character, becomes U+FFFD.
 *
 * Returns: the next token; %ASK_JSON_TOKEN_END once, after the document
 */
AskJsonToken
ask_json_reader_next (AskJsonReader *self, GError **error)
{
  for (;;)
    {
      char c;

      while (self->position < self->buffer->len && is_space (self->buffer->data[self->position]))
        self->position++;
      if (self->consumed + self->position == 0 && self->buffer->len > 0
          && memcmp (self->buffer->data, "\xef\xbb\xbf", MIN (self->buffer->len, 3)) == 0)
        {
          /* A byte order mark, perhaps not yet all of it. */
          if (self->buffer->len < 3)
            return more (self, error, "a value");
          self->position = 3;
          continue;
        }
      if (self->expect == EXPECT_NOTHING)
        {
          if (self->position < self->buffer->len)
            return fail (self, error, "the end of the text");
          return self->ended ? ASK_JSON_TOKEN_END : ASK_JSON_TOKEN_MORE;
        }
      if (self->position >= self->buffer->len)
        return more (self, error, self->stack->len > 0 ? "more of the answer" : "a value");

      c = (char) self->buffer->data[self->position];
      switch (self->expect)
        {
        case EXPECT_VALUE_OR_END:
          if (c == ']')
            return close_level (self);
          G_GNUC_FALLTHROUGH;
        case EXPECT_VALUE:
          return read_value (self, c, error);
        case EXPECT_NAME_OR_END:
          if (c == '}')
            return close_level (self);
          G_GNUC_FALLTHROUGH;
        case EXPECT_NAME:
          if (c != '"')
            return fail (self, error, "a member's name");
          return read_name (self, error);
        default:
          {
            gboolean object = self->stack->data[self->stack->len - 1] == '{';

            if (c == (object ? '}' : ']'))
              return close_level (self);
            if (c != ',')
              return fail (self, error, object ? "“,” or “}”" : "“,” or “]”");
            capture (self, ",", 1);
            self->position++;
            self->expect = object ? EXPECT_NAME : EXPECT_VALUE;
          }
        }
    }
}

/**
 * ask_json_reader_next_cell:
 * @error: %ASK_JSON_ERROR_SYNTAX
 *
 * Reads one whole value where a value is due. An object or an array becomes text, its own source
 * without the white space. After %ASK_JSON_TOKEN_MORE, push and call again.
 *
 * Returns: %ASK_JSON_TOKEN_VALUE, %ASK_JSON_TOKEN_MORE, %ASK_JSON_TOKEN_ERROR, or
 *   %ASK_JSON_TOKEN_END_ARRAY where an array ended instead
 */
AskJsonToken
ask_json_reader_next_cell (AskJsonReader *self, GError **error)
{
  for (;;)
    {
      AskJsonToken token = ask_json_reader_next (self, error);

      switch (token)
        {
        case ASK_JSON_TOKEN_BEGIN_OBJECT:
        case ASK_JSON_TOKEN_BEGIN_ARRAY:
          if (self->capture_depth == 0)
            {
              self->capture_depth = self->stack->len;
              g_string_assign (self->capture, token == ASK_JSON_TOKEN_BEGIN_OBJECT ? "{" : "[");
            }
          break;
        case ASK_JSON_TOKEN_END_OBJECT:
        case ASK_JSON_TOKEN_END_ARRAY:
          if (self->capture_depth == 0)
            return token;
          if (self->stack->len < self->capture_depth)
            {
              self->capture_depth = 0;
              self->value = ask_value_text (self->capture->str, (gssize) self->capture->len);
              return ASK_JSON_TOKEN_VALUE;
            }
          break;
        case ASK_JSON_TOKEN_VALUE:
          if (self->capture_depth == 0)
            return token;
          break;
        case ASK_JSON_TOKEN_NAME:
          break;
        default:
          return token;
        }
    }
}

/** ask_json_reader_get_name: Returns: (transfer none): the last name, valid until the next one */
const char *
ask_json_reader_get_name (AskJsonReader *self)
{
  return self->name->str;
}

/** ask_json_reader_get_value: Returns: (transfer none): the last value, valid until the next call */
const AskValue *
ask_json_reader_get_value (AskJsonReader *self)
{
  return &self->value;
}

/**
 * ask_json_reader_is_nested:
 *
 * Returns: whether the last value was an object or an array, and not a text that looks like one
 */
gboolean
ask_json_reader_is_nested (AskJsonReader *self)
{
  return self->value.kind == ASK_VALUE_TEXT && self->value.text == self->capture->str;
}

/**
 * ask_json_reader_get_bare:
 *
 * Returns: (transfer none) (nullable): the last value as it was written, "1.10", where it is a
 *   number, true, false or null; %NULL for texts, objects and arrays
 */
const char *
ask_json_reader_get_bare (AskJsonReader *self)
{
  return self->bare && !ask_json_reader_is_nested (self) ? self->text->str : NULL;
}

/** ask_json_reader_get_depth: Returns: how many objects and arrays are open */
guint
ask_json_reader_get_depth (AskJsonReader *self)
{
  return self->stack->len;
}

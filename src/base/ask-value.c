/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells and declared types. See the header for who owns what; nothing here knows of a database.
 */
#include "config.h"

#include "base/ask-value.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/** ask_value_integer: Returns: a cell that holds @integer */
AskValue
ask_value_integer (gint64 integer)
{
  return (AskValue) { .integer = integer, .kind = ASK_VALUE_INTEGER };
}

/** ask_value_real: Returns: a cell that holds @real; NaN, which SQL does not have, becomes NULL */
AskValue
ask_value_real (double real)
{
  if (isnan (real))
    return ASK_NULL_INIT;
  return (AskValue) { .real = real, .kind = ASK_VALUE_REAL };
}

/**
 * ask_value_text:
 * @text: (nullable) (transfer none): UTF-8, NUL-terminated
 * @length: bytes, or -1 to measure
 *
 * Returns: a text cell that borrows @text, or NULL's cell for %NULL
 */
AskValue
ask_value_text (const char *text, gssize length)
{
  if (text == NULL)
    return ASK_NULL_INIT;
  return (AskValue) {
    .text = text,
    .length = (guint32) (length < 0 ? strlen (text) : (gsize) length),
    .kind = ASK_VALUE_TEXT,
  };
}

/**
 * ask_value_blob:
 * @blob: (transfer none): bytes
 * @length: how many
 *
 * Returns: a cell that borrows @blob
 */
AskValue
ask_value_blob (const guint8 *blob, gsize length)
{
  return (AskValue) { .blob = blob, .length = (guint32) length, .kind = ASK_VALUE_BLOB };
}

/**
 * ask_value_dup_into:
 * @to: (out caller-allocates): what it held is overwritten, not freed
 * @from: any cell
 *
 * Copies with the bytes behind it. Free with ask_value_clear().
 */
void
ask_value_dup_into (AskValue *to, const AskValue *from)
{
  *to = *from;
  if (from->kind == ASK_VALUE_TEXT || from->kind == ASK_VALUE_BLOB)
    {
      char *copy = g_malloc ((gsize) from->length + 1);

      if (from->length > 0)
        memcpy (copy, from->text, from->length);
      copy[from->length] = '\0';
      to->text = copy;
    }
}

/**
 * ask_value_clear:
 * @value: a cell made by ask_value_dup_into()
 *
 * Frees the bytes and leaves NULL.
 */
void
ask_value_clear (AskValue *value)
{
  if (value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB)
    g_free ((gpointer) value->text);
  *value = ASK_NULL_INIT;
}

/** ask_value_equal: Returns: whether @a and @b have the same kind and content; 1 and 1.0 do not, NULL equals NULL */
gboolean
ask_value_equal (const AskValue *a, const AskValue *b)
{
  return a->kind == b->kind && ask_value_compare (a, b) == 0;
}

static int
rank (guint32 kind)
{
  switch (kind)
    {
    case ASK_VALUE_NULL:
      return 0;
    case ASK_VALUE_INTEGER:
    case ASK_VALUE_REAL:
      return 1;
    case ASK_VALUE_TEXT:
      return 2;
    default:
      return 3;
    }
}

/* An integer beyond 2^53 has no exact double: compare on the integers' side instead. */
static int
compare_integer_with_real (gint64 integer, double real)
{
  if (real >= 9223372036854775808.0)
    return -1;
  if (real < -9223372036854775808.0)
    return 1;

  gint64 whole = (gint64) real;

  if (integer != whole)
    return integer < whole ? -1 : 1;
  if (real > (double) whole)
    return -1;
  return real < (double) whole ? 1 : 0;
}

/**
 * ask_value_compare:
 * @a: any cell
 * @b: any cell
 *
 * SQLite's order: NULL, numbers, text by bytes, bytes.
 *
 * Returns: below zero where @a comes first, above where @b does, zero where neither
 */
int
ask_value_compare (const AskValue *a, const AskValue *b)
{
  int ra = rank (a->kind);
  int rb = rank (b->kind);

  if (ra != rb)
    return ra - rb;
  if (ra == 0)
    return 0;
  if (ra == 1)
    {
      if (a->kind == ASK_VALUE_INTEGER && b->kind == ASK_VALUE_INTEGER)
        return a->integer < b->integer ? -1 : a->integer > b->integer;
      if (a->kind == ASK_VALUE_REAL && b->kind == ASK_VALUE_REAL)
        return a->real < b->real ? -1 : a->real > b->real;
      if (a->kind == ASK_VALUE_INTEGER)
        return compare_integer_with_real (a->integer, b->real);
      return -compare_integer_with_real (b->integer, a->real);
    }

  guint32 shared = MIN (a->length, b->length);
  int order = shared > 0 ? memcmp (a->text, b->text, shared) : 0;

  if (order != 0)
    return order;
  return a->length < b->length ? -1 : a->length > b->length;
}

/**
 * ask_real_to_text:
 * @real: a finite or infinite number
 *
 * The fewest digits that read back as the same double, always with a point or an exponent, so
 * that a real stays a real: 0.1, 2.0, 1e+300.
 *
 * Returns: (transfer full): the text
 */
char *
ask_real_to_text (double real)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE + 4];

  if (isinf (real))
    return g_strdup (real < 0 ? "-Infinity" : "Infinity");
  for (int precision = 15; precision <= 17; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (digits, sizeof digits, format, real);
      if (g_ascii_strtod (digits, NULL) == real)
        break;
    }
  if (strpbrk (digits, ".e") == NULL)
    return g_strconcat (digits, ".0", NULL);
  return g_strdup (digits);
}

/* The digits of a number from its first to its last one that is not 0.
 *
 * @exponent: (out): where the point stands: that of 0.5 is 0
 * Returns: (transfer full): "" for 0 */
static char *
dup_digits (const char *text, gint64 *exponent)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  gboolean fraction = FALSE;

  *exponent = 0;
  for (; *text != '\0' && *text != 'e' && *text != 'E'; text++)
    {
      fraction = fraction || *text == '.';
      if (!g_ascii_isdigit (*text))
        continue;
      *exponent += digits->len > 0 || *text != '0' ? !fraction : -(gint64) fraction;
      if (digits->len > 0 || *text != '0')
        g_string_append_c (digits, *text);
    }
  if (*text != '\0')
    *exponent += g_ascii_strtoll (text + 1, NULL, 10);
  while (digits->len > 0 && digits->str[digits->len - 1] == '0')
    g_string_truncate (digits, digits->len - 1);
  return g_strdup (digits->str);
}

/**
 * ask_real_is_exact:
 * @text: a number as JSON writes it, up to a few thousand characters; @real is what it was read as
 *
 * 0.1 and 0.10000000000000001 are the same double, and what other languages print of it.
 *
 * Returns: whether @real, printed with as many digits as @text has, gives @text's digits
 */
gboolean
ask_real_is_exact (double real, const char *text)
{
  gint64 exponent, printed_exponent;
  g_autofree char *digits = dup_digits (text, &exponent);
  g_autofree char *printed = NULL;
  g_autofree char *printed_digits = NULL;
  g_autofree char *format = NULL;
  gsize length = strlen (digits);

  if (length == 0 || isinf (real))
    return length == 0;
  format = g_strdup_printf ("%%.%" G_GSIZE_FORMAT "e", length - 1);
  printed = g_malloc (length + 32);
  g_ascii_formatd (printed, (gint) length + 32, format, real);
  printed_digits = dup_digits (printed, &printed_exponent);
  return strcmp (digits, printed_digits) == 0 && exponent == printed_exponent;
}

/* SQLite's white space; GLib leaves the vertical tab out. */
static gboolean
is_space (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/**
 * ask_text_to_number:
 * @text: UTF-8
 * @number: (out): an integer or a real
 *
 * Reads the whole of @text, spaces around it allowed, as SQLite's numeric affinity does. Digits
 * that no 64-bit integer holds give a real.
 *
 * Returns: whether @text is a number
 */
gboolean
ask_text_to_number (const char *text, AskValue *number)
{
  const char *p = text;
  const char *digits;
  gboolean real = FALSE;
  char *end;

  while (is_space (*p))
    p++;
  digits = p;
  if (*p == '-' || *p == '+')
    p++;
  if (!g_ascii_isdigit (*p) && !(*p == '.' && g_ascii_isdigit (p[1])))
    return FALSE;
  while (g_ascii_isdigit (*p))
    p++;
  if (*p == '.')
    {
      real = TRUE;
      p++;
      while (g_ascii_isdigit (*p))
        p++;
    }
  if (*p == 'e' || *p == 'E')
    {
      const char *exponent = p + 1;

      if (*exponent == '-' || *exponent == '+')
        exponent++;
      if (!g_ascii_isdigit (*exponent))
        return FALSE;
      real = TRUE;
      p = exponent;
      while (g_ascii_isdigit (*p))
        p++;
    }
  while (is_space (*p))
    p++;
  if (*p != '\0')
    return FALSE;

  if (!real)
    {
      errno = 0;
      gint64 integer = g_ascii_strtoll (digits, &end, 10);

      if (errno == 0)
        {
          *number = ask_value_integer (integer);
          return TRUE;
        }
    }
  *number = ask_value_real (g_ascii_strtod (digits, &end));
  return TRUE;
}

/* Every key that goes to a server is written so, which printf() does ten times slower. */
static char *
integer_to_text (gint64 integer)
{
  char digits[sizeof "-9223372036854775808"];
  char *from = digits + sizeof digits;
  guint64 left = integer < 0 ? -(guint64) integer : (guint64) integer;

  *--from = '\0';
  do
    *--from = (char) ('0' + left % 10);
  while ((left /= 10) > 0);
  if (integer < 0)
    *--from = '-';
  return g_memdup2 (from, (gsize) (digits + sizeof digits - from));
}

/**
 * ask_value_to_text:
 *
 * What a person reads: NULL is empty, bytes are hexadecimal.
 *
 * Returns: (transfer full): UTF-8
 */
char *
ask_value_to_text (const AskValue *value)
{
  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      return integer_to_text (value->integer);
    case ASK_VALUE_REAL:
      return ask_real_to_text (value->real);
    case ASK_VALUE_TEXT:
      return g_utf8_make_valid (value->text, value->length);
    case ASK_VALUE_BLOB:
      {
        GString *hex = g_string_sized_new (2 * (gsize) value->length);

        for (guint32 i = 0; i < value->length; i++)
          g_string_append_printf (hex, "%02X", value->blob[i]);
        return g_string_free (hex, FALSE);
      }
    default:
      return g_strdup ("");
    }
}

/**
 * ask_value_get_number:
 * @number: (out): the number
 *
 * Returns: whether @value is an integer or a real; text is never read as a number here
 */
gboolean
ask_value_get_number (const AskValue *value, double *number)
{
  if (value->kind == ASK_VALUE_INTEGER)
    *number = (double) value->integer;
  else if (value->kind == ASK_VALUE_REAL)
    *number = value->real;
  else
    return FALSE;
  return TRUE;
}

static const struct
{
  const char *name;
  const char *sql;
} types[] = {
  [ASK_TYPE_ANY] = { "any", "" },       [ASK_TYPE_INTEGER] = { "integer", "INTEGER" },
  [ASK_TYPE_REAL] = { "real", "REAL" }, [ASK_TYPE_DECIMAL] = { "decimal", "DECIMAL" },
  [ASK_TYPE_TEXT] = { "text", "TEXT" }, [ASK_TYPE_BOOLEAN] = { "boolean", "BOOLEAN" },
  [ASK_TYPE_DATE] = { "date", "DATE" }, [ASK_TYPE_DATETIME] = { "datetime", "DATETIME" },
  [ASK_TYPE_JSON] = { "json", "JSON" }, [ASK_TYPE_BLOB] = { "blob", "BLOB" },
};

/** ask_type_to_string: Returns: (transfer none): the name of @type in JSON documents, such as "datetime" */
const char *
ask_type_to_string (AskType type)
{
  g_return_val_if_fail ((guint) type < G_N_ELEMENTS (types), "any");
  return types[type].name;
}

/**
 * ask_type_from_string:
 * @type: (out): the type
 *
 * Returns: whether @string is a name that ask_type_to_string() gives
 */
gboolean
ask_type_from_string (const char *string, AskType *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (types[i].name, string) == 0)
      {
        *type = (AskType) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * ask_type_get_sql:
 * @type: of an attribute
 *
 * Returns: (transfer none): the word that the relational view prints, such as "DATETIME"; empty
 *   for %ASK_TYPE_ANY
 */
const char *
ask_type_get_sql (AskType type)
{
  g_return_val_if_fail ((guint) type < G_N_ELEMENTS (types), "");
  return types[type].sql;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PostgreSQL's types and the values that come. They travel as text: the server's own digits, so that
 * none is lost on the way. By the type of the column, never by what a value looks like:
 *
 * | PostgreSQL | AskType | cell |
 * | --- | --- | --- |
 * | smallint, integer, bigint, oid | INTEGER | integer |
 * | numeric(p, s) without fraction, p - s ≤ 18 | INTEGER | integer; NaN as text |
 * | real, double precision | REAL | real, of the shortest digits that name the value; NaN as text |
 * | numeric(p, s) with fraction, p ≤ 15 | REAL | real; NaN as text |
 * | any other numeric | DECIMAL | text with all digits |
 * | boolean | BOOLEAN | 1 or 0 |
 * | date | DATE | "2024-02-29"; also "infinity", and "0044-03-15 BC", "10000-01-01", which the engine refuses |
 * | timestamp | DATETIME | "2024-02-29 12:00:00.5", no zeros at the end |
 * | timestamp with time zone | DATETIME | the same in UTC: "2024-02-29T12:00:00.5Z" |
 * | time, time with time zone | TEXT | "12:00:00.5", "12:00:00+02" |
 * | interval | TEXT | ISO 8601: "P1Y2M3DT4H5M6.5S" |
 * | text, varchar, citext, name, uuid, xml, inet, enum types, … | TEXT | the server's text |
 * | char(n) | TEXT | without the blanks at its end, which mean nothing there |
 * | json, jsonb | JSON | the server's text |
 * | arrays, however deep | JSON | [1, null, "a"]: numbers with all digits; NaN as text |
 * | bytea | BLOB | bytes |
 * | composite types, ranges, geometry, money, any other | TEXT | the server's text |
 * | domains | those of what they stand for | |
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/ask-json.h"

/* The numbers of built-in types, which never change (pg_type.dat). */
enum
{
  OID_BOOL = 16,
  OID_BYTEA = 17,
  OID_CHAR = 18,
  OID_NAME = 19,
  OID_INT8 = 20,
  OID_INT2 = 21,
  OID_INT2_VECTOR = 22,
  OID_INT4 = 23,
  OID_TEXT = 25,
  OID_OID = 26,
  OID_OID_VECTOR = 30,
  OID_JSON = 114,
  OID_XML = 142,
  OID_FLOAT4 = 700,
  OID_FLOAT8 = 701,
  OID_UNKNOWN = 705,
  OID_MONEY = 790,
  OID_INET = 869,
  OID_CIDR = 650,
  OID_MACADDR = 829,
  OID_BPCHAR = 1042,
  OID_VARCHAR = 1043,
  OID_DATE = 1082,
  OID_TIME = 1083,
  OID_TIMESTAMP = 1114,
  OID_TIMESTAMPTZ = 1184,
  OID_INTERVAL = 1186,
  OID_TIMETZ = 1266,
  OID_BIT = 1560,
  OID_VARBIT = 1562,
  OID_NUMERIC = 1700,
  OID_UUID = 2950,
  OID_JSONB = 3802,
  OID_BOOL_ARRAY = 1000,
  OID_BYTEA_ARRAY = 1001,
  OID_TEXT_ARRAY = 1009,
  OID_INT8_ARRAY = 1016,
  OID_FLOAT8_ARRAY = 1022
};

static const struct
{
  Oid oid;
  Oid array;
  AskType type;
  AskPostgresDecode decode;
} types[] = {
  { OID_INT4, 1007, ASK_TYPE_INTEGER, ASK_POSTGRES_INTEGER },
  { OID_INT8, OID_INT8_ARRAY, ASK_TYPE_INTEGER, ASK_POSTGRES_INTEGER },
  { OID_INT2, 1005, ASK_TYPE_INTEGER, ASK_POSTGRES_INTEGER },
  { OID_OID, 1028, ASK_TYPE_INTEGER, ASK_POSTGRES_INTEGER },
  { OID_TEXT, OID_TEXT_ARRAY, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_VARCHAR, 1015, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_BPCHAR, 1014, ASK_TYPE_TEXT, ASK_POSTGRES_CHAR },
  { OID_FLOAT8, OID_FLOAT8_ARRAY, ASK_TYPE_REAL, ASK_POSTGRES_REAL },
  { OID_FLOAT4, 1021, ASK_TYPE_REAL, ASK_POSTGRES_REAL },
  { OID_NUMERIC, 1231, ASK_TYPE_DECIMAL, ASK_POSTGRES_TEXT }, /* see find_numeric() */
  { OID_BOOL, OID_BOOL_ARRAY, ASK_TYPE_BOOLEAN, ASK_POSTGRES_BOOLEAN },
  { OID_DATE, 1182, ASK_TYPE_DATE, ASK_POSTGRES_TEXT },
  { OID_TIMESTAMP, 1115, ASK_TYPE_DATETIME, ASK_POSTGRES_TEXT },
  { OID_TIMESTAMPTZ, 1185, ASK_TYPE_DATETIME, ASK_POSTGRES_ZONED },
  { OID_TIME, 1183, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_TIMETZ, 1270, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_INTERVAL, 1187, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_JSON, 199, ASK_TYPE_JSON, ASK_POSTGRES_TEXT },
  { OID_JSONB, 3807, ASK_TYPE_JSON, ASK_POSTGRES_TEXT },
  { OID_UUID, 2951, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_BYTEA, OID_BYTEA_ARRAY, ASK_TYPE_BLOB, ASK_POSTGRES_BYTES },
  { OID_CHAR, 1002, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_NAME, 1003, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_XML, 143, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_UNKNOWN, 0, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_MONEY, 791, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_INET, 1041, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_CIDR, 651, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_MACADDR, 1040, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_BIT, 1561, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_VARBIT, 1563, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_INT2_VECTOR, 1006, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
  { OID_OID_VECTOR, 1013, ASK_TYPE_TEXT, ASK_POSTGRES_TEXT },
};

/* numeric(p, s): its modifier holds both; from PostgreSQL 15 on s may be negative, or above p. */
static void
find_numeric (int modifier, AskPostgresType *type)
{
  int precision;
  int scale;

  type->type = ASK_TYPE_DECIMAL;
  type->decode = ASK_POSTGRES_TEXT;
  if (modifier < 4)
    return;
  precision = ((modifier - 4) >> 16) & 0xffff;
  scale = (((modifier - 4) & 0x7ff) ^ 1024) - 1024;
  if (scale <= 0 && precision - scale <= 18)
    {
      type->type = ASK_TYPE_INTEGER;
      type->decode = ASK_POSTGRES_INTEGER;
    }
  /* Fifteen digits come back as they were from any double; more might not. */
  else if (scale > 0 && precision <= 15 && scale <= 300)
    {
      type->type = ASK_TYPE_REAL;
      type->decode = ASK_POSTGRES_REAL;
    }
}

/**
 * ask_postgres_type_set_array:
 * @type: (out): an array of @element; elements that are arrays are not possible there
 */
void
ask_postgres_type_set_array (AskPostgresType *type, const AskPostgresType *element, char delimiter)
{
  AskPostgresDecode decode = element->decode;

  if (element->type == ASK_TYPE_JSON)
    decode = ASK_POSTGRES_JSON;
  else if (element->type == ASK_TYPE_INTEGER || element->type == ASK_TYPE_REAL || element->type == ASK_TYPE_DECIMAL)
    decode = ASK_POSTGRES_NUMBER;
  type->type = ASK_TYPE_JSON;
  type->decode = ASK_POSTGRES_ARRAY;
  type->element = decode;
  type->delimiter = delimiter;
}

/**
 * ask_postgres_type_find:
 * @modifier: as the server gives it beside the type; -1 for none
 * @type: (out): text where nothing is known
 *
 * Returns: whether it is a built-in type that is known here
 */
gboolean
ask_postgres_type_find (Oid oid, int modifier, AskPostgresType *type)
{
  *type = (AskPostgresType) { ASK_TYPE_TEXT, ASK_POSTGRES_TEXT, ASK_POSTGRES_TEXT, ',' };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (types[i].oid == oid || (types[i].array == oid && oid != 0))
        {
          AskPostgresType element = { types[i].type, types[i].decode, ASK_POSTGRES_TEXT, ',' };

          if (types[i].oid == OID_NUMERIC)
            find_numeric (modifier, &element);
          if (types[i].oid == oid)
            *type = element;
          else
            ask_postgres_type_set_array (type, &element, ',');
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
read_integer (const char *text, gsize length, gint64 *integer)
{
  gboolean negative = text[0] == '-';
  guint64 number = 0;
  gsize i = negative ? 1 : 0;

  if (i == length || length - i > 19)
    return FALSE;
  for (; i < length; i++)
    {
      guint digit = (guint) (guchar) text[i] - '0';

      if (digit > 9)
        return FALSE;
      /* Nineteen digits do not overflow 64 bits without a sign. */
      number = number * 10 + digit;
    }
  if (number > (guint64) G_MAXINT64 + (negative ? 1 : 0))
    return FALSE;
  *integer = negative ? (gint64) (0 - number) : (gint64) number;
  return TRUE;
}

#if LDBL_MANT_DIG == 64

/* @number over ten to the power of @fraction, as near as a double comes. All that is divided is exact in
 * 64 bits. The quotient rounded to 64 bits lies on the same side of the middle between two doubles as the
 * true one does, unless it is that middle. Returns: whether it is told; not where the processor is one
 * that only pretends to have 64 bits (valgrind's). */
static gboolean
divide (guint64 number, guint fraction, double *real)
{
  static const long double powers[]
    = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
        1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L };
  static const volatile long double last_bit = 0x1p-63L;
  union
  {
    long double quotient;
    guint64 bits; /* the mantissa comes first */
  } both;

  if (fraction >= G_N_ELEMENTS (powers) || 1.0L + last_bit == 1.0L)
    return FALSE;
  both.quotient = (long double) number / powers[fraction];
  *real = (double) both.quotient;
  return (both.bits & 0x7ff) != 0x400;
}

#else

/* At most 2^53 over a power of ten that a double holds exactly: one division rounds right. */
static gboolean
divide (guint64 number, guint fraction, double *real)
{
  static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

  if (number > (G_GUINT64_CONSTANT (1) << 53) || fraction >= G_N_ELEMENTS (powers))
    return FALSE;
  *real = (double) number / powers[fraction];
  return TRUE;
}

#endif

/* Digits with a point, of which there are few. Anything else takes the long way. */
static double
read_real (const char *text, gsize length)
{
  gboolean negative = text[0] == '-';
  guint64 number = 0;
  guint n_digits = 0;
  gsize point = length;
  double real;

  for (gsize i = negative ? 1 : 0; i < length; i++)
    {
      guint digit = (guint) (guchar) text[i] - '0';

      if (digit <= 9 && n_digits < 19)
        {
          number = number * 10 + digit;
          n_digits += number > 0 ? 1 : 0;
        }
      else if (text[i] == '.' && point == length)
        point = i;
      else
        return g_ascii_strtod (text, NULL);
    }
  if (!divide (number, point < length ? (guint) (length - point - 1) : 0, &real))
    return g_ascii_strtod (text, NULL);
  return negative ? -real : real;
}

/* "2024-02-29 12:00:00.5+00" is "2024-02-29T12:00:00.5Z". What has no such form stays. */
static void
append_zoned (GString *text, const char *from, gsize length)
{
  const char *blank = memchr (from, ' ', length);
  const char *zone = blank != NULL ? memchr (blank, '+', length - (gsize) (blank - from)) : NULL;

  if (zone == NULL || zone[1] != '0' || zone[2] != '0')
    {
      g_string_append_len (text, from, (gssize) length);
      return;
    }
  g_string_append_len (text, from, blank - from);
  g_string_append_c (text, 'T');
  g_string_append_len (text, blank + 1, zone - blank - 1);
  g_string_append_c (text, 'Z');
  g_string_append (text, zone + 3);
}

static void
append_bytes (GString *bytes, const char *text, gsize length)
{
  /* "\x" and two digits a byte: bytea_output is set to that. */
  for (gsize i = 2; i + 1 < length; i += 2)
    g_string_append_c (bytes, (char) (g_ascii_xdigit_value (text[i]) << 4 | g_ascii_xdigit_value (text[i + 1])));
}

static void
append_element (GString *json, AskPostgresDecode decode, const char *text, gsize length)
{
  switch (decode)
    {
    case ASK_POSTGRES_JSON:
      g_string_append_len (json, text, (gssize) length);
      break;
    case ASK_POSTGRES_BOOLEAN:
      g_string_append (json, text[0] == 't' ? "true" : "false");
      break;
    case ASK_POSTGRES_NUMBER:
      /* NaN and Infinity are no numbers in JSON. */
      if (g_ascii_isdigit (text[length - 1]))
        g_string_append_len (json, text, (gssize) length);
      else
        ask_json_append_string (json, text, (gssize) length);
      break;
    case ASK_POSTGRES_ZONED:
      {
        g_autoptr (GString) zoned = g_string_new (NULL);

        append_zoned (zoned, text, length);
        ask_json_append_string (json, zoned->str, (gssize) zoned->len);
        break;
      }
    case ASK_POSTGRES_CHAR:
      while (length > 0 && text[length - 1] == ' ')
        length--;
      ask_json_append_string (json, text, (gssize) length);
      break;
    default:
      ask_json_append_string (json, text, (gssize) length);
      break;
    }
}

/* "{{1,NULL},{"a b","c\"d"}}", with "[0:1]=" before it where counting does not begin at 1. */
static void
append_array (GString *json, const AskPostgresType *type, const char *text, gsize length)
{
  g_autoptr (GString) element = g_string_new (NULL);
  const char *end = text + length;
  const char *p = text;

  if (*p == '[' && (p = memchr (text, '=', length)) != NULL)
    p++;
  while (p != NULL && p < end)
    {
      if (*p == '{' || *p == '}')
        g_string_append_c (json, *p++ == '{' ? '[' : ']');
      else if (*p == type->delimiter)
        {
          g_string_append_c (json, ',');
          p++;
        }
      else if (*p == '"')
        {
          g_string_truncate (element, 0);
          for (p++; p < end && *p != '"'; p++)
            {
              if (*p == '\\' && p + 1 < end)
                p++;
              g_string_append_c (element, *p);
            }
          p++;
          append_element (json, type->element, element->str, element->len);
        }
      else
        {
          const char *from = p;

          while (p < end && *p != type->delimiter && *p != '}')
            p++;
          if (p - from == 4 && memcmp (from, "NULL", 4) == 0)
            g_string_append (json, "null");
          else
            append_element (json, type->element, from, (gsize) (p - from));
        }
    }
}

/**
 * ask_postgres_type_read:
 * @text: what the server gave, with a NUL after it
 * @scratch: emptied by the caller before a row; values that are not the server's text as it stands
 *   are appended to it. As it may move, such a value's place is given as an offset: @value's pointer
 *   is NULL plus the offset, and @value's kind has its upper bit set
 * @value: (out): borrows from @text
 */
void
ask_postgres_type_read (const AskPostgresType *type, const char *text, gsize length, GString *scratch, AskValue *value)
{
  gsize before = scratch->len;
  double real;

  switch (type->decode)
    {
    case ASK_POSTGRES_INTEGER:
      if (read_integer (text, length, &value->integer))
        {
          value->kind = ASK_VALUE_INTEGER;
          value->length = 0;
        }
      else
        *value = ask_value_text (text, (gssize) length); /* numeric's NaN */
      return;
    case ASK_POSTGRES_REAL:
      real = read_real (text, length);
      *value = isnan (real) ? ask_value_text (text, (gssize) length) : ask_value_real (real);
      return;
    case ASK_POSTGRES_BOOLEAN:
      *value = ask_value_integer (text[0] == 't');
      return;
    case ASK_POSTGRES_CHAR:
      while (length > 0 && text[length - 1] == ' ')
        length--;
      break;
    case ASK_POSTGRES_BYTES:
      append_bytes (scratch, text, length);
      break;
    case ASK_POSTGRES_ZONED:
      append_zoned (scratch, text, length);
      break;
    case ASK_POSTGRES_ARRAY:
      append_array (scratch, type, text, length);
      break;
    default:
      /* What ask_value_text() does, here where most cells pass. */
      value->text = text;
      value->length = (guint32) length;
      value->kind = ASK_VALUE_TEXT;
      return;
    }
  if (type->decode == ASK_POSTGRES_CHAR)
    g_string_append_len (scratch, text, (gssize) length);
  value->integer = (gint64) before;
  value->length = (guint32) (scratch->len - before);
  value->kind = (type->decode == ASK_POSTGRES_BYTES ? ASK_VALUE_BLOB : ASK_VALUE_TEXT) | ASK_POSTGRES_MOVED;
  /* Text has a NUL after it. */
  g_string_append_c (scratch, '\0');
}

/**
 * ask_postgres_cells_settle:
 * @cells: of a row, each of which ask_postgres_type_read() has read
 * @scratch: that it was given; it stays as it is while they are looked at
 *
 * Has the cells that lie in the scratch point there.
 */
void
ask_postgres_cells_settle (AskValue *cells, guint n_cells, const GString *scratch)
{
  for (guint c = 0; scratch->len > 0 && c < n_cells; c++)
    if (cells[c].kind & ASK_POSTGRES_MOVED)
      {
        cells[c].kind &= ~ASK_POSTGRES_MOVED;
        cells[c].text = scratch->str + cells[c].integer;
      }
}

/**
 * ask_postgres_type_get_oid:
 * @array: of an array of such arguments
 *
 * Returns: what an argument of that type is to the server
 */
Oid
ask_postgres_type_get_oid (AskType type, gboolean array)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
      return array ? OID_INT8_ARRAY : OID_INT8;
    case ASK_TYPE_REAL:
      return array ? OID_FLOAT8_ARRAY : OID_FLOAT8;
    case ASK_TYPE_BOOLEAN:
      return array ? OID_BOOL_ARRAY : OID_BOOL;
    case ASK_TYPE_BLOB:
      return array ? OID_BYTEA_ARRAY : OID_BYTEA;
    case ASK_TYPE_DATE:
      return array ? OID_TEXT_ARRAY : OID_DATE;
    case ASK_TYPE_DATETIME:
      return array ? OID_TEXT_ARRAY : OID_TIMESTAMP;
    default:
      return array ? OID_TEXT_ARRAY : OID_TEXT;
    }
}

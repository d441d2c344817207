/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MariaDB's and MySQL's types and values, both ways. A value keeps its exact digits; what does not fit a
 * number of ours stays text.
 *
 * | there | AskType | value here |
 * | --- | --- | --- |
 * | TINYINT(1), BOOLEAN | BOOLEAN | integer, as stored (-128 … 127) |
 * | TINYINT … BIGINT, UNSIGNED up to 32 bits, YEAR | INTEGER | integer |
 * | BIGINT UNSIGNED | DECIMAL | text, all digits |
 * | BIT(1) | BOOLEAN | integer |
 * | BIT(2) … BIT(63) | INTEGER | integer |
 * | BIT(64) | DECIMAL | text, all digits |
 * | FLOAT | REAL | the double of its own shortest digits: 0.1, not 0.10000000149011612 |
 * | DOUBLE | REAL | the same 64 bits |
 * | DECIMAL(p, 0), p ≤ 18 | INTEGER | integer |
 * | DECIMAL(p, s), p ≤ 15, s > 0 | REAL | double: 15 digits survive |
 * | other DECIMAL | DECIMAL | text as the server writes it, with all digits of the scale |
 * | CHAR, VARCHAR, TEXT, ENUM, SET, UUID, INET4, INET6 | TEXT | text in UTF-8 |
 * | DATE | DATE | 'YYYY-MM-DD'; '0000-00-00' and months or days that are 0 stay |
 * | DATETIME, TIMESTAMP | DATETIME | 'YYYY-MM-DD HH:MM:SS[.f]', f without zeros at its end; TIMESTAMP in UTC |
 * | TIME | TEXT | '[-]HH:MM:SS[.f]', hours up to 838 |
 * | JSON | JSON | text as stored |
 * | BINARY, VARBINARY, BLOB | BLOB | bytes |
 * | GEOMETRY and its kinds | BLOB | bytes as stored: SRID (4 bytes, little-endian), then WKB |
 *
 * The other way an argument goes as a 64-bit integer, a double, bytes, or UTF-8 text; a DECIMAL goes as
 * a decimal, so that the server compares all its digits.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include <stdlib.h>
#include <string.h>

#include "base/ask-text.h"

#define BINARY_CHARSET 63

static gboolean
has_attribute (const MYSQL_FIELD *field, enum mariadb_field_attr_t kind, const char *wanted)
{
  MARIADB_CONST_STRING text = { NULL, 0 };

  return mariadb_field_attr (&text, field, kind) == 0 && text.str != NULL && text.length == strlen (wanted)
         && strncmp (text.str, wanted, text.length) == 0;
}

static gboolean
is_text_type (const MYSQL_FIELD *field)
{
  static const char *const names[] = { "uuid", "inet6", "inet4" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (has_attribute (field, MARIADB_FIELD_ATTR_DATA_TYPE_NAME, names[i]))
      return TRUE;
  return field->charsetnr != BINARY_CHARSET || (field->flags & (ENUM_FLAG | SET_FLAG)) != 0;
}

static AskType
decimal_type (gulong precision, guint scale)
{
  if (scale == 0 && precision <= 18)
    return ASK_TYPE_INTEGER;
  return scale > 0 && precision <= 15 ? ASK_TYPE_REAL : ASK_TYPE_DECIMAL;
}

static void
set (AskMysqlColumn *self, AskMysqlRead how, AskType type)
{
  self->read = how;
  self->type = type;
}

static void
set_decimal (AskMysqlColumn *self, const MYSQL_FIELD *field)
{
  gboolean unsigned_ = (field->flags & UNSIGNED_FLAG) != 0;
  /* The length is that of the longest text. */
  gulong precision = field->length - (unsigned_ ? 0 : 1) - (field->decimals > 0 ? 1 : 0);
  AskType type = decimal_type (precision, field->decimals);

  set (self,
       type == ASK_TYPE_INTEGER ? ASK_MYSQL_READ_DECIMAL_AS_INTEGER
       : type == ASK_TYPE_REAL  ? ASK_MYSQL_READ_DECIMAL_AS_REAL
                                : ASK_MYSQL_READ_TEXT,
       type);
}

static void
set_string (AskMysqlColumn *self, const MYSQL_FIELD *field)
{
  if (has_attribute (field, MARIADB_FIELD_ATTR_FORMAT_NAME, "json"))
    set (self, ASK_MYSQL_READ_TEXT, ASK_TYPE_JSON);
  else if (is_text_type (field))
    set (self, ASK_MYSQL_READ_TEXT, ASK_TYPE_TEXT);
  else
    set (self, ASK_MYSQL_READ_BLOB, ASK_TYPE_BLOB);
}

/**
 * ask_mysql_column_init:
 * @field: of a result, after the statement was executed
 *
 * Says how the column's bytes are read and what it holds.
 */
void
ask_mysql_column_init (AskMysqlColumn *self, const MYSQL_FIELD *field)
{
  gboolean unsigned_ = (field->flags & UNSIGNED_FLAG) != 0;

  switch (field->type)
    {
    case MYSQL_TYPE_TINY:
      set (self, unsigned_ ? ASK_MYSQL_READ_UINT8 : ASK_MYSQL_READ_INT8,
           field->length == 1 ? ASK_TYPE_BOOLEAN : ASK_TYPE_INTEGER);
      break;
    case MYSQL_TYPE_SHORT:
      set (self, unsigned_ ? ASK_MYSQL_READ_UINT16 : ASK_MYSQL_READ_INT16, ASK_TYPE_INTEGER);
      break;
    case MYSQL_TYPE_YEAR:
      set (self, ASK_MYSQL_READ_UINT16, ASK_TYPE_INTEGER);
      break;
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
      set (self, unsigned_ ? ASK_MYSQL_READ_UINT32 : ASK_MYSQL_READ_INT32, ASK_TYPE_INTEGER);
      break;
    case MYSQL_TYPE_LONGLONG:
      if (unsigned_)
        set (self, ASK_MYSQL_READ_UINT64, ASK_TYPE_DECIMAL);
      else
        set (self, ASK_MYSQL_READ_INT64, ASK_TYPE_INTEGER);
      break;
    case MYSQL_TYPE_FLOAT:
      set (self, ASK_MYSQL_READ_FLOAT, ASK_TYPE_REAL);
      break;
    case MYSQL_TYPE_DOUBLE:
      set (self, ASK_MYSQL_READ_DOUBLE, ASK_TYPE_REAL);
      break;
    case MYSQL_TYPE_DECIMAL:
    case MYSQL_TYPE_NEWDECIMAL:
      set_decimal (self, field);
      break;
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      set (self, ASK_MYSQL_READ_DATE, ASK_TYPE_DATE);
      break;
    case MYSQL_TYPE_DATETIME:
    case MYSQL_TYPE_TIMESTAMP:
      set (self, ASK_MYSQL_READ_DATETIME, ASK_TYPE_DATETIME);
      break;
    case MYSQL_TYPE_TIME:
      set (self, ASK_MYSQL_READ_TIME, ASK_TYPE_TEXT);
      break;
    case MYSQL_TYPE_BIT:
      if (field->length > 63)
        set (self, ASK_MYSQL_READ_BIT_AS_TEXT, ASK_TYPE_DECIMAL);
      else
        set (self, ASK_MYSQL_READ_BIT, field->length == 1 ? ASK_TYPE_BOOLEAN : ASK_TYPE_INTEGER);
      break;
    case MYSQL_TYPE_JSON:
      set (self, ASK_MYSQL_READ_TEXT, ASK_TYPE_JSON);
      break;
    case MYSQL_TYPE_GEOMETRY:
      set (self, ASK_MYSQL_READ_BLOB, ASK_TYPE_BLOB);
      break;
    case MYSQL_TYPE_NULL:
      set (self, ASK_MYSQL_READ_TEXT, ASK_TYPE_ANY);
      break;
    default:
      set_string (self, field);
      break;
    }
}

static guint64
read_little (const guchar *bytes, guint n)
{
  guint64 number = 0;

  for (guint i = 0; i < n; i++)
    number |= (guint64) bytes[i] << (8 * i);
  return number;
}

/* The length before the bytes of a text. */
static gboolean
read_length (guchar **bytes, const guchar *end, gsize *length)
{
  guchar first = **bytes;
  guint n = first < 251 ? 0 : first == 252 ? 2 : first == 253 ? 3 : 8;

  if (first == 251 || first == 255 || (gsize) (end - *bytes) < 1 + n)
    return FALSE;
  *length = n == 0 ? first : read_little (*bytes + 1, n);
  *bytes += 1 + n;
  return *length <= (gsize) (end - *bytes) && *length < G_MAXUINT32;
}

static char *
write_digits (char *to, guint number, guint width)
{
  for (guint i = width; i > 0; i--, number /= 10)
    to[i - 1] = (char) ('0' + number % 10);
  return to + width;
}

static char *
write_fraction (char *to, guint microseconds)
{
  if (microseconds == 0)
    return to;
  *to++ = '.';
  to = write_digits (to, microseconds % 1000000, 6);
  while (to[-1] == '0')
    to--;
  return to;
}

static char *
write_clock (char *to, guint hours, guint minutes, guint seconds)
{
  to = write_digits (to, hours, hours > 99 ? 3 : 2);
  *to++ = ':';
  to = write_digits (to, minutes, 2);
  *to++ = ':';
  return write_digits (to, seconds, 2);
}

static void
read_moment (AskMysqlColumn *self, const guchar *bytes, guint length, AskValue *value)
{
  char *to = self->scratch;

  to = write_digits (to, length >= 4 ? (guint) read_little (bytes, 2) : 0, 4);
  *to++ = '-';
  to = write_digits (to, length >= 4 ? bytes[2] : 0, 2);
  *to++ = '-';
  to = write_digits (to, length >= 4 ? bytes[3] : 0, 2);
  if (self->read == ASK_MYSQL_READ_DATETIME)
    {
      *to++ = ' ';
      to = write_clock (to, length >= 7 ? bytes[4] : 0, length >= 7 ? bytes[5] : 0, length >= 7 ? bytes[6] : 0);
      if (length >= 11)
        to = write_fraction (to, (guint) read_little (bytes + 7, 4));
    }
  *to = '\0';
  *value = ask_value_text (self->scratch, to - self->scratch);
}

static void
read_time (AskMysqlColumn *self, const guchar *bytes, guint length, AskValue *value)
{
  char *to = self->scratch;

  if (length >= 8)
    {
      if (bytes[0] != 0)
        *to++ = '-';
      to = write_clock (to, (guint) read_little (bytes + 1, 4) * 24 + bytes[5], bytes[6], bytes[7]);
      if (length >= 12)
        to = write_fraction (to, (guint) read_little (bytes + 8, 4));
    }
  else
    to = write_clock (to, 0, 0, 0);
  *to = '\0';
  *value = ask_value_text (self->scratch, to - self->scratch);
}

/* A float's own digits are the fewest that give it back; they, and not its binary value, are what was
 * meant. */
static double
widen (float number)
{
  char digits[32];

  if ((float) (gint32) CLAMP (number, -16777216.0f, 16777216.0f) == number)
    return number;
  for (int n = 6; n < 9; n++)
    {
      char format[] = { '%', '.', (char) ('0' + n), 'g', '\0' };

      g_ascii_formatd (digits, sizeof digits, format, number);
      if ((float) g_ascii_strtod (digits, NULL) == number)
        return g_ascii_strtod (digits, NULL);
    }
  g_ascii_formatd (digits, sizeof digits, "%.9g", number);
  return g_ascii_strtod (digits, NULL);
}

/**
 * ask_mysql_column_read_bytes:
 * @self: of a kind whose cells say their length
 * @value: (out): borrows from @bytes or from @self; a text has no NUL yet
 *
 * Returns: whether the bytes are such a cell
 */
gboolean
ask_mysql_column_read_bytes (AskMysqlColumn *self, const guchar *bytes, gsize length, AskValue *value)
{
  switch (self->read)
    {
    case ASK_MYSQL_READ_TEXT:
      *value = ask_value_text ((const char *) bytes, (gssize) length);
      return TRUE;
    case ASK_MYSQL_READ_BLOB:
      *value = ask_value_blob (bytes, length);
      return TRUE;
    case ASK_MYSQL_READ_BIT:
    case ASK_MYSQL_READ_BIT_AS_TEXT:
      {
        guint64 bits = 0;

        if (length > 8)
          return FALSE;
        for (gsize i = 0; i < length; i++)
          bits = bits << 8 | bytes[i];
        if (self->read == ASK_MYSQL_READ_BIT)
          *value = ask_value_integer ((gint64) bits);
        else
          *value = ask_value_text (self->scratch,
                                   g_snprintf (self->scratch, sizeof self->scratch, "%" G_GUINT64_FORMAT, bits));
      }
      return TRUE;
    case ASK_MYSQL_READ_DECIMAL_AS_INTEGER:
    case ASK_MYSQL_READ_DECIMAL_AS_REAL:
      /* What follows in the row are no digits, but may look like some. */
      if (length >= sizeof self->scratch)
        return FALSE;
      memcpy (self->scratch, bytes, length);
      self->scratch[length] = '\0';
      if (self->read == ASK_MYSQL_READ_DECIMAL_AS_INTEGER)
        *value = ask_value_integer (g_ascii_strtoll (self->scratch, NULL, 10));
      else
        *value = ask_value_real (g_ascii_strtod (self->scratch, NULL));
      return TRUE;
    case ASK_MYSQL_READ_TIME:
      read_time (self, bytes, (guint) length, value);
      return TRUE;
    case ASK_MYSQL_READ_DATE:
    case ASK_MYSQL_READ_DATETIME:
      read_moment (self, bytes, (guint) length, value);
      return TRUE;
    default:
      g_assert_not_reached ();
    }
}

/* @bits: as they came */
static double
read_float (guint32 bits)
{
  float number;

  memcpy (&number, &bits, sizeof number);
  return widen (number);
}

/* @bits: as they came */
static double
read_double (guint64 bits)
{
  double number;

  memcpy (&number, &bits, sizeof number);
  return number;
}

/**
 * ask_mysql_column_read:
 * @bytes: (inout): in a row of the binary protocol, set behind the cell
 * @end: of the buffer that the row lies in
 * @value: (out): borrows from the row or from @self until the next one; a text has no NUL yet
 *
 * Returns: whether there was a cell
 */
gboolean
ask_mysql_column_read (AskMysqlColumn *self, guchar **bytes, const guchar *end, AskValue *value)
{
  static const guint8 sizes[] = {
    [ASK_MYSQL_READ_INT8] = 1,  [ASK_MYSQL_READ_UINT8] = 1,  [ASK_MYSQL_READ_INT16] = 2, [ASK_MYSQL_READ_UINT16] = 2,
    [ASK_MYSQL_READ_INT32] = 4, [ASK_MYSQL_READ_UINT32] = 4, [ASK_MYSQL_READ_INT64] = 8, [ASK_MYSQL_READ_UINT64] = 8,
    [ASK_MYSQL_READ_FLOAT] = 4, [ASK_MYSQL_READ_DOUBLE] = 8
  };
  const guchar *at;
  gsize length;
  guint64 raw;

  if (*bytes >= end)
    return FALSE;
  if (self->read > ASK_MYSQL_READ_DOUBLE)
    {
      if (!read_length (bytes, end, &length))
        return FALSE;
      at = *bytes;
      *bytes += length;
      return ask_mysql_column_read_bytes (self, at, length, value);
    }
  length = sizes[self->read];
  if (length > (gsize) (end - *bytes))
    return FALSE;
  raw = read_little (*bytes, (guint) length);
  *bytes += length;
  switch (self->read)
    {
    case ASK_MYSQL_READ_INT8:
      *value = ask_value_integer ((gint8) raw);
      break;
    case ASK_MYSQL_READ_INT16:
      *value = ask_value_integer ((gint16) raw);
      break;
    case ASK_MYSQL_READ_INT32:
      *value = ask_value_integer ((gint32) raw);
      break;
    case ASK_MYSQL_READ_UINT64:
      *value
        = ask_value_text (self->scratch, g_snprintf (self->scratch, sizeof self->scratch, "%" G_GUINT64_FORMAT, raw));
      break;
    case ASK_MYSQL_READ_FLOAT:
      *value = ask_value_real (read_float ((guint32) raw));
      break;
    case ASK_MYSQL_READ_DOUBLE:
      *value = ask_value_real (read_double (raw));
      break;
    default:
      *value = ask_value_integer ((gint64) raw);
      break;
    }
  return TRUE;
}

static gboolean
is_decimal (const char *text)
{
  gboolean digits = FALSE;
  guint points = 0;

  if (*text == '-' || *text == '+')
    text++;
  for (; *text != '\0'; text++)
    {
      if (*text == '.')
        points++;
      else if (g_ascii_isdigit (*text))
        digits = TRUE;
      else
        return FALSE;
    }
  return digits && points <= 1;
}

/**
 * ask_mysql_value_for:
 * @to: (out caller-allocates): free with ask_value_clear()
 * @type: of the parameter; %ASK_TYPE_ANY leaves the value as it is
 *
 * What is sent for a value as a parameter of that type.
 */
void
ask_mysql_value_for (AskValue *to, AskType type, const AskValue *from)
{
  gboolean number = from->kind == ASK_VALUE_INTEGER || from->kind == ASK_VALUE_REAL;
  AskValue changed = *from;
  g_autofree char *text = NULL;

  switch (type)
    {
    case ASK_TYPE_ANY:
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_BOOLEAN:
      break;
    case ASK_TYPE_REAL:
      /* Beyond 2^53 it would be another number. */
      if (from->kind == ASK_VALUE_INTEGER && ABS ((double) from->integer) < 9007199254740992.0)
        changed = ask_value_real ((double) from->integer);
      break;
    case ASK_TYPE_BLOB:
      if (from->kind == ASK_VALUE_TEXT)
        changed.kind = ASK_VALUE_BLOB;
      break;
    default:
      if (number)
        {
          text = ask_value_to_text (from);
          changed = ask_value_text (text, -1);
        }
      break;
    }
  ask_value_dup_into (to, &changed);
}

/**
 * ask_mysql_bind:
 * @bind: (out caller-allocates): borrows from @value
 * @value: made by ask_mysql_value_for()
 */
void
ask_mysql_bind (MYSQL_BIND *bind, AskType type, AskValue *value)
{
  memset (bind, 0, sizeof *bind);
  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      bind->buffer_type = MYSQL_TYPE_LONGLONG;
      bind->buffer = &value->integer;
      break;
    case ASK_VALUE_REAL:
      bind->buffer_type = MYSQL_TYPE_DOUBLE;
      bind->buffer = &value->real;
      break;
    case ASK_VALUE_TEXT:
    case ASK_VALUE_BLOB:
      bind->buffer_type = value->kind == ASK_VALUE_BLOB                          ? MYSQL_TYPE_BLOB
                          : type == ASK_TYPE_DECIMAL && is_decimal (value->text) ? MYSQL_TYPE_NEWDECIMAL
                                                                                 : MYSQL_TYPE_STRING;
      bind->buffer = (void *) value->text;
      bind->buffer_length = value->length;
      /* The library wants a pointer; this one lies in the bind itself. */
      bind->length_value = value->length;
      bind->length = &bind->length_value;
      break;
    default:
      bind->buffer_type = MYSQL_TYPE_NULL;
      break;
    }
}

static gulong
declared_number (const char *declared, guint place)
{
  const char *at = strchr (declared, '(');

  for (guint i = 0; at != NULL && i < place; i++)
    at = strchr (at + 1, ',');
  return at != NULL ? strtoul (at + 1, NULL, 10) : 0;
}

/**
 * ask_mysql_type_from_declared:
 * @declared: as information_schema writes it: "decimal(10,2) unsigned"
 *
 * Returns: what a column of it holds, the same as the result of a query has
 */
AskType
ask_mysql_type_from_declared (const char *declared)
{
  static const struct
  {
    const char *name;
    AskType type;
  } names[] = { { "smallint", ASK_TYPE_INTEGER },    { "mediumint", ASK_TYPE_INTEGER },
                { "int", ASK_TYPE_INTEGER },         { "year", ASK_TYPE_INTEGER },
                { "float", ASK_TYPE_REAL },          { "double", ASK_TYPE_REAL },
                { "date", ASK_TYPE_DATE },           { "datetime", ASK_TYPE_DATETIME },
                { "timestamp", ASK_TYPE_DATETIME },  { "json", ASK_TYPE_JSON },
                { "binary", ASK_TYPE_BLOB },         { "varbinary", ASK_TYPE_BLOB },
                { "tinyblob", ASK_TYPE_BLOB },       { "blob", ASK_TYPE_BLOB },
                { "mediumblob", ASK_TYPE_BLOB },     { "longblob", ASK_TYPE_BLOB },
                { "geometry", ASK_TYPE_BLOB },       { "point", ASK_TYPE_BLOB },
                { "linestring", ASK_TYPE_BLOB },     { "polygon", ASK_TYPE_BLOB },
                { "multipoint", ASK_TYPE_BLOB },     { "multilinestring", ASK_TYPE_BLOB },
                { "multipolygon", ASK_TYPE_BLOB },   { "geometrycollection", ASK_TYPE_BLOB },
                { "geomcollection", ASK_TYPE_BLOB }, { "time", ASK_TYPE_TEXT } };
  gsize length = strcspn (declared, "( ");
  g_autofree char *name = g_ascii_strdown (declared, (gssize) length);
  gboolean unsigned_ = strstr (declared, "unsigned") != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      return names[i].type;
  if (strcmp (name, "tinyint") == 0)
    return declared_number (declared, 0) == 1 ? ASK_TYPE_BOOLEAN : ASK_TYPE_INTEGER;
  if (strcmp (name, "bigint") == 0)
    return unsigned_ ? ASK_TYPE_DECIMAL : ASK_TYPE_INTEGER;
  if (strcmp (name, "bit") == 0)
    return declared_number (declared, 0) == 64  ? ASK_TYPE_DECIMAL
           : declared_number (declared, 0) == 1 ? ASK_TYPE_BOOLEAN
                                                : ASK_TYPE_INTEGER;
  if (strcmp (name, "decimal") == 0 || strcmp (name, "numeric") == 0)
    return decimal_type (declared_number (declared, 0), (guint) declared_number (declared, 1));
  return ASK_TYPE_TEXT;
}

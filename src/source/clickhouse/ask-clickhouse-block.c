/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values of a block of the Native format. A column is measured first, once all of its bytes are there; then each value
 * is read where it lies. A text's last byte is followed by one that was measured already, which becomes its NUL.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/ask-json.h"

/** ask_clickhouse_read_length: reads a number of 7 bits a byte. Returns: whether all of it is there */
gboolean
ask_clickhouse_read_length (const guint8 *bytes, gsize length, gsize *at, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 64 && *at < length; shift += 7)
    {
      guint8 byte = bytes[(*at)++];

      *value |= (guint64) (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Texts that have come are not measured again with each piece that comes behind them. */
static gboolean
measure_texts (AskClickhouseType *self, const guint8 *bytes, gsize length, gsize *at)
{
  gsize next = self->measured_to;

  if (self->starts == NULL)
    {
      self->starts = g_array_new (FALSE, FALSE, sizeof (gsize));
      self->lengths = g_array_new (FALSE, FALSE, sizeof (gsize));
    }
  if (next == 0)
    {
      next = *at;
      g_array_set_size (self->starts, 0);
      g_array_set_size (self->lengths, 0);
    }
  while (self->starts->len < self->n)
    {
      guint64 n;
      gsize size;

      self->measured_to = next;
      if (!ask_clickhouse_read_length (bytes, length, &next, &n) || n > length - next)
        return FALSE;
      size = (gsize) n;
      g_array_append_val (self->starts, next);
      g_array_append_val (self->lengths, size);
      next += size;
    }
  self->measured_to = 0;
  *at = next;
  return TRUE;
}

/* @size: up to 8. Numbers are little-endian, and lie anywhere. */
static guint64
read_unsigned (const guint8 *bytes, guint size)
{
  guint64 value = 0;

  memcpy (&value, bytes, size);
  return GUINT64_FROM_LE (value);
}

static gint64
read_signed (const guint8 *bytes, guint size)
{
  guint unused = 64 - 8 * size;

  return (gint64) (read_unsigned (bytes, size) << unused) >> unused;
}

/* The word of an enumeration's number. Returns: (transfer none) (nullable) */
static const char *
find_word (const AskClickhouseType *self, const guint8 *at)
{
  return g_hash_table_lookup (self->names, GINT_TO_POINTER ((int) read_signed (at, self->size)));
}

/**
 * ask_clickhouse_type_measure:
 * @n: values of the column
 * @at: (inout): where they begin; then, where they end
 *
 * Returns: whether all of them are there
 */
gboolean
ask_clickhouse_type_measure (AskClickhouseType *self, const guint8 *bytes, gsize length, gsize n, gsize *at)
{
  guint64 total;

  self->at = *at;
  self->n = n;
  switch (self->kind)
    {
    case ASK_CLICKHOUSE_STRING:
      return measure_texts (self, bytes, length, at);
    case ASK_CLICKHOUSE_NULLABLE:
      if (n > length - *at)
        return FALSE;
      *at += n;
      return ask_clickhouse_type_measure (self->parts->pdata[0], bytes, length, n, at);
    case ASK_CLICKHOUSE_ARRAY:
      if (n > (length - *at) / 8)
        return FALSE;
      *at += n * 8;
      total = n > 0 ? read_unsigned (bytes + *at - 8, 8) : 0;
      return total <= G_MAXUINT32
             && ask_clickhouse_type_measure (self->parts->pdata[0], bytes, length, (gsize) total, at);
    case ASK_CLICKHOUSE_TUPLE:
      for (guint i = 0; i < self->parts->len; i++)
        if (!ask_clickhouse_type_measure (self->parts->pdata[i], bytes, length, n, at))
          return FALSE;
      return TRUE;
    case ASK_CLICKHOUSE_INTEGER:
    case ASK_CLICKHOUSE_UNSIGNED:
    case ASK_CLICKHOUSE_BOOLEAN:
    case ASK_CLICKHOUSE_REAL:
    case ASK_CLICKHOUSE_DECIMAL:
    case ASK_CLICKHOUSE_DATE:
    case ASK_CLICKHOUSE_MOMENT:
    case ASK_CLICKHOUSE_FIXED:
    case ASK_CLICKHOUSE_UUID:
    case ASK_CLICKHOUSE_ENUM:
    case ASK_CLICKHOUSE_IPV4:
    case ASK_CLICKHOUSE_NOTHING:
    default:
      if (self->size > 0 && n > (length - *at) / self->size)
        return FALSE;
      *at += n * self->size;
      return TRUE;
    }
}

/* @nulls: (nullable): a byte a value, which says whether it is none. What lies under such a one means nothing. */
static gboolean
check (const AskClickhouseType *self, const guint8 *bytes, const guint8 *nulls)
{
  guint64 last = 0;

  switch (self->kind)
    {
    case ASK_CLICKHOUSE_NULLABLE:
      return check (self->parts->pdata[0], bytes, bytes + self->at);
    case ASK_CLICKHOUSE_ARRAY:
      /* The last one was measured by: no value lies behind it if none begins behind the next. */
      for (gsize i = 0; i < self->n; i++)
        {
          guint64 next = read_unsigned (bytes + self->at + i * 8, 8);

          if (next < last)
            return FALSE;
          last = next;
        }
      return check (self->parts->pdata[0], bytes, NULL);
    case ASK_CLICKHOUSE_TUPLE:
      for (guint i = 0; i < self->parts->len; i++)
        if (!check (self->parts->pdata[i], bytes, nulls))
          return FALSE;
      return TRUE;
    case ASK_CLICKHOUSE_ENUM:
      for (gsize i = 0; i < self->n; i++)
        if ((nulls == NULL || nulls[i] == 0) && find_word (self, bytes + self->at + i * self->size) == NULL)
          return FALSE;
      return TRUE;
    case ASK_CLICKHOUSE_INTEGER:
    case ASK_CLICKHOUSE_UNSIGNED:
    case ASK_CLICKHOUSE_BOOLEAN:
    case ASK_CLICKHOUSE_REAL:
    case ASK_CLICKHOUSE_DECIMAL:
    case ASK_CLICKHOUSE_DATE:
    case ASK_CLICKHOUSE_MOMENT:
    case ASK_CLICKHOUSE_STRING:
    case ASK_CLICKHOUSE_FIXED:
    case ASK_CLICKHOUSE_UUID:
    case ASK_CLICKHOUSE_IPV4:
    case ASK_CLICKHOUSE_NOTHING:
    default:
      return TRUE;
    }
}

/**
 * ask_clickhouse_type_check:
 * @bytes: in which all of the column was measured
 *
 * Returns: whether each of its values can be read: arrays that begin where the one before ends, and words that an
 *   enumeration has
 */
gboolean
ask_clickhouse_type_check (const AskClickhouseType *self, const guint8 *bytes)
{
  return check (self, bytes, NULL);
}

/* The digits of a little-endian integer, with a point before the last @scale of them. */
static void
append_digits (GString *text, const guint8 *bytes, guint size, gboolean has_sign, guint scale)
{
  guint8 rest[32];
  char digits[80];
  guint n = 0;
  gboolean minus = has_sign && (bytes[size - 1] & 0x80) != 0;
  guint carry = 1;
  gboolean any = TRUE;

  for (guint i = 0; i < size; i++)
    {
      guint byte = minus ? (guint) (guint8) ~bytes[i] + carry : bytes[i];

      carry = minus ? byte >> 8 : 0;
      rest[i] = (guint8) byte;
    }
  while (any || n <= scale)
    {
      guint remainder = 0;

      any = FALSE;
      for (guint i = size; i-- > 0;)
        {
          guint part = remainder * 256 + rest[i];

          rest[i] = (guint8) (part / 10);
          remainder = part % 10;
          any = any || rest[i] != 0;
        }
      digits[n++] = (char) ('0' + remainder);
    }
  if (minus)
    g_string_append_c (text, '-');
  while (n-- > 0)
    {
      g_string_append_c (text, digits[n]);
      if (n == scale && scale > 0)
        g_string_append_c (text, '.');
    }
}

static void
append_date (GString *text, gint64 days)
{
  /* Civil from days, by Howard Hinnant: proleptic Gregorian. */
  gint64 z = days + 719468;
  gint64 era = (z >= 0 ? z : z - 146096) / 146097;
  guint doe = (guint) (z - era * 146097);
  guint yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  guint doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  guint mp = (5 * doy + 2) / 153;
  guint month = mp < 10 ? mp + 3 : mp - 9;
  gint64 year = (gint64) yoe + era * 400 + (month <= 2);

  g_string_append_printf (text, "%04" G_GINT64_FORMAT "-%02u-%02u", year, month, doy - (153 * mp + 2) / 5 + 1);
}

static void
append_moment (GString *text, gint64 ticks, guint scale)
{
  gint64 unit = 1;
  gint64 seconds, fraction, days, clock;

  for (guint i = 0; i < scale; i++)
    unit *= 10;
  seconds = ticks / unit;
  fraction = ticks % unit;
  if (fraction < 0)
    {
      fraction += unit;
      seconds--;
    }
  days = seconds / 86400;
  clock = seconds % 86400;
  if (clock < 0)
    {
      clock += 86400;
      days--;
    }
  append_date (text, days);
  g_string_append_printf (text, "T%02d:%02d:%02d", (int) (clock / 3600), (int) (clock / 60 % 60), (int) (clock % 60));
  if (fraction > 0)
    {
      g_string_append_printf (text, ".%0*" G_GINT64_FORMAT, (int) scale, fraction);
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
    }
  g_string_append_c (text, 'Z');
}

/* Single precision by its shortest digits, which people wrote. */
static double
read_single (const guint8 *bytes)
{
  char digits[32];
  float value;

  memcpy (&value, bytes, sizeof value);
  if (!isfinite (value))
    return value;
  for (int precision = 6; precision <= 9; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (digits, sizeof digits, format, value);
      if ((float) g_ascii_strtod (digits, NULL) == value)
        break;
    }
  return g_ascii_strtod (digits, NULL);
}

static AskValue
from_space (AskClickhouseType *self)
{
  return ask_value_text (self->space->str, (gssize) self->space->len);
}

/* A text may hold NULs, which GLib takes for its end. */
static gboolean
is_text (const char *text, gsize length)
{
  const char *end = text + length;
  const char *p = text;

  /* Most texts are short, and of ASCII alone. */
  while (p < end && (*p & 0x80) == 0)
    p++;
  if (p == end)
    return TRUE;
  while (!g_utf8_validate_len (text, (gsize) (end - text), &text))
    if (*text++ != '\0')
      return FALSE;
  return TRUE;
}

static AskValue
read_bytes (guint8 *bytes, gsize start, gsize length)
{
  return is_text ((const char *) bytes + start, length) ? ask_value_text ((const char *) bytes + start, (gssize) length)
                                                        : ask_value_blob (bytes + start, length);
}

static AskValue
read_real (AskClickhouseType *self, const guint8 *bytes)
{
  double value;

  if (self->size == 4)
    value = read_single (bytes);
  else
    memcpy (&value, bytes, sizeof value);
  return isnan (value) ? ask_value_text ("NaN", 3) : ask_value_real (value);
}

static void append_json (AskClickhouseType *self, guint8 *bytes, gsize i, GString *json);

static void
append_array (AskClickhouseType *self, guint8 *bytes, gsize i, GString *json)
{
  gsize first = i > 0 ? (gsize) read_unsigned (bytes + self->at + (i - 1) * 8, 8) : 0;
  gsize last = (gsize) read_unsigned (bytes + self->at + i * 8, 8);

  g_string_append_c (json, '[');
  for (gsize e = first; e < last; e++)
    {
      g_string_append (json, e > first ? "," : "");
      append_json (self->parts->pdata[0], bytes, e, json);
    }
  g_string_append_c (json, ']');
}

static void
append_tuple (AskClickhouseType *self, guint8 *bytes, gsize i, GString *json)
{
  g_string_append_c (json, '[');
  for (guint p = 0; p < self->parts->len; p++)
    {
      g_string_append (json, p > 0 ? "," : "");
      append_json (self->parts->pdata[p], bytes, i, json);
    }
  g_string_append_c (json, ']');
}

static void
append_json (AskClickhouseType *self, guint8 *bytes, gsize i, GString *json)
{
  switch (self->kind)
    {
    case ASK_CLICKHOUSE_ARRAY:
      append_array (self, bytes, i, json);
      return;
    case ASK_CLICKHOUSE_TUPLE:
      append_tuple (self, bytes, i, json);
      return;
    case ASK_CLICKHOUSE_NULLABLE:
      if (bytes[self->at + i] != 0)
        g_string_append (json, "null");
      else
        append_json (self->parts->pdata[0], bytes, i, json);
      return;
    case ASK_CLICKHOUSE_BOOLEAN:
      g_string_append (json, bytes[self->at + i] != 0 ? "true" : "false");
      return;
    case ASK_CLICKHOUSE_INTEGER:
    case ASK_CLICKHOUSE_UNSIGNED:
    case ASK_CLICKHOUSE_DECIMAL:
      append_digits (json, bytes + self->at + i * self->size, self->size, self->kind != ASK_CLICKHOUSE_UNSIGNED,
                     self->scale);
      return;
    case ASK_CLICKHOUSE_REAL:
    case ASK_CLICKHOUSE_DATE:
    case ASK_CLICKHOUSE_MOMENT:
    case ASK_CLICKHOUSE_STRING:
    case ASK_CLICKHOUSE_FIXED:
    case ASK_CLICKHOUSE_UUID:
    case ASK_CLICKHOUSE_ENUM:
    case ASK_CLICKHOUSE_IPV4:
    case ASK_CLICKHOUSE_NOTHING:
    default:
      {
        AskValue value;

        if (self->kind == ASK_CLICKHOUSE_STRING)
          {
            /* No NUL is put behind it: the bytes there may be wanted yet. */
            g_string_truncate (self->space, 0);
            g_string_append_len (self->space, (const char *) bytes + g_array_index (self->starts, gsize, i),
                                 (gssize) g_array_index (self->lengths, gsize, i));
            value = read_bytes ((guint8 *) self->space->str, 0, self->space->len);
          }
        else
          value = ask_clickhouse_type_read (self, bytes, i);
        ask_json_append_value (json, &value);
      }
    }
}

static AskValue
read_uuid (AskClickhouseType *self, const guint8 *at)
{
  guint64 high = read_unsigned (at, 8);
  guint64 low = read_unsigned (at + 8, 8);

  g_string_append_printf (self->space, "%08x-%04x-%04x-%04x-%012" G_GINT64_MODIFIER "x", (guint) (high >> 32),
                          (guint) (high >> 16) & 0xffff, (guint) high & 0xffff, (guint) (low >> 48),
                          low & G_GUINT64_CONSTANT (0xffffffffffff));
  return from_space (self);
}

static AskValue
read_decimal (AskClickhouseType *self, const guint8 *at)
{
  if (self->type == ASK_TYPE_INTEGER)
    return ask_value_integer (read_signed (at, self->size));
  append_digits (self->space, at, self->size, TRUE, self->scale);
  return self->type == ASK_TYPE_REAL ? ask_value_real (g_ascii_strtod (self->space->str, NULL)) : from_space (self);
}

static AskValue
read_fixed (AskClickhouseType *self, const guint8 *at)
{
  gsize length = self->size;

  /* The server fills it with NULs. */
  while (length > 0 && at[length - 1] == 0)
    length--;
  g_string_append_len (self->space, (const char *) at, (gssize) length);
  return read_bytes ((guint8 *) self->space->str, 0, length);
}

/**
 * ask_clickhouse_type_read:
 * @bytes: of the block, of which the column was measured; writable
 * @i: which value
 *
 * Returns: the value; it borrows from the block or from @self, until the next one is read
 */
AskValue
ask_clickhouse_type_read (AskClickhouseType *self, guint8 *bytes, gsize i)
{
  guint8 *at = bytes + self->at + i * self->size;

  g_string_truncate (self->space, 0);
  switch (self->kind)
    {
    case ASK_CLICKHOUSE_INTEGER:
      if (self->size <= 8)
        return ask_value_integer (read_signed (at, self->size));
      append_digits (self->space, at, self->size, TRUE, 0);
      return from_space (self);
    case ASK_CLICKHOUSE_UNSIGNED:
      if (self->size < 8)
        return ask_value_integer ((gint64) read_unsigned (at, self->size));
      if (self->type == ASK_TYPE_INTEGER && self->size == 8 && (at[7] & 0x80) == 0)
        return ask_value_integer ((gint64) read_unsigned (at, 8));
      append_digits (self->space, at, self->size, FALSE, 0);
      return from_space (self);
    case ASK_CLICKHOUSE_BOOLEAN:
      return ask_value_integer (*at != 0);
    case ASK_CLICKHOUSE_REAL:
      return read_real (self, at);
    case ASK_CLICKHOUSE_DECIMAL:
      return read_decimal (self, at);
    case ASK_CLICKHOUSE_DATE:
      append_date (self->space, self->size == 2 ? (gint64) read_unsigned (at, 2) : read_signed (at, 4));
      return from_space (self);
    case ASK_CLICKHOUSE_MOMENT:
      append_moment (self->space, self->size == 4 ? (gint64) read_unsigned (at, 4) : read_signed (at, 8), self->scale);
      return from_space (self);
    case ASK_CLICKHOUSE_STRING:
      {
        gsize start = g_array_index (self->starts, gsize, i);
        gsize length = g_array_index (self->lengths, gsize, i);

        bytes[start + length] = '\0';
        return read_bytes (bytes, start, length);
      }
    case ASK_CLICKHOUSE_FIXED:
      return read_fixed (self, at);
    case ASK_CLICKHOUSE_UUID:
      return read_uuid (self, at);
    case ASK_CLICKHOUSE_ENUM:
      return ask_value_text (find_word (self, at), -1);
    case ASK_CLICKHOUSE_IPV4:
      g_string_append_printf (self->space, "%u.%u.%u.%u", at[3], at[2], at[1], at[0]);
      return from_space (self);
    case ASK_CLICKHOUSE_NULLABLE:
      return bytes[self->at + i] != 0 ? ASK_NULL_INIT : ask_clickhouse_type_read (self->parts->pdata[0], bytes, i);
    case ASK_CLICKHOUSE_ARRAY:
    case ASK_CLICKHOUSE_TUPLE:
      append_json (self, bytes, i, self->space);
      return from_space (self);
    case ASK_CLICKHOUSE_NOTHING:
    default:
      return ASK_NULL_INIT;
    }
}

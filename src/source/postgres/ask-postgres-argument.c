/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values on their way to a PostgreSQL server: INTEGER as int8, REAL as float8, BOOLEAN as bool, BLOB as bytea, all others
 * as text; an array as an array of these. They are written as text, which every server reads as the value that it is.
 *
 * Arrays may have a hundred thousand elements, of which the server would take longer to read the text than to join them.
 * One whose elements are all of its own kind is sent in the server's own form: the bytes of each, with their number
 * before them.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"

/* Bytes of an element at most, but for texts: its length and 64 bits. */
#define ELEMENT_SIZE 12

/* Of an array: dimensions, whether there are NULLs, what an element is, how many there are, the first one's number. */
#define HEADER_SIZE 20

/* Returns: (transfer full): @value as the server reads it; never of a NULL */
static char *
value_to_server (AskType type, const AskValue *value)
{
  if (value->kind == ASK_VALUE_BLOB && type == ASK_TYPE_BLOB)
    {
      GString *hex = g_string_new ("\\x");

      for (guint i = 0; i < value->length; i++)
        g_string_append_printf (hex, "%02x", value->blob[i]);
      return g_string_free (hex, FALSE);
    }
  if (type == ASK_TYPE_BOOLEAN && value->kind == ASK_VALUE_INTEGER)
    return g_strdup (value->integer != 0 ? "t" : "f");
  if (value->kind == ASK_VALUE_REAL && isinf (value->real))
    return g_strdup (value->real > 0 ? "Infinity" : "-Infinity");
  /* 3.0 for an integer; no integer of 64 bits is written with a point. */
  if (type == ASK_TYPE_INTEGER && value->kind == ASK_VALUE_REAL && value->real >= -9223372036854775808.0
      && value->real < 9223372036854775808.0 && value->real == (double) (gint64) value->real)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value->real);
  return ask_value_to_text (value);
}

static gboolean
is_sendable (const AskValue *value)
{
  return value->kind != ASK_VALUE_TEXT || g_utf8_validate (value->text, value->length, NULL);
}

static gboolean
check_sendable (const AskArgument *argument, GError **error)
{
  for (gsize v = 0; v < argument->n_values; v++)
    if (!is_sendable (&argument->values[v]))
      {
        ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA,
                       N_ ("A text that is not UTF-8, or holds a zero byte, cannot be sent to "
                           "a PostgreSQL server."));
        return FALSE;
      }
  return TRUE;
}

static void
append_quoted (GString *array, const char *text)
{
  g_string_append_c (array, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (array, '\\');
      g_string_append_c (array, *p);
    }
  g_string_append_c (array, '"');
}

/* Returns: (transfer full): the array as text */
static char *
write_array (const AskArgument *argument)
{
  GString *array = g_string_new ("{");

  for (gsize v = 0; v < argument->n_values; v++)
    {
      const AskValue *value = &argument->values[v];
      g_autofree char *text = NULL;

      if (v > 0)
        g_string_append_c (array, ',');
      if (value->kind == ASK_VALUE_NULL)
        {
          g_string_append (array, "NULL");
          continue;
        }
      text = value_to_server (argument->type, value);
      append_quoted (array, text);
    }
  g_string_append_c (array, '}');
  return g_string_free (array, FALSE);
}

/* How values of an array's type lie in cells whose bytes the server takes as they are; %ASK_VALUE_NULL where they do
 * not, as of truth values and days. */
static AskValueKind
find_plain_kind (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
      return ASK_VALUE_INTEGER;
    case ASK_TYPE_REAL:
      return ASK_VALUE_REAL;
    case ASK_TYPE_BOOLEAN:
    case ASK_TYPE_BLOB:
      return ASK_VALUE_NULL;
    default:
      return ASK_VALUE_TEXT;
    }
}

/* Whether the array can go in the server's own form. @size: (out): bytes at most; @nulls: (out): whether there is one */
static gboolean
is_plain (const AskArgument *argument, gsize *size, gboolean *nulls)
{
  AskValueKind kind = find_plain_kind (argument->type);

  *size = HEADER_SIZE;
  *nulls = FALSE;
  for (gsize v = 0; v < argument->n_values; v++)
    {
      const AskValue *value = &argument->values[v];

      if (value->kind == ASK_VALUE_NULL)
        *nulls = TRUE;
      else if (value->kind != (guint32) kind)
        return FALSE;
      *size += value->kind == ASK_VALUE_TEXT ? sizeof (gint32) + value->length : ELEMENT_SIZE;
    }
  return argument->n_values > 0 && kind != ASK_VALUE_NULL && *size <= G_MAXINT32;
}

static char *
put_32 (char *to, gint32 number)
{
  gint32 bytes = GINT32_TO_BE (number);

  return mempcpy (to, &bytes, sizeof bytes);
}

static char *
put_value (char *to, const AskValue *value)
{
  gint64 bytes;

  if (value->kind == ASK_VALUE_NULL)
    return put_32 (to, -1);
  if (value->kind == ASK_VALUE_TEXT)
    return mempcpy (put_32 (to, (gint32) value->length), value->text, value->length);
  /* A double's bytes come in the order of an integer's. */
  bytes = GINT64_TO_BE (value->integer);
  return mempcpy (put_32 (to, sizeof bytes), &bytes, sizeof bytes);
}

/* Returns: (transfer full): the array in the server's own form. @length: (inout): bytes at most; bytes of it */
static char *
pack_array (const AskArgument *argument, gboolean nulls, gsize *length)
{
  char *array = g_malloc (*length);
  char *to = put_32 (array, 1);

  to = put_32 (to, nulls);
  /* Of days that are sent in an array, too, the elements are texts. */
  to = put_32 (to, (gint32) ask_postgres_type_get_oid (
                     find_plain_kind (argument->type) == ASK_VALUE_TEXT ? ASK_TYPE_TEXT : argument->type, FALSE));
  to = put_32 (to, (gint32) argument->n_values);
  to = put_32 (to, 1);
  for (gsize v = 0; v < argument->n_values; v++)
    to = put_value (to, &argument->values[v]);
  *length = (gsize) (to - array);
  return array;
}

static void
add_array (AskPostgresArguments *self, guint i, const AskArgument *argument)
{
  gsize length;
  gboolean nulls;

  if (!is_plain (argument, &length, &nulls))
    {
      self->values[i] = write_array (argument);
      return;
    }
  self->values[i] = pack_array (argument, nulls, &length);
  self->lengths[i] = (int) length;
  self->formats[i] = 1;
}

/* In one piece, since most have one argument, or none. */
static AskPostgresArguments *
arguments_alloc (guint n)
{
  AskPostgresArguments *self
    = g_malloc0 (sizeof *self + n * (sizeof *self->values + sizeof *self->types + 2 * sizeof *self->lengths));

  self->n = n;
  self->values = (char **) (self + 1);
  self->types = (Oid *) (self->values + n);
  self->lengths = (int *) (self->types + n);
  self->formats = self->lengths + n;
  return self;
}

/**
 * ask_postgres_arguments_new:
 * @error: %ASK_SOURCE_ERROR_DATA for text that no text of the server can equal: with a NUL in it, or
 *   not UTF-8
 *
 * Returns: (transfer full): copies
 */
AskPostgresArguments *
ask_postgres_arguments_new (const AskArgument *arguments, guint n_arguments, GError **error)
{
  g_autoptr (AskPostgresArguments) self = arguments_alloc (n_arguments);

  for (guint i = 0; i < n_arguments; i++)
    {
      const AskArgument *argument = &arguments[i];

      self->types[i] = ask_postgres_type_get_oid (argument->type, argument->array);
      if (!check_sendable (argument, error))
        return NULL;
      if (argument->array)
        add_array (self, i, argument);
      else if (argument->n_values > 0 && argument->values[0].kind != ASK_VALUE_NULL)
        self->values[i] = value_to_server (argument->type, &argument->values[0]);
    }
  return g_steal_pointer (&self);
}

/** ask_postgres_arguments_free: frees @self */
void
ask_postgres_arguments_free (AskPostgresArguments *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n; i++)
    g_free (self->values[i]);
  g_free (self);
}

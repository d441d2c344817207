/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement that is sent as a text, and not prepared: one message there, its rows back, and nothing that the server
 * keeps. Its cells come as texts. Only what means the same either way goes so; a cell becomes the value that it would be
 * if it had come in the binary protocol.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include <string.h>

/* Bytes of a text that is sent without being looked at first by the server. */
#define MAX_DIRECT 8192

/**
 * ask_mysql_text_is_direct:
 * @n_values: of its parameters
 *
 * What is sent unprepared is done before anybody can look at it.
 *
 * Returns: whether it surely gives rows, and has a ? for each value and none elsewhere
 */
gboolean
ask_mysql_text_is_direct (const char *sql, guint n_values)
{
  guint n = 0;

  for (const char *p = sql; *p != '\0'; p++)
    n += *p == '?';
  return n == n_values && strlen (sql) <= MAX_DIRECT
         && (g_str_has_prefix (sql, "SELECT ") || g_str_has_prefix (sql, "WITH ")) && strstr (sql, "INTO") == NULL;
}

/* Whether the parameter is one side of a comparison and nothing more: "(a.b = ?)". Elsewhere a number that is written
 * out would mean something else, in ORDER BY, or make another type of what is computed with it. */
static gboolean
is_compared (const char *sql, const char *parameter)
{
  return parameter - sql >= 3 && parameter[-1] == ' ' && strchr ("=<>", parameter[-2]) != NULL && parameter[1] == ')';
}

/**
 * ask_mysql_text_write:
 * @sql: ask_mysql_text_is_direct()
 * @values: @n_values of them
 *
 * Returns: (transfer full) (nullable): @sql with the values in the place of its parameters; %NULL where one is not a
 *   natural number, or is more than compared with
 */
char *
ask_mysql_text_write (const char *sql, const AskValue *values, guint n_values)
{
  g_autoptr (GString) text = NULL;
  const char *rest = sql;

  if (n_values == 0)
    return g_strdup (sql);
  text = g_string_sized_new (strlen (sql) + 20 * n_values);
  for (guint i = 0; i < n_values; i++)
    {
      const char *parameter = strchr (rest, '?');
      g_autofree char *number = NULL;

      if (values[i].kind != ASK_VALUE_INTEGER || values[i].integer < 0 || !is_compared (sql, parameter))
        return NULL;
      g_string_append_len (text, rest, parameter - rest);
      number = ask_value_to_text (&values[i]);
      g_string_append (text, number);
      rest = parameter + 1;
    }
  g_string_append (text, rest);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ask_mysql_column_is_exact:
 *
 * Returns: whether a text says all of its values. The server writes a FLOAT with six digits, and nobody promises all
 *   digits of a DOUBLE
 */
gboolean
ask_mysql_column_is_exact (const AskMysqlColumn *self)
{
  return self->read != ASK_MYSQL_READ_FLOAT && self->read != ASK_MYSQL_READ_DOUBLE;
}

/* "12:30:00.500000" without the zeros at its end. */
static AskValue
trim_fraction (AskMysqlColumn *self, const char *text, gsize length)
{
  memcpy (self->scratch, text, length);
  if (memchr (text, '.', length) != NULL)
    {
      while (self->scratch[length - 1] == '0')
        length--;
      if (self->scratch[length - 1] == '.')
        length--;
    }
  self->scratch[length] = '\0';
  return ask_value_text (self->scratch, (gssize) length);
}

/**
 * ask_mysql_column_read_text:
 * @self: ask_mysql_column_is_exact()
 * @text: (nullable): a cell of the text protocol; %NULL for NULL
 * @length: bytes of @text, behind which lies a NUL
 * @value: (out): borrows from @text or from @self
 *
 * Returns: whether the cell is one of this column
 */
gboolean
ask_mysql_column_read_text (AskMysqlColumn *self, const char *text, gsize length, AskValue *value)
{
  char *end = NULL;

  if (text == NULL)
    {
      *value = ASK_NULL_INIT;
      return TRUE;
    }
  switch (self->read)
    {
    case ASK_MYSQL_READ_UINT64:
      /* Through a number, as ZEROFILL has zeros before it. */
      {
        guint64 number = g_ascii_strtoull (text, &end, 10);

        *value = ask_value_text (self->scratch,
                                 g_snprintf (self->scratch, sizeof self->scratch, "%" G_GUINT64_FORMAT, number));
      }
      break;
    case ASK_MYSQL_READ_INT8:
    case ASK_MYSQL_READ_UINT8:
    case ASK_MYSQL_READ_INT16:
    case ASK_MYSQL_READ_UINT16:
    case ASK_MYSQL_READ_INT32:
    case ASK_MYSQL_READ_UINT32:
    case ASK_MYSQL_READ_INT64:
      *value = ask_value_integer (g_ascii_strtoll (text, &end, 10));
      break;
    case ASK_MYSQL_READ_FLOAT:
    case ASK_MYSQL_READ_DOUBLE:
      return FALSE;
    case ASK_MYSQL_READ_DATE:
    case ASK_MYSQL_READ_DATETIME:
    case ASK_MYSQL_READ_TIME:
      if (length == 0 || length >= sizeof self->scratch)
        return FALSE;
      *value = trim_fraction (self, text, length);
      return TRUE;
    default:
      return length < G_MAXUINT32 && ask_mysql_column_read_bytes (self, (const guchar *) text, length, value);
    }
  return length > 0 && end == text + length;
}

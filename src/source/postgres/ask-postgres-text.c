/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement that is sent as a text, in one message: the server neither keeps it nor copies it, as it does with one that
 * may be bound again. No value gets into a text but a natural number in the place of a parameter whose type stands beside
 * it, which means the same wherever it is.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <string.h>

/* Behind each parameter that may be written out. */
#define TYPE "::int8"

/* Of any natural number below 10^18. */
#define MAX_DIGITS 18

/* Returns: how many digits; 0 where it is no natural number */
static gsize
count_digits (const char *text)
{
  gsize n = text != NULL ? strspn (text, "0123456789") : 0;

  return n > 0 && n <= MAX_DIGITS && text[n] == '\0' ? n : 0;
}

/* @mark: a dollar sign in a statement. @end: (out): behind it. Returns: (transfer none) (nullable): the digits in its
 * place */
static const char *
find_number (const char *mark, const AskPostgresArguments *arguments, const char **end)
{
  guint64 n = g_ascii_strtoull (mark + 1, (char **) end, 10);
  const char *value;

  if (n == 0 || n > arguments->n || !g_str_has_prefix (*end, TYPE)
      || arguments->types[n - 1] != ask_postgres_type_get_oid (ASK_TYPE_INTEGER, FALSE))
    return NULL;
  value = arguments->values[n - 1];
  return count_digits (value) > 0 ? value : NULL;
}

/* What stands between quotes is a name, and no parameter. @from: (inout): behind the mark, or the statement's end. Returns:
 * (transfer none) (nullable): the next dollar sign that begins a parameter; %NULL for none. @single: (inout): cleared where
 * the statement could be more than one, or ends within quotes */
static const char *
find_mark (const char **from, gboolean *single)
{
  const char *p = *from;

  for (; *p != '\0' && *p != '$'; p++)
    if (*p == '"' || *p == '\'')
      {
        const char *close = strchr (p + 1, *p);

        *single = *single && close != NULL;
        p = close != NULL ? close : p;
      }
    else if (*p == ';')
      *single = FALSE;
  *from = p;
  return *p == '$' ? p : NULL;
}

/**
 * ask_postgres_text_write:
 * @sql: one SELECT
 * @arguments: of it
 *
 * Returns: (transfer full) (nullable): @sql with its arguments in the place of its parameters; %NULL where one is not a
 *   natural number, or where it could be more than one statement
 */
char *
ask_postgres_text_write (const char *sql, const AskPostgresArguments *arguments)
{
  g_autoptr (GString) text = g_string_sized_new (strlen (sql) + MAX_DIGITS * (gsize) arguments->n);
  gboolean single = TRUE;
  const char *from = sql;
  const char *mark;

  while ((mark = find_mark (&from, &single)) != NULL)
    {
      const char *number = find_number (mark, arguments, &from);

      if (number == NULL)
        return NULL;
      g_string_append_len (text, sql, mark - sql);
      g_string_append (text, number);
      sql = from;
    }
  g_string_append (text, sql);
  return single ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

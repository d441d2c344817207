/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of a value makes a group. Each part of a time is computed twice, here and as SQL of the relational view, and is the
 * same: what strftime() takes for a day or a moment, with its zone brought to UTC. Texts are compared by bytes, and 1 is 1.0,
 * as GROUP BY has it.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-locale.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-week.h"
#include "table/ask-pivot-private.h"

/* The day in UTC. A zone is rare, and costs more. */
static gboolean
read_day (const AskValue *value, GDate *day)
{
  AskLocaleTime time = ask_locale_read_time (value->text, value->length);
  const char *zone;

  if (time != ASK_LOCALE_DAY && time != ASK_LOCALE_MOMENT)
    return FALSE;
  g_date_set_dmy (day, (GDateDay) g_ascii_strtoull (value->text + 8, NULL, 10),
                  (GDateMonth) g_ascii_strtoull (value->text + 5, NULL, 10),
                  (GDateYear) g_ascii_strtoull (value->text, NULL, 10));
  zone = time == ASK_LOCALE_MOMENT ? strpbrk (value->text + 16, "+-") : NULL;
  if (zone != NULL && strlen (zone) == 6)
    {
      g_autofree char *text = g_strndup (value->text, value->length);
      g_autoptr (GDateTime) local = NULL;
      g_autoptr (GDateTime) utc = NULL;

      text[10] = 'T';
      local = g_date_time_new_from_iso8601 (text, NULL);
      utc = local != NULL ? g_date_time_to_utc (local) : NULL;
      if (utc == NULL)
        return FALSE;
      g_date_set_dmy (day, (GDateDay) g_date_time_get_day_of_month (utc), (GDateMonth) g_date_time_get_month (utc),
                      (GDateYear) g_date_time_get_year (utc));
    }
  return TRUE;
}

/**
 * ask_pivot_key:
 * @part: what of it makes a group
 * @value: a cell
 * @room: (out caller-allocates): ASK_PIVOT_KEY_BYTES for the text of a key
 *
 * Returns: the group's key; NULL where @value is no time. It borrows from @value or from @room
 */
AskValue
ask_pivot_key (AskPivotPart part, const AskValue *value, char *room)
{
  GDate day;
  int year, month;

  if (part == ASK_PIVOT_WHOLE)
    return *value;
  g_date_clear (&day, 1);
  if (value->kind != ASK_VALUE_TEXT || !read_day (value, &day))
    return ASK_NULL_INIT;
  year = g_date_get_year (&day);
  month = (int) g_date_get_month (&day);
  switch (part)
    {
    case ASK_PIVOT_YEAR:
      return ask_value_integer (year);
    case ASK_PIVOT_QUARTER:
      g_snprintf (room, ASK_PIVOT_KEY_BYTES, "%04d-Q%d", year, (month + 2) / 3);
      break;
    case ASK_PIVOT_MONTH:
      g_snprintf (room, ASK_PIVOT_KEY_BYTES, "%04d-%02d", year, month);
      break;
    case ASK_PIVOT_WEEK:
      /* A week is of the year of its Thursday. */
      g_date_set_julian (&day, g_date_get_julian (&day) + 4 - (guint) g_date_get_weekday (&day));
      g_snprintf (room, ASK_PIVOT_KEY_BYTES, "%04d-W%02u", g_date_get_year (&day),
                  (g_date_get_day_of_year (&day) + 6) / 7);
      break;
    case ASK_PIVOT_DAY:
    case ASK_PIVOT_WHOLE:
    default:
      g_snprintf (room, ASK_PIVOT_KEY_BYTES, "%04d-%02d-%02u", year, month, g_date_get_day (&day));
      break;
    }
  return ask_value_text (room, -1);
}

/**
 * ask_pivot_append_key:
 * @sql: gets the key of each row
 * @part: what of the column
 * @column: quoted
 */
void
ask_pivot_append_key (GString *sql, AskPivotPart part, const char *column)
{
  g_autofree char *week = NULL;

  switch (part)
    {
    case ASK_PIVOT_YEAR:
      g_string_append_printf (sql, "CAST(strftime('%%Y', %s) AS INTEGER)", column);
      break;
    case ASK_PIVOT_QUARTER:
      g_string_append_printf (sql, "strftime('%%Y', %s) || '-Q' || ((CAST(strftime('%%m', %s) AS INTEGER) + 2) / 3)",
                              column, column);
      break;
    case ASK_PIVOT_MONTH:
      g_string_append_printf (sql, "strftime('%%Y-%%m', %s)", column);
      break;
    case ASK_PIVOT_WEEK:
      week = ask_sql_dup_week (column);
      g_string_append (sql, week);
      break;
    case ASK_PIVOT_DAY:
      g_string_append_printf (sql, "strftime('%%Y-%%m-%%d', %s)", column);
      break;
    case ASK_PIVOT_WHOLE:
    default:
      g_string_append (sql, column);
      break;
    }
}

/** ask_pivot_append_in: @sql: gets a condition: the part of @column is one of the @n @keys */
void
ask_pivot_append_in (GString *sql, AskPivotPart part, const char *column, const AskValue *keys, guint n)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gboolean null = FALSE, any = FALSE;

  ask_pivot_append_key (key, part, column);
  g_string_append_c (sql, '(');
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *literal = NULL;

      if (keys[i].kind == ASK_VALUE_NULL)
        {
          null = TRUE;
          continue;
        }
      literal = ask_sql_quote_value (&keys[i]);
      g_string_append_printf (sql, "%s%s%s", any ? ", " : key->str, any ? "" : " IN (", literal);
      any = TRUE;
    }
  if (any)
    g_string_append_c (sql, ')');
  if (null)
    g_string_append_printf (sql, "%s%s IS NULL", any ? " OR " : "", key->str);
  if (!any && !null)
    g_string_append (sql, "0");
  g_string_append_c (sql, ')');
}

/** ask_pivot_key_hash: @key: an #AskValue. Returns: its hash, the same for 1 and 1.0 */
guint
ask_pivot_key_hash (gconstpointer key)
{
  const AskValue *value = key;
  guint64 hash = G_GUINT64_CONSTANT (14695981039346656037);

  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_NULL:
      return 0;
    case ASK_VALUE_REAL:
      if (value->real != floor (value->real) || fabs (value->real) >= 9e18)
        {
          memcpy (&hash, &value->real, sizeof hash);
          break;
        }
      hash = (guint64) (gint64) value->real;
      break;
    case ASK_VALUE_INTEGER:
      hash = (guint64) value->integer;
      break;
    case ASK_VALUE_TEXT:
    case ASK_VALUE_BLOB:
    default:
      for (guint32 i = 0; i < value->length; i++)
        hash = (hash ^ value->blob[i]) * G_GUINT64_CONSTANT (1099511628211);
      break;
    }
  hash *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (hash >> 32);
}

/** ask_pivot_key_equal: Returns: whether GROUP BY takes @a and @b for one */
gboolean
ask_pivot_key_equal (gconstpointer a, gconstpointer b)
{
  const AskValue *one = a, *other = b;

  if (one->kind == ASK_VALUE_NULL || other->kind == ASK_VALUE_NULL)
    return one->kind == other->kind;
  return ask_value_compare (one, other) == 0;
}

/** ask_pivot_passes: Returns: whether the @row of @rows is in all filters of @pivot */
gboolean
ask_pivot_passes (const AskPivot *pivot, const AskRows *rows, gsize row)
{
  for (guint i = 0; i < pivot->filters->len; i++)
    {
      const AskPivotFilter *filter = pivot->filters->pdata[i];
      char room[ASK_PIVOT_KEY_BYTES];
      AskValue key = ask_pivot_key (filter->part, ask_rows_get (rows, row, filter->column), room);
      guint c = 0;

      if (filter->choices->len == 0)
        continue;
      while (c < filter->choices->len && !ask_pivot_key_equal (&key, &g_array_index (filter->choices, AskValue, c)))
        c++;
      if (c == filter->choices->len)
        return FALSE;
    }
  return TRUE;
}

/** ask_pivot_key_type: Returns: what keys of @part of a column of @type are */
AskType
ask_pivot_key_type (AskPivotPart part, AskType type)
{
  switch (part)
    {
    case ASK_PIVOT_WHOLE:
      return type;
    case ASK_PIVOT_YEAR:
      return ASK_TYPE_INTEGER;
    case ASK_PIVOT_DAY:
      return ASK_TYPE_DATE;
    default:
      return ASK_TYPE_TEXT;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times in a query: which part of a time an expression gives, and which months and years two bounds mean.
 */
#include "config.h"

#include "understand/explain/ask-explain-private.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "sql/ask-sql-week.h"

static gboolean
is_call (const AskSqlExpr *expr, const char *name, guint n)
{
  return expr->kind == ASK_EXPR_FUNCTION && expr->window == NULL && expr->list.n == n
         && g_ascii_strcasecmp (expr->name, name) == 0;
}

static gboolean
is_number (const AskSqlExpr *expr, gint64 number)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer == number;
}

static gboolean
is_binary (const AskSqlExpr *expr, AskSqlOp op, gint64 right)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op && is_number (expr->right, right);
}

/* What only makes a number of it. */
static const AskSqlExpr *
strip (const AskSqlExpr *expr)
{
  while (expr->kind == ASK_EXPR_CAST || is_binary (expr, ASK_OP_ADD, 0))
    expr = expr->left;
  return expr;
}

/* strftime ('%w', x): 0 is a Sunday. */
static gboolean
is_raw_weekday (const AskSqlExpr *expr)
{
  expr = strip (expr);
  return is_call (expr, "strftime", 2) && expr->list.items[0]->kind == ASK_EXPR_LITERAL
         && expr->list.items[0]->value.kind == ASK_VALUE_TEXT && strcmp (expr->list.items[0]->value.text, "%w") == 0;
}

static const AskSqlExpr *
find_format (const AskSqlExpr *expr, AskTimePart *part)
{
  static const struct
  {
    const char *format;
    AskTimePart part;
  } formats[] = { { "%Y", ASK_TIME_YEAR },          { "%Y-%m", ASK_TIME_MONTH }, { "%Y-W%W", ASK_TIME_WEEK },
                  { "%Y-%W", ASK_TIME_WEEK },       { "%F", ASK_TIME_DAY },      { "%Y-%m-%d", ASK_TIME_DAY },
                  { "%m", ASK_TIME_MONTH_OF_YEAR }, { "%w", ASK_TIME_WEEKDAY },  { "%H", ASK_TIME_HOUR } };
  const AskSqlExpr *format = expr->list.items[0];

  if (format->kind != ASK_EXPR_LITERAL || format->value.kind != ASK_VALUE_TEXT)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i].format, format->value.text) == 0)
      {
        *part = formats[i].part;
        return expr->list.items[1];
      }
  return NULL;
}

static gboolean
is_time (const AskSqlExpr *expr)
{
  const AskEntity *entity;
  const AskAttribute *attribute = ask_schema_reader_find_attribute (expr, &entity);

  return attribute != NULL
         && (attribute->meaning == ASK_MEANING_DATE || attribute->meaning == ASK_MEANING_MOMENT
             || attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME);
}

/* substr (day, 1, 7) */
static const AskSqlExpr *
find_piece (const AskSqlExpr *expr, AskTimePart *part)
{
  static const struct
  {
    gint64 start;
    gint64 length;
    AskTimePart part;
  } pieces[]
    = { { 1, 4, ASK_TIME_YEAR }, { 1, 7, ASK_TIME_MONTH }, { 1, 10, ASK_TIME_DAY }, { 6, 2, ASK_TIME_MONTH_OF_YEAR } };

  if (!is_time (expr->list.items[0]))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    if (is_number (expr->list.items[1], pieces[i].start) && is_number (expr->list.items[2], pieces[i].length))
      {
        *part = pieces[i].part;
        return expr->list.items[0];
      }
  return NULL;
}

/**
 * ask_explain_find_time:
 * @expr: an expression
 * @part: (out): what it gives of a time
 *
 * Returns: (nullable): the time of which it gives a part; %NULL where it is something else
 */
const AskSqlExpr *
ask_explain_find_time (const AskSqlExpr *expr, AskTimePart *part)
{
  const AskSqlExpr *time;

  expr = strip (expr);
  if (is_call (expr, "strftime", 2))
    return find_format (expr, part);
  time = ask_sql_find_week (expr);
  if (time != NULL)
    {
      *part = ASK_TIME_WEEK;
      return time;
    }
  if (is_call (expr, "substr", 3) || is_call (expr, "substring", 3))
    return find_piece (expr, part);
  if (is_call (expr, "date", 1) && expr->list.items[0]->kind == ASK_EXPR_COLUMN)
    {
      *part = ASK_TIME_DAY;
      return expr->list.items[0];
    }
  /* Quarters and weekdays as readings write them. */
  if (is_binary (expr, ASK_OP_DIVIDE, 3) && is_binary (expr->left, ASK_OP_ADD, 2))
    {
      time = ask_explain_find_time (expr->left->left, part);
      if (time != NULL && *part == ASK_TIME_MONTH_OF_YEAR)
        {
          *part = ASK_TIME_QUARTER_OF_YEAR;
          return time;
        }
    }
  if (is_binary (expr, ASK_OP_ADD, 1) && is_binary (expr->left, ASK_OP_REMAINDER, 7)
      && is_binary (expr->left->left, ASK_OP_ADD, 6) && is_raw_weekday (expr->left->left->left))
    return ask_explain_find_time (expr->left->left->left, part);
  return NULL;
}

/**
 * ask_explain_time_value:
 * @of: an expression
 * @part: what it gives of a time
 * @literal: with what it is compared
 *
 * Returns: (transfer full) (nullable): "March" for 3; %NULL where the value has no name
 */
char *
ask_explain_time_value (const AskSqlExpr *of, AskTimePart part, const AskSqlExpr *literal)
{
  gint64 number = -1;

  if (literal->kind != ASK_EXPR_LITERAL || (part != ASK_TIME_MONTH_OF_YEAR && part != ASK_TIME_WEEKDAY))
    return NULL;
  if (literal->value.kind == ASK_VALUE_INTEGER)
    number = literal->value.integer;
  else if (literal->value.kind == ASK_VALUE_TEXT
           && !g_ascii_string_to_signed (literal->value.text, 10, 0, 12, &number, NULL))
    return NULL;
  if (part == ASK_TIME_WEEKDAY && is_raw_weekday (of) && number == 0)
    number = 7;
  if (number < 1 || number > (part == ASK_TIME_WEEKDAY ? 7 : 12))
    return NULL;
  return ask_draft_name_part (part, (int) number);
}

/* "2025-03-01", perhaps with a midnight */
static gboolean
read_day (const char *text, GDate *day)
{
  static const char *const form = "dddd-dd-dd";

  for (guint i = 0; form[i] != '\0'; i++)
    if (form[i] == 'd' ? !g_ascii_isdigit (text[i]) : text[i] != form[i])
      return FALSE;
  if (text[10] != '\0' && strcmp (text + 11, "00:00") != 0 && strcmp (text + 11, "00:00:00") != 0)
    return FALSE;
  if (!g_date_valid_dmy ((GDateDay) atoi (text + 8), (GDateMonth) atoi (text + 5), (GDateYear) atoi (text)))
    return FALSE;
  g_date_clear (day, 1);
  g_date_set_dmy (day, (GDateDay) atoi (text + 8), (GDateMonth) atoi (text + 5), (GDateYear) atoi (text));
  return TRUE;
}

/**
 * ask_explain_next_day:
 * @day: a text
 * @after: (out): the day after it
 *
 * Returns: whether @day is a day; else nothing is written
 */
gboolean
ask_explain_next_day (const char *day, char **after)
{
  GDate date;

  if (strlen (day) != 10 || !read_day (day, &date))
    return FALSE;
  g_date_add_days (&date, 1);
  *after
    = g_strdup_printf ("%04d-%02d-%02d", g_date_get_year (&date), g_date_get_month (&date), g_date_get_day (&date));
  return TRUE;
}

static gboolean
is_after (const GDate *first, const GDate *after, void (*add) (GDate *, guint), guint n)
{
  GDate end = *first;

  add (&end, n);
  return g_date_compare (&end, after) == 0;
}

/**
 * ask_explain_period:
 * @name: what has a time
 * @first: from when
 * @after: until before when
 *
 * Returns: (transfer full) (nullable): "day in March 2025"; %NULL where that is no year, quarter, month or day
 */
char *
ask_explain_period (const char *name, const char *first, const char *after)
{
  GDate from;
  GDate to;
  g_autofree char *year = NULL;

  if (!read_day (first, &from) || !read_day (after, &to))
    return NULL;
  year = g_strdup_printf ("%d", g_date_get_year (&from));
  if (is_after (&from, &to, g_date_add_days, 1))
    {
      g_autofree char *day = g_strndup (first, 10);

      return g_strdup_printf (C_ ("day", "%s on %s"), name, day);
    }
  if (g_date_get_day (&from) != 1)
    return NULL;
  if (is_after (&from, &to, g_date_add_months, 1))
    {
      g_autofree char *month = ask_draft_name_part (ASK_TIME_MONTH_OF_YEAR, (int) g_date_get_month (&from));
      g_autofree char *both = g_strdup_printf ("%s %s", month, year);

      return g_strdup_printf (C_ ("month", "%s in %s"), name, both);
    }
  if (g_date_get_month (&from) % 3 == 1 && is_after (&from, &to, g_date_add_months, 3))
    {
      g_autofree char *quarter = g_strdup_printf ("%d", (g_date_get_month (&from) + 2) / 3);

      /* Translators: a time, 1 to 4, a year */
      return g_strdup_printf (_ ("%s in quarter %s of %s"), name, quarter, year);
    }
  if (g_date_get_month (&from) == G_DATE_JANUARY && is_after (&from, &to, g_date_add_years, 1))
    return g_strdup_printf (C_ ("year", "%s in %s"), name, year);
  return NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parts of times as SQL: the month of a day, its weekday, its quarter. All are strftime() in the dialect of the
 * relational view, so that servers are asked for them where they have an equal.
 */
#include "config.h"

#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-week.h"
#include "understand/interpret/ask-draft-private.h"

/* What stands before and behind the time; an expression that needs no parentheses in a comparison. */
static const struct
{
  const char *before;
  const char *after;
  const char *label;
} parts[] = {
  [ASK_TIME_WHOLE] = { "", "", NULL },
  [ASK_TIME_YEAR] = { "strftime('%Y', ", ")", "year" },
  [ASK_TIME_QUARTER] = { NULL, NULL, "quarter" },
  [ASK_TIME_MONTH] = { "strftime('%Y-%m', ", ")", "month" },
  [ASK_TIME_WEEK] = { NULL, NULL, "week" },
  [ASK_TIME_DAY] = { "strftime('%Y-%m-%d', ", ")", "day" },
  [ASK_TIME_QUARTER_OF_YEAR] = { "(CAST(strftime('%m', ", ") AS INTEGER) + 2) / 3", "quarter" },
  [ASK_TIME_MONTH_OF_YEAR] = { "CAST(strftime('%m', ", ") AS INTEGER)", "month" },
  [ASK_TIME_WEEKDAY] = { "(CAST(strftime('%w', ", ") AS INTEGER) + 6) % 7 + 1", "weekday" },
  [ASK_TIME_HOUR] = { "CAST(strftime('%H', ", ") AS INTEGER)", "hour" },
};

/**
 * ask_draft_append_part:
 * @sql: (inout): gets the part
 * @part: of the time
 * @time: SQL of the time
 *
 * Writes what gives that part of the time.
 */
void
ask_draft_append_part (GString *sql, AskTimePart part, const char *time)
{
  if (part == ASK_TIME_QUARTER)
    {
      ask_draft_append_part (sql, ASK_TIME_YEAR, time);
      g_string_append (sql, " || '-Q' || (");
      ask_draft_append_part (sql, ASK_TIME_QUARTER_OF_YEAR, time);
      g_string_append_c (sql, ')');
      return;
    }
  if (part == ASK_TIME_WEEK)
    {
      g_autofree char *week = ask_sql_dup_week (time);

      g_string_append (sql, week);
      return;
    }
  g_string_append_printf (sql, "%s%s%s", parts[part].before, time, parts[part].after);
}

/*
 * ask_draft_append_label:
 * @sql: (inout): gets the part as people read it: a weekday by its name
 * @part: of the time
 * @time: SQL of the time
 */
void
ask_draft_append_label (GString *sql, AskTimePart part, const char *time)
{
  if (part != ASK_TIME_WEEKDAY)
    {
      ask_draft_append_part (sql, part, time);
      return;
    }
  g_string_append_printf (sql, "CASE strftime('%%w', %s)", time);
  for (int i = 1; i <= 7; i++)
    {
      g_autofree char *day = ask_draft_name_part (ASK_TIME_WEEKDAY, i);
      const AskValue value = ask_value_text (day, (gssize) strlen (day));
      g_autofree char *quoted = ask_sql_quote_value (&value);

      /* SQLite counts from Sunday, which is 0. */
      g_string_append_printf (sql, " WHEN '%d' THEN %s", i % 7, quoted);
    }
  g_string_append (sql, " END");
}

/**
 * ask_draft_name_part:
 * @part: of times
 * @number: which one
 *
 * Returns: (transfer full): its name in the user's language: "Monday", "March"; digits where it has none
 */
char *
ask_draft_name_part (AskTimePart part, int number)
{
  /* A Monday, and the first of a month. */
  int month = part == ASK_TIME_MONTH_OF_YEAR ? CLAMP (number, 1, 12) : 1;
  int day = part == ASK_TIME_WEEKDAY ? CLAMP (number, 1, 7) : 1;
  g_autoptr (GDateTime) time = g_date_time_new_utc (2024, month, day, 0, 0, 0);

  if (part == ASK_TIME_WEEKDAY)
    return g_date_time_format (time, "%A");
  if (part == ASK_TIME_MONTH_OF_YEAR)
    return g_date_time_format (time, "%B");
  return g_strdup_printf ("%d", number);
}

/*
 * ask_draft_get_label:
 * @term: of a result
 *
 * Returns: (nullable): what its column is called; %NULL where it has a name of its own
 */
const char *
ask_draft_get_label (const AskDraftTerm *term)
{
  static const char *const views[] = { NULL, "share", "change", "growth" };

  return term->view != ASK_DRAFT_AS_IT_IS ? views[term->view] : parts[term->part].label;
}

/**
 * ask_draft_get_part_label:
 * @part: of a time
 *
 * Returns: (nullable): what a column of it is called, "month"; %NULL for all of the time
 */
const char *
ask_draft_get_part_label (AskTimePart part)
{
  return parts[part].label;
}

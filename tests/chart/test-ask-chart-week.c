/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A week means one thing: what SQL groups by, what a cell and an axis say, and the days behind a mark. Years are tried that
 * begin on each weekday, with and without a leap day.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "base/ask-locale.h"
#include "chart-rows.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-chart-time.h"
#include "chart/ask-chart-units.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-week.h"

/* 2000 to 2028 has each of the fourteen kinds of years. */
#define FIRST_YEAR 2000
#define LAST_YEAR  2028

static sqlite3 *
open_days (void)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "CREATE TABLE days AS WITH RECURSIVE d (day) AS (SELECT '2000-01-01' UNION ALL SELECT "
                                 "date(day, '+1 day') FROM d WHERE day < '2028-12-31') SELECT day FROM d",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  return db;
}

static sqlite3_stmt *
prepare (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sqlite3_errmsg (db), sql);
  return statement;
}

/* What SQLite says of a day is what GLib does, and its week stands on its Monday under its own label. */
static void
test_days (void)
{
  sqlite3 *db = open_days ();
  g_autofree char *week = ask_sql_dup_week ("day");
  g_autofree char *sql = g_strdup_printf ("SELECT day, %s FROM days", week);
  sqlite3_stmt *statement = prepare (db, sql);
  guint kinds[2][8] = { 0 }, n = 0;

  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *day = (const char *) sqlite3_column_text (statement, 0);
      const char *text = (const char *) sqlite3_column_text (statement, 1);
      g_autofree char *moment = g_strconcat (day, "T00:00:00Z", NULL);
      g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (moment, NULL);
      g_autofree char *expected = g_date_time_format (date, "%G-W%V");
      g_autofree char *cell = ask_locale_time (text, strlen (text), ASK_LOCALE_SENTENCE);
      g_autofree char *label = NULL;
      AskChartTime unit;
      double position, at = ask_chart_time_from_civil (g_date_time_get_year (date), g_date_time_get_month (date),
                                                       g_date_time_get_day_of_month (date));

      g_assert_cmpstr (text, ==, expected);
      g_assert_true (ask_chart_time_parse (text, strlen (text), &unit, &position));
      g_assert_cmpint (unit, ==, ASK_CHART_TIME_WEEK);
      g_assert_cmpfloat (position, ==, at - (g_date_time_get_day_of_week (date) - 1));
      label = ask_chart_time_format (unit, position);
      g_assert_cmpstr (label, ==, cell);
      if (g_date_time_get_day_of_year (date) == 1)
        kinds[g_date_is_leap_year ((GDateYear) g_date_time_get_year (date))][g_date_time_get_day_of_week (date)]++;
      n++;
    }
  g_assert_cmpuint (n, ==, 10593);
  for (guint i = 0; i < 2; i++)
    for (guint j = 1; j <= 7; j++)
      g_assert_cmpuint (kinds[i][j], >, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
}

/* From a chart by months to weeks, and from a mark of those to its days. */
static void
test_drill (void)
{
  sqlite3 *db = open_days ();
  g_autoptr (AskChart) months = NULL;
  g_autoptr (AskRows) rows = chart_rows_new ("month:text|n:integer", "2024-01|5\n2024-02|9\n2024-03|7");

  months = ask_chart_choose_with (rows, NULL, NULL, NULL, NULL);
  for (int year = FIRST_YEAR + 1; year < LAST_YEAR; year++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT strftime('%%Y-%%m', day) AS month, count(*) AS n FROM days WHERE day BETWEEN "
                                              "'%d-12-01' AND '%d-01-31' GROUP BY strftime('%%Y-%%m', day) ORDER BY 1",
                                              year - 1, year);
      g_autofree char *weekly = ask_chart_dup_finer (months, sql, ASK_CHART_TIME_WEEK);
      g_autofree char *daily = NULL;
      g_autoptr (GString) lines = g_string_new (NULL);
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (AskRows) by_week = NULL;
      g_autoptr (AskChart) weeks = NULL;
      sqlite3_stmt *statement = prepare (db, weekly);

      g_assert_cmpstr (sqlite3_column_name (statement, 0), ==, "week");
      while (sqlite3_step (statement) == SQLITE_ROW)
        {
          g_string_append_printf (lines, "%s%s|%d", lines->len > 0 ? "\n" : "", sqlite3_column_text (statement, 0),
                                  sqlite3_column_int (statement, 1));
          g_ptr_array_add (texts, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
        }
      sqlite3_finalize (statement);
      by_week = chart_rows_new ("week:text|n:integer", lines->str);
      weeks = ask_chart_choose_with (by_week, NULL, NULL, NULL, NULL);
      g_assert_true (ask_chart_has_times (weeks));
      g_assert_cmpuint (weeks->n_points, ==, texts->len);
      daily = ask_chart_dup_finer (weeks, weekly, ASK_CHART_TIME_DAY);
      g_assert_nonnull (daily);
      statement = prepare (db, daily);
      while (sqlite3_step (statement) == SQLITE_ROW)
        {
          const char *day = (const char *) sqlite3_column_text (statement, 0);
          g_autofree char *moment = g_strconcat (day, "T00:00:00Z", NULL);
          g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (moment, NULL);
          g_autofree char *expected = g_date_time_format (date, "%G-W%V");
          AskChartTime unit;
          double position;
          guint found = 0;

          g_assert_true (ask_chart_time_parse (day, strlen (day), &unit, &position));
          for (gsize i = 0; i < weeks->n_points; i++)
            {
              double from, to;

              ask_chart_get_stretch (weeks, i, ASK_CHART_TIME_DAY, &from, &to);
              if (position < from || position > to)
                continue;
              g_assert_cmpstr (texts->pdata[i], ==, expected);
              found++;
            }
          g_assert_cmpuint (found, ==, 1);
        }
      sqlite3_finalize (statement);
    }
  sqlite3_close (db);
}

/* Weeks that a year has not are weeks of another count: words, and no place on an axis. */
static void
test_other_counts (void)
{
  static const char *const none[] = { "2025-W00", "2025-W53", "2024-W53", "2021-W53", "2020-W54" };
  g_autoptr (AskRows) rows = chart_rows_new ("week:text|n:integer", "2025-W00|5\n2025-W01|9\n2025-W02|7");
  g_autoptr (AskChart) chart = ask_chart_choose_with (rows, NULL, NULL, NULL, NULL);
  AskChartTime unit;
  double position;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_false (ask_chart_time_parse (none[i], strlen (none[i]), &unit, &position));
  g_assert_true (ask_chart_time_parse ("2020-W53", 8, &unit, &position));
  g_assert_false (ask_chart_has_times (chart));
  {
    g_autoptr (AskRows) isos = chart_rows_new ("week:text|n:integer", "2025-W01|9\n2025-W02|7");
    g_autoptr (AskChart) weeks = ask_chart_choose_with (isos, NULL, NULL, NULL, NULL);

    g_assert_null (ask_chart_dup_finer (weeks, "SELECT strftime('%Y-W%W', day) AS week, count(*) AS n FROM days GROUP BY 1",
                                        ASK_CHART_TIME_DAY));
  }
}

/* What is written is read back, and nothing else is taken for it. */
static void
test_read (void)
{
  g_autofree char *week = ask_sql_dup_week ("t.\"the day\"");
  g_autofree char *spaced = g_strdup_printf ("SELECT %s FROM t", week);
  static const char *const others[] = {
    "SELECT strftime('%Y-W%W', day) FROM t",
    "SELECT strftime('%Y', date(a, '-3 days', 'weekday 4')) || '-W' || substr('0' || ((CAST(strftime('%j', date(b, '-3 days', "
    "'weekday 4')) AS INTEGER) + 6) / 7), -2) FROM t",
    "SELECT strftime('%Y', date(a, '-3 days', 'weekday 4')) || '-W' || substr('0' || ((CAST(strftime('%j', date(a, '-3 days', "
    "'weekday 4')) AS INTEGER) + 7) / 7), -2) FROM t",
    "SELECT a || '-W' || b FROM t",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (spaced, -1, &error);
  const AskSqlExpr *time;

  g_assert_no_error (error);
  time = ask_sql_find_week (tree->select->cores[0]->results[0].expr);
  g_assert_nonnull (time);
  g_assert_cmpstr (time->name, ==, "the day");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (AskSqlTree) other = ask_sql_parse (others[i], -1, &error);

      g_assert_no_error (error);
      g_assert_null (ask_sql_find_week (other->select->cores[0]->results[0].expr));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/week/each-day-is-in-its-week", test_days);
  g_test_add_func ("/chart/week/a-drill-finds-the-days-of-the-week", test_drill);
  g_test_add_func ("/chart/week/other-counts-are-words", test_other_counts);
  g_test_add_func ("/chart/week/the-expression-is-read-back", test_read);
  return g_test_run ();
}

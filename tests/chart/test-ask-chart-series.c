/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of numbers in cells, and results over time that become such lists: what is one, what is none, and that no value is
 * lost, added up or put where it does not belong.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "chart-rows.h"
#include "chart/ask-chart-series.h"
#include "chart/ask-chart-trend.h"
#include "chart/ask-chart.h"

static char *
write_numbers (const GArray *numbers)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; numbers != NULL && i < numbers->len; i++)
    {
      double number = g_array_index (numbers, double, i);

      g_string_append (text, i > 0 ? " " : "");
      if (isnan (number))
        g_string_append (text, "-");
      else
        g_string_append_printf (text, "%g", number);
    }
  return g_string_free (text, FALSE);
}

static void
test_read (void)
{
  static const char *const cells[][2] = {
    { "[1,2,3]", "1 2 3" },
    { " [ 1.5 , null, -2e3 ] ", "1.5 - -2000" },
    { "1,2,3", "1 2 3" },
    { "1, 2.5, .5", "1 2.5 0.5" },
    { "1,2", "" }, /* a place, or a number with a comma */
    { "[1]", "" },
    { "[]", "" },
    { "", "" },
    { "[1,2", "" },
    { "[1,2]]", "" },
    { "[1,,2]", "" },
    { "[1,2,]", "" },
    { "1,2,null", "" },
    { "[\"1\",2]", "" },
    { "[[1,2],[3,4]]", "" },
    { "[true,2]", "" },
    { "1,2,3 km", "" },
    { "2025-01-02", "" },
    { "inf,nan,1", "" },
    { "[1e999,2]", "" },
    { "- 1,2,3", "" },
  };
  AskValue number = ask_value_integer (3);

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      AskValue value = ask_value_text (cells[i][0], -1);
      g_autoptr (GArray) numbers = ask_chart_series_read (&value);
      g_autofree char *text = write_numbers (numbers);

      g_test_message ("%s", cells[i][0]);
      g_assert_cmpstr (text, ==, cells[i][1]);
    }
  g_assert_null (ask_chart_series_read (&number));
}

/* What is written is what is read. */
static void
test_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GString) text = g_string_new ("[");
      g_autoptr (GArray) numbers = NULL;
      guint n = (guint) g_test_rand_int_range (2, 60);
      g_autofree double *written = g_new (double, n);
      AskValue value;

      for (guint i = 0; i < n; i++)
        {
          char digits[G_ASCII_DTOSTR_BUF_SIZE];
          gboolean gap = g_test_rand_int_range (0, 6) == 0;

          written[i] = gap ? NAN : g_test_rand_double_range (-1e6, 1e6);
          g_string_append_printf (text, "%s%s", i > 0 ? "," : "",
                                  gap ? "null" : g_ascii_dtostr (digits, sizeof digits, written[i]));
        }
      g_string_append_c (text, ']');
      value = ask_value_text (text->str, -1);
      numbers = ask_chart_series_read (&value);
      g_assert_nonnull (numbers);
      g_assert_cmpuint (numbers->len, ==, n);
      for (guint i = 0; i < n; i++)
        g_assert_true (isnan (written[i]) ? isnan (g_array_index (numbers, double, i))
                                          : written[i] == g_array_index (numbers, double, i));
    }
}

static void
test_find (void)
{
  static const struct
  {
    const char *columns;
    const char *lines;
    gboolean found;
  } cases[] = {
    { "sales:json", "[1,2]\n[3,4,5]", TRUE },       { "sales:text", "1,2,3\n4,5,6,7", TRUE },
    { "sales:json", "NULL\n[1,2]\n[]\n[7]", TRUE }, { "sales:json", "NULL\n[]\n[7]", FALSE },
    { "sales:text", "1,2,3\nnone", FALSE },         { "sales:text", "", FALSE },
    { "order_id:text", "1,2,3\n4,5,6", FALSE },     { "sales:integer", "1\n2", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) rows = chart_rows_new (cases[i].columns, cases[i].lines);

      g_test_message ("%s", cases[i].lines);
      g_assert_cmpint (ask_chart_series_find (rows, 0), ==, cases[i].found);
    }
}

static char *
write_rows (AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", ask_rows_get_column (rows, i)->name);
  for (gsize row = 0; row < ask_rows_get_n_rows (rows); row++)
    for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
      {
        const AskValue *value = ask_rows_get (rows, row, i);
        g_autofree char *cell = value->kind == ASK_VALUE_NULL ? g_strdup ("NULL") : ask_value_to_text (value);

        g_string_append_printf (text, "%s%s", i > 0 ? "|" : "\n", cell);
      }
  return g_string_free (text, FALSE);
}

/* Times are put in their order and gaps stay gaps; groups come as they came first. */
static void
test_trend (void)
{
  g_autoptr (AskRows) rows = chart_rows_new (
    "city:text|month:text|sales:real|orders:integer",
    "Lyon|2025-03|3.5|30\nBonn|2025-01|7|70\nLyon|2025-01|1|10\nLyon|2025-02|NULL|20\nBonn|2025-02|8|80");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) trend = ask_chart_trend_new (rows, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = write_rows (trend);
  g_assert_cmpstr (text, ==,
                   "city|sales|last sales|orders|last orders\n"
                   "Lyon|[1,null,3.5]|3.5|[10,20,30]|30\n"
                   "Bonn|[7,8,null]|8.0|[70,80,null]|80");
  g_assert_true (ask_chart_series_find (trend, 1));
  g_assert_true (ask_chart_trend_may_be (rows));
}

static void
test_no_trend (void)
{
  static const struct
  {
    const char *columns;
    const char *lines;
    const char *why;
  } cases[] = {
    { "city:text|sales:real", "Lyon|1\nBonn|2", "one column of times" },
    { "city:text|month:text", "Lyon|2025-01\nBonn|2025-02", "a column of amounts" },
    { "city:text|month:text|sales:real", "Lyon|2025-01|1\nLyon|2025-01|2\nLyon|2025-02|2", "would be a guess" },
    { "city:text|month:text|sales:real", "Lyon|2025-01|1\nLyon|NULL|2\nBonn|2025-02|3", "have no month" },
    { "city:text|month:text|sales:real", "Lyon|2025-01|1\nBonn|2025-01|2", "two steps" },
  };
  g_autoptr (AskRows) cut = chart_rows_new ("month:text|sales:real", "2025-01|1\n2025-02|2");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) rows = chart_rows_new (cases[i].columns, cases[i].lines);
      g_autoptr (GError) refused = NULL;

      g_assert_null (ask_chart_trend_new (rows, &refused));
      g_assert_error (refused, ASK_CHART_ERROR, ASK_CHART_ERROR_TREND);
      g_test_message ("%s", refused->message);
      g_assert_nonnull (strstr (refused->message, cases[i].why));
    }
  ask_rows_set_truncated (cut, TRUE);
  g_assert_null (ask_chart_trend_new (cut, &error));
  g_assert_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_TREND);
}

/* Every value of the rows stands in the trend once, at its group and time. */
static void
test_random_trend (void)
{
  for (guint round = 0; round < 50; round++)
    {
      guint n_groups = (guint) g_test_rand_int_range (1, 6), n_steps = (guint) g_test_rand_int_range (2, 13);
      g_autoptr (AskRows) rows = chart_rows_new ("city:text|month:text|sales:real", "");
      g_autofree char *used = g_new0 (char, n_groups *n_steps);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) trend = NULL;
      double total = 0, found = 0;

      for (guint i = 0; i < n_groups * n_steps; i++)
        {
          guint at = (guint) g_test_rand_int_range (0, (gint32) (n_groups * n_steps));
          g_autofree char *line = NULL;

          /* The first two steps are always there. */
          at = i < 2 ? i : at;
          if (used[at]++)
            continue;
          line = g_strdup_printf ("c%u|2025-%02u|%u", at / n_steps, at % n_steps + 1, i + 1);
          chart_rows_append (rows, line);
          total += i + 1;
        }
      trend = ask_chart_trend_new (rows, &error);
      g_assert_no_error (error);
      for (gsize row = 0; row < ask_rows_get_n_rows (trend); row++)
        {
          g_autoptr (GArray) numbers = ask_chart_series_read (ask_rows_get (trend, row, 1));

          g_assert_nonnull (numbers);
          for (guint i = 0; i < numbers->len; i++)
            found += isnan (g_array_index (numbers, double, i)) ? 0 : g_array_index (numbers, double, i);
        }
      g_assert_cmpfloat (found, ==, total);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/series/only-lists-of-numbers-are-series", test_read);
  g_test_add_func ("/chart/series/what-is-written-is-read", test_random);
  g_test_add_func ("/chart/series/a-column-of-lists-is-found", test_find);
  g_test_add_func ("/chart/series/a-grouped-result-is-a-trend", test_trend);
  g_test_add_func ("/chart/series/what-is-no-trend-says-why", test_no_trend);
  g_test_add_func ("/chart/series/no-value-of-a-trend-is-lost", test_random_trend);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results drawn by lot, of every shape that some kind of chart can be drawn of.
 */
#pragma once

#include <math.h>

#include "base/ask-rows.h"
#include "chart/ask-chart-look.h"

/* Kinds whose marks are tested: what a look may name. */
static const char *const chart_random_kinds[]
  = { "bar",     "horizontal-bar", "line",         "multi-line",  "grouped-bar",     "pie",
      "scatter", "area",           "stacked-area", "stacked-bar", "percent-bar",     "donut",
      "radar",   "candlestick",    "box",          "histogram",   "heat-map",        "combination",
      "bubble",  "funnel",         "waterfall",    "slope",       "small-multiples", "map" };

/* A name that SQL and people stumble over. */
static inline const char *
chart_random_name (guint i)
{
  static const char *const names[]
    = { "Lyon", "O'Hara", " Bonn ", "a \"b\"", "Zürich", "100 %", "NULL", "東京", "x;y", "_" };

  return names[i % G_N_ELEMENTS (names)];
}

static inline AskValue
chart_random_amount (gboolean holes)
{
  if (holes && g_test_rand_int_range (0, 9) == 0)
    return ASK_NULL_INIT;
  return g_test_rand_bit () ? ask_value_integer (g_test_rand_int_range (1, 5000))
                            : ask_value_real (g_test_rand_double_range (0.5, 900));
}

/* @kind: what it shall be good for */
static inline AskRows *
chart_random_rows (const char *kind)
{
  AskRows *rows = ask_rows_new ();
  gboolean slope = g_str_equal (kind, "slope"), candle = g_str_equal (kind, "candlestick");
  gboolean spread = g_str_equal (kind, "box") || g_str_equal (kind, "histogram"), map = g_str_equal (kind, "map");
  gboolean grouped = slope || g_str_equal (kind, "heat-map") || g_str_equal (kind, "small-multiples")
                     || g_str_has_prefix (kind, "stacked") || g_str_has_prefix (kind, "percent")
                     || g_str_equal (kind, "grouped-bar") || g_str_equal (kind, "multi-line");
  gboolean time = candle || slope || (g_test_rand_bit () && !spread && !map);
  gboolean holes
    = !g_str_equal (kind, "pie") && !g_str_equal (kind, "donut") && !g_str_equal (kind, "funnel") && !candle;
  guint places = slope ? 2 : (guint) g_test_rand_int_range (3, time ? 30 : 12), groups = grouped ? 3 : 1;
  guint repeats = spread ? 12 : 1;

  if (g_str_equal (kind, "funnel") || g_str_equal (kind, "pie") || g_str_equal (kind, "donut")
      || g_str_equal (kind, "radar"))
    {
      time = FALSE;
      places = (guint) g_test_rand_int_range (3, 7);
    }
  ask_rows_add_column (rows, time ? "month" : "city", ASK_TYPE_TEXT);
  if (grouped)
    ask_rows_add_column (rows, "kind", ASK_TYPE_TEXT);
  if (map)
    {
      ask_rows_add_column (rows, "latitude", ASK_TYPE_REAL);
      ask_rows_add_column (rows, "longitude", ASK_TYPE_REAL);
    }
  else if (candle)
    for (guint i = 0; i < 4; i++)
      ask_rows_add_column (rows, ((const char *[]) { "open", "high", "low", "close" })[i], ASK_TYPE_REAL);
  else
    for (guint i = 0; i < (grouped || spread ? 1 : 3); i++)
      ask_rows_add_column (rows, ((const char *[]) { "orders", "revenue", "weight" })[i], ASK_TYPE_REAL);
  ask_rows_read_names (rows);
  for (guint p = 0; p < places * repeats; p++)
    for (guint g = 0; g < groups; g++)
      {
        guint n = ask_rows_get_n_columns (rows), c = 0, place = p % places;
        g_autofree char *text = time ? g_strdup_printf ("%04u-%02u", 2021 + place / 12, place % 12 + 1)
                                     : g_strdup_printf ("%s%u", chart_random_name (place), place / 10);
        AskValue cells[6];
        double base = g_test_rand_double_range (20, 40);

        cells[c++] = ask_value_text (text, -1);
        if (grouped)
          cells[c++] = g == 2 ? ASK_NULL_INIT : ask_value_text (chart_random_name (g + 1), -1);
        for (guint i = 0; c < n; i++)
          if (map)
            cells[c++]
              = ask_value_real (i == 0 ? g_test_rand_double_range (40, 60) : g_test_rand_double_range (-5, 20));
          else if (candle)
            cells[c++] = ask_value_real (base + (i == 1 ? 9 : i == 2 ? -9 : g_test_rand_double_range (-8, 8)));
          else
            cells[c++] = chart_random_amount (holes);
        ask_rows_append (rows, cells);
      }
  return rows;
}

/* The chart of a kind, or NULL where the rows happen to be no good for it. */
static inline AskChart *
chart_random_chart (AskRows *rows, const char *kind)
{
  g_autoptr (AskChartLook) look = ask_chart_look_new ();
  g_autoptr (GError) error = NULL;
  AskChart *chart;

  look->kind = g_strdup (kind);
  chart = ask_chart_choose_with (rows, NULL, NULL, look, &error);
  g_assert_no_error (error);
  if (ask_chart_get_unfit (chart) == NULL)
    return chart;
  ask_chart_unref (chart);
  return NULL;
}

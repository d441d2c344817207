/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * That a wish for a kind of chart is obeyed where it can be, in English and in German, and that it is said why where
 * not; and that each kind holds the numbers of its rows, draws at any size, and says what it is.
 */
#include "config.h"

#include <math.h>

#include "chart-rows.h"
#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-rules.h"

#define PAIRS "2024-Q1|N|1\n2024-Q1|S|2\n2024-Q2|N|3\n2024-Q2|S|2\n2024-Q3|N|3\n2024-Q3|S|2"
#define GRID "N|web|1\nN|shop|2\nS|web|3\nS|shop|4"
#define COURSE "2025-01-01|4|9|2|6\n2025-01-02|6|8|5|5"

typedef struct
{
  const char *name;
  AskChartKind kind;
  const char *question;
  const char *columns;
  const char *lines;
  const char *reason; /* must occur in it; NULL: anything */
} Case;

static const Case cases[] = {
  { "stacked", ASK_CHART_STACKED_BAR, "sales by region and channel as a stacked bar", "region:text|channel:text|sales:real", GRID, "Stacked bars were asked for." },
  { "gestapelt", ASK_CHART_STACKED_BAR, "Umsatz als gestapelte Balken", "region:text|kanal:text|umsatz:real", GRID, NULL },
  { "stacked-over-time", ASK_CHART_STACKED_BAR, "a stacked bar chart", "quarter:text|region:text|sales:real", PAIRS, NULL },
  { "stacked-amounts", ASK_CHART_STACKED_BAR, "as stacked bars", "region:text|web:real|shop:real", "N|1|2\nS|3|4", NULL },
  { "stacked-below-zero", ASK_CHART_STACKED_BAR, "as stacked bars", "region:text|channel:text|profit:real", "N|web|1\nN|shop|-2", "side by side would" },
  { "percent", ASK_CHART_PERCENT_BAR, "as a percent bar chart", "region:text|channel:text|sales:real", GRID, NULL },
  { "prozentbalken", ASK_CHART_PERCENT_BAR, "als Prozentbalken", "region:text|kanal:text|umsatz:real", GRID, NULL },
  { "grouped", ASK_CHART_GROUPED_BAR, "as grouped bars", "quarter:text|region:text|sales:real", PAIRS, NULL },
  { "stacked-area", ASK_CHART_STACKED_AREA, "as a stacked area chart", "quarter:text|region:text|sales:real", PAIRS, NULL },
  { "area", ASK_CHART_AREA, "as an area chart", "month:text|sales:real", "2025-01|1\n2025-02|2", "from zero" },
  { "flaechendiagramm", ASK_CHART_AREA, "Umsatz je Monat als Flächendiagramm", "monat:text|umsatz:real", "2025-01|1\n2025-02|2", NULL },
  { "donut", ASK_CHART_DONUT, "as a donut", "channel:text|sales:real", "web|3\nshop|1", NULL },
  { "ringdiagramm", ASK_CHART_DONUT, "als Ringdiagramm", "kanal:text|umsatz:real", "web|3\nshop|1", NULL },
  { "pie-of-averages", ASK_CHART_PIE, "as a pie", "channel:text|average_price:real", "web|3\nshop|1", "no parts of one whole" },
  { "radar", ASK_CHART_RADAR, "as a radar chart", "skill:text|ada:real|bo:real", "a|1|2\nb|3|4\nc|5|6", "more exactly" },
  { "netzdiagramm", ASK_CHART_RADAR, "als Netzdiagramm", "skill:text|ada:real|bo:real", "a|1|2\nb|3|4\nc|5|6", NULL },
  { "candlestick", ASK_CHART_CANDLESTICK, "as a candlestick chart", "day:date|open:real|high:real|low:real|close:real", COURSE, NULL },
  { "a-course-unasked", ASK_CHART_CANDLESTICK, NULL, "day:date|open:real|high:real|low:real|close:real", COURSE, "candle" },
  { "eroeffnung", ASK_CHART_CANDLESTICK, NULL, "tag:date|eröffnung:real|hoch:real|tief:real|schluss:real", COURSE, NULL },
  { "course-as-a-line", ASK_CHART_MULTI_LINE, "as a line chart", "day:date|open:real|high:real|low:real|close:real", COURSE, NULL },
  { "box", ASK_CHART_BOX, "as a box plot", "store:text|amount:real", "a|1\na|2\na|3\nb|4\nb|5", NULL },
  { "kastengrafik", ASK_CHART_BOX, "als Kastengrafik", "filiale:text|betrag:real", "a|1\na|2\na|3\nb|4\nb|5", NULL },
  { "spread", ASK_CHART_BOX, NULL, "store:text|amount:real", "a|1\na|2\na|3\na|4\na|5\nb|1\nb|2\nb|3\nb|5\nb|8", "spread" },
  { "histogram", ASK_CHART_HISTOGRAM, "as a histogram", "amount:real", "1\n2\n3\n4", NULL },
  { "histogram-of-counts", ASK_CHART_BAR, "as a histogram", "age_group:text|people:integer", "young|4\nold|5", NULL },
  { "verteilung", ASK_CHART_HISTOGRAM, "Wie sind die Beträge verteilt?", "betrag:real", "1\n2\n3\n4\n5", "distributed" },
  { "heat-map", ASK_CHART_HEAT_MAP, "as a heat map", "region:text|channel:text|sales:real", GRID, NULL },
  { "combination", ASK_CHART_COMBINATION, "as bars and a line", "month:text|revenue:real|orders:integer", "2025-01|300|4\n2025-02|400|5", "scale of its own" },
  { "zweite-achse", ASK_CHART_COMBINATION, "mit zweiter Achse", "monat:text|umsatz:real|bestellungen:integer", "2025-01|300|4\n2025-02|400|5", NULL },
  { "no-second-axis-unasked", ASK_CHART_LINE, NULL, "month:text|revenue:real|orders:integer", "2025-01|300000|4\n2025-02|400000|5", NULL },
  { "bubble", ASK_CHART_BUBBLE, "as bubbles", "c:text|income:real|age:real|people:real", "a|1|2|3\nb|2|3|4", NULL },
  { "funnel", ASK_CHART_FUNNEL, "as a funnel", "step:text|visitors:integer", "saw|9\nbought|4", "A funnel was asked for." },
  { "funnel-that-rises", ASK_CHART_FUNNEL, "as a funnel", "step:text|visitors:integer", "saw|4\nbought|9", "do not all fall" },
  { "trichter", ASK_CHART_FUNNEL, "als Trichter", "schritt:text|besucher:integer", "gesehen|9\ngekauft|4", NULL },
  { "waterfall", ASK_CHART_WATERFALL, "as a waterfall", "item:text|amount:real", "sold|9\nspent|-4", NULL },
  { "slope", ASK_CHART_SLOPE, "as a slope chart", "year:integer|party:text|seats:integer", "2021|a|3\n2021|b|4\n2025|a|5\n2025|b|2", NULL },
  { "multiples", ASK_CHART_SMALL_MULTIPLES, "as small multiples", "quarter:text|region:text|sales:real", PAIRS, NULL },
  { "scatter-of-identifiers", ASK_CHART_SCATTER, "scatter of salary against manager id", "manager_id:integer|salary:real", "7|100\n8|90\n9|70", "means little" },
  { "streudiagramm", ASK_CHART_SCATTER, "Streudiagramm Gehalt gegen Alter", "alter:integer|gehalt:real", "30|100\n40|90", NULL },
  { "scatter-of-written-numbers", ASK_CHART_SCATTER, "as a scatter plot", "code:text|salary:real", "600.1|100\n600.2|90", NULL },
  { "relation-of-identifiers", ASK_CHART_SCATTER, "relationship between manager id and salary", "manager_id:integer|salary:real", "7|100\n8|90\n9|70", NULL },
  { "bars-of-identifiers", ASK_CHART_BAR, "as a bar chart", "name:text|customer_id:integer", "a|17\nb|18", "means little" },
  { "bars-of-rows", ASK_CHART_BAR, "as a bar chart", "region:text|amount:real", "N|1\nN|2\nS|3", "each row has a bar" },
  { "bars-by-number", ASK_CHART_BAR, "as a bar chart", "age:integer|people:integer", "30|3\n40|4", NULL },
  { "bars-not-shares", ASK_CHART_BAR, "the share of each as a bar chart", "channel:text|revenue:real", "web|60\nshop|30", NULL },
  { "bars-of-many-times", ASK_CHART_BAR, "as bars", "year:integer|n:integer",
    "1950|1\n1951|1\n1952|1\n1953|1\n1954|1\n1955|1\n1956|1\n1957|1\n1958|1\n1959|1\n1960|1\n1961|1\n1962|1\n1963|1\n1964|1\n"
    "1965|1\n1966|1\n1967|1\n1968|1\n1969|1\n1970|1\n1971|1\n1972|1\n1973|1\n1974|1\n1975|1\n1976|1\n1977|1\n1978|1\n1979|1\n"
    "1980|1\n1981|1\n1982|1\n1983|1\n1984|1\n1985|1\n1986|1\n1987|1\n1988|1\n1989|1\n1990|1\n1991|1\n1992|1\n1993|1\n1994|1\n"
    "1995|1\n1996|1\n1997|1\n1998|1\n1999|1\n2000|1\n2001|1\n2002|1\n2003|1\n2004|1\n2005|1\n2006|1\n2007|1\n2008|1\n2009|1\n2010|1",
    "A line would show" },
  { "line-of-names", ASK_CHART_LINE, "as a line", "region:text|revenue:real", "N|1\nS|2", "Names have no order" },
  { "line-of-numbers", ASK_CHART_LINE, "as a line", "age:integer|people:integer", "30|3\n40|4", NULL },
  { "colored-bars", ASK_CHART_STACKED_BAR, "bar chart of sales by store, grouped by region", "store:text|region:text|sales:real", "a|N|1\nb|N|2\nc|S|3", "colours are those of region" },
  { "lines-of-groups", ASK_CHART_MULTI_LINE, "trend of sales by month and region", "month:text|region:text|sales:real", "2025-01|N|1\n2025-02|S|2\n2025-03|N|2", NULL },
  { "weekday-by-month", ASK_CHART_HEAT_MAP, NULL, "weekday:text|month:text|orders:integer",
    "Monday|January|1\nMonday|February|2\nMonday|March|2\nMonday|April|2\nTuesday|January|1\nTuesday|February|2\nTuesday|March|2\n"
    "Tuesday|April|2\nFriday|January|1\nFriday|February|2\nFriday|March|2\nFriday|April|2\nSunday|January|1\nSunday|February|2\n"
    "Sunday|March|2\nSunday|April|2", "heat map" },
  { "shares-over-time", ASK_CHART_STACKED_AREA, NULL, "year:integer|channel:text|share:real",
    "2021|web|0.6\n2021|shop|0.4\n2022|web|0.7\n2022|shop|0.3\n2023|web|0.5\n2023|shop|0.5", "adds up to a whole" },

  /* What cannot be had, why, and what is drawn in its place. */
  { "no-stack", ASK_CHART_BAR, "as stacked bars", "region:text|sales:real", "N|1\nS|2", "second column of names" },
  { "no-percent", ASK_CHART_GROUPED_BAR, "as a percent bar chart", "region:text|channel:text|sales:real", "N|web|1\nN|shop|-2\nS|web|2\nS|shop|3", "Negative values" },
  { "no-candles", ASK_CHART_LINE, "as a candlestick chart", "month:text|sales:real", "2025-01|1\n2025-02|2", "open, high, low and close" },
  { "no-scatter", ASK_CHART_BAR, "as a scatter plot", "region:text|sales:real", "N|1\nS|2", "two columns of numbers" },
  { "no-bubbles", ASK_CHART_SCATTER, "as bubbles", "a:real|b:real", "1|2\n2|3", "three columns" },
  { "no-slope", ASK_CHART_MULTI_LINE, "as a slope chart", "month:text|a:real|b:real", "2025-01|1|2\n2025-02|2|3", "two steps of time" },
  { "no-waterfall", ASK_CHART_BAR, "as a waterfall", "region:text|average_price:real", "N|1\nS|2", "would mean nothing" },
  { "no-line", ASK_CHART_TABLE, "as a line", "day:date|amount:real", "2025-01-01|1\n2025-01-01|2\n2025-01-02|2", "several values at one place" },
  { "no-second-amount", ASK_CHART_BAR, "with a second axis", "region:text|sales:real", "N|1\nS|2", "two columns of numbers" },
};

static AskChart *
choose (AskRows *rows, const char *question, const char *wish)
{
  g_autoptr (GError) error = NULL;
  AskChart *chart = ask_chart_choose_as (rows, question, wish, &error);

  g_assert_no_error (error);
  return chart;
}

/* Draws at a size and returns how many pixels are not of the background. */
static guint
draw (AskChart *chart, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  guint drawn = 0;

  ask_chart_draw (chart, cr, width, height, NULL);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      drawn += (*(const guint32 *) (gpointer) (cairo_image_surface_get_data (surface)
                                               + y * cairo_image_surface_get_stride (surface) + x * 4)
                & 0xffffff) != 0xffffff;
  cairo_surface_destroy (surface);
  return drawn;
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (AskRows) rows = chart_rows_new (c->columns, c->lines);
  g_autoptr (AskChart) chart = choose (rows, c->question, NULL);
  g_autofree char *words = ask_chart_describe (chart);

  g_assert_cmpstr (ask_chart_kind_to_string (chart->kind), ==, ask_chart_kind_to_string (c->kind));
  g_assert_null (strchr (chart->reason, '{'));
  if (c->reason != NULL && strstr (chart->reason, c->reason) == NULL)
    g_error ("\"%s\" is not in \"%s\"", c->reason, chart->reason);
  if (c->kind != ASK_CHART_TABLE)
    g_assert_false (g_str_has_prefix (words, "Table"));
  g_assert_cmpuint (draw (chart, 320, 200), >, 300);
  g_assert_cmpuint (draw (chart, 640, 400), >, 300);
  draw (chart, 60, 40);
}

/* A kind that was wished for before goes before what the question says. */
static void
test_wish (void)
{
  g_autoptr (AskRows) rows = chart_rows_new ("region:text|channel:text|sales:real", GRID);
  g_autoptr (AskChart) stacked = choose (rows, "as a heat map", "stacked-bar");
  g_autoptr (AskChart) unknown = choose (rows, NULL, "cake");

  g_assert_cmpint (stacked->kind, ==, ASK_CHART_STACKED_BAR);
  g_assert_cmpint (unknown->kind, ==, ASK_CHART_GROUPED_BAR);
}

/* Whatever a wish tried with the columns, what is drawn without it is what is drawn unasked. */
static void
test_unmet (void)
{
  g_autoptr (AskRows) rows = chart_rows_new ("name:text|customer_id:integer|revenue:real", "a|7|3\nb|8|4");
  g_autoptr (AskChart) asked = choose (rows, "as bubbles", NULL);
  g_autoptr (AskChart) unasked = choose (rows, NULL, NULL);

  g_assert_cmpint (asked->kind, ==, unasked->kind);
  g_assert_cmpstr (asked->title, ==, unasked->title);
  g_assert_cmpint (asked->x_column, ==, unasked->x_column);
  g_assert_nonnull (strstr (asked->reason, "Bubbles take three columns"));
}

static void
test_against (void)
{
  g_autoptr (AskRows) rows = chart_rows_new ("salary:real|age:integer|bonus:real", "100|30|5\n90|40|6");
  g_autoptr (AskChart) chart = choose (rows, "scatter of salary against age", NULL);
  g_autoptr (AskChart) other = choose (rows, "scatter of bonus and age", NULL);

  g_assert_cmpstr (chart->y_label, ==, "salary");
  g_assert_cmpstr (chart->x_label, ==, "age");
  g_assert_cmpstr (other->x_label, ==, "age");
  g_assert_cmpstr (other->y_label, ==, "bonus");
}

static void
test_spans (void)
{
  g_autoptr (AskRows) rows = chart_rows_new ("region:text|channel:text|sales:real", "N|web|3\nN|shop|1\nN|fax|-2\nS|web|5");
  g_autoptr (AskRows) whole = chart_rows_new ("region:text|channel:text|sales:real", "N|web|3\nN|shop|1\nS|web|5");
  g_autoptr (AskChart) stacked = choose (rows, "as stacked bars", NULL);
  g_autoptr (AskChart) percent = choose (whole, "as a percent bar chart", NULL);
  gsize n = strcmp (stacked->labels->pdata[0], "N") == 0 ? 0 : 1;
  double from, to;

  g_assert_true (ask_chart_get_span (stacked, 1, n, &from, &to));
  g_assert_cmpfloat (from, ==, 3);
  g_assert_cmpfloat (to, ==, 4);
  g_assert_true (ask_chart_get_span (stacked, 2, n, &from, &to));
  g_assert_cmpfloat (from, ==, 0);
  g_assert_cmpfloat (to, ==, -2);
  g_assert_false (ask_chart_get_span (stacked, 1, 1 - n, &from, &to));
  n = strcmp (percent->labels->pdata[0], "N") == 0 ? 0 : 1;
  g_assert_true (ask_chart_get_span (percent, 1, n, &from, &to));
  g_assert_cmpfloat_with_epsilon (from, 0.75, 1e-12);
  g_assert_cmpfloat_with_epsilon (to, 1, 1e-12);
}

static void
test_box_numbers (void)
{
  static const double five[] = { 1, 2, 3, 4, 5 };
  g_autoptr (AskRows) rows = chart_rows_new ("store:text|amount:real", "a|5\na|3\na|1\na|2\na|4\nb|1\nb|1\nb|1\nb|1\nb|90\nb|NULL");
  g_autoptr (AskChart) chart = choose (rows, "as a box plot", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (five); i++)
    g_assert_cmpfloat (ask_chart_get_value (chart, i, 0), ==, five[i]);
  g_assert_cmpfloat (ask_chart_get_value (chart, 4, 1), ==, 1);
  g_assert_cmpuint (chart->n_dots, ==, 1);
  g_assert_cmpfloat (chart->ys[0], ==, 90);
  g_assert_nonnull (strstr (chart->reason, "1 value far from the others is a dot."));
  g_assert_nonnull (strstr (chart->reason, "1 row without a value is left out."));
}

/* Each value is in one bin, at its edges too, and no bin is missing between the least and the greatest. */
static void
test_bins (void)
{
  guint n = g_test_slow () ? 2000 : 100;

  for (guint round = 0; round < n; round++)
    {
      g_autoptr (AskRows) rows = ask_rows_new ();
      g_autoptr (AskChart) chart = NULL;
      gboolean integers = g_test_rand_bit ();
      guint n_rows = (guint) g_test_rand_int_range (2, 300);
      double size = pow (10, g_test_rand_double_range (-6, 12)), counted = 0;

      ask_rows_add_column (rows, "amount", integers ? ASK_TYPE_INTEGER : ASK_TYPE_REAL);
      for (guint i = 0; i < n_rows; i++)
        {
          double value = g_test_rand_double_range (-size, size);
          AskValue cell = integers ? ask_value_integer ((gint64) value) : ask_value_real (value);

          ask_rows_append (rows, &cell);
        }
      chart = choose (rows, "as a histogram", NULL);
      g_assert_cmpint (chart->kind, ==, ASK_CHART_HISTOGRAM);
      for (gsize i = 0; i < chart->n_points; i++)
        counted += ask_chart_get_value (chart, 0, i);
      g_assert_cmpfloat (counted, ==, n_rows);
      g_assert_cmpfloat (ask_chart_get_value (chart, 0, 0), >, 0);
      g_assert_cmpfloat (ask_chart_get_value (chart, 0, chart->n_points - 1), >, 0);
      g_assert_cmpuint (chart->n_points, <=, 45);
    }
}

static void
test_waterfall_total (void)
{
  g_autoptr (AskRows) rows = chart_rows_new ("month:text|amount:real", "2025-01|9\n2025-02|-4\n2025-04|NULL\n2025-05|2");
  g_autoptr (AskChart) chart = choose (rows, "as a waterfall", NULL);
  g_autofree char *last = ask_chart_dup_x_label (chart, chart->n_points - 1);

  g_assert_cmpuint (chart->n_points, ==, 5);
  g_assert_cmpstr (last, ==, "Total");
  g_assert_cmpfloat (ask_chart_get_value (chart, 0, 4), ==, 7);
}

static void
test_slope_is_whole (void)
{
  g_autoptr (AskRows) rows = chart_rows_new ("year:integer|party:text|seats:integer", "2021|a|3\n2021|b|4\n2025|a|5\n2025|b|2");
  g_autoptr (AskChart) chart = choose (rows, "as a slope chart", NULL);

  g_assert_cmpuint (chart->n_missing, ==, 0);
  g_assert_null (strstr (chart->reason, "gap"));
}

/* Lines beyond the panels are counted. */
static void
test_panels (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskChart) chart = NULL;

  ask_rows_add_column (rows, "year", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "product", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "average_price", ASK_TYPE_REAL);
  ask_rows_read_names (rows);
  for (guint i = 0; i < 120; i++)
    {
      g_autofree char *product = g_strdup_printf ("p%u", i % 30);
      AskValue cells[3] = { ask_value_integer (2020 + i / 30), ask_value_text (product, -1), ask_value_real (i) };

      ask_rows_append (rows, cells);
    }
  chart = choose (rows, NULL, NULL);
  g_assert_cmpint (chart->kind, ==, ASK_CHART_SMALL_MULTIPLES);
  g_assert_cmpuint (chart->series->len, ==, ASK_CHART_MAX_PANELS);
  g_assert_nonnull (strstr (chart->reason, "30 lines cannot be told apart"));
  g_assert_nonnull (strstr (chart->reason, "Of 30 product values the first 24 are drawn"));
}

/* One rule for baselines: lengths start at zero, and where places do not, it is said. */
static void
test_baselines (void)
{
  static const struct
  {
    const char *question;
    gboolean zero;
  } asked[] = { { "as a line", FALSE }, { "as an area chart", TRUE }, { "as bars", TRUE } };
  g_autoptr (AskRows) rows = chart_rows_new ("month:text|sales:real", "2025-01|100\n2025-02|101\n2025-03|102");

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autoptr (AskChart) chart = choose (rows, asked[i].question, NULL);

      g_assert_cmpint (ask_chart_needs_zero (chart, 100, 102), ==, asked[i].zero);
      g_assert_cmpint (strstr (chart->reason, "does not start at zero") == NULL, ==, asked[i].zero);
    }
}

/* Whether anything stands in the last line of text, right of the year beneath the first month. */
static gboolean
has_foot (AskChart *chart)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 400);
  cairo_t *cr = cairo_create (surface);
  gboolean drawn = FALSE;

  ask_chart_draw (chart, cr, 640, 400, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 372; y < 400; y++)
    for (int x = 75; x < 160; x++)
      {
        guint32 color = *(const guint32 *) (gpointer) (cairo_image_surface_get_data (surface)
                                                       + y * cairo_image_surface_get_stride (surface) + x * 4);

        drawn = drawn || (color & 0xffffff) != 0xffffff;
      }
  cairo_surface_destroy (surface);
  return drawn;
}

/* The picture says where its axis begins, and only where that is not at zero. */
static void
test_told_baselines (void)
{
  static const struct
  {
    const char *question;
    const char *lines;
    const char *told;
  } asked[] = {
    { "as a line", "2025-01|100\n2025-02|101\n2025-03|102", "The axis begins at 100.0" },
    { "as a line", "2025-01|41\n2025-02|48\n2025-03|58", "The axis begins at 40" },
    { "as a line", "2025-01|10\n2025-02|48\n2025-03|58", NULL },
    { "as a line", "2025-01|-41\n2025-02|-48\n2025-03|-58", NULL },
    { "as an area chart", "2025-01|41\n2025-02|48\n2025-03|58", NULL },
    { "as an area chart", "2025-01|100\n2025-02|101\n2025-03|102", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autoptr (AskRows) rows = chart_rows_new ("month:text|sales:real", asked[i].lines);
      g_autoptr (AskChart) chart = choose (rows, asked[i].question, NULL);
      g_autofree char *told = NULL;
      AskChartScale scale;
      double min, max;

      ask_chart_get_range (chart, chart->n_points, &min, &max);
      ask_chart_scale_init (&scale, min, max, ask_chart_needs_zero (chart, min, max), 5, chart->format);
      told = ask_chart_scale_dup_baseline (&scale);
      g_assert_cmpstr (told, ==, asked[i].told);
      g_assert_cmpint (has_foot (chart), ==, told != NULL);
    }
}

/* The first row with a pixel of the first colour, or -1. */
static int
find_top (AskChart *chart)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 400);
  cairo_t *cr = cairo_create (surface);
  int top = -1;

  ask_chart_draw (chart, cr, 640, 400, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < 400 && top < 0; y++)
    for (int x = 0; x < 640 && top < 0; x++)
      {
        guint32 color = *(const guint32 *) (gpointer) (cairo_image_surface_get_data (surface)
                                                       + y * cairo_image_surface_get_stride (surface) + x * 4)
                        & 0xffffff;

        /* Thin lines are a little lighter than their colour. */
        if ((color >> 16) < 0x90 && (color & 0xff) > 0x90 && (color & 0xff) > (color >> 16) + 0x40)
          top = y;
      }
  cairo_surface_destroy (surface);
  return top;
}

/* Of many points to a pixel the highest one is drawn, wherever it is. */
static void
test_extremes (void)
{
  guint n = 50000;

  for (guint round = 0; round < 10; round++)
    {
      g_autoptr (AskRows) rows = ask_rows_new ();
      g_autoptr (AskChart) chart = NULL;
      guint at = (guint) g_test_rand_int_range (0, (gint) n);

      ask_rows_add_column (rows, "second", ASK_TYPE_INTEGER);
      ask_rows_add_column (rows, "level", ASK_TYPE_REAL);
      for (guint i = 0; i < n; i++)
        {
          AskValue cells[2] = { ask_value_integer (i), ask_value_real (i == at ? 100 : i % 7) };

          ask_rows_append (rows, cells);
        }
      chart = choose (rows, "as a line", NULL);
      g_assert_cmpint (chart->kind, ==, ASK_CHART_LINE);
      g_assert_cmpuint (chart->n_points, ==, n);
      g_assert_cmpint (find_top (chart), >, 0);
      g_assert_cmpint (find_top (chart), <, 80);
    }
}

static AskValue
draw_cell (guint kind)
{
  static const char *const words[] = { "2025-01-01", "2025-02-01", "2025-03-01", "Monday", "Friday", "a", "b", "", "12", "3.5" };

  if (g_test_rand_int_range (0, 12) == 0)
    return ASK_NULL_INIT;
  if (kind == 0)
    return ask_value_integer (g_test_rand_int_range (-20, 2030));
  if (kind == 1)
    return ask_value_real (g_test_rand_int_range (0, 20) == 0 ? INFINITY : g_test_rand_double_range (-1e6, 1e6));
  return ask_value_text (words[g_test_rand_int_range (0, kind == 2 ? 3 : G_N_ELEMENTS (words))], -1);
}

/* Any result and any wish: a chart, words for it, and a picture; what is wished for is drawn, or it is said why not. */
static void
test_any_wish (void)
{
  static const char *const wishes[] = { "table", "percent-bar", "stacked-area", "stacked-bar", "grouped-bar", "small-multiples",
                                        "histogram", "heat-map", "combination", "candlestick", "box", "radar", "bubble",
                                        "funnel", "waterfall", "slope", "donut", "area", "pie", "bar", "line", "scatter" };
  static const char *const names[] = { "region", "month", "year", "amount", "customer_id", "open", "high", "low", "close",
                                       "share", "average_price", "name", "day" };
  guint n = g_test_slow () ? 40000 : 1500;

  for (guint round = 0; round < n; round++)
    {
      g_autoptr (AskRows) rows = ask_rows_new ();
      guint n_columns = (guint) g_test_rand_int_range (1, 6), n_rows = (guint) g_test_rand_int_range (0, 40);
      const char *wish = wishes[g_test_rand_int_range (0, G_N_ELEMENTS (wishes))];
      g_autoptr (AskChart) chart = NULL;
      g_autoptr (JsonNode) json = NULL;
      g_autofree char *words = NULL;
      AskValue cells[6];
      guint kinds[6];

      for (guint i = 0; i < n_columns; i++)
        {
          kinds[i] = (guint) g_test_rand_int_range (0, 4);
          ask_rows_add_column (rows, names[g_test_rand_int_range (0, G_N_ELEMENTS (names))], ASK_TYPE_ANY);
        }
      for (guint r = 0; r < n_rows; r++)
        {
          for (guint i = 0; i < n_columns; i++)
            cells[i] = draw_cell (kinds[i]);
          ask_rows_append (rows, cells);
        }
      ask_rows_infer_types (rows);
      ask_rows_read_names (rows);
      chart = choose (rows, g_test_rand_bit () ? "by region and month" : NULL, wish);
      words = ask_chart_describe (chart);
      json = ask_chart_to_json (chart);
      g_assert_null (strchr (chart->reason, '{'));
      for (guint s = 0; s < chart->series->len; s++)
        for (gsize i = 0; i < chart->n_points; i++)
          g_assert_false (ask_chart_get_value (chart, s, i) == -INFINITY);
      draw (chart, 160, 100);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/chart/wish/is-obeyed-or-it-is-said-why/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/chart/wish/a-wish-goes-before-the-question", test_wish);
  g_test_add_func ("/chart/wish/an-unmet-wish-leaves-no-trace-in-the-columns", test_unmet);
  g_test_add_func ("/chart/wish/what-is-set-against-something-goes-up", test_against);
  g_test_add_func ("/chart/kinds/stacks-add-up", test_spans);
  g_test_add_func ("/chart/kinds/a-box-has-its-five-numbers", test_box_numbers);
  g_test_add_func ("/chart/kinds/each-value-is-in-one-bin", test_bins);
  g_test_add_func ("/chart/kinds/a-waterfall-ends-in-its-total", test_waterfall_total);
  g_test_add_func ("/chart/kinds/a-slope-has-no-gap", test_slope_is_whole);
  g_test_add_func ("/chart/kinds/panels-that-are-left-out-are-counted", test_panels);
  g_test_add_func ("/chart/kinds/a-baseline-that-is-not-zero-is-told", test_baselines);
  g_test_add_func ("/chart/kinds/the-picture-says-where-its-axis-begins", test_told_baselines);
  g_test_add_func ("/chart/kinds/a-line-of-many-points-keeps-its-extremes", test_extremes);
  g_test_add_func ("/chart/wish/any-wish-over-any-rows-gives-a-chart", test_any_wish);
  return g_test_run ();
}

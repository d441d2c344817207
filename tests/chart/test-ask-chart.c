/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is drawn: the order of places, "Other", gaps, the zero line, words and JSON, files, and that
 * no result and no size makes the drawing fail.
 */
#include "config.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <math.h>

#include "chart-rows.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-chart.h"

/* Fontconfig keeps its patterns until the process ends; that is no leak of ours. Read by the leak
 * sanitizer when it is there. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}

static AskChart *
choose (AskRows *rows, const char *question)
{
  g_autoptr (GError) error = NULL;
  AskChart *chart = ask_chart_choose (rows, question, &error);

  g_assert_no_error (error);
  return chart;
}

static AskChart *
choose_text (const char *columns, const char *lines, const char *question)
{
  g_autoptr (AskRows) rows = chart_rows_new (columns, lines);

  return choose (rows, question);
}

static char *
join_labels (AskChart *chart)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < chart->n_points; i++)
    {
      g_autofree char *label = ask_chart_dup_x_label (chart, i);

      g_string_append_printf (text, "%s%s", i > 0 ? "," : "", label);
    }
  return g_string_free (text, FALSE);
}

static AskRows *
make_numbered (const char *measure, guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, measure, ASK_TYPE_INTEGER);
  ask_rows_read_names (rows);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("c%u", i);
      AskValue cells[2] = { ask_value_text (name, -1), ask_value_integer ((i * 7919) % n + 1) };

      ask_rows_append (rows, cells);
    }
  return rows;
}

static void
test_other (void)
{
  g_autoptr (AskRows) rows = make_numbered ("orders", 101);
  g_autoptr (AskRows) averages = make_numbered ("average_price", 101);
  g_autoptr (AskChart) chart = choose (rows, NULL);
  g_autoptr (AskChart) average = choose (averages, NULL);
  g_autofree char *last = NULL;
  double sum = 0;

  g_assert_cmpuint (chart->n_points, ==, 20);
  last = ask_chart_dup_x_label (chart, 19);
  g_assert_cmpstr (last, ==, "Other");
  for (gsize i = 0; i < 20; i++)
    sum += ask_chart_get_value (chart, 0, i);
  g_assert_cmpfloat (sum, ==, 101.0 * 102 / 2);
  g_assert_cmpfloat (ask_chart_get_value (chart, 0, 0), ==, 101);
  g_assert_cmpfloat (ask_chart_get_value (chart, 0, 18), ==, 83);
  g_assert_nonnull (strstr (chart->reason, "sum of the remaining 82"));

  g_assert_cmpuint (average->n_points, ==, 20);
  g_assert_cmpint (average->other_point, ==, -1);
  g_assert_cmpfloat (ask_chart_get_value (average, 0, 19), ==, 82);
  g_assert_nonnull (strstr (average->reason, "would mean nothing"));
}

static void
test_twenty (void)
{
  g_autoptr (AskRows) rows = make_numbered ("orders", 20);
  g_autoptr (AskChart) chart = choose (rows, NULL);

  g_assert_cmpuint (chart->n_points, ==, 20);
  g_assert_cmpint (chart->other_point, ==, -1);
}

static void
test_order (void)
{
  static const struct
  {
    const char *columns;
    const char *lines;
    const char *labels;
  } cases[] = {
    { "d:date|n:integer", "2025-03-02|1\n2024-12-31|2\n2025-01-05|3", "31 Dec 2024,5 Jan 2025,2 Mar 2025" },
    { "q:text|n:integer", "2025-Q1|1\n2024-Q4|2\n2024-Q2|3", "Q2 2024,Q4 2024,Q1 2025" },
    { "w:text|n:integer", "2025-W10|1\n2025-W02|2\n2024-W52|3", "W52 2024,W02 2025,W10 2025" },
    { "m:text|n:integer", "December|1\nApril|2\nJanuary|3", "Jan,Apr,Dec" },
    { "m:text|n:integer", "Mar 2025|1\nDec 2024|2\nJan 2025|3", "Dec 2024,Jan 2025,Mar 2025" },
    { "day:text|n:integer", "Sunday|1\nFriday|2\nMonday|3", "Mon,Fri,Sun" },
    { "month:text|n:integer", "10|1\n02|2\n01|3", "Jan,Feb,Oct" },
    { "year:integer|n:integer", "2025|1\n2023|2\n2024|3", "2023,2024,2025" },
    { "year:integer|month:integer|n:integer", "2025|1|1\n2024|12|2\n2024|2|3", "Feb 2024,Dec 2024,Jan 2025" },
    { "year:text|quarter:integer|n:integer", "2025|1|1\n2024|4|2\n2024|2|3", "Q2 2024,Q4 2024,Q1 2025" },
    { "hour:integer|n:integer", "13|1\n9|2\n10|3", "9,10,13" },
    { "at:datetime|n:integer", "2025-03-01T10:00:00|1\n2025-03-01T09:30:00|2",
      "1 Mar 2025, 09:30,1 Mar 2025, 10:00" },
    { "start:date|n:integer", "2025-03-01|1\n2025-01-01|2\n2025-02-01|2", "Jan 2025,Feb 2025,Mar 2025" },
    { "city:text|n:integer", "a|1\nb|3\nc|2", "b,c,a" }, /* by size */
    { "city:text|n:integer", "a|1\nb|2\nc|3", "a,b,c" }, /* the query has ordered them */
    { "age_band:text|n:integer", "0 to 17|1\n18 to 29|3\n30 to 64|2", "0 to 17,18 to 29,30 to 64" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskChart) chart = choose_text (cases[i].columns, cases[i].lines, NULL);
      g_autofree char *labels = join_labels (chart);

      g_assert_cmpstr (labels, ==, cases[i].labels);
    }
}

static void
test_gaps (void)
{
  g_autoptr (AskChart) chart = choose_text ("month:text|region:text|sales:real",
                                            "2025-01|N|1\n2025-01|S|2\n2025-02|N|NULL\n2025-03|N|3\n2025-03|S|4\n"
                                            "2025-04|N|3\n2025-04|S|inf",
                                            NULL);

  g_assert_cmpint (chart->kind, ==, ASK_CHART_MULTI_LINE);
  g_assert_true (isnan (ask_chart_get_value (chart, 0, 1))); /* NULL breaks the line */
  g_assert_true (isinf (ask_chart_get_value (chart, 1, 1))); /* so does no row: test-ask-chart-gaps */
  g_assert_true (isnan (ask_chart_get_value (chart, 1, 3))); /* infinity cannot be drawn */
  g_assert_nonnull (strstr (chart->reason, "missing"));
  g_assert_nonnull (strstr (chart->reason, "infinite"));
}

static void
test_many_groups (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (AskChart) stacked = NULL;
  double sum = 0;

  ask_rows_add_column (rows, "month", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "product", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "units", ASK_TYPE_INTEGER);
  for (guint m = 1; m <= 4; m++)
    for (guint p = 1; p <= 12; p++)
      {
        g_autofree char *month = g_strdup_printf ("2025-%02u", m);
        g_autofree char *product = g_strdup_printf ("p%u", p);
        AskValue cells[3] = { ask_value_text (month, -1), ask_value_text (product, -1), ask_value_integer (p) };

        ask_rows_append (rows, cells);
      }
  chart = choose (rows, NULL);
  g_assert_cmpint (chart->kind, ==, ASK_CHART_SMALL_MULTIPLES);
  g_assert_cmpuint (chart->series->len, ==, 12);
  stacked = choose (rows, "as stacked bars");
  g_assert_cmpint (stacked->kind, ==, ASK_CHART_STACKED_BAR);
  g_assert_cmpuint (stacked->series->len, ==, 8);
  g_assert_true (((AskChartSeries *) stacked->series->pdata[7])->other);
  for (guint s = 0; s < 8; s++)
    sum += ask_chart_get_value (stacked, s, 2);
  g_assert_cmpfloat (sum, ==, 78);
  g_assert_nonnull (strstr (stacked->reason, "\"Other\" is the sum of the remaining 5"));
}

static void
test_describe (void)
{
  static const struct
  {
    const char *columns;
    const char *lines;
    const char *words;
  } cases[] = {
    { "region:text|revenue:real", "Lyon|12300\nBonn|120\nGraz|NULL",
      "Bar chart of revenue by region, 3 bars, highest Lyon 12,300, lowest Bonn 120; 1 without a value" },
    { "total_revenue:real", "12.5", "Total revenue: 12.50" },
    { "year:integer", "2025", "Year: 2025" },
    { "revenue:real", "NULL", "Revenue: no value" },
    { "carrier:text|late:integer", "Nordfracht|212", "Late: 212, Nordfracht" },
    { "a:text|b:text", "x|y\nz|w", "Table of a and b, 2 rows, 2 columns" },
    { "height:real|weight:real", "1|2\n2|4", "Scatter plot of weight by height, 2 dots, height from 1 to 2, weight from 2 to 4" },
    { "month:text|GDP:real", "2025-01|1\n2025-02|2",
      "Line chart of gdp by month, 2 points from Jan 2025 to Feb 2025, highest Feb 2025 2, lowest Jan 2025 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskChart) chart = choose_text (cases[i].columns, cases[i].lines, NULL);
      g_autofree char *words = ask_chart_describe (chart);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

static void
test_json (void)
{
  g_autoptr (AskChart) chart = choose_text ("region:text|revenue:real", "Lyon|12.5\nBonn|NULL", NULL);
  g_autoptr (JsonNode) json = ask_chart_to_json (chart);
  JsonObject *object = json_node_get_object (json);
  JsonObject *series = ask_json_element_object (ask_json_get_array (object, "series"), 0);

  g_assert_cmpstr (ask_json_get_string (object, "kind"), ==, "bar");
  g_assert_cmpstr (ask_json_get_string (object, "title"), ==, "Revenue by region");
  g_assert_cmpstr (ask_json_get_string (ask_json_get_object (object, "x"), "column"), ==, "region");
  g_assert_cmpstr (ask_json_get_string (ask_json_element_object (ask_json_get_array (object, "y"), 0), "column"), ==,
                   "revenue");
  g_assert_cmpstr (ask_json_element_string (ask_json_get_array (object, "categories"), 1), ==, "Bonn");
  g_assert_cmpfloat (json_array_get_double_element (ask_json_get_array (series, "values"), 0), ==, 12.5);
  g_assert_true (json_array_get_null_element (ask_json_get_array (series, "values"), 1));
}

static cairo_surface_t *
draw (AskChart *chart, int width, int height, const AskChartTheme *theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  ask_chart_draw (chart, cr, width, height, theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* The height of the bar in the middle of slot @slot of @n, counted in pixels of its colour. */
static int
bar_height (cairo_surface_t *surface, guint32 color, int x)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  int height = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    height += (((const guint32 *) (const void *) (data + y * stride))[x] & 0xffffff) == color;
  return height;
}

static int
tallest_within (cairo_surface_t *surface, guint32 color, int from, int to)
{
  int tallest = 0;

  for (int x = from; x < to; x++)
    tallest = MAX (tallest, bar_height (surface, color, x));
  return tallest;
}

/* 100 and 50: were the axis not to start at zero, the second would not be half as high. */
static void
test_zero_baseline (void)
{
  g_autoptr (AskChart) chart = choose_text ("c:text|n:integer", "a|100\nb|50", NULL);
  AskChartTheme theme = *ask_chart_theme_light ();
  cairo_surface_t *surface = draw (chart, 600, 400, &theme);
  int first = tallest_within (surface, theme.series[0], 0, 320);
  int second = tallest_within (surface, theme.series[0], 330, 600);

  g_assert_cmpint (first, >, 150);
  g_assert_cmpint (ABS (first - 2 * second), <=, 4);
  cairo_surface_destroy (surface);
}

static void
test_negative (void)
{
  g_autoptr (AskChart) chart = choose_text ("c:text|n:integer", "a|100\nb|-100", NULL);
  AskChartTheme theme = *ask_chart_theme_light ();
  cairo_surface_t *surface = draw (chart, 600, 400, &theme);
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  int top[2] = { 999, 999 }, bottom[2] = { -1, -1 };

  for (int y = 0; y < 400; y++)
    for (int x = 0; x < 600; x++)
      if ((((const guint32 *) (const void *) (data + y * stride))[x] & 0xffffff) == theme.series[0])
        {
          int side = x > 320;

          top[side] = MIN (top[side], y);
          bottom[side] = MAX (bottom[side], y);
        }
  /* One hangs where the other stands, and both are as long. */
  g_assert_cmpint (bottom[0], <=, top[1] + 2);
  g_assert_cmpint (ABS ((bottom[0] - top[0]) - (bottom[1] - top[1])), <=, 3);
  cairo_surface_destroy (surface);
}

static void
test_mirror (void)
{
  g_autoptr (AskChart) chart = choose_text ("c:text|n:integer", "a|100\nb|10", NULL);
  AskChartTheme theme = *ask_chart_theme_light ();
  cairo_surface_t *surface;

  theme.right_to_left = TRUE;
  surface = draw (chart, 600, 400, &theme);
  g_assert_cmpint (tallest_within (surface, theme.series[0], 0, 270), <,
                   tallest_within (surface, theme.series[0], 330, 600) / 4);
  cairo_surface_destroy (surface);
}

static char *
make_long (gsize length)
{
  char *text = g_malloc (length + 1);

  memset (text, 'x', length);
  text[length] = '\0';
  return text;
}

/* Every kind in every size and theme: cairo must not fail, and something must be on the paper. */
static void
test_any_size (void)
{
  g_autofree char *endless = make_long (100000);
  g_autofree char *odd = g_strdup_printf ("%s|3\n😀👩‍👩‍👧|4\nשלום|5\nline\tbreak|6\n|7\nNULL|8", endless);
  const struct
  {
    const char *columns;
    const char *lines;
    const char *question;
  } cases[] = {
    { "revenue:real", "12", NULL },
    { "a:text|b:text", "x|y\nz|w", NULL },
    { "a:text|b:integer", "", NULL },
    { "c:text|n:integer", odd, NULL },
    { "c:text|n:real", "a|1e308\nb|-1e308\nc|NULL", NULL },
    { "c:text|n:real", "a|0\nb|0", NULL },
    { "c:text|n:integer", "a|1\nb|2\nc|3", "as a pie" },
    { "c:text|n:integer", "a|0\nb|0", "as a pie" },
    { "m:text|n:real", "2025-01|1\n2025-02|NULL\n2025-03|1e-300", NULL },
    { "m:text|g:text|n:real", "2025-01|a|1\n2025-01|b|2\n2025-02|a|3\n2025-03|a|5\n2025-04|b|5", NULL },
    { "m:date|n:real", "0001-01-01|1\n9999-12-31|2", NULL },
    { "m:datetime|n:real", "2025-01-01 10:00:00.001|1\n2025-01-01 10:00:00.002|2", NULL },
    { "x:real|y:real", "1|2\n1|2", NULL },
    { "x:real|y:real", "1e308|1\n-1e308|2\ninf|4", NULL },
    { "c:text|g:text|n:integer", "a|x|1\na|y|2\nb|x|NULL\nb|y|-4", NULL },
  };
  static const int sizes[][2] = { { 1, 1 }, { 40, 30 }, { 240, 160 }, { 640, 400 }, { 80, 900 }, { 2000, 100 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskChart) chart = choose_text (cases[i].columns, cases[i].lines, cases[i].question);

      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        for (guint t = 0; t < 4; t++)
          {
            AskChartTheme theme = t & 1 ? *ask_chart_theme_dark () : *ask_chart_theme_light ();

            theme.text_scale = t >= 2 ? 2 : 1;
            theme.right_to_left = t == 3;
            cairo_surface_destroy (draw (chart, sizes[s][0], sizes[s][1], &theme));
          }
    }
}

/* What a person asked for goes before what the words of this question say, and rules have the last word. */
static void
test_wish (void)
{
  static const struct
  {
    const char *question;
    const char *wish;
    AskChartKind kind;
    const char *lines;
  } cases[] = {
    { "only 2025", NULL, ASK_CHART_BAR, "a|1\nb|2\nc|3" },
    { "only 2025", "pie", ASK_CHART_PIE, "a|1\nb|2\nc|3" },
    { "only 2025", "table", ASK_CHART_TABLE, "a|1\nb|2\nc|3" },
    { "as a pie", "bar", ASK_CHART_BAR, "a|1\nb|2\nc|3" },
    { NULL, "pie", ASK_CHART_BAR, "a|1\nb|-2\nc|3" },
    { NULL, "nothing", ASK_CHART_BAR, "a|1\nb|2\nc|3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = chart_rows_new ("c:text|n:integer", cases[i].lines);
      g_autoptr (AskChart) chart = ask_chart_choose_as (rows, cases[i].question, cases[i].wish, &error);

      g_assert_no_error (error);
      g_assert_cmpint (ask_chart_get_kind (chart), ==, cases[i].kind);
    }
}

static AskValue
random_cell (int flavour, guint row)
{
  static const char *const texts[]
    = { "Lyon", "Bonn", "", " ", "2025-01-01", "2025-02", "2024", "Q1", "Monday", "\xff\xfe", "😀", "a|b{x}", "07" };
  static const double reals[] = { 0, -0.0, 1.5, -3, 1e308, -1e308, 1e-308, INFINITY, -INFINITY, 0.3 };

  if (g_test_rand_int_range (0, 8) == 0)
    return ASK_NULL_INIT;
  switch (flavour)
    {
    case 0:
      return ask_value_integer (g_test_rand_int_range (-5, 50));
    case 1:
      return ask_value_integer (2000 + row % 20);
    case 2:
      return ask_value_real (reals[g_test_rand_int_range (0, G_N_ELEMENTS (reals))]);
    case 3:
      return ask_value_text (texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))], -1);
    case 4:
      return ask_value_text (texts[g_test_rand_int_range (0, 2)], -1);
    case 5:
      return ask_value_text (texts[g_test_rand_int_range (4, 6)], -1);
    case 6:
      return ask_value_blob ((const guint8 *) "\0\1", 2);
    case 7:
      return ask_value_integer (g_test_rand_bit () ? G_MAXINT64 : G_MININT64);
    default:
      return random_cell (g_test_rand_int_range (0, 8), row);
    }
}

/* Whatever a query returns, there is a picture, a reason, words and JSON, and it can be drawn. */
static void
test_random (void)
{
  static const char *const names[]
    = { "region", "year", "month", "revenue", "id", "share", "rate", "first_name", "", "avg(x)", "COUNT(*)", "no", "🦊", "day" };
  static const char *const questions[] = { NULL, "as a pie", "trend over time", "compare", "correlation", "share", "bar chart" };
  guint rounds = g_test_quick () ? 1500 : 20000;

  for (guint i = 0; i < rounds; i++)
    {
      g_autoptr (AskRows) rows = ask_rows_new ();
      g_autoptr (AskChart) chart = NULL;
      g_autoptr (JsonNode) json = NULL;
      g_autofree char *words = NULL;
      guint n_columns = (guint) g_test_rand_int_range (0, 6);
      guint n_rows = (guint) g_test_rand_int_range (0, g_test_rand_bit () ? 4 : 60);
      int flavours[6] = { 0 };
      AskChartTheme theme = *ask_chart_theme_dark ();

      for (guint c = 0; c < n_columns; c++)
        {
          flavours[c] = g_test_rand_int_range (0, 9);
          ask_rows_add_column (rows, names[g_test_rand_int_range (0, G_N_ELEMENTS (names))],
                               (AskType) g_test_rand_int_range (ASK_TYPE_ANY, ASK_TYPE_BLOB + 1));
        }
      ask_rows_read_names (rows);
      for (guint r = 0; r < n_rows; r++)
        {
          AskValue cells[6];

          for (guint c = 0; c < n_columns; c++)
            cells[c] = random_cell (flavours[c], r);
          ask_rows_append (rows, cells);
        }
      chart = choose (rows, questions[g_test_rand_int_range (0, G_N_ELEMENTS (questions))]);
      words = ask_chart_describe (chart);
      json = ask_chart_to_json (chart);
      g_assert_cmpint (strlen (ask_chart_get_reason (chart)), >, 10);
      g_assert_true (g_utf8_validate (words, -1, NULL));
      g_assert_true (g_utf8_validate (ask_chart_get_title (chart), -1, NULL));
      theme.right_to_left = g_test_rand_bit ();
      if (i % 8 == 0)
        cairo_surface_destroy (draw (chart, g_test_rand_int_range (1, 500), g_test_rand_int_range (1, 400), &theme));
    }
}

static void
test_transparent (void)
{
  g_autoptr (AskChart) chart = choose_text ("c:text|n:integer", "a|1\nb|2", NULL);
  AskChartTheme theme = *ask_chart_theme_light ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 200);
  cairo_t *cr = cairo_create (surface);

  theme.transparent = TRUE;
  ask_chart_draw (chart, cr, 300, 200, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_assert_cmpuint (*(const guint32 *) (const void *) cairo_image_surface_get_data (surface), ==, 0);
  cairo_surface_destroy (surface);
}

static void
test_export (void)
{
  static const struct
  {
    const char *name;
    const char *magic;
  } files[] = { { "a.png", "\x89PNG" }, { "b.svg", "<?xml" }, { "c.pdf", "%PDF" }, { "d.PNG", "\x89PNG" } };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ask-chart-XXXXXX", &error);
  g_autofree char *missing = g_build_filename (folder, "no", "such", "folder.png", NULL);
  g_autoptr (AskChart) chart = choose_text ("c:text|n:integer", "a|1\nb|2", NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
      g_autofree char *bytes = NULL;

      g_assert_true (ask_chart_export (chart, path, 640, 400, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
      g_assert_true (g_str_has_prefix (bytes, files[i].magic));
      g_unlink (path);
    }
  g_assert_false (ask_chart_export (chart, "chart.gif", 640, 400, NULL, &error));
  g_assert_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, ".png, .svg, .pdf or .vl.json"));
  g_clear_error (&error);
  g_assert_false (ask_chart_export (chart, missing, 640, 400, NULL, &error));
  g_assert_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_WRITE);
  g_clear_error (&error);
  g_assert_false (ask_chart_export (chart, "/dev/null/x.svg", 640, 400, NULL, &error));
  g_assert_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_WRITE);
  g_rmdir (folder);
}

static void
test_same_bytes (void)
{
  static const char *const questions[] = { NULL, "as a pie", "as a table" };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ask-chart-XXXXXX", &error);
  g_autofree char *first = g_build_filename (folder, "1.png", NULL);
  g_autofree char *second = g_build_filename (folder, "2.png", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskChart) a = choose_text ("c:text|n:integer", "a|1\nb|2\n😀|3", questions[i]);
      g_autoptr (AskChart) b = choose_text ("c:text|n:integer", "a|1\nb|2\n😀|3", questions[i]);
      g_autofree char *one = NULL;
      g_autofree char *two = NULL;
      gsize length_one, length_two;

      g_assert_true (ask_chart_export (a, first, 640, 400, NULL, NULL));
      g_assert_true (ask_chart_export (b, second, 640, 400, NULL, NULL));
      g_assert_true (g_file_get_contents (first, &one, &length_one, NULL));
      g_assert_true (g_file_get_contents (second, &two, &length_two, NULL));
      g_assert_cmpmem (one, length_one, two, length_two);
    }
  g_unlink (first);
  g_unlink (second);
  g_rmdir (folder);
}

static void
test_million (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskRows) pairs = ask_rows_new ();
  g_autoptr (AskChart) line = NULL;
  g_autoptr (AskChart) dots = NULL;
  gint64 begun, chosen;

  ask_rows_add_column (rows, "at", ASK_TYPE_DATETIME);
  ask_rows_add_column (rows, "load", ASK_TYPE_REAL);
  ask_rows_add_column (pairs, "height", ASK_TYPE_REAL);
  ask_rows_add_column (pairs, "weight", ASK_TYPE_REAL);
  for (guint i = 0; i < 1000000; i++)
    {
      char text[32];
      AskValue cells[2];
      AskValue pair[2] = { ask_value_real (i % 997), ask_value_real (i % 1009) };
      int year, month, day;
      guint minute = i % 1440;

      ask_chart_time_to_civil (17000 + i / 1440, &year, &month, &day);
      g_snprintf (text, sizeof text, "%04d-%02d-%02d %02u:%02u:00", year, month, day, minute / 60, minute % 60);
      cells[0] = ask_value_text (text, -1);
      cells[1] = ask_value_real (sin (i / 50000.0) * 100 + i % 17);
      ask_rows_append (rows, cells);
      ask_rows_append (pairs, pair);
    }
  begun = g_get_monotonic_time ();
  line = choose (rows, "over time");
  chosen = g_get_monotonic_time ();
  g_test_message ("2,000,000 cells: chosen in %.0f ms", (chosen - begun) / 1000.0);
  g_assert_cmpint (line->kind, ==, ASK_CHART_LINE);
  g_assert_cmpuint (line->n_points, ==, 1000000);
  cairo_surface_destroy (draw (line, 640, 400, ask_chart_theme_light ()));
  g_test_message ("drawn in %.0f ms", (g_get_monotonic_time () - chosen) / 1000.0);

  begun = g_get_monotonic_time ();
  dots = choose (pairs, NULL);
  g_test_message ("2,000,000 numbers: chosen in %.0f ms", (g_get_monotonic_time () - begun) / 1000.0);
  g_assert_cmpint (dots->kind, ==, ASK_CHART_SCATTER);
  g_assert_cmpuint (dots->n_dots, <=, ASK_CHART_MAX_DOTS);
  g_assert_cmpuint (dots->n_dots, >=, ASK_CHART_MAX_DOTS / 2);
  g_assert_nonnull (strstr (dots->reason, "sample"));
}

static void
test_cells (void)
{
  g_autoptr (AskChart) chart
    = choose_text ("order_id:integer|c:text|day:date|amount:real|big:integer",
                   "1001|a|2025-03-01|120.5|9223372036854775807\n1002|b|2025-03-02|80|5\n1003|b|2025-03-02|NULL|7", NULL);
  static const struct
  {
    gsize row;
    guint column;
    const char *text;
  } cells[] = { { 0, 0, "1001" },   { 0, 2, "2025-03-01" }, { 0, 3, "120.50" },
                { 1, 3, "80.00" }, { 2, 3, "–" },          { 0, 4, "9,223,372,036,854,775,807" } };

  g_assert_cmpint (chart->kind, ==, ASK_CHART_TABLE);
  g_assert_cmpstr (chart->title, ==, "Order id, c, day and 2 more");
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_autofree char *text = ask_chart_dup_cell (chart, cells[i].row, cells[i].column);

      g_assert_cmpstr (text, ==, cells[i].text);
    }
}

static void
test_truncated (void)
{
  g_autoptr (AskRows) rows = chart_rows_new ("c:text|n:integer", "a|1\nb|2");
  g_autoptr (AskChart) chart = NULL;

  ask_rows_set_truncated (rows, TRUE);
  chart = choose (rows, NULL);
  g_assert_nonnull (strstr (ask_chart_get_reason (chart), "cut at a limit"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/build/the-smallest-become-other", test_other);
  g_test_add_func ("/chart/build/twenty-bars-need-no-other", test_twenty);
  g_test_add_func ("/chart/build/places-stand-in-their-own-order", test_order);
  g_test_add_func ("/chart/build/a-missing-value-breaks-the-line", test_gaps);
  g_test_add_func ("/chart/build/many-groups-become-few-and-other", test_many_groups);
  g_test_add_func ("/chart/build/a-cut-result-says-so", test_truncated);
  g_test_add_func ("/chart/describe/words-say-what-is-drawn", test_describe);
  g_test_add_func ("/chart/describe/json-holds-what-is-drawn", test_json);
  g_test_add_func ("/chart/table/a-table-shows-each-cell-exactly", test_cells);
  g_test_add_func ("/chart/draw/bars-start-at-zero", test_zero_baseline);
  g_test_add_func ("/chart/draw/negative-bars-hang-below-zero", test_negative);
  g_test_add_func ("/chart/draw/right-to-left-mirrors-the-bars", test_mirror);
  g_test_add_func ("/chart/draw/every-kind-is-drawn-in-any-size", test_any_size);
  g_test_add_func ("/chart/draw/any-result-can-be-drawn", test_random);
  g_test_add_func ("/chart/draw/a-transparent-chart-has-no-ground", test_transparent);
  g_test_add_func ("/chart/export/each-format-is-written", test_export);
  g_test_add_func ("/chart/export/one-chart-gives-the-same-bytes", test_same_bytes);
  g_test_add_func ("/chart/choose/a-wish-goes-before-the-question", test_wish);
  g_test_add_func ("/chart/build/a-million-rows-are-drawn", test_million);
  return g_test_run ();
}

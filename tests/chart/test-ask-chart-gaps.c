/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has no row: steps of time that are missing stay a gap in lines and room between bars, and bars that have
 * no room are counted. Words are read from what cairo was told to draw, colours from the picture.
 */
#include "config.h"

#include <cairo-script.h>
#include <cairo.h>
#include <math.h>

#include "chart-rows.h"
#include "chart/ask-chart-gaps.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-chart.h"

/* Fontconfig keeps its patterns until the process ends; that is no leak of ours. */
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

static void
draw (AskChart *chart, cairo_surface_t *surface, double width, double height)
{
  cairo_t *cr = cairo_create (surface);

  ask_chart_draw (chart, cr, width, height, NULL);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
}

static cairo_surface_t *
draw_picture (AskChart *chart, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);

  draw (chart, surface, width, height);
  return surface;
}

static gboolean
has_color (cairo_surface_t *surface, int x, int y, guint32 color)
{
  const guint8 *data = cairo_image_surface_get_data (surface);

  return (((const guint32 *) (const void *) (data + y * cairo_image_surface_get_stride (surface)))[x] & 0xffffff)
         == color;
}

static cairo_status_t
keep_script (void *closure, const unsigned char *data, unsigned int length)
{
  g_string_append_len (closure, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Returns: (element-type utf8) (transfer full): the texts of a drawn chart */
static GPtrArray *
draw_words (AskChart *chart, double width, double height)
{
  g_autoptr (GString) script = g_string_new (NULL);
  cairo_device_t *device = cairo_script_create_for_stream (keep_script, script);
  cairo_surface_t *surface = cairo_script_surface_create (device, CAIRO_CONTENT_COLOR, width, height);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = NULL;

  draw (chart, surface, width, height);
  cairo_surface_destroy (surface);
  cairo_device_finish (device);
  cairo_device_destroy (device);
  lines = g_strsplit (script->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *end = strstr (lines[i], "show-text-glyphs") != NULL ? strstr (lines[i], ") [") : NULL;

      if (lines[i][0] == '(' && end != NULL)
        g_ptr_array_add (words, g_strndup (lines[i] + 1, (gsize) (end - lines[i] - 1)));
    }
  g_assert_cmpuint (words->len, >, 0);
  return words;
}

static char *
join_gaps (AskChartTime unit, const double *positions, gsize n)
{
  g_autofree gsize *missing = g_new (gsize, n);
  GString *text = g_string_new (NULL);
  gsize all = ask_chart_find_gaps (unit, positions, n, missing);

  for (gsize i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s%u", i > 0 ? " " : "", (guint) missing[i]);
      all -= missing[i];
    }
  g_assert_cmpuint (all, ==, 0);
  return g_string_free (text, FALSE);
}

static void
test_rhythms (void)
{
  static const struct
  {
    const char *times;
    const char *missing; /* before each of them */
  } cases[] = {
    { "2025-01 2025-02 2025-04 2025-05", "0 0 1 0" },
    { "2024-11 2024-12 2025-01 2025-06", "0 0 0 4" },
    { "2025-01 2025-04", "0 2" },
    { "2025-01 2025-02 2025-05 2025-09 2025-12", "0 0 2 3 2" },
    { "2025-01 2025-04 2025-07 2025-10", "0 0 0 0" }, /* every third */
    { "2025-01 2025-04 2025-07 2026-01", "0 0 0 1" },
    { "2025-01 2025-03 2025-06", "0 1 2" },
    { "2025-Q1 2025-Q2 2025-Q4", "0 0 1" },
    { "2025-W51 2025-W52 2026-W01 2026-W03", "0 0 0 1" },
    { "2019 2020 2023", "0 0 2" },
    { "1950 1960 1970 1980", "0 0 0 0" },
    { "2025-03-01 2025-03-02 2025-03-03 2025-03-04 2025-03-06", "0 0 0 0 1" },
    { "2025-03-06 2025-03-07 2025-03-10 2025-03-11 2025-03-13", "0 0 0 0 1" }, /* no weekends, no Wednesday */
    { "2025-03-01 2025-03-17 2025-04-02 2025-07-30", "0 0 0 0" }, /* days on which something happened */
    { "2025-03-01T10:00 2025-03-01T11:00 2025-03-01T12:00 2025-03-01T13:00 2025-03-01T16:00", "0 0 0 0 2" },
    { "2025-03-01T10:00 2025-03-01T10:07 2025-03-01T12:00 2025-03-03T13:00", "0 0 0 0" },
    { "2025-01", "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) times = g_strsplit (cases[i].times, " ", -1);
      g_autofree double *positions = g_new (double, g_strv_length (times));
      g_autofree char *missing = NULL;
      AskChartTime unit = ASK_CHART_TIME_NONE;

      for (guint t = 0; times[t] != NULL; t++)
        g_assert_true (ask_chart_time_parse (times[t], strlen (times[t]), &unit, &positions[t]));
      missing = join_gaps (unit, positions, g_strv_length (times));
      g_assert_cmpstr (missing, ==, cases[i].missing);
    }
}

/* Of any months of which two follow each other, all that are missing are counted. */
static void
test_random_months (void)
{
  for (guint round = 0; round < 200; round++)
    {
      double positions[36];
      gsize missing[G_N_ELEMENTS (positions)];
      gsize n = 2, last = 1;

      positions[0] = ask_chart_time_from_civil (2023, 1, 1);
      positions[1] = ask_chart_time_from_civil (2023, 2, 1);
      for (gsize month = 2; month < G_N_ELEMENTS (positions); month++)
        if (g_test_rand_int_range (0, 3) > 0)
          {
            positions[n++] = ask_chart_time_from_civil (2023 + (int) month / 12, (int) month % 12 + 1, 1);
            last = month;
          }
      g_assert_cmpuint (ask_chart_find_gaps (ASK_CHART_TIME_MONTH, positions, n, missing), ==, last + 1 - n);
    }
}

/* Columns of the picture in which the series' colour is seen, left to right: "1" seen, "0" not, repeats dropped. */
static char *
trace_columns (AskChart *chart, int width, int height)
{
  cairo_surface_t *surface = draw_picture (chart, width, height);
  GString *runs = g_string_new (NULL);

  for (int x = 0; x < width; x++)
    {
      char seen = '0';

      for (int y = 0; y < height && seen == '0'; y++)
        seen = has_color (surface, x, y, ask_chart_theme_light ()->series[0]) ? '1' : '0';
      if (runs->len == 0 || runs->str[runs->len - 1] != seen)
        g_string_append_c (runs, seen);
    }
  cairo_surface_destroy (surface);
  return g_string_free (runs, FALSE);
}

static void
test_line_breaks (void)
{
  g_autoptr (AskChart) whole
    = choose_text ("month:text|n:integer", "2025-01|7\n2025-02|7\n2025-03|7\n2025-04|7\n2025-05|7", NULL);
  g_autoptr (AskChart) holed = choose_text ("month:text|n:integer", "2025-01|7\n2025-02|7\n2025-04|7\n2025-05|7", NULL);
  g_autoptr (AskChart) lonely = choose_text ("month:text|n:integer", "2025-01|7\n2025-02|7\n2025-05|7", NULL);
  g_autofree char *one = trace_columns (whole, 600, 300);
  g_autofree char *two = trace_columns (holed, 600, 300);
  g_autofree char *dot = trace_columns (lonely, 600, 300);
  g_autofree char *words = ask_chart_describe (holed);

  g_assert_cmpint (holed->kind, ==, ASK_CHART_LINE);
  g_assert_cmpstr (one, ==, "010");
  g_assert_cmpstr (two, ==, "01010");
  g_assert_cmpstr (dot, ==, "01010");
  g_assert_cmpuint (holed->n_points, ==, 4); /* no zero was made up */
  g_assert_nonnull (strstr (ask_chart_get_reason (holed), "1 step without a row is shown as a gap."));
  g_assert_null (strstr (ask_chart_get_reason (whole), "gap"));
  g_assert_nonnull (strstr (words, "1 without a value"));
}

/* So many points that each column of pixels has several. */
static void
test_dense_line_breaks (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskChart) chart = NULL;
  g_autofree char *runs = NULL;

  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "n", ASK_TYPE_INTEGER);
  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *day = NULL;
      int year, month, of_month;
      AskValue cells[2];

      if (i > 1000 && i < 1500)
        continue;
      ask_chart_time_to_civil (i, &year, &month, &of_month);
      day = g_strdup_printf ("%d-%02d-%02d", year, month, of_month);
      cells[0] = ask_value_text (day, -1);
      cells[1] = ask_value_integer (7 + i % 2);
      ask_rows_append (rows, cells);
    }
  chart = choose (rows, NULL);
  g_assert_cmpint (chart->kind, ==, ASK_CHART_LINE);
  runs = trace_columns (chart, 500, 300);
  g_assert_cmpstr (runs, ==, "01010");
}

/* Of two products one is sold each month but March, the other in every third month. */
static void
test_groups (void)
{
  g_autoptr (AskChart) chart
    = choose_text ("month:text|product:text|n:integer",
                   "2025-01|a|1\n2025-02|a|1\n2025-04|a|1\n2025-05|a|1\n2025-06|a|1\n2025-07|a|1\n"
                   "2025-01|b|2\n2025-04|b|2\n2025-07|b|2",
                   NULL);
  const AskChartSeries *a, *b;

  g_assert_cmpint (chart->kind, ==, ASK_CHART_MULTI_LINE);
  g_assert_cmpuint (chart->series->len, ==, 2);
  a = chart->series->pdata[0];
  b = chart->series->pdata[1];
  g_assert_cmpstr (a->name, ==, "a");
  for (gsize i = 0; i < chart->n_points; i++)
    {
      g_autofree char *label = ask_chart_dup_x_label (chart, i);

      g_assert_cmpuint (a->missing[i], ==, g_str_equal (label, "Apr 2025") ? 1 : 0);
      g_assert_cmpuint (b->missing[i], ==, 0);
    }
  g_assert_cmpuint (chart->n_missing, ==, 1);
}

/* The widths of bars and of what is between them, in pixels from left to right; the first is the margin. */
static GArray *
measure_columns (AskChart *chart, int width, int height)
{
  cairo_surface_t *surface = draw_picture (chart, width, height);
  GArray *widths = g_array_new (FALSE, TRUE, sizeof (int));
  gboolean bar = FALSE;

  g_array_set_size (widths, 1);
  for (int x = 0; x < width; x++)
    {
      gboolean seen = FALSE;

      for (int y = 0; y < height && !seen; y++)
        seen = has_color (surface, x, y, ask_chart_theme_light ()->series[0]);
      if (seen != bar)
        g_array_set_size (widths, widths->len + 1);
      bar = seen;
      g_array_index (widths, int, widths->len - 1)++;
    }
  cairo_surface_destroy (surface);
  return widths;
}

static void
test_bars_leave_room (void)
{
  static const char *const lines = "2025-01|7\n2025-02|7\n2025-04|7\n2025-05|7";
  g_autoptr (AskChart) bars = choose_text ("month:text|n:integer", lines, "as bars");
  g_autoptr (AskChart) whole = choose_text ("month:text|n:integer", "2025-01|7\n2025-02|7\n2025-03|7", "as bars");
  g_autoptr (GArray) widths = measure_columns (bars, 600, 300);
  int bar, between;

  g_assert_cmpint (bars->kind, ==, ASK_CHART_BAR);
  g_assert_cmpuint (widths->len, ==, 9);
  bar = g_array_index (widths, int, 1);
  between = g_array_index (widths, int, 2);
  /* Where March would be there is room for it, to a pixel or two. */
  g_assert_cmpint (ABS (g_array_index (widths, int, 4) - (bar + 2 * between)), <=, 2);
  g_assert_cmpint (ABS (g_array_index (widths, int, 6) - between), <=, 2);
  g_assert_nonnull (strstr (ask_chart_get_reason (bars), "1 step without a row has no bar."));
  g_assert_null (strstr (ask_chart_get_reason (whole), "without a row"));
}

/* So much is missing that room for it would leave two hairs: it is said. */
static void
test_bars_far_apart (void)
{
  g_autoptr (AskChart) far = choose_text ("year:integer|n:integer", "1999|1\n2024|2", "compare 1999 and 2024");
  g_autoptr (GArray) widths = measure_columns (far, 600, 300);

  g_assert_cmpint (far->kind, ==, ASK_CHART_BAR);
  g_assert_cmpuint (widths->len, ==, 5);
  g_assert_cmpint (g_array_index (widths, int, 2), <, 600 / 2);
  g_assert_nonnull (strstr (ask_chart_get_reason (far), "24 steps without a row have no bar."));
}

/* Bars of months that have no room to stand lie close to each other: what is missing is said, what is there counted. */
static void
test_lying_months (void)
{
  for (guint round = 0; round < 8; round++)
    {
      g_autoptr (GString) lines = g_string_new ("2019-01|5\n2019-02|6\n");
      g_autoptr (AskChart) chart = NULL;
      g_autoptr (GPtrArray) words = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *described = NULL;
      g_autofree char *gaps = NULL;
      guint n = 2, last = 1, shown = 0, more = 0;

      for (guint month = 2; month < 60; month++)
        if (month != 20 && g_test_rand_int_range (0, 8) > 0)
          {
            g_string_append_printf (lines, "%u-%02u|%u\n", 2019 + month / 12, month % 12 + 1, month);
            last = month;
            n++;
          }
      chart = choose_text ("month:text|n:integer", lines->str, "as bars");
      g_assert_cmpint (chart->kind, ==, ASK_CHART_BAR);
      words = draw_words (chart, 200, 330);
      for (guint i = 0; i < words->len; i++)
        {
          const char *text = words->pdata[i];

          shown += strstr (text, " 20") != NULL;
          if (g_str_has_prefix (text, "and ") && g_str_has_suffix (text, " more"))
            more += (guint) g_ascii_strtoull (text + 4, NULL, 10);
        }
      g_assert_cmpuint (more, >, 0);
      g_assert_cmpuint (shown + more, ==, n);
      expected = g_strdup_printf (last + 1 - n == 1 ? "%u step without a row has no bar."
                                                    : "%u steps without a row have no bar.",
                                  last + 1 - n);
      g_assert_nonnull (strstr (ask_chart_get_reason (chart), expected));
      described = ask_chart_describe (chart);
      gaps = g_strdup_printf ("%u without a value", last + 1 - n);
      g_assert_nonnull (strstr (described, gaps));
    }
}

static AskRows *
make_genres (const char *measure, guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "genre", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, measure, ASK_TYPE_INTEGER);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("genre%u", i);
      AskValue cells[2] = { ask_value_text (name, -1), ask_value_integer (1000 - i) };

      ask_rows_append (rows, cells);
    }
  return rows;
}

/* Those with a bar, those in "Other" and those of "and N more" are all that there are, whatever the size. */
static void
test_counted (void)
{
  static const char *const measures[] = { "tracks", "average_price" }; /* a sum of the rest, and none */
  static const guint counts[] = { 13, 20, 21, 25, 300 };
  static const int heights[] = { 90, 330, 360 };

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
      for (guint h = 0; h < G_N_ELEMENTS (heights); h++)
        {
          g_autoptr (AskRows) rows = make_genres (measures[m], counts[c]);
          g_autoptr (AskChart) chart = choose (rows, "as bars");
          g_autoptr (GPtrArray) words = draw_words (chart, 640, heights[h]);
          guint shown = 0, more = 0, other = 0;

          for (guint i = 0; i < words->len; i++)
            {
              const char *text = words->pdata[i];

              shown += g_str_has_prefix (text, "genre") && g_ascii_isdigit (text[5]);
              other += g_str_equal (text, "Other") ? counts[c] - 19 : 0;
              if (g_str_has_prefix (text, "and ") && g_str_has_suffix (text, " more"))
                more += (guint) g_ascii_strtoull (text + 4, NULL, 10);
            }
          g_assert_cmpuint (shown, >, 0);
          g_assert_cmpuint (shown + other + more, ==, counts[c]);
        }
}

/* "Other" is longer than each of the others. Where there is no room for it, the longest that is left takes the width. */
static void
test_width_taken (void)
{
  g_autoptr (AskRows) rows = make_genres ("tracks", 300);
  g_autoptr (AskChart) chart = choose (rows, "as bars");
  cairo_surface_t *surface = draw_picture (chart, 640, 330);
  int end = 0;

  g_assert_cmpint (chart->other_point, >=, 0);
  for (int y = 0; y < 330; y++)
    for (int x = 0; x < 640; x++)
      if (has_color (surface, x, y, ask_chart_theme_light ()->series[0]))
        end = MAX (end, x);
  g_assert_cmpint (end, >, 480);
  cairo_surface_destroy (surface);
}

static void
test_legend_counts (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (GPtrArray) words = NULL;
  guint named = 0, more = 0;

  ask_rows_add_column (rows, "month", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "product", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "units", ASK_TYPE_INTEGER);
  for (guint m = 1; m <= 4; m++)
    for (guint p = 1; p <= 12; p++)
      {
        g_autofree char *month = g_strdup_printf ("2025-%02u", m);
        g_autofree char *product = g_strdup_printf ("product number %u", p);
        AskValue cells[3] = { ask_value_text (month, -1), ask_value_text (product, -1), ask_value_integer (p) };

        ask_rows_append (rows, cells);
      }
  chart = choose (rows, "as stacked bars");
  words = draw_words (chart, 360, 140);
  for (guint i = 0; i < words->len; i++)
    {
      const char *text = words->pdata[i];

      named += g_str_has_prefix (text, "product number");
      if (text[0] == '+')
        more = (guint) g_ascii_strtoull (text + 1, NULL, 10);
    }
  g_assert_cmpuint (more, >, 0);
  g_assert_cmpuint (named + more, ==, 12);
}

/* How many pixels of @color follow each other from here, in one direction; no more than three. */
static int
run_length (cairo_surface_t *surface, int x, int y, int dx, int dy, guint32 color)
{
  int length = 0;

  while (length < 3 && x < cairo_image_surface_get_width (surface) && y < cairo_image_surface_get_height (surface)
         && has_color (surface, x, y, color))
    {
      length++;
      x += dx;
      y += dy;
    }
  return length;
}

/* Whether three pixels by three have a colour, from @top down: a bar of one pixel, however long, has not. */
static gboolean
has_square (cairo_surface_t *surface, guint32 color, int top)
{
  for (int y = top; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      if (run_length (surface, x, y, 1, 0, color) == 3 && run_length (surface, x, y, 0, 1, color) == 3)
        return TRUE;
  return FALSE;
}

/* Eight bars at each of up to twenty places, names short enough to stand beneath, and months, which are in order. */
static void
test_no_hairs (void)
{
  static const struct
  {
    const char *column;
    const char *prefix; /* of the numbers that tell places apart */
    guint n_places;
    const char *question;
  } cases[] = {
    { "store", "s", 20, NULL },
    { "store", "s", 9, NULL },
    { "month", "2025-", 6, "compare the stores" },
    { "month", "2025-", 3, NULL },
  };
  static const int sizes[][2] = { { 240, 330 }, { 360, 330 }, { 640, 330 }, { 1200, 330 } };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskRows) rows = ask_rows_new ();
      g_autoptr (AskChart) chart = NULL;

      ask_rows_add_column (rows, cases[c].column, ASK_TYPE_TEXT);
      ask_rows_add_column (rows, "brand", ASK_TYPE_TEXT);
      ask_rows_add_column (rows, "units", ASK_TYPE_INTEGER);
      for (guint p = 1; p <= cases[c].n_places; p++)
        for (guint b = 0; b < 8; b++)
          {
            g_autofree char *place = g_strdup_printf ("%s%02u", cases[c].prefix, p);
            g_autofree char *brand = g_strdup_printf ("brand %u", b);
            AskValue cells[3] = { ask_value_text (place, -1), ask_value_text (brand, -1), ask_value_integer (90 + b) };

            ask_rows_append (rows, cells);
          }
      chart = choose (rows, cases[c].question);
      g_assert_cmpint (chart->kind, ==, ASK_CHART_GROUPED_BAR);
      g_assert_cmpuint (chart->series->len, ==, 8);
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        {
          cairo_surface_t *surface = draw_picture (chart, sizes[s][0], sizes[s][1]);

          for (guint b = 0; b < 8; b++)
            /* Below title and legend, whose swatches have the same colours. */
            g_assert_true (has_square (surface, ask_chart_theme_light ()->series[b], 110));
          cairo_surface_destroy (surface);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/gaps/a-rhythm-tells-what-is-missing", test_rhythms);
  g_test_add_func ("/chart/gaps/each-missing-month-is-counted", test_random_months);
  g_test_add_func ("/chart/gaps/a-missing-month-breaks-the-line", test_line_breaks);
  g_test_add_func ("/chart/gaps/missing-days-break-a-line-of-many-points", test_dense_line_breaks);
  g_test_add_func ("/chart/gaps/each-line-has-its-own-rhythm", test_groups);
  g_test_add_func ("/chart/gaps/a-missing-month-leaves-room-between-bars", test_bars_leave_room);
  g_test_add_func ("/chart/gaps/years-far-apart-stand-together-and-say-so", test_bars_far_apart);
  g_test_add_func ("/chart/gaps/lying-bars-say-what-is-missing", test_lying_months);
  g_test_add_func ("/chart/gaps/what-has-no-bar-is-counted", test_counted);
  g_test_add_func ("/chart/gaps/what-has-no-bar-takes-no-width", test_width_taken);
  g_test_add_func ("/chart/gaps/what-has-no-name-in-the-legend-is-counted", test_legend_counts);
  g_test_add_func ("/chart/gaps/no-bar-is-a-hair", test_no_hairs);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is where on a drawn chart, as properties of results drawn by lot: what is in the middle of a mark is that mark, the
 * rows behind it are those that its condition selects from SQLite, keys reach each place, and a rectangle zooms to what it
 * covers.
 */
#include "config.h"

#include <cairo.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "chart-random.h"
#include "chart/ask-chart-places.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-chart-rows.h"
#include "chart/ask-chart-scene-private.h"
#include "chart/ask-chart-thin.h"

const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}

typedef struct
{
  cairo_surface_t *surface;
  double width;
  double height;
  AskChartTheme theme;
  AskChartScene *scene;
} Sheet;

static void
sheet_draw (Sheet *self, AskChart *chart)
{
  cairo_t *cr = cairo_create (self->surface);

  ask_chart_draw_scene (chart, cr, self->width, self->height, &self->theme, self->scene);
  cairo_destroy (cr);
}

static void
sheet_init (Sheet *self, AskChart *chart)
{
  *self = (Sheet) { .width = g_test_rand_int_range (420, 1000), .height = g_test_rand_int_range (300, 700) };
  self->theme = g_test_rand_bit () ? *ask_chart_theme_light () : *ask_chart_theme_dark ();
  self->theme.right_to_left = g_test_rand_bit ();
  self->theme.patterns = g_test_rand_bit ();
  self->theme.text_size = g_test_rand_bit () ? 15 : 0;
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) self->width, (int) self->height);
  self->scene = ask_chart_scene_new ();
  sheet_draw (self, chart);
}

static void
sheet_clear (Sheet *self)
{
  ask_chart_scene_free (self->scene);
  cairo_surface_destroy (self->surface);
}

typedef void (*Property) (AskChart *chart, AskRows *rows, Sheet *sheet);

/* Three results of each kind that it can be drawn of. */
static void
for_all_kinds (Property holds, guint least)
{
  guint drawn = 0;

  for (guint i = 0; i < G_N_ELEMENTS (chart_random_kinds); i++)
    for (guint turn = 0; turn < 3; turn++)
      {
        g_autoptr (AskRows) rows = chart_random_rows (chart_random_kinds[i]);
        g_autoptr (AskChart) chart = chart_random_chart (rows, chart_random_kinds[i]);
        Sheet sheet;

        if (chart == NULL)
          continue;
        g_test_message ("%s, turn %u", chart_random_kinds[i], turn);
        sheet_init (&sheet, chart);
        holds (chart, rows, &sheet);
        sheet_clear (&sheet);
        drawn++;
      }
  g_assert_cmpuint (drawn, >=, least);
}

static gboolean
is_dots (AskChart *chart)
{
  return ask_chart_has_dots (chart) || chart->kind == ASK_CHART_RADAR || chart->kind == ASK_CHART_COMBINATION;
}

static guint
count_values (AskChart *chart)
{
  guint n = 0;

  for (guint s = 0; s < chart->series->len; s++)
    for (gsize p = 0; p < chart->n_points; p++)
      n += isfinite (ask_chart_get_value (chart, s, p));
  return n;
}

static void
check_marks (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  AskChartPick pick, found;
  double x, y;
  guint n = ask_chart_scene_get_n_marks (sheet->scene);

  if (ask_chart_has_dots (chart))
    g_assert_cmpuint (n, ==, chart->n_dots);
  else if (!ask_chart_is_line (chart) && !ask_chart_look_is_zoomed (ask_chart_get_look (chart)))
    g_assert_cmpuint (n > 0, ==, count_values (chart) > 0);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (ask_chart_scene_get_mark (sheet->scene, i, &pick));
      g_assert_true (ask_chart_scene_get_middle (sheet->scene, &pick, &x, &y));
      g_assert_true (ask_chart_scene_find_at (sheet->scene, x, y, &found));
      /* Dots may lie on each other: then the one on top is found. */
      if (is_dots (chart) && (found.place != pick.place || found.series != pick.series))
        {
          double fx, fy;

          g_assert_true (ask_chart_scene_get_middle (sheet->scene, &found, &fx, &fy));
          g_assert_cmpfloat (hypot (fx - x, fy - y), <, sheet->width * 0.2);
          continue;
        }
      g_assert_cmpuint (found.place, ==, pick.place);
      g_assert_cmpint (found.series, ==, pick.series);
    }
}

static void
test_marks (void)
{
  for_all_kinds (check_marks, 50);
}

static void
check_lines (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  if (!ask_chart_is_line (chart))
    return;
  for (guint s = 0; s < chart->series->len; s++)
    for (gsize p = 0; p < chart->n_points; p++)
      {
        AskChartPick pick = { p, (int) s }, found;
        double x, y, fy;

        if (!isfinite (ask_chart_get_value (chart, s, p)))
          continue;
        g_assert_true (ask_chart_scene_get_middle (sheet->scene, &pick, &x, &y));
        g_assert_true (ask_chart_scene_find_at (sheet->scene, x, y, &found));
        g_assert_cmpuint (found.place, ==, p);
        g_assert_cmpint (found.series, >=, 0);
        g_assert_true (ask_chart_scene_get_middle (sheet->scene, &found, &x, &fy));
        g_assert_cmpfloat (fabs (fy - y), <, 1e-6);
      }
}

static void
test_lines (void)
{
  for_all_kinds (check_lines, 50);
}

static sqlite3 *
make_table (AskRows *rows)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *insert = NULL;
  g_autoptr (GString) create = g_string_new ("CREATE TABLE t (");
  g_autoptr (GString) values = g_string_new ("INSERT INTO t VALUES (");
  guint n = ask_rows_get_n_columns (rows);

  for (guint c = 0; c < n; c++)
    {
      g_string_append_printf (create, "%s\"%s\"", c > 0 ? ", " : "", ask_rows_get_column (rows, c)->name);
      g_string_append (values, c > 0 ? ", ?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (values, ')');
  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, create->str, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, values->str, -1, &insert, NULL), ==, SQLITE_OK);
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      for (guint c = 0; c < n; c++)
        {
          const AskValue *value = ask_rows_get (rows, r, c);

          if (value->kind == ASK_VALUE_NULL)
            sqlite3_bind_null (insert, (int) c + 1);
          else if (value->kind == ASK_VALUE_INTEGER)
            sqlite3_bind_int64 (insert, (int) c + 1, value->integer);
          else if (value->kind == ASK_VALUE_REAL)
            sqlite3_bind_double (insert, (int) c + 1, value->real);
          else
            sqlite3_bind_text (insert, (int) c + 1, value->text, (int) value->length, SQLITE_TRANSIENT);
        }
      g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
  return db;
}

static gboolean
are_alike (AskRows *rows, gsize a, gsize b)
{
  for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
    if (!ask_value_equal (ask_rows_get (rows, a, c), ask_rows_get (rows, b, c)))
      return FALSE;
  return TRUE;
}

/* The rows that a condition selects are those that are wanted, and such as are the same in each column. */
static void
check_selected (sqlite3 *db, AskRows *rows, const char *condition, const GArray *wanted)
{
  g_autofree char *sql = g_strdup_printf ("SELECT rowid - 1 FROM t WHERE %s ORDER BY rowid", condition);
  sqlite3_stmt *select = NULL;
  guint found = 0;

  g_test_message ("%s", condition);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &select, NULL), ==, SQLITE_OK);
  while (sqlite3_step (select) == SQLITE_ROW)
    {
      gsize row = (gsize) sqlite3_column_int64 (select, 0);
      gboolean is_wanted = FALSE, alike = FALSE;

      for (guint i = 0; i < wanted->len; i++)
        {
          is_wanted = is_wanted || g_array_index (wanted, gsize, i) == row;
          alike = alike || are_alike (rows, g_array_index (wanted, gsize, i), row);
        }
      found += is_wanted;
      g_assert_true (alike);
    }
  sqlite3_finalize (select);
  g_assert_cmpuint (found, ==, wanted->len);
}

static void
check_conditions (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  sqlite3 *db = make_table (rows);
  gsize n = ask_chart_has_dots (chart) ? chart->n_dots : chart->n_points, all = 0;

  for (gsize p = 0; p < n; p++)
    for (int s = -1; s < (int) (ask_chart_has_dots (chart) ? 0 : chart->series->len); s++)
      {
        AskChartPick pick = { p, s };
        g_autoptr (GArray) wanted = ask_chart_list_rows (chart, &pick);
        g_autoptr (GError) error = NULL;
        g_autofree char *condition = ask_chart_dup_condition (chart, &pick, &error);
        g_autoptr (AskRows) taken = ask_chart_take_rows (chart, wanted);

        g_assert_cmpuint (ask_rows_get_n_rows (taken), ==, wanted->len);
        if (wanted->len == 0)
          {
            g_assert_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_ROWS);
            continue;
          }
        g_assert_no_error (error);
        check_selected (db, rows, condition, wanted);
        all += s < 0 ? wanted->len : 0;
      }
  g_assert_cmpuint (all, >, 0);
  sqlite3_close (db);
}

static void
test_conditions (void)
{
  for_all_kinds (check_conditions, 50);
}

/* "Other", labels that two values share, and cells of NULL. */
static void
test_odd_conditions (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "orders", ASK_TYPE_INTEGER);
  ask_rows_read_names (rows);
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *name = i % 3 == 2 ? g_strdup_printf (" c%u", i - 1) : g_strdup_printf ("c%u", i);
      AskValue cells[2] = { i == 7 ? ASK_NULL_INIT : ask_value_text (name, -1), ask_value_integer ((i * 37) % 60 + 1) };

      ask_rows_append (rows, cells);
    }
  chart = ask_chart_choose_with (rows, "as bars", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (chart->other_point, >=, 0);
  db = make_table (rows);
  for (gsize p = 0; p < chart->n_points; p++)
    {
      AskChartPick pick = { p, -1 };
      g_autoptr (GArray) wanted = ask_chart_list_rows (chart, &pick);
      g_autofree char *condition = ask_chart_dup_condition (chart, &pick, &error);

      g_assert_no_error (error);
      check_selected (db, rows, condition, wanted);
      if ((int) p == chart->other_point)
        g_assert_cmpuint (wanted->len, ==, 41);
    }
  sqlite3_close (db);
}

/* Days within months: "only March" selects March. */
static void
test_spans (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (GPtrArray) spans = NULL;
  g_autoptr (GArray) wanted = NULL;
  g_autofree char *condition = NULL;
  const AskChartSpan *month;
  sqlite3 *db;

  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "orders", ASK_TYPE_INTEGER);
  ask_rows_read_names (rows);
  for (guint i = 0; i < 400; i++)
    {
      int year, month_of, day;
      g_autofree char *text = NULL;

      ask_chart_time_to_civil (ask_chart_time_from_civil (2024, 1, 1) + i, &year, &month_of, &day);
      text = g_strdup_printf ("%04d-%02d-%02d", year, month_of, day);
      ask_rows_append (rows, (AskValue[]) { ask_value_text (text, -1), ask_value_integer ((i * 7) % 90) });
    }
  chart = ask_chart_choose_with (rows, NULL, NULL, NULL, NULL);
  spans = ask_chart_list_spans (chart, &(AskChartPick) { 70, -1 });
  g_assert_cmpuint (spans->len, ==, 2);
  month = spans->pdata[0];
  g_assert_cmpstr (month->name, ==, "Mar 2024");
  wanted = ask_chart_list_span_rows (chart, month);
  g_assert_cmpuint (wanted->len, ==, 31);
  condition = ask_chart_dup_span_condition (chart, month, NULL);
  g_assert_cmpstr (condition, ==, "\"day\" BETWEEN '2024-03-01' AND '2024-03-31'");
  db = make_table (rows);
  check_selected (db, rows, condition, wanted);
  sqlite3_close (db);
}

static void
check_walk (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  gsize n = ask_chart_has_dots (chart) ? chart->n_dots : chart->n_points;
  AskChartPick pick = { G_MAXSIZE, -1 };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *text = NULL;

      g_assert_true (ask_chart_scene_walk (sheet->scene, &pick, 1, 0));
      g_assert_true (g_hash_table_add (seen, GSIZE_TO_POINTER (pick.place)));
      if (!ask_chart_has_dots (chart))
        g_assert_cmpuint (pick.place, ==, i);
      text = ask_chart_dup_place_text (chart, &pick);
      g_assert_cmpuint (strlen (text), >, 3);
    }
  g_assert_true (ask_chart_scene_walk (sheet->scene, &pick, G_MININT, 0));
  g_assert_true (ask_chart_scene_walk (sheet->scene, &pick, -1, 0));
  if (!ask_chart_has_dots (chart))
    g_assert_cmpuint (pick.place, ==, 0);
  g_assert_true (ask_chart_scene_walk (sheet->scene, &pick, G_MAXINT, 0));
  if (!ask_chart_has_dots (chart))
    g_assert_cmpuint (pick.place, ==, n - 1);
}

static void
test_walk (void)
{
  for_all_kinds (check_walk, 50);
}

static void
check_zoom (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  g_autoptr (AskChartLook) look = ask_chart_look_copy (ask_chart_get_look (chart));
  gsize n = chart->n_points, from, to;
  AskChartPick a, b, first = { G_MAXSIZE, -1 };
  double x1, y1, x2, y2;
  AskChartBox plot;
  gboolean lying;

  if (!ask_chart_zooms (chart) || ask_chart_has_dots (chart) || n < 4 || chart->kind == ASK_CHART_SMALL_MULTIPLES
      || chart->other_point >= 0)
    return;
  from = (gsize) g_test_rand_int_range (0, (gint32) n - 1);
  to = (gsize) g_test_rand_int_range ((gint32) from + 1, (gint32) n);
  if (to - from + 1 == n)
    return;
  a = (AskChartPick) { from, -1 };
  b = (AskChartPick) { to, -1 };
  /* What lies and is cut off cannot be reached with the pointer. */
  g_assert_true (ask_chart_scene_has_plot (sheet->scene, &plot));
  lying = g_array_index (sheet->scene->plots, AskChartPlot, 0).lying;
  if (!ask_chart_scene_get_middle (sheet->scene, &a, &x1, &y1)
      || !ask_chart_scene_get_middle (sheet->scene, &b, &x2, &y2)
      || !ask_chart_scene_holds (plot, x2, MIN (y2, plot.y + plot.height)))
    return;
  g_assert_true (
    ask_chart_scene_find_zoom (sheet->scene,
                               (AskChartBox) { MIN (x1, x2) - 1, lying ? MIN (y1, y2) - 1 : plot.y, fabs (x1 - x2) + 2,
                                               lying ? fabs (y1 - y2) + 2 : plot.height },
                               look->zoom_x, look->zoom_y));
  ask_chart_set_look (chart, look);
  sheet_draw (sheet, chart);
  g_assert_true (ask_chart_scene_walk (sheet->scene, &first, 1, 0));
  g_assert_cmpuint (first.place, ==, from);
  g_assert_true (ask_chart_scene_walk (sheet->scene, &first, G_MAXINT, 0));
  g_assert_cmpuint (first.place, ==, to);
  check_marks (chart, rows, sheet);
}

static void
test_zoom (void)
{
  for_all_kinds (check_zoom, 50);
}

static void
check_dots_zoom (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  g_autoptr (AskChartLook) look = ask_chart_look_copy (ask_chart_get_look (chart));
  AskChartPick pick = { G_MAXSIZE, -1 };
  AskChartBox plot;
  gsize expected = 0, seen = 0;

  if (!ask_chart_has_dots (chart) || chart->n_dots < 3)
    return;
  g_assert_true (ask_chart_scene_has_plot (sheet->scene, &plot));
  g_assert_true (ask_chart_scene_find_zoom (sheet->scene,
                                            (AskChartBox) { plot.x, plot.y, plot.width * 0.6, plot.height * 0.7 },
                                            look->zoom_x, look->zoom_y));
  for (gsize i = 0; i < chart->n_dots; i++)
    expected += chart->xs[i] >= look->zoom_x[0] && chart->xs[i] <= look->zoom_x[1] && chart->ys[i] >= look->zoom_y[0]
                && chart->ys[i] <= look->zoom_y[1];
  ask_chart_set_look (chart, look);
  sheet_draw (sheet, chart);
  for (gsize i = 0; i < expected; i++)
    seen += ask_chart_scene_walk (sheet->scene, &pick, 1, 0);
  g_assert_cmpuint (seen, ==, expected);
  g_assert_cmpuint (ask_chart_scene_get_n_marks (sheet->scene), ==, expected);
}

static void
test_dots_zoom (void)
{
  for_all_kinds (check_dots_zoom, 50);
}

static void
check_keys (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  g_autoptr (AskChartLook) look = ask_chart_look_copy (ask_chart_get_look (chart));
  g_autoptr (AskChartLook) before = ask_chart_look_copy (look);
  g_autoptr (GBytes) drawn = NULL;
  g_autofree char *name = NULL;
  gsize size
    = (gsize) cairo_image_surface_get_stride (sheet->surface) * (gsize) cairo_image_surface_get_height (sheet->surface);
  guint found = 0, key;

  if (ask_chart_count_keys (chart) < 2)
    return;
  cairo_surface_flush (sheet->surface);
  drawn = g_bytes_new (cairo_image_surface_get_data (sheet->surface), size);
  name = ask_chart_dup_key (chart, 0);
  ask_chart_look_set_hidden (look, name, TRUE);
  ask_chart_set_look (chart, look);
  sheet_draw (sheet, chart);
  for (guint i = 0; i < ask_chart_scene_get_n_marks (sheet->scene); i++)
    {
      AskChartPick pick;

      ask_chart_scene_get_mark (sheet->scene, i, &pick);
      if (chart->kind == ASK_CHART_PIE || chart->kind == ASK_CHART_DONUT)
        g_assert_cmpuint (pick.place, !=, 0);
      else
        g_assert_cmpint (pick.series, !=, 0);
    }
  /* Its name is still there, to be shown again. */
  for (double y = 0; y < sheet->height; y += 3)
    for (double x = 0; x < sheet->width; x += 3)
      if (ask_chart_scene_find_key (sheet->scene, x, y, &key) && key == 0)
        found++;
  g_assert_cmpuint (found, >, 0);
  ask_chart_set_look (chart, before);
  sheet_draw (sheet, chart);
  cairo_surface_flush (sheet->surface);
  g_assert_cmpmem (cairo_image_surface_get_data (sheet->surface), size, g_bytes_get_data (drawn, NULL), size);
}

static void
test_keys (void)
{
  for_all_kinds (check_keys, 50);
}

/* A marker over each place draws something, and nothing for what is not seen. */
static void
check_marker (AskChart *chart, AskRows *rows, Sheet *sheet)
{
  AskChartPick pick = { G_MAXSIZE, -1 };
  cairo_surface_t *over = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) sheet->width, (int) sheet->height);
  cairo_t *cr = cairo_create (over);
  gsize n = (gsize) cairo_image_surface_get_stride (over) * (gsize) cairo_image_surface_get_height (over), set = 0;
  const guint8 *pixels;

  ask_chart_scene_draw_marker (sheet->scene, cr, &pick, &sheet->theme, TRUE);
  cairo_surface_flush (over);
  pixels = cairo_image_surface_get_data (over);
  for (gsize i = 0; i < n; i++)
    set += pixels[i] != 0;
  g_assert_cmpuint (set, ==, 0);
  g_assert_true (ask_chart_scene_walk (sheet->scene, &pick, 1, 0));
  ask_chart_scene_draw_marker (sheet->scene, cr, &pick, &sheet->theme, g_test_rand_bit ());
  cairo_surface_flush (over);
  for (gsize i = 0; i < n; i++)
    set += pixels[i] != 0;
  g_assert_cmpuint (set, >, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (over);
}

static void
test_marker (void)
{
  for_all_kinds (check_marker, 50);
}

/* A long line with holes looks the same with its blocks and point by point, whole and zoomed. */
static void
test_thin (void)
{
  for (guint turn = 0; turn < 4; turn++)
    {
      gsize n = ASK_CHART_THIN_FROM + (gsize) g_test_rand_int_range (0, 60000);
      g_autoptr (AskRows) rows = ask_rows_new ();
      g_autoptr (AskChart) chart = NULL;
      g_autoptr (AskChartLook) look = ask_chart_look_new ();
      cairo_surface_t *surfaces[2];
      AskChartSeries *series;

      ask_rows_add_column (rows, "step", ASK_TYPE_INTEGER);
      ask_rows_add_column (rows, "height", ASK_TYPE_REAL);
      ask_rows_read_names (rows);
      for (gsize i = 0; i < n; i++)
        ask_rows_append (rows, (AskValue[]) { ask_value_integer ((gint64) i),
                                              turn > 1 && g_test_rand_int_range (0, 3000) == 0
                                                ? ASK_NULL_INIT
                                                : ask_value_real (g_test_rand_double_range (-100, 100)) });
      chart = ask_chart_choose_with (rows, "height by step as a line", NULL, NULL, NULL);
      g_assert_cmpint (ask_chart_get_kind (chart), ==, ASK_CHART_LINE);
      if (turn % 2 == 1)
        {
          look->zoom_x[0] = (double) n * 0.11;
          look->zoom_x[1] = (double) n * 0.93;
          ask_chart_set_look (chart, look);
        }
      series = chart->series->pdata[0];
      g_assert_nonnull (series->thin);
      for (guint pass = 0; pass < 2; pass++)
        {
          cairo_t *cr;

          surfaces[pass] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 700, 300);
          cr = cairo_create (surfaces[pass]);
          ask_chart_draw (chart, cr, 700, 300, NULL);
          cairo_destroy (cr);
          cairo_surface_flush (surfaces[pass]);
          g_clear_pointer (&series->thin, ask_chart_thin_free);
        }
      g_assert_cmpmem (cairo_image_surface_get_data (surfaces[0]), 700 * 300 * 4,
                       cairo_image_surface_get_data (surfaces[1]), 700 * 300 * 4);
      cairo_surface_destroy (surfaces[0]);
      cairo_surface_destroy (surfaces[1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/scene/the-middle-of-a-mark-is-that-mark", test_marks);
  g_test_add_func ("/chart/scene/a-point-of-a-line-is-found", test_lines);
  g_test_add_func ("/chart/scene/a-condition-selects-the-rows-of-its-mark", test_conditions);
  g_test_add_func ("/chart/scene/other-and-none-have-conditions-too", test_odd_conditions);
  g_test_add_func ("/chart/scene/only-a-month-selects-that-month", test_spans);
  g_test_add_func ("/chart/scene/keys-reach-each-place-once", test_walk);
  g_test_add_func ("/chart/scene/a-rectangle-zooms-to-its-places", test_zoom);
  g_test_add_func ("/chart/scene/a-rectangle-zooms-to-its-dots", test_dots_zoom);
  g_test_add_func ("/chart/scene/a-hidden-series-can-be-shown-again", test_keys);
  g_test_add_func ("/chart/scene/a-marker-is-drawn-where-one-is", test_marker);
  g_test_add_func ("/chart/scene/a-long-line-loses-no-extreme", test_thin);
  return g_test_run ();
}

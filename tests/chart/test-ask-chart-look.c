/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person changed of a chart: as JSON and back, over the rules' choice, and what is said where it fits no more.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "chart-rows.h"
#include "chart-random.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-chart-scene.h"
#include "chart/ask-chart-spark.h"
#include "chart/ask-chart-units.h"
#include "chart/ask-chart-vega.h"

const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}

/* As ask_sql_dup_week() writes it. */
#define WEEK \
  "strftime('%Y', date(day, '-3 days', 'weekday 4')) || '-W' || substr('0' || ((CAST(strftime('%j', date(day, '-3 days', " \
  "'weekday 4')) AS INTEGER) + 6) / 7), -2)"
#define CITIES "city:text|country:text|orders:integer|revenue:real"
#define CITY_LINES "Lyon|FR|40|100.5\nBonn|DE|10|900\nRome|IT|30|20\nNice|FR|20|70"

static AskChart *
choose (const char *columns, const char *lines, const AskChartLook *look)
{
  g_autoptr (AskRows) rows = chart_rows_new (columns, lines);
  g_autoptr (GError) error = NULL;
  AskChart *chart = ask_chart_choose_with (rows, NULL, NULL, look, &error);

  g_assert_no_error (error);
  return chart;
}

static AskChartLook *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  AskChartLook *look = ask_chart_look_from_text (json, &error);

  g_assert_no_error (error);
  return look;
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

static void
test_json (void)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (AskChartLook) look = ask_chart_look_new ();
      g_autoptr (AskChartLook) again = NULL;
      g_autoptr (AskChartLook) copy = NULL;
      g_autofree char *text = NULL;
      g_autofree char *back = NULL;

      if (g_test_rand_bit ())
        look->kind = g_strdup (chart_random_kinds[g_test_rand_int_range (0, G_N_ELEMENTS (chart_random_kinds))]);
      if (g_test_rand_bit ())
        look->x = g_strdup (chart_random_name ((guint) g_test_rand_int_range (0, 10)));
      if (g_test_rand_bit ())
        look->group = g_strdup (g_test_rand_bit () ? "" : "a \"b\"");
      look->order = (AskChartOrder) g_test_rand_int_range (0, 5);
      look->zero = (AskChartZero) g_test_rand_int_range (0, 3);
      look->most = (guint) g_test_rand_int_range (0, ASK_CHART_LOOK_MOST);
      for (int n = g_test_rand_int_range (0, 3); n > 0; n--)
        {
          g_ptr_array_add (look->y, g_strdup (chart_random_name ((guint) n)));
          ask_chart_look_set_hidden (look, chart_random_name ((guint) n * 2), TRUE);
          g_hash_table_insert (look->colors, g_strdup (chart_random_name ((guint) n)),
                               GUINT_TO_POINTER ((guint32) g_test_rand_int () & 0xffffff));
        }
      if (g_test_rand_bit ())
        look->title = g_strdup ("“Über” \\ 50 %");
      if (g_test_rand_bit ())
        look->max = (look->min = g_test_rand_double_range (-1e6, 1e6)) + 0.1;
      if (g_test_rand_bit ())
        look->zoom_x[1] = (look->zoom_x[0] = g_test_rand_double_range (-1e3, 1e6)) + g_test_rand_double_range (0, 9);
      text = ask_chart_look_to_text (look);
      again = parse (text);
      back = ask_chart_look_to_text (again);
      g_assert_cmpstr (text, ==, back);
      g_assert_true (isnan (look->min) ? isnan (again->min) : fabs (look->min - again->min) < 1e-6);
      copy = ask_chart_look_copy (look);
      g_assert_true (ask_chart_look_equal (look, copy));
    }
}

static void
test_wrong (void)
{
  static const char *const wrong[] = { "[]",
                                       "{\"kind\": \"sphere\"}",
                                       "{\"kind\": 3}",
                                       "{\"most\": -1}",
                                       "{\"most\": 100000}",
                                       "{\"min\": 5, \"max\": 5}",
                                       "{\"min\": \"5\"}",
                                       "{\"order\": \"sideways\"}",
                                       "{\"colors\": {\"a\": \"red\"}}",
                                       "{\"hidden\": [1]}",
                                       "{\"zoom_x\": [2, 1]}",
                                       "{\"zoom_y\": [1]}",
                                       "{\"y\": \"orders\"}" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_chart_look_from_text (wrong[i], &error));
      g_assert_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_LOOK);
    }
}

static void
test_kind (void)
{
  g_autoptr (AskChartLook) look = parse ("{\"kind\": \"pie\", \"y\": [\"orders\"], \"title\": \"Ours\"}");
  g_autoptr (AskChart) chart = choose (CITIES, CITY_LINES, look);
  g_autoptr (JsonNode) json = ask_chart_to_json (chart);
  g_autoptr (AskChartLook) said = NULL;

  g_assert_cmpint (ask_chart_get_kind (chart), ==, ASK_CHART_PIE);
  g_assert_cmpstr (ask_chart_get_title (chart), ==, "Ours");
  g_assert_null (ask_chart_get_unfit (chart));
  said = ask_chart_look_from_json (json_object_get_member (json_node_get_object (json), "look"), NULL);
  g_assert_true (ask_chart_look_equal (look, said));
  ask_chart_set_look (chart, NULL);
  g_assert_cmpstr (ask_chart_get_title (chart), !=, "Ours");
}

static void
test_columns (void)
{
  g_autoptr (AskChartLook) amount = parse ("{\"kind\": \"bar\", \"x\": \"city\", \"y\": [\"revenue\"]}");
  g_autoptr (AskChartLook) both = parse ("{\"kind\": \"scatter\", \"y\": [\"revenue\", \"orders\"]}");
  g_autoptr (AskChart) bars = choose (CITIES, CITY_LINES, amount);
  g_autoptr (AskChart) dots = choose (CITIES, CITY_LINES, both);

  g_assert_cmpint (ask_chart_get_kind (bars), ==, ASK_CHART_BAR);
  g_assert_cmpuint (bars->y_columns->len, ==, 1);
  g_assert_cmpuint (g_array_index (bars->y_columns, guint, 0), ==, 3);
  g_assert_cmpint (dots->x_column, ==, 3);
  g_assert_cmpuint (g_array_index (dots->y_columns, guint, 0), ==, 2);
}

static void
test_group (void)
{
  static const char *const lines = "2024|DE|1\n2024|FR|2\n2025|DE|3\n2025|FR|4";
  g_autoptr (AskChartLook) look = parse ("{\"kind\": \"stacked-bar\", \"x\": \"country\", \"group\": \"year\"}");
  g_autoptr (AskChart) chart = choose ("year:integer|country:text|orders:integer", lines, look);
  g_autofree char *labels = join_labels (chart);

  g_assert_null (ask_chart_get_unfit (chart));
  g_assert_cmpint (ask_chart_get_kind (chart), ==, ASK_CHART_STACKED_BAR);
  g_assert_cmpstr (labels, ==, "DE,FR");
  g_assert_cmpuint (chart->series->len, ==, 2);
}

static void
test_order (void)
{
  static const struct
  {
    const char *json;
    const char *labels;
  } cases[] = {
    { "{\"kind\": \"bar\", \"y\": [\"orders\"], \"order\": \"largest\"}", "Lyon,Rome,Nice,Bonn" },
    { "{\"kind\": \"bar\", \"y\": [\"orders\"], \"order\": \"smallest\"}", "Bonn,Nice,Rome,Lyon" },
    { "{\"kind\": \"bar\", \"y\": [\"orders\"], \"order\": \"name\"}", "Bonn,Lyon,Nice,Rome" },
    { "{\"kind\": \"bar\", \"y\": [\"orders\"], \"order\": \"rows\"}", "Lyon,Bonn,Rome,Nice" },
    { "{\"kind\": \"bar\", \"y\": [\"orders\"], \"order\": \"name\", \"most\": 3}", "Lyon,Rome,Other" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskChartLook) look = parse (cases[i].json);
      g_autoptr (AskChart) chart = choose (CITIES, CITY_LINES, look);
      g_autofree char *labels = join_labels (chart);

      g_assert_cmpstr (labels, ==, cases[i].labels);
    }
}

static void
test_unfit (void)
{
  g_autoptr (AskChartLook) gone = parse ("{\"x\": \"town\"}");
  g_autoptr (AskChartLook) words = parse ("{\"y\": [\"city\"]}");
  g_autoptr (AskChartLook) kind = parse ("{\"kind\": \"candlestick\"}");
  g_autoptr (AskChart) plain = choose (CITIES, CITY_LINES, NULL);
  g_autoptr (AskChart) one = choose (CITIES, CITY_LINES, gone);
  g_autoptr (AskChart) other = choose (CITIES, CITY_LINES, words);
  g_autoptr (AskChart) third = choose (CITIES, CITY_LINES, kind);

  g_assert_null (ask_chart_get_unfit (plain));
  g_assert_nonnull (strstr (ask_chart_get_unfit (one), "\"town\""));
  g_assert_nonnull (strstr (ask_chart_get_unfit (other), "\"city\" holds no numbers"));
  g_assert_nonnull (strstr (ask_chart_get_unfit (third), "Candles take"));
  g_assert_cmpint (ask_chart_get_kind (one), ==, ask_chart_get_kind (plain));
  g_assert_cmpint (ask_chart_get_kind (other), ==, ask_chart_get_kind (plain));
}

/* What is offered can be drawn, and what is not says why. */
static void
test_choices (void)
{
  guint possible = 0, refused = 0;

  for (guint i = 0; i < G_N_ELEMENTS (chart_random_kinds); i++)
    {
      g_autoptr (AskRows) rows = chart_random_rows (chart_random_kinds[i]);
      g_autoptr (AskChart) chart = ask_chart_choose_with (rows, NULL, NULL, NULL, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) choices = ask_chart_list_choices (chart, NULL, &error);

      g_assert_no_error (error);
      for (guint c = 0; c < choices->len; c++)
        {
          const AskChartChoice *choice = choices->pdata[c];
          g_autoptr (AskChartLook) look = ask_chart_look_new ();
          g_autoptr (AskChart) drawn = NULL;

          g_test_message ("%s of rows for %s: %s", choice->kind, chart_random_kinds[i],
                          choice->reason != NULL ? choice->reason : "drawn");
          look->kind = g_strdup (choice->kind);
          drawn = ask_chart_choose_with (rows, NULL, NULL, look, NULL);
          g_assert_true ((choice->reason == NULL) == (ask_chart_get_unfit (drawn) == NULL));
          g_assert_cmpuint (strlen (choice->name), >, 2);
          if (choice->reason != NULL)
            {
              g_assert_cmpuint (strlen (choice->reason), >, 10);
              g_assert_null (strchr (choice->reason, '{'));
            }
          possible += choice->reason == NULL;
          refused += choice->reason != NULL;
        }
    }
  g_assert_cmpuint (possible, >, 60);
  g_assert_cmpuint (refused, >, 60);
}

/* The axis begins where it was said, but never above zero beneath bars. */
static void
test_range (void)
{
  g_autoptr (AskChartLook) look = parse ("{\"kind\": \"bar\", \"y\": [\"orders\"], \"min\": 20, \"max\": 35}");
  g_autoptr (AskChart) bars = choose (CITIES, CITY_LINES, look);
  g_autoptr (AskChartLook) line = parse ("{\"zero\": \"never\"}");
  g_autoptr (AskChart) course = choose ("year:integer|orders:integer", "2020|5\n2021|9\n2022|7", line);
  g_autoptr (AskChart) plain = choose ("year:integer|orders:integer", "2020|5\n2021|9\n2022|7", NULL);
  double heights[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskChartScene) scene = ask_chart_scene_new ();
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 500, 400);
      cairo_t *cr = cairo_create (surface);
      AskChartPick pick = { 1, 0 };
      double x;

      ask_chart_draw_scene (i == 0 ? plain : course, cr, 500, 400, NULL, scene);
      g_assert_true (ask_chart_scene_get_middle (scene, &(AskChartPick) { 0, 0 }, &x, &heights[i]));
      ask_chart_draw_scene (bars, cr, 500, 400, NULL, scene);
      g_assert_true (ask_chart_scene_get_middle (scene, &pick, &x, &x));
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  /* The least value stands lower where zero is left out. */
  g_assert_cmpfloat (heights[1], >, heights[0] + 30);
  g_assert_nonnull (strstr (ask_chart_get_reason (course), "does not start at zero"));
}

static char *
read_bytes (AskChart *chart, const char *folder, const char *name, const AskChartPaper *paper, gsize *length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  g_assert_true (ask_chart_export_on (chart, path, paper, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, length, NULL));
  g_assert_cmpint (g_unlink (path), ==, 0);
  return bytes;
}

/* The same chart on the same paper is the same file, an hour later too: no time and no counter is in it. */
static void
test_paper (void)
{
  static const char *const names[] = { "a.png", "a.svg", "a.pdf", "a.vl.json" };
  g_autofree char *folder = g_dir_make_tmp ("ask-look-XXXXXX", NULL);
  g_autoptr (AskChartLook) look = parse ("{\"colors\": {\"orders\": \"#123456\"}, \"title\": \"Ours\"}");
  g_autoptr (AskChart) chart = choose (CITIES, CITY_LINES, look);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const AskChartPaper paper = { .width = 480, .height = 300, .scale = 2 };
      gsize one, two;
      g_autofree char *first = read_bytes (chart, folder, names[i], &paper, &one);
      g_autofree char *second = NULL;

      if (i == 2)
        g_assert_null (g_strstr_len (first, (gssize) one, "D:2026"));
      second = read_bytes (chart, folder, names[i], &paper, &two);
      g_assert_cmpmem (first, one, second, two);
      if (i == 0)
        {
          g_assert_cmpuint (((guint8 *) first)[18] * 256u + ((guint8 *) first)[19], ==, 960);
          g_assert_cmpuint (((guint8 *) first)[22] * 256u + ((guint8 *) first)[23], ==, 600);
        }
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_map (void)
{
  static const char *const columns = "station:text|latitude:real|longitude:real|riders:integer";
  static const char *const lines = "A|52.52|13.4|10\nB|48.85|2.35|40\nC|NULL|2|5";
  g_autoptr (AskRows) rows = chart_rows_new (columns, lines);
  g_autoptr (AskChart) unasked = ask_chart_choose_with (rows, "the stations", NULL, NULL, NULL);
  g_autoptr (AskChart) german = ask_chart_choose_with (rows, "Stationen auf einer Karte", NULL, NULL, NULL);
  g_autoptr (AskChart) asked = ask_chart_choose_with (rows, "stations on a map", NULL, NULL, NULL);
  g_autoptr (AskChart) refused = choose (CITIES, CITY_LINES, NULL);
  g_autoptr (JsonNode) vega = NULL;
  g_autofree char *text = NULL;

  g_assert_cmpint (ask_chart_get_kind (unasked), ==, ASK_CHART_POINT_MAP);
  g_assert_cmpint (ask_chart_get_kind (german), ==, ASK_CHART_POINT_MAP);
  g_assert_cmpint (ask_chart_get_kind (asked), ==, ASK_CHART_POINT_MAP);
  g_assert_cmpuint (asked->n_dots, ==, 2);
  g_assert_cmpint (asked->size_column, ==, 3);
  g_assert_nonnull (strstr (ask_chart_get_reason (asked), "1 row without coordinates is left out."));
  ask_chart_unref (g_steal_pointer (&refused));
  {
    g_autoptr (AskRows) cities = chart_rows_new (CITIES, CITY_LINES);

    refused = ask_chart_choose_with (cities, "on a map", NULL, NULL, NULL);
  }
  g_assert_nonnull (strstr (ask_chart_get_reason (refused), "A map takes a column of latitudes"));
  vega = ask_chart_to_vega_lite (asked, 400, 300);
  text = ask_json_to_string (vega, FALSE);
  g_assert_nonnull (strstr (text, "\"projection\":{\"type\":\"equirectangular\"}"));
  g_assert_nonnull (strstr (text, "\"longitude\":{\"field\":\"x\""));
}

/* Only a query that says its unit plainly, and everywhere the same, goes by another one. */
static void
test_finer (void)
{
  static const struct
  {
    const char *sql;
    const char *finer;
  } cases[] = {
    { "SELECT strftime('%Y-%m', day) AS month, sum(n) AS orders FROM t GROUP BY strftime('%Y-%m', day)",
      "SELECT \"month\" AS week, \"orders\" FROM (SELECT " WEEK " AS month, sum(n) AS orders FROM t GROUP BY " WEEK
      ")" },
    { "SELECT strftime('%Y-%m', day) AS month, sum(n) AS orders FROM t WHERE strftime('%Y', day) = '2024' GROUP BY 1",
      NULL },
    { "SELECT CAST(strftime('%Y-%m', day) AS TEXT) AS month, 1 AS orders FROM t", NULL },
    { "SELECT substr(day, 1, 7) AS month, sum(n) AS orders FROM t GROUP BY 1", NULL },
    { "SELECT strftime(f, day) AS month, 1 AS orders FROM t", NULL },
    { "SELECT '%Y-%m' AS month, sum(n) AS orders FROM t", NULL },
  };
  g_autoptr (AskChart) months = choose ("month:text|orders:integer", "2024-01|5\n2024-02|9\n2024-03|7", NULL);
  g_autoptr (AskChart) days = choose ("day:date|orders:integer", "2024-01-01|5\n2024-01-02|9\n2024-01-03|7", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *finer = ask_chart_dup_finer (months, cases[i].sql, ASK_CHART_TIME_WEEK);

      g_assert_cmpstr (finer, ==, cases[i].finer);
    }
  g_assert_null (ask_chart_dup_finer (months, cases[0].sql, ASK_CHART_TIME_MONTH));
  g_assert_null (ask_chart_dup_finer (days, "SELECT strftime('%Y-%m-%d', d) AS day FROM t", ASK_CHART_TIME_WEEK));
}

static void
test_spark (void)
{
  const double values[] = { 4, NAN, -2, 9 };
  const AskChartSpark spark = { values, G_N_ELEMENTS (values), FALSE };
  const AskChartSpark bars = { values, G_N_ELEMENTS (values), TRUE };
  g_autofree char *words = ask_chart_describe_spark (&spark);
  g_autofree char *none = ask_chart_describe_spark (&(AskChartSpark) { values + 1, 1, FALSE });

  g_assert_cmpstr (words, ==, "from 4 to 9, least −2, most 9");
  g_assert_cmpstr (none, ==, "no values");
  for (guint i = 0; i < 2; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 60, 20);
      cairo_t *cr = cairo_create (surface);
      const guint8 *pixels;
      guint set = 0;

      ask_chart_draw_spark (cr, 60, 20, i == 0 ? &spark : &bars, NULL);
      ask_chart_draw_spark (cr, 60, 20, &(AskChartSpark) { NULL, 0, i == 1 }, NULL);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      pixels = cairo_image_surface_get_data (surface);
      for (guint p = 0; p < 60 * 20 * 4; p++)
        set += pixels[p] != 0;
      g_assert_cmpuint (set, >, 60);
      cairo_surface_destroy (surface);
    }
}

/* Who does not see the chart hears of what is drawn, and by name of what is not. */
static void
test_words (void)
{
  static const struct
  {
    const char *columns, *lines, *look, *words;
  } cases[] = {
    { "month:text|shop:real|web:real", "2025-01|9|2\n2025-02|4|3", "{\"hidden\":[\"shop\"]}",
      "from Jan 2025 to Feb 2025; web, highest Feb 2025 3, lowest Jan 2025 2; hidden: shop" },
    { "month:text|shop:real|web:real", "2025-01|9|2\n2025-02|4|3", "{\"hidden\":[\"shop\",\"web\"]}",
      "; shop, highest Jan 2025 9, lowest Feb 2025 4; web, highest Feb 2025 3, lowest Jan 2025 2" },
    { "channel:text|sales:real", "web|3\nshop|2\nmail|5", "{\"kind\":\"pie\",\"hidden\":[\"mail\"]}",
      ", highest web 3, lowest shop 2; hidden: mail" },
    /* From March on: the gap before is not seen. */
    { "month:text|sales:real", "2025-01|9\n2025-03|4\n2025-04|5\n2025-05|6", "{\"zoom_x\":[20140,20300]}",
      ", 3 points from Mar 2025 to May 2025, highest May 2025 6, lowest Mar 2025 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskChartLook) look = parse (cases[i].look);
      g_autoptr (AskChart) chart = choose (cases[i].columns, cases[i].lines, look);
      g_autofree char *words = ask_chart_describe (chart);

      g_test_message ("%s", words);
      g_assert_true (g_str_has_suffix (words, cases[i].words));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/look/json-gives-the-same-look", test_json);
  g_test_add_func ("/chart/look/what-is-no-look-is-refused", test_wrong);
  g_test_add_func ("/chart/look/a-chosen-kind-is-drawn", test_kind);
  g_test_add_func ("/chart/look/chosen-columns-are-drawn", test_columns);
  g_test_add_func ("/chart/look/a-chosen-group-is-the-series", test_group);
  g_test_add_func ("/chart/look/a-chosen-order-is-kept", test_order);
  g_test_add_func ("/chart/look/what-fits-no-more-is-said", test_unfit);
  g_test_add_func ("/chart/look/what-is-offered-can-be-drawn", test_choices);
  g_test_add_func ("/chart/look/an-axis-begins-where-it-may", test_range);
  g_test_add_func ("/chart/look/the-same-paper-has-the-same-bytes", test_paper);
  g_test_add_func ("/chart/look/coordinates-make-a-map", test_map);
  g_test_add_func ("/chart/look/a-query-goes-by-a-finer-unit", test_finer);
  g_test_add_func ("/chart/look/words-say-what-is-seen-and-what-is-hidden", test_words);
  g_test_add_func ("/chart/look/a-sparkline-fits-a-cell", test_spark);
  return g_test_run ();
}

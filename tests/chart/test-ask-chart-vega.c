/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart as Vega-Lite has the marks, the encodings and the numbers of its kind.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "chart-rows.h"
#include "chart/ask-chart-rules.h"
#include "chart/ask-chart-vega.h"

#define PAIRS "2024-Q1|N|1\n2024-Q1|S|2\n2024-Q2|N|3\n2024-Q2|S|2\n2024-Q3|N|3\n2024-Q3|S|2"
#define GRID "N|web|1\nN|shop|2\nS|web|3\nS|shop|4"

static const struct
{
  const char *question;
  const char *columns;
  const char *lines;
  const char *marks; /* each mark with its channels, and those that all of them share */
  guint n_values;
} cases[] = {
  { NULL, "revenue:real", "3", "text: text=text/nominal", 1 },
  { "as a table", "a:text|b:real", "x|1\ny|2", "text: text=text/nominal x=column/ordinal y=row/ordinal", 4 },
  { NULL, "region:text|sales:real", "N|1\nS|2", "bar: x=x/ordinal y=value/quantitative", 2 },
  { NULL, "region:text|sales:real", "The far north of it|1\nS|2", "bar: x=value/quantitative y=x/ordinal", 2 },
  { NULL, "month:text|sales:real", "2025-01|1\n2025-02|2", "line: x=x/temporal y=value/quantitative", 2 },
  { NULL, "month:text|sales:real", "2025-01|1\n2025-02|2\n2025-04|2", "line: x=x/temporal y=value/quantitative", 4 },
  { "as a line", "age:integer|people:integer", "30|1\n40|2", "line: x=x/quantitative y=value/quantitative", 2 },
  { NULL, "month:text|a:real|b:real", "2025-01|1|2\n2025-02|2|3", "line: color=series/nominal x=x/temporal y=value/quantitative", 4 },
  { NULL, "region:text|channel:text|sales:real", GRID, "bar: color=series/nominal x=x/ordinal xOffset=series/nominal y=value/quantitative", 4 },
  { "as stacked bars", "region:text|channel:text|sales:real", GRID, "bar: color=series/nominal x=x/ordinal y=value/quantitative/zero", 4 },
  { "as a percent bar chart", "region:text|channel:text|sales:real", GRID, "bar: color=series/nominal x=x/ordinal y=value/quantitative/normalize", 4 },
  { "as a pie", "channel:text|sales:real", "web|3\nshop|1", "arc: color=x/nominal order=value/quantitative theta=value/quantitative", 2 },
  { "as a donut", "channel:text|sales:real", "web|3\nshop|1", "arc: color=x/nominal order=value/quantitative theta=value/quantitative", 2 },
  { NULL, "height:real|weight:real", "1|2\n2|3\n3|5", "point: x=x/quantitative y=value/quantitative", 3 },
  { "as bubbles", "c:text|income:real|age:real|people:real", "a|1|2|3\nb|2|3|4",
    "circle: color=series/nominal size=size/quantitative x=x/quantitative y=value/quantitative", 2 },
  { "as an area chart", "month:text|sales:real", "2025-01|1\n2025-02|2", "area: x=x/temporal y=value/quantitative", 2 },
  { "as a stacked area", "quarter:text|region:text|sales:real", PAIRS, "area: color=series/nominal x=x/temporal y=value/quantitative/zero", 6 },
  { "as a radar chart", "skill:text|ada:real|bo:real", "a|1|2\nb|3|4\nc|5|6",
    "line: color=series/nominal order=step/quantitative x=across/quantitative y=up/quantitative", 8 },
  { NULL, "day:date|open:real|high:real|low:real|close:real", "2025-01-01|4|9|2|6\n2025-01-02|6|8|5|5",
    "x=x/ordinal; rule: y2=high y=low/quantitative; bar: y2=close y=open/quantitative", 2 },
  { "as a box plot", "store:text|amount:real", "a|1\na|1\na|2\na|2\na|2\na|90\nb|4",
    "x=x/ordinal; rule: y2=high y=low/quantitative; bar: y2=q3 y=q1/quantitative; tick: y=median/quantitative; point: y=far/quantitative", 2 },
  { "as a histogram", "amount:real", "1\n2\n3\n8", "bar: x2=to x=from/quantitative y=value/quantitative", 5 },
  { "as a heat map", "region:text|channel:text|sales:real", GRID, "rect: color=value/quantitative x=x/ordinal y=series/ordinal", 4 },
  { "as bars and a line", "month:text|revenue:real|orders:integer", "2025-01|300|4\n2025-02|400|5",
    "x=x/ordinal; bar: color y=bar/quantitative; line: color y=line/quantitative", 2 },
  { "as a funnel", "step:text|visitors:integer", "saw|9\nbought|4", "bar: x=value/quantitative/center y=x/ordinal", 2 },
  { "as a waterfall", "item:text|amount:real", "sold|9\nspent|-4", "bar: x=x/ordinal y2=to y=from/quantitative", 3 },
  { "as a slope chart", "year:integer|party:text|seats:integer", "2021|a|3\n2021|b|4\n2025|a|5\n2025|b|2",
    "line: color=series/nominal x=x/ordinal y=value/quantitative", 4 },
  { "as small multiples", "quarter:text|region:text|sales:real", PAIRS, "line: facet=series/nominal x=x/temporal y=value/quantitative", 6 },
};

static AskChart *
choose (const char *columns, const char *lines, const char *question)
{
  g_autoptr (AskRows) rows = chart_rows_new (columns, lines);
  g_autoptr (GError) error = NULL;
  AskChart *chart = ask_chart_choose (rows, question, &error);

  g_assert_no_error (error);
  return chart;
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "x=field/type", in the order of the alphabet. */
static void
append_channels (GString *text, JsonObject *encoding)
{
  g_autoptr (GPtrArray) channels = g_ptr_array_new_with_free_func (g_free);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, encoding);
  while (json_object_iter_next (&iter, &name, &node))
    {
      JsonObject *channel = json_node_get_object (node);
      const char *field = ask_json_get_string (channel, "field"), *type = ask_json_get_string (channel, "type");
      const char *stack = ask_json_get_string (channel, "stack");

      if (field == NULL && json_object_has_member (channel, "condition"))
        continue;
      g_ptr_array_add (channels, g_strconcat (name, field != NULL ? "=" : "", field != NULL ? field : "",
                                              type != NULL ? "/" : "", type != NULL ? type : "",
                                              stack != NULL ? "/" : "", stack != NULL ? stack : "", NULL));
    }
  g_ptr_array_sort (channels, compare_texts);
  for (guint i = 0; i < channels->len; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 && text->str[text->len - 1] != ' ' ? " " : "",
                            (const char *) channels->pdata[i]);
}

static char *
read_marks (JsonObject *spec)
{
  GString *text = g_string_new (NULL);
  JsonArray *layers = ask_json_get_array (spec, "layer");

  if (layers == NULL)
    g_string_append_printf (text, "%s: ", ask_json_get_string (ask_json_get_object (spec, "mark"), "type"));
  append_channels (text, ask_json_get_object (spec, "encoding"));
  for (guint i = 0; layers != NULL && i < json_array_get_length (layers); i++)
    {
      JsonObject *layer = json_array_get_object_element (layers, i);

      g_string_append_printf (text, "; %s: ", ask_json_get_string (ask_json_get_object (layer, "mark"), "type"));
      append_channels (text, ask_json_get_object (layer, "encoding"));
    }
  return g_string_free (text, FALSE);
}

static JsonArray *
get_values (JsonObject *spec)
{
  return ask_json_get_array (ask_json_get_object (spec, "data"), "values");
}

static void
test_marks (void)
{
  gboolean seen[ASK_CHART_SMALL_MULTIPLES + 1] = { FALSE };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskChart) chart = choose (cases[i].columns, cases[i].lines, cases[i].question);
      g_autoptr (JsonNode) document = ask_chart_to_vega_lite (chart, 640, 400);
      JsonObject *spec = json_node_get_object (document);
      g_autofree char *marks = read_marks (spec);

      g_assert_cmpstr (marks, ==, cases[i].marks);
      g_assert_cmpuint (json_array_get_length (get_values (spec)), ==, cases[i].n_values);
      g_assert_cmpstr (ask_json_get_string (spec, "title"), ==, chart->title);
      seen[chart->kind] = TRUE;
    }
  for (guint kind = 0; kind < G_N_ELEMENTS (seen); kind++)
    if (!seen[kind])
      g_error ("no case is a %s", ask_chart_kind_to_string ((AskChartKind) kind));
}

static double
get_value (JsonObject *spec, guint row, const char *field)
{
  return json_object_get_double_member (json_array_get_object_element (get_values (spec), row), field);
}

/* A step without a row is a value of null between its neighbours, so that nobody draws a bridge. */
static void
test_gap (void)
{
  g_autoptr (AskChart) chart = choose ("month:text|sales:real", "2025-01|1\n2025-04|2.5", NULL);
  g_autoptr (AskChart) longer = choose ("month:text|sales:real", "2025-01|1\n2025-02|2\n2025-05|2.5", NULL);
  g_autoptr (JsonNode) document = ask_chart_to_vega_lite (longer, 640, 400);
  JsonObject *spec = json_node_get_object (document);
  JsonObject *gap = json_array_get_object_element (get_values (spec), 2);

  g_assert_cmpuint (chart->n_points, ==, 2);
  g_assert_true (json_object_get_null_member (gap, "value"));
  g_assert_cmpstr (ask_json_get_string (gap, "x"), >, "2025-02-01T00:00:00");
  g_assert_cmpstr (ask_json_get_string (gap, "x"), <, "2025-05-01T00:00:00");
  g_assert_cmpfloat (get_value (spec, 3, "value"), ==, 2.5);
}

static void
test_waterfall (void)
{
  g_autoptr (AskChart) chart = choose ("item:text|amount:real", "sold|9\nspent|-4", "as a waterfall");
  g_autoptr (JsonNode) document = ask_chart_to_vega_lite (chart, 640, 400);
  JsonObject *spec = json_node_get_object (document);

  g_assert_cmpfloat (get_value (spec, 1, "from"), ==, 9);
  g_assert_cmpfloat (get_value (spec, 1, "to"), ==, 5);
  g_assert_cmpfloat (get_value (spec, 2, "from"), ==, 0);
  g_assert_cmpfloat (get_value (spec, 2, "to"), ==, 5);
}

static void
test_file (void)
{
  g_autoptr (AskChart) chart = choose ("region:text|sales:real", "N|1\nS|2", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("vega-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "chart.VL.json", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autoptr (JsonNode) document = NULL;

  g_assert_true (ask_chart_export (chart, path, 640, 400, NULL, &error));
  g_assert_true (g_file_get_contents (path, &first, NULL, &error));
  g_assert_true (ask_chart_export (chart, path, 640, 400, NULL, &error));
  g_assert_true (g_file_get_contents (path, &second, NULL, &error));
  g_assert_cmpstr (first, ==, second);
  document = ask_json_parse (first, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ask_json_get_string (json_node_get_object (document), "$schema"), ==,
                   "https://vega.github.io/schema/vega-lite/v5.json");
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/vega/each-kind-has-its-marks-and-encodings", test_marks);
  g_test_add_func ("/chart/vega/a-gap-is-a-value-of-null", test_gap);
  g_test_add_func ("/chart/vega/steps-of-a-waterfall-have-both-ends", test_waterfall);
  g_test_add_func ("/chart/vega/a-file-is-the-same-twice", test_file);
  return g_test_run ();
}

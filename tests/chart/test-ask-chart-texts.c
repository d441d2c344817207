/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands on a sheet: units once, in the person's locale.
 */
#include "config.h"

#include "base/ask-text.h"
#include "chart-rows.h"
#include "chart-texts.h"
#include "chart/ask-chart-places.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-chart-vega.h"
#include "support/ask-test-locale.h"

#define MONTHS "2025-01|100000\n2025-02|400000\n2025-03|380000"

static AskChart *
choose (const char *columns, const char *lines, const char *question, const AskChartLook *look)
{
  g_autoptr (AskRows) rows = chart_rows_new (columns, lines);
  g_autoptr (GError) error = NULL;
  AskChart *chart = ask_chart_choose_with (rows, question, NULL, look, &error);

  g_assert_no_error (error);
  return chart;
}

/* The texts that hold one of @signs, between bars. */
static char *
find_texts (AskChart *chart, const char *const *signs)
{
  g_autoptr (GPtrArray) texts = chart_texts_of (chart, 640, 400, NULL);
  GString *found = g_string_new (NULL);

  for (guint i = 0; i < texts->len; i++)
    for (guint s = 0; signs[s] != NULL; s++)
      if (strstr (((ChartText *) texts->pdata[i])->text, signs[s]) != NULL)
        {
          g_string_append_printf (found, "%s%s", found->len > 0 ? "|" : "", ((ChartText *) texts->pdata[i])->text);
          break;
        }
  return g_string_free (found, FALSE);
}

static const struct
{
  const char *question;
  const char *columns;
  const char *lines;
  const char *said; /* every text with a unit */
  const char *german;
} cases[] = {
  { NULL, "month:text|revenue_eur:real", MONTHS, "€400k", "400k\u00a0€" },
  { "as bars", "month:text|revenue_eur:real", MONTHS, "€400k", "400k\u00a0€" },
  { NULL, "month:text|loss_eur:real", "2025-01|-300\n2025-02|-400", "−€400", "−400\u00a0€" },
  { NULL, "product:text|weight_kg:real", "Ultralight tent for two persons|12.5\nCamping stove|3\nA rope|1",
    "12.50\u00a0kg", "12,50\u00a0kg" },
  { NULL, "weight_kg:real|price_eur:real", "1|20\n2|30\n3|50", "€50|3.0\u00a0kg", "50\u00a0€|3,0\u00a0kg" },
  { "as a histogram", "price_eur:real", "1\n2\n3\n8", "€10", "10\u00a0€" },
  { "as a combination chart", "month:text|revenue_eur:real|weight_kg:real", "2025-01|300|4\n2025-02|400|5",
    "5\u00a0kg|€400", "5\u00a0kg|400\u00a0€" },
  { "as a pie", "channel:text|revenue_eur:real", "web|1\nshop|1", "50\u00a0%|€1|50\u00a0%|€1",
    "50\u00a0%|1\u00a0€|50\u00a0%|1\u00a0€" },
  { "as a radar chart", "skill:text|a_kg:real|b_kg:real", "a|1|2\nb|3|4\nc|5|6", "6\u00a0kg", "6\u00a0kg" },
  { "as a line", "month:text|growth_percent:real", "2025-01|10\n2025-02|30", "30\u00a0%", "30\u00a0%" },
  { "as a percent bar chart", "region:text|channel:text|sales_eur:real", "N|web|1\nN|shop|2\nS|web|3\nS|shop|4",
    "100\u00a0%", "100\u00a0%" },
  { "as a slope chart", "year:integer|party:text|cost_eur:integer", "2021|a|3\n2021|b|4\n2025|a|5\n2025|b|2", "b  €4",
    "b  4\u00a0€" },
  { NULL, "region:text|weight_kg:real|price_eur:real", "Lyon|3|4\nBonn|2|5", "weight (kg)|price (EUR)",
    "weight (kg)|price (EUR)" },
};

static void
test_units (gconstpointer german)
{
  static const char *const signs[] = { "€", "EUR", "kg", "%", NULL };
  AskTestLocale locale = { NULL };

  if (german != NULL && !ask_test_locale_set (&locale, "de_DE"))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskChart) chart = choose (cases[i].columns, cases[i].lines, cases[i].question, NULL);
      g_autofree char *said = find_texts (chart, signs);

      g_assert_cmpstr (said, ==, german != NULL ? cases[i].german : cases[i].said);
    }
  if (german != NULL)
    ask_test_locale_unset (&locale);
}

/* A person's title that says the unit is enough. */
static void
test_titled (void)
{
  static const char *const signs[] = { "€", "EUR", NULL };
  g_autoptr (AskChartLook) look = ask_chart_look_new ();
  g_autoptr (AskChart) chart = NULL;
  g_autofree char *by_axis = NULL;
  g_autofree char *by_title = NULL;
  g_autofree char *by_neither = NULL;

  chart = choose ("month:text|revenue_eur:real", MONTHS, NULL, NULL);
  look->y_title = g_strdup ("in EUR");
  ask_chart_set_look (chart, look);
  by_axis = find_texts (chart, signs);
  g_assert_cmpstr (by_axis, ==, "in EUR");
  ask_text_set (&look->y_title, "of EUROPE");
  ask_chart_set_look (chart, look);
  by_neither = find_texts (chart, signs);
  g_assert_cmpstr (by_neither, ==, "of EUROPE|€400k");
  g_clear_pointer (&look->y_title, g_free);
  look->title = g_strdup ("What we sold, in €");
  ask_chart_set_look (chart, look);
  by_title = find_texts (chart, signs);
  g_assert_cmpstr (by_title, ==, "What we sold, in €");
}

static void
test_words (void)
{
  g_autoptr (AskChart) chart = choose ("month:text|revenue_eur:real|weight_kg:real", "2025-01|300.5|4\n2025-02|400|5",
                                       "as a combination chart", NULL);
  g_autofree char *words = ask_chart_describe (chart);
  g_autofree char *place = ask_chart_dup_place_text (chart, &(AskChartPick) { 0, -1 });

  g_assert_cmpstr (words, ==,
                   "Bars and a line of revenue and weight by month, 2 bars from Jan 2025 to Feb 2025; revenue, "
                   "highest Feb 2025 €400, lowest Jan 2025 €300.5; weight, highest Feb 2025 5\u00a0kg, lowest Jan 2025 "
                   "4\u00a0kg");
  g_assert_cmpstr (place, ==, "Jan 2025: revenue €300.50, weight 4\u00a0kg");
}

static char *
get_vega_text (AskChart *chart, const char *const *path)
{
  g_autoptr (JsonNode) document = ask_chart_to_vega_lite (chart, 640, 400);
  JsonObject *object = json_node_get_object (document);

  while (path[1] != NULL)
    object = ask_json_get_object (object, *path++);
  return g_strdup (ask_json_get_string (object, *path));
}

/* Vega-Lite writes its ticks itself, so the title of the axis says it, and the signs are those of the person. */
static void
test_vega (gconstpointer german)
{
  g_autoptr (AskChart) money = choose ("month:text|revenue_eur:real", MONTHS, NULL, NULL);
  g_autoptr (AskChart) share = choose ("month:text|share:real", "2025-01|0.25\n2025-02|0.5", NULL, NULL);
  AskTestLocale locale = { NULL };
  g_autofree char *title = NULL;
  g_autofree char *format = NULL;
  g_autofree char *point = NULL;

  if (german != NULL && !ask_test_locale_set (&locale, "de_DE"))
    return;
  title = get_vega_text (money, (const char *const[]) { "encoding", "y", "title", NULL });
  format = get_vega_text (share, (const char *const[]) { "encoding", "y", "axis", "format", NULL });
  point = get_vega_text (money, (const char *const[]) { "config", "locale", "number", "decimal", NULL });
  g_assert_cmpstr (title, ==, "revenue (€)");
  g_assert_cmpstr (format, ==, "~%");
  g_assert_cmpstr (point, ==, german != NULL ? "," : ".");
  if (german != NULL)
    ask_test_locale_unset (&locale);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/chart/texts/an-axis-says-its-unit-once/plain", NULL, test_units);
  g_test_add_data_func ("/chart/texts/an-axis-says-its-unit-once/german", "", test_units);
  g_test_add_func ("/chart/texts/a-title-that-says-the-unit-is-enough", test_titled);
  g_test_add_func ("/chart/texts/words-say-each-value-with-its-unit", test_words);
  g_test_add_data_func ("/chart/texts/vega-lite-says-the-unit-too/plain", NULL, test_vega);
  g_test_add_data_func ("/chart/texts/vega-lite-says-the-unit-too/german", "", test_vega);
  return g_test_run ();
}

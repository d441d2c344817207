/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which picture a result gets, by a table of results, and what the rules file may not say.
 */
#include "config.h"

#include "chart-rows.h"
#include "chart/ask-chart-rules.h"
#include "chart/ask-chart.h"

typedef struct
{
  const char *name;
  AskChartKind kind;
  const char *question;
  const char *columns;
  const char *lines;
  const char *title; /* NULL: not looked at */
  const char *reason; /* must occur in it; NULL: anything */
} Case;

static const Case cases[] = {
  { "no-rows", ASK_CHART_TABLE, NULL, "region:text|revenue:real", "", NULL, "no rows" },
  { "one-value", ASK_CHART_VALUE, NULL, "revenue:real", "12.5", "Revenue", "single value" },
  { "one-text", ASK_CHART_VALUE, NULL, "carrier:text", "Nordfracht", "Carrier", NULL },
  { "one-null", ASK_CHART_VALUE, NULL, "revenue:real", "NULL", NULL, NULL },
  { "one-name-and-number", ASK_CHART_VALUE, NULL, "carrier:text|late:integer", "Nordfracht|212", "Late", NULL },
  { "one-row-many-columns", ASK_CHART_TABLE, NULL, "a:real|b:real|c:real|d:text|e:text", "1|2|3|x|y", NULL, "one row" },
  { "by-name", ASK_CHART_BAR, NULL, "region:text|revenue:real", "Lyon|3\nBonn|2", "Revenue by region", NULL },
  { "unit", ASK_CHART_BAR, NULL, "region:text|weight_kg:real", "Lyon|3\nBonn|2", "Weight by region", NULL },
  { "long-names", ASK_CHART_BAR_HORIZONTAL, NULL, "product:text|units:integer",
    "A tent for two or three persons|3\nB|2", "Units by product", "lie down" },
  { "many-names", ASK_CHART_BAR_HORIZONTAL, NULL, "c:text|units:integer",
    "a|1\nb|2\nc|3\nd|4\ne|5\nf|6\ng|7\nh|8\ni|9\nj|10\nk|11\nl|12\nm|13", NULL, "many bars" },
  { "month", ASK_CHART_LINE, NULL, "order_month:text|revenue:real", "2025-01|3\n2025-02|2\n2025-03|4",
    "Revenue by order month", NULL },
  { "year-is-no-measure", ASK_CHART_LINE, NULL, "year:integer|orders:integer", "2023|10\n2024|20", "Orders by year", NULL },
  { "year-alone", ASK_CHART_TABLE, NULL, "region:text|year:integer", "a|2023\nb|2024", NULL, "No column is an amount" },
  { "id-is-no-measure", ASK_CHART_TABLE, NULL, "name:text|customer_id:integer", "a|17\nb|18", NULL, "identifiers" },
  { "postcode-is-no-measure", ASK_CHART_TABLE, NULL, "name:text|zip_code:integer", "a|10115\nb|80331", NULL, "codes" },
  { "plz", ASK_CHART_TABLE, NULL, "name:text|plz:integer", "a|10115\nb|80331", NULL, NULL },
  { "phone", ASK_CHART_TABLE, NULL, "name:text|phone_number:integer", "a|4912345\nb|4912346", NULL, NULL },
  { "sku", ASK_CHART_TABLE, NULL, "name:text|sku:integer", "a|12\nb|13", NULL, NULL },
  { "order-number", ASK_CHART_BAR, NULL, "order_number:integer|amount:real", "17|3\n18|4", "Amount by order number", NULL },
  { "number-as-count", ASK_CHART_BAR, NULL, "region:text|number:integer", "a|3\nb|4", "Number by region", NULL },
  { "count-of-ids", ASK_CHART_BAR, NULL, "region:text|count(customer_id):integer", "a|3\nb|4", "Count of customer id by region", NULL },
  { "id-beside-name", ASK_CHART_BAR, NULL, "customer_id:integer|name:text|revenue:real", "7|Ada|3\n8|Bo|4", "Revenue by name", NULL },
  { "sparklines-of-lists", ASK_CHART_TABLE, "Sales per city as sparklines", "city:text|sales:json",
    "Lyon|[1,2,3]\nBonn|[4,null,2]", NULL, "small line in each row" },
  { "lists-of-numbers", ASK_CHART_TABLE, NULL, "city:text|sales:json", "Lyon|[1,2,3]\nBonn|[4,5]", NULL,
    "draws as a small line" },
  { "sparklines-of-groups", ASK_CHART_SMALL_MULTIPLES, "Sales per city and month as sparklines",
    "month:text|city:text|sales:real", "2025-01|N|1\n2025-01|S|2\n2025-02|N|3\n2025-02|S|2", NULL, "Show as Trend" },
  { "no-sparklines", ASK_CHART_BAR, "Sales per city as sparklines", "city:text|sales:real", "N|1\nS|2", NULL,
    "Sparklines take a list" },
  { "year-and-month", ASK_CHART_LINE, NULL, "year:integer|month:integer|sales:real", "2024|12|5\n2025|1|6\n2025|2|7", NULL, NULL },
  { "weekday", ASK_CHART_BAR, NULL, "weekday:text|orders:integer", "Monday|3\nTuesday|4\nWednesday|2", NULL, "order of time" },
  { "month-names", ASK_CHART_BAR, NULL, "month:text|orders:integer", "March|3\nJanuary|4\nFebruary|2", NULL, NULL },
  { "trend-of-cycle", ASK_CHART_LINE, "What is the trend?", "month:text|orders:integer", "January|3\nFebruary|4\nMarch|2", NULL, NULL },
  { "two-measures-over-time", ASK_CHART_MULTI_LINE, NULL, "month:text|sales:real|returns:real",
    "2025-01|30|4\n2025-02|40|5", "Sales and returns by month", NULL },
  { "measures-of-other-size", ASK_CHART_LINE, NULL, "month:text|revenue:real|orders:integer",
    "2025-01|300000|4\n2025-02|400000|5", "Revenue by month", "too different" },
  { "question-picks-measure", ASK_CHART_LINE, "How many orders a month?", "month:text|revenue:real|orders:integer",
    "2025-01|300000|4\n2025-02|400000|5", "Orders by month", NULL },
  { "groups-over-time", ASK_CHART_MULTI_LINE, NULL, "month:text|region:text|sales:real",
    "2025-01|N|1\n2025-01|S|2\n2025-02|N|3\n2025-02|S|2\n2025-03|N|3\n2025-03|S|2\n2025-04|N|3\n2025-04|S|2",
    "Sales by month and region", NULL },
  { "compared-times", ASK_CHART_BAR, "Compare the quarters", "quarter:text|sales:real", "2025-Q1|3\n2025-Q2|4", NULL, "compares 2 steps" },
  { "compared-groups", ASK_CHART_GROUPED_BAR, "north versus south", "quarter:text|region:text|sales:real",
    "2024-Q1|N|1\n2024-Q1|S|2\n2024-Q2|N|3\n2024-Q2|S|2\n2024-Q3|N|3\n2024-Q3|S|2\n2024-Q4|N|1\n2024-Q4|S|2", NULL, "side by side" },
  { "unix-seconds", ASK_CHART_TABLE, NULL, "name:text|created:datetime", "a|1\nb|2", NULL, NULL },
  { "groups-at-few-times", ASK_CHART_GROUPED_BAR, NULL, "year:integer|region:text|sales:real",
    "2024|N|1\n2024|S|2\n2025|N|3\n2025|S|2", NULL, NULL },
  { "one-year", ASK_CHART_BAR, NULL, "year:integer|region:text|sales:real", "2024|N|1\n2024|S|2", "Sales by region", "one year" },
  { "two-measures-by-name", ASK_CHART_GROUPED_BAR, NULL, "region:text|a:real|b:real", "x|1|2\ny|2|3", "A and b by region", NULL },
  { "groups-by-name", ASK_CHART_GROUPED_BAR, NULL, "region:text|channel:text|sales:real",
    "N|web|1\nN|shop|2\nS|web|3\nS|shop|4", "Sales by region and channel", NULL },
  { "repeated-names", ASK_CHART_TABLE, NULL, "region:text|amount:real", "N|1\nN|2\nS|3", NULL, "add them up" },
  { "repeated-times", ASK_CHART_TABLE, NULL, "day:date|amount:real", "2025-01-01|1\n2025-01-01|2\n2025-01-02|2", NULL, "add them up" },
  { "first-and-last-name", ASK_CHART_BAR_HORIZONTAL, NULL, "first_name:text|last_name:text|sales:real",
    "Ada|B|1\nAda|C|2\nBo|B|3\nCy|D|1\nDo|E|1\nEd|F|1\nFi|G|1\nGo|H|1\nHu|I|1\nIv|J|1\nJo|K|3\nKy|L|1\nLu|M|9", NULL, "together" },
  { "listing", ASK_CHART_TABLE, NULL, "order_id:integer|customer:text|day:date|amount:real",
    "1|a|2025-01-01|3\n2|a|2025-01-01|4\n3|b|2025-01-02|4", NULL, "list" },
  { "shares-of-whole", ASK_CHART_PIE, NULL, "channel:text|share:real", "web|0.6\nshop|0.3\nphone|0.1", NULL, "whole" },
  { "percents-of-whole", ASK_CHART_PIE, NULL, "channel:text|percent:real", "web|60\nshop|30\nphone|10", NULL, "whole" },
  { "asked-share", ASK_CHART_PIE, "What share does each channel have?", "channel:text|revenue:real", "web|60\nshop|30", NULL, "shares" },
  { "share-of-average", ASK_CHART_BAR, "Share of each?", "channel:text|average_price:real", "web|60\nshop|30", NULL, NULL },
  { "as-a-pie", ASK_CHART_PIE, "revenue by channel as a pie", "channel:text|revenue:real", "web|60\nshop|30", NULL, "asked for" },
  { "pie-negative", ASK_CHART_BAR, "as a pie chart please", "channel:text|revenue:real", "web|60\nshop|-30", NULL, "negative" },
  { "pie-seven", ASK_CHART_PIE, "as a pie", "c:text|revenue:real", "a|1\nb|2\nc|3\nd|4\ne|5\nf|6\ng|7", NULL, "Bars would compare" },
  { "pie-nine-averages", ASK_CHART_BAR, "as a pie", "c:text|average_price:real",
    "a|1\nb|2\nc|3\nd|4\ne|5\nf|6\ng|7\nh|8\ni|9", NULL, "cannot be read" },
  { "pie-gap", ASK_CHART_BAR, "as a pie", "c:text|revenue:real", "a|1\nb|NULL", NULL, "missing" },
  { "as-a-table", ASK_CHART_TABLE, "revenue by channel as a table", "channel:text|revenue:real", "web|60\nshop|30", NULL, "asked for" },
  { "bars-of-months", ASK_CHART_BAR, "revenue by month as a bar chart", "month:text|revenue:real", "2025-01|3\n2025-02|2", NULL, "bar chart was asked" },
  { "two-numbers", ASK_CHART_SCATTER, NULL, "height:real|weight:real", "1|2\n2|3\n3|5", "Weight by height", "dots" },
  { "relation", ASK_CHART_SCATTER, "Is there a correlation between price and units?", "product:text|price:real|units:integer",
    "a|1|200\nb|2|100", NULL, "relate" },
  { "dots-by-group", ASK_CHART_SCATTER, NULL, "kind:text|height:real|weight:real", "a|1|2\na|2|3\nb|3|5\nb|1|5", NULL, NULL },
  { "numbers-only", ASK_CHART_TABLE, NULL, "amount:real", "1\n2\n3", NULL, "list of numbers" },
  { "all-null", ASK_CHART_TABLE, NULL, "region:text|revenue:real", "a|NULL\nb|NULL", NULL, "no values" },
  { "all-infinite", ASK_CHART_TABLE, NULL, "region:text|revenue:real", "a|inf\nb|inf", NULL, "no values" },
  { "one-infinite", ASK_CHART_BAR, NULL, "region:text|revenue:real", "a|inf\nb|3", NULL, "infinite" },
  { "booleans", ASK_CHART_BAR, NULL, "returned:boolean|orders:integer", "0|30\n1|4", "Orders by returned", NULL },
  { "text-numbers-stay-text", ASK_CHART_TABLE, NULL, "name:text|amount:text", "a|1.5\nb|2.5", NULL, "No column is an amount" },
  { "emoji", ASK_CHART_BAR, NULL, "mood:text|answers:integer", "😀|3\n😡|4", "Answers by mood", NULL },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (AskRows) rows = chart_rows_new (c->columns, c->lines);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskChart) chart = ask_chart_choose (rows, c->question, &error);
  g_autoptr (JsonNode) json = NULL;
  g_autofree char *words = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (ask_chart_kind_to_string (ask_chart_get_kind (chart)), ==, ask_chart_kind_to_string (c->kind));
  g_assert_cmpint (strlen (ask_chart_get_reason (chart)), >, 10);
  g_assert_null (strchr (ask_chart_get_reason (chart), '{'));
  if (c->title != NULL)
    g_assert_cmpstr (ask_chart_get_title (chart), ==, c->title);
  if (c->reason != NULL && strstr (ask_chart_get_reason (chart), c->reason) == NULL)
    g_error ("\"%s\" is not in \"%s\"", c->reason, ask_chart_get_reason (chart));
  words = ask_chart_describe (chart);
  g_assert_cmpint (strlen (words), >, 3);
  json = ask_chart_to_json (chart);
  g_assert_cmpstr (ask_json_get_string (json_node_get_object (json), "kind"), ==, ask_chart_kind_to_string (c->kind));
  g_assert_cmpstr (ask_json_get_string (json_node_get_object (json), "reason"), ==, ask_chart_get_reason (chart));
}

static void
test_broken (void)
{
  static const char *const broken[] = {
    "{", "[]", "{}", "{\"hints\":{},\"lying\":[],\"rules\":[{}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"table\",\"when\":{}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"cake\",\"reason\":\"r\",\"when\":{}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"table\",\"reason\":\"r\"}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"table\",\"reason\":\"r\",\"when\":{\"rowz\":1}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"table\",\"reason\":\"r\",\"when\":{\"rows\":\"1\"}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"table\",\"reason\":\"r\",\"when\":{\"rows\":{\"least\":1}}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"table\",\"reason\":\"r\",\"when\":{\"hint\":[\"pie\"]}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"bar\",\"x\":\"moon\",\"reason\":\"r\",\"when\":{}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"bar\",\"reason\":\"r\",\"when\":{}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"candlestick\",\"x\":\"label\",\"reason\":\"r\",\"when\":{}}]}",
    "{\"hints\":{},\"lying\":[],\"rules\":[{\"name\":\"a\",\"kind\":\"scatter\",\"x\":\"time\",\"reason\":\"r\",\"when\":{}}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskChartRules) rules = ask_chart_rules_new (broken[i], -1, &error);

      g_assert_null (rules);
      g_assert_nonnull (error);
    }
}

/* gettext does not read the rules. */
static void
test_reasons_are_marked (void)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "data", "chart-rules.json", NULL);

  g_assert_true (json_parser_load_from_file (parser, path, &error));
  g_assert_no_error (error);
  for (guint part = 0; part < 2; part++)
    {
      JsonArray *rules = ask_json_get_array (json_node_get_object (json_parser_get_root (parser)),
                                             part == 0 ? "rules" : "lying");

      g_assert_cmpuint (json_array_get_length (rules), >, 1);
      for (guint i = 0; i < json_array_get_length (rules); i++)
        {
          const char *reason = ask_json_get_string (ask_json_element_object (rules, i), "reason");

          if (!ask_chart_reason_is_marked (reason))
            g_error ("“%s” is not in ask-chart-reasons.c", reason);
        }
    }
  g_assert_false (ask_chart_reason_is_marked ("A reason that no rule gives."));
}

static void
test_first_wins (void)
{
  const char *text = "{\"hints\":{\"loud\":[\"very loud\"]},\"lying\":[],\"rules\":["
                     "{\"name\":\"a\",\"kind\":\"value\",\"reason\":\"r\",\"when\":{\"rows\":{\"max\":5},\"hint\":[\"loud\"]}},"
                     "{\"name\":\"b\",\"kind\":\"table\",\"reason\":\"r\",\"when\":{\"rows\":{\"min\":3,\"max\":5}}},"
                     "{\"name\":\"c\",\"kind\":\"table\",\"reason\":\"r\",\"when\":{\"rows\":4}}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (AskChartRules) rules = ask_chart_rules_new (text, -1, &error);
  g_autoptr (GPtrArray) quiet = NULL;
  g_autoptr (GPtrArray) loud = NULL;
  AskChartFacts facts = { .facts = { [ASK_CHART_FACT_ROWS] = 4 } };
  AskChartRule found;

  g_assert_no_error (error);
  quiet = ask_chart_rules_get_hints (rules, "loud, very much", NULL);
  loud = ask_chart_rules_get_hints (rules, "Is it VERY loud?", NULL);
  facts.hints = quiet;
  g_assert_true (ask_chart_rules_find (rules, &facts, &found));
  g_assert_cmpstr (found.name, ==, "b");
  facts.hints = loud;
  g_assert_true (ask_chart_rules_find (rules, &facts, &found));
  g_assert_cmpstr (found.name, ==, "a");
  facts.facts[ASK_CHART_FACT_ROWS] = 6;
  g_assert_false (ask_chart_rules_find (rules, &facts, &found));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/chart/rules/a-result-gets-its-picture/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/chart/rules/a-broken-rules-file-is-refused", test_broken);
  g_test_add_func ("/chart/rules/the-first-rule-that-fits-wins", test_first_wins);
  g_test_add_func ("/chart/rules/every-reason-is-marked-for-translation", test_reasons_are_marked);
  return g_test_run ();
}

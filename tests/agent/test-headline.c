/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the answer in one sentence. Rows are written as text: columns, then rows, cells apart
 * by "|"; digits are integers, digits with a point reals, "-" is NULL.
 */
#include "config.h"

#include "agent/ask-headline.h"

typedef struct
{
  const char *name;
  const char *question;
  const char *rows;
  const char *headline;
  const char *sql; /* nullable */
} Case;

static const Case cases[] = {
  { "none", "late?", "carrier|late", "Nothing in the data fits this question: the answer has no rows." },
  { "value", "revenue?", "revenue\n1234.5", "Revenue: 1,234.50" },
  { "integer", "orders?", "n_orders\n1234567", "Orders: 1,234,567" },
  { "negative", "x", "balance\n-1234", "Balance: −1,234" },
  { "expression", "x", "count(*)\n12", "Result: 12" },
  { "null", "x", "revenue\n-", "Revenue: there is no value." },
  { "text", "x", "city\nLyon", "City: Lyon" },
  { "year", "when", "year\n2025", "Year: 2025" },
  { "small", "x", "share\n0.0123", "Share: 1.23\u00a0%" },
  { "highest", "which carriers were late", "carrier|late_shipments\nNordfracht|212\nB|90\nC|1",
    "Nordfracht has the most late shipments: 212" },
  { "lowest", "x", "carrier|late\nA|1\nB|2\nC|3", "A has the lowest late: 1" },
  { "unsorted", "x", "city|revenue\nParis|1\nLyon|12300\nNice|5",
    "Lyon has the highest revenue: 12,300" },
  { "asked-lowest", "the fewest", "city|orders\nParis|3\nLyon|1\nNice|5",
    "Lyon has the fewest orders: 1" },
  { "months", "x", "month|revenue\n2025-01|10.5\n2025-02|30.25\n2025-03|20.0",
    "Highest revenue: 30.25, in February 2025, 188 % above January 2025" },
  { "all-equal", "x", "city|orders\nParis|3\nLyon|3", "2 rows, each with 3 orders" },
  { "tie", "x", "city|orders\nParis|3\nLyon|3\nNice|1",
    "Paris and Lyon have the most orders: 3" },
  { "tie-behind", "x", "city|orders\nNice|1\nParis|3\nBrest|-\nLyon|3", "Paris and Lyon have the most orders: 3" },
  { "lowest-tie-of-amounts", "the lowest", "city|revenue\nParis|3.5\nLyon|3.5\nNice|9",
    "Paris and Lyon have the lowest revenue: 3.50" },
  { "ties", "x", "city|orders\nParis|3\nLyon|3\nRouen|3\nNice|1", "3 of 4 have the most orders: 3" },
  { "tie-of-months", "x", "month|orders\n2025-01|3\n2025-02|3\n2025-03|1",
    "January 2025 and February 2025 have the most orders: 3" },
  { "ties-of-a-list", "x", "product|reorder_level\nTent|30\nMat|5\nLamp|30\nBag|30\nBoot|4", "5 rows, beginning with Tent, Mat and Lamp",
    "SELECT product, reorder_level FROM p WHERE on_hand < reorder_level ORDER BY on_hand" },
  { "ties-of-an-ordered-list", "x", "product|reorder_level\nTent|30\nMat|30\nLamp|30\nBag|5", "3 of 4 have the highest reorder level: 30",
    "SELECT product, reorder_level FROM p ORDER BY 2 DESC" },
  { "ties-of-groups", "x", "city|n_orders\nLyon|6\nNice|2\nRouen|6\nBrest|6", "3 of 4 have the most orders: 6",
    "SELECT city, count(*) AS n_orders FROM o GROUP BY city" },
  { "one-row", "x", "carrier|late_shipments\nNordfracht|212", "Nordfracht: 212 late shipments" },
  { "one-row-real", "x", "store|revenue\nLyon|1234.5", "Lyon: revenue 1,234.50" },
  { "names", "x", "city\nParis\nLyon\nNice", "Paris, Lyon and Nice" },
  { "many-names", "x", "city\nA\nB\nC\nD\nE", "5 rows, beginning with A, B and C" },
  { "id-is-no-measure", "x", "order_id|city\n17|Lyon\n18|Paris", "Lyon and Paris" },
  { "id-then-name", "x", "store_id|name|sales\n1|Lyon|9\n2|Paris|4",
    "Lyon has the most sales: 9" },
  { "nulls", "x", "city|revenue\nParis|-\nLyon|7", "Lyon has the highest revenue: 7" },
  { "two-labels", "x", "month|channel|revenue\n2025-01|online|3.5\n2025-01|shop|9.25\n2025-02|shop|1.0",
    "January 2025, shop has the highest revenue: 9.25" },
  { "year-and-name", "x", "year|city|revenue\n2024|Lyon|3.5\n2025|Nice|9.25\n2025|Lyon|1.0",
    "2025, Nice has the highest revenue: 9.25" },
  { "code-then-name", "x", "customer_id|name|sales\n007A|Ann|9\nB1|Bo|4",
    "Ann has the most sales: 9" },
  { "name-then-code", "x", "warehouse|product_id|sales\nLyon|A1|9\nLyon|B1|4",
    "Lyon, A1 has the most sales: 9" },
  { "asked-for", "what share of revenue", "country|revenue|share_percent\nDE|9.5|60.5\nFR|4|39.5",
    "DE has the highest share: 60.5\u00a0%" },
  { "unit", "x", "parcel|weight_kg\nA|1200.5\nB|3.25", "A has the highest weight: 1,200.50\u00a0kg" },
  { "money-is-not-counted", "x", "ware|preis\nA|12\nB|3", "A has the highest preis: 12" },
  { "number-of-an-order", "x", "order_number|amount\n1959|12.5\n1960|3.25", "1959 has the highest amount: 12.50" },
  { "days", "x", "day|visits\n2025-03-02|10\n2025-03-01|8\n2025-03-04|8", "The most visits were on 2 March 2025: 10, 25 % above 1 March 2025" },
  { "falling", "the lowest", "month|revenue\n2025-01|10\n2025-02|5\n2025-03|20", "Lowest revenue: 5, in February 2025, 50 % below January 2025" },
  { "no-month", "x", "month|revenue\n2025-13|10\n2025-02|5", "Highest revenue: 10, in 2025-13, 100 % above February 2025" },
  { "counted", "How many albums per genre?", "name|count(*)\nRock|9\nJazz|3", "Rock has the most albums: 9" },
  { "gezählt", "Wie viele Länder gibt es je Kontinent?", "name|count(*)\nAsien|9\nAfrika|3", "Asien has the most Länder: 9" },
  { "number-of", "number of the albums by genre", "name|count(*)\nRock|9\nJazz|3", "Rock has the most albums: 9" },
  { "counted-alone", "How many late orders are there?", "count(*)\n12", "Late orders: 12" },
  { "of-all", "x", "city|n_orders\nLyon|6\nNice|2", "Lyon has the most orders: 6, 75 % of all",
    "SELECT city, count(*) AS n_orders FROM o GROUP BY city" },
  { "months-of-all", "x", "month|n_orders\n2025-01|2\n2025-02|6", "The most orders were in February 2025: 6, 75 % of all, 200 % above January 2025",
    "SELECT month, count(*) AS n_orders FROM o GROUP BY month ORDER BY month" },
  { "not-all", "x", "city|n_orders\nLyon|6\nNice|2", "Lyon has the most orders: 6",
    "SELECT city, count(*) AS n_orders FROM o GROUP BY city ORDER BY 2 DESC LIMIT 2" },
  { "not-all-groups", "x", "city|n_orders\nLyon|6\nNice|2", "Lyon has the most orders: 6",
    "SELECT city, count(*) AS n_orders FROM o GROUP BY city HAVING count(*) > 1" },
  { "null-label", "x", "city|sales\n-|9\nLyon|7", "(none) has the most sales: 9" },
};

static AskRows *
make_rows (const char *text)
{
  AskRows *rows = ask_rows_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) columns = g_strsplit (lines[0], "|", -1);

  for (char **column = columns; *column != NULL; column++)
    ask_rows_add_column (rows, *column, ASK_TYPE_ANY);
  for (char **line = lines + 1; *line != NULL; line++)
    {
      g_auto (GStrv) texts = g_strsplit (*line, "|", -1);
      AskValue cells[8];

      for (guint i = 0; texts[i] != NULL; i++)
        if (g_str_equal (texts[i], "-"))
          cells[i] = ASK_NULL_INIT;
        else if (!ask_text_to_number (texts[i], &cells[i]))
          cells[i] = ask_value_text (texts[i], -1);
      ask_rows_append (rows, cells);
    }
  ask_rows_infer_types (rows);
  ask_rows_read_names (rows);
  return rows;
}

static void
test_headline (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (AskRows) rows = make_rows (c->rows);
  int count = c->sql != NULL ? ask_rows_find_column (rows, "n_orders") : -1;

  /* As the engine says of a count. */
  if (count >= 0)
    {
      AskSense sense = ask_rows_get_column (rows, (guint) count)->sense;

      sense.adding = ASK_ADDING_YES;
      ask_rows_set_sense (rows, (guint) count, &sense);
    }
  g_autofree char *headline = ask_headline_make (rows, c->question, c->sql);

  g_assert_cmpstr (headline, ==, c->headline);
}

/* The rows that were not read may be higher, or lower, or other ones. */
static void
test_truncated (void)
{
  static const struct
  {
    const char *rows;
    const char *headline;
  } cut[] = {
    { "city|sales\nA|9\nB|7", "More than 2 rows" },
    { "city|sales\nA|7\nB|9\nC|8", "More than 3 rows" },
    { "city|sales\nA|9\nB|9", "More than 2 rows" },
    { "sales\n9\n7", "More than 2 rows" },
    { "city|sales\nA|9", "More than 1 row" },
    { "city\nA\nB", "More than 2 rows, beginning with A and B" },
    { "city\nA\nB\nC\nD\nE\nF", "More than 6 rows, beginning with A, B and C" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cut); i++)
    {
      g_autoptr (AskRows) rows = make_rows (cut[i].rows);
      g_autofree char *headline = NULL;

      ask_rows_set_truncated (rows, TRUE);
      headline = ask_headline_make (rows, "sales", NULL);
      g_assert_cmpstr (headline, ==, cut[i].headline);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/headline/one-sentence-says-it/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_headline);
    }
  g_test_add_func ("/agent/headline/a-cut-result-says-more-than", test_truncated);
  return g_test_run ();
}

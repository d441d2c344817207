/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How cells are written for people: a year as it is, an amount with its digits in groups.
 */
#include "config.h"

#include "base/ask-cell.h"
#include "support/ask-test-locale.h"

static AskRows *
new_column (const char *name, const AskValue *values, guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, name, ASK_TYPE_ANY);
  for (guint i = 0; i < n; i++)
    ask_rows_append (rows, &values[i]);
  ask_rows_infer_types (rows);
  ask_rows_read_names (rows);
  return rows;
}

static void
test_column (void)
{
  AskValue money[] = { ask_value_real (51677.73), ask_value_real (8608.9), ASK_NULL_INIT };
  AskValue ratios[] = { ask_value_real (0.08123456), ask_value_real (0.5) };
  AskValue years[] = { ask_value_integer (2025), ask_value_integer (2024) };
  AskValue orders[] = { ask_value_integer (100234), ask_value_integer (7) };
  AskValue minus[] = { ask_value_integer (-1234567), ask_value_integer (999) };
  AskValue codes[] = { ask_value_text ("07", -1), ask_value_integer (7) };
  AskValue thousands[] = { ask_value_integer (1959), ask_value_integer (12) };
  AskValue halves[] = { ask_value_real (0.5), ask_value_real (3) };
  const struct
  {
    const char *column;
    const AskValue *values;
    guint n;
    gboolean right;
    const char *first;
    const char *second;
  } cases[] = {
    { "revenue", money, 3, TRUE, "51,677.73", "8,608.90" },
    { "share", ratios, 2, TRUE, "8.12\u00a0%", "50.00\u00a0%" },
    { "ratio", ratios, 2, TRUE, "8.12\u00a0%", "50.00\u00a0%" },
    { "length", ratios, 2, TRUE, "0.0812", "0.5000" },
    { "year", years, 2, TRUE, "2025", "2024" },
    { "order_id", orders, 2, TRUE, "100234", "7" },
    { "change", minus, 2, TRUE, "−1,234,567", "999" },
    { "code", codes, 2, FALSE, "07", "7" },
    { "tracks", thousands, 2, TRUE, "1,959", "12" },
    { "year", thousands, 2, TRUE, "1959", "12" },
    { "price", halves, 2, TRUE, "0.50", "3.00" },
    { "length", halves, 2, TRUE, "0.50", "3.00" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) rows = new_column (cases[i].column, cases[i].values, cases[i].n);
      AskCellFormat format = ask_cell_format_find (rows, 0);
      g_autofree char *first = ask_cell_to_text (&cases[i].values[0], format);
      g_autofree char *second = ask_cell_to_text (&cases[i].values[1], format);

      g_assert_cmpint (format.right, ==, cases[i].right);
      g_assert_cmpstr (first, ==, cases[i].first);
      g_assert_cmpstr (second, ==, cases[i].second);
    }
}

static void
test_extremes (void)
{
  AskValue values[]
    = { ask_value_integer (G_MININT64), ask_value_real (1e300), ask_value_real (1e-12), ask_value_real (-0.0) };
  AskCellFormat format = { .right = TRUE, .grouped = TRUE, .decimals = 2 };
  g_autofree char *least = ask_cell_to_text (&values[0], format);
  g_autofree char *vast = ask_cell_to_text (&values[1], format);
  g_autofree char *tiny = ask_cell_to_text (&values[2], format);

  g_assert_cmpstr (least, ==, "−9,223,372,036,854,775,808");
  g_assert_cmpstr (vast, ==, "1e+300");
  /* Rounded to two places it would read as nothing at all. */
  g_assert_cmpstr (tiny, ==, "1e-12");
}

/* Numbers with more digits than a double keeps are texts. */
static void
test_decimals (void)
{
  AskValue values[] = { ask_value_text ("12345678901234567890.10", -1), ask_value_text ("-0.5", -1) };
  AskValue odd = ask_value_text ("NaN", -1);
  g_autoptr (AskRows) rows = ask_rows_new ();
  AskCellFormat format;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  ask_rows_add_column (rows, "amount", ASK_TYPE_DECIMAL);
  ask_rows_append (rows, &values[0]);
  ask_rows_append (rows, &values[1]);
  format = ask_cell_format_find (rows, 0);
  first = ask_cell_to_text (&values[0], format);
  second = ask_cell_to_text (&values[1], format);
  third = ask_cell_to_text (&odd, format);
  g_assert_true (format.right);
  g_assert_cmpstr (first, ==, "12,345,678,901,234,567,890.10");
  g_assert_cmpstr (second, ==, "−0.5");
  g_assert_cmpstr (third, ==, "NaN");
}

static void
test_german (void)
{
  AskValue money[] = { ask_value_real (51677.73), ask_value_real (-8608.9) };
  g_autoptr (AskRows) rows = new_column ("umsatz", money, 2);
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      AskCellFormat format = ask_cell_format_find (rows, 0);
      g_autofree char *first = ask_cell_to_text (&money[0], format);
      g_autofree char *second = ask_cell_to_text (&money[1], format);

      g_assert_cmpstr (first, ==, "51.677,73");
      g_assert_cmpstr (second, ==, "−8.608,90");
    }
  ask_test_locale_unset (&locale);
}

/* A value behind the rows that a column's format was chosen by keeps its digits; where a format rounds, the tooltip has
 * all of them. */
static void
test_whole (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  AskValue late = ask_value_real (7.25);
  AskValue ratios[] = { ask_value_real (0.08123456), ask_value_real (0.5) };
  AskValue prices[] = { ask_value_real (1234.56789), ask_value_real (8.9) };
  g_autoptr (AskRows) shares = new_column ("share", ratios, 2);
  g_autoptr (AskRows) amounts = new_column ("amount", prices, 2);
  g_autofree char *text = NULL;
  g_autofree char *share = ask_cell_dup_whole (&ratios[0], ask_cell_format_find (shares, 0));
  g_autofree char *amount = ask_cell_dup_whole (&prices[0], ask_cell_format_find (amounts, 0));

  ask_rows_add_column (rows, "amount", ASK_TYPE_REAL);
  for (guint i = 0; i < 1000; i++)
    {
      AskValue whole = ask_value_real (i);

      ask_rows_append (rows, &whole);
    }
  ask_rows_append (rows, &late);
  text = ask_cell_to_text (&late, ask_cell_format_find (rows, 0));
  g_assert_cmpstr (text, ==, "7.25");
  g_assert_cmpstr (share, ==, "8.123456\u00a0%");
  g_assert_cmpstr (amount, ==, "1,234.56789");
  g_assert_null (ask_cell_dup_whole (&ratios[1], ask_cell_format_find (shares, 0)));
  g_assert_null (ask_cell_dup_whole (&prices[1], ask_cell_format_find (amounts, 0)));
  g_assert_null (ask_cell_dup_whole (&late, ask_cell_format_find (rows, 0)));
}

/* A column of money that may have cents shows them, whether the first rows have some or not. */
static void
test_cents (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  AskValue price = ask_value_real (20);
  g_autofree char *text = NULL;

  ask_rows_add_column (rows, "price", ASK_TYPE_REAL);
  ask_rows_set_sense (rows, 0, &(AskSense) { .meaning = ASK_MEANING_MONEY, .unit = "EUR" });
  ask_rows_append (rows, &price);
  text = ask_cell_to_text (&price, ask_cell_format_find (rows, 0));
  g_assert_cmpstr (text, ==, "€20.00");
}

static void
check_locale (const char *name, const char *const *shown)
{
  static const struct
  {
    const char *column;
    AskType type;
    AskMeaning meaning;
    const char *unit;
    AskValue value;
  } cells[] = {
    { "revenue", ASK_TYPE_REAL, ASK_MEANING_MONEY, "EUR", { .real = 712165.79, .kind = ASK_VALUE_REAL } },
    { "loss", ASK_TYPE_REAL, ASK_MEANING_MONEY, "EUR", { .real = -0.5, .kind = ASK_VALUE_REAL } },
    { "fee", ASK_TYPE_INTEGER, ASK_MEANING_MONEY, "CHF", { .integer = 1200, .kind = ASK_VALUE_INTEGER } },
    { "tax", ASK_TYPE_REAL, ASK_MEANING_PERCENTAGE, "%", { .real = 8.1, .kind = ASK_VALUE_REAL } },
    { "share", ASK_TYPE_REAL, ASK_MEANING_SHARE, NULL, { .real = 0.081, .kind = ASK_VALUE_REAL } },
    { "weight", ASK_TYPE_REAL, ASK_MEANING_QUANTITY, "kg", { .real = 1200.5, .kind = ASK_VALUE_REAL } },
    { "exact",
      ASK_TYPE_DECIMAL,
      ASK_MEANING_MONEY,
      "EUR",
      { .text = "12345678901234567890.10", .length = 23, .kind = ASK_VALUE_TEXT } },
    { "part", ASK_TYPE_DECIMAL, ASK_MEANING_SHARE, NULL, { .text = "0.0815", .length = 6, .kind = ASK_VALUE_TEXT } },
    { "day", ASK_TYPE_DATE, ASK_MEANING_DATE, NULL, { .text = "2025-03-01", .length = 10, .kind = ASK_VALUE_TEXT } },
    { "month", ASK_TYPE_TEXT, ASK_MEANING_MONTH, NULL, { .text = "2025-03", .length = 7, .kind = ASK_VALUE_TEXT } },
    { "at",
      ASK_TYPE_DATETIME,
      ASK_MEANING_MOMENT,
      NULL,
      { .text = "2025-03-01T14:05:00Z", .length = 20, .kind = ASK_VALUE_TEXT } },
    { "at",
      ASK_TYPE_DATETIME,
      ASK_MEANING_MOMENT,
      NULL,
      { .text = "2025-03-01 14:05:07.25", .length = 22, .kind = ASK_VALUE_TEXT } },
    { "note", ASK_TYPE_TEXT, ASK_MEANING_TEXT, NULL, { .text = "2025-03-01", .length = 10, .kind = ASK_VALUE_TEXT } },
    { "day", ASK_TYPE_DATE, ASK_MEANING_DATE, NULL, { .text = "2025-02-30", .length = 10, .kind = ASK_VALUE_TEXT } },
  };
  AskTestLocale locale = { NULL };

  if (name == NULL || ask_test_locale_set (&locale, name))
    for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
      {
        g_autoptr (AskRows) rows = ask_rows_new ();
        g_autofree char *text = NULL;

        ask_rows_add_column (rows, cells[i].column, cells[i].type);
        ask_rows_set_sense (rows, 0, &(AskSense) { .meaning = cells[i].meaning, .unit = cells[i].unit });
        ask_rows_append (rows, &cells[i].value);
        text = ask_cell_to_text (&cells[i].value, ask_cell_format_find (rows, 0));
        g_assert_cmpstr (text, ==, shown[i]);
      }
  ask_test_locale_unset (&locale);
}

static void
test_locales (gconstpointer data)
{
  static const char *const none[] = { "€712,165.79",
                                      "−€0.50",
                                      "CHF\u00a01,200",
                                      "8.1\u00a0%",
                                      "8.1\u00a0%",
                                      "1,200.50\u00a0kg",
                                      "€12,345,678,901,234,567,890.10",
                                      "8.15\u00a0%",
                                      "2025-03-01",
                                      "2025-03",
                                      "2025-03-01T14:05:00Z",
                                      "2025-03-01 14:05:07.25",
                                      "2025-03-01",
                                      "2025-02-30" };
  static const char *const american[] = { "€712,165.79",
                                          "−€0.50",
                                          "CHF\u00a01,200",
                                          "8.1\u00a0%",
                                          "8.1\u00a0%",
                                          "1,200.50\u00a0kg",
                                          "€12,345,678,901,234,567,890.10",
                                          "8.15\u00a0%",
                                          "03/01/2025",
                                          "March 2025",
                                          "03/01/2025 14:05\u00a0UTC",
                                          "03/01/2025 14:05:07.25",
                                          "2025-03-01",
                                          "2025-02-30" };
  static const char *const german[] = { "712.165,79\u00a0€",
                                        "−0,50\u00a0€",
                                        "1.200\u00a0CHF",
                                        "8,1\u00a0%",
                                        "8,1\u00a0%",
                                        "1.200,50\u00a0kg",
                                        "12.345.678.901.234.567.890,10\u00a0€",
                                        "8,15\u00a0%",
                                        "01.03.2025",
                                        "März 2025",
                                        "01.03.2025 14:05\u00a0UTC",
                                        "01.03.2025 14:05:07.25",
                                        "2025-03-01",
                                        "2025-02-30" };
  const char *name = data;

  check_locale (*name == '\0' ? NULL : name, *name == '\0' ? none : *name == 'd' ? german : american);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/cell/a-column-is-written-in-one-way", test_column);
  g_test_add_func ("/base/cell/no-digit-is-lost-at-the-extremes", test_extremes);
  g_test_add_func ("/base/cell/decimals-keep-all-digits", test_decimals);
  g_test_add_func ("/base/cell/a-german-window-shows-german-numbers", test_german);
  g_test_add_func ("/base/cell/what-a-format-rounds-is-whole-in-the-tooltip", test_whole);
  g_test_add_func ("/base/cell/money-shows-its-cents", test_cents);
  g_test_add_data_func ("/base/cell/units-and-times-follow-the-locale/none", "", test_locales);
  g_test_add_data_func ("/base/cell/units-and-times-follow-the-locale/english", "en_US", test_locales);
  g_test_add_data_func ("/base/cell/units-and-times-follow-the-locale/german", "de_DE", test_locales);
  return g_test_run ();
}

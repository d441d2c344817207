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
    { "share", ratios, 2, TRUE, "0.0812", "0.5000" },
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
  AskValue values[] = { ask_value_integer (G_MININT64), ask_value_real (1e300),
                        ask_value_real (1e-12), ask_value_real (-0.0) };
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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/cell/a-column-is-written-in-one-way", test_column);
  g_test_add_func ("/base/cell/no-digit-is-lost-at-the-extremes", test_extremes);
  g_test_add_func ("/base/cell/decimals-keep-all-digits", test_decimals);
  g_test_add_func ("/base/cell/a-german-window-shows-german-numbers", test_german);
  return g_test_run ();
}

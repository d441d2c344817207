/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How numbers, sizes and times are written on screen.
 */
#include "config.h"

#include "app/widgets/ask-format.h"

static void
test_elapsed (void)
{
  static const struct
  {
    double milliseconds;
    const char *expected;
  } cases[] = {
    { 0, "0.00 s" }, { 40, "0.04 s" }, { 400, "0.4 s" }, { 3210, "3.2 s" }, { 125000, "2 min 5 s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = ask_format_elapsed (cases[i].milliseconds);

      g_assert_cmpstr (words, ==, cases[i].expected);
    }
}

static AskRows *
new_column (const char *name, const AskValue *values, guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, name, ASK_TYPE_ANY);
  for (guint i = 0; i < n; i++)
    ask_rows_append (rows, &values[i]);
  ask_rows_infer_types (rows);
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
    { "change", minus, 2, TRUE, "-1,234,567", "999" },
    { "code", codes, 2, FALSE, "07", "7" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) rows = new_column (cases[i].column, cases[i].values, cases[i].n);
      AskColumnFormat format = ask_format_column (rows, 0);
      g_autofree char *first = ask_format_cell (&cases[i].values[0], format);
      g_autofree char *second = ask_format_cell (&cases[i].values[1], format);

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
  AskColumnFormat format = { TRUE, TRUE, 2 };
  g_autofree char *least = ask_format_cell (&values[0], format);
  g_autofree char *vast = ask_format_cell (&values[1], format);
  g_autofree char *tiny = ask_format_cell (&values[2], format);

  g_assert_cmpstr (least, ==, "-9,223,372,036,854,775,808");
  g_assert_cmpstr (vast, ==, "1e+300");
  /* Rounded to two places it would read as nothing at all. */
  g_assert_cmpstr (tiny, ==, "1e-12");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/ask-format/a-time-is-written-as-people-say-it", test_elapsed);
  g_test_add_func ("/app/ask-format/a-column-s-meaning-decides-how-it-is-written", test_column);
  g_test_add_func ("/app/ask-format/extreme-numbers-keep-their-meaning", test_extremes);
  return g_test_run ();
}

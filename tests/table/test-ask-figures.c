/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of a selection, the values of a column with their counts, and a selection as text.
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "table/ask-figures.h"
#include "table/ask-table-copy.h"

static AskRows *
new_rows (void)
{
  AskRows *rows = ask_rows_new ();
  const AskValue lines[][5] = {
    { ask_value_integer (7), ask_value_text ("007", -1), ask_value_text ("0.10", -1), ask_value_real (1.5),
      ask_value_text ("2024-05-01", -1) },
    { ask_value_integer (9), ask_value_text ("a|b\nc", -1), ask_value_text ("12345678901234567890.25", -1),
      ASK_NULL_INIT, ask_value_text ("2023-01-31", -1) },
    { ask_value_integer (8), ask_value_text ("<x> & \"y\"", -1), ask_value_text ("-0.35", -1), ask_value_real (1.5),
      ASK_NULL_INIT },
  };

  ask_rows_add_column (rows, "order_id", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "balance", ASK_TYPE_DECIMAL);
  ask_rows_add_column (rows, "weight", ASK_TYPE_REAL);
  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_set_sense (rows, 0, &(AskSense) { .meaning = ASK_MEANING_IDENTIFIER, .adding = ASK_ADDING_NO });
  ask_rows_set_sense (rows, 2, &(AskSense) { .meaning = ASK_MEANING_MONEY, .adding = ASK_ADDING_YES, .unit = "EUR" });
  ask_rows_set_sense (rows, 3, &(AskSense) { .meaning = ASK_MEANING_QUANTITY, .adding = ASK_ADDING_YES, .unit = "kg" });
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    ask_rows_append (rows, lines[i]);
  return rows;
}

static AskFigures *
figures_of (AskRows *rows, guint first, guint last)
{
  static const guint columns[] = { 0, 1, 2, 3, 4 };
  g_autoptr (AskArrangement) all = ask_arrangement_new (rows, NULL, NULL, NULL);
  const AskBlock block = { all, 0, ask_rows_get_n_rows (rows), columns + first, last - first + 1 };

  return ask_figures_new (&block, NULL, NULL);
}

static void
test_exact (void)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskFigures) figures = figures_of (rows, 2, 2);

  g_assert_cmpstr (figures->sum, ==, "12345678901234567890.00");
  g_assert_cmpstr (figures->least.text, ==, "-0.35");
  g_assert_cmpstr (figures->most.text, ==, "12345678901234567890.25");
  g_assert_cmpuint (figures->n_distinct, ==, 3);
}

static void
test_meanings (void)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskFigures) keys = figures_of (rows, 0, 0);
  g_autoptr (AskFigures) names = figures_of (rows, 1, 1);
  g_autoptr (AskFigures) weights = figures_of (rows, 3, 3);
  g_autoptr (AskFigures) days = figures_of (rows, 4, 4);
  g_autoptr (AskFigures) mixed = figures_of (rows, 2, 3);
  g_autoptr (AskFigures) all = figures_of (rows, 0, 4);

  g_assert_null (keys->sum);
  g_assert_null (keys->average);
  g_assert_cmpuint (keys->n_distinct, ==, 3);
  g_assert_null (names->sum);
  g_assert_cmpuint (names->n_values, ==, 3);
  g_assert_cmpstr (weights->sum, ==, "3.0");
  g_assert_cmpstr (weights->average, ==, "1.5");
  g_assert_cmpuint (weights->n_values, ==, 2);
  g_assert_cmpuint (weights->n_distinct, ==, 1);
  g_assert_null (days->sum);
  g_assert_cmpstr (days->least.text, ==, "2023-01-31");
  g_assert_cmpstr (days->most.text, ==, "2024-05-01");
  /* Euros and kilograms. */
  g_assert_null (mixed->sum);
  g_assert_null (mixed->average);
  g_assert_cmpuint (all->n_cells, ==, 15);
  g_assert_cmpuint (all->n_values, ==, 13);
}

static void
test_choices (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskArrangement) all = NULL;
  g_autoptr (GArray) choices = NULL;
  const char *const words[] = { "b", "a", "b", NULL, "c", "b", NULL };

  ask_rows_add_column (rows, "word", ASK_TYPE_TEXT);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      AskValue cell = ask_value_text (words[i], -1);

      ask_rows_append (rows, &cell);
    }
  all = ask_arrangement_new (rows, NULL, NULL, NULL);
  choices = ask_table_count_choices (all, 0, NULL, NULL);
  g_assert_cmpuint (choices->len, ==, 4);
  g_assert_cmpstr (g_array_index (choices, AskChoice, 0).value.text, ==, "b");
  g_assert_cmpuint (g_array_index (choices, AskChoice, 0).count, ==, 3);
  g_assert_cmpuint (g_array_index (choices, AskChoice, 1).value.kind, ==, ASK_VALUE_NULL);
  g_assert_cmpuint (g_array_index (choices, AskChoice, 1).count, ==, 2);
  g_assert_cmpstr (g_array_index (choices, AskChoice, 2).value.text, ==, "a");
}

/* Rows 3 and 1, columns in another order. */
static void
test_copies (void)
{
  static const struct
  {
    AskTableCopy form;
    const char *text;
  } cases[] = {
    { ASK_TABLE_COPY_TAB, "9\ta|b c\n8\t<x> & \"y\"\n" },
    { ASK_TABLE_COPY_HEADINGS, "order_id\tname\n9\ta|b c\n8\t<x> & \"y\"\n" },
    { ASK_TABLE_COPY_CSV, "order_id,name\r\n9,\"a|b\nc\"\r\n8,\"<x> & \"\"y\"\"\"\r\n" },
    { ASK_TABLE_COPY_MARKDOWN, "| order_id | name |\n| ---: | --- |\n| 9 | a\\|b<br>c |\n| 8 | <x> & \"y\" |\n" },
  };
  static const guint columns[] = { 0, 1 };
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskTableWish) wish = ask_table_wish_new ();
  g_autoptr (AskArrangement) sorted = NULL;

  ask_table_wish_sort (wish, 0, TRUE, FALSE);
  sorted = ask_arrangement_new (rows, wish, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const AskBlock block = { sorted, 0, 2, columns, 2 };
      g_autofree char *text = ask_block_to_text (&block, cases[i].form);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Blocks of the same rows stand beside each other; what is in two of them counts once, what is in none is empty. */
static void
test_blocks (void)
{
  static const guint columns[] = { 0, 1 };
  static const AskBlockPart beside[]
    = { { 0, 1, 0, 1 }, { 2, 3, 0, 1 }, { 0, 1, 1, 2 }, { 2, 3, 1, 2 }, { 2, 3, 0, 2 } };
  static const AskBlockPart apart[] = { { 2, 3, 1, 2 }, { 0, 1, 0, 1 } };
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskArrangement) all = ask_arrangement_new (rows, NULL, NULL, NULL);
  const AskBlock whole = { all, 2, 3, columns, 2 };
  const AskBlock two = { all, 0, 3, columns, 2, beside, G_N_ELEMENTS (beside) };
  const AskBlock crossed = { all, 0, 3, columns, 2, apart, G_N_ELEMENTS (apart) };
  g_autoptr (AskFigures) figures = ask_figures_new (&two, NULL, NULL);
  g_autoptr (AskFigures) few = ask_figures_new (&crossed, NULL, NULL);
  g_autofree char *last = ask_block_to_text (&whole, ASK_TABLE_COPY_TAB);
  g_autofree char *text = ask_block_to_text (&two, ASK_TABLE_COPY_TAB);
  g_autofree char *holes = ask_block_to_text (&crossed, ASK_TABLE_COPY_TAB);
  g_autofree char *markdown = ask_block_to_text (&crossed, ASK_TABLE_COPY_MARKDOWN);
  g_autofree char *html = ask_block_to_text (&crossed, ASK_TABLE_COPY_HTML);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (figures->n_cells, ==, 4);
  g_assert_cmpuint (few->n_cells, ==, 2);
  g_assert_true (g_str_has_suffix (text, last));
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_cmpstr (holes, ==, "7\t\n\t<x> & \"y\"\n");
  g_assert_null (strstr (markdown, "| 8 |"));
  g_assert_nonnull (strstr (html, "<td></td></tr>"));
}

static void
test_html (void)
{
  static const guint columns[] = { 2, 1, 3 };
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskArrangement) all = ask_arrangement_new (rows, NULL, NULL, NULL);
  const AskBlock block = { all, 0, 3, columns, 3 };
  g_autofree char *html = ask_block_to_text (&block, ASK_TABLE_COPY_HTML);

  g_assert_nonnull (strstr (html, "<th>balance</th><th>name</th><th>weight</th>"));
  g_assert_nonnull (strstr (html, "sdval=\"12345678901234567890.25\" x:num=\"12345678901234567890.25\""));
  /* No spreadsheet makes a number of it. */
  g_assert_nonnull (strstr (html, "sdnum=\"1033;0;@\" style=\"mso-number-format:'\\@'\">007</td>"));
  g_assert_nonnull (strstr (html, "&lt;x&gt; &amp; &quot;y&quot;"));
  g_assert_nonnull (strstr (html, "<td></td>"));
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/ask-figures/blocks-count-and-copy-as-one", test_blocks);
  g_test_add_func ("/table/ask-figures/decimals-are-added-exactly", test_exact);
  g_test_add_func ("/table/ask-figures/what-a-column-means-says-what-is-reckoned", test_meanings);
  g_test_add_func ("/table/ask-figures/choices-are-counted-the-most-frequent-first", test_choices);
  g_test_add_func ("/table/ask-table-copy/a-block-is-written-in-each-form", test_copies);
  g_test_add_func ("/table/ask-table-copy/html-keeps-values-and-texts", test_html);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of AskRows: that what went in comes out, over block and arena borders, a million times.
 */
#include "config.h"

#include <string.h>

#include "base/ask-rows.h"

static void
test_million (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  const gsize n = 1000000;
  const AskValue *first;
  char text[32];

  ask_rows_add_column (rows, "id", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  for (gsize i = 0; i < n; i++)
    {
      AskValue cells[2];

      g_snprintf (text, sizeof text, "row %" G_GSIZE_FORMAT, i);
      cells[0] = ask_value_integer ((gint64) i);
      cells[1] = i % 1000 == 999 ? ASK_NULL_INIT : ask_value_text (text, -1);
      ask_rows_append (rows, cells);
    }
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, n);
  first = ask_rows_get_row (rows, 0);
  for (gsize i = 0; i < n; i++)
    {
      const AskValue *row = ask_rows_get_row (rows, i);

      g_assert_true (row[0].integer == (gint64) i);
      g_assert_true (ask_rows_get (rows, i, 1) == &row[1]);
      if (i % 1000 == 999)
        {
          g_assert_true (row[1].kind == ASK_VALUE_NULL);
          continue;
        }
      g_snprintf (text, sizeof text, "row %" G_GSIZE_FORMAT, i);
      g_assert_true (row[1].length == strlen (text) && strcmp (row[1].text, text) == 0);
    }
  g_assert_true (first == ask_rows_get_row (rows, 0));
  /* 32 bytes of cells and about 10 of text a row: nothing is kept twice. */
  g_assert_cmpuint (ask_rows_get_size (rows), >, n * 32);
  g_assert_cmpuint (ask_rows_get_size (rows), <, n * 64);
  g_test_message ("%" G_GSIZE_FORMAT " rows in %" G_GSIZE_FORMAT " bytes", n,
                  ask_rows_get_size (rows));
}

/* Cells never move: what was lent out early is still right after any number of rows. */
static void
test_cells_stay (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GPtrArray) lent = g_ptr_array_new ();
  g_autofree char *big = g_strnfill (200000, 'b');

  ask_rows_add_column (rows, "x", ASK_TYPE_ANY);
  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);
      AskValue cell = i % 500 == 7 ? ask_value_text (big, -1) : ask_value_text (text, -1);

      ask_rows_append (rows, &cell);
      g_ptr_array_add (lent, (gpointer) ask_rows_get (rows, i, 0));
    }
  for (guint i = 0; i < 5000; i++)
    {
      const AskValue *cell = lent->pdata[i];
      g_autofree char *text = g_strdup_printf ("%u", i);

      g_assert_cmpstr (cell->text, ==, i % 500 == 7 ? big : text);
      g_assert_true (cell == ask_rows_get (rows, i, 0));
    }
}

static void
test_bytes (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  AskValue cells[3] = { ask_value_text ("a\0b", 3), ask_value_blob ((const guint8 *) "", 0),
                        ask_value_blob ((const guint8 *) "\0\1\2", 3) };

  ask_rows_add_column (rows, "a", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "b", ASK_TYPE_BLOB);
  ask_rows_add_column (rows, "c", ASK_TYPE_BLOB);
  ask_rows_append (rows, cells);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (ask_value_equal (ask_rows_get (rows, 0, i), &cells[i]));
      g_assert_true (ask_rows_get (rows, 0, i)->text != cells[i].text);
    }
}

static void
test_no_columns (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();

  for (guint i = 0; i < 3000; i++)
    ask_rows_append (rows, NULL);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 3000);
  g_assert_cmpuint (ask_rows_get_n_columns (rows), ==, 0);
  g_assert_cmpint (ask_rows_find_column (rows, "a"), ==, -1);
  ask_rows_infer_types (rows);
}

static void
test_infer (void)
{
  static const char integer[] = "i", real[] = "r", text[] = "t", blob[] = "b";
  const struct
  {
    const char *kinds;
    AskType declared;
    AskType expected;
  } cases[] = { { "", ASK_TYPE_ANY, ASK_TYPE_ANY },
                { "nn", ASK_TYPE_ANY, ASK_TYPE_ANY },
                { "ini", ASK_TYPE_ANY, ASK_TYPE_INTEGER },
                { "ir", ASK_TYPE_ANY, ASK_TYPE_REAL },
                { "rnr", ASK_TYPE_ANY, ASK_TYPE_REAL },
                { "nt", ASK_TYPE_ANY, ASK_TYPE_TEXT },
                { "it", ASK_TYPE_ANY, ASK_TYPE_ANY },
                { "bt", ASK_TYPE_ANY, ASK_TYPE_ANY },
                { "bi", ASK_TYPE_ANY, ASK_TYPE_ANY },
                { "bnb", ASK_TYPE_ANY, ASK_TYPE_BLOB },
                { "t", ASK_TYPE_DATE, ASK_TYPE_DATE },
                { "i", ASK_TYPE_BOOLEAN, ASK_TYPE_BOOLEAN } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) rows = ask_rows_new ();

      ask_rows_add_column (rows, "x", cases[i].declared);
      for (const char *p = cases[i].kinds; *p != '\0'; p++)
        {
          AskValue cell = *p == *integer ? ask_value_integer (1)
                          : *p == *real  ? ask_value_real (1.5)
                          : *p == *text  ? ask_value_text ("x", -1)
                          : *p == *blob  ? ask_value_blob ((const guint8 *) "x", 1)
                                         : ASK_NULL_INIT;

          ask_rows_append (rows, &cell);
        }
      ask_rows_infer_types (rows);
      g_assert_cmpint (ask_rows_get_column (rows, 0)->type, ==, cases[i].expected);
    }
}

static void
test_columns (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskRows) other = ask_rows_ref (rows);

  ask_rows_add_column (rows, "Order ID", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  g_assert_cmpint (ask_rows_find_column (rows, "order id"), ==, 0);
  g_assert_cmpint (ask_rows_find_column (rows, "NAME"), ==, 1);
  g_assert_cmpint (ask_rows_find_column (rows, "nam"), ==, -1);
  g_assert_cmpstr (ask_rows_get_column (rows, 0)->name, ==, "Order ID");
  g_assert_false (ask_rows_get_truncated (other));
  ask_rows_set_truncated (rows, TRUE);
  g_assert_true (ask_rows_get_truncated (other));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/rows/a-million-rows-come-out-as-they-went-in", test_million);
  g_test_add_func ("/base/rows/cells-stay-where-they-were-lent-out", test_cells_stay);
  g_test_add_func ("/base/rows/bytes-are-kept-with-their-zeros", test_bytes);
  g_test_add_func ("/base/rows/rows-without-columns-are-counted", test_no_columns);
  g_test_add_func ("/base/rows/a-column-s-type-comes-from-its-values", test_infer);
  g_test_add_func ("/base/rows/columns-are-found-in-any-case", test_columns);
  return g_test_run ();
}

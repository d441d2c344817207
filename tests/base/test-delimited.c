/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the text writers: CSV is read back by a reader of RFC 4180 of our own here, the table
 * for terminals is measured.
 */
#include "config.h"

#include <string.h>

#include "base/ask-delimited.h"

/* One field from *@p on; @p then stands on what ended it. */
static char *
read_field (const char **p)
{
  GString *field = g_string_new (NULL);

  if (**p != '"')
    {
      gsize length = strcspn (*p, ",\r");

      g_string_append_len (field, *p, (gssize) length);
      g_assert_null (strchr (field->str, '"'));
      *p += length;
      return g_string_free (field, FALSE);
    }
  for ((*p)++;; (*p)++)
    {
      g_assert_cmpint (**p, !=, '\0');
      if (**p == '"' && *++*p != '"')
        break;
      g_string_append_c (field, **p);
    }
  return g_string_free (field, FALSE);
}

static char *
random_text (void)
{
  static const char *const pieces[]
    = { "\"", ",", "\r\n", "\n", "\r", "a", " ", "é", "\t", ";", "'", "=1+1", "😀", "" };
  GString *text = g_string_new (NULL);

  for (int i = g_test_rand_int_range (0, 6); i > 0; i--)
    g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  return g_string_free (text, FALSE);
}

static void
test_csv_round_trip (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) csv = g_string_new (NULL);
  const guint n_rows = 500, n_columns = 4;
  const char *p;

  for (guint c = 0; c < n_columns; c++)
    {
      char *name = random_text ();

      ask_rows_add_column (rows, name, ASK_TYPE_TEXT);
      g_ptr_array_add (texts, name);
    }
  for (guint r = 0; r < n_rows; r++)
    {
      AskValue cells[4];

      for (guint c = 0; c < n_columns; c++)
        {
          char *text = random_text ();

          cells[c] = ask_value_text (text, -1);
          g_ptr_array_add (texts, text);
        }
      ask_rows_append (rows, cells);
    }
  ask_delimited_append_header (csv, rows, ASK_DELIMITED_CSV);
  /* In two runs, as the window writes a file bit by bit. */
  ask_delimited_append_rows (csv, rows, 0, 123, ASK_DELIMITED_CSV);
  ask_delimited_append_rows (csv, rows, 123, n_rows, ASK_DELIMITED_CSV);

  p = csv->str;
  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *field = read_field (&p);

      g_assert_cmpstr (field, ==, texts->pdata[i]);
      if (i % n_columns + 1 == n_columns)
        {
          g_assert_true (g_str_has_prefix (p, "\r\n"));
          p += 2;
        }
      else
        g_assert_cmpint (*p++, ==, ',');
    }
  g_assert_cmpint (*p, ==, '\0');
  g_test_message ("%u fields read back", texts->len);
}

static void
test_csv_values (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GString) csv = g_string_new (NULL);
  AskValue cells[5] = { ask_value_integer (G_MAXINT64), ask_value_real (0.1), ASK_NULL_INIT,
                        ask_value_text ("07", -1), ask_value_blob ((const guint8 *) "\xab", 1) };

  for (guint i = 0; i < 5; i++)
    ask_rows_add_column (rows, "c", ASK_TYPE_ANY);
  ask_rows_append (rows, cells);
  ask_delimited_append_rows (csv, rows, 0, 1, ASK_DELIMITED_CSV);
  g_assert_cmpstr (csv->str, ==, "9223372036854775807,0.1,,07,AB\r\n");
}

/* A grid stays a grid: as many tabs and line ends as it has cells. */
static void
test_tab (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  AskValue cells[2] = { ask_value_text ("a\tb\nc\rd", -1), ask_value_text ("\"x\"", -1) };

  ask_rows_add_column (rows, "one\ttwo", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "three", ASK_TYPE_TEXT);
  ask_rows_append (rows, cells);
  ask_delimited_append_header (text, rows, ASK_DELIMITED_TAB);
  ask_delimited_append_rows (text, rows, 0, 1, ASK_DELIMITED_TAB);
  g_assert_cmpstr (text->str, ==, "one two\tthree\na b c d\t\"x\"\n");
}

static glong
width (const char *text)
{
  glong n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_iszerowidth (g_utf8_get_char (p)))
      n += g_unichar_iswide (g_utf8_get_char (p)) ? 2 : 1;
  return n;
}

static void
test_table (void)
{
  static const char *const names[] = { "Köln", "東京", "e\xcc\x81tude", "a\nb", "😀 x", "" };
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "amount", ASK_TYPE_INTEGER);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AskValue cells[2] = { ask_value_text (names[i], -1), ask_value_integer ((gint64) i * 1000) };

      ask_rows_append (rows, cells);
    }
  ask_delimited_append_table (text, rows, 100);
  lines = g_strsplit (text->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 2 + G_N_ELEMENTS (names) + 1);
  /* Numbers stand to the right, so every line is as wide as the rule below the header. */
  for (guint i = 1; i < 2 + G_N_ELEMENTS (names); i++)
    g_assert_cmpint (width (lines[i]), ==, width (lines[1]));
  g_assert_nonnull (strstr (lines[5], "a b"));

  g_string_truncate (text, 0);
  ask_delimited_append_table (text, rows, 2);
  g_assert_null (strstr (text->str, "tude"));
}

static void
test_table_edges (void)
{
  g_autoptr (AskRows) none = ask_rows_new ();
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *wide = g_strnfill (500, 'w');
  AskValue cell = ask_value_text (wide, -1);
  AskValue null = ASK_NULL_INIT;

  ask_delimited_append_table (text, none, 10);
  g_assert_cmpstr (text->str, ==, "\n\n");
  ask_rows_add_column (rows, "x", ASK_TYPE_TEXT);
  ask_rows_append (rows, &cell);
  ask_rows_append (rows, &null);
  g_string_truncate (text, 0);
  ask_delimited_append_table (text, rows, 10);
  g_assert_nonnull (strstr (text->str, "w…"));
  g_assert_nonnull (strstr (text->str, "–"));
  g_assert_null (strstr (text->str, wide));
}

/* Names and cells come from databases and APIs: none of them moves the cursor or ends a line. */
static void
test_table_controls (void)
{
  static const char odd[] = "a\033[2J\177\xc2\x9b\nb";
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  AskValue cell = ask_value_text (odd, -1);

  ask_rows_add_column (rows, odd, ASK_TYPE_TEXT);
  ask_rows_append (rows, &cell);
  ask_delimited_append_table (text, rows, 10);
  lines = g_strsplit (text->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_cmpstr (lines[0], ==, "a [2J   b");
  g_assert_cmpstr (lines[2], ==, lines[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/delimited/csv-reads-back-as-the-same-cells", test_csv_round_trip);
  g_test_add_func ("/base/delimited/csv-keeps-each-value-exactly", test_csv_values);
  g_test_add_func ("/base/delimited/tabs-and-line-ends-in-cells-become-spaces", test_tab);
  g_test_add_func ("/base/delimited/a-table-aligns-wide-characters", test_table);
  g_test_add_func ("/base/delimited/a-cell-too-wide-for-a-table-is-cut", test_table_edges);
  g_test_add_func ("/base/delimited/a-table-holds-no-control-characters", test_table_controls);
  return g_test_run ();
}

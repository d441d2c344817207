/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows in order and filtered: what SQLite gives for the same values, drawn at random, with its ORDER BY and WHERE.
 */
#include "config.h"

#include <locale.h>
#include <sqlite3.h>
#include <string.h>

#include "base/ask-decimal.h"
#include "support/ask-test-locale.h"
#include "table/ask-arrangement.h"
#include "table/ask-table-read.h"

enum
{
  WHOLE,
  MIXED,
  DECIMAL,
  TEXT,
  DAY,
  ANY,
  N_COLUMNS
};

static int
collate (void *data, int length_a, const void *a, int length_b, const void *b)
{
  g_autofree char *one = g_strndup (a, (gsize) length_a);
  g_autofree char *other = g_strndup (b, (gsize) length_b);
  g_autofree char *key = g_utf8_collate_key (one, -1);
  g_autofree char *other_key = g_utf8_collate_key (other, -1);

  /* Not g_utf8_collate(): the C library compares some texts with hyphens otherwise than their keys. */
  return strcmp (key, other_key);
}

static int
compare_decimals (void *data, int length_a, const void *a, int length_b, const void *b)
{
  return ask_decimal_compare (a, (gsize) length_a, b, (gsize) length_b);
}

/* A value of a column, its text in @buffer. */
static AskValue
draw (guint column, char *buffer, gsize size)
{
  static const char *const syllables[]
    = { "ba", "Ba", "ör", "OR", "z", "Straße", " ", "e\u0301", "1", "10", "-", "Kunde 0000" };
  GString *text;

  if (g_test_rand_int_range (0, 8) == 0)
    return ASK_NULL_INIT;
  switch (column)
    {
    case WHOLE:
      return ask_value_integer (g_test_rand_int_range (0, 4) == 0 ? G_MAXINT64 - g_test_rand_int_range (0, 3)
                                                                  : g_test_rand_int_range (-20, 20));
    case MIXED:
      if (g_test_rand_int_range (0, 2) == 0)
        return ask_value_integer (g_test_rand_int_range (0, 2) == 0
                                    ? (G_GINT64_CONSTANT (1) << 53) + g_test_rand_int_range (0, 4)
                                    : g_test_rand_int_range (-3, 3));
      return ask_value_real (g_test_rand_int_range (0, 2) == 0 ? 9007199254740992.0
                                                               : g_test_rand_int_range (-12, 12) * 0.25);
    case DECIMAL:
      g_snprintf (buffer, size, "%s%d.%d", g_test_rand_bit () ? "-" : "", g_test_rand_int_range (0, 12),
                  g_test_rand_int_range (0, 30));
      if (g_test_rand_int_range (0, 4) == 0)
        g_snprintf (buffer, size, "12345678901234567890.%d", g_test_rand_int_range (0, 12));
      return ask_value_text (buffer, -1);
    case DAY:
      g_snprintf (buffer, size, "20%02d-%02d-%02d", g_test_rand_int_range (19, 24), g_test_rand_int_range (1, 13),
                  g_test_rand_int_range (1, 29));
      return ask_value_text (buffer, -1);
    case ANY:
      if (g_test_rand_int_range (0, 3) == 0)
        return ask_value_blob ((const guint8 *) "abc", (gsize) g_test_rand_int_range (0, 4));
      return draw ((guint) (g_test_rand_bit () ? WHOLE : TEXT), buffer, size);
    default:
      text = g_string_new (NULL);
      for (int i = g_test_rand_int_range (0, 7); i > 0; i--)
        g_string_append (text, syllables[g_test_rand_int_range (0, G_N_ELEMENTS (syllables))]);
      g_strlcpy (buffer, text->str, size);
      g_string_free (text, TRUE);
      return ask_value_text (buffer, -1);
    }
}

static void
bind (sqlite3_stmt *statement, int place, const AskValue *value)
{
  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_INTEGER:
      sqlite3_bind_int64 (statement, place, value->integer);
      break;
    case ASK_VALUE_REAL:
      sqlite3_bind_double (statement, place, value->real);
      break;
    case ASK_VALUE_TEXT:
      sqlite3_bind_text (statement, place, value->text, (int) value->length, SQLITE_TRANSIENT);
      break;
    case ASK_VALUE_BLOB:
      sqlite3_bind_blob (statement, place, value->blob, (int) value->length, SQLITE_TRANSIENT);
      break;
    default:
      sqlite3_bind_null (statement, place);
    }
}

typedef struct
{
  AskRows *rows;
  sqlite3 *db;
} Fixture;

static void
fill (Fixture *self, guint n)
{
  static const AskType types[N_COLUMNS]
    = { ASK_TYPE_INTEGER, ASK_TYPE_REAL, ASK_TYPE_DECIMAL, ASK_TYPE_TEXT, ASK_TYPE_DATE, ASK_TYPE_ANY };
  sqlite3_stmt *insert;
  char name[4] = "c0";

  self->rows = ask_rows_new ();
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      name[1] = (char) ('0' + i);
      ask_rows_add_column (self->rows, name, types[i]);
    }
  g_assert_cmpint (sqlite3_open (":memory:", &self->db), ==, SQLITE_OK);
  sqlite3_create_collation (self->db, "words", SQLITE_UTF8, NULL, collate);
  sqlite3_create_collation (self->db, "digits", SQLITE_UTF8, NULL, compare_decimals);
  g_assert_cmpint (sqlite3_exec (self->db, "CREATE TABLE t (c0, c1, c2, c3, c4, c5)", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_prepare_v2 (self->db, "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", -1, &insert, NULL);
  for (guint r = 0; r < n; r++)
    {
      AskValue cells[N_COLUMNS];
      char buffers[N_COLUMNS][128];

      for (guint i = 0; i < N_COLUMNS; i++)
        {
          cells[i] = draw (i, buffers[i], sizeof buffers[i]);
          bind (insert, (int) i + 1, &cells[i]);
        }
      ask_rows_append (self->rows, cells);
      g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  fill (self, (guint) g_test_rand_int_range (0, 2) == 0 ? 40 : 700);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  sqlite3_close (self->db);
  ask_rows_unref (self->rows);
}

/* Asserts that the wish gives the rows of the query, in its order. */
static void
compare (Fixture *self, const AskTableWish *wish, const char *where, const char *order)
{
  g_autofree char *sql = g_strdup_printf ("SELECT rowid - 1 FROM t WHERE %s ORDER BY %s", where, order);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskArrangement) arrangement = ask_arrangement_new (self->rows, wish, NULL, &error);
  sqlite3_stmt *statement;
  gsize place = 0;

  g_assert_no_error (error);
  if (sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (self->db));
  for (; sqlite3_step (statement) == SQLITE_ROW; place++)
    {
      gsize row = (gsize) sqlite3_column_int64 (statement, 0);

      g_assert_cmpuint (place, <, ask_arrangement_get_n_rows (arrangement));
      if (row != ask_arrangement_get_row (arrangement, place))
        g_error ("%s: row %" G_GSIZE_FORMAT " stands at %" G_GSIZE_FORMAT ", where row %" G_GSIZE_FORMAT " is wanted",
                 sql, ask_arrangement_get_row (arrangement, place), place, row);
    }
  if (place != ask_arrangement_get_n_rows (arrangement))
    g_error ("%s: %" G_GSIZE_FORMAT " rows instead of %" G_GSIZE_FORMAT, sql, ask_arrangement_get_n_rows (arrangement),
             place);
  sqlite3_finalize (statement);
}

static const char *
get_collation (guint column)
{
  return column == DECIMAL ? "COLLATE digits" : column == TEXT || column == ANY ? "COLLATE words" : "";
}

static void
test_order (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (AskTableWish) wish = ask_table_wish_new ();
      g_autoptr (GString) order = g_string_new (NULL);

      for (int k = g_test_rand_int_range (1, 4); k > 0; k--)
        {
          guint column = (guint) g_test_rand_int_range (0, N_COLUMNS);
          gboolean descending = g_test_rand_bit ();

          if (ask_table_wish_find_order (wish, column, NULL) >= 0)
            continue;
          ask_table_wish_sort (wish, column, descending, TRUE);
          g_string_append_printf (order, "c%u IS NULL, c%u %s %s, ", column, column, get_collation (column),
                                  descending ? "DESC" : "ASC");
        }
      g_string_append (order, "rowid");
      compare (self, wish, "1", order->str);
    }
}

static void
test_order_of_locale (Fixture *self, gconstpointer data)
{
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    test_order (self, data);
  ask_test_locale_unset (&locale);
  setlocale (LC_ALL, "C.UTF-8");
}

static void
test_long_texts (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskTableWish) wish = ask_table_wish_new ();
  g_autoptr (AskArrangement) arrangement = NULL;

  ask_rows_add_column (rows, "text", ASK_TYPE_TEXT);
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup_printf ("%03000d %u", 0, (i * 7919) % 3000 + 10000);
      AskValue cell = ask_value_text (text, -1);

      ask_rows_append (rows, &cell);
    }
  ask_table_wish_sort (wish, 0, FALSE, FALSE);
  arrangement = ask_arrangement_new (rows, wish, NULL, NULL);
  for (gsize i = 1; i < 3000; i++)
    g_assert_cmpstr (ask_arrangement_get (arrangement, i - 1, 0)->text, <,
                     ask_arrangement_get (arrangement, i, 0)->text);
}

/* A filter drawn for a column, and the condition that means the same. */
static AskFilter *
draw_filter (Fixture *self, char **where)
{
  static const char *const needles[] = { "ba", "ba-", "1", "10", "z", "-", " b", "kunde 0000", "5" };
  guint column = (guint) g_test_rand_int_range (0, N_COLUMNS - 1);
  AskFilterKind kind = (AskFilterKind) g_test_rand_int_range (0, ASK_FILTER_EMPTY + 1);
  gboolean not = g_test_rand_bit ();
  const char *needle = needles[g_test_rand_int_range (0, G_N_ELEMENTS (needles))];
  AskFilter *filter;
  g_autofree char *condition = NULL;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;

  if (kind == ASK_FILTER_NUMBERS)
    column = (guint) g_test_rand_int_range (WHOLE, DECIMAL + 1);
  else if (kind == ASK_FILTER_DATES)
    column = DAY;
  filter = ask_filter_new (column, kind);
  filter->negated = not ;
  switch (kind)
    {
    case ASK_FILTER_CONTAINS:
    case ASK_FILTER_BEGINS:
    case ASK_FILTER_EQUALS:
      filter->text = g_ascii_strup (needle, -1);
      condition = kind == ASK_FILTER_CONTAINS ? g_strdup_printf ("instr(lower(c%u), '%s') > 0", column, needle)
                  : kind == ASK_FILTER_BEGINS
                    ? g_strdup_printf ("substr(lower(c%u), 1, %u) = '%s'", column, (guint) strlen (needle), needle)
                    : g_strdup_printf ("lower(c%u) = '%s'", column, needle);
      break;
    case ASK_FILTER_NUMBERS:
      least = g_strdup_printf ("%d.25", g_test_rand_int_range (-10, 2));
      most = g_strdup_printf ("%d", g_test_rand_int_range (2, 10));
      g_assert_true (ask_filter_read_bounds (filter, least, most));
      condition = column == DECIMAL ? g_strdup_printf ("c%u COLLATE digits >= '%s' AND c%u COLLATE digits <= '%s'",
                                                       column, least, column, most)
                                    : g_strdup_printf ("c%u BETWEEN %s AND %s", column, least, most);
      break;
    case ASK_FILTER_DATES:
      least = g_strdup_printf ("2020-%02d", g_test_rand_int_range (1, 13));
      most = g_strdup_printf ("%d", g_test_rand_int_range (2020, 2023));
      g_assert_true (ask_filter_read_bounds (filter, least, most));
      condition
        = g_strdup_printf ("substr(c%u, 1, 7) >= '%s' AND substr(c%u, 1, 4) <= '%s'", column, least, column, most);
      break;
    case ASK_FILTER_CHOICES:
      {
        g_autoptr (GString) list = g_string_new (NULL);

        for (guint i = 0; i < 5; i++)
          {
            gsize row = (gsize) g_test_rand_int_range (0, (int) ask_rows_get_n_rows (self->rows));

            ask_filter_add_choice (filter, ask_rows_get (self->rows, row, column));
            g_string_append_printf (list, "%sc%u IS (SELECT c%u FROM t WHERE rowid = %d)", i > 0 ? " OR " : "", column,
                                    column, (int) row + 1);
          }
        condition = g_string_free (g_steal_pointer (&list), FALSE);
      }
      break;
    default:
      condition = g_strdup_printf ("c%u IS NULL OR trim(c%u) = ''", column, column);
    }
  *where = g_strdup_printf ("%s(%s)", not ? "NOT " : "", condition);
  return filter;
}

static void
test_filters (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (AskTableWish) wish = ask_table_wish_new ();
      g_autofree char *first = NULL;
      g_autofree char *second = NULL;
      g_autofree char *both = NULL;
      AskFilter *filter = draw_filter (self, &first);
      AskFilter *other = draw_filter (self, &second);
      gboolean same = other->column == filter->column;

      ask_table_wish_take_filter (wish, filter);
      if (same)
        ask_filter_free (other);
      else
        ask_table_wish_take_filter (wish, other);
      both = same ? g_strdup (first) : g_strdup_printf ("%s AND %s", first, second);
      compare (self, wish, both, "rowid");
    }
}

static void
test_search (Fixture *self, gconstpointer data)
{
  static const char *const needles[] = { "BA", "kunde", "10", "-1", "2020-1", "nowhere" };

  for (guint i = 0; i < G_N_ELEMENTS (needles); i++)
    {
      g_autoptr (AskTableWish) wish = ask_table_wish_new ();
      g_autoptr (GString) where = g_string_new (NULL);
      g_autofree char *low = g_ascii_strdown (needles[i], -1);

      ask_table_wish_set_search (wish, needles[i]);
      for (guint c = 0; c < N_COLUMNS; c++)
        g_string_append_printf (where, "%s(typeof(c%u) <> 'blob' AND instr(lower(c%u), '%s'))", c > 0 ? " OR " : "", c,
                                c, low);
      compare (self, wish, where->str, "rowid");
    }
}

static void
test_words_fold (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskTableWish) wish = ask_table_wish_new ();
  g_autoptr (AskArrangement) found = NULL;
  g_autoptr (AskArrangement) number = NULL;
  const char *const names[] = { "Kurierdienst MÜLLER", "Mueller", "muller", NULL };

  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "amount", ASK_TYPE_REAL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AskValue cells[] = { ask_value_text (names[i], -1), ask_value_real (712165.79 + i) };

      ask_rows_append (rows, cells);
    }
  ask_table_wish_set_search (wish, "müll");
  found = ask_arrangement_new (rows, wish, NULL, NULL);
  g_assert_cmpuint (ask_arrangement_get_n_rows (found), ==, 2);
  g_assert_cmpuint (ask_arrangement_get_row (found, 1), ==, 2);
  /* As the program writes it. */
  ask_table_wish_set_search (wish, "712,166.79");
  number = ask_arrangement_new (rows, wish, NULL, NULL);
  g_assert_cmpuint (ask_arrangement_get_n_rows (number), ==, 1);
  g_assert_cmpuint (ask_arrangement_get_row (number, 0), ==, 1);
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskTableWish) wish = ask_table_wish_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ask_table_wish_sort (wish, TEXT, TRUE, FALSE);
  g_assert_null (ask_arrangement_new (self->rows, wish, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_empty (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskTableWish) wish = ask_table_wish_new ();
  g_autoptr (AskArrangement) arrangement = NULL;

  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  ask_table_wish_sort (wish, 0, TRUE, FALSE);
  ask_table_wish_set_search (wish, "a");
  arrangement = ask_arrangement_new (rows, wish, NULL, NULL);
  g_assert_cmpuint (ask_arrangement_get_n_rows (arrangement), ==, 0);
}

static void
test_typed (void)
{
  static const struct
  {
    const char *typed;
    const char *english;
    const char *german;
  } numbers[] = { { "1,234.5", "1234.5", NULL },
                  { "1.234,5", NULL, "1234.5" },
                  { "1234.5", "1234.5", "1234.5" },
                  { "−7", "-7", "-7" },
                  { " 12345678901234567890.123 ", "12345678901234567890.123", NULL },
                  { "12 000", "12000", "12000" },
                  { "much", NULL, NULL } };
  static const struct
  {
    const char *typed;
    const char *iso;
  } days[] = { { "2024", "2024" },
               { "2024-05", "2024-05" },
               { "2024-05-31 10:00", "2024-05-31 10:00" },
               { "31.5.2024", "2024-05-31" },
               { "soon", NULL } };
  AskTestLocale locale;
  gboolean german;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *plain = ask_table_read_number (numbers[i].typed);

      g_assert_cmpstr (plain, ==, numbers[i].english);
    }
  german = ask_test_locale_set_german (&locale);
  for (guint i = 0; german && i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *plain = ask_table_read_number (numbers[i].typed);

      if (numbers[i].german != NULL || numbers[i].english == NULL)
        g_assert_cmpstr (plain, ==, numbers[i].german);
    }
  for (guint i = 0; german && i < G_N_ELEMENTS (days); i++)
    {
      g_autofree char *iso = ask_table_read_date (days[i].typed);

      g_assert_cmpstr (iso, ==, days[i].iso);
    }
  ask_test_locale_unset (&locale);
  setlocale (LC_ALL, "C.UTF-8");
}

#define ADD(name, func) g_test_add ("/table/ask-arrangement/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  ADD ("the-order-is-that-of-sqlite", test_order);
  ADD ("texts-are-in-the-order-of-the-locale", test_order_of_locale);
  g_test_add_func ("/table/ask-arrangement/long-texts-with-one-beginning-are-ordered", test_long_texts);
  ADD ("filters-pass-what-where-passes", test_filters);
  ADD ("search-finds-what-any-cell-has", test_search);
  g_test_add_func ("/table/ask-arrangement/words-are-found-without-accents-and-numbers-as-written", test_words_fold);
  ADD ("a-cancelled-one-is-an-error", test_cancelled);
  g_test_add_func ("/table/ask-arrangement/no-rows-are-no-trouble", test_empty);
  g_test_add_func ("/table/ask-table-read/numbers-and-days-are-read-as-typed", test_typed);
  return g_test_run ();
}

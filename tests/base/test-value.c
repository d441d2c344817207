/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of AskValue. What SQLite itself says of a text, a number or an order is the judge; no
 * expectation is written by hand where SQLite can be asked.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "base/ask-value.h"

static guint64
random_bits (void)
{
  return ((guint64) (guint32) g_test_rand_int () << 32) | (guint32) g_test_rand_int ();
}

static double
random_double (void)
{
  for (;;)
    {
      guint64 bits = random_bits ();
      double real;

      memcpy (&real, &bits, sizeof real);
      if (isfinite (real))
        return real;
    }
}

static void
bind (sqlite3_stmt *statement, int place, const AskValue *value)
{
  int code = SQLITE_OK;

  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      code = sqlite3_bind_int64 (statement, place, value->integer);
      break;
    case ASK_VALUE_REAL:
      code = sqlite3_bind_double (statement, place, value->real);
      break;
    case ASK_VALUE_TEXT:
      code = sqlite3_bind_text (statement, place, value->text, (int) value->length,
                                SQLITE_TRANSIENT);
      break;
    case ASK_VALUE_BLOB:
      code = sqlite3_bind_blob (statement, place, value->blob, (int) value->length,
                                SQLITE_TRANSIENT);
      break;
    default:
      code = sqlite3_bind_null (statement, place);
    }
  g_assert_cmpint (code, ==, SQLITE_OK);
}

static int
sign (int number)
{
  return (number > 0) - (number < 0);
}

/* Numbers whose neighbours are lost as soon as somebody compares them as doubles. */
static void
test_compare (void)
{
  const gint64 integers[] = { 0,
                              1,
                              -1,
                              G_GINT64_CONSTANT (9007199254740991),
                              G_GINT64_CONSTANT (9007199254740992),
                              G_GINT64_CONSTANT (9007199254740993),
                              G_GINT64_CONSTANT (-9007199254740993),
                              G_GINT64_CONSTANT (9223372036854775806),
                              G_MAXINT64 - 512,
                              G_MAXINT64,
                              G_MININT64,
                              G_MININT64 + 1 };
  const double reals[] = { 0.0,
                           -0.0,
                           0.5,
                           -0.5,
                           1.0,
                           9007199254740991.0,
                           9007199254740992.0,
                           9007199254740994.0,
                           -9007199254740992.0,
                           -9007199254740994.0,
                           9223372036854774784.0,
                           9223372036854775808.0,
                           -9223372036854775808.0,
                           -9223372036854777856.0,
                           DBL_MAX,
                           -DBL_MAX,
                           DBL_MIN,
                           INFINITY,
                           -INFINITY };
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (AskValue));
  sqlite3 *db;
  sqlite3_stmt *statement;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    {
      AskValue value = ask_value_integer (integers[i]);

      g_array_append_val (values, value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    {
      AskValue value = ask_value_real (reals[i]);

      g_array_append_val (values, value);
    }
  {
    const AskValue others[] = { ASK_NULL_INIT,
                                ask_value_text ("", -1),
                                ask_value_text ("1", -1),
                                ask_value_text ("10", -1),
                                ask_value_text ("a", -1),
                                ask_value_text ("a\0b", 3),
                                ask_value_text ("A", -1),
                                ask_value_text ("é", -1),
                                ask_value_blob ((const guint8 *) "", 0),
                                ask_value_blob ((const guint8 *) "a", 1),
                                ask_value_blob ((const guint8 *) "\0\377", 2) };

    g_array_append_vals (values, others, G_N_ELEMENTS (others));
  }

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  /* ORDER BY is the one order that puts all kinds side by side; BINARY is its collation. */
  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT n FROM (SELECT 0 AS n, ?1 AS v UNION ALL "
                                       "SELECT 1, ?2) ORDER BY v, n",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  for (guint i = 0; i < values->len; i++)
    for (guint j = 0; j < values->len; j++)
      {
        const AskValue *a = &g_array_index (values, AskValue, i);
        const AskValue *b = &g_array_index (values, AskValue, j);
        int forth = sign (ask_value_compare (a, b));
        int first;

        bind (statement, 1, a);
        bind (statement, 2, b);
        g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
        first = sqlite3_column_int (statement, 0);
        sqlite3_reset (statement);
        /* The row that came first is not above the other; equal ones come in the order of n. */
        g_assert_cmpint (first, ==, forth > 0 ? 1 : 0);
        g_assert_cmpint (forth, ==, -sign (ask_value_compare (b, a)));
        g_assert_cmpint (ask_value_equal (a, b), ==, forth == 0 && a->kind == b->kind);
        n++;
      }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  g_test_message ("%u pairs in SQLite's order", n);
}

static void
test_compare_random (void)
{
  const guint n = 20000;

  for (guint i = 0; i < n; i++)
    {
      gint64 integer = (gint64) (random_bits () >> g_test_rand_int_range (0, 20));
      double real = (double) (integer + g_test_rand_int_range (-2, 3));
      AskValue a = ask_value_integer (integer);
      AskValue b = ask_value_real (real);
      long double exact = (long double) integer;
      int expected;

      if (LDBL_MANT_DIG < 64)
        {
          g_test_skip ("long double does not hold 64 bits here");
          return;
        }
      expected = (exact > (long double) real) - (exact < (long double) real);
      g_assert_cmpint (sign (ask_value_compare (&a, &b)), ==, expected);
      g_assert_cmpint (sign (ask_value_compare (&b, &a)), ==, -expected);
    }
  g_test_message ("%u random integers against their doubles", n);
}

static void
test_equal (void)
{
  AskValue integer = ask_value_integer (1);
  AskValue real = ask_value_real (1.0);
  AskValue text = ask_value_text ("1", -1);
  AskValue blob = ask_value_blob ((const guint8 *) "1", 1);
  AskValue null = ASK_NULL_INIT;
  AskValue missing = ask_value_text (NULL, -1);
  AskValue nan_value = ask_value_real (NAN);

  g_assert_false (ask_value_equal (&integer, &real));
  g_assert_cmpint (ask_value_compare (&integer, &real), ==, 0);
  g_assert_false (ask_value_equal (&integer, &text));
  g_assert_false (ask_value_equal (&text, &blob));
  g_assert_true (ask_value_equal (&null, &missing));
  g_assert_cmpuint (nan_value.kind, ==, ASK_VALUE_NULL);
}

static void
test_dup (void)
{
  char text[] = "a\0b";
  AskValue from = ask_value_text (text, 3);
  AskValue empty = ask_value_blob (NULL, 0);
  AskValue copy;

  ask_value_dup_into (&copy, &from);
  memset (text, 'x', 3);
  g_assert_cmpmem (copy.text, copy.length, "a\0b", 3);
  g_assert_cmpint (copy.text[3], ==, '\0');
  ask_value_clear (&copy);
  g_assert_cmpuint (copy.kind, ==, ASK_VALUE_NULL);
  ask_value_clear (&copy);

  ask_value_dup_into (&copy, &empty);
  g_assert_cmpuint (copy.length, ==, 0);
  g_assert_nonnull (copy.blob);
  ask_value_clear (&copy);
}

static void
test_real_round_trip (void)
{
  const double edges[] = { 0.0,     -0.0,    0.1,          1.0 / 3,        2.0,    1e15,
                           1e16,    1e21,    1e22,         123456789012345678.0, 1e300,  1e-300,
                           DBL_MAX, DBL_MIN, 4.9e-324,     9007199254740993.0, 1e100,  0.3,
                           -2.5,    5e-5,    1.7976931e308 };
  const guint n = 20000;

  for (guint i = 0; i < n + G_N_ELEMENTS (edges); i++)
    {
      double real = i < G_N_ELEMENTS (edges) ? edges[i]
                    : i % 2 == 0             ? random_double ()
                                             : g_test_rand_int () / 100.0;
      g_autofree char *text = ask_real_to_text (real);
      double back = g_ascii_strtod (text, NULL);
      AskValue number;

      g_assert_cmpint (memcmp (&back, &real, sizeof real), ==, 0);
      g_assert_nonnull (strpbrk (text, ".e"));
      g_assert_cmpuint (strlen (text), <=, 25);
      g_assert_true (ask_text_to_number (text, &number));
      g_assert_cmpuint (number.kind, ==, ASK_VALUE_REAL);
      g_assert_cmpint (memcmp (&number.real, &real, sizeof real), ==, 0);
    }
  g_test_message ("%u doubles written and read back to the same bits",
                  n + (guint) G_N_ELEMENTS (edges));
}

static void
test_real_words (void)
{
  const struct
  {
    double real;
    const char *text;
  } cases[] = { { 0.1, "0.1" },       { 2.0, "2.0" },         { 1e300, "1e+300" },
                { -7.0, "-7.0" },     { 1e15, "1e+15" },      { 1234567.5, "1234567.5" },
                { INFINITY, "Infinity" }, { -INFINITY, "-Infinity" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ask_real_to_text (cases[i].real);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Numeric affinity says whether a text is a number at all, "+ 0" of which kind. */
static void
check_number (sqlite3 *db, sqlite3_stmt *insert, sqlite3_stmt *select, const char *text)
{
  AskValue number = ASK_NULL_INIT;
  gboolean is_number = ask_text_to_number (text, &number);
  gboolean expected;

  g_assert_cmpint (sqlite3_bind_text (insert, 1, text, -1, SQLITE_TRANSIENT), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
  sqlite3_reset (insert);
  sqlite3_bind_text (select, 1, text, -1, SQLITE_TRANSIENT);
  g_assert_cmpint (sqlite3_step (select), ==, SQLITE_ROW);
  expected = strcmp ((const char *) sqlite3_column_text (select, 0), "text") != 0;
  if (is_number != expected)
    g_test_message ("the text in question is “%s”", text);
  g_assert_cmpint (is_number, ==, expected);
  if (expected)
    {
      gboolean integer = sqlite3_column_type (select, 1) == SQLITE_INTEGER;
      double theirs = sqlite3_column_double (select, 1);

      if (integer != (number.kind == ASK_VALUE_INTEGER))
        g_test_message ("the text in question is “%s”", text);
      g_assert_cmpint (number.kind, ==, integer ? ASK_VALUE_INTEGER : ASK_VALUE_REAL);
      if (integer)
        g_assert_cmpint (number.integer, ==, sqlite3_column_int64 (select, 1));
      else if (isinf (theirs) || fabs (theirs) < DBL_MIN)
        g_assert_true (isinf (theirs) ? number.real == theirs : fabs (number.real) < 1e-300);
      else
        /* SQLite 3.40 reads decimal digits to within a few units of the last place. */
        g_assert_cmpfloat (fabs (number.real - theirs), <=, fabs (theirs) * 1e-14);
    }
  sqlite3_reset (select);
}

static void
test_text_to_number (void)
{
  static const char *const texts[]
    = { "",      " ",     "0",      "07",    "-0",     "+5",      "--5",   "5-",
        "5.",    ".5",    ".",      "+.5",   "-.e1",   "1e5",     "1E+5",  "1e-5",
        "1e",    "1e+",   "e5",     "1.e5",  "1.5e3x", "0x10",    "1_000", "1,000",
        " 12 ",  "\t12\n", "\v12",  "12\f",  "1 2",    "nan",     "inf",   "Infinity",
        "9223372036854775807",      "9223372036854775808",        "-9223372036854775808",
        "-9223372036854775809",     "123456789012345678901234567890", "1e400", "-1e400",
        "1e-400", "00012",  "0.10", "1.0",   "٣",      "½",       "12abc", "true",
        "\302\24012",  "12\xc2\xa0", "0.1e0001", "1e00000000000000000005", "+", "-", "1.2.3" };
  static const char alphabet[] = "0123456789+-.eE \t19";
  sqlite3 *db;
  sqlite3_stmt *insert, *select;
  const guint n_random = 4000;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "CREATE TABLE t (id INTEGER PRIMARY KEY, x NUMERIC)", NULL, NULL,
                                 NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "INSERT OR REPLACE INTO t VALUES (1, ?1)", -1, &insert,
                                       NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT typeof(x), ?1 + 0 FROM t", -1, &select, NULL),
                   ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_number (db, insert, select, texts[i]);
  for (guint i = 0; i < n_random; i++)
    {
      char text[10];
      guint length = (guint) g_test_rand_int_range (1, 9);

      for (guint c = 0; c < length; c++)
        text[c] = alphabet[g_test_rand_int_range (0, (int) strlen (alphabet))];
      text[length] = '\0';
      check_number (db, insert, select, text);
    }
  sqlite3_finalize (insert);
  sqlite3_finalize (select);
  sqlite3_close (db);
  g_test_message ("%u texts read as SQLite reads them",
                  (guint) G_N_ELEMENTS (texts) + n_random);
}

static void
test_to_text (void)
{
  const struct
  {
    AskValue value;
    const char *text;
  } cases[] = { { ASK_NULL_INIT, "" },
                { ask_value_integer (G_MININT64), "-9223372036854775808" },
                { ask_value_real (0.5), "0.5" },
                { ask_value_text ("07", -1), "07" },
                { ask_value_text ("a\xff" "b", -1), "a\xef\xbf\xbd" "b" },
                { ask_value_blob ((const guint8 *) "\0\xab", 2), "00AB" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ask_value_to_text (&cases[i].value);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_get_number (void)
{
  AskValue integer = ask_value_integer (3);
  AskValue real = ask_value_real (2.5);
  AskValue text = ask_value_text ("3", -1);
  AskValue null = ASK_NULL_INIT;
  double number = 0;

  g_assert_true (ask_value_get_number (&integer, &number));
  g_assert_cmpfloat (number, ==, 3);
  g_assert_true (ask_value_get_number (&real, &number));
  g_assert_cmpfloat (number, ==, 2.5);
  g_assert_false (ask_value_get_number (&text, &number));
  g_assert_false (ask_value_get_number (&null, &number));
}

static void
test_types (void)
{
  AskType type;

  for (AskType t = ASK_TYPE_ANY; t <= ASK_TYPE_BLOB; t++)
    {
      g_assert_true (ask_type_from_string (ask_type_to_string (t), &type));
      g_assert_cmpint (type, ==, t);
      g_assert_nonnull (ask_type_get_sql (t));
    }
  g_assert_false (ask_type_from_string ("Text", &type));
  g_assert_false (ask_type_from_string ("", &type));
  g_assert_false (ask_type_from_string (NULL, &type));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/value/values-compare-as-sqlite-compares-them", test_compare);
  g_test_add_func ("/base/value/integers-and-reals-compare-exactly", test_compare_random);
  g_test_add_func ("/base/value/values-of-different-types-are-not-equal", test_equal);
  g_test_add_func ("/base/value/a-copy-owns-its-bytes", test_dup);
  g_test_add_func ("/base/value/a-real-reads-back-as-the-same-bits", test_real_round_trip);
  g_test_add_func ("/base/value/a-real-is-written-as-sqlite-writes-it", test_real_words);
  g_test_add_func ("/base/value/text-is-a-number-where-sqlite-says-so", test_text_to_number);
  g_test_add_func ("/base/value/each-value-is-shown-as-text", test_to_text);
  g_test_add_func ("/base/value/only-numbers-give-a-number", test_get_number);
  g_test_add_func ("/base/value/each-type-reads-back-from-its-name", test_types);
  return g_test_run ();
}

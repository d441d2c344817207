/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decimals compared and written out. What numbers are is told here by a way of its own: both are written as
 * whole numbers of the same unit, digit under digit.
 */
#include "config.h"

#include "base/ask-decimal.h"

#include <math.h>
#include <string.h>

static int
sign (int order)
{
  return (order > 0) - (order < 0);
}

static int
compare (const char *a, const char *b)
{
  return sign (ask_decimal_compare (a, strlen (a), b, strlen (b)));
}

/* Each is less than the next; those of one line are equal. */
static void
test_order (void)
{
  static const char *const lines[][6] = {
    { "-Infinity", "-Inf" },
    { "-1e301" },
    { "-1e300", "-10e299", "-0.1E301" },
    { "-12.5", "-12.50", "-1.25e1", "-125e-1" },
    { "-1e-300" },
    { "0", "-0", "0.0", "-0.000", "0e99", ".0" },
    { "1e-1000000" },
    { "0.000001", "1e-6", "1.0e-06", "0.1e-5", "+1E-6" },
    { "0.00001", "1.0e-05" },
    { "0.1" },
    { "0.10000000000000000001" },
    { "9", "09", "9.", "9.0e0", "90e-1" },
    { "10.5", "10.50" },
    { "9223372036854775807" },
    { "9223372036854775807.5" },
    { "9223372036854775808", "9.223372036854775808e18" },
    { "12345678901234567.12345e3" },
    { "1e300" },
    { "1e99999999999999999999" },
    { "Infinity", "Inf" },
    { "NaN" },
    { "" },
    { "." },
    { "1.2.3" },
    { "1e" },
    { "1e+" },
    { "1e5x" },
    { "abc" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    for (guint j = 0; j < G_N_ELEMENTS (lines); j++)
      for (guint a = 0; a < 6 && lines[i][a] != NULL; a++)
        for (guint b = 0; b < 6 && lines[j][b] != NULL; b++)
          {
            g_test_message ("%s, %s", lines[i][a], lines[j][b]);
            g_assert_cmpint (compare (lines[i][a], lines[j][b]), ==, (i > j) - (i < j));
          }
}

static void
test_written_out (void)
{
  static const struct
  {
    const char *text;
    const char *plain; /* NULL: no number */
  } cases[] = {
    { "0.00001", "0.00001" }, { "1e-6", "0.000001" }, { "1.50E-5", "0.000015" }, { "12e3", "12000.0" },
    { "5.", "5.0" },          { ".5", "0.5" },        { "007", "7" },            { "1.500", "1.5" },
    { "-0.0", "0.0" },        { "0", "0" },           { "-12.5e1", "-125.0" },   { "1.25e1", "12.5" },
    { "+3", "3" },            { "0e5", "0.0" },       { "100", "100" },          { "0.00e-3", "0.0" },
    { "9223372036854775808", "9223372036854775808" }, { "1e99999", "1e99999" },  { "1.10e1", "11.0" },
    { "Infinity", NULL },     { "", NULL },           { "1e", NULL },            { "0x10", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *plain = ask_decimal_write_out (cases[i].text, strlen (cases[i].text));

      g_assert_cmpstr (plain, ==, cases[i].plain);
    }
}

static void
test_reals (void)
{
  static const struct
  {
    double real;
    const char *decimal;
  } cases[] = {
    { 0.1, "0.1" },
    { 0.1 + 0.2, "0.30000000000000004" },
    { 1e-5, "0.00001" },
    { -2.5, "-2.5" },
    { 3, "3.0" },
    { -0.0, "0.0" },
    { 1e22, "10000000000000000000000.0" },
    /* An integer is itself, as beside an integer. */
    { 4611686018427387904.0, "4611686018427387904.0" },
    { -9223372036854775808.0, "-9223372036854775808.0" },
    { 9223372036854775808.0, "9223372036854776000.0" },
  };
  g_autofree char *infinity = ask_decimal_from_real (INFINITY);
  g_autofree char *smallest = ask_decimal_from_real (5e-324);
  g_autofree char *largest = ask_decimal_from_real (-1.7976931348623157e308);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *decimal = ask_decimal_from_real (cases[i].real);

      g_assert_cmpstr (decimal, ==, cases[i].decimal);
    }
  g_assert_cmpstr (infinity, ==, "Infinity");
  g_assert_true (g_str_has_suffix (smallest, "00000494065645841247"));
  g_assert_true (g_str_has_prefix (largest, "-17976931348623157000000"));
  g_assert_cmpuint (strlen (largest), ==, 1 + 309 + 2);
}

/* Digits that may have an exponent, and the same number as a whole one of 10^-UNIT, for the oracle. */
#define UNIT 60
#define WIDTH 130

static char *
draw (char *whole)
{
  GString *text = g_string_new (g_test_rand_int_range (0, 3) == 0 ? "-" : "");
  int n_whole = g_test_rand_int_range (0, 12);
  int n_fraction = g_test_rand_int_range (n_whole == 0 ? 1 : 0, 12);
  int exponent = g_test_rand_int_range (0, 2) == 0 ? 0 : g_test_rand_int_range (-40, 40);
  gboolean negative = text->len > 0;
  gboolean zero = TRUE;

  memset (whole + 1, '0', WIDTH - 1);
  whole[WIDTH] = '\0';
  for (int i = 0; i < n_whole + n_fraction; i++)
    {
      char digit = g_test_rand_int_range (0, 2) == 0 ? '0' : (char) ('0' + g_test_rand_int_range (0, 3));

      if (i == n_whole)
        g_string_append_c (text, '.');
      g_string_append_c (text, digit);
      whole[WIDTH - UNIT - n_whole - exponent + i] = digit;
      zero = zero && digit == '0';
    }
  if (exponent != 0 || g_test_rand_int_range (0, 5) == 0)
    g_string_append_printf (text, "%c%s%d", g_test_rand_int_range (0, 2) == 0 ? 'e' : 'E',
                            exponent > 0 && g_test_rand_int_range (0, 2) == 0 ? "+" : "", exponent);
  whole[0] = zero ? '0' : negative ? '-' : '+';
  return g_string_free (text, FALSE);
}

static int
compare_whole (const char *a, const char *b)
{
  static const char order[] = "-0+";

  if (a[0] != b[0])
    return sign ((int) (strchr (order, a[0]) - strchr (order, b[0])));
  return (a[0] == '-' ? -1 : 1) * sign (strcmp (a, b));
}

static void
test_random (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      char whole_a[WIDTH + 1], whole_b[WIDTH + 1];
      g_autofree char *a = draw (whole_a);
      g_autofree char *b = draw (whole_b);
      g_autofree char *plain = ask_decimal_write_out (a, strlen (a));

      g_test_message ("%s, %s, %s", a, b, plain);
      g_assert_cmpint (compare (a, b), ==, compare_whole (whole_a, whole_b));
      g_assert_cmpint (compare (plain, a), ==, 0);
      g_assert_cmpuint (strspn (plain, "-0123456789."), ==, strlen (plain));
    }
}

/* Reals are ordered as decimals as they are as reals. */
static void
test_random_reals (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      double a = ldexp (g_test_rand_double () - 0.5, g_test_rand_int_range (-1000, 1000));
      double b = g_test_rand_int_range (0, 2) == 0 ? nextafter (a, INFINITY) : -a;
      g_autofree char *text_a = ask_decimal_from_real (a);
      g_autofree char *text_b = ask_decimal_from_real (b);

      g_test_message ("%.17g, %.17g", a, b);
      g_assert_cmpint (compare (text_a, text_b), ==, (a > b) - (a < b));
      g_assert_cmpfloat (g_ascii_strtod (text_a, NULL), ==, a);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/decimal/decimals-are-ordered-by-their-exact-value", test_order);
  g_test_add_func ("/base/decimal/a-decimal-is-written-without-an-exponent", test_written_out);
  g_test_add_func ("/base/decimal/a-real-is-written-in-its-shortest-digits", test_reals);
  g_test_add_func ("/base/decimal/random-decimals-compare-as-whole-numbers-do", test_random);
  g_test_add_func ("/base/decimal/random-reals-keep-their-order-as-decimals", test_random_reals);
  return g_test_run ();
}

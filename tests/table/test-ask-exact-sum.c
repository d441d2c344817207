/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums lose no digit, however they are added: drawn ones beside those of 64 and 128 bits.
 */
#include "config.h"

#include "table/ask-exact-sum.h"

static char *
write_sum (const AskExactSum *sum)
{
  AskValue value;
  char *text = ask_exact_sum_get (sum, &value);
  char *written = ask_value_to_text (&value);

  g_free (text);
  return written;
}

/* Sums of cents, which 64 bits hold, beside those of decimals, integers that overflow among them. */
static void
test_sums (void)
{
  for (guint i = 0; i < 200; i++)
    {
      AskExactSum sum = { 0 };
      gint64 cents = 0;
      g_autofree char *text = NULL;
      g_autofree char *wanted = NULL;

      for (int n = g_test_rand_int_range (1, 40); n > 0; n--)
        {
          gint64 one = g_test_rand_int_range (-100000, 100000);
          char digits[32];
          AskValue value;

          cents += one;
          g_snprintf (digits, sizeof digits, "%s%" G_GINT64_FORMAT ".%02" G_GINT64_FORMAT, one < 0 ? "-" : "",
                      ABS (one) / 100, ABS (one) % 100);
          value = ask_value_text (digits, -1);
          g_assert_true (ask_exact_sum_add (&sum, &value, 1));
        }
      if (g_test_rand_bit ())
        {
          AskValue large = ask_value_integer (G_MAXINT64 - 5), small = ask_value_integer (-G_MAXINT64 + 5);

          ask_exact_sum_add (&sum, &large, 1);
          ask_exact_sum_add (&sum, &large, 1);
          ask_exact_sum_add (&sum, &small, 1);
          ask_exact_sum_add (&sum, &small, 1);
        }
      text = ask_exact_sum_to_text (&sum);
      wanted = g_strdup_printf ("%s%" G_GINT64_FORMAT ".%02" G_GINT64_FORMAT, cents < 0 ? "-" : "", ABS (cents) / 100,
                                ABS (cents) % 100);
      g_assert_cmpstr (text, ==, wanted);
      ask_exact_sum_clear (&sum);
    }
}

static void
test_overflow (void)
{
  AskExactSum sum = { 0 };
  AskValue large = ask_value_integer (G_MAXINT64);
  g_autofree char *text = NULL;

  for (guint i = 0; i < 3; i++)
    ask_exact_sum_add (&sum, &large, 1);
  text = ask_exact_sum_to_text (&sum);
  g_assert_cmpstr (text, ==, "27670116110564327421");
  ask_exact_sum_clear (&sum);
}

/* Drawn decimals, added in parts that are merged, against whole numbers of 128 bits. */
static void
test_merged (void)
{
  for (guint round = 0; round < 300; round++)
    {
      AskExactSum parts[3] = { { 0 } };
      AskExactSum all = { 0 };
      __int128 expected = 0;
      g_autofree char *got = NULL;
      GString *digits = g_string_new (NULL);

      for (guint i = 0; i < 200; i++)
        {
          gint64 number = ((gint64) g_test_rand_int () * G_GINT64_CONSTANT (0x100000000) + (guint32) g_test_rand_int ())
                          >> g_test_rand_int_range (1, 63);
          gint64 times = g_test_rand_int_range (1, 5);
          guint64 size = (guint64) ABS (number);
          g_autofree char *decimal = g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%04" G_GUINT64_FORMAT,
                                                      number < 0 ? "-" : "", size / 10000, size % 10000);
          AskValue cell = ask_value_text (decimal, -1);

          g_assert_true (ask_exact_sum_add (&parts[g_test_rand_int_range (0, 3)], &cell, times));
          expected += (__int128) number * times;
        }
      for (guint i = 0; i < 3; i++)
        ask_exact_sum_merge (&all, &parts[i]);
      got = write_sum (&all);
      /* Behind the point stand four digits, without zeros at their end. */
      for (__int128 rest = expected < 0 ? -expected : expected; rest > 0 || digits->len < 5; rest /= 10)
        g_string_prepend_c (digits, (char) ('0' + (int) (rest % 10)));
      g_string_insert_c (digits, (gssize) digits->len - 4, '.');
      while (digits->str[digits->len - 1] == '0')
        g_string_truncate (digits, digits->len - 1);
      if (digits->str[digits->len - 1] == '.')
        g_string_truncate (digits, digits->len - 1);
      if (expected < 0)
        g_string_prepend_c (digits, '-');
      g_assert_cmpstr (got, ==, digits->str);
      g_string_free (digits, TRUE);
      for (guint i = 0; i < 3; i++)
        ask_exact_sum_clear (&parts[i]);
      ask_exact_sum_clear (&all);
    }
}

/* As a column may have them beside plain ones; what is no number adds nothing. */
static void
test_forms (void)
{
  static const struct
  {
    const char *text;
    const char *sum;
  } cases[] = {
    { "1.5e3", "1500.25" }, { "25e-2", "0.5" },
    { "+7", "7.25" },       { "-0.25", "0" },
    { ".5", "0.75" },       { "many", NULL },
    { "", NULL },           { "1e5000", NULL },
    { "1.2.3", NULL },      { "12345678901234567890.123456789012", "12345678901234567890.373456789012" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskExactSum sum = { 0 };
      AskValue quarter = ask_value_text ("0.25", -1);
      AskValue value = ask_value_text (cases[i].text, -1);
      g_autofree char *got = NULL;

      g_assert_true (ask_exact_sum_add (&sum, &quarter, 1));
      g_assert_cmpint (ask_exact_sum_add (&sum, &value, 1), ==, cases[i].sum != NULL);
      got = write_sum (&sum);
      g_assert_cmpstr (got, ==, cases[i].sum != NULL ? cases[i].sum : "0.25");
      ask_exact_sum_clear (&sum);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/ask-exact-sum/sums-are-those-of-cents", test_sums);
  g_test_add_func ("/table/ask-exact-sum/no-sum-overflows", test_overflow);
  g_test_add_func ("/table/ask-exact-sum/parts-that-are-merged-lose-nothing", test_merged);
  g_test_add_func ("/table/ask-exact-sum/numbers-in-any-form", test_forms);
  return g_test_run ();
}

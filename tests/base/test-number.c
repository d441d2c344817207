/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers for people: groups and signs by the locale, every digit kept.
 */
#include "config.h"

#include "base/ask-number.h"
#include "support/ask-test-locale.h"

static const struct
{
  const char *plain;
  const char *english;
  const char *german;
} cases[] = {
  { "0", "0", "0" },
  { "999", "999", "999" },
  { "1959", "1,959", "1.959" },
  { "-1234567.50", "−1,234,567.50", "−1.234.567,50" },
  { "0.0123", "0.0123", "0,0123" },
  { "1e+300", "1e+300", "1e+300" },
  { "123456789012345678901234567890.12", "123,456,789,012,345,678,901,234,567,890.12",
    "123.456.789.012.345.678.901.234.567.890,12" },
  { "inf", "inf", "inf" },
  { "", "", "" },
};

static void
test_english (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ask_number_localise (cases[i].plain, TRUE);

      g_assert_cmpstr (text, ==, cases[i].english);
    }
}

static void
test_german (void)
{
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autofree char *text = ask_number_localise (cases[i].plain, TRUE);
        g_autofree char *year = ask_number_localise ("1959", FALSE);
        g_autofree char *count = ask_number_count (G_MAXUINT64);

        g_assert_cmpstr (text, ==, cases[i].german);
        g_assert_cmpstr (year, ==, "1959");
        g_assert_cmpstr (count, ==, "18.446.744.073.709.551.615");
      }
  ask_test_locale_unset (&locale);
}

/* Whatever is set apart, the digits and their order stay. */
static void
test_digits (void)
{
  for (guint n = 0; n < 2000; n++)
    {
      guint64 number = ((guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ()) >> g_test_rand_int_range (0, 64);
      g_autofree char *plain = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
      g_autofree char *text = ask_number_count (number);
      g_auto (GStrv) groups = g_strsplit (text, ",", -1);
      g_autofree char *joined = g_strjoinv ("", groups);

      g_assert_cmpstr (joined, ==, plain);
      for (guint i = 0; groups[i] != NULL; i++)
        g_assert_true (i == 0 ? strlen (groups[i]) >= 1 && strlen (groups[i]) <= 3 : strlen (groups[i]) == 3);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/number/a-locale-without-groups-gets-commas", test_english);
  g_test_add_func ("/base/number/digits-and-their-order-stay", test_digits);
  g_test_add_func ("/base/number/a-german-window-shows-german-numbers", test_german);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of cells as doubles: for any digits the very double that strtod() gives.
 */
#include "config.h"

#include <string.h>

#include "source/sheet/ask-sheet-number.h"

static void
check (const char *text)
{
  AskSheetNumber number;
  double wanted = g_ascii_strtod (text, NULL);
  double given;

  g_assert_true (ask_sheet_number_take_apart (text, strlen (text), ASK_SHEET_WAY_PLAIN, TRUE, &number));
  given = ask_sheet_number_to_real (&number);
  if (memcmp (&wanted, &given, sizeof wanted) != 0)
    g_error ("%s is %.17g and not %.17g", text, wanted, given);
}

static void
test_random (void)
{
  for (guint i = 0; i < 300000; i++)
    {
      char text[64];
      guint n_digits = (guint) g_test_rand_int_range (1, 21);
      guint n_whole = (guint) g_test_rand_int_range (0, (int) n_digits + 1);
      char *p = text;

      if (g_test_rand_bit ())
        *p++ = '-';
      if (n_whole == 0)
        *p++ = '0';
      for (guint n = 0; n < n_digits; n++)
        {
          if (n == n_whole)
            *p++ = '.';
          *p++ = (char) ('0' + (g_test_rand_int_range (0, 4) == 0 ? 0 : g_test_rand_int_range (0, 10)));
        }
      *p = '\0';
      check (text);
    }
}

/* Just between two doubles, and beside that: the even one, the lower, the upper. */
static void
test_halves (void)
{
  static const struct
  {
    guint64 from; /* doubles are 2 × half apart from here on */
    const char *halves[3]; /* of an even one, and beside it */
  } cases[] = {
    { G_GUINT64_CONSTANT (4503599627370496), { ".5", ".49", ".51" } },
    { G_GUINT64_CONSTANT (2251799813685248), { ".25", ".249", ".251" } },
    { G_GUINT64_CONSTANT (1125899906842624), { ".125", ".124", ".126" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint n = 0; n < 200; n++)
      for (guint half = 0; half < G_N_ELEMENTS (cases[i].halves); half++)
        {
          g_autofree char *text
            = g_strdup_printf ("%" G_GUINT64_FORMAT "%s", cases[i].from + n, cases[i].halves[half]);

          check (text);
        }
}

static void
test_edges (void)
{
  static const char *const texts[] = { "0", "-0", "0.0", "-0.000", "1", "0.1", "0.3", "9007199254740993",
                                       "999999999999999999", "0.999999999999999999", "0.0000000000000000001",
                                       "0.1234567890123456789", "123456789012345678.9", "1.7976931348623157e308",
                                       "5e-324", "1e400", "00000000000000000001.5", ".5" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check (texts[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/sheet-number/random-digits-give-strtod-s-double", test_random);
  g_test_add_func ("/source/sheet-number/between-two-doubles-the-nearest-is-taken", test_halves);
  g_test_add_func ("/source/sheet-number/digits-at-the-edges-give-strtod-s-double", test_edges);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How times are written on screen.
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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/ask-format/a-time-is-written-as-people-say-it", test_elapsed);
  return g_test_run ();
}

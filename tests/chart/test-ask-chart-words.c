/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart says in the user's language what it is, why, and what it left out. The catalogue is the one of the
 * build folder, which is the program's argument.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "chart-rows.h"
#include "chart/ask-chart-scale.h"
#include "chart/ask-chart.h"
#include "support/ask-test-locale.h"

static const struct
{
  const char *columns;
  const char *lines;
  const char *title;
  const char *reason;
  const char *description;
} cases[] = {
  { "order_month:text|revenue:real", "2025-02|3\n2025-03|2\n2025-05|4", "Revenue nach order month",
    "Revenue nach order month: eine Linie zeigt den Verlauf. 1 Schritt ohne Zeile erscheint als Lücke.",
    "Liniendiagramm: revenue nach order month, 3 Punkte von Feb 2025 bis Mai 2025, am höchsten Mai 2025 4, am "
    "niedrigsten März 2025 2; 1 ohne Wert" },
  { "region:text|revenue:real", "Lyon|3\nBonn|NULL\nNULL|5", "Revenue nach region",
    "Revenue je region: Balken vergleichen sie. 1 fehlender Wert erscheint als Lücke.",
    "Balkendiagramm: revenue nach region, 3 Balken, am höchsten (ohne) 5, am niedrigsten Lyon 3; 1 ohne Wert" },
  { "name:text|zip_code:integer", "a|10115\nb|80331", "Name und zip code",
    "Keine Spalte ist eine Menge, die sich zeichnen ließe: Kennungen, Codes, Jahre und Wörter sind keine.",
    "Tabelle: name und zip code, 2 Zeilen, 2 Spalten" },
  { "day:date|open:real|high:real|low:real|close:real", "2025-01-01|4|9|2|6\n2025-01-02|6|8|5|5",
    "Open, high, low und close nach day", "Eröffnung, Hoch, Tief und Schluss je day: eine Kerze zeigt alle vier.",
    "Kerzendiagramm: open, high, low und close nach day, 2 Kerzen von 1 Jan 2025 bis 2 Jan 2025; open, am höchsten "
    "2 Jan 2025 6, am niedrigsten 1 Jan 2025 4; high, am höchsten 1 Jan 2025 9, am niedrigsten 2 Jan 2025 8; low, am "
    "höchsten 2 Jan 2025 5, am niedrigsten 1 Jan 2025 2; close, am höchsten 1 Jan 2025 6, am niedrigsten 2 Jan 2025 5" },
  { "amount:real", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n23\n24\n25\n26\n27\n28\n"
    "29\n30", "Verteilung von amount", "30 Werte von amount und keine Namen: Balken zählen sie.",
    "Histogramm: amount, 7 Balken, am höchsten 5 bis 10 5, am niedrigsten 30 bis 35 1" },
  { "sum(o.amount):real", "NULL", "Summe amount", "Das Ergebnis ist ein einzelner Wert.",
    "Summe amount: kein Wert" },
};

static void
test_german (void)
{
  const char *locale = setlocale (LC_MESSAGES, NULL);

  /* Nor does that of later C libraries in C.UTF-8; a word of the window tells. */
  if (g_str_equal (locale, "C") || (g_str_has_prefix (locale, "C.") && g_str_equal (_("_Cancel"), "_Cancel")))
    {
      g_test_skip ("gettext translates nothing in the locale C");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) rows = chart_rows_new (cases[i].columns, cases[i].lines);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskChart) chart = ask_chart_choose (rows, NULL, &error);
      g_autofree char *description = NULL;

      g_assert_no_error (error);
      description = ask_chart_describe (chart);
      g_assert_cmpstr (ask_chart_get_title (chart), ==, cases[i].title);
      g_assert_cmpstr (ask_chart_get_reason (chart), ==, cases[i].reason);
      g_assert_cmpstr (description, ==, cases[i].description);
    }

  AskChartScale scale;
  g_autofree char *baseline = NULL;

  ask_chart_scale_init (&scale, 41, 58, FALSE, 5, ASK_CHART_FORMAT_NUMBER);
  baseline = ask_chart_scale_dup_baseline (&scale);
  g_assert_cmpstr (baseline, ==, "Die Achse beginnt bei 40");
}

/* Words by the language, signs by the locale of numbers. */
static void
test_magnitudes (void)
{
  g_autofree char *millions = NULL;
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      g_autofree char *number = ask_chart_format_number (1959.5, ASK_CHART_FORMAT_NUMBER);

      millions = ask_chart_format_compact (1234567, ASK_CHART_FORMAT_NUMBER);
      g_assert_cmpstr (millions, ==, "1,2\u00a0Mio.");
      g_assert_cmpstr (number, ==, "1.960");
    }
  ask_test_locale_unset (&locale);
}

int
main (int argc, char **argv)
{
  g_assert_cmpint (argc, >=, 2);
  g_setenv ("LANGUAGE", "de", TRUE);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, argv[1]);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/words/a-chart-speaks-german", test_german);
  g_test_add_func ("/chart/words/magnitudes-are-german", test_magnitudes);
  return g_test_run ();
}

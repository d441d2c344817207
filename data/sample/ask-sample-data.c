/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-sample-data: writes the sales of the sample company into a SQLite file. Messages go to
 * stderr; exit 0 done, 1 failed, 2 wrong usage, like askdata-cli.
 */
#include "config.h"

#include "ask-sample-company.h"
#include "ask-sample-sales-file.h"

#include <locale.h>

int
main (int argc, char **argv)
{
  gint seed = ASK_SAMPLE_DEFAULT_SEED;
  gint from_year = 0;
  const GOptionEntry entries[] = {
    { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Which company to make (1)", "N" },
    { "from-year", 0, 0, G_OPTION_ARG_INT, &from_year, "Leave out orders before this year", "YEAR" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("OUT.sqlite");
  g_autoptr (AskSampleCompany) company = NULL;
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_set_summary (context, "Writes the sales of Nordpfad Outdoor, a made-up company, "
                                         "into a SQLite file.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("askdata-sample-data: %s\n", error->message);
      return 2;
    }
  if (argc != 2 || seed < 0 || from_year < 0 || from_year > 9999)
    {
      g_printerr ("askdata-sample-data: name one file to write, a seed that is not negative, and a "
                  "year. See --help.\n");
      return 2;
    }

  company = ask_sample_company_new ((guint) seed);
  if (!ask_sample_sales_file_write (company, argv[1], (guint) from_year, &error))
    {
      g_printerr ("askdata-sample-data: %s\n", error->message);
      return 1;
    }
  return 0;
}

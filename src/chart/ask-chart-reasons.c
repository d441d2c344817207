/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sentences of data/chart-rules.json, once more: gettext reads no JSON. test-ask-chart-rules holds the two
 * together. Words in braces are places, and stay as they are in each language.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "chart/ask-chart-rules.h"

static const char *const reasons[] = {
  N_ ("The names are long, so the bars lie down."),
  N_ ("There are many bars, so they lie down."),
  N_ ("The result has no rows, so there is nothing to draw."),
  N_ ("A table was asked for."),
  N_ ("The result is a single value."),
  N_ ("The result is one row with one number."),
  N_ ("The result is one row, which reads best as it is."),
  N_ ("No column is an amount that could be drawn: identifiers, codes, years and words are "
      "not."),
  N_ ("The column {measure} has no values that could be drawn."),
  N_ ("A pie was asked for, and {points} parts are few enough for one."),
  N_ ("A pie cannot show negative values; bars can."),
  N_ ("A pie cannot show missing values; bars can."),
  N_ ("A pie of {points} parts cannot be read; bars can."),
  N_ ("The question is about how two amounts relate."),
  N_ ("A bar chart was asked for; the bars are in the order of time."),
  N_ ("The question compares {points} steps of {x}: one bar each."),
  N_ ("The question compares each {group}: bars side by side at each {x}."),
  N_ ("The question is about how {measure} develops by {x}."),
  N_ ("Each row is one thing with an identifier and several properties, which reads best "
      "as a list."),
  N_ ("{Measure} for each {x}: one bar a step, in the order of time."),
  N_ ("{Measure} by {x}: a line shows how it develops."),
  N_ ("Several amounts by {x}, of similar size: one line each."),
  N_ ("{Measure} by {x}: a line shows how it develops. The other amounts are too different "
      "to share its axis; the table has them."),
  N_ ("All rows are of one {x}, so {measure} is compared by name."),
  N_ ("A few steps of {x} for each {group}: bars side by side compare them."),
  N_ ("{Measure} by {x} for each {group}: one line each."),
  N_ ("Several rows share a {x}, and there are two amounts: dots show how they relate."),
  N_ ("Several rows share a {x}. Whether to add them up or average them is not for a chart "
      "to guess, so the rows are shown."),
  N_ ("Two amounts and no names: dots show how they relate."),
  N_ ("There is only a list of numbers, with nothing to compare them by."),
  N_ ("{points} parts that make up a whole."),
  N_ ("The question is about shares, and there are {points} parts."),
  N_ ("{Measure} for each {x}: bars compare them."),
  N_ ("Several amounts of similar size for each {x}: bars side by side compare them."),
  N_ ("Two amounts for each of {points} {x}: dots show how they relate."),
  N_ ("{Measure} for each {x}: bars compare them. The other amounts are too different to "
      "share its axis; the table has them."),
  N_ ("{Measure} for each {x} and {group}: bars side by side compare them."),
  N_ ("{Measure} by two columns that only together name a row."),
  N_ ("Two amounts in many rows: dots show how they relate."),
  N_ ("No chart fits this result better than the rows themselves."),
};

/**
 * ask_chart_reason_translate:
 * @reason: a sentence of the rules
 *
 * Returns: (transfer none): it, in the user's language; as it is where it was not marked to be translated
 */
const char *
ask_chart_reason_translate (const char *reason)
{
  return gettext (reason);
}

/** ask_chart_reason_is_marked: Returns: whether gettext is told of the sentence @reason of the rules */
gboolean
ask_chart_reason_is_marked (const char *reason)
{
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (g_str_equal (reasons[i], reason))
      return TRUE;
  return FALSE;
}

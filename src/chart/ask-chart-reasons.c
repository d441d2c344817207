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
  N_ ("Sparklines were asked for: the table has a small line in each row."),
  N_ (
    "Sparklines were asked for: each {group} has a small chart, and Show as Trend puts a small line into each row of the "
    "table."),
  N_ (
    "Sparklines take a list of numbers in each row, or a time and a name for each line, which the result has not got."),
  N_ ("Each row has a list of numbers, which the table draws as a small line."),
  N_ ("The result is a single value."),
  N_ ("The result is one row with one number."),
  N_ ("The result is one row, which reads best as it is."),
  N_ ("No column is an amount that could be drawn: identifiers, codes, years and words are not."),
  N_ ("The column {measure} has no values that could be drawn."),
  N_ ("Bars of 100 % were asked for."),
  N_ ("A stacked area was asked for."),
  N_ ("Stacked bars were asked for."),
  N_ ("Bars side by side were asked for."),
  N_ ("A small chart for each {group} was asked for."),
  N_ ("A heat map was asked for."),
  N_ ("A histogram was asked for: {rows} values of {measure}."),
  N_ ("A map was asked for: each row is a dot where its coordinates are."),
  N_ ("Each row has coordinates: dots show where."),
  N_ ("A map takes a column of latitudes and one of longitudes, which the result has not got."),
  N_ ("Bars and a line were asked for, each with an axis of its own."),
  N_ ("Open, high, low and close by {x}: a candle shows all four."),
  N_ ("A box plot was asked for: it shows how the values of {measure} spread."),
  N_ ("A radar chart was asked for."),
  N_ ("Bubbles were asked for: two amounts say where, the third how large."),
  N_ ("A funnel was asked for."),
  N_ ("A waterfall was asked for: each bar starts where the one before ends."),
  N_ ("A slope chart was asked for: a line for each {group} between two steps of {x}."),
  N_ ("A ring was asked for."),
  N_ ("An area was asked for: it shows how {measure} develops, from zero."),
  N_ ("A pie was asked for, and {points} parts are few enough for one."),
  N_ ("A pie cannot show negative values; bars can."),
  N_ ("A pie cannot show missing values; bars can."),
  N_ ("A pie was asked for; it shows {points} parts."),
  N_ ("A pie was asked for; it shows the largest of {points} parts."),
  N_ ("A pie of {points} parts cannot be read; bars can."),
  N_ ("A pie was asked for. Several rows share a {x}: each has a part of its own."),
  N_ ("The question is about how two amounts relate."),
  N_ ("{Measure} by {x} for each {group}: one line each."),
  N_ ("{Measure} by {x} for each {group}: {groups} lines cannot be told apart, so each has a small chart."),
  N_ ("{Measure} by {x}: the colours are those of {group}."),
  N_ ("A bar chart was asked for; the bars are in the order of time."),
  N_ ("{Measure} for each {x} and {group}: bars side by side compare them."),
  N_ ("{Measure} by {x} for each {group}: the bars are stacked, for there are many."),
  N_ ("{Measure} for each {x}: bars compare them."),
  N_ ("The question compares {points} steps of {x}: one bar each."),
  N_ ("The question compares each {group}: bars side by side at each {x}."),
  N_ ("The question is about how {measure} develops by {x}."),
  N_ ("A line was asked for: {measure} for each {x}."),
  N_ ("A line was asked for: {measure} for each {x} and {group}."),
  N_ ("The question is about how {measure} is distributed: bars count its values."),
  N_ ("The question is about how {measure} is distributed: a box for each {x} shows it."),
  N_ ("Each row is one thing with an identifier and several properties, which reads best as a list."),
  N_ ("{Measure} for each {x}: one bar a step, in the order of time."),
  N_ ("{Measure} by {x}: a line shows how it develops."),
  N_ ("Several amounts by {x}, of similar size: one line each."),
  N_ ("{Measure} by {x}: a line shows how it develops. The other amounts are too different to share its "
      "axis; the table has them."),
  N_ ("All rows are of one {x}, so {measure} is compared by name."),
  N_ ("{Measure} for each {group} adds up to a whole at each {x}: a stacked area shows the parts."),
  N_ ("A few steps of {x} for each {group}: bars side by side compare them."),
  N_ ("{Measure} for each {x} and {group}: a heat map shows where it is large."),
  N_ ("Several rows share a {x}, and there are two amounts: dots show how they relate."),
  N_ ("A bar chart was asked for: each row has a bar of its own."),
  N_ ("Several rows share a {x}. Whether to add them up or average them is not for a chart to guess, so "
      "the rows are shown."),
  N_ ("Two amounts and no names: dots show how they relate."),
  N_ ("{rows} values of {measure} and no names: bars count them."),
  N_ ("There is only a list of numbers, with nothing to compare them by."),
  N_ ("{points} parts that make up a whole."),
  N_ ("The question is about shares, and there are {points} parts."),
  N_ ("Several amounts of similar size for each {x}: bars side by side compare them."),
  N_ ("Two amounts for each of {points} {x}: dots show how they relate."),
  N_ ("{Measure} for each {x}: bars compare them. The other amounts are too different to share its axis; "
      "the table has them."),
  N_ ("{Measure} by two columns that only together name a row."),
  N_ ("Many values of {measure} for each {x}: boxes show how they spread."),
  N_ ("Two amounts in many rows: dots show how they relate."),
  N_ ("No chart fits this result better than the rows themselves."),
  N_ ("Parts of a whole cannot be negative, so that chart cannot be drawn."),
  N_ ("Negative values have no place in that chart, so it cannot be drawn."),
  N_ ("A value is missing, so the parts of a whole cannot be drawn."),
  N_ ("Several rows share a {x} and a {group}, so that chart cannot be drawn: adding them up or averaging "
      "them is not for a chart to guess."),
  N_ ("That chart takes a second column of names, which the result has not got."),
  N_ ("A scatter plot takes two columns of numbers, which the result has not got."),
  N_ ("Bubbles take three columns of numbers, which the result has not got."),
  N_ ("Bars and a line take two columns of numbers, which the result has not got."),
  N_ ("Candles take a time and columns called open, high, low and close, which the result has not got."),
  N_ ("A slope chart takes two steps of time and a name for each line, which the result has not got."),
  N_ ("Adding up {measure} would mean nothing, so a waterfall cannot be drawn."),
  N_ ("Several rows share a {x}, so that chart would have several values at one place."),
  N_ ("The chart that was asked for cannot be drawn of these columns."),
  N_ ("Identifiers, codes and years are drawn as amounts because it was asked for; how large they are means little."),
  N_ ("These values are no parts of one whole, so bars would compare them better."),
  N_ ("Bars would compare so many parts better."),
  N_ ("Names have no order that a line could follow, so bars would compare them better."),
  N_ ("A line would show so many steps better."),
  N_ ("Some values are below zero, so bars side by side would compare them better."),
  N_ ("Bars would be read more exactly."),
  N_ ("Each axis has a scale of its own, so where the line meets a bar means nothing."),
  N_ ("The steps do not all fall, so bars would show them better."),
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

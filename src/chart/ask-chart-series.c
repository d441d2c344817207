/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Only what is nothing but numbers is read as a series: one cell that is anything else, and its column stays text. Numbers
 * that stand between commas alone may as well be a pair of coordinates or a decimal number, so these need three.
 */
#include "config.h"

#include "chart/ask-chart-series.h"

#include <math.h>
#include <string.h>

/* Longer lists are no small line. */
#define MAX_CHARS 65536
/* Cells that tell whether a column has series. */
#define SAMPLE_ROWS 100
#define LEAST_LISTED 3
#define LEAST_IN_ARRAY 2

static const char *
skip_spaces (const char *at)
{
  while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
    at++;
  return at;
}

/* Reads a number, or null as a gap. Returns: (nullable): behind it */
static const char *
read_number (const char *at, gboolean nulls, GArray *numbers)
{
  double number = NAN;
  char *end = NULL;

  if (nulls && strncmp (at, "null", 4) == 0)
    end = (char *) at + 4;
  else if (g_ascii_isdigit (*at)
           || ((*at == '-' || *at == '+' || *at == '.') && (g_ascii_isdigit (at[1]) || at[1] == '.')))
    {
      number = g_ascii_strtod (at, &end);
      if (!isfinite (number))
        return NULL;
    }
  if (end == NULL || end == at)
    return NULL;
  g_array_append_val (numbers, number);
  return skip_spaces (end);
}

/* Reads numbers between commas up to @last. Returns: whether there is nothing else */
static gboolean
read_list (const char *at, char last, GArray *numbers)
{
  for (;;)
    {
      at = read_number (skip_spaces (at), last == ']', numbers);
      if (at == NULL)
        return FALSE;
      if (*at == last)
        return *at == '\0' || *skip_spaces (at + 1) == '\0';
      if (*at != ',')
        return FALSE;
      at++;
    }
}

/**
 * ask_chart_series_read:
 * @value: a cell
 *
 * Returns: (transfer full) (nullable) (element-type double): its numbers in their order, NAN for a gap; %NULL where it is no
 *   list of at least two numbers, or of three without brackets
 */
GArray *
ask_chart_series_read (const AskValue *value)
{
  g_autoptr (GArray) numbers = NULL;
  const char *text;
  gboolean array;

  if (value->kind != ASK_VALUE_TEXT || strnlen (value->text, MAX_CHARS + 1) > MAX_CHARS)
    return NULL;
  text = skip_spaces (value->text);
  array = *text == '[';
  numbers = g_array_new (FALSE, FALSE, sizeof (double));
  if (!read_list (array ? text + 1 : text, array ? ']' : '\0', numbers)
      || numbers->len < (array ? LEAST_IN_ARRAY : LEAST_LISTED))
    return NULL;
  return g_steal_pointer (&numbers);
}

/* A list that has one number, or none, does not make its column text. */
static gboolean
is_short_array (const AskValue *value)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  const char *text = value->kind == ASK_VALUE_TEXT ? skip_spaces (value->text) : "";

  if (*text != '[' || strlen (text) > 64)
    return FALSE;
  return *skip_spaces (text + 1) == ']' || read_list (text + 1, ']', numbers);
}

/* Lists of keys, days or places are no figures, whatever they are written with. */
static gboolean
may_be_figures (const AskColumn *column)
{
  AskMeaning meaning = column->sense.meaning;

  if (column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_REAL || column->type == ASK_TYPE_DECIMAL)
    return FALSE;
  return meaning == ASK_MEANING_NONE || meaning == ASK_MEANING_TEXT || ask_meaning_is_amount (meaning);
}

/**
 * ask_chart_series_find:
 * @rows: a result
 * @column: from 0
 *
 * Looks at the first hundred cells that are filled.
 *
 * Returns: whether the column has a series of numbers in each row
 */
gboolean
ask_chart_series_find (const AskRows *rows, guint column)
{
  gsize n_found = 0, n_seen = 0;

  if (!may_be_figures (ask_rows_get_column (rows, column)))
    return FALSE;
  for (gsize i = 0; i < ask_rows_get_n_rows (rows) && n_seen < SAMPLE_ROWS; i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);
      g_autoptr (GArray) numbers = NULL;

      if (value->kind == ASK_VALUE_NULL)
        continue;
      n_seen++;
      numbers = ask_chart_series_read (value);
      if (numbers == NULL && !is_short_array (value))
        return FALSE;
      n_found += numbers != NULL;
    }
  return n_found > 0;
}

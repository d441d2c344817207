/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words in column names, English and German. A list of words is a guess about people, so it is kept
 * in one place; what a name says is weighed against the values in ask-chart-profile.c.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "chart/ask-chart-names.h"

#include <string.h>

#include "base/ask-text.h"

static const char *const aggregate_words[]
  = { "count", "sum", "avg", "average", "mean", "median", "total", "anzahl", "summe", "counts", "totals", NULL };
/* A name that ends in one of these names a row. */
static const char *const key_words[]
  = { "id",    "ids",     "uuid",  "guid",    "key",     "code",    "codes", "zip",    "zipcode", "postcode",
      "plz",   "sku",     "phone", "telephone", "mobile", "fax",     "isbn",  "ean",    "gtin",    "iban",
      "bic",   "barcode", "pk",    "fk",      "hash",    "ssn",     "rank",  "ranking", "rowid",  "telefon",
      "postleitzahl", "postal", "url", "imei", "vin",    NULL };
/* These name a row wherever they stand: "zip code", "phone number", "sku number". */
static const char *const key_starts[]
  = { "zip", "postal", "phone", "telephone", "sku", "isbn", "postcode", "plz", "uuid", "row", NULL };
static const char *const number_words[] = { "number", "no", "nr", "num", "nummer", NULL };
static const char *const not_additive_words[]
  = { "avg",    "average", "mean",  "median",      "min",   "max",     "minimum",  "maximum",  "lowest",
      "highest", "percent", "pct",  "percentage",  "share", "rate",    "ratio",    "price",    "temperature",
      "temp",   "score",   "rating", "rank",       "age",   "level",   "stdev",    "stddev",   "deviation",
      "variance", "per",   "distinct", "unique",   "index", "anteil",  "prozent",  "durchschnitt", "preis",
      "latitude", "longitude", "lat", "lon", "lng", "margin", "smallest", "largest", "quote", NULL };
static const char *const percent_words[] = { "percent", "pct", "percentage", "prozent", NULL };
static const char *const share_words[] = { "share", "anteil", "proportion", "fraction", NULL };
static const char *const rate_words[] = { "rate", "ratio", "margin", "quote", NULL };
/* Rates that are amounts of money or of something a time. */
static const char *const other_rates[]
  = { "exchange", "hourly", "daily", "weekly", "monthly", "heart", "bit", "frame", "day", "hour", "billing", NULL };

static gboolean
is_in (const char *word, const char *const *words)
{
  return g_strv_contains (words, word);
}

static gboolean
any_in (char **name, const char *const *words)
{
  for (guint i = 0; name[i] != NULL; i++)
    if (is_in (name[i], words))
      return TRUE;
  return FALSE;
}

static char **
split (const char *name)
{
  g_autofree char *folded = NULL;
  g_autofree char *words = ask_text_to_words (name);

  folded = ask_text_fold (words);
  return g_strsplit (folded, " ", -1);
}

/**
 * ask_chart_name_read:
 * @name: a column's name or an expression: "customer_id", "COUNT(*)", "orderNumber"
 *
 * Returns: what it gives away
 */
AskChartName
ask_chart_name_read (const char *name)
{
  g_auto (GStrv) words = split (name);
  guint n = g_strv_length (words);
  AskChartName found = 0;

  if (strchr (name, '%') != NULL)
    found |= ASK_CHART_NAME_PERCENT | ASK_CHART_NAME_NOT_ADDITIVE;
  if (n == 0)
    return found;
  /* "number of orders" counts, "order number" names. */
  if (any_in (words, aggregate_words)
      || (n > 2 && is_in (words[0], number_words) && strcmp (words[1], "of") == 0)
      || (n > 1 && (strcmp (words[0], "num") == 0 || strcmp (words[0], "n") == 0)))
    found |= ASK_CHART_NAME_AGGREGATE;
  else if (is_in (words[n - 1], key_words) || is_in (words[0], key_starts))
    found |= ASK_CHART_NAME_KEY;
  else if (is_in (words[n - 1], number_words))
    found |= ASK_CHART_NAME_NUMBER;
  if (any_in (words, not_additive_words) && !(n > 1 && is_in (words[0], (const char *const[]) { "total", "sum", NULL })))
    found |= ASK_CHART_NAME_NOT_ADDITIVE;
  if (any_in (words, percent_words))
    found |= ASK_CHART_NAME_PERCENT;
  else if (any_in (words, share_words))
    found |= ASK_CHART_NAME_SHARE;
  else if (any_in (words, rate_words) && !any_in (words, other_rates))
    found |= ASK_CHART_NAME_RATE;
  return found;
}

/**
 * ask_chart_name_get_time:
 *
 * Which unit of time a column of small numbers is, by its name: "order_year", "month", "hour".
 *
 * Returns: the unit, or %ASK_CHART_TIME_NONE
 */
AskChartTime
ask_chart_name_get_time (const char *name)
{
  static const struct
  {
    const char *word;
    AskChartTime unit;
  } units[] = {
    { "year", ASK_CHART_TIME_YEAR },          { "yr", ASK_CHART_TIME_YEAR },
    { "jahr", ASK_CHART_TIME_YEAR },          { "month", ASK_CHART_TIME_MONTH_OF_YEAR },
    { "monat", ASK_CHART_TIME_MONTH_OF_YEAR }, { "quarter", ASK_CHART_TIME_QUARTER_OF_YEAR },
    { "quartal", ASK_CHART_TIME_QUARTER_OF_YEAR }, { "week", ASK_CHART_TIME_NUMBER },
    { "woche", ASK_CHART_TIME_NUMBER },       { "hour", ASK_CHART_TIME_NUMBER },
    { "stunde", ASK_CHART_TIME_NUMBER },      { "day", ASK_CHART_TIME_NUMBER },
    { "tag", ASK_CHART_TIME_NUMBER },         { "weekday", ASK_CHART_TIME_NUMBER },
    { "dow", ASK_CHART_TIME_NUMBER },         { "decade", ASK_CHART_TIME_YEAR },
  };
  g_auto (GStrv) words = split (name);
  guint n = g_strv_length (words);

  if (n == 0 || any_in (words, aggregate_words) || is_in (words[0], number_words)
      || is_in ("per", (const char *const *) words))
    return ASK_CHART_TIME_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (words[n - 1], units[i].word) == 0
        || (strcmp (words[0], units[i].word) == 0 && units[i].unit == ASK_CHART_TIME_YEAR))
      return units[i].unit;
  return ASK_CHART_TIME_NONE;
}

typedef enum
{
  COUNT_OF,
  SUM_OF,
  AVERAGE_OF,
  SMALLEST,
  LARGEST,
  TOTAL_OF
} Function;

/* TRANSLATORS: the words of a column's name follow: "sum of amount" */
static char *
name_function (Function function, const char *words)
{
  switch (function)
    {
    case COUNT_OF:
      return g_strdup_printf (_("count of %s"), words);
    case AVERAGE_OF:
      return g_strdup_printf (_("average of %s"), words);
    case SMALLEST:
      return g_strdup_printf (_("smallest %s"), words);
    case LARGEST:
      return g_strdup_printf (_("largest %s"), words);
    case TOTAL_OF:
      return g_strdup_printf (_("total of %s"), words);
    case SUM_OF:
    default:
      return g_strdup_printf (_("sum of %s"), words);
    }
}

/**
 * ask_chart_name_to_label:
 * @name: (nullable): a column's name
 * @column: its place, for a column without a name
 *
 * Returns: (transfer full): the name in words: "order month", "sum of amount"
 */
char *
ask_chart_name_to_label (const char *name, guint column)
{
  static const struct
  {
    const char *opening;
    Function function;
  } functions[] = {
    { "count(", COUNT_OF }, { "sum(", SUM_OF },  { "avg(", AVERAGE_OF },
    { "min(", SMALLEST },   { "max(", LARGEST }, { "total(", TOTAL_OF },
  };
  g_autofree char *valid = name != NULL ? g_utf8_make_valid (name, -1) : g_strdup ("");
  g_autofree char *words = NULL;

  g_strstrip (valid);
  if (g_ascii_strcasecmp (valid, "count(*)") == 0)
    return g_strdup (_("count"));
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      gsize length = strlen (functions[i].opening);
      const char *argument = valid + length;

      if (g_ascii_strncasecmp (valid, functions[i].opening, length) != 0 || !g_str_has_suffix (valid, ")"))
        continue;
      if (g_ascii_strncasecmp (argument, "distinct ", 9) == 0)
        argument += 9;
      /* "sum(o.amount)" is about the amount, not about o. */
      if (strspn (argument, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") < strlen (argument)
          && argument[strspn (argument, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '.')
        argument = strchr (argument, '.') + 1;
      words = ask_text_to_words (argument);
      return name_function (functions[i].function, words);
    }
  /* A name with spaces or signs was written for people and keeps its case and signs. */
  if (strpbrk (valid, " %€$£") != NULL && strpbrk (valid, "()\"[]*+/|_") == NULL)
    return ask_text_shorten (valid, 60);
  words = ask_text_to_words (valid);
  if (*words == '\0')
    return *valid != '\0' ? ask_text_shorten (valid, 60) : g_strdup_printf (_("column %u"), column + 1);
  return ask_text_shorten (words, 60);
}

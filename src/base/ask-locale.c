/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers stand as the locale's LC_NUMERIC has them, the sign of a currency where LC_MONETARY puts it ("€712,165.79",
 * "712.165,79 €"), days in the order of LC_TIME. All else that has a unit, per cent included, is written as ISO 80000
 * does: the number, a space that no line breaks at, the unit.
 *
 * The locale "C" has no conventions: its groups are English ones, and times stay in ISO 8601. Nothing here calls
 * localeconv() or changes a locale, so all of it is safe on every thread.
 */
#include "config.h"

#include "base/ask-locale.h"

#include <glib/gi18n.h>
#include <langinfo.h>
#include <limits.h>
#include <string.h>

#define NO_BREAK_SPACE "\u00a0"

/* What people write beyond the signs stays a code. */
static const AskCurrency currencies[] = {
  { "EUR", "€", 2, FALSE },   { "USD", "$", 2, TRUE },    { "GBP", "£", 2, TRUE },    { "JPY", "¥", 0, TRUE },
  { "CHF", "CHF", 2, TRUE },  { "CNY", "CN¥", 2, TRUE },  { "INR", "₹", 2, TRUE },    { "KRW", "₩", 0, TRUE },
  { "BRL", "R$", 2, TRUE },   { "CAD", "CA$", 2, TRUE },  { "AUD", "A$", 2, TRUE },   { "NZD", "NZ$", 2, TRUE },
  { "MXN", "MX$", 2, TRUE },  { "HKD", "HK$", 2, TRUE },  { "SGD", "SGD", 2, TRUE },  { "ILS", "₪", 2, TRUE },
  { "VND", "₫", 0, FALSE },   { "PHP", "₱", 2, TRUE },    { "PLN", "PLN", 2, FALSE }, { "CZK", "CZK", 2, FALSE },
  { "SEK", "SEK", 2, FALSE }, { "NOK", "NOK", 2, FALSE }, { "DKK", "DKK", 2, FALSE }, { "HUF", "HUF", 2, FALSE },
  { "RON", "RON", 2, FALSE }, { "BGN", "BGN", 2, FALSE }, { "TRY", "TRY", 2, TRUE },  { "UAH", "UAH", 2, FALSE },
  { "RUB", "RUB", 2, FALSE }, { "ZAR", "ZAR", 2, TRUE },  { "THB", "THB", 2, TRUE },  { "IDR", "IDR", 2, TRUE },
  { "KWD", "KWD", 3, TRUE },  { "AED", "AED", 2, TRUE },  { "SAR", "SAR", 2, TRUE },  { "CLP", "CLP", 0, TRUE },
  { "COP", "COP", 2, TRUE },  { "ARS", "ARS", 2, TRUE },  { "TWD", "NT$", 2, TRUE },  { "ISK", "ISK", 0, FALSE },
};

/** ask_locale_get_signs: Returns: the signs of numbers; a locale without groups, as "C", has the English ones */
AskLocaleSigns
ask_locale_get_signs (void)
{
  AskLocaleSigns signs = { nl_langinfo (RADIXCHAR), nl_langinfo (THOUSEP), "\3" };

#ifdef GROUPING
  if (*nl_langinfo (GROUPING) > 0)
    signs.sizes = nl_langinfo (GROUPING);
#endif
  /* A locale of another encoding. */
  if (*signs.point == '\0' || !g_utf8_validate (signs.point, -1, NULL))
    signs.point = ".";
  if (!g_utf8_validate (signs.separator, -1, NULL))
    signs.separator = NO_BREAK_SPACE;
  if (*signs.separator == '\0')
    /* A comma would be read as the locale's point. */
    signs.separator = strcmp (signs.point, ".") == 0 ? "," : "\u202f";
  return signs;
}

/** ask_locale_find_currency: Returns: (nullable): the money that @unit, a code or a sign, is of; %NULL for other units */
const AskCurrency *
ask_locale_find_currency (const char *unit)
{
  if (unit == NULL || *unit == '\0')
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (currencies); i++)
    if (g_ascii_strcasecmp (currencies[i].code, unit) == 0 || strcmp (currencies[i].sign, unit) == 0)
      return &currencies[i];
  return NULL;
}

/* Where the locale puts the sign of its money; @spaced: with a space between. English where it has none to say. */
static void
place_sign (gboolean *leads, gboolean *spaced)
{
  int precedes = CHAR_MAX, space = CHAR_MAX;

#if defined(P_CS_PRECEDES) && defined(P_SEP_BY_SPACE)
  precedes = *nl_langinfo (P_CS_PRECEDES);
  space = *nl_langinfo (P_SEP_BY_SPACE);
#endif
  *leads = precedes != 0;
  *spaced = space == 1 || !*leads;
}

/**
 * ask_locale_add_unit:
 * @number: as people read it, from ask_number_localise()
 * @unit: (nullable): "EUR", "kg", "%"
 *
 * "712.165,79 €" and "€712,165.79", "12 kg", "8,1 %", "−€5". The code of a currency without a sign of its own has a space on
 * either side.
 *
 * Returns: (transfer full): the number with its unit
 */
char *
ask_locale_add_unit (const char *number, const char *unit)
{
  const AskCurrency *currency = ask_locale_find_currency (unit);
  gsize minus = g_str_has_prefix (number, "−") ? strlen ("−") : 0;
  gboolean leads, spaced;

  if (unit == NULL || *unit == '\0')
    return g_strdup (number);
  /* A degree has no space: 8°. */
  if (currency == NULL)
    return g_strconcat (number, strcmp (unit, "°") == 0 ? "" : NO_BREAK_SPACE, unit, NULL);
  place_sign (&leads, &spaced);
  if (!leads)
    return g_strconcat (number, NO_BREAK_SPACE, currency->sign, NULL);
  spaced |= g_ascii_isalpha (currency->sign[strlen (currency->sign) - 1]);
  return g_strdup_printf ("%.*s%s%s%s", (int) minus, number, currency->sign, spaced ? NO_BREAK_SPACE : "",
                          number + minus);
}

static int
digits (const char *text, gsize n)
{
  int number = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return -1;
      number = number * 10 + text[i] - '0';
    }
  return number;
}

/* @clock: (out): bytes from the start to the time of day, 0 for none */
static AskLocaleTime
read_time (const char *text, gsize length, int *numbers)
{
  numbers[0] = length >= 7 && text[4] == '-' ? digits (text, 4) : -1;
  if (numbers[0] < 1)
    return ASK_LOCALE_NO_TIME;
  if (length == 7 && text[5] == 'Q')
    {
      numbers[1] = digits (text + 6, 1);
      return numbers[1] >= 1 && numbers[1] <= 4 ? ASK_LOCALE_QUARTER : ASK_LOCALE_NO_TIME;
    }
  if (length == 8 && text[5] == 'W')
    {
      numbers[1] = digits (text + 6, 2);
      return numbers[1] >= 0 && numbers[1] <= 53 ? ASK_LOCALE_WEEK : ASK_LOCALE_NO_TIME;
    }
  numbers[1] = digits (text + 5, 2);
  if (numbers[1] < 1 || numbers[1] > 12)
    return ASK_LOCALE_NO_TIME;
  if (length == 7)
    return ASK_LOCALE_MONTH;
  numbers[2] = length >= 10 && text[7] == '-' ? digits (text + 8, 2) : -1;
  if (numbers[2] < 1 || numbers[2] > g_date_get_days_in_month ((GDateMonth) numbers[1], (GDateYear) numbers[0]))
    return ASK_LOCALE_NO_TIME;
  if (length == 10)
    return ASK_LOCALE_DAY;
  if (length < 16 || (text[10] != ' ' && text[10] != 'T') || digits (text + 11, 2) < 0 || text[13] != ':'
      || digits (text + 14, 2) < 0)
    return ASK_LOCALE_NO_TIME;
  if (length > 16 && (text[16] == ':' && (length < 19 || digits (text + 17, 2) < 0)))
    return ASK_LOCALE_NO_TIME;
  return strspn (text + 16, "0123456789:.+-Z ") >= length - 16 ? ASK_LOCALE_MOMENT : ASK_LOCALE_NO_TIME;
}

/**
 * ask_locale_read_time:
 * @text: what a cell holds, ended by a NUL
 * @length: its bytes
 *
 * Returns: which time in ISO 8601 it is: "2025-03", "2025-Q1", "2025-W07", "2025-03-01", "2025-03-01 10:20[:30[.5]][zone]";
 *   %ASK_LOCALE_NO_TIME for all else
 */
AskLocaleTime
ask_locale_read_time (const char *text, gsize length)
{
  int numbers[3];

  return read_time (text, length, numbers);
}

/* The order of a day in numbers, with all digits of the year; NULL where the locale has none. */
static char *
day_format (void)
{
  const char *own = nl_langinfo (D_FMT);
  GString *format;

  /* Of "C", and of no locale that says which number is the month. */
  if (strcmp (own, "%m/%d/%y") == 0)
    return NULL;
  format = g_string_new (own);
  g_string_replace (format, "%y", "%Y", 0);
  g_string_replace (format, "%Ey", "%Y", 0);
  return g_string_free (format, FALSE);
}

/**
 * ask_locale_day:
 * @day: a day
 * @with_year: whether its year is said, too
 *
 * Returns: (transfer full): "3 November 2024" for a sentence
 */
char *
ask_locale_day (GDateTime *day, gboolean with_year)
{
  if (!with_year)
    /* Translators: a day of this year, as g_date_time_format() takes it: "3 November". */
    return g_date_time_format (day, _ ("%-d %B"));
  /* Translators: a day of another year: "3 November 2024". */
  return g_date_time_format (day, _ ("%-d %B %Y"));
}

/* The time of day as it came, without seconds that are none, and what zone it is in. */
static void
append_clock (GString *text, const char *clock)
{
  gsize time = 5;

  if (clock[5] == ':')
    time = strncmp (clock + 5, ":00", 3) == 0 && clock[8] != '.' ? 5 : strspn (clock, "0123456789:.");
  g_string_append_len (text, clock, (gssize) time);
  clock += strspn (clock, "0123456789:.");
  clock += strspn (clock, " ");
  if (*clock != '\0')
    g_string_append_printf (text, NO_BREAK_SPACE "%s", strcmp (clock, "Z") == 0 ? "UTC" : clock);
}

/**
 * ask_locale_time:
 * @text: a time, see ask_locale_read_time()
 * @length: its bytes
 * @form: where it will stand
 *
 * No time zone is ever applied: a time is told as it is written.
 *
 * Returns: (transfer full) (nullable): the time as people write it; %NULL where @text is no time, or stays as it is
 */
char *
ask_locale_time (const char *text, gsize length, AskLocaleForm form)
{
  int numbers[3] = { 1, 1, 1 };
  AskLocaleTime time = read_time (text, length, numbers);
  g_autofree char *format = day_format ();
  g_autofree char *part = NULL;
  g_autoptr (GDateTime) day = NULL;
  GString *shown;

  if (time == ASK_LOCALE_NO_TIME || (format == NULL && form == ASK_LOCALE_TABLE))
    return NULL;
  if (time == ASK_LOCALE_QUARTER || time == ASK_LOCALE_WEEK)
    {
      part = g_strdup_printf (time == ASK_LOCALE_WEEK ? C_ ("week", "W%02d") : C_ ("quarter", "Q%d"), numbers[1]);
      return g_strdup_printf ("%s %d", part, numbers[0]);
    }
  day = g_date_time_new_utc (numbers[0], numbers[1], time == ASK_LOCALE_MONTH ? 1 : numbers[2], 0, 0, 0);
  if (day == NULL)
    return NULL;
  if (time == ASK_LOCALE_MONTH)
    /* Translators: a month, as g_date_time_format() takes it: "March 2025". */
    return g_date_time_format (day, _ ("%B %Y"));
  part = form == ASK_LOCALE_TABLE ? g_date_time_format (day, format) : ask_locale_day (day, TRUE);
  if (part == NULL || time == ASK_LOCALE_DAY)
    return g_steal_pointer (&part);
  shown = g_string_new (part);
  g_string_append (shown, form == ASK_LOCALE_TABLE ? " " : ", ");
  append_clock (shown, text + 11);
  return g_string_free (shown, FALSE);
}

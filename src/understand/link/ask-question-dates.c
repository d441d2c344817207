/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dates as people write them, English and German: "2014-05-17", "May 2014", "17. Mai 2014", "5/17/2014", "Q3
 * 2014", "the 1990s", "yesterday", "last quarter", "the past 30 days", "two weeks ago". Each becomes a moment, a
 * day, a month, a year, or two days with a "/" between them.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum
{
  DAY,
  WEEK,
  MONTH,
  QUARTER,
  YEAR,
  NO_UNIT
} Unit;

static struct
{
  gboolean set;
  GDate day;
} today;

/**
 * ask_question_set_today:
 * @day: (nullable): what "today" is from now on; %NULL for the clock's
 *
 * For tests. Call it while no question is read.
 */
void
ask_question_set_today (const GDate *day)
{
  today.set = day != NULL;
  if (day != NULL)
    today.day = *day;
}

static GDate
get_today (void)
{
  GDate day;

  if (today.set)
    return today.day;
  g_date_clear (&day, 1);
  g_date_set_time_t (&day, time (NULL));
  return day;
}

/**
 * ask_question_dup_today:
 *
 * Returns: (transfer full): today, as "2024-09-30"
 */
char *
ask_question_dup_today (void)
{
  GDate day = get_today ();

  return g_strdup_printf ("%04d-%02d-%02d", g_date_get_year (&day), (int) g_date_get_month (&day),
                          g_date_get_day (&day));
}

static const AskToken *
token_at (AskQuestionWork *work, guint i)
{
  return i < work->question->tokens->len ? ask_question_token (work->question, i) : NULL;
}

static gboolean
is_sign (AskQuestionWork *work, guint i, const char *sign)
{
  return token_at (work, i) != NULL && g_str_equal (token_at (work, i)->surface, sign);
}

static gboolean
is_word (AskQuestionWork *work, guint i, const char *const *words)
{
  return token_at (work, i) != NULL && g_strv_contains (words, token_at (work, i)->folded);
}

/* A number of digits only, from @least to @most; -1 where there is none. */
static int
digits_at (AskQuestionWork *work, guint i, int least, int most)
{
  const AskToken *token = token_at (work, i);

  if (token == NULL || strlen (token->surface) > 4 || strspn (token->surface, "0123456789") != strlen (token->surface))
    return -1;

  int number = atoi (token->surface);

  return number >= least && number <= most ? number : -1;
}

static int
year_at (AskQuestionWork *work, guint i)
{
  return digits_at (work, i, 1000, 2999);
}

static int
month_of (const char *folded)
{
  static const char *const months[12][5] = {
    { "january", "jan", "januar", "janner", NULL },
    { "february", "feb", "februar", NULL },
    { "march", "mar", "marz", NULL },
    { "april", "apr", NULL },
    { "may", "mai", NULL },
    { "june", "jun", "juni", NULL },
    { "july", "jul", "juli", NULL },
    { "august", "aug", NULL },
    { "september", "sep", "sept", NULL },
    { "october", "oct", "oktober", "okt", NULL },
    { "november", "nov", NULL },
    { "december", "dec", "dezember", "dez", NULL },
  };

  for (int i = 0; i < 12; i++)
    if (g_strv_contains (months[i], folded))
      return i + 1;
  return 0;
}

static int
month_at (AskQuestionWork *work, guint i)
{
  const AskToken *token = token_at (work, i);

  return token != NULL && !token->quoted ? month_of (token->folded) : 0;
}

static char *
print_day (const GDate *day)
{
  return g_strdup_printf ("%04d-%02d-%02d", g_date_get_year (day), g_date_get_month (day), g_date_get_day (day));
}

static char *
print_days (const GDate *from, const GDate *to)
{
  g_autofree char *first = print_day (from);
  g_autofree char *last = print_day (to);

  return g_strconcat (first, "/", last, NULL);
}

static gboolean
take (AskDateReading *reading, guint last, char *value)
{
  reading->last = last;
  reading->value = value;
  return value != NULL;
}

/* The day, where there is such a day. */
static char *
print_numbers (int year, int month, int day)
{
  if (!g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return NULL;
  return g_strdup_printf ("%04d-%02d-%02d", year, month, day);
}

static char *
print_months (int year, int first, int last)
{
  GDate from, to;

  /* "from November to February 2014" begins the year before. */
  g_date_clear (&from, 1);
  g_date_set_dmy (&from, 1, (GDateMonth) first, (GDateYear) (first > last ? year - 1 : year));
  g_date_clear (&to, 1);
  g_date_set_dmy (&to, g_date_get_days_in_month ((GDateMonth) last, (GDateYear) year), (GDateMonth) last,
                  (GDateYear) year);
  return print_days (&from, &to);
}

/* One token, or digits with signs between them. */
static gboolean
read_digits (AskQuestionWork *work, guint i, AskDateReading *reading)
{
  const AskToken *token = token_at (work, i);
  int a, b, year;

  if (!g_ascii_isdigit (*token->surface))
    return FALSE;
  if (strlen (token->surface) >= 10 && token->surface[4] == '-')
    {
      if (sscanf (token->surface, "%d-%d-%d", &year, &a, &b) != 3
          || !g_date_valid_dmy ((GDateDay) b, (GDateMonth) a, (GDateYear) year))
        return FALSE;
      return take (reading, i + 1, g_strdelimit (g_strdup (token->surface), "T", ' '));
    }
  if (sscanf (token->surface, "%d.%d.%d", &a, &b, &year) == 3)
    return take (reading, i + 1, print_numbers (year, b, a));
  a = digits_at (work, i, 1, 31);
  b = digits_at (work, i + 2, 1, 31);
  year = year_at (work, i + 4);
  /* Months come first unless the number is none. */
  if (a > 0 && b > 0 && year > 0 && is_sign (work, i + 1, "/") && is_sign (work, i + 3, "/"))
    return take (reading, i + 5, a <= 12 ? print_numbers (year, a, b) : print_numbers (year, b, a));
  year = year_at (work, i);
  b = digits_at (work, i + 2, 1, 12);
  if (year > 0 && b > 0 && is_sign (work, i + 1, "-") && strlen (token_at (work, i + 2)->surface) == 2
      && !is_sign (work, i + 3, "-") && token_at (work, i + 2)->start == token->end + 1)
    return take (reading, i + 3, g_strdup_printf ("%04d-%02d", year, b));
  return FALSE;
}

static guint
skip_words (AskQuestionWork *work, guint i, const char *const *words)
{
  return i + is_word (work, i, words);
}

/* "Since March": the last one that there was, which may be this month. "In March" says no year at all. */
static gboolean
read_last_month (AskQuestionWork *work, guint i, int month, AskDateReading *reading)
{
  static const char *const before[] = { "since", "until", "till", NULL };
  GDate day = get_today ();
  int year = g_date_get_year (&day);

  if (i == 0 || !is_word (work, i - 1, before))
    return FALSE;
  if (month > (int) g_date_get_month (&day))
    year--;
  reading->relative = TRUE;
  return take (reading, i + 1, g_strdup_printf ("%04d-%02d", year, month));
}

/* "May 2014", "May of 2014", "May 17th, 2014", "17 May 2014", "17th of May, 2014", "17. Mai 2014" */
static gboolean
read_month (AskQuestionWork *work, guint i, AskDateReading *reading)
{
  static const char *const endings[] = { "st", "nd", "rd", "th", ".", NULL };
  static const char *const between[] = { "of", ",", NULL };
  int day = digits_at (work, i, 1, 31);
  int month = month_at (work, i);
  guint at = i + 1;
  int year;

  if (month > 0)
    {
      day = digits_at (work, at, 1, 31);
      if (day > 0)
        at = skip_words (work, at + 1, endings);
    }
  else if (day > 0)
    {
      at = skip_words (work, skip_words (work, at, endings), between);
      month = month_at (work, at);
      at++;
    }
  if (month == 0)
    return FALSE;
  at = skip_words (work, at, between);
  year = year_at (work, at);
  if (year < 0)
    return day < 0 && read_last_month (work, i, month, reading);
  return take (reading, at + 1,
               day > 0 ? print_numbers (year, month, day) : g_strdup_printf ("%04d-%02d", year, month));
}

/* "between March and May 2014", "March to May of 2014", "von März bis Mai 2014" */
static gboolean
read_months (AskQuestionWork *work, guint i, AskDateReading *reading)
{
  static const char *const leads[] = { "between", "from", NULL };
  static const char *const until[] = { "and", "to", "until", "till", "through", "-", "–", "bis", NULL };
  static const char *const between[] = { "of", ",", NULL };
  guint at = skip_words (work, i, leads);
  int first = month_at (work, at);
  int last = first > 0 && is_word (work, at + 1, until) ? month_at (work, at + 2) : 0;
  int year = last > 0 ? year_at (work, at = skip_words (work, at + 3, between)) : -1;

  /* "March and May 2014" are two months; only "between" makes them one span. */
  if (year < 0 || (is_word (work, at - 2, (const char *const[]) { "and", NULL }) && !is_word (work, i, leads)))
    return FALSE;
  return take (reading, at + 1, print_months (year, first, last));
}

static char *
print_quarter (int year, int quarter)
{
  return print_months (year, 3 * quarter - 2, 3 * quarter);
}

/* "Q3 2014", "third quarter of 2014", "drittes Quartal 2014". The last one is of a year only where one follows. */
static gboolean
read_quarter (AskQuestionWork *work, guint i, AskDateReading *reading)
{
  static const char *const which[] = { "first", "second", "third", "fourth" };
  static const char *const names[] = { "quarter", "quartal", "quartals", NULL };
  static const char *const between[] = { "of", ",", "in", NULL };
  static const char *const letter[] = { "q", NULL };
  int quarter = 0;
  int year;
  guint at;

  if (is_word (work, i, letter))
    quarter = digits_at (work, i + 1, 1, 4);
  else if (is_word (work, i + 1, names) && g_str_equal (token_at (work, i)->folded, "last"))
    quarter = 4;
  else if (is_word (work, i + 1, names))
    for (int q = 1; q <= 4; q++)
      if (g_str_equal (token_at (work, i)->folded, which[q - 1]))
        quarter = q;
  if (quarter <= 0)
    return FALSE;
  at = skip_words (work, i + 2, between);
  year = year_at (work, at);
  return year > 0 && take (reading, at + 1, print_quarter (year, quarter));
}

/* "1990s", "1990er" */
static gboolean
read_decade (AskQuestionWork *work, guint i, AskDateReading *reading)
{
  static const char *const endings[] = { "s", "er", NULL };
  int year = year_at (work, i);

  if (year < 0 || year % 10 != 0 || !is_word (work, i + 1, endings)
      || token_at (work, i + 1)->start != token_at (work, i)->end)
    return FALSE;
  return take (reading, i + 2, g_strdup_printf ("%04d-01-01/%04d-12-31", year, year + 9));
}

static Unit
unit_at (AskQuestionWork *work, guint i)
{
  static const char *const units[][8] = {
    [DAY] = { "day", "days", "tag", "tage", "tagen", "tages", NULL },
    [WEEK] = { "week", "weeks", "woche", "wochen", NULL },
    [MONTH] = { "month", "months", "monat", "monate", "monaten", "monats", NULL },
    [QUARTER] = { "quarter", "quarters", "quartal", "quartale", "quartalen", "quartals", NULL },
    [YEAR] = { "year", "years", "jahr", "jahre", "jahren", "jahres", NULL },
  };

  for (Unit unit = DAY; unit < NO_UNIT; unit++)
    if (is_word (work, i, units[unit]))
      return unit;
  return NO_UNIT;
}

/* Long spans end where dates end. */
static void
add_units (GDate *day, Unit unit, int n)
{
  guint count = (guint) MIN (ABS (n), 9999);
  guint months = unit == MONTH ? count : unit == QUARTER ? 3 * count : 0;
  guint days = unit == DAY ? count : unit == WEEK ? 7 * count : 0;
  guint years = unit == YEAR ? MIN (count, 1900) : 0;

  if (n < 0)
    {
      g_date_subtract_days (day, days);
      g_date_subtract_months (day, MIN (months, 12 * 1900));
      g_date_subtract_years (day, years);
    }
  else
    {
      g_date_add_days (day, days);
      g_date_add_months (day, MIN (months, 12 * 1900));
      g_date_add_years (day, years);
    }
}

/* The whole unit that a day is in. */
static char *
print_unit (const GDate *day, Unit unit)
{
  GDate from = *day;
  GDate to;

  switch (unit)
    {
    case WEEK:
      g_date_subtract_days (&from, (guint) g_date_get_weekday (day) - 1);
      to = from;
      g_date_add_days (&to, 6);
      return print_days (&from, &to);
    case MONTH:
      return g_strdup_printf ("%04d-%02d", g_date_get_year (day), g_date_get_month (day));
    case QUARTER:
      return print_quarter (g_date_get_year (day), (g_date_get_month (day) + 2) / 3);
    case YEAR:
      return g_strdup_printf ("%04d", g_date_get_year (day));
    case DAY:
    case NO_UNIT:
      break;
    }
  return print_day (day);
}

/* "last" is -1, "this" 0, "next" 1; 2 for any other word. */
static int
direction_at (AskQuestionWork *work, guint i)
{
  static const char *const before[] = { "last", "previous", "past", NULL };
  static const char *const now[] = { "this", "current", NULL };
  static const char *const after[] = { "next", "coming", NULL };

  if (is_word (work, i, before))
    return -1;
  if (is_word (work, i, now))
    return 0;
  if (is_word (work, i, after))
    return 1;
  return 2;
}

/* How many, as a small whole number; 0 where none stands there. */
static int
count_at (AskQuestionWork *work, guint i, guint *last)
{
  double number;

  if (token_at (work, i) == NULL || !ask_question_read_number (work, i, last, &number))
    return 0;
  return number >= 1 && number < 10000 && number == (int) number ? (int) number : 0;
}

/* From the first day of the unit that today is in: "year to date", "this year to date", "YTD". */
static gboolean
read_to_date (AskQuestionWork *work, guint i, AskDateReading *reading)
{
  static const char *const to[] = { "to", NULL };
  static const char *const date[] = { "date", NULL };
  static const struct
  {
    const char *word;
    Unit unit;
  } shorts[] = { { "ytd", YEAR }, { "qtd", QUARTER }, { "mtd", MONTH }, { "wtd", WEEK } };
  GDate today_is = get_today ();
  GDate first = today_is;
  guint at = i + (direction_at (work, i) == 0);
  Unit unit = unit_at (work, at);

  reading->last = at + 3;
  if (unit == NO_UNIT || unit == DAY || !is_word (work, at + 1, to) || !is_word (work, at + 2, date))
    {
      unit = NO_UNIT;
      reading->last = i + 1;
      for (guint s = 0; s < G_N_ELEMENTS (shorts); s++)
        if (g_str_equal (token_at (work, i)->folded, shorts[s].word))
          unit = shorts[s].unit;
    }
  if (unit == NO_UNIT)
    return FALSE;
  if (unit == WEEK)
    g_date_subtract_days (&first, (guint) g_date_get_weekday (&first) - 1);
  else
    g_date_set_day (&first, 1);
  if (unit == QUARTER)
    g_date_set_month (&first, (GDateMonth) ((g_date_get_month (&first) - 1) / 3 * 3 + 1));
  if (unit == YEAR)
    g_date_set_month (&first, G_DATE_JANUARY);
  return take (reading, reading->last, print_days (&first, &today_is));
}

static gboolean
read_relative (AskQuestionWork *work, guint i, AskDateReading *reading)
{
  static const char *const days[] = { "yesterday", "today", "tomorrow" };
  static const char *const ago[] = { "ago", NULL };
  static const char *const german_ago[] = { "before", NULL }; /* "vor", in English */
  int direction = direction_at (work, i);
  GDate day = get_today ();
  GDate other = day;
  guint at = i + 1;
  int n;

  reading->relative = TRUE;
  if (read_to_date (work, i, reading))
    return TRUE;
  for (int k = 0; k < 3; k++)
    if (g_str_equal (token_at (work, i)->folded, days[k]))
      {
        add_units (&day, DAY, k - 1);
        return take (reading, i + 1, print_day (&day));
      }
  if (direction != 2)
    {
      Unit unit = unit_at (work, at);

      if (unit != NO_UNIT && unit != DAY)
        {
          add_units (&day, unit, direction);
          return take (reading, at + 1, print_unit (&day, unit));
        }
      n = direction != 0 ? count_at (work, at, &at) : 0;
      unit = unit_at (work, at);
      if (n == 0 || unit == NO_UNIT)
        return FALSE;
      add_units (&other, unit, direction * n);
      return take (reading, at + 1, direction < 0 ? print_days (&other, &day) : print_days (&day, &other));
    }
  if (work->german && is_word (work, i, german_ago))
    {
      n = count_at (work, at, &at);
      if (n == 0 || unit_at (work, at) == NO_UNIT)
        return FALSE;
      add_units (&day, unit_at (work, at), -n);
      return take (reading, at + 1, print_day (&day));
    }
  n = count_at (work, i, &at);
  if (n > 0 && unit_at (work, at) != NO_UNIT && is_word (work, at + 1, ago))
    {
      add_units (&day, unit_at (work, at), -n);
      return take (reading, at + 2, print_day (&day));
    }
  return FALSE;
}

/**
 * ask_question_read_date:
 * @work: with its tokens
 * @first: where the date would begin
 * @reading: (out): set where one begins there; its value belongs to the caller
 *
 * A year alone is a number, not a date; a month alone is one behind "since" and "until".
 *
 * Returns: whether a date begins there
 */
gboolean
ask_question_read_date (AskQuestionWork *work, guint first, AskDateReading *reading)
{
  *reading = (AskDateReading) { .first = first };
  return read_digits (work, first, reading) || read_months (work, first, reading) || read_month (work, first, reading)
         || read_quarter (work, first, reading) || read_decade (work, first, reading)
         || read_relative (work, first, reading);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user's locale says of numbers, money, shares and times. The only place that knows separators, signs of
 * currencies and the order of a date; ask-number.h and ask-cell.h write by it. What programs read, and what a model is
 * told, never comes through here.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskLocaleSigns:
 * @point: between the whole part and its decimals
 * @separator: between groups of digits
 * @sizes: of groups, from the right, as localeconv() has them
 *
 * Signs of numbers. The strings are the C library's, or static.
 */
typedef struct
{
  const char *point;
  const char *separator;
  const char *sizes;
} AskLocaleSigns;

/**
 * AskLocaleForm:
 * @ASK_LOCALE_TABLE: "01.03.2025", "März 2025": short, below others of its kind. Without a locale it stays as it came
 * @ASK_LOCALE_SENTENCE: "1. März 2025", in every locale
 */
typedef enum
{
  ASK_LOCALE_TABLE,
  ASK_LOCALE_SENTENCE
} AskLocaleForm;

/**
 * AskLocaleTime:
 *
 * What a text in ISO 8601 is.
 */
typedef enum
{
  ASK_LOCALE_NO_TIME,
  ASK_LOCALE_MONTH,
  ASK_LOCALE_QUARTER,
  ASK_LOCALE_WEEK,
  ASK_LOCALE_DAY,
  ASK_LOCALE_MOMENT
} AskLocaleTime;

/**
 * AskCurrency:
 * @code: "EUR", as units spell it
 * @sign: "€"; its code where it has no sign of its own
 * @places: digits behind the point: 2, or 0 for yen
 * @leads: whether the sign stands before numbers where the money comes from
 */
typedef struct
{
  const char *code;
  const char *sign;
  int places;
  gboolean leads;
} AskCurrency;

AskLocaleSigns     ask_locale_get_signs     (void);
const AskCurrency *ask_locale_find_currency (const char     *unit);
char              *ask_locale_add_unit      (const char     *number,
                                             const char     *unit);
AskLocaleTime      ask_locale_read_time     (const char     *text,
                                             gsize           length);
char              *ask_locale_time          (const char     *text,
                                             gsize           length,
                                             AskLocaleForm   form);
char              *ask_locale_day           (GDateTime      *day,
                                             gboolean        with_year);

G_END_DECLS

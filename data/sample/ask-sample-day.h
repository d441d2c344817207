/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Days as numbers, counted from 1970-01-01, and their ISO 8601 text. Pure functions; no time
 * zones, no clock.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ASK_SAMPLE_DAY_TEXT 11

typedef struct
{
  guint year;
  guint month; /* 1 to 12 */
  guint day; /* 1 to 31 */
} AskSampleDate;

gint          ask_sample_day_from_date (guint year,
                                        guint month,
                                        guint day);
AskSampleDate ask_sample_day_to_date   (gint  day);
guint         ask_sample_day_weekday   (gint  day);
char         *ask_sample_day_format    (gint  day,
                                        char  text[ASK_SAMPLE_DAY_TEXT]);

G_END_DECLS

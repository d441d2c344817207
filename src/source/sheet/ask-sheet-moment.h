/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dates and times of cells.
 */
#pragma once

#include "source/sheet/ask-sheet-ways.h"

G_BEGIN_DECLS

/**
 * AskSheetMoment:
 * @timed: there is a time of day
 * @clock: "10:20:30.5"; where @timed
 * @zone: "", "Z", "+02:00"
 */
typedef struct
{
  gint64 year;
  guint month, day;
  gboolean timed;
  char clock[24];
  char zone[8];
} AskSheetMoment;

gboolean ask_sheet_moment_read (const char       *text,
                                gsize             length,
                                AskSheetFormats   format,
                                AskSheetMoment   *moment);

G_END_DECLS

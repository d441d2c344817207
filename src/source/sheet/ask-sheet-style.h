/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which numbers of an .xlsx file are dates and times, and what they are in ISO 8601.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_SHEET_STYLE_NUMBER,
  ASK_SHEET_STYLE_DATE, /* with or without a time */
  ASK_SHEET_STYLE_TIME, /* a time of day */
  ASK_SHEET_STYLE_ELAPSED /* hours may be more than 24 */
} AskSheetStyle;

/* Of the longest moment. */
#define ASK_SHEET_MOMENT_BYTES 48

AskSheetStyle ask_sheet_style_from_id   (guint          id);
AskSheetStyle ask_sheet_style_from_code (const char    *code);
gboolean      ask_sheet_style_format    (AskSheetStyle  self,
                                         double         serial,
                                         gboolean       from_1904,
                                         char          *buffer,
                                         gboolean      *moment);

G_END_DECLS

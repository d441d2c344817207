/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers, sizes, times and days as a person reads them. Pure functions.
 */
#pragma once

#include "base/ask-rows.h"
#include "source/ask-source.h"

G_BEGIN_DECLS

/**
 * AskColumnFormat:
 * @right: numbers stand at the end of the line
 * @grouped: thousands are set apart
 * @decimals: places for reals, -1 for as many as the number has
 */
typedef struct
{
  gboolean right;
  gboolean grouped;
  int decimals;
} AskColumnFormat;

char           *ask_format_elapsed (double          milliseconds);
char           *ask_format_size    (gint64          bytes);
char           *ask_format_day     (gint64          microseconds);
char           *ask_format_moment  (gint64          microseconds);
char           *ask_format_count   (guint64         count);

AskColumnFormat ask_format_column  (const AskRows  *rows,
                                    guint           column);
char           *ask_format_cell    (const AskValue *value,
                                    AskColumnFormat format);

G_END_DECLS

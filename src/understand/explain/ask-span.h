/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A span of days that moves on with today, "the last 30 days", as two bounds of SQL and as words. Days are those of
 * UTC, as SQLite's date('now') is.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_SPAN_LAST, /* @n units up to today, today included */
  ASK_SPAN_THIS, /* the calendar's unit of today; @n is 1 */
  ASK_SPAN_PREVIOUS, /* the calendar's unit before; @n is 1 */
  ASK_SPAN_NEXT /* @n units from tomorrow on */
} AskSpanKind;

typedef enum
{
  ASK_SPAN_DAYS,
  ASK_SPAN_WEEKS, /* from Monday on */
  ASK_SPAN_MONTHS,
  ASK_SPAN_YEARS
} AskSpanUnit;

typedef struct
{
  AskSpanKind kind;
  AskSpanUnit unit;
  guint n;
} AskSpan;

void     ask_span_write    (const AskSpan  *self,
                            char          **from,
                            char          **before);
gboolean ask_span_find     (const char     *from,
                            const char     *before,
                            AskSpan        *span);
char    *ask_span_to_words (const AskSpan  *self,
                            const char     *name);

G_END_DECLS

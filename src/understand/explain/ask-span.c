/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Spans of days. Whether two bounds are one is found out by writing each span and comparing, so that reading and writing
 * cannot drift apart.
 */
#include "config.h"

#include "understand/explain/ask-span.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ask_span_write:
 * @self: a span
 * @from: (out): SQL of the first day
 * @before: (out): SQL of the day after the last one
 */
void
ask_span_write (const AskSpan *self, char **from, char **before)
{
  static const char *const units[] = { "days", "days", "months", "years" };
  static const char *const starts[] = { "", ", 'weekday 0', '-6 days'", ", 'start of month'", ", 'start of year'" };
  guint n = self->n * (self->unit == ASK_SPAN_WEEKS ? 7 : 1);
  const char *start = starts[self->unit];
  const char *unit = units[self->unit];
  guint one = self->unit == ASK_SPAN_WEEKS ? 7 : 1;

  switch (self->kind)
    {
    case ASK_SPAN_THIS:
      *from = g_strdup_printf ("date('now'%s)", start);
      *before = g_strdup_printf ("date('now'%s, '+%u %s')", start, one, unit);
      break;
    case ASK_SPAN_PREVIOUS:
      *from = g_strdup_printf ("date('now'%s, '-%u %s')", start, one, unit);
      *before = g_strdup_printf ("date('now'%s)", start);
      break;
    case ASK_SPAN_NEXT:
      *from = g_strdup ("date('now', '+1 days')");
      *before = g_strdup_printf ("date('now', '+%u %s', '+1 days')", n, unit);
      break;
    case ASK_SPAN_LAST:
    default:
      *from = g_strdup_printf ("date('now', '-%u %s')", n, unit);
      *before = g_strdup ("date('now', '+1 days')");
      break;
    }
}

static guint
find_number (const char *text)
{
  const char *digits = strpbrk (text, "123456789");

  return digits != NULL ? (guint) MIN (g_ascii_strtoull (digits, NULL, 10), 100000) : 0;
}

static gboolean
is_span (const AskSpan *span, const char *from, const char *before)
{
  g_autofree char *first = NULL;
  g_autofree char *after = NULL;

  ask_span_write (span, &first, &after);
  return strcmp (first, from) == 0 && strcmp (after, before) == 0;
}

/**
 * ask_span_find:
 * @from: SQL of a bound that is not passed below
 * @before: SQL of a bound that is not reached
 * @span: (out): what both mean together; of weeks that are counted as many days
 *
 * Returns: whether they are what ask_span_write() writes
 */
gboolean
ask_span_find (const char *from, const char *before, AskSpan *span)
{
  for (AskSpanKind kind = ASK_SPAN_LAST; kind <= ASK_SPAN_NEXT; kind++)
    for (AskSpanUnit unit = ASK_SPAN_DAYS; unit <= ASK_SPAN_YEARS; unit++)
      {
        *span = (AskSpan) { kind, unit, 1 };
        if (kind == ASK_SPAN_LAST || kind == ASK_SPAN_NEXT)
          span->n = find_number (kind == ASK_SPAN_LAST ? from : before);
        if (span->n > 0 && is_span (span, from, before))
          return TRUE;
      }
  return FALSE;
}

/* @format: with a place for the name, and perhaps one for the number */
static char *
say (const char *format, const char *name, guint n)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (const char *p = format; *p != '\0'; p++)
    if (p[0] == '%' && p[1] == 's')
      {
        g_string_append (words, name);
        p++;
      }
    else if (p[0] == '%' && p[1] == 'u')
      {
        g_string_append_printf (words, "%u", n);
        p++;
      }
    else
      g_string_append_c (words, *p);
  return g_strdup (words->str);
}

/**
 * ask_span_to_words:
 * @self: a span
 * @name: of what lies within it
 *
 * Returns: (transfer full): "day in the last 30 days", in the user's language
 */
char *
ask_span_to_words (const AskSpan *self, const char *name)
{
  static const char *const calendar[2][4] = {
    { N_ ("%s today"), N_ ("%s this week"), N_ ("%s this month"), N_ ("%s this year") },
    { N_ ("%s yesterday"), N_ ("%s last week"), N_ ("%s last month"), N_ ("%s last year") },
  };
  guint n = self->n * (self->unit == ASK_SPAN_WEEKS ? 7 : 1);

  if (self->kind == ASK_SPAN_THIS || self->kind == ASK_SPAN_PREVIOUS)
    return say (_ (calendar[self->kind - ASK_SPAN_THIS][self->unit]), name, 0);
  if (self->unit == ASK_SPAN_MONTHS)
    return say (self->kind == ASK_SPAN_LAST ? ngettext ("%s in the last %u month", "%s in the last %u months", n)
                                            : ngettext ("%s in the next %u month", "%s in the next %u months", n),
                name, n);
  if (self->unit == ASK_SPAN_YEARS)
    return say (self->kind == ASK_SPAN_LAST ? ngettext ("%s in the last %u year", "%s in the last %u years", n)
                                            : ngettext ("%s in the next %u year", "%s in the next %u years", n),
                name, n);
  return say (self->kind == ASK_SPAN_LAST ? ngettext ("%s in the last %u day", "%s in the last %u days", n)
                                          : ngettext ("%s in the next %u day", "%s in the next %u days", n),
              name, n);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ticks in steps of 1, 2 and 5, and numbers beside them, with the signs of the locale as everywhere.
 */
#include "config.h"

#include "chart/ask-chart-scale.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-locale.h"
#include "base/ask-number.h"

/* Beyond this the span of an axis would overflow; a bar that long is drawn cut. */
#define LARGEST 1e300

static double
nice_step (double raw)
{
  double power = pow (10, floor (log10 (raw)));
  double lead = raw / power;

  if (lead <= 1.0 + 1e-9)
    return power;
  if (lead <= 2.0 + 1e-9)
    return 2 * power;
  if (lead <= 5.0 + 1e-9)
    return 5 * power;
  return 10 * power;
}

/**
 * ask_chart_scale_init:
 * @min: the smallest value
 * @max: the largest value
 * @from_zero: whether zero must be on the axis; always so for bars
 * @max_ticks: how many labels have room
 * @format: how the labels are written
 *
 * Widens the range to round numbers. Equal values get an axis around them.
 */
void
ask_chart_scale_init (AskChartScale *self, double min, double max, gboolean from_zero, guint max_ticks,
                      AskChartFormat format)
{
  double span, size;

  min = CLAMP (min, -LARGEST, LARGEST);
  max = CLAMP (max, -LARGEST, LARGEST);
  if (from_zero)
    {
      min = MIN (min, 0);
      max = MAX (max, 0);
    }
  max_ticks = CLAMP (max_ticks, 2, 20);
  size = MAX (fabs (min), fabs (max));
  span = max - min;
  if (size < 1e-290)
    {
      min = 0;
      max = 1;
      span = 1;
    }
  else if (span < size * 1e-9)
    {
      span = size * 0.1;
      min -= span / 2;
      max += span / 2;
    }
  self->format = format;
  self->unit = NULL;
  self->offset = 0;
  self->exact = self->open = FALSE;
  self->step = nice_step (span / (max_ticks - 1));
  for (;;)
    {
      self->min = floor (min / self->step + 1e-9) * self->step;
      self->max = ceil (max / self->step - 1e-9) * self->step;
      if (self->max <= self->min)
        self->max = self->min + self->step;
      self->n_ticks = (guint) floor ((self->max - self->min) / self->step + 0.5) + 1;
      /* On both sides of zero there is always a tick below, at, and above it. */
      if (self->n_ticks <= max_ticks || self->n_ticks <= (min < 0 && max > 0 ? 3 : 2))
        break;
      self->step = nice_step (self->step * 1.5);
    }
}

/**
 * ask_chart_scale_init_exactly:
 * @min: where the axis begins
 * @max: where it ends; as @min, or below, for a little more than that
 * @max_ticks: how many labels have room
 * @format: how the labels are written
 *
 * An axis whose ends are given; ticks are round numbers between them.
 */
void
ask_chart_scale_init_exactly (AskChartScale *self, double min, double max, guint max_ticks, AskChartFormat format)
{
  double first;

  min = CLAMP (min, -LARGEST, LARGEST);
  max = CLAMP (max, -LARGEST, LARGEST);
  if (!(max > min))
    max = min + MAX (fabs (min) * 1e-6, 1e-6);
  *self = (AskChartScale) { .min = min, .max = max, .format = format, .exact = TRUE };
  self->step = nice_step ((max - min) / (CLAMP (max_ticks, 2, 20) - 1));
  first = ceil (min / self->step - 1e-9) * self->step;
  self->offset = MAX (0, first - min);
  self->n_ticks = (guint) MAX (0, floor ((max - first) / self->step + 1e-9) + 1);
}

/** ask_chart_scale_get: Returns: where @value lies, 0 at the lower end and 1 at the upper; beyond only on an open axis */
double
ask_chart_scale_get (const AskChartScale *self, double value)
{
  double share = (value - self->min) / (self->max - self->min);

  return self->open ? CLAMP (share, -1e4, 1e4) : CLAMP (share, 0, 1);
}

/** ask_chart_scale_get_tick: Returns: the value of tick number @tick, from 0 */
double
ask_chart_scale_get_tick (const AskChartScale *self, guint tick)
{
  double value = self->min + self->offset + tick * self->step;

  return fabs (value) < self->step * 1e-9 ? 0 : value;
}

static char *
fixed (double value, int decimals, gboolean separators, gboolean trim)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE + 32];
  char pattern[16];

  if (fabs (value) >= 1e15)
    {
      g_ascii_formatd (buffer, sizeof buffer, "%.4g", value);
      return ask_number_localise (buffer, FALSE);
    }
  g_snprintf (pattern, sizeof pattern, "%%.%df", CLAMP (decimals, 0, 12));
  g_ascii_formatd (buffer, sizeof buffer, pattern, value);
  if (trim && strchr (buffer, '.') != NULL)
    {
      gsize length = strlen (buffer);

      while (buffer[length - 1] == '0')
        buffer[--length] = '\0';
      if (buffer[length - 1] == '.')
        buffer[--length] = '\0';
    }
  if (strspn (buffer, "-0.") == strlen (buffer)) /* "-0.00" */
    memmove (buffer, buffer + (buffer[0] == '-'), strlen (buffer) + (buffer[0] != '-'));
  return ask_number_localise (buffer, separators);
}

static int
decimals_for (double value)
{
  double size = fabs (value);

  if (size >= 1000 || size == 0)
    return 0;
  if (size >= 100)
    return 1;
  if (size >= 1)
    return 2;
  return MIN (12, 2 - (int) floor (log10 (size)));
}

static const struct
{
  double from;
  double divisor;
  const char *suffix;
} magnitudes[] = {
  /* TRANSLATORS: behind a number: 1.2T is 1.2 · 10^12. Begin with a no-break space where one stands there. */
  { 1e12, 1e12, NC_ ("magnitude", "T") },
  /* TRANSLATORS: behind a number: 10^9 */
  { 1e9, 1e9, NC_ ("magnitude", "B") },
  /* TRANSLATORS: behind a number: 10^6 */
  { 1e6, 1e6, NC_ ("magnitude", "M") },
  /* TRANSLATORS: behind a number: thousands */
  { 1e4, 1e3, NC_ ("magnitude", "k") },
  { 0, 1, NULL },
};

static char *
with_magnitude (const char *number, guint magnitude)
{
  const char *suffix = magnitudes[magnitude].suffix;

  return g_strconcat (number, suffix != NULL ? g_dpgettext2 (NULL, "magnitude", suffix) : NULL, NULL);
}

static guint
magnitude_of (double size)
{
  guint i = 0;

  while (size < magnitudes[i].from)
    i++;
  return i;
}

static gboolean
is_percent (AskChartFormat format)
{
  return format == ASK_CHART_FORMAT_FRACTION || format == ASK_CHART_FORMAT_PERCENT;
}

static char *
with_unit (char *number, const char *unit)
{
  char *text = ask_locale_add_unit (number, unit);

  g_free (number);
  return text;
}

static char *
with_suffix (char *number, AskChartFormat format)
{
  return is_percent (format) ? with_unit (number, "%") : number;
}

/* The number of a tick, all of them in one magnitude. */
static char *
write_tick (const AskChartScale *self, guint tick)
{
  double factor = self->format == ASK_CHART_FORMAT_FRACTION ? 100 : 1;
  double value = ask_chart_scale_get_tick (self, tick) * factor;
  double size = MAX (fabs (self->min), fabs (self->max)) * factor;
  guint magnitude = self->format == ASK_CHART_FORMAT_PLAIN ? G_N_ELEMENTS (magnitudes) - 1 : magnitude_of (size);
  double step = self->step * factor / magnitudes[magnitude].divisor;
  int decimals = step >= 1 ? 0 : (int) ceil (-log10 (step) - 1e-9);
  g_autofree char *number = NULL;

  /* 2.5k needs its half; 2.0k does not when every tick is whole. */
  if (step >= 1 && fabs (step - floor (step + 0.5)) > 1e-9)
    decimals = 1;
  number = fixed (value / magnitudes[magnitude].divisor, decimals, self->format != ASK_CHART_FORMAT_PLAIN, FALSE);
  return value == 0 ? g_strdup ("0") : with_magnitude (number, magnitude);
}

/* The tick that says the unit of all: the last one, or the first where that is zero. */
static guint
find_unit_tick (const AskChartScale *self)
{
  guint last = MAX (1, self->n_ticks) - 1;

  return ask_chart_scale_get_tick (self, last) == 0 ? 0 : last;
}

static const char *
get_unit (const AskChartScale *self)
{
  return is_percent (self->format) ? "%" : self->unit;
}

/**
 * ask_chart_scale_dup_label:
 * @tick: from 0
 *
 * Returns: (transfer full): the tick's number, all ticks in one magnitude: 0, 50k, €100k. One of them says the unit
 */
char *
ask_chart_scale_dup_label (const AskChartScale *self, guint tick)
{
  return with_unit (write_tick (self, tick), tick == find_unit_tick (self) ? get_unit (self) : NULL);
}

/**
 * ask_chart_scale_dup_baseline:
 *
 * Returns: (transfer full) (nullable): what says beside the axis where it begins; %NULL if zero is on it, or above it
 */
char *
ask_chart_scale_dup_baseline (const AskChartScale *self)
{
  g_autofree char *first = NULL;

  if (ask_chart_scale_get_tick (self, 0) <= 0)
    return NULL;
  first = with_unit (write_tick (self, 0), get_unit (self));
  /* TRANSLATORS: beneath a chart whose axis does not begin at zero; %s is the number at its foot, as there */
  return g_strdup_printf (_ ("The axis begins at %s"), first);
}

/**
 * ask_chart_format_number:
 * @value: perhaps infinite, never NAN
 * @format: what such numbers are
 *
 * As it stands beside a bar: three or four digits that matter, separators.
 *
 * Returns: (transfer full): the text
 */
char *
ask_chart_format_number (double value, AskChartFormat format)
{
  if (isinf (value))
    return g_strdup (value < 0 ? "−∞" : "∞");
  if (format == ASK_CHART_FORMAT_FRACTION)
    value *= 100;
  if (format == ASK_CHART_FORMAT_FRACTION || format == ASK_CHART_FORMAT_PERCENT)
    return with_suffix (fixed (value, fabs (value) < 1 ? 2 : 1, TRUE, TRUE), format);
  if (value == floor (value))
    return fixed (value, 0, format != ASK_CHART_FORMAT_PLAIN, FALSE);
  return fixed (value, decimals_for (value), format != ASK_CHART_FORMAT_PLAIN, fabs (value) < 1);
}

/**
 * ask_chart_format_amount:
 * @value: perhaps infinite, never NAN
 * @format: what such numbers are
 * @unit: (nullable): what they are in
 *
 * As ask_chart_format_number(), where nothing beside it says the unit.
 *
 * Returns: (transfer full): the text
 */
char *
ask_chart_format_amount (double value, AskChartFormat format, const char *unit)
{
  return with_unit (ask_chart_format_number (value, format), is_percent (format) ? NULL : unit);
}

/**
 * ask_chart_format_exact:
 * @value: perhaps infinite, never NAN
 * @format: what such numbers are
 *
 * As a single value is shown: cents are kept.
 *
 * Returns: (transfer full): the text
 */
char *
ask_chart_format_exact (double value, AskChartFormat format)
{
  if (isinf (value) || format == ASK_CHART_FORMAT_FRACTION || format == ASK_CHART_FORMAT_PERCENT)
    return ask_chart_format_number (value, format);
  if (value == floor (value))
    return fixed (value, 0, format != ASK_CHART_FORMAT_PLAIN, FALSE);
  return fixed (value, MAX (2, decimals_for (value)), format != ASK_CHART_FORMAT_PLAIN, FALSE);
}

/**
 * ask_chart_format_compact:
 * @value: perhaps infinite, never NAN
 * @format: what such numbers are; only %ASK_CHART_FORMAT_NUMBER becomes shorter than by ask_chart_format_number()
 *
 * Where there is little room: 12.3k, 1.2M.
 *
 * Returns: (transfer full): the text
 */
char *
ask_chart_format_compact (double value, AskChartFormat format)
{
  double size = fabs (value);
  guint magnitude;
  g_autofree char *number = NULL;

  if (format != ASK_CHART_FORMAT_NUMBER || isinf (value) || size < 1000)
    return ask_chart_format_number (value, format);
  magnitude = size < 1e4 ? G_N_ELEMENTS (magnitudes) - 2 : magnitude_of (size);
  value /= magnitudes[magnitude].divisor;
  number = fixed (value, fabs (value) >= 100 ? 0 : 1, TRUE, TRUE);
  return with_magnitude (number, magnitude);
}

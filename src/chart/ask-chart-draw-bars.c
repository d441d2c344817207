/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bars, standing or lying, one or several at a place. They always start at zero: the length of a
 * bar is its value. Bars whose names have no room beneath them lie down, and so do those that would become too thin;
 * lying, some are left out and counted.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "chart/ask-chart-draw.h"

/* What is thinner, in ems, is a hair and no bar. */
#define LEAST_BAR 0.4

/* The part of a row that lying bars fill. */
#define BAR_PART 0.74

static void
set_bar_color (AskChart *self, AskChartCanvas *canvas, guint series, gsize point)
{
  if ((int) point == self->other_point)
    ask_chart_canvas_color (canvas, canvas->theme->muted, 1);
  else
    ask_chart_set_color (self, canvas, series, 1);
}

static double
widest_label (AskChart *self, AskChartCanvas *canvas)
{
  double widest = 0;

  for (gsize i = 0; i < self->n_points; i++)
    {
      g_autofree char *label = ask_chart_dup_x_label (self, i);

      widest = MAX (widest, ask_chart_canvas_measure (canvas, label, ASK_CHART_SMALL, FALSE));
    }
  return widest;
}

/* Where a bar ends, which is its value; of a stack the whole of it. */
static double
end_of (AskChart *self, guint series, gsize point)
{
  double from, to;

  if (!ask_chart_is_stacked (self))
    return ask_chart_get_value (self, series, point);
  return ask_chart_get_span (self, series, point, &from, &to) ? to : NAN;
}

static double
widest_value (AskChart *self, AskChartCanvas *canvas, gboolean compact)
{
  double widest = 0;

  for (guint s = 0; s < self->series->len; s++)
    for (gsize i = 0; i < self->n_points; i++)
      {
        double value = end_of (self, s, i);
        g_autofree char *text = NULL;

        if (!isfinite (value))
          continue;
        text = compact ? ask_chart_format_compact (value, self->format) : ask_chart_format_number (value, self->format);
        widest = MAX (widest, ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, FALSE));
      }
  return widest;
}

/** ask_chart_get_slot: Returns: which step of an axis with bars the place @point is */
gsize
ask_chart_get_slot (AskChart *self, gsize point)
{
  return self->slots != NULL ? self->slots[point] : point;
}

/** ask_chart_get_slot_width: Returns: how wide a place with all its bars is, where the axis is @width */
double
ask_chart_get_slot_width (AskChart *self, double width)
{
  return width / (double) (self->n_points > 0 ? ask_chart_get_slot (self, self->n_points - 1) + 1 : 1);
}

/* How many bars stand side by side at a place. */
static guint
count_bars (AskChart *self)
{
  return ask_chart_is_stacked (self) ? 1 : self->series->len;
}

/* The part of a slot that bars fill. */
static double
inner_width (AskChart *self, AskChartCanvas *canvas, double slot)
{
  return MIN (slot * 0.72, canvas->em * 6 * count_bars (self));
}

/**
 * ask_chart_draw_slot_names:
 * @canvas: what to draw on
 * @box: the plot
 * @slot: how wide a place is
 *
 * Names beneath standing bars. Times may skip some of theirs, for the reader fills them in; other
 * names are all drawn, which should_lie() has made sure of.
 */
void
ask_chart_draw_slot_names (AskChart *self, AskChartCanvas *canvas, AskChartBox box, double slot)
{
  double y = box.y + box.height + canvas->em * 0.35;
  double before = NAN, widest = 0, free_from = -INFINITY;
  gsize every, next = 0;

  for (gsize i = 0; i < self->n_points && self->temporal; i++)
    {
      g_autofree char *upper = NULL;
      g_autofree char *lower = NULL;

      ask_chart_time_format_tick (self->unit, self->positions[i], NAN, &upper, &lower);
      widest = MAX (widest, ask_chart_canvas_measure (canvas, upper, ASK_CHART_SMALL, FALSE));
    }
  every = self->temporal ? (gsize) MAX (1, ceil ((widest + canvas->em * 0.5) / slot)) : 1;
  for (gsize i = 0; i < self->n_points; i++)
    {
      double x = box.x + slot * ((double) ask_chart_get_slot (self, i) + 0.5);
      g_autofree char *upper = NULL;
      g_autofree char *lower = NULL;
      double width;

      if (ask_chart_get_slot (self, i) < next)
        continue;
      next = ask_chart_get_slot (self, i) + every;
      if (!self->temporal)
        {
          g_autofree char *label = ask_chart_dup_x_label (self, i);

          ask_chart_canvas_text (canvas, label,
                                 (AskChartSpot) { x, y, slot - canvas->em * 0.3, ASK_CHART_ANCHOR_CENTER },
                                 (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
          continue;
        }
      ask_chart_time_format_tick (self->unit, self->positions[i], before, &upper, &lower);
      before = self->positions[i];
      ask_chart_canvas_text (canvas, upper, (AskChartSpot) { x, y, slot * (double) every, ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
      width = lower != NULL ? ask_chart_canvas_measure (canvas, lower, ASK_CHART_SMALL, FALSE) : 0;
      if (lower != NULL && x - width / 2 >= free_from)
        {
          double middle = CLAMP (x, box.x + width / 2, MAX (box.x + width / 2, box.x + box.width - width / 2));

          ask_chart_canvas_text (canvas, lower,
                                 (AskChartSpot) { middle, y + canvas->em * 1.2, width + 1, ASK_CHART_ANCHOR_CENTER },
                                 (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
          free_from = middle + width / 2 + canvas->em * 0.6;
        }
    }
}

static gboolean
has_lower_names (AskChart *self)
{
  return self->temporal && !ask_chart_time_is_cyclic (self->unit) && self->unit != ASK_CHART_TIME_YEAR;
}

/** ask_chart_get_names_height: Returns: how much room names beneath standing bars take on @canvas */
double
ask_chart_get_names_height (AskChart *self, AskChartCanvas *canvas)
{
  return canvas->em * (has_lower_names (self) ? 2.7 : 1.5);
}

/* The bars of a place on each other, and above them what they come to where there is @room for it. */
static void
draw_stack (AskChart *self, AskChartCanvas *canvas, AskChartBox box, const AskChartScale *scale, gsize point,
            double room)
{
  double top = 0, from, to;
  gboolean any = FALSE;

  for (guint s = 0; s < self->series->len; s++)
    {
      AskChartBox bar;
      double y1, y2;

      if (!ask_chart_get_span (self, s, point, &from, &to))
        continue;
      y1 = box.y + box.height * (1 - ask_chart_scale_get (scale, from));
      y2 = box.y + box.height * (1 - ask_chart_scale_get (scale, to));
      bar = (AskChartBox) { box.x, MIN (y1, y2), box.width, MAX (fabs (y2 - y1) - (fabs (y2 - y1) > 4 ? 1 : 0), 0.5) };
      set_bar_color (self, canvas, s, point);
      ask_chart_canvas_rectangle (canvas, bar);
      ask_chart_canvas_mark (canvas, bar, (int) s, point);
      top = any ? MAX (top, to) : to;
      any = TRUE;
    }
  if (any && room > 0 && top > 0)
    {
      g_autofree char *text = ask_chart_format_number (top, self->format);

      if (ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, FALSE) > room)
        {
          g_free (text);
          text = ask_chart_format_compact (top, self->format);
        }
      ask_chart_canvas_text (canvas, text,
                             (AskChartSpot) { box.x + box.width / 2,
                                              box.y + box.height * (1 - ask_chart_scale_get (scale, top))
                                                - canvas->em * 1.35,
                                              room, ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
    }
}

static void
draw_standing (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double names = ask_chart_get_names_height (self, canvas);
  double min, max, slot, bar, inner, zero, room, widest;
  gboolean labelled, compact = FALSE;
  guint n_series = count_bars (self);
  AskChartScale scale;

  ask_chart_get_range (self, self->n_points, &min, &max);
  box.height = MAX (box.height - names, canvas->em);
  box.y += canvas->em * 0.5;
  box.height -= canvas->em * 0.5;
  ask_chart_init_scale (self, &scale, min, max, ask_chart_count_ticks (canvas, box.height),
                        ask_chart_get_axis_format (self));
  /* A value stands beyond its bar; where the bar ends at the last tick, room is made for it. */
  room = canvas->em * 1.5;
  if (max > 0 && (scale.max - max) / (scale.max - scale.min) * box.height < room)
    {
      box.y += room - canvas->em * 0.5;
      box.height -= room - canvas->em * 0.5;
    }
  if (min < 0 && (min - scale.min) / (scale.max - scale.min) * box.height < room)
    box.height -= room;
  ask_chart_draw_value_axis (canvas, &box, &scale);
  slot = ask_chart_get_slot_width (self, box.width);
  inner = inner_width (self, canvas, slot);
  bar = inner / n_series;
  room = n_series == 1 ? slot : bar;
  widest = widest_value (self, canvas, FALSE);
  if (widest > room - canvas->em * 0.35)
    {
      compact = TRUE;
      widest = widest_value (self, canvas, TRUE);
    }
  labelled = widest <= room - canvas->em * 0.35 && box.height > canvas->line * 4 && self->kind != ASK_CHART_PERCENT_BAR;
  zero = box.y + box.height * (1 - ask_chart_scale_get (&scale, 0));
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { box, ASK_CHART_AXIS_SLOTS, FALSE, -1, { 0 }, scale });

  for (gsize i = 0; i < self->n_points && ask_chart_is_stacked (self); i++)
    draw_stack (self, canvas,
                (AskChartBox) { box.x + slot * ((double) ask_chart_get_slot (self, i) + 0.5) - inner / 2, box.y, inner,
                                box.height },
                &scale, i, labelled ? room : 0);
  for (gsize i = 0; i < self->n_points && !ask_chart_is_stacked (self); i++)
    for (guint s = 0; s < n_series; s++)
      {
        double value = ask_chart_get_value (self, s, i);
        double x = box.x + slot * ((double) ask_chart_get_slot (self, i) + 0.5) - inner / 2 + bar * s;
        double gap = n_series > 1 && bar > 6 ? 1 : 0;
        double y = box.y + box.height * (1 - ask_chart_scale_get (&scale, isfinite (value) ? value : 0));
        AskChartBox standing;
        g_autofree char *text = NULL;

        if (!isfinite (value))
          {
            /* It is said, so that nobody takes it for a small one. */
            double width = ask_chart_canvas_measure (canvas, _ ("no value"), ASK_CHART_SMALL, FALSE);

            if (isnan (value))
              ask_chart_canvas_text (canvas, width < room ? _ ("no value") : "–",
                                     (AskChartSpot) { x + bar / 2, zero - canvas->em * 1.35, room,
                                                      ASK_CHART_ANCHOR_CENTER },
                                     (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
            continue;
          }
        standing = (AskChartBox) { x + gap, MIN (y, zero), MAX (1, bar - 2 * gap), MAX (fabs (zero - y), 1) };
        set_bar_color (self, canvas, s, i);
        ask_chart_canvas_bar (canvas, standing, 0, value < 0 ? 1 : -1);
        ask_chart_canvas_mark (canvas, standing, (int) s, i);
        if (!labelled)
          continue;
        text = compact ? ask_chart_format_compact (value, self->format) : ask_chart_format_number (value, self->format);
        ask_chart_canvas_text (canvas, text,
                               (AskChartSpot) { x + bar / 2, value < 0 ? y + canvas->em * 0.1 : y - canvas->em * 1.35,
                                                room, ASK_CHART_ANCHOR_CENTER },
                               (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
      }
  ask_chart_canvas_rule (canvas, box.x, zero, box.x + box.width, zero, canvas->theme->muted);
  ask_chart_draw_slot_names (self, canvas, box, slot);
}

typedef struct
{
  gsize shown; /* how many places have room */
  gsize hidden; /* how many names have no bar, in "Other" neither */
  double names; /* width of the column of names */
  double row; /* height of a place */
  double inner; /* of its bars */
  gboolean labelled; /* values stand at the ends */
  gsize telling; /* the place whose value says the unit, where there is no axis that does */
} Lying;

/* The first place with a value. */
static gsize
find_telling (AskChart *self)
{
  for (gsize i = 0; i < self->n_points; i++)
    for (guint s = 0; s < self->series->len; s++)
      if (isfinite (ask_chart_get_value (self, s, i)))
        return i;
  return 0;
}

/* A value at the end of a lying bar; @tells: whether it says the unit for all of them. */
static char *
write_end (AskChart *self, double value, gboolean tells)
{
  return ask_chart_format_amount (value, self->format,
                                  tells ? ask_chart_get_unit (self, self->y_unit, self->look->y_title) : NULL);
}

/* The room for values at the ends, of which one says the unit. */
static double
widest_end (AskChart *self, AskChartCanvas *canvas, gsize telling)
{
  double widest = widest_value (self, canvas, FALSE);

  for (guint s = 0; s < self->series->len && telling < self->n_points; s++)
    {
      double value = end_of (self, s, telling);
      g_autofree char *text = isfinite (value) ? write_end (self, value, TRUE) : g_strdup ("");

      widest = MAX (widest, ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, FALSE));
    }
  return widest;
}

static Lying
plan_lying (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  Lying plan;
  guint n_series = count_bars (self);
  double least = MAX (canvas->em * 1.3, n_series * canvas->em * LEAST_BAR / BAR_PART + 2);
  gsize fits = (gsize) MAX (1, floor (box.height / least));
  gboolean cut = self->other_point < 0 && self->n_names > self->n_points;

  plan.shown = self->n_points;
  if (self->n_points > fits || cut) /* a line is kept to say how many more there are */
    plan.shown = (gsize) MAX (1, floor ((box.height - canvas->line) / least));
  plan.shown = MIN (plan.shown, self->n_points);
  plan.hidden = plan.shown < self->n_points || cut ? self->n_names - plan.shown : 0;
  plan.names = MIN (widest_label (self, canvas), box.width * 0.38);
  plan.row = (plan.hidden > 0 ? box.height - canvas->line : box.height) / (double) MAX (1, plan.shown);
  plan.row = MIN (plan.row, canvas->em * (2.2 + 2.0 * n_series));
  plan.inner = MIN (plan.row * BAR_PART, plan.row - 2);
  plan.telling = find_telling (self);
  plan.labelled = plan.inner / n_series >= canvas->em * 0.85 && self->kind != ASK_CHART_PERCENT_BAR;
  return plan;
}

static void
draw_lying_axis (AskChartCanvas *canvas, AskChartBox box, const AskChartScale *scale)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double value = ask_chart_scale_get_tick (scale, i);
      double x = box.x + box.width * ask_chart_scale_get (scale, value);
      g_autofree char *label = ask_chart_scale_dup_label (scale, i);
      double width = ask_chart_canvas_measure (canvas, label, ASK_CHART_SMALL, FALSE);
      double middle = MIN (x, box.x + box.width - width / 2);

      ask_chart_canvas_rule (canvas, x, box.y, x, box.y + box.height, canvas->theme->grid);
      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { middle, box.y + box.height + canvas->em * 0.3, width + 1,
                                              ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
}

static void
draw_lying_stack (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const Lying *plan,
                  const AskChartScale *scale, gsize point)
{
  double top = plot.y + plan->row * (double) point + (plan->row - plan->inner) / 2;
  double from, to, end = 0;
  g_autofree char *text = NULL;

  for (guint s = 0; s < self->series->len; s++)
    {
      AskChartBox bar;
      double x1, x2;

      if (!ask_chart_get_span (self, s, point, &from, &to))
        continue;
      x1 = plot.x + plot.width * ask_chart_scale_get (scale, from);
      x2 = plot.x + plot.width * ask_chart_scale_get (scale, to);
      bar = (AskChartBox) { MIN (x1, x2), top, MAX (fabs (x2 - x1) - (fabs (x2 - x1) > 4 ? 1 : 0), 0.5), plan->inner };
      set_bar_color (self, canvas, s, point);
      ask_chart_canvas_rectangle (canvas, bar);
      ask_chart_canvas_mark (canvas, bar, (int) s, point);
      end = MAX (end, to);
    }
  if (!plan->labelled)
    return;
  text = write_end (self, end, point == plan->telling);
  ask_chart_canvas_text (canvas, text,
                         (AskChartSpot) { plot.x + plot.width * ask_chart_scale_get (scale, end) + canvas->em * 0.4,
                                          top + plan->inner / 2 - canvas->em * ASK_CHART_SMALL * 0.62, canvas->width,
                                          ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
}

static void
draw_lying_place (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const Lying *plan,
                  const AskChartScale *scale, gsize point)
{
  guint n_series = self->series->len;
  double bar = plan->inner / n_series;
  double top = plot.y + plan->row * (double) point + (plan->row - plan->inner) / 2;
  double zero = plot.x + plot.width * ask_chart_scale_get (scale, 0);
  gboolean tells = point == plan->telling;

  for (guint s = 0; s < n_series; s++)
    {
      double value = ask_chart_get_value (self, s, point);
      double x = plot.x + plot.width * ask_chart_scale_get (scale, isfinite (value) ? value : 0);
      double y = top + bar * s;
      double text_y = y + bar / 2 - canvas->em * ASK_CHART_SMALL * 0.62;
      double gap = n_series > 1 && bar > 4 ? 0.5 : 0;
      AskChartBox lying;
      g_autofree char *text = NULL;

      if (!isfinite (value))
        {
          if (isnan (value))
            ask_chart_canvas_text (canvas, plan->labelled ? _ ("no value") : "–",
                                   (AskChartSpot) { zero + canvas->em * 0.4, text_y,
                                                    plot.x + plot.width - zero + canvas->em * 4,
                                                    ASK_CHART_ANCHOR_START },
                                   (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
          continue;
        }
      lying = (AskChartBox) { MIN (x, zero), y + gap, MAX (fabs (x - zero), 1), bar - 2 * gap };
      set_bar_color (self, canvas, s, point);
      ask_chart_canvas_bar (canvas, lying, value < 0 ? -1 : 1, 0);
      ask_chart_canvas_mark (canvas, lying, (int) s, point);
      if (!plan->labelled)
        continue;
      text = write_end (self, value, tells);
      tells = FALSE;
      ask_chart_canvas_text (canvas, text,
                             (AskChartSpot) { value < 0 ? x - canvas->em * 0.4 : x + canvas->em * 0.4, text_y,
                                              canvas->width,
                                              value < 0 ? ASK_CHART_ANCHOR_END : ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
    }
}

static void
draw_lying (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  Lying plan = plan_lying (self, canvas, box);
  AskChartBox plot = box;
  AskChartScale scale;
  double min, max, value_width, zero;

  if (!plan.labelled)
    {
      box.height -= canvas->em * 1.6;
      plan = plan_lying (self, canvas, box);
      plan.labelled = FALSE;
    }
  /* What has no bar here, as "Other" of a small chart, makes the others no shorter. */
  ask_chart_get_range (self, plan.shown, &min, &max);
  plot.x += plan.names + canvas->em * 0.7;
  plot.width -= plan.names + canvas->em * 0.7;
  plot.height = plan.row * (double) plan.shown;
  ask_chart_init_scale (self, &scale, min, max, (guint) CLAMP (plot.width / (canvas->em * 6), 2, 8),
                        ask_chart_get_axis_format (self));
  value_width = widest_end (self, canvas, plan.telling) + canvas->em * 0.6;
  if (plan.labelled)
    {
      /* No axis is drawn, so the longest bar may use the whole width up to its number. */
      if (!scale.exact)
        {
          scale.min = MIN (min, 0);
          scale.max = max > 0 ? max : min < 0 ? 0 : 1;
        }
      if (min < 0)
        plot.x += value_width;
      plot.width -= value_width * ((min < 0) + (max > 0 || min == 0));
      plot.width = MAX (plot.width, canvas->em);
    }
  else
    draw_lying_axis (canvas, plot, &scale);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) {
                                        plot, ASK_CHART_AXIS_SLOTS, TRUE, -1, { .max = (double) plan.shown }, scale });

  for (gsize i = 0; i < plan.shown; i++)
    {
      g_autofree char *label = ask_chart_dup_x_label (self, i);

      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { box.x + plan.names,
                                              plot.y + plan.row * ((double) i + 0.5)
                                                - canvas->em * ASK_CHART_SMALL * 0.62,
                                              plan.names + 0.5, ASK_CHART_ANCHOR_END },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
      if (ask_chart_is_stacked (self))
        draw_lying_stack (self, canvas, plot, &plan, &scale, i);
      else
        draw_lying_place (self, canvas, plot, &plan, &scale, i);
    }
  zero = plot.x + plot.width * ask_chart_scale_get (&scale, 0);
  ask_chart_canvas_rule (canvas, zero, plot.y, zero, plot.y + plot.height, canvas->theme->muted);
  if (plan.hidden > 0)
    {
      g_autofree char *more = g_strdup_printf (_ ("and %u more"), (guint) plan.hidden);
      double width = ask_chart_canvas_measure (canvas, more, ASK_CHART_SMALL, FALSE);

      ask_chart_canvas_text (canvas, more,
                             (AskChartSpot) { box.x + MAX (plan.names, width),
                                              plot.y + plot.height
                                                + (plan.labelled ? canvas->em * 0.2 : canvas->em * 1.5),
                                              box.width, ASK_CHART_ANCHOR_END },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
}

static gboolean
should_lie (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double slot;

  if (self->kind == ASK_CHART_BAR_HORIZONTAL)
    return TRUE;
  slot = ask_chart_get_slot_width (self, box.width - canvas->em * 4);
  if (inner_width (self, canvas, slot) / count_bars (self) < canvas->em * LEAST_BAR)
    return TRUE;
  if (self->temporal)
    return FALSE;
  if (self->other_point < 0 && self->n_names > self->n_points)
    return TRUE; /* there is a line for what is left out */
  return widest_label (self, canvas) > slot - canvas->em * 0.4;
}

/** ask_chart_draw_bars: draws bars of one or several series into @box of @canvas. */
void
ask_chart_draw_bars (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  if (should_lie (self, canvas, box))
    draw_lying (self, canvas, box);
  else
    draw_standing (self, canvas, box);
}

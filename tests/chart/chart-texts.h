/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which texts a chart draws, and where: the calls that write them go through the function below, in this program alone, and
 * from there to Pango. Include it in one file of a test.
 */
#pragma once

#include <dlfcn.h>
#include <pango/pangocairo.h>

#include "chart/ask-chart.h"

/* @box: of its ink, on the sheet; @cut: it ends in an ellipsis */
typedef struct
{
  char *text;
  cairo_rectangle_t box;
  gboolean cut;
} ChartText;

static GPtrArray *chart_texts;

static void
chart_text_free (gpointer data)
{
  ChartText *self = data;

  g_free (self->text);
  g_free (self);
}

void
pango_cairo_show_layout (cairo_t *cr, PangoLayout *layout)
{
  void (*show) (cairo_t *, PangoLayout *);

  *(void **) &show = dlsym (RTLD_NEXT, "pango_cairo_show_layout");
  if (chart_texts != NULL)
    {
      ChartText *text = g_new0 (ChartText, 1);
      PangoRectangle ink;
      double x, y;

      pango_layout_get_extents (layout, &ink, NULL);
      cairo_get_current_point (cr, &x, &y);
      text->text = g_strdup (pango_layout_get_text (layout));
      text->cut = pango_layout_is_ellipsized (layout);
      text->box = (cairo_rectangle_t) { x + ink.x / (double) PANGO_SCALE, y + ink.y / (double) PANGO_SCALE,
                                        ink.width / (double) PANGO_SCALE, ink.height / (double) PANGO_SCALE };
      g_ptr_array_add (chart_texts, text);
    }
  show (cr, layout);
}

/* Returns: (transfer full) (element-type ChartText): what @chart writes on a sheet, in the order in which it does */
static inline GPtrArray *
chart_texts_of (AskChart *chart, double width, double height, const AskChartTheme *theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  cairo_t *cr = cairo_create (surface);
  GPtrArray *texts = g_ptr_array_new_with_free_func (chart_text_free);

  chart_texts = texts;
  ask_chart_draw (chart, cr, width, height, theme);
  chart_texts = NULL;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return texts;
}

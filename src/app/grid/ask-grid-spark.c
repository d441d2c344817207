/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small lines in cells. A column that has a list of numbers in each row is drawn so, unless a person wants its text; for those
 * who do not see it, the cell says its ends and its extremes. What is copied and exported is the list.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include "chart/ask-chart-series.h"
#include "chart/ask-chart-spark.h"

/* In pixels, above and below. */
#define MARGIN 4

/** ask_grid_spark_is_drawn: @self: a body; @column: of the rows; Returns: whether its cells are small lines */
gboolean
ask_grid_spark_is_drawn (AskGridBody *self, guint column)
{
  return self->series[column] && ask_grid_model_get_colour (self->model, column) != ASK_GRID_COLOUR_TEXT;
}

/**
 * ask_grid_spark_describe:
 * @self: a body
 * @column: of the rows
 * @value: one of its cells
 * @look: (inout): what it shows: a line, and what that is to those who do not see it; its series is the caller's to free
 * @text: (inout) (nullable): what @look borrows its text from
 *
 * Returns: whether it is a small line
 */
gboolean
ask_grid_spark_describe (AskGridBody *self, guint column, const AskValue *value, AskGridLook *look, char **text)
{
  look->series = ask_grid_spark_is_drawn (self, column) ? ask_chart_series_read (value) : NULL;
  if (look->series == NULL)
    return FALSE;
  look->steps = ask_grid_model_get_colour (self->model, column) == ASK_GRID_COLOUR_BARS;
  *text = ask_chart_describe_spark (
    &(AskChartSpark) { (const double *) (gpointer) look->series->data, look->series->len, look->steps });
  look->text = *text;
  return TRUE;
}

static guint32
pack (const GdkRGBA *colour)
{
  return ((guint32) (colour->red * 255 + 0.5) << 16) | ((guint32) (colour->green * 255 + 0.5) << 8)
         | (guint32) (colour->blue * 255 + 0.5);
}

/* The theme's accent, and the colour of the text where the cell is selected, on whose ground the accent is not seen. */
static void
dress (GtkWidget *widget, gboolean selected, AskChartTheme *theme)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  GdkRGBA line, below;

  *theme = *ask_chart_theme_light ();
  gtk_style_context_get_color (context, &line);
  below = line;
  if (!selected)
    {
      gtk_style_context_lookup_color (context, "accent_color", &line);
      gtk_style_context_lookup_color (context, "error_color", &below);
    }
  theme->series[0] = pack (&line);
  theme->series[5] = pack (&below);
  theme->right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
}

/**
 * ask_grid_spark_snapshot:
 * @widget: a cell
 * @snapshot: what it is drawn on
 * @numbers: (element-type double): the series of its look
 * @bars: bars from zero instead of a line
 * @selected: it is part of the selection
 */
void
ask_grid_spark_snapshot (GtkWidget *widget, GtkSnapshot *snapshot, GArray *numbers, gboolean bars, gboolean selected)
{
  double width = gtk_widget_get_width (widget) - 2 * ASK_GRID_PADDING;
  double height = gtk_widget_get_height (widget) - 2 * MARGIN;
  AskChartTheme theme;
  cairo_t *cr;

  if (width <= 0 || height <= 0)
    return;
  dress (widget, selected, &theme);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (ASK_GRID_PADDING, MARGIN, (float) width, (float) height));
  cairo_translate (cr, ASK_GRID_PADDING, MARGIN);
  ask_chart_draw_spark (cr, width, height,
                        &(AskChartSpark) { (const double *) (gpointer) numbers->data, numbers->len, bars }, &theme);
  cairo_destroy (cr);
}

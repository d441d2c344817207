/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files. A chart is drawn into memory first and then put in place as a whole.
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-file-writer.h"
#include "chart/ask-chart-vega.h"
#include "chart/ask-chart-palette.h"
#include "chart/ask-picture.h"

static cairo_status_t
draw_surface (AskChart *self, cairo_surface_t *surface, const AskChartPaper *paper)
{
  cairo_t *cr = cairo_create (surface);
  AskChartTheme theme = *ask_chart_theme_light ();
  cairo_status_t status;

  ask_chart_theme_set_palette (&theme, paper->palette);
  theme.transparent = paper->transparent;
  cairo_scale (cr, paper->scale, paper->scale);
  ask_chart_draw (self, cr, paper->width, paper->height, &theme);
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

static gboolean
is_vega_lite (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".vl.json");
}

static gboolean
write_bytes (const char *path, GByteArray *bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (!ask_file_write (path, bytes->data, bytes->len, cancellable, &local))
    {
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&local));
      else
        ask_error_set_literal (error, ASK_CHART_ERROR, ASK_CHART_ERROR_WRITE, local->message);
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_chart_export:
 * @path: as of ask_chart_export_on()
 * @width: in pixels (PNG), or points of 1/72 inch (SVG, PDF); 16 to 16384
 * @height: likewise
 * @cancellable: (nullable): as for ask_file_write()
 * @error: (nullable): as of ask_chart_export_on()
 *
 * As ask_chart_export_on(), on white paper.
 *
 * Returns: whether the file is written
 */
gboolean
ask_chart_export (AskChart *self, const char *path, double width, double height, GCancellable *cancellable,
                  GError **error)
{
  return ask_chart_export_on (self, path, &(AskChartPaper) { .width = width, .height = height, .scale = 1 },
                              cancellable, error);
}

/* What fits into memory, and into the formats. */
static AskChartPaper
check_paper (const AskChartPaper *paper)
{
  AskChartPaper checked = *paper;

  checked.width = CLAMP (paper->width, 16, 16384);
  checked.height = CLAMP (paper->height, 16, 16384);
  checked.scale = CLAMP (paper->scale, 0.1, 10);
  checked.scale = MIN (checked.scale, 16384 / MAX (checked.width, checked.height));
  return checked;
}

/**
 * ask_chart_paint:
 * @paper: as of ask_chart_export_on()
 *
 * Returns: (transfer full): the chart as pixels
 */
cairo_surface_t *
ask_chart_paint (AskChart *self, const AskChartPaper *paper)
{
  AskChartPaper on = check_paper (paper);
  cairo_surface_t *surface
    = ask_picture_new_surface (ASK_PICTURE_PNG, NULL, on.width * on.scale, on.height * on.scale, on.transparent, NULL);

  draw_surface (self, surface, &on);
  cairo_surface_flush (surface);
  return surface;
}

/**
 * ask_chart_export_on:
 * @path: where to; the ending .png, .svg, .pdf or .vl.json (Vega-Lite) says what, in any case; "-" is standard output,
 *   as SVG
 * @paper: how large, and in which colours
 * @cancellable: (nullable): as for ask_file_write()
 * @error: (nullable): G_IO_ERROR_CANCELLED, ASK_CHART_ERROR_FORMAT, ASK_CHART_ERROR_WRITE
 *
 * Replaces a file that is there. Blocks. The same chart on the same paper gives the same bytes.
 *
 * Returns: whether the file is written
 */
gboolean
ask_chart_export_on (AskChart *self, const char *path, const AskChartPaper *paper, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  AskChartPaper on = check_paper (paper);
  cairo_surface_t *surface;
  cairo_status_t status;
  AskPictureFormat format;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);
  if (is_vega_lite (path))
    {
      g_autoptr (JsonNode) document = ask_chart_to_vega_lite (self, on.width, on.height);
      g_autofree char *text = ask_json_to_string (document, TRUE);

      g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
      g_byte_array_append (bytes, (const guint8 *) "\n", 1);
      return write_bytes (path, bytes, cancellable, error);
    }
  format = ask_picture_get_format (path);
  if (format == ASK_PICTURE_NONE)
    {
      ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_FORMAT,
                     N_ ("A chart cannot be written as \"%s\": the name must end in .png, .svg, .pdf or .vl.json."),
                     path);
      return FALSE;
    }
  surface
    = ask_picture_new_surface (format, bytes, on.width * on.scale, on.height * on.scale, on.transparent, self->title);
  status = ask_picture_finish (surface, format, bytes, draw_surface (self, surface, &on));
  if (status != CAIRO_STATUS_SUCCESS)
    {
      ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_WRITE, N_ ("The chart cannot be drawn into \"%s\": %s."),
                     path, cairo_status_to_string (status));
      return FALSE;
    }
  return write_bytes (path, bytes, cancellable, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files. A chart is drawn into memory first and then put in place as a whole.
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "base/ask-file-writer.h"

#include "base/ask-error.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-picture.h"

static cairo_status_t
draw_surface (AskChart *self, cairo_surface_t *surface, double width, double height)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  ask_chart_draw (self, cr, width, height, ask_chart_theme_light ());
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

/**
 * ask_chart_export:
 * @path: where to; the ending .png, .svg or .pdf says what, in any case; "-" is standard output, as SVG
 * @width: in pixels (PNG), or points of 1/72 inch (SVG, PDF); 16 to 16384
 * @height: likewise
 * @cancellable: (nullable): as for ask_file_write()
 * @error: (nullable): G_IO_ERROR_CANCELLED, ASK_CHART_ERROR_FORMAT, ASK_CHART_ERROR_WRITE
 *
 * Replaces a file that is there. Blocks. The same chart gives the same bytes in a PNG.
 *
 * Returns: whether the file is written
 */
gboolean
ask_chart_export (AskChart *self, const char *path, double width, double height, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) local = NULL;
  cairo_surface_t *surface;
  cairo_status_t status;
  AskPictureFormat format;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);
  format = ask_picture_get_format (path);
  if (format == ASK_PICTURE_NONE)
    {
      ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_FORMAT,
                     N_ ("A chart cannot be written as \"%s\": the name must end in .png, .svg or .pdf."), path);
      return FALSE;
    }
  width = CLAMP (width, 16, 16384);
  height = CLAMP (height, 16, 16384);
  surface = ask_picture_new_surface (format, bytes, width, height, FALSE, self->title);
  status = ask_picture_finish (surface, format, bytes, draw_surface (self, surface, width, height));
  if (status != CAIRO_STATUS_SUCCESS)
    {
      ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_WRITE, N_ ("The chart cannot be drawn into \"%s\": %s."),
                     path, cairo_status_to_string (status));
      return FALSE;
    }
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

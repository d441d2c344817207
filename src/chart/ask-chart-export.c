/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files. A chart is drawn into memory first and then put in place as a whole, so that a full disk
 * or a lost folder never leaves half a picture where a good one was.
 */
#include "config.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <string.h>

#include "chart/ask-chart-private.h"

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
has_ending (const char *path, const char *ending)
{
  gsize length = strlen (path), tail = strlen (ending);

  return length > tail && g_ascii_strcasecmp (path + length - tail, ending) == 0;
}

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
 * @path: where to; the ending .png, .svg or .pdf says what, in any case
 * @width: in pixels (PNG), or points of 1/72 inch (SVG, PDF); 16 to 16384
 * @height: likewise
 * @error: (nullable): ASK_CHART_ERROR_FORMAT, ASK_CHART_ERROR_WRITE
 *
 * Replaces a file that is there. Blocks. The same chart gives the same bytes in a PNG.
 *
 * Returns: whether the file is written
 */
gboolean
ask_chart_export (AskChart *self, const char *path, double width, double height, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) local = NULL;
  cairo_surface_t *surface;
  cairo_status_t status;
  gboolean png = has_ending (path, ".png");

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);
  if (!png && !has_ending (path, ".svg") && !has_ending (path, ".pdf"))
    {
      g_set_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_FORMAT,
                   "A chart cannot be written as \"%s\": the name must end in .png, .svg or .pdf.", path);
      return FALSE;
    }
  width = CLAMP (width, 16, 16384);
  height = CLAMP (height, 16, 16384);
  if (png)
    surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  else if (has_ending (path, ".svg"))
    surface = cairo_svg_surface_create_for_stream (append_bytes, bytes, width, height);
  else
    {
      surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, width, height);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, self->title);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "AskData");
    }
  status = draw_surface (self, surface, width, height);
  if (png && status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_WRITE, "The chart cannot be drawn into \"%s\": %s.", path,
                   cairo_status_to_string (status));
      return FALSE;
    }
  if (!g_file_set_contents_full (path, (const char *) bytes->data, (gssize) bytes->len,
                                 G_FILE_SET_CONTENTS_CONSISTENT, 0666, &local))
    {
      g_set_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_WRITE,
                   "The chart cannot be written: %s. Choose a folder in which you may write.", local->message);
      return FALSE;
    }
  return TRUE;
}

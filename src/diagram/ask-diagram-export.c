/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole diagram as a file, with its legend. Drawn into memory first and put in place as a whole; the same
 * diagram gives the same bytes, so that a picture lives well beside the schema in git.
 */
#include "config.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-file-writer.h"

#include "base/ask-error.h"
#include "diagram/ask-diagram-private.h"
#include "chart/ask-picture.h"

#define MARGIN 24
/* What cairo's image surfaces and most viewers take. */
#define MAX_SIDE 32000
#define MAX_PIXELS (200 * 1000 * 1000.0)

/* cairo numbers the surfaces of a process, and writes the number of this one into the file. */
static void
renumber_svg (GByteArray *bytes)
{
  g_autofree char *text = g_strndup ((const char *) bytes->data, bytes->len);
  const char *number = strstr (text, "<g id=\"surface");
  gsize head, tail;

  if (number == NULL)
    return;
  head = (gsize) (number - text) + strlen ("<g id=\"surface");
  tail = head + strspn (text + head, "0123456789");
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, (const guint8 *) text, (guint) head);
  g_byte_array_append (bytes, (const guint8 *) "1", 1);
  g_byte_array_append (bytes, (const guint8 *) text + tail, (guint) (strlen (text) - tail));
}

static double
measure_legend (AskDiagram *self, double width)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  double height = ask_diagram_draw_legend (self, cr, width);

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return height;
}

static cairo_status_t
draw_sheet (AskDiagram *self, cairo_surface_t *surface, const AskDiagramRect *area, double scale)
{
  cairo_t *cr = cairo_create (surface);
  AskDiagramFrame frame = { .cr = cr };
  cairo_status_t status;

  if (!self->theme.transparent)
    {
      ask_diagram_frame_color (&frame, self->colors.background);
      cairo_paint (cr);
    }
  ask_diagram_draw_whole (self, cr, area, scale, NULL, TRUE);
  cairo_scale (cr, scale, scale);
  cairo_translate (cr, MARGIN, area->height);
  ask_diagram_draw_legend (self, cr, area->width - 2 * MARGIN);
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

/* The boxes and lines with a margin around them, without the legend. */
static AskDiagramRect
get_area (AskDiagram *self)
{
  AskDiagramRect area = ask_diagram_get_bounds (self);

  area.x -= MARGIN;
  area.y -= MARGIN;
  area.width = MAX (area.width + 2 * MARGIN, 20 * self->metrics.em);
  area.height += 2 * MARGIN;
  return area;
}

/* So many pixels a unit, at most @wanted, that the picture stays within its limits; @wanted of 0 or less is 1. */
static double
fit_scale (double wanted, double width, double height)
{
  double scale = wanted > 0 ? wanted : 1;

  scale = MIN (scale, MIN (MAX_SIDE / width, MAX_SIDE / height));
  return MIN (scale, sqrt (MAX_PIXELS / (width * height)));
}

/**
 * ask_diagram_export:
 * @path: where to; the ending .png, .svg or .pdf says what, in any case; "-" is standard output, as SVG
 * @scale: of a PNG: pixels for one at 100 %; 0 for 1. A picture that would be larger than 200 million pixels is
 *   made smaller. The others have no pixels
 * @cancellable: (nullable): as for ask_file_write()
 * @error: (nullable): G_IO_ERROR_CANCELLED, ASK_DIAGRAM_ERROR_FORMAT, ASK_DIAGRAM_ERROR_EMPTY, ASK_DIAGRAM_ERROR_WRITE
 *
 * Writes the whole diagram in its theme, with every row; what is there is replaced. The same diagram gives the same
 * bytes. Blocks.
 *
 * Returns: whether the file is written
 */
gboolean
ask_diagram_export (AskDiagram *self, const char *path, double scale, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) local = NULL;
  AskDiagramRect area;
  cairo_surface_t *surface;
  cairo_status_t status;
  double height;
  AskPictureFormat format;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);
  format = ask_picture_get_format (path);
  if (format == ASK_PICTURE_NONE)
    {
      ask_error_set (error, ASK_DIAGRAM_ERROR, ASK_DIAGRAM_ERROR_FORMAT,
                     N_ ("The diagram cannot be written as \"%s\": the name must end in .png, .svg or .pdf."), path);
      return FALSE;
    }
  if (self->boxes->len == 0)
    {
      ask_error_set (error, ASK_DIAGRAM_ERROR, ASK_DIAGRAM_ERROR_EMPTY,
                     N_ ("There is nothing to draw: the schema has no entities. Add a source first."));
      return FALSE;
    }
  area = get_area (self);
  height = area.height + measure_legend (self, area.width - 2 * MARGIN) + MARGIN / 2;
  scale = format == ASK_PICTURE_PNG ? fit_scale (scale, area.width, height) : 1;
  surface = ask_picture_new_surface (format, bytes, ceil (area.width * scale), ceil (height * scale),
                                     self->theme.transparent, "Schema");
  /* The hour is no part of the schema. */
  if (format == ASK_PICTURE_PDF)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  status = ask_picture_finish (surface, format, bytes, draw_sheet (self, surface, &area, scale));
  if (status != CAIRO_STATUS_SUCCESS)
    {
      ask_error_set (error, ASK_DIAGRAM_ERROR, ASK_DIAGRAM_ERROR_WRITE,
                     N_ ("The diagram cannot be drawn into \"%s\": %s."), path, cairo_status_to_string (status));
      return FALSE;
    }
  if (format == ASK_PICTURE_SVG)
    renumber_svg (bytes);
  if (!ask_file_write (path, bytes->data, bytes->len, cancellable, &local))
    {
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&local));
      else
        ask_error_set_literal (error, ASK_DIAGRAM_ERROR, ASK_DIAGRAM_ERROR_WRITE, local->message);
      return FALSE;
    }
  return TRUE;
}

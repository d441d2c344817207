/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures in memory, as PNG, SVG or PDF. Nothing here opens a file: whoever has the bytes puts them in place as
 * a whole.
 */
#include "config.h"

#include "chart/ask-picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <string.h>

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

/** ask_picture_get_format: Returns: what the ending of @path says, in any case; SVG for "-", standard output */
AskPictureFormat
ask_picture_get_format (const char *path)
{
  if (has_ending (path, ".png"))
    return ASK_PICTURE_PNG;
  if (has_ending (path, ".svg") || strcmp (path, "-") == 0)
    return ASK_PICTURE_SVG;
  return has_ending (path, ".pdf") ? ASK_PICTURE_PDF : ASK_PICTURE_NONE;
}

/**
 * ask_picture_new_surface:
 * @format: not %ASK_PICTURE_NONE
 * @bytes: gets the picture; has to live until ask_picture_finish()
 * @width: in pixels (PNG), or points of 1/72 inch
 * @height: likewise
 * @alpha: whether a PNG has transparency
 * @title: of a PDF
 *
 * Returns: (transfer full): a surface to draw on, for ask_picture_finish()
 */
cairo_surface_t *
ask_picture_new_surface (AskPictureFormat format, GByteArray *bytes, double width, double height, gboolean alpha,
                         const char *title)
{
  cairo_surface_t *surface;

  if (format == ASK_PICTURE_PNG)
    return cairo_image_surface_create (alpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, (int) width, (int) height);
  if (format == ASK_PICTURE_SVG)
    return cairo_svg_surface_create_for_stream (append_bytes, bytes, width, height);
  surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, width, height);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "AskData");
  /* Not the hour at which it was drawn: the same picture is the same bytes. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  return surface;
}

/* cairo numbers the surfaces of a process, and the number stands in the SVG. Here they are numbered from the first of the file,
 * so that the same picture is the same bytes. No text of a person's is in it: letters are drawn as outlines. */
static void
number_surfaces (GByteArray *bytes)
{
  static const char word[] = "surface";
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *at = (const char *) bytes->data, *end = at + bytes->len, *found;

  while ((found = g_strstr_len (at, end - at, word)) != NULL)
    {
      const char *digits = found + strlen (word), *after = digits;
      g_autofree char *name = NULL;

      while (after < end && g_ascii_isdigit (*after))
        after++;
      g_string_append_len (text, at, digits - at);
      at = after;
      if (after == digits)
        continue;
      name = g_strndup (digits, (gsize) (after - digits));
      if (!g_hash_table_contains (known, name))
        g_hash_table_insert (known, g_strdup (name), GUINT_TO_POINTER (g_hash_table_size (known) + 1));
      g_string_append_printf (text, "%u", GPOINTER_TO_UINT (g_hash_table_lookup (known, name)));
    }
  g_string_append_len (text, at, end - at);
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, (const guint8 *) text->str, (guint) text->len);
}

/**
 * ask_picture_finish:
 * @surface: (transfer full): from ask_picture_new_surface()
 * @format: the one that @surface was made with
 * @bytes: likewise
 * @drawn: how drawing on it went
 *
 * Returns: whether @bytes is the whole picture; the first thing that went wrong otherwise
 */
cairo_status_t
ask_picture_finish (cairo_surface_t *surface, AskPictureFormat format, GByteArray *bytes, cairo_status_t drawn)
{
  cairo_status_t status = drawn;

  if (format == ASK_PICTURE_PNG && status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  if (status == CAIRO_STATUS_SUCCESS && format == ASK_PICTURE_SVG)
    number_surfaces (bytes);
  cairo_surface_destroy (surface);
  return status;
}

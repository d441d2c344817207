/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-picture: reads a picture, or a page of a PDF file, from its standard input and writes a smaller one. It opens no file
 * of anybody and no socket, and ends itself when it takes too long or too much memory. See ask-image-program.h.
 */
#include "config.h"

#include <cairo.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <poppler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/ask-confined.h"
#include "source/picture/ask-image-program.h"
#include "source/picture/ask-image-webp.h"

#define MAX_MEMORY (1536ul * 1024 * 1024)
#define MAX_CPU_S 20
#define MAX_S 60
/* As PNG more than this is sent as JPEG. */
#define LONG_PNG (1024 * 1024)

/* Whether the end is there: what is cut in the middle is read by the libraries all the same, with grey for the rest. */
static gboolean
is_whole (const guint8 *data, gsize size)
{
  gsize at = 2;

  if (data[0] != 0xff)
    return data[0] != 0x89 || memmem (data, size, "IEND\xae\x42\x60\x82", 8) != NULL;
  /* The end of the picture, and not that of a small one in its metadata. */
  while (at + 4 <= size && data[at] == 0xff && data[at + 1] != 0xda)
    at += data[at + 1] == 0xff ? 1 : 2 + ((gsize) data[at + 2] << 8 | data[at + 3]);
  return at < size && memmem (data + at, size - at, "\xff\xd9", 2) != NULL;
}

/* The size is known before a pixel is read. */
static void
on_size (GdkPixbufLoader *loader, int width, int height, gpointer data)
{
  AskImageSize *self = data;
  int new_width, new_height;

  self->width = width;
  self->height = height;
  if (ask_image_size_is_large (self))
    {
      gdk_pixbuf_loader_set_size (loader, 0, 0);
      return;
    }
  /* JPEG is read in a smaller size at once. */
  ask_image_size_shrink (self->most, width, height, &new_width, &new_height);
  gdk_pixbuf_loader_set_size (loader, new_width, new_height);
}

/* Whether a picture that has said its size is too large. */
static gboolean
is_too_large (const AskImageSize *size)
{
  return size->width != 0 && ask_image_size_is_large (size);
}

/* @end: (out): why there is none. Returns: (transfer full) (nullable) */
static GdkPixbuf *
load (GBytes *bytes, const char *type, AskImageSize *wanted, AskImageEnd *end)
{
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new_with_type (type, NULL);
  gsize size, at = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gboolean whole = TRUE;

  *end = ASK_IMAGE_NO_LOADER;
  if (loader == NULL)
    return NULL;
  g_signal_connect (loader, "size-prepared", G_CALLBACK (on_size), wanted);
  /* In pieces, so that a picture that is too large ends here and not behind its last byte. */
  while (whole && at < size && !is_too_large (wanted))
    {
      gsize n = MIN (size - at, 65536);

      whole = gdk_pixbuf_loader_write (loader, data + at, n, NULL);
      at += n;
    }
  whole = gdk_pixbuf_loader_close (loader, NULL) && whole;
  *end = is_too_large (wanted) ? ASK_IMAGE_LARGE : ASK_IMAGE_BROKEN;
  if (!whole || is_too_large (wanted) || gdk_pixbuf_loader_get_pixbuf (loader) == NULL)
    return NULL;
  return g_object_ref (gdk_pixbuf_loader_get_pixbuf (loader));
}

/* @lying: (transfer full): turned so that what is up is up, and not larger than is wanted. Returns: (transfer full) */
static GdkPixbuf *
set_upright (GdkPixbuf *lying, guint most)
{
  g_autoptr (GdkPixbuf) from = lying;
  g_autoptr (GdkPixbuf) upright = gdk_pixbuf_apply_embedded_orientation (from);
  int width, height;

  ask_image_size_shrink (most, gdk_pixbuf_get_width (upright), gdk_pixbuf_get_height (upright), &width, &height);
  return gdk_pixbuf_scale_simple (upright, width, height, GDK_INTERP_BILINEAR);
}

/* @end: (out): why there is none. Returns: (transfer full) (nullable): a page as it is printed */
static GdkPixbuf *
draw_page (GBytes *bytes, guint page_number, AskImageSize *wanted, AskImageEnd *end)
{
  g_autoptr (GError) error = NULL;
  PopplerDocument *document = poppler_document_new_from_bytes (bytes, NULL, &error); /* the process ends with it */
  PopplerPage *page;
  cairo_surface_t *surface;
  cairo_t *cr;
  GdkPixbuf *pixbuf;
  double width, height;
  int new_width, new_height;

  *end = g_error_matches (error, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED) ? ASK_IMAGE_LOCKED : ASK_IMAGE_BROKEN;
  if (document == NULL)
    return NULL;
  *end = ASK_IMAGE_NO_PAGE;
  wanted->n_pages = MAX (0, poppler_document_get_n_pages (document));
  page = page_number >= 1 && page_number <= (guint) wanted->n_pages
           ? poppler_document_get_page (document, (int) page_number - 1)
           : NULL;
  if (page == NULL)
    return NULL;
  *end = ASK_IMAGE_BROKEN;
  poppler_page_get_size (page, &width, &height);
  if (!(width >= 1 && height >= 1 && width < 1e6 && height < 1e6))
    return NULL;
  wanted->width = (int) width;
  wanted->height = (int) height;
  /* A page has no pixels; it is drawn as large as is wanted. */
  new_width = MAX (1, (int) (width * wanted->most / MAX (width, height)));
  new_height = MAX (1, (int) (height * wanted->most / MAX (width, height)));
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, new_width, new_height);
  cr = cairo_create (surface);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_scale (cr, new_width / width, new_height / height);
  poppler_page_render (page, cr);
  cairo_surface_flush (surface);
  if (cairo_status (cr) != CAIRO_STATUS_SUCCESS)
    return NULL;
  pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, new_width, new_height);
  for (int y = 0; y < new_height; y++)
    {
      const guint32 *from
        = (const guint32 *) (gpointer) (cairo_image_surface_get_data (surface)
                                        + (gsize) y * (gsize) cairo_image_surface_get_stride (surface));
      guint8 *to = gdk_pixbuf_get_pixels (pixbuf) + (gsize) y * (gsize) gdk_pixbuf_get_rowstride (pixbuf);

      for (int x = 0; x < new_width; x++)
        {
          to[3 * x] = (guint8) (from[x] >> 16);
          to[3 * x + 1] = (guint8) (from[x] >> 8);
          to[3 * x + 2] = (guint8) from[x];
        }
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pixbuf;
}

static gboolean
save (GdkPixbuf *pixbuf, const char *type, char **data, gsize *size)
{
  /* Nothing but pixels is written: options of what was read stay behind. */
  return strcmp (type, "jpeg") == 0 ? gdk_pixbuf_save_to_buffer (pixbuf, data, size, type, NULL, "quality", "88", NULL)
                                    : gdk_pixbuf_save_to_buffer (pixbuf, data, size, type, NULL, NULL);
}

static void
write_head (const char *type, const GdkPixbuf *pixbuf, const AskImageSize *wanted)
{
  printf ("%s %d %d %d %d %d\n", type, wanted->width, wanted->height, gdk_pixbuf_get_width (pixbuf),
          gdk_pixbuf_get_height (pixbuf), wanted->n_pages);
}

static gboolean
write_pixels (const GdkPixbuf *pixbuf, const AskImageSize *wanted)
{
  g_autoptr (GdkPixbuf) whole = gdk_pixbuf_get_has_alpha (pixbuf) ? g_object_ref ((GdkPixbuf *) pixbuf)
                                                                  : gdk_pixbuf_add_alpha (pixbuf, FALSE, 0, 0, 0);
  const gsize length = (gsize) gdk_pixbuf_get_width (whole) * 4;

  write_head (ASK_IMAGE_PIXELS, whole, wanted);
  for (int y = 0; y < gdk_pixbuf_get_height (whole); y++)
    if (fwrite (gdk_pixbuf_read_pixels (whole) + (gsize) y * (gsize) gdk_pixbuf_get_rowstride (whole), 1, length,
                stdout)
        != length)
      return FALSE;
  return fflush (stdout) == 0;
}

static gboolean
write_picture (GdkPixbuf *pixbuf, const char *type, const AskImageSize *wanted)
{
  g_autofree char *mime = NULL;
  g_autofree char *data = NULL;
  gsize size = 0;

  if (!save (pixbuf, type, &data, &size))
    return FALSE;
  if (strcmp (type, "png") == 0 && size > LONG_PNG && !gdk_pixbuf_get_has_alpha (pixbuf))
    {
      g_clear_pointer (&data, g_free);
      type = "jpeg";
      if (!save (pixbuf, type, &data, &size))
        return FALSE;
    }
  mime = g_strconcat ("image/", type, NULL);
  write_head (mime, pixbuf, wanted);
  return fwrite (data, 1, size, stdout) == size && fflush (stdout) == 0;
}

/* Returns: (transfer full) (nullable): the picture of a file that begins like one */
static GdkPixbuf *
read_picture (GBytes *bytes, guint page, AskImageSize *wanted, AskImageEnd *end)
{
  const char *data = g_bytes_get_data (bytes, NULL);
  GdkPixbuf *lying = NULL;

  *end = ASK_IMAGE_BROKEN;
  if (memcmp (data, "%PDF-", 5) == 0)
    return draw_page (bytes, page, wanted, end);
  if (memcmp (data, "\x89PNG", 4) == 0)
    lying = load (bytes, "png", wanted, end);
  else if (memcmp (data, "\xff\xd8\xff", 3) == 0)
    lying = load (bytes, "jpeg", wanted, end);
  else if (memcmp (data, "RIFF", 4) == 0)
    lying = ask_image_webp_read (bytes, wanted, end);
  return lying != NULL ? set_upright (lying, wanted->most) : NULL;
}

/* What was sharp stays so; photos are shorter as JPEG. */
static const char *
choose_type (GBytes *bytes, const GdkPixbuf *pixbuf)
{
  const char *data = g_bytes_get_data (bytes, NULL);

  return memcmp (data, "\xff\xd8\xff", 3) == 0 || (memcmp (data, "RIFF", 4) == 0 && !gdk_pixbuf_get_has_alpha (pixbuf))
           ? "jpeg"
           : "png";
}

int
main (int argc, char **argv)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkPixbuf) pixbuf = NULL;
  AskImageSize wanted = { argc == 4 ? (guint) CLAMP (atoi (argv[1]), 16, 4096) : 1024, 0, 0, 1 };
  AskImageEnd end = ASK_IMAGE_BROKEN;
  gboolean written;

  ask_confine (MAX_MEMORY, MAX_CPU_S, MAX_S);
  bytes = ask_confined_read (ASK_IMAGE_MAX_BYTES);
  if (bytes == NULL || g_bytes_get_size (bytes) < 12
      || !is_whole (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)))
    return ASK_IMAGE_BROKEN;
  pixbuf = read_picture (bytes, argc == 4 ? (guint) MAX (0, atoi (argv[2])) : 1, &wanted, &end);
  if (pixbuf == NULL)
    return end;
  written = argc == 4 && strcmp (argv[3], ASK_IMAGE_PIXELS) == 0
              ? write_pixels (pixbuf, &wanted)
              : write_picture (pixbuf, choose_type (bytes, pixbuf), &wanted);
  return written ? ASK_IMAGE_DONE : ASK_IMAGE_BROKEN;
}

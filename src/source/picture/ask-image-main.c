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

#define MAX_MEMORY (1536ul * 1024 * 1024)
#define MAX_CPU_S 20
#define MAX_S 60
/* As PNG more than this is sent as JPEG. */
#define LONG_PNG (1024 * 1024)

typedef struct
{
  guint most;
  int width;
  int height;
  gboolean large;
} Wanted;

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

/* The size of what is wanted of @width × @height: never larger, and never nothing. */
static void
shrink (guint most, double width, double height, int *new_width, int *new_height)
{
  double scale = MIN (1.0, most / MAX (width, height));

  *new_width = MAX (1, (int) (width * scale + 0.5));
  *new_height = MAX (1, (int) (height * scale + 0.5));
}

/* The size is known before a pixel is read. */
static void
on_size (GdkPixbufLoader *loader, int width, int height, gpointer data)
{
  Wanted *self = data;
  int new_width, new_height;

  self->width = width;
  self->height = height;
  self->large = width <= 0 || height <= 0 || (guint64) width * (guint64) height > ASK_IMAGE_MAX_PIXELS;
  if (self->large)
    {
      gdk_pixbuf_loader_set_size (loader, 0, 0);
      return;
    }
  /* JPEG is read in a smaller size at once. */
  shrink (self->most, width, height, &new_width, &new_height);
  gdk_pixbuf_loader_set_size (loader, new_width, new_height);
}

/* @end: (out): why there is none. Returns: (transfer full) (nullable) */
static GdkPixbuf *
load (GBytes *bytes, const char *type, Wanted *wanted, AskImageEnd *end)
{
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new_with_type (type, NULL);
  g_autoptr (GdkPixbuf) upright = NULL;
  gsize size, at = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gboolean whole = TRUE;
  int new_width, new_height;

  *end = ASK_IMAGE_NO_LOADER;
  if (loader == NULL)
    return NULL;
  g_signal_connect (loader, "size-prepared", G_CALLBACK (on_size), wanted);
  /* In pieces, so that a picture that is too large ends here and not behind its last byte. */
  while (whole && at < size && !wanted->large)
    {
      gsize n = MIN (size - at, 65536);

      whole = gdk_pixbuf_loader_write (loader, data + at, n, NULL);
      at += n;
    }
  whole = gdk_pixbuf_loader_close (loader, NULL) && whole;
  *end = wanted->large ? ASK_IMAGE_LARGE : ASK_IMAGE_BROKEN;
  if (!whole || wanted->large || gdk_pixbuf_loader_get_pixbuf (loader) == NULL)
    return NULL;
  upright = gdk_pixbuf_apply_embedded_orientation (gdk_pixbuf_loader_get_pixbuf (loader));
  shrink (wanted->most, gdk_pixbuf_get_width (upright), gdk_pixbuf_get_height (upright), &new_width, &new_height);
  return gdk_pixbuf_scale_simple (upright, new_width, new_height, GDK_INTERP_BILINEAR);
}

/* @end: (out): why there is none. Returns: (transfer full) (nullable): a page as it is printed */
static GdkPixbuf *
draw_page (GBytes *bytes, guint page_number, Wanted *wanted, AskImageEnd *end)
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
  page = page_number >= 1 && page_number <= (guint) MAX (0, poppler_document_get_n_pages (document))
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

static gboolean
write_picture (GdkPixbuf *pixbuf, const char *type, const Wanted *wanted)
{
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
  printf ("image/%s %d %d %d %d\n", type, wanted->width, wanted->height, gdk_pixbuf_get_width (pixbuf),
          gdk_pixbuf_get_height (pixbuf));
  return fwrite (data, 1, size, stdout) == size && fflush (stdout) == 0;
}

int
main (int argc, char **argv)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkPixbuf) pixbuf = NULL;
  Wanted wanted = { argc == 3 ? (guint) CLAMP (atoi (argv[1]), 16, 4096) : 1024, 0, 0, FALSE };
  AskImageEnd end = ASK_IMAGE_BROKEN;
  const char *data;
  gsize size;

  ask_confine (MAX_MEMORY, MAX_CPU_S, MAX_S);
  bytes = ask_confined_read (ASK_IMAGE_MAX_BYTES);
  data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  if (data == NULL || size < 12 || !is_whole ((const guint8 *) data, size))
    return ASK_IMAGE_BROKEN;
  if (memcmp (data, "%PDF-", 5) == 0)
    pixbuf = draw_page (bytes, argc == 3 ? (guint) MAX (0, atoi (argv[2])) : 1, &wanted, &end);
  else if (memcmp (data, "\x89PNG", 4) == 0)
    pixbuf = load (bytes, "png", &wanted, &end);
  else if (memcmp (data, "\xff\xd8\xff", 3) == 0)
    pixbuf = load (bytes, "jpeg", &wanted, &end);
  else if (memcmp (data, "RIFF", 4) == 0)
    pixbuf = load (bytes, "webp", &wanted, &end);
  if (pixbuf == NULL)
    return end;
  /* What was sharp stays so; photos are shorter as JPEG. */
  return write_picture (pixbuf,
                        memcmp (data, "\xff\xd8\xff", 3) == 0
                            || (memcmp (data, "RIFF", 4) == 0 && !gdk_pixbuf_get_has_alpha (pixbuf))
                          ? "jpeg"
                          : "png",
                        &wanted)
           ? ASK_IMAGE_DONE
           : ASK_IMAGE_BROKEN;
}

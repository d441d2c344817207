/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures are made with GdkPixbuf; what it does not write, such as the place where a photo was taken, is put between.
 */
#include "config.h"

#include "support/ask-test-picture.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>
#include <webp/encode.h>

/* A slope of colours: the left end is dark, the right end is light. */
static GdkPixbuf *
draw (guint width, guint height, guint seed)
{
  GdkPixbuf *pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, (int) width, (int) height);
  guint8 *pixels = gdk_pixbuf_get_pixels (pixbuf);
  gsize stride = (gsize) gdk_pixbuf_get_rowstride (pixbuf);

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        guint8 *pixel = pixels + y * stride + 3 * x;

        pixel[0] = (guint8) (x * 255 / width);
        pixel[1] = pixel[0];
        pixel[2] = (guint8) (seed * 40);
      }
  return pixbuf;
}

/* @worded: it has a comment. Returns: (transfer full): another picture for another @seed, below 7 */
GBytes *
ask_test_picture_png (guint width, guint height, gboolean worded, guint seed)
{
  g_autoptr (GdkPixbuf) pixbuf = draw (width, height, seed);
  char *data;
  gsize size;

  g_assert_true (worded ? gdk_pixbuf_save_to_buffer (pixbuf, &data, &size, "png", NULL, "tEXt::Comment",
                                                     ASK_TEST_PICTURE_SECRET, NULL)
                        : gdk_pixbuf_save_to_buffer (pixbuf, &data, &size, "png", NULL, NULL));
  return g_bytes_new_take (data, size);
}

static void
append_chunk (GByteArray *webp, const char *name, gconstpointer data, gsize size)
{
  const guint8 length[] = { (guint8) size, (guint8) (size >> 8), (guint8) (size >> 16), (guint8) (size >> 24) };

  g_byte_array_append (webp, (const guint8 *) name, 4);
  g_byte_array_append (webp, length, sizeof length);
  g_byte_array_append (webp, data, (guint) size);
  if (size % 2 == 1)
    g_byte_array_append (webp, (const guint8 *) "", 1);
}

/* With EXIF. @turned: which says that it lies on its side. Returns: (transfer full) */
GBytes *
ask_test_picture_webp (guint width, guint height, gboolean lossless, gboolean turned)
{
  g_autoptr (GdkPixbuf) pixbuf = draw (width, height, 0);
  const guint8 *pixels = gdk_pixbuf_read_pixels (pixbuf);
  const int stride = gdk_pixbuf_get_rowstride (pixbuf);
  guint8 *plain = NULL;
  gsize size = lossless ? WebPEncodeLosslessRGB (pixels, (int) width, (int) height, stride, &plain)
                        : WebPEncodeRGB (pixels, (int) width, (int) height, stride, 90, &plain);
  /* Has EXIF; both sides less one, in three bytes each. */
  const guint8 head[] = { 8,
                          0,
                          0,
                          0,
                          (guint8) (width - 1),
                          (guint8) ((width - 1) >> 8),
                          0,
                          (guint8) (height - 1),
                          (guint8) ((height - 1) >> 8),
                          0 };
  guint8 exif[26 + sizeof ASK_TEST_PICTURE_SECRET]
    = { 'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, turned ? 6 : 1, 0, 0, 0, 0, 0, 0, 0 };
  g_autoptr (GByteArray) chunks = g_byte_array_new ();
  g_autoptr (GByteArray) webp = g_byte_array_new ();

  g_assert_cmpuint (size, >, 12);
  memcpy (exif + 26, ASK_TEST_PICTURE_SECRET, sizeof ASK_TEST_PICTURE_SECRET);
  g_byte_array_append (chunks, (const guint8 *) "WEBP", 4);
  append_chunk (chunks, "VP8X", head, sizeof head);
  g_byte_array_append (chunks, plain + 12, (guint) size - 12);
  append_chunk (chunks, "EXIF", exif, sizeof exif);
  append_chunk (webp, "RIFF", chunks->data, chunks->len);
  WebPFree (plain);
  return g_byte_array_free_to_bytes (g_steal_pointer (&webp));
}

/* With EXIF. @turned: which says that it lies on its side. Returns: (transfer full) */
GBytes *
ask_test_picture_jpeg (guint width, guint height, gboolean turned)
{
  g_autoptr (GdkPixbuf) pixbuf = draw (width, height, 0);
  g_autofree char *data = NULL;
  gsize size;
  /* One entry of a directory: which side is up. */
  guint8 exif[]
    = { 'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0 };
  const gsize length = sizeof exif + strlen (ASK_TEST_PICTURE_SECRET) + 2;
  const guint8 head[] = { 0xff, 0xe1, (guint8) (length >> 8), (guint8) length };
  GByteArray *jpeg = g_byte_array_new ();

  exif[25] = turned ? 6 : 1;
  g_assert_true (gdk_pixbuf_save_to_buffer (pixbuf, &data, &size, "jpeg", NULL, NULL));
  g_byte_array_append (jpeg, (const guint8 *) data, 2);
  g_byte_array_append (jpeg, head, sizeof head);
  g_byte_array_append (jpeg, exif, sizeof exif);
  g_byte_array_append (jpeg, (const guint8 *) ASK_TEST_PICTURE_SECRET, strlen (ASK_TEST_PICTURE_SECRET));
  g_byte_array_append (jpeg, (const guint8 *) data + 2, (guint) size - 2);
  return g_byte_array_free_to_bytes (jpeg);
}

static guint32
checksum (const guint8 *bytes, gsize n)
{
  guint32 sum = 0xffffffffu;

  for (gsize i = 0; i < n; i++)
    {
      sum ^= bytes[i];
      for (guint bit = 0; bit < 8; bit++)
        sum = (sum & 1) != 0 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
    }
  return ~sum;
}

/* Returns: (transfer full): a short PNG whose head says that it is so large */
GBytes *
ask_test_picture_bomb (guint width, guint height)
{
  g_autoptr (GBytes) small = ask_test_picture_png (16, 16, FALSE, 0);
  gsize size;
  guint8 *bytes = g_bytes_unref_to_data (g_steal_pointer (&small), &size);
  guint32 sum;

  for (guint i = 0; i < 4; i++)
    {
      bytes[16 + i] = (guint8) (width >> (24 - 8 * i));
      bytes[20 + i] = (guint8) (height >> (24 - 8 * i));
    }
  sum = checksum (bytes + 12, 17);
  for (guint i = 0; i < 4; i++)
    bytes[29 + i] = (guint8) (sum >> (24 - 8 * i));
  return g_bytes_new_take (bytes, size);
}

/* Returns: (transfer full): one page, 200 × 100 points, with a black half on the left */
GBytes *
ask_test_picture_pdf (void)
{
  static const char *const objects[] = {
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<>>>>",
    "<</Length 16>>\nstream\n0 0 100 100 re f\nendstream",
  };
  GString *pdf = g_string_new ("%PDF-1.4\n");
  gsize places[G_N_ELEMENTS (objects)];
  gsize table;

  for (gsize i = 0; i < G_N_ELEMENTS (objects); i++)
    {
      places[i] = pdf->len;
      g_string_append_printf (pdf, "%" G_GSIZE_FORMAT " 0 obj\n%s\nendobj\n", i + 1, objects[i]);
    }
  table = pdf->len;
  g_string_append (pdf, "xref\n0 5\n0000000000 65535 f \n");
  for (gsize i = 0; i < G_N_ELEMENTS (objects); i++)
    g_string_append_printf (pdf, "%010" G_GSIZE_FORMAT " 00000 n \n", places[i]);
  g_string_append_printf (pdf, "trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n%" G_GSIZE_FORMAT "\n%%%%EOF\n", table);
  return g_string_free_to_bytes (pdf);
}

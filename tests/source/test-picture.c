/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures through askdata-picture: smaller, upright, without words, and whatever a hostile one tries, an error.
 */
#include "config.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

#include "source/ask-source.h"
#include "source/picture/ask-image.h"
#include "support/ask-test-picture.h"

static AskImage *
reduce_well (GBytes *bytes, guint most)
{
  g_autoptr (GError) error = NULL;
  AskImage *image = ask_image_reduce (bytes, most, 1, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (image->new_width, <=, most);
  g_assert_cmpuint (image->new_height, <=, most);
  return image;
}

static gboolean
holds (GBytes *bytes, const char *text)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  return g_strstr_len (data, (gssize) size, text) != NULL || memmem (data, size, text, strlen (text)) != NULL;
}

/* Returns: (transfer full): decoded here, as a receiver would */
static GdkPixbuf *
decode (const AskImage *image)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (image->bytes);
  g_autoptr (GError) error = NULL;
  GdkPixbuf *pixbuf = gdk_pixbuf_new_from_stream (stream, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (gdk_pixbuf_get_width (pixbuf), ==, (int) image->new_width);
  g_assert_cmpint (gdk_pixbuf_get_height (pixbuf), ==, (int) image->new_height);
  return pixbuf;
}

static guint
get_red (const GdkPixbuf *pixbuf, double x, double y)
{
  gsize column = (gsize) (x * (gdk_pixbuf_get_width (pixbuf) - 1));
  gsize row = (gsize) (y * (gdk_pixbuf_get_height (pixbuf) - 1));

  return gdk_pixbuf_read_pixels (
    pixbuf)[row * (gsize) gdk_pixbuf_get_rowstride (pixbuf) + column * (gsize) gdk_pixbuf_get_n_channels (pixbuf)];
}

static void
test_png (void)
{
  g_autoptr (GBytes) bytes = ask_test_picture_png (2000, 1000, TRUE, 1);
  g_autoptr (GBytes) one = ask_test_picture_png (1, 1, FALSE, 1);
  g_autoptr (AskImage) image = reduce_well (bytes, 1024);
  g_autoptr (AskImage) dot = reduce_well (one, 1024);
  g_autoptr (GdkPixbuf) pixbuf = decode (image);

  g_assert_true (holds (bytes, ASK_TEST_PICTURE_SECRET));
  g_assert_false (holds (image->bytes, ASK_TEST_PICTURE_SECRET));
  g_assert_false (holds (image->bytes, "tEXt"));
  g_assert_cmpstr (image->mime, ==, "image/png");
  g_assert_cmpuint (image->width, ==, 2000);
  g_assert_cmpuint (image->new_width, ==, 1024);
  g_assert_cmpuint (image->new_height, ==, 512);
  g_assert_cmpuint (get_red (pixbuf, 0, 0.5), <, 10);
  g_assert_cmpuint (get_red (pixbuf, 1, 0.5), >, 245);
  g_assert_cmpuint (dot->new_width, ==, 1);
  g_assert_cmpuint (dot->new_height, ==, 1);
}

/* What lies on its side is set upright, since the word that says so stays behind. */
static void
test_jpeg (void)
{
  g_autoptr (GBytes) bytes = ask_test_picture_jpeg (2000, 1000, TRUE);
  g_autoptr (GBytes) plain = ask_test_picture_jpeg (600, 300, FALSE);
  g_autoptr (AskImage) image = reduce_well (bytes, 1024);
  g_autoptr (AskImage) same = reduce_well (plain, 1024);
  g_autoptr (GdkPixbuf) pixbuf = decode (image);

  g_assert_true (holds (bytes, ASK_TEST_PICTURE_SECRET));
  g_assert_false (holds (image->bytes, ASK_TEST_PICTURE_SECRET));
  g_assert_false (holds (image->bytes, "Exif"));
  g_assert_cmpstr (image->mime, ==, "image/jpeg");
  g_assert_cmpuint (image->new_width, ==, 512);
  g_assert_cmpuint (image->new_height, ==, 1024);
  g_assert_cmpuint (get_red (pixbuf, 0.5, 0), <, 20);
  g_assert_cmpuint (get_red (pixbuf, 0.5, 1), >, 235);
  g_assert_cmpuint (same->new_width, ==, 600);
  g_assert_cmpuint (same->new_height, ==, 300);
}

static void
assert_fails (GBytes *bytes, guint page, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskImage) image = ask_image_reduce (bytes, 1024, page, NULL, &error);

  g_assert_null (image);
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_SOURCE_ERROR, code);
}

static void
test_pdf (void)
{
  g_autoptr (GBytes) bytes = ask_test_picture_pdf ();
  g_autoptr (AskImage) image = reduce_well (bytes, 400);
  g_autoptr (GdkPixbuf) pixbuf = decode (image);

  g_assert_cmpuint (image->new_width, ==, 400);
  g_assert_cmpuint (image->new_height, ==, 200);
  g_assert_cmpuint (get_red (pixbuf, 0.1, 0.5), ==, 0);
  g_assert_cmpuint (get_red (pixbuf, 0.9, 0.5), ==, 255);
  assert_fails (bytes, 2, ASK_SOURCE_ERROR_MALFORMED);
  assert_fails (bytes, 0, ASK_SOURCE_ERROR_MALFORMED);
}

static void
test_hostile (void)
{
  static const char svg[] = "<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>";
  g_autoptr (GBytes) whole = ask_test_picture_png (300, 200, FALSE, 2);
  g_autoptr (GBytes) photo = ask_test_picture_jpeg (300, 200, FALSE);
  g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, 100);
  g_autoptr (GBytes) head = g_bytes_new_from_bytes (whole, 0, 8);
  g_autoptr (GBytes) start = g_bytes_new_from_bytes (photo, 0, 30);
  g_autoptr (GBytes) bomb = ask_test_picture_bomb (30000, 30000);
  g_autoptr (GBytes) endless = ask_test_picture_bomb (0x7fffffff, 0x7fffffff);
  g_autoptr (GBytes) drawing = g_bytes_new_static (svg, sizeof svg);
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) paper = g_bytes_new_static ("%PDF-1.4 and no more", 20);

  assert_fails (cut, 1, ASK_SOURCE_ERROR_MALFORMED);
  assert_fails (head, 1, ASK_SOURCE_ERROR_MALFORMED);
  assert_fails (start, 1, ASK_SOURCE_ERROR_MALFORMED);
  assert_fails (bomb, 1, ASK_SOURCE_ERROR_LIMIT);
  /* The library may refuse it before it says its size. */
  g_assert_null (ask_image_reduce (endless, 1024, 1, NULL, NULL));
  assert_fails (drawing, 1, ASK_SOURCE_ERROR_MALFORMED);
  assert_fails (nothing, 1, ASK_SOURCE_ERROR_MALFORMED);
  assert_fails (paper, 1, ASK_SOURCE_ERROR_MALFORMED);
}

/* Broken at any place: an error or a picture, and never more. */
static void
test_drawn_faults (void)
{
  for (guint i = 0; i < 12; i++)
    {
      g_autoptr (GBytes) good
        = i % 2 == 0 ? ask_test_picture_png (40, 30, TRUE, 1) : ask_test_picture_jpeg (40, 30, TRUE);
      g_autoptr (GBytes) bad = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskImage) image = NULL;
      gsize size;
      guint8 *bytes = g_bytes_unref_to_data (g_steal_pointer (&good), &size);

      for (guint n = 0; n < 4; n++)
        bytes[g_test_rand_int_range (12, (gint32) size)] = (guint8) g_test_rand_int_range (0, 256);
      bad = g_bytes_new_take (bytes, size);
      image = ask_image_reduce (bad, 64, 1, NULL, &error);
      g_assert_true ((image != NULL) == (error == NULL));
      g_assert_true (image == NULL || (image->new_width <= 64 && !holds (image->bytes, ASK_TEST_PICTURE_SECRET)));
    }
}

static void
check_webp (gboolean lossless)
{
  g_autoptr (GBytes) bytes = ask_test_picture_webp (2000, 1000, lossless, TRUE);
  g_autoptr (GBytes) plain = ask_test_picture_webp (600, 301, lossless, FALSE);
  g_autoptr (AskImage) image = reduce_well (bytes, 1024);
  g_autoptr (AskImage) same = reduce_well (plain, 1024);
  g_autoptr (GdkPixbuf) pixbuf = decode (image);

  g_assert_true (holds (bytes, ASK_TEST_PICTURE_SECRET));
  g_assert_false (holds (image->bytes, ASK_TEST_PICTURE_SECRET));
  g_assert_cmpint (image->kind, ==, ASK_IMAGE_WEBP);
  g_assert_cmpstr (image->mime, ==, "image/jpeg");
  g_assert_cmpuint (image->width, ==, 2000);
  g_assert_cmpuint (image->new_width, ==, 512);
  g_assert_cmpuint (image->new_height, ==, 1024);
  g_assert_cmpuint (get_red (pixbuf, 0.5, 0), <, 20);
  g_assert_cmpuint (get_red (pixbuf, 0.5, 1), >, 235);
  g_assert_cmpuint (same->new_width, ==, 600);
  g_assert_cmpuint (same->new_height, ==, 301);
}

static void
test_webp (void)
{
  check_webp (FALSE);
  check_webp (TRUE);
}

/* What a cut, a turned byte or a size that is not so makes of it: an error, or a picture without words. */
static void
test_webp_faults (void)
{
  g_autoptr (GBytes) head = g_bytes_new_static ("RIFF\x10\0\0\0WEBPVP8 \0\0\0\0", 20);
  g_autoptr (GBytes) whole = ask_test_picture_webp (300, 200, FALSE, FALSE);
  g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) - 60);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (whole, &size);
  g_autofree guint8 *large = g_memdup2 (bytes, size);
  g_autoptr (GBytes) bomb = NULL;

  assert_fails (head, 1, ASK_SOURCE_ERROR_MALFORMED);
  assert_fails (cut, 1, ASK_SOURCE_ERROR_MALFORMED);
  /* The canvas says that it is 16,384 × 16,384. */
  memcpy (large + 24, "\xff\x3f\0\xff\x3f\0", 6);
  bomb = g_bytes_new (large, size);
  g_assert_null (ask_image_reduce (bomb, 1024, 1, NULL, NULL));
  for (guint i = 0; i < 12; i++)
    {
      g_autofree guint8 *turned = g_memdup2 (bytes, size);
      g_autoptr (GBytes) bad = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskImage) image = NULL;

      for (guint n = 0; n < 4; n++)
        turned[g_test_rand_int_range (12, (gint32) size)] = (guint8) g_test_rand_int_range (0, 256);
      bad = g_bytes_new (turned, size);
      image = ask_image_reduce (bad, 64, 1, NULL, &error);
      g_assert_true ((image != NULL) == (error == NULL));
      g_assert_true (image == NULL || (image->new_width <= 64 && !holds (image->bytes, ASK_TEST_PICTURE_SECRET)));
    }
}

static void
test_away (void)
{
  g_autofree char *own = g_strdup (g_getenv ("ASKDATA_LIBEXEC_DIR"));
  g_autoptr (GBytes) bytes = ask_test_picture_png (4, 4, FALSE, 0);
  g_autoptr (GCancellable) stopped = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_setenv ("ASKDATA_LIBEXEC_DIR", "/nowhere", TRUE);
  assert_fails (bytes, 1, ASK_SOURCE_ERROR_CONFIG);
  g_setenv ("ASKDATA_LIBEXEC_DIR", own, TRUE);
  g_cancellable_cancel (stopped);
  g_assert_null (ask_image_reduce (bytes, 1024, 1, stopped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (g_getenv ("ASKDATA_LIBEXEC_DIR"));
  g_test_add_func ("/source/picture/a-png-comes-back-smaller-and-without-words", test_png);
  g_test_add_func ("/source/picture/a-photo-comes-back-upright-and-without-place", test_jpeg);
  g_test_add_func ("/source/picture/a-page-is-drawn", test_pdf);
  g_test_add_func ("/source/picture/a-hostile-picture-is-an-error", test_hostile);
  g_test_add_func ("/source/picture/broken-bytes-give-an-error-or-a-picture", test_drawn_faults);
  g_test_add_func ("/source/picture/a-whole-webp-comes-back-upright-and-without-place", test_webp);
  g_test_add_func ("/source/picture/a-broken-webp-is-an-error-or-a-picture", test_webp_faults);
  g_test_add_func ("/source/picture/a-missing-program-is-named", test_away);
  return g_test_run ();
}

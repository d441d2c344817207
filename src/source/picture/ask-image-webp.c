/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A WebP file is a list of chunks: the pixels of one picture or of several frames, and words beside them. Of frames the first is
 * taken. Of the words only which side is up is read. It must never make a pixel of a picture that is cut or too large.
 */
#include "config.h"

#include "source/picture/ask-image-webp.h"

#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

/* What EXIF calls the side that is up. */
#define TAG_ORIENTATION 0x112

/* A number of @n bytes at @at, the large end first where @large. */
static guint
read_number (const guint8 *data, gsize at, guint n, gboolean large)
{
  guint number = 0;

  for (guint i = 0; i < n; i++)
    number = number << 8 | data[at + (large ? i : n - 1 - i)];
  return number;
}

/* Returns: from 1 to 8, or 0 where these bytes of EXIF say nothing */
static guint
find_orientation (const guint8 *data, gsize size)
{
  gboolean large;
  gsize at;
  guint n;

  /* Some programs put the head of JPEG's before it. */
  if (size >= 6 && memcmp (data, "Exif\0", 6) == 0)
    {
      data += 6;
      size -= 6;
    }
  if (size < 8 || (memcmp (data, "MM", 2) != 0 && memcmp (data, "II", 2) != 0))
    return 0;
  large = data[0] == 'M';
  at = read_number (data, 4, 4, large);
  if (at > size - 2)
    return 0;
  n = read_number (data, at, 2, large);
  at += 2;
  for (guint i = 0; i < n && at + 12 <= size; i++, at += 12)
    if (read_number (data, at, 2, large) == TAG_ORIENTATION)
      {
        guint side = read_number (data, at + 8, 2, large);

        return side >= 1 && side <= 8 ? side : 0;
      }
  return 0;
}

static guint
read_orientation (const WebPDemuxer *demuxer)
{
  WebPChunkIterator chunk;
  guint side = 0;

  if (WebPDemuxGetChunk (demuxer, "EXIF", 1, &chunk))
    side = find_orientation (chunk.chunk.bytes, chunk.chunk.size);
  WebPDemuxReleaseChunkIterator (&chunk);
  return side;
}

/* Draws the frame onto @canvas, which is smaller than the picture by @scale. */
static gboolean
draw_frame (const WebPIterator *frame, GdkPixbuf *canvas, double scale)
{
  WebPDecoderConfig config;
  const int x = MIN ((int) (frame->x_offset * scale), gdk_pixbuf_get_width (canvas) - 1);
  const int y = MIN ((int) (frame->y_offset * scale), gdk_pixbuf_get_height (canvas) - 1);

  if (!WebPInitDecoderConfig (&config))
    return FALSE;
  config.options.use_scaling = 1;
  config.options.scaled_width = CLAMP ((int) (frame->width * scale + 0.5), 1, gdk_pixbuf_get_width (canvas) - x);
  config.options.scaled_height = CLAMP ((int) (frame->height * scale + 0.5), 1, gdk_pixbuf_get_height (canvas) - y);
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.stride = gdk_pixbuf_get_rowstride (canvas);
  config.output.u.RGBA.rgba
    = gdk_pixbuf_get_pixels (canvas) + (gsize) y * (gsize) config.output.u.RGBA.stride + (gsize) x * 4;
  config.output.u.RGBA.size
    = gdk_pixbuf_get_byte_length (canvas) - (gsize) y * (gsize) config.output.u.RGBA.stride - (gsize) x * 4;
  return WebPDecode (frame->fragment.bytes, frame->fragment.size, &config) == VP8_STATUS_OK;
}

/* Returns: (transfer full): the same without the channel of what can be seen through */
static GdkPixbuf *
drop_alpha (const GdkPixbuf *from)
{
  const int width = gdk_pixbuf_get_width (from), height = gdk_pixbuf_get_height (from);
  GdkPixbuf *to = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, width, height);

  for (int y = 0; y < height; y++)
    {
      const guint8 *source = gdk_pixbuf_read_pixels (from) + (gsize) y * (gsize) gdk_pixbuf_get_rowstride (from);
      guint8 *target = gdk_pixbuf_get_pixels (to) + (gsize) y * (gsize) gdk_pixbuf_get_rowstride (to);

      for (int x = 0; x < width; x++)
        memcpy (target + 3 * x, source + 4 * x, 3);
    }
  return to;
}

/* Returns: (transfer full) (nullable): of what fits into @size, not yet upright */
static GdkPixbuf *
draw (WebPDemuxer *demuxer, AskImageSize *size)
{
  WebPIterator frame;
  g_autoptr (GdkPixbuf) canvas = NULL;
  GdkPixbuf *opaque = NULL;
  int width, height;
  gboolean drawn, whole;

  ask_image_size_shrink (size->most, size->width, size->height, &width, &height);
  if (!WebPDemuxGetFrame (demuxer, 1, &frame))
    return NULL;
  canvas = gdk_pixbuf_new (GDK_COLORSPACE_RGB, TRUE, 8, width, height);
  if (canvas != NULL)
    gdk_pixbuf_fill (canvas, 0);
  drawn = canvas != NULL && draw_frame (&frame, canvas, (double) width / size->width);
  whole = !frame.has_alpha && frame.width == size->width && frame.height == size->height;
  WebPDemuxReleaseIterator (&frame);
  if (drawn && whole)
    opaque = drop_alpha (canvas);
  return !drawn ? NULL : whole ? opaque : g_steal_pointer (&canvas);
}

/**
 * ask_image_webp_read:
 * @bytes: the file
 * @size: (inout): how large it may get, and how large it is
 * @end: (out): why there is none
 *
 * Returns: (transfer full) (nullable): its picture, or the first one of several, with the side that is up as an option
 */
GdkPixbuf *
ask_image_webp_read (GBytes *bytes, AskImageSize *size, AskImageEnd *end)
{
  WebPData data = { g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes) };
  WebPDemuxer *demuxer = WebPDemux (&data); /* none of a file that is cut */
  GdkPixbuf *pixbuf = NULL;
  guint side = 0;

  *end = ASK_IMAGE_BROKEN;
  if (demuxer == NULL)
    return NULL;
  size->width = (int) WebPDemuxGetI (demuxer, WEBP_FF_CANVAS_WIDTH);
  size->height = (int) WebPDemuxGetI (demuxer, WEBP_FF_CANVAS_HEIGHT);
  if (ask_image_size_is_large (size))
    *end = ASK_IMAGE_LARGE;
  else
    pixbuf = draw (demuxer, size);
  if (pixbuf != NULL && (side = read_orientation (demuxer)) > 1)
    {
      const char digit[] = { (char) ('0' + side), '\0' };

      gdk_pixbuf_set_option (pixbuf, "orientation", digit);
    }
  WebPDemuxDelete (demuxer);
  return pixbuf;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes the gzip off a body. Libsoup's own decoder forgives a gzip stream that stops early; this
 * one must not, because a body cut short would be rows lost without a word.
 */
#include "config.h"

#include "net/ask-http-decoder.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "net/ask-http.h"

struct _AskHttpDecoder
{
  GConverter *converter; /* NULL: bytes pass as they are */
  gboolean in_member; /* a gzip stream has begun and not ended */
};

/**
 * ask_http_decoder_new:
 * @content_encoding: (nullable): of the response
 *
 * Returns: (transfer full): a decoder; an encoding that was never asked for passes unchanged
 */
AskHttpDecoder *
ask_http_decoder_new (const char *content_encoding)
{
  AskHttpDecoder *self = g_new0 (AskHttpDecoder, 1);

  if (content_encoding != NULL
      && (g_ascii_strcasecmp (content_encoding, "gzip") == 0 || g_ascii_strcasecmp (content_encoding, "x-gzip") == 0))
    self->converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  return self;
}

/**
 * ask_http_decoder_free:
 * @self: (nullable): to free
 */
void
ask_http_decoder_free (AskHttpDecoder *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->converter);
  g_free (self);
}

/**
 * ask_http_decoder_push:
 * @self: a decoder
 * @raw: as it came
 * @length: of @raw
 * @out: what it means is appended here
 * @max_out: @out may grow to one byte more than this, so that the caller sees it go over
 * @error: %ASK_HTTP_ERROR_CUT where it is no gzip
 *
 * Returns: whether it could be read
 */
gboolean
ask_http_decoder_push (AskHttpDecoder *self, const char *raw, gsize length, GByteArray *out, gsize max_out,
                       GError **error)
{
  const guint8 *data = (const guint8 *) raw;

  if (self->converter == NULL)
    {
      g_byte_array_append (out, data, (guint) length);
      return TRUE;
    }

  while (length > 0 && out->len <= max_out)
    {
      guint8 buffer[32 * 1024];
      gsize n_read = 0, n_written = 0;
      g_autoptr (GError) local = NULL;
      GConverterResult result = g_converter_convert (self->converter, data, length, buffer, sizeof buffer,
                                                     G_CONVERTER_NO_FLAGS, &n_read, &n_written, &local);

      if (result == G_CONVERTER_ERROR)
        {
          self->in_member = TRUE;
          if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
            return TRUE;
          ask_error_set (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT, N_ ("the answer's compressed data is damaged"));
          return FALSE;
        }
      g_byte_array_append (out, buffer, (guint) n_written);
      data += n_read;
      length -= n_read;
      self->in_member = result != G_CONVERTER_FINISHED;
      /* A gzip body may be several streams in a row. */
      if (!self->in_member)
        g_converter_reset (self->converter);
    }

  /* Zlib may still hold output for input that it has taken. */
  while (self->converter != NULL && self->in_member && out->len <= max_out)
    {
      guint8 buffer[32 * 1024];
      gsize n_read = 0, n_written = 0;
      GConverterResult result = g_converter_convert (self->converter, "", 0, buffer, sizeof buffer,
                                                     G_CONVERTER_NO_FLAGS, &n_read, &n_written, NULL);

      if (result == G_CONVERTER_ERROR)
        break;
      g_byte_array_append (out, buffer, (guint) n_written);
      if (result == G_CONVERTER_FINISHED)
        {
          self->in_member = FALSE;
          g_converter_reset (self->converter);
        }
      else if (n_written == 0)
        break;
    }
  return TRUE;
}

/**
 * ask_http_decoder_finish:
 * @self: a decoder
 * @error: %ASK_HTTP_ERROR_CUT where the compressed data stops early
 *
 * Returns: whether the body was whole
 */
gboolean
ask_http_decoder_finish (AskHttpDecoder *self, GError **error)
{
  if (!self->in_member)
    return TRUE;
  ask_error_set (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT, N_ ("the answer's compressed data stops early"));
  return FALSE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a body ended, or the connection.
 *
 * A chunked body ends with a chunk of no bytes. Libsoup 3.2 (the floor) takes a connection that is
 * closed between two chunks for that end: rows would be lost without a word. Later versions, and
 * perhaps patched ones, give an error. So the library is asked once, with an empty connection of
 * our own, whether it does so; and where it does, its body stream betrays the true end: it reads
 * the line after the last chunk into the caller's buffer, and nothing at all when the connection
 * was closed. ask_http_end_mark() writes a mark to be overwritten.
 *
 * A library that is built otherwise is a later one, and needs none of this.
 */
#include "config.h"

#include "net/ask-http-end.h"

#include <string.h>

/* No header line and no line end begins like this. */
static const char MARK[] = { '\x01', '\x02' };

/* Returns: whether libsoup takes the end of the connection for the end of a chunked body */
static gboolean
probe (GInputStream *stream)
{
  GInputStream *body = NULL, *lines = NULL;

  if (G_IS_FILTER_INPUT_STREAM (stream))
    body = g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream));
  if (G_IS_FILTER_INPUT_STREAM (body))
    lines = g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (body));
  if (!G_IS_FILTER_INPUT_STREAM (lines) || g_object_class_find_property (G_OBJECT_GET_CLASS (body), "encoding") == NULL
      || g_object_class_find_property (G_OBJECT_GET_CLASS (body), "content-length") == NULL)
    return FALSE;

  g_autoptr (GInputStream) empty = g_memory_input_stream_new ();
  g_autoptr (GInputStream) own_lines = g_object_new (G_OBJECT_TYPE (lines), "base-stream", empty, NULL);
  g_autoptr (GInputStream) own_body = g_object_new (G_OBJECT_TYPE (body), "base-stream", own_lines, "encoding",
                                                    SOUP_ENCODING_CHUNKED, "content-length", (gint64) -1, NULL);
  char buffer[16];

  return g_input_stream_read (own_body, buffer, sizeof buffer, NULL, NULL) == 0;
}

static gboolean
library_hides_cuts (GInputStream *stream)
{
  static gsize answer = 0; /* 1 no, 2 yes */

  if (g_once_init_enter (&answer))
    g_once_init_leave (&answer, probe (stream) ? 2 : 1);
  return answer == 2;
}

/**
 * ask_http_end_mark:
 * @buffer: at least two bytes, just before it is read into
 */
void
ask_http_end_mark (char *buffer)
{
  memcpy (buffer, MARK, sizeof MARK);
}

/**
 * ask_http_end_is_whole:
 * @message: whose body gave 0 bytes just now
 * @stream: the body, from soup_session_send_finish()
 * @buffer: what was marked and read into
 *
 * Returns: whether that was the body's end; %FALSE when the connection was closed before it
 */
gboolean
ask_http_end_is_whole (SoupMessage *message, GInputStream *stream, const char *buffer)
{
  guint status = soup_message_get_status (message);

  if (soup_message_headers_get_encoding (soup_message_get_response_headers (message)) != SOUP_ENCODING_CHUNKED
      || soup_message_get_http_version (message) == SOUP_HTTP_2_0 || status == SOUP_STATUS_NO_CONTENT
      || status == SOUP_STATUS_NOT_MODIFIED || g_ascii_strcasecmp (soup_message_get_method (message), "HEAD") == 0)
    return TRUE;
  return !library_hides_cuts (stream) || memcmp (buffer, MARK, sizeof MARK) != 0;
}

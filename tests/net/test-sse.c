/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the event parser. Each stream is pushed whole, byte by byte, and cut at every place.
 */
#include "config.h"

#include <string.h>

#include "net/ask-sse.h"

static gboolean
note_event (const char *event, const char *data, gsize length, gpointer user_data, GError **error)
{
  GString *log = user_data;

  g_assert_cmpuint (strlen (data), ==, length);
  g_string_append_printf (log, "%s<%s>", event, data);
  if (g_str_equal (data, "stop"))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "stopped");
      return FALSE;
    }
  return TRUE;
}

static const struct
{
  const char *name;
  const char *stream;
  const char *expected;
} streams[] = {
  { "one", "data: a\n\n", "message<a>" },
  { "no-space", "data:a\n\n", "message<a>" },
  { "two-spaces", "data:  a\n\n", "message< a>" },
  { "lines", "data: a\ndata: b\ndata:\n\n", "message<a\nb\n>" },
  { "crlf", "data: a\r\n\r\ndata: b\r\n\r\n", "message<a>message<b>" },
  { "cr", "data: a\r\rdata: b\r\r", "message<a>message<b>" },
  { "mixed", "data: a\r\ndata: b\n\r\ndata: c\r\n\n", "message<a\nb>message<c>" },
  { "comments", ": hello\n\n:\n\ndata: a\n: in between\n\n", "message<a>" },
  { "named", "event: delta\ndata: {\"x\":1}\n\ndata: b\n\n", "delta<{\"x\":1}>message<b>" },
  { "no-data", "event: ping\n\ndata: a\n\n", "message<a>" },
  { "unknown", "id: 7\nretry: 10\nwhat\ndata: a\n\n", "message<a>" },
  { "no-colon", "data\n\n", "message<>" },
  { "bom", "\xef\xbb\xbf" "data: a\n\n", "message<a>" },
  { "unicode", "data: Grüße 🙂 日本\n\n", "message<Grüße 🙂 日本>" },
  { "no-blank-line", "data: a\n\ndata: b\n", "message<a>message<b>" },
  { "no-line-end", "data: [DONE]", "message<[DONE]>" },
  { "empty", "", "" },
};

static void
check_split (const char *stream, gsize at, gsize step, const char *expected)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (AskSse) sse = ask_sse_new (note_event, log);
  g_autoptr (GError) error = NULL;
  gsize length = strlen (stream);

  g_assert_true (ask_sse_push (sse, stream, at, &error));
  for (gsize i = at; i < length; i += step)
    g_assert_true (ask_sse_push (sse, stream + i, MIN (step, length - i), &error));
  g_assert_true (ask_sse_finish (sse, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (log->str, ==, expected);
}

static void
test_streams (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  gsize length = strlen (streams[i].stream);

  check_split (streams[i].stream, 0, 1, streams[i].expected);
  for (gsize at = 0; at <= length; at++)
    check_split (streams[i].stream, at, G_MAXINT, streams[i].expected);
}

static void
test_stop (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (AskSse) sse = ask_sse_new (note_event, log);
  g_autoptr (GError) error = NULL;
  const char *stream = "data: a\n\ndata: stop\n\ndata: b\n\n";

  g_assert_false (ask_sse_push (sse, stream, strlen (stream), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_cmpstr (log->str, ==, "message<a>message<stop>");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autofree char *path = g_strconcat ("/net/sse/a-stream-gives-its-events/", streams[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_streams);
    }
  g_test_add_func ("/net/sse/a-reader-who-stops-gets-no-more-events", test_stop);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event stream format of the HTML standard. Works on bytes and only looks at line ends and
 * names, so a character that is split between two pieces comes out whole. It does not know what
 * the data means.
 */
#include "config.h"

#include "net/ask-sse.h"

#include <string.h>

struct _AskSse
{
  AskSseFunc on_event;
  gpointer user_data;
  GString *line;
  GString *data;
  GString *event;
  gboolean has_data;
  gboolean after_cr;
  gboolean begun;
};

/**
 * ask_sse_new:
 * @on_event: takes each event, on the thread that pushes
 * @user_data: for @on_event
 *
 * Returns: (transfer full): a parser
 */
AskSse *
ask_sse_new (AskSseFunc on_event, gpointer user_data)
{
  AskSse *self = g_new0 (AskSse, 1);

  g_return_val_if_fail (on_event != NULL, self);

  self->on_event = on_event;
  self->user_data = user_data;
  self->line = g_string_new (NULL);
  self->data = g_string_new (NULL);
  self->event = g_string_new (NULL);
  return self;
}

/**
 * ask_sse_free:
 * @self: (nullable): to free
 */
void
ask_sse_free (AskSse *self)
{
  if (self == NULL)
    return;
  g_string_free (self->line, TRUE);
  g_string_free (self->data, TRUE);
  g_string_free (self->event, TRUE);
  g_free (self);
}

static gboolean
dispatch (AskSse *self, GError **error)
{
  gboolean go_on = TRUE;

  if (self->has_data)
    go_on = self->on_event (self->event->len > 0 ? self->event->str : "message", self->data->str, self->data->len,
                            self->user_data, error);
  g_string_truncate (self->data, 0);
  g_string_truncate (self->event, 0);
  self->has_data = FALSE;
  return go_on;
}

static gboolean
take_line (AskSse *self, GError **error)
{
  const char *line = self->line->str;
  gsize length = self->line->len;

  if (!self->begun && length >= 3 && memcmp (line, "\xef\xbb\xbf", 3) == 0)
    {
      line += 3;
      length -= 3;
    }
  self->begun = TRUE;

  if (length == 0)
    return dispatch (self, error);

  const char *colon = memchr (line, ':', length);
  gsize name_length = colon != NULL ? (gsize) (colon - line) : length;
  const char *value = colon != NULL ? colon + 1 : line + length;
  gsize value_length = (gsize) (line + length - value);

  /* One space belongs to the format, any more to the value. */
  if (value_length > 0 && *value == ' ')
    {
      value++;
      value_length--;
    }

  if (name_length == 4 && memcmp (line, "data", 4) == 0)
    {
      if (self->has_data)
        g_string_append_c (self->data, '\n');
      g_string_append_len (self->data, value, (gssize) value_length);
      self->has_data = TRUE;
    }
  else if (name_length == 5 && memcmp (line, "event", 5) == 0)
    {
      g_string_truncate (self->event, 0);
      g_string_append_len (self->event, value, (gssize) value_length);
    }
  return TRUE;
}

/**
 * ask_sse_push:
 * @self: a parser
 * @bytes: what came
 * @length: of @bytes
 * @error: what the callback gave
 *
 * Calls back for every event that is now whole.
 *
 * Returns: whether to go on
 */
gboolean
ask_sse_push (AskSse *self, const char *bytes, gsize length, GError **error)
{
  for (gsize i = 0; i < length; i++)
    {
      char c = bytes[i];
      gboolean is_second = c == '\n' && self->after_cr;

      self->after_cr = c == '\r';
      /* The line feed of CR LF, which may come in another piece. */
      if (is_second)
        continue;
      if (c != '\r' && c != '\n')
        {
          g_string_append_c (self->line, c);
          continue;
        }

      gboolean go_on = take_line (self, error);

      g_string_truncate (self->line, 0);
      if (!go_on)
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_sse_finish:
 * @self: a parser
 * @error: what the callback gave
 *
 * The stream is over. The standard drops an event without its blank line; a server that ended its
 * response whole meant it all the same, so it is given.
 *
 * Returns: whether the callback was content
 */
gboolean
ask_sse_finish (AskSse *self, GError **error)
{
  if (self->line->len > 0)
    {
      gboolean go_on = take_line (self, error);

      g_string_truncate (self->line, 0);
      if (!go_on)
        return FALSE;
    }
  return dispatch (self, error);
}

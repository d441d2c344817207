/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See ask-test-native.h.
 */
#include "support/ask-test-native.h"

#include <string.h>

static const AskTestSetting plain[] = { { "readonly", "0" }, { NULL, NULL } };

static const AskTestSetting *
get_settings (const AskTestNative *self)
{
  return self->settings != NULL ? self->settings : plain;
}

/* What a setting is for this request. */
static char *
dup_value (const AskTestNative *self, const AskTestRequest *request, const AskTestSetting *setting)
{
  char *sent = self->fixed ? NULL : ask_test_request_dup_param (request, setting->name);

  return sent != NULL ? sent : g_strdup (setting->value);
}

/** ask_test_native_get_number: Returns: what the setting is for this request; 0 where the user has none */
gint64
ask_test_native_get_number (const AskTestNative *self, const AskTestRequest *request, const char *setting)
{
  for (const AskTestSetting *one = get_settings (self); one->name != NULL; one++)
    if (strcmp (one->name, setting) == 0)
      {
        g_autofree char *value = dup_value (self, request, one);

        return g_ascii_strtoll (value, NULL, 10);
      }
  return 0;
}

/** ask_test_native_add_length: adds a number of 7 bits a byte */
void
ask_test_native_add_length (GByteArray *bytes, guint64 length)
{
  do
    {
      guint8 byte = (guint8) ((length & 0x7f) | (length > 0x7f ? 0x80 : 0));

      g_byte_array_append (bytes, &byte, 1);
      length >>= 7;
    }
  while (length > 0);
}

/** ask_test_native_add_text: adds a text, its length in front */
void
ask_test_native_add_text (GByteArray *bytes, const char *text)
{
  ask_test_native_add_length (bytes, strlen (text));
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

/** ask_test_native_begin: begins a block */
void
ask_test_native_begin (GByteArray *bytes, guint n_columns, guint n_rows)
{
  ask_test_native_add_length (bytes, n_columns);
  ask_test_native_add_length (bytes, n_rows);
}

/** ask_test_native_add_column: begins a column; its values follow */
void
ask_test_native_add_column (GByteArray *bytes, const char *name, const char *declared)
{
  ask_test_native_add_text (bytes, name);
  ask_test_native_add_text (bytes, declared);
}

/** ask_test_native_reply: gives @bytes under the status 200 */
void
ask_test_native_reply (AskTestReply *reply, const GByteArray *bytes)
{
  ask_test_reply_set (reply, 200, "application/octet-stream", (const char *) bytes->data, (gssize) bytes->len);
}

/* Rows of settings, or one row of two lists, as the statement wants them. A limit of the profile cuts rows. */
static void
answer_settings (const AskTestNative *self, const AskTestRequest *request, gboolean lists, AskTestReply *reply)
{
  g_autoptr (GByteArray) names = g_byte_array_new ();
  g_autoptr (GByteArray) values = g_byte_array_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gint64 limit = ask_test_native_get_number (self, request, "limit");
  const char *type = lists ? "Array(String)" : "String";
  guint64 n = 0;

  for (const AskTestSetting *one = get_settings (self); one->name != NULL && (lists || limit == 0 || (gint64) n < limit);
       one++, n++)
    {
      g_autofree char *value = dup_value (self, request, one);

      ask_test_native_add_text (names, one->name);
      ask_test_native_add_text (values, value);
    }
  ask_test_native_begin (bytes, lists ? 3 : 2, lists ? 1 : (guint) n);
  n = GUINT64_TO_LE (n);
  ask_test_native_add_column (bytes, "names", type);
  g_byte_array_append (bytes, (const guint8 *) &n, lists ? sizeof n : 0);
  g_byte_array_append (bytes, names->data, names->len);
  ask_test_native_add_column (bytes, "values", type);
  g_byte_array_append (bytes, (const guint8 *) &n, lists ? sizeof n : 0);
  g_byte_array_append (bytes, values->data, values->len);
  if (lists)
    {
      ask_test_native_add_column (bytes, "version()", "String");
      ask_test_native_add_text (bytes, self->version != NULL ? self->version : "18.16.1");
    }
  ask_test_native_reply (reply, bytes);
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  AskTestNative *self = data;
  g_autofree char *sql = ask_test_native_dup_sql (request);

  if (strstr (sql, "system.settings") != NULL)
    answer_settings (self, request, strstr (sql, "groupArray") != NULL, reply);
  else
    self->answer (server, request, reply, self->data);
}

/** ask_test_native_new: @self: outlives it. Returns: (transfer full): the server */
AskTestServer *
ask_test_native_new (AskTestNative *self)
{
  return ask_test_server_new (serve, self);
}

/** ask_test_native_dup_uri: Returns: (transfer full): under which a source reaches it */
char *
ask_test_native_dup_uri (AskTestServer *server)
{
  return g_strdup_printf ("clickhouse://127.0.0.1:%u/shop", ask_test_server_get_port (server));
}

/** ask_test_native_dup_sql: Returns: (transfer full): the statement */
char *
ask_test_native_dup_sql (const AskTestRequest *request)
{
  gsize length = 0;
  const char *sql = request->body != NULL ? g_bytes_get_data (request->body, &length) : NULL;

  return g_strndup (sql != NULL ? sql : "", length);
}

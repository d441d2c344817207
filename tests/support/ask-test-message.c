/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What comes to the test server and what goes out of it. Requests are shared, replies are copied.
 */
#include "config.h"

#include "support/ask-test-message.h"

#include <string.h>

static void
request_clear (gpointer data)
{
  AskTestRequest *self = data;

  g_free (self->method);
  g_free (self->path);
  g_free (self->query);
  g_clear_pointer (&self->headers, g_hash_table_unref);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_clear_pointer (&self->raw, g_bytes_unref);
}

/**
 * ask_test_request_unref:
 * @data: an AskTestRequest in a reference-counted box
 */
void
ask_test_request_unref (gpointer data)
{
  g_rc_box_release_full (data, request_clear);
}

/**
 * ask_test_reply_new:
 *
 * Returns: (transfer full): an empty 200
 */
AskTestReply *
ask_test_reply_new (void)
{
  AskTestReply *self = g_new0 (AskTestReply, 1);

  self->status = 200;
  self->headers = g_string_new (NULL);
  self->stall_at = -1;
  self->cut_at = -1;
  return self;
}

/**
 * ask_test_reply_free:
 * @data: an AskTestReply
 */
void
ask_test_reply_free (gpointer data)
{
  AskTestReply *self = data;

  g_free (self->content_type);
  g_string_free (self->headers, TRUE);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_clear_pointer (&self->raw, g_bytes_unref);
  g_free (self);
}

/**
 * ask_test_reply_copy:
 * @other: a reply
 *
 * Returns: (transfer full): the same
 */
AskTestReply *
ask_test_reply_copy (const AskTestReply *other)
{
  AskTestReply *self = g_memdup2 (other, sizeof *other);

  self->content_type = g_strdup (other->content_type);
  self->headers = g_string_new (other->headers->str);
  self->body = other->body != NULL ? g_bytes_ref (other->body) : NULL;
  self->raw = other->raw != NULL ? g_bytes_ref (other->raw) : NULL;
  return self;
}

/**
 * ask_test_reply_set:
 * @self: a reply
 * @status: HTTP status
 * @content_type: (nullable): of the body
 * @body: (nullable): bytes
 * @length: of @body, or -1
 */
void
ask_test_reply_set (AskTestReply *self,
                    guint status,
                    const char *content_type,
                    const char *body,
                    gssize length)
{
  self->status = status;
  g_free (self->content_type);
  self->content_type = g_strdup (content_type);
  g_clear_pointer (&self->body, g_bytes_unref);
  if (body != NULL)
    self->body = g_bytes_new (body, length < 0 ? strlen (body) : (gsize) length);
}

/**
 * ask_test_reply_set_raw:
 * @self: a reply
 * @bytes: sent instead of everything, status line and all; the connection is closed after it
 * @length: of @bytes, or -1
 */
void
ask_test_reply_set_raw (AskTestReply *self, const char *bytes, gssize length)
{
  g_clear_pointer (&self->raw, g_bytes_unref);
  self->raw = g_bytes_new (bytes, length < 0 ? strlen (bytes) : (gsize) length);
}

/**
 * ask_test_reply_add_header:
 * @self: a reply
 * @name: of a header
 * @value: of it
 */
void
ask_test_reply_add_header (AskTestReply *self, const char *name, const char *value)
{
  g_string_append_printf (self->headers, "%s: %s\r\n", name, value);
}

/**
 * ask_test_gzip:
 * @text: bytes
 * @length: of @text, or -1
 *
 * Returns: (transfer full): @text as one gzip stream
 */
GBytes *
ask_test_gzip (const char *text, gssize length)
{
  g_autoptr (GConverter) compressor
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autoptr (GOutputStream) packed = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) out = g_converter_output_stream_new (packed, compressor);

  g_output_stream_write_all (out, text, length < 0 ? strlen (text) : (gsize) length, NULL, NULL,
                             NULL);
  g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (packed));
}

/**
 * ask_test_request_get_header:
 * @self: a request
 * @name: of a header, in any case
 *
 * Returns: (nullable): its value
 */
const char *
ask_test_request_get_header (const AskTestRequest *self, const char *name)
{
  g_autofree char *key = g_ascii_strdown (name, -1);

  return g_hash_table_lookup (self->headers, key);
}

/**
 * ask_test_request_dup_param:
 * @self: a request
 * @name: of a query parameter
 *
 * Returns: (transfer full) (nullable): its decoded value
 */
char *
ask_test_request_dup_param (const AskTestRequest *self, const char *name)
{
  g_autoptr (GHashTable) params = NULL;

  if (self->query == NULL)
    return NULL;
  params = g_uri_parse_params (self->query, -1, "&", G_URI_PARAMS_WWW_FORM, NULL);
  return params != NULL ? g_strdup (g_hash_table_lookup (params, name)) : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads an API's specification and the further documents that it refers to, each from where the one
 * that names it came: files from the same folder tree, URLs from the same origin. A specification may
 * come from anybody, so nothing else is opened, and all of it is bounded. Keys are sent to the document
 * itself only, and only where it lies with the API.
 */
#include "config.h"

#include "source/rest/ask-rest-document.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "net/ask-url.h"

#define MAX_BYTES ((gsize) 64 << 20) /* of all documents together */
#define MAX_FETCHED 2000 /* documents by URL */

struct _AskRestDocuments
{
  AskRestSource *source;
  AskSourceConfig *config;
  GCancellable *cancellable;
  char *uri;
  char *tree; /* nullable: the folder that files may come from, with "/" at its end */
  gsize n_bytes;
  guint n_fetched;
};

/** ask_rest_document_is_url: Returns: whether the specification at @location is not a file */
gboolean
ask_rest_document_is_url (const char *location)
{
  return g_ascii_strncasecmp (location, "http://", 7) == 0 || g_ascii_strncasecmp (location, "https://", 8) == 0;
}

/* The folder above the document's own, since specifications name their neighbours: "../shared/error.yaml".
 * Never the root of everything, and without links on the way. */
static char *
dup_tree (const char *path)
{
  g_autofree char *real = realpath (path, NULL);
  g_autofree char *folder = real != NULL ? g_path_get_dirname (real) : NULL;
  g_autofree char *above = folder != NULL ? g_path_get_dirname (folder) : NULL;

  if (folder == NULL)
    return NULL;
  return g_strconcat (strcmp (above, "/") != 0 ? above : folder, "/", NULL);
}

/**
 * ask_rest_documents_new:
 * @source: outlives it
 * @cancellable: (nullable): likewise; stops every load
 *
 * Returns: (transfer full): what reads the specification of @source
 */
AskRestDocuments *
ask_rest_documents_new (AskRestSource *source, GCancellable *cancellable)
{
  AskRestDocuments *self = g_new0 (AskRestDocuments, 1);
  const char *location;

  self->source = source;
  self->config = ask_rest_source_get_config (source);
  self->cancellable = cancellable;
  location = self->config->location;
  if (ask_rest_document_is_url (location))
    self->uri = g_strdup (location);
  else
    {
      g_autofree char *absolute = g_canonicalize_filename (location, NULL);

      self->uri = g_filename_to_uri (absolute, NULL, NULL);
      self->tree = dup_tree (absolute);
    }
  return self;
}

/** ask_rest_documents_free: frees it; the trees that it gave stay */
void
ask_rest_documents_free (AskRestDocuments *self)
{
  g_free (self->uri);
  g_free (self->tree);
  g_free (self);
}

/** ask_rest_documents_get_uri: Returns: (transfer none) (nullable): of the specification itself */
const char *
ask_rest_documents_get_uri (AskRestDocuments *self)
{
  return self->uri;
}

/* Whether the file at @path is one that need not be read to know that it is too long. */
static gboolean
is_too_long (AskRestDocuments *self, const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 && (guint64) info.st_size > MAX_BYTES - self->n_bytes;
}

static char *
read_file (AskRestDocuments *self, gsize *length, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->config->location);
  g_autoptr (GError) local = NULL;
  char *text = NULL;

  if (is_too_long (self, self->config->location))
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                     N_ ("Source “%s”: the specification %s is longer than 64 MiB, and longer ones are not read."),
                     self->config->name, self->config->location);
      return NULL;
    }
  if (!g_file_load_contents (file, self->cancellable, &text, length, NULL, &local))
    {
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&local));
      else
        ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                       N_ ("Source “%s”: the specification %s could not be read (%s)."), self->config->name,
                       self->config->location, local->message);
      return NULL;
    }
  return text;
}

/* Keys are for the API. They go to its document only where that is at the same place. */
static gboolean
may_send_keys (AskRestDocuments *self, GUri *document)
{
  g_autoptr (GUri) api = NULL;

  if (self->config->headers->len == 0)
    return FALSE;
  if (self->config->base_url == NULL)
    return TRUE;
  api = ask_url_parse (self->config->base_url, NULL);
  return api != NULL && ask_url_is_safe_hop (api, document);
}

/* The document is asked for without keys first: it is often public. */
static char *
fetch_document (AskRestDocuments *self, gsize *length, GError **error)
{
  g_autoptr (AskHttpResponse) response = NULL;
  AskHttpRequest request = { .url = self->config->location,
                             .max_bytes = MAX_BYTES,
                             .time_out_ms = self->config->time_out_ms,
                             .about = self->config->name };
  g_autoptr (GUri) uri = ask_url_parse (self->config->location, error);
  g_autofree char *origin = NULL;
  g_autofree char *call = NULL;

  if (uri == NULL)
    {
      ask_error_prefix (error, N_ ("Source “%s”: "), self->config->name);
      return NULL;
    }
  origin = ask_url_get_origin (uri);
  call = g_strdup_printf ("GET %s%s", origin, g_uri_get_path (uri));
  for (int attempt = 0; attempt < 2; attempt++)
    {
      g_autoptr (GPtrArray) headers = g_ptr_array_new ();
      g_autoptr (GError) local = NULL;

      g_clear_pointer (&response, ask_http_response_free);
      if (attempt == 1)
        for (guint i = 0; i < self->config->headers->len; i++)
          {
            AskSourceHeader *header = self->config->headers->pdata[i];

            g_ptr_array_add (headers, header->name);
            g_ptr_array_add (headers, header->value);
          }
      request.headers = headers;
      response
        = ask_http_send (ask_rest_source_get_http (self->source), &request, NULL, NULL, self->cancellable, &local);
      if (response != NULL && (response->status == 401 || response->status == 403) && attempt == 0
          && may_send_keys (self, uri))
        continue;
      if (local == NULL && response->status >= 200 && response->status <= 299)
        break;
      ask_rest_source_check (self->source, call, response, local, error);
      return NULL;
    }

  const char *text = g_bytes_get_data (response->body, length);

  return g_strndup (text != NULL ? text : "", *length);
}

/**
 * ask_rest_documents_load:
 * @error: %ASK_SOURCE_ERROR, %ASK_SCHEMA_ERROR, or %G_IO_ERROR_CANCELLED; one sentence
 *
 * Blocks.
 *
 * Returns: (transfer full): the specification itself, or %NULL
 */
JsonNode *
ask_rest_documents_load (AskRestDocuments *self, GError **error)
{
  gsize length = 0;
  g_autofree char *text = ask_rest_document_is_url (self->config->location) ? fetch_document (self, &length, error)
                                                                            : read_file (self, &length, error);

  if (text == NULL)
    return NULL;
  self->n_bytes += length;
  return ask_document_parse (text, length, self->config->location, error);
}

/* Whether the file at @path may be part of the specification: a document of the same folder tree. */
static gboolean
may_read (AskRestDocuments *self, const char *path, GError **error)
{
  static const char *const endings[] = { ".json", ".yaml", ".yml" };
  g_autofree char *real = realpath (path, NULL);
  gboolean document = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    document = document || g_str_has_suffix (path, endings[i]);
  if (real == NULL)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_FOUND, N_ ("there is no file %s"), path);
  else if (!document || self->tree == NULL || !g_str_has_prefix (real, self->tree))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                   N_ ("%s is no JSON or YAML file beside the specification, and others are not read"), path);
  return real != NULL && document && self->tree != NULL && g_str_has_prefix (real, self->tree);
}

static void
fail_too_long (GError **error)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                         N_ ("with it the specification is longer than 64 MiB"));
}

static char *
read_further (AskRestDocuments *self, const char *uri, gsize *length, GError **error)
{
  g_autofree char *path = g_filename_from_uri (uri, NULL, error);
  g_autoptr (GFile) file = NULL;
  char *text = NULL;

  if (path == NULL || !may_read (self, path, error))
    return NULL;
  if (is_too_long (self, path))
    {
      fail_too_long (error);
      return NULL;
    }
  file = g_file_new_for_path (path);
  return g_file_load_contents (file, self->cancellable, &text, length, NULL, error) ? text : NULL;
}

/* A file may name a URL. What came from a URL names its own origin only, and never a file. */
static gboolean
may_fetch (AskRestDocuments *self, GUri *uri, const char *from, GError **error)
{
  g_autofree char *origin = ask_url_get_origin (uri);
  g_autofree char *from_origin = NULL;
  g_autoptr (GUri) home = ask_rest_document_is_url (from) ? ask_url_parse (from, NULL) : NULL;

  if (home != NULL)
    from_origin = ask_url_get_origin (home);
  if (home != NULL && strcmp (origin, from_origin) != 0)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                     N_ ("it is on %s, and a document from %s may name documents of its own server only"), origin,
                     from_origin);
      return FALSE;
    }
  if (++self->n_fetched > MAX_FETCHED)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                     N_ ("the specification names more than %d documents"), MAX_FETCHED);
      return FALSE;
    }
  return TRUE;
}

static char *
fetch_further (AskRestDocuments *self, const char *url, const char *from, gsize *length, GError **error)
{
  g_autoptr (GUri) uri = ask_url_parse (url, error);
  AskHttpRequest request = { .url = url,
                             .max_bytes = MAX_BYTES - self->n_bytes,
                             .time_out_ms = self->config->time_out_ms,
                             .about = self->config->name };
  g_autoptr (GPtrArray) headers = g_ptr_array_new ();
  g_autoptr (AskHttpResponse) response = NULL;
  const char *text;

  if (uri == NULL || !may_fetch (self, uri, from, error))
    return NULL;
  request.headers = headers;
  response = ask_http_send (ask_rest_source_get_http (self->source), &request, NULL, NULL, self->cancellable, error);
  if (response == NULL)
    return NULL;
  if (response->status < 200 || response->status > 299)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_FOUND, N_ ("its server answered %u"),
                     response->status);
      return NULL;
    }
  text = g_bytes_get_data (response->body, length);
  return g_strndup (text != NULL ? text : "", *length);
}

/**
 * ask_rest_documents_follow:
 * @uri: the document that is wanted, absolute
 * @from: the document that names it
 * @documents: an AskRestDocuments
 * @error: why it is not to be had, in words
 *
 * An AskOpenapiLoader. Blocks.
 *
 * Returns: (transfer full): the tree, or %NULL
 */
JsonNode *
ask_rest_documents_follow (const char *uri, const char *from, gpointer documents, GError **error)
{
  AskRestDocuments *self = documents;
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (uri);
  gsize length = 0;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return NULL;
  if (ask_rest_document_is_url (uri))
    text = fetch_further (self, uri, from, &length, error);
  else if (g_str_has_prefix (uri, "file:") && !ask_rest_document_is_url (from))
    text = read_further (self, uri, &length, error);
  else
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                   N_ ("only http, https and files beside the specification are read"));
  if (text == NULL)
    return NULL;
  if (length > MAX_BYTES - self->n_bytes)
    {
      fail_too_long (error);
      return NULL;
    }
  self->n_bytes += length;
  return ask_document_parse (text, length, name, error);
}

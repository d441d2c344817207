/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The API as a whole: where its document is, where its calls go, and what its failures mean in
 * words. The calls themselves are in ask-rest-cursor.c. A key is sent only to the API's own origin
 * and never part of a message.
 */
#include "config.h"

#include "source/rest/ask-rest-source.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "net/ask-url.h"
#include "source/rest/ask-rest-document.h"

struct _AskRestSource
{
  GObject parent_instance;
  AskSourceConfig *config;
  AskHttp *http;
  AskRestCache *cache;
  AskRestToken *token;
  GHashTable *silent; /* nullable: names of entities */
};

#define DEFAULT_LANES 8
#define MAX_LANES 16
#define MAX_CACHE_BYTES ((gsize) 32 << 20)

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskRestSource, ask_rest_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
ask_rest_source_finalize (GObject *object)
{
  AskRestSource *self = ASK_REST_SOURCE (object);

  g_clear_pointer (&self->http, ask_http_free);
  if (self->cache != NULL && self->config->cache_id != NULL)
    ask_rest_cache_give (g_steal_pointer (&self->cache), self->config->cache_id);
  g_clear_pointer (&self->cache, ask_rest_cache_free);
  g_clear_pointer (&self->token, ask_rest_token_free);
  g_clear_pointer (&self->silent, g_hash_table_unref);
  ask_source_config_unref (self->config);
  G_OBJECT_CLASS (ask_rest_source_parent_class)->finalize (object);
}

static void
ask_rest_source_class_init (AskRestSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_rest_source_finalize;
}

static void
ask_rest_source_init (AskRestSource *self)
{
}

/**
 * ask_rest_source_new:
 * @config: of an API; a reference is kept
 *
 * Returns: (transfer full): the source; nothing is sent yet
 */
AskSource *
ask_rest_source_new (AskSourceConfig *config)
{
  AskRestSource *self = g_object_new (ASK_TYPE_REST_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}

/** ask_rest_source_get_config: Returns: (transfer none): what it was made from */
AskSourceConfig *
ask_rest_source_get_config (AskRestSource *self)
{
  return self->config;
}

/** ask_rest_source_get_http: Returns: (transfer none): its HTTP session, made when first needed */
AskHttp *
ask_rest_source_get_http (AskRestSource *self)
{
  if (self->http == NULL)
    {
      self->http = ask_http_new ("AskData/" ASK_VERSION);
      ask_http_set_limits (self->http, 0, 0, ask_rest_source_get_lanes (self));
    }
  return self->http;
}

/** ask_rest_source_get_lanes: Returns: calls that may be under way at a time */
guint
ask_rest_source_get_lanes (AskRestSource *self)
{
  return self->config->lanes > 0 ? MIN (self->config->lanes, MAX_LANES) : DEFAULT_LANES;
}

/** ask_rest_source_get_token: Returns: (transfer none) (nullable): where its calls need a token */
AskRestToken *
ask_rest_source_get_token (AskRestSource *self)
{
  if (self->token == NULL && self->config->client != NULL)
    self->token = ask_rest_token_new (self->config);
  return self->token;
}

/** ask_rest_source_get_cache: Returns: (transfer none): the answers kept from earlier queries */
AskRestCache *
ask_rest_source_get_cache (AskRestSource *self)
{
  if (self->cache == NULL)
    self->cache = self->config->cache_id != NULL ? ask_rest_cache_take (self->config->cache_id, MAX_CACHE_BYTES)
                                                 : ask_rest_cache_new (MAX_CACHE_BYTES);
  return self->cache;
}

/**
 * ask_rest_source_note_silent:
 *
 * Remembers that the rows of @entity do not say which of several values they were asked for with.
 */
void
ask_rest_source_note_silent (AskRestSource *self, const char *entity)
{
  if (self->silent == NULL)
    self->silent = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (self->silent, g_strdup (entity));
}

/** ask_rest_source_is_silent: Returns: whether that was noted of @entity: one value a call, then */
gboolean
ask_rest_source_is_silent (AskRestSource *self, const char *entity)
{
  return self->silent != NULL && g_hash_table_contains (self->silent, entity);
}

/* What a person can do about a status. */
static const char *
remedy (guint status)
{
  switch (status)
    {
    case 401:
      return N_ ("It wants a key, or another one: see Sources.");
    case 403:
      return N_ ("The key does not allow this: ask the API's owner.");
    case 404:
      return N_ ("There is nothing at that address: check the base URL, or refresh the source.");
    case 429:
      return N_ ("It gets too many calls: try again later.");
    default:
      return status >= 500 ? N_ ("That is a fault on its side: try again later, or tell its owner.")
                           : N_ ("It does not accept the call: refresh the source, since the API may have changed.");
    }
}

static AskSourceError
code_of_status (guint status)
{
  if (status == 401 || status == 403)
    return ASK_SOURCE_ERROR_DENIED;
  if (status == 404)
    return ASK_SOURCE_ERROR_NOT_FOUND;
  if (status == 429)
    return ASK_SOURCE_ERROR_BUSY;
  return status >= 500 ? ASK_SOURCE_ERROR_SERVER : ASK_SOURCE_ERROR_MALFORMED;
}

static AskSourceError
code_of_failure (const GError *failure)
{
  switch (failure->code)
    {
    case ASK_HTTP_ERROR_TIMED_OUT:
      return ASK_SOURCE_ERROR_TIMED_OUT;
    case ASK_HTTP_ERROR_CUT:
      return ASK_SOURCE_ERROR_CUT;
    case ASK_HTTP_ERROR_TOO_LARGE:
      return ASK_SOURCE_ERROR_LIMIT;
    case ASK_HTTP_ERROR_BUSY:
      return ASK_SOURCE_ERROR_BUSY;
    case ASK_HTTP_ERROR_URL:
      return ASK_SOURCE_ERROR_CONFIG;
    default:
      return ASK_SOURCE_ERROR_UNREACHABLE;
    }
}

static void
hide (GString *text, const char *secret)
{
  g_autofree char *escaped = ask_url_escape (secret);
  const char *word = strrchr (secret, ' ');

  /* Shorter ones are words that may stand there for themselves. */
  if (strlen (secret) < 4)
    return;
  g_string_replace (text, secret, "•••", 0);
  g_string_replace (text, escaped, "•••", 0);
  if (word != NULL)
    hide (text, word + 1); /* "Bearer …" */
}

/* A server's own words in a message: on one line, without the keys that it may repeat. */
static char *
dup_harmless (AskRestSource *self, const char *words)
{
  g_autoptr (GString) text = g_string_new (words);

  for (guint i = 0; i < self->config->headers->len; i++)
    hide (text, ((AskSourceHeader *) self->config->headers->pdata[i])->value);
  for (guint i = 0; i < self->config->query->len; i++)
    hide (text, ((AskSourceHeader *) self->config->query->pdata[i])->value);
  for (guint i = 0; i < self->config->hidden->len; i++)
    hide (text, self->config->hidden->pdata[i]);
  if (self->config->client != NULL)
    hide (text, self->config->client->secret);
  if (self->token != NULL && ask_rest_token_peek (self->token) != NULL)
    hide (text, ask_rest_token_peek (self->token));
  return ask_text_shorten (text->str, 60);
}

/**
 * ask_rest_source_check:
 * @call: the call as it is shown, "GET /v1/shipments?page=2"
 * @response: (nullable): what came back
 * @failure: (nullable): why nothing did
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED; one sentence that names source and call
 *
 * Returns: whether @response is a good answer
 */
gboolean
ask_rest_source_check (AskRestSource *self, const char *call, const AskHttpResponse *response, const GError *failure,
                       GError **error)
{
  const char *name = self->config->name;

  if (failure != NULL)
    {
      if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled.");
      else
        {
          ask_error_set_from (error, ASK_SOURCE_ERROR, code_of_failure (failure), failure);
          ask_error_prefix (error, N_ ("Source “%s”, %s: "), name, call);
        }
      return FALSE;
    }
  if (response->status < 200 || response->status > 299)
    {
      g_autofree char *reason = dup_harmless (self, response->reason != NULL ? response->reason : "");

      ask_error_set_literal (error, ASK_SOURCE_ERROR, code_of_status (response->status), remedy (response->status));
      ask_error_prefix (error, N_ ("Source “%s”, %s: the API answered %u%s%s. "), name, call, response->status,
                        reason[0] != '\0' ? " " : "", reason);
      return FALSE;
    }

  if (response->status == 207)
    {
      ask_error_set (
        error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
        N_ ("Source “%s”, %s: the API answered 207, so parts of the answer may have failed. Try again, or tell "
            "its owner."),
        name, call);
      return FALSE;
    }

  const char *type = g_hash_table_lookup (response->headers, "content-type");

  if (type != NULL && g_str_has_prefix (type, "text/html"))
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("Source “%s”, %s: a web page came instead of data. Check the base URL; perhaps "
                         "the address wants a log-in."),
                     name, call);
      return FALSE;
    }
  return TRUE;
}

static gboolean
source_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskRestSource *self = ASK_REST_SOURCE (source);

  if (self->config->problem != NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, self->config->problem);
      return FALSE;
    }
  return TRUE;
}

/* A specification says where its server is, absolutely, or relative to its own place.
 *
 * Returns: (transfer full) (nullable): without "/" at its end */
static char *
resolve_server (AskRestSource *self, const char *said)
{
  g_autofree char *absolute = NULL;
  g_autoptr (GUri) uri = NULL;

  if (ask_rest_document_is_url (self->config->location))
    absolute = g_uri_resolve_relative (self->config->location, said != NULL ? said : "/", G_URI_FLAGS_ENCODED, NULL);
  else
    absolute = g_strdup (said);
  uri = absolute != NULL ? ask_url_parse (absolute, NULL) : NULL;
  if (uri == NULL)
    return NULL;
  while (g_str_has_suffix (absolute, "/"))
    absolute[strlen (absolute) - 1] = '\0';
  return g_steal_pointer (&absolute);
}

static GPtrArray *
resolve_servers (AskRestSource *self, GPtrArray *said)
{
  GPtrArray *servers = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < said->len; i++)
    {
      char *absolute = resolve_server (self, said->pdata[i]);

      if (absolute != NULL)
        g_ptr_array_add (servers, absolute);
    }
  return servers;
}

static char *
resolve_base (AskRestSource *self, const char *said, GError **error)
{
  g_autofree char *absolute = resolve_server (self, self->config->base_url != NULL ? self->config->base_url : said);

  if (absolute == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s”: the specification does not say at which address the API is. Give "
                         "it as the base URL, such as https://api.example.com/v1."),
                     self->config->name);
      return NULL;
    }
  return g_steal_pointer (&absolute);
}

/* Where a client gets its tokens, absolutely. */
static char *
resolve_token_url (AskRestSource *self, const char *said, const char *base)
{
  g_autofree char *absolute = NULL;
  g_autoptr (GUri) uri = NULL;

  if (said == NULL)
    return NULL;
  absolute = g_uri_resolve_relative (base, said, G_URI_FLAGS_ENCODED, NULL);
  uri = absolute != NULL ? ask_url_parse (absolute, NULL) : NULL;
  return uri != NULL ? g_steal_pointer (&absolute) : NULL;
}

/* A document that is refused for its faults need not be the end of it. */
static void
tell_lenient (GError **error)
{
  if (error != NULL && g_error_matches (*error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT))
    ask_error_append (error,
                      N_ (" To have it read all the same for what is right in it, switch that on in the window, or say "
                          "--lenient with “askdata-cli source add”, or “askdata-cli source set NAME --lenient yes”."));
}

static char *
dup_faults_note (GPtrArray *faults)
{
  return g_strdup_printf ("The specification breaks the rules of its format in %u %s, the first at %s. It "
                          "was read for what is right in it.",
                          faults->len, faults->len == 1 ? "place" : "places", (const char *) faults->pdata[0]);
}

static AskIntrospection *
source_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskRestSource *self = ASK_REST_SOURCE (source);
  g_autofree char *base = NULL;
  g_autoptr (AskRestDocuments) documents = ask_rest_documents_new (self, cancellable);
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (AskOpenapi) api = NULL;
  AskOpenapiOptions options = { .load = ask_rest_documents_follow,
                                .user_data = documents,
                                .base_url = self->config->base_url,
                                .lenient = self->config->lenient };
  AskIntrospection *result;

  if (!source_open (source, cancellable, error))
    return NULL;
  document = ask_rest_documents_load (documents, error);
  if (document == NULL)
    return NULL;
  options.location = ask_rest_documents_get_uri (documents);
  options.reads = (const char *const *) self->config->reads;
  api = ask_openapi_read (document, self->config->name, &options, error);
  if (api == NULL)
    {
      ask_error_prefix (error, N_ ("Source “%s”: "), self->config->name);
      if (!options.lenient)
        tell_lenient (error);
      return NULL;
    }
  /* Loading may have been stopped in the middle, and what is missing then is not the document's fault. */
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  base = resolve_base (self, api->base_url, error);
  if (base == NULL)
    return NULL;

  result = g_new0 (AskIntrospection, 1);
  result->schema = g_steal_pointer (&api->schema);
  result->notes = g_steal_pointer (&api->notes);
  result->doctor = g_steal_pointer (&api->doctor);
  if (result->doctor->faults->len > 0)
    g_ptr_array_insert (result->notes, 0, dup_faults_note (result->doctor->faults));
  if (api->nothing != NULL)
    g_ptr_array_insert (result->notes, 0, g_steal_pointer (&api->nothing));
  result->title = g_steal_pointer (&api->title);
  result->auth = api->auth;
  result->auth_name = g_steal_pointer (&api->auth_name);
  result->token_url = resolve_token_url (self, api->token_url, base);
  result->scopes = g_steal_pointer (&api->scopes);
  result->servers = resolve_servers (self, api->servers);
  result->base_url = g_steal_pointer (&base);
  return result;
}

static AskCapability
source_capability (AskSource *source)
{
  return ASK_CAPABILITY_PARAMETERS;
}

static AskCursor *
source_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  if (!source_open (source, cancellable, error))
    return NULL;
  return ask_rest_cursor_new (ASK_REST_SOURCE (source), scan, calls, error);
}

static gboolean
needs_argument (const AskEntity *entity)
{
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (parameter->required && parameter->fixed == NULL)
        return TRUE;
    }
  return FALSE;
}

/* That its rows are not all, or may not be, says nothing against its address and keys, and what a steward may say of
 * that can only be said of a source that is there. */
static gboolean
has_answered (const GError *error)
{
  return g_error_matches (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT)
         || g_error_matches (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
}

/* Reads the first row of the first entity that can be read without an argument. */
static gboolean
source_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskRestSource *self = ASK_REST_SOURCE (source);

  if (!source_open (source, cancellable, error))
    return FALSE;
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];
      g_autoptr (AskCursor) cursor = NULL;
      g_autoptr (GError) failure = NULL;
      const AskValue *row;

      if (strcmp (entity->source, self->config->name) != 0 || entity->operation == NULL || needs_argument (entity))
        continue;

      AskScan scan = { .entity = entity,
                       .columns = (const AskAttribute *const *) entity->attributes->pdata,
                       .n_columns = entity->attributes->len };

      cursor = ask_source_scan (source, &scan, NULL, cancellable, error);
      if (cursor == NULL)
        return FALSE;
      if (ask_cursor_next (cursor, &row, NULL, cancellable, &failure) != ASK_STEP_FAILED || has_answered (failure))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  /* All of them need arguments: that something answers has to do. */
  AskHttpRequest request = {
    .url = self->config->base_url, .time_out_ms = self->config->time_out_ms, .kind = "api", .about = self->config->name
  };
  g_autoptr (GError) local = NULL;
  g_autoptr (AskHttpResponse) response
    = ask_http_send (ask_rest_source_get_http (self), &request, NULL, NULL, cancellable, &local);

  return response != NULL || ask_rest_source_check (self, "GET /", NULL, local, error);
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = source_open;
  iface->introspect = source_introspect;
  iface->capability = source_capability;
  iface->scan = source_scan;
  iface->test = source_test;
}

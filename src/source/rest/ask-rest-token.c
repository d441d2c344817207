/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OAuth 2 client credentials (RFC 6749, 4.4). A token lives in this process's memory and nowhere else:
 * not in a file, a log, a message or the trace. Each question opens its sources anew, so between two
 * of them tokens lie in a table of the process, under a digest of what they were got with; they are wiped
 * when they are forgotten. The client's secret goes to the token endpoint only, and never along a redirect
 * to another origin.
 */
#include "config.h"

#include "source/rest/ask-rest-token.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "net/ask-http.h"
#include "net/ask-url.h"

/* Of the answer: a token of a few KiB is a long one. */
#define MAX_ANSWER ((gsize) 64 << 10)
#define MAX_TOKEN ((gsize) 16 << 10)
/* Where the endpoint does not say how long a token lasts. */
#define USUAL_LIFE_S 300
#define MAX_LIFE_S 86400
/* One that is said to last no time at all is tried nevertheless: it is the API that refuses it. */
#define LEAST_LIFE_S 5
/* A token is not used in its last moments, so that it does not expire on its way. */
#define MARGIN_US ((gint64) 30 * G_TIME_SPAN_SECOND)

typedef struct
{
  char *text;
  gint64 until; /* monotonic, in µs */
  gboolean in_body; /* how the endpoint wanted to be told who asks */
} Kept;

struct _AskRestToken
{
  AskSourceConfig *config;
  char *key; /* of the table */
  char *text; /* nullable: "Bearer …" */
  gint64 until;
  guint generation; /* of @text */
  gboolean wanted;
};

static GMutex lock;
static GHashTable *table; /* key → Kept */

static void
wipe (gpointer text)
{
  if (text != NULL)
    explicit_bzero (text, strlen (text));
  g_free (text);
}

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  wipe (kept->text);
  g_free (kept);
}

static char *
make_key (const AskSourceClient *client)
{
  const char *const parts[] = { client->token_url != NULL ? client->token_url : "", client->id, client->secret,
                                client->scope != NULL ? client->scope : "" };
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (sum, (const guchar *) parts[i], (gssize) strlen (parts[i]) + 1);
  return g_strdup (g_checksum_get_string (sum));
}

/** ask_rest_token_new: @config: with a client; Returns: (transfer full): nothing is asked for yet */
AskRestToken *
ask_rest_token_new (AskSourceConfig *config)
{
  AskRestToken *self = g_new0 (AskRestToken, 1);

  self->config = ask_source_config_ref (config);
  self->key = make_key (config->client);
  return self;
}

/** ask_rest_token_free: frees @self; the process keeps its token until it expires */
void
ask_rest_token_free (AskRestToken *self)
{
  wipe (self->text);
  g_free (self->key);
  ask_source_config_unref (self->config);
  g_free (self);
}

static gboolean
is_good (gint64 until)
{
  return g_get_monotonic_time () < until;
}

/* Takes what another source, or an earlier question, has got. Returns: whether there was one */
static gboolean
take_kept (AskRestToken *self)
{
  gboolean found = FALSE;

  g_mutex_lock (&lock);
  Kept *kept = table != NULL ? g_hash_table_lookup (table, self->key) : NULL;

  if (kept != NULL && kept->text != NULL && is_good (kept->until))
    {
      wipe (self->text);
      self->text = g_strdup (kept->text);
      self->until = kept->until;
      self->generation++;
      found = TRUE;
    }
  g_mutex_unlock (&lock);
  return found;
}

static gboolean
forget_expired (gpointer key, gpointer value, gpointer data)
{
  return !is_good (((Kept *) value)->until);
}

static void
put_kept (AskRestToken *self, gboolean in_body)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->text = g_strdup (self->text);
  kept->until = self->until;
  kept->in_body = in_body;
  g_mutex_lock (&lock);
  if (table == NULL)
    table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kept_free);
  g_hash_table_foreach_remove (table, forget_expired, NULL);
  g_hash_table_replace (table, g_strdup (self->key), kept);
  g_mutex_unlock (&lock);
}

/**
 * ask_rest_token_get:
 * @generation: (out): which one it is, for ask_rest_token_refuse()
 *
 * Does not block. Where there is none now, one is wanted from here on.
 *
 * Returns: (transfer none) (nullable): the value of the header Authorization, until the next call
 */
const char *
ask_rest_token_get (AskRestToken *self, guint *generation)
{
  if ((self->text == NULL || !is_good (self->until)) && !take_kept (self))
    {
      self->wanted = TRUE;
      return NULL;
    }
  self->wanted = FALSE;
  *generation = self->generation;
  return self->text;
}

/** ask_rest_token_peek: Returns: (transfer none) (nullable): the last one, to hide it in messages */
const char *
ask_rest_token_peek (AskRestToken *self)
{
  return self->text;
}

/**
 * ask_rest_token_refuse:
 * @generation: of the token that the API refused
 *
 * Forgets it, unless there is a newer one already: then many calls that were refused together cost
 * one new token.
 */
void
ask_rest_token_refuse (AskRestToken *self, guint generation)
{
  if (generation != self->generation || self->text == NULL)
    return;
  g_mutex_lock (&lock);
  Kept *kept = table != NULL ? g_hash_table_lookup (table, self->key) : NULL;

  if (kept != NULL && g_strcmp0 (kept->text, self->text) == 0)
    {
      wipe (kept->text);
      kept->text = NULL;
    }
  g_mutex_unlock (&lock);
  wipe (g_steal_pointer (&self->text));
}

/** ask_rest_token_is_wanted: Returns: whether a call waits for ask_rest_token_fetch() */
gboolean
ask_rest_token_is_wanted (AskRestToken *self)
{
  return self->wanted;
}

/* @error: what the endpoint did. Returns: %FALSE */
static gboolean
name_endpoint (AskRestToken *self, GError **error)
{
  ask_error_prefix (error, N_ ("Source “%s”: the API's token endpoint "), self->config->name);
  return FALSE;
}

static gboolean
fail (AskRestToken *self, AskSourceError code, const char *what, GError **error)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, code, what);
  return name_endpoint (self, error);
}

static void
append_form (GString *form, const char *name, const char *value)
{
  g_autofree char *escaped = ask_url_escape (value);

  g_string_append_printf (form, "%s%s=%s", form->len > 0 ? "&" : "", name, escaped);
  explicit_bzero (escaped, strlen (escaped));
}

/* Who asks goes into the header (every endpoint must take it there), or into the body. */
static AskHttpResponse *
ask_endpoint (AskRestToken *self, gboolean in_body, GCancellable *cancellable, GError **error)
{
  const AskSourceClient *client = self->config->client;
  g_autoptr (AskHttp) http = ask_http_new ("AskData/" ASK_VERSION);
  g_autoptr (GPtrArray) headers = g_ptr_array_new ();
  GString *form = g_string_new ("grant_type=client_credentials");
  g_autoptr (GBytes) body = NULL;
  g_autofree char *basic = NULL;
  AskHttpResponse *response;

  g_ptr_array_add (headers, (gpointer) "Accept");
  g_ptr_array_add (headers, (gpointer) "application/json");
  if (client->scope != NULL && *client->scope != '\0')
    append_form (form, "scope", client->scope);
  if (in_body)
    {
      append_form (form, "client_id", client->id);
      append_form (form, "client_secret", client->secret);
    }
  else
    {
      g_autofree char *id = ask_url_escape (client->id);
      g_autofree char *secret = ask_url_escape (client->secret);
      g_autofree char *both = g_strconcat (id, ":", secret, NULL);
      g_autofree char *encoded = g_base64_encode ((const guchar *) both, strlen (both));

      basic = g_strconcat ("Basic ", encoded, NULL);
      explicit_bzero (secret, strlen (secret));
      explicit_bzero (both, strlen (both));
      explicit_bzero (encoded, strlen (encoded));
      g_ptr_array_add (headers, (gpointer) "Authorization");
      g_ptr_array_add (headers, basic);
    }

  gsize length = form->len;
  char *text = g_string_free (form, FALSE);

  body = g_bytes_new_with_free_func (text, length, wipe, text);

  AskHttpRequest request = { .method = "POST",
                             .url = client->token_url,
                             .headers = headers,
                             .body = body,
                             .content_type = "application/x-www-form-urlencoded",
                             .time_out_ms = self->config->time_out_ms,
                             .max_bytes = MAX_ANSWER,
                             .keep_method = TRUE,
                             .retry_server_errors = TRUE,
                             .kind = "api",
                             .about = self->config->name,
                             .is_secret = TRUE };

  response = ask_http_send (http, &request, NULL, NULL, cancellable, error);
  if (basic != NULL)
    explicit_bzero (basic, strlen (basic));
  return response;
}

/* Of RFC 6749's error codes, which this is: an answer's own words might repeat the secret. */
static const char *
find_error_code (const AskHttpResponse *response)
{
  static const char *const codes[] = { "invalid_request",     "invalid_client",         "invalid_grant",
                                       "unauthorized_client", "unsupported_grant_type", "invalid_scope" };
  gsize length = 0;
  const char *text = response->body != NULL ? g_bytes_get_data (response->body, &length) : NULL;
  g_autoptr (JsonNode) node = text != NULL ? ask_json_parse (text, (gssize) length, NULL) : NULL;
  const char *code
    = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? ask_json_get_string (json_node_get_object (node), "error") : NULL;

  for (guint i = 0; code != NULL && i < G_N_ELEMENTS (codes); i++)
    if (strcmp (codes[i], code) == 0)
      return codes[i];
  return NULL;
}

/* Whether the endpoint may have meant where the id and the secret were. */
static gboolean
may_want_other_way (const AskHttpResponse *response)
{
  const char *code = find_error_code (response);

  return response->status == 401
         || (response->status == 400
             && (code == NULL || strcmp (code, "invalid_client") == 0 || strcmp (code, "invalid_request") == 0));
}

static gboolean
fail_status (AskRestToken *self, const AskHttpResponse *response, gboolean refused, GError **error)
{
  const char *code = find_error_code (response);

  if (refused || response->status == 401 || g_strcmp0 (code, "invalid_client") == 0)
    return fail (self, ASK_SOURCE_ERROR_DENIED, N_ ("refused the client id or secret. Correct them in Sources."),
                 error);
  if (g_strcmp0 (code, "invalid_scope") == 0)
    return fail (self, ASK_SOURCE_ERROR_DENIED, N_ ("does not give a token for these scopes. Correct them in Sources."),
                 error);
  if (response->status == 429)
    return fail (self, ASK_SOURCE_ERROR_BUSY, N_ ("gets too many calls: try again later."), error);
  if (response->status >= 500)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER,
                     N_ ("answered %u instead of a token. That is a fault on its side: try again "
                         "later, or tell its owner."),
                     response->status);
      return name_endpoint (self, error);
    }
  ask_error_set (error, ASK_SOURCE_ERROR,
                 response->status == 404                              ? ASK_SOURCE_ERROR_NOT_FOUND
                 : response->status == 403 || response->status == 400 ? ASK_SOURCE_ERROR_DENIED
                                                                      : ASK_SOURCE_ERROR_MALFORMED,
                 N_ ("answered %u%s%s%s instead of a token. Correct the client or the token "
                     "endpoint's address in Sources, or ask the API's owner."),
                 response->status, code != NULL ? " (" : "", code != NULL ? code : "", code != NULL ? ")" : "");
  return name_endpoint (self, error);
}

/* Why no whole answer came; @failure names scheme and host, never more. */
static gboolean
fail_http (AskRestToken *self, const GError *failure, GError **error)
{
  static const AskSourceError codes[] = {
    [ASK_HTTP_ERROR_URL] = ASK_SOURCE_ERROR_CONFIG,      [ASK_HTTP_ERROR_UNREACHABLE] = ASK_SOURCE_ERROR_UNREACHABLE,
    [ASK_HTTP_ERROR_TLS] = ASK_SOURCE_ERROR_UNREACHABLE, [ASK_HTTP_ERROR_TIMED_OUT] = ASK_SOURCE_ERROR_TIMED_OUT,
    [ASK_HTTP_ERROR_CUT] = ASK_SOURCE_ERROR_CUT,         [ASK_HTTP_ERROR_TOO_LARGE] = ASK_SOURCE_ERROR_LIMIT,
    [ASK_HTTP_ERROR_BUSY] = ASK_SOURCE_ERROR_BUSY,
  };

  if (failure->domain != ASK_HTTP_ERROR)
    {
      g_propagate_error (error, g_error_copy (failure));
      return FALSE;
    }
  ask_error_set_from (error, ASK_SOURCE_ERROR, (int) codes[failure->code], failure);
  ask_error_prefix (error, N_ ("gave no token: "));
  return name_endpoint (self, error);
}

/* RFC 6750's token: what may stand in a header. */
static gboolean
is_token (const char *text)
{
  gsize length = strlen (text);

  if (length == 0 || length > MAX_TOKEN)
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      return FALSE;
  return TRUE;
}

static gboolean
read_token (AskRestToken *self, const AskHttpResponse *response, GError **error)
{
  gsize length = 0;
  const char *text = response->body != NULL ? g_bytes_get_data (response->body, &length) : NULL;
  g_autoptr (JsonNode) node = text != NULL ? ask_json_parse (text, (gssize) length, NULL) : NULL;
  JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *token = object != NULL ? ask_json_get_string (object, "access_token") : NULL;
  const char *type = object != NULL ? ask_json_get_string (object, "token_type") : NULL;
  const char *life_text;
  gint64 life = USUAL_LIFE_S;

  if (token == NULL || !is_token (token))
    return fail (self, ASK_SOURCE_ERROR_MALFORMED,
                 N_ ("answered with something that holds no token. Correct its address in Sources, or "
                     "tell the API's owner."),
                 error);
  if (type != NULL && g_ascii_strcasecmp (type, "bearer") != 0)
    return fail (self, ASK_SOURCE_ERROR_MALFORMED,
                 N_ ("gives tokens of another kind than bearer tokens, which AskData cannot use. Ask the "
                     "API's owner."),
                 error);
  /* Some write the number as text. */
  life_text = ask_json_get_string (object, "expires_in");
  life = life_text != NULL ? g_ascii_strtoll (life_text, NULL, 10)
                           : ask_json_get_integer (object, "expires_in", USUAL_LIFE_S);
  life = CLAMP (life, LEAST_LIFE_S, MAX_LIFE_S) * G_TIME_SPAN_SECOND;
  wipe (self->text);
  self->text = g_strconcat ("Bearer ", token, NULL);
  self->until = g_get_monotonic_time () + life - MIN (MARGIN_US, life / 10);
  self->generation++;
  self->wanted = FALSE;
  return TRUE;
}

/**
 * ask_rest_token_fetch:
 * @cancellable: (nullable): stops the wait
 * @error: %ASK_SOURCE_ERROR, by what the endpoint said, or %G_IO_ERROR_CANCELLED; never with a secret
 *
 * Gets a new token. Blocks.
 *
 * Returns: whether ask_rest_token_get() has one
 */
gboolean
ask_rest_token_fetch (AskRestToken *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskHttpResponse) response = NULL;
  g_autoptr (GError) local = NULL;
  gboolean in_body = FALSE;
  gboolean refused = FALSE;

  if (self->config->client->token_url == NULL)
    return fail (self, ASK_SOURCE_ERROR_CONFIG,
                 N_ ("is not known. Refresh the source, or give its sign-in again, with the token URL."), error);
  g_mutex_lock (&lock);
  Kept *kept = table != NULL ? g_hash_table_lookup (table, self->key) : NULL;

  in_body = kept != NULL && kept->in_body;
  g_mutex_unlock (&lock);
  response = ask_endpoint (self, in_body, cancellable, &local);
  if (response != NULL && local == NULL && may_want_other_way (response))
    {
      refused = response->status == 401 || g_strcmp0 (find_error_code (response), "invalid_client") == 0;
      g_clear_pointer (&response, ask_http_response_free);
      in_body = !in_body;
      response = ask_endpoint (self, in_body, cancellable, &local);
    }
  if (local != NULL)
    return fail_http (self, local, error);
  if (response->status < 200 || response->status > 299)
    return fail_status (self, response, refused && (response->status == 400 || response->status == 403), error);
  if (!read_token (self, response, error))
    return FALSE;
  put_kept (self, in_body);
  return TRUE;
}

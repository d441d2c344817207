/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sign-ins that a single header or parameter does not say: cookies, a user's password, a client that
 * gets tokens. They live in a configuration only; whatever held a secret is wiped.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "net/ask-url.h"
#include "source/ask-source.h"

static void
wipe (char *text)
{
  if (text != NULL)
    explicit_bzero (text, strlen (text));
  g_free (text);
}

/** ask_source_client_free: @self: (transfer full): frees it; its secret is wiped */
void
ask_source_client_free (AskSourceClient *self)
{
  g_free (self->token_url);
  g_free (self->id);
  wipe (self->secret);
  g_free (self->scope);
  g_free (self);
}

static AskSourceHeader *
find_header (AskSourceConfig *self, const char *name)
{
  for (guint i = 0; i < self->headers->len; i++)
    {
      AskSourceHeader *header = self->headers->pdata[i];

      if (g_ascii_strcasecmp (header->name, name) == 0)
        return header;
    }
  return NULL;
}

/**
 * ask_source_config_add_cookie:
 * @name: of the cookie
 * @value: in the clear, as it is sent
 *
 * Adds a cookie that goes with every call. All cookies are one header.
 */
void
ask_source_config_add_cookie (AskSourceConfig *self, const char *name, const char *value)
{
  g_autofree char *cookie = g_strconcat (name, "=", value, NULL);
  AskSourceHeader *header = find_header (self, "Cookie");

  if (header == NULL)
    ask_source_config_add_header (self, "Cookie", cookie);
  else
    {
      char *all = g_strconcat (header->value, "; ", cookie, NULL);

      wipe (header->value);
      header->value = all;
    }
  g_ptr_array_add (self->hidden, g_strdup (value));
  explicit_bzero (cookie, strlen (cookie));
}

/**
 * ask_source_config_add_basic:
 * @user: without ":"
 * @password: in the clear
 *
 * Adds an HTTP basic sign-in that goes with every call (RFC 7617, in UTF-8).
 */
void
ask_source_config_add_basic (AskSourceConfig *self, const char *user, const char *password)
{
  g_autofree char *both = g_strconcat (user, ":", password, NULL);
  g_autofree char *encoded = g_base64_encode ((const guchar *) both, strlen (both));
  g_autofree char *value = g_strconcat ("Basic ", encoded, NULL);

  ask_source_config_add_header (self, "Authorization", value);
  g_ptr_array_add (self->hidden, g_strdup (password));
  explicit_bzero (both, strlen (both));
  explicit_bzero (encoded, strlen (encoded));
  explicit_bzero (value, strlen (value));
}

/**
 * ask_source_config_set_client:
 * @id: who asks for tokens
 * @secret: in the clear
 * @scope: (nullable): words with spaces between
 * @token_url: (nullable): absolute; set it later where it is not known yet
 *
 * Says what a bearer token is got with (OAuth 2 client credentials), in the place of what was said before.
 */
void
ask_source_config_set_client (AskSourceConfig *self, const char *id, const char *secret, const char *scope,
                              const char *token_url)
{
  g_clear_pointer (&self->client, ask_source_client_free);
  self->client = g_new0 (AskSourceClient, 1);
  self->client->id = g_strdup (id);
  self->client->secret = g_strdup (secret);
  self->client->scope = g_strdup (scope);
  self->client->token_url = g_strdup (token_url);
}

/**
 * ask_source_config_settle_client:
 * @base_url: absolute: where the API is
 * @found: (nullable): what the specification says
 * @error: %ASK_SOURCE_ERROR_CONFIG where there is no token endpoint, or one elsewhere than the API
 *
 * Takes the token endpoint and the scopes from the specification, where the registration does not say
 * them. A specification may name any server; so the client's secret goes to the API's own origin, or
 * to where a person has said.
 *
 * Returns: whether the client can be used; %TRUE also where there is none
 */
gboolean
ask_source_config_settle_client (AskSourceConfig *self, const char *base_url, const AskIntrospection *found,
                                 GError **error)
{
  AskSourceClient *client = self->client;
  g_autoptr (GUri) api = NULL;
  g_autoptr (GUri) endpoint = NULL;
  g_autofree char *origin = NULL;

  if (client == NULL)
    return TRUE;
  if (client->scope == NULL && found != NULL && found->scopes != NULL && found->scopes->len > 0)
    {
      g_autoptr (GString) scope = g_string_new (NULL);

      for (guint i = 0; i < found->scopes->len; i++)
        g_string_append_printf (scope, "%s%s", i > 0 ? " " : "", (const char *) found->scopes->pdata[i]);
      client->scope = g_strdup (scope->str);
    }
  if (client->token_url != NULL)
    return TRUE;
  if (found == NULL || found->token_url == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s”: the specification does not say where tokens for a client come from. "
                         "Give the token URL."),
                     self->name);
      return FALSE;
    }
  api = ask_url_parse (base_url, NULL);
  endpoint = ask_url_parse (found->token_url, NULL);
  if (api != NULL && endpoint != NULL && ask_url_is_safe_hop (api, endpoint))
    {
      client->token_url = g_strdup (found->token_url);
      return TRUE;
    }
  origin = endpoint != NULL ? ask_url_get_origin (endpoint) : g_strdup ("no web address");
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                 N_ ("Source “%s”: its tokens come from another place than the API itself (%s). If that may "
                     "see the client secret, give it as the token URL: %s."),
                 self->name, origin, endpoint != NULL ? found->token_url : "https://…");
  return FALSE;
}

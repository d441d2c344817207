/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person typed of a source becomes its configuration, under the rules of a registration: addresses
 * that carry a secret are refused, paths become absolute.
 */
#include "config.h"

#include "store/ask-api-config.h"

#include <string.h>

#include "base/ask-secret.h"
#include "store/ask-server-uri.h"

static gboolean
has_prefix_nocase (const char *text, const char *prefix)
{
  return g_ascii_strncasecmp (text, prefix, strlen (prefix)) == 0;
}

/*
 * ask_api_check_url:
 * @which: what it is, for the message
 *
 * The file must not hold a secret, so an address that carries one is refused. The message does not
 * repeat it.
 */
gboolean
ask_api_check_url (const char *name, const char *which, const char *url, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GUri) uri = g_uri_parse (
      url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_PARSE_RELAXED, &local);
  g_autofree char *key = NULL;

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0'
      || (g_strcmp0 (g_uri_get_scheme (uri), "http") != 0
          && g_strcmp0 (g_uri_get_scheme (uri), "https") != 0))
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The %s of the source “%s” is no http or https address. Write it as in "
                   "https://api.example.com/v1.",
                   which, name);
      return FALSE;
    }
  if (g_uri_get_userinfo (uri) != NULL)
    {
      g_set_error (
          error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
          "The %s of the source “%s” carries a user or a password, which would be kept in "
          "the clear. Leave it out there and give it as the header 'Authorization: $MY_KEY'.",
          which, name);
      return FALSE;
    }
  key = ask_secret_find_name (url);
  if (key != NULL)
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The %s of the source “%s” carries what looks like a key (%s), which would "
                   "be kept in the clear. Leave it out there and give it as the header '?%s: $MY_KEY'.",
                   which, name, key, key);
      return FALSE;
    }
  return TRUE;
}

/* A workspace is opened from anywhere, so its paths are absolute. */
static char *
make_location (AskSourceKind kind, const char *name, const char *location, GError **error)
{
  /* Its password has been taken out of it. */
  if (ask_server_kind_check (kind))
    return g_strdup (location);
  if (kind == ASK_SOURCE_REST
      && (has_prefix_nocase (location, "http://") || has_prefix_nocase (location, "https://")))
    return ask_api_check_url (name, "specification's address", location, error) ? g_strdup (location)
                                                                        : NULL;
  if (has_prefix_nocase (location, "file://"))
    {
      g_autofree char *path = g_filename_from_uri (location, NULL, NULL);

      if (path == NULL)
        g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     "The address %s of the source “%s” names no file on this machine. Give the "
                     "file's path.",
                     location, name);
      return g_steal_pointer (&path);
    }
  /* An empty one is refused where the other rules of a registration are. */
  return *location != '\0' ? g_canonicalize_filename (location, NULL) : g_strdup ("");
}

/*
 * ask_typed_config_new:
 * @location: for a database server without its password
 * @headers: (element-type AskHeader): all of them; they are not in the configuration yet
 *
 * Returns: (transfer full): for a registration, whose rules it keeps; %NULL where it does not
 */
AskSourceConfig *
ask_typed_config_new (AskSourceKind kind, const char *name, const char *location,
                      const char *base_url, GPtrArray *headers, GError **error)
{
  g_autofree char *absolute = NULL;
  const AskHeader *token_url;
  AskSourceConfig *config;

  if (kind != ASK_SOURCE_REST
      && ((headers->len > 0 && !ask_server_kind_check (kind) && kind != ASK_SOURCE_SHEET)
          || base_url != NULL))
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The source “%s” is a %s, which takes no %s. Leave it out.", name,
                   ask_server_kind_check (kind) ? "database server" : "file",
                   base_url != NULL ? "base URL" : "headers");
      return NULL;
    }
  if (base_url != NULL && !ask_api_check_url (name, "base URL", base_url, error))
    return NULL;
  token_url = ask_headers_find_place (headers, ASK_HEADER_TOKEN_URL);
  if (token_url != NULL && !ask_api_check_url (name, "token endpoint", token_url->value, error))
    return NULL;
  absolute = make_location (kind, name, location, error);
  if (absolute == NULL)
    return NULL;
  config = ask_source_config_new (name, kind, absolute);
  config->base_url = g_strdup (base_url);
  if (!ask_source_config_check (config, error))
    g_clear_pointer (&config, ask_source_config_unref);
  return config;
}

/**
 * ask_api_config_new:
 * @kind: no database server
 * @base_url: (nullable): as of ask_workspace_add_source(), like the others
 * @lines: (nullable) (array zero-terminated=1): likewise
 * @error: %ASK_STORE_ERROR_INVALID or %ASK_SOURCE_ERROR_CONFIG
 *
 * For a try of a source before anything is saved. Once an API's specification was read, and the base URL is
 * known, ask_source_config_settle_client() makes it whole.
 *
 * Returns: (transfer full): a configuration with its keys, or the options of a spreadsheet, in their places
 */
AskSourceConfig *
ask_api_config_new (AskSourceKind kind, const char *name, const char *location, const char *base_url,
                    const char *const *lines, GError **error)
{
  g_autoptr (GPtrArray) headers = ask_headers_parse (lines, error);
  AskSourceConfig *config;

  if (headers == NULL)
    return NULL;
  config = ask_typed_config_new (kind, name, location, base_url, headers, error);
  if (config != NULL && !ask_headers_apply_typed (headers, config, error))
    g_clear_pointer (&config, ask_source_config_unref);
  return config;
}

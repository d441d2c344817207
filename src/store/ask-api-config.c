/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person typed of a source becomes its configuration, under the rules of a registration: addresses
 * that carry a secret are refused, paths become absolute.
 */
#include "config.h"

#include "store/ask-api-config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-secret.h"
#include "store/ask-server-uri.h"

static gboolean
has_prefix_nocase (const char *text, const char *prefix)
{
  return g_ascii_strncasecmp (text, prefix, strlen (prefix)) == 0;
}

/**
 * ask_api_check_url:
 * @name: of the source, for the message
 * @which: what the address is, for the message: "base URL"
 * @url: the address
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * The file must not hold a secret, so an address that carries one is refused. The message does not
 * repeat it.
 *
 * Returns: whether @url is an http or https address without a secret
 */
gboolean
ask_api_check_url (const char *name, const char *which, const char *url, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GUri) uri
    = g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_PARSE_RELAXED, &local);
  g_autofree char *key = NULL;

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0'
      || (g_strcmp0 (g_uri_get_scheme (uri), "http") != 0 && g_strcmp0 (g_uri_get_scheme (uri), "https") != 0))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The %s of the source “%s” is no http or https address. Write it as in "
                         "https://api.example.com/v1."),
                     which, name);
      return FALSE;
    }
  if (g_uri_get_userinfo (uri) != NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The %s of the source “%s” carries a user or a password, which would be kept in "
                         "the clear. Leave it out there and give it as the header 'Authorization: $MY_KEY'."),
                     which, name);
      return FALSE;
    }
  key = ask_secret_find_name (url);
  if (key != NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The %s of the source “%s” carries what looks like a key (%s), which would "
                         "be kept in the clear. Leave it out there and give it as the header '?%s: $MY_KEY'."),
                     which, name, key, key);
      return FALSE;
    }
  return TRUE;
}

/* A workspace is opened from anywhere, so its paths are absolute. */
static char *
make_location (const AskSourceKind *kind, const char *name, const char *location, GError **error)
{
  /* Its password has been taken out of it. */
  if (kind->nature == ASK_NATURE_SERVER || (kind->find_column != NULL && kind->find_column (location) != NULL))
    return g_strdup (location);
  if (kind->nature == ASK_NATURE_DOCUMENT
      && (has_prefix_nocase (location, "http://") || has_prefix_nocase (location, "https://")))
    return ask_api_check_url (name, "specification's address", location, error) ? g_strdup (location) : NULL;
  if (has_prefix_nocase (location, "file://"))
    {
      g_autofree char *path = g_filename_from_uri (location, NULL, NULL);

      if (path == NULL)
        ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       N_ ("The address %s of the source “%s” names no file on this machine. Give the "
                           "file's path."),
                       location, name);
      return g_steal_pointer (&path);
    }
  /* An empty one is refused where the other rules of a registration are. */
  return *location != '\0' ? g_canonicalize_filename (location, NULL) : g_strdup ("");
}

static gboolean
check_options (const AskSourceKind *kind, const char *name, const char *base_url, GPtrArray *options, GError **error)
{
  const char *token_url = ask_source_options_get_text (options, "token-url");

  if (base_url != NULL && ask_source_kind_find_option (kind, "base-url") == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     kind->nature == ASK_NATURE_SERVER
                       ? N_ ("The source “%s” is a database server, which takes no base URL. Leave it out.")
                       : N_ ("The source “%s” is a file, which takes no base URL. Leave it out."),
                     name);
      return FALSE;
    }
  for (guint i = 0; i < options->len; i++)
    {
      const AskOptionSpec *spec = ((AskSourceOption *) options->pdata[i])->spec;

      if (ask_source_kind_find_option (kind, spec->word) == spec)
        continue;
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The source “%s” is of the kind %s, which takes no %s. Leave it out."), name, kind->word,
                     spec->what);
      return FALSE;
    }
  return ask_options_check (options, kind, error)
         && (base_url == NULL || ask_api_check_url (name, "base URL", base_url, error))
         && (token_url == NULL || ask_api_check_url (name, "token endpoint", token_url, error));
}

/**
 * ask_typed_config_new:
 * @kind: of the source
 * @name: of the source, as it was typed; it is checked here
 * @location: a path is made absolute; for a database server without its password
 * @base_url: (nullable): for kinds that take one
 * @options: (element-type AskSourceOption): all of them; they are not in the configuration yet
 * @error: %ASK_STORE_ERROR_INVALID or %ASK_SOURCE_ERROR_CONFIG
 *
 * Returns: (transfer full): for a registration, whose rules it keeps; %NULL where it does not
 */
AskSourceConfig *
ask_typed_config_new (const AskSourceKind *kind, const char *name, const char *location, const char *base_url,
                      GPtrArray *options, GError **error)
{
  g_autofree char *absolute = NULL;
  AskSourceConfig *config;

  if (!check_options (kind, name, base_url, options, error))
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
 * ask_tried_config_new:
 * @kind: of the source
 * @name: of the source, as it was typed; it is checked here
 * @location: of a database server with its password, perhaps
 * @base_url: (nullable): for kinds that take one
 * @options: (nullable) (element-type AskSourceOption): what was said besides
 * @error: %ASK_STORE_ERROR_INVALID or %ASK_SOURCE_ERROR_CONFIG
 *
 * For a try of a source before anything is saved. Once an API's specification was read, and the base URL is
 * known, ask_source_config_settle_client() makes it whole.
 *
 * Returns: (transfer full): a configuration with what was said in its place
 */
AskSourceConfig *
ask_tried_config_new (const AskSourceKind *kind, const char *name, const char *location, const char *base_url,
                      GPtrArray *options, GError **error)
{
  g_autofree char *server = NULL;
  g_autoptr (GPtrArray) all = ask_typed_options_join (kind, name, &location, &server, options, error);
  AskSourceConfig *config;

  if (all == NULL)
    return NULL;
  config = ask_typed_config_new (kind, name, location, base_url, all, error);
  if (config != NULL && !ask_options_apply_typed (all, config, error))
    g_clear_pointer (&config, ask_source_config_unref);
  return config;
}

/**
 * ask_typed_options_join:
 * @kind: of the source
 * @name: of the source, for messages
 * @location: (inout): of a database server, its address; gets the one without a password. Others stay as they are
 * @server: (out) (transfer full): keeps that address for @location; not set where the kind is no server
 * @options: (nullable) (element-type AskSourceOption): what was said besides
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: (transfer full) (element-type AskSourceOption): all that was said, that password too, or %NULL
 */
GPtrArray *
ask_typed_options_join (const AskSourceKind *kind, const char *name, const char **location, char **server,
                        GPtrArray *options, GError **error)
{
  AskSourceOption *password;

  if (kind->nature != ASK_NATURE_SERVER)
    return options != NULL ? ask_options_copy (options) : ask_source_options_new ();
  *server = ask_server_uri_split (kind, name, *location, &password, error);
  if (*server == NULL)
    return NULL;
  *location = *server;
  return ask_server_options_join (kind, name, options, password, error);
}

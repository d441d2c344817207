/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address of a model's server, in whatever way it was written. Pure functions.
 */
#include "config.h"

#include "llm/ask-openai-url.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-secret.h"
#include "llm/ask-model.h"
#include "net/ask-url.h"

static gboolean
strip_suffix (GString *path, const char *suffix)
{
  gsize length = strlen (suffix);

  while (path->len > 0 && path->str[path->len - 1] == '/')
    g_string_truncate (path, path->len - 1);
  if (path->len < length || !g_str_has_suffix (path->str, suffix))
    return FALSE;
  g_string_truncate (path, path->len - length);
  return TRUE;
}

static gboolean
holds_secret (const char *text)
{
  g_autofree char *masked = ask_secret_mask (text);

  return strcmp (masked, text) != 0;
}

static gboolean
is_variable (const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalpha (*p) && *p != '_' && (p == name || !g_ascii_isdigit (*p)))
      return FALSE;
  return *name != '\0';
}

/**
 * ask_openai_check_secrets:
 * @url: (nullable): the address of a model's server, as a person wrote it
 * @model: (nullable): the model's name on it
 * @variable: (nullable): of the environment, which holds the key
 * @error: %ASK_LLM_ERROR_CONFIG; the message does not repeat what it refuses
 *
 * The three are kept in the clear and shown, so none of them may hold a key. An empty one is none.
 *
 * Returns: whether they can be kept
 */
gboolean
ask_openai_check_secrets (const char *url, const char *model, const char *variable, GError **error)
{
  g_autofree char *key = url != NULL ? ask_secret_find_name (url) : NULL;

  if (key != NULL)
    ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                   N_ ("The model's address carries what looks like a key (%s)"), key);
  else if (url != NULL && holds_secret (url))
    ask_error_set_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                           N_ ("The model's address must not hold a name or a password"));
  else if (model != NULL && holds_secret (model))
    ask_error_set_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                           N_ ("The model's name carries what looks like a key"));
  else if (variable != NULL && *variable != '\0' && !is_variable (variable))
    {
      ask_error_set_literal (
        error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
        N_ ("The key of the model is read from a variable of the environment. Give the variable's name, "
            "such as MY_KEY, and not the key itself."));
      return FALSE;
    }
  else
    return TRUE;
  ask_error_append (error, N_ (", which would be kept in the clear. Leave that out and set the key apart from it: with "
                               "--key-env on the command line, or in the window's preferences."));
  return FALSE;
}

/**
 * ask_openai_url_new:
 * @url: as a person wrote it: "http://host:11434", with "/v1", with "/v1/chat/completions"
 * @path: "/chat/completions" or "/models"
 * @origin: (out) (optional): scheme, host and port, fit to be shown
 * @error: %ASK_LLM_ERROR_CONFIG; the message does not repeat @url, which may hold a key
 *
 * Returns: (transfer full): where to send the request
 */
char *
ask_openai_url_new (const char *url, const char *path, char **origin, GError **error)
{
  g_autofree char *text = g_strstrip (g_strdup (url != NULL ? url : ""));
  g_autoptr (GUri) uri = *text != '\0' ? ask_url_parse (text, NULL) : NULL;

  if (uri == NULL)
    {
      ask_error_set_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                             N_ ("The model's address must be a URL that begins with http:// or "
                                 "https://, as in http://localhost:11434/v1."));
      return NULL;
    }
  if (!ask_openai_check_secrets (text, NULL, NULL, error))
    return NULL;

  g_autoptr (GString) base = g_string_new (g_uri_get_path (uri));

  if (!strip_suffix (base, "/chat/completions") && !strip_suffix (base, "/completions"))
    strip_suffix (base, "/models");
  strip_suffix (base, "");
  /* Only a bare host leaves open where the protocol lives; any path was meant. */
  if (base->len == 0)
    g_string_append (base, "/v1");
  g_string_append (base, path);

  g_autoptr (GUri) target = g_uri_build (g_uri_get_flags (uri), g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                                         g_uri_get_port (uri), base->str, g_uri_get_query (uri), NULL);

  if (origin != NULL)
    *origin = ask_url_get_origin (uri);
  return g_uri_to_string (target);
}

/**
 * ask_openai_url_is_same:
 * @a: (nullable): an address as of ask_openai_url_new()
 * @b: (nullable): likewise
 *
 * Returns: whether both are of one server: scheme, host and port; what is no address is of none
 */
gboolean
ask_openai_url_is_same (const char *a, const char *b)
{
  g_autofree char *origin_a = NULL;
  g_autofree char *origin_b = NULL;
  g_autofree char *url_a = ask_openai_url_new (a, "", &origin_a, NULL);
  g_autofree char *url_b = ask_openai_url_new (b, "", &origin_b, NULL);

  return url_a != NULL && url_b != NULL && g_str_equal (origin_a, origin_b);
}

/**
 * ask_openai_url_native:
 * @url: of the server's chat completions, as of ask_openai_url_new()
 * @path: of the server's own protocol: "/api/show"
 *
 * Returns: (transfer full): where the server's own protocol lives: beside the "/v1" of the one that all of them speak
 */
char *
ask_openai_url_native (const char *url, const char *path)
{
  g_autoptr (GUri) uri = ask_url_parse (url, NULL);
  g_autoptr (GString) base = g_string_new (uri != NULL ? g_uri_get_path (uri) : NULL);
  g_autoptr (GUri) target = NULL;

  g_return_val_if_fail (uri != NULL, NULL);

  strip_suffix (base, "/chat/completions");
  strip_suffix (base, "/v1");
  g_string_append (base, path);
  target = g_uri_build (g_uri_get_flags (uri), g_uri_get_scheme (uri), NULL, g_uri_get_host (uri), g_uri_get_port (uri),
                        base->str, NULL, NULL);
  return g_uri_to_string (target);
}

/**
 * ask_openai_url_is_near:
 * @url: an address of the server
 *
 * Returns: whether it is this computer or one of the same network, as far as the address tells
 */
gboolean
ask_openai_url_is_near (const char *url)
{
  static const char *const endings[] = { ".local", ".lan", ".internal", ".home.arpa", ".localhost" };
  g_autoptr (GUri) uri = ask_url_parse (url, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autoptr (GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;

  if (host == NULL)
    return FALSE;
  if (address != NULL)
    return g_inet_address_get_is_loopback (address) || g_inet_address_get_is_site_local (address)
           || g_inet_address_get_is_link_local (address);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (host, endings[i]))
      return TRUE;
  return strchr (host, '.') == NULL;
}

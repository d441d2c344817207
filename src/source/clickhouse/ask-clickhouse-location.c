/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address of a ClickHouse server: "clickhouse://ana@db.example:8123/shop?secure=yes". The password is never a part
 * of what is sent to: it goes in a header.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#define PORT 8123
#define SECURE_PORT 8443

/** ask_clickhouse_location_free: @self: (nullable) (transfer full) */
void
ask_clickhouse_location_free (AskClickhouseLocation *self)
{
  if (self == NULL)
    return;
  g_free (self->url);
  g_free (self->place);
  g_free (self->user);
  g_free (self->database);
  g_free (self);
}

/* The options after "?": only whether the connection is encrypted. */
static gboolean
read_secure (const AskSourceConfig *config, const char *query, gboolean *secure, GError **error)
{
  *secure = FALSE;
  if (query == NULL || strcmp (query, "secure=no") == 0)
    return TRUE;
  *secure = strcmp (query, "secure=yes") == 0;
  if (!*secure)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                   N_ ("Source “%s”: the address of a ClickHouse server takes the option secure=yes, for an encrypted "
                       "connection, and no other."),
                   config->name);
  return *secure;
}

/** ask_clickhouse_location_new: Returns: (transfer full): what @config's location says, or %NULL with @error */
AskClickhouseLocation *
ask_clickhouse_location_new (AskSourceConfig *config, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (config->location, G_URI_FLAGS_HAS_PASSWORD, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  const char *path = uri != NULL ? g_uri_get_path (uri) : "";
  g_autofree char *shown = NULL;
  AskClickhouseLocation *self;
  gboolean secure;
  int port;

  if (host == NULL || *host == '\0' || g_ascii_strcasecmp (g_uri_get_scheme (uri), "clickhouse") != 0
      || strchr (path + (*path == '/'), '/') != NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s”: its place is no address of a ClickHouse server. Write it as in "
                         "clickhouse://ana@db.example:8123/shop."),
                     config->name);
      return NULL;
    }
  if (!read_secure (config, g_uri_get_query (uri), &secure, error))
    return NULL;
  port = g_uri_get_port (uri) > 0 ? g_uri_get_port (uri) : secure ? SECURE_PORT : PORT;
  shown = strchr (host, ':') != NULL ? g_strdup_printf ("[%s]", host) : g_strdup (host);
  self = g_new0 (AskClickhouseLocation, 1);
  self->url = g_strdup_printf ("%s://%s:%d/", secure ? "https" : "http", shown, port);
  self->place = g_strdup_printf ("%s, port %d", host, port);
  self->user = g_uri_get_user (uri) != NULL && *g_uri_get_user (uri) != '\0' ? g_strdup (g_uri_get_user (uri)) : NULL;
  if (*path != '\0' && path[1] != '\0')
    self->database = g_strdup (path + 1);
  return self;
}

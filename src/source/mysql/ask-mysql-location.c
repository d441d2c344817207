/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The location of a MariaDB source: a URI taken apart. It never quotes the URI in a message, which may
 * hold a password that somebody put there.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

AskMysqlLocation *
ask_mysql_location_ref (AskMysqlLocation *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ask_mysql_location_unref (AskMysqlLocation *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->host);
  g_free (self->user);
  g_free (self->database);
  g_free (self->socket);
  g_free (self->place);
  g_free (self->ca);
  g_free (self->certificate);
  g_free (self->key);
  g_free (self);
}

static gboolean wrong (AskSourceConfig *config, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
wrong (AskSourceConfig *config, GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  ask_error_set_valist (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, format, arguments);
  va_end (arguments);
  ask_error_prefix (error, N_ ("Source “%s”: "), config->name);
  return FALSE;
}

static gboolean
read_tls (AskSourceConfig *config, AskMysqlLocation *self, const char *mode, GError **error)
{
  static const struct
  {
    const char *name;
    AskMysqlTls tls;
  } modes[] = { { "disabled", ASK_MYSQL_TLS_DISABLED },
                { "preferred", ASK_MYSQL_TLS_PREFERRED },
                { "required", ASK_MYSQL_TLS_REQUIRED },
                { "verify-ca", ASK_MYSQL_TLS_VERIFIED },
                { "verify-identity", ASK_MYSQL_TLS_VERIFIED } };
  g_autofree char *plain = g_ascii_strdown (mode, -1);

  g_strdelimit (plain, "_", '-');
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp (modes[i].name, plain) == 0)
      {
        self->tls = modes[i].tls;
        return TRUE;
      }
  return wrong (config, error,
                N_ ("the ssl-mode of its address has to be disabled, preferred, required, verify-ca or "
                    "verify-identity."));
}

static gboolean
read_options (AskSourceConfig *config, AskMysqlLocation *self, const char *query, GError **error)
{
  GUriParamsIter iter;
  char *name;
  char *value;
  g_autofree char *mode = NULL;
  gboolean good = TRUE;
  g_autoptr (GError) problem = NULL;

  g_uri_params_iter_init (&iter, query != NULL ? query : "", -1, "&", G_URI_PARAMS_NONE);
  while (good && g_uri_params_iter_next (&iter, &name, &value, &problem))
    {
      char **target = strcmp (name, "socket") == 0     ? &self->socket
                      : strcmp (name, "ssl-mode") == 0 ? &mode
                      : strcmp (name, "ssl-ca") == 0   ? &self->ca
                      : strcmp (name, "ssl-cert") == 0 ? &self->certificate
                      : strcmp (name, "ssl-key") == 0  ? &self->key
                                                       : NULL;

      if (target == NULL)
        good = wrong (config, error,
                      N_ ("its address has an option “%s” that AskData does not know. It knows socket, "
                          "ssl-mode, ssl-ca, ssl-cert and ssl-key."),
                      name);
      else if (value[0] == '\0')
        good = wrong (config, error, N_ ("the option %s of its address has no value."), name);
      else
        {
          g_free (*target);
          *target = g_steal_pointer (&value);
        }
      g_free (name);
      g_free (value);
    }
  if (good && problem != NULL)
    good = wrong (config, error,
                  N_ ("the options of its address cannot be read. Write them as "
                      "?name=value&name=value."));
  if (!good)
    return FALSE;
  self->tls = self->ca != NULL                             ? ASK_MYSQL_TLS_VERIFIED
              : self->host == NULL || self->socket != NULL ? ASK_MYSQL_TLS_DISABLED
                                                           : ASK_MYSQL_TLS_PREFERRED;
  return mode == NULL || read_tls (config, self, mode, error);
}

/**
 * ask_mysql_location_parse:
 * @error: %ASK_SOURCE_ERROR_CONFIG, without any part of the URI that may be secret
 *
 * Returns: (transfer full) (nullable): what @config's location says
 */
AskMysqlLocation *
ask_mysql_location_parse (AskSourceConfig *config, GError **error)
{
  g_autoptr (AskMysqlLocation) self = g_new0 (AskMysqlLocation, 1);
  g_autofree char *scheme = NULL;
  g_autofree char *password = NULL;
  g_autofree char *path = NULL;
  g_autofree char *query = NULL;
  int port = -1;

  g_atomic_ref_count_init (&self->ref_count);
  if (config->location == NULL
      || !g_uri_split_with_user (config->location, G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_QUERY, &scheme,
                                 &self->user, &password, NULL, &self->host, &port, &path, &query, NULL, NULL)
      || scheme == NULL || (g_ascii_strcasecmp (scheme, "mysql") != 0 && g_ascii_strcasecmp (scheme, "mariadb") != 0))
    {
      wrong (config, error, N_ ("its address cannot be read. Write it as mysql://user@host:3306/database."));
      return NULL;
    }
  if (password != NULL)
    {
      wrong (config, error,
             N_ ("its address holds a password. Take it out of there and give it apart, so that it is "
                 "kept as a secret."));
      return NULL;
    }
  if (self->host != NULL && self->host[0] == '\0')
    g_clear_pointer (&self->host, g_free);
  if (path != NULL && path[0] == '/' && path[1] != '\0')
    self->database = g_strdup (path + 1);
  self->port = port > 0 ? (guint) port : 3306;
  if (!read_options (config, self, query, error))
    return NULL;
  self->place = self->socket != NULL ? g_strdup (self->socket)
                : self->host != NULL ? g_strdup_printf ("%s:%u", self->host, self->port)
                                     : g_strdup ("the local socket");
  return g_steal_pointer (&self);
}

/**
 * ask_mysql_source_check_location:
 * @config: of a MySQL or MariaDB server
 * @error: %ASK_SOURCE_ERROR_CONFIG
 *
 * Connects to nothing.
 *
 * Returns: whether the location can be read
 */
gboolean
ask_mysql_source_check_location (AskSourceConfig *config, GError **error)
{
  g_autoptr (AskMysqlLocation) location = ask_mysql_location_parse (config, error);

  return location != NULL;
}

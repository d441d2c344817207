/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads an address as far as it is typed, and writes it again. It judges nothing: whether the address is one, says who
 * opens it (ask-server-uri, and the kind itself). What it does not know in an address it leaves as it is.
 */
#include "config.h"

#include "store/ask-server-fields.h"

#include <string.h>

/** ask_server_fields_free: frees it; what may be a password is wiped */
void
ask_server_fields_free (AskServerFields *self)
{
  if (self == NULL)
    return;
  if (self->secret != NULL)
    explicit_bzero (self->secret, strlen (self->secret));
  g_free (self->scheme);
  g_free (self->host);
  g_free (self->port);
  g_free (self->database);
  g_free (self->user);
  g_free (self->secret);
  g_free (self->rest);
  g_free (self);
}

/* What cannot be read stays as it was typed. */
static char *
unescape (const char *text, gsize length)
{
  g_autofree char *part = g_strndup (text, length);
  char *plain = g_uri_unescape_string (part, NULL);

  return plain != NULL ? plain : g_steal_pointer (&part);
}

static char *
read_scheme (const AskSourceKind *kind, const char **rest)
{
  const char *colon = strstr (*rest, "://");

  for (guint i = 0; colon != NULL && kind->schemes[i] != NULL; i++)
    if (strlen (kind->schemes[i]) == (gsize) (colon - *rest)
        && g_ascii_strncasecmp (kind->schemes[i], *rest, (gsize) (colon - *rest)) == 0)
      {
        *rest = colon + strlen ("://");
        return g_strdup (kind->schemes[i]);
      }
  return g_strdup (kind->schemes[0]);
}

static void
read_user (AskServerFields *self, const char *text, gsize length)
{
  const char *colon = memchr (text, ':', length);
  gsize n = colon != NULL ? (gsize) (colon - text) : length;

  self->user = unescape (text, n);
  if (colon != NULL)
    self->secret = g_strndup (colon + 1, length - n - 1);
}

/* "[::1]:5432" has its host in brackets. */
static void
read_host (AskServerFields *self, const char *text, gsize length)
{
  const char *bracket = *text == '[' ? memchr (text, ']', length) : NULL;
  const char *after = bracket != NULL ? bracket + 1 : text;
  const char *colon = memchr (after, ':', length - (gsize) (after - text));
  gsize n = colon != NULL ? (gsize) (colon - text) : length;

  self->host = bracket != NULL ? g_strndup (text + 1, (gsize) (bracket - text) - 1) : unescape (text, n);
  self->port = colon != NULL ? g_strndup (colon + 1, length - n - 1) : g_strdup ("");
}

static void
read_options (AskServerFields *self, const AskSourceKind *kind, const char *query)
{
  g_auto (GStrv) parts = g_strsplit (query, "&", -1);
  GString *rest = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint found = 0;

      for (guint e = 1; kind->encryption != NULL && kind->encryption[e].label != NULL; e++)
        if (strcmp (kind->encryption[e].option, parts[i]) == 0)
          found = e;
      if (found > 0)
        self->encryption = found;
      else if (*parts[i] != '\0')
        g_string_append_printf (rest, "%s%s", rest->len > 0 ? "&" : "", parts[i]);
    }
  self->rest = g_string_free (rest, FALSE);
}

/**
 * ask_server_fields_read:
 * @kind: of a database server
 * @address: what was typed so far
 *
 * Returns: (transfer full): its parts, as far as there are any
 */
AskServerFields *
ask_server_fields_read (const AskSourceKind *kind, const char *address)
{
  AskServerFields *self = g_new0 (AskServerFields, 1);
  const char *rest = address;
  const char *end, *at = NULL;
  gsize length;

  g_return_val_if_fail (kind != NULL && kind->schemes != NULL && address != NULL, self);
  self->scheme = read_scheme (kind, &rest);
  end = rest + strcspn (rest, "/?");
  for (const char *p = rest; p < end; p++)
    if (*p == '@')
      at = p;
  if (at != NULL)
    read_user (self, rest, (gsize) (at - rest));
  else
    self->user = g_strdup ("");
  rest = at != NULL ? at + 1 : rest;
  read_host (self, rest, (gsize) (end - rest));
  rest = *end == '/' ? end + 1 : end;
  length = strcspn (rest, "?");
  self->database = unescape (rest, length);
  read_options (self, kind, rest[length] == '?' ? rest + length + 1 : "");
  return self;
}

/* Without what says the same as the encryption: "sslmode=allow" beside "sslmode=require". */
static void
append_rest (GString *address, const AskServerFields *self, const char *option)
{
  g_auto (GStrv) parts = g_strsplit (self->rest, "&", -1);
  gsize key = option != NULL ? strcspn (option, "=") + 1 : 0;
  char joint = '?';

  if (option != NULL)
    {
      g_string_append_printf (address, "%c%s", joint, option);
      joint = '&';
    }
  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0' && (option == NULL || strncmp (parts[i], option, key) != 0))
      {
        g_string_append_printf (address, "%c%s", joint, parts[i]);
        joint = '&';
      }
}

/**
 * ask_server_fields_to_address:
 * @self: the parts
 * @kind: as given to ask_server_fields_read()
 *
 * Returns: (transfer full): "postgresql://ana@db.example:5433/shop?sslmode=require"; "" where no part says anything
 */
char *
ask_server_fields_to_address (const AskServerFields *self, const AskSourceKind *kind)
{
  const char *option
    = kind->encryption != NULL && self->encryption > 0 ? kind->encryption[self->encryption].option : NULL;
  GString *address = g_string_new (NULL);

  if (*self->host == '\0' && *self->port == '\0' && *self->database == '\0' && *self->user == '\0')
    return g_string_free (address, FALSE);
  g_string_append_printf (address, "%s://", self->scheme);
  if (*self->user != '\0' || self->secret != NULL)
    {
      g_string_append_uri_escaped (address, self->user, NULL, TRUE);
      if (self->secret != NULL)
        g_string_append_printf (address, ":%s", self->secret);
      g_string_append_c (address, '@');
    }
  if (strchr (self->host, ':') != NULL)
    g_string_append_printf (address, "[%s]", self->host);
  else
    g_string_append_uri_escaped (address, self->host, NULL, TRUE);
  if (*self->port != '\0')
    g_string_append_printf (address, ":%s", self->port);
  if (*self->database != '\0')
    {
      g_string_append_c (address, '/');
      g_string_append_uri_escaped (address, self->database, NULL, TRUE);
    }
  append_rest (address, self, option);
  return g_string_free (address, FALSE);
}

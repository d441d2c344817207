/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes the password out of the URI of a database server, so that the workspace file never holds it.
 * Where it cannot be sure which part of a text is the password it refuses the text, and no message
 * repeats it.
 */
#include "config.h"

#include "store/ask-server-uri.h"

#include <string.h>

/** ask_server_kind_check: Returns: whether sources of that kind are database servers */
gboolean
ask_server_kind_check (AskSourceKind kind)
{
  return kind == ASK_SOURCE_POSTGRES || kind == ASK_SOURCE_MYSQL;
}

static const char *
find_rest (AskSourceKind kind, const char *typed)
{
  static const char *const postgres[] = { "postgresql://", "postgres://", NULL };
  static const char *const mysql[] = { "mysql://", "mariadb://", NULL };
  const char *const *schemes = kind == ASK_SOURCE_POSTGRES ? postgres : mysql;

  for (guint i = 0; schemes[i] != NULL; i++)
    if (g_ascii_strncasecmp (typed, schemes[i], strlen (schemes[i])) == 0)
      return typed + strlen (schemes[i]);
  return NULL;
}

static void
wipe (char *text)
{
  if (text != NULL)
    explicit_bzero (text, strlen (text));
  g_free (text);
}

/* "$NAME" as it stands in the URI is a variable; "%24NAME" is a password that begins with a dollar. */
static AskHeader *
take_password (const char *source, const char *raw, gsize length, gboolean encoded, GError **error)
{
  g_autoptr (AskHeader) header = g_new0 (AskHeader, 1);
  char *text = g_strndup (raw, length);

  header->place = ASK_HEADER_PASSWORD;
  header->name = g_strdup ("password");
  header->kind = ask_header_is_variable (text) ? ASK_HEADER_VARIABLE : ASK_HEADER_SECRET;
  if (encoded && header->kind == ASK_HEADER_SECRET)
    {
      header->value = g_uri_unescape_string (text, NULL);
      wipe (text);
    }
  else
    header->value = text;
  if (header->value == NULL || !g_utf8_validate (header->value, -1, NULL))
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The password of the source “%s” cannot be read. In a URI, write a percent sign as "
                   "%%25.",
                   source);
      return NULL;
    }
  if (header->kind == ASK_HEADER_VARIABLE)
    {
      char *value = ask_header_dup_variable (header, error);

      if (value == NULL)
        {
          g_prefix_error (error, "The source “%s” cannot be used: ", source);
          return NULL;
        }
      wipe (value);
    }
  return g_steal_pointer (&header);
}

static void
set_twice (const char *source, GError **error)
{
  g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
               "The password of the source “%s” is given twice. Give it once.", source);
}

/* The options after "?": "password=…" is taken, what else looks like a secret is refused.
 * Returns: whether they can be kept */
static gboolean
split_options (const char *source, const char *options, GString *kept, AskHeader **password,
               GError **error)
{
  g_auto (GStrv) parts = g_strsplit (options, "&", -1);
  gboolean first = TRUE;
  gboolean good = TRUE;

  for (guint i = 0; good && parts[i] != NULL; i++)
    {
      const char *equals = strchr (parts[i], '=');
      g_autofree char *raw = equals != NULL ? g_strndup (parts[i], (gsize) (equals - parts[i]))
                                            : g_strdup (parts[i]);
      g_autofree char *key = g_uri_unescape_string (raw, NULL);

      if (key != NULL && equals != NULL && g_ascii_strcasecmp (key, "password") == 0)
        {
          if (*password != NULL)
            {
              set_twice (source, error);
              good = FALSE;
            }
          else
            *password = take_password (source, equals + 1, strlen (equals + 1), TRUE, error);
          good = good && *password != NULL;
        }
      else if (key == NULL || g_ascii_strcasecmp (key, "sslpassword") == 0
               || g_ascii_strcasecmp (key, "passwd") == 0)
        {
          g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       "The URI of the source “%s” carries a secret that would be kept in the clear. "
                       "Only the server's password can be given there.",
                       source);
          good = FALSE;
        }
      else
        {
          g_string_append_printf (kept, "%c%s", first ? '?' : '&', parts[i]);
          first = FALSE;
        }
    }
  for (guint i = 0; parts[i] != NULL; i++)
    explicit_bzero (parts[i], strlen (parts[i]));
  return good;
}

/**
 * ask_server_uri_split:
 * @source: for messages
 * @typed: "postgresql://ana:word@db.example:5432/shop?sslmode=verify-full", with "$VARIABLE" in the
 *   place of the password perhaps
 * @password: (out) (transfer full) (nullable): what the URI held
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: (transfer full): the URI without a password, or %NULL
 */
char *
ask_server_uri_split (AskSourceKind kind, const char *source, const char *typed,
                      AskHeader **password, GError **error)
{
  const char *rest = find_rest (kind, typed);
  g_autoptr (GString) kept = g_string_new (NULL);
  g_autoptr (AskHeader) found = NULL;
  const char *authority_end;
  const char *at = NULL;
  const char *colon;
  const char *options;

  *password = NULL;
  if (rest == NULL || !g_utf8_validate (typed, -1, NULL) || strpbrk (typed, " \t\r\n") != NULL)
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The place of the source “%s” is no URI of such a server. Write it as in "
                   "%s://ana@db.example/shop.",
                   source, kind == ASK_SOURCE_POSTGRES ? "postgresql" : "mysql");
      return NULL;
    }
  authority_end = rest + strcspn (rest, "/?#");
  for (const char *p = rest; p < authority_end; p++)
    if (*p == '@')
      at = p;
  colon = memchr (rest, ':', (gsize) ((at != NULL ? at : authority_end) - rest));
  /* "ana:pa/ss@host": what follows the slash may be a part of a password. */
  if ((at == NULL && colon != NULL && strchr (authority_end, '@') != NULL)
      || strchr (authority_end, '#') != NULL)
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The URI of the source “%s” cannot be told apart into user, password and server. "
                   "Write / ? # and @ in a password as %%2F %%3F %%23 and %%40.",
                   source);
      return NULL;
    }
  g_string_append_len (kept, typed, rest - typed);
  if (at != NULL && colon != NULL)
    {
      g_string_append_len (kept, rest, colon - rest);
      if (at > colon + 1)
        {
          found = take_password (source, colon + 1, (gsize) (at - colon - 1), TRUE, error);
          if (found == NULL)
            return NULL;
        }
      rest = at;
    }
  options = strchr (authority_end, '?');
  if (options == NULL)
    g_string_append (kept, rest);
  else
    {
      g_string_append_len (kept, rest, options - rest);
      if (!split_options (source, options + 1, kept, &found, error))
        return NULL;
    }
  *password = g_steal_pointer (&found);
  return g_string_free (g_steal_pointer (&kept), FALSE);
}

/**
 * ask_server_headers_parse:
 * @lines: (nullable) (array zero-terminated=1): nothing, or "Password: WORD" with the password as it
 *   is; "$VARIABLE" is read from the environment each time
 * @password: (transfer full) (nullable): what the URI held
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: (transfer container) (element-type AskHeader): the password, if there is one
 */
GPtrArray *
ask_server_headers_parse (const char *source, const char *const *lines, AskHeader *password,
                          GError **error)
{
  static const char prefix[] = "Password: ";
  g_autoptr (GPtrArray) headers
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_header_free);

  if (password != NULL)
    g_ptr_array_add (headers, password);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      AskHeader *header;

      if (!g_str_has_prefix (lines[i], prefix) || lines[i][strlen (prefix)] == '\0')
        {
          g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       "The source “%s” is a database server, which takes a password and no "
                       "headers. Leave them out.",
                       source);
          return NULL;
        }
      if (headers->len > 0)
        {
          set_twice (source, error);
          return NULL;
        }
      header = take_password (source, lines[i] + strlen (prefix), strlen (lines[i] + strlen (prefix)),
                              FALSE, error);
      if (header == NULL)
        return NULL;
      g_ptr_array_add (headers, header);
    }
  return g_steal_pointer (&headers);
}

/**
 * ask_server_config_new:
 * @typed: the URI, with or without a password
 * @lines: as of ask_server_headers_parse()
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * For a try before anything is saved.
 *
 * Returns: (transfer full): a configuration with the password in its place
 */
AskSourceConfig *
ask_server_config_new (AskSourceKind kind, const char *name, const char *typed,
                       const char *const *lines, GError **error)
{
  AskHeader *password = NULL;
  g_autofree char *location = ask_server_uri_split (kind, name, typed, &password, error);
  g_autoptr (GPtrArray) headers = NULL;
  AskSourceConfig *config;

  if (location == NULL)
    return NULL;
  headers = ask_server_headers_parse (name, lines, password, error);
  if (headers == NULL)
    return NULL;
  config = ask_source_config_new (name, kind, location);
  if (headers->len > 0)
    {
      const AskHeader *header = headers->pdata[0];

      config->password = header->kind == ASK_HEADER_VARIABLE
                           ? ask_header_dup_variable (header, error)
                           : g_strdup (header->value);
      if (config->password == NULL)
        g_clear_pointer (&config, ask_source_config_unref);
    }
  return config;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes the password out of the URI of a database server, so that the workspace file never holds it.
 * Where it cannot be sure which part of a text is the password it refuses the text, and no message
 * repeats it.
 */
#include "config.h"

#include "store/ask-server-uri.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

/* Returns: (nullable): what follows the scheme */
static const char *
find_rest (const AskSourceKind *kind, const char *typed)
{
  for (guint i = 0; kind->schemes[i] != NULL; i++)
    {
      gsize length = strlen (kind->schemes[i]);

      if (g_ascii_strncasecmp (typed, kind->schemes[i], length) == 0 && g_str_has_prefix (typed + length, "://"))
        return typed + length + strlen ("://");
    }
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
static AskSourceOption *
take_password (const AskSourceKind *kind, const char *source, const char *raw, gsize length, GError **error)
{
  const AskOptionSpec *spec = ask_source_kind_find_option (kind, "password");
  AskSourceOption *password;
  char *text = g_strndup (raw, length);
  gboolean variable = ask_option_is_variable (text);

  if (!variable)
    {
      char *plain = g_uri_unescape_string (text, NULL);

      wipe (text);
      text = plain;
    }
  if (text == NULL || !g_utf8_validate (text, -1, NULL))
    {
      wipe (text);
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The password of the source “%s” cannot be read. In a URI, write a percent sign as "
                         "%%25."),
                     source);
      return NULL;
    }
  password = ask_option_new_typed (spec, "", text, !variable, error);
  if (password == NULL)
    ask_error_prefix (error, N_ ("The source “%s” cannot be used: "), source);
  wipe (text);
  return password;
}

static void
set_twice (const char *source, GError **error)
{
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 N_ ("The password of the source “%s” is given twice. Give it once."), source);
}

/* The options after "?": "password=…" is taken, what else looks like a secret is refused.
 * Returns: whether they can be kept */
static gboolean
split_options (const AskSourceKind *kind, const char *source, const char *options, GString *kept,
               AskSourceOption **password, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (options, "&", -1);
  gboolean first = TRUE;
  gboolean good = TRUE;

  for (guint i = 0; good && parts[i] != NULL; i++)
    {
      const char *equals = strchr (parts[i], '=');
      g_autofree char *raw = equals != NULL ? g_strndup (parts[i], (gsize) (equals - parts[i])) : g_strdup (parts[i]);
      g_autofree char *key = g_uri_unescape_string (raw, NULL);

      if (key != NULL && equals != NULL && g_ascii_strcasecmp (key, "password") == 0)
        {
          if (*password != NULL)
            {
              set_twice (source, error);
              good = FALSE;
            }
          else
            *password = take_password (kind, source, equals + 1, strlen (equals + 1), error);
          good = good && *password != NULL;
        }
      else if (key == NULL || g_ascii_strcasecmp (key, "sslpassword") == 0 || g_ascii_strcasecmp (key, "passwd") == 0)
        {
          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                         N_ ("The URI of the source “%s” carries a secret that would be kept in the clear. "
                             "Only the server's password can be given there."),
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
 * @kind: of a database server; says which schemes there are
 * @source: its name, for messages
 * @typed: "postgresql://ana:word@db.example:5432/shop?sslmode=verify-full", with "$VARIABLE" in the
 *   place of the password perhaps
 * @password: (out) (transfer full) (nullable): what the URI held
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: (transfer full): the URI without a password, or %NULL
 */
char *
ask_server_uri_split (const AskSourceKind *kind, const char *source, const char *typed, AskSourceOption **password,
                      GError **error)
{
  const char *rest = find_rest (kind, typed);
  g_autoptr (GString) kept = g_string_new (NULL);
  g_autoptr (AskSourceOption) found = NULL;
  const char *authority_end;
  const char *at = NULL;
  const char *colon;
  const char *options;

  *password = NULL;
  if (rest == NULL || !g_utf8_validate (typed, -1, NULL) || strpbrk (typed, " \t\r\n") != NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The place of the source “%s” is no URI of such a server. Write it as in "
                         "%s://ana@db.example/shop."),
                     source, kind->schemes[0]);
      return NULL;
    }
  authority_end = rest + strcspn (rest, "/?#");
  for (const char *p = rest; p < authority_end; p++)
    if (*p == '@')
      at = p;
  colon = memchr (rest, ':', (gsize) ((at != NULL ? at : authority_end) - rest));
  /* "ana:pa/ss@host": what follows the slash may be a part of a password. */
  if ((at == NULL && colon != NULL && strchr (authority_end, '@') != NULL) || strchr (authority_end, '#') != NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The URI of the source “%s” cannot be told apart into user, password and server. "
                         "Write / ? # and @ in a password as %%2F %%3F %%23 and %%40."),
                     source);
      return NULL;
    }
  g_string_append_len (kept, typed, rest - typed);
  if (at != NULL && colon != NULL)
    {
      g_string_append_len (kept, rest, colon - rest);
      if (at > colon + 1)
        {
          found = take_password (kind, source, colon + 1, (gsize) (at - colon - 1), error);
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
      if (!split_options (kind, source, options + 1, kept, &found, error))
        return NULL;
    }
  *password = g_steal_pointer (&found);
  return g_string_free (g_steal_pointer (&kept), FALSE);
}

/**
 * ask_server_options_join:
 * @kind: of a database server
 * @source: its name, for messages
 * @options: (nullable) (element-type AskSourceOption): what else was said
 * @password: (transfer full) (nullable): what the URI held
 * @error: %ASK_STORE_ERROR_INVALID where it is given twice
 *
 * Returns: (transfer container) (element-type AskSourceOption): all of them
 */
GPtrArray *
ask_server_options_join (const AskSourceKind *kind, const char *source, GPtrArray *options, AskSourceOption *password,
                         GError **error)
{
  g_autoptr (GPtrArray) all = options != NULL ? ask_options_copy (options) : ask_source_options_new ();

  if (password != NULL)
    g_ptr_array_add (all, password);
  if (password != NULL && ask_source_options_find (all, "password") != password)
    {
      set_twice (source, error);
      return NULL;
    }
  return ask_options_check (all, kind, error) ? g_steal_pointer (&all) : NULL;
}

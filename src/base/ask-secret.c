/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * People type passwords and keys in the wrong place: the address of a server where a name belongs, a header where
 * an option does. A message repeats what was typed, so whatever goes to a person's eyes or into a log is masked here
 * first. What looks like a secret is one: too much is masked rather than too little. "$NAME" names a variable and is
 * shown. Pure functions.
 */
#include "config.h"

#include "base/ask-secret.h"

#include <gio/gio.h>
#include <string.h>

#define HIDDEN "…"
#define SCHEME "([A-Za-z][A-Za-z0-9+.-]*:/+)"
/* A name, as it stands before the password: "ana" of ana:word@host. */
#define USER "[^\\s“”\"/?#:@\\[]*"
#define NO_VARIABLE "(?!\\$[A-Za-z_]\\w*(?:@|[\\s”\"']|$))"

/**
 * ask_secret_is_name:
 * @name: of a header, a parameter or an option
 *
 * Returns: whether its value is one that is not for everybody's eyes
 */
gboolean
ask_secret_is_name (const char *name)
{
  static const char *const marks[] = { "key",        "token",   "secret",    "auth",   "password",  "cookie",
                                       "credential", "session", "signature", "passwd", "passphrase" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strstr (lower, marks[i]) != NULL)
      return TRUE;
  return strcmp (lower, "pwd") == 0 || strcmp (lower, "pass") == 0 || strcmp (lower, "sig") == 0;
}

/**
 * ask_secret_find_name:
 * @url: an address
 *
 * Returns: (transfer full) (nullable): the first parameter of its query that looks like a key's
 */
char *
ask_secret_find_name (const char *url)
{
  const char *query = strchr (url, '?');
  g_auto (GStrv) parts = query != NULL ? g_strsplit_set (query + 1, "&;#", -1) : NULL;

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      g_autofree char *raw = g_strndup (parts[i], strcspn (parts[i], "="));
      g_autofree char *name = g_uri_unescape_string (raw, NULL);

      if (name != NULL && ask_secret_is_name (name))
        return g_steal_pointer (&name);
    }
  return NULL;
}

/* Regular expressions of our own are right. */
static GRegex *
make_regex (const char *pattern)
{
  g_autoptr (GError) error = NULL;
  GRegex *regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, &error);

  g_assert_no_error (error);
  return regex;
}

static void
take (char **text, char *masked)
{
  g_assert (masked != NULL);
  g_free (*text);
  *text = masked;
}

/* The user and the password of addresses. */
static void
mask_addresses (char **text)
{
  static const struct
  {
    const char *pattern, *shown;
  } ways[] = {
    /* What stands behind the colon is no port: all up to the last @ that may belong to it, blanks too. */
    { SCHEME USER ":" NO_VARIABLE "(?!\\d*(?:[/?#\\s”\"']|$))[^“”\"\\n]*@", "\\1" HIDDEN "@" },
    { SCHEME USER ":\\d+[^\\s“”\"]*@", "\\1" HIDDEN "@" },
    /* The host was forgotten. */
    { "(" SCHEME USER "):" NO_VARIABLE "(?!\\d*(?:[/?#\\s”\"'.,]|$))[^\\s“”\"]+", "\\1:" HIDDEN },
    /* A token in the place of the user. */
    { "(https?:/+)" USER "@", "\\1" HIDDEN "@" },
    { "(?<![\\w/:])([\\w.+-]+):" NO_VARIABLE "(?![/@])[^\\s“”\"]+@(?=[\\w\\[])", "\\1:" HIDDEN "@" },
  };
  static GRegex *regexes[G_N_ELEMENTS (ways)];
  static gsize once;

  if (g_once_init_enter (&once))
    {
      for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
        regexes[i] = make_regex (ways[i].pattern);
      g_once_init_leave (&once, 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    take (text, g_regex_replace (regexes[i], *text, -1, 0, ways[i].shown, 0, NULL));
}

/* "api_key=…", as a parameter or in a list of settings. */
static gboolean
mask_parameter (const GMatchInfo *match, GString *result, gpointer data)
{
  g_autofree char *raw = g_match_info_fetch (match, 1);
  g_autofree char *whole = g_match_info_fetch (match, 0);
  g_autofree char *name = g_uri_unescape_string (raw, NULL);

  /* --key-env=NAME says where a key is. */
  if (name == NULL || !ask_secret_is_name (name) || g_str_has_suffix (name, "-env"))
    g_string_append (result, whole);
  else
    g_string_append_printf (result, "%s=" HIDDEN, raw);
  return FALSE;
}

/* Up to a quote or the end of the line. */
static const char *
find_value_end (const char *value)
{
  while (*value != '\0' && strchr ("\"'\n", *value) == NULL && !g_str_has_prefix (value, "“")
         && !g_str_has_prefix (value, "”"))
    value++;
  return value;
}

/* “X-Api-Key: …” and “@basic ana: …”, as headers are typed; of a path, too, where one was. */
static char *
mask_headers (const GRegex *heads, const char *text)
{
  g_autoptr (GString) masked = g_string_new (NULL);
  const char *rest = text;

  while (*rest != '\0')
    {
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *name = NULL;
      int end;

      if (!g_regex_match_full (heads, text, -1, (int) (rest - text), 0, &match, NULL))
        break;
      name = g_match_info_fetch (match, 1);
      g_match_info_fetch_pos (match, 0, NULL, &end);
      g_string_append_len (masked, rest, text + end - rest);
      rest = text + end;
      if (*name != '@' && !ask_secret_is_name (name))
        continue;
      g_string_append (masked, HIDDEN);
      rest = find_value_end (rest);
    }
  g_string_append (masked, rest);
  return g_strdup (masked->str);
}

/**
 * ask_secret_mask:
 * @text: a message, or an argument as it was typed
 *
 * Returns: (transfer full): the same without the user and the password of addresses, and without the values of
 *   parameters and headers whose names speak of a secret; valid UTF-8
 */
char *
ask_secret_mask (const char *text)
{
  static GRegex *parameters;
  static GRegex *heads;
  static gsize once;
  char *masked = g_utf8_make_valid (text, -1);

  if (strpbrk (masked, ":=") == NULL)
    return masked;
  if (g_once_init_enter (&once))
    {
      parameters = make_regex ("([\\w.%\\[\\]-]+)=" NO_VARIABLE "[^&;\\s“”\"']+");
      heads = make_regex ("(?:[“'\"/]|^)((?:@[a-z]+=? [^:“”\"']*)|(?:\\??[\\w.-]+)): *"
                          "(?!(?:[\\w-]+ )?\\$[A-Za-z_]\\w*(?:[”'\"]|$))(?=[^\\s“”\"'])");
      g_once_init_leave (&once, 1);
    }
  mask_addresses (&masked);
  take (&masked, g_regex_replace_eval (parameters, masked, -1, 0, 0, mask_parameter, NULL, NULL));
  take (&masked, mask_headers (heads, masked));
  return masked;
}

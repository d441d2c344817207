/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A name is made from what a file, a database or a host is called, so that people know it again.
 */
#include "config.h"

#include "store/ask-source-name.h"

#include <string.h>

#include "base/ask-text.h"

/* Longer names are hard to read in SQL. */
#define MAX_LENGTH 30

/**
 * ask_source_name_suggest:
 * @kind: of the source
 * @location: its path or address
 *
 * Returns: (transfer full): a name that fits the rule (a letter, then letters, digits and _); "" where nothing in
 *   @location names it
 */
char *
ask_source_name_suggest (const AskSourceKind *kind, const char *location)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *base = NULL;
  g_autofree char *folded = NULL;
  GString *name = g_string_new (NULL);
  gboolean database, named;
  const char *host;
  char *dot;

  g_return_val_if_fail (kind != NULL && location != NULL, NULL);
  if (kind->find_column != NULL && kind->find_column (location) != NULL)
    location = kind->find_column (location);
  uri = g_uri_parse (location, G_URI_FLAGS_NONE, NULL);
  host = uri != NULL ? g_uri_get_host (uri) : NULL;
  /* "127.0.0.1" and "localhost" name nothing; the document may. */
  named = host != NULL && !g_hostname_is_ip_address (host) && strcmp (host, "localhost") != 0;
  /* A server has many databases: its own name says the least. */
  database = uri != NULL && kind->nature == ASK_NATURE_SERVER;
  base = database ? g_path_get_basename (g_uri_get_path (uri))
         : named  ? g_strdup (host)
                  : g_path_get_basename (location);
  if (!named && !database && (dot = strrchr (base, '.')) != NULL && dot != base)
    *dot = '\0';
  folded = ask_text_fold (base);
  for (const char *p = folded; *p != '\0' && name->len < MAX_LENGTH; p++)
    if (g_ascii_isalnum (*p))
      {
        if (name->len > 0 || g_ascii_isalpha (*p))
          g_string_append_c (name, *p);
      }
    else if (name->len > 0 && name->str[name->len - 1] != '_')
      g_string_append_c (name, '_');
  while (name->len > 0 && name->str[name->len - 1] == '_')
    g_string_truncate (name, name->len - 1);
  return g_string_free (name, FALSE);
}

static gboolean
is_taken (GPtrArray *records, const char *name)
{
  for (guint i = 0; i < records->len; i++)
    if (g_ascii_strcasecmp (((AskSourceRecord *) records->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

/**
 * ask_source_name_suggest_new:
 * @workspace: whose sources have names already
 * @kind: of the source
 * @location: its path or address
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: (transfer full): as ask_source_name_suggest(), never "", with a number where another source is called so
 */
char *
ask_source_name_suggest_new (AskWorkspace *workspace, const AskSourceKind *kind, const char *location, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, error);
  g_autofree char *base = NULL;
  char *name;

  if (records == NULL)
    return NULL;
  base = ask_source_name_suggest (kind, location);
  if (*base == '\0')
    ask_text_set (&base, "data");
  name = g_strdup (base);
  for (guint n = 2; is_taken (records, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, n);
    }
  return name;
}

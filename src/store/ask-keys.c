/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an API asks for in the way of keys, held against what it is given: what is missing, which header is
 * a secret, where a client's tokens come from. Sentences name what to type, never a value.
 */
#include "config.h"

#include <string.h>

#include "store/ask-source-row.h"

/**
 * ask_keys_find_missing:
 * @found: what the specification says
 * @options: (element-type AskSourceOption): all that is said of the source
 *
 * Returns: (transfer full) (nullable): what the API asks for and does not get, as a sentence
 */
char *
ask_keys_find_missing (const AskIntrospection *found, GPtrArray *options)
{
  gboolean signs_in = ask_source_options_find_named (options, "header", "Authorization") != NULL
                      || ask_source_options_find (options, "basic") != NULL
                      || ask_source_options_find (options, "client") != NULL;
  const char *name = found->auth_name;

  switch (found->auth)
    {
    case ASK_AUTH_HEADER:
      if (name == NULL || ask_source_options_find_named (options, "header", name) != NULL
          || (signs_in && g_ascii_strcasecmp (name, "Authorization") == 0))
        return NULL;
      return g_strdup_printf ("The API asks for a key in header %s; add the header '%s: $MY_KEY'.", name, name);
    case ASK_AUTH_QUERY:
      if (name == NULL || ask_source_options_find_named (options, "query", name) != NULL)
        return NULL;
      return g_strdup_printf ("The API asks for a key in parameter %s; add the header '?%s: $MY_KEY'.", name, name);
    case ASK_AUTH_COOKIE:
      if (name == NULL || ask_source_options_find_named (options, "cookie", name) != NULL
          || ask_source_options_find_named (options, "header", "Cookie") != NULL)
        return NULL;
      return g_strdup_printf ("The API asks for a key in cookie %s; add the cookie '%s: $MY_KEY'.", name, name);
    case ASK_AUTH_BEARER:
      if (signs_in)
        return NULL;
      return g_strdup ("The API asks for a bearer token; add the header 'Authorization: Bearer $MY_TOKEN'.");
    case ASK_AUTH_BASIC:
      if (signs_in)
        return NULL;
      return g_strdup ("The API asks for a user and a password; add them as its sign-in (--auth-user).");
    case ASK_AUTH_OAUTH2:
      if (signs_in)
        return NULL;
      return g_strdup (
        "The API asks for a client's id and secret; add them as its sign-in (--client-id), or the header "
        "'Authorization: Bearer $MY_TOKEN'.");
    case ASK_AUTH_NONE:
    default:
      return NULL;
    }
}

static void
keep_plain (GPtrArray *options, const AskSourceConfig *config, const char *word, const char *text)
{
  const AskOptionSpec *spec = ask_source_kind_find_option (config->kind, word);

  if (text != NULL && *text != '\0' && ask_source_options_find (options, word) == NULL)
    g_ptr_array_add (options, ask_source_option_new (spec, "", text));
}

/**
 * ask_keys_settle:
 * @found: what the specification says
 * @config: as it was tested
 * @options: (element-type AskSourceOption): what will be kept of the source. The key among them becomes a secret;
 *   where a client's tokens come from, and what for, is added
 *
 * The specification knows better than a list of words which header is the key. Where a client's tokens
 * come from, and what for, is kept as it was when the person added it: a later specification does not
 * move it.
 */
void
ask_keys_settle (const AskIntrospection *found, AskSourceConfig *config, GPtrArray *options)
{
  AskSourceOption *key = NULL;

  if (found->auth_name != NULL && found->auth == ASK_AUTH_HEADER)
    key = ask_source_options_find_named (options, "header", found->auth_name);
  else if (found->auth_name != NULL && found->auth == ASK_AUTH_QUERY)
    key = ask_source_options_find_named (options, "query", found->auth_name);
  if (key != NULL && key->keep == ASK_OPTION_PLAIN)
    key->keep = ASK_OPTION_KEYRING;
  if (config->client == NULL)
    return;
  keep_plain (options, config, "token-url", config->client->token_url);
  keep_plain (options, config, "scope", config->client->scope);
}

/**
 * ask_keys_describe:
 * @found: what the specification says
 *
 * Returns: (transfer full) (nullable): what the API asks for: "header:X-Key", "basic"
 */
char *
ask_keys_describe (const AskIntrospection *found)
{
  const char *name = found->auth_name != NULL ? found->auth_name : "";

  switch (found->auth)
    {
    case ASK_AUTH_HEADER:
      return g_strdup_printf ("header:%s", name);
    case ASK_AUTH_QUERY:
      return g_strdup_printf ("query:%s", name);
    case ASK_AUTH_COOKIE:
      return g_strdup_printf ("cookie:%s", name);
    case ASK_AUTH_BEARER:
      return g_strdup ("bearer");
    case ASK_AUTH_BASIC:
      return g_strdup ("basic");
    case ASK_AUTH_OAUTH2:
      return g_strdup ("oauth2");
    case ASK_AUTH_NONE:
    default:
      return NULL;
    }
}

static gboolean
has_operation (const AskDoctor *doctor, const char *name)
{
  for (guint i = 0; i < doctor->entries->len; i++)
    {
      const AskDoctorEntry *entry = doctor->entries->pdata[i];
      g_autofree char *place = g_strconcat (entry->method, " ", entry->path, NULL);

      if (g_strcmp0 (entry->id, name) == 0 || strcmp (place, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_keys_note_changes:
 * @found: what the specification says now
 * @options: (element-type AskSourceOption): all that is said of the source
 * @notes: (element-type utf8): gets a sentence for what a person set and the specification does not
 *   know, or says otherwise
 */
void
ask_keys_note_changes (const AskIntrospection *found, GPtrArray *options, GPtrArray *notes)
{
  const AskSourceOption *token_url = ask_source_options_find (options, "token-url");
  static const struct
  {
    const char *word; /* of an option that lists operations */
    const char *said;
    const char *back; /* what takes it back */
  } lists[] = { { "reads", "it only reads", "writes" },
                { "whole", "its rows are all", "unsaid" },
                { "follow", "its links are followed", "unsaid" },
                { "trust-order", "its order is trusted", "distrust-order" } };

  if (token_url != NULL && found->token_url != NULL && strcmp (token_url->text, found->token_url) != 0)
    g_ptr_array_add (notes, g_strdup_printf ("The specification says that tokens come from %s; they are still "
                                             "asked for at %s, as it was set. To change that, give the sign-in "
                                             "again, with the token URL.",
                                             found->token_url, token_url->text));
  for (guint l = 0; found->doctor != NULL && l < G_N_ELEMENTS (lists); l++)
    {
      const AskSourceOption *list = ask_source_options_find (options, lists[l].word);

      for (guint i = 0; list != NULL && list->items[i] != NULL; i++)
        if (!has_operation (found->doctor, list->items[i]))
          g_ptr_array_add (notes, g_strdup_printf ("The specification has no operation “%s”, of which was said that "
                                                   "%s. Take that back in its report, or with --%s.",
                                                   list->items[i], lists[l].said, lists[l].back));
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an API asks for in the way of keys, held against what it is given: what is missing, which header is
 * a secret, where a client's tokens come from. Sentences name what to type, never a value.
 */
#include "config.h"

#include <string.h>

#include "store/ask-source-row.h"

/* Returns: (transfer full) (nullable): what the API asks for and does not get, as a sentence */
char *
ask_keys_find_missing (const AskIntrospection *found, GPtrArray *headers)
{
  gboolean signs_in = ask_headers_find (headers, ASK_HEADER_IN_HEADER, "Authorization") != NULL
                      || ask_headers_find_place (headers, ASK_HEADER_BASIC) != NULL
                      || ask_headers_find_place (headers, ASK_HEADER_CLIENT) != NULL;
  const char *name = found->auth_name;

  switch (found->auth)
    {
    case ASK_AUTH_HEADER:
      if (name == NULL || ask_headers_find (headers, ASK_HEADER_IN_HEADER, name) != NULL)
        return NULL;
      return g_strdup_printf ("The API asks for a key in header %s; add the header '%s: $MY_KEY'.",
                              name, name);
    case ASK_AUTH_QUERY:
      if (name == NULL || ask_headers_find (headers, ASK_HEADER_IN_QUERY, name) != NULL)
        return NULL;
      return g_strdup_printf ("The API asks for a key in parameter %s; add the header '?%s: $MY_KEY'.",
                              name, name);
    case ASK_AUTH_COOKIE:
      if (name == NULL || ask_headers_find (headers, ASK_HEADER_IN_COOKIE, name) != NULL
          || ask_headers_find (headers, ASK_HEADER_IN_HEADER, "Cookie") != NULL)
        return NULL;
      return g_strdup_printf ("The API asks for a key in cookie %s; add the cookie '%s: $MY_KEY'.",
                              name, name);
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
      return g_strdup ("The API asks for a client's id and secret; add them as its sign-in (--client-id), or the header "
                       "'Authorization: Bearer $MY_TOKEN'.");
    case ASK_AUTH_NONE:
    default:
      return NULL;
    }
}

static void
keep_plain (GPtrArray *headers, AskHeaderPlace place, const char *value)
{
  if (value != NULL && *value != '\0' && ask_headers_find_place (headers, place) == NULL)
    g_ptr_array_add (headers, ask_header_new (place, "", value));
}

/*
 * ask_keys_settle:
 * @config: as it was tested
 *
 * The specification knows better than a list of words which header is the key. Where a client's tokens
 * come from, and what for, is kept as it was when the person added it: a later specification does not
 * move it.
 */
void
ask_keys_settle (const AskIntrospection *found, AskSourceConfig *config, GPtrArray *headers)
{
  AskHeader *header = NULL;

  if (found->auth_name != NULL && found->auth == ASK_AUTH_HEADER)
    header = ask_headers_find (headers, ASK_HEADER_IN_HEADER, found->auth_name);
  else if (found->auth_name != NULL && found->auth == ASK_AUTH_QUERY)
    header = ask_headers_find (headers, ASK_HEADER_IN_QUERY, found->auth_name);
  if (header != NULL && header->kind == ASK_HEADER_PLAIN)
    header->kind = ASK_HEADER_SECRET;
  if (config->client == NULL)
    return;
  keep_plain (headers, ASK_HEADER_TOKEN_URL, config->client->token_url);
  keep_plain (headers, ASK_HEADER_SCOPE, config->client->scope);
}

/* Returns: (transfer full) (nullable): what the API asks for: "header:X-Key", "basic" */
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

/*
 * ask_keys_note_changes:
 * @notes: (element-type utf8): gets a sentence for what a person set and the specification does not
 *   know, or says otherwise
 */
void
ask_keys_note_changes (const AskIntrospection *found, GPtrArray *headers, GPtrArray *notes)
{
  const AskHeader *token_url = ask_headers_find_place (headers, ASK_HEADER_TOKEN_URL);

  if (token_url != NULL && found->token_url != NULL && strcmp (token_url->value, found->token_url) != 0)
    g_ptr_array_add (notes,
                     g_strdup_printf ("The specification says that tokens come from %s; they are still "
                                      "asked for at %s, as it was set. To change that, give the sign-in "
                                      "again, with the token URL.",
                                      found->token_url, token_url->value));
  for (guint i = 0; found->doctor != NULL && i < headers->len; i++)
    {
      const AskHeader *header = headers->pdata[i];

      if (header->place == ASK_HEADER_READS && !has_operation (found->doctor, header->name))
        g_ptr_array_add (notes,
                         g_strdup_printf ("The specification has no operation “%s”, of which was said "
                                          "that it only reads. Take that back in its report, or with --writes.",
                                          header->name));
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Web APIs as a kind of source, and what may be said of one: how calls sign in, how many there may be, and what a
 * steward knows of its operations.
 */
#include "config.h"

#include "source/rest/ask-rest-source.h"

#include <glib/gi18n.h>
#include <string.h>

#define KEY (ASK_OPTION_KEY | ASK_OPTION_NAMED)
#define WHO (KEY | ASK_OPTION_ONCE | ASK_OPTION_NO_WORD)

/* RFC 9110's token for headers, and RFC 6265's for cookies. */
static gboolean
is_token (const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("!#$%&'*+-.^_`|~", *p) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_parameter (const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if ((guchar) *p <= ' ' || *p == 0x7f || strchr ("=&#", *p) != NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_line (const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if ((guchar) *p < ' ' || *p == 0x7f)
      return FALSE;
  return TRUE;
}

/* A user's name ends at the colon (RFC 7617). */
static gboolean
is_user (const char *name)
{
  return is_line (name) && strchr (name, ':') == NULL;
}

static const char *
find_cookie_fault (const char *text)
{
  return strchr (text, ';') != NULL
           ? N_ ("holds a semicolon, which ends a cookie. Give one cookie, by its name and value.")
           : NULL;
}

static const AskOptionSpec options[] = {
  { "base-url", ASK_OPTION_TEXT, ASK_OPTION_NO_WORD, "base URL", "URL", NULL },
  { "header", ASK_OPTION_TEXT, KEY | ASK_OPTION_MAY_BE_SECRET, "header", "'K: V'",
    "a header for every call, such as a key; '$NAME' is read from the environment, '?name: value' is a query "
    "parameter",
    .name_is_good = is_token },
  { "query", ASK_OPTION_TEXT, KEY | ASK_OPTION_MAY_BE_SECRET | ASK_OPTION_NO_WORD, "parameter",
    .name_is_good = is_parameter },
  { "cookie", ASK_OPTION_SECRET, KEY, "cookie", "'NAME: V'",
    "a cookie for every call; '$NAME' is read from the environment", .name_is_good = is_token,
    .find_fault = find_cookie_fault },
  { "basic", ASK_OPTION_SECRET, WHO, "password of", .name_is_good = is_user,
    .name_help
    = N_ ("The name of the user is empty, or holds a colon or a control character. Give it as the API knows it.") },
  { "client", ASK_OPTION_SECRET, WHO, "secret of the client", .name_is_good = is_line },
  { "token-url", ASK_OPTION_TEXT, ASK_OPTION_KEY, "token endpoint", "URL",
    "where tokens come from; needed where that is not the API's own host" },
  { "scope", ASK_OPTION_TEXT, ASK_OPTION_KEY, "scope", "'S S'",
    "what tokens are for, if not what the specification says" },
  { "reads", ASK_OPTION_LIST, 0, "operation", "'POST /PATH'", "this POST only reads, so that it may become an entity" },
  { "whole", ASK_OPTION_LIST, 0, "operation", "'GET /PATH'", "the rows that this operation gives are all",
    .excludes = "follow" },
  { "follow", ASK_OPTION_LIST, 0, "operation", "'GET /PATH'", "this operation's links to further rows are followed",
    .excludes = "whole" },
  { "trust-order", ASK_OPTION_LIST, 0, "operation", "'GET /PATH'",
    "this operation sorts as it says, so that the first rows of an order are read alone" },
  { "lenient", ASK_OPTION_CHOICE, 0, "lenient reading", "yes|no",
    "whether a document that breaks its own rules is read for what is right in it (no)",
    (const char *const[]) { "yes", "no", NULL } },
  { "remember-values", ASK_OPTION_CHOICE, 0, "memory for values", "yes|no",
    "whether its lists are read when it is added and refreshed, so that questions can name what they hold (no)",
    (const char *const[]) { "yes", "no", NULL } },
  { "cache", ASK_OPTION_NUMBER, 0, "time that answers are kept", "SECONDS", "use answers again for so many seconds (0)",
    NULL, 0, 31536000 },
  { "max-calls", ASK_OPTION_NUMBER, 0, "budget of one query", "N", "calls that one query may make (10000)", NULL, 1,
    1000000 },
  { "lanes", ASK_OPTION_NUMBER, 0, "number of lanes", "N", "calls under way at a time, up to 16 (8)", NULL, 1, 16 },
};

static const char *
find_clash (GPtrArray *said)
{
  gboolean basic = ask_source_options_find (said, "basic") != NULL;
  gboolean client = ask_source_options_find (said, "client") != NULL;
  gboolean typed = ask_source_options_find_named (said, "header", "Authorization") != NULL;

  if (basic + client + typed > 1)
    return N_ ("There are two ways to sign in: a user and a password, a client's id and secret, and an Authorization "
               "header exclude each other. Give one of them.");
  if (!client
      && (ask_source_options_find (said, "token-url") != NULL || ask_source_options_find (said, "scope") != NULL))
    return N_ ("A token endpoint and a scope go with a client's id and secret. Give those too, or leave them out.");
  return NULL;
}

/* What signs in takes the place of what signed in before; a key that of the same name. */
static gboolean
replaces (const AskSourceOption *old, GPtrArray *added)
{
  gboolean client = ask_source_options_find (added, "client") != NULL;
  gboolean signs_in = client || ask_source_options_find (added, "basic") != NULL
                      || ask_source_options_find_named (added, "header", "Authorization") != NULL;
  const char *word = old->spec->word;

  if (strcmp (word, "basic") == 0 || strcmp (word, "client") == 0)
    return signs_in;
  /* A new secret of a client is for the same place. */
  if ((strcmp (word, "token-url") == 0 || strcmp (word, "scope") == 0) && signs_in && !client)
    return TRUE;
  if (strcmp (word, "header") == 0 && g_ascii_strcasecmp (old->name, "Authorization") == 0 && signs_in)
    return TRUE;
  return ask_source_options_find_named (added, word, old->name) != NULL;
}

static void
take_options (AskSourceConfig *config)
{
  const char *lenient = ask_source_options_get_text (config->options, "lenient");

  g_ptr_array_set_size (config->headers, 0);
  g_ptr_array_set_size (config->query, 0);
  g_ptr_array_set_size (config->hidden, 0);
  g_clear_pointer (&config->client, ask_source_client_free);
  for (guint i = 0; i < config->options->len; i++)
    {
      const AskSourceOption *option = config->options->pdata[i];
      const char *word = option->spec->word;

      if (strcmp (word, "header") == 0)
        ask_source_config_add_header (config, option->name, option->text);
      else if (strcmp (word, "query") == 0)
        ask_source_config_add_query (config, option->name, option->text);
      else if (strcmp (word, "cookie") == 0)
        ask_source_config_add_cookie (config, option->name, option->text);
      else if (strcmp (word, "basic") == 0)
        ask_source_config_add_basic (config, option->name, option->text);
      else if (strcmp (word, "client") == 0)
        ask_source_config_set_client (config, option->name, option->text,
                                      ask_source_options_get_text (config->options, "scope"),
                                      ask_source_options_get_text (config->options, "token-url"));
    }
  g_strfreev (config->reads);
  g_strfreev (config->whole);
  g_strfreev (config->follow);
  g_strfreev (config->trust_order);
  config->reads = ask_source_options_dup_list (config->options, "reads");
  config->whole = ask_source_options_dup_list (config->options, "whole");
  config->follow = ask_source_options_dup_list (config->options, "follow");
  config->trust_order = ask_source_options_dup_list (config->options, "trust-order");
  config->lenient = g_strcmp0 (lenient, "yes") == 0;
  config->remembers = g_strcmp0 (ask_source_options_get_text (config->options, "remember-values"), "yes") == 0;
  config->cache_s = (guint) ask_source_options_get_number (config->options, "cache");
  config->max_calls = (guint) ask_source_options_get_number (config->options, "max-calls");
  config->lanes = (guint) ask_source_options_get_number (config->options, "lanes");
}

/* A member "openapi" or "swagger": of a JSON object, or at the beginning of a line. */
static gboolean
recognise (const char *path, const char *head, gsize n_head)
{
  g_autofree char *text = g_utf8_make_valid (head, (gssize) n_head);

  return g_regex_match_simple ("(?:^|[{,])\\s*[\"']?(?:openapi|swagger)[\"']?\\s*:\\s*[\"']?[0-9]", text,
                               G_REGEX_MULTILINE, 0);
}

const AskSourceKind ask_rest_kind = {
  .word = "openapi",
  .nature = ASK_NATURE_DOCUMENT,
  .label = N_ ("Web API"),
  .menu = N_ ("_Web API…"),
  .add_title = N_ ("Add a Web API"),
  .add_place = N_ ("OpenAPI document, a file or an address"),
  .add_words = N_ ("AskData reads which questions the API can answer from its OpenAPI "
                   "document. It calls only what reads, and never changes anything there."),
  .choose_title = N_ ("Choose an OpenAPI Document"),
  .file_filter = N_ ("JSON and YAML"),
  .file_patterns = (const char *const[]) { "*.json", "*.yaml", "*.yml", NULL },
  .icon = "ask-api-symbolic",
  .product = "API",
  .place = "the path or the URL of its specification",
  .usage = "the path or URL of an OpenAPI document (2.0 to 3.2)",
  .time_out_ms = 10000,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .find_clash = find_clash,
  .replaces = replaces,
  .recognise = recognise,
  .make = ask_rest_source_new,
  .take_options = take_options,
};

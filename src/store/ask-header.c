/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes with the calls of an API: parsed from "K: V", kept as "header:K", "header:K=$V" or
 * "header:K=text". Messages name a header and never its value, since nobody knows yet whether that
 * is a secret.
 */
#include "config.h"

#include "store/ask-header.h"

#include <string.h>

#include "base/ask-secret.h"

/**
 * ask_header_free:
 * @self: (nullable) (transfer full): a header; its value is wiped
 */
void
ask_header_free (AskHeader *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  if (self->value != NULL)
    explicit_bzero (self->value, strlen (self->value));
  g_free (self->value);
  g_free (self);
}

/* The name of the variable in "$NAME" or "Scheme $NAME"; %NULL where it is neither. */
static const char *
find_variable (const char *value)
{
  const char *dollar = value;

  while (g_ascii_isalnum (*dollar) || *dollar == '-' || *dollar == '_')
    dollar++;
  if (dollar > value)
    {
      if (*dollar != ' ')
        return NULL;
      while (*dollar == ' ')
        dollar++;
    }
  if (*dollar != '$' || !(g_ascii_isalpha (dollar[1]) || dollar[1] == '_'))
    return NULL;
  for (const char *p = dollar + 1; *p != '\0'; p++)
    {
      if (!g_ascii_isalnum (*p) && *p != '_')
        return NULL;
    }
  return dollar + 1;
}

/** ask_header_is_variable: Returns: whether @value is "$NAME" and nothing else */
gboolean
ask_header_is_variable (const char *value)
{
  return *value == '$' && find_variable (value) == value + 1;
}

static const struct
{
  const char *word; /* in a record, and in the line after "@" */
  const char *what; /* in a message */
  gboolean line; /* it can be typed */
  gboolean named;
  gboolean free_name; /* the name is anybody's, and escaped in a record */
  gboolean secret;
} places[] = {
  [ASK_HEADER_IN_HEADER] = { "header", "header", FALSE, TRUE, FALSE, FALSE },
  [ASK_HEADER_IN_QUERY] = { "query", "parameter", FALSE, TRUE, FALSE, FALSE },
  [ASK_HEADER_IN_COOKIE] = { "cookie", "cookie", TRUE, TRUE, FALSE, TRUE },
  [ASK_HEADER_BASIC] = { "basic", "password of", TRUE, TRUE, TRUE, TRUE },
  [ASK_HEADER_CLIENT] = { "client", "secret of the client", TRUE, TRUE, TRUE, TRUE },
  [ASK_HEADER_TOKEN_URL] = { "token-url", "token endpoint", TRUE, FALSE, FALSE, FALSE },
  [ASK_HEADER_SCOPE] = { "scope", "scope", TRUE, FALSE, FALSE, FALSE },
  [ASK_HEADER_PASSWORD] = { "password", "password", FALSE, TRUE, FALSE, TRUE },
  [ASK_HEADER_READS] = { "reads", "operation", FALSE, TRUE, TRUE, FALSE },
  [ASK_HEADER_LENIENT] = { "lenient", "lenient reading", FALSE, FALSE, FALSE, FALSE },
  [ASK_HEADER_WHOLE] = { "whole", "operation", FALSE, TRUE, TRUE, FALSE },
  [ASK_HEADER_FOLLOW] = { "follow", "operation", FALSE, TRUE, TRUE, FALSE },
};

/* What a steward says of the source, and no call takes along. */
static gboolean
is_said (const AskHeader *self)
{
  return self->place >= ASK_HEADER_READS;
}

/** ask_header_get_place: Returns: (transfer none): the word for its place: "header", "query", "basic" */
const char *
ask_header_get_place (const AskHeader *self)
{
  return places[self->place].word;
}

/* Returns: (transfer full): "header “X-Key”", for a message */
static char *
describe (const AskHeader *self)
{
  if (!places[self->place].named || self->place == ASK_HEADER_PASSWORD)
    return g_strdup (places[self->place].what);
  return g_strdup_printf ("%s “%s”", places[self->place].what, self->name);
}

/** ask_header_new: @value: (nullable); Returns: (transfer full): one that is plain */
AskHeader *
ask_header_new (AskHeaderPlace place, const char *name, const char *value)
{
  AskHeader *self = g_new0 (AskHeader, 1);

  self->place = place;
  self->kind = ASK_HEADER_PLAIN;
  self->name = g_strdup (name);
  self->value = g_strdup (value);
  return self;
}

/**
 * ask_header_dup_variable:
 * @self: of kind %ASK_HEADER_VARIABLE
 * @error: %ASK_STORE_ERROR_INVALID where the variable is not set, is empty or holds a line break
 *
 * Returns: (transfer full): the value with the variable's text in its place
 */
char *
ask_header_dup_variable (const AskHeader *self, GError **error)
{
  const char *name = find_variable (self->value);
  const char *text;

  g_return_val_if_fail (name != NULL, NULL);

  text = g_getenv (name);
  if (text == NULL || *text == '\0')
    {
      g_autofree char *what = describe (self);

      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The %s takes its value from the environment variable %s, which is not set. "
                   "Set it and start AskData again.",
                   what, name);
      return NULL;
    }
  if (!g_utf8_validate (text, -1, NULL) || strpbrk (text, "\r\n") != NULL)
    {
      g_autofree char *what = describe (self);

      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The environment variable %s, for the %s, holds a line break or is not UTF-8. Set "
                   "it to one line.",
                   name, what);
      return NULL;
    }

  g_autofree char *before = g_strndup (self->value, (gsize) (name - 1 - self->value));

  return g_strconcat (before, text, NULL);
}

static gboolean
name_is_good (const char *name, AskHeaderPlace place)
{
  if (!places[place].named)
    return *name == '\0';
  if (*name == '\0')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    {
      gboolean good;

      if (places[place].free_name)
        /* A user's name ends at the colon (RFC 7617). */
        good = (guchar) *p >= ' ' && *p != 0x7f && (place != ASK_HEADER_BASIC || *p != ':');
      else if (place == ASK_HEADER_IN_QUERY)
        /* A record's "=" ends a parameter's name. */
        good = (guchar) *p > ' ' && strchr ("=&#", *p) == NULL && *p != 0x7f;
      else
        /* RFC 9110's token for headers, and RFC 6265's for cookies. */
        good = g_ascii_isalnum (*p) || strchr ("!#$%&'*+-.^_`|~", *p) != NULL;
      if (!good)
        return FALSE;
    }
  return g_utf8_validate (name, -1, NULL);
}

/* Line breaks would begin another header, and NUL cannot be here. */
static gboolean
value_is_good (const char *value)
{
  for (const char *p = value; *p != '\0'; p++)
    {
      if (((guchar) *p < ' ' && *p != '\t') || *p == 0x7f)
        return FALSE;
    }
  return g_utf8_validate (value, -1, NULL);
}

/* A value from the environment must be there already when a source is added. */
static gboolean
settle_kind (AskHeader *header, gboolean verbatim, GError **error)
{
  gboolean variable = !verbatim && find_variable (header->value) != NULL;
  g_autofree char *text = NULL;

  /* "Bearer $TOKEN" makes sense in a header only. */
  if (header->place != ASK_HEADER_IN_HEADER && header->place != ASK_HEADER_IN_QUERY)
    variable = places[header->place].secret && !verbatim && ask_header_is_variable (header->value);
  if (!variable)
    {
      gboolean secret = places[header->place].secret || ask_secret_is_name (header->name);

      header->kind = secret ? ASK_HEADER_SECRET : ASK_HEADER_PLAIN;
      return TRUE;
    }
  header->kind = ASK_HEADER_VARIABLE;
  text = ask_header_dup_variable (header, error);
  if (text == NULL)
    return FALSE;
  explicit_bzero (text, strlen (text));
  return TRUE;
}

/* What a value may not have in it, as words; %NULL where it is good. */
static const char *
find_fault (const AskHeader *header)
{
  if (!value_is_good (header->value))
    return "holds a control character or is not UTF-8. Give it on one line.";
  if (header->place == ASK_HEADER_IN_COOKIE && strchr (header->value, ';') != NULL)
    return "holds a semicolon, which ends a cookie. Give one cookie, by its name and value.";
  return NULL;
}

/* "@basic ana: word": @rest begins after "@". "@basic= ana: $word" takes the word as it is. */
static AskHeader *
parse_sign_in (const char *rest, gboolean *verbatim)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const char *p = rest;
      const char *colon;
      g_autoptr (AskHeader) header = NULL;

      if (!places[i].line || !g_str_has_prefix (rest, places[i].word))
        continue;
      p += strlen (places[i].word);
      *verbatim = *p == '=';
      p += *verbatim;
      if (*p != (places[i].named ? ' ' : ':'))
        continue;
      /* A client's id may be an address, so the space tells where it ends. */
      colon = strstr (p, ": ");
      if (colon == NULL)
        return NULL;
      header = g_new0 (AskHeader, 1);
      header->place = (AskHeaderPlace) i;
      header->name = places[i].named ? g_strstrip (g_strndup (p, (gsize) (colon - p))) : g_strdup ("");
      /* A password may begin or end with a space. */
      header->value = places[i].secret ? g_strdup (colon + 2) : g_strstrip (g_strdup (colon + 2));
      return g_steal_pointer (&header);
    }
  return NULL;
}

static AskHeader *
parse_key (const char *line)
{
  g_autoptr (AskHeader) header = g_new0 (AskHeader, 1);
  const char *colon = strchr (line, ':');

  if (*line == '?')
    header->place = ASK_HEADER_IN_QUERY;
  line += *line == '?';
  if (colon == NULL || colon < line)
    return NULL;
  header->name = g_strstrip (g_strndup (line, (gsize) (colon - line)));
  header->value = g_strstrip (g_strdup (colon + 1));
  return g_steal_pointer (&header);
}

static void
append (char ***strings, const char *string)
{
  guint n = *strings != NULL ? g_strv_length (*strings) : 0;

  *strings = g_renew (char *, *strings, n + 2);
  (*strings)[n] = g_strdup (string);
  (*strings)[n + 1] = NULL;
}

static AskHeader *
parse_line (const char *line, guint number, GError **error)
{
  static const char reads[] = "@reads: ";
  gboolean verbatim = FALSE;
  g_autoptr (AskHeader) header = g_str_has_prefix (line, reads)
                                   ? ask_header_new (ASK_HEADER_READS, line + strlen (reads), NULL)
                                 : strcmp (line, "@lenient") == 0
                                   ? ask_header_new (ASK_HEADER_LENIENT, "", NULL)
                                 : *line == '@' ? parse_sign_in (line + 1, &verbatim)
                                                : parse_key (line);
  g_autofree char *what = NULL;
  const char *fault;

  if (header == NULL || !name_is_good (header->name, header->place))
    {
      if (header != NULL && header->place == ASK_HEADER_BASIC)
        g_set_error_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                             "The name of the user is empty, or holds a colon or a control character. "
                             "Give it as the API knows it.");
      else
        g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     "Header %u is not of the form 'Name: value' (or '?name: value' for a query "
                     "parameter). Write it as in 'X-Api-Key: $MY_KEY'.",
                     number);
      return NULL;
    }
  if (is_said (header))
    return g_steal_pointer (&header);
  what = describe (header);
  if (*header->value == '\0')
    {
      if (*line == '@')
        g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     "The %s is empty. Give it, or the name of an environment variable that holds it.",
                     what);
      else
        g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     "The %s has no value. If it comes from a variable, give the variable's name, on a command line in single "
                     "quotes: '%s%s: $MY_KEY'.",
                     what, header->place == ASK_HEADER_IN_QUERY ? "?" : "", header->name);
      return NULL;
    }
  fault = find_fault (header);
  if (fault != NULL)
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, "The value of the %s %s", what,
                   fault);
      return NULL;
    }
  return settle_kind (header, verbatim, error) ? g_steal_pointer (&header) : NULL;
}

/**
 * ask_headers_find:
 * @name: whatever the case for headers, exact for others
 *
 * Returns: (transfer none) (nullable): the one of that name
 */
AskHeader *
ask_headers_find (GPtrArray *headers, AskHeaderPlace place, const char *name)
{
  for (guint i = 0; i < headers->len; i++)
    {
      AskHeader *header = g_ptr_array_index (headers, i);

      if (header->place == place
          && (place != ASK_HEADER_IN_HEADER ? strcmp (header->name, name)
                                            : g_ascii_strcasecmp (header->name, name)) == 0)
        return header;
    }
  return NULL;
}

/** ask_headers_find_place: Returns: (transfer none) (nullable): the first there */
AskHeader *
ask_headers_find_place (GPtrArray *headers, AskHeaderPlace place)
{
  for (guint i = 0; i < headers->len; i++)
    if (((AskHeader *) headers->pdata[i])->place == place)
      return headers->pdata[i];
  return NULL;
}

/** ask_headers_have_keys: Returns: whether any of them goes out with a call */
gboolean
ask_headers_have_keys (GPtrArray *headers)
{
  for (guint i = 0; i < headers->len; i++)
    if (!is_said (headers->pdata[i]))
      return TRUE;
  return FALSE;
}

/**
 * ask_headers_check:
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: whether they go together: one of each, and one way to sign in
 */
gboolean
ask_headers_check (GPtrArray *headers, GError **error)
{
  gboolean basic = ask_headers_find_place (headers, ASK_HEADER_BASIC) != NULL;
  gboolean client = ask_headers_find_place (headers, ASK_HEADER_CLIENT) != NULL;
  gboolean typed = ask_headers_find (headers, ASK_HEADER_IN_HEADER, "Authorization") != NULL;

  for (guint i = 0; i < headers->len; i++)
    {
      const AskHeader *header = headers->pdata[i];
      gboolean one = header->place == ASK_HEADER_BASIC || header->place == ASK_HEADER_CLIENT;
      const AskHeader *first = one ? ask_headers_find_place (headers, header->place)
                                   : ask_headers_find (headers, header->place, header->name);

      if (first != header)
        {
          g_autofree char *what = describe (header);

          g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       "The %s is given twice. Give it once.", what);
          return FALSE;
        }
    }
  if (basic + client + typed > 1)
    {
      g_set_error_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                           "There are two ways to sign in: a user and a password, a client's id and "
                           "secret, and an Authorization header exclude each other. Give one of them.");
      return FALSE;
    }
  if (!client
      && (ask_headers_find_place (headers, ASK_HEADER_TOKEN_URL) != NULL
          || ask_headers_find_place (headers, ASK_HEADER_SCOPE) != NULL))
    {
      g_set_error_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                           "A token endpoint and a scope go with a client's id and secret. Give those "
                           "too, or leave them out.");
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_headers_parse:
 * @lines: (nullable) (array zero-terminated=1): "K: V", "K: $VARIABLE", "K: Bearer $VARIABLE",
 *   "?parameter: V", "@basic USER: V" and so on: see AskHeaderPlace
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: (transfer container) (element-type AskHeader): in their order
 */
GPtrArray *
ask_headers_parse (const char *const *lines, GError **error)
{
  g_autoptr (GPtrArray) headers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_header_free);

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      AskHeader *header = parse_line (lines[i], i + 1, error);

      if (header == NULL)
        return NULL;
      g_ptr_array_add (headers, header);
    }
  return ask_headers_check (headers, error) ? g_steal_pointer (&headers) : NULL;
}

/**
 * ask_headers_apply:
 * @headers: all of the source
 * @header: one of them
 * @value: (nullable): its value in the clear
 *
 * Puts it where a call finds it.
 */
void
ask_headers_apply (GPtrArray *headers, const AskHeader *header, const char *value,
                   AskSourceConfig *config)
{
  const AskHeader *scope;
  const AskHeader *token_url;

  switch (header->place)
    {
    case ASK_HEADER_IN_HEADER:
      ask_source_config_add_header (config, header->name, value);
      break;
    case ASK_HEADER_IN_QUERY:
      ask_source_config_add_query (config, header->name, value);
      break;
    case ASK_HEADER_IN_COOKIE:
      ask_source_config_add_cookie (config, header->name, value);
      break;
    case ASK_HEADER_BASIC:
      ask_source_config_add_basic (config, header->name, value);
      break;
    case ASK_HEADER_CLIENT:
      scope = ask_headers_find_place (headers, ASK_HEADER_SCOPE);
      token_url = ask_headers_find_place (headers, ASK_HEADER_TOKEN_URL);
      ask_source_config_set_client (config, header->name, value,
                                    scope != NULL ? scope->value : NULL,
                                    token_url != NULL ? token_url->value : NULL);
      break;
    case ASK_HEADER_PASSWORD:
      config->password = g_strdup (value);
      break;
    case ASK_HEADER_READS:
      append (&config->reads, header->name);
      break;
    case ASK_HEADER_WHOLE:
      append (&config->whole, header->name);
      break;
    case ASK_HEADER_FOLLOW:
      append (&config->follow, header->name);
      break;
    case ASK_HEADER_LENIENT:
      config->lenient = TRUE;
      break;
    case ASK_HEADER_TOKEN_URL:
    case ASK_HEADER_SCOPE:
    default:
      break;
    }
}

/**
 * ask_headers_apply_typed:
 * @headers: from ask_headers_parse(): their values are at hand, or in the environment
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: whether @config has all of them
 */
gboolean
ask_headers_apply_typed (GPtrArray *headers, AskSourceConfig *config, GError **error)
{
  for (guint i = 0; i < headers->len; i++)
    {
      const AskHeader *header = headers->pdata[i];
      g_autofree char *value = header->kind == ASK_HEADER_VARIABLE
                                 ? ask_header_dup_variable (header, error)
                                 : g_strdup (header->value);

      if (value == NULL && header->kind == ASK_HEADER_VARIABLE)
        return FALSE;
      ask_headers_apply (headers, header, value, config);
      if (value != NULL)
        explicit_bzero (value, strlen (value));
    }
  return TRUE;
}

/**
 * ask_header_to_record:
 *
 * Returns: (transfer full): as AskSourceRecord.secrets has it; never a secret's value
 */
char *
ask_header_to_record (const AskHeader *self)
{
  const char *place = ask_header_get_place (self);
  /* Who somebody is may have any character in it. */
  g_autofree char *name = places[self->place].free_name
                            ? g_uri_escape_string (self->name, " @/{}:+,;", TRUE)
                            : g_strdup (self->name);

  return self->kind == ASK_HEADER_SECRET || is_said (self)
             ? g_strdup_printf ("%s:%s", place, name)
             : g_strdup_printf ("%s:%s=%s", place, name, self->value);
}

/**
 * ask_headers_to_records:
 *
 * Returns: (transfer container) (element-type utf8): AskSourceRecord.secrets
 */
GPtrArray *
ask_headers_to_records (GPtrArray *headers)
{
  GPtrArray *records = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < headers->len; i++)
    if (!is_said (headers->pdata[i]))
      g_ptr_array_add (records, ask_header_to_record (g_ptr_array_index (headers, i)));
  return records;
}

/**
 * ask_headers_to_json:
 *
 * Returns: (transfer full): the records as a JSON array, for the workspace file
 */
char *
ask_headers_to_json (GPtrArray *headers)
{
  GString *json = g_string_new ("[");

  for (guint i = 0; i < headers->len; i++)
    {
      g_autofree char *record = ask_header_to_record (g_ptr_array_index (headers, i));

      if (i > 0)
        g_string_append_c (json, ',');
      ask_json_append_string (json, record, -1);
    }
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

/**
 * ask_header_from_record:
 * @record: as AskSourceRecord.secrets has it
 *
 * Returns: (transfer full) (nullable): the header, without its value where that is a secret; %NULL where the text is
 *   no record
 */
AskHeader *
ask_header_from_record (const char *record)
{
  g_autoptr (AskHeader) header = g_new0 (AskHeader, 1);
  const char *colon = strchr (record, ':');
  const char *name;
  const char *equals;
  gboolean known = FALSE;

  for (guint i = 0; !known && colon != NULL && i < G_N_ELEMENTS (places); i++)
    if (strlen (places[i].word) == (gsize) (colon - record) && g_str_has_prefix (record, places[i].word))
      {
        header->place = (AskHeaderPlace) i;
        known = TRUE;
      }
  if (!known)
    return NULL;
  name = colon + 1;
  equals = strchr (name, '=');
  header->name = equals != NULL ? g_strndup (name, (gsize) (equals - name)) : g_strdup (name);
  if (places[header->place].free_name)
    {
      char *plain = g_uri_unescape_string (header->name, NULL);

      if (plain == NULL)
        return NULL;
      g_free (header->name);
      header->name = plain;
    }
  if (!name_is_good (header->name, header->place))
    return NULL;
  if (is_said (header))
    return equals == NULL ? g_steal_pointer (&header) : NULL;
  if (equals == NULL)
    {
      header->kind = ASK_HEADER_SECRET;
      return g_steal_pointer (&header);
    }
  header->value = g_strdup (equals + 1);
  header->kind = find_variable (header->value) != NULL && places[header->place].named
                   ? ASK_HEADER_VARIABLE
                   : ASK_HEADER_PLAIN;
  return g_steal_pointer (&header);
}

/**
 * ask_headers_from_json:
 * @json: what ask_headers_to_json() wrote
 *
 * Returns: (transfer container) (element-type AskHeader) (nullable): the headers, secrets without
 *   their values; %NULL where the file holds something else
 */
GPtrArray *
ask_headers_from_json (const char *json)
{
  g_autoptr (GPtrArray) headers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_header_free);
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);
  JsonArray *array;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *record = ask_json_element_string (array, i);
      AskHeader *header = record != NULL ? ask_header_from_record (record) : NULL;

      if (header == NULL)
        return NULL;
      g_ptr_array_add (headers, header);
    }
  return g_steal_pointer (&headers);
}

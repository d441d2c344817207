/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names: from the path of an operation to the name of an entity, and whether two names mean the
 * same. Pure functions over text.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-context.h"

#include <string.h>

#define MAX_NAME 63

/* v1, v2.0, 2020-09-14: which edition of the API, not what it holds. */
static gboolean
is_version (const char *segment)
{
  const char *p = segment + (*segment == 'v' || *segment == 'V');

  return g_ascii_isdigit (*p) && p[strspn (p, "0123456789.-_")] == '\0';
}

/* "stock" for "stock", "pets" for "pets.json" and "pets({id})"; NULL for "{id}", "{id}.json",
 * "v1" and "". */
static char *
literal_part (const char *segment)
{
  g_autoptr (GString) literal = g_string_new (NULL);
  gboolean inside = FALSE;
  char *dot;

  for (const char *p = segment; *p != '\0'; p++)
    {
      if (*p == '{')
        inside = TRUE;
      else if (*p == '}')
        inside = FALSE;
      else if (!inside)
        g_string_append_c (literal, *p);
    }
  dot = strrchr (literal->str, '.');
  if (dot != NULL
      && (g_ascii_strcasecmp (dot, ".json") == 0 || g_ascii_strcasecmp (dot, ".xml") == 0 || dot[1] == '\0'))
    g_string_truncate (literal, (gsize) (dot - literal->str));
  if (is_version (literal->str) || strcmp (literal->str, "json") == 0 || strcmp (literal->str, "xml") == 0)
    return NULL;
  for (const char *p = literal->str; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalnum (g_utf8_get_char (p)))
      return g_strdup (literal->str);
  return NULL;
}

/**
 * ask_openapi_literal_segments:
 * @path: "/v1/warehouses/{id}/stock"
 *
 * Returns: (transfer full) (element-type utf8): the segments that are words: "warehouses", "stock"
 */
GPtrArray *
ask_openapi_literal_segments (const char *path)
{
  GPtrArray *literals = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) segments = g_strsplit (path, "/", -1);

  for (guint i = 0; segments[i] != NULL; i++)
    {
      char *literal = literal_part (segments[i]);

      if (literal != NULL)
        g_ptr_array_add (literals, literal);
    }
  return literals;
}

/** ask_openapi_ends_in_parameter: Returns: whether the last segment of @path is "{…}" */
gboolean
ask_openapi_ends_in_parameter (const char *path)
{
  g_auto (GStrv) segments = g_strsplit (path, "/", -1);
  guint n = g_strv_length (segments);
  g_autofree char *literal = NULL;

  while (n > 0 && *segments[n - 1] == '\0')
    n--;
  if (n == 0 || strchr (segments[n - 1], '{') == NULL)
    return FALSE;
  literal = literal_part (segments[n - 1]);
  return literal == NULL;
}

/**
 * ask_openapi_dup_snake:
 * @text: any name, "orderLines" or "order-lines"
 *
 * Returns: (transfer full): "order_lines", at most 63 characters; "" where @text has no letter
 */
char *
ask_openapi_dup_snake (const char *text)
{
  g_autofree char *words = ask_text_to_words (text);

  g_strdelimit (words, " ", '_');
  if (g_utf8_strlen (words, -1) > MAX_NAME)
    {
      char *cut = g_utf8_substring (words, 0, MAX_NAME);

      g_free (words);
      words = cut;
    }
  /* SQLite keeps names that begin with "sqlite_" to itself. */
  if (g_ascii_isdigit (*words) || g_str_has_prefix (words, "sqlite_"))
    return g_strconcat ("_", words, NULL);
  return g_steal_pointer (&words);
}

/**
 * ask_openapi_dup_norm:
 *
 * Returns: (transfer full): @text without case and punctuation: "carrierid" for "carrier_id",
 *   "carrierId" and "Carrier-ID"
 */
char *
ask_openapi_dup_norm (const char *text)
{
  GString *norm = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isalnum (c))
        g_string_append_unichar (norm, g_unichar_tolower (c));
    }
  return g_string_free (norm, FALSE);
}

/* A last segment that says how something is asked for rather than what: "stores/search",
 * "pet/findByStatus". */
static gboolean
is_verb (const char *segment)
{
  static const char *const verbs[]
    = { "search", "list", "all", "find", "query", "lookup", "get", "index", "latest", "by", NULL };
  g_autofree char *words = ask_text_to_words (segment);

  words[strcspn (words, " ")] = '\0';
  return g_strv_contains (verbs, words);
}

/**
 * ask_openapi_dup_noun:
 * @fallback: where the path has no words
 *
 * Returns: (transfer full): what the rows of @path are, in snake case: its last word that is no verb,
 *   "pet" for "/pet/findByStatus"
 */
char *
ask_openapi_dup_noun (const char *path, const char *fallback)
{
  g_autoptr (GPtrArray) literals = ask_openapi_literal_segments (path);

  for (guint i = literals->len; i > 0; i--)
    if (i == 1 || !is_verb (g_ptr_array_index (literals, i - 1)))
      return ask_openapi_dup_snake (g_ptr_array_index (literals, i - 1));
  return g_strdup (fallback);
}

/**
 * ask_openapi_dup_entity_name:
 * @path: the operation's path
 * @level: 0 for the last word of the path, 1 for that with the word before it, and so on
 * @fallback: the name where the path has no words
 *
 * Returns: (transfer full) (nullable): "order_lines", with level 1 "orders_order_lines"; %NULL
 *   where the path has no more words
 */
char *
ask_openapi_dup_entity_name (const char *path, guint level, const char *fallback)
{
  g_autoptr (GPtrArray) literals = ask_openapi_literal_segments (path);
  g_autoptr (GString) joined = g_string_new (NULL);
  guint n = literals->len;
  guint first;
  g_autofree char *name = NULL;

  if (n == 0)
    {
      if (level > 0)
        return NULL;
      name = ask_openapi_dup_snake (fallback);
      return *name != '\0' ? g_steal_pointer (&name) : g_strdup ("rows");
    }
  if (n > 1 && is_verb (g_ptr_array_index (literals, n - 1)))
    level++;
  if (level >= n)
    return NULL;
  first = n - 1 - level;
  for (guint i = first; i < n; i++)
    g_string_append_printf (joined, "%s%s", i > first ? "_" : "", (char *) g_ptr_array_index (literals, i));
  return ask_openapi_dup_snake (joined->str);
}

/**
 * ask_openapi_dup_singular:
 * @word: snake case, such as "order_lines"
 *
 * English only, good enough to name an attribute; to compare, use ask_openapi_same_noun().
 *
 * Returns: (transfer full): "order_line"
 */
char *
ask_openapi_dup_singular (const char *word)
{
  static const struct
  {
    const char *ending, *singular;
  } rules[] = {
    { "people", "person" },
    { "children", "child" },
    { "statuses", "status" },
    { "indices", "index" },
    { "series", "series" },
    { "news", "news" },
    { "movies", "movie" },
    { "analyses", "analysis" },
    { "buses", "bus" },
    { "ies", "y" },
    { "sses", "ss" },
    { "xes", "x" },
    { "ches", "ch" },
    { "shes", "sh" },
    { "zzes", "zz" },
    { "ss", "ss" },
    { "us", "us" },
    { "is", "is" },
    { "s", "" },
  };
  gsize length = strlen (word);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      gsize n = strlen (rules[i].ending);

      if (length > n && g_str_has_suffix (word, rules[i].ending))
        {
          g_autofree char *stem = g_strndup (word, length - n);

          return g_strconcat (stem, rules[i].singular, NULL);
        }
      if (length == n && strcmp (word, rules[i].ending) == 0 && n > 3)
        return g_strdup (rules[i].singular);
    }
  return g_strdup (word);
}

/**
 * ask_openapi_dup_stems:
 *
 * Returns: (transfer full): the stems of the words of @name, each between spaces, so that names can
 *   be compared whatever their form: " order line " for "orderLines"
 */
char *
ask_openapi_dup_stems (const char *name)
{
  g_autofree char *words = ask_text_to_words (name);
  g_autoptr (GString) stems = g_string_new (" ");
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *one = ask_openapi_dup_singular (list[i]);
      g_autofree char *stem = ask_text_stem (one);

      g_string_append_printf (stems, "%s ", stem);
    }
  return g_strdup (stems->str);
}

/** ask_openapi_same_noun: Returns: whether the names @a and @b are forms of one: "Carriers" and "carrier" */
gboolean
ask_openapi_same_noun (const char *a, const char *b)
{
  g_autofree char *sa = ask_openapi_dup_stems (a);
  g_autofree char *sb = ask_openapi_dup_stems (b);

  return strcmp (sa, sb) == 0;
}

/** ask_openapi_is_link: Returns: whether a member called @name leads elsewhere and is no data: "_links" */
gboolean
ask_openapi_is_link (const char *name)
{
  static const char *const names[] = { "_links", "links", "_link", "hateoas", "_metadata", "errors", "warnings", NULL };

  return g_strv_contains (names, name);
}

/**
 * ask_openapi_dup_sentence:
 * @text: (nullable): a description, perhaps pages of Markdown or HTML
 *
 * Returns: (transfer full) (nullable): its first paragraph on one line, at most 300 characters
 */
char *
ask_openapi_dup_sentence (const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);
  const char *p = text;

  if (text == NULL)
    return NULL;
  while (g_ascii_isspace (*p) || *p == '#')
    p++;
  for (; *p != '\0' && !(p[0] == '\n' && (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n'))); p++)
    {
      const char *tag = *p == '<' && (g_ascii_isalpha (p[1]) || p[1] == '/') ? strchr (p, '>') : NULL;

      if (tag != NULL && tag - p < 200)
        p = tag;
      else if (!g_ascii_isspace (*p))
        g_string_append_c (line, *p);
      else if (line->len > 0 && line->str[line->len - 1] != ' ')
        g_string_append_c (line, ' ');
      if (line->len > 4000)
        break;
    }
  while (line->len > 0 && line->str[line->len - 1] == ' ')
    g_string_truncate (line, line->len - 1);
  return line->len > 0 ? ask_text_shorten (line->str, 300) : NULL;
}

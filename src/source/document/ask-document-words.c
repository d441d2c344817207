/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is marked in a document that was searched: the words and phrases of the search, each for itself. Whether they stand
 * together is what the search has decided; a person wants to see where each of them is.
 */
#include "config.h"

#include <string.h>

#include "source/document/ask-document-reading.h"

/* More make no text easier to read. */
#define MAX_PHRASES 64

static gboolean
is_bare (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* Behind the ")" that belongs to the "(" at @at. */
static const char *
skip_group (const char *at)
{
  guint depth = 0;

  for (; *at != '\0'; at++)
    {
      if (*at == '"')
        {
          const char *end = strchr (at + 1, '"');

          if (end == NULL)
            return at + strlen (at);
          at = end;
        }
      depth += *at == '(';
      if (*at == ')' && --depth == 0)
        return at + 1;
    }
  return at;
}

/* "heading :" says where a word has to be, and is none. */
static gboolean
is_column (const char **at)
{
  const char *next = *at;

  while (g_ascii_isspace (*next))
    next++;
  if (*next != ':')
    return FALSE;
  *at = next + 1;
  return TRUE;
}

/* Returns: (transfer full): what stands between the quotes at @at, which is moved behind them */
static char *
take_quoted (const char **at)
{
  GString *text = g_string_new (NULL);
  const char *next = *at + 1;

  for (; *next != '\0' && (*next != '"' || next[1] == '"'); next++)
    {
      if (*next == '"')
        next++;
      g_string_append_c (text, *next);
    }
  *at = *next != '\0' ? next + 1 : next;
  return g_string_free (text, FALSE);
}

static void
add_phrase (GString *match, GHashTable *known, const char *phrase, gboolean begins)
{
  g_auto (GStrv) parts = g_strsplit (phrase, "\"", -1);
  g_autofree char *quoted = g_strjoinv ("\"\"", parts);
  char *whole;

  if (*phrase == '\0' || g_hash_table_size (known) >= MAX_PHRASES)
    return;
  whole = g_strdup_printf ("\"%s\"%s", quoted, begins ? "*" : "");
  if (g_hash_table_add (known, whole))
    g_string_append_printf (match, "%s%s", match->len > 0 ? " OR " : "", whole);
}

/**
 * ask_document_words_to_match:
 * @words: words of a person, or the right side of a MATCH
 *
 * Returns: (transfer full) (nullable): what FTS5 finds each of them by: "\"notice\" OR \"three months\""; what stands behind
 *   NOT is left out. %NULL where there is no word
 */
char *
ask_document_words_to_match (const char *words)
{
  g_autoptr (GString) match = g_string_new (NULL);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *at = words;
  gboolean skip = FALSE;

  while (*at != '\0')
    {
      g_autofree char *phrase = NULL;
      const char *start = at;
      gboolean bare = FALSE;

      if (*at == '"')
        phrase = take_quoted (&at);
      else if (is_bare (*at))
        {
          while (is_bare (*at))
            at++;
          phrase = g_strndup (start, (gsize) (at - start));
          bare = TRUE;
        }
      else if (*at == '(' && skip)
        {
          at = skip_group (at);
          skip = FALSE;
          continue;
        }
      else
        {
          const gboolean lists = *at == '{' && strchr (at, '}') != NULL;

          at = lists ? strchr (at, '}') + 1 : at + 1;
          /* How near, of NEAR(a b, 5). */
          if (*start == ',')
            while (g_ascii_isspace (*at) || g_ascii_isdigit (*at))
              at++;
          if (lists)
            is_column (&at);
          continue;
        }
      if (bare && g_str_equal (phrase, "NOT"))
        {
          skip = match->len > 0;
          continue;
        }
      if (is_column (&at)
          || (bare
              && (g_str_equal (phrase, "AND") || g_str_equal (phrase, "OR")
                  || (g_str_equal (phrase, "NEAR") && *at == '('))))
        continue;
      if (!skip)
        add_phrase (match, known, phrase, *at == '*');
      skip = FALSE;
    }
  return match->len > 0 ? g_string_free (g_steal_pointer (&match), FALSE) : NULL;
}

/* Returns: whether a word means something else in a search when it stands without quotes */
static gboolean
is_operator (const char *word)
{
  return g_str_equal (word, "AND") || g_str_equal (word, "OR") || g_str_equal (word, "NOT")
         || g_str_equal (word, "NEAR");
}

/**
 * ask_document_words_tidy:
 * @words: words of a person, or the right side of a MATCH
 *
 * Returns: (transfer full): the same as a person would type them: "notice \"three months\""
 */
char *
ask_document_words_tidy (const char *words)
{
  g_autofree char *match = ask_document_words_to_match (words);
  g_autoptr (GString) tidy = g_string_new (NULL);
  const char *at = match;

  while (at != NULL && (at = strchr (at, '"')) != NULL)
    {
      g_autofree char *phrase = take_quoted (&at);
      gboolean bare = !is_operator (phrase);

      for (const char *c = phrase; *c != '\0'; c++)
        bare = bare && is_bare (*c);
      if (tidy->len > 0)
        g_string_append_c (tidy, ' ');
      if (bare)
        g_string_append (tidy, phrase);
      else
        {
          g_auto (GStrv) parts = g_strsplit (phrase, "\"", -1);
          g_autofree char *quoted = g_strjoinv ("\"\"", parts);

          g_string_append_printf (tidy, "\"%s\"", quoted);
        }
      if (*at == '*')
        g_string_append_c (tidy, '*');
    }
  return g_string_free (g_steal_pointer (&tidy), FALSE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Texts that must be of a form: URLs, e-mail addresses, regular expressions, and lists of texts. It changes
 * nothing of the document.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-validate.h"

/* Characters that no URL has (RFC 3986). Parentheses are allowed there, but a bare one in a relative
 * reference is noise rather than an address. */
static gboolean
is_url (const char *text, gboolean template)
{
  const char *colon = strchr (text, ':');

  if (strpbrk (text, template ? " <>\"\\^`|" : " <>\"\\^`|{}") != NULL)
    return FALSE;
  return colon != NULL || template || strpbrk (text, "()") == NULL;
}

static gboolean
is_email (const char *text)
{
  const char *at = strchr (text, '@');

  return at != NULL && at > text && at[1] != '\0' && strchr (at + 1, '@') == NULL;
}

/* What of a regular expression is open at its end; NULL where nothing is. Dialects differ in all
 * else. */
static const char *
find_open (const char *pattern)
{
  guint groups = 0;
  gboolean class = FALSE;

  for (const char *p = pattern; *p != '\0'; p++)
    {
      if (*p == '\\')
        {
          if (*++p == '\0')
            return "ends in a backslash";
        }
      else if (class)
        class = *p != ']';
      else if (*p == '[')
        class = TRUE;
      else if (*p == '(')
        groups++;
      else if (*p == ')' && groups-- == 0)
        return "closes a group that it never opened";
    }
  if (class)
    return "never closes its “[”";
  return groups > 0 ? "never closes its “(”" : NULL;
}

/**
 * ask_validate_text:
 * @value: what kind of text it must be: any, a URL, an e-mail address, a regular expression
 *
 * Checks that @node is such a text.
 */
void
ask_validate_text (AskValidation *self, JsonNode *node, AskRuleValue value)
{
  const char *text, *open;
  g_autofree char *shown = NULL;

  if (!ask_validation_is_text (node))
    {
      ask_validation_fault (self, "this must be a text, and is %s", ask_validation_describe (node));
      return;
    }
  text = json_node_get_string (node);
  shown = ask_text_shorten (text, 60);
  if ((value == ASK_RULE_URL || value == ASK_RULE_TEMPLATE) && !is_url (text, value == ASK_RULE_TEMPLATE))
    ask_validation_fault (self, "“%s” is no URL", shown);
  else if (value == ASK_RULE_EMAIL && !is_email (text))
    ask_validation_fault (self, "“%s” is no e-mail address", shown);
  else if (value == ASK_RULE_PATTERN && (open = find_open (text)) != NULL)
    ask_validation_fault (self, "the regular expression “%s” %s", shown, open);
}

/**
 * ask_validate_texts:
 * @unique: whether each may be there once only
 *
 * Checks that @node is a list of texts.
 */
void
ask_validate_texts (AskValidation *self, JsonNode *node, gboolean unique)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray *array;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      /* "required: true" of a single property is wrong, common and harmless. */
      if (!unique)
        ask_validation_fault (self, "this must be a list of texts, and is %s", ask_validation_describe (node));
      return;
    }
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      gsize before = ask_validation_enter_index (self, i);

      if (!ask_validation_is_text (element))
        ask_validation_fault (self, "this must be a text, and is %s", ask_validation_describe (element));
      else if (unique && !g_hash_table_add (seen, (gpointer) json_node_get_string (element)))
        ask_validation_fault (self, "“%s” is there twice", json_node_get_string (element));
      ask_validation_leave (self, before);
    }
}

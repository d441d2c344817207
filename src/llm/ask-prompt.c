/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prompt templates. Values are put in as they are and never looked at again: a question that holds
 * "{{entities}}" stays what it is.
 */
#include "config.h"

#include "llm/ask-prompt.h"

#include <string.h>

/* Returns: whether @name is one, so that a stray "{{" in a prompt is left alone */
static gboolean
is_name (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && *name != '_' && *name != '-')
      return FALSE;
  return TRUE;
}

/**
 * ask_prompt_expand_table:
 * @text: a template
 * @values: (element-type utf8 utf8): name → value
 * @error: %G_IO_ERROR_INVALID_ARGUMENT where the template has a name that is not in @values
 *
 * Replaces each {{name}}, with or without spaces around the name.
 *
 * Returns: (transfer full): the prompt, or %NULL
 */
char *
ask_prompt_expand_table (const char *text, GHashTable *values, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (text != NULL && values != NULL, NULL);

  while (TRUE)
    {
      const char *open = strstr (text, "{{");
      const char *close = open != NULL ? strstr (open + 2, "}}") : NULL;

      if (close == NULL)
        break;

      g_autofree char *name = g_strstrip (g_strndup (open + 2, (gsize) (close - open - 2)));

      if (!is_name (name))
        {
          /* Only one brace further: "{{{name}}" holds a name, too. */
          g_string_append_len (out, text, open + 1 - text);
          text = open + 1;
          continue;
        }

      const char *value = g_hash_table_lookup (values, name);

      if (value == NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       "The prompt has the place {{%s}}, which AskData does not know. Correct the "
                       "prompt, or take the one that AskData came with.",
                       name);
          return NULL;
        }
      g_string_append_len (out, text, open - text);
      g_string_append (out, value);
      text = close + 2;
    }
  g_string_append (out, text);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * ask_prompt_expand:
 * @text: a template
 * @error: %G_IO_ERROR_INVALID_ARGUMENT where the template has a name that is not among these
 * @first_name: a name
 * @...: its value, then name, value, …, %NULL
 *
 * |[<!-- language="C" -->
 * prompt = ask_prompt_expand ("Today is {{today}}.", error, "today", "1 May 2026", NULL);
 * ]|
 *
 * Returns: (transfer full): the prompt, or %NULL
 */
char *
ask_prompt_expand (const char *text, GError **error, const char *first_name, ...)
{
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  va_list args;

  va_start (args, first_name);
  for (const char *name = first_name; name != NULL; name = va_arg (args, const char *))
    {
      const char *value = va_arg (args, const char *);

      g_hash_table_insert (values, (gpointer) name, (gpointer) (value != NULL ? value : ""));
    }
  va_end (args);
  return ask_prompt_expand_table (text, values, error);
}

/**
 * ask_prompt_count_tokens:
 * @text: UTF-8
 *
 * Reckons high: each model splits text in its own way. Four letters of a word make a token, a digit and a sign one each.
 *
 * Returns: about how many tokens a model reads @text as
 */
guint
ask_prompt_count_tokens (const char *text)
{
  guint n = 0;
  guint letters = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (g_ascii_isalpha (*p))
        {
          n += letters++ % 4 == 0;
          continue;
        }
      letters = 0;
      /* A blank belongs to the word behind it. */
      n += *p != ' ';
    }
  return n;
}

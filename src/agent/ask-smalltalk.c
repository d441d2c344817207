/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recognises a question that is nothing but a greeting or a call for help, and answers it from the
 * schema's names. It must never take a question about data for one of these, so every word has to
 * belong to a known phrase.
 */
#include "config.h"

#include "agent/ask-smalltalk.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"

#define MAX_NAMES 12
#define MAX_EXAMPLES 3

/* Longest first, so that "good morning" is not left with "morning". Folded words. */
static const char *const phrases[] = {
  "what kind of questions can i ask",
  "what questions can you answer",
  "what questions can i ask",
  "how can you help me",
  "what can i ask about",
  "what can i ask you",
  "how does this work",
  "what data do you have",
  "what data is there",
  "what can you do",
  "what can i ask",
  "can you help me",
  "was kannst du",
  "who are you",
  "what are you",
  "what is this",
  "how are you",
  "good morning",
  "good afternoon",
  "good evening",
  "good day",
  "guten morgen",
  "guten abend",
  "guten tag",
  "thank you",
  "help me",
  "greetings",
  "thanks",
  "danke",
  "please",
  "bitte",
  "hello",
  "hallo",
  "hilfe",
  "askdata",
  "there",
  "howdy",
  "servus",
  "moin",
  "help",
  "hey",
  "hi",
};

/**
 * ask_smalltalk_is:
 *
 * Returns: whether @question greets, thanks or asks for help, and nothing else
 */
gboolean
ask_smalltalk_is (const char *question)
{
  g_autoptr (GPtrArray) words = ask_text_words (question);

  if (words->len == 0 || words->len > 16)
    return FALSE;
  g_ptr_array_add (words, NULL);

  g_autofree char *joined = g_strjoinv (" ", (char **) words->pdata);
  const char *rest = joined;

  while (*rest != '\0')
    {
      gboolean found = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (phrases) && !found; i++)
        {
          gsize length = strlen (phrases[i]);

          if (strncmp (rest, phrases[i], length) != 0 || (rest[length] != ' ' && rest[length] != '\0'))
            continue;
          rest += length + (rest[length] == ' ' ? 1 : 0);
          found = TRUE;
        }
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (element-type utf8): what the entities are called that are not hidden, in words */
static GPtrArray *
list_names (AskSchema *schema)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (!entity->hidden)
        g_ptr_array_add (names, ask_text_to_words (entity->name));
    }
  return names;
}

/**
 * ask_smalltalk_answer:
 * @schema: what can be asked about
 * @verified: (element-type AskVerified): examples
 *
 * Returns: (transfer full): what can be asked here, in words
 */
char *
ask_smalltalk_answer (AskSchema *schema, GPtrArray *verified)
{
  g_autoptr (GPtrArray) entities = list_names (schema);
  g_autoptr (GString) names = g_string_new (NULL);
  GString *text;
  guint n = entities->len;
  guint shown = MIN (n, MAX_NAMES);

  if (schema->entities->len == 0)
    return g_strdup (_ ("Hello. There is no data yet. Add a source first, then ask about it."));
  if (n == 0)
    return g_strdup (_ ("Hello. Nothing can be asked about: all tables are hidden in the schema."));
  for (guint i = 0; i < shown; i++)
    {
      const char *words = entities->pdata[i];

      if (i > 0 && i + 1 == n)
        {
          g_autofree char *before = g_string_free (g_steal_pointer (&names), FALSE);

          names = g_string_new (NULL);
          g_string_append_printf (names, _ ("%s and %s"), before, words);
        }
      else
        g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", words);
    }
  text = g_string_new (NULL);
  if (n > shown)
    g_string_append_printf (text,
                            ngettext ("Hello. You can ask about %s and %u more.",
                                      "Hello. You can ask about %s and %u more.", n - shown),
                            names->str, n - shown);
  else
    /* Translators: names of tables. */
    g_string_append_printf (text, _ ("Hello. You can ask about %s."), names->str);
  for (guint i = 0; i < MIN (verified->len, MAX_EXAMPLES); i++)
    {
      const AskVerified *pair = verified->pdata[i];

      /* Translators: questions in quotation marks follow. */
      g_string_append_printf (text, "%s%s“%s”", i == 0 ? " " : ", ", i == 0 ? _ ("For example: ") : "", pair->question);
    }
  return g_string_free (text, FALSE);
}

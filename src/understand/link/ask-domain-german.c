/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A schema with German names is met in English, too: what was learned knows that "price" is what is expensive, and
 * German questions are put into English. Names as they are written stay beside it.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "understand/link/ask-domain-private.h"
#include "understand/link/ask-question-private.h"

/* A schema is German where so many different words are German nouns, and so great a part of all. */
#define LEAST_WORDS 3
#define LEAST_PART 5

static GPtrArray *
split (const char *name)
{
  g_autofree char *apart = ask_text_to_words (name);

  return ask_text_words (apart);
}

static void
count_words (const char *name, GHashTable *all, GHashTable *german)
{
  g_autoptr (GPtrArray) words = split (name);

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = words->pdata[i];

      g_hash_table_add (all, g_strdup (word));
      if (ask_question_is_german_noun (word))
        g_hash_table_add (german, g_strdup (word));
    }
}

/* Each stem of a German noun becomes those of its English words. */
static char **
translate (const char *name, char **stems)
{
  g_autoptr (GPtrArray) words = split (name);
  GPtrArray *english = g_ptr_array_new ();

  for (guint s = 0; stems[s] != NULL; s++)
    {
      const char *noun = NULL;
      g_auto (GStrv) parts = NULL;

      for (guint i = 0; i < words->len && noun == NULL; i++)
        {
          g_autofree char *stem = ask_text_stem (words->pdata[i]);

          if (g_str_equal (stem, stems[s]))
            noun = ask_question_find_german_noun (words->pdata[i]);
        }
      parts = noun != NULL ? g_strsplit (noun, " ", -1) : NULL;
      if (noun == NULL)
        g_ptr_array_add (english, g_strdup (stems[s]));
      for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
        g_ptr_array_add (english, ask_text_stem (parts[i]));
    }
  g_ptr_array_add (english, NULL);
  g_strfreev (stems);
  return (char **) g_ptr_array_free (english, FALSE);
}

/*
 * ask_domain_put_in_english:
 * @self: a domain that is being made; where most of its names are German, their stems become English ones
 */
void
ask_domain_put_in_english (AskDomain *self)
{
  g_autoptr (GHashTable) all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) german = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->attributes->len; i++)
    count_words (ask_domain_attribute (self, i)->name, all, german);
  for (guint i = 0; i < self->entities->len; i++)
    count_words (ask_domain_entity (self, i)->name, all, german);
  if (g_hash_table_size (german) < LEAST_WORDS || LEAST_PART * g_hash_table_size (german) < g_hash_table_size (all))
    return;
  for (guint i = 0; i < self->attributes->len; i++)
    {
      AskDomainAttribute *attribute = ask_domain_attribute (self, i);

      attribute->stems = translate (attribute->name, attribute->stems);
    }
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskDomainEntity *entity = ask_domain_entity (self, i);

      entity->stems = translate (entity->name, entity->stems);
    }
}

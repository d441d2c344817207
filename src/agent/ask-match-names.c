/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words for the things of a schema. What one thing is called two ways is one word to a match, but
 * never what two things are called one way: there the matcher must not guess. Hidden things have no
 * words. It owns the phrases and holds the schema.
 */
#include "config.h"

#include "agent/ask-match-names.h"

#include <string.h>

#include "agent/ask-words.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

struct _AskNamed
{
  const char *name;
  const char *entity; /* nullable: it is one itself */
  GPtrArray *synonyms; /* nullable */
  GPtrArray *phrases; /* nullable: made when they are asked for */
};

struct _AskNames
{
  AskSchema *schema;
  GPtrArray *all; /* AskNamed */
  GHashTable *by_name; /* lower case → GPtrArray of AskNamed */
};

static void
named_free (gpointer data)
{
  AskNamed *named = data;

  g_clear_pointer (&named->phrases, g_ptr_array_unref);
  g_free (named);
}

static void
add (AskNames *self, const char *name, const char *entity, GPtrArray *synonyms)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  GPtrArray *same = g_hash_table_lookup (self->by_name, lower);
  AskNamed *named = g_new0 (AskNamed, 1);

  named->name = name;
  named->entity = entity;
  named->synonyms = synonyms;
  g_ptr_array_add (self->all, named);
  if (same == NULL)
    {
      same = g_ptr_array_new ();
      g_hash_table_insert (self->by_name, g_steal_pointer (&lower), same);
    }
  g_ptr_array_add (same, named);
}

/**
 * ask_names_new:
 * @schema: whose words; a reference is taken
 *
 * Returns: (transfer full) (nullable): what its things are called; %NULL where nothing has a synonym, so
 *   that no word stands for another
 */
AskNames *
ask_names_new (AskSchema *schema)
{
  g_autoptr (AskNames) self = g_new0 (AskNames, 1);
  gboolean any = FALSE;

  self->schema = ask_schema_ref (schema);
  self->all = g_ptr_array_new_with_free_func (named_free);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (entity->hidden)
        continue;
      add (self, entity->name, NULL, entity->synonyms);
      any |= entity->synonyms != NULL && entity->synonyms->len > 0;
      for (guint j = 0; entity->attributes != NULL && j < entity->attributes->len; j++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[j];

          if (attribute->hidden)
            continue;
          add (self, attribute->name, entity->name, attribute->synonyms);
          any |= attribute->synonyms != NULL && attribute->synonyms->len > 0;
        }
      for (guint j = 0; entity->metrics != NULL && j < entity->metrics->len; j++)
        {
          const AskMetric *metric = entity->metrics->pdata[j];

          add (self, metric->name, entity->name, metric->synonyms);
          any |= metric->synonyms != NULL && metric->synonyms->len > 0;
        }
    }
  return any ? g_steal_pointer (&self) : NULL;
}

/** ask_names_free: @self: (nullable) (transfer full) */
void
ask_names_free (AskNames *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self);
}

/** ask_names_get_all: Returns: (transfer none) (element-type AskNamed): everything that has words */
GPtrArray *
ask_names_get_all (AskNames *self)
{
  return self->all;
}

static void
add_phrase (GPtrArray *phrases, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GArray) words = ask_words_split (valid);
  GPtrArray *phrase = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < words->len; i++)
    {
      const AskWord *word = &g_array_index (words, AskWord, i);

      if (!word->stop)
        g_ptr_array_add (phrase, g_strdup (word->stem));
    }
  /* What holds no word that counts would stand for anything. */
  if (phrase->len > 0)
    g_ptr_array_add (phrases, phrase);
  else
    g_ptr_array_unref (phrase);
}

/**
 * ask_names_get_phrases:
 * @named: something of the schema, from ask_names_get_all() or ask_names_find_used()
 *
 * Returns: (transfer none) (element-type GPtrArray): its name, then its synonyms, each as the stems of
 *   the words that count
 */
GPtrArray *
ask_names_get_phrases (AskNamed *named)
{
  g_autofree char *name = NULL;

  if (named->phrases != NULL)
    return named->phrases;
  named->phrases = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  name = ask_text_to_words (named->name);
  add_phrase (named->phrases, name);
  for (guint i = 0; named->synonyms != NULL && i < named->synonyms->len; i++)
    add_phrase (named->phrases, named->synonyms->pdata[i]);
  return named->phrases;
}

/**
 * ask_names_find_used:
 * @sql: logical SQL
 *
 * Returns: (transfer container) (element-type AskNamed): the entities that @sql names, and those of
 *   their attributes and metrics that it names
 */
GPtrArray *
ask_names_find_used (AskNames *self, const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *used = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer word;

  for (guint i = 0; i < tokens->len; i++)
    {
      g_autofree char *name = ask_sql_token_dup_name (sql, &g_array_index (tokens, AskSqlToken, i));

      if (name != NULL)
        g_hash_table_add (said, g_ascii_strdown (name, -1));
    }
  g_hash_table_iter_init (&iter, said);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    {
      GPtrArray *same = g_hash_table_lookup (self->by_name, word);

      for (guint i = 0; same != NULL && i < same->len; i++)
        {
          AskNamed *named = same->pdata[i];
          g_autofree char *entity = named->entity != NULL ? g_ascii_strdown (named->entity, -1) : NULL;

          if (entity == NULL || g_hash_table_contains (said, entity))
            g_ptr_array_add (used, named);
        }
    }
  return used;
}

/**
 * ask_names_match_at:
 * @phrase: (element-type utf8): stems, one of ask_names_get_phrases()
 * @words: (element-type AskWord): a question
 * @at: from 0
 *
 * Returns: how many words from @at on are @phrase, stop words between them included; 0 where they are not
 */
guint
ask_names_match_at (GPtrArray *phrase, GArray *words, guint at)
{
  guint q = at;

  for (guint i = 0; i < phrase->len; i++, q++)
    {
      while (i > 0 && q < words->len && g_array_index (words, AskWord, q).stop)
        q++;
      if (q >= words->len || g_array_index (words, AskWord, q).stop
          || strcmp (g_array_index (words, AskWord, q).stem, phrase->pdata[i]) != 0)
        return 0;
    }
  return q - at;
}

static gboolean
has_phrase (AskNamed *named, GPtrArray *phrase)
{
  GPtrArray *phrases = ask_names_get_phrases (named);

  for (guint p = 0; p < phrases->len; p++)
    {
      GPtrArray *own = phrases->pdata[p];
      guint same = 0;

      while (same < MIN (own->len, phrase->len) && strcmp (own->pdata[same], phrase->pdata[same]) == 0)
        same++;
      if (same == own->len && same == phrase->len)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_names_is_shared:
 * @among: (element-type AskNamed): what a query is about
 * @named: one of @among
 * @phrase: (element-type utf8): one of the phrases of @named
 *
 * Returns: whether whatever else of @among has the name of @named is called @phrase as well: where not,
 *   nobody can tell by the name which of them the query reads
 */
gboolean
ask_names_is_shared (GPtrArray *among, AskNamed *named, GPtrArray *phrase)
{
  for (guint i = 0; i < among->len; i++)
    {
      AskNamed *other = among->pdata[i];

      if (other != named && g_ascii_strcasecmp (other->name, named->name) == 0 && !has_phrase (other, phrase))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_names_is_only:
 * @among: (element-type AskNamed): what else may be meant
 * @named: what is meant
 * @phrase: (element-type utf8): one of the phrases of @named, which stands in @words at @at
 * @words: (element-type AskWord): a question
 * @at: from 0
 *
 * Returns: whether these words, or more from there on, are not also what something else is called.
 *   Things of one name count as one
 */
gboolean
ask_names_is_only (GPtrArray *among, AskNamed *named, GPtrArray *phrase, GArray *words, guint at)
{
  for (guint i = 0; i < among->len; i++)
    {
      AskNamed *other = among->pdata[i];
      GPtrArray *phrases;

      if (g_ascii_strcasecmp (other->name, named->name) == 0)
        continue;
      phrases = ask_names_get_phrases (other);
      for (guint p = 0; p < phrases->len; p++)
        {
          GPtrArray *own = phrases->pdata[p];

          if (own->len >= phrase->len && ask_names_match_at (own, words, at) > 0)
            return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_names_add_stems:
 * @words: (element-type AskWord): a question
 * @stems: (element-type utf8): gets the stems of all that the things it names are also called
 */
void
ask_names_add_stems (AskNames *self, GArray *words, GHashTable *stems)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      AskNamed *named = self->all->pdata[i];
      GPtrArray *phrases;
      gboolean is_named = FALSE;

      if (named->synonyms == NULL || named->synonyms->len == 0)
        continue;
      phrases = ask_names_get_phrases (named);
      for (guint p = 0; p < phrases->len && !is_named; p++)
        for (guint at = 0; at < words->len && !is_named; at++)
          is_named = ask_names_match_at (phrases->pdata[p], words, at) > 0;
      for (guint p = 0; p < phrases->len && is_named; p++)
        for (guint s = 0; s < ((GPtrArray *) phrases->pdata[p])->len; s++)
          g_hash_table_add (stems, g_strdup (((GPtrArray *) phrases->pdata[p])->pdata[s]));
    }
}

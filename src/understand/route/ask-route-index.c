/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inverted index of sources: filling it, sorting it, and looking words up. A word is known by its hash; two words
 * of one hash would be taken for each other, which a workspace of millions of words meets less than once.
 */
#include "config.h"

#include "understand/route/ask-route-index.h"

#include <math.h>
#include <string.h>

#include "base/ask-hash.h"
#include "base/ask-text.h"
#include "understand/link/ask-domain.h"

/* Longer names are no names; a value of more words is a text, whose words are looked up one by one. */
#define MAX_NAME_WORDS 30
#define MAX_VALUE_WORDS 6
#define MAX_TEXT_WORDS 200

static void
source_clear (gpointer source)
{
  g_free (((AskRouteSource *) source)->name);
}

/**
 * ask_route_index_new:
 * @schema: whose entities are added; kept
 *
 * Returns: (transfer full): an empty index
 */
AskRouteIndex *
ask_route_index_new (AskSchema *schema)
{
  AskRouteIndex *self;

  g_return_val_if_fail (schema != NULL, NULL);

  self = g_new0 (AskRouteIndex, 1);
  self->schema = ask_schema_ref (schema);
  self->sources = g_array_new (FALSE, FALSE, sizeof (AskRouteSource));
  g_array_set_clear_func (self->sources, source_clear);
  self->entities = g_array_new (FALSE, FALSE, sizeof (AskRouteEntity));
  self->attributes = g_array_new (FALSE, FALSE, sizeof (AskRouteAttribute));
  self->questions = g_array_new (FALSE, FALSE, sizeof (AskRouteEarlier));
  self->joins = g_array_new (FALSE, FALSE, sizeof (AskRouteJoin));
  for (guint i = 0; i < ASK_ROUTE_N_FIELDS; i++)
    ask_route_table_init (&self->tables[i]);
  self->vocabulary = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->known = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

/**
 * ask_route_index_free:
 * @self: (nullable): an index
 */
void
ask_route_index_free (AskRouteIndex *self)
{
  if (self == NULL)
    return;
  ask_schema_unref (self->schema);
  g_array_unref (self->sources);
  g_array_unref (self->entities);
  g_array_unref (self->attributes);
  g_array_unref (self->questions);
  g_array_unref (self->joins);
  for (guint i = 0; i < ASK_ROUTE_N_FIELDS; i++)
    ask_route_table_clear (&self->tables[i]);
  g_ptr_array_unref (self->vocabulary);
  g_ptr_array_unref (self->texts);
  g_hash_table_unref (self->columns);
  g_hash_table_unref (self->known);
  g_clear_pointer (&self->words, g_hash_table_unref);
  g_free (self);
}

/**
 * ask_route_words:
 * @text: a name, or a sentence
 *
 * Returns: (transfer full) (element-type utf8): its words, folded, names like "orderLine_id" taken apart
 */
GPtrArray *
ask_route_words (const char *text)
{
  g_autofree char *apart = ask_text_to_words (text);

  return ask_text_words (apart);
}

/**
 * ask_route_stems:
 * @text: a name, or a sentence
 *
 * Returns: (transfer full) (element-type utf8): the stems of ask_route_words()
 */
GPtrArray *
ask_route_stems (const char *text)
{
  g_autoptr (GPtrArray) words = ask_route_words (text);
  GPtrArray *stems = g_ptr_array_new_full (words->len, g_free);

  for (guint i = 0; i < words->len; i++)
    g_ptr_array_add (stems, ask_text_stem (words->pdata[i]));
  return stems;
}

/**
 * ask_route_phrases:
 * @stems: (element-type utf8): of a question
 *
 * Returns: (transfer full) (element-type guint64): what stands for each of its words and for each two in a row
 */
GArray *
ask_route_phrases (GPtrArray *stems)
{
  GArray *phrases = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < stems->len; i++)
    {
      g_autofree char *two
        = g_strdup_printf ("%s %s", i > 0 ? (char *) stems->pdata[i - 1] : "", (char *) stems->pdata[i]);
      guint64 word = ask_route_hash (stems->pdata[i]);
      guint64 phrase = ask_route_hash (two);

      g_array_append_val (phrases, word);
      g_array_append_val (phrases, phrase);
    }
  return phrases;
}

/**
 * ask_route_hash:
 * @stem: a stem, or several with blanks between them
 *
 * Returns: what stands for @stem in postings
 */
guint64
ask_route_hash (const char *stem)
{
  return ask_hash_stir (ask_hash_add (ASK_HASH_START, stem, strlen (stem))) >> ASK_ROUTE_ID_BITS << ASK_ROUTE_ID_BITS;
}

static void
know (AskRouteIndex *self, const char *stem)
{
  char *copy;

  if (g_hash_table_contains (self->known, stem))
    return;
  copy = g_strdup (stem);
  g_ptr_array_add (self->vocabulary, copy);
  g_hash_table_add (self->known, copy);
}

/* All words of @text; and of a name of two or three words their run without blanks: "home_town" is "hometown", too. */
static guint
add_words (AskRouteIndex *self, AskRouteField field, const char *text, guint id, guint most)
{
  g_autoptr (GPtrArray) stems = NULL;
  guint source = self->sources->len - 1;
  guint n = 0;

  if (text == NULL)
    return 0;
  stems = ask_route_stems (text);
  for (guint i = 0; i < stems->len && n < most; i++)
    {
      guint64 word = ask_route_hash (stems->pdata[i]);

      if (field != ASK_ROUTE_IN_ENTITY && field != ASK_ROUTE_IN_ATTRIBUTE && field != ASK_ROUTE_IN_SOURCE
          && ask_text_is_stop_word (stems->pdata[i]))
        continue;
      ask_route_table_add (&self->tables[field], word, id);
      ask_route_table_add (&self->tables[ASK_ROUTE_IN_NAMES], word, source);
      know (self, stems->pdata[i]);
      n++;
    }
  if (stems->len >= 2 && stems->len <= 3 && most == MAX_NAME_WORDS)
    {
      g_autofree char *together
        = g_strconcat (stems->pdata[0], stems->pdata[1], stems->len == 3 ? stems->pdata[2] : NULL, NULL);
      guint64 word = ask_route_hash (together);

      ask_route_table_add (&self->tables[field], word, id);
      ask_route_table_add (&self->tables[ASK_ROUTE_IN_NAMES], word, source);
    }
  return n;
}

/* A name as it is written, and as it is meant: "StuID" has "student", too. Returns: of how many words it is */
static guint
add_name (AskRouteIndex *self, AskRouteField field, const char *name, guint id)
{
  static const char *const no_owners[] = { NULL };
  guint n = add_words (self, field, name, id, MAX_NAME_WORDS);
  g_auto (GStrv) meant = self->words != NULL ? ask_domain_words_read (name, no_owners, self->words) : NULL;
  guint n_meant = meant != NULL ? g_strv_length (meant) : 0;

  for (guint i = 0; i < n_meant; i++)
    {
      guint64 word = ask_route_hash (meant[i]);

      ask_route_table_add (&self->tables[field], word, id);
      ask_route_table_add (&self->tables[ASK_ROUTE_IN_NAMES], word, self->sources->len - 1);
      know (self, meant[i]);
    }
  return n_meant > 0 ? n_meant : n;
}

static void
add_synonyms (AskRouteIndex *self, AskRouteField field, GPtrArray *synonyms, guint id)
{
  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    add_words (self, field, synonyms->pdata[i], id, MAX_NAME_WORDS);
}

/**
 * ask_route_index_get_plain_name:
 * @entity: an entity
 *
 * Two sources may have a table of one name, and then one of the entities is called after its source, too.
 *
 * Returns: what people call it: the table's name
 */
const char *
ask_route_index_get_plain_name (const AskEntity *entity)
{
  return entity->kind != ASK_ENTITY_API && entity->table != NULL && g_str_has_suffix (entity->name, entity->table)
           ? entity->table
           : entity->name;
}

static void
add_value_words (AskRouteIndex *self, guint attribute, const char *value)
{
  g_autoptr (GPtrArray) stems = ask_route_stems (value);
  guint source = self->sources->len - 1;

  if (stems->len == 0)
    return;
  ask_route_index_source (self, source)->n_values++;
  if (stems->len <= MAX_VALUE_WORDS)
    {
      g_autoptr (GString) whole = g_string_new (stems->pdata[0]);

      for (guint i = 1; i < stems->len; i++)
        g_string_append_printf (whole, " %s", (char *) stems->pdata[i]);
      ask_route_table_add (&self->tables[ASK_ROUTE_IN_VALUE], ask_route_hash (whole->str), attribute);
    }
  for (guint i = 0; i < stems->len && i < MAX_TEXT_WORDS; i++)
    if (!ask_text_is_stop_word (stems->pdata[i]))
      ask_route_table_add (&self->tables[ASK_ROUTE_IN_VALUE_WORD], ask_route_hash (stems->pdata[i]), source);
}

static void
add_attribute (AskRouteIndex *self, guint entity, const AskAttribute *attribute)
{
  guint id = self->attributes->len;
  AskRouteAttribute added = { attribute, entity, 0 };

  added.n_words = add_name (self, ASK_ROUTE_IN_ATTRIBUTE, attribute->name, id);
  add_synonyms (self, ASK_ROUTE_IN_ATTRIBUTE, attribute->synonyms, id);
  add_words (self, ASK_ROUTE_IN_TEXT, attribute->description, entity, MAX_TEXT_WORDS);
  add_words (self, ASK_ROUTE_IN_TEXT, attribute->unit, entity, MAX_TEXT_WORDS);
  g_array_append_val (self->attributes, added);
  for (guint i = 0; attribute->choices != NULL && i < attribute->choices->len; i++)
    add_value_words (self, id, attribute->choices->pdata[i]);
}

/**
 * ask_route_index_add_source:
 * @self: not finished
 * @name: of the source
 * @entities: (element-type AskEntity): of the source; hidden ones are passed over
 *
 * The values that follow are this source's.
 */
void
ask_route_index_add_source (AskRouteIndex *self, const char *name, GPtrArray *entities)
{
  AskRouteSource source = { g_strdup (name), self->entities->len, 0, self->attributes->len, 0, 0, 0, 0, 0 };
  const AskSchemaSource *said = ask_schema_find_source (self->schema, name);
  guint id = self->sources->len;

  g_array_append_val (self->sources, source);
  g_hash_table_remove_all (self->columns);
  g_clear_pointer (&self->words, g_hash_table_unref);
  self->words = ask_domain_words_collect (entities);
  add_words (self, ASK_ROUTE_IN_SOURCE, name, id, MAX_NAME_WORDS);
  if (said != NULL)
    add_words (self, ASK_ROUTE_IN_ABOUT, said->description, id, MAX_TEXT_WORDS);
  for (guint i = 0; said != NULL && i < said->statements->len; i++)
    add_words (self, ASK_ROUTE_IN_ABOUT, said->statements->pdata[i], id, MAX_TEXT_WORDS);
  for (guint e = 0; e < entities->len; e++)
    {
      const AskEntity *entity = entities->pdata[e];
      AskRouteEntity added = { entity, id, self->attributes->len, 0, 0 };
      guint entity_id = self->entities->len;

      if (entity->hidden)
        continue;
      added.n_words
        = (guint16) add_name (self, ASK_ROUTE_IN_ENTITY, ask_route_index_get_plain_name (entity), entity_id);
      add_synonyms (self, ASK_ROUTE_IN_ENTITY, entity->synonyms, entity_id);
      add_words (self, ASK_ROUTE_IN_TEXT, entity->description, entity_id, MAX_TEXT_WORDS);
      for (guint m = 0; m < entity->metrics->len; m++)
        {
          const AskMetric *metric = entity->metrics->pdata[m];

          add_words (self, ASK_ROUTE_IN_TEXT, metric->name, entity_id, MAX_NAME_WORDS);
          add_synonyms (self, ASK_ROUTE_IN_TEXT, metric->synonyms, entity_id);
          add_words (self, ASK_ROUTE_IN_TEXT, metric->description, entity_id, MAX_TEXT_WORDS);
        }
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          if (attribute->hidden)
            continue;
          if (attribute->column != NULL && entity->table != NULL && !attribute->sensitive)
            g_hash_table_insert (self->columns, g_strdup_printf ("%s\x1f%s", entity->table, attribute->column),
                                 GUINT_TO_POINTER (self->attributes->len + 1));
          add_attribute (self, entity_id, attribute);
        }
      added.n_attributes = (guint16) MIN (self->attributes->len - added.first_attribute, G_MAXUINT16);
      g_array_append_val (self->entities, added);
    }
  ask_route_index_source (self, id)->n_entities = self->entities->len - source.first_entity;
  ask_route_index_source (self, id)->n_attributes = self->attributes->len - source.first_attribute;
}

/**
 * ask_route_index_add_value:
 * @self: not finished
 * @table: of the source that was added last, as the source calls it
 * @column: of @table
 * @value: a text that stands there
 *
 * What no entity shows is passed over.
 */
void
ask_route_index_add_value (AskRouteIndex *self, const char *table, const char *column, const char *value)
{
  g_autofree char *key = g_strdup_printf ("%s\x1f%s", table, column);
  guint attribute = GPOINTER_TO_UINT (g_hash_table_lookup (self->columns, key));

  if (attribute > 0)
    add_value_words (self, attribute - 1, value);
}

/**
 * ask_route_index_add_question:
 * @self: not finished
 * @source: number of a source that was added
 * @question: one that it answers
 */
void
ask_route_index_add_question (AskRouteIndex *self, guint source, const char *question)
{
  g_autoptr (GPtrArray) stems = ask_route_stems (question);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) phrases = ask_route_phrases (stems);
  AskRouteEarlier earlier = { source, 0, 0, 0 };
  guint id = self->questions->len;

  for (guint i = 0; i < stems->len && earlier.n_words < MAX_TEXT_WORDS; i++)
    if (g_hash_table_add (seen, stems->pdata[i]) && !ask_text_is_stop_word (stems->pdata[i]))
      {
        ask_route_table_add (&self->tables[ASK_ROUTE_IN_QUESTION], ask_route_hash (stems->pdata[i]), id);
        earlier.n_words++;
      }
  for (guint i = 0; i < phrases->len; i++)
    ask_route_table_add (&self->tables[ASK_ROUTE_IN_PHRASE], g_array_index (phrases, guint64, i), id);
  g_array_append_val (self->questions, earlier);
  g_ptr_array_add (self->texts, g_strdup (question));
  ask_route_index_source (self, source)->n_questions++;
}

/* What a question's nearness is divided by: words weigh by how few questions have them. */
static void
weigh_questions (AskRouteIndex *self, AskRouteField field)
{
  const AskRouteTable *table = &self->tables[field];

  for (guint w = 0; w < table->n_words; w++)
    {
      AskRoutePostings found = ask_route_table_get (table, w);
      double weight = log ((self->questions->len + 1.0) / found.n);

      for (guint i = 0; i < found.n; i++)
        {
          AskRouteEarlier *question = ask_route_index_question (self, found.first[i]);
          float *norm = field == ASK_ROUTE_IN_PHRASE ? &question->phrase_norm : &question->norm;

          *norm += (float) (weight * weight);
        }
    }
}

static int
compare_joins (gconstpointer a, gconstpointer b)
{
  const AskRouteJoin *first = a;
  const AskRouteJoin *second = b;

  if (first->from != second->from)
    return first->from < second->from ? -1 : 1;
  return (first->to > second->to) - (first->to < second->to);
}

/* Keys within a source, in its order. */
static void
add_joins (AskRouteIndex *self)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint e = 0; e < self->entities->len; e++)
    g_hash_table_insert (places, g_ascii_strdown (ask_route_index_entity (self, e)->entity->name, -1),
                         GUINT_TO_POINTER (e + 1));
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      g_autofree char *from = g_ascii_strdown (relationship->from, -1);
      g_autofree char *to = g_ascii_strdown (relationship->to, -1);
      AskRouteJoin join = { GPOINTER_TO_UINT (g_hash_table_lookup (places, from)),
                            GPOINTER_TO_UINT (g_hash_table_lookup (places, to)) };

      if (join.from == 0 || join.to == 0 || join.from == join.to)
        continue;
      join.from--;
      join.to--;
      if (ask_route_index_entity (self, join.from)->source == ask_route_index_entity (self, join.to)->source)
        g_array_append_val (self->joins, join);
    }
  g_array_sort (self->joins, compare_joins);
  for (guint i = self->joins->len; i > 0; i--)
    {
      guint entity = ask_route_index_join (self, i - 1)->from;
      AskRouteSource *source = ask_route_index_source (self, ask_route_index_entity (self, entity)->source);

      source->first_join = i - 1;
      source->n_joins++;
    }
}

/**
 * ask_route_index_finish:
 * @self: an index; nothing is added to it any more
 */
void
ask_route_index_finish (AskRouteIndex *self)
{
  g_hash_table_remove_all (self->columns);
  g_hash_table_remove_all (self->known);
  g_clear_pointer (&self->words, g_hash_table_unref);
  g_ptr_array_sort (self->vocabulary, ask_text_compare);
  add_joins (self);
  for (guint i = 0; i < ASK_ROUTE_N_FIELDS; i++)
    ask_route_table_finish (&self->tables[i]);
  weigh_questions (self, ASK_ROUTE_IN_QUESTION);
  weigh_questions (self, ASK_ROUTE_IN_PHRASE);
  for (guint i = 0; i < self->questions->len; i++)
    {
      AskRouteEarlier *question = ask_route_index_question (self, i);

      question->norm = sqrtf (question->norm);
      question->phrase_norm = sqrtf (question->phrase_norm);
    }
}

/**
 * ask_route_index_find:
 * @self: a finished index
 * @field: where
 * @word: from ask_route_hash()
 *
 * Returns: all that has the word there, in order
 */
AskRoutePostings
ask_route_index_find (const AskRouteIndex *self, AskRouteField field, guint64 word)
{
  return ask_route_table_find (&self->tables[field], word);
}

/**
 * ask_route_index_get_size:
 * @self: a finished index
 *
 * Returns: the bytes that it holds, without the schema
 */
gsize
ask_route_index_get_size (const AskRouteIndex *self)
{
  gsize size = sizeof *self + self->sources->len * (sizeof (AskRouteSource) + 16)
               + self->entities->len * sizeof (AskRouteEntity) + self->attributes->len * sizeof (AskRouteAttribute)
               + self->questions->len * sizeof (AskRouteEarlier) + self->joins->len * sizeof (AskRouteJoin);

  for (guint i = 0; i < ASK_ROUTE_N_FIELDS; i++)
    size += ask_route_table_get_size (&self->tables[i]);
  return size;
}

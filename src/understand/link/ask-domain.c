/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts a domain together: what a steward left to see of a schema, as words, with what the index knows of it.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"

/* Of the values of a column so many must be numbers for the column to be one of numbers. */
#define MOSTLY 0.7
#define NEARLY_ALL 0.9

static void
attribute_clear (AskDomainAttribute *self)
{
  g_strfreev (self->stems);
  g_strfreev (self->raw_stems);
  g_strfreev (self->description);
  g_clear_pointer (&self->synonyms, g_ptr_array_unref);
}

static void
entity_clear (AskDomainEntity *self)
{
  g_strfreev (self->stems);
  g_strfreev (self->description);
  g_clear_pointer (&self->synonyms, g_ptr_array_unref);
}

static void
metric_clear (AskDomainMetric *self)
{
  g_strfreev (self->stems);
  g_clear_pointer (&self->synonyms, g_ptr_array_unref);
}

static AskDomain *
domain_alloc (AskWorkspace *workspace, AskSchema *schema)
{
  AskDomain *self = g_new0 (AskDomain, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->workspace = workspace;
  self->schema = ask_schema_ref (schema);
  self->attributes = g_array_new (FALSE, TRUE, sizeof (AskDomainAttribute));
  g_array_set_clear_func (self->attributes, (GDestroyNotify) attribute_clear);
  self->entities = g_array_new (FALSE, TRUE, sizeof (AskDomainEntity));
  g_array_set_clear_func (self->entities, (GDestroyNotify) entity_clear);
  self->joins = g_array_new (FALSE, TRUE, sizeof (AskDomainJoin));
  self->metrics = g_array_new (FALSE, TRUE, sizeof (AskDomainMetric));
  g_array_set_clear_func (self->metrics, (GDestroyNotify) metric_clear);
  self->rarity = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->taught = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/**
 * ask_domain_ref:
 * @self: a domain
 *
 * Returns: (transfer full): @self
 */
AskDomain *
ask_domain_ref (AskDomain *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ask_domain_unref:
 * @self: (nullable) (transfer full): a domain
 */
void
ask_domain_unref (AskDomain *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->attributes);
  g_array_unref (self->entities);
  g_array_unref (self->joins);
  g_array_unref (self->metrics);
  g_hash_table_unref (self->rarity);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->taught);
  g_clear_pointer (&self->whole, ask_domain_unref);
  g_free (self->places_here);
  ask_schema_unref (self->schema);
  g_free (self);
}

static char *
fold_name (const char *entity, const char *attribute)
{
  g_autofree char *folded = ask_text_fold (entity);
  g_autofree char *column = attribute != NULL ? ask_text_fold (attribute) : NULL;

  return column != NULL ? g_strconcat (folded, "\n", column, NULL) : g_steal_pointer (&folded);
}

/* Sets what the attribute's values are, from its type and from @facts where there are some. */
static void
judge_kind (AskDomainAttribute *self, const AskValueFacts *facts)
{
  const AskAttribute *attribute = self->attribute;
  gboolean counted = facts != NULL && facts->n_distinct > 0;

  self->numeric
    = attribute->type == ASK_TYPE_INTEGER || attribute->type == ASK_TYPE_REAL || attribute->type == ASK_TYPE_DECIMAL;
  if (counted && facts->n_numbers + facts->n_texts > 0)
    self->numeric = facts->n_numbers > MOSTLY * (double) (facts->n_numbers + facts->n_texts);
  if (attribute->type == ASK_TYPE_BOOLEAN)
    self->kind = ASK_DOMAIN_BOOLEAN;
  else if (attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME)
    self->kind = ASK_DOMAIN_TIME;
  else if (self->numeric)
    self->kind = ASK_DOMAIN_NUMBER;
  else if (counted && (double) facts->n_dates > NEARLY_ALL * (double) facts->n_texts)
    self->kind = ASK_DOMAIN_TIME;
  else if (counted && (double) facts->n_text_numbers > NEARLY_ALL * (double) facts->n_texts)
    self->kind = ASK_DOMAIN_NUMBER;
  else if (attribute->meaning == ASK_MEANING_DATE || attribute->meaning == ASK_MEANING_MOMENT)
    self->kind = ASK_DOMAIN_TIME;
  else
    self->kind = ASK_DOMAIN_TEXT;
  self->dated = self->kind == ASK_DOMAIN_TIME && !self->numeric
                && (!counted || (double) facts->n_dates > NEARLY_ALL * (double) facts->n_texts);
}

/* An attribute that an API must be given a value of. */
static gboolean
is_required (const AskEntity *entity, const AskAttribute *attribute)
{
  return entity->kind == ASK_ENTITY_API && entity->operation != NULL && ask_entity_needs (entity, attribute->name);
}

static const AskValueFacts *
find_facts (GPtrArray *facts, const char *column)
{
  for (guint i = 0; column != NULL && i < facts->len; i++)
    {
      const AskValueFacts *fact = facts->pdata[i];

      if (strcmp (fact->column, column) == 0)
        return fact;
    }
  return NULL;
}

/* What names are read with.
 * @vocabulary: from ask_domain_words_collect()
 * @keys: folded name of a key that is the only one of an entity → the entity's name */
typedef struct
{
  GHashTable *vocabulary;
  GHashTable *keys;
} Names;

static void
names_clear (Names *self)
{
  g_clear_pointer (&self->vocabulary, g_hash_table_unref);
  g_clear_pointer (&self->keys, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Names, names_clear)

static Names
collect_names (GPtrArray *entities)
{
  Names names = { ask_domain_words_collect (entities), g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  for (guint e = 0; e < entities->len; e++)
    {
      const AskEntity *entity = entities->pdata[e];
      const AskAttribute *key = NULL;
      guint n_keys = 0;

      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          n_keys += attribute->key > 0;
          key = attribute->key > 0 ? attribute : key;
        }
      if (n_keys == 1)
        g_hash_table_insert (names.keys, ask_text_fold (key->name), entity->name);
    }
  return names;
}

static void
add_attribute (AskDomain *self, const AskAttribute *attribute, const Names *names, const AskValueFacts *facts)
{
  g_autofree char *folded = ask_text_fold (attribute->name);
  guint index = self->attributes->len;
  AskDomainEntity *entity = ask_domain_entity (self, self->entities->len - 1);
  const char *const owners[] = { entity->name, g_hash_table_lookup (names->keys, folded), NULL };
  AskDomainAttribute added = {
    .name = attribute->name,
    .attribute = attribute,
    .entity = self->entities->len - 1,
    .place = entity->n_attributes++,
    .stems = ask_domain_words_read (attribute->name, owners, names->vocabulary),
    .raw_stems = ask_domain_words_raw (attribute->name),
    .synonyms = ask_domain_words_synonyms (attribute->synonyms),
    .description = ask_domain_words_describe (attribute->description),
    .key = attribute->key > 0,
    .required = is_required (entity->entity, attribute),
    .n_distinct = -1,
    .n_empty = -1,
    .least = INFINITY,
    .most = -INFINITY,
  };

  judge_kind (&added, facts);
  if (facts != NULL)
    {
      added.n_distinct = (double) facts->n_distinct;
      added.n_empty = (double) facts->n_empty;
      if (facts->n_rows >= 0)
        entity->n_rows = (double) facts->n_rows;
      /* A key has as many values as rows, also where nobody looked at all of them. */
      if (attribute->key == 1 && !facts->complete && facts->n_rows > facts->n_distinct && facts->n_empty == 0)
        added.n_distinct = (double) facts->n_rows;
    }
  if (facts != NULL && !attribute->sensitive)
    {
      added.least = facts->least;
      added.most = facts->greatest;
    }
  g_array_append_val (self->attributes, added);
  g_hash_table_insert (self->names, fold_name (entity->name, attribute->name), GUINT_TO_POINTER (index + 1));
  if (attribute->column != NULL && entity->entity->kind != ASK_ENTITY_QUERY)
    {
      g_autofree char *source = g_ascii_strdown (entity->entity->source, -1);
      g_autofree char *place = g_strjoin ("\n", source, entity->entity->table, attribute->column, NULL);
      GArray *here = g_hash_table_lookup (self->places, place);

      if (here == NULL)
        {
          here = g_array_new (FALSE, FALSE, sizeof (int));
          g_hash_table_insert (self->places, g_steal_pointer (&place), here);
        }
      g_array_append_val (here, index);
    }
}

/* Of the entity that was added last. */
static void
add_metrics (AskDomain *self, const AskEntity *entity, const Names *names)
{
  static const char *const nobody[] = { NULL };

  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];
      AskDomainMetric added = {
        .name = metric->name,
        .metric = metric,
        .entity = self->entities->len - 1,
        .per = -1,
        .stems = ask_domain_words_read (metric->name, nobody, names->vocabulary),
        .synonyms = ask_domain_words_synonyms (metric->synonyms),
      };

      g_array_append_val (self->metrics, added);
    }
}

/* @facts: (element-type AskValueFacts) (nullable): one an attribute so far, gets those of @entity */
static gboolean
add_entity (AskDomain *self, const AskEntity *entity, const Names *names, GPtrArray *facts, GError **error)
{
  static const char *const nobody[] = { NULL };
  g_autoptr (GPtrArray) known = NULL;
  AskDomainEntity added = {
    .name = entity->name,
    .entity = entity,
    .first = self->attributes->len,
    .n_rows = entity->row_estimate >= 0 ? (double) entity->row_estimate : -1,
  };

  if (entity->kind != ASK_ENTITY_QUERY)
    known = ask_workspace_load_facts (self->workspace, entity->source, entity->table, error);
  else
    known = g_ptr_array_new ();
  if (known == NULL)
    return FALSE;
  added.stems = ask_domain_words_read (entity->name, nobody, names->vocabulary);
  added.synonyms = ask_domain_words_synonyms (entity->synonyms);
  added.description = ask_domain_words_describe (entity->description);
  g_array_append_val (self->entities, added);
  g_hash_table_insert (self->names, fold_name (entity->name, NULL), GUINT_TO_POINTER (self->entities->len));
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const AskValueFacts *here = find_facts (known, attribute->column);

      if (attribute->hidden)
        continue;
      add_attribute (self, attribute, names, here);
      g_ptr_array_add (facts, NULL);
      if (here == NULL)
        continue;
      facts->pdata[facts->len - 1] = g_memdup2 (here, sizeof *here);
      ((AskValueFacts *) facts->pdata[facts->len - 1])->column = g_strdup (here->column);
    }
  if (entity->kind == ASK_ENTITY_API)
    ask_domain_guess_key (self, facts);
  add_metrics (self, entity, names);
  return TRUE;
}

static void
weigh_stems (AskDomain *self)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer stem;
  gpointer count;

  for (guint i = 0; i < self->attributes->len; i++)
    {
      char **stems = ask_domain_attribute (self, i)->stems;

      for (guint s = 0; stems[s] != NULL; s++)
        {
          gboolean before = FALSE;

          for (guint b = 0; b < s && !before; b++)
            before = strcmp (stems[b], stems[s]) == 0;
          if (!before)
            g_hash_table_insert (counts, stems[s],
                                 GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, stems[s])) + 1));
        }
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &stem, &count))
    {
      double *rarity = g_new (double, 1);

      *rarity = 0.3 + log ((self->attributes->len + 1.0) / GPOINTER_TO_UINT (count));
      g_hash_table_insert (self->rarity, g_strdup (stem), rarity);
    }
}

/**
 * ask_domain_new:
 * @workspace: its index tells values and facts; must outlive the domain
 * @schema: in whose names to speak
 * @entities: (nullable) (element-type AskEntity): which of @schema; %NULL for all
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the workspace cannot be read
 *
 * What is hidden is left out. What is sensitive has its names, and no values.
 *
 * Returns: (transfer full) (nullable): a domain
 */
AskDomain *
ask_domain_new (AskWorkspace *workspace, AskSchema *schema, GPtrArray *entities, GError **error)
{
  g_autoptr (AskDomain) self = NULL;
  g_auto (Names) names = { NULL, NULL };
  g_autoptr (GPtrArray) facts = NULL;

  g_return_val_if_fail (workspace != NULL && schema != NULL, NULL);

  if (entities == NULL)
    entities = schema->entities;
  self = domain_alloc (workspace, schema);
  names = collect_names (entities);
  facts = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_facts_free);
  for (guint i = 0; i < entities->len; i++)
    {
      const AskEntity *entity = entities->pdata[i];

      if (!entity->hidden && !add_entity (self, entity, &names, facts, error))
        return NULL;
    }
  ask_domain_put_in_english (self);
  weigh_stems (self);
  if (!ask_domain_find_joins (self, facts, error) || !ask_domain_read_codes (self, facts, error))
    return NULL;
  ask_domain_find_products (self);
  return g_steal_pointer (&self);
}

/* Shallow: @self keeps what it was cut from. */
static void
cut_entity (AskDomain *self, guint entity)
{
  const AskDomainEntity *from = ask_domain_entity (self->whole, entity);
  AskDomainEntity copy = *from;

  copy.first = self->attributes->len;
  for (guint i = from->first; i < from->first + from->n_attributes; i++)
    {
      AskDomainAttribute attribute = *ask_domain_attribute (self->whole, i);

      attribute.entity = self->entities->len;
      attribute.joins = FALSE;
      self->places_here[i] = (int) self->attributes->len;
      g_array_append_val (self->attributes, attribute);
    }
  for (guint i = 0; i < self->whole->metrics->len; i++)
    if (ask_domain_metric (self->whole, i)->entity == entity)
      {
        AskDomainMetric metric = *ask_domain_metric (self->whole, i);

        metric.entity = self->entities->len;
        if (metric.metric == NULL)
          {
            metric.price = self->places_here[metric.price];
            metric.quantity = metric.quantity >= 0 ? self->places_here[metric.quantity] : -1;
            metric.discount = metric.discount >= 0 ? self->places_here[metric.discount] : -1;
            metric.per = metric.per >= 0 ? self->places_here[metric.per] : -1;
          }
        g_array_append_val (self->metrics, metric);
      }
  g_hash_table_insert (self->names, fold_name (copy.name, NULL), GUINT_TO_POINTER (self->entities->len + 1));
  g_array_append_val (self->entities, copy);
}

/* A relationship over several attributes has all of them in the same two entities. */
static void
cut_joins (AskDomain *self)
{
  for (guint i = 0; i < self->whole->joins->len; i++)
    {
      AskDomainJoin join = *ask_domain_join (self->whole, i);

      join.from = self->places_here[join.from];
      join.to = self->places_here[join.to];
      if (join.from < 0 || join.to < 0)
        continue;
      ask_domain_attribute (self, join.from)->joins = TRUE;
      ask_domain_attribute (self, join.to)->joins = TRUE;
      g_array_append_val (self->joins, join);
    }
}

/**
 * ask_domain_cut:
 * @self: a domain of many entities, perhaps itself cut from another
 * @entities: (array length=n_entities): which of them to keep, in any order
 * @n_entities: how many
 *
 * Cheap: what was read for the whole is not read again. Joins are those of the whole between what is kept.
 *
 * Returns: (transfer full): a domain of @entities alone, in the order of @self
 */
AskDomain *
ask_domain_cut (AskDomain *self, const guint *entities, guint n_entities)
{
  g_autofree gboolean *kept = NULL;
  AskDomain *cut;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->whole != NULL)
    {
      g_autofree guint *places = g_new (guint, MAX (n_entities, 1));

      for (guint i = 0; i < n_entities; i++)
        places[i] = (guint) ask_domain_find_entity (self->whole, ask_domain_entity (self, entities[i])->name);
      return ask_domain_cut (self->whole, places, n_entities);
    }
  kept = g_new0 (gboolean, MAX (self->entities->len, 1));
  cut = domain_alloc (self->workspace, self->schema);
  /* The words are the whole's. */
  g_array_set_clear_func (cut->attributes, NULL);
  g_array_set_clear_func (cut->entities, NULL);
  g_array_set_clear_func (cut->metrics, NULL);
  cut->whole = ask_domain_ref (self);
  cut->places_here = g_new (int, MAX (self->attributes->len, 1));
  memset (cut->places_here, -1, MAX (self->attributes->len, 1) * sizeof *cut->places_here);
  for (guint i = 0; i < n_entities; i++)
    kept[entities[i]] = TRUE;
  for (guint e = 0; e < self->entities->len; e++)
    if (kept[e])
      cut_entity (cut, e);
  cut_joins (cut);
  weigh_stems (cut);
  return cut;
}

/*
 * ask_domain_get_place_here:
 * @self: perhaps cut from another
 * @attribute: of what it was cut from, else its own; or -1
 *
 * Returns: its own, or -1 where it has none
 */
int
ask_domain_get_place_here (AskDomain *self, int attribute)
{
  return attribute >= 0 && self->whole != NULL ? self->places_here[attribute] : attribute;
}

/**
 * ask_domain_get_rarity:
 * @self: a domain
 * @stem: of a word
 *
 * Returns: how much it says that a name holds @stem; of a stem that no name holds, as of one that one holds
 */
double
ask_domain_get_rarity (AskDomain *self, const char *stem)
{
  const double *rarity;

  g_return_val_if_fail (self != NULL && stem != NULL, 0);

  rarity = g_hash_table_lookup (self->rarity, stem);
  return rarity != NULL ? *rarity : 0.3 + log (self->attributes->len + 1.0);
}

/**
 * ask_domain_find:
 * @self: a domain
 * @entity: a name, in any case
 * @attribute: a name, in any case
 *
 * Returns: the attribute, or -1 where there is none
 */
int
ask_domain_find (AskDomain *self, const char *entity, const char *attribute)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL && entity != NULL && attribute != NULL, -1);

  if (self->whole != NULL)
    return ask_domain_get_place_here (self, ask_domain_find (self->whole, entity, attribute));
  name = fold_name (entity, attribute);
  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name)) - 1;
}

/**
 * ask_domain_find_entity:
 * @self: a domain
 * @entity: a name, in any case
 *
 * Returns: the entity, or -1 where there is none
 */
int
ask_domain_find_entity (AskDomain *self, const char *entity)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL && entity != NULL, -1);

  name = fold_name (entity, NULL);
  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name)) - 1;
}

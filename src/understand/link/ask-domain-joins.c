/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How entities join: as was declared, and, where nothing was declared between two of them, as names or values
 * make likely.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include <string.h>

#define COST_DECLARED 1.0
#define COST_LIKELY 1.4
#define COST_NAME 1.6
/* Values of fewer are in many columns by chance, and of more nobody looked at all of them. */
#define MIN_KEY_VALUES 5
#define MAX_KEY_VALUES 5000
#define MIN_PART_VALUES 3
/* Small numbers, from 1 on, are in each other by chance. */
#define MIN_KEY_NUMBER 60

/* What the search knows beside the domain.
 * @facts: (element-type AskValueFacts): one an attribute, %NULL where nothing is known
 * @joined: "entity entity" of those that join so far, both ways */
typedef struct
{
  AskDomain *domain;
  GPtrArray *facts;
  GHashTable *joined;
  guint n_groups;
} Search;

static char *
pair_key (guint a, guint b)
{
  return g_strdup_printf ("%u %u", MIN (a, b), MAX (a, b));
}

static gboolean
is_joined (const Search *search, guint from, guint to)
{
  g_autofree char *key
    = pair_key (ask_domain_attribute (search->domain, from)->entity, ask_domain_attribute (search->domain, to)->entity);

  return g_hash_table_contains (search->joined, key);
}

static void
add_join (Search *search, guint from, guint to, double cost)
{
  AskDomain *self = search->domain;
  AskDomainAttribute *one = ask_domain_attribute (self, from);
  AskDomainAttribute *other = ask_domain_attribute (self, to);
  AskDomainJoin join = { (int) from, (int) to, search->n_groups, cost };

  g_array_append_val (self->joins, join);
  one->joins = TRUE;
  other->joins = TRUE;
  g_hash_table_add (search->joined, pair_key (one->entity, other->entity));
}

static void
take_declared (Search *search)
{
  AskDomain *self = search->domain;

  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      guint n = MIN (relationship->from_attributes->len, relationship->to_attributes->len);
      g_autofree int *from = g_new (int, n);
      g_autofree int *to = g_new (int, n);
      gboolean whole = n > 0;

      for (guint a = 0; a < n; a++)
        {
          from[a] = ask_domain_find (self, relationship->from, relationship->from_attributes->pdata[a]);
          to[a] = ask_domain_find (self, relationship->to, relationship->to_attributes->pdata[a]);
          whole = whole && from[a] >= 0 && to[a] >= 0;
        }
      /* A part of it would join what does not belong together. */
      if (!whole)
        continue;
      for (guint a = 0; a < n; a++)
        {
          add_join (search, (guint) from[a], (guint) to[a], COST_DECLARED);
          ask_domain_attribute (self, from[a])->foreign = relationship->cardinality != ASK_CARDINALITY_MANY_TO_MANY;
        }
      search->n_groups++;
    }
}

static gboolean
is_plain_name (const char *name)
{
  return g_ascii_strcasecmp (name, "id") == 0 || g_ascii_strcasecmp (name, "name") == 0;
}

/* The same name on both sides, one of which is a key. */
static void
take_same_names (Search *search)
{
  AskDomain *self = search->domain;
  g_autoptr (GHashTable) names
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);
      char *name = g_ascii_strdown (attribute->name, -1);
      GArray *here = g_hash_table_lookup (names, name);

      if (here == NULL)
        {
          here = g_array_new (FALSE, FALSE, sizeof (guint));
          g_ptr_array_add (order, here);
          g_hash_table_insert (names, name, here);
        }
      else
        g_free (name);
      g_array_append_val (here, i);
    }
  for (guint o = 0; o < order->len; o++)
    {
      const GArray *here = order->pdata[o];

      for (guint x = 0; x < here->len; x++)
        for (guint y = x + 1; y < here->len; y++)
          {
            guint a = g_array_index (here, guint, x);
            guint b = g_array_index (here, guint, y);
            const AskDomainAttribute *one = ask_domain_attribute (self, a);
            const AskDomainAttribute *other = ask_domain_attribute (self, b);

            if ((!one->key && !other->key) || is_plain_name (one->name) || is_joined (search, a, b))
              continue;
            add_join (search, other->key ? a : b, other->key ? b : a, COST_NAME);
            search->n_groups++;
          }
    }
}

/* Returns: the only key of @entity, -1 where it has none or several */
static int
find_key (AskDomain *self, const AskDomainEntity *entity)
{
  int key = -1;

  for (guint i = entity->first; i < entity->first + entity->n_attributes; i++)
    {
      if (!ask_domain_attribute (self, i)->key)
        continue;
      if (key >= 0)
        return -1;
      key = (int) i;
    }
  return key;
}

static gboolean
same_kind (const AskDomainAttribute *a, const AskDomainAttribute *b)
{
  return a->kind == b->kind || a->kind == ASK_DOMAIN_TEXT || b->kind == ASK_DOMAIN_TEXT;
}

/* "customer_id", "customerid", "customer_code" to the key of the entity "customer" */
static void
take_entity_names (Search *search)
{
  AskDomain *self = search->domain;
  static const char *const ends[] = { "id", "code", "no", "number", NULL };

  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);
      guint n = g_strv_length (attribute->stems);

      if (attribute->foreign || n < 2)
        continue;
      for (guint e = 0; e < self->entities->len; e++)
        {
          const AskDomainEntity *entity = ask_domain_entity (self, e);
          guint n_words = g_strv_length (entity->stems);
          int key;
          gboolean same = n == n_words + 1 && e != attribute->entity;
          gboolean ends_so = FALSE;

          for (guint s = 0; same && s < n_words; s++)
            same = strcmp (entity->stems[s], attribute->stems[s]) == 0;
          for (guint s = 0; same && ends[s] != NULL && !ends_so; s++)
            ends_so = strcmp (attribute->stems[n - 1], ends[s]) == 0;
          if (!same || !ends_so)
            continue;
          key = find_key (self, entity);
          if (key < 0 || is_joined (search, i, (guint) key) || !same_kind (attribute, ask_domain_attribute (self, key)))
            continue;
          add_join (search, i, (guint) key, COST_LIKELY);
          search->n_groups++;
          break;
        }
    }
}

/* Whether values of the key of @facts say where they come from; days are the same days everywhere. */
static gboolean
is_telling (const AskDomainAttribute *key, const AskValueFacts *facts)
{
  return facts != NULL && facts->complete && facts->n_distinct >= MIN_KEY_VALUES && facts->n_distinct <= MAX_KEY_VALUES
         && !key->attribute->sensitive && key->kind != ASK_DOMAIN_TIME
         && !(facts->n_numbers > 0 && facts->least < MIN_KEY_NUMBER);
}

/* Whether all of @part could be found in @whole: what needs no look at values. */
static gboolean
may_be_part (const AskValueFacts *part, const AskValueFacts *whole)
{
  if (part == NULL || !part->complete || part->n_distinct < MIN_PART_VALUES || part->n_distinct > whole->n_distinct)
    return FALSE;
  if ((part->n_numbers > 0) != (whole->n_numbers > 0) || (part->n_texts > 0) != (whole->n_texts > 0))
    return FALSE;
  return part->n_numbers == 0 || (part->least >= whole->least && part->greatest <= whole->greatest);
}

/* Columns all of whose values are those of a key. */
static gboolean
take_values (Search *search, GError **error)
{
  AskDomain *self = search->domain;
  g_autoptr (GHashTable) before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer pair;

  /* Two columns may lead to one key: "home" and "away". */
  g_hash_table_iter_init (&iter, search->joined);
  while (g_hash_table_iter_next (&iter, &pair, NULL))
    g_hash_table_add (before, g_strdup (pair));
  for (guint k = 0; k < self->attributes->len; k++)
    {
      const AskDomainAttribute *key = ask_domain_attribute (self, k);
      const AskValueFacts *whole = search->facts->pdata[k];
      AskValuePlace to = ask_domain_get_place (self, k);

      if (!key->key || to.column == NULL || !is_telling (key, whole))
        continue;
      for (guint i = 0; i < self->attributes->len; i++)
        {
          const AskDomainAttribute *attribute = ask_domain_attribute (self, i);
          AskValuePlace from = ask_domain_get_place (self, i);
          g_autofree char *entities = pair_key (attribute->entity, key->entity);
          gboolean contains;

          if (attribute->key || attribute->entity == key->entity || attribute->attribute->sensitive
              || from.column == NULL || g_hash_table_contains (before, entities) || attribute->foreign
              || !may_be_part (search->facts->pdata[i], whole))
            continue;
          if (!ask_workspace_contains (self->workspace, &from, &to, &contains, error))
            return FALSE;
          if (!contains)
            continue;
          add_join (search, i, k, COST_LIKELY);
          search->n_groups++;
        }
    }
  return TRUE;
}

/*
 * ask_domain_find_joins:
 * @facts: (element-type AskValueFacts): one an attribute, %NULL where nothing is known
 *
 * Fills the domain's joins, and what its attributes say of them.
 */
gboolean
ask_domain_find_joins (AskDomain *self, GPtrArray *facts, GError **error)
{
  g_autoptr (GHashTable) joined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { self, facts, joined, 0 };

  take_declared (&search);
  take_same_names (&search);
  take_entity_names (&search);
  return take_values (&search, error);
}

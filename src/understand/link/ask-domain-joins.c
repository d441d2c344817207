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
#define COST_ROLE 1.5
#define COST_NAME 1.6
#define COST_SHARED 2.0
/* Values of fewer are in many columns by chance, and of more nobody looked at all of them. */
#define MIN_KEY_VALUES 5
#define MAX_KEY_VALUES 5000
#define MIN_PART_VALUES 3
/* Small numbers, from 1 on, are in each other by chance. */
#define MIN_KEY_NUMBER 60
/* Where more pairs could be looked at than these, only those are whose names have a word in common. */
#define MAX_PAIRS 40000
/* Of very many attributes of one name each is compared with so many. */
#define MAX_SHARED 50

/* What the search knows beside the domain.
 * @facts: (element-type AskValueFacts): one an attribute, %NULL where nothing is known
 * @joined: pairs of entities that join so far, see pair_key() */
typedef struct
{
  AskDomain *domain;
  GPtrArray *facts;
  GHashTable *joined;
  guint n_groups;
} Search;

static gint64
pair_key (guint a, guint b)
{
  return ((gint64) MIN (a, b) << 32) | MAX (a, b);
}

static GHashTable *
pairs_new (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
add_pair (GHashTable *pairs, gint64 key)
{
  g_hash_table_add (pairs, g_memdup2 (&key, sizeof key));
}

static gint64
key_of (const Search *search, guint from, guint to)
{
  return pair_key (ask_domain_attribute (search->domain, from)->entity,
                   ask_domain_attribute (search->domain, to)->entity);
}

static gboolean
is_joined (const Search *search, guint from, guint to)
{
  gint64 key = key_of (search, from, to);

  return g_hash_table_contains (search->joined, &key);
}

/* What is joined now, whatever is added later: two columns may lead to one key, "home" and "away". */
static GHashTable *
copy_joined (const Search *search)
{
  GHashTable *copy = pairs_new ();
  GHashTableIter iter;
  gpointer pair;

  g_hash_table_iter_init (&iter, search->joined);
  while (g_hash_table_iter_next (&iter, &pair, NULL))
    add_pair (copy, *(gint64 *) pair);
  return copy;
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
  add_pair (search->joined, pair_key (one->entity, other->entity));
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

/* Returns: the only key of @entity, -1 where it has none or several */
static int
find_key (AskDomain *self, guint entity)
{
  const AskDomainEntity *here = ask_domain_entity (self, entity);
  int key = -1;

  for (guint i = here->first; i < here->first + here->n_attributes; i++)
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

/* "customer_id", "CUST_NUM", "zip_code": a name for what tells one thing from others. */
static gboolean
names_a_thing (const AskDomainAttribute *attribute)
{
  static const char *const ends[] = { "id", "code", "no", "number", "num", "key", "zip", NULL };
  guint n = g_strv_length (attribute->stems);
  g_autofree char *lower = g_ascii_strdown (attribute->name, -1);

  return (n > 0 && g_strv_contains (ends, attribute->stems[n - 1])) || g_str_has_suffix (lower, "id");
}

/* A part of a key is a key to look for only where it is called so: two people may share a "LastName", and it leads
 * from none to the other. */
static gboolean
leads_by_name (AskDomain *self, guint attribute)
{
  const AskDomainAttribute *here = ask_domain_attribute (self, attribute);

  return here->key && (find_key (self, here->entity) >= 0 || here->foreign || names_a_thing (here));
}

/* Returns: (element-type GArray): places of attributes that are called alike, two at least; "id" and "name" are not */
static GPtrArray *
group_by_name (AskDomain *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);
      char *name;
      GArray *here;

      if (is_plain_name (attribute->name))
        continue;
      name = g_ascii_strdown (attribute->name, -1);
      here = g_hash_table_lookup (names, name);
      if (here == NULL)
        {
          here = g_array_new (FALSE, FALSE, sizeof (guint));
          g_ptr_array_add (groups, here);
          g_hash_table_insert (names, name, here);
        }
      else
        g_free (name);
      g_array_append_val (here, i);
    }
  return groups;
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

/* Whether all that @from holds is in @to. */
static gboolean
is_within (Search *search, guint from, guint to, gboolean *within, GError **error)
{
  AskValuePlace part = ask_domain_get_place (search->domain, from);
  AskValuePlace whole = ask_domain_get_place (search->domain, to);
  const AskValueFacts *facts = search->facts->pdata[to];

  *within = FALSE;
  if (part.column == NULL || whole.column == NULL || facts == NULL
      || ask_domain_attribute (search->domain, from)->attribute->sensitive
      || ask_domain_attribute (search->domain, to)->attribute->sensitive
      || !may_be_part (search->facts->pdata[from], facts))
    return TRUE;
  return ask_workspace_contains (search->domain->workspace, &part, &whole, within, error);
}

static gboolean
is_elsewhere (const Search *search, guint a, guint b)
{
  const AskDomainEntity *one = ask_domain_entity (search->domain, ask_domain_attribute (search->domain, a)->entity);
  const AskDomainEntity *other = ask_domain_entity (search->domain, ask_domain_attribute (search->domain, b)->entity);

  return g_ascii_strcasecmp (one->entity->source, other->entity->source) != 0;
}

/* Whether a name is all that speaks for leading from @from to the key @to of another source, and what is known of their
 * values speaks against it. Two databases have keys of one name without having anything in common: "CustomerID" is 1 to 59
 * in one and letters in the other. What leads to its own source, or tells the rows of its own entity, needs values that
 * are found there. */
static gboolean
is_namesake (Search *search, guint from, guint to, gboolean *namesake, GError **error)
{
  const AskDomainAttribute *one = ask_domain_attribute (search->domain, from);
  const AskValueFacts *part = search->facts->pdata[from];
  const AskValueFacts *whole = search->facts->pdata[to];
  gboolean within = FALSE;

  *namesake = FALSE;
  if (!is_elsewhere (search, from, to) || part == NULL || whole == NULL || !part->complete || !whole->complete)
    return TRUE;
  if ((part->n_numbers == 0 && whole->n_texts == 0) || (part->n_texts == 0 && whole->n_numbers == 0))
    {
      *namesake = part->n_distinct > 0 && whole->n_distinct > 0;
      return TRUE;
    }
  if (!one->foreign && !one->key)
    return TRUE;
  if (is_telling (ask_domain_attribute (search->domain, to), whole) && !is_within (search, from, to, &within, error))
    return FALSE;
  *namesake = !within;
  return TRUE;
}

/* Whether @from has a key of its own source to lead to among those of one name. Who works a shift is among the people of
 * the same database; staff of another one who are numbered from 1 as well are not meant beside them. */
static gboolean
has_own_key (const Search *search, const GArray *here, const gboolean *leads, guint from)
{
  for (guint z = 0; z < here->len; z++)
    {
      guint key = g_array_index (here, guint, z);

      if (leads[z] && key != from && !is_elsewhere (search, from, key)
          && ask_domain_attribute (search->domain, key)->entity != ask_domain_attribute (search->domain, from)->entity)
        return TRUE;
    }
  return FALSE;
}

/* Whether a join leads from @from to a key of its own source. */
static gboolean
leads_home (const Search *search, guint from)
{
  for (guint j = 0; j < search->domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (search->domain, j);

      if (join->from == (int) from && !is_elsewhere (search, from, (guint) join->to))
        return TRUE;
    }
  return FALSE;
}

/* The same name on both sides, one of which is a key. */
static gboolean
take_same_names (Search *search, GPtrArray *groups, GError **error)
{
  AskDomain *self = search->domain;

  for (guint g = 0; g < groups->len; g++)
    {
      const GArray *here = groups->pdata[g];
      g_autofree gboolean *leads = g_new (gboolean, here->len);
      guint n_leading = 0;

      for (guint x = 0; x < here->len; x++)
        n_leading += leads[x] = leads_by_name (self, g_array_index (here, guint, x));
      /* What is a key of so many tells none of them from others. */
      for (guint x = 0; n_leading > 0 && n_leading <= MAX_SHARED && x < here->len; x++)
        for (guint y = x + 1; y < here->len; y++)
          {
            guint a = g_array_index (here, guint, x);
            guint b = g_array_index (here, guint, y);
            guint from = leads[y] ? a : b;
            guint to = leads[y] ? b : a;
            gboolean namesake;

            if ((!leads[x] && !leads[y]) || is_joined (search, a, b)
                || (is_elsewhere (search, from, to) && has_own_key (search, here, leads, from)))
              continue;
            if (!is_namesake (search, from, to, &namesake, error))
              return FALSE;
            if (namesake)
              continue;
            add_join (search, from, to, COST_NAME);
            search->n_groups++;
          }
    }
  return TRUE;
}

/* Stems, as far as @n, as one text. */
static char *
join_stems (char **stems, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s ", stems[i]);
  return g_string_free (text, FALSE);
}

/* Returns: stems of an entity's name → its place + 1; of two that are called alike the first */
static GHashTable *
index_entities (AskDomain *self)
{
  GHashTable *entities = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint e = 0; e < self->entities->len; e++)
    {
      char **stems = ask_domain_entity (self, e)->stems;
      char *name = join_stems (stems, g_strv_length (stems));

      if (*name != '\0' && !g_hash_table_contains (entities, name))
        g_hash_table_insert (entities, name, GUINT_TO_POINTER (e + 1));
      else
        g_free (name);
    }
  return entities;
}

/* Returns: the entity that @attribute is called after, "customer" of "customer_id" and "customer_code", or "station" of
 * "start_station_id", @role words into the name; -1 where there is none */
static int
find_named_entity (AskDomain *self, GHashTable *entities, guint attribute, guint role)
{
  const AskDomainAttribute *here = ask_domain_attribute (self, attribute);
  g_autofree char *name = join_stems (here->stems + role, g_strv_length (here->stems) - 1 - role);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (entities, name));

  return found == 0 || (role == 0 && found - 1 == here->entity) ? -1 : (int) found - 1;
}

/* @attribute to the key of @entity, which it is called after. */
static gboolean
take_entity_name (Search *search, guint attribute, guint entity, double cost, GHashTable *before, GError **error)
{
  AskDomain *self = search->domain;
  const AskDomainAttribute *here = ask_domain_attribute (self, attribute);
  gint64 pair = pair_key (here->entity, entity);
  int key = find_key (self, entity);
  gboolean namesake;

  if (key < 0 || key == (int) attribute || g_hash_table_contains (before, &pair)
      || !same_kind (here, ask_domain_attribute (self, key))
      || (is_elsewhere (search, attribute, (guint) key) && leads_home (search, attribute)))
    return TRUE;
  if (!is_namesake (search, attribute, (guint) key, &namesake, error))
    return FALSE;
  if (!namesake)
    {
      add_join (search, attribute, (guint) key, cost);
      search->n_groups++;
    }
  return TRUE;
}

static gboolean
take_entity_names (Search *search, GError **error)
{
  static const char *const ends[] = { "id", "code", "no", "number", NULL };
  AskDomain *self = search->domain;
  g_autoptr (GHashTable) entities = index_entities (self);
  g_autoptr (GHashTable) before = copy_joined (search);

  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);
      guint n = g_strv_length (attribute->stems);

      if (attribute->foreign || n < 2 || !g_strv_contains (ends, attribute->stems[n - 1]))
        continue;
      for (guint role = 0; role < n - 1; role++)
        {
          int entity = find_named_entity (self, entities, i, role);

          if (entity < 0)
            continue;
          if (!take_entity_name (search, i, (guint) entity, role == 0 ? COST_LIKELY : COST_ROLE, before, error))
            return FALSE;
          break;
        }
    }
  return TRUE;
}

/* Whether @part's name has a word of the key's or of its entity's. */
static gboolean
is_kin (AskDomain *self, const AskDomainAttribute *part, const AskDomainAttribute *key)
{
  static const char *const common[] = { "id", "code", "no", "number", "name", "key", NULL };
  const char *const *of_key = (const char *const *) key->stems;
  const char *const *of_entity = (const char *const *) ask_domain_entity (self, key->entity)->stems;

  for (guint s = 0; part->stems[s] != NULL; s++)
    if (!g_strv_contains (common, part->stems[s])
        && (g_strv_contains (of_key, part->stems[s]) || g_strv_contains (of_entity, part->stems[s])))
      return TRUE;
  return FALSE;
}

/* Columns all of whose values are those of a key. */
static gboolean
take_values (Search *search, GError **error)
{
  AskDomain *self = search->domain;
  g_autoptr (GHashTable) before = copy_joined (search);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean many;

  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);
      const AskValueFacts *facts = search->facts->pdata[i];

      if (attribute->key && is_telling (attribute, facts))
        g_array_append_val (keys, i);
      else if (!attribute->key && !attribute->foreign && !attribute->attribute->sensitive && facts != NULL
               && facts->complete && facts->n_distinct >= MIN_PART_VALUES)
        g_array_append_val (parts, i);
    }
  many = (guint64) keys->len * parts->len > MAX_PAIRS;
  /* Of so many, names have to do. */
  if ((guint64) keys->len * parts->len > 100 * (guint64) MAX_PAIRS)
    return TRUE;
  for (guint k = 0; k < keys->len; k++)
    for (guint p = 0; p < parts->len; p++)
      {
        guint key = g_array_index (keys, guint, k);
        guint part = g_array_index (parts, guint, p);
        gint64 pair = key_of (search, part, key);
        gboolean within;

        if (ask_domain_attribute (self, part)->entity == ask_domain_attribute (self, key)->entity
            || !may_be_part (search->facts->pdata[part], search->facts->pdata[key])
            || (many && !is_kin (self, ask_domain_attribute (self, part), ask_domain_attribute (self, key)))
            || g_hash_table_contains (before, &pair))
          continue;
        if (!is_within (search, part, key, &within, error))
          return FALSE;
        if (!within)
          continue;
        add_join (search, part, key, COST_LIKELY);
        search->n_groups++;
      }
  return TRUE;
}

/* Which entities can be reached from each other: each has a number of its group. */
static guint
find_group (guint *groups, guint entity)
{
  while (groups[entity] != entity)
    entity = groups[entity] = groups[groups[entity]];
  return entity;
}

/* The same name where no key is, between entities that nothing else joins, however far around: "zip_code" of a trip
 * and of the weather. The name must be that of a thing, or all values of one be among the other's. */
static gboolean
take_shared_names (Search *search, GPtrArray *names, GError **error)
{
  AskDomain *self = search->domain;
  g_autofree guint *groups = g_new (guint, MAX (self->entities->len, 1));

  for (guint e = 0; e < self->entities->len; e++)
    groups[e] = e;
  for (guint i = 0; i < self->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (self, i);

      groups[find_group (groups, ask_domain_attribute (self, join->from)->entity)]
        = find_group (groups, ask_domain_attribute (self, join->to)->entity);
    }
  for (guint g = 0; g < names->len; g++)
    {
      const GArray *here = names->pdata[g];

      for (guint x = 0; x < here->len; x++)
        for (guint y = x + 1; y < here->len && y < x + MAX_SHARED; y++)
          {
            guint a = g_array_index (here, guint, x);
            guint b = g_array_index (here, guint, y);
            const AskDomainAttribute *one = ask_domain_attribute (self, a);
            const AskDomainAttribute *other = ask_domain_attribute (self, b);
            guint from = find_group (groups, one->entity);
            guint to = find_group (groups, other->entity);
            gboolean alike = one->kind == other->kind && names_a_thing (one);
            gboolean namesake = FALSE;

            if (from == to || one->kind == ASK_DOMAIN_TIME || one->kind == ASK_DOMAIN_BOOLEAN)
              continue;
            if (alike && !is_namesake (search, a, b, &namesake, error))
              return FALSE;
            if (namesake)
              continue;
            if (!alike && !is_within (search, a, b, &alike, error))
              return FALSE;
            if (!alike && !is_within (search, b, a, &alike, error))
              return FALSE;
            if (!alike)
              continue;
            groups[from] = to;
            add_join (search, a, b, COST_SHARED);
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
  g_autoptr (GHashTable) joined = pairs_new ();
  g_autoptr (GPtrArray) names = group_by_name (self);
  Search search = { self, facts, joined, 0 };

  take_declared (&search);
  return take_same_names (&search, names, error) && take_entity_names (&search, error) && take_values (&search, error)
         && take_shared_names (&search, names, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relationships between the entities of one document, inferred from names: carrier_id refers to the
 * key of carriers. OpenAPI has no foreign keys, so this is a guess, made only where the names agree
 * and the types can be compared.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

/* "carrier" for carrier_id, carrierId and carrier_uuid; NULL for what names nobody. */
static char *
dup_noun_of (const AskAttribute *attribute)
{
  static const char *const endings[] = { "_id", "_uuid", "_guid", "_sid", NULL };
  g_autofree char *snake = ask_openapi_dup_snake (attribute->column != NULL ? attribute->column : attribute->name);

  for (guint i = 0; endings[i] != NULL; i++)
    if (g_str_has_suffix (snake, endings[i]) && strlen (snake) > strlen (endings[i]))
      return g_strndup (snake, strlen (snake) - strlen (endings[i]));
  return NULL;
}

static gboolean
types_compare (AskType a, AskType b)
{
  return a == b || a == ASK_TYPE_ANY || b == ASK_TYPE_ANY;
}

typedef struct
{
  AskEntity *entity;
  AskAttribute *key; /* nullable */
  char *stems; /* of its name */
  char *noun_stems; /* of its path's last word */
} Candidate;

static void
candidate_clear (gpointer data)
{
  Candidate *candidate = data;

  g_free (candidate->stems);
  g_free (candidate->noun_stems);
}

/* The entity that @noun means: of its name; else of its path's last word; else, unless it has to be
 * @exact, the longest one that @noun ends with ("origin_warehouse"). */
static const Candidate *
find_candidate (const GArray *candidates, const char *noun, gboolean exact)
{
  g_autofree char *wanted = ask_openapi_dup_stems (noun);
  const Candidate *best = NULL;
  gsize best_rank = 0;

  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      gsize rank = 0;

      if (candidate->key == NULL)
        continue;
      if (strcmp (candidate->stems, wanted) == 0)
        rank = G_MAXSIZE;
      else if (strcmp (candidate->noun_stems, wanted) == 0)
        rank = G_MAXSIZE - 1;
      else if (!exact && strlen (candidate->noun_stems) > 4 && g_str_has_suffix (wanted, candidate->noun_stems))
        rank = strlen (candidate->noun_stems);
      if (rank > best_rank)
        {
          best = candidate;
          best_rank = rank;
        }
    }
  return best;
}

static void
add_for (AskSchema *schema, const GArray *candidates, const Candidate *from, const AskAttribute *attribute)
{
  g_autofree char *noun = dup_noun_of (attribute);
  const Candidate *to;
  gboolean inner;

  if (noun == NULL)
    return;
  /* What lies in an object has words of the object in its name. */
  inner = attribute->column != NULL && strchr (attribute->column, '.') != NULL;
  to = strcmp (noun, "parent") == 0 && !inner ? from : find_candidate (candidates, noun, inner);
  /* order_id in orders is its own; parent_id and parent_category_id are another row's. */
  if (to == NULL || to->key == NULL || to->key == attribute || (to == from && !g_str_has_prefix (noun, "parent")))
    return;
  if (types_compare (to->key->type, attribute->type)
      && !ask_openapi_is_related (schema, from->entity->name, attribute->name))
    ask_schema_add_relationship (schema, from->entity->name, attribute->name, to->entity->name, to->key->name);
}

/**
 * ask_openapi_add_relationships:
 * @schema: with all its entities
 * @nouns: (element-type utf8): for each entity the last word of its path
 *
 * Relationships that are there already stay, and nothing is inferred for their attributes.
 */
void
ask_openapi_add_relationships (AskSchema *schema, GPtrArray *nouns)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, TRUE, sizeof (Candidate));
  guint n_known = schema->relationships->len;

  g_array_set_clear_func (candidates, candidate_clear);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = g_ptr_array_index (schema->entities, i);
      Candidate candidate = { entity, ask_openapi_get_key (entity), ask_openapi_dup_stems (entity->name),
                              ask_openapi_dup_stems (g_ptr_array_index (nouns, i)) };

      g_array_append_val (candidates, candidate);
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *from = &g_array_index (candidates, Candidate, i);

      for (guint j = 0; j < from->entity->attributes->len; j++)
        add_for (schema, candidates, from, g_ptr_array_index (from->entity->attributes, j));
    }
  /* What a document says for certain stands after what it says of its first entities. */
  for (guint i = 0; i < n_known; i++)
    g_ptr_array_add (schema->relationships, g_ptr_array_steal_index (schema->relationships, 0));
}

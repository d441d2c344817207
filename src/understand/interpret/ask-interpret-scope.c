/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a question may be about: the domains of the sources that routing names, cut to what the question needs where they
 * are large. They are kept as long as the interpreter.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include "understand/select/ask-select.h"

/* Sources that are looked at, of those that routing names. */
#define MAX_SCOPES 3

/* What a source has, with what it joins elsewhere. */
typedef struct
{
  AskDomain *domain;
  AskSelector *selector; /* nullable: there are few entities */
} Place;

static void
scope_clear (gpointer data)
{
  g_clear_pointer (&((AskScope *) data)->domain, ask_domain_unref);
}

static void
place_free (gpointer data)
{
  Place *self = data;

  ask_selector_free (self->selector);
  ask_domain_unref (self->domain);
  g_free (self);
}

/*
 * ask_interpreter_new_places:
 *
 * Returns: (transfer full): source name, or "" for all → Place
 */
GHashTable *
ask_interpreter_new_places (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, place_free);
}

static void
add_entity (GPtrArray *entities, GHashTable *added, AskEntity *entity)
{
  if (g_hash_table_add (added, entity))
    g_ptr_array_add (entities, entity);
}

/* The source's entities and those that they are related to, wherever they lie: as was declared, and by the names of keys
 * where web APIs have a part in it. */
static GPtrArray *
list_entities (AskInterpreter *self, const char *source)
{
  AskSchema *schema = self->schema;
  GPtrArray *entities = g_ptr_array_new ();
  g_autoptr (GHashTable) added = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint e = 0; e < schema->entities->len; e++)
    {
      AskEntity *entity = g_ptr_array_index (schema->entities, e);

      g_hash_table_insert (named, entity->name, entity);
      if (source == NULL || g_ascii_strcasecmp (entity->source, source) == 0)
        add_entity (entities, added, entity);
    }
  for (guint r = 0; source != NULL && r < schema->relationships->len; r++)
    {
      const AskRelationship *relationship = g_ptr_array_index (schema->relationships, r);
      AskEntity *from = g_hash_table_lookup (named, relationship->from);
      AskEntity *to = g_hash_table_lookup (named, relationship->to);

      if (from == NULL || to == NULL || g_hash_table_contains (added, from) == g_hash_table_contains (added, to))
        continue;
      add_entity (entities, added, from);
      add_entity (entities, added, to);
    }
  if (source != NULL && self->route != NULL)
    ask_kin_add (self->route->kin, schema, entities);
  return entities;
}

static const Place *
get_place (AskInterpreter *self, const char *source, const AskLearned *learned, GError **error)
{
  const char *key = source != NULL ? source : "";
  GHashTable *places = learned != NULL ? self->places : self->untaught;
  Place *place = g_hash_table_lookup (places, key);
  g_autoptr (GPtrArray) entities = NULL;
  g_autoptr (AskDomain) domain = NULL;

  if (place != NULL)
    return place;
  entities = list_entities (self, source);
  domain = ask_domain_new (self->workspace, self->schema, entities, error);
  if (domain == NULL)
    return NULL;
  if (learned != NULL)
    {
      g_autoptr (GPtrArray) words = ask_learned_list_words (learned);

      ask_domain_teach (domain, words);
    }
  place = g_new0 (Place, 1);
  if (domain->entities->len > ASK_SELECT_MAX_ENTITIES)
    place->selector = ask_selector_new (domain);
  place->domain = g_steal_pointer (&domain);
  g_hash_table_insert (places, g_strdup (key), place);
  return place;
}

static void
take_entity (GArray *entities, gboolean *taken, int entity)
{
  if (entity < 0 || taken[entity])
    return;
  taken[entity] = TRUE;
  g_array_append_val (entities, entity);
}

/* What a large domain has of @names, what joins these, and what @text names. */
static AskDomain *
cut_around (const Place *place, GPtrArray *names, const char *text, GError **error)
{
  AskDomain *domain = place->domain;
  g_autoptr (GArray) found = ask_selector_find (place->selector, text, ASK_SELECT_MAX_ENTITIES, error);
  g_autoptr (GArray) entities = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *taken = g_new0 (gboolean, domain->entities->len);
  guint n_named;

  if (found == NULL)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    take_entity (entities, taken, ask_domain_find_entity (domain, names->pdata[i]));
  n_named = entities->len;
  for (guint i = 0; i < domain->joins->len && entities->len < n_named + ASK_SELECT_MAX_ENTITIES; i++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, i);
      guint from = ask_domain_attribute (domain, join->from)->entity;
      guint to = ask_domain_attribute (domain, join->to)->entity;

      for (guint k = 0; k < n_named; k++)
        if (g_array_index (entities, guint, k) == from || g_array_index (entities, guint, k) == to)
          {
            take_entity (entities, taken, (int) from);
            take_entity (entities, taken, (int) to);
          }
    }
  for (guint i = 0; i < found->len; i++)
    take_entity (entities, taken, (int) g_array_index (found, AskSelected, i).entity);
  return ask_domain_cut (domain, (const guint *) entities->data, entities->len);
}

/*
 * ask_interpreter_find_domain:
 * @self: an interpreter
 * @names: (element-type utf8): entities
 * @text: words that may name others
 * @error: what the store says
 *
 * Returns: (transfer full): the domain of the entities' source, or of all sources where they lie in several; of a large one
 *   what @names and @text need
 */
AskDomain *
ask_interpreter_find_domain (AskInterpreter *self, GPtrArray *names, const char *text, GError **error)
{
  const char *source = NULL;
  gboolean several = FALSE;
  const Place *place;

  for (guint i = 0; i < names->len; i++)
    {
      const AskEntity *entity = ask_schema_find_entity (self->schema, names->pdata[i]);

      if (entity == NULL)
        continue;
      several
        = several || *entity->source == '\0' || (source != NULL && g_ascii_strcasecmp (source, entity->source) != 0);
      source = entity->source;
    }
  place = get_place (self, several ? NULL : source, self->learned, error);
  if (place == NULL)
    return NULL;
  return place->selector != NULL ? cut_around (place, names, text, error) : ask_domain_ref (place->domain);
}

/* Whether the scope of @wide has all that @source has itself. */
static gboolean
holds_all (AskInterpreter *self, const AskPosed *asked, const char *wide, const char *source)
{
  /* It was made for that scope, so there is nothing to fail. */
  const Place *place = get_place (self, wide, asked->learned, NULL);

  for (guint e = 0; e < self->schema->entities->len; e++)
    {
      const AskEntity *entity = self->schema->entities->pdata[e];

      if (!entity->hidden && g_ascii_strcasecmp (entity->source, source) == 0
          && ask_domain_find_entity (place->domain, entity->name) < 0)
        return FALSE;
    }
  return TRUE;
}

/* Adds what the question may need of a source, or of all. @hit: (nullable) */
static gboolean
add_scope (AskInterpreter *self, GArray *scopes, const AskRouteHit *hit, const AskPosed *asked, GError **error)
{
  const Place *place = get_place (self, hit != NULL ? hit->source : NULL, asked->learned, error);
  AskScope scope = { NULL, hit != NULL ? hit->score : 1 };

  if (place == NULL)
    return FALSE;
  scope.domain = place->selector != NULL
                   ? ask_selector_cut (place->selector, asked->text, ASK_SELECT_MAX_ENTITIES, error)
                   : ask_domain_ref (place->domain);
  if (scope.domain != NULL)
    scope.domain = ask_domain_leave_views (scope.domain, asked->text, error);
  if (scope.domain == NULL)
    return FALSE;
  g_array_append_val (scopes, scope);
  return TRUE;
}

/*
 * ask_interpreter_find_scopes:
 * @self: an interpreter
 * @asked: a question
 * @error: as of ask_domain_new()
 *
 * Returns: (transfer full) (element-type AskScope): what the question may be about, the likeliest first
 */
GArray *
ask_interpreter_find_scopes (AskInterpreter *self, const AskPosed *asked, GError **error)
{
  g_autoptr (GArray) scopes = g_array_new (FALSE, FALSE, sizeof (AskScope));
  g_autoptr (AskRouteResult) routed = NULL;
  const char *routed_as[MAX_SCOPES]; /* of each scope its source */

  g_array_set_clear_func (scopes, scope_clear);
  if (!ask_interpreter_open_route (self, error))
    return NULL;
  if (self->only != NULL && self->route != NULL)
    return add_scope (self, scopes, &(AskRouteHit) { self->only, 1, NULL }, asked, error) ? g_steal_pointer (&scopes)
                                                                                          : NULL;
  routed = ask_interpreter_route (self, asked->text, MAX_SCOPES);
  for (guint i = 0; routed != NULL && i < routed->hits->len; i++)
    {
      const AskRouteHit *hit = g_ptr_array_index (routed->hits, i);
      AskScope *wide = NULL;

      /* What is looked at with a likelier source needs no look of its own: what is about either is about both. */
      for (guint k = 0; k < scopes->len && wide == NULL; k++)
        if (holds_all (self, asked, routed_as[k], hit->source))
          wide = &g_array_index (scopes, AskScope, k);
      if (wide != NULL)
        wide->share = MIN (1, wide->share + hit->score);
      else if (!add_scope (self, scopes, hit, asked, error))
        return NULL;
      else
        routed_as[scopes->len - 1] = hit->source;
    }
  if (routed == NULL && !add_scope (self, scopes, NULL, asked, error))
    return NULL;
  return g_steal_pointer (&scopes);
}

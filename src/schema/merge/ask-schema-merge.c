/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The merge of what a source is now into a schema that people have worked on: which entity is which, what is new and
 * what is gone, relationships, and the drift in words. It must never lose a name, a description, a synonym or a
 * relationship that somebody wrote for what still exists, nor bring back what somebody took out.
 */
#include "config.h"

#include "schema/merge/ask-schema-merge-private.h"

#include <string.h>

#include "schema/ask-schema-index.h"

/* One entity through the three versions; those of the imports also in our words. */
typedef struct
{
  AskEntity *ours; /* nullable */
  AskEntity *base; /* nullable */
  AskEntity *theirs; /* nullable */
  AskEntity *base_words;
  AskEntity *theirs_words;
  gboolean removed; /* people took it out */
} Track;

static void
track_free (gpointer data)
{
  Track *self = data;

  g_clear_pointer (&self->base_words, ask_entity_unref);
  g_clear_pointer (&self->theirs_words, ask_entity_unref);
  g_free (self);
}

/* All tracks, and where they are by the names of their imports. */
typedef struct
{
  GPtrArray *all; /* Track */
  GHashTable *base; /* name in small letters → Track */
  GHashTable *theirs;
} Tracks;

static void
tracks_init (Tracks *self)
{
  self->all = g_ptr_array_new_with_free_func (track_free);
  self->base = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->theirs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
tracks_clear (Tracks *self)
{
  g_clear_pointer (&self->base, g_hash_table_unref);
  g_clear_pointer (&self->theirs, g_hash_table_unref);
  g_clear_pointer (&self->all, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tracks, tracks_clear)

static void
add_name (GHashTable *names, const AskEntity *entity, Track *track)
{
  char *key = entity != NULL ? g_ascii_strdown (entity->name, -1) : NULL;

  if (key == NULL || g_hash_table_contains (names, key))
    g_free (key);
  else
    g_hash_table_insert (names, key, track);
}

static void
tracks_add (Tracks *self, Track *track)
{
  g_ptr_array_add (self->all, track);
  add_name (self->base, track->base, track);
  add_name (self->theirs, track->theirs, track);
}

static Track *
find_track (const Tracks *tracks, const char *name, gboolean base)
{
  g_autofree char *key = g_ascii_strdown (name, -1);

  return g_hash_table_lookup (base ? tracks->base : tracks->theirs, key);
}

static void
make_tracks (Tracks *tracks, AskSchema *ours, AskSchema *base, AskSchema *theirs, const char *source)
{
  g_autoptr (AskSchemaIndex) before = ask_schema_index_new (base);
  g_autoptr (AskSchemaIndex) now = ask_schema_index_new (theirs);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  tracks_init (tracks);
  for (guint i = 0; i < ours->entities->len; i++)
    {
      AskEntity *entity = ours->entities->pdata[i];
      Track *track;

      if (strcmp (entity->source, source) != 0)
        continue;
      track = g_new0 (Track, 1);
      track->ours = entity;
      track->base = ask_schema_index_find_bound (before, entity);
      track->theirs = ask_schema_index_find_bound (now, entity);
      g_hash_table_add (seen, track->base);
      g_hash_table_add (seen, track->theirs);
      tracks_add (tracks, track);
    }
  for (guint i = 0; i < theirs->entities->len; i++)
    {
      AskEntity *entity = theirs->entities->pdata[i];
      Track *track;

      if (strcmp (entity->source, source) != 0 || g_hash_table_contains (seen, entity))
        continue;
      track = g_new0 (Track, 1);
      track->theirs = entity;
      track->base = ask_schema_index_find_bound (before, entity);
      track->removed = track->base != NULL;
      tracks_add (tracks, track);
    }
}

/* Those that people have, at their places. */
static void
merge_known (AskSchema *work, const Tracks *tracks)
{
  g_autoptr (GHashTable) merged = g_hash_table_new (NULL, NULL); /* entity of ours → what becomes of it, or NULL */
  g_autofree gpointer *before = NULL;
  gsize n_before;

  for (guint i = 0; i < tracks->all->len; i++)
    {
      Track *track = tracks->all->pdata[i];

      if (track->theirs != NULL)
        track->theirs_words = ask_merge_translate (track->theirs, track->ours, NULL, NULL);
      if (track->base != NULL)
        track->base_words = ask_merge_translate (track->base, track->ours, track->theirs, track->theirs_words);
      if (track->ours != NULL)
        g_hash_table_insert (merged, track->ours,
                             track->theirs != NULL
                               ? ask_merge_entity (track->ours, track->base_words, track->theirs_words)
                               : NULL);
    }
  before = g_ptr_array_steal (work->entities, &n_before);
  for (gsize i = 0; i < n_before; i++)
    {
      AskEntity *ours = before[i];
      gpointer entity = NULL;
      gboolean tracked = g_hash_table_lookup_extended (merged, ours, NULL, &entity);

      /* What did not change stays shared with the version before. */
      if (!tracked || (entity != NULL && ask_entity_equal (entity, ours)))
        {
          if (tracked)
            ask_entity_unref (entity);
          entity = ask_entity_ref (ours);
        }
      if (entity != NULL)
        g_ptr_array_add (work->entities, entity);
      ask_entity_unref (ours);
    }
}

/* Of each entity of @theirs the next one that people have; the id of ours, NULL where none follows. */
static const char **
find_following (AskSchema *theirs, const Tracks *tracks)
{
  const char **following = g_new0 (const char *, theirs->entities->len + 1);
  const char *next = NULL;

  for (guint i = theirs->entities->len; i-- > 0;)
    {
      const Track *track = find_track (tracks, ((AskEntity *) theirs->entities->pdata[i])->name, FALSE);

      following[i] = next;
      if (track != NULL && track->ours != NULL)
        next = track->ours->id;
    }
  return following;
}

/* Puts what was added behind @n entities before that which it stands before. */
static void
put_before (AskSchema *work, guint n, GHashTable *waiting)
{
  gsize n_all;
  g_autofree gpointer *all = g_ptr_array_steal (work->entities, &n_all);
  g_autoptr (GHashTable) placed = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      const GPtrArray *here = g_hash_table_lookup (waiting, ((AskEntity *) all[i])->id);

      for (guint k = 0; here != NULL && k < here->len; k++)
        {
          g_hash_table_add (placed, here->pdata[k]);
          g_ptr_array_add (work->entities, here->pdata[k]);
        }
      g_ptr_array_add (work->entities, all[i]);
    }
  for (gsize i = n; i < n_all; i++)
    if (!g_hash_table_contains (placed, all[i]))
      g_ptr_array_add (work->entities, all[i]);
}

/* New ones stand before the entity that they stand before at the source. */
static void
add_new (AskSchema *work, AskSchema *theirs, const Tracks *tracks)
{
  g_autofree const char **following = find_following (theirs, tracks);
  g_autoptr (AskSchemaIndex) index = ask_schema_index_new (work);
  g_autoptr (GHashTable) waiting
    = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  guint n = work->entities->len;

  for (guint i = 0; i < theirs->entities->len; i++)
    {
      AskEntity *raw = theirs->entities->pdata[i];
      Track *track = find_track (tracks, raw->name, FALSE);
      AskEntity *entity;

      if (track == NULL || track->ours != NULL || track->removed)
        continue;
      entity = ask_entity_copy (raw);
      g_clear_pointer (&entity->id, g_free);
      ask_schema_index_add_entity (index, work, entity);
      g_free (track->theirs_words->name);
      track->theirs_words->name = g_strdup (entity->name);
      g_free (track->theirs_words->id);
      track->theirs_words->id = g_strdup (entity->id);
      if (following[i] == NULL)
        continue;
      if (!g_hash_table_contains (waiting, following[i]))
        g_hash_table_insert (waiting, (gpointer) following[i], g_ptr_array_new ());
      g_ptr_array_add (g_hash_table_lookup (waiting, following[i]), entity);
    }
  put_before (work, n, waiting);
}

static const char *
translate_attribute (const AskEntity *raw, const AskEntity *words, const char *name)
{
  const AskAttribute *attribute = ask_entity_find_attribute (raw, name);
  guint index;

  if (attribute == NULL || !g_ptr_array_find (raw->attributes, attribute, &index))
    return name;
  return ((AskAttribute *) words->attributes->pdata[index])->name;
}

/* The relationships of an import in our words; of what people took out there are none. */
static GPtrArray *
translate_relationships (AskSchema *raw, const Tracks *tracks, gboolean base)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);

  for (guint i = 0; raw != NULL && i < raw->relationships->len; i++)
    {
      const AskRelationship *from = raw->relationships->pdata[i];
      const Track *near = find_track (tracks, from->from, base);
      const Track *far = find_track (tracks, from->to, base);
      AskRelationship *to;

      if (near == NULL || far == NULL || near->removed || far->removed)
        continue;

      const AskEntity *near_raw = base ? near->base : near->theirs;
      const AskEntity *far_raw = base ? far->base : far->theirs;
      const AskEntity *near_words = base ? near->base_words : near->theirs_words;
      const AskEntity *far_words = base ? far->base_words : far->theirs_words;

      to = ask_relationship_copy (from);
      g_free (to->from);
      to->from = g_strdup (near_words->name);
      g_free (to->to);
      to->to = g_strdup (far_words->name);
      for (guint a = 0; a < from->from_attributes->len; a++)
        {
          g_free (to->from_attributes->pdata[a]);
          to->from_attributes->pdata[a]
            = g_strdup (translate_attribute (near_raw, near_words, from->from_attributes->pdata[a]));
          g_free (to->to_attributes->pdata[a]);
          to->to_attributes->pdata[a]
            = g_strdup (translate_attribute (far_raw, far_words, from->to_attributes->pdata[a]));
        }
      g_ptr_array_add (list, to);
    }
  return list;
}

/* What a relationship joins, to be looked up by, whatever the case. */
static char *
join_key (const AskRelationship *relationship)
{
  g_autoptr (GString) key = g_string_new (NULL);

  g_string_append_printf (key, "%s\001%s", relationship->from, relationship->to);
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    g_string_append_printf (key, "\001%s\001%s", (char *) relationship->from_attributes->pdata[i],
                            (char *) relationship->to_attributes->pdata[i]);
  return g_ascii_strdown (key->str, -1);
}

/* ask_merge_index_relationships: Returns: (transfer full): @list, to be looked up by what they join; borrows them */
GHashTable *
ask_merge_index_relationships (GPtrArray *list)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < list->len; i++)
    {
      char *key = join_key (list->pdata[i]);

      if (g_hash_table_contains (index, key))
        g_free (key);
      else
        g_hash_table_insert (index, key, list->pdata[i]);
    }
  return index;
}

/* ask_merge_find_relationship: Returns: (transfer none) (nullable): the first that joins what @wanted joins */
AskRelationship *
ask_merge_find_relationship (GHashTable *index, const AskRelationship *wanted)
{
  g_autofree char *key = join_key (wanted);

  return g_hash_table_lookup (index, key);
}

static gboolean
is_whole (const AskSchemaIndex *work, const AskRelationship *relationship)
{
  const AskEntity *from = ask_schema_index_find (work, relationship->from);
  const AskEntity *to = ask_schema_index_find (work, relationship->to);

  if (from == NULL || to == NULL)
    return FALSE;
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    if (ask_entity_find_attribute (from, relationship->from_attributes->pdata[i]) == NULL
        || ask_entity_find_attribute (to, relationship->to_attributes->pdata[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* One that all three may have. */
static void
merge_relationship (AskSchema *work, guint index, const AskRelationship *before, const AskRelationship *now)
{
  const AskRelationship *mine = work->relationships->pdata[index];
  const char *verb = before != NULL && g_strcmp0 (mine->verb, before->verb) != 0 ? mine->verb
                     : before == NULL && mine->verb != NULL                      ? mine->verb
                                                                                 : now->verb;
  AskCardinality cardinality
    = before != NULL && mine->cardinality == before->cardinality ? now->cardinality : mine->cardinality;
  AskRelationship *own;

  if (g_strcmp0 (verb, mine->verb) == 0 && cardinality == mine->cardinality)
    return;
  own = ask_schema_own_relationship (work, index);
  g_free (own->verb);
  own->verb = g_strdup (verb);
  own->cardinality = cardinality;
}

static void
merge_relationships (AskSchema *work, GPtrArray *before_list, GPtrArray *now_list)
{
  g_autoptr (GHashTable) before = ask_merge_index_relationships (before_list);
  g_autoptr (GHashTable) now = ask_merge_index_relationships (now_list);
  g_autoptr (GHashTable) mine_now = NULL;
  g_autoptr (AskSchemaIndex) index = ask_schema_index_new (work);

  for (guint i = 0; i < work->relationships->len;)
    {
      const AskRelationship *mine = work->relationships->pdata[i];
      const AskRelationship *old = ask_merge_find_relationship (before, mine);
      const AskRelationship *theirs = ask_merge_find_relationship (now, mine);

      if (!is_whole (index, mine)
          || (old != NULL && theirs == NULL && g_strcmp0 (mine->verb, old->verb) == 0
              && mine->cardinality == old->cardinality))
        {
          g_ptr_array_remove_index (work->relationships, i);
          continue;
        }
      if (theirs != NULL)
        merge_relationship (work, i, old, theirs);
      i++;
    }
  mine_now = ask_merge_index_relationships (work->relationships);
  for (guint i = 0; i < now_list->len; i++)
    {
      AskRelationship *theirs = now_list->pdata[i];

      if (ask_merge_find_relationship (mine_now, theirs) == NULL && ask_merge_find_relationship (before, theirs) == NULL
          && is_whole (index, theirs))
        {
          g_ptr_array_add (work->relationships, ask_relationship_ref (theirs));
          g_hash_table_insert (mine_now, join_key (theirs), theirs);
        }
    }
}

/* What the source says by itself, in our words. */
static AskSchema *
make_side (const Tracks *tracks, GPtrArray *relationships, gboolean base)
{
  AskSchema *side = ask_schema_new ();

  for (guint i = 0; i < tracks->all->len; i++)
    {
      const Track *track = tracks->all->pdata[i];
      AskEntity *entity = base ? track->base_words : track->theirs_words;

      if (entity != NULL && !track->removed)
        g_ptr_array_add (side->entities, ask_entity_ref (entity));
    }
  for (guint i = 0; i < relationships->len; i++)
    g_ptr_array_add (side->relationships, ask_relationship_ref (relationships->pdata[i]));
  return side;
}

static GPtrArray *
make_drift (const Tracks *tracks, GPtrArray *before, GPtrArray *now)
{
  g_autoptr (AskSchema) old = make_side (tracks, before, TRUE);
  g_autoptr (AskSchema) new = make_side (tracks, now, FALSE);
  GPtrArray *drift = ask_schema_diff (old, new);

  /* How many rows there are is nobody's news. */
  for (guint i = drift->len; i-- > 0;)
    if (g_strcmp0 (((AskChange *) drift->pdata[i])->field, "rows") == 0)
      g_ptr_array_remove_index (drift, i);
  return drift;
}

/**
 * ask_schema_merge_source:
 * @ours: the schema that people work on
 * @base: (nullable): what @source gave at the import before, as the importer made it
 * @theirs: what it gives now, as the importer made it
 * @source: its short name; entities of other sources in @base and @theirs are not looked at
 * @drift: (out) (optional) (transfer full) (element-type AskChange): what changed at the source between @base and
 *   @theirs, in the names of what is returned (of what is gone: of @ours); empty without @base
 *
 * A merge of three, field by field: what people left as @base had it is what @theirs has; what they changed stays.
 * Entities are known by source, namespace and table, attributes by their column, inputs of an API by their
 * parameter. Names of what was there never change, since queries go by them, nor do ids, layout and order. How an
 * API is called follows @theirs, but for what somebody put into a parameter. What people took out (an entity, a
 * relationship, a synonym) does not come back; relationships that they added stay where both ends still exist; metrics,
 * calculated attributes and queries stay even where they name what is gone: ask_schema_check() finds them.
 *
 * Without @base nobody knows who wrote what: descriptions, types and keys are those of @theirs, words are those of
 * both.
 *
 * Nothing of the three is changed; what is the same stays shared with @ours. Any thread.
 *
 * Returns: (transfer full): the merged schema
 */
AskSchema *
ask_schema_merge_source (AskSchema *ours, AskSchema *base, AskSchema *theirs, const char *source, GPtrArray **drift)
{
  AskSchema *work;
  g_auto (Tracks) tracks = { NULL, NULL, NULL };
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) now = NULL;

  g_return_val_if_fail (ours != NULL && theirs != NULL && source != NULL, NULL);

  work = ask_schema_fork (ours);
  make_tracks (&tracks, ours, base, theirs, source);
  merge_known (work, &tracks);
  add_new (work, theirs, &tracks);
  /* What is gone and was never ours is news all the same. */
  for (guint i = 0; base != NULL && i < base->entities->len; i++)
    {
      AskEntity *entity = base->entities->pdata[i];

      if (strcmp (entity->source, source) == 0 && find_track (&tracks, entity->name, TRUE) == NULL)
        {
          Track *track = g_new0 (Track, 1);

          track->base = entity;
          track->base_words = ask_entity_ref (entity);
          track->removed = TRUE;
          tracks_add (&tracks, track);
        }
    }
  before = translate_relationships (base, &tracks, TRUE);
  now = translate_relationships (theirs, &tracks, FALSE);
  merge_relationships (work, before, now);
  ask_merge_relate_across (work, ours, source);
  if (drift != NULL)
    *drift = base != NULL ? make_drift (&tracks, before, now)
                          : g_ptr_array_new_with_free_func ((GDestroyNotify) ask_change_free);
  return work;
}

/**
 * ask_schema_merge:
 * @self: a schema that nobody else holds
 * @imported: what @source is now; emptied
 *
 * ask_schema_merge_source() without a base, in place.
 */
void
ask_schema_merge (AskSchema *self, const char *source, AskSchema *imported)
{
  g_autoptr (AskSchema) merged = ask_schema_merge_source (self, NULL, imported, source, NULL);
  GPtrArray *entities = self->entities;
  GPtrArray *relationships = self->relationships;

  self->entities = merged->entities;
  merged->entities = entities;
  self->relationships = merged->relationships;
  merged->relationships = relationships;
  g_ptr_array_set_size (imported->entities, 0);
  g_ptr_array_set_size (imported->relationships, 0);
}

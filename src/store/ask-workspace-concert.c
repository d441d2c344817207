/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two who worked on the same version of the schema at the same time, each in a window of their own:
 * what they did is joined where it touches different entities, and refused where it touches the same.
 * It must never undo what somebody saved, nor make a schema that nobody would have meant.
 */
#include "config.h"

#include "store/ask-workspace-draft.h"
#include "store/ask-workspace-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "schema/edit/ask-schema-edit.h"

static const char *
name_of (const AskEntity *a, const AskEntity *b, const AskEntity *c)
{
  return a != NULL ? a->name : b != NULL ? b->name : c->name;
}

static gboolean
is_same (const AskEntity *a, const AskEntity *b)
{
  return a == b || (a != NULL && b != NULL && ask_entity_equal (a, b));
}

/* @format: what somebody else changed */
G_GNUC_PRINTF (2, 3)
static gboolean
set_conflict (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  ask_error_set_valist (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT, format, arguments);
  va_end (arguments);
  ask_error_prefix (error, N_ ("Somebody else changed "));
  ask_error_append (error, N_ (" in the meantime, so your change was not saved. Load the schema again and make the "
                               "change once more."));
  return FALSE;
}

/* Takes into @joined, a fork of theirs, what ours made of the entity @id. */
static gboolean
join_entity (AskSchema *joined, AskSchema *base, AskSchema *theirs, AskSchema *ours, const char *id, GError **error)
{
  AskEntity *old = ask_schema_find_id (base, id);
  AskEntity *their = ask_schema_find_id (theirs, id);
  AskEntity *our = ask_schema_find_id (ours, id);
  guint index;

  if (is_same (old, our) || is_same (their, our))
    return TRUE;
  if (!is_same (old, their))
    {
      return set_conflict (error, N_ ("“%s”"), name_of (our, their, old));
    }
  if (their == NULL)
    {
      g_ptr_array_add (joined->entities, ask_entity_ref (our));
      return TRUE;
    }
  g_ptr_array_find (joined->entities, their, &index);
  if (our == NULL)
    g_ptr_array_remove_index (joined->entities, index);
  else
    {
      joined->entities->pdata[index] = ask_entity_ref (our);
      ask_entity_unref (their);
    }
  return TRUE;
}

static gboolean
has_relationship (GPtrArray *list, const AskRelationship *relationship)
{
  for (guint i = 0; i < list->len; i++)
    if (ask_relationship_equal (list->pdata[i], relationship))
      return TRUE;
  return FALSE;
}

/* What is in ours and was not, is added; what was and is not in ours, is taken away. One that was
 * changed is both. */
static gboolean
join_relationships (AskSchema *joined, AskSchema *base, AskSchema *ours, GError **error)
{
  for (guint i = 0; i < base->relationships->len; i++)
    {
      const AskRelationship *old = base->relationships->pdata[i];
      gboolean found = FALSE;

      if (has_relationship (ours->relationships, old))
        continue;
      for (guint j = joined->relationships->len; j-- > 0;)
        if (ask_relationship_equal (joined->relationships->pdata[j], old))
          {
            g_ptr_array_remove_index (joined->relationships, j);
            found = TRUE;
            break;
          }
      if (!found)
        {
          AskRelationship *again = NULL;

          /* Both took it away: fine. Both made something else of it: which one? */
          for (guint j = 0; j < ours->relationships->len && again == NULL; j++)
            if (ask_relationship_joins_same (ours->relationships->pdata[j], old))
              again = ours->relationships->pdata[j];
          if (again != NULL && !has_relationship (joined->relationships, again))
            return set_conflict (error, N_ ("the relationship of “%s” with “%s”"), old->from, old->to);
        }
    }
  for (guint i = 0; i < ours->relationships->len; i++)
    {
      AskRelationship *new = ours->relationships->pdata[i];

      if (!has_relationship (base->relationships, new) && !has_relationship (joined->relationships, new))
        g_ptr_array_add (joined->relationships, ask_relationship_ref (new));
    }
  return TRUE;
}

static gboolean
join_sources (AskSchema *joined, AskSchema *base, AskSchema *ours, GError **error)
{
  for (guint which = 0; which < 2; which++)
    {
      GPtrArray *list = which == 0 ? ours->sources : base->sources;

      for (guint i = 0; i < list->len; i++)
        {
          const char *name = ((AskSchemaSource *) list->pdata[i])->name;
          const AskSchemaSource *old = ask_schema_find_source (base, name);
          const AskSchemaSource *our = ask_schema_find_source (ours, name);
          AskSchemaSource *now = ask_schema_find_source (joined, name);

          if (ask_schema_source_equal (old, our) || ask_schema_source_equal (now, our))
            continue;
          if (!ask_schema_source_equal (old, now))
            return set_conflict (error, N_ ("the source “%s”"), name);
          ask_schema_source_take_over (ask_schema_own_source (joined, name), our);
        }
    }
  return TRUE;
}

static gboolean
join_notes (AskSchema *joined, AskSchema *base, AskSchema *ours, GError **error)
{
  if (g_strcmp0 (base->notes, ours->notes) == 0 || g_strcmp0 (joined->notes, ours->notes) == 0)
    return TRUE;
  if (g_strcmp0 (base->notes, joined->notes) != 0)
    return set_conflict (error, N_ ("the notes of the schema"));
  g_free (joined->notes);
  joined->notes = g_strdup (ours->notes);
  return TRUE;
}

static gboolean
is_same_area (const AskSchemaArea *a, const AskSchemaArea *b)
{
  return a != NULL && b != NULL && a->color == b->color && a->collapsed == b->collapsed
         && g_str_equal (a->name, b->name);
}

/* How an area looks is no conflict: ours is the last word where we changed it. */
static void
join_areas (AskSchema *joined, AskSchema *base, AskSchema *ours)
{
  for (guint i = 0; i < ours->areas->len; i++)
    {
      const AskSchemaArea *area = ours->areas->pdata[i];
      AskSchemaArea *own;

      if (is_same_area (area, ask_schema_find_area (base, area->name)))
        continue;
      own = ask_schema_own_area (joined, area->name);
      own->color = area->color;
      own->collapsed = area->collapsed;
    }
  ask_schema_settle_areas (joined);
}

/* Whether the query of an entity stands, as it does in @before, its entity's own version. */
static gboolean
check_query (AskSchema *joined, AskSchema *before, const AskEntity *entity, GError **error)
{
  if (entity->query == NULL || ask_schema_check_sql (joined, entity->query, NULL)
      || !ask_schema_check_sql (before, entity->query, NULL))
    return TRUE;
  return set_conflict (error, N_ ("what the query of “%s” reads"), entity->name);
}

/* Whether what came together is a schema: an entity of theirs may have got the name that one of ours
 * has, a relationship of ours may name what they removed, and a query what they renamed. */
static gboolean
check_joined (AskSchema *joined, AskSchema *theirs, AskSchema *ours, GError **error)
{
  g_autoptr (JsonNode) document = ask_schema_to_json (joined);
  g_autoptr (GError) local = NULL;
  g_autoptr (AskSchema) read = ask_schema_from_json (document, &local);

  if (read == NULL)
    return set_conflict (error, N_ ("what your change needs"));
  for (guint i = 0; i < joined->entities->len; i++)
    {
      const AskEntity *entity = joined->entities->pdata[i];
      gboolean is_theirs = ask_schema_find_id (theirs, entity->id) == entity;

      if (!check_query (joined, is_theirs ? theirs : ours, entity, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_schema_join:
 * @base: the version that both began with
 * @theirs: what is newest now
 * @ours: what is to be saved
 * @error: %ASK_STORE_ERROR_CONFLICT, which names what both changed
 *
 * Returns: (transfer full): both together, without questions; %NULL where they cannot be
 */
AskSchema *
ask_schema_join (AskSchema *base, AskSchema *theirs, AskSchema *ours, GError **error)
{
  g_autoptr (AskSchema) joined = ask_schema_fork (theirs);

  g_ptr_array_set_size (joined->questions, 0);
  for (guint i = 0; i < ours->entities->len; i++)
    if (!join_entity (joined, base, theirs, ours, ((AskEntity *) ours->entities->pdata[i])->id, error))
      return NULL;
  for (guint i = 0; i < base->entities->len; i++)
    {
      const char *id = ((AskEntity *) base->entities->pdata[i])->id;

      if (ask_schema_find_id (ours, id) == NULL && !join_entity (joined, base, theirs, ours, id, error))
        return NULL;
    }
  if (!join_relationships (joined, base, ours, error) || !join_sources (joined, base, ours, error)
      || !join_notes (joined, base, ours, error))
    return NULL;
  join_areas (joined, base, ours);
  if (!check_joined (joined, theirs, ours, error))
    return NULL;
  return g_steal_pointer (&joined);
}

static void
add_clash (GPtrArray *names, AskSchema *base, AskSchema *theirs, AskSchema *ours, const char *id)
{
  const AskEntity *old = ask_schema_find_id (base, id);
  const AskEntity *their = ask_schema_find_id (theirs, id);
  const AskEntity *our = ask_schema_find_id (ours, id);
  const char *name = name_of (their, our, old);

  if (!is_same (old, our) && !is_same (old, their) && !is_same (their, our)
      && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (name));
}

/**
 * ask_schema_list_clashes:
 * @base: the version that both began with
 * @theirs: what is newest now
 * @ours: what is to be saved
 *
 * Returns: (transfer full) (element-type utf8): the names of the entities that both changed, and not alike
 */
GPtrArray *
ask_schema_list_clashes (AskSchema *base, AskSchema *theirs, AskSchema *ours)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  AskSchema *all[] = { base, theirs, ours };

  for (guint s = 0; s < G_N_ELEMENTS (all); s++)
    for (guint i = 0; i < all[s]->entities->len; i++)
      add_clash (names, base, theirs, ours, ((AskEntity *) all[s]->entities->pdata[i])->id);
  return names;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two schemas compared by what they say in their documents, member by member, so that nothing that a
 * document can say escapes. Entities are told apart by their id, attributes by their column (calculated ones
 * by name), metrics by name, relationships by what they join.
 */
#include "config.h"

#include "schema/merge/ask-schema-diff.h"
#include "schema/ask-schema-index.h"
#include "schema/merge/ask-schema-merge-private.h"

#include <string.h>

/** ask_change_free: frees @self */
void
ask_change_free (AskChange *self)
{
  g_free (self->entity_id);
  g_free (self->entity);
  g_free (self->name);
  g_free (self->field);
  g_free (self->before);
  g_free (self->after);
  g_free (self);
}

typedef struct
{
  GPtrArray *changes; /* AskChange */
  const AskEntity *entity; /* NULL outside of entities */
} Diff;

static AskChange *
add (Diff *diff, AskChangeKind kind, AskPart part, const char *name)
{
  AskChange *change = g_new0 (AskChange, 1);

  change->kind = kind;
  change->part = part;
  change->entity_id = g_strdup (diff->entity != NULL ? diff->entity->id : NULL);
  change->entity = g_strdup (diff->entity != NULL ? diff->entity->name : NULL);
  change->name = g_strdup (name);
  g_ptr_array_add (diff->changes, change);
  return change;
}

/* A member's value as a person reads it. */
static char *
member_text (JsonNode *node)
{
  g_autoptr (GString) list = NULL;
  JsonArray *array;

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return ask_json_to_string (node, FALSE);

  list = g_string_new (NULL);
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *text = member_text (json_array_get_element (array, i));

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", text);
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static void
compare_member (Diff *diff, AskPart part, const char *name, const char *member, JsonObject *before, JsonObject *after)
{
  g_autofree char *old = member_text (json_object_get_member (before, member));
  g_autofree char *new = member_text (json_object_get_member (after, member));
  AskChange *change;

  if (g_strcmp0 (old, new) == 0)
    return;
  change = add (diff, ASK_CHANGE_CHANGED, part, name);
  change->field = g_strdup (member);
  change->before = g_steal_pointer (&old);
  change->after = g_steal_pointer (&new);
}

/* All members but those in @except, in the order of @after's, then those that are gone. */
static void
compare_members (Diff *diff, AskPart part, const char *name, JsonObject *before, JsonObject *after,
                 const char *const *except)
{
  g_autoptr (GList) names = json_object_get_members (after);
  g_autoptr (GList) gone = json_object_get_members (before);

  for (GList *l = names; l != NULL; l = l->next)
    if (except == NULL || !g_strv_contains (except, l->data))
      compare_member (diff, part, name, l->data, before, after);
  for (GList *l = gone; l != NULL; l = l->next)
    if (!json_object_has_member (after, l->data) && (except == NULL || !g_strv_contains (except, l->data)))
      compare_member (diff, part, name, l->data, before, after);
}

/* Whether two elements of a list are the same thing. */
typedef gboolean (*SameFunc) (JsonObject *a, JsonObject *b);

static gboolean
same_name (JsonObject *a, JsonObject *b)
{
  return g_ascii_strcasecmp (ask_json_get_string (a, "name"), ask_json_get_string (b, "name")) == 0;
}

static gboolean
same_attribute (JsonObject *a, JsonObject *b)
{
  const char *column_a = ask_json_get_string (a, "column");
  const char *column_b = ask_json_get_string (b, "column");

  if (column_a != NULL && column_b != NULL)
    return strcmp (column_a, column_b) == 0;
  return column_a == column_b && same_name (a, b);
}

static JsonObject *
find_same (JsonArray *array, JsonObject *wanted, SameFunc same)
{
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (same (json_array_get_object_element (array, i), wanted))
      return json_array_get_object_element (array, i);
  return NULL;
}

static void
compare_lists (Diff *diff, AskPart part, JsonArray *before, JsonArray *after, SameFunc same)
{
  for (guint i = 0; after != NULL && i < json_array_get_length (after); i++)
    {
      JsonObject *object = json_array_get_object_element (after, i);
      JsonObject *old = find_same (before, object, same);
      const char *name = ask_json_get_string (object, "name");

      if (old == NULL)
        add (diff, ASK_CHANGE_ADDED, part, name);
      else
        compare_members (diff, part, name, old, object, NULL);
    }
  for (guint i = 0; before != NULL && i < json_array_get_length (before); i++)
    {
      JsonObject *object = json_array_get_object_element (before, i);

      if (find_same (after, object, same) == NULL)
        add (diff, ASK_CHANGE_REMOVED, part, ask_json_get_string (object, "name"));
    }
}

static void
compare_entities (Diff *diff, const AskEntity *before, const AskEntity *after)
{
  static const char *const lists[] = { "attributes", "metrics", NULL };
  g_autoptr (JsonNode) old_node = NULL;
  g_autoptr (JsonNode) new_node = NULL;
  JsonObject *old;
  JsonObject *new;

  if (before == after)
    return;
  old_node = ask_entity_to_json (before);
  new_node = ask_entity_to_json (after);
  old = json_node_get_object (old_node);
  new = json_node_get_object (new_node);
  diff->entity = after;
  compare_members (diff, ASK_PART_ENTITY, NULL, old, new, lists);
  compare_lists (diff, ASK_PART_ATTRIBUTE, ask_json_get_array (old, "attributes"),
                 ask_json_get_array (new, "attributes"), same_attribute);
  compare_lists (diff, ASK_PART_METRIC, ask_json_get_array (old, "metrics"), ask_json_get_array (new, "metrics"),
                 same_name);
  diff->entity = NULL;
}

static void
append_end (GString *text, const char *entity, GPtrArray *attributes)
{
  g_string_append_printf (text, "%s (", entity);
  for (guint i = 0; i < attributes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) attributes->pdata[i]);
  g_string_append_c (text, ')');
}

static char *
relationship_text (const AskRelationship *relationship)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_end (text, relationship->from, relationship->from_attributes);
  g_string_append (text, " → ");
  append_end (text, relationship->to, relationship->to_attributes);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The name in @after of what is called @name in @before: a rename is no new relationship. */
static const char *
name_after (const AskSchemaIndex *before, const AskSchemaIndex *after, const char *name)
{
  const AskEntity *old = ask_schema_index_find (before, name);
  const AskEntity *new = old != NULL ? ask_schema_index_find_id (after, old->id) : NULL;

  return new != NULL ? new->name : name;
}

static void
rename_attributes (const AskSchemaIndex *before, const AskSchemaIndex *after, const char *entity, GPtrArray *attributes)
{
  const AskEntity *old = ask_schema_index_find (before, entity);
  const AskEntity *renamed = old != NULL ? ask_schema_index_find_id (after, old->id) : NULL;

  for (guint i = 0; renamed != NULL && i < attributes->len; i++)
    {
      const AskAttribute *attribute = ask_entity_find_attribute (old, attributes->pdata[i]);
      const AskAttribute *now
        = attribute != NULL && attribute->column != NULL ? ask_entity_find_column (renamed, attribute->column) : NULL;

      if (now == NULL)
        continue;
      g_free (attributes->pdata[i]);
      attributes->pdata[i] = g_strdup (now->name);
    }
}

/* The relationships of @before in the names of @after. */
static GPtrArray *
translate_relationships (GPtrArray *relationships, const AskSchemaIndex *before, const AskSchemaIndex *after)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);

  for (guint i = 0; i < relationships->len; i++)
    {
      AskRelationship *copy = ask_relationship_copy (relationships->pdata[i]);
      char *from = g_strdup (name_after (before, after, copy->from));
      char *to = g_strdup (name_after (before, after, copy->to));

      rename_attributes (before, after, copy->from, copy->from_attributes);
      rename_attributes (before, after, copy->to, copy->to_attributes);
      g_free (copy->from);
      g_free (copy->to);
      copy->from = from;
      copy->to = to;
      g_ptr_array_add (list, copy);
    }
  return list;
}

static void
compare_relationships (Diff *diff, AskSchema *before, AskSchema *after, const AskSchemaIndex *before_index,
                       const AskSchemaIndex *after_index)
{
  static const char *const ends[] = { "from", "from_attributes", "to", "to_attributes", NULL };
  g_autoptr (GPtrArray) old_list = translate_relationships (before->relationships, before_index, after_index);
  g_autoptr (GHashTable) old_ones = ask_merge_index_relationships (old_list);
  g_autoptr (GHashTable) new_ones = ask_merge_index_relationships (after->relationships);

  for (guint i = 0; i < after->relationships->len; i++)
    {
      const AskRelationship *new = after->relationships->pdata[i];
      const AskRelationship *old = ask_merge_find_relationship (old_ones, new);
      g_autofree char *name = relationship_text (new);

      if (old == NULL)
        {
          add (diff, ASK_CHANGE_ADDED, ASK_PART_RELATIONSHIP, name);
          continue;
        }

      g_autoptr (JsonNode) old_node = ask_relationship_to_json (old);
      g_autoptr (JsonNode) new_node = ask_relationship_to_json (new);

      compare_members (diff, ASK_PART_RELATIONSHIP, name, json_node_get_object (old_node),
                       json_node_get_object (new_node), ends);
    }
  for (guint i = 0; i < old_list->len; i++)
    if (ask_merge_find_relationship (new_ones, old_list->pdata[i]) == NULL)
      {
        g_autofree char *name = relationship_text (old_list->pdata[i]);

        add (diff, ASK_CHANGE_REMOVED, ASK_PART_RELATIONSHIP, name);
      }
}

/**
 * ask_schema_diff:
 *
 * What has to be done to @before so that it says what @after says; layout included, questions not. Entities
 * that both share are not looked at.
 *
 * Returns: (transfer full) (element-type AskChange): in the order of @after's document, what is gone
 *   after it; relationships last
 */
GPtrArray *
ask_schema_diff (AskSchema *before, AskSchema *after)
{
  static const char *const parts[] = { "version", "entities", "relationships", "sources", "questions", NULL };
  Diff diff = { g_ptr_array_new_with_free_func ((GDestroyNotify) ask_change_free), NULL };
  g_autoptr (AskSchema) old_top = ask_schema_new ();
  g_autoptr (AskSchema) new_top = ask_schema_new ();
  g_autoptr (JsonNode) old_node = NULL;
  g_autoptr (JsonNode) new_node = NULL;
  g_autoptr (AskSchemaIndex) before_index = ask_schema_index_new (before);
  g_autoptr (AskSchemaIndex) after_index = ask_schema_index_new (after);

  /* The members of the top alone: entities are compared by what they share first. */
  for (guint which = 0; which < 2; which++)
    {
      AskSchema *from = which == 0 ? before : after;
      AskSchema *to = which == 0 ? old_top : new_top;

      to->notes = g_strdup (from->notes);
      ask_schema_copy_areas (to, from);
      for (guint i = 0; i < from->sources->len; i++)
        {
          const AskSchemaSource *source = from->sources->pdata[i];

          ask_schema_source_take_over (ask_schema_own_source (to, source->name), source);
        }
    }
  old_node = ask_schema_to_json (old_top);
  new_node = ask_schema_to_json (new_top);
  compare_members (&diff, ASK_PART_SCHEMA, NULL, json_node_get_object (old_node), json_node_get_object (new_node),
                   parts);
  compare_lists (&diff, ASK_PART_SOURCE, ask_json_get_array (json_node_get_object (old_node), "sources"),
                 ask_json_get_array (json_node_get_object (new_node), "sources"), same_name);

  for (guint i = 0; i < after->entities->len; i++)
    {
      const AskEntity *new = after->entities->pdata[i];
      const AskEntity *old = ask_schema_index_find_id (before_index, new->id);

      if (old != NULL)
        {
          compare_entities (&diff, old, new);
          continue;
        }
      diff.entity = new;
      add (&diff, ASK_CHANGE_ADDED, ASK_PART_ENTITY, NULL);
      diff.entity = NULL;
    }
  for (guint i = 0; i < before->entities->len; i++)
    {
      const AskEntity *old = before->entities->pdata[i];

      if (ask_schema_index_find_id (after_index, old->id) != NULL)
        continue;
      diff.entity = old;
      add (&diff, ASK_CHANGE_REMOVED, ASK_PART_ENTITY, NULL);
      diff.entity = NULL;
    }
  compare_relationships (&diff, before, after, before_index, after_index);
  return diff.changes;
}

static const char *const part_words[] = { "schema", "source", "entity", "attribute", "metric", "relationship" };
static const char *const kind_words[] = { "added", "removed", "changed" };

/**
 * ask_change_to_text:
 *
 * Returns: (transfer full): one sentence without a full stop: "orders.total: type changed from integer to
 *   real"
 */
char *
ask_change_to_text (const AskChange *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->part == ASK_PART_SCHEMA)
    g_string_append (text, "The schema");
  else if (self->part == ASK_PART_ENTITY)
    g_string_append (text, self->entity);
  else if (self->entity != NULL)
    g_string_append_printf (text, "%s.%s", self->entity, self->name);
  else
    g_string_append_printf (text, "%s %s", self->part == ASK_PART_SOURCE ? "Source" : "Relationship", self->name);
  g_string_append (text, ": ");
  if (self->kind != ASK_CHANGE_CHANGED)
    g_string_append_printf (text, "%s %s", part_words[self->part], kind_words[self->kind]);
  else if (g_strcmp0 (self->field, "layout") == 0)
    g_string_append (text, "moved on the canvas"); /* where to is numbers */
  else if (self->before == NULL)
    g_string_append_printf (text, "%s set to “%s”", self->field, self->after);
  else if (self->after == NULL)
    g_string_append_printf (text, "%s “%s” taken away", self->field, self->before);
  else
    g_string_append_printf (text, "%s changed from “%s” to “%s”", self->field, self->before, self->after);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ask_changes_to_json:
 * @changes: (element-type AskChange)
 *
 * Returns: (transfer full): an array of objects with the members of AskChange that are set
 */
JsonNode *
ask_changes_to_json (GPtrArray *changes)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < changes->len; i++)
    {
      const AskChange *change = changes->pdata[i];
      JsonObject *object = json_object_new ();

      ask_json_set_string (object, "change", kind_words[change->kind]);
      ask_json_set_string (object, "part", part_words[change->part]);
      ask_json_set_string (object, "entity_id", change->entity_id);
      ask_json_set_string (object, "entity", change->entity);
      ask_json_set_string (object, "name", change->name);
      ask_json_set_string (object, "field", change->field);
      ask_json_set_string (object, "before", change->before);
      ask_json_set_string (object, "after", change->after);
      json_array_add_object_element (array, object);
    }
  return ask_json_take_array (array);
}

/* The first word where @word is none of them. */
static guint
find_word (const char *const *words, guint n, const char *word)
{
  for (guint i = 0; word != NULL && i < n; i++)
    if (strcmp (words[i], word) == 0)
      return i;
  return 0;
}

/**
 * ask_change_from_json:
 * @object: of the array that ask_changes_to_json() made
 *
 * Returns: (transfer full): the change
 */
AskChange *
ask_change_from_json (JsonObject *object)
{
  AskChange *self = g_new0 (AskChange, 1);

  self->kind
    = (AskChangeKind) find_word (kind_words, G_N_ELEMENTS (kind_words), ask_json_get_string (object, "change"));
  self->part = (AskPart) find_word (part_words, G_N_ELEMENTS (part_words), ask_json_get_string (object, "part"));
  self->entity_id = g_strdup (ask_json_get_string (object, "entity_id"));
  self->entity = g_strdup (ask_json_get_string (object, "entity"));
  self->name = g_strdup (ask_json_get_string (object, "name"));
  self->field = g_strdup (ask_json_get_string (object, "field"));
  self->before = g_strdup (ask_json_get_string (object, "before"));
  self->after = g_strdup (ask_json_get_string (object, "after"));
  return self;
}

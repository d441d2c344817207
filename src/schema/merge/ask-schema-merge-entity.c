/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The merge of three of one entity: what people made of it, what the source gave last time, what it gives now. All
 * three are first put into the words of the first, so that names compare; then each field goes by one rule: what
 * people left as the source gave it follows the source, what they changed stays.
 */
#include "config.h"

#include "schema/merge/ask-schema-merge-private.h"

#include <string.h>

#include "base/ask-text.h"

static gboolean
is_input (const AskAttribute *attribute)
{
  return attribute->column == NULL && attribute->expression == NULL;
}

/* What an attribute of one import is in another version: the same column, or the same input of the API. */
static const AskAttribute *
find_same (const AskEntity *in, const AskEntity *of, const AskAttribute *attribute)
{
  const AskParameter *parameter;
  const AskAttribute *named;
  const AskAttribute *twin;

  if (attribute->column != NULL)
    {
      named = ask_entity_find_attribute (in, attribute->name);
      if (named != NULL && g_strcmp0 (named->column, attribute->column) == 0)
        return named;
      named = ask_entity_find_column (in, attribute->column);
      /* With another case it is the same only where nothing else is. */
      twin = named != NULL ? ask_entity_find_column (of, named->column) : NULL;
      return twin == NULL || twin == attribute || g_strcmp0 (twin->column, attribute->column) == 0 ? named : NULL;
    }
  if (!is_input (attribute) || of->operation == NULL || in->operation == NULL)
    return NULL;
  parameter = ask_operation_find_parameter_for (of->operation, attribute->name);
  for (guint i = 0; parameter != NULL && i < in->operation->parameters->len; i++)
    {
      const AskParameter *candidate = in->operation->parameters->pdata[i];

      if (candidate->place != parameter->place || candidate->attribute == NULL
          || strcmp (candidate->name, parameter->name) != 0)
        continue;
      named = ask_entity_find_attribute (in, candidate->attribute);
      /* Somebody may have bound the parameter to an attribute that the rows have. */
      if (named != NULL && is_input (named))
        return named;
    }
  named = ask_entity_find_attribute (in, attribute->name);
  return named != NULL && is_input (named) ? named : NULL;
}

static gboolean
is_among (char **names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (names[i] != NULL && g_ascii_strcasecmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Names that @ours has and no import does. */
static gboolean
is_own_name (const AskEntity *ours, const char *name)
{
  const AskAttribute *attribute = ours != NULL ? ask_entity_find_attribute (ours, name) : NULL;

  return ours != NULL
         && ((attribute != NULL && attribute->expression != NULL) || ask_entity_find_metric (ours, name) != NULL);
}

static void
rename_string (char **string, char **from, char **to, guint n)
{
  for (guint i = 0; *string != NULL && i < n; i++)
    if (g_ascii_strcasecmp (*string, from[i]) == 0)
      {
        g_free (*string);
        *string = g_strdup (to[i]);
        return;
      }
}

/* ask_merge_translate:
 * @raw: as it was imported
 * @ours: (nullable): what people made of it
 * @other_raw, @other: (nullable): another import of it, and its translation
 *
 * Returns: (transfer full): a copy of @raw whose attributes are called as in @ours, or else as in @other, or else as
 *   they are, with a number where somebody has that name */
AskEntity *
ask_merge_translate (const AskEntity *raw, const AskEntity *ours, const AskEntity *other_raw, const AskEntity *other)
{
  AskEntity *copy = ask_entity_copy (raw);
  guint n = raw->attributes->len;
  g_auto (GStrv) from = g_new0 (char *, n + 1);
  g_auto (GStrv) to = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const AskAttribute *attribute = raw->attributes->pdata[i];
      const AskAttribute *mine = ours != NULL ? find_same (ours, raw, attribute) : NULL;
      guint index;

      from[i] = g_strdup (attribute->name);
      if (mine == NULL && other != NULL)
        {
          mine = find_same (other_raw, raw, attribute);
          if (mine != NULL && g_ptr_array_find (other_raw->attributes, mine, &index))
            mine = other->attributes->pdata[index];
        }
      if (mine != NULL && !is_among (to, n, mine->name))
        to[i] = g_strdup (mine->name);
    }
  /* What is new gets out of their way. */
  for (guint i = 0; i < n; i++)
    for (guint number = 1; to[i] == NULL; number++)
      {
        g_autofree char *name = number == 1 ? g_strdup (from[i]) : g_strdup_printf ("%s_%u", from[i], number);

        if (!is_among (to, n, name) && !is_own_name (ours, name))
          to[i] = g_steal_pointer (&name);
      }
  for (guint i = 0; i < n; i++)
    {
      AskAttribute *attribute = copy->attributes->pdata[i];

      g_free (attribute->name);
      attribute->name = g_strdup (to[i]);
    }
  for (guint i = 0; copy->operation != NULL && i < copy->operation->parameters->len; i++)
    rename_string (&((AskParameter *) copy->operation->parameters->pdata[i])->attribute, from, to, n);
  for (guint i = 0; copy->operation != NULL && i < copy->operation->sorts->len; i++)
    rename_string (&((AskSort *) copy->operation->sorts->pdata[i])->attribute, from, to, n);
  if (ours != NULL)
    {
      g_free (copy->name);
      copy->name = g_strdup (ours->name);
      g_free (copy->id);
      copy->id = g_strdup (ours->id);
    }
  return copy;
}

/* Without a base nobody knows who wrote what: what the source says counts, where it says anything. */
static const char *
pick_string (const char *ours, gboolean has_base, const char *base, const char *theirs)
{
  if (!has_base)
    return theirs != NULL ? theirs : ours;
  return g_strcmp0 (ours, base) == 0 ? theirs : ours;
}

static int
pick (int ours, gboolean has_base, int base, int theirs, int unset)
{
  if (!has_base)
    return ours != unset ? ours : theirs;
  return ours == base ? theirs : ours;
}

static gboolean
has_string (GPtrArray *strings, const char *string)
{
  for (guint i = 0; strings != NULL && i < strings->len; i++)
    if (g_ascii_strcasecmp (strings->pdata[i], string) == 0)
      return TRUE;
  return FALSE;
}

/* Word by word: what people added stays, what they took out stays out, what the source took out goes. */
static GPtrArray *
pick_strings (GPtrArray *ours, GPtrArray *base, GPtrArray *theirs)
{
  GPtrArray *merged = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ours->len; i++)
    if (!has_string (base, ours->pdata[i]) || has_string (theirs, ours->pdata[i]))
      g_ptr_array_add (merged, g_strdup (ours->pdata[i]));
  for (guint i = 0; i < theirs->len; i++)
    if (!has_string (base, theirs->pdata[i]) && !has_string (merged, theirs->pdata[i]))
      g_ptr_array_add (merged, g_strdup (theirs->pdata[i]));
  return merged;
}

static gboolean
same_strings (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (a->pdata[i], b->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

static void
take_strings (GPtrArray **member, GPtrArray *strings)
{
  g_ptr_array_unref (*member);
  *member = strings;
}

/* @attribute is a copy of @ours, and becomes the merged one. */
static void
merge_attribute (AskAttribute *attribute, const AskAttribute *ours, const AskAttribute *base,
                 const AskAttribute *theirs)
{
  gboolean has_base = base != NULL;

  ask_text_set (&attribute->column, theirs->column);
  ask_text_set (&attribute->declared, theirs->declared);
  ask_text_set (&attribute->description,
                pick_string (ours->description, has_base, has_base ? base->description : NULL, theirs->description));
  ask_text_set (&attribute->unit, has_base ? pick_string (ours->unit, TRUE, base->unit, theirs->unit)
                                           : (ours->unit != NULL ? ours->unit : theirs->unit));
  attribute->type
    = has_base ? (AskType) pick ((int) ours->type, TRUE, (int) base->type, (int) theirs->type, 0) : theirs->type;
  attribute->key = has_base ? (guint) pick ((int) ours->key, TRUE, (int) base->key, (int) theirs->key, 0) : theirs->key;
  attribute->nullable = has_base ? pick (ours->nullable, TRUE, base->nullable, theirs->nullable, 0) : theirs->nullable;
  attribute->meaning = (AskMeaning) pick ((int) ours->meaning, has_base, has_base ? (int) base->meaning : 0,
                                          (int) theirs->meaning, ASK_MEANING_NONE);
  attribute->hidden = pick (ours->hidden, has_base, has_base && base->hidden, theirs->hidden, FALSE);
  attribute->sensitive = pick (ours->sensitive, has_base, has_base && base->sensitive, theirs->sensitive, FALSE);
  attribute->sharing = (AskSharing) pick ((int) ours->sharing, has_base, has_base ? (int) base->sharing : 0,
                                          (int) theirs->sharing, ASK_SHARING_INHERIT);
  take_strings (&attribute->synonyms,
                pick_strings (ours->synonyms, has_base ? base->synonyms : NULL, theirs->synonyms));
  take_strings (&attribute->examples,
                pick_strings (ours->examples, has_base ? base->examples : NULL, theirs->examples));
  take_strings (&attribute->choices,
                ask_text_copy_all (has_base && !same_strings (ours->choices, base->choices) ? ours->choices
                                                                                            : theirs->choices));
}

static const AskParameter *
find_parameter (const AskEntity *entity, const AskParameter *wanted)
{
  for (guint i = 0; entity != NULL && entity->operation != NULL && i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (parameter->place == wanted->place && strcmp (parameter->name, wanted->name) == 0)
        return parameter;
    }
  return NULL;
}

static char *
operation_text (const AskEntity *entity)
{
  g_autoptr (JsonNode) node = ask_entity_to_json (entity);
  JsonNode *operation = json_object_get_member (json_node_get_object (node), "operation");

  return operation != NULL ? ask_json_to_string (operation, FALSE) : NULL;
}

static gboolean
is_same_operation (const AskEntity *a, const AskEntity *b)
{
  g_autofree char *text_a = operation_text (a);
  g_autofree char *text_b = operation_text (b);

  return g_strcmp0 (text_a, text_b) == 0;
}

/* The API's own word counts for how it is called; what goes into a parameter may be a person's. */
static void
merge_operation (AskEntity *merged, const AskEntity *ours, const AskEntity *base)
{
  for (guint i = 0; merged->operation != NULL && i < merged->operation->parameters->len; i++)
    {
      AskParameter *parameter = merged->operation->parameters->pdata[i];
      const AskParameter *mine = find_parameter (ours, parameter);
      const AskParameter *before = find_parameter (base, parameter);

      if (mine == NULL || before == NULL)
        continue;
      if (g_strcmp0 (mine->attribute, before->attribute) != 0
          && (mine->attribute == NULL || ask_entity_find_attribute (merged, mine->attribute) != NULL))
        ask_text_set (&parameter->attribute, mine->attribute);
      if (g_strcmp0 (mine->fixed, before->fixed) != 0)
        ask_text_set (&parameter->fixed, mine->fixed);
      if (mine->use != before->use)
        parameter->use = mine->use;
      /* Nothing would supply it any more. */
      if (parameter->required && parameter->attribute == NULL && parameter->fixed == NULL && before->attribute != NULL)
        ask_text_set (&parameter->attribute,
                      ask_entity_find_attribute (merged, before->attribute) != NULL ? before->attribute : NULL);
    }
}

static void
move_attribute (AskEntity *from, AskAttribute *attribute, AskEntity *to, guint index)
{
  guint at;

  if (g_ptr_array_find (from->attributes, attribute, &at))
    g_ptr_array_insert (to->attributes, (int) index, g_ptr_array_steal_index (from->attributes, at));
}

/* Where a new attribute goes: before the one that it stands before at the source, behind the one that it stands
 * behind, and before what is calculated here. */
static guint
find_place (const AskEntity *merged, const AskEntity *theirs, guint index)
{
  guint at;

  for (guint i = index; i-- > 0;)
    {
      AskAttribute *before = ask_entity_find_attribute (merged, ((AskAttribute *) theirs->attributes->pdata[i])->name);

      if (before != NULL && g_ptr_array_find (merged->attributes, before, &at))
        return at + 1;
    }
  return 0;
}

/* ask_merge_entity:
 * @ours: what people made of it
 * @base: (nullable): what the source gave last time, translated
 * @theirs: what it gives now, translated
 *
 * Returns: (transfer full): the merged entity */
AskEntity *
ask_merge_entity (const AskEntity *ours, const AskEntity *base, const AskEntity *theirs)
{
  AskEntity *merged = ask_entity_copy (ours);
  g_autoptr (AskEntity) fresh = ask_entity_copy (theirs);

  merged->kind = theirs->kind;
  ask_text_set (&merged->source, theirs->source);
  ask_text_set (&merged->namespace, theirs->namespace);
  ask_text_set (&merged->table, theirs->table);
  ask_text_set (&merged->description, pick_string (ours->description, base != NULL,
                                                   base != NULL ? base->description : NULL, theirs->description));
  merged->row_estimate = theirs->row_estimate;
  merged->hidden = pick (ours->hidden, base != NULL, base != NULL && base->hidden, theirs->hidden, FALSE);
  take_strings (&merged->synonyms,
                pick_strings (ours->synonyms, base != NULL ? base->synonyms : NULL, theirs->synonyms));
  /* The whole operation at once, so that what people wrote into it stays where the API is called as before. It has no
   * function to free it by itself. */
  if (base == NULL || !is_same_operation (base, theirs))
    {
      AskOperation *held = merged->operation;

      merged->operation = fresh->operation;
      fresh->operation = held;
    }
  for (guint i = merged->attributes->len; i-- > 0;)
    {
      AskAttribute *attribute = merged->attributes->pdata[i];
      const AskAttribute *now = ask_entity_find_attribute (theirs, attribute->name);
      const AskAttribute *before = base != NULL ? ask_entity_find_attribute (base, attribute->name) : NULL;

      if (attribute->expression != NULL)
        continue;
      if (now != NULL)
        {
          merge_attribute (attribute, ask_entity_find_attribute (ours, attribute->name), before, now);
          continue;
        }
      for (guint b = 0; b < merged->bindings->len; b++)
        g_ptr_array_remove_index (((AskBinding *) merged->bindings->pdata[b])->columns, i);
      g_ptr_array_remove_index (merged->attributes, i);
    }
  for (guint i = 0; i < theirs->attributes->len; i++)
    {
      const AskAttribute *now = theirs->attributes->pdata[i];
      guint place;

      if (ask_entity_find_attribute (merged, now->name) != NULL)
        continue;
      place = find_place (merged, theirs, i);
      move_attribute (fresh, ask_entity_find_attribute (fresh, now->name), merged, place);
      for (guint b = 0; b < merged->bindings->len; b++)
        g_ptr_array_insert (((AskBinding *) merged->bindings->pdata[b])->columns, (int) place, g_strdup (""));
    }
  if (base == NULL || !is_same_operation (base, theirs))
    merge_operation (merged, ours, base);
  return merged;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Groups of an axis: a tree whose levels are its fields. A group is found by the group that it is in and its own key.
 */
#include "config.h"

#include <string.h>

#include "table/ask-pivot-private.h"

/** ask_pivot_axis_init: @fields: (element-type AskPivotField): of the axis, which outlive it */
void
ask_pivot_axis_init (AskPivotAxis *self, const GArray *fields)
{
  AskPivotGroup root = { ASK_NULL_INIT, 0, 0, NULL };

  self->fields = fields;
  self->groups = g_array_new (FALSE, FALSE, sizeof (AskPivotGroup));
  self->children = g_ptr_array_new ();
  self->texts = g_string_chunk_new (4096);
  g_array_append_val (self->groups, root);
  g_ptr_array_add (self->children, NULL);
}

/** ask_pivot_axis_clear: frees its groups */
void
ask_pivot_axis_clear (AskPivotAxis *self)
{
  for (guint i = 0; self->groups != NULL && i < self->groups->len; i++)
    g_clear_pointer (&g_array_index (self->groups, AskPivotGroup, i).groups, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    if (self->children->pdata[i] != NULL)
      g_hash_table_unref (self->children->pdata[i]);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_clear_pointer (&self->texts, g_string_chunk_free);
}

/** ask_pivot_axis_get: Returns: (transfer none): a group, valid until the next one is made */
const AskPivotGroup *
ask_pivot_axis_get (const AskPivotAxis *self, guint group)
{
  return &g_array_index (self->groups, AskPivotGroup, group);
}

static AskValue *
keep_key (AskPivotAxis *self, const AskValue *key)
{
  AskValue *kept = g_memdup2 (key, sizeof *key);

  if (key->kind == ASK_VALUE_TEXT || key->kind == ASK_VALUE_BLOB)
    kept->text = g_string_chunk_insert_len (self->texts, key->text, key->length);
  return kept;
}

/**
 * ask_pivot_axis_find:
 * @parent: a group
 * @key: of the group in it
 *
 * Returns: the group, which is made where there is none
 */
guint
ask_pivot_axis_find (AskPivotAxis *self, guint parent, const AskValue *key)
{
  GHashTable *children = self->children->pdata[parent];
  AskValue *kept;
  gpointer found;
  AskPivotGroup group = { .parent = parent };
  AskPivotGroup *outer;
  guint place = self->groups->len;

  if (children == NULL)
    {
      children = g_hash_table_new_full (ask_pivot_key_hash, ask_pivot_key_equal, g_free, NULL);
      self->children->pdata[parent] = children;
    }
  else if (g_hash_table_lookup_extended (children, key, NULL, &found))
    return GPOINTER_TO_UINT (found);
  outer = &g_array_index (self->groups, AskPivotGroup, parent);
  if (outer->groups == NULL)
    outer->groups = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (outer->groups, place);
  group.level = outer->level + 1;
  kept = keep_key (self, key);
  group.key = *kept;
  g_hash_table_insert (children, kept, GUINT_TO_POINTER (place));
  g_array_append_val (self->groups, group);
  g_ptr_array_add (self->children, NULL);
  return place;
}

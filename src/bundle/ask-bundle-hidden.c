/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds what a steward has hidden in queries and rows, and takes its names and all secrets out of texts. Keys that are
 * hidden may still join, so a name can stand in a query whose rows show nothing of it.
 */
#include "config.h"

#include <string.h>

#include "base/ask-secret.h"
#include "bundle/ask-bundle-private.h"
#include "engine/ask-hidden.h"

/* What stands where a name was. */
#define GONE "…"

/**
 * AskBundleHidden:
 * @engine: over the schema, without sources: names alone are looked at
 * @names: folded; of what is hidden, and of nothing that is shown
 * @phrases: (element-type utf8): those of @names that are no words of letters, digits and _
 */
struct _AskBundleHidden
{
  AskEngine *engine;
  GHashTable *names;
  GPtrArray *phrases;
};

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

static gboolean
is_one_word (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    if (!is_word (*c))
      return FALSE;
  return TRUE;
}

static void
note (GHashTable *names, const char *name)
{
  if (name != NULL && *name != '\0')
    g_hash_table_add (names, g_utf8_casefold (name, -1));
}

static void
note_entity (const AskEntity *entity, GHashTable *hidden, GHashTable *shown)
{
  note (entity->hidden ? hidden : shown, entity->name);
  note (entity->hidden ? hidden : shown, entity->table);
  for (guint a = 0; a < entity->attributes->len; a++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[a];
      GHashTable *names = entity->hidden || attribute->hidden ? hidden : shown;

      note (names, attribute->name);
      note (names, attribute->column);
    }
}

/**
 * ask_bundle_hidden_new:
 * @schema: of the workspace
 * @error: %ASK_ENGINE_ERROR_FAILED
 *
 * Returns: (transfer full): what is hidden in it
 */
AskBundleHidden *
ask_bundle_hidden_new (AskSchema *schema, GError **error)
{
  g_autoptr (AskBundleHidden) self = g_new0 (AskBundleHidden, 1);
  g_autoptr (GHashTable) shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) configs = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->phrases = g_ptr_array_new ();
  self->engine = ask_engine_new (schema, configs, error);
  if (self->engine == NULL)
    return NULL;
  for (guint e = 0; e < schema->entities->len; e++)
    note_entity (schema->entities->pdata[e], self->names, shown);
  /* A word that something shown is called, too, tells nothing of what is hidden. */
  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_hash_table_contains (shown, name))
      g_hash_table_iter_remove (&iter);
    else if (!is_one_word (name))
      g_ptr_array_add (self->phrases, name);
  return g_steal_pointer (&self);
}

/** ask_bundle_hidden_free: @self: (nullable) (transfer full): is freed */
void
ask_bundle_hidden_free (AskBundleHidden *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->engine, ask_engine_free);
  g_ptr_array_unref (self->phrases);
  g_hash_table_unref (self->names);
  g_free (self);
}

/** ask_bundle_hidden_find: Returns: (transfer full) (nullable): what @sql reads that is hidden, other than to join by it */
char *
ask_bundle_hidden_find (AskBundleHidden *self, const char *sql)
{
  return ask_engine_find_hidden (self->engine, sql);
}

/** ask_bundle_hidden_has: Returns: whether @name is one of what is hidden, and of nothing else */
gboolean
ask_bundle_hidden_has (AskBundleHidden *self, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  return g_hash_table_contains (self->names, folded);
}

/**
 * ask_bundle_hidden_has_place:
 * @place: "store.city", perhaps with more in front or behind, or one name
 *
 * Returns: whether it is hidden, also where something shown is called so, too
 */
gboolean
ask_bundle_hidden_has_place (AskBundleHidden *self, const char *place)
{
  g_auto (GStrv) parts = g_strsplit (place, ".", -1);
  AskSchema *schema = ask_engine_get_schema (self->engine);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const AskEntity *entity = ask_schema_find_entity (schema, parts[i]);
      const AskAttribute *attribute
        = entity != NULL && parts[i + 1] != NULL ? ask_entity_find_attribute (entity, parts[i + 1]) : NULL;

      if (ask_bundle_hidden_has (self, parts[i]) || (entity != NULL && entity->hidden)
          || (attribute != NULL && attribute->hidden))
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_bundle_hidden_find_column:
 * @rows: what a query gave
 *
 * Returns: (transfer none) (nullable): the name of a column whose values are of something hidden
 */
const char *
ask_bundle_hidden_find_column (AskBundleHidden *self, const AskRows *rows)
{
  AskSchema *schema = ask_engine_get_schema (self->engine);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);
      const AskEntity *entity
        = column->sense.entity != NULL ? ask_schema_find_entity (schema, column->sense.entity) : NULL;
      const AskAttribute *attribute = entity != NULL && column->sense.attribute != NULL
                                        ? ask_entity_find_attribute (entity, column->sense.attribute)
                                        : NULL;

      if ((entity != NULL && entity->hidden) || (attribute != NULL && attribute->hidden)
          || ask_bundle_hidden_has (self, column->name))
        return column->name;
    }
  return NULL;
}

/* Names with blanks and the like, which are no words of a text. */
static char *
remove_phrases (AskBundleHidden *self, const char *text, guint *n)
{
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at != '\0';)
    {
      gsize length = 0;

      for (guint i = 0; i < self->phrases->len && length == 0; i++)
        if (g_ascii_strncasecmp (at, self->phrases->pdata[i], strlen (self->phrases->pdata[i])) == 0)
          length = strlen (self->phrases->pdata[i]);
      if (length > 0)
        {
          g_string_append (out, GONE);
          *n += 1;
        }
      else
        g_string_append_len (out, at, (gssize) (length = (gsize) (g_utf8_next_char (at) - at)));
      at += length;
    }
  return g_string_free (out, FALSE);
}

/**
 * ask_bundle_hidden_remove:
 * @text: UTF-8
 * @n: is raised for each name that is taken out
 *
 * Returns: (transfer full): @text without secrets and without names of what is hidden
 */
char *
ask_bundle_hidden_remove (AskBundleHidden *self, const char *text, guint *n)
{
  g_autofree char *masked = ask_secret_mask (text);
  GString *out;

  if (self->phrases->len > 0)
    {
      char *rest = remove_phrases (self, masked, n);

      g_free (masked);
      masked = rest;
    }
  if (g_hash_table_size (self->names) == 0)
    return g_steal_pointer (&masked);
  out = g_string_new (NULL);
  for (const char *at = masked; *at != '\0';)
    {
      const char *end = at;
      g_autofree char *word = NULL;

      while (is_word (*end))
        end++;
      if (end == at)
        {
          g_string_append_c (out, *at++);
          continue;
        }
      word = g_strndup (at, (gsize) (end - at));
      if (ask_bundle_hidden_has (self, word))
        {
          g_string_append (out, GONE);
          *n += 1;
        }
      else
        g_string_append (out, word);
      at = end;
    }
  return g_string_free (out, FALSE);
}

/* Words of this program, and what the person typed. */
static gboolean
is_ours (const char *member)
{
  static const char *const ours[]
    = { "question", "status", "by", "kind", "temp_table", "type", "meaning", "started_at" };

  for (guint i = 0; i < G_N_ELEMENTS (ours); i++)
    if (strcmp (ours[i], member) == 0)
      return TRUE;
  return FALSE;
}

/**
 * ask_bundle_hidden_clean:
 * @self: (nullable): %NULL for a copy as it is
 * @document: of an answer
 * @n: is raised for each name that is taken out
 *
 * Returns: (transfer full): a copy that can be changed, its strings as by ask_bundle_hidden_remove(), but for the question,
 *   which is the person's own words
 */
JsonNode *
ask_bundle_hidden_clean (AskBundleHidden *self, JsonNode *document, guint *n)
{
  if (JSON_NODE_HOLDS_OBJECT (document))
    {
      JsonObject *object = json_object_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (document));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        json_object_set_member (object, name, ask_bundle_hidden_clean (is_ours (name) ? NULL : self, member, n));
      return ask_json_take_object (object);
    }
  if (JSON_NODE_HOLDS_ARRAY (document))
    {
      JsonArray *of = json_node_get_array (document);
      JsonArray *array = json_array_new ();

      for (guint i = 0; i < json_array_get_length (of); i++)
        json_array_add_element (array, ask_bundle_hidden_clean (self, json_array_get_element (of, i), n));
      return ask_json_take_array (array);
    }
  if (self != NULL && JSON_NODE_HOLDS_VALUE (document) && json_node_get_value_type (document) == G_TYPE_STRING)
    {
      g_autofree char *clean = ask_bundle_hidden_remove (self, json_node_get_string (document), n);

      return json_node_init_string (json_node_alloc (), clean);
    }
  return json_node_copy (document);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routing over 10,000 sources: Spider's databases, and copies of two of them each in which every word of names and
 * values is another word of the set, so that words are as frequent as they were and no copy is like another.
 */
#include "config.h"

#include "ask-bench-route.h"

#include <string.h>

#include "base/ask-hash.h"
#include "base/ask-text.h"

typedef struct
{
  GPtrArray *words; /* utf8 */
  guint copy;
} Renaming;

static void
collect_words (GHashTable *seen, GPtrArray *words, const char *text)
{
  g_autoptr (GPtrArray) all = ask_route_words (text);

  for (guint i = 0; i < all->len; i++)
    if (!g_hash_table_contains (seen, all->pdata[i]))
      {
        char *word = g_strdup (all->pdata[i]);

        g_hash_table_add (seen, word);
        g_ptr_array_add (words, word);
      }
}

static char *
rename_text (const Renaming *renaming, const char *text)
{
  g_autoptr (GPtrArray) all = ask_route_words (text);
  GString *renamed = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const char *word = all->pdata[i];
      guint64 hash = ask_hash_add (ASK_HASH_START + renaming->copy, word, strlen (word));

      g_string_append_printf (renamed, "%s%s", i > 0 ? "_" : "",
                              (char *) renaming->words->pdata[ask_hash_stir (hash) % renaming->words->len]);
    }
  return g_string_free (renamed, FALSE);
}

static void
add_entities (const Renaming *names, const RouteSource *from, const char *source, GPtrArray *entities)
{
  for (guint e = 0; e < from->entities->len; e++)
    {
      const AskEntity *entity = from->entities->pdata[e];
      g_autofree char *name = rename_text (names, entity->table);
      AskEntity *copy = ask_entity_new (name, source, entity->table, ASK_ENTITY_TABLE);

      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];
          g_autofree char *called = rename_text (names, attribute->name);

          ask_entity_add_attribute (copy, called, attribute->column, attribute->type);
        }
      g_ptr_array_add (entities, copy);
    }
}

static void
add_values (AskRouteIndex *index, const Renaming *values, const RouteSource *from)
{
  for (guint v = 0; v < from->values->len; v += 3)
    {
      g_autofree char *value = rename_text (values, from->values->pdata[v + 2]);

      ask_route_index_add_value (index, from->values->pdata[v], from->values->pdata[v + 1], value);
    }
}

/*
 * bench_route_scale_new:
 * @n: how many sources
 * @kept: (out) (transfer full) (element-type AskEntity): must outlive the index
 *
 * Returns: (transfer full): an index whose first sources are those of @set
 */
AskRouteIndex *
bench_route_scale_new (const RouteSet *set, guint n, GPtrArray **kept)
{
  AskRouteIndex *index = ask_route_index_new (set->schema);
  g_autoptr (GPtrArray) name_words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) value_words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen_names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) seen_values = g_hash_table_new (g_str_hash, g_str_equal);
  Renaming names = { name_words, 0 }, values = { value_words, 0 };

  *kept = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_entity_unref);
  for (guint i = 0; i < set->sources->len; i++)
    {
      const RouteSource *source = route_set_source (set, i);

      for (guint e = 0; e < source->entities->len; e++)
        {
          const AskEntity *entity = source->entities->pdata[e];

          collect_words (seen_names, name_words, entity->table);
          for (guint a = 0; a < entity->attributes->len; a++)
            collect_words (seen_names, name_words, ((AskAttribute *) entity->attributes->pdata[a])->name);
        }
      for (guint v = 0; v < source->values->len; v += 3)
        collect_words (seen_values, value_words, source->values->pdata[v + 2]);
    }
  for (guint i = 0; i < n; i++)
    {
      const RouteSource *first = route_set_source (set, i % set->sources->len);
      const RouteSource *second = route_set_source (set, (i * 37 + 11) % set->sources->len);
      g_autofree char *name = g_strdup_printf ("source_%u", i);
      g_autoptr (GPtrArray) entities = g_ptr_array_new ();
      guint before = (*kept)->len;

      names.copy = values.copy = i;
      if (i < set->sources->len)
        {
          ask_route_index_add_source (index, first->name, first->entities);
          for (guint v = 0; v < first->values->len; v += 3)
            ask_route_index_add_value (index, first->values->pdata[v], first->values->pdata[v + 1],
                                       first->values->pdata[v + 2]);
          continue;
        }
      add_entities (&names, first, name, *kept);
      add_entities (&names, second, name, *kept);
      for (guint e = before; e < (*kept)->len; e++)
        g_ptr_array_add (entities, (*kept)->pdata[e]);
      ask_route_index_add_source (index, name, entities);
      add_values (index, &values, first);
    }
  ask_route_index_finish (index);
  return index;
}

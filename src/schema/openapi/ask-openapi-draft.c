/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations that are understood become a schema: they get their names, single objects find out
 * whether a list has them already, nested lists become entities of their own. What a document gave
 * before keeps its name and place: lists first, then single objects, then children.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

/* So deep a list and one of its rows are compared; what lies deeper is JSON in both. */
#define MAX_LEVELS 3

/** ask_openapi_draft_clear: @data: an AskOpenapiDraft in an array: frees what it holds, not itself */
void
ask_openapi_draft_clear (gpointer data)
{
  AskOpenapiDraft *draft = data;

  g_clear_pointer (&draft->entity, ask_entity_unref);
  g_clear_pointer (&draft->row, ask_openapi_shape_free);
  g_free (draft->path);
  g_free (draft->noun);
  g_free (draft->search);
  g_clear_pointer (&draft->doubts, g_ptr_array_unref);
}

static gint
compare_drafts (gconstpointer a, gconstpointer b)
{
  const AskOpenapiDraft *left = *(AskOpenapiDraft *const *) a;
  const AskOpenapiDraft *right = *(AskOpenapiDraft *const *) b;

  if (left->n_words != right->n_words)
    return left->n_words < right->n_words ? -1 : 1;
  /* Both lie in one array, in document order. */
  return left < right ? -1 : left > right;
}

static char *
dup_unique (GHashTable *taken, const char *wanted)
{
  char *name = g_strdup (wanted);

  for (guint n = 2; g_hash_table_contains (taken, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", wanted, n);
    }
  g_hash_table_add (taken, g_strdup (name));
  return name;
}

/* Of two operations that end in one word, the shorter path keeps the plain name. */
static void
name_entities (GArray *drafts, GHashTable *taken)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  for (guint i = 0; i < drafts->len; i++)
    if (!g_array_index (drafts, AskOpenapiDraft, i).named)
      g_ptr_array_add (order, &g_array_index (drafts, AskOpenapiDraft, i));
  g_ptr_array_sort (order, compare_drafts);
  for (guint i = 0; i < order->len; i++)
    {
      AskOpenapiDraft *draft = g_ptr_array_index (order, i);
      g_autofree char *name = g_strdup (draft->entity->name);
      g_autofree char *longest = g_strdup (name);

      for (guint level = 1; g_hash_table_contains (taken, name); level++)
        {
          char *longer = ask_openapi_dup_entity_name (draft->path, level, "");

          if (longer == NULL)
            break;
          g_free (name);
          name = longer;
          g_free (longest);
          longest = g_strdup (name);
        }
      /* Where the list of that name is another one, the object is a detail of something like it. */
      if (g_hash_table_contains (taken, name) && draft->entity->operation->single)
        {
          g_autofree char *singular = ask_openapi_dup_singular (longest);

          g_free (longest);
          longest = g_strconcat (singular, "_detail", NULL);
        }
      g_free (draft->entity->name);
      draft->entity->name = dup_unique (taken, longest);
    }
}

static guint
count_parameters (const char *path)
{
  guint n = 0;

  for (const char *p = path; *p != '\0'; p++)
    n += *p == '{';
  return n;
}

/* Whether @single is one of what @list lists: /orders/{id} of /orders. */
static gboolean
is_one_of (const AskOpenapiDraft *single, const AskOpenapiDraft *list)
{
  g_autoptr (GPtrArray) a = ask_openapi_literal_segments (single->path);
  g_autoptr (GPtrArray) b = ask_openapi_literal_segments (list->path);

  if (!ask_openapi_ends_in_parameter (single->path) || a->len != b->len
      || count_parameters (single->path) != count_parameters (list->path) + 1)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (a->pdata[i], b->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean has_all (AskOpenapiContext *context, const AskOpenapiShape *list, const AskOpenapiShape *single,
                         guint levels);

/* What is in an object or in the items of a list counts, too: an order's items may have more where it is alone. */
static gboolean
has_all_of (AskOpenapiContext *context, const GArray *list_parts, const GArray *single_parts, guint levels)
{
  g_autoptr (AskOpenapiShape) list = ask_openapi_shape_new_for_parts (context, (GArray *) list_parts);
  g_autoptr (AskOpenapiShape) single = ask_openapi_shape_new_for_parts (context, (GArray *) single_parts);

  if (single->items->len > 0)
    return list->items->len > 0 && has_all_of (context, list->items, single->items, levels);
  return single->properties->len == 0 || has_all (context, list, single, levels);
}

static gboolean
has_all (AskOpenapiContext *context, const AskOpenapiShape *list, const AskOpenapiShape *single, guint levels)
{
  /* An object of which no member is known is in no list for certain. */
  if (single->properties->len == 0)
    return FALSE;
  for (guint i = 0; i < single->properties->len; i++)
    {
      const AskOpenapiShapeProperty *property = single->properties->pdata[i];
      const AskOpenapiShapeProperty *same = g_hash_table_lookup (list->by_name, property->name);

      if (ask_openapi_is_link (property->name))
        continue;
      if (same == NULL || (levels > 1 && !has_all_of (context, same->parts, property->parts, levels - 1)))
        return FALSE;
    }
  return TRUE;
}

/* The list that @single is one of; else one of the same noun that can be read as it is, and has all
 * of it. */
static const AskOpenapiDraft *
find_list (AskOpenapiContext *context, const GArray *lists, const AskOpenapiDraft *single)
{
  for (guint i = 0; i < lists->len; i++)
    {
      const AskOpenapiDraft *list = &g_array_index (lists, AskOpenapiDraft, i);

      if (is_one_of (single, list))
        return list;
    }
  for (guint i = 0; i < lists->len; i++)
    {
      const AskOpenapiDraft *list = &g_array_index (lists, AskOpenapiDraft, i);

      if (ask_openapi_ends_in_parameter (single->path) && strchr (list->path, '{') == NULL
          && ask_openapi_same_noun (single->noun, list->noun) && has_all (context, list->row, single->row, MAX_LEVELS))
        return list;
    }
  return NULL;
}

/* A list that has all of it makes the single object superfluous; one that has less of each gets it as
 * a second entity: orders and order_detail. */
static void
settle_singles (AskOpenapiContext *context, const GArray *lists, GArray *singles, GHashTable *taken, AskSchema *schema)
{
  for (guint i = 0; i < singles->len;)
    {
      AskOpenapiDraft *single = &g_array_index (singles, AskOpenapiDraft, i);
      const AskOpenapiDraft *list = find_list (context, lists, single);
      g_autofree char *shown = ask_text_shorten (single->path, 120);
      const AskAttribute *key, *list_key;
      g_autofree char *singular = NULL;
      g_autofree char *wanted = NULL;

      if (list == NULL)
        {
          i++;
          continue;
        }
      if (has_all (context, list->row, single->row, MAX_LEVELS))
        {
          g_ptr_array_add (context->notes, g_strdup_printf ("GET %s: it answers with one object that “%s” has too.",
                                                            shown, list->entity->name));
          single->entry->outcome = ASK_DOCTOR_MERGED;
          single->entry->reason = g_strdup_printf ("It answers with one object that “%s” has too.", list->entity->name);
          g_ptr_array_add (single->entry->entities, g_strdup (list->entity->name));
          g_array_remove_index (singles, i);
          continue;
        }
      singular = ask_openapi_dup_singular (list->entity->name);
      wanted = g_strconcat (singular, "_detail", NULL);
      g_free (single->entity->name);
      single->entity->name = dup_unique (taken, wanted);
      key = ask_openapi_get_key (single->entity);
      list_key = ask_openapi_get_key (list->entity);
      if (key != NULL && list_key != NULL && strcmp (key->column, list_key->column) == 0)
        ask_schema_add_relationship (schema, single->entity->name, key->name, list->entity->name, list_key->name)
          ->cardinality
          = ASK_CARDINALITY_ONE_TO_ONE;
      single->named = TRUE;
      i++;
    }
}

static void
take_entities (AskSchema *schema, GArray *drafts, GPtrArray *nouns)
{
  for (guint i = 0; i < drafts->len; i++)
    {
      AskOpenapiDraft *draft = &g_array_index (drafts, AskOpenapiDraft, i);

      ask_schema_add_entity (schema, g_steal_pointer (&draft->entity));
      g_ptr_array_add (nouns, draft->noun);
    }
}

static void
tell_name (AskDoctorEntry *entry, const AskEntity *entity)
{
  g_ptr_array_add (entry->entities, g_strdup (entity->name));
}

/**
 * ask_openapi_make_schema:
 * @context: of the import; gets notes of single objects that lie in a list
 * @lists: (element-type AskOpenapiDraft): operations that answer with a list; their entities are taken
 * @singles: (element-type AskOpenapiDraft): those that answer with one object, likewise
 *
 * Returns: (transfer full): the schema
 */
AskSchema *
ask_openapi_make_schema (AskOpenapiContext *context, GArray *lists, GArray *singles)
{
  AskSchema *schema = ask_schema_new ();
  g_autoptr (GPtrArray) nouns = g_ptr_array_new ();
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;

  name_entities (lists, taken);
  settle_singles (context, lists, singles, taken, schema);
  name_entities (singles, taken);
  take_entities (schema, lists, nouns);
  take_entities (schema, singles, nouns);
  n = schema->entities->len;
  for (guint i = 0; i < n; i++)
    {
      const AskOpenapiDraft *draft = i < lists->len ? &g_array_index (lists, AskOpenapiDraft, i)
                                                    : &g_array_index (singles, AskOpenapiDraft, i - lists->len);

      guint first = schema->entities->len;

      if (!draft->partial)
        ask_openapi_add_children (context, schema, g_ptr_array_index (schema->entities, i), draft->row);
      draft->entry->outcome = ASK_DOCTOR_ENTITY;
      tell_name (draft->entry, g_ptr_array_index (schema->entities, i));
      ask_openapi_tell_doubts (draft->doubts, g_ptr_array_index (schema->entities, i), draft->entry);
      for (guint j = first; j < schema->entities->len; j++)
        tell_name (draft->entry, g_ptr_array_index (schema->entities, j));
    }
  for (guint i = 0; i < lists->len; i++)
    {
      const AskOpenapiDraft *draft = &g_array_index (lists, AskOpenapiDraft, i);

      if (draft->search != NULL)
        tell_name (draft->entry,
                   ask_openapi_add_search (schema, g_ptr_array_index (schema->entities, i), draft->search));
    }
  for (guint i = 0; i < n; i++)
    {
      const AskOpenapiDraft *draft = i < lists->len ? &g_array_index (lists, AskOpenapiDraft, i)
                                                    : &g_array_index (singles, AskOpenapiDraft, i - lists->len);

      ask_openapi_add_links (context, schema, g_ptr_array_index (schema->entities, i), draft->links, n);
    }
  ask_openapi_add_nesting (schema, n);
  for (guint i = n; i < schema->entities->len; i++)
    g_ptr_array_add (nouns, ((AskEntity *) g_ptr_array_index (schema->entities, i))->name);
  ask_openapi_add_relationships (schema, nouns);
  return schema;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See the header. Names are drawn from few words, so that they collide, and some need quotes.
 */
#include "config.h"

#include "schema-random.h"

#include "schema/edit/ask-schema-edit.h"
#include "schema/merge/ask-schema-merge.h"

static const char *const words[]
  = { "order", "customer", "price", "total", "name", "id", "date", "amount", "Straße", "unit price", "group", "a\"b",
      "select", "städte", "x'y", "[z]", "価格", "tab", "code", "region" };

static guint
below (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint) n);
}

static gboolean
chance (guint percent)
{
  return below (100) < percent;
}

static const char *
pick_word (void)
{
  return words[below (G_N_ELEMENTS (words))];
}

static char *
pick_name (void)
{
  return chance (50) ? g_strdup (pick_word ()) : g_strdup_printf ("%s_%u", pick_word (), below (30));
}

static char *
pick_text (void)
{
  return g_strdup_printf ("%s %s\t“%s” \\ %u", pick_word (), pick_word (), pick_word (), below (1000));
}

static void
add_words (GPtrArray *list, guint max)
{
  for (guint n = below (max + 1); n > 0; n--)
    {
      g_autofree char *word = pick_name ();
      gboolean there = FALSE;

      for (guint i = 0; i < list->len; i++)
        there |= g_ascii_strcasecmp (list->pdata[i], word) == 0;
      if (!there)
        g_ptr_array_add (list, g_steal_pointer (&word));
    }
}

static gpointer
pick (GPtrArray *list)
{
  return list->len > 0 ? list->pdata[below (list->len)] : NULL;
}

static AskType
pick_type (void)
{
  return (AskType) below (ASK_TYPE_BLOB + 1);
}

static void
fill_attribute (AskAttribute *attribute)
{
  if (chance (40))
    attribute->declared = g_strdup_printf ("VARCHAR(%u)", below (100));
  if (chance (30))
    attribute->description = pick_text ();
  if (chance (10))
    attribute->meaning = (AskMeaning) below (ASK_N_MEANINGS);
  attribute->nullable = chance (70);
  add_words (attribute->synonyms, 2);
  add_words (attribute->choices, 1);
}

static void
add_columns (AskEntity *entity)
{
  for (guint n = 1 + below (6); n > 0; n--)
    {
      g_autofree char *name = pick_name ();
      AskAttribute *attribute;

      if (ask_entity_find_column (entity, name) != NULL)
        continue;
      attribute = ask_entity_add_attribute (entity, name, name, pick_type ());
      fill_attribute (attribute);
      if (entity->attributes->len == 1)
        attribute->key = 1;
    }
}

static void
make_operation (AskEntity *entity)
{
  entity->operation = ask_operation_new ("/v1/things");
  for (guint n = below (4); n > 0; n--)
    {
      g_autofree char *name = g_strdup_printf ("p%u", n);
      AskAttribute *attribute = pick (entity->attributes);
      gboolean required = chance (30);

      /* An input that the rows do not have. */
      if (chance (40))
        attribute = ask_entity_add_attribute (entity, name, NULL, pick_type ());
      if (ask_operation_find_parameter_for (entity->operation, attribute->name) != NULL)
        continue;
      ask_operation_add_parameter (entity->operation, name, ASK_PARAMETER_IN_QUERY, attribute->name, required)->type
        = attribute->type;
    }
  if (chance (30))
    {
      AskAttribute *attribute = pick (entity->attributes);

      ask_operation_add_sort (entity->operation, attribute->name, "sort", "up", "down");
    }
  if (chance (30))
    {
      entity->operation->paging.kind = ASK_PAGING_PAGE;
      entity->operation->paging.parameter = g_strdup ("page");
      entity->operation->paging.size = 1 + below (100);
    }
}

static void
add_imported (AskSchema *import, const char *source)
{
  g_autofree char *table = pick_name ();
  gboolean api = chance (25);
  AskEntity *entity;

  for (guint i = 0; i < import->entities->len; i++)
    if (g_strcmp0 (((AskEntity *) import->entities->pdata[i])->table, table) == 0)
      return;
  entity = ask_entity_new (table, source, table, api ? ASK_ENTITY_API : chance (20) ? ASK_ENTITY_VIEW : ASK_ENTITY_TABLE);
  add_columns (entity);
  if (api)
    make_operation (entity);
  if (chance (30))
    entity->description = pick_text ();
  if (chance (40))
    entity->row_estimate = below (100000);
  add_words (entity->synonyms, 2);
  ask_schema_add_entity (import, entity);
}

static void
add_reference (AskSchema *import)
{
  AskEntity *from = pick (import->entities);
  AskEntity *to = pick (import->entities);
  AskAttribute *near = from != NULL ? pick (from->attributes) : NULL;
  AskAttribute *far = to != NULL ? pick (to->attributes) : NULL;
  AskRelationship *added;

  if (near == NULL || far == NULL || near == far)
    return;
  added = ask_schema_add_relationship (import, from->name, near->name, to->name, far->name);
  for (guint i = 0; i + 1 < import->relationships->len; i++)
    if (ask_relationship_joins_same (import->relationships->pdata[i], added))
      {
        g_ptr_array_remove_index (import->relationships, import->relationships->len - 1);
        return;
      }
  added->cardinality = (AskCardinality) below (3);
}

/* What an importer may make of a source. */
AskSchema *
schema_random_import (const char *source, guint n_entities)
{
  AskSchema *import = ask_schema_new ();

  while (import->entities->len < n_entities)
    {
      guint before = import->entities->len;

      add_imported (import, source);
      if (import->entities->len == before && before + 1 >= n_entities)
        break;
    }
  for (guint n = below (n_entities + 1); n > 0; n--)
    add_reference (import);
  return import;
}

static void
forget_attribute (AskSchema *schema, AskEntity *entity, AskAttribute *attribute)
{
  for (guint i = schema->relationships->len; i-- > 0;)
    {
      AskRelationship *relationship = schema->relationships->pdata[i];

      if ((g_ascii_strcasecmp (relationship->from, entity->name) == 0
           && g_ascii_strcasecmp (relationship->from_attributes->pdata[0], attribute->name) == 0)
          || (g_ascii_strcasecmp (relationship->to, entity->name) == 0
              && g_ascii_strcasecmp (relationship->to_attributes->pdata[0], attribute->name) == 0))
        g_ptr_array_remove_index (schema->relationships, i);
    }
}

static void
change_attribute (AskEntity *entity)
{
  AskAttribute *attribute = pick (entity->attributes);

  switch (below (6))
    {
    case 0:
      attribute->type = pick_type ();
      break;
    case 1:
      g_free (attribute->description);
      attribute->description = chance (70) ? pick_text () : NULL;
      break;
    case 2:
      attribute->nullable = !attribute->nullable;
      break;
    case 3:
      g_ptr_array_set_size (attribute->synonyms, 0);
      add_words (attribute->synonyms, 3);
      break;
    case 4:
      g_ptr_array_set_size (attribute->choices, 0);
      add_words (attribute->choices, 2);
      break;
    default:
      g_free (attribute->declared);
      attribute->declared = g_strdup ("TEXT");
    }
}

/* What the same source may be some time later. */
AskSchema *
schema_random_drift (AskSchema *import)
{
  AskSchema *later = ask_schema_copy (import);

  for (guint n = below (8); n > 0; n--)
    {
      AskEntity *entity = pick (later->entities);
      AskAttribute *attribute = entity != NULL ? pick (entity->attributes) : NULL;

      switch (below (9))
        {
        case 0:
          if (later->entities->len < 2)
            break;
          for (guint i = 0; i < entity->attributes->len; i++)
            forget_attribute (later, entity, entity->attributes->pdata[i]);
          g_ptr_array_remove (later->entities, entity);
          break;
        case 1:
          add_imported (later, ((AskEntity *) later->entities->pdata[0])->source);
          break;
        case 2:
          if (entity->operation != NULL || entity->attributes->len < 2)
            break;
          forget_attribute (later, entity, attribute);
          g_ptr_array_remove (entity->attributes, attribute);
          break;
        case 3:
          if (entity->operation == NULL)
            add_columns (entity);
          break;
        case 4:
          add_reference (later);
          break;
        case 5:
          if (later->relationships->len > 0)
            g_ptr_array_remove_index (later->relationships, below (later->relationships->len));
          break;
        case 6:
          g_free (entity->description);
          entity->description = chance (70) ? pick_text () : NULL;
          break;
        default:
          change_attribute (entity);
        }
    }
  return later;
}

static char *
quote (const char *name)
{
  g_autoptr (GString) text = g_string_new (name);

  g_string_replace (text, "\"", "\"\"", 0);
  return g_strdup_printf ("\"%s\"", text->str);
}

/* A random query over one or two entities; it may not stand. */
static char *
pick_query (AskSchema *schema)
{
  AskEntity *a = pick (schema->entities);
  AskEntity *b = pick (schema->entities);
  AskAttribute *x = a != NULL ? pick (a->attributes) : NULL;
  AskAttribute *y = b != NULL ? pick (b->attributes) : NULL;

  if (x == NULL || y == NULL)
    return g_strdup ("SELECT 1 AS one");

  g_autofree char *a_name = quote (a->name);
  g_autofree char *b_name = quote (b->name);
  g_autofree char *x_name = quote (x->name);
  g_autofree char *y_name = quote (y->name);

  switch (below (7))
    {
    case 0:
      return g_strdup_printf ("SELECT * FROM %s", a_name);
    case 1:
      return g_strdup_printf ("SELECT %s FROM %s WHERE %s IS NOT NULL ORDER BY %s", x_name, a_name, x_name, x_name);
    case 2:
      return g_strdup_printf ("SELECT %s.%s FROM %s", a_name, x_name, a_name);
    case 3:
      return g_strdup_printf ("SELECT p.%s AS one, q.%s AS two FROM %s p JOIN %s AS q ON p.%s = q.%s -- %s", x_name, y_name,
                              a_name, b_name, x_name, y_name, x->name);
    case 4:
      return g_strdup_printf ("WITH t AS (SELECT %s, count(*) AS n FROM %s GROUP BY %s) SELECT t.%s, n FROM t", x_name,
                              a_name, x_name, x_name);
    case 5:
      return g_strdup_printf ("SELECT %s FROM (SELECT * FROM %s) WHERE EXISTS (SELECT 1 FROM %s WHERE %s IS NULL)",
                              x_name, a_name, b_name, y_name);
    default:
      return g_strdup_printf ("SELECT %s FROM %s UNION SELECT %s FROM %s ORDER BY 1", x_name, a_name, y_name, b_name);
    }
}

static gboolean
edit_attribute (AskSchema *draft, const char *id, const char *name, GError **error)
{
  static const char *const flags[] = { "true", "false" };
  static const char *const sharings[] = { "inherit", "never", "samples", "yes" };
  g_autofree char *text = chance (80) ? pick_text () : NULL;
  g_autofree char *lines = g_strdup_printf ("%s\n%s", pick_word (), pick_word ());

  switch (below (10))
    {
    case 0:
      return ask_schema_edit_set_attribute (draft, id, name, "description", text, error);
    case 1:
      return ask_schema_edit_set_attribute (draft, id, name, "synonyms", chance (80) ? lines : NULL, error);
    case 2:
      return ask_schema_edit_set_attribute (draft, id, name, "type", ask_type_to_string (pick_type ()), error);
    case 3:
      return ask_schema_edit_set_attribute (draft, id, name, "unit", pick_word (), error);
    case 4:
      return ask_schema_edit_set_attribute (draft, id, name, "meaning",
                                            ask_meaning_to_string ((AskMeaning) below (ASK_N_MEANINGS)), error);
    case 5:
      return ask_schema_edit_set_attribute (draft, id, name, "hidden", flags[below (2)], error);
    case 6:
      return ask_schema_edit_set_attribute (draft, id, name, "sharing", sharings[below (4)], error);
    case 7:
      return ask_schema_edit_set_attribute (draft, id, name, "examples", lines, error);
    case 8:
      return ask_schema_edit_set_attribute (draft, id, name, "sensitive", flags[below (2)], error);
    default:
      return ask_schema_edit_set_attribute (draft, id, name, "nullable", flags[below (2)], error);
    }
}

/* One edit; refused ones count as edits that were not made. */
gboolean
schema_random_edit (AskSchema *draft, char **title, GError **error)
{
  const AskEntity *entity = pick (draft->entities);
  const AskEntity *other = pick (draft->entities);
  const AskAttribute *attribute = entity != NULL ? pick (entity->attributes) : NULL;
  const AskAttribute *far = other != NULL ? pick (other->attributes) : NULL;
  const AskMetric *metric = entity != NULL ? pick (entity->metrics) : NULL;
  g_autofree char *name = pick_name ();
  g_autofree char *text = chance (80) ? pick_text () : NULL;
  g_autofree char *query = pick_query (draft);
  g_autofree char *quoted = attribute != NULL ? quote (attribute->name) : g_strdup ("1");
  g_autofree char *sum = g_strdup_printf ("sum(%s) / count(*)", quoted);
  g_autofree char *calculation = g_strdup_printf ("coalesce(%s, 0) || 'x'", quoted);
  g_autofree char *id = entity != NULL ? g_strdup (entity->id) : NULL;
  guint kind = below (20);

  if (title != NULL)
    *title = g_strdup_printf ("Edit %u of %s", kind, entity != NULL ? entity->name : "nothing");
  if (attribute == NULL || far == NULL)
    {
      g_free (draft->notes);
      draft->notes = g_steal_pointer (&text);
      return TRUE;
    }

  g_autofree char *column = g_strdup (attribute->name);
  g_autofree char *far_name = g_strdup (far->name);
  g_autofree char *far_id = g_strdup (other->id);

  switch (kind)
    {
    case 0:
      return ask_schema_edit_rename_entity (draft, id, name, error);
    case 1:
    case 2:
      return ask_schema_edit_rename_attribute (draft, id, column, name, error);
    case 3:
      return ask_schema_edit_set_entity (draft, id, "description", text, error);
    case 4:
      return ask_schema_edit_set_entity (draft, id, "synonyms", name, error);
    case 5:
      return ask_schema_edit_set_entity (draft, id, "hidden", chance (50) ? "true" : "false", error);
    case 6:
      return ask_schema_edit_set_metric (draft, id, name, "expression", sum, error);
    case 7:
      return metric != NULL ? chance (50) ? ask_schema_edit_rename_metric (draft, id, metric->name, name, error)
                                          : ask_schema_edit_remove_metric (draft, id, metric->name, error)
                            : ask_schema_edit_collapse (draft, id, chance (50), error);
    case 8:
      return ask_schema_edit_add_calculated (draft, id, name, calculation, error);
    case 9:
      return ask_schema_edit_remove_attribute (draft, id, column, error);
    case 10:
      return ask_schema_edit_add_query_entity (draft, name, query, error);
    case 11:
      return chance (20) ? ask_schema_edit_remove_entity (draft, id, error)
                         : ask_schema_edit_move (draft, id, below (5000), below (5000), error);
    case 12:
      return ask_schema_edit_relate (draft, id, column, far_id, far_name, error);
    case 13:
      return ask_schema_edit_unrelate (draft, below (draft->relationships->len + 1), error);
    case 14:
      return ask_schema_edit_set_relationship (draft, below (draft->relationships->len + 1), "verb", text, error);
    case 15:
      return ask_schema_edit_set_source (draft, "alpha",
                                         chance (33)   ? "description"
                                         : chance (50) ? "statements"
                                                       : "sharing",
                                         chance (50) ? "samples" : NULL, error);
    case 16:
      return ask_schema_edit_add_binding (draft, id, &(AskSchemaPlace) { .source = "beta", .table = name }, NULL, error);
    default:
      return edit_attribute (draft, id, column, error);
    }
}

/* Anything that a document can say: imports of two sources, edited, with questions. */
AskSchema *
schema_random_new (guint n_entities)
{
  g_autoptr (AskSchema) alpha = schema_random_import ("alpha", MAX (1, n_entities / 2));
  g_autoptr (AskSchema) beta = schema_random_import ("beta", MAX (1, n_entities / 2));
  AskSchema *schema = ask_schema_new ();

  ask_schema_merge (schema, "alpha", alpha);
  ask_schema_merge (schema, "beta", beta);
  for (guint n = below (6); n > 0; n--)
    {
      AskSchemaQuestion *question = g_new0 (AskSchemaQuestion, 1);

      question->question = pick_text ();
      question->sql = pick_query (schema);
      if (chance (50))
        {
          question->verified_by = g_strdup (pick_word ());
          question->verified_at = 1 + g_test_rand_int_range (0, G_MAXINT32 - 1);
        }
      g_ptr_array_add (schema->questions, question);
    }
  for (guint n = below (40); n > 0; n--)
    schema_random_edit (schema, NULL, NULL);
  return schema;
}

/* The document, indented as an export is. */
char *
schema_random_to_text (AskSchema *schema)
{
  g_autoptr (JsonNode) node = ask_schema_to_json (schema);

  return ask_json_to_string (node, TRUE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A schema as a catalogue for the guard, which wants more than names: keys, references, meanings, and what metrics and
 * calculated attributes are made of. Nobody plans by it.
 */
#include "config.h"

#include "schema/names/ask-schema-names.h"

static void
add_attribute (AskSqlTable *table, const AskEntity *entity, const AskAttribute *attribute)
{
  AskSqlColumn *column
    = attribute->expression != NULL
        ? ask_sql_table_add_calculated (table, attribute->name, attribute->type, attribute->expression)
        : ask_sql_table_add_column (table, attribute->name, attribute->type, attribute->declared);

  column->sense = (AskSense) { attribute->meaning, ASK_ADDING_UNKNOWN, attribute->unit, entity->name, attribute->name };
  column->nullable = attribute->nullable;
  column->key = attribute->key;
  column->hidden = attribute->hidden;
  if (ask_entity_needs (entity, attribute->name))
    column->required = g_strdup (attribute->name);
}

static void
add_entity (AskSqlCatalog *catalog, const AskEntity *entity)
{
  AskSqlTable *table
    = ask_sql_catalog_add_table (catalog, entity->source[0] != '\0' ? entity->source : NULL, entity->name);

  table->data = (gpointer) entity;
  table->hidden = entity->hidden;
  table->has_rowid = entity->kind == ASK_ENTITY_TABLE;
  for (guint i = 0; i < entity->attributes->len; i++)
    add_attribute (table, entity, entity->attributes->pdata[i]);
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];

      ask_sql_table_add_metric (table, metric->name, metric->expression);
    }
}

static char **
dup_names (const GPtrArray *names)
{
  char **strings = g_new0 (char *, names->len + 1);

  for (guint i = 0; i < names->len; i++)
    strings[i] = g_strdup (names->pdata[i]);
  return strings;
}

/**
 * ask_schema_names_make_guarded:
 * @schema: borrowed; it must outlive the catalogue
 *
 * Returns: (transfer full): what the guard looks at
 */
AskSqlCatalog *
ask_schema_names_make_guarded (AskSchema *schema)
{
  AskSqlCatalog *catalog = ask_sql_catalog_new ();

  for (guint i = 0; i < schema->entities->len; i++)
    add_entity (catalog, schema->entities->pdata[i]);
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];
      AskSqlTable *table = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, relationship->from);
      g_auto (GStrv) from = dup_names (relationship->from_attributes);
      g_auto (GStrv) to = dup_names (relationship->to_attributes);

      if (table != NULL && relationship->cardinality != ASK_CARDINALITY_MANY_TO_MANY)
        ask_sql_table_add_reference (table, relationship->to, (const char *const *) from, (const char *const *) to);
    }
  return catalog;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Catalogue rows and their import. Pure: the same rows give the same schema.
 */
#include "config.h"

#include "schema/ask-catalog.h"
#include "schema/ask-schema-index.h"

#include <string.h>

static void
column_free (gpointer data)
{
  AskCatalogColumn *self = data;

  g_free (self->name);
  g_free (self->declared);
  g_free (self->comment);
  g_free (self);
}

static void
foreign_key_free (gpointer data)
{
  AskCatalogForeignKey *self = data;

  g_ptr_array_unref (self->columns);
  g_free (self->table);
  g_free (self->namespace);
  g_ptr_array_unref (self->referred);
  g_free (self);
}

static void
table_free (gpointer data)
{
  AskCatalogTable *self = data;

  g_free (self->name);
  g_free (self->namespace);
  g_free (self->comment);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->foreign_keys);
  g_free (self);
}

/** ask_catalog_new: Returns: (transfer full): an empty catalogue */
AskCatalog *
ask_catalog_new (void)
{
  AskCatalog *self = g_new0 (AskCatalog, 1);

  self->tables = g_ptr_array_new_with_free_func (table_free);
  return self;
}

/** ask_catalog_free: frees @self with its rows */
void
ask_catalog_free (AskCatalog *self)
{
  g_ptr_array_unref (self->tables);
  g_free (self);
}

/**
 * ask_catalog_add_table:
 * @name: as the database writes it, without its namespace
 * @view: whether it is a view, of whatever kind, and no table
 *
 * Returns: (transfer none): the new last table, without columns and keys, its number of rows unknown
 */
AskCatalogTable *
ask_catalog_add_table (AskCatalog *self, const char *name, gboolean view)
{
  AskCatalogTable *table = g_new0 (AskCatalogTable, 1);

  table->name = g_strdup (name);
  table->view = view;
  table->row_estimate = -1;
  table->columns = g_ptr_array_new_with_free_func (column_free);
  table->foreign_keys = g_ptr_array_new_with_free_func (foreign_key_free);
  g_ptr_array_add (self->tables, table);
  return table;
}

/**
 * ask_catalog_add_column:
 * @table: gets it
 * @name: as the database writes it
 * @declared: (nullable): its type as the database writes it: "VARCHAR(20)"
 * @type: what its values are read as
 *
 * Returns: (transfer none): the new last column, nullable, in no key
 */
AskCatalogColumn *
ask_catalog_add_column (AskCatalogTable *table, const char *name, const char *declared, AskType type)
{
  AskCatalogColumn *column = g_new0 (AskCatalogColumn, 1);

  column->name = g_strdup (name);
  column->declared = g_strdup (declared != NULL ? declared : "");
  column->type = type;
  column->nullable = TRUE;
  g_ptr_array_add (table->columns, column);
  return column;
}

/**
 * ask_catalog_add_foreign_key:
 * @table: whose rows refer to others
 * @referred_table: whose rows they refer to, without its namespace; it need not be in the catalogue yet
 *
 * Returns: (transfer none): the new last one, without columns
 */
AskCatalogForeignKey *
ask_catalog_add_foreign_key (AskCatalogTable *table, const char *referred_table)
{
  AskCatalogForeignKey *key = g_new0 (AskCatalogForeignKey, 1);

  key->columns = g_ptr_array_new_with_free_func (g_free);
  key->referred = g_ptr_array_new_with_free_func (g_free);
  key->table = g_strdup (referred_table);
  g_ptr_array_add (table->foreign_keys, key);
  return key;
}

/**
 * ask_catalog_type_from_sql:
 * @declared: (nullable): "VARCHAR(20)", "int unsigned", "timestamp with time zone", …
 *
 * By the words in the declared type, in the manner of SQLite's affinities.
 *
 * Returns: the type; %ASK_TYPE_ANY where the words tell nothing
 */
AskType
ask_catalog_type_from_sql (const char *declared)
{
  static const struct
  {
    const char *word;
    AskType type;
  } words[] = {
    { "bool", ASK_TYPE_BOOLEAN }, { "datetime", ASK_TYPE_DATETIME }, { "timestamp", ASK_TYPE_DATETIME },
    { "date", ASK_TYPE_DATE },    { "json", ASK_TYPE_JSON },         { "interval", ASK_TYPE_TEXT },
    { "point", ASK_TYPE_TEXT },   { "int", ASK_TYPE_INTEGER },       { "serial", ASK_TYPE_INTEGER },
    { "char", ASK_TYPE_TEXT },    { "clob", ASK_TYPE_TEXT },         { "text", ASK_TYPE_TEXT },
    { "string", ASK_TYPE_TEXT },  { "uuid", ASK_TYPE_TEXT },         { "enum", ASK_TYPE_TEXT },
    { "time", ASK_TYPE_TEXT },    { "blob", ASK_TYPE_BLOB },         { "binary", ASK_TYPE_BLOB },
    { "bytea", ASK_TYPE_BLOB },   { "real", ASK_TYPE_REAL },         { "floa", ASK_TYPE_REAL },
    { "doub", ASK_TYPE_REAL },    { "numeric", ASK_TYPE_REAL },      { "decimal", ASK_TYPE_REAL },
    { "money", ASK_TYPE_REAL },   { "number", ASK_TYPE_REAL },       { "year", ASK_TYPE_INTEGER },
  };
  g_autofree char *lower = NULL;

  if (declared == NULL)
    return ASK_TYPE_ANY;
  lower = g_ascii_strdown (declared, -1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i].word) != NULL)
      return words[i].type;
  return ASK_TYPE_ANY;
}

/* Returns: its place, -1 for none; with another case only where no table has this one */
static char *
table_key (const char *namespace, const char *name)
{
  g_autofree char *key = g_strjoin ("\001", namespace != NULL ? namespace : "", name, NULL);

  return g_ascii_strdown (key, -1);
}

/* Returns: (transfer full): by namespace and name in small letters, GArray of guint: places of tables */
static GHashTable *
index_tables (const AskCatalog *self)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->tables->len; i++)
    {
      const AskCatalogTable *table = self->tables->pdata[i];
      char *key = table_key (table->namespace, table->name);
      GArray *places = g_hash_table_lookup (index, key);

      if (places == NULL)
        g_hash_table_insert (index, g_strdup (key), places = g_array_new (FALSE, FALSE, sizeof (guint)));
      g_array_append_val (places, i);
      g_free (key);
    }
  return index;
}

static int
find_table (const AskCatalog *self, GHashTable *index, const char *namespace, const char *name)
{
  g_autofree char *key = table_key (namespace, name);
  const GArray *places = g_hash_table_lookup (index, key);
  int found = -1;

  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      guint place = g_array_index (places, guint, i);
      const AskCatalogTable *table = self->tables->pdata[place];

      if (g_strcmp0 (table->namespace, namespace) != 0)
        continue;
      if (strcmp (table->name, name) == 0)
        return (int) place;
      if (found < 0)
        found = (int) place;
    }
  return found;
}

static gboolean
has_column (const AskCatalogTable *table, const char *name)
{
  for (guint i = 0; i < table->columns->len; i++)
    if (g_ascii_strcasecmp (((AskCatalogColumn *) table->columns->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* A foreign key may name tables and columns that do not exist: SQLite takes it, a relationship
 * cannot. */
static gboolean
is_whole (const AskCatalogTable *table, const AskCatalogForeignKey *key, const AskCatalogTable *referred)
{
  if (key->columns->len == 0 || key->columns->len != key->referred->len)
    return FALSE;
  for (guint i = 0; i < key->columns->len; i++)
    if (!has_column (table, key->columns->pdata[i]) || !has_column (referred, key->referred->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Of two columns that differ by nothing but their case, one has a number in its name here. */
static const char *
attribute_name (const AskEntity *entity, const char *column)
{
  return ask_entity_find_column (entity, column)->name;
}

/**
 * ask_catalog_import:
 * @source: the source's short name
 *
 * Each table becomes an entity of its name, a number added where another namespace has one of that
 * name, each column an attribute, each foreign key a relationship.
 *
 * Returns: (transfer full): the source's part of the abstract schema
 */
AskSchema *
ask_catalog_import (const AskCatalog *self, const char *source)
{
  AskSchema *schema = ask_schema_new ();
  g_autoptr (AskSchemaIndex) index = ask_schema_index_new (NULL);
  g_autoptr (GHashTable) tables = index_tables (self);

  for (guint i = 0; i < self->tables->len; i++)
    {
      const AskCatalogTable *table = self->tables->pdata[i];
      AskEntity *entity
        = ask_entity_new (table->name, source, table->name, table->view ? ASK_ENTITY_VIEW : ASK_ENTITY_TABLE);

      entity->namespace = g_strdup (table->namespace);
      entity->description = g_strdup (table->comment);
      entity->row_estimate = table->row_estimate;
      for (guint c = 0; c < table->columns->len; c++)
        {
          const AskCatalogColumn *column = table->columns->pdata[c];
          AskAttribute *attribute = ask_entity_add_attribute (entity, column->name, column->name, column->type);

          attribute->declared = g_strdup (column->declared);
          attribute->key = column->key;
          attribute->nullable = column->nullable;
          attribute->description = g_strdup (column->comment);
        }
      ask_schema_index_add_entity (index, schema, entity);
    }
  for (guint i = 0; i < self->tables->len; i++)
    {
      const AskCatalogTable *table = self->tables->pdata[i];

      for (guint k = 0; k < table->foreign_keys->len; k++)
        {
          const AskCatalogForeignKey *key = table->foreign_keys->pdata[k];
          int to = find_table (self, tables, key->namespace, key->table);
          const AskEntity *from_entity = schema->entities->pdata[i];
          const AskEntity *to_entity;
          AskRelationship *relationship;

          if (to < 0 || !is_whole (table, key, self->tables->pdata[to]))
            continue;
          /* Entities stand in the order of the tables that they were made of. */
          to_entity = schema->entities->pdata[to];
          relationship
            = ask_schema_add_relationship (schema, from_entity->name,
                                           attribute_name (from_entity, key->columns->pdata[0]), to_entity->name,
                                           attribute_name (to_entity, key->referred->pdata[0]));
          for (guint c = 1; c < key->columns->len; c++)
            {
              g_ptr_array_add (relationship->from_attributes,
                               g_strdup (attribute_name (from_entity, key->columns->pdata[c])));
              g_ptr_array_add (relationship->to_attributes,
                               g_strdup (attribute_name (to_entity, key->referred->pdata[c])));
            }
        }
    }
  return schema;
}

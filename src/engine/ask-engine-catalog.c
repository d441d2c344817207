/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The catalogue of names that the planner and the guardrails use, made once a session from the
 * abstract schema; temporary tables of earlier steps come and go.
 */
#include "config.h"

#include "engine/ask-planner.h"
#include "sql/ask-sql-lexer.h"

/** ask_engine_is_server: Returns: whether the source is a database server that takes SQL */
gboolean
ask_engine_is_server (AskEngine *self, const char *source)
{
  AskSqlDialect dialect;

  return ask_engine_get_dialect (self, source, &dialect);
}

/**
 * ask_engine_get_dialect:
 * @source: (nullable): a source's short name
 * @dialect: (out): of a database server
 *
 * Returns: whether it is one
 */
gboolean
ask_engine_get_dialect (AskEngine *self, const char *source, AskSqlDialect *dialect)
{
  const AskSourceConfig *config
    = source != NULL ? g_hash_table_lookup (self->configs, source) : NULL;

  if (config == NULL
      || (config->kind != ASK_SOURCE_POSTGRES && config->kind != ASK_SOURCE_MYSQL))
    return FALSE;
  *dialect = config->kind == ASK_SOURCE_POSTGRES ? ASK_DIALECT_POSTGRES : ASK_DIALECT_MARIADB;
  return TRUE;
}

/**
 * ask_engine_computes:
 * @source: of a database server
 *
 * Returns: whether more than plain columns of its tables may be asked of it; %TRUE as long as it is not
 *   open and could not be asked
 */
gboolean
ask_engine_computes (AskEngine *self, const char *source)
{
  AskSource *open = g_hash_table_lookup (self->sources, source);

  return open == NULL || (ask_source_capability (open) & ASK_CAPABILITY_COMPUTE) != 0;
}

/** ask_engine_describe_source: Returns: (transfer none): the kind as people call it */
const char *
ask_engine_describe_source (AskEngine *self, const char *source)
{
  const AskSourceConfig *config = g_hash_table_lookup (self->configs, source);

  if (config == NULL)
    return "not registered";
  switch (config->kind)
    {
    case ASK_SOURCE_POSTGRES:
      return "PostgreSQL";
    case ASK_SOURCE_MYSQL:
      return ask_engine_computes (self, source) ? "MariaDB" : "MySQL";
    case ASK_SOURCE_REST:
      return "API";
    case ASK_SOURCE_SHEET:
      return "spreadsheet";
    default:
      return "SQLite";
    }
}

static char *
quote_remote (AskSqlDialect dialect, const char *name)
{
  GString *quoted = g_string_new (NULL);
  char mark = dialect == ASK_DIALECT_MARIADB ? '`' : '"';

  g_string_append_c (quoted, mark);
  for (const char *p = name; *p != '\0'; p++)
    {
      if (*p == mark)
        g_string_append_c (quoted, mark);
      g_string_append_c (quoted, *p);
    }
  g_string_append_c (quoted, mark);
  return g_string_free (quoted, FALSE);
}

static void
add_columns (AskEngine *self, AskSqlTable *table, const AskEntity *entity, gboolean physical)
{
  gboolean server = ask_engine_is_server (self, entity->source);

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const AskParameter *parameter
        = entity->operation != NULL
            ? ask_operation_find_parameter_for (entity->operation, attribute->name)
            : NULL;
      AskSqlColumn *column = ask_sql_table_add_column (
        table, physical && attribute->column != NULL ? attribute->column : attribute->name,
        attribute->type, attribute->declared);

      /* What a file declares is SQLite's own affinity; elsewhere it is that of the values that the
       * virtual table gives. */
      if (server || entity->operation != NULL)
        column->affinity
          = ask_sql_affinity_from_type (ask_engine_get_declared_type (attribute->type));
      if (attribute->type == ASK_TYPE_DECIMAL)
        column->collation = g_strdup ("decimal");
      if (server)
        column->remote = g_strdup (attribute->column);
      if (parameter != NULL && parameter->required && parameter->fixed == NULL)
        column->required = g_strdup (parameter->name);
      column->nullable = attribute->nullable;
      column->key = attribute->key;
      column->synonyms = g_ptr_array_ref (attribute->synonyms);
    }
}

static void
add_entity (AskEngine *self, const AskEntity *entity, const char *name, gboolean physical)
{
  AskSqlTable *table
    = physical ? ask_sql_catalog_add_qualified_table (self->catalog, entity->source, name)
               : ask_sql_catalog_add_table (self->catalog, entity->source, name);
  AskSqlDialect dialect;

  table->source = g_strdup (entity->source);
  table->rows = entity->row_estimate;
  table->synonyms = g_ptr_array_ref (entity->synonyms);
  table->has_rowid = entity->kind == ASK_ENTITY_TABLE
                     && !ask_engine_is_server (self, entity->source);
  table->data = (gpointer) entity;
  if (ask_engine_get_dialect (self, entity->source, &dialect))
    {
      g_autofree char *quoted = quote_remote (dialect, entity->table);
      g_autofree char *namespace
        = entity->namespace != NULL ? quote_remote (dialect, entity->namespace) : NULL;

      table->remote = namespace != NULL ? g_strconcat (namespace, ".", quoted, NULL)
                                        : g_steal_pointer (&quoted);
    }
  add_columns (self, table, entity, physical);
}

static gboolean
has_own_names (const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->column == NULL
          || g_ascii_strcasecmp (attribute->name, attribute->column) != 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_engine_get_catalog:
 *
 * Returns: (transfer none): every entity by its name, with its source's name in front too; tables of
 *   databases by the name that they have there, with the source's name in front
 */
AskSqlCatalog *
ask_engine_get_catalog (AskEngine *self)
{
  if (self->catalog != NULL)
    return self->catalog;
  self->catalog = ask_sql_catalog_new ();
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      add_entity (self, entity, entity->name, FALSE);
      if (entity->operation == NULL
          && (g_ascii_strcasecmp (entity->name, entity->table) != 0 || has_own_names (entity)))
        add_entity (self, entity, entity->table, TRUE);
    }
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      AskSqlTable *table = (AskSqlTable *) ask_sql_catalog_find_table (self->catalog, NULL,
                                                                       relationship->from);
      g_autoptr (GPtrArray) from = g_ptr_array_new ();
      g_autoptr (GPtrArray) to = g_ptr_array_new ();

      if (table == NULL)
        continue;
      for (guint a = 0; a < relationship->from_attributes->len; a++)
        {
          g_ptr_array_add (from, relationship->from_attributes->pdata[a]);
          g_ptr_array_add (to, relationship->to_attributes->pdata[a]);
        }
      g_ptr_array_add (from, NULL);
      g_ptr_array_add (to, NULL);
      ask_sql_table_add_reference (table, relationship->to, (const char *const *) from->pdata,
                                   (const char *const *) to->pdata);
    }
  return self->catalog;
}
